//! Building references from components and data.

use std::marker::PhantomData;

use crate::operations::edit::{Changes, with_parts};
use crate::parts::host;
use crate::parts::path::hidden_dot_segment;
use crate::parts::percent::quote;
use crate::parts::query::{NamedValues, Style, from_pairs};
use crate::parts::userinfo;
use crate::syntax::chars::unreserved;
use crate::syntax::rule::Rule;
use crate::values::error::{EditError, ParseError};
use crate::values::methods::refused;

/// Builds a reference from components, which must match their productions, and data, which is percent-encoded.
///
/// [`build`](Self::build) returns the first error. The result has exactly these components when it is split
/// again, except for a guard before the path.
///
/// ```
/// use iriform::UriBuf;
///
/// let uri = UriBuf::builder()
///     .scheme("https")
///     .host("example.org")
///     .port(8443)
///     .segments(["users", "anna/root", "é"])
///     .pairs([("q", "a&b=c")])
///     .build()?;
/// assert_eq!(uri, "https://example.org:8443/users/anna%2Froot/%C3%A9?q=a%26b%3Dc");
/// for segment in ["..", "anna/../root"] {
///     assert!(UriBuf::builder().scheme("https").host("h").segments([segment]).build().is_err());
/// }
/// # Ok::<(), iriform::EditError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder makes nothing before `build`"]
pub struct Builder<V> {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    error: Option<EditError>,
    is_iri: bool,
    value: PhantomData<fn() -> V>,
}

impl<V: TryFrom<String, Error = ParseError>> Builder<V> {
    pub(super) fn new(is_iri: bool) -> Self {
        Self {
            scheme: None,
            userinfo: None,
            host: None,
            port: None,
            path: String::new(),
            query: None,
            fragment: None,
            error: None,
            is_iri,
            value: PhantomData,
        }
    }

    /// Text that must match a production of RFC 3986, or its counterpart in RFC 3987.
    fn matched(&mut self, text: &str, uri: Rule, iri: Rule) -> Option<String> {
        match refused(text, if self.is_iri { iri } else { uri }) {
            None => Some(text.to_owned()),
            Some(error) => {
                self.error.get_or_insert(error.into());
                None
            }
        }
    }

    /// Data as text in which no character is a delimiter.
    fn encoded(&self, data: &str) -> String {
        quote(data, unreserved(self.is_iri))
    }

    /// Sets the scheme.
    pub fn scheme(mut self, scheme: &str) -> Self {
        self.scheme = self.matched(scheme, Rule::Scheme, Rule::Scheme);
        self
    }

    /// Sets user and password from data.
    pub fn user(mut self, user: &str, password: Option<&str>) -> Self {
        let password = password.map(|password| self.encoded(password));
        self.userinfo = Some(userinfo::compose(&self.encoded(user), password.as_deref()));
        self
    }

    /// Sets the host from data: a name in any script, or an address with or without its brackets.
    pub fn host(mut self, host: &str) -> Self {
        match host::from_plain(host, self.is_iri) {
            Ok(host) => self.host = Some(host),
            Err(error) => {
                self.error.get_or_insert(EditError::Host(error));
            }
        }
        self
    }

    /// Sets the port.
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port.to_string());
        self
    }

    /// Sets the path, which must be encoded.
    pub fn path(mut self, path: &str) -> Self {
        self.path = self.matched(path, Rule::Path, Rule::Ipath).unwrap_or_default();
        self
    }

    /// Sets an absolute path from data, one text for each segment. A segment that is `.` or `..`, or that has
    /// one between slashes or backslashes, is an error, because programs remove it (RFC 3986 §5.2.4), encoded
    /// or not.
    pub fn segments<S: AsRef<str>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.path.clear();
        for segment in segments {
            let segment = segment.as_ref();
            if hidden_dot_segment(segment).is_some() {
                self.error.get_or_insert(EditError::DotSegment);
            }
            let segment = self.encoded(segment);
            self.path.push('/');
            self.path.push_str(&segment);
        }
        self
    }

    /// Sets the query, which must be encoded.
    pub fn query(mut self, query: &str) -> Self {
        self.query = self.matched(query, Rule::Query, Rule::Iquery);
        self
    }

    /// Sets the query from pairs of data.
    pub fn pairs<N: Into<String>, D: Into<String>>(
        mut self,
        pairs: impl IntoIterator<Item = (N, D)>,
    ) -> Self {
        let pairs: Vec<NamedValues> = pairs
            .into_iter()
            .map(|(name, value)| (name.into(), vec![Some(value.into())]))
            .collect();
        self.query = Some(from_pairs(&pairs, Style { is_iri: self.is_iri, ..Style::default() }));
        self
    }

    /// Sets the fragment, which must be encoded.
    pub fn fragment(mut self, fragment: &str) -> Self {
        self.fragment = self.matched(fragment, Rule::Fragment, Rule::Ifragment);
        self
    }

    /// Makes the reference.
    ///
    /// # Errors
    ///
    /// The first component that does not match its production, components that do not go together, or a missing
    /// scheme if the type requires one.
    pub fn build(self) -> Result<V, EditError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let text = with_parts(
            "",
            &Changes {
                scheme: Some(self.scheme.as_deref()),
                authority: None,
                userinfo: self.userinfo.as_deref().map(Some),
                host: self.host.as_deref().map(Some),
                port: self.port.as_deref().map(Some),
                path: Some(&self.path),
                query: Some(self.query.as_deref()),
                fragment: Some(self.fragment.as_deref()),
            },
        )?;
        Ok(V::try_from(text)?)
    }
}
