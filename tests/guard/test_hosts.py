"""Any text as a host: a guard raises only `Refused` and the errors of the client."""

from __future__ import annotations

import random
import urllib.request
from http.client import InvalidURL
from urllib.error import URLError

import pytest

from iriform import Policy
from iriform.guard import Guard, Refused
from iriform.guard.judge import Judge
from iriform.guard.settings import Settings
from tests.effort import rounds

from .clients import CLIENTS, Client, Get, each_client, refused
from .servers import OTHER, PUBLIC, Names, Servers

# A name may end in a digit without being an address.
HOSTS = [
    "db1", "db1.", "db%31", "localhost1", "a\u0661", "1.2.3.4.5", "1.09", "256.256.256.256",
    "4294967296", "a..b", "..", "xn--", "a" * 64, "a." * 130 + "b", "[::g]", "[v1.a]", "[::1%25lo]",
    "\u00df", "\u3002", "\ud800", "a b", "a%zz", "a:b", "a:99999", "a:-1", "db1:80:80", "*.a", "",
]  # fmt: skip


@each_client
@pytest.mark.filterwarnings("ignore::FutureWarning")  # urllib3, of a URL without a scheme
def test_an_error_is_of_the_client_whatever_the_host_is(client: Client, servers: Servers) -> None:
    """First hop and redirect: an error of the client, or the one it raises without a guard."""
    for enforce in (True, False):
        guard = Guard(Policy.WEB.replace(profile="none"), networks=[PUBLIC], enforce=enforce)
        with client.session(guard, None) as get:
            for url in urls(servers.port):
                error = raised_by(get, url)
                assert error is None or is_own(error) or type(error) is plainly(client, url), url
                assert enforce or not isinstance(error and error.__cause__, Refused), url


def urls(port: int) -> list[str]:
    in_headers = [host for host in HOSTS if host.isascii() and " " not in host]
    redirects = [f"http://public.example:{port}/to?http://{host}/" for host in in_headers]
    return [*(f"http://{host}/" for host in HOSTS), *redirects]


def raised_by(get: Get, url: str) -> Exception | None:
    try:
        get(url)
    except Exception as error:  # noqa: BLE001 - it is looked at
        return error
    return None


def is_own(error: Exception) -> bool:
    module = type(error).__module__.partition(".")[0]
    ours = (URLError, InvalidURL, urllib3_refused())
    return module in {"httpx", "httpx2", "requests", "urllib3", "aiohttp"} or isinstance(
        error, ours
    )


def plainly(client: Client, url: str) -> type[Exception | None]:
    with client.session(None, None) as get:
        return type(raised_by(get, url))


def urllib3_refused() -> type[Exception]:
    from iriform.guard.urllib3 import RefusedURL

    return RefusedURL


@pytest.mark.usefixtures("names")
def test_nothing_but_a_refusal_or_an_error_of_the_network_leaves_the_judge() -> None:
    chosen = random.Random(11)
    single = "0123456789abcxX.:-_%[]@/\\?# \t\n\x00\u0661\u2460\uff11\u3002\u00ad\ud800\U0001f600"
    pieces = [*HOSTS, *single, "127.0.0.1", "::1", "::ffff:", "fe80::1%25eth0", "xn--a"]
    policies = [
        Policy.WEB,
        Policy(profile="none", addresses="any"),
        Policy(production="IRI-reference"),
    ]
    judges = [
        Judge(Settings(policy, networks, enforce=enforce))
        for policy in policies
        for networks in ("any", "global", (OTHER,))
        for enforce in (True, False)
    ]
    for _ in range(rounds(2000, 200_000)):
        host = "".join(chosen.choices(pieces, k=chosen.randint(1, 4)))
        judge = chosen.choice(judges)
        port = chosen.choice([80, None, 0, 65536, 10**30])
        for asked in (
            lambda: judge.request(f"http://{host}/", host, port),  # noqa: B023
            lambda: judge.addresses(host, port),  # noqa: B023
            lambda: judge.resolve(host if port is None else f"https://{host}/"),  # noqa: B023
            lambda: judge.unread(f"http://{host}/"),  # noqa: B023
        ):
            try:
                asked()
            except OSError as error:  # `Refused` is one
                assert str(error)


@pytest.mark.parametrize(
    "address",
    [("db1", 80), ("a" * 70, 80), ("a\x00b", 80), ("a", 99_999), ("1.2.3.4", -1), ("a b", 80)],
)
@pytest.mark.usefixtures("names")
def test_an_endpoint_has_an_error_of_the_network(address: tuple[str, int]) -> None:
    for enforce in (True, False):
        guard = Guard(Policy(profile="none", addresses="any"), networks="any", enforce=enforce)
        with pytest.raises(OSError):  # noqa: PT011 - of several kinds
            guard.create_connection(address, timeout=0.1)


def test_a_password_in_a_url_of_urllib_is_not_shown(servers: Servers) -> None:
    """Python reads it as a port and shows it in the error, so the policy is checked before."""
    url = "http://u:SECRETpw@a.test/"
    opener = urllib.request.build_opener(*Guard(networks=[PUBLIC]).urllib())
    for asked in (url, f"http://public.example:{servers.port}/to?{url}"):
        with pytest.raises(URLError) as caught:
            opener.open(asked)
        assert refused(caught.value).code == "userinfo-not-allowed"
        assert "SECRET" not in str(caught.value)
    taken = Policy.WEB.replace(userinfo=True, severities={"password": "ignore"})
    opener = urllib.request.build_opener(*Guard(taken).urllib())
    with pytest.raises(URLError, match=r"the client does not read the host and port of a\.test"):
        opener.open(url)
    opener = urllib.request.build_opener(*Guard(taken, enforce=False).urllib())
    with pytest.raises(InvalidURL) as unread:
        opener.open(url)
    assert "SECRET" not in str(unread.value)
    assert unread.value.__context__ is None


def test_a_policy_of_relative_references_refuses_one() -> None:
    with pytest.raises(Refused) as caught:
        Guard(Policy(production="IRI-reference", profile="none")).resolve("/a")
    assert caught.value.code == "missing-scheme"


def test_a_name_that_ends_in_a_digit_is_reached(servers: Servers, names: Names) -> None:
    names.add("db1", [PUBLIC])
    policy = Policy(hosts={"db1"}, schemes={"http"})
    for client in CLIENTS.values():
        with client.session(Guard(policy, networks=[PUBLIC]), None) as get:
            assert get(f"http://db1:{servers.port}/") == PUBLIC
