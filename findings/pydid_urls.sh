#!/usr/bin/env bash
# pydid 0.5.3, 2026-11-29. DID URLs (DID Core §3.1, §3.2): a percent-encoded octet in the identifier, as did:web has for a
# port, and a query without a value.
#
# Guessed: both are DID URLs; a query is text, or pairs of which none is lost.
# Seen: an octet is refused, and `?q` is an empty dict.
. "$(dirname "$0")/with_packages"

packages pydid==0.5.3
expect <<'END'
did:web:localhost%3A8443 InvalidDIDUrlError
did:example:123?versionId=1#k did:example:123 {'versionId': '1'} k
did:example:123?q#k did:example:123 {} k
END
run <<'PYTHON'
import pydid

for text in ("did:web:localhost%3A8443", "did:example:123?versionId=1#k", "did:example:123?q#k"):
    try:
        url = pydid.DIDUrl.parse(text)
    except ValueError as error:
        print(text, type(error).__name__)
    else:
        print(text, url.did, url.query, url.fragment)
PYTHON
