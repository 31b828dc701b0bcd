//! The verdict beside those of three other parsers, and resolution beside that of one.

use iri_string::types::{IriReferenceStr, IriStr, UriReferenceStr, UriStr};
use iriform::engine::{Rule, resolve};

use crate::{is, texts};

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

/// Where the RFC leaves no choice: no dots in the base, and a result that needs no guard.
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
