"""Long jobs about puzzles: any number of workers, results files, kills, clusters; always the same puzzles."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import deduce

from deduce import Knowledge, Problem, ProblemError, RecordError
from deduce.evidence import Statement
from deduce.language.constraints import AllDifferent
from deduce.puzzles import PuzzleFamily, generate, redundant

THREADS = {"backend": "threading", "n_jobs": 2}
EXAMPLES = Path(__file__).parents[2] / "examples"
ZEBRA = EXAMPLES / "puzzles" / "zebra.toml"


def _square(size: int = 4) -> Problem:
    problem = Problem("square")
    cell = problem.variables("cell", [(i, j) for i in range(size) for j in range(size)], range(size))
    for i in range(size):
        problem.require(AllDifferent([cell[i, j] for j in range(size)]))
        problem.require(AllDifferent([cell[j, i] for j in range(size)]))
    return problem


def _family() -> PuzzleFamily:
    problem = _square()
    pool = [Statement(v == x, f"{v} is {x}", "observation") for v in problem.scope for x in v.domain]
    return PuzzleFamily(problem, pool)


def _clues(made):
    return [[clue.text for clue in each.clues] for each in made]


def test_puzzles_are_the_same_whoever_makes_them():
    alone = generate(_family(), rng=7, n=4)
    assert len({str(made) for made in alone}) == 4
    assert _clues(generate(_family(), rng=7, n=2)) == _clues(alone)[:2]
    for spread in ({"jobs": 2}, {"parallel": THREADS}):
        made = generate(_family(), rng=7, n=4, **spread)
        assert _clues(made) == _clues(alone)
        assert [each.difficulty for each in made] == [each.difficulty for each in alone]
        assert all(each.verdict.unique for each in made)


def test_a_clue_is_tried_the_same_by_many():
    problem = _square()
    k = Knowledge(problem)
    for i, j in [(0, 0), (0, 1), (1, 0), (1, 2), (2, 3), (3, 1), (2, 0), (3, 3)]:
        k = k.observe(problem["cell"][i, j] == (i + j) % 4)
    alone = redundant(k)
    assert alone.implied
    assert alone.smallest
    assert redundant(k, jobs=2) == alone
    assert redundant(k, parallel=THREADS) == alone


@pytest.mark.parametrize("jobs", [0, -2, 1.5, True, "2"])
def test_a_faulty_number_of_jobs_is_refused(jobs):
    with pytest.raises(ProblemError, match="jobs must be at least 1"):
        generate(_family(), jobs=jobs)
    with pytest.raises(ProblemError, match="jobs must be at least 1"):
        redundant(_square(2), jobs=jobs)


def test_a_results_file_is_gone_on_from(tmp_path, monkeypatch):
    path = tmp_path / "puzzles.jsonl"
    whole = generate(_family(), rng=3, n=3)
    generate(_family(), rng=3, n=1, path=path)
    before = path.read_bytes()
    assert _clues(generate(_family(), rng=3, n=3, path=path)) == _clues(whole)
    assert path.read_bytes().startswith(before)
    # Cut anywhere, the rest is made again; what is there is not.
    text = path.read_bytes()
    for cut in range(0, len(text), 61):
        path.write_bytes(text[:cut])
        assert _clues(generate(_family(), rng=3, n=3, path=path)) == _clues(whole)
        assert sorted(path.read_bytes().splitlines()) == sorted(text.splitlines())
    from deduce.puzzles import generation

    monkeypatch.setattr(generation, "_Maker", None)
    assert _clues(generate(_family(), n=3, path=path)) == _clues(whole)  # the file's own seed


def test_a_results_file_of_something_else_is_refused_and_kept(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    generate(_family(), rng=3, n=1, path=path)
    before = path.read_bytes()
    with pytest.raises(ProblemError, match="of another seed"):
        generate(_family(), rng=4, n=1, path=path)
    with pytest.raises(ProblemError, match="of another family"):
        generate(PuzzleFamily(_square(3), ()), rng=3, n=1, path=path)
    with pytest.raises(ProblemError, match="with difficulty 'the wished difficulty', not 'difficulty 1'"):
        generate(_family(), rng=3, n=1, difficulty=1, path=path)
    assert path.read_bytes() == before


def test_no_line_of_a_results_file_is_believed(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    generate(_family(), rng=3, n=1, path=path)
    first, line = path.read_text().splitlines()
    good = json.loads(line)
    poisoned = [
        {**good, "solution": [0] * 16},
        {**good, "solution": good["solution"][:-1]},
        {**good, "solution": [9, *good["solution"][1:]]},
        {**good, "clues": good["clues"][:-1]},
        {**good, "clues": [*good["clues"], 10**6]},
        {**good, "clues": good["clues"][::-1]},
        {**good, "clues": [True]},
        {**good, "clues": 3},
        {**good, "number": 0},
        {**good, "number": 1.0},
        {**good, "number": None},
        {**good, "difficulty": {}},
        {**good, "difficulty": {**good["difficulty"], "level": good["difficulty"]["level"] + 1}},
        {**good, "difficulty": {**good["difficulty"], "rounds": {"x": 1}}},
        {**good, "difficulty": {**good["difficulty"], "limit": "out of time"}},
        {**good, "more": 1},
        {},
    ]
    lines = [json.dumps(each) for each in poisoned]
    lines += [
        line + "\n" + line,
        "[]",
        "7",
        "",
        "NaN",
        '{"number":NaN}',
        '{"number":1,"number":1}',
        "[" * 10**5,
    ]
    for bad in lines:
        path.write_text(f"{first}\n{bad}\n")
        before = path.read_bytes()
        with pytest.raises(RecordError, match=r"puzzles.jsonl, line [23]: ") as caught:
            generate(_family(), rng=3, n=2, path=path)
        assert len(str(caught.value)) < 300
        assert path.read_bytes() == before


def test_a_kill_loses_the_work_in_flight_only(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    command = [
        sys.executable,
        "-m",
        "deduce",
        "generate",
        str(ZEBRA),
        "-n",
        "6",
        "--seed",
        "5",
        "--results",
        str(path),
    ]
    kept: list[bytes] = []
    for lines in (2, 4):
        with subprocess.Popen([*command, "--json"], stdout=subprocess.DEVNULL) as running:
            while running.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < lines):
                time.sleep(0.02)
            running.send_signal(signal.SIGKILL)
        now = path.read_bytes().splitlines(keepends=True)
        assert now[: len(kept)] == kept
        kept = [line for line in now if line.endswith(b"\n")]
        assert len(kept) >= lines
    status, out, _ = deduce(*command[3:], "--json")
    assert status == 0
    alone = deduce("generate", ZEBRA, "-n", 6, "--seed", 5, "--json")
    assert json.loads(out) == json.loads(alone[1])
    assert path.read_bytes().splitlines(keepends=True)[: len(kept)] == kept


def test_two_writers_are_told_of_each_other(tmp_path):
    from deduce.ground.journal import Journal

    path = tmp_path / "puzzles.jsonl"
    with Journal(path, "puzzles"), pytest.raises(ProblemError, match="is being written by another run"):
        generate(_family(), rng=3, path=path)


@pytest.mark.parametrize("special", ["/dev/full", "/dev/zero", "/dev/null", "pipe", "folder"])
def test_results_are_kept_in_regular_files(tmp_path, special):
    path = Path(special) if special.startswith("/") else tmp_path / special
    if special == "pipe":
        os.mkfifo(path)
    if special == "folder":
        path.mkdir()
    for command in (("generate", ZEBRA), ("arena", "enigma")):
        status, out, err = deduce(*command, "--results", path)
        assert (status, out) == (2, "")
        assert err == f"deduce: {path} cannot be written: it is no regular file\n"


FAMILY = ("generate", "--family", "yinyang", "--size", "4x4", "--seed", 5)


def test_puzzles_of_a_family_are_the_same_whoever_makes_them(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    alone = deduce(*FAMILY, "-n", 3)
    assert alone[0] == 0
    assert deduce(*FAMILY, "-n", 1, "--results", path)[1] == "\n".join(alone[1].splitlines()[:7]) + "\n"
    assert deduce(*FAMILY, "-n", 3, "--results", path, "--jobs", 2) == alone
    lines = path.read_text().splitlines()
    assert len(lines) == 4
    assert deduce(*FAMILY, "-n", 3, "--results", path) == alone
    status, _, err = deduce(*FAMILY[:-1], 6, "--results", path)
    assert (status, err) == (2, f"deduce: {path} holds puzzles of another seed: give another file\n")
    good = json.loads(lines[1])
    for bad, said in (
        (
            {**good, "text": good["text"].replace("w", "-")},
            "has a puzzle with another number of solutions",
        ),
        ({**good, "text": "2 2"}, "is no puzzle of this family: "),
        ({**good, "text": 7}, "is no puzzle: "),
        ({**good, "number": 0}, "has no number of a puzzle"),
        ({**good, "difficulty": {}}, "is no puzzle: "),
        (json.loads(lines[2]), "is the second of puzzle"),
    ):
        path.write_text("\n".join([lines[0], lines[2], json.dumps(bad)]) + "\n")
        status, _, err = deduce(*FAMILY, "-n", 3, "--results", path)
        assert status == 2
        assert err.startswith(f"deduce: {path}, line 3: {said}")
