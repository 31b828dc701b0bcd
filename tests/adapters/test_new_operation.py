"""An operation is a row of the table and a function; every face has it after a build."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ROW = """
    loud {
        arguments: &[Argument::flag("twice", false), Argument::text_or("mark", "!")],
        production: iriform_kernel::ReferenceKind::IRI,
        work: Work::Text(TextView::Parsed, paths::loud),
        summary: "Each row in capital letters.",
        doc: "An example.",
    }
}
"""

FUNCTION = """
pub(crate) fn loud(row: &Row<'_>, out: &mut String) -> TextAnswer {
    let text = row.text.to_uppercase();
    out.push_str(&text.repeat(1 + usize::from(row.arguments.flag(0))));
    out.push_str(row.arguments.text(1));
    TextAnswer::New
}
"""

ASK = """
import sqlite3
import duckdb, pandas as pd, polars as pl, pyarrow as pa
import iriform.duckdb, iriform.pandas, iriform.polars, iriform.sqlite
from iriform import columns
from iriform._engines import sql as _sql

assert columns.loud(pa.array(["a:b", "a b"])).to_pylist() == ["A:B!", None]
frame = pl.DataFrame({"url": ["a:b", "a b"]})
assert frame["url"].iri.loud(twice=True).to_list() == ["A:BA:B!", None]
assert frame.select(pl.col("url").iri.loud("?"))["url"].to_list() == ["A:B?", None]
assert frame.select(iriform.polars.loud("url"))["url"].to_list() == ["A:B!", None]
assert pd.Series(["a:b"], dtype="str").iri.loud().tolist() == ["A:B!"]
lite = sqlite3.connect(":memory:")
iriform.sqlite.register(lite)
assert lite.execute("SELECT iri_loud('a:b', true, '?')").fetchone() == ("A:BA:B?",)
duck = duckdb.connect()
iriform.duckdb.register(duck)
assert duck.sql("SELECT iri_loud('a:b', false)").fetchall() == [("A:B!",)]
spark = dict(_sql.functions_of(None, None, None))["iri_loud"]
assert spark(pa.array(["a:b"]), pa.array([True])).to_pylist() == ["A:BA:B!"]
assert spark.is_deterministic()
"""


@pytest.mark.slow("crates/columns", "python/iriform", "scripts/generate.py")
def test_an_operation_is_a_row_and_a_function(tmp_path: Path) -> None:
    ours = shutil.ignore_patterns("__pycache__", "_core.*.so", "node_modules", "target")
    for name in ("crates", "python", "benchmarks", "scripts", "docs", "lab"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ours)
    for name in ("Cargo.toml", "Cargo.lock", "README.md"):
        shutil.copy2(ROOT / name, tmp_path / name)
    table = tmp_path / "crates" / "columns" / "src" / "table"
    rows, functions = table / "operations" / "paths.rs", table / "paths.rs"
    text = rows.read_text("utf-8").rstrip().removesuffix("}").rstrip()
    rows.write_text(text + "\n" + ROW, encoding="utf-8")
    functions.write_text(functions.read_text("utf-8") + FUNCTION, encoding="utf-8")

    environment = {
        **os.environ,
        "CARGO_TARGET_DIR": str(ROOT / "target"),
        "CARGO_PROFILE_DEV_DEBUG": "0",
        "PYO3_PYTHON": sys.executable,
        "PYTHONPATH": str(tmp_path / "python"),
    }

    def run(*command: str) -> None:
        subprocess.run(command, cwd=tmp_path, env=environment, check=True)  # noqa: S603 - ours

    run("cargo", "build", "--quiet", "--locked", "-p", "iriform-python")
    module = "_core" + sysconfig.get_config_var("EXT_SUFFIX")
    # The next build in this folder replaces the file.
    shutil.copy2(
        ROOT / "target" / "debug" / "lib_core.so", tmp_path / "python" / "iriform" / module
    )
    run(sys.executable, "-m", "scripts.generate")
    run(sys.executable, "-c", ASK)
