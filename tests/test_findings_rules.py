"""Every rule, beyond its examples in the table: further findings, and texts without findings."""

import itertools
from typing import Any

import pytest
from hypothesis import given

from iriform import IRI, URI, IRIReference
from iriform.findings import RULES

from .strategies import iri_references

SEVERITIES: Any = {rule.code: rule.severity for rule in RULES}


def spans(code: str, text: str) -> list[tuple[int, int]]:
    findings = IRIReference(text).check(severities=SEVERITIES)
    return [finding.span for finding in findings if finding.code == code]


# Code, text, the pieces found.
FOUND = [
    ("scheme-not-lowercase", "hTTp://a.example/", ["hTTp"]),
    ("host-not-lowercase", "http://a%C3%A9B.example/", ["a%C3%A9B.example"]),
    ("host-not-lowercase", "http://[V1.a]/", ["[V1.a]"]),
    ("percent-not-uppercase", "http://a.example/%2f?%2F#%3d", ["%2f", "%3d"]),
    (
        "percent-encoded-unreserved",
        "http://a.example/%41%2D%2E%5F%7E%30",
        ["%41", "%2D", "%2E", "%5F", "%7E", "%30"],
    ),
    ("percent-encoded-ucschar", "/%C3%A9%E9%81%93?%EE%80%80", ["%C3%A9", "%E9%81%93", "%EE%80%80"]),
    ("dot-segment", "http://a.example/./b/..", [".", ".."]),
    ("dot-segment", "../a/../b", [".."]),  # the first one is significant
    ("dot-segment", "/../a", [".."]),
    ("path-empty", "http://a.example?q", ["a.example"]),
    ("port-default", "https://a.example:0443/", [":0443"]),
    ("port-empty", "s://a:", [":"]),
    ("userinfo-empty", "s://@a", ["@"]),
    ("ipv6-not-canonical", "http://[::FFFF:1.2.3.4]/", ["[::FFFF:1.2.3.4]"]),
    ("not-nfc", "/a\u0301b", ["a\u0301"]),
    ("not-nfc", "/\u212b", ["\u212b"]),  # the sign of the ångström is the letter
    ("not-nfkc", "/\uff41\u00b2", ["\uff41"]),
    ("userinfo", "//a@b.example", ["a"]),
    ("password", "postgres://u:p@h/", ["p"]),
    ("password", "http://:p:q@h.example/", ["p:q"]),
    ("userinfo-like-host", "http://localhost:80@evil.example/", ["localhost"]),
    ("userinfo-like-host", "http://127.0.0.1@evil.example/", ["127.0.0.1"]),
    ("userinfo-like-host", "http://例え.jp@evil.example/", ["例え.jp"]),
    ("userinfo-encoded-delimiter", "http://a%40b%5Cc@d.example/", ["%40", "%5C"]),
    ("port-out-of-range", "s://a:65536", ["65536"]),
    ("port-out-of-range", "s://a:" + "9" * 50, ["9" * 50]),
    ("port-blocked", "https://a.example:6667/", ["6667"]),
    ("scheme-doubled", "http://https://a.example/", ["https"]),
    ("scheme-doubled", "http://http//a.example/", ["http"]),
    ("scheme-doubled", "https:https://a.example/", ["https"]),
    ("scheme-doubled", "http:/HTTPS://a.example/", ["HTTPS"]),
    ("scheme-doubled", "https:https:https://a.example/", ["https"]),
    ("scheme-doubled", "HTTP:http://a.example/", ["http"]),
    ("ipv4-lookalike", "http://2130706433/", ["2130706433"]),
    ("ipv4-lookalike", "http://127.1:80/", ["127.1"]),
    ("ipv4-lookalike", "http://①②⑦.0.0.1/", ["①②⑦.0.0.1"]),
    ("ipv4-lookalike", "http://%31%32%37.1/", ["%31%32%37.1"]),
    ("ipv4-lookalike", "//0x7f000001", ["0x7f000001"]),
    ("ipv4-lookalike", "http://127.0.0.1./", ["127.0.0.1."]),
    ("ipv4-malformed", "http://1.2.3.4.5/", ["1.2.3.4.5"]),
    ("ipv4-malformed", "http://08/", ["08"]),
    ("ipv4-malformed", "http://example.1/", ["example.1"]),
    ("address-not-global", "http://10.0.0.1/", ["10.0.0.1"]),
    ("address-not-global", "http://0x7f.1/", ["0x7f.1"]),
    ("address-not-global", "http://[::1]/", ["[::1]"]),
    ("address-not-global", "http://[fe80::1]/", ["[fe80::1]"]),
    ("address-not-global", "http://[::ffff:a9fe:a9fe]/", ["[::ffff:a9fe:a9fe]"]),
    ("address-not-global", "http://[2002:7f00:1::]/", ["[2002:7f00:1::]"]),
    ("ipv6-embeds-ipv4", "http://[64:ff9b::102:304]/", ["[64:ff9b::102:304]"]),
    ("ipv6-embeds-ipv4", "http://[::1.2.3.4]/", ["[::1.2.3.4]"]),
    ("ipv6-embeds-ipv4", "http://[::ffff:0:127.0.0.1]/", ["[::ffff:0:127.0.0.1]"]),
    ("address-not-global", "http://[::ffff:0:127.0.0.1]/", ["[::ffff:0:127.0.0.1]"]),
    ("ipv6-embeds-ipv4", "http://[2606:4700::5efe:8.8.8.8]/", ["[2606:4700::5efe:8.8.8.8]"]),
    ("address-not-global", "http://[fd00::200:5efe:1.2.3.4]/", ["[fd00::200:5efe:1.2.3.4]"]),
    ("address-not-global", "http://[2606:4700::5efe:a00:1]/", ["[2606:4700::5efe:a00:1]"]),
    ("address-not-global", "http://239.255.255.250/", ["239.255.255.250"]),
    ("address-not-global", "http://[ff02::fb]/", ["[ff02::fb]"]),
    ("host-special-use", "http://metadata/", ["metadata"]),
    ("host-special-use", "//IP6-loopback.:80/", ["IP6-loopback."]),
    ("host-special-use", "http://localhost.localdomain/", ["localhost.localdomain"]),
    ("host-special-use", "http://LOCALHOST./", ["LOCALHOST."]),
    ("host-special-use", "http://a.home.arpa/", ["a.home.arpa"]),
    ("host-special-use", "http://metadata.google.internal/", ["metadata.google.internal"]),
    ("host-percent-encoded", "http://a%2Eb/", ["a%2Eb"]),
    ("dns-label-empty", "http://.a.example/", ["."]),
    ("dns-label-empty", "http://a..b..c/", [".", "."]),
    ("dns-label-hyphen", "http://a-.-b.example/", ["-b"]),
    # Rules read the name as mapped by UTS #46.
    ("dns-label-empty", "http://a\u3002\u3002b/", ["\u3002"]),
    ("dns-label-empty", "http://a.\xad.b/", ["\xad."]),
    ("dns-label-empty", "http://\xad/", ["\xad"]),
    ("dns-label-empty", "http://%C2%AD/", ["%C2%AD"]),
    ("dns-label-empty", "http://a\u200b%E3%80%82%EF%BC%8Eb/", ["%EF%BC%8E"]),
    ("dns-label-empty", "http://a%2E.b/", ["."]),
    ("dns-label-hyphen", "http://\uff0da.example/", ["\uff0da"]),
    ("dns-label-hyphen", "http://a\u2011.b\ufe63.example/", ["b\ufe63"]),
    ("dns-label-hyphen", "http://a%2D.example/", ["a%2D"]),
    ("dns-label-hyphen", "http://\xad-a.example/", ["\xad-a"]),
    ("dns-character", "http://a\uff3fb.example/", ["\uff3f"]),
    ("dns-character", "http://\uff0a.a%5Fb.example/", ["\uff0a", "%5F"]),
    (
        "dns-character",
        "http://a\uff04\uff0c\uff1b\uff01.example/",
        ["\uff04", "\uff0c", "\uff1b", "\uff01"],
    ),
    ("dns-character", "http://a%EF%BC%BFb.example/", ["%EF%BC%BF"]),
    ("dns-root-dot", "http://a.example\u3002/", ["\u3002"]),
    ("dns-root-dot", "http://a.example.\xad/", [".\xad"]),
    ("dns-root-dot", "http://a.example%2E/", ["%2E"]),
    ("dns-too-long", "http://" + "\uff41" * 64 + ".example/", ["\uff41" * 64 + ".example"]),
    ("host-special-use", "http://\uff4cocalhost/", ["\uff4cocalhost"]),
    ("scheme-doubled", "https://\uff48ttp//a.example/", ["\uff48ttp"]),
    ("idna-deviation", "http://fa\u1e9e.example/", ["\u1e9e"]),
    ("idna-deviation", "http://fa%C3%9F.%E2%80%8D/", ["%C3%9F", "%E2%80%8D"]),
    ("idna-a-label", "http://\uff58n--bcher-kva.example/", ["\uff58n--bcher-kva"]),
    ("idna-invalid", "http://%CC%81a.example/", ["%CC%81a"]),
    ("dns-too-long", "http://" + "a." * 127 + "a/", ["a." * 127 + "a"]),  # 255
    ("dns-too-long", "http://" + "é" * 60 + ".example/", ["é" * 60 + ".example"]),
    ("dns-character", "http://a_b.$.example/", ["$"]),
    ("dns-root-dot", "http://a.example.:80/", ["."]),
    ("idna-invalid", "http://a.\u2260b.xn--a.example/", ["xn--a"]),
    ("idna-invalid", "http://%FF.example/", ["%FF"]),
    ("idna-invalid", "http://xn--!-257eu42c.kr/", ["xn--!-257eu42c"]),
    ("idna-invalid", "http://a.XN--_b-bja.example/", ["XN--_b-bja"]),
    ("idna-invalid", "http://a_b.\u00e9_b.\u00e9-.ab--\u00e9.a-b/", ["é_b", "é-", "ab--é"]),
    ("idna-invalid", "http://\u0301a.example/", ["\u0301a"]),  # it begins with a mark
    ("idna-mapped", "http://a\u3002example/", ["\u3002"]),
    ("idna-mapped", "http://BÜCHER.Example/", ["BÜCHER"]),
    ("idna-deviation", "http://\u03c2ß.example/", ["\u03c2", "ß"]),
    ("idna-a-label", "http://a.XN--BCHER-KVA.example/", ["XN--BCHER-KVA"]),
    ("host-restricted-character", "http://a\u1e9e.example/", []),  # ẞ is mapped to ß
    ("host-mixed-script", "http://p\u0430ypal.example/", ["p\u0430ypal"]),
    ("host-mixed-script", "http://xn--pypal-4ve.example/", ["xn--pypal-4ve"]),  # the same
    ("host-mixed-script", "http://\u03b1\u0431.example/", ["\u03b1\u0431"]),
    (
        "host-whole-script-confusable",
        "http://\u0441\u043e\u0441\u043e.example/",
        ["\u0441\u043e\u0441\u043e"],
    ),
    ("host-mixed-numbers", "http://a1\u0967.example/", ["a1\u0967"]),
    ("host-dangerous-pattern", "http://a\u30fbb.example/", ["a\u30fbb"]),
    ("host-dangerous-pattern", "http://i\u0301\u0307.example/", []),  # composed, the mark is gone
    ("host-tld-specific-letter", "http://a·b.cat/", ["a·b"]),
    ("bidi-formatting", "/\u200e", ["\u200e"]),
    ("percent-encoded-bidi", "/%E2%81%A6", ["%E2%81%A6"]),
    ("invisible-character", "/a\u00adb\ufe0f", ["\u00ad", "\ufe0f"]),
    ("space-character", "/a\u00a0b\u2028", ["\u00a0", "\u2028"]),
    ("unassigned-character", "/\u0378", ["\u0378"]),
    ("private-use-character", "?\ue000\U000f0000", ["\ue000", "\U000f0000"]),
    ("percent-encoded-not-utf8", "/%E9a%FF%FE%ED%A0%80", ["%E9", "%FF%FE%ED%A0%80"]),
    ("percent-encoded-control", "/%00?%7F#%0a", ["%00", "%0a"]),
    ("percent-encoded-control", "mailto:a@b.example?subject=a%0D%0Ab", ["%0D", "%0A"]),
    ("percent-encoded-control", "mailto:a@b.example?cc=c@d.example%0A&body=%0A", ["%0A"]),
    ("percent-encoded-control", "mailto:a%00@b.example?bodys=%0D", ["%00", "%0D"]),
    ("percent-encoded-control", "sms:+15105550101%00?body=a%0Ab", ["%00"]),
    ("percent-encoded-control", "data:text/plain%0D,a%0Db", ["%0D"]),
    ("percent-encoded-control", "ftp://a.example/?%0A", ["%0A"]),
    ("percent-encoded-control", "urn:a:b?=%0A", ["%0A"]),
    ("percent-encoded-control-query", "/%00?%7F#%0a", ["%7F"]),
    ("percent-encoded-control-query", "https://a.example/?a=%0D%0A&b=%00", ["%0D", "%0A", "%00"]),
    ("percent-encoded-control-query", "ws://a.example/%0A?%09", ["%09"]),
    ("percent-encoded-delimiter", "/a%2f%5C?%2F", ["%2f", "%5C"]),
    ("percent-encoded-dot-segment", "http://a.example/%2e/.%2E/a", ["%2e", ".%2E"]),
    ("percent-encoded-twice", "/%25C3%25A9", ["%25C3", "%25A9"]),
    ("percent-encoded-twice", "/k=1/%2520?a=%2520", ["%2520", "%2520"]),
    ("segment-empty", "///a.example", []),  # the authority is empty, the path is not
    ("segment-empty", "s:/.//a", ["//"]),  # after the guard
    ("segment-empty", "/a///b", ["//", "//"]),
    ("html-entity", "?a&lt;b&quot;", ["&lt;", "&quot;"]),
    ("html-entity", "?a=1&#38;b=2", ["&#38;"]),
    ("trailing-punctuation", "http://a.example/x),", ["),"]),
    ("trailing-punctuation", "#a!", ["!"]),
    ("secret-in-query", "?a=1&Api_Key=x;y;sig=z&sig=w", ["x;y;sig=z", "w"]),
    ("secret-in-query", "?key=AIzaSyA1234567&q=ghp_abcdef&key=x", ["AIzaSyA1234567", "ghp_abcdef"]),
    ("secret-in-query", "?appid=a1&appid=1&oobCode=x&_pragma_key=y", ["a1", "x", "y"]),
    ("secret-in-query", "?access%5Ftoken=x&%73ig=a=b", ["x", "a=b"]),
    # A name within a nested reference is encoded twice; octets that are not UTF-8 end a word.
    ("secret-in-query", "?access%255Ftoken=x", ["x"]),
    ("secret-in-fragment", "?token=x#token=&a/token&access%FFtoken=x", ["x"]),
    ("secret-in-query", "?AWSAccessKeyId=a&X-API-Key=b&PHPSESSID=c&jwt=d", ["a", "b", "c", "d"]),
    # RFC 6749 §4.2.2: the answer of the implicit grant.
    (
        "secret-in-fragment",
        "http://example.com/cb#access_token=2YotnFZFEjr1zCsicMWpAA&state=xyz&token_type=example",
        ["2YotnFZFEjr1zCsicMWpAA"],
    ),
    ("secret-in-fragment", "#/cb?id%5ftoken=eyJ", ["eyJ"]),
    ("secret-in-fragment", "#!token=a/b?c", ["a/b?c"]),
    ("browser-other-host", "https:a@evil.example:80/x", ["a@evil.example:80"]),
    ("browser-other-host", "ftp:////evil.example", ["evil.example"]),
    ("http-no-host", "HTTPS:", ["HTTPS:"]),
    ("http-empty-host", "http://:80/", ["http://:80"]),
    ("ws-fragment", "wss://a.example#", ["#"]),
    ("scheme-script", "vbscript:x", ["vbscript"]),
    ("scheme-script", "data:image/svg+xml,x", ["data"]),
    ("scheme-script", "data:text/xsl,x", ["data"]),
    ("scheme-script", "data:Text%2FHTML;charset=utf-8,x", ["data"]),
    ("scheme-typo", "httsp://a.example/", ["httsp"]),
    ("scheme-typo", "htttp://a.example/", ["htttp"]),
    ("scheme-typo", "ttps://a.example/", ["ttps"]),
    ("scheme-defanged", "HxxpS://a.example/", ["HxxpS"]),
    ("scheme-defanged", "fxp://a.example/", ["fxp"]),
    ("scheme-unregistered", "htp://a.example/", ["htp"]),
    ("scheme-pseudo-urn", "OID:1.2.3", ["OID"]),
    ("scheme-like-host", "localhost:8080", ["localhost"]),
    ("scheme-like-host", "www.a.example:/x", ["www.a.example"]),
    ("file-relative", "file://a.txt", ["file://a.txt"]),
    ("file-host", "file://a/b", ["a"]),
    ("file-unc-path", "file:////a/b", ["//"]),
    ("file-query", "file:///a?", ["?"]),
    ("file-fragment", "FILE:///a#b", ["#b"]),
    ("object-key", "s3://b/a%20b/%C3", ["%20", "%C3"]),
    ("object-key", "S3A://b/a?versionId=1", ["?versionId=1"]),
    ("object-key", "gs://b/a#b", ["#b"]),
    ("object-key", "az://c/x//y/../z", ["//", ".."]),
    ("object-key", "abfss://c@acc.dfs.core.windows.net/.", ["."]),
    ("object-key", "wasbs://c@acc.blob.core.windows.net//k", ["//"]),
    ("object-key", "hf://datasets/u/n@refs%2Fpr%2F1/a%20b", ["%20"]),
    ("urn-nid", "urn:urn-0:a", ["urn-0"]),
    ("urn-nid", "urn:-a:b", ["-a"]),
    ("urn-nid", "urn:" + "a" * 33 + ":b", ["a" * 33]),
    ("urn-nid", "urn://a/b", ["urn://a/b"]),
    ("urn-nss", "urn:isbn", ["urn:isbn"]),
    ("urn-nss", "urn:isbn:/a", ["/a"]),
    ("urn-non-ascii", "URN:example:aé道", ["é", "道"]),
    ("urn-component", "urn:example:a?", ["?"]),
    ("urn-component", "urn:example:a?+b?=", ["?+b?="]),
    ("urn-component", "urn:example:a?=/", ["?=/"]),
    ("urn-experimental", "urn:urn-7:a", ["urn-7"]),
    ("urn-not-normal", "urn:Example:A", ["Example"]),
    (
        "uuid-syntax",
        "urn:UUID:f81d4fae7dec11d0a76500a0c91e6bf6",
        ["f81d4fae7dec11d0a76500a0c91e6bf6"],
    ),
    ("oid-syntax", "urn:oid:3.1", ["3.1"]),
    ("oid-syntax", "urn:oid:1.40", ["1.40"]),
    ("oid-syntax", "urn:oid:1..2", ["1..2"]),
    ("did-syntax", "did:example", ["did:example"]),
    ("did-syntax", "did:example:a:/path", ["did:example:a:"]),
    ("mailto-address", "mailto:a@b.example,c", ["c"]),
    ("mailto-address", "mailto:.a@b.example", [".a@b.example"]),
    ("mailto-address", "mailto:?to=anna", ["anna"]),
    ("mailto-address", "mailto:a@b.example?cc=anna", ["anna"]),
    ("mailto-address", "mailto:a@b.example?BCC=c@d.example,e&subject=x", ["e"]),
    ("mailto-address", "mailto:a@b.example?%63c=.c@d.example", [".c@d.example"]),
    ("mailto-address", "mailto:a@b.example?to=c@d.example%2Ce", ["c@d.example%2Ce"]),
    ("mailto-address", "mailto:a@b.example?to=%FF@b.example", ["%FF@b.example"]),
    ("mailto-address", "mailto:a@b.example?cc=Anna%20%3Canna%3E", ["Anna%20%3Canna%3E"]),
    ("mailto-address", "mailto:a@b.example;c@d.example", ["a@b.example;c@d.example"]),
    ("mailto-address", "mailto:a@b.example%3B%20c@d.example", ["a@b.example%3B%20c@d.example"]),
    (
        "mailto-address",
        "mailto:?cc=a@b.example;c@d.example,e@f.example",
        ["a@b.example;c@d.example"],
    ),
    ("mailto-address", "mailto:a@b.example?subject=x?body=y", ["?"]),
    ("mailto-address", "mailto:a@b.example?cc=c@d.example?Subject=y?body=z", ["?", "?"]),
    ("mailto-address", "mailto:a@b.example?cc=c?bcc=d", ["?", "c", "d"]),
    ("mailto-header", "mailto:a@b.example?Subject=a&subject=b&x=y", ["subject=b", "x=y"]),
    ("tel-syntax", "tel:+", ["tel:+"]),
    ("tel-syntax", "tel:+1a", ["tel:+1a"]),
    ("tel-syntax", "tel:12;phone-context=-a", ["tel:12;phone-context=-a"]),
    ("tel-syntax", "tel:12;phone-context=a.1", ["tel:12;phone-context=a.1"]),
    ("tel-syntax", "tel:12;phone-context=+", ["tel:12;phone-context=+"]),
    ("data-syntax", "data:text/plain", ["data:text/plain"]),
    ("data-syntax", "data:;BASE64,aGk", ["aGk"]),
    ("data-syntax", "data:;base64,abcd=", ["abcd="]),
    ("data-syntax", "data:;base64,abcd====?#a", ["abcd====?"]),
    ("data-syntax", "data:text/plain?,a#b", ["data:text/plain?,a"]),
    ("data-syntax", "data://a/b,c", ["data://a/b,c"]),
    ("data-syntax", "data:text,a", ["text"]),
    ("data-syntax", "data:text/html;a,b", ["text/html;a"]),
    ("data-syntax", "data:text/html%0D%0AX-Evil%3A1,x", ["text/html%0D%0AX-Evil%3A1"]),
    ("tag-syntax", "tag:a@b.example,2020-13:x", ["tag:a@b.example,2020-13"]),
    ("tag-syntax", "tag:example.org,2020", ["tag:example.org,2020"]),
]


@pytest.mark.parametrize(("code", "text", "pieces"), FOUND)
def test_what_is_found(code: str, text: str, pieces: list[str]) -> None:
    assert [text[start:stop] for start, stop in spans(code, text)] == pieces


# The code, and a text that the rule must not find.
LEFT_ALONE = [
    ("host-not-lowercase", "http://%c3%A9.example/"),  # digits of triplets
    ("dot-segment", "./a:b"),  # a guard
    ("dot-segment", "s:/.//a"),
    ("dot-segment", "../../a"),
    ("dot-segment", "/.../..a/.b"),
    ("dot-segment", "/?a/../b"),
    ("path-empty", "http://"),  # http-empty-host tells
    ("path-empty", "mailto:"),
    ("port-default", "http://a.example:443/"),
    ("port-default", "s://a:80"),
    ("userinfo", "ftp://a@b.example/"),
    ("userinfo-like-host", "ftp://a.b@c.example/"),
    ("userinfo-like-host", "http://a.1b@c.example/"),
    ("dns-label-hyphen", "http://a-.b.example/"),  # names below a registered one may be arbitrary
    ("dns-label-hyphen", "http://-a.b.example./"),
    ("dns-character", "http://a_b.c.example/"),
    ("dns-character", "http://_dmarc.c.d.example./"),
    ("scheme-doubled", "http://http/a"),
    ("scheme-doubled", "https:http"),
    ("scheme-doubled", "https:http:80"),
    ("scheme-doubled", "https:ftp://a.example/"),
    ("scheme-doubled", "https:/a/http://a.example/"),
    ("scheme-doubled", "urn:http://a.example/"),
    ("scheme-doubled", "http://http:80//a"),
    ("ipv4-lookalike", "http://1.2.3.4/"),
    ("ipv4-lookalike", "http://1.2.3.4.example/"),
    ("ipv4-lookalike", "s://2130706433"),  # it need not be a DNS name
    ("ipv4-lookalike", "http://2130706433.a/"),
    ("ipv4-malformed", "http://0xg/"),
    ("address-not-global", "http://8.8.8.8/"),
    ("address-not-global", "http://[2606:4700::1]/"),
    ("host-special-use", "http://notlocalhost.example/"),
    ("host-special-use", "http://./"),
    ("host-special-use", "file://server/a"),
    ("host-special-use", "http://internal.example/"),
    ("host-percent-encoded", "s://a%20b"),
    ("dns-label-empty", "http://a.example./"),
    ("dns-label-empty", "s://a..b"),
    ("dns-label-hyphen", "http://r3---sn-4g5e6nez.example/"),  # in use, and valid by RFC 1123
    ("dns-too-long", "http://" + "a." * 126 + "a/"),  # 253
    ("idna-invalid", "http://例え.example/"),
    ("idna-invalid", "http:///a"),
    ("idna-mapped", "http://EXAMPLE.org/"),  # host-not-lowercase tells
    ("idna-a-label", "http://xn--a.example/"),  # idna-invalid tells
    ("host-mixed-script", "http://a日本語ひらカナ.example/"),  # Latin with Japanese
    ("host-mixed-script", "http://abc한글漢字.example/"),  # and Korean
    ("host-mixed-script", "http://é1-2.пример.example/"),
    ("host-whole-script-confusable", "http://пример.com/"),
    ("host-whole-script-confusable", "http://日本.com/"),
    ("host-digit-lookalike", "http://\u0437\u0430.example/"),
    ("host-tld-specific-letter", "http://col·lega.cat/"),
    ("host-dangerous-pattern", "http://カノン.example/"),
    ("invisible-character", "/می\u200cخواهم"),  # Persian is written with it
    ("invisible-character", "/❤\ufe0f"),  # it belongs to the heart
    ("space-character", "/%C2%A0+"),
    ("percent-encoded-not-utf8", "/%F0%9F%98%80"),
    ("percent-encoded-delimiter", "?a=%2F"),
    ("percent-encoded-dot-segment", "/%2E%2E%2E/%2Ea"),
    ("percent-encoded-twice", "/%25%32"),
    ("percent-encoded-twice", "s3://b/k=a%252Fb/x"),  # a value in the name of a folder
    ("object-key", "s3://bucket/k=1/a-b/"),
    ("object-key", "s3://bucket"),
    ("object-key", "hf://u/n@v%2F1/x"),  # all readers decode the revision
    ("object-key", "http://h/a%20b?c#d"),
    ("object-key", "s3n://b/a%20b"),
    ("file-fragment", "http://h/#a"),
    ("html-entity", "?a;b&c;d"),
    ("trailing-punctuation", "a/.."),
    ("secret-in-query", "?token=&tokens=1#token=x"),
    ("secret-in-fragment", "?token=x#token=&a/token"),
    ("browser-other-host", "http:///"),  # browsers refuse it
    ("browser-other-host", "file:///a"),
    ("browser-other-host", "s:///a"),
    ("ws-fragment", "http://a.example/#"),
    ("scheme-script", "data:image/png;base64,aGk="),
    ("scheme-typo", "shttp://a.example/"),  # registered
    ("scheme-typo", "htp:a"),
    ("scheme-typo", "hxtp://a.example/"),  # defanged
    ("scheme-defanged", "hxxp:a"),
    ("scheme-unregistered", "IRIS.BEEP://a"),
    ("scheme-like-host", "iris.beep:/a"),
    ("scheme-like-host", "foo.bar:baz"),
    ("scheme-like-host", "a.b:123456"),
    ("file-relative", "file:/a"),
    ("file-host", "file://LOCALHOST/a"),
    ("file-unc-path", "file://a//b"),
    ("urn-nid", "urn:a-b:c"),
    ("urn-nss", "urn:ab:c/d"),
    ("urn-component", "urn:example:a?+b?=c#d"),
    ("urn-component", "urn:example:a#d"),
    ("urn-experimental", "urn:xyz:a"),
    ("uuid-syntax", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6#a"),
    ("oid-syntax", "urn:oid:2.999.0"),
    ("did-syntax", "did:web:example.com%3A3000:a/b?c#d"),
    ("mailto-address", "mailto:?to=a@b.example"),
    ("mailto-address", "mailto:a@b.example?cc=c@d.example,e@f.example&bcc=g@h.example"),
    ("mailto-address", "mailto:a@b.example?to=c@d.example%2Ce@f.example"),
    (
        "mailto-address",
        "mailto:a@b.example?cc=Anna%20B%20%3Ca@b.example%3E,%22C,%20D%22%20%3Cc@d.example%3E",
    ),
    ("mailto-address", "mailto:a@b.example?cc=&bcc"),
    ("mailto-address", "mailto:a@b.example?subject=who?&body=why?not=this"),
    ("mailto-address", "mailto:%22a;b%22@c.example"),
    ("percent-encoded-control", "mailto:a@b.example?body=a%0D%0Ab"),
    ("percent-encoded-control", "mailto:?subject=x&Body=a%0D%0Ab%00"),
    ("percent-encoded-control", "mailto:?%62ody=%0A"),
    ("percent-encoded-control", "sms:+15105550101?body=a%0D%0Ab"),
    ("percent-encoded-control", "SMS:+15105550101,+15105550102?body=%09"),
    ("percent-encoded-control", "sms:+15105550101;body=a%0Ab"),
    ("percent-encoded-control", "mms:+15105550101&body=a%0Ab"),
    ("percent-encoded-control", "data:,a%0D%0Ab"),
    ("percent-encoded-control", "data:text/plain;charset=utf-8,a%0Ab?c%00d"),
    ("percent-encoded-control", "data:application/octet-stream,%00%01%1F%7F"),
    ("percent-encoded-control", "https://a.example/?text=a%0Ab"),
    ("percent-encoded-control", "//a.example?text=a%0Ab"),
    ("percent-encoded-control-query", "mailto:a@b.example?body=%0A"),
    ("percent-encoded-control-query", "ftp://a.example/?%0A"),
    ("mailto-address", "mailto:%22a%20b%22@%5B1.2.3.4%5D,é@例え.example"),
    ("mailto-header", "mailto:a@b.example?cc=c@d.example&body=x"),
    ("tel-syntax", "tel:+1-(201).555-0123;ext=1"),
    ("tel-syntax", "tel:*%23;phone-context=+1"),
    ("tel-syntax", "tel:12;isub=1;phone-context=a-1.example."),
    ("data-syntax", "data:,"),
    ("data-syntax", "data:text/plain;charset=utf-8;base64,YQ%3D%3D"),
    ("data-syntax", "data:;base64,YWJj%20ZGVm%0D%0A"),
    ("data-syntax", "data:text/html,<p>".replace("<p>", "%3Cp%3E?a")),
    ("tag-syntax", "tag:a.b-c@d.example,2020-01-31:"),
]


@pytest.mark.parametrize(("code", "text"), LEFT_ALONE)
def test_what_is_left_alone(code: str, text: str) -> None:
    assert spans(code, text) == []


# Examples in the documents of the schemes, with their findings.
DOCUMENTED: list[tuple[str, str, list[str]]] = [
    *(("RFC 8141", text, []) for text in (
        "urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456",
        "urn:example:a123,z456?+abc", "urn:example:a123,z456?=xyz", "urn:example:a123,z456#789",
        "urn:example:a123,z456/foo", "urn:example:a123%2Cz456", "urn:example:A123,z456",
        "urn:example:%D0%B0123,z456", "urn:example:1/406/47452/2", "urn:example:foo-bar-baz-qux#somepart",
        "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
        "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z")),
    *(("RFC 6068", text, []) for text in (
        "mailto:chris@example.com", "mailto:infobot@example.com?subject=current-issue",
        "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
        "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
        "mailto:joe@example.com?cc=bob@example.com&body=hello", "mailto:gorby%25kremvax@example.com",
        "mailto:unlikely%3Faddress@example.com?blat=foop", "mailto:Mike%26family@example.org",
        "mailto:%22not%40me%22@example.org", "mailto:%22oh%5C%5Cno%22@example.org",
        "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
        "mailto:user@example.org?subject=caf%C3%A9", "mailto:addr1@an.example,addr2@an.example",
        "mailto:?to=addr1@an.example,addr2@an.example", "mailto:addr1@an.example?to=addr2@an.example",
        "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO")),
    *(("RFC 3966", text, []) for text in (
        "tel:+1-201-555-0123", "tel:7042;phone-context=example.com",
        "tel:863-1234;phone-context=+1-914-555", "tel:1234;phone-context=munich.example.com")),
    *(("RFC 4151", text, []) for text in (
        "tag:timothy@hpl.hp.com,2001:web/externalHome", "tag:sandro@w3.org,2004-05:Sandro",
        "tag:my-ids.com,2001-09-15:TimKindberg:presentations:UBath2004-05-19",
        "tag:blogger.com,1999:blog-555", "tag:yaml.org,2002:int#1")),
    *(("RFC 2397", text, []) for text in (
        "data:,A%20brief%20note", "data:text/plain;charset=iso-8859-7,%be%d3%be",
        "data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local")),
    *(("RFC 3061", text, []) for text in (
        "urn:oid:1.3.6.1", "urn:oid:1.3.6.1.4.1", "urn:oid:1.3.6.1.2.1.27")),
    *(("RFC 8089", text, []) for text in (
        "file:///path/to/file", "file:/path/to/file", "file:///c:/path/to/file")),
    # Not local (§3), not in the syntax (Appendix E).
    ("RFC 8089", "file://host.example.com/path/to/file", ["file-host"]),
    ("RFC 8089", "file:c:/path/to/file", ["file-relative"]),
    ("RFC 8089", "file:////host.example.com/path/to/file", ["file-unc-path"]),
    ("RFC 8089", "file://///host.example.com/path/to/file", ["file-unc-path"]),
    ("RFC 6455", "ws://example.com/chat", []),
]  # fmt: skip


@pytest.mark.parametrize(("document", "text", "codes"), DOCUMENTED)
def test_the_examples_of_the_documents(document: str, text: str, codes: list[str]) -> None:
    """Findings of the scheme's rules: the default profile without escapes and similar codes."""
    schemes = ("urn", "uuid", "oid", "did", "mailto", "tel", "data", "tag", "file", "ws")
    found = [f.code for f in IRI(text).check() if f.code.startswith(schemes)]
    assert found == codes, document


# Text, code, suggestion.
SUGGESTED = [
    ("http://a.example/%c3%a9%2f", "percent-not-uppercase", "http://a.example/%C3%A9%2F"),
    ("http://a.example/a/../../b/.", "dot-segment", "http://a.example/b/"),
    ("a/../b", "dot-segment", None),  # unknown before resolution
    ("/%2E/a", "percent-encoded-dot-segment", None),
    ("s:/%2E//a/%2e%2e/b", "percent-encoded-dot-segment", "s:/.//b"),
    ("s:/a/..//b", "dot-segment", "s:/.//b"),
    ("/\u037e", "not-nfc", None),  # the Greek question mark is the semicolon
    ("/\u1fef", "not-nfc", None),  # and its grave accent one that no IRI has
    ("/a\u0301", "not-nfc", "/\u00e1"),
    ("/\uff0f", "not-nfkc", None),  # a slash would be a delimiter
    ("http://ex%61mple.org/", "host-percent-encoded", "http://example.org/"),
    ("http://a%2Fb/", "host-percent-encoded", None),
    ("http://ＢÜ\u3002example/", "idna-mapped", "http://bü.example/"),
    ("http://a.example../", "dns-root-dot", None),
    ("http://a.example\u3002/", "dns-root-dot", "http://a.example/"),
    (
        "mailto:a@b.example?subject=x?body=y",
        "mailto-address",
        "mailto:a@b.example?subject=x&body=y",
    ),
    ("mailto:a@b.example;c@d.example", "mailto-address", "mailto:a@b.example,c@d.example"),
    (
        "mailto:?cc=a@b.example%3Bc@d.example",
        "mailto-address",
        "mailto:?cc=a@b.example%2Cc@d.example",
    ),
    ("mailto:?cc=anna;b@c.example", "mailto-address", None),
    ("https://http://a.example/", "scheme-doubled", "http://a.example/"),
    ("https:http://a.example/?b", "scheme-doubled", "http://a.example/?b"),
    ("?a&amp;b&amp;c", "html-entity", "?a&b&c"),
    ("?a&amp;amp;b", "html-entity", None),
    ("?a&lt;b", "html-entity", None),
    ("http://xn--bcher-kva.example/", "idna-a-label", "http://bücher.example/"),
    ("htpp://a.example/", "scheme-typo", "http://a.example/"),
    ("uuid:1", "scheme-pseudo-urn", "urn:uuid:1"),
    ("urn:example:é", "urn-non-ascii", "urn:example:%C3%A9"),
]


@pytest.mark.parametrize(("text", "code", "suggestion"), SUGGESTED)
def test_what_is_suggested(text: str, code: str, suggestion: str | None) -> None:
    found = [f for f in IRIReference(text).check(severities=SEVERITIES) if f.code == code]
    assert {f.suggestion for f in found} == {suggestion}


def evidence(text: str) -> dict[str, str | None]:
    return {f.code: f.evidence for f in IRI(text).check("untrusted")}


def test_evidence() -> None:
    assert evidence("http://0x7f.1/")["ipv4-lookalike"] == "127.0.0.1"
    assert evidence("http://[::ffff:127.0.0.1]/")["ipv6-embeds-ipv4"] == "127.0.0.1"
    assert evidence("http://p\u0430ypal.example/")["host-mixed-script"] == "Latin, Cyrillic"
    assert evidence("http://\u0441\u043e\u0441\u043e.example/") == {
        "host-whole-script-confusable": "coco"
    }
    assert evidence("http:evil.example/")["browser-other-host"] == "evil.example"
    assert evidence("http://a.example/?token=x") == {"secret-in-query": "token"}
    assert evidence("http://a.example/#Id%5FToken=x") == {"secret-in-fragment": "Id_Token"}


def test_look_alikes_stay_what_they_are_and_are_reported() -> None:
    """RFC 3987 §6.1: full-width Latin, half-width Katakana and spaces are decoded like others."""
    uri = URI("http://a.example/%EF%BC%A1%EF%BD%B1%E3%80%80")
    iri = uri.to_iri()
    assert iri == "http://a.example/\uff21\uff71\u3000"
    codes = [finding.code for finding in iri.check("norm")]
    assert codes == ["not-nfkc"]
    assert [finding.code for finding in iri.check()] == ["space-character"]


@given(iri_references())
def test_what_is_wrong_with_direction_is_gone_in_uri_notation(text: str) -> None:
    """RFC 3987 §4.2: a component that cannot satisfy the rules can be mapped to a URI's."""
    uri = IRIReference(text).to_uri()
    assert not [finding for finding in uri.check() if finding.code.startswith("bidi-")]


@given(iri_references())
def test_data_are_at_fault_wherever_there_are_none(text: str) -> None:
    for head in ("", "a/b,", "a/b;c=", ";base64,", "a/b;base64,YQ"):
        if IRI.is_valid(f"data:{head}{text}"):
            iri = IRI(f"data:{head}{text}")
            assert (iri.data is None) == (spans("data-syntax", iri) != []), iri


OF_SCHEMES = {rule.code for rule in RULES if rule.topic in {"Schemes", "URNs"}} - {"urn-non-ascii"}


SCHEMES = ["urn", "did", "mailto", "tel", "data", "tag", "file", "http"]


@given(iri_references())
def test_schemes_are_asked_of_the_mapped_uri(text: str) -> None:
    """RFC 3987 §3.1: restrictions of a scheme are those of the URI."""
    for scheme, rest in itertools.product(SCHEMES, (text, f"example:{text}")):
        if IRI.is_valid(f"{scheme}:{rest}"):
            iri = IRI(f"{scheme}:{rest}")
            of_iri, of_uri = (
                [f.code for f in each.check("untrusted") if f.code in OF_SCHEMES]
                for each in (iri, iri.to_uri())
            )
            assert of_iri == of_uri


def test_dns_names_that_producers_should_not_make() -> None:
    """RFC 3986 §3.2.2: the syntax of the DNS, at most 255 octets."""
    for host in ["a..b", "-a", "a" * 64, "a." * 127 + "aa", "a_b", "%61"]:
        assert [f.code for f in IRI(f"http://{host}/").check()], host
    assert IRI("http://a-b.example./").check() == []
