//! The functions of SQL that call Python: arguments are Arrow arrays, as engines pass them.

use arrow_data::ArrayData;
use iriform_columns::arguments::{Argument, Arguments};
use iriform_columns::chunk::{Column, TextType};
use iriform_columns::sql::{self, Constant, Fixed};
use iriform_columns::values::Values;
use iriform_columns::{Call, Error, Operation, production};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

use super::functions::{
    TEXT, answered, bases, expanded, imported, operation, reference, shown, type_name, values,
};
use super::given::GivenObject;
use crate::errors::{caught, raised};
use crate::policy::Policy;
use crate::text::valid_utf8;

/// The answers of a function of SQL for a column. `fixed` are the arguments that it was registered with, by
/// name, and `constant` returns the value that all rows of an array share.
#[pyfunction(signature = (name, fixed, constant, column, /, *arguments))]
pub(super) fn sql_column<'py>(
    name: &str,
    fixed: &Bound<'py, PyDict>,
    constant: &Bound<'py, PyAny>,
    column: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = column.py();
    caught(|| {
        let operation = operation(name)?;
        let fixed = read(operation, fixed)?;
        let is_empty = column.len()? == 0;
        let column = EngineColumn::of(column)?;
        if is_empty {
            // There are no rows, and the arguments have no value.
            let data_type = operation.answer_type(&of_types(fixed), column.text_type());
            return shown(py, false, data_type.clone(), vec![ArrayData::new_empty(&data_type)]);
        }
        let inputs: Vec<_> = arguments.iter().map(|array| Input { array, constant }).collect();
        let (arguments, production) = sql::read(operation, fixed, &inputs)?;
        let call = Call { operation, arguments: &arguments, production };
        match column {
            EngineColumn::Structs(values) => expanded(py, &values, &call, Some(1)),
            EngineColumn::Texts(column) => answered(py, &column, &call, Some(1)),
        }
    })
}

/// The type of the answer of a function for a column of text.
#[pyfunction(signature = (name, fixed, /))]
pub(super) fn sql_type<'py>(name: &str, fixed: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    caught(|| {
        let operation = operation(name)?;
        let arguments = of_types(read(operation, fixed)?);
        type_name(fixed.py(), &operation.answer_type(&arguments, &TEXT))
    })
}

/// A column of an engine.
enum EngineColumn {
    Texts(Column),
    /// Values for a template.
    Structs(Values),
}

impl EngineColumn {
    fn of(column: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_struct = column.getattr("type")?.str()?.to_str()?.starts_with("struct<");
        if is_struct {
            values(column).map(Self::Structs)
        } else {
            imported(column).map(Self::Texts)
        }
    }

    fn text_type(&self) -> &TextType {
        match self {
            Self::Texts(column) => &column.text_type,
            Self::Structs(_) => &TEXT,
        }
    }
}

/// Reads the arguments that a function was registered with.
pub(super) fn read(operation: &Operation, given: &Bound<'_, PyDict>) -> PyResult<Fixed> {
    let mut fixed = Fixed::nothing(operation);
    let kind = if let Some(as_) = given.get_item("as_")? {
        let kind = reference(&as_)?;
        fixed.production = Some(production::of_rule(kind.rule()));
        kind
    } else {
        reference(&PyString::new(given.py(), &production::class_name(operation.production)))?
    };
    let production = production::of_rule(kind.rule());
    let columns = |column: &Bound<'_, PyAny>| bases(column).map(Some);
    let read = |argument: &Argument, object: &_| {
        argument.of.read(GivenObject::of(argument, object, &columns), production)
    };
    for (argument, place) in operation.parameters().zip(&mut fixed.values) {
        let given = given.get_item(argument.name)?;
        *place = given.map(|given| read(argument, &given)).transpose()?;
    }
    if let Some(named) = given.get_item("policies")? {
        let named: Vec<(String, Bound<'_, Policy>)> = named.extract()?;
        let named = named.into_iter().map(|(name, policy)| (name, policy.get().shared()));
        fixed.policies = named.collect();
    }
    Ok(fixed)
}

/// Makes the arguments that decide the type of the answer.
fn of_types(fixed: Fixed) -> Arguments {
    Arguments::of_types(fixed.values.into_iter().flatten().collect())
}

/// An argument: an array, and the function that returns the value which all its rows share.
struct Input<'a, 'py> {
    array: Bound<'py, PyAny>,
    constant: &'a Bound<'py, PyAny>,
}

impl sql::Input for Input<'_, '_> {
    type Error = PyErr;

    fn constant(&self) -> PyResult<Option<Constant>> {
        let value = self.constant.call1((&self.array,))?;
        Ok(Some(if value.is_none() {
            return Ok(None);
        } else if value.is(value.py().Ellipsis()) {
            Constant::Null
        } else if let Ok(text) = value.cast::<PyString>() {
            Constant::Text(valid_utf8(text).into_owned())
        } else if let Ok(flag) = value.cast::<PyBool>() {
            Constant::Flag(flag.is_true())
        } else if let Ok(number) = value.cast::<PyInt>() {
            // A larger one is also beyond every position.
            let farthest =
                || if number.lt(0).is_ok_and(|is_less| is_less) { i64::MIN } else { i64::MAX };
            Constant::Number(number.extract().unwrap_or_else(|_| farthest()))
        } else if let Ok(items) = value.cast::<PyList>() {
            Constant::List(items.iter().map(|item| item.extract().ok()).collect())
        } else if let Ok(items) = value.cast::<PyDict>() {
            let item = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                Ok((name.extract()?, value.extract().ok()))
            };
            Constant::Map(items.iter().map(item).collect::<PyResult<_>>()?)
        } else {
            Constant::Other
        }))
    }

    fn column(&self) -> PyResult<Column> {
        bases(&self.array)
    }

    fn error(error: Error) -> PyErr {
        raised(error)
    }
}
