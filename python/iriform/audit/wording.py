"""How figures and places are put in words: on the terminal, in the report and in a notebook alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform._plain_text import label

if TYPE_CHECKING:
    from .result import Place


def counted(count: int, noun: str) -> str:
    """Give a number and what it counts.

    >>> counted(1, "row"), counted(1200, "row that cannot be read")
    ('1 row', '1,200 rows that cannot be read')
    """
    return f"{count:,} {plural(count, noun)}"


def plural(count: int, noun: str) -> str:
    """Give what is counted, without its number."""
    first, space, rest = noun.partition(" ")
    return f"{first}{'s' * (count != 1)}{space}{rest}"


def share(part: int, whole: int) -> str:
    """Give a share as a percentage, which is 0 and 100 for none and all only."""
    percent = f"{part / whole:.1%}" if whole else ""
    if percent == "100.0%" and part < whole:
        return ">99.9%"
    if percent == "0.0%" and part:
        return "<0.1%"
    return percent


def place(example: Place) -> str:
    """Name the place of an example."""
    unit, part = example.unit, example.part
    return placed(label(example.file), unit, example.place, part, example.column)


def placed(file: str, unit: str, number: int, part: str | None, column: int | None) -> str:
    """Name a place, as editors and compilers do where it is a line.

    >>> placed("a.txt", "line", 3, None, 8), placed("a.nt", "statement", 3, "subject", None)
    ('a.txt:3:8', 'a.nt statement 3 subject')
    """
    if unit != "line":
        position = f" {part}" if unit == "statement" and part else ""
        return f"{file} {unit} {number:,}{position}"
    return f"{file}:{number}" + ("" if column is None else f":{column}")
