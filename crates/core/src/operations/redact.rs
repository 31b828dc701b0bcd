//! Finds the secret in text that is to be shown (RFC 3986 §3.2.1, §7.5).

use std::ops::Range;

use crate::parts::userinfo::{secret, token_end};
use crate::syntax::rule::Rule;
use crate::syntax::split::{authority_parts, split_authority};
use crate::syntax::text::Text;

/// The two characters that introduce an authority. People write backslashes, too.
const SLASHES: &[u8] = b"/\\";

/// The secret of a text that matches `rule`.
pub fn in_valid(text: impl Text, rule: Rule) -> Option<Range<usize>> {
    let userinfo = match rule {
        Rule::Userinfo | Rule::Iuserinfo => Some(0..text.len()),
        Rule::Authority | Rule::Iauthority => split_authority(text, 0..text.len()).userinfo,
        Rule::Uri | Rule::UriReference | Rule::Iri | Rule::IriReference | Rule::UriTemplate => {
            authority_parts(text)?.userinfo
        }
        _ => None,
    };
    secret(text, userinfo?)
}

/// The secret of a text that does not match `rule` beyond `position`.
///
/// The secret ends before the last `@` of the authority. If the authority itself is at fault, its
/// intended end is unknown, and the last `@` of the whole text counts.
pub fn in_invalid(text: impl Text, rule: Rule, position: usize) -> Option<Range<usize>> {
    let alone = is_of_authority(rule);
    let start = if alone { 0 } else { introduced(text)? };
    let mut end = text.find(start, b"/?#");
    if alone || position <= end {
        end = text.len();
    }
    let stop = match rule {
        // A userinfo without a colon may have been meant as the password.
        Rule::Userinfo | Rule::Iuserinfo if text.find(0, b":") == end => return Some(0..end),
        Rule::Userinfo | Rule::Iuserinfo => end,
        _ => (start..end).rev().find(|&i| text.is(i, b'@'))?,
    };
    // A token is secret whatever else precedes the `@`.
    let user = if alone { introduced(text).unwrap_or(0) } else { start };
    let token = secret(text, user..token_end(text, user).min(stop));
    let first = [token, secret(text, start..stop)].into_iter().flatten().map(|s| s.start).min()?;
    Some(first..stop)
}

/// Whether `rule` is an authority or a part of one. In text of any other rule, `//` introduces the
/// authority.
fn is_of_authority(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::Authority
            | Rule::Iauthority
            | Rule::Userinfo
            | Rule::Iuserinfo
            | Rule::Host
            | Rule::Ihost
            | Rule::RegName
            | Rule::IregName
    )
}

/// Where the first authority begins.
fn introduced(text: impl Text) -> Option<usize> {
    let mut i = text.find(0, SLASHES);
    while i < text.len() {
        if text.is(i + 1, b'/') || text.is(i + 1, b'\\') {
            return Some(i + 2);
        }
        i = text.find(i + 1, SLASHES);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::text::Utf8;

    fn shown(text: &str, range: Option<Range<usize>>) -> String {
        match range {
            Some(range) => format!("{}***{}", &text[..range.start], &text[range.end..]),
            None => text.to_owned(),
        }
    }

    #[test]
    fn a_valid_text_has_its_secret_in_the_userinfo() {
        for (rule, text, expected) in [
            (Rule::Iri, "ftp://anna:secret@h/a:b@c", "ftp://anna:***@h/a:b@c"),
            (Rule::UriReference, "//ghp_x@h", "//***@h"),
            (Rule::Uri, "mailto:a:b@c", "mailto:a:b@c"),
            (Rule::Iauthority, "anna:secret@h:80", "anna:***@h:80"),
            (Rule::Iauthority, "h:80", "h:80"),
            (Rule::Userinfo, "anna:secret", "anna:***"),
            (Rule::Path, "//anna:secret@h", "//anna:secret@h"),
        ] {
            assert_eq!(shown(text, in_valid(Utf8(text.as_bytes()), rule)), expected, "{text}");
        }
    }

    #[test]
    fn an_invalid_text_has_it_before_the_last_at() {
        for (rule, text, position, expected) in [
            (Rule::Iri, "http://a:s@h/ /:x@y", 13, "http://a:***@h/ /:x@y"),
            (Rule::Iri, "http://a:s/t@h h/x@y z", 10, "http://a:***@y z"), // where does it end?
            (Rule::Iri, "http:\\\\a:s@h/", 5, "http:\\\\a:***@h/"),
            (Rule::Iri, "http:/\\a:s@h/", 5, "http:/\\a:***@h/"),
            (Rule::Iri, "a b/c//a:s@h/", 1, "a b/c//a:***@h/"),
            (Rule::Iri, "http://ghp_x y@h/", 12, "http://***@h/"),
            (
                Rule::Iri,
                "http://0123456789abcdef0123/y@h h@",
                40,
                "http://0123456789abcdef0123/y@h h@",
            ),
            (Rule::Iri, "http://0123456789abcdef0123 /y@h", 27, "http://***@h"),
            (Rule::Iri, "http://0123456789abcdef0123\\y@h", 27, "http://***@h"),
            (Rule::Host, "a:s@h", 1, "a:***@h"),
            (Rule::Userinfo, "a:s@t", 3, "a:***"),
            (Rule::Userinfo, "a:s ", 3, "a:***"),
            (Rule::Userinfo, "s ", 1, "***"),
            (Rule::Authority, "//ghp_x@h", 0, "//***@h"),
            (Rule::Authority, "a:s//ghp_x@h", 3, "a:***@h"),
            (Rule::Segment, "a:s@h/", 5, "a:s@h/"),
        ] {
            let found = in_invalid(Utf8(text.as_bytes()), rule, position);
            assert_eq!(shown(text, found), expected, "{text}");
        }
    }
}
