"""The formats of JSON Schema for the types (draft 2020-12 §7.3.5, §7.3.6)."""

from __future__ import annotations

from iriform._core import IRI, URI, IRIReference, URIReference, URITemplate

# The narrowest first. The components have none.
FORMATS: dict[str, type[IRIReference | URITemplate]] = {
    "uri": URI,
    "uri-reference": URIReference,
    "iri": IRI,
    "iri-reference": IRIReference,
    "uri-template": URITemplate,
}
