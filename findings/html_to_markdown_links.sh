#!/usr/bin/env bash
# markdownify 1.2.3 and html2text 2025.4.15, read again by markdown-it-py 4.3.0, 2026-11-28.
#
# Guessed: a converter of HTML writes a destination of CommonMark 0.31 §6.3 so that it is read as the same URL: in
# angle brackets, or with a backslash before a parenthesis that has no partner.
# Seen: markdownify escapes nothing: `a)b` is cut. A space, which HTML's parsers take in an href, makes both
# of them write no link at all.
. "$(dirname "$0")/with_packages"

packages markdownify==1.2.3 html2text==2025.4.15 markdown-it-py==4.3.0
expect <<'END'
http://h/a)b ['http://h/a'] ['http://h/a)b']
http://h/(a) ['http://h/(a)'] ['http://h/(a)']
http://h/a b [] []
END
run <<'PYTHON'
import re

import html2text
from markdown_it import MarkdownIt
from markdownify import markdownify


def read(markdown):
    return re.findall('<a href="([^"]*)"', MarkdownIt().render(markdown))


for url in ("http://h/a)b", "http://h/(a)", "http://h/a b"):
    page = f'<a href="{url}">x</a>'
    print(url, read(markdownify(page)), read(html2text.html2text(page)))
PYTHON
