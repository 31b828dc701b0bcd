"""The display of the steps of resolution and normalization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from iriform._display import escape

from .anatomy import crop
from .clauses import clause_uri
from .terminal import console, show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from iriform.steps import Pass, Step

_SETS = 13
_INDENT = "  "


def show_steps(steps: Iterable[Step]) -> None:
    """Show each step: its result, and the reason below it, with the clause."""
    for step in steps:
        value = "(none)" if step.text is None else escape(step.text) or "(empty)"
        style = "" if step.text else "italic bright_black"
        name = f"{step.sets:{_SETS}}" if step.sets else ""
        room = console().width - len(_INDENT) - len(name)
        show(Text.assemble(_INDENT, (name, "bold"), (crop(value, room), style)))
        cited = (step.clause, Style(link=clause_uri(step.clause)))
        why = (" " * len(name) + _INDENT * 2, step.words, " (", cited, ")")
        show(Text.assemble(*why, style="bright_black"))
        if step.passes:
            _show_passes(step.passes, " " * len(name) + _INDENT * 2)


def _show_passes(passes: tuple[Pass, ...], indent: str) -> None:
    """Show the buffers after each iteration, like the RFC's own examples (RFC 3986 §5.2.4)."""
    half = max(16, (console().width - len(indent) - 8) // 2)
    widest = max(cell_len(escape(each.output)) for each in passes)
    column = min(half, max(len("output buffer"), widest)) + 2

    def line(rule: str, output: str, rest: str) -> Text:
        shown = crop(escape(output), column - 2)
        gap = " " * (column - cell_len(shown))
        return Text(f"{indent}{rule:6}{shown}{gap}{crop(escape(rest), half)}".rstrip())

    heads = line("step", "output buffer", "input buffer")
    heads.stylize("bright_black")
    show(heads)
    for each in passes:
        show(line(each.rule, each.output, each.input))


def records(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Return the same for machines."""
    return [step._asdict() | {"passes": [each._asdict() for each in step.passes]} for step in steps]
