#!/usr/bin/env bash
# urnparse 0.2.2, 2026-11-28. URNs (RFC 8141).
#
# Guessed: a URN that is read and written again keeps its components, and `URN:` is read in any case.
# Seen: the r- and q-components are gone, and `URN:` is refused.
. "$(dirname "$0")/with_packages"

packages urnparse==0.2.2
expect <<'END'
urn:example:a#f -> urn:example:a#f
urn:example:a?=q#f -> urn:example:a#f
urn:example:a?+r?=q -> urn:example:a
URN:example:a -> InvalidURNFormatError
urn:EXAMPLE:a -> urn:EXAMPLE:a
END
run <<'PYTHON'
from urnparse import InvalidURNFormatError, URN8141

for text in ("urn:example:a#f", "urn:example:a?=q#f", "urn:example:a?+r?=q", "URN:example:a", "urn:EXAMPLE:a"):
    try:
        print(text, "->", URN8141.from_string(text))
    except InvalidURNFormatError as error:
        print(text, "->", type(error).__name__)
PYTHON
