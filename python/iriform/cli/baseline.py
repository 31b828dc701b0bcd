"""`--baseline`: the faults that are known, so that new ones only are reported."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from os.path import normpath
from typing import TYPE_CHECKING

import click

from iriform._io.errors import AuditError
from iriform._io.lines import text_lines
from iriform._io.plain_text import label
from iriform._io.streams import opened, readable

from .checked import Passed, recorded
from .options import Decorator
from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from iriform.audit.formats.format import Format
    from iriform.audit.options import Options

    from .checked import Checked

baseline_option: Decorator = click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(),
    help="Leave out the faults that FILE has, which check --json has written: those with the same code,"
    " file and value, wherever they stand now.",
)


class Baseline:
    """The known faults: their codes, files and values."""

    def __init__(self, file: str | None) -> None:
        """Read them from JSON lines, as `check --json` writes them."""
        self._known = set[tuple[str, str, str]]()
        if file is None:
            return
        with readable(file), opened(file) as input_:
            for number, line in enumerate(text_lines(input_), 1):
                try:
                    record = json.loads(line)
                    self._known.add(_key(record["file"], record))
                except (ValueError, TypeError, KeyError, RecursionError):  # noqa: PERF203 - to name its line
                    where = f"{label(file)}:{number}"
                    said = f"--baseline: {where} is not a line of iriform check --json"
                    raise InputError(said) from None

    def new(
        self, name: str, format_: Format, values: Iterable[Checked | Passed]
    ) -> Iterator[Checked | Passed]:
        """Leave out what is known of the values of a file."""
        for each in values:
            if isinstance(each, Passed) or not self._known or not each.is_bad:
                yield each
                continue
            records = recorded(name, format_, each)
            is_new = [_key(name, record) not in self._known for record in records]
            if each.unreadable is not None:
                if is_new[0]:
                    yield each
            elif each.problem is not None:
                yield each if is_new[0] else each._replace(problem=None)
            else:
                found = zip(each.findings, is_new, strict=True)
                yield each._replace(findings=[finding for finding, new in found if new])


def new_faults(names: Sequence[str], options: Options, known: Baseline) -> Counter[str]:
    """Count the faults of files that are not known, by the codes of `--fail-on`."""
    from iriform.audit.sources import among, format_of

    from .check import values_of

    options = among(options, names)
    counts = Counter[str]()
    for name in names:
        format_ = format_of(name, options)
        # What cannot be read has been reported.
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
    """Describe new faults: how many, and of which codes."""
    total = counts["invalid"] + counts["unreadable"] + counts["findings"]
    each = sorted(
        (n, code) for code, n in counts.items() if n and code not in {"invalid", "findings"}
    )
    listed = ", ".join(f"{n:,} {code}" for n, code in reversed(each))
    return f"{total:,} not in the baseline" + (f": {listed}" if listed else "")


def _key(name: str, record: dict[str, object]) -> tuple[str, str, str]:
    """Name a fault: its code, file and value. What cannot be read has no value but a reason."""
    code = record.get("code") or record["reason"]
    value = record["message"] if code == "unreadable" else record["text"]
    return str(code), normpath(name), str(value)
