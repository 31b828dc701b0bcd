#!/usr/bin/env bash
# python-datauri 3.0.2, 2026-11-28. Data URLs (RFC 2397).
#
# Guessed: every data URL that RFC 2397's grammar allows is read, and percent-encoding is undone before base64.
# Seen: neither a quoted parameter nor a scheme in upper case is read, nor are parameters after the charset,
# nor base64 with a percent-encoded letter.
. "$(dirname "$0")/with_packages"

packages python-datauri==3.0.2
expect <<'END'
data:;base64,QUJD -> b'ABC'
data:;base64,QU%4AD -> Error
DATA:,a -> InvalidDataURI
data:text/plain;charset="utf-8",a -> InvalidDataURI
data:text/plain;charset=utf-8;format=flowed,a -> InvalidDataURI
END
run <<'PYTHON'
from datauri import DataURI

for text in (
    "data:;base64,QUJD",
    "data:;base64,QU%4AD",
    "DATA:,a",
    'data:text/plain;charset="utf-8",a',
    "data:text/plain;charset=utf-8;format=flowed,a",
):
    try:
        print(text, "->", DataURI(text).data)
    except ValueError as error:
        print(text, "->", type(error).__name__)
PYTHON
