"""The advice for values that lack a scheme: they begin with a host."""

from __future__ import annotations

import pytest

from iriform import IRI
from iriform.cli.schemes import lacks_scheme


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("www.example.org", True),
        ("example.org/a", True),
        ("example.co.uk?a", True),
        ("10.0.0.1/x", True),
        ("foo.test", True),
        ("münchen.example/", True),
        ("sitemap.xml", False),
        ("index.html#a", False),
        ("README.md", False),
        ("main.rs", False),
        ("app.min.js", False),
        ("photo.jpeg", False),
        ("example.nosuchname/", False),
        ("v1.2.3", False),
        ("a/b", False),
    ],
)
def test_a_name_ends_with_a_top_level_domain(text: str, expected: bool) -> None:
    assert lacks_scheme(text, IRI) is expected
