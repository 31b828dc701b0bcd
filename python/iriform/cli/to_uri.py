"""`iriform to-uri`: IRIs in ASCII."""

from __future__ import annotations

from iriform import IRIReference

from .options import flag
from .transform import Transformation, on_column, value_verb


@value_verb("to-uri")
@flag("--idna", help="Write the host as DNS has it, xn--…, instead of percent-encoded.")
def to_uri(*, idna: bool) -> Transformation:
    """Write IRIs as URIs, which are ASCII: for software that takes nothing else (RFC 3987 §3.1).

    `iriform to-uri --idna http://résumé.example.org/é` prints
    `http://xn--rsum-bpad.example.org/%C3%A9`.

    Output line N is the result of value N; it is empty where there is none, and standard error
    says why.

    `--out` reads the argument as a file and writes a copy, with the results in place of the values:
    `iriform to-uri links.csv --column url --out new.csv`.

    Exit status: 0 if all have a result, 1 if one has none, 2 if the input cannot be read.
    """
    return Transformation(
        lambda text: IRIReference(text).to_uri(idna=idna),
        on_column("to_uri", idna=idna, as_=IRIReference),
    )
