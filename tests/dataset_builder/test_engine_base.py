"""SPECs, slugs, the error tree and when to ask again."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataset_builder.engines import catalogue
from dataset_builder.engines.base import (
    BadSpeech,
    EngineError,
    Failed,
    NotReady,
    Refused,
    Shut,
    Spec,
    SpecError,
    slug,
    wait_s,
)

SPECS = [
    ("hibari", ("hibari", "", "", {})),
    ("kokoro:af_heart", ("kokoro", "", "af_heart", {})),
    ("openai/gpt-4o-mini-tts:alloy", ("openai", "gpt-4o-mini-tts", "alloy", {})),
    ("hf/org/model-name", ("hf", "org/model-name", "", {})),
    ("whisper-base?beam=1&quiet", ("whisper-base", "", "", {"beam": "1", "quiet": ""})),
    ("a/b:c?d=e=f", ("a", "b", "c", {"d": "e=f"})),
]


@pytest.mark.parametrize(("text", "parts"), SPECS)
def test_a_spec_is_taken_apart(text: str, parts: tuple[str, str, str, dict[str, str]]) -> None:
    """Vendor, model, voice and options, each optional but the first."""
    spec = Spec.parse(text)
    assert (spec.vendor, spec.model, spec.voice, dict(spec.options)) == parts


@pytest.mark.parametrize("text", ["", "Kokoro", "/model", ":voice", "a b", "kokoro:", "a/"])
def test_what_is_no_spec_is_refused(text: str) -> None:
    """The error shows the shape."""
    with pytest.raises(SpecError, match=r"write vendor\[/model\]\[:voice\]"):
        Spec.parse(text)


@given(st.text())
def test_parsing_raises_nothing_but_its_own_error(text: str) -> None:
    """Whatever a user types."""
    try:
        assert Spec.parse(text).text == text
    except SpecError as error:
        assert repr(text) in str(error)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("openai/gpt-4o-transcribe", "openai_gpt_4o_transcribe"),
        ("noise:10dB", "noise_10db"),
        ("hibari", "hibari"),
    ],
)
def test_slugs_are_lower_case_with_single_underscores(text: str, expected: str) -> None:
    """As config and file names have them."""
    assert slug(text) == expected


@given(st.text(min_size=1))
def test_a_slug_holds_safe_characters_only(text: str) -> None:
    """Letters, digits, underscores, no two underscores in a row."""
    assert re.fullmatch(r"(?!.*__)[a-z0-9_]+", slug(text))


@pytest.mark.parametrize(
    ("spec", "kind", "reason"),
    [
        ("nobody", "engine", "unknown engine 'nobody'; known: hibari, kokoro, pico, espeak"),
        ("nobody", "recogniser", "unknown recogniser 'nobody'; known: whisper, whisper-base, "),
        ("fake/big", "engine", "fake has one model; write 'fake', not 'fake/big'"),
        ("fake?loud", "engine", "fake takes no options, got loud"),
        ("fake:low", "recogniser", "names a voice; a recogniser has none"),
        ("fake:nobody", "engine", "fake has no voice 'nobody'; it has low, high"),
    ],
)
def test_a_spec_that_names_nothing_says_what_there_is(spec: str, kind: str, reason: str) -> None:
    """One line that names the known ones, without the tests' own."""
    with pytest.raises(SpecError, match=re.escape(reason)):
        (catalogue.engine if kind == "engine" else catalogue.recognizer)(spec)


def test_an_engine_is_made_once_a_process() -> None:
    """A model is loaded once."""
    assert catalogue.engine("fake") is catalogue.engine("fake:low")


def test_every_row_names_a_class_that_exists() -> None:
    """The table's targets are real files with that class."""
    folder = Path(catalogue.__file__).parent
    rows = [*catalogue.ENGINES.values(), *catalogue.RECOGNIZERS.values()]
    targets = [row.target.split(":") for row in rows]
    assert [
        name
        for module, name in targets
        if f"class {name}" not in (folder / f"{module}.py").read_text()
    ] == []


def test_a_missing_package_gives_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The extra, not the distribution, is named."""
    row = catalogue.Row(target="none:None", packages=("no-such-distribution",), extra="vendors")
    monkeypatch.setattr(catalogue, "ENGINES", {"lost": row})
    with pytest.raises(NotReady) as caught:
        catalogue.engine("lost")
    assert str(caught.value) == (
        "engine lost: package no-such-distribution is not installed; "
        "pip install 'bfcl-audio[vendors]'"
    )


def test_a_missing_key_gives_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the name of the variable is said."""
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    row = catalogue.Row(target="none:None", keys=("NO_SUCH_KEY",))
    assert catalogue.missing(row) == ("no key", "set $NO_SUCH_KEY")


def test_another_server_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Named by its variable or in the SPEC; the vendor's own does."""
    row = catalogue.Row(target="none:None", keys=("NO_SUCH_KEY",), address="NO_SUCH_ADDRESS")
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    named = catalogue.missing(row, {"base_url": "http://127.0.0.1:9"})
    unnamed = catalogue.missing(row)
    monkeypatch.setenv("NO_SUCH_ADDRESS", "http://127.0.0.1:9")
    assert (named, unnamed, catalogue.missing(row)) == (None, ("no key", "set $NO_SUCH_KEY"), None)


def test_a_missing_program_is_named() -> None:
    """It comes with the system, not with pip."""
    row = catalogue.Row(target="none:None", program="no-such-program")
    assert catalogue.missing(row) == (
        "the program no-such-program is not installed",
        "install it with your system, e.g. apt install no-such-program",
    )


@pytest.mark.parametrize(
    ("error", "waits"),
    [
        (Failed("f"), [1.0, 2.0, 4.0, None]),
        (BadSpeech("b"), [1.0, 2.0, 4.0, None]),
        (Failed("busy", 3.0), [3.0, 3.0, 4.0, None]),
        (Failed("busy", 500.0), [60.0, 60.0, 60.0, None]),
        (Refused("r"), [None] * 4),
        (Shut("s"), [None] * 4),
        (NotReady("n"), [None] * 4),
    ],
)
def test_waits_double_and_a_wish_to_wait_is_kept(
    error: EngineError, waits: list[float | None]
) -> None:
    """Up to the longest wait; what cannot pass is not asked again."""
    assert [wait_s(error, attempt) for attempt in range(4)] == waits
