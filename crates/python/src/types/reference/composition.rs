//! References made from parts: `from_parts`, `build`, `with_parts` and `/`.

use std::borrow::Cow;
use std::ffi::CStr;

use iriform::engine::{
    Components, Misfit, Rule, compose,
    edit::{Changes, PathEdit, with_parts, with_path_edited},
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::answer::Answer;
use crate::errors::{self, refused};
use crate::strtype::{Kind, Method, Optional, Required, instance, method};
use crate::take;
use crate::text::valid_utf8;
use crate::types::plain::{
    next_segment, plain, plain_host, plain_query, plain_segments, plain_userinfo,
};

pub(super) const METHODS: &[Method] = &[
    method!(
        class from_parts,
        c"from_parts(*, scheme=None, authority=None, path='', query=None, fragment=None)
--

A reference composed of these components (RFC 3986 §5.3), which must be encoded.

None means that a component is absent, '' that it is empty. The result has exactly these components.
Raises ParseError for a component that is not valid by the rule of the class, and ValueError for
components that do not go together.

>>> IRI.from_parts(scheme='http', authority='example.org', path='/a', query='')
IRI('http://example.org/a?')
"
    ),
    method!(
        class build,
        c"build(*, scheme=None, userinfo=None, host=None, port=None, path=None, segments=(), query=None, fragment=None)
--

A reference built from plain data, percent-encoded as the rule of the class requires.

`userinfo` is a user, or a pair of user and password, in which everything except unreserved
characters is percent-encoded. `host` is a name, an address with or without brackets, or an object
of `ipaddress`. `segments` are joined by slashes; if there is a host, a slash precedes the first
one. `path`, instead of `segments`, is a whole path, in which slashes and dots keep their meaning.
`query` is a mapping or pairs of names and values. A `Segment`, a `Host` or another component type
is used unchanged.

Raises ValueError for the segments '.' and '..', because they would change the structure of the
path, for an empty first segment without a host, because no path begins with one, and for a host
with characters that no host may contain.

>>> URI.build(scheme='http', host='example.org', segments=['a b', 'c/d'], query={'q': 'é'})
URI('http://example.org/a%20b/c%2Fd?q=%C3%A9')
>>> URI.build(scheme='http', host='::1', port=8080)
URI('http://[::1]:8080')
"
    ),
    method!(changed, WITH_PARTS_DOC),
    method!(
        |slf, [host], []| {
            let kind = Kind::of_instance(slf.cast()?)?;
            let host = take::optional(Some(host), either(kind.is_uri(), Rule::Host, Rule::Ihost))?;
            let changes = Changes { host: Some(host.as_deref()), ..Changes::default() };
            let text = with_parts(&valid_utf8(slf.cast()?), &changes).map_err(refused)?;
            instance(slf.py(), kind, &text)
        },
        c"with_host($self, host, /)
--

A copy with another host, which must be encoded. The same as `with_parts(host=host)`.

>>> IRI('http://anna@example.org:80/a').with_host('h.example')
IRI('http://anna@h.example:80/a')
"
    ),
    method!(
        changed,
        c"__replace__($self, /, *, scheme=..., authority=..., userinfo=..., host=..., port=..., path=..., query=..., fragment=...)
--

For `copy.replace`: the same as `with_parts`."
    ),
];

const WITH_PARTS_DOC: &CStr = c"with_parts($self, /, *, scheme=..., authority=..., userinfo=..., host=..., port=..., path=..., query=..., fragment=...)
--

A copy with some parts changed. Values are encoded text, or None to remove a part.

`host=None` removes the authority if it has neither userinfo nor port. `scheme=None` gives an
IRIReference or URIReference. The result has the requested parts, with one exception: if the RFC
requires a guard before the path, `/.` or `./` is added (§3.3, §4.2). A guard that is no longer
needed is removed. Raises ParseError for a part that is not valid, and ValueError for parts that do
not go together.

>>> IRI('http://anna@example.org:80/a').with_parts(userinfo=None, port=None, query='x=1')
IRI('http://example.org/a?x=1')
";

fn from_parts<'py>(
    slf: &Bound<'py, PyAny>,
    []: Required<'py, 0>,
    [scheme, authority, path, query, fragment]: Optional<'py, 5>,
) -> Answer<'py> {
    let kind = Kind::of_receiver(slf)?;
    let uri = kind.is_uri();
    let scheme = take::optional(scheme, Rule::Scheme)?;
    let authority = take::optional(authority, either(uri, Rule::Authority, Rule::Iauthority))?;
    let path = path
        .map(|path| take::valid(&path, either(uri, Rule::Path, Rule::Ipath)).map(Cow::into_owned))
        .transpose()?
        .unwrap_or_default();
    let query = take::optional(query, either(uri, Rule::Query, Rule::Iquery))?;
    let fragment = take::optional(fragment, either(uri, Rule::Fragment, Rule::Ifragment))?;
    needs_scheme(kind, scheme.as_deref())?;
    let components = Components {
        scheme: scheme.as_deref(),
        authority: authority.as_deref(),
        path: &path,
        query: query.as_deref(),
        fragment: fragment.as_deref(),
    };
    match components.misfit() {
        Some(fault) => Err(refused(fault)),
        None => instance(slf.py(), kind, &components.compose()),
    }
}

fn changed<'py>(
    slf: &Bound<'py, PyAny>,
    []: Required<'py, 0>,
    [scheme, authority, userinfo, host, port, path, query, fragment]: Optional<'py, 8>,
) -> Answer<'py> {
    let kind = Kind::of_instance(slf.cast()?)?;
    let uri = kind.is_uri();
    if authority.is_some() && (userinfo.is_some() || host.is_some() || port.is_some()) {
        return Err(PyTypeError::new_err(
            "with_parts() takes the authority or its parts, not both",
        ));
    }
    // None leaves the part unchanged, Some(None) removes it.
    let change = |argument: Option<Bound<'py, PyAny>>, rule| -> PyResult<Option<Option<String>>> {
        argument.map(|argument| take::optional(Some(argument), rule)).transpose()
    };
    let scheme = change(scheme, Rule::Scheme)?;
    let authority = change(authority, either(uri, Rule::Authority, Rule::Iauthority))?;
    let userinfo = change(userinfo, either(uri, Rule::Userinfo, Rule::Iuserinfo))?;
    let host = change(host, either(uri, Rule::Host, Rule::Ihost))?;
    let port = port.map(|port| take::port(Some(port))).transpose()?;
    let path = path
        .map(|path| take::valid(&path, either(uri, Rule::Path, Rule::Ipath)).map(Cow::into_owned))
        .transpose()?;
    if let Some(pairs) = &query
        && !pairs.is_none()
        && !pairs.is_instance_of::<PyString>()
    {
        return Err(errors::wrong_type(pairs, "query", "str (with_query takes pairs)"));
    }
    let query = change(query, either(uri, Rule::Query, Rule::Iquery))?;
    let fragment = change(fragment, either(uri, Rule::Fragment, Rule::Ifragment))?;
    let changes = Changes {
        scheme: scheme.as_ref().map(Option::as_deref),
        authority: authority.as_ref().map(Option::as_deref),
        userinfo: userinfo.as_ref().map(Option::as_deref),
        host: host.as_ref().map(Option::as_deref),
        port: port.as_ref().map(Option::as_deref),
        path: path.as_deref(),
        query: query.as_ref().map(Option::as_deref),
        fragment: fragment.as_ref().map(Option::as_deref),
    };
    let text = with_parts(&valid_utf8(slf.cast()?), &changes).map_err(refused)?;
    let has_scheme = match scheme {
        Some(scheme) => scheme.is_some(),
        None => kind.has_scheme(),
    };
    instance(slf.py(), Kind::reference(uri, has_scheme), &text)
}

fn build<'py>(
    slf: &Bound<'py, PyAny>,
    []: Required<'py, 0>,
    [scheme, userinfo, host, port, path, segments, query, fragment]: Optional<'py, 8>,
) -> Answer<'py> {
    let kind = Kind::of_receiver(slf)?;
    let given = |argument: Option<Bound<'py, PyAny>>| argument.filter(|a| !a.is_none());
    let scheme = given(scheme);
    let scheme = scheme.as_ref().map(|scheme| take::valid(scheme, Rule::Scheme)).transpose()?;
    needs_scheme(kind, scheme.as_deref())?;
    let userinfo = given(userinfo).map(|u| plain_userinfo(&u, kind)).transpose()?;
    let host = given(host).map(|h| plain_host(&h, kind)).transpose()?;
    let port = take::port(port)?;
    let authority = match host {
        Some(host) if userinfo.is_none() && port.is_none() => Some(host),
        Some(host) => Some(compose::compose_authority(userinfo.as_deref(), &host, port.as_deref())),
        None if userinfo.is_some() || port.is_some() => return Err(refused(Misfit::NoHost)),
        None => None,
    };
    let path = match (given(path), segments) {
        (Some(_), Some(_)) => {
            return Err(PyTypeError::new_err("build() takes the path or its segments, not both"));
        }
        (Some(path), None) => plain(&path, kind, Kind::Path)?,
        (None, None) => String::new(),
        (None, Some(segments)) => plain_segments(&segments, kind, authority.is_some())?,
    };
    let query = given(query).map(|q| plain_query(&q, kind)).transpose()?;
    let fragment = given(fragment).map(|f| plain(&f, kind, Kind::Fragment)).transpose()?;
    let components = Components {
        scheme: scheme.as_deref(),
        authority: authority.as_deref(),
        path: &path,
        query: query.as_deref(),
        fragment: fragment.as_deref(),
    };
    match components.misfit() {
        Some(fault @ Misfit::RootlessAfterAuthority) => Err(refused(fault)),
        _ => instance(slf.py(), kind, &components.compose()),
    }
}

/// `reference / segment`
pub(super) fn divide<'py>(slf: &Bound<'py, PyString>, segment: &Bound<'py, PyAny>) -> Answer<'py> {
    let kind = Kind::of_instance(slf)?;
    let Some(segment) = next_segment(segment, kind)? else {
        return Ok(slf.py().NotImplemented().into_bound(slf.py()));
    };
    let text = with_path_edited(&valid_utf8(slf), PathEdit::Append(&segment));
    instance(slf.py(), kind, &text)
}

/// The rule of RFC 3986 for a URI's component, that of RFC 3987 for others.
fn either(is_uri: bool, uri: Rule, iri: Rule) -> Rule {
    if is_uri { uri } else { iri }
}

fn needs_scheme(kind: Kind, scheme: Option<&str>) -> PyResult<()> {
    if kind.has_scheme() && scheme.is_none() {
        return Err(PyValueError::new_err(format!("{} needs a scheme", kind.name())));
    }
    Ok(())
}
