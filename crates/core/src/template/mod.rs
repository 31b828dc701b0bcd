//! URI templates (RFC 6570): expansion, partial expansion, matching, ambiguity, routing.
//!
//! A template is its text; each operation reads the valid text again. Only matching prepares a structure,
//! [`Matcher`], because it needs more than the parts. By topic:
//!
//! * [`parts`](mod@parts): literals and expressions, operators, variables (§2);
//! * [`expand`](mod@expand): templates and values to a reference (§3), or to another template;
//! * [`dots`]: whether values make dot segments;
//! * [`matching`]: a reference back to values; `tokens` cuts texts into tokens, `languages` and `language_builder` make
//!   the automaton of all expansions of a template, `forward` reads a text by it in one pass, `general` in two where one
//!   does not suffice, `values` decodes what was matched, `letter_case` says where letter case makes no difference;
//! * `automaton`: a deterministic automaton, made as far as texts need it: `forward`, `general` and [`router`] read by one;
//! * [`any_order`]: a request back to values, whatever the order of the pairs in its query;
//! * [`typing`]: which variables have a type, that a face checks after the match;
//! * [`limits`]: how large a template from outside may be;
//! * [`ambiguity`]: whether two choices of values expand to the same text;
//! * [`router`]: many templates matched at once.

pub mod ambiguity;
pub(crate) mod any_order;
mod automaton;
pub(crate) mod dots;
pub mod expand;
mod forward;
mod general;
mod hosts;
mod language_builder;
mod languages;
mod letter_case;
pub(crate) mod limits;
pub(crate) mod matching;
pub mod parts;
pub(crate) mod router;
mod tokens;
pub(crate) mod typing;
mod values;

pub use crate::syntax::template::recognize_template;
pub use ambiguity::{Ambiguity, ambiguity};
pub use any_order::{
    AnyOrder, EXTRAS, Lenience, ORDERS, Pair, QueryNotPairs, Request, by_path, route,
};
pub use dots::DotSegments;
pub use expand::{Given, Misuse, Slot, Target, expand, partial, refuse_unknown};
pub use limits::{Limits, cost};
pub use matching::{Found, Matcher, Shape, Value, ValuePiece, by_variable};
pub use parts::{Modifier, Operator, level, parts};
pub use router::Router;
pub use typing::{Typing, typings};
