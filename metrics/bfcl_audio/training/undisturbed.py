"""A model asked in the middle of its training, and left as it was found."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch


@contextmanager
def undisturbed(model: Any) -> Iterator[None]:
    """Evaluation mode inside; afterwards each module's own mode and all random states are back.

    Random states are those of Python, of numpy where it is loaded, and of torch on every device.
    """
    modes = [(module, module.training) for module in model.modules()]
    python = random.getstate()
    numpy = sys.modules.get("numpy")
    drawn = numpy.random.get_state() if numpy is not None else None
    device = model.device
    accelerators = [] if device.type == "cpu" else [device]
    with torch.random.fork_rng(devices=accelerators, device_type=_kind(device)):
        model.eval()
        try:
            yield
        finally:
            for module, training in modes:
                module.training = training
            random.setstate(python)
            if numpy is not None:
                numpy.random.set_state(drawn)


def _kind(device: torch.device) -> str:
    return "cuda" if device.type == "cpu" else device.type
