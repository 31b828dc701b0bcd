"""Libraries for crawlers, and for links in text, compared with ours: `make test-integrations`."""

from __future__ import annotations

from pathlib import Path

import pytest
import surt
from protego import Protego

from iriform import IRI, URI

from .test_coming_from import OF_CRAWLERS, OF_LINKS, OF_NORMALIZERS, rows, test_row
from .test_surt import DIFFERENT, SAME


@pytest.mark.parametrize(
    ("page", "expression", "gives"), rows(OF_CRAWLERS) + rows(OF_LINKS) + rows(OF_NORMALIZERS)
)
def test_row_of_crawlers(page: Path, expression: str, gives: str) -> None:
    test_row(page, expression, gives)


@pytest.mark.parametrize(("text", "key"), SAME)
def test_the_package_says_the_same(text: str, key: str) -> None:
    assert surt.surt(text) == key


@pytest.mark.parametrize(("why", "text", "key", "theirs"), DIFFERENT)
def test_the_package_differs(why: str, text: str, key: str, theirs: str) -> None:
    assert surt.surt(text) == theirs, (why, key)


@pytest.mark.parametrize(
    "text", ["http://h/%4%31", "http://h/%%341", "http://h/a/./b/", "http://h:0/"]
)
def test_other_texts(text: str) -> None:
    if IRI.is_valid(text):
        assert surt.surt(text) == IRI(text).surt


@pytest.mark.parametrize(
    ("link", "is_allowed"),
    [
        ("https://example.org/private/a.pdf", False),
        ("https://example.org/private/a.pdf?b", True),
        ("https://example.org/public/a.pdf", True),
        ("https://example.org//host/a", False),  # a path, not a host
        ("https://example.org/host/a", True),
    ],
)
def test_protego_takes_the_whole_link(link: str, is_allowed: bool) -> None:
    """The link is given as in docs/links.md."""
    robots = Protego.parse("User-agent: *\nDisallow: /private/*.pdf$\nDisallow: //host/\n")
    assert robots.can_fetch(URI(link), "me") is is_allowed
