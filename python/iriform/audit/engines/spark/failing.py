"""Spark's error message in one line."""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from iriform._io.errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Iterator


def errors() -> tuple[type[Exception], ...]:
    """List the exceptions of Spark, and of Java through it, which the Spark Connect client lacks."""
    from pyspark.errors import PySparkException

    try:
        from py4j.protocol import Py4JError
    except ModuleNotFoundError:
        return (PySparkException,)
    return (PySparkException, Py4JError)


@contextmanager
def failing() -> Iterator[None]:
    """Convert an exception of Spark to an `AuditError`."""
    try:
        yield
    except errors() as error:
        raise AuditError(_said(error)) from None


def _said(error: Exception) -> str:
    """Extract a worker's message from Spark's, or else its first line."""
    text = str(error)
    if own := re.search(r"AuditError: (.*)", text):
        return own[1]
    if native := re.search(r"ModuleNotFoundError: (iriform has no native module .*)", text):
        return f"on Spark's workers {native[1]}"
    if missing := re.search(r"ModuleNotFoundError: No module named '(iriform|pyarrow)\b", text):
        return (
            f"the Python of Spark's workers has no {missing[1]}: install iriform and pyarrow there, or"
            f" set PYSPARK_PYTHON before the session begins; this Python is {sys.executable}. Send"
            " iriform to a cluster with --conf spark.archives=…, not with --py-files, because it"
            " is native (docs/cluster.md)"
        )
    thrown = re.findall(r"^(?:: )?(\w+(?:\.\w+)*(?:Error|Exception): .*)", text, re.MULTILINE)
    return f"Spark gave up: {thrown[-1] if thrown else text.partition(chr(10))[0]}"
