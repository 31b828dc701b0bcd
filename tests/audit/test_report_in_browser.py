"""The report in a browser: it loads, logs nothing, requests nothing, and searches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import VIEWS, contrast
from tests.cli.program import iriform

pytestmark = pytest.mark.slow(
    "python/iriform/audit/report", "python/iriform/audit/result.py", "tests/audit"
)


@pytest.fixture(params=VIEWS)
def page(request: pytest.FixtureRequest, browser: Any, report: Path) -> Iterator[Any]:
    """Open the report, and check that it logged nothing and requested nothing."""
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


@pytest.mark.parametrize("selector", ["body", ".soft", "td.bad", "nav a", "dd.good", "dd.none"])
def test_it_is_readable(page: Any, selector: str) -> None:
    assert contrast(page, selector, "body") >= 4.5


def test_it_is_searched_by_keyboard(page: Any) -> None:
    hosts = page.locator(".list").filter(has=page.get_by_label("Search hosts"))
    items = hosts.locator("[data-item]:visible")
    assert items.count() == 1000
    page.get_by_label("Search hosts").focus()
    page.keyboard.type("W3.org")
    assert 0 < items.count() < 10
    assert hosts.get_by_role("status").inner_text() == f"{items.count()} of 1000"
    assert all("w3.org" in text for text in items.all_inner_texts())
    page.keyboard.type(" nothing has this")
    assert items.count() == 0
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    assert items.count() == 1000
    wrong = page.locator("#wrong [data-item]:visible")
    assert wrong.count() == 11
    page.get_by_label("Search what is wrong").fill("invalid-port")
    assert (wrong.count(), items.count()) == (1, 1000)
    assert "80a" in wrong.first.inner_text()


def test_what_is_wrong_comes_first_and_lengths_last(page: Any) -> None:
    headings = page.locator("h2").all_inner_texts()
    assert headings == [
        "What is wrong",
        "Valid, but suspicious",
        "What was read",
        "Schemes and hosts",
        "Scripts",
        "Lengths",
    ]
    links = page.locator("nav a")
    assert links.all_inner_texts() == headings
    for link in links.all():
        target = page.locator(link.get_attribute("href"))
        assert target.locator("h2").inner_text() == link.inner_text()


def test_a_long_list_scrolls_in_its_own_box(page: Any) -> None:
    box = page.get_by_role("region", name="Hosts")
    height, inside = box.evaluate("e => [e.clientHeight, e.scrollHeight]")
    assert height < 500
    assert inside > 10_000
    box.focus()
    page.keyboard.press("End")
    page.wait_for_function("e => e.scrollTop > 10000", arg=box.element_handle())
    # Its header stays visible.
    assert box.locator("th").first.bounding_box()["y"] == pytest.approx(
        box.bounding_box()["y"], abs=2
    )


def test_no_column_is_cut_off(page: Any) -> None:
    """Only text that scrolls in its own box is wider than the page."""
    cut = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((e) => {
            const box = e.getBoundingClientRect();
            return box.width && (box.right > innerWidth || box.left < 0) && !e.closest("pre");
        }).map((e) => e.outerHTML.slice(0, 80))"""
    )
    assert cut == []
    for table in page.locator("table").all():
        inner, outer = table.evaluate("e => [e.scrollWidth, e.parentElement.clientWidth]")
        assert inner <= outer


def test_values_stand_beside_the_bars(page: Any) -> None:
    rows = page.locator(".histogram").last.locator("tbody tr")
    texts = [row.inner_text().split() for row in rows.all()]
    assert texts
    assert all(len(text) == 2 and text[1].replace(",", "").isdigit() for text in texts)


def test_the_terminal_has_the_same_numbers(page: Any, files: list[str]) -> None:
    shown = page.locator(".figures div").all()
    figures = {each.locator("dt").inner_text(): each.locator("dd").inner_text() for each in shown}
    assert figures == {
        "valid, 97.5%": "1,491",
        "not valid, 2.5%": "39",
        "of these, iriform repair can mend": "16",
        "empty": "3",
        "ASCII only, so also URIs": "1,426",
        "values read, 1,530 judged": "1,533",
    }
    said = iriform("audit", *files, "--top", 1).out.splitlines()
    assert [line for line in said if line.startswith((" 1,", "    39", "     3  "))][:4] == [
        " 1,491   97.5%  valid IRIs, 1,426 of them URIs (ASCII only)",
        "    39    2.5%  not valid; iriform repair can mend 16 of them",
        "     3          empty",
        " 1,533          values read, 1,530 judged",
    ]


def test_it_is_reached_by_keyboard(page: Any) -> None:
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.outerHTML.slice(0, 60)"))
    there = " ".join(reached)
    assert [name in there for name in ("#wrong", "#read", "#names", "search")] == [True] * 4


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
