//! What a rule found.

use std::ops::Range;
use std::sync::Arc;

use super::rule::{Rule, Severity};

/// Something to know about a reference.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How bad it is, by the policy.
    pub severity: Severity,
    /// Where, in bytes of the text. Never empty, unless the text is.
    pub span: Range<usize>,
    /// What the rule knows: an address, the scripts that are mixed. Never a password.
    pub evidence: Option<String>,
    /// The reference without any finding of this rule, where one is sure. The findings of a rule
    /// share it.
    pub suggestion: Option<Arc<str>>,
}

/// Where a rule writes what it finds.
pub(super) struct Found<'a> {
    rule: &'static Rule,
    severity: Severity,
    suggests: bool,
    findings: &'a mut Vec<Finding>,
    first: usize,
}

impl<'a> Found<'a> {
    pub(super) fn new(
        rule: &'static Rule,
        severity: Severity,
        suggests: bool,
        findings: &'a mut Vec<Finding>,
    ) -> Self {
        let first = findings.len();
        Self { rule, severity, suggests, findings, first }
    }

    /// Something is found at `span`.
    pub(super) fn at(&mut self, span: Range<usize>) {
        self.push(span, None);
    }

    /// Something is found at `span`, unless that is empty.
    pub(super) fn at_some(&mut self, span: Range<usize>) {
        if !span.is_empty() {
            self.at(span);
        }
    }

    /// Something is found at `span`, and something is known of it.
    pub(super) fn with(&mut self, span: Range<usize>, evidence: impl Into<String>) {
        self.push(span, Some(evidence.into()));
    }

    /// What all the findings of the rule suggest, if there is a finding.
    pub(super) fn suggest(&mut self, suggestion: impl FnOnce() -> Option<String>) {
        if !self.suggests || self.is_empty() {
            return;
        }
        if let Some(text) = suggestion() {
            let text: Arc<str> = text.into();
            for finding in &mut self.findings[self.first..] {
                finding.suggestion = Some(Arc::clone(&text));
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.findings.len() == self.first
    }

    fn push(&mut self, span: Range<usize>, evidence: Option<String>) {
        let (rule, severity) = (self.rule, self.severity);
        self.findings.push(Finding { rule, severity, span, evidence, suggestion: None });
    }
}
