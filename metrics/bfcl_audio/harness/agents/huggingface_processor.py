"""A local model's own processor: what it is asked, as tensors; what it wrote, as text and calls."""

import base64
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from ...ast_match import Mode
from ...prediction import attempts_call
from .huggingface_calls import Written, read, spoken
from .huggingface_chat import Pcm, Question

_PROBE_NAME = "probe_of_the_template"
_PROBE = {
    "type": "function",
    "function": {
        "name": _PROBE_NAME,
        "description": "Probe.",
        "parameters": {"type": "object", "properties": {}, "required": []},
    },
}


_SILENCE = "..."
"""For an empty message of the model's, which mistral-common refuses, as it does a missing one."""


class Processor:
    """A tokenizer, or a processor of text and sound, that transformers loaded."""

    def __init__(self, loaded: Any, template_options: Mapping[str, object]) -> None:
        """Looks at the chat template.

        Args:
            loaded: what transformers' `AutoProcessor` gave.
            template_options: variables of the chat template, such as `enable_thinking`.

        Raises:
            ValueError: there is none.
        """
        self._loaded = loaded
        self._template_options = template_options
        self.tokenizer = getattr(loaded, "tokenizer", loaded)
        extractor = getattr(loaded, "feature_extractor", None)
        self.hears = extractor is not None
        self.sample_rate_hz = int(getattr(extractor, "sampling_rate", 16_000))
        if self.tokenizer.pad_token is None:
            self.tokenizer.pad_token = self.tokenizer.eos_token
        self.tokenizer.padding_side = "left"  # what is generated follows the prompt of every row
        self.form: Mode = "fc" if self._shows_tools() else "text"

    def _shows_tools(self) -> bool:
        said = [{"role": "user", "content": "Hi"}]
        return _PROBE_NAME in self._render(said, [_PROBE])

    def _render(self, messages: Sequence[Mapping[str, Any]], tools: Any) -> str:
        """The prompt as text."""
        rendered: str = self._loaded.apply_chat_template(
            list(messages),
            tools=tools,
            tokenize=False,
            add_generation_prompt=True,
            **self._template_options,
        )
        return rendered

    def encode(self, questions: Sequence[Question]) -> tuple[list[str], Any]:
        """Prompts as text, and as tensors of one batch, such as `input_ids` (rows, tokens)."""
        prompts = [self._render(one.messages, one.tools) for one in questions]
        padding = {"padding": True, "return_tensors": "pt", "add_special_tokens": False}
        if not self.hears:
            inputs = self._loaded(text=prompts, **padding)
            inputs.pop("token_type_ids", None)  # some tokenizers make them for no model
            return prompts, inputs
        clips = [clip for one in questions for clip in one.clips]
        sound = {"sampling_rate": self.sample_rate_hz} if clips else {}
        return prompts, self._loaded(text=prompts, audio=clips or None, **sound, **padding)

    def read(self, ids: Sequence[int], prompt: str, asked: Question) -> Written:
        """What a row says.

        Args:
            ids: tokens without end and padding.
            prompt: what they follow.
            asked: what was asked.
        """
        text = self.tokenizer.decode(ids, skip_special_tokens=False)
        thinking = prompt.rstrip().endswith(("<think>", "[THINK]"))
        if self.form == "text":
            return Written(self._clean(spoken(text, thinking=thinking)))
        if getattr(self.tokenizer, "response_template", None) is not None:
            try:
                return self._templated(text, prompt, asked)
            except (ValueError, KeyError, TypeError, AttributeError):
                pass  # no answer in the model's own form may still be one in another
        written = read(text, asked.known, thinking=thinking)
        if not written.calls and attempts_call(written.text):
            return written  # its marks show the scorer that it is one
        return Written(self._clean(written.text), written.calls)

    def _templated(self, text: str, prompt: str, asked: Question) -> Written:
        """As the tokenizer's own template reads it."""
        parsed = self.tokenizer.parse_response(text, prefix=prompt, tools=asked.tools)
        functions = [call.get("function", call) for call in parsed.get("tool_calls") or ()]
        calls = tuple((call["name"], call["arguments"]) for call in functions)
        return Written(self._clean(parsed.get("content") or ""), calls)

    def _clean(self, text: str) -> str:
        """Text without the tokenizer's special tokens."""
        for token in self.tokenizer.all_special_tokens:
            text = text.replace(token, "")
        return text.strip()


class MistralProcessor(Processor):
    """A processor over mistral-common, which writes tokens directly and takes sound as files."""

    _CHUNK_FRAMES = 3_000
    _CHUNK_SAMPLES = 480_000

    def _shows_tools(self) -> bool:
        return True

    def encode(self, questions: Sequence[Question]) -> tuple[list[str], Any]:
        """Prompts as text, and as tensors of one batch.

        The processor's own `apply_chat_template` takes no tools; its tokenizer's does.
        """
        rows = [self._row(one) for one in questions]
        width = max(len(ids) for ids, _ in rows)
        pad_id = self.tokenizer.pad_token_id
        padded = [[pad_id] * (width - len(ids)) + ids for ids, _ in rows]
        mask = [[0] * (width - len(ids)) + [1] * len(ids) for ids, _ in rows]
        tensors = {"input_ids": torch.tensor(padded), "attention_mask": torch.tensor(mask)}
        clips = [clip for _, clips in rows for clip in clips]
        if clips:
            tensors["input_features"] = torch.cat([self._features(clip) for clip in clips])
        from transformers import BatchFeature

        return [self.tokenizer.decode(ids) for ids, _ in rows], BatchFeature(tensors)

    def _row(self, asked: Question) -> tuple[list[int], Sequence[Pcm]]:
        clips = iter(asked.clips)
        messages = [self._message(message, clips) for message in asked.messages]
        encoded = self.tokenizer.apply_chat_template(
            messages, tools=asked.tools, tokenize=True, return_dict=True, **self._template_options
        )
        ids = encoded["input_ids"]
        return list(ids[0] if ids and isinstance(ids[0], list) else ids), encoded.get("audio") or ()

    def _message(self, message: Mapping[str, Any], clips: Any) -> dict[str, Any]:
        """With sound as a file, and arguments as JSON text."""
        plain = dict(message)
        if isinstance(plain["content"], list):
            sound = self._file(next(clips))
            plain["content"] = [{"type": "audio", "base64": sound}]
        if plain["role"] == "assistant" and not plain["content"] and "tool_calls" not in plain:
            plain["content"] = _SILENCE
        if "tool_calls" in plain:
            plain["tool_calls"] = [
                {**call, "function": {**call["function"],
                                      "arguments": json.dumps(call["function"]["arguments"])}}
                for call in plain["tool_calls"]
            ]  # fmt: skip
        return plain

    def _file(self, clip: Pcm) -> str:
        import soundfile

        buffer = io.BytesIO()
        soundfile.write(buffer, clip, self.sample_rate_hz, format="WAV", subtype="FLOAT")
        return base64.b64encode(buffer.getvalue()).decode("ascii")

    def _features(self, clip: Pcm) -> torch.Tensor:
        """Mel features in chunks of 30 s: (chunks, mel bins, frames)."""
        extractor = self._loaded.feature_extractor
        features: torch.Tensor = extractor(
            clip,
            sampling_rate=self.sample_rate_hz,
            padding=True,
            truncation=False,
            pad_to_multiple_of=self._CHUNK_SAMPLES,
            return_tensors="pt",
        ).input_features
        return features.reshape(extractor.feature_size, -1, self._CHUNK_FRAMES).transpose(0, 1)


def processor(loaded: Any, template_options: Mapping[str, object]) -> Processor:
    """What fits a processor or tokenizer that transformers loaded; see `Processor`.

    Raises:
        ValueError: it has no chat template.
    """
    tokenizer = getattr(loaded, "tokenizer", loaded)
    mistral = type(tokenizer).__name__ == "MistralCommonBackend"
    return (MistralProcessor if mistral else Processor)(loaded, template_options)
