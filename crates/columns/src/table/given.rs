//! The value of an argument in an interface: a Python object, a value in SQL, a Polars Series, a word. It knows
//! shapes of values, but not argument types, which request the shape that they need.

use std::sync::Arc;

use iriform::engine::{
    Policy, Rule,
    findings::Names,
    prefixes::{Prefix, PrefixMap},
    recognize,
    template::recognize_template,
    text::Utf8,
    words::Explained,
};

use crate::error::Error;
use crate::table::cells::Cell;
use crate::table::{policies, value};

/// A value of a pair in terms of Python.
pub const VALUE_OF_PAIR: &str = "a str, None or a column";

/// The value that a call passes for an argument. `wanted` describes the argument in terms of Python. A shape
/// that an interface does not have is an error.
pub trait Given: Sized {
    /// The error that the interface raises.
    type Error;

    /// True if the interface knows the value before the type of the answer, which may then be a struct; else it
    /// is JSON.
    const DECIDES_TYPES: bool;

    /// The interface's error for one of ours.
    fn error(error: Error) -> Self::Error;

    /// The error for a value of another shape.
    fn wrong(&self, wanted: &str) -> Self::Error;

    /// Returns true if the value means that there is none.
    fn is_none(&self) -> bool {
        false
    }

    /// Returns true if the value means that the rows' own part stays unchanged.
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

    /// A text that matches the rule, a column of texts, or no text if it `may_be_none`.
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

    /// Names of hosts; an interface may have cached the last ones.
    fn names(self, wanted: &str) -> Result<Names, Self::Error> {
        value::names(self.texts(wanted)?).map_err(Self::error)
    }

    /// A map of prefixes; an interface may already have one.
    fn prefixes(self, wanted: &str) -> Result<Arc<PrefixMap>, Self::Error> {
        let read = |(name, namespace)| Prefix { name, namespace, is_declared: false };
        let prefixes = self.mapping(wanted)?.into_iter().map(read).collect();
        value::prefixes(prefixes).map_err(Self::error)
    }

    /// A policy; an interface may already have one, or know it by name.
    fn policy(self, wanted: &str) -> Result<Arc<Policy>, Self::Error> {
        policies::of_word(&self.text(wanted)?, &Vec::new()).map_err(Self::error)
    }
}

/// Refuses an argument that does not match the rule, with core's message.
pub(crate) fn require(text: &str, rule: Rule) -> Result<(), Error> {
    let utf8 = Utf8(text.as_bytes());
    let matched = match rule {
        Rule::UriTemplate => recognize_template(utf8),
        _ => recognize(utf8, rule),
    };
    let message = |fault| Explained::new(utf8, rule, &fault, &|_| None).message();
    matched.map_err(|fault| Error::Value(message(fault)))
}
