"""References made from text and two values: `of`, compared with a parsed f-string, and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.harness import Goal, Subject, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

VALUES = [("anna", "summer"), ("0a1b2c3d", "42"), ("x", "y"), ("files", "report")] * 50
ENCODED = [("a/b", "x&y"), ("jörg m", "100%"), ("a b", "é"), ("..a", "1+1=2")] * 50


def skeletons() -> Iterator[Table]:
    """Fill a skeleton with two values."""
    ours = Subject(
        "URI.of",
        "of('https://api.example.org/users/{user}?q={q}', user=x[0], q=x[1])",
        "from iriform import URI; of = URI.of",
    )
    # It encodes nothing, so the data decides where it leads.
    unsafe = Subject(
        "URI(f'…')",
        "URI(f'https://api.example.org/users/{x[0]}?q={x[1]}')",
        "from iriform import URI",
    )
    quoted = Subject(
        "URI(f'…') with urllib's quote",
        'URI(f\'https://api.example.org/users/{quote(x[0], safe="")}?q={quote(x[1], safe="")}\')',
        "from iriform import URI; from urllib.parse import quote",
    )
    template = Subject(
        "URITemplate.expand",
        "expand(user=x[0], q=x[1])",
        "from iriform import URITemplate;"
        " expand = URITemplate('https://api.example.org/users/{user}{?q}').expand",
    )
    yarl = Subject(
        "yarl",
        "str(URL.build(scheme='https', host='api.example.org', path=f'/users/{x[0]}',"
        " query={'q': x[1]}))",
        "from yarl import URL",
    )
    yield Table(
        "Make a URI of two values",
        (ours, unsafe, quoted, template, yarl),
        VALUES,
        goals=(Goal(ours.name, (unsafe.name,), 1.5), Goal(ours.name, (yarl.name,), 0.5)),
        note="`https://api.example.org/users/{user}?q={q}`, with values that need no encoding. The"
        " f-string encodes nothing; `yarl` keeps a slash in the path.",
    )
    yield Table(
        "Make a URI of two values that are encoded",
        (ours, quoted, template, yarl),
        ENCODED,
        goals=(Goal(ours.name, (quoted.name,), 0.15),),
    )
