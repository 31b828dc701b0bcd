#!/usr/bin/env bash
# idutils 1.7.1, 2026-11-29. The URL of a DOI, whose name may have any printable character; in a URL, `<`, `>`, `#` and
# `%` of it are percent-encoded (DOI Handbook, "Encoding").
#
# Guessed: the URL encodes what a path cannot have, and the DOI of a URL is decoded.
# Seen: neither. `#b` of a name becomes a fragment, which no resolver is sent, and the DOI of a URL is another one.
. "$(dirname "$0")/with_packages"

packages idutils==1.7.1
expect <<'END'
http://doi.org/10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O
http://doi.org/10.1000/a#b
http://doi.org/10.1000/100%
10.1000/a%3Cb%3E
END
run <<'PYTHON'
import idutils

for doi in ("10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O", "10.1000/a#b", "10.1000/100%"):
    print(idutils.to_url(doi, "doi"))
print(idutils.normalize_doi("https://doi.org/10.1000/a%3Cb%3E"))
PYTHON
