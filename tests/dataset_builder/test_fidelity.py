import pytest

from dataset_builder.fidelity import entities, transcripts, understood, word_error_rate
from dataset_builder.records import Hearing, Paraphrase, Value

RATES = [
    ("meet me at two p m", "Meet me at 2:00 PM.", 0.0),
    ("uh, final underscore report dot p d f", "final_report.pdf", 0.0),
    ("call one four four seven, five six oh one", "Call 1447 5601.", 0.0),
    ("previous report dot P D F", "previousreport dot P. D. F..", 0.0),
    ("open the notepad below forty P S I", "Open the note pad below 40 psi", 0.0),
    ("Apple Incorporated", "Apple Inc.", 0.0),
    ("tell brian now please", "tell bryan now please", 0.25),
    ("tell brian now please", "brian now please", 0.25),
    ("tell brian now please", "", 1.0),
    ("who won the nineteen ninety six N B A cup", "Who won the 1996 NBA cup?", 0.0),
    ("notes twenty twenty three dot T X T", "notes 2023.txt", 0.0),
    ("room A twelve B", "Room A 12 B.", 0.0),
    ("uh", "", 0.0),
    ("uh", "hello", 1.0),
    ("hi", "hi there you all", 3.0),
]


@pytest.mark.parametrize(("said", "transcript", "rate"), RATES)
def test_word_error_rate(said: str, transcript: str, rate: float) -> None:
    """Only what a listener would call wrong counts, per word that was said."""
    assert word_error_rate(said, transcript) == rate


def test_entities_say_what_survived() -> None:
    """Each value has its type and whether the transcript still says it."""
    found = entities(
        [
            Value("name", "Brian", "person"),
            Value("time", "14:00", "time"),
            Value("file_name", "final_report.pdf", "file"),
        ],
        "tell brian at two p m about final underscore report dot p d f",
        "Tell Bryan at 2 PM about final report PDF.",
    )
    survived = [("name", "person", False), ("time", "time", True), ("file_name", "file", True)]
    assert [(one["topic"], one["type"], one["heard"]) for one in found] == survived


def test_audible_where_one_recogniser_heard_each_value() -> None:
    """Recognisers may share the values between them; a value that none heard is to be asked for."""
    values = (Value("a", "Brian", "person"), Value("b", "12", "number"))
    said = Paraphrase("u", "brian twelve", values=values)

    def audible(*texts: str) -> tuple[list[bool], list[bool]]:
        found = transcripts(said, [Hearing("ears", text) for text in texts])
        return [item["audible"] for item in found[0].entities], [one.audible for one in found]

    assert audible("brian twenty", "bryan twelve") == ([True, True], [True, True])
    assert audible("brian twenty", "bryan twenty") == ([True, False], [False, False])


@pytest.mark.parametrize(
    ("texts", "got"),
    [(["move the"], True), (["", "lorem"], False), (["", "file"], False), (["", "the file"], True)],
)
def test_a_clip_is_understood_if_somebody_gets_more_than_a_quarter(
    texts: list[str], got: bool
) -> None:
    """One of four words is not enough, from whichever recogniser."""
    said = Paraphrase("u", "move the big file")
    heard = transcripts(said, [Hearing("ears", text) for text in texts])
    assert understood(heard) is got


def test_a_file_said_without_its_extension_is_heard_so() -> None:
    """What was not said is not missed: the final report is heard where those words are."""
    value = [Value("file_name", "final_report.pdf", "file")]
    said = "compare the final report"
    assert [
        entities(value, said, transcript)[0]["heard"]
        for transcript in ("Compare the final report.", "Compare the finer report.")
    ] == [True, False]
