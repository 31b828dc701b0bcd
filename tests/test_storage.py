"""Files and objects: locations, and the texts that name them. The tables of readers are core's tests."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iriform import IRI, URI, quote, unquote
from iriform.storage import READERS, Location, partitions

KEYS = st.text(st.one_of(st.sampled_from("a%2/.#?*[]{}\\:é "), st.characters(codec="utf-8")))
SCHEMES = ["file", "s3", "s3a", "gs", "az", "abfs", "abfss", "wasbs", "hf", "memory"]


def located(scheme: str, key: str) -> Location:
    if scheme in {"file", "memory"}:
        return Location(scheme, None, "/" + key.replace("\0", ""))
    return Location(scheme, "datasets/u/n" if scheme == "hf" else "bucket", key)


@given(st.sampled_from(SCHEMES), KEYS)
def test_each_text_is_read_as_its_location(scheme: str, key: str) -> None:
    where = located(scheme, key)
    assert Location.read(where.uri(), reader="uri") == where
    assert Location.read(where.literal(), reader="literal") == where
    for reader in READERS:
        try:
            text = where.text_for(reader)
        except ValueError as error:
            assert str(error).startswith(f"{reader}: ")
            continue
        read = Location.read(text, reader=reader)
        assert read == where
        assert read.text_for(reader) == text


@given(st.sampled_from(SCHEMES), KEYS, st.sampled_from(sorted(READERS)))
def test_a_text_that_is_read_names_what_it_was_read_as(scheme: str, key: str, reader: str) -> None:
    text = f"{located(scheme, '').literal()}{key}"
    try:
        where = Location.read(text, reader=reader)
    except ValueError:
        return
    # Another text may also name it: `%61` is `a`.
    assert Location.read(where.text_for(reader), reader=reader) == where


@given(st.sampled_from(SCHEMES), KEYS)
def test_a_text_without_a_reader_is_read_alike_by_both(scheme: str, key: str) -> None:
    text = f"{located(scheme, '').literal()}{key}"
    try:
        where = Location.read(text)
    except ValueError:
        return
    assert Location.read(text, reader="uri") == where == Location.read(text, reader="literal")


@pytest.mark.parametrize(
    "where",
    [
        Location("s3", "bucket", "a b", version="1"),
        Location("abfss", "c", "k", account="acc"),
        Location("file", None, "/\udcff"),
        Location("hf", "u/n", "k", version="refs/pr/1"),
    ],
)
def test_a_location_is_a_frozen_value(where: Location) -> None:
    assert pickle.loads(pickle.dumps(where)) == copy.deepcopy(where) == where
    assert len({where, copy.copy(where)}) == 1
    assert eval(repr(where)) == where  # noqa: S307 - our own
    with pytest.raises(FrozenInstanceError):
        where.key = "/x"  # type: ignore[misc]


def test_octets_that_are_not_utf_8_are_those_of_the_file_system() -> None:
    where = Location("file", None, "/d/\udce9")
    assert where.uri() == "file:///d/%E9"
    assert where.text_for("polars") == "/d/\udce9"
    assert Location.read("file:///d/%E9", reader="uri") == where
    with pytest.raises(UnicodeEncodeError):
        Location("file", None, "/\ud800").uri()


def test_parts_in_one_form() -> None:
    assert Location("S3", "b", "k").scheme == "s3"
    account = "acc.dfs.core.windows.net"
    assert Location("abfss", "c", "k", account=account).account == "acc"
    assert Location("file", "localhost", "/k").container is None


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (("ftp", "h", "k"), "the scheme is not one of file, s3, "),
        (("s3", None, "k"), "there is no container"),
        (("s3", "user:secret@b", "k"), "a container or an account has only letters, "),
        (("file", None, "k"), "the key of a file begins with a slash"),
        (("hf", "n", "k"), "a repository is owner/name"),
        (("az", "acc.blob.core.windows.net", "k"), "an Azure container has no dot"),
        (("memory", "b", "/k"), "memory has no container"),
    ],
)
def test_what_is_no_location(parts: tuple[str, str | None, str], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}") as caught:
        Location(*parts)
    assert "secret" not in str(caught.value)


def test_readers_are_named() -> None:
    with pytest.raises(ValueError, match="^reader must be 'uri', 'literal', 'chdb', "):
        Location.read("s3://b/k", reader="Polars")
    with pytest.raises(ValueError, match="^duckdb: texts of this scheme were not measured$"):
        Location("s3", "b", "k").text_for("duckdb")
    with pytest.raises(ValueError, match="^fsspec: a file on another host is not opened$"):
        Location("file", "server", "/k").text_for("fsspec")


VALUES = st.dictionaries(st.sampled_from(["k", "site", "a-b"]), st.none() | st.text(), max_size=3)


@given(VALUES, st.sampled_from(sorted(partitions.STYLES)))
def test_partitions_are_read_as_they_were_written(
    values: dict[str, str | None], style: partitions.Style
) -> None:
    try:
        path = partitions.write(values, style=style)
    except ValueError as error:
        assert str(error).startswith(f"{style}: ")
        return
    assert partitions.read(path, style=style) == values
    assert partitions.from_delta_path(partitions.delta_path(path)) == path


@given(st.text(min_size=1), *[st.sampled_from(sorted(partitions.STYLES))] * 2)
def test_a_quoted_value_comes_back_from_all(
    value: str, writer: partitions.Style, reader: partitions.Style
) -> None:
    quoted = quote(value)
    if quoted in {"null", "__HIVE_DEFAULT_PARTITION__"}:
        return
    path = partitions.write({"k": quoted}, style=writer)
    read = partitions.read(path, style=reader)["k"]
    assert read is not None
    assert unquote(read) == value


def test_values_are_text() -> None:
    with pytest.raises(TypeError):
        partitions.write({"k": 1}, style="spark")  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="^style must be 'datafusion', 'iceberg', 'polars'"):
        partitions.read("k=1", style="hive")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^delta: the octets of a path are not UTF-8$"):
        partitions.from_delta_path("%FF")


CHANGED_KEYS = [
    "s3://B/%7Ea/../x//y?q#f",
    "gs://b/a%2fb/.",
    "abfss://c@acc.dfs.core.windows.net/%41",
    "hf://datasets/u/n@v%2e1/./x",
]


@pytest.mark.parametrize("text", CHANGED_KEYS)
def test_canonical_leaves_the_key_of_an_object(text: str) -> None:
    after = text.split("//", 1)[1].partition("/")[2]
    assert IRI(text).canonical().endswith(f"/{after}")
    assert IRI(text).canonical().canonical() == IRI(text).canonical()


@pytest.mark.parametrize("scheme", ["s3", "S3A", "gs", "az", "abfs", "abfss", "wasbs", "hf"])
def test_repair_guesses_no_key(scheme: str) -> None:
    with pytest.raises(ValueError, match="not an IRI"):
        IRI.repair(f"{scheme}://b/a b")
    assert IRI.repair(f" {scheme}://b/k ").value == f"{scheme}://b/k"


def test_canonical_writes_a_file_as_its_key() -> None:
    assert IRI("file://localhost/c%3a/é").canonical() == "file:///C:/%C3%A9"
    assert IRI("file:///c:/a").canonical("dedupe", "-file") == "file:///c:/a"
    assert URI("file:///a%2Bb").canonical("file") == "file:///a+b"


@given(KEYS)
def test_a_file_has_one_key(name: str) -> None:
    """The spelling of its octets does not matter: all encoded, or as few as possible."""
    octets = ("/" + name.replace("\0", "")).encode()
    whole = "".join(chr(c) if c == ord("/") else f"%{c:02x}" for c in octets)
    key = IRI(f"file://{whole}").file_key()
    assert key == IRI(Location("file", None, octets.decode()).uri()).file_key()
    assert key is not None
    assert IRI(key).file_key() == key


CONTAINER = "abcdefghij0123456789abcd"


@pytest.mark.parametrize("scheme", ["abfss", "abfs", "wasbs", "az"])
def test_a_container_is_no_user(scheme: str) -> None:
    text = f"{scheme}://{CONTAINER}@acc.dfs.core.windows.net/k"
    iri = IRI(text)
    assert repr(iri) == f"IRI('{text}')"
    assert iri.masked() == text
    assert [f.code for f in iri.check() if "userinfo" in f.code or "secret" in f.code] == []
    # A password is recognized everywhere.
    assert "hunter2" not in IRI(f"{scheme}://c:hunter2@acc.example/k").masked()
    assert CONTAINER not in IRI(f"https://{CONTAINER}@acc.example/k").masked()
