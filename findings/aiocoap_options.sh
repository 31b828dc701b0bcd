#!/usr/bin/env bash
# aiocoap 0.4.17, 2026-11-28. Client library of CoAP.
#
# Guessed: a URI is taken apart as RFC 7252 §6.4 has it: dot segments are resolved first (step 2), and a query that is
# there, but empty, makes one empty Uri-Query option (step 8).
# Seen: dot segments are sent as options, although a Uri-Path "MUST NOT be '.' or '..'" (§5.10.1), and the empty
# query is gone when the URI is put together again.
. "$(dirname "$0")/with_packages"

packages aiocoap==0.4.17
expect <<'END'
coap://h/a/../b ('a', '..', 'b') () coap://h/a/../b
coap://h/. ('.',) () coap://h/.
coap://h/a? ('a',) () coap://h/a
coap://h/a?& ('a',) ('', '') coap://h/a?&
END
run <<'PYTHON'
from aiocoap import GET, Message

for uri in ("coap://h/a/../b", "coap://h/.", "coap://h/a?", "coap://h/a?&"):
    message = Message(code=GET)
    message.set_request_uri(uri)
    print(uri, message.opt.uri_path, message.opt.uri_query, message.get_request_uri())
PYTHON
