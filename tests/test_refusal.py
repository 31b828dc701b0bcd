"""Pythons other than CPython are refused before compilation, in one line that names CPython."""

from pathlib import Path

import pytest

from tests.cli.program import python

BACKEND = Path(__file__).parents[1] / "scripts" / "cpython_only.py"

# The interpreter claims to be another one, and maturin is not needed for the refusal.
SCRIPT = """
import platform, runpy, sys, types
maturin = sys.modules["maturin"] = types.ModuleType("maturin")
maturin.build_wheel = lambda directory, settings=None, metadata=None: "a wheel"
sys.implementation.name = sys.argv[2].lower()
platform.python_implementation = lambda: sys.argv[2]
hooks = runpy.run_path(sys.argv[1])
print(hooks["build_wheel"]("dist"))
"""


def imported_by(implementation: str) -> tuple[int, str, str]:
    done = python(SCRIPT, BACKEND, implementation)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("implementation", ["PyPy", "GraalVM"])
def test_another_python_is_refused(implementation: str) -> None:
    message = f"iriform is built for CPython 3.10 or later only, not for {implementation}\n"
    assert imported_by(implementation) == (1, "", message)


def test_cpython_gets_the_hooks_of_maturin() -> None:
    assert imported_by("CPython") == (0, "a wheel\n", "")
