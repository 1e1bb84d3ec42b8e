"""A model of a few bytes, as a row of the table names it."""

import hashlib

from bfcl_audio import models

WANTED = b"a model's bytes" * 1000


def row(*parts: str, hub: str = "") -> models.Model:
    digest = hashlib.sha256(WANTED).hexdigest()
    one = models.ModelFile("m.bin", digest, len(WANTED), "m.bin", parts)
    return models.Model("tiny", "Tiny", "MIT", "nobody", hub, (one,))
