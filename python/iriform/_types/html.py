"""References in notebooks: the anatomy in colour.

The HTML works on light and dark pages: text keeps the page's colour, and components are
distinguished by a translucent background and a line. It needs no style sheet and no script.
"""

from __future__ import annotations

from html import escape as quoted

from iriform._core import IRIReference, anatomy, pieces, reference_kind
from iriform._display import escape

_COLOURS = {
    "scheme": "176,90,200",
    "authority": "150,140,60",
    "userinfo": "217,83,79",
    "host": "205,145,0",
    "port": "200,90,150",
    "path": "60,155,80",
    "segment": "60,155,80",
    "query": "20,150,165",
    "fragment": "75,125,215",
}
_NO_COLOUR = "128,128,128"

# Nobody reads more of one component, and a page should stay small.
_LONGEST = 400

# In code points. A longer reference may have a million segments and findings, which take seconds to
# find, although only the first ones are shown. It is not split further.
_LISTED = 100_000

# Segments and findings beyond these numbers are only counted.
_SEGMENTS = 20
_FINDINGS = 20


def repr_html(reference: IRIReference) -> str:
    """Show a reference as HTML: its text, and below it the list of its components.

    Everything is escaped, invisible characters become escapes, and the password is masked.

    >>> html = IRI("http://anna:secret@example.org/?a&b")._repr_html_()
    >>> "secret" in html, "anna:***" in html, "a&amp;b" in html
    (False, True, True)
    """
    value = IRIReference(reference.masked("password"))
    text = "".join(_piece(name, text) for name, text, _ in pieces(value))
    if len(value) <= _LISTED:
        below = f"{_table(value)}{_findings(value)}"
    else:
        below = f"<div>{len(value):,} characters: too long for a list of its parts</div>"
    return (
        '<div class="iriform" dir="ltr" style="font-family:monospace;text-align:left">'
        f'<div style="{_WRAPPING};line-height:1.8">{text}</div>'
        f'<div style="margin:.4em 0 0;font-weight:bold">{reference_kind(value)[1]}</div>'
        f"{below}</div>"
    )


def _table(value: IRIReference) -> str:
    """List the components."""
    listed = "".join(
        f'<tr style="background:none">{_name(name, guide)}{_value(text, remark)}</tr>'
        for guide, name, text, remark in anatomy(value, _SEGMENTS)
    )
    style = "border-collapse:collapse;margin:0;font-size:inherit"
    return f'<table style="{style}"><tbody>{listed}</tbody></table>'


def _findings(value: IRIReference) -> str:
    """List the findings."""
    found = value.check()
    shown = found[:_FINDINGS]
    said = "".join(f"<li>{f.severity}: {_shown(f.sentence)} [{f.code}]</li>" for f in shown)
    if more := len(found) - len(shown):
        said += f"<li>and {more:,} more findings</li>"
    style = f"margin:.4em 0 0;padding-left:1.2em;{_WRAPPING}"
    return f'<ul style="{style}">{said}</ul>' if said else ""


_WRAPPING = "overflow-wrap:anywhere;white-space:pre-wrap"


def _piece(name: str | None, text: str) -> str:
    """Show a piece of the text. A component has a colour, and its name as a tooltip."""
    if name is None:
        return f'<span style="opacity:.6">{_shown(text)}</span>'
    if not text:
        return ""
    colour = _COLOURS.get(name, _NO_COLOUR)
    style = f"background:rgba({colour},.2);border-bottom:2px solid rgb({colour});padding:.1em 0"
    # It is isolated, so right-to-left text does not reorder the text next to it.
    return f'<bdi dir="ltr" title="{name}" style="{style}">{_shown(text)}</bdi>'


def _name(component: str, guide: str) -> str:
    colour = _COLOURS.get(component, _NO_COLOUR)
    return (
        '<th scope="row" style="text-align:left;font-weight:normal;padding:0 1.2em 0 0;'
        f'vertical-align:top;white-space:pre"><span aria-hidden="true" style="opacity:.6">{guide}'
        f'</span><span style="border-left:.4em solid rgb({colour});padding-left:.5em">'
        f"{component}</span></th>"
    )


def _value(value: str, remark: str) -> str:
    said = "" if value else '<span style="opacity:.7">(empty)</span>'
    if remark:
        said = f'<bdi dir="ltr" style="opacity:.7;margin-left:1.2em">{_shown(remark)}</bdi>'
    return (
        f'<td style="text-align:left;padding:0;vertical-align:top;{_WRAPPING}">'
        f'<bdi dir="ltr">{_shown(value)}</bdi>{said}</td>'
    )


def _shown(text: str) -> str:
    """Make text from outside safe to show: cropped, escaped, with visible controls."""
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"
    return quoted(escape(text))
