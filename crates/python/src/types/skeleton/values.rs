//! Python objects as values for core: texts, typed values, and collections.

use std::borrow::Cow;

use iriform::engine::{
    skeleton::{Datum, Denied, Newtype, Opening, PairDatum, Skeleton, Spot},
    words,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyType};

use crate::errors::wrong_class;
use crate::strtype::{Kind, exact};
use crate::text::{utf8, valid_utf8};

/// A Python exception, or a refusal by core.
pub(super) enum Unput {
    Denied(Denied),
    Python(PyErr),
}

impl From<Denied> for Unput {
    fn from(denied: Denied) -> Self {
        Self::Denied(denied)
    }
}

impl From<PyErr> for Unput {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

/// Returns true if an object is one of the four reference types.
pub(super) fn is_reference(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(Kind::of(value)?.is_some_and(Kind::is_reference))
}

/// The placeholder of a value, for messages.
#[derive(Clone, Copy)]
struct Where<'a> {
    skeleton: &'a Skeleton,
    hole: usize,
}

impl Where<'_> {
    fn placeholder(self) -> String {
        words::skeleton::placeholder(self.skeleton, self.hole)
    }

    #[cold]
    fn wrong_type(self, value: &Bound<'_, PyAny>) -> PyErr {
        wrong_class(value, |class| words::skeleton::wrong_type(&self.placeholder(), class))
    }
}

/// Puts a value into its place.
#[inline]
pub(super) fn put(
    skeleton: &Skeleton,
    hole: usize,
    opening: &mut Opening<'_>,
    value: &Bound<'_, PyAny>,
    conversion: Option<&str>,
    spec: &str,
) -> Result<(), Unput> {
    let at = Where { skeleton, hole };
    let is_plain = conversion.is_none() && (spec.is_empty() || spec == "*");
    if is_plain {
        if let Ok(text) = value.cast_exact::<PyString>() {
            opening.put(Datum::Text(plain(at, text)?))?;
            return Ok(());
        }
        if let Ok(number) = value.cast_exact::<PyInt>()
            && let Ok(number) = number.extract::<i64>()
        {
            opening.put(Datum::Integer(Cow::Owned(number.to_string())))?;
            return Ok(());
        }
        return put_other(at, opening, value);
    }
    let text = formatted(at, value, conversion, spec)?;
    opening.put(Datum::Text(plain(at, &text)?))?;
    Ok(())
}

fn put_other(
    at: Where<'_>,
    opening: &mut Opening<'_>,
    value: &Bound<'_, PyAny>,
) -> Result<(), Unput> {
    let is_pairs = matches!(at.skeleton.place(at.hole), Spot::Pairs);
    let datum = if value.is_none() {
        Datum::Nothing
    } else if let Some(kind) = Kind::of(value)? {
        let text = valid_utf8(value.cast::<PyString>().map_err(PyErr::from)?).into_owned().into();
        match newtype(kind) {
            Some(newtype) => Datum::Newtype(newtype, text),
            None if kind.is_reference() => Datum::Reference(text),
            None => return Err(at.wrong_type(value).into()),
        }
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let is_pair = |member: &Bound<'_, PyAny>| member.is_instance_of::<PyTuple>();
        let members: Vec<Bound<'_, PyAny>> = value.try_iter()?.collect::<PyResult<_>>()?;
        if is_pairs && members.iter().all(is_pair) {
            Datum::Pairs(pairs(at, members.into_iter())?)
        } else {
            Datum::List(scalars(at, members)?)
        }
    } else if let Ok(mapping) = value.cast::<PyMapping>() {
        if is_pairs {
            Datum::Pairs(pairs(at, mapping.items()?.iter())?)
        } else {
            Datum::Pairs(Vec::new())
        }
    } else if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        Datum::Integer(printed(&value.py().get_type::<PyInt>(), value)?.into())
    } else {
        let Some(text) = scalar(at, value)? else { return Err(at.wrong_type(value).into()) };
        Datum::Text(text.into())
    };
    opening.put(datum)?;
    Ok(())
}

fn plain<'a>(at: Where<'_>, text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    utf8(text)?.map_err(|_| PyValueError::new_err(words::skeleton::surrogate(&at.placeholder())))
}

const fn newtype(kind: Kind) -> Option<Newtype> {
    Some(match kind {
        Kind::Scheme => Newtype::Scheme,
        Kind::Authority => Newtype::Authority,
        Kind::UserInfo => Newtype::Userinfo,
        Kind::Host => Newtype::Host,
        Kind::Path => Newtype::Path,
        Kind::Segment => Newtype::Segment,
        Kind::Query => Newtype::Query,
        Kind::Fragment => Newtype::Fragment,
        Kind::IriReference | Kind::Iri | Kind::UriReference | Kind::Uri | Kind::UriTemplate => {
            return None;
        }
    })
}

/// The texts of a list; nothing for None.
fn scalars(at: Where<'_>, members: Vec<Bound<'_, PyAny>>) -> PyResult<Vec<Option<String>>> {
    let text = |member: Bound<'_, PyAny>| {
        if member.is_none() {
            return Ok(None);
        }
        scalar(at, &member)?.map(Some).ok_or_else(|| at.wrong_type(&member))
    };
    members.into_iter().map(text).collect()
}

/// Pairs of names and values.
fn pairs<'py>(
    at: Where<'_>,
    items: impl Iterator<Item = Bound<'py, PyAny>>,
) -> PyResult<Vec<(String, PairDatum)>> {
    let mut found = Vec::new();
    for item in items {
        let (name, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) =
            item.extract().map_err(|_| at.wrong_type(&item))?;
        let Ok(text) = name.cast::<PyString>() else { return Err(at.wrong_type(&name)) };
        let name = plain(at, text)?.into_owned();
        let value = if value.is_none() {
            PairDatum::One(None)
        } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            PairDatum::List(scalars(at, value.try_iter()?.collect::<PyResult<_>>()?)?)
        } else {
            match scalar(at, &value)? {
                Some(text) => PairDatum::One(Some(text)),
                None => return Err(at.wrong_type(&value)),
            }
        };
        found.push((name, value));
    }
    Ok(found)
}

/// The text of a value that is one text: `true` for True, the text of an id, a date as ISO 8601 writes it. None
/// for other objects.
fn scalar(at: Where<'_>, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        // A component is already encoded, and a template is not a text.
        let is_text = Kind::of(value)?.is_none_or(Kind::is_reference);
        return if is_text {
            plain(at, text).map(|text| Some(text.into_owned()))
        } else {
            Ok(None)
        };
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Some(if truth.is_true() { "true" } else { "false" }.to_owned()));
    }
    if value.is_instance_of::<PyInt>() {
        return printed(&value.py().get_type::<PyInt>(), value).map(Some);
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        if !number.value().is_finite() {
            let message = words::skeleton::not_finite(&at.placeholder());
            return Err(PyValueError::new_err(message));
        }
        return printed(&value.py().get_type::<PyFloat>(), value).map(Some);
    }
    of_standard_library(at, value)
}

/// A number as its own class prints it. A subclass, such as a member of an enumeration, may print differently.
fn printed(class: &Bound<'_, PyType>, value: &Bound<'_, PyAny>) -> PyResult<String> {
    class.call_method1("__repr__", (value,))?.extract()
}

/// The text of an object of the standard library, whose module must be imported if such an object exists.
fn of_standard_library(at: Where<'_>, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let called = |class: &Bound<'_, PyAny>, method: &str| -> PyResult<Option<String>> {
        class.call_method1(method, (value,))?.extract().map(Some)
    };
    if let Some(class) = class_of(value, "uuid", "UUID")? {
        return called(&class, "__str__");
    }
    for name in ["datetime", "date"] {
        if let Some(class) = class_of(value, "datetime", name)? {
            return called(&class, "isoformat");
        }
    }
    if let Some(class) = class_of(value, "decimal", "Decimal")? {
        if !class.call_method1("is_finite", (value,))?.is_truthy()? {
            let message = words::skeleton::not_finite(&at.placeholder());
            return Err(PyValueError::new_err(message));
        }
        return called(&class, "__str__");
    }
    for name in ["IPv4Address", "IPv6Address"] {
        if matches!(at.skeleton.place(at.hole), Spot::Host)
            && let Some(class) = class_of(value, "ipaddress", name)?
        {
            return called(&class, "__str__");
        }
    }
    if class_of(value, "pathlib", "PurePath")?.is_some() {
        let parts: Vec<String> = value.getattr("parts")?.extract()?;
        let anchor: String = value.getattr("anchor")?.extract()?;
        let [part] = &parts[..] else {
            return Err(PyValueError::new_err(words::skeleton::not_one_part(&at.placeholder())));
        };
        if !anchor.is_empty() {
            return Err(PyValueError::new_err(words::skeleton::not_one_part(&at.placeholder())));
        }
        return Ok(Some(part.clone()));
    }
    Ok(None)
}

/// The class of that name, if the object is an instance of it. Without its module there are no instances.
fn class_of<'py>(
    value: &Bound<'py, PyAny>,
    module: &str,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let modules = PyModule::import(value.py(), "sys")?.getattr("modules")?;
    let Some(module) = modules.cast::<PyDict>()?.get_item(module)? else { return Ok(None) };
    let class = module.getattr(name)?;
    Ok(value.is_instance(&class)?.then_some(class))
}

/// A value with its conversion and its format specification, as its own class writes it.
fn formatted<'py>(
    at: Where<'_>,
    value: &Bound<'py, PyAny>,
    conversion: Option<&str>,
    spec: &str,
) -> PyResult<Bound<'py, PyString>> {
    let py = value.py();
    if let Some(conversion) = conversion.filter(|&conversion| conversion != "s") {
        let message = words::skeleton::no_conversion(&at.placeholder(), conversion);
        return Err(PyValueError::new_err(message));
    }
    let refused = || Err(PyValueError::new_err(words::skeleton::not_formatted(&at.placeholder())));
    if spec == "*" || Kind::of(value)?.is_some() || value.is_instance_of::<PyBool>() {
        return refused();
    }
    let text_class = py.get_type::<PyString>();
    let (class, value) = if let Ok(text) = value.cast::<PyString>() {
        (text_class.clone().into_any(), exact(text)?.into_any())
    } else if value.is_instance_of::<PyInt>() {
        (py.get_type::<PyInt>().into_any(), value.clone())
    } else if let Ok(number) = value.cast::<PyFloat>()
        && number.value().is_finite()
    {
        (py.get_type::<PyFloat>().into_any(), value.clone())
    } else if let Some(class) = class_of(value, "decimal", "Decimal")? {
        (class, value.clone())
    } else {
        return refused();
    };
    let (class, value) = match conversion {
        Some(_) => (text_class.into_any(), class.call_method1("__str__", (value,))?),
        None => (class, value),
    };
    Ok(class.call_method1("__format__", (value, spec))?.cast_into()?)
}

/// Returns true if an object is a template string.
#[cfg(Py_3_14)]
pub(super) fn is_template(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    use pyo3::sync::PyOnceLock;

    static TEMPLATE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    // The module is imported if a template string exists.
    let class = object.get_type();
    if class.name()?.to_str()? != "Template" {
        return Ok(false);
    }
    Ok(class.is(TEMPLATE.import(object.py(), "string.templatelib", "Template")?))
}
