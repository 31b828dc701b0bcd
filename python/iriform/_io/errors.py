"""The exception that ends an audit."""

from __future__ import annotations


class AuditError(Exception):
    """An input cannot be read, or an output cannot be written. The message is one line.

    It contains the file's name unescaped; code that shows the message must escape it.
    """

    def __init__(self, message: str, *others: str) -> None:
        super().__init__(message)
        self.others = others
        """The messages of the other inputs, if no input could be read."""

    def __reduce__(self) -> tuple[type[AuditError], tuple[str, ...]]:
        return type(self), (str(self), *self.others)
