//! The algebra of references: resolve, relativize, normalize, compare, convert.

use std::borrow::Cow;

use iriform_core::compare::is_same_document;
use iriform_core::convert::{to_iri_with_idna, to_uri_with_idna};
use iriform_core::relativize::{relativize_as, relativize_within};
use iriform_core::{
    Level, ReferenceForm, comparison_key, convert, equivalent, normalize, relativize, resolve,
    split,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::answer::{Answer, boolean, none};
use crate::errors::not_a_domain_name;
use crate::strtype::{
    Kind, Method, Optional, Property, Required, component, for_text, instance, method, units,
};
use crate::take;
use crate::text::valid_utf8;
use crate::types::reference::operand::{Operand, changed};

/// The methods of references with a scheme, which can be a base and be reached from one.
pub(super) const ABSOLUTE: &[Method] = &[
    method!(
        resolve_reference,
        c"resolve($self, reference, /, *, strict=True)
--

The target of a reference in a document at this base (RFC 3986 \xC2\xA75.2), literally by the RFC.

A plain `str` is parsed as the base's own kind of reference. The result is a URI if both are
URI references, else an IRI. With `strict=False` a reference with the base's own scheme is taken
as if it had none (\xC2\xA75.2.2). Where the path would begin with `//` and there is no authority,
`/.` is put before it, because the RFC's own text would then name another host.

`%2E` is no dot segment here; `.normalized()` decodes and removes it.

>>> from iriform import IRI
>>> IRI('http://a/b/c/d;p?q').resolve('../g')
IRI('http://a/b/g')
"
    ),
    method!(
        relative_to,
        c"relative_to($self, base, /, *, form='shortest', within=None)
--

The shortest reference that leads from `base` here: `base.resolve(result) == self`.

With `form='path'` it is the shortest one with a relative path that is not empty, with
`form='absolute-path'` that with a path from the root, with `form='network-path'` the whole without
its scheme. Else it is the shortest of all.

`within` is a folder, with or without its last slash. Between what is in it, the reference does not
name the folder (but with `form='absolute-path'`), so that it holds wherever the folder is moved.
If one of the two is not in it, the result is this IRI itself. Text is compared as it is.

Of equally short ones the first of: same document, query, relative path, absolute path, network
path, whole. Raises ValueError where no reference leads here, which is so if resolution would
remove dot segments of the path, and where none of the form does, as from another authority.

>>> from iriform import IRI
>>> IRI('http://a/b/x?q').relative_to('http://a/b/c/d')
IRIReference('../x?q')
>>> IRI('http://a/b/x?q').relative_to('http://a/b/c/d', form='absolute-path')
IRIReference('/b/x?q')
>>> base, root = 'http://a/site/b/c', 'http://a/site/'
>>> [str(IRI(x).relative_to(base, within=root)) for x in ('http://a/site/d', 'http://a/e')]
['../d', 'http://a/e']
"
    ),
];

pub(super) const METHODS: &[Method] = &[
    method!(
        |slf, [], [level]| {
            let text = valid_utf8(slf.cast()?);
            changed(kind(slf)?, slf, normalize(&text, self::level(level)?))
        },
        c"normalized($self, /, level='syntax')
--

The normal form (RFC 3986 \xC2\xA76.2, RFC 3987 \xC2\xA75.3), of the same class; its own normal form.

'syntax': scheme and host in lower case, triplets in upper case, encoded unreserved characters
decoded, IPv6 addresses as RFC 5952 writes them, no empty port, no dot segments (these stay in a
relative reference, where they have a meaning). 'scheme': also what the scheme's own text says
of default port, empty path, host. Non-ASCII characters stay as written, raw or encoded.

>>> from iriform import IRI
>>> IRI('HTTP://Example.COM:80/%7Ea/../b').normalized()
IRI('http://example.com:80/b')
>>> IRI('HTTP://Example.COM:80').normalized('scheme')
IRI('http://example.com/')
"
    ),
    method!(
        |slf, [], [level]| {
            let text = valid_utf8(slf.cast()?);
            boolean(slf, *normalize(&text, self::level(level)?) == *text)
        },
        c"is_normalized($self, /, level='syntax')
--

Whether this is its own normal form.

>>> from iriform import IRI
>>> IRI('http://example.com/a/./b').is_normalized()
False
"
    ),
    method!(
        |slf, [], [level]| {
            let text = valid_utf8(slf.cast()?);
            Ok(PyString::new(slf.py(), &comparison_key(&text, self::level(level)?)).into_any())
        },
        c"comparison_key($self, /, level='syntax')
--

A plain `str` that is the same for two references exactly if they are `equivalent` at `level`.

References are compared as URIs (RFC 3987 \xC2\xA75.3.2.3), so that raw and encoded characters meet.
A relative reference is its own key: what it refers to depends on a base (RFC 3986 \xC2\xA76.1).

>>> from iriform import IRI
>>> len({iri.comparison_key() for iri in (IRI('http://a/\xC3\xA9'), IRI('HTTP://a/%c3%a9'))})
1
"
    ),
    method!(
        is_equivalent,
        c"equivalent($self, other, /, level='syntax', *, ignore_fragment=False)
--

Whether both are the same by 'string', 'syntax' or 'scheme' (RFC 3986 \xC2\xA76.2).

Each level is coarser than the one before. A plain `str` is parsed as this one's own kind of
reference. For network actions, `ignore_fragment`.

>>> from iriform import IRI
>>> IRI('http://example.com').equivalent('HTTP://EXAMPLE.com:80/', 'scheme')
True
"
    ),
    method!(
        to_uri,
        c"to_uri($self, /, *, idna=False)
--

As a URI, or URIReference (RFC 3987 \xC2\xA73.1): non-ASCII characters percent-encoded as UTF-8.

Nothing else is changed, so a URI is left as it is. With `idna`, a host with non-ASCII characters
becomes a domain name in ASCII (UTS #46); ValueError is raised where it cannot.

>>> from iriform import IRI
>>> IRI('http://r\xC3\xA9sum\xC3\xA9.example.org/\xC3\xA9').to_uri()
URI('http://r%C3%A9sum%C3%A9.example.org/%C3%A9')
>>> IRI('http://r\xC3\xA9sum\xC3\xA9.example.org/\xC3\xA9').to_uri(idna=True)
URI('http://xn--rsum-bpad.example.org/%C3%A9')
"
    ),
    method!(
        to_iri,
        c"to_iri($self, /, *, idna=False)
--

As an IRI, or IRIReference (RFC 3987 \xC2\xA73.2, all five steps): what may be decoded is decoded.

Reserved characters, `%25`, octets that are not UTF-8, characters that an IRI must not have, and
directional formatting characters stay encoded. With `idna`, `xn--` labels of the host become
Unicode where they are valid (UTS #46).

>>> from iriform import URI
>>> URI('http://xn--99zt52a.example.org/D%C3%BCrst%2F%e2%80%ae').to_iri()
IRI('http://xn--99zt52a.example.org/D\xC3\xBCrst%2F%E2%80%AE')
"
    ),
    method!(
        |slf, [], []| {
            let text = slf.cast::<PyString>()?;
            let end = for_text!(units(text)?, t => split::without_fragment(t));
            component(kind(slf)?, text, 0..end)
        },
        c"without_fragment($self, /)
--

The same without its fragment, if it has one: an `absolute-URI` (\xC2\xA74.3), if it has a scheme.

>>> from iriform import IRI
>>> IRI('http://a/b?c#d').without_fragment()
IRI('http://a/b?c')
"
    ),
    method!(
        resolve_onto,
        c"resolve_onto($self, base, /)
--

The reference with the same target as `base` and then this one, where `base` may be relative too.

For every IRI `x` with an authority or an absolute path,
`x.resolve(this.resolve_onto(base)) == x.resolve(base).resolve(this)`. So a leading `..` stays, and
where no segment is left the path is `./`. If `base` has a scheme, this is `base.resolve(this)`. A
plain `str` is parsed as this one's own kind of reference. RFC 3986 has no such operation: its
bases have a scheme (\xC2\xA75.1).

>>> from iriform import IRIReference
>>> IRIReference('../img/a.png').resolve_onto('../css/site.css')
IRIReference('../img/a.png')
>>> IRIReference('b?q').resolve_onto('/a/')
IRIReference('/a/b?q')
"
    ),
    method!(
        without_prefix,
        c"without_prefix($self, prefix, /)
--

What is below `prefix`, a directory with or without its slash, as an IRIReference; None if this is not.

Scheme and authority must be equivalent by syntax, the paths are compared in normal form. The
query and the fragment of `prefix` play no part.

>>> from iriform import IRI
>>> IRI('http://a/b/c?q').without_prefix('http://a/b')
IRIReference('c?q')
"
    ),
    method!(
        |slf, [base], [level]| {
            let level = level.map_or(Ok(Level::String), |level| self::level(Some(level)))?;
            let base = Operand::base(kind(slf)?, &base)?;
            boolean(slf, is_same_document(&valid_utf8(slf.cast()?), &base.text, level))
        },
        c"is_same_document($self, base, /, level='string')
--

Whether this leads from `base` to the same document, fragments aside (RFC 3986 \xC2\xA74.4).

>>> from iriform import IRIReference
>>> IRIReference('#part').is_same_document('http://a/b')
True
"
    ),
];

pub(super) const PROPERTIES: &[Property] = &[
    Property {
        name: c"directory",
        doc: c"The same up to and including the last slash of the path, without query and fragment.",
        get: |text| {
            let end = for_text!(units(text)?, t => split::directory(t));
            component(kind(text.as_any())?, text, 0..end)
        },
    },
    Property {
        name: c"form",
        doc: c"The form of the reference (\xC2\xA74.2): 'full' with a scheme, else 'network-path', 'absolute-path', 'relative-path', or 'empty' where the path is.",
        get: |text| {
            let form = for_text!(units(text)?, t => ReferenceForm::of(t));
            Ok(PyString::intern(text.py(), form.name()).into_any())
        },
    },
];

fn kind(reference: &Bound<'_, PyAny>) -> PyResult<Kind> {
    Kind::of_instance(reference.cast()?)
}

fn resolve_reference<'py>(
    slf: &Bound<'py, PyAny>,
    [reference]: Required<'py, 1>,
    [strict]: Optional<'py, 1>,
) -> Answer<'py> {
    let strict = take::flag(strict, true)?;
    let own = kind(slf)?;
    let operand = Operand::reference(own, &reference)?;
    let kind = Kind::reference(own.is_uri() && operand.kind.is_uri(), true);
    changed(kind, &reference, resolve(&valid_utf8(slf.cast()?), &operand.text, strict))
}

fn relative_to<'py>(
    slf: &Bound<'py, PyAny>,
    [base]: Required<'py, 1>,
    [form, within]: Optional<'py, 2>,
) -> Answer<'py> {
    let form = form.map_or(Ok(None), |form| relative_form(&form))?;
    let own = kind(slf)?;
    let base = Operand::base(own, &base)?.text;
    let root = within.filter(|root| !root.is_none());
    let root = root.as_ref().map(|root| Operand::base(own, root)).transpose()?;
    let target = valid_utf8(slf.cast()?);
    let reference = match (root, form) {
        (Some(root), _) => relativize_within(&target, &base, form, &root.text),
        (None, Some(form)) => relativize_as(&target, &base, form),
        (None, None) => relativize(&target, &base),
    };
    match (reference, form) {
        (Some(reference), _) => {
            instance(slf.py(), Kind::reference(own.is_uri(), false), &reference)
        }
        (None, Some(form)) => {
            let form = form.name();
            Err(PyValueError::new_err(format!("no {form} reference leads there from this base")))
        }
        (None, None) => Err(PyValueError::new_err(
            "no reference leads there: resolution would remove dot segments of the path",
        )),
    }
}

fn resolve_onto<'py>(
    slf: &Bound<'py, PyAny>,
    [base]: Required<'py, 1>,
    []: Optional<'py, 0>,
) -> Answer<'py> {
    let own = kind(slf)?;
    let base = Operand::reference(own, &base)?;
    let has_scheme = own.has_scheme() || base.kind.has_scheme();
    let kind = Kind::reference(own.is_uri() && base.kind.is_uri(), has_scheme);
    changed(kind, slf, resolve(&base.text, &valid_utf8(slf.cast()?), true))
}

/// The form of a relative reference by its name, or None for the shortest.
fn relative_form(name: &Bound<'_, PyAny>) -> PyResult<Option<ReferenceForm>> {
    match take::text(name, "form")?.to_string_lossy().as_ref() {
        "shortest" => Ok(None),
        "path" => Ok(Some(ReferenceForm::RelativePath)),
        "absolute-path" => Ok(Some(ReferenceForm::AbsolutePath)),
        "network-path" => Ok(Some(ReferenceForm::NetworkPath)),
        _ => Err(PyValueError::new_err(
            "form must be 'shortest', 'path', 'absolute-path' or 'network-path'",
        )),
    }
}

/// The level by its name, `Syntax` where none is given.
fn level(name: Option<Bound<'_, PyAny>>) -> PyResult<Level> {
    let Some(name) = name else { return Ok(Level::Syntax) };
    Level::by_name(&name.extract::<Cow<'_, str>>()?)
        .ok_or_else(|| PyValueError::new_err("level must be 'string', 'syntax' or 'scheme'"))
}

fn is_equivalent<'py>(
    slf: &Bound<'py, PyAny>,
    [other]: Required<'py, 1>,
    [level, ignore_fragment]: Optional<'py, 2>,
) -> Answer<'py> {
    let level = self::level(level)?;
    let other = Operand::reference(kind(slf)?, &other)?;
    let ignore_fragment = take::flag(ignore_fragment, false)?;
    boolean(slf, equivalent(&valid_utf8(slf.cast()?), &other.text, level, ignore_fragment))
}

fn to_uri<'py>(
    slf: &Bound<'py, PyAny>,
    []: Required<'py, 0>,
    [by_idna]: Optional<'py, 1>,
) -> Answer<'py> {
    let by_idna = take::flag(by_idna, false)?;
    let text = valid_utf8(slf.cast()?);
    let uri = if by_idna { to_uri_with_idna(&text) } else { Some(convert::to_uri(&text)) };
    match uri {
        Some(uri) => changed(Kind::reference(true, kind(slf)?.has_scheme()), slf, uri),
        None => Err(not_a_domain_name(slf.getattr("host")?.cast()?)),
    }
}

fn to_iri<'py>(
    slf: &Bound<'py, PyAny>,
    []: Required<'py, 0>,
    [by_idna]: Optional<'py, 1>,
) -> Answer<'py> {
    let by_idna = take::flag(by_idna, false)?;
    let text = valid_utf8(slf.cast()?);
    let iri = if by_idna { to_iri_with_idna(&text) } else { convert::to_iri(&text) };
    changed(Kind::reference(false, kind(slf)?.has_scheme()), slf, iri)
}

fn without_prefix<'py>(
    slf: &Bound<'py, PyAny>,
    [prefix]: Required<'py, 1>,
    []: Optional<'py, 0>,
) -> Answer<'py> {
    let own = kind(slf)?;
    let prefix = Operand::reference(own, &prefix)?;
    match iriform_core::edit::without_prefix(&valid_utf8(slf.cast()?), &prefix.text) {
        Some(rest) => instance(slf.py(), Kind::reference(own.is_uri(), false), &rest),
        None => none(slf),
    }
}
