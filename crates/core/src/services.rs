//! Service addresses: those of databases, brokers and caches, as drivers read them.
//!
//! They look like URIs. Some have several hosts, and people write raw passwords into them. A text that RFC 3986
//! accepts is never read in another way, and a text with two readings is refused.

use std::borrow::Cow;
use std::ops::Range;

use crate::compose::compose_authority;
use crate::operations::repair::{Cause, Change, Fixer, trim};
use crate::parts::host::unbracketed;
use crate::parts::percent::{quote, unquote};
use crate::parts::query::{Style, from_pairs, pairs};
use crate::parts::userinfo;
use crate::references::{Masking, hidden, masked};
use crate::syntax::chars::{Class, PATH, QUERY, UNRESERVED, USERINFO};
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// The characters of a host that stay raw: not a comma, which would separate two hosts.
const HOST: Class = UNRESERVED.or(Class::of("!$&'()*+;="));

/// The address of a service, as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ServiceAddress {
    /// The scheme, in lower case.
    pub scheme: String,
    /// The user, decoded. None if there is no userinfo.
    pub user: Option<String>,
    /// The password, decoded. None if there is no colon after the user.
    pub password: Option<String>,
    /// The hosts, decoded and without brackets, each with its port. It is empty if the authority is.
    pub hosts: Vec<HostAndPort>,
    /// The path, as in a URI.
    pub path: String,
    /// The pairs of the query, decoded. A name without `=` has an empty value.
    pub options: Vec<(String, String)>,
}

/// Why a text is not a service address, or an address has no URI. It never shows a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAServiceAddress {
    /// The character at fault, and its position in characters.
    place: Option<(String, usize)>,
    why: &'static str,
}

error_words!(NotAServiceAddress, |error, f| {
    match &error.place {
        Some((mark, position)) if mark.is_empty() => {
            write!(f, "the end of the text, position {position}, ")?;
        }
        Some((mark, position)) => {
            write!(f, "“{}” at position {position} ", mark.escape_debug())?;
        }
        None => {}
    }
    f.write_str(error.why)
});

impl NotAServiceAddress {
    fn of(why: &'static str) -> Self {
        Self { place: None, why }
    }

    fn at(text: &str, i: usize, why: &'static str) -> Self {
        let mark = text[i..].chars().next().map(String::from).unwrap_or_default();
        Self { place: Some((mark, text[..i].chars().count())), why }
    }
}

/// A host, and its port.
pub type HostAndPort = (String, Option<u16>);

/// The positions of the hosts of an address, if its userinfo ends where they begin.
struct HostList {
    section: Range<usize>,
    hosts: Vec<HostAndPort>,
    /// Why a text is not a list of hosts, and where.
    fault: Option<(usize, &'static str)>,
}

/// The grammar reads this as a port, so there is no other reading.
const ABOVE: &str = "begins a host whose port is above 65535";

impl ServiceAddress {
    /// Reads an address, and records the parts that a URI must not have raw. With `plus`, a `+` in user,
    /// password and options is a space.
    pub fn read(text: &str, plus: bool) -> Result<(Self, Vec<Change>), NotAServiceAddress> {
        let fail = |i, why| Err(NotAServiceAddress::at(text, i, why));
        let mut changes = Vec::new();
        let kept = trim(text, &mut changes);
        // Nothing after the end is read, and positions stay those of the text.
        let text = &text[..kept.end];
        if let Some((i, _)) = text.char_indices().find(|&(i, c)| i >= kept.start && c.is_control())
        {
            return fail(i, "is a control character");
        }
        let Some(scheme_end) = text[kept.start..].find("://").map(|i| kept.start + i) else {
            return fail(kept.start, "does not begin a scheme with “://”");
        };
        let scheme = &text[kept.start..scheme_end];
        if recognize(Utf8(scheme.as_bytes()), Rule::Scheme).is_err() {
            return fail(kept.start, "does not begin a scheme with “://”");
        }
        let start = scheme_end + "://".len();
        let (userinfo, HostList { section, hosts, .. }) = authority(text, start)?;

        let rest = section.end..text.len();
        let question = text[rest.clone()].find('?').map_or(rest.end, |i| rest.start + i);
        let mut fixer = Fixer { text, out: String::new(), changes };
        fixer.encode(rest.start..question, PATH);
        let path = std::mem::take(&mut fixer.out);
        let mut options = Vec::new();
        if question < rest.end {
            let query = question + 1..rest.end;
            let style = Style { plus, ..Style::default() };
            for (name, value) in pairs(&text[query.clone()], style) {
                let decoded = |octets: Cow<'_, [u8]>| String::from_utf8(octets.into_owned());
                match (decoded(name), decoded(value.unwrap_or_default())) {
                    (Ok(name), Ok(value)) => options.push((name, value)),
                    _ => return fail(question, NOT_UTF8),
                }
            }
            fixer.encode(query, QUERY);
        }
        let (mut user, mut password) = (None, None);
        if let Some(userinfo) = userinfo {
            let decode = |part: &str| {
                let part = if plus { part.replace('+', " ").into() } else { Cow::Borrowed(part) };
                let decoded = String::from_utf8(unquote(&part));
                decoded.map_err(|_| NotAServiceAddress::at(text, userinfo.start, NOT_UTF8))
            };
            let written = &text[userinfo.clone()];
            let colon = written.find(':');
            user = Some(decode(&written[..colon.unwrap_or(written.len())])?);
            password = colon.map(|colon| decode(&written[colon + 1..])).transpose()?;
            fixer.encode(userinfo, USERINFO);
        }
        let mut changes = fixer.changes;
        Change::sort(&mut changes);
        for change in changes.iter_mut().filter(|change| change.cause == Cause::SecondHash) {
            // It is the first.
            change.cause = Cause::NotAllowed;
        }
        let scheme = scheme.to_ascii_lowercase();
        Ok((Self { scheme, user, password, hosts, path, options }, changes))
    }

    /// Writes a URI for each host, or one without a host. In user, password and options, everything except
    /// unreserved characters is encoded.
    pub fn uris(&self) -> Result<Vec<String>, NotAServiceAddress> {
        self.check()?;
        let none = [(String::new(), None)];
        let hosts = if self.hosts.is_empty() { &none } else { self.hosts.as_slice() };
        Ok(hosts.iter().map(|host| self.with_hosts(&written(host))).collect())
    }

    /// Writes the address as one text, with its secrets replaced.
    pub fn masked(&self) -> Result<String, NotAServiceAddress> {
        self.check()?;
        let hosts: Vec<_> = self.hosts.iter().map(written).collect();
        let userinfo = self.userinfo().map(|userinfo| {
            let secret = userinfo::secret(Utf8(userinfo.as_bytes()), 0..userinfo.len());
            hidden(&userinfo, secret.as_slice()).into_owned()
        });
        let authority = compose_authority(userinfo.as_deref(), &hosts.join(","), None);
        // Hosts with ports look like users with passwords.
        let rest = Self { user: None, password: None, ..self.clone() }.with_hosts("");
        let rest = masked(&rest, Masking::Everything);
        let (scheme, rest) = rest.split_at(self.scheme.len() + "://".len());
        Ok(format!("{scheme}{authority}{rest}"))
    }

    /// Fails if scheme or path would change where the other parts are.
    fn check(&self) -> Result<(), NotAServiceAddress> {
        let is = |text: &str, rule| recognize(Utf8(text.as_bytes()), rule).is_ok();
        if !is(&self.scheme, Rule::Scheme) {
            return Err(NotAServiceAddress::of("the scheme is not valid (RFC 3986 §3.1)"));
        }
        if !is(&self.path, Rule::PathAbempty) {
            return Err(NotAServiceAddress::of(
                "the path does not begin with a slash, or a URI cannot have it",
            ));
        }
        Ok(())
    }

    fn userinfo(&self) -> Option<String> {
        let quoted = |text: &String| quote(text, UNRESERVED);
        let password = self.password.as_ref().map(quoted);
        let user = self.user.as_ref().map(quoted).or(password.as_ref().map(|_| String::new()));
        user.map(|user| userinfo::compose(&user, password.as_deref()))
    }

    fn with_hosts(&self, hosts: &str) -> String {
        let authority = compose_authority(self.userinfo().as_deref(), hosts, None);
        let mut out = format!("{}://{authority}{}", self.scheme, self.path);
        if !self.options.is_empty() {
            let pairs: Vec<_> =
                self.options.iter().map(|(name, value)| (name, vec![Some(value)])).collect();
            out.push('?');
            out.push_str(&from_pairs(&pairs, Style { is_iri: false, ..Style::default() }));
        }
        out
    }
}

/// A host and its port, as in a URI.
fn written((host, port): &HostAndPort) -> String {
    let is_ipv6 = recognize(Utf8(host.as_bytes()), Rule::Ipv6address).is_ok();
    let host = if is_ipv6 { format!("[{host}]") } else { quote(host, HOST) };
    port.map_or(host.clone(), |port| format!("{host}:{port}"))
}

/// The userinfo, and the hosts.
///
/// The userinfo ends at the first `@` with hosts after it, or there is none. So it is the last `@` before the
/// path. If it could also be a later one, the text is refused.
fn authority(
    text: &str,
    start: usize,
) -> Result<(Option<Range<usize>>, HostList), NotAServiceAddress> {
    let fail = |i, why| Err(NotAServiceAddress::at(text, i, why));
    let find =
        |from: usize, marks: &[char]| text[from..].find(marks).map_or(text.len(), |i| from + i);
    let behind = |at: usize| hosts(text, at..find(at, &['/', '?', '#', '@']));
    let (colon, delimiter) = (find(start, &[':']), find(start, &['/', '?', '#']));
    // A user has no raw delimiter, so `h/a@b` has no userinfo.
    let mut ends = text[start..]
        .match_indices('@')
        .map(|(i, _)| start + i)
        .filter(|&at| colon.min(at) <= delimiter);

    let mut end = None;
    let mut found = behind(start);
    while let Some((i, why)) = found.fault {
        // `u:p@a,u:p@b`.
        let first = text[found.section.clone()].split_once(',').map(|(first, _)| host(first));
        if end.is_some()
            && text[found.section.end..].starts_with('@')
            && matches!(first, Some(Ok(_)))
        {
            return fail(i, "is in a list of hosts after another user: all hosts share one user");
        }
        let Some(at) = ends.next().filter(|_| why != ABOVE) else { return fail(i, why) };
        end = Some(at);
        found = behind(at + 1);
    }
    let rest = found.section.end;
    if let Some(i) = text[rest..].find('#') {
        return fail(rest + i, "is read in two ways: percent-encode it as %23");
    }
    let question = find(rest, &['?']);
    // `nats://a,nats://b` and `sentinel://a;sentinel://b`.
    let before = rest.saturating_sub(1).max(found.section.start);
    // The hosts may end in a character of several octets, so `before` may be inside it.
    if let Some(i) = text.as_bytes()[before..question].windows(3).position(|part| part == b"://") {
        return fail(before + i, "follows a second scheme: read each address by itself");
    }
    // After a path, the text after the first `=` is the value of an option.
    let value = if question > rest { find(question, &['=']) } else { text.len() };
    let is_host = |at: usize| behind(at + 1).fault.is_none();
    match ends.find(|&at| at >= rest && at < value && is_host(at)) {
        Some(at) => fail(at, "is read in two ways: percent-encode it as %40"),
        None => Ok((end.map(|end| start..end), found)),
    }
}

/// Reads a list of hosts that does not end at an `@`.
fn hosts(text: &str, section: Range<usize>) -> HostList {
    let mut found = HostList { section: section.clone(), hosts: Vec::new(), fault: None };
    let mut from = section.start;
    for item in text[section.clone()].split(',').filter(|_| !section.is_empty()) {
        match host(item) {
            _ if item.is_empty() => found.fault = Some((from, "is where a host should be")),
            Ok(host) => found.hosts.push(host),
            Err(why) => found.fault = Some((from, why)),
        }
        if found.fault.is_some() {
            return found;
        }
        from += item.len() + 1;
    }
    if text[section.end..].starts_with('@') {
        found.fault = Some((section.end, "ends a second userinfo"));
    }
    found
}

/// Reads a host and its port.
fn host(item: &str) -> Result<HostAndPort, &'static str> {
    let end = item.find(']').map_or(0, |i| i + 1);
    let colon = item[end..].find(':').map_or(item.len(), |i| end + i);
    let (name, port) = (&item[..colon], item[colon..].strip_prefix(':').unwrap_or_default());
    if recognize(Utf8(name.as_bytes()), Rule::Ihost).is_err() {
        return Err("does not begin a host");
    }
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("begins a host whose port is not a number");
    }
    let port = (!port.is_empty()).then(|| port.parse()).transpose().map_err(|_| ABOVE)?;
    let name = String::from_utf8(unquote(unbracketed(name))).map_err(|_| NOT_UTF8)?;
    Ok((name, port))
}

const NOT_UTF8: &str = "begins a text whose percent-encoded octets are not UTF-8";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match ServiceAddress::read(text, false) {
            Ok((address, _)) => format!("{:?}", (address.user, address.password, address.hosts)),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_a_uri_is_has_the_host_of_rfc_3986() {
        for text in [
            "a://h", "a://h:1", "a://u@h/p", "a://u:p@h:1/p?x=1@y", "a://u:1@h", "a://u:1,x@h",
            "a://@h", "a://:@h", "a://[::1]:1/", "a://h/x@", "a://h/x@y", "a:///p@h", "a://?x@y",
            "a://h:1/p?x=u@y", "a://u;v=1:p@h", "a://h?x=1",
        ] {
            let components = crate::compose::Components::of(text);
            let (read, changes) = ServiceAddress::read(text, false).expect("an address");
            let authority = components.authority.unwrap_or_default();
            let host = authority.rsplit('@').next().unwrap_or_default();
            let hosts: Vec<_> = read.hosts.iter().map(written).collect();
            assert_eq!(hosts.join(","), host, "{text}");
            assert_eq!(read.path, components.path, "{text}");
            assert_eq!(changes, [], "{text}");
        }
    }

    #[test]
    fn an_at_that_could_end_the_userinfo_is_refused() {
        for (text, place) in [
            ("a://u:p@s/w@h", "“@” at position 11 is read in two ways: percent-encode it as %40"),
            ("a://u:1/w@h", "“@” at position 9 is read in two ways: percent-encode it as %40"),
            ("a://u:p@s#1@h", "“#” at position 9 is read in two ways: percent-encode it as %23"),
            ("a://u:p@s?1@h", "“@” at position 11 is read in two ways: percent-encode it as %40"),
            ("a://u:p@s?x=1@h", "“@” at position 13 is read in two ways: percent-encode it as %40"),
            ("a://:1/w@h", "“@” at position 8 is read in two ways: percent-encode it as %40"),
            ("a://u:70000/w@h", "“u” at position 4 begins a host whose port is above 65535"),
            (
                "a://u:p@x,u:p@y",
                "“u” at position 10 is in a list of hosts after another user: all hosts share one user",
            ),
            (
                "a://h:1,a://h:2",
                "“:” at position 9 follows a second scheme: read each address by itself",
            ),
        ] {
            assert_eq!(read(text), place, "{text}");
        }
    }
}
