"""`iriform.grammar`: the RFCs' rules as data, and the trees and diagrams made from them."""

import json
import re
from pathlib import Path

import pytest

from iriform import IRI, grammar
from iriform.grammar import Grammar, Tree
from iriform.grammar._abnf import Choice, Name, Repeat, Sequence, Span, Text, read
from iriform.grammar._tree import CHARACTERS
from tests.cli.program import python
from tests.errors import error_of
from tests.growth import assert_grows_at_most

from .tables import collection

# The sections that collect the rules; the whole RFCs if the collection is available.
RFCS = collection("rfc") or Path(__file__).parent / "data" / "grammar"
GRAMMARS = [grammar.RFC3986, grammar.RFC3987]


@pytest.mark.parametrize("rfc", GRAMMARS, ids=repr)
@pytest.mark.collection
def test_the_rules_are_in_the_rfc_word_for_word(rfc: Grammar) -> None:
    """Except the lines that a page break inserts, and the margin."""
    name = repr(rfc).removeprefix("grammar.").lower()
    pages = (RFCS / f"{name}.txt").read_text("utf-8")
    text = re.sub(r"\n+[^\n]*\[Page \d+\]\n\f?\n?RFC [^\n]*\n+", "\n", pages)
    lines = [line.removeprefix("   ") for line in text.splitlines()]
    for rule in rfc.values():
        wanted = rule.abnf.splitlines()
        assert any(lines[i : i + len(wanted)] == wanted for i in range(len(lines))), rule


def test_what_rfc_3987_takes_over_is_the_same_rule() -> None:
    """It says so: "The following rules are the same as those in [RFC3986]"."""
    shared = set(grammar.RFC3986) & set(grammar.RFC3987)
    assert len(shared) == 14
    for name in shared:
        one, other = (rfc.languages.bodies[name] for rfc in GRAMMARS)
        assert one == other


@pytest.mark.parametrize("rfc", GRAMMARS, ids=repr)
def test_every_name_that_a_rule_uses_is_defined(rfc: Grammar) -> None:
    for body in rfc.languages.bodies.values():
        assert set(re.findall(r"Name\(name='([^']+)'", repr(body))) <= set(rfc.languages.bodies)


def test_a_grammar_is_a_mapping_that_ignores_case() -> None:
    assert list(grammar.RFC3986)[:3] == ["URI", "hier-part", "URI-reference"]
    assert grammar.RFC3987["iri-REFERENCE"] is grammar.RFC3987["IRI-reference"]
    assert "ALPHA" not in grammar.RFC3986
    assert 3986 not in grammar.RFC3986  # type: ignore[comparison-overlap]
    with pytest.raises(KeyError):
        grammar.RFC3986["IRI"]


def test_abnf_is_read_as_rfc_5234_says() -> None:
    [rule] = read('r = 2*4a / [ "b" ] ( %x41-5A  c ) / *d 3e 0<f> ; comment\n')
    assert rule.name == "r"
    assert rule.body == Choice(
        (
            Repeat(Name("a"), 2, 4),
            Sequence((Repeat(Text("b"), 0, 1), Sequence((Span(0x41, 0x5A), Name("c"))))),
            Sequence(
                (Repeat(Name("d"), 0, None), Repeat(Name("e"), 3, 3), Repeat(Name("f"), 0, 0))
            ),
        )
    )


@pytest.mark.parametrize(
    "text", ["r = ", "r = ( a", "r = a )", "r = ( a ]", "r = {a}", "what is it"]
)
def test_what_is_not_abnf_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="ABNF"):
        list(read(text))


def test_first_match_wins() -> None:
    """RFC 3986 section 3.2.2: an IPv4address before a reg-name; 3.3: an authority before a path."""

    def rules(text: str, production: str = "URI-reference") -> set[str | None]:
        return {node.rule for node in grammar.RFC3986[production].tree(text).walk()}

    assert "IPv4address" in rules("//192.0.2.1")
    assert "reg-name" in rules("//192.0.2.256")
    assert "reg-name" in rules("//192.0.2.1.")
    assert "authority" in rules("//a")
    assert "path-abempty" in rules("/a", "path")
    assert "URI" in rules("a:b")
    assert "relative-ref" in rules("./a:b")


def test_a_tree_has_spans_and_is_json() -> None:
    tree = grammar.RFC3987["IRI"].tree(IRI("http://例え.jp/😀%20b?q"))
    assert all(node.text == tree.text[node.start : node.stop] for node in tree.walk())
    segment = next(node for node in tree.walk() if node.rule == "isegment")
    assert (segment.start, segment.stop, segment.text) == (13, 18, "😀%20b")
    assert json.loads(json.dumps(tree.to_json()))["children"][0]["rule"] == "scheme"
    assert repr(segment) == "<isegment 13:18 '😀%20b'>"
    for node in tree.walk():
        assert node.text == "".join(child.text for child in node.children) or not node.children


def test_a_tree_is_drawn() -> None:
    assert str(grammar.RFC3986["URI"].tree("a://b/c?d")).splitlines() == [
        "URI 0:9 'a://b/c?d'",
        "  scheme 0:1 'a'",
        "  1:2 ':'",
        "  hier-part 2:7 '//b/c'",
        "    2:4 '//'",
        "    authority 4:5 'b'",
        "      host 4:5 'b'",
        "        reg-name 4:5 'b'",
        "    path-abempty 5:7 '/c'",
        "      5:6 '/'",
        "      segment 6:7 'c'",
        "  7:8 '?'",
        "  query 8:9 'd'",
    ]


def test_no_tree_of_what_does_not_match() -> None:
    caught = error_of(grammar.RFC3987["ihost"].tree, "a b")
    assert (caught.production, caught.position) == ("ihost", 1)
    with pytest.raises(TypeError):
        grammar.RFC3987["ihost"].tree(b"a")  # type: ignore[arg-type]


def test_trees_of_long_text_take_linear_time_and_no_recursion() -> None:
    def work(length: int) -> None:
        tree = grammar.RFC3987["IRI"].tree("a://h/" + "b/" * length)
        assert sum(node.rule == "isegment" for node in tree.walk()) == length + 1

    work(10)
    assert_grows_at_most(30, work, 5_000, 40_000)


def test_the_rules_of_single_characters() -> None:
    """The rules that a drawing omits: none matches more than a character or an escape."""
    for rfc in GRAMMARS:
        for name, rule in rfc.items():
            single = not rule.matches("aa") and not rule.matches("") and not rule.matches("::")
            single = single and name not in {
                "dec-octet",
                "IPv4address",
                "IPv6address",
                "ls32",
                "h16",
            }
            if name in CHARACTERS:
                assert single


@pytest.mark.parametrize("rfc", GRAMMARS, ids=repr)
def test_every_rule_has_a_diagram(rfc: Grammar) -> None:
    pytest.importorskip("railroad")
    etree = pytest.importorskip("lxml.etree")
    for name, rule in rfc.items():
        picture = etree.fromstring(rule.railroad().encode())
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert name in "".join(picture.itertext())


def test_importing_iriform_does_not_import_the_grammar() -> None:
    program = (
        "import sys, iriform; print([m for m in sys.modules if 'grammar' in m or 'railroad' in m])"
    )
    assert python(program).stdout == "[]\n"


def test_tree_is_public() -> None:
    assert isinstance(grammar.RFC3986["port"].tree("80"), Tree)
    assert Path(str(grammar.__file__)).with_name("rfc3987.abnf").exists()
    with pytest.raises(AttributeError):
        grammar.nothing  # noqa: B018
