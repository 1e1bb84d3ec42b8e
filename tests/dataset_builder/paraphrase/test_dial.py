"""The style dial as text, and what it really turns."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio.errors import InputError
from dataset_builder.paraphrase import DEFAULT, PRESETS, Spoken, read_style, rewrite
from dataset_builder.paraphrase.dial import FIELDS, named
from dataset_builder.paraphrase.style import Style


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_read_by_its_name(name: str) -> None:
    """As it stands in the table."""
    assert read_style(name) is PRESETS[name]


CANONICAL = {
    "fillers=0.3,spelling=1,corrections=0,register=formal": (
        "fillers=0.3,corrections=0,spelling=1,register=formal"
    ),
    " register = formal , fillers=.30 ": "fillers=0.3,register=formal",
    "fillers=0.05": "default",
    "fillers=0": "no_fillers",
    "fillers=-0": "no_fillers",
    "register=formal,restarts=0.12": "formal",
    "fillers=1e-1": "fillers=0.1",
    "spelling=0.6": "much_spelling",
    "fillers=0,restarts=0,corrections=0,spelling=0,register=neutral": "read_aloud",
}


@pytest.mark.parametrize(("text", "name"), CANONICAL.items())
def test_equal_dials_have_one_name(text: str, name: str) -> None:
    """However they are written: the name draws wording and voice."""
    assert read_style(text).name == name


RATES = st.floats(0, 1)
STYLES = st.builds(
    Style,
    filler_rate=RATES,
    restart_rate=RATES,
    correction_rate=RATES,
    spelling_rate=RATES,
    register=st.sampled_from(["casual", "neutral", "formal"]),
)


@given(STYLES)
def test_a_name_says_the_whole_dial(style: Style) -> None:
    """Read back, it is the same style."""
    assert read_style(named(style).name) == named(style)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("loud", "unknown style 'loud'; give one of default"),
        ("no_filers", "did you mean 'no_fillers'"),
        ("", "unknown style ''"),
        ("filler=0.3", "unknown setting 'filler'; did you mean 'fillers'"),
        ("name=x", "unknown setting 'name'"),
        ("fillers=2", "fillers is '2'; give a share from 0 to 1"),
        ("fillers=nan", "give a share from 0 to 1"),
        ("fillers=", "give a share from 0 to 1"),
        ("fillers=-0.1", "give a share from 0 to 1"),
        ("fillers=0.1,fillers=0.2", "fillers is set twice"),
        ("register=casul", "register is 'casul'; did you mean 'casual'"),
        ("fillers=0.1,", "unknown setting ''"),
    ],
)
def test_what_is_no_style_is_refused(text: str, hint: str) -> None:
    """In one line, with what it could be."""
    with pytest.raises(InputError, match=re.escape(hint)):
        read_style(text)


@pytest.mark.parametrize("name", sorted(set(PRESETS) - {"default", "read_aloud"}))
def test_a_preset_turns_one_setting(name: str) -> None:
    """The presets for ablation differ from the default in exactly one."""
    turned = [
        setting
        for setting, field in FIELDS.items()
        if getattr(PRESETS[name], field) != getattr(DEFAULT, field)
    ]
    assert len(turned) == 1


NAMES = ("Simona", "Carlina", "Rivermist", "Stonebrook", "Oakendale", "Brannock", "Tervise")
TEXTS = [
    f"Find {number} rooms for {name} in the old town. What is the price? Then book a table."
    for number in range(20, 50)
    for name in NAMES
]
MEASURES = {
    "fillers": re.compile(r"\b(?:uh|um|er|hmm)\b", re.I),
    "restarts": re.compile(r"\b(\w+(?: \w+)?), \1\b", re.I),
    "corrections": re.compile(r", (?:no wait|sorry|no|no sorry|wait no|scratch that),", re.I),
    "spelling": re.compile(r"\b(?:[A-Z] ){4,}|\b[A-Z] as in|\b(?:alfa|alpha|sierra|romeo|tango)\b"),
    "register": re.compile(r"\b(?:gimme|wanna|hey|yeah so|right so|alright|okay so)\b", re.I),
}


@cache
def shares(name: str) -> dict[str, float]:
    """In how many of the texts each measure finds something."""
    said = [rewrite(text, seed=7, style=PRESETS[name]) for text in TEXTS]
    texts = [one.text for one in said if isinstance(one, Spoken)]
    return {
        setting: sum(bool(pattern.search(text)) for text in texts) / len(TEXTS)
        for setting, pattern in MEASURES.items()
    }


DIRECTIONS = {
    "no_fillers": ("fillers", -1),
    "many_fillers": ("fillers", 1),
    "no_restarts": ("restarts", -1),
    "many_restarts": ("restarts", 1),
    "no_corrections": ("corrections", -1),
    "many_corrections": ("corrections", 1),
    "no_spelling": ("spelling", -1),
    "much_spelling": ("spelling", 1),
    "neutral": ("register", -1),
    "formal": ("register", -1),
}


@pytest.mark.parametrize(("name", "setting", "sign"), [(n, *d) for n, d in DIRECTIONS.items()])
def test_a_preset_moves_what_it_names_and_nothing_else(name: str, setting: str, sign: int) -> None:
    """Measured on what is said: one share moves its way by far more than any other moves.

    The bound for the others is three standard deviations of a difference of two shares at 210
    texts.
    """
    moved = {key: shares(name)[key] - share for key, share in shares("default").items()}
    others = {key: abs(by) for key, by in moved.items() if key != setting}
    assert moved[setting] * sign > 0.07 and max(others.values()) < 0.14
