"""The types that a checker infers for classes that users derive."""

from typing_extensions import Self, assert_type

from iriform import IRI, URI, Host, IRIReference, Path, Segment


class MyIRI(IRI):
    note: str = ""

    @property
    def registered_name(self) -> Host | None:
        return self.host

    def noted(self, note: str) -> Self:
        self.note = note
        return self


class Slotted(URI):
    __slots__ = ("note",)
    note: int


class Stripped(IRIReference):
    def __new__(cls, text: str) -> Self:
        return super().__new__(cls, text.strip())


def made() -> None:
    assert_type(MyIRI("a:b"), MyIRI)
    assert_type(MyIRI("a:b").noted("c"), MyIRI)
    assert_type(MyIRI("a:b").note, str)
    assert_type(Slotted("a:b").note, int)
    assert_type(Stripped(" a "), Stripped)
    assert_type(MyIRI.is_valid("a"), bool)
    assert_type(IRI(MyIRI("a:b")), IRI)


def operations_give_the_librarys_own(mine: MyIRI) -> None:
    assert_type(mine.path, Path)
    assert_type(mine.normalize(), IRI)
    assert_type(mine.resolve("a"), IRI)


class MySegment(Segment):
    pass


def quoted() -> None:
    assert_type(MySegment.quote("a b"), Segment)
    assert_type(Path("/") / MySegment("a"), Path)
