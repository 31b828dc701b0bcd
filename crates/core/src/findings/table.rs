//! The table: every rule, by topic.

use super::rule::Rule;
use super::{
    authority, characters, host, lookalikes, normal_form, path_query, percent, purl, rdf,
    scheme_syntax, schemes, spoofing, terms, urn,
};

/// Rules about one thing.
#[derive(Debug)]
pub struct Topic {
    /// The subject of the rules.
    pub name: &'static str,
    /// The rules of each file.
    rules: &'static [&'static [Rule]],
}

impl Topic {
    /// The rules, in the order of findings.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        self.rules.iter().copied().flatten()
    }
}

/// Every rule, in the order of findings.
pub static TOPICS: [Topic; 13] = [
    Topic { name: "Normal form", rules: &[normal_form::RULES] },
    Topic { name: "Authority", rules: &[authority::RULES] },
    Topic { name: "Host", rules: &[host::RULES] },
    Topic { name: "Spoofing", rules: &[spoofing::RULES] },
    Topic { name: "Characters", rules: &[characters::RULES] },
    Topic { name: "Percent-encoding", rules: &[percent::RULES] },
    Topic { name: "Path, query and fragment", rules: &[path_query::RULES] },
    Topic { name: "Schemes", rules: &[schemes::RULES, scheme_syntax::RULES] },
    Topic { name: "URNs", rules: &[urn::RULES] },
    Topic { name: "Package URLs", rules: &[purl::RULES] },
    Topic { name: "RDF", rules: &[rdf::RULES] },
    Topic { name: "Protected names", rules: &[lookalikes::RULES] },
    Topic { name: "Policies", rules: &terms::RULES },
];

/// Every rule of every topic.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    TOPICS.iter().flat_map(Topic::rules)
}
