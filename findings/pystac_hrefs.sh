#!/usr/bin/env bash
# pystac 1.15.2, 2026-11-28. Catalogs of SpatioTemporal Assets link to each other by hrefs.
#
# Guessed: an href is resolved as RFC 3986 §5.2 does, and made relative so that it leads back.
# Seen: `//k/y` loses its host, `?q` the name of its base, `a//b` a slash (another key of an object store), and a
# relative href its query.
. "$(dirname "$0")/with_packages"

packages pystac==1.15.2
expect <<'END'
http://h/y
http://h/x/?q
s3://b/x/a/b
./d
END
run <<'PYTHON'
from pystac.utils import make_absolute_href, make_relative_href

print(make_absolute_href("//k/y", "http://h/x/c.json"))
print(make_absolute_href("?q", "http://h/x/c.json"))
print(make_absolute_href("a//b", "s3://b/x/c.json"))
print(make_relative_href("http://h/x/d?e=f", "http://h/x/c.json"))
PYTHON
