"""Hosts that look like a more frequent host in the same data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from iriform.audit import audit
from iriform.audit.report import page
from tests.cli.program import iriform

COMMON = {"gitlab.com": 100, "www.google.com": 12, "example.org": 100, "python.org": 500}


def text(hosts: dict[str, int]) -> str:
    return "".join(f"https://{host}/\n" * n for host, n in hosts.items())


@pytest.mark.parametrize(
    ("host", "count", "like"),
    [
        ("gitlib.com", 1, "gitlab.com"),
        ("a.gitlib.com", 1, "gitlab.com"),
        ("giltab.com", 1, "gitlab.com"),
        ("gitlibb.com", 1, None),  # two edits
        ("gitlib.com", 2, None),  # not a hundred times as rare
        ("gitlib.org", 1, None),
        ("xn--googl-fsa.com", 1, "google.com"),
        ("goog1e.com", 1, "google.com"),
        ("goog1e.com", 2, None),  # not ten times as rare
        ("goog1e.org", 1, None),
        ("google.corn", 1, "google.com"),
        ("ipython.org", 1, None),  # another first letter
        ("jython.org", 1, None),
        ("example1.org", 1, None),  # a number
        ("my-gitlab.com", 1, None),  # a part
        ("192.0.2.1", 1, None),
        ("localhost", 1, None),
    ],
)
def test_what_looks_like_a_commoner_host(
    tmp_path: Path, host: str, count: int, like: str | None
) -> None:
    (tmp_path / "a.txt").write_text(text({**COMMON, host: count}))
    found = audit(str(tmp_path / "a.txt"), look_alikes=True, top=1)
    assert [each.like for each in found.look_alikes or ()] == ([] if like is None else [like])
    assert (found.hosts.distinct, len(found.hosts.top)) == (5, 1)


def test_they_are_shown_if_they_are_asked_for(tmp_path: Path) -> None:
    file, report = tmp_path / "a.txt", tmp_path / "r.html"
    file.write_text(text({**COMMON, "gitlib.com": 1}))
    run = iriform("audit", "--look-alikes", file, "--report", report)
    assert "1 domain like a more common one\n 1  gitlib.com like gitlab.com (100)\n" in run.out
    assert "Hosts that look like a more common one" in report.read_text()
    [one] = json.loads(iriform("audit", "--look-alikes", file, "--json").out)["look_alikes"]
    assert one == {"name": "gitlib.com", "count": 1, "like": "gitlab.com", "like_count": 100}
    file.write_text(text(COMMON))
    assert "no host looks like a more common one" in iriform("audit", "--look-alikes", file).out
    assert "commoner" not in iriform("audit", file).out
    assert "commoner" not in page(audit(str(file)))
