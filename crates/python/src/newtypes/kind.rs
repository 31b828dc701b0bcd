//! Which newtypes there are, and how they derive from each other.

use std::ptr;
use std::sync::OnceLock;

use iriform_core::Rule;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

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

pub(super) const KINDS: usize = Kind::Fragment as usize + 1;

/// The types once they are made, by the main interpreter.
pub(super) static TYPES: [OnceLock<Py<PyType>>; KINDS] = [const { OnceLock::new() }; KINDS];

impl Kind {
    pub(crate) const ALL: [Self; KINDS] = [
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
    pub(super) const fn bases(self) -> &'static [Self] {
        match self {
            Self::Iri | Self::UriReference => &[Self::IriReference],
            Self::Uri => &[Self::Iri, Self::UriReference],
            _ => &[],
        }
    }

    pub(super) fn type_ptr(self) -> *mut ffi::PyTypeObject {
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
    pub(super) fn is_base_of(self, class: *mut ffi::PyTypeObject) -> bool {
        // SAFETY: both are type objects; `type_ptr` is not null once the types are made.
        unsafe { ffi::PyType_IsSubtype(class, self.type_ptr()) == 1 }
    }

    /// Whether `class` is the type itself, not derived from it.
    pub(crate) fn is_exactly(self, class: &Bound<'_, PyType>) -> bool {
        class.as_type_ptr() == self.type_ptr()
    }
}
