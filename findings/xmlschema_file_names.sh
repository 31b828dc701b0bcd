#!/usr/bin/env bash
# xmlschema 4.3.2, 2026-11-28. Where the parts of an XML Schema are: names of files and URLs.
#
# Guessed: a name becomes the URL of that file, so that `%` in a name is encoded; a URL stays as it is.
# Seen: the files `a b.xsd` and `a%20b.xsd` get one URL, and the fragment of a file's URL becomes a part of its name.
. "$(dirname "$0")/with_packages"

packages xmlschema==4.3.2
expect <<'END'
a b.xsd -> file:///d/a%20b.xsd
a%20b.xsd -> file:///d/a%20b.xsd
file:///d/a.xsd#b -> file:///d/a.xsd%23b
http://h/a.xsd#b -> http://h/a.xsd#b
END
run <<'PYTHON'
from xmlschema.utils.urls import normalize_url

for location in ("a b.xsd", "a%20b.xsd", "file:///d/a.xsd#b", "http://h/a.xsd#b"):
    print(location, "->", normalize_url(location, base_url="file:///d/"))
PYTHON
