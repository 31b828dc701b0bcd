"""The judge, which every client consults before it connects to an address that was judged."""

from __future__ import annotations

import errno
import logging
import queue
import socket
from datetime import datetime, timezone
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, NamedTuple

from iriform import _core
from iriform._core import IRI, Host
from iriform._policy import Policy
from iriform._types.errors import ParseError
from iriform.findings import RULES

from . import lookups
from .attempts import Attempts
from .decision import Decision

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from typing import TypeAlias

    from typing_extensions import Never

    from iriform.findings import Finding

    from .settings import Settings

    AddressInfo: TypeAlias = "tuple[socket.AddressFamily, socket.SocketKind, int, str, Any]"
    # Waits for a function in a thread, for some seconds, and then raises TimeoutError.
    Wait: TypeAlias = "Callable[[Callable[[], Any], float | None], Awaitable[Any]]"

_log = logging.getLogger("iriform.guard")
UNSET: Any = object()

CREDENTIALS = frozenset({"authorization", "cookie", "cookie2", "proxy-authorization"})
NO_PROXY = "a guard allows no proxy but its own, because a proxy looks up the name itself"
NO_SOCKET = "a guard allows no unix socket, because it has no address that could be judged"


class Refused(OSError, ValueError):  # noqa: N818 - not an error of the program
    """A request that a guard refuses.

    The message states the host and the reason, and shows no secret.

    `code` is the reason: the code of a finding, such as `host-not-allowed`, or one of
    `address-not-allowed` (for an address that a name resolves to), `address-denied`, `host-denied`,
    `metadata-service`, `host-differs` (the client, or a proxy, may read another host than the
    policy), `lookup-timeout`, `proxy-not-allowed`, `proxy-missing` (a connection without the
    guard's own proxy), `too-many-redirects`, `header-missing`, `header-not-allowed`. `refusals` has
    the findings of the policy, `name` the host, and `address` the refused address, if known.
    `plain` is the message for people who fill in a form: without codes and names of the grammar.
    """

    __module__ = "iriform.guard"

    def __init__(  # noqa: PLR0913 - each is told of a refusal
        self,
        message: str,
        code: str,
        *,
        name: str | None = None,
        address: IPv4Address | IPv6Address | None = None,
        refusals: Iterable[Finding] = (),
        plain: str | None = None,
    ) -> None:
        super().__init__(errno.EACCES, message)
        self.code = code
        self.name = name
        self.address = address
        self.refusals: tuple[Finding, ...] = tuple(refusals)
        self.plain: str = message if plain is None else plain

    def __str__(self) -> str:
        return str(self.strerror)

    def __reduce__(self) -> tuple[Any, ...]:
        state = {
            "name": self.name,
            "address": self.address,
            "refusals": self.refusals,
            "plain": self.plain,
        }
        return type(self), (str(self), self.code), state


class Checked(NamedTuple):
    """A reference that may be fetched, its host for name look-up, and all addresses of that."""

    uri: IRI
    name: str
    addresses: tuple[IPv4Address | IPv6Address, ...]


class Judge:
    """Judges URLs by a policy and addresses by networks, and connects to an address that was judged."""

    __slots__ = ("_denied", "_networks", "_schemes", "settings")

    def __init__(self, settings: Settings) -> None:
        self.settings: Settings = settings
        networks = settings.networks
        self._networks = _core.Networks(networks if isinstance(networks, str) else list(networks))
        self._denied = _core.Networks(list(settings.denied_networks))
        terms = settings.policy.to_dict()
        self._schemes = [*terms.get("schemes", ["https"]), *terms.get("loopback", [])]

    def __reduce__(self) -> tuple[Any, ...]:
        return Judge, (self.settings,)

    @property
    def policy(self) -> Policy:
        """The policy for URLs."""
        return self.settings.policy

    @property
    def enforce(self) -> bool:
        """True if the guard refuses, and does not only report."""
        return self.settings.enforce

    @property
    def max_redirects(self) -> int:
        """The largest number of redirects of a request."""
        return self.settings.max_redirects

    def of(self, client: str) -> Judge:
        """Return a judge for a client, whose name is in the decisions for the observer."""
        return Judge(self.settings._replace(client=client))

    def resolve(self, uri: str, /) -> Checked:
        """Judge a reference and every address of its host."""
        try:
            iri = self._required(uri if IRI.is_valid(uri) else _as_sent(uri.lstrip()))
            name = _name(iri)
        except Refused as refused:
            self._observe("request", url=uri, refused=refused)
            raise
        self._enforced(lambda: self._judge_host(iri.host, name), url=uri)
        if self.settings.proxy is not None:
            self._enforced(lambda: self._judge_literal(name), url=uri)
            self._observe("request", host=name, url=uri)
            return Checked(iri, name, (ip_address(name),) if _is_address(name) else ())
        addresses = (info[4][0] for info in self.addresses(name, iri.port_or_default))
        return Checked(iri, name, tuple(dict.fromkeys(map(ip_address, addresses))))

    def create_connection(
        self,
        address: tuple[str, int],
        timeout: float | None = UNSET,
        source_address: tuple[str, int] | None = None,
    ) -> socket.socket:
        """Connect, if the policy allows this host and port with one of its schemes."""
        if not isinstance(address, tuple) or len(address) != len(("name", "port")):
            raise TypeError("address must be a pair, as ('example.org', 443)")
        name, port = address
        if not isinstance(name, str) or not isinstance(port, int):
            raise TypeError("address must be a name and a number, as ('example.org', 443)")
        name = self._endpoint(name, port)
        proxy = self.settings.proxy
        if proxy is None:
            return self.connect(name, port, timeout, source_address)
        self._enforced(lambda: self._judge_literal(name))
        self._observe("connection", host=name)
        connection = self.connect(proxy.name, proxy.port, timeout, source_address)
        try:
            proxy.tunnel(connection, name, port)
        except BaseException:
            connection.close()
            raise
        return connection

    def request(self, url: str, host: str, port: int | None) -> None:
        """Judge a request of a client that would connect to this host and port.

        The fragment is neither sent nor judged. Characters that a client sends but no IRI has, such
        as `[]` in a query, are judged percent-encoded.
        """
        self._enforced(lambda: self._judge_request(url, host, port), url=url)
        self._observe("request", host=host, url=url)

    def headers(self, names: Iterable[str]) -> None:
        """Judge the names of the headers that a client would send. Letter case makes no difference."""
        required, denied = self.settings.required_headers, self.settings.denied_headers
        if not required and not denied:
            return
        found = {name.lower() for name in names}
        for name in required:
            if name.lower() not in found:
                self._refuse(Refused(f"the header {name} is missing", "header-missing"))
        for name in denied:
            if name.lower() in found:
                self._refuse(Refused(f"the header {name} is not allowed", "header-not-allowed"))

    @staticmethod
    def may_keep_credentials(first: str, url: str) -> bool:
        """Return True if a redirected request may have the credentials of the first of its chain."""
        return first == url or is_same_origin(first, url)

    def tls_name(self, asked: str | None, host: str | None) -> None:
        """Judge the name that TLS verifies. The pool would keep the connection under the other name."""
        if asked not in {None, host}:
            self._refuse(Refused("TLS must verify the name of the URL", "host-differs", name=host))

    def redirected(self, times: int) -> None:
        """Judge the number of redirects of a request."""
        if times > self.max_redirects:
            message = f"redirected more than {self.max_redirects} times"
            self._refuse(Refused(message, "too-many-redirects"))

    def proxy(self, why: str = NO_PROXY) -> None:
        """Judge that a request would go through a proxy, or to a unix socket."""
        code = "proxy-not-allowed" if why == NO_PROXY else "socket-not-allowed"
        self._refuse(Refused(why, code))

    def scheme(self, scheme: str) -> None:
        """Judge a request that a client would open by another scheme."""
        if scheme not in {"http", "https"}:
            message = f"a guard opens only http and https, not {scheme}"
            self._refuse(Refused(message, "scheme-not-allowed"))

    def target(self, target: bytes) -> None:
        """Judge a target that replaces that of the URL, because a proxy reads a host in it."""
        if self.settings.proxy is not None and not target.startswith(b"/"):
            self._refuse(Refused("the target must be a path", "host-differs"))

    def unbracketed(self, host: str) -> None:
        """Judge a host that a client writes to a proxy without the brackets of an IPv6 address."""
        if self.settings.proxy is not None and ":" in host:
            message = (
                "the client writes an IPv6 address to a proxy without the brackets that URLs have"
            )
            self._refuse(Refused(message, "host-differs", name=host))

    def unread(self, url: str) -> None:
        """Judge a request of a client that does not read the host and port of the URL."""
        self._enforced(lambda: self._judge_unread(url))

    def addresses(
        self, name: str, port: int | None, timeout: float | None = None
    ) -> list[AddressInfo]:
        """Resolve a name and judge all of its addresses, in the form of `socket.getaddrinfo`."""
        name = self._to_look_up(name, port)
        limit = self._limit(timeout)
        if limit is None or _is_address(name):
            return self._looked_up(name, port, _get_addresses(name, port))
        answers: queue.SimpleQueue[list[AddressInfo] | Exception] = queue.SimpleQueue()
        lookups.begin(lambda: _get_addresses(name, port), answers.put)
        try:
            answer = answers.get(timeout=max(limit, 0))
        except queue.Empty:
            self._refuse_late(name, limit)
            answer = answers.get()
        if isinstance(answer, Exception):
            raise answer
        return self._looked_up(name, port, answer)

    async def addresses_by(
        self, wait: Wait, name: str, port: int | None, limit: float | None = None
    ) -> list[AddressInfo]:
        """Resolve a name like `addresses`, in a thread that `wait` waits for."""
        name = self._to_look_up(name, port)
        limit = self._limit(limit)

        def look_up() -> list[AddressInfo]:
            return _get_addresses(name, port)

        if _is_address(name):
            return self._looked_up(name, port, look_up())
        try:
            found = await wait(look_up, limit)
        except TimeoutError:
            self._refuse_late(name, limit or 0)
            found = await wait(look_up, None)
        return self._looked_up(name, port, found)

    def _to_look_up(self, name: str, port: int | None) -> str:
        """Judge a name before it is looked up, unless it is the name of the proxy."""
        name = name.strip("[]")
        proxy = self.settings.proxy
        if proxy is not None:
            if (name, port) == (proxy.name, proxy.port):
                return name
            message = f"{name} would be reached without the proxy"
            self._refuse(Refused(message, "proxy-missing", name=name))
        self._enforced(lambda: self._judge_name(name))
        return name

    def _looked_up(
        self, name: str, port: int | None, found: list[AddressInfo]
    ) -> list[AddressInfo]:
        """Judge the addresses of a name."""
        proxy = self.settings.proxy
        if proxy is not None and (name, port) == (proxy.name, proxy.port):
            self._observe("proxy", host=name, addresses=found)
            return found
        for info in found:
            self._enforced(lambda: self._judge_address(name, str(info[4][0])))  # noqa: B023
        self._observe("connection", host=name, addresses=found)
        return found

    def _limit(self, timeout: float | None) -> float | None:
        """The time that the guard and the client wait for a look-up."""
        limits = [limit for limit in (self.settings.lookup_timeout, timeout) if limit is not None]
        return min(limits, default=None)

    def _refuse_late(self, name: str, limit: float) -> None:
        message = f"looking up {name} took longer than {limit:g} s"
        self._refuse(Refused(message, "lookup-timeout", name=name))

    def address(self, address: str) -> None:
        """Judge an address that is about to be connected to."""
        self._enforced(lambda: self._judge_address(address, address))

    def connect(
        self,
        name: str,
        port: int,
        timeout: Any = UNSET,
        source_address: tuple[str, int] | None = None,
        options: Iterable[Any] = (),
    ) -> socket.socket:
        """Connect to an address of a name whose URL was judged.

        The look-up and all attempts together take no longer than `timeout`.
        """
        failed: OSError = socket.gaierror(socket.EAI_NONAME, "the name has no address")
        is_limited = isinstance(timeout, (int, float))
        attempts = Attempts(timeout if is_limited else None)
        found = self.addresses(name, port, attempts.timeout)
        for (family, kind, protocol, _, address), remaining in attempts.of(found):
            connection = None
            try:
                connection = socket.socket(family, kind, protocol)
                for option in options:
                    connection.setsockopt(*option)
                if timeout is None or is_limited:
                    connection.settimeout(remaining)
                if source_address:
                    connection.bind(source_address)
                connection.connect(address)
                if is_limited:
                    connection.settimeout(timeout)
            except (OSError, OverflowError) as error:
                failed = error if isinstance(error, OSError) else _no_port(error)
                if connection is not None:
                    connection.close()
            else:
                return connection
        try:
            raise failed
        finally:
            del failed  # the error refers to this frame

    def _enforced(self, judged: Callable[[], object], url: str | None = None) -> None:
        try:
            judged()
        except Refused as refused:
            self._refuse(refused, url)

    def _refuse(self, refused: Refused, url: str | None = None) -> None:
        self._observe("request" if url else "connection", url=url, refused=refused)
        if self.enforce:
            raise refused
        _log.warning("would refuse: %s", refused)

    def _observe(
        self,
        subject: str,
        *,
        host: str | None = None,
        addresses: Iterable[AddressInfo] = (),
        url: str | None = None,
        refused: Refused | None = None,
    ) -> None:
        """Tell the observer of a decision.

        An exception of the observer is logged and does not change the decision.
        """
        observer = self.settings.observer
        if observer is None:
            return
        found = tuple(dict.fromkeys(ip_address(str(info[4][0])) for info in addresses))
        if refused is not None:
            host = refused.name
            found = (refused.address,) if refused.address else ()
        decision = Decision(
            permitted=refused is None,
            subject=subject,
            host=host,
            addresses=found,
            code=None if refused is None else refused.code,
            message=None if refused is None else str(refused),
            url=None if url is None else _core.masked(url),
            client=self.settings.client,
            policy=self.policy,
            enforced=self.enforce,
            time=datetime.now(timezone.utc),
        )
        try:
            observer(decision)
        except Exception:  # noqa: BLE001 - whatever it raises
            _log.exception("the observer of a guard failed")

    def _required(self, text: str) -> IRI:
        try:
            return self.policy.require(text, IRI)
        except ParseError as error:
            message, reason, plain = error.message, str(error.reason), error.details()["plain"]
        refusals = self.policy.refusals(text)
        code = refusals[0].code if refusals else reason  # a policy may allow relative references
        refused = Refused(message, code, refusals=refusals, plain=plain)
        if self.enforce or not IRI.is_valid(text):
            raise refused
        self._refuse(refused, text)
        return IRI(text)

    def _read(self, url: str) -> tuple[IRI, str]:
        """Return a URL that the policy allows, and its host for name look-up."""
        text = url.partition("#")[0]
        iri = IRI(text) if IRI.is_valid(text) else _as_sent(text)
        if not self.policy.allows(iri):
            self._required(iri)
        return iri, _name(iri)

    def _judge_host(self, host: Host | None, name: str) -> None:
        """Judge the host of a URL, before it is looked up."""
        denied = self.settings.denied_hosts
        if host is not None and denied and host.is_within(*denied):
            raise Refused(f"{name} is denied", "host-denied", name=name)
        _judge_name(name)

    def _judge_name(self, name: str) -> None:
        """Judge a name that is about to be looked up."""
        host = None
        if self.settings.denied_hosts:
            try:
                host = Host(f"[{name}]" if ":" in name else name)
            except ParseError:  # no resolver accepts it
                host = None
        self._judge_host(host, name)

    def _judge_unread(self, url: str) -> None:
        _, name = self._read(url)
        message = f"the client does not read the host and port of {name}"
        raise Refused(message, "host-differs", name=name)

    def _judge_request(self, url: str, host: str, port: int | None) -> None:
        iri, name = self._read(url)
        if not _is_same(iri.host, name, host) or iri.port_or_default != port:
            message = f"the client reads another host or port than {name}:{iri.port_or_default}"
            raise Refused(message, "host-differs", name=name)
        self._judge_host(iri.host, name)
        self._judge_literal(name)

    def _judge_literal(self, name: str) -> None:
        if (name[-1].isdigit() or ":" in name) and _is_address(name):  # `db1` is a name
            self._judge_address(name, name)

    def _endpoint(self, name: str, port: int) -> str:
        """Return the host for name look-up, if the policy allows it with this port."""
        try:
            host = Host(f"[{name}]" if ":" in name and not name.startswith("[") else name)
        except ParseError as error:
            self._refuse(_unread(error))
            return name
        self._enforced(lambda: self._judge_endpoint(host, port))
        return host.lookup_name or name

    def _judge_endpoint(self, host: Host, port: int) -> None:
        texts = [f"{scheme}://{host}:{port}" for scheme in self._schemes]
        if not any(map(self.policy.allows, texts)):
            self._required(texts[0])
        if host.lookup_name is None:
            _nowhere()
        self._judge_host(host, host.lookup_name or "")

    def _judge_address(self, name: str, text: str) -> None:
        address = text.partition("%")[0]  # without a zone
        if not _is_address(address):  # which a client takes for one
            raise Refused(
                "the client connects to something that is not an IP address", "address-not-allowed"
            )
        if _core.is_metadata_service(address):
            code, why = "metadata-service", "the metadata service of a cloud"
        elif self.settings.denied_networks and self._denied.has(address):
            code, why = "address-denied", "in a denied network"
        elif self._networks.has(address):
            return
        elif self.settings.networks == "global":
            code, why = "address-not-allowed", "not an address of the Internet"
        else:
            code, why = "address-not-allowed", "not in an allowed network"
        message = (
            f"{name} is {why}" if name == text else f"{name} leads to {address}, which is {why}"
        )
        raise Refused(message, code, name=name, address=ip_address(address))


def _get_addresses(name: str, port: int | None) -> list[AddressInfo]:
    try:
        found: list[Any] = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except (ValueError, OverflowError):
        # A label that is too long, half of a surrogate pair, U+0000; no such port.
        raise socket.gaierror(socket.EAI_NONAME, "the name cannot be looked up") from None
    return found


def is_same_origin(old: str, new: str) -> bool:
    """Return True if credentials for one URL may be sent to the other."""
    try:
        origins = [IRI(_core.as_sent(url)).origin for url in (old, new)]
    except ParseError:
        return False
    return origins[0] is not None and origins[0] == origins[1]


def _as_sent(text: str) -> IRI:
    """Encode a text like a client, for texts that are not IRIs: `[]` in a query, a space."""
    try:
        return IRI(_core.as_sent(text))
    except ParseError as error:
        raise _unread(error) from None


def without_credentials(headers: Any) -> dict[str, Any]:
    """Remove and return the headers with credentials, in any letter case."""
    names = [name for name in headers if name.lower() in CREDENTIALS]
    return {name: headers.pop(name) for name in names if name in headers}


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _no_port(error: OverflowError) -> OSError:
    return OSError(errno.EADDRNOTAVAIL, str(error))


def _name(iri: IRI) -> str:
    """Return the host for name look-up."""
    name = iri.host and iri.host.lookup_name
    return name or _nowhere()


def _unread(error: ParseError) -> Refused:
    return Refused(error.message, str(error.reason), plain=error.details()["plain"])


def _nowhere() -> Never:
    (message,) = (rule.message for rule in RULES if rule.code == "no-host")
    raise Refused(message, "no-host")


def _judge_name(name: str) -> None:
    try:
        is_service = _core.is_metadata_service(name)
    except UnicodeEncodeError:  # half of a surrogate pair, which no resolver accepts
        return
    if is_service:
        raise Refused(f"{name} is the metadata service of a cloud", "metadata-service", name=name)


def _is_same(host: Host | None, name: str, other: str) -> bool:
    """Return True if a client has read the same host, and looks it up unchanged."""
    other = other.strip("[]").removesuffix(".").lower()
    if other == name:
        return True
    is_name = ":" not in other
    if host is None or (is_name and (other.isascii() or "%" in other)):
        return False
    try:
        return host.matches(other if is_name else f"[{other}]")
    except ParseError:
        return False
