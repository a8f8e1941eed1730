"""Which clues follow from the others: of puzzles that are not unique, of clues in parts, and of none at all."""

import json
from dataclasses import replace

import pytest
from command_line import deduce

from deduce import Knowledge
from deduce.ground.errors import GaveUp
from deduce.puzzles import printed, redundancy, redundant, verify
from deduce.puzzles.repairing import repair
from deduce_models import pencil
from deduce_models.pencil.making.places import clues, with_word

BOTH_PEARLS = "3 4\n- w - -\n- - - -\n- - - b"
FLEET = "3 4 1 1\n- - - 1\n- - 2\n- - - -\n- - - -\n- - - -"
TWO_RINGS = "3 4\n- - - -\n- - - w\n- w - -"


def solutions(name, text):
    knowledge = pencil.read(name, text)
    return {tuple(world.values()) for world in verify(knowledge, limit=None).solutions}


@pytest.mark.parametrize("text", [BOTH_PEARLS, TWO_RINGS, "3 3\n- w -\n- - w\n- - -"])
@pytest.mark.parametrize("command", ["redundant", "repair"])
def test_a_pearl_follows_where_the_solutions_are_the_same_without_it(command, text, tmp_path):
    """All of the pearl goes, not one of the sentences that it is made of while the others stay."""
    sheet = pencil.parse("masyu", text)
    (tmp_path / "loop.txt").write_text(text)
    status, out, err = deduce(command, tmp_path / "loop.txt", "--family", "masyu", "--json")
    found, every = json.loads(out), solutions("masyu", text)
    follows = {
        f"row {at[1] + 1}, column {at[2] + 1}"
        for at, _ in clues(sheet)
        if solutions("masyu", with_word(sheet, at, "-").text()) == every
    }
    said = found["implied_at"] if command == "redundant" else [s["place"] for s in found["superfluous"]]
    assert (status, set(said), err) == (0 if len(every) == 1 else 1, follows, "")
    if command == "redundant":
        assert not len(every) > 1 or (found["spare"], found["unique"]) == ([], False)


def test_a_puzzle_that_is_not_unique_may_have_clues_too_many(tmp_path):
    (tmp_path / "sums.txt").write_text("3 3\n- 5, 5,\n,5 0 0\n,5 0 0\n")
    for command in ("redundant", "repair"):
        out = deduce(command, tmp_path / "sums.txt", "--family", "kakuro")[1]
        assert out.count("add up to 5") == 4
        assert "each of these clues follows from the others" in out


def test_a_clue_whose_opposite_no_solver_takes_is_judged_by_what_the_others_leave(monkeypatch):
    """The fleet of a Battleships, of a puzzle with nine solutions."""
    knowledge = pencil.read("battleship", FLEET)
    every = solutions("battleship", FLEET)
    assert len(every) == 9
    log, bare = list(knowledge.log), Knowledge(knowledge.problem)
    implied = []
    for i, clue in enumerate(log):
        left = verify(bare.learn(*log[:i], *log[i + 1 :]), limit=None).solutions
        implied += [clue] if {tuple(world.values()) for world in left} == every else []
    assert list(redundant(knowledge).implied) == implied
    assert list(repair(knowledge).superfluous) == implied
    monkeypatch.setattr(redundancy, "_LISTED", 0)
    found = repair(knowledge)
    assert (found.solutions, len(found.unfinished)) == (9, 2)
    assert "whether 1 ship of 1 cell follows from the others" in map(str, found.unfinished)
    with pytest.raises(redundancy.GaveUp, match="was not found out"):
        redundant(knowledge)


@pytest.mark.parametrize(("name", "grid"), [("shikaku", ""), ("sudoku", "4 4\n" + "- - - -\n" * 4)])
def test_rules_are_no_clues_where_there_are_none(name, grid, tmp_path):
    knowledge = pencil.read(name, grid or pencil.family(name).example)
    assert not knowledge.log
    found = redundant(knowledge, bare=False)
    unique = name == "shikaku"
    assert (found.clues, found.implied, found.unique) == ((), (), unique)
    assert found.smallest == (((),) if unique else ())
    assert "all is in the rules" in str(found)
    assert "enough" not in str(found)
    (tmp_path / "grid.txt").write_text(grid or pencil.family(name).example)
    status, out, _ = deduce("redundant", tmp_path / "grid.txt", "--family", name)
    assert (status, "all is in the rules" in out) == (0 if unique else 1, True)


def test_of_clues_that_contradict_each_other_none_is_said_to_follow(tmp_path):
    """Not "the puzzle is not unique", which is said of several solutions."""
    (tmp_path / "cave.txt").write_text("4 4\n- - - 3\n- 5 - -\n- - - -\n2 - - 4\n")
    status, out, err = deduce("redundant", tmp_path / "cave.txt", "--family", "cave")
    assert (status, err) == (1, "")
    assert out.startswith("Cave.\nno solution\nthese cannot all be true:\n")
    assert "follows" not in out
    assert "unique" not in out


def test_printed_clues_that_could_not_be_tried_in_time_are_not_judged(monkeypatch):
    """A proof that came to no end is neither "unique" nor "not unique"."""
    knowledge = pencil.read("masyu", BOTH_PEARLS)
    verdict = replace(verify(knowledge), status="gave up", limit="the time limit of 1 s was reached")
    monkeypatch.setattr(printed, "verify", lambda *_, **__: verdict)
    with pytest.raises(GaveUp, match="could not be decided: the time limit of 1 s"):
        printed.redundant_printed(knowledge)


def _words_apart(name, text):
    """What is printed, word by word, and which of it can go alone, found by taking it out."""
    sheet = pencil.parse(name, text)
    every = solutions(name, text)
    printed = list(clues(sheet))
    return printed, [at for at, _ in printed if solutions(name, with_word(sheet, at, "-").text()) == every]


@pytest.mark.parametrize("command", ["redundant", "repair"])
@pytest.mark.parametrize(
    "text",
    ["3 3\n1 - -\n- 3 -\n- - -\n< - -\n- - ^\n- - -\n", "3 3\n1 - -\n- - -\n- - 2\n- - -\n- > -\n> - -\n"],
)
def test_a_digit_and_the_signs_at_its_place_are_clues_apart(command, text, tmp_path):
    (tmp_path / "signs.txt").write_text(text)
    printed, spare = _words_apart("futoshiki", text)
    out = json.loads(deduce(command, tmp_path / "signs.txt", "--family", "futoshiki", "--json")[1])
    if command == "redundant":
        assert len(out["clues"]) == len(printed)
        assert sorted(out["implied_at"]) == sorted(f"row {i + 1}, column {j + 1}" for _, i, j in spare)
    else:
        assert len(out["superfluous"]) == len(spare)
    assert 0 < len(spare) < len(printed)


DOTS = "4 4\n{} - - -\n- - - -\n- - - -\n- - - -\n"
LINES = ["difference 2 r1c1 r2c1", "white r1c1 r1c2", "less r1c1 r1c2", "thermometer r1c1 r1c2 r2c2", "black r4c3 r4c4",
         "white r3c3 r4c3", "odd r2c3"]  # fmt: skip


@pytest.mark.parametrize("command", ["redundant", "repair"])
def test_lines_of_a_variant_that_begin_in_one_cell_are_clues_apart(command, tmp_path):
    """Each can go exactly where the puzzle without it has the same solutions, whatever begins where it does."""

    def ways(lines, digit="1"):
        return solutions("variantsudoku", DOTS.format(digit) + "\n".join(lines))

    every = ways(LINES)
    spare = [line for line in LINES if ways([x for x in LINES if x != line]) == every]
    (tmp_path / "dots.txt").write_text(DOTS.format("1") + "\n".join(LINES))
    out = json.loads(deduce(command, tmp_path / "dots.txt", "--family", "variantsudoku", "--json")[1])
    found = (
        out["implied"] if command == "redundant" else {(s["place"], s["text"]) for s in out["superfluous"]}
    )
    assert len(found) == len(spare) + (ways(LINES, "-") == every)
    if command == "redundant":
        assert len(out["clues"]) == len(LINES) + 1
        named = [line for line in LINES if any(f"({line})" in said for said in found)]
        assert named == [line for line in spare if " r1c1 " in line]
        assert 0 < len(named) < len([line for line in LINES if " r1c1 " in line])
