"""`iriform to-uri`: IRIs in ASCII."""

from __future__ import annotations

from iriform import IRIReference

from .options import flag
from .transform import Transformation, on_column, value_verb


@value_verb("to-uri")
@flag("--idna", help="Write the host in the form of DNS, xn--…, not percent-encoded.")
def to_uri(*, idna: bool) -> Transformation:
    """Convert IRIs to URIs, which are ASCII, for software that needs them (RFC 3987 §3.1).

    `iriform to-uri --idna http://résumé.example.org/é` prints
    `http://xn--rsum-bpad.example.org/%C3%A9`.
    """
    return Transformation(
        lambda text: IRIReference(text).to_uri(idna=idna),
        on_column("to_uri", idna=idna, as_=IRIReference),
    )
