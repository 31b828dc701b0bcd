//! Package URLs (ECMA-427).

use std::borrow::Cow;
use std::ops::Range;

use super::notes::RuleNotes;
use super::path_query::has_secret;
use super::rule::Profile::{Default, Norm};
use super::rule::Rule;
use super::rule::Severity::{Error, Warning};
use super::subject::Subject;
use super::traits::Traits;
use crate::purl::{canonical, known, mend};
use crate::syntax::error::Reason;

pub(super) const RULES: &[Rule] = &[
    Rule {
        code: "purl-syntax",
        severity: Error,
        profiles: &[Default],
        clause: "ECMA-427 Annex C",
        message: "this is not as a package URL is written",
        bad_example: "pkg:npm/@angular/core@19.0.0",
        good_example: "pkg:npm/%40angular/core@19.0.0",
        only_if_any: Traits::RULED_SCHEME,
        find: purl_syntax,
    },
    Rule {
        code: "purl-namespace",
        severity: Error,
        profiles: &[Default],
        clause: "ECMA-427 §5.7",
        message: "a type of packages requires a namespace, or has none",
        bad_example: "pkg:maven/junit@4.13.2",
        good_example: "pkg:maven/junit/junit@4.13.2",
        only_if_any: Traits::RULED_SCHEME,
        find: purl_namespace,
    },
    Rule {
        code: "purl-qualifier-missing",
        severity: Error,
        profiles: &[Default],
        clause: "ECMA-427 §5.7",
        message: "a type of packages requires a qualifier that is not there",
        bad_example: "pkg:julia/Dates@1.9.0",
        good_example: "pkg:julia/Dates@1.9.0?uuid=ade2ca70-3891-5945-98fb-dc099432e06a",
        only_if_any: Traits::RULED_SCHEME,
        find: purl_qualifier_missing,
    },
    Rule {
        code: "purl-not-permitted",
        severity: Error,
        profiles: &[Default],
        clause: "ECMA-427 §5.7",
        message: "a type of packages has no such name or version",
        bad_example: "pkg:cpan/URI::PackageURL",
        good_example: "pkg:cpan/URI-PackageURL",
        only_if_any: Traits::RULED_SCHEME,
        find: purl_not_permitted,
    },
    Rule {
        code: "purl-type-unknown",
        severity: Warning,
        profiles: &[Default],
        clause: "ECMA-427 §5.7",
        message: "the type of the package URL is not registered",
        bad_example: "pkg:sid/b/x@1",
        good_example: "pkg:pypi/x@1",
        only_if_any: Traits::RULED_SCHEME,
        find: purl_type_unknown,
    },
    Rule {
        code: "purl-not-canonical",
        severity: Warning,
        profiles: &[Default, Norm],
        clause: "ECMA-427 §5.6",
        message: "the package URL has another canonical text, by which packages are compared",
        bad_example: "pkg:pypi/Django_Filter@1",
        good_example: "pkg:pypi/django-filter@1",
        only_if_any: Traits::RULED_SCHEME,
        find: purl_not_canonical,
    },
];

/// Why a text with the scheme `pkg` is no package URL, and where.
fn fault(subject: &Subject<'_>) -> Option<(Reason, Range<usize>)> {
    let fault = subject.purl()?.as_ref().err()?;
    let Range { start, end } = fault.span;
    // What is missing is shown by what is there.
    Some((fault.reason, if start == end { 0..subject.text.len() } else { start..end }))
}

/// Whether a type requires something that a text lacks, rather than the grammar.
const fn is_of_type(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::NamespaceRequired
            | Reason::NamespaceProhibited
            | Reason::QualifierRequired
            | Reason::NotPermittedByType
    )
}

/// Finds the fault, if it is one of these.
fn find_fault(subject: &Subject<'_>, found: &mut RuleNotes, is_one: fn(Reason) -> bool) {
    if let Some((_, span)) = fault(subject).filter(|(reason, _)| is_one(*reason)) {
        found.at(span);
    }
}

fn purl_syntax(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_fault(subject, found, |reason| !is_of_type(reason));
    // The delimiters of a secret may be encoded in the canonical text, so that nothing masks it.
    if subject.userinfo().is_none() && !has_secret(subject) {
        found.suggest(|| canonical(subject.text).map(Cow::into_owned));
    }
}

fn purl_namespace(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_fault(subject, found, |reason| {
        matches!(reason, Reason::NamespaceRequired | Reason::NamespaceProhibited)
    });
}

fn purl_qualifier_missing(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_fault(subject, found, |reason| reason == Reason::QualifierRequired);
}

fn purl_not_permitted(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_fault(subject, found, |reason| reason == Reason::NotPermittedByType);
}

fn purl_type_unknown(subject: &Subject<'_>, found: &mut RuleNotes) {
    if let Some(Ok(purl)) = subject.purl()
        && known(purl.r#type()).is_none()
    {
        found.with(purl.parts().r#type(), purl.r#type());
    }
}

fn purl_not_canonical(subject: &Subject<'_>, found: &mut RuleNotes) {
    let Some(Ok(_)) = subject.purl() else { return };
    let Some((mended, changes)) = mend(subject.text) else { return };
    for change in changes {
        found.at(change.span);
    }
    if !has_secret(subject) {
        found.suggest(|| Some(mended));
    }
}
