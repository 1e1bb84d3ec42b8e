"""The dataset's README.md: prose from `card_template.md`, every number from the build's tally."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template

import yaml

from .channel.names import CLEAN
from .config import BuildConfig
from .paraphrase import DEFAULT
from .report import label
from .rewriters import RULES
from .tally import Mean, Tally

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))


@dataclass(frozen=True, slots=True)
class System:
    """An engine, recogniser or rewriter as the card names it."""

    spec: str
    version: str
    licence: str
    price: str


@dataclass(frozen=True, slots=True)
class Config:
    """One config of the folder: its Parquet files (a glob), rows, and a hash of their bytes."""

    name: str
    row: str
    path: str
    rows: int
    content: str


def render(
    tally: Tally,
    *,
    build: BuildConfig,
    release: str,
    configs: Sequence[Config],
    engines: Sequence[System],
    recognisers: Sequence[System],
    versions: Mapping[str, str],
) -> str:
    """The whole README.md."""
    template = files("dataset_builder").joinpath("card_template.md").read_text(encoding="utf-8")
    asr = [one.spec for one in recognisers]
    tts = [one.spec for one in engines]
    example = next((one.name for one in configs if one.name.startswith("transcripts")), "text")
    types = sorted({kind for kind, _ in tally.survival_by_type})
    return Template(template).substitute(
        front_matter=front_matter(configs),
        entries=f"{tally.entries.total():,}",
        an_example=example,
        config_table=_rows((f"`{one.name}`", one.row, f"{one.rows:,}") for one in configs),
        category_table=_rows(
            (name, count, tally.utterances[name], tally.silent_entries[name])
            for name, count in tally.entries.items()
        ),
        silence=_silence(tally),
        engine_table=_rows(_engine_row(tally, one) for one in engines),
        asr_table=_rows((one.spec, one.version, one.licence, one.price) for one in recognisers),
        wording=_wording(tally, build),
        size=_size(tally),
        wer_table=_grid("engine", tts, asr, tally.wer),
        survival_table=_grid("engine", tts, asr, tally.survival),
        type_table=_grid("kind", types, asr, tally.survival_by_type),
        channels=_channels(tally, build.channels, asr),
        audible=_audible(tally),
        flagged=_flagged(tally),
        failures=_failures(tally),
        command=command(build),
        provenance=_provenance(build, versions),
        release=release,
    )


def front_matter(configs: Sequence[Config]) -> str:
    """The card's YAML.

    Each config's description holds a hash of its bytes: `datasets` keys its cache by it, and
    would go on serving the rows of an earlier build without it.
    """
    most = max(config.rows for config in configs)
    text: str = yaml.safe_dump(
        {
            "pretty_name": "BFCL-Audio",
            "license": "apache-2.0",
            "language": ["en"],
            "task_categories": ["automatic-speech-recognition", "text-generation"],
            "tags": ["function-calling", "tool-use", "voice-agents", "speech", "bfcl"],
            "size_categories": [next(name for limit, name in SIZES if most < limit)],
            "configs": [
                {
                    "config_name": config.name,
                    "description": f"A row is {config.row}. Content {config.content}",
                    "data_files": [{"split": "test", "path": config.path}],
                }
                | ({"default": True} if config.name == "audio" else {})
                for config in configs
            ],
        },
        sort_keys=False,
        allow_unicode=True,
        width=100,
    )
    return text.strip()


def command(build: BuildConfig) -> str:
    """The command line that makes the same bytes."""
    words = ["bfcl-audio build OUT"]
    if build.categories:
        words.append(f"--categories {','.join(build.categories)}")
    if build.ids:
        words.append("--ids FILE")
    if build.limit is not None:
        words.append(f"--limit {build.limit}")
    words.append(f"--seed {build.seed} --rewriter {build.rewriter}")
    if build.style != DEFAULT.name:
        words.append(f"--style {build.style}")
    words.append(f"--tts {','.join(build.tts)} --asr {','.join(build.asr)}")
    if build.channels != (CLEAN,):
        words.append(f"--channel {','.join(build.channels)}")
    if build.cross:
        words.append("--cross")
    return " ".join(words)


def _silence(tally: Tally) -> str:
    if not tally.why_not:
        return "Every utterance could be spoken."
    reasons = _rows((reason, count) for reason, count in sorted(tally.why_not.items()))
    return (
        f"{tally.why_not.total()} of {tally.utterances.total()} utterances have no clip. They stay "
        "in `text` and `paraphrases` (`speakable` is false, `why_not` says why); their "
        f"{tally.silent_entries.total()} entries are left out of the other configs.\n\n"
        f"| why | utterances |\n|---|---|\n{reasons}"
    )


def _engine_row(tally: Tally, engine: System) -> tuple[object, ...]:
    voices = {
        voice: mean for (spec, voice), mean in tally.durations_s.items() if spec == engine.spec
    }
    minutes = sum(mean.total for mean in voices.values()) / 60
    clips = sum(mean.n for mean in voices.values())
    names = ", ".join(sorted(voices))
    licence, price = engine.licence, engine.price
    return engine.spec, engine.version, licence, price, names, clips, f"{minutes:.1f}"


def _channels(tally: Tally, channels: Sequence[str], asr: Sequence[str]) -> str:
    """How much each channel costs each recogniser; nothing where all is clean."""
    if channels == (CLEAN,):
        return ""
    return (
        "### Through which channels\n\nThe same clips, sent through each channel: a config with a "
        "channel's name at its end pairs up with the one without. Babble and second speakers are "
        "other clips of this set; levels are RMS over the whole clip.\n\nWord error rate in "
        f"percent:\n\n{_grid('channel', channels, asr, tally.channel_wer)}\n\n"
        "Ground-truth values that survived, in percent:\n\n"
        f"{_grid('channel', channels, asr, tally.channel_survival)}\n"
    )


def _size(tally: Tally) -> str:
    clips = sum(mean.n for mean in tally.durations_s.values())
    hours = sum(mean.total for mean in tally.durations_s.values()) / 3600
    return (
        f"{clips:,} clips before any channel, {hours:.2f} hours, {tally.clip_bytes / 1e6:,.1f} MB."
    )


def _wording(tally: Tally, build: BuildConfig) -> str:
    said = tally.rewriters.total()
    if build.rewriter == RULES:
        return f"All {said:,} wordings come from the rules, in the style `{build.style}`."
    return (
        f"{tally.rewriters[build.rewriter]:,} of {said:,} wordings are {build.rewriter}'s, in the "
        f"style `{build.style}`, each proved to keep every fact. {tally.fell_back:,} are the "
        "rules', as no proof accepted the model's (`fell_back` in `style` says why). "
        f"{tally.whitelists_by_rules:,} of the model's wordings have the rules' list of what may "
        "be clarified (`whitelist_why`)."
    )


def _audible(tally: Tally) -> str:
    audible = tally.audible
    if not audible.n:
        return ""
    types = _rows(
        (kind, _percent(mean), round(mean.n - mean.total))
        for kind, mean in sorted(tally.audible_by_type.items())
    )
    return (
        f"In {100 * audible.total / audible.n:.1f} % of {audible.n:,} utterances every listed "
        "value was heard by at least one recogniser (`audible`, of the utterance and of each "
        "value); a value that none heard is one that an agent should ask about:\n\n"
        f"| kind | audible, percent | should ask |\n|---|---|---|\n{types}"
    )


def _flagged(tally: Tally) -> str:
    return (
        f"A clip of which no recogniser got more than a quarter of the words is spoken once more, "
        f"by another voice: {tally.flagged['remade']:,} clips are flagged `remade`, and "
        f"{tally.flagged['unheard']:,} `unheard`, as the second voice fared no better."
    )


def _failures(tally: Tally) -> str:
    lines = [
        f"- {count} transcripts of {asr} are flagged `empty`."
        for asr, count in sorted(tally.empty.items())
    ]
    lines += [
        f"- {count} entries were not run because {label(*system)} failed; running the command "
        "again completes them."
        for system, count in sorted(tally.not_run.items())
    ]
    return "\n".join(lines)


def _provenance(build: BuildConfig, versions: Mapping[str, str]) -> str:
    lines = [f"- {name} {version}" for name, version in versions.items()]
    if build.ids:
        lines.append(f"- FILE lists {len(build.ids)} ids: those of `text`")
    return "\n".join(lines)


def _grid(
    head: str,
    names: Sequence[str],
    columns: Sequence[str],
    means: Mapping[tuple[str, str], Mean],
) -> str:
    """A Markdown table of means in percent, with n in brackets."""
    top = f"| {head} | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}"
    rows = _rows([name, *(_percent(means.get((name, c))) for c in columns)] for name in names)
    return f"{top}\n{rows}"


def _percent(mean: Mean | None) -> str:
    return f"{100 * mean.total / mean.n:.1f} ({mean.n})" if mean and mean.n else "–"


def _rows(rows: Iterable[Iterable[object]]) -> str:
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)
