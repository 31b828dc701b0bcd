"""The cost of `import iriform`: it loads only its own modules and three others."""

import importlib.metadata
import json
import pathlib
import re
import subprocess
import sys
from zipfile import ZipFile

import pytest

import iriform

# The modules that may be loaded: the package's own, those of the native one, and no heavy ones.
ROOT = pathlib.Path(__file__).parents[1]
OWN = {"iriform", "iriform._core", "iriform._types", "iriform._types.errors"}


def loaded_by(code: str) -> set[str]:
    """The names of the modules that `code` loads in a fresh interpreter."""
    program = (
        "import json, sys; before = set(sys.modules)\n"
        f"{code}\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run(  # noqa: S603
        # Without site, which may import anything; the path is passed on.
        [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}\n{program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout))


def test_import_loads_nothing_heavy() -> None:
    assert loaded_by("import iriform") == OWN


def test_work_loads_nothing_heavy() -> None:
    """Parsing, reading and failing do not need more."""
    code = """
import iriform
iri = iriform.IRI("http://u:p@h:80/p?q#f")
iri.host, iri.path.segments, iri.port, iri.origin, repr(iri), iriform.IRI.is_valid("a b")
try: iriform.IRI("a b")
except iriform.ParseError as error: error.position, error.span, error.rule, repr(error)
"""
    assert loaded_by(code) == OWN


def test_an_error_that_is_shown_loads_nothing_heavy() -> None:
    code = "import iriform\ntry: iriform.IRI('a b')\nexcept iriform.ParseError as error: str(error)"
    assert loaded_by(code) == OWN


def test_the_name_of_a_rare_character_is_pythons() -> None:
    code = "import iriform\ntry: iriform.URI('道')\nexcept iriform.ParseError as error: str(error)"
    assert loaded_by(code) - OWN == {"unicodedata"}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("iriform.IRI('a:').parts", "iriform._types.answers"),
        ("iriform.Reason", "iriform._types.reason"),
        ("iriform.Host('[::1]').ip", "ipaddress"),
    ],
)
def test_what_is_heavy_is_loaded_when_it_is_needed(code: str, expected: str) -> None:
    assert expected in loaded_by(f"import iriform\n{code}")


def test_all_that_is_public_can_be_imported() -> None:
    code = "import iriform\nfor name in dir(iriform): getattr(iriform, name)\n"
    assert loaded_by(code) >= OWN
    assert loaded_by("from iriform import *\nIRI, Parts, Reason") >= OWN


def test_what_is_not_there() -> None:
    with pytest.raises(AttributeError, match="'iriform' has no attribute 'nonsense'"):
        _ = iriform.nonsense
    assert set(iriform.__all__) <= set(dir(iriform))
    assert {"Path", "Query", "Host", "resolve", "MutableIRI"} <= set(dir(iriform))


def test_a_star_takes_no_place_of_the_standard_librarys() -> None:
    """`Path` is pathlib's in many programs, `Query` and `Path` are FastAPI's."""
    names: dict[str, object] = {}
    exec("from pathlib import Path\nfrom iriform import *", names)  # noqa: S102

    assert names["Path"] is pathlib.Path
    assert "IRI" in names
    assert {"Path", "Query", "Host", "Scheme", "__version__"} & set(iriform.__all__) == set()


def test_the_version_is_that_of_the_package() -> None:
    assert iriform.__version__ == importlib.metadata.version("iriform")
    assert f'version = "{iriform.__version__}"' in (ROOT / "Cargo.toml").read_text("utf-8")


def test_there_is_no_run_time_dependency() -> None:
    required = importlib.metadata.requires("iriform") or []

    assert required
    assert [r for r in required if not re.search(r";.*extra\s*==", r)] == []


def test_an_archive_of_the_package_is_refused_with_the_way(tmp_path: pathlib.Path) -> None:
    """Spark's --py-files and zipapps put archives on the path, which cannot load native modules."""
    with ZipFile(tmp_path / "iriform.zip", "w") as archive:
        for file in (ROOT / "python/iriform").glob("*.py"):
            archive.write(file, f"iriform/{file.name}")
    done = subprocess.run(
        [sys.executable, "-S", "-c", "import iriform"],
        capture_output=True, text=True, check=False, env={"PYTHONPATH": str(tmp_path / "iriform.zip")},
    )  # fmt: skip
    assert done.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: iriform has no native module for this Python in"
        f" {tmp_path}/iriform.zip/iriform:"
        " Python cannot load it from a zip archive or a wheel on its path, as with Spark's"
        " --py-files; install"
        " iriform, or send an environment with --archives (docs/cluster.md)"
    )
