"""Rehearse a release on this machine, from a clean clone to files that are installed from their folder.

    python -m scripts.rehearse_release FOLDER [--python 3.11 --python 3.12 ...] [--job source ...]

The steps are those of .github/workflows/release.yml, in the order of its jobs. Each job begins with the
tree as it was committed, in one place for all, so that cargo compiles nothing again that has not
changed. What a machine of the forge would do otherwise is done here (`uses:`), and a step that needs
what this machine lacks is listed with the reason. A step that fails ends its job and nothing else: the
rest is run, and the last lines name what failed. Then each wheel is installed from the folder without
an index, and tested; one is built once more elsewhere and compared; and tests of the source
distribution run from it. FOLDER gets `files`, with their checksums in SHA256SUMS, and `steps.md`, which
says what was run, what was simulated and what was not, with the seconds.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from scripts.workflows import OUTPUTS, PLATFORMS, ROOT, Job, evaluate, jobs, substitute

RELEASE = ROOT / ".github" / "workflows" / "release.yml"
ADDRESS = "https://forge.example/iriform/iriform"
"""Where the rehearsed release would be: the project has no address yet."""

HERE = PLATFORMS["linux"].get(platform.machine()) if sys.platform == "linux" else None
"""The label of a machine like this one."""

LACKING = {
    "docker ": ("an engine of docker", ["docker", "info"]),
    "gh ": ("a forge", ["gh", "auth", "status"]),
    "emscripten": ("Emscripten", ["emcc", "--version"]),
    "pyodide": ("Emscripten", ["emcc", "--version"]),
    # Where it is installed, the step does nothing. A rehearsal leaves the machine's Rust as it is.
    "rustup component": (
        "the registry of Rust's components",
        ["bash", "-c", "rustup component list --installed | grep llvm-tools"],
    ),
    "cargo publish": ("the registry's consent", ["false"]),
}
"""The programs that steps name, their needs, and the command that tells whether each is here."""


@dataclass
class Step:
    """The outcome of a step."""

    job: str
    name: str
    how: str
    seconds: float = 0


@dataclass
class Rehearsal:
    """A release that is rehearsed in a folder."""

    folder: Path
    pythons: list[str]
    limit: float | None = None
    """How many seconds a step may take."""

    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.work = self.folder / "work"
        self.clone = self.work / "clone"
        self.artefacts = self.work / "artefacts"
        self.files = self.folder / "files"

    @property
    def failed(self) -> list[Step]:
        """The steps that failed."""
        return [step for step in self.steps if step.how.startswith("FAILED")]

    @contextmanager
    def goes_on(self, job: object, name: str) -> Iterator[None]:
        """Keep what goes wrong as a step that failed, and go on behind it."""
        try:
            yield
        except (OSError, LookupError, ValueError, subprocess.CalledProcessError) as error:
            self.note(job, name, f"FAILED: {type(error).__name__}: {error}")

    def note(self, job: object, name: str, how: str, seconds: float = 0) -> None:
        """Keep what became of a step, and show it."""
        self.steps.append(Step(str(job), name, how, seconds))
        sys.stdout.write(f"{seconds:7.1f} s  {how:10.40}  {job}: {name}\n")
        sys.stdout.flush()

    def run(
        self, label: tuple[object, str], command: list[str], cwd: Path, env: Mapping[str, str]
    ) -> bool:
        """Run a command; what it prints is kept beside."""
        job, name = label
        log = self.work / "logs" / (re.sub(r"\W+", "-", f"{job} {name}").strip("-")[:120] + ".log")
        log.parent.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        with (
            log.open("wb") as output,
            subprocess.Popen(
                ["nice", "-n5", *command],  # noqa: S607
                cwd=cwd,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            ) as process,
        ):
            try:
                status = process.wait(self.limit)
                how = "run" if status == 0 else f"FAILED: status {status}"
            except subprocess.TimeoutExpired:
                status, how = 1, "FAILED: took too long"
                os.killpg(process.pid, signal.SIGKILL)
        self.note(job, name, how, time.monotonic() - began)
        if status != 0:
            sys.stdout.write(log.read_text(encoding="utf-8", errors="replace")[-3000:] + "\n")
        return status == 0

    @property
    def environment(self) -> dict[str, str]:
        """The environment of every command: without a virtual environment that happens to be active."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "VIRTUAL", "SOURCE_DATE"))
        }
        temporary = self.work / "tmp"
        temporary.mkdir(parents=True, exist_ok=True)
        return {
            **kept,
            "CI": "true",
            "TMPDIR": str(temporary),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "CARGO_TERM_COLOR": "never",
            # What one job has compiled, the next one need not; the forge begins from nothing.
            "CARGO_TARGET_DIR": str(self.work / "target"),
        }

    # The clone that is released.

    def make_ready(self) -> str:
        """Clone the tree, do what docs/release.md asks for before the tag, and set the tag."""
        began = time.monotonic()
        git(ROOT, "clone", "--quiet", "--no-local", str(ROOT), str(self.clone))
        version = re.search(
            r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE
        )
        tag = f"v{version[1] if version else '?'}"
        command = [sys.executable, "scripts/set_repository.py", ADDRESS]
        subprocess.run(command, cwd=self.clone, check=True)
        log = self.clone / "CHANGELOG.md"
        today = dt.datetime.now(dt.timezone.utc).date()
        text = log.read_text(encoding="utf-8").replace("## Unreleased", f"## {tag[1:]} ({today})")
        log.write_text(text, encoding="utf-8")
        who = ["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@forge.example"]
        git(self.clone, *who, "commit", "--quiet", "--all", "--message", "What a release asks for")
        git(self.clone, "tag", tag)
        self.note(
            "before",
            "Clone, address, heading of the changelog, tag",
            "run",
            time.monotonic() - began,
        )
        return tag

    # The jobs of the workflow.

    def reason_against(self, job: Job) -> str | None:
        """Say why this machine cannot run a job, if so."""
        version = job.matrix.get("python")
        if job.runs_on != HERE:
            return f"not: {job.runs_on}"
        if version and version not in self.pythons:
            return f"not: no CPython {version}"
        if "musl" in job.matrix.get("compatibility", "") and not can_build("musl"):
            return "not: no library of Rust for musl"
        return None

    def rehearse(self, job: Job, tag: str) -> None:
        """Run the steps of a job as far as this machine can, one after another."""
        reason = self.reason_against(job)
        if reason:
            self.note(job, "all steps", reason)
            return
        folder = self.work / "jobs" / re.sub(r"\W+", "-", str(job))
        folder.mkdir(parents=True)
        env = {
            **self.environment,
            "GITHUB_REF_NAME": tag,
            "GITHUB_REPOSITORY": "iriform/iriform",
            "GITHUB_SHA": git(self.clone, "rev-parse", "HEAD"),
            "RUNNER_TEMP": self.environment["TMPDIR"],
            "PATH": os.pathsep.join([str(self.tools()), os.environ["PATH"]]),
        }
        Runner(self, job, folder, env).run()

    def tools(self) -> Path:
        """Give the folder of the programs that a machine of the forge has: Python 3 and pipx."""
        environment = self.work / "tools"
        if not environment.exists():
            subprocess.run([interpreter(self.pythons[0]), "-m", "venv", environment], check=True)
            pip = [str(environment / "bin" / "pip"), "install", "--quiet", "pipx"]
            subprocess.run(pip, check=True)
        return environment / "bin"

    # What the workflow does not do.

    def gather(self) -> None:
        """Put every file into one folder, with the checksums."""
        began = time.monotonic()
        self.files.mkdir(parents=True)
        self.artefacts.mkdir(parents=True, exist_ok=True)
        for artefact in sorted(self.artefacts.iterdir()):
            shutil.copytree(artefact, self.files, dirs_exist_ok=True)
        command = "sha256sum -- * > ../SHA256SUMS && mv ../SHA256SUMS ."
        subprocess.run(["bash", "-ec", command], cwd=self.files, check=True)  # noqa: S607
        self.note("after", "Checksums of all files", "run", time.monotonic() - began)

    def install(self) -> None:
        """Install from the folder alone on each Python, and run the smoke test far from any tree."""
        for version in self.pythons:
            venv = self.work / f"installed-{version}"
            script = f"""
                '{interpreter(version)}' -m venv '{venv}'
                cd '{venv}'
                bin/pip install --no-index --find-links '{self.files}' --only-binary :all: iriform
                cp '{self.clone}/scripts/smoke.py' .
                bin/python smoke.py
                ls lib/python*/site-packages/iriform-*.dist-info/sboms/*.json
            """
            self.after(f"pip install --no-index, smoke test, CPython {version}", script)

    def after(self, name: str, script: str) -> bool:
        """Run a script once the files are there."""
        return self.run(("after", name), ["bash", "-ec", script], self.work, self.environment)

    def build_again(self) -> None:
        """Compare the bytes of a wheel and the sdist, built once more with other folders, cargo's too."""
        again = self.work / "elsewhere" / "with-a-longer-path"
        git(self.clone, "clone", "--quiet", "--no-local", str(self.clone), str(again))
        version, python = self.pythons[0], interpreter(self.pythons[0])
        # As the jobs did before they built.
        script = f"""
            here='{self.tools()}:{Path(python).parent}'
            cd '{again}'
            PATH="$here:$PATH" python3 scripts/check_release.py "$(git describe --tags)" --absolute-links
            mkdir '{again}.tmp'
            mkdir '{again}.cargo'
            cargo=${{CARGO_HOME:-$HOME/.cargo}}
            cp -r "$cargo/registry" $(ls "$cargo/config.toml" || true) '{again}.cargo'
            export CARGO_HOME='{again}.cargo'
            export PROFILES='{self.files}'
            export TMPDIR='{again}.tmp' PYTHON='{python}' PATH="$here:$PATH"
            bash scripts/wheels wheels {platform.machine()}-unknown-linux-gnu {version}
        """
        if not self.after("Build once more, elsewhere", script):
            return
        for file in sorted((again / "wheels").iterdir()):
            same = file.read_bytes() == (self.files / file.name).read_bytes()
            how = "run" if same else "FAILED: it differs"
            self.note("after", f"{file.name}: the same bytes", how)

    def test_source(self, tests: list[str]) -> None:
        """Run tests of the unpacked source distribution with the wheel that was installed."""
        (archive,) = self.files.glob("*.tar.gz")
        script = f"""
            tar -xf '{archive}'
            cd '{archive.name.removesuffix(".tar.gz")}'
            ../installed-{self.pythons[0]}/bin/pip install --quiet \
                --find-links '{self.files}' 'iriform[test]'
            ../installed-{self.pythons[0]}/bin/python -m pytest -n 2 {" ".join(tests)}
        """
        self.after(f"Tests of the source distribution, CPython {self.pythons[0]}", script)

    def write(self) -> None:
        """Write the table of what became of each step."""
        lines = ["| Job | Step | How | Seconds |", "|---|---|---|---|"]
        lines += [
            f"| {each.job} | {each.name} | {each.how} | {each.seconds:.1f} |" for each in self.steps
        ]
        (self.folder / "steps.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


@dataclass
class Runner:
    """Runs the steps of one job, as the forge's program does."""

    rehearsal: Rehearsal
    job: Job
    folder: Path
    env: dict[str, str]

    def __post_init__(self) -> None:
        self.tree = self.folder
        """Where steps run: in the job's own folder, and from its checkout on in the tree."""
        self.outputs: dict[str, Any] = {}
        self.context = {
            **self.job.context,
            "steps": self.outputs,
            "github": {"token": "", "ref_name": self.env["GITHUB_REF_NAME"]},
        }

    def run(self) -> None:
        """Run all steps, or up to one that fails."""
        for step in self.job.definition["steps"]:
            if "if" in step and not evaluate(step["if"], self.context):
                continue
            if "uses" in step:
                self.simulate(step)
            elif not self.run_step(step):
                return
        if self.job.id == "platforms":
            # The matrix is made here of what the file says: the job must have said the same.
            said = {
                name: json.loads(text) for name, text in self.outputs["read"].get("outputs").items()
            }
            if said != OUTPUTS:
                self.rehearsal.note(self.job, "what it says of platforms", "FAILED: it differs")

    def run_step(self, step: Mapping[str, Any]) -> bool:
        """Run the script of a step in the forge's shell."""
        script = str(substitute(step["run"], self.context))
        name = str(substitute(step.get("name", script.strip().splitlines()[0]), self.context))
        lacks = next((what for word, what in lacking() if word in script), None)
        if lacks:
            self.rehearsal.note(self.job, name, f"not: needs {lacks}")
            return True
        output = self.folder.with_suffix(".output")
        output.touch()
        env = {
            key: str(value) for key, value in substitute(step.get("env", {}), self.context).items()
        }
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        ran = self.rehearsal.run(
            (self.job, name), shell, self.tree, {**self.env, **env, "GITHUB_OUTPUT": str(output)}
        )
        lines = output.read_text(encoding="utf-8").splitlines()
        self.outputs[step.get("id", "")] = {"outputs": dict(line.split("=", 1) for line in lines)}
        return ran

    def simulate(self, step: Mapping[str, Any]) -> None:
        """Do what an action would do, as far as it concerns the files of a release."""
        action = step["uses"].partition("@")[0]
        options = substitute(step.get("with", {}), self.context)
        began = time.monotonic()
        how = "simulated"
        if action == "actions/checkout":
            self.tree = self.check_out()
        elif action == "actions/setup-python":
            # A job that builds for none in particular takes another one where its own is not here.
            asked, here = options["python-version"], self.rehearsal.pythons
            python = interpreter(asked if asked in here else here[0])
            venv = self.folder.with_suffix(".python")
            subprocess.run([python, "-m", "venv", venv], check=True)
            folders = [str(venv / "bin"), str(Path(python).parent), self.env["PATH"]]
            self.env["PATH"] = os.pathsep.join(folders)
        elif action == "actions/upload-artifact":
            self.keep(self.rehearsal.artefacts / options["name"], options["path"])
        elif action == "actions/download-artifact":
            wanted = options.get("name", options.get("pattern", "*"))
            for artefact in sorted(self.rehearsal.artefacts.glob(wanted)):
                shutil.copytree(artefact, self.tree / options["path"], dirs_exist_ok=True)
        else:
            how = "not: acts on a forge or a registry"
        self.rehearsal.note(self.job, action, how, time.monotonic() - began)

    def check_out(self) -> Path:
        """Give the tree as it was committed; what has not changed keeps its time, by which cargo goes."""
        tree = self.rehearsal.work / "tree"
        if not tree.exists():
            tree.mkdir()
            git(tree, "clone", "--quiet", "--no-local", str(self.rehearsal.clone), ".")
        git(tree, "clean", "-ffdx", "--quiet")
        git(tree, "reset", "--hard", "--quiet")
        return tree

    def keep(self, folder: Path, pattern: str) -> None:
        """Keep files, or those of a folder, as an artefact."""
        folder.mkdir(parents=True)
        in_target = Path(self.env["CARGO_TARGET_DIR"]).glob(pattern.removeprefix("target/"))
        for found in sorted(self.tree.glob(pattern)) or sorted(in_target):
            for file in found.iterdir() if found.is_dir() else [found]:
                shutil.copy(file, folder)


def git(where: Path, *arguments: str) -> str:
    """Ask git."""
    command = ["git", "-C", str(where), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def interpreter(version: str) -> str:
    """Find a CPython of this version on this machine: on PATH, or among those of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for candidate in [
        *sorted(map(str, pyenv.glob(f"{version}.*/bin/python{version}"))),
        f"python{version}",
    ]:
        command = [candidate, "-c", "import ensurepip, sys; print(sys.executable)"]
        try:
            answer = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            continue
        if answer.returncode == 0:
            return answer.stdout.strip()
    message = f"no CPython {version} here"
    raise LookupError(message)


def found_pythons() -> list[str]:
    """List the versions of the workflow that this machine has."""
    found = []
    for version in PLATFORMS["python"]:
        try:
            interpreter(version)
        except LookupError:
            continue
        found.append(version)
    return found


def can_build(libc: str) -> bool:
    """Tell whether Rust's library for this machine with another C library is here."""
    command = [
        "rustc",
        "--print",
        "target-libdir",
        "--target",
        f"{platform.machine()}-unknown-linux-{libc}",
    ]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return Path(answer.stdout.strip()).is_dir()


@cache
def lacking() -> list[tuple[str, str]]:
    """List the words of steps that need what is not here."""
    found = []
    for word, (what, command) in LACKING.items():
        here = (
            shutil.which(command[0])
            and subprocess.run(command, capture_output=True, check=False).returncode == 0
        )
        if not here:
            found.append((word, what))
    return found


def main() -> None:
    """Rehearse, and end with status 1 if a step failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--python", action="append", help="a version; all that are here unless said"
    )
    parser.add_argument("--job", action="append", help="a job of the workflow; all unless said")
    parser.add_argument(
        "--tests", nargs="*", default=["tests/types", "tests/cli", "tests/test_errors.py"]
    )
    parser.add_argument("--no-second-build", action="store_true", help="compare no bytes")
    parser.add_argument("--limit", type=float, default=30, help="minutes that a step may take")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if folder.exists():
        sys.exit(f"{folder} is there already")
    folder.mkdir(parents=True)
    rehearsal = Rehearsal(folder, options.python or found_pythons(), options.limit * 60)
    try:
        tag = rehearsal.make_ready()
        for job in jobs(RELEASE):
            if not options.job or job.id in options.job:
                with rehearsal.goes_on(job, "the job"):
                    rehearsal.rehearse(job, tag)
        with rehearsal.goes_on("after", "Checksums of all files"):
            rehearsal.gather()
        with rehearsal.goes_on("after", "Install"):
            rehearsal.install()
        if not options.no_second_build:
            with rehearsal.goes_on("after", "Build once more"):
                rehearsal.build_again()
        if options.tests:
            with rehearsal.goes_on("after", "Tests of the source distribution"):
                rehearsal.test_source(options.tests)
    finally:
        rehearsal.write()
    for step in rehearsal.failed:
        sys.stdout.write(f"{step.how}  {step.job}: {step.name}\n")
    seconds = sum(step.seconds for step in rehearsal.steps)
    sys.stdout.write(f"{len(rehearsal.failed)} steps failed; {seconds:.0f} s; {folder}/steps.md\n")
    sys.exit(bool(rehearsal.failed))


if __name__ == "__main__":
    main()
