"""A local model's weights: found by class, loaded once, asked for several rows at a time."""

import copy
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import transformers

from .base import AgentError, AgentRefused
from .huggingface_sampling import SeededNoise

_THINKERS = {
    "qwen2_5_omni": "Qwen2_5OmniThinkerForConditionalGeneration",
    "qwen3_omni_moe": "Qwen3OmniMoeThinkerForConditionalGeneration",
}
"""Models that also speak: the part that hears and writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a model is loaded and asked.

    Attributes:
        name: the SPEC, but for what shapes no reply.
        path: a folder, or an id on the Hub.
        revision: of the Hub; None means the newest.
        device: `cpu`, `cuda`, `cuda:1`, `mps`.
        dtype: `float32`, `bfloat16`, `float16`, or `auto`: as it was saved.
        temperature: None or 0 takes the likeliest token each time.
        max_tokens: longest reply.
        timeout_s: longest time for one batch.
    """

    name: str
    path: str
    revision: str | None
    device: str
    dtype: str
    temperature: float | None
    max_tokens: int
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Row:
    """What a model wrote after one prompt.

    Attributes:
        ids: tokens without end and padding.
        prompt_tokens: tokens that it read.
        completion_tokens: tokens that it wrote, the end included.
        latency_s: how long its batch took.
        cut_by_time: it was not finished when time was up.
    """

    ids: list[int]
    prompt_tokens: int
    completion_tokens: int
    latency_s: float
    cut_by_time: bool


class Model:
    """Weights, loaded when they are first needed, or those of a model that is there already."""

    def __init__(self, config: Any, settings: Settings, loaded: Any = None) -> None:
        self._config = config
        self._settings = settings
        self._loading = threading.Lock()
        self._loaded = loaded

    def generate(self, inputs: Any, tokenizer: Any, seeds: Sequence[int]) -> list[Row]:
        """What follows each row of a batch.

        Args:
            inputs: tensors, padded on the left.
            tokenizer: knows padding and end.
            seeds: one a row; heeded above temperature 0.

        Raises:
            AgentError: too long a prompt.
            AgentRefused: the weights cannot be loaded.
        """
        model = self._weights()
        lengths = [int(n) for n in inputs["attention_mask"].sum(dim=1)]
        width = inputs["input_ids"].shape[1]
        config = self._generation(model, width, tokenizer)
        noise = []
        if self._settings.temperature:
            noise = [SeededNoise(self._settings.temperature, seeds)]
        started = time.perf_counter()
        # Not inference mode: what a model keeps of a pass could not be trained with afterwards.
        with torch.no_grad():
            output = model.generate(
                **{name: _placed(tensor, model) for name, tensor in inputs.items()},
                generation_config=config,
                logits_processor=noise,
            )
        latency_s = time.perf_counter() - started
        written = [_cut(row[width:].tolist(), config.eos_token_id) for row in output]
        late = latency_s >= self._settings.timeout_s
        return [
            Row(ids, length, len(ids) + ended, latency_s, cut_by_time=late and not ended)
            for (ids, ended), length in zip(written, lengths, strict=True)
        ]

    def _weights(self) -> Any:
        with self._loading:
            if self._loaded is None:
                try:
                    self._loaded = self._load()
                except Exception as error:  # readers of weights have errors of their own
                    raise AgentRefused(f"the weights cannot be loaded: {_first(error)}") from None
            return self._loaded

    def _load(self) -> Any:
        settings = self._settings
        model = model_class(self._config).from_pretrained(
            settings.path, revision=settings.revision, dtype=settings.dtype
        )
        return model.to(settings.device).eval()

    def _generation(self, model: Any, width: int, tokenizer: Any) -> Any:
        """The model's own generation config; of ours are choice, length and time.

        Raises:
            AgentError: the prompt leaves no room for an answer.
        """
        room = self._settings.max_tokens
        longest = getattr(model.config.get_text_config(), "max_position_embeddings", None)
        if longest is not None and width >= longest:
            raise AgentError(f"a prompt of {width} tokens; the model takes {longest}")
        if longest is not None:
            room = min(room, longest - width)
        config = copy.deepcopy(model.generation_config)
        for name in ("temperature", "top_p", "top_k", "min_p", "typical_p", "max_length"):
            setattr(config, name, None)
        config.update(
            do_sample=False, num_beams=1, max_new_tokens=room, max_time=self._settings.timeout_s
        )
        if config.pad_token_id is None:
            config.pad_token_id = tokenizer.pad_token_id
        ends = (
            config.eos_token_id if isinstance(config.eos_token_id, list) else [config.eos_token_id]
        )
        known = dict.fromkeys([*ends, tokenizer.eos_token_id])
        config.eos_token_id = [end for end in known if end is not None]
        return config


def model_class(config: Any) -> Any:
    """The class that generates text with a model of this kind.

    Raises:
        ValueError: transformers has none.
    """
    if config.model_type in _THINKERS:
        return getattr(transformers, _THINKERS[config.model_type])
    if type(config) in transformers.MODEL_FOR_MULTIMODAL_LM_MAPPING:
        return transformers.AutoModelForMultimodalLM
    if type(config) in transformers.MODEL_FOR_CAUSAL_LM_MAPPING:
        return transformers.AutoModelForCausalLM
    for name in config.architectures or ():
        found = getattr(transformers, name, None)
        if found is not None and hasattr(found, "generate"):
            return found
    raise ValueError(f"a model of type {config.model_type!r} does not write text")


def _placed(tensor: torch.Tensor, model: Any) -> torch.Tensor:
    """A tensor where the model is; sound in the model's own precision."""
    return tensor.to(model.device, model.dtype if tensor.is_floating_point() else tensor.dtype)


def _cut(ids: list[int], ends: Sequence[int]) -> tuple[list[int], bool]:
    """Tokens before the first end, and whether there was one."""
    for index, token in enumerate(ids):
        if token in ends:
            return ids[:index], True
    return ids, False


def _first(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200] if lines else ''}".rstrip(": ")
