"""Nothing of the machine that built or publishes may leave it: no keys, no paths of its own."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pyarrow.parquet as pq

from .errors import FolderError
from .publish_parcel import Source

_SECRET_NAME = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_KEY = re.compile(
    r"\b(hf_[A-Za-z0-9]{30,}|sk-[A-Za-z0-9_-]{32,}|sk_[a-f0-9]{40,}|sk_car_\w{16,}"
    r"|AIza[\w-]{35}|gh[pousr]_[A-Za-z0-9]{36,})"
)
"""Keys of the Hub, OpenAI and DashScope, ElevenLabs, Cartesia, Google, GitHub."""
_SHORTEST_SECRET = 12
_SOUND = "audio"


def scan(files: Mapping[str, Source], places: Iterable[Path]) -> None:
    """Refuses files that hold a key, or a path of this machine.

    Args:
        files: what would be published; of Parquet files all columns but the sound.
        places: folders of this machine that are nobody's business.

    Raises:
        FolderError: names the file, never the key.
    """
    secrets = [
        value
        for name, value in os.environ.items()
        if _SECRET_NAME.search(name) and len(value) >= _SHORTEST_SECRET
    ]
    paths = sorted({*_private([*places, Path.cwd(), Path.home()])}, key=len, reverse=True)
    for name, file in files.items():
        for text in _texts(name, file):
            if _KEY.search(text) or any(secret in text for secret in secrets):
                raise FolderError(f"{name} holds what looks like a key; take it out, and revoke it")
            found = next((path for path in paths if path in text), None)
            if found:
                raise FolderError(
                    f"{name} holds a path of this machine ({found}); take it out, then publish"
                )


def _private(places: Iterable[Path]) -> Iterator[str]:
    """Places that say something: `/` or `/root` could stand in any request."""
    for place in places:
        if len(place.absolute().parts) > 2:
            yield str(place.absolute())


def _texts(name: str, file: Source) -> Iterator[str]:
    if not name.endswith(".parquet") or not isinstance(file.content, Path):
        yield file.read().decode("utf-8", errors="replace")
        return
    with pq.ParquetFile(file.content) as table:
        yield str(table.schema_arrow.metadata)
        columns = [column for column in table.schema_arrow.names if column != _SOUND]
        if _SOUND in table.schema_arrow.names:
            columns.append(f"{_SOUND}.path")
        for batch in table.iter_batches(columns=columns):
            yield json.dumps(batch.to_pylist(), ensure_ascii=False)
