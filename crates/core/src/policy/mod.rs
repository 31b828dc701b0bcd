//! Policies: a policy states once what is allowed, and judges any text.
//!
//! A policy is a selection of [`findings`](crate::findings) with parameters. Each refusal is a finding of a
//! rule that only policies use, or of its profile.
//!
//! ```
//! use iriform::policy::{self, PolicyTerms};
//!
//! let webhook = policy::public_webhook();
//! assert!(webhook.allows("https://example.org/hook"));
//! assert!(!webhook.allows("https://10.0.0.1/hook"));
//!
//! let ours = PolicyTerms {
//!     schemes: Some(vec!["https".to_owned()]),
//!     hosts: Some(vec!["*.example.org".to_owned()]),
//!     ..PolicyTerms::default()
//! };
//! let refused = ours.policy()?.refusals("https://example.com/").expect("an IRI");
//! assert_eq!(refused[0].rule.code, "host-not-allowed");
//! # Ok::<(), iriform::policy::WrongTerm>(())
//! ```

mod allows;
mod ready;

pub use crate::findings::{
    AddressTerm, NotATerm, PlainTerm, PolicyTerms, TERMS, Term, WrongTerm, addresses,
};
pub use allows::Policy;
pub use ready::{READY, Ready, client_id, public_webhook, ready, redirect_uri, web};
