//! Package URLs (ECMA-427).

use std::borrow::Cow;
use std::ops::Range;

use super::notes::RuleNotes;
use super::path_query::has_secret;
use super::rule::rules;
use super::subject::Subject;
use crate::purl::{canonical, known, mend};
use crate::syntax::error::Reason;

rules! {
    "purl-syntax": Error, [Default], if RULED_SCHEME, "ECMA-427 Annex C", purl_syntax,
        "the text is not a valid package URL",
        "pkg:npm/@angular/core@19.0.0" => "pkg:npm/%40angular/core@19.0.0";
    "purl-namespace": Error, [Default], if RULED_SCHEME, "ECMA-427 §5.7", purl_namespace,
        "the package type requires a namespace, or does not allow one",
        "pkg:maven/junit@4.13.2" => "pkg:maven/junit/junit@4.13.2";
    "purl-qualifier-missing": Error, [Default], if RULED_SCHEME, "ECMA-427 §5.7", purl_qualifier_missing,
        "the package type requires a qualifier that is missing",
        "pkg:julia/Dates@1.9.0" => "pkg:julia/Dates@1.9.0?uuid=ade2ca70-3891-5945-98fb-dc099432e06a";
    "purl-not-permitted": Error, [Default], if RULED_SCHEME, "ECMA-427 §5.7", purl_not_permitted,
        "the package type does not permit such a name or version",
        "pkg:cpan/URI::PackageURL" => "pkg:cpan/URI-PackageURL";
    "purl-type-unknown": Warning, [Default], if RULED_SCHEME, "ECMA-427 §5.7", purl_type_unknown,
        "the package type is not registered",
        "pkg:sid/b/x@1" => "pkg:pypi/x@1";
    "purl-not-canonical": Warning, [Default, Norm], if RULED_SCHEME, "ECMA-427 §5.6", purl_not_canonical,
        "the package URL is not in canonical form, in which packages are compared",
        "pkg:pypi/Django_Filter@1" => "pkg:pypi/django-filter@1";
}

/// Why a text with the scheme `pkg` is not a package URL, and where.
fn fault(subject: &Subject<'_>) -> Option<(Reason, Range<usize>)> {
    let fault = subject.purl()?.as_ref().err()?;
    let Range { start, end } = fault.span;
    // The place of a missing part is that of its neighbour.
    Some((fault.reason, if start == end { 0..subject.text.len() } else { start..end }))
}

/// Returns true if a type requires something that a text lacks, rather than the grammar.
const fn is_of_type(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::NamespaceRequired
            | Reason::NamespaceProhibited
            | Reason::QualifierRequired
            | Reason::NotPermittedByType
    )
}

/// Reports the fault if it is one of these.
fn find_fault(subject: &Subject<'_>, found: &mut RuleNotes, is_one: fn(Reason) -> bool) {
    if let Some((_, span)) = fault(subject).filter(|(reason, _)| is_one(*reason)) {
        found.at(span);
    }
}

fn purl_syntax(subject: &Subject<'_>, found: &mut RuleNotes) {
    find_fault(subject, found, |reason| !is_of_type(reason));
    // The canonical text may encode the delimiters of a secret, and then nothing would mask it.
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
