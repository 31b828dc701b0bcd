//! URIs and IRIs by the grammar of RFC 3986 and RFC 3987, as values that are parsed once.
//!
//! # Which type
//!
//! | | with a scheme | with a scheme or relative |
//! |---|---|---|
//! | ASCII (RFC 3986) | [`Uri`], [`UriBuf`] | [`UriRef`], [`UriRefBuf`] |
//! | any script (RFC 3987) | [`Iri`], [`IriBuf`] | [`IriRef`], [`IriRefBuf`] |
//!
//! The first of each pair borrows its text and is `Copy`; its results outlive it. The second owns its text. All
//! have the same methods. `From` leads to a wider type, `TryFrom` to a narrower one:
//!
//! ```
//! use iriform::{Iri, IriRef, Uri, UriBuf};
//!
//! let iri = Iri::parse("http://example.org/a#b")?;
//! let uri = Uri::try_from(iri)?;
//! let reference = IriRef::from(uri);
//! assert_eq!(reference.fragment().as_deref(), Some("b"));
//! let owned: UriBuf = "urn:isbn:0451450523".parse()?;
//! assert_eq!(owned.path(), "isbn:0451450523");
//! # Ok::<(), iriform::ParseError>(())
//! ```
//!
//! # Components
//!
//! Each is a type that borrows from the text: [`Scheme`], [`Authority`], [`Host`], [`Path`], [`Segment`], [`Query`],
//! [`Fragment`]. All deref to `str`, and decode themselves:
//!
//! ```
//! use iriform::Uri;
//!
//! let uri = Uri::parse("https://example.org/caf%C3%A9/a%2Fb?q=x+y")?;
//! let segments: Vec<_> = uri.path().segments().map(|segment| segment.decode()).collect();
//! assert_eq!(segments, [Some("café".into()), Some("a/b".into())]);
//! assert_eq!(uri.query().and_then(|query| query.value("q")).as_deref(), Some("x y"));
//! # Ok::<(), iriform::ParseError>(())
//! ```
//!
//! # Errors
//!
//! A [`ParseError`] says where a text does not match the grammar, by which [`Rule`], and for which [`Reason`];
//! `Display` says it in words, and [`hint`](ParseError::hint) says what to do. It never shows a password.
//!
//! # Operations
//!
//! * [`resolve`](Uri::resolve) a reference against a base, and [`relativize`](Uri::relativize) a target (RFC 3986 §5);
//! * [`normalize`](Uri::normalize) to a [`Level`], [`comparison_key`](Uri::comparison_key),
//!   [`equivalent`](Uri::equivalent), [`origin`](Uri::origin) (RFC 3986 §6, RFC 3987 §5, RFC 6454);
//! * [`to_uri`](Iri::to_uri) and [`to_iri`](Uri::to_iri), with or without IDNA (RFC 3987 §3);
//! * [`with_path`](Uri::with_path) and the like change one component. When it is split again, the result has
//!   exactly the requested components; a guard precedes a path that would otherwise be read as something else:
//!
//! ```
//! let uri = iriform::Uri::parse("s://h//p")?.with_authority(None)?;
//! assert_eq!(uri, "s:/.//p"); // and not s://p, whose authority would be p
//! # Ok::<(), iriform::EditError>(())
//! ```
//!
//! * [`UriBuf::builder`] builds a reference from components and from data, which cannot change its structure.
//! * [`UriBuf::repair`] makes of almost valid text what was probably meant, and says what it changed.
//!
//! # Features
//!
//! All except `serde` are on by default. `findings` brings [`findings`] and [`policy`], with the tables of
//! Unicode that they ask; `links` brings [`find_links`]; `serde` brings `Serialize` and `Deserialize`, and is
//! not on by default; `prefixes` brings [`PrefixMap`], `templates` brings [`Template`]; `suffixes` brings
//! [`registrable_domain`](Host::registrable_domain), [`is_same_site`](Host::is_same_site) and
//! [`canonical`](Uri::canonical). `idna` adds host names by UTS #46, and with them [`Level::Scheme`],
//! [`origin`](Uri::origin) and [`to_uri_with_idna`](Iri::to_uri_with_idna). Without it these are absent, so no
//! result depends on the features, and the crate has no dependency: it parses, resolves, relativizes, compares
//! by syntax and edits.
//!
//! # Beyond the grammar
//!
//! [`check`](Uri::check) runs the rules of [`findings`] on a value, and a [`policy`] decides what is allowed.
//!
//! ```
//! use iriform::Iri;
//! use iriform::findings::Profile;
//!
//! let iri = Iri::parse("http://www.example.com.:80/a/../b")?;
//! let findings = iri.check(Profile::Norm);
//! let codes: Vec<_> = findings.iter().map(|finding| finding.rule.code).collect();
//! assert_eq!(codes, ["dot-segment", "port-default", "dns-root-dot"]);
//! # Ok::<(), iriform::ParseError>(())
//! ```

#![forbid(unsafe_code)]
// docs.rs, which compiles with a nightly, marks the items of a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(
        feature = "findings",
        feature = "idna",
        feature = "links",
        feature = "prefixes",
        feature = "suffixes",
        feature = "templates"
    )),
    allow(
        clippy::option_option,
        dead_code,
        unreachable_pub,
        unused_imports,
        reason = "what only a feature calls"
    )
)]

/// Makes a type an error, of how its words are written.
macro_rules! error_words {
    ($Name:ty, |$error:pat, $f:ident| $words:expr) => {
        impl std::fmt::Display for $Name {
            fn fmt(&self, $f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $error = self;
                $words
            }
        }

        impl std::error::Error for $Name {}
    };
}

mod compose;
#[cfg(feature = "findings")]
pub mod findings;
#[cfg(feature = "links")]
mod links;
mod operations;
mod parts;
#[cfg(feature = "findings")]
pub mod policy;
#[cfg(feature = "prefixes")]
mod prefixes;
mod purl;
#[cfg(test)]
mod random;
mod references;
mod services;
#[cfg(feature = "suffixes")]
mod skeleton;
mod storage;
mod syntax;
#[cfg(feature = "templates")]
mod template;
mod values;
mod words;

#[doc(hidden)]
#[cfg(feature = "idna")]
pub mod engine;

/// The program of README.md, compiled.
#[cfg(all(doctest, feature = "findings"))]
#[doc = include_str!("../README.md")]
struct Readme;

pub use compose::Misfit;
#[cfg(feature = "links")]
pub use links::{LinkKind, LinkSchemes, Options as LinkOptions};
#[cfg(feature = "suffixes")]
pub use operations::canonical::Steps as CanonicalSteps;
pub use operations::normalize::Level;
pub use operations::repair::{Cause, Change};
pub use parts::form::ReferenceForm;
pub use parts::host::{HostKind, NotInAHost};
#[cfg(feature = "idna")]
pub use parts::idna::{NameCheck, NotADomainName};
#[cfg(feature = "prefixes")]
pub use prefixes::{NotAMap, Syntax};
pub use purl::{Package, Purl};
pub use syntax::choice::UnknownName;
pub use syntax::error::{Fault, Reason};
pub use syntax::rule::Rule;
#[cfg(feature = "templates")]
pub use template::{Misuse as TemplateMisuse, Value as TemplateValue};
pub use values::{
    Authority, Builder, EditError, Fragment, Host, IntoReference, Iri, IriBuf, IriRef, IriRefBuf,
    ParseError, Path, Query, Scheme, Segment, Uri, UriBuf, UriRef, UriRefBuf, Userinfo,
};
#[cfg(feature = "prefixes")]
pub use values::{CompactError, PrefixMap};
#[cfg(feature = "links")]
pub use values::{FoundLink, find_links};
#[cfg(feature = "templates")]
pub use values::{Template, TemplateError};
