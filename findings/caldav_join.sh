#!/usr/bin/env bash
# caldav 3.6.0, 2026-11-28. Client library of CalDAV (RFC 4791), whose servers answer with hrefs.
#
# Guessed: `URL.join` resolves as RFC 3986 §5.2 does, and `==` compares by a normal form of §6.2.2.
# Seen: it puts texts together: a name does not replace the last segment, and `..` stays. Two URLs are equal if they
# are after decoding, so that `a%2Fb` (one segment) equals `a/b` (two).
. "$(dirname "$0")/with_packages"

packages caldav==3.6.0
expect <<'END'
http://h/a/b/c
http://h/a/../c
http://h/a/?q
https://h:443/a/b
True
END
run <<'PYTHON'
from caldav.lib.url import URL

print(URL.objectify("http://h/a/b").join("c"))
print(URL.objectify("http://h/a/").join("../c"))
print(URL.objectify("http://h/a").join("?q"))
print(URL.objectify("https://h/a%2Fb").canonical())
print(URL("https://h/a%2Fb") == URL("https://h/a/b"))
PYTHON
