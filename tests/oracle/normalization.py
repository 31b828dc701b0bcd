"""The comparison ladder: RFC 3986 §6.2 and RFC 3987 §5.3, in the decided order (N4)."""

import itertools
import re
from typing import Literal, NamedTuple

from .addresses import rfc5952
from .conversion import to_uri
from .resolution import guard, remove_dot_segments
from .syntax import (
    UNRESERVED,
    Authority,
    Parts,
    recompose,
    recompose_authority,
    split,
    split_authority,
)

Level = Literal["syntax", "scheme"]


class Scheme(NamedTuple):
    """The rules of a scheme beyond the generic syntax (RFC 3986 §6.2.3)."""

    default_port: int | None = None
    empty_path_is_root: bool = False
    default_host: str | None = None


# SC2. The scheme's own specification defines the port and the meaning of an empty path.
SCHEMES = {
    "http": Scheme(80, empty_path_is_root=True),  # RFC 9110 §4.2.1, §4.2.3
    "https": Scheme(443, empty_path_is_root=True),  # RFC 9110 §4.2.2, §4.2.3
    "ws": Scheme(80, empty_path_is_root=True),  # RFC 6455 §3
    "wss": Scheme(443, empty_path_is_root=True),  # RFC 6455 §3
    "coap": Scheme(5683, empty_path_is_root=True),  # RFC 7252 §6.1, §6.3
    "coaps": Scheme(5684, empty_path_is_root=True),  # RFC 7252 §6.2, §6.3
    "ftp": Scheme(21),  # RFC 1738 §3.2
    "ldap": Scheme(389),  # RFC 4516 §2
    "telnet": Scheme(23),  # RFC 4248 §2
    "gopher": Scheme(70),  # RFC 4266 §2.1
    "imap": Scheme(143),  # RFC 5092 §4
    "nntp": Scheme(119),  # RFC 5538 §3
    "rtsp": Scheme(554),  # RFC 7826 §4.2
    "rtsps": Scheme(322),  # RFC 7826 §4.2
    "dict": Scheme(2628),  # RFC 2229 §5
    "ipp": Scheme(631),  # RFC 3510 §4.2
    "ipps": Scheme(631),  # RFC 7472 §4.2
    "coap+tcp": Scheme(5683, empty_path_is_root=True),  # RFC 8323 §8.1
    "coaps+tcp": Scheme(5684, empty_path_is_root=True),  # RFC 8323 §8.2
    "coap+ws": Scheme(80, empty_path_is_root=True),  # RFC 8323 §8.3
    "coaps+ws": Scheme(443, empty_path_is_root=True),  # RFC 8323 §8.4
    "acap": Scheme(674),  # RFC 2244
    "finger": Scheme(79),  # IANA
    "ftps": Scheme(990),  # IANA
    "git": Scheme(9418),  # IANA
    "icap": Scheme(1344),  # RFC 3507
    "irc": Scheme(194),  # IANA, though most servers listen at 6667
    "ircs": Scheme(6697),  # RFC 7194
    "ldaps": Scheme(636),  # IANA
    "mupdate": Scheme(3905),  # RFC 3656
    "nfs": Scheme(2049),  # RFC 2224
    "pop": Scheme(110),  # RFC 2384
    "prospero": Scheme(1525),  # RFC 4157
    "redis": Scheme(6379),  # IANA
    "rsync": Scheme(873),  # RFC 5781
    "rtspu": Scheme(554),  # RFC 2326 §3.2
    "sftp": Scheme(22),  # it runs over ssh; IANA's service "sftp" is another protocol
    "sieve": Scheme(4190),  # RFC 5804
    "snews": Scheme(563),  # IANA: nntps
    "snmp": Scheme(161),  # RFC 4088
    "ssh": Scheme(22),  # IANA
    "svn": Scheme(3690),  # IANA
    "tftp": Scheme(69),  # RFC 3617
    "tn3270": Scheme(23),  # RFC 6270
    "vnc": Scheme(5900),  # RFC 7869
    "wais": Scheme(210),  # RFC 4156
    "z39.50r": Scheme(210),  # RFC 2056
    "z39.50s": Scheme(210),  # RFC 2056
    "amqp": Scheme(5672),  # IANA
    "amqps": Scheme(5671),  # IANA
    "bolt": Scheme(7687),  # IANA
    "cassandra": Scheme(9042),  # its documentation
    "clickhouse": Scheme(9000),  # its documentation
    "cockroachdb": Scheme(26257),  # its documentation
    "mariadb": Scheme(3306),  # its documentation
    "memcached": Scheme(11211),  # IANA: memcache
    "mongodb": Scheme(27017),  # IANA
    "mqtt": Scheme(1883),  # IANA
    "mqtts": Scheme(8883),  # IANA: secure-mqtt
    "mssql": Scheme(1433),  # IANA: ms-sql-s
    "mysql": Scheme(3306),  # IANA
    "nats": Scheme(4222),  # its documentation
    "neo4j": Scheme(7687),  # its documentation
    "oracle": Scheme(1521),  # its documentation
    "postgres": Scheme(5432),  # IANA: postgresql
    "postgresql": Scheme(5432),  # IANA
    "rediss": Scheme(6379),  # redis's documentation
    "file": Scheme(default_host="localhost"),  # RFC 8089 §2
}


def normalize_percent_encoding(text: str) -> str:
    """Decode encoded unreserved characters, and write all other triplets in upper case.

    RFC 3986 §6.2.2.2 and §6.2.2.1. Non-ASCII characters are unchanged, encoded or not (N2).
    """

    def triplet(match: re.Match[str]) -> str:
        character = chr(int(match[1], 16))
        return character if re.match(f"[{UNRESERVED}]", character) else match[0].upper()

    return re.sub("%([0-9A-Fa-f]{2})", triplet, text)


def lower_ascii(text: str) -> str:
    """Lower the US-ASCII letters that are not part of a triplet (RFC 3987 §5.3.2.1, Q12)."""
    return re.sub(
        "%[0-9A-Fa-f]{2}|[A-Z]",
        lambda match: match[0] if match[0].startswith("%") else match[0].lower(),
        text,
    )


def normalize_host(host: str) -> str:
    """Normalize a host: escapes, then case, then by its kind (N4, N5)."""
    host = lower_ascii(normalize_percent_encoding(host))
    if host.startswith("[") and not host.startswith("[v"):
        return "[" + rfc5952(host[1:-1]) + "]"
    return host


def normalize(reference: str, level: Level = "syntax") -> str:
    """Normalize a reference (RFC 3986 §6.2.2 and §6.2.3), in the order of N4.

    At the level "scheme", hosts must be in ASCII without escapes and without A-labels: UTS #46 is too
    large to be obvious, and has its own vectors.
    """
    parts = split(reference)
    # Percent-encoding comes first: decoding may reveal letters, dots and whole addresses.
    scheme = None if parts.scheme is None else parts.scheme.lower()
    path = normalize_percent_encoding(parts.path)
    query = None if parts.query is None else normalize_percent_encoding(parts.query)
    fragment = None if parts.fragment is None else normalize_percent_encoding(parts.fragment)
    authority = None
    if parts.authority is not None:
        authority = _authority(parts.authority, scheme if level == "scheme" else None, level)
    # Dot segments, if there is a scheme (N3): in a relative reference they still have a meaning.
    if scheme is not None:
        path = remove_dot_segments(path)
    if level == "scheme" and scheme is not None:
        if scheme in SCHEMES and SCHEMES[scheme].empty_path_is_root:
            path = "/" if authority is not None and path == "" else path
        if scheme == "file" and authority is None and path.startswith("/"):
            authority = ""  # RFC 8089 §2: no host, an empty one and "localhost" are the same
        if scheme == "mailto":
            path = ",".join(map(_lower_domain, path.split(",")))
        if scheme == "tel" and authority is None:
            path = ";".join(map(_without_separators, path.split(";"), itertools.count()))
        if scheme == "urn" and authority is None:
            path = _lower_urn(path)
    return recompose(guard(Parts(scheme, authority, path, query, fragment)))


def _authority(text: str, scheme: str | None, level: Level) -> str:
    userinfo, host, port = split_authority(text)
    userinfo = None if userinfo is None else normalize_percent_encoding(userinfo)
    host = normalize_host(host)
    # "normalizers should omit the ":" delimiter from a component if port is empty" (§3.2.3).
    port = port or None
    if level == "scheme" and port is not None:
        port = port.lstrip("0") or "0"  # a decimal number (§3.2.3)
    known = SCHEMES.get(scheme or "", Scheme())
    if port is not None and port == str(known.default_port):
        port = None
    if host == known.default_host and userinfo is None and port is None:
        host = ""
    return recompose_authority(Authority(userinfo, host, port))


def _lower_domain(address: str) -> str:
    """Lower the domain of a mail address: it is case-insensitive (RFC 6068 §2, RFC 5321 §2.4)."""
    local, at, domain = address.rpartition("@")
    return local + at + lower_ascii(domain) if at else address


# RFC 3966 §3: digits with visual separators, and "#" percent-encoded.
PHONE = r"\+[-.()]*[0-9][0-9.()-]*|[-.()]*(?:[0-9A-Fa-f*]|%23)(?:[0-9A-Fa-f*.()-]|%23)*"


def _without_separators(part: str, place: int) -> str:
    """Leave the visual separators out of a number and its parameters (RFC 3966 §4, §5.1.1)."""
    name, equals, value = part.partition("=")
    if place == 0 and not equals:
        name, value = "", part
    elif not (name.lower() == "ext" or (name.lower() == "phone-context" and value.startswith("+"))):
        return part
    if re.fullmatch(PHONE, value) is None:
        return part
    return name + equals + re.sub("[-.()]", "", value)


# RFC 8141 §2, without "urn:", for text that is valid by the generic syntax.
ASSIGNED_NAME = "[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:[^/?#][^?#]*"
COMPONENTS = "([?][+][^/?#]((?![?]=)[^#])*)?([?]=[^/?#][^#]*)?(#.*)?"


def _lower_urn(path: str) -> str:
    """Lower the NID (RFC 8141 §3.1), and a UUID (RFC 9562 §4)."""
    if re.fullmatch(ASSIGNED_NAME, path) is None:
        return path
    nid, nss = path.split(":", 1)
    if nid.lower() == "uuid" and re.fullmatch("[0-9A-Fa-f-]{36}", nss):
        nss = nss.lower()
    return f"{nid.lower()}:{nss}"


def comparison_key(reference: str, level: Level = "syntax") -> str:
    """Return a key that is equal for two references exactly if they are equivalent.

    They are mapped to URIs first (E5), which eliminates "any differences in percent-encoding" (RFC 3987
    §5.3.2.3). A relative reference equals only itself before it is resolved (E3).
    """
    if split(reference).scheme is None:
        return reference
    key = normalize(to_uri(reference), level)
    # RFC 8141 §3.1: r-component, q-component and f-component do not count.
    urn = re.fullmatch(f"(urn:{ASSIGNED_NAME}){COMPONENTS}", key)
    return urn[1] if urn is not None and level == "scheme" else key
