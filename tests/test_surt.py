"""The key of web archives: `surt`, `surt_host`.

The table has the test texts of the package `surt` and of the Java classes it is based on, with
their answers. `tests/optional_crawlers.py` runs the package itself.
"""

from __future__ import annotations

import pytest

from iriform import IRI
from tests.growth import assert_grows_at_most

ID = "9682993c8daa2c5497996114facdc805"
ASP = "4hqa0555fwsecu455xqckv45"

SAME = [
    ("http://archive.org/", "org,archive)/"),
    ("http://archive.org/goo/", "org,archive)/goo"),
    ("http://archive.org/goo/?", "org,archive)/goo"),
    ("http://archive.org/goo/?b&a", "org,archive)/goo?a&b"),
    ("http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b"),
    ("http://www.archive.org:80/", "org,archive)/"),
    ("https://www.archive.org:80/", "org,archive:80)/"),
    ("http://www.archive.org:443/", "org,archive:443)/"),
    ("https://www.archive.org:443/", "org,archive)/"),
    ("http://www34.ARCHIVE.org/big/", "org,archive)/big"),
    ("http://www2.www2foo.com", "com,www2foo)/"),
    ("http://www2foo.com", "com,www2foo)/"),
    ("http://www.com/", "com)/"),
    ("http://www.google.com.../", "com,google)/"),
    ("http://u:p@archive.org:8080/x#f", "org,archive:8080)/x"),
    ("http://archive.org:/x", "org,archive)/x"),
    ("http://bücher.ch:8080", "ch,xn--bcher-kva:8080)/"),
    ("http://host/%25%32%35", "host)/%25"),
    ("http://host/%2525252525252525", "host)/%25"),
    ("http://host/asdf%25%32%35asd", "host)/asdf%25asd"),
    (
        "http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65",
        "26,99,188,168)/.secure/www.e",
    ),
    ("http://host%23.com/%257Ea%2521b%2540c%2523d%25f", "com,host%23)/~a!b@c%23d%25f"),
    ("http://3279880203/blah", "11,0,127,195)/blah"),
    ("http://10.0.258/", "2,1,0,10)/"),
    ("http://017.0.0.1/", "1,0,0,15)/"),
    ("http://[2001:db8::1]:8/", "2001:db8::1:8)/"),
    ("http://www.google.com/blah/..", "com,google)/"),
    ("http://www.google.com/../blah", "com,google)/../blah"),
    ("http://host.com//twoslashes?more//slashes", "com,host)/twoslashes?more//slashes"),
    ("http://www.google.com/q?r?s", "com,google)/q?r?s"),
    ("http://evil.com/foo;", "com,evil)/foo;"),
    ("http://h/?a=1&", "h)/?&a=1"),
    ("http://h/?b=b&a=b&b=a&a=a", "h)/?a=a&a=b&b=a&b=b"),
    ("http://h/É?É", "h)/%c3%89?%c3%89"),
    ("http://h/a%20b%FF", "h)/a%20b%ff"),
    (f"http://h/(S({ASP}))/mileg.aspx", "h)/mileg.aspx"),
    (f"http://h/({ASP})/mileg.aspx", "h)/mileg.aspx"),
    (f"http://h/(a({ASP})S({ASP})f({ASP}))/mileg.aspx?page=x", "h)/mileg.aspx?page=x"),
    (f"http://h/(S({ASP}))/mileg.html", f"h)/(s({ASP}))/mileg.html"),
    ("http://h/photos/36050182@N05/", "h)/photos/36050182@n05"),
    (f"http://h/?a=1&sid={ID}&b=2", "h)/?a=1&b=2"),
    (f"http://h/?PHPSESSID={ID}", "h)/"),
    (f"http://h/?sid={ID}x", f"h)/?sid={ID}x"),
    (f"http://h/?jsessionid={ID}&x=1", "h)/?x=1"),
    ("http://h/?ASPSESSIONIDACTBSTRA=CKOJCGFCPDAHNPMJNLEDHPPF&x", "h)/?x"),
    ("http://h/?CFID=304932&CFTOKEN=40815&x=1", "h)/?x=1"),
    ("mailto:Foo@example.com", "mailto:foo@example.com"),
    ("dns:www.archive.org", "dns:www.archive.org"),
    ("x:?q", "x:/?q"),
    ("urn:A:b/", "urn:a:b"),
]

DIFFERENT = [
    # The reason, the text, our answer, that of the package.
    ("hexadecimal addresses", "http://0x7f.1/", "1,0,0,127)/", "1,0x7f)/"),
    ("RFC 5952", "http://[2001:0DB8:0::1]/", "2001:db8::1)/", "2001:0db8:0::1)/"),
    ("an IPv6 address has no labels", "http://[::1.2.3.4]/", "::102:304)/", "4,3,2,::1)/"),
    ("UTS #46, not IDNA 2003", "http://faß.de/", "de,xn--fa-hia)/", "de,fass)/"),
    ("an empty host is none", "http:////vikings.com", "http://vikings.com", "com,vikings)/"),
    ("a scheme twice", "http://https//a.com", "https)/a.com", "https)/a.com"),
    ("more than 32 bits", "http://39024579298/", "39024579298)/", "226,210,11,22)/"),
]


@pytest.mark.parametrize(("text", "key"), SAME)
def test_as_the_archives_have_it(text: str, key: str) -> None:
    assert IRI(text).surt == key


@pytest.mark.parametrize(("why", "text", "key", "theirs"), DIFFERENT)
def test_where_we_differ(why: str, text: str, key: str, theirs: str) -> None:
    assert IRI(text).surt == key, (why, theirs)


@pytest.mark.parametrize("text", [text for text, _ in SAME])
def test_the_key_begins_with_the_host(text: str) -> None:
    iri = IRI(text)
    if iri.surt_host is not None:
        assert iri.surt.startswith((iri.surt_host + ")", iri.surt_host + ":"))
    else:
        assert iri.surt.startswith(f"{iri.scheme}:".lower())


def test_what_is_escaped_again_and_again_takes_linear_time() -> None:
    assert_grows_at_most(25, lambda n: IRI("http://h/%" + "25" * n).surt, 20_000, 200_000)
