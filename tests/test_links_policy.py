"""Texts of other projects' suites for which we find other links, and why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from iriform.links import find

from .tables import collection

# UTS #58: its classes of characters, brackets and names.
STANDARD = (
    "[https](https://www.ibm.com)[mailto](mailto:someone@ibm.com)",
    "\N{FULLWIDTH VERTICAL LINE}www.google.com/www.google.com/foo\N{FULLWIDTH VERTICAL LINE}bar",
    "example.invalid",
    "example.invalid/",
    "http://example.org/<",
    "http://example.org/<>",
    "http://example.org/a'b'",
    "http://example.org/(",
    "http://example.org/(.",
    "http://example.org/'_(foo)'",
    "http://example.org/''",
    "http://example.org/'''",
    'http://example.org/"a"',
    "http://example.org/`a",
    "http://example.org/`a`",
    "https://example.org/*",
    "https://example.org/**",
    "{\\url{http://www.google.com/{file.pdf}}",
    'a(sa"enclosure.net/bracketext"as)asd',
    "enclosure.net/blah)o(blah",
)

# A `?` with nothing after it belongs to the link; `prose=True` leaves it out.
QUESTION = ("http://localhost:8000?", "http://example.org/?")

# A name before the host: `userinfo=True` finds it.
USERINFO = (
    "http://user:pass@example.com:8080",
    "http://user@example.com:8080",
    "http://user:pass@example.com",
    "https://user:pass@example.com/",
    "https://user:!$&'()*+,;=@example.com/",
    "https://user:pass@example.com:8080/hi",
    "https://example.org'a@example.com",
    "http://www.test.edu.cn@8.8.8.8:51733/hn35/",
    "URI with User info in Authority ftp://jan@example.com:123/test",
)

# Other schemes: `schemes=` finds them.
SCHEMES = (
    "a://foo",
    "a123://foo",
    "a+b://foo",
    "a-b://foo",
    "a.b://foo",
    "ABC://foo",
    "file://../relative",
    "ab://c",
    "file:///home/foo",
    "file://localhost/home/foo",
    "facetime://+19995551234",
    "test://123'456...",
    "test://123'456.../",
    "svn+ssh://example.com",
)

# Names without a scheme and addresses are found; `domains=False` and `emails=False` omit them.
OPTIONS = (
    "Without schema janlipovsky.cz",
    "<email@address.net>",
    "Do not extract emails by default jan@example.com",
    "Given URIs are not mail jan@example.com/asdasd jan@example.com:1234",
    "Given URIs are not mail jan@example.com?not jan@example.com#not",
)

# Refused: IPv4 addresses and two slashes without a scheme occur in too many texts.
NO_NAME = (
    "//localhost",
    "//test.123",
    "My ssl //example.com site",
    "4.4.4.4",
    "192.168.1.1/abc",
    "1.0.0.0",
)

# The start of an address and its domain: the same as for addresses without `mailto:`.
MAIL = ("mailto:foo@bar", ".foo@example.com", "a..b@example.com")

# Text that may be directly before a link and after it.
BOUNDARY = (
    "_http://example.com",
    "https://a.com'https://b.com",
    "https://example.com-/",
    "ab/example.com",
    "http://[192.168.1.1]/",
)

DIFFERENT = {*(*STANDARD, *QUESTION, *USERINFO, *SCHEMES, *OPTIONS, *NO_NAME, *MAIL, *BOUNDARY)}


def rows() -> list[dict[str, Any]]:
    """Read the rows of the collection."""
    folder = collection("vectors")
    assert folder is not None
    lines = (folder / "links_in_text.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.collection(needed=True)
def test_links_are_those_of_other_suites_but_for_these() -> None:
    found = {row["text"]: [f.text for f in find(row["text"])] for row in rows()}
    expected = {row["text"]: row["links"] for row in rows()}

    assert {text for text, links in found.items() if links != expected[text]} == DIFFERENT


@pytest.mark.collection(needed=True)
def test_options_find_what_is_not_found_by_default() -> None:
    expected = {row["text"]: row["links"] for row in rows()}

    def texts(text: str, **options: Any) -> list[str]:
        return [found.text for found in find(text, **options)]

    for text in QUESTION:
        assert texts(text, prose=True) == expected[text]
    for text in USERINFO:
        schemes = {"http", "https", "ftp"}
        assert texts(text, userinfo=True, schemes=schemes) == expected[text]
    for text in SCHEMES:
        assert texts(text, schemes={text.partition(":")[0]}) == expected[text]
