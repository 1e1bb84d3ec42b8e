"""A tiny model, what it is trained on, and a Trainer that takes seconds; also run as processes.

python tiny_training.py DATASET OUT.json   trains for two steps, in each process of a group
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tiny_models as tiny
import torch
import transformers

from bfcl_audio.errors import InputError
from bfcl_audio.training import BFCLAudioCallback
from bfcl_audio.training.ranks import place, together

CALL = ["<tool_call>",
        '{"name": "calculate_triangle_area", "arguments": {"base": 10, "height": 5}}',
        "</tool_call>"]  # fmt: skip
PROMPT = [{"role": "user", "content": "the area?"}]


def model_and_tokenizer() -> tuple[Any, Any]:
    """A Qwen 2 of random weights, which drops out, and its tokenizer."""
    torch.manual_seed(0)
    tokenizer = tiny.tokenizer(CALL)
    settings = {**tiny.text_settings(len(tokenizer)), "attention_dropout": 0.2}
    model = transformers.Qwen2ForCausalLM(transformers.Qwen2Config(**settings))
    for config in (model.config, model.generation_config):
        config.eos_token_id, config.pad_token_id = tokenizer.eos_token_id, tokenizer.pad_token_id
    return model, tokenizer


def writer() -> tuple[Any, Any]:
    """A model that calls `calculate_triangle_area` rightly, whatever it reads."""
    model, tokenizer = model_and_tokenizer()
    tiny.write_after(model, tiny.chain(tokenizer, "\n", CALL))
    return model, tokenizer


def examples(tokenizer: Any, count: int = 8) -> list[dict[str, Any]]:
    """A prompt and the right call after it; the loss is on the call alone."""
    prompt = tokenizer.apply_chat_template(PROMPT, add_generation_prompt=True, return_dict=False)
    answer = [*tokenizer.convert_tokens_to_ids(CALL), tokenizer.eos_token_id]
    row = {"input_ids": [*prompt, *answer], "labels": [*[-100] * len(prompt), *answer]}
    return [row] * count


def trainer(
    out: Path, made: tuple[Any, Any], callbacks: Sequence[Any] = (), **changes: Any
) -> transformers.Trainer:
    """A Trainer of two epochs of two steps each."""
    model, tokenizer = made
    rows = examples(tokenizer)
    settings = {
        "output_dir": str(out), "num_train_epochs": 2, "per_device_train_batch_size": 4,
        "learning_rate": 0.05, "logging_steps": 1, "report_to": [], "use_cpu": True, "seed": 3,
        "disable_tqdm": True, "save_strategy": "no", "lr_scheduler_type": "constant",
        "dataloader_pin_memory": False,
    }  # fmt: skip
    return transformers.Trainer(
        model,
        transformers.TrainingArguments(**{**settings, **changes}),
        train_dataset=rows,  # type: ignore[arg-type]
        eval_dataset=rows[:2],  # type: ignore[arg-type]
        processing_class=tokenizer,
        callbacks=list(callbacks),
    )


class Counting(BFCLAudioCallback):
    """Keeps which entries this process asked its model about."""

    asked: int = 0

    def _agent(self, *given: Any) -> Any:
        agent = super()._agent(*given)
        reply: Callable[[Any], Any] = agent.reply

        def counted(request: Any) -> Any:
            self.asked += 1
            return reply(request)

        agent.reply = counted  # type: ignore[method-assign]
        return agent


def _failure(rank: int) -> str:
    """What this process is told of a failure in the last one."""

    def share() -> int:
        if rank == place()[1] - 1:
            raise InputError(f"process {rank} cannot")
        return rank

    try:
        return str(together(share, list))
    except InputError as error:
        return str(error)


def main(dataset: str, out: str) -> None:
    """Train, and write what this process logged and was asked."""
    made = writer()
    watching = Counting(
        dataset, ["text", "transcript:ears"], categories=["simple_python", "irrelevance"],
        max_new_tokens=8, out=f"{out}.runs",
    )  # fmt: skip
    run = trainer(Path(f"{out}.trainer"), made, learning_rate=0.0, eval_strategy="epoch")
    watching.attach(run)
    run.train()
    rank = int(os.environ.get("RANK", "0"))
    logged = [one for one in run.state.log_history if "eval_bfcl_audio" in one]
    told = {"logged": logged, "asked": watching.asked, "failed": _failure(rank)}
    Path(f"{out}.{rank}").write_text(json.dumps(told))
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])
