"""Function calling watched while a model is trained: in transformers' `Trainer`, or in any loop.

With a `Trainer`:

```python
from bfcl_audio.training import BFCLAudioCallback

trainer = Trainer(
    model, TrainingArguments(
        "out", eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True,
        metric_for_best_model="eval_bfcl_audio",
    ), train_dataset=train, eval_dataset=held_out, processing_class=tokenizer,
)
BFCLAudioCallback("bfcl-audio", ["text", "transcript:whisper"], sample=64).attach(trainer)
trainer.train()
```

In a loop of your own:

```python
import evaluate
from bfcl_audio.training import answers, sampled

metric = evaluate.load("metrics/bfcl_audio")
entries = sampled("bfcl-audio", ["text"], sample=64)
for epoch in range(3):
    train_one_epoch(model)
    for start in range(0, len(entries), 8):
        batch = entries[start : start + 8]
        metric.add_batch(
            predictions=answers(model, tokenizer, batch, batch_size=8),
            references=[entry.reference for entry in batch],
        )
    print(epoch, metric.compute()["accuracy"])
```
"""

TYPE_CHECKING = False  # type checkers know the names; importing them takes seconds
if TYPE_CHECKING:
    from .answering import answers
    from .callback import BFCLAudioCallback
    from .sampling import sampled

__all__ = ["BFCLAudioCallback", "answers", "sampled"]

_HOMES = {"BFCLAudioCallback": "callback", "answers": "answering", "sampled": "sampling"}
_PACKAGES = ("torch", "transformers", "accelerate", "pyarrow")


def __getattr__(name: str) -> object:
    """Import a public name when it is first used.

    Raises:
        ModuleNotFoundError: the extra `train` is not installed.
    """
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib.util

    for package in _PACKAGES:
        if importlib.util.find_spec(package) is None:
            raise ModuleNotFoundError(
                f"bfcl_audio.training needs {package}, which is not installed: "
                "pip install 'bfcl-audio[train]'",
                name=package,
            )
    found = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found
