"""The docstring that an editor shows over a public name, by pyright's language server."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import iriform

SERVER = Path(sysconfig.get_path("scripts")) / "basedpyright-langserver"
PYTHON = Path(iriform.__file__).parents[1]


# Absent names, and fields of a NamedTuple, which its docstring describes.
NO_DOCSTRING = {"Absent", "_tuplegetter"}


def public() -> Iterator[tuple[str, object]]:
    """Each public name of the package with a docstring, and the members that its classes define."""
    for name in sorted(dir(iriform)):
        thing = getattr(iriform, name)
        if name.startswith("_") or inspect.ismodule(thing) or not inspect.getdoc(thing):
            continue
        if not (inspect.isclass(thing) or callable(thing)):
            continue
        yield f"iriform.{name}", thing
        if not inspect.isclass(thing) or not thing.__module__.startswith("iriform"):
            continue
        for member, found in vars(thing).items():
            is_own = not member.startswith("_") and type(found).__name__ not in NO_DOCSTRING
            if (
                is_own
                and inspect.isroutine(found) | inspect.isdatadescriptor(found)
                and found.__doc__
            ):
                yield f"iriform.{name}.{member}", getattr(thing, member)


class Server:
    """A language server, spoken to by its standard input and output."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - the server of the test extra
            [SERVER, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
        )
        self.count = 0

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        self.write(message)

    def write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server has ended"
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def ask(self, method: str, params: Any) -> Any:
        self.count += 1
        self.send(method, params, self.count)
        while True:
            message = self.read()
            if "method" in message and "id" in message:  # the server asks: it gets the defaults
                items = message["params"].get("items", []) if "params" in message else []
                is_settings = message["method"] == "workspace/configuration"
                result: Any = [{}] * len(items) if is_settings else None
                self.write({"jsonrpc": "2.0", "id": message["id"], "result": result})
            elif message.get("id") == self.count:
                return message.get("result")


def words(text: str) -> str:
    """Only letters and digits: the server shows Markdown, with characters of it escaped."""
    return re.sub(r"[\W_]+", "", text)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Request the server's text for each name."""
    folder = tmp_path_factory.mktemp("hover")
    settings = {"extraPaths": [str(PYTHON)], "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    names = [name for name, _ in public()]
    text = "import iriform\n" + "".join(f"{name}\n" for name in names)
    uri = (folder / "names.py").as_uri()
    server = Server(folder)
    try:
        server.ask("initialize", {
            "processId": None, "rootUri": folder.as_uri(),
            "workspaceFolders": [{"uri": folder.as_uri(), "name": "hover"}],
            "capabilities": {"textDocument": {"hover": {"contentFormat": ["markdown"]}}},
        })  # fmt: skip
        server.send("initialized", {})
        document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        server.send("textDocument/didOpen", {"textDocument": document})
        found = {}
        for i, name in enumerate(names):
            position = {"line": i + 1, "character": len(name) - 1}
            place = {"textDocument": {"uri": uri}, "position": position}
            answer = server.ask("textDocument/hover", place)
            found[name] = answer["contents"]["value"] if answer else ""
        return found
    finally:
        server.process.kill()
        server.process.communicate()


def test_the_docstring_of_each_public_name_is_shown(shown: dict[str, str]) -> None:
    missing = [
        name for name, thing in public()
        if words((inspect.getdoc(thing) or "").partition("\n\n")[0]) not in words(shown[name])
    ]  # fmt: skip
    assert missing == [], missing
    assert len(shown) > 200
    assert "Resolve" in shown["iriform.resolve"]
