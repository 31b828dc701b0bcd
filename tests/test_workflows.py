"""The workflows of the forge: what jobs they come to, and what each action and machine is pinned to.

Nothing here runs a job. `make rehearse-release` runs the steps of the release.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from scripts import workflows

FOLDER = workflows.ROOT / ".github" / "workflows"
ALL = sorted(FOLDER.glob("*.yml"))
PLATFORMS: dict[str, Any] = workflows.PLATFORMS


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("matrix.libc == 'musl' && 'no' || 'yes'", "yes"),
        ("matrix.libc != 'musl' && !endsWith(matrix.python, 't')", False),
        ("fromJSON(needs.platforms.outputs.linux)[matrix.machine]", "small"),
        ("steps.never.outputs.ran", ""),  # nothing is known of it
        ("(true || false) && 'it''s'", "it's"),
    ],
)
def test_an_expression_has_the_value_that_the_forge_gives_it(
    expression: str, value: object
) -> None:
    context = {
        "matrix": {"libc": "gnu", "python": "3.14t", "machine": "arm"},
        "needs": {"platforms": {"outputs": {"linux": '{"arm": "small"}'}}},
    }
    assert workflows.evaluate(expression, context) == value


def test_expressions_within_a_text_are_two() -> None:
    context = {"matrix": {"machine": "arm", "libc": "musl"}}
    assert (
        workflows.substitute("${{ matrix.machine }}-linux-${{ matrix.libc }}", context)
        == "arm-linux-musl"
    )


def test_what_is_no_known_expression_is_refused() -> None:
    with pytest.raises(ValueError, match="not an expression that is known here: 1 \\+ 1"):
        workflows.evaluate("1 + 1", {})


def test_a_matrix_is_the_product_less_what_is_excluded_and_what_is_included() -> None:
    matrix = {
        "os": ["a", "b"],
        "python": ["3.10", "3.15"],
        "exclude": [{"os": "b", "python": "3.10"}],
        "include": [{"os": "a", "extra": "x"}, {"os": "c", "python": "3.10"}],
    }
    assert workflows.combinations(matrix) == [
        {"os": "a", "python": "3.10", "extra": "x"},
        {"os": "a", "python": "3.15", "extra": "x"},
        {"os": "b", "python": "3.15"},
        {"os": "c", "python": "3.10"},
    ]


def test_a_release_has_a_wheel_for_each_python_on_each_platform() -> None:
    jobs = [job for job in workflows.jobs(FOLDER / "release.yml") if "python" in job.matrix]
    built = [(job.matrix["python"], job.matrix.get("compatibility"), job.runs_on) for job in jobs]
    assert len(built) == len(set(built))
    libraries = ["manylinux2014", "musllinux_1_2"]
    expected = [
        (python, libc, machine)
        for python in PLATFORMS["python"]
        for libc, machines in [
            *((libc, list(PLATFORMS["linux"].values())) for libc in libraries),
            (None, PLATFORMS["others"]),
        ]
        for machine in machines
        # python.org has none.
        if (python, machine) != ("3.10", "windows-11-arm")
    ]
    assert sorted(built, key=str) == sorted(expected, key=str)


def test_each_wheel_is_optimized_by_the_profile_of_its_machine() -> None:
    found = list(workflows.jobs(FOLDER / "release.yml"))
    profiles = {f"profile-{job.runs_on}" for job in found if job.id == "profile"}
    assert len(profiles) == len(PLATFORMS["linux"]) + len(PLATFORMS["others"])
    for job in found:
        if "python" in job.matrix:
            assert "profile" in job.definition["needs"], job
            steps = workflows.substitute(job.definition["steps"], job.context)
            read = [step["with"]["name"] for step in steps if "download" in step.get("uses", "")]
            assert read == [f"profile-{job.runs_on}"], job
            assert read[0] in profiles


def test_each_python_that_wheels_are_built_for_is_tested_or_known_to_be_young() -> None:
    ci = list(workflows.jobs(FOLDER / "ci.yml"))
    tested = {job.matrix["python"] for job in ci if "python" in job.matrix}
    assert tested == {*PLATFORMS["tested"], *PLATFORMS["young"]}
    # Between two that are tested, nothing new is to be expected.
    assert set(PLATFORMS["python"]) - tested == {"3.11", "3.12"}


def test_a_failure_on_a_young_platform_keeps_nothing_back() -> None:
    (ci,) = (workflows.read(path) for path in ALL if path.stem == "ci")
    assert ci["jobs"]["young"]["continue-on-error"] is True
    (release,) = (workflows.read(path) for path in ALL if path.stem == "release")
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
    machines = {"ubuntu-24.04", *PLATFORMS["linux"].values(), *PLATFORMS["others"]}
    for path in ALL:
        for job in workflows.jobs(path):
            assert job.runs_on in machines, job
            assert job.definition["timeout-minutes"] <= 180, job


def test_nothing_is_published_before_all_is_built_and_the_commit_has_passed() -> None:
    jobs = workflows.read(FOLDER / "release.yml")["jobs"]

    def before(name: str) -> set[str]:
        needs = jobs[name].get("needs", [])
        direct = {needs} if isinstance(needs, str) else set(needs)
        return direct.union(*map(before, direct)) if direct else direct

    published = {"publish", "publish_crate", "attach"}
    for name in published:
        assert before(name) >= jobs.keys() - published


def test_what_the_native_module_is_made_of_is_what_is_locked() -> None:
    document = json.loads(
        (workflows.ROOT / "crates/python/sbom.cdx.json").read_text(encoding="utf-8")
    )
    locked = (workflows.ROOT / "Cargo.lock").read_text(encoding="utf-8")
    assert len(document["components"]) > 50
    for part in document["components"]:
        if part["type"] == "data":
            continue
        head = f'[[package]]\nname = "{part["name"]}"\nversion = "{part["version"]}"\n'
        assert head in locked, f"{part['purl']}: run python -m scripts.sbom"
        for checksum in part.get("hashes", []):
            assert f'checksum = "{checksum["content"]}"' in locked, part["purl"]
    assert "/" not in document["metadata"]["component"]["bom-ref"].removeprefix("pkg:cargo/")


# Suites that no workflow runs by their name, and what runs in their place.
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
    targets = "\n".join(
        (workflows.ROOT / name).read_text("utf-8") for name in ("Makefile", "platforms.mk")
    )
    suites = set(
        re.findall(r"^((?:test|prove)[a-z-]*|differential|fuzz|mutants):", targets, re.MULTILINE)
    )
    jobs = [job for path in ALL for job in workflows.jobs(path)]
    named = {job.matrix.get("target") for job in jobs}
    steps = [step.get("run", "") for job in jobs for step in job.definition["steps"]]
    commands = "\n".join(steps)
    called = set(re.findall(r"\bmake ([a-z-]+)", commands))
    run = suites & (named | called)
    assert suites - run == ELSEWHERE.keys()
    assert run >= {"fuzz", "mutants", "differential", "test-cluster", "test-thread-sanitizer"}


def test_ci_has_the_history_that_it_asks() -> None:
    """A clone of the last commit alone does not tell what changed."""
    (job,) = (job for job in workflows.jobs(FOLDER / "ci.yml") if job.id == "everything")
    (checkout,) = (step for step in job.definition["steps"] if "checkout" in step.get("uses", ""))
    assert checkout["with"]["fetch-depth"] == 0


def test_the_laboratory_and_core_without_features_are_compiled() -> None:
    """`make lint-rust`, a job of its own, and `.ci/run` compile what no test does."""
    rules = (workflows.ROOT / "Makefile").read_text("utf-8")
    rust = rules.partition("\nlint-rust:\n")[2].partition("\n\n")[0]
    for words in ("clippy $(LAB)", "--no-default-features", 'RUSTDOCFLAGS="-D warnings"'):
        assert words in rust
    (job,) = (job for job in workflows.jobs(FOLDER / "ci.yml") if job.id == "laboratory")
    assert "make lint-rust" in [step.get("run") for step in job.definition["steps"]]
