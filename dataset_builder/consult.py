"""A wording by a model: asked for, proved, asked for again with the reason, at most three times.

The model's answer is never taken on trust: the proof runs on its wording, the protocol's rules on
its whitelist. A failure of the model's server is no answer, and is raised.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .alike import alike
from .calls import Call
from .case import Case
from .engines.openai_rewriter import PROMPT, OpenAIRewriter
from .likeness import far_longer, why_unlike
from .paraphrase import ATTEMPTS, Style
from .plan import model_seed, plan
from .records import Entry, Utterance
from .rewriters import reword
from .store import Json
from .topics import Answered, why_wrong

Ask = Callable[..., bytes]
"""`ask(key, call, function, *arguments)`: what is kept under `key`, else `function(*arguments)`."""

_LONGEST_ECHO = 4_000
"""Characters of an answer that failed, and of the reasons, that a model is shown again."""


@dataclass(frozen=True, slots=True)
class Consulted:
    """What came of asking a model.

    Attributes:
        spoken: the wording; empty if none passed.
        whitelist: as the model answered it; None if that breaks the protocol.
        attempts: how many answers there were.
        record: who answered, and how it was asked, for the row.
        why: what was wrong with the last answer that failed; empty if none did.
    """

    spoken: str
    whitelist: Answered | None
    attempts: int
    record: Mapping[str, str]
    why: str = ""


@dataclass(frozen=True)
class Consultation:
    """One text and the model that words it.

    Attributes:
        spec: of the model.
        made: the model.
        seed: the build's.
        style: how the caller talks.
        ask: how an answer is got, see `Ask`.
    """

    spec: str
    made: OpenAIRewriter
    seed: int
    style: Style
    ask: Ask

    def consult(self, entry: Entry, utterance: Utterance) -> Consulted:
        """The first wording that passes the proof of all who are written alike.

        A whitelist that breaks the protocol goes back too, but costs no good wording: when all
        attempts are over, the first wording that passed is used without it.

        Raises:
            EngineError: the model's server failed for good.
        """
        case = Case(utterance.text, alike(entry, utterance))
        failed: list[tuple[str, str]] = []
        good: Consulted | None = None
        for attempt in range(ATTEMPTS):
            found = self._answer(case, failed)
            wording = " ".join(str(found["spoken"]).split())
            listed = [(one["topic"], one["value"]) for one in found["whitelist"]]
            why = str(found["refused"]) or self._why_not(case, wording)
            wrong = "; ".join(dict.fromkeys(why_wrong(case, listed)))
            record = self._record(case, str(found["model"]), attempt)
            before = failed[-1][1] if failed else ""
            if not why and not wrong:
                return Consulted(wording, listed, attempt + 1, record, before)
            if not why and good is None:
                good = Consulted(wording, None, attempt + 1, record, wrong)
            answer = json.dumps({"spoken": wording, "whitelist": found["whitelist"]})
            reason = "; ".join(filter(None, (why, wrong)))
            failed.append((answer[:_LONGEST_ECHO], reason[:_LONGEST_ECHO]))
        return good or Consulted("", None, ATTEMPTS, record, failed[-1][1])

    def _why_not(self, case: Case, wording: str) -> str:
        """Why a wording will not do; empty if it does."""
        if far_longer(case.text, wording):
            return f"far longer than the request: {len(wording)} characters"
        sounds = self.style.filler_rate > 0
        reasons = [*why_unlike(case.text, wording, case.unsaid, sounds=sounds), case.lost(wording)]
        return "; ".join(filter(None, dict.fromkeys(reasons)))

    def _answer(self, case: Case, failed: Sequence[tuple[str, str]]) -> Mapping[str, Any]:
        """One answer, kept or new."""
        chance = self._chance(case, len(failed))
        messages = list(self._messages(case, failed))
        text = json.dumps(messages, ensure_ascii=False)
        key: Mapping[str, Json] = {
            "kind": "paraphrase",
            "rewriter": self.made.name,
            "version": self.made.version,  # model, options, prompt
            "messages": text,  # request, docs, truth, style, what failed and why
            "style": self.style.name,
            "seed": chance,
        }
        call = Call(kind="paraphrase", spec=self.spec, characters=len(PROMPT) + len(text))
        found: Mapping[str, Any] = json.loads(self.ask(key, call, reword, self.spec, text, chance))
        return found

    def _messages(
        self, case: Case, failed: Sequence[tuple[str, str]]
    ) -> Iterator[Mapping[str, str]]:
        """The case, then each answer that failed, and why."""
        yield _user({**case.as_json(), "style": self._plan(case, 0)})
        for attempt, (answer, why) in enumerate(failed, 1):
            yield {"role": "assistant", "content": answer}
            yield _user({"failed": why, "style": self._plan(case, attempt)})

    def _plan(self, case: Case, attempt: int) -> Mapping[str, Json]:
        return plan(case.text, self.seed, self.style, attempt)

    def _chance(self, case: Case, attempt: int) -> int:
        return model_seed(case.text, self.seed, self.style, attempt)

    def _record(self, case: Case, model: str, attempt: int) -> Mapping[str, str]:
        temperature = self.made.temperature
        return {
            "model": model,
            "version": self.made.version,
            "temperature": "default" if temperature is None else f"{temperature:g}",
            "model_seed": str(self._chance(case, attempt)),
        }


def _user(content: Mapping[str, Json]) -> Mapping[str, str]:
    return {"role": "user", "content": json.dumps(content, ensure_ascii=False)}
