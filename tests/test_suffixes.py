"""`registrable_domain` and related methods: publicsuffix.org's test data, another implementation."""

from __future__ import annotations

import re
import zlib
from importlib.metadata import distribution
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest
from publicsuffixlist import PSLFILE, PublicSuffixList
from scripts import public_suffixes

from iriform import IRI, PUBLIC_SUFFIX_VERSION, Host, columns, load_public_suffixes
from tests.cli.program import python

from .growth import assert_grows_at_most

# The package of the list has lines such as `checkPublicSuffix('a.b.com', 'b.com');`, with null for none.
VECTORS = re.findall(
    r"^checkPublicSuffix\('([^']*)', (?:'([^']*)'|null)\);",
    Path(
        str(distribution("publicsuffixlist").locate_file("publicsuffixlist/test_psl.txt"))
    ).read_text(encoding="utf-8"),
    re.MULTILINE,
)
LIST = Path(PSLFILE).read_text(encoding="utf-8")
RULES = [line for line in LIST.splitlines() if line and not line.startswith("//")]
NAMES = [rule.lstrip("!").replace("*", "x") for rule in RULES]
NAMES += [f"{sub}.{name}" for name in NAMES for sub in ("a", "b.a")] + ["www.example.co.uk"]
COMPILED_IN = {name: Host(name).registrable_domain() for name in NAMES}


def rules_of_the_file() -> dict[str, str]:
    """Read the file that is compiled in: each rule, and its marks."""
    found, above, label = {}, list[str](), ""
    text = re.sub("^#.*$", "", public_suffixes.RULES.read_text("utf-8"), flags=re.MULTILINE)
    for piece in re.findall(r"[()]|[^\s()]+", text):
        if piece == "(":
            above.insert(0, label)
        elif piece == ")":
            del above[0]
        else:
            label = piece.lstrip("/+!")
            marks = piece.removesuffix(label)
            if "/" not in marks:
                found[".".join([label, *above])] = marks
    return found


COMPILED_RULES = rules_of_the_file()
FROM_THE_FILE = {
    name: Host(name).registrable_domain()
    for rule in COMPILED_RULES
    for name in (rule.replace("*", "x"), "a." + rule.replace("*", "x"))
}
LOADED = load_public_suffixes(PSLFILE)
"""The tests use the list of the package, which may be newer than the compiled-in one."""


def test_the_test_data_of_publicsuffix_org() -> None:
    assert len(VECTORS) > 75
    for name, expected in VECTORS:
        found = Host(name).registrable_domain()
        assert found == (Host(expected).to_ascii() if expected else None), name


def test_another_implementation_finds_the_same() -> None:
    """Every rule of the list, with no label, one label and more before it."""
    judge = PublicSuffixList()
    random = Random(3986)
    names = [*NAMES]
    names += [".".join(random.choices(["com", "uk", "co", "a", "jp", "city", "kobe"], k=4))
              for _ in range(5_000)]  # fmt: skip
    assert len(names) > 30_000
    for name in names:
        # It requires A-labels in lower case.
        expected = judge.privatesuffix(Host(name).to_ascii().lower())
        assert Host(name).registrable_domain() == expected, name


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("www.Example.CO.UK", "example.co.uk"),
        ("example.co.uk.", "example.co.uk"),
        ("www.ex%61mple.co.uk", "example.co.uk"),
        ("www。ｅxample。com", "example.com"),
        ("a.bücher.example", "xn--bcher-kva.example"),  # unknown: the last label is the suffix
        ("a_b.c_d.org", "c_d.org"),
        ("anna.github.io", "anna.github.io"),  # the private part of the list
        ("github.io", None),
        ("uk", None),
        ("localhost", None),
        ("", None),
        ("127.0.0.1", None),
        ("0x7f.1", None),
        ("256.1.1.1", None),
        ("[::1]", None),
        ("[v1.a]", None),
        ("a..com", None),
        (".com", None),
        ("%FF.com", None),
    ],
)
def test_hosts(host: str, expected: str | None) -> None:
    found = Host(host).registrable_domain()
    assert found == expected
    assert type(found) is (type(None) if expected is None else Host)
    reference = f"http://{host}/"
    [row] = columns.registrable_domain(pa.array([reference])).to_pylist()
    assert row == expected


def test_a_column() -> None:
    column = pa.array(["http://a.example.com/", None, "urn:x", "a b", "//b.example.com"])
    assert columns.registrable_domain(column).to_pylist() == ["example.com", *[None] * 4]
    keys = column.dictionary_encode()
    assert columns.registrable_domain(keys).to_pylist() == ["example.com", *[None] * 4]


def test_a_long_name_takes_linear_time() -> None:
    def work(length: int) -> None:
        host = Host("a." * length + "com")
        assert host.registrable_domain() == "a.com"

    work(1000)
    assert_grows_at_most(24, work, 20_000, 240_000, fast=0)


def test_the_list_that_is_compiled_in() -> None:
    """The list of the same day agrees with the file for every name; the script makes the file."""
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", PUBLIC_SUFFIX_VERSION)
    assert COMPILED_IN["www.example.co.uk"] == "example.co.uk"
    made = public_suffixes.RULES.read_text(encoding="utf-8")
    if LOADED == PUBLIC_SUFFIX_VERSION:
        assert made == public_suffixes.written()
        assert {name: Host(name).registrable_domain() for name in COMPILED_IN} == COMPILED_IN
    assert f"list of {PUBLIC_SUFFIX_VERSION}," in made


def test_the_rules_of_the_file_are_those_that_were_compiled_in() -> None:
    """The answers are computed here from the file, independent of the package's current list."""
    assert len(COMPILED_RULES) > 9_000
    for name, answer in FROM_THE_FILE.items():
        assert answer == slow_registrable_domain(name), name


def slow_registrable_domain(name: str) -> str | None:
    """Apply an exception first, then the longest matching rule, otherwise the last label."""
    labels = name.split(".")
    suffix = 1
    for i in range(len(labels)):
        rest = labels[i:]
        if "!" in COMPILED_RULES.get(".".join(rest), ""):
            suffix = len(rest) - 1
            break
        if ".".join(rest) in COMPILED_RULES or ".".join(["*", *rest[1:]]) in COMPILED_RULES:
            suffix = max(suffix, len(rest))
    return ".".join(labels[-suffix - 1 :]) if len(labels) > suffix else None


def test_its_size() -> None:
    assert len(zlib.compress(public_suffixes.RULES.read_bytes(), 9)) < 38_000


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    """The process uses it from then on; a file that is not a list changes nothing."""
    path = tmp_path / "list.dat"
    path.write_text(
        "// VERSION: 2030-01-02_03-04-05_UTC\ncom\nexample.com\n"
        "// ===BEGIN PRIVATE DOMAINS===\nmine.com\n"
    )
    empty = tmp_path / "empty"
    empty.write_text("// nothing\n")
    code = f"""if True:
        import pyarrow as pa
        from iriform import IRI, columns, load_public_suffixes
        iri = IRI("http://a.b.example.com/")
        print(iri.registrable_domain())
        print(load_public_suffixes({str(path)!r}), iri.registrable_domain())
        mine = IRI("http://a.mine.com/")
        print(mine.registrable_domain(), mine.registrable_domain(private=False))
        print(columns.registrable_domain(pa.array([iri])).to_pylist())
        try:
            load_public_suffixes({str(empty)!r})
        except ValueError as error:
            print(str(error).partition(":")[0], iri.registrable_domain())
    """
    assert python(code).stdout.splitlines() == [
        "example.com",
        "2030-01-02 b.example.com",
        "a.mine.com mine.com",
        "['b.example.com']",
        "not a public suffix list b.example.com",
    ]


@pytest.mark.parametrize(
    ("text", "all_rules", "icann"),
    [
        ("http://a.b.example.co.uk/", ("a.b", "example.co.uk", "co.uk"), None),
        ("http://x.anna.github.io/", ("x", "anna.github.io", "github.io"), ("x.anna", "github.io", "io")),
        ("http://github.io/", (None, None, "github.io"), (None, "github.io", "io")),
        ("http://EX\u00c4MPLE.co.uk./", (None, "xn--exmple-cua.co.uk", "co.uk"), None),
        ("http://www.ck/", (None, "www.ck", "ck"), None),
        ("http://localhost/", (None, None, "localhost"), None),
        ("http://0x7f.1/", (None, None, None), None),
        ("http://a..com/", (None, None, None), None),
        ("urn:x", (None, None, None), None),
        # Look-up decodes the quotation mark, and no host has one.
        ("http://a%22b.example.org/", (None, "example.org", "org"), None),
        ("http://a.\u00e9%22.org/", (None, None, "org"), None),
        ("http://a.\u00e9%22/", (None, None, None), None),
    ],
)  # fmt: skip
def test_the_pieces_of_a_name(
    text: str, all_rules: tuple[str | None, ...], icann: tuple[str | None, ...] | None
) -> None:
    iri = IRI(text)
    for private, pieces in [(True, all_rules), (False, icann or all_rules)]:
        for name, piece in zip(
            ("subdomain", "registrable_domain", "public_suffix"), pieces, strict=True
        ):
            assert getattr(iri, name)(private=private) == piece
            [row] = getattr(columns, name)(pa.array([text]), private=private).to_pylist()
            assert row == piece
            if iri.host is not None:
                assert getattr(iri.host, name)(private=private) == piece


def test_labels() -> None:
    assert IRI("http://www.Ex%61mple.CO.uk./").domain_labels == ("www", "example", "co", "uk")
    assert Host("b\u00fccher.example").domain_labels == ("xn--bcher-kva", "example")
    assert Host("127.1").domain_labels is None
    assert IRI("urn:x").domain_labels is None
