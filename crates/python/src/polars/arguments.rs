//! The arguments of an expression: the plugin's `kwargs`, which Polars passes as a pickled dict. It has the
//! production of the rows under `as_`, and the arguments by name, as `_engines.plain` writes them: plain data,
//! with `{"column": n}` for the n-th Series after the column.

use std::sync::Arc;

use iriform::engine::{
    Policy, Rule,
    prefixes::{Prefix, PrefixMap},
};
use iriform_columns::arguments::{Argument, Arguments, Given};
use iriform_columns::cells::Cell;
use iriform_columns::{Error, Operation, policies, production, value};
use iriform_kernel::ReferenceKind;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

/// Reads the column of that number, whose texts must match the rule.
pub(super) type ColumnReader<'a> = dyn FnMut(usize, Option<Rule>) -> Result<Cell, Error> + 'a;

/// Reads the arguments of a call, and the production of its rows.
pub(super) fn read(
    operation: &Operation,
    kwargs: &[u8],
    columns: &mut ColumnReader<'_>,
) -> Result<(Arguments, ReferenceKind), Error> {
    let mut given: Map<String, Json> =
        serde_pickle::from_slice(kwargs, serde_pickle::DeOptions::new())
            .map_err(|error| Error::Value(format!("the arguments cannot be read: {error}")))?;
    let as_ = given.remove("as_").unwrap_or_default();
    let production = production::named("as_", as_.as_str().unwrap_or_default())?;
    let read = |argument: &Argument| match (given.remove(argument.name), argument.default) {
        (Some(value), _) => argument.of.read(PlainValue { value, columns }, production),
        (None, Some(default)) => Ok(default.value(argument.of)),
        (None, None) => Err(Error::Value(format!("{} is missing", argument.name))),
    };
    let values = operation.parameters().map(read).collect::<Result<_, _>>()?;
    Ok((operation.arguments(values)?, production))
}

/// The plain data that an argument is.
struct PlainValue<'a, 'c> {
    value: Json,
    columns: &'a mut ColumnReader<'c>,
}

impl PlainValue<'_, '_> {
    fn read<T: DeserializeOwned>(&self, wanted: &str) -> Result<T, Error> {
        T::deserialize(&self.value).map_err(|_| self.wrong(wanted))
    }
}

impl Given for PlainValue<'_, '_> {
    type Error = Error;

    const DECIDES_TYPES: bool = true;

    fn error(error: Error) -> Error {
        error
    }

    fn wrong(&self, wanted: &str) -> Error {
        Error::Type(format!("an argument must be {wanted}"))
    }

    fn is_none(&self) -> bool {
        self.value.is_null()
    }

    fn text(self, wanted: &str) -> Result<String, Error> {
        self.read(wanted)
    }

    fn flag(self, wanted: &str) -> Result<bool, Error> {
        self.read(wanted)
    }

    fn number(self, wanted: &str) -> Result<i64, Error> {
        self.read(wanted)
    }

    fn texts(self, wanted: &str) -> Result<Vec<String>, Error> {
        self.read(wanted)
    }

    fn mapping(self, wanted: &str) -> Result<Vec<(String, String)>, Error> {
        self.read(wanted)
    }

    fn cell(self, wanted: &str, rule: Option<Rule>, _: bool) -> Result<Cell, Error> {
        let text = match &self.value {
            Json::Null => return Ok(Cell::One(None)),
            Json::String(text) => text.clone(),
            Json::Bool(_) | Json::Number(_) => self.value.to_string(),
            Json::Object(place) => {
                let place = place.get("column").and_then(Json::as_u64);
                let place = place.and_then(|place| usize::try_from(place).ok());
                let place = place.ok_or_else(|| self.wrong(wanted))?;
                return (self.columns)(place, rule);
            }
            Json::Array(_) => return Err(self.wrong(wanted)),
        };
        Cell::of_text(text, rule).ok_or_else(|| self.wrong(wanted))
    }

    fn pairs(self, wanted: &str) -> Result<Vec<(String, Vec<Cell>)>, Error> {
        let pairs: Vec<(String, Json)> = self.read(wanted)?;
        let columns = self.columns;
        let mut cell =
            |value| PlainValue { value, columns: &mut *columns }.cell(wanted, None, true);
        let mut pair = |(name, value)| {
            let values = match value {
                Json::Array(values) => {
                    values.into_iter().map(&mut cell).collect::<Result<_, _>>()?
                }
                value => vec![cell(value)?],
            };
            Ok((name, values))
        };
        pairs.into_iter().map(&mut pair).collect()
    }

    fn prefixes(self, wanted: &str) -> Result<Arc<PrefixMap>, Error> {
        let prefixes: Vec<(String, String, bool)> = self.read(wanted)?;
        let prefix = |(name, namespace, is_declared)| Prefix { name, namespace, is_declared };
        value::prefixes(prefixes.into_iter().map(prefix).collect())
    }

    fn policy(self, _: &str) -> Result<Arc<Policy>, Error> {
        policies::of_word(&self.value.to_string(), &Vec::new())
    }
}
