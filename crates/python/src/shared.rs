//! What every newtype has: its `repr`, how it is pickled and copied, what may derive from it.

use pyo3::prelude::*;
use pyo3::types::{PyString, PySuper, PyType};

use crate::newtypes::{Arguments, Common, Kind, derive, exact, method};
use crate::references::redacted;

pub(crate) const COMMON: Common = Common {
    methods: &[method!(
        c"__reduce_ex__",
        reduce_ex,
        c"__reduce_ex__($self, protocol, /)
--

Helper for pickle and copy: the text goes through the constructor again."
    )],
    root_methods: &[method!(
        class c"__init_subclass__",
        init_subclass,
        c"__init_subclass__($type, /, **keywords)
--

Refuses a class whose bases would let text in that does not match the grammar."
    )],
    repr,
};

/// `IRI('…')`, with a password masked (RFC 3986 §3.2.1).
fn repr<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    let name = text.get_type().name()?;
    let text = redacted(text)?.repr()?;
    Ok(PyString::from_fmt(text.py(), format_args!("{name}({text})"))?.into_any())
}

fn reduce_ex<'py>(
    slf: &Bound<'py, PyAny>,
    arguments: &Arguments<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let [protocol] = arguments.bind("__reduce_ex__", ["/protocol"], 1, 1)?;
    let class = slf.get_type();
    if Kind::of_type(&class).is_some() {
        let text = exact(slf.cast()?)?;
        return Ok((class, (text,)).into_pyobject(slf.py())?.into_any());
    }
    // A user's subclass may have attributes, which `object` knows how to pickle from protocol 2.
    let protocol = protocol.map_or(Ok(2), |p| p.extract::<i32>())?.max(2);
    let object = slf.py().get_type::<PyAny>();
    object.cast::<PyType>()?.call_method1("__reduce_ex__", (slf, protocol))
}

fn init_subclass<'py>(
    class: &Bound<'py, PyAny>,
    arguments: &Arguments<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let class = class.cast::<PyType>()?;
    let root = derive(class)?;
    let keywords = arguments.passed_on("__init_subclass__")?;
    PySuper::new(&root, class)?.call_method("__init_subclass__", (), Some(&keywords))
}
