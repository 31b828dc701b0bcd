"""URI templates expanded and matched, compared with other packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.harness import Goal, Subject, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

TEMPLATE = "https://api.example.org/users/{user}/repos{?page,per_page*}"
# Without `*` in the query, which one of the matchers does not support.
MATCHED = "https://api.example.org/users/{user}/repos{?page,sort}"

VALUES = [
    {"user": "anna", "page": "3", "per_page": ["10", "20"]},
    {"user": "jörg m", "page": "1"},
    {"user": "x", "per_page": {"size": "10", "from": "2026-11-21"}},
    {"user": "a/b", "page": "100%", "per_page": ["é"]},
] * 50

URIS = [
    "https://api.example.org/users/anna/repos?page=3&sort=name",
    "https://api.example.org/users/j%C3%B6rg%20m/repos?page=1",
    "https://api.example.org/users/x/repos",
    "https://api.example.org/users/x/gists",
] * 50

# Short; with a path; ambiguous up to a literal; with a list.
OTHERS = {
    "/users/{id}": ["/users/42", "/users/anna", "/groups/1", "/users/42/x"],
    "/repos/{owner}/{repo}/issues{?page,per_page}": [
        "/repos/a/b/issues?page=1&per_page=30",
        "/repos/octocat/hello-world/issues",
        "/repos/a/b/pulls",
    ],
    "/files/{name}.{ext}": ["/files/report.pdf", "/files/a.tar.gz", "/files/README"],
    "map?{x,y}": ["map?1024,768"],
    "{/var,x}/here": ["/value/1024/here"],
}


def templates() -> Iterator[Table]:
    """Expand and match URI templates."""
    peers = (
        Subject(
            "uritemplate", "expand(x)",
            f"from uritemplate import URITemplate; expand = URITemplate({TEMPLATE!r}).expand",
        ),
        Subject(
            "uri-template", "expand(**x)",
            f"from uri_template import URITemplate; expand = URITemplate({TEMPLATE!r}).expand",
        ),
        Subject(
            "std-uritemplate", f"expand({TEMPLATE!r}, x)",
            "from stduritemplate import StdUriTemplate; expand = StdUriTemplate.expand",
        ),
    )  # fmt: skip
    ours = Subject(
        "URITemplate.expand",
        "expand(x)",
        f"from iriform import URITemplate; expand = URITemplate({TEMPLATE!r}).expand",
    )
    names = tuple(peer.name for peer in peers)
    yield Table(
        "Expand a URI template",
        (ours, *peers),
        VALUES,
        goals=(Goal(ours.name, names, 0.1),),
        note=f"`{TEMPLATE}`, with text, lists and mappings.",
    )
    matcher = Subject(
        "mcp (levels 1 to 3)", "match(x)",
        "from mcp.shared.uri_template import UriTemplate;"
        f" match = UriTemplate.parse({MATCHED!r}).match",
    )  # fmt: skip
    ours = Subject(
        "URITemplate.match",
        "match(x)",
        f"from iriform import URITemplate; match = URITemplate({MATCHED!r}).match",
    )
    by_hand = Subject(
        "re, written by hand",
        "m = match(x)\nif m: {k: unquote(v) for k, v in m.groupdict().items() if v is not None}",
        "import re; from urllib.parse import unquote; match = re.compile("
        "r'https://api\\.example\\.org/users/(?P<user>[^/?#]*)/repos'"
        "r'(?:\\?(?:page=(?P<page>[^&#]*))?&?(?:sort=(?P<sort>[^&#]*))?)?').fullmatch",
    )
    yield Table(
        "Match a URI against a template",
        (ours, values_of(ours), matcher, by_hand),
        URIS,
        goals=(Goal(ours.name, (matcher.name,), 0.1),),
        note=f"`{MATCHED}`, which one URI in four does not match. The expression written by hand takes"
        " what no template expands to.",
    )
    for template, uris in OTHERS.items():
        ours = Subject(
            "URITemplate.match", "match(x)",
            f"from iriform import URITemplate; match = URITemplate({template!r}).match",
        )  # fmt: skip
        matcher = Subject(
            "mcp (levels 1 to 3)", "match(x)",
            "from mcp.shared.uri_template import UriTemplate;"
            f" match = UriTemplate.parse({template!r}).match",
        )  # fmt: skip
        yield Table(
            f"Match `{template}`",
            (ours, values_of(ours), matcher),
            uris * 50,
            goals=(Goal(ours.name, (matcher.name,), 0.1),),
        )


def values_of(subject: Subject) -> Subject:
    """Also read the values, which are decoded on first use."""
    return Subject(f"{subject.name}, values", "m = match(x)\nif m: m.values", subject.setup)
