"""Names across rooms: the types that share a name, and the modules that native code imports."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

CRATES = Path(__file__).parents[1] / "crates"
PACKAGE = Path(__file__).parents[1] / "python" / "iriform"

# The same concept: a room wraps or shows another's type, or implements it for its own memory.
SAME_CONCEPT = {
    "Ambiguity": "why a text does not determine the values of a template",
    "Arguments": "of a call: of an operation, of a method",
    "AsyncTransport": "of httpx, of httpx2, and what both have in common",
    "Bytes": "64 bytes in the vectors of a processor",
    "Change": "of a repair",
    "Component": "of a reference",
    "Counts": "of values that are valid, invalid, empty and unreadable",
    "Data": "a data URL",
    "Delimited": "the reader of CSV and its kin",
    "Example": "of a fault or a finding, in an audit",
    "Fault": "where and why a text leaves a production",
    "Finding": "of a rule beyond the grammar",
    "Format": "how rows or values are stored and read",
    "Given": "a value as the caller gives it",
    "Hole": "a place in a text for a value",
    "FoundLink": "in a text",
    "IriRefs": "the IRIs of Turtle between brackets",
    "Kind": "of reference, by its production",
    "Lengths": "of components, in an audit",
    "Location": "where a file or an object is",
    "Member": "of a JSON object",
    "Operation": "on every row of a column",
    "ParseError": "a text that its production does not match",
    "Parts": "the five components of a reference",
    "Pass": "of the loop that removes dot segments",
    "Piece": "of an input or of a chunk, for one task",
    "Policy": "what is allowed",
    "PrefixMap": "names for namespaces",
    "Problem": "a fault with its value",
    "PurlParts": "of a package URL",
    "RdfDocument": "a document whose terms are read",
    "Progress": "the index after a match, or why there is none",
    "Reason": "why a text leaves its production",
    "Reference": "a URI or IRI reference",
    "RefuseAmbiguous": "the middleware of ASGI, of WSGI",
    "Repair": "of a value that is not valid",
    "Requests": "templates by which requests are read",
    "Router": "of templates",
    "ServiceAddress": "user, password, hosts and path of a service",
    "Statements": "of N-Triples and N-Quads",
    "Step": "of normalization; the explorer shows those of resolution likewise",
    "StorageReader": "a library that opens what a text names",
    "Tally": "of an audit",
    "Task": "a part of the rows, for one thread or worker",
    "Template": "a URI template",
    "Totals": "of tallies",
    "Transport": "of httpx, of httpx2, and what both have in common",
    "Unreadable": "what a reader cannot read",
    "ValueType": "of the values of a template",
    "Variable": "of a template",
}

# Several concepts in different rooms, and why none has another name. This list only shrinks.
SEVERAL_CONCEPTS = {
    "Argument": "of an operation, of a verb: both are called so by their users",
    "Block": "64 rows for the kernel, bytes of an input for the audit: both rooms speak of blocks",
    "Checked": "a value, a source or a request: each module of Python checks one thing",
    "Drawing": "of a place, of lines on a terminal: pictures of the command line",
    "Face": "of a type in Python, of a report: neither room sees the other",
    "Found": "by a template, by a search for links: the last one is public",
    "Input": "an argument in SQL, a file that is read: no room has both",
    "Judge": "of values in an audit, of requests in a guard: crates do not see the guard",
    "Looked": "up as a host, at a number of values: a binding and a verb of English",
    "Mark": "in an automaton, under a text on a terminal",
    "Memory": "of texts in Arrow, as a format of the audit",
    "Mended": "a piece of a package URL, a value of a file",
    "Name": "that is protected; of a rule of ABNF, which RFC 5234 calls rulename",
    "Named": "pieces of a tree, arguments of the command line",
    "Names": "that are protected; schemes and hosts of an audit",
    "Object": "of a statement in RDF, of CPython: both standards call it so",
    "Options": "of a search for links, of an audit: the word of Python and of Rust for a call's settings",
    "Place": "in an input, in a source, of an output, of a variable: a place is where something is",
    "Plain": "statements without escapes; http without TLS",
    "Refused": "a text, a type, a request: each with its reason",
    "Row": "of a column, of a table of options",
    "Rule": "of the grammar, of the findings: RFC 5234 and the documentation call them so",
    "Run": "of a verb; a piece of a line of one colour, as typographers say",
    "Scanner": "of one grammar each: references, package URLs, templates",
    "Sequence": "of path segments; of ABNF, where RFC 5234 calls concatenation so",
    "Source": "of values in an audit, of a module's literals",
    "Span": "of a text in UTF-16, of code points in ABNF",
    "Status": "of a call in C, of the command's exit",
    "Stream": "of blocks of rows, of a response's bytes",
    "Syntax": "of compact IRIs, of routes",
    "Text": "in memory, a format of lines, a terminal of ABNF",
    "Value": "of an argument, of a variable: RFC 6570 and Arrow's libraries call them so",
    "Words": "of a look-alike, of an option",
    "Written": "an expression that became text, a value in a URL",
    "_Finder": "of modules, of links: importlib and markdown-it-py have the word",
    "_Output": "a file, a standard stream",
}

# Python's own modules, which have the data or the classes.
OF_PYTHON = {"enum", "ipaddress", "re", "string.templatelib", "sys", "unicodedata", "uuid"}

# Functions that import a module whose name is an argument.
KNOWN = {("python", "src", "python.rs"), ("python", "src", "prefix_errors.rs")}

# Modules of iriform that native code imports. This list only shrinks.
OF_IRIFORM = {"iriform._types", "iriform.findings"}


def types(source: str) -> set[str]:
    """List the types of a Rust file, including private ones, without those of traits."""
    declared = r"^\s*(?:pub(?:\([a-z]+\))? )?(?:struct|enum|trait|union) (\w+)"
    aliases = r"^(?:pub(?:\([a-z]+\))? )?type (\w+)"
    found = (re.findall(pattern, source, re.MULTILINE) for pattern in (declared, aliases))
    return {name for names in found for name in names}


def classes(source: str) -> set[str]:
    """List the classes of a module in Python."""
    return {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)}


def imported(source: str) -> set[str]:
    """The Python modules that native code imports by name."""
    code = re.sub(r"//.*", "", source)
    found = re.findall(r'\bimport\(\s*(?:[^",]*,\s*)?"([\w.]+)"', code)
    of_package = re.findall(r'\b(?:python "|helper\([^"]*")(\w+)"', code)
    return {*found, *(f"iriform.{module}" for module in of_package)}


def test_a_name_has_one_concept_but_for_those_that_are_listed() -> None:
    files = defaultdict(set)
    rooms = [(CRATES, "*/src/**/*.rs", types), (PACKAGE, "**/*.py", classes)]
    for folder, pattern, names in rooms:
        for path in folder.glob(pattern):
            for name in names(path.read_text(encoding="utf-8")):
                files[name].add(path)
    shared = {name for name, where in files.items() if len(where) > 1}

    assert shared == SAME_CONCEPT.keys() | SEVERAL_CONCEPTS.keys()
    assert not SAME_CONCEPT.keys() & SEVERAL_CONCEPTS.keys()


def test_native_code_imports_no_other_module() -> None:
    found = set()
    for path in CRATES.glob("*/src/**/*.rs"):
        source = path.read_text(encoding="utf-8")
        found |= imported(source)
        # `imported` knows the code that builds names of modules.
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
    rust = (
        "pub(super) struct A;\n    enum B {\nstruct C;\n// struct D\n    type E = u8;\ntype F = u8;"
    )
    assert types(rust) == {"A", "B", "C", "F"}
    assert classes("class A:\n    '''class C:'''\n    class B(A): ...\n") == {"A", "B"}
