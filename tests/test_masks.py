"""Secrets that a `ParseError` and a `repr` hide: passwords, and user names that are tokens."""

import json
import logging
import re
import traceback
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iriform import IRI, Authority, Fragment, Host, ParseError, Query, Scheme, Segment, UserInfo
from iriform._core import picture

from .errors import ALL, REFERENCES, error_of


def leaving(e: ParseError) -> str:
    """Join everything that an error shows by default: all except the text and the pickle."""
    frames = "".join(traceback.format_exception(e)) + "".join(
        traceback.TracebackException.from_exception(e).format_exception_only()
    )
    record = logging.LogRecord("", 0, "", 0, "%s %r", (e, e), (type(e), e, None)).getMessage()
    details = json.dumps(e.details(), ensure_ascii=False)
    return f"{e}{e!r}{e.args}{e.message}{e.hint}{details}{vars(e)}{frames}{record}"


MARKER = "SeCrEt"
# Text around the positions of a password: characters that the grammar allows, and others.
junk = st.text(st.sampled_from("aé%:@/?#[]\\ \x00\ud800\u202e道0.\U0001f600<"), max_size=6)


@given(user=junk, before=junk, after=junk, rest=junk)
@example(user="", before="", after="", rest="h")
@example(user="", before="x", after="/", rest="h")
@example(user="", before="/", after="", rest="h b")
@example(user="[/", before="", after="", rest="")
def test_the_password_position_is_never_shown(
    user: str, before: str, after: str, rest: str
) -> None:
    """The text between the first colon of an authority and its `@`.

    If the authority is at fault, the whole text counts as authority.
    """
    text = f"http://{user}:{before}{MARKER}{after}@{rest}"
    authority = re.split("[/?#]", text[7:], maxsplit=1)[0]

    for cls in REFERENCES:
        for value in (text, text.encode("utf-8", "surrogatepass")):
            try:
                reference = cls(value)
            except ParseError as e:
                prefix = value[: e.position]
                at_fault = len(prefix) <= len(value[:7]) + len(
                    authority
                    if isinstance(value, str)
                    else authority.encode(errors="surrogatepass")
                )
                if at_fault or re.search(f"^[^:]*:.*{MARKER}.*@", authority):
                    assert MARKER not in leaving(e)
            else:
                if MARKER in (reference.userinfo or ""):
                    assert MARKER not in repr(reference) + repr(reference.parts)


@pytest.mark.parametrize(
    "text",
    [
        "http://anna:SeCrEt@h/",
        "//anna:SeCrEt@h/",
        "http://anna:SeCrEt@h/ ",
        "http://an na:SeCrEt@h/",
        "http://anna:x SeCrEt@h/",
        "http://anna:SeCrEt@h h/",
        "http://anna:SeCrEt@h:8o/",
        "http://anna:SeCrEt@[::1/",
        "http://anna:SeCrEt@x@h/",
        "http://anna:x@SeCrEt@h/",
        "http://anna:a:SeCrEt@h/",
        "http://anna:SeCrEt/x@h/",
        "http://anna:x/SeCrEt@h/",
        "http://anna:x?SeCrEt@h/",
        "http://anna:x#SeCrEt@h/",
        "http://anna:x[SeCrEt@h/",
        "http://a[b/c:SeCrEt@h/",
        "http://anna:%SeCrEt@h/",
        "http://anna:SeCrEt%@h/",
        "http://anna:\x00SeCrEt@h/",
        "http://anna:\ud800SeCrEt@h/",
        " http://anna:SeCrEt@h/",
        "<http://anna:SeCrEt@h/>",
        "ht tp://anna:SeCrEt@h/",
        "http:// anna:SeCrEt@h/",
        "1://anna:SeCrEt@h/",
        "://anna:SeCrEt@h/",
        "http:\\\\anna:SeCrEt@h/",
        "http:/\\anna:SeCrEt@h/",
        "http://anna:SeCrEt@h/a b@c",
        "http://é:SeCrEt@道/ ",
    ],
)
def test_no_password_is_shown(text: str) -> None:
    for cls, value in product(ALL, [text, text.encode("utf-8", "surrogatepass")]):
        if not cls.is_valid(value):
            e = error_of(cls, value)
            assert e.text == value  # available on request
            assert MARKER not in leaving(e), cls
        elif text != "http://a[b/c:SeCrEt@h/":  # a template may have it, and its path the colon
            # Whatever it is by the grammar, people see a reference with a password in it.
            assert MARKER not in repr(cls(value))


@pytest.mark.parametrize("text", ["anna:SeCrEt@h:x", "anna:SeCrEt@h h", "//anna:SeCrEt@h"])
@pytest.mark.parametrize("cls", [Authority, Host, UserInfo])
def test_no_password_is_shown_of_an_authority_alone(cls: Any, text: str) -> None:
    e = error_of(cls, text)

    assert MARKER not in leaving(e)


PAIRS = [
    f"q=a b&token={MARKER}",
    f"token={MARKER} x&c=d",
    f'a="b&token={MARKER}',
    f"token=x {MARKER}",
]


@pytest.mark.parametrize("pairs", PAIRS)
@pytest.mark.parametrize("of_bytes", [False, True])
def test_no_secret_by_name_is_shown_behind_a_space(pairs: str, of_bytes: bool) -> None:
    """The text was given as one reference, or as its query: white space does not end it."""
    texts: tuple[tuple[Any, str], ...] = (
        *((cls, f"http://h/?{pairs}") for cls in ALL),
        *((cls, f"/a#{pairs}") for cls in REFERENCES),
        (Query, pairs),
        (Fragment, pairs),
    )
    for cls, text in texts:
        if not cls.is_valid(text):
            e = error_of(cls, text.encode() if of_bytes else text)
            assert MARKER not in leaving(e), (cls, text)
    for part in ("query", "fragment"):
        with pytest.raises(ParseError) as caught:
            IRI("http://h/").with_parts(**{part: pairs})
        assert MARKER not in leaving(caught.value)


TOKENS = [
    "ghp_" + MARKER,  # its beginning says it
    f"ghp_{MARKER}:x-oauth-basic",  # GitHub's own way to write it
    f"sk_live_{MARKER}:",  # Stripe's
    f"{MARKER}0123456789abcdef",  # by its letters and digits
]


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize(
    "form",
    [
        "https://{}@h/", "//{}@h", "https://{}@h/ ", "https://{}@h h/", "https://{}@h:80a/",
        "https://{}@x@h/", "https:\\\\{}@h/", "https://{} @h/", " //{}@h",
    ],
)  # fmt: skip
def test_no_user_name_that_is_a_token_is_shown(form: str, token: str) -> None:
    text = form.format(token)
    for cls in ALL:
        if not cls.is_valid(text):
            shown = MARKER in leaving(error_of(cls, text))
            assert not shown or cls in {Segment, Query, Fragment, Scheme}
        elif f"//{token}@" in text and cls in REFERENCES:
            assert MARKER not in repr(cls(text)) + cls(text).masked("password")


@pytest.mark.parametrize("token", TOKENS)
def test_parts_of_an_authority_hide_a_token(token: str) -> None:
    authority = Authority(f"{token}@h:80")

    assert repr(authority) == "Authority('***@h:80')"
    assert repr(authority.userinfo) == "UserInfo('***')"
    assert repr(IRI(f"https://{authority}/").parts).count(MARKER) == 0
    assert authority == f"{token}@h:80"


@pytest.mark.parametrize("user", ["anna", "x-access-token", "anna.karenina%40example.org", "ghp_"])
def test_a_user_name_is_shown(user: str) -> None:
    assert repr(IRI(f"ftp://{user}@h/")) == f"IRI('ftp://{user}@h/')"
    assert f"//{user}@h/ " in str(error_of(IRI, f"ftp://{user}@h/ "))


def test_a_mask_hides_the_length() -> None:
    assert (
        len({str(error_of(IRI, f"http://u:{'x' * n}@h/ ")).split("\n")[1] for n in range(1, 9)})
        == 1
    )


def test_a_picture_masks_what_precedes_its_place() -> None:
    """The position stays that of the text."""
    assert picture("http://anna:secret@h:80/", 21, 23) == (
        "  http://anna:***@h:80/\n                    ^^ position 21"
    )
