"""The report of an audit, drawn for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from iriform._display import escape

from .anatomy import crop
from .lines import label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .report import Example, FileReport, Group, Names, Report

_MARGIN = " "
_WIDEST = 100
_GAP = 3
_EIGHTHS = " ▏▎▍▌▋▊▉"


def summary(report: Report, width: int) -> Text:
    """Draw the whole report, at most `width` cells wide but for what must not be cropped."""
    room = min(width, _WIDEST) - 2 * len(_MARGIN)
    lines = [
        *map(_file, report.files),
        Text(),
        *_verdict(report, room),
        *_names(report, room),
        *_problems(report),
        *_unreadable(report),
    ]
    return Text("\n").join(Text(_MARGIN if line else "") + line for line in lines)


def _file(file: FileReport) -> Text:
    """Say what was read."""
    line = Text(label(file.file), "bold")
    if file.column is not None:
        line.append(f" · column {escape(file.column)}", "not bold")
    rows = file.valid + file.invalid + file.empty + file.unreadable
    unit = "line" if file.format == "text" else "row"
    line.append(f" · {rows:,} {unit}{'s' * (rows != 1)}", "not bold")
    return line


def _verdict(report: Report, room: int) -> Iterator[Text]:
    """Say how many values are valid."""
    judged = report.valid + report.invalid
    if judged:
        # A single bad value among millions must not vanish.
        cells = min(round(room * report.valid / judged), room - bool(report.invalid))
        yield Text.assemble(("█" * cells, "green"), ("█" * (room - cells), "red"))
    noun = f"{report.kind.replace('-', ' ')}s"
    if "IRI" in report.kind and report.valid:
        noun += f", {report.ascii:,} of them {noun.replace('IRI', 'URI')} (ASCII only)"
    rows = [
        (report.valid, f"valid {noun}", "green"),
        (report.invalid, "not valid", "red"),
        (report.empty, "empty", "yellow"),
        (report.unreadable, "rows that cannot be read", "yellow"),
    ]
    digits = max(len(f"{count:,}") for count, *_ in rows)
    for count, what, style in rows:
        judgement = judged and style != "yellow"
        if count or judgement:
            yield Text.assemble(
                (f"{count:{digits},}", f"bold {style}" if count else ""),
                f"  {_share(count, judged) if judgement else '':>6}  {what}",
            )


def _names(report: Report, room: int) -> Iterator[Text]:
    """Set schemes and hosts side by side."""
    if not report.schemes.values and not report.hosts.values:
        return
    half = (room - _GAP) // 2
    left = _table("scheme", report.schemes, half)
    right = _table("host", report.hosts, half)
    yield Text()
    for i in range(max(len(left), len(right))):
        line = left[i].copy() if i < len(left) else Text()
        line.append(" " * (half + _GAP - line.cell_len))
        if i < len(right):
            line.append_text(right[i])
        line.rstrip()
        yield line


def _table(what: str, names: Names, width: int) -> list[Text]:
    """List the most frequent names, with bars."""
    rows = [Text(f"{names.distinct:,} {what}{'s' * (names.distinct != 1)}", "bold")]
    if not names.top:
        return rows
    digits = len(f"{names.top[0].count:,}")
    bars = max(4, width // 4)
    room = width - digits - bars - 2
    for name, count in ((top.name, top.count) for top in names.top):
        shown = crop(name, room) if name else "(empty)"
        rows.append(
            Text.assemble(
                (shown + " " * (room - cell_len(shown)), "" if name else "italic bright_black"),
                f" {count:{digits},} ",
                (_bar(count / names.top[0].count, bars), "cyan"),
            )
        )
    rest = names.values - sum(top.count for top in names.top)
    if rest:
        others = names.distinct - len(names.top)
        shown = f"{others:,} more"
        rows.append(Text(shown + " " * (room - len(shown)) + f" {rest:{digits},}", "bright_black"))
    return rows


def _bar(share: float, width: int) -> str:
    """Draw a bar to an eighth of a cell; the smallest is not nothing."""
    eighths = max(1, round(share * width * 8))
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def _problems(report: Report) -> Iterator[Text]:
    """Show each kind of problem with an example, and where there are more."""
    digits = max((len(f"{group.count:,}") for group in report.problems), default=0)
    indent = " " * (digits + 2)
    for group in report.problems:
        first = group.examples[0]
        yield Text()
        yield Text.assemble(
            (f"{group.count:{digits},}  {group.reason}", "bold red"),
            f"  {_place(first)}",
            (_also(group), "bright_black"),
        )
        yield Text(indent + first.message.partition(": ")[2])
        for line in (first.picture or "").split("\n"):
            yield Text(indent + line)


def _also(group: Group) -> str:
    """Say where the other examples are."""
    first, *others = group.examples
    if not others:
        return ""
    places = [
        str(other.line or other.row) if other.file == first.file else _place(other)
        for other in others
    ]
    more = ", …" if group.count > len(group.examples) else ""
    return f"; also {', '.join(places)}{more}"


def _unreadable(report: Report) -> Iterator[Text]:
    """Show rows that have no value."""
    if not report.unreadable:
        return
    yield Text()
    yield Text(f"{report.unreadable:,}  rows that cannot be read", "bold yellow")
    for example in report.unreadable_rows:
        yield Text(f"   {_place(example)}: {escape(example.message)}")


def _share(part: int, whole: int) -> str:
    """Give a share as a percentage, which is 0 and 100 for none and all only."""
    percent = f"{part / whole:.1%}"
    if percent == "100.0%" and part < whole:
        return ">99.9%"
    if percent == "0.0%" and part:
        return "<0.1%"
    return percent


def _place(example: Example) -> str:
    """Name the place, as editors and compilers do where it is a line."""
    if example.row is not None:
        return f"{label(example.file)} row {example.row:,}"
    place = f"{label(example.file)}:{example.line}"
    return place if example.column is None else f"{place}:{example.column}"
