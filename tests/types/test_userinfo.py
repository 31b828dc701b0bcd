"""Userinfo: user and password are decoded, and never shown."""

import pytest

from iriform import IRI, URI, Authority, URIReference, UserInfo


@pytest.mark.parametrize(
    ("text", "user", "password"),
    [
        ("", "", None),
        ("anna", "anna", None),
        ("anna:", "anna", ""),  # there and empty
        (":", "", ""),
        (":secret", "", "secret"),
        ("anna:se:cret", "anna", "se:cret"),  # the first colon parts them
        ("an%3Ana:se%3Acret", "an:na", "se:cret"),  # split, then decoded (C7)
        ("%C3%A9:%E9%81%93", "é", "道"),
        ("é:道", "é", "道"),
        ("a%00:b%0A", "a\0", "b\n"),
    ],
)
def test_user_and_password(text: str, user: str, password: str | None) -> None:
    userinfo = UserInfo(text)

    assert (userinfo.user, userinfo.password) == (user, password)
    assert type(userinfo.user) is str


@pytest.mark.parametrize("text", ["%FF", "%C0%AF", "%ED%A0%80", "%C3"])
def test_octets_that_are_not_utf_8(text: str) -> None:
    """Overlong forms, surrogates and truncated sequences are not mapped to anything (C10)."""
    with pytest.raises(UnicodeDecodeError):
        _ = UserInfo(f"{text}:p").user
    with pytest.raises(UnicodeDecodeError):
        _ = UserInfo(f"u:{text}").password
    assert UserInfo(f"{text}:p").password == "p"  # noqa: S105 - no secret
    assert UserInfo(f"u:{text}").user == "u"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("anna:secret", "anna:***"),
        (":s:e", ":***"),
        ("anna:", "anna:"),
        ("anna", "anna"),
        ("道:道", "道:***"),
    ],
)
def test_repr_masks_the_password(text: str, shown: str) -> None:
    class Mine(UserInfo):
        pass

    assert repr(UserInfo(text)) == f"UserInfo({shown!r})"
    assert repr(Mine(text)) == f"Mine({shown!r})"
    assert repr(Authority(f"{text}@h")) == f"Authority('{shown}@h')"
    assert repr(URIReference("//a:b@h").parts).count("***") == 1
    assert f"{UserInfo(text)}" == text


@pytest.mark.parametrize("raw", "!$&'()*+,;=:@/?#[]%\\ \"<>^`{|}\x00\n")
def test_what_is_built_has_no_raw_delimiter(raw: str) -> None:
    """Drivers reserve some of those that RFC 3986 §3.2.1 allows (docs/databases.md)."""
    data = f"p{raw}q"
    for kind in (URI, IRI):
        for userinfo in ((data, data), (data, ""), data):
            built = kind.build(scheme="amqp", userinfo=userinfo, host="h")
            assert built.user == data
            assert built.password == (
                data if userinfo == (data, data) else None if userinfo is data else ""
            )
            encoded = f"p%{ord(raw):02X}q"
            assert str(built.userinfo).split(":")[0] == encoded
    assert str(URI.of("amqp://{u}:{p}@h/", u=data, p=data)) == f"amqp://{encoded}:{encoded}@h/"


def test_what_is_built_keeps_unreserved_characters_and_what_is_encoded() -> None:
    kept = "aZ09-._~"
    assert URI.build(scheme="s", userinfo=(kept, kept), host="h") == f"s://{kept}:{kept}@h"
    assert IRI.build(scheme="s", userinfo=("é", "道"), host="h") == "s://é:道@h"
    assert URI.build(scheme="s", userinfo=("é", "道"), host="h") == "s://%C3%A9:%E9%81%93@h"
    assert URI.build(scheme="s", userinfo=UserInfo("a+b:c;d"), host="h") == "s://a+b:c;d@h"
