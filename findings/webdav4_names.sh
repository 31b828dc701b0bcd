#!/usr/bin/env bash
# webdav4 0.11.0 with httpx 0.28.1, 2026-11-28. A client of WebDAV (RFC 4918), also as a file system of fsspec.
#
# Guessed: the path of a file is a name, and percent-encoded when it goes into a URL.
# Seen: a space is encoded and `%` is not, so that the file `a%20b` is asked for as the URL of `a b`; a name
# with `#` or `?` is refused, and two slashes are one.
. "$(dirname "$0")/with_packages"

packages webdav4==0.11.0 httpx==0.28.1
expect <<'END'
a b -> http://h/d/a%20b
a%20b -> http://h/d/a%20b
a//b -> http://h/d/a/b
a#b -> InvalidURL
END
run <<'PYTHON'
from httpx import URL, InvalidURL
from webdav4.urls import join_url

for name in ("a b", "a%20b", "a//b", "a#b"):
    try:
        print(name, "->", join_url(URL("http://h/d/"), name))
    except InvalidURL as error:
        print(name, "->", type(error).__name__)
PYTHON
