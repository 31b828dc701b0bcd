//! `Host`: names and addresses.

use std::borrow::Cow;
use std::ffi::CStr;
use std::net::IpAddr;

use iriform::engine::{
    host::{self, HostKind},
    idna::{self, NotADomainName},
    lookup::{self, Looked},
    within::Within,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::domain::{self, HostOf};
use super::quoting::{QUOTE, UNQUOTE, UNQUOTE_TO_BYTES};
use crate::answer::{Answer, boolean, none, plain_text};
use crate::errors::{not_a_domain_name, refused};
use crate::strtype::{Face, Kind, Method, Property, Several, for_text, instance, method, units};
use crate::take;
use crate::text::valid_utf8;

pub(crate) const FACE: Face = Face {
    properties: &[PROPERTIES, domain::PROPERTIES],
    methods: &[
        &[MATCHES, IS_WITHIN, TO_ASCII, TO_UNICODE, QUOTE, UNQUOTE, UNQUOTE_TO_BYTES],
        domain::METHODS,
    ],
    ..Face::new(Kind::Host, DOC)
};

const DOC: &CStr = c"Host(text='', /)
--

A host (RFC 3987 §2.2, `ihost`) with the brackets of an IP-literal, a validated `str`. Raises `ParseError`.

`==` compares characters; `matches` compares hosts.

>>> from iriform import Host
>>> Host('[::1]').kind, Host('[::1]').ip
('IPv6address', IPv6Address('::1'))
>>> Host('EXAMPLE.org').matches('example.org')
True
";

const PROPERTIES: &[Property] = &[
    Property {
        name: c"kind",
        doc: c"The first alternative of the grammar that the host matches (§3.2.2): 'IPv4address', 'IPv6address', 'IPvFuture' or 'reg-name'.",
        get: |text| {
            let kind = for_text!(units(text)?, t => HostKind::of(t));
            Ok(PyString::intern(text.py(), kind.name()).into_any())
        },
    },
    Property {
        name: c"ip",
        doc: c"The address as `ipaddress.IPv4Address` or `ipaddress.IPv6Address`, or None for other kinds.",
        get: |text| ip_address(text, host::address(&valid_utf8(text))),
    },
    Property {
        name: c"key",
        doc: c"The host as name look-up reads it, a plain `str`: equal for two hosts exactly if they match.

>>> from iriform import Host
>>> Host('EXAMPLE.org.').key, Host('[::ffff:7F00:1]').key
('example.org', '127.0.0.1')
",
        get: |text| plain_text(text, &lookup::key(&valid_utf8(text))),
    },
    Property {
        name: c"lookup_name",
        doc: c"The host for name look-up, a plain `str` for `getaddrinfo`: an address, or a name in ASCII.

An address has no brackets, and an IPv4 address in any notation is written as four decimal numbers.
A name is in lower case, without percent-encoding and without the final dot of the root. Unlike
`to_ascii`, this refuses neither the underscore nor hyphens in the third and fourth place, because
hosts in use have them. None for a host that browsers refuse. It makes no DNS query.

>>> from iriform import Host
>>> Host('r3---a_b.BÜcher.example').lookup_name, Host('0x7f.1').lookup_name
('r3---a_b.xn--bcher-kva.example', '127.0.0.1')
",
        get: |text| match lookup::look_up(&valid_utf8(text)) {
            Some(Looked::Address(address)) => plain_text(text, &address.to_string()),
            Some(Looked::Name(name)) => plain_text(text, &name),
            None => none(text),
        },
    },
    Property {
        name: c"unbracketed",
        doc: c"The text as a plain `str`, without the brackets of an IP-literal.",
        get: |text| plain_text(text, host::unbracketed(&valid_utf8(text))),
    },
];

/// Returns true if the host of a reference, or the host itself, is within one of the hosts of a call.
pub(super) fn is_within<'py>(slf: &Bound<'py, PyAny>, names: Several<'_, 'py>) -> Answer<'py> {
    let host = HostOf::of(slf.cast()?)?;
    let mut within = Within::of(host.as_ref().map(HostOf::compared));
    for name in names.iter() {
        named(&name, |name, read| within.ask_read(name, read))?;
    }
    match within.answer() {
        Ok(is_within) => boolean(slf, is_within),
        Err(wrong) => Err(refused(wrong)),
    }
}

/// Passes to `answer` a host of a call, and the form in which name look-up reads it.
pub(super) fn named<T>(
    name: &Bound<'_, PyAny>,
    answer: impl FnOnce(&str, &Looked<'_>) -> T,
) -> PyResult<T> {
    take::with_named(Kind::Host, name, lookup::is_plain, |name, is_plain| {
        let plain = || Looked::Name(Cow::Borrowed(name));
        answer(name, &(if is_plain { plain() } else { lookup::compared(name) }))
    })
}

/// An address as an object of `ipaddress`, or None.
pub(super) fn ip_address<'py>(object: &Bound<'py, PyAny>, address: Option<IpAddr>) -> Answer<'py> {
    let ipaddress = || PyModule::import(object.py(), "ipaddress");
    match address {
        Some(IpAddr::V4(ip)) => ipaddress()?.getattr("IPv4Address")?.call1((ip.to_bits(),)),
        Some(IpAddr::V6(ip)) => ipaddress()?.getattr("IPv6Address")?.call1((ip.to_bits(),)),
        None => none(object),
    }
}

const MATCHES: Method = method!(
    |slf, [name], []| {
        let host = valid_utf8(slf.cast()?);
        boolean(slf, named(&name, |_, read| lookup::compared(&host) == *read)?)
    },
    c"matches($self, name, /)
--

Return True if `name` is the same host for name look-up, as browsers and `inet_aton` read hosts.

Names are the same in any letter case, width and normal form (UTS #46), whether raw, percent-encoded
or as `xn--` labels, and with or without the final dot of the root. Addresses are compared by value.
An IPv4 address may have any notation (`127.1`, `0x7f.0.0.1`, `2130706433`), and an IPv6 address
that contains an IPv4 address (`::ffff:127.0.0.1`) is the same as that address. The DNS is not
asked. Raises ParseError if `name` is not a valid host.

>>> IRI('http://EXAMPLE.org./').host.matches('example.org')
True
>>> IRI('http://0x7f.1/').host.matches('127.0.0.1')
True
"
);

const IS_WITHIN: Method = method!(
    variadic | slf,
    names,
    [] | { is_within(slf, names) },
    c"is_within($self, /, *names)
--

Return True if this host `matches` one of `names`, or is a domain name below it.

Nothing is below an address. The labels below a name must consist of letters, digits, hyphens and
underscores. A host with another character, raw or encoded, is not below any name, because other
programs split it there (`evil.example%2F.example.org`, or a driver's list of hosts
`127.0.0.1,db.example.org`).

Raises ParseError if a name is not a valid host, and ValueError if it begins with `.` or `*`, because it looks like a pattern.

>>> IRI('http://www.Example.org./').host.is_within('example.org')
True
>>> IRI('http://notexample.org/').host.is_within('example.org')
False
"
);

const TO_ASCII: Method = method!(
    |slf, [], []| { idna_host(slf.cast()?, idna::host_to_ascii) },
    c"to_ascii($self, /)
--

The host with each label in its ASCII form (UTS #46, `ToASCII`). An IP-literal is unchanged.

A final dot (the root) is accepted and kept. Percent-encoded octets are decoded first. Processing is
non-transitional, with UseSTD3ASCIIRules, CheckHyphens and VerifyDnsLength. Raises ValueError if the
host is not a domain name.

>>> from iriform import Host
>>> Host('résumé.example.org').to_ascii()
Host('xn--rsum-bpad.example.org')
"
);

const TO_UNICODE: Method = method!(
    |slf, [], []| { idna_host(slf.cast()?, idna::host_to_unicode) },
    c"to_unicode($self, /)
--

The host with each label in its Unicode form (UTS #46, `ToUnicode`). An IP-literal stays as it is.

Raises ValueError if the host is not a domain name.

>>> from iriform import Host
>>> Host('xn--rsum-bpad.example.org').to_unicode()
Host('résumé.example.org')
"
);

fn idna_host<'py>(
    host: &Bound<'py, PyString>,
    convert: fn(&str) -> Result<String, NotADomainName>,
) -> Answer<'py> {
    let name = convert(&valid_utf8(host)).map_err(|why| not_a_domain_name(host, &why))?;
    instance(host.py(), Kind::Host, &name)
}
