"""`ParseError`: where text leaves the grammar, why, and what to do about it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._reason import Reason


class ParseError(ValueError):
    """Text does not match a production of RFC 3986 or RFC 3987.

    `str(error)` explains it with a picture of the place. Control characters are escaped in it,
    long text is cut, and a password is masked, even in text that does not parse; `text` is exact.
    It pickles.

    >>> from iriform import IRI, ParseError
    >>> try:
    ...     IRI("http://example.com/a b")
    ... except ParseError as error:
    ...     print(error)
    not an IRI: U+0020 SPACE is not allowed in a path segment (isegment, RFC 3987 §2.2)
      http://example.com/a b
                          ^ position 20; percent-encode it as %20
    """

    __module__ = "iriform"  # where it is imported from, and what tracebacks name

    # There is no __init__: what it knows are its `args`, which makes it cheap to raise. The
    # native code makes it with (text, position, start, stop, production, rule, reason).

    @property
    def text(self) -> str | bytes:
        """The text that was parsed, whole and exact."""
        return self.args[0]  # type: ignore[no-any-return]

    @property
    def position(self) -> int:
        """The end of the longest viable prefix: the first index at which nothing could help.

        In code points, or in bytes if bytes were parsed. `len(text)` if the text ended too early.
        """
        return self.args[1]  # type: ignore[no-any-return]

    @property
    def span(self) -> tuple[int, int]:
        """Start and stop of the piece to blame, which may begin before `position`."""
        return (self.args[2], self.args[3])

    @property
    def production(self) -> str:
        """What was being parsed, by the RFC's name: `'IRI-reference'`."""
        return self.args[4]  # type: ignore[no-any-return]

    @property
    def rule(self) -> str:
        """The innermost rule that was being matched, by the RFC's name: `'isegment'`."""
        return self.args[5]  # type: ignore[no-any-return]

    @property
    def reason(self) -> "Reason":
        """Why, as a stable code."""
        from ._reason import Reason

        return Reason(self.args[6])

    @property
    def hint(self) -> str | None:
        """What to do about it, if there is something to say."""
        from ._explain import hint

        return hint(self)

    def __str__(self) -> str:
        if len(self.args) != 7:  # noqa: PLR2004 - somebody else made it
            return super().__str__()
        from ._explain import picture

        return picture(self)

    def __repr__(self) -> str:
        # The inherited one would show the args, and with them the password.
        if len(self.args) != 7:  # noqa: PLR2004 - somebody else made it
            return super().__repr__()
        return f"ParseError({self.production}: {self.args[6]} at {self.position} in {self.rule})"
