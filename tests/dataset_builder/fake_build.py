"""A small dataset on the fake engines: one entry of each kind, instantly."""

from pathlib import Path

from dataset_builder.config import BuildConfig
from dataset_builder.pipeline import Progress, build, silent
from dataset_builder.report import Report

IDS = (
    "simple_python_0",
    "parallel_3",
    "irrelevance_2",
    "multi_turn_base_2",
    "multi_turn_miss_func_2",
)
CONFIG = BuildConfig(ids=IDS, seed=1, tts=("fake:low", "fake:high"), asr=("fake",))
CONFIGS = ("text", "paraphrases", "audio", "audio_fake_low", "audio_fake_high", "transcripts_fake")


def build_fake(
    root: Path, config: BuildConfig = CONFIG, progress: Progress = silent, name: str = "bfcl-audio"
) -> Report:
    """Builds `root/<name>`, its store beside it."""
    return build(config, root / name, progress, store=root / "store")


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, by its path below it."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
