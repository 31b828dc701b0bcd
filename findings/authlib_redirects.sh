#!/usr/bin/env bash
# Authlib 1.9.10, 2026-11-28. The redirection URI of a client, whose query a server "MUST" keep when it adds
# parameters (RFC 6749 §3.1.2).
#
# Guessed: a name without a value gets an `=`, and all else stays.
# Seen: an octet that is not UTF-8 becomes U+FFFD, and a `;` is encoded: the client gets another query.
. "$(dirname "$0")/with_packages"

packages Authlib==1.9.10
expect <<'END'
https://h.example/?flag -> https://h.example/?flag=&code=x
https://h.example/?a=b;c -> https://h.example/?a=b%3Bc&code=x
https://h.example/?a=%E9 -> https://h.example/?a=%EF%BF%BD&code=x
https://h.example/?a=b%20c -> https://h.example/?a=b+c&code=x
END
run <<'PYTHON'
from authlib.common.urls import add_params_to_uri

for query in ("flag", "a=b;c", "a=%E9", "a=b%20c"):
    uri = f"https://h.example/?{query}"
    print(uri, "->", add_params_to_uri(uri, [("code", "x")]))
PYTHON
