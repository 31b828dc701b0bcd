//! Errors: position, blamed span, rule, reason.

use iriform::engine::{
    Fault, Reason, Rule, recognize,
    template::recognize_template,
    text::{Text, Ucs2, Utf8},
};

use crate::ask;

/// Requested rule, text, position in bytes, blamed span, innermost rule, reason.
type Row = (Rule, &'static str, usize, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const FAULTS: &[Row] = &[
    // No scheme.
    (Rule::Iri, "", 0, "", "scheme", "empty-text"),
    (Rule::Iri, "a/b", 1, "a", "scheme", "missing-scheme"),
    (Rule::Iri, "a/b:c", 1, "a", "scheme", "missing-scheme"),
    (Rule::Iri, "http", 4, "http", "scheme", "missing-scheme"),
    (Rule::Iri, "//u:p@h/", 0, "", "scheme", "missing-scheme"),
    (Rule::Uri, "a?b", 1, "a", "scheme", "missing-scheme"),
    (Rule::Uri, "a#b", 1, "a", "scheme", "missing-scheme"),
    (Rule::Uri, "\u{E9}", 0, "\u{E9}", "scheme", "missing-scheme"),
    (Rule::Iri, "1a:b", 0, "1", "scheme", "invalid-character"),
    (Rule::Iri, "a_b:c", 1, "_", "scheme", "invalid-character"),
    (Rule::Iri, ":", 0, ":", "scheme", "invalid-character"),
    (Rule::Iri, "\u{E9}:b", 0, "\u{E9}", "scheme", "invalid-character"),
    (Rule::Uri, "\u{E9}:b", 0, "\u{E9}", "scheme", "non-ascii"),
    (Rule::Iri, "\u{E000}:b", 0, "\u{E000}", "scheme", "private-use"),
    (Rule::Uri, "\u{E000}:b", 0, "\u{E000}", "scheme", "non-ascii"),
    // A colon after text that cannot be a scheme.
    (Rule::IriReference, "1a:b", 2, "1a:", "isegment-nz-nc", "colon-in-first-segment"),
    (Rule::UriReference, ":", 0, ":", "segment-nz-nc", "colon-in-first-segment"),
    (Rule::UriReference, "a_:b", 2, "a_:", "segment-nz-nc", "colon-in-first-segment"),
    (Rule::RelativeRef, "s:a", 1, "s:", "segment-nz-nc", "colon-in-first-segment"),
    (Rule::IrelativePart, "a:b", 1, "a:", "isegment-nz-nc", "colon-in-first-segment"),
    (Rule::PathNoscheme, "a:b", 1, "a:", "segment-nz-nc", "colon-in-first-segment"),
    // Missing components; the last one is named.
    (Rule::Iri, "http://h/a b", 10, " ", "isegment", "invalid-character"),
    (Rule::Uri, "http://h/a b", 10, " ", "segment", "invalid-character"),
    (Rule::Iri, "http://h/a?b c", 12, " ", "iquery", "invalid-character"),
    (Rule::Uri, "http://h/a?b c", 12, " ", "query", "invalid-character"),
    (Rule::Iri, "http://h/a#b#c", 12, "#", "ifragment", "invalid-character"),
    (Rule::Uri, "http://h/a#b#c", 12, "#", "fragment", "invalid-character"),
    (Rule::Uri, "a:?\u{E000}", 3, "\u{E000}", "query", "non-ascii"),
    (Rule::Uri, "http://h/\u{E9}", 9, "\u{E9}", "segment", "non-ascii"),
    (Rule::Uri, "http://h/\u{80}", 9, "\u{80}", "segment", "non-ascii"),
    (Rule::Uri, "http://h/\u{7F}", 9, "\u{7F}", "segment", "invalid-character"),
    (Rule::Iri, "http://h/\u{E000}", 9, "\u{E000}", "isegment", "private-use"),
    (Rule::Iri, "s:#\u{F0000}", 3, "\u{F0000}", "ifragment", "private-use"),
    (Rule::Iri, "http://h/\u{10FFFD}", 9, "\u{10FFFD}", "isegment", "private-use"),
    (Rule::Iri, "http://h/\u{FFFD}", 9, "\u{FFFD}", "isegment", "invalid-character"),
    (Rule::AbsoluteUri, "a:#f", 2, "#f", "segment", "fragment-not-allowed"),
    (Rule::AbsoluteIri, "a:?#", 3, "#", "iquery", "fragment-not-allowed"),
    (Rule::AbsoluteIri, "a:[#", 2, "[", "isegment", "invalid-character"),
    // Percent-encoding.
    (Rule::Iri, "http://h/%", 10, "%", "pct-encoded", "invalid-percent-encoding"),
    (Rule::Iri, "http://h/%4", 11, "%4", "pct-encoded", "invalid-percent-encoding"),
    (Rule::Iri, "http://h/%zz", 10, "%z", "pct-encoded", "invalid-percent-encoding"),
    (Rule::Iri, "http://h/%4\u{E9}", 11, "%4\u{E9}", "pct-encoded", "invalid-percent-encoding"),
    (Rule::Iri, "http://%4g/", 9, "%4g", "pct-encoded", "invalid-percent-encoding"),
    // An address without brackets, after a userinfo and alone as a host.
    (Rule::Iri, "http://u:p@::1/", 12, "::1", "ihost", "unbracketed-ipv6"),
    (Rule::UriReference, "//u@2001:db8::1", 9, "2001:db8::1", "host", "unbracketed-ipv6"),
    (Rule::Ihost, "::1", 0, "::1", "ihost", "unbracketed-ipv6"),
    (Rule::Host, "2001:db8::1", 4, "2001:db8::1", "host", "unbracketed-ipv6"),
    (Rule::Ihost, "h:80", 1, ":", "ihost", "invalid-character"),
    // A second "@" after text that is not a port.
    (Rule::Iri, "http://a@b:80@c/", 13, "@", "port", "second-at"),
    (Rule::Iri, "http://a:p@b:q@c/", 13, "q@", "port", "second-at"),
    (Rule::Iri, "http://[::1]:80@c/", 15, "80@c", "port", "invalid-port"),
    (Rule::Iri, "http://a@b:80a/@", 13, "80a", "port", "invalid-port"),
    // The host.
    (Rule::Iri, "http://h h/", 8, " ", "ireg-name", "invalid-character"),
    (Rule::Uri, "http://h h/", 8, " ", "reg-name", "invalid-character"),
    (Rule::Uri, "http://\u{E9}/", 7, "\u{E9}", "reg-name", "non-ascii"),
    (Rule::Iri, "http://u@h h/", 10, " ", "ireg-name", "invalid-character"),
    (Rule::Uri, "http://u@h[", 10, "[", "reg-name", "invalid-character"),
    (Rule::Iri, "http://a@b@c/", 10, "@", "ireg-name", "second-at"),
    (Rule::Iri, "http://a@@", 9, "@", "ireg-name", "second-at"),
    (Rule::Iri, "http://[::1]@h", 12, "@", "IP-literal", "invalid-character"),
    (Rule::Authority, "[::1]@h", 5, "@", "IP-literal", "invalid-character"),
    (Rule::Iri, "http://[::1]x/", 12, "x", "IP-literal", "invalid-character"),
    (Rule::Iri, "http://u@[::1]x/", 14, "x", "IP-literal", "invalid-character"),
    // The port, or text that was not a userinfo.
    (Rule::Iri, "http://h:80a0/p", 13, "80a0", "port", "invalid-port"),
    (Rule::Iri, "http://h:80a0", 13, "80a0", "port", "invalid-port"),
    (Rule::Iri, "http://h:a?q", 10, "a", "port", "invalid-port"),
    (Rule::Iri, "http://u@h:80a0/p", 13, "80a0", "port", "invalid-port"),
    (Rule::Iri, "http://u@h:80a0?p", 13, "80a0", "port", "invalid-port"),
    (Rule::Iri, "http://u@h:a#p", 11, "a", "port", "invalid-port"),
    (Rule::Iri, "http://[::1]:80a0/", 15, "80a0", "port", "invalid-port"),
    (Rule::Uri, "http://[::1]:\u{E9}/", 13, "\u{E9}", "port", "non-ascii"),
    (Rule::Iri, "http://h:8 0/", 10, " ", "port", "invalid-character"),
    (Rule::Iri, "http://h:8a 0/", 11, " ", "iuserinfo", "invalid-character"),
    (Rule::Uri, "http://h:8a 0/", 11, " ", "userinfo", "invalid-character"),
    (Rule::Authority, "a:b", 3, "b", "port", "invalid-port"),
    // Addresses.
    (Rule::Iri, "http://::1/", 10, "::1", "ihost", "unbracketed-ipv6"),
    (Rule::Uri, "http://2001:db8::1", 18, "2001:db8::1", "host", "unbracketed-ipv6"),
    (Rule::Uri, "http://2001:db8::1:x", 20, "db8::1:x", "port", "invalid-port"),
    (Rule::Uri, "http://::1x/", 11, ":1x", "port", "invalid-port"),
    (Rule::Iri, "http://[::1", 11, "[::1", "IPv6address", "unclosed-bracket"),
    (Rule::Iri, "http://[::1/", 11, "[::1", "IPv6address", "unclosed-bracket"),
    (Rule::Iri, "http://[::1?]", 11, "[::1", "IPv6address", "unclosed-bracket"),
    (Rule::Iri, "http://[v1.a#]", 12, "[v1.a", "IPvFuture", "unclosed-bracket"),
    (Rule::Iri, "http://[", 8, "[", "h16", "unclosed-bracket"),
    (Rule::Iri, "http://[]", 8, "[]", "h16", "invalid-ipv6"),
    (Rule::Iri, "http://[1.2.3.4]/", 9, "[1.2.3.4]", "IPv6address", "invalid-ipv6"),
    (Rule::Iri, "http://[:1]/", 9, "[:1]", "IPv6address", "invalid-ipv6"),
    (Rule::Iri, "http://[::x/]", 10, "[::x", "IPv6address", "invalid-ipv6"),
    (Rule::Iri, "http://[::1.2.3]/", 15, "[::1.2.3]", "IPv4address", "invalid-ipv6"),
    (Rule::Iri, "http://[::1.2.x.4]/", 14, "[::1.2.x.4]", "dec-octet", "invalid-ipv6"),
    (Rule::Iri, "http://[::256.1.1.1]/", 13, "[::256.1.1.1]", "IPv6address", "invalid-ipv6"),
    (Rule::Iri, "http://[v1.]/", 11, "[v1.]", "IPvFuture", "invalid-ipvfuture"),
    (Rule::Iri, "http://[vg.a]/", 9, "[vg.a]", "IPvFuture", "invalid-ipvfuture"),
    (Rule::Iri, "http://[V.a]/", 9, "[V.a]", "IPvFuture", "invalid-ipvfuture"),
    (Rule::Iri, "http://[fe80::1%25a]/", 15, "[fe80::1%25a]", "IPv6address", "zone-identifier"),
    (Rule::IpLiteral, "[::%", 3, "[::%", "IPv6address", "zone-identifier"),
    (Rule::IpLiteral, "", 0, "", "IP-literal", "empty-text"),
    (Rule::IpLiteral, "a", 0, "a", "IP-literal", "invalid-character"),
    (Rule::Ipv6address, "1:2", 3, "", "IPv6address", "unexpected-end"),
    (Rule::Ipv6address, "1:", 2, "", "h16", "unexpected-end"),
    (Rule::Ipv6address, ":", 1, "", "IPv6address", "unexpected-end"),
    (Rule::Ipv6address, "1:g", 2, "g", "h16", "invalid-character"),
    (Rule::Ipv6address, "::12345", 6, "5", "IPv6address", "invalid-character"),
    (Rule::Ipv6address, "1:2:3:4:5:6:7:1.2.3.4", 15, ".", "IPv6address", "invalid-character"),
    (Rule::Ls32, "1", 1, "", "IPv6address", "unexpected-end"),
    (Rule::Ipv4address, "1.2.3", 5, "", "IPv4address", "unexpected-end"),
    (Rule::Ipv4address, "1.2.3.", 6, "", "dec-octet", "unexpected-end"),
    (Rule::Ipv4address, "1.256", 4, "6", "IPv4address", "invalid-character"),
    (Rule::DecOctet, "00", 1, "0", "dec-octet", "invalid-character"),
    (Rule::DecOctet, "x", 0, "x", "dec-octet", "invalid-character"),
    (Rule::H16, "", 0, "", "h16", "empty-text"),
    (Rule::IpvFuture, "", 0, "", "IPvFuture", "empty-text"),
    (Rule::IpvFuture, "v1", 2, "", "IPvFuture", "unexpected-end"),
    (Rule::IpvFuture, "v1.", 3, "", "IPvFuture", "unexpected-end"),
    (Rule::IpvFuture, "v1.a@", 4, "@", "IPvFuture", "invalid-character"),
    // Rules by themselves.
    (Rule::Scheme, "", 0, "", "scheme", "empty-text"),
    (Rule::Scheme, "a:", 1, ":", "scheme", "invalid-character"),
    (Rule::Port, "8a", 1, "a", "port", "invalid-character"),
    (Rule::PathAbsolute, "//", 1, "//", "path-absolute", "empty-first-segment"),
    (Rule::PathAbsolute, "", 0, "", "path-absolute", "empty-text"),
    (Rule::IpathAbsolute, "a", 0, "a", "ipath-absolute", "invalid-character"),
    (Rule::PathAbempty, "a", 0, "a", "path-abempty", "invalid-character"),
    (Rule::PathEmpty, "a", 0, "a", "path-empty", "invalid-character"),
    (Rule::PathRootless, "/", 0, "/", "path-rootless", "invalid-character"),
    (Rule::Isegment, "a/b", 1, "/", "isegment", "invalid-character"),
    (Rule::SegmentNz, "", 0, "", "segment-nz", "empty-text"),
    (Rule::PctEncoded, "", 0, "", "pct-encoded", "empty-text"),
    (Rule::PctEncoded, "a", 0, "a", "pct-encoded", "invalid-character"),
    (Rule::PctEncoded, "%411", 3, "1", "pct-encoded", "invalid-character"),
    (Rule::Pchar, "aa", 1, "a", "pchar", "invalid-character"),
    (Rule::Unreserved, "", 0, "", "unreserved", "empty-text"),
    (Rule::Ucschar, "\u{E000}", 0, "\u{E000}", "ucschar", "private-use"),
    // Package URLs.
    (Rule::Purl, "pkg:a", 5, "", "type", "unexpected-end"),
    (Rule::Purl, "pkg:a/b%41", 9, "%41", "name", "needless-encoding"),
    (Rule::Purl, "pkg:a/b%2Fc/d", 11, "%2F", "namespace-segment", "encoded-slash"),
    (Rule::PurlNamespace, "a%2f", 3, "%2f", "namespace-segment", "encoded-slash"),
    (Rule::Purl, "pkg:a/b%4", 9, "%4", "purl-pct-encoded", "invalid-percent-encoding"),
    (Rule::Purl, "pkg:a/b?c=d#.", 13, "", "subpath-segment", "unexpected-end"),
    (Rule::Purl, "pkg:a/b@1@2", 9, "@", "version", "invalid-character"),
    // Templates.
    (Rule::UriTemplate, "a}", 1, "}", "literals", "invalid-character"),
    (Rule::UriTemplate, "a{b.", 4, "{b.", "varname", "unclosed-expression"),
    (Rule::UriTemplate, "{a:01}", 3, "01", "max-length", "invalid-max-length"),
];

#[test]
fn errors_say_where_and_why() {
    for &(rule, text, position, blamed, innermost, reason) in FAULTS {
        let fault = ask(rule, text).expect_err(text);
        assert_eq!(fault.position, position, "{text:?} {fault}");
        assert_eq!(&text[fault.span.clone()], blamed, "{text:?} {fault}");
        assert_eq!(fault.rule.name(), innermost, "{text:?} {fault}");
        assert_eq!(fault.reason.code(), reason, "{text:?} {fault}");
    }
}

#[test]
fn an_error_is_shown_in_a_line() {
    let fault = ask(Rule::Iri, "http://h/a b").expect_err("a space");
    assert_eq!(fault.to_string(), "invalid-character at 10 in isegment");
}

fn fault(text: impl Text, rule: Rule) -> Fault {
    recognize(text, rule).expect_err("invalid")
}

/// The blame is on the surrogate itself, wherever it is, not on its effect on the rest.
#[test]
fn lone_surrogates() {
    let http = |rest: &[u16]| "http://".encode_utf16().chain(rest.iter().copied()).collect();
    let [h, a, bracket, colon] = [b'h', b'a', b'[', b':'].map(u16::from);
    let slash = u16::from(b'/');
    let texts: [(Vec<u16>, usize); 6] = [
        (vec![0xD800], 0),
        (vec![a, 0xDFFF], 1),
        (http(&[h, slash, 0xD83D]), 9),
        (http(&[bracket, colon, colon, 0xDC00]), 10),
        (http(&[h, colon, 0xD800]), 9),
        (http(&[a, u16::from(b'@'), h, colon, 0xD800, a]), 11),
    ];
    for (text, position) in texts {
        for rule in [Rule::Iri, Rule::Uri] {
            let found = fault(Ucs2(&text), rule);
            assert_eq!((found.position, found.reason), (position, Reason::LoneSurrogate));
            assert_eq!(found.span, position..position + 1);
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8() {
    let tails: [&[u8]; 7] =
        [b"\xFF", b"\x80", b"\xC3", b"\xC0\xAF", b"\xED\xA0\x80", b"\xF4\x90\x80\x80", b"\xE2\x82"];
    for tail in tails {
        for before in ["http://h/", "http://", "", "a", "http://[::", "http://h:"] {
            let bytes = [before.as_bytes(), tail, b"/"].concat();
            for rule in [Rule::Iri, Rule::Uri] {
                let found = fault(Utf8(&bytes), rule);
                let expected =
                    (before.len(), before.len()..before.len() + 1, Reason::IllFormedUtf8);
                assert_eq!((found.position, found.span, found.reason), expected, "{bytes:x?}");
            }
        }
    }
}

#[test]
fn every_reason_is_met_and_has_a_code_of_its_own() {
    let mut codes: Vec<_> = Reason::ALL.iter().map(|reason| reason.code()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), Reason::ALL.len());
    for code in codes {
        let is_met = FAULTS.iter().any(|row| row.5 == code);
        let is_met_below = ["lone-surrogate", "ill-formed-utf-8", "reserved-operator"];
        // Requirements of types and policies beyond the grammar, which Python's tests and `purl.rs` test.
        let is_not_of_the_grammar = [
            "scheme-not-http", "empty-host", "refused-by-policy", "encoded-not-utf-8",
            "repeated-key", "namespace-required", "namespace-prohibited", "qualifier-required",
            "not-permitted-by-type",
        ];
        assert!(
            is_met || is_met_below.contains(&code) || is_not_of_the_grammar.contains(&code),
            "{code}"
        );
    }
}

/// The production includes the operators of `op-reserve`, but a template with one cannot be expanded.
#[test]
fn an_operator_that_is_kept_for_later() {
    for text in ["{=a}", "{,a}", "{!a}", "{@a}", "{|a}"] {
        assert!(recognize(Utf8(text.as_bytes()), Rule::UriTemplate).is_ok());
        let found = recognize_template(Utf8(text.as_bytes())).expect_err("reserved");
        assert_eq!((found.position, found.rule), (1, Rule::OpReserve));
        assert_eq!((found.span, found.reason), (1..2, Reason::ReservedOperator));
    }
}
