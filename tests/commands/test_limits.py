"""Limits that every command keeps: time from reading to the last phase, and which files a file may name."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

import pytest

from deduce import GaveUp, Knowledge, Problem, RecordError
from deduce.constraints import AllDifferent
from deduce.puzzles import files, reports, steps
from deduce.records.header import file_of
from deduce.records.record import read_record
from deduce.report import Report

LIMIT, OVERSHOOT = 0.4, 0.5

PUZZLES = {
    "many values": """
[variables]
x = { for = ["1..90"], values = "1..10000" }
[[rule]]
says = "all_different(x)"
[[clue]]
says = "x[1] != 5"
""",
    "latin": """
[variables]
cell = { for = ["1..16", "1..16"], values = "1..16" }
"""
    + "".join(
        f'[[rule]]\nsays = "all_different(cell[{i},:])"\n[[rule]]\nsays = "all_different(cell[:,{i}])"\n'
        for i in range(1, 17)
    )
    + "".join(
        f'[[clue]]\nsays = "cell[{i},{j}] == {(i * 3 + j * 5) % 16 + 1}"\n'
        for i in range(1, 17)
        for j in range(1, 9)
        if (i + j) % 3
    ),
}
COMMANDS: dict[str, Callable[..., Report]] = {
    "unique": reports.unique_report,
    "steps": reports.steps_report,
    "hint": reports.hint_report,
    "redundant": reports.redundant_report,
    "generate": reports.generate_report,
}


@pytest.fixture(scope="module")
def fresh() -> Iterator[Executor]:
    """One process that has run nothing else: a command meets no garbage of a thousand tests."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as one:
        yield one


def _spent(work: Callable[..., object], *given: object) -> float:
    """Processor time, as others share the machine; a wait that costs none would show in the total."""
    start = time.process_time()
    work(*given)
    return time.process_time() - start


def _kept(fresh: Executor, work: Callable[..., object], *given: object) -> None:
    spent = fresh.submit(_spent, work, *given).result()
    assert spent < LIMIT + OVERSHOOT


def _command(command: str, path: Path, limit: float = LIMIT) -> None:
    COMMANDS[command](path, time_limit=limit)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_command_keeps_its_limit(fresh: Executor, tmp_path: Path, command: str, puzzle: str) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text(PUZZLES[puzzle], encoding="utf-8")
    fresh.submit(_command, command, path, 0.0).result()  # what is imported at first use is imported
    _kept(fresh, _command, command, path)


def _square(n: int) -> Knowledge:
    problem = Problem("square")
    cell = problem.variables("cell", [(i, j) for i in range(n) for j in range(n)], range(n))
    for i in range(n):
        problem.require(AllDifferent([cell[i, j] for j in range(n)]))
        problem.require(AllDifferent([cell[j, i] for j in range(n)]))
    k = Knowledge(problem)
    for i in range(n):
        for j in range(0, n, 2):
            k = k.observe(cell[i, j] == (i + j) % n)
    return k


def _ask(question: str, k: Knowledge) -> None:
    fact = k.scope[1] == 1
    try:
        if question == "steps":
            steps(k, time_limit=LIMIT)
        elif question in ("why", "holds"):
            getattr(k, question)(fact, time_limit=LIMIT)
        else:
            getattr(k, question)(time_limit=LIMIT)
    except GaveUp:
        pass


@pytest.mark.parametrize("question", ["why", "conflict", "certain", "holds", "steps"])
def test_questions_keep_their_limit(fresh: Executor, question: str) -> None:
    _kept(fresh, _ask, question, _square(12))


def test_a_walk_says_what_ended_it() -> None:
    walk = steps(_square(12), time_limit=0.05)
    assert not walk.proved
    assert walk.solved or "time limit" in walk.limit
    assert walk.to_dict()["limit"] == walk.limit


def test_files_are_named_beside_the_record_only(tmp_path: Path) -> None:
    inside, outside = tmp_path / "evening", tmp_path / "deck.toml"
    inside.mkdir()
    outside.write_text("", encoding="utf-8")
    (inside / "deck.toml").write_text("", encoding="utf-8")
    (inside / "link.toml").symlink_to(outside)
    (inside / "folder").mkdir()
    for named, message in (
        ("../deck.toml", "outside the folder"),
        (str(outside), "outside the folder"),
        ("link.toml", "outside the folder"),
        ("/dev/zero", "outside the folder"),
        ("folder", "no regular file"),
    ):
        record = inside / "record.txt"
        record.write_text(f"game: entracte\ndata: {named}\n\n", encoding="utf-8")
        with pytest.raises(RecordError, match=message) as caught:
            file_of(read_record(record), "data")
        assert caught.value.line == 2
    record.write_text("game: entracte\ndata: deck.toml\n\n", encoding="utf-8")
    assert file_of(read_record(record), "data") == inside / "deck.toml"
    record.write_text("game: entracte\ndata: ../deck.toml\n\n", encoding="utf-8")
    assert file_of(read_record(record, allow_files=True), "data") == inside / "../deck.toml"
    record.write_text("game: entracte\ndata: /dev/zero\n\n", encoding="utf-8")
    with pytest.raises(RecordError, match="no regular file"):
        file_of(read_record(record, allow_files=True), "data")


def test_what_a_file_may_ask_for_is_bounded() -> None:
    with pytest.raises(RecordError, match="at most 1,000,000"):
        files.loads('[variables]\nx = { for = ["1..900"], values = "1..10000" }\n')
    with pytest.raises(RecordError, match="is longer than"):
        files.read("/dev/zero")
