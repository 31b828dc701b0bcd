"""The program, with all its verbs."""

from __future__ import annotations

import sys

import click
from click.exceptions import NoArgsIsHelpError

from iriform import __version__

from .completion import completion_option
from .help import Verbs

# In the order of the help.
VERBS = (
    "explain",
    "check",
    "audit",
    "find",
    "resolve",
    "relativize",
    "normalize",
    "to-uri",
    "to-iri",
    "repair",
    "compress",
    "expand",
    "match",
    "literals",
    "grammar",
)


@click.group(
    cls=Verbs,
    verbs=VERBS,
    name="iriform",
    help="Explain, check, convert and audit URIs and IRIs, exactly by RFC 3986 and RFC 3987."
    " A URI consists of ASCII characters (`https://example.org/a?b#c`, `urn:isbn:0451450523`);"
    " an IRI may have characters of every script (`https://例え.jp/道`).\n\n"
    "`check`, `audit`, `find` and `literals` take files. The others take identifiers, or with `--out`"
    " a file to copy. `-` is standard input.",
    epilog="Examples:\n\n"
    "* What a link is made of: `iriform explain 'https://example.org/a?b#c'`\n\n"
    "* What a data set has, and what is wrong in it: `iriform audit data.ttl`\n\n"
    "* Each line that is not valid, and why: `iriform check links.txt`\n\n"
    "* A copy with a mended column: `iriform repair links.csv --out mended.csv`\n\n"
    "* One spelling for links that are equal: `iriform normalize - < links.txt`\n\n"
    "* What a link means on a page: `iriform resolve https://example.org/a/ ../b`\n\n"
    "* A check that can fail, for CI: `iriform audit links.csv --fail-on invalid`\n\n",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "color": True,  # Rich decides where there are colours
    },
)
@click.version_option(
    __version__, "-V", "--version", message="iriform %(version)s", help="Show the version."
)
@completion_option
def app() -> None:
    """Run the program."""


def run() -> None:
    """Run the program with the arguments of the process, and report why they cannot be used."""
    try:
        sys.exit(app.main(prog_name="iriform", standalone_mode=False))
    except NoArgsIsHelpError as error:
        verb = error.ctx.info_name if error.ctx is not None else None
        if verb in {None, "iriform"}:
            sys.stdout.write(f"{error.message}\n")
            sys.stdout.flush()
        else:
            sys.stderr.write(f"iriform: {verb} needs arguments; see iriform {verb} --help\n")
        sys.exit(error.exit_code)
    except click.ClickException as error:
        from .rich_help import complain

        complain(error)
        sys.exit(error.exit_code)
    except click.Abort:
        sys.stderr.write("Aborted!\n")
        sys.exit(1)
