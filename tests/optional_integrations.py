"""Recipes for what is heavy or tied to a version: `make test-integrations`."""

import sys
from importlib import metadata, util
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import jsonschema
import pytest

from iriform import IRI, URI, IRIReference, ParseError, URIReference

from .test_docs import HEAVY, ROOT, run_page


@pytest.mark.filterwarnings("default")  # Django's and DataFusion's own
@pytest.mark.parametrize("page", sorted(HEAVY), ids=lambda page: page.name)
def test_pages(page: Path) -> None:
    assert run_page(page).attempted > 0


def patched(source: str, diff: str) -> str:
    """Apply a unified diff: each hunk replaces the only text that it matches."""
    for hunk in diff.split("\n@@ ")[1:]:
        lines = hunk.splitlines()[1:]
        old, new = (
            "\n".join(line[1:] for line in lines if line[:1] in {" ", "", sign}) for sign in "-+"
        )
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


@pytest.fixture(scope="module")
def checkers(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The module of python-jsonschema with the formats, patched by docs/jsonschema.patch."""
    assert metadata.version("jsonschema") == "4.26.0"
    own = Path(jsonschema.__file__).with_name("_format.py").read_text("utf-8")
    new = tmp_path_factory.mktemp("patched") / "_format.py"
    new.write_text(patched(own, (ROOT / "docs/jsonschema.patch").read_text("utf-8")), "utf-8")
    spec = util.spec_from_file_location("jsonschema._patched", new)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    with patch.dict(
        sys.modules, {"rfc3987": None}
    ):  # the GPL package of the other extra comes first
        spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "cls"),
    [("uri", URI), ("uri-reference", URIReference), ("iri", IRI), ("iri-reference", IRIReference)],
)
@pytest.mark.parametrize("text", ["http://h/", "http://é/", "a", "é", "", "a b", "1:", "\ud800", 5])
def test_the_patch_of_jsonschema(
    checkers: ModuleType, name: str, cls: type[IRIReference], text: object
) -> None:
    checker = checkers.draft202012_format_checker

    assert checker.conforms(text, name) is (not isinstance(text, str) or cls.is_valid(text))
    assert "rfc3987_syntax" not in sys.modules


def test_the_cause_of_an_error_of_the_patch(checkers: ModuleType) -> None:
    with pytest.raises(checkers.FormatError) as caught:
        checkers.draft7_format_checker.check("http://h:80a/", "iri")
    assert isinstance(caught.value.cause, ParseError)
