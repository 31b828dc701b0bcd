//! Methods of every newtype: `repr`, pickling, copying and representation in code.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::strtype::{Kind, Method, exact, method};
use crate::text::masked_password;

pub(crate) const METHODS: &[Method] = &[
    method!(
        |slf, [protocol], []| {
            let class = slf.get_type();
            if Kind::exactly(&class).is_some() {
                let text = exact(slf.cast()?)?;
                return Ok((class, (text,)).into_pyobject(slf.py())?.into_any());
            }
            // A user's subclass may have attributes, which `object` can pickle since protocol 2.
            let protocol = protocol.extract::<i32>()?.max(2);
            let object = slf.py().get_type::<PyAny>();
            object.cast::<PyType>()?.call_method1("__reduce_ex__", (slf, protocol))
        },
        c"__reduce_ex__($self, protocol, /)
--

Helper for pickle and copy: the text goes through the constructor again."
    ),
    method!(
        |slf, [], []| {
            let py = slf.py();
            let path = importable(&slf.get_type())?;
            let arguments = (exact(slf.cast()?)?,);
            Ok((path, arguments, PyDict::new(py)).into_pyobject(py)?.into_any())
        },
        c"deconstruct($self, /)
--

For Django's migrations: the qualified name of the class, the arguments that recreate the value, and
no keyword arguments. Unlike `repr`, it includes the password.

>>> IRI('http://example.org/').deconstruct()
('iriform.IRI', ('http://example.org/',), {})"
    ),
    method!(class python "_types" "core_schema_of",
        c"__get_pydantic_core_schema__(source, handler, /)
--

For pydantic 2: a `str` that is parsed, and kept as it is."
    ),
];

/// `IRI('…')`, with a password masked (RFC 3986 §3.2.1).
pub(crate) fn repr<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    let name = text.get_type().name()?;
    let text = masked_password(text)?.repr()?;
    Ok(PyString::from_fmt(text.py(), format_args!("{name}({text})"))?.into_any())
}

/// The name, with its module, of the class or of the nearest base that is not nested in another class or
/// function: Django reads everything before the last dot as a module.
fn importable<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyString>> {
    for base in class.mro() {
        let base = base.cast_into::<PyType>()?;
        let name = base.qualname()?;
        if !name.to_cow()?.contains('.') {
            return PyString::from_fmt(class.py(), format_args!("{}.{name}", base.module()?));
        }
    }
    class.fully_qualified_name()
}
