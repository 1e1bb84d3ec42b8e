"""What a model that rewords is shown of a text: docs, truth, values; and what it may not say."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bfcl_audio import spoken
from bfcl_audio.reference import Reference, parse

from .alike import Member
from .needs import class_docs, turn_needs, turn_truth
from .proof import prove
from .store import Json
from .truth import SaidValue, said_values, says
from .whitelist import may_be_damaged


@dataclass(frozen=True)
class Case:
    """One text, with all that the entries in which it stands need of it.

    Attributes:
        text: the request as written.
        members: the utterances that are written so.
    """

    text: str
    members: Sequence[Member]

    @cached_property
    def values(self) -> Sequence[SaidValue]:
        """What the text says of any member's truth, each once."""
        found = (
            value
            for entry, utterance in self.members
            for value in said_values(entry).get(utterance.utterance_id, ())
        )
        return list({(value.topic, value.value): value for value in found}.values())

    @cached_property
    def allowed(self) -> Sequence[SaidValue]:
        """Those that may be asked about."""
        return [value for value in self.values if may_be_damaged(value)]

    @cached_property
    def unsaid(self) -> Sequence[str]:
        """Values of the truth that the text does not say: to say them would be to resolve them."""
        return list(dict.fromkeys(self._unsaid()))

    @cached_property
    def functions(self) -> Sequence[Mapping[str, Any]]:
        """Docs of the functions that the truth calls; of all, where it calls none."""
        docs: dict[str, Mapping[str, Any]] = {}
        called: set[str] = set()
        for reference, turn in self._turns():
            docs |= class_docs(reference.involved_classes)
            docs |= {str(doc["name"]): doc for doc in reference.functions}
            called |= {_name(call) for call in turn_truth(reference, turn)}
        return [doc for name, doc in docs.items() if name in called or not called]

    def as_json(self) -> dict[str, Json]:
        """The case as a model gets it."""
        truths: list[Json] = []
        for reference, turn in self._turns():
            truth: Json = list(turn_truth(reference, turn))
            if truth and truth not in truths:
                truths.append(truth)
        return {
            "request": self.text,
            "functions": [dict(doc) for doc in self.functions],
            "ground_truth": truths[0] if len(truths) == 1 else truths,
            "values": [
                {
                    "topic": one.topic,
                    "value": one.value,
                    "said": list(one.said),
                    "may_ask": one in self.allowed,
                }
                for one in self.values
            ],
        }

    def lost(self, wording: str) -> str:
        """Why a wording does not serve every member; empty if it does."""
        proofs = (prove(entry, utterance, wording).why for entry, utterance in self.members)
        return "; ".join(dict.fromkeys(filter(None, "; ".join(proofs).split("; "))))

    def _turns(self) -> Iterator[tuple[Reference, int]]:
        for entry, utterance in self.members:
            yield parse(entry.reference), utterance.turn

    def _unsaid(self) -> Iterator[str]:
        for reference, turn in self._turns():
            for need in turn_needs(reference, turn):
                if not says(need, self.text):
                    for option in need.options:
                        if len(option) > 2 and not spoken.heard(option, self.text):
                            yield option


def _name(call: Any) -> str:
    """The function of a possible answer, or of a Python call string."""
    if isinstance(call, Mapping):
        return str(next(iter(call), ""))
    node = ast.parse(call, mode="eval").body
    return ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
