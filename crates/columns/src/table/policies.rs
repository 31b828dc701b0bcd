//! Policies as arguments: the value of a call, and the meaning of a word in interfaces with text arguments.

use std::sync::Arc;

use iriform::engine::{
    Policy,
    policy::{NotATerm, PlainTerm, PolicyTerms, READY, ready},
    words::escape,
};
use serde_json::{Map, Value as Json};

use crate::error::Error;
use crate::table::last::Last;

/// The policies that a function of SQL was registered with, by name.
pub type NamedPolicies = Vec<(String, Arc<Policy>)>;

/// The last word, and its policy.
static LAST: Last<(String, Arc<Policy>)> = Last::empty();

/// The policy of a word: the name of one of these or of a ready-made one, or else JSON of its terms.
pub fn of_word(word: &str, known: &NamedPolicies) -> Result<Arc<Policy>, Error> {
    if let Some((_, policy)) = known.iter().find(|(name, _)| name == word) {
        return Ok(Arc::clone(policy));
    }
    if let Some(last) = LAST.find(|(last, _)| last == word) {
        return Ok(Arc::clone(&last.1));
    }
    let terms = match ready(word) {
        Some(terms) => terms,
        None if word.trim_start().starts_with('{') => of_json(word)?,
        None => {
            let names = known.iter().map(|(name, _)| name.as_str());
            let names: Vec<_> = names.chain(READY.iter().map(|ready| ready.name)).collect();
            return Err(Error::Value(format!(
                "policy must be JSON of its terms, or one of these names: {}",
                escape(&names.join(", "))
            )));
        }
    };
    let policy = terms.policy().map_err(|wrong| Error::Value(format!("policy: {wrong}")))?;
    let policy = Arc::new(policy);
    LAST.keep((word.to_owned(), Arc::clone(&policy)));
    Ok(policy)
}

/// Reads terms from a JSON object, in the form of Python's `to_dict`.
fn of_json(text: &str) -> Result<PolicyTerms, Error> {
    let members: Map<String, Json> = serde_json::from_str(text)
        .map_err(|error| Error::Value(format!("policy is not JSON: {error}")))?;
    let mut terms = PolicyTerms::default();
    for (name, value) in members {
        let wrong = |why| match why {
            NotATerm::Unknown => {
                Error::Value("policy: the JSON has a term that no policy has".to_owned())
            }
            NotATerm::OfAnotherType(term) => {
                Error::Type(format!("policy: {} is of another type", term.name))
            }
        };
        terms.set(&name, plain(&value).unwrap_or(PlainTerm::Other)).map_err(wrong)?;
    }
    Ok(terms)
}

/// A JSON value as a term for core; none for a value that no term can have.
fn plain(value: &Json) -> Option<PlainTerm> {
    Some(match value {
        Json::Null => PlainTerm::Nothing,
        Json::Bool(truth) => PlainTerm::Truth(*truth),
        Json::Number(number) => PlainTerm::Number(number.as_u64()?),
        Json::String(text) => PlainTerm::Text(text.clone()),
        Json::Array(items) if items.iter().any(Json::is_number) => {
            PlainTerm::Numbers(items.iter().map(Json::as_u64).collect::<Option<_>>()?)
        }
        Json::Array(items) => PlainTerm::Texts(items.iter().map(some_text).collect::<Option<_>>()?),
        Json::Object(pairs) => {
            let pair = |(name, value): (&String, &Json)| Some((name.clone(), some_text(value)?));
            PlainTerm::Pairs(pairs.iter().map(pair).collect::<Option<_>>()?)
        }
    })
}

fn some_text(value: &Json) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(word: &str) -> String {
        match of_word(word, &Vec::new()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn words_that_say_a_policy() {
        let web = of_word("web", &Vec::new()).expect("ready");
        // It is cached, unless another test has just read a word.
        let again = || of_word("web", &Vec::new()).expect("ready");
        assert!((0..1_000).any(|_| Arc::ptr_eq(&again(), &again())));
        let named = vec![("web".to_owned(), Arc::new(Policy::clone(&web)))];
        assert!(!Arc::ptr_eq(&web, &of_word("web", &named).expect("registered")));
        let all = r#"{"schemes": ["https"], "hosts": null, "ports": [443], "addresses": ["10.0.0.0/8"],
            "userinfo": true, "query": false, "fragment": false, "max_length": 30, "loopback": [], "origins": null,
            "production": "URI", "profile": "none", "severities": {}, "refuse": "error"}"#;
        let policy = of_word(all, &Vec::new()).expect("all terms");
        assert!(policy.allows("https://anna@10.0.0.1/"));
        assert!(!policy.allows("https://11.0.0.1/") && !policy.allows("https://a/?"));
    }

    #[test]
    fn words_that_say_none() {
        for (word, message) in [
            (
                "webb",
                "policy must be JSON of its terms, or one of these names: web, public-webhook, \
                 redirect-uri, client-id",
            ),
            (r#"{"host": []}"#, "policy: the JSON has a term that no policy has"),
            (r#"{"hosts": "a.example"}"#, "policy: hosts is of another type"),
            (r#"{"severities": 1.5}"#, "policy: severities is of another type"),
            (r#"{"ports": ["80"]}"#, "policy: ports is of another type"),
            (r#"{"max_length": -1}"#, "policy: max_length is of another type"),
            (r#"{"userinfo": null}"#, "policy: userinfo is of another type"),
            (r#"{"ports": [65536]}"#, "policy: ports is of another type"),
            (r#"{"severities": {"userinfo": 1}}"#, "policy: severities is of another type"),
            (
                r#"{"hosts": ["*.e*.org"]}"#,
                r#"policy: hosts: "*.e*.org": "*" must be the whole first label, as in "*.example.org""#,
            ),
        ] {
            assert_eq!(said(word), message);
        }
        assert!(said("{").starts_with("policy is not JSON: "));
    }
}
