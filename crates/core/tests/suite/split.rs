//! The positions of the components: RFC 3986 Appendix B, and the parts of the authority of §3.2.

use iriform::engine::{
    Components, Requirements, Rule, parse, split,
    split::{authority, authority_parts, fragment, password, path, query, scheme},
    split_authority,
    text::{Text, Ucs4, Utf8},
};

use crate::{is, texts};

/// Text, scheme, authority, path, query, fragment.
type Row<'a> =
    (&'a str, Option<&'a str>, Option<&'a str>, &'a str, Option<&'a str>, Option<&'a str>);

#[rustfmt::skip]
const PARTS: &[Row<'_>] = &[
    // Appendix B, the example.
    ("http://www.ics.uci.edu/pub/ietf/uri/#Related",
        Some("http"), Some("www.ics.uci.edu"), "/pub/ietf/uri/", None, Some("Related")),
    // §3, the two examples.
    ("foo://example.com:8042/over/there?name=ferret#nose",
        Some("foo"), Some("example.com:8042"), "/over/there", Some("name=ferret"), Some("nose")),
    ("urn:example:animal:ferret:nose", Some("urn"), None, "example:animal:ferret:nose", None, None),
    // Absent is not empty.
    ("", None, None, "", None, None),
    ("?", None, None, "", Some(""), None),
    ("#", None, None, "", None, Some("")),
    ("//", None, Some(""), "", None, None),
    ("s:", Some("s"), None, "", None, None),
    ("s://?#", Some("s"), Some(""), "", Some(""), Some("")),
    ("///", None, Some(""), "/", None, None),
    // Only the first delimiter of a kind counts.
    ("a/b:c", None, None, "a/b:c", None, None),
    ("?a:b//c?d", None, None, "", Some("a:b//c?d"), None),
    ("#?a#b", None, None, "", None, Some("?a#b")),
    ("s:a//b", Some("s"), None, "a//b", None, None),
    ("s:/a//b", Some("s"), None, "/a//b", None, None),
    ("/a//b", None, None, "/a//b", None, None),
    (":a", None, None, ":a", None, None),
    ("//a:1@b?/#/", None, Some("a:1@b"), "", Some("/"), Some("/")),
];

#[test]
fn references_are_split_as_appendix_b_says() {
    for &(text, scheme, authority, path, query, fragment) in PARTS {
        assert_eq!(Components::of(text), Components { scheme, authority, path, query, fragment });
    }
}

/// `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`, part by part.
#[test]
fn any_text_is_split_as_appendix_b_says() {
    let lacks = |part: Option<&str>, delimiters: &str| {
        part.is_none_or(|part| !part.contains(|c| delimiters.contains(c)))
    };
    for text in texts::changed().chain(texts::composed()).chain(texts::all("a:/?#\n", 5)) {
        let c = Components::of(&text);
        assert!(lacks(c.scheme, ":/?#") && c.scheme != Some(""), "{text}");
        assert!(lacks(c.authority, "/?#"), "{text}");
        assert!(lacks(Some(c.path), "?#"), "{text}");
        assert!(lacks(c.query, "#"), "{text}");
        // A part is present exactly if its delimiter is, and no text is left over.
        let mut all = c.scheme.map_or(String::new(), |scheme| format!("{scheme}:"));
        all += &c.authority.map_or(String::new(), |authority| format!("//{authority}"));
        all += c.path;
        all += &c.query.map_or(String::new(), |query| format!("?{query}"));
        all += &c.fragment.map_or(String::new(), |fragment| format!("#{fragment}"));
        assert_eq!(all, text);
        // As much as possible goes to the parts on the left.
        let rest = &text[c.scheme.map_or(0, |scheme| scheme.len() + 1)..];
        assert_eq!(c.authority.is_some(), rest.starts_with("//"), "{text}");
        let first =
            text.find([':', '/', '?', '#']).filter(|&i| i > 0 && text[i..].starts_with(':'));
        assert_eq!(c.scheme, first.map(|i| &text[..i]), "{text}");
    }
}

/// Each accessor alone returns what the parser found.
fn accessors_agree<T: Text>(t: T, reference: &str) {
    let parts = split(t);
    assert_eq!(scheme(t), parts.scheme(), "{reference}");
    assert_eq!(authority(t), parts.authority(), "{reference}");
    assert_eq!(path(t), parts.path(), "{reference}");
    assert_eq!(query(t), parts.query(), "{reference}");
    assert_eq!(fragment(t), parts.fragment(), "{reference}");
    if is(Rule::IriReference, reference) {
        assert_eq!(parse::<true>(t, Requirements::REFERENCE).as_ref(), Ok(&parts), "{reference}");
        let found = authority_parts(t);
        assert_eq!(found.as_ref().map(|found| found.host.clone()), parts.host(), "{reference}");
        let (userinfo, port) = found.map_or((None, None), |found| (found.userinfo, found.port));
        assert_eq!((userinfo, port), (parts.userinfo(), parts.port()), "{reference}");
    }
}

#[test]
fn accessors_agree_with_the_split_and_the_parser() {
    for text in texts::composed().chain(texts::carried()).chain(texts::changed()) {
        accessors_agree(Utf8(text.as_bytes()), &text);
        let ucs4: Vec<u32> = text.chars().map(u32::from).collect();
        accessors_agree(Ucs4(&ucs4), &text);
    }
}

#[test]
fn every_form_of_reference_is_split_alike() {
    for text in texts::composed() {
        let t = Utf8(text.as_bytes());
        for (form, iri, uri) in [
            (Requirements::FULL, Rule::Iri, Rule::Uri),
            (Requirements::ABSOLUTE, Rule::AbsoluteIri, Rule::AbsoluteUri),
            (Requirements::RELATIVE, Rule::IrelativeRef, Rule::RelativeRef),
            (Requirements::REFERENCE, Rule::IriReference, Rule::UriReference),
        ] {
            assert_eq!(parse::<true>(t, form).ok(), is(iri, &text).then(|| split(t)), "{text}");
            assert_eq!(parse::<false>(t, form).ok(), is(uri, &text).then(|| split(t)), "{text}");
        }
    }
}

/// Authority, userinfo, password, host, port.
type AuthorityRow<'a> = (&'a str, Option<&'a str>, Option<&'a str>, &'a str, Option<&'a str>);

#[rustfmt::skip]
const AUTHORITIES: &[AuthorityRow<'_>] = &[
    ("", None, None, "", None),
    ("h", None, None, "h", None),
    ("h:", None, None, "h", Some("")),
    ("h:80", None, None, "h", Some("80")),
    (":", None, None, "", Some("")),
    ("@", Some(""), None, "", None),
    ("u@h", Some("u"), None, "h", None),
    ("u:@h", Some("u:"), Some(""), "h", None),
    (":p@h:", Some(":p"), Some("p"), "h", Some("")),
    ("u:p:q@h:8", Some("u:p:q"), Some("p:q"), "h", Some("8")),
    ("1:2@3:4", Some("1:2"), Some("2"), "3", Some("4")),
    ("[::1]", None, None, "[::1]", None),
    ("[::1]:8", None, None, "[::1]", Some("8")),
    ("u:p@[v1.a:b]:", Some("u:p"), Some("p"), "[v1.a:b]", Some("")),
    ("\u{E9}:\u{9053}@\u{1F600}:1", Some("\u{E9}:\u{9053}"), Some("\u{9053}"), "\u{1F600}", Some("1")),
];

#[test]
fn authorities_are_split_into_their_parts() {
    for &(text, userinfo, secret, host, port) in AUTHORITIES {
        // Alone, and within a reference in which more delimiters follow.
        for (before, after) in
            [("", ""), ("s://", ""), ("s://", "/@:[x]?@#:"), ("//", "?:@"), ("//", "#@")]
        {
            let all = format!("{before}{text}{after}");
            let t = Utf8(all.as_bytes());
            let parts = split_authority(t, before.len()..before.len() + text.len());
            assert_eq!(parts.userinfo.clone().map(|range| &all[range]), userinfo, "{all}");
            assert_eq!(&all[parts.host.clone()], host, "{all}");
            assert_eq!(parts.port.clone().map(|range| &all[range]), port, "{all}");
            let found = parts.userinfo.clone().and_then(|range| password(t, range));
            assert_eq!(found.map(|range| &all[range]), secret, "{all}");
            if !before.is_empty() {
                assert_eq!(authority_parts(t), Some(parts), "{all}");
            }
        }
    }
}
