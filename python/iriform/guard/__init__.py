"""The guard: connections go where a policy allows, whatever a name leads to and wherever it redirects.

>>> from iriform import Policy
>>> from iriform.guard import Guard
>>> guard = Guard(Policy.PUBLIC_WEBHOOK)
>>> guard.resolve("https://[::ffff:169.254.169.254]/latest/meta-data/")
Traceback (most recent call last):
    ...
iriform.guard.Refused: not allowed: the address ::ffff:169.254.169.254 is not allowed (address-not-allowed)

The guard makes the part of each client that connects: `httpx`, `httpx_async`, `httpx2`,
`httpx2_async`, `requests`, `urllib3`, `aiohttp`, `urllib`. Each method imports its client.
"""  # noqa: E501 - one answer

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from iriform._extras import needed
from iriform._policy import Policy

from .decision import Decision, log
from .judge import UNSET, Checked, Judge, Refused
from .settings import Settings, checked

if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import Iterable
    from urllib.request import BaseHandler

    from aiohttp import TCPConnector
    from httpx import AsyncBaseTransport, BaseTransport
    from httpx2 import AsyncBaseTransport as AsyncBaseTransport2
    from httpx2 import BaseTransport as BaseTransport2
    from requests import Session
    from typing_extensions import Never
    from urllib3 import PoolManager

    from .settings import Network, Networks, Observer

__all__ = ["Checked", "Decision", "Guard", "Refused", "log"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Never:
        if name == "__path__":  # the import system asks each module for it
            raise AttributeError(name)
        from iriform._did_you_mean import missing

        raise missing(__name__, name)


class Guard:
    """Connects only where a policy and networks allow.

    * `policy` judges the URL of every request and of every redirect. `Policy.WEB`, the default, takes
      http and https; `Policy.PUBLIC_WEBHOOK` only https.
    * `networks` judges every address that a name resolves to: `global` (the Internet), `any`, or
      networks such as `["10.0.0.0/8"]`. An IPv6 address that contains an IPv4 address is judged by
      both. The metadata services of clouds are refused, whatever `networks` says.
    * `denied_networks` and `denied_hosts` are always refused: networks, and names with all names
      below them, such as `["corp.example"]`. A policy lists the allowed hosts; these are for "the
      Internet, but not our own network".
    * `lookup_timeout` is the largest time of a name look-up, in seconds. A client waits no longer
      than its own timeout for the look-up and for the attempts at all addresses together.
    * `max_redirects` is the largest number of redirects of a request.
    * `observer` is called with a `Decision` for every permit and every refusal; `log` is one.
    * `proxy` is the URL of an egress proxy, such as `http://proxy.internal:3128`, which all
      requests use. URLs and literal addresses are judged as without a proxy. The proxy looks names
      up, so their addresses are not judged here.
    * `required_headers` and `denied_headers` are the names of headers that each request must have,
      and must not have. The guard itself sends no headers, not even `X-Forwarded-For`.
    * With `enforce=False` the guard refuses nothing, and logs what it would refuse
      (`iriform.guard`), including a proxy, a unix socket, and other schemes of urllib.

    A guard is immutable and may be shared by threads and tasks.
    """

    __slots__ = ("_judge",)

    def __init__(  # noqa: PLR0913 - each is a setting
        self,
        policy: Policy = Policy.WEB,
        *,
        networks: Networks = "global",
        denied_networks: Iterable[Network] = (),
        denied_hosts: Iterable[str] = (),
        max_redirects: int = 5,
        lookup_timeout: float | None = 10.0,
        enforce: bool = True,
        required_headers: Iterable[str] = (),
        denied_headers: Iterable[str] = (),
        observer: Observer | None = None,
        proxy: str | None = None,
    ) -> None:
        self._judge = Judge(
            checked(
                policy=policy,
                networks=networks,
                denied_networks=denied_networks,
                denied_hosts=denied_hosts,
                max_redirects=max_redirects,
                lookup_timeout=lookup_timeout,
                enforce=enforce,
                required_headers=required_headers,
                denied_headers=denied_headers,
                observer=observer,
                proxy=proxy,
            )
        )

    @property
    def policy(self) -> Policy:
        """The policy for the URL of every request."""
        return self._judge.policy

    @property
    def networks(self) -> str | tuple[str, ...]:
        """The networks that connections may use."""
        return self._judge.settings.networks

    @property
    def denied_networks(self) -> tuple[str, ...]:
        """The networks that are always refused."""
        return self._judge.settings.denied_networks

    @property
    def denied_hosts(self) -> tuple[str, ...]:
        """The names that are always refused, with all names below them."""
        return self._judge.settings.denied_hosts

    @property
    def max_redirects(self) -> int:
        """The largest number of redirects of a request."""
        return self._judge.max_redirects

    @property
    def lookup_timeout(self) -> float | None:
        """The largest time of a look-up, in seconds."""
        return self._judge.settings.lookup_timeout

    @property
    def enforce(self) -> bool:
        """True if the guard refuses; otherwise it only logs what it would refuse."""
        return self._judge.enforce

    @property
    def required_headers(self) -> tuple[str, ...]:
        """The headers that each request must have."""
        return self._judge.settings.required_headers

    @property
    def denied_headers(self) -> tuple[str, ...]:
        """The headers that no request may have."""
        return self._judge.settings.denied_headers

    @property
    def proxy(self) -> str | None:
        """The URL of the egress proxy, without its password."""
        proxy = self._judge.settings.proxy
        return None if proxy is None else proxy.url

    def __repr__(self) -> str:
        rest = f"networks={self.networks!r}, max_redirects={self.max_redirects}"
        for name, default in Settings._field_defaults.items():
            value = self.proxy if name == "proxy" else getattr(self._judge.settings, name)
            if name not in {"networks", "max_redirects", "enforce"} and value != default:
                rest += f", {name}={value!r}"
        return f"Guard({self.policy!r}, {rest}, enforce={self.enforce})"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Never:
            from iriform._did_you_mean import said_of_a_guard

            raise AttributeError(f"'Guard' object has no attribute {name!r}{said_of_a_guard(name)}")

    def resolve(self, uri: str, /) -> Checked:
        """Judge a reference and every address of its host, without connecting.

        With a `proxy`, which looks names up, a name has no addresses.

        Raises Refused, which is a ValueError, and OSError if the name cannot be looked up. Look-up
        may take seconds, so call this in a thread if the caller must not block
        (`asyncio.to_thread`).

        >>> from iriform.guard import Guard
        >>> Guard().resolve("http://127.0.0.1:8000/")
        Traceback (most recent call last):
            ...
        iriform.guard.Refused: 127.0.0.1 is not an address of the Internet
        """
        return self._judge.resolve(uri)

    def create_connection(
        self,
        address: tuple[str, int],
        timeout: float | None = UNSET,
        source_address: tuple[str, int] | None = None,
    ) -> socket.socket:
        """Connect like `socket.create_connection`, for a client that is not one of those below.

        The policy must allow this host and port with one of its schemes. The name is resolved once,
        every address is judged, and the connection uses one of these. With a `proxy`, this is a
        tunnel through it (CONNECT).
        """
        return self._judge.create_connection(address, timeout, source_address)

    def httpx(self, **settings: Any) -> BaseTransport:
        """Make a transport: `httpx.Client(transport=guard.httpx())`.

        `settings` are the arguments of `httpx.HTTPTransport`: `verify`, `cert`, `http1`, `http2`,
        `limits`, `retries`, `local_address`, `socket_options`. `proxy` and `uds` are an error.
        """
        with needed("httpx", "guard.httpx"):
            from .httpx import Transport
        return Transport(self._judge.of("httpx"), settings)

    def httpx_async(self, **settings: Any) -> AsyncBaseTransport:
        """Make a transport for asyncio or trio: `httpx.AsyncClient(transport=guard.httpx_async())`."""
        with needed("httpx", "guard.httpx_async"):
            from .httpx import AsyncTransport
        return AsyncTransport(self._judge.of("httpx_async"), settings)

    def httpx2(self, **settings: Any) -> BaseTransport2:
        """Make a transport of httpx2: `httpx2.Client(transport=guard.httpx2())`."""
        with needed("httpx2", "guard.httpx2"):
            from .httpx2 import Transport
        return Transport(self._judge.of("httpx2"), settings)

    def httpx2_async(self, **settings: Any) -> AsyncBaseTransport2:
        """Make a transport of httpx2 for asyncio or trio."""
        with needed("httpx2", "guard.httpx2_async"):
            from .httpx2 import AsyncTransport
        return AsyncTransport(self._judge.of("httpx2_async"), settings)

    def requests(self) -> Session:
        """Make a session with adapters for http and https. It ignores proxy variables and .netrc."""
        with needed("requests", "guard.requests"):
            from .requests import session
        return session(self._judge.of("requests"))

    def urllib3(self, **settings: Any) -> PoolManager:
        """Make a pool manager. `settings` are the arguments of `urllib3.PoolManager`."""
        with needed("urllib3", "guard.urllib3"):
            from .urllib3 import manager
        return manager(self._judge.of("urllib3"), settings)

    def aiohttp(self, **settings: Any) -> TCPConnector:
        """Make a connector: `aiohttp.ClientSession(connector=guard.aiohttp())`, in a running loop.

        `settings` are the arguments of `aiohttp.TCPConnector`, except the resolver and the socket
        factory.
        """
        with needed("aiohttp", "guard.aiohttp"):
            from .aiohttp import Connector
        return Connector(self._judge.of("aiohttp"), settings)

    def urllib(self, context: ssl.SSLContext | None = None) -> list[BaseHandler]:
        """Make handlers: `urllib.request.build_opener(*guard.urllib())`. It only opens http and https."""
        from .urllib import handlers

        return handlers(self._judge.of("urllib"), context)
