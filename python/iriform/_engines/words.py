"""The allowed words of arguments: names of components, levels, forms and productions."""

from __future__ import annotations

from typing import Literal

# words: made by scripts/generate.py
Component = Literal[
    "scheme", "authority", "userinfo", "host", "port", "port_text", "path", "query", "fragment"
]
Level = Literal["string", "syntax", "scheme"]
Form = Literal["shortest", "path", "absolute-path", "network-path"]
Syntax = Literal["plain", "curie", "safe-curie", "turtle", "sparql", "json-ld", "xml-qname"]
Order = Literal["exact", "any-order"]
Extra = Literal["allow", "refuse"]
Safe = Literal[
    "unreserved",
    "encodeURIComponent",
    "fn:encode-for-uri",
    "userinfo",
    "host",
    "path",
    "segment",
    "query",
    "fragment",
]
Masked = Literal["secrets", "password"]
Production = Literal["URI", "IRI", "URI-reference", "IRI-reference"]
KindName = Literal[Production, "URIReference", "IRIReference"]
# end of words
