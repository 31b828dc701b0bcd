#!/usr/bin/env bash
# docutils 0.23, 2026-11-28. Links that stand in text (reStructuredText, "Standalone Hyperlinks").
#
# Guessed: a link ends before its first character beyond ASCII, and a closing bracket is left out.
# Seen: of an IRI whose host is not ASCII the link is `https:/`. A path that ends in `_` loses its last word, which
# docutils reads as the name of a reference.
. "$(dirname "$0")/with_packages"

packages docutils==0.23
expect <<'END'
https://h.example/パス -> https://h.example
https://例え.テスト/ -> https:/
https://h.example/a_(b) -> https://h.example/a_(b
https://h.example/a/x_ -> https://h.example/a/
END
run <<'PYTHON'
import re

from docutils.core import publish_string

quiet = {"output_encoding": "unicode", "report_level": 5}
for text in (
    "https://h.example/パス",
    "https://例え.テスト/",
    "https://h.example/a_(b)",
    "https://h.example/a/x_",
):
    xml = publish_string(text, writer="xml", settings_overrides=quiet)
    print(text, "->", *re.findall(r'refuri="([^"]*)"', xml))
PYTHON
