//! IRIs to URIs and back: RFC 3987 §3.1, §3.2.

use iriform::engine::{
    convert::{to_iri, to_uri_with_idna},
    percent::encode_non_ascii,
};

/// IRI, URI.
#[test]
fn to_uri_percent_encodes_what_is_not_ascii() {
    for (iri, uri) in [
        // §3.1
        ("http://r\u{E9}sum\u{E9}.example.org", "http://r%C3%A9sum%C3%A9.example.org"),
        (
            "http://validator.w3.org/check?uri=http%3A%2F%2Fr\u{E9}sum\u{E9}.example.org",
            "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org",
        ),
        (
            "http://www.example.org/red%09ros\u{E9}#red",
            "http://www.example.org/red%09ros%C3%A9#red",
        ),
        (
            "http://example.com/\u{10300}\u{10301}\u{10302}",
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
        ),
        ("\u{E9}", "%C3%A9"),
        ("a\u{E9}b\u{9053}c", "a%C3%A9b%E9%81%93c"),
        ("?\u{E000}", "?%EE%80%80"),
        // A URI is unchanged, including its escapes.
        ("http://h/%c3%a9%41%2f", "http://h/%c3%a9%41%2f"),
        ("%e4\u{E4}", "%e4%C3%A4"),
        ("", ""),
    ] {
        assert_eq!(encode_non_ascii(iri), uri);
    }
}

/// URI, IRI.
#[test]
fn to_iri_follows_the_five_steps() {
    for (uri, iri) in [
        // §3.2, §3.2.1, §6.4
        ("http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"),
        (
            "http://www.example.org/r%C3%A9sum%C3%A9.html",
            "http://www.example.org/r\u{E9}sum\u{E9}.html",
        ),
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/D\u{FC}rst"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"),
        (
            "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9",
            "http://www.example.org/r%E9sum%E9.xml#r\u{E9}sum\u{E9}",
        ),
        // In every component.
        ("s://%c3%a9@%c3%a9/%c3%a9?%c3%a9#%c3%a9", "s://\u{E9}@\u{E9}/\u{E9}?\u{E9}#\u{E9}"),
        // Step 2: "%25", reserved characters and characters that URIs do not allow are unchanged.
        ("%25%2f%3a%20%3c%7f%00%0d%0A", "%25%2f%3a%20%3c%7f%00%0d%0A"),
        // Unreserved characters are decoded.
        ("%41%7e%2D%5f%30", "A~-_0"),
        ("a%41b%42", "aAbB"),
        // Step 3: octets that are not UTF-8, one by one and in upper case.
        ("%ff%c3%a9", "%FF\u{E9}"),
        ("%c3", "%C3"),
        ("%c3a9", "%C3a9"),
        ("%c3%41", "%C3A"),
        ("%c3%c3%a9", "%C3\u{E9}"),
        ("%e6%9d%b1%e4", "\u{6771}%E4"),
        ("%e6%9d", "%E6%9D"),
        ("%e6%9d%41", "%E6%9DA"),
        ("%80%bf", "%80%BF"),
        ("%c0%af", "%C0%AF"),
        ("%ed%a0%80", "%ED%A0%80"),
        ("%f4%90%80%80", "%F4%90%80%80"),
        ("%f0%9f%98%80", "\u{1F600}"),
        ("%f0%9f%98%80%f0%9f%98%80", "\u{1F600}\u{1F600}"),
        ("%f0%9f%98", "%F0%9F%98"),
        // Step 4: characters that IRIs do not allow.
        ("%c2%80%c2%a0", "%C2%80\u{A0}"),
        ("%ef%b7%90", "%EF%B7%90"),
        ("%ef%bf%be", "%EF%BF%BE"),
        ("%ee%80%80?%ee%80%80#%ee%80%80", "%EE%80%80?\u{E000}#%EE%80%80"),
        ("%ee%80%80", "%EE%80%80"),
        ("?%ee%80%80", "?\u{E000}"),
        // Formatting characters stay encoded, and literal ones are encoded.
        ("%e2%80%8e%e2%80%aa", "%E2%80%8E%E2%80%AA"),
        ("%d8%9c%e2%81%a6%e2%81%a9", "%D8%9C%E2%81%A6%E2%81%A9"),
        ("%e2%81%a5%e2%81%aa", "%E2%81%A5%E2%81%AA"),
        ("\u{202E}\u{61C}\u{2066}\u{2069}", "%E2%80%AE%D8%9C%E2%81%A6%E2%81%A9"),
        ("\u{E9}\u{202E}\u{9053}", "\u{E9}%E2%80%AE\u{9053}"),
        ("a\u{E9}%41\u{E000}", "a\u{E9}A\u{E000}"),
        ("", ""),
        ("plain", "plain"),
    ] {
        // U+2065 is not assigned and U+206A is deprecated, but they are in `ucschar`.
        let iri = iri.replace("%E2%81%A5%E2%81%AA", "\u{2065}\u{206A}");
        assert_eq!(to_iri(uri, false), iri);
    }
}

/// Reference, as a URI by IDNA, as an IRI by IDNA.
#[test]
fn hosts_by_idna() {
    for (text, uri, iri) in [
        (
            "http://u@r\u{E9}s.org:8/\u{E9}",
            Some("http://u@xn--rs-bja.org:8/%C3%A9"),
            "http://u@r\u{E9}s.org:8/\u{E9}",
        ),
        ("//xn--rs-bja.org/%C3%A9", Some("//xn--rs-bja.org/%C3%A9"), "//r\u{E9}s.org/\u{E9}"),
        // Percent-encoded letters of a name count as letters.
        ("s://r%C3%A9s.org", Some("s://xn--rs-bja.org"), "s://r\u{E9}s.org"),
        // An ASCII host is unchanged, whether or not it is a domain name.
        ("s://A_B%41", Some("s://A_B%41"), "s://A_BA"),
        ("s://[::1]/\u{E9}", Some("s://[::1]/%C3%A9"), "s://[::1]/\u{E9}"),
        // No domain name.
        ("s://\u{E9}_/%C3%A9", None, "s://\u{E9}_/\u{E9}"),
        // No host.
        ("s:\u{E9}", Some("s:%C3%A9"), "s:\u{E9}"),
        ("//", Some("//"), "//"),
    ] {
        assert_eq!(to_uri_with_idna(text).ok().as_deref(), uri, "{text}");
        assert_eq!(to_iri(text, true), iri, "{text}");
    }
}
