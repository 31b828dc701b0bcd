//! The middle layer: the structure of each component, and the operations on a single component.

pub(crate) mod endings;
pub mod form;
pub mod host;
#[cfg(feature = "idna")]
pub mod idna;
#[cfg(feature = "idna")]
pub mod lookup;
#[cfg(feature = "idna")]
pub mod metadata;
pub(crate) mod mix;
pub mod network;
pub mod path;
#[cfg(feature = "idna")]
pub mod pattern;
pub mod percent;
pub mod query;
pub(crate) mod reach;
pub mod registered;
pub mod scheme;
pub mod session;
#[cfg(feature = "suffixes")]
pub mod suffix;
pub mod tracking;
pub mod userinfo;
#[cfg(feature = "idna")]
pub mod within;
