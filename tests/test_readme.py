"""README and "coming from" report the answers of other libraries; README leads to every page."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import furl  # type: ignore[import-untyped]
import pydantic
import pytest
import rfc3986  # type: ignore[import-untyped]
import yarl

from iriform import IRI, URI, resolve
from tests.errors import error_of
from tests.oracle import examples

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
ANY_URL = pydantic.TypeAdapter(pydantic.AnyUrl)
LIBRARIES: dict[str, Callable[[str], str]] = {
    "iriform": lambda text: str(IRI(text)),
    "urllib": lambda text: urlsplit(text).geturl(),
    "yarl": lambda text: str(yarl.URL(text)),
    "furl": lambda text: str(furl.furl(text).url),
    "rfc3986": lambda text: str(rfc3986.uri_reference(text).unsplit()),
    "pydantic": lambda text: str(ANY_URL.validate_python(text)),
}


def table(page: str, beginning: str) -> list[list[str]]:
    """Read the table of a page that begins with this text."""
    lines = page[page.index(beginning) :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


FACTS = table(README, "| | iriform | urllib |")
TEXTS = table((ROOT / "docs/coming-from/index.md").read_text("utf-8"), "| The text |")


def answer(library: str, text: str) -> str:
    """Return what a library makes from a text."""
    try:
        made = LIBRARIES[library](text)
    except ValueError:
        return "refused"
    return "kept" if made == text else f"`{made}`"


def test_the_tables_have_every_library() -> None:
    assert TEXTS[0] == ["The text", *LIBRARIES]
    assert len(TEXTS[2:]) == 5
    assert FACTS[0] == ["", *LIBRARIES]


@pytest.mark.parametrize("row", TEXTS[2:], ids=lambda row: row[0])
def test_what_becomes_of_a_text(row: list[str]) -> None:
    text = row[0].strip("`")
    assert row[1:] == [answer(library, text) for library in LIBRARIES]


def uris(*, valid: bool) -> set[str]:
    """List the texts of public suites, in every clone, that are URIs or are not."""
    lines = (ROOT / "tests/data/validity.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["kind"] == "uri"]
    return {row["input"] for row in rows if row["valid"] is valid}


def with_validator(text: str) -> str:
    """Make a URI with rfc3986 and all of its checks."""
    reference = rfc3986.uri_reference(text)
    parts = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    validator = rfc3986.validators.Validator().require_presence_of("scheme")
    validator.check_validity_of(*parts).validate(reference)
    return str(reference.unsplit())


STRICTEST = LIBRARIES | {"iriform": lambda text: str(URI(text)), "rfc3986": with_validator}
RESOLVERS: dict[str, Callable[[str, str], str]] = {
    "iriform": resolve,
    "urllib": urljoin,
    "yarl": lambda base, text: str(yarl.URL(base).join(yarl.URL(text))),
    "furl": lambda base, text: str(furl.furl(base).join(text).url),
    "rfc3986": lambda base, text: str(
        rfc3986.uri_reference(text).resolve_with(base, strict=True).unsplit()
    ),
}


def refusal(library: str, text: str) -> Exception | None:
    """Return the error of a library's strictest constructor for a text."""
    try:
        STRICTEST[library](text)
    except (ValueError, rfc3986.exceptions.RFC3986Exception) as error:
        return error
    return None


def resolved(library: str, scheme: str) -> str:
    """Count the examples of RFC 3986 §5.4 with the right result, with this scheme for `http`."""
    if library not in RESOLVERS:
        return "none"

    def put(text: str) -> str:
        return f"{scheme}:{text.removeprefix('http:')}" if text.startswith("http:") else text

    asked = examples.NORMAL | examples.ABNORMAL | examples.STRICT
    resolve_with = RESOLVERS[library]
    base = put(examples.BASE)
    return str(sum(resolve_with(base, put(r)) == put(target) for r, target in asked.items()))


def says_where(library: str) -> str:
    """Return "yes" if each error of a library has the position in the text, otherwise "no"."""
    has_place = []
    for text in uris(valid=False):
        error = refusal(library, text)
        if error:
            ours = error_of(URI, text)
            numbers = [str(value) for value in vars(error).values() if type(value) is int]
            said = re.findall(r"\d+", str(error).replace(text, ""))
            has_place.append(str(ours.position) in numbers + said)
    return "yes" if all(has_place) else "no"


def measured(library: str) -> str:
    """Read the time of a link from the page of objects, which is written from the record."""
    page = (ROOT / "docs/performance/objects.md").read_text("utf-8")
    rows = page[page.index("| Construct, ASCII, beside peers |") :].split("\n\n")[0].splitlines()
    named = [row.split("|")[2].strip() for row in rows if library.lower() in row.lower()]
    return named[0] if named else ""


@pytest.mark.filterwarnings("ignore:Please use rfc3986:DeprecationWarning")
@pytest.mark.parametrize(
    ("row", "ask"),
    [
        (
            FACTS[2],
            lambda library: str(sum(answer(library, t) == "kept" for t in uris(valid=True))),
        ),
        (FACTS[3], lambda library: str(sum(bool(refusal(library, t)) for t in uris(valid=False)))),
        (FACTS[4], lambda library: resolved(library, "http")),
        (FACTS[5], lambda library: resolved(library, "s3")),
        (FACTS[6], says_where),
        (FACTS[7], lambda library: measured("`IRI`" if library == "iriform" else library)),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_is_said_of_libraries(row: list[str], ask: Callable[[str], str]) -> None:
    said = dict(zip(LIBRARIES, row[1:], strict=True))
    # urllib checks brackets since CPython 3.11, and furl uses it.
    if sys.version_info < (3, 11):
        said = {
            library: word for library, word in said.items() if library not in {"urllib", "furl"}
        }
    assert said == {library: ask(library) for library in said}
    assert len(FACTS) == 8


def test_the_facts_name_how_many_were_asked() -> None:
    assert f"Of {len(uris(valid=True))} valid" in FACTS[2][0]
    assert f"Of {len(uris(valid=False))} texts" in FACTS[3][0]
    asked = examples.NORMAL | examples.ABNORMAL | examples.STRICT
    assert f"the {len(asked)} examples" in FACTS[4][0]


# Pages that list all pages of a kind.
CONTENTS = ("coming-from/index.md", "reference/index.md", "performance.md")


def links(page: Path) -> set[Path]:
    """List the pages to which the text of a page links."""
    found = re.findall(r"\]\(([^)\s#:]+\.md)(?:#[^)]*)?\)", page.read_text("utf-8"))
    return {(page.parent / link).resolve() for link in found}


def test_every_page_is_found_from_the_readme() -> None:
    """In one step, or in two through a page of contents."""
    readme = links(ROOT / "README.md")
    contents = {(ROOT / "docs" / name).resolve() for name in CONTENTS}
    # The front page of the site replaces the README there, and pages of the project show its files.
    elsewhere = {ROOT / "docs/index.md", *(ROOT / "docs/project").glob("*.md")}

    assert contents <= readme
    reached = readme.union(*(links(page) for page in contents))
    assert {*(ROOT / "docs").rglob("*.md")} - elsewhere <= reached
