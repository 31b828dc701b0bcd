"""The figures of an audit, as data: what the report and the terminal show."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass
class Counts:
    """The numbers of lines, rows or values that are valid, invalid, empty or unreadable."""

    valid: int = 0
    invalid: int = 0
    empty: int = 0
    unreadable: int = 0
    mendable: int = 0
    """The number of invalid values that `repair` can repair."""
    in_text: int = 0
    """The number of invalid values that are a link with other text around it."""

    @property
    def judged(self) -> int:
        """The number of valid and invalid ones together."""
        return self.valid + self.invalid

    @property
    def read(self) -> int:
        """The number of all lines, rows or values."""
        return self.judged + self.empty + self.unreadable


@dataclass
class FileReport(Counts):
    """The counts of one input."""

    file: str = ""
    format: str = ""
    column: str | None = None
    """The name of the column that was read."""
    positions: dict[str, Counts] = field(default_factory=dict)
    """The counts for each position of a statement of RDF."""
    refused: str | None = None
    """The reason why reading stopped early; the counts then cover the part that was read."""


@dataclass
class Place:
    """A value or row, its fault or finding, and its place."""

    file: str
    unit: str
    """The unit of `place`: `line`, `row` or `statement`."""
    place: int
    part: str | None
    """The column of a table, the position in an RDF statement, or the path in a JSON document."""
    message: str
    text: str | None = None
    """The value, or its beginning, with its secrets masked; None for an unreadable part."""
    line: int | None = None
    """The last line of an RDF statement, if known."""
    column: int | None = None
    """The position of the blamed span in its line, counted from 1, if known."""
    position: int | None = None
    span: tuple[int, int] | None = None
    rule: str | None = None
    picture: str | None = None


@dataclass
class Group:
    """All values with the same fault, or the same finding."""

    code: str
    count: int = 0
    examples: list[Place] = field(default_factory=list)


@dataclass
class FaultCause:
    """A character that is not allowed, and the component that does not allow it."""

    message: str
    count: int
    mendable: int
    """The number of these values that `repair` can repair."""


@dataclass
class Problem(Group):
    """All values with the same fault."""

    mendable: int = 0
    """The number of these values that `repair` can mend."""
    causes: list[FaultCause] = field(default_factory=list)
    """The causes of `invalid-character`, the most frequent first."""


@dataclass
class Count:
    """A name and its count."""

    name: str
    count: int


@dataclass
class Names:
    """The schemes, hosts or other authorities of the valid values."""

    values: int
    """The number of values that have one."""
    distinct: int
    top: list[Count]


@dataclass
class LookAlike:
    """A registrable domain that looks like a more common one of the same data."""

    name: str
    count: int
    like: str
    """The more common one."""
    like_count: int


@dataclass
class Lengths:
    """The lengths of a component in valid values, in code points."""

    component: str
    values: int
    longest: int
    classes: list[Count]
    """The number of values in each class of lengths in code points: `0`, `1`, `2-3`, `4-7`, `8-15`, …"""


@dataclass
class Namespace:
    """A namespace, and the number of valid values that begin with it."""

    prefix: str | None
    """Its prefix in the map, or None."""
    namespace: str
    count: int
    saved: int
    """The number of characters that the prefix saves; a new prefix counts as three letters."""
    near: str | None = None
    """The prefix of a namespace that differs from this one only by `http` and `https`, or by `www.`."""


@dataclass
class Prefixes:
    """The counts of the namespaces of a `PrefixMap`, and of others."""

    values: int
    """The number of valid values that begin with a namespace of the map; each counts for the
    longest one."""
    namespaces: list[Namespace]
    """All namespaces of the map, most frequent first."""
    values_without: int
    """The number of values with a namespace, up to the last `/` or `#`, that is not in the map."""
    distinct_without: int
    without: list[Namespace]
    """The namespaces for which a prefix would save the most."""


@dataclass
class Figures:
    """The figures of an audit."""

    kind: str
    base: str | None
    profile: str
    """The profile whose findings were counted; `policy` if they are refusals of a policy."""
    engine: str
    files: list[FileReport]
    valid: int
    invalid: int
    empty: int
    unreadable: int
    ascii: int
    """The number of valid values that are ASCII, and so also match the rule of RFC 3986."""
    mendable: int
    """How many of the values that are not valid `repair` can mend."""
    problems: list[Problem]
    findings: list[Group]
    unreadable_rows: list[Place]
    schemes: Names
    hosts: Names
    authorities: Names
    """The names of buckets, apps and others in place of a host: `s3://bucket`."""
    scripts: list[Count]
    """The number of valid values with non-ASCII characters of each script."""
    lengths: list[Lengths]
    prefixes: Prefixes | None = None
    """None without prefixes."""
    look_alikes: list[LookAlike] | None = None
    """None unless requested."""
    unknown_domains: list[Count] | None = None
    """The hosts without an existing top-level domain; None unless requested."""

    @property
    def refused(self) -> list[FileReport]:
        """The inputs that could not be read, or not to the end."""
        return [file for file in self.files if file.refused is not None]

    @property
    def read(self) -> int:
        """The total number of lines, rows or values that were read."""
        return sum(file.read for file in self.files)

    def record(self) -> dict[str, Any]:
        """Return the record that `iriform audit --json` prints."""
        return asdict(self)

    def cut(self, top: int) -> Self:
        """Keep the most frequent names, and the namespaces that most need a prefix."""
        names = {
            kind: replace(getattr(self, kind), top=getattr(self, kind).top[:top])
            for kind in ("schemes", "hosts", "authorities")
        }
        prefixes = self.prefixes
        if prefixes is not None:
            prefixes = replace(prefixes, without=prefixes.without[:top])
        return replace(self, **names, prefixes=prefixes)
