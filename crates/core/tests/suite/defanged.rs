//! Links written so that they cannot be followed.

use iriform::engine::{
    links::{Links, Options, defanged, refanged},
    text::Utf8,
};

#[test]
fn refanged_text() {
    for (text, expected) in [
        ("hxxps://evil[.]example/a", "https://evil.example/a"),
        ("hXXp://evil(dot)example", "http://evil.example"),
        ("hxxp[:]//evil{.}example", "http://evil.example"),
        ("hxxp[://]evil[.com", "http://evil.com"),
        ("user[@]example[dot]com", "user@example.com"),
        ("user(at)example.com", "user@example.com"),
        ("1[.]2[.]3[.]4 fxp://a", "1.2.3.4 ftp://a"),
        ("evil\\.example", "evil.example"),
        ("hxxx://a hxxxs://a hxxp:\\\\a HXXPS:\\\\a", "http://a https://a http://a https://a"),
        ("x:\\\\a c:\\\\a", "x:\\\\a c:\\\\a"),
        (
            "we met (at) noon, a (dot) here, hxxp, xhxxp://a, see [1].",
            "we met (at) noon, a (dot) here, hxxp, xhxxp://a, see [1].",
        ),
        ("", ""),
    ] {
        let refanged = refanged(text);
        assert_eq!(refanged.text, expected);
        for (i, _) in expected.char_indices() {
            let place = refanged.range(i..i + 1);
            assert!(place.start < place.end && place.end <= text.len(), "{text} {i}");
            assert!(text.is_char_boundary(place.start), "{text} {i}");
        }
    }
    let text = "see hxxps://evil[.]example/a now";
    let plain = refanged(text);
    let found = Links::of(Utf8(plain.text.as_bytes()), &Options::default()).next().expect("a link");
    assert_eq!(&text[plain.range(found.span.clone())], "hxxps://evil[.]example/a");
    assert!(plain.is_changed(found.span));
    assert!(!plain.is_changed(0..4));
}

#[test]
fn defanged_links() {
    for (text, expected) in [
        ("1[.]2[.]3[.]4", "1.2.3.4"),
        ("203(.)0(.)113(.)7:443", "203.0.113.7:443"),
        ("1[dot]2[dot]3[dot]4/a, x", "1.2.3.4/a"),
        ("at 1.2.3[.]4.", "1.2.3.4"),
        ("1[.]2.3.4 1.2.3.4", "1.2.3.4"),
        ("1[.]2[.]3 1[.]2[.]3[.]4[.]5 1[.]2[.]3[.]456", ""),
        ("tcp://1[.]2[.]3[.]4:80 tcp://1.2.3.4:80", "tcp://1.2.3.4:80"),
        ("fxp://a[.]example/b", "ftp://a.example/b"),
        ("hxxx://a[.]example hxxp:\\\\a[.]example", "http://a.example http://a.example"),
        ("evil[dot]example evil(dot)example", "evil.example evil.example"),
        ("hxxp://evil .com hxxp://evil. com", "http://evil"),
        ("hxxp://evil .", "http://evil"),
    ] {
        let plain = refanged(text);
        let options = Options::default();
        let found = Links::of_refanged(&plain, &options);
        let found: Vec<&str> = found.map(|found| &plain.text[found.span]).collect();
        assert_eq!(found.join(" "), expected, "{text}");
    }
}

#[test]
fn defanged_references_are_refanged_to_themselves() {
    for (iri, expected) in [
        ("https://evil.example/a.b", "hxxps://evil[.]example/a.b"),
        ("HTTP://u@evil.example:80/", "hxxp://u@evil[.]example:80/"),
        ("mailto:a@b.com", "mailto[:]a[@]b[.]com"),
        ("ftp://a.b/c", "ftp[:]//a[.]b/c"),
        ("urn:x:y", "urn[:]x:y"),
        ("//a.b/", "//a[.]b/"),
        // Web addresses within it, which it may redirect to.
        (
            "https://a.b/?u=https://c.d/e.f&v=HTTP://g.h#http://u@i.j",
            "hxxps://a[.]b/?u=hxxps://c[.]d/e.f&v=hxxp://g[.]h#hxxp://u[@]i[.]j",
        ),
        ("http://a/http://https://b.c/d", "hxxp://a/hxxp://hxxps://b[.]c/d"),
        ("http://a/x.http://b.c/é://http://d", "hxxp://a/x.hxxp://b[.]c/é://hxxp://d"),
        ("http://a/xhttp://b.c/ftp://d.e", "hxxp://a/xhttp://b.c/ftp://d.e"),
        ("http://a/http://", "hxxp://a/hxxp://"),
    ] {
        assert_eq!(defanged(iri), expected);
        assert!(refanged(expected).text.eq_ignore_ascii_case(iri));
    }
}
