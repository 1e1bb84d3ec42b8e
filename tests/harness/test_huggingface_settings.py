"""Local models heed batch, seed, temperature, length and precision."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from local_questions import HEARING, ask

from bfcl_audio.harness.agents import Agent, AgentOptions, agent
from bfcl_audio.harness.conversation import ChatMessage

pytestmark = pytest.mark.slow  # importing torch and transformers takes seconds


def _together(tested: Agent, messages: list[ChatMessage]) -> list[str]:
    with ThreadPoolExecutor(len(messages)) as pool:
        asked = [pool.submit(ask, tested, one, conversation=HEARING) for one in messages]
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
    alone = [ask(made(name, max_tokens=12), one, conversation=HEARING).text for one in messages]
    together = _together(made(name, f"batch={len(messages)}", max_tokens=12), messages)
    assert (together, len(set(alone))) == (alone, len(messages))


def test_the_longest_reply_is_heeded(made: Callable[..., Agent]) -> None:
    """A model that would never end is cut."""
    assert ask(made("random", max_tokens=5)).usage["completion_tokens"] == 5


def test_greedy_is_the_default(made: Callable[..., Agent]) -> None:
    """Without a temperature, and with 0, a model says the same every time."""
    said = [
        ask(made("random", max_tokens=8, **more)).text
        for more in ({}, {"temperature": 0.0}, {"temperature": 0.0, "seed": 4})
    ]
    assert len(set(said)) == 1


def test_a_seed_fixes_a_sample(made: Callable[..., Agent]) -> None:
    """Alone or in a batch, now or again; another seed or repeat is another sample."""
    message = ChatMessage("user", "Hi")
    settings = {"max_tokens": 12, "temperature": 2.0}
    tested = made("random", seed=1, **settings)
    first = ask(tested, message, conversation=HEARING).text
    again = ask(tested, message, conversation=HEARING).text
    batch = made("random", "batch=3", seed=1, **settings)
    shared = _together(batch, [message, ChatMessage("user", "Hello!"), message])
    other = ask(made("random", seed=9, **settings), message).text
    repeated = ask(tested, message, repeat=1).text
    assert (again, shared[0], shared[2], len({first, other, repeated})) == (first, first, first, 3)


def test_a_temperature_without_a_seed_varies(made: Callable[..., Agent]) -> None:
    """Nothing fixes it."""
    tested = made("random", max_tokens=12, temperature=2.0)
    assert len({ask(tested).text for _ in range(3)}) > 1


def test_sampling_follows_the_distribution() -> None:
    """At temperature 2, a logit of ln 9 above another is three times as likely."""
    import torch

    from bfcl_audio.harness.agents.huggingface_sampling import SeededNoise

    logits = torch.tensor([[np.log(9.0), 0.0]]).repeat(4_000, 1)
    noise = SeededNoise(2.0, range(4_000))
    share = (noise(torch.empty(0), logits).argmax(dim=1) == 0).float().mean().item()
    assert share == pytest.approx(0.75, abs=0.03)


def test_versions_tell_what_shapes_replies(made: Callable[..., Agent]) -> None:
    """Libraries, precision, form and settings."""
    tested = made("random", "batch=3&dtype=bfloat16", seed=1, temperature=2.0, max_tokens=12)
    shown = {name: tested.versions[name] for name in ("dtype", "batch", "seed", "form", "device")}
    assert (ask(tested).usage["completion_tokens"], shown, tested.name.split("?")[1]) == (
        12,
        {"dtype": "bfloat16", "batch": "3", "seed": "1", "form": "fc", "device": "cpu"},
        "dtype=bfloat16",
    )


def test_template_options_reach_the_template(models: dict[str, Path]) -> None:
    """What a body of vLLM's would carry shapes the prompt here too."""
    plain, asked = (
        ask(agent(f"hf/{models['writes']}?device=cpu", AgentOptions(extra_body=body)))
        for body in ({}, {"chat_template_kwargs": {"shout": True}})
    )
    assert asked.usage["prompt_tokens"] - plain.usage["prompt_tokens"] == len("LOUD")
