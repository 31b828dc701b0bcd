//! The types of arguments. This is their only statement: the name of a type, its description, its default
//! value, and how it reads a value of an interface.

use iriform::engine::{Requirements, Rule, findings::Names};
use iriform_kernel::ReferenceKind;

use crate::table::cells;
use crate::table::component::Component;
use crate::table::given::Given;
use crate::table::value::{Value, fields, level};
use crate::templates::template::Template;

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentType {
    /// Plain text.
    Text,
    /// Several plain texts.
    Texts,
    /// Protected names, in one value.
    Names,
    /// A map of texts to texts, or none.
    Words,
    /// A map of prefixes.
    Prefixes,
    /// A URI template.
    Template,
    /// A truth value.
    Flag,
    /// A bool: true to repair invalid rows.
    Repair,
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
    /// This part of a reference, null, or a column of such parts.
    Part(Component),
    /// Names, each with a plain text, null, a column, or several of these.
    Pairs,
}

impl ArgumentType {
    /// The name of the type, its description in terms of Python, and its annotation in Python, where braces
    /// stand for a text or a column.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Text => ["text", "a str", "str"],
            Self::Texts => ["texts", "an iterable of strs", "str"],
            Self::Names => {
                ["protected", "a list of host names, as in ['example.org']", "Iterable[str]"]
            }
            Self::Words => {
                ["words", "a mapping of strs to strs, or None", "Mapping[str, str] | None"]
            }
            Self::Prefixes => {
                ["prefixes", "a PrefixMap, or a mapping of names to IRIs", "Mapping[str, str]"]
            }
            Self::Template => ["template", "a str", "str"],
            Self::Flag => ["flag", "True or False", "bool"],
            Self::Repair => ["repair", "True or False", "bool"],
            Self::Number => ["number", "an int", "int"],
            Self::Level => ["level", "'string', 'syntax' or 'scheme'", "str"],
            Self::Fields => {
                ["fields", "an iterable of component names", "Iterable[Component] | None"]
            }
            Self::Base => ["base", "a str or a column", "{}"],
            Self::Root => ["root", "a str or None", "str | None"],
            Self::OptionalText => ["optional_text", "a str or None", "str | None"],
            Self::Policy => ["policy", "a Policy", "Policy"],
            Self::Part(Component::Path) => ["part", "a str or a column", "{}"],
            Self::Part(Component::Port) => ["part", "a str, None or a column", "int | {} | None"],
            Self::Part(_) => ["part", "a str, None or a column", "{} | None"],
            Self::Pairs => ["pairs", "a mapping or a list of pairs", "Mapping[str, Any]"],
        }
    }

    /// The name of the type in the other languages.
    pub const fn name(self) -> &'static str {
        self.words()[0]
    }

    /// A value of the type in terms of Python, for messages: `a str or None`.
    pub const fn wanted(self) -> &'static str {
        self.words()[1]
    }

    /// The annotation in Python; braces stand for a text or a column.
    pub const fn annotation(self) -> &'static str {
        self.words()[2]
    }

    /// The default value: nothing, or all components.
    pub fn absent(self) -> Value {
        match self {
            Self::Fields => Value::Fields(Component::ALL.to_vec()),
            Self::Texts => Value::Texts(Vec::new()),
            Self::Names => Value::Names(Names::default()),
            Self::Words => Value::Words(Vec::new()),
            Self::Part(part) => Value::Part(part, None),
            Self::Pairs => Value::Pairs(Vec::new()),
            Self::Repair => Value::Flag(false),
            // The other types are required, or have their own default.
            _ => Value::Text(String::new()),
        }
    }

    /// Reads a value of the type. A base has a scheme, and parts match the rules of the production.
    pub fn read<G: Given>(self, given: G, production: ReferenceKind) -> Result<Value, G::Error> {
        let wanted = self.wanted();
        let with_scheme = ReferenceKind { form: Requirements::FULL, ..production }.rule();
        Ok(match self {
            Self::Root | Self::OptionalText | Self::Words | Self::Fields if given.is_none() => {
                self.absent()
            }
            Self::Part(_) if given.is_unchanged() => self.absent(),
            Self::Text | Self::OptionalText => Value::Text(given.text(wanted)?),
            Self::Root => Value::Text(given.valid(wanted, with_scheme)?),
            Self::Texts => Value::Texts(given.texts(wanted)?),
            Self::Names => Value::Names(given.names(wanted)?),
            Self::Words => Value::Words(given.mapping(wanted)?),
            Self::Prefixes => Value::Prefixes(given.prefixes(wanted)?),
            Self::Policy => Value::Policy(given.policy(wanted)?),
            Self::Flag | Self::Repair => Value::Flag(given.flag(wanted)?),
            Self::Number => Value::Number(given.number(wanted)?),
            Self::Level => Value::Level(level(&given.text(wanted)?).map_err(G::error)?),
            Self::Fields => Value::Fields(fields(&given.texts(wanted)?).map_err(G::error)?),
            Self::Template => {
                let text = given.valid(wanted, Rule::UriTemplate)?;
                let template = Template::new(&text).map_err(G::error)?;
                let is_struct = G::DECIDES_TYPES;
                Value::Template(Box::new(if is_struct { template } else { template.as_json() }))
            }
            Self::Base => Value::Base(given.cell(wanted, Some(with_scheme), false)?),
            Self::Part(part) => {
                let rule = cells::rule(part, production);
                let may_be_none = part != Component::Path;
                Value::Part(part, Some(given.cell(wanted, Some(rule), may_be_none)?))
            }
            Self::Pairs => Value::Pairs(given.pairs(wanted)?),
        })
    }

    /// Returns true if the value is of the type.
    pub(crate) fn has(self, value: &Value) -> bool {
        matches!(
            (self, value),
            (Self::Text | Self::OptionalText | Self::Root, Value::Text(_))
                | (Self::Texts, Value::Texts(_))
                | (Self::Names, Value::Names(_))
                | (Self::Words, Value::Words(_))
                | (Self::Prefixes, Value::Prefixes(_))
                | (Self::Template, Value::Template(_))
                | (Self::Flag | Self::Repair, Value::Flag(_))
                | (Self::Number, Value::Number(_))
                | (Self::Level, Value::Level(_))
                | (Self::Fields, Value::Fields(_))
                | (Self::Base, Value::Base(_))
                | (Self::Policy, Value::Policy(_))
                | (Self::Pairs, Value::Pairs(_))
        ) || matches!((self, value), (Self::Part(one), Value::Part(other, _)) if one == *other)
    }

    /// The number of positions that a value takes in a call in SQL. `is_optional` is true if the call may omit
    /// it.
    pub(crate) const fn in_sql(self, is_optional: bool) -> InSql {
        match self {
            // The wanted components need no argument: SQL reads fields by itself.
            Self::Fields => InSql::Nowhere,
            Self::Repair => InSql::Last,
            Self::Part(_) if is_optional => InSql::Named,
            Self::Pairs => InSql::ManyNamed,
            _ => InSql::Placed,
        }
    }
}

/// The positions that an argument takes in a call in SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InSql {
    /// None.
    Nowhere,
    /// One, in the order of the table.
    Placed,
    /// One, after the production.
    Last,
    /// Two: its name and its value.
    Named,
    /// Two for each of its names and values.
    ManyNamed,
}
