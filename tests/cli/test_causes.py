"""The causes that an audit counts, and the names that it does not count as hosts."""

from __future__ import annotations

from tests.cli.program import iriform
from tests.cli.test_audit import audit, names


def test_buckets_and_apps_are_no_hosts() -> None:
    """A host is the name of a possible server: an unknown scheme may name anything."""
    texts = [
        "https://h.example/",
        "//relative.example/",
        "git+ssh://git.example/",  # of ssh
        "postgresql+asyncpg://u:p@db.example/",
        "ftp://ftp.example/",
        "s3://bucket/a",
        "S3://Bucket/b",
        "gs://other/",
        "chrome-extension://abcdef/",
        "myapp://open/x",
        "myapp://u:secret@open/x",  # without the userinfo
        "android-app://org.example/",
    ]
    report = audit("-", "--as", "IRI-reference", stdin="\n".join(texts).encode())
    hosts = ["h.example", "relative.example", "git.example", "db.example", "ftp.example"]
    assert names(report, "hosts") == dict.fromkeys(hosts, 1)
    others = ["gs://other", "chrome-extension://abcdef", "myapp://open", "open"]
    assert names(report, "authorities") == {
        "s3://bucket": 2,
        **dict.fromkeys([*others, "android-app://org.example"], 1),
    }
    assert "secret" not in str(report)


def test_causes_of_invalid_characters() -> None:
    texts = [
        "http://h/a b",
        "http://h/b c.html",
        "http://h/?a b",
        "http://h/#a b",
        "http://a b/",
        "http://h/a|b",
        "http://h/a\tb",
        "http://u:p w@h/",  # nothing of a password
        "h\u00e9://h/",
        "h\u4e2d://h/",
        "http://h:x/",  # another reason
    ]
    report = audit("-", stdin="\n".join(texts).encode())
    (found,) = [group for group in report["problems"] if group["code"] == "invalid-character"]
    assert [(c["message"], c["count"], c["mendable"]) for c in found["causes"]] == [
        ("U+0020 SPACE is not allowed in a path segment", 2, 2),
        ("another character is not allowed in a scheme", 2, 0),
        ("U+0009 is not allowed in a path segment", 1, 0),
        ("U+0020 SPACE is not allowed in a fragment", 1, 1),
        ("U+0020 SPACE is not allowed in a host name", 1, 0),
        ("U+0020 SPACE is not allowed in a query", 1, 1),
        ("U+007C VERTICAL LINE is not allowed in a path segment", 1, 1),
        ("another character is not allowed in a userinfo", 1, 1),
    ]
    assert all("causes" not in g or g is found or not g["causes"] for g in report["problems"])
    summary = iriform("audit", "-", stdin="\n".join(texts).encode()).out
    assert "\n     2  U+0020 SPACE is not allowed in a path segment\n" in summary
    assert "\n     and 3 more causes\n" in summary
