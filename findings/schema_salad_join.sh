#!/usr/bin/env bash
# schema-salad 8.10.20260825112551, 2026-11-28. Documents of the Common Workflow Language refer to each other by IRIs.
#
# Guessed: references are resolved as RFC 3986 §5.2 does, and a `file:` URL with another host is refused (RFC 8089 §2).
# Seen: a base of `s3:` or `urn:` is ignored: the reference stays relative. The other host is left out: the local file
# of that path is read.
. "$(dirname "$0")/with_packages"

packages schema-salad==8.10.20260825112551
expect <<'END'
x
z
/a
END
run <<'PYTHON'
from schema_salad.fetcher import DefaultFetcher
from schema_salad.ref_resolver import uri_file_path

fetcher = DefaultFetcher({}, None)
print(fetcher.urljoin("s3://b/k/", "x"))
print(fetcher.urljoin("urn:x:y", "z"))
print(uri_file_path("file://other.example/a"))
PYTHON
