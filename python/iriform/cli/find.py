"""`iriform find`: the links in text files, each with its position."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click
from click.exceptions import Exit

from iriform import IRI
from iriform._core import masked
from iriform._display import counted, escape
from iriform._io.errors import AuditError
from iriform._io.lines import text_lines
from iriform._io.plain_text import label
from iriform._io.streams import expanded, opened
from iriform.links import find_in_html, find_in_markdown

from .help import Verb, several
from .links import links_of
from .options import Status, Words, flag
from .policies import policy_of, policy_option
from .signals import standing
from .terminal import InputError, complain, ending_well, print_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from iriform.links import Found


class Placed(NamedTuple):
    """A link in a file."""

    file: str
    line: int
    column: int
    """The column for an editor: where the link begins in its line, counted from 1."""
    found: Found


@click.command(cls=Verb, no_args_is_help=True)
@several(
    "files",
    "FILE...",
    "Text of any kind: Markdown, logs, mail, source code; compressed or not; a pattern such as"
    " 'notes/*.md'; - is standard input.",
    of_files=True,
)
@click.option(
    "--as",
    "as_",
    type=Words(("places", "list", "jsonl"), {"json": "jsonl", "ndjson": "jsonl"}),
    default="places",
    show_default=True,
    metavar="FORM",
    help="places: FILE:LINE:COLUMN and the IRI. list: the IRI alone, one per line. jsonl: a JSON"
    " object per link, with its text, place, kind and changes.",
)
@click.option(
    "--schemes",
    metavar="NAMES",
    help="Links of these schemes, as https,urn,doi, or any: every scheme of IANA's registry."
    " Without it: http, https and mailto.",
)
@flag(
    "--domains",
    help="Also find names without a scheme, such as example.org/a. In source code and Markdown most "
    "of these are not links.",
)
@flag("--refang", help="Also read defanged links, such as hxxps://evil[.]example.")
@flag("--quotes", help="A link after a quotation mark ends at the closing one.")
@flag(
    "--prose",
    help="A final question mark and East Asian punctuation end a link, and so does a comma or semicolon"
    " before another one.",
)
@flag("--ascii", help="A link ends before the first character beyond ASCII.")
@flag(
    "--hyphens",
    help="Continue a link that a hyphen (U+2010) breaks at the end of a line, as in the output of man.",
)
@click.option(
    "--markdown",
    "markup",
    flag_value="markdown",
    help="Read Markdown: every place from which its HTML would load or follow something. It needs"
    " markdown-it-py.",
)
@click.option(
    "--html",
    "markup",
    flag_value="html",
    help="Read HTML: href, src, srcset, action and similar attributes, and url() in styles.",
)
@click.option("--base", metavar="IRI", help="The base of relative references in HTML and Markdown.")
@policy_option
def find(  # noqa: PLR0913 - the options of a command
    files: Sequence[str],
    *,
    as_: str,
    schemes: str | None,
    domains: bool,
    refang: bool,
    quotes: bool,
    prose: bool,
    ascii: bool,  # noqa: A002 - the word for it
    hyphens: bool,
    markup: str | None,
    base: str | None,
    policy: str | None,
) -> None:
    """Find the links in files of text, by UTS #58.

    `iriform find notes.md` prints FILE:LINE:COLUMN and the IRI of each link. A link ends by the
    rules of the Unicode standard, or before a character that no IRI has, such as " or a backtick.
    `iriform check --find` and `iriform audit --find` check the links.

    With --policy, only links that it refuses are printed.

    Exit status: 0, or with --policy 1 if it refuses a link; 2 if an input cannot be read; the
    others are still read.
    """
    with ending_well(data=as_ == "list"):
        find_in = links_of(
            schemes,
            domains=domains,
            refang=refang,
            quotes=quotes,
            prose=prose,
            ascii=ascii,
            hyphens=hyphens,
        )
        placed_in = _finder(markup, base, find_in, in_lines=not hyphens)
        decided_by = policy_of(policy)
        show = {"places": _show_place, "list": _show_iri, "jsonl": _show_record}[as_]
        total = failed = 0

        def show_all(name: str) -> None:
            nonlocal total, failed
            try:
                for placed in placed_in(name):
                    if decided_by is not None and decided_by.allows(placed.found.iri):
                        continue
                    show(placed)
                    total += 1
            except AuditError as error:
                complain(str(error))
                failed += 1

        for name in expanded(files):
            show_all(name)
        if decided_by is not None and total:
            complain(f"{counted(total, 'link')} refused")
        if failed or (decided_by is not None and total):
            raise Exit(Status.FAILED if failed else Status.FOUND)


def _finder(
    markup: str | None,
    base: str | None,
    find_in: Callable[[str], Iterator[Found]],
    *,
    in_lines: bool,
) -> Callable[[str], Iterator[Placed]]:
    """Make the finder for the links of a file."""
    if markup is None:
        if base is not None:
            raise InputError("--base is for --html and --markdown")
        return partial(_in_lines if in_lines else _in_document, find_in)
    if base is not None and not IRI.is_valid(base):
        raise InputError(f"--base: {escape(masked(base))} is not an IRI")
    read = find_in_html if markup == "html" else find_in_markdown
    try:
        read("", base=base)
    except ModuleNotFoundError as error:
        raise InputError(str(error)) from None
    return partial(_in_document, partial(read, base=base))


def _in_lines(find_in: Callable[[str], Iterator[Found]], name: str) -> Iterator[Placed]:
    """Find the links of a file, line by line."""
    line, shown = 0, label(name)
    with standing(lambda: f" in {shown} after line {line}"), opened(name) as input_:
        for line, text in enumerate(text_lines(input_), 1):
            for found in find_in(text):
                yield Placed(name, line, found.span[0] + 1, found)


def _in_document(find_in: Callable[[str], Iterator[Found]], name: str) -> Iterator[Placed]:
    """Find the links of a file that is read completely."""
    with opened(name) as input_:
        text = "".join(f"{line}\n" for line in text_lines(input_))
    for found in find_in(text):
        before = text[: found.span[0]]
        column = len(before) - before.rfind("\n")
        yield Placed(name, before.count("\n") + 1, column, found)


def _show_place(placed: Placed) -> None:
    where = f"{label(placed.file)}:{placed.line}:{placed.column}"
    sys.stdout.write(f"{where}: {escape(_said(placed.found))}\n")


def _show_iri(placed: Placed) -> None:
    said = _said(placed.found)
    sys.stdout.write(f"{escape(said) if sys.stdout.isatty() else said}\n")


def _said(found: Found) -> str:
    """Return the IRI of a link, or a template unchanged, because its IRI leads nowhere."""
    return found.text if "template" in found.flags else found.iri


def _show_record(placed: Placed) -> None:
    found = placed.found
    print_json(
        {
            "file": placed.file,
            "line": placed.line,
            "column": placed.column,
            "span": list(found.span),
            "text": found.text,
            "iri": found.iri,
            "kind": found.kind,
            "changes": [change._asdict() for change in found.changes],
            "flags": list(found.flags),
            **({"where": found.where} if found.where else {}),
        }
    )
