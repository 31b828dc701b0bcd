#!/usr/bin/env bash
# multiaddr 0.2.0, 2026-11-28. Addresses of libp2p, whose segments are separated by slashes.
#
# Guessed: a percent-encoded slash in a path stays encoded, so that it is told apart from a separator.
# Seen: it does in `http-path`; in `unix` it is decoded, and the two texts are one address.
. "$(dirname "$0")/with_packages"

packages multiaddr==0.2.0
expect <<'END'
/unix/a%2Fb -> /unix/a/b /a/b
/unix/a/b -> /unix/a/b /a/b
/dns/h/http/http-path/a%2Fb -> /dns/h/http/http-path/a%2Fb a%2Fb
True
END
run <<'PYTHON'
from multiaddr import Multiaddr

for text in ("/unix/a%2Fb", "/unix/a/b", "/dns/h/http/http-path/a%2Fb"):
    address = Multiaddr(text)
    print(text, "->", address, list(address.values())[-1])
print(Multiaddr("/unix/a%2Fb") == Multiaddr("/unix/a/b"))
PYTHON
