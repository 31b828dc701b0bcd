//! The parameters of a method, from the first line of its docstring.
//!
//! This line is the only statement of them: Python shows it (`__text_signature__`), and
//! [`Signature::of`] reads it at compile time for [`Signature::bind`].

use std::ffi::CStr;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::arguments::{Arguments, Several};
use super::storage::ascii;

/// The arguments for parameters without a default.
pub(crate) type Required<'py, const N: usize> = [Bound<'py, PyAny>; N];

/// The arguments for parameters with a default; None selects the default.
pub(crate) type Optional<'py, const N: usize> = [Option<Bound<'py, PyAny>>; N];

/// More than any method has.
const MAX_PARAMETERS: usize = 8;

/// The parameters of a method, without `self` or the class.
pub(crate) struct Signature {
    pub(crate) method: &'static str,
    names: [&'static str; MAX_PARAMETERS],
    /// The number of parameters.
    count: usize,
    /// The number of parameters without a default, which come first.
    pub(crate) required: usize,
    /// The number of parameters that can be passed by position, which come first.
    positional: usize,
    /// The number of those that cannot be passed by keyword.
    positional_only: usize,
    /// True if any number of positional arguments is accepted, and others by keyword.
    pub(crate) is_variadic: bool,
    /// True if the caller chooses the names of keywords.
    takes_keywords: bool,
}

/// An optional positional argument, and the keywords that were passed.
pub(crate) type OneAndKeywords<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyDict>>);

impl Signature {
    /// Reads the beginning of a docstring, such as `name($self, one, /, two=True, *, three=None)`.
    pub(crate) const fn of(doc: &'static CStr) -> Self {
        let doc = doc.to_bytes();
        let open = find(doc, 0, b"(");
        let mut signature = Self {
            method: text(doc, 0, open),
            names: [""; MAX_PARAMETERS],
            count: 0,
            required: 0,
            positional: 0,
            positional_only: 0,
            is_variadic: false,
            takes_keywords: false,
        };
        let mut by_position = true;
        let mut at = open + 1;
        while doc[at] != b')' {
            let end = end_of_parameter(doc, at);
            match doc[at] {
                // `$self` or `$type`, which the interpreter passes.
                b'$' => {}
                b'/' => signature.positional_only = signature.count,
                b'*' => {
                    by_position = false;
                    signature.takes_keywords = doc[at + 1] == b'*';
                    signature.is_variadic = end > at + 1 && !signature.takes_keywords;
                }
                _ => {
                    let name_end = find(doc, at, b"=,)");
                    signature.names[signature.count] = text(doc, at, name_end);
                    signature.count += 1;
                    if doc[name_end] != b'=' {
                        signature.required += 1;
                        assert!(signature.required == signature.count, "no default behind one");
                    }
                    if by_position {
                        signature.positional = signature.count;
                    }
                }
            }
            at = if doc[end] == b',' { end + 2 } else { end };
        }
        assert!(!signature.is_variadic || signature.positional == 0, "one or the other");
        signature
    }

    /// The number of parameters that have a default.
    pub(crate) const fn optional(&self) -> usize {
        self.count - self.required
    }

    /// Any number of positional arguments, and one for each optional parameter, which are passed by keyword.
    pub(crate) fn all<'a, 'py, const O: usize>(
        &self,
        arguments: &'a Arguments<'a, 'py>,
    ) -> PyResult<(Several<'a, 'py>, Optional<'py, O>)> {
        let mut optional = [const { None }; O];
        self.take_keywords(arguments, &mut [], &mut optional)?;
        Ok((arguments.several(), optional))
    }

    /// At most one positional argument, and keywords whose names the caller chooses.
    pub(crate) fn one_and_keywords<'py>(
        &self,
        arguments: &Arguments<'_, 'py>,
    ) -> PyResult<OneAndKeywords<'py>> {
        debug_assert!(self.takes_keywords && self.positional == 1 && self.positional_only == 1);
        let mut positional = arguments.positional();
        let given = positional.len();
        if given > self.positional {
            return Err(PyTypeError::new_err(format!(
                "{}() takes at most {} positional arguments ({given} given)",
                self.method, self.positional
            )));
        }
        let mut keywords = None;
        for (name, value) in arguments.keywords() {
            keywords.get_or_insert_with(|| PyDict::new(name.py())).set_item(name, value)?;
        }
        Ok((positional.next(), keywords))
    }

    /// One argument for each parameter. `R` and `O` are the numbers of required and optional ones.
    #[inline]
    pub(crate) fn bind<'py, const R: usize, const O: usize>(
        &self,
        arguments: &Arguments<'_, 'py>,
    ) -> PyResult<(Required<'py, R>, Optional<'py, O>)> {
        let (mut required, mut optional) = ([const { None }; R], [const { None }; O]);
        let positional = arguments.positional();
        let is_usual =
            arguments.keyword_count() == 0 && (R..=self.positional).contains(&positional.len());
        for (place, value) in required.iter_mut().chain(&mut optional).zip(positional) {
            *place = Some(value);
        }
        if !is_usual {
            self.bind_others(arguments, &mut required, &mut optional)?;
        }
        Ok((required.map(|value| value.expect("none is missing")), optional))
    }

    /// Adds the arguments with a keyword to positional ones, or says what is wrong. One function for all numbers
    /// of parameters.
    fn bind_others<'py>(
        &self,
        arguments: &Arguments<'_, 'py>,
        required: &mut [Option<Bound<'py, PyAny>>],
        optional: &mut [Option<Bound<'py, PyAny>>],
    ) -> PyResult<()> {
        let method = self.method;
        let given = arguments.positional().len();
        if given > self.positional {
            let by_name = if self.positional < self.count { self.taken() } else { String::new() };
            return Err(PyTypeError::new_err(format!(
                "{method}() takes at most {} positional arguments ({given} given){}{by_name}",
                self.positional,
                if by_name.is_empty() { "" } else { "; " },
            )));
        }
        self.take_keywords(arguments, required, optional)?;
        if let Some(missing) = required.iter().position(Option::is_none) {
            return Err(PyTypeError::new_err(format!(
                "{method}() missing required argument '{}'",
                self.names[missing]
            )));
        }
        Ok(())
    }

    /// Puts each argument with a keyword in the place of its parameter.
    fn take_keywords<'py>(
        &self,
        arguments: &Arguments<'_, 'py>,
        required: &mut [Option<Bound<'py, PyAny>>],
        optional: &mut [Option<Bound<'py, PyAny>>],
    ) -> PyResult<()> {
        let method = self.method;
        for (keyword, value) in arguments.keywords() {
            let keyword = keyword.cast_into::<PyString>()?;
            let text = ascii(&keyword)?;
            let named = |&i: &usize| text == Some(self.names[i]);
            let Some(i) = (self.positional_only..self.count).find(named) else {
                let keyword = keyword.to_string_lossy();
                return Err(PyTypeError::new_err(format!(
                    "{method}() got an unexpected keyword argument '{keyword}'; {}",
                    self.taken()
                )));
            };
            let place = match i.checked_sub(required.len()) {
                None => &mut required[i],
                Some(i) => &mut optional[i],
            };
            if place.replace(value).is_some() {
                return Err(PyTypeError::new_err(format!(
                    "{method}() got multiple values for argument '{keyword}'"
                )));
            }
        }
        Ok(())
    }

    /// The arguments that can be passed by keyword, in words.
    #[cold]
    fn taken(&self) -> String {
        let by_place = self.names[..self.positional_only].join(", ");
        let by_name = self.keywords().flatten().collect::<Vec<_>>().join(", ");
        match (by_place.is_empty(), by_name.is_empty()) {
            (true, true) => "it takes nothing by name".to_owned(),
            (false, true) => format!("it takes {by_place}, and nothing by name"),
            (true, false) => format!("by name it takes {by_name}"),
            (false, false) => format!("it takes {by_place}, and by name {by_name}"),
        }
    }

    /// The names of the parameters; none for those that cannot be passed by keyword.
    pub(crate) fn keywords(&self) -> impl Iterator<Item = Option<&'static str>> {
        (0..self.count).map(|i| (i >= self.positional_only).then(|| self.names[i]))
    }
}

/// The index of the first of `wanted` at or after `at`.
const fn find(doc: &[u8], mut at: usize, wanted: &[u8]) -> usize {
    loop {
        let mut i = 0;
        while i < wanted.len() {
            if doc[at] == wanted[i] {
                return at;
            }
            i += 1;
        }
        at += 1;
    }
}

/// The index of the comma or parenthesis after the parameter at `at`, whose default may have
/// parentheses, or quotes with anything between them.
const fn end_of_parameter(doc: &[u8], mut at: usize) -> usize {
    let (mut depth, mut quoted) = (0, false);
    loop {
        match doc[at] {
            b'\'' => quoted = !quoted,
            _ if quoted => {}
            b'(' => depth += 1,
            b',' | b')' if depth == 0 => return at,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}

const fn text(doc: &'static [u8], start: usize, end: usize) -> &'static str {
    match std::str::from_utf8(doc.split_at(end).0.split_at(start).1) {
        Ok(text) => text,
        Err(_) => panic!("a signature is ASCII"),
    }
}
