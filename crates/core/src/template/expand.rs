//! Expansion (RFC 6570 §3): turns a template and values into a reference or, with some of the
//! values, into another template.

use std::collections::HashSet;
use std::fmt;

use crate::parts::percent::{push_quoted, push_quoted_but_triplets};
use crate::syntax::chars::{Class, IRI_CHARACTERS, URI_CHARACTERS, unreserved};
use crate::template::dots::{self, DotSegments, Written};
use crate::template::hosts;
use crate::template::parts::{
    Expression, Modifier, Operator, TemplatePart, Variable, parts, variables,
};

/// The kind of the result of an expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A URI: non-ASCII characters are percent-encoded (§3.1, §3.2.1).
    Uri,
    /// An IRI: `ucschar` is left as it is.
    Iri,
}

impl Target {
    const fn unreserved(self) -> Class {
        unreserved(matches!(self, Self::Iri))
    }

    const fn all(self) -> Class {
        match self {
            Self::Uri => URI_CHARACTERS,
            Self::Iri => IRI_CHARACTERS,
        }
    }
}

/// Why values cannot be put into a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// "Prefix modifiers are not applicable to variables that have composite values" (§2.4.1).
    PrefixOfComposite {
        /// The variable.
        name: String,
    },
    /// [`partial`] has no result that is a template: the text before a given variable depends on whether an
    /// earlier variable of the expression, which is not given, is defined.
    OutOfOrder {
        /// The expression.
        expression: String,
        /// The variable that is not given.
        open: String,
        /// The variable after it that is given.
        given: String,
    },
    /// Values, or their absence, make a dot segment, which leads elsewhere (RFC 3986 §5.2.4).
    DotSegment {
        /// It.
        dots: &'static str,
        /// The variables that it is made of.
        variables: Vec<String>,
    },
    /// Values, or their absence, make two slashes meet, and a host follows them (RFC 3986 §4.2).
    Host {
        /// The variables around them.
        variables: Vec<String>,
    },
    /// A value is given for a name that the template does not have.
    Unknown {
        /// The name.
        name: String,
        /// The names that it has, in order.
        known: Vec<String>,
    },
}

/// The number of names that a message lists.
const LISTED: usize = 10;

error_words!(Misuse, |error, f| match error {
    Self::PrefixOfComposite { name } => write!(
        f,
        "the variable {name} has a prefix modifier, so its value must be text, not a list \
         or a mapping (RFC 6570 §2.4.1)"
    ),
    Self::OutOfOrder { expression, open, given } => write!(
        f,
        "no template expresses {expression} with {given} but without {open}: give {open} as well, \
         or None to leave it undefined"
    ),
    Self::DotSegment { dots, variables } => {
        made_by(variables, f)?;
        write!(
            f,
            " a dot segment, '{dots}', which leads elsewhere (RFC 3986 §5.2.4): refuse such data, \
             or allow it, as RFC 6570 does (dot_segments)"
        )
    }
    Self::Host { variables } => {
        made_by(variables, f)?;
        f.write_str(
            " two adjacent slashes, which begin a host (RFC 3986 §4.2): refuse such data, or allow \
             it, as RFC 6570 does (dot_segments)",
        )
    }
    Self::Unknown { name, known } => {
        write!(f, "the template has no variable '{}'; ", name.escape_debug())?;
        match &known[..] {
            [] => write!(f, "it has none"),
            [only] => write!(f, "its only one is {only}"),
            _ if known.len() > LISTED => {
                write!(f, "it has {}, …", known[..LISTED].join(", "))
            }
            _ => write!(f, "it has {}", known.join(", ")),
        }
    }
});

/// Writes the beginning of a message about what the values of some variables make.
fn made_by(variables: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match variables {
        [others @ .., last] if !others.is_empty() => {
            write!(f, "the values of {} and {last} make", others.join(", "))
        }
        _ => write!(f, "the value of {} makes", variables.concat()),
    }
}

impl Misuse {
    /// The variables that it is about.
    pub fn variables(&self) -> Vec<&str> {
        match self {
            Self::PrefixOfComposite { name } | Self::Unknown { name, .. } => vec![name],
            Self::OutOfOrder { open, .. } => vec![open],
            Self::DotSegment { variables, .. } | Self::Host { variables } => {
                variables.iter().map(String::as_str).collect()
            }
        }
    }

    /// The clause of the RFC that is violated, if there is one.
    pub const fn clause(&self) -> Option<&'static str> {
        match self {
            Self::PrefixOfComposite { .. } => Some("RFC 6570 §2.4.1"),
            Self::DotSegment { .. } => Some("RFC 3986 §5.2.4"),
            Self::Host { .. } => Some("RFC 3986 §4.2"),
            Self::OutOfOrder { .. } | Self::Unknown { .. } => None,
        }
    }
}

/// Refuses the first name that belongs to no variable of a valid template.
pub fn refuse_unknown(template: &str, names: &[impl AsRef<str>]) -> Result<(), Misuse> {
    let mut left: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if left.len() > LISTED {
        let known: HashSet<&str> = variables(template).map(|(_, known)| known.name).collect();
        left.retain(|name| !known.contains(name));
    } else if !left.is_empty() {
        variables(template).for_each(|(_, known)| left.retain(|name| *name != known.name));
    }
    let Some(name) = left.first() else { return Ok(()) };
    let mut known: Vec<String> = Vec::new();
    for (_, variable) in variables(template) {
        if known.len() > LISTED {
            break;
        }
        if !known.iter().any(|name| name == variable.name) {
            known.push(variable.name.to_owned());
        }
    }
    Err(Misuse::Unknown { name: (*name).to_owned(), known })
}

/// Takes the value of a variable: call [`text`](Self::text) once, or [`member`](Self::member) for each member
/// of a list, or [`pair`](Self::pair) for each pair of an associative array. Call none of them for an undefined
/// value, an empty list or an empty array (§2.3).
pub struct Slot<'o> {
    out: &'o mut String,
    target: Target,
    operator: Operator,
    variable: Variable<'o>,
    /// True if the expression has written something already.
    started: &'o mut bool,
    /// The number of members or pairs that have been written.
    count: usize,
}

impl Slot<'_> {
    /// Writes a string.
    pub fn text(&mut self, value: &str) {
        // "A positive integer specifying the maximum number of characters from the beginning of the
        // variable's value as a Unicode string" (§2.4.1).
        let cut = self.variable.modifier.prefix().and_then(|n| value.char_indices().nth(n.into()));
        let value = cut.map_or(value, |(end, _)| &value[..end]);
        self.separate();
        self.named(self.variable.name, value);
    }

    /// Writes a member of a list.
    pub fn member(&mut self, value: &str) -> Result<(), Misuse> {
        self.refuse_prefix()?;
        if self.variable.modifier.is_explode() {
            self.separate();
            self.named(self.variable.name, value);
        } else {
            self.listed(value);
        }
        Ok(())
    }

    /// Writes a name and its value in an associative array.
    pub fn pair(&mut self, name: &str, value: &str) -> Result<(), Misuse> {
        self.refuse_prefix()?;
        if !self.variable.modifier.is_explode() {
            self.listed(name);
            self.listed(value);
            return Ok(());
        }
        self.separate();
        self.push(name);
        if self.operator.is_named() && value.is_empty() {
            self.out.push_str(self.operator.if_empty());
        } else {
            self.out.push('=');
            self.push(value);
        }
        Ok(())
    }

    fn refuse_prefix(&self) -> Result<(), Misuse> {
        match self.variable.modifier.prefix() {
            Some(_) => Err(Misuse::PrefixOfComposite { name: self.variable.name.to_owned() }),
            None => Ok(()),
        }
    }

    /// Writes `first` before the first defined variable of the expression, and `sep` before the others.
    fn separate(&mut self) {
        let started = std::mem::replace(self.started, true);
        self.out.push_str(if started { self.operator.separator() } else { self.operator.first() });
    }

    /// Writes a value, after its name if the operator has names.
    fn named(&mut self, name: &str, value: &str) {
        if self.operator.is_named() {
            self.out.push_str(name);
            if value.is_empty() {
                self.out.push_str(self.operator.if_empty());
                return;
            }
            self.out.push('=');
        }
        self.push(value);
    }

    /// Writes a value, after a comma if it is not the first.
    fn listed(&mut self, value: &str) {
        if self.count == 0 {
            self.separate();
            if self.operator.is_named() {
                self.out.push_str(self.variable.name);
                self.out.push('=');
            }
        } else {
            self.out.push(',');
        }
        self.count += 1;
        self.push(value);
    }

    fn push(&mut self, value: &str) {
        if self.operator.allows_reserved() {
            push_quoted_but_triplets(value, self.target.all(), self.out);
        } else {
            push_quoted(value, self.target.unreserved(), self.out);
        }
    }
}

/// Appends the expansion of a template. `fill` puts the value of each variable into its slot. If it fails,
/// `out` may have a part of the expansion.
pub fn expand<E: From<Misuse>>(
    template: &str,
    target: Target,
    dot_segments: DotSegments,
    out: &mut String,
    mut fill: impl FnMut(&str, &mut Slot<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let own = out.len();
    let mut written: Vec<Written<'_>> = Vec::new();
    for part in parts(template) {
        match part {
            TemplatePart::Literal(literal) => push_quoted_but_triplets(literal, target.all(), out),
            TemplatePart::Expression(expression) => {
                let start = out.len() - own;
                let mut started = false;
                for variable in expression.variables() {
                    let operator = expression.operator;
                    fill_in(operator, variable, &mut started, target, out, &mut fill)?;
                }
                if dot_segments == DotSegments::Refused {
                    written.push(Written { expression, range: start..out.len() - own });
                }
            }
        }
    }
    // Without these, nothing is refused.
    refuse_made(template, &out[own..], &written).map_err(E::from)
}

/// Refuses an expansion in which values have made a dot segment or a host.
fn refuse_made(template: &str, text: &str, written: &[Written<'_>]) -> Result<(), Misuse> {
    if written.is_empty() {
        return Ok(());
    }
    if let Some((dots, variables)) = dots::made(text, written) {
        return Err(Misuse::DotSegment { dots, variables });
    }
    match hosts::made(template, text, written) {
        Some(variables) => Err(Misuse::Host { variables }),
        None => Ok(()),
    }
}

fn fill_in<T, E>(
    operator: Operator,
    variable: Variable<'_>,
    started: &mut bool,
    target: Target,
    out: &mut String,
    mut fill: impl FnMut(&str, &mut Slot<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let mut slot = Slot { out, target, operator, variable, started, count: 0 };
    fill(variable.name, &mut slot)
}

/// The value of a variable for a partial expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Its value, which may be undefined.
    Yes,
    /// No value; it remains a variable.
    No,
}

/// Fills in some of the variables of a template. Expanding the result with the others gives the expansion of
/// `template` with all of them.
///
/// Non-ASCII characters are left as they are, so that the result can still be expanded to an IRI.
///
/// With `reorder`, the given variables of a query come first, so the result is a template whichever variables
/// of `{?a,b}` are given. Its expansions have the same pairs in another order.
///
/// A dot segment or a host that the given values make is refused as in [`expand`]. If a remaining expression
/// could still change that segment, [`expand`] of the result decides.
pub fn partial<E: From<Misuse>>(
    template: &str,
    reorder: bool,
    dot_segments: DotSegments,
    mut fill: impl FnMut(&str, &mut Slot<'_>) -> Result<Given, E>,
) -> Result<String, E> {
    let mut out = String::with_capacity(2 * template.len());
    let mut judged = String::with_capacity(2 * template.len());
    let mut written: Vec<Written<'_>> = Vec::new();
    for part in parts(template) {
        match part {
            TemplatePart::Literal(literal) => {
                out.push_str(literal);
                judged.push_str(literal);
            }
            TemplatePart::Expression(expression) => {
                let (start, before) = (out.len(), judged.len());
                partial_expression(template, &expression, reorder, &mut out, &mut fill)?;
                dots::push_stand_in(&out[start..], &mut judged);
                written.push(Written { expression, range: before..judged.len() });
            }
        }
    }
    if dot_segments == DotSegments::Refused {
        refuse_made(template, &judged, &written)?;
    }
    Ok(out)
}

fn partial_expression<E: From<Misuse>>(
    template: &str,
    expression: &Expression<'_>,
    reorder: bool,
    out: &mut String,
    mut fill: impl FnMut(&str, &mut Slot<'_>) -> Result<Given, E>,
) -> Result<(), E> {
    // A query continues with `&` after its first value. An operator whose first separator equals the others can
    // be cut at any variable. For any other operator, no given variable may follow one that may be undefined.
    let mut operator = expression.operator;
    let mut open: Vec<Variable<'_>> = Vec::new();
    let mut started = false;
    for variable in expression.variables() {
        let (start, was_started) = (out.len(), started);
        let given = fill_in(operator, variable, &mut started, Target::Iri, out, &mut fill)?;
        let can_be_cut = operator.first() == operator.separator();
        match given {
            Given::Yes if out.len() == start && started == was_started => {} // undefined
            Given::Yes => {
                if let Some(before) = open.first()
                    && !(reorder && operator == Operator::Query)
                {
                    if !can_be_cut {
                        return Err(out_of_order(template, expression, *before, variable).into());
                    }
                    let text = out.split_off(start);
                    push_expression(out, operator, &open);
                    out.push_str(&text);
                    open.clear();
                }
                if operator == Operator::Query {
                    operator = Operator::Continuation;
                }
                if operator.first() == operator.separator() {
                    started = false;
                }
            }
            Given::No => {
                if started {
                    return Err(out_of_order(template, expression, variable, variable).into());
                }
                open.push(variable);
            }
        }
    }
    if !open.is_empty() {
        push_expression(out, operator, &open);
    }
    Ok(())
}

fn out_of_order(
    template: &str,
    expression: &Expression<'_>,
    open: Variable<'_>,
    given: Variable<'_>,
) -> Misuse {
    // If the open variable comes last, name a variable before it as the given one.
    let given = if given == open { expression.variables().next().unwrap_or(given) } else { given };
    Misuse::OutOfOrder {
        expression: template[expression.span.clone()].to_owned(),
        open: open.name.to_owned(),
        given: given.name.to_owned(),
    }
}

fn push_expression(out: &mut String, operator: Operator, variables: &[Variable<'_>]) {
    out.push('{');
    out.push_str(operator.text());
    for (i, variable) in variables.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        out.push_str(variable.name);
        match variable.modifier {
            Modifier::None => {}
            Modifier::Explode => out.push('*'),
            Modifier::Prefix(length) => {
                out.push(':');
                out.push_str(&length.to_string());
            }
        }
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The variables that are refused if each has the value at its name in `values`, or none.
    fn refused(template: &str, values: &[(&str, &str)]) -> Option<Vec<String>> {
        let fill = |name: &str, slot: &mut Slot<'_>| -> Result<(), Misuse> {
            if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
                slot.text(value);
            }
            Ok(())
        };
        match expand(template, Target::Uri, DotSegments::Refused, &mut String::new(), fill) {
            Err(Misuse::Host { variables }) => Some(variables),
            Err(other) => panic!("{template}: {other}"),
            Ok(()) => None,
        }
    }

    #[test]
    fn slashes_that_meet_make_a_host() {
        let empty = ("a", "");
        for (template, values, variables) in [
            ("/{a}/{b}", &[empty, ("b", "h")][..], Some("a")),
            ("/{a}/{b}", &[("b", "h")], Some("a")),
            ("/{a}/h", &[], Some("a")),
            ("{/a,b}", &[empty, ("b", "h")], Some("a,b")),
            ("{/a}{/b}", &[empty, ("b", "h")], Some("a,b")),
            ("/{a}{/b}", &[("b", "h")], Some("a,b")),
            ("{a}//{b}", &[("b", "h")], Some("a")),
            ("http:/{a}/{b}", &[("b", "h")], Some("a")),
            ("x:{/a,b}", &[empty, ("b", "h")], Some("a,b")),
            ("{+c}/{a}/{b}", &[("b", "h")], Some("c,a")),
            ("/{+a}/{b}", &[("b", "h")], Some("a")),
            ("/{a}{?b}", &[("b", "h")], None),
            ("/{a}/{b}", &[("a", "x"), ("b", "")], None),
            ("//{a}/{b}", &[empty, ("b", "h")], None),
            ("http://{a}/{b}", &[empty], None),
            ("{c}://{a}/", &[("c", "http"), empty], None),
            ("{+c}/{a}", &[("c", "http://h"), empty], None),
            ("/{+a}", &[("a", "/h")], None),
            ("/x{/a,b}", &[empty, ("b", "h")], None),
            ("?a=/{a}/{b}", &[empty], None),
        ] {
            let expected = variables.map(|names| names.split(',').map(str::to_owned).collect());
            assert_eq!(refused(template, values), expected, "{template} {values:?}");
        }
    }
}
