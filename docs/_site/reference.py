"""The directive `public`: the reference of public names, made from their docstrings.

    ```{public} iriform
    IRI
    resolve
    ```

documents these names, and without names all of a module. Docstrings are Markdown, as the pages are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.domains.python import (
    PyAttribute,
    PyClasslike,
    PyFunction,
    PyMethod,
    PyProperty,
    PyVariable,
)
from sphinx.util.docutils import SphinxDirective

from . import public
from .public import Entry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.domains.python import ObjectEntry

_DIRECTIVES: dict[str, Any] = {
    "attribute": PyAttribute,
    "class": PyClasslike,
    "data": PyVariable,
    "exception": PyClasslike,
    "function": PyFunction,
    "method": PyMethod,
    "property": PyProperty,
}


class Public(SphinxDirective):
    """Document the public names of a module."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Make the nodes of all names."""
        module = self.arguments[0]
        wanted = [line.strip() for line in self.content if line.strip()]
        self.env.ref_context["py:module"] = module
        self.env.note_dependency(str(public.PACKAGE / "_core.pyi"))
        found: list[nodes.Node] = []
        for name in wanted or public.names(module):
            found += self._described(module, public.entry(module, name))
        return found

    def _described(self, module: str, entry: Entry) -> list[nodes.Node]:
        options: dict[str, Any] = {"module": module}
        if entry.type:
            options["type"] = entry.type
        if entry.is_static:
            options["staticmethod"] = None
        if entry.is_class_method:
            options["classmethod"] = None
        lines = fenced(entry.doc).splitlines()
        bases = [f"`{base}`" for base in entry.bases if base in public.names("iriform")]
        if bases:
            lines += ["", f"It has everything that {' and '.join(bases)} has."]
        narrower = public.narrower(entry)
        if narrower:
            listed = ", ".join(f"`{entry.name}.{member.name}`" for member in narrower)
            lines += ["", f"Their answers are of a narrower class here: {listed}."]
        made = _DIRECTIVES[entry.kind](
            f"py:{entry.kind}",
            ["\n".join(entry.signatures)],
            options,
            StringList(lines, source=f"{module}.{entry.name}"),
            self.lineno,
            self.content_offset,
            self.block_text,
            self.state,
            self.state_machine,
        ).run()
        members = [member for member in entry.members if member not in narrower]
        if members:
            content = next(n for node in made for n in node.findall(_is_content))
            for member in members:
                self.env.ref_context["py:class"] = entry.name  # each directive clears it
                content += self._described(module, member)
            self.env.ref_context["py:class"] = None
        return made


def _is_content(node: nodes.Node) -> bool:
    return node.tagname == "desc_content"


def fenced(doc: str) -> str:
    """Put the examples of a docstring into fences, as pages have them."""
    lines: list[str] = []
    inside = False
    for line in doc.splitlines():
        if line.startswith(">>>") and not inside:
            lines += ["", "```python"]
            inside = True
        elif inside and not line.strip():
            lines += ["```"]
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


_NAME = re.compile(r"(?:iriform\.)?([A-Za-z_][\w.]*)(?:\([\w, =*.…]*\))?")


def link_names(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make links of the names in code spans that the reference has: `IRI.resolve`, `resolve()`."""
    domain = app.env.domains.python_domain
    for literal in list(doctree.findall(nodes.literal)):
        if isinstance(literal.parent, (nodes.reference, nodes.title)) or _in_signature(literal):
            continue
        target = _target(domain.objects, literal.astext())
        if target:
            name, (page, anchor) = target
            uri = app.builder.get_relative_uri(docname, page) + f"#{anchor}"
            link = nodes.reference("", "", internal=True, refuri=uri, reftitle=name)
            literal.replace_self(link)
            link += literal


def _in_signature(node: nodes.Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if node.tagname == "desc_signature":
            return True
    return False


def _target(objects: Mapping[str, ObjectEntry], text: str) -> tuple[str, tuple[str, str]] | None:
    match = _NAME.fullmatch(text)
    if match is None:
        return None
    name = f"iriform.{match[1]}"
    class_, _, member = match[1].partition(".")
    if name not in objects and class_ in public.names("iriform"):
        name = f"iriform.{public.owner(class_, member)}.{member}"
    is_known = name in objects
    # One word in small letters may be anything: `path`, `resolve` of SQL.
    if not is_known or ("." not in match[1] and match[1][0].islower() and text == match[1]):
        return None
    found = objects[name]
    return name, (found.docname, found.node_id)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive("public", Public)
    app.connect("doctree-resolved", link_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
