"""The peers: the function of each for an operation. An exception is a refusal."""

import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urljoin

import can_ada
import hyperlink
import rdflib
import rdflib.util
import rfc3986
import rfc3987
import uritools
import yarl

from iriform import IRI, URI

from .questions import Question

REFUSED = None
Answer = str | None
Ask = Callable[[str, str], Answer]


def iriform(question: Question) -> Answer:
    """Return the answer of iriform."""
    operation, a, b = question
    try:
        if operation == "is_iri":
            return "" if IRI.is_valid(a) else REFUSED
        if operation == "resolve":
            return str(IRI(a).resolve(b))
        if operation == "relativize":
            return str(IRI(b).relative_to(a))
        if operation == "normalize":
            return str(IRI(a).normalize())
        return str(IRI(a).to_uri() if operation == "to_uri" else URI(a).to_iri())
    except ValueError:
        return REFUSED


def _if(ask: Callable[[str], object]) -> Ask:
    return lambda a, _: "" if ask(a) else REFUSED


def _made(ask: Callable[[str], object]) -> Ask:
    def answer(a: str, _: str) -> Answer:
        ask(a)
        return ""

    return answer


def _of_one(ask: Callable[[str], object]) -> Ask:
    return lambda a, _: str(ask(a))


PEERS: dict[str, dict[str, Ask]] = {
    "urllib": {"resolve": urljoin},
    "uritools": {"resolve": lambda a, b: str(uritools.urijoin(a, b, strict=True))},
    "rfc3986": {
        "resolve": lambda a, b: str(
            rfc3986.uri_reference(b).resolve_with(rfc3986.uri_reference(a), strict=True).unsplit()
        ),
        "normalize": _of_one(lambda a: rfc3986.uri_reference(a).normalize().unsplit()),
        "to_uri": _of_one(lambda a: rfc3986.iri_reference(a).encode().unsplit()),
    },
    "rfc3987": {
        "is_iri": _if(lambda a: rfc3987.match(a, "IRI")),
        "resolve": lambda a, b: str(rfc3987.resolve(a, b)),
    },
    "hyperlink": {
        "is_iri": _made(hyperlink.URL.from_text),
        "resolve": lambda a, b: str(hyperlink.URL.from_text(a).click(b).to_text()),
        "normalize": _of_one(lambda a: hyperlink.URL.from_text(a).normalize().to_text()),
        "to_uri": _of_one(lambda a: hyperlink.URL.from_text(a).to_uri().to_text()),
        "to_iri": _of_one(lambda a: hyperlink.URL.from_text(a).to_iri().to_text()),
    },
    "yarl": {
        "is_iri": _made(yarl.URL),
        "resolve": lambda a, b: str(yarl.URL(a, encoded=True).join(yarl.URL(b, encoded=True))),
        "normalize": _of_one(yarl.URL),
        "to_uri": _of_one(yarl.URL),
        "to_iri": _of_one(lambda a: yarl.URL(a).human_repr()),
    },
    "rdflib": {
        "is_iri": _if(rdflib.term._is_valid_uri),
        "resolve": lambda a, b: str(rdflib.URIRef(b, base=a)),
        "to_uri": _of_one(rdflib.util._iri2uri),
    },
    "can_ada": {
        "is_iri": _if(can_ada.can_parse),
        "normalize": _of_one(lambda a: can_ada.parse(a).href),
        "to_uri": _of_one(lambda a: can_ada.parse(a).href),
    },
}


def ask(peer: str, question: Question) -> Answer:
    """Return the answer of a Python peer. Any exception is a refusal."""
    try:
        return PEERS[peer][question.operation](question.a, question.b)
    except Exception:  # noqa: BLE001 - their errors are of many kinds
        return REFUSED


def crates(program: Path, asked: Iterable[Question]) -> dict[str, list[str]]:
    """Return the answers of each crate to every question, with the marks of the program."""
    text = "".join("\t".join(question) + "\n" for question in asked)
    done = subprocess.run([program], input=text.encode(), stdout=subprocess.PIPE, check=True)
    head, *answers = done.stdout.decode().split("\n")[:-1]
    names = head.split("\t")
    columns = zip(*(line.split("\t") for line in answers), strict=True)
    return dict(zip(names, map(list, columns), strict=True))
