"""The exception that ends an audit early."""

from __future__ import annotations


class AuditError(Exception):
    """An input cannot be read, or an output cannot be written. The message is one line.

    It contains the file's name unescaped; code that shows the message must escape it.
    """
