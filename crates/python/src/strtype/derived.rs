//! Classes that users derive: their policies, and whether their constructor is ours.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType, PyWeakrefMethods, PyWeakrefReference};

use super::build;
use super::kind::Kind;
use crate::errors;

/// The answers that the types ask of the policies of a class. It is passed to [`super::make`], because policies
/// build on the types.
#[derive(Clone, Copy)]
pub(crate) struct Decider {
    /// True if an object is a policy.
    pub(crate) is_policy: fn(&Bound<'_, PyAny>) -> bool,
    /// True if a policy allows a text, which is a `str` or `bytes`.
    pub(crate) allows: fn(&Bound<'_, PyAny>, &Bound<'_, PyAny>) -> PyResult<bool>,
    /// The valid text that a template string makes for a type; none for any other object.
    pub(crate) filled: fn(Kind, &Bound<'_, PyAny>) -> PyResult<Option<String>>,
}

static DECIDER: OnceLock<Decider> = OnceLock::new();

/// Stores the functions that consult policies.
pub(super) fn decide_by(decider: Decider) {
    DECIDER.get_or_init(|| decider);
}

fn decider() -> PyResult<&'static Decider> {
    DECIDER.get().ok_or_else(|| PyTypeError::new_err("iriform is not imported yet"))
}

/// Calls `ty` with one argument, like [`build::construct`], or without one; a template string is filled first.
///
/// # Safety
/// As for [`build::construct`].
#[inline]
pub(super) unsafe fn called<'py>(
    py: Python<'py>,
    kind: Kind,
    ty: *mut ffi::PyTypeObject,
    argument: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(argument) = argument else {
        // SAFETY: the caller answers for the type.
        return unsafe { build::empty(py, kind, ty) };
    };
    let is_text = argument.is_instance_of::<PyString>() || argument.is_instance_of::<PyBytes>();
    if !is_text
        && kind.is_reference()
        && let Some(text) = (decider()?.filled)(kind, argument)?
    {
        // SAFETY: an exact str with text that core has made for the rule of the kind; the caller answers
        // for the type.
        return unsafe { build::build(ty, &PyString::new(py, &text)) };
    }
    // SAFETY: the caller answers for the type.
    unsafe { build::construct(kind, ty, argument) }
}

/// A class that was made, and its policies.
type Sealed = (Py<PyWeakrefReference>, Py<PyTuple>);

/// The policies of each class, by its address. Its attribute `policies` is only for readers: a program that
/// overwrites it does not turn anything off.
static SEALED: Mutex<BTreeMap<usize, Sealed>> = Mutex::new(BTreeMap::new());

/// Stores the policies of a class that is being made.
pub(crate) fn seal(class: &Bound<'_, PyType>, policies: &Bound<'_, PyTuple>) -> PyResult<()> {
    let py = class.py();
    let new = (PyWeakrefReference::new(class)?.unbind(), policies.clone().unbind());
    let (mut gone, mut there) = (Vec::new(), Vec::new());
    let mut sealed = SEALED.lock().unwrap_or_else(PoisonError::into_inner);
    // Entries of classes that no longer exist are removed from time to time.
    if sealed.len().is_power_of_two() {
        let mut dead = Vec::new();
        for (&place, (class, _)) in sealed.iter() {
            match class.bind(py).upgrade() {
                Some(class) => there.push(class),
                None => dead.push(place),
            }
        }
        gone.extend(dead.into_iter().filter_map(|place| sealed.remove(&place)));
    }
    gone.extend(sealed.insert(class.as_ptr().addr(), new));
    // Dropping them may run Python, which may make a class.
    drop(sealed);
    drop((gone, there));
    Ok(())
}

/// The stored policies of a class, if a `class` statement or the like made it.
fn sealed<'py>(class: &Bound<'py, PyType>) -> Option<Bound<'py, PyTuple>> {
    let all = SEALED.lock().unwrap_or_else(PoisonError::into_inner);
    let (known, policies) = all.get(&class.as_ptr().addr())?;
    // Another class may have had this address.
    let is_same = known.bind(class.py()).upgrade().is_some_and(|known| known.is(class));
    is_same.then(|| policies.bind(class.py()).clone())
}

/// The policies of a class: those of its bases, and its own.
pub(crate) fn policies<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyTuple>> {
    if Kind::exactly(class).is_some() {
        return Ok(PyTuple::empty(class.py()));
    }
    if let Some(policies) = sealed(class) {
        return Ok(policies);
    }
    // A class whose own `__init_subclass__` does not call ours only has those of its bases.
    let mut all = Vec::new();
    for base in class.mro() {
        let base = base.cast_into::<PyType>()?;
        for policy in sealed(&base).into_iter().flatten() {
            add(&mut all, policy)?;
        }
    }
    PyTuple::new(class.py(), all)
}

fn add<'py>(all: &mut Vec<Bound<'py, PyAny>>, policy: Bound<'py, PyAny>) -> PyResult<()> {
    for known in &*all {
        if known.eq(&policy)? {
            return Ok(());
        }
    }
    all.push(policy);
    Ok(())
}

/// Fails if a policy of a class refuses an instance of another class that would become one of this class.
pub(super) fn become_one_of(value: &Bound<'_, PyAny>, class: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(class) = class.cast::<PyType>() else { return Ok(()) };
    if !Kind::IriReference.is_base_of(class.as_type_ptr()) {
        return Ok(());
    }
    for policy in policies(class)? {
        if !(decider()?.allows)(&policy, value)? {
            let error = policy.call_method1(intern!(class.py(), "_refused"), (value,))?;
            return Err(PyErr::from_value(error));
        }
    }
    Ok(())
}

/// The policies of a class that is being made: those of its bases, and its own.
pub(crate) fn with_policy<'py>(
    class: &Bound<'py, PyType>,
    policy: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let mut all: Vec<Bound<'py, PyAny>> = Vec::new();
    for base in class.bases() {
        let base = base.cast_into::<PyType>()?;
        if Kind::IriReference.is_base_of(base.as_type_ptr()) {
            policies(&base)?.into_iter().try_for_each(|policy| add(&mut all, policy))?;
        }
    }
    if let Some(policy) = policy {
        if !(decider()?.is_policy)(policy) {
            return Err(errors::wrong_type(policy, "policy", "a Policy"));
        }
        add(&mut all, policy.clone())?;
    }
    PyTuple::new(class.py(), all)
}

/// Fails if a policy of the class refuses a new value. Our own types have none.
pub(super) fn require<'py>(
    kind: Kind,
    class: &Bound<'py, PyType>,
    value: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if kind.is_reference() && !kind.is_exactly(class) {
        for policy in policies(class)? {
            if !(decider()?.allows)(&policy, &value)? {
                let error = policy.call_method1(intern!(class.py(), "_refused"), (&value,))?;
                return Err(PyErr::from_value(error));
            }
        }
    }
    Ok(value)
}

thread_local! {
    /// The classes whose constructors `is_valid` is calling.
    static ASKING: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Returns true if the constructor of a class accepts a text. `kind` is the type of ours whose method was
/// called. The constructor of the class is called if it has one of its own, unless its own `is_valid`, or that
/// constructor, calls ours.
pub(super) fn is_valid(
    kind: Kind,
    class: &Bound<'_, PyType>,
    text: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    if kind.is_exactly(class) {
        return build::is_valid(kind, text);
    }
    let kind = kind.narrowest(class)?;
    if !is_constructor_ours(kind, class) && !has_own_is_valid(class)? {
        let key = class.as_ptr().addr();
        let is_asking = ASKING.with_borrow(|asking| asking.contains(&key));
        if !is_asking {
            ASKING.with_borrow_mut(|asking| asking.push(key));
            let made = class.call1((text,));
            ASKING.with_borrow_mut(Vec::pop);
            return match made {
                Ok(_) => Ok(true),
                Err(error) if error.is_instance_of::<PyValueError>(class.py()) => Ok(false),
                Err(error) => Err(error),
            };
        }
    }
    if !build::is_valid(kind, text)? {
        return Ok(false);
    }
    if kind.is_reference() {
        for policy in policies(class)? {
            if !(decider()?.allows)(&policy, text)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Returns true if a call of the class only runs our constructor.
pub(crate) fn is_constructor_ours(kind: Kind, class: &Bound<'_, PyType>) -> bool {
    let ours = |one: Kind| one.is_base_of(class.as_type_ptr());
    // SAFETY: all are type objects that live as long as they are borrowed, and this thread is attached.
    unsafe {
        let (ty, meta) = (class.as_type_ptr(), class.get_type().as_type_ptr());
        let base = kind.type_ptr();
        let is_new_ours = Kind::ALL
            .into_iter()
            .filter(|&one| ours(one))
            .any(|one| same((*ty).tp_new, (*one.type_ptr()).tp_new));
        is_new_ours
            && same((*ty).tp_init, (*base).tp_init)
            && same((*meta).tp_call, ffi::PyType_Type.tp_call)
    }
}

/// Returns true if two slots hold the same function.
fn same<F: PartialEq + Copy>(one: Option<F>, other: Option<F>) -> bool {
    one == other
}

/// Returns true if a class before ours in the method resolution order has an `is_valid`.
fn has_own_is_valid(class: &Bound<'_, PyType>) -> PyResult<bool> {
    for one in class.mro() {
        let one = one.cast_into::<PyType>()?;
        if Kind::exactly(&one).is_some() {
            return Ok(false);
        }
        if one
            .getattr(intern!(class.py(), "__dict__"))?
            .contains(intern!(class.py(), "is_valid"))?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
