"""`find` yields the links of a text, each as a `Found`."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

from iriform._core import IRI, LinkOptions, Scheme, find_links, masked
from iriform._types.answers import Change

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal, TypeAlias

    Schemes: TypeAlias = "Literal['any'] | Iterable[str]"

STANDARD = frozenset({"http", "https", "mailto"})
"""The schemes of UTS #58, which `find` and its callers find by default."""

# The number of links that native code finds at once, and the size of the blocks of a stream.
_AT_ONCE = 64
_BLOCK = 1 << 16


class Found(NamedTuple):
    """A link in a text. It can be pickled, and compared by content.

    >>> from iriform.links import find
    >>> found = next(find("see example.org/a|b."))
    >>> found.text, found.span, found.kind, found.iri
    ('example.org/a|b', (4, 19), 'domain', IRI('https://example.org/a%7Cb'))
    >>> [(change.span, change.replacement) for change in found.changes]
    [((13, 14), '%7C')]
    """

    text: str
    """The link as written."""

    span: tuple[int, int]
    """Its range: in code points of a `str`, in bytes of `bytes`."""

    iri: IRI
    """Its IRI: with `https` if it has no scheme, with `mailto` if it is an address."""

    kind: Literal["iri", "domain", "email"]
    """Its form: with a scheme, as a name, or as an email address."""

    changes: tuple[Change, ...] = ()
    """The characters that were percent-encoded because an IRI does not allow them, with their
    positions in `text`."""

    flags: tuple[str, ...] = ()
    """`refanged`: it was written so that it cannot be followed. `userinfo`: it has one.
    `delimited`: it was between delimiters. `template`: it has a placeholder, such as `{id}`.
    `unreadable`: it is a value in HTML that is not a reference."""

    where: str = ""
    """Its place in HTML or Markdown: `a.href`, `img.srcset`, `style`, `link`, `image`.
    Empty in plain text."""


class _Stream(Protocol):
    """A file that is open for reading."""

    def read(self, size: int, /) -> str | bytes: ...


def find(  # noqa: PLR0913 - each is an option
    text: str | bytes | bytearray | memoryview | _Stream,
    /,
    *,
    schemes: Schemes = STANDARD,
    domains: bool = True,
    emails: bool = True,
    userinfo: bool = False,
    strict: bool = False,
    quotes: bool = False,
    prose: bool = False,
    ascii: bool = False,  # noqa: A002 - the word for it
    hyphens: bool = False,
    files: bool = True,
    delimited: bool = False,
    refang: bool = False,
    max: int | None = None,  # noqa: A002 - the word for it
) -> Iterator[Found]:
    r"""Yield the links of a text in order (UTS #58 §3).

    `text` is a `str`, UTF-8 `bytes`, or a file of either, which is read in blocks. Bytes that are
    not UTF-8 and lone surrogates end a link.

    * `schemes`: the schemes of the links. "any" stands for IANA's registry; other names are
      allowed.
    * `domains`: names without a scheme, such as `example.org/a`.
    * `emails`: email addresses without `mailto:`.
    * `userinfo`: links with a user name before the host. Otherwise neither they nor anything in
      them is found.
    * `strict`: a link ends before a character that no IRI has: ``" < > \ ^ ` { | }``, and before a
      mark of Markdown's emphasis (`*`, `_`, `~`, `==`) that closes one before the link. A
      placeholder (`{id}`) belongs to it, but not the text in brackets that AsciiDoc puts after a
      link.
    * `quotes`: a link directly after a quotation mark or a backtick ends at its partner.
    * `prose`: a `?` at the end is punctuation. A link ends before East Asian punctuation and
      brackets, and before a `,`, `;` or `|` that is followed by another link.
    * `ascii`: a link ends before the first character beyond ASCII.
    * `hyphens`: a link continues in the next line after a hyphen (U+2010) at the end of its line,
      as man(1) breaks words. A file is read completely.
    * `files`: names without a scheme that end like file names: `README.md`, `main.rs`, `run.sh`.
    * `delimited`: only texts in `<…>`, in `"…"` or between white space that are IRIs without a
      change (RFC 3986 Appendix C). A file is read whole.
    * `refang`: `hxxps://evil[.]example` and the like are found as the links that they stand for,
      with the flag `refanged`. A defanged IPv4 address (`192[.]0[.]2[.]1`) is a link, and so is a
      defanged reference with any scheme.
    * `max`: the largest number of links.

    Raises TypeError for an object that is not text, and ValueError for a name that is not a scheme.

    >>> from iriform.links import find
    >>> [found.text for found in find("collections.abc, (http://a.example/(b)).", domains=False)]
    ['http://a.example/(b)']
    >>> [str(found.iri) for found in find("urn:isbn:0451450523, doi:10.1000/182.", schemes="any")]
    ['urn:isbn:0451450523', 'doi:10.1000/182']
    >>> [(found.text, str(found.iri)) for found in find("hxxp://evil[.]example", refang=True)]
    [('hxxp://evil[.]example', 'http://evil.example')]
    """
    if max is not None and max < 0:
        raise ValueError("max must be 0 or more")
    options = _options(
        schemes if isinstance(schemes, str | frozenset) else frozenset(schemes),
        domains=domains,
        emails=emails,
        userinfo=userinfo,
        strict=strict,
        quotes=quotes,
        prose=prose,
        ascii=ascii,
        hyphens=hyphens,
        files=files,
        delimited=delimited,
        refang=refang,
    )
    at_once = _AT_ONCE if max is None else min(_AT_ONCE, max)
    if isinstance(text, str | bytes):
        found = _in_text(text, options, whole=refang, at_once=at_once)
    elif isinstance(text, bytearray | memoryview):
        found = _in_text(bytes(text), options, whole=refang, at_once=at_once)
    elif hasattr(text, "read"):
        found = _in_stream(text, options, whole=refang, at_end=delimited or hyphens)
    else:
        raise TypeError(
            f"text must be str, bytes or a file that is open for reading, not {type(text).__name__}"
        )
    if max is None:
        return found
    from itertools import islice

    return islice(found, max)


@lru_cache(maxsize=64)
def _options(schemes: str | frozenset[str], *, refang: bool, **flags: bool) -> LinkOptions:
    """Make the options of a search; calls with the same ones share them."""
    if isinstance(schemes, str) and schemes != "any":
        raise TypeError(f"schemes must be 'any' or several names, not {masked(schemes)!r}")
    names = ["any"] if schemes == "any" else [Scheme(name) for name in schemes]
    return LinkOptions(names, Found, refang=refang, **flags)


def _in_text(
    text: str | bytes, options: LinkOptions, *, whole: bool, at_once: int = _AT_ONCE
) -> Iterator[Found]:
    """Find the links of a text in memory, some at once."""

    def batches() -> Iterator[list[Found]]:
        if whole:
            yield find_links(text, options, 0, len(text))
            return
        start = 0
        while links := find_links(text, options, start, at_once):
            yield links
            start = links[-1].span[1]

    # It takes links from lists without a Python step for each.
    return chain.from_iterable(batches())


def _in_stream(
    stream: _Stream, options: LinkOptions, *, whole: bool, at_end: bool
) -> Iterator[Found]:
    """Find the links of a file block by block, unless a link may contain white space."""
    before = 0
    waiting: list[str | bytes] = []
    waited = 0
    while True:
        block = stream.read(-1 if at_end else _BLOCK)
        if not isinstance(block, str | bytes):
            raise TypeError(f"a file must give str or bytes, not {type(block).__name__}")
        end = (
            len(block)
            if not block or at_end
            else _last_space(block, is_long=waited + len(block) > _BLOCK // 2)
        )
        if end == 0:
            waiting.append(block)
            waited += len(block)
            if block:
                continue
        piece = _joined([*waiting, block[:end]])
        for found in _in_text(piece, options, whole=whole):
            start, stop = found.span
            yield found._replace(span=(before + start, before + stop))
        if not block:
            return
        before += len(piece)
        waiting = [block[end:]]
        waited = len(block) - end


def _joined(parts: list[str | bytes]) -> str | bytes:
    """Join texts of one type."""
    empty = parts[-1][:0]
    return empty.join(parts)  # type: ignore[arg-type]  # a file gives one or the other


def _last_space(block: str | bytes, *, is_long: bool) -> int:
    """Return the end of the last line of a block, the last white space of a long line, or 0.

    The end of a link may depend on the rest of its line.
    """
    line = (block.rfind("\n") if isinstance(block, str) else block.rfind(b"\n")) + 1
    if line or not is_long:
        return line
    if isinstance(block, str):
        return max(block.rfind(space) for space in " \t\n\r") + 1
    return max(block.rfind(space) for space in (b" ", b"\t", b"\n", b"\r")) + 1
