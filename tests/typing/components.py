"""The types that a checker infers for components and errors."""

from ipaddress import IPv4Address, IPv6Address
from typing import Literal

from typing_extensions import assert_never, assert_type

from iriform import Authority, Host, ParseError, Path, Query, Reason, Scheme, Segment, UserInfo


def authorities(authority: Authority) -> None:
    assert_type(authority.userinfo, UserInfo | None)
    assert_type(authority.host, Host)
    assert_type(authority.port, int | None)
    assert_type(authority.port_text, str | None)


def hosts(host: Host) -> None:
    assert_type(host.kind, Literal["IPv4address", "IPv6address", "IPvFuture", "reg-name"])
    assert_type(host.ip, IPv4Address | IPv6Address | None)
    assert_type(host.unbracketed, str)
    assert_type(host.matches("example.org"), bool)
    assert_type(host.unquote(), str)
    assert_type(host.unquote_to_bytes(), bytes)


def kinds(host: Host) -> int:
    if host.kind == "IPv4address":
        return 4
    if host.kind in {"IPv6address", "IPvFuture"}:
        return 6
    return 1


def userinfos(userinfo: UserInfo) -> None:
    assert_type(userinfo.user, str)
    assert_type(userinfo.password, str | None)


def paths(path: Path) -> None:
    assert_type(path.first, Segment | None)
    assert_type(path.name, Segment | None)
    assert_type(path.parent, Path | None)
    assert_type(path.directory, Path)
    assert_type(path.is_absolute, bool)
    for segment in path.segments:
        assert_type(segment.unquote(errors="replace"), str)


def quoting() -> None:
    assert_type(Segment.quote("a/b"), Segment)
    assert_type(Query.quote(b"\xff"), Query)
    Segment.quote(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Scheme()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    assert_type(Path(), Path)


def errors(error: ParseError) -> None:
    assert_type(error.text, str | bytes)
    assert_type(error.position, int)
    assert_type(error.span, tuple[int, int])
    assert_type(error.production, str)
    assert_type(error.rule, str)
    assert_type(error.reason, Reason)
    assert_type(error.hint, str | None)
    value_error: ValueError = error
    del value_error


def reasons(reason: Reason) -> str:
    match reason:
        case Reason.NON_ASCII | Reason.PRIVATE_USE:
            return "characters"
        case Reason():
            return reason
        case _:
            assert_never(reason)
