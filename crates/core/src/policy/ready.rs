//! The policies that are ready: each is the terms of a use that many have.

use crate::findings::{AddressTerm, PolicyTerms};

/// A policy that is ready.
pub struct Ready {
    /// Its name, where a policy is named by a word.
    pub name: &'static str,
    /// Its terms.
    pub terms: fn() -> PolicyTerms,
}

/// All that there are.
pub static READY: [Ready; 4] = [
    Ready { name: "web", terms: web },
    Ready { name: "public-webhook", terms: public_webhook },
    Ready { name: "redirect-uri", terms: redirect_uri },
    Ready { name: "client-id", terms: client_id },
];

/// The terms of the policy of that name; none if there is none.
pub fn ready(name: &str) -> Option<PolicyTerms> {
    READY.iter().find(|ready| ready.name == name).map(|ready| (ready.terms)())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().copied().map(str::to_owned).collect()
}

fn web() -> PolicyTerms {
    PolicyTerms {
        schemes: Some(words(&["http", "https"])),
        hosts: Some(words(&["*"])),
        addresses: AddressTerm::Named("any".to_owned()),
        profile: "default".to_owned(),
        ..PolicyTerms::default()
    }
}

fn public_webhook() -> PolicyTerms {
    PolicyTerms {
        schemes: Some(words(&["https"])),
        hosts: Some(words(&["*"])),
        fragment: false,
        severities: vec![("secret-in-query".to_owned(), "ignore".to_owned())],
        ..PolicyTerms::default()
    }
}

fn redirect_uri() -> PolicyTerms {
    PolicyTerms {
        schemes: Some(words(&["https"])),
        hosts: Some(words(&["*"])),
        addresses: AddressTerm::Named("any".to_owned()),
        fragment: false,
        loopback: words(&["http"]),
        production: "URI".to_owned(),
        profile: "default".to_owned(),
        ..PolicyTerms::default()
    }
}

fn client_id() -> PolicyTerms {
    PolicyTerms {
        schemes: Some(words(&["https"])),
        hosts: Some(words(&["*"])),
        path: true,
        dot_segments: false,
        fragment: false,
        production: "URI".to_owned(),
        ..PolicyTerms::default()
    }
}
