"""A stand-in for the Hub that takes commits, as strict as the real one, and fails on demand.

Processes that talk to it need its address before they import the Hub's libraries.
"""
# ruff: noqa: RET502, RET503  a handler answers and returns at once

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import unquote

import yaml

TOKEN = "hf_of_the_tests"
_API = re.compile(r"/api/(datasets|spaces)/([\w.-]+/[\w.-]+)(?:/(.*))?")
_RESOLVE = re.compile(r"/(datasets|spaces)/([\w.-]+/[\w.-]+)/resolve/([^/]+)/(.+)")
_BATCH = re.compile(r"/(datasets|spaces)/([\w.-]+/[\w.-]+)\.git/info/lfs/objects/batch")
_TASKS = {"automatic-speech-recognition", "text-generation"}
_LARGE = (".parquet",)


def blob(content: bytes) -> str:
    """Git's name of a content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


@dataclass
class Repo:
    """A repository: its files, and the header and operations of each commit."""

    private: bool = False
    files: dict[str, bytes] = field(default_factory=dict)
    commits: list[list[dict[str, Any]]] = field(default_factory=list)

    @property
    def sha(self) -> str:
        return hashlib.sha1(f"commit {len(self.commits)}".encode()).hexdigest()


@dataclass
class Hub:
    """All that a test may look at or arrange.

    Attributes:
        fail: part of a path (with its method, `PUT /lfs`) -> status codes to answer with, in turn;
            0 cuts the connection.
        hold_after: so many large files are taken; the next waits until the test is over.
    """

    url: str = ""
    repos: dict[str, Repo] = field(default_factory=dict)
    store: dict[str, bytes] = field(default_factory=dict)
    puts: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    fail: dict[str, list[int]] = field(default_factory=dict)
    hold_after: int | None = None
    holding: Event = field(default_factory=Event)
    over: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)


def problems(content: str, kind: str) -> list[str]:
    """What the Hub finds wrong with a card's YAML."""
    match = re.match(r"---\n(.*?)\n---\n", content, re.DOTALL)
    data = yaml.safe_load(match[1]) if match else None
    if not isinstance(data, dict):
        return ['"" must be an object']
    found = []
    if data.get("license") not in ("apache-2.0", "mit", "cc-by-4.0"):
        found.append('"license" must be one of the known ids')
    if kind == "space":
        found += [f'"{key}" is required' for key in ("title", "sdk") if key not in data]
    if not set(data.get("task_categories", ())) <= _TASKS:
        found.append('"task_categories" holds an unknown task')
    for size in data.get("size_categories", ()):
        if not re.fullmatch(r"n<1K|1K<n<10K|10K<n<100K|100K<n<1M", size):
            found.append('"size_categories" holds an unknown size')
    for config in data.get("configs", ()):
        if not {"config_name", "data_files"} <= set(config):
            found.append('"configs[0].config_name" is required')
    return found


@contextmanager
def serving() -> Iterator[Hub]:
    """A Hub with the user `me` of the organisation `org`, over a real socket."""
    hub = Hub()
    handler = type("Handler", (_Handler,), {"hub": hub})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    hub.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield hub
    finally:
        hub.over.set()
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._serve("GET")

    def do_HEAD(self) -> None:
        self._serve("HEAD")

    def do_POST(self) -> None:
        self._serve("POST")

    def do_PUT(self) -> None:
        self._serve("PUT")

    def _serve(self, method: str) -> None:
        self.path, _, self.query = self.path.partition("?")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.hub.requests.append(f"{method} {self.path}")
        for part, statuses in self.hub.fail.items():
            if part in f"{method} {self.path}" and statuses:
                status = statuses.pop(0)
                if not status:
                    self.close_connection = True
                    return
                return self._say({"error": "as arranged"}, status, {"Retry-After": "7"})
        try:
            self._route(method, body)
        except (KeyError, ValueError, AssertionError) as error:
            self._say({"error": f"bad request: {error!r}"}, 400)

    def _route(self, method: str, body: bytes) -> None:
        if method == "PUT" and self.path.startswith("/lfs/"):
            return self._put(self.path.removeprefix("/lfs/"), body)
        if found := _RESOLVE.fullmatch(self.path):
            return self._resolve(*found.groups())
        if self.headers.get("Authorization") != f"Bearer {TOKEN}" and self.path != "/lfs/verify":
            return self._say({"error": "Invalid credentials"}, 401)
        if self.path == "/api/whoami-v2":
            return self._say({"name": "me", "type": "user", "orgs": [{"name": "org"}], "auth": {}})
        asked = json.loads(body) if body and "ndjson" not in self.headers["Content-Type"] else {}
        if self.path == "/api/validate-yaml":
            found_wrong = problems(asked["content"], asked["repoType"])
            errors = [{"message": one} for one in found_wrong]
            return self._say({"errors": errors, "warnings": []}, 400 if errors else 200)
        if self.path == "/api/repos/create":
            return self._create(asked)
        if self.path == "/lfs/verify":
            assert len(self.hub.store[asked["oid"]]) == asked["size"]
            return self._say({})
        if found := _BATCH.fullmatch(self.path):
            assert f"{found[1]}/{found[2]}" in self.hub.repos
            return self._say(
                {"transfer": "basic", "objects": [*map(self._object, asked["objects"])]}
            )
        if found := _API.fullmatch(self.path):
            return self._repository(found[1], found[2], found[3] or "", asked, body)
        self._say({"error": "no such page"}, 404)

    def _create(self, asked: dict[str, Any]) -> None:
        name = f"{asked['type']}s/{asked['organization']}/{asked['name']}"
        assert asked["type"] != "space" or asked["sdk"] == "gradio"
        if asked["organization"] == "others":
            return self._say({"error": "You don't have the rights"}, 403)
        if asked["organization"] not in ("me", "org"):
            return self._say({"error": "no such organization"}, 404)
        if name in self.hub.repos:
            return self._say({"error": "exists"}, 409)
        self.hub.repos[name] = Repo(private=asked.get("visibility") == "private")
        self.hub.repos[name].files[".gitattributes"] = b"*.parquet filter=lfs\n"
        self._say({"url": f"{self.hub.url}/{name}", "name": name, "id": "1"})

    def _object(self, one: dict[str, Any]) -> dict[str, Any]:
        assert re.fullmatch(r"[0-9a-f]{64}", one["oid"])
        if one["oid"] in self.hub.store:
            return one
        url = self.hub.url
        actions = {
            "upload": {"href": f"{url}/lfs/{one['oid']}"},
            "verify": {"href": f"{url}/lfs/verify"},
        }
        return one | {"actions": actions}

    def _put(self, oid: str, body: bytes) -> None:
        with self.hub.lock:
            held = self.hub.hold_after is not None and len(self.hub.puts) >= self.hub.hold_after
            if not held:
                assert hashlib.sha256(body).hexdigest() == oid
                self.hub.store[oid] = body
                self.hub.puts.append(oid)
        if held:
            self.hub.holding.set()
            self.hub.over.wait()
            self.close_connection = True
            return
        self._say({})

    def _repository(
        self, kind: str, name: str, rest: str, asked: dict[str, Any], body: bytes
    ) -> None:
        repo = self.hub.repos.get(f"{kind}/{name}")
        if repo is None:
            return self._say({"error": "not found"}, 404, {"X-Error-Code": "RepoNotFound"})
        verb, _, _ = rest.partition("/")
        if verb in ("", "revision"):
            files = [{"rfilename": path} for path in repo.files]
            about = {"id": name, "sha": repo.sha, "private": repo.private, "siblings": files}
            return self._say(about | {"tags": [], "downloads": 0, "likes": 0})
        if verb == "tree":
            parts = unquote(rest).split("/", 2)
            return self._say(_tree(repo, parts[2] if len(parts) > 2 else ""))
        if verb == "preupload":
            files = [
                {
                    "path": one["path"],
                    "uploadMode": "lfs" if one["path"].endswith(_LARGE) else "regular",
                    "shouldIgnore": False,
                }
                for one in asked["files"]
            ]
            return self._say({"files": files})
        assert verb == "commit"
        self._commit(repo, [json.loads(line) for line in body.splitlines()], f"{kind}/{name}")

    def _commit(self, repo: Repo, lines: list[dict[str, Any]], name: str) -> None:
        head, *operations = lines
        assert head["key"] == "header" and head["value"]["summary"] and operations
        if head["value"].get("parentCommit", repo.sha) != repo.sha:
            return self._say({"error": "A commit has happened since"}, 412)
        files = dict(repo.files)
        for line in operations:
            value = line["value"]
            if line["key"] == "file":
                files[value["path"]] = base64.b64decode(value["content"], validate=True)
            elif line["key"] == "lfsFile":
                assert len(self.hub.store[value["oid"]]) == value["size"]
                files[value["path"]] = self.hub.store[value["oid"]]
            else:
                assert line["key"] == "deletedFile"
                del files[value["path"]]
        if "create_pr=1" not in self.query:
            repo.files = files
            repo.commits.append(lines)
        url = f"{self.hub.url}/{name}"
        answer = {"success": True, "commitUrl": f"{url}/commit/{repo.sha}", "commitOid": repo.sha}
        if "create_pr=1" in self.query:
            answer["pullRequestUrl"] = f"{url}/discussions/1"
        self._say(answer)

    def _resolve(self, kind: str, name: str, revision: str, path: str) -> None:
        repo = self.hub.repos.get(f"{kind}/{name}")
        signed = self.headers.get("Authorization") == f"Bearer {TOKEN}"
        if repo is None or (repo.private and not signed):
            return self._say({}, 401, {"X-Error-Code": "RepoNotFound"})
        if unquote(revision) not in ("main", repo.sha):
            return self._say({}, 404, {"X-Error-Code": "RevisionNotFound"})
        content = repo.files.get(unquote(path))
        if content is None:
            return self._say({}, 404, {"X-Error-Code": "EntryNotFound"})
        headers = {
            "ETag": f'"{blob(content)}"',
            "X-Repo-Commit": repo.sha,
            "Accept-Ranges": "bytes",
        }
        status = 200
        if wanted := re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", "")):
            start, end = int(wanted[1]), int(wanted[2] or len(content) - 1)
            headers["Content-Range"] = f"bytes {start}-{end}/{len(content)}"
            content, status = content[start : end + 1], 206
        self._send(content, status, headers)

    def _say(self, data: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self._send(json.dumps(data).encode(), status, headers or {})

    def _send(self, content: bytes, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Silent."""


def _tree(repo: Repo, below: str) -> list[dict[str, Any]]:
    """Files and folders; recursion is what our callers ask for."""
    found: list[dict[str, Any]] = []
    prefix = f"{below}/" if below else ""
    for path in sorted(one for one in repo.files if one.startswith(prefix)):
        content = repo.files[path]
        one = {"type": "file", "path": path, "size": len(content), "oid": blob(content)}
        if path.endswith(_LARGE):
            digest = hashlib.sha256(content).hexdigest()
            one["lfs"] = {"oid": digest, "size": len(content), "pointerSize": 130}
        found.append(one)
    folders = {str(p) for one in found for p in _parents(one["path"]) if str(p).startswith(prefix)}
    return found + [{"type": "directory", "path": p, "oid": "0" * 40, "size": 0} for p in folders]


def _parents(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]
