"""ASGI: the raw request, and a middleware that refuses requests which programs read differently.

The raw octets of the target are in `scope["raw_path"]`, which is optional in ASGI. If they are
absent, nothing is guessed: `TargetUnknown` is raised.

>>> from iriform.asgi import received
>>> scope = {"type": "http", "method": "GET", "scheme": "https", "path": "/a/b", "raw_path": b"/a%2Fb",
...          "query_string": b"x=1", "root_path": "", "headers": [(b"host", b"example.org")]}
>>> received(scope, hosts=["example.org"]).uri
URI('https://example.org/a%2Fb?x=1')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ._web.request import BadRequest, Received, TargetUnknown, Trust, unambiguous
from ._web.request import received as _received

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, MutableMapping

    from ._web.request import Kin

    Scope: TypeAlias = MutableMapping[str, Any]
    Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

__all__ = ["BadRequest", "Received", "RefuseAmbiguous", "TargetUnknown", "received"]


def received(  # noqa: PLR0913 - what each request is read with
    scope: Scope,
    /,
    *,
    hosts: Iterable[str],
    forwarded_from: Iterable[str] = (),
    forwarded_by: Kin = "forwarded",
    root_path_added: bool | None = None,
    strict: bool = False,
) -> Received:
    """Read the request of an ASGI scope: its target, its URI and its form (RFC 9112 §3.2, §3.3).

    `hosts` are our own, as in `Policy(hosts=…)`; a request for another host is misdirected (421).
    `forwarded_from` names the networks of the proxies whose `Forwarded` (RFC 7239) is trusted, or
    with `forwarded_by="x-forwarded"` its predecessors: only the element of that proxy, the last
    one. By default none is trusted.

    Uvicorn prepends `root_path` to the raw target, hypercorn does not. If the scope has a
    `root_path`, `root_path_added` states which.

    Characters that clients send raw and that no URI has, such as `[`, `|` or a `%` without its
    digits, are percent-encoded in the answer; `strict` refuses them (`security.target_reference`).

    Raises BadRequest, whose `status` is that of the response, and TargetUnknown if the server does
    not pass the octets on.
    """
    trust = Trust.of(hosts, forwarded_from, forwarded_by)
    return _read(scope, trust, root_path_added=root_path_added, strict=strict)


def _read(scope: Scope, trust: Trust, *, root_path_added: bool | None, strict: bool) -> Received:
    raw = scope.get("raw_path")
    if raw is None:
        raise TargetUnknown("the server provides no raw_path, and the decoded path is ambiguous")
    root = str(scope.get("root_path") or "").encode("ascii", "replace")
    if root and scope["type"] == "http" and root_path_added is None:
        raise TargetUnknown(
            "the scope has a root_path: set root_path_added to whether the server puts it before raw_path"
        )
    if root and root_path_added and raw.startswith(root):
        raw = raw.removeprefix(root)
    query = scope.get("query_string") or b""
    # For the absolute form, some servers leave the whole target in raw_path, including the query.
    if query and b"?" not in raw:
        raw = raw + b"?" + query
    peer = scope["client"][0] if scope.get("client") else None
    method = str(scope.get("method", "GET"))
    scheme = str(scope.get("scheme") or "http").lower()
    return _received(method, bytes(raw), scheme, [*scope["headers"]], peer, trust, strict)


class RefuseAmbiguous:
    r"""A middleware that answers 400 or 421 to a request that would require guessing.

    It refuses the requests that `received` refuses, and a path whose segments differ after decoding
    once or twice: `%2F`, `%5C`, `\`, `.` and `..`, `%00`, `;`, and `//` at the beginning. The
    application receives the request unchanged; `scope["iriform.received"]` has the result of
    `received`. The settings are the arguments of `received`.
    """

    def __init__(  # noqa: PLR0913 - what each request is read with
        self,
        app: Application,
        *,
        hosts: Iterable[str],
        forwarded_from: Iterable[str] = (),
        forwarded_by: Kin = "forwarded",
        root_path_added: bool | None = None,
        strict: bool = False,
    ) -> None:
        self._app = app
        self._trust = Trust.of(hosts, forwarded_from, forwarded_by)
        self._root_path_added = root_path_added
        self._strict = strict

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Judge a request before the application receives it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        try:
            found = unambiguous(
                _read(
                    scope, self._trust, root_path_added=self._root_path_added, strict=self._strict
                )
            )
        except BadRequest as error:
            await _refuse(scope, send, error)
            return
        await self._app({**scope, "iriform.received": found}, receive, send)


async def _refuse(scope: Scope, send: Send, error: BadRequest) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": error.body})
