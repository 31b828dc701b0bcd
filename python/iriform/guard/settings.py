"""The settings of a guard, checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

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


def checked(*given: Any) -> Settings:
    """Check the settings of a guard, which are given in their order."""
    settings = Settings(*given)
    policy, networks, observer = settings.policy, settings.networks, settings.observer
    if not isinstance(policy, Policy):
        raise TypeError(f"policy must be a Policy, not {type(policy).__name__}")
    if not isinstance(settings.max_redirects, int) or settings.max_redirects < 0:
        raise ValueError("max_redirects must be a number, and not negative")
    if settings.lookup_timeout is not None and not settings.lookup_timeout > 0:
        raise ValueError("lookup_timeout must be None or a number of seconds above 0")
    if not (observer is None or callable(observer)):
        raise TypeError(f"observer must be callable, not {type(observer).__name__}")
    try:
        allowed = networks if isinstance(networks, str) else tuple(map(str, networks))
    except TypeError:
        kind = type(networks).__name__
        wrong = f"networks must be 'any', 'global' or several networks, not {kind}"
        raise TypeError(wrong) from None
    if isinstance(settings.denied_networks, str):
        raise TypeError("denied_networks must be several networks, not str")
    return settings._replace(
        networks=allowed,
        denied_networks=tuple(map(str, settings.denied_networks)),
        denied_hosts=_hosts("denied_hosts", settings.denied_hosts),
        required_headers=_names("required_headers", settings.required_headers),
        denied_headers=_names("denied_headers", settings.denied_headers),
        proxy=None if settings.proxy is None else Proxy.of(given[-1]),
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
            raise ValueError(f"{argument} has what no name look-up takes: {_core.masked(name)!r}")
    return names
