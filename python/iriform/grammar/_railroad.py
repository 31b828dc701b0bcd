"""Railroad diagrams of rules, drawn by the library `railroad-diagrams` (extra `grammar`)."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any

from iriform._extras import needed

from ._abnf import Choice, Name, Node, Repeat, Sequence, Span, Text

if TYPE_CHECKING:
    from types import ModuleType


def railroad(name: str, body: Node) -> str:
    """The diagram of the rule `name`, as a self-contained SVG document.

    Raises:
        ImportError: the extra is not installed.

    """
    with needed("grammar", "a railroad diagram"):
        import railroad as library
    diagram = library.Diagram(
        library.Start("complex", name), _draw(body, library), library.End("complex"), type="complex"
    )
    out = StringIO()
    diagram.writeStandalone(out.write)
    return out.getvalue()


def _draw(node: Node, library: ModuleType) -> Any:  # noqa: ANN401 - the library has no types
    match node:
        case Text(text):
            return library.Terminal(text)
        case Span(first, last):
            codes = f"U+{first:04X}" if first == last else f"U+{first:04X}-{last:04X}"
            return library.Terminal(codes)
        case Name(name):
            return library.NonTerminal(name)
        case Sequence(items):
            return library.Sequence(*(_draw(item, library) for item in items))
        case Choice(items):
            return library.Choice(0, *(_draw(item, library) for item in items))
        case Repeat(_, _, 0):
            return library.Skip()
        case Repeat(item, 0, 1):
            return library.Optional(_draw(item, library))
        case Repeat(item, 0, None):
            return library.ZeroOrMore(_draw(item, library))
        case Repeat(item, 1, None):
            return library.OneOrMore(_draw(item, library))
        case Repeat(item, least, most):
            times = str(least) if least == most else f"{least} to {most or 'any number of'}"
            counted = library.OneOrMore(_draw(item, library), library.Comment(f"{times} times"))
            return counted if least else library.Optional(counted)
