"""The common part of the verbs that turn each value into a result. A failure loses no other value.

Output line N is the result of value N. Where there is none, the line is empty, standard error
says why, and the run goes on. With `--out`, the results take the places of a file's values in a copy.
"""

from __future__ import annotations

import sys
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.exceptions import Exit

from iriform import IRI, ParseError
from iriform._display import counted, escape

from .copying import Copying, copying_options
from .help import Argument, Verb, several
from .options import KINDS, Decorator, Kind, Status
from .problems import Problem
from .signals import standing
from .terminal import complain, ending_well, print_json, report
from .values import IDENTIFIERS, Value, given, json_option, warn_of_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from iriform.audit.mending.edits import Operation
    from iriform.audit.options import Reference
    from iriform.steps import Step

Result = TypeVar("Result")


# The end of the help of each of these verbs.
_COMMON = """
Output line N is the result of value N; it is empty if there is none, and standard error says why.

`--out` reads the argument as a file and writes a copy with the results in place of the values:
`iriform {} links.csv --column url --out new.csv`.

Exit status: 0 if all have a result, 1 if one has none, 2 if the input or another argument cannot be used.
"""


class Transformation(NamedTuple):
    """The result of each value, by the options of a verb."""

    operation: Callable[[str], str]
    of_column: Callable[[Any], Any]
    """The same for a column, of which a copy has the results."""
    kind: Kind = KINDS["IRI-reference"]
    """The kind of the values."""
    steps: Callable[[str], tuple[Step, ...]] | None = None
    """The steps of a result, if they are shown."""
    in_copies: Callable[[str], str] | None = None
    """The operation on a value of a copy, if it differs."""
    at_end: Callable[[], None] = lambda: None
    """A call at the end, even if the run fails."""


def value_verb(
    name: str | None = None,
    *,
    first: Decorator = lambda verb: verb,
    metavar: str = "IRI...",
    help: str = IDENTIFIERS,  # noqa: A002 - the name in Click
) -> Callable[[Callable[..., Transformation]], click.Command]:
    """Make a verb from a function that turns each value into a result.

    The function only takes its own options.

    `first` adds an argument before the values.
    """

    def made(function: Callable[..., Transformation]) -> click.Command:
        @wraps(function)
        def verb(values: Sequence[str], *, copying: Copying, json: bool, **own: object) -> None:
            of = function(**own)
            try:
                transform(values, of, copying, json=json)
            finally:
                of.at_end()

        # Help lists the arguments, then the options of the verb, then those that all have.
        own = verb.__dict__.pop("__click_params__", [])
        whole: Any = copying_options(json_option(verb))
        whole.__click_params__ += own
        values = several("values", metavar, help)
        command = click.command(name, cls=Verb, no_args_is_help=True)(first(values(whole)))
        *before, _ = (str(each.metavar) for each in command.params if isinstance(each, Argument))
        command.ending = _COMMON.format(" ".join([str(command.name), *before]))
        return command

    return made


def transform(
    arguments: Sequence[str], of: Transformation, copying: Copying, *, json: bool
) -> None:
    """Print the result for each value, perhaps after its steps, or write a copy."""
    with ending_well(data=not json):

        def edit() -> Operation:
            from iriform.audit.mending.edits import Operation

            return Operation(of.in_copies or of.operation, of.of_column)

        if copying.copied(arguments, of.kind, edit, json=json):
            return
        warn_of_files(arguments)
        run = Run(of.kind.type, json=json)
        for value in run.values(arguments):
            if (result := run.attempt(value, of.operation)) is None:
                continue
            if of.steps is None:
                run.print(value, result)
                continue
            from .steps import records, show_steps

            taken = of.steps(value.text)
            if json:
                run.print(value, result, steps=records(taken))
                continue
            show_steps(taken)
            run.print(value, result)
        run.end()


def on_column(name: str, *given: object, **named: object) -> Callable[[Any], Any]:
    """Bind a function of `iriform.columns`, by name, to arguments."""

    def of_column(column: Any) -> Any:  # noqa: ANN401 - as columns are
        from iriform import columns

        return getattr(columns, name)(column, *given, **named)

    return of_column


class Run:
    """A run over values, some of which may have no result."""

    def __init__(self, reference: Reference, *, json: bool) -> None:
        self._reference = reference
        self._json = json
        # An escape is for people; a file or pipe gets the text itself.
        self._for_people = sys.stdout.isatty()
        # A text that looks like a host but, without a scheme, begins a path.
        self._first_host, self._hosts = "", 0
        self.total: int = 0
        self.failed: int = 0

    def values(self, arguments: Iterable[str]) -> Iterable[Value]:
        """Yield the values; print blank lines as they are."""
        place = ""
        with standing(lambda: f" after {place or 'nothing'}"):
            for value in given(arguments):
                place = value.place
                if value.file is not None and not value.text:
                    if not self._json:
                        sys.stdout.write("\n")
                    continue
                self.total += 1
                if value.text[:4].lower() == "www.":
                    self._first_host = self._first_host or value.place
                    self._hosts += 1
                yield value

    def attempt(self, value: Value, operation: Callable[[str], Result]) -> Result | None:
        """Apply `operation`, or say why it cannot be applied."""
        try:
            return operation(value.text)
        except ParseError as error:
            problem = Problem.of(error, self._reference)
            self._fail(value, problem)
        except ValueError as error:
            self._fail(value, str(error))
        return None

    def print(self, value: Value, result: str, **more: object) -> None:
        """Print a result, escaped on a terminal and unchanged elsewhere."""
        if self._json:
            place = {"file": value.file, "line": value.line}
            print_json({**place, "text": value.text, "result": result, **more})
        else:
            sys.stdout.write(f"{escape(result) if self._for_people else result}\n")

    def _fail(self, value: Value, why: Problem | str) -> None:
        self.failed += 1
        if self._json:
            place = {"file": value.file, "line": value.line}
            said = why.record() if isinstance(why, Problem) else {"message": why}
            print_json({**place, "result": None, **said})
            return
        sys.stdout.write("\n")
        if isinstance(why, Problem):
            report(why.drawn(f"{value.place}:{why.column}"))
        else:
            complain(f"{value.place}: {why}")

    def end(self) -> None:
        """Report the number of failures, and exit with the status for it."""
        if self._hosts and not issubclass(self._reference, IRI):
            more = f", and {self._hosts - 1:,} more" if self._hosts > 1 else ""
            complain(
                f"{self._first_host}: without a scheme it is read as a path{more};"
                " iriform repair --default-scheme https makes it an address"
            )
        if self.failed:
            complain(f"no result for {self.failed:,} of {counted(self.total, 'value')}")
            raise Exit(Status.FOUND)
