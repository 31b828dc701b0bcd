#!/usr/bin/env bash
# SPARQLWrapper 2.0.0, 2026-11-28. Queries of SPARQL endpoints over HTTP (SPARQL 1.1 Protocol).
#
# Guessed: the query joins the parameters that the URL of the endpoint has, by `&`.
# Seen: it follows a second `?`, so that it becomes a part of the last value.
. "$(dirname "$0")/with_packages"

packages SPARQLWrapper==2.0.0
expect <<'END'
http://h/sparql -> http://h/sparql?query=ASK+%7B%7D
http://h/sparql?key=a -> http://h/sparql?key=a?query=ASK+%7B%7D
END
run <<'PYTHON'
from SPARQLWrapper import SPARQLWrapper

for endpoint in ("http://h/sparql", "http://h/sparql?key=a"):
    client = SPARQLWrapper(endpoint)
    client.setQuery("ASK {}")
    print(endpoint, "->", client._createRequest().get_full_url().split("&")[0])
PYTHON
