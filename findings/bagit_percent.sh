#!/usr/bin/env bash
# bagit 1.9.0, 2026-11-29. The manifest of a bag, in which CR, LF and `%` of a file's name are percent-encoded, and
# nothing else (RFC 8493 §2.1.3).
#
# Guessed: `a%0Ab.txt` is `a%250Ab.txt` in the manifest.
# Seen: a `%` stays as it is, but is decoded when the manifest is read: a bag that was made a moment ago is not valid.
. "$(dirname "$0")/with_packages"

packages bagit==1.9.0
expect <<'END'
data/50%.txt
data/a%0Ab.txt
valid: False
END
run <<'PYTHON'
import logging
from pathlib import Path

import bagit

logging.disable(logging.CRITICAL)
Path("bag").mkdir()
for name in ("50%.txt", "a%0Ab.txt"):
    Path("bag", name).touch()
bag = bagit.make_bag("bag", checksums=["sha256"])
for line in Path("bag/manifest-sha256.txt").read_text().splitlines():
    print(line.split()[1])
print("valid:", bag.is_valid())
PYTHON
