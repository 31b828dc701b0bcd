//! The top layer: operations on whole references.

#[cfg(feature = "suffixes")]
pub mod canonical;
pub mod compare;
pub mod convert;
pub mod data;
pub mod edit;
#[cfg(feature = "idna")]
pub mod file_key;
#[cfg(feature = "idna")]
pub mod file_path;
pub(crate) mod following;
pub mod normalize;
#[cfg(feature = "idna")]
pub mod origin;
pub(crate) mod placeholder;
pub mod redact;
pub mod relativize;
pub mod repair;
pub mod request_target;
pub mod resolve;
#[cfg(feature = "idna")]
pub mod surt;
pub mod urn;
