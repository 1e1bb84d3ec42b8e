"""What a model under training answers: the harness's own agent around weights that are there."""

import copy
import json
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..harness.agents import AgentOptions
from ..harness.agents.huggingface import HuggingFaceAgent
from ..harness.agents.huggingface_model import Model, Settings
from ..harness.agents.huggingface_processor import processor
from ..harness.budget import Budget
from ..harness.conversation import Conversation
from ..harness.jobs import Job
from ..harness.judges import NONE
from ..harness.prices import UNTOLD
from ..harness.trajectory import Key, Trajectory
from ..harness.work import DEFAULT_PREAMBLE, Done, Work
from ..judge import Judge
from .undisturbed import undisturbed


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """How a model is asked.

    Attributes:
        max_new_tokens: longest reply.
        temperature: 0 takes the likeliest token each time.
        seed: of the choice above temperature 0.
        batch_size: entries that are asked about together.
    """

    max_new_tokens: int = 256
    temperature: float = 0.0
    seed: int = 0
    batch_size: int = 8

    def __post_init__(self) -> None:
        """Raises InputError: a number that cannot be."""
        for name in ("max_new_tokens", "batch_size"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)}: give 1 or more")
        if not 0.0 <= self.temperature < math.inf:
            raise InputError(f"temperature={self.temperature}: give 0 or more")


def answers(
    model: Any,
    tokenizer: Any,
    entries: Sequence[Conversation],
    *,
    max_new_tokens: int = 256,
    temperature: float = 0.0,
    seed: int = 0,
    batch_size: int = 8,
    judge: Judge | None = None,
    preamble: str = DEFAULT_PREAMBLE,
) -> list[dict[str, Any]]:
    """A model's answers as trajectories, which `score` and the metric take; it stays as it was.

    Args:
        model: of transformers, in whatever mode.
        tokenizer: its tokenizer or processor, with a chat template.
        entries: from `sampled`.
        max_new_tokens: longest reply.
        temperature: 0 takes the likeliest token each time.
        seed: of the choice above temperature 0.
        batch_size: entries that are asked about together.
        judge: decides on questions in spoken arms; None: nobody does.
        preamble: the system message of spoken conversations.

    Raises:
        InputError: the model cannot be asked.
    """
    how = Generation(
        max_new_tokens=max_new_tokens, temperature=temperature, seed=seed, batch_size=batch_size
    )
    agent = live_agent(model, tokenizer, how, "training")
    return [json.loads(one.line()) for one in played(model, agent, entries, how, judge, preamble)]


def live_agent(model: Any, tokenizer: Any, how: Generation, name: str) -> HuggingFaceAgent:
    """An agent around a model that is in memory. The tokenizer stays as it is.

    Raises:
        InputError: there is no tokenizer, or it has no chat template.
    """
    if tokenizer is None:
        raise InputError("no tokenizer to ask the model with; give the Trainer a processing_class")
    try:
        asks = processor(copy.deepcopy(tokenizer), {})
    except ValueError as error:
        raise InputError(f"the model cannot be asked: {str(error).splitlines()[0]}") from None
    settings = Settings(
        name=name,
        path="",
        revision=None,
        device=str(model.device),
        dtype=str(model.dtype).removeprefix("torch."),
        temperature=how.temperature,
        max_tokens=how.max_new_tokens,
        timeout_s=math.inf,  # an answer must not depend on how busy the machine is
    )
    options = AgentOptions(temperature=how.temperature, seed=how.seed)
    return HuggingFaceAgent(
        settings, asks, Model(model.config, settings, model), options, how.batch_size
    )


def played(
    model: Any,
    agent: HuggingFaceAgent,
    entries: Sequence[Conversation],
    how: Generation,
    judge: Judge | None,
    preamble: str = DEFAULT_PREAMBLE,
) -> list[Trajectory]:
    """Trajectories in the order of the entries.

    Raises:
        InputError: the model answers nothing at all.
    """
    work = Work(
        agent=agent,
        judge=judge,
        preamble=preamble,
        voice=None,
        prices=UNTOLD,
        budget=Budget(),
        dataset_sha256="",
    )
    jobs = [_job(entry, agent.name, judge) for entry in entries]
    with undisturbed(model), ThreadPoolExecutor(how.batch_size) as pool:
        done: list[Done] = list(pool.map(work.do, jobs))
    for one in done:
        if one.refusal:
            raise InputError(one.refusal)
    return [one.trajectory for one in done]


def _job(entry: Conversation, agent: str, judge: Judge | None) -> Job:
    judged = NONE if judge is None or entry.written else judge.name
    return Job(Key(0, entry.id, entry.arm, agent, judged), entry)
