"""What an audit finds, as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from .options import Format
from .problems import Problem
from .tally import Count, Tally

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from .batches import Batch, Source
    from .judge import Judged
    from .options import Kind

# Of each kind of problem, so many are kept to be shown.
_EXAMPLES = 3


@dataclass
class FileReport:
    """What one input had. Every line or row is one of four things."""

    file: str
    format: str
    column: str | None
    valid: int = 0
    invalid: int = 0
    empty: int = 0
    unreadable: int = 0


@dataclass
class Example:
    """A bad value or row, and where it is: in a line, or in a row of Parquet, counted from 1."""

    file: str
    line: int | None
    row: int | None
    message: str
    column: int | None = None
    """Where in the line the piece to blame begins, from 1, where the line is the value."""
    position: int | None = None
    span: tuple[int, int] | None = None
    rule: str | None = None
    picture: str | None = None


@dataclass
class Group:
    """All that is wrong for the same reason."""

    reason: str
    count: int = 0
    examples: list[Example] = field(default_factory=list)


@dataclass
class Names:
    """The schemes, or the hosts, of the valid values."""

    values: int
    """How many values have one."""
    distinct: int
    top: list[Count]


@dataclass
class Report:
    """What an audit has found."""

    kind: str
    files: list[FileReport]
    valid: int
    invalid: int
    empty: int
    unreadable: int
    ascii: int
    """How many of the valid values are ASCII, and so are URIs as well."""
    problems: list[Group]
    unreadable_rows: list[Example]
    schemes: Names
    hosts: Names

    def record(self) -> dict[str, Any]:
        """Say it for machines."""
        return asdict(self)


class Findings:
    """Gathers what an audit finds, in memory that does not grow with the input."""

    def __init__(self, kind: Kind, connection: DuckDBPyConnection) -> None:
        self._kind = kind
        self._tally = Tally(connection)
        self._files: list[FileReport] = []
        self._ascii = 0
        self._groups: dict[str, Group] = {}
        self._unreadable: list[Example] = []

    def begin(self, source: Source) -> None:
        """Begin an input."""
        self._files.append(FileReport(source.name, source.format.value, source.column))

    def add(self, source: Source, batch: Batch, judged: Judged) -> None:
        """Add a batch of the input begun last."""
        file = self._files[-1]
        file.valid += judged.valid
        file.invalid += len(judged.errors)
        file.empty += judged.empty
        file.unreadable += len(batch.unreadable)
        self._ascii += judged.ascii
        self._tally.add("scheme", judged.schemes)
        self._tally.add("host", judged.hosts)
        for index, error in judged.errors:
            problem = Problem.of(error, self._kind.type)
            reason = str(problem.error.reason)
            group = self._groups.setdefault(reason, Group(reason))
            group.count += 1
            if len(group.examples) < _EXAMPLES:
                group.examples.append(_example(source, batch.places[index], problem))
        for place, why in batch.unreadable[: _EXAMPLES - len(self._unreadable)]:
            self._unreadable.append(Example(source.name, place, None, why))

    def report(self, top: int) -> Report:
        """Sum up, with the `top` most frequent schemes and hosts."""
        return Report(
            kind=self._kind.value,
            files=self._files,
            valid=sum(file.valid for file in self._files),
            invalid=sum(file.invalid for file in self._files),
            empty=sum(file.empty for file in self._files),
            unreadable=sum(file.unreadable for file in self._files),
            ascii=self._ascii,
            problems=sorted(self._groups.values(), key=lambda group: (-group.count, group.reason)),
            unreadable_rows=self._unreadable,
            schemes=Names(*self._tally.top("scheme", top)),
            hosts=Names(*self._tally.top("host", top)),
        )


def _example(source: Source, place: int, problem: Problem) -> Example:
    in_rows = source.format is Format.PARQUET
    message, picture = problem.explained()
    return Example(
        file=source.name,
        line=None if in_rows else place,
        row=place if in_rows else None,
        message=message,
        column=problem.column if source.format is Format.TEXT else None,
        position=problem.position,
        span=(problem.start, problem.stop),
        rule=problem.error.rule,
        picture=picture,
    )
