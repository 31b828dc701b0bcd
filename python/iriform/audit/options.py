"""The options of an audit: the production of the values, their location, and limits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from iriform._engines.table import PRODUCTIONS
from iriform._io.bounds import UNPACK
from iriform._io.errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from iriform import Finding, IRIReference, Policy, PrefixMap
    from iriform.findings import Profile, Severity

    Reference: TypeAlias = type[IRIReference]


@dataclass(frozen=True)
class Options:
    """The options for reading and judging every input. They are sent to the workers of a cluster."""

    kind: str = "IRI"
    """The production a value must match, by the RFC's name."""
    column: str | None = None
    is_for_tables: bool = False
    """True if `column` applies to tables only; other inputs are then read completely."""
    format: str | None = None
    """The format of every input; by default it follows from each file's name."""
    path: str | None = None
    """The JSONPath of the values in a JSON document (RFC 9535)."""
    rows_are_lines: bool = False
    """True if no field of CSV has a line break, so a table can be cut at any line."""
    base: str | None = None
    """The base that relative references are resolved against before they are split."""
    unpack: float = UNPACK
    profile: Profile = "default"
    """The profile whose findings are counted."""
    severities: tuple[tuple[str, Severity | Literal["ignore"]], ...] = ()
    """Rules with another severity, or disabled."""
    protected: tuple[str, ...] = ()
    """Names that other hosts must not resemble."""
    policy: Policy | None = None
    """The policy that must allow the values, if any: its refusals are the findings."""
    prefixes: PrefixMap | None = None
    """The prefixes by which the namespaces of valid values are counted, if they are."""
    look_alikes: bool = False
    """True if the hosts that look like a more common one are listed."""
    unknown_domains: bool = False
    """True if the hosts under a nonexistent top-level domain are listed."""
    declared: PrefixMap | None = None
    """The prefixes by which a compact IRI in RDF is found, in the options for a batch of statements."""
    is_located: bool = False
    """True if the readers record the positions of values in the bytes of an input, to repair them
    there."""

    def __post_init__(self) -> None:
        if self.path is not None:
            if self.format not in {None, "json"} or self.column is not None:
                raise AuditError("a path is for JSON documents, which have no columns")
            object.__setattr__(self, "format", "json")
        if self.policy is not None:
            # A relative reference is judged by its target.
            production = self.policy.production
            if self.base is not None:
                production = f"{production.partition('-')[0]}-reference"
            object.__setattr__(self, "kind", narrowed(self.kind, production))

    @property
    def reference(self) -> Reference:
        """The class whose values match the production."""
        return PRODUCTIONS[self.kind]

    @property
    def of_references(self) -> Options:
        """Return options for values that may be relative, which is then a finding."""
        kind = f"{self.kind.partition('-')[0]}-reference"
        return replace(self, kind=kind, severities=(("relative", "info"), *self.severities))

    def of_statements(self, declared: Iterable[tuple[str, str]]) -> Options:
        """Return options for the IRIs of an RDF document that has declared these prefixes."""
        from iriform import PrefixMap

        known = PrefixMap.well_known() if self.prefixes is None else self.prefixes
        return replace(self, declared=known | PrefixMap(declared, skip_invalid=True))

    def findings_in(self, value: IRIReference, part: str | None = None) -> list[Finding]:
        """Return the findings in a valid value, which may be at a position in a statement."""
        if self.policy is not None:
            return self.policy.refusals(value)
        severities = dict(self.severities)
        if self.declared is not None and part == "predicate" and self.profile == "rdf":
            severities.setdefault("rdf-xml-predicate", "info")
        return value.check(
            self.profile, severities, protected=self.protected, prefixes=self.declared
        )


def narrowed(one: str, other: str) -> str:
    """Return the production of texts that match both."""
    classes = PRODUCTIONS[one], PRODUCTIONS[other]
    both = [name for name, cls in PRODUCTIONS.items() if all(issubclass(cls, c) for c in classes)]
    return both[-1]  # the narrowest comes first
