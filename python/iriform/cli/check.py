"""`iriform check`: report every invalid value."""

# Arrow makes the functions of its compute module when it is loaded.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import sys
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.exceptions import Exit

from iriform import IRI, ParseError
from iriform._core import is_link_in_text
from iriform._display import counted, escape, plural
from iriform._io.errors import AuditError
from iriform._io.lines import lines, text_lines
from iriform._io.plain_text import label
from iriform._io.streams import expanded, opened
from iriform.audit.options import Options
from iriform.audit.sources import among, format_of
from iriform.audit.wording import advice
from iriform.audit.wording import unreadable as unreadable_in
from iriform.findings import fixed

from .checked import Checked, Face, Passed, pictures, records
from .chosen import say_chosen
from .help import Verb
from .inputs import (
    baseline_option,
    column_option,
    files_argument,
    find_option,
    format_found,
    format_option,
    path_option,
)
from .options import (
    BASE_DECIDES,
    PRODUCTION_HELP,
    Status,
    as_option,
    base_of,
    base_option,
    flag,
    kind_of,
    profile_option,
    protected_option,
    sarif_option,
    severity_option,
)
from .policies import policy_of, policy_option
from .problems import Problem
from .signals import standing
from .terminal import InputError, complain, ending_well, report, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pyarrow as pa

    from iriform import Finding
    from iriform.audit.formats.format import Format
    from iriform.findings import Profile

    from .baseline import Baseline
    from .options import Kind
    from .sarif import Sarif


class _AtMost:
    """A printer of the first values, which counts the others."""

    def __init__(self, most: int | None, say: Face) -> None:
        self._most, self._say = most, say
        self._said = self.left_out = 0

    def __call__(self, name: str, format_: Format, checked: Checked, /) -> None:
        if self._most is not None and self._said >= self._most:
            self.left_out += 1
            return
        self._said += 1
        self._say(name, format_, checked)


class _Counts(NamedTuple):
    """The totals of a run."""

    checked: int = 0
    bad: int = 0
    unreadable: int = 0
    fixed: int = 0
    in_text: int = 0
    """The number of lines that are a link with other text around it."""


@click.command(cls=Verb, no_args_is_help=True)
@files_argument
@as_option(help=PRODUCTION_HELP + BASE_DECIDES)
@base_option(
    help="Resolve relative references of RDF against this; in other formats they are valid."
)
@column_option
@path_option
@format_option
@find_option
@flag(
    "--findings",
    help="Also list the findings in valid values; --profile, --severity and --protected imply it.",
)
@profile_option
@severity_option
@protected_option
@policy_option
@baseline_option
@flag(
    "--fix",
    help="Print the lines after applying the suggestions that do not change the meaning; print the "
    "remaining faults on standard error. Implies --findings.",
)
@click.option(
    "--max",
    "most",
    type=click.IntRange(min=0),
    metavar="N",
    help="Print at most N values of all inputs; all are counted.",
)
@flag(
    "--quiet",
    "-q",
    help="Print neither values nor counts, only unreadable inputs; the exit status has the answer.",
)
@flag("--json", help="One JSON object per bad value or finding, one per line.")
@sarif_option
def check(  # noqa: PLR0913 - the options of a command
    files: Sequence[str],
    *,
    kind: Kind | None,
    base: str | None,
    column: str | None,
    path: str | None,
    format_: str | None,
    find: bool,
    findings: bool,
    profile: Profile,
    severities: tuple[tuple[str, Any], ...],
    protected: tuple[str, ...],
    policy: str | None,
    baseline: str | None,
    fix: bool,
    most: int | None,
    quiet: bool,
    json: bool,
    sarif: bool,
) -> None:
    """Check files of identifiers, and list each that is not valid.

    Each fault is printed as FILE:LINE:COLUMN (Parquet: FILE row N; RDF: FILE:LINE statement N and
    the position), with a picture of the place. Blank lines and empty values are skipped.

    Exit status: 0 if all are valid, 1 if something was found, 2 if an input cannot be read; the
    others are still read.
    """
    with ending_well(data=fix):
        names = expanded(files)
        others = {
            "--findings": findings,
            "--profile": profile != "default",
            "--severity": bool(severities),
            "--protected": bool(protected),
            "--fix": fix,
        }
        decided_by = policy_of(policy, [name for name, given in others.items() if given])
        options = Options(
            kind=kind_of(kind, base).value,
            base=base_of(base),
            column=column,
            path=path,
            format=format_found(format_, column, find=find),
            profile=profile,
            severities=severities,
            protected=protected,
            policy=decided_by,
        )
        options = among(options, names)
        asks_more = policy is not None or any(others.values())
        with _document() if sarif else nullcontext() as document:
            known = None
            if baseline is not None:
                from .baseline import Baseline

                known = Baseline(baseline)
            face = document.say if document else records if json else pictures(show)
            say = _AtMost(0 if quiet else most, face)
            refused: list[str] = []
            if fix:
                counts = [_fix(name, options, profile, known, refused) for name in names]
            else:
                values = partial(values_of, options=options, asks_more=asks_more, quiet=quiet)
                counts = [_said(name, options, known, values(name), say, refused) for name in names]
            if document:
                document.is_complete = not refused
        total = _Counts(*map(sum, zip(*counts, strict=True)))
        if not quiet:
            if say.left_out:
                complain(f"{say.left_out:,} more, which --max {most} leaves out")
            what = f"not valid as {options.kind}"
            if asks_more:
                what += " or refused" if policy is not None else " or with findings"
            if said := advice(total.in_text, total.checked):
                complain(said)
            formats = {format_of(name, options).name for name in names}
            _sum_up(total, what, unreadable_in(formats))
        for said in refused:
            complain(said)
        if refused or total.bad or total.unreadable:
            raise Exit(Status.FAILED if refused else Status.FOUND)


def _document() -> Sarif:
    from .sarif import Sarif

    return Sarif()


def _sum_up(total: _Counts, what: str, cannot_be_read: str) -> None:
    """Count like an audit: an unreadable part is not a value."""
    if total.fixed:
        complain(f"{total.fixed:,} of {counted(total.checked, 'value')} fixed")
    unreadable = f"{total.unreadable:,} {plural(total.unreadable, cannot_be_read)}"
    if total.bad:
        more = f"; {unreadable}" if total.unreadable else ""
        complain(f"{total.bad:,} of {counted(total.checked, 'value')} {what}{more}")
    elif total.unreadable:
        complain(f"{unreadable}, in addition to {counted(total.checked, 'value')}")


def _said(  # noqa: PLR0913, PLR0917 - all that decides
    name: str,
    options: Options,
    known: Baseline | None,
    values: Iterable[Checked | Passed],
    say: Face,
    refused: list[str],
) -> _Counts:
    """Report and count the bad values of an input that a baseline lacks, as far as it can be read."""
    format_ = format_of(name, options)
    if known is not None:
        values = known.new(name, format_, values)
    checked = found = unreadable = place = in_text = 0
    shown = label(name)  # not in the middle of an interrupted write
    with standing(lambda: f" in {shown} after {format_.unit} {place}, {found} found"):
        try:
            for each in values:
                place = each.place
                if isinstance(each, Passed):
                    checked += each.values
                    continue
                if each.unreadable is not None:
                    unreadable += 1
                    say(name, format_, each)
                    continue
                checked += 1
                if each.is_bad:
                    found += 1
                    if format_.is_lines and each.problem is not None:
                        in_text += is_link_in_text(str(each.problem.error.text))
                    say(name, format_, each)
        except AuditError as error:
            refused.append(str(error))
    return _Counts(checked, found, unreadable, in_text=in_text)


def _fix(
    name: str, options: Options, profile: Profile, known: Baseline | None, refused: list[str]
) -> _Counts:
    """Print the fixed lines of an input, and report the remaining faults."""
    if not format_of(name, options).is_lines:
        raise InputError(f"--fix: {label(name)} is not text with one identifier per line")
    changed = 0

    def values() -> Iterator[Checked]:
        nonlocal changed
        with opened(name) as input_:
            format_of(name, options).refuse(input_, options)
            for number, line in enumerate(lines(input_), 1):
                data = line[:-2] if line.endswith(b"\r\n") else line[:-1]
                text = data.decode("utf-8", "surrogateescape")
                if not text:
                    _print(line)
                    continue
                each = _asked(Checked(number, None), text, options, asks_more=True)
                if each.value is None or not each.findings:
                    _print(line)
                    yield each
                    continue
                value = fixed(each.value, profile, severities=dict(options.severities))
                changed += value != each.value
                _print(value.encode() + line[len(data) :])
                yield each._replace(value=value, findings=options.findings_in(value))

    counts = _said(name, options, known, values(), pictures(report), refused)
    return counts._replace(fixed=changed)


def _print(line: bytes) -> None:
    """Print a line, escaped on a terminal and unchanged elsewhere."""
    if sys.stdout.isatty():
        sys.stdout.write(escape(line.decode("utf-8", "backslashreplace").rstrip("\n")) + "\n")
    else:
        sys.stdout.buffer.write(line)


def values_of(
    name: str, options: Options, *, asks_more: bool, quiet: bool
) -> Iterator[Checked | Passed]:
    """Check the nonempty values of an input."""
    if format_of(name, options).is_lines and (options.column is None or options.is_for_tables):
        # It does not use Arrow, whose import takes longer than checking most files.
        with opened(name) as input_:
            format_of(name, options).refuse(input_, options)
            for line, text in enumerate(text_lines(input_), 1):
                if text:
                    yield _asked(Checked(line, None), text, options, asks_more=asks_more)
        return
    from iriform.audit.sources import source

    with source(name, options) as opened_:
        if options.column is None and not quiet:
            say_chosen([(name, opened_.part)])
        from iriform.audit.batches import judged

        for batch in opened_.batches():
            of_batch = judged(batch, options)
            passed, rest = _parted(batch, of_batch, asks_more=asks_more)
            yield passed
            for place, part, shown, data, unreadable, line, column in rest:
                text = shown if data is None else data.decode("utf-8", "surrogateescape")
                offset = None if column is None else column - 1
                there = Checked(place, part, line, offset=offset)
                if unreadable:
                    yield there._replace(unreadable=unreadable)
                # An IRI of empty text is a term of its statement.
                elif text or (text is not None and part is not None):
                    yield _asked(there, text, of_batch, asks_more=asks_more)


def _parted(
    batch: pa.RecordBatch, options: Options, *, asks_more: bool
) -> tuple[Passed, Iterator[tuple[Any, ...]]]:
    """Separate the values that pass, as a column, from the rows that are checked one by one."""
    import pyarrow.compute as pc

    from iriform import columns
    from iriform.audit.batches import more_is_asked

    text, as_ = batch["text"], options.reference
    # Text for bytes that are not UTF-8 is not the original; empty text is not a value.
    is_value = pc.and_(pc.is_null(batch["bytes"]), pc.greater(pc.binary_length(text), 0))
    passes = pc.and_(is_value, columns.is_valid(text, as_=as_))
    about = text if options.base is None else columns.resolve(text, options.base)
    if options.policy is not None:
        passes = pc.and_(passes, columns.allows(about, options.policy))
    elif asks_more:
        found = columns.check(
            about,
            options.profile,
            dict(options.severities),
            protected=options.protected,
            as_=as_,
        )
        passes = pc.and_(passes, pc.equal(pc.list_value_length(found), 0))
        if options.declared is not None:
            passes = pc.and_not(passes, more_is_asked(batch["part"], about, options))
    passes = pc.fill_null(passes, fill_value=False)
    rest = batch.filter(pc.invert(passes))
    count = len(batch) - len(rest)
    place = batch["place"][-1].as_py() if len(batch) else 0
    return Passed(count, place), zip(*(column.to_pylist() for column in rest.columns), strict=True)


def _asked(there: Checked, text: str, options: Options, *, asks_more: bool) -> Checked:
    """Check the value at a position: its fault, or its findings."""
    try:
        value = options.reference(text)
    except ParseError as error:
        return there._replace(problem=Problem.of(error, options.reference))
    # For a relative reference, its target is judged.
    about = value if options.base is None else IRI(options.base).resolve(value)
    findings: Sequence[Finding] = options.findings_in(about, there.part) if asks_more else ()
    return there._replace(value=value, findings=findings)
