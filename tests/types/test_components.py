"""The component types: each one's rule, what they have in common, and the authority's parts."""

from typing import Any

import pytest

import iriform
from iriform import Authority, Fragment, Host, ParseError, Path, Query, Scheme, Segment, UserInfo

COMPONENTS: list[type[Any]] = [
    Scheme, Authority, UserInfo, Host, Path, Segment, Query, Fragment,
]  # fmt: skip

# One of each kind of character, and the classes whose rule has it on its own.
ALLOWED: dict[str, list[type[Any]]] = {
    "a": COMPONENTS,
    "": [Authority, UserInfo, Host, Path, Segment, Query, Fragment],
    "0": [Authority, UserInfo, Host, Path, Segment, Query, Fragment],
    "~": [Authority, UserInfo, Host, Path, Segment, Query, Fragment],
    "!$&'()*+,;=": [Authority, UserInfo, Host, Path, Segment, Query, Fragment],
    "%FF": [Authority, UserInfo, Host, Path, Segment, Query, Fragment],
    "é": [Authority, UserInfo, Host, Path, Segment, Query, Fragment],
    ":": [Authority, UserInfo, Path, Segment, Query, Fragment],
    "@": [Authority, Path, Segment, Query, Fragment],
    "/": [Path, Query, Fragment],
    "?": [Query, Fragment],
    "\ue000": [Query],
    "[::1]": [Authority, Host],
    "#": [],
    "[": [],
    " ": [],
    "%": [],
    "\ud800": [],
    "a+-.9": [Scheme, Authority, UserInfo, Host, Path, Segment, Query, Fragment],
}


@pytest.mark.parametrize("cls", COMPONENTS)
@pytest.mark.parametrize("text", ALLOWED)
def test_rules(cls: type[Any], text: str) -> None:
    if cls in ALLOWED[text]:
        component = cls(text)
        assert type(component) is cls
        assert component == text
        assert cls.is_valid(text)
    else:
        assert not cls.is_valid(text)
        with pytest.raises(TypeError if (cls, text) == (Scheme, "") else ParseError) as caught:
            cls(*([text] if text else []))
        assert caught.type is TypeError or caught.value.text == text  # type: ignore[attr-defined]


@pytest.mark.parametrize("cls", COMPONENTS)
def test_only_a_scheme_needs_text(cls: type[Any]) -> None:
    if cls is Scheme:
        with pytest.raises(TypeError, match="exactly one"):
            cls()
        with pytest.raises(ParseError):
            cls("")
    else:
        assert cls() == ""
        assert type(cls()) is cls


@pytest.mark.parametrize("cls", COMPONENTS)
def test_an_instance_is_given_back(cls: type[Any]) -> None:
    component = cls("a")

    assert cls(component) is component


@pytest.mark.parametrize("cls", COMPONENTS)
def test_repr_names_the_class(cls: type[Any]) -> None:
    assert repr(cls("a")) == f"{cls.__name__}('a')"
    assert eval(repr(cls("a")), vars(iriform)) == cls("a")  # noqa: S307 - what repr is for


def test_repr_escapes() -> None:
    assert repr(Path("/\u200e'\"".replace('"', ""))) == 'Path("/\\u200e\'")'


@pytest.mark.parametrize(
    ("text", "userinfo", "host", "port", "port_text"),
    [
        ("", None, "", None, None),
        ("h", None, "h", None, None),
        ("h:", None, "h", None, ""),
        ("h:080", None, "h", 80, "080"),
        ("@", "", "", None, None),
        ("u@h", "u", "h", None, None),
        ("u:p@h:1", "u:p", "h", 1, "1"),
        ("1:2@3:4", "1:2", "3", 4, "4"),
        (":@:", ":", "", None, ""),
        ("[::1]", None, "[::1]", None, None),
        ("u:1@[::1]:2", "u:1", "[::1]", 2, "2"),
        ("[v1.a:b]:8", None, "[v1.a:b]", 8, "8"),
        ("道:道@道:1", "道:道", "道", 1, "1"),
    ],
)
def test_authority(
    text: str, userinfo: str | None, host: str, port: int | None, port_text: str | None
) -> None:
    authority = Authority(text)

    assert authority.userinfo == userinfo
    assert type(authority.userinfo) is (type(None) if userinfo is None else UserInfo)
    assert authority.host == host
    assert type(authority.host) is Host
    assert (authority.port, authority.port_text) == (port, port_text)


def test_an_authoritys_port_above_16_bits() -> None:
    authority = Authority("h:65536")

    assert authority.port_text == "65536"
    assert authority.port is None


def test_an_authority_masks_its_password() -> None:
    assert repr(Authority("u:p@h:1")) == "Authority('u:***@h:1')"
    assert str(Authority("u:p@h:1")) == "u:p@h:1"
