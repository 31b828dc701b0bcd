"""The rows of the public suites and corpora, in one column."""

import pytest

from tests.columns.texts import column_of, corpora, vectors


@pytest.fixture(
    scope="session",
    params=["carried", pytest.param("all", marks=pytest.mark.collection(needed=True))],
)
def public_rows(request: pytest.FixtureRequest) -> list[str | None]:
    """Return the carried rows and, if the collection is available, all rows in a second run."""
    if request.param == "carried":
        return column_of(vectors("carried"))
    return column_of([*vectors("carried"), *vectors("shared"), *corpora()])
