//! The top layer: operations on whole references.

#[cfg(feature = "suffixes")]
pub(crate) mod canonical;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod data;
pub(crate) mod edit;
#[cfg(feature = "idna")]
pub(crate) mod file_key;
#[cfg(feature = "idna")]
pub(crate) mod file_path;
pub(crate) mod following;
pub(crate) mod normalize;
#[cfg(feature = "idna")]
pub(crate) mod origin;
pub(crate) mod placeholder;
pub(crate) mod redact;
pub(crate) mod relativize;
pub(crate) mod repair;
pub(crate) mod request_target;
pub(crate) mod resolve;
#[cfg(feature = "idna")]
pub(crate) mod surt;
pub(crate) mod urn;
