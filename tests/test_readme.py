"""What the README's first table says of other libraries is what they answer."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import furl  # type: ignore[import-untyped]
import pydantic
import pytest
import rfc3986  # type: ignore[import-untyped]
import yarl

from iriform import IRI

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
ANY_URL = pydantic.TypeAdapter(pydantic.AnyUrl)
LIBRARIES: dict[str, Callable[[str], str]] = {
    "iriform": lambda text: str(IRI(text)),
    "urllib": lambda text: urlsplit(text).geturl(),
    "yarl": lambda text: str(yarl.URL(text)),
    "furl": lambda text: str(furl.furl(text).url),
    "rfc3986": lambda text: str(rfc3986.uri_reference(text).unsplit()),
    "pydantic": lambda text: str(ANY_URL.validate_python(text)),
}


def table() -> list[list[str]]:
    """Read the table that has the names of the libraries for a head."""
    lines = README[README.index("| The text |") :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def answer(library: str, text: str) -> str:
    """Say what becomes of a text."""
    try:
        made = LIBRARIES[library](text)
    except ValueError:
        return "refused"
    return "kept" if made == text else f"`{made}`"


def test_the_table_has_every_library() -> None:
    head, _, *rows = table()
    assert head == ["The text", *LIBRARIES]
    assert len(rows) == 5


@pytest.mark.parametrize("row", table()[2:], ids=lambda row: row[0])
def test_what_becomes_of_a_text(row: list[str]) -> None:
    text = row[0].strip("`")
    assert row[1:] == [answer(library, text) for library in LIBRARIES]
