"""Entries are found by what they are, who spoke them, what was lost, and by words."""

import made_dataset
import pytest

from bfcl_audio.harness.tables import open_dataset
from space.catalog import Wish
from space.shelf import Shelf


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Three entries over two channels, the last in a category of its own."""
    entries = [made_dataset.entry(f"simple_python_{number}") for number in range(2)]
    entries.append(made_dataset.entry("multiple_0", "Rain in Bergen?", "Bergen"))
    entries[2]["category"] = "multiple"
    folder = tmp_path_factory.mktemp("set") / "bfcl-audio"
    made_dataset.write(folder, entries, ("clean", "phone"))
    return Shelf(open_dataset(str(folder)))


ALL = ["simple_python_0", "simple_python_1", "multiple_0"]


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        (Wish(), ALL),
        (Wish(category="multiple"), ["multiple_0"]),
        (Wish(engine="pico"), ["simple_python_1"]),
        (Wish(voice="heart"), ["simple_python_0", "multiple_0"]),
        (Wish(misheard="by:moonshine"), ALL),
        (Wish(misheard="by:whisper"), []),
        (Wish(misheard="by:nobody"), []),
        (Wish(misheard="kind:place"), ALL),
        (Wish(misheard="kind:person"), []),
        (Wish(misheard="nothing"), []),
        (Wish(words="BERGEN rain"), ["multiple_0"]),
        (Wish(words="python_1"), ["simple_python_1"]),
        (Wish(category="multiple", engine="pico"), []),
    ],
)
def test_entries_are_found(shelf: Shelf, wish: Wish, found: list[str]) -> None:
    """All that a wish names must fit."""
    assert [card.id for card in shelf.catalog().find(wish)] == found


@pytest.mark.parametrize("channel", ["clean", "phone", "../../etc"])
def test_each_channel_has_its_recognisers(shelf: Shelf, channel: str) -> None:
    """Those of another channel are not among them; a channel that is not there is the first."""
    assert shelf.catalog(channel).recognizers == ("moonshine", "whisper")


@pytest.mark.parametrize("name", ["../build", "simple_python_0/0/0", "", "nobody"])
def test_a_row_that_is_not_there_is_none(shelf: Shelf, name: str) -> None:
    """Ids are compared with those of the table, and are no paths."""
    assert shelf.row("text", name) is None


def test_sound_is_read_by_name(shelf: Shelf) -> None:
    """Whole files, and none for what was not spoken."""
    sounds = shelf.catalog("phone").sounds()
    found = [sounds.read(name) for name in ("multiple_0/0/0", "multiple_0/1/0")]
    assert [clip and clip[:4] for clip in found] == [b"fLaC", None]
