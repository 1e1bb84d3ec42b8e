"""Tiny models of the real classes, made on the spot and saved as checkpoints are.

Attention and MLP add nothing, and the head says after each token which one follows: a model of
that kind writes the text it was made with, whatever it read, through the real generation code.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

END = "<|im_end|>"
TEMPLATE = (
    "{% if shout %}LOUD{% endif %}"
    "{% if tools %}<|im_start|>system\nTools: {% for tool in tools %}{{ tool | tojson }}\n"
    "{% endfor %}<|im_end|>\n{% endif %}"
    "{% for message in messages %}<|im_start|>{{ message.role }}\n"
    "{% if message.content is string %}{{ message.content }}"
    "{% else %}{% for part in message.content %}"
    "{% if part.type == 'audio' %}<|audio_bos|><|AUDIO|><|audio_eos|>{% else %}{{ part.text }}"
    "{% endif %}{% endfor %}{% endif %}"
    "{% for call in message.tool_calls or [] %}<tool_call>{{ call.function | tojson }}</tool_call>"
    "{% endfor %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
DEAF_TEMPLATE = TEMPLATE[TEMPLATE.index("{% for message") :]
"""The same for a model that takes no tools."""

ODD_RESPONSE = {
    "start_anchor": "<|im_start|>assistant\n",
    "fields": {
        "tool_calls": {
            "open_pattern": r"@(?P<name>\w+)",
            "close": "#",
            "repeats": True,
            "content": "json",
            "transform": {"function": {"name": "{name}", "arguments": "{content}"}},
        },
        "content": {"content": "text"},
    },
}
"""How to read calls in a form that nobody else uses."""

_MARKS = ("<|im_start|>", END, "<|pad|>", "<|AUDIO|>", "<|audio_bos|>", "<|audio_eos|>")


def tokenizer(
    words: Sequence[str] = (), template: str | None = TEMPLATE, **more: Any
) -> PreTrainedTokenizerFast:
    """Bytes, marks, and `words` as one token each."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE(vocab={letter: n for n, letter in enumerate(letters)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex("."), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    found = PreTrainedTokenizerFast(
        tokenizer_object=made, eos_token=END, pad_token="<|pad|>", chat_template=template, **more
    )
    found.add_special_tokens({"additional_special_tokens": list(_MARKS)})
    found.add_tokens(list(words))
    return found


def write_after(model: Any, follows: Mapping[int, int]) -> None:
    """Make a decoder write `follows[token]` after each token, and nothing else."""
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if name.endswith(("o_proj.weight", "down_proj.weight")) and "audio" not in name:
                weights.zero_()
        embedded, head = model.get_input_embeddings().weight, model.get_output_embeddings().weight
        size = min(embedded.shape)
        embedded.zero_()
        embedded[:size, :size] = torch.eye(size)
        head.zero_()
        for token, following in follows.items():
            head[following, token] = 1.0


def chain(found: Any, start: str, words: Sequence[str], end: str = END) -> dict[int, int]:
    """Each word after the one before, the first after `start`."""
    ids = [found.convert_tokens_to_ids(word) for word in words]
    return dict(zip([found.encode(start, add_special_tokens=False)[-1], *ids],
                    [*ids, found.convert_tokens_to_ids(end)], strict=True))  # fmt: skip


def text_settings(vocabulary: int) -> dict[str, Any]:
    """The smallest decoder that can tell all tokens apart."""
    return {
        "vocab_size": vocabulary,
        "hidden_size": -(-vocabulary // 8) * 8,
        "intermediate_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 8,
        "max_position_embeddings": 8192,
        "tie_word_embeddings": False,
        "initializer_range": 0.3,  # so large that all that is read matters
        "bos_token_id": None,
    }


def save_text_model(
    folder: Path, words: Sequence[str] = (), template: str | None = TEMPLATE, **more: Any
) -> Path:
    """A Qwen 2 that writes `words`; with random weights if there are none."""
    torch.manual_seed(0)
    found = tokenizer(words, template, **more)
    model = transformers.Qwen2ForCausalLM(transformers.Qwen2Config(**text_settings(len(found))))
    if words:
        write_after(model, chain(found, "\n", words))
    return _save(folder, model, found, found)


def save_qwen2_audio(folder: Path, words: Sequence[str], template: str = DEAF_TEMPLATE) -> Path:
    """A Qwen 2 Audio that writes `words`; random weights if none. What hears has such anyway."""
    torch.manual_seed(0)
    found = tokenizer(words, template)
    config = transformers.Qwen2AudioConfig(
        audio_config={
            "num_mel_bins": 16, "d_model": 8, "encoder_layers": 1, "encoder_attention_heads": 2,
            "encoder_ffn_dim": 8, "max_source_positions": 1500, "initializer_range": 0.3,
        },
        text_config={**text_settings(len(found)), "model_type": "qwen2"},
        audio_token_index=found.convert_tokens_to_ids("<|AUDIO|>"),
    )  # fmt: skip
    model = transformers.Qwen2AudioForConditionalGeneration(config)
    if words:
        write_after(model, chain(found, "\n", words))
    extractor = transformers.WhisperFeatureExtractor(feature_size=16)
    processor = transformers.Qwen2AudioProcessor(extractor, found, chat_template=template)
    return _save(folder, model, found, processor)


def save_voxtral(folder: Path, words: Sequence[str]) -> Path:
    """A Voxtral that writes `words` behind `[TOOL_CALLS]`; random weights if none."""
    torch.manual_seed(0)
    folder.mkdir()
    (folder / "tekken.json").write_text(json.dumps(_tekken(words)))
    found = transformers.MistralCommonBackend.from_pretrained(folder)
    settings = text_settings(_SPECIALS + 256 + len(words))
    config = transformers.VoxtralConfig(
        audio_config={
            "num_mel_bins": 16, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2,
            "intermediate_size": 32, "head_dim": 4, "initializer_range": 0.3,
        },
        text_config={**settings, "model_type": "llama"},
        audio_token_id=_TEKKEN_MARKS.index("[AUDIO]"),
    )  # fmt: skip
    model = transformers.VoxtralForConditionalGeneration(config)
    ids = [_TEKKEN_MARKS.index("[TOOL_CALLS]")]
    for n, word in enumerate(words):
        mark = _TEKKEN_MARKS.index(word) if word in _TEKKEN_MARKS else _SPECIALS + 256 + n
        ids.append(mark)
    if words:
        follows = dict(zip(ids, [*ids[1:], found.eos_token_id], strict=True))
        for start in ("[/INST]", "[/TOOL_RESULTS]"):
            follows[_TEKKEN_MARKS.index(start)] = ids[0]
        write_after(model, follows)
    extractor = transformers.WhisperFeatureExtractor(feature_size=16)
    processor = transformers.VoxtralProcessor(extractor, found)
    model.generation_config.eos_token_id = found.eos_token_id
    model.generation_config.pad_token_id = found.pad_token_id
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


_SPECIALS = 64
_TEKKEN_MARKS = [
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]",
    "[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]",
    "[TOOL_CONTENT]", "[x20]", "[x21]", "[x22]", "[x23]", "[AUDIO]", "[BEGIN_AUDIO]", "[x26]",
    "[x27]", "[x28]", "[x29]", "[x30]", "[x31]", "[ARGS]", "[CALL_ID]", "[TRANSCRIBE]",
]  # fmt: skip


def _tekken(words: Sequence[str]) -> dict[str, Any]:
    """Mistral's tokenizer file: bytes, marks, and `words` as one token each."""
    pieces = [bytes([n]) for n in range(256)] + [word.encode() for word in words]
    marks = [*_TEKKEN_MARKS, *(f"[x{n}]" for n in range(len(_TEKKEN_MARKS), _SPECIALS))]
    return {
        "config": {
            "pattern": ".|\\n", "num_vocab_tokens": len(pieces),
            "default_vocab_size": len(pieces) + _SPECIALS,
            "default_num_special_tokens": _SPECIALS, "version": "v11",
        },
        "vocab": [
            {"rank": n, "token_bytes": base64.b64encode(piece).decode(), "token_str": None}
            for n, piece in enumerate(pieces)
        ],
        "special_tokens": [
            {"rank": n, "token_str": mark, "is_control": True} for n, mark in enumerate(marks)
        ],
        "audio": {
            "sampling_rate": 16_000, "frame_rate": 12.5, "chunk_length_s": 30.0,
            "audio_encoding_config": {"num_mel_bins": 16, "hop_length": 160, "window_size": 400},
        },
    }  # fmt: skip


def _save(folder: Path, model: Any, found: Any, processor: Any) -> Path:
    model.generation_config.eos_token_id = found.convert_tokens_to_ids(END)
    model.generation_config.pad_token_id = found.pad_token_id
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder


def save_qwen_omni(folder: Path, words: Sequence[str]) -> Any:
    """A Qwen 2.5 Omni without its talker that writes `words`; returns its tokenizer.

    Its processor is not saved: that needs torchvision, for video.
    """
    torch.manual_seed(0)
    found = tokenizer(words)
    text = {**text_settings(len(found)), "pad_token_id": found.pad_token_id}
    text["rope_parameters"] = {
        "rope_type": "default", "rope_theta": 10_000.0, "mrope_section": [2, 1, 1]
    }  # fmt: skip
    marks = ("<|AUDIO|>", "<|audio_bos|>", "<|audio_eos|>")
    audio_id, begin_id, end_id = map(found.convert_tokens_to_ids, marks)
    config = transformers.Qwen2_5OmniConfig(
        thinker_config={
            "audio_config": {
                "num_mel_bins": 16, "d_model": 8, "encoder_layers": 1, "n_window": 100,
                "encoder_attention_heads": 2, "encoder_ffn_dim": 8, "initializer_range": 0.3,
                "output_dim": text["hidden_size"],
            },
            "vision_config": {
                "depth": 1, "hidden_size": 8, "intermediate_size": 8, "num_heads": 2,
                "out_hidden_size": text["hidden_size"], "fullatt_block_indexes": [0],
            },
            "text_config": text,
            "audio_token_index": audio_id,
            "audio_start_token_id": begin_id,
            "audio_end_token_id": end_id,
            "vision_start_token_id": len(found) - 1,
        },
        enable_audio_output=False,
    )  # fmt: skip
    model = transformers.Qwen2_5OmniForConditionalGeneration(config)
    write_after(model.thinker, chain(found, "\n", words))
    model.generation_config.eos_token_id = found.convert_tokens_to_ids(END)
    model.save_pretrained(folder)
    return found
