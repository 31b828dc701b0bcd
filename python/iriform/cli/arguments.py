"""The arguments of the process: text in UTF-8, or the name of a file.

Python decodes them by the locale. In that of C it keeps bytes that are not ASCII as surrogates, unless it
is in UTF-8 mode: it is by default, and not with `PYTHONUTF8=0`. A name of a file has to stay so, or the
system would not find the file. In text, the bytes are UTF-8, as in a file.
"""

from __future__ import annotations

import os


def as_text(argument: str) -> str:
    """Read an argument as UTF-8, if the locale could not read it."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(argument).decode()
        except UnicodeError:
            pass
    return argument


def is_text(argument: str) -> bool:
    """Tell whether an argument is text, and has no bytes that are not UTF-8."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_name(text: str) -> str:
    """Make text that `as_text` has read the name of a file again."""
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return os.fsdecode(text.encode())
    return text
