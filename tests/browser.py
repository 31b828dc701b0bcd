"""A browser that shows a page: how to start it, and how to inspect a page."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

VIEWS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, "color_scheme": "light"},
}


def started() -> Iterator[Any]:
    """Start the system's Chromium, and stop it."""
    if CHROMIUM is None:
        # `make test-browser` installs it: there, an untested page is a failure.
        assert "IRIFORM_BROWSER" not in os.environ, "there is no chromium"
        pytest.skip("there is no chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def contrast(page: Any, selector: str, ground: str) -> float:
    """Compute the contrast between the colours of an element and its background (WCAG 2.2)."""

    def luminance(colour: str) -> float:
        channels = [int(c) / 255 for c in re.findall(r"\d+", colour)[:3]]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def style(selector: str, name: str) -> str:
        element = page.locator(selector).first
        return str(element.evaluate(f"e => getComputedStyle(e).{name}"))

    one, two = luminance(style(selector, "color")), luminance(style(ground, "backgroundColor"))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
