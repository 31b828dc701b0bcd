//! The text of a skeleton, cut at its placeholders: `{name}`, `{name!s}`, `{name:.2f}`.
//!
//! The notation is that of `str.format`, without access to attributes and items: a name is a plain name.

use std::ops::Range;

use crate::skeleton::read::{Flaw, FlawKind};

/// A placeholder as the text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The name.
    pub name: String,
    /// The conversion after `!`.
    pub conversion: Option<String>,
    /// The format specification after `:`; empty if there is none.
    pub spec: String,
    /// Its position in the text, its braces included, in bytes.
    pub span: Range<usize>,
}

/// The literal texts, `{{` and `}}` as single braces, and the placeholders between them. There is one more text
/// than there are placeholders.
pub fn fields(text: &str) -> Result<(Vec<String>, Vec<Gap>), Flaw> {
    let flaw = |at: usize, why| Flaw { position: text[..at].chars().count(), kind: why };
    let (mut strings, mut found) = (vec![String::new()], Vec::new());
    let mut i = 0;
    while i < text.len() {
        let next = text[i..].find(['{', '}']).map_or(text.len(), |n| i + n);
        push(&mut strings, &text[i..next]);
        i = next;
        match text.as_bytes().get(i..) {
            None | Some([]) => break,
            Some([b'{', b'{', ..] | [b'}', b'}', ..]) => {
                push(&mut strings, &text[i..=i]);
                i += 2;
            }
            Some([b'}', ..]) => return Err(flaw(i, FlawKind::Unopened)),
            Some(_) => {
                let inside = &text[i + 1..];
                let end = inside.find(['{', '}']).filter(|&end| inside[end..].starts_with('}'));
                let Some(end) = end else { return Err(flaw(i, FlawKind::Unclosed)) };
                let (name, rest) = cut(&inside[..end], ['!', ':']);
                let (conversion, spec) = match rest.strip_prefix('!') {
                    Some(rest) => {
                        let (conversion, spec) = cut(rest, [':', ':']);
                        (Some(conversion.to_owned()), spec)
                    }
                    None => (None, rest),
                };
                if !is_name(name) {
                    return Err(flaw(i, FlawKind::NotAName(name.to_owned())));
                }
                let spec = spec.strip_prefix(':').unwrap_or(spec).to_owned();
                let span = i..i + end + 2;
                i = span.end;
                found.push(Gap { name: name.to_owned(), conversion, spec, span });
                strings.push(String::new());
            }
        }
    }
    Ok((strings, found))
}

fn push(strings: &mut [String], text: &str) {
    if let Some(last) = strings.last_mut() {
        last.push_str(text);
    }
}

/// Splits a text at the first of some characters.
fn cut(text: &str, at: [char; 2]) -> (&str, &str) {
    text.split_at(text.find(at).unwrap_or(text.len()))
}

/// Returns true if a name is plain: it accesses no attribute or item, and is not a number, which `str.format`
/// counts.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !".[]".contains(c);
    !name.is_empty() && name.chars().all(is_plain) && !name.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_conversions_and_specifications() {
        let (strings, found) = fields("/a/{x}{{b}}/{user-id!s:>4}{p:.2f}").expect("plain names");
        assert_eq!(strings, ["/a/", "{b}/", "", ""]);
        let found: Vec<_> = found
            .iter()
            .map(|f| (f.name.as_str(), f.conversion.as_deref(), f.spec.as_str(), f.span.clone()))
            .collect();
        let expected = [
            ("x", None, "", 3..6),
            ("user-id", Some("s"), ">4", 12..26),
            ("p", None, ".2f", 26..33),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_reaches_into_objects_is_refused() {
        for text in ["{}", "{a.b}", "{a[0]}", "{0}", "{a b}", "{!s}", "{:x}"] {
            let why = fields(text).map_err(|flaw| flaw.kind);
            assert!(matches!(why, Err(FlawKind::NotAName(_))), "{text}");
        }
        assert_eq!(fields("a{b").map_err(|flaw| flaw.kind), Err(FlawKind::Unclosed));
        assert_eq!(fields("{b:{c}}").map_err(|flaw| flaw.kind), Err(FlawKind::Unclosed));
        let unopened = Flaw { position: 2, kind: FlawKind::Unopened };
        assert_eq!(fields("\u{E9}a}"), Err(unopened));
    }
}
