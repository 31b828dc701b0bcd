"""The page that `make explorer` has built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "target" / "explorer" / "index.html"


@pytest.fixture(scope="session")
def built() -> Path:
    """Return the path of the page."""
    assert PAGE.is_file(), "build it: make explorer"
    return PAGE


@pytest.fixture(scope="module")
def page(browser: Any, built: Path) -> Iterator[Any]:
    """Open the page, and check that it logs nothing to the console and requests nothing."""
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", lambda asked: said.append(asked.url))
    page.goto(built.as_uri())
    page.wait_for_selector("#answer section")
    yield page
    page.close()
    assert set(said) == {built.as_uri()}
