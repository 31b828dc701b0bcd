"""The counterparts of iref's names exist, and its faults are not here.

Each test names the place of the fault in iref 4. Exact strings are compared: modulo normalization,
most of these faults cannot be seen.
"""

import importlib
import pickle
import re
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import given

import iriform
from iriform import (
    IRI,
    URI,
    Authority,
    Host,
    IRIReference,
    MutableIRI,
    MutableIRIReference,
    ParseError,
    Path,
    Scheme,
    Segment,
    URIReference,
)

from .strategies import iris, neighbours

PAGE = (FilePath(__file__).parents[1] / "docs" / "from-iref.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| iref |"))
]


def exists(name: str) -> bool:
    if name.startswith("iriform."):
        module, _, attribute = name.rpartition(".")
        thing: Any = importlib.import_module(module)
        names = [attribute]
        if module == "iriform":
            return importlib.import_module(name) is not None
    else:
        thing, names = iriform, name.split(".")
    for part in names:
        if not hasattr(thing, part):
            return False
        thing = getattr(thing, part)
    return True


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_row_has_a_counterpart_or_a_reason(row: list[str]) -> None:
    _, here, note = row
    names = re.findall("`([^`]*)`", here)

    assert [name for name in names if not exists(name)] == []
    assert names or (here == "none" and note)


def test_the_check_of_names_finds_what_is_missing() -> None:
    assert not exists("IRI.as_str")
    assert not exists("PathMut")
    assert len(ROWS) > 90


# --- 1.4: edits that leave text that is not valid, or more than was asked for


@pytest.mark.parametrize(
    ("path", "text"), [("1a:b", "./1a:b"), (":b", "./:b"), ("%61:b", "./%61:b"), ("a:b", "./a:b")]
)
def test_any_colon_in_the_first_segment_is_guarded(path: str, text: str) -> None:
    """`looks_like_scheme` sees only what a scheme could be."""
    reference = MutableIRIReference()
    reference.path = path

    assert str(reference) == text
    assert list(reference.path) == [path]


def test_taking_a_scheme_away_guards_any_colon() -> None:
    assert IRI("s:1a:b").with_parts(scheme=None) == "./1a:b"
    assert IRI("s:%61:b").with_parts(scheme=None) == "./%61:b"


def test_a_guard_that_is_not_needed_any_more_goes() -> None:
    """`set_scheme` never strips it."""
    reference = MutableIRIReference("./a:b")
    reference.scheme = "s"

    assert str(reference) == "s:a:b"


@pytest.mark.parametrize(
    ("text", "expected"), [("scheme:", "scheme://h"), ("?q", "//h?q"), ("", "//h")]
)
def test_an_authority_brings_no_slash(text: str, expected: str) -> None:
    assert IRIReference(text).with_parts(authority="h") == expected


def test_a_rootless_path_gets_no_slash_either() -> None:
    with pytest.raises(ValueError, match=r"^after an authority the path must be empty or begin"):
        IRI("s:a").with_parts(authority="h")


def test_an_authority_comes_and_goes() -> None:
    reference = MutableIRI("s://h//p")
    reference.authority = None
    assert str(reference) == "s:/.//p"
    reference.authority = "h"
    assert str(reference) == "s://h//p"


# --- 1.5: two resolvers that disagree


@pytest.mark.parametrize(
    ("base", "reference", "target"),
    [
        ("foo:a:b/", "Foo", "foo:a:b/Foo"),  # `resolved`: foo:./a:b/Foo
        ("foo://h/a", "..//b", "foo://h//b"),  # `resolved`: foo://h/.//b
        ("http://a/", ".//b", "http://a//b"),  # `resolved`: http://a/.//b
        ("foo:a", "x/../..", "foo:/"),  # both: foo:../
        ("foo:a", "../b", "foo:b"),
        ("foo:a/b", "../../C/D", "foo:/C/D"),
        ("foo:a/b", "..", "foo:/"),
        ("foo:", ".///bar", "foo:/.//bar"),  # `joined`: foo:..///bar
        ("foo:", "b", "foo:b"),  # `joined`: foo:../b
        ("http://a/b/..", "c", "http://a/b/c"),  # `joined`: http://a/c
    ],
)
def test_resolution_is_that_of_the_rfc(base: str, reference: str, target: str) -> None:
    assert IRI(base).resolve(reference) == target
    mutable = MutableIRIReference(reference)
    mutable.resolve_against(base)
    assert str(mutable) == target


def test_excess_dots_vanish_in_any_path() -> None:
    """Erratum 4547 is not verified, and iref's rule is neither the erratum's nor the RFC's."""
    assert IRI("foo:/x").resolve("foo:a/b/../../../") == "foo:/"
    assert IRI("http://a/b").resolve("../../../c") == "http://a/c"


def test_the_host_is_compared_in_any_letter_case() -> None:
    assert IRI("http://EXAMPLE.org").equivalent("http://example.org")
    assert Host("EXAMPLE.org").matches("example.org")
    assert IRI("http://[0:0::1]/").equivalent("http://[::1]/")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://h/?a%26b", "http://h/?a&b"),
        ("http://h/x%3Ay", "http://h/x:y"),
        ("http://a%3Ab@h/", "http://a:b@h/"),
        ("http://h/a%2Fb", "http://h/a/b"),
    ],
)
def test_encoded_reserved_characters_are_other_data(one: str, other: str) -> None:
    """RFC 3986 §2.2; `PctStr` decodes them before it compares."""
    for level in ("string", "syntax", "scheme"):
        assert not IRI(one).equivalent(other, level)


@pytest.mark.parametrize("text", ["http://a/%2E/b", "http://a/c/%2E%2E/b", "http://a/c/.%2e/b"])
def test_encoded_dots_are_dots_to_the_normalizer(text: str) -> None:
    assert IRI(text).normalize() == "http://a/b"
    assert IRI(text).equivalent("http://a/b")


def test_octets_that_are_not_utf_8_are_compared_as_text() -> None:
    segment = Segment("%FF")

    assert segment == Segment("%FF") != Segment("%ff")
    assert hash(segment) == hash("%FF")
    assert sorted([segment, Segment("%41")]) == ["%41", "%FF"]
    assert len(segment) == 3
    assert IRI("s:%FF").equivalent("s:%ff")
    assert segment.unquote_to_bytes() == b"\xff"
    assert segment.unquote("replace") == "\ufffd"
    with pytest.raises(UnicodeDecodeError):
        segment.unquote()


def test_hash_and_equality_are_those_of_the_str_it_is() -> None:
    """`Borrow<str>` there comes with another `Hash`, so that look-ups by `&str` fail."""
    seen = {IRI("http://EXAMPLE.org/%7e"): 1}

    assert seen["http://EXAMPLE.org/%7e"] == 1  # type: ignore[index]
    assert "http://example.org/~" not in seen


@given(iris())
def test_one_key_per_level(text: str) -> None:
    iri = IRI(text)

    assert iri.equivalent(text)
    assert iri.comparison_key() == URI(iri.to_uri()).comparison_key()


# --- 1.7: a view whose ranges go stale


def test_userinfo_and_port_are_taken_away() -> None:
    """There: http://example.compath."""
    iri = MutableIRI("http://user:pass@example.com:8080/path")
    authority = iri.authority
    assert authority is not None
    authority.userinfo = None
    authority.port = None

    assert str(iri) == "http://example.com/path"


def test_a_port_goes_and_comes() -> None:
    """There: http://example.com/:90path."""
    iri = MutableIRI("http://example.com:8080/path")
    authority = iri.authority
    assert authority is not None
    authority.port = None
    authority.port = 90

    assert str(iri) == "http://example.com:90/path"


def test_a_longer_port_is_seen_whole() -> None:
    """There the view reads example.com:80."""
    iri = MutableIRI("http://example.com:80/")
    authority = iri.authority
    assert authority is not None
    authority.port = 8080

    assert str(authority) == "example.com:8080"


def test_a_longer_userinfo_hides_no_port() -> None:
    """There `set_port(None)` is silently ignored then."""
    iri = MutableIRI("http://u@example.com:80/")
    authority = iri.authority
    assert authority is not None
    authority.userinfo = "longer"
    authority.port = None

    assert str(iri) == "http://longer@example.com/"


# --- 1.8: hosts


def test_a_capital_v_is_ipvfuture() -> None:
    for text in ("[V1.a]", "[v1.a]"):
        assert Host(text).kind == "IPvFuture"
        assert Host(text).ip is None


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", IPv4Address("127.0.0.1")),
        ("[::ffff:1.2.3.4]", IPv6Address("::ffff:1.2.3.4")),  # an embedded IPv4 address
        ("[::]", IPv6Address(0)),
        ("256.1.1.1", None),  # strict dec-octets
        ("01.2.3.4", None),
    ],
)
def test_addresses(host: str, address: object) -> None:
    assert Host(host).ip == address


def test_addresses_are_written_as_rfc_5952_has_them() -> None:
    """`from_ipv6` knows no `::ffff:a.b.c.d`."""
    assert IRI("s://[::FFFF:102:304]").normalize() == "s://[::ffff:1.2.3.4]"
    assert IRI.build(scheme="s", host=IPv6Address("1:0:0:2:0:0:0:3")) == "s://[1:0:0:2::3]"


# --- 1.9: three normalizers that disagree about empty segments


@pytest.mark.parametrize(
    ("path", "normal"), [("//a", "//a"), ("/a/..//b", "//b"), ("a/..//b", ".//b")]
)
def test_no_empty_segment_is_lost(path: str, normal: str) -> None:
    assert Path(path).normalize() == normal


@pytest.mark.parametrize(
    ("text", "normal"),
    [("s://h//a", "s://h//a"), ("s:/.//a", "s:/.//a"), ("s:/a/..//b", "s:/.//b")],
)
def test_one_normal_form(text: str, normal: str) -> None:
    mutable = MutableIRI(text)
    mutable.path.normalize()

    assert IRI(text).normalize() == normal == str(mutable)


def test_an_empty_segment_is_pushed_as_it_is_documented() -> None:
    """`push("")` on an empty path does nothing there, though its docs say what."""
    reference = MutableIRI("scheme:")
    reference.path.push("")

    assert str(reference) == "scheme:./"


def test_a_view_needs_no_context() -> None:
    """`from_path_with_context` has to be told, and asserts."""
    for text, expected in [
        ("", "./a:b"), ("s:", "s:a:b"), ("//h", "//h/a:b"), ("s://h/x", "s://h/x/a:b"),
    ]:  # fmt: skip
        reference = MutableIRIReference(text)
        reference.path.append("a:b")
        assert str(reference) == expected


# --- 1.10: conversions


def test_what_a_browser_writes_is_validated() -> None:
    """`From<Url>` takes it for valid; these survive WHATWG serialization."""
    for text in ("http://a/|", "http://a/[", "http://a/^"):
        with pytest.raises(ParseError):
            iriform.resolve("http://a/", text)


def test_a_uri_that_is_no_url_is_converted() -> None:
    from iriform import interop

    assert interop.split_result(URI("http://")).geturl() == "http://"


def test_iris_are_converted_and_not_only_validated() -> None:
    assert IRI("http://h/é").to_uri() == "http://h/%C3%A9"
    assert URI("http://h/%C3%A9").to_iri() == "http://h/é"


# --- 1.12: what iref has fixed over the years, once more


@pytest.mark.parametrize(
    ("text", "userinfo", "host", "port", "path"),
    [
        ("//user:1@host", "user:1", "host", None, ""),  # 21
        ("/foo:bar", None, None, None, "/foo:bar"),  # 21
        ("http://host/a:80", None, "host", None, "/a:80"),
        ("http://[::1]:80/a", None, "[::1]", 80, "/a"),  # 15, 17
        ("s:a@b:1", None, None, None, "a@b:1"),
    ],
)
def test_components_are_found(
    text: str, userinfo: str | None, host: str | None, port: int | None, path: str
) -> None:
    reference = IRIReference(text)

    found = (reference.userinfo, reference.host, reference.port, reference.path)
    assert found == (userinfo, host, port, path)


@pytest.mark.parametrize("text", ["http://h/ trailing", "http://h/#a#b", "s:%4"])
def test_nothing_follows_unread(text: str) -> None:
    """12: trailing garbage was accepted."""
    assert not IRI.is_valid(text)


def test_lengths_are_those_of_the_text() -> None:
    iri = MutableIRI("http://h%C3%A9/?%C3%A9#%C3%A9")
    iri.query = "%C3%A9%C3%A9"
    iri.fragment = "%C3%A9"
    iri.host = "%C3%A9"

    assert str(iri) == "http://%C3%A9/?%C3%A9%C3%A9#%C3%A9"


def test_schemes_and_ports() -> None:
    assert IRI("HTTP://h").has_scheme("http")
    assert Scheme("HTTP") != Scheme("http")
    assert IRI("http://h:080").port == IRI("http://h:80").port == 80
    assert IRI("http://h:080").port_text == "080"
    assert IRI("http://h:65536").port is None


def test_values_survive_pickling() -> None:
    for value in (IRI("s:é"), Authority("u@h:1"), URIReference("?"), Path("//")):
        loaded = pickle.loads(pickle.dumps(value))
        assert (type(loaded), loaded) == (type(value), value)


# --- Relativization: where iref's does not lead back


@pytest.mark.parametrize(
    ("base", "target", "reference"),
    [
        ("http://a/b/c/", "http://a/b/c", "../c"),  # there: "" → http://a/b/c/
        ("http://a/b/c", "http://a", "//a"),  # "..": http://a/
        ("foo:a/b", "foo:c:d", "foo:c:d"),  # "../c:d": foo:/c:d
        ("foo:a", "foo:", "."),  # "": foo:a
        ("http://a/?q", "http://a/", "."),  # "": http://a/?q
        ("http://a/", "http://a//b", ".//b"),  # right there, too, but `resolved` goes elsewhere
        ("http://a/b/", "http://a/b//c", ".//c"),
        ("http://a/b/c", "http://a/b/c", ""),  # there the file name
    ],
)
def test_a_relative_reference_leads_back(base: str, target: str, reference: str) -> None:
    assert IRI(target).relative_to(base) == reference
    assert IRI(base).resolve(reference) == target


def test_where_no_reference_leads() -> None:
    with pytest.raises(ValueError, match=r"^no reference leads there"):
        IRI("http://a/./b").relative_to("http://a/")


@given(neighbours())
def test_every_relative_reference_leads_back(pair: tuple[str, str]) -> None:
    base, target = pair
    try:
        reference = IRI(target).relative_to(base)
    except ValueError:
        assert IRI(base).resolve(target) != target  # resolution removes its dots
        return
    assert IRI(base).resolve(reference) == target
