"""Distinguishes text from other files, for every program that reads lines."""

from __future__ import annotations

from ._display import escape, mask

STDIN = "-"

# Memory is bounded by the longest line. No identifier is this long; a file without line ends is.
MAX_LINE = 256 * 2**20

BOM = b"\xef\xbb\xbf"

HEAD = 8192
"""How many bytes of a file `other_than_text` wants to see."""

# How files begin that people mistake for text.
_MAGIC = {
    b"PAR1": "a Parquet file",
    b"\x1f\x8b": "compressed with gzip",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ": "compressed with xz",
    b"\x28\xb5\x2f\xfd": "compressed with zstd",
    b"PK\x03\x04": "a ZIP archive (or a spreadsheet)",
    b"%PDF": "a PDF document",
    b"ARROW1": "an Arrow file",
    b"SQLite format 3\0": "an SQLite database",
    b"\xff\xfe": "UTF-16 text; convert it to UTF-8",
    b"\xfe\xff": "UTF-16 text; convert it to UTF-8",
}

# Control characters that text does not have, but for a few by accident.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))


def other_than_text(head: bytes) -> str | None:
    """Name the kind of a file by its beginning, unless it is lines of UTF-8 text."""
    for magic, what in _MAGIC.items():
        if head.startswith(magic):
            return what
    # One NUL in a line is a bad value, which is reported; a file full of controls is not text.
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return "binary" if controls * 10 > len(head) else None


def label(name: str) -> str:
    """Escape the name of an input. It may be hostile, or a URL with a password."""
    return "<stdin>" if name == STDIN else escape(mask(name, "IRI-reference", 0))
