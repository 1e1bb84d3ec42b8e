"""`hf/<path>`: a model of Hugging Face's transformers, on this machine.

The path is a folder or an id on the Hub. `hf/<path>?device=cuda&dtype=bfloat16&batch=8`:

| switch | default |
|---|---|
| `device` | a GPU if there is one, else `cpu` |
| `dtype` | `auto`: as the model was saved |
| `batch` | 1; requests answered together, as many as `--concurrency` brings |
| `revision` | the newest on the Hub |

Text is chosen greedily unless `--temperature` is above 0; then a seed fixes it for each request,
whatever shares its batch. `--reasoning-effort` and `chat_template_kwargs` of an extra body reach
the chat template. No code that comes with a model is run.
"""

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError, meant
from ..conversation import ToolCall
from .base import AgentError, Reply, Request
from .huggingface_batch import Batches
from .huggingface_calls import Written
from .options import AgentOptions
from .packages import installed
from .prompting import VERSIONS

if TYPE_CHECKING:
    from .huggingface_chat import Question
    from .huggingface_model import Model, Row, Settings
    from .huggingface_processor import Processor

_DTYPES = ("auto", "bfloat16", "float16", "float32")
_SWITCHES = {
    "batch": "1 or more",
    "device": "cpu, cuda, cuda:N, mps or xpu",
    "dtype": ", ".join(_DTYPES),
    "revision": "a branch, tag or commit",
}
_DEVICE = re.compile(r"cpu|mps|cuda(:\d+)?|xpu(:\d+)?")
_HUB_ID = re.compile(r"[\w.-]+/[\w.-]+")
_MAX_TOKENS = 1024
_FORM = "agent hf/… is written hf/<path>[?device=…&dtype=…&batch=N&revision=…]"


class HuggingFaceAgent:
    """A local model. Requests that come at the same time are answered together."""

    def __init__(
        self,
        settings: "Settings",
        processor: "Processor",
        model: "Model",
        options: AgentOptions,
        batch: int,
    ) -> None:
        self.name = settings.name
        self.hears = processor.hears
        self._settings = settings
        self._processor = processor
        self._model = model
        self._options = options
        self._batch = batch
        self._batches: Batches[Question, tuple[Row, Written]] = Batches(self._answer, batch)

    @property
    def versions(self) -> Mapping[str, str]:
        """The libraries, and all that shapes replies."""
        settings = self._settings
        return {
            **self._options.as_versions(),
            "transformers": installed("transformers"),
            "torch": installed("torch"),
            **(VERSIONS if self._processor.form == "text" else {"form": "fc"}),
            "device": settings.device,
            "dtype": settings.dtype,
            "batch": str(self._batch),
            "max_tokens": str(settings.max_tokens),
            **({"revision": settings.revision} if settings.revision else {}),
        }

    def reply(self, request: Request) -> Reply:
        """Answer, together with whoever asks at the same time.

        Raises:
            AgentError: the model could not.
        """
        from .huggingface_chat import question

        processor = self._processor
        asked = question(request, processor.form, processor.sample_rate_hz)
        try:
            row, written = self._batches.ask(asked)
        except AgentError:
            raise
        except Exception as error:
            raise _failed(error) from None
        if row.cut_by_time:
            raise AgentError("no answer in time; see --timeout and --max-tokens")
        return Reply(
            written.text,
            tuple(
                ToolCall(f"{len(asked.messages):06d}{n:03d}", name, _json(arguments))
                for n, (name, arguments) in enumerate(written.calls)
            ),
            {"prompt_tokens": row.prompt_tokens, "completion_tokens": row.completion_tokens},
            round(row.latency_s, 3),
            form=processor.form,
        )

    def _answer(self, questions: Sequence["Question"]) -> list[tuple["Row", Written]]:
        from .huggingface_sampling import seed_of

        processor, seed = self._processor, self._options.seed
        prompts, inputs = processor.encode(questions)
        seeds = [
            secrets.randbits(63) if seed is None else seed_of(seed + one.repeat, prompt)
            for one, prompt in zip(questions, prompts, strict=True)
        ]
        rows = self._model.generate(inputs, processor.tokenizer, seeds)
        return [
            (row, processor.read(row.ids, prompt, one))
            for row, prompt, one in zip(rows, prompts, questions, strict=True)
        ]


def make(model: str, switches: frozenset[str], options: AgentOptions) -> HuggingFaceAgent:
    """The agent of SPEC `hf/<path>`; weights are loaded when they are first needed.

    Raises:
        InputError: a switch that is none, no such model, or transformers is not installed.
    """
    chosen = _switches(switches)
    path = _path(model)
    try:
        import torch
        import transformers

        from .huggingface_model import Model, Settings, model_class
        from .huggingface_processor import processor
    except ModuleNotFoundError as error:
        missing = (error.name or "").split(".")[0]
        if missing == "bfcl_audio":
            raise
        raise InputError(
            f"agent hf/… needs {missing}, which is not installed: pip install 'bfcl-audio[hf]'"
        ) from None
    shaping = "&".join(f"{name}={chosen[name]}" for name in ("dtype", "revision") if name in chosen)
    settings = Settings(
        name="?".join(filter(None, (f"hf/{model}", shaping))),
        path=path,
        revision=chosen.get("revision"),
        device=chosen.get("device") or _best_device(torch),
        dtype=chosen.get("dtype", "auto"),
        temperature=options.temperature,
        max_tokens=options.max_tokens or _MAX_TOKENS,
        timeout_s=options.timeout_s,
    )
    try:
        config = transformers.AutoConfig.from_pretrained(path, revision=settings.revision)
        model_class(config)
        auto: Any = transformers.AutoProcessor  # untyped
        loaded = auto.from_pretrained(path, revision=settings.revision)
        found = processor(loaded, _template_options(options))
    except (OSError, ValueError, ImportError) as error:
        raise InputError(f"agent hf/{model} cannot be used: {_line(error)}") from None
    batch = int(chosen.get("batch", "1"))
    return HuggingFaceAgent(settings, found, Model(config, settings), options, batch)


def _template_options(options: AgentOptions) -> dict[str, object]:
    """What reaches the chat template.

    Raises:
        InputError: a field of an extra body that does not.
    """
    extra = dict(options.extra_body)
    chosen = extra.pop("chat_template_kwargs", {})
    if extra or not isinstance(chosen, Mapping):
        raise InputError(
            'hf/… takes of an extra body only {"chat_template_kwargs": {…}}, e.g. enable_thinking'
        )
    effort = options.reasoning_effort
    return {**chosen, **({} if effort is None else {"reasoning_effort": effort})}


def _switches(switches: frozenset[str]) -> dict[str, str]:
    chosen = dict(switch.partition("=")[::2] for switch in switches)
    for name, value in chosen.items():
        if name not in _SWITCHES:
            raise InputError(f"hf/… has no switch {name!r}; {meant(name, _SWITCHES)}{_FORM}")
        fits = {
            "batch": value.isdecimal() and int(value) > 0,
            "device": _DEVICE.fullmatch(value),
            "dtype": value in _DTYPES,
            "revision": value,
        }
        if not fits[name]:
            raise InputError(f"hf/…?{name}={value} cannot be; {name} is {_SWITCHES[name]}")
    return chosen


def _path(model: str) -> str:
    """A folder that is there, or an id that the Hub may have."""
    folder = Path(model).expanduser()
    if model and folder.is_dir():
        return str(folder)
    if not _HUB_ID.fullmatch(model):
        raise InputError(f"no folder {model!r}, and no id of the Hub; {_FORM}")
    return model


def _best_device(torch: Any) -> str:
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _failed(error: Exception) -> AgentError:
    if "OutOfMemory" in type(error).__name__ or "not enough memory" in str(error):
        return AgentError("out of memory; choose a smaller batch, dtype or model")
    return AgentError(f"generation failed: {_line(error)}")


def _line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200] if lines else ''}".rstrip(": ")


def _json(arguments: object) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
