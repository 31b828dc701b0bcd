//! Links in plain text: found by UTS #58, and written so that detection finds them whole.
//!
//! [`Links`] finds them, [`for_text`] writes one, and `refang` reads defanged ones.

mod brackets;
mod delimited;
mod emphasis;
mod find;
mod for_text;
mod found;
mod names;
mod options;
mod refang;
mod starts;
mod table;
mod top_level;
mod top_level_names;

pub use crate::references::fanged::refanged;
pub use find::Links;
pub use for_text::for_text;
pub use found::{LinkKind, TextLink, meant};
pub use options::{LinkSchemes, Options};
pub use refang::defanged;
pub use starts::Searched;
pub use table::DATA_VERSION;
pub use top_level::TOP_LEVEL_DOMAINS_DATE;
pub(crate) use top_level::is_top_level;
