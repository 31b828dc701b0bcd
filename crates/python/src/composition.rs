//! References made of parts: composed, built of plain data, changed, and gone on by `/`.

use std::borrow::Cow;

use iriform_core::edit::{Changes, Sequence, append_segment, with_parts};
use iriform_core::{Components, Misfit, Rule, compose, host, percent, recognize, userinfo};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyIterator, PyString, PyTuple};

use crate::answer::Answer;
use crate::errors;
use crate::newtypes::{Arguments, Kind, Method, for_text, method, units, wrap};
use crate::query::text_of_pairs;
use crate::text::{plain_utf8, valid_utf8};

pub(crate) const METHODS: &[Method] = &[
    method!(
        class c"from_parts",
        from_parts,
        c"from_parts(*, scheme=None, authority=None, path='', query=None, fragment=None)
--

A reference of these components (RFC 3986 \xC2\xA75.3), text that is encoded already; None is not ''.

Raises ParseError for a component that is not valid, by the rule of the class, and ValueError
for components that do not go together: the result has exactly these parts.

>>> from iriform import IRI
>>> IRI.from_parts(scheme='http', authority='example.org', path='/a', query='')
IRI('http://example.org/a?')
"
    ),
    method!(
        class c"build",
        build,
        c"build(*, scheme=None, userinfo=None, host=None, port=None, segments=(), query=None, fragment=None)
--

A reference of plain data, which is percent-encoded where the rule of the class needs it.

`userinfo` is a user or a pair of user and password; `host` a name, an address with or without
brackets, or an object of `ipaddress`; `segments` are joined by slashes, with one before the first
if there is a host; `query` is a mapping or pairs of names and values. `Segment`, `Host` and the
other newtypes are taken as they are. Raises ValueError for the segments '.' and '..', which
would change the path's structure, and for a host with characters that no host has.

>>> from iriform import URI
>>> URI.build(scheme='http', host='example.org', segments=['a b', 'c/d'], query={'q': '\xC3\xA9'})
URI('http://example.org/a%20b/c%2Fd?q=%C3%A9')
>>> URI.build(scheme='http', host='::1', port=8080)
URI('http://[::1]:8080')
"
    ),
    method!(c"with_parts", |slf, arguments| changed(slf, arguments, "with_parts"), WITH_PARTS_DOC),
    method!(
        c"__replace__",
        |slf, arguments| changed(slf, arguments, "__replace__"),
        c"__replace__($self, /, **changes)
--

For `copy.replace`: the same as `with_parts`."
    ),
];

const WITH_PARTS_DOC: &std::ffi::CStr = c"with_parts($self, /, *, scheme=..., authority=..., userinfo=..., host=..., port=..., path=..., query=..., fragment=...)
--

A changed copy. Values are text that is encoded already, or None to take a part away.

`host=None` takes the authority away, if there is neither userinfo nor port. Without a scheme the
result is a reference. Split again, it has the parts that were asked for; but where the RFC needs
a guard before the path, `/.` or `./` is put there (\xC2\xA73.3, \xC2\xA74.2), and taken off when it is not
needed any more. Raises ParseError for a part that is not valid, ValueError for what does not fit.

>>> from iriform import IRI
>>> IRI('http://anna@example.org:80/a').with_parts(userinfo=None, port=None, query='x=1')
IRI('http://example.org/a?x=1')
";

pub(crate) const AUTHORITY: &[Method] = &[method!(
    class c"from_parts",
    |slf, arguments| {
        let [userinfo, host, port] =
            arguments.bind("from_parts", ["userinfo", "host", "port"], 0, 0)?;
        let userinfo = optional(userinfo, Rule::Iuserinfo)?;
        let host = optional(host, Rule::Ihost)?.unwrap_or_default();
        let port = port_digits(port)?;
        let text = compose::compose_authority(userinfo.as_deref(), &host, port.as_deref());
        wrap(Kind::Authority, &PyString::new(slf.py(), &text))
    },
    c"from_parts(*, userinfo=None, host='', port=None)
--

An authority of these parts (\xC2\xA73.2), text that is encoded already; `port` may be an int.

>>> from iriform import Authority
>>> Authority.from_parts(host='example.org', port=8042)
Authority('example.org:8042')
"
)];

/// The text of an argument that must match `rule`.
fn valid<'a>(argument: &'a Bound<'_, PyAny>, rule: Rule) -> PyResult<Cow<'a, str>> {
    // The rules of RFC 3987 are those of the components with an i before their names.
    let text = text_argument(argument, rule.name().trim_start_matches('i'))?;
    for_text!(units(text)?, t => recognize(t, rule))
        .map_err(|fault| errors::parse_error(argument, rule, &fault))?;
    Ok(valid_utf8(text))
}

/// An argument, `name`, that must be a `str`.
pub(crate) fn text_argument<'a, 'py>(
    argument: &'a Bound<'py, PyAny>,
    name: &str,
) -> PyResult<&'a Bound<'py, PyString>> {
    argument.cast().map_err(|_| match argument.get_type().name() {
        Ok(class) => PyTypeError::new_err(format!("{name} must be str, not {class}")),
        Err(error) => error,
    })
}

/// The text of an argument that may be None or left out.
fn optional(argument: Option<Bound<'_, PyAny>>, rule: Rule) -> PyResult<Option<String>> {
    match argument {
        Some(argument) if !argument.is_none() => {
            valid(&argument, rule).map(|text| Some(text.into_owned()))
        }
        _ => Ok(None),
    }
}

/// The digits of a port that is an int or text, or None or left out.
fn port_digits(argument: Option<Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    match argument {
        Some(argument) if argument.is_instance_of::<PyInt>() => {
            let port: u16 = argument.extract().map_err(|_| {
                PyValueError::new_err("a port as an int must be between 0 and 65535")
            })?;
            Ok(Some(port.to_string()))
        }
        argument => optional(argument, Rule::Port),
    }
}

fn misfit(misfit: Misfit) -> PyErr {
    PyValueError::new_err(misfit.to_string())
}

/// The rule of RFC 3986 for a URI's component, that of RFC 3987 for others.
fn either(is_uri: bool, uri: Rule, iri: Rule) -> Rule {
    if is_uri { uri } else { iri }
}

fn made<'py>(py: Python<'py>, kind: Kind, text: &str) -> Answer<'py> {
    wrap(kind, &PyString::new(py, text))
}

fn needs_scheme(kind: Kind, scheme: Option<&str>) -> PyResult<()> {
    if kind.has_scheme() && scheme.is_none() {
        return Err(PyValueError::new_err(format!("{} needs a scheme", kind.name())));
    }
    Ok(())
}

fn from_parts<'py>(slf: &Bound<'py, PyAny>, arguments: &Arguments<'_, 'py>) -> Answer<'py> {
    let [scheme, authority, path, query, fragment] =
        arguments.bind("from_parts", ["scheme", "authority", "path", "query", "fragment"], 0, 0)?;
    let kind = Kind::of_receiver(slf)?;
    let uri = kind.is_uri();
    let scheme = optional(scheme, Rule::Scheme)?;
    let authority = optional(authority, either(uri, Rule::Authority, Rule::Iauthority))?;
    let path = path
        .map(|path| valid(&path, either(uri, Rule::Path, Rule::Ipath)).map(Cow::into_owned))
        .transpose()?
        .unwrap_or_default();
    let query = optional(query, either(uri, Rule::Query, Rule::Iquery))?;
    let fragment = optional(fragment, either(uri, Rule::Fragment, Rule::Ifragment))?;
    needs_scheme(kind, scheme.as_deref())?;
    let components = Components {
        scheme: scheme.as_deref(),
        authority: authority.as_deref(),
        path: &path,
        query: query.as_deref(),
        fragment: fragment.as_deref(),
    };
    match components.misfit() {
        Some(fault) => Err(misfit(fault)),
        None => made(slf.py(), kind, &components.compose()),
    }
}

fn changed<'py>(
    slf: &Bound<'py, PyAny>,
    arguments: &Arguments<'_, 'py>,
    method: &str,
) -> Answer<'py> {
    let [scheme, authority, userinfo, host, port, path, query, fragment] = arguments.bind(
        method,
        ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"],
        0,
        0,
    )?;
    let kind = Kind::of_instance(slf.cast()?)?;
    let uri = kind.is_uri();
    if authority.is_some() && (userinfo.is_some() || host.is_some() || port.is_some()) {
        return Err(PyTypeError::new_err(format!(
            "{method}() takes the authority or its parts, not both"
        )));
    }
    // Each is None if it is left as it is, Some(None) if it is taken away.
    let change = |argument: Option<Bound<'py, PyAny>>, rule| -> PyResult<Option<Option<String>>> {
        argument.map(|argument| optional(Some(argument), rule)).transpose()
    };
    let scheme = change(scheme, Rule::Scheme)?;
    let authority = change(authority, either(uri, Rule::Authority, Rule::Iauthority))?;
    let userinfo = change(userinfo, either(uri, Rule::Userinfo, Rule::Iuserinfo))?;
    let host = change(host, either(uri, Rule::Host, Rule::Ihost))?;
    let port = port.map(|port| port_digits(Some(port))).transpose()?;
    let path = path
        .map(|path| valid(&path, either(uri, Rule::Path, Rule::Ipath)).map(Cow::into_owned))
        .transpose()?;
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
    let text = with_parts(&valid_utf8(slf.cast()?), &changes).map_err(misfit)?;
    let has_scheme = match scheme {
        Some(scheme) => scheme.is_some(),
        None => kind.has_scheme(),
    };
    made(slf.py(), Kind::reference(uri, has_scheme), &text)
}

fn build<'py>(slf: &Bound<'py, PyAny>, arguments: &Arguments<'_, 'py>) -> Answer<'py> {
    let [scheme, userinfo, host, port, segments, query, fragment] = arguments.bind(
        "build",
        ["scheme", "userinfo", "host", "port", "segments", "query", "fragment"],
        0,
        0,
    )?;
    let kind = Kind::of_receiver(slf)?;
    let given = |argument: Option<Bound<'py, PyAny>>| argument.filter(|a| !a.is_none());
    let scheme = optional(scheme, Rule::Scheme)?;
    needs_scheme(kind, scheme.as_deref())?;
    let userinfo = given(userinfo).map(|u| plain_userinfo(&u, kind)).transpose()?;
    let host = given(host).map(|h| plain_host(&h, kind)).transpose()?;
    let port = port_digits(port)?;
    let authority = match &host {
        Some(host) => Some(compose::compose_authority(userinfo.as_deref(), host, port.as_deref())),
        None if userinfo.is_some() || port.is_some() => return Err(misfit(Misfit::NoHost)),
        None => None,
    };
    let mut path = Sequence { is_absolute: authority.is_some(), segments: Vec::new() };
    if let Some(segments) = segments {
        for segment in several(&segments, "segments")? {
            path.segments.push(plain_segment(&segment?, kind)?);
        }
    }
    // After an authority even a single empty segment is what it is, and without one the guard
    // of the composition takes care of the path.
    let path = match path.segments.as_slice() {
        [] => String::new(),
        segments if path.is_absolute => format!("/{}", segments.join("/")),
        segments => segments.join("/"),
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
    made(slf.py(), kind, &components.compose())
}

/// Plain data as text of `component`; an instance of it is text already, and is checked against
/// the rule of `kind`.
fn plain(data: &Bound<'_, PyAny>, kind: Kind, component: Kind) -> PyResult<String> {
    let (class, rule) = component.class_and_rule(kind.is_uri());
    if Kind::of(data)? == Some(component) {
        return valid(data, rule).map(Cow::into_owned);
    }
    let text = text_argument(data, rule.name().trim_start_matches('i'))?;
    Ok(percent::quote(&plain_utf8(text, rule)?, class))
}

/// An iterable of texts that is no text itself: that would be one of its characters.
pub(crate) fn several<'py>(
    argument: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Bound<'py, PyIterator>> {
    if argument.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!(
            "{name} must be an iterable of str, not one str"
        )));
    }
    argument.try_iter()
}

fn plain_userinfo(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let text = |data: &Bound<'_, PyAny>| plain(data, kind, Kind::UserInfo);
    match data.cast::<PyTuple>() {
        Ok(pair) => {
            let (user, password): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            Ok(userinfo::compose(&text(&user)?, Some(&text(&password)?)))
        }
        Err(_) if Kind::of(data)? == Some(Kind::UserInfo) => text(data),
        Err(_) => Ok(userinfo::compose(&text(data)?, None)),
    }
}

fn plain_host(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let (_, rule) = Kind::Host.class_and_rule(kind.is_uri());
    if Kind::of(data)? == Some(Kind::Host) {
        return valid(data, rule).map(Cow::into_owned);
    }
    // The objects of ipaddress print their addresses, which are hosts, or need brackets only.
    let ipaddress = || PyModule::import(data.py(), "ipaddress");
    let name = match data.cast::<PyString>() {
        Ok(name) => name.clone(),
        Err(_)
            if data.is_instance(&ipaddress()?.getattr("IPv4Address")?)?
                || data.is_instance(&ipaddress()?.getattr("IPv6Address")?)? =>
        {
            data.str()?
        }
        Err(_) => {
            let class = data.get_type();
            let class = class.name()?;
            return Err(PyTypeError::new_err(format!(
                "host must be str or an address of ipaddress, not {class}"
            )));
        }
    };
    let name = plain_utf8(&name, rule)?;
    host::from_plain(&name, !kind.is_uri())
        .map_err(|fault| PyValueError::new_err(fault.to_string()))
}

fn plain_segment(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    let segment = plain(data, kind, Kind::Segment)?;
    if Kind::of(data)? != Some(Kind::Segment) && (segment == "." || segment == "..") {
        return Err(PyValueError::new_err(format!(
            "{segment:?} would change the path's structure: use with_parts or Path.joined"
        )));
    }
    Ok(segment)
}

fn plain_query(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<String> {
    if data.is_instance_of::<PyString>() {
        plain(data, kind, Kind::Query)
    } else {
        text_of_pairs(data, '&', !kind.is_uri())
    }
}

/// `reference / segment`
pub(crate) fn divide_reference<'py>(
    slf: &Bound<'py, PyString>,
    segment: &Bound<'py, PyAny>,
) -> Answer<'py> {
    let kind = Kind::of_instance(slf)?;
    let Some(segment) = next_segment(segment, kind)? else {
        return Ok(slf.py().NotImplemented().into_bound(slf.py()));
    };
    let text = append_segment(&valid_utf8(slf), &segment).map_err(misfit)?;
    made(slf.py(), kind, &text)
}

/// `path / segment`
pub(crate) fn divide_path<'py>(
    slf: &Bound<'py, PyString>,
    segment: &Bound<'py, PyAny>,
) -> Answer<'py> {
    let Some(segment) = next_segment(segment, Kind::Iri)? else {
        return Ok(slf.py().NotImplemented().into_bound(slf.py()));
    };
    let mut path = Sequence::of(&valid_utf8(slf));
    path.append(&segment);
    made(slf.py(), Kind::Path, &path.text())
}

/// One segment of plain data; none if the operand is no text.
fn next_segment(data: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Option<String>> {
    let Ok(text) = data.cast::<PyString>() else { return Ok(None) };
    if Kind::of(data)? != Some(Kind::Segment) && valid_or_plain(text)?.contains('/') {
        return Err(PyValueError::new_err(
            "a slash would change the path's structure: use with_parts or Path.joined",
        ));
    }
    plain_segment(data, kind).map(Some)
}

fn valid_or_plain<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    plain_utf8(text, Rule::Isegment)
}
