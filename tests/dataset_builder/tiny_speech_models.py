"""Tiny speech models of the real classes, with random weights, saved as checkpoints are."""

import json
from pathlib import Path

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers


def save_vits(folder: Path, speakers: int = 1) -> Path:
    """A speech model that turns letters into noise; several speakers if asked."""
    folder.mkdir(parents=True)
    letters = ["<pad>", "<unk>", *"abcdefghijklmnopqrstuvwxyz0123456789 ',.?-"]
    (folder / "vocab.json").write_text(json.dumps({one: n for n, one in enumerate(letters)}))
    transformers.VitsTokenizer(
        str(folder / "vocab.json"), phonemize=False, add_blank=True, normalize=True
    ).save_pretrained(folder)
    torch.manual_seed(7)
    config = transformers.VitsConfig(
        vocab_size=len(letters), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        ffn_dim=16, flow_size=16, spectrogram_bins=9, speaker_embedding_size=8 * (speakers > 1),
        num_speakers=speakers, upsample_initial_channel=16, upsample_rates=[8, 8],
        upsample_kernel_sizes=[16, 16], resblock_kernel_sizes=[3],
        resblock_dilation_sizes=[[1, 3, 5]], prior_encoder_num_flows=2,
        posterior_encoder_num_wavenet_layers=2, prior_encoder_num_wavenet_layers=2,
        duration_predictor_num_flows=2, depth_separable_num_layers=1, sampling_rate=16_000,
    )  # fmt: skip
    transformers.VitsModel(config).save_pretrained(folder)
    return folder


def save_whisper(folder: Path, multilingual: bool = False) -> Path:
    """A recogniser whose head says the same words whatever it hears, then stops."""
    folder.mkdir(parents=True)
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE(vocab={letter: n for n, letter in enumerate(letters)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    marks = [
        "<|endoftext|>", "<|startoftranscript|>", "<|en|>", "<|de|>", "<|translate|>",
        "<|transcribe|>", "<|startoflm|>", "<|startofprev|>", "<|nospeech|>", "<|notimestamps|>",
        *(f"<|{number * 0.02:.2f}|>" for number in range(1501)),
    ]  # fmt: skip
    tokenizer = transformers.WhisperTokenizerFast(
        tokenizer_object=made, bos_token=marks[0], eos_token=marks[0], unk_token=marks[0],
        pad_token=marks[0],
    )  # fmt: skip
    tokenizer.add_special_tokens({"additional_special_tokens": marks[1:10]})
    tokenizer.add_tokens(marks[10:])
    tokenizer.save_pretrained(folder)
    transformers.WhisperFeatureExtractor(feature_size=16).save_pretrained(folder)
    ids = {mark: int(tokenizer.convert_tokens_to_ids(mark)) for mark in marks}
    torch.manual_seed(7)
    end, start = ids["<|endoftext|>"], ids["<|startoftranscript|>"]
    config = transformers.WhisperConfig(
        vocab_size=len(tokenizer), d_model=16, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16,
        decoder_ffn_dim=16, num_mel_bins=16, max_target_positions=64, pad_token_id=end,
        bos_token_id=end, eos_token_id=end, decoder_start_token_id=start,
    )  # fmt: skip
    model = transformers.WhisperForConditionalGeneration(config)
    settings = {
        "no_timestamps_token_id": ids["<|notimestamps|>"], "is_multilingual": multilingual,
        "decoder_start_token_id": start, "eos_token_id": end, "pad_token_id": end,
        "bos_token_id": end, "max_length": 64, "return_timestamps": False,
        "max_initial_timestamp_index": 50, "prev_sot_token_id": ids["<|startofprev|>"],
    }  # fmt: skip
    if multilingual:
        settings["lang_to_id"] = {"<|en|>": ids["<|en|>"], "<|de|>": ids["<|de|>"]}
        settings["task_to_id"] = {
            "transcribe": ids["<|transcribe|>"], "translate": ids["<|translate|>"]
        }  # fmt: skip
    model.generation_config = transformers.GenerationConfig(**settings)
    model.save_pretrained(folder)
    return folder
