"""`ParseError`: where a text does not match the grammar, why, and what to do about it.

And `UnknownPrefix`.
"""

from iriform._core import drawing, hint, message, plainly, quoted_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypedDict

    from .reason import Reason

    # The contents of a ParseError.
    Facts = tuple[str | bytes, int, int, int, str, str, str]

    class Details(TypedDict):
        """The answer of `ParseError.details`."""

        message: str
        plain: str
        position: int
        start: int
        stop: int
        production: str
        rule: str
        reason: str
        hint: str | None


# The arguments in BaseException. Native code makes a ParseError with (text, position, start, stop,
# production, rule, reason), and writes its messages. There is no __init__, so it is cheap to raise.
_made_with = vars(BaseException)["args"]
_FACTS = 7


class ParseError(ValueError):
    """Text does not match its production of RFC 3986, RFC 3987 or RFC 6570.

    `HTTPIRI` and `HTTPURI` also raise it for their further requirements.

    `str(error)` explains it with a picture of the position, `error.message` in one line, and
    `error.details()` returns plain values. In all of these, in `repr` and in `args`, control
    characters are escaped, long text is cut, and a password is masked, even in text that does not
    parse. Only `text` is exact.

    It pickles with its text, including a password: the copy equals the original.

    >>> try:
    ...     IRI("http://example.com/a b")
    ... except ParseError as error:
    ...     print(error)
    not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)
      http://example.com/a b
                          ^ position 20; percent-encode it as %20
    """

    __module__ = "iriform"  # where it is imported from, and what tracebacks name

    @property
    def text(self) -> str | bytes:
        """The parsed text, complete and exact, including any password."""
        return self._facts()[0]

    @property
    def position(self) -> int:
        """The end of the longest viable prefix: the first index at which no continuation is valid.

        In code points, or in bytes if bytes were parsed. `len(text)` if the text ended too early.
        """
        return self._facts()[1]

    @property
    def span(self) -> tuple[int, int]:
        """The start and stop of the faulty piece, which may begin before `position`."""
        _, _, start, stop, *_ = self._facts()
        return (start, stop)

    @property
    def production(self) -> str:
        """The production that the text was parsed as, named as in the RFC: `'IRI-reference'`."""
        return self._facts()[4]

    @property
    def rule(self) -> str:
        """The innermost rule that was being matched, named as in the RFC: `'isegment'`."""
        return self._facts()[5]

    @property
    def reason(self) -> "Reason":
        """The reason for the fault, a stable code."""
        from .reason import Reason

        return Reason(self._facts()[6])

    @property
    def hint(self) -> str | None:
        """A way to remove the fault, or None."""
        return hint(self._facts())

    @property
    def message(self) -> str:
        """The fault in one line: the first line of `str(error)`.

        >>> try:
        ...     URI("http://anna:secret@example.org:80a/")
        ... except ParseError as error:
        ...     error.message
        'not a URI: “80a” is not a port (port, RFC 3986 §3.2.3)'
        """
        if self._is_foreign():
            return super().__str__()
        return message(self._facts())

    def details(self) -> "Details":
        """Return everything except the text as plain values, for API responses, logs and forms.

        >>> try:
        ...     URI("http://anna:secret@example.org:80a/")
        ... except ParseError as error:
        ...     details = error.details()
        >>> details["start"], details["stop"], details["reason"], details["hint"]
        (31, 34, 'invalid-port', 'a port has digits only')
        >>> details["plain"]
        '“80a” is not a port'
        >>> list(details)
        ['message', 'plain', 'position', 'start', 'stop', 'production', 'rule', 'reason', 'hint']
        """
        _, position, start, stop, production, rule, reason = self._facts()
        return {
            "message": self.message,
            "plain": plainly(self._facts()),
            "position": position,
            "start": start,
            "stop": stop,
            "production": production,
            "rule": rule,
            "reason": reason,
            "hint": self.hint,
        }

    @property
    def args(self) -> "tuple[Any, ...]":
        """The message alone, because loggers and error trackers read this and send it on."""
        return _made_with.__get__(self) if self._is_foreign() else (self.message,)

    @args.setter
    def args(  # pyright: ignore[reportIncompatibleVariableOverride]
        self, value: "tuple[Any, ...]"
    ) -> None:
        _made_with.__set__(self, value)

    def __str__(self) -> str:
        if self._is_foreign():
            return super().__str__()
        return drawing(self._facts())

    def __repr__(self) -> str:
        if self._is_foreign():
            return super().__repr__()
        _, position, _, _, production, rule, reason = _made_with.__get__(self)
        return f"ParseError({production}: {reason} at {position} in {rule})"

    def _facts(self) -> "Facts":
        if self._is_foreign():
            raise AttributeError(
                "this ParseError was made with a custom message, and has no other facts"
            )
        facts: Facts = _made_with.__get__(self)
        return facts

    def _is_foreign(self) -> bool:
        """Return True if other code made it, with its own arguments."""
        return len(_made_with.__get__(self)) != _FACTS


# In code points. A longer prefix is not a typing mistake.
LONGEST_NAME = 60


class UnknownPrefix(ValueError):  # noqa: N818 - it is what it says
    """A compact IRI has a prefix that the map does not have.

    >>> try:
    ...     PrefixMap({"dbr": "http://dbpedia.org/resource/"}).expand("dbo:Paris")
    ... except UnknownPrefix as error:
    ...     print(error)
    unknown prefix 'dbo'; did you mean 'dbr'?
    """

    __module__ = "iriform"  # where it is imported from, and what tracebacks name

    # `args` has the prefix, the map, and whether a scheme of that name is registered.

    @property
    def prefix(self) -> str:
        """The text before the colon."""
        prefix: str = self.args[0]
        return prefix

    @property
    def near(self) -> "tuple[str, ...]":
        """At most three similar names of the map, the most similar first."""
        names = list(self.args[1])
        same = [name for name in names if name.casefold() == self.prefix.casefold()]
        if same or len(self.prefix) > LONGEST_NAME:
            return tuple(same[:3])
        from difflib import get_close_matches

        return tuple(get_close_matches(self.prefix, names))

    def __str__(self) -> str:
        """Name the prefix and the similar ones."""
        hint = "; a scheme has that name, so this may already be an IRI" if self.args[2] else ""
        if self.near:
            hint += f"; did you mean {' or '.join(map(quoted_name, self.near))}?"
        return f"unknown prefix {quoted_name(self.prefix)}{hint}"
