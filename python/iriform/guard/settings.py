"""The settings of a guard, checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from iriform import _core
from iriform._core import Host
from iriform._policy import Policy
from iriform._types.errors import ParseError

from .proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from ipaddress import IPv4Network, IPv6Network
    from typing import Literal, TypeAlias

    from .decision import Decision

    Network: TypeAlias = "str | IPv4Network | IPv6Network"
    Networks: TypeAlias = "Literal['any', 'global'] | Iterable[Network]"
    Observer: TypeAlias = "Callable[[Decision], object]"

# RFC 9110 §5.6.2.
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


class Settings(NamedTuple):
    """The settings of a guard."""

    policy: Policy
    networks: str | tuple[str, ...] = "global"
    denied_networks: tuple[str, ...] = ()
    denied_hosts: tuple[str, ...] = ()
    max_redirects: int = 5
    lookup_timeout: float | None = 10.0
    enforce: bool = True
    required_headers: tuple[str, ...] = ()
    denied_headers: tuple[str, ...] = ()
    observer: Observer | None = None
    proxy: Proxy | None = None
    client: str = ""


def checked(  # noqa: PLR0913 - each is a setting
    *,
    policy: Policy,
    networks: Networks,
    denied_networks: Iterable[Network],
    denied_hosts: Iterable[str],
    max_redirects: int,
    lookup_timeout: float | None,
    enforce: bool,
    required_headers: Iterable[str],
    denied_headers: Iterable[str],
    observer: Observer | None,
    proxy: str | None,
) -> Settings:
    """Check the settings of a guard."""
    if not isinstance(policy, Policy):
        raise TypeError(f"policy must be a Policy, not {type(policy).__name__}")
    if not isinstance(max_redirects, int) or max_redirects < 0:
        raise ValueError("max_redirects must be a number, and not negative")
    if lookup_timeout is not None and not lookup_timeout > 0:
        raise ValueError("lookup_timeout must be None or a number of seconds above 0")
    if not (observer is None or callable(observer)):
        raise TypeError(f"observer must be callable, not {type(observer).__name__}")
    try:
        allowed = networks if isinstance(networks, str) else tuple(map(str, networks))
    except TypeError:
        kind = type(networks).__name__
        wrong = f"networks must be 'any', 'global' or several networks, not {kind}"
        raise TypeError(wrong) from None
    if isinstance(denied_networks, str):
        raise TypeError("denied_networks must be several networks, not str")
    return Settings(
        policy,
        allowed,
        tuple(map(str, denied_networks)),
        _hosts("denied_hosts", denied_hosts),
        max_redirects,
        lookup_timeout,
        enforce,
        _names("required_headers", required_headers),
        _names("denied_headers", denied_headers),
        observer,
        None if proxy is None else Proxy.of(proxy),
    )


def _names(argument: str, given: Iterable[str]) -> tuple[str, ...]:
    """Read the names of headers (RFC 9110 §5.1)."""
    names = () if isinstance(given, str) else tuple(given)
    if isinstance(given, str) or not all(isinstance(n, str) and _TOKEN.fullmatch(n) for n in names):
        raise ValueError(f"{argument} must be several names of headers")
    return names


def _hosts(argument: str, given: Iterable[str]) -> tuple[str, ...]:
    """Read names of hosts."""
    names = () if isinstance(given, str) else tuple(given)
    if isinstance(given, str) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"{argument} must be several names of hosts")
    for name in names:
        try:
            is_name = Host(name).lookup_name is not None
        except ParseError:
            is_name = False
        if not is_name:
            raise ValueError(
                f"{argument} has a name that cannot be looked up: {_core.masked(name)!r}"
            )
    return names
