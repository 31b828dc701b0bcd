//! Properties that depend on the scheme: the pieces of a URN, the data of a data URL, a package URL.

use iriform::engine::{Components, data::Data, purl::Purl, urn::Urn};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::answer::{Answer, none};
use crate::strtype::Property;
use crate::text::valid_utf8;

pub(super) const PROPERTIES: &[Property] = &[
    Property {
        name: c"urn",
        doc: c"The pieces of a URN as the named tuple `URN(nid, nss, r_component, q_component, f_component)`.

None for other schemes, and for text outside the grammar of RFC 8141 §2.

>>> IRI('urn:isbn:0451450523').urn.nss
'0451450523'
",
        get: urn,
    },
    Property {
        name: c"data",
        doc: c"The data of a data URL as the named tuple `Data(media_type, parameters, bytes)`.

None for other schemes, and for text outside the grammar of RFC 2397 §3. Broken base64 gives
None as well.

>>> IRI('data:text/html;charset=utf-8;base64,PGI+').data.bytes
b'<b>'
",
        get: data,
    },
    Property {
        name: c"purl",
        doc: c"The package URL as a `PURL`, or None.

None for other schemes, and for text that ECMA-427 or the definition of a registered type refuses.

>>> purl = IRI('pkg:npm/%40angular/core@19.0.0').purl
>>> purl.type, purl.namespace, purl.name, purl.version
('npm', '@angular', 'core', '19.0.0')
",
        get: purl,
    },
];

fn urn<'py>(text: &Bound<'py, PyString>) -> Answer<'py> {
    let reference = valid_utf8(text);
    let Some(urn) = Urn::of(&Components::of(&reference)) else { return none(text) };
    let Urn { nid, nss, r_component, q_component, f_component } = urn;
    let pieces = (nid, nss, r_component, q_component, f_component);
    let class = PyModule::import(text.py(), "iriform._types")?.getattr("URN")?;
    class.call_method1(intern!(text.py(), "_make"), (pieces,))
}

fn purl<'py>(text: &Bound<'py, PyString>) -> Answer<'py> {
    if Purl::of(&valid_utf8(text)).is_none() {
        return none(text);
    }
    let class = PyModule::import(text.py(), "iriform._types")?.getattr("PURL")?;
    class.call1((text,))
}

fn data<'py>(text: &Bound<'py, PyString>) -> Answer<'py> {
    let reference = valid_utf8(text);
    let Some(data) = Data::of(&Components::of(&reference)) else { return none(text) };
    let Data { media_type, parameters, is_base64, octets } = data;
    let decoded = PyModule::import(text.py(), "iriform._types")?.getattr("decoded")?;
    decoded.call1((media_type, parameters, is_base64, PyBytes::new(text.py(), &octets)))
}
