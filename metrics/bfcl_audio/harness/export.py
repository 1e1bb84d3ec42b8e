"""Runs as result files that `bfcl-eval` reads: a folder a run, in it a file a category.

    <run>/<model>/<group>/BFCL_v4_<category>_result.json

`bfcl-eval` reads a result as the model does that the folder is named after; so the folder bears
the name of one of its models that writes calls as ours do, and `<run>` says who it really was.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError

MODELS = {"fc": "gpt-4o-2024-11-20-FC", "text": "gpt-4o-2024-11-20"}
"""How calls are written (natively, or as text) -> a model of bfcl-eval that writes them so."""

_RUN = ("agent", "arm", "judge", "repeat")

Record = Mapping[str, Any]  # a trajectory, as JSON gives it


def result_files(records: Iterable[Record], model: str | None = None) -> dict[Path, str]:
    """Relative path -> contents of the result files of some runs; entries not run are left out.

    Args:
        records: trajectories.
        model: what bfcl-eval is to take every run for; None: by how its calls are written.

    Raises:
        InputError: a category or a model is no name for a file, or two runs have one folder.
    """
    owners: dict[str, tuple[str, ...]] = {}
    lines: dict[Path, list[str]] = {}
    for record in records:
        if record.get("status") != "done":
            continue
        name = model or MODELS[_form(record)]
        category = _plain(str(record["category"]), "category")
        owner = tuple(str(record.get(part, "")) for part in _RUN)
        if owners.setdefault(run_name(record), owner) != owner:
            raise InputError(
                f"two runs would lie in one folder {run_name(record)!r}; export them one by one"
            )
        file = f"BFCL_v4_{category}_result.json"
        folder = _plain(name.replace("/", "_"), "model")
        path = Path(run_name(record), folder, _group(category), file)
        lines.setdefault(path, []).append(json.dumps(_result(record)) + "\n")
    return {path: "".join(found) for path, found in lines.items()}


def write(files: Mapping[Path, str], out: Path) -> list[Path]:
    """Write result files below `out`; returns the folders of the runs.

    Raises:
        InputError: `out` holds something already, or cannot be written.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out} is there already; name another --out, or remove it")
    try:
        for path, text in files.items():
            target = out / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {out}: {error.strerror or error}") from None
    return [out / name for name in dict.fromkeys(path.parts[0] for path in files)]


def run_name(record: Record) -> str:
    """What tells one run from another, as a folder's name: agent, arm, judge and repeat.

    >>> run_name({"agent": "openai/gpt-4o", "arm": "text", "judge": "none", "repeat": 0})
    'openai_gpt_4o-text-none-0'
    """
    parts = (str(record.get(part, "")) for part in _RUN)
    return "-".join(re.sub(r"[^a-z0-9]+", "_", part.lower()).strip("_") or "_" for part in parts)


def _result(record: Record) -> dict[str, Any]:
    usage = record.get("usage") or {}
    return {
        "id": record["id"],
        "result": record["answer"],
        "input_token_count": usage.get("prompt_tokens", 0),
        "output_token_count": usage.get("completion_tokens", 0),
        "latency": record.get("latency_s", 0.0),
    }


def _form(record: Record) -> str:
    """How an agent writes its calls; natively unless the run says otherwise."""
    form = (record.get("versions") or {}).get("form")
    return form if form in MODELS else "fc"


def _plain(name: str, what: str) -> str:
    """A name that stays in its folder and on its line.

    Raises:
        InputError: it would not.
    """
    if not re.fullmatch(r"\w[\w.+-]{0,120}", name, re.ASCII):
        raise InputError(f"{what} {name!r:.60} cannot be exported; it is no plain name")
    return name


def _group(category: str) -> str:
    """The folder in which bfcl-eval keeps a category."""
    if category.startswith("multi_turn"):
        return "multi_turn"
    return "live" if category.startswith("live_") else "non_live"
