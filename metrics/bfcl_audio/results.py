"""Files of answers: runs of ours, and result files that bfcl-eval wrote; both JSON lines."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import InputError, meant
from .recorded import check, named
from .reference import Reference, category_references
from .trajectories import is_trajectory
from .upstream import CATEGORIES, LIVE_CATEGORIES

_RESULT_FILE = re.compile(r"BFCL_v\d+_(\w+?)_result\.json")
_FIX = "give a file that `bfcl-audio run` or bfcl-eval wrote"
_ENTRY_ID = re.compile(rf"({'|'.join((*CATEGORIES, *LIVE_CATEGORIES))})_\d[\d-]*")
# How BFCL v3 called what v4 renamed.
_OLD_NAMES = {"simple": "simple_python", "java": "simple_java", "javascript": "simple_javascript"}


@dataclass(frozen=True, slots=True)
class Results:
    """The answers of one file, each beside its reference.

    Attributes:
        answers: trajectories, or results of bfcl-eval.
        references: aligned with `answers`.
        warnings: what was passed over, one line each.
    """

    answers: Sequence[Any]
    references: Sequence[Reference]
    warnings: Sequence[str] = ()

    def groups(self) -> dict[str, "Results"]:
        """Trajectories by agent, arm and judge; empty if the file holds none."""
        found: dict[str, tuple[list[Any], list[Reference]]] = {}
        for answer, reference in zip(self.answers, self.references, strict=True):
            if is_trajectory(answer):
                name = ", ".join(str(answer.get(key) or "-") for key in ("agent", "arm", "judge"))
                answers, references = found.setdefault(name, ([], []))
                answers.append(answer)
                references.append(reference)
        return {name: Results(*lists) for name, lists in found.items()}


def read_results(path: Path, category: str | None = None) -> Results:
    """Read a file of answers.

    Args:
        path: JSON lines: trajectories, or `{"id", "result"}` as bfcl-eval writes.
        category: of a result file; None takes it from the file's name, or from each id.

    Raises:
        InputError: the file cannot be read; a line, but for a cut-off last one, is no answer; an
            id or category that BFCL does not have.
    """
    if category is not None:
        category = _known_category(category)
    else:
        file_name = _RESULT_FILE.search(path.name)
        category = _known_category(file_name[1]) if file_name else None
    records, warnings = _records(path)
    answers: dict[object, Any] = {}
    references: dict[object, Reference] = {}
    for number, record in records:
        where = f"{path}, line {number}"
        key, answer = _answer(record, where)
        # Of an entry that was run again, the last line counts.
        answers[key] = answer
        references[key] = _reference(record, category, where)
    if not answers:
        raise InputError(f"{path} holds no answers; {_FIX}")
    return Results(list(answers.values()), list(references.values()), warnings)


def _records(path: Path) -> tuple[list[tuple[int, Mapping[str, Any]]], list[str]]:
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}; {_FIX}") from None
    records: list[tuple[int, Mapping[str, Any]]] = []
    with suppress(ValueError, RecursionError):  # else line by line, to say which is wrong
        return _all_records(lines), []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            if number == len(lines) and records:  # no newline after it: the writer was stopped
                return records, [f"{path}, line {number}: cut off, left out"]
            raise InputError(
                f"{path}, line {number}: {_start(line)} is not JSON; delete the line or {_FIX}"
            ) from None
        if not isinstance(record, dict):
            raise InputError(f"{path}, line {number}: {named(record)}, not an object; {_FIX}")
        records.append((number, record))
    return records, []


def _all_records(lines: Sequence[bytes]) -> list[tuple[int, Mapping[str, Any]]]:
    """The records, read as one list, which takes half as long as line by line.

    Raises:
        ValueError: not each line is one object.
    """
    numbers = [number for number, line in enumerate(lines, 1) if line.strip()]
    filled = [lines[number - 1] for number in numbers]
    # What stands between the records, and nowhere else: else two lines could pass for one record.
    between, mark = b"-Infinity", object()
    if any(between in line for line in filled):
        raise ValueError
    text = b"[" + (b"," + between + b",").join(filled) + b"]"
    found = json.loads(text, parse_constant=lambda name: mark if name[0] == "-" else float(name))
    records, marks = found[::2], found[1::2]
    if len(found) != 2 * len(filled) - 1 or not all(one is mark for one in marks):
        raise ValueError
    if not all(isinstance(record, dict) for record in records):
        raise ValueError
    return list(zip(numbers, records, strict=True))


def _start(line: bytes) -> str:
    """The first characters of a line, whatever it holds."""
    return ascii(line[:30].decode("utf-8", "replace"))


def _answer(record: Mapping[str, Any], where: str) -> tuple[object, Any]:
    """What makes the record that of another answer, and the answer."""
    if not isinstance(record.get("id"), str):
        raise InputError(f"{where}: 'id' is {named(record.get('id'))}, not text; {_FIX}")
    if is_trajectory(record):
        try:
            check(record)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        parts = ("id", "agent", "arm", "judge", "repeat")
        return tuple(str(record.get(part)) for part in parts), record
    if "result" not in record:
        raise InputError(
            f"{where}: neither a list 'messages' (a run) nor 'result' (bfcl-eval); {_FIX}"
        )
    return record["id"], record["result"]


def _reference(record: Mapping[str, Any], category: str | None, where: str) -> Reference:
    name: str = record["id"]
    own = _ENTRY_ID.fullmatch(name)
    if is_trajectory(record) or category is None:
        if not own:
            raise InputError(
                f"{where}: {_short(name)} is no entry of BFCL; for a result file give --category"
            )
        category = own[1]
    elif own and category != own[1]:
        raise InputError(f"{where}: {_short(name)} is of {own[1]}, not of {category}")
    known = category_references(category)
    found = known.get(name)
    if not found and (index := re.search(r"\d[\d-]*$", name)):
        found = known.get(f"{category}_{index[0]}")
    if not found:
        raise InputError(f"{where}: BFCL's {category} has no entry {_short(name)}")
    return found


def _short(name: str) -> str:
    shown = repr(name)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."


def _known_category(name: str) -> str:
    name = _OLD_NAMES.get(name, name)
    if name not in CATEGORIES and name not in LIVE_CATEGORIES:
        known = (*CATEGORIES, *LIVE_CATEGORIES)
        raise InputError(
            f"unknown category {name!r}; {meant(name, known)}choose from {', '.join(known)}"
        )
    return name
