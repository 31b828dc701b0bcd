//! Look-alikes of names that are protected: one finding for a host, by how it resembles a name most.

use super::notes::RuleNotes;
use super::rule::Rule;
use super::rule::Severity::{Error, Info, Warning};
use super::search::Degree;
use super::subject::Subject;
use super::traits::Traits;

/// The rules that find nothing without [names](super::Asked::protecting) to compare with. They need no
/// trait of the text: the names tell which hosts are looked at.
pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "host-confusable-with",
        severity: Error,
        profiles: &[],
        clause: "UTS #39 §4",
        message: "the domain looks like a name that is protected, and is another",
        bad_example: "http://p\u{430}yp\u{430}l.example/",
        good_example: "http://paypal.example/",
        only_if_any: Traits::NONE,
        find: |subject, found| find(subject, Degree::Look, found),
    },
    Rule {
        code: "host-font-confusable-with",
        severity: Warning,
        profiles: &[],
        clause: "UTS #39 §4",
        message: "in some fonts, the domain looks like a name that is protected",
        bad_example: "http://paypa1.example/",
        good_example: "http://www.paypal.example/",
        only_if_any: Traits::NONE,
        find: |subject, found| find(subject, Degree::Font, found),
    },
    Rule {
        code: "host-contains-name",
        severity: Warning,
        profiles: &[],
        clause: "RFC 3986 §7.6",
        message: "a name that is protected is a part of a host of another domain",
        bad_example: "http://paypal.example.evil.io/",
        good_example: "http://login.paypal.example/",
        only_if_any: Traits::NONE,
        find: |subject, found| find(subject, Degree::Part, found),
    },
    Rule {
        code: "host-edit-of-name",
        severity: Warning,
        profiles: &[],
        clause: "RFC 3986 §7.6",
        message: "one letter, hyphen or dot makes the difference from a name that is protected",
        bad_example: "http://paypall.example/",
        good_example: "http://paperball.example/",
        only_if_any: Traits::NONE,
        find: |subject, found| find(subject, Degree::Edit, found),
    },
    Rule {
        code: "host-suffix-of-name",
        severity: Info,
        profiles: &[],
        clause: "RFC 3986 §7.6",
        message: "the label of a name that is protected, with another public suffix",
        bad_example: "http://paypal.test/",
        good_example: "http://paypal.example/",
        only_if_any: Traits::NONE,
        find: |subject, found| find(subject, Degree::Suffix, found),
    },
];

/// Whether the rule of that code finds nothing without names to compare with.
pub fn needs_names(code: &str) -> bool {
    RULES.iter().any(|rule| rule.code == code)
}

/// The rule for a degree: they come in the same order.
pub(super) fn rule(degree: Degree) -> &'static Rule {
    &RULES[degree as usize]
}

fn find(subject: &Subject<'_>, degree: Degree, found: &mut RuleNotes) {
    let Some(resemblance) = subject.resemblance().filter(|one| one.degree == degree) else {
        return;
    };
    let labels = subject.labels();
    let last = labels.iter().rfind(|label| !label.mapped.is_empty());
    let (Some(label), Some(last)) = (labels.get(resemblance.label), last) else { return };
    let is_part = degree == Degree::Part;
    let end = if is_part { label.span.end } else { last.span.end };
    found.with(label.span.start..end, resemblance.name);
}
