//! Answers of the public suffix list on a host, for `Host` and for references.

use std::borrow::Cow;

use iriform::engine::lookup::{Looked, look_up};
use iriform::engine::split;
use iriform::engine::suffix::{Domain, Which, domain};
use iriform::engine::text::Utf8;
use iriform_columns::suffixes;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::answer::{Answer, none};
use crate::strtype::{Kind, Method, Property, instance, method};
use crate::take;
use crate::text::valid_utf8;

pub(crate) const PROPERTIES: &[Property] = &[Property {
    name: c"domain_labels",
    doc: c"The labels of the domain name as a tuple of plain `str`, in ASCII and lower case, as name look-up reads it.

None without a host, and for an address in any notation.

>>> from iriform import IRI
>>> IRI('http://www.Example.co.uk./').domain_labels
('www', 'example', 'co', 'uk')
",
    get: |text| {
        match host_of(text)?.as_deref().and_then(look_up) {
            Some(Looked::Name(name)) => {
                let labels: Vec<_> = name.split('.').collect();
                Ok(PyTuple::new(text.py(), labels)?.into_any())
            }
            _ => none(text),
        }
    },
}];

pub(crate) const METHODS: &[Method] = &[
    method!(
        |slf, [], [private]| { piece(slf, private, |domain| domain.registrable()) },
        c"registrable_domain($self, /, *, private=True)
--

The registered domain in ASCII: the public suffix and the one label before it.

The host is read as name look-up reads it. None without a host, for an address in any notation, and
for a public suffix itself. A last label that is not in the list counts as a public suffix. The list
is that of publicsuffix.org as it was on `iriform.PUBLIC_SUFFIX_VERSION`, or the one given to
`iriform.load_public_suffixes`; nothing is fetched. Its private part has suffixes of companies, such as
`github.io`; with `private=False` only the ICANN part counts.

>>> from iriform import IRI
>>> IRI('http://www.example.co.uk/').registrable_domain()
Host('example.co.uk')
>>> anna = IRI('https://anna.github.io/')
>>> anna.registrable_domain(), anna.registrable_domain(private=False)
(Host('anna.github.io'), Host('github.io'))
"
    ),
    method!(
        |slf, [], [private]| { piece(slf, private, |domain| domain.public_suffix()) },
        c"public_suffix($self, /, *, private=True)
--

The public suffix in ASCII: the name under which anybody may register names.

None without a host, and for an address. The list and `private` are as for `registrable_domain`.

>>> from iriform import IRI
>>> IRI('http://www.example.co.uk/').public_suffix()
Host('co.uk')
"
    ),
    method!(
        |slf, [], [private]| { piece(slf, private, |domain| domain.subdomain()) },
        c"subdomain($self, /, *, private=True)
--

The labels before the registrable domain, in ASCII, or None if there are none.

The list and `private` are as for `registrable_domain`.

>>> from iriform import IRI
>>> IRI('http://a.b.example.co.uk/').subdomain()
Host('a.b')
"
    ),
];

/// The host of a reference, or the `Host` itself.
pub(crate) fn host_of<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Option<Cow<'a, str>>> {
    let is_host = Kind::of(text)? == Some(Kind::Host);
    let text = valid_utf8(text);
    if is_host {
        return Ok(Some(text));
    }
    let host = split::authority_parts(Utf8(text.as_bytes())).map(|authority| authority.host);
    Ok(host.map(|range| match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[range]),
        Cow::Owned(text) => Cow::Owned(text[range].to_owned()),
    }))
}

fn piece<'py>(
    slf: &Bound<'py, PyAny>,
    private: Option<Bound<'py, PyAny>>,
    of: fn(Domain<'_>) -> Option<Cow<'_, str>>,
) -> Answer<'py> {
    let which = Which::with_private(take::flag(private, true)?);
    let host = host_of(slf.cast()?)?;
    let domain = host.as_deref().and_then(|host| domain(host, suffixes::list(), which));
    match domain.and_then(of) {
        Some(piece) => instance(slf.py(), Kind::Host, &piece),
        None => none(slf),
    }
}
