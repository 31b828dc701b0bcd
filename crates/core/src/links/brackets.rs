//! The characters of a path, query or fragment that belong to a link: `Link_Term` with a stack of open brackets.
//!
//! Detection needs to know where a link ends, and minimal escaping which characters would end it. Both use
//! [`Tail`].

use crate::links::table::{LinkTerm, Table};
use crate::syntax::text::Text;

/// The components that a link may have after its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TailPart {
    Path,
    Query,
    Fragment,
}

impl TailPart {
    /// The component that an ASCII character introduces.
    pub(crate) fn introduced_by(c: u32) -> Option<Self> {
        match u8::try_from(c) {
            Ok(b'/') => Some(Self::Path),
            Ok(b'?') => Some(Self::Query),
            Ok(b'#') => Some(Self::Fragment),
            _ => None,
        }
    }

    /// The component that a character introduces within this one.
    pub(crate) fn next(self, c: u32) -> Option<Self> {
        match Self::introduced_by(c)? {
            Self::Query if self == Self::Path => Some(Self::Query),
            Self::Fragment if self != Self::Fragment => Some(Self::Fragment),
            _ => None,
        }
    }
}

/// The largest number of open brackets.
pub(crate) const DEPTH: usize = 32;

/// A component that is being read.
#[derive(Clone, Debug)]
pub(crate) struct Tail {
    kind: TailPart,
    stack: [u32; DEPTH],
    depth: usize,
    /// True if the directive of a fragment has begun (`:~:`).
    has_directive: bool,
}

/// The effect of a character on the link that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The link includes the character.
    Safe,
    /// The link includes the character if it includes something after it.
    Pending,
    /// The link ends before it, or before the pending characters.
    End,
}

impl Tail {
    pub(crate) fn new(kind: TailPart) -> Self {
        Self { kind, stack: [0; DEPTH], depth: 0, has_directive: false }
    }

    pub(crate) fn kind(&self) -> TailPart {
        self.kind
    }

    /// Begins the next component. No bracket is open in it.
    pub(crate) fn begin(&mut self, kind: TailPart) {
        (self.kind, self.depth, self.has_directive) = (kind, 0, false);
    }

    /// Reads the next character, which is at `i`. After [`Effect::End`], the state is unchanged.
    #[inline]
    pub(crate) fn take(&mut self, table: &Table, text: impl Text, i: usize, c: u32) -> Effect {
        match table.term(c) {
            LinkTerm::Hard => Effect::End,
            LinkTerm::Include => {
                if self.is_interior(c) {
                    self.depth = 0;
                }
                Effect::Safe
            }
            LinkTerm::Soft => {
                if c == u32::from(b':') && self.begins_directive(text, i) {
                    self.depth = 0;
                    self.has_directive = true;
                }
                Effect::Pending
            }
            LinkTerm::Open => match self.stack.get_mut(self.depth) {
                Some(place) => {
                    *place = c;
                    self.depth += 1;
                    Effect::Safe
                }
                None => Effect::End,
            },
            LinkTerm::Close => {
                let top = self.depth.checked_sub(1);
                if top.is_some_and(|top| table.opening(c) == Some(self.stack[top])) {
                    self.depth -= 1;
                    Effect::Safe
                } else {
                    Effect::End
                }
            }
        }
    }

    /// Returns true if a character separates parts of the component. Brackets do not match across it.
    fn is_interior(&self, c: u32) -> bool {
        match self.kind {
            TailPart::Path => c == u32::from(b'/'),
            TailPart::Query => c == u32::from(b'=') || c == u32::from(b'&'),
            TailPart::Fragment => false,
        }
    }

    fn begins_directive(&self, text: impl Text, i: usize) -> bool {
        let is_there = || text.is(i, b':') && text.is(i + 1, b'~') && text.is(i + 2, b':');
        self.kind == TailPart::Fragment && !self.has_directive && is_there()
    }
}

/// The last square brackets in the text after a host.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Square {
    /// The number of open ones.
    pub(crate) depth: usize,
    /// The end of the link before them.
    pub(crate) before: usize,
    /// The beginning of the text inside them.
    pub(crate) text: usize,
    /// Where they end. None in a query, whose names may have brackets.
    pub(crate) end: Option<usize>,
}

impl Square {
    /// Reads a bracket of the link at `i`; the link extends at least to `safe`.
    #[inline(never)]
    pub(crate) fn take(&mut self, c: u32, i: usize, safe: usize, kind: TailPart) {
        if c == u32::from(b'[') {
            if self.depth == 0 {
                *self = Self { depth: 0, before: safe, text: i + 1, end: None };
            }
            self.depth += 1;
        } else if c == u32::from(b']') && self.depth > 0 {
            self.depth -= 1;
            self.end = (self.depth == 0 && kind != TailPart::Query).then_some(i + 1);
        }
    }
}
