//! Percent-encoding of plain data to a component and back, for several component types.

use iriform::engine::{
    Rule,
    chars::{self, Class},
    percent,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::answer::Answer;
use crate::errors;
use crate::strtype::{Kind, Method, Optional, Required, instance, method};
use crate::text::{plain_utf8, valid_utf8};

pub(super) const QUOTE: Method = method!(
        class quote,
    c"quote($type, data, /)
--

Encode plain data as a component. Characters outside its rule are percent-encoded (§2.5).

`data` is a `str`, or `bytes`, of which all octets from 0x80 are encoded. A `%` becomes `%25`; pass
encoded text to the constructor instead. The seven formatting characters that IRIs must not contain
(RFC 3987 §4.1) are encoded as well. Raises ParseError for a lone surrogate.

>>> from iriform import Path, Segment
>>> Segment.quote('50% a/b')
Segment('50%25%20a%2Fb')
>>> Path.quote('50% a/b')
Path('50%25%20a/b')
"
);

pub(super) const UNQUOTE: Method = method!(
    |slf, [], [errors]| {
        match errors {
            Some(errors) => decoded(slf.cast()?, errors.cast::<PyString>()?.to_str()?),
            None => decoded(slf.cast()?, "strict"),
        }
    },
    c"unquote($self, /, errors='strict')
--

The plain text of the component: percent-encoded octets are decoded as UTF-8 (RFC 3986 §2.4).

`errors` chooses what happens to octets that are not UTF-8, as in `bytes.decode`. By default, they
raise UnicodeDecodeError.

>>> from iriform import Segment
>>> Segment('caf%C3%A9').unquote()
'café'
"
);

pub(super) const UNQUOTE_TO_BYTES: Method = method!(
    |slf, [], []| {
        let data = percent::unquote(&valid_utf8(slf.cast()?));
        Ok(PyBytes::new(slf.py(), &data).into_any())
    },
    c"unquote_to_bytes($self, /)
--

The octets of the component, with percent-encoding decoded (RFC 3986 §2.4).

>>> from iriform import Segment
>>> Segment('caf%E9').unquote_to_bytes()
b'caf\\xe9'
"
);

fn quote<'py>(
    slf: &Bound<'py, PyAny>,
    [data]: Required<'py, 1>,
    []: Optional<'py, 0>,
) -> Answer<'py> {
    let kind = Kind::of_receiver(slf)?;
    let (class, rule) = kind.class_and_rule(false);
    instance(slf.py(), kind, &quoted(&data, class, rule)?)
}

/// Percent-encodes plain data, `str` or `bytes`, except for the characters of `class`. An error
/// names `rule`.
pub(crate) fn quoted(data: &Bound<'_, PyAny>, class: Class, rule: Rule) -> PyResult<String> {
    if let Ok(text) = data.cast::<PyString>() {
        Ok(percent::quote(&plain_utf8(text, rule)?, class))
    } else if let Ok(octets) = data.cast::<PyBytes>() {
        Ok(percent::quote_octets(octets.as_bytes(), class))
    } else {
        Err(errors::wrong_class(data, |name| format!("quote() takes str or bytes, not {name}")))
    }
}

/// Decodes percent-encoded octets as UTF-8; `errors` is as for `bytes.decode`.
pub(super) fn decoded<'py>(text: &Bound<'py, PyString>, errors: &str) -> Answer<'py> {
    let data = percent::unquote(&valid_utf8(text));
    PyBytes::new(text.py(), &data).call_method1("decode", ("utf-8", errors))
}

impl Kind {
    /// The characters that a component may have raw, and its rule: of RFC 3986 if it is for a URI, else of RFC
    /// 3987. A host is treated as a `reg-name`.
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
