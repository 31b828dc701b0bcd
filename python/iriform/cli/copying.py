"""`--out`: a copy of a file instead of results, for each verb that transforms values."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from .arguments import as_name
from .inputs import CopyOptions, column_option, format_option, unpack_option
from .options import Decorator, file_option, flag
from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from iriform.audit.mending.edits import Edit

    from .options import Kind

_OPTIONS: list[Decorator] = [
    file_option(
        "--out",
        help="Read the argument as a file, and write a copy with the results in place of the values: "
        "text, CSV, JSON lines or Parquet; with `repair` also RDF. - is standard output.",
    ),
    column_option,
    format_option,
    unpack_option,
    file_option(
        "--changes", help="With --out: write each change as JSON, one object per value and line."
    ),
    file_option(
        "--rejects",
        help="With --out: write the records without a result to this file, unchanged, instead of to "
        "the copy.",
    ),
    click.option(
        "--max",
        "most",
        metavar="N",
        type=click.IntRange(min=0),
        help="With --out: list at most N values without a result; all are counted.",
    ),
    flag("--quiet", "-q", help="With --out: print no list and no counts, only the exit status."),
]


class Copying(CopyOptions):
    """The input to copy, and the copy."""

    def copied(  # noqa: PLR0913 - the options of a verb
        self,
        values: Sequence[str],
        kind: Kind,
        edit: Callable[[], Edit],
        *,
        json: bool,
        base: str | None = None,
        fails_if_merged: bool = False,
    ) -> bool:
        """Write a copy if wanted, and return whether it was written."""
        if self.out is None:
            return False
        if len(values) > 1:
            raise InputError(f"--out writes a copy of one file, not of {len(values)}")
        # The readers of files take long to import, and values do not need them.
        from .mend import mend_file

        name = as_name(values[0])
        mend_file(name, self, kind, edit(), json=json, base=base, fails_if_merged=fails_if_merged)
        return True


def copying_options(verb: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a copy to a verb, which receives them as one argument, `copying`."""

    @wraps(verb)
    def packed(**given: Any) -> None:  # noqa: ANN401 - the options of the verb
        of_copy = {
            name: given.pop("format_" if name == "format" else name) for name in Copying._fields
        }
        verb(**given, copying=Copying(**of_copy))

    decorated: Callable[..., None] = packed
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated
