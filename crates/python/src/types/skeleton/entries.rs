//! Cached skeletons, for the next call with an equal text.

use std::cell::RefCell;
use std::ptr;
use std::sync::{Arc, OnceLock};

use iriform::engine::{
    skeleton::{Flaw, FlawKind, Placeholder, Skeleton, fields},
    suffix::Suffixes,
    words,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors;
use crate::strtype::Kind;
use crate::text::plain_utf8;
use crate::types::kept::{Kept, kept_or_made};

/// The format specification that repeats a pair.
const REPEATS: &str = "*";

/// A text cut at its placeholders, and its skeletons.
pub(super) struct KnownSkeleton {
    /// The text; empty for a template string.
    text: String,
    strings: Vec<String>,
    parts: Vec<Part>,
    /// The different names.
    sorted: Vec<String>,
    /// The public suffix list that labels of hosts were judged by.
    list: &'static Suffixes,
    /// The skeleton for each production, without a base and with one.
    read: [OnceLock<Result<Arc<Skeleton>, Flaw>>; 8],
}

struct Part {
    text: String,
    name: Py<PyString>,
    conversion: Option<String>,
    spec: String,
}

impl Part {
    fn new(py: Python<'_>, name: &str, conversion: Option<String>, spec: &str) -> Self {
        let text = name.to_owned();
        Self { text, name: PyString::intern(py, name).unbind(), conversion, spec: spec.to_owned() }
    }
}

impl KnownSkeleton {
    fn new(text: String, strings: Vec<String>, parts: Vec<Part>) -> Self {
        let mut sorted: Vec<String> = parts.iter().map(|part| part.text.clone()).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let read = [const { OnceLock::new() }; 8];
        Self { text, strings, parts, sorted, list: Suffixes::current(), read }
    }

    /// Its approximate size in memory, including the skeletons that may be added.
    fn size(&self) -> usize {
        let strings: usize = self.strings.iter().map(String::len).sum();
        let parts: usize = self.parts.iter().map(|part| part.text.len() + part.spec.len()).sum();
        2 * size_of::<Self>() + self.text.len() + 4 * strings + 4 * parts + 400 * self.parts.len()
    }

    /// Returns true if it was read by the current list of the process.
    fn is_of_today(&self) -> bool {
        ptr::eq(self.list, Suffixes::current())
    }

    /// Returns true if there is nothing before the first placeholder.
    pub(super) fn may_be_based(&self) -> bool {
        !self.parts.is_empty() && self.strings.first().is_some_and(String::is_empty)
    }

    /// The name of a placeholder.
    pub(super) fn name<'py>(&self, py: Python<'py>, hole: usize) -> &Bound<'py, PyString> {
        self.parts[hole].name.bind(py)
    }

    /// The names of all placeholders.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| &*part.text)
    }

    /// The distinct names, sorted.
    pub(super) fn sorted_names(&self) -> &[String] {
        &self.sorted
    }

    /// The conversion of a placeholder.
    pub(super) fn conversion(&self, hole: usize) -> Option<&str> {
        self.parts[hole].conversion.as_deref()
    }

    /// The format specification of a placeholder.
    pub(super) fn spec(&self, hole: usize) -> &str {
        &self.parts[hole].spec
    }

    /// The skeleton of references of that kind.
    pub(super) fn skeleton(&self, kind: Kind, on_base: bool) -> PyResult<Arc<Skeleton>> {
        let place = 2 * (kind as usize) + usize::from(on_base);
        let read = self.read[place].get_or_init(|| self.read(kind, on_base).map(Arc::new));
        match read {
            Ok(skeleton) => Ok(Arc::clone(skeleton)),
            Err(flaw) => Err(Python::attach(|py| flawed(py, flaw))),
        }
    }

    fn read(&self, kind: Kind, on_base: bool) -> Result<Skeleton, Flaw> {
        let strings: Vec<&str> = self.strings.iter().map(String::as_str).collect();
        let placeholders: Vec<Placeholder<'_>> = self
            .parts
            .iter()
            .map(|part| Placeholder { name: &part.text, repeats: part.spec == REPEATS })
            .collect();
        Skeleton::read(kind.rule(), on_base, &strings, &placeholders, self.list)
    }
}

/// The error for literal text that is not a skeleton.
fn flawed(py: Python<'_>, flaw: &Flaw) -> PyErr {
    match &flaw.kind {
        FlawKind::Literal { shown, production, fault } => {
            errors::parse_error(PyString::new(py, shown).as_any(), *production, fault)
        }
        _ => PyValueError::new_err(words::skeleton::flaw(flaw)),
    }
}

thread_local! {
    static TEXTS: RefCell<Kept<Arc<KnownSkeleton>>> = const { RefCell::new(Kept::new()) };
}

/// The skeleton of that text.
pub(super) fn kept(text: &Bound<'_, PyString>) -> PyResult<Arc<KnownSkeleton>> {
    let (py, text) = (text.py(), plain_utf8(text, Kind::IriReference.rule())?);
    let is_it = |known: &Arc<KnownSkeleton>| known.text == *text && known.is_of_today();
    kept_or_made(&TEXTS, &text, is_it, || {
        let (strings, found) = fields(&text).map_err(|flaw| flawed(py, &flaw))?;
        let parts = found.into_iter();
        let parts = parts.map(|gap| Part::new(py, &gap.name, gap.conversion, &gap.spec)).collect();
        let new = KnownSkeleton::new(text.clone().into_owned(), strings, parts);
        Ok((new.size(), Arc::new(new)))
    })
}

#[cfg(Py_3_14)]
thread_local! {
    static TEMPLATES: RefCell<Kept<Arc<KnownSkeleton>>> = const { RefCell::new(Kept::new()) };
}

/// The skeleton of a template string with these strings, expressions and format specifications.
#[cfg(Py_3_14)]
pub(super) fn kept_template<'a>(
    strings: &Bound<'_, pyo3::types::PyTuple>,
    expressions: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> PyResult<Arc<KnownSkeleton>> {
    let py = strings.py();
    let mut texts: Vec<String> = Vec::with_capacity(strings.len());
    for string in strings {
        texts.push(plain_utf8(string.cast()?, Kind::IriReference.rule())?.into_owned());
    }
    // Only a specification that repeats a pair matters here; the others apply to the value.
    let spec = |spec: &str| if spec == REPEATS { REPEATS } else { "" };
    let key = texts.concat();
    let is_it = |known: &Arc<KnownSkeleton>| {
        let mut parts = known.parts.iter();
        known.strings == texts
            && known.is_of_today()
            && parts.len() + 1 == texts.len()
            && expressions.clone().all(|(expression, own)| {
                parts.next().is_some_and(|part| part.text == expression && part.spec == spec(own))
            })
    };
    kept_or_made(&TEMPLATES, &key, is_it, || {
        let part = |(expression, own)| Part::new(py, expression, None, spec(own));
        let parts: Vec<Part> = expressions.clone().map(part).collect();
        debug_assert_eq!(parts.len() + 1, texts.len());
        let new = KnownSkeleton::new(String::new(), texts.clone(), parts);
        Ok((new.size(), Arc::new(new)))
    })
}
