//! What a row of the table says of an operation.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields};
use iriform_kernel::Kind;

use crate::arguments::{Argument, Arguments, State, Value};
use crate::chunk::TextType;
use crate::component::Component;
use crate::error::Error;
use crate::rows::{Made, Record, Row};

/// An operation on every row of a column.
pub struct Operation {
    /// The name of the function in every face; in SQL it has `iri_` before it.
    pub name: &'static str,
    /// What a call gives beside the column, in their order.
    pub arguments: &'static [Argument],
    /// What rows must be valid for unless the call says it.
    pub kind: Kind,
    /// What is done with a row, which also says of which type the answer is.
    pub work: Work,
    /// Makes of the arguments what all rows need, once for a call: a parsed template, say.
    pub prepare: Option<Prepare>,
    /// One line for documentation: a sentence.
    pub summary: &'static str,
    /// The rest of the docstring of `iriform.columns`, and its example.
    pub doc: &'static str,
}

/// Makes of the arguments what all rows need.
pub type Prepare = fn(&[Value]) -> Result<State, Error>;

/// Gives the texts of a row one by one, and says whether the row has a list.
pub type TextsOf = fn(&Row<'_>, &mut dyn FnMut(&str)) -> bool;

/// Gives the structs of a row one by one, and says whether the row has a list.
pub type RecordsOf = fn(&Row<'_>, &mut dyn FnMut(&Record<'_>)) -> bool;

/// What is done with a row. All but `Validity` and `Errors` answer null for a row that is not
/// valid, unless they say otherwise.
pub enum Work {
    /// Whether it is valid.
    Validity,
    /// Where and why it is not valid.
    Errors,
    /// One of its components.
    Component(Component),
    /// Those of its components that the argument of type `Fields` names.
    Components,
    /// A text of it.
    Text(fn(&Row<'_>, &mut String) -> Made),
    /// A text of it, and perhaps one of a row that is not valid.
    TextOfAny(fn(&Row<'_>, &mut String) -> Made, fn(&str, Kind, &mut String) -> Made),
    /// A truth of it, or null.
    Truth(fn(&Row<'_>) -> Option<bool>),
    /// A number of it, or null.
    Number(fn(&Row<'_>) -> Option<u16>),
    /// Several texts of it, or null where the function says false.
    Texts(TextsOf),
    /// Several structs of texts with these fields, or null where the function says false.
    Records(&'static [&'static str], RecordsOf),
    /// Several names of ours: as `Texts`, but text of a binary column, too.
    Codes(TextsOf),
}

/// What an error says of a row: the fields that are numbers, and those that are text.
pub const ERROR_NUMBERS: [&str; 3] = ["position", "start", "stop"];
/// See [`ERROR_NUMBERS`].
pub const ERROR_NAMES: [&str; 3] = ["production", "rule", "reason"];

impl Operation {
    /// The operation of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        crate::table::OPERATIONS.iter().find(|operation| operation.name == name)
    }

    /// Reads the arguments of a call, which are as many as the operation has.
    pub fn arguments(&self, values: Vec<Value>) -> Result<Arguments, Error> {
        let state = self.prepare.map(|prepare| prepare(&values)).transpose()?;
        Ok(Arguments { values, state })
    }

    /// The type of the answer for a column of that type.
    pub fn answer_type(&self, arguments: &Arguments, column: &TextType) -> DataType {
        let of_layout = |layout: DataType| match &column.keys {
            Some(keys) if !self.is_by_row(arguments) => {
                DataType::Dictionary(Box::new(keys.clone()), Box::new(layout))
            }
            _ => layout,
        };
        let text = || of_layout(column.layout.data_type());
        let component = |component: Component| match component {
            Component::Port => DataType::UInt16,
            _ => text(),
        };
        let name = || column.layout.of_text().data_type();
        match &self.work {
            Work::Validity | Work::Truth(_) => DataType::Boolean,
            Work::Number(_) => DataType::UInt16,
            Work::Errors => {
                let numbers = ERROR_NUMBERS.map(|name| (name, DataType::Int64));
                let names = ERROR_NAMES.map(|field| (field, of_layout(name())));
                structure(numbers.into_iter().chain(names))
            }
            Work::Component(one) => component(*one),
            Work::Components => {
                structure(arguments.components().iter().map(|&c| (c.name(), component(c))))
            }
            Work::Text(_) | Work::TextOfAny(..) => text(),
            Work::Texts(_) => list(column.layout.data_type()),
            Work::Records(fields, _) => {
                let text = column.layout.data_type();
                list(structure(fields.iter().map(|&field| (field, text.clone()))))
            }
            Work::Codes(_) => list(name()),
        }
    }

    /// Whether rows of a dictionary are asked one by one: the same text in two rows may have two
    /// answers, or the answer is of a type that no dictionary has.
    pub fn is_by_row(&self, arguments: &Arguments) -> bool {
        arguments.base_column().is_some()
            || matches!(self.work, Work::Texts(_) | Work::Codes(_) | Work::Records(..))
    }
}

/// A list of values that may be null.
pub fn list(values: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("item", values, true)))
}

fn structure(fields: impl Iterator<Item = (&'static str, DataType)>) -> DataType {
    DataType::Struct(fields.map(|(name, t)| Field::new(name, t, true)).collect::<Fields>())
}
