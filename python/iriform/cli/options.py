"""What the verbs have in common: the kinds of reference, and the exit statuses."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from iriform import IRI, URI, IRIReference, URIReference
from iriform._display import escape

if TYPE_CHECKING:
    from typing import TypeAlias

Reference: TypeAlias = "type[IRI | URI | IRIReference | URIReference]"


class Status(IntEnum):
    """The exit statuses that every verb shares."""

    DONE = 0
    FOUND = 1
    """The input was read, and something in it is not valid."""
    FAILED = 2
    """The input or the command cannot be used."""
    INTERRUPTED = 130
    """Ctrl-C, as shells count it: 128 + SIGINT."""
    PIPE_CLOSED = 141
    """Nobody reads the output any more: 128 + SIGPIPE."""


def choice(words: type[Enum]) -> dict[str, Any]:
    """Give what `typer.Option` takes for one of some words, in any case of letters."""
    values: list[str] = [word.value for word in words]

    def parse(text: str) -> Enum:
        for word in words:
            if word.value.lower() == text.lower():
                return word
        raise typer.BadParameter(f"{escape(text)} is none of {', '.join(values)}")

    def complete(incomplete: str) -> list[str]:
        return [value for value in values if value.lower().startswith(incomplete.lower())]

    return {"parser": parse, "autocompletion": complete}


class Kind(str, Enum):
    """The productions that a value can be held against, by the RFCs' names."""

    IRI = "IRI"
    URI = "URI"
    IRI_REFERENCE = "IRI-reference"
    URI_REFERENCE = "URI-reference"

    @property
    def type(self) -> Reference:
        """The class whose values match the production."""
        return _TYPES[self]


_TYPES: dict[Kind, Reference] = {
    Kind.IRI: IRI,
    Kind.URI: URI,
    Kind.IRI_REFERENCE: IRIReference,
    Kind.URI_REFERENCE: URIReference,
}


AsOption = Annotated[
    Kind,
    typer.Option(
        "--as",
        metavar="KIND",
        **choice(Kind),
        help="What a value must be: IRI, URI, IRI-reference or URI-reference. IRI and URI begin"
        " with a scheme, as in https:, a reference may leave it out. IRI takes every script, URI"
        " only ASCII.",
    ),
]
