"""BFCL's own simulated APIs, built fresh for one entry; calls go by name, arguments are data.

The reference keeps instances in module globals and evaluates call text. Here an entry's instances
belong to one `Simulation`, a call finds its method in a table of the public methods of the entry's
classes, and nothing that an answer holds is ever run as code.
"""

import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .ast_match import Mode
from .calls import Call
from .reference import Reference
from .simulator_guards import (
    bounded,
    own_copy,
    own_precision,
    own_what_is_shared,
    refusal,
    small_copy,
    still_class,
)
from .steps import decode_step, executable, method_name, parameter_name
from .upstream import class_docs

_STATELESS = frozenset({"MathAPI"})


@dataclass(frozen=True, slots=True)
class Method:
    """One documented method of a simulated class.

    Attributes:
        name: as agents call it.
        owner: the class's name.
        parameters: names in order, without self.
        lists: parameters whose default is a list, which the class would share between calls.
    """

    name: str
    owner: str
    parameters: tuple[str, ...]
    lists: tuple[str, ...]


class CallError(Exception):
    """A call that could not be made; its text is what the agent is told."""


class Simulation:
    """The simulated world of one entry, from its initial state.

    Args:
        reference: the (multi-turn) entry.
    """

    def __init__(self, reference: Reference) -> None:
        self._instances = {
            name: _fresh(name, reference.initial_config.get(name, {}), reference.long_context)
            for name in reference.involved_classes
        }
        self._methods = {
            name: method
            for owner in reference.involved_classes
            for name, method in methods(owner).items()
        }

    @property
    def instances(self) -> Mapping[str, Any]:
        """Class name -> instance, as it stands now."""
        return self._instances

    def execute(self, calls: Iterable[Call]) -> list[str]:
        """Make calls in order.

        Returns:
            One text per call, as BFCL gives it to the agent. What cannot be called, or fails, is
            a text that begins with "Error during execution:"; it never raises.
        """
        return [self.result(call) for call in calls]

    def execute_step(self, step: object, mode: Mode = "fc") -> list[str]:
        """Decode one reply of a model, in bfcl-eval's form, and make its calls.

        Raises:
            DecodeError: the reply holds no calls.
        """
        return self.execute(decode_step(step, mode))

    def result(self, call: Call) -> str:
        """Make one call and return its result as text."""
        try:
            if "MathAPI" in self._instances:
                with own_precision():
                    return _text(self._make(call))
            return _text(self._make(call))
        except Exception as error:  # whatever a simulator raises is the agent's to read
            return f"Error during execution: {error}"

    def _make(self, call: Call) -> object:
        method = self._methods.get(method_name(call.name) or "")
        if method is None:
            raise CallError(f"name {call.name!r:.80} is not defined")
        if problem := executable(call):
            raise CallError(problem)
        arguments = {
            parameter_name(name) or "": self._owned(value) for name, value in call.arguments.items()
        }
        for name in method.lists:
            arguments.setdefault(name, [])
        instance = self._instances[method.owner]
        if problem := refusal(method.name, instance, arguments):
            raise CallError(problem)
        bound: Callable[..., object] = getattr(instance, method.name)
        return bound(**bounded(method.name, arguments))

    def _owned(self, value: object) -> object:
        """A copy of an argument that a simulator may keep and change; nested calls are made."""
        if isinstance(value, Call):
            return small_copy(self._make(value))
        if isinstance(value, dict):
            return {key: self._owned(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple | set):
            return type(value)(self._owned(inner) for inner in value)
        return value


@lru_cache(maxsize=32)
def methods(class_name: str) -> Mapping[str, Method]:
    """The public methods of a simulated class by name: what the class documents."""
    found = {}
    for name, function in vars(still_class(class_name)).items():
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        parameters = list(inspect.signature(function).parameters.values())[1:]
        lists = tuple(p.name for p in parameters if isinstance(p.default, list))
        found[name] = Method(name, class_name, tuple(p.name for p in parameters), lists)
    return found


# The one method whose docs list its parameters in another order than it takes them.
_ORDERS = {
    "purchase_insurance": (
        "access_token", "insurance_type", "booking_id", "insurance_cost", "card_id",
    ),
}  # fmt: skip


@lru_cache(maxsize=32)
def parameters(class_name: str) -> Mapping[str, tuple[str, ...]]:
    """The parameters of `methods`, in order, by the docs: the class need not be loaded."""
    return {
        doc["name"]: _ORDERS.get(doc["name"]) or tuple(doc["parameters"]["properties"])
        for doc in class_docs(class_name)
    }


def _fresh(class_name: str, config: Mapping[str, Any], long_context: bool) -> Any:
    """A new instance in the state that the entry starts from."""
    instance = still_class(class_name)()
    if class_name not in _STATELESS:
        instance._load_scenario(own_copy(config), long_context=long_context)
        own_what_is_shared(instance)
    return instance


def _text(result: object) -> str:
    """A result as BFCL shows it to the agent."""
    if isinstance(result, str):
        return result
    if isinstance(result, dict):
        try:
            return json.dumps(result)
        except (TypeError, ValueError, RecursionError):
            return str(result)
    return str(result)
