//! The components of a reference as types: text that matches a production, with the operations of its own.
//!
//! Each derefs to `str`. Equality, order and hash are those of the text.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::net::IpAddr;
#[cfg(feature = "idna")]
use std::net::{SocketAddr, ToSocketAddrs};

use crate::operations::redact::in_valid;
use crate::parts::host::{HostKind, address};
#[cfg(feature = "idna")]
use crate::parts::lookup;
use crate::parts::percent::{decoded, unquote};
use crate::parts::query::{self, Style};
#[cfg(feature = "suffixes")]
use crate::parts::suffix::{self, Suffixes};
#[cfg(feature = "idna")]
use crate::parts::within::Within;
use crate::parts::{path, scheme};
use crate::references::{Masking, hidden};
use crate::syntax::rule::Rule;
use crate::syntax::split::{AuthorityParts, split_authority};
use crate::syntax::text::Utf8;
use crate::values::methods::is_text;

/// Makes a type for text that matches a production.
macro_rules! components {
    ($($(#[$meaning:meta])* $Name:ident;)*) => {$(
        $(#[$meaning])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Name<'a>(pub(super) &'a str);

        impl<'a> $Name<'a> {
            /// The text, still encoded.
            pub fn as_str(&self) -> &'a str {
                self.0
            }
        }

        is_text! { $Name<'_> }

        impl<'a> From<$Name<'a>> for &'a str {
            fn from(component: $Name<'a>) -> Self {
                component.0
            }
        }

        impl PartialOrd<str> for $Name<'_> {
            fn partial_cmp(&self, other: &str) -> Option<Ordering> {
                self.0.partial_cmp(other)
            }
        }
    )*};
}

/// Adds percent-decoding to a type.
macro_rules! decoding {
    ($($Name:ident)*) => {$(
        impl<'a> $Name<'a> {
            /// The text with its percent-encoding decoded (RFC 3986 §2.1). None if the octets are not UTF-8.
            pub fn decode(&self) -> Option<Cow<'a, str>> {
                decoded(self.0)
            }

            /// The octets of the text, percent-decoded.
            pub fn to_octets(&self) -> Vec<u8> {
                unquote(self.0)
            }
        }
    )*};
}

/// Shows the text. A userinfo does not show its text, because it may have a password.
macro_rules! debug {
    ($($Name:ident)*) => {$(
        impl fmt::Debug for $Name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.0, f)
            }
        }
    )*};
}

components! {
    /// A scheme (RFC 3986 §3.1).
    Scheme;
    /// An authority, without the `//` before it (RFC 3986 §3.2).
    Authority;
    /// A userinfo, without the `@` after it (RFC 3986 §3.2.1).
    Userinfo;
    /// A host (RFC 3986 §3.2.2). An IPv6 address has its brackets.
    Host;
    /// A path, which may be empty (RFC 3986 §3.3).
    Path;
    /// A segment of a path, without slashes (RFC 3986 §3.3).
    Segment;
    /// A query, without the `?` before it (RFC 3986 §3.4).
    Query;
    /// A fragment, without the `#` before it (RFC 3986 §3.5).
    Fragment;
}
decoding! { Userinfo Host Path Segment Query Fragment }
debug! { Scheme Host Path Segment Query Fragment }

impl Scheme<'_> {
    /// The default port of the scheme, if it is known.
    pub fn default_port(&self) -> Option<u16> {
        scheme::default_port(self.0)
    }

    /// Returns true if it is this scheme, in any letter case (RFC 3986 §3.1).
    pub fn is(&self, name: &str) -> bool {
        self.0.eq_ignore_ascii_case(name)
    }
}

impl<'a> Authority<'a> {
    fn parts(&self) -> AuthorityParts {
        split_authority(Utf8(self.0.as_bytes()), 0..self.0.len())
    }

    /// The userinfo.
    pub fn userinfo(&self) -> Option<Userinfo<'a>> {
        self.parts().userinfo.map(|range| Userinfo(&self.0[range]))
    }

    /// The host, which may be empty.
    pub fn host(&self) -> Host<'a> {
        Host(&self.0[self.parts().host])
    }

    /// The digits of the port, without the colon before it.
    pub fn port_text(&self) -> Option<&'a str> {
        self.parts().port.map(|range| &self.0[range])
    }

    /// The port. None if it is absent, empty or above 65535.
    pub fn port(&self) -> Option<u16> {
        self.port_text().and_then(scheme::port_number)
    }

    /// Looks the host up, and returns its addresses with the port, or with `default_port`. A name is looked up
    /// in the form of UTS #46.
    ///
    /// # Errors
    ///
    /// An error of the system's resolver, or a host that is not a name.
    #[cfg(feature = "idna")]
    pub fn to_socket_addrs(&self, default_port: u16) -> std::io::Result<Vec<SocketAddr>> {
        use std::io::{Error, ErrorKind};

        let host = self.host();
        let port = match self.port_text() {
            None | Some("") => default_port,
            Some(digits) => scheme::port_number(digits)
                .ok_or_else(|| Error::new(ErrorKind::InvalidInput, "the port is above 65535"))?,
        };
        if let Some(address) = host.ip() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let name = crate::parts::idna::host_to_ascii(&host)
            .map_err(|why| Error::new(ErrorKind::InvalidInput, why))?;
        Ok((name.as_str(), port).to_socket_addrs()?.collect())
    }
}

/// Masks a password; `Display` shows it.
impl fmt::Debug for Authority<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secrets = in_valid(Utf8(self.0.as_bytes()), Rule::Iauthority, Masking::Userinfo);
        fmt::Debug::fmt(&*hidden(self.0, &secrets), f)
    }
}

impl fmt::Debug for Userinfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Userinfo(***)")
    }
}

impl Host<'_> {
    /// The production that the host matches.
    pub fn kind(&self) -> HostKind {
        HostKind::of(Utf8(self.0.as_bytes()))
    }

    /// The address, if the host is one by the grammar.
    pub fn ip(&self) -> Option<IpAddr> {
        address(self.0)
    }
}

/// Hosts are compared as name look-up reads them: by UTS #46, in any letter case, without the root dot, with
/// addresses in any notation.
#[cfg(feature = "idna")]
impl Host<'_> {
    /// Returns true if both are the same host.
    ///
    /// ```
    /// let uri = iriform::Uri::parse("http://WWW.Example.org./")?;
    /// assert!(uri.host().unwrap().matches("www.example.org"));
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    pub fn matches(&self, other: &str) -> bool {
        lookup::matches(self.0, other)
    }

    /// Returns true if the host is `name`, or below it. False for a `name` that is a pattern, such as
    /// `*.example.org`.
    ///
    /// ```
    /// let uri = iriform::Uri::parse("http://www.example.org/")?;
    /// assert!(uri.host().unwrap().is_within("example.org"));
    /// assert!(!iriform::Uri::parse("http://notexample.org/")?.host().unwrap().is_within("example.org"));
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    pub fn is_within(&self, name: &str) -> bool {
        let mut within = Within::of(Some(lookup::compared(self.0)));
        within.ask(name);
        within.answer().unwrap_or(false)
    }
}

/// By the public suffix list. It divides names of the DNS, so addresses have none of these.
#[cfg(feature = "suffixes")]
impl<'a> Host<'a> {
    /// The registrable domain: the public suffix and the label before it.
    ///
    /// ```
    /// let uri = iriform::Uri::parse("https://www.example.co.uk/")?;
    /// assert_eq!(uri.host().unwrap().registrable_domain().as_deref(), Some("example.co.uk"));
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    pub fn registrable_domain(&self) -> Option<Cow<'a, str>> {
        suffix::registrable_domain(self.0, Suffixes::current())
    }

    /// The suffix under which anybody may register names: `co.uk`, `github.io`.
    pub fn public_suffix(&self) -> Option<Cow<'a, str>> {
        suffix::domain(self.0, Suffixes::current(), suffix::Which::All)?.public_suffix()
    }

    /// Returns true if both hosts belong to one site, as in HTML without the schemes: their registrable domains
    /// are the same, or, without one, the hosts are.
    ///
    /// ```
    /// let [a, b, c] = ["https://a.example.co.uk/", "http://b.example.co.uk/", "https://other.co.uk/"]
    ///     .map(|text| iriform::Uri::parse(text).unwrap());
    /// assert!(a.host().unwrap().is_same_site(b.host().unwrap()));
    /// assert!(!a.host().unwrap().is_same_site(c.host().unwrap()));
    /// ```
    pub fn is_same_site(&self, other: Host<'_>) -> bool {
        match (self.registrable_domain(), other.registrable_domain()) {
            (Some(domain), Some(other)) => domain == other,
            (None, None) => self.matches(other.0),
            _ => false,
        }
    }
}

impl<'a> Path<'a> {
    /// Returns true if the path begins with a slash.
    pub fn is_absolute(&self) -> bool {
        path::is_absolute(Utf8(self.0.as_bytes()))
    }

    /// The segments, still encoded. The slash at the root does not belong to one.
    ///
    /// ```
    /// let uri = iriform::Uri::parse("http://h/a%2Fb//c/")?;
    /// assert_eq!(uri.path().segments().collect::<Vec<_>>(), ["a%2Fb", "", "c", ""]);
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    pub fn segments(&self) -> impl Iterator<Item = Segment<'a>> + use<'a> {
        let text = self.0;
        path::segments(Utf8(text.as_bytes())).map(move |range| Segment(&text[range]))
    }
}

impl<'a> Query<'a> {
    /// The names and values of `a=b&c`, decoded as HTML forms are: `+` is a space, and octets that are not UTF-8
    /// become U+FFFD. A name without `=` has no value.
    ///
    /// ```
    /// let uri = iriform::Uri::parse("http://h/?q=a+b%26c&x")?;
    /// let pairs: Vec<_> = uri.query().unwrap().pairs().collect();
    /// assert_eq!(pairs, [("q".into(), Some("a b&c".into())), ("x".into(), None)]);
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    pub fn pairs(&self) -> impl Iterator<Item = (String, Option<String>)> + use<'a> {
        query::pairs(self.0, Style::default()).map(|(name, value)| (text(name), value.map(text)))
    }

    /// The first value of a name, decoded like [`pairs`](Self::pairs). A name without `=` has an empty value.
    pub fn value(&self, name: &str) -> Option<String> {
        query::value(self.0, name, Style::default()).map(text)
    }
}

/// Octets as text; those that are not UTF-8 become U+FFFD.
fn text(octets: impl AsRef<[u8]>) -> String {
    String::from_utf8_lossy(octets.as_ref()).into_owned()
}
