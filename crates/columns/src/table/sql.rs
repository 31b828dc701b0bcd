//! Calls in SQL, which are the same in every engine. A function is called `iri_` and the name of its operation.
//! The column comes first, and the other arguments follow by position, in the order of the table. The
//! production of the rows follows, and then whether rows are repaired. Parts and pairs are alternating names
//! and values.
//!
//! An engine reads its own memory, and returns the value that all rows of an argument share ([`Input`]). The
//! allowed values, the defaults and the errors are stated here.

use std::sync::Arc;

use iriform::engine::{
    Policy, Rule,
    findings::Names,
    prefixes::{Prefix, PrefixMap},
    words::escape,
};
use iriform_kernel::ReferenceKind;

use crate::arrow::chunk::Column;
use crate::error::Error;
use crate::table::argument_type::{ArgumentType, InSql};
use crate::table::arguments::{Argument, Arguments, Value};
use crate::table::cells::Cell;
use crate::table::given::{Given, VALUE_OF_PAIR};
use crate::table::last::Last;
use crate::table::operation::Operation;
use crate::table::policies::{self, NamedPolicies};
use crate::table::production::named;
use crate::table::value;

/// The beginning of the names of the functions.
pub const PREFIX: &str = "iri_";

/// The value that all rows of an argument share.
pub enum Constant {
    /// Null.
    Null,
    /// Text.
    Text(String),
    /// A truth value.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A list. An item that is not text is `None`.
    List(Vec<Option<String>>),
    /// A map of texts, likewise.
    Map(Vec<(String, Option<String>)>),
    /// A type that the engine's interface does not read.
    Other,
}

/// An argument of a call: a value for each row.
pub trait Input {
    /// The error that the engine raises.
    type Error;

    /// The value that all rows share; none if they differ.
    fn constant(&self) -> Result<Option<Constant>, Self::Error>;

    /// The texts of the rows.
    fn column(&self) -> Result<Column, Self::Error>;

    /// The engine's error for one of ours.
    fn error(error: Error) -> Self::Error;
}

/// The arguments that a function was registered with, which calls therefore omit.
pub struct Fixed {
    /// The production that rows must match.
    pub production: Option<ReferenceKind>,
    /// The values of the arguments, one for each of the operation's.
    pub values: Vec<Option<Value>>,
    /// The policies that a call may refer to by name.
    pub policies: NamedPolicies,
}

impl Fixed {
    /// No fixed arguments, for an operation.
    pub fn nothing(operation: &Operation) -> Self {
        let values = operation.parameters().map(|_| None).collect();
        Self { production: None, values, policies: NamedPolicies::new() }
    }
}

/// The name of the function of an operation.
pub fn function(operation: &Operation) -> String {
    format!("{PREFIX}{}", operation.name)
}

/// The largest number of pairs in a call, for engines that fix the number of arguments.
pub const PAIRS: usize = 20;

/// The largest number of positions of an argument in a call: its value, or its name and its value.
pub fn most_places(argument: &Argument) -> usize {
    match places(argument) {
        InSql::Nowhere => 0,
        InSql::Placed | InSql::Last => 1,
        InSql::Named => 2,
        InSql::ManyNamed => 2 * PAIRS,
    }
}

/// The largest number of arguments of a call: the column, those of the operation, and the class.
pub fn most_arguments(operation: &Operation) -> usize {
    2 + operation.parameters().map(most_places).sum::<usize>()
}

/// The positions that an argument takes.
fn places(argument: &Argument) -> InSql {
    argument.of.in_sql(argument.default.is_some())
}

/// Reads the arguments of a call with at least one row: those after the column, and the fixed ones.
pub fn read<I: Input>(
    operation: &Operation,
    fixed: Fixed,
    inputs: &[I],
) -> Result<(Arguments, ReferenceKind), I::Error> {
    let arguments = operation.parameters().zip(&fixed.values);
    let open: Vec<_> = arguments
        .filter(|(argument, value)| value.is_none() && places(argument) != InSql::Nowhere)
        .map(|(argument, _)| argument)
        .collect();
    if open.iter().any(|argument| matches!(places(argument), InSql::Named | InSql::ManyNamed)) {
        return read_named(operation, fixed, inputs);
    }
    let (last, open): (Vec<_>, Vec<_>) =
        open.into_iter().partition(|argument| places(argument) == InSql::Last);
    let before_last = open.len() + usize::from(fixed.production.is_none());
    let most = before_last + last.len();
    if inputs.len() > most {
        let name = function(operation);
        return Err(I::error(Error::Type(format!("{name} takes at most {} arguments", most + 1))));
    }
    // Bases depend on the production of the rows, which follows all of them.
    let production = production(operation, fixed.production, inputs.get(open.len()))?;
    let mut given = inputs.iter().take(open.len()).chain(inputs.iter().skip(before_last));
    let mut values = Vec::with_capacity(operation.parameters().len());
    for (argument, value) in operation.parameters().zip(fixed.values) {
        let is_open = value.is_none() && places(argument) != InSql::Nowhere;
        values.push(match (value, is_open.then(|| given.next()).flatten(), argument.default) {
            (Some(value), ..) => value,
            (None, Some(input), default) => match (input.constant()?, default) {
                // Null omits an optional argument.
                (Some(Constant::Null), Some(default)) => default.value(argument.of),
                (constant, _) => {
                    let (name, policies) = (argument.name, &fixed.policies);
                    let given = GivenInput { name, input, constant, policies };
                    argument.of.read(given, production)?
                }
            },
            (None, None, Some(default)) => default.value(argument.of),
            (None, None, None) => return Err(I::error(missing(operation, argument, &open))),
        });
    }
    Ok((operation.arguments(values).map_err(I::error)?, production))
}

/// The production that rows must match.
fn production<I: Input>(
    operation: &Operation,
    fixed: Option<ReferenceKind>,
    input: Option<&I>,
) -> Result<ReferenceKind, I::Error> {
    match (fixed, input) {
        (Some(production), _) => Ok(production),
        (None, Some(input)) => match input.constant()? {
            Some(Constant::Null) => Ok(operation.production),
            constant => {
                let name = one("as", constant).and_then(|constant| constant.text("as"));
                let known = |name: String| {
                    named("as", &name).map_err(|error| {
                        let list = one_list(operation);
                        let error = Error::Value(format!("{error}{list}"));
                        lacks_value(operation, &name).unwrap_or(error)
                    })
                };
                name.and_then(known).map_err(I::error)
            }
        },
        (None, None) => Ok(operation.production),
    }
}

/// Like [`read`], for a call with alternating names and values.
fn read_named<I: Input>(
    operation: &Operation,
    fixed: Fixed,
    inputs: &[I],
) -> Result<(Arguments, ReferenceKind), I::Error> {
    let (turns, rest) = inputs.as_chunks();
    let production = production(operation, fixed.production, rest.first())?;
    let mut values: Vec<_> = operation
        .parameters()
        .zip(fixed.values)
        .map(|(argument, value)| value.unwrap_or_else(|| argument.of.absent()))
        .collect();
    for [name, input] in turns {
        let name = one("a name", name.constant()?).and_then(|name| name.text("a name"));
        let name = name.map_err(I::error)?;
        let (constant, policies) = (input.constant()?, &fixed.policies);
        let given = GivenInput { name: &name, input, constant, policies };
        // All names are those of pairs.
        if let [Value::Pairs(pairs), ..] = &mut values[..] {
            let value = given.cell(VALUE_OF_PAIR, None, true)?;
            pairs.push((name, vec![value]));
            continue;
        }
        let mut arguments = operation.parameters().zip(&mut values);
        let part = arguments.find(|(argument, _)| argument.name == name);
        let Some((argument, value @ (Value::Part(_, None) | Value::Flag(false)))) = part else {
            let parts: Vec<_> = operation.parameters().map(|argument| argument.name).collect();
            let message = format!("a name must be one of {}, each once", parts.join(", "));
            return Err(I::error(Error::Value(message)));
        };
        *value = argument.of.read(given, production)?;
    }
    Ok((operation.arguments(values).map_err(I::error)?, production))
}

/// The error for a name in the position of the class, in a call with alternating names and values: the last
/// name has no value.
fn lacks_value(operation: &Operation, name: &str) -> Option<Error> {
    let (call, places) = (function(operation), operation.parameters().map(places));
    let message = if places.clone().any(|place| place == InSql::ManyNamed) {
        format!("{call} takes names and values in turns: {call}(column, name, value)")
    } else {
        let named = operation
            .parameters()
            .zip(places)
            .find(|(argument, place)| *place == InSql::Named && argument.name == name);
        let (argument, _) = named?;
        let name = argument.name;
        format!("{name} needs a value, or NULL to remove it: {call}(column, '{name}', value)")
    };
    Some(Error::Type(message))
}

/// How to write several texts, for an operation that accepts them: Python accepts them as arguments.
fn one_list(operation: &Operation) -> String {
    let mut arguments = operation.parameters();
    let texts = arguments.find(|argument| argument.of == ArgumentType::Texts);
    texts.map_or_else(String::new, |Argument { name, .. }| {
        format!("; {name} must be one text or a list of texts, such as '[\"a\", \"b\"]'")
    })
}

/// The error for a missing argument, with the signature of the function.
fn missing(operation: &Operation, argument: &Argument, open: &[&Argument]) -> Error {
    let last = open.iter().rposition(|one| one.default.is_none()).unwrap_or(0);
    let call: Vec<_> = open[..=last].iter().map(|one| one.name).collect();
    let (name, call) = (function(operation), call.join(", "));
    Error::Type(format!("{name} needs {}: {name}(column, {call})", argument.name))
}

/// An argument of a call in SQL.
struct GivenInput<'a, I> {
    name: &'a str,
    input: &'a I,
    /// The value that all rows share.
    constant: Option<Constant>,
    policies: &'a NamedPolicies,
}

impl<I: Input> GivenInput<'_, I> {
    /// Reads the value that all rows share.
    fn read<T>(self, of: impl Fn(Constant, &str) -> Result<T, Error>) -> Result<T, I::Error> {
        let name = self.name;
        one(name, self.constant).and_then(|constant| of(constant, name)).map_err(I::error)
    }
}

/// Messages of SQL do not describe arguments in terms of Python.
impl<I: Input> Given for GivenInput<'_, I> {
    type Error = I::Error;

    const DECIDES_TYPES: bool = false;

    fn error(error: Error) -> I::Error {
        I::error(error)
    }

    fn wrong(&self, _: &str) -> I::Error {
        I::error(Error::Type(format!("{} must be text", escape(self.name))))
    }

    fn text(self, _: &str) -> Result<String, I::Error> {
        self.read(Constant::text)
    }

    fn flag(self, _: &str) -> Result<bool, I::Error> {
        self.read(Constant::flag)
    }

    fn number(self, _: &str) -> Result<i64, I::Error> {
        self.read(Constant::number)
    }

    fn texts(self, _: &str) -> Result<Vec<String>, I::Error> {
        self.read(Constant::list)
    }

    fn mapping(self, _: &str) -> Result<Vec<(String, String)>, I::Error> {
        self.read(|constant, name| constant.map(name, "a map of texts to texts", r#"{"a": "b"}"#))
    }

    /// The cells of an argument that may differ. The invalid text is in all rows.
    fn cell(self, wanted: &str, rule: Option<Rule>, _: bool) -> Result<Cell, I::Error> {
        let cell = match self.constant {
            Some(Constant::Text(text)) => Cell::of_text(text, rule),
            // The engine also reads rows of a type that no constant has, such as bytes.
            Some(Constant::Null | Constant::Other) | None => None,
            Some(_) => return Err(self.wrong(wanted)),
        };
        cell.map_or_else(|| self.input.column().map(Cell::Column), Ok)
    }

    fn names(self, _: &str) -> Result<Names, I::Error> {
        self.read(Constant::names)
    }

    fn prefixes(self, _: &str) -> Result<Arc<PrefixMap>, I::Error> {
        self.read(|constant, name| {
            let map = constant.map(name, "a map of names to IRIs", r#"{"a": "http://a/"}"#)?;
            let read = |(name, namespace)| Prefix { name, namespace, is_declared: false };
            value::prefixes(map.into_iter().map(read).collect())
        })
    }

    fn policy(self, _: &str) -> Result<Arc<Policy>, I::Error> {
        let policies = self.policies;
        self.read(|constant, name| policies::of_word(&constant.text(name)?, policies))
    }
}

/// The value that all rows have.
fn one(name: &str, constant: Option<Constant>) -> Result<Constant, Error> {
    let constant = constant.filter(|constant| !matches!(constant, Constant::Null));
    constant
        .ok_or_else(|| Error::Value(format!("{name} must be one value, not a column and not null")))
}

impl Constant {
    fn text(self, name: &str) -> Result<String, Error> {
        match self {
            Self::Text(text) => Ok(text),
            _ => Err(Error::Type(format!("{name} must be text"))),
        }
    }

    fn flag(self, name: &str) -> Result<bool, Error> {
        match self {
            Self::Flag(flag) => Ok(flag),
            // SQLite has no booleans.
            Self::Number(number @ 0..=1) => Ok(number == 1),
            _ => Err(Error::Type(format!("{name} must be true or false"))),
        }
    }

    fn number(self, name: &str) -> Result<i64, Error> {
        match self {
            Self::Number(number) => Ok(number),
            _ => Err(Error::Type(format!("{name} must be a whole number"))),
        }
    }

    /// Texts: a list, JSON of one, or a single text that is not JSON of a list or an object.
    fn list(self, name: &str) -> Result<Vec<String>, Error> {
        if let Self::Text(text) = &self
            && !text.trim_start().starts_with(['[', '{'])
        {
            return Ok(vec![text.clone()]);
        }
        let texts = match self.unpacked(name, "a list of texts", r#"["a", "b"]"#)? {
            Self::List(items) => items.into_iter().collect(),
            _ => None,
        };
        texts.ok_or_else(|| Error::Type(format!("{name} must be a list of texts, or JSON of one")))
    }

    /// Protected names. The last text is cached, because every chunk of a query has it.
    fn names(self, name: &str) -> Result<Names, Error> {
        static LAST: Last<(String, Names)> = Last::empty();
        let Self::Text(text) = self else { return value::names(self.list(name)?) };
        if let Some(last) = LAST.find(|(last, _)| *last == text) {
            return Ok(last.1.clone());
        }
        let names = value::names(Self::Text(text.clone()).list(name)?)?;
        LAST.keep((text, names.clone()));
        Ok(names)
    }

    /// A map of texts, or JSON of one.
    fn map(self, name: &str, wanted: &str, example: &str) -> Result<Vec<(String, String)>, Error> {
        let texts = match self.unpacked(name, wanted, example)? {
            Self::Map(items) => items.into_iter().map(|(name, text)| Some((name, text?))).collect(),
            _ => None,
        };
        texts.ok_or_else(|| Error::Type(format!("{name} must be {wanted}, or JSON of one")))
    }

    /// The value, read from JSON if it is text, which every engine can write.
    fn unpacked(self, name: &str, wanted: &str, example: &str) -> Result<Self, Error> {
        use serde_json::Value as Json;

        let text = match self {
            Self::Text(text) => text,
            Self::List(_) | Self::Map(_) => return Ok(self),
            Self::Null | Self::Flag(_) | Self::Number(_) | Self::Other => {
                return Err(Error::Type(format!(
                    "{name} must be JSON of {wanted} here: '{example}', or to_json(…)"
                )));
            }
        };
        let item = |item: Json| match item {
            Json::String(text) => Some(text),
            _ => None,
        };
        match serde_json::from_str(&text) {
            Ok(Json::Array(items)) => Ok(Self::List(items.into_iter().map(item).collect())),
            Ok(Json::Object(items)) => {
                Ok(Self::Map(items.into_iter().map(|(name, value)| (name, item(value))).collect()))
            }
            Ok(_) => Ok(Self::Other),
            Err(error) => Err(Error::Value(format!("{name} is not JSON: {error}"))),
        }
    }
}
