//! Normalization and comparison (RFC 3986 §6.2, RFC 3987 §5.3).

use std::borrow::Cow;

use crate::compose::Components;
use crate::operations::urn;
use crate::parts::host;
use crate::parts::idna;
use crate::parts::path::{has_dot_segments, remove_dot_segments};
use crate::parts::percent::push_normal_escapes;
use crate::parts::scheme;
use crate::syntax::split::split_authority;
use crate::syntax::text::Utf8;

/// A level of comparison of §6.2. Each level makes equivalent at least what the level before does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Simple string comparison (§6.2.1): every text is its own normal form.
    String,
    /// Syntax-based (§6.2.2): letter case, percent-encoding, dot segments.
    Syntax,
    /// Scheme-based (§6.2.3), for the schemes that [`scheme`](mod@crate::parts::scheme) knows.
    Scheme,
}

impl Level {
    /// Every level, the finest first.
    pub const ALL: &[Self] = &[Self::String, Self::Syntax, Self::Scheme];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Syntax => "syntax",
            Self::Scheme => "scheme",
        }
    }

    /// The level of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.name() == name)
    }
}

/// The normal form of a valid reference. It is of the same kind, ASCII where the text is ASCII,
/// and its own normal form.
///
/// The order matters (N4): percent-encoding first, because decoding may produce letters and dots;
/// then letter case; then dot segments, and those only in a reference with a scheme, because in a
/// relative reference they have a meaning until it is resolved (§5.2.1). No character normalization
/// is done (RFC 3987 §5.3.2.2), and non-ASCII characters stay as they are written, encoded or not.
pub fn normalize(text: &str, level: Level) -> Cow<'_, str> {
    let mut out = String::new();
    if normalize_onto(text, &Components::of(text), level, &mut out) {
        Cow::Owned(out)
    } else {
        Cow::Borrowed(text)
    }
}

/// Appends what [`normalize`] gives, for a text that has been split already. If a quick check shows
/// that the text is its own normal form, it appends nothing and returns false.
pub fn normalize_onto(text: &str, c: &Components<'_>, level: Level, out: &mut String) -> bool {
    if level == Level::String {
        return false;
    }
    let rules = Rules::of(c, level);
    let changes = !is_plainly_normal(text, c, rules);
    if changes {
        out.reserve(text.len() + 3);
        push_normal(c, rules, out);
    }
    changes
}

/// The steps beyond syntax-based normalization.
#[derive(Clone, Copy)]
struct Rules {
    /// Whether a port is compared as a number, for every scheme.
    numbers: bool,
    /// The known rules of the scheme.
    known: Option<&'static scheme::Known>,
}

impl Rules {
    fn of(c: &Components<'_>, level: Level) -> Self {
        let numbers = level == Level::Scheme;
        Self { numbers, known: c.scheme.filter(|_| numbers).and_then(scheme::known) }
    }

    /// Whether a path that begins with a slash belongs to the default host and gets an empty
    /// authority: `file:/p` becomes `file:///p` (RFC 8089 §2).
    fn has_default_host(self) -> bool {
        self.known.is_some_and(|known| known.default_host.is_some())
    }
}

/// Appends the components in normal form, with a guard if the removed dot segments had served as
/// one.
fn push_normal(c: &Components<'_>, rules: Rules, out: &mut String) {
    let mut c = *c;
    if let Some(scheme) = c.scheme {
        let start = out.len();
        out.push_str(scheme);
        out[start..].make_ascii_lowercase();
        out.push(':');
    }
    if let Some(authority) = c.authority {
        out.push_str("//");
        push_normal_authority(authority, rules, out);
    }
    let mut path_start = out.len();
    push_normal_escapes(c.path, out);
    if c.scheme.is_some() && has_dot_segments(&out[path_start..]) {
        let path = out.split_off(path_start);
        remove_dot_segments("", &path, out);
    }
    if let Some(known) = rules.known {
        if known.root_path && c.authority.is_some() && out.len() == path_start {
            out.push('/');
        }
        if known.name == "mailto" {
            let path = out.split_off(path_start);
            push_lower_mail_domains(&path, out);
        }
        if known.name == "urn" && c.authority.is_none() {
            urn::lower_name(&mut out[path_start..]);
        }
    }
    if c.authority.is_none() && rules.has_default_host() && out[path_start..].starts_with('/') {
        out.insert_str(path_start, "//");
        path_start += 2;
        c.authority = Some("");
    }
    let guard = Components { path: &out[path_start..], ..c }.guard();
    if !guard.is_empty() {
        out.insert_str(path_start, guard);
    }
    for (delimiter, component) in [('?', c.query), ('#', c.fragment)] {
        if let Some(component) = component {
            out.push(delimiter);
            push_normal_escapes(component, out);
        }
    }
}

/// Whether a quick check shows that the text is in normal form, as most texts are.
fn is_plainly_normal(text: &str, c: &Components<'_>, rules: Rules) -> bool {
    let known = rules.known;
    let is_lower = |text: &str| !text.bytes().any(|b| b.is_ascii_uppercase());
    !text.contains('%')
        && c.scheme.is_none_or(|scheme| is_lower(scheme) && !has_dot_segments(c.path))
        && c.authority.is_none_or(|authority| {
            // False negatives: a userinfo may have capitals, but userinfos are rare; a port may
            // differ from the default.
            let has_zeros = rules.numbers && authority.contains(":0");
            is_lower(authority)
                && !authority.contains('[')
                && !authority.ends_with(':')
                && !has_zeros
                && (known.is_none() || authority.is_ascii() && !authority.contains(':'))
        })
        && !(c.authority.is_none() && rules.has_default_host() && c.path.starts_with('/'))
        && known.is_none_or(|known| {
            known.name != "mailto"
                && (known.name != "urn" || is_lower(c.path))
                && c.authority.is_none_or(|authority| {
                    known.default_host != Some(authority) && !(known.root_path && c.path.is_empty())
                })
        })
}

fn push_normal_authority(authority: &str, rules: Rules, out: &mut String) {
    let a = split_authority(Utf8(authority.as_bytes()), 0..authority.len());
    let has_userinfo = a.userinfo.is_some();
    if let Some(userinfo) = a.userinfo {
        push_normal_escapes(&authority[userinfo], out);
        out.push('@');
    }
    let host_start = out.len();
    host::push_normal(&authority[a.host], out);
    // "URI producers and normalizers should omit the ":" delimiter from a component if port is
    // empty" (§3.2.3).
    let mut port = a.port.map(|range| &authority[range]).filter(|port| !port.is_empty());
    if rules.numbers {
        // "An optional port number in decimal" (§3.2.3).
        port = port.map(|digits| match digits.trim_start_matches('0') {
            "" => "0",
            number => number,
        });
    }
    if let Some(known) = rules.known {
        let number = port.and_then(scheme::port_number);
        if number.is_some() && number == known.default_port {
            port = None;
        }
        if known.dns_host
            && !out[host_start..].is_ascii()
            && let Some(mapped) = idna::map(&out[host_start..])
        {
            out.truncate(host_start);
            out.push_str(&mapped);
        }
        if known.default_host == Some(&out[host_start..]) && !has_userinfo && port.is_none() {
            out.truncate(host_start);
        }
    }
    if let Some(port) = port {
        out.push(':');
        out.push_str(port);
    }
}

/// Appends the addresses of a mailto URI with their domains in lower case: "the domain part is
/// case-insensitive" (RFC 6068 §2, RFC 5321 §2.4).
fn push_lower_mail_domains(path: &str, out: &mut String) {
    for (i, address) in path.split(',').enumerate() {
        if i > 0 {
            out.push(',');
        }
        let domain = address.rfind('@').map_or(address.len(), |at| at + 1);
        out.push_str(&address[..domain]);
        host::push_normal(&address[domain..], out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syntax() {
        for (text, expected) in [
            (
                "HTTP://User@EXAMPLE.com:80/%7eA/../b?x=%c3%a9#%41",
                "http://User@example.com:80/b?x=%C3%A9#A",
            ),
            ("http://a/%2e%2E/b", "http://a/b"),
            ("http://a/b/%2E", "http://a/b/"),
            ("http://a/%25%34%31", "http://a/%2541"),
            ("a:/..//b", "a:/.//b"),
            ("a:/.//b", "a:/.//b"),
            ("scheme:/a/..//evil", "scheme:/.//evil"),
            ("foo:a/../b", "foo:/b"),
            ("../%7ea/./b", "../~a/./b"),
            ("./a:b", "./a:b"),
            ("http://h:/", "http://h/"),
            ("http://h?#", "http://h?#"),
            ("http://1.2.3.%34/", "http://1.2.3.4/"),
        ] {
            assert_eq!(normalize(text, Level::Syntax), expected);
            assert_eq!(normalize(expected, Level::Syntax), expected);
        }
    }

    #[test]
    fn scheme() {
        for (text, expected) in [
            ("http://example.com:0080", "http://example.com/"),
            ("https://example.com:80", "https://example.com:80/"),
            ("file://LOCALHOST/etc", "file:///etc"),
            ("file://:65536", "file://:65536"),
            ("mailto:Joe@EXAMPLE.org,Ann@B.org", "mailto:Joe@example.org,Ann@b.org"),
            ("foo://example.com", "foo://example.com"),
            ("http://BÜCHER.example/", "http://bücher.example/"),
        ] {
            assert_eq!(normalize(text, Level::Scheme), expected);
            assert_eq!(normalize(expected, Level::Scheme), expected);
        }
    }
}
