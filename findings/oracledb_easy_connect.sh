#!/usr/bin/env bash
# oracledb 26.1.0, 2026-11-28. Driver of Oracle Database; the text is of its Easy Connect syntax.
#
# Guessed: `h1,h2:1522` are two hosts, the first one with the default port 1521, as libpq and pymongo read theirs; the
# values of the query are percent-decoded; a parameter that is not known is an error.
# Seen: the port is that of both hosts. Nothing is decoded. What is not known is left out without a word.
. "$(dirname "$0")/with_packages"

packages oracledb==26.1.0
expect <<'END'
['h1', 'h2'] [1522, 1522]
/a%20b
['h', 1521, 's']
END
run <<'PYTHON'
from oracledb import ConnectParams


def parsed(text):
    params = ConnectParams()
    params.parse_connect_string(text)
    return params


several = parsed("h1,h2:1522/s")
print(several.host, several.port)
print(parsed("tcps://h/s?wallet_location=/a%20b").wallet_location)
unknown = parsed("h/s?retries=3")
print([unknown.host, unknown.port, unknown.service_name])
assert "retries" not in unknown.get_connect_string().lower()
PYTHON
