"""References that are edited in place.

A mutable reference holds an immutable one, and every edit replaces that by a changed copy. So after
every edit the text is valid and has exactly the requested parts. An edit that cannot do that raises
an error and changes nothing. Threads may share a mutable reference: its edits are serialized, and
none is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableSequence
from functools import wraps
from sys import maxsize
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeVar, overload

from iriform._core import (
    IRI,
    URI,
    Authority,
    Fragment,
    Host,
    IRIReference,
    Path,
    Query,
    Scheme,
    Segment,
    URIReference,
    UserInfo,
    path_alone,
    path_count,
    path_joined,
    path_of,
    path_segment,
    path_sequence,
    path_spliced,
    path_up,
)

if TYPE_CHECKING:
    from typing_extensions import Self


_Method = TypeVar("_Method", bound=Callable[..., Any])


def _edit(method: _Method) -> _Method:
    """Make a method an edit: no other edit happens between its reads and its writes."""

    @wraps(method)
    def edit(
        self: MutableIRIReference | MutableAuthority | MutablePath, *args: object, **kwargs: object
    ) -> object:
        with self._lock:
            return method(self, *args, **kwargs)

    return edit  # type: ignore[return-value]  # it takes and gives what `method` does


class MutableIRIReference:
    """An IRI reference that is edited in place. Equality compares the text; there is no hash.

    >>> reference = MutableIRIReference("a/b?q")
    >>> reference.query = None
    >>> reference.path[0] = "x:y"
    >>> reference
    MutableIRIReference('./x:y/b')
    >>> reference.scheme = "foo"
    >>> str(reference)
    'foo:x:y/b'
    """

    __slots__ = ("_lock", "_value")
    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it can change
    _frozen: ClassVar[type[IRIReference]] = IRIReference
    _value: IRIReference

    def __init__(self, text: str | MutableIRIReference = "", /) -> None:
        self._lock = RLock()
        self._value = self._frozen(text.freeze() if isinstance(text, MutableIRIReference) else text)

    def freeze(self) -> IRIReference:
        """Return the current value as an immutable object."""
        return self._value

    def __str__(self) -> str:
        return str(self._value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._value.masked('password')!r})"

    def _repr_html_(self) -> str:
        return self._value._repr_html_()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MutableIRIReference):
            return self._value == other._value
        return self._value == other if isinstance(other, str) else NotImplemented

    def __copy__(self) -> MutableIRIReference:
        return type(self)(self._value)

    def __reduce__(self) -> tuple[type[MutableIRIReference], tuple[str]]:
        return type(self), (str(self._value),)

    def _replace(self, value: IRIReference) -> None:
        # The class refuses values that it cannot hold, above all a URI without a scheme.
        self._value = self._frozen(value)

    def _change(self, **parts: Any) -> None:  # noqa: ANN401 - each has a type of its own
        """Change parts other than the path, whose segments stay."""
        value = self._value.with_parts(**parts)
        if self._value.path.startswith(("./", "/./")):
            # Whether the first dot is a guard depends on the scheme and the authority.
            value = path_of(value, self._value)
        self._replace(value)

    @property
    def scheme(self) -> Scheme | None:
        """The scheme, or None."""
        return self._value.scheme

    @scheme.setter
    @_edit
    def scheme(self, scheme: str | None) -> None:
        self._change(scheme=scheme)

    @property
    def authority(self) -> MutableAuthority | None:
        """A view of the authority whose parts can be set, or None."""
        return None if self._value.authority is None else MutableAuthority(self)

    @authority.setter
    @_edit
    def authority(self, authority: str | MutableAuthority | None) -> None:
        text = str(authority) if isinstance(authority, MutableAuthority) else authority
        self._change(authority=text)

    @property
    def userinfo(self) -> UserInfo | None:
        """The userinfo, or None."""
        return self._value.userinfo

    @userinfo.setter
    @_edit
    def userinfo(self, userinfo: str | None) -> None:
        self._replace(self._value.with_parts(userinfo=userinfo))

    @property
    def host(self) -> Host | None:
        """The host, or None without an authority."""
        return self._value.host

    @host.setter
    @_edit
    def host(self, host: str | None) -> None:
        self._change(host=host)

    @property
    def port(self) -> int | None:
        """The port as an int; None if it is absent, empty or above 65535."""
        return self._value.port

    @port.setter
    @_edit
    def port(self, port: int | str | None) -> None:
        self._replace(self._value.with_parts(port=port))

    @property
    def path(self) -> MutablePath:
        """A view of the path as a mutable sequence of segments."""
        return MutablePath(self)

    @path.setter
    @_edit
    def path(self, path: str | MutablePath) -> None:
        if isinstance(path, MutablePath) and path.is_of(self):
            return  # the result of `reference.path += segments`, which is already edited
        text = str(path) if isinstance(path, MutablePath) else path
        self._replace(self._value.with_parts(path=text))

    @property
    def query(self) -> Query | None:
        """The query, or None."""
        return self._value.query

    @query.setter
    @_edit
    def query(self, query: str | None) -> None:
        self._replace(self._value.with_parts(query=query))

    @property
    def fragment(self) -> Fragment | None:
        """The fragment, or None."""
        return self._value.fragment

    @fragment.setter
    @_edit
    def fragment(self, fragment: str | None) -> None:
        self._replace(self._value.with_parts(fragment=fragment))

    @_edit
    def resolve_against(self, base: str, *, strict: bool = True) -> None:
        """Replace the reference by its target relative to `base` (RFC 3986 §5.2).

        >>> reference = MutableIRIReference("../c")
        >>> reference.resolve_against("http://example.org/a/b/")
        >>> reference
        MutableIRIReference('http://example.org/a/c')
        """
        absolute = URI if isinstance(self._value, URIReference) else IRI
        parsed = base if isinstance(base, IRI) else absolute(base)
        self._replace(parsed.resolve(self._value, strict=strict))


class MutableIRI(MutableIRIReference):
    """An IRI that is edited in place; it always has a scheme.

    >>> iri = MutableIRI("http://anna:secret@example.org:8080/path")
    >>> iri.authority.userinfo = None
    >>> iri.authority.port = None
    >>> iri
    MutableIRI('http://example.org/path')
    """

    __slots__ = ()
    _frozen: ClassVar[type[IRIReference]] = IRI

    if TYPE_CHECKING:

        def freeze(self) -> IRI:
            """Return the current value as an immutable object."""
            ...


class MutableURIReference(MutableIRIReference):
    """A URI reference that is edited in place."""

    __slots__ = ()
    _frozen: ClassVar[type[IRIReference]] = URIReference

    if TYPE_CHECKING:

        def freeze(self) -> URIReference:
            """Return the current value as an immutable object."""
            ...


class MutableURI(MutableIRI, MutableURIReference):
    """A URI that is edited in place; it always has a scheme."""

    __slots__ = ()
    _frozen: ClassVar[type[IRIReference]] = URI

    if TYPE_CHECKING:

        def freeze(self) -> URI:
            """Return the current value as an immutable object."""
            ...


def _refuse_other_owners(owner: object, part: str) -> None:
    """Refuse text, which this is not yet part of."""
    if not isinstance(owner, MutableIRIReference):
        raise TypeError(
            f"it must be made from a mutable reference, not from {type(owner).__name__}:"
            f" MutableIRI(text).{part}"
        )


class MutableAuthority:
    """A view of the authority of a mutable reference. Setting a part edits the reference."""

    __slots__ = ("_lock", "_owner")
    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it can change

    def __init__(self, owner: MutableIRIReference, /) -> None:
        self._owner = owner
        _refuse_other_owners(owner, "authority")
        self._lock = owner._lock  # noqa: SLF001 - they are edited together

    def __reduce__(self) -> tuple[type[MutableAuthority], tuple[MutableIRIReference]]:
        return type(self), (self._owner,)

    def freeze(self) -> Authority:
        """Return the current value as an immutable object."""
        authority = self._owner.freeze().authority
        if authority is None:
            raise ValueError("the reference no longer has an authority")
        return authority

    def __str__(self) -> str:
        return str(self.freeze())

    def __repr__(self) -> str:
        return f"MutableAuthority({repr(self.freeze()).removeprefix('Authority(')[:-1]})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MutableAuthority):
            return self.freeze() == other.freeze()
        return self.freeze() == other if isinstance(other, str) else NotImplemented

    @property
    def userinfo(self) -> UserInfo | None:
        """The userinfo, or None."""
        return self.freeze().userinfo

    @userinfo.setter
    @_edit
    def userinfo(self, userinfo: str | None) -> None:
        self.freeze()
        self._owner.userinfo = userinfo

    @property
    def host(self) -> Host:
        """The host; may be ''."""
        return self.freeze().host

    @host.setter
    @_edit
    def host(self, host: str) -> None:
        self.freeze()
        if host is None:
            raise TypeError("an authority must have a host, which may be ''")
        self._owner.host = host

    @property
    def port(self) -> int | None:
        """The port as an int; None where there is none, or one above 65535."""
        return self.freeze().port

    @port.setter
    @_edit
    def port(self, port: int | str | None) -> None:
        self.freeze()
        self._owner.port = port

    @property
    def port_text(self) -> str | None:
        """The digits of the port, or None."""
        return self.freeze().port_text


class MutablePath(MutableSequence[Segment]):
    """A view of the path of a mutable reference: a sequence of segments. Changes edit the reference.

    The methods of a list treat `.` and `..` literally; `push`, `up`, `join` and `normalize`
    interpret them. The guard that RFC 3986 §4.2 and §5.3 put before some paths is not a segment.

    >>> iri = MutableIRI("http://example.org/a/b")
    >>> iri.path.append("..")
    >>> iri.path
    MutablePath('/a/b/..')
    >>> iri.path.normalize()
    >>> iri.path.push("c")
    >>> iri
    MutableIRI('http://example.org/a/c')
    """

    __slots__ = ("_lock", "_owner")
    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it can change

    def __init__(self, owner: MutableIRIReference, /) -> None:
        self._owner = owner
        _refuse_other_owners(owner, "path")
        self._lock = owner._lock  # noqa: SLF001 - they are edited together

    def __reduce__(self) -> tuple[type[MutablePath], tuple[MutableIRIReference]]:
        return type(self), (self._owner,)

    def is_of(self, reference: MutableIRIReference) -> bool:
        """Return True if this is a view of that reference."""
        return self._owner is reference

    def _sequence(self) -> tuple[bool, list[str]]:
        return path_sequence(self._owner.freeze())

    def _splice(
        self, start: SupportsIndex, stop: SupportsIndex | None, segments: Iterable[str]
    ) -> None:
        """Replace segments. The text is copied, but remaining segments are not read."""
        value = path_spliced(self._owner.freeze(), start, stop, [*segments])
        self._owner._replace(value)

    def freeze(self) -> Path:
        """Return the current value as an immutable object."""
        return path_alone(self._owner.freeze())

    @property
    def is_absolute(self) -> bool:
        """Return True if the path begins with a slash."""
        return self._sequence()[0]

    def __str__(self) -> str:
        return str(self.freeze())

    def __repr__(self) -> str:
        return f"MutablePath({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, MutablePath):
            return self._sequence() == other._sequence()
        return str(self) == other if isinstance(other, str) else NotImplemented

    def __len__(self) -> int:
        return path_count(self._owner.freeze())

    @overload
    def __getitem__(self, index: int) -> Segment: ...
    @overload
    def __getitem__(self, index: slice) -> list[Segment]: ...
    def __getitem__(self, index: int | slice) -> Segment | list[Segment]:
        if isinstance(index, slice):
            return [Segment(segment) for segment in self._sequence()[1][index]]
        segment = path_segment(self._owner.freeze(), index)
        if segment is None:
            raise IndexError("the path has no such segment")
        return segment

    @overload
    def __setitem__(self, index: int, value: str) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[str]) -> None: ...
    @_edit
    def __setitem__(self, index: int | slice, value: str | Iterable[str]) -> None:
        if isinstance(index, slice):
            self._set_slice(index, _several(value))
        else:
            self._set_one(index, (value,))  # type: ignore[arg-type]  # by the overloads

    @_edit
    def __delitem__(self, index: int | slice) -> None:
        if not isinstance(index, slice):
            self._set_one(index, ())
        elif index.step in (None, 1):
            self._set_slice(index, ())
        else:
            segments = self._sequence()[1]
            del segments[index]
            self._splice(0, None, segments)

    def _set_one(self, index: int, segments: Iterable[str]) -> None:
        self[index]  # the index of a segment
        self._splice(index, None if index == -1 else index + 1, segments)

    def _set_slice(self, index: slice, others: Iterable[str]) -> None:
        if index.step in (None, 1):
            self._splice(0 if index.start is None else index.start, index.stop, others)
        else:
            segments = self._sequence()[1]
            segments[index] = others
            self._splice(0, None, segments)

    @_edit
    def insert(self, index: int, value: str) -> None:
        """Insert a segment before `index`. The text must already be percent-encoded."""
        self._splice(index, index, (value,))

    # `MutableSequence` reads one index at a time, and each read would split the text again.

    def __iter__(self) -> Iterator[Segment]:
        return iter(self[:])

    def __reversed__(self) -> Iterator[Segment]:
        return reversed(self[:])

    def __contains__(self, value: object) -> bool:
        return value in self._sequence()[1]

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Find the first index of a segment. Raises ValueError if there is none."""
        segments: list[Any] = self._sequence()[1]
        try:
            return segments.index(value, start, len(segments) if stop is None else stop)
        except ValueError:  # whose message would show the value, which may have a password
            raise ValueError("the path has no such segment") from None

    def count(self, value: object) -> int:
        """Count the occurrences of a segment."""
        segments: list[Any] = self._sequence()[1]
        return segments.count(value)

    @_edit
    def reverse(self) -> None:
        """Reverse the order of the segments."""
        self._splice(0, None, reversed(self._sequence()[1]))

    @_edit
    def append(self, value: str) -> None:
        """Append a segment. The text must be percent-encoded already."""
        self._splice(maxsize, None, (value,))

    @_edit
    def extend(self, values: Iterable[str]) -> None:
        """Append segments, all or none. The texts must already be percent-encoded."""
        self._splice(maxsize, None, _several(values))

    def __iadd__(self, values: Iterable[str]) -> Self:
        self.extend(values)
        return self

    @_edit
    def pop(self, index: int = -1) -> Segment:
        """Remove the segment at `index`, and return it. Raises IndexError if there is none."""
        return super().pop(index)

    @_edit
    def remove(self, value: str) -> None:
        """Remove the first segment that equals `value`. Raises ValueError if there is none."""
        del self[self.index(value)]

    @_edit
    def clear(self) -> None:
        """Remove all segments. An absolute path stays absolute."""
        self._splice(0, None, ())

    @_edit
    def push(self, segment: str) -> None:
        """Treat the path as a directory, and continue with one segment: `..` goes up, `.` stays.

        >>> iri = MutableIRI("http://example.org/a/b")
        >>> iri.path.push("..")
        >>> str(iri)
        'http://example.org/a/'
        """
        self.join(Path.from_segments([segment]))

    @_edit
    def up(self) -> None:
        """Remove the last segment; after `..`, or in an empty relative path, append `..` instead."""
        self._owner._replace(path_up(self._owner.freeze()))

    @_edit
    def join(self, path: str) -> None:
        """Treat the path as a directory, and continue with another path, like `Path.joined`."""
        value = path_joined(self._owner.freeze(), path)
        self._owner._replace(value)

    @_edit
    def normalize(self) -> None:
        """Normalize the path, like `Path.normalize`."""
        self._owner.path = self.freeze().normalize()


def _several(segments: str | Iterable[str]) -> Iterable[str]:
    """Refuse a `str`, which a list would split into characters."""
    if isinstance(segments, str):
        raise TypeError("segments must be an iterable of str, not one str")
    return segments


def mutable_of(reference: IRIReference) -> MutableIRIReference:
    """Make the mutable counterpart of a reference."""
    for cls in (MutableURI, MutableIRI, MutableURIReference):
        if isinstance(reference, cls._frozen):
            return cls(reference)
    return MutableIRIReference(reference)
