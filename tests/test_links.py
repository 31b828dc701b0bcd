"""Links in text, found by `iriform.links`: cases that core's tests lack, and laws for any text."""

from __future__ import annotations

import io
import pickle
from itertools import pairwise
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import iriform
from iriform import IRI, Change, ParseError
from iriform.links import Found, find, linkify

from .effort import rounds
from .growth import assert_grows_at_most
from .tables import collection


def texts(text: str, **options: object) -> list[str]:
    """Find the texts of links."""
    return [found.text for found in find(text, **options)]  # type: ignore[arg-type]


def test_found_is_a_value() -> None:
    found = next(find("see example.org/a|b."))

    assert found == Found(
        "example.org/a|b",
        (4, 19),
        IRI("https://example.org/a%7Cb"),
        "domain",
        (Change((13, 14), "|", "%7C", "not-allowed", "RFC 3987 §3.1"),),
        (),
    )
    assert type(found.iri) is IRI
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(pickle.loads(pickle.dumps(found)))


@pytest.mark.parametrize(
    ("text", "iri", "kind"),
    [
        ("https://a/", "https://a/", "iri"),
        ("example.org", "https://example.org", "domain"),
        ("a?b@example.org", "mailto:a%3Fb@example.org", "email"),
        ("mailto:a@example.org?x=y", "mailto:a@example.org?x=y", "iri"),
    ],
)
def test_kinds_and_iris(text: str, iri: str, kind: str) -> None:
    (found,) = find(text)

    assert (found.iri, found.kind, found.text) == (iri, kind, text)


def test_schemes_are_names_or_any() -> None:
    text = "ftp://a.example/b urn:x:y DOI:10.1/2 nope:x http://c"

    assert texts(text) == ["http://c"]
    assert texts(text, schemes={"FTP", "doi"}) == ["ftp://a.example/b", "DOI:10.1/2"]
    assert texts(text, schemes="any") == ["ftp://a.example/b", "urn:x:y", "DOI:10.1/2", "http://c"]
    assert texts(text, schemes=["nope"]) == ["nope:x"]
    assert texts("http://c a.example b@a.example", schemes=[]) == ["a.example", "b@a.example"]
    with pytest.raises(TypeError, match="schemes must be 'any' or several names, not 'http'"):
        find(text, schemes="http")
    with pytest.raises(ParseError):
        find(text, schemes=["a b"])


def test_what_is_no_text_is_refused_before_the_first_link() -> None:
    with pytest.raises(TypeError, match="text must be str, bytes or a file .*, not int"):
        find(1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max must be 0 or more"):
        find("", max=-1)
    with pytest.raises(TypeError, match="a file must give str or bytes, not NoneType"):
        list(find(Unready()))  # type: ignore[arg-type]


class Unready:
    """A file that returns nothing, like a non-blocking one."""

    def read(self, _size: int) -> None:
        """Give nothing."""


@pytest.mark.parametrize("count", [0, 1, 2, 64, 65, 200])
def test_max(count: int) -> None:
    text = "http://a " * 200

    assert len([*find(text, max=count)]) == count
    assert len([*find(text.encode(), max=count)]) == count
    assert len([*find(io.StringIO(text), max=count)]) == count


def test_spans_of_bytes_are_of_bytes() -> None:
    data = "é http://a/é, \N{GRINNING FACE} b.example".encode()
    spans = [found.span for found in find(data)]

    assert [data[a:b].decode() for a, b in spans] == ["http://a/é", "b.example"]
    assert [f.span for f in find(bytearray(data))] == spans
    assert [f.span for f in find(memoryview(data))] == spans


def test_what_is_no_character_ends_a_link() -> None:
    assert texts("http://a/\ud800b \udfffhttp://c\ud800 d.example\ud800") == [
        "http://a/",
        "http://c",
        "d.example",
    ]
    assert [f.text for f in find(b"http://a/\xffb \xc3http://c\x80 d.example\xe3\x80")] == [
        "http://a/",
        "http://c",
        "d.example",
    ]
    assert texts("\ud800 hxxp://a[.]example\ud800", refang=True) == ["hxxp://a[.]example"]


def test_refanged_links_have_a_flag() -> None:
    text = "é hxxps://evil[.]example/a and http://good.example, user[@]c(dot)example"
    found = [*find(text, refang=True)]

    assert [(f.iri, f.flags) for f in found] == [
        ("https://evil.example/a", ("refanged",)),
        ("http://good.example", ()),
        ("mailto:user@c.example", ("refanged",)),
    ]
    assert [text[slice(*f.span)] for f in found] == [f.text for f in found]
    assert found[0].text == "hxxps://evil[.]example/a"
    data = [*find(text.encode(), refang=True)]
    assert [text.encode()[slice(*f.span)].decode() for f in data] == [f.text for f in found]


def test_delimited_links() -> None:
    text = "<URL:http://a/b\n  c> http://d/x, example.org"
    found = [*find(text, delimited=True)]

    assert [(f.text, f.iri, f.flags) for f in found] == [
        ("URL:http://a/b\n  c", "http://a/bc", ("delimited",)),
        ("http://d/x,", "http://d/x,", ("delimited",)),
    ]
    assert [*find(io.StringIO(text), delimited=True)] == found


@pytest.mark.parametrize("as_bytes", [False, True])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_streams_are_read_by_blocks(
    size: int, *, as_bytes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("iriform._web.links._BLOCK", size)
    text = (
        "é http://a/é. \n\tb.example/(c) \r\nd@example.org " * 40 + "x" * 3000 + ".example http://e"
    )
    given = text.encode() if as_bytes else text
    stream = io.BytesIO(text.encode()) if as_bytes else io.StringIO(text)

    assert [*find(stream)] == [*find(given)]


def test_a_long_stream_is_not_kept() -> None:
    class Endless:
        """A file without an end."""

        def read(self, size: int) -> str:
            """Give a block."""
            return "see http://a/ and more. " * (size // 24)

    assert [f.span for f in find(Endless(), max=100_000)][-1] == (99_999 * 24 + 4, 99_999 * 24 + 13)


def test_iris_are_written_for_text() -> None:
    iri = IRI("https://ja.wikipedia.org/wiki/%E6%A4%8D%E7%89%A9%E5%AD%A6!")

    assert iri.for_text() == "https://ja.wikipedia.org/wiki/植物学%21"
    assert type(iri.for_text()) is str
    assert iri.for_text(exact=True) == f"<{iri}>"
    assert IRI("http://a/b.").for_text(exact=True) == "http://a/b%2E"
    assert texts(f"x {iri.for_text(exact=True)} y", delimited=True) == [str(iri)]


def test_defanged_iris_are_refanged() -> None:
    iri = IRI("https://u@evil.example:80/a.b?c=d.e")

    assert iri.defanged() == "hxxps://u@evil[.]example:80/a.b?c=d.e"
    (found,) = find(iri.defanged(), refang=True, userinfo=True)
    assert (found.iri, found.flags) == (iri, ("refanged", "userinfo"))


def test_no_link_within_a_defanged_iri_can_be_followed() -> None:
    for text in (
        "http://a.example/?next=https://b.example/c",
        "http://a.example/道http://b.example:80#x",
    ):
        iri = IRI(text)
        assert [str(found.iri) for found in find(text[8:])] != []
        assert list(find(iri.defanged())) == []
        (found,) = find(iri.defanged(), refang=True)
        assert found.iri == iri


PIECES_OF_IRIS = """http:// https:// ftp:// xhttp:// mailto: view-source: blob: data:text/html, urn: www.
a.example b.org 1.2.3.4 joe@c.example [::1] / // ?u= &v= # : @ . - ( ) ' ; , ! x é %20"""


@given(
    st.lists(st.sampled_from(PIECES_OF_IRIS.split()), min_size=1, max_size=12).map("".join),
    st.sampled_from(["", "userinfo", "prose", "strict", "quotes", "delimited"]),
)
@example("view-source:http://a.example/b", "")
@example("data:text/html,http://a.example", "")
@example("blob:https://a.example/1", "")
@example("s:x?u=www.a.example", "")
@example("http://h/?to=joe@a.example", "")
def test_nothing_is_found_in_what_is_defanged(text: str, option: str) -> None:
    if IRI.is_valid(text):
        defanged = IRI(text).defanged()
        assert texts(defanged, **({option: True} if option else {})) == []


def test_the_names_are_exported() -> None:
    assert iriform.linkify is linkify
    assert iriform.find is find
    assert iriform.Found is Found
    assert "find" not in iriform.__all__


PIECES = st.sampled_from(
    [
        *"abz019 .,:;!?'\"`()[]{}<>/\\#@&=%-_~+$*^|\n\t",
        *"éßñ。．｡、「」（）«»“”„א\u05d1ابहिन香港\u200c\u200d\u202e\u2066\u00ad\u3000\u0301\U0001f600\ud800",
        "http://", "https://", "mailto:", "ftp://", "www.", ".com", "example.org", "a@b.de", "//", ":~:",
        "%41", "%C3%A9", "[::1]", "127.0.0.1", ":8080", "xn--", "hxxp", "[.]", "(at)", "localhost",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "domains": st.booleans(),
        "emails": st.booleans(),
        "userinfo": st.booleans(),
        "strict": st.booleans(),
        "quotes": st.booleans(),
        "prose": st.booleans(),
        "files": st.booleans(),
        "delimited": st.booleans(),
        "refang": st.booleans(),
        "schemes": st.sampled_from(["any", {"urn", "file", "http"}, set()]),
    },
)


@given(TEXTS, OPTIONS)
@example("http://a\N{RIGHT-TO-LEFT OVERRIDE}b/c", {})
@example("*\u3000example.org?*", {"strict": True})
@settings(max_examples=rounds(200, 5_000))
def test_spans_are_in_order_and_apart(text: str, options: dict[str, bool]) -> None:
    """Law (e). Each link is an IRI and equals its text; in bytes the same links are found."""
    found = [*find(text, **options)]  # type: ignore[arg-type]

    for f in found:
        assert text[slice(*f.span)] == f.text
        assert IRI(f.iri) == f.iri
    for one, next_one in pairwise(found):
        assert one.span[1] <= next_one.span[0]
    data = text.encode("utf-8", "surrogatepass")
    in_bytes = [*find(data, **options)]  # type: ignore[arg-type]
    assert [f.text for f in in_bytes] == [f.text for f in found]
    assert all(data[slice(*f.span)].decode() == f.text for f in in_bytes)
    if options.get("delimited") or options.get("refang"):
        return
    assert [*find(io.StringIO(text, newline=""), **options)] == found  # type: ignore[arg-type]


HOSTS = st.sampled_from(
    [
        "a",
        "example.org",
        "A.example.",
        "[::1]",
        "127.0.0.1",
        "例え.jp",
        "a_b.c",
        "xn--bcher-kva.de",
        "a--b.de",
    ]
)
REST = st.lists(
    st.sampled_from([*"abz09.,:;!?'()*&=~-_@/", "%41", "%2E", "%C3%A9", "%E3%80%82", "%25", "%FF", "%20",
        "é", "。", "「", "」", "א", "\u3000", "\u202e", "，", "😀"]), max_size=12,
).map("".join)  # fmt: skip
WRITTEN = st.builds(
    lambda *parts: "".join(parts),
    st.sampled_from(["http://", "https://", "HTTP://"]),
    HOSTS,
    st.sampled_from(["", ":", ":80", ":65535"]),
    st.just("") | REST.map("/{}".format),
    st.just("") | REST.map("?{}".format),
    st.just("") | REST.map("#{}".format),
) | REST.map("mailto:a.b+c@example.org?subject={}".format).filter(lambda text: "#" not in text)


def data_of(iri: IRI) -> list[bytes]:
    """Decode the path, the query and the fragment of an IRI."""
    return [unquote_to_bytes(getattr(iri, name) or "") for name in ("path", "query", "fragment")]


@given(WRITTEN.filter(IRI.is_valid).filter(lambda text: "?" not in text.split("?")[0]))
@example("http://a./")
@example("http://a.:")
@settings(max_examples=rounds(300, 10_000))
def test_what_is_written_for_text_is_found_whole(text: str) -> None:
    """Laws (a), (b) and (c)."""
    iri = IRI(text)
    written = iri.for_text()

    assert texts(f"x {written} y") == [written]
    assert IRI(written).for_text() == written
    # Only the spelling changes; a text that ends in the dot of a host gets a slash.
    before, after = data_of(iri), data_of(IRI(written))
    assert after == before or ((iri.host or "").endswith(".") and after == [b"/", *before[1:]])
    if iri.for_text(exact=True) == written:
        assert iri.equivalent(written, "scheme")
    else:
        assert iri.for_text(exact=True) == f"<{text}>"


# The classes of IRIs that detection does not accept, so law (a) does not cover them.
@pytest.mark.parametrize(
    "text",
    [
        "http://a:65536/",
        "http://a:123456/",
        "http://[v1.a]/",
        "http://%61.example/",
        "http://-a.example/",
        "http://u@a.example/",
        "http://a..example/",
        "http://a.b_/",
        "http://1.2.3/",
        "http://a!b/",
        "mailto:a@b",
        "mailto:a..b@example.org",
        "mailto:a@example.org#b",
    ],
)
def test_what_detection_does_not_take(text: str) -> None:
    written = IRI(text).for_text()

    assert texts(f"x {written} y") != [written]


@pytest.mark.parametrize(
    "piece",
    [
        "(", ")", "()", "[(", "<", ">", ".", "。", ":", "@", "//", "http://", "http://a", "a.", "a.com!",
        "a.com", "a@", "a@b.com", "@a.com ", "mailto:", "mailto:a@", "http://a@", "http://a/(", "http://a/.",
        "x://", '"', "'", "`", "é。", "http://é。", "hxxp://a[.]", "[.]", "example.com。", "%", "a-", "_",
        "http://a/,,", "ftp:",
    ],
)  # fmt: skip
@pytest.mark.parametrize("options", [{}, {"schemes": "any", "quotes": True, "userinfo": True}])
def test_time_is_linear(piece: str, options: dict[str, bool]) -> None:
    """Law (d)."""

    def work(length: int) -> None:
        text = piece * (length // len(piece))
        for _ in find(text, **options):  # type: ignore[arg-type]
            pass

    assert_grows_at_most(3.5, work, 20_000, 40_000)


@pytest.mark.parametrize("piece", ["[.]", "hxxp://a[.]com ", "(", "a(dot)b", "<http://a", "<", '"'])
@pytest.mark.parametrize("options", [{"refang": True}, {"delimited": True}])
def test_time_of_other_readings_is_linear(piece: str, options: dict[str, bool]) -> None:
    def work(length: int) -> None:
        text = piece * (length // len(piece))
        for _ in find(text, **options):  # type: ignore[arg-type]
            pass

    assert_grows_at_most(3.5, work, 20_000, 40_000)


def test_places_in_a_refanged_text_are_counted_once() -> None:
    def work(length: int) -> None:
        found = list(find("é a.com " * (length // 8), refang=True))
        assert found[-1].span == (8 * len(found) - 6, 8 * len(found) - 1)

    assert_grows_at_most(6, work, 100_000, 400_000)


@pytest.mark.parametrize(
    "text", ["http://%u@h", "http://a%zz@h/", "x http://%20%@h/ http://u:%4@h"]
)
@pytest.mark.parametrize("options", [{}, {"userinfo": True}, {"userinfo": True, "refang": True}])
def test_a_userinfo_that_no_iri_has_is_in_no_link(text: str, options: dict[str, Any]) -> None:
    assert list(find(text, **options)) == []


@pytest.mark.collection(needed=True)
def test_corpora_are_written_for_text_and_found_whole() -> None:
    """Law (a) for the corpora; IRIs that detection does not accept are counted."""
    folder = collection("corpora")
    assert folder is not None
    count, lost = 0, 0
    for file in sorted(folder.glob("*.txt")):
        for text in file.read_text("utf-8", "replace").splitlines()[
            :: 1 if file.stat().st_size < 1e6 else 40
        ]:
            if not text.startswith(("http://", "https://", "mailto:")) or not IRI.is_valid(text):
                continue
            iri = IRI(text)
            written = iri.for_text()
            assert iri.for_text() == IRI(written).for_text() if IRI.is_valid(written) else True
            count += 1
            lost += texts(f"x {written} y") != [written] and _is_taken(iri)
    assert count > 1000
    assert lost == 0


def _is_taken(iri: IRI) -> bool:
    """Return True if detection accepts the host of an IRI or of an email address."""
    without = iri.split("?")[0] if iri.scheme.lower() == "mailto" else f"http://{iri.authority}"
    return texts(without) == [without]


INVISIBLE = [
    "\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\u180e", "\u2063", "\u200e", "\u200f", "\u061c",
    "\u202c", "\u2069", "\u034f", "\u3164", "\U000e0041", "\u200b\u2060", "\u00ad\ufeff\u200e",
]  # fmt: skip


@pytest.mark.parametrize("hidden", INVISIBLE, ids=ascii)
@pytest.mark.parametrize(
    "text",
    [
        "good.example{}.other.org",
        "good{}.example.org",
        "go{}od.example.org",
        "good.{}example.org/a",
        "http://good.example{}.other.org/",
        "http://good{}-other.example/",
        "see https://good.example.{}other.org.",
        "anna@good.example{}.other.org",
        "an{}na@good.example",
        "mailto:anna@good.example{}.other.org",
        "anna@good{}.example.org",
        "good.example{}@other",
    ],
)
def test_a_name_goes_on_behind_what_nobody_sees(text: str, hidden: str) -> None:
    """No link leads to a part of the name that people see."""
    whole = text.format(hidden)
    # A local part may have some of them. Then the link is the whole text.
    assert [found.text for found in find(whole)] in ([], [whole])


@pytest.mark.parametrize("hidden", INVISIBLE, ids=ascii)
def test_what_nobody_sees_around_a_link_ends_it(hidden: str) -> None:
    if hidden == "\u200d":
        return  # a character of names
    text = f"{hidden}good.example{hidden} {hidden}http://good.example/a b@good.example{hidden}\n"
    assert [found.text for found in find(text, files=False)] == [
        "good.example",
        "http://good.example/a",
        "b@good.example",
    ]


@pytest.mark.parametrize(
    ("text", "options", "expected", "flags"),
    [
        ("https://h/users/{u}", {"strict": True}, "https://h/users/%7Bu%7D", ("template",)),
        ("https://h/users/{u}", {}, "https://h/users/%7Bu%7D", ("template",)),
        ("https://h/a|b", {}, "https://h/a%7Cb", ()),
        ("https://h/x[Text here]", {}, "https://h/x", ()),
        ("https://h/b見て", {"ascii": True}, "https://h/b", ()),
        ("https://h/a\u2010\n  b", {"hyphens": True}, "https://h/ab", ()),
    ],
)
def test_marks_around_links(
    text: str, options: dict[str, bool], expected: str, flags: tuple[str, ...]
) -> None:
    found = list(find(text, **options))  # type: ignore[arg-type]  # they are all of one type

    assert [(str(link.iri), link.flags) for link in found] == [(expected, flags)]
    assert list(find(io.StringIO(text), **options)) == found  # type: ignore[arg-type]  # likewise
