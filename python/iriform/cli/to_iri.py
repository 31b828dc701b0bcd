"""`iriform to-iri`: URIs in readable characters."""

from __future__ import annotations

from iriform import IRIReference

from .options import flag
from .transform import Transformation, on_column, value_verb


@value_verb("to-iri")
@flag("--idna", help="Decode the xn-- labels of the host as well.")
def to_iri(*, idna: bool) -> Transformation:
    """Convert URIs to IRIs: percent-encoded characters are decoded (RFC 3987 §3.2).

    `iriform to-iri http://example.org/%E9%81%93` prints `http://example.org/道`.

    Characters that would change the meaning stay encoded, and so do octets that are not UTF-8 and
    characters that would change the direction of the text.
    """
    return Transformation(
        lambda text: IRIReference(text).to_iri(idna=idna),
        on_column("to_iri", idna=idna, as_=IRIReference),
    )
