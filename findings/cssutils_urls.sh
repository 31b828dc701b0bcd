#!/usr/bin/env bash
# cssutils 2.15.0, 2026-11-28. `getUrls` lists the URLs of a style sheet.
#
# Guessed: the URL of `url(a\ b)` is `a b` (CSS Syntax 3 §4.3.6: an escape stands for its character).
# Seen: the escape stays, whether it stands in a url-token or in a string; with an escaped parenthesis the whole
# declaration is gone.
. "$(dirname "$0")/with_packages"

packages cssutils==2.15.0
expect <<'END'
a{background:url(a\ b)} ['a\\ b']
a{background:url("a\20 b")} ['a b']
a{background:url(a\)b)} []
END
run <<'PYTHON'
import logging

import cssutils

cssutils.log.setLevel(logging.CRITICAL)
for sheet in (r"a{background:url(a\ b)}", r'a{background:url("a\20 b")}', r"a{background:url(a\)b)}"):
    print(sheet, list(cssutils.getUrls(cssutils.parseString(sheet))))
PYTHON
