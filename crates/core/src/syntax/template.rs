//! Matches URI templates against the grammar of RFC 6570 §2, in one pass from left to right.
//!
//! As in [`parse`](super::parse), there is no backtracking: each index knows what may follow.

use crate::syntax::chars::{self, Class};
use crate::syntax::error::{Fault, Reason};
use crate::syntax::rule::Rule;
use crate::syntax::scan::{Progress, pct_encoded, unexpected};
use crate::syntax::text::{END, Text};

/// Matches the whole of `text` against `rule`, a rule of RFC 6570, as its ABNF has it.
pub(super) fn recognize(text: impl Text, rule: Rule) -> Result<(), Fault> {
    let scanner = Scanner { text, reserved: true };
    let end = match rule {
        Rule::Literals => scanner.one(chars::LITERALS, rule)?,
        Rule::Expression if text.is(0, b'{') => scanner.expression(0)?,
        Rule::Operator => scanner.one(chars::OPERATOR, rule)?,
        Rule::OpLevel2 => scanner.one(chars::OP_LEVEL2, rule)?,
        Rule::OpLevel3 => scanner.one(chars::OP_LEVEL3, rule)?,
        Rule::OpReserve => scanner.one(chars::OP_RESERVE, rule)?,
        Rule::VariableList => scanner.variable_list(0)?,
        Rule::Varspec => scanner.varspec(0)?,
        Rule::Varname => scanner.varname(0)?,
        Rule::Varchar => scanner.one(chars::VARCHAR, rule)?,
        Rule::ModifierLevel4 | Rule::Prefix if text.is(0, b':') => scanner.max_length(1)?,
        Rule::ModifierLevel4 | Rule::Explode if text.is(0, b'*') => 1,
        Rule::MaxLength => scanner.max_length(0)?,
        Rule::UriTemplate => scanner.template()?,
        // These rules begin with a fixed character, and the text does not.
        _ => return Err(unexpected(text, 0, rule)),
    };
    if end == text.len() { Ok(()) } else { Err(unexpected(text, end, rule)) }
}

/// Matches the whole of `text` against `URI-Template`, without the operators of `op-reserve`: they
/// are "reserved for future extensions" (§2.2) and have no expansion yet.
pub fn recognize_template(text: impl Text) -> Result<(), Fault> {
    Scanner { text, reserved: false }.template().map(drop)
}

/// The scanner over `text`. Its methods take the index where a rule begins and return the index
/// after it.
#[derive(Clone, Copy)]
struct Scanner<T> {
    text: T,
    /// True if an operator may be one of `op-reserve`.
    reserved: bool,
}

impl<T: Text> Scanner<T> {
    /// `URI-Template = *( literals / expression )`
    fn template(self) -> Progress {
        let mut i = 0;
        loop {
            i = self.run(i, chars::LITERALS)?;
            if self.text.is(i, b'{') {
                i = self.expression(i)?;
            } else if i == self.text.len() {
                return Ok(i);
            } else {
                return Err(unexpected(self.text, i, Rule::Literals));
            }
        }
    }

    /// `expression = "{" [ operator ] variable-list "}"`
    fn expression(self, start: usize) -> Progress {
        self.inside_braces(start + 1).map_err(|fault| {
            if fault.position == self.text.len() && fault.reason != Reason::InvalidPercentEncoding {
                return Fault {
                    span: start..fault.position,
                    reason: Reason::UnclosedExpression,
                    ..fault
                };
            }
            fault
        })
    }

    fn inside_braces(self, start: usize) -> Progress {
        let mut i = start;
        if chars::OPERATOR.contains(self.text.peek(i)) {
            if !self.reserved && chars::OP_RESERVE.contains(self.text.peek(i)) {
                let reason = Reason::ReservedOperator;
                return Err(Fault { position: i, span: i..i + 1, rule: Rule::OpReserve, reason });
            }
            i += 1;
        }
        let end = self.variable_list(i)?;
        if self.text.is(end, b'}') {
            return Ok(end + 1);
        }
        let in_name = !self.text.is(end - 1, b'*');
        let rule = if in_name { Rule::Varname } else { Rule::Expression };
        Err(unexpected(self.text, end, rule))
    }

    /// `variable-list = varspec *( "," varspec )`
    fn variable_list(self, start: usize) -> Progress {
        let mut i = self.varspec(start)?;
        while self.text.is(i, b',') {
            i = self.varspec(i + 1)?;
        }
        Ok(i)
    }

    /// `varspec = varname [ modifier-level4 ]`
    fn varspec(self, start: usize) -> Progress {
        let i = self.varname(start)?;
        if self.text.is(i, b'*') {
            Ok(i + 1)
        } else if self.text.is(i, b':') {
            self.max_length(i + 1)
        } else {
            Ok(i)
        }
    }

    /// `varname = varchar *( ["."] varchar )`
    fn varname(self, start: usize) -> Progress {
        let mut i = start;
        loop {
            let end = self.run(i, chars::VARCHAR)?;
            if end == i {
                return Err(unexpected(self.text, i, Rule::Varname));
            }
            if !self.text.is(end, b'.') {
                return Ok(end);
            }
            i = end + 1;
        }
    }

    /// `max-length = %x31-39 0*3DIGIT`, not followed by another digit.
    fn max_length(self, start: usize) -> Progress {
        let mut end = start;
        while end < start + 4 && chars::DIGIT.contains(self.text.peek(end)) {
            if end == start && self.text.is(start, b'0') {
                break;
            }
            end += 1;
        }
        // The characters that may follow the rule in any context.
        if end > start && [END, b','.into(), b'}'.into()].contains(&self.text.peek(end)) {
            return Ok(end);
        }
        let mut fault = unexpected(self.text, end, Rule::MaxLength);
        if fault.reason == Reason::InvalidCharacter {
            fault.span = start..self.text.find(end, b",}");
            fault.reason = Reason::InvalidMaxLength;
        }
        Err(fault)
    }

    /// The longest run of characters of `class` and percent-encoded octets. The classes of templates have no
    /// column for [`Text::run`].
    fn run(self, mut i: usize, class: Class) -> Progress {
        loop {
            let (c, length) = self.text.code_point(i);
            if class.contains(c) {
                i += length;
            } else if c == u32::from(b'%') {
                i = pct_encoded(self.text, i)?;
            } else {
                return Ok(i);
            }
        }
    }

    /// One character of `class`; two of the classes allow `pct-encoded` as well.
    fn one(self, class: Class, rule: Rule) -> Progress {
        let (c, length) = self.text.code_point(0);
        if class.contains(c) {
            Ok(length)
        } else if c == u32::from(b'%') && matches!(rule, Rule::Literals | Rule::Varchar) {
            pct_encoded(self.text, 0)
        } else {
            Err(unexpected(self.text, 0, rule))
        }
    }
}
