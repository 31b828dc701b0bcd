"""Documents: pages, feeds and packages, and the references in them with their places."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from iriform._web.markup import references_in
from iriform.audit import AuditError, audit
from iriform.audit.formats.markup import DEEPEST, of_html, of_xml
from iriform.links import find_in_html
from iriform.storage import member
from tests.cli.program import iriform as run

if TYPE_CHECKING:
    from pathlib import Path

FEEDS = {"urlset", "rss", "feed", "opml"}


@pytest.mark.parametrize(
    ("text", "links"),
    [
        pytest.param('<a href="http://h/">', [("a href", "http://h/")], id="a link"),
        pytest.param("<A HREF=b>", [("a href", "b")], id="capitals, no quotation marks"),
        pytest.param("<a href=' b\n'>", [("a href", "b")], id="around it stands space"),
        pytest.param("<a href='?a=1&amp;b'>", [("a href", "?a=1&b")], id="a character reference"),
        pytest.param("<a href>b</a><p>http://h/</p>", [], id="no value, and text"),
        pytest.param("<a href=a href=b>", [("a href", "a")], id="the first attribute counts"),
        pytest.param("<!-- <a href=b> -->", [], id="a comment"),
        pytest.param("<script>'<a href=b>'</script>", [], id="a script"),
        pytest.param(
            "<img src=a srcset='b 2x, c'>",
            [("img src", "a"), *[("img srcset", "b"), ("img srcset", "c")]],
            id="a set",
        ),
        pytest.param(
            "<base href=/x><a href=b>",
            [("base href", "/x"), ("a href", "b")],
            id="a base that is relative",
        ),
        pytest.param(
            "<a href=z><base href=http://h/a/><base href=http://i/><a href=b><a href=//j/>",
            [
                ("a href", "http://h/a/z"),
                ("base href", "http://h/a/"),
                ("base href", "http://i/"),
                ("a href", "http://h/a/b"),
                ("a href", "http://j/"),
            ],
            id="the first base counts, for the whole document",
        ),
        pytest.param(
            "<base href=http://h/><a href='a b'>",
            [("base href", "http://h/"), ("a href", "a b")],
            id="what is no reference stays",
        ),
        pytest.param(
            '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="http://h/" ADD_DATE="1">x</A>',
            [("a href", "http://h/")],
            id="bookmarks",
        ),
        pytest.param(
            "<form action=a><button formaction=b>",
            [("form action", "a"), ("button formaction", "b")],
            id="a form",
        ),
    ],
)
def test_a_page(text: str, links: list[tuple[str, str]]) -> None:
    assert [(link.where, link.value) for link in of_html(text)] == links


def test_links_are_those_that_find_in_html_has() -> None:
    """Every attribute that browsers load or follow, not only the common ones."""
    text = (
        "<a href=b ping='c d'><object data=e archive='f g' codebase=h><img srcset='i 2x,j' longdesc=k>"
        '<meta http-equiv=refresh content="0; url=l"><p style="background: url(m)"><svg xlink:href=n>'
    )
    found = sorted(found.text for found in find_in_html(text, base="http://h/"))
    assert sorted(link.text for link in of_html(text)) == found == [*"bcdefghijklmn"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ["a"]),
        ("a 1x, b 2x", ["a", "b"]),
        ("a,b", ["a,b"]),
        ("a, b", ["a", "b"]),
        ("a 100w 50h,b", ["a", "b"]),
        ("  ,, a ,", ["a"]),
        ("data:,a 1x", ["data:,a"]),
        ("a,, b", ["a", "b"]),
        ("a\t2x,\nb\t1x", ["a", "b"]),
        ("", []),
    ],
)
def test_a_set_of_candidates(text: str, expected: list[str]) -> None:
    assert [*references_in("img", "srcset", {"srcset": text})] == expected


@pytest.mark.parametrize(
    ("text", "links"),
    [
        pytest.param(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> http://h/a </loc>'
            "<lastmod>2026</lastmod></url></urlset>",
            [("loc", "http://h/a")],
            id="a sitemap",
        ),
        pytest.param(
            '<rss><channel><link>http://h/</link><item><guid isPermaLink="false">x</guid>'
            '<enclosure url="http://h/a.mp3"/></item></channel></rss>',
            [("link", "http://h/"), ("enclosure url", "http://h/a.mp3")],
            id="RSS",
        ),
        pytest.param(
            '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://h/a/"><link href="b"/>'
            '<entry xml:base="c/"><id>tag:h,2026:x</id><link href="d"/></entry><link href="e"/></feed>',
            [
                ("link href", "http://h/a/b"),
                ("id", "tag:h,2026:x"),
                ("link href", "http://h/a/c/d"),
                ("link href", "http://h/a/e"),
            ],
            id="Atom, with bases",
        ),
        pytest.param(
            '<opml><body><outline xmlUrl="http://h/f" htmlUrl="http://h/"/></body></opml>',
            [("outline xmlUrl", "http://h/f"), ("outline htmlUrl", "http://h/")],
            id="an outline",
        ),
        pytest.param(
            "<rss><link>http://h/?a&amp;b</link></rss>", [("link", "http://h/?a&b")], id="&amp;"
        ),
        pytest.param(
            "<rss><link><![CDATA[http://h/]]></link></rss>", [("link", "http://h/")], id="CDATA"
        ),
        pytest.param("<rss><title>http://h/</title><link/></rss>", [], id="other elements"),
    ],
)
def test_a_feed(text: str, links: list[tuple[str, str]]) -> None:
    found = of_xml(text.encode(), "a.xml", roots=FEEDS)
    assert [(link.where, link.value) for link in found] == links


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<rss><b></rss>", "not XML"),
        ("<svg/>", "neither a sitemap nor a feed"),
        ('<?xml version="1.0" encoding="UT-8"?><rss/>', "unknown encoding: UT-8"),
        (
            '<?xml version="1.0" encoding="Shift_JIS"?><rss/>',
            "multi-byte encodings are not supported",
        ),
        ('<!DOCTYPE rss [<!ENTITY a "b">]><rss/>', "declares entities"),
        ("<rss>" * (DEEPEST + 1), f"more than {DEEPEST} elements are nested"),
    ],
)
def test_what_is_no_feed(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "a.xml").write_text(text)
    with pytest.raises(AuditError, match=why):
        audit(str(tmp_path / "a.xml"))


def test_elements_may_be_nested_that_deeply() -> None:
    text = "<rss>" * DEEPEST + "</rss>" * DEEPEST
    assert of_xml(text.encode(), "a.xml", roots=FEEDS) == []


def written(file: Path, **parts: str) -> str:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return str(file)


RELATIONSHIPS = (
    "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
)


def test_a_document_of_office(tmp_path: Path) -> None:
    file = written(
        tmp_path / "a.docx",
        **{
            "_rels/.rels": RELATIONSHIPS
            + '<Relationship Target="word/document.xml"/></Relationships>',
            "word/document.xml": "<w/>",
            "word/media/a b.png": "",
            "word/_rels/document.xml.rels": RELATIONSHIPS
            + '<Relationship Target="https://example.org/ x" TargetMode="External"/>\n'
            + '<Relationship Target="https://example.org/" TargetMode="External"/>\n'
            + '<Relationship Target="media/a%20b.png"/><Relationship Target="/word/document.xml"/>\n'
            + '<Relationship Target="media/none.png"/></Relationships>',
        },
    )
    found = audit(file)
    assert (found.valid, found.invalid, found.unreadable) == (4, 1, 1)
    assert found.files[0].format == "package"
    (bad,), (missing,) = found.problems[0].examples, found.unreadable_rows
    assert bad.part == "word/_rels/document.xml.rels:1 Relationship Target"
    assert missing.part == "word/_rels/document.xml.rels:4 Relationship Target"
    assert missing.message == "the package has no part word/media/none.png"
    done = run("check", file)
    assert (
        "a.docx value 2 word/_rels/document.xml.rels:1 Relationship Target: not an IRI" in done.out
    )
    assert "the package has no part word/media/none.png [unreadable]" in done.out


def test_a_book(tmp_path: Path) -> None:
    file = written(
        tmp_path / "a.epub",
        **{
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": "<container><rootfiles>"
            '<rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
            "OEBPS/a.opf": '<package><manifest><item href="text/a.xhtml"/>'
            '<item href="b.css"/></manifest></package>',
            "OEBPS/text/a.xhtml": '<html><a href="#x"/><a href="../a.opf"/><img src="none.png"/>'
            '<a href="http://h/a b"/></html>',
        },
    )
    found = audit(file)
    assert (found.valid, found.invalid, found.unreadable) == (4, 1, 2)
    assert [row.message for row in found.unreadable_rows] == [
        "the package has no part OEBPS/b.css",
        "the package has no part OEBPS/text/none.png",
    ]


@pytest.mark.parametrize(
    ("base", "reference", "name"),
    [
        ("a/b.xml", "c.xml", "a/c.xml"),
        ("a/b.xml", "../c.xml", "c.xml"),
        ("a/b.xml", "/c/d.xml", "c/d.xml"),
        ("a/b.xml", "#d", "a/b.xml"),
        ("a/b.xml", "", "a/b.xml"),
        ("a/b.xml", "c%20d.xml?e#f", "a/c d.xml"),
        ("a b/c?d.xml", "é.xml", "a b/é.xml"),
        ("a/b.xml", "c%2520d.xml", "a/c%20d.xml"),
        ("a/b.xml", "../../../c.xml", "c.xml"),
        ("", "c.xml", "c.xml"),
        ("a/b.xml", "https://h/c.xml", None),
        ("a/b.xml", "//h/c.xml", None),
        ("a/b.xml", "urn:c", None),
        ("a/b.xml", "..%2F..%2Fc.xml", None),
        ("a/b.xml", "%2E%2E/%2e%2e/c.xml", None),
        ("a/b.xml", "c%5Cd.xml", None),
        ("a/b.xml", "c%00.xml", None),
    ],
)
def test_the_name_of_a_part(base: str, reference: str, name: str | None) -> None:
    assert member(base, reference) == name


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<base href='../img/'><a href='a.png'></a>", {}),
        ("<a href='a.png'></a><base href='../img/'>", {}),  # it applies to the whole page
        ("<base href='../img/'><base href='x/'><a href='a.png'></a>", {}),  # the first one counts
        ("<base href=' /img/ '><a href='a.png'></a>", {}),  # from the root of the package
        ("<base href='../img/none.html'><a href='a.png'></a>", {}),  # its folder counts
        ("<base href='../img/'><a href='/text/c.html'></a>", {}),
        ("<base href='../../../img/'><a href='../../img/a.png'></a>", {}),  # never outside
        ("<base href='../img/'><a href='b.png'></a>", {"img/b.png"}),
        ("<base href='../img/'><a href='../../../text/b.html'></a>", {"text/b.html"}),
        ("<base href='../img/'><a href='a%2520.png'></a>", {"img/a%20.png"}),  # decoded once
        ("<base href='../my%20img/'><a href='a.png'></a>", {"my img/a.png"}),
        ("<base href='https://h.example/x/'><a href='b.png'></a>", {}),  # it leads elsewhere
        ("<base href='//h.example/x/'><a href='b.png'></a>", {}),
        ("<base href='..%2Fimg/'><a href='a.png'></a>", {}),  # not a part's name
        ("<base href='a b/'><a href='a.png'></a>", {"text/a.png"}),  # not a reference: no base
        ("<base href='data:,x'><a href='a.png'></a>", {"text/a.png"}),  # HTML forbids it
        ("<base target='_top'><a href='a.png'></a>", {"text/a.png"}),
    ],
)
@pytest.mark.parametrize("suffix", ["html", "xhtml"])
def test_the_base_of_a_page_in_a_package(
    tmp_path: Path, html: str, found: set[str], suffix: str
) -> None:
    """Other files of the page's folder are not parts, so a base that is not read is a finding."""
    page = f"<html xmlns='http://www.w3.org/1999/xhtml'><body>{html}</body></html>"
    if suffix == "xhtml":
        page = (
            page.replace("'><a ", "'/><a ")
            .replace("'><base", "'/><base")
            .replace("'></body", "'/></body")
        )
    parts = {f"text/a.{suffix}": page, "text/c.html": "<p>", "img/a.png": ""}
    result = audit(written(tmp_path / "a.epub", **parts))
    assert {row.message for row in result.unreadable_rows} == {
        f"the package has no part {name}" for name in found
    }
    if "https://h.example" in html:
        assert result.hosts.top[0].name == "h.example"


def test_xml_base_in_a_package(tmp_path: Path) -> None:
    part = (
        "<package xmlns='http://www.idpf.org/2007/opf'><manifest xml:base='img/'>"
        "<item href='a.png'/><item href='b.png'/></manifest></package>"
    )
    result = audit(written(tmp_path / "a.epub", **{"a.opf": part, "img/a.png": ""}))
    assert [row.message for row in result.unreadable_rows] == ["the package has no part img/b.png"]


def test_a_package_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from iriform.audit.formats import package

    one, two = (
        written(tmp_path / f"{n}.epub", **{f"{i}.opf": "<package/>" for i in range(n)})
        for n in (1, 2)
    )
    monkeypatch.setattr(package, "_MOST_PARTS", 1)
    assert audit(one).unreadable == 0
    with pytest.raises(AuditError, match="a package of more than 1 parts"):
        audit(two)
    monkeypatch.setattr(package, "HARMLESS", 100)
    packed = written(tmp_path / "b.epub", **{"a.opf": "<package>" + " " * 5000 + "</package>"})
    with pytest.raises(AuditError, match="it unpacks to more than its size allows"):
        audit(packed, unpack=1)
    assert audit(packed, unpack=200).unreadable == 0


@pytest.mark.parametrize("data", [b"", b"x", b"PK\x03\x04" + bytes(100)])
def test_what_is_no_package(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.docx").write_bytes(data)
    with pytest.raises(AuditError, match="not a ZIP archive"):
        audit(str(tmp_path / "a.docx"))


def test_a_place_in_a_page(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text("<!doctype html>\n<p>\n<a href='http://h/a b'>x</a> <a href=/b>y</a>\n")
    done = run("check", str(file))
    assert "a.html:3 value 1 a href: not an IRI" in done.out
    assert done.out.count("\n") == 3


def test_a_folder_of_html_is_its_pages(tmp_path: Path) -> None:
    (tmp_path / "site" / "below").mkdir(parents=True)
    for name in ("b.html", "below/a.HTM", "below/c.xhtml"):
        (tmp_path / "site" / name).write_text("<a href=http://h/>")
    (tmp_path / "site" / "notes.txt").write_text("a b")
    found = audit(str(tmp_path / "site"))
    assert [file.file for file in found.files] == [
        str(tmp_path / "site" / name) for name in ("b.html", "below/a.HTM", "below/c.xhtml")
    ]
    assert (found.valid, found.invalid) == (3, 0)
    (tmp_path / "empty").mkdir()
    with pytest.raises(AuditError, match="it is a directory"):
        audit(str(tmp_path / "empty"))


def test_pages_within_a_page_and_styles_are_read_as_find_in_html_does() -> None:
    text = (
        "<a href=a><iframe srcdoc='<img src=b><iframe srcdoc=\"<a href=c>\">'></iframe>"
        "<style>@import 'd'; p { background: url(e) }</style><base href=http://h/x/>"
    )
    links = [link for link in of_html(text) if link.where != "base href"]
    found = find_in_html(text)
    assert {link.value for link in links} == {str(found.iri) for found in found}
    assert [link.value[-1] for link in links if link.where == "iframe srcdoc"] == ["b", "c"]
    assert [link.value[-1] for link in links if link.where == "style"] == ["d", "e"]


@pytest.mark.parametrize(
    ("formula", "links"),
    [
        ('HYPERLINK("http://h/a b","x")', ["http://h/a b"]),
        ('IF(A1,HYPERLINK("http://h/"),hyperlink( "http://i/" , B1))', ["http://h/", "http://i/"]),
        ('HYPERLINK("http://h/?a=""b""")', ['http://h/?a="b"']),
        ('HYPERLINK("http://h/"&amp;A1)', []),
        ('HYPERLINK("#Other!A1")', []),
        ("HYPERLINK(A1)", []),
    ],
)
def test_formulas_of_a_workbook(formula: str, links: list[str], tmp_path: Path) -> None:
    file = tmp_path / "x.xlsx"
    sheet = f"<worksheet><sheetData>\n<row><c><f>{formula}</f></c></row></sheetData></worksheet>"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    listed = run("repair", file, "--json")
    found = audit(str(file))
    assert found.read == len(links)
    spoiled = [link for link in links if " " in link or '"' in link]
    assert [record["before"] for record in listed.records] == spoiled
    for record in listed.records:
        assert record["part"] == "xl/worksheets/sheet1.xml:2 f HYPERLINK"


def test_a_repair_lists_the_changes_of_a_json_document(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"a": [\n"http://h/a b", {"b": "http://[h/"}]}')
    assert run("repair", file) == (
        1,
        f"{file} value 1 $.a[0]: “http://h/a b” becomes “http://h/a%20b” [not-allowed]\n"
        f"{file} value 2 $.a[1].b: not an IRI: “[h” is not an IPv6 address (h16, RFC 3986 §3.2.2)"
        " [invalid-ipv6]\n  http://[h/\n         ^^ position 8\n",
        "iriform: 2 values read, 1 can be mended, 1 cannot; json is not written\n"
        "iriform: values by the cause of a change: 1 not-allowed\n",
    )


def test_a_repair_lists_the_changes_of_a_document(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    before = "<a href='b c'>\n<a href='http://u:secret@h/ x'><a href='http://[h/'><a href=d>"
    file.write_text(before)
    assert run("repair", file) == (
        1,
        f"{file}:1 value 1 a href: “b c” becomes “b%20c” [not-allowed]\n"
        f"{file}:2 value 2 a href: “http://u:***@h/ x” becomes “http://u:***@h/%20x” [not-allowed]\n"
        f"{file}:2 value 3 a href: not an IRI reference: “[h” is not an IPv6 address (h16, RFC 3986"
        " §3.2.2) [invalid-ipv6]\n  http://[h/\n         ^^ position 8\n",
        "iriform: 4 values read, 2 can be mended, 1 cannot; html is not written\n"
        "iriform: values by the cause of a change: 2 not-allowed\n",
    )
    assert file.read_text() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html"]
    one, two, three = run("repair", file, "--json").records
    assert (one["line"], one["part"], one["before"], one["after"]) == (1, "a href", "b c", "b%20c")
    assert two["steps"][0]["cause"] == "not-allowed"
    assert (three["value"], three["reason"]) == (3, "invalid-ipv6")
    refused = run("repair", file, "http://h/")
    assert (refused.status, refused.out) == (2, "")


def test_a_repair_names_a_part_that_a_package_lacks(tmp_path: Path) -> None:
    file = tmp_path / "x.epub"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.xhtml", "<html><a href='b.xhtml'/><a href='a.xhtml'/></html>")
    (only,) = run("repair", file, "--json").records
    assert only["message"] == "the package has no part b.xhtml"
