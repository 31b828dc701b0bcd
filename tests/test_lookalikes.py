"""Look-alikes from users' reports: each name once had no finding, or a false one."""

from __future__ import annotations

import pytest

from iriform import IRI

NAMES = (
    "microsoft.com",
    "google.com",
    "paypal.com",
    "wikipedia.org",
    "example.org",
    "digklmo68.com",
    "phktb.com",
)


def found(host: str, protected: tuple[str, ...] = ()) -> list[tuple[str, str, str | None]]:
    """Return the findings of a host with the profile for untrusted links."""
    findings = IRI(f"http://{host}/").check("untrusted", protected=protected)
    return [(finding.code, finding.severity, finding.evidence) for finding in findings]


@pytest.mark.parametrize(
    ("host", "code", "severity", "name"),
    [
        ("micros0ft.com", "host-font-confusable-with", "warning", "microsoft.com"),
        ("g00gle.com", "host-font-confusable-with", "warning", "google.com"),
        # Compared as typed, not in lower case: paypai is another word.
        ("paypaI.com", "host-font-confusable-with", "warning", "paypal.com"),
        ("www.paypa1.com", "host-font-confusable-with", "warning", "paypal.com"),
        ("vvikipedia.org", "host-font-confusable-with", "warning", "wikipedia.org"),
        ("paypal-login.com", "host-contains-name", "warning", "paypal.com"),
        ("paypal.com.evil.io", "host-contains-name", "warning", "paypal.com"),
        ("paypal.co", "host-suffix-of-name", "info", "paypal.com"),
        ("exmaple.org", "host-edit-of-name", "warning", "example.org"),
        ("đigklmo68.com", "host-confusable-with", "error", "digklmo68.com"),
        ("digkłmo68.com", "host-confusable-with", "error", "digklmo68.com"),
        ("pħktb.com", "host-confusable-with", "error", "phktb.com"),
    ],
)
def test_names_beside_protected_ones(host: str, code: str, severity: str, name: str) -> None:
    assert found(host, NAMES) == [(code, severity, name)]


@pytest.mark.parametrize(
    ("host", "code", "evidence"),
    [
        ("abc\u30fcdef.jp", "host-dangerous-pattern", "U+30FC"),
        ("日本\u30fc野球.jp", "host-dangerous-pattern", "U+30FC"),
        ("a\u30fd.jp", "host-dangerous-pattern", "U+30FD"),
        ("á\u0301.com", "host-repeated-mark", "U+0301"),
        ("ร\u0e35\u0e48\u0e48.th", "host-repeated-mark", "U+0E48"),
        ("한\u0307글.com", "host-dangerous-pattern", "U+0307"),
        ("漢\u0307字.com", "host-dangerous-pattern", "U+0307"),
        ("héllo中国.cn", "host-mixed-accents", "é"),
        ("café카페.kr", "host-mixed-accents", "é"),
        ("\u10eb4000.com", "host-whole-script-confusable", "d4000"),
        ("\u0441\u043a.com", "host-whole-script-confusable", "ck"),
        ("\u09e6\u09e8.com", "host-digit-lookalike", None),
    ],
)
def test_internationalized_names_that_imitate(host: str, code: str, evidence: str | None) -> None:
    assert [(code, evidence) for code, _, evidence in found(host)] == [(code, evidence)]


@pytest.mark.parametrize(
    "host",
    [
        "www.一123.com",
        # All letters look Latin, but the country of the domain writes Cyrillic.
        "\u0455\u0441\u043e\u0440\u0435.ru",
        "яндекс.рф",
        "почта.ru",
        "ト\u309a.jp",
        # Bopomofo, alone and next to Han.
        "ㄓㄨ.tw",
        "ㄅㄆ.com",
        "中ㄅ.tw",
    ],
)
def test_internationalized_names_that_do_not(host: str) -> None:
    assert found(host) == []
