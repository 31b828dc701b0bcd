"""The filter for `logging`."""

from __future__ import annotations

import io
import logging
import sys
from typing import TYPE_CHECKING

import pytest

from iriform.logs import MaskFilter

if TYPE_CHECKING:
    from collections.abc import Callable

URL = "https://anna:s3cret@h.example/?token=t0ken"


@pytest.fixture
def logged() -> Callable[..., str]:
    """Log a line, and return the output."""

    def written(*args: object, name: str = "x", **more: object) -> str:
        out = io.StringIO()
        handler = logging.StreamHandler(out)
        handler.addFilter(MaskFilter())
        logger = logging.Logger(name)  # noqa: LOG001 - one of its own
        logger.addHandler(handler)
        logger.warning(*args, **more)  # type: ignore[arg-type]
        return out.getvalue()

    return written


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("to %s", URL), "to https://anna:***@h.example/?token=***"),
        ((f"to {URL}",), "to https://anna:***@h.example/?token=***"),
        (("to /a?token=%s", "t0ken"), "to /a?token=***"),
        (("%(url)s", {"url": URL}), "https://anna:***@h.example/?token=***"),
        (("%s", ValueError(URL)), "https://anna:***@h.example/?token=***"),
        ((ValueError(URL),), "https://anna:***@h.example/?token=***"),
        (("100%",), "100%"),
        (("%d%%", 5), "5%"),
        (("nothing here",), "nothing here"),
    ],
)
def test_messages(logged: Callable[..., str], args: tuple[object, ...], expected: str) -> None:
    assert logged(*args) == f"{expected}\n"


def test_tracebacks_and_stacks(logged: Callable[..., str]) -> None:
    try:
        raise ValueError(URL)  # noqa: TRY301 - where it is raised, the text has it
    except ValueError:
        text = logged("failed", exc_info=True, stack_info=True)
    assert "ValueError: https://anna:***@h.example/?token=***" in text
    assert "s3cret" not in text
    assert "Stack (most recent call last)" in text


def test_arguments_that_do_not_fit_are_reported_as_ever(
    logged: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    assert not logged("%d", URL)
    assert "TypeError" in errors.getvalue()
    assert "Arguments: ('https://anna:***@h.example/?token=***',)" in errors.getvalue()


def test_the_access_log_of_uvicorn() -> None:
    formatter = pytest.importorskip("uvicorn.logging").AccessFormatter(
        "%(client_addr)s %(request_line)s %(status_code)s", use_colors=False
    )
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(formatter)
    handler.addFilter(MaskFilter())
    logger = logging.Logger("uvicorn.access")  # noqa: LOG001 - one of its own
    logger.addHandler(handler)
    logger.info('%s - "%s %s HTTP/%s" %d', "127.0.0.1:5", "GET", "/a?token=t0ken", "1.1", 200)
    assert out.getvalue() == "127.0.0.1:5 GET /a?token=*** HTTP/1.1 200 OK\n"
