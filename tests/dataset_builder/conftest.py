"""What tests of the builder share."""

import pytest

from dataset_builder import maker
from dataset_builder.engines.base import EngineError, wait_s


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asks again at once."""

    def at_once(error: EngineError, attempt: int) -> float | None:
        return None if wait_s(error, attempt) is None else 0.0

    monkeypatch.setattr(maker, "wait_s", at_once)
