//! Package URLs: what the grammar cannot say, and canonical texts.

use std::borrow::Cow;

use iriform::engine::purl::{Package, Purl, canonical, compose, mend};

#[test]
fn what_the_grammar_cannot_say() {
    for (text, position, blamed, rule, reason) in [
        ("pkg:a/b%C3%28", 7, "%C3", "purl-pct-encoded", "encoded-not-utf-8"),
        ("pkg:a/b?c=%FF", 10, "%FF", "purl-pct-encoded", "encoded-not-utf-8"),
        ("pkg:a/b?c=1&d=2&c=3", 17, "c", "qualifier-key", "repeated-key"),
        ("pkg:maven/b@1", 10, "", "namespace", "namespace-required"),
        ("pkg:pypi/a/b", 9, "a", "namespace", "namespace-prohibited"),
        ("pkg:swid/a@1?b=c#d", 16, "", "qualifiers", "qualifier-required"),
        ("pkg:chrome-extension/b", 21, "b", "name", "not-permitted-by-type"),
        (
            "pkg:chrome-extension/dncgedbnidfkppmdgfgidcepclnokpkb@1.x",
            54,
            "1.x",
            "version",
            "not-permitted-by-type",
        ),
    ] {
        let fault = Purl::read(text).expect_err(text);
        assert_eq!(fault.position, position, "{text:?} {fault}");
        assert_eq!(&text[fault.span.clone()], blamed, "{text:?} {fault}");
        assert_eq!((fault.rule.name(), fault.reason.code()), (rule, reason), "{text:?}");
    }
}

#[test]
fn a_key_among_many_is_found_again() {
    let keys: Vec<_> = (0..1000).map(|i| format!("k{i}=v")).collect();
    let text = format!("pkg:a/b?{}", keys.join("&"));
    assert!(Purl::of(&text).is_some());
    let fault = Purl::read(&format!("{text}&k7=v")).map(drop).expect_err("a key twice");
    assert_eq!(fault.position, text.len() + "&k7".len());
}

#[test]
fn components_are_decoded_and_as_the_type_writes_them() {
    let purl = Purl::of("pkg:github/Pkg/A%2FB@V1%20?b=%2F&a=1#C/d").expect("valid");
    assert_eq!(
        purl.package(),
        Package {
            r#type: "github",
            namespace: Some(Cow::Borrowed("pkg")),
            name: Cow::Borrowed("a/b"),
            version: Some(Cow::Borrowed("V1 ")),
            qualifiers: vec![("b", Cow::Borrowed("/")), ("a", Cow::Borrowed("1"))],
            subpath: Some(Cow::Borrowed("C/d")),
        }
    );
    let canonical = "pkg:github/pkg/a%2Fb@V1%20?a=1&b=%2F#C/d";
    assert_eq!(compose(&purl.package()), canonical);
}

#[test]
fn a_canonical_text_is_borrowed_and_its_own() {
    for (text, expected) in [
        ("pkg:npm/a@1", Some("pkg:npm/a@1")),
        ("PKG://NPM//@s/A@/?#/", Some("pkg:npm/%40s/A@%2F")),
        ("pkg:a/b?d=1&c=2", Some("pkg:a/b?c=2&d=1")),
        ("pkg:a/b?c=%FF", None),
        ("pkg:a", None),
        ("pkg:a/", None),
        ("pkg:a/@1", None),
        ("pkg:a/b?1=2", None),
        ("npm:a", None),
        ("", None),
    ] {
        let found = canonical(text);
        assert_eq!(found.as_deref(), expected, "{text}");
        if let Some(found) = found {
            assert_eq!(matches!(found, Cow::Borrowed(_)), text == found, "{text}");
            assert!(mend(&found).is_some_and(|(_, changes)| changes.is_empty()), "{text}");
        }
    }
}

#[test]
fn the_short_way_to_a_canonical_text_finds_what_the_long_one_does() {
    let mut plain = 0;
    for kind in ["a", "pypi", "github", "mlflow", "conan", "golang"] {
        for rest in [
            "b/c", "b/C", "B/c", "b/c_d", "b/c-d", "b/c%2Bd", "b/c%2bd", "b/c%C3%89", "b/c%C3%A9",
            "b/c@1", "b/c@V", "b/c@1%2B", "b/c?k=1", "b/c?k=1&l=2", "b/c?l=1&k=2", "b/c?k=1&kk=2",
            "b/c?kk=1&k=2", "b/c?k=A", "b/c#d", "b/c#D/e", "b/c@1?k=1#d", "c",
        ] {
            let text = format!("pkg:{kind}/{rest}");
            let Some(purl) = Purl::of(&text) else { continue };
            let changes = mend(&text).expect("it is one").1;
            // Only text that is not ASCII takes the slow path, in which letter case does not count.
            let is_left = text.contains("%C3") && !purl.is_plainly_canonical();
            assert_eq!(purl.is_plainly_canonical(), changes.is_empty() && !is_left, "{text}");
            plain += usize::from(purl.is_plainly_canonical());
        }
    }
    assert!(plain > 40, "{plain}");
}
