"""A small stand-in for the Hugging Face Hub: files of repositories, over a real socket.

Start a process with `HF_ENDPOINT` set to its address and the offline switches unset, before the
libraries are imported: they read both at import.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

COMMIT = "0123456789abcdef0123456789abcdef01234567"
_FILE = re.compile(r"/(?:(spaces|datasets)/)?([\w-]+/[\w.-]+)/resolve/([^/]+)/(.+)")


@contextmanager
def serving(files: Mapping[str, Path]) -> Iterator[str]:
    """Serve folders as repositories; yields the address.

    Args:
        files: `spaces/ORG/NAME`, `datasets/ORG/NAME` or `ORG/NAME` -> the folder of that
            repository, branch `main`.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._answer()

        def do_GET(self) -> None:
            if (content := self._answer()) is not None:
                self.wfile.write(content)

        def _answer(self) -> bytes | None:
            found = _FILE.fullmatch(self.path.partition("?")[0])
            kind, name, revision, path = found.groups() if found else ("", "", "", "")
            folder = files.get(f"{kind}/{name}" if kind else name)
            if folder is None:
                return self._refuse("RepoNotFound")
            if revision not in ("main", COMMIT):
                return self._refuse("RevisionNotFound")
            if not (folder / path).is_file():
                return self._refuse("EntryNotFound")
            content = (folder / path).read_bytes()
            self.send_response(200)
            self.send_header("ETag", f'"{hashlib.sha1(content).hexdigest()}"')
            self.send_header("X-Repo-Commit", COMMIT)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            return content

        def _refuse(self, code: str) -> None:
            self.send_response(404)
            self.send_header("X-Error-Code", code)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
