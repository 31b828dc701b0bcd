"""Findings compared with two public suites: Apache Jena's issues, and URLs of HTML's checkers.

Each input has the suite's result and, if ours differs, the reason. The facts are those of
apache/jena (Apache-2.0), `TestURISchemes` and `TestParseURN` of jena-iri3986, and of
web-platform-tests/wpt (BSD-3-Clause), `conformance-checkers/tools/url.py`, as of 2026-11.
"""

from typing import Any

import pytest

from iriform import IRIReference, ParseError
from iriform.findings import RULES

SEVERITIES: Any = {rule.code: rule.severity for rule in RULES if rule.profiles}

# The issues of Jena, and the corresponding codes.
ISSUES = {
    "iri_host_not_lowercase": "host-not-lowercase",
    "iri_user_info_present": "userinfo",
    "iri_password": "password",
    "iri_percent_not_uppercase": "percent-not-uppercase",
    "iri_bad_dot_segments": "dot-segment",
    "iri_scheme_name_is_not_lowercase": "scheme-not-lowercase",
    "http_no_host": "http-no-host",
    "http_empty_host": "http-empty-host",
    "file_relative_path": "file-relative",
    "file_bad_form": "file-host",
    "did_bad_syntax": "did-syntax",
    "urn_bad_nid": "urn-nid",
    "urn_bad_nss": "urn-nss",
    "urn_x_namespace": "urn-experimental",
    "urn_bad_components": "urn-component",
    "uuid_bad_pattern": "uuid-syntax",
    "uuid_not_lowercase": "uuid-not-lowercase",
    "uuid_has_query": "uuid-syntax",
    "uuid_scheme_not_registered": "scheme-pseudo-urn",
    "oid_scheme_not_registered": "scheme-pseudo-urn",
    "oid_bad_syntax": "oid-syntax",
}
UUID = "06e775ac-2c38-11b2-801c-8086f2cc00c9"
JENA: list[tuple[str, str]] = [
    ("jena://host/abc", ""),
    ("jena://HOST/abc", "iri_host_not_lowercase"),
    ("jena://user@host/abc", "iri_user_info_present"),
    ("jena://user:password@host/file/name.txt", "iri_user_info_present iri_password"),
    ("ab%FFdef", ""),
    ("ab%aFdef", "iri_percent_not_uppercase"),
    ("ab%Afdef", "iri_percent_not_uppercase"),
    ("http://host/ab%FFdef", ""),
    ("http://host%AA/ab%FFdef", "iri_host_not_lowercase"),
    ("http://host%aa/ab%aa123", "iri_percent_not_uppercase"),
    ("http://example/abc/../def/", "iri_bad_dot_segments"),
    ("jena://example/abc/../def/", "iri_bad_dot_segments"),
    ("http://example/.", "iri_bad_dot_segments"),
    ("http://example/./", "iri_bad_dot_segments"),
    ("http:/..", "iri_bad_dot_segments http_no_host"),
    ("http:/.", "iri_bad_dot_segments http_no_host"),
    *((text, "") for text in ("./abcd", "../abcd", "../../abcd", "./../abcd")),
    ("../../abcd/..", "iri_bad_dot_segments"),
    ("../../abcd/.", "iri_bad_dot_segments"),
    *((f"http://host/{path}/", "") for path in ("pa.th", ".path", "path.")),
    ("http:///abc", "http_empty_host"),
    ("https:///abc", "http_empty_host"),
    ("https://", "http_empty_host"),
    ("https:", "http_no_host"),
    ("file:///path", ""),
    ("file:", "file_relative_path"),
    ("file:/", "file_bad_form"),
    ("file://", "file_bad_form"),
    ("file:file/name.txt", "file_relative_path"),
    ("file:/file/name.txt", "file_bad_form"),
    ("file://file/name.txt", "file_bad_form"),
    ("did:method:specific", ""),
    ("did::", "did_bad_syntax"),
    *((f"urn:{rest}", "") for rest in ("ns:nss", "123:nss", "1-2:nss", "nid:a", "urn-7:nss")),
    *((f"urn:{rest}", "urn_bad_nid") for rest in ("-12:nss", "and-:nss", "", ":", ":abc", "x:abc")),
    ("urn:abc:", "urn_bad_nss"),
    ("urn:X-local:nss", "urn_x_namespace"),
    ("urn:x-local:nss", "urn_x_namespace"),
    ("urn:urn-abc:nss", "urn_bad_nid"),
    ("urn:12345678901234567890123456789012:a", ""),
    ("urn:abcdefghij-123456789-123456789-yz:a", "urn_bad_nid"),
    ("urn:local:abc/def?query=foo", "urn_bad_components"),
    ("urn:αβγ:abc", "urn_bad_nid"),
    (f"urn:uuid:{UUID}", ""),
    (f"urn:uuid:{UUID}?+r?=q#frag", ""),
    ("urn:uuid:", "uuid_bad_pattern"),
    ("urn:uuid:0000", "uuid_bad_pattern"),
    (f"urn:UUID:{UUID}", "uuid_not_lowercase"),
    (f"urn:UUID:{UUID}?query=foo", "urn_bad_components uuid_not_lowercase"),
    ("urn:uuid:06e775ac-2c38-11b2-ZZZZ-8086f2cc00c9", "uuid_bad_pattern"),
    (
        "urn:uuid:06e775ac-2c38-11b2-ZZZZ-8086f2cc00c9?query=foo",
        "uuid_bad_pattern urn_bad_components",
    ),
    (f"uuid:{UUID}", "uuid_scheme_not_registered"),
    (f"UUID:{UUID}", "iri_scheme_name_is_not_lowercase uuid_scheme_not_registered"),
    ("uuid:", "uuid_scheme_not_registered uuid_bad_pattern"),
    ("uuid:0000-1111", "uuid_scheme_not_registered uuid_bad_pattern"),
    (f"uuid:{UUID}?+r", "uuid_scheme_not_registered uuid_has_query"),
    ("urn:oid:2.3.4", ""),
    ("urn:oid:Z", "oid_bad_syntax"),
    ("oid:2.3.4", "oid_scheme_not_registered"),
    ("oid:Z", "oid_bad_syntax oid_scheme_not_registered"),
    ("ftp://user@host:3333/abc/def?qs=ghi#jkl", "iri_user_info_present"),
    ("ftp://[::1]/abc/def?qs=ghi#jkl", ""),
    *((f"urn:nid:nss{rest}", "") for rest in ("?+R?=Q#F", "?=Q#F", "#F", "?+R#F", "?+R?=Q", "?=Q",
      "#", "?+R1?+R2", "?=Q?+R", "?=Q?+", "?=Q?=Q", "?=Q?=", "?+R?Z", "?=Q?n=v")),
    ("URN:OID:1.2.3", ""),
    ("urn:a-b:nss", ""),
    ("urn:123456789-123456789-123456789-12:nss", ""),
    ("urn:ns", "urn_bad_nss"),
    ("urn:ns:", "urn_bad_nss"),
    ("urn:n:nss", "urn_bad_nid"),
    ("urn:-ns:123", "urn_bad_nid"),
    ("urn:ns-:123", "urn_bad_nid"),
    ("urn:123456789-123456789-123456789-123:nss", "urn_bad_nid"),
    *((f"urn:nid:nss{rest}", "urn_bad_components") for rest in (
      "?+#F", "?=#F", "?+R?=", "?+?=Q", "?", "?junk")),
]  # fmt: skip

# The cases in which we find other codes than Jena, and why.
_USER = "RFC 9110 §4.2.4 is about http; a user name is usual in ssh: and ftp: (RFC 1738 §3.2.1)"
_FILE = "RFC 8089 §2 has a path without an authority (`local-path`)"
_URN_CASE = "the case of the NID has a code of its own, `urn-not-normal`"
_PSEUDO = "of a scheme that does not exist, what follows it is not judged"
OTHERWISE: dict[str, tuple[str, str]] = {
    "jena://user@host/abc": ("", _USER),
    "jena://user:password@host/file/name.txt": ("password", _USER),
    "ftp://user@host:3333/abc/def?qs=ghi#jkl": ("", _USER),
    "http://host%AA/ab%FFdef": ("", "digits of a triplet are in upper case (RFC 3986 §6.2.2.1)"),
    "file:/": ("", _FILE),
    "file:/file/name.txt": ("", _FILE),
    "file://": (
        "file-relative",
        "there is no path, and RFC 8089 §2 asks for one; no host is named",
    ),
    "urn:urn-7:nss": (
        "urn-experimental",
        "informal namespaces are named, as an info (RFC 8141 §5.2)",
    ),
    "urn:": ("urn-nid urn-nss", "both are missing"),
    "urn::": ("urn-nid urn-nss", "both are missing"),
    "urn:uuid:": ("urn-nss", "without an NSS it is no URN of any namespace"),
    f"urn:UUID:{UUID}": ("", _URN_CASE),
    f"urn:UUID:{UUID}?query=foo": ("urn-component", _URN_CASE),
    "URN:OID:1.2.3": (
        "scheme-not-lowercase",
        "Jena's parser of URNs is not asked about the scheme",
    ),
    "uuid:": ("scheme-pseudo-urn", _PSEUDO),
    "uuid:0000-1111": ("scheme-pseudo-urn", _PSEUDO),
    f"uuid:{UUID}?+r": ("scheme-pseudo-urn", _PSEUDO),
    "oid:Z": ("scheme-pseudo-urn", _PSEUDO),
}


@pytest.mark.parametrize(("text", "issues"), JENA)
def test_the_issues_of_jena(text: str, issues: str) -> None:
    told = {*ISSUES.values()}
    found = {f.code for f in IRIReference(text).check(severities=SEVERITIES)} & told
    expected = {ISSUES[issue] for issue in issues.split()}
    if found != expected:
        assert " ".join(sorted(found)) == OTHERWISE[text][0]
    else:
        assert text not in OTHERWISE


# The URLs that a checker of HTML must refuse.
INVALID = [
    "a:\tfoo.com", "a:\nfoo.com", "a:\rfoo.com", "a: foo.com", "http:foo.com", "http::@c:29",
    "http:[61:27]/:foo", "http:\\\\foo.com\\", "http:/example.com/", "ftp:/example.com/",
    "https:/example.com/", "data:/example.com/", "ftp:example.com/", "https:example.com/",
    "javascript:example.com/", "http://&a:foo(b]c@d:2/", "http://::@c@d:2", "http://a\\b:c\\d@foo.com",
    "http://example .org", "http://example\t.org", "http://example.\norg", "http://example.\rorg",
    "http://[1::2]:3:4", "http://f:b/c", "http://f:fifty-two/c", "http://2001::1", "http://2001::1]:80",
    "http://foo.com/\\@", ":\\", ":foo.com\\", "[61:24:74]:98", "http://foo/path#f#g",
    "http://example.com/foo/%2e%2", "http://example.com/foo%", "http://example.com/foo\u0091",
    "http://\U0001f4a9:foo@example.com", "http://foo:\U0001f4a9@example.com",
    "http://[www.google.com]/", "http://", "http://user:pass@/", "http://foo:-80/",
    "http://@/www.example.com", "http://\ufdd0zyx.com", "http://%ef%b7%90zyx.com",
    "http://\uff05\uff14\uff11.com", "http://%ef%bc%85%ef%bc%94%ef%bc%91.com",
    "http://\uff05\uff10\uff10.com", "http://%ef%bc%85%ef%bc%90%ef%bc%90.com",
    "#\\", "http://f:21/b# e", "/a/ /c", "http://f:21/ b", "http://example.com/foo\tbar",
    "http://f:21/b ?", "http://f:\r/c", "http://f:\n/c", "http://f: /c", "http://f:\t/c",
    "http://f:21/b? d", "http://f:21/b?d #", "file:c:\\foo\\bar.html", "file:/C|/foo/bar",
    "file:///C|/foo/bar",
]  # fmt: skip
# The URLs that it must accept.
VALID = [
    "a:foo.com", "foo:/", "foo://", "foo:/bar.com/", "foo://///////", "foo://///////bar.com/",
    "foo:////://///", "c:/foo", "madeupscheme:/example.com/", "file:/example.com/",
    "ftps:/example.com/", "gopher:/example.com/", "ws:/example.com/", "wss:/example.com/",
    "javascript:/example.com/", "mailto:/example.com/", "madeupscheme:example.com/",
    "ftps:example.com/", "gopher:example.com/", "wss:example.com/", "mailto:example.com/",
    "data:text/plain,foo", "http://user:pass@foo:21/bar;par?b#c", "http://[2001::1]",
    "http://[2001::1]:80", "http://f:/c", "http://f:0/c", "http://f:00000000000000/c",
    "http://f:00000000000000000000080/c", "http://a:b@c:29/d", "http://foo.com:b@d/",
    "http://foo/abcd?efgh?ijkl", "http://foo/abcd#foo?bar", "http://example.com/foo/%2e",
    "http://example.com/%20foo", "http://example.com/\u00c2\u00a9zbar",
    "http://example.com/foo%41%7a", "http://example.com/foo%91", "http://example.com/foo%00",
    "http://example.com/%3A%3a%3C%3c", "http://example.com/\u4f60\u597d\u4f60\u597d",
    "http://example.com/\ufeff/foo", "http://example.com/\u202e/foo/\u202d/bar",
    "http://\U0001f4a9", "http://example.com/foo/\U0001f4a9", "http://example.com/foo?\U0001f4a9",
    "http://example.com/foo#\U0001f4a9", "http://192.0x00A80001",
    "http://%25DOMAIN:foobar@foodomain.com", "http://@www.example.com", "http://:b@www.example.com",
    "http://a:@www.example.com", "http://GOO\u200b\u2060\ufeffgoo.com", "http://www.foo\u3002bar.com",
    "http://\uff27\uff4f.com", "http://\u4f60\u597d\u4f60\u597d", "http://192.168.0.257/",
    "//foo/bar", "/", "/a/b/c", "/a%2fc", "/a/%2f/c", "?", "#", "#/", "#;?", "#\u03b2", "foo.com",
    ":", ":a", ":foo.com", ":/", ":#", ":23", "/:23", "::", "::23", "\U0001f4a9http://foo",
    "http\U0001f4a9//:foo", "File://foo/bar.html", "file://C|/foo/bar", "file://abc|/foo/bar",
    "file://server/foo/bar", "file:///foo/bar.txt", "file:", "file:/", "file://", "file:///",
    "file:test",
]  # fmt: skip


def verdict(text: str) -> str:
    """Return the reason why text is refused, or the findings of the default profile."""
    try:
        reference = IRIReference(text)
    except ParseError as error:
        return str(error.reason)
    return " ".join(sorted({f.code for f in reference.check()}))


# The URLs that we accept without findings and the checkers refuse, and why.
TAKEN = {"javascript:example.com/": "its script is not read: a URI has no JavaScript to be parsed"}


@pytest.mark.parametrize("text", INVALID)
def test_what_checkers_of_html_refuse(text: str) -> None:
    assert (verdict(text) == "") == (text in TAKEN)


# The URLs that we refuse or report and the checkers accept: our result, and why.
_GRAMMAR = "RFC 3986 §4.2: a colon in the first segment would make it a scheme"
_USERINFO = "valid, and deprecated (RFC 9110 §4.2.4): checkers ask about the syntax alone"
_SHOWN = "valid, and not what it looks like to a person or to the DNS"
_PORT = "valid, and a port that browsers refuse to fetch from"
_FILES = "the URL Standard takes it, RFC 8089 §2 has a path that begins with a slash"
NAMED: dict[str, tuple[str, str]] = {
    "a:foo.com": ("scheme-one-letter", "a scheme of one letter is mostly a drive of Windows"),
    "c:/foo": ("scheme-one-letter", "a scheme of one letter is mostly a drive of Windows"),
    **{text: ("colon-in-first-segment", _GRAMMAR) for text in VALID if text.startswith(":")},
    "\U0001f4a9http://foo": ("colon-in-first-segment", _GRAMMAR),
    "file://C|/foo/bar": ("invalid-character", "RFC 3986 §3.2.2 has no bar in a host"),
    "file://abc|/foo/bar": ("invalid-character", "RFC 3986 §3.2.2 has no bar in a host"),
    **dict.fromkeys(
        ("ws:/example.com/", "wss:/example.com/", "wss:example.com/"),
        ("browser-other-host", "the list is older than the URL Standard's special schemes ws, wss"),
    ),
    "mailto:/example.com/": ("mailto-address", "RFC 6068 §2: no address of mail"),
    "mailto:example.com/": ("mailto-address", "RFC 6068 §2: no address of mail"),
    "http://user:pass@foo:21/bar;par?b#c": ("password port-blocked userinfo", _USERINFO),
    "http://a:b@c:29/d": ("password userinfo", _USERINFO),
    "http://foo.com:b@d/": ("password userinfo userinfo-like-host", _USERINFO),
    "http://%25DOMAIN:foobar@foodomain.com": ("password userinfo", _USERINFO),
    "http://:b@www.example.com": ("password userinfo", _USERINFO),
    "http://a:@www.example.com": ("userinfo", _USERINFO),
    "http://f:/c": ("port-empty", "RFC 3986 §3.2.3: it should be left out"),
    "http://f:0/c": ("port-blocked", _PORT),
    "http://f:00000000000000/c": ("port-blocked", _PORT),
    "http://example.com/foo/%2e": ("percent-encoded-dot-segment", "removed by browsers"),
    "http://example.com/foo%91": ("percent-encoded-not-utf8", "RFC 3986 §2.5 asks for UTF-8"),
    "http://example.com/foo%00": ("percent-encoded-control", "RFC 3986 §7.3"),
    "http://example.com/\ufeff/foo": ("invisible-character", _SHOWN),
    "http://example.com/\u202e/foo/\u202d/bar": ("bidi-formatting", "RFC 3987 §4.1 forbids it"),
    "http://192.0x00A80001": ("ipv4-lookalike", _SHOWN),
    "http://GOO\u200b\u2060\ufeffgoo.com": ("idna-mapped invisible-character", _SHOWN),
    "http://www.foo\u3002bar.com": ("idna-mapped", _SHOWN),
    "http://\uff27\uff4f.com": ("idna-mapped", _SHOWN),
    "http://192.168.0.257/": ("ipv4-malformed", "the URL Standard refuses it today (ada-url does)"),
    "File://foo/bar.html": ("file-host", "valid, and not local (RFC 8089 §3)"),
    "file://server/foo/bar": ("file-host", "valid, and not local (RFC 8089 §3)"),
    "file:": ("file-relative", _FILES),
    "file://": ("file-relative", _FILES),
    "file:test": ("file-relative", _FILES),
}


@pytest.mark.parametrize("text", VALID)
def test_what_checkers_of_html_take(text: str) -> None:
    assert verdict(text) == NAMED.get(text, ("", ""))[0]


# The test lines of the crate unicode-security (MIT or Apache-2.0) for UTS #39 §5.1: a label, and
# True if it has a single script.
SINGLE_SCRIPT = [("a", True), ("a0", True), ("0", True), ("福", True), ("冬の雪", True),
    ("幻ㄒㄧㄤ", True), ("日出은", True), ("夏の幻ㄒㄧㄤ", False),
    ("汉ひ", True), ("汉μ", False)]  # fmt: skip


@pytest.mark.parametrize(("label", "is_single"), SINGLE_SCRIPT)
def test_the_lines_of_unicode_security(label: str, is_single: bool) -> None:
    codes = [f.code for f in IRIReference(f"http://{label}.example/").check()]
    assert ("host-mixed-script" not in codes) == is_single


def test_highly_restrictive_lets_latin_stand_beside_han() -> None:
    """UTS #39 §5.2: one script, or Latin with the scripts of Chinese, Japanese or Korean."""
    for label, is_found in [
        ("汉a", False),
        ("aひカ汉", False),
        ("a한汉", False),
        ("aμ", True),
        ("aа", True),
    ]:
        codes = [f.code for f in IRIReference(f"http://{label}.example/").check()]
        assert ("host-mixed-script" in codes) == is_found, label
