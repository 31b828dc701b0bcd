"""`iriform explain`: draw the anatomy of an identifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from iriform import ParseError
from iriform._core import anatomy, reference_kind
from iriform._io.lines import text_lines
from iriform._io.plain_text import STDIN
from iriform._io.streams import opened

from .anatomy import STYLES, Drawing, cells, crop, drawing
from .checked import drawn_finding, finding_record
from .help import Verb, several
from .message import Message
from .options import Status, as_option, flag, profile_option, protected_option
from .problems import Problem
from .terminal import console, ending_well, print_json, show
from .values import shown_of, warn_of_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from iriform import Host, IRIReference
    from iriform.audit.options import Reference
    from iriform.findings import Profile

    from .anatomy import Line
    from .options import Kind

_MARGIN = "  "
_NAMES = 12

# Segments and findings beyond these numbers are only counted, because a path may have millions.
_SEGMENTS = 20
_FINDINGS = 20


@click.command(cls=Verb, no_args_is_help=True)
@several("values", "IRI...", "Identifiers; - reads them from standard input, by line.")
@as_option(default="IRI-reference")
@profile_option
@protected_option
@flag("--json", help="One JSON object per identifier, one per line.")
def explain(
    values: Sequence[str], *, kind: Kind, profile: Profile, protected: tuple[str, ...], json: bool
) -> None:
    """Draw the anatomy of identifiers: every component, and what is wrong if one is not valid.

    The findings follow.

    Put quotes around an identifier, or the shell interprets its & and ?. Secrets are masked.

    Exit status: 0 if all are valid, 1 if one is not, 2 if the input cannot be read.
    """
    with ending_well():
        warn_of_files(values, "check")
        found = False
        # A JSON document has no width.
        width = 0 if json else console().width
        for number, text in enumerate(_texts(values)):
            if number and not json:
                show(Message())
            found |= not _explained(text, kind.type, profile, protected, width, json=json)
        if found:
            raise Exit(Status.FOUND)


def _explained(  # noqa: PLR0913 - the options of the verb
    text: str,
    reference: Reference,
    profile: Profile,
    names: tuple[str, ...],
    width: int,
    *,
    json: bool,
) -> bool:
    """Explain one identifier, and return whether it is valid."""
    try:
        # Its secrets are never shown.
        value = shown_of(reference(text))
    except ParseError as error:
        problem = Problem.of(error, reference)
        if json:
            print_json({"valid": False, **problem.record()})
        else:
            message, picture = problem.explained()
            show(Drawing([[(message, "red")], [(picture, "")]]))
        return False
    if json:
        found = [finding_record(finding) for finding in value.check(profile, protected=names)]
        print_json(_record(value) | {"findings": found})
        return True
    show(_explanation(value, width))
    all_ = value.check(profile, protected=names)
    if all_:
        show(Message())
    for finding in all_[:_FINDINGS]:
        show(drawn_finding(f"{_MARGIN}position {finding.span[0]}", finding))
    if (more := len(all_) - _FINDINGS) > 0:
        show(Drawing([[(f"{_MARGIN}and {more:,} more findings", "")]]))
    return True


def _texts(values: Sequence[str]) -> Iterator[str]:
    for value in values:
        if value != STDIN:
            yield value
            continue
        with opened(STDIN) as input_:
            yield from filter(None, text_lines(input_))


def _explanation(value: IRIReference, width: int) -> Drawing:
    """Draw the picture, and below it the list of components."""
    room = width - len(_MARGIN)
    picture: list[Line] = [*drawing(value, room).lines, []] if value else []
    lines = [
        *picture,
        [(reference_kind(value)[1], "bold")],
        *(line for row in anatomy(value, _SEGMENTS) for line in _lines(*row, room)),
    ]
    return Drawing(
        [[(_MARGIN, ""), *line] if any(text for text, _ in line) else [] for line in lines]
    )


def _lines(guide: str, component: str, text: str, remark: str, room: int) -> Iterator[Line]:
    """Lay out a component: one line, plus one for each part of a remark that does not fit on it."""
    name = f"{guide}{component}".ljust(_NAMES)
    # A short value leaves more than a third of the line.
    left = max(room // 3, room - _NAMES - 2 - cells(text[:room]))
    first, *others = remark.split("; ") if cells(remark) > left else [remark]
    said = f"  {crop(first, left)}" if first else ""
    shown = crop(text, max(8, room - _NAMES - cells(said))) if text else "(empty)"
    yield [
        (guide, "bright_black"),
        (name[len(guide) :], STYLES.get(component, "bright_black")),
        (shown, "" if text else "italic bright_black"),
        (said, "bright_black"),
    ]
    margin = ("│" if guide.startswith("├") else "").ljust(_NAMES)
    for other in others:
        yield [(margin + crop(other, room - _NAMES), "bright_black")]


def _record(value: IRIReference) -> dict[str, Any]:
    """Return the same for machines. None is an absent component."""
    return {
        "valid": True,
        "kind": reference_kind(value)[0],
        "text": value,
        "scheme": value.scheme,
        "authority": value.authority,
        "userinfo": value.userinfo,
        "host": value.host,
        "host_kind": None if value.host is None else value.host.kind,
        "host_ascii": None if value.host is None else _in_ascii(value.host),
        "port": value.port_text,
        "path": value.path,
        "segments": list(value.path.segments),
        "query": value.query,
        "fragment": value.fragment,
    }


def _in_ascii(host: Host) -> str | None:
    """Return a domain name in the DNS's form; None for other hosts."""
    try:
        return host.to_ascii()
    except ValueError:
        return None
