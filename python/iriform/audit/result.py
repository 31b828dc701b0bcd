"""The result of an audit, as data."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from iriform import Reason
from iriform._core import RDF_POSITIONS
from iriform._extras import needed

from .constants import INVALID, KEPT, MEASURED, UNREADABLE, VALID
from .figures import (
    Count,
    Counts,
    FaultCause,
    Figures,
    FileReport,
    Group,
    Lengths,
    Names,
    Namespace,
    Place,
    Prefixes,
    Problem,
)
from .look_alikes import look_alikes
from .sources import format_of
from .unknown_domains import unknown_domains

# The reason whose causes are counted.
INVALID_CHARACTER = Reason.INVALID_CHARACTER.value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from iriform import PrefixMap

    from .options import Options

    # The numbers of places and lines of an input before each of its pieces, which are identified by
    # the number of the input, the file in it if there are several, and the start of the piece.
    Before: TypeAlias = Mapping[tuple[int, str | None, int | None], Counter[str]]


@dataclass
class Audit(Figures):
    """The result of an audit."""

    def write_report(self, file: str) -> None:
        """Write the report: one self-contained HTML page. `AuditError` if that fails."""
        with needed("audit", "the report"):
            from .report import page
        from iriform._io.output_files import whole

        text = page(self)
        with whole(file) as stream:
            stream.write(text.encode())

    def _repr_html_(self) -> str:
        with needed("audit", "the report"):
            from .report import fragment

        return fragment(self)


def audit_of(
    options: Options, engine: str, files: Sequence[str], tables: Mapping[str, Sequence[Any]]
) -> Audit:
    """Make the result from the tables of the plan."""
    reports, ascii_ = _files(options, files, tables["counts"])
    for number, why in tables.get("refused", ()):
        reports[number].refused = why
    examples = _examples(files, options, tables["examples"], before_pieces(tables["pieces"]))
    hosts = _names(tables, "host")
    return Audit(
        kind=options.kind,
        base=options.base,
        profile=options.profile if options.policy is None else "policy",
        engine=engine,
        files=reports,
        valid=sum(file.valid for file in reports),
        invalid=sum(file.invalid for file in reports),
        empty=sum(file.empty for file in reports),
        unreadable=sum(file.unreadable for file in reports),
        ascii=ascii_,
        mendable=sum(mendable for _, _, mendable in tables["reasons"]),
        problems=_problems(tables, examples),
        findings=_groups(Counter(dict(tables["findings"])), examples),
        unreadable_rows=examples.get(UNREADABLE, []),
        schemes=_names(tables, "scheme"),
        hosts=hosts,
        look_alikes=look_alikes(hosts.top) if options.look_alikes else None,
        unknown_domains=unknown_domains(hosts.top) if options.unknown_domains else None,
        authorities=_names(tables, "authority"),
        scripts=[Count(*item) for item in _sorted(Counter(dict(tables["scripts"])))],
        lengths=_lengths(tables["lengths"]),
        prefixes=None if options.prefixes is None else _prefixes(options.prefixes, tables),
    )


def _files(
    options: Options, files: Sequence[str], rows: Iterable[tuple[int, str | None, str, int, int]]
) -> tuple[list[FileReport], int]:
    reports = [FileReport(file=str(name), format=format_of(name, options).name) for name in files]
    ascii_only = 0
    for file, part, status, count, of_these in rows:
        report = reports[file]
        counts: list[Counts] = [report]
        if part is not None and format_of(files[file], options).is_table:
            report.column = part
        elif part is not None:
            counts.append(report.positions.setdefault(part, Counts()))
        for each in counts:
            setattr(each, status, getattr(each, status) + count)
            each.mendable += of_these if status == INVALID else 0
        ascii_only += of_these if status == VALID else 0
    for report in reports:
        report.positions = dict(sorted(report.positions.items()))
    return reports, ascii_only


def before_pieces(rows: Iterable[tuple[str, int, str | None, int, int]]) -> Before:
    """Sum the counts of an input before each of its pieces."""
    sums: dict[tuple[int, str | None], Counter[str]] = {}
    before: dict[tuple[int, str | None, int | None], Counter[str]] = {}
    for what, file, path, start, n in sorted(rows, key=lambda row: row[3]):
        sum_ = sums.setdefault((file, path), Counter())
        before.setdefault((file, path, start), Counter())[what] = sum_[what]
        sum_[what] += n
    return before


_POSITIONS = {position: number for number, position in enumerate(RDF_POSITIONS)}


def _examples(
    files: Sequence[str],
    options: Options,
    rows: Iterable[tuple[int, str | None, int | None, Any]],
    before: Before,
) -> dict[str, list[Place]]:
    """Take the first of each kind, in the order of the inputs."""
    found: dict[str, list[tuple[int, str, int, int, dict[str, Any]]]] = {}
    nowhere = Counter[str]()
    for file, path, start, lists in rows:
        sums = before.get((file, path, start), nowhere)
        for example in map(dict, lists):
            example["place"] += sums["places"]
            if example["line"] is not None:
                example["line"] += sums["lines"]
            # In a statement, they are in the order of the positions. A column has none.
            part = _POSITIONS.get(example["part"], 0)
            key = (file, path or "", example["place"], part, example)
            found.setdefault(example["about"], []).append(key)
    return {
        about: [
            _place(files[file], path, options, example)
            for file, path, _, _, example in heapq.nsmallest(KEPT, keys, key=lambda key: key[:4])
        ]
        for about, keys in found.items()
    }


def _place(file: str, path: str, options: Options, example: dict[str, Any]) -> Place:
    start, stop = example["start"], example["stop"]
    return Place(
        file=path or str(file),
        unit=format_of(file, options).unit,
        place=example["place"],
        part=example["part"],
        message=example["message"],
        text=example["text"],
        line=example["line"],
        column=example["column"],
        position=example["position"],
        span=None if start is None else (start, stop),
        rule=example["rule"],
        picture=example["picture"],
    )


def _sorted(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _groups(counts: Counter[str], examples: Mapping[str, list[Place]]) -> list[Group]:
    return [Group(code, count, examples.get(code, [])) for code, count in _sorted(counts)]


def _problems(
    tables: Mapping[str, Sequence[Any]], examples: Mapping[str, list[Place]]
) -> list[Problem]:
    causes = [
        FaultCause(*row) for row in sorted(tables["causes"], key=lambda row: (-row[1], row[0]))
    ]
    return [
        Problem(code, count, examples.get(code, []), mendable, causes * (code == INVALID_CHARACTER))
        for code, count, mendable in sorted(tables["reasons"], key=lambda row: (-row[1], row[0]))
    ]


def _names(tables: Mapping[str, Sequence[Any]], kind: str) -> Names:
    ((values, distinct),) = tables[f"{kind}_totals"]
    return Names(values, distinct, [Count(*row) for row in tables[f"{kind}_top"]])


def _prefixes(prefixes: PrefixMap, tables: Mapping[str, Sequence[Any]]) -> Prefixes:
    counts = dict(tables["prefixes"])
    found = [
        Namespace(name, str(namespace), n, n * (len(namespace) - len(name) - 1))
        for name, namespace in prefixes.items()
        for n in [counts.get(name, 0)]
    ]
    ((without, distinct),) = tables["namespace_totals"]
    return Prefixes(
        values=sum(counts.values()),
        namespaces=sorted(found, key=lambda each: (-each.count, each.prefix)),
        values_without=without,
        distinct_without=distinct,
        without=[
            Namespace(None, name, n, saved, prefixes.near(name))
            for name, n, saved in tables["namespace_top"]
        ],
    )


def _lengths(rows: Iterable[tuple[str, int, int, int]]) -> list[Lengths]:
    found: dict[str, list[tuple[int, int, int]]] = {}
    for component, class_, count, longest in rows:
        found.setdefault(component, []).append((class_, count, longest))
    return [
        Lengths(
            component,
            sum(count for _, count, _ in classes),
            max(longest for _, _, longest in classes),
            [Count(_span(class_), count) for class_, count, _ in sorted(classes)],
        )
        for component in MEASURED
        if (classes := found.get(component))
    ]


def _span(class_: int) -> str:
    """Describe a class of lengths.

    >>> _span(0), _span(1), _span(4)
    ('0', '1', '8-15')
    """
    low, high = 2**class_ // 2, 2**class_ - 1
    return str(low) if low == high else f"{low}-{high}"
