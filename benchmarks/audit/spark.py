"""`python -m benchmarks.audit.spark [ROWS]`: audits on Spark, compared with its own `parse_url`.

The links are those of `benchmarks.columns.scale`: all differ, every tenth is invalid, every
hundredth is null. Spark runs here with two workers. Times are the processor time of all processes.
Each subject runs twice, and the second time counts: Python's workers are running by then.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING

from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812 - Spark's own custom

from benchmarks.columns.processes import processor_time
from benchmarks.columns.scale import write
from iriform.audit import Audit, audit

if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="?", type=int, default=10_000_000)
    rows = parser.parse_args().rows
    file = write(rows)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "2g")
        .config("spark.sql.shuffle.partitions", 2)
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    frame = spark.read.parquet(str(file))
    host = F.expr("try_parse_url(url, 'HOST')")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{rows:,} rows of Parquet, {file.stat().st_size >> 20} MiB")
    subjects: dict[str, Callable[[], int]] = {
        "groupBy(try_parse_url(url, 'HOST'))": lambda: frame.groupBy(host).count().count(),
        "audit(frame)": lambda: judged(audit(frame), rows),
        "audit(URL), by Spark's reader": lambda: judged(audit(file.as_uri(), engine="spark"), rows),
        "audit(file), cut at row groups": lambda: judged(audit(str(file), engine="spark"), rows),
    }
    for name, subject in subjects.items():
        for _ in range(2):
            start, spent = time.perf_counter(), processor_time()
            answer = subject()
            wall, processor = time.perf_counter() - start, (processor_time() - spent) / 1e9
        print(f"  {name:38} {wall:6.1f} s  processor {processor:6.1f} s  {answer:,}", flush=True)
    spark.stop()


def judged(found: Audit, rows: int) -> int:
    """Compare the figures with the generated data, and return the number of hosts."""
    figures = (found.valid, found.invalid, found.empty)
    assert figures == (rows - rows // 10 - rows // 100, rows // 10, rows // 100), figures
    return found.hosts.distinct


if __name__ == "__main__":
    main()
