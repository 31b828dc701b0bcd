//! Ready-made policies: each has the terms of a common use.

use std::sync::LazyLock;

use crate::findings::{AddressTerm, PolicyTerms};
use crate::policy::allows::Policy;

/// A ready-made policy.
pub struct Ready {
    /// Its name as a word.
    pub name: &'static str,
    /// Its terms.
    pub terms: fn() -> PolicyTerms,
}

/// The terms of the policy of that name, if there is one.
pub fn ready(name: &str) -> Option<PolicyTerms> {
    READY.iter().find(|ready| ready.name == name).map(|ready| (ready.terms)())
}

macro_rules! policies {
    ($($(#[$meta:meta])* $function:ident, $name:literal: $terms:expr;)*) => {
        /// All ready-made policies.
        pub static READY: &[Ready] = &[$(Ready { name: $name, terms: || $terms }),*];

        $($(#[$meta])*
        pub fn $function() -> &'static Policy {
            static POLICY: LazyLock<Policy> = LazyLock::new(|| {
                let terms: PolicyTerms = $terms;
                // OK because a test makes each ready-made policy.
                terms.policy().unwrap_or_else(|_| unreachable!())
            });
            &POLICY
        })*
    };
}

policies! {
    /// The web: `http` or `https`, a host that can be looked up, no userinfo, and no fault of the default
    /// profile.
    web, "web": PolicyTerms {
        schemes: Some(words(&["http", "https"])),
        hosts: Some(words(&["*"])),
        addresses: AddressTerm::Named("any".to_owned()),
        profile: "default".to_owned(),
        ..PolicyTerms::default()
    };
    /// A webhook that a server may call: `https`, a public name or a global address.
    public_webhook, "public-webhook": PolicyTerms {
        schemes: Some(words(&["https"])),
        hosts: Some(words(&["*"])),
        fragment: false,
        severities: vec![("secret-in-query".to_owned(), "ignore".to_owned())],
        ..PolicyTerms::default()
    };
    /// A URI that a client of OAuth registers (RFC 8252, RFC 9700).
    redirect_uri, "redirect-uri": PolicyTerms {
        schemes: Some(words(&["https"])),
        hosts: Some(words(&["*"])),
        addresses: AddressTerm::Named("any".to_owned()),
        fragment: false,
        loopback: words(&["http"]),
        production: "URI".to_owned(),
        profile: "default".to_owned(),
        ..PolicyTerms::default()
    };
    /// A URL of the metadata of an OAuth client.
    client_id, "client-id": PolicyTerms {
        schemes: Some(words(&["https"])),
        hosts: Some(words(&["*"])),
        path: true,
        dot_segments: false,
        fragment: false,
        production: "URI".to_owned(),
        ..PolicyTerms::default()
    };
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().copied().map(str::to_owned).collect()
}
