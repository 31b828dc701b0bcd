"""For each page, install only what it says that its examples need, and run them.

    python scripts/test_extras.py WHEEL [WORD...]

Each extra is installed alone, at the lowest versions that `pyproject.toml` names and at the newest.
With words, only commands that contain one of them are tested, such as `polars` or `cli`. This needs
the package index; an environment takes ten seconds, and that of Spark needs 450 MB and Java 17.
"""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import venv
from collections import defaultdict
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
# Pages whose section titles name the library that they need; other tests run them.
TITLED = {
    "data-checks.md",
    "datafusion.md",
    "django.md",
    "ibis.md",
    "integrations.md",
    "rdf-checks.md",
}
PAGES = [
    page
    for page in sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")])
    if page.name not in TITLED
]
# A use of each extra that no page needs alone.
ALONE = {
    "audit": "import iriform.audit as a; a.audit('examples/identifiers.parquet')._repr_html_()",
    "cli": "import iriform.cli.app",  # its pages use it at a shell
    "grammar": "from iriform import grammar; grammar.RFC3986['port'].railroad()",
    "jsonschema": "import doctest, iriform.jsonschema as m; assert not doctest.testmod(m).failed",
    "httpx2": "from iriform.guard import Guard; Guard().httpx2().close()",
    "rdflib": "import doctest, iriform.rdflib as m; assert not doctest.testmod(m).failed",
}

_COMMAND = (
    r"pip install (?:'(?:iriform|\.)\[(?P<extras>[\w,]+)\]'|iriform)"
    r"(?P<packages>(?: '?[\w>=.-]+'?)*)"
)
_EXAMPLES = re.compile(rf"examples[^.]*?\bneed[^.]*\s+`{_COMMAND}`")
_INSTALLS = re.compile(_COMMAND)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Need(NamedTuple):
    """The requirements that are installed in addition to iriform."""

    extras: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()

    def __str__(self) -> str:
        names = f"'iriform[{','.join(self.extras)}]'" if self.extras else "iriform"
        return " ".join([names, *self.packages])


def need_of(page: Path) -> Need:
    """Return the requirements of a page's examples, or else those that it installs."""
    text = page.read_text(encoding="utf-8")
    found = _EXAMPLES.search(text) or _INSTALLS.search(text)
    if found is None:
        return Need()
    extras = found["extras"].split(",") if found["extras"] else ()
    return Need(tuple(extras), tuple(found["packages"].replace("'", "").split()))


def run_examples(page: Path) -> bool:
    """Run the examples of a page, or its blocks of Python if it has none."""
    text = page.read_text(encoding="utf-8")
    if ">>>" not in text:
        exec(compile("".join(_BLOCK.findall(text)), page.name, "exec"), {})  # noqa: S102
        return True
    # A fence ends an example, like an empty line.
    lines = ["" if line.startswith("```") else line for line in text.splitlines()]
    examples = doctest.DocTestParser().get_doctest("\n".join(lines), {}, page.name, page.name, 0)
    return not doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples).failed


def lowest(wheel: Path, need: Need) -> list[str]:
    """Return the lowest versions that a wheel's extras and a page allow, as constraints of pip."""
    with ZipFile(wheel) as opened:
        (name,) = (n for n in opened.namelist() if n.endswith(".dist-info/METADATA"))
        fields = opened.read(name).decode()
    requires = re.findall(
        r"^Requires-Dist: (.+?) ?;.*extra == ['\"](.+?)['\"]", fields, re.MULTILINE
    )
    bounds = dict(package.split(">=") for package in need.packages if ">=" in package)
    extras = [*need.extras]
    for extra in extras:  # the set grows: an extra may include others
        for package, of in requires:
            if of != extra:
                continue
            if others := re.match(r"iriform\[(.+)\]", package):
                extras += {*others[1].split(",")} - {*extras}
            elif bound := re.match(r"([\w.-]+)>=([\w.]+)", package):
                bounds.setdefault(bound[1].lower(), bound[2])
    return [f"{package}=={version}" for package, version in bounds.items()]


def test(wheel: Path, need: Need, pages: list[Path], constraints: list[str]) -> bool:
    """Create an environment, and run the pages in it."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin", "python"))
        bounds = Path(folder, "lowest.txt")
        bounds.write_text("\n".join(constraints), encoding="utf-8")
        extras = f"[{','.join(need.extras)}]" * bool(need.extras)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        commands = [[*install, "--constraint", str(bounds), f"{wheel}{extras}", *need.packages]]
        commands += [[python, __file__, "--page", str(page)] for page in pages]
        commands += [[python, "-c", ALONE[extra]] for extra in ALONE if need == Need((extra,))]
        if need == Need(("cli",)):
            commands.append([*install, "pytest", "pytest-xdist", "hypothesis"])
            tests = ["tests/cli/test_documentation.py", "tests/cli/test_help.py"]
            commands.append([python, "-m", "pytest", "-n", "1", *tests])
        return all([subprocess.run(c, cwd=ROOT, check=False).returncode == 0 for c in commands])  # noqa: S603, C419


def main(wheel: Path, words: list[str]) -> None:
    """Test the commands that contain one of the words, or everything."""
    pages: dict[Need, list[Path]] = defaultdict(list)
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if ">>>" in text or page.name == "spark.md":
            pages[need_of(page)].append(page)
    for extra in ALONE:
        pages.setdefault(Need((extra,)), [])
    failed = []
    for need, of_it in pages.items():
        if words and not any(word in str(need) for word in words):
            continue
        for which, constraints in (("newest", []), ("lowest", lowest(wheel, need))):
            print(f"=== {need}, {which}: {', '.join(page.name for page in of_it)}", flush=True)  # noqa: T201
            if not test(wheel, need, of_it, constraints):
                failed.append(f"{need}, {which}")
    if failed:
        sys.exit("failed: " + "; ".join(failed))


if __name__ == "__main__":
    if sys.argv[1] == "--page":
        # The script's own folder is first on the path; iriform must be the one installed.
        assert metadata.version("iriform")  # noqa: S101
        sys.exit(not run_examples(Path(sys.argv[2])))
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])
