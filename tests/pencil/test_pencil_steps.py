"""Steps in the words of a family: every sentence checked against what it says, and every chain link by the checker."""

import pickle
import re
from xml.etree import ElementTree

import pytest

from deduce.evidence import Statement
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.graphs import Loop
from deduce.puzzles import Step, redundant, steps, verify
from deduce.puzzles.chains import chain
from deduce_models import pencil
from deduce_models.pencil.rules.sides import Corner, Side, corner
from deduce_models.pencil.shelf import SHELF
from deduce_models.pencil.words.telling import name_of, tell


def test_a_step_of_one_statement_has_no_chain():
    for step in steps(pencil.read("sudoku", pencil.family("sudoku").example)).steps:
        # Givens alike are told together.
        assert len({s.text.partition(":")[0] for s in step.statements}) == 1
        assert len(step.statements) == 1 or step.technique == "given"
        assert chain(step) is None


def test_a_bridge_is_told_by_what_it_joins():
    knowledge = pencil.read("nurikabe", pencil.family("nurikabe").example)
    told = [line for step in steps(knowledge).steps for line in tell(step)]
    assert ("the shaded cells hang together: it is the only bridge between r1c2 and r1c4") in told


def test_lines_are_told_by_their_ends():
    knowledge = pencil.read("masyu", pencil.family("masyu").example)
    told = " | ".join(line for step in steps(knowledge).steps for line in tell(step))
    assert "it is the only way on for the line at r4c4" in told
    assert "the line passes r2c3 already" in told


def test_a_loop_closed_too_early_is_told():
    # Three sides of the middle cell are drawn; the fourth would leave the clue in the corner out.
    knowledge = pencil.read("slitherlink", "3 3\n- - 3\n- - -\n3 - -")
    side = knowledge.problem.sides
    top, left, bottom, right = (
        side[ends] for ends in (((2, 2), (2, 3)), ((2, 2), (3, 2)), ((3, 2), (3, 3)), ((2, 3), (3, 3)))
    )
    loop = next(s for s in knowledge.rules if isinstance(s.content, Loop))
    known = tuple(
        Statement(v == "line", f"{v} is line", "observation", "already there") for v in (top, left, bottom)
    )
    because = (loop, *known)
    reason = Reason(right == "none", because, True, Timeline((), because))
    step = Step(1, (right == "none",), {right: "none"}, (loop,), known, (), True, reason)
    assert tell(step) == [
        "the side left of r2c3 is not drawn",
        "the lines form one loop: it would close the loop too early",
    ]


def test_counting_and_different_numbers_are_told():
    sudoku = pencil.read("sudoku", pencil.family("sudoku").example)
    told = [tell(step) for step in steps(sudoku).steps]
    assert [
        "r1c1, r1c3 and r1c4 are not 4",
        "no number twice in row 1: 4 is in r1c2 already",
    ] in told
    heyawake = pencil.read("heyawake", pencil.family("heyawake").example)
    told = [tell(step) for step in steps(heyawake).steps]
    assert any("it is all that can still be shaded" in lines[1] for lines in told)


def test_contradictions_are_labelled_with_their_depth():
    knowledge = pencil.read("heyawake", pencil.family("heyawake").example)
    for step in steps(knowledge).steps:
        found, lines = chain(step), tell(step)
        if found is not None:
            assert lines[1].startswith(f"by contradiction (depth {found.depth}): suppose ")
        assert (found is not None) == step.technique.startswith("trial")


@pytest.mark.parametrize(
    "name", ["sudoku", "masyu", "slitherlink", "hashi", "foseruzu", "akari", "gokigennaname"]
)
def test_every_step_is_drawn(name):
    knowledge = pencil.read(name, pencil.family(name).example)
    made = steps(knowledge).steps
    pictures = [SHELF.draw_step(knowledge, made, step.number) for step in made]
    assert all(ElementTree.fromstring(picture).tag.endswith("svg") for picture in pictures)
    assert len(set(pictures)) == len(pictures)


def test_the_kind_of_a_sign_in_tatamibari_can_be_superfluous():
    found = redundant(pencil.read("tatamibari", "2 2\nh -\nh -"))
    assert found.implied == found.clues
    either = redundant(pencil.read("tatamibari", "2 2\nh -\n- h"))
    assert either.implied == either.clues
    assert {clues[0].place for clues in either.smallest} == {"row 1, column 1", "row 2, column 2"}
    square = pencil.read("tatamibari", "2 3\ns - v\n- - -")
    assert verify(square).unique
    told = [sentence for step in steps(square).steps for sentence in tell(step)]
    assert any("the rectangle of r1c1 is r1c1 to r2c2" in line for line in told)


def test_places_are_named_inside_the_grid():
    """Sides and corners at the lower and right border have no cell below or to the right of them."""
    outside = re.compile(r"r(\d+)c(\d+)")
    for family in ("slitherlink", "vslither", "creek", "gokigennaname"):
        knowledge = pencil.read(family, pencil.family(family).example)
        rows, cols = knowledge.problem.sheet.rows, knowledge.problem.sheet.cols
        lines = [line for step in steps(knowledge).steps for line in tell(step)]
        lines += [name_of(v) for v in knowledge.scope]
        for line in lines:
            for r, c in outside.findall(line):
                assert 1 <= int(r) <= rows
                assert 1 <= int(c) <= cols
        assert any("below" in line for line in lines)


def test_sides_are_named_after_cells_beside_holes():
    side = Side(((2, 2), (2, 3)), {(1, 2), (1, 3)})
    assert (side.where, side.cell) == ("below", (1, 2))
    assert side == ((2, 2), (2, 3))
    assert pickle.loads(pickle.dumps(side)).where == "below"
    assert corner((2, 2), {(1, 2)}) == ("below and left of", (1, 2))
    assert corner((3, 3), {(1, 2)}) is None
    point = pickle.loads(pickle.dumps(Corner((2, 2), {(1, 2)})))
    assert (point.where, point.cell) == ("below and left of", (1, 2))
    assert point == (2, 2)
