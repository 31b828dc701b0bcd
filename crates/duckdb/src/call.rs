//! The arguments of a call: the column first, the others by position.

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use iriform_columns::arguments::{self, ArgumentType, Arguments, Value, of_word};
use iriform_columns::bases::{Base, is_base};
use iriform_columns::chunk::{self, Chunk, Column, Layout, Storage, TextType, Texts, Width};
use iriform_columns::memory::{copied, room};
use iriform_columns::production::class_name;
use iriform_columns::{Error, Operation, PRODUCTIONS};
use iriform_core::prefixes::Prefix;
use iriform_kernel::Production;

use crate::vectors::{Holds, Input};

/// What a call asks.
pub(crate) struct Call {
    pub(crate) column: Column,
    pub(crate) arguments: Arguments,
    pub(crate) production: Production,
}

/// Reads the arguments of a call of the function `name`.
pub(crate) fn read(
    operation: &Operation,
    name: &str,
    inputs: &[Input<'_>],
) -> Result<Call, String> {
    let said = |error: Error| error.to_string();
    let (column, others) = inputs.split_first().ok_or_else(|| format!("{name} needs a column"))?;
    // The components that are wanted need no argument in SQL, which reads fields by itself.
    let is_named = |of: ArgumentType| of != ArgumentType::Fields;
    let named: Vec<_> = operation.arguments.iter().filter(|one| is_named(one.of)).collect();
    if others.len() > named.len() + 1 {
        return Err(format!("{name} takes at most {} arguments", named.len() + 2));
    }
    // Bases depend on what rows must match, which is the last argument.
    let production = match others.get(named.len()) {
        Some(input) => named_production(&only("as", input)?)?,
        None => operation.production,
    };
    let mut given = others.iter().take(named.len());
    let mut values = Vec::with_capacity(operation.arguments.len());
    for argument in operation.arguments {
        let input = is_named(argument.of).then(|| given.next()).flatten();
        values.push(match (input, argument.default) {
            (Some(input), _) if argument.of == ArgumentType::Base => {
                Value::Base(base(input, production).map_err(said)?)
            }
            (Some(input), _) if argument.of == ArgumentType::Texts => {
                Value::Texts(texts(argument.name, input)?)
            }
            (Some(input), _) if argument.of == ArgumentType::Prefixes => {
                prefixes(argument.name, input)?
            }
            (Some(input), _) => of_word(argument.of, &only(argument.name, input)?).map_err(said)?,
            (None, Some(default)) => default.value(argument.of),
            (None, None) => {
                let last = named.iter().rposition(|one| one.default.is_none()).unwrap_or(0);
                let call: Vec<_> = named[..=last].iter().map(|one| one.name).collect();
                let (missing, call) = (argument.name, call.join(", "));
                return Err(format!("{name} needs {missing}: {name}(column, {call})"));
            }
        });
    }
    let arguments = operation.arguments(values).map_err(said)?;
    Ok(Call { column: of_input(column).map_err(said)?, arguments, production })
}

/// The production of that name.
fn named_production(name: &str) -> Result<Production, String> {
    iriform_columns::production::named(name).map_err(|_| {
        let mut names: Vec<_> = PRODUCTIONS.into_iter().map(class_name).collect();
        for production in PRODUCTIONS {
            let name = production.rule().name();
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        format!("as must be one of {}, not '{name}'", names.join(", "))
    })
}

/// The value of an argument that is the same in every row.
fn only(name: &str, input: &Input<'_>) -> Result<String, String> {
    let word = match input.holds {
        Holds::Texts => input.only_text().map(str::to_owned),
        Holds::Truths => input.only_truth().map(|truth| truth.to_string()),
        Holds::Nulls | Holds::Other => None,
    };
    word.ok_or_else(|| format!("{name} must be one value, not a column"))
}

/// Several texts that are the same in every row, as JSON.
///
/// DuckDB's own lists are refused: it does not say how the items of a list lie in memory, and they
/// can lie in other ways than the one that can be read.
fn texts(name: &str, input: &Input<'_>) -> Result<Vec<String>, String> {
    if input.holds == Holds::Other {
        return Err(format!(
            "{name} must be JSON of a list of texts here: '[\"a\", \"b\"]', or to_json(['a', 'b'])"
        ));
    }
    let read = json(name, input)?;
    let texts = read.as_array().and_then(|items| {
        items.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
    });
    texts.ok_or_else(|| format!("{name} must be a list of texts, or JSON of one"))
}

/// A map of prefixes that is the same in every row, as JSON; DuckDB's own maps are lists.
fn prefixes(name: &str, input: &Input<'_>) -> Result<Value, String> {
    if input.holds == Holds::Other {
        return Err(format!(
            "{name} must be JSON of a map of names to IRIs here: '{{\"a\": \"http://a/\"}}', or to_json(…)"
        ));
    }
    let read = json(name, input)?;
    let prefixes = read.as_object().and_then(|items| {
        let prefixes = items.iter().map(|(name, namespace)| {
            let (name, namespace) = (name.clone(), namespace.as_str()?.to_owned());
            Some(Prefix { name, namespace, is_declared: false })
        });
        prefixes.collect::<Option<Vec<_>>>()
    });
    let prefixes =
        prefixes.ok_or_else(|| format!("{name} must be a map of names to IRIs, or JSON of one"))?;
    arguments::prefixes(prefixes).map_err(|error| error.to_string())
}

/// JSON that is the same in every row.
fn json(name: &str, input: &Input<'_>) -> Result<serde_json::Value, String> {
    serde_json::from_str(&only(name, input)?)
        .map_err(|error| format!("{name} is not JSON: {error}"))
}

/// The base or the bases of the rows.
fn base(input: &Input<'_>, production: Production) -> Result<Base, Error> {
    match input.only_text().filter(|text| is_base(text.as_bytes(), production)) {
        Some(text) => Ok(Base::One(text.to_owned())),
        None => of_input(input).map(Base::Column),
    }
}

/// A column of the texts of a vector. Their offsets have 64 bits, so that there is room for every
/// answer.
fn of_input(input: &Input<'_>) -> Result<Column, Error> {
    let rows = input.rows;
    let mut length = 0;
    input.each_text(|text| length += text.len());
    let mut bytes = room(length)?;
    let mut offsets = room(rows + 1)?;
    offsets.push(0);
    input.each_text(|text| {
        bytes.extend_from_slice(text);
        // OK because no memory is that large.
        offsets.push(i64::try_from(bytes.len()).unwrap_or(i64::MAX));
    });
    let storage = Storage::Large(ScalarBuffer::from(offsets), Buffer::from_vec(bytes));
    let texts = Texts { len: rows, validity: validity(input)?, storage };
    let layout = Layout { width: Width::Large, ..Layout::TEXT };
    let text_type = TextType { layout, keys: None };
    Ok(Column { text_type, chunks: vec![Chunk::Plain(texts)], is_chunked: false })
}

/// The rows that are not null; none if all are.
fn validity(input: &Input<'_>) -> Result<Option<NullBuffer>, Error> {
    if input.holds == Holds::Nulls {
        return Ok(Texts::all_null(input.rows)?.validity);
    }
    let Some(words) = input.validity() else { return Ok(None) };
    let words = Buffer::from_vec(copied(words)?);
    Ok(chunk::validity(BooleanBuffer::new(words, 0, input.rows)))
}
