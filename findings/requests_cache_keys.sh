#!/usr/bin/env bash
# requests-cache 1.3.3 with url-normalize 3.1.0, 2026-11-28. A cache of responses for requests.
#
# Guessed: requests have one key if their URLs are equivalent by RFC 3986 §6.2.
# Seen: an empty value is no value, several slashes are one, and a root dot is left out, so that the cache answers a
# request with the response to another one.
. "$(dirname "$0")/with_packages"

packages requests-cache==1.3.3 url-normalize==3.1.0 requests==2.34.2
expect <<'END'
True http://h/?q= http://h/
True http://h//x http://h/x
True http://h.example./ http://h.example/
False http://h/?q http://h/
END
run <<'PYTHON'
import requests
from requests_cache.cache_keys import create_key


def key(url):
    return create_key(requests.Request("GET", url).prepare())


for one, other in (
    ("http://h/?q=", "http://h/"),
    ("http://h//x", "http://h/x"),
    ("http://h.example./", "http://h.example/"),
    ("http://h/?q", "http://h/"),
):
    print(key(one) == key(other), one, other)
PYTHON
