"""An audit on a standalone cluster of Spark: `make test-cluster`, which needs root and Java 17.

Each worker has its own disk and host name, as on separate machines (`standalone.py`). The results must be
those of DuckDB in this process.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from zipfile import ZipFile

import pyarrow.parquet as pq
import pytest

from tests.audit.optional_spark import ODD
from tests.cli.program import Run, Running
from tests.tables import ROOT

from .standalone import Cluster, cluster, free_port
from .webhdfs import store

NAMES = ["a.txt", "b.jsonl", "c.parquet", "d.csv"]


@pytest.fixture
def standalone(tmp_path: Path) -> Iterator[Cluster]:
    """Start a master; the driver's folder has inputs of some formats."""
    with cluster(tmp_path) as started:
        values = (ROOT / "examples/identifiers.txt").read_text("utf-8").splitlines()
        (started.data / "a.txt").write_text("".join(f"{value}\n" for value in values * 20))
        lines = (json.dumps({"url": value}) for value in values)
        (started.data / "b.jsonl").write_text("\n".join(lines))
        shutil.copy(ROOT / "examples/identifiers.parquet", started.data / "c.parquet")
        shutil.copy(ROOT / "examples/identifiers.csv", started.data / "d.csv")
        yield started


def copied(cluster_: Cluster, *disks: Path) -> None:
    """Copy the inputs to the disks of workers, with their modification times."""
    for disk in disks:
        for name in NAMES:
            shutil.copy2(cluster_.data / name, disk / name)


def ended(running: Running) -> Run:
    out, err = running.communicate(timeout=300)
    run = Run(running.returncode, out.decode(), err.decode())
    assert "Traceback" not in run.err, run.err
    return run


def said(run: Run) -> list[str]:
    """Return the program's errors, without those of Java and the choice of columns."""
    own = (line for line in run.err.splitlines() if line.startswith("iriform: "))
    return [line for line in own if not line.startswith("iriform: column ")]


def here(cluster_: Cluster, *names: str) -> dict[str, Any]:
    """Audit in one process, in the same folder."""
    run = subprocess.run(  # noqa: S603 - it is ours
        [sys.executable, "-m", "iriform", "audit", "--json", *names],
        cwd=cluster_.data, capture_output=True, check=True,
    )  # fmt: skip
    record: dict[str, Any] = json.loads(run.stdout)
    return record


def record(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run.out)
    assert found.pop("engine") == "spark"
    return found | {"engine": "local"}


def test_relative_names_on_workers_with_disks_of_their_own(standalone: Cluster) -> None:
    """An executor has another working directory; the names are those that were given."""
    one, two = standalone.worker("one"), standalone.worker("two")
    copied(standalone, one.disk, two.disk)
    run = ended(standalone.audit("--json", *NAMES))
    assert (run.status, said(run)) == (0, []), run.err
    assert record(run) == here(standalone, *NAMES)
    # It ran where Spark's configuration says.
    assert [*(one.disk / "work").glob("app-*"), *(two.disk / "work").glob("app-*")]


def test_folders_with_odd_names(standalone: Cluster) -> None:
    """Next to each folder are some that Spark would mistake for it: their values are not counted."""
    worker = standalone.worker("one")
    for disk in (standalone.data, worker.disk):
        for name in (*ODD, "a", "a1", "aXb", "a2", "ab"):
            (disk / name).mkdir()
            file = disk / name / f"{name}.txt"
            file.write_text(f"http://{name.encode().hex()}.example/\nb c\n")
            os.utime(file, (1e9, 1e9))  # one file on both disks
    for names in (ODD[::2], ODD[1::2]):  # ten hosts are reported
        run = ended(standalone.audit("--json", *names))
        assert (run.status, said(run)) == (0, []), run.err
        found = [host["name"] for host in record(run)["hosts"]["top"]]
        assert sorted(found) == sorted(f"{name.encode().hex()}.example" for name in names)


def test_a_stale_copy_is_refused(standalone: Cluster) -> None:
    """A worker has an outdated file: it is not counted, its host is named, and the others are counted."""
    one = standalone.worker("one")
    copied(standalone, one.disk)
    (one.disk / "a.txt").write_text("http://yesterday/\n")
    (one.disk / "d.csv").unlink()
    run = ended(standalone.audit("--json", *NAMES))
    path = standalone.data / "a.txt"
    there = "the file there is a different one: 18 bytes, changed "
    first, second = (line for line in said(run) if "cannot read" in line)
    assert first.startswith(f"iriform: cannot read a.txt on the worker one, {path}: {there}")
    assert second == (
        f"iriform: cannot read d.csv on the worker one, {standalone.data / 'd.csv'}:"
        " No such file or directory"
    )
    assert run.status == 2
    files = record(run)["files"]
    assert [file["valid"] for file in files[1:3]] == [
        file["valid"] for file in here(standalone, "b.jsonl", "c.parquet")["files"]
    ]
    assert [(files[i]["valid"], files[i]["invalid"]) for i in (0, 3)] == [(0, 0), (0, 0)]


def test_rows_go_to_no_disk_of_a_worker(standalone: Cluster) -> None:
    copied(standalone, standalone.worker("one").disk, standalone.worker("two").disk)
    run = ended(standalone.audit("--out", "out", *NAMES))
    assert run.status == 2
    (line,) = (line for line in said(run) if "cannot write" in line)
    assert line.startswith("iriform: cannot write out: the workers on ")
    assert "one" in line
    assert not (standalone.data / "out").exists()
    # If Spark writes to a URL, it cannot be checked beforehand: the rows are counted in the end.
    run = ended(standalone.audit("--out", (standalone.data / "out").as_uri(), *NAMES))
    assert run.status == 2
    (line,) = (line for line in said(run) if "cannot write" in line)
    assert ": 0 of " in line


def test_rows_go_to_a_store(standalone: Cluster, tmp_path: Path) -> None:
    copied(standalone, standalone.worker("one").disk, standalone.worker("two").disk)
    (tmp_path / "store").mkdir()
    with store(tmp_path / "store") as url:
        run = ended(standalone.audit("--json", "--out", f"{url}/rows", *NAMES))
        assert (run.status, said(run)) == (0, []), run.err
        assert record(run) == here(standalone, *NAMES)
        again = ended(standalone.audit("--out", f"{url}/rows", *NAMES))
        assert said(again) == [
            f"iriform: cannot write {url}/rows: it exists, and Spark does not replace it"
        ]
        # The output is also an input.
        rows = ended(standalone.audit("--json", "--column", "text", f"{url}/rows"))
        assert record(rows)["valid"] == record(run)["valid"]
    tables = [pq.read_table(tmp_path / "store/rows")]
    here(standalone, "--out", "rows.parquet", *NAMES)
    tables.append(pq.read_table(standalone.data / "rows.parquet"))
    order = [(name, "ascending") for name in ("file", "place")]
    one, two = (
        table.set_column(0, "file", table["file"].cast("string")).sort_by(order).to_pylist()
        for table in tables
    )
    assert one == two


def test_a_worker_that_is_killed_changes_nothing(standalone: Cluster) -> None:
    one, two = standalone.worker("one"), standalone.worker("two")
    copied(standalone, one.disk, two.disk)
    port = free_port()
    small = {"spark_sql_files_maxPartitionBytes": "4k", "spark_sql_files_openCostInBytes": "1k"}
    watched = {"spark_ui_enabled": "true", "spark_ui_port": str(port)}
    running = standalone.audit("--json", *NAMES, **small, **watched)
    done = killed_in_the_middle(running, port, one)
    run = ended(running)
    assert done
    assert (run.status, said(run)) == (0, []), run.err
    assert record(run) == here(standalone, *NAMES)


def killed_in_the_middle(running: Running, port: int, worker: Any) -> bool:
    """Kill a worker when some of the tasks are done, and some are not."""
    api = f"http://127.0.0.1:{port}/api/v1/applications"
    until = time.monotonic() + 120
    while running.poll() is None and time.monotonic() < until:
        try:
            with urlopen(api) as answer:
                (application,) = json.load(answer)
            with urlopen(f"{api}/{application['id']}/stages?status=active") as answer:  # noqa: S310
                stages = json.load(answer)
        except (OSError, ValueError):
            time.sleep(0.1)
            continue
        if any(4 <= stage["numCompleteTasks"] < stage["numTasks"] - 10 for stage in stages):
            worker.stop()
            return True
        time.sleep(0.02)
    return False


WITHOUT = """#!/bin/sh
exec {python} -c '
import os, runpy, sys
sys.path[:] = [path for path in sys.path if not os.path.exists(path + "/iriform/__init__.py")]
arguments = sys.argv[1:]
if arguments[0] == "-m":
    sys.argv = arguments[1:]
    runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
' "$@"
"""


def test_a_worker_without_iriform(standalone: Cluster, tmp_path: Path) -> None:
    one = standalone.worker("one", WITHOUT.format(python=sys.executable))
    copied(standalone, one.disk)
    run = ended(standalone.audit(*NAMES))
    assert (run.status, run.out) == (2, "")
    (line,) = said(run)
    assert "the Python of Spark's workers has no iriform: install iriform and pyarrow there" in line

    # An archive on the module path contains it without its native module.
    with ZipFile(tmp_path / "iriform.zip", "w") as archive:
        for file in (ROOT / "python/iriform").rglob("*.py"):
            archive.write(file, file.relative_to(ROOT / "python"))
    run = ended(standalone.audit("--conf", f"spark.submit.pyFiles={tmp_path}/iriform.zip", *NAMES))
    assert (run.status, run.out) == (2, "")
    (line,) = said(run)
    assert "on Spark's workers iriform has no native module for this Python in " in line


def test_an_option_says_another_master(standalone: Cluster) -> None:
    """There is no worker, so everything was counted here."""
    run = ended(standalone.audit("--json", "--master", "local[1]", "a.txt"))
    assert (run.status, said(run)) == (0, []), run.err
    run = ended(standalone.audit("--json", "--conf", "spark.master=local[1]", "a.txt"))
    assert record(run) == here(standalone, "a.txt")
