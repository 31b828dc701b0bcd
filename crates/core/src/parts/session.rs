//! Session identifiers, which servers write into links for visitors without cookies.

use crate::syntax::at_once::{at_once, bits_if};

/// The names of query parameters that hold one, in lower case.
pub const NAMES: &[&str] =
    &["cfid", "cftoken", "jsessionid", "phpsessid", "sessid", "session_id", "sessionid"];

/// Returns true if a pair of a query has one: its decoded name says so, in any letter case, or it is `sid` with
/// 32 letters and digits.
pub(crate) fn is_session(name: &str, value: &str) -> bool {
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    NAMES.iter().any(|name| is(name))
        || starts_with(name, "aspsessionid")
        || is("sid") && value.len() == 32 && is_alphanumeric(value.as_bytes())
}

/// Returns true if a text begins with a prefix, in any letter case.
fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

fn is_alphanumeric(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_alphanumeric)
}

/// Returns true if a segment of a path is a session identifier of ASP.NET: `(S(…))` with 24 letters and digits,
/// several of these in one pair of parentheses, or the 24 alone in parentheses.
pub(crate) fn is_segment(segment: &str) -> bool {
    let Some(inner) = segment.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return false;
    };
    let is_key = |key: &[u8]| match key {
        [letter, b'(', id @ .., b')'] => {
            letter.is_ascii_alphabetic() && id.len() == 24 && is_alphanumeric(id)
        }
        _ => false,
    };
    let inner = inner.as_bytes();
    let are_keys = !inner.is_empty() && inner.chunks(27).all(is_key);
    are_keys || inner.len() == 24 && is_alphanumeric(inner)
}

/// A segment without the parameters `;jsessionid=…` of Java servers.
fn without_parameters(segment: &str) -> String {
    let mut pieces = segment.split(';');
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for parameter in pieces.filter(|piece| !starts_with(piece, "jsessionid=")) {
        kept.push(';');
        kept.push_str(parameter);
    }
    kept
}

/// Returns true if a path may have a session identifier; most have none.
#[inline]
pub(crate) fn may_be_in(path: &str) -> bool {
    at_once(path.as_bytes(), |byte, _| bits_if(byte == b';', 1) | bits_if(byte == b'(', 1)) != 0
}

/// A path without session identifiers; none if it has none.
pub(crate) fn without(path: &str) -> Option<String> {
    if !may_be_in(path) {
        return None;
    }
    let mut kept: Vec<String> = Vec::new();
    let mut is_changed = false;
    for segment in path.split('/') {
        let rest = without_parameters(segment);
        let is_session = is_segment(&rest);
        is_changed |= is_session || rest.len() < segment.len();
        if !is_session {
            kept.push(rest);
        }
    }
    is_changed.then(|| kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs() {
        let long = "0123456789abcdef0123456789ABCDEF";
        for (name, value, expected) in [
            ("PHPSESSID", "", true),
            ("ASPSESSIONIDQQABCDEF", "x", true),
            ("sid", long, true),
            ("sid", "12", false),
            ("sid", &long[1..], false),
            ("aspsessioni", "", false),
            ("session", "", false),
        ] {
            assert_eq!(is_session(name, value), expected, "{name}={value}");
        }
    }

    #[test]
    fn paths() {
        let id = "0123456789abcdefABCDEF01";
        for (path, expected) in [
            (format!("/a/(S({id}))/b.aspx"), Some("/a/b.aspx")),
            (format!("/a/(A({id})S({id}))/b"), Some("/a/b")),
            (format!("/({id})/b"), Some("/b")),
            (format!("/({id});jsessionid=1/b"), Some("/b")),
            (format!("/(S({id})/b"), None),
            ("/(S(0123))/b".to_owned(), None),
            ("/(a)".to_owned(), None),
            ("/()".to_owned(), None),
            ("/a;JSessionID=1.b;v=2/c;jsessionid=;jsessionid=3".to_owned(), Some("/a;v=2/c")),
            ("/a;v=2".to_owned(), None),
            ("/a".to_owned(), None),
        ] {
            assert_eq!(without(&path).as_deref(), expected, "{path}");
        }
    }
}
