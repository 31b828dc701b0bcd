"""A store with a URL: a folder, served over HTTP like files of HDFS (WebHDFS).

It supports the requests of Spark's readers and writers. Hadoop's client for it is in PySpark, so no jar
has to be fetched. Like `hdfs://` or `s3a://`, it is a place that no worker has on its disk.
"""

from __future__ import annotations

import json
import shutil
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def store(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its URL."""
    handler = type("Handler", (_Handler,), {"folder": folder})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"webhdfs://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    folder: Path
    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        url = urlsplit(self.path)
        self.options = {key: values[0] for key, values in parse_qs(url.query).items()}
        self.name = unquote(url.path.removeprefix("/webhdfs/v1"))
        operation = getattr(self, f"_{self.options['op'].lower()}", None)
        if operation is None:
            self._refuse(400, "UnsupportedOperationException", self.options["op"])
            return
        try:
            operation(self._there(self.name))
        except FileNotFoundError as error:
            self._refuse(404, "FileNotFoundException", str(error))
        except FileExistsError as error:
            self._refuse(403, "FileAlreadyExistsException", str(error))

    do_GET = do_PUT = do_DELETE = _answer  # noqa: N815 - as http.server has them

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def _there(self, name: str) -> Path:
        return self.folder / name.strip("/")

    def _send(self, body: bytes, status: int = 200) -> None:
        # Send no content type: the client in PySpark cannot read one (Hadoop 3.5.0).
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _json(self, record: object, status: int = 200) -> None:
        self._send(json.dumps(record).encode(), status)

    def _refuse(self, status: int, exception: str, message: str) -> None:
        java = "java.io" if exception == "FileNotFoundException" else "org.apache.hadoop.fs"
        record = {
            "exception": exception,
            "javaClassName": f"{java}.{exception}",
            "message": message,
        }
        self._json({"RemoteException": record}, status)

    def _status(self, path: Path, suffix: str) -> dict[str, object]:
        found = path.stat()
        return {
            "pathSuffix": suffix,
            "type": "DIRECTORY" if path.is_dir() else "FILE",
            "length": 0 if path.is_dir() else found.st_size,
            "accessTime": 0,
            "modificationTime": int(found.st_mtime * 1000),
            "blockSize": 128 << 20,
            "replication": 1,
            "permission": "755",
            "owner": "a",
            "group": "a",
        }

    def _getfilestatus(self, path: Path) -> None:
        self._json({"FileStatus": self._status(path, "")})

    def _liststatus(self, path: Path) -> None:
        inside = sorted(path.iterdir()) if path.is_dir() else []
        listed = [self._status(each, each.name) for each in inside] or (
            [] if path.is_dir() else [self._status(path, "")]
        )
        self._json({"FileStatuses": {"FileStatus": listed}})

    def _getfileblocklocations(self, _: Path) -> None:
        self._json({"BlockLocations": {"BlockLocation": []}})

    def _get_block_locations(self, path: Path) -> None:
        length = path.stat().st_size
        located = {"fileLength": length, "isLastBlockComplete": True, "isUnderConstruction": False}
        self._json({"LocatedBlocks": {**located, "lastLocatedBlock": None, "locatedBlocks": []}})

    def _mkdirs(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._json({"boolean": True})

    def _delete(self, path: Path) -> None:
        is_there = path.exists()
        if path.is_dir():
            shutil.rmtree(path)
        elif is_there:
            path.unlink()
        self._json({"boolean": is_there})

    def _rename(self, path: Path) -> None:
        target = self._there(self.options["destination"])
        if target.is_dir():
            target /= path.name
        can = path.exists() and target.parent.is_dir() and not target.exists()
        if can:
            path.rename(target)
        self._json({"boolean": can})

    def _open(self, path: Path) -> None:
        start = int(self.options.get("offset", 0))
        with path.open("rb") as file:
            file.seek(start)
            body = file.read(int(self.options.get("length", -1)))
        self._send(body)

    def _create(self, path: Path) -> None:
        if "there" not in self.options:  # as a name node does
            self.send_response(307)
            host = self.headers["Host"]
            self.send_header("Location", f"http://{host}{self.path}&there=true")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            while size := int(self.rfile.readline(), 16):
                file.write(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
        self._send(b"", 201)

    def _setpermission(self, _: Path) -> None:
        self._send(b"")

    _settimes = _setowner = _setpermission
