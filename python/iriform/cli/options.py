"""Options that several verbs have, and the exit statuses."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args

import typer

from iriform._display import escape
from iriform._table import PRODUCTIONS
from iriform.audit.formats.known import FORMATS
from iriform.findings import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from iriform.audit.options import Reference

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


class Status(IntEnum):
    """The exit statuses that every verb shares."""

    DONE = 0
    FOUND = 1
    """The input was read, and something in it is not valid."""
    FAILED = 2
    """The input or the command cannot be used."""
    INTERRUPTED = 130
    """Ctrl-C, as shells count it: 128 + SIGINT. Other signals that end it are counted likewise."""
    PIPE_CLOSED = 141
    """Nobody reads the output any more: 128 + SIGPIPE."""


def choice(words: Mapping[str, T]) -> dict[str, Any]:
    """Return the arguments of `typer.Option` for a choice of words, in any letter case."""

    def parse(text: str) -> T:
        for word, meant in words.items():
            if word.lower() == text.lower():
                return meant
        raise typer.BadParameter(f"{escape(text)} is none of {', '.join(words)}")

    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.lower().startswith(incomplete.lower())]

    return {"parser": parse, "autocompletion": complete}


def themselves(words: Iterable[str]) -> dict[str, str]:
    """Return words that mean themselves."""
    return {word: word for word in words}


def by_value(words: type[E]) -> dict[str, E]:
    """Return the members of an enumeration by their values."""
    return {word.value: word for word in words}


class Kind(str, Enum):
    """The productions that a value can be checked as, by the RFCs' names."""

    IRI = "IRI"
    URI = "URI"
    IRI_REFERENCE = "IRI-reference"
    URI_REFERENCE = "URI-reference"

    @property
    def type(self) -> Reference:
        """The class whose values match the production."""
        return PRODUCTIONS[self.value]


AsOption = Annotated[
    Kind,
    typer.Option(
        "--as",
        metavar="KIND",
        **choice(by_value(Kind)),
        help="What a value must be: IRI, URI, IRI-reference or URI-reference. IRI and URI begin"
        " with a scheme, as in https:, a reference may leave it out. IRI takes every script, URI"
        " only ASCII.",
    ),
]

ProfileOption = Annotated[
    Profile,
    typer.Option(
        "--profile",
        metavar="PROFILE",
        **choice(themselves(get_args(Profile))),
        help=f"Which findings: {', '.join(get_args(Profile))}; see docs/findings.md.",
    ),
]

ColumnOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The column of a table that holds the identifiers, where another could be meant; outer.inner"
        " if it is nested. In RDF: subject, predicate, object, graph or datatype.",
    ),
]

UnpackOption = Annotated[
    float,
    typer.Option(min=1, metavar="N", help="How many times its size a compressed file may become."),
]

FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        **choice(themselves(FORMATS)),
        help=f"{', '.join(FORMATS)}, if the names of the files do not say it.",
    ),
]

SarifOption = Annotated[
    bool,
    typer.Option(
        "--sarif", help="One SARIF 2.1.0 document, as forges take it to annotate a change."
    ),
]
