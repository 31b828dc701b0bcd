//! The terms of a policy as plain data, from a file or a call.

use std::borrow::Cow;

use crate::operations::origin::origin;
use crate::parts::network::{Addresses, Network};
use crate::parts::pattern::{HostPattern, HostPatterns, NotAPattern, quoted};
use crate::syntax::parse::recognize;
use crate::syntax::rule::Rule;
use crate::syntax::split::split;
use crate::syntax::text::Utf8;

/// The value of a term as plain data.
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
    /// Several texts, or an empty list of anything.
    Texts(Vec<String>),
    /// Texts by names.
    Pairs(Vec<(String, String)>),
    /// A type that no term has.
    Other,
}

/// The type of a term: how its value is read from plain data, and written as such.
pub(super) trait TermType: Sized {
    /// Returns none for plain data of another type.
    fn read(plain: PlainTerm) -> Option<Self>;
    fn plain(&self) -> PlainTerm;
}

/// The addresses that a policy allows, as its author writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressTerm {
    /// `any`, `global` or `none`.
    Named(String),
    /// Networks, such as `10.0.0.0/8`.
    Networks(Vec<String>),
}

/// A term that is not set, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTerm {
    /// The name of the term.
    pub term: &'static str,
    /// The fault.
    pub message: String,
}

error_words!(WrongTerm, |error, f| write!(f, "{}: {}", error.term, error.message));

macro_rules! plain_types {
    ($($type:ty: $kind:ident;)*) => {
        $(impl TermType for $type {
            fn read(plain: PlainTerm) -> Option<Self> {
                if let PlainTerm::$kind(value) = plain { Some(value) } else { None }
            }

            fn plain(&self) -> PlainTerm {
                PlainTerm::$kind(self.clone())
            }
        })*
    };
}

plain_types! {
    bool: Truth;
    String: Text;
    Vec<String>: Texts;
}

impl TermType for usize {
    fn read(plain: PlainTerm) -> Option<Self> {
        if let PlainTerm::Number(number) = plain { number.try_into().ok() } else { None }
    }

    fn plain(&self) -> PlainTerm {
        PlainTerm::Number(*self as u64)
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

/// Reads the addresses that a term allows: `any`, `global` or `none`, or else networks.
pub fn addresses(term: &'static str, written: &AddressTerm) -> Result<Addresses, WrongTerm> {
    let wrong = |message| WrongTerm { term, message };
    match written {
        AddressTerm::Named(name) => match name.as_str() {
            "any" => Ok(Addresses::Any),
            "global" => Ok(Addresses::Global),
            "none" => Ok(Addresses::Of(Vec::new())),
            _ => Err(wrong(
                "it must be 'any', 'global', 'none' or a list of networks, as in [\"10.0.0.0/8\"]"
                    .to_owned(),
            )),
        },
        AddressTerm::Networks(networks) => {
            let network = |text: &String| {
                Network::of(text).map_err(|why| wrong(format!("{}: {why}", quoted(text))))
            };
            Ok(Addresses::Of(networks.iter().map(network).collect::<Result<_, _>>()?))
        }
    }
}

pub(super) fn schemes(term: &'static str, all: &[String]) -> Result<Vec<String>, WrongTerm> {
    let scheme = |text: &String| {
        let example = "is not a scheme: write it as \"https\", without the colon";
        let is_valid = recognize(Utf8(text.as_bytes()), Rule::Scheme).is_ok();
        let wrong = || WrongTerm { term, message: format!("{} {example}", quoted(text)) };
        is_valid.then(|| text.to_ascii_lowercase()).ok_or_else(wrong)
    };
    all.iter().map(scheme).collect()
}

pub(super) fn origins(all: &[String]) -> Result<Vec<String>, WrongTerm> {
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

pub(super) fn hosts(all: &[String]) -> Result<HostPatterns, WrongTerm> {
    let wrong = |text: &str, why: NotAPattern| {
        // In other lists, a sign before a name excludes it, and a comma or a semicolon separates names.
        let rest = match why {
            NotAPattern::Character(c) if !":/@".contains(c) => {
                ": hosts lists the names that are allowed, each as an item"
            }
            _ => "",
        };
        WrongTerm { term: "hosts", message: format!("{}: {why}{rest}", quoted(text)) }
    };
    let pattern = |text: &String| HostPattern::of(text).map_err(|why| wrong(text, why));
    all.iter().map(pattern).collect()
}
