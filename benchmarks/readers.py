"""Check what the readers of `iriform.storage` open: `make readers`.

`python -m benchmarks.readers [NAME …]` measures those that are installed. For each reader and odd
key there is an object that contains its own key, among objects with keys that a reader may confuse
with it. The text of `text_for` must open that object or be refused, and a text that `Location.read`
reads as a key must open the object with this key. S3 is a server on the loopback (moto). An answer
that is printed as MOVED differs from the table in `crates/core/src/storage/readers.rs`.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote

from iriform import _core
from iriform.storage import READERS, Location, partitions

# The keys of `docs/reference/storage.md`, and those that readers may confuse with them.
FILE_KEYS = [
    "a b",
    "a%20b",
    "a#b",
    "a%23b",
    "a[1]",
    "a?b",
    "a:b",
    "é",
    "%C3%A9",
    "a+b",
    "a*b",
    "a{1,2}",
]
OBJECT_KEYS = [*FILE_KEYS[:9], "a%2Fb", "x//y", "d/../e"]
_DECOYS = ["a", "a1", "aXb", "a2"]
_OBJECT_DECOYS = [*_DECOYS, "a/b", "x/y", "e"]
_TEXTS = ["a\\b", "a::b", "a'b", "a&b=c", "a%", "a%zz", "a~b", "a@b", "a\\[1]"]

BUCKET = "iriform"


def _told(values: Iterable[object]) -> str:
    """Return the key in the object that was opened, or the number of objects."""
    found = list(map(str, values))
    return bytes.fromhex(found[0]).decode() if len(found) == 1 else f"{len(found)} objects"


def _csv(path: Path, key: str) -> None:
    path.write_text(f"key\n{key.encode().hex()}\n")


def _parquet(path: Path, key: str) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(pa.table({"key": [key.encode().hex()]}), sink)
    path.write_bytes(sink.getvalue())


def _database(path: Path, key: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t AS SELECT ? AS key", [key.encode().hex()])
    connection.close()


def _raster(path: Path, key: str) -> None:
    np: Any = import_module("numpy")
    rasterio: Any = import_module("rasterio")

    with rasterio.open(
        path, "w", driver="GTiff", width=1, height=1, count=1, dtype="uint8"
    ) as file:
        file.write(np.zeros((1, 1, 1), "uint8"))
        file.update_tags(KEY=key.encode().hex())


def _zarr(path: Path, key: str) -> None:
    zarr: Any = import_module("zarr")

    zarr.open_group(str(path), mode="w").attrs["key"] = key.encode().hex()


def _delta(path: Path, key: str) -> None:
    import pyarrow as pa

    write_deltalake: Any = import_module("deltalake").write_deltalake

    write_deltalake(str(path), pa.table({"key": [key.encode().hex()]}))


def _of_text(data: bytes) -> str:
    return _told(data.decode().split()[1:])


def _polars(text: str) -> str:
    import polars as pl

    return _told(pl.scan_csv(text, infer_schema=False).collect()["key"])


def _polars_write(text: str) -> str:
    """Write to a text, and return the name of the created file."""
    import polars as pl

    token = os.urandom(8).hex()
    pl.DataFrame({"key": [token]}).lazy().sink_csv(text)
    folder = Path(text.removeprefix("file://")).parent
    return next(file.stem for file in folder.iterdir() if token in file.read_text())


def _pandas_csv(text: str) -> str:
    import pandas as pd

    return _told(pd.read_csv(text, dtype=str)["key"])


def _pandas_parquet(text: str) -> str:
    import pandas as pd

    return _told(pd.read_parquet(text)["key"])


def _pyarrow(text: str) -> str:
    import pyarrow.parquet as pq
    from pyarrow.dataset import dataset
    from pyarrow.fs import FileSystem

    if text.startswith("s3:"):
        system, path = FileSystem.from_uri(text)
        return _told(pq.read_table(path, filesystem=system)["key"].to_pylist())
    return _told(dataset(text, format="parquet").to_table()["key"].to_pylist())


def _duckdb(text: str) -> str:
    import duckdb

    query = "SELECT key FROM read_csv(?, header = true, all_varchar = true)"
    return _told(row[0] for row in duckdb.execute(query, [text]).fetchall())


def _sqlite(text: str) -> str:
    connection = sqlite3.connect(text, uri=True)
    try:
        return _told(row[0] for row in connection.execute("SELECT key FROM t"))
    finally:
        connection.close()


def _fsspec(text: str) -> str:
    fsspec: Any = import_module("fsspec")

    with fsspec.open(text) as file:
        return _of_text(file.read())


def _upath(text: str) -> str:
    UPath: Any = import_module("upath").UPath

    return _of_text(UPath(text).read_bytes())


def _cloudpathlib(text: str) -> str:
    AnyPath: Any = import_module("cloudpathlib").AnyPath
    S3Client: Any = import_module("cloudpathlib").S3Client
    S3Path: Any = import_module("cloudpathlib").S3Path

    if text.startswith("s3:"):
        client = S3Client(endpoint_url=os.environ["AWS_ENDPOINT_URL"])
        return _of_text(S3Path(text, client=client).read_bytes())
    return _of_text(AnyPath(text).read_bytes())


def _smart_open(text: str) -> str:
    smart_open: Any = import_module("smart_open")

    with smart_open.open(text, "rb") as file:
        return _of_text(file.read())


def _datafusion(text: str) -> str:
    SessionContext: Any = import_module("datafusion").SessionContext
    AmazonS3: Any = import_module("datafusion.object_store").AmazonS3

    context = SessionContext()
    if text.startswith("s3:"):
        url = os.environ["AWS_ENDPOINT_URL"]
        store = AmazonS3(
            BUCKET,
            region="us-east-1",
            access_key_id="x",
            secret_access_key="x",  # noqa: S106 - moto asks for some
            endpoint=url,
            allow_http=True,
        )
        context.register_object_store("s3://", store, BUCKET)
    return _told(context.read_parquet(text).to_pydict()["key"])


def _daft(text: str) -> str:
    daft: Any = import_module("daft")
    IOConfig: Any = import_module("daft.io").IOConfig
    S3Config: Any = import_module("daft.io").S3Config

    url = os.environ.get("AWS_ENDPOINT_URL")
    s3 = S3Config(endpoint_url=url, key_id="x", access_key="x", region_name="us-east-1")
    return _told(daft.read_parquet(text, io_config=IOConfig(s3=s3)).to_pydict()["key"])


def _chdb(text: str) -> str:
    chdb: Any = import_module("chdb")

    name = text.replace("\\", "\\\\").replace("'", "\\'")
    query = f"SELECT key FROM file('{name}', 'CSVWithNames', 'key String')"  # noqa: S608 - our own
    return _of_text(str(chdb.query(query, "TSVWithNames")).encode())


def _rasterio(text: str) -> str:
    rasterio: Any = import_module("rasterio")

    with rasterio.open(text) as file:
        return _told([file.tags()["KEY"]])


def _zarr_group(text: str) -> str:
    zarr: Any = import_module("zarr")

    return _told([zarr.open_group(text, mode="r").attrs["key"]])


def _delta_table(text: str) -> str:
    DeltaTable: Any = import_module("deltalake").DeltaTable

    return _told(DeltaTable(text).to_pyarrow_table()["key"].to_pylist())


def _obstore(text: str) -> str:
    """Open the store at a text, a folder that contains the object."""
    from_url: Any = import_module("obstore.store").from_url

    options = {"client_options": {"allow_http": True}} if text.startswith("s3:") else {}
    return _of_text(bytes(from_url(text, **options).get("key").bytes()))


def _spark(text: str) -> str:
    SparkSession: Any = import_module("pyspark.sql").SparkSession

    spark = (
        SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    return _told(row[0] for row in spark.read.csv(text, header=True).collect())


class Subject(NamedTuple):
    """The way to measure a reader."""

    module: str
    open: Callable[[str], str]
    make: Callable[[Path, str], None] = _csv
    suffix: str = ".csv"
    """The end of each name, of a file or a folder."""


def _folder(path: Path, key: str) -> None:
    path.mkdir()
    _csv(path / "key", key)


SUBJECTS = {
    "chdb": Subject("chdb", _chdb),
    "cloudpathlib": Subject("cloudpathlib", _cloudpathlib),
    "daft": Subject("daft", _daft, _parquet, ".parquet"),
    "datafusion": Subject("datafusion", _datafusion, _parquet, ".parquet"),
    "deltalake": Subject("deltalake", _delta_table, _delta, ""),
    "duckdb": Subject("duckdb", _duckdb),
    "fsspec": Subject("fsspec", _fsspec),
    "obstore": Subject("obstore", _obstore, _folder, ""),
    "pandas.read_csv": Subject("pandas", _pandas_csv),
    "pandas.read_parquet": Subject("pandas", _pandas_parquet, _parquet, ".parquet"),
    "polars": Subject("polars", _polars),
    "polars.write": Subject("polars", _polars_write),
    "pyarrow": Subject("pyarrow", _pyarrow, _parquet, ".parquet"),
    "rasterio": Subject("rasterio", _rasterio, _raster, ".tif"),
    "smart_open": Subject("smart_open", _smart_open),
    "spark": Subject("pyspark", _spark),
    "sqlite3": Subject("sqlite3", _sqlite, _database, ".db"),
    "upath": Subject("upath", _upath),
    "zarr": Subject("zarr", _zarr_group, _zarr, ""),
}
"""The readers by their names."""


class Answer(NamedTuple):
    """The result for a key, or a text, and a reader."""

    reader: str
    scheme: str
    key: str
    text: str | None
    """None if the table refuses the key."""
    opened: str
    """The key of the object that was opened, or the reason of the failure."""

    @property
    def has_moved(self) -> bool:
        """True if the reader behaved differently from the table."""
        return self.text is not None and self.opened != self.key


def _opened(subject: Subject, text: str) -> str:
    try:
        return subject.open(text)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of Rust is one
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


def measured(name: str, scheme: str, folder: Location) -> Iterator[Answer]:
    """Open each odd key, and each text that is read as the key of an object in the folder."""
    subject = SUBJECTS[name]
    keys = FILE_KEYS if scheme == "file" else OBJECT_KEYS
    there = {*keys, *(_DECOYS if scheme == "file" else _OBJECT_DECOYS), *_TEXTS}

    def at(key: str) -> Location:
        return Location(scheme, folder.container, f"{folder.key}/{key}{subject.suffix}")

    for key in keys:
        try:
            text = at(key).text_for(name)
        except ValueError as error:
            yield Answer(name, scheme, key, None, str(error))
        else:
            yield Answer(name, scheme, key, text, _opened(subject, text))
    beginnings = [at("").literal().removesuffix(subject.suffix)]
    if scheme == "file":
        beginnings.append(f"{folder.key}/")
    for beginning in beginnings:
        for text in (write(key) for key in sorted(there) for write in (str, quote)):
            whole = f"{beginning}{text}{subject.suffix}"
            try:
                read = Location.read(whole, reader=name).key
            except ValueError:
                continue
            key = read.removeprefix(f"{folder.key}/").removesuffix(subject.suffix)
            if key in there:
                yield Answer(name, scheme, key, whole, _opened(subject, whole))


def make_files(name: str, root: Path) -> Location:
    """Make a file for each key, and return their folder."""
    subject = SUBJECTS[name]
    root.mkdir()
    scratch = root / "scratch"
    for key in {*FILE_KEYS, *_DECOYS, *_TEXTS}:
        subject.make(scratch, key)
        scratch.rename(root / f"{key}{subject.suffix}")
    return Location("file", None, str(root))


def make_objects(name: str, root: Path) -> Location:
    """Put an object for each key into S3, and return their folder."""
    boto3: Any = import_module("boto3")

    subject = SUBJECTS[name]
    client = boto3.client("s3")
    client.create_bucket(Bucket=BUCKET)
    scratch = root / "scratch"
    for key in {*OBJECT_KEYS, *_OBJECT_DECOYS, *_TEXTS}:
        subject.make(scratch, key)
        files = [scratch, *scratch.rglob("*")] if scratch.is_dir() else [scratch]
        for file in filter(Path.is_file, files):
            within = "" if file == scratch else f"/{file.relative_to(scratch)}"
            target = f"{name}/{key}{subject.suffix}{within}"
            client.put_object(Bucket=BUCKET, Key=target, Body=file.read_bytes())
        if scratch.is_dir():
            shutil.rmtree(scratch)
        else:
            scratch.unlink()
    return Location("s3", BUCKET, name)


def schemes(name: str) -> list[str]:
    """List the schemes of a reader that are measured by opening objects."""
    forms = {scheme for form in _core.storage_readers()[name][2] for scheme in form["schemes"]}
    return [
        scheme
        for scheme in ("file", "s3")
        if {scheme, "path"} & forms and scheme in {*forms, "file"}
    ]


def _version(module: str) -> str:
    """Return the version of the module of that name."""
    if module == "sqlite3":
        return sqlite3.sqlite_version
    return version({"upath": "universal_pathlib"}.get(module, module))


@contextmanager
def server() -> Iterator[None]:
    """Run a server of S3 on the loopback, and set the variables by which all clients find it."""
    port = 5976
    url = f"http://127.0.0.1:{port}"
    os.environ |= {
        "AWS_ENDPOINT_URL": url,
        "AWS_S3_ENDPOINT": f"127.0.0.1:{port}",
        "AWS_HTTPS": "NO",
        "AWS_VIRTUAL_HOSTING": "FALSE",
        "AWS_ALLOW_HTTP": "true",
        "AWS_ACCESS_KEY_ID": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    command = [
        str(Path(sys.executable).with_name("moto_server")),
        "-H",
        "127.0.0.1",
        "-p",
        str(port),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603 - our own
        time.sleep(3)
        try:
            yield
        finally:
            process.terminate()


def _form(name: str, scheme: str) -> dict[str, Any] | None:
    """Return the form of text that a reader accepts for a scheme or a path."""
    forms = _core.storage_readers()[name][2]
    return next((form for form in forms if scheme in form["schemes"]), None)


def _said(form: dict[str, Any] | None) -> str:
    """Describe the behaviour of a reader for a form of text."""
    if form is None:
        return "not measured"
    effects: dict[str, list[str]] = {}
    for mark, effect in [*form["in_text"], *form["in_key"]]:
        shown = (
            [mark]
            if effect != "pattern" and len(mark) > 1 and mark in {"//", "..", "::", "%20"}
            else mark
        )
        effects.setdefault(effect, []).extend(f"`{char}`" for char in shown)
    words = {
        "ends": "ends the key",
        "pattern": "patterns",
        "refused": "refused",
        "changed": "another key",
    }
    escapes = {"bracket": " (escape: `[[]`)", "backslash": " (escape: `\\[`)", "never": ""}
    said = ["decoded" if form["decodes"] else "kept"]
    for effect, marks in effects.items():
        escape = escapes[form["escape"]] if effect == "pattern" else ""
        said.append(f"{' '.join(dict.fromkeys(marks))} {words[effect]}{escape}")
    return "; ".join(said)


def reader_table() -> str:
    """Return the table of the readers for the documentation."""
    rows = []
    for name, reader in READERS.items():
        if not reader.version:
            continue
        path, file, s3 = (_said(_form(name, scheme)) for scheme in ("path", "file", "s3"))
        path = (
            "no"
            if path == "not measured"
            else path.removeprefix("kept").removeprefix("; ") or "as it is"
        )
        cell = f"`{name}`: {reader.function}, {reader.version}"
        rows.append(f"| {cell} | {path} | {file} | {s3} |".replace("`|`", "`\\|`"))
    return "\n".join(["| Reader | A path | `file:///` | `s3://` |", "|---|---|---|---|", *rows])


def refusals() -> str:
    """Return the figures, and the refused keys with their reasons, for the documentation."""
    rows, tried, count = [], 0, 0
    for name in SUBJECTS:
        for scheme in schemes(name):
            reasons: dict[str, list[str]] = {}
            keys = FILE_KEYS if scheme == "file" else OBJECT_KEYS
            for key in keys:
                try:
                    container, path = (None, f"/{key}") if scheme == "file" else ("b", key)
                    Location(scheme, container, path).text_for(name)
                except ValueError as error:
                    reason = re.sub(
                        r" at position \d+ of the key", "", str(error).partition(": ")[2]
                    )
                    reasons.setdefault(reason, []).append(f"`{key}`")
            refused = sum(map(len, reasons.values()))
            tried, count = tried + len(keys), count + refused
            if reasons:
                said = "; ".join(
                    f"{' '.join(found)}: {reason}" for reason, found in reasons.items()
                )
                rows.append(f"| `{name}`, {scheme} | {refused} of {len(keys)} | {said} |")
    opened = tried - count
    head = (
        f"Of {tried} pairs of a key and a reader, {opened} are opened ({100 * opened / tried:.0f} %),"
        " and these are refused:"
    )
    return "\n".join([head, "", "| Reader | Refused | Why |", "|---|---|---|", *rows])


def partition_table() -> str:
    """Return the table of the styles of partitions for the documentation."""

    def cell(value: str | None, style: partitions.Style) -> str:
        try:
            return f"`{partitions.write({'k': value}, style=style)}`"
        except ValueError:
            return "refused"

    rows = []
    for style, engines in partitions.STYLES.items():
        cells = [cell(value, style) for value in ("a/b c=é+#", None, "")]  # type: ignore[arg-type]
        rows.append(f"| `{style}`: {engines} | {' | '.join(cells)} |")
    return "\n".join(["| Style | `a/b c=é+#` | null | empty |", "|---|---|---|---|", *rows])


def main(names: list[str]) -> int:
    """Check all installed readers, print the figures, and return 1 if one has changed its behaviour."""
    tried = opened = moved = 0
    with TemporaryDirectory() as folder, server():
        for name in names or list(SUBJECTS):
            module = SUBJECTS[name].module
            if find_spec(module) is None:
                print(f"{name}: not installed")
                continue
            there = _version(module)
            for scheme in schemes(name):
                root = Path(folder, f"{name}-{scheme}")
                place = make_files(name, root) if scheme == "file" else None
                if place is None:
                    root.mkdir()
                    place = make_objects(name, root)
                answers = list(measured(name, scheme, place))
                pairs = answers[: len(FILE_KEYS)]
                right = [answer for answer in pairs if answer.text and not answer.has_moved]
                tried, opened = tried + len(pairs), opened + len(right)
                print(f"{name} {there}, {scheme}: {len(right)} of {len(pairs)} keys")
                if there != READERS[name].version:
                    print(f"    the table has version {READERS[name].version}")
                for answer in answers:
                    if answer.text is None:
                        print(f"    refused: {answer.key}: {answer.opened}")
                    elif answer.has_moved:
                        moved += 1
                        print(f"    MOVED: {answer.text}: {answer.key} expected, {answer.opened}")
    print(f"{tried} pairs tried, {opened} opened, {moved} answers moved")
    return 1 if moved else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
