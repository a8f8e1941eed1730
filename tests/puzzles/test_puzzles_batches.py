"""Many puzzles at once: the same verdicts one by one, in other processes and out of the file of results."""

import json

import pytest
from command_line import deduce

from deduce import Knowledge, Problem
from deduce.ground.errors import ProblemError, RecordError
from deduce.puzzles import verify, verify_all
from deduce.puzzles.files import loads

PAIR = '[variables]\na = "1..3"\nb = "1..3"\n[[clue]]\nsays = "{}"\n'
CONDITIONS = {"one": "a + b == 2", "two": "a + b == 3", "no": "a + b == 9", "bad": "a + c == 2"}


@pytest.fixture
def files(tmp_path):
    for name, says in CONDITIONS.items():
        (tmp_path / f"{name}.toml").write_text(PAIR.format(says))
    return [tmp_path / f"{name}.toml" for name in CONDITIONS]


def test_one_puzzle_is_no_list_of_letters(files):
    for one in (str(files[0]), files[0]):
        with pytest.raises(ProblemError, match="put a single one into a list"):
            verify_all(one)


def told(batch):
    return [(row.name, row.status, row.solutions, row.solution, row.limit) for row in batch]


def test_each_row_is_what_verify_says(files):
    batch = verify_all(files)
    assert [row.status for row in batch] == ["unique", "several", "none", "error"]
    for file, row in zip(files[:3], batch, strict=False):
        verdict = verify(loads(file.read_text()).puzzle)
        assert (row.status, row.solutions, row.method) == (
            verdict.status,
            len(verdict.solutions),
            verdict.method,
        )
    assert batch.rows[0].solution == "a = 1\nb = 1"
    assert "'c'" in batch.rows[3].limit
    assert batch.counts() == {"unique": 1, "several": 1, "none": 1, "error": 1}
    assert told(verify_all(files, jobs=2)) == told(batch)


def test_it_goes_on_from_a_file_and_asks_what_changed_anew(files, tmp_path):
    kept = tmp_path / "answers.jsonl"
    first = verify_all(files[:2], results=kept)
    lines = kept.read_text().splitlines()
    assert len(lines) == 3
    assert told(verify_all(files, results=kept))[:2] == told(first)
    assert len(kept.read_text().splitlines()) == 5
    files[1].write_text(PAIR.format("a * b == 9"))
    again = verify_all(files, results=kept)
    assert again.rows[1].solution == "a = 3\nb = 3"
    assert len(kept.read_text().splitlines()) == 6
    assert told(verify_all(files, results=kept)) == told(again)


def test_what_gave_up_is_asked_again(tmp_path):
    kept = tmp_path / "answers.jsonl"
    problem = Problem("numbers")
    x = problem.variable("x", range(5))
    puzzles = {"x": Knowledge(problem).observe(x == 3)}
    assert verify_all(puzzles, time_limit=0, results=kept).rows[0].status == "gave up"
    assert verify_all(puzzles, results=kept).rows[0].status == "unique"


@pytest.mark.parametrize(
    ("key", "value"),
    [("status", "surely"), ("solutions", 2), ("seconds", "1"), ("extra", 1), ("name", None)],
)
def test_a_line_that_cannot_be_is_refused(files, tmp_path, key, value):
    kept = tmp_path / "answers.jsonl"
    verify_all(files[:1], results=kept)
    first, row = map(json.loads, kept.read_text().splitlines())
    kept.write_text(f"{json.dumps(first)}\n{json.dumps({**row, key: value})}\n")
    with pytest.raises(RecordError, match=r"answers\.jsonl, line 2"):
        verify_all(files[:1], results=kept)


def test_a_name_that_is_no_path_spoils_its_own_row_only(files):
    links = ["https://www.f-puzzles.com/?load=" + "A" * 5_000, "https://["]
    batch = verify_all([*links, files[0], "x" * 5_000, "a\x00b"])
    assert [row.status for row in batch] == ["error", "error", "unique", "error", "error"]
    assert "is no address" in batch.rows[1].limit


def test_many_that_are_answered_already_are_not_compared_with_each_other(tmp_path):
    kept = tmp_path / "answers.jsonl"
    problem = Problem("numbers")
    x = problem.variable("x", range(3))
    puzzles = {f"{i}": Knowledge(problem).observe(x == i % 3) for i in range(30)}
    first = verify_all(dict(list(puzzles.items())[::2]), results=kept)
    both = verify_all(puzzles, results=kept)
    assert both.rows[::2] == first.rows
    assert [row.name for row in both] == list(puzzles)
    assert len(kept.read_text().splitlines()) == 31


def test_bad_questions_are_refused(files):
    with pytest.raises(ProblemError, match="there twice"):
        verify_all([files[0], files[0]])
    with pytest.raises(ProblemError, match="at least 2"):
        verify_all(files, limit=1)
    with pytest.raises(ProblemError, match="jobs"):
        verify_all(files, jobs=0)


def test_the_command_takes_several_files(files, tmp_path):
    status, out, err = deduce("unique", *files[:3])
    assert (status, err) == (1, "")
    assert out.splitlines()[-1] == "3 puzzles: 1 unique, 1 several, 1 none"
    status, out, _ = deduce("unique", files[0], "--results", tmp_path / "kept.jsonl", "--json")
    assert status == 0
    assert json.loads(out)["puzzles"][0]["solution"] == "a = 1\nb = 1"
    status, _, err = deduce("unique", *files[:2], "--svg", tmp_path / "x.svg")
    assert status == 2
    assert "one puzzle" in err


CUT = "https://puzz.link/p?slither/5/5/i12"


def test_of_several_puzzles_each_address_that_ends_early_says_so(files, tmp_path):
    """Also out of a file of results, and where that was written before there were remarks."""
    kept, said = tmp_path / "answers.jsonl", "the address ends before its last 20 places, read as empty"
    batch = verify_all([files[0], CUT], results=kept)
    assert [row.remark for row in batch] == ["", said]
    first, second, _ = str(batch).splitlines()
    assert first.endswith(" s")
    assert second.endswith(f"({said})")
    assert verify_all([files[0], CUT], results=kept) == batch
    old = [{k: v for k, v in json.loads(line).items() if k != "remark"} for line in kept.open()]
    kept.write_text("".join(f"{json.dumps(line)}\n" for line in old))
    assert [row.remark for row in verify_all([files[0], CUT], results=kept)] == ["", said]
    for sources in ([CUT], [CUT, files[0]]):
        data = json.loads(deduce("unique", *sources, "--json")[1])
        assert (data.get("puzzles") or [data])[0]["remark"] == said
