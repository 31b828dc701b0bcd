"""The report in a browser: it loads, says nothing on the console, asks for nothing, and searches."""

from __future__ import annotations

import html
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from iriform.audit import audit

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

VIEWS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, "color_scheme": "light"},
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a report of the examples, and of some that are worse."""
    directory = tmp_path_factory.mktemp("report")
    bad = directory / "worse.txt"
    bad.write_text(
        "http://a/<script>alert(1)</script>\nhttp://h\u200e/\n\nhttp://例え.jp/道\n"
        f"http://{'long.' * 40}/{'path/' * 100}?{'q' * 500} x\n"
    )
    page = directory / "report.html"
    audit([str(bad), str(ROOT / "examples/identifiers.csv")], top=1000).write_report(str(page))
    return page


def test_it_needs_nothing_else(report: Path) -> None:
    text = html.unescape(report.read_text("utf-8"))
    assert "default-src 'none'; style-src 'sha256-" in text
    assert "unsafe" not in text
    assert not re.search(r"""(?:src|href|action)=["'](?!#)""", text)
    # Names of namespaces are no addresses to fetch.
    rest = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    shown = re.sub(r">[^<]*<", "><", rest)
    assert not re.search(r"url\((?!#)", shown)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start the system's Chromium."""
    if CHROMIUM is None:
        # `make test-browser` installs it: there, a report that nobody has looked at is a failure.
        assert "IRIFORM_BROWSER" not in os.environ, "there is no chromium"
        pytest.skip("there is no chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(params=VIEWS)
def page(request: pytest.FixtureRequest, browser: Any, report: Path) -> Iterator[Any]:
    """Open the report, and see that nothing was said and nothing asked for."""
    page = browser.new_page(**VIEWS[request.param])
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda asked: said.append(asked.url))
    page.goto(report.as_uri())
    yield page
    page.close()
    assert said == [report.as_uri()]


def test_it_loads_and_fits(page: Any) -> None:
    assert page.title().startswith("Audit of ")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("svg").count() >= 10
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"


def contrast(page: Any, selector: str, ground: str) -> float:
    """Compute the contrast of an element's colour against its ground (WCAG 2.2)."""

    def luminance(colour: str) -> float:
        channels = [int(c) / 255 for c in re.findall(r"\d+", colour)[:3]]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def style(selector: str, name: str) -> str:
        element = page.locator(selector).first
        return str(element.evaluate(f"e => getComputedStyle(e).{name}"))

    one, two = luminance(style(selector, "color")), luminance(style(ground, "backgroundColor"))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


@pytest.mark.parametrize("selector", ["body", ".soft", "td.bad", "nav a", "dd.good", "dd.none"])
def test_it_is_readable(page: Any, selector: str) -> None:
    assert contrast(page, selector, "body") >= 4.5


def test_it_is_searched_by_keyboard(page: Any) -> None:
    items = page.locator("[data-item]:visible")
    everything = items.count()
    page.get_by_label("Search what follows").focus()
    page.keyboard.type("W3.org")
    assert 0 < items.count() < 10
    assert page.get_by_role("status").inner_text() == f"{items.count()} of {everything}"
    assert all("w3.org" in text for text in items.all_inner_texts())
    page.keyboard.type(" nothing has this")
    assert items.count() == 0
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    assert items.count() == everything
    page.keyboard.type("invalid-port")
    assert "80a" in items.first.inner_text()


def test_it_is_reached_by_keyboard(page: Any) -> None:
    reached = []
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.outerHTML.slice(0, 60)"))
    assert [name in " ".join(reached) for name in ("#read", "#wrong", "#names", "Files")] == [
        True
    ] * 4


def test_hostile_text_is_text(page: Any) -> None:
    assert page.locator("script").count() == 1
    assert page.get_by_text("<script>alert(1)</script>").count() >= 1
    assert page.get_by_text("例え.jp").count() >= 1


def test_it_is_complete_without_script(browser: Any, report: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert not page.locator("#search").is_visible()
    assert page.get_by_text("invalid-port").first.is_visible()
    context.close()
