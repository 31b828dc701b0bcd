"""Particular schemes, from the users' view."""

import base64
import re
import urllib.request
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, URI, URN, Data, IRIReference, Policy
from tests.faces import refused
from tests.oracle.normalization import SCHEMES

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "schemes.md"


def table_of_ports() -> list[tuple[str, int, bool]]:
    """The rows of the table in the documentation: scheme, port, True if no path is the root."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z0-9.+-]+)` \| (\d+) \| (`/`)? ?\| \S.* \|$", text, re.MULTILINE)
    return [(scheme, int(port), bool(root)) for scheme, port, root in rows]


def test_the_table_is_whole() -> None:
    with_port = {name: known.default_port for name, known in SCHEMES.items() if known.default_port}
    assert {scheme: port for scheme, port, _ in table_of_ports()} == with_port


@pytest.mark.parametrize(("scheme", "port", "root"), table_of_ports())
def test_default_ports(scheme: str, port: int, *, root: bool) -> None:
    bare = IRI(f"{scheme}://h")
    normal = f"{scheme}://h/" if root else bare

    assert bare.port_or_default == port
    assert IRI(f"{scheme.upper()}://h:0{port}").normalize("scheme") == normal
    assert bare.equivalent(f"{scheme}://h:{port}", "scheme")
    assert not bare.equivalent(f"{scheme}://h:{port + 1}", "scheme")
    assert not bare.equivalent(f"{scheme}://h:{port}", "syntax")
    assert bare.equivalent(f"{scheme}://h/", "scheme") is root


@pytest.mark.parametrize("scheme", ["htt", "httpx", "foo", "svn+ssh", "tel", "news"])
def test_other_schemes_have_no_default_port(scheme: str) -> None:
    assert IRI(f"{scheme}://h").port_or_default is None
    assert IRI(f"{scheme}://h:80").normalize("scheme") == f"{scheme}://h:80"


EXAMPLE = "urn:example:a123,z456"


@pytest.mark.parametrize(
    ("other", "equivalent"),
    [
        # RFC 8141 §3.2, in its order.
        ("URN:example:a123,z456", True),
        ("urn:EXAMPLE:a123,z456", True),
        ("urn:example:a123,z456?+abc", True),
        ("urn:example:a123,z456?=xyz", True),
        ("urn:example:a123,z456#789", True),
        ("urn:example:a123,z456/foo", False),
        ("urn:example:a123%2Cz456", False),
        ("urn:example:A123,z456", False),
        ("urn:example:a123,Z456", False),
        ("urn:example:%D0%B0123,z456", False),
        # RFC 3986 §2.3 makes these equivalent by syntax, the finest level (Q28).
        ("urn:example:%61123,z456", True),
        ("urn:%65xample:a123,z456", True),
        # Reserved for the future (§2), not URNs.
        ("urn:example:a123,z456?abc", False),
        ("urn:example:a123,z456?", False),
    ],
)
def test_urn_equivalence(other: str, *, equivalent: bool) -> None:
    urn = IRI(EXAMPLE)

    assert urn.equivalent(other, "scheme") is equivalent
    assert (urn.comparison_key("scheme") == IRI(other).comparison_key("scheme")) is equivalent


def test_urn_equivalence_among_others() -> None:
    """RFC 8141 §3.2: equivalent to each other, not to the name without escapes."""
    assert IRI("urn:example:a123%2Cz456").equivalent("URN:EXAMPLE:a123%2cz456", "scheme")
    # RFC 4122 §3: "case insensitive on input". Other namespaces have rules that we do not know.
    uuid = IRI("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
    assert uuid.equivalent("URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "scheme")
    assert not IRI("urn:foo:a").equivalent("urn:foo:A", "scheme")


def test_urn_normal_form_keeps_its_components() -> None:
    assert IRI("URN:ISBN:0-x?+R?=Q#F").normalize("scheme") == "urn:isbn:0-x?+R?=Q#F"
    assert IRI("URN:ISBN:0-x").normalize() == "urn:ISBN:0-x"


@pytest.mark.parametrize(
    ("text", "urn"),
    [
        ("urn:isbn:0451450523", URN("isbn", "0451450523", None, None, None)),
        ("URN:X-1:a/b:c", URN("X-1", "a/b:c", None, None, None)),
        # RFC 8141 §2.3: "?=" ends an r-component, and a q-component may have anything.
        ("urn:ab:c?+r?=q?=?+q#f", URN("ab", "c", "r", "q?=?+q", "f")),
        ("urn:ab:c?+r/?r", URN("ab", "c", "r/?r", None, None)),
        ("urn:ab:é#", URN("ab", "é", None, None, "")),
        ("http:ab:c", None),
        ("urn:ab", None),
        ("urn:a:b", None),  # a NID has two characters at least
        (f"urn:{'a' * 33}:b", None),  # and 32 at most
        ("urn:ab-:c", None),
        ("urn:ab:c?d", None),  # reserved for the future
        ("urn:ab:c?+", None),
        ("urn://ab:1", None),
        ("urn:/a:b", None),
        ("//a", None),
    ],
)
def test_urn(text: str, urn: URN | None) -> None:
    assert IRIReference(text).urn == urn


@pytest.mark.parametrize(
    ("text", "data"),
    [
        # RFC 2397 §4
        ("data:,A%20brief%20note", Data("text/plain", {"charset": "US-ASCII"}, b"A brief note")),
        (
            "data:text/plain;charset=iso-8859-7,%be%d3%be",
            Data("text/plain", {"charset": "iso-8859-7"}, b"\xbe\xd3\xbe"),
        ),
        ("data:image/gif;base64,R0lGODdhMA==", Data("image/gif", {}, b"GIF87a0")),
        ("data:;charset=utf-8,%C3%A9", Data("text/plain", {"charset": "utf-8"}, "é".encode())),
        # A question mark is data; a fragment is not.
        ("data:text/html,a?b=1?#c", Data("text/html", {}, b"a?b=1?")),
        ("DATA:a/b;BASE64,YQ%3D%3D", Data("a/b", {}, b"a")),
        # White space has no meaning in base64 (RFC 2045 §6.8).
        ("data:a/b;base64,YWJj%20ZGVm", Data("a/b", {}, b"abcdef")),
        ("data:a/b;base64,%20YQ%0D%0A%3D%09=%0C", Data("a/b", {}, b"a")),
        ("data:a/b;base64,YWJj%C2%A0", None),
        ("data:,é", Data("text/plain", {"charset": "US-ASCII"}, "é".encode())),
        ("data:text/plain", None),
        ("data:text,a", None),
        ("data:a/b;c,d", None),
        ("data:;base64,a", None),  # broken base64
        ("data:;base64,YQ", None),
        ("data:;base64,Y*Q=", None),
        # Padding that RFC 4648 §4 does not allow but b64decode accepts.
        ("data:;base64,abcd=", None),
        ("data:;base64,abcd==", None),
        ("data:;base64,abcd=====", None),
        # A line break would end the header that a server writes the media type into.
        ("data:text/html%0D%0AX-Evil%3A1,x", None),
        ("data:text/html;a%0D%0AX-Evil%3A1=b,x", None),
        ("data:text/html;a=b%0D%0AX-Evil%3A1,x", None),
        ("data:text/html%20,x", None),
        ("data:text%2Bx/b%27c,x", Data("text+x/b'c", {}, b"x")),
        ("http:,a", None),
    ],
)
def test_data(text: str, data: Data | None) -> None:
    assert IRIReference(text).data == data


def test_from_data() -> None:
    assert URI.from_data("é b") == "data:text/plain;charset=utf-8,%C3%A9%20b"
    assert (
        URI.from_data("<svg/>", "image/svg+xml", parameters={}) == "data:image/svg+xml,%3Csvg%2F%3E"
    )
    assert URI.from_data(b"a", base64=True) == "data:application/octet-stream;base64,YQ=="
    assert URI.from_data(b"", "a/b", parameters={"c": "d;e"}) == "data:a/b;c=%22d%3Be%22,"
    assert type(IRI.from_data(b"")) is IRI
    for media_type in ("text", "a/b;c=d", "a/ b", "/b"):
        with pytest.raises(ValueError, match="a media type must be"):
            URI.from_data(b"", media_type)
    with pytest.raises(ValueError, match="a media type must be"):
        URI.from_data(b"", parameters={"a b": "c"})
    with pytest.raises(ValueError, match="their values must not have control characters"):
        URI.from_data(b"", parameters={"a": "b\r\nX-Evil: 1"})
    with pytest.raises(TypeError, match="data must be str or bytes"):
        URI.from_data(1)  # type: ignore[arg-type]


@given(st.binary(), st.sampled_from([None, False, True]))
def test_data_there_and_back(octets: bytes, is_base64: bool | None) -> None:
    uri = URI.from_data(octets, base64=is_base64)

    assert uri.data == Data("application/octet-stream", {}, octets)
    # urllib is an established peer.
    with urllib.request.urlopen(uri) as response:  # noqa: S310
        assert response.read() == octets
    if is_base64:
        assert uri.endswith(base64.b64encode(octets).decode())


def test_line_breaks_of_texts_refuse_nothing() -> None:
    """RFC 6068 §5 demands `%0D%0A` in bodies; forms send it in queries."""
    texts = [
        "mailto:a@b.example?subject=x&body=one%0D%0Atwo",
        "sms:+15105550101?body=one%0D%0Atwo",
        URI.from_data("one\r\ntwo\t\0"),
        URI.from_data(bytes(range(32)), "application/x-a", base64=False),
        "https://a.example/?text=one%0D%0Atwo",
        "https://a.example/?text=%00",
        "https://a.example/one%0D%0Atwo",
        "mailto:a@b.example?subject=one%0D%0Atwo",
    ]
    codes = [[finding.code for finding in IRI(text).check("untrusted")] for text in texts]
    control = [{c for c in some if c.startswith("percent-encoded-control")} for some in codes]
    query, other = {"percent-encoded-control-query"}, {"percent-encoded-control"}
    assert control == [set(), set(), set(), set(), query, query, other, other]
    for policy in (Policy.WEB, Policy.PUBLIC_WEBHOOK, Policy.REDIRECT_URI, Policy.CLIENT_ID):
        assert refused(policy, texts[4:7]) == [[], [], ["percent-encoded-control"] * 2]
    any_scheme = Policy(profile="default")
    assert [not some for some in refused(any_scheme, texts)] == [True] * 6 + [False] * 2
