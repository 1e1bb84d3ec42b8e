"""Lets a spoken clip go through a channel, once: what arrives is kept as all else."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from . import waveform
from .channel.names import company_size, parse
from .engines.base import Refused
from .speech import Spoken
from .store import Json, Store


def arrive(
    clip: Spoken, channel: str, company: Sequence[Spoken], store: Store, *, seed: int
) -> Spoken:
    """A clip as it comes out of a channel, made or found; as long as before.

    Equal texts of a seed meet the same noise, whoever speaks them.

    Args:
        clip: as the engine spoke it.
        channel: its one name.
        company: the other clips that are heard in it.
        store: where arrived clips are kept.
        seed: the build's.

    Raises:
        Refused: the channel is made of other clips, and there are none.
        WriteError: the clip was made, but the disk refused it.
    """
    from .channel.send import VERSION, send

    way = parse(channel)
    if company_size(way) and not company:
        raise Refused(f"{channel} is made of other clips, and no other was spoken")
    key: dict[str, Json] = {
        "kind": "channel",
        "channel": channel,
        "version": VERSION,
        "form": waveform.FORM,
        "seed": seed,
        "text": clip.text,
        "audio": _sha256(clip.audio),
        "company": [_sha256(one.audio) for one in company],
    }

    def make() -> bytes:
        others = [waveform.decode(one.audio).pcm for one in company]
        drawn = int(hashlib.sha256(f"{seed}\0{clip.text}".encode()).hexdigest()[:12], 16)
        return waveform.encode(send(waveform.decode(clip.audio), way, seed=drawn, company=others))

    return replace(clip, audio=store.get_or_make(key, make))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
