"""Replies said aloud and heard, arm by arm; several transcripts in one prompt."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from puppets import Puppet

from bfcl_audio.cli import main
from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents.base import Reply, Request
from bfcl_audio.harness.arms import Arm, load
from bfcl_audio.harness.runner import RunOptions, run
from bfcl_audio.harness.simulated_user import SpeechFailed
from bfcl_audio.harness.tables import Dataset, open_dataset
from bfcl_audio.judge import get_judge

ENTRY = "multi_turn_miss_func_0"
QUESTION = "Could you spell the name of the directory, is it tamp or temp?"


class Mumble:
    """A voice whose clips are its words, and recognisers that hear "tamp" for "temp"."""

    def speak(self, text: str, *, engine: str, voice: str, channel: str) -> bytes:
        return f"{engine}:{voice}:{text}".encode()

    def hear(self, clip: bytes, recognizer: str) -> str:
        return f"{recognizer} {clip.decode().replace('temp', 'tamp')}"


class Mute(Mumble):
    """A voice that fails."""

    def speak(self, text: str, *, engine: str, voice: str, channel: str) -> bytes:
        raise SpeechFailed("espeak: no such voice")


class Hearing(Puppet):
    """An agent that asks once and keeps what it hears."""

    hears = True

    def __init__(self) -> None:
        super().__init__(QUESTION)
        self.heard: list[bytes] = []

    def reply(self, request: Request) -> Reply:
        clip = request.conversation.clip
        last = request.messages[-1]
        if clip and last.clip and last.reply:
            self.heard.append(clip(last.clip))
        return super().reply(request)


def _several(folder: Path) -> Dataset:
    """The dataset, its one recogniser under two names."""
    dataset = open_dataset(str(folder))
    configs = {**dataset.configs, "transcripts_nose": dataset.configs["transcripts_ears"]}
    return replace(dataset, configs=configs)


def _arm(folder: Path, name: str) -> Arm:
    return load(_several(folder), [name])[0]


def _replies(folder: Path, out: Path, arm: str, agent: Puppet | None = None) -> list[object]:
    options = RunOptions(judge=get_judge("rules"), voice=Mumble(), ids=(ENTRY,))
    run([_arm(folder, arm)], agent or Puppet(QUESTION), out, options)
    (record,) = map(json.loads, out.read_text().splitlines())
    return [m for m in record["messages"] if "reply" in m]


SPOKEN = "It's temp, T E M P."
CLIP = {"text": "It's temp.", "spoken": SPOKEN, "engine": "espeak", "voice": "en",
        "channel": "clean"}  # fmt: skip
HEARD = "ears espeak:en:It's tamp, T E M P."
REPLIES = [
    ("spoken", {"content": SPOKEN, "reply": {"text": "It's temp.", "spoken": SPOKEN}}),
    ("transcript:ears", {"content": HEARD, "reply": {**CLIP, "transcript": HEARD}}),
    ("audio", {"content": SPOKEN, "clip": f"{ENTRY}/0/reply_0", "reply": CLIP}),
]


@pytest.mark.parametrize(("arm", "message"), REPLIES)
def test_a_reply_is_what_the_arm_makes_of_speech(
    dataset_folder: Path, tmp_path: Path, arm: str, message: dict[str, object]
) -> None:
    """As said, as heard by the arm's recogniser, or as a clip; the trajectory has all of it."""
    found = _replies(dataset_folder, tmp_path / "run.jsonl", arm, Hearing())
    assert found == [{"role": "user", **message}]


def test_an_agent_that_hears_gets_the_clip_of_a_reply(dataset_folder: Path, tmp_path: Path) -> None:
    """The clip of a reply is found where those of the dataset are."""
    agent = Hearing()
    _replies(dataset_folder, tmp_path / "run.jsonl", "audio", agent)
    assert agent.heard == [f"espeak:en:{SPOKEN}".encode()]


def test_several_recognisers_hear_a_reply(dataset_folder: Path, tmp_path: Path) -> None:
    """In a fused arm each recogniser's line stands in the reply, as in the request."""
    (message,) = _replies(dataset_folder, tmp_path / "run.jsonl", "transcripts:ears+nose")
    assert isinstance(message, dict)
    assert message["content"].splitlines() == [
        f"ears heard: {HEARD}",
        f"nose heard: {HEARD.replace('ears', 'nose')}",
    ]


def test_a_voice_that_fails_is_not_run(dataset_folder: Path, tmp_path: Path) -> None:
    """A failing engine is no fault of the agent's: the entry is not run, and says why."""
    options = RunOptions(judge=get_judge("rules"), voice=Mute(), ids=(ENTRY,))
    arm = _arm(dataset_folder, "transcript:ears")
    summary = run([arm], Puppet(QUESTION), tmp_path / "run.jsonl", options)
    assert summary.reasons == {"spoken reply: espeak: no such voice": 1}


def test_written_and_spoken_replies_are_not_mixed(dataset_folder: Path, tmp_path: Path) -> None:
    """A file of one kind refuses the other."""
    out, arm = tmp_path / "run.jsonl", _arm(dataset_folder, "spoken")
    options = RunOptions(judge=get_judge("rules"), ids=(ENTRY,))
    run([arm], Puppet(), out, options)
    with pytest.raises(InputError, match="replies of another kind"):
        run([arm], Puppet(), out, replace(options, voice=Mumble()))


def test_a_fused_arm_shows_every_transcript(dataset_folder: Path) -> None:
    """One line a recogniser; the trajectory keeps each apart, and what any of them heard."""
    conversation = _arm(dataset_folder, "transcripts:ears+nose").conversations["simple_python_0"]
    one = _arm(dataset_folder, "transcript:ears").conversations["simple_python_0"]
    text = one.turns[0].read
    assert (conversation.turns[0].read, conversation.utterances[0].transcripts) == (
        f"ears heard: {text}\nnose heard: {text}",
        {"ears": text, "nose": text},
    )


def test_a_fused_arm_says_so_in_its_preamble(dataset_folder: Path, tmp_path: Path) -> None:
    """The system message says why one message has several lines, and is hashed with that."""
    agent, out = Puppet(), tmp_path / "run.jsonl"
    arms = load(_several(dataset_folder), ["transcript:ears", "transcripts:ears+nose"])
    run(arms, agent, out, RunOptions(judge=None, ids=("simple_python_0",)))
    shown = ["several recognisers" in one.messages[0].content for one in agent.requests]
    hashes = {json.loads(line)["hashes"]["preamble"] for line in out.read_text().splitlines()}
    assert (shown, len(hashes)) == ([False, True], 2)


@pytest.mark.parametrize("arm", ["transcripts:ears", "transcripts:ears+ears", "transcripts:ears+"])
def test_a_fused_arm_needs_several_recognisers(
    dataset_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arm: str
) -> None:
    """One line and status 2."""
    out = str(tmp_path / "run.jsonl")
    status = main(
        ["run", str(dataset_folder), "--agent", "scripted/oracle", "--arm", arm, "--out", out]
    )
    assert (status, "needs several recognisers" in capsys.readouterr().err) == (2, True)
