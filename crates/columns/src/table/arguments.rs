//! The arguments of a call beside the column: their types, defaults and values.

use std::any::Any;
use std::sync::Arc;

use iriform::engine::findings::Names;
use iriform::engine::prefixes::{Prefix, PrefixMap};
use iriform::engine::{Level, Policy, Rule};
use iriform_kernel::Production;

use crate::arrow::chunk::Column;
use crate::error::Error;
use crate::table::bases::{Base, is_base};
use crate::table::cells::{self, Cell};
use crate::table::component::Component;
use crate::table::last::Last;
use crate::table::policies;
use crate::templates::template::Template;

/// An argument of an operation.
pub struct Argument {
    /// The name.
    pub name: &'static str,
    /// The type of its value.
    pub of: ArgumentType,
    /// The value if the call leaves it out.
    pub default: Option<DefaultValue>,
    /// Whether it is keyword-only in Python.
    pub by_name: bool,
}

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentType {
    /// Plain text.
    Text,
    /// Several plain texts.
    Texts,
    /// Names that hosts must not be taken for, in one value.
    Names,
    /// A map of texts to texts, or none.
    Words,
    /// A map of prefixes.
    Prefixes,
    /// A URI template.
    Template,
    /// A truth value.
    Flag,
    /// A whole number.
    Number,
    /// A level of comparison of RFC 3986 §6.2.
    Level,
    /// Names of components, each at most once.
    Fields,
    /// Text that has a scheme, or a column of such texts.
    Base,
    /// Text that has a scheme, or none.
    Root,
    /// Plain text, or none.
    OptionalText,
    /// A policy.
    Policy,
    /// This part of a reference, or null, or a column of it.
    Part(Component),
    /// Names, each with a plain text, null or a column, or with several of these.
    Pairs,
}

/// The value of an argument that the call leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// A truth value.
    Flag(bool),
    /// A level.
    Level(Level),
    /// A plain text.
    Text(&'static str),
    /// All components for `Fields`; none for `Texts` and `Names`.
    All,
    /// None for `Root`, `OptionalText` and `Words`.
    None,
    /// A `Part` that stays as it is.
    Unchanged,
}

/// The value of an argument in a call.
pub enum Value {
    /// A value of type `Text`, `Root` or `OptionalText`; empty without a text.
    Text(String),
    /// A value of type `Texts`.
    Texts(Vec<String>),
    /// A value of type `Names`.
    Names(Names),
    /// A value of type `Words`.
    Words(Vec<(String, String)>),
    /// A value of type `Prefixes`.
    Prefixes(Arc<PrefixMap>),
    /// A value of type `Template`.
    Template(Box<Template>),
    /// A value of type `Flag`.
    Flag(bool),
    /// A value of type `Number`.
    Number(i64),
    /// A value of type `Level`.
    Level(Level),
    /// A value of type `Fields`.
    Fields(Vec<Component>),
    /// A value of type `Base`.
    Base(Base),
    /// A value of type `Policy`.
    Policy(Arc<Policy>),
    /// A value of type `Part`: none where the part stays as it is.
    Part(Component, Option<Cell>),
    /// A value of type `Pairs`.
    Pairs(Vec<(String, Vec<Cell>)>),
}

/// The state that an operation prepares from the arguments before the first row.
pub type State = Box<dyn Any + Send + Sync>;

/// The arguments of a call, in the order of the table, by which rows read them. Their types are those of the table:
/// [`Operation::arguments`](super::operation::Operation::arguments) refuses others.
#[derive(Default)]
pub struct Arguments {
    pub(crate) values: Vec<Value>,
    pub(crate) state: Option<State>,
}

impl Argument {
    /// A base.
    pub const fn base() -> Self {
        Self { name: "base", of: ArgumentType::Base, default: None, by_name: false }
    }

    /// A required text.
    pub const fn text(name: &'static str) -> Self {
        Self { name, of: ArgumentType::Text, default: None, by_name: false }
    }

    /// An optional text.
    pub const fn text_or(name: &'static str, default: &'static str) -> Self {
        let default = Some(DefaultValue::Text(default));
        Self { name, of: ArgumentType::Text, default, by_name: false }
    }

    /// A folder, keyword-only in Python.
    pub const fn root(name: &'static str) -> Self {
        Self { name, of: ArgumentType::Root, default: Some(DefaultValue::None), by_name: true }
    }

    /// A required whole number.
    pub const fn number(name: &'static str) -> Self {
        Self { name, of: ArgumentType::Number, default: None, by_name: false }
    }

    /// The scheme that text without one gets, keyword-only in Python.
    pub const fn default_scheme() -> Self {
        let default = Some(DefaultValue::None);
        Self { name: "default_scheme", of: ArgumentType::OptionalText, default, by_name: true }
    }

    /// The characters that are left as they are, keyword-only in Python.
    pub const fn safe() -> Self {
        Self { by_name: true, ..Self::text_or("safe", "unreserved") }
    }

    /// The form of relative references, keyword-only in Python.
    pub const fn form() -> Self {
        Self { by_name: true, ..Self::text_or("form", "shortest") }
    }

    /// A map of prefixes.
    pub const fn prefixes() -> Self {
        Self { name: "prefixes", of: ArgumentType::Prefixes, default: None, by_name: false }
    }

    /// A policy.
    pub const fn policy() -> Self {
        Self { name: "policy", of: ArgumentType::Policy, default: None, by_name: false }
    }

    /// A URI template.
    pub const fn template() -> Self {
        Self { name: "template", of: ArgumentType::Template, default: None, by_name: false }
    }

    /// How the query of a row is matched, keyword-only in Python.
    pub const fn query() -> Self {
        Self { by_name: true, ..Self::text_or("query", "exact") }
    }

    /// The choice for pairs that a template does not have, keyword-only in Python.
    pub const fn extra() -> Self {
        Self { by_name: true, ..Self::text_or("extra", "allow") }
    }

    /// The name of a syntax of compact IRIs, keyword-only in Python.
    pub const fn syntax() -> Self {
        Self { by_name: true, ..Self::text_or("syntax", "plain") }
    }

    /// Any number of texts: the rest of the arguments by place in Python.
    pub const fn texts(name: &'static str) -> Self {
        Self { name, of: ArgumentType::Texts, default: Some(DefaultValue::All), by_name: false }
    }

    /// Names that hosts must not be taken for, keyword-only in Python.
    pub const fn protected() -> Self {
        let default = Some(DefaultValue::All);
        Self { name: "protected", of: ArgumentType::Names, default, by_name: true }
    }

    /// A map of texts to texts.
    pub const fn words(name: &'static str) -> Self {
        Self { name, of: ArgumentType::Words, default: Some(DefaultValue::None), by_name: false }
    }

    /// A truth value, keyword-only in Python.
    pub const fn flag(name: &'static str, default: bool) -> Self {
        let default = Some(DefaultValue::Flag(default));
        Self { name, of: ArgumentType::Flag, default, by_name: true }
    }

    /// A part of a reference.
    pub const fn part(part: Component) -> Self {
        Self { name: part.name(), of: ArgumentType::Part(part), default: None, by_name: false }
    }

    /// A part of a reference that stays as it is where the call leaves it out, keyword-only in Python.
    pub const fn part_or_not(part: Component) -> Self {
        let default = Some(DefaultValue::Unchanged);
        Self { default, by_name: true, ..Self::part(part) }
    }

    /// Names and their values.
    pub const fn pairs() -> Self {
        Self { name: "pairs", of: ArgumentType::Pairs, default: None, by_name: false }
    }

    /// A level.
    pub const fn level(default: Level) -> Self {
        let default = Some(DefaultValue::Level(default));
        Self { name: "level", of: ArgumentType::Level, default, by_name: false }
    }

    /// Names of components.
    pub const fn fields() -> Self {
        let default = Some(DefaultValue::All);
        Self { name: "fields", of: ArgumentType::Fields, default, by_name: false }
    }
}

impl Argument {
    /// Whether a call in SQL gives its name before its value.
    pub(crate) fn is_named_in_sql(&self) -> bool {
        match self.of {
            ArgumentType::Part(_) => self.by_name,
            of => of == ArgumentType::Pairs,
        }
    }
}

impl Value {
    /// Whether an argument of type `of` may have the value.
    pub(crate) fn is_of(&self, of: ArgumentType) -> bool {
        use ArgumentType as Of;
        match self {
            Self::Text(_) => matches!(of, Of::Text | Of::OptionalText | Of::Root),
            Self::Texts(_) => of == Of::Texts,
            Self::Names(_) => of == Of::Names,
            Self::Words(_) => of == Of::Words,
            Self::Prefixes(_) => of == Of::Prefixes,
            Self::Template(_) => of == Of::Template,
            Self::Flag(_) => of == Of::Flag,
            Self::Number(_) => of == Of::Number,
            Self::Level(_) => of == Of::Level,
            Self::Fields(_) => of == Of::Fields,
            Self::Base(_) => of == Of::Base,
            Self::Policy(_) => of == Of::Policy,
            Self::Part(part, _) => of == Of::Part(*part),
            Self::Pairs(_) => of == Of::Pairs,
        }
    }
}

impl DefaultValue {
    /// The value that it stands for, in an argument of type `of`.
    pub fn value(self, of: ArgumentType) -> Value {
        match self {
            Self::Flag(flag) => Value::Flag(flag),
            Self::Level(level) => Value::Level(level),
            Self::Text(text) => Value::Text(text.to_owned()),
            Self::All if of == ArgumentType::Fields => Value::Fields(Component::ALL.to_vec()),
            Self::All if of == ArgumentType::Names => Value::Names(Names::default()),
            Self::All => Value::Texts(Vec::new()),
            Self::None if of == ArgumentType::Words => Value::Words(Vec::new()),
            Self::None => Value::Text(String::new()),
            Self::Unchanged => match of {
                ArgumentType::Part(part) => Value::Part(part, None),
                _ => Value::Pairs(Vec::new()),
            },
        }
    }
}

impl Arguments {
    /// Arguments that hold only what decides the type of the answer.
    pub fn of_types(values: Vec<Value>) -> Self {
        Self { values, state: None }
    }

    /// The text at that place.
    pub fn text(&self, place: usize) -> &str {
        match self.values.get(place) {
            Some(Value::Text(text)) => text,
            _ => other(place, ""),
        }
    }

    /// The texts at that place.
    pub fn texts(&self, place: usize) -> &[String] {
        match self.values.get(place) {
            Some(Value::Texts(texts)) => texts,
            _ => other(place, &[]),
        }
    }

    /// The truth value at that place.
    pub fn flag(&self, place: usize) -> bool {
        match self.values.get(place) {
            Some(Value::Flag(flag)) => *flag,
            _ => other(place, false),
        }
    }

    /// The number at that place.
    pub fn number(&self, place: usize) -> i64 {
        match self.values.get(place) {
            Some(Value::Number(number)) => *number,
            _ => other(place, 0),
        }
    }

    /// The level at that place.
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

    /// The requested components.
    pub(crate) fn components(&self) -> &[Component] {
        let of = |value: &'_ Value| matches!(value, Value::Fields(_));
        match self.values.iter().find(|value| of(value)) {
            Some(Value::Fields(fields)) => fields,
            _ => &[],
        }
    }

    /// The template.
    pub fn template(&self) -> Option<&Template> {
        self.values.iter().find_map(|value| match value {
            Value::Template(template) => Some(&**template),
            _ => None,
        })
    }

    /// The base or bases that rows are resolved against or made relative to.
    pub(crate) fn base(&self) -> Option<&Base> {
        self.values.iter().find_map(|value| match value {
            Value::Base(base) => Some(base),
            _ => None,
        })
    }

    /// The base that differs from row to row, if there is one.
    pub(crate) fn base_column(&self) -> Option<&Column> {
        match self.base() {
            Some(Base::Column(column)) => Some(column),
            _ => None,
        }
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
        production: Production,
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

    /// The columns that arguments are, with their names.
    pub(crate) fn columns(&self) -> Vec<(&str, &Column)> {
        let mut columns = Vec::new();
        for value in &self.values {
            match value {
                Value::Base(Base::Column(column)) => columns.push(("base", column)),
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

/// Stands in place of an argument of another type than a row of the table reads: a fault of the row, which its tests
/// show.
#[cold]
fn other<T>(place: usize, empty: T) -> T {
    debug_assert!(false, "the argument at {place} has another type");
    empty
}

/// The level of that name.
pub fn level(name: &str) -> Result<Level, Error> {
    Level::by_name(name).map_err(|unknown| Error::Value(unknown.to_string()))
}

/// The components of these names: at least one, and none twice.
pub fn fields<'a>(names: impl Iterator<Item = &'a str>) -> Result<Value, Error> {
    let mut fields = Vec::new();
    for name in names {
        let component = Component::by_name(name).ok_or_else(|| {
            let names: Vec<_> = Component::ALL.iter().map(|component| component.name()).collect();
            Error::Value(format!("no component {name:?}: there are {}", names.join(", ")))
        })?;
        if fields.contains(&component) {
            return Err(Error::Value("fields must not name a component twice".into()));
        }
        fields.push(component);
    }
    if fields.is_empty() {
        return Err(Error::Value("fields must name at least one component".into()));
    }
    Ok(Value::Fields(fields))
}

/// The names that hosts must not be taken for, if they are names.
pub fn names(texts: Vec<String>) -> Result<Names, Error> {
    static LAST: Last<(Vec<String>, Names)> = Last::new();
    if let Some(last) = LAST.find(|(last, _)| *last == texts) {
        return Ok(last.1.clone());
    }
    let names = Names::new(texts.iter().cloned())
        .map_err(|wrong| Error::Value(format!("protected: {wrong}")))?;
    LAST.keep((texts, names.clone()));
    Ok(names)
}

/// The map of these prefixes, if their namespaces are IRIs.
pub fn prefixes(prefixes: Vec<Prefix>) -> Result<Value, Error> {
    static LAST: Last<PrefixMap> = Last::new();
    if let Some(map) = LAST.find(|map| map.prefixes() == prefixes) {
        return Ok(Value::Prefixes(map));
    }
    let is_iri = |text: &str| iriform_kernel::fault(text.as_bytes(), Production::IRI).is_none();
    if let Some(prefix) = prefixes.iter().find(|prefix| !is_iri(&prefix.namespace)) {
        let name = &prefix.name;
        return Err(Error::Value(format!("not an IRI: the namespace of the prefix {name:?}")));
    }
    let map = PrefixMap::new(prefixes).map_err(|error| Error::Value(error.to_string()))?;
    Ok(Value::Prefixes(LAST.keep(map)))
}

/// Reads the value of an argument from a word, for faces whose arguments are text: `true` or `false`,
/// a level, a template that is answered by JSON, the name or the terms of a policy, or texts that [`packed`] has packed. For each prefix
/// these are its name, its namespace, and any text if it is declared.
pub fn of_word(of: ArgumentType, word: &str) -> Result<Value, Error> {
    Ok(match of {
        ArgumentType::Text | ArgumentType::OptionalText => Value::Text(word.to_owned()),
        ArgumentType::Number => Value::Number(word.parse().map_err(|_| no_number())?),
        ArgumentType::Root if word.is_empty() || is_base(word.as_bytes(), Production::IRI) => {
            Value::Text(word.to_owned())
        }
        ArgumentType::Root => return Err(Error::Value(format!("not an IRI: {word:?}"))),
        ArgumentType::Texts => Value::Texts(unpacked(word)?),
        ArgumentType::Names => Value::Names(names(unpacked(word)?)?),
        ArgumentType::Words => {
            let texts = unpacked(word)?;
            let (pairs, _) = texts.as_chunks();
            Value::Words(
                pairs.iter().cloned().map(|[name, word]: [String; 2]| (name, word)).collect(),
            )
        }
        ArgumentType::Prefixes => {
            let texts = unpacked(word)?;
            let (prefixes, _) = texts.as_chunks();
            let read = |[name, namespace, declared]: [String; 3]| Prefix {
                name,
                namespace,
                is_declared: !declared.is_empty(),
            };
            self::prefixes(prefixes.iter().cloned().map(read).collect())?
        }
        ArgumentType::Template => Value::Template(Box::new(Template::new(word)?.as_json())),
        ArgumentType::Flag => Value::Flag(word == "true"),
        ArgumentType::Level => Value::Level(level(word)?),
        ArgumentType::Fields => fields(unpacked(word)?.iter().map(String::as_str))?,
        ArgumentType::Policy => Value::Policy(policies::of_word(word, &Vec::new())?),
        ArgumentType::Base | ArgumentType::Part(_) | ArgumentType::Pairs => {
            return Err(Error::Value("an argument is a column here".into()));
        }
    })
}

fn no_number() -> Error {
    Error::Type("an argument must be a whole number".into())
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

#[cfg(test)]
mod tests {
    use iriform::engine::prefixes::Syntax;

    use super::*;

    #[test]
    fn the_map_that_was_made_last_is_used_again() {
        let map = |namespace: &str, is_declared| {
            let (name, namespace) = ("a".to_owned(), namespace.to_owned());
            match prefixes(vec![Prefix { name, namespace, is_declared }]) {
                Ok(Value::Prefixes(map)) => map,
                _ => unreachable!("the prefix is valid"),
            }
        };
        let first = map("http://a/", false);
        assert!(Arc::ptr_eq(&first, &map("http://a/", false)));
        let other = map("http://b/", false);
        assert_eq!(other.compress("http://b/x", Syntax::Plain).as_deref(), Some("a:x"));
        assert!(!Arc::ptr_eq(&other, &map("http://b/", true)));
        assert!(!Arc::ptr_eq(&first, &map("http://a/", false)));
    }
}
