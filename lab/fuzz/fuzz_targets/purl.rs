//! Package URLs: a text that was read can be written, and a canonical text stays the same.

#![no_main]

use std::borrow::Cow;

use iriform::engine::{
    Rule,
    purl::{Purl, canonical, compose, mend},
    recognize,
    text::Utf8,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(found) = canonical(text) {
        assert!(Purl::of(&found).is_some(), "{found:?}");
        assert_eq!(canonical(&found), Some(Cow::Borrowed(&*found)));
        assert_eq!(found == text, matches!(found, Cow::Borrowed(_)));
    }
    let Some(purl) = Purl::of(text) else { return };
    assert!(recognize(Utf8(text.as_bytes()), Rule::Purl).is_ok());
    // The generic syntax also accepts it.
    assert!(recognize(Utf8(text.as_bytes()), Rule::Uri).is_ok());
    let found = canonical(text).expect("a package URL is equivalent to one");
    // A composed package URL has no slashes around its name.
    let package = purl.package();
    if package.name.trim_matches('/') == package.name {
        assert_eq!(compose(&package), found);
    }
    // The short way agrees with the long one.
    let changes = mend(text).map(|(_, changes)| changes).expect("likewise");
    assert!(!purl.is_plainly_canonical() || changes.is_empty(), "{changes:?}");
    let again = Purl::of(&found).expect("it was asked above");
    let (before, after) = (purl.package(), again.package());
    assert_eq!((before.namespace, before.name), (after.namespace, after.name));
    assert_eq!((before.version, before.subpath), (after.version, after.subpath));
});
