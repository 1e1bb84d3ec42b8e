"""Whether a request is in English, the one language the rules know how to say."""

import re

from bfcl_audio.verbalise.lists import word_set

COMMON = word_set(
    """
    the a an of to in is for and what can you me my i with on how find calculate please get at
    from are be it that this would like need want show help by do could
    """
)


def is_english(text: str) -> bool:
    """Whether the words look English; names and short requests get the benefit of the doubt."""
    letters = [sign for sign in text if sign.isalpha()]
    if not letters:
        return True
    foreign = sum(ord(sign) > 0x24F and not 0x370 <= ord(sign) < 0x400 for sign in letters)
    if foreign > min(4, len(letters) / 5):
        return False
    words = re.findall(r"[^\W\d_]+", text.lower())
    english = sum(word in COMMON for word in words)
    accented = sum(any(ord(sign) > 127 for sign in word) for word in words)
    return english > 0 or (accented == 0 and len(words) < 8) or english / len(words) > 0.1
