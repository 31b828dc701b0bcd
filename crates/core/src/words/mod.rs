//! The words of the library: the names of rules, the faults of a text, and what to do about them.
//!
//! Every place that shows an error uses them: `ParseError` of Python, the command line, the explorer, columns,
//! the extension of DuckDB, and `Display`. Their results are safe to show to anybody: invisible characters are
//! escaped, long text is cut, and a password is masked.

mod advice;
#[cfg(feature = "idna")]
pub mod anatomy;
pub(crate) mod characters;
#[cfg(feature = "prefixes")]
mod compact;
mod decoded;
mod elsewhere;
pub(crate) mod explained;
mod hint;
mod mask;
mod names;
pub(crate) mod rules;
#[cfg(feature = "suffixes")]
pub mod skeleton;

pub use characters::cells;
#[cfg(feature = "prefixes")]
pub use compact::{is_safe_curie_elsewhere, not_compact};
pub use decoded::{escape, escape_text, quoted_name};
pub use elsewhere::is_link_in_text;
pub use explained::{CharacterCause, Explained, Picture, meaning};
pub(crate) use mask::masked_password;
pub use mask::{MASKINGS, masked, masking_named};
pub use rules::described;
