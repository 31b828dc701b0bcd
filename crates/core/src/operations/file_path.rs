//! File paths: from a path to a `file:` reference, and back (RFC 8089).

use crate::parts::lookup;
use crate::parts::percent::{quote, quote_octets, unquote};
use crate::syntax::chars::{IPCHAR, PCHAR};
use crate::syntax::parse::recognize;
use crate::syntax::reference::Reference;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// Why a path has no reference, or a reference names no path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAFilePath(&'static str);

impl NotAFilePath {
    const fn of(why: &'static str) -> Self {
        Self(why)
    }

    const RELATIVE: Self = Self::of("a file reference needs an absolute path");
    const ROOTLESS: Self = Self::of("a file reference needs an absolute path (RFC 8089 §2)");
    const NO_DRIVE: Self = Self::of("the path has no drive letter (RFC 8089 E.2)");
    const NO_UNC_NAME: Self = Self::of("the host and the path are not a UNC name (RFC 8089 E.3)");
}

error_words!(NotAFilePath, |error, f| f.write_str(error.0));

/// The octets of the path that a `file:` reference or a relative path names, with the separators of the system.
///
/// Windows also reads the forms of RFC 8089, Appendix E. Fails for another scheme, another host, a query, a
/// fragment, and an encoded separator, which no file name has.
pub fn to_file_path(reference: Reference<'_>, windows: bool) -> Result<Vec<u8>, NotAFilePath> {
    let path = reference.path();
    let (scheme, host) = (reference.scheme(), reference.host());
    let is_relative =
        scheme.is_none() && host.is_none() && !path.is_empty() && !path.starts_with('/');
    if !is_relative && !scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file")) {
        return Err(NotAFilePath::of("only a file reference has a file path"));
    }
    if reference.query().is_some() || reference.fragment().is_some() {
        return Err(NotAFilePath::of("a file path has neither query nor fragment"));
    }
    if reference.userinfo().is_some() || reference.port().is_some() {
        return Err(NotAFilePath::of(
            "a file reference has neither userinfo nor port (RFC 8089 §2)",
        ));
    }
    let mut names: Vec<_> = path.split('/').map(unquote).collect();
    let separators: &[u8] = if windows { b"/\\\0" } else { b"/\0" };
    if names.iter().flatten().any(|octet| separators.contains(octet)) {
        return Err(NotAFilePath::of("an encoded separator or NUL cannot be in a file name"));
    }
    let host = host.filter(|host| !host.is_empty() && !lookup::matches(host, "localhost"));
    if is_relative {
        // A colon would name a drive, or a stream of a file.
        if windows && names.iter().flatten().any(|&octet| octet == b':') {
            return Err(NotAFilePath::of("a relative path must not have a colon on Windows"));
        }
        return Ok(names.join(if windows { &b"\\"[..] } else { b"/" }));
    }
    if !windows {
        return match host {
            _ if !path.starts_with('/') => Err(NotAFilePath::ROOTLESS),
            Some(_) => Err(NotAFilePath::of("the file is on another host")),
            None => Ok(names.join(&b'/')),
        };
    }
    if path.starts_with('/') {
        names.remove(0);
    }
    if host.is_none()
        && let Some(letter) = drive(&names[0])
    {
        names[0] = [letter, b':'].to_vec();
        if names.len() == 1 {
            names.push(Vec::new());
        }
        return Ok(names.join(&b'\\'));
    }
    if !path.starts_with('/') {
        return Err(NotAFilePath::ROOTLESS);
    }
    let server = match host {
        Some(host) => unquote(host),
        // E.3.2: the whole UNC name in the path, after one slash or two more.
        None => match names.iter().position(|name| !name.is_empty()) {
            Some(slashes @ 1..=2) if drive(&names[slashes]).is_none() => {
                names.drain(..=slashes).next_back().unwrap_or_default()
            }
            _ => return Err(NotAFilePath::NO_DRIVE),
        },
    };
    // \\.\ and \\?\ lead to devices, and a separator to another server or share; `C%3A` is a drive that was
    // encoded.
    let is_device = matches!(&server[..], b"." | b"..");
    let is_share = names.first().is_some_and(|share| !share.is_empty());
    if is_device || !is_share || server.iter().any(|octet| b"/\\:|?*\"<>\0".contains(octet)) {
        return Err(NotAFilePath::NO_UNC_NAME);
    }
    Ok([&b"\\\\"[..], &server, b"\\", &names.join(&b'\\')].concat())
}

/// The letter of a drive: `C:`, or `C|`, which is older (RFC 8089 E.2).
fn drive(name: &[u8]) -> Option<u8> {
    match *name {
        [letter, b':' | b'|'] if letter.is_ascii_alphabetic() => Some(letter),
        _ => None,
    }
}

/// The `file:` reference of an absolute path, or the relative reference of a relative path if it `may_be_relative`.
///
/// It is an IRI reference: octets of a name that are not UTF-8 are percent-encoded. Windows drives and UNC
/// names are written in the forms of RFC 8089 E.2 and E.3.
pub fn from_file_path(
    path: &[u8],
    windows: bool,
    may_be_relative: bool,
) -> Result<String, NotAFilePath> {
    if path.contains(&0) {
        return Err(NotAFilePath::of("a file path must not contain NUL"));
    }
    let separated;
    let path = if windows {
        let text = std::str::from_utf8(path).map_err(|_| {
            NotAFilePath::of("a Windows path is text, but these octets are not UTF-8")
        })?;
        separated = text.replace('\\', "/");
        separated.as_bytes()
    } else {
        path
    };
    let quoted =
        |names: &[u8]| names.split(|&octet| octet == b'/').map(name).collect::<Vec<_>>().join("/");
    let has_drive = windows && matches!(path, [b'A'..=b'Z' | b'a'..=b'z', b':', ..]);
    if !path.is_empty() && !path.starts_with(b"/") && !has_drive {
        if !may_be_relative {
            return Err(NotAFilePath::RELATIVE);
        }
        let names = quoted(path);
        // A colon in the first segment would end a scheme (RFC 3986 §4.2).
        let is_scheme = names.split('/').next().is_some_and(|first| first.contains(':'));
        return Ok(if is_scheme { format!("./{names}") } else { names });
    }
    if !windows {
        let names = path.strip_prefix(b"/").ok_or(NotAFilePath::RELATIVE)?;
        return Ok(format!("file:///{}", quoted(names)));
    }
    let (host, root, names) = windows_parts(path).ok_or(NotAFilePath::RELATIVE)?;
    if matches!(host, b"?" | b".") {
        return Err(NotAFilePath::of("a device path has no file reference"));
    }
    let host = String::from_utf8_lossy(host);
    recognize(Utf8(host.as_bytes()), Rule::Ihost)
        .map_err(|_| NotAFilePath::of("the server of the path is not a host (RFC 8089 E.3)"))?;
    // Windows reads neither `//` nor `/./`.
    let is_folder = names.ends_with(b"/");
    let names = names.split(|&octet| octet == b'/').filter(|name| !matches!(*name, [] | b"."));
    let mut names: Vec<_> = names.map(name).collect();
    if (is_folder && !names.is_empty()) || (host.is_empty() && names.is_empty()) {
        names.push(String::new());
    }
    let root =
        if host.is_empty() { String::from_utf8_lossy(root).into_owned() } else { name(root) };
    names.insert(0, root);
    Ok(format!("file://{host}/{}", names.join("/")))
}

/// A name as a segment: text as characters, other octets percent-encoded.
fn name(name: &[u8]) -> String {
    std::str::from_utf8(name).map_or_else(|_| quote_octets(name, PCHAR), |text| quote(text, IPCHAR))
}

/// The server, or nothing; the share or the drive; the names. None if the path is not absolute.
fn windows_parts(path: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let split = |text: &'_ [u8]| text.iter().position(|&octet| octet == b'/');
    if let Some(unc) = path.strip_prefix(b"//") {
        let end = split(unc).filter(|&end| end > 0)?;
        let (server, rest) = (&unc[..end], &unc[end + 1..]);
        let end = split(rest).unwrap_or(rest.len());
        let (share, names) = rest.split_at(end);
        return (!share.is_empty()).then_some((server, share, names));
    }
    let (root, names) = path.split_at_checked(2)?;
    (root[0].is_ascii_alphabetic() && root[1] == b':' && names.starts_with(b"/"))
        .then_some((b"", root, names))
}
