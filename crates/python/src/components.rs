//! The component types: `Scheme Authority UserInfo Host Path Segment Query Fragment`.

use std::net::IpAddr;

use iriform_core::chars::{self, Class};
use iriform_core::host::{self, HostKind};
use iriform_core::split::{self, AuthorityParts};
use iriform_core::text::Text as _;
use iriform_core::{path, percent};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyModule, PyString, PyTuple};

use crate::newtypes::{
    Arguments, Face, Kind, Method, Property, component, for_text, method, parse, substring, units,
    wrap,
};
use crate::references::port_number;
use crate::text::{plain_utf8, valid_utf8};

type Text<'a, 'py> = &'a Bound<'py, PyString>;
type Answer<'py> = PyResult<Bound<'py, PyAny>>;

pub(crate) const FACES: &[Face] = &[
    Face { kind: Kind::Scheme, doc: SCHEME_DOC, properties: &[], methods: &[] },
    Face { kind: Kind::Authority, doc: AUTHORITY_DOC, properties: AUTHORITY, methods: &[] },
    Face { kind: Kind::UserInfo, doc: USERINFO_DOC, properties: USERINFO, methods: &[QUOTE] },
    Face {
        kind: Kind::Host,
        doc: HOST_DOC,
        properties: HOST,
        methods: &[MATCHES, QUOTE, UNQUOTE, UNQUOTE_TO_BYTES],
    },
    Face { kind: Kind::Path, doc: PATH_DOC, properties: PATH, methods: &[QUOTE] },
    Face {
        kind: Kind::Segment,
        doc: SEGMENT_DOC,
        properties: &[],
        methods: &[QUOTE, UNQUOTE, UNQUOTE_TO_BYTES],
    },
    Face { kind: Kind::Query, doc: QUERY_DOC, properties: &[], methods: &[QUOTE] },
    Face {
        kind: Kind::Fragment,
        doc: FRAGMENT_DOC,
        properties: &[],
        methods: &[QUOTE, UNQUOTE, UNQUOTE_TO_BYTES],
    },
];

const SCHEME_DOC: &std::ffi::CStr = c"Scheme(text, /)
--

A scheme (RFC 3986 \xC2\xA73.1, `scheme`), a validated `str`. Raises `ParseError`.

`==` compares characters; schemes are the same in any letter case, as `has_scheme` compares them.

>>> from iriform import Scheme
>>> Scheme('https')
Scheme('https')
";

const AUTHORITY_DOC: &std::ffi::CStr = c"Authority(text='', /)
--

An authority (RFC 3987 \xC2\xA72.2, `iauthority`) without its `//`, a validated `str`. Raises `ParseError`.

>>> from iriform import Authority
>>> authority = Authority('anna@example.org:8042')
>>> authority.userinfo, authority.host, authority.port
(UserInfo('anna'), Host('example.org'), 8042)
";

const USERINFO_DOC: &std::ffi::CStr = c"UserInfo(text='', /)
--

A userinfo (RFC 3987 \xC2\xA72.2, `iuserinfo`) without its `@`, a validated `str`. Raises `ParseError`.

>>> from iriform import UserInfo
>>> userinfo = UserInfo('anna:se%3Acret')
>>> userinfo
UserInfo('anna:***')
>>> userinfo.user, userinfo.password
('anna', 'se:cret')
";

const HOST_DOC: &std::ffi::CStr = c"Host(text='', /)
--

A host (RFC 3987 \xC2\xA72.2, `ihost`) with the brackets of an IP-literal, a validated `str`. Raises `ParseError`.

`==` compares characters; `matches` compares hosts.

>>> from iriform import Host
>>> Host('[::1]').kind, Host('[::1]').ip
('IPv6address', IPv6Address('::1'))
>>> Host('EXAMPLE.org').matches('example.org')
True
";

const PATH_DOC: &std::ffi::CStr = c"Path(text='', /)
--

A path (RFC 3987 \xC2\xA72.2, `ipath`), a validated `str`. Raises `ParseError`.

>>> from iriform import Path
>>> Path('/a/b%20c').segments
(Segment('a'), Segment('b%20c'))
";

const SEGMENT_DOC: &std::ffi::CStr = c"Segment(text='', /)
--

A segment of a path (RFC 3987 \xC2\xA72.2, `isegment`), a validated `str`. Raises `ParseError`.

>>> from iriform import Segment
>>> Segment.quote('b c/d')
Segment('b%20c%2Fd')
>>> Segment('b%20c%2Fd').unquote()
'b c/d'
";

const QUERY_DOC: &std::ffi::CStr = c"Query(text='', /)
--

A query (RFC 3987 \xC2\xA72.2, `iquery`) without its `?`, a validated `str`. Raises `ParseError`.

>>> from iriform import Query
>>> Query.quote('100 %')
Query('100%20%25')
";

const FRAGMENT_DOC: &std::ffi::CStr = c"Fragment(text='', /)
--

A fragment (RFC 3987 \xC2\xA72.2, `ifragment`) without its `#`, a validated `str`. Raises `ParseError`.

>>> from iriform import Fragment
>>> Fragment('caf%C3%A9').unquote()
'caf\xC3\xA9'
";

const AUTHORITY: &[Property] = &[
    Property {
        name: c"userinfo",
        doc: c"The userinfo (\xC2\xA73.2.1), without its `@`, or None.",
        get: |text| match authority(text).userinfo {
            Some(range) => component(Kind::UserInfo, text, range),
            None => none(text),
        },
    },
    Property {
        name: c"host",
        doc: c"The host (\xC2\xA73.2.2), as written and with the brackets of an IP-literal.",
        get: |text| component(Kind::Host, text, authority(text).host),
    },
    Property {
        name: c"port",
        doc: c"The port (\xC2\xA73.2.3) as an int, or None if there is none or no digit in it. Raises ValueError above 65535.",
        get: |text| match authority(text).port {
            Some(range) => match port_number(&substring(text, range)?)? {
                Some(port) => Ok(PyInt::new(text.py(), port).into_any()),
                None => none(text),
            },
            None => none(text),
        },
    },
    Property {
        name: c"port_text",
        doc: c"The port's digits as written, perhaps '', or None if there is no port (\xC2\xA73.2.3).",
        get: |text| match authority(text).port {
            Some(range) => substring(text, range).map(Bound::into_any),
            None => none(text),
        },
    },
];

const USERINFO: &[Property] = &[
    Property {
        name: c"user",
        doc: c"What stands before the first colon, decoded. Raises UnicodeDecodeError where that is not UTF-8.",
        get: |text| {
            let user = match for_text!(units(text), t => split::password(t, 0..t.len())) {
                Some(range) => substring(text, 0..range.start - 1)?,
                None => text.clone(),
            };
            decoded(&user, "strict")
        },
    },
    Property {
        name: c"password",
        doc: c"What stands after the first colon, decoded, or None without a colon. Raises UnicodeDecodeError where that is not UTF-8.

Passwords in URIs are deprecated (\xC2\xA73.2.1); `repr` does not show them.",
        get: |text| match for_text!(units(text), t => split::password(t, 0..t.len())) {
            Some(range) => decoded(&substring(text, range)?, "strict"),
            None => none(text),
        },
    },
];

const HOST: &[Property] = &[
    Property {
        name: c"kind",
        doc: c"The alternative of the grammar that it matches first (\xC2\xA73.2.2): 'IPv4address', 'IPv6address', 'IPvFuture' or 'reg-name'.",
        get: |text| {
            let kind = for_text!(units(text), t => HostKind::of(t));
            Ok(PyString::intern(text.py(), kind.name()).into_any())
        },
    },
    Property {
        name: c"ip",
        doc: c"The address as `ipaddress.IPv4Address` or `ipaddress.IPv6Address`, or None for other kinds.",
        get: |text| {
            let ipaddress = || PyModule::import(text.py(), "ipaddress");
            match host::address(&valid_utf8(text)) {
                Some(IpAddr::V4(ip)) => ipaddress()?.getattr("IPv4Address")?.call1((ip.to_bits(),)),
                Some(IpAddr::V6(ip)) => ipaddress()?.getattr("IPv6Address")?.call1((ip.to_bits(),)),
                None => none(text),
            }
        },
    },
    Property {
        name: c"unbracketed",
        doc: c"The text as a plain `str`, without the brackets of an IP-literal.",
        get: |text| Ok(PyString::new(text.py(), host::unbracketed(&valid_utf8(text))).into_any()),
    },
];

const PATH: &[Property] = &[
    Property {
        name: c"segments",
        doc: c"The segments as a tuple of `Segment`s (\xC2\xA73.3). '' and '/' have none; '/a/' has 'a' and ''.",
        get: |text| {
            let ranges: Vec<_> = for_text!(units(text), t => path::segments(t).collect());
            let segments: PyResult<Vec<_>> =
                ranges.into_iter().map(|range| component(Kind::Segment, text, range)).collect();
            Ok(PyTuple::new(text.py(), segments?)?.into_any())
        },
    },
    Property {
        name: c"first",
        doc: c"The first segment, or None.",
        get: |text| match for_text!(units(text), t => path::segments(t).next()) {
            Some(range) => component(Kind::Segment, text, range),
            None => none(text),
        },
    },
    Property {
        name: c"name",
        doc: c"The last segment, or None if there is none or it is empty.",
        get: |text| match for_text!(units(text), t => path::name(t)) {
            Some(range) => component(Kind::Segment, text, range),
            None => none(text),
        },
    },
    Property {
        name: c"parent",
        doc: c"The path without its last segment, or None if it is in no other: '/a/b' is in '/a', '/a' in '/', 'a' in none.",
        get: |text| match path::parent(&valid_utf8(text)) {
            Some(parent) => wrap(Kind::Path, &PyString::new(text.py(), parent)),
            None => none(text),
        },
    },
    Property {
        name: c"directory",
        doc: c"The path up to and including its last slash, '' if it has none.",
        get: |text| component(Kind::Path, text, 0..for_text!(units(text), t => path::directory(t))),
    },
    Property {
        name: c"is_absolute",
        doc: c"Whether it begins with a slash.",
        get: |text| {
            let absolute = for_text!(units(text), t => path::is_absolute(t));
            Ok(PyBool::new(text.py(), absolute).to_owned().into_any())
        },
    },
];

const MATCHES: Method = method!(
    c"matches",
    |slf, arguments| {
        let [name] = arguments.bind("matches", ["/name"], 1, 1)?;
        let name = parse(Kind::Host, &name.expect("required"))?;
        let same = host::equivalent(&valid_utf8(slf.cast()?), &valid_utf8(name.cast()?));
        Ok(PyBool::new(slf.py(), same).to_owned().into_any())
    },
    c"matches($self, name, /)
--

Whether `name` is the same host by the syntax (\xC2\xA76.2.2): in any letter case, and however it is escaped; IPv6 addresses by value.

The whole host is compared, without a look at the DNS. Raises ParseError if `name` is no host.

>>> from iriform import IRI
>>> IRI('http://EXAMPLE.org/').host.matches('example.org')
True
>>> IRI('http://[0:0::1]/').host.matches('[::1]')
True
"
);

const QUOTE: Method = method!(
    class c"quote",
    quote,
    c"quote(data, /)
--

Plain data as a component: what its rule does not allow is percent-encoded, as UTF-8 (\xC2\xA72.5).

`data` is a `str`, or `bytes`, whose octets from 0x80 are all encoded. A `%` becomes `%25`: text
that is already encoded goes to the constructor. The seven formatting characters that IRIs must
not contain (RFC 3987 \xC2\xA74.1) are encoded, too. Raises ParseError for a lone surrogate.

>>> from iriform import Path, Segment
>>> Segment.quote('50% a/b')
Segment('50%25%20a%2Fb')
>>> Path.quote('50% a/b')
Path('50%25%20a/b')
"
);

const UNQUOTE: Method = method!(
    c"unquote",
    |slf, arguments| {
        let [errors] = arguments.bind("unquote", ["errors"], 1, 0)?;
        match errors {
            Some(errors) => decoded(slf.cast()?, errors.cast::<PyString>()?.to_str()?),
            None => decoded(slf.cast()?, "strict"),
        }
    },
    c"unquote($self, /, errors='strict')
--

The plain text that it stands for: percent-encoded octets decoded as UTF-8 (RFC 3986 \xC2\xA72.4).

`errors` says, as for `bytes.decode`, what to do with octets that are not UTF-8; by default
UnicodeDecodeError is raised.

>>> from iriform import Segment
>>> Segment('caf%C3%A9').unquote()
'caf\xC3\xA9'
"
);

const UNQUOTE_TO_BYTES: Method = method!(
    c"unquote_to_bytes",
    |slf, arguments| {
        arguments.bind("unquote_to_bytes", [], 0, 0)?;
        let data = percent::unquote(&valid_utf8(slf.cast()?));
        Ok(PyBytes::new(slf.py(), &data).into_any())
    },
    c"unquote_to_bytes($self, /)
--

The octets that it stands for (RFC 3986 \xC2\xA72.4).

>>> from iriform import Segment
>>> Segment('caf%E9').unquote_to_bytes()
b'caf\\xe9'
"
);

fn authority(text: Text<'_, '_>) -> AuthorityParts {
    for_text!(units(text), t => split::split_authority(t, 0..t.len()))
}

fn none<'py>(text: Text<'_, 'py>) -> Answer<'py> {
    Ok(text.py().None().into_bound(text.py()))
}

fn decoded<'py>(text: Text<'_, 'py>, errors: &str) -> Answer<'py> {
    let data = percent::unquote(&valid_utf8(text));
    PyBytes::new(text.py(), &data).call_method1("decode", ("utf-8", errors))
}

fn quote<'py>(slf: &Bound<'py, PyAny>, arguments: &Arguments<'_, 'py>) -> Answer<'py> {
    let kind = Kind::of_class(slf.cast()?).expect("a class method of ours");
    let [data] = arguments.bind("quote", ["/data"], 1, 1)?;
    let data = data.expect("required");
    let text = if let Ok(text) = data.cast::<PyString>() {
        percent::quote(&plain_utf8(text, kind.rule())?, class(kind))
    } else if let Ok(octets) = data.cast::<PyBytes>() {
        percent::quote_octets(octets.as_bytes(), class(kind))
    } else {
        let name = data.get_type().name()?;
        return Err(PyTypeError::new_err(format!("quote() takes str or bytes, not {name}")));
    };
    wrap(kind, &PyString::new(slf.py(), &text))
}

/// The characters that stand for themselves in a component. A host is taken for a `reg-name`.
fn class(kind: Kind) -> Class {
    match kind {
        Kind::UserInfo => chars::IUSERINFO,
        Kind::Host => chars::IREG_NAME,
        Kind::Path => chars::IPATH,
        Kind::Query => chars::IQUERY,
        Kind::Fragment => chars::IFRAGMENT,
        _ => chars::IPCHAR,
    }
}
