"""The egress proxy of a guard: every request uses it, and it looks names up."""

from __future__ import annotations

import base64
import http.client
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_to_bytes

from iriform import _core
from iriform._core import URI
from iriform._types.errors import ParseError

if TYPE_CHECKING:
    import socket


class Proxy(NamedTuple):
    """An HTTP proxy, without TLS to the proxy itself."""

    url: str
    """Its URL, without a userinfo."""

    name: str
    port: int

    headers: dict[str, str]
    """The headers that only the proxy gets."""

    def __repr__(self) -> str:
        return f"Proxy({self.url!r})"  # without the password of the headers

    @classmethod
    def of(cls, given: str) -> Proxy:
        """Read the URL of a proxy, such as `http://user:password@proxy.internal:3128`."""
        try:
            uri = URI(given)
        except ParseError as error:
            raise ValueError(f"proxy: {error.message}") from None
        name = uri.host and uri.host.lookup_name
        port = uri.port_or_default
        rest = (uri.path.removesuffix("/"), uri.query, uri.fragment)
        if uri.scheme != "http" or not name or not port or rest != ("", None, None):
            shown = _core.masked(given)
            raise ValueError(f"proxy must be a URL such as http://proxy.internal:3128, not {shown}")
        headers = {}
        if uri.userinfo is not None:
            encoded = base64.b64encode(unquote_to_bytes(uri.userinfo))
            headers["Proxy-Authorization"] = f"Basic {encoded.decode()}"
        return cls(f"http://{bracketed(name)}:{port}", name, port, headers)

    def tunnel(self, connection: socket.socket, name: str, port: int) -> None:
        """Request a tunnel to a host from the proxy at the other end of a socket (RFC 9110 §9.3.6)."""
        target = f"{bracketed(name)}:{port}"
        headers = {"Host": target, **self.headers}
        lines = [f"CONNECT {target} HTTP/1.1", *(f"{key}: {headers[key]}" for key in headers)]
        connection.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
        answer = http.client.HTTPResponse(connection, method="CONNECT")
        answer.fp.close()
        answer.fp = connection.makefile("rb", 0)  # type: ignore[assignment]  # the host may speak first
        with answer.fp:
            answer.begin()
        if answer.status // 100 != 2:  # noqa: PLR2004 - Successful
            raise OSError(f"the proxy refuses: {answer.status} {answer.reason}")


def bracketed(name: str) -> str:
    """Write a name or an address as the host of a URL."""
    return f"[{name}]" if ":" in name else name
