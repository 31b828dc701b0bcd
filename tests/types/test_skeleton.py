"""`of`: literal text around placeholders, and values that cannot change its structure.

Core's tests check the text that each position accepts (`suite/skeleton.rs`); here are values.

Each row of the table in docs/safe-building.md is a test here, also for template strings if the
interpreter has them.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from ipaddress import IPv6Address
from pathlib import PurePosixPath, PureWindowsPath
from types import MappingProxyType
from typing import Any
from urllib.parse import quote, urljoin, urlsplit
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

import iriform
from iriform import (
    HTTPURI,
    IRI,
    URI,
    Authority,
    Fragment,
    Host,
    IRIReference,
    ParseError,
    Path,
    Query,
    Scheme,
    Segment,
    URIReference,
    URITemplate,
    UserInfo,
)
from tests.errors import error_of

REFERENCES: list[type[IRIReference]] = [IRIReference, IRI, URIReference, URI]


def template_string(skeleton: str, values: dict[str, Any]) -> Any:
    """Make the template string with this text."""
    names = {name.replace("-", "_"): value for name, value in values.items()}
    text = skeleton
    for name in values:
        text = text.replace(name, name.replace("-", "_")) if "-" in name else text
    return eval(f"t{text!r}", {}, names)  # noqa: S307 - a literal


def of(cls: type[IRIReference], skeleton: str, /, **values: Any) -> str:
    """Fill a skeleton with `of` and, if supported, as a template string: both agree."""
    try:
        filled = cls.of(skeleton, **values)
    except (ValueError, TypeError) as error:
        if sys.version_info >= (3, 14):
            with pytest.raises(type(error)):
                cls(template_string(skeleton, values))
        raise
    assert type(filled) is cls
    if sys.version_info >= (3, 14):
        made = cls(template_string(skeleton, values))
        assert (type(made), made) == (cls, filled)
    return str(filled)


def refused(cls: type[IRIReference], skeleton: str, /, **values: Any) -> str:
    with pytest.raises((ValueError, TypeError)) as caught:
        of(cls, skeleton, **values)
    return str(caught.value).splitlines()[0]


# --- values that lead elsewhere in an f-string, and cannot in a skeleton


@dataclass
class Elsewhere:
    """A value, and the target of the reference that an f-string makes with it."""

    kind: str
    value: str
    by_f_string: Callable[[str], str]
    skeleton: str
    leads: Callable[[str], bool]
    becomes: str | None


def normalized(text: str) -> str:
    return str(URI(text).normalize())


ELSEWHERE = [
    Elsewhere(
        "dot segments in a segment",
        "../../admin/config",
        lambda id_: f"https://h.example/api/records/{id_}/detail",
        "https://h.example/api/records/{id}/detail",
        lambda text: normalized(text) == "https://h.example/admin/config/detail",
        None,
    ),
    Elsewhere(
        "a query of its own",
        "a?x=1",
        lambda id_: f"https://h.example/api/records/{id_}/detail",
        "https://h.example/api/records/{id}/detail",
        lambda text: urlsplit(text).path == "/api/records/a",
        "https://h.example/api/records/a%3Fx%3D1/detail",
    ),
    Elsewhere(
        "dot segments, with slashes encoded",
        "../../admin/secret",
        lambda name: f"https://h.example/files/{quote(name, safe='')}",
        "https://h.example/files/{name}",
        lambda text: "..%2F..%2Fadmin" in text,
        None,
    ),
    Elsewhere(
        "dot segments between backslashes",
        "foo\\..\\..\\admin",
        lambda name: f"https://h.example/files/{quote(name, safe='')}",
        "https://h.example/files/{name}",
        lambda text: "%5C..%5C" in text,
        None,
    ),
    Elsewhere(
        "a host, and more than that",
        "other.example/#",
        lambda host: f"https://{host}.api.example.com/v1",
        "https://{host}.api.example.com/v1",
        lambda text: urlsplit(text).hostname == "other.example",
        None,
    ),
    Elsewhere(
        "a userinfo before the host",
        "x@other.example",
        lambda host: f"https://{host}/v1",
        "https://{host}/v1",
        lambda text: urlsplit(text).hostname == "other.example",
        None,
    ),
    Elsewhere(
        "two segments",
        "1/delete",
        lambda id_: f"https://h.example/users/{id_}",
        "https://h.example/users/{id}",
        lambda text: urlsplit(text).path == "/users/1/delete",
        "https://h.example/users/1%2Fdelete",
    ),
    Elsewhere(
        "a fragment",
        "a#b",
        lambda id_: f"https://h.example/users/{id_}/posts",
        "https://h.example/users/{id}/posts",
        lambda text: urlsplit(text).path == "/users/a",
        "https://h.example/users/a%23b/posts",
    ),
    Elsewhere(
        "one more pair",
        "me&admin=true",
        lambda q: f"https://h.example/s?q={q}",
        "https://h.example/s?q={q}",
        lambda text: "admin=true" in urlsplit(text).query.split("&"),
        "https://h.example/s?q=me%26admin%3Dtrue",
    ),
    Elsewhere(
        "nothing",
        "",
        lambda id_: f"https://h.example/devices/{id_}",
        "https://h.example/devices/{id}",
        lambda text: urlsplit(text).path == "/devices/",
        None,
    ),
    Elsewhere(
        "a whole reference",
        "https://other.example/",
        lambda id_: urljoin("https://h.example/users/", id_),
        "https://h.example/users/{id}",
        lambda text: urlsplit(text).hostname == "other.example",
        "https://h.example/users/https%3A%2F%2Fother.example%2F",
    ),
    Elsewhere(
        "a network path",
        "//other.example/",
        lambda id_: urljoin("https://h.example/users/", id_),
        "https://h.example/users/{id}",
        lambda text: urlsplit(text).hostname == "other.example",
        "https://h.example/users/%2F%2Fother.example%2F",
    ),
]


@pytest.mark.parametrize("case", ELSEWHERE, ids=lambda case: case.kind)
def test_what_leads_elsewhere_by_an_f_string_leads_nowhere_by_a_skeleton(case: Elsewhere) -> None:
    assert case.leads(case.by_f_string(case.value))
    (name,) = [part.split("}")[0] for part in case.skeleton.split("{")[1:]]
    if case.becomes is None:
        refused(URI, case.skeleton, **{name: case.value})
    else:
        assert of(URI, case.skeleton, **{name: case.value}) == case.becomes
        assert not case.leads(case.becomes)


# --- what each position accepts


class Level(IntEnum):
    HIGH = 3


class Colour(str, Enum):
    RED = "r/d"


class Id(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "../admin"

    def __format__(self, spec: str) -> str:
        return "../admin"


VALUES = [
    ("a b", "a%20b"),
    ("é", "%C3%A9"),
    (":@;=,&+!$'()*", "%3A%40%3B%3D%2C%26%2B%21%24%27%28%29%2A"),
    (7, "7"),
    (-7, "-7"),
    (10**30, "1" + "0" * 30),
    (1.5, "1.5"),
    (1e30, "1e%2B30"),
    (True, "true"),
    (False, "false"),
    (Level.HIGH, "3"),
    (Colour.RED, "r%2Fd"),
    (Id("x"), "x"),  # its content, not its printed form
    (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    (date(2026, 11, 26), "2026-11-26"),
    (datetime(2026, 11, 26, 1, 2, tzinfo=timezone.utc), "2026-11-26T01%3A02%3A00%2B00%3A00"),
    (Decimal("1.50"), "1.50"),
    (PurePosixPath("a b"), "a%20b"),
    (URI("s:a"), "s%3Aa"),  # a reference that is not a base is text
]


@pytest.mark.parametrize(("value", "text"), VALUES, ids=repr)
@pytest.mark.parametrize(
    "skeleton",
    [
        "https://h.example/a/{x}/b",
        "https://h.example/a/v{x}.j",
        "s:?k={x}&l=1",
        "s:?{x}=1",
        "s:#{x}",
    ],
)
def test_scalars(skeleton: str, value: object, text: str) -> None:
    assert of(URI, skeleton, x=value) == skeleton.replace("{x}", text)


def test_an_iri_keeps_ucschar() -> None:
    assert of(IRI, "s:/{x}?k={x}#{x}", x="é /\u202e\ue000") == (
        "s:/é%20%2F%E2%80%AE%EE%80%80?k=é%20%2F%E2%80%AE%EE%80%80#é%20%2F%E2%80%AE%EE%80%80"
    )


NO_VALUES = [object(), b"a", 1j, {1}, range(3), float("nan"), float("inf"), Decimal("NaN")]
NO_VALUES += [PurePosixPath("a/b"), PurePosixPath("/"), PureWindowsPath("C:"), "\ud800"]
NO_VALUES += [URITemplate("/a"), Scheme("s"), Authority("h")]


@pytest.mark.parametrize("value", NO_VALUES, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(
    "skeleton", ["s:/{x}", "s:/a{x}", "s:?k={x}", "s:?{x}", "s:#{x}", "s://{x}/"]
)
def test_no_values(skeleton: str, value: object) -> None:
    message = refused(URI, skeleton, x=value)
    assert message.startswith("'x', ")


SEGMENTS = "https://h.example/users/{x}/files"


@pytest.mark.parametrize("cls", [IRI, URI])
@pytest.mark.parametrize(
    "value",
    [
        "..",
        None,
        [],
        ["a"],
        {},
        {"a": "b"},
        Segment(".."),
        PurePosixPath(".."),
        Path("a/../b"),
        Host("h"),
        Query("a=b"),
        Fragment("a"),
        UserInfo("a"),
        ("a",),
    ],
    ids=repr,
)
def test_a_segment_refuses(cls: type[IRI], value: object) -> None:
    assert "segment 2 of the path (position 24)" in refused(cls, SEGMENTS, x=value)


def test_a_segment_takes() -> None:
    for value, text in [
        ("%2e%2e", "%252e%252e"),  # what is encoded once is decoded once
        ("..a", "..a"),
        (".\u3002", ".%E3%80%82"),
        (Segment("%2F"), "%2F"),
        (Path("/a/b"), "a/b"),
    ]:
        assert of(URI, SEGMENTS, x=value) == SEGMENTS.replace("{x}", text)
    with pytest.raises(ValueError, match="non-ASCII"):
        URI.of(SEGMENTS, x=Segment("é"))
    assert IRI.of(SEGMENTS, x=Segment("é")) == SEGMENTS.replace("{x}", "é")


@pytest.mark.parametrize("value", [None, Segment("a"), Path("a"), ["a"], "/.."])
def test_part_of_a_segment_refuses(value: object) -> None:
    assert "part of segment 1 of the path" in refused(URI, "s:/a{x}", x=value)


def test_pairs_are_dropped_by_none() -> None:
    skeleton = "https://h.example/?q={q}&page={page}#f"
    assert of(URI, skeleton, q="é&", page=2) == "https://h.example/?q=%C3%A9%26&page=2#f"
    assert of(URI, skeleton, q="", page=None) == "https://h.example/?q=#f"
    assert of(URI, skeleton, q=None, page=None) == "https://h.example/#f"


@pytest.mark.parametrize(
    "value", [["a"], [], ("a",), {"a": "b"}, {}, Segment("a"), Query("a")], ids=repr
)
@pytest.mark.parametrize("skeleton", ["s:?tag={x}", "s:?tag=a{x}", "s:?{x}=1", "s:?a{x}"])
def test_a_pair_refuses_what_repeats_it(skeleton: str, value: object) -> None:
    assert "in the query" in refused(URI, skeleton, x=value)


def test_a_pair_is_repeated_where_the_programmer_says_so() -> None:
    skeleton = "s:?a=1&tag={x:*}&b"
    assert of(URI, skeleton, x=["a&b", 1, None, True]) == "s:?a=1&tag=a%26b&tag=1&tag=true&b"
    assert of(URI, skeleton, x=("a",)) == "s:?a=1&tag=a&b"
    assert of(URI, skeleton, x=[]) == "s:?a=1&b"
    assert of(URI, skeleton, x=None) == "s:?a=1&b"
    assert of(URI, skeleton, x="a,b") == "s:?a=1&tag=a%2Cb&b"
    for value in [{"a": "b"}, [["a"]], [object()], {"a"}, [Segment("a")]]:
        refused(URI, skeleton, x=value)
    assert "cannot be repeated" in refused(URI, "s:/{x:*}", x=["a"])


def test_pairs_where_a_pair_could_stand() -> None:
    for value, text in [
        ({"a b": "1&2", "n": 3, "none": None}, "a%20b=1%262&n=3"),
        (MappingProxyType({"a": True}), "a=true"),
        ([("a", 1), ("a", 2)], "a=1&a=2"),
        ((("a", 1),), "a=1"),
        (Query("a=1&b+c"), "a=1&b+c"),
    ]:
        assert of(URI, "s:?{x}", x=value) == f"s:?{text}"
        assert of(URI, "s:?k=v&{x}&l#f", x=value) == f"s:?k=v&{text}&l#f"
    nothings: list[Any] = [{}, [], (), Query(""), None, {"a": None}]
    for nothing in nothings:
        assert of(URI, "s:?{x}", x=nothing) == "s:"
        assert of(URI, "s:?k=v&{x}", x=nothing) == "s:?k=v"
    wrong: list[Any] = ["a=b", 1, ["a"], [["a", "b"]], [("a",)], [("a", 1, 2)], {1: "a"}]
    for value in [*wrong, {"a": ["b"]}]:
        assert "pairs of the query" in refused(URI, "s:?{x}", x=value)
    assert of(URI, "s:?{x:*}", x={"a": ["b", "c"], "d": 1}) == "s:?a=b&a=c&d=1"


def test_a_fragment() -> None:
    assert of(URI, "s:#a={x}/{y}", x="1", y="/") == "s:#a=1/%2F"
    assert of(URI, "s:#{x}", x=Fragment("a/?b")) == "s:#a/?b"
    for value in [None, ["a"], {"a": "b"}, Path("a")]:
        refused(URI, "s:#{x}", x=value)


@pytest.mark.parametrize(
    ("value", "uri", "iri"),
    [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"),
        (IPv6Address("::1"), "[::1]", "[::1]"),
        ("bücher.example", "xn--bcher-kva.example", "bücher.example"),
        (Host("[v1.a]"), "[v1.a]", "[v1.a]"),
        (Host("bücher.example"), "xn--bcher-kva.example", "bücher.example"),
    ],
)
def test_a_host(value: object, uri: str, iri: str) -> None:
    assert of(URI, "s://{x}:80/", x=value) == f"s://{uri}:80/"
    assert of(IRI, "s://{x}:80/", x=value) == f"s://{iri}:80/"


@pytest.mark.parametrize(
    "value",
    ["evil.example/", Host(""), Host("0x7f.1"), Host("a%2Fb"), Authority("h"), None, ["h"]],
    ids=repr,
)
def test_no_host(value: object) -> None:
    for cls in (URI, IRI):
        assert "the host" in refused(cls, "s://u@{x}:80/", x=value)


def test_a_label() -> None:
    skeleton = "https://{x}.example.com/"
    assert of(URI, skeleton, x=7) == "https://7.example.com/"
    values: list[Any] = ["a.b", None, ["a"], Host("a")]
    for value in values:
        assert "a label of the host" in refused(URI, skeleton, x=value)


def test_a_port() -> None:
    assert of(URI, "s://h:{x}/", x=8080) == "s://h:8080/"
    assert of(URI, "s://h:{x}/", x=None) == "s://h/"
    for value in [0, -1, 65536, 10**30, "80", True, 80.0, [80]]:
        assert "the port" in refused(URI, "s://h:{x}/", x=value)
    assert "part of the port" in refused(URI, "s://h:80{x}/", x=1)


def test_a_userinfo_is_never_shown() -> None:
    assert of(URI, "s://{u}:{p}@h/", u="a:b@c", p="d:e/") == "s://a%3Ab%40c:d%3Ae%2F@h/"
    assert of(URI, "s://{u}@h/", u="a:b") == "s://a%3Ab@h/"
    assert of(URI, "s://{u}@h/", u=UserInfo("a:b")) == "s://a:b@h/"
    for value in [None, ["hunter2"], Host("hunter2")]:
        message = refused(URI, "s://{u}:{p}@h/", u="a", p=value)
        assert "the password" in message
        assert "hunter2" not in message
    caught = error_of(URI.of, "s://u:hunter2@h/ /{x}", x="hunter3")
    assert "hunter" not in str(caught)


def test_a_base() -> None:
    for base, text in [
        ("https://h.example/v1", "https://h.example/v1/users/7"),
        ("https://h.example/v1/", "https://h.example/v1/users/7"),
        ("https://h.example", "https://h.example/users/7"),
        ("urn:a:b", "urn:a:b/users/7"),
    ]:
        for cls in REFERENCES:
            assert of(cls, "{base}/users/{id}", base=URI(base), id=7) == text
    assert of(URI, "{base}?q={q}", base=URI("https://h"), q=1) == "https://h?q=1"
    assert of(URI, "{base}#{q}", base=URI("https://h"), q=1) == "https://h#1"
    assert of(URI, "{base}", base=URI("https://h/a/")) == "https://h/a/"
    assert of(IRI, "{base}/a", base=IRI("https://é")) == "https://é/a"


@pytest.mark.parametrize(
    "base",
    ["https://h.example", "https://h/?a", "https://h/#a", "https://h/a/../b", "https://h/%2e%2e/"],
)
def test_no_base(base: str) -> None:
    # Text is not a reference, and a path must be able to follow the reference.
    value = base if base == "https://h.example" else URI(base)
    refused(URI, "{base}/users/{id}", base=value, id=7)


def test_what_follows_a_base() -> None:
    for skeleton in ["{x}.evil", "{x}@evil", "{x}:80", "{x}a"]:
        refused(URI, skeleton, x=URI("https://h"))
    refused(URI, "{x}/a", x=IRI("https://é"))
    refused(URIReference, "{x}/a", x=URIReference("/a"))
    refused(URI, "{x}//a", x=URI("s:"))


# --- the skeleton


@pytest.mark.parametrize(
    ("skeleton", "said"),
    [
        ("s:{x}{y}", "'x' and 'y' (at position 5 of the skeleton) are adjacent"),
        ("s:?a={x}-{y}", "one value of a pair"),
        ("s:%4{x}", "ends in a percent sign"),
        ("", "no scheme"),
        ("ht{x}://h/", "scheme"),
        ("s://h:a/{x}", "not a URI"),
    ],
)
def test_literal_text_is_judged(skeleton: str, said: str) -> None:
    assert said in refused(URI, skeleton, x="a", y="b")


@pytest.mark.parametrize(
    "skeleton",
    ["s:{}", "s:{0}", "s:{a.b}", "s:{a[0]}", "s:{a b}", "s:{x", "s:x}", "s:{x:{y}}", "s:{!s}"],
)
def test_names_are_plain(skeleton: str) -> None:
    with pytest.raises(ValueError, match="position 2|position 3"):
        URI.of(skeleton, x="a", y="b")


def test_braces_are_doubled() -> None:
    with pytest.raises(ParseError):
        URI.of("s:{{x}}", {})


def test_values_are_given_by_keyword_or_in_a_mapping() -> None:
    assert URI.of("s:{user-id}/{self}", {"user-id": 1}, self=2) == "s:1/2"
    assert URI.of("s:{a}/{a}", MappingProxyType({"a": 1})) == "s:1/1"
    assert URI.of("s:{values}/{skeleton}", values=1, skeleton=2) == "s:1/2"
    with pytest.raises(ValueError, match="no value is given for the placeholder 'b'"):
        URI.of("s:{a}/{b}", a=1)
    with pytest.raises(ValueError, match="the skeleton has no placeholder 'c'; it has a, b"):
        URI.of("s:{a}/{b}", a=1, b=2, c=3)
    with pytest.raises(ValueError, match="no placeholder 'c'"):
        URI.of("s:{a}", {"a": 1, "c": 2})
    with pytest.raises(TypeError, match="a mapping"):
        URI.of("s:{a}", [("a", 1)])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="skeleton must be str"):
        URI.of(b"s:{a}", a=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        URI.of()  # type: ignore[call-arg]


def test_conversions_and_specifications_are_pythons() -> None:
    assert of(URI, "s:/{x:.2f}", x=1.005) == "s:/1.00"
    assert of(URI, "s:/{x:04d}", x=7) == "s:/0007"
    assert of(URI, "s:/{x!s}", x=7) == "s:/7"
    assert of(URI, "s:/{x!s:>4}", x="a") == "s:/%20%20%20a"
    assert of(URI, "s:/{x:.1f}", x=Decimal("1.25")) == "s:/1.2"
    assert of(URI, "s:/{x:>2}", x=Id("a")) == "s:/%20a"
    refused(URI, "s:/{x:.^2}", x=".")
    others: list[Any] = [None, [], {}, True, Segment("a"), URI("s:"), UUID(int=1)]
    for value in [*others, date(2026, 1, 1)]:
        refused(URI, "s:/{x:>4}", x=value)
        refused(URI, "s:/{x!s}", x=value)
    for conversion in "ra":
        assert "for programmers" in refused(URI, f"s:/{{x!{conversion}}}", x="a")
    refused(URI, "s://h:{x:d}/", x=80)
    refused(URI, "s:/{x:q}", x=80)


def test_a_subclass_and_its_policy_judge_the_result() -> None:
    class Callback(URI, policy=iriform.Policy(schemes=["https"])):
        __slots__ = ()

    callback = Callback.of("https://www.rfc-editor.org/{x}", x="a")
    assert type(callback) is Callback
    with pytest.raises(ParseError, match="not allowed"):
        Callback.of("ftp://www.rfc-editor.org/{x}", x="a")
    assert type(HTTPURI.of("https://h/{x}", x="a")) is HTTPURI


def test_the_same_text_is_another_skeleton_for_another_class() -> None:
    for _ in range(3):
        assert URI.of("s:/{x}", x="é") == "s:/%C3%A9"
        assert IRI.of("s:/{x}", x="é") == "s:/é"
        assert URIReference.of("s:/{x}", x="é") == "s:/%C3%A9"
    for i in range(300):  # more than are kept
        assert URI.of(f"s:/{i}/{{x}}", x=i) == f"s:/{i}/{i}"


@pytest.mark.skipif(sys.version_info < (3, 14), reason="template strings came with Python 3.14")
def test_a_template_string_is_taken_where_it_is_filled_only() -> None:
    x = "a"
    template = eval('t"https://h/{x}"', {}, {"x": x})  # noqa: S307
    assert URI(template) == "https://h/a"
    assert URI.of(template) == "https://h/a"
    calls: list[Callable[[], object]] = [
        lambda: iriform.resolve("https://h/", template),
        lambda: URI("https://h/").with_parts(path=template),
        lambda: URI("https://h/") / template,
        lambda: URI.of(template, x=1),
        lambda: Path(template),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    nested = eval('t"https://h/{x}"', {}, {"x": template})  # noqa: S307
    with pytest.raises(TypeError):
        URI(nested)
    with pytest.raises(ValueError, match="for programmers"):
        URI(eval('t"s:?{x=}"', {}, {"x": 1}))  # noqa: S307


# --- the law

NASTY = st.one_of(
    st.sampled_from(
        [
            "",
            ".",
            "..",
            "...",
            "/",
            "\\",
            "../a",
            "..\\a",
            "//h",
            "?",
            "#",
            "&",
            "=",
            "%",
            "%2e%2e",
            ":",
            "@",
            ";",
            "+",
            " ",
            "\x00",
            "\r\n",
            "é",
            "\u202e",
            "／",
            "\ue000",
            "javascript:x",
            "[::1]",
        ]
    ),
    st.text(st.sampled_from("./\\%2eEfF?#&=:@;+ \0é\uff0fa"), max_size=8),
    st.text(max_size=8),
)

SKELETONS = [
    "https://u:{a}@h.example:80/{b}/x?k={c}&l=1#{d}",
    "https://{a}@h.example/v{b}.j?{c}=1#s-{d}",
    "s:{a}/b{b}?x&c={c}#/{d}",
    "s:/.{a}/{b}./..?{c}&y#{d}",
    "s:/{a}/../{b}/./c?k={c}&l={d}",
]


@pytest.mark.parametrize("cls", [URI, IRI])
@pytest.mark.parametrize("skeleton", SKELETONS)
@given(values=st.fixed_dictionaries(dict.fromkeys("abcd", NASTY)))
def test_a_value_stays_in_its_place(cls: type[IRI], skeleton: str, values: dict[str, Any]) -> None:
    if "?{c}&" in skeleton:
        values["c"] = {"p": values["c"]}
    plain = {name: "z" if isinstance(value, str) else {"p": "z"} for name, value in values.items()}
    expected = cls.of(skeleton, plain)
    try:
        filled = cls.of(skeleton, values)
    except ValueError:
        return
    assert cls(str(filled)) == filled
    assert (filled.scheme, filled.host, filled.port) == (
        expected.scheme,
        expected.host,
        expected.port,
    )
    mine, plainly = filled.path.segments, expected.path.segments
    assert len(mine) == len(plainly)
    is_dots = [segment in {".", ".."} for segment in mine]
    assert is_dots == [segment in {".", ".."} for segment in plainly]
    assert str(filled.query).count("&") == str(expected.query).count("&")
    for one, other in zip(
        str(filled.query).split("&"), str(expected.query).split("&"), strict=True
    ):
        assert one.count("=") == other.count("=")
    for value in values.values():
        text = value if isinstance(value, str) else value["p"]
        assert quote(text, safe="~").lower() in URI(filled.to_uri()).lower()
