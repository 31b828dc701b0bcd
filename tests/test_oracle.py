"""The oracles on the RFCs' own examples, before anything is compared with them."""

import ipaddress
import random

import pytest

from tests.oracle import examples
from tests.oracle.addresses import groups_of, rfc5952
from tests.oracle.conversion import to_iri, to_uri
from tests.oracle.normalization import comparison_key, normalize
from tests.oracle.relativization import rank, relativize, tabulate
from tests.oracle.resolution import remove_dot_segments, resolve, resolve_literally
from tests.oracle.syntax import (
    RFC3986,
    RFC3987,
    Authority,
    Parts,
    recompose,
    split,
    split_authority,
)


def test_split_is_appendix_b() -> None:
    assert split("http://www.ics.uci.edu/pub/ietf/uri/#Related") == Parts(
        "http", "www.ics.uci.edu", "/pub/ietf/uri/", None, "Related"
    )
    assert split("") == Parts(None, None, "", None, None)
    assert split("//?#") == Parts(None, "", "", "", "")
    assert split_authority("u:p@[::1]:80") == Authority("u:p", "[::1]", "80")
    assert split_authority("") == Authority(None, "", None)
    assert split_authority("@:") == Authority("", "", "")


def test_recompose_inverts_split() -> None:
    rng = random.Random(3986)
    for _ in range(20_000):
        text = "".join(rng.choices(":/?#@[]a.\n", k=rng.randrange(9)))
        assert recompose(split(text)) == text


def test_resolution_examples() -> None:
    assert len(examples.NORMAL) == 23
    assert len(examples.ABNORMAL) == 18
    for reference, target in (examples.NORMAL | examples.ABNORMAL | examples.STRICT).items():
        assert resolve(examples.BASE, reference) == target
        assert resolve_literally(examples.BASE, reference) == target
    for reference, target in examples.NON_STRICT.items():
        assert resolve(examples.BASE, reference, strict=False) == target
    for path, expected in examples.DOT_SEGMENTS.items():
        assert remove_dot_segments(path) == expected


def test_guard_is_the_only_departure_from_the_text() -> None:
    assert resolve_literally("s:/", ".//a") == "s://a"
    assert resolve("s:/", ".//a") == "s:/.//a"
    assert resolve("s:/.//a", "b") == "s:/.//b"


def test_conversion_examples() -> None:
    for iri, uri in examples.TO_URI.items():
        assert to_uri(iri) == uri
    for uri, iri in examples.TO_IRI.items():
        assert to_iri(uri) == iri


@pytest.mark.parametrize(
    ("uri", "iri"),
    [
        ("%c0%af", "%C0%AF"),  # overlong
        ("%ed%a0%80", "%ED%A0%80"),  # surrogate
        ("%f4%90%80%80", "%F4%90%80%80"),  # above U+10FFFF
        ("%ef%b7%90", "%EF%B7%90"),  # U+FDD0
        ("%e2%80", "%E2%80"),
        ("%c3%c3%a9", "%C3\xe9"),
        ("%2f%25%41%20%7e", "%2f%25A%20~"),  # step 2 leaves these triplets alone, case and all
        ("%ee%80%80?%ee%80%80#%ee%80%80", "%EE%80%80?\ue000#%EE%80%80"),
    ],
)
def test_what_is_not_converted(uri: str, iri: str) -> None:
    assert to_iri(uri) == iri


def test_normalization_examples() -> None:
    for text, expected in examples.SYNTAX_EQUIVALENT:
        assert normalize(text) == expected
    for text in examples.SCHEME_EQUIVALENT:
        assert normalize(text, "scheme") == examples.SCHEME_EQUIVALENT[1]
    for text in examples.SCHEME_DIFFERENT:
        assert normalize(text, "scheme") == text
    for a, b in examples.IRI_SYNTAX_EQUIVALENT:
        assert comparison_key(a) == comparison_key(b)
    for a, b in examples.IRI_SYNTAX_DIFFERENT:
        assert comparison_key(a, "scheme") != comparison_key(b, "scheme")


def test_order_of_normalization() -> None:
    assert normalize("http://%41/%2e%2E/b") == "http://a/b"
    assert normalize("http://[::FFFF:1.2.3.4]:/") == "http://[::ffff:1.2.3.4]/"
    assert normalize("a:/..//b") == "a:/.//b"
    assert normalize("./a:b/../c") == "./a:b/../c"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2001:db8:aaaa:bbbb:cccc:dddd:eeee:0001", "2001:db8:aaaa:bbbb:cccc:dddd:eeee:1"),  # 4.1
        ("2001:db8:0:0:0:0:2:1", "2001:db8::2:1"),  # 4.2.1
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),  # 4.2.2
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),  # 4.2.3
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),  # 4.2.3, the first of two
        ("2001:DB8::1", "2001:db8::1"),  # 4.3
        ("::FFFF:192.0.2.1", "::ffff:192.0.2.1"),  # 5
        ("::", "::"),
        ("::1", "::1"),
        ("1::", "1::"),
    ],
)
def test_rfc_5952(text: str, expected: str) -> None:
    assert rfc5952(text) == expected


def test_addresses_agree_with_the_standard_library() -> None:
    rng = random.Random(5952)
    for _ in range(5_000):
        groups = rng.choices([0, 0, 0, 1, 0xFFFF, 0xAB], k=8)
        text = ":".join(f"{group:04X}" for group in groups)
        address = ipaddress.IPv6Address(text)
        assert groups_of(text) == groups_of(rfc5952(text)) == groups
        if address.ipv4_mapped is None:
            assert rfc5952(text) == str(address)


def test_grammars() -> None:
    for text in ["", "//", "//@:", "?", "#", "a/b:c", "//[::1%25a]"]:
        assert RFC3986.is_reference(text) == (text != "//[::1%25a]")
    for text in ["a:b", "a:", "s://[v1.a]:", "s://[1:2:3:4:5:6:7::]"]:
        assert RFC3986.matches("absolute", text)
    for text in [":", "1:b", "a b", "%4", "//a@b@c", "//h:a", "#\ue000", "\u0080"]:
        assert not RFC3987.is_reference(text)
    assert RFC3987.is_reference("\xe9?\ue000\U00100000")
    assert not RFC3986.is_reference("\xe9")


@pytest.mark.parametrize(
    ("base", "target", "expected"),
    [  # pitfalls of iref, with the right answer
        ("http://a/b/c/", "http://a/b/c", "../c"),
        ("http://a/b/c", "http://a", "//a"),
        ("foo:a/b", "foo:c:d", "foo:c:d"),
        ("foo:a", "foo:", "."),
        ("http://a/?q", "http://a/", "."),
        ("http://a/", "http://a//b", ".//b"),
        ("http://a/b/", "http://a/b//c", ".//c"),
        ("http://a/b", "http://a/./b", None),
        ("http://a/./b", "http://a/./b", ""),
    ],
)
def test_relativize(base: str, target: str, expected: str | None) -> None:
    # The ladder's answer may have an alternative: "/b/c" is also right, and one longer.
    assert relativize(target, base) == expected


@pytest.mark.parametrize("base", ["s:", "s:a", "s:/a", "s://a/a?a", "s://a", "s:/.//a", "s:a:a/"])
def test_trying_candidates_finds_what_trying_everything_finds(base: str) -> None:
    for target, best in tabulate(base, "a/.:?", 4).items():
        found = relativize(target, base)
        assert found is not None
        assert rank(found) == rank(best)
