//! The native `str` newtypes: every line of `unsafe` that the binding has.
//!
//! PyO3 cannot subclass `str`, so the types are made from `PyType_Spec`s. What makes them sound:
//!
//! * The only way to an instance is [`build`], on text that [`check`] has passed or that is
//!   a component of such text. Each type has its own `tp_new`, so `str.__new__(IRI, …)` is
//!   refused by `CPython` itself; the types are immutable, so neither a method nor `__class__`
//!   can be swapped under an instance.
//! * A `str` subclass may lie through `__str__`. Its text is therefore copied to an exact `str`
//!   first, without calling into it, and the copy is both checked and kept.
//! * Instances have no storage beyond `str`'s own: text is read where `str` keeps it, in code
//!   points of one, two or four bytes, and no UTF-8 copy is left on the caller's object.
//!
//! A new object is made by `str`'s own `tp_new` behind `tp_vectorcall`, so that no knowledge of
//! how a `str` is laid out is needed, and the argument tuple that it wants is used again.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use iriform_core::text::{Latin1, Ucs2, Ucs4, Utf8};
use iriform_core::{Rule, recognize};
use pyo3::exceptions::{PyImportError, PyRuntimeError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyModule, PyString, PySuper, PyTuple, PyType};

use crate::errors;

/// A newtype, by its place in [`TYPES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Kind {
    IriReference,
    Iri,
    UriReference,
    Uri,
    Scheme,
    Authority,
    UserInfo,
    Host,
    Path,
    Segment,
    Query,
    Fragment,
}

const KINDS: usize = Kind::Fragment as usize + 1;

/// The types once they are made, by the main interpreter.
static TYPES: [OnceLock<Py<PyType>>; KINDS] = [const { OnceLock::new() }; KINDS];

impl Kind {
    const ALL: [Self; KINDS] = [
        Self::IriReference,
        Self::Iri,
        Self::UriReference,
        Self::Uri,
        Self::Scheme,
        Self::Authority,
        Self::UserInfo,
        Self::Host,
        Self::Path,
        Self::Segment,
        Self::Query,
        Self::Fragment,
    ];

    /// The production that the text of an instance matches.
    pub(crate) const fn rule(self) -> Rule {
        match self {
            Self::IriReference => Rule::IriReference,
            Self::Iri => Rule::Iri,
            Self::UriReference => Rule::UriReference,
            Self::Uri => Rule::Uri,
            Self::Scheme => Rule::Scheme,
            Self::Authority => Rule::Iauthority,
            Self::UserInfo => Rule::Iuserinfo,
            Self::Host => Rule::Ihost,
            Self::Path => Rule::Ipath,
            Self::Segment => Rule::Isegment,
            Self::Query => Rule::Iquery,
            Self::Fragment => Rule::Ifragment,
        }
    }

    /// The class's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::IriReference => "IRIReference",
            Self::Iri => "IRI",
            Self::UriReference => "URIReference",
            Self::Uri => "URI",
            Self::Scheme => "Scheme",
            Self::Authority => "Authority",
            Self::UserInfo => "UserInfo",
            Self::Host => "Host",
            Self::Path => "Path",
            Self::Segment => "Segment",
            Self::Query => "Query",
            Self::Fragment => "Fragment",
        }
    }

    /// The classes it derives from, `str` where there is none.
    const fn bases(self) -> &'static [Self] {
        match self {
            Self::Iri | Self::UriReference => &[Self::IriReference],
            Self::Uri => &[Self::Iri, Self::UriReference],
            _ => &[],
        }
    }

    fn type_ptr(self) -> *mut ffi::PyTypeObject {
        // Null only while the module is being made, when no instance exists to ask.
        TYPES[self as usize].get().map_or(ptr::null_mut(), |t| t.as_ptr().cast())
    }

    /// Whether it is one of the four reference types.
    pub(crate) const fn is_reference(self) -> bool {
        matches!(self, Self::IriReference | Self::Iri | Self::UriReference | Self::Uri)
    }

    /// The reference type for text that is a URI reference or not, and that has a scheme or not.
    pub(crate) const fn reference(is_uri: bool, has_scheme: bool) -> Self {
        match (is_uri, has_scheme) {
            (true, true) => Self::Uri,
            (true, false) => Self::UriReference,
            (false, true) => Self::Iri,
            (false, false) => Self::IriReference,
        }
    }

    /// Whether the type says that there is a scheme.
    pub(crate) const fn has_scheme(self) -> bool {
        matches!(self, Self::Iri | Self::Uri)
    }

    /// Whether its rule is one of RFC 3986, where RFC 3987 has another.
    pub(crate) const fn is_uri(self) -> bool {
        matches!(self, Self::UriReference | Self::Uri)
    }

    /// The narrowest of our types that `object` is an instance of.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        // A plain str is the most usual operand, and derives from none of them.
        if object.is_exact_instance_of::<PyString>() {
            return None;
        }
        Self::of_class(&object.get_type())
    }

    /// The narrowest of our types that `class` is or derives from.
    pub(crate) fn of_class(class: &Bound<'_, PyType>) -> Option<Self> {
        // Most are our own; a user's subclass is looked up along its bases, narrowest first.
        Self::ALL
            .into_iter()
            .find(|k| k.is_exactly(class))
            .or_else(|| Self::ALL.into_iter().rev().find(|k| k.is_base_of(class.as_type_ptr())))
    }

    /// Whether `class` is the type itself or derives from it.
    fn is_base_of(self, class: *mut ffi::PyTypeObject) -> bool {
        // SAFETY: both are type objects; `type_ptr` is not null once the types are made.
        unsafe { ffi::PyType_IsSubtype(class, self.type_ptr()) == 1 }
    }

    /// Whether `class` is the type itself, not derived from it.
    pub(crate) fn is_exactly(self, class: &Bound<'_, PyType>) -> bool {
        class.as_type_ptr() == self.type_ptr()
    }
}

/// Text in the storage it came in.
#[derive(Clone, Copy)]
pub(crate) enum Units<'a> {
    Latin1(Latin1<'a>),
    Ucs2(Ucs2<'a>),
    Ucs4(Ucs4<'a>),
    Utf8(Utf8<'a>),
}

/// Evaluates an expression generic over `Text` for whichever storage is there.
macro_rules! for_text {
    ($units:expr, $text:ident => $body:expr) => {
        match $units {
            $crate::newtypes::Units::Latin1($text) => $body,
            $crate::newtypes::Units::Ucs2($text) => $body,
            $crate::newtypes::Units::Ucs4($text) => $body,
            $crate::newtypes::Units::Utf8($text) => $body,
        }
    };
}
pub(crate) use for_text;

/// The code points of a `str`, where they lie.
#[inline]
pub(crate) fn units<'a>(text: &'a Bound<'_, PyString>) -> Units<'a> {
    let object = text.as_ptr();
    // SAFETY: `object` is a str. Its code points are `PyUnicode_GET_LENGTH` units of the size
    // that `PyUnicode_KIND` names at `PyUnicode_DATA`, aligned for it, and they do not change
    // while the reference that `text` borrows is held.
    unsafe {
        // Up to 3.11 a str of the legacy kind may still want to be made canonical. On failure
        // (no memory) its length is not to be relied upon.
        #[cfg(not(Py_3_12))]
        if ffi::PyUnicode_READY(object) != 0 {
            ffi::PyErr_Clear();
            return Units::Latin1(Latin1(&[]));
        }
        #[allow(clippy::cast_sign_loss, reason = "a length is never negative")]
        let length = ffi::PyUnicode_GET_LENGTH(object) as usize;
        let data = ffi::PyUnicode_DATA(object);
        match ffi::PyUnicode_KIND(object) {
            ffi::PyUnicode_1BYTE_KIND => {
                Units::Latin1(Latin1(std::slice::from_raw_parts(data.cast(), length)))
            }
            ffi::PyUnicode_2BYTE_KIND => {
                Units::Ucs2(Ucs2(std::slice::from_raw_parts(data.cast(), length)))
            }
            _ => Units::Ucs4(Ucs4(std::slice::from_raw_parts(data.cast(), length))),
        }
    }
}

#[inline]
fn check(rule: Rule, units: Units<'_>, argument: &Bound<'_, PyAny>) -> PyResult<()> {
    for_text!(units, text => recognize(text, rule))
        .map_err(|fault| errors::parse_error(argument, rule, &fault))
}

/// The text of a `str` or of an instance of a subclass as an exact `str`. No method of the
/// subclass is called.
pub(crate) fn exact<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    // SAFETY: `text` is a str. PyUnicode_FromObject returns it, or a copy of its text.
    unsafe {
        let copy = ffi::PyUnicode_FromObject(text.as_ptr());
        Bound::from_owned_ptr_or_err(text.py(), copy).map(|copy| copy.cast_into_unchecked())
    }
}

/// The part of a `str` between two indices of its code points.
pub(crate) fn substring<'py>(
    text: &Bound<'py, PyString>,
    range: std::ops::Range<usize>,
) -> PyResult<Bound<'py, PyString>> {
    // OK because both are indices into an object in memory, and so below isize::MAX.
    #[allow(clippy::cast_possible_wrap)]
    let (start, end) = (range.start as ffi::Py_ssize_t, range.end as ffi::Py_ssize_t);
    // SAFETY: `text` is a str; PyUnicode_Substring checks the indices and returns an exact str.
    unsafe {
        let part = ffi::PyUnicode_Substring(text.as_ptr(), start, end);
        Bound::from_owned_ptr_or_err(text.py(), part).map(|part| part.cast_into_unchecked())
    }
}

/// A component of `text`, which is valid and of which `range` matches `kind`'s rule.
pub(crate) fn component<'py>(
    kind: Kind,
    text: &Bound<'py, PyString>,
    range: std::ops::Range<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    wrap(kind, &substring(text, range)?)
}

/// An instance of `kind` with a text that an operation has made, and that matches its rule.
pub(crate) fn wrap<'py>(kind: Kind, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    debug_assert!(for_text!(units(text), t => recognize(t, kind.rule())).is_ok());
    // SAFETY: the type is one of ours and `text` is an exact str that matches its rule.
    unsafe { build(kind.type_ptr(), text) }
}

/// Parses `argument` as an instance of `kind`.
pub(crate) fn parse<'py>(kind: Kind, argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the type is one of ours.
    unsafe { construct(kind, kind.type_ptr(), argument) }
}

/// `str`'s own `tp_new`.
static STR_NEW: OnceLock<ffi::newfunc> = OnceLock::new();

/// An argument tuple of one item, `None` while nobody uses it. Whoever takes it leaves null.
static ARGUMENTS: AtomicPtr<ffi::PyObject> = AtomicPtr::new(ptr::null_mut());

/// Takes the tuple out of [`ARGUMENTS`]: null if it is in use.
fn take_arguments() -> *mut ffi::PyObject {
    if cfg!(Py_GIL_DISABLED) {
        return ARGUMENTS.swap(ptr::null_mut(), Ordering::Acquire);
    }
    // Under the GIL nobody comes between, and two plain moves take a tenth of the time.
    let arguments = ARGUMENTS.load(Ordering::Relaxed);
    ARGUMENTS.store(ptr::null_mut(), Ordering::Relaxed);
    arguments
}

/// Puts the tuple back, unless another one has been put there meanwhile.
fn park_arguments(arguments: *mut ffi::PyObject) -> bool {
    let (free, order) = (ptr::null_mut(), (Ordering::Release, Ordering::Relaxed));
    if cfg!(Py_GIL_DISABLED) {
        return ARGUMENTS.compare_exchange(free, arguments, order.0, order.1).is_ok();
    }
    let is_free = ARGUMENTS.load(Ordering::Relaxed) == free;
    if is_free {
        ARGUMENTS.store(arguments, Ordering::Relaxed);
    }
    is_free
}

/// Makes an instance of `ty` with the text `text`.
///
/// # Safety
/// `ty` must be one of our types or derive from one, `text` an exact `str` that matches the
/// type's rule.
#[inline]
unsafe fn build<'py>(
    ty: *mut ffi::PyTypeObject,
    text: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let str_new = *STR_NEW.get().expect("set when the module was made");
    // SAFETY: a tuple that was swapped out of ARGUMENTS, or is new, is ours alone, so that its
    // item may be set. Its one item is always a real object, whoever may see it through gc. A
    // reference count of one says that no callee kept it, and only then is it parked again.
    unsafe {
        let mut arguments = take_arguments();
        if arguments.is_null() {
            arguments = ffi::PyTuple_New(1);
            if arguments.is_null() {
                return Err(PyErr::fetch(py));
            }
            ffi::PyObject_GC_UnTrack(arguments.cast());
        } else {
            ffi::Py_DECREF(ffi::PyTuple_GET_ITEM(arguments, 0));
        }
        ffi::Py_INCREF(text.as_ptr());
        ffi::PyTuple_SET_ITEM(arguments, 0, text.as_ptr());
        let object = str_new(ty, arguments, ptr::null_mut());
        if ffi::Py_REFCNT(arguments) == 1 {
            ffi::Py_INCREF(ffi::Py_None());
            ffi::PyTuple_SET_ITEM(arguments, 0, ffi::Py_None());
            ffi::Py_DECREF(text.as_ptr());
            if !park_arguments(arguments) {
                ffi::Py_DECREF(arguments);
            }
        } else {
            ffi::Py_DECREF(arguments);
        }
        Bound::from_owned_ptr_or_err(py, object)
    }
}

/// What a call of `kind`, or of the subclass `ty`, with one argument makes.
///
/// # Safety
/// `ty` must be the type of `kind` or derive from it.
#[inline]
unsafe fn construct<'py>(
    kind: Kind,
    ty: *mut ffi::PyTypeObject,
    argument: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let rule = kind.rule();
    if let Ok(text) = argument.cast_exact::<PyString>() {
        check(rule, units(text), argument)?;
        // SAFETY: the text has just been checked; the caller answers for the type.
        return unsafe { build(ty, text) };
    }
    if argument.get_type_ptr() == ty && ty == kind.type_ptr() {
        return Ok(argument.clone());
    }
    let text = if let Ok(text) = argument.cast::<PyString>() {
        let text = exact(text)?;
        check(rule, units(&text), &text)?;
        text
    } else if let Ok(bytes) = argument.cast::<PyBytes>() {
        check(rule, Units::Utf8(Utf8(bytes.as_bytes())), argument)?;
        PyString::from_encoded_object(bytes, Some(c"utf-8"), None)?
    } else {
        return Err(not_text(kind, argument));
    };
    // SAFETY: as above; `text` is an exact str in each case.
    unsafe { build(ty, &text) }
}

/// Refuses a class, which a user has just derived from ours, whose constructor would not check
/// all that the class promises: the only one that runs is that of its `tp_base`. So one of our
/// classes among its bases must derive from all the others, and be that base.
const INIT_SUBCLASS: Method = method!(
    class c"__init_subclass__",
    init_subclass,
    c"__init_subclass__($type, /, **keywords)
--

Refuses a class whose bases would let text in that does not match the grammar."
);

fn init_subclass<'py>(
    class: &Bound<'py, PyAny>,
    arguments: &Arguments<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let class = class.cast::<PyType>()?;
    let ours: Vec<Kind> =
        Kind::ALL.into_iter().filter(|k| k.is_base_of(class.as_type_ptr())).collect();
    let Some(narrowest) = ours.iter().find(|k| ours.iter().all(|o| o.is_base_of(k.type_ptr())))
    else {
        return Err(PyTypeError::new_err(format!(
            "no class of iriform is all that {} derives from: {}",
            class.name()?,
            ours.into_iter().map(Kind::name).collect::<Vec<_>>().join(", ")
        )));
    };
    let mut base = class.as_type_ptr();
    while !base.is_null() && !ours.iter().any(|k| k.type_ptr() == base) {
        // SAFETY: `base` is a type object; its own base, which it keeps alive, is one or null.
        base = unsafe { (*base).tp_base };
    }
    if base != narrowest.type_ptr() {
        return Err(PyTypeError::new_err(format!(
            "{} must come first among the bases of {}",
            narrowest.name(),
            class.name()?
        )));
    }
    // As `super().__init_subclass__(**keywords)` would, from the class that has this method.
    let root = TYPES[ours[0] as usize].get().expect("set when the module was made");
    PySuper::new(root.bind(class.py()), class)?.call_method(
        "__init_subclass__",
        (),
        Some(&arguments.passed_on("__init_subclass__")?),
    )
}

/// Whether `argument` is valid text for `kind`.
fn is_valid(kind: Kind, argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    let units = if let Ok(text) = argument.cast::<PyString>() {
        units(text)
    } else if let Ok(bytes) = argument.cast::<PyBytes>() {
        Units::Utf8(Utf8(bytes.as_bytes()))
    } else {
        return Err(not_text(kind, argument));
    };
    Ok(for_text!(units, text => recognize(text, kind.rule()).is_ok()))
}

#[cold]
fn not_text(kind: Kind, argument: &Bound<'_, PyAny>) -> PyErr {
    match argument.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("{} takes str or bytes, not {name}", kind.name())),
        Err(error) => error,
    }
}

#[cold]
fn wrong_arguments(kind: Kind) -> PyErr {
    PyTypeError::new_err(format!("{} takes exactly one positional argument", kind.name()))
}

/// Runs what an entry from C is for. An error is left for the interpreter to raise, and so is a
/// panic, which is a fault of ours and must not reach C.
///
/// The entries do not tell PyO3 that the thread is attached, which would cost as much as the
/// shortest of them. A `Bound` does not care, but a `Py` that is dropped, as in an error, would be
/// put by for the next time that PyO3 is told, and so for ever. Errors therefore tell it.
#[inline(always)]
fn enter(body: impl FnOnce() -> PyResult<*mut ffi::PyObject>) -> *mut ffi::PyObject {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(object)) => object,
        Ok(Err(error)) => raise(error),
        Err(_) => raise(PyRuntimeError::new_err("iriform failed: please report this")),
    }
}

#[cold]
fn raise(error: PyErr) -> *mut ffi::PyObject {
    Python::attach(|py| error.restore(py));
    ptr::null_mut()
}

/// `tp_vectorcall` of the type numbered `K`: called for that very type, never for a subclass.
unsafe extern "C" fn vectorcall<const K: usize>(
    callable: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    flags: usize,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with the type itself, as many arguments as
    // `flags` says, and names of keyword arguments or null.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let kind = Kind::ALL[K];
            let count = ffi::PyVectorcall_NARGS(flags as _);
            if !keywords.is_null() && ffi::PyTuple_GET_SIZE(keywords) > 0 || count > 1 {
                return Err(wrong_arguments(kind));
            }
            if count == 0 {
                return empty(py, kind, callable.cast());
            }
            let argument = Bound::from_borrowed_ptr(py, *arguments);
            construct(kind, callable.cast(), &argument).map(Bound::into_ptr)
        })
    }
}

/// `tp_new` of the type numbered `K`: called for subclasses, by `IRI.__new__` and by pickle.
unsafe extern "C" fn new<const K: usize>(
    ty: *mut ffi::PyTypeObject,
    arguments: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with a type that derives from ours, a tuple,
    // and a dict or null.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let kind = Kind::ALL[K];
            let count = ffi::PyTuple_GET_SIZE(arguments);
            if !keywords.is_null() && ffi::PyDict_Size(keywords) > 0 || count > 1 {
                return Err(wrong_arguments(kind));
            }
            if count == 0 {
                return empty(py, kind, ty);
            }
            let argument = Bound::from_borrowed_ptr(py, ffi::PyTuple_GET_ITEM(arguments, 0));
            construct(kind, ty, &argument).map(Bound::into_ptr)
        })
    }
}

/// Without an argument: the empty text, for the types that have it.
///
/// # Safety
/// As for [`construct`].
unsafe fn empty(
    py: Python<'_>,
    kind: Kind,
    ty: *mut ffi::PyTypeObject,
) -> PyResult<*mut ffi::PyObject> {
    let text = PyString::new(py, "");
    if recognize(Latin1(&[]), kind.rule()).is_err() {
        return Err(wrong_arguments(kind));
    }
    // SAFETY: the empty text has just been found valid; the caller answers for the type.
    unsafe { build(ty, &text).map(Bound::into_ptr) }
}

/// `is_valid` of the type numbered `K`, a static method.
unsafe extern "C" fn is_valid_method<const K: usize>(
    _: *mut ffi::PyObject,
    argument: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with one object.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let argument = Bound::from_borrowed_ptr(py, argument);
            let valid = is_valid(Kind::ALL[K], &argument)?;
            let answer = if valid { ffi::Py_True() } else { ffi::Py_False() };
            ffi::Py_INCREF(answer);
            Ok(answer)
        })
    }
}

/// What a property does with the instance.
pub(crate) type Getter = for<'py> fn(&Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>>;

/// A read-only property.
pub(crate) struct Property {
    pub(crate) name: &'static CStr,
    pub(crate) doc: &'static CStr,
    pub(crate) get: Getter,
}

unsafe extern "C" fn get(slf: *mut ffi::PyObject, closure: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with an instance of the type that has the
    // property, which is a str, and with the closure that `make` put there: a `Property`.
    unsafe {
        let py = Python::assume_attached();
        let property = &*closure.cast::<Property>();
        enter(|| {
            let slf = Bound::from_borrowed_ptr(py, slf);
            (property.get)(slf.cast_unchecked()).map(Bound::into_ptr)
        })
    }
}

/// The arguments of a method call: positional ones first, then those named in `keywords`.
pub(crate) struct Arguments<'a, 'py> {
    values: &'a [*mut ffi::PyObject],
    positional: usize,
    keywords: Option<Bound<'py, PyTuple>>,
    py: Python<'py>,
}

impl<'py> Arguments<'_, 'py> {
    /// The positional arguments, where there may be any number and no keyword.
    pub(crate) fn all(&self, method: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if self.keywords.is_some() {
            return Err(PyTypeError::new_err(format!("{method}() takes no keyword arguments")));
        }
        Ok((0..self.positional).map(|i| self.value(i)).collect())
    }

    /// The keyword arguments, for a call with them alone that is passed on.
    fn passed_on(&self, method: &str) -> PyResult<Bound<'py, PyDict>> {
        if self.positional > 0 {
            return Err(PyTypeError::new_err(format!("{method}() takes no positional arguments")));
        }
        let passed = PyDict::new(self.py);
        for (i, keyword) in self.keywords.iter().flatten().enumerate() {
            passed.set_item(keyword, self.value(i))?;
        }
        Ok(passed)
    }

    /// One value a parameter. The first `positional` parameters may be given by position, the
    /// first `required` must be given; a name that begins with `/` cannot be used as a keyword.
    pub(crate) fn bind<const N: usize>(
        &self,
        method: &str,
        parameters: [&str; N],
        positional: usize,
        required: usize,
    ) -> PyResult<[Option<Bound<'py, PyAny>>; N]> {
        let mut bound = [const { None }; N];
        if self.positional > positional {
            return Err(PyTypeError::new_err(format!(
                "{method}() takes at most {positional} positional arguments ({} given)",
                self.positional
            )));
        }
        for (i, slot) in bound.iter_mut().enumerate().take(self.positional) {
            *slot = Some(self.value(i));
        }
        for (i, keyword) in self.keywords.iter().flatten().enumerate() {
            let keyword = keyword.cast_into::<PyString>()?;
            let keyword = keyword.to_cow()?;
            match parameters.iter().position(|&p| p == keyword) {
                Some(k) if bound[k].is_none() => bound[k] = Some(self.value(self.positional + i)),
                Some(_) => {
                    return Err(PyTypeError::new_err(format!(
                        "{method}() got multiple values for argument '{keyword}'"
                    )));
                }
                None => {
                    return Err(PyTypeError::new_err(format!(
                        "{method}() got an unexpected keyword argument '{keyword}'"
                    )));
                }
            }
        }
        if let Some(missing) = bound.iter().take(required).position(Option::is_none) {
            return Err(PyTypeError::new_err(format!(
                "{method}() missing required argument '{}'",
                parameters[missing].trim_start_matches('/')
            )));
        }
        Ok(bound)
    }

    /// Calls `function` with these arguments behind `first`.
    pub(crate) fn pass_on(
        &self,
        function: &Bound<'py, PyAny>,
        first: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut positional = vec![first.clone()];
        positional.extend((0..self.positional).map(|i| self.value(i)));
        let keywords = PyDict::new(self.py);
        for (i, name) in self.keywords.iter().flatten().enumerate() {
            keywords.set_item(name, self.value(self.positional + i))?;
        }
        function.call(PyTuple::new(self.py, positional)?, Some(&keywords))
    }

    fn value(&self, i: usize) -> Bound<'py, PyAny> {
        // SAFETY: `values` holds live objects for as long as the call lasts.
        unsafe { Bound::from_borrowed_ptr(self.py, self.values[i]) }
    }
}

/// What a method does with `self`, or the class, and the arguments.
pub(crate) type Call =
    for<'a, 'py> fn(&Bound<'py, PyAny>, &Arguments<'a, 'py>) -> PyResult<Bound<'py, PyAny>>;

/// The entry from C to a method.
pub(crate) type Entry = unsafe extern "C" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    ffi::Py_ssize_t,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// A method. Use [`method!`] to make one.
pub(crate) struct Method {
    pub(crate) name: &'static CStr,
    pub(crate) doc: &'static CStr,
    pub(crate) flags: c_int,
    pub(crate) entry: Entry,
}

/// A method or, with `class`, a class method: its name, what it calls, its signature and doc.
macro_rules! method {
    (class $name:literal, $call:expr, $doc:expr) => {
        $crate::newtypes::method!($name, $call, $doc, pyo3::ffi::METH_CLASS)
    };
    ($name:literal, $call:expr, $doc:expr) => {
        $crate::newtypes::method!($name, $call, $doc, 0)
    };
    ($name:literal, $call:expr, $doc:expr, $flags:expr) => {{
        #[allow(unsafe_code)]
        unsafe extern "C" fn entry(
            slf: *mut pyo3::ffi::PyObject,
            arguments: *const *mut pyo3::ffi::PyObject,
            count: pyo3::ffi::Py_ssize_t,
            keywords: *mut pyo3::ffi::PyObject,
        ) -> *mut pyo3::ffi::PyObject {
            // SAFETY: the interpreter calls this as METH_FASTCALL | METH_KEYWORDS asks.
            unsafe { $crate::newtypes::call(slf, arguments, count, keywords, $call) }
        }
        $crate::newtypes::Method { name: $name, doc: $doc, flags: $flags, entry }
    }};
}
pub(crate) use method;

/// Calls a method's function with what the interpreter passed.
///
/// # Safety
/// The arguments must be those of a `METH_FASTCALL | METH_KEYWORDS` call, the thread attached.
pub(crate) unsafe fn call(
    slf: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    keywords: *mut ffi::PyObject,
    function: Call,
) -> *mut ffi::PyObject {
    // SAFETY: by the contract above there are `count` values and one more for each keyword.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let keywords = Bound::from_borrowed_ptr_or_opt(py, keywords)
                .map(|keywords| keywords.cast_into_unchecked::<PyTuple>())
                .filter(|keywords| !keywords.is_empty());
            let positional = count.unsigned_abs();
            let length = positional + keywords.as_ref().map_or(0, PyTupleMethods::len);
            let values =
                if length == 0 { &[] } else { std::slice::from_raw_parts(arguments, length) };
            let slf = Bound::from_borrowed_ptr(py, slf);
            let arguments = Arguments { values, positional, keywords, py };
            function(&slf, &arguments).map(Bound::into_ptr)
        })
    }
}

/// What a type looks like from Python, beside what all of them have.
pub(crate) struct Face {
    pub(crate) kind: Kind,
    /// Signature and docstring, beginning with the class's name.
    pub(crate) doc: &'static CStr,
    /// By topic.
    pub(crate) properties: &'static [&'static [Property]],
    /// By topic.
    pub(crate) methods: &'static [&'static [Method]],
    /// What `/` does with the instance and the other operand, where it does anything.
    pub(crate) divide: Option<Binary>,
}

/// What an operator does with its operands.
pub(crate) type Binary =
    for<'py> fn(&Bound<'py, PyString>, &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;

/// Makes the types and adds them to `module`. Bases must come before what derives from them.
pub(crate) fn make(
    module: &Bound<'_, PyModule>,
    faces: &[Face],
    common: &'static [&'static [Method]],
    repr: Getter,
) -> PyResult<()> {
    // SAFETY: `str` is a type, and the type of its slot `Py_tp_new` is `newfunc`.
    unsafe {
        // A mod_wsgi server, say, has others, which `CPython` itself refuses only if they are
        // isolated and it is 3.12 or later.
        if ffi::PyInterpreterState_Get() != ffi::PyInterpreterState_Main() {
            return Err(PyImportError::new_err(
                "iriform works in the main interpreter of a process only, not in a subinterpreter",
            ));
        }
        let slot = ffi::PyType_GetSlot(&raw mut ffi::PyUnicode_Type, ffi::Py_tp_new);
        let slot = ptr::NonNull::new(slot).expect("str has tp_new");
        STR_NEW.get_or_init(|| std::mem::transmute::<*mut c_void, ffi::newfunc>(slot.as_ptr()));
    }
    REPR.get_or_init(|| repr);
    for face in faces {
        // There are types already if the module was imported, forgotten and is imported again.
        if let Some(ty) = TYPES[face.kind as usize].get() {
            module.add(face.kind.name(), ty)?;
            continue;
        }
        macro_rules! for_kind {
            ($($k:literal)*) => {
                match face.kind as usize {
                    $($k => make_type::<$k>(module, face, common)?,)*
                    _ => unreachable!("a kind for every arm"),
                }
            };
        }
        let ty = for_kind!(0 1 2 3 4 5 6 7 8 9 10 11);
        module.add(face.kind.name(), &ty)?;
        TYPES[face.kind as usize].get_or_init(|| ty.unbind());
    }
    Ok(())
}

static REPR: OnceLock<Getter> = OnceLock::new();

unsafe extern "C" fn repr_slot(slf: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with an instance of one of our types.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let slf = Bound::from_borrowed_ptr(py, slf);
            let repr = REPR.get().expect("set before the first type was made");
            repr(slf.cast_unchecked()).map(Bound::into_ptr)
        })
    }
}

/// `nb_true_divide` of the type numbered `K`. Either operand may be the instance; only the left
/// one is of interest.
unsafe extern "C" fn divide<const K: usize>(
    left: *mut ffi::PyObject,
    right: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with two objects. The left one is a str if its
    // type is ours or derives from it.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let left = Bound::from_borrowed_ptr(py, left);
            let right = Bound::from_borrowed_ptr(py, right);
            let is_ours = ffi::PyType_IsSubtype(left.get_type_ptr(), Kind::ALL[K].type_ptr()) == 1;
            match DIVIDE[K].get() {
                Some(divide) if is_ours => divide(left.cast_unchecked(), &right),
                _ => Ok(py.NotImplemented().into_bound(py)),
            }
            .map(Bound::into_ptr)
        })
    }
}

static DIVIDE: [OnceLock<Binary>; KINDS] = [const { OnceLock::new() }; KINDS];

fn make_type<'py, const K: usize>(
    module: &Bound<'py, PyModule>,
    face: &Face,
    common: &'static [&'static [Method]],
) -> PyResult<Bound<'py, PyType>> {
    let py = module.py();
    // The interpreter keeps pointers to these two tables for as long as the type lives, which
    // is as long as the process does.
    let mut methods: Vec<ffi::PyMethodDef> =
        common.iter().chain(face.methods).copied().flatten().map(method_def).collect();
    if face.kind.bases().is_empty() {
        methods.push(method_def(&INIT_SUBCLASS));
    }
    methods.push(ffi::PyMethodDef {
        ml_name: c"is_valid".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunction: is_valid_method::<K> },
        ml_flags: ffi::METH_O | ffi::METH_STATIC,
        ml_doc: IS_VALID_DOC.as_ptr(),
    });
    methods.push(ffi::PyMethodDef::zeroed());
    let methods: &'static mut [ffi::PyMethodDef] = methods.leak();
    let mut properties: Vec<ffi::PyGetSetDef> =
        face.properties.iter().copied().flatten().map(getset_def).collect();
    properties.push(ffi::PyGetSetDef::default());
    let properties: &'static mut [ffi::PyGetSetDef] = properties.leak();

    let mut slots = vec![
        slot(ffi::Py_tp_new, new::<K> as *mut c_void),
        slot(ffi::Py_tp_repr, repr_slot as *mut c_void),
        slot(ffi::Py_tp_doc, face.doc.as_ptr().cast_mut().cast()),
        slot(ffi::Py_tp_methods, methods.as_mut_ptr().cast()),
        slot(ffi::Py_tp_getset, properties.as_mut_ptr().cast()),
    ];
    if let Some(operation) = face.divide {
        DIVIDE[K].get_or_init(|| operation);
        slots.push(slot(ffi::Py_nb_true_divide, divide::<K> as *mut c_void));
    }
    slots.push(slot(0, ptr::null_mut()));
    let name = std::ffi::CString::new(format!("iriform.{}", face.kind.name()))
        .expect("a class name has no NUL")
        .into_raw();
    let flags = ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_BASETYPE | ffi::Py_TPFLAGS_IMMUTABLETYPE;
    #[allow(clippy::cast_possible_truncation, reason = "the flags are of 32 bits")]
    let flags = flags as c_uint;
    let mut spec = ffi::PyType_Spec {
        name: name.cast::<c_char>(),
        basicsize: 0,
        itemsize: 0,
        flags,
        slots: slots.as_mut_ptr(),
    };
    let bases = match face.kind.bases() {
        [] => PyTuple::new(py, [py.get_type::<PyString>()])?,
        bases => PyTuple::new(
            py,
            bases.iter().map(|k| TYPES[*k as usize].get().expect("bases come first")),
        )?,
    };
    // SAFETY: the spec is complete; its slots hold functions of the slots' types and tables that
    // end with a zeroed entry and, like the name, live for ever. The vectorcall is set before
    // the type has been seen by anyone.
    unsafe {
        let ty = ffi::PyType_FromModuleAndSpec(module.as_ptr(), &raw mut spec, bases.as_ptr());
        let ty = Bound::from_owned_ptr_or_err(py, ty)?.cast_into_unchecked::<PyType>();
        (*ty.as_type_ptr()).tp_vectorcall = Some(vectorcall::<K>);
        Ok(ty)
    }
}

const IS_VALID_DOC: &CStr = c"is_valid(text, /)
--

Whether `text` could be made an instance: never raises for a `str` or `bytes`, and builds nothing.

A static method; for a class that you derive it answers for the library's class beneath it.

>>> from iriform import IRI
>>> IRI.is_valid('http://example.org/a b')
False
";

fn slot(slot: c_int, value: *mut c_void) -> ffi::PyType_Slot {
    ffi::PyType_Slot { slot, pfunc: value }
}

fn method_def(method: &Method) -> ffi::PyMethodDef {
    ffi::PyMethodDef {
        ml_name: method.name.as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: method.entry },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS | method.flags,
        ml_doc: method.doc.as_ptr(),
    }
}

fn getset_def(property: &'static Property) -> ffi::PyGetSetDef {
    ffi::PyGetSetDef {
        name: property.name.as_ptr(),
        get: Some(get),
        set: None,
        doc: property.doc.as_ptr(),
        closure: ptr::from_ref(property).cast_mut().cast(),
    }
}
