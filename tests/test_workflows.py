"""The workflows of the forge: their jobs, and the pinned version of each action and machine.

Nothing here runs a job. `make rehearse-release` runs the scripts of the release.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".github" / "workflows"
ALL = sorted(FOLDER.glob("*.yml"))
PLATFORMS: dict[str, Any] = json.loads((ROOT / ".github" / "platforms.json").read_text("utf-8"))


def read(path: Path) -> dict[str, Any]:
    """Read a workflow. YAML reads its key `on` as a boolean; nothing here uses it."""
    workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return workflow


def read_from_platforms(name: str) -> str:
    return f"${{{{ fromJSON(needs.platforms.outputs.{name}) }}}}"


def test_a_release_has_a_wheel_for_each_python_on_each_platform() -> None:
    jobs = read(FOLDER / "release.yml")["jobs"]
    linux, others = (jobs[name]["strategy"]["matrix"] for name in ("linux", "others"))
    assert linux == {
        "python": read_from_platforms("python"),
        "compatibility": ["manylinux2014", "musllinux_1_2"],
        "target": list(PLATFORMS["linux"]),
    }
    assert others == {
        "python": read_from_platforms("python"),
        "os": read_from_platforms("others"),
        # python.org has none.
        "exclude": [{"os": "windows-11-arm", "python": "3.10"}],
    }


def test_each_wheel_is_optimized_by_the_profile_of_its_machine() -> None:
    jobs = read(FOLDER / "release.yml")["jobs"]
    assert jobs["profile"]["strategy"]["matrix"] == {"os": read_from_platforms("machines")}
    for name, machine in {
        "linux": "${{ fromJSON(needs.platforms.outputs.linux)[matrix.target] }}",
        "others": "${{ matrix.os }}",
    }.items():
        assert jobs[name]["runs-on"] == machine
        assert "profile" in jobs[name]["needs"]
        steps = jobs[name]["steps"]
        read_ = [step["with"]["name"] for step in steps if "download" in step.get("uses", "")]
        assert read_ == [f"profile-{machine}"]


def test_each_python_that_wheels_are_built_for_is_tested_or_known_to_be_young() -> None:
    jobs = read(FOLDER / "ci.yml")["jobs"]
    for name, versions in {"on_platforms": "tested", "young": "young"}.items():
        matrix = jobs[name]["strategy"]["matrix"]
        assert matrix["python"] == read_from_platforms(versions)
    # Versions between two tested ones should behave the same.
    known = {*PLATFORMS["tested"], *PLATFORMS["young"]}
    assert set(PLATFORMS["python"]) - known == {"3.11", "3.12"}


def test_a_failure_on_a_young_platform_keeps_nothing_back() -> None:
    (ci,) = (read(path) for path in ALL if path.stem == "ci")
    assert ci["jobs"]["young"]["continue-on-error"] is True
    (release,) = (read(path) for path in ALL if path.stem == "release")
    assert release["jobs"]["pyodide"]["continue-on-error"] is True
    assert "pyodide" in release["jobs"]["publish"]["needs"]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_each_action_is_pinned_to_a_commit_with_its_version(path: Path) -> None:
    used = re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_an_action_has_one_version_in_all_workflows() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in ALL)
    used = set(re.findall(r"uses: (.+)", text))
    assert len({action.partition("@")[0] for action in used}) == len(used), sorted(used)


def test_each_job_runs_on_a_machine_of_the_list_and_ends_at_some_time() -> None:
    machines = {"ubuntu-24.04", "${{ matrix.os }}"}
    machines.add("${{ fromJSON(needs.platforms.outputs.linux)[matrix.target] }}")
    for path in ALL:
        for name, job in read(path)["jobs"].items():
            assert job["runs-on"] in machines, name
            assert job["timeout-minutes"] <= 180, name


def test_nothing_is_published_before_all_is_built_and_the_commit_has_passed() -> None:
    jobs = read(FOLDER / "release.yml")["jobs"]

    def before(name: str) -> set[str]:
        needs = jobs[name].get("needs", [])
        direct = {needs} if isinstance(needs, str) else set(needs)
        return direct.union(*map(before, direct)) if direct else direct

    published = {"publish", "publish_crate", "attach"}
    for name in published:
        assert before(name) >= jobs.keys() - published


def test_what_the_native_module_is_made_of_is_what_is_locked() -> None:
    document = json.loads((ROOT / "crates/python/sbom.cdx.json").read_text(encoding="utf-8"))
    locked = (ROOT / "Cargo.lock").read_text(encoding="utf-8")
    assert len(document["components"]) > 50
    for part in document["components"]:
        if part["type"] == "data":
            continue
        head = f'[[package]]\nname = "{part["name"]}"\nversion = "{part["version"]}"\n'
        assert head in locked, f"{part['purl']}: run python -m scripts.sbom"
        for checksum in part.get("hashes", []):
            assert f'checksum = "{checksum["content"]}"' in locked, part["purl"]
    assert "/" not in document["metadata"]["component"]["bom-ref"].removeprefix("pkg:cargo/")


# Suites that no workflow runs by name, and what runs instead.
ELSEWHERE = {
    "prove-laws": "test-all runs its tests",
    "test": "`.ci/run` and the jobs of the platforms run pytest and cargo test",
    "test-debug": "part of test-all",
    "test-duckdb-extension": "`.ci/run` builds the extension and runs its tests",
    "test-free-threaded": "the job of the young Pythons tests a build without the GIL",
    "test-huge": "part of test-all",
    "test-musl": "a release tries its wheels in Alpine",
}


def test_a_suite_that_no_workflow_runs_has_a_reason() -> None:
    targets = "\n".join((ROOT / name).read_text("utf-8") for name in ("Makefile", "platforms.mk"))
    suites = set(
        re.findall(r"^((?:test|prove)[a-z-]*|differential|fuzz|mutants):", targets, re.MULTILINE)
    )
    jobs = [job for path in ALL for job in read(path)["jobs"].values()]
    matrices = [job.get("strategy", {}).get("matrix", {}) for job in jobs]
    named = {target for matrix in matrices for target in matrix.get("target", ())}
    steps = [step.get("run", "") for job in jobs for step in job["steps"]]
    commands = "\n".join(steps)
    called = set(re.findall(r"\bmake ([a-z-]+)", commands))
    run = suites & (named | called)
    assert suites - run == ELSEWHERE.keys()
    assert run >= {"fuzz", "mutants", "differential", "test-cluster", "test-thread-sanitizer"}


def test_ci_has_the_history_that_it_asks() -> None:
    """A clone of only the last commit does not show what changed."""
    job = read(FOLDER / "ci.yml")["jobs"]["everything"]
    (checkout,) = (step for step in job["steps"] if "checkout" in step.get("uses", ""))
    assert checkout["with"]["fetch-depth"] == 0


def test_the_laboratory_and_core_without_features_are_compiled() -> None:
    """`make lint-rust`, a separate job, and `.ci/run` compile code that no test compiles."""
    rules = (ROOT / "Makefile").read_text("utf-8")
    rust = rules.partition("\nlint-rust:\n")[2].partition("\n\n")[0]
    for words in ("clippy $(LAB)", "--no-default-features", 'RUSTDOCFLAGS="-D warnings"'):
        assert words in rust
    job = read(FOLDER / "ci.yml")["jobs"]["laboratory"]
    assert "make lint-rust" in [step.get("run") for step in job["steps"]]
