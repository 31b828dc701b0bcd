"""Options that several verbs have, and the exit statuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast, get_args

import click
from click.types import StringParamType

from iriform import IRI, ParseError
from iriform._core import wrong_name
from iriform._display import escape
from iriform._engines.table import PRODUCTIONS
from iriform.findings import Profile

from .arguments import as_name, as_text, is_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from click.shell_completion import CompletionItem

    from iriform._engines.words import Production
    from iriform.audit.options import Reference

    ParamType: TypeAlias = click.ParamType[Any]
else:
    ParamType = click.ParamType  # generic since Click 8.5

T = TypeVar("T")
Command = TypeVar("Command", bound="Callable[..., Any] | click.Command")


class Decorator(Protocol):
    """The decorator of `click.option` and `click.argument`, which adds the option to a command."""

    def __call__(self, command: Command, /) -> Command:
        """Add the option to a command."""
        ...


class Status(IntEnum):
    """The exit statuses that every verb shares."""

    DONE = 0
    FOUND = 1
    """The input was read, and something in it is not valid."""
    FAILED = 2
    """The input or the command cannot be used."""
    INTERRUPTED = 130
    """Ctrl-C, as in shells: 128 + SIGINT. Other signals that end the program have similar statuses."""
    PIPE_CLOSED = 141
    """The output has no reader any more: 128 + SIGPIPE."""


class Words(ParamType, Generic[T]):
    """A choice of words, in any letter case, with their meanings."""

    name = "word"

    def __init__(
        self, words: Mapping[str, T] | Sequence[T], others: Mapping[str, T] | None = None
    ) -> None:
        self._words = words if isinstance(words, Mapping) else {str(word): word for word in words}
        # Further words that are accepted but not listed.
        self._all = {**self._words, **(others or {})}

    def convert(
        self,
        value: str,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> T:
        """Return the meaning of a word."""
        for word, meant in self._all.items():
            if word.lower() == value.lower():
                return meant
        raise click.BadParameter(
            f"{escape(value)} is not one of {', '.join(self._words)}", ctx, param
        )

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - Click passes it
        param: click.Parameter,  # noqa: ARG002 - likewise
        incomplete: str,
    ) -> list[CompletionItem]:
        """List the words that begin with a text."""
        from click.shell_completion import CompletionItem

        start = incomplete.lower()
        return [CompletionItem(word) for word in self._words if word.lower().startswith(start)]


class Severities(ParamType):
    """The code of a rule and another severity of it."""

    name = "severity"

    def convert(
        self,
        value: str,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, str]:
        """Return both; `check` lists the valid ones."""
        code, equals, severity = value.partition("=")
        if not equals:
            raise click.BadParameter("it must be CODE=SEVERITY", ctx, param)
        try:
            IRI("a:").check(severities={code: severity})  # type: ignore[dict-item]  # it is checked
        except ValueError as error:
            raise click.BadParameter(escape(str(error)), ctx, param) from None
        return code, severity


class Named(StringParamType):
    """Text with a type name, because help shows the type of an argument whose placeholder is its name."""

    def __init__(self, name: str) -> None:
        self.name = name


def flag(*names: str, help: str) -> Decorator:  # noqa: A002 - the name in Click
    """Make an option without a value."""
    return click.option(*names, is_flag=True, help=help)


def file_option(*names: str, help: str) -> Decorator:  # noqa: A002 - the name in Click
    """Make an option that names a file."""
    return click.option(*names, metavar="FILE", type=click.Path(), help=help)


def word_option(
    *names: str,
    words: Sequence[str],
    help: str,  # noqa: A002 - the name in Click
    default: str | None = None,
) -> Decorator:
    """Make an option whose value is one of several words; its placeholder is its name."""
    return click.option(
        *names,
        metavar=names[-1].strip("-").upper(),
        type=Words(words),
        default=default,
        show_default=default is not None,
        help=help,
    )


@dataclass(frozen=True)
class Kind:
    """A production that a value can be checked as."""

    value: Production
    """Its name in the RFC."""
    type: Reference
    """The class whose values match it."""


KINDS = {name: Kind(cast("Production", name), of) for name, of in PRODUCTIONS.items()}

BASE_DECIDES = " By default IRI, and with --base IRI-reference."

PRODUCTION_HELP = f"What a value must be: {', '.join(KINDS)}."

as_option: Callable[..., Decorator] = partial(
    click.option,
    "--as",
    "kind",
    metavar="KIND",
    type=Words(KINDS, {name.replace("-r", "R"): kind for name, kind in KINDS.items()}),
    show_default=True,
    help=f"{PRODUCTION_HELP} URI and IRI begin with a scheme, as in https:, a reference may leave it"
    " out. IRI takes every script, URI only ASCII.",
)

base_option: Callable[..., Decorator] = partial(click.option, "--base", metavar="IRI")


def kind_of(kind: Kind | None, base: str | None) -> Kind:
    """Return the production of values that may be relative to a base, unless one is given."""
    return kind or KINDS["IRI" if base is None else "IRI-reference"]


def base_of(base: str | None) -> str | None:
    """Read a base, which must be an IRI."""
    try:
        return None if base is None else IRI(base)
    except ParseError as error:
        raise click.BadParameter(f"--base: {str(error).partition(chr(10))[0]}") from None


profile_option: Decorator = word_option(
    "--profile",
    words=get_args(Profile),
    default="default",
    help=f"Which findings: {', '.join(get_args(Profile))}; see docs/findings.md.",
)

severity_option: Decorator = click.option(
    "--severity",
    "severities",
    multiple=True,
    type=Severities(),
    metavar="CODE=SEVERITY",
    help="Give a rule another severity, add it to the profile, or leave it out (CODE=ignore).",
)


# No top-level domain has this name.
_SUFFIXES_OF_FILES = (".txt", ".csv", ".list")


def _names(
    _context: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """Read the names in the given files; other arguments are names themselves."""
    from pathlib import Path

    # Each name, with its position for messages.
    names: list[tuple[str, str]] = []
    for one in given:
        one = as_text(one)  # noqa: PLW2901 - the same name
        if not Path(as_name(one)).is_file():
            if one.endswith(_SUFFIXES_OF_FILES):
                raise click.BadParameter(f"{escape(one)}: no such file")
            names.append(("", one))
            continue
        try:
            lines = Path(as_name(one)).read_text("utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise click.BadParameter(f"{escape(one)} cannot be read: {error}") from None
        stripped = ((number, line.strip()) for number, line in enumerate(lines, 1))
        of_file = [
            (f"{escape(one)}:{number}: ", line)
            for number, line in stripped
            if line and not line.startswith("#")
        ]
        if not of_file:
            raise click.BadParameter(f"{escape(one)} has no name")
        names += of_file
    bad = next((place + escape(name) for place, name in names if not is_text(name)), None)
    if bad is not None:
        raise click.BadParameter(f"{bad} is not UTF-8")
    wrong = wrong_name([name for _, name in names])
    if wrong is not None:
        place, message, at_its_place = wrong
        line = names[place][0]
        raise click.BadParameter(line + at_its_place if line else message)
    return tuple(name for _, name in names)


protected_option: Decorator = click.option(
    "--protected",
    multiple=True,
    metavar="NAME",
    callback=_names,
    help="Find hosts that people may mistake for this one; a file has a name on each line."
    " May be repeated.",
)

sarif_option: Decorator = flag(
    "--sarif", help="Print one SARIF 2.1.0 document, from which code hosts annotate a change."
)
