#!/usr/bin/env bash
# atproto 0.0.73, 2026-11-28. `at:` URIs name records of the AT Protocol.
#
# Guessed: what is parsed is written as it was.
# Seen: the question mark becomes part of the first parameter's name, and `%20` a plus. Read again, it happens again.
. "$(dirname "$0")/with_packages"

packages atproto==0.0.73
expect <<'END'
at://h.example/c.d.e/r?%3Fq=a+b
at://h.example/c.d.e/r?%3F%3Fq=a+b
END
run <<'PYTHON'
from atproto import AtUri

once = str(AtUri.from_str("at://h.example/c.d.e/r?q=a%20b"))
print(once)
print(AtUri.from_str(once))
PYTHON
