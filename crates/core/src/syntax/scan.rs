//! The common part of the scanners of all the RFCs: percent-encoded octets, and the faults of other text.

use crate::syntax::chars::HEXDIG;
use crate::syntax::error::{Fault, Reason};
use crate::syntax::rule::Rule;
use crate::syntax::text::{END, ILL_FORMED, Text};

/// The index after the matched text.
pub(super) type Progress = Result<usize, Fault>;

/// `pct-encoded = "%" HEXDIG HEXDIG`
#[inline(always)]
pub(super) fn pct_encoded(text: impl Text, start: usize) -> Progress {
    for i in start + 1..start + 3 {
        if !HEXDIG.contains(text.peek(i)) {
            return Err(Fault {
                position: i,
                span: start..i + text.code_point(i).1,
                rule: Rule::PctEncoded,
                reason: Reason::InvalidPercentEncoding,
            });
        }
    }
    Ok(start + 3)
}

/// The error for text at `i` that does not match `rule`, for rules of every RFC.
#[cold]
pub(super) fn unexpected(text: impl Text, i: usize, rule: Rule) -> Fault {
    let (c, length) = text.code_point(i);
    let reason = match c {
        END if text.is_empty() => Reason::EmptyText,
        END => Reason::UnexpectedEnd,
        ILL_FORMED => Reason::IllFormedUtf8,
        0xD800..=0xDFFF => Reason::LoneSurrogate,
        _ => Reason::InvalidCharacter,
    };
    Fault { position: i, span: i..i + length, rule, reason }
}
