//! The middle layer: the structure of each component, and the operations on a single component.

pub(crate) mod a_label;
pub mod form;
pub mod host;
pub mod idna;
pub mod lookup;
pub mod metadata;
pub(crate) mod mix;
pub mod network;
pub mod path;
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
pub(crate) mod uts46_unchanged;
pub mod within;
