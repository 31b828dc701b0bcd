//! Normalization and comparison (RFC 3986 §6.2, RFC 3987 §5.3).

use std::borrow::Cow;

use crate::compose::Components;
use crate::operations::urn;
use crate::parts::host;
#[cfg(feature = "idna")]
use crate::parts::idna;
use crate::parts::path::{has_dot_segments, remove_dot_segments};
use crate::parts::percent::{has_percent, push_normal_escapes};
use crate::parts::scheme;
use crate::purl;
use crate::syntax::choice::{self, UnknownName, choices};
use crate::syntax::reference::Reference;

/// A level of comparison of §6.2. References that are equivalent at a level are equivalent at every later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Simple string comparison (§6.2.1): every text is its own normal form.
    String,
    /// Syntax-based (§6.2.2): letter case, percent-encoding, dot segments.
    Syntax,
    /// Scheme-based (§6.2.3), for the schemes with known rules.
    #[cfg(feature = "idna")]
    Scheme,
}

impl Level {
    /// Every level, the finest first.
    pub const ALL: &[Self] = &[
        Self::String,
        Self::Syntax,
        #[cfg(feature = "idna")]
        Self::Scheme,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Syntax => "syntax",
            #[cfg(feature = "idna")]
            Self::Scheme => "scheme",
        }
    }

    /// The level of that name. The error lists the names.
    pub fn by_name(name: &str) -> Result<Self, UnknownName> {
        choice::named("level", Self::ALL, Self::name, name)
    }
}

choices! {
    /// A step of normalization. They are in the order of execution (N4).
    #[derive(PartialOrd, Ord)]
    pub enum Step;
    /// The clause of an RFC.
    pub fn clause;
    /// The work of the step, for people.
    pub fn words;
    /// It is first because decoding may produce letters and dots.
    Percent = "RFC 3986 §6.2.2.2",
        "percent-encoded unreserved characters are decoded; other triplets get upper-case digits";
    /// An address in brackets has letters, too.
    Case = "RFC 3986 §6.2.2.1",
        "scheme and host become lower-case; an IPv6 address gets the form of RFC 5952";
    /// Only in a reference with a scheme, and not in a package URL, where they are names.
    DotSegments = "RFC 3986 §6.2.2.3", "dot segments are removed from the path";
    /// The last step of syntax-based normalization.
    EmptyPort = "RFC 3986 §3.2.3", "a colon without a port is removed";
    /// The first step of scheme-based normalization. Numbers are compared for every scheme.
    Port = "RFC 3986 §6.2.3", "leading zeros of a port and the scheme's default port are removed";
    /// For schemes whose hosts are names of the DNS.
    HostName = "RFC 3987 §5.3.3", "a host that is not ASCII is mapped as name look-up does (UTS #46)";
    /// `file:` has one.
    DefaultHost = "RFC 3986 §6.2.3", "the scheme's default host becomes empty";
    /// For schemes whose paths begin with a slash.
    RootPath = "RFC 3986 §6.2.3", "an empty path becomes the root";
    /// For `mailto:`.
    MailDomain = "RFC 6068 §2", "the domains of email addresses become lower-case";
    /// For `urn:`.
    UrnName = "RFC 8141 §3.1", "the namespace identifier and a UUID become lower-case";
    /// For `tel:`.
    TelNumber = "RFC 3966 §4", "visual separators are removed from the number, its context and its extension";
    /// For `pkg:`, of what is equivalent to a package URL.
    PurlForm = "ECMA-427 §5.6", "a package URL gets its canonical text";
}

/// The steps that normalize a valid reference to a level: every step that changes it, with the text after it.
/// The last text is the normal form.
pub fn steps(text: &str, level: Level) -> Vec<(Step, String)> {
    let reference = Reference::of(text);
    let Some(rules) = ChosenSteps::of(reference.scheme(), level) else { return Vec::new() };
    let mut changes: Vec<(Step, String)> = Vec::new();
    for &step in Step::ALL.iter().filter(|&&step| rules.take(step)) {
        let mut after = String::with_capacity(text.len());
        push_normal(&reference, ChosenSteps { last: step, ..rules }, &mut after);
        if after != changes.last().map_or(text, |(_, before)| before) {
            changes.push((step, after));
        }
    }
    changes
}

/// Appends the normal form of a valid reference and returns true. Appends nothing and returns false if the
/// reference is known to be in normal form. The normal form is of the same kind, is ASCII if the text is, and
/// is its own normal form.
///
/// The order matters (N4): percent-encoding first, because decoding may produce letters and dots; then letter
/// case; then dot segments. These are only removed from a reference with a scheme, because in a relative
/// reference they matter until it is resolved (§5.2.1). Characters are not normalized (RFC 3987 §5.3.2.2), and
/// non-ASCII characters stay encoded or raw as they are.
pub fn normalize(r: &Reference<'_>, level: Level, out: &mut String) -> bool {
    let Some(rules) = ChosenSteps::of(r.scheme(), level) else { return false };
    let changes = has_percent(r.text) || !is_plainly_normal(r, rules);
    if changes {
        out.reserve(r.text.len() + 3);
        push_normal(r, rules, out);
    }
    changes
}

/// The steps to take.
#[derive(Clone, Copy)]
struct ChosenSteps {
    /// The last step.
    last: Step,
    /// The known rules of the scheme, for scheme-based normalization.
    known: Option<&'static scheme::Known>,
}

impl ChosenSteps {
    /// The steps of a level, if it has any.
    fn of(
        #[cfg_attr(not(feature = "idna"), expect(unused_variables, reason = "no level asks it"))]
        scheme: Option<&str>,
        level: Level,
    ) -> Option<Self> {
        match level {
            Level::String => None,
            Level::Syntax => Some(Self { last: Step::EmptyPort, known: None }),
            #[cfg(feature = "idna")]
            Level::Scheme => {
                Some(Self { last: Step::PurlForm, known: scheme.and_then(scheme::known) })
            }
        }
    }

    #[inline(always)]
    fn take(self, step: Step) -> bool {
        step <= self.last
    }

    /// The known rules of the scheme, if a step uses them.
    #[inline(always)]
    fn known(self, step: Step) -> Option<&'static scheme::Known> {
        self.known.filter(|_| self.take(step))
    }

    /// Returns true if a path that begins with a slash belongs to the default host and gets an empty
    /// authority: `file:/p` becomes `file:///p` (RFC 8089 §2).
    fn has_default_host(self) -> bool {
        self.known(Step::DefaultHost).is_some_and(|known| known.default_host.is_some())
    }
}

/// Appends the components in normal form, with a guard if the removed dot segments had served as
/// one.
fn push_normal(r: &Reference<'_>, rules: ChosenSteps, out: &mut String) {
    let mut c = Components::from(*r);
    let whole = out.len();
    if let Some(scheme) = c.scheme {
        let start = out.len();
        out.push_str(scheme);
        if rules.take(Step::Case) {
            out[start..].make_ascii_lowercase();
        }
        out.push(':');
    }
    if let Some(host) = r.host() {
        out.push_str("//");
        push_normal_authority(r, host, rules, out);
    }
    let mut path_start = out.len();
    push_normal_escapes(c.path, out);
    if rules.take(Step::DotSegments)
        && c.scheme.is_some()
        && has_dot_segments(&out[path_start..])
        && !is_package_url(r)
    {
        let path = out.split_off(path_start);
        remove_dot_segments("", &path, out);
    }
    if let Some(known) = rules.known(Step::RootPath) {
        if known.root_path && c.authority.is_some() && out.len() == path_start {
            out.push('/');
        }
        if rules.take(Step::MailDomain) && known.name == "mailto" {
            let path = out.split_off(path_start);
            push_lower_mail_domains(&path, out);
        }
        if rules.take(Step::UrnName) && known.name == "urn" && c.authority.is_none() {
            urn::lower_name(&mut out[path_start..]);
        }
        if rules.take(Step::TelNumber) && known.name == "tel" && c.authority.is_none() {
            let path = out.split_off(path_start);
            push_tel(&path, out);
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
    if rules.known(Step::PurlForm).is_some_and(|known| known.name == "pkg")
        && let Some(Cow::Owned(purl)) = purl::canonical(&out[whole..])
    {
        out.truncate(whole);
        out.push_str(&purl);
    }
}

/// Returns true for a reference that is equivalent to a package URL, in which `.` and `..` are names (ECMA-427,
/// Annex C).
fn is_package_url(r: &Reference<'_>) -> bool {
    r.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("pkg"))
        && purl::canonical(r.text).is_some()
}

/// Returns true if a quick check shows that a reference without a `%` is in normal form, as most are.
fn is_plainly_normal(r: &Reference<'_>, rules: ChosenSteps) -> bool {
    let is_lower = |text: &str| !text.bytes().any(|b| b.is_ascii_uppercase());
    let path = r.path();
    r.scheme().is_none_or(|scheme| is_lower(scheme) && !has_dot_segments(path))
        && is_plain_authority(r, rules)
        && (r.parts.has_authority() || !(rules.has_default_host() && path.starts_with('/')))
        && rules.known.is_none_or(|known| {
            known.name != "mailto"
                && known.name != "pkg"
                && known.name != "tel"
                && (known.name != "urn" || is_lower(path))
                && r.authority().is_none_or(|authority| {
                    known.default_host != Some(authority) && !(known.root_path && path.is_empty())
                })
        })
}

/// Returns true if a quick check shows that the authority, if there is one, is in normal form: the host is not
/// an address in brackets and has neither a capital letter nor a character that name look-up would map, and the
/// port is neither empty nor default nor zero-padded.
fn is_plain_authority(r: &Reference<'_>, rules: ChosenSteps) -> bool {
    let is_mapped = rules.known.is_some();
    let is_plain = |b: u8| !matches!(b, b'A'..=b'Z' | b'[') && (b.is_ascii() || !is_mapped);
    r.host().is_none_or(|host| host.bytes().all(is_plain))
        && r.port().is_none_or(|port| {
            !(port.is_empty() || port.starts_with('0') && rules.take(Step::Port))
                && rules.known.is_none_or(|known| scheme::port_number(port) != known.default_port)
        })
}

fn push_normal_authority(r: &Reference<'_>, host: &str, rules: ChosenSteps, out: &mut String) {
    if let Some(userinfo) = r.userinfo() {
        push_normal_escapes(userinfo, out);
        out.push('@');
    }
    let host_start = out.len();
    if rules.take(Step::Case) {
        host::push_normal(host, out);
    } else {
        push_normal_escapes(host, out);
    }
    // "URI producers and normalizers should omit the ":" delimiter from a component if port is
    // empty" (§3.2.3).
    let mut port = r.port();
    if rules.take(Step::EmptyPort) {
        port = port.filter(|port| !port.is_empty());
    }
    if rules.take(Step::Port) {
        // "An optional port number in decimal" (§3.2.3).
        port = port.map(|digits| match digits.trim_start_matches('0') {
            "" => "0",
            number => number,
        });
    }
    if let Some(known) = rules.known(Step::Port) {
        let number = port.and_then(scheme::port_number);
        if number.is_some() && number == known.default_port {
            port = None;
        }
        #[cfg(feature = "idna")]
        if rules.take(Step::HostName)
            && scheme::has_dns_names(known.name)
            && !out[host_start..].is_ascii()
            && let Some(mapped) = idna::map(&out[host_start..])
        {
            out.truncate(host_start);
            out.push_str(&mapped);
        }
        let is_alone = r.userinfo().is_none() && port.is_none();
        if is_alone && rules.has_default_host() && known.default_host == Some(&out[host_start..]) {
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

/// Appends a telephone number without visual separators, which comparison ignores (RFC 3966 §4, §5.1.1): those
/// of the number, of a context that is a number, and of an extension.
fn push_tel(path: &str, out: &mut String) {
    for (i, part) in path.split(';').enumerate() {
        if i > 0 {
            out.push(';');
        }
        let value = match part.split_once('=') {
            None if i == 0 => 0,
            Some((name, value))
                if name.eq_ignore_ascii_case("ext")
                    || name.eq_ignore_ascii_case("phone-context") && value.starts_with('+') =>
            {
                name.len() + 1
            }
            _ => part.len(),
        };
        out.push_str(&part[..value]);
        let number = &part[value..];
        if is_phone_number(number) {
            out.extend(number.chars().filter(|c| !"-.()".contains(*c)));
        } else {
            out.push_str(number);
        }
    }
}

/// Returns true if a text has only digits and visual separators, and in a local number also `A` to `F`, `*` and
/// `#`.
fn is_phone_number(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let is_global = digits.len() < text.len();
    let (is_digit, rest) = if is_global {
        (u8::is_ascii_digit as fn(&u8) -> bool, Cow::Borrowed(digits))
    } else {
        let is_digit = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'*';
        (is_digit as fn(&u8) -> bool, Cow::Owned(digits.replace("%23", "*")))
    };
    rest.bytes().any(|byte| is_digit(&byte))
        && rest.bytes().all(|byte| is_digit(&byte) || b"-.()".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str, level: Level) -> Cow<'_, str> {
        Reference::of(text).after(|r, out| normalize(r, level, out))
    }

    #[test]
    fn steps_lead_to_the_normal_form() {
        use Step::{
            Case, DefaultHost, DotSegments, EmptyPort, HostName, MailDomain, Percent, Port,
            RootPath, TelNumber, UrnName,
        };
        for (text, expected) in [
            ("http://example.org/", &[][..]),
            (
                "HTTP://%45xample.org:080/%7e/../b",
                &[
                    (Percent, "HTTP://Example.org:080/~/../b"),
                    (Case, "http://example.org:080/~/../b"),
                    (DotSegments, "http://example.org:080/b"),
                    (Port, "http://example.org/b"),
                ],
            ),
            (
                "http://[2001:DB8::0]:",
                &[
                    (Case, "http://[2001:db8::]:"),
                    (EmptyPort, "http://[2001:db8::]"),
                    (RootPath, "http://[2001:db8::]/"),
                ],
            ),
            (
                "http://BÜCHER.example/",
                &[(Case, "http://bÜcher.example/"), (HostName, "http://bücher.example/")],
            ),
            ("file://localhost/a", &[(DefaultHost, "file:///a")]),
            ("file:/a", &[(DefaultHost, "file:///a")]),
            ("mailto:Joe@EXAMPLE.org", &[(MailDomain, "mailto:Joe@example.org")]),
            ("urn:ISBN:0451450523", &[(UrnName, "urn:isbn:0451450523")]),
            ("tel:+1-201-555-0123", &[(TelNumber, "tel:+12015550123")]),
            ("a:/..//b", &[(DotSegments, "a:/.//b")]),
            ("../%7ea/./b", &[(Percent, "../~a/./b")]),
        ] {
            let found = steps(text, Level::Scheme);
            let found: Vec<_> = found.iter().map(|(step, after)| (*step, after.as_str())).collect();
            assert_eq!(found, expected, "{text}");
            for &level in Level::ALL {
                let last = steps(text, level).pop().map_or(text.to_owned(), |(_, after)| after);
                assert_eq!(last, normal(text, level), "{text}");
            }
        }
    }
}
