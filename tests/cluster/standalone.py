"""A standalone Spark cluster on this machine, whose workers have their own host names and disks.

Each worker runs in a mount namespace with its own folder mounted over the folder of the data. So the
driver and each worker see different files under one path, as on separate machines. That needs root,
`unshare` and `mount` of util-linux, and Java 17.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import pyspark

from tests.cli.program import Running, environment, started

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPARK = Path(pyspark.__file__).parent
_CLASS = str(_SPARK / "bin/spark-class")
_PATIENCE = 120
# Small, because the tests run on two cores that have other work.
_JAVA = {
    "SPARK_LOCAL_IP": "127.0.0.1",
    "SPARK_HOME": str(_SPARK),
    "SPARK_DAEMON_MEMORY": "256m",
    "JAVA_TOOL_OPTIONS": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
}
_SETTINGS = {
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.executor.cores": "1",
    "spark.sql.shuffle.partitions": "2",
    # No task waits for a worker that has none of its data.
    "spark.locality.wait": "0",
}


class Cluster:
    """A master, and the folder that the driver and each worker see in different states."""

    def __init__(self, folder: Path, port: int, stack: ExitStack) -> None:
        self.data = folder / "data"
        """The folder that the driver sees; a worker has its own disk over it."""
        _install(None, self.data)
        self.master = f"spark://127.0.0.1:{port}"
        self._folder = folder
        self._port = port
        self._stack = stack
        self._serve("master", "org.apache.spark.deploy.master.Master", "--port", str(port))
        _wait(lambda: _listens(port), "the master does not listen")

    def worker(self, name: str, python: str | None = None) -> Worker:
        """Start a worker with an empty disk; it runs `python` as `python3`."""
        disk = self._folder / name
        _install(python, disk)
        worker = Worker(name, disk)
        self._stack.callback(worker.stop)
        worker.process = self._serve(
            name, "org.apache.spark.deploy.worker.Worker", "--cores", "1", "--memory", "1g",
            "--work-dir", str(disk / "work"), self.master, disk=disk,
        )  # fmt: skip
        log = self._folder / f"{name}.log"
        _wait(lambda: "Successfully registered" in log.read_text(), f"{name} does not register")
        return worker

    def audit(self, *arguments: object, **settings: str) -> Running:
        """Start `iriform audit` in the folder of the data; Spark's configuration has its settings.

        Dots in their names are written as `_`.
        """
        said = {"spark.master": self.master, **_SETTINGS}
        said |= {name.replace("_", "."): value for name, value in settings.items()}
        (self._folder / "spark-defaults.conf").write_text(
            "".join(f"{name} {value}\n" for name, value in said.items())
        )
        environ = environment(
            **_JAVA,
            PYSPARK_PYTHON=str(self.data / "bin/python3"),
            PYTHONWARNINGS="ignore",
            SPARK_CONF_DIR=str(self._folder),
        )
        return started("audit", *arguments, "--engine", "spark", environ=environ, cwd=self.data)

    def _serve(
        self, name: str, class_: str, *options: str, disk: Path | None = None
    ) -> subprocess.Popen[bytes]:
        command = [
            _CLASS,
            class_,
            "--host",
            "127.0.0.1",
            "--webui-port",
            str(free_port()),
            *options,
        ]
        if disk is not None:
            bind = f"mount --bind {quote(str(disk))} {quote(str(self.data))}"
            inside = f'hostname {name}; {bind}; exec "$@"'
            command = ["unshare", "--mount", "--uts", "sh", "-ec", inside, "sh", *command]
        log = (self._folder / f"{name}.log").open("wb")
        self._stack.callback(log.close)
        process = subprocess.Popen(  # noqa: S603 - it is Spark's
            command, env=environment(**_JAVA), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
        self._stack.callback(_end, process)
        return process


class Worker:
    """A worker, and its disk."""

    process: subprocess.Popen[bytes]

    def __init__(self, name: str, disk: Path) -> None:
        self.name = name
        self.disk = disk
        """The disk that it sees as the folder of the data."""

    def stop(self) -> None:
        """Kill it, with its executors."""
        _end(self.process)


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Start a master; all started processes end with the context."""
    with ExitStack() as stack:
        yield Cluster(folder, free_port(), stack)


def _install(python: str | None, disk: Path) -> None:
    """Put a Python on a disk: this one, or a script."""
    (disk / "bin").mkdir(parents=True)
    wrapper = disk / "bin/python3"
    wrapper.write_text(python or f'#!/bin/sh\nexec {quote(sys.executable)} "$@"\n')
    wrapper.chmod(0o755)


def free_port() -> int:
    """Find a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait(done: object, why: str) -> None:
    until = time.monotonic() + _PATIENCE
    while not done():  # type: ignore[operator]
        if time.monotonic() > until:
            raise TimeoutError(why)
        time.sleep(0.1)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
