"""SARIF 2.1.0 (OASIS), which code hosts show beside the lines of a change.

A document is one run. The results are written one by one, so memory does not grow with their
number; the rules that occur are described after them.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from iriform import URI, Reason, Segment, URIReference, __version__
from iriform._core import masked, meaning
from iriform._io.plain_text import STDIN
from iriform.findings import RULES

from .built_urls import CODES
from .clauses import clause_uri

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from iriform import Finding
    from iriform.audit.formats.format import Format
    from iriform.findings import Severity

    from .checked import Checked

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_UNREADABLE = "unreadable"
_NO_VALUE = "this text cannot be read, so there is no value"


class Region(NamedTuple):
    """A place in a file: lines and columns count from 1, columns in code points."""

    line: int
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def record(self) -> dict[str, int]:
        """Return the region with SARIF's names (§3.30)."""
        names = ("startLine", "startColumn", "endLine", "endColumn")
        return {name: n for name, n in zip(names, self, strict=True) if n is not None}


class Fix(NamedTuple):
    """A replacement of a region, with a description."""

    description: str
    region: Region
    text: str


class Sarif:
    """A document on standard output."""

    def __init__(self) -> None:
        self._indices: dict[str, int] = {}
        self.is_complete = True
        """True if all inputs could be read."""

    def __enter__(self) -> Self:
        head = json.dumps({"$schema": SCHEMA, "version": "2.1.0"})
        run = json.dumps({"columnKind": "unicodeCodePoints"})
        sys.stdout.write(f'{head[:-1]}, "runs": [{run[:-1]}, "results": [')
        return self

    def __exit__(
        self,
        type_: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the document, even after an input that cannot be read."""
        # The exit status 1 says that something was found, which is not a failure.
        invocations = [{"executionSuccessful": type_ is None and self.is_complete}]
        rules = [_rules()[code] for code in self._indices]
        driver = {"name": "iriform", "version": __version__, "rules": rules}
        end = json.dumps({"tool": {"driver": driver}, "invocations": invocations})
        sys.stdout.write(f"\n], {end[1:]}]}}\n")

    def say(self, file: str, format_: Format, checked: Checked, /) -> None:
        """Write the results of one bad value."""
        problem = checked.problem
        if problem is not None:
            at = _region(format_, checked, problem.start, problem.stop)
            self.result(str(problem.error.reason), "error", problem.sentence, file, at)
        elif checked.unreadable is not None:
            at = _region(format_, checked)
            self.result(_UNREADABLE, "error", checked.unreadable, file, at)
        for finding in checked.findings:
            at = _region(format_, checked, *finding.span)
            fix = _fix(finding, checked, format_)
            self.result(finding.code, finding.severity, finding.sentence, file, at, fix=fix)

    def result(  # noqa: PLR0913 - the columns of a row
        self,
        code: str,
        severity: Severity,
        message: str,
        file: str,
        place: Region | str,
        *,
        fix: Fix | None = None,
    ) -> None:
        """Write a result (§3.27) with its location: a region, or a location in words."""
        artifact = {"uri": _uri(file)}
        physical: dict[str, Any] = {"artifactLocation": artifact}
        location: dict[str, Any] = {"physicalLocation": physical}
        if isinstance(place, Region):
            physical["region"] = place.record()
        else:
            location["logicalLocations"] = [{"fullyQualifiedName": place}]
        comma = "," if self._indices else ""
        record: dict[str, Any] = {
            "ruleId": code,
            "ruleIndex": self._indices.setdefault(code, len(self._indices)),
            "level": _LEVELS[severity],
            "message": {"text": message},
            "locations": [location],
        }
        if fix is not None:
            change = {"deletedRegion": fix.region.record(), "insertedContent": {"text": fix.text}}
            changes = [{"artifactLocation": artifact, "replacements": [change]}]
            record["fixes"] = [
                {"description": {"text": fix.description}, "artifactChanges": changes}
            ]
        sys.stdout.write(f"{comma}\n{json.dumps(record)}")


def _region(
    format_: Format, checked: Checked, start: int | None = None, stop: int | None = None
) -> Region | str:
    """Return the location for SARIF: a region, if the format has lines."""
    if checked.line is not None:
        return Region(checked.line)
    if format_.unit != "line":
        return f"{format_.unit} {checked.place} {checked.part or ''}".rstrip()
    if start is None or stop is None:
        return Region(checked.place)
    first, end = checked.column(format_, start), checked.column(format_, stop)
    return Region(checked.place, first, None if end is None else checked.place, end)


def _fix(finding: Finding, checked: Checked, format_: Format) -> Fix | None:
    """Make a fix from a suggestion, unless it would show a secret."""
    suggestion, value = finding.suggestion, checked.value
    if suggestion is None or value is None or masked(suggestion) != suggestion:
        return None
    first, end = checked.column(format_, 0), checked.column(format_, len(value))
    if first is None:
        return None
    region = Region(checked.place, first, checked.place, end)
    return Fix("write it without this finding", region, suggestion)


@cache
def _rules() -> dict[str, dict[str, Any]]:
    """Describe every rule (§3.49): the reasons of errors, and the findings."""
    meanings = (
        {str(reason): meaning(reason) for reason in Reason} | {_UNREADABLE: _NO_VALUE} | CODES
    )
    pages = {code: f"docs/errors.md#{code}" for code in Reason} | {_UNREADABLE: "docs/cli.md#check"}
    pages |= dict.fromkeys(CODES, "docs/cli.md#literals")
    rules: dict[str, dict[str, Any]] = {
        code: {
            "id": code,
            "shortDescription": {"text": text},
            "defaultConfiguration": {"level": "error"},
            "help": {
                "text": f"{text}. See {pages[code]}.",
                "markdown": f"{text}. See `{pages[code]}`.",
            },
        }
        for code, text in meanings.items()
    }
    for rule in RULES:
        text = f"{rule.message} ({rule.clause})."
        examples = f"Found in `{_shown(rule.bad_example)}`, not in `{_shown(rule.good_example)}`."
        described = {
            "id": rule.code,
            "shortDescription": {"text": rule.message},
            "defaultConfiguration": {"level": _LEVELS[rule.severity]},
            "help": {
                "text": f"{text} {examples} See docs/findings.md#{rule.code}.",
                "markdown": f"{text}\n\n{examples}\n\nSee `docs/findings.md#{rule.code}`.",
            },
            "properties": {"topic": rule.topic, "profiles": list(rule.profiles)},
        }
        if uri := clause_uri(rule.clause):
            described["helpUri"] = uri
        rules[rule.code] = described
    return rules


def _shown(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()


def _uri(file: str) -> str:
    """Return the name of a file as a URI reference (§3.4.3), relative if the name is."""
    if Path(file).is_absolute():
        return URI.from_file_path(file)
    if file == STDIN:
        return STDIN
    names = (Segment.quote(os.fsencode(name)) for name in Path(file).parts)
    return URIReference().with_parts(path="/".join(names))
