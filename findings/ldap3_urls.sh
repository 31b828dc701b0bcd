#!/usr/bin/env bash
# ldap3 2.9.1, 2026-11-29. LDAP URLs (RFC 4516): three of the RFC's own examples in §4, one with the scheme in capitals, and one
# with an IPv6 address.
#
# Guessed: the parts are split, and then decoded; `ONE` is the scope `one`, as ABNF is read in any letter case.
# Seen: decoded, and then split, so that `Question%3f` ends the name and `mail` is no scope, and a comma of an extension begins
# another one. `ONE`, `LDAP:` and an address in brackets are not known. Where a text is no URL to it, the answer is None.
. "$(dirname "$0")/with_packages"

packages ldap3==2.9.1
expect <<'END'
ldap://ldap.example.com/c=GB?objectClass?one -> c=GB ['objectClass'] None
ldap://ldap.example.com/c=GB?objectClass?ONE -> None
ldap://ldap.example.com/o=Question%3f,c=US?mail -> None
ldap:///??sub??e-bindname=cn=Manager%2cdc=example%2cdc=com ->  None ['e-bindname=cn=Manager', 'dc=example', 'dc=com']
LDAP://ldap.example.com/c=GB -> None
ldap://[2001:db8::7]/c=GB -> None
END
run <<'PYTHON'
from ldap3.utils.uri import parse_uri

for uri in (
    "ldap://ldap.example.com/c=GB?objectClass?one",
    "ldap://ldap.example.com/c=GB?objectClass?ONE",
    "ldap://ldap.example.com/o=Question%3f,c=US?mail",
    "ldap:///??sub??e-bindname=cn=Manager%2cdc=example%2cdc=com",
    "LDAP://ldap.example.com/c=GB",
    "ldap://[2001:db8::7]/c=GB",
):
    parts = parse_uri(uri)
    print(uri, "->", parts and f"{parts['base']} {parts['attributes']} {parts['extensions']}")
PYTHON
