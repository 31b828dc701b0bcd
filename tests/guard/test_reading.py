"""`resolve` and the clients read invalid URIs the same way, or refuse them with a message."""

from __future__ import annotations

import contextlib
from http.client import InvalidURL

import pytest

from iriform import IRI
from iriform._core import as_sent
from iriform.guard import Guard, Refused

from .clients import Client, each_client, refused
from .servers import PUBLIC, Servers

GUARD = Guard(networks=[PUBLIC])

# Characters that no URI has, and their replacements in the URI of `resolve`.
WRITTEN = {
    " ": "%20",
    '"': "%22",
    "<": "%3C",
    ">": "%3E",
    "[": "%5B",
    "]": "%5D",
    "\\": "%5C",
    "^": "%5E",
    "`": "%60",
    "{": "%7B",
    "|": "%7C",
    "}": "%7D",
    "%": "%25",
    "\u00e9": "%C3%A9",
    "'": "'",
}
PLACES = ["/a{}b", "/{}", "/a ({})", "/a?b{}c", "/a?{}=1&d=e", "/a?b{}#c"]


@each_client
@pytest.mark.parametrize("character", WRITTEN)
def test_resolve_takes_what_a_client_sends(
    client: Client, character: str, servers: Servers
) -> None:
    base = f"http://public.example:{servers.port}"
    with client.session(GUARD, None) as get:
        for place in PLACES:
            text = base + place.format(character)
            checked = GUARD.resolve(text)
            sent = place.replace(" ", "%20").format(WRITTEN[character])
            assert checked.uri.to_uri() == base + sent
            if client.method == "urllib" and {" ", "\u00e9"} & {*text.rstrip()}:
                with pytest.raises((InvalidURL, UnicodeEncodeError), match="control|ascii"):
                    get(text)
                continue
            for asked in (text, checked.uri.to_uri()):
                get(asked)
                written = as_sent(base + servers.seen[-1].path)
                plain, expected = IRI(written).to_uri().replace("%27", "'"), sent.partition("#")[0]
                if client.method == "aiohttp":  # which writes a space in a query this way
                    plain = plain.replace("+", "%20")
                if client.method == "urllib":  # which removes it at the end
                    plain, expected = plain.removesuffix("%20"), expected.removesuffix("%20")
                assert plain == base + expected


# Texts that some clients change before they send them, with the code of `resolve`.
REFUSED = {
    "/a\tb": "invalid-character",
    "/a\u200bb": "invisible-character",
    "/../a": "dot-segment",
    "/a#b\tc": "invalid-character",
}


@each_client
@pytest.mark.parametrize("rest", REFUSED)
def test_who_refuses_says_why(client: Client, rest: str, servers: Servers) -> None:
    text = f"http://public.example:{servers.port}{rest}"
    with pytest.raises(Refused) as caught:
        GUARD.resolve(text)
    assert caught.value.code == REFUSED[rest]
    with client.session(GUARD, None) as get:
        try:
            get(text)
        except client.error as error:
            with contextlib.suppress(AssertionError):  # the client's own error also has a message
                assert refused(error).code
            assert str(error)
        except Exception as error:  # noqa: BLE001 - the client's own, of a URL that it does not take
            assert str(error)
        else:
            # The client has removed or percent-encoded it, and the guard has checked the result.
            assert servers.seen[-1].path.isascii()
            assert servers.seen[-1].path.isprintable()
