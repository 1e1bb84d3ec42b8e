"""One job done: an agent through an entry, and the line that is kept of it."""

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from ..judge import Judge, JudgeError, JudgeRefused
from ..release import RELEASE
from ..version import __version__
from .agents.base import Agent, AgentError, AgentRefused
from .budget import Budget, OutOfMoney
from .conversation import Conversation
from .episode import Episode, play
from .jobs import Job
from .judges import hashes_of
from .prices import Prices
from .simulated_user import SimulatedUser, SpeakingUser, SpeechFailed, Voice
from .spoken_reply import VERSION as SPOKEN_REPLIES
from .trajectory import Trajectory

DEFAULT_PREAMBLE = files(__package__).joinpath("preamble.md").read_text(encoding="utf-8").strip()
_SEVERAL = files(__package__).joinpath("preamble_several.md").read_text(encoding="utf-8").strip()

OUT_OF_MONEY = "--max-cost would not have done for its next reply"


@dataclass(frozen=True, slots=True)
class Done:
    """A job's line, and why it is pointless to go on (empty if it is not)."""

    trajectory: Trajectory
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Turns jobs into trajectories. Used from several threads.

    Attributes:
        agent: who answers.
        judge: decides on questions; None: nobody does.
        preamble: the system message of spoken conversations.
        voice: says the caller's replies; None: they are written.
        prices: of agent and judge.
        budget: what the run may cost.
        dataset_sha256: names the dataset in every trajectory.
    """

    agent: Agent
    judge: Judge | None
    preamble: str
    voice: Voice | None
    prices: Prices
    budget: Budget
    dataset_sha256: str

    def do(self, job: Job, paid_before_usd: float = 0.0) -> Done:
        """The trajectory of a job; a failure of agent, judge or voice is one that was not run."""
        episode = Episode(budget=self.budget)
        conversation, user = job.conversation, None
        if self.voice is not None and not conversation.written:
            conversation, user = _aloud(conversation, self.voice)
        why, refusal = "", ""
        try:
            play(
                conversation,
                self.agent,
                judge=self.judge,
                preamble=self.preamble_of(conversation),
                episode=episode,
                user=user,
                prices=self.prices,
                repeat=job.key.repeat,
            )
        except AgentError as error:
            why = str(error)
            refusal = f"agent {self.agent.name}: {why}" if isinstance(error, AgentRefused) else ""
        except JudgeError as error:
            why = f"judge: {error}"
            refusal = f"judge {job.key.judge}: {error}" if isinstance(error, JudgeRefused) else ""
        except SpeechFailed as error:
            why = f"spoken reply: {error}"
        except OutOfMoney:
            why = OUT_OF_MONEY
        return Done(self._trajectory(job, episode, why, paid_before_usd), refusal)

    def preamble_of(self, conversation: Conversation) -> str:
        """The system message of a conversation; empty in the written arm."""
        if conversation.written:
            return ""
        if self.preamble and conversation.arm.startswith("transcripts:"):
            return f"{self.preamble}\n\n{_SEVERAL}"
        return self.preamble

    def hashes(self, conversation: Conversation) -> dict[str, str]:
        """What a line must have in common with one that it stands for."""
        spoken = self.voice is not None and not conversation.written
        return {
            "preamble": _sha256(self.preamble_of(conversation)),
            "dataset": self.dataset_sha256,
            "replies": _sha256(f"spoken replies, version {SPOKEN_REPLIES}") if spoken else "",
            **({} if conversation.written else hashes_of(self.judge)),
        }

    def _trajectory(
        self, job: Job, episode: Episode, why: str, paid_before_usd: float
    ) -> Trajectory:
        conversation = job.conversation
        versions = self.agent.versions
        return Trajectory(
            key=job.key,
            category=conversation.category,
            status="not_run" if why else "done",
            why=why,
            messages=[message.as_record() for message in episode.messages],
            utterances=[heard.as_record() for heard in conversation.utterances],
            answer=None if why else episode.answer(multi_turn=conversation.multi_turn),
            usage=episode.usage,
            first_latency_s=episode.first_latency_s,
            latency_s=round(episode.latency_s, 3),
            cost_usd=None if episode.cost_usd is None else round(episode.cost_usd, 9),
            paid_before_usd=round(paid_before_usd, 9),
            prices=self.prices.as_record(),
            seeds=_seeds(versions, job.key.repeat),
            hashes=self.hashes(conversation),
            versions={"bfcl_audio": __version__, "bfcl_eval": RELEASE, **versions},
        )


def _aloud(conversation: Conversation, voice: Voice) -> tuple[Conversation, SimulatedUser]:
    """A caller who speaks, and the conversation in which the clips of replies can be found."""
    user = SpeakingUser(conversation, voice)
    return dataclasses.replace(conversation, clip=user.clip), user


def _seeds(versions: Mapping[str, str], repeat: int) -> dict[str, int]:
    """The seed that the agent's model was given in this repeat; none if it was given none."""
    seed = versions.get("seed", "")
    return {"agent": int(seed) + repeat} if seed.lstrip("-").isdecimal() else {}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest() if text else ""
