#!/usr/bin/env bash
# oauthlib 4.0.1 and Authlib 1.9.10, 2026-11-28. Both sign requests of OAuth 1.0 (RFC 5849).
#
# Guessed: they make the same base string, without the scheme's default port (RFC 5849 §3.4.1.2, point 3).
# Seen: for an IPv6 address Authlib keeps the port. The client's and the server's signature differ.
. "$(dirname "$0")/with_packages"

packages oauthlib==4.0.1 Authlib==1.9.10
expect <<'END'
http://h:80/ http://h/ http://h/
http://[::1]:80/ http://[::1]/ http://[::1]:80/
https://[2001:db8::1]:443/ https://[2001:db8::1]/ https://[2001:db8::1]:443/
END
run <<'PYTHON'
from authlib.oauth1.rfc5849.signature import normalize_base_string_uri
from oauthlib.oauth1.rfc5849.signature import base_string_uri

for url in ("http://h:80/", "http://[::1]:80/", "https://[2001:db8::1]:443/"):
    print(url, base_string_uri(url), normalize_base_string_uri(url))
PYTHON
