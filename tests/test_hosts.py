"""Hosts in every face: the hosts of a policy, lists of hosts, and authorities that are not names."""

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from iriform import IRI, URI, Host, Policy, columns
from iriform.guard import Guard, Refused
from tests.faces import found, in_sql, refused

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "schemes.md"

DATABASE = Policy(
    schemes={"postgresql"}, hosts={"*.db.example"}, addresses="any", userinfo=True, profile="none"
)

# The labels before `.db.example`, and True if name look-up could accept them.
LABELS = [
    ("one", True),
    ("a.b", True),
    ("a_b", True),
    ("r3---sn-4g5e6nez7", True),
    ("_dmarc", True),
    ("xn--bcher-kva", True),
    ("b\u00fccher", True),
    ("\uff41", True),
    ("127.0.0.1,one", False),
    ("127.0.0.1%2Cone", False),
    ("a\uff0cb", False),
    ("a%EF%BC%8Cb", False),
    ("a;b", False),
    ("a(b", False),
    ("a)b", False),
    ("a&b", False),
    ("a=b", False),
    ("a+b", False),
    ("a!b", False),
    ("a$b", False),
    ("a'b", False),
    ("*", False),
    ("a~b", False),
    ("a%20b", False),
    ("a%22b", False),
    ("a%00b", False),
    ("a%2Fb", False),
    ("a..b", False),
    ("%C2%AD", False),
    ("%FF", False),
    ("a" * 63, True),
    ("a" * 64, False),
    ("a." * 121, False),
]


def test_a_wildcard_means_what_name_look_up_could_take() -> None:
    texts = [f"postgresql://u:p@{label}.db.example/shop" for label, _ in LABELS]
    expected: list[list[str]] = [[] if takes else ["host-not-allowed"] for _, takes in LABELS]
    assert refused(DATABASE, texts) == expected
    any_host = DATABASE.replace(hosts={"*"})
    assert refused(any_host, texts) == [[] if takes else ["no-host"] for _, takes in LABELS]

    within = [takes for _, takes in LABELS]
    assert [IRI(text).host_is_within("db.example") for text in texts] == within
    assert [Host(f"{label}.db.example").is_within("db.example") for label, _ in LABELS] == within
    assert columns.host_is_within(pa.array(texts), "db.example").to_pylist() == within
    for answers in in_sql("iri_host_is_within(url, 'db.example')", texts):
        assert [bool(one) for one in answers] == within


def test_a_guard_refuses_what_its_policy_does() -> None:
    guard = Guard(policy=DATABASE.replace(schemes={"http"}), networks="any")
    for label in ("127.0.0.1,one", "127.0.0.1%2Cone", "a;b", "a$b"):
        with pytest.raises(Refused) as caught:
            guard.resolve(f"http://{label}.db.example/")
        assert caught.value.code == "host-not-allowed"


@pytest.mark.parametrize(
    ("host", "mark"),
    [
        ("!corp.example", "contain '!'"),
        ("!*.corp.example", "contain '!'"),
        ("-corp.example", "begin with '-'"),
        ("*.-corp.example", "begin with '-'"),
        ("^corp.example", "contain '^'"),
        ("~corp.example", "contain '~'"),
        ("+corp.example", "contain '+'"),
        ("corp$.example", "contain '$'"),
        ("a.example,b.example", "contain ','"),
        ("*.a.example,*.b.example", "contain ','"),
        ("a.example\uff0cb.example", "contain ','"),
        ("a.example;b.example", "contain ';'"),
        ("a.example b.example", "contain ' '"),
        ("a.example|b.example", "contain '|'"),
        ("(corp.example)", "contain '('"),
    ],
)
def test_no_policy_excludes(host: str, mark: str) -> None:
    said = f"a host must not {mark}: hosts lists the names that are allowed, each as an item"
    with pytest.raises(ValueError, match=re.escape(said)):
        Policy(hosts={"*", host})


# Text, the codes of the profile `default`.
SEVERAL: list[tuple[str, list[str]]] = [
    ("postgresql://a.example,b.example/x", ["several-hosts", "dns-character"]),
    (
        "postgres://a.example%2Cb.example/x",
        ["host-percent-encoded", "several-hosts", "dns-character"],
    ),
    ("mysql://a.example,b.example:3306/x", ["several-hosts", "dns-character"]),
    ("mysql+pymysql://a,b/x", ["several-hosts"]),
    ("amqp://a.example,b.example/", ["several-hosts", "dns-character"]),
    ("amqps://a.example;b.example/", ["several-hosts", "dns-character"]),
    ("mongodb+srv://a.example,b.example/", ["several-hosts"]),
    ("kafka://a.example,b.example/", ["several-hosts"]),
    ("nats://a.example,b.example", ["several-hosts", "dns-character"]),
    ("redis+cluster://a.example,b.example", ["several-hosts"]),
    ("couchbases://a.example,b.example", ["several-hosts"]),
    ("clickhouse://a.example,b.example", ["several-hosts", "dns-character"]),
    ("MQTT://a.example\uff0cb.example", ["several-hosts", "dns-character", "idna-mapped"]),
    ("zookeeper://a.example,b.example/chroot", ["several-hosts"]),
    ("http://a.example,b.example/", ["dns-character"]),
    ("foo://a.example,b.example/", []),
    ("postgresql://a.example/x,y", []),
    ("postgresql:///x?host=/run", []),
]


def test_several_hosts() -> None:
    assert found([text for text, _ in SEVERAL]) == [codes for _, codes in SEVERAL]


# Text, True if the query names another host.
NAMED = [
    ("postgresql://one.db.example/shop?host=evil.example", True),
    ("postgresql://one.db.example/shop?hostaddr=198.51.100.7", True),
    ("postgresql://one.db.example/shop?sslmode=require&hostaddr=::1", True),
    ("postgresql://one.db.example/shop?h%6Fst=evil.example", True),
    ("postgresql://one.db.example/shop?HOST=evil.example", True),
    ("postgresql://one.db.example/shop?host=/run/postgresql", True),
    ("postgresql://one.db.example/shop?host=one.db.example,evil.example", True),
    ("postgresql://one.db.example/shop?host=", True),
    ("postgresql+psycopg://one.db.example/shop?host=a:5432&host=b:5432", True),
    ("postgresql:///shop?host=evil.example", True),
    ("mysql+pymysql://one.db.example/shop?unix_socket=/run/mysqld.sock", True),
    ("mssql+pyodbc://one.db.example/shop?odbc_connect=Server%3Devil.example", True),
    ("cockroachdb://one.db.example/shop?server=evil.example", True),
    ("postgresql://one.db.example/shop?host=ONE.db.example.", False),
    ("postgresql:///shop?host=/run/postgresql", False),
    ("mysql+pymysql://localhost/shop?unix_socket=/run/mysqld.sock", False),
    ("postgresql://one.db.example/shop?sslmode=require&application_name=host", False),
    ("postgresql://one.db.example/shop?hosts=a", False),
    ("postgresql://one.db.example/shop#host=a", False),
    ("https://example.org/?host=evil.example", False),
]


def test_the_query_names_another_host() -> None:
    texts = [text for text, _ in NAMED]
    codes = found(texts)
    expected = [names for _, names in NAMED]
    assert ["query-names-host" in some for some in codes] == expected
    any_scheme = DATABASE.replace(schemes=None, hosts={"*", "one.db.example"})
    has_host = [IRI(text).host != "" for text in texts]
    codes = refused(any_scheme, texts)
    assert ["query-names-host" in some for some in codes] == expected
    assert ["no-host" in some for some in codes] == [not one for one in has_host]
    ignoring = any_scheme.replace(severities={"query-names-host": "ignore"})
    assert ignoring.allows(texts[0])
    # Without a list of hosts, no term depends on the target.
    assert DATABASE.replace(hosts=None).allows(texts[0])


def schemes_without_names() -> list[str]:
    """The schemes of the table in the documentation, which a test of core compares with its own."""
    table = PAGE.read_text(encoding="utf-8").partition("<!-- authorities: begin -->")[2]
    return [
        name for row in re.findall(r"\| ((?:`.*`))", table) for name in re.findall("`(.*?)`", row)
    ]


def test_authorities_that_are_no_names() -> None:
    schemes = schemes_without_names()
    known = "android-app ios-app s3 s3a gs content vscode app resource dbfs hf memory"
    assert set(known.split()) <= set(schemes)
    texts = [f"{scheme}://a.b.co.uk/x" for scheme in schemes]
    texts += [f"{scheme.upper()}://284882215/x" for scheme in schemes]
    nothing = [None] * len(texts)
    answers: list[Any] = []
    for name in ("host_key", "registrable_domain", "public_suffix", "subdomain", "domain_labels"):
        of_column: Any = getattr(columns, name)
        assert of_column(pa.array(texts)).to_pylist() == nothing
        assert in_sql(f"iri_{name}(url)", texts) == [nothing, nothing]
        of_value = [getattr(IRI(text), name) for text in texts]
        answers.append([one() if callable(one) else one for one in of_value])
    assert answers == [nothing] * len(answers)
    assert [IRI(text).host_ip(lookup=True) for text in texts] == nothing
    assert columns.host_ip(pa.array(texts), lookup=True).to_pylist() == nothing
    assert not any(IRI(text).host_matches("16.250.245.39") for text in texts)
    assert all(IRI(text).host_matches("284882215") for text in texts[len(schemes) :]) is False
    codes = {code for some in found(texts, "untrusted") for code in some}
    assert not {code for code in codes if code.startswith(("address-", "ipv4-", "dns-"))}
    assert all(Policy(profile="none").allows(text) for text in texts)


def test_other_authorities_are_names() -> None:
    for text in ("http://a.b.co.uk/", "svn+ssh://a.b.co.uk/", "foo://a.b.co.uk/", "//a.b.co.uk/"):
        reference = IRI(text) if ":" in text else URI("http:" + text)
        assert reference.registrable_domain() == "b.co.uk"
        assert reference.host_key == "a.b.co.uk"
    assert IRI("foo://284882215/").host_key == "16.250.245.39"


def test_a_socket_in_the_host() -> None:
    texts = [
        "http+unix://%2FRun%2FDocker.sock/info",
        "postgresql://%2Frun%2FPostgres/shop",
        "postgresql://%2fRun/shop",
        "http+unix://%2Frun%2Fdocker.sock/info",
        "http+unix://Run%2FA/info",
        "foo://EXAMPLE.org/",
    ]
    has_it = [True, True, True, False, False, False]
    assert ["host-socket-path" in codes for codes in found(texts)] == has_it
    assert IRI(texts[0]).normalize() == "http+unix://%2Frun%2Fdocker.sock/info"
