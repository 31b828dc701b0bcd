//! `Authority`: userinfo, host and port.

use std::ffi::CStr;
use std::ops::Range;

use iriform::engine::{AuthorityParts, Rule, compose, scheme, split_authority, text::Text as _};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::answer::{number, or_none};
use crate::strtype::{
    Face, Kind, Method, Property, component, for_text, instance, method, substring, units,
};
use crate::take;

pub(crate) const FACE: Face =
    Face { properties: &[PROPERTIES], methods: &[METHODS], ..Face::new(Kind::Authority, DOC) };

const DOC: &CStr = c"Authority(text='', /)
--

An authority (RFC 3987 §2.2, `iauthority`) without its `//`, a validated `str`. Raises `ParseError`.

>>> from iriform import Authority
>>> authority = Authority('anna@example.org:8042')
>>> authority.userinfo, authority.host, authority.port
(UserInfo('anna'), Host('example.org'), 8042)
";

const PROPERTIES: &[Property] = &[
    Property {
        name: c"userinfo",
        doc: c"The userinfo (§3.2.1), without its `@`, or None.",
        get: |text| or_none(text, parts(text)?.userinfo, |range| component(Kind::UserInfo, text, range)),
    },
    Property {
        name: c"host",
        doc: c"The host (§3.2.2), as written and with the brackets of an IP-literal.",
        get: |text| component(Kind::Host, text, parts(text)?.host),
    },
    Property {
        name: c"port",
        doc: c"The port (§3.2.3) as an int. None if there is no port, if it has no digits, or if it is above 65535.",
        get: |text| or_none(text, parts(text)?.port, |range| number(text, port_number(text, range)?)),
    },
    Property {
        name: c"port_text",
        doc: c"The port's digits as written (§3.2.3), or None if there is no port. An empty port gives ''.",
        get: |text| or_none(text, parts(text)?.port, |range| substring(text, range).map(Bound::into_any)),
    },
];

const METHODS: &[Method] = &[method!(
    class | slf,
    [],
    [userinfo, host, port] | {
        let userinfo = take::optional(userinfo, Rule::Iuserinfo)?;
        let host = take::optional(host, Rule::Ihost)?.unwrap_or_default();
        let port = take::port(port)?;
        let text = compose::compose_authority(userinfo.as_deref(), &host, port.as_deref());
        instance(slf.py(), Kind::Authority, &text)
    },
    c"from_parts(*, userinfo=None, host='', port=None)
--

An authority composed of these parts (§3.2), which must be encoded. `port` may be an int.

>>> from iriform import Authority
>>> Authority.from_parts(host='example.org', port=8042)
Authority('example.org:8042')
"
)];

fn parts(text: &Bound<'_, PyString>) -> PyResult<AuthorityParts> {
    Ok(for_text!(units(text)?, t => split_authority(t, 0..t.len())))
}

/// The value of `port = *DIGIT`; none if there is no digit, and above 65535.
pub(crate) fn port_number(
    text: &Bound<'_, PyString>,
    digits: Range<usize>,
) -> PyResult<Option<u16>> {
    Ok(for_text!(units(text)?, t => scheme::port_number_in(t, digits)))
}
