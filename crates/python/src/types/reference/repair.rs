//! `repair()`: the probable reference, and the changes as Python objects.

use iriform::engine::{
    convert::from_leiri,
    repair::{Cause, Change, original, repair, repair_purl, repair_whole},
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::answer::Answer;
use crate::errors;
use crate::strtype::{Kind, Method, Optional, Required, method};
use crate::take;
use crate::text::{plain_utf8, utf8};

pub(super) const METHODS: &[Method] = &[
    method!(
        class | class,
        [given],
        [] | {
            let Ok(text) = given.cast::<PyString>() else {
                let wrong = |class: &str| format!("from_leiri() takes str, not {class}");
                return Err(errors::wrong_class(&given, wrong));
            };
            let kind = Kind::of_receiver(class)?;
            let source = plain_utf8(text, kind.rule())?;
            let (fixed, changes) = from_leiri(&source, !kind.is_uri());
            value(class, text, &source, &fixed, &changes)
        },
        c"from_leiri(text, /)
--

Convert a legacy extended IRI, as used in XML: `xml:base`, `href` of XInclude, system identifiers.

Each character that only LEIRIs allow is percent-encoded (RFC 3987 §3.1; W3C note of 2008, §4):
space, `<`, `>`, `\"`, `{`, `}`, `|`, `\\`, `^`, a backtick; U+0000 to U+001F and U+007F to U+009F;
the formatting characters U+200E, U+200F and U+202A to U+202E; U+FDD0 to U+FDEF and U+FFF0 to
U+FFFD; U+E0000 to U+E0FFF; the last two of each plane from the first on; and private use outside
the query. Nothing is trimmed or repaired: a `%` without its digits, a bracket and a second `#`
raise ParseError. For a class of URIs, everything beyond ASCII is percent-encoded.

>>> IRIReference.from_leiri('a b/é|x')
IRIReference('a%20b/é%7Cx')
"
    ),
    method!(
        class repaired,
        c"repair(text, /, *, default_scheme=None)
--

Repair a text that is almost a reference. Returns `Repaired(value, changes)`.

White space, a byte order mark and delimiters around the text are trimmed (RFC 3986 Appendix C).
Characters that no IRI may contain are percent-encoded in userinfo, path, query and fragment (RFC
3987 §3.1). Beyond the RFCs, a `%` without digits, brackets and further `#` are
percent-encoded as well.

With `default_scheme`, text that begins with a host instead of a scheme gets this scheme (RFC 3986
§4.5). Such a host is a name with a dot, `localhost` or an address; `example.org:80` is read as host
and port. Raises ParseError for all other faults, because a change of scheme, host or port would be
a guess.

>>> IRI.repair(' http://example.org/a b').value
IRI('http://example.org/a%20b')
>>> IRI.repair('www.example.org:8080/a', default_scheme='https').value
IRI('https://www.example.org:8080/a')
"
    ),
];

fn repaired<'py>(
    class: &Bound<'py, PyAny>,
    [given]: Required<'py, 1>,
    [default_scheme]: Optional<'py, 1>,
) -> Answer<'py> {
    let Ok(text) = given.cast::<PyString>() else {
        return Err(errors::wrong_class(&given, |class| {
            format!("repair() takes str, not {class}")
        }));
    };
    let scheme = default_scheme.filter(|scheme| !scheme.is_none());
    let scheme = scheme.as_ref().map(|scheme| take::parsed(Kind::Scheme, scheme)).transpose()?;
    // A class derived from ours may require more than the grammar.
    let is_valid = class.call_method1("is_valid", (text,))?.is_truthy()?;
    let unchanged = || {
        let value = class.call1((text,))?;
        answer(value, PyTuple::empty(text.py()))
    };
    if is_valid && scheme.is_none() {
        return unchanged();
    }
    let Ok(source) = utf8(text)? else { return unchanged() };
    let is_iri = !Kind::of_receiver(class)?.is_uri();
    let (fixed, changes) = repair(&source, is_iri, scheme.as_deref());
    if is_valid && changes.iter().all(|change| change.cause != Cause::Scheme) {
        return unchanged();
    }
    made(class, text, &source, &fixed, changes)
}

/// `PURL.repair`: the canonical form of a text that is equivalent to a package URL.
#[pyfunction(signature = (class, text, /))]
pub(crate) fn purl_repaired<'py>(
    class: &Bound<'py, PyAny>,
    text: &Bound<'py, PyAny>,
) -> Answer<'py> {
    let Ok(text) = text.cast::<PyString>() else {
        return Err(errors::wrong_class(text, |class| format!("repair() takes str, not {class}")));
    };
    let Ok(source) = utf8(text)? else {
        // No reference has a surrogate, so the error reports its position.
        return answer(class.call1((text,))?, PyTuple::empty(text.py()));
    };
    let (fixed, changes) = repair_purl(&source);
    made(class, text, &source, &fixed, changes)
}

/// The text with the characters that no IRI may have percent-encoded, as HTTP clients send it. Nothing is
/// trimmed. Text with half of a surrogate pair is returned unchanged.
#[pyfunction(signature = (text, /))]
pub(crate) fn as_sent<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    Ok(match utf8(text)? {
        Ok(source) => PyString::new(text.py(), &repair_whole(&source).0),
        Err(_) => text.clone(),
    })
}

/// The value that the class makes from a repaired text, and the changes. An error has positions in the original
/// text.
fn made<'py>(
    class: &Bound<'py, PyAny>,
    text: &Bound<'py, PyString>,
    source: &str,
    fixed: &str,
    changes: Vec<Change>,
) -> Answer<'py> {
    let value = value(class, text, source, fixed, &changes)?;
    answer(value, changed(text, source, changes)?)
}

/// The value alone.
fn value<'py>(
    class: &Bound<'py, PyAny>,
    text: &Bound<'py, PyString>,
    source: &str,
    fixed: &str,
    changes: &[Change],
) -> Answer<'py> {
    match class.call1((fixed,)) {
        // Text that was trimmed to nothing has no position in the original text.
        Err(error) if !fixed.is_empty() => Err(errors::moved(error, text, |place| {
            let byte =
                |text: &str, i: usize| text.char_indices().nth(i).map_or(text.len(), |c| c.0);
            let place = original(byte(fixed, place), source, changes);
            source[..place].chars().count()
        })),
        made => made,
    }
}

/// The changes as instances of `iriform.Change`, the spans in code points.
pub(crate) fn changed<'py>(
    text: &Bound<'py, PyString>,
    source: &str,
    changes: Vec<Change>,
) -> PyResult<Bound<'py, PyTuple>> {
    static CHANGE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if changes.is_empty() {
        return Ok(PyTuple::empty(text.py()));
    }
    let class = CHANGE.import(text.py(), "iriform._types", "Change")?;
    // They are in order, so one pass over the text counts the code points.
    let (mut byte, mut index) = (0, 0);
    let mut count = |until: usize| {
        index += source[byte..until].chars().count();
        byte = until;
        index
    };
    let made: PyResult<Vec<_>> = changes
        .into_iter()
        .map(|Change { span, replacement, cause }| {
            let found = &source[span.clone()];
            let span = (count(span.start), count(span.end));
            class.call1((span, found, replacement, cause.code(), cause.clause()))
        })
        .collect();
    PyTuple::new(text.py(), made?)
}

/// An instance of `iriform.Repaired`.
fn answer<'py>(value: Bound<'py, PyAny>, changes: Bound<'py, PyTuple>) -> Answer<'py> {
    static REPAIRED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    REPAIRED.import(value.py(), "iriform._types", "Repaired")?.call1((value, changes))
}
