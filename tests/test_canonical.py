"""One text for all links to a page: the steps of `canonical`, individually and together."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest

from iriform import IRI, IRIReference
from iriform.canonical import INDEX_PAGES, PRESETS, SESSIONS, STEPS, TRACKING, TRACKING_DATE
from tests.effort import rounds

ID = "4hqa0555fwsecu455xqckv45"

CASES = [
    # The step, the text, the text after it.
    ("ascii", "http://h/é?ü#ä", "http://h/%C3%A9?%C3%BC#%C3%A4"),
    ("ascii", "http://bücher.example/", "http://b%C3%BCcher.example/"),
    ("session", "http://h/a;jsessionid=1?PHPSESSID=2&b", "http://h/a?b"),
    ("session", f"http://h/(S({ID}))/a.aspx", "http://h/a.aspx"),
    ("session", "http://h/a/..;jsessionid=1/b", "http://h/b"),
    ("session", f"http://h/?sid={ID}12345678", "http://h/"),
    ("session", "http://h/?sid=12", "http://h/?sid=12"),
    ("session", f"http://h/?%50HPSESSID={ID}", "http://h/"),
    ("host", "http://BÜCHER.example./", "http://xn--bcher-kva.example/"),
    ("host", "http://u:p@0x7f.1:8/", "http://u:p@127.0.0.1:8/"),
    ("host", "http://[::ffff:7f00:1]/", "http://127.0.0.1/"),
    ("host", "http://a%22b/", "http://a%22b/"),
    ("host", "http://a%2Fb/", "http://a%2Fb/"),
    ("host", "http://a../", "http://a../"),
    ("host", "http://./", "http://./"),
    ("host", "file:///a", "file:///a"),
    ("www", "http://www.example.org/", "http://example.org/"),
    ("www", "http://WWW.www.example.org/", "http://example.org/"),
    ("www", "http://www.com/", "http://www.com/"),
    ("www", "http://www.co.uk/", "http://www.co.uk/"),
    ("www", "http://www2.example.org/", "http://www2.example.org/"),
    ("scheme", "http://h:80/", "https://h/"),
    ("scheme", "http://h:443/", "https://h/"),
    ("scheme", "http://h:8080/", "https://h:8080/"),
    ("scheme", "ftp://h/", "ftp://h/"),
    ("index", "http://h/a/Index.HTML?q", "http://h/a/?q"),
    ("index", "http://h/default.aspx", "http://h/"),
    ("index", "http://h/index.html/", "http://h/index.html/"),
    ("index", "http://h/myindex.html", "http://h/myindex.html"),
    ("tracking", "http://h/?utm_source=x&id=1&UTM_X", "http://h/?id=1"),
    ("tracking", "http://h/?gclid=1&&b", "http://h/?&b"),
    ("tracking", "http://h/?u%74m_x=1", "http://h/"),
    ("tracking", "http://h/?ref=1", "http://h/?ref=1"),
    ("empty-pairs", "http://h/?&a&&b=&", "http://h/?a&b="),
    ("empty-pairs", "http://h/?", "http://h/"),
    ("empty-pairs", "http://h/?&", "http://h/"),
    ("sorted-query", "http://h/?b=2&a=%7E&a=1", "http://h/?a=1&a=~&b=2"),
    ("sorted-query", "http://h/?&", "http://h/"),
    ("fragment", "http://h/#a", "http://h/"),
    # Every step includes the normal form.
    ("fragment", "HTTP://EXAMPLE.org:80/%7Ea/../b", "http://example.org/b"),
    # For other schemes, it is only the normal form.
    ("fragment", "URN:x:y?utm_source=1#f", "urn:x:y?utm_source=1#f"),
]


@pytest.mark.parametrize(("step", "text", "expected"), CASES)
def test_a_step(step: str, text: str, expected: str) -> None:
    iri = IRI(text).canonical(step)
    assert iri == expected
    assert type(iri) is IRI
    # A step that is off changes nothing beyond the normal form.
    assert IRI(text).canonical(step, f"-{step}") == IRI(text).normalize("scheme")


def test_the_words() -> None:
    link = IRI("http://www.Example.org/index.html?utm_source=x&b=2&a=1#top")
    assert link.canonical() == "https://example.org/?a=1&b=2"
    assert link.canonical() == link.canonical("dedupe") == link.canonical(*STEPS)
    assert link.canonical("crawl") == "http://www.example.org/index.html?b=2&a=1"
    assert link.canonical("crawl") == link.canonical(*PRESETS["crawl"])
    assert link.canonical("-www") == "https://www.example.org/?a=1&b=2"
    assert link.canonical("crawl", "www") == "http://example.org/index.html?b=2&a=1"
    assert link.canonical("-www", "-fragment") == "https://www.example.org/?a=1&b=2#top"
    for word in ("", "-", "utm", "-dedupe", "Fragment"):
        with pytest.raises(ValueError, match="a step must be 'dedupe', 'crawl', 'ascii'"):
            link.canonical(word)
    with pytest.raises(TypeError, match="a step must be str, not int"):
        link.canonical(1)  # type: ignore[arg-type]


def test_one_key_for_one_page() -> None:
    """Empty pairs, tracking parameters and their order do not distinguish links."""
    texts = [
        "http://h.example/?id=1&n=2",
        "http://h.example/?id=1&&n=2&",
        "https://www.h.example./?n=2&id=1",
        "http://H.example:80/?id=1&utm_source=x&n=2#f",
        "http://h.example/index.php?id=1&n=2&PHPSESSID=0",
    ]
    assert {IRI(text).canonical() for text in texts} == {"https://h.example/?id=1&n=2"}
    # Also without `tracking` and `sorted-query`.
    texts = ["http://h/?id=1", "http://h/?id=1&", "http://h/?&id=1&&"]
    assert {IRI(text).canonical("empty-pairs") for text in texts} == {"http://h/?id=1"}


def test_references_without_a_scheme_are_links() -> None:
    assert IRIReference("/a/index.html?utm_source=x#f").canonical() == "/a/"
    assert IRIReference("//www.example.org").canonical() == "//example.org"
    assert IRIReference("?gclid=1").canonical() == ""
    assert IRIReference(f"(S({ID}))/a:b").canonical() == "./a:b"


@pytest.mark.parametrize(
    "text",
    [
        "ftp://É.example/é",
        "ftp://%C3%A9.example/",
        "ws://BÜCHER.example:80/?utm_source=x",
        "WSS://www.Example.org:443/index.html",
        "urn:É:x",
        "urn:ISBN:é",
        "mailto:é@EXAMPLE.org?subject=ü",
        "tel:+1-201",
        "data:text/plain,é#a",
        "gopher://É.example/a/../b",
        "x:é?b&a",
        "pkg:Generic/é",
        "ldap://É.example/o=é",
    ],
)
@pytest.mark.parametrize("words", [(), ("crawl",), ("-ascii",), ("ascii",)])
def test_other_schemes_get_their_normal_form(text: str, words: tuple[str, ...]) -> None:
    assert IRI(text).canonical(*words) == IRI(text).normalize("scheme")


def test_an_unchanged_link_is_itself() -> None:
    link = IRI("https://example.org/a?b=1")
    assert link.canonical() is link


PIECES = [
    "http:", "https:", "HTTP:", "ftp:", "urn:", "//", "www.", "WWW.www.", "example.org", "co.uk", "h",
    "é", "%C3%A9", "0x7f.1", "[::ffff:1.2.3.4]", ".", ":80", ":443", ":", "u@", "/", "/", "..", "/.",
    "index.html", "Default.ASPX", ";jsessionid=1", f"(S({ID}))", ";v", "?", "&", "&&", "utm_x=1",
    "%75tm_y", "sid=" + "0" * 32, "PHPSESSID", "b=2", "a=1", "a", "=", "+", "%26", "#", "f",
]  # fmt: skip


def test_to_do_it_again_changes_nothing() -> None:
    chosen = random.Random(33)
    sets = [(), ("crawl",), *((step,) for step in STEPS), ("-ascii",), ("-host", "-scheme")]
    tried = 0
    while tried < rounds(1500, 200_000):
        text = "".join(chosen.choices(PIECES, k=chosen.randint(2, 12)))
        if not IRIReference.is_valid(text):
            continue
        tried += 1
        steps = chosen.choice(sets)
        once = IRIReference(text).canonical(*steps)
        assert IRIReference.is_valid(once), text
        assert once.canonical(*steps) == once, (text, steps)


def test_the_order_of_words_does_not_matter() -> None:
    link = IRI("http://www.Example.org./index.html;jsessionid=1?utm_source=x&&b=2&a=é#top")
    for steps in itertools.combinations(STEPS, 3):
        assert link.canonical(*steps) == link.canonical(*reversed(steps))


def test_the_lists() -> None:
    names = [name for names in TRACKING.values() for name in names]
    assert len(names) == len(set(names)) > 60
    assert TRACKING_DATE >= "2026-11-23"
    for name in (*names, *SESSIONS, "aspsessionidqqabcdef"):
        link = IRI(f"http://h/?{name.replace('*', 'x')}=1&id=2")
        assert link.canonical("crawl") == "http://h/?id=2"
    for page in INDEX_PAGES:
        assert IRI(f"http://h/{page}").canonical("index") == "http://h/"
    assert set(PRESETS["dedupe"]) == set(STEPS)
    assert set(PRESETS["crawl"]) < set(STEPS)


def test_the_page_has_each_step_and_the_presets_that_it_is_in() -> None:
    page = (Path(__file__).parents[1] / "docs" / "links.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| .* \| (on)? ?\| (on)? ?\|$", page, re.MULTILINE)
    in_presets = [
        (step, *("on" * (step in PRESETS[p]) for p in ("dedupe", "crawl"))) for step in STEPS
    ]
    assert rows == in_presets
