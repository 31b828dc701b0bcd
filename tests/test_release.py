"""Faults that prevent a release are found, and the index page gets links that work there."""

import ast
import importlib.util
import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from scripts import set_repository

ROOT = Path(__file__).parents[1]
FILES = ["Cargo.toml", "CHANGELOG.md", "pyproject.toml", "crates/duckdb/description.yml"]


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "check_release", ROOT / "scripts" / "check_release.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the checked files of this tree, and make them ready for a release."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    change(tmp_path / "Cargo.toml", 'version = "0.1.0"', 'version = "1.2.3"')
    change(tmp_path / "CHANGELOG.md", "## Unreleased", "## 1.2.3 (2030-01-02)")
    change(
        tmp_path / "pyproject.toml",
        "[project.scripts]",
        '[project.urls]\nRepository = "https://forge.example/us/iriform/"\n\n[project.scripts]',
    )
    change(tmp_path / "crates/duckdb/description.yml", "OWNER", "us")
    change(tmp_path / "crates/duckdb/description.yml", "ref: v0.1.0", "ref: v1.2.3")
    return tmp_path


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, (file, old)
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_tree_that_lacks_nothing(release: ModuleType, tree: Path) -> None:
    assert release.faults(tree, "v1.2.3") == []
    assert release.repository(tree) == "https://forge.example/us/iriform"


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (
            "Cargo.toml",
            'version = "1.2.3"',
            'version = "1.2.4"',
            "Cargo.toml: the version is 1.2.4, and the tag is v1.2.3",
        ),
        (
            "CHANGELOG.md",
            "## 1.2.3 ",
            "## Unreleased ",
            "CHANGELOG.md: there is no heading for 1.2.3",
        ),
        (
            "pyproject.toml",
            "Repository",
            "Homepage",
            "pyproject.toml: [project.urls] has no Repository",
        ),
        (
            "crates/duckdb/description.yml",
            "us/iriform",
            "OWNER/iriform",
            "crates/duckdb/description.yml: OWNER stands for the repository's owner",
        ),
        (
            "crates/duckdb/description.yml",
            "ref: v1.2.3",
            "ref: v1.2.2",
            "crates/duckdb/description.yml: ref is not v1.2.3",
        ),
    ],
)
def test_each_thing_that_a_tree_may_lack(
    release: ModuleType, tree: Path, file: str, old: str, new: str, fault: str
) -> None:
    change(tree / file, old, new)
    assert release.faults(tree, "v1.2.3") == [fault]


def test_links_of_the_readme_become_absolute(release: ModuleType) -> None:
    text = "[a](docs/a.md#b), [c](https://x.example/c), [d](#d), ![e](docs/e.svg)"
    assert release.with_absolute_links(text, "https://forge.example/us/iriform", "v1.2.3") == (
        "[a](https://forge.example/us/iriform/blob/v1.2.3/docs/a.md#b), [c](https://x.example/c), "
        "[d](#d), ![e](https://forge.example/us/iriform/blob/v1.2.3/docs/e.svg)"
    )


def test_no_link_of_the_readme_is_left_relative(release: ModuleType) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](docs/" in readme
    absolute = release.with_absolute_links(readme, "https://forge.example/us/iriform", "v1.2.3")
    assert "](docs/" not in absolute
    assert release.RELATIVE.search(absolute) is None


@pytest.fixture
def tree_without_address(tmp_path: Path) -> Path:
    for name in [*FILES, *set_repository.places("https://forge.example/us/iriform")]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_one_command_writes_the_address_wherever_it_belongs(
    release: ModuleType, tree_without_address: Path
) -> None:
    tree = tree_without_address
    set_repository.write(tree, "https://forge.example/us/iriform/")
    assert release.repository(tree) == "https://forge.example/us/iriform"
    assert release.faults(tree, "v0.1.0") == ["CHANGELOG.md: there is no heading for 0.1.0"]
    texts = {
        name: (tree / name).read_text(encoding="utf-8") for name in set_repository.places("a/b")
    }
    assert not [name for name, text in texts.items() if "OWNER/iriform" in text]
    assert 'repository = "https://forge.example/us/iriform"\n' in texts["Cargo.toml"]
    assert "\nrepository.workspace = true\n" in texts["crates/core/Cargo.toml"]
    assert "- uses: us/iriform@REVISION\n" in texts["docs/ci.md"]
    assert texts["packaging/iriform.rb"].count("https://forge.example/us/iriform") == 2


def test_an_address_takes_the_place_of_the_one_before(tree_without_address: Path) -> None:
    tree = tree_without_address
    set_repository.write(tree, "https://forge.example/us/iriform")
    before = {name: (tree / name).read_bytes() for name in set_repository.places("a/b")}
    set_repository.write(tree, "https://other.example/them/iriform")
    set_repository.write(tree, "https://forge.example/us/iriform")
    assert {name: (tree / name).read_bytes() for name in set_repository.places("a/b")} == before


def test_the_recipe_asks_for_what_the_command_line_needs() -> None:
    recipe = yaml.safe_load((ROOT / "packaging/recipe.yaml").read_text(encoding="utf-8"))
    asked = {
        re.sub(r"^python-duckdb", "duckdb", each)
        for each in recipe["requirements"]["run_constraints"]
    }
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = re.findall(r"^(?:audit|cli) = (\[.+\])$", project, re.MULTILINE)
    needed = {each.replace(">=", " >=") for extra in extras for each in ast.literal_eval(extra)}
    assert asked == needed - {"iriform[audit]"}
