"""`iriform literals`: URLs that source code builds from text and values, and skeletons."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.program import iriform as run_iriform

HEAD = (
    "import aiohttp, datetime, httpx, requests, urllib.request, uuid\n"
    "from urllib.parse import quote, quote_plus, urlencode, urljoin\n"
    "from iriform import URI, IRI, URIReference, Segment\n"
)

# A broken bar marks each value that must be found, and is removed.
FOUND = [
    # Ways to build the text.
    "requests.get(f'https://h/a/{¦x}')",
    "requests.get('https://h/a/' + ¦x)",
    "requests.get('https://h/a/%s' % ¦x)",
    "requests.get('https://h/%s/%d' % (¦x, n))",
    "requests.get('https://h/%(x)s' % {'x': ¦x})",
    "requests.get('https://h/{}'.format(¦x))",
    "requests.get('https://h/{x}/{0}'.format(¦y, x=¦x))",
    "requests.get(urljoin('https://h/', ¦x))",
    "requests.get(urljoin('https://h/', f'a/{¦x}'))",
    "url = f'https://h/a/{¦x}'\nrequests.get(url)",
    "def f(x):\n url = 'https://h/' + ¦x\n return requests.get(url)",
    "requests.get(f'https://h/{¦x}' if y else 'https://h/')",
    "BASE = 'https://h/v1'\nrequests.get(f'{BASE}/a/{¦x}')",
    "requests.get(f'{base}/a/{¦x}')",
    "requests.get(f'{self.base}/a/{¦x}?q={¦y}')",
    "url = f'https://h/{¦x}'\nif y: url = f'https://h/{¦x}/{¦y}'\nrequests.get(url)",
    "requests.get(f'https://h/{¦path}/a')",
    "requests.get(f'https://h/{¦endpoint}.json/a')",
    "A = 'https://h/{}'\nrequests.get(A.format(¦x))",
    "A = 'users/{id}'\nrequests.get('https://h/' + A.format(id=¦x) + '/b')",
    "requests.get(f'{s}://{host}/{¦x}')",
    "def f(host): requests.get(f'https://{¦host}/a')",
    # The position of the value.
    "requests.get(f'https://{¦x}/a')",
    "requests.get(f'https://{¦x}.example.com/a')",
    "requests.get(f'https://api-{¦x}.example.com/a')",
    "requests.get(f'https://h:{¦x}/a')",
    "requests.get(f'https://{¦u}:{¦p}@h/a')",
    "requests.get(f'{¦x}://h/a')",
    "requests.get(f'https://h/?a={¦x}')",
    "requests.get(f'https://h/?{¦x}=1')",
    "requests.get(f'https://h/?{¦x}')",
    "requests.get(f'/a/{¦x}')",
    # The call that receives the text.
    "URI(f'https://h/{¦x}')",
    "IRI(f'https://h/{¦x}'); URIReference(f'/a/{¦x}')",
    "requests.request('GET', f'https://h/{¦x}')",
    "requests.post(url=f'https://h/{¦x}')",
    "requests.Session().get(f'https://h/{¦x}')",
    "s = requests.Session()\ns.get(f'https://h/{¦x}')",
    "with httpx.Client() as c:\n c.get(f'https://h/{¦x}')",
    "async def f():\n async with aiohttp.ClientSession() as s:\n  await s.get(f'https://h/{¦x}')",
    "def f(c: httpx.AsyncClient): c.post(f'https://h/{¦x}')",
    "def f(c: httpx.Client | None = None): c.stream('GET', f'https://h/{¦x}')",
    "class A:\n def __init__(self): self.s = requests.Session()\n"
    " def f(self, x): return self.s.get(f'https://h/{¦x}')",
    "class A:\n s: httpx.Client\n def f(self, x): return self.s.get(f'https://h/{¦x}')",
    "urllib.request.urlopen(f'https://h/{¦x}')",
    "urllib.request.Request(f'https://h/{¦x}')",
    "httpx.get(f'https://h/{¦x}'); httpx.URL(f'https://h/{¦x}')",
    # Values that were encoded, but not for their position: quote leaves slashes and dots.
    "requests.get(f'https://h/{¦quote(x)}')",
    "requests.get(f'https://h/{¦quote(x, safe=\"\")}/a')",
    # The same with a name for the value; a name may also have another value.
    "q = quote(x)\nrequests.get(f'https://h/{¦q}')",
    "q = quote(x, safe='')\nrequests.get(f'https://h/{¦q}/a')",
    "q = quote(x)\nif y: q = y\nrequests.get(f'https://h/?a={¦q}')",
    "q = quote(x)\nq += y\nrequests.get(f'https://h/?a={¦q}')",
    "def f(q):\n if y: q = quote(x)\n requests.get(f'https://h/?a={¦q}')",
    # Unknown values.
    "def f(x: str): requests.get(f'https://h/{¦x}')",
    "x = 'a'\nx = g()\nrequests.get(f'https://h/{¦x}')",
    "requests.get(f'https://h/{¦x!r}')",
]

NOT_FOUND = [
    "requests.get('https://h/a')",
    "requests.get(f'https://h/{path}')",
    "requests.get(f'https://h/{endpoint}.json')",
    "A = 'https://h/{}'\nrequests.get(A.format(1))",
    "requests.get(f'{parsed.scheme}://{authority}')",
    "requests.get(f'{scheme}://{host}:{port}/a')",
    "requests.get('https://h' + self._endpoint)",
    "class A:\n def f(self): requests.get(f'{self.scheme}://{self.host}:{PORT}/a')",
    "requests.get(url)",
    "requests.get(f'{url}')",
    "requests.get(base + path)",
    "requests.get(f'{base}{path}')",
    "requests.get(f'{base}/a')",
    "requests.get(f'https://h/#{x}')",
    "X = 'a'\nrequests.get(f'https://h/{X}')",
    "class A:\n X = 'a'\n def f(self): requests.get(f'https://h/{self.X}')",
    "requests.get(f'https://h/{1}/{len(x)}/{int(x)}/{x:d}/{x:.2f}')",
    "def f(x: int, y: uuid.UUID): requests.get(f'https://h/{x}/{y}')",
    "n = 1\nrequests.get(f'https://h/{n + 1}/{n * x}')",
    "for i in range(9): requests.get(f'https://h/{i}')",
    "requests.get('https://h/%d' % x)",
    "requests.get(f'https://h/{uuid.uuid4()}/{uuid.uuid4().hex}')",
    "requests.get(f'https://h/?a={quote(x)}')",
    "requests.get(f'https://h/?{urlencode(x)}')",
    "requests.get('https://h/?' + urlencode(x))",
    "requests.get(f'https://h/a-{quote(x, safe=\"\")}')",
    "q = quote(x)\nrequests.get(f'https://h/?a={q}')",
    "q = urlencode({'a': x})\nrequests.get('https://h/?' + q)",
    "q = urlencode(x)\nr = q\nrequests.get(f'https://h/?{r}')",
    "q = quote(x) if y else quote(x, safe='')\nif z: q = quote(z)\nrequests.get(f'https://h/?a={q}')",
    "q = quote(x, safe='')\nif y: q = 1\nrequests.get(f'https://h/a-{q}')",
    "requests.get('https://h/', params={'a': x})",
    "requests.get(f'https://h/{x}')  # iriform: ignore",
    "print(f'https://h/{x}')",
    "get(f'https://h/{x}')",
    "other.get(f'https://h/{x}')",
    "def f(requests): requests.get(f'https://h/{x}')",
    "URI.of('https://h/{x}', x=x)",
    "URI.of('{base}/{x:*}'.replace('a', 'b'), x=x)",
    "requests.get(str(URI.of('https://h/{x}', x=x)))",
]


def places(source: str) -> list[tuple[int, int]]:
    expected = []
    for number, line in enumerate(source.split("\n"), 1):
        *before, _ = line.split("¦")
        expected += [(number, len("".join(before[:i])) + 1) for i in range(1, len(before) + 1)]
    return expected


@pytest.mark.parametrize("marked", [*FOUND, *NOT_FOUND])
def test_values_are_found(marked: str) -> None:
    source = HEAD + marked + "\n"
    run = run_iriform("literals", "--json", "-", stdin=source.replace("¦", "").encode())
    assert sorted({(record["line"], record["column"]) for record in run.records}) == places(source)
    assert {record["code"] for record in run.records} <= {"value-in-url"}
    assert run.status == (1 if "¦" in marked else 0)


def said(source: str) -> list[tuple[str, str, str | None]]:
    run = run_iriform("literals", "--json", "-", stdin=(HEAD + source).encode())
    return [(record["code"], record["message"], record["hint"]) for record in run.records]


def test_it_says_the_place_what_could_happen_and_the_line_that_is_right() -> None:
    assert said("requests.get(f'https://h.example/users/{user.id}?q={q}')\n") == [
        (
            "value-in-url",
            "user.id is put into the text of a URL, segment 2 of the path: “..”, a slash, “?” or “#” in"
            " it"
            " lead to another path or query",
            'write URI.of("https://h.example/users/{id}?q={q}", id=user.id, q=q)',
        ),
        (
            "value-in-url",
            "q is put into the text of a URL, the value of 'q' in the query: “&” adds pairs, and “#” ends"
            " the query",
            'write URI.of("https://h.example/users/{id}?q={q}", id=user.id, q=q)',
        ),
    ]
    [(_, message, hint)] = said("requests.get(f'{self.base}/users/{x}')\n")
    assert hint == 'write URI.of("{base}/users/{x}", base=URI(self.base), x=x)'
    [(_, message, hint)] = said("requests.get(f'https://{x}.co.uk/')\n")
    assert "a label of the host" in message
    assert hint is not None
    assert "not a registrable domain" in hint


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("URI.of('https://h/{x}{y}', x=1, y=2)", "are adjacent, so nothing tells"),
        ("URI.of('https://h/{a.b}', x=1)", "plain name"),
        ("URI.of('//h/{x}', x=1)", "no scheme"),
        ("URI.of('https://h/ /{x}', x=1)", "U+0020 SPACE"),
        ("URI.of('https://h/{x}', y=1)", "no value is given for the placeholder 'x'"),
        ("URI.of('https://h/{x}', x=1, y=1)", "no placeholder 'y'"),
        ("URI.of(f'https://h/{x}/{{y}}', y=1)", "made from values"),
        ("URI.of('https://h/' + x, y=1)", "made from values"),
        ("URI(Template('https://h/'))", "the template is made at run time"),
    ],
)
def test_skeletons_are_checked(source: str, message: str) -> None:
    head = "from string.templatelib import Template\n"
    [(code, found, _)] = said(f"{head}{source}\n")
    assert code == "skeleton"
    assert message in found


def test_a_skeleton_that_is_one_is_not_reported() -> None:
    for source in [
        "URI.of('{base}/users/{x}', base=b, x=1)",
        "URI.of('https://h/{x}', values)",
        "URI.of('https://h/{x}', **values)",
        "URIReference.of('{x}/a', x=1)",
    ]:
        assert said(source) == []


FIXES = [
    # Our own types, with any value: the call is made for that.
    ("URI(f'https://h/a/{x}')", 'URI.of("https://h/a/{x}", x=x)', 'URI(t"https://h/a/{x}")'),
    ("IRI('https://h/%s' % u.x)", 'IRI.of("https://h/{x}", x=u.x)', 'IRI(t"https://h/{u.x}")'),
    (
        "URIReference('/a/{}'.format(x))",
        'URIReference.of("/a/{x}", x=x)',
        'URIReference(t"/a/{x}")',
    ),
    # A client's, if each value is a number or already encoded.
    (
        "requests.get(f'https://h/{quote(x, safe=\"\")}/{n:d}', timeout=9)",
        'requests.get(URI.of("https://h/{x}/{n:d}", x=x, n=n), timeout=9)',
        'requests.get(URI(t"https://h/{x}/{n:d}"), timeout=9)',
    ),
    # A client's, if it is unknown whether a slash is meant: it is reported, and stays.
    ("requests.get(f'https://h/{x}')", None, None),
    ("requests.get(f'{base}/{quote(x, safe=\"\")}')", None, None),
    ("URI(f'https://h/{x}{y}')", None, None),
    (
        "requests.get(f'https://h/{quote(x, safe=\"\")}?{urlencode(y)}')",
        'requests.get(URI.of("https://h/{x}?{y}", x=x, y=y))',
        'requests.get(URI(t"https://h/{x}?{y}"))',
    ),
    # A skeleton encodes slashes that `quote` leaves, and a plus; in a query the meaning is the same.
    ("URI(f'https://h/{quote(x)}')", None, None),
    ("URI(f'https://h/{quote(x)}/{y}')", None, None),
    ("URI('https://h/' + quote(x))", None, None),
    ("URI('https://h/%s' % quote(x))", None, None),
    ("URI('https://h/{}'.format(quote(x)))", None, None),
    ("URI(f'https://h/{quote(x, \"/\")}')", None, None),
    ("URI(f'https://h/{quote(x, safe=\"/:\")}')", None, None),
    ("URI(f'https://h/{quote(x, safe=s)}')", None, None),
    ("URI(f'https://h/{quote_plus(x)}')", None, None),
    ("requests.get(f'https://h/{quote(x)}/a')", None, None),
    (
        "URI(f'https://h/{quote(x, \"\")}?a={y}')",
        'URI.of("https://h/{x}?a={y}", x=x, y=y)',
        'URI(t"https://h/{x}?a={y}")',
    ),
    (
        "URI(f'https://h/{y}?a={quote(x)}')",
        'URI.of("https://h/{y}?a={x}", y=y, x=x)',
        'URI(t"https://h/{y}?a={x}")',
    ),
    # A value that is already encoded would be encoded again.
    ("URI(f'https://h/{q}')", None, None),
    ("URI(f'https://h/{x}?{urlencode(y, doseq=True)}')", None, None),
]


@pytest.mark.parametrize(("source", "fixed", "with_t_strings"), FIXES)
def test_fixes(source: str, fixed: str | None, with_t_strings: str | None, tmp_path: Path) -> None:
    file, head = tmp_path / "a.py", f"{HEAD}q = quote(x)\n"
    for target, expected in [("3.10", fixed), ("3.14", with_t_strings)]:
        file.write_bytes(f"{head}é = {source}\n".replace("\n", "\r\n").encode())
        run = run_iriform("literals", "--fix", "--target", target, file)
        after = file.read_bytes().decode()
        assert after == f"{head}é = {expected or source}\n".replace("\n", "\r\n")
        assert run.status == (0 if expected else 1)


def test_a_url_of_several_calls_is_reported_once() -> None:
    source = "url = f'https://h/{x}'\nrequests.get(url)\nrequests.post(url)\nURI(url)\n"
    assert len(said(source)) == 1
    run = run_iriform("literals", "-", stdin=(HEAD + source).encode())
    assert "1 value in URLs" in run.err
    assert len(said("requests.get(f'https://h/{x}/{x}')\nrequests.post(f'https://h/{x}')\n")) == 3


def test_a_fix_imports_what_it_needs(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(
        '"""Doc."""\n\nfrom __future__ import annotations\n\nimport requests\n'
        "from urllib.parse import quote\n\nrequests.get(f'https://h/{quote(x, safe=\"\")}')\n"
    )
    assert run_iriform("literals", "--fix", file).status == 0
    assert file.read_text() == (
        '"""Doc."""\n\nfrom __future__ import annotations\n\nimport requests\n'
        "from urllib.parse import quote\nfrom iriform import URI\n\n"
        'requests.get(URI.of("https://h/{x}", x=x))\n'
    )


def test_sarif() -> None:
    source = f"{HEAD}URI(f'https://h/{{x}}')\n"
    run = run_iriform("literals", "--sarif", "-", stdin=source.encode())
    [result] = json.loads(run.out)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("value-in-url", "warning")
    [change] = result["fixes"][0]["artifactChanges"]
    [replacement] = change["replacements"]
    assert replacement["insertedContent"]["text"] == 'URI.of("https://h/{x}", x=x)'
    assert replacement["deletedRegion"] == {
        "startLine": 4,
        "startColumn": 1,
        "endLine": 4,
        "endColumn": 22,
    }


def test_what_this_python_cannot_parse_is_an_error() -> None:
    if sys.version_info < (3, 14):
        run = run_iriform(
            "literals", "-", stdin=b"from iriform import URI\nURI(t'https://h/{x}')\n"
        )
        assert run.status == 2
        assert "not Python" in run.err
    else:
        run = run_iriform(
            "literals", "-", stdin=b"from iriform import URI\nURI(t'https://h/{x}{y}')\n"
        )
        assert run.status == 1
        assert "are adjacent, so nothing tells" in run.out


def test_no_text_makes_it_fail() -> None:
    for source in [
        "requests.get('%s' % ())",
        "requests.get('%' % x)",
        "requests.get('{'.format(x))",
        "requests.get('{}{}'.format(*x))",
        "requests.get(*x)",
        "x = x + 'a'\nrequests.get(x)",
        "\n".join(f"x = {i} * x" for i in range(50)) + "\nrequests.get(f'https://h/{x}')",
        "x = x if a else x\n" * 50 + "requests.get(f'https://h/?{x}')",
        "\n".join(f"x{i} = x{i + 1}" for i in range(3000)) + "\nrequests.get(f'https://h/?{x0}')",
        "a = f'/{b}'\nb = f'/{a}'\nrequests.get(a)",
        "class A:\n def f(self): self.x = self.x\n def g(self): self.x.get(f'/{self.x}')",
        "requests.get(f'https://[{x}]/ {x}')",
        "requests.get(f'https://h/{x:{y}}')",
    ]:
        run = run_iriform("literals", "-", stdin=(HEAD + source).encode())
        assert run.status in {0, 1}, run
