"""A model asked in the middle of its training, and left as it was found."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

_DRAWING = ("cuda", "xpu")
"""Devices with a random state that torch can put aside."""


@contextmanager
def undisturbed(model: Any) -> Iterator[None]:
    """Evaluation mode inside; afterwards each module's own mode and all random states are back.

    Random states are those of Python, of numpy where it is loaded, and of torch
    on the processor and on the model's own GPU.
    """
    modes = [(module, module.training) for module in model.modules()]
    python = random.getstate()
    numpy = sys.modules.get("numpy")
    drawn = numpy.random.get_state() if numpy is not None else None
    device = model.device
    kind = device.type if device.type in _DRAWING else "cuda"
    devices = [device] if device.type == kind else []
    with torch.random.fork_rng(devices=devices, device_type=kind):
        model.eval()
        try:
            yield
        finally:
            for module, training in modes:
                module.training = training
            random.setstate(python)
            if numpy is not None:
                numpy.random.set_state(drawn)
