#!/usr/bin/env bash
# pylatexenc 2.11, 2026-11-28. Plain text of LaTeX, as in the fields of a bibliography.
#
# Guessed: in the argument of \url, where LaTeX takes `%`, `_` and `~` literally, a URL keeps them.
# Seen: from the first `%` on it is gone without a word, as a comment would be, and `~` becomes a no-break space.
. "$(dirname "$0")/with_packages"

packages pylatexenc==2.11
expect <<'END'
\url{http://h/a%20b} -> <http://h/a>
\url{http://h/~anna/a_b} -> <http://h/ anna/a_b>
\url{http://h/a\%20b} -> <http://h/a%20b>
END
run <<'PYTHON'
from pylatexenc.latex2text import LatexNodes2Text

for text in (r"\url{http://h/a%20b}", r"\url{http://h/~anna/a_b}", r"\url{http://h/a\%20b}"):
    print(text, "->", LatexNodes2Text().latex_to_text(text))
PYTHON
