#!/usr/bin/env bash
# poetry-core 2.5.0, 2026-11-28. The build backend of Poetry reads URLs of Git.
#
# Guessed: of `git+ssh://git@h:o/r.git@v1` the revision is cut off, and the rest is the repository; a URL with a query
# is taken, as RFC 3986 has it.
# Seen: the revision is given, and stays in the URL, too: Git would look for a repository `r.git@v1`. With `/` in
# place of the colon it is cut off. A query is refused.
. "$(dirname "$0")/with_packages"

packages poetry-core==2.5.0
expect <<'END'
GitUrl(url='git@h:o/r.git@v1', revision='v1', subdirectory=None)
GitUrl(url='ssh://git@h/o/r.git', revision='v1', subdirectory=None)
Invalid git url "https://h/o/r.git?x=1"
END
run <<'PYTHON'
from poetry.core.vcs.git import Git

print(Git.normalize_url("git+ssh://git@h:o/r.git@v1"))
print(Git.normalize_url("git+ssh://git@h/o/r.git@v1"))
try:
    print(Git.normalize_url("https://h/o/r.git?x=1"))
except ValueError as error:
    print(error)
PYTHON
