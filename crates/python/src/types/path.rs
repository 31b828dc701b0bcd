//! `Path`: its segments, and paths made from paths.

use std::ffi::CStr;
use std::ops::Range;

use iriform::engine::{
    edit::{Sequence, normalize_path, path_without_prefix},
    path,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::plain::{next_segment, plain};
use super::quoting::QUOTE;
use crate::answer::{Answer, boolean, or_none};
use crate::strtype::{
    Face, Kind, Method, Property, component, for_text, instance, method, parse, units,
};
use crate::take;
use crate::text::valid_utf8;

pub(crate) const FACE: Face = Face {
    properties: &[PROPERTIES],
    methods: &[&[QUOTE], METHODS],
    divide: Some(divide),
    ..Face::new(Kind::Path, DOC)
};

const DOC: &CStr = c"Path(text='', /)
--

A path (RFC 3987 §2.2, `ipath`), a validated `str`. Raises `ParseError`.

>>> from iriform import Path
>>> Path('/a/b%20c').segments
(Segment('a'), Segment('b%20c'))
";

const PROPERTIES: &[Property] = &[
    Property {
        name: c"segments",
        doc: c"The segments as a tuple of `Segment`s (§3.3). '' and '/' have none; '/a/' has 'a' and ''.",
        get: |text| segments(text, 0..text.len()?),
    },
    Property {
        name: c"first",
        doc: c"The first segment, or None.",
        get: |text| or_none(text, for_text!(units(text)?, t => path::segments(t).next()), |range| component(Kind::Segment, text, range)),
    },
    Property {
        name: c"name",
        doc: c"The last segment, or None if there is no segment or it is empty.",
        get: |text| or_none(text, for_text!(units(text)?, t => path::name(t)), |range| component(Kind::Segment, text, range)),
    },
    Property {
        name: c"suffix",
        doc: c"The end of the name from its last dot, as in `pathlib`. '' if there is no dot.",
        get: |text| {
            component(Kind::Segment, text, for_text!(units(text)?, t => path::suffix(t))..text.len()?)
        },
    },
    Property {
        name: c"stem",
        doc: c"The name without its suffix, or None if there is no name.",
        get: |text| or_none(text, for_text!(units(text)?, t => path::name(t).map(|n| n.start..path::suffix(t))), |range| component(Kind::Segment, text, range)),
    },
    Property {
        name: c"parent",
        doc: c"The path without its last segment: '/a' for '/a/b', '/' for '/a', None for '/' and for 'a'.",
        get: |text| or_none(text, path::parent(&valid_utf8(text)), |parent| instance(text.py(), Kind::Path, parent)),
    },
    Property {
        name: c"directory",
        doc: c"The path up to and including its last slash, or '' if it has no slash.",
        get: |text| component(Kind::Path, text, 0..for_text!(units(text)?, t => path::directory(t))),
    },
    Property {
        name: c"is_absolute",
        doc: c"True if the path begins with a slash.",
        get: |text| {
            let absolute = for_text!(units(text)?, t => path::is_absolute(t));
            boolean(text, absolute)
        },
    },
];

/// The segments of the path at a range of a text.
pub(super) fn segments<'py>(text: &Bound<'py, PyString>, path: Range<usize>) -> Answer<'py> {
    let segment = |range| component(Kind::Segment, text, range);
    let segments: PyResult<Vec<_>> =
        for_text!(units(text)?, t => path::segments_in(t, path).map(segment).collect());
    Ok(PyTuple::new(text.py(), segments?)?.into_any())
}

const METHODS: &[Method] = &[
    method!(
        |slf, [name], []| {
            let name = name_operand(&name, Kind::Iri)?;
            let path = path::with_name(&valid_utf8(slf.cast()?), &name).ok_or_else(no_name)?;
            instance(slf.py(), Kind::Path, &path)
        },
        c"with_name($self, name, /)
--

The path with another last segment.

`name` is plain data, or a `Segment`, which is used unchanged. Raises ValueError if the path has no
name, and if `name` has a slash or is '', '.' or '..'.

>>> from iriform import Path
>>> Path('/a/b.txt').with_name('c d')
Path('/a/c%20d')
"
    ),
    method!(
        |slf, [suffix], []| {
            let suffix = suffix_operand(&suffix, Kind::Iri)?;
            let path = path::with_suffix(&valid_utf8(slf.cast()?), &suffix).ok_or_else(no_name)?;
            instance(slf.py(), Kind::Path, &path)
        },
        c"with_suffix($self, suffix, /)
--

The path with another suffix of its name.

`suffix` is plain data: '', or a dot and at least one more character. Raises ValueError if the path
has no name, or if `suffix` is not valid.

>>> from iriform import Path
>>> Path('/a/b.tar.gz').with_suffix('.zst'), Path('/a/b.txt').with_suffix('')
(Path('/a/b.tar.zst'), Path('/a/b'))
"
    ),
    method!(
        |slf, [], []| {
            let mut out = String::new();
            path::remove_dot_segments("", &valid_utf8(slf.cast()?), &mut out);
            instance(slf.py(), Kind::Path, &out)
        },
        c"resolve_dots($self, /)
--

The path without its dot segments, exactly by the algorithm of resolution (RFC 3986 §5.2.4).

`%2E` is not a dot here, and a `..` above the beginning is removed. See `normalize` for the normal
form.

>>> from iriform import Path
>>> Path('/a/b/c/./../../g').resolve_dots(), Path('a/../../b').resolve_dots()
(Path('/a/g'), Path('/b'))
"
    ),
    method!(
        |slf, [path], []| {
            let path = parse(Kind::Path, &path)?;
            let mut sequence = Sequence::of(&valid_utf8(slf.cast()?));
            sequence.join(&valid_utf8(path.cast()?));
            instance(slf.py(), Kind::Path, &sequence.text())
        },
        c"joined($self, path, /)
--

This path as a directory, continued by `path`. An absolute `path` replaces this path.

Dot segments of `path` apply; those of this path stay. (Resolution differs: it
replaces the last segment. See `IRI.resolve`.)

>>> from iriform import Path
>>> Path('/a/b').joined('../c/d')
Path('/a/c/d')
"
    ),
    method!(
        |slf, [], []| { instance(slf.py(), Kind::Path, &normalize_path(&valid_utf8(slf.cast()?))) },
        c"normalize($self, /)
--

The path in normal form (§6.2.2): encoded unreserved characters decoded, no dot segments.

A relative path keeps its leading `..` segments, and becomes `./` if no segment remains.

>>> from iriform import Path
>>> Path('/a/./%7Eb/../c').normalize(), Path('../a/..').normalize()
(Path('/a/c'), Path('../'))
"
    ),
    method!(
        |slf, [prefix], []| {
            let prefix = parse(Kind::Path, &prefix)?;
            or_none(
                slf,
                path_without_prefix(&valid_utf8(slf.cast()?), &valid_utf8(prefix.cast()?)),
                |path| instance(slf.py(), Kind::Path, &path),
            )
        },
        c"without_prefix($self, prefix, /)
--

The relative path below the directory `prefix`, or None if this path is not below it.

`prefix` may end in a slash or not. Both paths are compared in normal form, segment by segment.

>>> from iriform import Path
>>> Path('/a/b/c').without_prefix('/a'), Path('/ab').without_prefix('/a')
(Path('b/c'), None)
"
    ),
    method!(
        class | slf,
        [segments],
        [absolute] | {
            let is_absolute = take::flag(absolute, false)?;
            let segments: Vec<_> = take::several(&segments, "segments", "an iterable of str")?
                .map(|segment| parse(Kind::Segment, &segment?))
                .collect::<PyResult<_>>()?;
            let segments: Vec<_> = segments
                .iter()
                .map(|segment| Ok(valid_utf8(segment.cast()?)))
                .collect::<PyResult<_>>()?;
            instance(slf.py(), Kind::Path, &Sequence::new(is_absolute, segments).text())
        },
        c"from_segments(segments, /, *, absolute=False)
--

A path composed of these segments, which must be encoded.

'.' and '..' are ordinary segments here. If the joined segments would be read as another path, the
path begins with `./` or `/.` as a guard. Raises ParseError if a segment is not valid.

>>> from iriform import Path, Segment
>>> Path.from_segments(['a', Segment.quote('b/c')], absolute=True)
Path('/a/b%2Fc')
"
    ),
];

/// Encodes a new name, plain data, for a path of `kind`.
pub(super) fn name_operand(name: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let name = next_segment(take::text(name, "name")?, kind)?.unwrap_or_default();
    if name.is_empty() {
        return Err(PyValueError::new_err("a name must not be empty"));
    }
    Ok(name)
}

/// Encodes a new suffix, plain data, for a path of `kind`.
pub(super) fn suffix_operand(suffix: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let suffix = plain(take::text(suffix, "suffix")?, kind, Kind::Segment)?;
    if !suffix.is_empty() && (!suffix.starts_with('.') || suffix == "." || suffix.contains("%2F")) {
        return Err(PyValueError::new_err(
            "a suffix must be empty or a dot and more, without a slash",
        ));
    }
    Ok(suffix)
}

pub(super) fn no_name() -> PyErr {
    PyValueError::new_err("the path has no name")
}

/// `path / segment`
fn divide<'py>(slf: &Bound<'py, PyString>, segment: &Bound<'py, PyAny>) -> Answer<'py> {
    let Some(segment) = next_segment(segment, Kind::Iri)? else {
        return Ok(slf.py().NotImplemented().into_bound(slf.py()));
    };
    let mut path = Sequence::of(&valid_utf8(slf));
    path.append(&segment);
    instance(slf.py(), Kind::Path, &path.text())
}
