//! IRIs in RDF: what its syntaxes cannot write.

use std::sync::LazyLock;

use super::notes::RuleNotes;
use super::rule::rules;
use super::subject::Subject;
use crate::parts::registered::is_registered;
use crate::prefixes::{PrefixMap, Syntax, has_qname, well_known};
use crate::references::{Masking, masked};
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::text::Utf8;

rules! {
    "prefix-as-scheme": Warning, [], if OTHER_SCHEME, "RDF 1.1 Turtle §2.4", prefix_as_scheme,
        "the scheme is the name of a prefix: the text is a compact IRI, not an IRI",
        "skos:Concept" => "http://www.w3.org/2004/02/skos/core#Concept";
    "rdf-xml-predicate": Info, [], if HOST|NO_HOST|OTHER_SCHEME|NO_SCHEME, "RDF 1.1 XML Syntax §8", rdf_xml_predicate,
        "cannot be a predicate in RDF/XML: it does not end in an XML name, or is reserved",
        "http://example.org/1" => "http://example.org/a1";
}

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// The names that cannot be property elements (RDF 1.1 XML Syntax §6.1.2, §6.1.3, §6.1.4), and `li`, which
/// stands for another name.
const RESERVED: [&str; 12] = [
    "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "Description",
    "aboutEach", "aboutEachPrefix", "bagID", "li",
];

fn prefix_as_scheme(subject: &Subject<'_>, found: &mut RuleNotes) {
    static WELL_KNOWN: LazyLock<PrefixMap> =
        LazyLock::new(|| PrefixMap::new(well_known()).unwrap_or_default());
    let Some(scheme) = subject.parts.scheme() else { return };
    // A scheme that is in use may well be meant, and `//` begins an authority.
    if is_registered(&subject.text[scheme.clone()]) || subject.parts.authority().is_some() {
        return;
    }
    let prefixes = subject.context.prefixes.as_deref().unwrap_or(&WELL_KNOWN);
    let mut iri = String::new();
    let is_whole = prefixes.expand(subject.text, Syntax::Plain, &mut iri).is_ok();
    if is_whole && iri != subject.text && recognize(Utf8(iri.as_bytes()), Rule::Iri).is_ok() {
        found.with(scheme, masked(&iri, Masking::Everything));
        found.suggest(|| Some(iri));
    }
}

fn rdf_xml_predicate(subject: &Subject<'_>, found: &mut RuleNotes) {
    let name = subject.text.strip_prefix(RDF);
    if !has_qname(subject.text) || name.is_some_and(|name| RESERVED.contains(&name)) {
        found.at(0..subject.text.len());
    }
}
