//! Dot segments that values make: `.` and `..` in the path of an expansion (RFC 3986 §5.2.4).
//!
//! Resolution, and nearly every client, removes them and the segments before them, so a value that makes one
//! leads elsewhere. RFC 6570 lets values make them; iriform refuses such values unless the caller allows them.
//! The literal text of the template stays.

use std::ops::Range;

use crate::parts::path::{dot_segment, segments_in};
use crate::parts::percent::normalize_escapes;
use crate::syntax::split::path;
use crate::syntax::text::Utf8;
use crate::template::parts::{Expression, Operator, TemplatePart, parts};

/// True if values may make dot segments, or a host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DotSegments {
    /// They may not.
    #[default]
    Refused,
    /// They may, as in RFC 6570.
    Allowed,
}

impl DotSegments {
    /// Allowed, if the caller says so.
    pub const fn allowed(are: bool) -> Self {
        if are { Self::Allowed } else { Self::Refused }
    }
}

/// An expression, and the range of the text that it expanded to.
pub(super) struct Written<'a> {
    pub(super) expression: Expression<'a>,
    pub(super) range: Range<usize>,
}

impl Written<'_> {
    /// Returns true if the segment at `range` depends on values.
    fn has_part_in(&self, segment: &Range<usize>) -> bool {
        let Range { start, end } = self.range;
        if start == segment.end {
            // An expansion that begins with a delimiter, or is empty, does not change the segment before it.
            let operator = self.expression.operator;
            return !matches!(operator, Operator::Segment | Operator::Query | Operator::Fragment);
        }
        start < segment.end && end >= segment.start
    }
}

/// A dot segment, and the variables that have made it.
pub(super) type MadeOf = (&'static str, Vec<String>);

/// The first dot segment that values have made in the path of a text. `written` has the expansions of the
/// expressions.
pub(super) fn made(text: &str, written: &[Written<'_>]) -> Option<MadeOf> {
    let path = path(Utf8(text.as_bytes()));
    let within = &text[path.clone()];
    if !within.contains('.') && !within.contains("%2") {
        return None;
    }
    for segment in segments_in(Utf8(text.as_bytes()), path) {
        // Normalization decodes the triplets of dots (§6.2.2.2).
        let Some(dots) = dot_segment(&normalize_escapes(&text[segment.clone()])) else {
            continue;
        };
        let variables =
            variables_of(written.iter().filter(|written| written.has_part_in(&segment)));
        if !variables.is_empty() {
            return Some((dots, variables));
        }
    }
    None
}

/// The names of the variables of some expressions, each once.
pub(super) fn variables_of<'a>(written: impl Iterator<Item = &'a Written<'a>>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for variable in written.flat_map(|written| written.expression.variables()) {
        if !names.iter().any(|name| name == variable.name) {
            names.push(variable.name.to_owned());
        }
    }
    names
}

/// Appends a placeholder for each expression that a partial expansion leaves: the delimiter that the expression
/// begins with, then a character other than a dot.
pub(super) fn push_stand_in(template: &str, out: &mut String) {
    for part in parts(template) {
        match part {
            TemplatePart::Literal(literal) => out.push_str(literal),
            TemplatePart::Expression(expression) => {
                out.push_str(expression.operator.first());
                out.push('x');
            }
        }
    }
}
