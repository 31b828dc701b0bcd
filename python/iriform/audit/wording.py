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
    first, space, rest = noun.partition(" ")
    return f"{count:,} {first}{'s' * (count != 1)}{space}{rest}"


def share(part: int, whole: int) -> str:
    """Give a share as a percentage, which is 0 and 100 for none and all only."""
    percent = f"{part / whole:.1%}" if whole else ""
    if percent == "100.0%" and part < whole:
        return ">99.9%"
    if percent == "0.0%" and part:
        return "<0.1%"
    return percent


def place(example: Place) -> str:
    """Name a place, as editors and compilers do where it is a line."""
    file = label(example.file)
    if example.unit != "line":
        part = f" {example.part}" if example.unit == "statement" and example.part else ""
        return f"{file} {example.unit} {example.place:,}{part}"
    column = "" if example.column is None else f":{example.column}"
    return f"{file}:{example.place}{column}"
