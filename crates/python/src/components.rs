//! The component types: `Scheme Authority UserInfo Host Path Segment Query Fragment`.

use std::net::IpAddr;

use iriform_core::chars::{self, Class};
use iriform_core::host::{self, HostKind};
use iriform_core::idna::{self, NotADomainName};
use iriform_core::lookup;
use iriform_core::split::{self, AuthorityParts};
use iriform_core::text::Text as _;
use iriform_core::{Rule, percent};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyModule, PyString};

use crate::{composition, paths, query};

use crate::answer::{Answer, Text, boolean, none, number};
use crate::newtypes::{
    Arguments, Face, Kind, Method, Property, component, for_text, method, parse, substring, units,
    wrap,
};
use crate::references::port_number;
use crate::text::{plain_utf8, valid_utf8};

const fn face(
    kind: Kind,
    doc: &'static std::ffi::CStr,
    properties: &'static [&'static [Property]],
    methods: &'static [&'static [Method]],
) -> Face {
    Face { kind, doc, properties, methods, divide: None, others: |_| Ok(Vec::new()) }
}

pub(crate) const FACES: &[Face] = &[
    face(Kind::Scheme, SCHEME_DOC, &[], &[]),
    face(Kind::Authority, AUTHORITY_DOC, &[AUTHORITY], &[composition::AUTHORITY]),
    face(Kind::UserInfo, USERINFO_DOC, &[USERINFO], &[&[QUOTE]]),
    face(
        Kind::Host,
        HOST_DOC,
        &[HOST],
        &[&[MATCHES, IS_WITHIN, TO_ASCII, TO_UNICODE, QUOTE], UNQUOTING],
    ),
    Face {
        divide: Some(composition::divide_path),
        ..face(Kind::Path, PATH_DOC, &[paths::PROPERTIES], &[&[QUOTE], paths::METHODS])
    },
    face(Kind::Segment, SEGMENT_DOC, &[], &[&[QUOTE], UNQUOTING]),
    face(Kind::Query, QUERY_DOC, &[], &[&[QUOTE], query::METHODS]),
    face(Kind::Fragment, FRAGMENT_DOC, &[], &[&[QUOTE], UNQUOTING]),
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
        get: |text| match authority(text)?.userinfo {
            Some(range) => component(Kind::UserInfo, text, range),
            None => none(text),
        },
    },
    Property {
        name: c"host",
        doc: c"The host (\xC2\xA73.2.2), as written and with the brackets of an IP-literal.",
        get: |text| component(Kind::Host, text, authority(text)?.host),
    },
    Property {
        name: c"port",
        doc: c"The port (\xC2\xA73.2.3) as an int, or None if there is none, no digit in it, or it is above 65535.",
        get: |text| match authority(text)?.port {
            Some(range) => number(text, port_number(&substring(text, range)?)),
            None => none(text),
        },
    },
    Property {
        name: c"port_text",
        doc: c"The port's digits as written, perhaps '', or None if there is no port (\xC2\xA73.2.3).",
        get: |text| match authority(text)?.port {
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
            let user = match for_text!(units(text)?, t => split::password(t, 0..t.len())) {
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
        get: |text| match for_text!(units(text)?, t => split::password(t, 0..t.len())) {
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
            let kind = for_text!(units(text)?, t => HostKind::of(t));
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

const MATCHES: Method = method!(
    c"matches",
    |slf, arguments| {
        let [name] = arguments.bind("matches", ["/name"], 1, 1)?;
        let name = parse(Kind::Host, &name.expect("required"))?;
        boolean(slf, lookup::matches(&valid_utf8(slf.cast()?), &valid_utf8(name.cast()?)))
    },
    c"matches($self, name, /)
--

Whether `name` is the same host to name look-up, as browsers and `inet_aton` read it.

Names are the same in any letter case, width and normal form (UTS #46), raw, percent-encoded or
as `xn--` labels, with or without the dot of the root; addresses by value, in any notation of
IPv4 (`127.1`, `0x7f.0.0.1`, `2130706433`), an IPv6 address that holds an IPv4 address
(`::ffff:127.0.0.1`) as that one. The DNS is not asked. Raises ParseError if `name` is no host.

>>> from iriform import IRI
>>> IRI('http://EXAMPLE.org./').host.matches('example.org')
True
>>> IRI('http://0x7f.1/').host.matches('127.0.0.1')
True
"
);

const IS_WITHIN: Method = method!(
    c"is_within",
    |slf, arguments| {
        let [name] = arguments.bind("is_within", ["/name"], 1, 1)?;
        let name = parse(Kind::Host, &name.expect("required"))?;
        let name = valid_utf8(name.cast()?);
        if name.starts_with(['.', '*']) {
            return Err(PyValueError::new_err(
                "name must be a host, not a pattern: every name below it is within it",
            ));
        }
        boolean(slf, lookup::is_within(&valid_utf8(slf.cast()?), &name))
    },
    c"is_within($self, name, /)
--

Whether this is `name`, as `matches` says, or a domain name below it.

Nothing is below an address. Raises ParseError if `name` is no host, and ValueError if it begins
with `.` or `*`, which looks like a pattern.

>>> from iriform import IRI
>>> IRI('http://www.Example.org./').host.is_within('example.org')
True
>>> IRI('http://notexample.org/').host.is_within('example.org')
False
"
);

const TO_ASCII: Method = method!(
    c"to_ascii",
    |slf, arguments| {
        arguments.bind("to_ascii", [], 0, 0)?;
        idna_host(slf.cast()?, idna::host_to_ascii)
    },
    c"to_ascii($self, /)
--

The host with each label in its ASCII form (UTS #46, `ToASCII`). An IP-literal stays as it is.

A dot of the root is taken, and stays. Percent-encoded octets are decoded first. Non-transitional processing, with UseSTD3ASCIIRules,
CheckHyphens and VerifyDnsLength. Raises ValueError for what is not a domain name.

>>> from iriform import Host
>>> Host('r\xC3\xA9sum\xC3\xA9.example.org').to_ascii()
Host('xn--rsum-bpad.example.org')
"
);

const TO_UNICODE: Method = method!(
    c"to_unicode",
    |slf, arguments| {
        arguments.bind("to_unicode", [], 0, 0)?;
        idna_host(slf.cast()?, idna::host_to_unicode)
    },
    c"to_unicode($self, /)
--

The host with each label in its Unicode form (UTS #46, `ToUnicode`). An IP-literal stays as it is.

Raises ValueError for what is not a domain name.

>>> from iriform import Host
>>> Host('xn--rsum-bpad.example.org').to_unicode()
Host('r\xC3\xA9sum\xC3\xA9.example.org')
"
);

const QUOTE: Method = method!(
    class c"quote",
    quote,
    c"quote($type, data, /)
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

const UNQUOTING: &[Method] = &[UNQUOTE, UNQUOTE_TO_BYTES];

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

fn idna_host<'py>(
    host: Text<'_, 'py>,
    convert: fn(&str) -> Result<String, NotADomainName>,
) -> Answer<'py> {
    let name = convert(&valid_utf8(host)).map_err(|_| not_a_domain_name(host))?;
    wrap(Kind::Host, &PyString::new(host.py(), &name))
}

/// The error for a host that UTS #46 refuses.
pub(crate) fn not_a_domain_name(host: Text<'_, '_>) -> PyErr {
    match host.repr() {
        Ok(repr) => PyValueError::new_err(format!("{repr} is not a domain name (UTS #46)")),
        Err(error) => error,
    }
}

fn authority(text: Text<'_, '_>) -> PyResult<AuthorityParts> {
    Ok(for_text!(units(text)?, t => split::split_authority(t, 0..t.len())))
}

fn decoded<'py>(text: Text<'_, 'py>, errors: &str) -> Answer<'py> {
    let data = percent::unquote(&valid_utf8(text));
    PyBytes::new(text.py(), &data).call_method1("decode", ("utf-8", errors))
}

fn quote<'py>(slf: &Bound<'py, PyAny>, arguments: &Arguments<'_, 'py>) -> Answer<'py> {
    let kind = Kind::of_receiver(slf)?;
    let [data] = arguments.bind("quote", ["/data"], 1, 1)?;
    let data = data.expect("required");
    let (class, rule) = kind.class_and_rule(false);
    let text = if let Ok(text) = data.cast::<PyString>() {
        percent::quote(&plain_utf8(text, rule)?, class)
    } else if let Ok(octets) = data.cast::<PyBytes>() {
        percent::quote_octets(octets.as_bytes(), class)
    } else {
        let name = data.get_type().name()?;
        return Err(PyTypeError::new_err(format!("quote() takes str or bytes, not {name}")));
    };
    wrap(kind, &PyString::new(slf.py(), &text))
}

impl Kind {
    /// The characters that stand for themselves in a component, and its rule: of RFC 3986 where
    /// it is for a URI, else of RFC 3987. A host is taken for a `reg-name`.
    pub(crate) const fn class_and_rule(self, is_uri: bool) -> (Class, Rule) {
        let (uri, iri) = match self {
            Self::UserInfo => {
                ((chars::USERINFO, Rule::Userinfo), (chars::IUSERINFO, Rule::Iuserinfo))
            }
            Self::Host => ((chars::REG_NAME, Rule::Host), (chars::IREG_NAME, Rule::Ihost)),
            Self::Path => ((chars::PATH, Rule::Path), (chars::IPATH, Rule::Ipath)),
            Self::Query => ((chars::QUERY, Rule::Query), (chars::IQUERY, Rule::Iquery)),
            Self::Fragment => ((chars::QUERY, Rule::Fragment), (chars::IFRAGMENT, Rule::Ifragment)),
            _ => ((chars::PCHAR, Rule::Segment), (chars::IPCHAR, Rule::Isegment)),
        };
        if is_uri { uri } else { iri }
    }
}
