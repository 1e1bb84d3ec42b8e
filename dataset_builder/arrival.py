"""Lets a spoken clip go through a channel, once: what arrives is kept as all else."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from . import waveform
from .channel.names import company_size, parse
from .engines.base import Refused
from .maker import Maker
from .records import Spoken
from .store import Json


async def arrive(
    clip: Spoken, channel: str, company: Sequence[Spoken], maker: Maker, *, seed: int
) -> Spoken:
    """A clip as it comes out of a channel, made or found; as long as before.

    Equal texts of a seed meet the same noise, whoever speaks them.

    Args:
        clip: as the engine spoke it.
        channel: its one name.
        company: the other clips that are heard in it.
        maker: keeps arrived clips.
        seed: the build's.

    Raises:
        Refused: the channel is made of other clips, and there are none.
        WriteError: the clip was made, but the disk refused it.
    """
    from .channel.send import VERSION

    if company_size(parse(channel)) and not company:
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
    drawn = int(hashlib.sha256(f"{seed}\0{clip.text}".encode()).hexdigest()[:12], 16)
    others = [one.audio for one in company]
    audio = await maker.get(key, None, sent, clip.audio, channel, drawn, others)
    return replace(clip, audio=audio)


def sent(audio: bytes, channel: str, seed: int, company: Sequence[bytes]) -> bytes:
    """What comes out of a channel: whole audio files in, one out."""
    from .channel.send import send

    others = [waveform.decode(one).pcm for one in company]
    return waveform.encode(send(waveform.decode(audio), parse(channel), seed=seed, company=others))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
