//! The terms of a policy: each is one row, with its name, its function and the message of a refusal.

use super::notes::RuleNotes;
use super::percent::is_dot_segment;
use super::rule::Severity::Error;
use super::rule::{Profile, Rule, Severity};
use super::set_terms::{SetTerm, SetTerms};
use super::shape::{HostShape, ReadHost, ReferenceShape};
use super::subject::{Subject, pieces};
use super::traits::Traits;
use super::written::{
    AddressTerm, PlainTerm, TermType, WrongTerm, addresses, hosts, origins, schemes,
};
use crate::operations::origin::origin;
use crate::parts::lookup::Looked;
use crate::parts::network::Addresses;
use crate::parts::pattern::HostPatterns;
use crate::syntax::reference::Reference;
use crate::syntax::rule;

/// A term of a policy.
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Its values in words, after `must`: `be True or False`.
    pub wanted: &'static str,
    read: fn(&mut PolicyTerms, PlainTerm) -> bool,
    plain: fn(&PolicyTerms) -> PlainTerm,
    asks: Asks,
}

/// The part of a term that judges references.
struct Asks {
    /// The rules whose findings are its refusals. They find nothing unless a policy sets the term.
    rules: &'static [Rule],
    /// The term with its value; none if the policy does not set it.
    set: fn(&PolicyTerms, &'static [Rule]) -> Result<Option<SetTerm>, WrongTerm>,
    /// The rules of the profile that it replaces, or adds with a severity.
    changes: fn(&PolicyTerms) -> &'static [ProfileChange],
}

/// The code of a rule, and its severity; none where it is left out.
type ProfileChange = (&'static str, Option<Severity>);

/// A setting, which judges nothing itself.
const NOTHING: Asks = Asks { rules: &[], set: |_, _| Ok(None), changes: |_| &[] };

/// The rule of a term: its code, its clause, its words, a text that it refuses and one that it allows.
const fn refusal(
    code: &'static str,
    clause: &'static str,
    message: &'static str,
    bad_example: &'static str,
    good_example: &'static str,
) -> Rule {
    Rule {
        code,
        severity: Error,
        profiles: &[],
        clause,
        message,
        bad_example,
        good_example,
        only_if_any: Traits::NONE,
        find: |_, _| {},
    }
}

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $default:expr, $wanted:literal, $asks:expr;)*) => {
        /// The terms of a policy. A term that is `None` always holds. The defaults suit a reference from
        /// outside: any scheme, host and port, but only global addresses, no userinfo, and nothing that the
        /// profile `untrusted` warns of.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(clippy::struct_excessive_bools, reason = "each is a term of its own")]
        pub struct PolicyTerms { $($(#[$doc])* pub $name: $type,)* }

        impl Default for PolicyTerms {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        /// All terms. Plain data is read and written by their names.
        pub const TERMS: &[Term] = &[$(Term {
            name: stringify!($name),
            wanted: $wanted,
            read: |terms, plain| match <$type>::read(plain) {
                Some(value) => {
                    terms.$name = value;
                    true
                }
                None => false,
            },
            plain: |terms| terms.$name.plain(),
            asks: $asks,
        },)*];
    };
}

terms! {
    /// Schemes, in any letter case.
    schemes: Option<Vec<String>> = None, "be a list of texts, as in ['https']", Asks {
        rules: &[refusal("scheme-not-allowed", "RFC 3986 §3.1", "the scheme is not allowed",
            "ftp://example.org/", "https://example.org/")],
        set: |terms, rules| {
            let Some(all) = &terms.schemes else { return Ok(None) };
            let allows = |all: &Vec<String>, shape: &dyn ReferenceShape| {
                let is_one = |scheme: &str| all.iter().any(|one| one.eq_ignore_ascii_case(scheme));
                shape.scheme().is_some_and(is_one)
            };
            let term = SetTerm::of_shape(&rules[0], schemes("schemes", all)?, allows, |all, subject, found| {
                let allowed = listed(all.iter());
                if let (Some(span), Some(scheme)) = (subject.parts.scheme(), subject.scheme()) {
                    let scheme = scheme.to_ascii_lowercase();
                    let words = format!("the scheme “{scheme}” is not allowed{allowed}");
                    found.worded(span, Some(scheme), words);
                } else {
                    let words = format!("there is no scheme{allowed}");
                    found.worded(0..subject.text.len(), None, words);
                }
            });
            Ok(Some(term.or_this_machine()))
        },
        ..NOTHING
    };
    /// Hosts: `example.org`, `*.example.org`, an address, or `*`.
    hosts: Option<Vec<String>> = None, "be a list of texts, as in ['example.org']", Asks {
        rules: &[
            refusal("host-not-allowed", "RFC 3986 §3.2.2", "the host is not allowed, or there is none",
                "https://example.org.evil.example/", "https://www.example.org/"),
            refusal("no-host", "RFC 3986 §3.2.2", "there is no host that can be looked up",
                "https://256.256.256.256/", "https://www.example.org/"),
        ],
        set: |terms, rules| {
            let Some(all) = &terms.hosts else { return Ok(None) };
            let all = hosts(all)?;
            let tells = |_: &HostPatterns, subject: &Subject<'_>, found: &mut RuleNotes| {
                let span = subject.host_span().unwrap_or_else(|| subject.authority_or_all());
                // The list of allowed hosts may be private, so the message shows only the host that was
                // refused.
                let host = match subject.looked_up() {
                    Some(Looked::Address(address)) => address.to_string(),
                    Some(Looked::Name(name)) => name.to_string(),
                    None => return found.at(span),
                };
                let words = format!("the host “{host}” is not allowed");
                found.worded(span, Some(host), words);
            };
            let term = if all.has_any() {
                let allows = |_: &HostPatterns, shape: &dyn ReferenceShape| {
                    matches!(shape.host(), HostShape::Name | HostShape::Address(_))
                };
                SetTerm::of_shape(&rules[1], all, allows, tells)
            } else {
                let allows = |all: &HostPatterns, host: ReadHost<'_>| match host {
                    ReadHost::Name(name) => all.has_name(name),
                    ReadHost::Address(address) => all.has_address(address),
                };
                SetTerm::of_host(&rules[0], all, allows, tells)
            };
            Ok(Some(term.or_this_machine()))
        },
        // A listed host may be in any network. A driver connects to the host that the query names.
        changes: |terms| match &terms.hosts {
            None => &[],
            Some(all) if all.iter().any(|host| host == "*") => &[NAMED_BY_QUERY],
            Some(_) => &[("host-special-use", None), NAMED_BY_QUERY],
        },
    };
    /// Addresses that a host may be.
    addresses: AddressTerm = AddressTerm::Named("global".to_owned()), "be 'any', 'global', 'none' or a list of networks", Asks {
        rules: &[refusal("address-not-allowed", "RFC 3986 §7.4", "the host is an address that is not allowed",
            "https://127.0.0.1/", "https://93.184.216.34/")],
        set: |terms, rules| {
            let all = addresses("addresses", &terms.addresses)?;
            if matches!(all, Addresses::Any) {
                return Ok(None);
            }
            // An address in `hosts` is allowed as well.
            let hosts = terms.hosts.as_deref().map(hosts).transpose()?.unwrap_or_default();
            let allows = |(all, hosts): &(Addresses, HostPatterns), shape: &dyn ReferenceShape| match shape.host() {
                HostShape::Address(address) => all.has(address) || hosts.has_address(address),
                HostShape::Malformed => false,
                HostShape::Name | HostShape::Nothing => true,
            };
            let term = SetTerm::of_shape(&rules[0], (all, hosts), allows, |_, subject, found| {
                let Some(span) = subject.host_span() else { return };
                match subject.looked_up() {
                    Some(Looked::Address(address)) => {
                        let words = format!("the address {address} is not allowed");
                        found.worded(span, Some(address.to_string()), words);
                    }
                    _ => found.at(span),
                }
            });
            Ok(Some(term.or_this_machine()))
        },
        changes: |_| &[("address-not-global", None)],
    };
    /// Ports.
    ports: Option<Vec<u16>> = None, "be a list of numbers, as in [443]", Asks {
        rules: &[refusal("port-not-allowed", "RFC 3986 §3.2.3", "the port is not allowed",
            "https://example.org:22/", "https://example.org:8443/")],
        set: |terms, rules| {
            let Some(all) = terms.ports.clone() else { return Ok(None) };
            let allows = |all: &Vec<u16>, shape: &dyn ReferenceShape| {
                shape.port().is_some_and(|port| all.contains(&port))
            };
            let term = SetTerm::of_shape(&rules[0], all, allows, |all, subject, found| {
                let span = subject.port_span().filter(|span| !span.is_empty());
                let span = span.unwrap_or_else(|| subject.authority_or_all());
                let allowed = listed(all.iter());
                let words = match subject.port() {
                    Some(port) => format!("the port {port} is not allowed{allowed}"),
                    None => format!("there is no port from 0 to 65535{allowed}"),
                };
                found.worded(span, subject.port().map(|port| port.to_string()), words);
            });
            Ok(Some(term.or_this_machine()))
        },
        // A listed port may be one that browsers block.
        changes: |terms| if terms.ports.is_some() { &[("port-blocked", None)] } else { &[] },
    };
    /// Origins, as `https://example.org` or `http://localhost:8000`.
    origins: Option<Vec<String>> = None, "be a list of texts, as in ['https://example.org']", Asks {
        rules: &[refusal("origin-not-allowed", "RFC 6454 §5", "the origin is not allowed",
            "https://example.org./", "https://example.org/")],
        set: |terms, rules| {
            let Some(all) = &terms.origins else { return Ok(None) };
            let allows = |all: &Vec<String>, reference: &Reference<'_>| {
                origin(reference).is_some_and(|origin| all.iter().any(|one| *one == *origin))
            };
            let term = SetTerm::of_reference(&rules[0], origins(all)?, allows, |_, subject, found| {
                let span = subject.authority_or_all();
                match origin(subject.text) {
                    Some(origin) => found.with(span, &*origin),
                    None => found.at(span),
                }
            });
            // A refusal of the scheme, the host or the port is more specific.
            let more = &["scheme-not-allowed", "host-not-allowed", "no-host", "port-not-allowed"];
            Ok(Some(term.or_this_machine().unless_refused_by(more)))
        },
        changes: |terms| if terms.origins.is_some() { &[NAMED_BY_QUERY] } else { &[] },
    };
    /// True if there may be a userinfo.
    userinfo: bool = false, "be True or False", Asks {
        rules: &[refusal("userinfo-not-allowed", "RFC 3986 §3.2.1", "a user name or password before the host is not allowed",
            "https://anna@example.org/", "https://example.org/@anna")],
        set: |terms, rules| Ok((!terms.userinfo).then(|| {
            let allows = |(): &(), shape: &dyn ReferenceShape| !shape.has_userinfo();
            SetTerm::of_shape(&rules[0], (), allows, |(), subject, found| {
                let span = subject.userinfo().unwrap_or_default();
                found.at(span.start..span.end + "@".len());
            })
        })),
        changes: |_| &[("userinfo", None)],
    };
    /// True if there must be a path that is not empty.
    path: bool = false, "be True or False", Asks {
        rules: &[refusal("no-path", "RFC 3986 §3.3", "a path is required, but there is none",
            "https://example.org", "https://example.org/")],
        set: |terms, rules| Ok(terms.path.then(|| {
            let allows = |(): &(), shape: &dyn ReferenceShape| shape.has_path();
            SetTerm::of_shape(&rules[0], (), allows, |(), subject, found| {
                found.at(subject.authority_or_all());
            })
        })),
        ..NOTHING
    };
    /// True if there may be segments `.` and `..`, percent-encoded or not.
    dot_segments: bool = true, "be True or False", Asks {
        rules: &[refusal("dot-segment-not-allowed", "RFC 3986 §3.3", "a segment of the path is . or .., percent-encoded or not",
            "https://example.org/a/%2e%2E/b", "https://example.org/a/..b")],
        set: |terms, rules| Ok((!terms.dot_segments).then(|| {
            let allows = |(): &(), reference: &Reference<'_>| {
                !reference.path().split('/').any(is_dot_segment)
            };
            SetTerm::of_reference(&rules[0], (), allows, |(), subject, found| {
                let (path, start) = (subject.path(), subject.parts.path_start);
                for span in pieces(path, &['/']).filter(|span| is_dot_segment(&path[span.clone()])) {
                    found.at(start + span.start..start + span.end);
                }
            })
        })),
        ..NOTHING
    };
    /// True if there may be a query.
    query: bool = true, "be True or False", Asks {
        rules: &[refusal("query-not-allowed", "RFC 3986 §3.4", "a query is not allowed",
            "https://example.org/?a=b", "https://example.org/a=b")],
        set: |terms, rules| Ok((!terms.query).then(|| {
            let allows = |(): &(), shape: &dyn ReferenceShape| !shape.has_query();
            SetTerm::of_shape(&rules[0], (), allows, |(), subject, found| {
                let span = subject.parts.query().unwrap_or_default();
                found.at(span.start - "?".len()..span.end);
            })
        })),
        ..NOTHING
    };
    /// True if there may be a fragment.
    fragment: bool = true, "be True or False", Asks {
        rules: &[refusal("fragment-not-allowed", "RFC 3986 §3.5", "a fragment is not allowed",
            "https://example.org/#a", "https://example.org/%23a")],
        set: |terms, rules| Ok((!terms.fragment).then(|| {
            let allows = |(): &(), shape: &dyn ReferenceShape| !shape.has_fragment();
            SetTerm::of_shape(&rules[0], (), allows, |(), subject, found| {
                let span = subject.parts.fragment().unwrap_or_default();
                found.at(span.start - "#".len()..span.end);
            })
        })),
        ..NOTHING
    };
    /// The most characters that a text may have.
    max_length: Option<usize> = None, "be a number or None", Asks {
        rules: &[refusal("too-long", "RFC 9110 §4.1", "the text is too long",
            "https://example.org/abcdefghijklmnopqrstuvwxyz", "https://example.org/abcdefghijklmnopqrstu")],
        set: |terms, rules| Ok(terms.max_length.map(|most| {
            let allows = |&most: &usize, reference: &Reference<'_>| {
                beyond(most, reference.text).is_none()
            };
            SetTerm::of_reference(&rules[0], most, allows, |&most, subject, found| {
                let start = beyond(most, subject.text).unwrap_or_default();
                let count = subject.text.chars().count().to_string();
                let words = format!("the text has {count} characters, and at most {most} are allowed");
                found.worded(start..subject.text.len(), Some(count), words);
            })
        })),
        ..NOTHING
    };
    /// Schemes that may lead to this machine.
    loopback: Vec<String> = Vec::new(), "be a list of texts, as in ['https']", NOTHING;
    /// `IRI`, `URI`, `IRI-reference` or `URI-reference`.
    production: String = rule::Rule::Iri.name().to_owned(), "be a text", NOTHING;
    /// The name of a profile of findings, or `none`.
    profile: String = Profile::Untrusted.name().to_owned(), "be a text", NOTHING;
    /// Codes of findings, and their severities or `ignore`.
    severities: Vec<(String, String)> = Vec::new(), "map codes of findings to severities", NOTHING;
    /// The lowest severity of findings that refuse.
    refuse: String = Severity::Warning.name().to_owned(), "be a text", NOTHING;
}

const NAMED_BY_QUERY: ProfileChange = ("query-names-host", Some(Error));

/// The rules of all terms.
pub(super) const RULES: [&[Rule]; TERMS.len()] = {
    let mut all: [&[Rule]; TERMS.len()] = [&[]; TERMS.len()];
    let mut i = 0;
    while i < TERMS.len() {
        all[i] = TERMS[i].asks.rules;
        i += 1;
    }
    all
};

/// Returns true if the rule of that code only finds something for a policy.
pub fn needs_policy(code: &str) -> bool {
    RULES.iter().copied().flatten().any(|rule| rule.code == code)
}

/// Why plain data is not a term.
#[derive(Clone, Copy)]
pub enum NotATerm {
    /// No term has this name.
    Unknown,
    /// The term is of another type, or out of its range.
    OfAnotherType(&'static Term),
}

impl Term {
    /// Returns true if it can have this value.
    pub fn takes(&self, plain: PlainTerm) -> bool {
        (self.read)(&mut PolicyTerms::default(), plain)
    }
}

impl PolicyTerms {
    /// Reads a term by its name.
    pub fn set(&mut self, name: &str, plain: PlainTerm) -> Result<(), NotATerm> {
        let term = TERMS.iter().find(|term| term.name == name).ok_or(NotATerm::Unknown)?;
        if (term.read)(self, plain) { Ok(()) } else { Err(NotATerm::OfAnotherType(term)) }
    }

    /// All terms by their names.
    pub fn plain(&self) -> impl Iterator<Item = (&'static str, PlainTerm)> {
        TERMS.iter().map(|term| (term.name, (term.plain)(self)))
    }

    /// The terms that are set, each with its function.
    pub fn set_terms(&self) -> Result<SetTerms, WrongTerm> {
        let set = |term: &'static Term| (term.asks.set)(self, term.asks.rules).transpose();
        let all = TERMS.iter().filter_map(set).collect::<Result<_, _>>()?;
        Ok(SetTerms::new(all, schemes("loopback", &self.loopback)?.into()))
    }

    /// The rules of a profile that terms replace, or add with a severity.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (&'static str, Option<Severity>)> {
        TERMS.iter().flat_map(|term| (term.asks.changes)(self)).copied()
    }
}

/// Lists the allowed values for a message, at most the first few.
fn listed(all: impl Iterator<Item = impl ToString>) -> String {
    const SHOWN: usize = 8;
    let mut all: Vec<_> = all.map(|one| one.to_string()).collect();
    let are_more = all.len() > SHOWN;
    all.truncate(SHOWN);
    match all.join(", ") {
        none if none.is_empty() => none,
        some => format!("; allowed: {some}{}", if are_more { ", …" } else { "" }),
    }
}

/// The beginning of a text that is too long. The limit is in characters; they are counted only if the text has
/// more bytes than that.
fn beyond(most: usize, text: &str) -> Option<usize> {
    let start = if text.len() > most { text.char_indices().nth(most) } else { None };
    start.map(|(start, _)| start)
}
