"""The steps of `IRI.canonical` as data, and the lists that they use.

>>> from iriform import IRI
>>> from iriform.canonical import PRESETS, TRACKING
>>> PRESETS["crawl"]
('ascii', 'session', 'host', 'tracking', 'empty-pairs', 'fragment', 'file')
>>> TRACKING["X"]
('twclid',)
"""

from __future__ import annotations

from . import _core

__all__ = [
    "INDEX_PAGES",
    "PRESETS",
    "SESSIONS",
    "STEPS",
    "TRACKING",
    "TRACKING_DATE",
]

_data = _core.canonical_data()

STEPS: dict[str, str] = dict(_data["steps"])
"""The steps by name, in the order in which they are applied, with descriptions."""

PRESETS: dict[str, tuple[str, ...]] = {name: tuple(steps) for name, _, steps in _data["presets"]}
"""The steps of each preset: `dedupe` and `crawl`."""

TRACKING: dict[str, tuple[str, ...]] = {who: tuple(names) for who, names in _data["tracking"]}
"""The names of query parameters that a service adds to links, in lower case, by that service. A
final `*` matches any characters."""

TRACKING_DATE: str = _data["tracking_date"]
"""The date of the last change of `TRACKING`."""

SESSIONS: tuple[str, ...] = tuple(_data["sessions"])
"""The names of query parameters that hold a session, in lower case. Names that begin with
`aspsessionid`, and a `sid` of 32 letters and digits, also hold one."""

INDEX_PAGES: tuple[str, ...] = tuple(_data["index_pages"])
"""The names of pages that servers send for a path that ends with a slash, in lower case."""
