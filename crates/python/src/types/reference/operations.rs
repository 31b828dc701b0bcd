//! The algebra of references: resolve, relativize, normalize, compare, convert.

use iriform::engine::{
    Level, Reference, ReferenceForm,
    compare::is_same_document,
    comparison_key,
    convert::{self, to_uri_with_idna},
    edit, equivalent, normalize,
    percent::encode_non_ascii,
    relativize,
    relativize::form_named,
    split,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::answer::{Answer, boolean, or_none, plain_text};
use crate::errors::{not_a_domain_name, refused};
use crate::strtype::{
    Kind, Method, Optional, Property, Required, component, for_text, instance, method, units,
};
use crate::take;
use crate::text::valid_utf8;
use crate::types::reference::operand::{Operand, changed, resolved};

/// The methods of references with a scheme, which can be a base, and a target of `relativize`.
pub(super) const ABSOLUTE: &[Method] = &[
    method!(
        |slf, [reference], [strict]| {
            let strict = take::flag(strict, true)?;
            let own = kind(slf)?;
            let operand = Operand::reference(own, &reference)?;
            let kind = Kind::reference(own.is_uri() && operand.kind.is_uri(), true);
            changed(kind, &reference, resolved(&valid_utf8(slf.cast()?), &operand.text, strict))
        },
        c"resolve($self, reference, /, *, strict=True)
--

The target of `reference` with this IRI as the base (RFC 3986 §5.2), exactly as in the RFC.

A plain `str` is parsed as a URI reference if the base is a URI, else as an IRI reference. The
result is a URI if both are URI references, else an IRI. With `strict=False`, a reference with the
base's own scheme is resolved as if it had no scheme (§5.2.2). If there is no authority and
the path would begin with `//`, the result has `/.` before the path: without this guard, the text
would name another host.

`%2E` is not a dot segment here; `.normalize()` decodes and removes it.

>>> IRI('http://a/b/c/d;p?q').resolve('../g')
IRI('http://a/b/g')
"
    ),
    method!(
        relative_to,
        c"relative_to($self, base, /, *, form='shortest', within=None)
--

The shortest reference from `base` to this IRI: `base.resolve(result) == self`.

`form` selects the kind of reference: 'shortest' the shortest of all, 'path' the shortest with a
nonempty relative path, 'absolute-path' the shortest with a path from the root, and 'network-path'
the whole IRI without its scheme.

`within` is a folder, with or without its last slash. If `base` and this IRI are both in the folder,
the result does not name the folder, and stays right when the folder is moved. (With
`form='absolute-path'`, the result does name it.) If one of them is outside the folder, the result
is this IRI itself. `within` is compared as text, without normalization.

Among equally short references, the first of this list is chosen: same document, query, relative
path, absolute path, network path, whole IRI. Raises ValueError if no reference leads from `base` to
this IRI, because resolution would remove dot segments of the path. Raises ValueError if no
reference of the chosen form leads here, for example from another authority.

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
            let level = self::level(level)?;
            changed(kind(slf)?, slf, Reference::of(&text).after(|r, out| normalize(r, level, out)))
        },
        c"normalize($self, /, level='syntax')
--

The normal form (RFC 3986 §6.2, RFC 3987 §5.3), in the same class.

'syntax' puts scheme and host in lower case and percent-encoded triplets in upper case, decodes
encoded unreserved characters, writes IPv6 addresses as in RFC 5952, and removes an empty port and
dot segments. A relative reference keeps its dot segments, because they are significant there.
'scheme' also applies the scheme's own rules for default port, empty path and host. Non-ASCII
characters stay as written, raw or encoded. Normalization is idempotent.

>>> IRI('HTTP://Example.COM:80/%7Ea/../b').normalize()
IRI('http://example.com:80/b')
>>> IRI('HTTP://Example.COM:80').normalize('scheme')
IRI('http://example.com/')
"
    ),
    method!(
        |slf, [], [level]| {
            let text = valid_utf8(slf.cast()?);
            let level = self::level(level)?;
            boolean(slf, Reference::of(&text).after(|r, out| normalize(r, level, out)) == *text)
        },
        c"is_normalized($self, /, level='syntax')
--

Return True if the reference is already in normal form.

>>> IRI('http://example.com/a/./b').is_normalized()
False
"
    ),
    method!(
        |slf, [], [level]| {
            let text = valid_utf8(slf.cast()?);
            plain_text(slf, &comparison_key(&text, self::level(level)?))
        },
        c"comparison_key($self, /, level='syntax')
--

A plain `str`. Two references have the same key exactly if they are `equivalent` at `level`.

References are compared as URIs (RFC 3987 §5.3.2.3), so raw and encoded characters give the
same key. A relative reference is its own key, because its target depends on a base (RFC 3986
§6.1).

>>> len({iri.comparison_key() for iri in (IRI('http://a/é'), IRI('HTTP://a/%c3%a9'))})
1
"
    ),
    method!(
        |slf, [other], [level, ignore_fragment]| {
            let level = self::level(level)?;
            let other = Operand::reference(kind(slf)?, &other)?;
            let ignore_fragment = take::flag(ignore_fragment, false)?;
            boolean(slf, equivalent(&valid_utf8(slf.cast()?), &other.text, level, ignore_fragment))
        },
        c"equivalent($self, other, /, level='syntax', *, ignore_fragment=False)
--

Return True if both references are equivalent by 'string', 'syntax' or 'scheme' (RFC 3986 §6.2).

Each level is coarser than the previous one. A plain `str` is parsed as a URI reference if this is
one, else as an IRI reference. Use `ignore_fragment` to compare references for network actions.

>>> IRI('http://example.com').equivalent('HTTP://EXAMPLE.com:80/', 'scheme')
True
"
    ),
    method!(
        |slf, [], [by_idna]| {
            let by_idna = take::flag(by_idna, false)?;
            let text = valid_utf8(slf.cast()?);
            let uri = if by_idna { to_uri_with_idna(&text) } else { Ok(encode_non_ascii(&text)) };
            match uri {
                Ok(uri) => changed(Kind::reference(true, kind(slf)?.has_scheme()), slf, uri),
                Err(why) => Err(not_a_domain_name(slf.getattr("host")?.cast()?, &why)),
            }
        },
        c"to_uri($self, /, *, idna=False)
--

The URI or URIReference (RFC 3987 §3.1), with non-ASCII characters percent-encoded as UTF-8.

Nothing else changes, so a URI stays the same. With `idna`, a host with non-ASCII characters
becomes a domain name in ASCII (UTS #46). Raises ValueError if the host cannot become one.

>>> IRI('http://résumé.example.org/é').to_uri()
URI('http://r%C3%A9sum%C3%A9.example.org/%C3%A9')
>>> IRI('http://résumé.example.org/é').to_uri(idna=True)
URI('http://xn--rsum-bpad.example.org/%C3%A9')
"
    ),
    method!(
        |slf, [], [by_idna]| {
            let by_idna = take::flag(by_idna, false)?;
            let text = valid_utf8(slf.cast()?);
            let iri = Kind::reference(false, kind(slf)?.has_scheme());
            changed(iri, slf, convert::to_iri(&text, by_idna))
        },
        c"to_iri($self, /, *, idna=False)
--

The IRI or IRIReference (RFC 3987 §3.2, all five steps), decoded as far as the RFC allows.

Reserved characters, `%25`, octets that are not UTF-8, characters that an IRI must not contain, and
directional formatting characters stay encoded. With `idna`, valid `xn--` labels of the host become
Unicode (UTS #46).

>>> URI('http://xn--99zt52a.example.org/D%C3%BCrst%2F%e2%80%ae').to_iri()
IRI('http://xn--99zt52a.example.org/Dürst%2F%E2%80%AE')
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

The reference without its fragment. With a scheme, the result is an `absolute-URI` (§4.3).

>>> IRI('http://a/b?c#d').without_fragment()
IRI('http://a/b?c')
"
    ),
    method!(
        |slf, [base], []| {
            let own = kind(slf)?;
            let base = Operand::reference(own, &base)?;
            let has_scheme = own.has_scheme() || base.kind.has_scheme();
            let kind = Kind::reference(own.is_uri() && base.kind.is_uri(), has_scheme);
            changed(kind, slf, resolved(&base.text, &valid_utf8(slf.cast()?), true))
        },
        c"resolve_onto($self, base, /)
--

A single reference equivalent to resolving `base` and then this reference. `base` may be relative.

For every IRI `x` with an authority or an absolute path, `x.resolve(this.resolve_onto(base)) ==
x.resolve(base).resolve(this)`. So a leading `..` stays, and the path is `./` if no segment remains.
If `base` has a scheme, the result is `base.resolve(this)`. A plain `str` is parsed as a URI
reference if this is one, else as an IRI reference. RFC 3986 has no such operation, because its
bases have a scheme (§5.1).

>>> IRIReference('../img/a.png').resolve_onto('../css/site.css')
IRIReference('../img/a.png')
>>> IRIReference('b?q').resolve_onto('/a/')
IRIReference('/a/b?q')
"
    ),
    method!(
        |slf, [prefix], []| {
            let own = kind(slf)?;
            let prefix = Operand::reference(own, &prefix)?;
            or_none(slf, edit::without_prefix(&valid_utf8(slf.cast()?), &prefix.text), |rest| {
                instance(slf.py(), Kind::reference(own.is_uri(), false), &rest)
            })
        },
        c"without_prefix($self, prefix, /)
--

The part below the directory `prefix`, as an IRIReference, or None if this is not below it.

`prefix` may end in a slash or not. Scheme and authority must be equivalent at the level 'syntax',
and paths are compared in normal form. The query and the fragment of `prefix` are ignored.

>>> IRI('http://a/b/c?q').without_prefix('http://a/b')
IRIReference('c?q')
"
    ),
    method!(
        |slf, [base], [level]| {
            let level = level.map_or(Ok(Level::String), |level| self::level(Some(level)))?;
            let base = Operand::base(kind(slf)?, &base)?;
            boolean(
                slf,
                is_same_document(
                    &Reference::of(&valid_utf8(slf.cast()?)),
                    &Reference::of(&base.text),
                    level,
                ),
            )
        },
        c"is_same_document($self, base, /, level='string')
--

Return True if this reference at `base` leads to the same document as `base` (RFC 3986 §4.4).

Fragments are ignored.

>>> IRIReference('#part').is_same_document('http://a/b')
True
"
    ),
];

pub(super) const PROPERTIES: &[Property] = &[
    Property {
        name: c"directory",
        doc: c"The reference up to and including the last slash of its path, without query and fragment.",
        get: |text| {
            let end = for_text!(units(text)?, t => split::directory(t));
            component(kind(text.as_any())?, text, 0..end)
        },
    },
    Property {
        name: c"form",
        doc: c"The form of the reference (§4.2): 'full' (with a scheme), 'network-path', 'absolute-path', 'relative-path' or 'empty' (with an empty path).",
        get: |text| {
            let form = for_text!(units(text)?, t => ReferenceForm::of(t));
            Ok(PyString::intern(text.py(), form.name()).into_any())
        },
    },
];

fn kind(reference: &Bound<'_, PyAny>) -> PyResult<Kind> {
    Kind::of_instance(reference.cast()?)
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
    let (t, b) = (Reference::of(&target), Reference::of(&base));
    let reference = relativize(&t, &b, form, root.as_ref().map(|root| &*root.text));
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

/// The form of a relative reference by name, or None for the shortest.
fn relative_form(name: &Bound<'_, PyAny>) -> PyResult<Option<ReferenceForm>> {
    form_named(&take::text(name, "form")?.to_string_lossy()).map_err(refused)
}

/// The level by name; `Syntax` by default.
pub(crate) fn level(name: Option<Bound<'_, PyAny>>) -> PyResult<Level> {
    let Some(name) = name else { return Ok(Level::Syntax) };
    Level::by_name(&take::text(&name, "level")?.to_string_lossy()).map_err(refused)
}
