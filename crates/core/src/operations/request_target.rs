//! The request target of a reference: the part that HTTP sends (RFC 9112 §3.2.1).

use std::borrow::Cow;

use crate::parts::percent::encode_non_ascii;
use crate::syntax::reference::Reference;

/// Path and query of a valid reference as a URI has them: "When making a request directly to an origin
/// server, [...] a client MUST send only the absolute path and query components of the target URI as the
/// request-target. If the target URI's path component is empty, the client MUST send `/`". None for
/// a path that does not begin with a slash.
pub fn request_target<'a>(r: &Reference<'a>) -> Option<Cow<'a, str>> {
    let (path, query) = (r.parts.path(), r.parts.query());
    let end = query.map_or(path.end, |query| query.end);
    if path.is_empty() {
        r.parts.authority()?;
        let sent = format!("/{}", &r.text[path.start..end]);
        return Some(Cow::Owned(encode_non_ascii(&sent).into_owned()));
    }
    r.text[path.clone()].starts_with('/').then(|| encode_non_ascii(&r.text[path.start..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_http_sends() {
        for (text, expected) in [
            ("http://h/a/b?q#f", Some("/a/b?q")),
            ("http://h", Some("/")),
            ("http://h?q", Some("/?q")),
            ("http://h#f", Some("/")),
            ("http://h/?", Some("/?")),
            ("http://h/é?ü", Some("/%C3%A9?%C3%BC")),
            ("http://h//a", Some("//a")),
            ("/a?b", Some("/a?b")),
            ("a?b", None),
            ("urn:x", None),
            ("?q", None),
        ] {
            assert_eq!(request_target(&Reference::of(text)).as_deref(), expected, "{text}");
        }
    }
}
