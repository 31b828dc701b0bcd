//! Constants equal the values that the same text gives at run time.

use iriform::{Iri, IriRef, Uri, UriRef};
use iriform_macros::{iri, iri_ref, uri, uri_ref};

const ALL: &[(IriRef<'static>, &str)] = &[
    (iri_ref!(""), ""),
    (iri_ref!("?#"), "?#"),
    (iri_ref!("//u@例え.jp:80/道?q#f"), "//u@例え.jp:80/道?q#f"),
    (iri_ref!("urn:isbn:0451450523"), "urn:isbn:0451450523"),
    (iri_ref!("http://[2001:db8::1]:/\u{e9}"), "http://[2001:db8::1]:/é"),
    (iri_ref!(r"a/./../b"), "a/./../b"),
];

#[test]
fn constants_are_what_is_parsed() {
    for (constant, text) in ALL {
        let parsed = IriRef::parse(text).expect(text);
        assert_eq!(*constant, parsed);
        assert_eq!(
            (constant.scheme().as_deref(), constant.userinfo().as_deref()),
            (parsed.scheme().as_deref(), parsed.userinfo().as_deref())
        );
        assert_eq!(
            (constant.host().as_deref(), constant.port_text(), constant.authority().as_deref()),
            (parsed.host().as_deref(), parsed.port_text(), parsed.authority().as_deref())
        );
        assert_eq!(&*constant.path(), &*parsed.path());
        assert_eq!(
            (constant.query().as_deref(), constant.fragment().as_deref()),
            (parsed.query().as_deref(), parsed.fragment().as_deref())
        );
    }
}

#[test]
fn each_macro_makes_its_type() {
    const IRI: Iri = iri!("a:é");
    const URI: Uri = uri!("a:b");
    const REFERENCE: UriRef = uri_ref!("b");
    static BASE: Uri = uri!("http://example.org/a/");
    assert_eq!((IRI.path().to_string(), URI.scheme().to_string()), ("é".into(), "a".into()));
    assert_eq!(BASE.resolve(REFERENCE), "http://example.org/a/b");
}
