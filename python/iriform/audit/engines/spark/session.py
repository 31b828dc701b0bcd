"""The Spark session of an audit."""

# pyspark is half a gigabyte, so type checking does not require it.
# pyright: reportMissingImports=false

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from iriform._io.errors import AuditError

from .failing import errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyspark.sql import SparkSession

# The audit's settings, unless `conf`, spark-submit, the environment or Spark's files have them.
_OURS = {
    "spark.app.name": "iriform audit",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
# Settings that PySpark itself makes by default, which are not the user's choice.
_DEFAULTS = {
    ("spark.app.name", "pyspark-shell"),
    ("spark.app.name", "__main__.py"),
    ("spark.ui.showConsoleProgress", "true"),
}
# For one machine: only its own network, and at most as many pieces as cores.
_ON_ONE_MACHINE = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": str(os.cpu_count() or 1),
}


@contextmanager
def session(conf: Mapping[str, str]) -> Iterator[SparkSession]:
    """Use the existing session, or start one with these settings and stop it at the end."""
    running = _running()
    if running is not None:
        if conf:
            raise AuditError(
                "a session of Spark is already running and keeps its settings: set"
                f" {', '.join(sorted(conf))} where it is created"
            )
        with workers_here(running):
            yield running
        return
    try:
        started = _started(conf)
    except errors() as error:
        said = str(error).partition("\n")[0]
        raise AuditError(
            f"Spark does not start; are Java 17 and the master available? {said}"
        ) from None
    try:
        with workers_here(started):
            yield started
    finally:
        started.stop()


def _running() -> SparkSession | None:
    """Find the session of this thread, of Spark Connect or not."""
    from pyspark.sql import SparkSession

    # A program with a session of Spark Connect has imported it; others need not have its requirements.
    remote: Any = sys.modules.get("pyspark.sql.connect.session")
    found = None if remote is None else remote.SparkSession.getActiveSession()
    return found or (None if _is_client() else SparkSession.getActiveSession())


def _is_client() -> bool:
    """Return True if PySpark here is only the client of Spark Connect, without Java."""
    from pyspark.util import is_remote_only

    return bool(is_remote_only())


def _started(conf: Mapping[str, str]) -> SparkSession:
    from pyspark.sql import SparkSession

    master = conf.get("spark.master", "")
    remote = conf.get("spark.remote") or (master if master.startswith("sc://") else None)
    if remote or "SPARK_REMOTE" in os.environ or _is_client():
        builder = SparkSession.builder
        for key, value in conf.items():
            if key not in {"spark.master", "spark.remote"}:
                builder = builder.config(key, value)
        return (builder.remote(remote) if remote else builder).getOrCreate()

    from pyspark import SparkConf, SparkContext

    given = SparkConf(loadDefaults=False)
    for key, value in conf.items():
        given.set(key, value)
    # With Java, the settings of spark-submit, of the environment and of Spark's files apply. The
    # default master is this machine. No public function returns them before there is a session.
    SparkContext._ensure_initialized(conf=given)  # noqa: SLF001
    said = dict({*SparkConf().getAll()} - _DEFAULTS) | dict(conf)
    ours = {**_OURS, **(_ON_ONE_MACHINE if _is_local(said.get("spark.master", "local")) else {})}
    builder = SparkSession.builder
    for key, value in {**ours, **said}.items():
        builder = builder.config(key, value)
    started: SparkSession = builder.getOrCreate()
    started.sparkContext.setLogLevel("OFF")
    return started


def is_connect(spark: SparkSession) -> bool:
    """Return True if a session belongs to Spark Connect, which has no context."""
    return type(spark).__module__.startswith("pyspark.sql.connect.")


def is_on_this_machine(spark: SparkSession) -> bool:
    """Return True if the workers are on this machine."""
    return not is_connect(spark) and _is_local(str(spark.sparkContext.master))


def _is_local(master: str) -> bool:
    return master.startswith("local")


def parallelism(spark: SparkSession) -> int:
    """Return the number of tasks that run at once, the default number of partitions."""
    if not is_connect(spark):
        return int(spark.sparkContext.defaultParallelism)
    from pyspark.sql.functions import spark_partition_id

    return int(spark.range(2**20).select(spark_partition_id()).distinct().count())


# The default Python of PySpark's workers.
_ANY_PYTHON = "python3"


@contextmanager
def workers_here(spark: SparkSession) -> Iterator[None]:
    """Make the workers use the Python of the settings or, on this machine, this interpreter.

    This interpreter has iriform, which the first `python3` on the path may lack, because a virtual
    environment need not be activated. Spark asks its context when a function is made, so this is
    undone at the end.
    """
    if is_connect(spark):  # whose server decides
        yield
        return
    context = spark.sparkContext
    before = context.pythonExec
    if before == _ANY_PYTHON:
        # If Python has started Java, PySpark only reads the variable, not the setting.
        said = spark.conf.get("spark.pyspark.python", None)
        here = sys.executable if is_on_this_machine(spark) else before
        context.pythonExec = said or here
    try:
        yield
    finally:
        context.pythonExec = before
