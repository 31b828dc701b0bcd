"""What ends an audit early."""

from __future__ import annotations


class AuditError(Exception):
    """An input cannot be read, or an output not be written. The message is one line.

    It names the file as it is; whoever shows it escapes it.
    """
