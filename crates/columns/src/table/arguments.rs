//! The arguments of a call apart from the column: their names and defaults, and the values of a call.

use std::any::Any;
use std::sync::Arc;

use iriform::engine::{
    Level, Rule,
    findings::Names,
    percent::SAFE_SETS,
    prefixes::{PrefixMap, Syntax},
    relativize::FORMS,
    template::{EXTRAS, ORDERS},
    words::MASKINGS,
};
use iriform_kernel::ReferenceKind;

use crate::arrow::chunk::Column;
use crate::table::cells::{self, Cell};
use crate::table::component::Component;
use crate::templates::template::Template;

pub use crate::table::argument_type::ArgumentType;
pub use crate::table::given::{Given, VALUE_OF_PAIR};
pub use crate::table::value::{Value, names};

/// An argument of an operation.
pub struct Argument {
    /// The name.
    pub name: &'static str,
    /// The type of its value.
    pub of: ArgumentType,
    /// The value if the call omits it.
    pub default: Option<DefaultValue>,
    /// True if it is keyword-only in Python.
    pub by_name: bool,
    /// The allowed words, if core knows them all.
    pub choice: Option<&'static WordList>,
}

/// The allowed words of an argument.
pub struct WordList {
    /// The name of their type in Python.
    pub name: &'static str,
    /// The words.
    pub words: fn() -> Vec<&'static str>,
}

impl WordList {
    /// All choices.
    pub const ALL: [&Self; 8] = [
        &COMPONENTS, &LEVELS, &REFERENCE_FORMS, &SYNTAXES, &QUERY_ORDERS, &EXTRA_PAIRS, &SAFE,
        &MASKED,
    ];
}

static COMPONENTS: WordList =
    WordList { name: "Component", words: || Component::ALL.iter().map(|one| one.name()).collect() };
static LEVELS: WordList =
    WordList { name: "Level", words: || Level::ALL.iter().map(|level| level.name()).collect() };
static REFERENCE_FORMS: WordList =
    WordList { name: "Form", words: || FORMS.iter().map(|(name, _)| *name).collect() };
static SYNTAXES: WordList =
    WordList { name: "Syntax", words: || Syntax::ALL.iter().map(|one| one.name()).collect() };
static QUERY_ORDERS: WordList = WordList { name: "Order", words: || ORDERS.to_vec() };
static EXTRA_PAIRS: WordList = WordList { name: "Extra", words: || EXTRAS.to_vec() };
static SAFE: WordList =
    WordList { name: "Safe", words: || SAFE_SETS.iter().map(|(name, _)| *name).collect() };
static MASKED: WordList =
    WordList { name: "Masked", words: || MASKINGS.iter().map(|(name, _)| *name).collect() };

/// The value of an omitted argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// A truth value.
    Flag(bool),
    /// A level.
    Level(Level),
    /// A plain text.
    Text(&'static str),
    /// No text, an empty tuple in Python.
    Empty,
    /// Nothing, None in Python; for `Fields` all components.
    None,
    /// A `Part` that stays unchanged, `...` in Python.
    Unchanged,
}

/// The state that an operation prepares from its arguments before the first row.
pub type State = Box<dyn Any + Send + Sync>;

/// The arguments of a call, in the order of the table. They have the types of the table:
/// [`Operation::arguments`](super::operation::Operation::arguments) refuses others.
#[derive(Default)]
pub struct Arguments {
    pub(crate) values: Vec<Value>,
    pub(crate) state: Option<State>,
}

impl Argument {
    /// A required positional argument.
    const fn required(name: &'static str, of: ArgumentType) -> Self {
        Self { name, of, default: None, by_name: false, choice: None }
    }

    /// An optional positional argument.
    const fn or(name: &'static str, of: ArgumentType, default: DefaultValue) -> Self {
        Self { default: Some(default), ..Self::required(name, of) }
    }

    /// One of these words, keyword-only in Python.
    const fn choice(name: &'static str, choice: &'static WordList, default: &'static str) -> Self {
        let text = Self::or(name, ArgumentType::Text, DefaultValue::Text(default));
        Self { by_name: true, choice: Some(choice), ..text }
    }

    /// A base.
    pub const fn base() -> Self {
        Self::required("base", ArgumentType::Base)
    }

    /// A required text.
    pub const fn text(name: &'static str) -> Self {
        Self::required(name, ArgumentType::Text)
    }

    /// An optional text.
    pub const fn text_or(name: &'static str, default: &'static str) -> Self {
        Self::or(name, ArgumentType::Text, DefaultValue::Text(default))
    }

    /// A folder, keyword-only in Python.
    pub const fn root(name: &'static str) -> Self {
        Self { by_name: true, ..Self::or(name, ArgumentType::Root, DefaultValue::None) }
    }

    /// A required whole number.
    pub const fn number(name: &'static str) -> Self {
        Self::required(name, ArgumentType::Number)
    }

    /// The scheme for text without one, keyword-only in Python.
    pub const fn default_scheme() -> Self {
        let of = ArgumentType::OptionalText;
        Self { by_name: true, ..Self::or("default_scheme", of, DefaultValue::None) }
    }

    /// The characters that stay unencoded, keyword-only in Python.
    pub const fn safe() -> Self {
        Self::choice("safe", &SAFE, "unreserved")
    }

    /// The form of relative references, keyword-only in Python.
    pub const fn form() -> Self {
        Self::choice("form", &REFERENCE_FORMS, "shortest")
    }

    /// The choice of the masked parts.
    pub const fn masking() -> Self {
        Self { by_name: false, ..Self::choice("what", &MASKED, "secrets") }
    }

    /// A map of prefixes.
    pub const fn prefixes() -> Self {
        Self::required("prefixes", ArgumentType::Prefixes)
    }

    /// A policy.
    pub const fn policy() -> Self {
        Self::required("policy", ArgumentType::Policy)
    }

    /// A URI template.
    pub const fn template() -> Self {
        Self::required("template", ArgumentType::Template)
    }

    /// How the query of a row is matched, keyword-only in Python.
    pub const fn query() -> Self {
        Self::choice("query", &QUERY_ORDERS, "exact")
    }

    /// The choice for pairs that a template does not have, keyword-only in Python.
    pub const fn extra() -> Self {
        Self::choice("extra", &EXTRA_PAIRS, "allow")
    }

    /// The name of a syntax of compact IRIs, keyword-only in Python.
    pub const fn syntax() -> Self {
        Self::choice("syntax", &SYNTAXES, "plain")
    }

    /// Any number of texts: the remaining positional arguments in Python.
    pub const fn texts(name: &'static str) -> Self {
        Self::or(name, ArgumentType::Texts, DefaultValue::Empty)
    }

    /// Protected names, keyword-only in Python.
    pub const fn protected() -> Self {
        Self { by_name: true, ..Self::or("protected", ArgumentType::Names, DefaultValue::Empty) }
    }

    /// A map of texts to texts.
    pub const fn words(name: &'static str) -> Self {
        Self::or(name, ArgumentType::Words, DefaultValue::None)
    }

    /// A truth value, keyword-only in Python.
    pub const fn flag(name: &'static str, default: bool) -> Self {
        Self { by_name: true, ..Self::or(name, ArgumentType::Flag, DefaultValue::Flag(default)) }
    }

    /// True to repair an invalid row before the operation reads it, keyword-only in Python.
    pub const fn repair() -> Self {
        Self { of: ArgumentType::Repair, ..Self::flag("repair", false) }
    }

    /// A part of a reference.
    pub const fn part(part: Component) -> Self {
        Self::required(part.name(), ArgumentType::Part(part))
    }

    /// A part of a reference that stays unchanged if the call omits it, keyword-only in Python.
    pub const fn part_or_not(part: Component) -> Self {
        Self { default: Some(DefaultValue::Unchanged), by_name: true, ..Self::part(part) }
    }

    /// Names and their values.
    pub const fn pairs() -> Self {
        Self::required("pairs", ArgumentType::Pairs)
    }

    /// A level.
    pub const fn level(default: Level) -> Self {
        let level = Self::or("level", ArgumentType::Level, DefaultValue::Level(default));
        Self { choice: Some(&LEVELS), ..level }
    }

    /// Names of components.
    pub const fn fields() -> Self {
        Self::or("fields", ArgumentType::Fields, DefaultValue::None)
    }

    /// The annotation in Python; braces stand for a text or a column.
    pub fn annotation(&self) -> &'static str {
        self.choice.map_or(self.of.annotation(), |choice| choice.name)
    }
}

impl DefaultValue {
    /// The value for an argument of type `of`.
    pub fn value(self, of: ArgumentType) -> Value {
        match self {
            Self::Flag(flag) => Value::Flag(flag),
            Self::Level(level) => Value::Level(level),
            Self::Text(text) => Value::Text(text.to_owned()),
            Self::Empty | Self::None | Self::Unchanged => of.absent(),
        }
    }
}

impl Arguments {
    /// Arguments that only hold the values which decide the type of the answer.
    pub fn of_types(values: Vec<Value>) -> Self {
        Self { values, state: None }
    }

    /// The text of the argument at this index.
    pub fn text(&self, place: usize) -> &str {
        match self.values.get(place) {
            Some(Value::Text(text)) => text,
            _ => other(place, ""),
        }
    }

    /// The texts of the argument at this index.
    pub fn texts(&self, place: usize) -> &[String] {
        match self.values.get(place) {
            Some(Value::Texts(texts)) => texts,
            _ => other(place, &[]),
        }
    }

    /// The map of texts of the argument at this index.
    pub(crate) fn mapping(&self, place: usize) -> &[(String, String)] {
        match self.values.get(place) {
            Some(Value::Words(words)) => words,
            _ => other(place, &[]),
        }
    }

    /// The bool of the argument at this index.
    pub fn flag(&self, place: usize) -> bool {
        match self.values.get(place) {
            Some(Value::Flag(flag)) => *flag,
            _ => other(place, false),
        }
    }

    /// The number of the argument at this index.
    pub fn number(&self, place: usize) -> i64 {
        match self.values.get(place) {
            Some(Value::Number(number)) => *number,
            _ => other(place, 0),
        }
    }

    /// The level of the argument at this index.
    pub fn level(&self, place: usize) -> Level {
        match self.values.get(place) {
            Some(Value::Level(level)) => *level,
            _ => other(place, Level::String),
        }
    }

    /// The value that `prepare` made.
    pub fn state<T: 'static>(&self) -> Option<&T> {
        self.state.as_ref().and_then(|state| state.downcast_ref())
    }

    /// The requested components, all by default.
    pub(crate) fn components(&self) -> &[Component] {
        let named = self.values.iter().find_map(|value| match value {
            Value::Fields(fields) => Some(fields.as_slice()),
            _ => None,
        });
        named.unwrap_or(Component::ALL)
    }

    /// The template.
    pub fn template(&self) -> Option<&Template> {
        self.values.iter().find_map(|value| match value {
            Value::Template(template) => Some(&**template),
            _ => None,
        })
    }

    /// The protected names, if there are any.
    pub(crate) fn protected(&self) -> Option<&Names> {
        self.values.iter().find_map(|value| match value {
            Value::Names(names) if !names.is_empty() => Some(names),
            _ => None,
        })
    }

    /// The map of prefixes.
    pub(crate) fn prefixes(&self) -> Arc<PrefixMap> {
        let maps = self.values.iter().find_map(|value| match value {
            Value::Prefixes(map) => Some(Arc::clone(map)),
            _ => None,
        });
        maps.unwrap_or_default()
    }

    /// The base or bases that rows are resolved against or made relative to.
    pub(crate) fn base(&self) -> Option<&Cell> {
        self.values.iter().find_map(|value| match value {
            Value::Base(base) => Some(base),
            _ => None,
        })
    }

    /// The names of pairs, each with the count of its values.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, usize)> {
        let pairs = self.values.iter().find_map(|value| match value {
            Value::Pairs(pairs) => Some(pairs.as_slice()),
            _ => None,
        });
        pairs.unwrap_or_default().iter().map(|(name, values)| (name.as_str(), values.len()))
    }

    /// The cells of parts and of pairs, each with the production that its texts must match.
    pub(crate) fn cells(
        &self,
        production: ReferenceKind,
    ) -> impl Iterator<Item = (&Cell, Option<Rule>)> {
        self.values.iter().flat_map(move |value| match value {
            Value::Part(part, Some(cell)) => vec![(cell, Some(cells::rule(*part, production)))],
            Value::Pairs(pairs) => {
                let all = pairs.iter().flat_map(|(_, values)| values);
                all.map(|cell| (cell, None)).collect()
            }
            _ => Vec::new(),
        })
    }

    /// The columns among the arguments, with their names.
    pub(crate) fn columns(&self) -> Vec<(&str, &Column)> {
        let mut columns = Vec::new();
        for value in &self.values {
            match value {
                Value::Base(base) => columns.extend(base.column().map(|column| ("base", column))),
                Value::Part(part, Some(cell)) => {
                    columns.extend(cell.column().map(|column| (part.name(), column)));
                }
                Value::Pairs(pairs) => {
                    for (name, values) in pairs {
                        let of_name = values.iter().filter_map(Cell::column);
                        columns.extend(of_name.map(|column| (name.as_str(), column)));
                    }
                }
                _ => {}
            }
        }
        columns
    }
}

/// Replaces an argument of another type than the row of the table reads, which is a bug that the tests of the
/// row reveal.
#[cold]
fn other<T>(place: usize, empty: T) -> T {
    debug_assert!(false, "the argument at {place} has another type");
    empty
}
