"""The decisions that the observer of a guard receives, and an observer that writes to `logging`."""

from __future__ import annotations

import logging
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from iriform._policy import Policy

_log = logging.getLogger("iriform.guard")


class Decision(NamedTuple):
    """A decision of a guard, for its observer. No field has a secret.

    >>> from iriform.guard import Guard, Refused
    >>> seen = []
    >>> guard = Guard(observer=seen.append)
    >>> try:
    ...     guard.resolve("http://127.0.0.1/?token=x")
    ... except Refused:
    ...     pass
    >>> decision = seen[-1]
    >>> decision.permitted, decision.code, decision.host
    (False, 'address-not-allowed', '127.0.0.1')
    """

    permitted: bool
    """True for a permit; False for a refusal, even if `enforce=False` only reports it."""

    subject: str
    """The judged object: `"request"` (a URL) or `"connection"` (the addresses of a name).

    `"proxy"` is a connection to the guard's own proxy, which is not judged.
    """

    host: str | None
    """The host in the form for name lookup, if known."""

    addresses: tuple[IPv4Address | IPv6Address, ...]
    """The addresses of the name, or the one that was refused."""

    code: str | None
    """The code of a refusal, as `Refused.code`."""

    message: str | None
    """The message of a refusal."""

    url: str | None
    """The URL of the request, masked as by `iriform.security.masked`."""

    client: str
    """The client by the name of the guard's method, such as `"httpx"`; empty for the guard itself."""

    policy: Policy
    """The policy of the guard."""

    enforced: bool
    """False if the guard only reports."""

    time: datetime
    """The time in UTC."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: addresses and time as text, the policy as its `to_dict()`."""
        return self._asdict() | {
            "addresses": [str(address) for address in self.addresses],
            "policy": self.policy.to_dict(),
            "time": self.time.isoformat(),
        }


def log(decision: Decision, /) -> None:
    """Write a decision to the logger `iriform.guard`: a permit at the level INFO, a refusal as WARNING.

    The record has the decision as its attribute `decision`.

    >>> from iriform.guard import Guard, log
    >>> guard = Guard(observer=log)
    """
    level = logging.INFO if decision.permitted else logging.WARNING
    what = "permitted" if decision.permitted else f"refused ({decision.code})"
    _log.log(
        level,
        "%s: %s %s",
        what,
        decision.subject,
        decision.url or decision.host,
        extra={"decision": decision},
    )
