//! Where a rule writes what it finds.

use std::ops::Range;
use std::sync::Arc;

use super::subject::Subject;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

/// A rule's note on one place.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub(super) span: Range<usize>,
    pub(super) evidence: Option<String>,
    pub(super) words: Option<String>,
    pub(super) suggestion: Option<Arc<str>>,
}

/// The notes of one rule.
#[derive(Debug, Default)]
pub(super) struct RuleNotes {
    notes: Vec<Note>,
    suggests: bool,
}

impl RuleNotes {
    pub(super) fn new(suggests: bool) -> Self {
        Self { notes: Vec::new(), suggests }
    }

    /// Adds a finding at `span`.
    pub(super) fn at(&mut self, span: Range<usize>) {
        self.push(span, None);
    }

    /// Adds a finding at `span`, unless `span` is empty.
    pub(super) fn at_some(&mut self, span: Range<usize>) {
        if !span.is_empty() {
            self.at(span);
        }
    }

    /// Adds a finding at `span` with its evidence.
    pub(super) fn with(&mut self, span: Range<usize>, evidence: impl Into<String>) {
        self.push(span, Some(evidence.into()));
    }

    /// Adds a finding at `span`, a character. It is written as a number, because a mark would combine with the one
    /// before it.
    pub(super) fn character(&mut self, span: Range<usize>, c: char) {
        self.with(span, format!("U+{:04X}", u32::from(c)));
    }

    /// Adds a finding at `span` with its own message.
    pub(super) fn worded(&mut self, span: Range<usize>, evidence: Option<String>, words: String) {
        self.notes.push(Note { span, evidence, words: Some(words), suggestion: None });
    }

    /// Gives all the findings of the rule one suggestion, if there is a finding and the suggestion is a
    /// reference.
    pub(super) fn suggest(&mut self, suggestion: impl FnOnce() -> Option<String>) {
        if !self.suggests || self.is_empty() {
            return;
        }
        let is_valid = |text: &String| recognize(Utf8(text.as_bytes()), Rule::IriReference).is_ok();
        if let Some(text) = suggestion().filter(is_valid) {
            let text: Arc<str> = text.into();
            for note in &mut self.notes {
                note.suggestion = Some(Arc::clone(&text));
            }
        }
    }

    /// Suggests a text for the findings of `rule`, unless the rule has a finding in that text.
    pub(super) fn suggest_if_mended(
        &mut self,
        subject: &Subject<'_>,
        rule: fn(&Subject<'_>, &mut Self),
        text: impl FnOnce() -> String,
    ) {
        self.suggest(|| {
            let text = text();
            let mut left = Self::new(false);
            rule(&Subject::new(&text, subject.context), &mut left);
            left.is_empty().then_some(text)
        });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// Takes the notes.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Note> {
        self.notes.drain(..)
    }

    fn push(&mut self, span: Range<usize>, evidence: Option<String>) {
        self.notes.push(Note { span, evidence, words: None, suggestion: None });
    }
}
