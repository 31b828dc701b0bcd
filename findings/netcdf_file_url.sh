#!/usr/bin/env bash
# netCDF4 1.7.5.1.post1, 2026-11-28. Datasets of netCDF and HDF5; a fragment of the URL says how the file is read.
#
# Guessed: a `file:` URL is opened, with `%20` decoded or not.
# Seen: it is not found, with `%20` or with a space. With `#mode=bytes` behind it, the same URL is decoded and opened.
. "$(dirname "$0")/with_packages"

packages netCDF4==1.7.5.1.post1
expect <<'END'
file:///…/a%20b.nc FileNotFoundError
file:///…/a b.nc FileNotFoundError
file:///…/a%20b.nc#mode=bytes the file with a space
/…/a%20b.nc the file with a percent sign
END
run <<'PYTHON'
from pathlib import Path

from netCDF4 import Dataset

here = Path.cwd()
for name, title in (("a b.nc", "a space"), ("a%20b.nc", "a percent sign")):
    with Dataset(here / name, "w") as made:
        made.title = f"the file with {title}"
for url in (f"file://{here}/a%20b.nc", f"file://{here}/a b.nc", f"file://{here}/a%20b.nc#mode=bytes", f"{here}/a%20b.nc"):
    try:
        with Dataset(url) as opened:
            seen = opened.title
    except OSError as error:
        seen = type(error).__name__
    print(url.replace(str(here), "/…"), seen)
PYTHON
