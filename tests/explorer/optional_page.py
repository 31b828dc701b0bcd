"""The page itself: it requests nothing, a hostile text does nothing, and everybody can use it."""

from __future__ import annotations

import gzip
import html
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from scripts.explorer import MOST_BYTES

from iriform import grammar
from tests.browser import VIEWS, contrast
from tests.test_steps import tables

from .optional_answers import utf16

VALID = "https://user@例え.jp:8042/over/there?name=ferret#nose"
INVALID = "http://example.com/a b"

TABLES = list(tables())

HOSTILE = [
    "<script>document.title = 'hacked'</script>",
    "</script><script>document.title = 'hacked'</script>",
    "<img src=x onerror=\"document.title = 'hacked'\">",
    "http://h/<img src=x onerror=alert(1)>",
    "javascript:document.title='hacked'",
    "http://h/?a=%3Cscript%3Edocument.title%3D'hacked'%3C/script%3E#<b>",
    '"><svg onload=alert(1)>',
    "http://h/\u202egnp.exe",
    "http://א.example/ב/%E2%80%AE",
    "http://h/\0\a\x1b[31m\r\n\t",
    "http://h/\ud800a\udc00",
    "{{text}} ${alert(1)} __proto__ constructor",
    "http://h/\u200b\ufeff\U000e0041",
]


def link(built: Path, text: str, base: str = "") -> str:
    """Write an address of the page without the page's own code."""
    pairs = [("text", text), ("base", base)]
    return f"{built.as_uri()}#" + "&".join(f"{n}={quote(v, safe='')}" for n, v in pairs if v)


def wait(page: Any, until: str, given: object = None) -> None:
    """Wait until an expression is true: Playwright's own way needs `eval`, which the policy refuses."""
    for _ in range(1500):
        if page.evaluate(until, given):
            return
        page.wait_for_timeout(20)
    raise AssertionError(until)


def show(page: Any, text: str, base: str = "") -> None:
    """Follow a link that the page makes."""
    page.evaluate(
        """([text, base]) => {
            const from = units => String.fromCharCode(...units);
            location.hash = iriform.fragment({ text: from(text), base: from(base) });
        }""",
        [utf16(text), utf16(base)],
    )
    wait(
        page,
        "length => iriform.read(location.hash)?.text.length === length",
        len(utf16(text) or []),
    )
    wait(page, "length => iriform.shown === length", len(utf16(text) or []))


def test_it_is_small(built: Path) -> None:
    assert len(gzip.compress(built.read_bytes(), 9)) < MOST_BYTES


def test_it_needs_nothing_else(built: Path) -> None:
    text = built.read_text("utf-8")
    assert "default-src 'none'; script-src 'sha256-" in text
    assert "unsafe-inline" not in text
    assert "'unsafe-eval'" not in text
    markup = re.sub(r"(<(script|style)[^>]*>).*?</\2>", r"\1", text, flags=re.DOTALL)
    assert not re.findall(r"""(?:src|action|srcset)\s*=""", markup)
    assert set(re.findall(r'href="([^"]*)"', markup)) == {"data:,", "#verdict"}
    assert not re.search(r"style=|url\(", html.unescape(markup))


@pytest.fixture
def served(built: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve the page, and record the requests."""
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_request(self, *_: object) -> None:
            asked.append(self.path)

    handler = partial(Handler, directory=str(built.parent))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", asked
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_server_is_asked_for_the_page_only(browser: Any, served: tuple[str, list[str]]) -> None:
    address, asked = served
    page = browser.new_page()
    page.goto(f"{address}index.html#text={quote(VALID)}")
    page.wait_for_selector("#anatomy")
    page.locator("#text").fill("http://" + address)
    page.wait_for_selector("#fault, #anatomy")
    assert asked == ["/index.html"]
    # The policy refuses whatever a script in the page could try.
    image = "const i = new Image(); i.onload = done; i.onerror = () => failed(Error())"
    for attempt in (
        f"fetch('{address}')",
        f"new Promise((done, failed) => {{ {image}; i.src = '{address}' }})",
        "Promise.resolve().then(() => { document.body.innerHTML = '<p>' })",
    ):
        refused = page.evaluate(f"{attempt}.then(() => false, () => true)")
        assert refused, attempt
    assert asked == ["/index.html"]
    page.close()


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_does_nothing(page: Any, text: str) -> None:
    active = "script, img, iframe, object, embed, link, style, meta, base"
    elements = f"document.querySelectorAll('{active}').length"
    before = page.evaluate(elements)
    show(page, text, text)
    assert page.title() == "iriform explorer"
    assert page.evaluate(elements) == before
    assert page.evaluate("[...document.querySelectorAll('svg')].every(svg => !svg.onload)")
    kept = page.evaluate("[...iriform.read(location.hash).text].map(c => c.codePointAt(0))")
    assert kept == [*map(ord, text)]
    # The answer has no character that is invisible or changes the direction.
    answer = page.locator("main > #answer").text_content() + page.locator("#verdict").text_content()
    assert not re.search(
        "[\0-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", answer
    )
    if any("\ud800" <= c <= "\udfff" for c in text):
        assert "half of a surrogate pair" in page.locator("#verdict").text_content()


@pytest.mark.parametrize(
    ("text", "said", "kind"),
    [
        ("http://example.org/", "It is a URI (RFC 3986).", "good"),
        ("http://0x7f.1/", "It is a URI (RFC 3986), with 1 error: see the findings.", "error"),
        ("http://a/../b", "It is a URI (RFC 3986), with 1 warning: see the findings.", "warning"),
    ],
)
def test_findings_stand_beside_the_verdict(page: Any, text: str, said: str, kind: str) -> None:
    show(page, text, "")
    assert page.locator("#verdict").text_content() == said
    assert page.locator("#verdict").get_attribute("class") == f"verdict {kind}"


def test_the_verdict_leads_to_the_findings(page: Any) -> None:
    show(page, "http://www.bank.example@0x7f.1/")
    page.get_by_role("button", name="see the findings").click()
    assert page.evaluate("document.activeElement.id") == "profile"
    assert page.evaluate(
        "document.getElementById('profile').getBoundingClientRect().top < innerHeight"
    )


def test_policies_have_a_verdict(page: Any) -> None:
    show(page, "http://a@10.0.0.1/", "")
    options = page.locator("#profile option").all_text_contents()
    assert "policy web (refused)" in options
    page.locator("#profile").select_option("policy web")
    assert "userinfo-not-allowed" in page.locator("ul.findings").text_content()
    show(page, "https://example.org/", "")
    assert page.locator("ul.findings").text_content() == "allowed"


def test_a_host_is_shown_beside_the_name_that_it_resembles(browser: Any, built: Path) -> None:
    page = browser.new_page()
    page.goto(
        f"{built.as_uri()}#text=http%3A%2F%2Fwww.p%D0%B0ypal.com%2F&names=a.example%20paypal.com"
    )
    page.wait_for_selector(".alike")
    assert page.locator("#names").input_value() == "a.example paypal.com"
    said = page.locator("#anatomy tr:has(.name.host)").text_content()
    assert (
        "reg-name = www.xn--pypal-4ve.com; p\u0430ypal (Latin, Cyrillic) looks like paypal" in said
    )
    assert "the domain looks like a protected name, but is a different one: paypal.com" in said
    assert "host-confusable-with" in page.locator("ul.findings").text_content()
    page.locator("#names").fill("paypal.com\n*.a.example")
    wait(page, "() => document.getElementById('wrong').textContent !== ''")
    wrong = page.locator("#wrong").text_content()
    assert wrong.startswith('Name 2: "*.a.example": a name has no "*"')
    assert page.locator(".alike").count() == 0
    assert page.url.endswith("&names=paypal.com%0A*.a.example")
    page.locator("#names").fill("")
    wait(page, "() => document.getElementById('wrong').textContent === ''")
    assert "names=" not in page.url
    page.close()


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("#text=a%20b", "a b"),
        ("#text=%", "%"),
        ("#text=%zz&base=%ff", "%zz"),
        ("#text=a=b&text=c", "c"),
        ("#text=%5C%5Cu0041%5Cx", "\\u0041\\x"),
        ("#__proto__=1&text=x", "x"),
        ("#names=a/b&text=x", "x"),
    ],
)
def test_an_odd_link_is_read(browser: Any, built: Path, fragment: str, text: str) -> None:
    page = browser.new_page()
    page.goto(built.as_uri() + fragment)
    page.wait_for_selector("#answer section")
    assert page.locator("#text").input_value() == text
    assert page.locator("#answer section").count() >= 2
    page.close()


def nodes(page: Any, text: str) -> int:
    """Count the elements that show a text."""
    page.evaluate(
        """text => {
            const field = document.getElementById("text");
            field.value = text;
            field.dispatchEvent(new Event("input"));
        }""",
        text,
    )
    wait(page, "length => iriform.shown === length", len(text))
    return int(page.evaluate("document.querySelectorAll('*').length"))


@pytest.mark.parametrize("piece", ["a", "/", "%41/", "é", "<script>", "\u202e", "/../x.", "1:"])
def test_a_megabyte_is_shown_in_short(page: Any, piece: str) -> None:
    half = nodes(page, "http://h/" + piece * (500_000 // len(piece)))
    whole = nodes(page, "http://h/" + piece * (1_000_000 // len(piece)))
    assert whole <= half + 50
    assert whole < 20_000
    assert page.evaluate("iriform.fragment({ text: 'a'.repeat(1e6), base: '' })") is None


@pytest.fixture(params=VIEWS)
def view(request: pytest.FixtureRequest, browser: Any, built: Path) -> Iterator[Any]:
    """Open the page on a desktop, in dark mode, and on a phone."""
    page = browser.new_page(**VIEWS[request.param])
    page.goto(link(built, VALID, "http://a/b"))
    page.wait_for_selector("#anatomy")
    yield page
    page.close()


@pytest.mark.parametrize(
    "text", [VALID, INVALID, "http://[::1]/" + "a" * 500, "a" * 300 + "://" + "ü" * 300 + " "]
)
def test_it_fits(view: Any, text: str) -> None:
    show(view, text, "http://a/b")
    assert view.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_links_of_a_text_fit(view: Any) -> None:
    view.evaluate("prose => { location.hash = iriform.fragment({ text: 'a:', prose }) }", PROSE * 3)
    view.wait_for_selector(".found")
    view.locator(".found").first.click()
    assert view.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert contrast(view, ".found:not([aria-current])", "body") >= 4.5


def test_it_is_readable(view: Any) -> None:
    for selector in (
        "body",
        ".soft",
        ".good",
        ".bad",
        "a",
        ".rule",
        "caption",
        ".severity.warning",
    ):
        assert contrast(view, selector, "body") >= 4.5, selector


def test_the_loop_of_the_rfc_is_shown(page: Any) -> None:
    """RFC 3986 §5.2.4 has this table: /a/b/c/./../../g."""
    show(page, "/a/b/c/./../../g", "http://h/")
    page.wait_for_selector("#removal")
    rows = page.evaluate(
        """[...document.querySelectorAll("#removal tbody tr")]
            .map(row => [...row.cells].map(cell => cell.textContent))"""
    )
    assert [tuple(row) for row in rows] == TABLES[0]
    show(page, "g", "http://h/")
    wait(page, "() => !document.querySelector('#removal')")


def test_everything_has_a_name(page: Any) -> None:
    show(page, VALID, "http://a/b")
    page.wait_for_selector("#resolution")
    unnamed = page.evaluate(
        """[...document.querySelectorAll("main textarea, main select")]
            .filter(field => field.labels.length !== 1).length"""
    )
    assert unnamed == 0
    assert page.evaluate(
        """[...document.querySelectorAll("section")]
            .every(s => document.getElementById(s.getAttribute("aria-labelledby")).textContent)"""
    )
    assert page.evaluate(
        "[...document.querySelectorAll('table')].every(t => t.caption.textContent)"
    )
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    for landmark in ("header", "main", "footer", "main form[aria-label]"):
        assert page.locator(landmark).count() == 1
    levels = page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3')].map(h => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.locator("#verdict").get_attribute("role") == "status"


def test_it_is_used_by_keyboard(browser: Any, built: Path) -> None:
    page = browser.new_page()
    page.goto(link(built, INVALID))
    page.wait_for_selector("#fault")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "verdict"
    assert "#text=" in page.url
    page.keyboard.press("Shift+Tab")  # the finder
    page.keyboard.press("Shift+Tab")  # the examples
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.press("Control+A")
    page.keyboard.type("http://h/a?b")
    wait(page, "location.hash === '#text=http%3A%2F%2Fh%2Fa%3Fb'")
    focused = []
    for _ in range(8):
        page.keyboard.press("Tab")
        focused.append(
            page.evaluate("document.activeElement.id || document.activeElement.textContent")
        )
    expected = ["base", "names", "copy", "Examples", "Find links in a text"]
    assert focused == [*expected, "scheme", "authority", "host"]
    # The rule of the host is highlighted in the text; Enter shows it and Escape leaves it.
    assert page.locator(".piece.lit").all_text_contents() == ["h"]
    page.keyboard.press("Enter")
    assert page.get_by_role("dialog").is_visible()
    assert page.locator("dialog h2").text_content() == "host"
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()
    assert page.evaluate("document.activeElement.textContent") == "host"
    page.close()


PROSE = (
    "See https://ja.wikipedia.org/wiki/植物学, or mail\nanna@example.org (or example.org/a_(b)|c)."
)


def test_links_of_a_text_are_found_and_explained(browser: Any, built: Path) -> None:
    page = browser.new_page()
    page.goto(link(built, VALID))
    page.wait_for_selector("#anatomy")
    assert not page.locator("#prose").is_visible()
    page.get_by_text("Find links in a text").click()
    page.locator("#prose").fill(PROSE)
    page.wait_for_selector(".found")
    assert page.locator(".found").all_text_contents() == [
        "https://ja.wikipedia.org/wiki/植物学",
        "anna@example.org",
        "example.org/a_(b)|c",
    ]
    assert page.locator("#links").text_content() == PROSE
    assert page.locator("#counted").text_content().startswith("3 links.")
    page.locator(".found").nth(2).focus()
    page.keyboard.press("Enter")
    assert page.locator("#text").input_value() == "https://example.org/a_(b)%7Cc"
    assert page.locator("#anatomy .line").text_content() == "https://example.org/a_(b)%7Cc"
    said = page.locator("#counted").text_content()
    assert said.startswith("domain https://example.org/a_(b)%7Cc; | becomes %7C")
    assert page.locator(".found[aria-current]").all_text_contents() == ["example.org/a_(b)|c"]
    assert page.evaluate("document.activeElement.className") == "found"
    # A link to this state also shows the text and the links.
    again = browser.new_page()
    again.goto(page.url)
    again.wait_for_selector(".found")
    assert again.locator("#prose").input_value() == PROSE
    assert again.locator("#text").input_value() == "https://example.org/a_(b)%7Cc"
    # The link itself leads to the explanation.
    again.goto(built.as_uri() + again.locator(".found").nth(1).get_attribute("href"))
    wait(again, "() => document.getElementById('text').value === 'mailto:anna@example.org'")
    again.close()
    page.locator("#prose").fill("none")
    wait(page, "() => document.getElementById('counted').textContent === 'No link was found.'")
    page.close()


def test_a_hostile_text_with_links_does_nothing(browser: Any, built: Path) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    prose = " http://a/ ".join(t for t in HOSTILE if not re.search("[\ud800-\udfff]", t))
    page.goto(f"{built.as_uri()}#prose={quote(prose)}")
    page.wait_for_selector(".found")
    shown = page.locator("#links").text_content()
    assert not re.search("[\0-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ufeff]", shown)
    assert page.title() == "iriform explorer"
    assert page.locator("#links script, #links img, #links svg").count() == 0
    hrefs = page.evaluate(
        "[...document.querySelectorAll('.found')].map(a => a.getAttribute('href'))"
    )
    assert all(href.startswith("#text=") for href in hrefs)
    page.locator("#prose").fill("http://a.example/" + "b" * 5000 + " http://a " * 2000)
    wait(page, "() => document.querySelectorAll('.found').length === 500")
    assert "The last 1,501 are not marked." in page.locator("#counted").text_content()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert said == []
    page.close()


def test_every_rule_is_drawn(page: Any) -> None:
    names = {*grammar.RFC3986, *grammar.RFC3987}
    drawn = page.evaluate(
        """[...document.querySelectorAll("template")]
            .map(t => [t.id, t.content.querySelector("text").textContent])"""
    )
    assert {(f"diagram-{name}", name) for name in names} == {tuple(pair) for pair in drawn}


def test_rules_lead_to_rules(page: Any) -> None:
    show(page, INVALID)
    page.wait_for_selector("#fault")
    assert page.locator("#fault pre").text_content() == grammar.RFC3987["isegment"].abnf
    page.locator("#fault pre .rule").first.click()
    assert page.locator("dialog pre").text_content() == grammar.RFC3987["ipchar"].abnf
    page.locator("dialog pre .rule", has_text="sub-delims").click()
    assert page.locator("dialog pre").text_content() == grammar.RFC3986["sub-delims"].abnf
    page.get_by_role("button", name="Close").click()
    assert not page.locator("dialog").is_visible()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("http://example.org/a", "This browser reads the same identifier."),
        (
            "http://example.org/%7Ea",
            "This browser writes it otherwise, but it is the same identifier.",
        ),
        ("http://0x7f.1/", "This browser reads another host."),
        ("http://example.com/a b", "This browser makes a URL of it all the same."),
        ("../a", "new URL() needs a base for a relative reference."),
        ("http://h:99999/", "This browser refuses it: new URL() raises a TypeError."),
        ("http://[", "This browser refuses it, too."),
        ("s://H/", "This browser writes it otherwise, but it is the same identifier."),
        ("http://h/?a'b", "This browser reads another identifier."),
    ],
)
def test_this_browser_is_asked(page: Any, text: str, said: str) -> None:
    show(page, text)
    assert page.locator("#browser p").first.text_content() == said


def test_findings_are_chosen_by_profile(page: Any) -> None:
    show(page, "HTTP://user@example.org/%7e")
    page.wait_for_selector("#findings")
    page.get_by_label("Profile").select_option("norm")
    codes = page.locator("#findings li strong").all_text_contents()
    assert "scheme-not-lowercase" in codes
    page.get_by_label("Profile").select_option("default")
    assert "scheme-not-lowercase" not in page.locator("#findings li strong").all_text_contents()
