//! The names of `pathlib` for references. They read the path; methods that change it keep scheme and authority.

use iriform::engine::{
    Reference,
    edit::{self, at_path},
    path,
    request_target::request_target,
    split,
};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PySuper, PyTuple};

use crate::answer::{Answer, none, or_none, plain_text};
use crate::errors::refused;
use crate::strtype::{
    Kind, Method, Property, component, for_text, instance, method, substring, units,
};
use crate::text::valid_utf8;
use crate::types::path::{name_operand, no_name, segments, suffix_operand};

pub(super) const PROPERTIES: &[Property] = &[
    Property {
        name: c"name",
        doc: c"The last segment of the path, or None if there is no segment or it is empty: `path.name`.

On a member of an `Enum`, this is the name of the member.",
        get: name,
    },
    Property {
        name: c"stem",
        doc: c"The name without its suffix, or None if there is no name: `path.stem`.",
        get: |text| of_path(text, "stem"),
    },
    Property {
        name: c"suffix",
        doc: c"The end of the name from its last dot; '' if there is none: `path.suffix`.",
        get: |text| of_path(text, "suffix"),
    },
    Property {
        name: c"parent",
        doc: c"The reference with the path `path.parent`, without query and fragment. None if there is no parent.

The parent of 'http://h/a/b?q' is 'http://h/a', and the parent of 'http://h/a' is 'http://h/'. The
parent of 'http://h/' is None.",
        get: |text| {
            or_none(text, at_path(&valid_utf8(text), |path| path::parent(path).map(str::to_owned)), |parent| instance(text.py(), Kind::of_instance(text)?, &parent))
        },
    },
];

/// Properties of paths, beyond the names of `pathlib`.
pub(super) const OF_PATH: &[Property] = &[
    Property {
        name: c"segments",
        doc: c"The segments of the path as a tuple of `Segment`s: `path.segments`.",
        get: |text| segments(text, for_text!(units(text)?, t => split::path(t))),
    },
    Property {
        name: c"parents",
        doc: c"The parent, its parent and so on, as a tuple: the nearest first.
Raises ValueError if the path has more than 1000 slashes:
all parents together would take quadratic memory.

>>> IRI('http://h/a/b?q').parents
(IRI('http://h/a'), IRI('http://h/'))
",
        get: |text| {
            let kind = Kind::of_instance(text)?;
            let parents = edit::parents(&valid_utf8(text)).map_err(refused)?;
            let parents: PyResult<Vec<_>> =
                parents.iter().map(|parent| instance(text.py(), kind, parent)).collect();
            Ok(PyTuple::new(text.py(), parents?)?.into_any())
        },
    },
    Property {
        name: c"path_and_after",
        doc: c"Path, query and fragment as written, a plain `str`.

>>> IRI('http://h/a?q#f').path_and_after
'/a?q#f'
",
        get: |text| {
            let start = for_text!(units(text)?, t => split::path(t)).start;
            Ok(substring(text, start..text.len()?)?.into_any())
        },
    },
    Property {
        name: c"request_target",
        doc: c"Path and query as HTTP sends them (RFC 9112 §3.2.1), a plain `str` in ASCII.

An empty path is sent as `/`. None for a path that does not begin with a slash.

>>> IRI('http://h?q=é#f').request_target
'/?q=%C3%A9'
",
        get: |text| {
            or_none(text, request_target(&Reference::of(&valid_utf8(text))), |target| {
                plain_text(text, &target)
            })
        },
    },
];

pub(super) const METHODS: &[Method] = &[
    method!(
        |slf, [place], []| {
            let segments = of_path(slf.cast()?, "segments")?;
            let (place, count) = (place.extract::<isize>()?, segments.len()?.cast_signed());
            let place = if place < 0 { place + count } else { place };
            if (0..count).contains(&place) { segments.get_item(place) } else { none(slf) }
        },
        c"segment($self, place, /)
--

The segment of the path at index `place`, or None: 0 is the first, -1 the last.

>>> IRI('http://h/a/b').segment(-1), IRI('http://h/').segment(0)
(Segment('b'), None)
"
    ),
    method!(
        |slf, [name], []| {
            let kind = Kind::of_instance(slf.cast()?)?;
            let name = name_operand(&name, kind)?;
            let text = at_path(&valid_utf8(slf.cast()?), |path| path::with_name(path, &name));
            instance(slf.py(), kind, &text.ok_or_else(no_name)?)
        },
        c"with_name($self, name, /)
--

The reference with another last segment of its path, without query and fragment.

`name` is plain data, or a `Segment`, which is used unchanged. Raises ValueError if the path has no
name, and if `name` has a slash or is '', '.' or '..'.

>>> IRI('http://h/a/b.txt?q').with_name('c d')
IRI('http://h/a/c%20d')
"
    ),
    method!(
        |slf, [suffix], []| {
            let kind = Kind::of_instance(slf.cast()?)?;
            let suffix = suffix_operand(&suffix, kind)?;
            let text = at_path(&valid_utf8(slf.cast()?), |path| path::with_suffix(path, &suffix));
            instance(slf.py(), kind, &text.ok_or_else(no_name)?)
        },
        c"with_suffix($self, suffix, /)
--

The reference with another suffix of the path's name, without query and fragment.

`suffix` is plain data: '', or a dot and at least one more character. Raises ValueError if the path
has no name, or if `suffix` is not valid.

>>> IRI('http://h/a/b.tar.gz?q').with_suffix('.zst')
IRI('http://h/a/b.tar.zst')
"
    ),
];

/// The name of the path. For a user's class, the attribute of another base has precedence: the members of an
/// `Enum` have their own `name`.
fn name<'py>(text: &Bound<'py, PyString>) -> Answer<'py> {
    let py = text.py();
    if Kind::exactly(&text.get_type()).is_none() {
        match PySuper::new(&Kind::IriReference.class(py), text)?.getattr("name") {
            Err(error) if error.is_instance_of::<PyAttributeError>(py) => {}
            other => return other,
        }
    }
    of_path(text, "name")
}

/// An attribute of the path.
fn of_path<'py>(text: &Bound<'py, PyString>, name: &str) -> Answer<'py> {
    component(Kind::Path, text, for_text!(units(text)?, t => split::path(t)))?.getattr(name)
}
