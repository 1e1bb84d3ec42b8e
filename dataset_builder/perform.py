"""The part of the recipe that is sound: an utterance spoken, sent, heard by every recogniser.

A clip that no recogniser understands is made once more with another voice, and flagged.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, replace

from . import fidelity
from .arrival import arrive
from .channel.names import CLEAN, company_size, parse
from .company import Cast
from .config import BuildConfig
from .engines.base import EngineError, NotReady
from .maker import Maker
from .records import Choice, Hearing, Paraphrase, Sound, Spoken, System
from .speech import another, draw, draw_voice, share, speak
from .transcription import transcribe


@dataclass(frozen=True, slots=True)
class Stage:
    """What every utterance of a build is performed with."""

    config: BuildConfig
    cast: Cast
    maker: Maker

    async def perform(self, said: Paraphrase) -> list[Sound]:
        """All sounds of an utterance: the primary clip first, then its channels, then the cross.

        Raises:
            NotReady: a package or model is missing, so nothing can be made.
            WriteError: the disk refused.
        """
        primary = await self._primary(said)
        others: list[Awaitable[Sound]] = []
        if primary.clip is not None:
            others += [
                self._sent(said, primary, primary.clip, channel)
                for channel in self.config.channels
                if channel != CLEAN
            ]
        if self.config.cross:
            others += [
                self._heard(said, self._voice(said, spec), primary=False)
                for spec in self.config.tts
                if spec != primary.choice.spec
            ]
        return [primary, *await asyncio.gather(*others)]

    async def _primary(self, said: Paraphrase) -> Sound:
        """The drawn clip, or the one that replaces it."""
        choice = drawn(said, self.config)
        first = await self._heard(said, choice)
        if first.failures or fidelity.understood(first.heard):
            return first
        second_choice = another(self.config.tts, choice, said.spoken, style_name(said), self._seed)
        if second_choice is None:
            return replace(first, flagged="unheard")
        second = await self._heard(said, second_choice)
        if second.failures:
            return second
        if fidelity.understood(second.heard):
            return replace(second, flagged="remade")
        return replace(first, flagged="unheard")

    async def _heard(self, said: Paraphrase, choice: Choice, *, primary: bool = True) -> Sound:
        """A clip, clean, and what every recogniser makes of it."""
        mute = Sound(said, CLEAN, primary, choice, None)
        try:
            clip = await self._speak(said.spoken, choice, style_name(said))
        except NotReady:
            raise
        except EngineError as error:
            return replace(mute, failures={("speech", choice.spec): line(error)})
        return await self._transcribed(said, replace(mute, clip=clip), clip)

    async def _sent(self, said: Paraphrase, clean: Sound, clip: Spoken, channel: str) -> Sound:
        """A clip through a channel, and what every recogniser makes of it then."""
        sound = replace(clean, channel=channel, heard=(), failures={})
        try:
            company = [one async for one in self._company(clip, clean.choice, channel)]
            arrived = await arrive(clip, channel, company, self.maker, seed=self._seed)
        except NotReady:
            raise
        except EngineError as error:
            mute = replace(sound, clip=None)
            return replace(mute, failures={("speech", clean.choice.spec): line(error)})
        return await self._transcribed(said, replace(sound, clip=arrived), arrived)

    async def _transcribed(self, said: Paraphrase, sound: Sound, clip: Spoken) -> Sound:
        hearings: list[Hearing] = []
        failures: dict[System, str] = {}

        async def hear(spec: str) -> None:
            try:
                hearings.append(await transcribe(clip, spec, self.maker))
            except NotReady:
                raise
            except EngineError as error:
                failures["transcript", spec] = line(error)

        await asyncio.gather(*map(hear, self.config.asr))
        hearings.sort(key=lambda one: self.config.asr.index(one.asr))
        return replace(sound, heard=tuple(fidelity.transcripts(said, hearings)), failures=failures)

    async def _company(self, clip: Spoken, choice: Choice, channel: str) -> AsyncIterator[Spoken]:
        """As many other clips as the channel needs; one that cannot be spoken is passed over."""
        missing = company_size(parse(channel))
        for text, style, voice in self.cast.company(clip.text, choice, missing) if missing else ():
            try:
                other = await self._speak(text, voice, style)
            except NotReady:
                raise
            except EngineError:
                continue
            yield other
            missing -= 1
            if not missing:
                return

    async def _speak(self, text: str, choice: Choice, style: str) -> Spoken:
        return await speak(text, choice, self.maker, style=style, seed=self._seed)

    def _voice(self, said: Paraphrase, spec: str) -> Choice:
        return draw_voice(spec, said.spoken, style_name(said), self._seed)

    @property
    def _seed(self) -> int:
        return self.config.seed


def style_name(said: Paraphrase) -> str:
    """The style that a paraphrase was said in, as far as it draws a voice."""
    return said.style.get("name", "")


def drawn(said: Paraphrase, config: BuildConfig) -> Choice:
    """Who speaks the primary clip of an utterance."""
    weights = {spec: share(spec) for spec in config.tts}
    return draw(weights, said.spoken, style_name(said), config.seed)


def line(error: EngineError) -> str:
    """An error in one line."""
    return " ".join(str(error).split())
