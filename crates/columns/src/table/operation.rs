//! The description of an operation: a row of the table.

use std::ops::Range;

use arrow_schema::DataType;
use iriform_kernel::{Marks, ReferenceKind, RowParts};

use crate::arrow::chunk::TextType;
use crate::arrow::types::{list, structure};
use crate::error::Error;
use crate::table::arguments::{Argument, ArgumentType, Arguments, State, Value};
use crate::table::component::Component;
use crate::table::rows::{Record, Row, TextAnswer};

/// An operation on every row of a column.
pub struct Operation {
    /// The name of the function in every interface; in SQL it has a prefix (`sql::PREFIX`).
    pub name: &'static str,
    /// Its own arguments apart from the column, in order: see [`Operation::parameters`].
    pub own: &'static [Argument],
    /// The default production that rows must match.
    pub production: ReferenceKind,
    /// The function for a row; its variant decides the type of the answer.
    pub work: Work,
    /// True if the answer depends on lists that a process may reload, or on named policies.
    pub reads_lists: bool,
    /// The marks without which a row is its own answer, if there are any.
    pub unchanged: Option<Unchanged>,
    /// Prepares the state for all rows from the arguments, once for each call, such as a parsed template.
    pub prepare: Option<Prepare>,
    /// One line for documentation: a sentence.
    pub summary: &'static str,
    /// The rest of the docstring of `iriform.columns`, and its example.
    pub doc: &'static str,
}

/// The marks without which a row is its own answer, by the arguments of a call.
pub type Unchanged = fn(&Arguments) -> Option<Marks>;

/// Prepares the state for all rows from the arguments, which have the types of the table.
pub type Prepare = fn(&Arguments) -> Result<State, Error>;

/// The part of a plain row that is its answer. The authority of a plain row is a host alone, with labels of
/// lower-case letters, digits and single hyphens.
pub type PartOfPlain = fn(&RowParts) -> Range<usize>;

/// Appends the text for a row, or returns the part of the row that it is.
pub type TextOf = fn(&Row<'_>, &mut String) -> TextAnswer;

/// Passes the structs of a row on one by one. Returns false if the answer is null. A struct without names of
/// fields is a text.
pub type RecordsOf = fn(&Row<'_>, &mut dyn FnMut(&Record<'_>)) -> bool;

/// Passes the pieces of a row on one by one: the range of each in octets, and the texts of its struct.
pub type PlacesOf = fn(&Row<'_>, &mut dyn FnMut(Range<usize>, &Record<'_>));

/// The names of the fields of a struct.
pub type FieldNames = &'static [&'static str];

/// The answer of an operation, with its function for a row. Unless stated otherwise, rows are valid, and the answer is
/// null for all others.
pub enum Work {
    /// One of the components, or a struct of those that the argument of type `Fields` names.
    Components(Option<Component>),
    /// A text made from this view of the row.
    Text(TextView, TextOf),
    /// A truth value, or null.
    Truth(fn(&Row<'_>) -> Option<bool>),
    /// A number, made from any row that is UTF-8.
    Number(fn(&Row<'_>) -> i64),
    /// A struct of texts, made from any row that is UTF-8.
    Record(FieldNames, RecordsOf),
    /// A list of structs of texts, or of texts if there are no names of fields.
    List(FieldNames, RecordsOf),
    /// A list of structs, made from any row that is UTF-8: the start and stop of a piece, and texts.
    Places(FieldNames, PlacesOf),
    /// The verdict of the grammar, of rules or of a policy.
    RowVerdict(RowVerdict),
    /// The variables of the template of the call, or null if the row does not match it.
    Variables,
    /// The answer of [`expand`](crate::expand) for a row of structs.
    Expansion(Expansion),
}

/// The view of a row for a function that makes texts.
#[derive(Clone, Copy)]
pub enum TextView {
    /// The components of a valid row.
    Parsed,
    /// The components of a valid row before its path, which is faster.
    Authority,
    /// Like `Authority`, but the answer for a plain row, as most are, is a part of the row at positions that
    /// the kernel knows.
    Plain(PartOfPlain),
    /// The components of a valid row; the function makes the text for any other row.
    OrInvalid(TextOf),
    /// The text of a valid row, without components. The function appends.
    Whole,
    /// The text of any row, without components. The function appends a text; an invalid one becomes null.
    Checked,
    /// The text of any row that is UTF-8, without components.
    Any,
}

/// The verdict of the grammar, of rules or of a policy on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowVerdict {
    /// True for a valid row.
    Valid,
    /// The position and reason of its fault: a struct, null for a valid row.
    Fault,
    /// True if the rules of the call find anything.
    Found,
    /// The codes of the findings of those rules: always of type text, even for a binary column.
    Codes,
    /// True if the policy of the call allows the row: false for an invalid one.
    Allowed,
    /// The codes of the reasons why the policy refuses the row, valid or not; also of type text in every
    /// layout.
    Refusals,
}

/// The parts of a template's expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The text.
    Text,
    /// Why there is none: a struct of texts, null if there is an expansion.
    Errors,
}

/// The fields of an answer of `RowVerdict::Fault`. These are numbers, the others texts; the hint and the
/// repaired text may be null.
pub const ERROR_NUMBERS: [&str; 3] = ["position", "start", "stop"];
/// The numbers of an answer of `Places`.
pub const PLACE_NUMBERS: [&str; 2] = ["start", "stop"];
/// See [`ERROR_NUMBERS`].
pub const ERROR_TEXTS: [&str; 6] = ["production", "rule", "reason", "message", "hint", "repaired"];

/// The fields of an answer of `Expansion::Errors`.
pub const EXPANSION_ERRORS: [&str; 3] = ["variable", "rule", "message"];

/// It follows an operation's own arguments.
static REPAIR: [Argument; 1] = [Argument::repair()];

impl Operation {
    /// The arguments after the column, in order: its own, and `repair` if rows must be valid.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = &'static Argument> + Clone + use<> {
        let (own, repair) = (self.own, if self.reads_valid_rows() { &REPAIR[..] } else { &[] });
        (0..own.len() + repair.len())
            .map(move |i| own.get(i).unwrap_or_else(|| &repair[i - own.len()]))
    }

    /// Returns true if an invalid row has no answer.
    fn reads_valid_rows(&self) -> bool {
        match self.work {
            Work::Components(_) | Work::Truth(_) | Work::List(..) | Work::Variables => true,
            Work::Text(view, _) => {
                !matches!(view, TextView::OrInvalid(_) | TextView::Checked | TextView::Any)
            }
            Work::RowVerdict(verdict) => {
                matches!(verdict, RowVerdict::Found | RowVerdict::Codes)
            }
            Work::Number(_) | Work::Record(..) | Work::Places(..) | Work::Expansion(_) => false,
        }
    }

    /// Returns true if the call repairs invalid rows.
    pub(crate) fn repairs(&self, arguments: &Arguments) -> bool {
        self.reads_valid_rows()
            && matches!(arguments.values.get(self.own.len()), Some(Value::Flag(true)))
    }

    /// Reads the arguments of a call. More policies may follow, which must also allow a row: a class has those
    /// of its bases.
    ///
    /// # Errors
    ///
    /// Values of the wrong number or type are a bug of the caller. What `prepare` refuses.
    pub fn arguments(&self, values: Vec<Value>) -> Result<Arguments, Error> {
        let parameters = self.parameters();
        let (own, further) = values.split_at(parameters.len().min(values.len()));
        let are_all = own.len() == parameters.len()
            && own.iter().zip(parameters.clone()).all(|(value, argument)| argument.of.has(value))
            && further.iter().all(|value| ArgumentType::Policy.has(value));
        if !are_all {
            let names: Vec<_> = parameters.map(|argument| argument.name).collect();
            let names = names.join(", ");
            return Err(Error::Type(format!(
                "{} takes values of its types for: {names}",
                self.name
            )));
        }
        let mut arguments = Arguments { values, state: None };
        arguments.state = self.prepare.map(|prepare| prepare(&arguments)).transpose()?;
        Ok(arguments)
    }

    /// The type of the answer for a column of a type.
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
        let structure_of = |fields: FieldNames, text: DataType| {
            structure(fields.iter().map(|&field| (field, text.clone())))
        };
        match &self.work {
            Work::Truth(_)
            | Work::RowVerdict(RowVerdict::Valid | RowVerdict::Found | RowVerdict::Allowed) => {
                DataType::Boolean
            }
            Work::RowVerdict(RowVerdict::Codes | RowVerdict::Refusals) => {
                list(column.layout, name())
            }
            Work::RowVerdict(RowVerdict::Fault) => {
                let numbers = ERROR_NUMBERS.map(|name| (name, DataType::Int64));
                let texts = ERROR_TEXTS.map(|field| (field, of_layout(name())));
                structure(numbers.into_iter().chain(texts))
            }
            Work::Number(_) => DataType::Int64,
            Work::Places(fields, _) => {
                let numbers = PLACE_NUMBERS.map(|name| (name, DataType::Int64));
                let texts = fields.iter().map(|&field| (field, column.layout.data_type()));
                list(column.layout, structure(numbers.into_iter().chain(texts)))
            }
            Work::Components(Some(one)) => component(*one),
            Work::Components(None) => {
                structure(arguments.components().iter().map(|&c| (c.name(), component(c))))
            }
            Work::Text(..) | Work::Expansion(Expansion::Text) => text(),
            Work::Expansion(Expansion::Errors) => structure_of(&EXPANSION_ERRORS, text()),
            Work::List([], _) => list(column.layout, column.layout.data_type()),
            Work::List(fields, _) => {
                list(column.layout, structure_of(fields, column.layout.data_type()))
            }
            Work::Record(fields, _) => structure_of(fields, column.layout.data_type()),
            // Without a template, as SQL declares the function, the answer is JSON.
            Work::Variables => arguments
                .template()
                .map_or_else(text, |template| template.answer_type(column.layout)),
        }
    }

    /// Returns true if its column has structs, or JSON objects, whose members are the values of variables.
    pub fn is_of_values(&self) -> bool {
        matches!(self.work, Work::Expansion(_))
    }

    /// Returns true if a dictionary column is evaluated row by row, not text by text: either rows with the
    /// same text may have different answers, or the answer is of a type that cannot be looked up by
    /// key.
    pub fn is_by_row(&self, arguments: &Arguments) -> bool {
        !arguments.columns().is_empty()
            || matches!(
                self.work,
                Work::List(..)
                    | Work::RowVerdict(RowVerdict::Codes | RowVerdict::Refusals)
                    | Work::Record(..)
                    | Work::Places(..)
                    | Work::Variables
            )
    }
}
