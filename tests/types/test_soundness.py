"""Attacks on the invariant: an instance has matched its grammar, however it was made.

`test_under_the_debug_allocator` repeats all of this, and the attacks of `test_subclasses.py`, with
an allocator that detects a wrong free or a write past the end.
"""

from __future__ import annotations

import copy
import copyreg
import enum
import gc
import inspect
import io
import os
import pickle
import pickletools
import subprocess
import sys
import sysconfig
import threading
import tracemalloc
from importlib import import_module
from typing import Any, NoReturn

import pytest

import iriform
from iriform import IRI, URI, Host, IRIReference, ParseError, Path, _core
from tests.cli.program import python
from tests.invariant import BAD, NAMES, TEXT, TYPES, refused

ATTACKS = [__file__, __file__.replace("test_soundness", "test_subclasses")]

in_debug = bool(os.environ.get("IRIFORM_TESTED_IN_DEBUG"))


class Liar(str):
    """A string whose methods all contradict its text."""

    __slots__ = ()
    called: list[str] = []  # noqa: RUF012 - the same list for all is what is wanted

    def _lie(self, *_: object) -> NoReturn:
        self.called.append("lie")
        raise AssertionError("called")

    __str__ = __repr__ = __len__ = __getitem__ = __iter__ = encode = __format__ = _lie  # type: ignore[assignment]
    __hash__ = __eq__ = __contains__ = find = __add__ = __lt__ = __mod__ = _lie


class Calm(str):
    """A string that claims to be another one."""

    __slots__ = ()

    def __str__(self) -> str:
        return "a:valid"


class Member(str, enum.Enum):
    GOOD = "a:b"
    BAD = BAD


@pytest.mark.parametrize("t", TYPES)
def test_a_str_that_lies_is_not_asked(t: Any) -> None:
    assert str(t(Liar(TEXT[t]))) == TEXT[t]
    assert type(t(Liar(TEXT[t]))) is t
    assert t.is_valid(Liar(TEXT[t]))
    assert not t.is_valid(Liar(BAD))
    with refused(ParseError):
        t(Liar(BAD))
    with refused(ParseError):
        t(Calm(BAD))
    assert Liar.called == []


@pytest.mark.parametrize("t", TYPES)
def test_a_lie_in_a_method_is_not_heard(t: Any) -> None:
    if t is Host:
        assert Host("h").matches(Liar("H"))
    if issubclass(t, IRIReference):
        assert t("a:b").has_scheme(Liar("A"))
    if hasattr(t, "quote"):
        assert t.quote(Liar("a b")) == "a%20b"
    assert Liar.called == []


def test_enum_members_are_read_by_value() -> None:
    assert type(IRI(Member.GOOD)) is IRI
    assert str(IRI(Member.GOOD)) == "a:b"
    with refused(ParseError):
        IRI(Member.BAD)


@pytest.mark.parametrize("t", TYPES)
def test_no_other_constructor_makes_one(t: Any) -> None:
    makers: list[Any] = [str.__new__, object.__new__, super(t, t).__new__]
    for make in makers:
        with refused(TypeError, ParseError):
            make(t, BAD)
    with refused():
        copyreg._reconstructor(t, str, BAD)  # type: ignore[attr-defined] # noqa: SLF001
    with refused():
        copyreg._reconstructor(t, object, None)  # type: ignore[attr-defined] # noqa: SLF001
    with refused(ParseError):
        copyreg.__newobj__(t, BAD)  # type: ignore[attr-defined]
    with refused():
        t.__new__(str, BAD)
    with refused():
        t.__new__()
    with refused():
        t.__new__(BAD)
    with refused(ParseError):
        t.__new__(t, BAD)


def test_the_constructor_of_a_base_makes_no_subclass() -> None:
    with refused():
        IRIReference.__new__(URI, "a b")
    with refused():
        IRIReference.__new__(IRI, "relative")
    with refused():
        IRI.__new__(URI, "a:é")
    with refused():
        Path.__new__(Host, "/")  # type: ignore[type-var]


@pytest.mark.parametrize("t", TYPES)
def test_arguments_of_the_constructor(t: Any) -> None:
    text = TEXT[t]
    wrong: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((text, text), {}),
        ((text, "utf-8"), {}),
        ((text.encode(), "utf-8"), {}),
        ((), {"text": text}),
        ((), {"object": text}),
        ((text,), {"errors": "strict"}),
        ((text,), {"x": 1}),
        ((text, text, text), {"x": 1}),
    ]
    for arguments, keywords in wrong:
        with refused():
            t(*arguments, **keywords)
        with refused():
            t.__new__(t, *arguments, **keywords)
    assert t(*[text]) == text


@pytest.mark.parametrize("t", TYPES)
def test_the_class_of_an_instance_is_fixed(t: Any) -> None:
    class Mine(str):
        __slots__ = ()

    for other in (str, Mine, *TYPES):
        if other is t:
            continue
        with refused():
            t(TEXT[t]).__class__ = other
        with refused():
            Mine(BAD).__class__ = t


@pytest.mark.parametrize("t", TYPES)
def test_the_types_cannot_be_changed(t: Any) -> None:
    for name in ("is_valid", "__new__", "__init__", "__str__", "__hash__", "scheme", "new"):
        with refused():
            setattr(t, name, None)
        with refused(TypeError, AttributeError):
            delattr(t, name)
    for name in ("__bases__", "__name__", "__qualname__", "__module__"):
        with refused():
            setattr(t, name, getattr(t, name))
    with refused():
        vars(t)["new"] = None


@pytest.mark.parametrize("t", TYPES)
def test_instances_have_no_attributes(t: Any) -> None:
    instance = t(TEXT[t])

    assert not hasattr(instance, "__dict__")
    assert not hasattr(instance, "__weakref__")
    assert not gc.is_tracked(instance)
    for name in ("new", "is_valid", "__class__", *(n for n in vars(t) if n[0] != "_")):
        with refused(AttributeError, TypeError):
            setattr(instance, name, "x")
        with refused(AttributeError, TypeError):
            delattr(instance, name)


@pytest.mark.parametrize("t", TYPES)
def test_init_does_not_change_it(t: Any) -> None:
    instance = t(TEXT[t])
    instance.__init__(BAD, BAD)  # object's, as str's is
    with refused(AttributeError, TypeError):
        instance.__setstate__({"a": 1})

    assert instance == TEXT[t]


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_of_every_protocol(t: Any, protocol: int) -> None:
    for text in (TEXT[t], TEXT[t] + "%C3%A9"):
        if not t.is_valid(text):
            continue
        instance = t(text)
        again = pickle.loads(pickle.dumps(instance, protocol))
        assert (type(again), str(again)) == (t, text)
        python = pickle._dumps(instance, protocol)  # type: ignore[attr-defined] # noqa: SLF001
        again = pickle._loads(python)  # type: ignore[attr-defined] # noqa: SLF001
        assert (type(again), str(again)) == (t, text)


@pytest.mark.parametrize("t", TYPES)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_with_other_text_is_refused(t: Any, protocol: int) -> None:
    good = f"qq:{TEXT[t]}" if issubclass(t, IRIReference) else "qqq"
    bad = " " * len(good)
    pickled = pickle.dumps(t(good), protocol)
    forged = pickled.replace(good.encode(), bad.encode())

    assert forged != pickled
    pickletools.dis(forged, out=io.StringIO())
    with refused(ParseError):
        pickle.loads(forged)


@pytest.mark.parametrize(
    "forged",
    [
        b"\x80\x02ciriform\nIRI\nX\x03\x00\x00\x00a b\x85\x81.",  # NEWOBJ
        b"\x80\x02ciriform\nIRI\nX\x03\x00\x00\x00a b\x85R.",  # REDUCE
        b"\x80\x02ciriform\nIRI\n)\x81.",  # no argument
        b"\x80\x02ciriform\nIRI\nK\x01\x85\x81.",  # an int
        # NEWOBJ_EX, with a keyword
        b"\x80\x04ciriform\nIRI\nVa:b\n\x85}Vt\nV \ns\x92.",
        b"ccopyreg\n_reconstructor\n(ciriform\nIRI\nc__builtin__\nstr\nVa b\ntR.",
        b"c__builtin__\nstr\n(ciriform\nIRI\nVa b\nt\x81.",
        b"(iiriform\nIRI\nVa b\n.",
        b"ciriform\nIRI\n(Va b\no.",
        # a valid one, and then a state for it
        b"\x80\x02ciriform\nIRI\nX\x03\x00\x00\x00a:b\x85\x81}X\x01\x00\x00\x00xK\x01sb.",
    ],
)
def test_pickles_made_by_hand(forged: bytes) -> None:
    with refused(ParseError, TypeError, AttributeError, pickle.UnpicklingError, IndexError):
        pickle.loads(forged)


@pytest.mark.parametrize("t", TYPES)
def test_copies(t: Any) -> None:
    instance = t(TEXT[t])
    for made in (copy.copy(instance), copy.deepcopy(instance), *copy.deepcopy([instance])):
        assert (type(made), made) == (t, instance)


def test_descriptors_refuse_other_objects() -> None:
    for t in TYPES:
        for name, descriptor in vars(t).items():
            if hasattr(descriptor, "__get__") and type(descriptor).__name__ in {
                "getset_descriptor", "method_descriptor",
            }:  # fmt: skip
                for other in ("a:b", 1, None, object()):
                    with refused():
                        if type(descriptor).__name__ == "getset_descriptor":
                            descriptor.__get__(other, type(other))
                            if other is None:  # the descriptor itself, by the protocol
                                raise TypeError(name)
                        else:
                            descriptor(other)


def takes_any_keyword(method: Any) -> bool:
    """Return True if the caller chooses the keywords, like the variables of a template."""
    parameters = inspect.signature(method).parameters.values()
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)


def test_methods_refuse_what_they_do_not_take() -> None:
    for t in TYPES:
        instance = t(TEXT[t])
        for name in (n for n in NAMES[t] if callable(getattr(t, n))):
            for arguments, keywords in [((1,) * 9, {}), ((), {"unknown": 1}), ((object(),), {})]:
                if keywords and takes_any_keyword(getattr(instance, name)):
                    continue
                with refused():
                    getattr(instance, name)(*arguments, **keywords)


def test_positional_parameters_are_no_keywords() -> None:
    tried = set()
    for t in TYPES:
        for name in (n for n in NAMES[t] if callable(getattr(t, n))):
            method = getattr(t(TEXT[t]), name)
            for parameter in inspect.signature(method).parameters.values():
                if parameter.kind is not parameter.POSITIONAL_ONLY:
                    continue
                if takes_any_keyword(method):
                    continue
                tried.add(name)
                for keyword in (parameter.name, f"/{parameter.name}"):
                    with refused():
                        method(**{keyword: "a:b"})
    assert {"resolve", "relative_to", "matches", "is_valid", "host_matches"} <= tried


def test_the_native_functions_refuse_what_they_do_not_take() -> None:
    with refused(KeyError):
        _core.matches("nonsense", "")
    functions: list[Any] = [_core.matches, _core.diagnose]
    for function in functions:
        for arguments in [("URI",), ("URI", 1), (1, "a"), ("URI", "a", "b"), ("URI", None)]:
            with refused():
                function(*arguments)


def test_reentrance() -> None:
    """A finalizer that runs within a constructor may call a constructor itself."""
    made: list[str] = []

    class Finalized(IRI):
        def __del__(self) -> None:
            made.append(IRI("x:y"))
            made.append(IRI(Liar("x:y")))
            try:
                IRI(BAD)
            except ParseError:
                made.append("refused")

    gc.disable()
    try:
        for _ in range(100):
            cyclic: Any = Finalized("a:b")
            cyclic.me = cyclic
            del cyclic
        threshold = gc.get_threshold()
        gc.set_threshold(1)
        gc.enable()
        for i in range(1000):
            assert Finalized(f"a:{i}") == f"a:{i}"
        gc.set_threshold(*threshold)
    finally:
        gc.enable()
    gc.collect()
    assert len(made) == 3300
    assert set(made) == {"x:y", "refused"}


def test_threads() -> None:
    """Many threads share the tuple that passes arguments to `str`."""
    wrong: list[object] = []
    together = threading.Barrier(8)

    def work(k: int) -> None:
        together.wait()
        for i in range(3000):
            text = f"s{k}://h{i}/道{k}?{i}"
            iri = IRI(text)
            if (str(iri), iri.query, iri.host) != (text, str(i), f"h{i}"):
                wrong.append(text)
            if IRI.is_valid(f"{text} ") or URI.is_valid(text):
                wrong.append(text)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert wrong == []


def use_everything() -> None:
    for t in TYPES:
        text = TEXT[t]
        wide = text + "/道" if t.is_valid(text + "/道") else text
        for argument in (text, wide, text.encode(), Liar(text), t(text)):
            instance = t(argument)
            repr(instance)
            t.is_valid(argument)
            for name in NAMES[t]:
                getattr(instance, name)
            pickle.loads(pickle.dumps(instance))
            copy.copy(instance)
        for bad in (BAD, BAD.encode(errors="replace"), Liar(BAD), None, 1):
            try:
                t(bad)
            except ParseError as e:
                str(e)
            except TypeError:
                pass
        if hasattr(t, "quote"):
            t.quote("a b é")
            t.quote(b"a b \xff")
    Host("[::1]").matches("[0::1]")
    IRI("a:b").has_scheme("A", "B")
    URI("http://u:p@h:80/").masked("password")


def test_operators_take_the_left_operand_only() -> None:
    for left in (*(t(TEXT[t]) for t in TYPES), "a", 1, None, object()):
        for right in (IRI("http://h/"), Path("/a")):
            if isinstance(left, (IRIReference, Path)):
                continue
            with refused():
                left / right


def test_nothing_leaks() -> None:
    def grown() -> int:
        """Return the bytes allocated during a hundred rounds and not freed."""
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(100):
            use_everything()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before

    for _ in range(20):
        use_everything()
    gc.collect()
    counts = [sys.getrefcount(t) for t in TYPES]
    nones = sys.getrefcount(None)
    objects = len(gc.get_objects())
    # The interpreter's own memory grows for some hundred rounds, more so without the GIL, and then
    # stays constant. A round makes more than a thousand objects: one that leaked would be 4 kB and
    # more in a hundred of them, every time.
    tracemalloc.start()
    try:
        assert any(grown() < 4000 for _ in range(20))
    finally:
        tracemalloc.stop()

    assert [sys.getrefcount(t) for t in TYPES] == counts
    assert abs(sys.getrefcount(None) - nones) < 50
    assert len(gc.get_objects()) - objects < 50


@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")) and sys.version_info < (3, 14),
    reason="once a thread has begun, all classes live as long as the interpreter",
)
def test_subclasses_are_collected() -> None:
    def count() -> int:
        gc.collect()
        return len(IRI.__subclasses__())

    before = count()
    for i in range(10):
        cls: Any = type(f"Mine{i}", (IRI,), {})
        cls("a:b").note = cls
        del cls
    assert count() == before


def test_a_second_import_gives_the_same_types() -> None:
    kept = sys.modules.pop("iriform._core")
    try:
        again = import_module("iriform._core")
    finally:
        sys.modules["iriform._core"] = kept

    assert all(getattr(again, t.__name__) is t for t in TYPES)


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
    run = lambda i, code: interpreters.exec(i, code)
except ImportError:
    import _xxsubinterpreters as interpreters
    run = interpreters.run_string
from iriform import IRI, Host
i = interpreters.create()
code = '''
try:
    import iriform
except ImportError as error:
    assert "interpreter" in str(error), error
else:
    raise AssertionError("imported")
'''
failed = run(i, code)
assert failed is None, failed
interpreters.destroy(i)
assert type(IRI("http://h/").host) is Host
print("safe")
"""


def test_a_subinterpreter_is_refused_and_harms_nothing() -> None:
    """It would share the types, whose objects belong to the interpreter that made them."""
    done = python(SUBINTERPRETER)
    assert (done.stdout.strip(), done.returncode) == ("safe", 0), done.stderr


def test_at_exit_nothing_breaks() -> None:
    """Objects of ours, and a subclass with a finalizer, outlive the module."""
    code = """
from iriform import IRI, ParseError
import sys
class Mine(IRI):
    def __del__(self): self.host
sys.kept = [IRI('http://h/'), Mine('http://h/'), IRI, ParseError]
sys.kept.append(sys.kept)
"""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow("crates/python/src/strtype", "crates/python/src/types")
@pytest.mark.skipif(in_debug, reason="this is the run it asks for")
def test_under_the_debug_allocator() -> None:
    environment = os.environ | {"PYTHONMALLOC": "debug", "IRIFORM_TESTED_IN_DEBUG": "1"}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-X", "dev", "-m", "pytest", "-p", "no:cacheprovider", *ATTACKS],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_the_public_types_are_the_native_ones() -> None:
    assert {t.__module__ for t in TYPES} == {"iriform"}
    assert all(getattr(iriform, t.__name__) is t for t in TYPES)
