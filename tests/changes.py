"""A file and its mended copy as one text: `http://a/⟦ →%20⟧b` has a space, and the copy `%20`."""

import re

CHANGE = re.compile("⟦(.*?)→(.*?)⟧", re.DOTALL)


def before_and_after(text: str) -> tuple[str, str]:
    """Return the text of the file, and the text of its copy."""
    return CHANGE.sub(r"\1", text), CHANGE.sub(r"\2", text)
