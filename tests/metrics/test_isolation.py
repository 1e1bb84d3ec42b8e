"""Calls in processes that can be killed, and which answers are judged there."""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from math import factorial
from multiprocessing import current_process
from operator import add
from threading import Timer

import pytest

from bfcl_audio import isolation, references, score
from bfcl_audio.errors import BfclAudioError, InputError
from bfcl_audio.isolation import Isolation, OutOfBounds, in_processes
from bfcl_audio.judging import LONG, LONG_PROGRAM, NESTED, heavy


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        pytest.param(sum, range(10**12), id="time"),
        pytest.param(bytes, 1 << 33, id="memory"),
        pytest.param(sys.exit, 1, id="the process ends"),
    ],
)
def test_out_of_bounds(function, argument):
    """A call beyond its limits is ended, and the next one is answered."""
    with Isolation(limit_s=1, limit_bytes=1 << 30) as process:
        with pytest.raises(OutOfBounds):
            process.call(function, argument)
        assert process.call(add, 1, 2) == 3


def test_a_process_killed_from_outside():
    """What somebody else killed was not out of bounds: the call is made again."""
    with Isolation(limit_s=10) as process:
        process.call(int)
        Timer(0.1, process._process.kill).start()
        assert process.call(sum, range(3 * 10**7)) == 449999985000000


@pytest.mark.parametrize("way", ["_forked", "_isolated"])
def test_a_worker_that_is_killed_is_an_error(way, monkeypatch):
    """Never a verdict, and never the tools' own."""
    monkeypatch.setattr(isolation, "_may_fork", lambda: way == "_forked")
    with pytest.raises(BfclAudioError, match="one of 2 processes was killed"):
        in_processes(os._exit, [1, 1], 2)


def test_a_daemon_is_not_copied(monkeypatch):
    """A worker of a pool may not have children of its own kind."""
    monkeypatch.setitem(current_process()._config, "daemon", True)
    assert not isolation._may_fork()


def test_time_is_per_call():
    """Calls within the limit do not add up to one beyond it."""
    with Isolation(limit_s=1) as process:
        assert [process.call(sum, range(5 * 10**6)) for _ in range(16)] == [12499997500000] * 16


def test_error_of_the_call():
    """What a call raises is raised here."""
    with Isolation() as process, pytest.raises(ValueError, match="invalid literal"):
        process.call(int, "x")


def test_what_does_not_pickle_is_worked_out_here():
    """A function that no other process could find is called all the same."""
    with Isolation() as process:
        assert process.call(lambda number: number + 1, 1) == 2


def test_no_second_process(monkeypatch):
    """Where no interpreter can be started, calls are worked out here."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with Isolation() as process:
        assert process.call(add, 1, 2) == 3


def test_printing_does_not_disturb():
    """What a call prints is lost, its answer is not."""
    with Isolation() as process:
        assert (process.call(print, "hello"), process.call(add, 1, 2)) == (None, 3)


@pytest.mark.parametrize("way", ["_forked", "_isolated"])
def test_in_processes_keeps_the_order(way, monkeypatch):
    """Results come in the order of the jobs, whichever process was first, and however made."""
    monkeypatch.setattr(isolation, "_may_fork", lambda: way == "_forked")
    jobs = [3_000, 1, 2_000, 2, 1_000, 3]
    assert in_processes(factorial, jobs, 2) == list(map(factorial, jobs))


def test_stopped_before_its_process_starts():
    """A stop ends the call that comes after it, too: no process is left to be waited for."""
    with Isolation() as process:
        process.stop()
        with pytest.raises(OutOfBounds, match="stopped"):
            process.call(time.sleep, 30)


@pytest.mark.parametrize("delay_s", [0, 0.01, 0.03])
def test_stopped_while_its_process_starts(delay_s):
    """Whenever it comes, the call ends in the same way."""
    with Isolation() as process:
        Timer(delay_s, process.stop).start()
        with pytest.raises(OutOfBounds, match="stopped"):
            process.call(time.sleep, 30)


@pytest.mark.parametrize("way", ["_forked", "_isolated"])
def test_a_failed_job_waits_for_no_other(way, monkeypatch):
    """Nor does an interrupt, which comes the same way."""
    monkeypatch.setattr(isolation, "_may_fork", lambda: way == "_forked")
    start = time.monotonic()
    with pytest.raises(ValueError, match="sleep length"):
        in_processes(time.sleep, [-1, 30, 30, 30], 2)
    assert time.monotonic() - start < 20


@pytest.mark.parametrize("way", ["_forked", "_isolated"])
def test_no_more_processes_than_jobs(way, monkeypatch):
    """However many are asked for."""
    monkeypatch.setattr(isolation, "_may_fork", lambda: way == "_forked")
    started = in_processes(_parent, [0, 0], 10**9)
    assert len(set(started)) <= 2


def _parent(_job):
    return os.getpid()


def test_a_process_with_threads_is_not_copied():
    """A lock that a thread holds would stay locked for ever in the copy."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(int).result()
        assert not isolation._may_fork()


@pytest.mark.parametrize(
    ("answer", "category", "expected"),
    [
        ("[f(a=1)]", "simple_python", False),
        ([{"f": '{"a": [1, 2]}'}], "parallel", False),
        ([[[{"f": "{}"}]] * 50], "multi_turn_base", False),
        ("x" * LONG, "simple_python", False),
        ("x" * (LONG + 1), "simple_python", True),
        ("x" * LONG_PROGRAM, "simple_java", False),
        ("x" * (LONG_PROGRAM + 1), "simple_java", True),
        ("x" * (LONG_PROGRAM + 1), "simple_javascript", True),
        ([{"f": '{"a": ' + "[" * NESTED + "]" * NESTED + "}"}], "simple_java", True),
        ([[["ls()"] * LONG]], "multi_turn_base", True),
        ([[{"f": {"a": "x" * LONG}}]], "multi_turn_base", True),
        ("f(a=" + " + ".join("1" * (NESTED + 2)) + ")", "simple_python", True),
        ("f(a=" + "not " * NESTED + "1)", "simple_python", True),
        ([{"f": "x" * LONG_PROGRAM}], "simple_java", True),
        ([{"f": 10**5000}], "simple_python", True),
        (None, "simple_python", False),
    ],
)
def test_heavy(answer, category, expected):
    """Long answers are judged apart, and nested ones, and programs that are not short."""
    assert heavy(answer, category) is expected


LISTS = "[" * 700 + "]" * 700
NESTED_STEP = f'[[[{{"function": {{"name": "f", "arguments": {{"a": {LISTS}}}}}}}]], [], [], []]'


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("irrelevance_0", [{"f": f'{{"a": {LISTS}}}'}]),
        ("irrelevance_0", "f(a=" + " + ".join("1" * 300) + ")"),
        ("multi_turn_base_0", NESTED_STEP),
        ("multi_turn_base_0", json.loads(NESTED_STEP)),
    ],
)
def test_verdict_does_not_depend_on_the_stack(name, answer):
    """However deep the caller is, what nests deep has the same verdict."""
    reference = references([name.rpartition("_")[0]])[name]

    def at_depth(depth):
        if depth:
            return at_depth(depth - 1)
        return score([answer], [reference], detailed=True)["verdicts"]

    assert at_depth(0) == at_depth(400)


def test_processes_give_the_same_verdicts():
    """Scoring in processes, heavy answers among the others, changes nothing."""
    reference = references(["simple_python"])["simple_python_0"]
    answers = ["[f(a=1)]", "x" * (LONG + 1), [], None] * 300
    alone = score(answers, [reference] * 1200, detailed=True)["verdicts"]
    assert score(answers, [reference] * 1200, detailed=True, workers=2)["verdicts"] == alone


def test_processes_name_the_first_malformed_row():
    """Whichever process met one first."""
    reference = references(["simple_python"])["simple_python_0"]
    texts = [reference] * 3000
    texts[1500] = texts[2900] = "{}"
    with pytest.raises(InputError, match=r"references\[1500\]"):
        score(["?"] * 3000, texts, workers=2)
