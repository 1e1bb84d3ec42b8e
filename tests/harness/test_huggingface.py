"""Models of transformers as agents: the real code path on tiny models made on the spot."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import soundfile
from local_questions import NARROW, OSLO, ask, clip, hear

from bfcl_audio.cli import main
from bfcl_audio.harness.agents import Agent
from bfcl_audio.harness.arms import Arm, load
from bfcl_audio.harness.conversation import ChatMessage, ToolCall
from bfcl_audio.harness.runner import RunOptions, run
from bfcl_audio.harness.tables import open_dataset
from bfcl_audio.results import read_results
from bfcl_audio.scoring import score

pytestmark = pytest.mark.slow  # importing torch and transformers takes seconds


def test_a_template_with_tools_gives_tool_calls(made: Callable[..., Agent]) -> None:
    """What the model writes comes back as calls, with tokens counted, the end among them."""
    reply = ask(made("writes"))
    assert (
        reply.text, reply.tool_calls, reply.form, reply.usage["completion_tokens"], reply.cost_usd,
        reply.usage["prompt_tokens"] > 100, reply.latency_s > 0,
    ) == ("", (ToolCall("000001000", "get_weather", OSLO),), "fc", 4, 0.0, True, True)  # fmt: skip


def test_a_template_without_tools_is_prompted(made: Callable[..., Agent]) -> None:
    """The functions stand in a system message, and the model's text is judged as text."""
    tested = made("deaf")
    reply = ask(tested)
    assert (reply.text, reply.tool_calls, reply.form, tested.versions["form"]) == (
        '[calculate_triangle_area(base=10, height=5, unit="units")]', (), "text", "text",
    )  # fmt: skip


def test_a_tokenizers_own_response_template_is_used(made: Callable[..., Agent]) -> None:
    """A form that only the tokenizer knows is read by transformers itself."""
    assert ask(made("odd")).tool_calls == (ToolCall("000001000", "get_weather", OSLO),)


@pytest.mark.parametrize(
    ("name", "arm"), [("triangle", "text"), ("triangle", "spoken"), ("deaf", "text")]
)
def test_a_run_from_the_command_line_ends_in_a_right_verdict(
    models: dict[str, Path], dataset_folder: Path, tmp_path: Path, name: str, arm: str
) -> None:
    """From `bfcl-audio run` to the score, in both forms."""
    out, ids = tmp_path / "run.jsonl", tmp_path / "ids"
    ids.write_text("simple_python_0")
    status = main(
        ["run", str(dataset_folder), "--agent", f"hf/{models[name]}?device=cpu&batch=4", "--arm",
         arm, "--ids", str(ids), "--out", str(out)]
    )  # fmt: skip
    results = read_results(out)
    found = score(results.answers, results.references)
    assert (status, found["n"], found["accuracy"]) == (0, 1.0, 1.0)


def test_a_model_that_hears_runs_the_audio_arm(
    made: Callable[..., Agent], dataset_folder: Path, tmp_path: Path
) -> None:
    """A clip goes in, the call is right, and what was said in the clip is not read."""
    (arm,) = load(open_dataset(str(dataset_folder)), ["audio"])
    conversation = replace(arm.conversations["simple_python_0"], clip=lambda name: clip("1:2"))
    heard = Arm("audio", {"simple_python_0": conversation})
    out = tmp_path / "run.jsonl"
    run([heard], made("audio"), out, RunOptions(judge=None))
    results = read_results(out)
    assert score(results.answers, results.references)["accuracy"] == 1.0


def test_sound_takes_its_place_in_the_prompt(made: Callable[..., Agent]) -> None:
    """25 tokens a second, whatever the rate of the file; what was said takes none."""
    tested = made("audio")
    lengths = [hear(tested, name).usage["prompt_tokens"] for name in ("1:1", "2:1", "1:3")]
    narrow = hear(tested, "1:3", NARROW).usage["prompt_tokens"]
    assert (tested.hears, lengths[1] - lengths[0], lengths[2] - lengths[0], narrow) == (
        True, 0, 50, lengths[2],
    )  # fmt: skip


def test_sound_matters(made: Callable[..., Agent]) -> None:
    """A model of random weights says something else to another sound."""
    tested = made("random audio", max_tokens=12)
    assert len({hear(tested, name).text for name in ("1:25", "5:25", "1:25")}) == 2


def test_a_model_without_ears_does_not_hear(made: Callable[..., Agent]) -> None:
    """A run refuses it the audio arm."""
    assert not made("writes").hears


def test_a_conversation_goes_on_after_calls_good_and_broken(made: Callable[..., Agent]) -> None:
    """Calls and results have a place in the prompt; a broken call is told as text."""
    tested = made("writes")
    said = ChatMessage("user", "Hi")
    good = ChatMessage("assistant", "", (ToolCall("000001000", "get_weather", OSLO),))
    result = ChatMessage("tool", "sunny", tool_call_id="000001000")
    broken = ChatMessage("assistant", "", (ToolCall("000001000", "get_weather", '{"city'),))
    lengths = [
        ask(tested, *messages).usage["prompt_tokens"]
        for messages in ((said,), (said, good, result), (said, broken, said))
    ]
    assert (min(lengths), len(set(lengths))) == (lengths[0], 3)


def test_the_thinker_of_an_omni_model_hears_and_writes(tmp_path: Path) -> None:
    """Only that part of the checkpoint is loaded; its two clips have different lengths."""
    import tiny_models as tiny
    import transformers

    from bfcl_audio.harness.agents.huggingface_model import Model, Settings

    found = tiny.save_qwen_omni(tmp_path, ["f", "(", "x", ")"])
    settings = Settings(
        name="hf/omni", path=str(tmp_path), revision=None, device="cpu", dtype="auto",
        temperature=None, max_tokens=12, timeout_s=60.0,
    )  # fmt: skip
    tones = [soundfile.read(io.BytesIO(clip(name)))[0] for name in ("1:1", "1:3")]
    extractor = transformers.WhisperFeatureExtractor(feature_size=16)
    sound = extractor(
        tones, sampling_rate=16_000, padding="max_length", return_attention_mask=True,
        return_tensors="pt",
    )  # fmt: skip
    places = ["<|AUDIO|>" * (25 * seconds) for seconds in (1, 3)]
    prompts = [f"<|audio_bos|>{place}<|audio_eos|>\n" for place in places]
    inputs = {
        **found(prompts, padding=True, padding_side="left", return_tensors="pt"),
        "input_features": sound["input_features"],
        "feature_attention_mask": sound["attention_mask"],
    }
    model = Model(transformers.AutoConfig.from_pretrained(tmp_path), settings)
    rows = model.generate(inputs, found, [0, 0])
    assert [(found.decode(row.ids), row.prompt_tokens) for row in rows] == [
        ("f(x)", 28),
        ("f(x)", 78),
    ]
