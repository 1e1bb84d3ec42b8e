"""A small dataset folder and a server on loopback."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from puppets import IDS, UNSPEAKABLE, Server

from bfcl_audio.harness.agents import Agent
from dataset_builder.config import BuildConfig
from dataset_builder.engines.catalogue import engine
from dataset_builder.records import Choice, Paraphrase, Sound, Spoken, Transcript
from dataset_builder.rows import clip_row, paraphrase_row, text_row, transcript_row
from dataset_builder.schema import (
    clip_features,
    paraphrase_features,
    text_features,
    transcript_features,
)
from dataset_builder.source import read, utterances
from dataset_builder.waveform import encode, resampled
from dataset_builder.whitelist import allowed_clarifications
from dataset_builder.write import Folder


@pytest.fixture(scope="session")
def dataset_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four entries, one of which cannot be spoken; the recogniser hears "tamp" for "temp"."""
    return _written(tmp_path_factory.mktemp("data") / "bfcl-audio", lambda text: b"RIFF")


@pytest.fixture(scope="session")
def voiced_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with clips that a voice has spoken."""
    espeak = engine("espeak")

    def voiced(text: str) -> bytes:
        return encode(resampled(espeak.speak(text, espeak.voices[0], 0), 16_000))

    return _written(tmp_path_factory.mktemp("voiced") / "bfcl-audio", voiced)


def _written(out: Path, voiced: Callable[[str], bytes]) -> Path:
    with Folder(out) as folder:
        text = folder.table("text", text_features())
        said = folder.table("paraphrases", paraphrase_features())
        heard = folder.table("transcripts_ears", transcript_features())
        sound = folder.table("audio", clip_features())
        for entry in read(BuildConfig(ids=IDS)):
            spoken = utterances(entry)
            lists = allowed_clarifications(entry)
            speakable = entry.id != UNSPEAKABLE
            text.add(text_row(entry, spoken))
            paraphrases = [
                Paraphrase(
                    one.utterance_id,
                    f"uh {one.text}" if speakable else "",
                    lists.get(one.utterance_id, {}),
                    speakable=speakable,
                    why_not="" if speakable else "a block of code",
                )
                for one in spoken
            ]
            said.add(paraphrase_row(entry, paraphrases))
            if not speakable:
                continue
            heard.add(
                transcript_row(
                    entry,
                    [
                        Transcript(
                            one.utterance_id, "ears", one.spoken,
                            one.spoken.replace("temp", "tamp"), 0.1, (), True,
                        )
                        for one in paraphrases
                    ],
                )
            )  # fmt: skip
            for one, how in zip(spoken, paraphrases, strict=True):
                clip = Spoken(how.spoken, "espeak", "en", voiced(how.spoken), 1.0)
                heard_as = Sound(how, "clean", True, Choice("espeak", "en"), clip)
                sound.add(clip_row(one, heard_as, clip))
        folder.close_tables()
        configs = ("text", "paraphrases", "transcripts_ears", "audio")
        patterns = {config: f"{config}/*.parquet" for config in configs}
        folder.finish("# four entries\n", {"configs": patterns})
    return out


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of tiny local models, by name."""
    import tiny_agents  # imports torch, which takes seconds

    return tiny_agents.checkpoints(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def made(models: dict[str, Path]) -> Callable[..., Agent]:
    """The agent of a local model: `made(name, switches, temperature=…)`."""
    import tiny_agents

    return tiny_agents.loader(models)
