//! The types, made once from their specifications in `references` and `components`.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::OnceLock;

use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString, PyTuple, PyType};

use super::build::wrong_arguments;
use super::call::{Getter, Method, Property, enter, get};
use super::derived::{self, Decider};
use super::kind::{KINDS, Kind};
use super::layout::{self, allocate};

/// The public face of a type in Python, apart from the members that all types share.
pub(crate) struct Face {
    pub(crate) kind: Kind,
    /// Signature and docstring, beginning with the class's name.
    pub(crate) doc: &'static CStr,
    /// By topic.
    pub(crate) properties: &'static [&'static [Property]],
    /// By topic.
    pub(crate) methods: &'static [&'static [Method]],
    /// A keyword of the constructor, if it has one.
    pub(crate) keyword: Option<Keyword>,
    /// The operator `/` of the instance and another operand, if there is one.
    pub(crate) divide: Option<Binary>,
    /// Attributes of the class that are neither properties nor methods.
    pub(crate) attributes: fn(Python<'_>) -> PyResult<Attributes<'_>>,
}

impl Face {
    /// A type with nothing but its docstring.
    pub(crate) const fn new(kind: Kind, doc: &'static CStr) -> Self {
        Self {
            kind,
            doc,
            properties: &[],
            methods: &[],
            keyword: None,
            divide: None,
            attributes: |_| Ok(Vec::new()),
        }
    }
}

/// A keyword of a constructor, which judges the finished instance.
#[derive(Clone, Copy)]
pub(crate) struct Keyword {
    pub(crate) name: &'static str,
    /// Fails if the value of the keyword refuses the instance.
    pub(crate) check: fn(&Bound<'_, PyString>, &Bound<'_, PyAny>) -> PyResult<()>,
}

/// The keyword of a call of a constructor, and its value.
struct CheckKeyword<'py>(Keyword, Bound<'py, PyAny>);

impl<'py> CheckKeyword<'py> {
    /// Fails if the constructor has no such keyword.
    fn of(kind: Kind, name: &Bound<'py, PyAny>, value: Bound<'py, PyAny>) -> PyResult<Self> {
        match KEYWORD[kind as usize].get() {
            Some(keyword) if name.eq(keyword.name)? => Ok(Self(*keyword, value)),
            _ => Err(wrong_arguments(kind)),
        }
    }

    /// The instance, unless the keyword refuses it.
    fn allowed(self, made: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        (self.0.check)(made.cast()?, &self.1)?;
        Ok(made)
    }
}

static KEYWORD: [OnceLock<Keyword>; KINDS] = [const { OnceLock::new() }; KINDS];

/// Objects by name.
pub(crate) type Attributes<'py> = Vec<(&'static str, Bound<'py, PyAny>)>;

/// The function of an operator.
pub(crate) type Binary =
    for<'py> fn(&Bound<'py, PyString>, &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;

/// Makes the types and adds them to `module`. Bases must come before the types that derive from them.
pub(crate) fn make(
    module: &Bound<'_, PyModule>,
    faces: &[Face],
    common: &'static [Method],
    repr: Getter,
    decider: Decider,
) -> PyResult<()> {
    // SAFETY: this thread is attached, as `module` proves.
    unsafe {
        // A mod_wsgi server, for example, has others, which `CPython` itself only refuses if they are isolated,
        // since 3.12.
        if ffi::PyInterpreterState_Get() != ffi::PyInterpreterState_Main() {
            return Err(PyImportError::new_err(
                "iriform works in the main interpreter of a process only, not in a subinterpreter",
            ));
        }
    }
    REPR.get_or_init(|| repr);
    derived::decide_by(decider);
    macro_rules! of_kinds {
        ($($k:literal)*) => { [$(EntryPoints::of::<$k>()),*] };
    }
    let entries: [EntryPoints; KINDS] = of_kinds!(0 1 2 3 4 5 6 7 8 9 10 11 12);
    for face in faces {
        // The types exist already if the module was imported, removed from `sys.modules` and imported again.
        let ty = match face.kind.if_made(module.py()) {
            Some(ty) => ty,
            None => face.kind.keep(make_type(module, face, common, &entries[face.kind as usize])?),
        };
        module.add(face.kind.name(), ty)?;
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

/// `nb_true_divide` of the type numbered `K`. Either operand may be the instance; only the left one matters.
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

/// The entry points from C to one type.
struct EntryPoints {
    new: ffi::newfunc,
    alloc: ffi::allocfunc,
    divide: ffi::binaryfunc,
    call: ffi::vectorcallfunc,
    is_valid: ffi::PyCFunction,
}

impl EntryPoints {
    fn of<const K: usize>() -> Self {
        Self {
            new: new::<K>,
            alloc: allocate::<K>,
            divide: divide::<K>,
            call: vectorcall::<K>,
            is_valid: is_valid_method::<K>,
        }
    }
}

fn make_type<'py>(
    module: &Bound<'py, PyModule>,
    face: &Face,
    common: &'static [Method],
    entries: &EntryPoints,
) -> PyResult<Bound<'py, PyType>> {
    let py = module.py();
    // The interpreter keeps pointers to these two tables for as long as the type lives, which
    // is as long as the process does.
    let mut methods: Vec<ffi::PyMethodDef> =
        common.iter().chain(face.methods.iter().copied().flatten()).map(method_def).collect();
    methods.push(ffi::PyMethodDef {
        ml_name: c"is_valid".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunction: entries.is_valid },
        ml_flags: ffi::METH_O | ffi::METH_CLASS,
        ml_doc: IS_VALID_DOC.as_ptr(),
    });
    methods.push(ffi::PyMethodDef::zeroed());
    let methods: &'static mut [ffi::PyMethodDef] = methods.leak();
    let mut properties: Vec<ffi::PyGetSetDef> =
        face.properties.iter().copied().flatten().map(getset_def).collect();
    if face.kind == Kind::IriReference {
        properties.push(CLASS);
    }
    properties.push(ffi::PyGetSetDef::default());
    let properties: &'static mut [ffi::PyGetSetDef] = properties.leak();

    let mut slots = vec![
        slot(ffi::Py_tp_new, entries.new as *mut c_void),
        slot(ffi::Py_tp_alloc, entries.alloc as *mut c_void),
        slot(ffi::Py_tp_repr, repr_slot as *mut c_void),
        slot(ffi::Py_tp_doc, face.doc.as_ptr().cast_mut().cast()),
        slot(ffi::Py_tp_methods, methods.as_mut_ptr().cast()),
        slot(ffi::Py_tp_getset, properties.as_mut_ptr().cast()),
    ];
    if let Some(keyword) = face.keyword {
        KEYWORD[face.kind as usize].get_or_init(|| keyword);
    }
    if let Some(operation) = face.divide {
        DIVIDE[face.kind as usize].get_or_init(|| operation);
        slots.push(slot(ffi::Py_nb_true_divide, entries.divide as *mut c_void));
    }
    slots.push(slot(0, ptr::null_mut()));
    let name = CString::new(format!("iriform.{}", face.kind.name()))
        .expect("a class name has no NUL")
        .into_raw();
    let flags = ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_BASETYPE | ffi::Py_TPFLAGS_IMMUTABLETYPE;
    #[allow(clippy::cast_possible_truncation, reason = "the flags are of 32 bits")]
    let flags = flags as c_uint;
    #[allow(clippy::cast_possible_truncation, reason = "some tens of bytes")]
    let basicsize = layout::size() as c_int;
    let mut spec = ffi::PyType_Spec {
        name: name.cast::<c_char>(),
        basicsize,
        itemsize: 0,
        flags,
        slots: slots.as_mut_ptr(),
    };
    let bases = match face.kind.bases() {
        [] => PyTuple::new(py, [py.get_type::<PyString>()])?,
        bases => PyTuple::new(py, bases.iter().map(|base| base.class(py)))?,
    };
    // SAFETY: the spec is complete; its slots hold functions of the slots' types and tables that end with a
    // zeroed entry and, like the name, live for ever. The vectorcall and the other attributes are set before
    // any code has seen the type; a finished type has a `tp_dict`.
    unsafe {
        let ty = ffi::PyType_FromModuleAndSpec(module.as_ptr(), &raw mut spec, bases.as_ptr());
        let ty = Bound::from_owned_ptr_or_err(py, ty)?.cast_into_unchecked::<PyType>();
        (*ty.as_type_ptr()).tp_vectorcall = Some(entries.call);
        let attributes = Bound::from_borrowed_ptr(py, (*ty.as_type_ptr()).tp_dict);
        let attributes = attributes.cast_into_unchecked::<PyDict>();
        #[cfg(Py_GIL_DISABLED)]
        super::immortal::immortalize(&ty, &attributes)?;
        for (name, value) in (face.attributes)(py)? {
            attributes.set_item(name, value)?;
        }
        ffi::PyType_Modified(ty.as_type_ptr());
        Ok(ty)
    }
}

const IS_VALID_DOC: &CStr = c"is_valid(text, /)
--

Return True if the constructor of this class takes `text`. Never raises for a `str` or `bytes`.

It builds nothing, unless your own class has a constructor, which is then called.

>>> IRI.is_valid('http://example.org/a b')
False
";

fn slot(slot: c_int, value: *mut c_void) -> ffi::PyType_Slot {
    ffi::PyType_Slot { slot, pfunc: value }
}

fn method_def(method: &Method) -> ffi::PyMethodDef {
    let name = CString::new(method.name).expect("a method's name has no NUL");
    ffi::PyMethodDef {
        ml_name: name.into_raw(),
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

/// `__class__`, as in `object`, except that an instance can only become one of a class with a policy if the
/// policy allows it.
const CLASS: ffi::PyGetSetDef = ffi::PyGetSetDef {
    name: c"__class__".as_ptr(),
    get: Some(class_of),
    set: Some(set_class),
    doc: c"The class of the instance.".as_ptr(),
    closure: ptr::null_mut(),
};

unsafe extern "C" fn class_of(slf: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with an instance; its type lives as long as it does.
    unsafe { ffi::Py_NewRef(ffi::Py_TYPE(slf).cast()) }
}

unsafe extern "C" fn set_class(
    slf: *mut ffi::PyObject,
    class: *mut ffi::PyObject,
    _: *mut c_void,
) -> c_int {
    // SAFETY: the interpreter calls this attached, with an instance and an object, or null to delete.
    let done = unsafe {
        let py = Python::assume_attached();
        enter(|| {
            if class.is_null() {
                return Err(PyTypeError::new_err("can't delete __class__ attribute"));
            }
            let slf = Bound::from_borrowed_ptr(py, slf);
            let class = Bound::from_borrowed_ptr(py, class);
            derived::become_one_of(&slf, &class)?;
            let object = py.get_type::<PyAny>();
            let own =
                object.getattr(intern!(py, "__dict__"))?.get_item(intern!(py, "__class__"))?;
            own.call_method1(intern!(py, "__set__"), (slf, class)).map(Bound::into_ptr)
        })
    };
    if done.is_null() {
        return -1;
    }
    // SAFETY: it is ours: what `__set__` gave.
    unsafe { ffi::Py_DECREF(done) };
    0
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
            let named = if keywords.is_null() { 0 } else { ffi::PyTuple_GET_SIZE(keywords) };
            if named > 1 || count > 1 {
                return Err(wrong_arguments(kind));
            }
            let argument = (count == 1).then(|| Bound::from_borrowed_ptr(py, *arguments));
            if named == 0 {
                return derived::called(py, kind, callable.cast(), argument.as_ref())
                    .map(Bound::into_ptr);
            }
            let name = Bound::from_borrowed_ptr(py, ffi::PyTuple_GET_ITEM(keywords, 0));
            // The values of keywords follow the other arguments.
            let value = Bound::from_borrowed_ptr(py, *arguments.add(count.cast_unsigned()));
            let checked = CheckKeyword::of(kind, &name, value)?;
            let made = derived::called(py, kind, callable.cast(), argument.as_ref())?;
            checked.allowed(made).map(Bound::into_ptr)
        })
    }
}

/// `tp_new` of the type numbered `K`: called for subclasses, by `IRI.__new__` and by pickle.
///
/// A user's class may have this constructor, that of the base whose layout decides, and another type of ours
/// among its bases. Its text is checked by the rule of the narrowest of them.
unsafe extern "C" fn new<const K: usize>(
    ty: *mut ffi::PyTypeObject,
    arguments: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter's contract is that of `new_of`.
    unsafe { new_of(Kind::ALL[K], ty, arguments, keywords) }
}

/// The constructor of a kind.
///
/// # Safety
/// The interpreter calls it as `tp_new`.
unsafe fn new_of(
    kind: Kind,
    ty: *mut ffi::PyTypeObject,
    arguments: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with a type that derives from ours, a tuple,
    // and a dict or null.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let class = Bound::from_borrowed_ptr(py, ty.cast()).cast_into_unchecked::<PyType>();
            let kind = kind.narrowest(&class)?;
            let count = ffi::PyTuple_GET_SIZE(arguments);
            let mut checked = None;
            if !keywords.is_null() {
                let keywords = Bound::from_borrowed_ptr(py, keywords);
                for (name, value) in keywords.cast_into_unchecked::<PyDict>().iter() {
                    // Each of them is the only one that the constructor has.
                    checked = Some(CheckKeyword::of(kind, &name, value)?);
                }
            }
            if count > 1 {
                return Err(wrong_arguments(kind));
            }
            let argument = (count == 1)
                .then(|| Bound::from_borrowed_ptr(py, ffi::PyTuple_GET_ITEM(arguments, 0)));
            let made = derived::called(py, kind, ty, argument.as_ref())?;
            let made = match checked {
                Some(checked) => checked.allowed(made)?,
                None => made,
            };
            derived::require(kind, &class, made).map(Bound::into_ptr)
        })
    }
}

/// `is_valid` of the type numbered `K`, a class method.
unsafe extern "C" fn is_valid_method<const K: usize>(
    class: *mut ffi::PyObject,
    argument: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with the type or one that derives from it, and one
    // object.
    unsafe {
        let py = Python::assume_attached();
        enter(|| {
            let class = Bound::from_borrowed_ptr(py, class).cast_into_unchecked::<PyType>();
            let argument = Bound::from_borrowed_ptr(py, argument);
            let valid = derived::is_valid(Kind::ALL[K], &class, &argument)?;
            let answer = if valid { ffi::Py_True() } else { ffi::Py_False() };
            ffi::Py_INCREF(answer);
            Ok(answer)
        })
    }
}
