"""`BFCLAudioCallback`: a Trainer's log learns how well its model calls functions."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments
from transformers.integrations.deepspeed import is_deepspeed_zero3_enabled
from transformers.integrations.fsdp import is_fsdp_managed_module

from ..errors import InputError
from ..harness.agents.huggingface import HuggingFaceAgent
from ..harness.conversation import Conversation
from ..harness.judges import judge as judge_of_spec
from ..harness.work import DEFAULT_PREAMBLE
from ..judge import Judge
from .answering import Generation, live_agent
from .figures import METRIC, measured
from .sampling import sampled


class BFCLAudioCallback(TrainerCallback):
    """Asks the model under training for its answers to a sample of entries, and logs the score.

    Logged are `eval_bfcl_audio` (valid answers / answers, over all arms), the same for each arm,
    e.g. `eval_bfcl_audio_text` and `eval_bfcl_audio_transcript_whisper`, and beside each of these
    how many answers it is of, as `…_n`; `eval_bfcl_audio_not_run` counts entries that the model
    could not be asked about, such as prompts that are too long for it.

    It measures whenever the Trainer evaluates (`eval_strategy`), so that
    `metric_for_best_model="eval_bfcl_audio"` and early stopping can go by it; or, if `every_steps`
    or `every_epochs` is given, then, and at evaluations only where the best model is chosen by it.
    The training is the same, bit for bit, as without it. In a distributed training each process
    answers its share, the first one scores, and all of them log the same.
    """

    def __init__(
        self,
        dataset: str | Path,
        arms: Sequence[str] | str = ("text",),
        *,
        sample: int | None = 64,
        seed: int = 0,
        categories: Collection[str] = (),
        ids: Collection[str] = (),
        every_steps: int | None = None,
        every_epochs: int | None = None,
        max_new_tokens: int = 256,
        temperature: float = 0.0,
        batch_size: int = 8,
        judge: "str | Judge | None" = "rules",
        preamble: str = DEFAULT_PREAMBLE,
        tokenizer: Any = None,
        out: str | Path | None = None,
    ) -> None:
        """Reads the entries.

        Args:
            dataset: a folder that `bfcl-audio build` made, or its id on the Hub.
            arms: `text`, `spoken`, `transcript:<asr>` or `transcripts:<asr>+<asr>`.
            sample: entries at most, each asked about in every arm; None means all.
            seed: decides which entries, and what is chosen above temperature 0.
            categories: only entries of these; empty means all.
            ids: only these entries; empty means all.
            every_steps: measure after every so many steps.
            every_epochs: measure after every so many epochs.
            max_new_tokens: longest reply.
            temperature: 0 takes the likeliest token each time.
            batch_size: entries that each process asks about together.
            judge: decides on questions in spoken arms: a SPEC, a `Judge`, or None for nobody.
            preamble: the system message of spoken conversations.
            tokenizer: with a chat template; None takes the Trainer's `processing_class`.
            out: a folder for the trajectories of each measurement, one file each, for
                `bfcl-audio report`; None keeps none.

        Raises:
            InputError: something named cannot be used.
        """
        for name, every in (("every_steps", every_steps), ("every_epochs", every_epochs)):
            if every is not None and every < 1:
                raise InputError(f"{name}={every}: give 1 or more, or None")
        self.entries: list[Conversation] = sampled(
            dataset, arms, sample=sample, seed=seed, categories=categories, ids=ids
        )
        self.generation = Generation(
            max_new_tokens=max_new_tokens, temperature=temperature, seed=seed, batch_size=batch_size
        )
        self._every_steps = every_steps
        self._every_epochs = every_epochs
        self._judge = judge_of_spec(judge) if isinstance(judge, str) else judge
        self._preamble = preamble
        self._tokenizer = tokenizer
        self._out = Path(out) if out is not None else None
        self._trainer: Any = None
        self._training = False
        self._latest: dict[str, float] | None = None

    def attach(self, trainer: Any) -> Self:
        """Join a Trainer, ahead of its other callbacks, which then see what this one measures.

        Given to the Trainer as one of its `callbacks` instead, this one cannot reach the Trainer's
        log: the figures are in `trainer.state.log_history` and choose the best model, but are not
        shown by what reports logs, such as progress bars and TensorBoard.
        """
        callbacks = trainer.callback_handler.callbacks
        if self in callbacks:
            callbacks.remove(self)
        # Behind the flow, which decides whether a step ends in an evaluation.
        callbacks.insert(1, self)
        self._trainer = trainer
        return self

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Whatever would fail at the first measurement fails now.

        Raises:
            InputError: nothing would ever be measured, or this model cannot be asked.
        """
        if not self._has_times and args.eval_strategy == "no":
            raise InputError(
                "the Trainer never evaluates, so nothing would be measured; set eval_strategy, "
                "or give BFCLAudioCallback every_steps or every_epochs"
            )
        if _chooses(args) and args.greater_is_better is False:
            raise InputError(f"{METRIC} is better when higher; set greater_is_better=True")
        self._agent(state, kwargs)
        self._training, self._latest = True, None

    def on_step_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """What was measured is of earlier weights from now on."""
        self._latest = None

    def on_train_end(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """The weights may be those of the best checkpoint from now on."""
        self._training, self._latest = False, None

    def on_step_end(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Measures after every so many steps."""
        if self._every_steps and state.global_step % self._every_steps == 0:
            self._measure(state, control, kwargs)

    def on_epoch_end(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Measures after every so many epochs."""
        if self._every_epochs and round(state.epoch or 0) % self._every_epochs == 0:
            self._measure(state, control, kwargs)

    def on_evaluate(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        **kwargs: Any,
    ) -> None:
        """Puts the figures among those of an evaluation, where the Trainer looks for the best."""
        if not self._training or not self._has_times or _chooses(args):
            self._measure(state, control, kwargs)
        kwargs["metrics"].update(self._latest or {})
        if not self._training:
            self._latest = None

    @property
    def _has_times(self) -> bool:
        """It measures at times of its own."""
        return bool(self._every_steps or self._every_epochs)

    def _measure(
        self, state: TrainerState, control: TrainerControl, given: Mapping[str, Any]
    ) -> None:
        """Measure these weights and log the figures; nothing if that was done already."""
        if self._latest is not None:
            return
        out = self._out / f"step-{state.global_step:07d}.jsonl" if self._out else None
        self._latest = measured(
            given["model"],
            self._agent(state, given),
            self.entries,
            self.generation,
            self._judge,
            self._preamble,
            out,
        )
        due = control.should_log
        if self._trainer is not None:
            self._trainer.log(dict(self._latest))
        else:
            times = {"epoch": state.epoch, "step": state.global_step}
            state.log_history.append({**self._latest, **times})
        control.should_log = due  # logging would cancel that of the step's loss

    def _agent(self, state: TrainerState, given: Mapping[str, Any]) -> HuggingFaceAgent:
        """An agent around the weights as they are.

        Raises:
            InputError: this model cannot be asked.
        """
        model = given["model"]
        sharded: Any = is_deepspeed_zero3_enabled  # untyped
        if sharded() or is_fsdp_managed_module(model):
            raise InputError(
                "the model is sharded over processes (FSDP or DeepSpeed ZeRO-3), where it cannot "
                "be asked by each of them; train with DDP, or score its checkpoints: "
                "bfcl-audio run --agent hf/CHECKPOINT"
            )
        tokenizer = self._tokenizer or given.get("processing_class")
        return live_agent(model, tokenizer, self.generation, f"training/step-{state.global_step}")


def _chooses(args: TrainingArguments) -> bool:
    """The best model is chosen by one of our figures."""
    wanted = args.metric_for_best_model or ""
    return f"eval_{wanted.removeprefix('eval_')}".startswith(METRIC)
