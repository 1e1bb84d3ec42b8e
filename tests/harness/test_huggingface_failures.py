"""What goes wrong with local models is told in one line, and is never an answer."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from local_questions import ask

from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents import Agent, agent
from bfcl_audio.harness.agents.base import AgentError, AgentRefused
from bfcl_audio.harness.conversation import ChatMessage

pytestmark = pytest.mark.slow  # importing torch and transformers takes seconds


def test_too_long_a_prompt_is_not_run(made: Callable[..., Agent]) -> None:
    """It fails alone, and says how long it is."""
    long = ChatMessage("user", "x" * 9_000)
    with pytest.raises(AgentError, match=r"a prompt of 9\d{3} tokens; the model takes 8192"):
        ask(made("random"), long)


def test_no_time_is_no_answer(made: Callable[..., Agent]) -> None:
    """What was cut by the clock is not scored."""
    with pytest.raises(AgentError, match="no answer in time"):
        ask(made("random", timeout_s=0.05, max_tokens=4_000))


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
        ask(made("writes"))


def test_what_else_fails_is_told(
    made: Callable[..., Agent], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever generation raises leaves the entry not run, in one line."""
    from transformers import Qwen2ForCausalLM

    def generate(*args: object, **more: object) -> None:
        raise RuntimeError("device-side assert\nmany more lines")

    monkeypatch.setattr(Qwen2ForCausalLM, "generate", generate)
    with pytest.raises(AgentError) as caught:
        ask(made("writes"))
    assert str(caught.value) == "generation failed: RuntimeError: device-side assert"


def test_damaged_weights_stop_the_run(models: dict[str, Path], tmp_path: Path) -> None:
    """No entry can be answered without them."""
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    for file in models["writes"].iterdir():
        (damaged / file.name).write_bytes(file.read_bytes())
    (damaged / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(AgentRefused, match="the weights cannot be loaded"):
        ask(agent(f"hf/{damaged}?device=cpu"))


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
