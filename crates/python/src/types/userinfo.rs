//! `UserInfo`: user and password.

use std::ffi::CStr;

use iriform::engine::{split, text::Text as _};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::quoting::{QUOTE, decoded};
use crate::answer::{Answer, or_none};
use crate::errors::undecodable;
use crate::strtype::{Face, Kind, Property, for_text, substring, units};

pub(crate) const FACE: Face =
    Face { properties: &[PROPERTIES], methods: &[&[QUOTE]], ..Face::new(Kind::UserInfo, DOC) };

const DOC: &CStr = c"UserInfo(text='', /)
--

A userinfo (RFC 3987 §2.2, `iuserinfo`) without its `@`, a validated `str`. Raises `ParseError`.

>>> from iriform import UserInfo
>>> userinfo = UserInfo('anna:se%3Acret')
>>> userinfo
UserInfo('anna:***')
>>> userinfo.user, userinfo.password
('anna', 'se:cret')
";

const PROPERTIES: &[Property] = &[
    Property {
        name: c"user",
        doc: c"The text before the first colon, decoded. Raises UnicodeDecodeError if it is not UTF-8.",
        get: |text| {
            let user = for_text!(units(text)?, t => split::user(t, 0..t.len()));
            decoded_secret(&substring(text, user)?)
        },
    },
    Property {
        name: c"password",
        doc: c"The text after the first colon, decoded, or None without a colon.

Raises UnicodeDecodeError if it is not UTF-8. Passwords in URIs are deprecated (§3.2.1);
`repr` does not show them.",
        get: |text| or_none(text, for_text!(units(text)?, t => split::password(t, 0..t.len())), |range| decoded_secret(&substring(text, range)?)),
    },
];

/// Like [`decoded`], but an error only shows the wrong octets, not the password.
fn decoded_secret<'py>(text: &Bound<'py, PyString>) -> Answer<'py> {
    decoded(text, "strict").map_err(|error| {
        let masked = undecodable(error.value(text.py()).as_any());
        masked.map_or_else(|failure| failure, PyErr::from_value)
    })
}
