"""`iriform literals`."""

from __future__ import annotations

import ast
import os
import re
import sys
import warnings
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import iriform
from iriform.cli.python_calls import calls
from iriform.cli.python_strings import Place, Source
from tests.cli.program import iriform as run_iriform

ROOT = Path(__file__).parents[2]

# Python source; a broken bar marks each place that must be found, and is removed.
SOURCES = [
    # The origin of the name.
    "from iriform import IRI\nIRI('a:b¦ c')\n",
    "from iriform import IRI as I\nI('a:b¦ c')\n",
    "import iriform\niriform.IRI('a:b¦ c')\n",
    "import iriform as x\nx.IRI('a:b¦ c')\n",
    "import iriform.grammar\niriform.IRI('a:b¦ c')\n",
    "from iriform import *\nIRI('a:b¦ c')\n",
    "from iriform import IRI\nI = IRI\nI('a:b¦ c')\n",
    "import iriform\nI: object = iriform.IRI\nI('a:b¦ c')\n",
    "try:\n from iriform import IRI\nexcept ImportError:\n IRI = None\nIRI('a:b¦ c')\n",
    "def f():\n from iriform import IRI\n return IRI('a:b¦ c')\n",
    "from iriform import IRI\nclass A:\n x = IRI('a:b¦ c')\n def f(self, y=IRI('a:¦ ')): 0\n",
    "from iriform import IRI\nclass A:\n IRI = str\n def f(self): return IRI('a:¦ ')\n",
    "from iriform import IRI\n[IRI('a:¦ ') for x in y]\nf = lambda a: IRI('a:¦ ')\n",
    "from iriform import IRI\ndef f():\n global IRI\n IRI('a:¦ ')\n",
    # Unknown names.
    "IRI('a:b c')\n",
    "from rdflib import IRI\nimport iriform\nIRI('a:b c')\n",
    "from .iriform import IRI\nIRI('a:b c')\n",
    "from iriform import IRI\nfrom other import *\nIRI('a:b c')\n",
    "from iriform import IRI\nIRI = other(IRI)\nIRI('a:b c')\n",
    "from iriform import IRI\ndef f(IRI):\n IRI('a:b c')\n",
    "from iriform import IRI\nf = lambda *, IRI: IRI('a:b c')\n",
    "from iriform import IRI\n[IRI('a:b c') for IRI in types]\n",
    "from iriform import IRI\nclass IRI(IRI): 0\nIRI('a:b c')\n",
    "from iriform import IRI\ndef f():\n IRI = None\n IRI('a:b c')\n",
    "from iriform import IRI\ndef f():\n global IRI\n IRI = str\nIRI('a:b c')\n",
    "from iriform import IRI\ndef f():\n def g():\n  nonlocal I\n  I = str\n I = IRI\n"
    " I('a: ')\n",
    "from iriform import *\ndef f():\n def g():\n  nonlocal IRI\n  IRI = str\n from iriform import IRI\n"
    " IRI('a: ')\n",
    "from iriform import IRI\nif (IRI := str): IRI('a: ')\n",
    "from iriform import IRI\nfor IRI in x: IRI('a: ')\n",
    "from iriform import IRI\nwith x as IRI: IRI('a: ')\n",
    "from iriform import IRI\ntry: x\nexcept E as IRI: IRI('a: ')\n",
    "from iriform import IRI\nmatch x:\n case [IRI]: IRI('a: ')\n case {**IRI}: 0\n",
    "from iriform import IRI\ndel IRI\nIRI('a: ')\n",
    "from iriform import IRI\nIRI: type\nIRI('a: ')\n",
    "from iriform import IRI\n(IRI, x) = y\nIRI('a: ')\n",
    "import iriform\ndef f(iriform): iriform.IRI('a: ')\n",
    "import iriform\niriform.grammar.IRI('a: ')\niriform.resolve('a: ')\n",
    # The arguments.
    "from iriform import IRI\nIRI('a:b')\nIRI(x)\nIRI('a: ', x)\nIRI()\n",
    "from iriform import IRI\nIRI(*'a: ')\nIRI(text='a: ')\nIRI(1)\n",
    "from iriform import IRI\nIRI('¦')\n",
    "from iriform import IRI\nIRI('a:¦%4')\n",
    "from iriform import IRI\nIRI( # why\n 'a:b'  # not\n '' r'c' \"d¦ e\")\n",
    "from iriform import IRI\n"
    "IRI('a:\\x62\\142\\u0062\\U00000062\\N{LATIN SMALL LETTER B}¦ ')\n",
    "from iriform import IRI\nIRI('a:\\\n¦  b')\n",
    "from iriform import IRI\nIRI('''a:¦\n b''')\n",
    "from iriform import IRI\nIRI(r'a:¦\\d')\n",
    "from iriform import IRI\nIRI('a:¦\\d')\n",
    "from iriform import IRI\nIRI('a:¦\\\\d')\n",
    "from iriform import IRI\né = '道', IRI('a:道¦ ')\n",
    "from iriform import IRI\nIRI('a:¦\\udcff')\n",
    "from iriform import IRI\nIRI(b'a:\\xc3\\xa9¦\\xff')\nIRI(b'a:¦\\N ')\n",
    "from iriform import IRI\r\n\r\nIRI('a:¦ ')\r\n",
    "from iriform import IRI\n\fIRI('a:¦ ')\n",
    "from iriform import IRI\nif x:\n\tIRI('a:¦ ')\n",
    "from iriform import IRI\nIRI('a: ')  # iriform: ignore, it is for a test\nIRI('a:¦ ')\n",
    "from iriform import IRI\nIRI('a:¦ # iriform: ignore')\n",
    # The called type.
    "from iriform import *\nURI('a:¦é'); URIReference('¦é'); IRIReference('é¦ ')\n",
    "from iriform import *\nMutableIRI('¦b'); MutableURI('a:¦é')\n",
    "from iriform import *\nHTTPIRI('http://h¦ '); HTTPURI('http://¦é'); HTTPURI('¦ftp://h'); HTTPIRI('http://¦')\n",
    "from iriform import PURL\nPURL('pkg:npm/¦@angular/core'); PURL('pkg:npm/a')\n",
    "from iriform import Scheme, Authority, UserInfo, Host\n"
    "Scheme('¦é'); Authority('a¦/'); UserInfo('¦@'); Host('¦:')\n",
    "from iriform import Path, Segment, Query, Fragment\n"
    "Path('¦?'); Segment('¦/'); Query('¦#'); Fragment('¦#')\n",
    "from iriform import URITemplate\n"
    "URITemplate('/{a}{?b*}'); URITemplate('/{a¦ }'); URITemplate('/¦{a')\n",
]  # fmt: skip


@pytest.mark.parametrize("marked", SOURCES)
def test_places(marked: str) -> None:
    lines = re.split(r"\r?\n", marked)
    expected = []
    for number, line in enumerate(lines, 1):
        *before, _ = line.split("¦")
        expected += [(number, len("".join(before[:i])) + 1) for i in range(1, len(before) + 1)]
    source = marked.replace("¦", "")
    run = run_iriform("literals", "--json", "-", stdin=source.encode())
    assert [(record["line"], record["column"]) for record in run.records] == expected
    assert run.status == (1 if expected else 0)


def test_inside_an_f_string() -> None:
    """Its own text is skipped; a call in it is found, at the exact place since Python 3.12."""
    source = "from iriform import IRI\nx = f\"é {IRI('a: ')} {IRI(f'a: ')}\"\n"
    [record] = run_iriform("literals", "--json", "-", stdin=source.encode()).records
    exact = sys.version_info >= (3, 12)
    assert (record["line"], record["column"]) == (2, 17 if exact else 14)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is new in Python 3.12")
def test_type_parameters_are_names() -> None:
    source = b"from iriform import IRI\ndef f[IRI](): return IRI('a: ')\n"
    assert run_iriform("literals", "-", stdin=source) == (0, "", "")


def test_what_is_found_is_named_and_drawn(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text("from iriform import IRI\nHOME = IRI('http://example.org/a b')\n")
    run = run_iriform("literals", file)
    assert run == (
        1,
        f"{file}:2:33: not an IRI: U+0020 SPACE is not allowed in a path segment"
        " (isegment, RFC 3987 §2.2) [invalid-character]\n"
        "  http://example.org/a b\n"
        "                      ^ position 20; percent-encode it as %20\n",
        "iriform: 1 of 1 literal not valid\n",
    )


def test_json() -> None:
    source = b"from iriform import URI\nURI('http://anna:s3cr3t@h:8\\x61/')\n"
    [record] = run_iriform("literals", "--json", "-", stdin=source).records
    assert record == {
        "file": "-",
        "line": 2,
        "column": 27,
        "end_line": 2,
        "end_column": 32,
        "type": "URI",
        "position": 22,
        "span": [21, 23],
        "production": "URI",
        "rule": "port",
        "reason": "invalid-port",
        "message": "not a URI: “8a” is not a port (port, RFC 3986 §3.2.3)",
        "hint": "a port has digits only",
        "text": "http://anna:***@h:8a/",
    }


def test_directories(tmp_path: Path) -> None:
    bad = "from iriform import IRI\nIRI('a: ')\n"
    for name in (
        "b/c.py",
        "a.pyi",
        "b/d.txt",
        ".venv/e.py",
        "__pycache__/f.py",
        "env/g.py",
        "h.pyw",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(bad)
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    (tmp_path / "b" / "loop").symlink_to(tmp_path, target_is_directory=True)
    run = run_iriform("literals", "--json", tmp_path, tmp_path / "b" / "d.txt")
    expected = ["a.pyi", "b/c.py", "h.pyw", "b/d.txt"]
    assert [record["file"] for record in run.records] == [str(tmp_path / name) for name in expected]


# The input, and the message.
NOT_PYTHON = [
    (b"x = (\n", "<stdin>:1:5: not Python: '(' was never closed"),
    (b"x = 1\n  y = 2\n", "<stdin>:2:2: not Python: unexpected indent"),
    (b"x = '\xff'\n", "<stdin>: not Python: invalid or missing encoding declaration"),
    (b"# coding: ascii\n\nx = '\xff'\n", "<stdin>:3: not Python: it is not ascii"),
    (b"# coding: nothing\n", "<stdin>: not Python: unknown encoding: nothing"),
    (b"x = '\x00'\n", "<stdin>: not Python: "),
    (b"(" * 5000 + b")" * 5000, "<stdin>:1:201: not Python: too many nested parentheses"),
    (b"-" * 200_000 + b"1", "<stdin>: nested too deeply for Python to read it"),
    (b"x\x1b]0;y\x07 = (\n", "<stdin>:1:"),
]


@pytest.mark.parametrize(("data", "said"), NOT_PYTHON)
def test_what_is_not_python_is_said_and_the_rest_goes_on(
    data: bytes, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.py"
    file.write_text("from iriform import IRI\nIRI('a: ')\n")
    run = run_iriform("literals", "-", file, stdin=data)
    assert run.status == 2
    assert run.err.startswith(f"iriform: {said}")
    assert "\x1b" not in run.err
    assert run.out.startswith(f"{file}:2:8: ")


def test_sources_that_cannot_be_read(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("from iriform import IRI\nIRI('a: ')\n")
    for name in (tmp_path / "missing.py", "a\nb.py"):
        run = run_iriform("literals", name, bad)
        assert run.status == 2
        assert run.err.startswith("iriform: cannot read ")
        assert f"{bad}:2:8" in run.out


def test_nothing_is_run(tmp_path: Path) -> None:
    source = f"import iriform\nopen({str(tmp_path / 'made')!r}, 'w')\niriform.IRI('a: ')\n"
    assert run_iriform("literals", "-", stdin=source.encode()).status == 1
    assert not (tmp_path / "made").exists()


def test_an_encoding_that_is_declared() -> None:
    source = "# coding: latin-1\nfrom iriform import IRI\né = IRI('a:é ')\n"
    run = run_iriform("literals", "--json", "-", stdin=source.encode("latin-1"))
    [record] = run.records
    assert (record["line"], record["column"], record["text"]) == (3, 13, "a:é ")
    run = run_iriform("literals", "--json", "-", stdin=b"\xef\xbb\xbf" + source[18:].encode())
    [record] = run.records
    assert (record["line"], record["column"], record["text"]) == (2, 13, "a:é ")


def test_empty_input() -> None:
    assert run_iriform("literals", "-") == (0, "", "")


def test_deep_source_is_walked_without_recursion() -> None:
    source = "from iriform import IRI\nx = " + "f(" * 90 + "IRI('a: ')" + ")" * 90 + "\n"
    assert run_iriform("literals", "-", stdin=source.encode()).status == 1
    chain = "from iriform import IRI\nx" + ".y" * 3000 + "('a: ')\nIRI('a: ')\n"
    run = run_iriform("literals", "-", stdin=chain.encode())
    assert run.status in {1, 2}  # 2 if Python itself finds it too deep


def test_a_chain_of_attributes_is_followed_without_recursion() -> None:
    """Python 3.14 parses chains that are deeper than the recursion limit."""
    chain: ast.expr = ast.Name("iriform", ast.Load())
    for _ in range(5000):
        chain = ast.Attribute(chain, "y", ast.Load())
    body: list[ast.stmt] = [
        ast.Import([ast.alias("iriform")]),
        *(
            ast.Expr(ast.Call(callee, [], []))
            for callee in (chain, ast.Name("iriform", ast.Load()))
        ),
    ]
    assert [name for _, name in calls(ast.Module(body, []), ())] == ["iriform"]


def test_a_chain_of_names_is_followed_without_recursion() -> None:
    """Names nearby are resolved; the others are not followed to the end."""
    links = "".join(f"x{i + 1} = x{i}\n" for i in range(5000))
    source = f"from iriform import IRI\nx0 = IRI\n{links}x5000('a: ')\nx400('a: ')\n"
    run = run_iriform("literals", "-", stdin=source.encode())
    assert (run.status, run.out.partition(": ")[0]) == (1, "<stdin>:5004:9")


def test_each_of_many_bad_literals_is_found_in_its_place() -> None:
    """A literal is looked up among the others, not compared with each of them."""
    one_line = "; ".join(["IRI('a:é ')"] * 300)
    source = f"from iriform import IRI\n{one_line}\n" + "IRI('a: ')\n" * 5000
    run = run_iriform("literals", "--json", "-", stdin=source.encode())
    found = [(record["line"], record["column"]) for record in run.records]
    assert found == [(2, 9 + 13 * i) for i in range(300)] + [(i + 3, 8) for i in range(5000)]


@pytest.mark.parametrize(
    "expression", ["-" * 9000 + "1", "lambda: " * 9000 + "1", "f" + "(1)" * 9000, "1+" * 9000 + "1"]
)
def test_source_that_python_cannot_read_is_reported(tmp_path: Path, expression: str) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text("from iriform import IRI\nIRI('a: ')\n")
    bad.write_text(f"from iriform import IRI\nx = {expression}\n")
    run = run_iriform("literals", bad, good)
    # A later Python may read it; whatever happens, the next file is checked.
    assert run.out.startswith(f"{good}:2:8: ")
    assert run.err.endswith("iriform: 1 of 1 literal not valid\n")
    if run.status == 2:
        assert f"iriform: {bad}: nested too deeply for Python to read it\n" in run.err


# Pieces of source that together form a literal.
PIECES = st.lists(
    st.sampled_from(
        ["a", "é", "道", "😀", " ", "\\n", "\\\\", "\\x41", "\\101", "\\7", "\\u9053", "\\U0001f600",
         "\\N{EM SPACE}", "\\d", "\\ ", "\\é", "\\\n", "\\'", '\\"']
    ),
    max_size=12,
)  # fmt: skip


def evaluated(piece: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes that Python does not know
        value: str = ast.literal_eval(f'"""{piece} """')
    return value[:-1]


@given(
    st.lists(st.tuples(PIECES, st.sampled_from(['"', "'", '"""', "'''"])), min_size=1, max_size=3)
)
def test_each_character_is_found_where_it_is_written(tokens: list[tuple[list[str], str]]) -> None:
    """Every prefix of the pieces is a literal; its value has the expected number of characters."""
    text = "x = ("
    expected: list[tuple[int, Place]] = []
    length = 0
    for pieces, quotes in tokens:
        text += quotes
        for piece in pieces:
            made = len(evaluated(piece))
            before, _, last = text.rpartition("\n")
            place = Place(before.count("\n") + 1 + ("\n" in text), len(last) + 1)
            if made:
                expected.append((length, place))
            length += made
            text += piece
        text += f"{quotes}\n  "
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        [assignment] = ast.parse(f"{text})").body
    literal = assignment.value  # type: ignore[attr-defined]
    places = Source(f"{text})").characters(literal)
    assert len(places) == len(literal.value) + 1 == length + 1
    assert [(index, places[index]) for index, _ in expected] == expected


def test_calls_are_those_of_one_thing() -> None:
    module = ast.parse("import a.b as c, d.e\nc.f(1)\nd.e.g(2)\nh(3)\nc()\n(x or c)(4)\nc.f()()\n")
    assert [name for _, name in calls(module, ())] == ["a.b.f", "d.e.g", "a.b", "a.b.f"]


def test_the_types_are_all_there_are() -> None:
    """A new type that parses its argument must be added there."""
    from iriform.cli.literals import _TYPES

    public = {name: getattr(iriform, name) for name in dir(iriform)}
    parsing = {
        f"iriform.{name}"
        for name, value in public.items()
        if hasattr(value, "is_valid") or name.startswith(("MutableIRI", "MutableURI"))
    }
    assert set(_TYPES) == parsing


def test_the_hook_of_pre_commit() -> None:
    """The hook was run by pre-commit when it was written; here its program and verb must exist."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    for hook in hooks:
        program, verb = hook["entry"].split()
        assert (program, hook["language"]) == ("iriform", "python")
        assert run_iriform(verb, "--help").status == 0
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    files = next(hook["files"] for hook in hooks if hook["id"] == "iriform-check")
    suffixes = re.findall(r"`(\.\w+)`", page)
    assert len(suffixes) == 9
    assert all(re.search(files, f"data/a{suffix}") for suffix in suffixes)
    [shown] = re.findall(r"```yaml\n(repos:.*?)```", page, re.DOTALL)
    [repository] = yaml.safe_load(shown)["repos"]
    assert {hook["id"] for hook in repository["hooks"]} == {hook["id"] for hook in hooks}


def test_usage() -> None:
    assert run_iriform("literals").status == 2
    run = run_iriform("literals", "--help")
    assert run.status == 0
    assert "Exit status" in run.out


def test_a_source_of_10_gb(tmp_path: Path) -> None:
    file, other = tmp_path / "a.py", tmp_path / "b.py"
    file.write_bytes(b"x = 1\n")
    os.truncate(file, 10 * 2**30)  # it is sparse
    other.write_text("from iriform import IRI\nIRI('a b')\n")
    run = run_iriform("literals", file, other)
    assert (run.status, run.out.count("\n")) == (2, 3)
    assert run.err.startswith(f"iriform: {file}: it has more than 16 MiB\n")
