"""The Trainer's callback: real Trainers on tiny models made on the spot."""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bfcl_audio.training
from bfcl_audio.errors import InputError
from bfcl_audio.results import read_results
from bfcl_audio.training import BFCLAudioCallback, answers, sampled

pytestmark = pytest.mark.slow  # importing torch and transformers takes seconds

ONE = {"ids": ["simple_python_0"], "max_new_tokens": 8}
METRICS = Path(bfcl_audio.training.__file__).parent.parent


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module that makes models and Trainers; the work is done in an empty folder."""
    import tiny_training

    monkeypatch.chdir(tmp_path)
    return tiny_training


def _logged(trainer: Any, name: str = "eval_bfcl_audio") -> list[tuple[int, float]]:
    return [(one["step"], one[name]) for one in trainer.state.log_history if name in one]


def test_each_arm_is_logged_each_epoch(dataset_folder: Path, tiny: Any) -> None:
    """A model that calls whatever it reads is right on the call and wrong on the irrelevance."""
    watching = BFCLAudioCallback(
        dataset_folder, ["text", "transcript:ears"], categories=["simple_python", "irrelevance"],
        max_new_tokens=8,
    )  # fmt: skip
    trainer = tiny.trainer(Path("out"), tiny.writer(), learning_rate=0.0, eval_strategy="epoch")
    watching.attach(trainer)
    trainer.train()
    found = [
        {name: value for name, value in one.items() if name.startswith("eval_bfcl")}
        for one in trainer.state.log_history
        if "eval_bfcl_audio" in one
    ]
    assert found == 2 * [
        {
            "eval_bfcl_audio": 0.5, "eval_bfcl_audio_n": 4.0, "eval_bfcl_audio_not_run": 0.0,
            "eval_bfcl_audio_text": 0.5, "eval_bfcl_audio_text_n": 2.0,
            "eval_bfcl_audio_transcript_ears": 0.5, "eval_bfcl_audio_transcript_ears_n": 2.0,
        }
    ]  # fmt: skip


def _in_turn(tiny: Any, *states: dict[str, Any]) -> Any:
    """A callback that gives the model other weights in each epoch."""
    import transformers

    class InTurn(transformers.TrainerCallback):
        def on_epoch_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            kwargs["model"].load_state_dict(states[round(state.epoch)])

    return InTurn()


@pytest.mark.parametrize("attached", [True, False])
def test_the_best_checkpoint_is_kept(dataset_folder: Path, tiny: Any, attached: bool) -> None:
    """Of three epochs the second is right, and its weights are those that training ends with."""
    (model, tokenizer), (writer, _) = tiny.model_and_tokenizer(), tiny.writer()
    bad = {name: weights.clone() for name, weights in model.state_dict().items()}
    watching = BFCLAudioCallback(dataset_folder, **ONE)
    trainer = tiny.trainer(
        Path("out"), (model, tokenizer),
        [_in_turn(tiny, bad, writer.state_dict(), bad), *([] if attached else [watching])],
        learning_rate=0.0, num_train_epochs=3, eval_strategy="epoch", save_strategy="epoch",
        load_best_model_at_end=True, metric_for_best_model="eval_bfcl_audio",
    )  # fmt: skip
    if attached:
        watching.attach(trainer)
    trainer.train()
    kept = Path(trainer.state.best_model_checkpoint).name
    after = trainer.evaluate()["eval_bfcl_audio"]
    assert (_logged(trainer)[:3], kept, trainer.state.best_metric, after) == (
        [(2, 0.0), (4, 1.0), (6, 0.0)], "checkpoint-4", 1.0, 1.0,
    )  # fmt: skip


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_training_is_the_same_with_and_without(
    dataset_folder: Path, tiny: Any, temperature: float
) -> None:
    """Weights and losses agree to the bit, with dropout and shuffling, measured at each step."""
    ends = []
    for watched in (False, True):
        trainer = tiny.trainer(Path("out"), tiny.model_and_tokenizer(), learning_rate=0.01)
        if watched:
            BFCLAudioCallback(
                dataset_folder, every_steps=1, temperature=temperature, **ONE
            ).attach(trainer)  # fmt: skip
        trainer.train()
        weights = {name: one.clone() for name, one in trainer.model.state_dict().items()}
        ends.append((weights, _logged(trainer, "loss"), random.random(), len(_logged(trainer))))
    (bare, losses, drawn, _), (same, losses_too, drawn_too, times) = ends
    differing = [name for name in bare if not bare[name].equal(same[name])]
    assert (differing, losses_too, drawn_too == drawn, times) == ([], losses, True, 4)


@pytest.mark.parametrize(
    ("times", "changes", "steps"),
    [
        ({"every_steps": 3}, {}, [3]),
        ({"every_epochs": 2}, {}, [4]),
        ({"every_steps": 2, "every_epochs": 1}, {}, [2, 4]),
        ({"every_steps": 3}, {"eval_strategy": "epoch"}, [3]),
        (
            {"every_steps": 3},
            {"eval_strategy": "epoch", "metric_for_best_model": "bfcl_audio_text"},
            [2, 3, 4],
        ),
        ({}, {"eval_strategy": "steps", "eval_steps": 1}, [1, 2, 3, 4]),
    ],
)
def test_it_measures_when_it_is_to(
    dataset_folder: Path,
    tiny: Any,
    times: dict[str, int],
    changes: dict[str, object],
    steps: list[int],
) -> None:
    """At its own times, else at evaluations; once a step, and the step's loss is still logged."""
    trainer = tiny.trainer(Path("out"), tiny.writer(), learning_rate=0.0, **changes)
    BFCLAudioCallback(dataset_folder, **ONE, **times).attach(trainer)
    trainer.train()
    assert (_logged(trainer), len(_logged(trainer, "loss"))) == ([(n, 1.0) for n in steps], 4)


def test_early_stopping_goes_by_it(dataset_folder: Path, tiny: Any) -> None:
    """It stands before a callback that the Trainer had from the start."""
    import transformers

    trainer = tiny.trainer(
        Path("out"), tiny.writer(), [transformers.EarlyStoppingCallback(1)], learning_rate=0.0,
        num_train_epochs=9, eval_strategy="epoch", save_strategy="epoch",
        load_best_model_at_end=True, metric_for_best_model="eval_bfcl_audio",
    )  # fmt: skip
    BFCLAudioCallback(dataset_folder, **ONE).attach(trainer)
    trainer.train()
    assert _logged(trainer) == [(2, 1.0), (4, 1.0)]


def test_trajectories_are_kept_for_the_report(dataset_folder: Path, tiny: Any) -> None:
    """One file a measurement, in which the agent's name is the step."""
    trainer = tiny.trainer(Path("out"), tiny.writer(), learning_rate=0.0)
    BFCLAudioCallback(dataset_folder, every_epochs=1, out="runs", **ONE).attach(trainer)
    trainer.train()
    found = {one.name: read_results(one).answers[0]["agent"] for one in Path("runs").iterdir()}
    assert found == {
        "step-0000002.jsonl": "training/step-2", "step-0000004.jsonl": "training/step-4"
    }  # fmt: skip


def test_an_entry_too_long_for_the_model_is_counted_apart(dataset_folder: Path, tiny: Any) -> None:
    """It counts as not run, and the accuracy is of the others."""
    model, tokenizer = tiny.writer()
    model.config.max_position_embeddings = 1500
    trainer = tiny.trainer(Path("out"), (model, tokenizer), learning_rate=0.0)
    entries = {"ids": ["simple_python_0", "multi_turn_miss_func_0"], "max_new_tokens": 8}
    BFCLAudioCallback(dataset_folder, every_steps=4, **entries).attach(trainer)
    trainer.train()
    not_run = _logged(trainer, "eval_bfcl_audio_not_run")
    assert (not_run, _logged(trainer)) == ([(4, 1.0)], [(4, 1.0)])


def test_without_any_answer_training_ends_with_the_reason(dataset_folder: Path, tiny: Any) -> None:
    """No figure is made up."""
    model, tokenizer = tiny.writer()
    model.config.max_position_embeddings = 90
    trainer = tiny.trainer(Path("out"), (model, tokenizer))
    BFCLAudioCallback(dataset_folder, every_steps=1, **ONE).attach(trainer)
    with pytest.raises(InputError, match="no answer to any of 1 entries: a prompt of"):
        trainer.train()


@pytest.mark.parametrize(
    ("options", "changes", "said"),
    [
        ({}, {}, "never evaluates"),
        ({"every_steps": 1}, {"processing_class": None}, "no tokenizer"),
        (
            {},
            {"eval_strategy": "epoch", "metric_for_best_model": "bfcl_audio",
             "greater_is_better": False},
            "better when higher",
        ),
    ],
)  # fmt: skip
def test_what_would_fail_later_fails_at_the_start(
    dataset_folder: Path,
    tiny: Any,
    options: dict[str, Any],
    changes: dict[str, Any],
    said: str,
) -> None:
    """Before the first step, in one line."""
    no_tokenizer = changes.pop("processing_class", "") is None
    trainer = tiny.trainer(Path("out"), tiny.writer(), **changes)
    BFCLAudioCallback(dataset_folder, **ONE, **options).attach(trainer)
    if no_tokenizer:
        trainer.callback_handler.processing_class = None
    with pytest.raises(InputError, match=said):
        trainer.train()
    assert trainer.state.global_step == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"every_steps": 0}, "every_steps=0: give 1 or more"),
        ({"every_epochs": 0}, "every_epochs=0: give 1 or more"),
        ({"batch_size": 0}, "batch_size=0: give 1 or more"),
        ({"max_new_tokens": 0}, "max_new_tokens=0: give 1 or more"),
        ({"temperature": -1.0}, "temperature=-1.0: give 0 or more"),
        ({"judge": "nobody"}, "unknown judge 'nobody'"),
    ],
)
def test_what_cannot_be_is_refused(
    dataset_folder: Path, options: dict[str, Any], said: str
) -> None:
    """When the callback is made."""
    with pytest.raises(InputError, match=said):
        BFCLAudioCallback(dataset_folder, **options)


def test_model_and_tokenizer_stay_as_they_were(dataset_folder: Path, tiny: Any) -> None:
    """A part that was frozen in evaluation mode stays so; so does the side that is padded."""
    model, tokenizer = tiny.writer()
    model.train()
    model.model.layers[0].eval()
    tokenizer.padding_side = "right"
    before = [one.training for one in model.modules()]
    entries = sampled(dataset_folder, ids=["simple_python_0"])
    (told,) = answers(model, tokenizer, entries, max_new_tokens=8)
    assert (told["status"], [one.training for one in model.modules()], tokenizer.padding_side) == (
        "done", before, "right",
    )  # fmt: skip


def test_random_numbers_go_on_where_they_were(tiny: Any) -> None:
    """What is drawn meanwhile, of Python's, numpy's and torch's, is not missing afterwards."""
    import numpy as np
    import torch

    from bfcl_audio.training.undisturbed import undisturbed

    def draw() -> tuple[float, float, float]:
        return random.random(), float(np.random.rand()), float(torch.rand(()))

    model, _ = tiny.writer()
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    expected = draw()
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    with undisturbed(model):
        draw()
    assert draw() == expected


def test_a_sharded_model_is_refused(
    dataset_folder: Path, tiny: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processes that generate on their own would wait for each other for ever."""
    monkeypatch.setattr("bfcl_audio.training.callback.is_fsdp_managed_module", bool)
    trainer = tiny.trainer(Path("out"), tiny.writer())
    BFCLAudioCallback(dataset_folder, every_steps=1, **ONE).attach(trainer)
    with pytest.raises(InputError, match="sharded over processes"):
        trainer.train()


def _snippets() -> list[str]:
    text = bfcl_audio.training.__doc__ or ""
    return [part.split("```")[0] for part in text.split("```python\n")[1:]]


@pytest.fixture
def clone(dataset_folder: Path, tiny: Any) -> Callable[[str], dict[str, Any]]:
    """Runs a documented snippet as it stands, where a reader stands; returns its names."""
    import transformers

    shutil.copytree(dataset_folder, "bfcl-audio")
    Path("metrics").mkdir()
    Path("metrics/bfcl_audio").symlink_to(METRICS)
    model, tokenizer = tiny.writer()
    rows = tiny.examples(tokenizer, 2)
    names = {
        "model": model, "tokenizer": tokenizer, "train": rows, "held_out": rows,
        "train_one_epoch": lambda model: model.train(), "Trainer": transformers.Trainer,
        "TrainingArguments": transformers.TrainingArguments,
    }  # fmt: skip

    def run(code: str) -> dict[str, Any]:
        exec(compile(code.replace("whisper", "ears"), "snippet", "exec"), names)
        return names

    return run


@pytest.mark.filterwarnings("ignore:'pin_memory' argument")
def test_the_documented_trainer_runs(clone: Callable[[str], dict[str, Any]]) -> None:
    """Three epochs, each logged, the best one kept."""
    trainer = clone(_snippets()[0])["trainer"]
    assert (len(_logged(trainer)), Path(trainer.state.best_model_checkpoint).is_dir()) == (3, True)


def test_the_documented_loop_runs(
    clone: Callable[[str], dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It prints each epoch's accuracy: right on two entries of three, one was not run."""
    monkeypatch.setenv("HF_MODULES_CACHE", str(Path("modules").absolute()))
    clone(_snippets()[1])
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [(int(epoch), round(float(value), 2)) for epoch, value in printed] == [
        (0, 0.33), (1, 0.33), (2, 0.33)
    ]  # fmt: skip


def test_two_processes_agree_with_one(dataset_folder: Path, tiny: Any) -> None:
    """Each asks about its half, both log what one process alone logs, and hear of a failure."""
    tiny.main(str(dataset_folder), "alone")
    command = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    done = subprocess.run(
        [sys.executable, *command, tiny.__file__, str(dataset_folder), "both"],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    alone, *both = (json.loads(Path(f).read_text()) for f in ("alone.0", "both.0", "both.1"))
    figures = [
        [{name: one[name] for name in one if name != "step"} for one in told["logged"]]
        for told in (alone, *both)
    ]
    agents = [
        [json.loads(line)["id"] for line in (Path(f"{name}.runs") / f"step-000000{step}.jsonl")
         .read_text().splitlines()]
        for name, step in (("alone", 2), ("both", 1))
    ]  # fmt: skip
    assert (figures[1:], agents[1], [one["asked"] for one in (alone, *both)]) == (
        [figures[0]] * 2, agents[0], [8, 4, 4],
    )  # fmt: skip
    assert [one["failed"] for one in both] == ["process 1 cannot"] * 2
