//! The parts of a template (RFC 6570 §2), read from its valid text.

use std::ops::Range;

use crate::syntax::split::scheme;
use crate::syntax::text::Utf8;

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePart<'a> {
    /// Text outside expressions (§2.1).
    Literal(&'a str),
    /// `{…}` (§2.2).
    Expression(Expression<'a>),
}

/// `expression = "{" [ operator ] variable-list "}"` (§2.2)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression<'a> {
    /// The operator before the variables.
    pub operator: Operator,
    /// Its position in the template, its braces included, in bytes.
    pub span: Range<usize>,
    list: &'a str,
}

impl<'a> Expression<'a> {
    /// The variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = Variable<'a>> + use<'a> {
        self.list.split(',').map(Variable::of)
    }

    /// The positions of the names of the variables in the template, in bytes.
    pub(super) fn names(&self) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let mut next = self.span.start + 1 + self.operator.text().len();
        self.list.split(',').map(move |varspec| {
            let start = next;
            next += varspec.len() + 1;
            start..start + Variable::of(varspec).name.len()
        })
    }

    /// Returns true if there is one variable only.
    pub(super) fn is_single(&self) -> bool {
        !self.list.contains(',')
    }
}

/// `varspec = varname [ modifier-level4 ]` (§2.3)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable<'a> {
    /// The name. It may have triplets, which are part of it and are never decoded (§2.3).
    pub name: &'a str,
    /// The modifier after it.
    pub modifier: Modifier,
}

impl<'a> Variable<'a> {
    fn of(varspec: &'a str) -> Self {
        if let Some(name) = varspec.strip_suffix('*') {
            Self { name, modifier: Modifier::Explode }
        } else if let Some((name, length)) = varspec.split_once(':') {
            let length = length.parse().unwrap_or(u16::MAX);
            Self { name, modifier: Modifier::Prefix(length) }
        } else {
            Self { name: varspec, modifier: Modifier::None }
        }
    }
}

/// A variable of a template whose text is stored elsewhere.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) operator: Operator,
    pub(super) modifier: Modifier,
    /// The position of its name, in bytes.
    pub(super) name: Range<usize>,
}

/// `modifier-level4 = prefix / explode` (§2.4)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// None.
    None,
    /// `:9`: at most this number of code points from the beginning of the value.
    Prefix(u16),
    /// `*`: each member of a list and each pair of an associative array separately.
    Explode,
}

impl Modifier {
    /// Returns true if it is `*`.
    pub const fn is_explode(self) -> bool {
        matches!(self, Self::Explode)
    }

    /// The number of a prefix.
    pub const fn prefix(self) -> Option<u16> {
        match self {
            Self::Prefix(length) => Some(length),
            Self::None | Self::Explode => None,
        }
    }
}

/// `operator = op-level2 / op-level3` (§2.2): the columns of the table in Appendix A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// None: simple string expansion (§3.2.2).
    Simple,
    /// `+`: reserved expansion (§3.2.3).
    Reserved,
    /// `#`: fragment expansion (§3.2.4).
    Fragment,
    /// `.`: label expansion (§3.2.5).
    Label,
    /// `/`: path segment expansion (§3.2.6).
    Segment,
    /// `;`: path-style parameter expansion (§3.2.7).
    Parameter,
    /// `?`: form-style query expansion (§3.2.8).
    Query,
    /// `&`: form-style query continuation (§3.2.9).
    Continuation,
}

impl Operator {
    const fn of(byte: u8) -> Self {
        match byte {
            b'+' => Self::Reserved,
            b'#' => Self::Fragment,
            b'.' => Self::Label,
            b'/' => Self::Segment,
            b';' => Self::Parameter,
            b'?' => Self::Query,
            b'&' => Self::Continuation,
            _ => Self::Simple,
        }
    }

    /// The text in the expression.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Reserved => "+",
            _ => self.first(),
        }
    }

    /// The text before the first defined variable.
    pub(crate) const fn first(self) -> &'static str {
        match self {
            Self::Simple | Self::Reserved => "",
            Self::Fragment => "#",
            Self::Label => ".",
            Self::Segment => "/",
            Self::Parameter => ";",
            Self::Query => "?",
            Self::Continuation => "&",
        }
    }

    /// `sep`: the text between defined variables.
    pub(crate) const fn separator(self) -> &'static str {
        match self {
            Self::Simple | Self::Reserved | Self::Fragment => ",",
            Self::Query => "&",
            _ => self.first(),
        }
    }

    /// Returns true if the name stands before the value.
    pub const fn is_named(self) -> bool {
        matches!(self, Self::Parameter | Self::Query | Self::Continuation)
    }

    /// `ifemp`: the text after the name of an empty value.
    pub(crate) const fn if_empty(self) -> &'static str {
        match self {
            Self::Query | Self::Continuation => "=",
            _ => "",
        }
    }

    /// `allow`: whether reserved characters and triplets of a value stay as they are.
    pub(crate) const fn allows_reserved(self) -> bool {
        matches!(self, Self::Reserved | Self::Fragment)
    }

    /// Returns true if a value is within one segment of the path, where a decoded slash would look like a
    /// delimiter.
    pub(super) const fn is_in_segment(self) -> bool {
        matches!(self, Self::Simple | Self::Label | Self::Segment | Self::Parameter)
    }
}

/// The literals and expressions of a valid template, in order.
pub fn parts(template: &str) -> TemplateParts<'_> {
    TemplateParts { template, next: 0 }
}

/// The variables of a valid template in order, each with the operator of its expression.
pub fn variables(template: &str) -> impl Iterator<Item = (Operator, Variable<'_>)> {
    let expressions = parts(template).filter_map(|part| match part {
        TemplatePart::Expression(expression) => Some(expression),
        TemplatePart::Literal(_) => None,
    });
    expressions.flat_map(|e| e.variables().map(move |variable| (e.operator, variable)))
}

/// The result of [`parts`].
#[derive(Clone, Debug)]
pub struct TemplateParts<'a> {
    template: &'a str,
    next: usize,
}

impl TemplateParts<'_> {
    /// The end of the previous part, in bytes.
    pub(super) fn end(&self) -> usize {
        self.next
    }
}

impl<'a> Iterator for TemplateParts<'a> {
    type Item = TemplatePart<'a>;

    fn next(&mut self) -> Option<TemplatePart<'a>> {
        let start = self.next;
        let rest = &self.template[start..];
        let first = rest.bytes().next()?;
        if first != b'{' {
            let length = rest.find('{').unwrap_or(rest.len());
            self.next = start + length;
            return Some(TemplatePart::Literal(&rest[..length]));
        }
        // In a valid template each brace is closed.
        let length = rest.find('}').map_or(rest.len(), |i| i + 1);
        self.next = start + length;
        let inside = &rest[1..length - 1];
        let operator = Operator::of(inside.bytes().next().unwrap_or_default());
        let list = &inside[operator.text().len()..];
        Some(TemplatePart::Expression(Expression { operator, span: start..self.next, list }))
    }
}

/// The level of a template (§1.2): the lowest that has every feature it uses. Without expressions, 1.
pub fn level(template: &str) -> u8 {
    let level_of = |part: TemplatePart<'_>| match part {
        TemplatePart::Literal(_) => 1,
        TemplatePart::Expression(expression) => {
            let is_modified = expression.variables().any(|v| v.modifier != Modifier::None);
            match expression.operator {
                _ if is_modified => 4,
                _ if !expression.is_single() => 3,
                Operator::Simple => 1,
                Operator::Reserved | Operator::Fragment => 2,
                _ => 3,
            }
        }
    };
    parts(template).map(level_of).max().unwrap_or(1)
}

/// Returns true if every expansion has a scheme, because the template begins with one.
pub fn has_scheme(template: &str) -> bool {
    match parts(template).next() {
        Some(TemplatePart::Literal(literal)) => {
            scheme(Utf8(literal.as_bytes())).is_some_and(|range| {
                let name = &literal[range];
                name.starts_with(|c: char| c.is_ascii_alphabetic())
                    && name.bytes().all(|b| crate::syntax::chars::SCHEME.contains(b.into()))
            })
        }
        _ => false,
    }
}

#[cfg(test)]
pub(super) fn recognized(template: &str) -> bool {
    crate::syntax::template::recognize_template(Utf8(template.as_bytes())).is_ok()
}
