//! The terms that a policy sets, each with its function: for one reference, for many of one shape, for plain
//! text.

use std::fmt;
use std::sync::Arc;

use super::notes::RuleNotes;
use super::rule::Rule;
use super::shape::{PlainShape, ReadHost, ReferenceShape, leads_to_this_machine};
use super::subject::Subject;
use crate::syntax::reference::Reference;
use crate::syntax::split::{Parts, Position};

/// The function of a term, which returns true for what it allows. It receives only what it depends on, so its
/// kind says which texts get the same answer.
enum Decides {
    /// The shape decides.
    Shape(Box<ByShape>),
    /// The host decides; a reference without one is refused.
    Host(Box<ByHost>),
    /// All of the reference decides.
    Whole(Box<ByReference>),
}

type ByShape = dyn Fn(&dyn ReferenceShape) -> bool + Send + Sync;
type ByHost = dyn Fn(ReadHost<'_>) -> bool + Send + Sync;
type ByReference = dyn Fn(&Reference<'_>) -> bool + Send + Sync;
type Tells = dyn Fn(&Subject<'_>, &mut RuleNotes) + Send + Sync;

/// A term that is set.
pub(super) struct SetTerm {
    /// The rule that its refusals are findings of.
    pub(super) rule: &'static Rule,
    decides: Decides,
    may_be_this_machine: bool,
    /// The codes of terms whose refusals replace this one's.
    unless: &'static [&'static str],
    tells: Box<Tells>,
}

/// Makes [`SetTerm::of_shape`] and the other constructors.
macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident: $kind:ident($given:ty);)*) => {
        $($(#[$doc])*
        pub(super) fn $name<V: Send + Sync + 'static>(
            rule: &'static Rule,
            value: V,
            allows: fn(&V, $given) -> bool,
            tells: fn(&V, &Subject<'_>, &mut RuleNotes),
        ) -> Self {
            let value = Arc::new(value);
            let told = Arc::clone(&value);
            Self {
                rule,
                decides: Decides::$kind(Box::new(move |given| allows(&value, given))),
                may_be_this_machine: false,
                unless: &[],
                tells: Box::new(move |subject, found| tells(&told, subject, found)),
            }
        })*
    };
}

impl SetTerm {
    constructors! {
        /// A term that the shape of a reference decides.
        of_shape: Shape(&dyn ReferenceShape);
        /// A term that the host decides.
        of_host: Host(ReadHost<'_>);
        /// A term that all of a reference decides.
        of_reference: Whole(&Reference<'_>);
    }

    /// Also lets a reference to this machine pass if the policy lists its scheme for that.
    pub(super) fn or_this_machine(self) -> Self {
        Self { may_be_this_machine: true, ..self }
    }

    /// Leaves the refusal out if a term with one of these codes also refuses.
    pub(super) fn unless_refused_by(self, codes: &'static [&'static str]) -> Self {
        Self { unless: codes, ..self }
    }
}

/// The terms that a policy sets.
pub struct SetTerms {
    all: Vec<SetTerm>,
    /// Schemes, in lower case, that may lead to this machine.
    pub(super) loopback: Arc<[String]>,
    /// One bit for each shape of plain text: true if the terms of shapes allow it.
    plain: u32,
}

impl fmt::Debug for SetTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all.iter().map(|term| term.rule.code)).finish()
    }
}

impl SetTerms {
    pub(super) fn new(all: Vec<SetTerm>, loopback: Arc<[String]>) -> Self {
        let terms = Self { all, loopback, plain: 0 };
        let is_allowed = |shape: &PlainShape| {
            let of_shape = |term: &SetTerm| match &term.decides {
                Decides::Shape(allows) => allows(shape) || terms.excuses(term, shape),
                _ => true,
            };
            terms.all.iter().all(of_shape)
        };
        let bit = |number: u32| u32::from(is_allowed(&PlainShape(number))) << number;
        Self { plain: (0..u32::BITS).map(bit).sum(), ..terms }
    }

    /// Returns true if a term does not apply because the reference leads to this machine.
    fn excuses(&self, term: &SetTerm, shape: &dyn ReferenceShape) -> bool {
        term.may_be_this_machine && leads_to_this_machine(&self.loopback, shape)
    }

    fn refuses(&self, term: &SetTerm, subject: &Subject<'_>) -> bool {
        let is_allowed = match &term.decides {
            Decides::Shape(allows) => allows(subject),
            Decides::Host(allows) => subject.read_host().is_some_and(allows),
            Decides::Whole(allows) => allows(&subject.reference()),
        };
        !is_allowed && !self.excuses(term, subject)
    }

    /// Returns true if every term allows the reference.
    pub(super) fn allows(&self, subject: &Subject<'_>) -> bool {
        !self.all.iter().any(|term| self.refuses(term, subject))
    }

    /// Calls `visit` with the rule of each term that refuses the reference, and its evidence.
    pub(super) fn refusals(
        &self,
        subject: &Subject<'_>,
        found: &mut RuleNotes,
        mut visit: impl FnMut(&'static Rule, &mut RuleNotes),
    ) {
        let refusing: Vec<_> = self.all.iter().filter(|term| self.refuses(term, subject)).collect();
        for term in &refusing {
            if refusing.iter().any(|other| term.unless.contains(&other.rule.code)) {
                continue;
            }
            (term.tells)(subject, found);
            if !found.is_empty() {
                visit(term.rule, found);
            }
        }
    }

    /// Returns true if every plain text is allowed.
    pub(super) fn allows_all_plain(&self) -> bool {
        let is_of_shape = |term: &SetTerm| matches!(term.decides, Decides::Shape(_));
        self.plain == u32::MAX && self.all.iter().all(is_of_shape)
    }

    /// Returns true if a plain text with these components is allowed.
    #[inline]
    pub(super) fn allows_plain(&self, text: &[u8], parts: &Parts<impl Position>) -> bool {
        let host = text.get(parts.host().unwrap_or_default()).unwrap_or_default();
        let shape = PlainShape::of(parts, host);
        let of_row = |term: &SetTerm| {
            let is_allowed = match &term.decides {
                Decides::Shape(_) => true,
                Decides::Host(allows) => allows(ReadHost::Name(host)),
                Decides::Whole(allows) => {
                    std::str::from_utf8(text).is_ok_and(|text| allows(&Reference::at(text, parts)))
                }
            };
            is_allowed || self.excuses(term, &shape)
        };
        self.plain >> shape.0 & 1 == 1 && self.all.iter().all(of_row)
    }
}
