"""Names across rooms: the types that share a name, and the modules that native code imports."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

CRATES = Path(__file__).parent.parent / "crates"

# One concept: a room wraps or shows the type of another, or implements it for its own memory.
SAME_CONCEPT = {
    "Arguments": "of a call: of an operation, of a method",
    "Bytes": "64 bytes in the vectors of a processor",
    "Change": "of a repair",
    "Component": "of a reference",
    "Delimited": "the reader of CSV and its kin",
    "Fault": "where and why a text leaves a production",
    "Finding": "of a rule beyond the grammar",
    "FoundLink": "of a text",
    "Input": "an argument of a call in SQL",
    "IriRefs": "the IRIs of Turtle between brackets",
    "Policy": "what is allowed",
    "PrefixMap": "names for namespaces",
    "RdfDocument": "a document whose terms are read",
    "Reference": "a URI or IRI reference",
    "Router": "of templates",
    "Statements": "of N-Triples and N-Quads",
    "Step": "of normalization; the explorer shows those of resolution likewise",
    "Tally": "of an audit",
    "Template": "a URI template",
    "Totals": "of tallies",
    "Unreadable": "what a reader cannot read",
}

# Several concepts, each in a room of its own, and why none has another name. This list only shrinks.
SEVERAL_CONCEPTS = {
    "Block": "64 rows for the kernel, bytes of an input for the audit: both rooms speak of blocks",
    "Found": "by a template in a text, by a rule in a reference: the second is inside `findings`",
    "Rule": "of the grammar, of the findings: RFC 5234 and the documentation call them so",
    "Value": "of an argument, of a variable: RFC 6570 and Arrow's libraries call them so",
}

# Python's own modules, which have the data or the classes.
OF_PYTHON = {"enum", "ipaddress", "string.templatelib", "sys", "unicodedata", "uuid"}

# Functions that import a module whose name they are given.
KNOWN = {("python", "src", "python.rs"), ("python", "src", "prefixes.rs")}

# Modules of iriform that native code imports. This list only shrinks.
OF_IRIFORM = {
    "iriform._answers",
    "iriform._bytes",
    "iriform._data",
    "iriform._purl",
    "iriform._errors",
    "iriform._files",
    "iriform._html",
    "iriform._mutable",
    "iriform._prefixes",
    "iriform._pydantic",
    "iriform.findings",
}


def types(source: str) -> set[str]:
    """The public and crate-wide types of a file."""
    declared = r"^\s*pub(?:\([a-z]+\))? (?:struct|enum|trait|type) (\w+)"
    return set(re.findall(declared, source, re.MULTILINE))


def imported(source: str) -> set[str]:
    """The Python modules that native code imports by name."""
    code = re.sub(r"//.*", "", source)
    found = re.findall(r'\bimport\(\s*(?:[^",]*,\s*)?"([\w.]+)"', code)
    of_package = re.findall(r'\b(?:python "|helper\([^"]*")(\w+)"', code)
    return {*found, *(f"iriform.{module}" for module in of_package)}


def test_a_name_has_one_concept_but_for_those_that_are_listed() -> None:
    files = defaultdict(set)
    for path in CRATES.glob("*/src/**/*.rs"):
        for name in types(path.read_text(encoding="utf-8")):
            files[name].add(path)
    shared = {name for name, where in files.items() if len(where) > 1}

    assert shared == SAME_CONCEPT.keys() | SEVERAL_CONCEPTS.keys()


def test_native_code_imports_no_other_module() -> None:
    found = set()
    for path in CRATES.glob("*/src/**/*.rs"):
        source = path.read_text(encoding="utf-8")
        found |= imported(source)
        # What makes the name of a module is known to `imported`.
        made = source.count('format!("iriform.{module}")')
        assert made == (path.parts[-3:] in KNOWN), path

    assert found == OF_PYTHON | OF_IRIFORM


def test_what_is_imported_is_seen() -> None:
    source = """
        PyModule::import(text.py(), "ipaddress"); PARSE_ERROR.import(py, "iriform._a", "B");
        method!(class python "_c" "d"); helper(py, "_e", "f"); // import(py, "g")
        py.import("h.i")
    """
    assert imported(source) == {"ipaddress", "iriform._a", "iriform._c", "iriform._e", "h.i"}
    assert types("pub(super) struct A;\n    pub enum B {\nstruct C;\n// pub struct D") == {"A", "B"}
