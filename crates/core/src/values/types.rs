//! The eight types, by one definition.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::net::IpAddr;
use std::str::FromStr;

#[cfg(feature = "findings")]
use crate::findings::{Finding, RuleSet};
#[cfg(feature = "suffixes")]
use crate::operations::canonical::{Steps as CanonicalSteps, canonical};
use crate::operations::compare::{comparison_key, equivalent};
use crate::operations::convert::decoded;
#[cfg(feature = "idna")]
use crate::operations::convert::{to_iri, to_uri_with_idna};
use crate::operations::edit::{Changes, without_query};
use crate::operations::normalize::{Level, normalize};
use crate::operations::relativize::relativize;
use crate::operations::repair::{self, repair};
use crate::parts::form::ReferenceForm;
use crate::parts::host::{HostKind, address};
#[cfg(feature = "idna")]
use crate::parts::idna::NotADomainName;
use crate::parts::percent::encode_non_ascii;
use crate::parts::query::Style;
use crate::parts::scheme::{port_number, port_or_default};
use crate::references::Masking;
use crate::syntax::parse::Requirements;
use crate::syntax::reference::{OwnedReference, Reference};
use crate::syntax::rule::Rule;
use crate::syntax::split::Parts;
use crate::syntax::text::Utf8;
use crate::values::builder::Builder;
use crate::values::components::{Authority, Fragment, Host, Path, Query, Scheme, Userinfo};
use crate::values::error::{EditError, ParseError};
use crate::values::methods::{self, IntoReference, is_text};
use crate::words::escape;

/// Adds methods to the borrowed and to the owned type. `$r` is the split reference, borrowed for `'a`.
macro_rules! both {
    ($Value:ident $Buf:ident $(
        $(#[$meta:meta])*
        fn $name:ident($r:ident $(, $argument:ident: $type:ty)*) -> $answer:ty { $($body:tt)* }
    )*) => {
        impl<'a> $Value<'a> {
            $($(#[$meta])*
            pub fn $name(&self $(, $argument: $type)*) -> $answer {
                let $r: &Reference<'a> = &self.0;
                $($body)*
            })*
        }

        impl $Buf {
            $($(#[$meta])*
            pub fn $name<'a>(&'a self $(, $argument: $type)*) -> $answer {
                let $r: &Reference<'a> = &self.0.borrowed();
                $($body)*
            })*
        }
    };
}

/// The scheme of a type, and how to change it: `required` if the type always has one.
macro_rules! scheme {
    (required $Value:ident $Buf:ident $is_iri:literal) => {
        both! { $Value $Buf
            /// The scheme.
            fn scheme(r) -> Scheme<'a> { Scheme(&r.text[..r.parts.scheme_end]) }
            /// The value with another scheme.
            fn with_scheme(r, scheme: &str) -> Result<$Buf, EditError> {
                methods::with(r, &Changes { scheme: Some(Some(scheme)), ..Changes::default() }, $is_iri).map($Buf)
            }
        }
    };
    (optional $Value:ident $Buf:ident $is_iri:literal) => {
        both! { $Value $Buf
            /// The scheme.
            fn scheme(r) -> Option<Scheme<'a>> { r.scheme().map(Scheme) }
            /// The value with another scheme, or without one.
            fn with_scheme(r, scheme: Option<&str>) -> Result<$Buf, EditError> {
                methods::with(r, &Changes { scheme: Some(scheme), ..Changes::default() }, $is_iri).map($Buf)
            }
        }
    };
}

/// Makes a borrowed and an owned type for a production.
///
/// The second line has the types of its results: of a relative reference, and of a conversion to the characters
/// of RFC 3986 and of RFC 3987.
macro_rules! values {
    ($(
        $(#[$meaning:meta])*
        $Value:ident $Buf:ident: $production:ident, $form:ident, $is_iri:literal, $scheme:ident,
        relative $Ref:ident $RefBuf:ident, uri $UriBuf:ident, iri $IriBuf:ident;
    )*) => {$(
        $(#[$meaning])*
        #[derive(Clone, Copy)]
        #[must_use = "a value is never changed in place"]
        pub struct $Value<'a>(pub(super) Reference<'a>);

        #[doc = concat!("[`", stringify!($Value), "`], with text of its own.")]
        #[derive(Clone)]
        #[must_use = "a value is never changed in place"]
        pub struct $Buf(pub(super) OwnedReference);

        impl<'a> $Value<'a> {
            /// Parses text. The error says where it does not match the grammar, and why.
            pub fn parse(text: &'a str) -> Result<Self, ParseError> {
                methods::parsed::<$is_iri>(text, Rule::$production, Requirements::$form).map(Self)
            }

            /// The value of a valid text with these [`places`](Self::places). The macros of `iriform-macros`,
            /// which have parsed the text, generate calls of it.
            #[doc(hidden)]
            pub const fn of_places(text: &'a str, places: [usize; 6]) -> Self {
                let [scheme_end, host_start, host_end, path_start, path_end, query_end] = places;
                let end = text.len();
                let parts = Parts { scheme_end, host_start, host_end, path_start, path_end, query_end, end };
                Self(Reference { text, parts })
            }

            /// The positions of the components, for [`of_places`](Self::of_places).
            #[doc(hidden)]
            pub fn places(&self) -> [usize; 6] {
                let Parts { scheme_end, host_start, host_end, path_start, path_end, query_end, .. } = self.0.parts;
                [scheme_end, host_start, host_end, path_start, path_end, query_end]
            }

            /// An owned copy.
            pub fn to_buf(&self) -> $Buf {
                $Buf(self.0.owned())
            }

            /// The value without its fragment.
            pub fn without_fragment(&self) -> Self {
                Self(self.0.without_fragment())
            }
        }

        impl $Buf {
            /// Parses a text, and takes it without a copy.
            pub fn parse(text: String) -> Result<Self, ParseError> {
                let parts = methods::parsed::<$is_iri>(&text, Rule::$production, Requirements::$form)?.parts;
                Ok(Self(OwnedReference { text, parts }))
            }

            /// Starts a builder for a reference from components and data.
            pub fn builder() -> Builder<Self> {
                Builder::new($is_iri)
            }

            /// The same, borrowed.
            pub fn borrowed(&self) -> $Value<'_> {
                $Value(self.0.borrowed())
            }

            /// The value without its fragment, borrowed.
            pub fn without_fragment(&self) -> $Value<'_> {
                $Value(self.0.borrowed().without_fragment())
            }

            /// The text.
            pub fn into_string(self) -> String {
                self.0.text
            }

            /// Repairs an almost valid text, and returns the changes: white space and delimiters around it are
            /// trimmed, and characters that must be encoded are percent-encoded. The host is never guessed. The
            /// error says what cannot be repaired, and where in `text`.
            pub fn repair(text: &str) -> Result<(Self, Vec<repair::Change>), ParseError> {
                if let Ok(value) = $Value::parse(text) {
                    return Ok((value.to_buf(), Vec::new()));
                }
                let (repaired, changes) = repair(text, $is_iri, None);
                match Self::parse(repaired) {
                    Ok(value) => Ok((value, changes)),
                    Err(error) => Err(error.before_repair(text, &changes)),
                }
            }
        }

        scheme! { $scheme $Value $Buf $is_iri }

        both! { $Value $Buf
            /// The text.
            fn as_str(r) -> &'a str { r.text }
            /// The authority, without the `//` before it. An empty authority is present, not absent.
            fn authority(r) -> Option<Authority<'a>> { r.authority().map(Authority) }
            /// The userinfo, without the `@` after it.
            fn userinfo(r) -> Option<Userinfo<'a>> { r.userinfo().map(Userinfo) }
            /// The host, an IPv6 address with its brackets. It is present exactly if the authority is.
            fn host(r) -> Option<Host<'a>> { r.host().map(Host) }
            /// The kind of the host by the grammar.
            fn host_kind(r) -> Option<HostKind> {
                r.host().map(|host| HostKind::of(Utf8(host.as_bytes())))
            }
            /// The address, if the host is one by the grammar.
            fn ip(r) -> Option<IpAddr> { r.host().and_then(address) }
            /// The port. None if it is absent, empty or above 65535; see [`Self::port_text`].
            fn port(r) -> Option<u16> { r.port().and_then(port_number) }
            /// The digits of the port, without the colon before it.
            fn port_text(r) -> Option<&'a str> { r.port() }
            /// The port, or the default port of the scheme.
            fn port_or_default(r) -> Option<u16> { port_or_default(r.scheme(), r.port()) }
            /// The path: always present; may be empty.
            fn path(r) -> Path<'a> { Path(r.path()) }
            /// The query, without the `?` before it.
            fn query(r) -> Option<Query<'a>> { r.query().map(Query) }
            /// The fragment, without the `#` before it.
            fn fragment(r) -> Option<Fragment<'a>> { r.fragment().map(Fragment) }
            /// The form: with a scheme, or one of the relative forms (RFC 3986 §4.2).
            fn form(r) -> ReferenceForm {
                ReferenceForm::at(Utf8(r.text.as_bytes()), &r.parts)
            }

            /// The target of `reference` relative to this base (RFC 3986 §5.2), by the strict algorithm.
            fn resolve(r, reference: impl IntoReference<$Ref<'a>>) -> $Buf {
                $Buf(methods::resolved(r, &reference.into_reference().0))
            }
            /// The target of the text `reference` relative to this base.
            ///
            /// # Errors
            ///
            /// `reference` is not a valid reference.
            fn resolve_str(r, reference: &str) -> Result<$Buf, ParseError> {
                Ok($Buf(methods::resolved(r, &$Ref::parse(reference)?.0)))
            }
            /// The shortest reference from `base` to this target: `base.resolve` of it is the target. None if
            /// resolution would remove dot segments from the target's path.
            fn relativize(r, base: impl IntoReference<$Value<'a>>) -> Option<$RefBuf> {
                relativize(r, &base.into_reference().0, None, None).map(|rest| $RefBuf(methods::rest_of(rest, r)))
            }
            /// The normal form (RFC 3986 §6.2). It is its own normal form.
            fn normalize(r, level: Level) -> $Buf {
                $Buf(OwnedReference::made(r.after(|r, out| normalize(r, level, out)), r))
            }
            /// Returns true if it is its own normal form.
            fn is_normalized(r, level: Level) -> bool {
                r.after(|r, out| normalize(r, level, out)) == r.text
            }
            /// The comparison key. Two references have the same key exactly if they are
            /// [equivalent](Self::equivalent).
            fn comparison_key(r, level: Level) -> Cow<'a, str> { comparison_key(r, level) }
            /// Returns true if two references are equivalent (RFC 3986 §6.2, RFC 3987 §5.3): `é` is equivalent
            /// to `%C3%A9`. A relative reference is only equivalent to itself.
            fn equivalent(r, other: impl IntoReference<IriRef<'a>>, level: Level) -> bool {
                equivalent(r, &other.into_reference().0, level, false)
            }
            #[cfg(feature = "idna")]
            /// Scheme, host and port in the form in which origins are compared (RFC 6454 §4).
            fn origin(r) -> Option<UriBuf> { methods::origin(r).map(UriBuf) }

            /// The value in ASCII: other characters are percent-encoded (RFC 3987 §3.1).
            fn to_uri(r) -> $UriBuf { $UriBuf(OwnedReference::made(encode_non_ascii(r.text), r)) }
            #[cfg(feature = "idna")]
            /// Like [`to_uri`](Self::to_uri), with the host as a domain name in ASCII (UTS #46). The error says
            /// why a non-ASCII host is not a domain name.
            fn to_uri_with_idna(r) -> Result<$UriBuf, NotADomainName> {
                to_uri_with_idna(r).map(|uri| $UriBuf(OwnedReference::made(uri, r)))
            }
            /// The value with the octets decoded that may be characters (RFC 3987 §3.2).
            fn to_iri(r) -> $IriBuf { $IriBuf(OwnedReference::made(decoded(r), r)) }
            #[cfg(feature = "idna")]
            /// Like [`to_iri`](Self::to_iri), with the host in Unicode if it is a domain name (UTS #46).
            fn to_iri_with_idna(r) -> $IriBuf { $IriBuf(OwnedReference::made(to_iri(r, true), r)) }

            /// The value with another authority, or without one.
            fn with_authority(r, authority: Option<&str>) -> Result<$Buf, EditError> {
                methods::with(r, &Changes { authority: Some(authority), ..Changes::default() }, $is_iri).map($Buf)
            }
            /// The value with another userinfo, or without one.
            fn with_userinfo(r, userinfo: Option<&str>) -> Result<$Buf, EditError> {
                methods::with(r, &Changes { userinfo: Some(userinfo), ..Changes::default() }, $is_iri).map($Buf)
            }
            /// The value with another host. None removes the authority.
            fn with_host(r, host: Option<&str>) -> Result<$Buf, EditError> {
                methods::with(r, &Changes { host: Some(host), ..Changes::default() }, $is_iri).map($Buf)
            }
            /// The value with another port, or without one.
            fn with_port(r, port: Option<u16>) -> Result<$Buf, EditError> {
                let digits = port.map(|port| port.to_string());
                methods::with(r, &Changes { port: Some(digits.as_deref()), ..Changes::default() }, $is_iri).map($Buf)
            }
            /// The value with another path. A guard (`/.` or `./`) is added before a path that would otherwise
            /// be read as something else, and removed when it is no longer needed.
            fn with_path(r, path: &str) -> Result<$Buf, EditError> {
                methods::with(r, &Changes { path: Some(path), ..Changes::default() }, $is_iri).map($Buf)
            }
            /// The value with another query, or without one.
            fn with_query(r, query: Option<&str>) -> Result<$Buf, EditError> {
                methods::with(r, &Changes { query: Some(query), ..Changes::default() }, $is_iri).map($Buf)
            }
            /// The value with another fragment, or without one.
            fn with_fragment(r, fragment: Option<&str>) -> Result<$Buf, EditError> {
                methods::with(r, &Changes { fragment: Some(fragment), ..Changes::default() }, $is_iri).map($Buf)
            }

            /// The first value of a name in the query, decoded like [`Query::value`].
            fn query_value(r, name: &str) -> Option<String> {
                r.query().and_then(|query| Query(query).value(name))
            }
            /// The value with these pairs in place of all pairs with their names. Other pairs stay unchanged. A
            /// value of None leaves a name without `=`.
            fn update_query(r, pairs: &[(&str, Option<&str>)]) -> $Buf {
                $Buf(methods::update_query(r, pairs, $is_iri))
            }
            /// The value without the pairs of these names, in which `*` stands for any characters. It has no
            /// query if `names` is empty, or if no pair remains.
            fn without_query(r, names: &[&str]) -> $Buf {
                $Buf(OwnedReference::of(without_query(r, names, Style::of_reference(r.text)).into_owned()))
            }
            #[cfg(feature = "suffixes")]
            /// The canonical link: one text for all links to a page, by the normal form and steps beyond it.
            /// The operation is idempotent.
            fn canonical(r, steps: CanonicalSteps) -> $Buf {
                $Buf(OwnedReference::made(r.after(|r, out| canonical(r, steps, out)), r))
            }

            #[cfg(feature = "findings")]
            /// Findings beyond the grammar, in the order of the table of rules: those of a
            /// [`Profile`](crate::findings::Profile), or of chosen rules.
            fn check(r, rule_set: impl AsRef<RuleSet>) -> Vec<Finding> {
                crate::findings::check(r.text, rule_set.as_ref())
            }
            #[cfg(feature = "links")]
            /// The text as a link in plain text, which detection finds whole (UTS #58 §4).
            fn for_text(r) -> String { crate::links::for_text(r.text).text }
            #[cfg(feature = "links")]
            /// The defanged text: `hxxps://evil[.]example/`.
            fn defanged(r) -> String { crate::links::defanged(r.text) }
            /// The text for logs and for publication, with `***` in place of each secret: a password or a token
            /// before a host, the value of a pair whose name marks it as secret, the path of a webhook.
            fn masked(r) -> String { methods::masked(r, Masking::Everything) }
            /// The text with `***` in place of the password, or of a token before the host.
            fn masked_password(r) -> String { methods::masked(r, Masking::Userinfo) }
        }

        impl<'a> TryFrom<&'a str> for $Value<'a> {
            type Error = ParseError;

            fn try_from(text: &'a str) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl TryFrom<String> for $Buf {
            type Error = ParseError;

            fn try_from(text: String) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl FromStr for $Buf {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                $Value::parse(text).map(|value| value.to_buf())
            }
        }

        impl<'a> From<$Value<'a>> for $Buf {
            fn from(value: $Value<'a>) -> Self {
                value.to_buf()
            }
        }

        impl<'a> From<&'a $Buf> for $Value<'a> {
            fn from(value: &'a $Buf) -> Self {
                value.borrowed()
            }
        }

        impl From<$Buf> for Cow<'_, str> {
            fn from(value: $Buf) -> Self {
                Self::Owned(value.into_string())
            }
        }

        impl<'a> From<$Value<'a>> for Cow<'a, str> {
            fn from(value: $Value<'a>) -> Self {
                Self::Borrowed(value.0.text)
            }
        }

        impl From<$Buf> for String {
            fn from(value: $Buf) -> Self {
                value.into_string()
            }
        }

        text! { $Value<'_> }
        text! { $Buf }

        impl PartialEq<$Buf> for $Value<'_> {
            fn eq(&self, other: &$Buf) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl PartialEq<$Value<'_>> for $Buf {
            fn eq(&self, other: &$Value<'_>) -> bool {
                self.as_str() == other.as_str()
            }
        }
    )*};
}

/// Values are equal, ordered and hashed like their texts (RFC 3987 §5.3.1).
macro_rules! text {
    ($Type:ty) => {
        is_text! { $Type }

        impl Borrow<str> for $Type {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl PartialEq for $Type {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $Type {}

        impl PartialOrd for $Type {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $Type {
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl Hash for $Type {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        /// Masks a password; `Display` shows it.
        impl fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "\"{}\"", escape(&self.masked_password()))
            }
        }
    };
}

values! {
    /// A URI: `scheme:…` in ASCII (RFC 3986 §3).
    ///
    /// ```
    /// use iriform::{Level, Uri, UriRef};
    ///
    /// let uri = Uri::parse("HTTP://anna@Example.org:80/a/./b?q#f")?;
    /// assert_eq!(uri.host().unwrap(), "Example.org");
    /// assert_eq!(uri.normalize(Level::Scheme), "http://anna@example.org/a/b?q#f");
    /// assert_eq!(uri.resolve(UriRef::parse("../c")?), "HTTP://anna@Example.org:80/c");
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    Uri UriBuf: Uri, FULL, false, required,
        relative UriRef UriRefBuf, uri UriBuf, iri IriBuf;
    /// An IRI: a URI that may have characters beyond ASCII (RFC 3987 §2.2).
    ///
    /// ```
    /// use iriform::{Iri, Level};
    ///
    /// let iri = Iri::parse("http://例え.jp/引き割り.html#納豆")?;
    /// assert_eq!(iri.path(), "/引き割り.html");
    /// assert_eq!(iri.without_fragment().to_uri_with_idna().unwrap(),
    ///     "http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%89%B2%E3%82%8A.html");
    /// assert!(iri.equivalent(iri.to_uri().borrowed(), Level::Syntax));
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    Iri IriBuf: Iri, FULL, true, required,
        relative IriRef IriRefBuf, uri UriBuf, iri IriBuf;
    /// A URI reference: a URI, or a relative reference such as `../a?b#c` (RFC 3986 §4.1).
    ///
    /// ```
    /// use iriform::{Uri, UriRef};
    ///
    /// let reference = UriRef::parse("../css/site.css")?;
    /// assert_eq!(reference.scheme(), None);
    /// assert_eq!(reference.path().segments().collect::<Vec<_>>(), ["..", "css", "site.css"]);
    /// let target = Uri::parse("http://example.org/a/b/")?.resolve(reference);
    /// assert_eq!(target, "http://example.org/a/css/site.css");
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    UriRef UriRefBuf: UriReference, REFERENCE, false, optional,
        relative UriRef UriRefBuf, uri UriRefBuf, iri IriRefBuf;
    /// An IRI reference: a URI reference that may have characters beyond ASCII (RFC 3987 §2.2).
    ///
    /// ```
    /// use iriform::IriRef;
    ///
    /// let reference = IriRef::parse("b?q=é")?;
    /// assert_eq!(reference.query().unwrap(), "q=é");
    /// assert_eq!(reference.to_uri(), "b?q=%C3%A9");
    /// # Ok::<(), iriform::ParseError>(())
    /// ```
    IriRef IriRefBuf: IriReference, REFERENCE, true, optional,
        relative IriRef IriRefBuf, uri UriRefBuf, iri IriRefBuf;
}
