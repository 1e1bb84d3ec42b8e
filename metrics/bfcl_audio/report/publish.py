"""Puts a report into a folder: all files are made before the first is written."""

import contextlib
from pathlib import Path

from ..errors import InputError
from .compose import Report
from .export import to_csv, to_markdown
from .page import render
from .terminal import ledger_text

PAGE = "report.html"


def write(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write a report and return its files, the page first.

    Each file takes its name only when it is whole; files of an earlier report are replaced.

    Raises:
        InputError: the folder cannot be written.
    """
    contents = {
        PAGE: render(report),
        "tables.md": to_markdown(report.tables, report.warnings),
        **{f"{table.name}.csv": to_csv(table) for table in report.tables},
        "ledger.txt": ledger_text(report.ledgers),
    }
    encoded = {name: text.encode("utf-8") for name, text in contents.items()}
    partial = folder / ".partial"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in encoded.items():
            partial.write_bytes(content)
            partial.replace(folder / name)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise InputError(
            f"cannot write into {folder}: {error.strerror or error}; "
            "name another --out or free some space"
        ) from None
    return tuple(folder / name for name in encoded)
