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
    /// The name of the function in every face; in SQL it has a prefix (`sql::PREFIX`).
    pub name: &'static str,
    /// The arguments beside the column, in order.
    pub arguments: &'static [Argument],
    /// The default production that rows must match.
    pub production: ReferenceKind,
    /// The function for a row; its variant decides the type of the answer.
    pub work: Work,
    /// The marks without which a row is its own answer, if there are any.
    pub unchanged: Option<Unchanged>,
    /// Prepares what all rows need from the arguments, once for a call, such as a parsed template.
    pub prepare: Option<Prepare>,
    /// One line for documentation: a sentence.
    pub summary: &'static str,
    /// The rest of the docstring of `iriform.columns`, and its example.
    pub doc: &'static str,
}

/// The marks without which a row is its own answer, by the arguments of a call.
pub type Unchanged = fn(&Arguments) -> Option<Marks>;

/// Prepares what all rows need from the arguments.
pub type Prepare = fn(&[Value]) -> Result<State, Error>;

/// The part of a plain row that is its answer: of a row whose authority is a host alone, which is labels of lower-case
/// letters, digits and single hyphens.
pub type PartOfPlain = fn(&RowParts) -> Range<usize>;

/// Appends the text that is made of another; returns whether there is one.
pub type TextOfText = fn(&str, &Arguments, &mut String) -> bool;

/// The text that is made of an invalid one.
pub type TextOfInvalid = fn(&str, ReferenceKind, &Arguments, &mut String) -> TextAnswer;

/// Passes on the texts of a row one by one, each of which may be absent; returns whether the row has
/// a list.
pub type TextsOf = fn(&Row<'_>, &mut dyn FnMut(Option<&str>)) -> bool;

/// Passes on the struct of a text, which is valid if there is one; returns whether there is.
pub type JudgedRecord = fn(&str, &mut dyn FnMut(&Record<'_>)) -> bool;

/// Passes on the structs of a row one by one; returns whether the row has a list.
pub type RecordsOf = fn(&Row<'_>, &mut dyn FnMut(&Record<'_>)) -> bool;

/// Passes on pieces of a text one by one: where each stands in octets, and the texts of its struct.
pub type PlacesOf = fn(&str, &Arguments, &mut dyn FnMut(Range<usize>, &Record<'_>));

/// Counts something in a text.
pub type CountOf = fn(&str, &Arguments) -> i64;

/// The function for a row, by the type of its answer. All but `Validity`, `Errors`,
/// `Allowed` and `Refusals` answer null
/// for an invalid row, unless stated otherwise.
pub enum Work {
    /// Whether it is valid.
    Validity,
    /// The position and reason of its fault.
    Errors,
    /// One of its components.
    Component(Component),
    /// The components that the argument of type `Fields` names.
    Components,
    /// A text.
    Text(fn(&Row<'_>, &mut String) -> TextAnswer),
    /// As `Text`, but faster, because the function asks for no component from the path on.
    TextOfAuthority(fn(&Row<'_>, &mut String) -> TextAnswer),
    /// As `TextOfAuthority`, but the answer of a row that the kernel takes for plain, as most are, is a part of it
    /// that its positions tell.
    PartOfPlain(fn(&Row<'_>, &mut String) -> TextAnswer, PartOfPlain),
    /// A text made of a valid row, and another made of an invalid one.
    TextOrInvalid(fn(&Row<'_>, &mut String) -> TextAnswer, TextOfInvalid),
    /// A text that the function appends, made of the text of a valid row, or none if it returns false.
    /// As `Text`, but faster, because it needs no components.
    TextOfText(TextOfText),
    /// As `TextOfText`, but made of any row, and null if what is appended is not valid.
    ValidText(TextOfText),
    /// As `TextOfText`, but made of any row that is UTF-8: the column is of other texts.
    AnyText(TextOfText),
    /// A text, made of the text of any row: the function tells which are valid, faster than the kernel for those that
    /// it is about.
    JudgedText(TextOfInvalid),
    /// A truth value, or null.
    Truth(fn(&Row<'_>) -> Option<bool>),
    /// A list of texts, or null if the function returns false.
    Texts(TextsOf),
    /// A struct of texts with these fields, made of the text of any row as in `JudgedText`, or null if the function
    /// returns false.
    JudgedRecord(&'static [&'static str], JudgedRecord),
    /// A list of structs of texts with these fields, or null if the function returns false.
    Records(&'static [&'static str], RecordsOf),
    /// A list of structs, made of any row that is UTF-8: where a piece of it starts and stops, and texts with these
    /// fields.
    Places(&'static [&'static str], PlacesOf),
    /// A number, made of any row that is UTF-8.
    Count(CountOf),
    /// The variables of the template that the arguments hold, or null if the row does not match it.
    Variables,
    /// A text, made of a row of structs by [`expand`](crate::expand), which evaluates it.
    Expansion,
    /// A struct of texts that says why [`Expansion`](Self::Expansion) gives a row none; null where it gives one.
    ExpansionErrors,
    /// Whether the rules that the arguments ask find anything.
    Found,
    /// The codes of what those rules find: as `Texts`, but always of type text, even for a binary
    /// column.
    Codes,
    /// Whether the policy of the call allows each row: false for an invalid one.
    Allowed,
    /// The codes of why the policy refuses each row, valid or not; also of type text in every layout.
    Refusals,
}

/// The fields of an answer of `Errors`: these are numbers, and the others are text, of which a row may have no hint.
pub const ERROR_NUMBERS: [&str; 3] = ["position", "start", "stop"];
/// The numbers of an answer of `Places`.
pub const PLACE_NUMBERS: [&str; 2] = ["start", "stop"];
/// See [`ERROR_NUMBERS`].
pub const ERROR_TEXTS: [&str; 5] = ["production", "rule", "reason", "message", "hint"];

/// The fields of an answer of `ExpansionErrors`.
pub const EXPANSION_ERRORS: [&str; 3] = ["variable", "rule", "message"];

impl Operation {
    /// Reads the arguments of a call. Behind them may be more policies, which must allow a row, too: a class
    /// has those of its bases.
    ///
    /// # Errors
    ///
    /// Values that are not as many as the operation has arguments, or not of their types: a fault of the caller's
    /// code. What `prepare` refuses.
    pub fn arguments(&self, values: Vec<Value>) -> Result<Arguments, Error> {
        let (own, further) = values.split_at(self.arguments.len().min(values.len()));
        let are_all = own.len() == self.arguments.len()
            && own.iter().zip(self.arguments).all(|(value, argument)| argument.of.has(value))
            && further.iter().all(|value| ArgumentType::Policy.has(value));
        if !are_all {
            let names: Vec<_> = self.arguments.iter().map(|argument| argument.name).collect();
            let names = names.join(", ");
            return Err(Error::Type(format!(
                "{} takes values of its types for: {names}",
                self.name
            )));
        }
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
            Work::Validity | Work::Truth(_) | Work::Found | Work::Allowed => DataType::Boolean,
            Work::Errors => {
                let numbers = ERROR_NUMBERS.map(|name| (name, DataType::Int64));
                let texts = ERROR_TEXTS.map(|field| (field, of_layout(name())));
                structure(numbers.into_iter().chain(texts))
            }
            Work::Count(_) => DataType::Int64,
            Work::Places(fields, _) => {
                let numbers = PLACE_NUMBERS.map(|name| (name, DataType::Int64));
                let texts = fields.iter().map(|&field| (field, column.layout.data_type()));
                list(column.layout, structure(numbers.into_iter().chain(texts)))
            }
            Work::Component(one) => component(*one),
            Work::Components => {
                structure(arguments.components().iter().map(|&c| (c.name(), component(c))))
            }
            Work::Text(_)
            | Work::TextOfAuthority(_)
            | Work::PartOfPlain(..)
            | Work::TextOrInvalid(..)
            | Work::AnyText(_)
            | Work::TextOfText(_)
            | Work::JudgedText(_)
            | Work::ValidText(_)
            | Work::Expansion => text(),
            Work::ExpansionErrors => {
                structure(EXPANSION_ERRORS.map(|field| (field, text())).into_iter())
            }
            Work::Texts(_) => list(column.layout, column.layout.data_type()),
            Work::JudgedRecord(fields, _) => {
                let text = column.layout.data_type();
                structure(fields.iter().map(|&field| (field, text.clone())))
            }
            Work::Records(fields, _) => {
                let text = column.layout.data_type();
                list(column.layout, structure(fields.iter().map(|&field| (field, text.clone()))))
            }
            Work::Codes | Work::Refusals => list(column.layout, name()),
            // Without a template, as SQL declares the function, the answer is JSON.
            Work::Variables => arguments
                .template()
                .map_or_else(text, |template| template.answer_type(column.layout)),
        }
    }

    /// Whether its column is of structs, or of JSON of them, whose members are the values of variables.
    pub fn is_of_values(&self) -> bool {
        matches!(self.work, Work::Expansion | Work::ExpansionErrors)
    }

    /// Whether a dictionary column is evaluated row by row, not text by text: either rows with the
    /// same text may have different answers, or the answer is of a type that cannot be looked up by
    /// key.
    pub fn is_by_row(&self, arguments: &Arguments) -> bool {
        !arguments.columns().is_empty()
            || matches!(
                self.work,
                Work::Texts(_)
                    | Work::Codes
                    | Work::Refusals
                    | Work::JudgedRecord(..)
                    | Work::Records(..)
                    | Work::Places(..)
                    | Work::Variables
            )
    }
}
