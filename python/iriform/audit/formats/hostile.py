"""What would exhaust the parsers of RDF/XML and JSON-LD, found in the bytes before they are parsed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from iriform._plain_text import label
from iriform.audit.errors import AuditError

if TYPE_CHECKING:
    from iriform.audit.streams import Input

ENTITY = 2**10
"""How many bytes an XML entity may become. Those that people write stand for namespaces. The parser
replaces every reference in memory, so an attribute may grow by this factor."""

LEVELS = 100
"""How many objects and lists of JSON-LD may be open at once. The parser calls itself for each, and
its time grows with the square of their number."""

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BRACKET = re.compile(rb"[][{}]")

# As the parser reads a declaration: up to the next `<`, of which no value has one.
_DECLARATION = re.compile(rb"<!ENTITY\s*(?:%\s*)?(\S+)\s+\"([^\"<]*)(\")?")
_REFERENCE = re.compile(rb"&([^&;]*);")
_LONGEST_DECLARATION = 2**16


class Watched:
    """A stream for a parser."""

    def __init__(self, input_: Input) -> None:
        self._input = input_
        self.name = label(input_.name)
        self._lines = 1  # up to what is looked at

    def read(self, size: int) -> bytes:
        """Give the parser the next bytes."""
        return self._input.stream.read1(size)


class Levels(Watched):
    """A stream for the parser of JSON-LD, in which no objects and lists nest too deeply."""

    def __init__(self, input_: Input) -> None:
        super().__init__(input_)
        self._level = 0
        self._string = b""  # the beginning of one that has not ended, if it matters

    def read(self, size: int) -> bytes:
        """Give the parser the next bytes, up to the level that would be too many."""
        data = super().read(size)
        # A quotation mark that is left begins a string whose end is still to come.
        outside, quote, string = _STRING.sub(b"", self._string + data).partition(b'"')
        escapes = len(string) - len(string.rstrip(b"\\"))
        self._string = quote + b"\\" * (escapes % 2)
        for bracket in _BRACKET.finditer(outside):
            self._level = max(0, self._level + (1 if bracket[0] in b"[{" else -1))
            if self._level > LEVELS:
                line = self._lines + outside.count(b"\n", 0, bracket.start())
                raise AuditError(
                    f"cannot read {self.name}:{line}: more than {LEVELS:,} objects and lists"
                    " are nested"
                )
        self._lines += data.count(b"\n")
        return data


class Entities(Watched):
    """A stream for the parser of RDF/XML, in which no entity becomes more than `ENTITY` bytes.

    The parser takes declarations wherever they stand, so all of the document is searched for them.
    It reads none from other files.
    """

    def __init__(self, input_: Input) -> None:
        super().__init__(input_)
        self._sizes: dict[bytes, int] = {}
        self._rest = b""  # from the last `<` on, where it is or may become a declaration

    def read(self, size: int) -> bytes:
        """Give the parser the next bytes, with declarations that are harmless."""
        data: bytes = self._input.stream.read1(size)
        text = self._rest + data
        start = text.find(b"<!ENTITY")
        is_whole = True
        while start >= 0:
            stop = text.find(b"<", start + 1)
            is_whole = self._declare(text[start : stop if stop >= 0 else None], text, start)
            start = text.find(b"<!ENTITY", stop) if stop >= 0 else -1
        last = text.rfind(b"<")
        if last < 0 or (is_whole and len(text) - last >= len(b"<!ENTITY")):
            last = len(text)
        self._lines += text.count(b"\n", 0, last)
        self._rest = text[last:]
        return data

    def _declare(self, declaration: bytes, text: bytes, start: int) -> bool:
        """Note what an entity becomes, and tell whether the declaration is whole."""
        found = _DECLARATION.match(declaration)
        if found is None:
            if len(declaration) > _LONGEST_DECLARATION:
                raise self._attack("a declaration of an XML entity does not end", text, start)
            return False
        name, value, end = found.groups()
        size = len(value) + sum(self._sizes.get(n, 0) for n in _REFERENCE.findall(value))
        self._sizes[name] = max(size, self._sizes.get(name, 0))
        if size > ENTITY:
            shown = label(name[:50].decode("utf-8", "backslashreplace"))
            why = (
                f"the XML entity {shown} becomes more than {ENTITY:,} bytes, as it does in attacks"
            )
            raise self._attack(why, text, start)
        return end is not None

    def _attack(self, why: str, text: bytes, start: int) -> AuditError:
        line = self._lines + text.count(b"\n", 0, start)
        return AuditError(f"cannot read {self.name}:{line}: {why}")
