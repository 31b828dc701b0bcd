"""`--fail-on`: the codes that make an audit fail."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from iriform._types.reason import Reason
from iriform.findings import RULES

from .options import Decorator
from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from click.shell_completion import CompletionItem

    from iriform.audit import Audit

# The counts of every input, and the findings beyond the grammar.
_GENERAL = ("invalid", "empty", "unreadable", "findings")


def known() -> list[str]:
    """List the codes that the option accepts."""
    return [*_GENERAL, *(reason.value for reason in Reason), *(rule.code for rule in RULES)]


def _begun(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """List the codes that begin with a text."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(code) for code in known() if code.startswith(incomplete)]


fail_on_option: Decorator = click.option(
    "--fail-on",
    metavar="CODE",
    multiple=True,
    shell_complete=_begun,
    help="Exit with 1 if there is such a value: invalid, empty, unreadable, findings, the code"
    " of a reason such as invalid-port, or of a finding such as bidi-formatting. May be repeated.",
)


def refuse_unknown(codes: Sequence[str]) -> None:
    """Refuse an unknown code, which would never make an audit fail."""
    for code in codes:
        if code not in known():
            near = get_close_matches(code, known(), 3, 0.5) or [*_GENERAL]
            raise InputError(
                f"--fail-on {code}: there is no such code; is {' or '.join(near)} meant?"
                " docs/findings.md lists those of findings"
            )


def counts_of(found: Audit) -> dict[str, int]:
    """Count the faults that make an audit fail, by code."""
    return {
        "invalid": found.invalid,
        "empty": found.empty,
        "unreadable": found.unreadable,
        "findings": sum(group.count for group in found.findings),
        **{group.code: group.count for group in (*found.problems, *found.findings)},
    }


def failures(counts: Mapping[str, int], codes: Sequence[str]) -> str:
    """Describe the counts of the codes that occur."""
    said = (f"{counts[code]:,} {code}" for code in codes if counts.get(code))
    return ", ".join(dict.fromkeys(said))
