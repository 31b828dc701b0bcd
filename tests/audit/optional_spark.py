"""Spark gives the same results as one process: `make test-spark` (pyspark is 450 MB and needs Java)."""

from __future__ import annotations

import bz2
import gzip
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from iriform.audit import AuditError, Watch, audit
from iriform.audit.engines.spark import files as files_module
from iriform.audit.engines.spark.copies import File
from iriform.audit.options import Options
from iriform.audit.sources import among
from tests.cli.program import environment, process
from tests.tables import CORPORA, ROOT

pytestmark = pytest.mark.filterwarnings("default")  # Spark's own warnings are Spark's


@pytest.fixture(scope="module", autouse=True)
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """Start Spark once; an audit uses the existing session."""
    tables = tmp_path_factory.mktemp("warehouse")
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    builder = builder.config("spark.sql.shuffle.partitions", 2)
    builder = builder.config("spark.driver.host", "127.0.0.1")
    builder = builder.config("spark.sql.warehouse.dir", tables.as_uri())
    mount = "spark.hadoop.fs.viewfs.mounttable.here.link./large"
    builder = builder.config(mount, tmp_path_factory.getbasetemp().as_uri())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    yield spark
    spark.stop()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Gather inputs of every kind, including bad values and rows."""
    directory = tmp_path_factory.mktemp("spark")
    values = (ROOT / "examples/identifiers.txt").read_bytes()
    (directory / "a.txt.gz").write_bytes(gzip.compress(values + b"http://\xff/\nx:\xe2\x80\x8e\n"))
    (directory / "it's; --.csv").write_text('id,url\n1,http://a/\n2,"http://É/ x"\n3\n')
    lines = [{"u": "HTTP://A/"}, {"u": 1}, {"u": None}, {"u": "http://user:pw@h:80/\u05d0a?q#f"}]
    (directory / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (directory / "a.ttl").write_text(
        '<http://s s/> <p> "1"^^<http://t/> . broken . <a:b> a <c:d> .'
    )
    (directory / "empty.txt").write_text("")
    table = pa.table({"u": [f"http://h{i % 50}/{'é' * (i % 20)}" for i in range(100_000)]})
    pq.write_table(table, directory / "a.parquet")
    return [*map(str, sorted(directory.iterdir())), str(ROOT / "examples/identifiers.csv")]


def test_the_same_figures(files: list[str]) -> None:
    one, two = (audit(files, engine=engine).record() for engine in ("local", "spark"))
    assert (one.pop("engine"), two.pop("engine")) == ("local", "spark")
    assert one == two
    assert one["findings"]
    assert one["unreadable"] >= 3


@pytest.mark.parametrize(
    "options",
    [
        {"as_": "URI", "prefixes": {"a": "http://a/", "é": "http://É/"}},
        {"base": "http://b/c/", "top": 3},
    ],
)
def test_the_same_with_options(files: list[str], options: dict[str, Any]) -> None:
    one, two = (audit(files[:3], engine=e, **options).record() for e in ("local", "spark"))
    assert one | {"engine": ""} == two | {"engine": ""}


@pytest.mark.collection(needed=True)
def test_the_same_of_the_corpora() -> None:
    files = [*map(str, CORPORA)]
    one, two = (audit(files, engine=e, top=1000).record() for e in ("local", "spark"))
    assert one | {"engine": ""} == two | {"engine": ""}


def test_the_same_parts(tmp_path: Path, files: list[str]) -> None:
    rows = []
    for engine in ("local", "spark"):
        audit(files, engine=engine, out=str(tmp_path / engine))
        table = pq.read_table(tmp_path / engine)
        file = table["file"].cast(pa.string())
        table = table.set_column(table.schema.get_field_index("file"), "file", file)
        order = [(name, "ascending") for name in ("file", "place", "part")]
        rows.append(table.sort_by(order).to_pylist())
    assert rows[0] == rows[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["local", "spark"]


@pytest.fixture
def small_pieces(session: SparkSession) -> Iterator[None]:
    """Cut files into pieces of some kilobytes."""
    names = {"spark.sql.files.maxPartitionBytes": "12000b", "spark.sql.files.openCostInBytes": "1k"}
    before = {name: str(session.conf.get(name)) for name in names}
    for name, value in names.items():
        session.conf.set(name, value)
    yield
    for name, value in before.items():
        session.conf.set(name, value)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gather inputs that are cut into pieces, many of them with bad values."""
    directory = tmp_path_factory.mktemp("large")
    values = (ROOT / "examples/identifiers.txt").read_bytes()
    values = (
        b"\xef\xbb\xbf" + values.replace(b"\n", b"\r\n", 50) + b"http://\xff/\nx:\ry\n\n" + values
    )
    (directory / "a.txt").write_bytes(values)
    texts = values.decode("utf-8", "replace").split("\n")
    rows = [json.dumps({"url": text, "n": i}, ensure_ascii=False) for i, text in enumerate(texts)]
    (directory / "a.jsonl").write_text("\n".join([*rows[:400], "{", *rows[400:]]))
    bad = [text.strip() for text in texts if "<" not in text and ">" not in text]
    triples = [f'<http://s/{i}> <{text}> "é\\n"^^<{text}> .' for i, text in enumerate(bad)]
    (directory / "a.nt").write_text("\n".join([*triples[:300], "<broken", "# no", *triples[300:]]))
    (directory / "a.nq").write_text("\n".join(t[:-1] + f"<http://g/{len(t)}> ." for t in triples))
    table = pa.table(
        {"n": list(range(len(texts))), "page": [{"urls": [t, None, t]} for t in texts]}
    )
    pq.write_table(table, directory / "a.parquet", row_group_size=50)
    return directory


def files_of(directory: Path) -> list[str]:
    return sorted(map(str, directory.iterdir()))


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("options", [{}, {"base": "http://b/c/", "as_": "URI-reference"}])
def test_large_files_are_read_by_many_tasks(
    session: SparkSession, large: Path, options: dict[str, Any]
) -> None:
    files = files_of(large)
    one, two = (audit(files, engine=e, top=1000, **options).record() for e in ("local", "spark"))
    assert one | {"engine": ""} == two | {"engine": ""}
    looked_at = [File.of(file) for file in files]
    size = files_module.size_of_pieces(session, looked_at)
    for file in looked_at:
        assert len(files_module.tasks(0, file, among(Options(), files), size)) >= 3


@pytest.mark.usefixtures("small_pieces")
def test_compressed_files_of_several_streams_are_read_by_many_tasks(
    session: SparkSession, tmp_path: Path, large: Path
) -> None:
    values = (large / "a.txt").read_bytes() * 20
    parts = [values[at : at + 50_000] for at in range(0, len(values), 50_000)]
    file = tmp_path / "a.txt.bz2"
    file.write_bytes(b"".join(map(bz2.compress, parts)))
    seen = File.of(str(file))
    size = files_module.size_of_pieces(session, [seen])
    assert len(files_module.tasks(0, seen, Options(), size)) >= 3
    one, two = (audit(str(file), engine=engine).record() for engine in ("local", "spark"))
    assert one | {"engine": ""} == two | {"engine": ""}
    (tmp_path / "out").mkdir()
    test_the_same_parts(tmp_path / "out", [str(file)])


class Said(Watch):
    """Keeps the lines that are reported beforehand."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, text: str) -> None:
        self.lines.append(text)


@pytest.mark.usefixtures("small_pieces")
def test_tables_without_line_breaks_in_fields_are_read_by_many_tasks(tmp_path: Path) -> None:
    """Workers look for quotation marks, unless an option says that rows are lines."""
    values = [f"http://h{i % 50}/{'a b' if i % 99 == 0 else i}" for i in range(8000)]
    plain, quoted, broken = (tmp_path / f"{name}.csv" for name in ("plain", "quoted", "broken"))
    plain.write_text("".join(f"{i},{value}\n" for i, value in enumerate(["url", *values])))
    quoted.write_text("".join(f'{i},"{value}"\n' for i, value in enumerate(["url", *values])))
    broken.write_text(plain.read_text() + '8001,"http://h/\n\n"\n')
    for file, told, said in [
        (plain, False, []),
        (quoted, False, [quoted]),
        (quoted, True, []),
        (broken, False, [broken]),
    ]:
        watch = Said()
        one = audit(str(file)).record()
        two = audit(str(file), engine="spark", rows_are_lines=told, watch=watch).record()
        assert one | {"engine": ""} == two | {"engine": ""}
        assert [line.partition(" (")[0] for line in watch.lines] == [
            f"one task will read {name}, {name.stat().st_size / 1e6:.1f} MB: it cannot be split"
            for name in said
        ]
        assert one["problems"][0]["examples"][1]["place"] == 101


@pytest.mark.usefixtures("small_pieces")
def test_the_rows_of_large_files(tmp_path: Path, large: Path) -> None:
    test_the_same_parts(tmp_path, files_of(large))


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("root", ["file://{}", "viewfs://here/large"])
def test_what_sparks_own_readers_read(
    large: Path, root: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With a URL, the places are also the same. `viewfs` is a file system of Hadoop, like `hdfs`."""
    root = root.format(tmp_path_factory.getbasetemp())
    for file in files_of(large):
        url = f"{root}/{Path(file).relative_to(tmp_path_factory.getbasetemp())}"
        one = audit(file, top=1000).record()
        two = audit(url, engine="spark", top=1000).record()
        assert one["files"][0].pop("file") == file
        assert two["files"][0].pop("file") == url
        for record in (one, two):
            record["engine"] = ""
            for group in (*record["problems"], *record["findings"]):
                for example in group["examples"]:
                    example["file"] = Path(example["file"]).name
            for example in record["unreadable_rows"]:
                example["file"] = Path(example["file"]).name
        assert one == two, file


@pytest.mark.usefixtures("small_pieces")
def test_directories_and_patterns(session: SparkSession, tmp_path: Path) -> None:
    """A directory is one input; an example names its file."""
    values = (ROOT / "examples/identifiers.txt").read_text("utf-8").splitlines()
    frame = session.createDataFrame(
        [(value, i % 3) for i, value in enumerate(values)], "url string, n int"
    )
    frame.repartition(3).write.partitionBy("n").parquet(str(tmp_path / "table"))
    frame.select("url").repartition(4).write.text(str(tmp_path / "lines"), compression="gzip")
    expected = audit(str(ROOT / "examples/identifiers.txt"), top=1000)
    for name in (
        str(tmp_path / "table"),
        (tmp_path / "table").as_uri(),
        f"{(tmp_path / 'table').as_uri()}/n=*/*.parquet",
        str(tmp_path / "lines"),
    ):
        found = audit(name, engine="spark", top=1000, column="url" if "table" in name else None)
        assert [file.file for file in found.files] == [name]
        assert found.hosts == expected.hosts
        assert found.lengths == expected.lengths
        assert [(p.code, p.count, p.mendable) for p in found.problems] == [
            (p.code, p.count, p.mendable) for p in expected.problems
        ]
        for problem in found.problems:
            for example in problem.examples:
                assert "/part-0" in example.file
                file = Path(example.file.removeprefix("file:"))
                assert example.unit == ("row" if file.suffix == ".parquet" else "line")
                there = audit(str(file))
                assert example.place in {
                    e.place for p in there.problems if p.code == problem.code for e in p.examples
                }
    out = tmp_path / "out"
    audit(str(tmp_path / "lines"), engine="spark", out=str(out))
    rows = pq.read_table(out).select(["file", "place", "text"]).to_pylist()
    assert sorted(row["text"] or "" for row in rows) == sorted(values)
    for row in rows:
        with gzip.open(
            row["file"].removeprefix("file:"), "rt", encoding="utf-8", newline="\n"
        ) as file_:
            assert file_.read().split("\n")[row["place"] - 1] == (row["text"] or "")


ODD = ["a b", "a%20b", "a#b", "a%23b", "a[1]", "a?b", "é", "%C3%A9", "a+b", "a*b", "a{1,2}", "a\\b"]


@pytest.mark.parametrize("name", ODD)
def test_a_folder_is_the_one_that_was_given(tmp_path: Path, name: str) -> None:
    """Next to it are folders that Spark would mistake for it. Places have the names of the files."""
    folder = tmp_path / name
    for each in (*ODD, "a", "a1", "aXb", "a2", "ab"):
        (tmp_path / each).mkdir()
        (tmp_path / each / f"{each}.txt").write_text(
            f"http://{each.encode().hex()}.example/\nb c\n"
        )
    out = folder / "out"
    found = audit(str(folder), engine="spark", out=str(out))
    assert [host.name for host in found.hosts.top] == [f"{name.encode().hex()}.example"]
    [problem] = found.problems
    assert problem.examples[0].file == str(folder / f"{name}.txt")
    assert set(pq.read_table(out)["file"].to_pylist()) == {str(folder / f"{name}.txt")}


def test_a_colon_is_refused(tmp_path: Path) -> None:
    """Hadoop cannot read a name with a colon."""
    (tmp_path / "a:b").mkdir()
    (tmp_path / "a:b/a.txt").write_text("x:y\n")
    with pytest.raises(
        AuditError, match=r"^cannot read .*a:b: spark: “:” at position \d+ of the key"
    ):
        audit(str(tmp_path / "a:b"), engine="spark")


def test_what_sparks_own_readers_do_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("u\nx:y\n")
    (tmp_path / "mixed").mkdir()
    (tmp_path / "mixed/a.nt").write_text("")
    (tmp_path / "mixed/b.txt").write_text("")
    (tmp_path / "none").mkdir()
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed/a.txt").write_bytes(gzip.compress(b"x:y\n"))
    for name, said in [
        (
            (tmp_path / "a.csv").as_uri(),
            "Spark's readers read text, jsonl, parquet, n-triples, n-quads, but",
        ),
        (
            str(tmp_path / "mixed"),
            r"has files of several formats \(n-triples, text\); say --format",
        ),
        (str(tmp_path / "none"), "has no file; say --format"),
        (str(tmp_path / "packed"), "not lines of UTF-8 text: it is compressed with gzip"),
        ((tmp_path / "missing.txt").as_uri(), "PATH_NOT_FOUND"),
        ("nowhere://a/b.txt", "No FileSystem for scheme"),
    ]:
        with pytest.raises(AuditError, match=said):
            audit(name, engine="spark")


def test_failures(tmp_path: Path) -> None:
    good = str(ROOT / "examples/identifiers.txt")
    bad = tmp_path / "bad.txt.gz"
    bad.write_bytes(b"\x1f\x8b\x08\x00")
    (tmp_path / "there").write_bytes(b"")
    (tmp_path / "directory").mkdir()
    for files, out, said in [
        ([str(bad)], "out", f"cannot read {bad}: "),
        ([str(tmp_path / "missing")], "out", "No such file or directory"),
        (["-"], "out", "cannot read standard input"),
        ([good], "there", "it exists"),
        ([good], "none.txt.gz", "rows are written as .parquet, .csv or .jsonl"),
        ([good], "missing/out", "cannot write .*/missing/out: No such file or directory"),
        ([good], "nowhere://a/b", "cannot write nowhere://a/b: Spark gave up: .*No FileSystem"),
        ([good], (tmp_path / "directory").as_uri(), "it exists"),
    ]:
        with pytest.raises(AuditError, match=said):
            audit(files, engine="spark", out=out if ":" in out else str(tmp_path / out))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt.gz", "directory", "there"]


@pytest.mark.usefixtures("small_pieces")
def test_an_input_that_cannot_be_read_ends_none_of_the_others(tmp_path: Path, large: Path) -> None:
    packed = gzip.compress((large / "a.txt").read_bytes())
    (tmp_path / "a.txt.gz").write_bytes(packed[: len(packed) // 2])
    (tmp_path / "bad.parquet").write_bytes(b"PAR1")
    (tmp_path / "no.csv").write_text("a,b\n1,2\n")
    (tmp_path / "other.txt").write_bytes(b"\x1f\x8b\x08\x00")
    os.mkfifo(tmp_path / "pipe.txt")
    files = [
        str(large / "a.txt"),
        *map(str, sorted(tmp_path.iterdir())),
        str(tmp_path / "missing.nt"),
    ]
    files.remove(str(tmp_path / "pipe.txt"))
    one, two = (audit(files, engine=engine, column=None) for engine in ("local", "spark"))
    assert [file.refused is None for file in one.files] == [True, *[False] * 5]
    assert one.record() | {"engine": ""} == two.record() | {"engine": ""}
    assert one.valid > 100
    (tmp_path / "out").mkdir()
    test_the_same_parts(tmp_path / "out", files)
    (pipe,) = audit([files[0], str(tmp_path / "pipe.txt")], engine="spark").refused
    assert (
        pipe.refused == f"cannot read {pipe.file}: Spark's workers read files, and this is not one"
    )


def test_a_url_that_cannot_be_read_ends_none_of_the_others(tmp_path: Path) -> None:
    good = str(ROOT / "examples/identifiers.txt")
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed/a.txt").write_bytes(gzip.compress(b"x:y\n"))
    (tmp_path / "torn.parquet").write_bytes(
        (ROOT / "examples/identifiers.parquet").read_bytes()[:-9]
    )
    (tmp_path / "torn.txt.gz").write_bytes(gzip.compress(Path(good).read_bytes())[:-200])
    found = audit(
        [
            str(tmp_path / "packed"),
            (tmp_path / "torn.parquet").as_uri(),
            Path(good).as_uri(),
            (tmp_path / "torn.txt.gz").as_uri(),
            (tmp_path / "missing.txt").as_uri(),
        ],
        engine="spark",
        out=str(tmp_path / "out"),
    )
    assert found.valid == audit(good).valid
    assert [file.refused is None for file in found.files] == [False, False, True, False, False]
    said = [file.refused or "" for file in found.files]
    assert "it is compressed with gzip" in said[0]
    assert "torn.parquet" in said[1]
    assert "torn.txt.gz" in said[3]
    assert "PATH_NOT_FOUND" in said[4]
    assert pq.read_table(tmp_path / "out").num_rows == found.read


def test_a_session_that_was_there_before_is_left_as_it_was(
    session: SparkSession, tmp_path: Path
) -> None:
    settings = session.sparkContext.getConf().getAll(), session.sql("SET").collect()
    kept = session.range(7).persist()
    assert kept.count() == 7
    before = session._jsc.getPersistentRDDs().size()  # noqa: SLF001 - nothing public tells it
    audit(str(ROOT / "examples/identifiers.txt"), engine="spark", out=str(tmp_path / "out"))
    with pytest.raises(AuditError):
        audit(str(tmp_path / "missing"), engine="spark", out=str(tmp_path / "none"))
    assert session._jsc.getPersistentRDDs().size() == before == 1  # noqa: SLF001
    assert kept.is_cached
    assert session.catalog.listTables() == []
    assert (session.sparkContext.getConf().getAll(), session.sql("SET").collect()) == settings
    kept.unpersist()


def test_workers_without_iriform(tmp_path: Path) -> None:
    """Spark uses whichever python3 it finds, as in an environment that is not activated."""
    code = """
        from pyspark.sql import SparkSession
        from iriform.audit import AuditError, Watch, audit
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        try:
            audit("examples/identifiers.txt", engine="spark")
        except AuditError as error:
            print(error)
    """
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Without:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'iriform':\n"
        '            raise ModuleNotFoundError(f"No module named {name!r}", name=name)\n'
        "sys.meta_path.insert(0, Without())\n"
    )
    python = tmp_path / "python3"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path}:$PYTHONPATH exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    run = subprocess.run(  # noqa: S603 - it is ours
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=ROOT, env=environment(PYSPARK_PYTHON=str(python)), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout == (
        "the Python of Spark's workers has no iriform: install iriform and pyarrow there, or set"
        f" PYSPARK_PYTHON before the session begins; this Python is {sys.executable}. Send iriform to"
        " a cluster with --conf spark.archives=…, not with --py-files, because it is native"
        " (docs/cluster.md)\n"
    )


def test_an_environment_that_is_not_activated() -> None:
    """The first python3 on the path has no iriform, also with a session of the caller."""
    code = """
        from pyspark.sql import SparkSession
        from iriform.audit import audit
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        frame = spark.read.csv("examples/identifiers.csv", header=True)
        print(audit("examples/identifiers.csv", engine="spark").valid, spark.sparkContext.pythonExec)
        print(audit(frame, column="identifier").valid, spark.sparkContext.pythonExec)
    """
    here = str(Path(sys.executable).parent)
    path = os.pathsep.join(p for p in os.environ["PATH"].split(os.pathsep) if p != here)
    given = environment(PATH=path)
    given.pop("PYSPARK_PYTHON", None)
    run = subprocess.run(  # noqa: S603 - it is ours
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=ROOT, env=given, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout == "288 python3\n288 python3\n"


def test_the_program() -> None:
    file = ROOT / "examples/identifiers.csv"
    # The python3 on the path has no iriform: Spark must use the one that runs the program.
    here = str(Path(sys.executable).parent)
    path = os.pathsep.join(p for p in os.environ["PATH"].split(os.pathsep) if p != here)
    options = ("--engine", "spark", "--master", "local[1]")
    run = process("audit", file, *options, PYTHONWARNINGS="ignore", PATH=path)
    assert run.status == 0
    assert run.out == process("audit", file).out


def test_a_master_that_is_none() -> None:
    file = ROOT / "examples/identifiers.csv"
    run = process("audit", file, "--engine", "spark", "--master", "none")
    assert (run.status, run.out) == (2, "")
    assert "iriform: Spark does not start; are Java 17 and the master available? " in run.err


def test_who_says_the_master(tmp_path: Path) -> None:
    """A master and settings in Spark's files or from spark-submit apply, like those of the options."""
    file = ROOT / "examples/identifiers.csv"
    expected = process("audit", file).out
    (tmp_path / "spark-defaults.conf").write_text("spark.master local[none]\n")
    folder, python = str(tmp_path), sys.executable
    run = process("audit", file, "--engine", "spark", SPARK_CONF_DIR=folder, PYSPARK_PYTHON=python)
    assert (run.status, run.out) == (2, "")
    assert "Could not parse Master URL: 'local[none]'" in run.err
    here = ("--conf", "spark.master=local[1]")
    run = process(
        "audit", file, "--engine", "spark", *here, SPARK_CONF_DIR=folder, PYSPARK_PYTHON=python
    )
    assert (run.status, run.out) == (0, expected)

    submit = [
        str(Path(sys.executable).with_name("spark-submit")),
        "--conf",
        "spark.ui.enabled=false",
    ]
    program = [str(ROOT / "python/iriform/__main__.py"), "audit", str(file), "--engine", "spark"]
    for master, status in (("local[1]", 0), ("local[none]", 2)):
        submitted = subprocess.run(  # noqa: S603 - it is Spark's
            [*submit, "--master", master, *program],
            env=environment(PYSPARK_PYTHON=sys.executable), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert submitted.returncode == status, submitted.stderr
        # Its answer contains the output of the program.
        assert (expected in submitted.stdout) == (status == 0)


def test_a_session_that_is_there_keeps_its_settings(session: SparkSession) -> None:
    said = (
        "a session of Spark is already running and keeps its settings: set spark.master where it is"
        " created"
    )
    assert session.sparkContext.master == "local[2]"
    with pytest.raises(AuditError, match=said):
        audit(str(ROOT / "examples/identifiers.csv"), engine="spark", master="local[1]")


def test_every_value_is_counted_once(session: SparkSession, tmp_path: Path) -> None:
    """A plan queries its facts many times, and Spark would count the values again for each query."""

    def seen(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            (tmp_path / uuid4().hex).write_text("")
            yield batch

    rows = session.range(0, 40_000, numPartitions=4)
    links = rows.selectExpr("'http://h/' || id AS url").mapInArrow(seen, "url string")
    assert links.count() == 40_000
    once = len(list(tmp_path.iterdir()))
    assert once >= 4
    assert audit(links, column="url").valid == 40_000
    assert len(list(tmp_path.iterdir())) == 2 * once


def test_a_data_frame_is_counted_where_it_is(session: SparkSession, tmp_path: Path) -> None:
    values = [*(ROOT / "examples/identifiers.txt").read_text("utf-8").splitlines(), None, ""]
    table = pa.table({"n": list(range(len(values))), "url": values})
    pq.write_table(table, tmp_path / "a.parquet")
    frame = session.read.parquet(str(tmp_path / "a.parquet")).repartition(3)
    before = session._jsc.getPersistentRDDs().size()  # noqa: SLF001 - nothing public tells it
    expected = audit(str(tmp_path / "a.parquet"), top=1000).record()
    for found in (
        audit(frame, top=1000),
        audit(frame.select("url"), top=1000),
        audit(frame, column="url", top=1000),
    ):
        record = found.record()
        assert record["engine"] == "spark"
        assert [file["column"] for file in record["files"]] == ["url"]
        # The first examples depend on the partitions.
        for each in (record, expected):
            for group in (*each["problems"], *each["findings"]):
                group["examples"] = []
            each["files"], each["engine"] = [], ""
        assert record == expected
    with pytest.raises(AuditError, match="has no column u; it has: url"):
        audit(frame, column="u")
    assert session._jsc.getPersistentRDDs().size() == before  # noqa: SLF001
    assert session.catalog.listTables() == []
