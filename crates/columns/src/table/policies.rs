//! Policies as arguments: the value of a call, and what a word says in faces whose arguments are text.

use std::sync::{Arc, Mutex};

use iriform::engine::Policy;
use iriform::engine::policy::{PolicyTerms, READY, ready};
use serde_json::{Map, Value as Json};

use crate::error::Error;

/// The policies that a function of SQL was registered with, by their names.
pub type NamedPolicies = Vec<(String, Arc<Policy>)>;

/// The word that was read last, and its policy. An engine evaluates a query batch by batch, all with
/// the same policy.
static LAST: Mutex<Option<(String, Arc<Policy>)>> = Mutex::new(None);

/// The policy that a word says: the name of one of these or of one that is ready, or else JSON of its
/// terms.
pub fn of_word(word: &str, known: &NamedPolicies) -> Result<Arc<Policy>, Error> {
    if let Some((_, policy)) = known.iter().find(|(name, _)| name == word) {
        return Ok(Arc::clone(policy));
    }
    // Tried only: see `arguments::prefixes`.
    if let Ok(last) = LAST.try_lock()
        && let Some((_, policy)) = last.as_ref().filter(|(last, _)| last == word)
    {
        return Ok(Arc::clone(policy));
    }
    let terms = match ready(word) {
        Some(terms) => terms,
        None if word.trim_start().starts_with('{') => of_json(word)?,
        None => {
            let names = known.iter().map(|(name, _)| name.as_str());
            let names: Vec<_> = names.chain(READY.iter().map(|ready| ready.name)).collect();
            return Err(Error::Value(format!(
                "policy must be JSON of its terms, or one of these names: {}",
                names.join(", ")
            )));
        }
    };
    let policy = terms.policy().map_err(|wrong| Error::Value(format!("policy: {wrong}")))?;
    let policy = Arc::new(policy);
    if let Ok(mut last) = LAST.try_lock() {
        *last = Some((word.to_owned(), Arc::clone(&policy)));
    }
    Ok(policy)
}

/// Reads terms from an object of JSON, as `to_dict` of Python writes them.
fn of_json(text: &str) -> Result<PolicyTerms, Error> {
    let members: Map<String, Json> = serde_json::from_str(text)
        .map_err(|error| Error::Value(format!("policy is not JSON: {error}")))?;
    let mut terms = PolicyTerms::default();
    for (name, value) in members {
        let is_read = match name.as_str() {
            "schemes" => optional(&value, texts, &mut terms.schemes),
            "hosts" => optional(&value, texts, &mut terms.hosts),
            "ports" => optional(&value, ports, &mut terms.ports),
            "addresses" => {
                let networks = texts(&value).map(Err);
                set(networks.or_else(|| some_text(&value).map(Ok)), &mut terms.addresses)
            }
            "userinfo" => set(value.as_bool(), &mut terms.userinfo),
            "query" => set(value.as_bool(), &mut terms.query),
            "fragment" => set(value.as_bool(), &mut terms.fragment),
            "max_length" => optional(&value, length, &mut terms.max_length),
            "loopback" => set(texts(&value), &mut terms.loopback),
            "production" => set(some_text(&value), &mut terms.production),
            "profile" => set(some_text(&value), &mut terms.profile),
            "severities" => set(pairs(&value), &mut terms.severities),
            "refuse" => set(some_text(&value), &mut terms.refuse),
            _ => return Err(Error::Value("policy: JSON has a term that no policy has".to_owned())),
        };
        if !is_read {
            return Err(Error::Type(format!("policy: {name} is of another type")));
        }
    }
    Ok(terms)
}

fn set<T>(value: Option<T>, place: &mut T) -> bool {
    let is_some = value.is_some();
    if let Some(value) = value {
        *place = value;
    }
    is_some
}

fn optional<T>(value: &Json, read: impl Fn(&Json) -> Option<T>, place: &mut Option<T>) -> bool {
    *place = None;
    value.is_null() || set(read(value).map(Some), place)
}

fn some_text(value: &Json) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts(value: &Json) -> Option<Vec<String>> {
    value.as_array()?.iter().map(some_text).collect()
}

fn ports(value: &Json) -> Option<Vec<u16>> {
    let port = |item: &Json| u16::try_from(item.as_u64()?).ok();
    value.as_array()?.iter().map(port).collect()
}

fn length(value: &Json) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn pairs(value: &Json) -> Option<Vec<(String, String)>> {
    value.as_object()?.iter().map(|(name, value)| Some((name.clone(), some_text(value)?))).collect()
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
        assert!(Arc::ptr_eq(&web, &of_word("web", &Vec::new()).expect("the last one")));
        let named = vec![("web".to_owned(), Arc::new(Policy::clone(&web)))];
        assert!(!Arc::ptr_eq(&web, &of_word("web", &named).expect("registered")));
        let all = r#"{"schemes": ["https"], "hosts": null, "ports": [443], "addresses": ["10.0.0.0/8"],
            "userinfo": true, "query": false, "fragment": false, "max_length": 30, "loopback": [],
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
                 redirect-uri",
            ),
            (r#"{"host": []}"#, "policy: JSON has a term that no policy has"),
            (r#"{"hosts": "a.example"}"#, "policy: hosts is of another type"),
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
