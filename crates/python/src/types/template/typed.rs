//! The keyword `types`: what the values of variables may be, and what becomes of them.

use std::sync::Arc;

use iriform::engine::template::parts::variables;
use iriform::engine::template::{Constraint, Constraints, Unconstrained, constrain};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyMapping, PySet, PyString, PyTuple,
    PyType,
};

use super::filling::scalar;
use crate::answer::Answer;

/// The conversion of a text that a constraint accepts.
pub(super) enum Converter {
    /// It stays text.
    Text,
    /// A call of a class.
    Call(Py<PyType>),
    /// The object that it stands for.
    Of(Py<PyDict>),
}

impl Converter {
    /// The object.
    pub(super) fn converted<'py>(&self, text: Bound<'py, PyString>) -> Answer<'py> {
        let py = text.py();
        match self {
            Self::Text => Ok(text.into_any()),
            Self::Call(class) => class.bind(py).call1((text,)),
            Self::Of(objects) => objects.bind(py).as_any().get_item(text),
        }
    }
}

/// A type: which texts, and what becomes of them.
#[derive(Clone)]
struct ValueType {
    constraint: Arc<Constraint>,
    converter: Arc<Converter>,
}

/// Types by the names of variables.
pub(super) struct Types(Vec<(String, ValueType)>);

/// The form of a UUID that `str` writes.
const UUID: &str = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

impl Types {
    /// None, or a mapping.
    pub(super) fn of(types: &Bound<'_, PyAny>) -> PyResult<Self> {
        if types.is_none() {
            return Ok(Self(Vec::new()));
        }
        let Ok(mapping) = types.cast::<PyMapping>() else {
            let of = types.get_type().name()?;
            return Err(PyTypeError::new_err(format!("types must be a mapping or None, not {of}")));
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
            known.push((name, read));
        }
        Ok(Self(known))
    }

    /// Those of the variables that a template has, then the others.
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

    /// The constraints of the variables of a valid template.
    pub(super) fn constraints(&self, template: &str) -> PyResult<Constraints> {
        if self.0.is_empty() {
            return Ok(Constraints::new());
        }
        let given: Vec<(&str, Arc<Constraint>)> =
            self.0.iter().map(|(name, of)| (&**name, Arc::clone(&of.constraint))).collect();
        constrain(template, &given).map_err(|misfit| PyValueError::new_err(misfit.to_string()))
    }

    /// The converters of the variables of a valid template.
    pub(super) fn converters(&self, template: &str) -> Vec<Option<Arc<Converter>>> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let of_name = |name: &str| self.0.iter().find(|(known, _)| known == name);
        let converter = |name: &str| of_name(name).map(|(_, of)| Arc::clone(&of.converter));
        variables(template).map(|(_, variable)| converter(variable.name)).collect()
    }
}

/// Why an object is no type.
enum Refused {
    Raised(PyErr),
    Unfit(String),
}

impl From<PyErr> for Refused {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<Unconstrained> for Refused {
    fn from(unconstrained: Unconstrained) -> Self {
        Self::Unfit(unconstrained.to_string())
    }
}

fn type_of<'py>(name: &str, value: &Bound<'py, PyAny>) -> Result<ValueType, Refused> {
    static ENUM: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static UUID_CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = value.py();
    let typed = |constraint: Constraint, converter: Converter| {
        Ok(ValueType { constraint: Arc::new(constraint), converter: Arc::new(converter) })
    };
    if let Ok(class) = value.cast::<PyType>() {
        let call = || Converter::Call(class.clone().unbind());
        if class.is(py.get_type::<PyString>()) {
            return typed(Constraint::any(), Converter::Text);
        } else if class.is(py.get_type::<PyInt>()) {
            return typed(Constraint::integer()?, call());
        } else if class.is(py.get_type::<PyFloat>()) {
            return typed(Constraint::number()?, call());
        } else if class.is(py.get_type::<PyBool>()) {
            let objects = [PyBool::new(py, true), PyBool::new(py, false)];
            let objects = objects.map(|object| Ok(twice(object.to_owned().into_any())));
            return some_of(name, objects.into_iter());
        }
        if class.is(UUID_CLASS.import(py, "uuid", "UUID")?) {
            return typed(Constraint::pattern(UUID)?, call());
        } else if class.is_subclass(ENUM.import(py, "enum", "Enum")?)? {
            // A member is written as its value.
            let member = |member: PyResult<Bound<'py, PyAny>>| {
                let member = member?;
                Ok((member.getattr("value")?, member))
            };
            return some_of(name, class.try_iter()?.map(member));
        }
    } else if let Ok(pattern) = value.cast::<PyString>() {
        return typed(Constraint::pattern(&pattern.to_string_lossy())?, Converter::Text);
    } else if value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>()
        || value.is_instance_of::<PyList>()
        || value.is_instance_of::<PyTuple>()
    {
        return some_of(name, value.try_iter()?.map(|member| member.map(twice)));
    } else if value.hasattr("abnf")? && value.hasattr("regex")? {
        let pattern: String = value.call_method0("regex")?.extract()?;
        return typed(Constraint::pattern(&pattern)?, Converter::Text);
    } else if let (Ok(pattern), Ok(flags)) = (value.getattr("pattern"), value.getattr("flags"))
        && let (Ok(pattern), Ok(flags)) = (pattern.extract::<String>(), flags.extract::<u32>())
    {
        refuse_flags(&pattern, flags)?;
        return typed(Constraint::pattern(&pattern)?, Converter::Text);
    }
    let of = value.get_type().name()?;
    Err(Refused::Raised(PyTypeError::new_err(format!(
        "the type of {name} must be str, int, float, bool, UUID, an Enum, a set of values, a regular \
         expression or a rule of a grammar, not {of}"
    ))))
}

/// The flags of Python's regular expressions, of which the first is usual for `str`.
const UNICODE: u32 = 32;
const ASCII: u32 = 256;

fn refuse_flags(pattern: &str, flags: u32) -> Result<(), Refused> {
    if flags & !(UNICODE | ASCII) != 0 {
        return Err(Refused::Unfit("a pattern with flags other than re.ASCII".to_owned()));
    }
    let class =
        ["\\d", "\\D", "\\w", "\\W", "\\s", "\\S"].into_iter().find(|c| pattern.contains(c));
    match class {
        Some(class) if flags & ASCII == 0 => Err(Refused::Unfit(format!(
            "{class} of a compiled pattern means Unicode: give it re.ASCII, or give its text"
        ))),
        _ => Ok(()),
    }
}

fn twice<T: Clone>(object: T) -> (T, T) {
    (object.clone(), object)
}

/// One of some objects, each beside what `expand` writes for it.
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
            return Err(Refused::Unfit("None is no value".to_owned()));
        };
        let word = text.to_str()?.to_owned();
        let text = PyString::new(object.py(), &word);
        if by_word.contains(&text)? {
            return Err(Refused::Unfit(format!("two values are written {word:?}")));
        }
        by_word.set_item(text, object)?;
        words.push(word);
    }
    let Some(known) = known else { return Err(Unconstrained::Empty.into()) };
    let constraint = Constraint::words(words.iter().map(String::as_str))?;
    let converter = Arc::new(Converter::Of(known.unbind()));
    Ok(ValueType { constraint: Arc::new(constraint), converter })
}

/// A copy of the types, to be compared with other types: a mapping and its sets may change.
pub(super) fn snapshot<'py>(types: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let py = types.py();
    let Ok(mapping) = types.cast::<PyMapping>() else { return Ok(PyTuple::empty(py)) };
    let mut all = Vec::new();
    for item in mapping.items()?.iter() {
        let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let is_set = value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>();
        all.push(name);
        if is_set || value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            // True equals 1, and is another value.
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
