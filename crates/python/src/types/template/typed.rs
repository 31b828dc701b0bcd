//! The keyword `types`. A match is made without them; then each value must be of its type, which converts it.

use std::sync::Arc;

use iriform::engine::{
    template::{Typing, parts::variables, typings},
    words::escape,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyMapping, PySet, PyString, PyTuple,
    PyType,
};

use super::filling::scalar;
use crate::answer::Answer;
use crate::errors::{self, refused};

/// A type: the texts that it accepts, and the object for each.
pub(super) struct ValueType {
    /// The type in words, as in "the value of id must be an int".
    pub(super) wanted: String,
    /// The method `fullmatch` of a pattern for its texts.
    fullmatch: Option<Py<PyAny>>,
    converter: Converter,
}

/// The conversion of a text of a type.
enum Converter {
    /// It stays text.
    Text,
    /// A call of a class.
    Call(Py<PyType>),
    /// One of these objects.
    Of(Py<PyDict>),
}

impl ValueType {
    /// Returns true if it accepts a text.
    pub(super) fn takes(&self, text: &Bound<'_, PyString>) -> PyResult<bool> {
        let py = text.py();
        if let Some(fullmatch) = &self.fullmatch {
            return Ok(!fullmatch.bind(py).call1((text,))?.is_none());
        }
        match &self.converter {
            Converter::Of(objects) => objects.bind(py).contains(text),
            Converter::Text | Converter::Call(_) => Ok(true),
        }
    }

    /// The object for a text that it accepts.
    pub(super) fn converted<'py>(&self, text: Bound<'py, PyString>) -> Answer<'py> {
        let py = text.py();
        match &self.converter {
            Converter::Text => Ok(text.into_any()),
            Converter::Call(class) => class.bind(py).call1((text,)),
            Converter::Of(objects) => objects.bind(py).as_any().get_item(text),
        }
    }

    fn typing(&self) -> Typing {
        match self.converter {
            Converter::Of(_) => Typing::Finite,
            Converter::Text | Converter::Call(_) => Typing::Open,
        }
    }
}

/// Types by the names of variables.
pub(super) struct Types(Vec<(String, Arc<ValueType>)>);

/// The types of the variables of a template, by their numbers.
pub(super) type TypesOfVariables = Vec<Option<Arc<ValueType>>>;

/// An integer as `expand` writes it, with at most as many digits as every Python reads.
const INT: &str = "0|-?[1-9][0-9]{0,639}";
/// A decimal number, with or without an exponent.
const FLOAT: &str = r"(?=.{1,640}\Z)-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?";
/// The form of a UUID in `str`.
const UUID: &str = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

impl Types {
    /// None, or a mapping.
    pub(super) fn of(types: &Bound<'_, PyAny>) -> PyResult<Self> {
        if types.is_none() {
            return Ok(Self(Vec::new()));
        }
        let Ok(mapping) = types.cast::<PyMapping>() else {
            return Err(errors::wrong_type(types, "types", "a mapping or None"));
        };
        let mut known = Vec::new();
        for item in mapping.items()?.iter() {
            let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
            let of_name = |error: Refused| match error {
                Refused::Raised(error) => error,
                Refused::Unfit(words) => {
                    PyValueError::new_err(format!("the type of {name}: {words}"))
                }
            };
            let read = type_of(&name, &value).map_err(of_name)?;
            known.push((name, Arc::new(read)));
        }
        Ok(Self(known))
    }

    /// The types of the variables of a template, followed by the others.
    pub(super) fn with(&self, others: &Self, template: &str) -> Self {
        let has = |name: &str| variables(template).any(|(_, variable)| variable.name == name);
        let is_new = |name: &str| !self.0.iter().any(|(known, _)| known == name);
        let others = others.0.iter().filter(|(name, _)| is_new(name) && has(name));
        Self(self.0.iter().chain(others).cloned().collect())
    }

    /// The names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// The types of a valid template's variables, in the form that core needs.
    pub(super) fn typings(&self, template: &str) -> PyResult<Vec<Typing>> {
        if self.0.is_empty() {
            return Ok(Vec::new());
        }
        let given: Vec<_> = self.0.iter().map(|(name, of)| (&**name, of.typing())).collect();
        typings(template, &given).map_err(refused)
    }

    /// The types of the variables of a valid template.
    pub(super) fn of_variables(&self, template: &str) -> TypesOfVariables {
        if self.0.is_empty() {
            return Vec::new();
        }
        let of_name = |name: &str| self.0.iter().find(|(known, _)| known == name);
        let of = |name: &str| of_name(name).map(|(_, of)| Arc::clone(of));
        variables(template).map(|(_, variable)| of(variable.name)).collect()
    }
}

/// Why an object is not a type.
enum Refused {
    Raised(PyErr),
    Unfit(String),
}

impl From<PyErr> for Refused {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

fn type_of<'py>(name: &str, value: &Bound<'py, PyAny>) -> Result<ValueType, Refused> {
    static ENUM: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static UUID_CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = value.py();
    let matched = |wanted: &str, pattern: &str, converter: Converter| {
        let fullmatch = Some(compiled(py, pattern)?);
        Ok(ValueType { wanted: wanted.to_owned(), fullmatch, converter })
    };
    if let Ok(class) = value.cast::<PyType>() {
        let call = || Converter::Call(class.clone().unbind());
        if class.is(py.get_type::<PyString>()) {
            let wanted = "one text".to_owned();
            return Ok(ValueType { wanted, fullmatch: None, converter: Converter::Text });
        } else if class.is(py.get_type::<PyInt>()) {
            return matched("an int", INT, call());
        } else if class.is(py.get_type::<PyFloat>()) {
            return matched("a float", FLOAT, call());
        } else if class.is(py.get_type::<PyBool>()) {
            let objects = [PyBool::new(py, true), PyBool::new(py, false)];
            let objects = objects.map(|object| Ok(twice(object.to_owned().into_any())));
            return some_of(name, objects.into_iter());
        }
        if class.is(UUID_CLASS.import(py, "uuid", "UUID")?) {
            return matched("a UUID", UUID, call());
        } else if class.is_subclass(ENUM.import(py, "enum", "Enum")?)? {
            // A member stands for its value.
            let member = |member: PyResult<Bound<'py, PyAny>>| {
                let member = member?;
                Ok((member.getattr("value")?, member))
            };
            return some_of(name, class.try_iter()?.map(member));
        }
    } else if let Ok(pattern) = value.cast::<PyString>() {
        let pattern = pattern.to_string_lossy();
        return matched(&of_pattern(&pattern), &pattern, Converter::Text);
    } else if value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>()
        || value.is_instance_of::<PyList>()
        || value.is_instance_of::<PyTuple>()
    {
        return some_of(name, value.try_iter()?.map(|member| member.map(twice)));
    } else if value.hasattr("abnf")? && value.hasattr("regex")? {
        let (rule, pattern): (String, String) =
            (value.getattr("name")?.extract()?, value.call_method0("regex")?.extract()?);
        return matched(&format!("text that matches {rule}"), &pattern, Converter::Text);
    } else if let (Ok(pattern), Ok(fullmatch)) =
        (value.getattr("pattern"), value.getattr("fullmatch"))
        && let Ok(pattern) = pattern.extract::<String>()
    {
        let fullmatch = Some(fullmatch.unbind());
        return Ok(ValueType {
            wanted: of_pattern(&pattern),
            fullmatch,
            converter: Converter::Text,
        });
    }
    let wanted = "str, int, float, bool, UUID, an Enum, a set of values, a regular expression or a rule \
                  of a grammar";
    Err(Refused::Raised(errors::wrong_type(value, &format!("the type of {name}"), wanted)))
}

fn of_pattern(pattern: &str) -> String {
    format!("text that matches {}", escape(pattern))
}

/// The method `fullmatch` of a regular expression, in which `\d`, `\w` and `\s` mean ASCII.
fn compiled(py: Python<'_>, pattern: &str) -> Result<Py<PyAny>, Refused> {
    let re = py.import("re")?;
    let is_of_pattern = |error: &PyErr| {
        re.getattr("error").is_ok_and(|class| error.matches(py, class).unwrap_or(false))
    };
    let compiled = re.call_method1("compile", (pattern, re.getattr("ASCII")?));
    let compiled = compiled.map_err(|error| {
        if is_of_pattern(&error) {
            Refused::Unfit(error.value(py).to_string())
        } else {
            Refused::Raised(error)
        }
    })?;
    Ok(compiled.getattr("fullmatch")?.unbind())
}

fn twice<T: Clone>(object: T) -> (T, T) {
    (object.clone(), object)
}

/// One of several objects, each with its text in `expand`.
fn some_of<'py>(
    name: &str,
    objects: impl Iterator<Item = PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)>>,
) -> Result<ValueType, Refused> {
    let mut words = Vec::new();
    let mut known: Option<Bound<'py, PyDict>> = None;
    for object in objects {
        let (written, object) = object?;
        let by_word = known.get_or_insert_with(|| PyDict::new(object.py()));
        let Some(text) = scalar(name, &written)? else {
            return Err(Refused::Unfit("None is not a value".to_owned()));
        };
        let word = text.to_str()?.to_owned();
        let text = PyString::new(object.py(), &word);
        if by_word.contains(&text)? {
            return Err(Refused::Unfit(format!("two values are written {word:?}")));
        }
        by_word.set_item(text, object)?;
        words.push(word);
    }
    let Some(known) = known else { return Err(Refused::Unfit("no value is possible".to_owned())) };
    // A Python set has no order.
    words.sort_unstable();
    let words: Vec<_> = words.iter().map(|word| format!("“{}”", escape(word))).collect();
    let wanted = format!("one of {}", words.join(", "));
    Ok(ValueType { wanted, fullmatch: None, converter: Converter::Of(known.unbind()) })
}

/// A copy of the types for comparison with others, because a mapping and its sets may change.
pub(super) fn snapshot<'py>(types: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let py = types.py();
    let Ok(mapping) = types.cast::<PyMapping>() else { return Ok(PyTuple::empty(py)) };
    let mut all = Vec::new();
    for item in mapping.items()?.iter() {
        let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let is_set = value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>();
        all.push(name);
        if is_set || value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            // True equals 1 but is another value.
            let mut members = Vec::new();
            for member in value.try_iter()? {
                let member = member?;
                members.push(member.get_type().into_any());
                members.push(member);
            }
            all.push(PyTuple::new(py, members)?.into_any());
        } else {
            all.push(value);
        }
    }
    PyTuple::new(py, all)
}
