//! The position of an error is the end of the longest viable prefix: the text before it can be continued
//! to a valid one, and with one more character it cannot.

use iriform::engine::Rule;

use crate::{ask, is, texts};

/// Endings: every viable text becomes valid with one of these appended.
const ENDINGS: &[&str] = &[
    "", "a", "1", ":", "a:", "0", "00", "a0", "@", "0@", "00@", "a0@", "]", "a]", ".a", ".a]",
    "1.a", "1.a]", "/", "a/", "@h", "1:1", "1:1:1", ":1", "::", "::]", ":]", ":1]", "1]", "[::]",
    "::]", "v1.a", ".a", "%41", "41", "!", "&", "::1]", "1::]", "\u{E000}", "\u{A0}", "}", "a}",
    "1}", "41}", "=", "41a}", "{a}", "+", "*", "pkg:a/b", "kg:a/b", "g:a/b", ":a/b", "a/b", "/b",
    "=a", "a=a", "B", "20", "%20", ".", "%", "pkg", "kg", "g",
];

fn is_viable(rule: Rule, prefix: &str, endings: &[String]) -> bool {
    endings.iter().any(|ending| is(rule, &format!("{prefix}{ending}")))
}

/// The endings above, and the longest text that an address may lack.
fn endings() -> Vec<String> {
    let mut endings: Vec<String> = ENDINGS.iter().map(|&ending| ending.to_owned()).collect();
    for closing in ["", "]"] {
        for octets in 1..=3 {
            endings.push(format!("{}{closing}", ".1".repeat(octets)));
            endings.push(format!("1{}{closing}", ".1".repeat(octets)));
        }
        for groups in 1..=8 {
            endings.push(format!("1{}{closing}", ":1".repeat(groups - 1)));
            endings.push(format!("{}{closing}", ":1".repeat(groups)));
        }
    }
    endings
}

fn assert_position(rule: Rule, text: &str, endings: &[String]) {
    let Err(fault) = ask(rule, text) else { return };
    let prefix = &text[..fault.position];
    assert!(is_viable(rule, prefix, endings), "{} {prefix:?} of {text:?}", rule.name());
    if let Some(next) = text[fault.position..].chars().next() {
        let through = &text[..fault.position + next.len_utf8()];
        assert!(!is_viable(rule, through, endings), "{} {through:?}", rule.name());
        // The text after it does not matter.
        let earlier = ask(rule, through).expect_err("not viable");
        assert_eq!(earlier.position, fault.position, "{} {text:?}", rule.name());
    }
}

#[test]
fn in_every_rule() {
    let endings = endings();
    let texts: Vec<_> = texts::changed()
        .step_by(37)
        .chain(texts::carried().into_iter().step_by(5))
        .chain(texts::all("a1:/%", 3))
        .collect();
    for &rule in Rule::ALL {
        for text in &texts {
            assert_position(rule, text, &endings);
        }
    }
}

#[test]
fn in_references() {
    let endings = endings();
    for text in texts::changed().step_by(7).chain(texts::all("a1:/@[%", 3)) {
        for rule in [Rule::Uri, Rule::IriReference, Rule::IrelativeRef, Rule::AbsoluteIri] {
            assert_position(rule, &text, &endings);
        }
    }
}

#[test]
fn in_addresses() {
    let endings = endings();
    for groups in 0..9 {
        for tail in texts::all("1:.g", 3) {
            for text in [
                format!("{}{tail}", "1:".repeat(groups)),
                format!("::{}{tail}", "1:".repeat(groups)),
            ] {
                for rule in [Rule::Ipv6address, Rule::Ls32, Rule::Ipv4address] {
                    assert_position(rule, &text, &endings);
                }
            }
        }
    }
}

/// A span is within the text, and the position is in it or at its end.
#[test]
fn spans_lie_around_the_position() {
    for text in texts::changed().chain(texts::composed()) {
        for &rule in Rule::ALL {
            if let Err(fault) = ask(rule, &text) {
                assert!(text.get(fault.span.clone()).is_some(), "{text:?} {fault:?}");
                assert!(fault.span.start <= fault.position, "{text:?} {fault:?}");
                assert!(text.is_char_boundary(fault.position), "{text:?} {fault:?}");
            }
        }
    }
}
