"""Audits: the contents of a data set of identifiers, its faults, and their positions.

>>> from iriform.audit import audit
>>> found = audit(["examples/identifiers.csv"])
>>> found.valid, found.invalid, found.problems[0].code
(288, 37, 'invalid-character')
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Literal

from iriform._extras import needed
from iriform._io.bounds import UNPACK
from iriform._io.errors import AuditError

from .options import Options
from .watch import Watch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import BinaryIO

    from iriform import Policy
    from iriform._engines.words import Production
    from iriform.findings import Profile

    from .out import Form
    from .result import Audit

__all__ = ["Audit", "AuditError", "Watch", "audit"]

# The number of hosts, the most frequent ones, that the options about hosts look at.
_COMPARED = 2**20


def __getattr__(name: str) -> object:
    """Import the class of results on demand, because checks of values do not need it."""
    if name == "Audit":
        from .result import Audit

        return Audit
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def audit(  # noqa: PLR0913 - what can be said of an audit
    files: str | Sequence[str] | object,
    *,
    as_: Production | None = None,
    column: str | None = None,
    path: str | None = None,
    format: str | None = None,  # noqa: A002 - as `--format`
    base: str | None = None,
    unpack: float = UNPACK,
    profile: Profile = "default",
    policy: Policy | None = None,
    prefixes: Mapping[str, str] | None = None,
    engine: Literal["local", "spark"] = "local",
    master: str | None = None,
    conf: Mapping[str, str] | None = None,
    rows_are_lines: bool = False,
    look_alikes: bool = False,
    unknown_domains: bool = False,
    top: int = 10,
    out: str | BinaryIO | None = None,
    out_format: Form | None = None,
    watch: Watch | None = None,
) -> Audit:
    """Audit files, or a column that is in memory or on a cluster.

    Files are names, or patterns such as `data/*.csv.gz`; `-` is standard input. A column is an
    Arrow array, chunked array or stream, whatever else has the Arrow PyCapsule interface (a Polars
    Series or DataFrame), a Polars LazyFrame, a pandas Series or DataFrame, a DuckDB relation, or a
    Spark DataFrame, which is counted where it is. Its rows are numbered from 1; those of Spark,
    within their partition.

    `as_` is the production of the values, named as in the RFCs: by default `IRI`, and with a `base`
    `IRI-reference`. Relative references are resolved against the base and then counted. `column` is
    needed if it is not clear which column of a table has the identifiers; a column in a structure
    is called `outer.inner`, and in RDF it is a position: `subject`, `predicate`, `object`, `graph`
    or `datatype`. `path` is a JSONPath (RFC 9535) of the values in a JSON document, `$..url` for
    example; without one its values are the strings that begin as an IRI does, with a scheme.
    `format` overrules the name of the files. `unpack` is the largest ratio of the unpacked to the
    compressed size of a file. `profile` selects the findings that are counted: docs/findings.md has
    them. With a `policy`, they are its refusals, and a value must also match the policy's
    production; with a `base`, the target is judged. `prefixes` is a `PrefixMap`, or the argument of
    one: its namespaces are counted, and namespaces that it lacks. `master` and `conf`, a mapping of
    settings, are for the Spark session that is started if there is none. The other settings come
    from the environment and Spark's files. `rows_are_lines` states that no CSV field has a line
    break, so many Spark tasks can read a file. `look_alikes` lists hosts that look like one that is
    ten times as common, and `unknown_domains` those under a top-level domain that does not exist.
    `top` is the number of schemes and hosts to list, 0 or more; all are counted. `out` is an output
    file with a row for each value: its name, or a binary file that is open for writing.
    `out_format` is `parquet`, `csv` or `jsonl`; by default it follows from the name, and an open
    file is Parquet. With Spark, `out` is the name of a directory for Parquet files, which all
    workers can access, or a URL that Spark can write.

    An unreadable input does not end the others: `refused` of the result has it.

    Raises `AuditError` if none can be read or the output cannot be written, `ParseError` if the
    base is not an IRI, and `ValueError` if `top` is less than 0.
    """
    from iriform import IRI, PrefixMap

    is_frame = type(files).__module__.startswith("pyspark.sql.")
    from iriform._io.output_files import keep_apart, outputs

    from .formats.known import InMemory
    from .result import audit_of
    from .sources import among, checked_format

    if index(top) < 0:
        raise ValueError(f"top must be 0 or more, not {top}")
    checked_format(format)
    options = Options(
        kind=as_ or ("IRI-reference" if base is not None else "IRI"),
        column=column,
        path=path,
        format=format,
        base=None if base is None else IRI(base),
        rows_are_lines=rows_are_lines,
        unpack=unpack,
        profile=profile,
        policy=policy,
        prefixes=None if prefixes is None else PrefixMap(prefixes),
        look_alikes=look_alikes,
        unknown_domains=unknown_domains,
    )
    most = max(top, _COMPARED) if look_alikes or unknown_domains else top
    if is_frame:
        if out is not None:
            raise AuditError("a Spark DataFrame is counted in place; out= is for other inputs")
        frame: Any = files
        tables = _spark().run_frame(frame, options, top=most)
        return audit_of(options, "spark", [InMemory(None)], tables).cut(top)
    names = _names(files, with_remote=engine == "spark")
    if isinstance(names[0], InMemory) and engine == "spark":
        raise AuditError("Spark audits only files and its own DataFrames")
    keep_apart(names, out if isinstance(out, str) else None)
    form: Form | None = None
    if out is not None:
        with needed("audit", "out="):
            from iriform.audit.out import form_of  # which takes long to import

        form = out_format or (form_of(out) if isinstance(out, str) else "parquet")
    if engine == "spark":
        if not (out is None or isinstance(out, str)):
            raise AuditError("Spark writes a directory: out= must be its name")
        if form not in {None, "parquet"}:
            raise AuditError("Spark writes a directory of Parquet files, and no other format")
        settings = {**(conf or {}), **({} if master is None else {"spark.master": master})}
        names, tables = _spark().run(
            names, options, top=most, out=out, conf=settings, watch=watch or Watch()
        )
    else:
        from .engines import local

        options = among(options, names)
        watch = watch or Watch()
        with outputs() as begin:
            file = begin(out) if isinstance(out, str) else out
            there = None if file is None or form is None else (file, form)
            tables = local.run(names, options, top=most, out=there, watch=watch)
    return audit_of(options, engine, names, tables).cut(top)


def _spark() -> Any:  # noqa: ANN401 - a module, of a package that may be missing
    """Import the Spark engine, which requires its extra."""
    with needed("spark", "an audit on Spark"):
        import pandas as pd  # noqa: F401 - Spark wants it for functions in Python
        import pyspark  # noqa: F401  # pyright: ignore[reportMissingImports]

        from .engines import spark
    return spark


def _names(files: object, *, with_remote: bool) -> list[str]:
    """Return the inputs: the files, or one column in memory."""
    from iriform._io.streams import expanded

    from .formats.known import InMemory

    if isinstance(files, str):
        return expanded([files], with_remote=with_remote)
    if isinstance(files, (list, tuple)) and not files:
        raise AuditError(
            "the list names no file; a column in memory must be an Arrow array or a Series"
        )
    if isinstance(files, (list, tuple)) and all(isinstance(name, str) for name in files):
        return expanded(files, with_remote=with_remote)
    return [InMemory(files)]
