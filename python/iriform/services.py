"""Service addresses: those of databases, brokers and caches, as drivers read them.

They look like URIs. Some have several hosts, and people write raw passwords into them.

>>> from iriform.services import ServiceAddress
>>> address = ServiceAddress.read("mongodb://app:p/w@one.example:27017,two.example/shop?w=1")
>>> address.password, address.hosts
('p/w', (('one.example', 27017), ('two.example', None)))
>>> address
ServiceAddress('mongodb://app:***@one.example:27017,two.example/shop?w=1')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from iriform import _core
from iriform._core import URI, Path

if TYPE_CHECKING:
    from typing_extensions import Self

    from iriform import Change

    Parts = tuple[
        str, str | None, str | None, list[tuple[str, int | None]], str, list[tuple[str, str]]
    ]

__all__ = ["ServiceAddress"]


@dataclass(frozen=True, repr=False)
class ServiceAddress:
    """The address and the login of a service: plain data.

    `scheme` is in lower case. `user`, `password`, `hosts` and `options` are decoded. `user` is None
    without a userinfo, `password` without a colon in it. `hosts` are names, or addresses without
    brackets, each with its port or None; `redis:///0` has no host. `path` is not decoded, because it
    may have an encoded slash. An option without `=` has the value ''. `changes` lists the characters
    that a URI must encode, as `URI.repair` does.

    Addresses are equal if all fields except `changes` are. `repr` shows no password. `repr` and
    `uris` raise ValueError if `scheme` or `path` cannot be in a URI.

    >>> import dataclasses
    >>> from iriform.services import ServiceAddress
    >>> address = ServiceAddress("redis", None, None, (("cache.example", 6379),), "/0", ())
    >>> dataclasses.replace(address, password="p@ss").uris()
    (URI('redis://:***@cache.example:6379/0'),)
    """

    scheme: str
    user: str | None
    password: str | None
    hosts: tuple[tuple[str, int | None], ...]
    path: str
    options: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...] = field(default=(), compare=False, kw_only=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}('{_core.service_masked(self._parts())}')"

    @classmethod
    def read(cls, text: str, /, *, plus: bool = False) -> Self:
        """Read the text of an address.

        A URI is read by RFC 3986, except that a comma separates hosts. In any other text, a user
        ends at the first colon, and a password at the `@` before the hosts. A password may have a
        raw `/`, `?`, `#`, `@`, `%`, bracket or space. With `plus`, a `+` in user, password and
        options is a space. White space and marks around the text are removed, as by `URI.repair`.

        Raises ValueError, with the position, for text that is not an address, and for text with two
        readings: an `@` after the authority that could end a password, except in the value of an option
        after a path; a `#` after the hosts; several addresses.

        >>> from iriform.services import ServiceAddress
        >>> read = ServiceAddress.read("amqp://app:50%/#@mq.example/%2F")
        >>> read.password, [change.replacement for change in read.changes]
        ('50%/#', ['%25', '%2F', '%23'])
        >>> read.uris()
        (URI('amqp://app:***@mq.example/%2F'),)
        >>> ServiceAddress.read("postgresql://app:p@ss/w@db.example/shop")
        Traceback (most recent call last):
        ValueError: “@” at position 23 is read in two ways: percent-encode it as %40
        """
        parts, changes = _core.service_read(text, plus)
        scheme, user, password, hosts, path, options = parts
        return cls(
            scheme, user, password, tuple(hosts), Path(path), tuple(options), changes=changes
        )

    def uris(self) -> tuple[URI, ...]:
        """Return a URI for each host, or one without a host.

        In user, password and options, everything except letters, digits, `-`, `.`, `_` and `~` is
        percent-encoded.

        >>> from iriform.services import ServiceAddress
        >>> for uri in ServiceAddress.read("nats://a.example:4222,b.example").uris():
        ...     print(uri)
        nats://a.example:4222
        nats://b.example
        """
        return tuple(map(URI, _core.service_uris(self._parts())))

    def _parts(self) -> Parts:
        hosts, options = list(self.hosts), list(self.options)
        return self.scheme, self.user, self.password, hosts, str(self.path), options
