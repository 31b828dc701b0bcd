//! A policy as it is written: names and numbers, which a file or a call has.

use std::borrow::Cow;
use std::{fmt, iter};

use super::allows::Policy;
use crate::findings::{Addresses, Allowed, Asked, Profile, Severity, needs_policy};
use crate::operations::origin::origin;
use crate::parts::network::Network;
use crate::parts::pattern::{HostPattern, HostPatterns, NotAPattern, shown};
use crate::syntax::choice;
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::split::split;
use crate::syntax::text::Utf8;

/// The value of a term as plain data, which a file or a call has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlainTerm {
    /// No value: `None` of Python, `null` of JSON.
    Nothing,
    /// True or false.
    Truth(bool),
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// Several numbers.
    Numbers(Vec<u64>),
    /// Several texts; an empty list of anything, too.
    Texts(Vec<String>),
    /// Texts by names.
    Pairs(Vec<(String, String)>),
    /// A kind that no term has.
    Other,
}

/// The type of a term: how its value is read from plain data, and written as such.
trait TermType: Sized {
    /// None for plain data of another type.
    fn read(plain: PlainTerm) -> Option<Self>;
    fn plain(&self) -> PlainTerm;
}

/// A term of a policy.
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Its values in words, behind `must`: `be True or False`.
    pub wanted: &'static str,
    read: fn(&mut PolicyTerms, PlainTerm) -> bool,
    plain: fn(&PolicyTerms) -> PlainTerm,
}

/// The addresses that a policy allows, as its author writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressTerm {
    /// `any`, `global` or `none`.
    Named(String),
    /// Networks, such as `10.0.0.0/8`.
    Networks(Vec<String>),
}

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $default:expr, $wanted:literal;)*) => {
        /// The terms of a policy. A term that is `None` always holds. By default they are those of a reference
        /// from outside: any scheme, host and port, but no address that is not global, no userinfo, and nothing
        /// that the profile `untrusted` warns of.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(clippy::struct_excessive_bools, reason = "each is a term of its own")]
        pub struct PolicyTerms { $($(#[$doc])* pub $name: $type,)* }

        impl Default for PolicyTerms {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        /// All terms, by whose names plain data is read and written.
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
        },)*];
    };
}

terms! {
    /// Schemes, in any letter case.
    schemes: Option<Vec<String>> = None, "be several texts, as ['https']";
    /// Hosts: `example.org`, `*.example.org`, an address, or `*`.
    hosts: Option<Vec<String>> = None, "be several texts, as ['example.org']";
    /// Ports.
    ports: Option<Vec<u16>> = None, "be several numbers, as [443]";
    /// Origins, as `https://example.org` or `http://localhost:8000`.
    origins: Option<Vec<String>> = None, "be several texts, as ['https://example.org']";
    /// Addresses that a host may be.
    addresses: AddressTerm = AddressTerm::Named("global".to_owned()), "be 'any', 'global', 'none' or several networks";
    /// Whether there may be a userinfo.
    userinfo: bool = false, "be True or False";
    /// Whether there must be a path that is not empty.
    path: bool = false, "be True or False";
    /// Whether there may be segments `.` and `..`, percent-encoded or not.
    dot_segments: bool = true, "be True or False";
    /// Whether there may be a query.
    query: bool = true, "be True or False";
    /// Whether there may be a fragment.
    fragment: bool = true, "be True or False";
    /// How many characters there may be.
    max_length: Option<usize> = None, "be a number or None";
    /// Schemes that may lead to this machine.
    loopback: Vec<String> = Vec::new(), "be several texts, as ['https']";
    /// `IRI`, `URI`, `IRI-reference` or `URI-reference`.
    production: String = Rule::Iri.name().to_owned(), "be a text";
    /// The name of a profile of findings, or `none`.
    profile: String = Profile::Untrusted.name().to_owned(), "be a text";
    /// Codes of findings, and their severities or `ignore`.
    severities: Vec<(String, String)> = Vec::new(), "map codes of findings to severities";
    /// The least severity of findings that refuse.
    refuse: String = Severity::Warning.name().to_owned(), "be a text";
}

impl TermType for bool {
    fn read(plain: PlainTerm) -> Option<Self> {
        if let PlainTerm::Truth(truth) = plain { Some(truth) } else { None }
    }

    fn plain(&self) -> PlainTerm {
        PlainTerm::Truth(*self)
    }
}

impl TermType for usize {
    fn read(plain: PlainTerm) -> Option<Self> {
        if let PlainTerm::Number(number) = plain { number.try_into().ok() } else { None }
    }

    fn plain(&self) -> PlainTerm {
        PlainTerm::Number(*self as u64)
    }
}

impl TermType for String {
    fn read(plain: PlainTerm) -> Option<Self> {
        if let PlainTerm::Text(text) = plain { Some(text) } else { None }
    }

    fn plain(&self) -> PlainTerm {
        PlainTerm::Text(self.clone())
    }
}

impl TermType for Vec<String> {
    fn read(plain: PlainTerm) -> Option<Self> {
        if let PlainTerm::Texts(texts) = plain { Some(texts) } else { None }
    }

    fn plain(&self) -> PlainTerm {
        PlainTerm::Texts(self.clone())
    }
}

impl TermType for Vec<u16> {
    fn read(plain: PlainTerm) -> Option<Self> {
        match plain {
            PlainTerm::Numbers(all) => {
                all.into_iter().map(|number| number.try_into().ok()).collect()
            }
            PlainTerm::Texts(none) if none.is_empty() => Some(Vec::new()),
            _ => None,
        }
    }

    fn plain(&self) -> PlainTerm {
        PlainTerm::Numbers(self.iter().map(|&number| number.into()).collect())
    }
}

impl TermType for Vec<(String, String)> {
    fn read(plain: PlainTerm) -> Option<Self> {
        match plain {
            PlainTerm::Pairs(pairs) => Some(pairs),
            PlainTerm::Texts(none) if none.is_empty() => Some(Vec::new()),
            _ => None,
        }
    }

    fn plain(&self) -> PlainTerm {
        PlainTerm::Pairs(self.clone())
    }
}

impl TermType for AddressTerm {
    fn read(plain: PlainTerm) -> Option<Self> {
        match plain {
            PlainTerm::Text(name) => Some(Self::Named(name)),
            PlainTerm::Texts(several) => Some(Self::Networks(several)),
            _ => None,
        }
    }

    fn plain(&self) -> PlainTerm {
        match self {
            Self::Named(name) => name.plain(),
            Self::Networks(several) => several.plain(),
        }
    }
}

impl<T: TermType> TermType for Option<T> {
    fn read(plain: PlainTerm) -> Option<Self> {
        if plain == PlainTerm::Nothing { Some(None) } else { T::read(plain).map(Some) }
    }

    fn plain(&self) -> PlainTerm {
        self.as_ref().map_or(PlainTerm::Nothing, TermType::plain)
    }
}

/// Why plain data is no term.
#[derive(Clone, Copy)]
pub enum NotATerm {
    /// No term has this name.
    Unknown,
    /// The term is of another type, or out of its range.
    OfAnotherType(&'static Term),
}

impl Term {
    /// Whether it can have this value.
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
}

/// A term that says nothing, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTerm {
    /// The name of the term.
    pub term: &'static str,
    /// The fault.
    pub message: String,
}

impl fmt::Display for WrongTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.term, self.message)
    }
}

impl std::error::Error for WrongTerm {}

impl PolicyTerms {
    /// The policy of these terms.
    pub fn policy(&self) -> Result<Policy, WrongTerm> {
        let allowed = Allowed {
            schemes: self.schemes.as_ref().map(|all| schemes("schemes", all)).transpose()?,
            hosts: self.hosts.as_ref().map(|all| hosts(all)).transpose()?,
            ports: self.ports.clone(),
            origins: self.origins.as_ref().map(|all| origins(all)).transpose()?,
            addresses: addresses("addresses", &self.addresses)?,
            userinfo: self.userinfo,
            path: self.path,
            dot_segments: self.dot_segments,
            query: self.query,
            fragment: self.fragment,
            max_length: self.max_length,
            loopback: schemes("loopback", &self.loopback)?,
        };
        let asked = self.asked(&allowed)?;
        Ok(Policy { production: self.production()?, asked: asked.allowing(allowed) })
    }

    fn production(&self) -> Result<Rule, WrongTerm> {
        let all = [Rule::Iri, Rule::Uri, Rule::IriReference, Rule::UriReference];
        choice::named("it", &all, Rule::name, &self.production)
            .map_err(|unknown| WrongTerm { term: "production", message: unknown.to_string() })
    }

    /// The findings that refuse. What a term decides, no rule of the profile decides a second time.
    fn asked(&self, allowed: &Allowed) -> Result<Asked, WrongTerm> {
        let all: Vec<_> = iter::once(None).chain(Profile::ALL.map(Some)).collect();
        let name_of = |profile: Option<Profile>| profile.map_or("none", Profile::name);
        let profile = choice::named("it", &all, name_of, &self.profile)
            .map_err(|unknown| WrongTerm { term: "profile", message: unknown.to_string() })?;
        let mut asked = profile.map_or_else(Asked::nothing, Asked::of);
        // Hosts that are listed may be of any network.
        let are_listed = allowed.hosts.as_ref().is_some_and(|all| !all.has_any());
        let decided = [
            (true, "userinfo"),
            (true, "address-not-global"),
            (are_listed, "host-special-use"),
            (allowed.ports.is_some(), "port-blocked"),
        ];
        let severities = |message| WrongTerm { term: "severities", message };
        let with = |asked: Asked, code: &str, severity| {
            let unknown = |_| severities(format!("no rule has the code {}", shown(code)));
            asked.with(code, severity).map_err(unknown)
        };
        for (_, code) in decided.into_iter().filter(|(is_decided, _)| *is_decided) {
            asked = with(asked, code, None)?;
        }
        // A driver goes where the query says, and the lists are about where it goes.
        if allowed.hosts.is_some() || allowed.origins.is_some() {
            asked = with(asked, "query-names-host", Some(Severity::Error))?;
        }
        for (code, severity) in &self.severities {
            if needs_policy(code) {
                return Err(severities(format!("{code:?} is decided by a term of its own")));
            }
            let severity =
                Severity::by_name(severity).map_err(|unknown| severities(unknown.to_string()))?;
            asked = with(asked, code, severity)?;
        }
        let least = Severity::by_name(&self.refuse).ok().flatten();
        let least = least.ok_or_else(|| WrongTerm {
            term: "refuse",
            message: "it must be 'error', 'warning' or 'info'".to_owned(),
        })?;
        Ok(asked.at_least(least))
    }
}

/// Reads which addresses a term allows: `any`, `global` or `none`, or else networks.
pub fn addresses(term: &'static str, written: &AddressTerm) -> Result<Addresses, WrongTerm> {
    let wrong = |message| WrongTerm { term, message };
    match written {
        AddressTerm::Named(name) => match name.as_str() {
            "any" => Ok(Addresses::Any),
            "global" => Ok(Addresses::Global),
            "none" => Ok(Addresses::Of(Vec::new())),
            _ => Err(wrong(
                "it must be 'any', 'global', 'none' or networks, as [\"10.0.0.0/8\"]".to_owned(),
            )),
        },
        AddressTerm::Networks(networks) => {
            let network = |text: &String| {
                Network::of(text).map_err(|why| wrong(format!("{}: {why}", shown(text))))
            };
            Ok(Addresses::Of(networks.iter().map(network).collect::<Result<_, _>>()?))
        }
    }
}

fn schemes(term: &'static str, all: &[String]) -> Result<Vec<String>, WrongTerm> {
    let scheme = |text: &String| {
        let example = "is no scheme: write it as \"https\", without the colon";
        let is_valid = recognize(Utf8(text.as_bytes()), Rule::Scheme).is_ok();
        let wrong = || WrongTerm { term, message: format!("{} {example}", shown(text)) };
        is_valid.then(|| text.to_ascii_lowercase()).ok_or_else(wrong)
    };
    all.iter().map(scheme).collect()
}

fn origins(all: &[String]) -> Result<Vec<String>, WrongTerm> {
    let origin = |text: &String| {
        let is_valid = recognize(Utf8(text.as_bytes()), Rule::Iri).is_ok();
        let parts = split(Utf8(text.as_bytes()));
        let is_bare = is_valid
            && parts.path().is_empty()
            && parts.query().is_none()
            && parts.fragment().is_none()
            && parts.authority().is_some_and(|authority| !text[authority].contains('@'));
        let found = if is_bare { origin(text) } else { None };
        // The text may be a reference with a password.
        let message = "an origin is a scheme, a host and a port that is not the default, as \
                       \"https://example.org\" or \"http://localhost:8000\"";
        let wrong = || WrongTerm { term: "origins", message: message.to_owned() };
        found.map(Cow::into_owned).ok_or_else(wrong)
    };
    all.iter().map(origin).collect()
}

fn hosts(all: &[String]) -> Result<HostPatterns, WrongTerm> {
    let wrong = |text: &str, why: NotAPattern| {
        // A sign before a name excludes it in other lists, and a comma or a semicolon parts names.
        let rest = match why {
            NotAPattern::Character(c) if !":/@".contains(c) => {
                ": hosts lists what is allowed, a name each"
            }
            _ => "",
        };
        WrongTerm { term: "hosts", message: format!("{}: {why}{rest}", shown(text)) }
    };
    let pattern = |text: &String| HostPattern::of(text).map_err(|why| wrong(text, why));
    all.iter().map(pattern).collect()
}
