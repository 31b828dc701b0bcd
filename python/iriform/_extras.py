"""Extras: the one that installs a missing package, and the command for it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEVERAL = {
    "audit": {"jinja2", "pyarrow"},
    "cli": {"click", "jinja2", "pyarrow", "rich", "rich_click"},
    "duckdb": {"duckdb", "numpy", "pyarrow"},
    "grammar": {"railroad"},
    "httpx": {"httpcore", "httpx"},
    "httpx2": {"httpcore2", "httpx2"},
    "pandas": {"pandas", "pyarrow"},
    "spark": {"pandas", "py4j", "pyarrow", "pyspark"},
    "sqlite": {"pyarrow"},
}


def brought(extra: str) -> set[str]:
    """Return the modules that an extra brings: most bring one module of the same name."""
    return _SEVERAL.get(extra, {extra})


@contextmanager
def needed(extra: str, by: str) -> Iterator[None]:
    """Name the extra that installs a missing module.

    If the extra does not install the missing module, the installation or iriform is broken, and the
    error is raised unchanged.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in brought(extra):
            raise
        message = f"{by} needs {missing}, which is not installed: {command(extra)}"
        raise ModuleNotFoundError(message, name=missing) from None


@contextmanager
def needed_itself(package: str, by: str, module: str | None = None) -> Iterator[None]:
    """Name a missing package that has no extra, because it needs none."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != (module or package):
            raise
        message = f"{by} needs {package}, which is not installed: pip install {package}"
        raise ModuleNotFoundError(message, name=package) from None


def command(extra: str) -> str:
    """Write the command that adds an extra to this installation, quoted for every shell.

    If iriform was installed from a folder, a file or a repository, so is the extra, because the
    package index may have another iriform or none.
    """
    import shlex
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    origin = _origin()
    url = origin.get("url", "")
    path = url2pathname(urlsplit(url).path)
    if urlsplit(url).scheme == "file" and Path(path).exists():
        editable = "--editable " * bool(origin.get("dir_info", {}).get("editable"))
        return f"pip install {editable}{shlex.quote(f'{path}[{extra}]')}"
    if "vcs_info" in origin:
        source = f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
        return f"pip install {shlex.quote(f'iriform[{extra}] @ {source}')}"
    return f"pip install {shlex.quote(f'iriform[{extra}]')}"


def _origin() -> dict[str, Any]:
    """Return where pip has installed iriform from; nothing for a package index (PEP 610)."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        text = distribution("iriform").read_text("direct_url.json")
    except PackageNotFoundError:
        return {}
    origin: dict[str, Any] = json.loads(text or "{}")
    return origin
