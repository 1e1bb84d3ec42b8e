"""A table of models that no source has."""

from pathlib import Path

import pytest
from tiny_model import row

from bfcl_audio import model_sources, models


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A table of one model that no source has, an empty cache, no fetching; returns the cache."""
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BFCL_AUDIO_OFFLINE", "1")
    monkeypatch.delenv("BFCL_AUDIO_MODEL_DIR", raising=False)
    monkeypatch.setattr(models, "models", lambda: {"tiny": row("pip:no-such-mirror==1/m.bin")})
    model_sources._hub_refusal.cache_clear()
    return tmp_path / "cache" / "models" / "tiny"
