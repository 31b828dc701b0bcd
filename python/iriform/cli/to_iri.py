"""`iriform to-iri`: URIs in readable characters."""

from __future__ import annotations

from iriform import IRIReference

from .options import flag
from .transform import Transformation, on_column, value_verb


@value_verb("to-iri")
@flag("--idna", help="Decode the xn-- labels of the host as well.")
def to_iri(*, idna: bool) -> Transformation:
    """Write URIs as IRIs: percent-encoded characters as themselves (RFC 3987 §3.2).

    `iriform to-iri http://example.org/%E9%81%93` prints `http://example.org/道`.

    What would change the meaning stays encoded, and so does what is not UTF-8 or would change
    the direction of the text.
    """
    return Transformation(
        lambda text: IRIReference(text).to_iri(idna=idna),
        on_column("to_iri", idna=idna, as_=IRIReference),
    )
