"""A filter for `logging` that masks passwords and tokens in every line.

>>> import logging, sys
>>> from iriform.logs import MaskFilter
>>> handler = logging.StreamHandler(sys.stdout)
>>> handler.addFilter(MaskFilter())
>>> log = logging.getLogger("app")
>>> log.addHandler(handler)
>>> log.warning("cannot reach %s", "https://anna:s3cret@db.example/?token=abc")
cannot reach https://anna:***@db.example/?token=***
"""

from __future__ import annotations

import logging
from typing import Any

from ._core import masked

__all__ = ["MaskFilter"]


class MaskFilter(logging.Filter):
    """Masks the secrets in a record, like `iriform.security.masked`.

    Add it to a handler, not to a logger, because a logger's filter does not receive the records of
    the loggers below it. The message is masked as a whole, with its arguments, so `"token=%s"`
    hides the argument, and an f-string is masked as well. So are the traceback and the stack.

    The access log of uvicorn is formatted from its arguments, each of which is masked. A formatter
    that reads `record.exc_info` itself shows the unmasked error.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask a record. It is always shown."""
        if record.name == "uvicorn.access":
            record.args = _masked(record.args)
        else:
            try:
                message = record.getMessage()
            except Exception:  # noqa: BLE001 - logging reports it where the record is formatted
                record.args = _masked(record.args)
            else:
                record.msg, record.args = masked(message), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = masked(record.exc_text)
        if record.stack_info:
            record.stack_info = masked(record.stack_info)
        return True


def _masked(given: Any) -> Any:  # noqa: ANN401 - arguments of a record are of any type
    """Mask each text among the arguments of a record."""
    if isinstance(given, str):
        return masked(given)
    if isinstance(given, tuple):
        return tuple(map(_masked, given))
    if isinstance(given, dict):
        return {name: _masked(value) for name, value in given.items()}
    return given
