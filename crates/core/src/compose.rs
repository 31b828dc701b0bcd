//! Composes a reference from components (RFC 3986 §5.3), with guards that keep the components
//! distinct.

use crate::parts::path::has_colon_in_first_segment;
use crate::syntax::reference::Reference;

/// The five components of a reference, each valid by its own rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Components<'a> {
    /// `scheme`
    pub scheme: Option<&'a str>,
    /// `authority`
    pub authority: Option<&'a str>,
    /// `path`
    pub path: &'a str,
    /// `query`
    pub query: Option<&'a str>,
    /// `fragment`
    pub fragment: Option<&'a str>,
}

/// Why components cannot be composed: the text would be split into different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// "If a URI contains an authority component, then the path component must either be empty
    /// or begin with a slash" (§3.3).
    RootlessAfterAuthority,
    /// "If a URI does not contain an authority component, then the path cannot begin with two
    /// slash characters" (§3.3).
    EmptyFirstSegment,
    /// "A relative-path reference cannot contain a colon in the first segment" (§4.2).
    ColonInFirstSegment,
    /// An empty first segment without an authority: the slash after it would make the path
    /// absolute, and nothing of the segment would be left ("path-rootless", §3.3).
    RootlessEmptySegment,
    /// A userinfo or a port without a host.
    NoHost,
}

error_words!(Misfit, |error, f| f.write_str(match error {
    Self::RootlessAfterAuthority => {
        "after an authority the path must be empty or begin with “/” (RFC 3986 §3.3)"
    }
    Self::EmptyFirstSegment => {
        "without an authority the path must not begin with “//” (RFC 3986 §3.3)"
    }
    Self::ColonInFirstSegment => {
        "without a scheme the first segment of a relative path must not contain ':' \
         (RFC 3986 §4.2)"
    }
    Self::RootlessEmptySegment => {
        "without a host the first segment must not be empty (RFC 3986 §3.3): an absolute \
         path is written as path='/…'"
    }
    Self::NoHost => "userinfo and port need a host (RFC 3986 §3.2)",
}));

impl<'a> From<Reference<'a>> for Components<'a> {
    fn from(reference: Reference<'a>) -> Self {
        Self {
            scheme: reference.scheme(),
            authority: reference.authority(),
            path: reference.path(),
            query: reference.query(),
            fragment: reference.fragment(),
        }
    }
}

impl<'a> Components<'a> {
    /// The components of a valid reference.
    pub fn of(text: &'a str) -> Self {
        Reference::of(text).into()
    }

    /// Why the composed text would be split into different components, if it would.
    pub fn misfit(&self) -> Option<Misfit> {
        misfit(self.scheme.is_some(), self.authority.is_some(), self.path)
    }

    /// The [guard](guard) of its path.
    pub fn guard(&self) -> &'static str {
        guard(self.scheme.is_some(), self.authority.is_some(), self.path)
    }

    /// The path without its guard, if it has one.
    pub fn unguarded_path(&self) -> &'a str {
        for guard in ["/.", "./"] {
            if let Some(path) = self.path.strip_prefix(guard)
                && (Self { path, ..*self }).guard() == guard
            {
                return path;
            }
        }
        self.path
    }

    /// Component recomposition (§5.3), with a guard where one is needed.
    ///
    /// "Note that we are careful to preserve the distinction between a component that is
    /// undefined, meaning that its separator was not present in the reference, and a component
    /// that is empty".
    pub fn compose(&self) -> String {
        let length = self.scheme.map_or(0, str::len)
            + self.authority.map_or(0, str::len)
            + self.path.len()
            + self.query.map_or(0, str::len)
            + self.fragment.map_or(0, str::len);
        let mut out = String::with_capacity(length + 7);
        self.push_prefix(&mut out);
        out.push_str(self.guard());
        out.push_str(self.path);
        self.push_suffix(&mut out);
        out
    }

    /// Appends scheme and authority.
    pub(crate) fn push_prefix(&self, out: &mut String) {
        if let Some(scheme) = self.scheme {
            out.push_str(scheme);
            out.push(':');
        }
        if let Some(authority) = self.authority {
            out.push_str("//");
            out.push_str(authority);
        }
    }

    /// Appends query and fragment.
    pub(crate) fn push_suffix(&self, out: &mut String) {
        if let Some(query) = self.query {
            out.push('?');
            out.push_str(query);
        }
        if let Some(fragment) = self.fragment {
            out.push('#');
            out.push_str(fragment);
        }
    }
}

/// Why a path would be read as something else after a scheme and an authority, if there are any.
fn misfit(has_scheme: bool, has_authority: bool, path: &str) -> Option<Misfit> {
    if has_authority {
        (!path.is_empty() && !path.starts_with('/')).then_some(Misfit::RootlessAfterAuthority)
    } else if path.starts_with("//") {
        Some(Misfit::EmptyFirstSegment)
    } else {
        (!has_scheme && has_colon_in_first_segment(path)).then_some(Misfit::ColonInFirstSegment)
    }
}

/// The guard: the text to write before a path that would otherwise be read as something else. It is
/// `/.` before a path that begins with `//` without an authority (§3.3 forbids such a path; see R9),
/// and `./` before a first segment with a colon without a scheme (§4.2).
///
/// This is the only guard, for resolution, normalization, building and editing alike.
pub(crate) fn guard(has_scheme: bool, has_authority: bool, path: &str) -> &'static str {
    match misfit(has_scheme, has_authority, path) {
        Some(Misfit::EmptyFirstSegment) => "/.",
        Some(Misfit::ColonInFirstSegment) => "./",
        _ => "",
    }
}

/// Composes `authority = [ userinfo "@" ] host [ ":" port ]` from valid parts.
pub fn compose_authority(userinfo: Option<&str>, host: &str, port: Option<&str>) -> String {
    let mut out = String::with_capacity(host.len() + 8);
    if let Some(userinfo) = userinfo {
        out.push_str(userinfo);
        out.push('@');
    }
    out.push_str(host);
    if let Some(port) = port {
        out.push(':');
        out.push_str(port);
    }
    out
}
