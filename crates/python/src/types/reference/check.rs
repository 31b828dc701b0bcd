//! `check()`: findings as Python objects.

use iriform::engine::findings::{self, Profile, RuleSet};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::answer::{Answer, boolean};
use crate::errors::refused;
use crate::findings::{rule_set, wrapped};
use crate::strtype::{Kind, Method, Optional, Property, Required, method};
use crate::take;
use crate::text::valid_utf8;

pub(super) const METHODS: &[Method] = &[
    method!(
        |slf, [code], []| {
            let code = take::text(&code, "code")?.to_string_lossy();
            let rule_set = RuleSet::of_code(&code).map_err(refused)?;
            boolean(slf, findings::is_found(&valid_utf8(slf.cast()?), &rule_set))
        },
        c"has_finding($self, code, /)
--

Return True if a rule, of any profile, finds something. It is faster than `check`.

Raises ValueError for an unknown code, and for `host-confusable-with`, which needs names to compare
with: `check(protected=...)`.

>>> IRI('http://0x7f.1/').has_finding('ipv4-lookalike')
True
"
    ),
    method!(
        check,
        c"check($self, /, profile='default', severities=None, *, protected=(), prefixes=None)
--

A list of `Finding`s: what is suspicious or unusual in the reference, although it is valid.

Findings are in the order of the table `iriform.findings.RULES`. Their spans count code points.
`profile` selects the rules: 'default' reports probable faults, 'norm' deviations from the normal
form, 'rdf' features that an RDF Reference IRI must not have (RDF 1.2 Concepts §3.3.1), and
'untrusted' warnings before the reference is fetched or shown.

`severities` maps the codes of rules to other severities: 'error', 'warning', 'info', or 'ignore' to
leave the rule out. A rule that the profile lacks is added. `protected` lists names that no other
host should resemble; a host that does is found by a rule that says how. A tuple of names is not
read again by the next call. `prefixes` is a `PrefixMap` or a mapping: a compact IRI of it in place
of an IRI is found by `prefix-as-scheme`. Raises ValueError for an unknown profile, code or
severity, and for an invalid name; the message shows the first one. The time is linear in the text.

>>> for finding in IRI('http://www.example.org@0x7f.1/').check():
...     print(finding.code, finding.span, finding.evidence)
userinfo (7, 22) None
userinfo-like-host (7, 22) None
ipv4-lookalike (23, 29) 127.0.0.1
>>> IRI('HTTP://example.org/%7Eanna').check('norm')[0].suggestion
IRI('http://example.org/%7Eanna')
"
    ),
];

pub(super) const ABSOLUTE: &[Property] = &[Property {
    name: c"is_rdf_reference",
    doc: c"True if this is an RDF Reference IRI (RDF 1.2 Concepts §3.3.1): `check('rdf')` finds nothing.",
    get: |text| {
        let rule_set = RuleSet::shared(Profile::Rdf);
        boolean(text, !findings::is_found(&valid_utf8(text), rule_set))
    },
}];

fn check<'py>(
    slf: &Bound<'py, PyAny>,
    []: Required<'py, 0>,
    [profile, severities, protected, prefixes]: Optional<'py, 4>,
) -> Answer<'py> {
    let rule_set =
        rule_set(profile.as_ref(), severities.as_ref(), protected.as_ref(), prefixes.as_ref())?;
    let text = valid_utf8(slf.cast()?);
    let findings = findings::check(&text, &rule_set);
    if findings.is_empty() {
        return Ok(PyList::empty(slf.py()).into_any());
    }
    wrapped(slf.py(), Kind::of_instance(slf.cast()?)?, &text, &findings)
}
