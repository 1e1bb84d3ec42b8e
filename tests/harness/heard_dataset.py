"""A dataset folder of any size without a sound: what is said, and what bad ears make of it."""

import re
from pathlib import Path

from dataset_builder.config import BuildConfig
from dataset_builder.records import Paraphrase, Transcript
from dataset_builder.rows import paraphrase_row, text_row, transcript_row
from dataset_builder.schema import paraphrase_features, text_features, transcript_features
from dataset_builder.source import read, utterances
from dataset_builder.whitelist import allowed_clarifications
from dataset_builder.write import Folder


def misheard(text: str) -> str:
    """Every seventh word with its vowels gone astray.

    >>> misheard("one two three four five six seven")
    'one two three four five six sovon'
    """
    words = re.split(r"(\s+)", text)
    for index in range(12, len(words), 14):
        words[index] = re.sub(r"[aeiu]", "o", words[index])
    return "".join(words)


def build(out: Path, config: BuildConfig) -> Path:
    """Write texts, paraphrases (the texts themselves) and the transcripts of `ears`."""
    with Folder(out) as folder:
        text = folder.table("text", text_features())
        said = folder.table("paraphrases", paraphrase_features())
        heard = folder.table("transcripts_ears", transcript_features())
        for entry in read(config):
            spoken = utterances(entry)
            lists = allowed_clarifications(entry)
            text.add(text_row(entry, spoken))
            said.add(
                paraphrase_row(
                    entry,
                    [
                        Paraphrase(one.utterance_id, one.text, lists.get(one.utterance_id, {}))
                        for one in spoken
                    ],
                )
            )
            heard.add(
                transcript_row(
                    entry,
                    [
                        Transcript(
                            one.utterance_id, "ears", one.text, misheard(one.text), 0.1, (), True
                        )
                        for one in spoken
                    ],
                )
            )
        folder.close_tables()
        configs = ("text", "paraphrases", "transcripts_ears")
        folder.finish("# heard\n", {"configs": {name: f"{name}/*.parquet" for name in configs}})
    return out
