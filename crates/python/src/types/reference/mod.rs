//! The four reference types. `IRI`, `URIReference` and `URI` inherit nearly everything from
//! `IRIReference`.

mod absent;
mod accessors;
mod check;
mod composition;
mod derived;
mod hosts;
mod keys;
mod links;
mod names;
mod operand;
mod operations;
mod query;
mod repair;
mod schemes;
mod through_python;

use std::ffi::CStr;

use crate::strtype::{Face, Kind};
use crate::types::{domain, skeleton};

pub(crate) use keys::canonical_data;
pub(crate) use operand::resolve;
pub(crate) use operations::level;
pub(crate) use repair::{as_sent, changed as changes, purl_repaired};

pub(crate) const FACES: &[Face] = &[
    Face {
        properties: &[
            accessors::PROPERTIES,
            operations::PROPERTIES,
            names::PROPERTIES,
            names::OF_PATH,
            hosts::PROPERTIES,
            schemes::PROPERTIES,
            domain::PROPERTIES,
        ],
        methods: &[
            accessors::METHODS,
            operations::METHODS,
            composition::METHODS,
            skeleton::METHODS,
            names::METHODS,
            hosts::METHODS,
            keys::METHODS,
            check::METHODS,
            query::METHODS,
            repair::METHODS,
            through_python::METHODS,
            domain::METHODS,
            absent::METHODS,
            derived::METHODS,
        ],
        attributes: |py| {
            let mut all = absent::descriptors(py)?;
            all.push(("policies", derived::no_policies(py)));
            Ok(all)
        },
        ..face(Kind::IriReference, IRI_REFERENCE_DOC)
    },
    Face {
        properties: &[check::ABSOLUTE, keys::ABSOLUTE],
        methods: &[operations::ABSOLUTE, keys::COMPACT, links::ABSOLUTE],
        ..face(Kind::Iri, IRI_DOC)
    },
    face(Kind::UriReference, URI_REFERENCE_DOC),
    face(Kind::Uri, URI_DOC),
];

const fn face(kind: Kind, doc: &'static CStr) -> Face {
    Face { divide: Some(composition::divide), ..Face::new(kind, doc) }
}

const IRI_REFERENCE_DOC: &CStr = c"IRIReference(text='', /)
--

An IRI reference (RFC 3987 §2.2, `IRI-reference`): an IRI, or a reference relative to one.

A `str` that matches the grammar. `text` is a `str`, or `bytes` in UTF-8, and is kept unchanged.
Raises `ParseError`; its positions count code points of a `str`, and bytes of `bytes`.

>>> IRIReference('../道?q').path.segments
(Segment('..'), Segment('道'))
";

const IRI_DOC: &CStr = c"IRI(text, /)
--

An IRI (RFC 3987 §2.2, `IRI`): a reference with a scheme, non-ASCII characters allowed.

A `str` that matches the grammar. `text` is a `str`, or `bytes` in UTF-8, and is kept unchanged.
Raises `ParseError`; its positions count code points of a `str`, and bytes of `bytes`.

>>> iri = IRI('https://user@例え.jp:8042/over/there?name=ferret#nose')
>>> iri.host, iri.port, iri.path
(Host('例え.jp'), 8042, Path('/over/there'))
>>> iri == 'https://user@例え.jp:8042/over/there?name=ferret#nose'
True
";

const URI_REFERENCE_DOC: &CStr = c"URIReference(text='', /)
--

A URI reference (RFC 3986 §4.1, `URI-reference`): a URI, or a reference relative to one.

A `str` that matches the grammar. `text` is an ASCII `str` or `bytes`, and is kept unchanged.
Raises `ParseError`; its positions count code points of a `str`, and bytes of `bytes`.

>>> URIReference('//example.org/a').authority
Authority('example.org')
";

const URI_DOC: &CStr = c"URI(text, /)
--

A URI (RFC 3986 §3, `URI`): a reference with a scheme, all ASCII. Every URI is an IRI.

A `str` that matches the grammar. `text` is an ASCII `str` or `bytes`, and is kept unchanged.
Raises `ParseError`; its positions count code points of a `str`, and bytes of `bytes`.

>>> URI('urn:isbn:0451450523').path
Path('isbn:0451450523')
>>> isinstance(URI('urn:isbn:0451450523'), IRI)
True
";
