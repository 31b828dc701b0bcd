"""The session of Spark that an audit uses, and what Spark says when it fails."""

# pyspark is half a gigabyte, so those who check types need not have it.
# pyright: reportMissingImports=false

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from iriform.audit.errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession


@contextmanager
def session(master: str | None) -> Iterator[SparkSession]:
    """Take the session there is, or start one and stop it at the end."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:
        with workers_here(running):
            yield running
        return
    builder = SparkSession.builder.appName("iriform audit")
    builder = builder.config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    if master is None or master.startswith("local"):
        builder = builder.master(master or "local[*]")
        # One machine: no network but its own, and no more pieces than it has cores.
        for address in ("spark.driver.host", "spark.driver.bindAddress"):
            builder = builder.config(address, "127.0.0.1")
        builder = builder.config("spark.sql.shuffle.partitions", os.cpu_count() or 1)
    else:
        builder = builder.master(master)
    try:
        started = builder.getOrCreate()
    except (PySparkException, Py4JError) as error:
        said_ = str(error).partition("\n")[0]
        raise AuditError(
            f"Spark does not start; is there Java 17, and the master? {said_}"
        ) from None
    started.sparkContext.setLogLevel("OFF")
    try:
        with workers_here(started):
            yield started
    finally:
        started.stop()


# What PySpark runs where nobody has said which Python the workers are.
_ANY_PYTHON = "python3"


@contextmanager
def workers_here(spark: SparkSession) -> Iterator[None]:
    """Let workers on this machine be this interpreter, unless somebody has said which they are.

    It has iriform, which the first `python3` on the path need not have: a virtual environment may not
    be activated. Spark asks its context when a function is made, so this is undone at the end.
    """
    context = spark.sparkContext
    before = context.pythonExec
    if before == _ANY_PYTHON and str(context.master).startswith("local"):
        context.pythonExec = sys.executable
    try:
        yield
    finally:
        context.pythonExec = before


@contextmanager
def failing() -> Iterator[None]:
    """Turn what Spark raises, or Java by way of it, into an `AuditError`."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        raise AuditError(_said(error)) from None


def _said(error: Exception) -> str:
    """Take out of Spark's message what a worker said, or else its first line."""
    text = str(error)
    if own := re.search(r"AuditError: (.*)", text):
        return own[1]
    if missing := re.search(r"ModuleNotFoundError: No module named '(iriform|pyarrow)\b", text):
        return (
            f"the Python of Spark's workers has no {missing[1]}: install iriform[audit] there, or set"
            f" PYSPARK_PYTHON before the session begins; this Python is {sys.executable}"
        )
    thrown = re.findall(r"^(?:: )?(\w+(?:\.\w+)*(?:Error|Exception): .*)", text, re.MULTILINE)
    return f"Spark gave up: {thrown[-1] if thrown else text.partition(chr(10))[0]}"
