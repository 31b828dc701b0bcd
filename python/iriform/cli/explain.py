"""`iriform explain`: draw the anatomy of an identifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.cells import cell_len
from rich.text import Text

from iriform import ParseError

from .anatomy import STYLES, crop, drawing
from .lines import STDIN, opened, text_lines
from .options import AsOption, Kind, Status
from .problems import Problem
from .terminal import console, ending_well, print_json, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from iriform import Fragment, Host, IRIReference, Path, Segment

    from .options import Reference

# A path may have millions of segments. What is left out is counted.
_SEGMENTS = 20
_MARGIN = "  "
_NAMES = 12

_KINDS = {
    Kind.URI: "a URI (RFC 3986)",
    Kind.IRI: "an IRI (RFC 3987)",
    Kind.URI_REFERENCE: "a relative reference (RFC 3986)",
    Kind.IRI_REFERENCE: "a relative reference (RFC 3987)",
}


class Row(NamedTuple):
    """A line of the list below the drawing."""

    component: str
    value: str
    remark: str = ""
    guide: str = ""


def explain(
    values: Annotated[
        list[str],
        typer.Argument(metavar="IRI", help="Identifiers; - reads them from standard input."),
    ],
    kind: AsOption = Kind.IRI_REFERENCE,
    *,
    json: Annotated[
        bool, typer.Option("--json", help="One JSON object per identifier, one per line.")
    ] = False,
) -> None:
    """Draw the anatomy of identifiers: every component, and what is wrong if one is not valid.

    Put quotes around an identifier, or the shell reads its & and ? itself. Passwords are masked.

    Exit status: 0 if all are valid, 1 if one is not, 2 if the input cannot be read.
    """
    with ending_well():
        found = False
        for number, text in enumerate(_texts(values)):
            if number and not json:
                show(Text())
            found |= not _explained(text, kind.type, json=json)
        if found:
            raise typer.Exit(Status.FOUND)


def _explained(text: str, reference: Reference, *, json: bool) -> bool:
    """Explain one identifier, and tell whether it is valid."""
    try:
        # Whatever is shown of it, its password is not.
        value = reference(reference(text).redacted())
    except ParseError as error:
        problem = Problem.of(error, reference)
        if json:
            print_json({"valid": False, **problem.record()})
        else:
            message, picture = problem.explained()
            show(Text.assemble((message, "red"), "\n", picture))
        return False
    if json:
        print_json(_record(value))
    else:
        show(_explanation(value, console().width))
    return True


def _texts(values: list[str]) -> Iterator[str]:
    for value in values:
        if value != STDIN:
            yield value
            continue
        with opened(STDIN) as stream:
            yield from filter(None, text_lines(stream, STDIN))


def kind_of(value: IRIReference) -> Kind:
    """Name the narrowest production that a reference matches."""
    narrowest_first = (Kind.URI, Kind.IRI, Kind.URI_REFERENCE)
    matching = (kind for kind in narrowest_first if kind.type.is_valid(value))
    return next(matching, Kind.IRI_REFERENCE)


def _explanation(value: IRIReference, width: int) -> Text:
    """Draw the picture, and below it the list of components."""
    room = width - len(_MARGIN)
    picture = [*drawing(value, room).split("\n", allow_blank=True), Text()] if value else []
    lines = [
        *picture,
        Text(_KINDS[kind_of(value)], "bold"),
        *(_line(row, room) for row in _rows(value)),
    ]
    return Text("\n").join(Text(_MARGIN if line else "") + line for line in lines)


def _line(row: Row, room: int) -> Text:
    """Lay out one line of the list."""
    name = f"{row.guide}{row.component}".ljust(_NAMES)
    remark = f"  {crop(row.remark, room // 3)}" if row.remark else ""
    shown = crop(row.value, max(8, room - _NAMES - cell_len(remark))) if row.value else "(empty)"
    return Text.assemble(
        (row.guide, "bright_black"),
        (name[len(row.guide) :], STYLES.get(row.component, "bright_black")),
        (shown, "" if row.value else "italic bright_black"),
        (remark, "bright_black"),
    )


def _rows(value: IRIReference) -> Iterator[Row]:
    """List the components, each with what it consists of below it."""
    if value.scheme is not None:
        yield Row("scheme", value.scheme)
    if value.authority is not None and value.host is not None:
        yield Row("authority", value.authority)
        yield from _tree(_authority(value, value.host))
    yield Row("path", value.path)
    if any(segment != str(value.path) for segment in value.path.segments):
        yield from _tree(_segments(value.path))
    if value.query is not None:
        yield Row("query", value.query)
    if value.fragment is not None:
        yield Row("fragment", value.fragment, _decoded(value.fragment))


def _tree(rows: Iterable[Row]) -> Iterator[Row]:
    """Put a guide before rows that belong to the row above them."""
    *others, last = rows
    for row in others:
        yield row._replace(guide="├ ")
    yield last._replace(guide="╰ ")


def _authority(value: IRIReference, host: Host) -> Iterator[Row]:
    if value.userinfo is not None:
        yield Row("userinfo", value.userinfo)
    yield Row("host", host, f"{host.kind} {_decoded(host)}".rstrip())
    if value.port_text is not None:
        yield Row("port", value.port_text)


def _segments(path: Path) -> Iterator[Row]:
    segments = path.segments
    for segment in segments[:_SEGMENTS]:
        yield Row("segment", segment, _decoded(segment))
    if len(segments) > _SEGMENTS:
        yield Row("…", f"and {len(segments) - _SEGMENTS:,} more segments")


def _decoded(component: Host | Segment | Fragment) -> str:
    """Show what the percent-encoding stands for, if it stands for text."""
    if "%" not in component:
        return ""
    try:
        return f"= {component.unquote()}"
    except UnicodeDecodeError:
        return ""


def _record(value: IRIReference) -> dict[str, Any]:
    """Say the same for machines. None is a component that is not there."""
    return {
        "valid": True,
        "kind": kind_of(value).value,
        "text": value,
        "scheme": value.scheme,
        "authority": value.authority,
        "userinfo": value.userinfo,
        "host": value.host,
        "host_kind": None if value.host is None else value.host.kind,
        "port": value.port_text,
        "path": value.path,
        "segments": list(value.path.segments),
        "query": value.query,
        "fragment": value.fragment,
    }
