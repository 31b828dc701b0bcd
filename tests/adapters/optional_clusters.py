"""The examples of docs/scale.md for Daft, Dask and Ray, and the same functions on two workers of each.

`make test-engines` installs the engines, which take half a gigabyte.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from iriform import columns

pytestmark = pytest.mark.filterwarnings("default")  # the engines' own

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs/scale.md").read_text("utf-8"), re.DOTALL
)
WORKERS = 2
FILES = 8
"""More files and pieces than workers, so each worker has one."""


def texts(rows: int) -> pa.Array:
    """Make rows of every kind: valid, with a non-ASCII host, not valid, null."""
    return pa.array(
        [
            (f"HTTP://h{n}.example/%7e/{n}?q", f"http://é{n}.example/", f"http://h{n}/ x", None)[
                n % 4
            ]
            for n in range(rows)
        ]
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a table of several files."""
    for number in range(FILES):
        table = pa.table({"url": texts(1000 + number)})
        pyarrow.parquet.write_table(table, tmp_path / f"{number}.parquet")
    return tmp_path


def run_example(engine: str) -> Any:
    """Run the example of an engine and return the value of its last expression."""
    [code] = [code for code in EXAMPLES if f"import {engine}" in code]
    *before, last = re.split(r"\n(?=[a-z@])", code.rstrip())
    names: dict[str, Any] = {}
    here = Path.cwd()
    os.chdir(ROOT)  # file names in examples are relative to it
    try:
        exec(compile("\n".join([*before, f"result = {last}"]), "docs/scale.md", "exec"), names)  # noqa: S102 - our own page
    finally:
        os.chdir(here)
    return names["result"]


ON_RAY = """
import json, sys, daft
from daft import DataType
from tests.adapters.optional_clusters import judged

address, folder = sys.argv[1:]
daft.set_runner_ray(address)
NAMES = {"valid": DataType.bool(), "host": DataType.string(), "normal": DataType.string(),
         "process": DataType.int64()}

@daft.func.batch(return_dtype=DataType.struct(NAMES))
def ask(urls):
    answers = judged(urls.to_arrow()).select(list(NAMES))
    return daft.Series.from_arrow(answers.to_struct_array().combine_chunks())

frame = daft.read_parquet(folder + "/*.parquet")
rows = frame.select(daft.col("url"), ask(daft.col("url")).alias("answer")).to_pylist()
print(json.dumps([{"url": row["url"], **row["answer"]} for row in rows]))
"""


def hosts_of_the_example() -> list[str | None]:
    """Return the hosts that an example must find."""
    table = pyarrow.parquet.read_table(ROOT / "examples/identifiers.parquet")
    hosts: list[str | None] = columns.host(table["identifier"]).to_pylist()
    assert any(hosts)
    return hosts


def judged(urls: Any) -> pa.Table:
    """Return several answers about a column, and the process that computed them."""
    return pa.table(
        {
            "url": urls,
            "valid": columns.is_valid(urls, threads=1),
            "host": columns.host(urls, threads=1),
            "normal": columns.normalize(urls, threads=1),
            "process": pa.array([os.getpid()] * len(urls)),
        }
    )


def same_answers(rows: list[dict[str, Any]]) -> None:
    """Compare the workers' answers with those of this process, and check that two worked."""
    key = lambda row: (row["url"] is None, str(row["url"]))  # noqa: E731
    expected = [row for number in range(FILES) for row in judged(texts(1000 + number)).to_pylist()]
    processes = {row.pop("process") for row in rows}
    for row in expected:
        del row["process"]
    assert sorted(rows, key=key) == sorted(expected, key=key)
    assert len(processes) >= WORKERS
    assert os.getpid() not in processes


class TestDaft:
    daft: Any = pytest.importorskip("daft", reason="make test-engines installs it")

    def test_the_example(self) -> None:
        assert run_example("daft").to_pydict()["host"] == hosts_of_the_example()


class TestDask:
    @pytest.fixture
    def two_workers(self) -> Iterator[None]:
        distributed = pytest.importorskip("distributed", reason="make test-engines installs it")
        with (
            distributed.LocalCluster(
                n_workers=WORKERS, threads_per_worker=1, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster),
        ):
            yield

    def test_the_example(self) -> None:
        pytest.importorskip("dask", reason="make test-engines installs it")
        found = pa.array(run_example("dask").compute(), from_pandas=True)
        assert found.to_pylist() == hosts_of_the_example()

    @pytest.mark.usefixtures("two_workers")
    def test_two_workers(self, folder: Path) -> None:
        dask = pytest.importorskip("dask.dataframe", reason="make test-engines installs it")
        pd = pytest.importorskip("pandas")

        def ask(part: Any) -> Any:
            answers = judged(pa.array(part["url"], from_pandas=True))
            return answers.to_pandas(types_mapper=pd.ArrowDtype)

        frame = dask.read_parquet(folder, split_row_groups=True)
        parts = frame.map_partitions(ask, meta=ask(frame.head(1)))
        same_answers(pa.Table.from_pandas(parts.compute(), preserve_index=False).to_pylist())


class TestRay:
    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def cluster(cls) -> Iterator[str]:
        ray = pytest.importorskip("ray", reason="make test-engines installs it")
        utilities = pytest.importorskip("ray.cluster_utils")
        cluster = utilities.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address)
        yield cluster.address
        ray.shutdown()
        cluster.shutdown()

    def test_the_example(self) -> None:
        found = [row["host"] for row in run_example("ray").take_all()]
        assert sorted(found, key=str) == sorted(hosts_of_the_example(), key=str)

    def test_two_workers(self, folder: Path) -> None:
        ray = pytest.importorskip("ray", reason="make test-engines installs it")

        def ask(batch: Any) -> Any:
            return judged(batch["url"].combine_chunks())

        frame = (
            ray.data.read_parquet(folder)
            .repartition(FILES)
            .map_batches(ask, batch_format="pyarrow")
        )
        same_answers(frame.take_all())

    def test_daft_on_two_workers(self, cluster: str, folder: Path) -> None:
        pytest.importorskip("daft", reason="make test-engines installs it")
        # A process keeps the runner that its first query had.
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", ON_RAY, cluster, str(folder)],
            stdout=subprocess.PIPE,
            check=True,
            cwd=ROOT,
        )
        same_answers(json.loads(done.stdout.splitlines()[-1]))
