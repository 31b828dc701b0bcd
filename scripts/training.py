"""Run the operations of iriform as programs do, for the profile that optimizes a wheel.

    python scripts/training.py [ROUNDS]

`scripts/profile` runs it on an instrumented build. The texts are generated here, the same each
time, so the counts are the same each time; benchmarks use other texts. It needs no other package:
its own column replaces those of Arrow's libraries.
"""

from __future__ import annotations

import ctypes
import random
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import ClassVar

from iriform import (
    IRI,
    PURL,
    URI,
    IRIReference,
    Policy,
    PrefixMap,
    Query,
    Router,
    Segment,
    URIReference,
    URITemplate,
    columns,
    resolve,
)

COUNT = 400
"""The number of texts of each kind."""

CONSONANTS = "bcdfghjklmnprstvwz"
VOWELS = "aeiou"
ACCENTED = "áèîõüçñšž"
KANA = "さしすせそたちつてとなにぬねのまみむめもらりるれろ海山川空花鳥風月"
ENDINGS = ["com", "org", "net", "de", "co.uk", "io", "gov", "fr"]


class Texts:
    """Makes texts, the same for each instance."""

    def __init__(self) -> None:
        self.rng = random.Random("training")  # noqa: S311 - it protects no secret

    def chance(self, share: float) -> bool:
        """Return True with a probability of `share`."""
        return self.rng.random() < share

    def word(self, syllables: int, *, accented: bool = False) -> str:
        """Return a word."""
        letters = [
            self.rng.choice(CONSONANTS) + self.rng.choice(VOWELS)
            for _ in range(self.rng.randint(1, syllables))
        ]
        if accented:
            letters.append(self.rng.choice(ACCENTED))
        return "".join(letters)

    def words(self, low: int, high: int, joint: str, **options: bool) -> str:
        """Return several joined words."""
        count = self.rng.randint(low, high)
        return joint.join(self.word(4, **options) for _ in range(count))

    def host(self) -> str:
        """Return a host: usually a name, sometimes an address."""
        if self.chance(0.03):
            return self.rng.choice(["192.0.2.7", "[2001:db8::7:1]", "LocalHost"])
        first = self.rng.choice(["www.", "www.", "", "", "news.", "api.v2."])
        return f"{first}{self.words(1, 2, '-')}.{self.rng.choice(ENDINGS)}"

    def link(self) -> str:
        """Return a link like those in pages."""
        text = self.rng.choice(["http", "https", "https"]) + "://"
        text += "user:pass@" * (self.chance(0.01)) + self.host() + ":8443" * (self.chance(0.03))
        if self.chance(0.9):
            text += "/" + self.words(0, 5, "/") + self.rng.choice(["", "/", ".html", ".php", "-7"])
        if self.chance(0.06):
            text += f"/{self.word(2)}%20{self.word(2)}/%c3%A9/../{self.word(3)}"
        if self.chance(0.25):
            text += "?" + "&".join(
                f"{self.word(2)}={self.rng.randint(0, 9999)}" for _ in range(self.rng.randint(1, 4))
            )
        if self.chance(0.08):
            text += f"#{self.word(3)}"
        return text

    def article(self) -> str:
        """Return the IRI of an article whose name has letters of Latin-1 or others."""
        name = self.words(1, 3, "_", accented=True)
        return f"http://{self.rng.choice(['dbpedia', 'wiki'])}.example/resource/{name.title()}"

    def japanese(self) -> str:
        """Return the IRI of an article whose name is in kana and kanji."""
        name = "".join(self.rng.choice(KANA) for _ in range(self.rng.randint(2, 10)))
        host = self.rng.choice(["ja.wiki.example", "ja.wiki.example", f"{name[:4]}.example"])
        return f"http://{host}/page/{name}"

    def reference(self) -> str:
        """Return a reference like those in pages."""
        rel = [
            lambda: "../" * self.rng.randint(1, 3) + self.words(1, 3, "/"),
            lambda: self.words(1, 3, "/") + ".html",
            lambda: f"/{self.words(1, 5, '/')}?{self.word(2)}=1",
            lambda: f"/{self.words(1, 4, '/')}",
            lambda: f"#{self.word(3)}",
            lambda: f"?{self.word(2)}={self.word(3)}",
            lambda: f"./{self.word(3)}/../{self.word(3)}",
            lambda: f"//{self.host()}/{self.word(4)}",
            self.link,
            lambda: "",
        ]
        return self.rng.choice(rel)()

    def other(self) -> str:
        """Return an identifier that is not a web link."""
        kinds = [
            lambda: f"urn:isbn:{self.rng.randint(10**9, 10**10)}",
            lambda: f"mailto:{self.word(3)}@{self.host()}",
            lambda: f"file:///home/{self.words(1, 6, '/')}.txt",
            lambda: f"tag:{self.word(3)}.org,2026:{self.word(3)}",
            lambda: f"data:text/plain,{self.words(1, 5, '%20')}",
        ]
        return self.rng.choice(kinds)()

    def bad(self) -> str:
        """Return a text that is not an IRI."""
        text = self.link()
        at = self.rng.randint(len(text) // 3, len(text))
        fault = self.rng.choice([" ", "<", "%zz", "|", "{x}", "\\", "^"])
        return text[:at] + fault + text[at:]


def made(make: Callable[[], str]) -> list[str]:
    """Return `COUNT` texts of one kind."""
    return [make() for _ in range(COUNT)]


def each(items: Iterable[object], *operations: Callable[..., object]) -> None:
    """Call each operation with each item; refusals are also part of the profile."""
    for operation in operations:
        for item in items:
            with suppress(ValueError, LookupError):
                operation(item)


# Arrow's C data interface: the fields of the two structures, in order.
TEXTS = "format name metadata"
POINTERS = "children dictionary release private_data"
Released = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class ArrowSchema(ctypes.Structure):
    """The type of a column."""

    _fields_: ClassVar = [
        *((name, ctypes.c_char_p) for name in TEXTS.split()),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in POINTERS.split()),
    ]


class ArrowArray(ctypes.Structure):
    """The memory of a column."""

    _fields_: ClassVar = [
        *(
            (name, ctypes.c_int64)
            for name in ["length", "null_count", "offset", "n_buffers", "n_children"]
        ),
        ("buffers", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in POINTERS.split()),
    ]


class Column:
    """Texts as a column of Arrow. It must outlive its consumers."""

    def __init__(self, texts: list[str]) -> None:
        rows = [text.encode() for text in texts]
        ends = [0]
        for row in rows:
            ends.append(ends[-1] + len(row))
        self.ends = (ctypes.c_int32 * len(ends))(*ends)
        self.bytes = ctypes.create_string_buffer(b"".join(rows))
        self.buffers = (ctypes.c_void_p * 3)(
            None, ctypes.addressof(self.ends), ctypes.addressof(self.bytes)
        )
        self.count = len(rows)
        self.lent: list[ctypes.Structure] = []
        self.released = Released(lambda _: None)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Lend the column."""
        release = ctypes.cast(self.released, ctypes.c_void_p).value
        schema = ArrowSchema(format=b"u", name=b"", release=release)
        array = ArrowArray(
            length=self.count,
            n_buffers=3,
            buffers=ctypes.addressof(self.buffers),
            release=release,
        )
        self.lent += [schema, array]
        capsule = ctypes.pythonapi.PyCapsule_New
        capsule.restype = ctypes.py_object
        capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return (
            capsule(ctypes.addressof(schema), b"arrow_schema", None),
            capsule(ctypes.addressof(array), b"arrow_array", None),
        )


ON_COLUMNS = """
is_valid errors scheme authority host path query fragment components origin normalize comparison_key
canonical to_uri to_iri repair without_query without_fragment registrable_domain masked unquote surt_host
"""


class Own(IRI):
    """A user's class."""


class Run:
    """The operations, on texts that are generated once."""

    def __init__(self) -> None:
        texts = Texts()
        self.links = made(texts.link)
        self.articles, self.japanese = made(texts.article), made(texts.japanese)
        self.references, self.others, self.bad = (
            made(make) for make in (texts.reference, texts.other, texts.bad)
        )
        self.wide = [f"{text}_\U0001f680" for text in self.japanese[::4]]
        self.words = [texts.words(1, 4, " ", accented=i % 3 == 0) for i in range(COUNT)]
        valid = filter(IRI.is_valid, [*self.links, *self.articles, *self.japanese, *self.others])
        self.iris = [IRI(text) for text in valid]
        self.links_only = [IRI(text) for text in self.links if IRI.is_valid(text)]

    def values(self) -> None:
        """Parse, and read components."""
        each(self.links, IRI, IRI, URI, URIReference, Own, IRI.is_valid, URI.is_valid)
        each([*self.articles, *self.japanese, *self.wide], IRI, IRIReference, IRI.is_valid)
        each(self.others, IRI, URI, IRI.is_valid, lambda text: IRI(text).urn)
        each(self.references, IRIReference, URIReference, IRIReference.is_valid)
        each(self.bad, IRI, URI, IRI.is_valid, IRI.repair)
        encoded = [text.encode() for text in [*self.links, *self.articles]]
        each(encoded, lambda text: IRI.from_bytes(text, "utf-8"))
        names = "scheme authority userinfo host port path query fragment parts segments name suffix"
        more = "stem parent parents origin host_kind host_key port_or_default user masked"
        for name in f"{names} {more} is_relative request_target purl".split():
            each(self.iris, lambda iri, name=name: value(getattr(iri, name)))
        own = [Own(text) for text in self.iris[::4]]
        each(own, lambda iri: (iri.host, iri.path, iri.normalize()))

    def operations(self) -> None:
        """Resolve, normalize, convert, edit."""
        pairs = list(zip(self.links_only, self.references, strict=False))
        each(pairs, lambda pair: resolve(*pair), lambda pair: pair[0].resolve(pair[1]))
        each(pairs, lambda pair: IRI(str(pair[0])).resolve(IRIReference(pair[1])))
        each(pairs, lambda pair: pair[0].resolve(pair[1]).relative_to(pair[0]))
        normalized = [IRI.normalize, IRI.comparison_key, IRI.is_normalized, IRI.to_uri, IRI.to_iri]
        each(self.iris, *normalized, IRI.canonical, lambda iri: iri.surt)
        each(self.iris, lambda iri: iri.normalize("scheme"), lambda iri: iri.to_uri(idna=True))
        each(self.iris, lambda iri: iri.equivalent(iri), IRI.without_fragment, IRI.without_query)
        each(
            self.iris,
            lambda iri: iri.with_parts(path="/a/b"),
            lambda iri: iri.with_query({"a": "b"}),
        )
        each(self.iris, lambda iri: iri.update_query({"q": "é b"}), lambda iri: iri / "a" / "b c")
        each(self.iris, lambda iri: iri.with_host("other.example"), IRI.registrable_domain)
        each(self.iris, IRI.pairs, lambda iri: iri.query_value("ka"), IRI.sorted_query, repr)
        each(self.words, Segment.quote, Query.quote)
        each([Segment.quote(word) for word in self.words], Segment.unquote)
        each(self.iris[::4], lambda iri: change(iri.mutable()))

    def judgements(self) -> None:
        """Check findings and policies."""
        each(self.iris, IRI.check, lambda iri: iri.has_finding("ipv4-lookalike"))
        policies = [Policy.WEB, Policy(schemes={"https"}, hosts={"*.com", "example.org"})]
        for policy in policies:
            each(self.iris, policy.allows, policy.refusals)

    def others_of_ours(self) -> None:
        """Templates, compact IRIs, package URLs."""
        template = URITemplate("https://api.example.com/v2/{kind}/{id}{?sort,fields*}")
        values = [
            {"kind": word, "id": str(i), "fields": [word, "x"]} for i, word in enumerate(self.words)
        ]
        each(values, template.expand)
        expanded = [template.expand(value) for value in values]
        router = Router({"kind": template, "short": URITemplate("/a/{b}/c")})
        each([*expanded, *self.links], template.match, router.match)
        each(expanded, lambda text: dict(template.match(text).values))
        prefixes = PrefixMap(
            {f"p{i}": f"http://{self.iris[i].host}/" for i in range(0, 200, 4)} | {"w": "http://"}
        )
        each(self.iris, prefixes.compress)
        each([f"p{i % 40 * 4}:{word}" for i, word in enumerate(self.words)], prefixes.expand)
        kinds = ["npm/%40scope/", "pypi/", "maven/org.example/", "deb/debian/"]
        purls = [
            f"pkg:{kinds[i % 4]}{word.replace(' ', '-')}@1.{i}?arch=any"
            for i, word in enumerate(self.words)
            if word.isascii()
        ]
        each(purls, PURL, PURL.is_valid, lambda text: PURL(text).canonical())
        each([PURL(text) for text in purls], lambda purl: (purl.type, purl.name, purl.version))

    def tables(self) -> None:
        """Columns."""
        base = "http://www.example.com/a/b/c?q"
        for texts in (
            self.links * 5,
            [*self.articles, *self.japanese] * 2,
            [*self.links * 5, *self.bad],
            [*self.others, *self.references],
        ):
            column = Column(texts)
            for name in ON_COLUMNS.split():
                getattr(columns, name)(column, threads=1)
            columns.is_valid(column, as_=URI, threads=1)
            columns.resolve(column, base, threads=1)
            columns.relative_to(column, base, threads=1)


def value(found: object) -> object:
    """Call a value if it is a method."""
    return found() if callable(found) else found


def change(mutable: object) -> object:
    """Change an IRI part by part, and freeze it."""
    mutable.host = "changed.example"  # type: ignore[attr-defined]
    mutable.fragment = None  # type: ignore[attr-defined]
    return mutable.freeze()  # type: ignore[attr-defined]


def main() -> None:
    """Run everything several times."""
    run = Run()
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
        run.values()
        run.operations()
        run.judgements()
        run.others_of_ours()
        run.tables()


if __name__ == "__main__":
    main()
