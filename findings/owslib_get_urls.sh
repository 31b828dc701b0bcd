#!/usr/bin/env bash
# OWSLib 0.35.0, 2026-11-28. Requests of OGC services (WMS, WFS, CSW): `build_get_url` adds parameters to a URL.
#
# Guessed: the parameters of the URL stay as they are, and a fragment stands behind the new ones.
# Seen: a parameter with an empty value is dropped, and the fragment becomes a part of the last value.
. "$(dirname "$0")/with_packages"

packages OWSLib==0.35.0
expect <<'END'
http://h/wms?map=a -> http://h/wms?map=a&service=WMS
http://h/wms?token=&map=a -> http://h/wms?map=a&service=WMS
http://h/wms?map=a#b -> http://h/wms?map=a%23b&service=WMS
END
run <<'PYTHON'
from owslib.util import build_get_url

for url in ("http://h/wms?map=a", "http://h/wms?token=&map=a", "http://h/wms?map=a#b"):
    print(url, "->", build_get_url(url, {"service": "WMS"}))
PYTHON
