//! Look-alikes of names that are protected: one finding for a host, by how it resembles a name most.

use super::notes::RuleNotes;
use super::rule::{Rule, rules};
use super::search::Degree;
use super::subject::Subject;

// The rules that find nothing without names to compare with. They need no
// trait of the text: the names tell which hosts are looked at.
rules! {
    "host-confusable-with": Error, [], if NONE, "UTS #39 §4", |subject, found| find(subject, Degree::Look, found),
        "the domain looks like a name that is protected, and is another",
        "http://p\u{430}yp\u{430}l.example/" => "http://paypal.example/";
    "host-font-confusable-with": Warning, [], if NONE, "UTS #39 §4", |subject, found| find(subject, Degree::Font, found),
        "in some fonts, the domain looks like a name that is protected",
        "http://paypa1.example/" => "http://www.paypal.example/";
    "host-contains-name": Warning, [], if NONE, "RFC 3986 §7.6", |subject, found| find(subject, Degree::Part, found),
        "a name that is protected is a part of a host of another domain",
        "http://paypal.example.evil.io/" => "http://login.paypal.example/";
    "host-edit-of-name": Warning, [], if NONE, "RFC 3986 §7.6", |subject, found| find(subject, Degree::Edit, found),
        "one letter, hyphen or dot makes the difference from a name that is protected",
        "http://paypall.example/" => "http://paperball.example/";
    "host-suffix-of-name": Info, [], if NONE, "RFC 3986 §7.6", |subject, found| find(subject, Degree::Suffix, found),
        "the label of a name that is protected, with another public suffix",
        "http://paypal.test/" => "http://paypal.example/";
}

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
