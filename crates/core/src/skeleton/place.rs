//! The position of a placeholder.

use crate::syntax::choice::choices;

/// The position of a placeholder in a skeleton. It decides what the placeholder accepts, and how the value is
/// written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The very beginning, for a reference with a scheme.
    Base,
    /// The whole userinfo.
    Userinfo,
    /// The user, before the colon of the userinfo, or part of it.
    User,
    /// The text after the first colon of the userinfo, or part of it.
    Password,
    /// The whole host.
    Host,
    /// One label of the host, left of a literal registrable domain.
    Label,
    /// The whole port.
    Port,
    /// The whole of a segment of the path.
    Segment {
        /// Its number, from 1.
        number: usize,
        /// True if a colon in it would end a scheme (RFC 3986 §4.2).
        may_be_scheme: bool,
    },
    /// Part of a segment of the path.
    SegmentPart {
        /// Its number, from 1.
        number: usize,
        /// The literal text before the placeholder, decoded.
        before: String,
        /// The literal text after it, decoded.
        after: String,
    },
    /// The value of a pair in the query, or part of it.
    Value {
        /// The literal name of the pair; empty where that has a placeholder.
        name: String,
    },
    /// The name of a pair in the query, or part of it.
    Name,
    /// The position of a pair in the query: any number of pairs.
    Pairs,
    /// The whole fragment.
    Fragment,
    /// Part of the fragment.
    FragmentPart,
}

choices! {
    /// A component as text that is encoded already.
    pub enum Newtype;
    /// The name of its type.
    pub(crate) fn name;
    Scheme = "Scheme";
    Authority = "Authority";
    Userinfo = "UserInfo";
    Host = "Host";
    Path = "Path";
    Segment = "Segment";
    Query = "Query";
    Fragment = "Fragment";
}
