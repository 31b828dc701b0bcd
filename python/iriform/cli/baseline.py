"""`--baseline`: the known faults, so only new ones are reported."""

from __future__ import annotations

import json
from os.path import normpath
from typing import TYPE_CHECKING

from iriform._io.lines import text_lines
from iriform._io.plain_text import label
from iriform._io.streams import opened, readable

from .checked import Passed, recorded
from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from iriform.audit.formats.format import Format

    from .checked import Checked


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
        """Leave out the known faults of the values of a file."""
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


def _key(name: str, record: dict[str, object]) -> tuple[str, str, str]:
    """Identify a fault by its code, file and value.

    An unreadable part has a reason instead of a value.
    """
    code = record.get("code") or record["reason"]
    value = record["message"] if code == "unreadable" else record["text"]
    return str(code), normpath(name), str(value)
