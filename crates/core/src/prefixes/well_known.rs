//! Well-known prefixes.
//!
//! The first rows are W3C's `RDFa` Core Initial Context (<https://www.w3.org/2011/rdfa-context/rdfa-1.1>), as
//! in its implementations on 2026-11-23. The others have the names that their own documents use, except that of
//! the WGS84 vocabulary: `geo` is `GeoSPARQL`, so it is `wgs84`. A name of the first rows keeps its meaning:
//! `dc` is DCMI Metadata Terms, and `schema` has `http:`.

use super::map::Prefix;

/// The names and the namespaces.
const ROWS: &[(&str, &str)] = &[
    // W3C's RDFa Core Initial Context: vocabularies of W3C, then others that are widely used.
    ("as", "https://www.w3.org/ns/activitystreams#"),
    ("csvw", "http://www.w3.org/ns/csvw#"),
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("dqv", "http://www.w3.org/ns/dqv#"),
    ("duv", "https://www.w3.org/ns/duv#"),
    ("grddl", "http://www.w3.org/2003/g/data-view#"),
    ("jsonld", "http://www.w3.org/ns/json-ld#"),
    ("ldp", "http://www.w3.org/ns/ldp#"),
    ("ma", "http://www.w3.org/ns/ma-ont#"),
    ("oa", "http://www.w3.org/ns/oa#"),
    ("odrl", "http://www.w3.org/ns/odrl/2/"),
    ("org", "http://www.w3.org/ns/org#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("qb", "http://purl.org/linked-data/cube#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfa", "http://www.w3.org/ns/rdfa#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("rif", "http://www.w3.org/2007/rif#"),
    ("rr", "http://www.w3.org/ns/r2rml#"),
    ("sd", "http://www.w3.org/ns/sparql-service-description#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("skosxl", "http://www.w3.org/2008/05/skos-xl#"),
    ("sosa", "http://www.w3.org/ns/sosa/"),
    ("ssn", "http://www.w3.org/ns/ssn/"),
    ("time", "http://www.w3.org/2006/time#"),
    ("void", "http://rdfs.org/ns/void#"),
    ("wdr", "http://www.w3.org/2007/05/powder#"),
    ("wdrs", "http://www.w3.org/2007/05/powder-s#"),
    ("xhv", "http://www.w3.org/1999/xhtml/vocab#"),
    ("xml", "http://www.w3.org/XML/1998/namespace"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("cc", "http://creativecommons.org/ns#"),
    ("ctag", "http://commontag.org/ns#"),
    ("dc", "http://purl.org/dc/terms/"),
    ("dc11", "http://purl.org/dc/elements/1.1/"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("dctypes", "http://purl.org/dc/dcmitype/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("gr", "http://purl.org/goodrelations/v1#"),
    ("ical", "http://www.w3.org/2002/12/cal/icaltzd#"),
    ("og", "http://ogp.me/ns#"),
    ("rev", "http://purl.org/stuff/rev#"),
    ("schema", "http://schema.org/"),
    ("sioc", "http://rdfs.org/sioc/ns#"),
    ("v", "http://rdf.data-vocabulary.org/#"),
    ("vcard", "http://www.w3.org/2006/vcard/ns#"),
    // DBpedia, Wikidata, GeoSPARQL, SHACL and others.
    ("adms", "http://www.w3.org/ns/adms#"),
    ("bibo", "http://purl.org/ontology/bibo/"),
    ("dbc", "http://dbpedia.org/resource/Category:"),
    ("dbo", "http://dbpedia.org/ontology/"),
    ("dbp", "http://dbpedia.org/property/"),
    ("dbr", "http://dbpedia.org/resource/"),
    ("doap", "http://usefulinc.com/ns/doap#"),
    ("gn", "http://www.geonames.org/ontology#"),
    ("geo", "http://www.opengis.net/ont/geosparql#"),
    ("geof", "http://www.opengis.net/def/function/geosparql/"),
    ("locn", "http://www.w3.org/ns/locn#"),
    ("prof", "http://www.w3.org/ns/dx/prof/"),
    ("sf", "http://www.opengis.net/ont/sf#"),
    ("sh", "http://www.w3.org/ns/shacl#"),
    ("vann", "http://purl.org/vocab/vann/"),
    ("vs", "http://www.w3.org/2003/06/sw-vocab-status/ns#"),
    ("wd", "http://www.wikidata.org/entity/"),
    ("wdt", "http://www.wikidata.org/prop/direct/"),
    ("wgs84", "http://www.w3.org/2003/01/geo/wgs84_pos#"),
];

/// The well-known prefixes.
pub fn well_known() -> Vec<Prefix> {
    let prefix = |&(name, namespace): &(&str, &str)| Prefix {
        name: name.to_owned(),
        namespace: namespace.to_owned(),
        is_declared: false,
    };
    ROWS.iter().map(prefix).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prefixes::map::PrefixMap;
    use crate::syntax::parse::recognize;
    use crate::syntax::rule::Rule;
    use crate::syntax::text::Utf8;

    #[test]
    fn each_namespace_is_an_iri_and_has_a_name_of_its_own() {
        for Prefix { name, namespace, .. } in well_known() {
            assert!(recognize(Utf8(namespace.as_bytes()), Rule::Iri).is_ok(), "{name}");
        }
        assert!(PrefixMap::new(well_known()).is_ok());
    }
}
