"""Compact IRIs: `PrefixMap` alone, by its laws, and how the languages read its output."""

import contextlib
import copy
import gc
import itertools
import json
import pickle
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iriform import IRI, URI, ParseError, PrefixMap, UnknownPrefix
from iriform.columns import Syntax
from tests.errors import error_of
from tests.growth import assert_grows_at_most
from tests.strategies import iris

SYNTAXES: tuple[Syntax, ...] = get_args(Syntax)

DBPEDIA = PrefixMap(
    {"dbr": "http://dbpedia.org/resource/", "dbc": "http://dbpedia.org/resource/Category:"}
)


def refused(text: str, syntax: Syntax = "plain") -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is what is looked at
        DBPEDIA.expand(text, syntax=syntax)
    return str(caught.value)


class TestCompress:
    def test_the_longest_namespace(self) -> None:
        assert DBPEDIA.compress(IRI("http://dbpedia.org/resource/Category:Cities")) == "dbc:Cities"
        assert DBPEDIA.compress("http://dbpedia.org/resource/Category") == "dbr:Category"
        assert DBPEDIA.compress("http://dbpedia.org/resource/") == "dbr:"
        assert DBPEDIA.compress("http://dbpedia.org/resource") is None

    def test_a_namespace_may_end_anywhere(self) -> None:
        obo = PrefixMap({"GO": "http://purl.obolibrary.org/obo/GO_", "x": "http://purl"})

        assert obo.compress("http://purl.obolibrary.org/obo/GO_0001") == "GO:0001"
        assert obo.compress("http://purl.obolibrary.org/obo/GO") == "x:.obolibrary.org/obo/GO"

    @pytest.mark.parametrize(
        ("names", "best"),
        [
            (["bb", "a"], "a"),  # the shorter
            (["b", "a"], "a"),  # the first by the alphabet
            (["éé", "aaa"], "éé"),  # shorter in code points
            (["a", ""], ""),
        ],
    )
    def test_of_two_names_for_one_namespace(self, names: list[str], best: str) -> None:
        for order in (names, names[::-1]):
            assert PrefixMap(dict.fromkeys(order, "a:")).compress("a:x") == f"{best}:x"

    def test_what_is_no_iri(self) -> None:
        for text in ("", "a/b", "http://a b"):
            with pytest.raises(ParseError):
                DBPEDIA.compress(text)
        with pytest.raises(TypeError):
            DBPEDIA.compress(None)  # type: ignore[arg-type]

    def test_text_is_compared_as_it_is(self) -> None:
        assert DBPEDIA.compress("HTTP://dbpedia.org/resource/Paris") is None
        assert PrefixMap({"x": "http://a/é"}).compress("http://a/éb") == "x:b"


DBR = "http://dbpedia.org/resource/"
OTHERS = {"dbr": DBR, "4dn": "http://4dn/", "fourdn": "http://4dn/"}
NESTED = {"a": "http://a/", "b": "http://a/x"}
SAME = "as plain"


# The map, the IRI, and its form in plain, curie, turtle and sparql, json-ld, xml-qname.
@pytest.mark.parametrize(
    ("prefixes", "iri", "plain", "curie", "turtle", "json_ld", "xml_qname"),
    [
        (OTHERS, DBR + "Paris", "dbr:Paris", SAME, SAME, SAME, SAME),
        (
            OTHERS,
            DBR + "A_(b)/c?d=e&f#g~h%2Ci-j.k.",
            "dbr:A_(b)/c?d=e&f#g~h%2Ci-j.k.",
            SAME,
            r"dbr:A_\(b\)\/c\?d\=e\&f\#g\~h%2Ci-j.k\.",
            SAME,
            None,
        ),
        # The start and end of a name.
        (OTHERS, DBR + "-", "dbr:-", SAME, r"dbr:\-", SAME, None),
        (OTHERS, DBR + ".", "dbr:.", SAME, r"dbr:\.", SAME, None),
        (OTHERS, DBR + "..", "dbr:..", SAME, r"dbr:\.\.", SAME, None),
        (OTHERS, DBR + "1", "dbr:1", SAME, SAME, SAME, None),
        (OTHERS, DBR, "dbr:", SAME, SAME, SAME, None),
        # XML names do not begin with a digit and are not empty: the next namespace may work.
        # JSON-LD accepts only a namespace that ends in a delimiter.
        (NESTED, "http://a/x1", "b:1", SAME, SAME, "a:x1", "a:x1"),
        (NESTED, "http://a/x", "b:", SAME, SAME, "a:x", "a:x"),
        ({"y": "http://a/y"}, "http://a/yb", "y:b", SAME, SAME, None, SAME),
        # The reference of a CURIE has no colon in its first segment, and a QName has none.
        (OTHERS, DBR + "a:b", "dbr:a:b", None, SAME, SAME, None),
        # A prefix that the syntax allows: in Turtle, CURIEs and XML it does not begin with a digit.
        (OTHERS, "http://4dn/a", "4dn:a", "fourdn:a", "fourdn:a", SAME, "fourdn:a"),
        ({"": "http://a/"}, "http://a/b", ":b", SAME, SAME, None, None),
        ({"_": "a:"}, "a:b", "_:b", None, None, None, SAME),
        ({"x.": "a:"}, "a:b", "x.:b", SAME, None, SAME, SAME),
        # Two slashes would make it an IRI with an authority.
        ({"p": "a:"}, "a://b", "p://b", None, r"p:\/\/b", None, None),
        # Brackets, and characters that names do not have, cannot be escaped.
        ({"p": "http://"}, "http://[::1]", "p:[::1]", None, None, SAME, None),
        (OTHERS, DBR + "×", "dbr:×", SAME, None, SAME, None),
        (OTHERS, DBR + "·", "dbr:·", SAME, None, SAME, None),
        (OTHERS, DBR + "a·é道😀", "dbr:a·é道😀", SAME, SAME, SAME, SAME),
        # XML's own two prefixes.
        ({"xml": "a:"}, "a:b", "xml:b", SAME, SAME, SAME, None),
        ({"xmlns": "a:"}, "a:b", "xmlns:b", SAME, SAME, SAME, None),
    ],
)
def test_syntaxes(
    prefixes: dict[str, str],
    iri: str,
    plain: str,
    curie: str | None,
    turtle: str | None,
    json_ld: str | None,
    xml_qname: str | None,
) -> None:
    p = PrefixMap(prefixes)
    bare = plain if curie == SAME else curie
    safe = None if bare is None else f"[{bare}]"
    columns = (plain, curie, safe, turtle, turtle, json_ld, xml_qname)
    for syntax, column in zip(SYNTAXES, columns, strict=True):
        expected = plain if column == SAME else column
        assert p.compress(iri, syntax=syntax) == expected, syntax
        if expected is not None:
            assert p.expand(expected, syntax=syntax) == iri, syntax


class TestExpand:
    def test_the_result_is_an_iri(self) -> None:
        result = DBPEDIA.expand("dbr:Paris")

        assert type(result) is IRI
        assert result == "http://dbpedia.org/resource/Paris"

    def test_the_result_must_be_an_iri(self) -> None:
        caught = error_of(DBPEDIA.expand, "dbr:a b")
        assert caught.text == "http://dbpedia.org/resource/a b"
        assert caught.position == 29

    def test_the_first_colon_ends_the_prefix(self) -> None:
        assert DBPEDIA.expand("dbr:dbc:x") == "http://dbpedia.org/resource/dbc:x"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("dbo:x", "unknown prefix 'dbo'; did you mean 'dbr' or 'dbc'?"),
            ("DBR:x", "unknown prefix 'DBR'; did you mean 'dbr'?"),
            (":x", "unknown prefix ''"),
            ("dbrr\n:x", r"unknown prefix 'dbrr\n'; did you mean 'dbr'?"),
            (
                "http://user:secret@example.org/",
                "unknown prefix 'http'; a scheme has that name, so this may already be an IRI",
            ),
            ("x" * 1000 + ":", f"unknown prefix '{'x' * 60}…'"),
        ],
    )
    def test_an_unknown_prefix(self, text: str, message: str) -> None:
        with pytest.raises(UnknownPrefix) as caught:
            DBPEDIA.expand(text)
        assert str(caught.value) == message
        assert caught.value.prefix == text.partition(":")[0]
        assert str(pickle.loads(pickle.dumps(caught.value))) == message

    def test_what_is_not_compact(self) -> None:
        assert refused("Paris") == "not a compact IRI: it must have a prefix and a colon"
        assert refused("dbr:a,b", "turtle") == (
            "not a compact IRI in turtle, whose syntax does not allow the character at position 5"
        )
        assert refused("dbr:éa%2", "sparql").endswith("position 6")
        assert refused(r"dbr:\n", "turtle").endswith("position 4")
        assert refused("dbr:a\\", "turtle").endswith("position 5")
        assert refused("dbr:a.", "turtle").endswith("position 5")
        assert refused("dbr:-", "turtle").endswith("position 4")
        assert refused("dbr:a:b", "curie").endswith("position 5")
        assert refused("dbr://b", "json-ld").endswith("position 4")
        assert refused("dbr:1", "xml-qname").endswith("position 4")

    def test_a_prefix_that_the_syntax_does_not_have(self) -> None:
        p = PrefixMap({"4dn": "http://4dn"})
        for syntax in SYNTAXES[1:]:
            text = "[4dn:a]" if syntax == "safe-curie" else "4dn:a"
            with pytest.raises(ValueError, match="cannot use the prefix '4dn'"):
                p.expand(text, syntax=syntax)

    def test_a_safe_curie_is_no_iri(self) -> None:
        for text in ("dbr:Paris", "[dbr:Paris", "dbr:Paris]", "[", ""):
            assert refused(text, "safe-curie") == (
                "not a compact IRI in safe-curie: it must be between [ and ]"
            )
        assert refused("[é:x]", "safe-curie") == "unknown prefix 'é'"
        assert refused("[dbr:x]", "curie") == (
            "not a compact IRI in curie: the text in brackets is a safe CURIE, which the"
            " syntax safe-curie reads"
        )
        assert (
            refused("[dbr]", "safe-curie") == "not a compact IRI: it must have a prefix and a colon"
        )
        assert refused("[dbr:é//a b]", "safe-curie").endswith("position 9")
        with pytest.raises(UnknownPrefix) as caught:
            DBPEDIA.expand("[dbo:x]", syntax="safe-curie")
        assert caught.value.prefix == "dbo"
        assert not IRI.is_valid("[dbr:Paris]")

    def test_bad_arguments(self) -> None:
        with pytest.raises(ParseError):
            DBPEDIA.expand("dbr:\ud800")
        with pytest.raises(TypeError):
            DBPEDIA.expand(b"dbr:a")  # type: ignore[arg-type]
        with pytest.raises(
            ValueError,
            match="syntax must be 'plain', 'curie', 'safe-curie', 'turtle'.* or 'xml-qname'",
        ):
            DBPEDIA.expand("dbr:a", syntax="n3")  # type: ignore[arg-type]


class TestMap:
    def test_it_is_a_mapping(self) -> None:
        assert isinstance(DBPEDIA, Mapping)
        assert DBPEDIA["dbr"] == "http://dbpedia.org/resource/"
        assert type(DBPEDIA["dbr"]) is IRI
        assert list(DBPEDIA) == list(DBPEDIA.keys()) == ["dbr", "dbc"]
        assert list(reversed(DBPEDIA)) == ["dbc", "dbr"]
        assert [*DBPEDIA.values()] == [iri for _, iri in DBPEDIA.items()]
        assert DBPEDIA.get("x") is None and DBPEDIA.get("x", 1) == 1  # noqa: PT018
        assert "dbr" in DBPEDIA
        assert "x" not in DBPEDIA
        assert len(DBPEDIA) == len(dict(DBPEDIA)) == 2
        assert not PrefixMap()
        with pytest.raises(KeyError):
            DBPEDIA["x"]
        match DBPEDIA:
            case {"dbc": found}:
                assert found.endswith("Category:")
            case _:
                pytest.fail("no mapping")

    def test_it_cannot_be_changed(self) -> None:
        given = {"a": "a:"}
        p = PrefixMap(given)
        given["a"] = "b:"

        assert p == {"a": "a:"}
        for view in (p.keys(), p.values(), p.items()):
            with pytest.raises(TypeError):
                view.mapping["a"] = 1  # type: ignore[union-attr]
        with pytest.raises(TypeError):
            p["a"] = "c:"  # type: ignore[index]
        with pytest.raises(AttributeError):
            p.x = 1  # type: ignore[attr-defined]

    def test_values_are_parsed(self) -> None:
        assert type(PrefixMap({"a": URI("a:")})["a"]) is IRI
        with pytest.raises(ParseError):
            PrefixMap({"a": "b"})
        with pytest.raises(ParseError):
            PrefixMap({"a": "http://a b/"})
        with pytest.raises(TypeError):
            PrefixMap({"a": 1})  # type: ignore[arg-type]

    @pytest.mark.parametrize("name", ["a:", "a b", "a\n", "a/b", "a?", "#", "[", "@id", "%41", "<"])
    def test_names_that_no_prefix_has(self, name: str) -> None:
        with pytest.raises(ValueError, match="neither a colon nor white space"):
            PrefixMap({name: "a:"})

    @pytest.mark.parametrize("name", ["\ufffd", "\U000e0001", "a\U0001fffe", "\uf900\u203f.x"])
    def test_names_that_turtle_has_beyond_those_of_iris(self, name: str) -> None:
        """PN_CHARS_BASE has U+FFFD, tags and noncharacters, which no IRI has."""
        p = PrefixMap({name: "http://a/"})
        assert p.expand(f"{name}:b") == "http://a/b"
        assert p.compress("http://a/b", syntax="turtle") == f"{name}:b"
        document = f"@prefix {name}: <http://a/> .\n"
        assert PrefixMap.from_turtle(document) == p
        assert p.to_turtle() == document

    def test_what_is_invalid_is_skipped_if_it_is_asked_for(self) -> None:
        good = {f"p{i}": f"http://a/{i}" for i in range(1000)}
        bad: dict[str, Any] = {
            "no": "a/b",
            "s": "http://u:SECRET@a b/",
            "t": None,
            "n n": "a:",
            "\ud800": "a:",
        }
        p = PrefixMap(good | bad, declared=["p1", "no"], skip_invalid=True)
        assert p == good
        assert p.declared == ("p1",)
        assert list(p.skipped) == list(bad)
        assert p.skipped["no"] == "not an IRI: there is no scheme (scheme, RFC 3986 §3.1)"
        assert p.skipped["t"] == "IRI takes str or bytes, not NoneType"
        assert "neither a colon nor white space" in p.skipped["n n"]
        assert "SECRET" not in str(p.skipped)
        p.skipped.clear()
        assert len(p.skipped) == 5
        assert (p | {}).skipped == DBPEDIA.skipped == {}
        with pytest.raises(TypeError, match="must be a str"):
            PrefixMap({1: "a:"}, skip_invalid=True)  # type: ignore[arg-type]

    def test_the_message_says_which_prefix_it_is(self) -> None:
        """A map from a registry has thousands of prefixes."""
        good = {f"p{i}": "http://a/" for i in range(1000)}
        with pytest.raises(ValueError, match="^'NCBI Taxonomy' is not a name: the name of a pref"):
            PrefixMap(good | {"NCBI Taxonomy": "http://b/"})
        with pytest.raises(ValueError, match=f"^'{'é ' * 30}…' is not a name: "):
            PrefixMap({"é " * 500: "http://b/"})
        for namespace, error in (("b/", ParseError), (None, TypeError)):
            with pytest.raises(error) as caught:
                PrefixMap(good | {"ex": namespace})  # type: ignore[arg-type]
            notes = ["in the namespace of the prefix 'ex'"]
            assert getattr(caught.value, "__notes__", notes) == notes  # 3.10 has none

    def test_bad_names(self) -> None:
        with pytest.raises(TypeError):
            PrefixMap({1: "a:"})  # type: ignore[arg-type]
        with pytest.raises(ParseError):
            PrefixMap({"\ud800": "a:"})

        class Liar(str):
            __slots__ = ()

            def __hash__(self) -> int:
                return id(self)

            def __eq__(self, other: object) -> bool:
                return self is other

        with pytest.raises(ValueError, match="the same name"):
            PrefixMap([(Liar("a"), "a:"), (Liar("a"), "b:")])

    def test_pairs_and_maps_make_maps(self) -> None:
        assert PrefixMap([("a", "a:"), ("b", "b:")]) == PrefixMap({"b": "b:", "a": "a:"})
        assert PrefixMap(DBPEDIA) == DBPEDIA == dict(DBPEDIA)
        assert DBPEDIA != {"dbr": "http://dbpedia.org/resource/"}
        assert object() != DBPEDIA
        with pytest.raises(TypeError):
            PrefixMap(1)  # type: ignore[arg-type]

    def test_union(self) -> None:
        p = PrefixMap({"a": "a:", "b": "b:"})

        assert p | {"b": "c:", "d": "d:"} == {"a": "a:", "b": "c:", "d": "d:"}
        assert {"b": "c:"} | p == p
        assert type({"b": "c:"} | p) is type(p | p) is PrefixMap
        with pytest.raises(TypeError):
            p | [("a", "b:")]  # type: ignore[operator]

    def test_conflicts(self) -> None:
        p = PrefixMap({"a": "a:", "b": "b:", "c": "c:"})

        assert p.conflicts({"a": "a:", "b": "x:", "d": "d:"}) == {"b": (IRI("b:"), IRI("x:"))}
        assert p.conflicts(p) == {}

    def test_copies(self) -> None:
        p = PrefixMap({"y": "http://a/y", "a": "a:"}, declared=["y"])

        assert copy.copy(p) is copy.deepcopy(p) is p
        assert hash(p) == hash(PrefixMap({"a": "a:", "y": "http://a/y"}))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(p, protocol))
            assert again == p
            assert list(again) == list(p)
            assert again.compress("http://a/y1", syntax="json-ld") == "y:1"
        assert repr(p) == "PrefixMap({'y': IRI('http://a/y'), 'a': IRI('a:')})"
        assert "secret" not in repr(PrefixMap({"a": "http://u:secret@h/"}))

    def test_ambiguity(self) -> None:
        p = PrefixMap(
            {"tag": "http://a/", "ex": "x-own:a", "x-own": "b:", "URN": "c:", "doi": "d:"}
        )

        assert [t for t in ("tag:a", "TAG:a", "ex:a", "x-own:a", "URN:a") if p.is_ambiguous(t)] == [
            "tag:a",  # a registered scheme
            "x-own:a",  # the scheme of a namespace
            "URN:a",
        ]
        assert not p.is_ambiguous("mailto:a@b")  # not in the map: an IRI, and nothing else
        assert not p.is_ambiguous("tag")
        assert not p.is_ambiguous("tag:a b")  # no IRI

    def test_nothing_is_left_behind(self) -> None:
        gc.collect()
        before = len(gc.get_objects())
        for i in range(100):
            PrefixMap({f"a{i}": f"a:{i}"}).compress("a:7")
        assert len(gc.get_objects()) - before < 50


# Difficult maps: namespaces within namespaces, several names for one, names that only some syntaxes
# have, all cut from the IRIs that are compressed.
NAMES = st.sampled_from(["", "_", "a", "b", "ab", "é", "4x", "x.", "a-b", "http", "xml", "n'"])


@st.composite
def maps_and_iris(draw: st.DrawFn) -> tuple[PrefixMap, IRI]:
    iri = draw(iris())
    cuts = draw(st.lists(st.integers(1, len(iri)), max_size=6))
    heads = [iri[:cut] for cut in cuts if IRI.is_valid(iri[:cut])]
    names = draw(st.permutations(["", "_", "a", "b", "ab", "é", "4x", "x.", "a-b", "http", "n'"]))
    p = PrefixMap(dict(zip(names, heads, strict=False)))
    return p, IRI(iri)


class TestLaws:
    @given(maps_and_iris())
    @example((PrefixMap({"a": "http://a"}), IRI("http://a/%41")))
    def test_expand_is_the_inverse_of_compress(self, case: tuple[PrefixMap, IRI]) -> None:
        p, iri = case
        for syntax in SYNTAXES:
            compact = p.compress(iri, syntax=syntax)
            if compact is not None:
                assert p.expand(compact, syntax=syntax) == iri

    @given(maps_and_iris())
    def test_plain_takes_the_longest_and_then_the_best_name(
        self, case: tuple[PrefixMap, IRI]
    ) -> None:
        p, iri = case
        fits = [(-len(ns), len(name), name) for name, ns in p.items() if iri.startswith(ns)]

        if fits:
            length, _, name = min(fits)
            assert p.compress(iri) == f"{name}:{iri[-length:]}"
        else:
            assert p.compress(iri) is None

    @given(st.dictionaries(NAMES, iris(), max_size=8))
    def test_turtle_and_back(self, prefixes: dict[str, str]) -> None:
        p = PrefixMap(prefixes)
        try:
            text = p.to_turtle()
        except ValueError:
            assert set(p) & {"_", "4x", "x.", "n'"}
        else:
            assert PrefixMap.from_turtle(text) == p

    @given(st.dictionaries(NAMES, iris(), max_size=8))
    def test_json_ld_and_back(self, prefixes: dict[str, str]) -> None:
        p = PrefixMap(prefixes)
        try:
            context = p.to_json_ld()
        except ValueError:
            schemes = {iri.scheme for iri in p.values()}
            assert set(p) & {"", "_"} or set(p) & schemes
        else:
            assert PrefixMap.from_json_ld(json.loads(json.dumps(context))) == p

    @given(st.text())
    def test_any_text_is_expanded_or_refused(self, text: str) -> None:
        for syntax in SYNTAXES:
            for prefix in ("", "dbr:"):
                with contextlib.suppress(ValueError):
                    assert DBPEDIA.expand(prefix + text, syntax=syntax).startswith(DBR)


class TestTurtle:
    def test_a_document(self) -> None:
        text = '''
            @base <http://example.org/> .
            @prefix : <#> .      # @prefix c: <http://comment/> .
            PREFIX ex: <ns/>
            :a ex:b """ @prefix s: <http://string/> . """@prefix ; ex:c <@prefix> .
        '''
        assert PrefixMap.from_turtle(text) == {
            "": "http://example.org/#",
            "ex": "http://example.org/ns/",
        }
        assert PrefixMap.from_turtle("@prefix a: <b> .", base="http://h/") == {"a": "http://h/b"}

    def test_a_document_whose_iris_are_not_clean(self) -> None:
        text = (
            "@prefix a: <x:> .\na:b a:c <http://h/x y>, <{@prefix c: <c:> .}> .\n@prefix d: <x:d> ."
        )
        assert PrefixMap.from_turtle(text) == {"a": "x:", "d": "x:d"}

    def test_what_is_invalid_is_skipped_if_it_is_asked_for(self) -> None:
        text = "@prefix a: <http://[> . PREFIX b: <b> @prefix c: <c:> ."
        p = PrefixMap.from_turtle(text, skip_invalid=True)
        assert p == {"c": "c:"}
        assert list(p.skipped) == ["a", "b"]
        with pytest.raises(ValueError, match="line 1, column 9: a prefix and a colon is expected"):
            PrefixMap.from_turtle("@prefix a <a:>", skip_invalid=True)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("@prefix a <a:> .", "line 1, column 9: a prefix and a colon is expected"),
            ("\n @prefix é: a .", "line 2, column 13: an IRI in angle brackets is expected"),
            (
                "PREFIX a: <b>",
                "line 1, column 11: an IRI with a scheme, or a base for it is expected"
                " for the prefix 'a'",
            ),
        ],
    )
    def test_what_cannot_be_read(self, text: str, message: str) -> None:
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            PrefixMap.from_turtle(text)
        assert str(caught.value) == message

    @pytest.mark.parametrize("name", ["file.ttl", "../a/prefixes.trig", r"C:\Daten\ä.ttl", "x"])
    def test_the_name_of_a_file_is_not_read(self, name: str) -> None:
        with pytest.raises(ValueError, match=r"looks like a file name: Path\(name\)"):
            PrefixMap.from_turtle(name)

    @pytest.mark.parametrize(
        "text", ["", "\n", "# file.ttl", "a b", "BASE<a:>", "[]a[].", "{[]a[]}"]
    )
    def test_a_document_without_prefixes(self, text: str) -> None:
        assert PrefixMap.from_turtle(text) == {}

    def test_what_turtle_does_not_have(self) -> None:
        with pytest.raises(ValueError, match="Turtle does not allow the prefix name '4dn'"):
            PrefixMap({"4dn": "http://4dn/"}).to_turtle()

    def test_what_turtle_does_not_have_is_skipped_if_it_is_asked_for(self) -> None:
        names = ["4dn", "_a", "a.", "-a", "", "b", "é.b"]
        p = PrefixMap({name: f"x:{name}/" for name in names})
        text = p.to_turtle(skip_invalid=True)
        assert text == "@prefix : <x:/> .\n@prefix b: <x:b/> .\n@prefix é.b: <x:é.b/> .\n"
        assert PrefixMap.from_turtle(text) == {"": "x:/", "b": "x:b/", "é.b": "x:é.b/"}
        assert p.compress("x:4dn/c", syntax="turtle") is None

    @pytest.mark.parametrize(
        ("local", "compact"),
        [
            ("a", "ex:a"),
            ("", "ex:"),
            ("a.b", "ex:a.b"),
            ("a%20b", "ex:a%20b"),
            ("a.", None),
            (".", None),
            ("a,b", None),
            ("a(b)", None),
            ("-a", None),
            ("a/b", None),
            ("a~b", None),
            ("a#b", None),
        ],
    )
    @pytest.mark.parametrize("syntax", ["turtle", "sparql"])
    def test_names_without_a_backslash(
        self, local: str, compact: str | None, syntax: Literal["turtle", "sparql"]
    ) -> None:
        p = PrefixMap({"ex": "http://ex/"})
        assert p.compress(f"http://ex/{local}", syntax=syntax, escapes=False) == compact
        assert p.compress(f"http://ex/{local}", syntax=syntax) is not None
        assert p.compress(f"http://ex/{local}", escapes=False) == f"ex:{local}"


class TestJSONLD:
    def test_what_is_invalid_is_skipped_if_it_is_asked_for(self) -> None:
        context = {"@context": {"a": "http://[/", "b": "http://b/", "c d": "http://c/"}}
        p = PrefixMap.from_json_ld(context, skip_invalid=True)
        assert p == {"b": "http://b/"}
        assert list(p.skipped) == ["a", "c d"]

    def test_terms_that_are_no_prefixes_are_told(self) -> None:
        context = {
            "@vocab": "http://v/",
            "go": "http://obo/GO_",
            "ex": "http://ex/",
            "own": {"@id": "http://own/"},
            "name": "ex:name",
            "in_vocab": {"@type": "@id"},
            "flag": {"@id": "http://f", "@prefix": True},
            "none": None,
            "a:b": "http://ab/",
            "id": "@id",
        }
        p = PrefixMap.from_json_ld(context)
        assert list(p) == ["ex", "flag"]
        ends = "its IRI does not end with one of :/?#[]@, and its “@prefix” is not true"
        assert p.skipped == {
            "go": ends,
            "own": "it has an expanded definition, in which “@prefix” is not true",
            "name": ends,
            "in_vocab": ends,
        }

    def test_an_extended_prefix_map_is_read(self, tmp_path: Path) -> None:
        file = tmp_path / "map.json"
        record = {"prefix": "go", "uri_prefix": "http://obo/GO_", "prefix_synonyms": ["GO"]}
        file.write_text(json.dumps([record, {"prefix": "b", "uri_prefix": "a b"}]))
        found = PrefixMap.read(file, skip_invalid=True)
        assert (dict(found), list(found.skipped)) == ({"go": "http://obo/GO_"}, ["b"])
        with pytest.raises(ValueError, match="not an IRI"):
            PrefixMap.read(file)

    def test_which_terms_are_prefixes(self) -> None:
        context = {
            "@vocab": "http://vocab/",
            "simple": "http://a/",
            "declared": {"@id": "http://a/d", "@prefix": True},
            "refused": {"@id": "http://a/", "@prefix": False},
            "expanded": {"@id": "http://a/"},
            "property": "simple:name",
            "within": "declared:x#",
            "of-vocab": "v/",
            "null": None,
            "type": "@type",
            "blank": "_:b:",
            "a:b": "http://c/",
        }
        p = PrefixMap.from_json_ld(context)

        assert p == {
            "simple": "http://a/",
            "declared": "http://a/d",
            "within": "http://a/dx#",
            "of-vocab": "http://vocab/v/",
        }
        assert p.compress("http://a/d1", syntax="json-ld") == "declared:1"
        assert p.expand("declared:1", syntax="json-ld") == "http://a/d1"

    def test_lists_and_documents(self) -> None:
        document = {"@context": [{"a": "http://a/", "b": "http://b/"}, {"b": None, "c": "a:c/"}]}

        assert PrefixMap.from_json_ld(document) == {"a": "http://a/", "c": "http://a/c/"}
        assert PrefixMap.from_json_ld([{"a": "http://a/"}, None]) == {}

    @pytest.mark.parametrize(
        ("context", "message"),
        [
            ("http://schema.org/", "is not fetched"),
            ('{"a": "http://a/"}', "pass the result of json.loads"),
            ([{"@import": "http://a/"}], "is not fetched"),
            ({"a": "b:", "b": "a:"}, "defined by each other"),
            ({"": "http://a/"}, "not empty"),
            ({"a": {"@id": 1}}, "the term 'a' in a context of JSON-LD: its @id must be text"),
            ({"a": {"@id": "http://a/", "@prefix": 1}}, "must be true or false"),
            ({f"t{i}": f"t{i + 1}:x" for i in range(5000)}, "defined by each other"),
        ],
    )
    def test_what_cannot_be_read(self, context: Any, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            PrefixMap.from_json_ld(context)

    def test_what_is_no_term_is_skipped(self) -> None:
        context = {
            "": "http://a/",
            "ex": "http://e/",
            "number": 1,
            "of": "number:x/",
            "flag": {"@id": "http://f/", "@prefix": "yes"},
            "a:b": {"@id": "http://f/", "@prefix": True},
            "loop": "pool:/",
            "pool": "loop:/",
            "bad": "http://a b/",
            "go": "http://purl.obolibrary.org/obo/GO_",
        }
        p = PrefixMap.from_json_ld(context, skip_invalid=True)
        assert p == {"ex": "http://e/"}
        flag = "its @prefix must be true or false, and false for a term with ':' or '/'"
        assert p.skipped == {
            "bad": "not an IRI: U+0020 SPACE is not allowed in a host name (ireg-name, RFC 3987 §2.2)",
            "": "a term must be text that is not empty",
            "number": "its @id must be text",
            "of": "it needs the term 'number': its @id must be text",
            "flag": flag,
            "a:b": flag,
            "loop": "terms must not be defined by each other",
            "pool": "it needs the term 'loop': terms must not be defined by each other",
            "go": "its IRI does not end with one of :/?#[]@, and its “@prefix” is not true",
        }
        with pytest.raises(
            ValueError, match="the term 'of' in a context of JSON-LD: it needs the term 'n"
        ):
            PrefixMap.from_json_ld({"of": "n:x", "n": 1})

    def test_a_context_may_be_nested_but_not_without_end(self) -> None:
        endless: list[object] = []
        endless.append(endless)
        inner: object = {"a": "http://a/"}
        for _ in range(50):
            inner = [{"@context": inner}]
        assert PrefixMap.from_json_ld(inner) == {"a": "http://a/"}
        for context in (endless, [inner]):
            with pytest.raises(ValueError, match="nested more than 100 deep"):
                PrefixMap.from_json_ld(context)

    def test_contexts_of_many_terms_take_linear_time(self) -> None:
        """Eight times the terms once took 50 times the time."""
        contexts = {n: {f"a{i}": f"http://a/{i}/" for i in range(n)} for n in (2_000, 16_000)}
        assert_grows_at_most(
            24, lambda terms: PrefixMap.from_json_ld(contexts[terms]), 2_000, 16_000
        )

    def test_what_json_ld_does_not_have(self) -> None:
        for name in ("", "_"):
            with pytest.raises(ValueError, match="not allow the prefix name"):
                PrefixMap({name: "http://a/"}).to_json_ld()
        with pytest.raises(ValueError, match="as a compact IRI"):
            PrefixMap({"urn": "http://a/", "x": "urn:x:"}).to_json_ld()
        with pytest.raises(TypeError):
            PrefixMap.from_json_ld(1)


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        ("https://schema.org/name", "schema"),
        ("http://www.schema.org/name", "schema"),
        ("https://www.schema.org/name", "schema"),
        ("http://w3.org/ns/x", "w3"),
        ("https://w3.org/ns/", "w3"),
        ("https://schema.org/a/b", "deep"),
        ("https://nameonly.example/x", "host"),
        ("https://nameonly.example.org/x", None),  # another host
        ("http://schema.org/name", None),  # it has a prefix
        ("https://schema.orga/name", None),
        ("ftp://schema.org/name", None),
        ("https://other.example/", None),
        ("https://", None),
        ("urn:x:y", None),
    ],
)
def test_namespaces_that_differ_by_scheme_or_www(iri: str, name: str | None) -> None:
    p = PrefixMap(
        {
            "schema": "http://schema.org/",
            "deep": "http://schema.org/a/",
            "w3": "https://www.w3.org/ns/",
            "host": "http://nameonly.example",
        }
    )
    assert p.near(iri) == name


class TestEngines:
    """Programs that read these languages find the IRI that was compressed."""

    @pytest.fixture(scope="class")
    @staticmethod
    def iris() -> list[IRI]:
        """IRIs below one namespace with every character that an IRI may have, in all positions."""
        characters = [chr(c) for c in range(0x21, 0x7F) if IRI.is_valid(f"http://h/{chr(c)}#")]
        characters += ["%2F", "é", "·", "×", "\u0301", "\u203f", "道", "😀", "\u3000", "\u037e"]
        tails = [""]
        for c in characters:
            tails += [c, f"a{c}", f"{c}a", f"a{c}b", c * 3]
        tails += ["?a=b&c#d", "a/b.c/..", "a:b:c", "-.-", "1.2", "#", "a/..", "..."]
        return [IRI(f"http://h/{tail}") for tail in tails if IRI.is_valid(f"http://h/{tail}")]

    PREFIXES = PrefixMap({"p": "http://h/", "é.1": "http://h/a", "": "http://h/#"})

    def compressed(self, iris: list[IRI], syntax: Syntax) -> dict[IRI, str]:
        found = {iri: self.PREFIXES.compress(iri, syntax=syntax) for iri in iris}
        compact = {iri: text for iri, text in found.items() if text is not None}
        assert len(compact) > len(iris) / 4
        return compact

    def test_pyoxigraph_reads_turtle(self, iris: list[IRI]) -> None:
        import pyoxigraph

        names = self.compressed(iris, "turtle")
        body = "".join(f"{name} p:p {i} .\n" for i, name in enumerate(names.values()))
        read = pyoxigraph.parse(
            self.PREFIXES.to_turtle() + body, format=pyoxigraph.RdfFormat.TURTLE
        )
        assert [quad.subject.value for quad in read] == list(names)

    def test_rdflib_reads_turtle(self, iris: list[IRI]) -> None:
        import rdflib

        # It does not read a name that ends with an escaped dot, which Turtle allows.
        names = {
            iri: name for iri, name in self.compressed(iris, "turtle").items() if name[-1] != "."
        }
        body = "".join(f"{name} p:p {i} .\n" for i, name in enumerate(names.values()))
        graph = rdflib.Graph().parse(data=self.PREFIXES.to_turtle() + body, format="turtle")
        read = {o.toPython(): str(s) for s, _, o in graph}  # type: ignore[attr-defined]
        assert [read[i] for i in range(len(names))] == list(names)

    def test_pyoxigraph_reads_sparql(self, iris: list[IRI]) -> None:
        import pyoxigraph

        # It does not read characters beyond the BMP in names, which SPARQL allows.
        names = {
            iri: name
            for iri, name in self.compressed(iris, "sparql").items()
            if max(name) < "\U00010000"
        }
        prologue = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in self.PREFIXES.items())
        values = " ".join(f"({i} {name})" for i, name in enumerate(names.values()))
        query = f"{prologue} SELECT ?i ?x {{ VALUES (?i ?x) {{ {values} }} }}"
        solutions: Any = pyoxigraph.Store().query(query)
        read = {int(row["i"].value): row["x"].value for row in solutions}
        assert [read[i] for i in range(len(names))] == list(names)

    def test_pyoxigraph_reads_json_ld(self, iris: list[IRI]) -> None:
        import pyoxigraph

        p = PrefixMap({"p": "http://h/", "q": "http://h/a"}, declared=["q"])
        compact = {iri: p.compress(iri, syntax="json-ld") for iri in iris}
        names = {iri: name for iri, name in compact.items() if name is not None}
        assert {iri for iri in iris if iri not in names} == {"http://h////"}
        document = {
            **p.to_json_ld(),
            "@graph": [{"@id": name, "p:p": i} for i, name in enumerate(names.values())],
        }
        read = pyoxigraph.parse(json.dumps(document), format=pyoxigraph.RdfFormat.JSON_LD)
        assert [quad.subject.value for quad in read] == list(names)

    def test_lxml_reads_qnames(self, iris: list[IRI]) -> None:
        from lxml import etree  # type: ignore[import-untyped]

        p = PrefixMap({"p": "http://h/", "q": "http://h/a"})
        names = {iri: p.compress(iri, syntax="xml-qname") for iri in iris}
        written = {iri: name for iri, name in names.items() if name is not None}
        assert len(written) > 50
        declarations = " ".join(f'xmlns:{name}="{iri}"' for name, iri in p.items())
        body = "".join(f"<{name}/>" for name in written.values())
        root = etree.fromstring(f"<r {declarations}>{body}</r>".encode())
        assert ["".join(child.tag[1:].split("}")) for child in root] == list(written)

    def test_directives_are_what_pyoxigraph_finds(self) -> None:
        import pyoxigraph

        for text in (
            "@prefix a:<http://a/>.a:b a:c '''\\'@prefix''', \"\\\"\"@en-b, 1.5e3, true.PREFIX b:<b:>",
            "PREFIX a.b: <http://a/> a.b:c\\#d a a.b:e. @base <http://b/>. prefix : <x#> :a :b :c .",
            '@prefix a: <http://a/> . [] a:b ( 1 2 "x"^^a:y ) ; a:c [ a:d _:e.f ] .',
            "@prefix a: <http://a/\\u00e9> . @prefix a: <http://b/> . a:%2E a:-b a:\\-- .",
        ):
            parser = pyoxigraph.parse(text, format=pyoxigraph.RdfFormat.TURTLE)
            try:
                list(parser)
            except SyntaxError:
                continue
            assert PrefixMap.from_turtle(text) == dict(parser.prefixes)

    def test_no_document_is_taken_for_the_name_of_a_file(self) -> None:
        """Short texts in TriG, an extension of Turtle."""
        import pyoxigraph

        tokens = ("<a:>", "a", "[]", "()", "{", "}", ".", "_:b", '"c"', "1", "#", "BASE<d:>", "@en")
        documents = 0
        for length in range(1, 5):
            for text in map("".join, itertools.product(tokens, repeat=length)):
                try:
                    list(pyoxigraph.parse(text, format=pyoxigraph.RdfFormat.TRIG))
                except SyntaxError:
                    continue
                assert PrefixMap.from_turtle(text) == {}, text
                documents += 1
        assert documents > 1_000


class TestPeers:
    """The same answers as other common libraries, if those have an answer."""

    # Namespaces within namespaces, as in vocabularies, with all the usual endings.
    PREFIXES = {  # noqa: RUF012
        "dbr": DBR,
        "dbc": f"{DBR}Category:",
        "GO": "http://purl.obolibrary.org/obo/GO_",
        "obo": "http://purl.obolibrary.org/obo/",
        "schema": "https://schema.org/",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "isbn": "urn:isbn:",
    }
    RESTS = ("", "a", "Category:Cities", "GO_0001", "a/b", "a#b?c", "é", "%41", "Category")

    def test_curies(self) -> None:
        import curies

        ours, theirs = PrefixMap(self.PREFIXES), curies.Converter.from_prefix_map(self.PREFIXES)
        for namespace in self.PREFIXES.values():
            for rest in self.RESTS:
                iri = IRI.repair(namespace + rest).value
                compact = ours.compress(iri)
                assert compact == theirs.compress(iri)
                assert compact is not None
                assert ours.expand(compact) == theirs.expand(compact) == iri
        assert ours.compress("http://a/") is theirs.compress("http://a/") is None

    def test_curies_checks_nothing(self) -> None:
        """It accepts text that we refuse: text that is not an IRI, and an unknown prefix."""
        import curies

        theirs = curies.Converter.from_prefix_map(self.PREFIXES)
        assert theirs.expand("dbr:a b") == f"{DBR}a b"
        assert theirs.expand("dbo:a") is None
        with pytest.raises(ParseError):
            PrefixMap(self.PREFIXES).expand("dbr:a b")
        with pytest.raises(UnknownPrefix):
            PrefixMap(self.PREFIXES).expand("dbo:a")

    def test_rdflib(self) -> None:
        """Only expanding: before compressing, it splits by XML's rules for names."""
        import rdflib

        manager = rdflib.Graph(bind_namespaces="none").namespace_manager
        for name, namespace in self.PREFIXES.items():
            manager.bind(name, namespace)
        ours = PrefixMap(self.PREFIXES)
        for name, namespace in self.PREFIXES.items():
            for rest in self.RESTS:
                compact = f"{name}:{rest}"
                # It rejects a second colon and an empty rest; two fragments are not an IRI.
                if rest and ":" not in rest and IRI.is_valid(namespace + rest):
                    assert str(manager.expand_curie(compact)) == ours.expand(compact)


class TestFiles:
    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("map.ttl", "@prefix ex: <http://example.org/> ."),
            ("map.TTL", "\ufeffPREFIX ex: <http://example.org/>\n"),
            ("map.rq", "PREFIX ex: <http://example.org/> SELECT * {}"),
            ("map.json", '{"@context": {"ex": "http://example.org/"}}'),
            ("map.JSONLD", '[{"ex": "http://example.org/"}]'),
        ],
    )
    def test_a_file_is_read_by_its_name(self, tmp_path: Path, name: str, text: str) -> None:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        assert PrefixMap.read(file) == PrefixMap.read(str(file)) == {"ex": "http://example.org/"}

    @pytest.mark.parametrize(
        ("name", "text", "said"),
        [
            ("map.ttl", "@prefix a: <http://a/>", ": line 1, column 23: the dot at the end"),
            ("map.json", "{", ": Expecting property name enclosed in double quotes"),
            ("map.json", '{"a b": "http://a/"}', ": 'a b' is not a name: the name of a prefix"),
            ("map.json", "[" * 100_000, " is nested too deeply"),
            ("map.ttl", "@prefix a: <a> .", ": line 1, column 12: an IRI with a scheme"),
        ],
    )
    def test_what_is_wrong_with_a_file_is_said_with_its_name(
        self, tmp_path: Path, name: str, text: str, said: str
    ) -> None:
        file = tmp_path / name
        file.write_text(text)
        with pytest.raises(ValueError, match=f"^{re.escape(f'{file}{said}')}"):
            PrefixMap.read(file)
        with pytest.raises(FileNotFoundError):
            PrefixMap.read(tmp_path / "nosuch.ttl")

    def test_what_is_left_out_is_told(self, tmp_path: Path) -> None:
        file = tmp_path / "map.ttl"
        file.write_text("@prefix a: <a> . @prefix b: <x:b> .")
        found = PrefixMap.read(file, skip_invalid=True)
        assert (dict(found), list(found.skipped)) == ({"b": "x:b"}, ["a"])

    def test_prefixes_that_are_well_known(self) -> None:
        known = PrefixMap.well_known()
        assert len(known) == 66
        assert known.compress("http://www.w3.org/2004/02/skos/core#Concept") == "skos:Concept"
        assert known.compress("http://purl.org/dc/terms/title") == "dc:title"
        assert known.expand("wd:Q42") == "http://www.wikidata.org/entity/Q42"
        assert not [iri for name, iri in known.items() if name != "xml" and iri[-1] not in "/#:"]
