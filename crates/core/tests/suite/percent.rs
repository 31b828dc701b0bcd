//! Percent-encoding: RFC 3986 §2.1, §2.4, §2.5 and the normalization of §6.2.2.

use iriform::engine::{
    chars::{IPCHAR, IQUERY, PCHAR, QUERY, UNRESERVED},
    percent::{normalize_escapes, quote, quote_octets, unquote},
};

#[test]
fn every_octet_there_and_back() {
    for octet in 0..=u8::MAX {
        let is_unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        let written = quote_octets(&[octet], UNRESERVED);
        if is_unreserved {
            assert_eq!(written.as_bytes(), [octet]);
        } else {
            assert_eq!(written, format!("%{octet:02X}"));
        }
        for text in [written, format!("%{octet:02X}"), format!("%{octet:02x}")] {
            assert_eq!(unquote(&text), [octet], "{text}");
            let normal = normalize_escapes(&text);
            assert_eq!(*normal, quote_octets(&[octet], UNRESERVED), "{text}");
        }
        // Octets are not code points: an octet beyond ASCII is not a character.
        assert!(quote_octets(&[octet], IPCHAR).is_ascii());
    }
}

#[test]
fn text_is_encoded_as_its_octets() {
    for (data, pchar, ipchar) in [
        // §2.5: "the character A", "LATIN CAPITAL LETTER A WITH GRAVE", "KATAKANA LETTER A".
        ("A", "A", "A"),
        ("\u{C0}", "%C3%80", "\u{C0}"),
        ("\u{30A2}", "%E3%82%A2", "\u{30A2}"),
        ("\u{1F600}", "%F0%9F%98%80", "\u{1F600}"),
        ("a/b?c#d[e]", "a%2Fb%3Fc%23d%5Be%5D", "a%2Fb%3Fc%23d%5Be%5D"),
        ("100%41", "100%2541", "100%2541"),
        ("!$&'()*+,;=:@", "!$&'()*+,;=:@", "!$&'()*+,;=:@"),
        ("\0\u{7F}\u{80}", "%00%7F%C2%80", "%00%7F%C2%80"),
        ("\u{E000}", "%EE%80%80", "%EE%80%80"),
        ("\u{202E}\u{200E}", "%E2%80%AE%E2%80%8E", "%E2%80%AE%E2%80%8E"),
        ("", "", ""),
    ] {
        assert_eq!(quote(data, PCHAR), pchar);
        assert_eq!(quote(data, IPCHAR), ipchar);
        assert_eq!(unquote(pchar), data.as_bytes());
        assert_eq!(unquote(ipchar), data.as_bytes());
    }
    assert_eq!(quote("/?\u{E000}\u{E9}", IQUERY), "/?\u{E000}\u{E9}");
    assert_eq!(quote("/?\u{E000}\u{E9}", QUERY), "/?%EE%80%80%C3%A9");
}

/// Text, normal form.
#[test]
fn escapes_in_normal_form() {
    for (text, normal) in [
        ("", ""),
        ("abc", "abc"),
        ("%41", "A"),
        ("%7e%7E", "~~"),
        ("a%2db%5F%2e", "a-b_."),
        ("%2f%3a", "%2F%3A"),
        ("%c3%A9\u{E9}", "%C3%A9\u{E9}"),
        // Only once: the result is not decoded again.
        ("%25%34%31", "%2541"),
        ("%2541", "%2541"),
        ("%41%42x%43", "ABxC"),
        ("%5b%5B", "%5B%5B"),
    ] {
        assert_eq!(normalize_escapes(text), normal);
    }
}

#[test]
fn what_is_no_triplet_stands_for_itself() {
    for text in [
        "%", "%4", "%4g", "%g4", "%%", "a%", "%-1", "%+1", "% 1", "%:0", "%/0", "%@0", "%G0", "%`0",
    ] {
        assert_eq!(unquote(text), text.as_bytes(), "{text}");
        assert_eq!(normalize_escapes(text), text);
    }
    assert_eq!(unquote("%%41%4"), b"%A%4");
}
