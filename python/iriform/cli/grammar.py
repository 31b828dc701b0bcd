"""`iriform grammar`: the rules of the RFCs, as text, expression, diagram or tree."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit
from rich.text import Text

from iriform import IRIReference, ParseError, _core
from iriform._core import described, masked

from .help import Argument, Verb, several
from .options import Status, flag, word_option
from .problems import Problem
from .terminal import InputError, ending_well, print_json, show
from .values import given

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from iriform.grammar import Flavor, Rule

    from .values import Value


# The values of `iriform.grammar.Flavor`, whose import takes longer than all of this module.
_FLAVORS = ("python", "ecmascript", "pcre", "re2", "xsd", "xpath")


def _names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 - as Click calls it
    """Complete the name of a rule, for the shell."""
    return [name for name in _rules() if name.startswith(incomplete)]


@click.command(cls=Verb)
@click.argument(
    "name",
    cls=Argument,
    metavar="[RULE]",
    required=False,
    shell_complete=_names,
    help="A rule of RFC 3986, 3987, 6570 or ECMA-427, such as IRI; without one, all are listed.",
)
@several(
    "texts",
    "[TEXT]...",
    "Texts to draw the syntax tree of; - reads them from standard input, by line.",
    required=False,
)
@word_option(
    "--as",
    "form",
    words=("abnf", "regex", "railroad", "tree"),
    help="What to print: the rule as the RFC states it (abnf), a regular expression, a"
    " diagram (railroad, as SVG), or the syntax tree of a text (tree)."
    " By default tree if there is a text, else abnf.",
)
@word_option(
    "--flavor",
    words=_FLAVORS,
    default="python",
    help=f"The engine that a regular expression is for: {', '.join(_FLAVORS)}.",
)
@flag("--anchored", help="The regular expression matches whole texts only.")
@flag("--json", help="One JSON object per rule or text, one per line.")
def grammar(  # noqa: PLR0913 - an option each
    name: str | None,
    texts: Sequence[str],
    *,
    form: str | None,
    flavor: Flavor,
    anchored: bool,
    json: bool,
) -> None:
    """Show the grammar: the rules of RFC 3986, 3987, 6570 and ECMA-427, and how a text matches one.

    `iriform grammar iauthority` prints the rule, `iriform grammar iauthority me@例え.jp:80` the
    syntax tree of that text, `iriform grammar IRI --as regex --flavor pcre --anchored` a regular
    expression that you can use elsewhere.

    Exit status: 0 if it is done, 1 if a text does not match, 2 if there is no such rule or the
    input cannot be read.
    """
    with ending_well(data=not json):
        if name is None:
            _list(json=json)
            return
        rule = _rule(name)
        form = form or ("tree" if texts else "abnf")
        if form != "tree":
            if texts:
                raise click.BadParameter(f"--as {form} takes a rule, and no text")
            _show(rule, form, flavor, anchored=anchored, json=json)
            return
        if not texts:
            raise click.BadParameter("--as tree needs a text; - reads from standard input")
        if not _trees(rule, given(texts), json=json):
            raise Exit(Status.FOUND)


def _rules() -> dict[str, Rule]:
    """The rules of all RFCs. A rule that one RFC takes over from another is the same in both."""
    from iriform.grammar import ECMA427, RFC3986, RFC3987, RFC6570

    return {**ECMA427, **RFC6570, **RFC3987, **RFC3986}


def _rfc(name: str) -> str:
    from iriform.grammar import RFC3986, RFC3987, RFC6570

    for rfc, rules in (("RFC 3986", RFC3986), ("RFC 3987", RFC3987), ("RFC 6570", RFC6570)):
        if name in rules:
            return rfc
    return "ECMA-427"


def _rule(name: str) -> Rule:
    """Find a rule, ignoring letter case."""
    from iriform.grammar import ECMA427, RFC3986, RFC3987, RFC6570

    for rfc in (RFC3987, RFC3986, RFC6570, ECMA427):
        if name in rfc:
            return rfc[name]
    known = {rule.lower(): rule for rule in _rules()}
    close = [known[found] for found in get_close_matches(name.lower(), known, cutoff=0.5)]
    advice = f"did you mean {' or '.join(close)}?" if close else "`iriform grammar` lists all"
    raise click.BadParameter(f"no RFC has a rule {name!r}; {advice}")


def _list(*, json: bool) -> None:
    for rule in sorted(_rules(), key=_rfc):  # stable: each in the order of its RFC
        noun, clause = described(rule)
        if json:
            print_json({"rule": rule, "rfc": _rfc(rule), "description": noun})
        else:
            remark = "" if noun == rule else noun
            show(Text.assemble(f"{rule:<20}", (f"{clause:<17}", "bright_black"), remark))


def _show(rule: Rule, form: str, flavor: Flavor, *, anchored: bool, json: bool) -> None:
    """Print a rule in a form that needs no text."""
    record: dict[str, object] = {"rule": rule.name, "rfc": _rfc(rule.name)}
    if form == "abnf":
        printed = rule.abnf
    elif form == "regex":
        printed = rule.regex(flavor, anchored=anchored)
        record |= {"flavor": flavor, "anchored": anchored}
    else:
        printed = _railroad(rule)
    if json:
        print_json({**record, form: printed})
    else:
        # Data for other programs, unchanged on any terminal.
        sys.stdout.write(f"{printed.rstrip()}\n")


def _railroad(rule: Rule) -> str:
    try:
        return rule.railroad()
    except ModuleNotFoundError as error:
        raise InputError(error.msg) from None


def _trees(rule: Rule, values: Iterator[Value], *, json: bool) -> bool:
    """Draw the tree of each text, and return whether all match."""
    everything = True
    first = True
    for value in values:
        if value.file is not None and not value.text:
            continue
        if not (first or json):
            show(Text())
        first = False
        everything &= _tree(rule, value, json=json)
    return everything


def _tree(rule: Rule, value: Value, *, json: bool) -> bool:
    place = {"file": value.file, "line": value.line}
    try:
        rule.tree(value.text)
    except ParseError as error:
        problem = Problem.of(error, lambda data: _parsed(rule, data))
        if json:
            print_json({**place, "tree": None, **problem.record()})
        else:
            message, picture = problem.explained()
            show(Text.assemble((message, "red"), "\n", picture))
        return False
    tree = rule.tree(_redacted(rule.name, value.text))
    if json:
        print_json({**place, "tree": tree.to_json()})
    else:
        show(Text(str(tree)))
    return True


def _parsed(rule: Rule, data: bytes) -> None:
    """Parse bytes, so the parser reports the position of ill-formed UTF-8."""
    fault = _core.diagnose(rule.name, data)
    if fault is not None:
        position, start, stop, innermost, reason = fault
        raise ParseError(data, position, start, stop, rule.name, innermost, reason)


def _redacted(name: str, text: str) -> str:
    """Mask the secrets in a text that matches a rule."""
    before, after = _AROUND.get(name.removeprefix("i"), ("", ""))
    whole = f"{before}{text}{after}"
    if not IRIReference.is_valid(whole):
        return text  # without authority, then
    shown = masked(IRIReference(whole))
    return shown[len(before) : len(shown) - len(after)]


# The prefix that makes a reference from part of an authority.
_AROUND = {"authority": ("//", ""), "userinfo": ("//", "@")}
