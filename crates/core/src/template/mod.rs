//! URI templates (RFC 6570): expanded, expanded in part, matched, told apart, and routed.
//!
//! As everywhere in this crate, a value is its text: each operation reads the valid template again.
//! Only matching has a form of its own, [`Matcher`], since there is more to find out. By topic:
//!
//! * [`parts`](mod@parts): literals and expressions, operators, variables (§2);
//! * [`expand`](mod@expand): templates and values to a reference (§3), or to another template;
//! * [`matching`]: a reference back to values; `tokens` are what it reads, `languages` is what a
//!   template can say as an automaton, `general` reads by that, `greedy` is the short way where nothing
//!   is in doubt, `values` what a reading means;
//! * [`any_order`]: a request back to values, whatever the order of the pairs in its query;
//! * [`constraint`]: what the values of a variable may be, with [`pattern`] for regular expressions;
//! * [`limits`]: how large a template from outside may be;
//! * [`ambiguity`]: whether two choices of values expand to the same text;
//! * [`router`]: many templates matched at once.

pub mod ambiguity;
pub mod any_order;
pub mod constraint;
pub mod expand;
mod general;
mod greedy;
mod languages;
pub mod limits;
pub mod matching;
pub mod parts;
pub mod pattern;
pub mod router;
mod tokens;
mod values;

pub use crate::syntax::template::recognize_template;
pub use ambiguity::{Ambiguity, TooLarge, ambiguity};
pub use any_order::{AnyOrder, EXTRAS, Lenience, NoPairs, ORDERS, Pair, Request, by_path, route};
pub use constraint::{Constraint, Constraints, Unconstrained, Untyped, constrain};
pub use expand::{Given, Misuse, Slot, Target, expand, expand_onto, partial, refuse_unknown};
pub use limits::{Beyond, Limits, cost};
pub use matching::{Found, Matcher, Shape, Value, ValuePiece, by_variable};
pub use parts::{Expression, Modifier, Operator, TemplatePart, Variable, level, parts};
pub use router::Router;
