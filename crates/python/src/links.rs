//! Links in text, for `iriform.links`: it reads texts and options, and returns links as tuples.

use std::borrow::Cow;

pub(crate) use iriform::engine::links::{DATA_VERSION as UTS58_VERSION, TOP_LEVEL_DOMAINS_DATE};
use iriform::engine::{
    links::{
        LinkKind, LinkSchemes, Links, Options, Searched, TextLink, meant, placeholder, refanged,
    },
    text::Utf8,
};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use crate::errors;
use crate::strtype::{Kind, for_text, named_tuple, parse, substring, units, wrap};
use crate::text::valid_utf8;
use crate::types::reference::changes;

/// Options of the search for links: not for users, who call `iriform.links.find`.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct LinkOptions {
    options: Options,
    refang: bool,
    /// The named tuple that each link becomes.
    class: Py<PyType>,
}

#[pymethods]
impl LinkOptions {
    /// `schemes` is `["any"]` for the whole registry; the flags have the names of core's.
    #[new]
    #[pyo3(signature = (schemes, class_, /, *, refang, **flags))]
    #[allow(clippy::needless_pass_by_value, reason = "as arguments are taken out of Python")]
    fn new(
        schemes: Vec<String>,
        class_: Bound<'_, PyType>,
        refang: bool,
        flags: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if !class_.is_subclass_of::<PyTuple>()? {
            return Err(PyTypeError::new_err("class_ must derive from tuple"));
        }
        let mut options = Options { schemes: LinkSchemes::named(&schemes), ..Options::default() };
        for (name, value) in flags.into_iter().flatten() {
            let name = name.extract::<String>()?;
            let flag = options.flag(&name);
            *flag.ok_or_else(|| PyTypeError::new_err(format!("there is no option {name}")))? =
                value.is_truthy()?;
        }
        Ok(Self { options, refang, class: class_.unbind() })
    }
}

/// The links of a text from `start`, at most `most` of them, each as a `Found`. In bytes, spans are of bytes.
/// The search continues after the last one.
#[pyfunction(signature = (text, options, start, most, /))]
pub(crate) fn find_links<'py>(
    text: &Bound<'py, PyAny>,
    options: &LinkOptions,
    start: usize,
    most: usize,
) -> PyResult<Bound<'py, PyList>> {
    let out = PyList::empty(text.py());
    let class = options.class.bind(text.py());
    if let Ok(text) = text.cast::<PyString>() {
        if options.refang {
            let plain = code_points(text)?;
            let mut known = (0, 0);
            push_refanged(&out, class, &plain, &options.options, most, |octets| {
                // Positions are in order, so each character is counted once.
                known = (octets, known.1 + plain[known.0..octets].chars().count());
                known.1
            })?;
        } else {
            for_text!(units(text)?, t => for found in Links::from(t, &options.options, start).take(most) {
                let part = substring(text, found.span.clone())?;
                push(&out, class, &found, t, &part, (found.span.start, found.span.end), false)?;
            });
        }
    } else if let Ok(bytes) = text.cast::<PyBytes>() {
        let t = Utf8(bytes.as_bytes());
        if options.refang {
            let plain = without_ill_formed(bytes.as_bytes());
            push_refanged(&out, class, &plain, &options.options, most, |octets| octets)?;
        } else {
            for found in Links::from(t, &options.options, start).take(most) {
                let part = PyString::new(text.py(), &found.text(t));
                push(&out, class, &found, t, &part, (found.span.start, found.span.end), false)?;
            }
        }
    } else {
        return Err(errors::wrong_type(text, "text", "str or bytes"));
    }
    Ok(out)
}

/// The names of the kinds. Interning one for each link takes a tenth of the time of the search.
static KINDS: [PyOnceLock<Py<PyString>>; LinkKind::ALL.len()] =
    [const { PyOnceLock::new() }; LinkKind::ALL.len()];

/// Appends one link, which is `part` in the caller's text.
fn push<'py, T: Searched>(
    out: &Bound<'py, PyList>,
    class: &Bound<'py, PyType>,
    found: &TextLink,
    text: T,
    part: &Bound<'py, PyString>,
    span: (usize, usize),
    is_refanged: bool,
) -> PyResult<()> {
    let py = out.py();
    // If the text was refanged, the positions of changes are those of the refanged text.
    let read = if is_refanged { PyString::new(py, &found.text(text)) } else { part.clone() };
    let source = valid_utf8(&read);
    let meant = meant(&source, found.kind, found.is_delimited);
    let iri = match &meant.iri {
        Cow::Borrowed(_) => read.clone(),
        Cow::Owned(iri) => PyString::new(py, iri),
    };
    let iri = if meant.is_checked { wrap(Kind::Iri, &iri)? } else { parse(Kind::Iri, &iri)? };
    // No IRI has a placeholder, so it is changed.
    let is_template = !meant.changes.is_empty() && placeholder(&source).is_some();
    let changes = changes(&read, &source, meant.changes)?;
    let flags = [
        (is_refanged, "refanged"),
        (found.has_userinfo, "userinfo"),
        (found.is_delimited, "delimited"),
        (is_template, "template"),
    ];
    let set: Vec<_> = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, name)| *name).collect();
    let flags = if set.is_empty() { PyTuple::empty(py) } else { PyTuple::new(py, set)? };
    let kind = KINDS[found.kind as usize]
        .get_or_init(py, || PyString::intern(py, found.kind.name()).unbind())
        .bind(py);
    let fields = (part, span, iri, kind, changes, flags, intern!(py, "")).into_pyobject(py)?;
    out.append(named_tuple(class, &fields)?)
}

/// Appends the links of a text that may be defanged.
fn push_refanged<'py>(
    out: &Bound<'py, PyList>,
    class: &Bound<'py, PyType>,
    text: &str,
    options: &Options,
    most: usize,
    mut place: impl FnMut(usize) -> usize,
) -> PyResult<()> {
    let plain = refanged(text);
    let read = Utf8(plain.text.as_bytes());
    for found in Links::of_refanged(&plain, options).take(most) {
        let span = plain.range(found.span.clone());
        let part = PyString::new(out.py(), &text[span.clone()]);
        let is_changed = plain.is_changed(found.span.clone());
        let span = (place(span.start), place(span.end));
        push(out, class, &found, read, &part, span, is_changed)?;
    }
    Ok(())
}

/// A text with a control in place of each surrogate; both end every link.
fn code_points(text: &Bound<'_, PyString>) -> PyResult<String> {
    fn read(text: impl Searched) -> String {
        (0..text.len()).map(|i| char::from_u32(text.peek(i)).unwrap_or('\0')).collect()
    }
    Ok(for_text!(units(text)?, t => read(t)))
}

/// Bytes with a control in place of each that is not UTF-8.
fn without_ill_formed(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let chunks = bytes.utf8_chunks();
    let parts = chunks.map(|c| format!("{}{}", c.valid(), "\0".repeat(c.invalid().len())));
    Cow::Owned(parts.collect())
}
