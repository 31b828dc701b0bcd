"""The faults of files that a baseline lacks, counted like an audit."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from iriform._io.errors import AuditError
from iriform.audit.sources import among, format_of

from .check import values_of
from .checked import Passed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from iriform.audit.options import Options

    from .baseline import Baseline


def new_faults(names: Sequence[str], options: Options, known: Baseline) -> Counter[str]:
    """Count the unknown faults of files, by the codes of `--fail-on`."""
    options = among(options, names)
    counts = Counter[str]()
    for name in names:
        format_ = format_of(name, options)
        # Unreadable parts have been reported.
        with suppress(AuditError):
            values = values_of(name, options, asks_more=True, quiet=True)
            for each in known.new(name, format_, values):
                if isinstance(each, Passed):
                    continue
                codes = {finding.code for finding in each.findings}
                counts.update(codes)
                counts["findings"] += len(codes)
                if each.problem is not None:
                    counts.update(["invalid", str(each.problem.error.reason)])
                counts["unreadable"] += each.unreadable is not None
    return counts


def said_of(counts: Counter[str]) -> str:
    """Describe new faults by number and code."""
    total = counts["invalid"] + counts["unreadable"] + counts["findings"]
    each = sorted(
        (n, code) for code, n in counts.items() if n and code not in {"invalid", "findings"}
    )
    listed = ", ".join(f"{n:,} {code}" for n, code in reversed(each))
    return f"{total:,} not in the baseline" + (f": {listed}" if listed else "")
