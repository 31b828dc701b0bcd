//! A finding of a rule.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::rule::{Rule, Severity};

/// Something to know about a reference.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// Its severity, by the caller's choice.
    pub severity: Severity,
    /// The place, in bytes of the text. It is empty only if the text is.
    pub span: Range<usize>,
    /// The detail that the rule knows: an address, the scripts that are mixed. Never a password.
    pub evidence: Option<String>,
    /// The message of this finding, if it says more than that of its rule.
    pub words: Option<String>,
    /// The reference without any finding of this rule, if the correction is certain. The findings of a rule
    /// share it.
    pub suggestion: Option<Arc<str>>,
}

impl Finding {
    /// The message: of this finding, or else of its rule.
    pub fn message(&self) -> &str {
        self.words.as_deref().unwrap_or(self.rule.message)
    }
}

impl fmt::Display for Finding {
    /// States in one line what was found, the evidence, and the clause of a standard.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(self.message(), self.evidence.as_deref(), self.rule.clause))
    }
}

/// States in one line what was found, the evidence unless the message has it, and the clause of a standard.
pub fn sentence(message: &str, evidence: Option<&str>, clause: &str) -> String {
    match evidence.filter(|evidence| !evidence.is_empty() && !message.contains(evidence)) {
        Some(evidence) => format!("{message}: {evidence} ({clause})"),
        None => format!("{message} ({clause})"),
    }
}
