"""What a solver would say: what a rule comes to at its place, what cannot stand, values by the names of a family."""

import re
from dataclasses import replace
from itertools import product

import pytest
from command_line import deduce

from benchmarks.grades import DATA, lines_of, puzzle_of
from deduce import Problem
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.graphs import Grid, Loop
from deduce.puzzles import steps
from deduce.puzzles.atoms import at_place
from deduce.puzzles.named_walk import NamedWalk
from deduce.puzzles.pairs import EITHER
from deduce_models import pencil
from deduce_models.pencil.techniques.table import technique_of
from deduce_models.pencil.words.naming import labels, name_of, said
from deduce_models.pencil.words.pointing import _line
from deduce_models.pencil.words.telling import tell

AKARI = "7 7\n- - - x - - -\n- 3 - - - 1 -\n- - - - - - -\nx - - - - - 2\n- - - - - - -\n- 3 - - - 2 -\n- - - 1 - - -\n"
CORNER = "4 4\n3 - 2 -\n- - 1 -\n2 - 3 -\n0 - 1 -\n"


def told(family, text=None):
    knowledge = pencil.read(family, text or pencil.family(family).example)
    return [(step, tell(step)) for step in steps(knowledge).steps]


def test_links_of_a_trial_say_what_the_rule_comes_to_and_what_it_runs_into():
    lines = next(lines for step, lines in told("slitherlink", CORNER) if step.chain)
    assert lines[1].startswith("by contradiction (depth 2): suppose the side above r1c1 is not drawn")
    assert "three lines would meet at the corner above and left of r2c1" in lines[3]
    assert len(lines) == 4


@pytest.mark.parametrize("name", ["heyawake", "nurikabe", "slitherlink", "snake", "yajilin"])
def test_a_contradiction_ends_with_what_cannot_stand(name):
    for step, lines in told(name):
        if step.chain is not None and not step.chain.cases:
            assert lines[-1].startswith("but ")
            assert "nothing" not in lines[-1]


def test_what_one_sentence_gives_for_several_cells_is_one_step():
    first, lines = told(
        "tent", "5 5\n1 - - - -\n- - 1 - -\n- - - - x\n- - x - -\n- x - - -\n- - x x -\n- - - - -\n"
    )[0]
    assert len(first.conclusions) == len(first.statements) > 1
    assert first.reason.check()
    assert lines[1] == "a tent stands beside its tree"


def test_after_a_harder_step_come_the_easy_ones_it_brings():
    class Watched(NamedWalk):
        harder = 0

        def _one_step(self, piece, *args):
            if piece.finding.level > 1:
                self.harder += 1
                assert not self.techniques.of_level(1, self.alive)
            super()._one_step(piece, *args)

    walk = Watched(pencil.read("akari", AKARI), {})
    walk.go()
    assert walk.harder > 1


def test_bridges_and_tents_are_called_as_solvers_call_them():
    lines = [line for _, lines in told("hashi") for line in lines]
    assert any(re.search(r"bridges? .* (is|are) double", line) for line in lines)
    assert not any(re.search(r"bridge \S+ is (not )?\d", line) for line in lines)
    bridge = next(
        v for v in pencil.read("hashi", pencil.family("hashi").example).scope if len(v.domain) == 3
    )
    ways = {(): "nothing at all", (0,): "not there", (1,): "single", (2,): "double", (1, 2): "there",
            (0, 2): "not single", (0, 1): "not double"}  # fmt: skip
    for values, what in ways.items():
        assert said([bridge.is_in(values)])[0].endswith(f" is {what}")


def test_the_last_number_of_a_cell_is_a_naked_single():
    text = "6 6\n- - 4 - - -\n- - - - - 2\n- - - - 5 1\n3 - 5 - - -\n- 2 - 6 - 4\n- - - - 2 5\n"
    knowledge = pencil.read("sudoku", text)
    singles = 0
    for step in steps(knowledge).steps:
        called = technique_of(knowledge, step)
        if step.technique == "exclusion":
            assert called.name == ("Naked single" if step.placed else "Seen by its number")
            singles += bool(step.placed)
    assert singles


def test_a_run_is_told_by_its_ends():
    knowledge = pencil.read("akari", pencil.family("akari").example)
    runs = [s for s in knowledge.rules if s.text == "two lights do not see each other"]
    long = [s for s in runs if len(s.content.scope) > 2][:2]
    assert re.search(r"\(at r\d+c\d+ to r\d+c\d+ and r\d+c\d+ to r\d+c\d+\)", labels(long)[0])


def test_numbers_that_differ_in_one_clue_are_looked_at_together():
    knowledge = pencil.read("kakuro", "3 3\n- 4, 6,\n,3 0 0\n,7 0 0\n")
    assert "r2c2 and r3c2 are 1 or 3" in {tell(step)[0] for step in steps(knowledge).steps}


class Reached(Exception):
    """A walk has come as far as it is looked at."""


class UpToEither(NamedWalk):
    """A walk up to the first step that is so either way."""

    def _one_step(self, piece, *args):
        super()._one_step(piece, *args)
        if self.made[-1].technique == EITHER:
            raise Reached


def test_what_is_so_either_way_is_told_case_by_case():
    knowledge = puzzle_of("slitherlink", lines_of(DATA / "graded_slitherlink.txt")[38][-1])
    walk = UpToEither(knowledge, {})
    with pytest.raises(Reached):
        walk.go()
    step = walk.made[-1]
    assert step.level == 10
    lines = tell(step)
    variable = step.chain.cases[0].supposed.variable
    assert lines[1].startswith(f"either {name_of(variable)} is ")
    assert [case.supposed.variable for case in step.chain.cases] == [variable] * len(variable.domain)
    assert sum(line.startswith("case ") for line in lines) == len(variable.domain)
    assert not any(line.startswith("but ") for line in lines)
    assert step.reason.check()
    # What is shown is what every case comes to; without the last case it would not follow.
    fewer = replace(step.chain, cases=step.chain.cases[:-1])
    because = tuple(s for case in fewer.cases for link in case.links for s in links_shown(link))
    assert not Reason(step.conclusions[0], because, False, Timeline((), because)).check()


def links_shown(link):
    return [at_place(s, link.shown, link.known) for s in link.statements]


def test_why_a_line_is_drawn_or_not_is_said_by_its_ends():
    """Beside plain counting at the node of every way for the other lines there to be drawn, left out or open."""
    problem = Problem("ends")
    graph = Grid(3, 3)
    edge = problem.variables("edge", list(graph.edges), [0, 1])
    loop = Loop(edge)
    middle = (2, 2)
    at_middle = [key for key in loop.keys if middle in key[:2]]
    shown, *others = at_middle
    for states in product((1, 2, 3), repeat=len(others)):  # left out, drawn, open
        masks = dict.fromkeys(loop.scope, 3) | {
            edge[key]: mask for key, mask in zip(others, states, strict=True)
        }
        drawn, open_ = states.count(2), states.count(3)
        for mask in (1, 2):
            said = _line(loop, masks, edge[shown], mask)
            if mask == 1 and drawn >= 2:
                assert "passes" in said
            elif mask == 1 and drawn == open_ == 0:
                assert "could not go on" in said
            elif mask == 2 and drawn == 1 and not open_:
                assert "only way on" in said
            else:
                assert said == ""


def test_what_is_shown_twice_of_a_cell_is_named_where_a_trial_ends_there():
    """Shown clear by one rule and shaded by the next: not "nothing at all", which is nothing that was shown."""
    text = "5 5\n- - - 1 -\n- - 3 - -\n- - - - -\n- 3 - - -\n- - 1,1 - -\n"
    ends = [lines[-1] for step, lines in told("tapa", text) if step.chain]
    assert "but then r4c1 is clear and shaded" in ends
    assert not any("nothing" in line for line in ends)


def test_a_cage_of_one_cell_is_its_number():
    log = pencil.read(
        "killersudoku", "4 4\n3 - - -\n- - - -\n- - - -\n- - - -\n1 2 2 2\n3 2 4 4\n3 3 4 4\n5 5 5 5\n"
    ).log
    assert next(s.text for s in log if s.place == "row 1, column 1") == "the cell of the cage is 3"


def test_a_line_without_runs_is_told_as_one_and_an_area_by_its_distance():
    """Found by hand: "runs of 0 in any order", and "the between at r1c1"."""
    for name, nought in product(("coral", "cts"), ("0", "00")):
        known = pencil.read(name, f"2 2\n{nought}\n1\n-\n-")
        assert known.log[0].text == "nothing is shaded in column 1"
        assert known.log[1].text.startswith("runs of 1 ")
        assert known.is_consistent()  # 00 in a Cross the Streams was a run that is never at its end
    scope = pencil.read("mannequin", pencil.family("mannequin").example).problem.scope
    names = {name_of(v) for v in scope if v.name.startswith("between")}
    assert "the distance in the area of r1c1" in names


def test_candidates_list_nothing_that_has_one_value_from_the_start(tmp_path):
    """Found by hand: under the grid of a Coral, and of a Cave, stood "outside: clear (4)"."""
    (tmp_path / "coral.txt").write_text("3 4\n0\n1\n3\n-\n2\n1\n-\n")
    said = deduce("candidates", tmp_path / "coral.txt", "--family", "coral")[1]
    assert "4 solutions" in said
    assert "r1c2: clear (2), shaded (2)" in said
    assert "outside" not in said
    # A cell that has one value from the start is one of the grid.
    text = "2 2\n- -\n- -\n1 2\n2 2\n"
    (tmp_path / "makaro.txt").write_text(text)
    assert "\n  1   2.3" in deduce("candidates", tmp_path / "makaro.txt", "--family", "makaro")[1]
