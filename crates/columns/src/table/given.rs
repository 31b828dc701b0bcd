//! The value that a face has for an argument: an object of Python, a value in SQL, a Series of Polars, a word. It knows
//! shapes of values, and no types of arguments: these ask it for the shape that they need.

use std::sync::Arc;

use iriform::engine::findings::Names;
use iriform::engine::prefixes::{Prefix, PrefixMap};
use iriform::engine::template::recognize_template;
use iriform::engine::text::Utf8;
use iriform::engine::words::Explained;
use iriform::engine::{Policy, Rule, recognize};

use crate::error::Error;
use crate::table::cells::Cell;
use crate::table::{policies, value};

/// A value of a pair in words of Python.
pub const VALUE_OF_PAIR: &str = "a str, None or a column";

/// The value that a call gives for an argument. `wanted` says in words of Python what the argument may be. A shape
/// that a face does not have is an error.
pub trait Given: Sized {
    /// The error that the face raises.
    type Error;

    /// Whether the face knows the value before the type of the answer, which may then be a struct; else it is JSON.
    const DECIDES_TYPES: bool;

    /// The face's error for one of ours.
    fn error(error: Error) -> Self::Error;

    /// The error for a value of another shape.
    fn wrong(&self, wanted: &str) -> Self::Error;

    /// Whether the value says that there is none.
    fn is_none(&self) -> bool {
        false
    }

    /// Whether the value says that what rows have stays as it is.
    fn is_unchanged(&self) -> bool {
        false
    }

    /// A text.
    fn text(self, wanted: &str) -> Result<String, Self::Error> {
        Err(self.wrong(wanted))
    }

    /// A text that matches the rule.
    fn valid(self, wanted: &str, rule: Rule) -> Result<String, Self::Error> {
        let text = self.text(wanted)?;
        match require(&text, rule) {
            Ok(()) => Ok(text),
            Err(error) => Err(Self::error(error)),
        }
    }

    /// A truth value.
    fn flag(self, wanted: &str) -> Result<bool, Self::Error> {
        Err(self.wrong(wanted))
    }

    /// A whole number.
    fn number(self, wanted: &str) -> Result<i64, Self::Error> {
        Err(self.wrong(wanted))
    }

    /// Several texts.
    fn texts(self, wanted: &str) -> Result<Vec<String>, Self::Error> {
        Err(self.wrong(wanted))
    }

    /// A map of texts to texts.
    fn mapping(self, wanted: &str) -> Result<Vec<(String, String)>, Self::Error> {
        Err(self.wrong(wanted))
    }

    /// A text that matches the rule, or a column of texts, or no text where that `may_be_none`.
    fn cell(
        self,
        wanted: &str,
        rule: Option<Rule>,
        may_be_none: bool,
    ) -> Result<Cell, Self::Error> {
        let _ = (rule, may_be_none);
        Err(self.wrong(wanted))
    }

    /// Names with one or several cells each.
    fn pairs(self, wanted: &str) -> Result<Vec<(String, Vec<Cell>)>, Self::Error> {
        Err(self.wrong(wanted))
    }

    /// Names of hosts; a face may have kept those that it has read last.
    fn names(self, wanted: &str) -> Result<Names, Self::Error> {
        value::names(self.texts(wanted)?).map_err(Self::error)
    }

    /// A map of prefixes; a face may have it already.
    fn prefixes(self, wanted: &str) -> Result<Arc<PrefixMap>, Self::Error> {
        let read = |(name, namespace)| Prefix { name, namespace, is_declared: false };
        let prefixes = self.mapping(wanted)?.into_iter().map(read).collect();
        value::prefixes(prefixes).map_err(Self::error)
    }

    /// A policy; a face may have it already, or know it by a name.
    fn policy(self, wanted: &str) -> Result<Arc<Policy>, Self::Error> {
        policies::of_word(&self.text(wanted)?, &Vec::new()).map_err(Self::error)
    }
}

/// A value in one text, for faces whose arguments are text: `true` or `false`, a number, the name or the terms of a
/// policy, or texts that [`packed`] has packed. A map is its names and values in turns. For each prefix there are its
/// name, its namespace, and any text if it is declared.
pub struct Word<'a>(pub &'a str);

impl Given for Word<'_> {
    type Error = Error;

    const DECIDES_TYPES: bool = false;

    fn error(error: Error) -> Error {
        error
    }

    fn wrong(&self, wanted: &str) -> Error {
        Error::Type(format!("an argument must be {wanted}"))
    }

    fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    fn text(self, _: &str) -> Result<String, Error> {
        Ok(self.0.to_owned())
    }

    fn flag(self, _: &str) -> Result<bool, Error> {
        Ok(self.0 == "true")
    }

    fn number(self, wanted: &str) -> Result<i64, Error> {
        self.0.parse().map_err(|_| self.wrong(wanted))
    }

    fn texts(self, _: &str) -> Result<Vec<String>, Error> {
        unpacked(self.0)
    }

    fn mapping(self, _: &str) -> Result<Vec<(String, String)>, Error> {
        let texts = unpacked(self.0)?;
        let (pairs, _) = texts.as_chunks();
        Ok(pairs.iter().cloned().map(|[name, text]: [String; 2]| (name, text)).collect())
    }

    fn prefixes(self, _: &str) -> Result<Arc<PrefixMap>, Error> {
        let texts = unpacked(self.0)?;
        let (prefixes, _) = texts.as_chunks();
        let read = |[name, namespace, declared]: [String; 3]| Prefix {
            name,
            namespace,
            is_declared: !declared.is_empty(),
        };
        value::prefixes(prefixes.iter().cloned().map(read).collect())
    }
}

/// Packs texts into one word: for each text its length in bytes, a colon, and the text.
pub fn packed<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut word = String::new();
    for text in texts {
        word.push_str(&text.len().to_string());
        word.push(':');
        word.push_str(text);
    }
    word
}

/// The texts that [`packed`] has packed.
pub fn unpacked(mut word: &str) -> Result<Vec<String>, Error> {
    let mut texts = Vec::new();
    while !word.is_empty() {
        let text = word.split_once(':').and_then(|(length, rest)| {
            let text = rest.get(..length.parse().ok()?)?;
            Some((text, &rest[text.len()..]))
        });
        let Some((text, rest)) = text else {
            return Err(Error::Value("an argument is not packed as it must be".into()));
        };
        texts.push(text.to_owned());
        word = rest;
    }
    Ok(texts)
}

/// Refuses an argument that does not match the rule, with the words of core.
pub(crate) fn require(text: &str, rule: Rule) -> Result<(), Error> {
    let utf8 = Utf8(text.as_bytes());
    let matched = match rule {
        Rule::UriTemplate => recognize_template(utf8),
        _ => recognize(utf8, rule),
    };
    let message = |fault| Explained::new(utf8, rule, &fault, &|_| None).message();
    matched.map_err(|fault| Error::Value(message(fault)))
}
