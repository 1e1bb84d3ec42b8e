"""A judge that is asked about equal inputs once, however often a file is counted."""

from collections.abc import Mapping

from ...judge import Decision, Judge, JudgeError


class RememberingJudge:
    """Another judge, and what it has said so far: decisions and failures alike."""

    def __init__(self, judge: Judge) -> None:
        """Nothing is remembered yet."""
        self.name = judge.name
        self._judge = judge
        self._said: dict[tuple[object, ...], Decision | JudgeError] = {}

    def decide(
        self,
        *,
        intended_request: str,
        asr_text: str,
        allowed_clarifications: Mapping[str, str],
        assistant_message: str,
    ) -> Decision:
        """What the judge says, or said.

        Raises:
            JudgeError: it failed, now or before.
        """
        values = tuple(allowed_clarifications.items())
        key = (intended_request, asr_text, values, assistant_message)
        if key not in self._said:
            try:
                self._said[key] = self._judge.decide(
                    intended_request=intended_request,
                    asr_text=asr_text,
                    allowed_clarifications=allowed_clarifications,
                    assistant_message=assistant_message,
                )
            except JudgeError as error:
                self._said[key] = error
        said = self._said[key]
        if isinstance(said, JudgeError):
            raise type(said)(str(said))
        return said
