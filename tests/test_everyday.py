"""Usual tasks, written with urllib or yarl, and with furl, and with iriform.

iriform's expression is not longer, and it is right on an input where the other is wrong.
"""

import urllib.parse
from typing import Any, NamedTuple

import pytest

import iriform
from iriform import IRI

furl = pytest.importorskip("furl")
yarl = pytest.importorskip("yarl")


class Task(NamedTuple):
    """A task: two expressions in `x`, and an input for which they differ."""

    name: str
    theirs: str
    ours: str
    usual: str
    expected: str
    """The answer of both for the usual input."""
    hard: str
    right: str
    """The answer of iriform for the hard input, which the other library gets wrong."""


TASKS = [
    Task(
        "resolve a reference",
        "urljoin(x, '../c')",
        "resolve(x, '../c')",
        *("http://h/a/b", "http://h/c"),
        *("s3://bucket/a/b", "s3://bucket/c"),  # urljoin has a list of schemes
    ),
    Task(
        "the value of a name of the query",
        "parse_qs(urlsplit(x).query)['q'][0]",
        "IRI(x).query.get('q')",
        *("http://h/?q=a%20b", "a b"),
        *("http://h/?q=", ""),  # parse_qs leaves out what is empty
    ),
    Task(
        "another suffix",
        "URL(x).with_suffix('.md')",
        "IRI(x).with_suffix('.md')",
        *("http://h/a.txt", "http://h/a.md"),
        *("http://h/%7Eb/a.txt", "http://h/%7Eb/a.md"),  # yarl rewrites other segments
    ),
    Task(
        "the directory above",
        "str(URL(x).parent)",
        "str(IRI(x).parent)",
        *("http://h/a/b", "http://h/a"),
        *("http://h/%7Ea/b", "http://h/%7Ea"),
    ),
    Task(
        "the port",
        "str(urlsplit(x).port)",
        "str(IRI(x).port)",
        *("http://h:80/", "80"),
        *("http://h:99999/", "None"),  # urllib raises when the attribute is read
    ),
    Task(
        "decode a text",
        "unquote(x, errors='strict')",
        "iriform.unquote(x)",
        *("a%20b", "a b"),
        *("100%", "ValueError"),  # urllib leaves it, and its result is not reversible
    ),
    Task(
        "compare the host",
        "urlsplit(x).hostname == 'example.org'",
        "IRI(x).host.matches('example.org')",
        *("http://Example.org/", "True"),
        *("http://example.org./", "True"),  # the dot of the root
    ),
    Task(
        "check the scheme",
        "urlsplit(x).scheme in ('http', 'https')",
        "IRI(x).has_scheme('http', 'https')",
        *("HTTP://h/", "True"),
        *(" http://h/", "ParseError"),  # urlsplit strips spaces and controls
    ),
    Task(
        "the user",
        "unquote(urlsplit(x).username)",
        "IRI(x).userinfo.user",
        *("http://J%C3%B6:pw@h/", "J\xf6"),
        *("http://trusted.example@x@h/", "ParseError"),  # two @: readers take different hosts
    ),
    Task(
        "replace the query",
        "urlsplit(x)._replace(query=urlencode({'q': 'a&b'})).geturl()",
        "IRI(x).with_query({'q': 'a&b'})",
        *("http://h/?x", "http://h/?q=a%26b"),
        *("file:/a?x", "file:/a?q=a%26b"),  # urlsplit writes another authority: file:///a
    ),
]

WITH_FURL = [
    Task(
        "leave a name out of the query",
        "furl(x).remove(args=['utm_source']).url",
        "IRI(x).without_query('utm_source')",
        *("http://h/?a=1&utm_source=x", "http://h/?a=1"),
        *("http://h/?a=b/c&utm_source=x", "http://h/?a=b/c"),  # furl rewrites the others
    ),
    Task(
        "replace a value in the query",
        "furl(x).remove(['page']).add({'page': 2}).url",
        "IRI(x).update_query({'page': 2})",
        *("http://h/?q=x&page=1", "http://h/?q=x&page=2"),
        *("http://h/?q=(x)&page=1", "http://h/?q=(x)&page=2"),
    ),
    Task(
        "replace the query, furl",
        "furl(x).set(args={'q': 'a&b'}).url",
        "IRI(x).with_query({'q': 'a&b'})",
        *("http://h/?x", "http://h/?q=a%26b"),
        *("http://h/%7Ea?x", "http://h/%7Ea?q=a%26b"),  # furl also rewrites the path
    ),
    Task(
        "the value of a name of the query, furl",
        "furl(x).args.get('q')",
        "IRI(x).query.get('q')",
        *("http://h/?q=a%20b", "a b"),
        *("http://h/?q=%FF", "UnicodeDecodeError"),  # furl makes up a U+FFFD
    ),
    Task(
        "resolve a reference, furl",
        "furl(x).join('../c').url",
        "resolve(x, '../c')",
        *("http://h/a/b", "http://h/c"),
        *("http://h/a//b", "http://h/a/c"),  # an empty segment is a segment (RFC 3986 §3.3)
    ),
    Task(
        "append a segment",
        "(furl(x) / 'a b').url",
        "IRI(x) / 'a b'",
        *("http://h/", "http://h/a%20b"),
        *("http://h/%7Ex", "http://h/%7Ex/a%20b"),
    ),
    Task(
        "the origin",
        "furl(x).origin",
        "IRI(x).origin",
        *("http://h:80/a", "http://h"),
        *("mailto:a@b", "None"),  # furl says mailto://
    ),
    Task(
        "leave out user and password",
        "furl(x).remove(username=True, password=True).url",
        "IRI(x).with_parts(userinfo=None)",
        *("http://u:p@h/", "http://h/"),
        *("http://u:p@h/%7Ea", "http://h/%7Ea"),
    ),
    Task(
        "leave out the fragment",
        "furl(x).remove(fragment=True).url",
        "IRI(x).without_fragment()",
        *("http://h/a#f", "http://h/a"),
        *("http://h:080/a#f", "http://h:080/a"),  # furl also normalizes the port
    ),
    Task(
        "the name of a file",
        "furl(x).path.segments[-1]",
        "IRI(x).name.unquote()",
        *("http://h/a/b%20c", "b c"),
        *("http://h/a/%FF", "UnicodeDecodeError"),
    ),
]


def tried(expression: str, x: str) -> str:
    """Return what an expression gives, or the name of the error that it raises."""
    names: dict[str, Any] = {
        **vars(urllib.parse), "URL": yarl.URL, "furl": furl.furl, "IRI": IRI, "resolve": iriform.resolve,
        "iriform": iriform,
    }  # fmt: skip
    try:
        return str(eval(expression, names, {"x": x}))  # noqa: S307 - of the table above
    except (ValueError, LookupError) as error:
        return type(error).__name__


@pytest.mark.parametrize("task", [*TASKS, *WITH_FURL], ids=lambda task: task.name)
def test_iriform_is_no_longer_and_right_where_the_other_is_not(task: Task) -> None:
    assert len(task.ours) <= len(task.theirs)
    assert tried(task.theirs, task.usual) == tried(task.ours, task.usual) == task.expected
    assert tried(task.ours, task.hard) == task.right
    assert tried(task.theirs, task.hard) != task.right


def test_there_are_ten() -> None:
    for tasks in (TASKS, WITH_FURL):
        assert len({task.name for task in tasks}) == 10
