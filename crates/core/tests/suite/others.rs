//! The verdict compared with three other parsers, resolution compared with one, and the calls of README's table
//! "Coming from another crate". `lab/differential` compares with iref, which takes long to compile.

use iri_string::types::{IriReferenceStr, IriStr, UriReferenceStr, UriStr};
use iriform::engine::Rule;

use crate::{is, resolve, texts};

const BASE: &str = "http://h/a/b?q#f";

#[test]
fn the_calls_of_iriform() -> Result<(), Box<dyn std::error::Error>> {
    use iriform::{Level, Uri, UriRef};

    let uri = Uri::parse(BASE)?;
    assert_eq!(uri.host().as_deref(), Some("h"));
    assert_eq!(
        uri.path().segments().filter_map(|segment| segment.decode()).collect::<Vec<_>>(),
        ["a", "b"]
    );
    assert_eq!(uri.resolve(UriRef::parse("c")?), "http://h/a/c");
    assert_eq!(uri.resolve_str("c")?, "http://h/a/c");
    assert_eq!(Uri::parse("http://h/a/c")?.relativize(uri).expect("no dots"), "c");
    assert_eq!(uri.normalize(Level::Syntax), BASE);
    assert_eq!(uri.with_port(Some(80))?, "http://h:80/a/b?q#f");
    assert_eq!(uri.query_value("q").as_deref(), Some(""));
    Ok(())
}

#[test]
fn the_calls_of_fluent_uri() {
    use fluent_uri::{Uri, UriRef};

    let uri = Uri::parse("http://h/a/b?q").expect("a URI");
    assert_eq!(uri.authority().map(|a| a.host()), Some("h"));
    let segments = uri.path().segments_if_absolute().expect("absolute");
    assert!(
        segments.map(|segment| segment.decode().to_string()).eq([Ok("a".into()), Ok("b".into())])
    );
    let reference = UriRef::parse("c").expect("a reference");
    assert_eq!(reference.resolve_against(&uri).expect("resolves"), "http://h/a/c");
    assert_eq!(uri.normalize(), "http://h/a/b?q");
}

#[test]
fn the_calls_of_oxiri() -> Result<(), Box<dyn std::error::Error>> {
    let iri = oxiri::Iri::parse(BASE)?;
    assert_eq!(iri.authority(), Some("h"));
    assert_eq!(iri.resolve(&oxiri::IriRef::parse("c")?)?.as_str(), "http://h/a/c");
    assert_eq!(iri.relativize(&oxiri::Iri::parse("http://h/a/c")?)?.as_str(), "c");
    Ok(())
}

#[test]
fn the_calls_of_url() -> Result<(), Box<dyn std::error::Error>> {
    let mut url = url::Url::parse(BASE)?;
    assert_eq!(url.host_str(), Some("h"));
    assert_eq!(url.path_segments().expect("a path").collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(url.join("c")?.as_str(), "http://h/a/c");
    assert_eq!(url.make_relative(&url::Url::parse("http://h/a/c")?).as_deref(), Some("c"));
    assert_eq!(url.query_pairs().next(), Some(("q".into(), "".into())));
    url.set_port(Some(8080)).expect("a port");
    assert_eq!(url.as_str(), "http://h:8080/a/b?q#f");
    Ok(())
}

#[test]
fn verdicts_are_those_of_other_parsers() {
    let short = texts::all("a1:/?#[]@%.\u{E9}", 4);
    for text in texts::composed().chain(texts::carried()).chain(texts::changed()).chain(short) {
        let (uri, iri) = (is(Rule::Uri, &text), is(Rule::Iri, &text));
        let uri_reference = is(Rule::UriReference, &text);
        let iri_reference = is(Rule::IriReference, &text);
        let text = text.as_str();
        assert_eq!(fluent_uri::Uri::parse(text).is_ok(), uri, "fluent-uri {text:?}");
        assert_eq!(fluent_uri::UriRef::parse(text).is_ok(), uri_reference, "fluent-uri {text:?}");
        assert_eq!(fluent_uri::Iri::parse(text).is_ok(), iri, "fluent-uri {text:?}");
        assert_eq!(fluent_uri::IriRef::parse(text).is_ok(), iri_reference, "fluent-uri {text:?}");
        assert_eq!(oxiri::Iri::parse(text).is_ok(), iri, "oxiri {text:?}");
        assert_eq!(oxiri::IriRef::parse(text).is_ok(), iri_reference, "oxiri {text:?}");
        assert_eq!(UriStr::new(text).is_ok(), uri, "iri-string {text:?}");
        assert_eq!(UriReferenceStr::new(text).is_ok(), uri_reference, "iri-string {text:?}");
        assert_eq!(IriStr::new(text).is_ok(), iri, "iri-string {text:?}");
        assert_eq!(IriReferenceStr::new(text).is_ok(), iri_reference, "iri-string {text:?}");
    }
}

/// Only cases where the RFC leaves no choice: no dots in the base, and a result that needs no guard.
#[test]
fn resolution_is_that_of_oxiri() {
    let bases = ["http://h/a/b;c?q#f", "s:a/b/c", "s:/x/y/", "s://h", "s:", "s://h//a//b", "s:a:b"];
    let mut compared = 0;
    for base in bases {
        let theirs = oxiri::Iri::parse(base).expect("valid");
        for reference in texts::composed().chain(texts::carried()).chain(texts::all("a./:?", 5)) {
            let Ok(parsed) = oxiri::IriRef::parse(reference.as_str()) else { continue };
            let ours = resolve(base, &reference, true);
            if ours.contains(":/.//") {
                continue;
            }
            let Ok(theirs) = theirs.resolve(&parsed) else { continue };
            assert_eq!(ours, theirs.as_str(), "{base} + {reference}");
            compared += 1;
        }
    }
    assert!(compared > 30_000, "{compared}");
}
