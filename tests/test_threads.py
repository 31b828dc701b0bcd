"""Threads that share objects, classes while others derive from them, counts, and imports.

Every answer is compared with that of a single thread.
"""

import subprocess
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest
from typing_extensions import Self

import iriform
from iriform import (
    IRI,
    URI,
    IRIReference,
    MutableIRI,
    ParseError,
    PrefixMap,
    Router,
    URIReference,
    URITemplate,
)
from iriform._core import Block, Tally

from .threads import SECONDS, THREADS, answer, at_once, for_a_while

REFERENCE = IRI("http://anna@例え.jp:8042/a/./b;x=1/c.tar.gz?q=1&r=%C3%A9&q=2#f")
BASE = IRI("http://例え.jp/a/d")
URI_REFERENCE = URIReference("../b/c?d")
MAP = PrefixMap({"ex": "http://example.org/", "deep": "http://example.org/a/"})
TEMPLATE = URITemplate("/{user}{/path*}{?page,size*}")
ROUTER = Router({"user": "/users/{user}", "me": "/users/me", "file": "/{+path}"})

SHARED: list[Any] = [
    REFERENCE,
    URI("mailto:a@b"),
    IRIReference("é"),
    URI_REFERENCE,
    TEMPLATE,
    *(getattr(REFERENCE, name) for name in ("scheme", "authority", "userinfo", "host", "path")),
    *(getattr(REFERENCE, name) for name in ("query", "fragment")),
    REFERENCE.path.segments[1],
]

QUESTIONS: dict[str, Callable[[], object]] = {
    "construct": lambda: IRI(str(REFERENCE)),
    "refuse": lambda: IRI("http://a b/"),
    "is_valid": lambda: (IRI.is_valid(REFERENCE), URI.is_valid(REFERENCE)),
    "hash": lambda: {REFERENCE: 1}[REFERENCE],
    "resolve": lambda: BASE.resolve(URI_REFERENCE),
    "relative_to": lambda: REFERENCE.relative_to(BASE),
    "normalize": REFERENCE.normalize,
    "to_uri": lambda: REFERENCE.to_uri(idna=True),
    "equivalent": lambda: REFERENCE.equivalent(str(REFERENCE).upper()),
    "with_parts": lambda: REFERENCE.with_parts(host="h", port=1),
    "check": REFERENCE.check,
    "matches": lambda: REFERENCE.host.matches("例え.JP"),  # type: ignore[union-attr]
    "repair": lambda: IRI.repair("http://a b/"),
    "expand": lambda: TEMPLATE.expand(user="a", path=["b", "c"], size={"w": "1"}),
    "match": lambda: TEMPLATE.match("/anna/b/c?page=1&w=2").values,  # type: ignore[union-attr]
    "route": lambda: [m and m.name for m in map(ROUTER.match, ("/users/me", "/é", "/users/a"))],
    "compress": lambda: MAP.compress("http://example.org/a/b"),
    "prefix": lambda: (MAP.expand("deep:b"), dict(MAP), hash(MAP)),
    "quote": lambda: iriform.unquote(iriform.quote("a é/")),
}


def properties(of: object) -> dict[str, object]:
    """Return every property of one of our objects."""
    kinds = types.GetSetDescriptorType
    names = [name for name in dir(of) if isinstance(getattr(type(of), name, None), kinds)]
    return {name: answer(lambda name=name: getattr(of, name)) for name in names}  # type: ignore[misc]


def test_threads_that_share_objects_get_the_answers_of_one() -> None:
    shown = [properties(each) for each in SHARED]
    answers = {name: answer(question) for name, question in QUESTIONS.items()}
    assert shown[0]["host"] == "例え.jp"

    def ask() -> None:
        for each, expected in zip(SHARED, shown, strict=True):
            assert properties(each) == expected
        for name, question in QUESTIONS.items():
            assert answer(question) == answers[name]

    for_a_while(*[ask] * THREADS)


def test_what_is_made_when_it_is_first_asked_for_is_made_once() -> None:
    def once() -> None:
        match = TEMPLATE.match("/anna/b/c?page=1")
        assert match is not None
        values = at_once(*[lambda: match.values] * THREADS)
        assert all(each is values[0] for each in values)

    for_a_while(once)


def test_each_thread_gets_the_text_that_it_gave() -> None:
    """A constructor's cache for the next call, such as a tuple, never belongs to another thread."""

    class Mine(IRI):
        def __new__(cls, text: str, *_: object) -> Self:
            return super().__new__(cls, text)

    def work(number: int) -> Callable[[], None]:
        texts = [f"urn:{number}:{place}" for place in range(100)]

        def construct() -> None:
            for kind in (IRI, URI, Mine):
                assert list(map(kind, texts)) == texts
            assert [MAP.expand(f"ex:{text}") for text in texts] == [
                f"http://example.org/{text}" for text in texts
            ]

        return construct

    for_a_while(*map(work, range(THREADS)))


def test_classes_are_derived_while_others_are_used() -> None:
    def derive() -> None:
        class Mine(IRI):
            note = "mine"

        class Slotted(Mine):
            __slots__ = ()

        made = Slotted(REFERENCE)
        made.other = 1  # type: ignore[attr-defined]
        assert (made, made.note, type(made.resolve("g"))) == (REFERENCE, "mine", IRI)
        with pytest.raises(ParseError):
            Slotted("a b")

    def use() -> None:
        assert isinstance(IRI(str(REFERENCE)), IRIReference)
        assert REFERENCE.host == "例え.jp"

    for_a_while(derive, derive, use, use)


def test_a_class_that_claims_more_and_less_meanwhile_makes_nothing_invalid() -> None:
    """A user may rewrite the bases of a class while another thread uses its instances."""

    class Mine(IRIReference):
        pass

    mine = Mine("é")

    def claim() -> None:
        Mine.__bases__ = (URI,)
        Mine.__bases__ = (IRIReference,)

    def use() -> None:
        made = answer(lambda: URI("http://a/b").resolve(mine))
        assert (made, type(made)) == ("http://a/é", IRI) or made[0] is ParseError

    use()
    for_a_while(claim, use, use)


def test_no_edit_of_a_mutable_reference_is_lost() -> None:
    reference = MutableIRI("http://a/")

    def edit(name: str) -> Callable[[], None]:
        def append() -> None:
            for _ in range(25):
                reference.path.append(name)
                reference.port = len(reference.path)

        return append

    reference.path.clear()
    at_once(*map(edit, "abcd"))
    assert sorted(reference.path) == sorted("abcd" * 25)
    taken = at_once(*[lambda: [reference.path.pop() for _ in range(25)]] * THREADS)
    assert sorted(name for names in taken for name in names) == sorted("abcd" * 25)
    assert len(reference.path) == 0


def test_edits_of_different_parts_are_all_made() -> None:
    def edits() -> None:
        reference = MutableIRI("http://h/p?q#f")
        works = [("host", "i"), ("path", "/r"), ("query", "s"), ("fragment", "g")]
        at_once(*[lambda name=n, value=v: setattr(reference, name, value) for n, v in works])
        assert str(reference) == "http://i/r?s#g"

    for_a_while(edits)


def test_threads_may_share_a_count() -> None:
    tally = Tally("IRI")
    block = Block.lines(b"http://a/\nhttp://b/\nno\n" * 100)
    rounds = 10
    shared = at_once(*[lambda: [block.count(tally) for _ in range(rounds)]] * THREADS)
    assert all(found[:3] == (300, 300, 300) for each in shared for found in each)
    counted = {status: count for _, status, count, _ in tally.take()["statuses"]}
    assert sum(counted.values()) == 300 * rounds * THREADS
    assert block.size == at_once(*[lambda: block.size] * THREADS)[0]
    names = ["place_count", "line_count", "text", "offsets", "places", "positions", "lines"]
    buffers = at_once(*[block.buffers] * THREADS)
    fields = [[getattr(each, name) for name in names] for each in buffers]
    assert all(each == fields[0] for each in fields)


IMPORTS = """
import importlib.util, sys, threading
sys.setswitchinterval(1e-6)
barrier, answers, failures = threading.Barrier(8), [], []

def first(number):
    import iriform
    iri = iriform.IRI("http://例え.jp/a?b")
    try:
        iriform.URI("é")
    except iriform.ParseError as error:
        text = str(error)
    iri.normalize(), iri.parts, iri.check(), iri.registrable_domain()
    iriform.MutableIRI(iri), iriform.Reason, iriform.PrefixMap, iriform.URITemplate("{a}").match("b")
    from iriform.grammar import RFC3987
    assert RFC3987["IRI"].matches("a:b") and RFC3987["port"].regex("python")
    return iriform.IRI, iriform.ParseError, iriform.Parts, text

def again(number):
    '''The native module, without the lock that imports have.'''
    spec = importlib.util.find_spec("iriform._core")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.IRI, module.URI, module.URI.__mro__, module.IRI("a:") + module.Path("b")

def work(number, call):
    barrier.wait()
    try:
        answers.append(call(number))
    except BaseException as error:
        failures.append(error)

call = {"first": first, "again": again}[sys.argv[1]]
threads = [threading.Thread(target=work, args=(number, call)) for number in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not failures, failures
assert len(answers) == 8 and all(answer == answers[0] for answer in answers), answers
"""


@pytest.mark.parametrize("call", ["first", "again"])
def test_threads_may_be_the_first_to_import_it(call: str) -> None:
    program = f"import sys; sys.path[:] = {sys.path!r}\n{IMPORTS}"
    for _ in range(2 + int(SECONDS)):
        subprocess.run([sys.executable, "-c", program, call], check=True)  # noqa: S603
