"""Check that an installed iriform works: the test of each file that a release publishes."""

import codecs
import sys
import threading
import time

import iriform
from iriform import IRI, URI, ParseError

iri = IRI("http://例え.jp:8042/a/../b?q=1#f")
assert iri.host == "例え.jp", iri.host
assert iri.resolve("../c") == "http://例え.jp:8042/c", iri.resolve("../c")
assert iri.to_uri(idna=True).host == "xn--r8jz45g.jp", iri.to_uri(idna=True)
assert isinstance(iri, str)
assert not URI.is_valid(iri)
try:
    IRI("http://example.com/a b")
    raise AssertionError("a space was accepted")
except ParseError as error:
    position = error.position
assert position == len("http://example.com/a")
assert [finding.code for finding in IRI("http://0x7f.1/").check()] == ["ipv4-lookalike"]
sys.stdout.write(f"iriform {iriform.__version__} works\n")
if sys.platform == "emscripten":  # it has no threads
    sys.exit()

# A daemon thread is inside a call when the interpreter exits (tests/test_exit.py): the exit status is
# that of the program.
inside = threading.Event()


def slow(*_: object) -> tuple[str, int]:
    """Decode until the interpreter has started its exit."""
    inside.set()
    time.sleep(0.2)
    raise ValueError


class Lingering:
    """Lets other threads run once more during the exit."""

    def __del__(self) -> None:
        time.sleep(0.6)


def look_up(name: str) -> codecs.CodecInfo | None:
    """Find the slow codec."""
    return codecs.CodecInfo(slow, slow) if name == "slow" else None  # type: ignore[arg-type]


codecs.register(look_up)
setattr(threading.main_thread(), "lingering", Lingering())  # noqa: B010 - no attribute of its type
threading.Thread(target=IRI.from_bytes, args=(b"s:a", "slow"), daemon=True).start()
if not inside.wait(10):
    sys.exit("the codec was not called")
