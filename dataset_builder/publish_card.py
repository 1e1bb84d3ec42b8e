"""Whether the Hub would accept a card: its YAML, checked before anything is sent.

The Hub checks again (`/api/validate-yaml`); this finds the same without it, and what it does not
look at: that the files which the card names are there.
"""

import fnmatch
import re
from collections.abc import Collection, Mapping
from typing import Any

import yaml

from .errors import FolderError
from .publish_parcel import Parcel

_FRONT = re.compile(r"\A---\r?\n(.*?)\r?\n---\r?\n", re.DOTALL)
_COLOURS = {"red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray"}
_SIZES = {
    "n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B",
}  # fmt: skip
_SHORT = 60


def front_matter(card: str) -> Mapping[str, Any]:
    """The YAML at the head of a card.

    Raises:
        FolderError: there is none, or it is no YAML mapping.
    """
    found = _FRONT.match(card)
    try:
        data = yaml.safe_load(found[1]) if found else None
    except yaml.YAMLError as error:
        raise FolderError(f"README.md: its YAML cannot be read ({error})") from None
    if not isinstance(data, dict):
        raise FolderError("README.md has no YAML between --- lines at its head; the Hub needs it")
    return data


def check_card(parcel: Parcel) -> None:
    """Checks a parcel's README.md.

    Raises:
        FolderError: says which key, and what it should be.
    """
    data = front_matter(parcel.card)
    wrong = (
        _dataset(data, parcel.files)
        if parcel.kind == "dataset"
        else _space(data, parcel.files, metric=parcel.kind == "metric")
    )
    if data.get("license") != "apache-2.0":
        wrong.insert(0, f"license is {data.get('license')!r}; it should be 'apache-2.0'")
    if wrong:
        raise FolderError(f"README.md: {wrong[0]}")


def _dataset(data: Mapping[str, Any], files: Collection[str]) -> list[str]:
    wrong = [
        f"size_categories holds {size!r}; known: {', '.join(sorted(_SIZES))}"
        for size in data.get("size_categories", ())
        if size not in _SIZES
    ]
    configs = data.get("configs")
    if not isinstance(configs, list) or not configs:
        return [*wrong, "configs is missing; it should list the dataset's configs"]
    names = [config.get("config_name") for config in configs]
    if "data" in names or len(set(names)) < len(names):
        wrong.append("configs has a name twice, or the forbidden name 'data'")
    for config in configs:
        for entry in config.get("data_files", ()):
            if not fnmatch.filter(files, entry["path"]):
                wrong.append(f"config {config['config_name']} names {entry['path']}: no such file")
    return wrong


def _space(data: Mapping[str, Any], files: Collection[str], *, metric: bool) -> list[str]:
    wrong = [f"{key} is missing" for key in ("title", "sdk_version") if not data.get(key)]
    if data.get("sdk") != "gradio":
        wrong.append(f"sdk is {data.get('sdk')!r}; it should be 'gradio'")
    if data.get("app_file", "app.py") not in files:
        wrong.append(f"app_file is {data.get('app_file', 'app.py')!r}, which is not there")
    wrong += [
        f"{key} is {data[key]!r}; known: {', '.join(sorted(_COLOURS))}"
        for key in ("colorFrom", "colorTo")
        if data.get(key, "red") not in _COLOURS
    ]
    if len(str(data.get("short_description", ""))) > _SHORT:
        wrong.append(f"short_description has more than {_SHORT} characters")
    if metric and "metric" not in data.get("tags", ()):
        wrong.append("tags lacks 'metric', by which the Hub lists metrics")
    return wrong
