"""Charts, drawn by Vega (vl-convert) as SVG: no script in them, no style, and nothing fetched.

They take their colours from the page, so that they are readable on light and on dark ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import vl_convert
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Sequence

# In CSS pixels; the page scales a chart to the width of a phone.
_WIDTH = 340
_LABELS = 130

_CONFIG = {
    "background": None,
    "padding": 0,
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "domain": False,
        "grid": False,
        "ticks": False,
        "labelColor": "currentColor",
        "labelFontSize": 12,
        "title": None,
    },
    "bar": {"fill": "var(--bar)"},
    "text": {"fill": "currentColor", "fontSize": 12},
}


def bars(rows: Sequence[tuple[str, int]]) -> Markup:
    """Draw named counts as horizontal bars."""
    spec = {
        "width": _WIDTH,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "height": {"step": 22},
        "data": _data(rows),
        "encoding": {
            "y": {
                "field": "name",
                "type": "nominal",
                "sort": None,
                "axis": {
                    "labelLimit": _LABELS - 24,  # the page's font may be wider than Vega's
                    "labelPadding": 6,
                    "minExtent": _LABELS,
                    "maxExtent": _LABELS,
                },
            },
            "x": {
                "field": "count",
                "type": "quantitative",
                "axis": None,
                # The number stands behind the bar.
                "scale": {"domain": [0, 1.5 * max(count for _, count in rows)]},
            },
        },
        "layer": [
            {"mark": {"type": "bar", "cornerRadiusEnd": 2}},
            {
                "mark": {"type": "text", "align": "left", "dx": 4},
                "encoding": {"text": {"field": "count", "format": ","}},
            },
        ],
    }
    return _svg(spec)


def columns(rows: Sequence[tuple[str, int]]) -> Markup:
    """Draw classes of lengths as columns."""
    spec = {
        "width": _WIDTH,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "height": 90,
        "data": _data(rows),
        "mark": {"type": "bar", "cornerRadiusEnd": 2},
        "encoding": {
            "x": {
                "field": "name",
                "type": "nominal",
                "sort": None,
                "axis": {"labelAngle": -40, "labelPadding": 4},
                "scale": {"paddingInner": 0.15},
            },
            "y": {"field": "count", "type": "quantitative", "axis": None},
        },
    }
    return _svg(spec)


def _data(rows: Sequence[tuple[str, int]]) -> dict[str, Any]:
    return {"values": [{"name": name, "count": count} for name, count in rows]}


def _svg(spec: dict[str, Any]) -> Markup:
    drawn = vl_convert.vegalite_to_svg(
        {"config": _CONFIG, **spec},
        allowed_base_urls=[],  # a specification could name data to be fetched; ours names none
    )
    return Markup(drawn)  # noqa: S704 - Vega has escaped the names
