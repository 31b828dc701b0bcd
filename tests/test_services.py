"""`iriform.services`: addresses of databases and brokers, read like their drivers do."""

from __future__ import annotations

import copy
import json
import pickle
import re
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import URI, unquote
from iriform.services import ServiceAddress

RECORD = Path(__file__).parent / "data/addresses_of_drivers.json"
ADDRESSES: list[dict[str, Any]] = json.loads(RECORD.read_text(encoding="utf-8"))

# The values that a driver reads differently: rows of docs/databases.md.
DIFFERENT = {
    ("pika", "amqp://user%61:%61pass@ho%61st:10000/v%2fhost"): {"hosts": [["ho%61st", 10000]]},
    ("aiormq", "amqp://guest:guest@127.0.0.1/"): {"name": "/"},
    ("redis", "unix://user@/path/to/socket.sock?db=0"): {"name": "/path/to/socket.sock"},
    ("valkey", "redis://localhost?db=2"): {"name": "2"},
    ("coredis", "redis://user:password@localhost:6379/0?db=2"): {"name": "2"},
    ("psycopg", "postgresql:///mydb?host=localhost&port=5433"): {"hosts": [["localhost", 5433]]},
    ("psycopg", "postgresql:///dbname?host=/var/lib/postgresql"): {
        "hosts": [["/var/lib/postgresql", None]]
    },
    ("peewee", "mysql://user:passwd@ip:3306/my_database"): {"password": None},
    ("tortoise-orm", "sqlite:///data/db.sqlite"): {"name": "/data/db.sqlite"},
    ("dj-database-url", "postgres://USER:PASSWORD@HOST:5432/NAME"): {"hosts": [["host", 5432]]},
    ("dj-database-url", "mysql://USER:PASSWORD@HOST:3306/NAME?ssl-mode=REQUIRED"): {
        "hosts": [["host", 3306]]
    },
    ("dj-database-url", "oracle://USER:PASSWORD@HOST:1521/NAME"): {"hosts": [["host", 1521]]},
}


def differences(row: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a driver that differ from ours. Its default ports and options do not count."""
    read = ServiceAddress.read(row["address"], plus=True)
    name = unquote(read.path[1:])
    options = dict(read.options)
    hosts = [
        [host, port if mine is None else mine]
        for (host, mine), (_, port) in zip(read.hosts, row["hosts"], strict=False)
    ]
    pairs = {
        "user": (row["user"] or None, read.user or None),
        "password": (row["password"] or None, read.password or None),
        "hosts": (row["hosts"], hosts),
        "name": (str(row["name"] or name), name),
    }
    found = {key: theirs for key, (theirs, mine) in pairs.items() if theirs != mine}
    read_by_both = row["options"].keys() & options.keys()
    return found | {
        key: row["options"][key] for key in read_by_both if str(row["options"][key]) != options[key]
    }


@pytest.mark.parametrize("row", ADDRESSES, ids=lambda row: f"{row['driver']} {row['address']}")
def test_an_address_is_read_as_its_driver_reads_it(row: dict[str, Any]) -> None:
    driver = row["driver"].split()[0]
    assert differences(row) == DIFFERENT.get((driver, row["address"]), {})


def test_there_are_sixty_addresses_at_least() -> None:
    assert len(ADDRESSES) >= 60


@pytest.mark.parametrize(
    ("text", "user", "password", "hosts"),
    [
        ("redis://:p/w@h:1/0", "", "p/w", [("h", 1)]),
        ("amqp://u:p#w@h/v", "u", "p#w", [("h", None)]),
        ("mongodb://u:p?w@h1:1,h2/db", "u", "p?w", [("h1", 1), ("h2", None)]),
        ("postgresql://u:p@w@h/d", "u", "p@w", [("h", None)]),
        ("postgresql://u:p%w@h/d", "u", "p%w", [("h", None)]),
        ("postgresql://u:50%@h/d", "u", "50%", [("h", None)]),
        ("postgresql://u:p[w]@h/d", "u", "p[w]", [("h", None)]),
        ("postgresql://u:p w@h/d", "u", "p w", [("h", None)]),
        ("postgresql://u:p\\w@h/d", "u", "p\\w", [("h", None)]),
        ("postgresql://u:é@h/d", "u", "é", [("h", None)]),
        ("postgresql://u:a:b@h/d", "u", "a:b", [("h", None)]),
        ("postgresql://u:w/?#[]@:@h/d", "u", "w/?#[]@:", [("h", None)]),
        ("postgresql://u:p/a?b=c@h/d?x=1@y", "u", "p/a?b=c", [("h", None)]),
        # A user may have an @ (Azure), and may be encoded.
        ("postgresql://u@server:p/w@h/d", "u@server", "p/w", [("h", None)]),
        ("postgresql://u%40s:p%2Fw@h/d", "u@s", "p/w", [("h", None)]),
        ("postgresql://u%3Av:p@h", "u:v", "p", [("h", None)]),
        # An empty value is not an absent one.
        ("postgresql://u:@h", "u", "", [("h", None)]),
        ("postgresql://@h", "", None, [("h", None)]),
        ("postgresql://:@h", "", "", [("h", None)]),
        ("postgresql://u@h", "u", None, [("h", None)]),
        ("postgresql://h", None, None, [("h", None)]),
        # Hosts.
        ("redis://[::1]:6379,[2001:db8::1]", None, None, [("::1", 6379), ("2001:db8::1", None)]),
        ("postgresql://%2Ft%2Fs.sock/d", None, None, [("/t/s.sock", None)]),
        ("postgresql://h:/d", None, None, [("h", None)]),
        ("redis://:6379/0", None, None, [("", 6379)]),
        ("redis:///0", None, None, []),
        ("redis://u:p@/0", "u", "p", []),
        ("redis://H.Example", None, None, [("H.Example", None)]),
        ("redis://bücher.example", None, None, [("bücher.example", None)]),
        ("redis://u:p@例え/0", "u", "p", [("例え", None)]),
        ("nats://例え,é?a=1", None, None, [("例え", None), ("é", None)]),
        # An @ that does not end the userinfo.
        ("postgresql://h:5432/d?user=u@x", None, None, [("h", 5432)]),
        ("postgresql://u:p@h/d?a=1&user=u@x", "u", "p", [("h", None)]),
        ("redis://h/a@b", None, None, [("h", None)]),
        ("redis://p/w@h", None, None, [("p", None)]),
    ],
)
def test_user_password_and_hosts(
    text: str, user: str | None, password: str | None, hosts: list[tuple[str, int | None]]
) -> None:
    read = ServiceAddress.read(text)
    assert (read.user, read.password, list(read.hosts)) == (user, password, hosts)
    # The written text is a URI, and is read as the same address.
    again = [ServiceAddress.read(uri) for uri in read.uris()]
    assert [each.changes for each in again] == [()] * len(again)
    assert again == [replace(read, hosts=(host,)) for host in hosts] or [read]
    assert {(uri.user, uri.password) for uri in read.uris()} == {(user, password)}


PIECES = st.sampled_from(
    [*"ab:/?#@[],;%é例 +=&<>\\", "//", "://", "[::1]", ":1", "%20", "h.example"]
)


@given(st.lists(PIECES, max_size=10).map("".join))
def test_any_text_is_an_address_or_has_an_error_with_its_position(text: str) -> None:
    text = f"redis://{text}"
    try:
        read = ServiceAddress.read(text)
    except ValueError as error:
        position = re.search(r"position (\d+)", str(error))
        assert position
        assert int(position[1]) <= len(text)
    else:
        assert [ServiceAddress.read(uri).password for uri in read.uris()] == [
            read.password for _ in read.uris()
        ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the end of the text, position 0, does not begin a scheme with “://”"),
        ("h:1/d", "“h” at position 0 does not begin a scheme with “://”"),
        ("unix:/t/s", "“u” at position 0 does not begin a scheme with “://”"),
        ("jdbc:postgresql://h/d", "“j” at position 0 does not begin a scheme with “://”"),
        ("a://u:p@s/w@h", "“@” at position 11 is read in two ways: percent-encode it as %40"),
        ("a://u:12/w@h", "“@” at position 10 is read in two ways: percent-encode it as %40"),
        ("a://h:1/d?w@h", "“@” at position 11 is read in two ways: percent-encode it as %40"),
        ("a://u:p@s#1@h", "“#” at position 9 is read in two ways: percent-encode it as %23"),
        # An empty port is a port.
        ("a://u:/w@h", "“@” at position 8 is read in two ways: percent-encode it as %40"),
        ("a://h/d#f", "“#” at position 7 is read in two ways: percent-encode it as %23"),
        ("a://h:99999", "“h” at position 4 begins a host whose port is above 65535"),
        ("a://h:x", "“h” at position 4 begins a host whose port is not a number"),
        ("a://h1:1,h 2", "“h” at position 9 does not begin a host"),
        ("a://h1,,h2", "“,” at position 7 is where a host should be"),
        ("a://[fe80::1%25eth0]", "“[” at position 4 does not begin a host"),
        ("a://h1,u:p@h2,u:p@h3", "“u” at position 14 is in a list of hosts after another user: "
            "all hosts share one user"),
        ("a://h1:1,a://h2:1", "“:” at position 10 follows a second scheme: "
            "read each address by itself"),
        ("a://h1:1/1;a://h2", "“:” at position 12 follows a second scheme: "
            "read each address by itself"),
        ("a://u:%FF@h", "“u” at position 4 begins a text whose percent-encoded octets are not "
         "UTF-8"),
        ("a://h/?é=%FF", "“?” at position 6 begins a text whose percent-encoded octets are not "
         "UTF-8"),
        ("a://u:p\n@h", "“\\n” at position 7 is a control character"),
        ("a://é:p@s/é@h", "“@” at position 11 is read in two ways: percent-encode it as %40"),
        ("a://\ud800", "the character at position 4 is a lone surrogate"),
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        ServiceAddress.read(text)


def test_changes_are_those_of_repair() -> None:
    read = ServiceAddress.read(" redis://u:p/%[é@h/a b?o=c d\n")
    assert [(c.span, c.found, c.replacement, c.cause, c.clause) for c in read.changes] == [
        ((0, 1), " ", "", "trimmed", "RFC 3986 Appendix C"),
        ((12, 13), "/", "%2F", "not-allowed", "RFC 3987 §3.1"),
        ((13, 14), "%", "%25", "bare-percent", "beyond the RFCs"),
        ((14, 15), "[", "%5B", "bracket", "beyond the RFCs"),
        ((15, 16), "é", "%C3%A9", "not-allowed", "RFC 3987 §3.1"),
        ((20, 21), " ", "%20", "not-allowed", "RFC 3987 §3.1"),
        ((26, 27), " ", "%20", "not-allowed", "RFC 3987 §3.1"),
        ((28, 29), "\n", "", "trimmed", "RFC 3986 Appendix C"),
    ]
    assert (read.path, read.options) == ("/a%20b", (("o", "c d"),))


@pytest.mark.parametrize(
    ("plus", "expected"),
    [(False, ("u+v", "p+q", (("a+b", "c+d"),))), (True, ("u v", "p q", (("a b", "c d"),)))],
)
def test_a_plus_is_a_space_if_it_is_asked_for(plus: bool, expected: tuple[Any, ...]) -> None:
    read = ServiceAddress.read("s://u+v:p+q@h/x+y?a+b=c+d&", plus=plus)
    assert (read.user, read.password, read.options) == expected
    assert read.path == "/x+y"
    encoded = ServiceAddress.read("s://h?a=%2B&b&c=&a=1", plus=plus)
    assert encoded.options == (("a", "+"), ("b", ""), ("c", ""), ("a", "1"))


def test_uris_encode_all_but_unreserved_characters() -> None:
    read = ServiceAddress.read("MongoDB://a.b-c_~!:$&'()*+,;=:é/ @h1:1,[::1]:2,%2Ft/d%2Fe?a b=c/d")
    assert [str(uri) for uri in read.uris()] == [
        f"mongodb://a.b-c_~%21:%24%26%27%28%29%2A%2B%2C%3B%3D%3A%C3%A9%2F%20@{host}/d%2Fe?a%20b=c%2Fd"
        for host in ("h1:1", "[::1]:2", "%2Ft")
    ]
    assert all(type(uri) is URI for uri in read.uris())


def test_no_password_is_shown() -> None:
    read = ServiceAddress.read("mongodb://u:pa/ss@h1:1,h2/d?password=hidden&w=1")
    assert repr(read) == "ServiceAddress('mongodb://u:***@h1:1,h2/d?password=***&w=1')"
    token = "ghp_" + "a1" * 18
    assert repr(ServiceAddress.read(f"nats://{token}@h")) == "ServiceAddress('nats://***@h')"
    assert "hidden" not in f"{read} {read.changes}"


def test_it_is_a_frozen_value() -> None:
    read = ServiceAddress.read("redis://u:p w@h/0")
    assert read == ServiceAddress.read("redis://u:p%20w@h/0")
    assert hash(read) == hash(ServiceAddress.read("redis://u:p%20w@h/0"))
    assert read != ServiceAddress.read("redis://u:p%20w@h/1")
    with pytest.raises(FrozenInstanceError):
        read.user = "v"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(read)) == copy.deepcopy(read) == read
    other = replace(read, user=None, password="#")  # noqa: S106
    assert [str(uri) for uri in other.uris()] == ["redis://:%23@h/0"]


@pytest.mark.parametrize(
    ("part", "value"),
    [("path", "x"), ("path", "/?"), ("path", "/ "), ("scheme", "1"), ("scheme", "")],
)
def test_parts_cannot_move_others(part: str, value: str) -> None:
    changed: dict[str, Any] = {part: value}
    read = replace(ServiceAddress.read("redis://h/0"), **changed)
    for ask in (read.uris, read.__repr__):
        with pytest.raises(ValueError, match=part):
            ask()


def test_a_host_moves_nothing() -> None:
    read = replace(ServiceAddress.read("redis://h/0"), hosts=(("a@b/c,d", 1),))
    assert [str(uri) for uri in read.uris()] == ["redis://a%40b%2Fc%2Cd:1/0"]
