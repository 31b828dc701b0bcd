//! File keys: one text for all references to a file (RFC 8089).

use std::borrow::Cow;

use crate::operations::normalize::{Level, normalize};
use crate::parts::percent::{encode_non_ascii, quote_octets, unquote};
use crate::syntax::chars::PCHAR;
use crate::syntax::reference::Reference;

/// The key of a `file:` reference. Two references that name one file of this machine have equal keys. None for
/// other references.
///
/// It is the normal form with `//`, without `localhost` (§2), in ASCII. Each segment is decoded and encoded
/// again, so every octet has one form. A drive has a capital letter and a raw colon (Appendix E.2). If
/// `windows` is none, a drive implies Windows. With `windows`, the path may also have a server (Appendix
/// E.3.2).
pub fn file_key(r: &Reference<'_>, windows: Option<bool>) -> Option<String> {
    let scheme = r.scheme()?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let normal = r.after(|r, out| normalize(r, Level::Scheme, out));
    let reference = Reference::of(&normal);
    let mut authority = Cow::Borrowed(reference.authority().unwrap_or_default());
    if authority.eq_ignore_ascii_case("localhost") {
        authority = "".into();
    }
    let segments =
        reference.path().split('/').map(|segment| quote_octets(&unquote(segment), PCHAR));
    let mut path = segments.collect::<Vec<_>>().join("/");
    if windows != Some(false) && authority.is_empty() {
        if let Some((drive, rest)) = drive(&path) {
            path = format!("/{}:{rest}", drive.to_ascii_uppercase());
        } else if windows == Some(true)
            && let Some((server, start)) = server(&path)
        {
            authority = server.to_ascii_lowercase().into();
            path.drain(..start);
        }
    }
    if !path.starts_with('/') {
        return Some(normal.into_owned());
    }
    let key = ["file://", &authority, &path, reference.after_path()].concat();
    Some(encode_non_ascii(&key).into_owned())
}

/// The letter of a drive that a path begins with, and what follows.
fn drive(path: &str) -> Option<(char, &str)> {
    let names = path.strip_prefix('/').unwrap_or(path);
    let letter = names.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = names[1..].strip_prefix(':').or_else(|| names[1..].strip_prefix("%7C"))?;
    (rest.is_empty() || rest.starts_with('/')).then_some((letter, rest))
}

/// The server of a UNC name, after two slashes or three more, and where its share begins.
fn server(path: &str) -> Option<(&str, usize)> {
    let slashes = path.len() - path.trim_start_matches('/').len();
    let names = &path[slashes..];
    let end = names.find('/').filter(|&end| end > 0 && matches!(slashes, 2 | 3))?;
    Some((&names[..end], slashes + end))
}
