#!/usr/bin/env bash
# Markdown 3.11.3 (Python-Markdown), 2026-11-28.
#
# Guessed: `<scheme:…>` is a link for every scheme, as CommonMark 0.31 §6.5 has it.
# Seen: only where two slashes follow the colon, and for mail. Otherwise the brackets are written as they are: a
# browser reads a tag, and shows nothing.
. "$(dirname "$0")/with_packages"

packages Markdown==3.11.3
expect <<'END'
<p>see <a href="http://h/a">http://h/a</a></p>
<p>see <urn:isbn:0451450523></p>
<p>see <tel:+12015550123></p>
<p>see <a href="ssh://h.example/a">ssh://h.example/a</a></p>
END
run <<'PYTHON'
from markdown import markdown

for link in ("http://h/a", "urn:isbn:0451450523", "tel:+12015550123", "ssh://h.example/a"):
    print(markdown(f"see <{link}>"))
PYTHON
