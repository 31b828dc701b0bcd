"""Distinguishes text from other files, for every program that reads lines."""

from __future__ import annotations

from codecs import getincrementaldecoder

from iriform._display import escape, mask

from .file_formats import FILE_FORMATS, FileFormat

STDIN = "-"

# Memory is bounded by the longest line. No identifier is this long, but a file without line ends
# may be.
MAX_LINE = 256 * 2**20

BOM = b"\xef\xbb\xbf"

HEAD = 8192
"""The number of bytes of a file that `other_than_text` needs."""

ZSTD = (b"\x28\xb5\x2f\xfd", *(bytes([kind]) + b"\x2a\x4d\x18" for kind in range(0x50, 0x60)))
"""The beginnings of zstd (RFC 8878 §3.1): a frame, or one of sixteen skippable kinds."""

# The beginnings of files that people mistake for text.
_MAGIC = {
    **{row.magic: row.title for row in FILE_FORMATS if row.magic},
    b"\x1f\x8b": "compressed with gzip",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ\0": "compressed with xz",
    **dict.fromkeys(ZSTD, "compressed with zstd"),
    b"%PDF": "a PDF document",
    b"ARROW1": "an Arrow file",
    b"\x7fELF": "binary",
    b"SQLite format 3\0": "an SQLite database",
    b"\xff\xfe": "UTF-16 text; convert it to UTF-8",
    b"\xfe\xff": "UTF-16 text; convert it to UTF-8",
}

# Control characters that do not occur in text, except a few by accident.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))


def may_be_magic(head: bytes) -> bool:
    """Return True if the beginning of a file is too short to know its kind.

    >>> may_be_magic(b"B"), may_be_magic(b"BZh"), may_be_magic(b"http:")
    (True, False, False)
    """
    return any(len(head) < len(magic) and magic.startswith(head) for magic in (BOM, *_MAGIC))


def other_than_text(head: bytes) -> str | None:
    """Name the kind of a file by its beginning, unless it is lines of UTF-8 text."""
    for magic, what in _MAGIC.items():
        if head.startswith(magic):
            return what
    if head[257:262] == b"ustar":
        return "a tar archive"
    # A literal of RDF may have any control character, and a byte that is not UTF-8 is a bad value,
    # which is reported. A file that is full of controls and is not UTF-8 is not text.
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls * 10 <= len(head):
        return None
    return "binary" if _is_utf_16(head) or not _is_utf_8(head) else None


def _is_utf_16(head: bytes) -> bool:
    """Return True if every other byte is NUL, as in UTF-16 of ASCII without a byte order mark."""
    few, many = sorted(head[start::2].count(0) for start in (0, 1))
    return many * 20 > len(head) * 9 and few * 20 < len(head)


def _is_utf_8(head: bytes) -> bool:
    """Return True if bytes are UTF-8; the last character may be cut."""
    try:
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def format_of_text(head: bytes) -> FileFormat | None:
    r"""Return the format of a text by its beginning, unless it has one value on each line.

    >>> format_of_text(b"# mine\n@prefix a: <http://a/> .\n").name
    'turtle'
    >>> format_of_text(b"<!doctype html>\n").name, format_of_text(b"<http://a/>\n")
    ('html', None)
    """
    for line in head[:HEAD].removeprefix(BOM).split(b"\n"):
        text = line.strip()
        if text and not text.startswith(b"#"):
            rows = (
                row for row in FILE_FORMATS if row.begins is not None and row.begins.match(text)
            )
            return next(rows, None)
    return None


def label(name: str) -> str:
    """Escape the name of an input. It may be hostile, or a URL with a password.

    >>> label("-"), label(""), label("a.txt")
    ('<stdin>', "''", 'a.txt')
    """
    return "<stdin>" if name == STDIN else escape(mask(name, "IRI-reference", 0)) or "''"
