"""The calls of a service on an identifier that it keeps, for every request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.harness import Goal, Subject, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = "http://www.example.org:8080/a/b/c?x=1&y=2#f"
S = "class S(str):\n    __slots__ = ()\n"
OURS = f"from iriform import URI\nimport pickle\nu = URI({TEXT!r})\n"
YARL = f"from yarl import URL\nimport pickle\nu = URL({TEXT!r})\n"

BUILD = "host='www.example.org', query={'x': '1'}, scheme='http'"

# The call, its limit as a multiple of a plain subclass of `str`, and the same call of yarl.
CALLS: tuple[tuple[str, float, str], ...] = (
    ("u.query_value('x')", 1.5, "u.query.get('x')"),
    ("u.pairs()", 3, "list(u.query.items())"),
    ("u.has_scheme('http', 'https')", 0.6, "u.scheme in ('http', 'https')"),
    ("u.host_matches('www.example.org')", 1.5, "u.host == 'www.example.org'"),
    ("u.host_is_within('example.com', 'example.org')", 1.5, ""),
    ("u.parts", 3.5, ""),
    ("u.segments", 2, "u.parts"),
    ("u.origin", 2, "u.origin()"),
    ("u.update_query({'x': '3'})", 8, "u.update_query({'x': '3'})"),
    (f"URI.build(segments=['a', 'b'], {BUILD})", 10, f"URL.build(path='/a/b', {BUILD})"),
    ("u.with_parts(fragment=None)", 4, "u.with_fragment(None)"),
    ("u.masked()", 0.7, ""),
    ("u.canonical()", 6, ""),
    ("pickle.loads(pickle.dumps(u))", 15, "pickle.loads(pickle.dumps(u))"),
)


def served() -> Iterator[Table]:
    """Call methods of a long-lived value."""
    subjects = [Subject("S(text)", "S(x)", S)]
    goals = []
    for call, times, peer in CALLS:
        subjects.append(Subject(call, call, OURS))
        goals.append(Goal(call, ("S(text)",), times))
        if peer:
            subjects.append(Subject(f"yarl: {peer}", peer, YARL))
    yield Table("Calls of a service", subjects, [TEXT] * 200, goals)
