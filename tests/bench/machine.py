"""On what a figure was measured."""

import os
import platform
import re
from pathlib import Path


def machine() -> str:
    """One line: processor, cores, memory, Python, and what else the machine was doing."""
    processor = _found("/proc/cpuinfo", r"model name\s*:\s*(.+)") or platform.machine()
    memory_kb = int(_found("/proc/meminfo", r"MemTotal:\s*(\d+)") or 0)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return (
        f"{processor}, {os.cpu_count()} cores, {memory_kb / 2**20:.0f} GB, {platform.system()} "
        f"{platform.release()}, Python {platform.python_version()}, load {load}"
    )


def _found(path: str, pattern: str) -> str | None:
    try:
        found = re.search(pattern, Path(path).read_text(encoding="utf-8"))
    except OSError:
        return None
    return found[1].strip() if found else None
