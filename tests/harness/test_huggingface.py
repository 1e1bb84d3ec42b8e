"""Models of transformers as agents: the real code path on tiny models made on the spot."""

import io
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from bfcl_audio.cli import main
from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents import Agent, AgentOptions, agent
from bfcl_audio.harness.agents.base import AgentError, AgentRefused, Reply, Request
from bfcl_audio.harness.arms import Arm, load
from bfcl_audio.harness.conversation import ChatMessage, Conversation, ToolCall
from bfcl_audio.harness.runner import RunOptions, run
from bfcl_audio.harness.tables import open_dataset
from bfcl_audio.harness.tools import Tool
from bfcl_audio.results import read_results
from bfcl_audio.scoring import score

pytestmark = pytest.mark.slow  # importing torch and transformers takes seconds

CITY = {"city": {"type": "string"}}
TOOL = Tool("get_weather", "Weather.", {"type": "object", "properties": CITY, "required": []})
OSLO = '{"city": "Oslo"}'
TRIANGLE = '{"base": 10, "height": 5, "unit": "units"}'
Model = Callable[..., Path]


def clip(name: str, rate_hz: int = 16_000) -> bytes:
    """`pitch:seconds` of a tone, as a FLAC file."""
    pitch, seconds = map(float, name.split(":"))
    times = np.arange(int(seconds * rate_hz)) / rate_hz
    out = io.BytesIO()
    soundfile.write(out, 0.3 * np.sin(2 * np.pi * 300 * pitch * times), rate_hz, format="FLAC")
    return out.getvalue()


READING = Conversation("simple_python_0", "simple_python", "text", (), "[]", "")
HEARING = replace(READING, arm="audio", clip=clip)
NARROW = replace(HEARING, clip=lambda name: clip(name, 8_000))


def _ask(
    tested: Agent, *messages: ChatMessage, conversation: Conversation = READING, repeat: int = 0
) -> Reply:
    said = messages or (ChatMessage("user", "Hi"),)
    return tested.reply(Request(said, (TOOL,), conversation, 0, 0, repeat=repeat))


def _hear(tested: Agent, name: str, conversation: Conversation = HEARING) -> Reply:
    return _ask(tested, ChatMessage("user", "secret", clip=name), conversation=conversation)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """Checkpoints by name: those that write a call, and those of random weights."""
    import tiny_models as tiny
    from transformers.utils import logging

    logging.disable_progress_bar()
    folder = tmp_path_factory.mktemp("models")
    call = ["<tool_call>", '{"name": "get_weather", "arguments": ' + OSLO + "}", "</tool_call>"]
    triangle = ["[", "calculate_triangle_area", '(base=10, height=5, unit="units")', "]"]
    native = '{"name": "calculate_triangle_area", "arguments": ' + TRIANGLE + "}"
    yield {
        "writes": tiny.save_text_model(folder / "writes", call),
        "triangle": tiny.save_text_model(folder / "t", [call[0], native, call[2]]),
        "random": tiny.save_text_model(folder / "random"),
        "bare": tiny.save_text_model(folder / "bare", template=None),
        "deaf": tiny.save_text_model(folder / "deaf", triangle, tiny.DEAF_TEMPLATE),
        "odd": tiny.save_text_model(
            folder / "odd", ["@", "get_weather", OSLO, "#"], response_template=tiny.ODD_RESPONSE
        ),
        "audio": tiny.save_qwen2_audio(folder / "audio", triangle),
        "random audio": tiny.save_qwen2_audio(folder / "random-audio", ()),
    }
    logging.enable_progress_bar()


@pytest.fixture(scope="module")
def made(models: dict[str, Path]) -> Callable[..., Agent]:
    """The agent of a checkpoint by name; loaded once for each way it is asked for."""
    kept: dict[str, Agent] = {}

    def make(name: str, switches: str = "", **options: object) -> Agent:
        key = f"{name} {switches} {options}"
        if key not in kept:
            spec = f"hf/{models[name]}?device=cpu&{switches}"
            kept[key] = agent(spec, AgentOptions(**options))  # type: ignore[arg-type]
        return kept[key]

    return make


def test_a_template_with_tools_gives_tool_calls(made: Callable[..., Agent]) -> None:
    """What the model writes comes back as calls, with tokens counted, the end among them."""
    reply = _ask(made("writes"))
    assert (
        reply.text, reply.tool_calls, reply.form, reply.usage["completion_tokens"], reply.cost_usd,
        reply.usage["prompt_tokens"] > 100, reply.latency_s > 0,
    ) == ("", (ToolCall("000001000", "get_weather", OSLO),), "fc", 4, 0.0, True, True)  # fmt: skip


def test_a_template_without_tools_is_prompted(made: Callable[..., Agent]) -> None:
    """The functions stand in a system message, and the model's text is judged as text."""
    tested = made("deaf")
    reply = _ask(tested)
    assert (reply.text, reply.tool_calls, reply.form, tested.versions["form"]) == (
        '[calculate_triangle_area(base=10, height=5, unit="units")]', (), "text", "text",
    )  # fmt: skip


def test_a_tokenizers_own_response_template_is_used(made: Callable[..., Agent]) -> None:
    """A form that only the tokenizer knows is read by transformers itself."""
    assert _ask(made("odd")).tool_calls == (ToolCall("000001000", "get_weather", OSLO),)


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
    lengths = [_hear(tested, name).usage["prompt_tokens"] for name in ("1:1", "2:1", "1:3")]
    narrow = _hear(tested, "1:3", NARROW).usage["prompt_tokens"]
    assert (tested.hears, lengths[1] - lengths[0], lengths[2] - lengths[0], narrow) == (
        True, 0, 50, lengths[2],
    )  # fmt: skip


def test_sound_matters(made: Callable[..., Agent]) -> None:
    """A model of random weights says something else to another sound."""
    tested = made("random audio", max_tokens=12)
    assert len({_hear(tested, name).text for name in ("1:25", "5:25", "1:25")}) == 2


def test_a_model_without_ears_does_not_hear(made: Callable[..., Agent]) -> None:
    """A run refuses it the audio arm."""
    assert not made("writes").hears


def _together(tested: Agent, messages: list[ChatMessage]) -> list[str]:
    with ThreadPoolExecutor(len(messages)) as pool:
        asked = [pool.submit(_ask, tested, one, conversation=HEARING) for one in messages]
        return [one.result().text for one in asked]


@pytest.mark.parametrize(
    ("name", "messages"),
    [
        ("random", [ChatMessage("user", "x" * length) for length in (1, 90, 30, 7)]),
        ("random audio", [ChatMessage("user", "", clip=name) for name in ("1:1", "2:4", "3:2")]),
    ],
)
def test_a_batch_says_what_each_says_alone(
    made: Callable[..., Agent], name: str, messages: list[ChatMessage]
) -> None:
    """Padding on the left changes nothing, though lengths differ."""
    alone = [_ask(made(name, max_tokens=12), one, conversation=HEARING).text for one in messages]
    together = _together(made(name, f"batch={len(messages)}", max_tokens=12), messages)
    assert (together, len(set(alone))) == (alone, len(messages))


def test_the_longest_reply_is_heeded(made: Callable[..., Agent]) -> None:
    """A model that would never end is cut."""
    assert _ask(made("random", max_tokens=5)).usage["completion_tokens"] == 5


def test_greedy_is_the_default(made: Callable[..., Agent]) -> None:
    """Without a temperature, and with 0, a model says the same every time."""
    said = [
        _ask(made("random", max_tokens=8, **more)).text
        for more in ({}, {"temperature": 0.0}, {"temperature": 0.0, "seed": 4})
    ]
    assert len(set(said)) == 1


def test_a_seed_fixes_a_sample(made: Callable[..., Agent]) -> None:
    """Alone or in a batch, now or again; another seed or repeat is another sample."""
    message = ChatMessage("user", "Hi")
    settings = {"max_tokens": 12, "temperature": 2.0}
    tested = made("random", seed=1, **settings)
    first = _ask(tested, message, conversation=HEARING).text
    again = _ask(tested, message, conversation=HEARING).text
    batch = made("random", "batch=3", seed=1, **settings)
    shared = _together(batch, [message, ChatMessage("user", "Hello!"), message])
    other = _ask(made("random", seed=9, **settings), message).text
    repeated = _ask(tested, message, repeat=1).text
    assert (again, shared[0], shared[2], len({first, other, repeated})) == (first, first, first, 3)


def test_a_temperature_without_a_seed_varies(made: Callable[..., Agent]) -> None:
    """Nothing fixes it."""
    tested = made("random", max_tokens=12, temperature=2.0)
    assert len({_ask(tested).text for _ in range(3)}) > 1


def test_sampling_follows_the_distribution() -> None:
    """At temperature 2, a logit of ln 9 above another is three times as likely."""
    import torch

    from bfcl_audio.harness.agents.huggingface_sampling import SeededNoise

    logits = torch.tensor([[np.log(9.0), 0.0]]).repeat(4_000, 1)
    noise = SeededNoise(2.0, range(4_000))
    share = (noise(torch.empty(0), logits).argmax(dim=1) == 0).float().mean().item()
    assert share == pytest.approx(0.75, abs=0.03)


def test_a_conversation_goes_on_after_calls_good_and_broken(made: Callable[..., Agent]) -> None:
    """Calls and results have a place in the prompt; a broken call is told as text."""
    tested = made("writes")
    said = ChatMessage("user", "Hi")
    good = ChatMessage("assistant", "", (ToolCall("000001000", "get_weather", OSLO),))
    result = ChatMessage("tool", "sunny", tool_call_id="000001000")
    broken = ChatMessage("assistant", "", (ToolCall("000001000", "get_weather", '{"city'),))
    lengths = [
        _ask(tested, *messages).usage["prompt_tokens"]
        for messages in ((said,), (said, good, result), (said, broken, said))
    ]
    assert (min(lengths), len(set(lengths))) == (lengths[0], 3)


def test_too_long_a_prompt_is_not_run(made: Callable[..., Agent]) -> None:
    """It fails alone, and says how long it is."""
    long = ChatMessage("user", "x" * 9_000)
    with pytest.raises(AgentError, match=r"a prompt of 9\d{3} tokens; the model takes 8192"):
        _ask(made("random"), long)


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


def test_no_time_is_no_answer(made: Callable[..., Agent]) -> None:
    """What was cut by the clock is not scored."""
    with pytest.raises(AgentError, match="no answer in time"):
        _ask(made("random", timeout_s=0.05, max_tokens=4_000))


def test_no_memory_is_no_answer(
    made: Callable[..., Agent], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves the entry not run, and says what to change."""
    import torch
    from transformers import Qwen2ForCausalLM

    def generate(*args: object, **more: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB")

    monkeypatch.setattr(Qwen2ForCausalLM, "generate", generate)
    with pytest.raises(AgentError, match="out of memory; choose a smaller batch"):
        _ask(made("writes"))


def test_what_else_fails_is_told(
    made: Callable[..., Agent], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever generation raises leaves the entry not run, in one line."""
    from transformers import Qwen2ForCausalLM

    def generate(*args: object, **more: object) -> None:
        raise RuntimeError("device-side assert\nmany more lines")

    monkeypatch.setattr(Qwen2ForCausalLM, "generate", generate)
    with pytest.raises(AgentError) as caught:
        _ask(made("writes"))
    assert str(caught.value) == "generation failed: RuntimeError: device-side assert"


def test_damaged_weights_stop_the_run(models: dict[str, Path], tmp_path: Path) -> None:
    """No entry can be answered without them."""
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    for file in models["writes"].iterdir():
        (damaged / file.name).write_bytes(file.read_bytes())
    (damaged / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(AgentRefused, match="the weights cannot be loaded"):
        _ask(agent(f"hf/{damaged}?device=cpu"))


def test_versions_tell_what_shapes_replies(made: Callable[..., Agent]) -> None:
    """Libraries, precision, form and settings."""
    tested = made("random", "batch=3&dtype=bfloat16", seed=1, temperature=2.0, max_tokens=12)
    shown = {name: tested.versions[name] for name in ("dtype", "batch", "seed", "form", "device")}
    assert (_ask(tested).usage["completion_tokens"], shown, tested.name.split("?")[1]) == (
        12,
        {"dtype": "bfloat16", "batch": "3", "seed": "1", "form": "fc", "device": "cpu"},
        "dtype=bfloat16",
    )


def test_template_options_reach_the_template(models: dict[str, Path]) -> None:
    """What a body of vLLM's would carry shapes the prompt here too."""
    plain, asked = (
        _ask(agent(f"hf/{models['writes']}?device=cpu", AgentOptions(extra_body=body)))
        for body in ({}, {"chat_template_kwargs": {"shout": True}})
    )
    assert asked.usage["prompt_tokens"] - plain.usage["prompt_tokens"] == len("LOUD")


BAD = [
    ("hf/{random}?batch=0", "batch is 1 or more"),
    ("hf/{random}?device=gpu", "device is cpu, cuda, cuda:N, mps or xpu"),
    ("hf/{random}?dtype=int4", "dtype is auto, bfloat16, float16, float32"),
    ("hf/{random}?btach=2", "hf/… has no switch 'btach'; did you mean 'batch'?"),
    ("hf/", "no folder '', and no id of the Hub"),
    ("hf//nowhere/at/all", "no folder '/nowhere/at/all', and no id of the Hub"),
    ("hf/{empty}", "cannot be used"),
    ("hf/{bare}", "chat template"),
    ("hf/{asr}", "a model of type 'wav2vec2' does not write text"),
]


@pytest.mark.parametrize(("spec", "says"), BAD)
def test_a_spec_that_cannot_be_used_is_one_line(
    models: dict[str, Path], tmp_path: Path, spec: str, says: str
) -> None:
    """What, got and fix, before anything is run."""
    import transformers

    (tmp_path / "empty").mkdir()
    transformers.Wav2Vec2Config(architectures=["Wav2Vec2ForCTC"]).save_pretrained(tmp_path / "asr")
    folders = {**models, "empty": tmp_path / "empty", "asr": tmp_path / "asr"}
    with pytest.raises(InputError) as caught:
        agent(spec.format(**folders))
    assert (says in str(caught.value), "\n" in str(caught.value)) == (True, False)


@pytest.mark.parametrize("package", ["transformers", "torch"])
def test_a_missing_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    """What to install, as pip takes it."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InputError, match=rf"needs {package}, .* pip install 'bfcl-audio\[hf\]'"):
        agent(f"hf/{tmp_path}")
