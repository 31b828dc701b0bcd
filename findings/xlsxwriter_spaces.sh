#!/usr/bin/env bash
# XlsxWriter 3.3.1, 2026-11-28. The hyperlinks of a workbook, whose targets are URIs (ECMA-376 part 2).
#
# Guessed: each space in a link is written as `%20`.
# Seen: if the link has one percent-encoded octet, nothing in it is encoded: the other spaces stay.
. "$(dirname "$0")/with_packages"

packages XlsxWriter==3.3.1
expect <<'END'
http://h/a b -> http://h/a%20b
http://h/a b%20c -> http://h/a b%20c
http://h/a b%41 -> http://h/a b%41
END
run <<'PYTHON'
import re
from io import BytesIO
from zipfile import ZipFile

import xlsxwriter

links = ("http://h/a b", "http://h/a b%20c", "http://h/a b%41")
file = BytesIO()
with xlsxwriter.Workbook(file) as workbook:
    sheet = workbook.add_worksheet()
    for row, link in enumerate(links):
        sheet.write_url(row, 0, link)
relations = ZipFile(file).read("xl/worksheets/_rels/sheet1.xml.rels").decode()
for link, target in zip(links, re.findall('Target="([^"]*)"', relations)):
    print(link, "->", target)
PYTHON
