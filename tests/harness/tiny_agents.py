"""Local models by name, made on the spot and loaded once for each way they are asked for."""

from collections.abc import Callable
from pathlib import Path

from local_questions import OSLO

from bfcl_audio.harness.agents import Agent, AgentOptions, agent

_TRIANGLE = '{"base": 10, "height": 5, "unit": "units"}'


def checkpoints(folder: Path) -> dict[str, Path]:
    """Those that write a call, and those of random weights."""
    import tiny_models as tiny
    from transformers.utils import logging

    logging.disable_progress_bar()
    call = ["<tool_call>", '{"name": "get_weather", "arguments": ' + OSLO + "}", "</tool_call>"]
    triangle = ["[", "calculate_triangle_area", '(base=10, height=5, unit="units")', "]"]
    native = '{"name": "calculate_triangle_area", "arguments": ' + _TRIANGLE + "}"
    made = {
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
    return made


def loader(models: dict[str, Path]) -> Callable[..., Agent]:
    """The agent of a checkpoint by name."""
    kept: dict[str, Agent] = {}

    def make(name: str, switches: str = "", **options: object) -> Agent:
        key = f"{name} {switches} {options}"
        if key not in kept:
            spec = f"hf/{models[name]}?device=cpu&{switches}"
            kept[key] = agent(spec, AgentOptions(**options))  # type: ignore[arg-type]
        return kept[key]

    return make
