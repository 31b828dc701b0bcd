//! Reads the values of an audit's inputs, validates and counts them on every core, and adds the counts up.
//!
//! An input is cut into blocks. A reader ([`lines`], [`delimited`], [`json`], [`rdf`]) finds the values of a
//! block and their positions. The kernel finds the valid values and the positions of their components, and a
//! [`Tally`] counts them. The result is small: partial counts, which an engine sums, and the first
//! [examples](examples::Example) of each fault. No value becomes a separate object.
//!
//! ```
//! use iriform_audit::{BlockSummary, Judge, Tally, lines};
//!
//! let judge = Judge::new("IRI", None).expect("a production");
//! let mut tally = Tally::default();
//! let found: BlockSummary = lines::count(b"http://example.org/a\na b\n", &judge, &mut tally);
//! assert_eq!((found.places, found.examples[0].place), (2, 2));
//! assert_eq!(tally.hosts().next(), Some(("example.org", 1)));
//! ```

#![forbid(unsafe_code)]

mod bases;
mod block;
pub mod delimited;
pub mod delimited_head;
mod document_progress;
mod entities;
pub mod examples;
mod gathered;
pub mod irirefs;
pub mod json;
mod json_ld_terms;
mod json_lexer;
mod judge;
mod lengths;
mod levels;
pub mod lines;
pub mod links;
mod name_totals;
mod names;
mod namespaces;
mod nesting;
mod parsers;
mod plain;
pub mod rdf;
pub mod rdf_documents;
mod refusal;
pub mod replaced;
mod scripts;
pub mod spans;
mod spilled;
mod statement_lines;
mod tally;
mod terms;
mod totals;
mod turtle_text;
mod valid;
mod xml_encoding;

pub use examples::{BlockSummary, Example};
pub use gathered::{Bad, Gathered, Unreadable, count_rows};
pub use judge::Judge;
pub use lengths::{CLASSES, MEASURED};
pub use name_totals::{Most, Weighed};
pub use names::NameCounts;
pub use scripts::scripts;
pub use tally::{Counts, POSITIONS, STATUSES, Tally};
pub use totals::{NEW_PREFIX, Totals};
