//! Laws of the parser, and its verdict compared with those of three other parsers.

#![no_main]

use iri_string::types::{IriReferenceStr, IriStr, UriReferenceStr, UriStr};
use iriform::engine::{
    Rule, recognize,
    text::{Latin1, Ucs2, Ucs4, Utf8},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return ill_formed(bytes);
    };
    for &rule in Rule::ALL {
        every_form_of_text_has_the_same_answer(text, rule);
        the_position_ends_the_longest_viable_prefix(text, rule);
    }
    others_agree(text);
});

/// Ill-formed bytes are never valid, and the error is not after their start.
fn ill_formed(bytes: &[u8]) {
    let valid = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), str::len);
    for &rule in Rule::ALL {
        let fault = recognize(Utf8(bytes), rule).expect_err("ill-formed UTF-8 was accepted");
        assert!(fault.position <= valid);
    }
}

fn every_form_of_text_has_the_same_answer(text: &str, rule: Rule) {
    let ucs4: Vec<u32> = text.chars().map(u32::from).collect();
    let answer = recognize(Ucs4(&ucs4), rule);
    if let Some(latin1) = ucs4.iter().map(|&c| u8::try_from(c).ok()).collect::<Option<Vec<_>>>() {
        assert_eq!(recognize(Latin1(&latin1), rule), answer);
    }
    if let Some(ucs2) = ucs4.iter().map(|&c| u16::try_from(c).ok()).collect::<Option<Vec<_>>>() {
        assert_eq!(recognize(Ucs2(&ucs2), rule), answer);
    }
    let characters = |index: usize| text[..index].chars().count();
    let in_characters = recognize(Utf8(text.as_bytes()), rule).map_err(|mut fault| {
        fault.position = characters(fault.position);
        fault.span = characters(fault.span.start)..characters(fault.span.end);
        fault
    });
    assert_eq!(in_characters, answer);
}

/// Checks that the text before the position is live (it matches, or it ends too early), and that the text after
/// the position does not move it.
fn the_position_ends_the_longest_viable_prefix(text: &str, rule: Rule) {
    let position = |text: &str| recognize(Utf8(text.as_bytes()), rule).map_err(|f| f.position);
    let Err(end) = position(text) else { return };
    let prefix = &text[..end];
    assert!(position(prefix).err().is_none_or(|e| e == end), "{rule:?} {prefix:?}");
    if let Some(next) = text[end..].chars().next() {
        let through = end + next.len_utf8();
        assert_eq!(position(&text[..through]), Err(end));
    }
}

fn others_agree(text: &str) {
    let ours = |rule| recognize(Utf8(text.as_bytes()), rule).is_ok();
    let (uri, uri_reference) = (ours(Rule::Uri), ours(Rule::UriReference));
    let (iri, iri_reference) = (ours(Rule::Iri), ours(Rule::IriReference));
    assert_eq!(fluent_uri::Uri::parse(text).is_ok(), uri, "fluent-uri: URI");
    assert_eq!(fluent_uri::UriRef::parse(text).is_ok(), uri_reference, "fluent-uri: URI-reference");
    assert_eq!(fluent_uri::Iri::parse(text).is_ok(), iri, "fluent-uri: IRI");
    assert_eq!(fluent_uri::IriRef::parse(text).is_ok(), iri_reference, "fluent-uri: IRI-reference");
    assert_eq!(oxiri::Iri::parse(text).is_ok(), iri, "oxiri: IRI");
    assert_eq!(oxiri::IriRef::parse(text).is_ok(), iri_reference, "oxiri: IRI-reference");
    assert_eq!(UriStr::new(text).is_ok(), uri, "iri-string: URI");
    assert_eq!(UriReferenceStr::new(text).is_ok(), uri_reference, "iri-string: URI-reference");
    assert_eq!(IriStr::new(text).is_ok(), iri, "iri-string: IRI");
    assert_eq!(IriReferenceStr::new(text).is_ok(), iri_reference, "iri-string: IRI-reference");
}
