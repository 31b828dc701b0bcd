"""Texts of a file and of its mended copy in one: `http://a/⟦ →%20⟧b` has a space, and the copy `%20`."""

import re

CHANGE = re.compile("⟦(.*?)→(.*?)⟧", re.DOTALL)


def before_and_after(text: str) -> tuple[str, str]:
    """Give what stands in the file, and what stands in its copy."""
    return CHANGE.sub(r"\1", text), CHANGE.sub(r"\2", text)
