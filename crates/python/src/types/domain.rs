//! The parts of a host by the public suffix list, for `Host` and for references.

use std::borrow::Cow;
use std::ops::Range;

use iriform::engine::{
    lookup::{Looked, compared_in, look_up},
    scheme, split,
    suffix::{Domain, Suffixes, Which, domain},
    text::Utf8,
};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::answer::{Answer, none, or_none};
use crate::strtype::{Kind, Method, Property, instance, method};
use crate::take;
use crate::text::valid_utf8;

pub(crate) const PROPERTIES: &[Property] = &[Property {
    name: c"domain_labels",
    doc: c"The labels of the domain name as a tuple of plain `str`, in ASCII and lower case, as name look-up reads it.

None without a host, for an address in any notation, and for a scheme whose authority is not a name of the DNS.

>>> IRI('http://www.Example.co.uk./').domain_labels
('www', 'example', 'co', 'uk')
",
    get: |text| {
        match HostOf::of(text)?.as_ref().and_then(HostOf::looked_up).and_then(look_up) {
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

The host is read as name look-up reads it. None without a host, for an address in any notation, for
a public suffix itself, and for a scheme whose authority is not a name of the DNS, such as `s3`. A
last label that is not in the list counts as a public suffix. The list is that of publicsuffix.org
on `iriform.PUBLIC_SUFFIX_VERSION`, or the one passed to `iriform.load_public_suffixes`; nothing is
fetched. Its private part has suffixes of companies, such as `github.io`; with `private=False` only
the ICANN part counts.

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

None if `registrable_domain` is None, unless the host is a public suffix. The list and `private` are the same as there.

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

>>> IRI('http://a.b.example.co.uk/').subdomain()
Host('a.b')
"
    ),
];

/// A reference, with its scheme and the range of its host; or the `Host` itself.
pub(crate) struct HostOf<'a> {
    text: Cow<'a, str>,
    scheme: Option<Range<usize>>,
    host: Range<usize>,
}

impl<'a> HostOf<'a> {
    pub(crate) fn of(text: &'a Bound<'_, PyString>) -> PyResult<Option<Self>> {
        let is_host = Kind::of(text)? == Some(Kind::Host);
        let text = valid_utf8(text);
        if is_host {
            let host = 0..text.len();
            return Ok(Some(Self { text, scheme: None, host }));
        }
        let units = Utf8(text.as_bytes());
        let (scheme, authority) = (split::scheme(units), split::authority_parts(units));
        Ok(authority.map(|authority| Self { text, scheme, host: authority.host }))
    }

    pub(crate) fn host(&self) -> &str {
        &self.text[self.host.clone()]
    }

    pub(crate) fn scheme(&self) -> Option<&str> {
        self.scheme.clone().map(|range| &self.text[range])
    }

    /// The host, if name look-up may read it.
    pub(crate) fn looked_up(&self) -> Option<&str> {
        scheme::looked_up(self.scheme(), self.host())
    }

    /// The key by which the host is compared.
    pub(crate) fn compared(&self) -> Looked<'_> {
        compared_in(self.scheme(), self.host())
    }
}

fn piece<'py>(
    slf: &Bound<'py, PyAny>,
    private: Option<Bound<'py, PyAny>>,
    of: fn(Domain<'_>) -> Option<Cow<'_, str>>,
) -> Answer<'py> {
    let which = Which::with_private(take::flag(private, true)?);
    let host = HostOf::of(slf.cast()?)?;
    let host = host.as_ref().and_then(HostOf::looked_up);
    let domain = host.and_then(|host| domain(host, Suffixes::current(), which));
    or_none(slf, domain.and_then(of), |piece| instance(slf.py(), Kind::Host, &piece))
}
