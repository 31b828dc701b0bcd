//! References as values: parsed text, with the positions of its components.
//!
//! | | with a scheme | with or without |
//! |---|---|---|
//! | RFC 3986 | [`Uri`], [`UriBuf`] | [`UriRef`], [`UriRefBuf`] |
//! | RFC 3987 | [`Iri`], [`IriBuf`] | [`IriRef`], [`IriRefBuf`] |
//!
//! The first type of each pair borrows the text, the second owns it. A value is parsed once. All its methods
//! use the positions that the parser found.

mod builder;
mod components;
mod conversions;
mod error;
#[cfg(feature = "links")]
mod link;
mod methods;
#[cfg(feature = "prefixes")]
mod prefix_map;
mod purl;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "templates")]
mod template;
mod types;

pub use builder::Builder;
pub use components::{Authority, Fragment, Host, Path, Query, Scheme, Segment, Userinfo};
pub use error::{EditError, ParseError};
#[cfg(feature = "links")]
pub use link::{FoundLink, find_links};
pub use methods::IntoReference;
#[cfg(feature = "prefixes")]
pub use prefix_map::{CompactError, PrefixMap};
#[cfg(feature = "templates")]
pub use template::{Template, TemplateError};
pub use types::{Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};
