//! The operands and results of operations, and `iriform.resolve`.

use std::borrow::Cow;

use iriform::engine::{Reference, resolve as resolve_onto};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::answer::Answer;
use crate::strtype::{Kind, exact, instance, wrap};
use crate::take;
use crate::text::valid_utf8;

/// The text of a reference, and its type. A plain `str` is parsed in place, without making an
/// object of it.
pub(super) struct Operand<'a> {
    pub(super) kind: Kind,
    pub(super) text: Cow<'a, str>,
}

impl<'a> Operand<'a> {
    /// A reference unchanged; anything else parsed as `receiver`'s own kind.
    pub(super) fn reference(receiver: Kind, argument: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let parsed = Kind::reference(receiver.is_uri(), false);
        Self::of(argument, Kind::is_reference, parsed)
    }

    /// A reference that must have a scheme.
    pub(super) fn base(receiver: Kind, argument: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let parsed = Kind::reference(receiver.is_uri(), true);
        Self::of(argument, Kind::has_scheme, parsed)
    }

    /// An instance of a type that `is_taken` accepts, unchanged; anything else parsed as `parsed`.
    fn of(
        argument: &'a Bound<'_, PyAny>,
        is_taken: impl Fn(Kind) -> bool,
        parsed: Kind,
    ) -> PyResult<Self> {
        match Kind::of(argument)? {
            Some(kind) if is_taken(kind) => {
                Ok(Self { kind, text: valid_utf8(argument.cast::<PyString>()?) })
            }
            _ => Ok(Self { kind: parsed, text: take::parsed(parsed, argument)? }),
        }
    }
}

/// An instance of `kind` with the result of an operation on the text of `object`. If the text is
/// unchanged and the class is the same, this is `object` itself.
pub(super) fn changed<'py>(
    kind: Kind,
    object: &Bound<'py, PyAny>,
    text: Cow<'_, str>,
) -> Answer<'py> {
    match (text, object.cast::<PyString>()) {
        (Cow::Borrowed(_), _) if kind.is_exactly(&object.get_type()) => Ok(object.clone()),
        (Cow::Borrowed(_), Ok(object)) => wrap(kind, &exact(object)?),
        (text, _) => instance(object.py(), kind, &text),
    }
}

/// Resolve `reference` against `base` (RFC 3986 §5.2), then each further one against the result.
///
/// All arguments are parsed. Raises `ParseError`. The result is a URI if all arguments are URI references, else
/// an IRI.
///
/// >>> resolve("s3://bucket/a/b", "../c")
/// IRI('s3://bucket/c')
/// >>> resolve("http://a/b/c", "d/", "e/", "../f")
/// IRI('http://a/b/d/f')
#[pyfunction]
#[pyo3(
    signature = (base, reference, *references, strict=None),
    text_signature = "(base, reference, *references, strict=True)"
)]
#[allow(clippy::doc_markdown, reason = "the docstring is Python's")]
pub(crate) fn resolve<'py>(
    base: &Bound<'py, PyAny>,
    reference: &Bound<'py, PyAny>,
    references: &Bound<'py, PyTuple>,
    strict: Option<Bound<'py, PyAny>>,
) -> Answer<'py> {
    let strict = take::flag(strict, true)?;
    let Operand { mut kind, text: mut target } = Operand::base(Kind::Iri, base)?;
    let mut reference = reference.clone();
    for next in references {
        let operand = Operand::reference(Kind::IriReference, &reference)?;
        kind = Kind::reference(kind.is_uri() && operand.kind.is_uri(), true);
        target = Cow::Owned(resolved(&target, &operand.text, strict).into_owned());
        drop(operand);
        reference = next;
    }
    let last = Operand::reference(Kind::IriReference, &reference)?;
    let kind = Kind::reference(kind.is_uri() && last.kind.is_uri(), true);
    changed(kind, &reference, resolved(&target, &last.text, strict))
}

/// The target of a valid reference.
pub(super) fn resolved<'a>(base: &str, reference: &'a str, strict: bool) -> Cow<'a, str> {
    let base = Reference::of(base);
    Reference::of(reference).after(|r, out| resolve_onto(&base, r, strict, out).is_some())
}
