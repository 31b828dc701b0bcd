//! URIs and IRIs by the grammar of RFC 3986 and RFC 3987: the algorithms of iriform.
//!
//! Text goes one way: text → [`parse`](mod@parse) → [`split`](mod@split) → an operation. The
//! modules stand on five floors, and a module uses only those of its own floor and of the floors
//! below: [`syntax`], then [`parts`], then [`compose`], then [`operations`], then [`findings`],
//! [`prefixes`], [`template`], [`policy`] and [`words`]. Every module is a topic of the RFCs and no module knows of Python
//! or Arrow.

#![forbid(unsafe_code)]

pub mod compose;
pub mod findings;
pub mod operations;
pub mod parts;
pub mod policy;
pub mod prefixes;
pub mod syntax;
pub mod template;
pub mod values;
pub mod words;

pub use operations::{
    compare, convert, data, edit, normalize, origin, redact, relativize, repair, resolve, urn,
};
pub use parts::{
    form, host, idna, lookup, network, path, pattern, percent, query, registered, scheme, suffix,
    userinfo,
};
pub use syntax::{chars, error, parse, reference, rule, split, text};

pub use compare::{comparison_key, equivalent};
pub use compose::{Components, Misfit};
pub use error::{Fault, Reason};
pub use form::ReferenceForm;
pub use normalize::{Level, normalize};
pub use origin::origin;
pub use parse::{Form, parse, recognize};
pub use policy::Policy;
pub use reference::Reference;
pub use relativize::relativize;
pub use resolve::resolve;
pub use rule::Rule;
pub use split::{AuthorityParts, Parts, split, split_authority};
pub use values::{
    EditError, Iri, IriBuf, IriRef, IriRefBuf, ParseError, Uri, UriBuf, UriRef, UriRefBuf,
};
