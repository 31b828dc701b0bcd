//! Partitions: values in folder names, `k=v`, as engines write and read them.

use std::borrow::Cow;

use crate::parts::percent::{push_quoted, quote_octets, triplet, unquote};
use crate::syntax::chars::{Class, UNRESERVED};
use crate::syntax::choice::{self, UnknownName};

/// The style in which some engines write partitions.
#[derive(Debug, PartialEq, Eq)]
pub struct PartitionStyle {
    /// Its name.
    pub name: &'static str,
    /// The engines and versions that were measured.
    pub engines: &'static str,
    /// The characters that stay as they are.
    kept: Class,
    /// Returns true if non-ASCII characters stay raw, and `%HH` is one character of Latin-1.
    is_latin1: bool,
    /// Returns true if a space is written as `+`.
    has_plus: bool,
    /// The text for null.
    null: &'static str,
    /// Returns true if the empty text and null are the same.
    loses_empty: bool,
}

const HIVE_NULL: &str = "__HIVE_DEFAULT_PARTITION__";
const NAMES: Class = UNRESERVED;

const PLAIN: PartitionStyle = PartitionStyle {
    name: "pyarrow",
    engines: "pyarrow 26.0.1, pandas 3.1.1, duckdb 2.0.1, daft 0.7.26, deltalake 1.6.6",
    kept: UNRESERVED,
    is_latin1: false,
    has_plus: false,
    null: HIVE_NULL,
    loses_empty: false,
};

/// The styles, in the order of their names.
pub static PARTITION_STYLES: &[PartitionStyle] = &[
    PartitionStyle {
        name: "datafusion",
        engines: "datafusion 55.0.0",
        kept: UNRESERVED_BUT_TILDE.or(Class::of(" !$&'()+,:;=@")),
        null: "",
        loses_empty: true,
        ..PLAIN
    },
    PartitionStyle {
        name: "iceberg",
        engines: "pyiceberg 0.12.0",
        has_plus: true,
        null: "null",
        ..PLAIN
    },
    PartitionStyle {
        name: "polars",
        engines: "polars 2.1.0",
        kept: UNRESERVED.or(Class::of("!\"#$&'()*+,;<>?@[\\]^`{|}")),
        ..PLAIN
    },
    PLAIN,
    PartitionStyle {
        name: "spark",
        engines: "pyspark 4.3.0",
        kept: UNRESERVED.or(Class::of(" !$&()+,;<>@`|}")),
        is_latin1: true,
        loses_empty: true,
        ..PLAIN
    },
];

const UNRESERVED_BUT_TILDE: Class = crate::syntax::chars::ALPHANUMERIC.or(Class::of("-._"));

/// Why a path does not have partitions, or values do not have a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPartition {
    style: &'static str,
    why: Cow<'static, str>,
}

error_words!(NotAPartition, |error, f| write!(f, "{}: {}", error.style, error.why));

impl PartitionStyle {
    /// The style of that name. The error lists the names.
    pub fn by_name(name: &str) -> Result<&'static Self, UnknownName> {
        let all: Vec<_> = PARTITION_STYLES.iter().collect();
        choice::named("style", &all, |style| style.name, name)
    }

    fn fail<T>(&self, why: impl Into<Cow<'static, str>>) -> Result<T, NotAPartition> {
        Err(NotAPartition { style: self.name, why: why.into() })
    }

    /// A value as it is written in a folder name.
    fn write(&self, value: Option<&str>) -> Result<String, NotAPartition> {
        match value {
            None => Ok(self.null.to_owned()),
            Some("") if self.loses_empty => self.fail("the empty text is read as null"),
            Some(text) if text == self.null && !text.is_empty() => {
                self.fail(format!("the text {text} is read as null"))
            }
            Some(text) => Ok(self.escaped(text)),
        }
    }

    fn escaped(&self, text: &str) -> String {
        if self.has_plus {
            let words = text.split(' ').map(|word| quote_octets(word.as_bytes(), self.kept));
            return words.collect::<Vec<_>>().join("+");
        }
        if !self.is_latin1 {
            return quote_octets(text.as_bytes(), self.kept);
        }
        let mut out = String::with_capacity(text.len());
        for piece in text.split_inclusive(|c: char| !c.is_ascii()) {
            let ascii = piece.trim_end_matches(|c: char| !c.is_ascii());
            push_quoted(ascii, self.kept, &mut out);
            out.push_str(&piece[ascii.len()..]);
        }
        out
    }

    /// The value in a folder name; none for null.
    fn read<'a>(&self, text: &'a str) -> Result<Option<Cow<'a, str>>, NotAPartition> {
        if text == self.null || text == HIVE_NULL && self.null == HIVE_NULL {
            return Ok(None);
        }
        if text.is_empty() && self.loses_empty {
            return self.fail("an empty value is refused");
        }
        if self.name == "polars" && text.contains('=') {
            return self.fail("a value with “=” is not a partition");
        }
        self.unescaped(text).map(Some)
    }

    fn unescaped<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, NotAPartition> {
        if self.is_latin1 {
            return Ok(latin1(text));
        }
        let text = if self.has_plus && text.contains('+') {
            Cow::Owned(text.replace('+', " "))
        } else {
            Cow::Borrowed(text)
        };
        if !text.contains('%') {
            return Ok(text);
        }
        match String::from_utf8(unquote(&text)) {
            Ok(value) => Ok(Cow::Owned(value)),
            Err(_) => self.fail("the octets of a value are not UTF-8"),
        }
    }

    fn check_name(&self, name: &str) -> Result<(), NotAPartition> {
        let is_name = |c: char| NAMES.contains(c.into());
        match name.chars().find(|&c| !is_name(c)) {
            _ if name.is_empty() => self.fail("the name of a partition is empty"),
            // Engines disagree on these: some write them raw, some read them encoded.
            Some(c) => {
                self.fail(format!("“{}” in the name of a partition is ambiguous", c.escape_debug()))
            }
            None => Ok(()),
        }
    }
}

/// Text whose `%HH` are characters of Latin-1.
fn latin1(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(i) = rest.find('%') {
        out.push_str(&rest[..i]);
        let octet = triplet(rest.as_bytes(), i);
        out.push(octet.map_or('%', char::from));
        rest = &rest[i + if octet.is_some() { 3 } else { 1 }..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The folders for these values, separated by slashes.
pub fn write_partitions<'a>(
    values: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
    style: &PartitionStyle,
) -> Result<String, NotAPartition> {
    let mut out = String::new();
    for (name, value) in values {
        style.check_name(name)?;
        out.push_str(if out.is_empty() { "" } else { "/" });
        out.push_str(name);
        out.push('=');
        out.push_str(&style.write(value)?);
    }
    Ok(out)
}

/// The name of a partition, and its value; None is null.
pub(crate) type Partition<'a> = (&'a str, Option<Cow<'a, str>>);

/// The values in the folders of a path, in order. Segments without `=` are skipped.
pub fn read_partitions<'a>(
    path: &'a str,
    style: &PartitionStyle,
) -> Result<Vec<Partition<'a>>, NotAPartition> {
    let mut found: Vec<(&str, _)> = Vec::new();
    for segment in path.split('/') {
        if let Some((name, value)) = segment.split_once('=') {
            style.check_name(name)?;
            if found.iter().any(|(other, _)| *other == name) {
                return style.fail(format!("the partition {name} occurs twice"));
            }
            found.push((name, style.read(value)?));
        }
    }
    Ok(found)
}

/// The value of the partition with this name: None if the path does not have it, or if it is null.
pub fn partition_value<'a>(
    path: &'a str,
    name: &str,
    style: &PartitionStyle,
) -> Result<Option<Cow<'a, str>>, NotAPartition> {
    let mut values = path
        .split('/')
        .filter_map(|segment| segment.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')));
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => style.read(value),
        (Some(_), Some(_)) => style.fail(format!("the partition {name} occurs twice")),
    }
}

/// The characters of a path in a Delta log that stay raw.
const LOGGED: Class = UNRESERVED.or(Class::of("!$&'()*+,;=:@/"));

/// A path as it is in `add.path` of a Delta log: encoded once more.
pub fn delta_path(path: &str) -> String {
    quote_octets(path.as_bytes(), LOGGED)
}

/// The path that `add.path` of a Delta log stands for. None if its octets are not UTF-8.
pub fn from_delta_path(path: &str) -> Option<String> {
    String::from_utf8(unquote(path)).ok()
}
