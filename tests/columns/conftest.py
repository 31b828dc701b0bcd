"""Rows of the public suites and corpora, in one column."""

import pytest

from tests.columns.texts import column_of, corpora, vectors


@pytest.fixture(
    scope="session",
    params=["carried", pytest.param("all", marks=pytest.mark.collection(needed=True))],
)
def public_rows(request: pytest.FixtureRequest) -> list[str | None]:
    """Give the carried rows; once more, where the collection is at hand, all of them."""
    if request.param == "carried":
        return column_of(vectors("carried"))
    return column_of([*vectors("carried"), *vectors("shared"), *corpora()])
