//! Parts of the host and the userinfo of a reference, without an intermediate object that may be absent.

use iriform::engine::{
    host::{HostKind, address},
    lookup::{self, Looked},
    text::Utf8,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::accessors::authority;
use crate::answer::{Answer, boolean, none, or_none, plain_text};
use crate::strtype::{Kind, Method, Property, component, method};
use crate::take;
use crate::types::domain::HostOf;
use crate::types::host::{ip_address, is_within, named};

pub(super) const PROPERTIES: &[Property] = &[
    Property {
        name: c"host_key",
        doc: c"The host as name look-up reads it, a plain `str`: equal for two references exactly if `host_matches` says so.

A name in ASCII and lower case without the dot of the root, or an address in normal form. None
without a host, and for a scheme whose authority is not a name of the DNS, such as `s3`. Use it for
joins and groups.

>>> IRI('http://BÜcher.example./').host_key, IRI('http://0x7f.1/').host_key
('xn--bcher-kva.example', '127.0.0.1')
",
        get: |text| or_none(text, HostOf::of(text)?.as_ref().and_then(HostOf::looked_up), |host| plain_text(text, &lookup::key(host))),
    },
    Property {
        name: c"host_kind",
        doc: c"The kind of the host, `host.kind`, or None without a host.",
        get: |text| match HostOf::of(text)? {
            Some(host) => {
                let kind = HostKind::of(Utf8(host.host().as_bytes()));
                Ok(PyString::intern(text.py(), kind.name()).into_any())
            }
            None => none(text),
        },
    },
    Property {
        name: c"user",
        doc: c"The user of the userinfo, decoded, or None without a userinfo: `userinfo.user`.",
        get: |text| of_userinfo(text, "user"),
    },
    Property {
        name: c"password",
        doc: c"The password of the userinfo, decoded, or None without one: `userinfo.password`.",
        get: |text| of_userinfo(text, "password"),
    },
];

pub(super) const METHODS: &[Method] = &[
    method!(
        |slf, [], [lookup]| {
            let by_look_up = take::flag(lookup, false)?;
            let Some(host) = HostOf::of(slf.cast()?)? else { return none(slf) };
            let ip = match lookup::look_up_in(host.scheme(), host.host()) {
                Some(Looked::Address(ip)) if by_look_up => Some(ip),
                _ => address(host.host()),
            };
            ip_address(slf, ip)
        },
        c"host_ip($self, /, *, lookup=False)
--

The address of the host as an `ipaddress` object, or None: `host.ip`.

With `lookup`, every notation of an IPv4 address that name look-up reads counts, such as `0x7f.1`.

>>> iri = IRI('http://0x7f.1/')
>>> iri.host_ip(), iri.host_ip(lookup=True)
(None, IPv4Address('127.0.0.1'))
"
    ),
    method!(
        |slf, [name], []| {
            let host = HostOf::of(slf.cast()?)?;
            let is_it = |read: &Looked<'_>| host.is_some_and(|host| host.compared() == *read);
            boolean(slf, named(&name, |_, read| is_it(read))?)
        },
        c"host_matches($self, name, /)
--

Return True if the host is the same as `name` for name look-up, like `host.matches`. False without a host.

>>> IRI('http://EXAMPLE.org./').host_matches('example.org'), IRI('urn:x').host_matches('x')
(True, False)
"
    ),
    method!(
        variadic | slf,
        names,
        [] | { is_within(slf, names) },
        c"host_is_within($self, /, *names)
--

Return True if the host is one of `names` or below one, like `host.is_within`. False without a host.

>>> IRI('http://www.example.org/').host_is_within('example.com', 'example.org')
True
"
    ),
];

fn of_userinfo<'py>(text: &Bound<'py, PyString>, name: &str) -> Answer<'py> {
    or_none(text, authority(text)?.and_then(|authority| authority.userinfo), |range| {
        component(Kind::UserInfo, text, range)?.getattr(name)
    })
}
