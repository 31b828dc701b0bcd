//! The marks without which an operation does not change a row. A row without any of them is its own answer, and
//! is not read again.
//!
//! Each function returns them for one operation, by its arguments; none if any row may change.

use iriform::engine::Level;
use iriform_kernel::Marks;

use crate::table::arguments::Arguments;
use crate::table::cells::Cell;

/// Without a dot segment, a reference with a scheme is its own target (RFC 3986 §5.2.2).
pub(crate) fn resolve(arguments: &Arguments) -> Option<Marks> {
    // Each base of a column may be absent.
    let has_base = matches!(arguments.base(), Some(Cell::One(Some(_))));
    let is_strict = arguments.flag(1) && has_base;
    is_strict.then_some(Marks::NO_SCHEME.or(Marks::DOT))
}

/// The marks of a row that normalization may change: RFC 3986 §6.2.2, and §6.2.3 for the schemes `http` and `https`.
pub(crate) fn normalize(arguments: &Arguments) -> Option<Marks> {
    let syntax = Marks::ESCAPE.or(Marks::CAPITAL).or(Marks::DOT).or(Marks::AUTHORITY);
    let scheme = syntax.or(Marks::OTHER_SCHEME).or(Marks::NO_PATH).or(Marks::NON_ASCII);
    Some(match arguments.level(0) {
        Level::String => Marks::NONE,
        Level::Syntax => syntax,
        Level::Scheme => scheme,
    })
}

/// Like [`normalize`], for URIs.
pub(crate) fn comparison_key(arguments: &Arguments) -> Option<Marks> {
    let is_text = arguments.level(0) == Level::String;
    let uri = if is_text { Marks::NONE } else { Marks::NON_ASCII };
    normalize(arguments).map(|marks| marks.or(uri))
}

/// A domain name may be percent-encoded.
pub(crate) fn to_uri(arguments: &Arguments) -> Option<Marks> {
    let name = if arguments.flag(0) { Marks::ESCAPE } else { Marks::NONE };
    Some(Marks::NON_ASCII.or(name))
}

/// Any domain name may have labels to decode.
pub(crate) fn to_iri(arguments: &Arguments) -> Option<Marks> {
    (!arguments.flag(0)).then_some(Marks::ESCAPE.or(Marks::NON_ASCII))
}

/// With a scheme, text that begins with a host is changed.
pub(crate) fn repair(arguments: &Arguments) -> Option<Marks> {
    arguments.text(0).is_empty().then_some(Marks::NONE)
}

/// With patterns, too.
pub(crate) fn without_query(_: &Arguments) -> Option<Marks> {
    Some(Marks::QUERY)
}

/// The marks of a row whose query may be sorted.
pub(crate) fn sorted_query(_: &Arguments) -> Option<Marks> {
    Some(Marks::QUERY)
}

pub(crate) fn without_fragment(_: &Arguments) -> Option<Marks> {
    Some(Marks::FRAGMENT)
}
