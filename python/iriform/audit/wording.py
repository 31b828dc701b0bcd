"""The words for figures and positions, on the terminal, in the report and in notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._io.plain_text import label

from .formats.format import Format
from .formats.known import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .figures import Figures, FileReport, Place


def unreadable(formats: Iterable[str]) -> str:
    """Name the unreadable units in inputs of these formats.

    >>> unreadable(["turtle", "n-triples"]), unreadable(["turtle", "csv"])
    ('statement that cannot be read', 'row that cannot be read')
    """
    units = {FORMATS.get(name, Format).unit for name in formats}
    return f"{'statement' if units == {'statement'} else 'row'} that cannot be read"


def unreadable_in(found: Figures) -> str:
    """Name the unreadable units in the inputs of an audit."""
    return unreadable(file.format for file in found.files if file.unreadable)


def advice(in_text: int, judged: int) -> str | None:
    """Suggest the option for lines of text that are mostly a link with other text around it."""
    if in_text * 2 <= judged:
        return None
    return "most lines have other text around a link: --find judges the links in it"


def share(part: int, whole: int) -> str:
    """Return a share as a percentage, which is only 0 or 100 for none or all."""
    percent = f"{part / whole:.1%}" if whole else ""
    if percent == "100.0%" and part < whole:
        return ">99.9%"
    if percent == "0.0%" and part:
        return "<0.1%"
    return percent


def unit_of(file: FileReport) -> str:
    """Name the counted units of an input."""
    return FORMATS.get(file.format, Format).counted


def unit(found: Figures) -> str:
    """Name the counted units of all inputs."""
    units = {unit_of(file) for file in found.files}
    return units.pop() if len(units) == 1 else "value"


def unwritten(found: Figures) -> list[str]:
    """Name the formats of inputs with invalid values that `iriform repair` cannot copy."""
    formats = {file.format for file in found.files if file.invalid}
    return sorted(name for name in formats if not FORMATS.get(name, Format).is_written)


def place(example: Place) -> str:
    """Name the position of an example."""
    unit, part = example.unit, example.part
    return placed(label(example.file), unit, example.place, part, example.column, example.line)


def placed(  # noqa: PLR0913, PLR0917 - all that a place has
    file: str,
    unit: str,
    number: int,
    part: str | None,
    column: int | None,
    line: int | None = None,
) -> str:
    """Name a position, like editors and compilers if its line is known.

    >>> placed("a.txt", "line", 3, None, 8), placed("a.parquet", "row", 3, "url", None)
    ('a.txt:3:8', 'a.parquet row 3')
    >>> placed("a.nt", "statement", 3, "subject", None, line=5)
    'a.nt:5 statement 3 subject'
    >>> placed("a.ttl", "statement", 3, None, 8, line=5)
    'a.ttl:5:8 statement 3'
    """
    if unit != "line":
        position = f" {part}" if unit in {"statement", "package", "value"} and part else ""
        at = "" if line is None else f":{line}" + ("" if column is None else f":{column}")
        return f"{file}{at} {unit} {number:,}{position}"
    return f"{file}:{number}" + ("" if column is None else f":{column}")
