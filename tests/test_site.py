"""The site documents everything: each public name, each reason, each finding."""

import importlib
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import iriform
from iriform.findings import RULES

DOCS = Path(__file__).parents[1] / "docs"
SOURCE = Path(iriform.__file__).parent
# A command; what needs settings of Django to be imported; engines whose functions are those of `columns`.
NOT_LISTED = {"cli", "django", "pandas", "polars"}
MODULES = sorted(
    f"iriform.{path.stem}"
    for path in SOURCE.iterdir()
    if path.stem not in NOT_LISTED and not path.stem.startswith("_")
    if path.suffix == ".py" or (path / "__init__.py").exists()
)


@pytest.fixture(scope="module")
def public() -> ModuleType:
    """The reader of sources from which the site makes the reference."""
    sys.path.insert(0, str(DOCS))
    try:
        return importlib.import_module("_site.public")
    finally:
        sys.path.remove(str(DOCS))


def documented() -> dict[str, list[str]]:
    """List the names that the pages of the reference select, by module; an empty list means all."""
    found: dict[str, list[str]] = {}
    for page in (DOCS / "reference").glob("*.md"):
        for module, names in re.findall(
            r"^```\{public\} (\S+)\n(.*?)^```",
            page.read_text(encoding="utf-8"),
            re.MULTILINE | re.DOTALL,
        ):
            found.setdefault(module, []).extend(names.split())
    return found


def test_every_public_name_is_in_the_reference() -> None:
    # Constants, which the page of what they belong to explains.
    constants = {"PUBLIC_SUFFIX_VERSION", "UNICODE_VERSION", "__version__"}
    names = {*dir(iriform)} - constants - {"Finding", "Found"}

    listed = documented()["iriform"]
    assert names <= set(listed)
    assert len(listed) == len(set(listed))
    assert all(hasattr(iriform, name) for name in listed)


def test_every_public_module_is_in_the_reference() -> None:
    assert set(MODULES) <= set(documented())


def test_the_reference_has_the_members_that_there_are(public: ModuleType) -> None:
    for name in documented()["iriform"]:
        value = getattr(iriform, name)
        if not inspect.isclass(value):
            continue
        entry = public.entry("iriform", name)
        # A member without a text has that of its base, and is listed for its narrower types.
        members = {member.name for member in entry.members} - {
            m.name for m in public.narrower(entry)
        }
        live = {n for n in vars(value) if not n.startswith("_") and hasattr(value, n)}
        assert members <= live, name
        assert all(public.owner(name, member) for member in live), name


@pytest.mark.parametrize("module", MODULES)
def test_the_reference_has_what_modules_have(module: str, public: ModuleType) -> None:
    live = importlib.import_module(module)

    for name in public.names(module):
        assert hasattr(live, name), name
    assert set(getattr(live, "__all__", [])) <= set(public.names(module)) | {"UNICODE_VERSION"}


def test_signatures_are_as_a_caller_sees_them(public: ModuleType) -> None:
    entries = {m.name: m for m in public.entry("iriform", "IRI").members}

    assert entries["normalize"].signatures == [
        "normalize(level: Literal['string', 'syntax', 'scheme']='syntax') -> IRI"
    ]
    overloads = {m.name: m for m in public.entry("iriform", "URI").members}["resolve"]
    assert len(overloads.signatures) == 3
    assert entries["from_parts"].is_class_method
    assert public.entry("iriform", "resolve").doc.startswith("Resolve")


def test_a_cell_knows_its_column_and_code_is_broken_between_its_words() -> None:
    sys.path.insert(0, str(DOCS))
    try:
        cards = importlib.import_module("_site.cards")
    finally:
        sys.path.remove(str(DOCS))
    head = "<tr><th><p>a <code>b</code></p></th><th>c</th><th></th></tr>"
    assert cards.with_names(f'{head}<tr><td>1</td><td class="x">2</td><td>3</td></tr>') == (
        f'{head}<tr><td data-column="a b">1</td><td data-column="c" class="x">2</td>'
        '<td data-column="">3</td></tr>'
    )
    two = "<tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr>"
    assert cards.with_names(two) == two
    code = '<code class="a.b"><span>f(&#x27;http://h/a&amp;b.c&#x27;).g(1.5)</span></code>'
    assert cards.with_breaks(code) == (
        '<code class="a.b"><span>f(<wbr>&#x27;http://<wbr>h/<wbr>a&amp;<wbr>b<wbr>.c&#x27;)<wbr>.g('
        "<wbr>1.5)</span></code>"
    )


def test_every_page_is_in_a_list_of_the_site() -> None:
    """`make docs` warns of a page that is not linked."""
    listed: set[Path] = set()
    for page in DOCS.rglob("*.md"):
        for block in re.findall(
            r"^```\{toctree\}\n(.*?)^```",
            page.read_text(encoding="utf-8"),
            re.MULTILINE | re.DOTALL,
        ):
            entries = [line for line in block.splitlines() if line and not line.startswith(":")]
            listed |= {(page.parent / f"{entry}.md").resolve() for entry in entries}

    assert listed == {page.resolve() for page in DOCS.rglob("*.md")} - {DOCS / "index.md"}


USERS_GROUPS = ("Start", "Guides", "Columns", "Cookbook", "Explanations")
# Reference, measurements and history have groups of their own.
MOST_WORDS = 50_000


def pages_listed_by(page: Path) -> list[Path]:
    """The pages in the lists of a page, and recursively in their lists."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\{toctree\}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    if page.parent == DOCS and page.name == "index.md":
        captions = [re.search(r"^:caption: (.*)$", block, re.MULTILINE) for block in blocks]
        named = zip(captions, blocks, strict=True)
        blocks = [block for caption, block in named if caption and caption[1] in USERS_GROUPS]
    entries = [line for block in blocks for line in block.splitlines() if line[:1] not in {"", ":"}]
    found = [(page.parent / f"{entry}.md").resolve() for entry in entries]
    return [*found, *(each for inner in found for each in pages_listed_by(inner))]


def test_pages_for_users_do_not_grow() -> None:
    """README and the groups for users; `wc -w` counts the same."""
    pages = [DOCS.parent / "README.md", *pages_listed_by(DOCS / "index.md")]
    words = {page: len(page.read_text(encoding="utf-8").split()) for page in pages}

    assert len(words) > 70
    longest = sorted(words.items(), key=lambda item: -item[1])[:5]
    assert sum(words.values()) <= MOST_WORDS, longest


def anchors(page: str) -> set[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {*(heading.strip("`") for heading in headings), *re.findall(r'<a id="([^"]*)">', text)}


def test_every_reason_has_an_anchor() -> None:
    assert {reason.value for reason in iriform.Reason} <= anchors("errors.md")


def test_every_finding_has_an_anchor() -> None:
    assert {rule.code for rule in RULES} <= anchors("findings.md")


def test_examples_open_in_the_explorer() -> None:
    """Below an example is a link with its reference, and with its base if it is resolved."""
    sys.path.insert(0, str(DOCS))
    try:
        examples = importlib.import_module("_site.examples")
    finally:
        sys.path.remove(str(DOCS))
    for source, expected in [
        ('>>> IRI("http://a/b c")', ("http://a/b c", "")),
        ('>>> x = 5\n>>> URI("s:a").scheme, URI("s:b")', ("s:a", "")),
        (
            '>>> base = IRI("http://a/b")\n>>> base.path\n>>> base.resolve("../c")',
            ("../c", "http://a/b"),
        ),
        ('>>> resolve("s3://bucket/a/b", "../c")', ("../c", "s3://bucket/a/b")),
        (">>> try:\n...     IRI('a b')\n... except ValueError as e:\n...     e", ("a b", "")),
        (">>> Path('a')", None),
        ("iriform explain http://a/", None),
        (">>> IRI(text)", None),
    ]:
        assert examples.shown(source) == expected, source
    # The result of link.js for the same text: encodeURIComponent after escaping.
    assert examples.fragment("a\\b&é\ud800", "http://h/") == (
        "#text=a%5C%5Cb%26%C3%A9%5Cud800&base=http%3A%2F%2Fh%2F"
    )


def test_before_a_release_commands_install_from_a_checkout() -> None:
    sys.path.insert(0, str(DOCS))
    try:
        pages = importlib.import_module("_site.pages")
    finally:
        sys.path.remove(str(DOCS))
    for page in DOCS.rglob("*.md"):
        shown = pages.from_a_checkout(page.read_text(encoding="utf-8"))
        assert not re.search(r"pip install '?iriform\b", shown), page.name
    assert pages.from_a_checkout("`pip install 'iriform[cli,spark]' lxml`") == (
        "`pip install '.[cli,spark]' lxml`"
    )
