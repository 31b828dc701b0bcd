"""The arguments of the process: UTF-8 text, or file names.

Python decodes them by the locale. In the C locale it keeps bytes beyond ASCII as surrogates, unless
it is in UTF-8 mode, which is the default but can be disabled with `PYTHONUTF8=0`. A file name must
stay in this form, or the system would not find the file. In text, the bytes are UTF-8, as in a
file.
"""

from __future__ import annotations

import os


def as_text(argument: str) -> str:
    """Decode an argument as UTF-8, if the locale could not decode it."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(argument).decode()
        except UnicodeError:
            pass
    return argument


def is_text(argument: str) -> bool:
    """Return True if an argument is text without bytes that are not UTF-8."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_name(text: str) -> str:
    """Convert the result of `as_text` back to a file name."""
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return os.fsdecode(text.encode())
    return text
