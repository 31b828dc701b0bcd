"""packageurl-python compared with `PURL`: the same canonical text, and the reason for differences."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packageurl import PackageURL

from iriform import PURL, ParseError

WORDS = st.text("aB1-_.~:+@%?#&=", min_size=1, max_size=4)
PACKAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(["generic", "sid", "conan"]), "name": WORDS},
    optional={
        "namespace": st.lists(WORDS, min_size=1, max_size=2).map("/".join),
        "version": WORDS,
        "qualifiers": st.dictionaries(st.sampled_from(["arch", "a", "a-b", "k.x"]), WORDS),
        "subpath": WORDS.filter(lambda text: text not in {".", ".."}),
    },
)


@given(PACKAGES)
def test_it_builds_the_same_text(package: dict[str, Any]) -> None:
    assert PackageURL(**package).to_string() == PURL.build(**package)


@given(PACKAGES)
def test_it_reads_the_same_components(package: dict[str, Any]) -> None:
    purl = PURL.build(**package)
    theirs = PackageURL.from_string(purl)
    assert (theirs.type, theirs.namespace, theirs.name) == (purl.type, purl.namespace, purl.name)
    assert (theirs.version, theirs.subpath) == (purl.version, purl.subpath)
    assert theirs.qualifiers == purl.qualifiers


def canonical(text: str) -> str | None:
    try:
        return PURL.repair(text).value
    except ParseError:
        return None


# Text, ours, theirs, the reason.
DIFFERENCES = [
    ("pkg:sid/a@1/2", "pkg:sid/a@1%2F2", "pkg:sid/a@1/2", "§5.4: a slash in a version is encoded"),
    ("pkg:sid/a?k=1/2", "pkg:sid/a?k=1%2F2", "pkg:sid/a?k=1/2", "§5.4: and in a value"),
    ("pkg:sid/a%20", "pkg:sid/a%20", "pkg:sid/a", "§5.6.4: a name is not trimmed"),
    ("pkg:sid/a?k=%20", "pkg:sid/a?k=%20", "pkg:sid/a", "§5.6.6: neither is a value"),
    ("pkg:pypi/a%3db", "pkg:pypi/a%3Db", "pkg:pypi/a%3db", "RFC 3986 §2.1: digits in upper case"),
    ("pkg:npm/Lodash", "pkg:npm/Lodash", "pkg:npm/lodash", "npm's definition: case_sensitive"),
    ("pkg:brew/A", "pkg:brew/a", "pkg:brew/A", "brew's definition: not case_sensitive"),
    ("pkg:maven/junit", None, "pkg:maven/junit", "§5.7: maven's definition requires a namespace"),
    ("pkg:pypi/a/b", None, "pkg:pypi/a/b", "§5.7: pypi's definition prohibits a namespace"),
    ("pkg:julia/D", None, "pkg:julia/D", "§5.7: julia's definition requires uuid"),
    ("pkg:sid/a%2Fb/c", None, "pkg:sid/a/b/c", "§5.6.3: no slash in a decoded segment"),
    ("pkg:sid/%FF", None, "pkg:sid/%EF%BF%BD", "Annex C: what is encoded is UTF-8"),
    ("pkg:sid/a?k=1&k=2", None, "pkg:sid/a?k=2", "§5.6.6: each key is unique"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ours", "theirs", "reason"), DIFFERENCES)
def test_differences(text: str, ours: str | None, theirs: str, reason: str) -> None:
    assert (canonical(text), PackageURL.from_string(text).to_string()) == (ours, theirs), reason
