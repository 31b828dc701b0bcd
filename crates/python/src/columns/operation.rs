//! What can be asked of a column.

use arrow_schema::{DataType, Field as ArrowField, Fields};
use iriform_core::{Level, Rule};
use iriform_kernel::{Kind, Row};

use super::chunk::{Column, TextType};

/// A question to every row of a column.
pub(crate) enum Operation {
    /// Whether it is valid.
    IsValid,
    /// Where and why it is not.
    Errors,
    /// One of its components.
    Component(Component),
    /// Several of its components.
    Components(Vec<Component>),
    /// Another text.
    Text(Making),
}

/// A piece of a reference, by the name that it has in Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    Scheme,
    Authority,
    Userinfo,
    Host,
    Port,
    PortText,
    Path,
    Query,
    Fragment,
}

impl Component {
    /// All of them, in the order of the text.
    pub(crate) const ALL: &[Self] = &[
        Self::Scheme,
        Self::Authority,
        Self::Userinfo,
        Self::Host,
        Self::Port,
        Self::PortText,
        Self::Path,
        Self::Query,
        Self::Fragment,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Authority => "authority",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::Port => "port",
            Self::PortText => "port_text",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }

    /// The component of that name.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|component| component.name() == name)
    }

    /// Whether it lies before the path, where the kernel need not look farther.
    pub(crate) const fn is_before_path(self) -> bool {
        !matches!(self, Self::Path | Self::Query | Self::Fragment)
    }

    /// Where it lies, if it is there.
    #[inline(always)]
    pub(crate) fn of(self, row: &Row) -> Option<std::ops::Range<usize>> {
        match self {
            Self::Scheme => row.scheme(),
            Self::Authority => row.authority(),
            Self::Userinfo => row.userinfo(),
            Self::Host => row.host(),
            Self::Port | Self::PortText => row.port(),
            Self::Path => Some(row.path()),
            Self::Query => row.query(),
            Self::Fragment => row.fragment(),
        }
    }
}

/// An operation that makes a text of a text.
pub(crate) enum Making {
    Resolve { base: Base, strict: bool },
    RelativeTo { base: Base },
    Normalize(Level),
    ComparisonKey(Level),
    ToUri { idna: bool },
    ToIri { idna: bool },
    Repair,
    QueryValue(String),
    WithoutQuery,
    WithoutFragment,
}

/// What rows are resolved against, or made relative to.
pub(crate) enum Base {
    /// The same for all rows, and valid.
    One(String),
    /// One for each row, perhaps null, perhaps not valid.
    Column(Column),
}

/// The production by the RFC's name.
pub(crate) fn production(kind: Kind, has_scheme: bool) -> Rule {
    match (kind.is_iri, has_scheme) {
        (true, true) => Rule::Iri,
        (true, false) => Rule::IriReference,
        (false, true) => Rule::Uri,
        (false, false) => Rule::UriReference,
    }
}

/// What an error says of a row: names and types of the fields.
pub(crate) const ERROR_NUMBERS: [&str; 3] = ["position", "start", "stop"];
pub(crate) const ERROR_NAMES: [&str; 3] = ["production", "rule", "reason"];

impl Operation {
    /// The base that differs from row to row, if there is one.
    pub(crate) fn base_column(&self) -> Option<&Column> {
        match self {
            Self::Text(
                Making::Resolve { base: Base::Column(column), .. }
                | Making::RelativeTo { base: Base::Column(column) },
            ) => Some(column),
            _ => None,
        }
    }

    /// The type of the answer for a column of that type.
    pub(crate) fn answer_type(&self, column: &TextType) -> DataType {
        let of_layout = |layout: DataType| match &column.keys {
            // With one base for each row, a dictionary has no value that is the same for all.
            Some(keys) if !self.is_by_row() => {
                DataType::Dictionary(Box::new(keys.clone()), Box::new(layout))
            }
            _ => layout,
        };
        let text = || of_layout(column.layout.data_type());
        let component = |component: Component| match component {
            Component::Port => DataType::UInt16,
            _ => text(),
        };
        match self {
            Self::IsValid => DataType::Boolean,
            Self::Errors => {
                let names = of_layout(column.layout.of_text().data_type());
                let numbers = ERROR_NUMBERS.map(|name| (name, DataType::Int64));
                let names = ERROR_NAMES.map(|name| (name, names.clone()));
                structure(numbers.into_iter().chain(names))
            }
            Self::Component(one) => component(*one),
            Self::Components(several) => {
                structure(several.iter().map(|&c| (c.name(), component(c))))
            }
            Self::Text(_) => text(),
        }
    }

    /// Whether the same text in two rows may have two answers.
    pub(crate) fn is_by_row(&self) -> bool {
        self.base_column().is_some()
    }
}

fn structure(fields: impl Iterator<Item = (&'static str, DataType)>) -> DataType {
    DataType::Struct(fields.map(|(name, t)| ArrowField::new(name, t, true)).collect::<Fields>())
}
