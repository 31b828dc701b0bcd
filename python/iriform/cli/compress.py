"""`iriform compress`: compact IRIs, by prefixes."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import click

from iriform._display import escape
from iriform.columns import Syntax

from .options import KINDS, Decorator, base_of, base_option, word_option
from .prefixes import PREFIXES_HELP, WELL_KNOWN, prefixes_of
from .terminal import complain, ending_well
from .transform import Transformation, on_column, value_verb

syntax_option: Decorator = word_option(
    "--syntax",
    words=get_args(Syntax),
    default="plain",
    help=f"The language of the compact IRIs: {', '.join(get_args(Syntax))}.",
)


@value_verb()
@click.option(
    "--prefixes",
    metavar="FILE",
    type=click.Path(),
    default=WELL_KNOWN,
    show_default=True,
    help=PREFIXES_HELP,
)
@base_option(help="What relative namespaces of --prefixes are resolved against.")
@syntax_option
@click.option(
    "--no-escapes",
    "escapes",
    flag_value=False,
    default=True,
    help="Do not compress an IRI if Turtle needs a backslash in the result, which some readers do "
    "not accept.",
)
def compress(*, prefixes: str, base: str | None, syntax: Syntax, escapes: bool) -> Transformation:
    """Compress IRIs: a prefix stands for the longest namespace with which each begins.

    `iriform compress http://dbpedia.org/resource/Paris` prints `dbr:Paris`.

    An IRI without a prefix stays whole, and is counted. `iriform expand --prefixes` is the opposite.
    """
    with ending_well():
        map_ = prefixes_of(prefixes, base_of(base))
    kind, whole = KINDS["IRI"], 0
    near: Counter[str] = Counter()

    def compact(text: str) -> str:
        nonlocal whole
        iri = kind.type(text)
        found = map_.compress(iri, syntax=syntax, escapes=escapes)
        if found is not None:
            return found
        whole += 1
        if (name := map_.near(iri)) is not None:
            near[name] += 1
        return iri

    def count() -> None:
        if whole:
            complain(f"{whole:,} without a prefix")
        for name, number in near.most_common():
            complain(
                f"{number:,} with a similar namespace: {escape(name)}: stands for {escape(map_[name])}"
            )

    of_column = on_column("compress", map_, syntax=syntax, escapes=escapes)
    return Transformation(compact, of_column, kind, at_end=count)
