"""Sampling that depends on a request and its seed alone, not on who shares its batch."""

import hashlib
from collections.abc import Sequence

import torch
from transformers import LogitsProcessor


class SeededNoise(LogitsProcessor):
    """Turns greedy choice into sampling at a temperature, by the Gumbel-max trick.

    The highest of `logit / temperature + noise` is distributed as a sample is, if the noise is
    Gumbel's. Each row draws its noise from a generator of its own.
    """

    def __init__(self, temperature: float, seeds: Sequence[int]) -> None:
        self._temperature = temperature
        self._generators = [torch.Generator().manual_seed(seed) for seed in seeds]

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """Scores (rows, vocabulary) with each row's noise on them."""
        rows = [torch.rand(scores.shape[-1], generator=one) for one in self._generators]
        uniform = torch.stack(rows).clamp_min(torch.finfo(torch.float32).tiny).to(scores.device)
        return scores.float() / self._temperature - (-uniform.log()).clamp_min(1e-20).log()


def seed_of(seed: int, prompt: str) -> int:
    """One seed a prompt, so that equal noise does not bind different requests together."""
    digest = hashlib.sha256(f"{seed}\n{prompt}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1
