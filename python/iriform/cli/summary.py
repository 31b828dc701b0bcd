"""The result of an audit, drawn for a person."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from iriform._display import counted, escape, plural
from iriform._io.plain_text import label
from iriform.audit.figures import Problem
from iriform.audit.wording import (
    place,
    share,
    unit,
    unit_of,
    unreadable_in,
    unwritten,
)

from .anatomy import crop
from .fit import fitted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from iriform.audit.figures import Count, FileReport, Group, LookAlike, Names, Namespace
    from iriform.audit.result import Audit

_MARGIN = " "
_WIDEST = 100
_GAP = 3
_EIGHTHS = " ▏▎▍▌▋▊▉"

# The largest number of listed inputs, and of causes of a fault.
_FILES = 20
_CAUSES = 5


def summary(found: Audit, width: int) -> Text:
    """Draw the result at most `width` cells wide, except text that must not be cropped."""
    room = min(width, _WIDEST) - 2 * len(_MARGIN)
    lines = [
        *_files(found.files),
        Text(),
        *_verdict(found, room),
        *_groups(found.problems, "bold red", room),
        *_unreadable(found, room),
        *_findings(found, room),
        *_look_alikes(found.look_alikes),
        *_unknown_domains(found.unknown_domains),
        *_names(found, room),
        *_scripts(found.scripts, room),
        *_prefixes(found, room),
    ]
    return Text("\n").join(Text(_MARGIN if line else "") + line for line in lines)


def _files(files: Sequence[FileReport]) -> Iterator[Text]:
    """List the files."""
    for file in files[:_FILES]:
        line = Text(label(file.file), "bold")
        if file.column is not None:
            line.append(f" · column {escape(file.column)}", "not bold")
        line.append(f" · {counted(file.read, unit_of(file))}", "not bold")
        if file.refused is not None:
            line.append(" · not read to its end", "bold red")
        yield line
        if file.invalid and len(files) > 1:
            those = "it" if file.invalid == 1 else f"{file.mendable:,} of them"
            can = f"{those} could be mended" if file.mendable else "none can be mended"
            yield Text(f"  {file.invalid:,} not valid, {can}")
        for position, counts in file.positions.items():
            bad = f", {counts.invalid:,} not valid" if counts.invalid else ""
            yield Text(f"  {position:10} {counts.judged:,}{bad}", "bright_black")
    if len(files) > _FILES:
        yield Text(f"and {len(files) - _FILES:,} more", "bright_black")


def _verdict(found: Audit, room: int) -> Iterator[Text]:
    """Count the valid values."""
    judged = found.valid + found.invalid
    if judged:
        # A single bad value among millions must stay visible. Without colours the glyphs differ.
        cells = min(round(room * found.valid / judged), room - bool(found.invalid))
        yield Text.assemble(("█" * cells, "green"), ("░" * (room - cells), "red"))
    rows = [
        (found.valid, _valid(found), "green"),
        (found.invalid, _invalid(found), "red"),
        (found.empty, "empty", "yellow"),
        (found.unreadable, plural(found.unreadable, unreadable_in(found)), "yellow"),
    ]
    total = f"{plural(found.read, unit(found))} read, {judged:,} judged"
    rows.append((found.read, total, ""))
    digits = max(len(f"{count:,}") for count, *_ in rows)
    for count, what, style in rows:
        judgement = judged and style in {"green", "red"}
        if count or judgement:
            yield Text.assemble(
                (f"{count:{digits},}", f"bold {style}" if count else ""),
                f"  {share(count, judged) if judgement else '':>6}  {what}",
            )


def _invalid(found: Audit) -> str:
    """Count the invalid values that can be mended."""
    if not found.invalid:
        return "not valid"
    those = "it" if found.invalid == 1 else f"{found.mendable:,} of them"
    if found.mendable and (formats := unwritten(found)):
        copy = f"no copy of {' or '.join(formats)} is written"
        return f"not valid; {those} could be mended, but {copy}"
    return f"not valid; iriform repair can mend {those if found.mendable else 'none'}"


def _valid(found: Audit) -> str:
    """Count the kinds of the valid values, and those in ASCII."""
    kind = found.kind.replace("-", " ")
    named = f"valid {kind}{'s' * (found.valid != 1)}"
    narrower = kind.replace("IRI", "URI")
    if narrower == kind or not found.valid:
        return named
    if found.valid == 1:
        return f"{named}, {'also' if found.ascii else 'not'} a {narrower} (ASCII only)"
    those = f"a {narrower}" if found.ascii == 1 else f"{narrower}s"
    return f"{named}, {found.ascii:,} of them {those} (ASCII only)"


def _findings(found: Audit, room: int) -> Iterator[Text]:
    """Show the findings about valid values."""
    by = "" if found.profile == "default" else f", by the profile {found.profile}"
    if found.findings or by:
        yield Text()
        yield Text("findings in valid values" if found.findings else "no findings", "bold") + by
    yield from _groups(found.findings, "bold yellow", room)


def _look_alikes(look_alikes: Sequence[LookAlike] | None) -> Iterator[Text]:
    """List the hosts that look like a more common one."""
    if look_alikes is None:
        return
    yield Text()
    yield (
        Text("no host looks like a more common one", "bold")
        if not look_alikes
        else Text(f"{counted(len(look_alikes), 'domain')} like a more common one", "bold")
    )
    digits = max((len(f"{each.count:,}") for each in look_alikes), default=0)
    for each in look_alikes:
        like = f"{escape(each.like)} ({each.like_count:,})"
        yield Text.assemble(
            (f"{each.count:{digits},}  {escape(each.name)}", "yellow"), f" like {like}"
        )


def _unknown_domains(hosts: Sequence[Count] | None) -> Iterator[Text]:
    """List the hosts under an unknown top-level domain."""
    if hosts is None:
        return
    yield Text()
    number = counted(len(hosts), "host") if hosts else "no host"
    yield Text(f"{number} under a top-level domain that does not exist", "bold")
    digits = max((len(f"{each.count:,}") for each in hosts), default=0)
    for each in hosts:
        yield Text(f"{each.count:{digits},}  {escape(each.name)}", "yellow")


def _names(found: Audit, room: int) -> Iterator[Text]:
    """Show schemes and hosts side by side."""
    if not found.schemes.values and not found.hosts.values and not found.authorities.values:
        return
    half = (room - _GAP) // 2
    left = _table("scheme", found.schemes, half)
    right = _table("host", found.hosts, half)
    yield Text()
    for i in range(max(len(left), len(right))):
        line = left[i].copy() if i < len(left) else Text()
        line.append(" " * (half + _GAP - line.cell_len))
        if i < len(right):
            line.append_text(right[i])
        line.rstrip()
        yield line
    if found.authorities.values:
        yield Text()
        yield from _table("name of buckets, apps and others", found.authorities, room)


def _table(what: str, names: Names, width: int) -> list[Text]:
    """List the most frequent names, with bars."""
    rows = [Text(counted(names.distinct, what), "bold")]
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
    """Draw a bar in eighths of a cell, which is never empty."""
    eighths = max(1, round(share * width * 8))
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def _scripts(scripts: Sequence[Count], room: int) -> Iterator[Text]:
    """List the scripts of characters beyond ASCII, as many as fit."""
    if not scripts:
        return
    line = Text.assemble((counted(len(scripts), "script"), "bold"), " ")
    for script in scripts:
        named = f" {script.name.replace('_', ' ')} {script.count:,}"
        if line.cell_len + len(named) > room - 2:
            line.append(" …")
            break
        line.append(named)
    yield Text()
    yield line


def _prefixes(found: Audit, room: int) -> Iterator[Text]:
    """List the namespaces that have a prefix, and those that need one."""
    prefixes = found.prefixes
    if prefixes is None:
        return
    those = share(prefixes.values, found.valid) or "none"
    yield Text()
    yield Text.assemble(("values with a prefix", "bold"), f"  {prefixes.values:,}, {those}")
    used = [each for each in prefixes.namespaces if each.count]
    yield from _namespaces(used, found.valid, room)
    if unused := [f"{each.prefix}:" for each in prefixes.namespaces if not each.count]:
        yield Text(crop(f"not used: {' '.join(unused)}", room), "bright_black")
    if prefixes.without:
        others = counted(prefixes.distinct_without, "namespace")
        yield Text()
        yield Text.assemble(
            (f"{others} without a prefix", "bold"), f"  {prefixes.values_without:,} values"
        )
        yield from _namespaces(prefixes.without, found.valid, room)


def _namespaces(namespaces: Sequence[Namespace], valid: int, room: int) -> Iterator[Text]:
    """List namespaces: the number of values, their share, and the characters that a prefix saves."""
    if not namespaces:
        return
    rows = [("values", "share", "saved")]
    rows += [
        (f"{each.count:,}", share(each.count, valid), f"{each.saved:,}") for each in namespaces
    ]
    names = ["namespace"]
    for each in namespaces:
        prefix = "" if each.prefix is None else f"{each.prefix}: "
        near = "" if each.near is None else f" (similar: {each.near}:)"
        names.append(f"{prefix}{each.namespace}{near}")
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    left = max(20, room - sum(widths) - 2 * len(widths))
    for row, name in zip(rows, names, strict=True):
        numbers = "".join(f"{cell:>{width}}  " for cell, width in zip(row, widths, strict=True))
        yield Text(numbers + crop(name, left), "bright_black" if row is rows[0] else "")


def _groups(groups: Sequence[Group], style: str, room: int) -> Iterator[Text]:
    """Show each kind of problem or finding with an example, and the positions of others."""
    digits = max((len(f"{group.count:,}") for group in groups), default=0)
    indent = " " * (digits + 2)
    for group in groups:
        yield Text()
        causes = group.causes if isinstance(group, Problem) else []
        head = Text(f"{group.count:{digits},}  {group.code}", style)
        if not group.examples:
            yield head
            continue
        first = group.examples[0]
        # A file name is not broken, so it can be copied.
        head = Text.assemble(head, f"  {place(first)}")
        also = Text(_also(group), "bright_black")
        if head.cell_len + also.cell_len <= room:
            yield head + also
        else:
            yield head
            yield from _wrapped(also.plain.removeprefix("; "), indent, room, "bright_black")
        # If there is only one cause, the message of the example states it.
        if len(causes) > 1:
            for cause in causes[:_CAUSES]:
                yield from _wrapped(f"{cause.count:,}  {cause.message}", indent, room)
            if (more := len(causes) - _CAUSES) > 0:
                yield Text(f"{indent}and {more:,} more {plural(more, 'cause')}", "bright_black")
        yield from _wrapped(first.message, indent, room)
        if first.picture:
            for line in fitted(first.picture, room - len(indent)):
                yield Text(indent + line)


def _also(group: Group) -> str:
    """List the positions of the other examples."""
    first, *others = group.examples
    if not others:
        return ""
    # A row or statement with several of them is named once.
    others = [other for other in others if (other.file, other.place) != (first.file, first.place)]
    here = dict.fromkeys(f"{other.place:,}" for other in others if other.file == first.file)
    elsewhere = dict.fromkeys(place(other) for other in others if other.file != first.file)
    # The word "statement" is shown, because its number is next to that of a line.
    unit = f"statement{'s' * (len(here) > 1)} " if here and first.unit == "statement" else ""
    places = [*here, *elsewhere, *["…"] * (group.count > len(group.examples))]
    return f"; also {unit}{', '.join(places)}" if here or elsewhere else ""


def _unreadable(found: Audit, room: int) -> Iterator[Text]:
    """Show the unreadable parts."""
    if not found.unreadable:
        return
    yield Text()
    yield Text(
        f"{found.unreadable:,}  {plural(found.unreadable, unreadable_in(found))}", "bold yellow"
    )
    for example in found.unreadable_rows:
        yield from _wrapped(f"{place(example)}: {escape(example.message)}", "   ", room)


def _wrapped(message: str, indent: str, room: int, style: str = "") -> Iterator[Text]:
    """Break a message between words, and indent each of its lines."""
    for line in wrap(
        message, max(20, room - len(indent)), break_long_words=False, break_on_hyphens=False
    ):
        yield Text(indent + line, style)
