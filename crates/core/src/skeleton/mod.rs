//! Skeletons: literal text of a reference around placeholders, filled with values that cannot change
//! its structure.
//!
//! The literal text is the programmer's and says which components, segments and pairs there are. A value is
//! data: it is percent-encoded and stays within its place, or it is refused. By topic:
//!
//! * [`fields`]: the text of a skeleton cut at its placeholders, as `str.format` writes them;
//! * [`place`](mod@place): where a placeholder stands, which decides what it takes;
//! * [`read`](mod@read): literal text and placeholders, judged once, to a [`Skeleton`];
//! * [`judge`]: the rules that a value is held to;
//! * [`fill`](mod@fill): a skeleton and values to a reference.

pub mod fields;
pub(crate) mod fill;
pub(crate) mod judge;
pub(crate) mod place;
pub(crate) mod read;

pub use fields::fields;
pub use fill::{Datum, Denial, Denied, Opening, PairDatum};
pub use judge::NoHost;
pub use place::{Newtype, Spot};
pub use read::{Flaw, FlawKind, Placeholder, Single, Skeleton, places};
