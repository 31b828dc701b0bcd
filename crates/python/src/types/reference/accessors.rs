//! The components of a reference, and properties derived from them.

use std::borrow::Cow;
use std::ops::Range;

use iriform::engine::{self, AuthorityParts, references::Masking, scheme, split};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

use crate::answer::{Answer, boolean, none, number, or_none};
use crate::strtype::{
    Kind, Method, Optional, Property, Several, ascii, component, for_text, instance, method,
    named_tuple, recurring, substring, units,
};
use crate::take;
use crate::text::{self, valid_utf8};
use crate::types::authority::port_number;

pub(super) const PROPERTIES: &[Property] = &[
    Property {
        name: c"scheme",
        doc: c"The scheme (§3.1), as written, or None. To compare it, use `has_scheme`, which ignores letter case.",
        get: |text| optional(Kind::Scheme, text, for_text!(units(text)?, t => split::scheme(t))),
    },
    Property {
        name: c"authority",
        doc: c"The authority (§3.2), without its `//`, or None. It may be empty, as in `file:///`.",
        get: |text| optional(Kind::Authority, text, for_text!(units(text)?, t => split::authority(t))),
    },
    Property {
        name: c"userinfo",
        doc: c"The userinfo (§3.2.1), without its `@`, or None.",
        get: |text| optional(Kind::UserInfo, text, authority(text)?.and_then(|a| a.userinfo)),
    },
    Property {
        name: c"host",
        doc: c"The host (§3.2.2), as written and with the brackets of an IP-literal, or None without an authority.",
        get: |text| optional(Kind::Host, text, authority(text)?.map(|a| a.host)),
    },
    Property {
        name: c"port",
        doc: c"The port (§3.2.3) as an int, or None if there is no port or it has no digits.

The grammar allows any number of digits. It is None for a port above 65535; `port_text` has the
digits.",
        get: |text| or_none(text, authority(text)?.and_then(|a| a.port), |range| number(text, port_number(text, range)?)),
    },
    Property {
        name: c"port_text",
        doc: c"The port's digits as written (§3.2.3), or None if there is no port. An empty port gives ''.",
        get: |text| or_none(text, authority(text)?.and_then(|a| a.port), |range| substring(text, range).map(Bound::into_any)),
    },
    Property {
        name: c"port_or_default",
        doc: c"The port as an int. Without one, the default port of the scheme, or None if it is unknown.

A port above 65535 gives None.",
        get: port_or_default,
    },
    Property {
        name: c"path",
        doc: c"The path (§3.3). It may be empty, but is never None.",
        get: |text| component(Kind::Path, text, for_text!(units(text)?, t => split::path(t))),
    },
    Property {
        name: c"query",
        doc: c"The query (§3.4), without its `?`, or None. It may be empty.",
        get: |text| optional(Kind::Query, text, for_text!(units(text)?, t => split::query(t))),
    },
    Property {
        name: c"fragment",
        doc: c"The fragment (§3.5), without its `#`, or None. It may be empty.",
        get: |text| optional(Kind::Fragment, text, for_text!(units(text)?, t => split::fragment(t))),
    },
    Property {
        name: c"parts",
        doc: c"The five components as the named tuple `Parts(scheme, authority, path, query, fragment)`.

None marks an absent component. An empty component is ''.",
        get: parts,
    },
    Property {
        name: c"origin",
        doc: c"Scheme, host and port as a URI (RFC 6454 §4), or None without a scheme or a host.

Scheme and host are in lower case, the labels of a domain name are in ASCII, and a default port is
omitted. Two references have the same origin if their origins are equal and not None. A port above
65535 gives None.",
        get: origin,
    },
    Property {
        name: c"is_relative",
        doc: c"True if the reference has no scheme (§4.2, `relative-ref`).",
        get: |text| boolean(text, for_text!(units(text)?, t => split::scheme(t)).is_none()),
    },
    Property {
        name: c"has_fragment",
        doc: c"True if there is a fragment, even an empty one. A URI without a fragment is an `absolute-URI` (§4.3).",
        get: |text| boolean(text, for_text!(units(text)?, t => split::fragment(t)).is_some()),
    },
];

pub(super) const METHODS: &[Method] = &[
    method!(
        variadic has_scheme,
        c"has_scheme($self, /, *names)
--

Return True if the scheme is one of `names`, in any letter case (§3.1). False without a scheme.

Raises ParseError if a name is not a valid scheme.

>>> IRI('JavaScript:alert(1)').has_scheme('javascript', 'data')
True
"
    ),
    method!(
        |slf, [], [what]| {
            let text = slf.cast()?;
            Ok(match take::masking(what)? {
                Masking::Everything => text::masked(text, Masking::Everything),
                Masking::Userinfo => text::masked_password(text),
            }?
            .into_any())
        },
        c"masked($self, /, what='secrets')
--

The text as a plain `str`, with `***` for each secret in it, for logs and for publication.

With 'password', the secrets are passwords (RFC 3986 §3.2.1), and the whole userinfo if the user
name looks like a token, as in `repr`, including those of references within this one, in its query,
its path or its fragment. With 'secrets', they are also the values of pairs in query and fragment
whose names mark a secret (`access_token`, `sig`, OAuth's `code` and `state`), and the paths of
webhooks, as in `iriform.security.masked`. No list of names is complete, and a secret in another
path cannot be recognized.

>>> iri = IRI('https://anna:secret@example.org/a?sig=x&page=2#id%5Ftoken=y')
>>> iri.masked()
'https://anna:***@example.org/a?sig=***&page=2#id%5Ftoken=***'
>>> iri.masked('password')
'https://anna:***@example.org/a?sig=x&page=2#id%5Ftoken=y'
>>> IRI('https://ghp_16C7e42F292c6912@example.org/').masked('password')
'https://***@example.org/'
"
    ),
];

pub(super) fn authority(text: &Bound<'_, PyString>) -> PyResult<Option<AuthorityParts>> {
    Ok(for_text!(units(text)?, t => split::authority_parts(t)))
}

fn optional<'py>(
    kind: Kind,
    text: &Bound<'py, PyString>,
    range: Option<Range<usize>>,
) -> Answer<'py> {
    match range {
        Some(range) if kind.recurs() => recurring(kind, text, range),
        Some(range) => component(kind, text, range),
        None => none(text),
    }
}

fn port_or_default<'py>(text: &Bound<'py, PyString>) -> Answer<'py> {
    let part = |range: Option<Range<usize>>| range.map(|range| ascii_part(text, range)).transpose();
    let scheme = part(for_text!(units(text)?, t => split::scheme(t)))?;
    let digits = part(authority(text)?.and_then(|a| a.port))?;
    number(text, scheme::port_or_default(scheme.as_deref(), digits.as_deref()))
}

fn parts<'py>(text: &Bound<'py, PyString>) -> Answer<'py> {
    static PARTS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let parts = for_text!(units(text)?, t => engine::split(t));
    let pieces = (
        optional(Kind::Scheme, text, parts.scheme())?,
        optional(Kind::Authority, text, parts.authority())?,
        component(Kind::Path, text, parts.path())?,
        optional(Kind::Query, text, parts.query())?,
        optional(Kind::Fragment, text, parts.fragment())?,
    );
    let pieces = pieces.into_pyobject(text.py())?;
    named_tuple(PARTS.import(text.py(), "iriform._types", "Parts")?, &pieces)
}

fn origin<'py>(text: &Bound<'py, PyString>) -> Answer<'py> {
    or_none(text, engine::origin(&valid_utf8(text)), |origin| {
        instance(text.py(), Kind::Uri, &origin)
    })
}

fn has_scheme<'py>(
    slf: &Bound<'py, PyAny>,
    names: Several<'_, 'py>,
    []: Optional<'py, 0>,
) -> Answer<'py> {
    let text = slf.cast::<PyString>()?;
    let scheme = for_text!(units(text)?, t => split::scheme(t));
    let scheme = scheme.map(|range| ascii_part(text, range)).transpose()?;
    let is_it =
        |name: &str| scheme.as_deref().is_some_and(|scheme| scheme.eq_ignore_ascii_case(name));
    let mut found = false;
    for name in names.iter() {
        found |= take::with_named(Kind::Scheme, &name, |_| true, |name, _| is_it(name))?;
    }
    boolean(text, found)
}

/// An ASCII range of a text, as a Rust string.
fn ascii_part<'a>(text: &'a Bound<'_, PyString>, range: Range<usize>) -> PyResult<Cow<'a, str>> {
    Ok(match ascii(text)? {
        Some(text) => Cow::Borrowed(&text[range]),
        None => Cow::Owned(valid_utf8(&substring(text, range)?).into_owned()),
    })
}
