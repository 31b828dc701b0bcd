//! The types, and their derivation from each other.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use iriform::engine::Rule;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use super::check::check;
use super::storage::units;

/// Makes the types from rows: the name here, the production, and the name of the class.
macro_rules! kinds {
    ($($kind:ident $rule:ident $name:literal)*) => {
        /// A type, by its index in [`TYPES`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub(crate) enum Kind {
            $($kind),*
        }

        impl Kind {
            pub(crate) const ALL: [Self; KINDS] = [$(Self::$kind),*];

            /// The production that the text of an instance matches.
            pub(crate) const fn rule(self) -> Rule {
                match self {
                    $(Self::$kind => Rule::$rule),*
                }
            }

            /// The class's name.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name),*
                }
            }
        }
    };
}

kinds! {
    IriReference IriReference "IRIReference"
    Iri Iri "IRI"
    UriReference UriReference "URIReference"
    Uri Uri "URI"
    Scheme Scheme "Scheme"
    Authority Iauthority "Authority"
    UserInfo Iuserinfo "UserInfo"
    Host Ihost "Host"
    Path Ipath "Path"
    Segment Isegment "Segment"
    Query Iquery "Query"
    Fragment Ifragment "Fragment"
    UriTemplate UriTemplate "URITemplate"
}

pub(super) const KINDS: usize = Kind::UriTemplate as usize + 1;

/// The types, once the main interpreter has made them; they live as long as the process.
static TYPES: [AtomicPtr<ffi::PyTypeObject>; KINDS] =
    [const { AtomicPtr::new(ptr::null_mut()) }; KINDS];

impl Kind {
    /// The classes it derives from; `str` if there is none.
    pub(super) const fn bases(self) -> &'static [Self] {
        match self {
            Self::Iri | Self::UriReference => &[Self::IriReference],
            Self::Uri => &[Self::Iri, Self::UriReference],
            _ => &[],
        }
    }

    /// The class.
    pub(crate) fn class(self, py: Python<'_>) -> Bound<'_, PyType> {
        self.if_made(py).expect("made with the module")
    }

    /// The class, if it has been made.
    pub(super) fn if_made(self, py: Python<'_>) -> Option<Bound<'_, PyType>> {
        // SAFETY: `type_ptr` is null or a type that is never freed.
        unsafe {
            Bound::from_borrowed_ptr_or_opt(py, self.type_ptr().cast())
                .map(|class| class.cast_into_unchecked())
        }
    }

    /// Makes `class` the class, unless another thread that makes the module has been faster. Returns the class
    /// from now on. Neither class is ever freed.
    pub(super) fn keep(self, class: Bound<'_, PyType>) -> Bound<'_, PyType> {
        let (py, made) = (class.py(), class.into_ptr().cast());
        let (set, not_set) = (Ordering::Release, Ordering::Relaxed);
        let _ = TYPES[self as usize].compare_exchange(ptr::null_mut(), made, set, not_set);
        self.class(py)
    }

    /// Null only while the module is being made, when no instance exists.
    #[inline]
    pub(super) fn type_ptr(self) -> *mut ffi::PyTypeObject {
        TYPES[self as usize].load(Ordering::Acquire)
    }

    /// Returns true if many references have this component in common.
    pub(crate) const fn recurs(self) -> bool {
        matches!(self, Self::Scheme | Self::Authority | Self::Host)
    }

    /// Returns true if it is one of the four reference types.
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

    /// Returns true if the type says that there is a scheme.
    pub(crate) const fn has_scheme(self) -> bool {
        matches!(self, Self::Iri | Self::Uri)
    }

    /// Returns true if its rule is one of RFC 3986 that has a counterpart in RFC 3987.
    pub(crate) const fn is_uri(self) -> bool {
        matches!(self, Self::UriReference | Self::Uri)
    }

    /// The type of ours that is exactly `class`.
    #[inline]
    pub(crate) fn exactly(class: &Bound<'_, PyType>) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.is_exactly(class))
    }

    /// The narrowest of our types that `class` is or derives from: the one that derives from all the others.
    /// Fails for a user's class of several types, none of which derives from the others.
    pub(crate) fn of_class(class: &Bound<'_, PyType>) -> PyResult<Option<Self>> {
        if let Some(kind) = Self::exactly(class) {
            return Ok(Some(kind));
        }
        let is_base = |kind: &Self| kind.is_base_of(class.as_type_ptr());
        Ok(Some(match (is_base(&Self::Iri), is_base(&Self::UriReference)) {
            (false, false) if is_base(&Self::IriReference) => Self::IriReference,
            // No class derives from two types of components: see `super::layout`.
            (false, false) => return Ok(Self::ALL.into_iter().find(is_base)),
            (true, false) => Self::Iri,
            (false, true) => Self::UriReference,
            (true, true) if is_base(&Self::Uri) => Self::Uri,
            (true, true) => {
                return Err(PyTypeError::new_err(format!(
                    "{} derives from IRI and from URIReference: what is both is a URI, so derive \
                     it from URI",
                    class.name()?
                )));
            }
        }))
    }

    /// The narrowest of our types that `class` is or derives from. This type's constructor or method was
    /// called, so instances of `class` have its memory layout.
    ///
    /// A metaclass may hide our type among the bases, but not in the layout.
    #[inline]
    pub(super) fn narrowest(self, class: &Bound<'_, PyType>) -> PyResult<Self> {
        if !self.is_reference() {
            // No class derives from two types of components: see `super::layout`.
            return Ok(self);
        }
        Ok(Self::of_class(class)?.unwrap_or(self))
    }

    /// The narrowest of our types that `object` is an instance of; None for other objects.
    ///
    /// The text of an instance of a user's class is checked again: a program that rewrites `__class__`,
    /// `__bases__` or the `mro()` of its classes can make an `IRIReference` claim to be a `URI` (see
    /// [`super::layout`]). Our results must not rely on that claim.
    #[inline]
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        // A plain str is the most common operand, and derives from none of them.
        if object.is_exact_instance_of::<PyString>() {
            return Ok(None);
        }
        match Self::exactly(&object.get_type()) {
            Some(kind) => Ok(Some(kind)),
            None => Self::of_users(object),
        }
    }

    /// [`of`](Self::of) for an instance of a user's class.
    fn of_users(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let Some(kind) = Self::of_class(&object.get_type())? else { return Ok(None) };
        check(kind.rule(), units(object.cast()?)?, object)?;
        Ok(Some(kind))
    }

    /// The root type of an object: `IRIReference` or a type of components. By its layout in memory,
    /// so a user's class cannot lie about it.
    pub(crate) fn root_of(object: &Bound<'_, PyAny>) -> Option<Self> {
        let is_root = |kind: &Self| kind.bases().is_empty();
        Self::ALL.into_iter().filter(is_root).find(|kind| kind.is_base_of(object.get_type_ptr()))
    }

    /// The narrowest of our types that an instance of ours or of a user's class claims to be.
    pub(crate) fn of_instance(instance: &Bound<'_, PyString>) -> PyResult<Self> {
        Ok(Self::of(instance)?.expect("a method or an operator of ours"))
    }

    /// The same for a class with one of our class methods.
    pub(crate) fn of_receiver(class: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::of_class(class.cast()?)?.expect("a class method of ours"))
    }

    /// Returns true if `class` is the type itself or derives from it.
    pub(super) fn is_base_of(self, class: *mut ffi::PyTypeObject) -> bool {
        // SAFETY: both are type objects; `type_ptr` is not null once the types are made.
        unsafe { ffi::PyType_IsSubtype(class, self.type_ptr()) == 1 }
    }

    /// Returns true if `class` is the type itself, not derived from it.
    pub(crate) fn is_exactly(self, class: &Bound<'_, PyType>) -> bool {
        class.as_type_ptr() == self.type_ptr()
    }
}
