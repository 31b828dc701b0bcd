"""Each row of "coming from" has the real answers of the other library and of iriform."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "coming-from"
OF_CRAWLERS = FOLDER / "crawlers.md"
"""Its libraries are not in the extra `test`: tests/optional_crawlers.py runs its rows."""

OF_SQL = FOLDER / "sql.md"
"""tests/adapters/test_aliases.py runs its rows."""

OF_LINKS = FOLDER / "links.md"
"""As those of crawlers."""

OF_GUARDS = FOLDER / "guards.md"
"""`python -m scripts.beside_guards`, which starts servers, prints its table."""

OF_NORMALIZERS = FOLDER / "normalizers.md"
"""As those of crawlers."""

PAGES = sorted(
    set(FOLDER.glob("*.md")) - {OF_CRAWLERS, OF_GUARDS, OF_LINKS, OF_NORMALIZERS, OF_SQL}
)


def names(text: str) -> dict[str, Any]:
    """Run the lines at the top of a page, and return the names that they define."""
    found: dict[str, Any] = {}
    first = text.split("```python\n")[1].split("```", maxsplit=1)[0]
    exec("\n".join(line[4:] for line in first.splitlines() if line), found)  # noqa: S102
    return found


def rows(page: Path) -> list[tuple[Path, str, str]]:
    """Every pair of an expression and its result."""
    found = []
    is_table = False
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not cells:
            is_table = False
        elif cells[1::2] == ["gives", "gives"]:
            is_table = True
        elif is_table and not cells[0].startswith("---"):
            found += [(page, cells[i], cells[i + 1]) for i in (0, 2) if cells[i]]
    return found


ROWS = [row for page in PAGES for row in rows(page)]


def code(cell: str) -> str:
    """The text of a code span in a table."""
    assert cell.startswith("`") and cell.endswith("`"), cell  # noqa: PT018
    return cell[1:-1].replace(r"\|", "|")


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rfc3986")
@pytest.mark.parametrize(("page", "expression", "gives"), ROWS)
def test_row(page: Path, expression: str, gives: str) -> None:
    given = names(page.read_text(encoding="utf-8"))

    if gives.startswith("raises "):
        with pytest.raises(Exception) as raised:  # noqa: PT011 - its name is compared
            eval(code(expression), given)  # noqa: S307 - it is ours
        assert type(raised.value).__name__ == gives.removeprefix("raises ")
    else:
        assert repr(eval(code(expression), given)) == code(gives)  # noqa: S307 - it is ours


@pytest.mark.skipif(sys.version_info < (3, 11), reason="httpx2 needs it")
@pytest.mark.parametrize(("page", "expression", "gives"), rows(FOLDER / "httpx.md"))
def test_httpx2_answers_as_httpx(page: Path, expression: str, gives: str) -> None:
    given = names(page.read_text(encoding="utf-8").replace("from httpx ", "from httpx2 "))
    if gives.startswith("raises "):
        with pytest.raises(Exception, match="not allowed"):
            eval(code(expression), given)  # noqa: S307 - it is ours
    else:
        assert repr(eval(code(expression), given)) == code(gives)  # noqa: S307 - it is ours


def test_there_are_rows() -> None:
    for page in PAGES:
        assert len(rows(page)) >= 10, page
