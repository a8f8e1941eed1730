"""What docstrings of this room promise in a word each: both families drawn, no clue left out, proved only if it is."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from deduce import AllDifferent, Count, Knowledge, Problem, Sum
from deduce.ground.errors import GaveUp
from deduce.language.facts import Within
from deduce.puzzles import dataset, reports, stepper, verify, verify_all
from deduce.puzzles.files import loads
from deduce.puzzles.live import Deadline
from deduce.puzzles.named_walk import NamedWalk
from deduce.puzzles.opaque import _DifferentSum, propagator_of
from deduce.puzzles.packing import Packing
from deduce.puzzles.pictures import chances_svg, chances_text, grid_lines
from deduce.puzzles.repairing import repair
from deduce.puzzles.reports import unique_report
from deduce.puzzles.seeing import seen
from deduce.puzzles.shapes import clue_pool
from deduce.puzzles.stepper import Stepper
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.techniques import Finding, Techniques
from deduce.puzzles.walks import MOST, _said, looks, things
from deduce.puzzles.wishes import SCALE
from deduce_models import pencil


def test_the_seconds_of_a_row_are_those_that_its_answer_took():
    problem = Problem("numbers")
    x = problem.variable("x", range(5))
    begun = time.process_time()
    rows = list(verify_all({"one": Knowledge(problem).observe(x == 3), "two": problem}))
    taken = time.process_time() - begun
    assert all(row.seconds >= 0 for row in rows)
    assert sum(row.seconds for row in rows) <= taken + 0.001


@pytest.mark.parametrize("status", ["gave up", "unique"])
def test_a_solution_found_before_the_limit_is_not_called_the_only_one(status, monkeypatch):
    file = loads('[variables]\na = "1..3"\n[[clue]]\nsays = "a == 2"\n')
    found = replace(verify(file.puzzle), status=status, limit="no time", complete=status == "unique")
    monkeypatch.setattr(reports, "verify", lambda *_, **__: found)
    report = unique_report(file)
    assert ("exactly one solution" in report.text) == (status == "unique")
    assert ("gave up" in report.text) == (status == "gave up")
    assert report.status == {"unique": 0, "gave up": 3}[status]


def test_families_of_grids_are_shown_side_by_side_and_none_in_place_of_another():
    problem = Problem("two")
    keys = list(product((1, 2), (1, 2)))
    one, two = (problem.variables(name, keys, list("abcdefgh")) for name in ("one", "two"))
    words = dict(zip([*one.values(), *two.values()], "abcdefgh", strict=True))
    assert grid_lines(words) == ["  a b", "  c d", "  e f", "  g h"]
    chances = {v: {word: 1.0} for v, word in words.items()}
    assert chances_text(chances) == grid_lines(words)
    assert all(f">{word}<" in chances_svg(chances) for word in "abcdefgh")


def test_a_set_of_data_says_how_many_puzzles_it_has():
    assert repr(dataset("sudoku", 3)) == "<Dataset of 3 puzzles>"
    assert repr(dataset("sudoku", 1)) == "<Dataset of 1 puzzle>"


@pytest.mark.parametrize(
    "name", ["masyu", "slitherlink", "nurikabe", "hidoku", "kakuro", "killersudoku", "snake"]
)
def test_a_technique_is_on_the_scale_at_the_greatest_level_at_which_it_is_found(name):
    knowledge = pencil.read(name, pencil.family(name).example)
    every = Techniques(Structure(knowledge.scope, knowledge.statements))
    levels = {p.name: p.level for p in every.small} | {p.name: 5 for p in every.large}
    assert {technique: SCALE[technique] for technique in levels} == levels


def test_a_clue_that_cannot_be_read_is_no_clue_and_those_after_it_are():
    problem = Problem("colours")
    colours = {"Ann": ["red", "blue"], "Bob": ["blue", "green"], "Cleo": ["green", "red"]}
    hat = problem.variables("hat", colours, colours.get)
    file = loads('[variables]\na = "1..3"\n[[clue]]\nsays = "a == 2"\n')
    clue = Knowledge(problem).observe(hat["Ann"] == "red", "Ann has red")
    pool = clue_pool(replace(file, problem=problem, puzzle=clue, says=("hat[Ann] == red",)))
    said = {(v.name, value) for v in hat.values() for value in v.domain if value in colours["Ann"]}
    found = {(s.content.scope[0].name, s.content.single().values[0]) for s in pool.values()}
    assert found == said
    assert len(pool) == len(said)


@pytest.mark.parametrize("budget", [0, 10**6])
def test_a_repair_says_which_clues_it_did_not_try_to_the_end(budget, monkeypatch):
    monkeypatch.setattr("deduce.puzzles.alterations.worlds_of", lambda _: None)
    monkeypatch.setattr("deduce.puzzles.alterations._BUDGET", budget)
    problem = Problem("numbers")
    x = problem.variables("x", range(2), [1, 2, 3])
    found = repair(Knowledge(problem).observe(x[0] == 1))
    told = [str(line) for line in found.unfinished]
    assert told == (
        ["given clues said otherwise were looked at up to 1 solution each"] if budget == 0 else []
    )


@pytest.mark.parametrize("ended", [True, False])
def test_a_step_is_called_the_smallest_only_where_the_proof_came_to_its_end(ended, monkeypatch):
    problem = Problem("three")
    x = problem.variables("x", range(3), [1, 2, 3])
    problem.require(AllDifferent(x), "all differ")
    knowledge = Knowledge(problem).observe(x[0] != 1, "not 1").observe(x[1] != 1, "nor this")
    real, asked = stepper.cheapest_sets, []

    def late(*given, **named):
        asked.append(given)
        if len(asked) == 1 and not ended:
            raise GaveUp("no time")
        return real(*given, **named)

    monkeypatch.setattr(stepper, "cheapest_sets", late)
    one = Stepper(knowledge.scope, knowledge.statements, enumerate_up_to=0)
    found = one.next(one.start(), Deadline(None))
    assert found is not None
    assert found.smallest == ended


@pytest.mark.parametrize("seed", range(6))
def test_a_sum_of_different_numbers_strikes_what_no_way_to_add_up_has_and_nothing_else(seed, monkeypatch):
    monkeypatch.setattr("deduce.puzzles.combinations._ROWS", 10)
    rng = Random(seed)
    problem = Problem("cage")
    x = problem.variables("x", range(5), range(1, 7))
    total = rng.choice([15, 16, 17, 18, 19, 20])
    low, high = rng.choice([(total, total), (total - 1, total), (total, total + 1)])
    problem.require(AllDifferent(x), "all differ")
    problem.require(Sum(x, low, high), "the sum")
    s = Structure(problem.scope, problem.rules)
    (rule,) = s.rules
    (found,) = propagator_of(rule, s)
    assert isinstance(found, _DifferentSum)
    ways = [way for way in permutations(range(1, 7), 5) if low <= sum(way) <= high]
    for _ in range(3):
        allowed = [rng.choice((0b111111, 0b001111, 0b111100, 0b010101)) for _ in x]
        alive = s.known({x[i]: mask for i, mask in enumerate(allowed)})
        left = 0
        for way in ways:
            if all(mask >> (n - 1) & 1 for mask, n in zip(allowed, way, strict=True)):
                left |= sum(s.mask_of(x[i], 1 << (n - 1)) for i, n in enumerate(way))
        assert found.strikes(alive) == alive & ~left


def test_what_is_known_alike_of_several_is_one_look_whatever_else_they_could_be():
    problem = Problem("looks")
    few, some, many = (problem.variable(f"x{n}", range(1, n + 1)) for n in (3, 4, 9))
    lone = problem.variable("lone", [1])

    def counted(*known):
        return things(0, [Within(v, sum(1 << v.position(x) for x in values)) for v, values in known])

    # Named is the shorter of what it is and what it is not: "is 1 or 2", "is not 3".
    assert counted((some, [1, 2]), (many, [1, 2])) == 1
    assert counted((few, [1, 2]), (some, [1, 2, 4]), (many, [1, 2, 4, 5, 6, 7, 8, 9])) == 1
    assert counted((lone, [1]), (few, [1]), (many, [1])) == 1
    assert counted((few, [1]), (some, [2])) == 2
    facts = [Within(some, 0b11), Within(few, 0b1), Within(many, 0b11)]
    assert _said(facts) == ["x4 and x9 are 1 or 2", "x3 is 1"]
    assert [look.text for look in looks((fact, [1]) for fact in facts)] == _said(facts)
    assert counted((some, [1, 2]), (many, [3, 4, 5, 6, 7, 8, 9])) == 2


def test_what_is_left_of_few_and_what_is_gone_of_many_are_one_look_each():
    problem = Problem("seen")
    small, large = problem.variable("small", range(1, 6)), problem.variable("large", range(1, 10))
    s = Structure(problem.scope, [])

    def counted(left, other):
        alive = s.known({small: left, large: other})
        return seen(Finding("one rule", 2, 0, frozenset(), s.full & ~alive), s, alive) - 1

    assert counted(0b00011, 0b000000011) == 1  # both are 1 or 2
    assert counted(0b11011, 0b111111011) == 1  # neither is 3
    assert counted(0b11011, 0b000011011) == 2  # of nine values four are left, of five one is gone
    assert counted(0b00111, 0b111100111) == 1  # neither is 4 or 5


@pytest.mark.parametrize("other", [["a", "b", "c", "d"], [4, 3, 2, 1], [0, 1, 2, 3]])
def test_what_is_known_is_the_same_by_its_values_wherever_these_stand_in_a_list(other):
    """A grade counts looks as a step does."""
    problem = Problem("seen")
    v, w = problem.variable("v", [1, 2, 3, 4]), problem.variable("w", other)
    s = Structure(problem.scope, [])
    for left, right in product(range(1, 15), repeat=2):
        alive = s.known({v: left, w: right})
        counted = seen(Finding("one rule", 2, 0, frozenset(), s.full & ~alive), s, alive)
        assert counted == things(1, [Within(v, left), Within(w, right)])
        alike = {v.domain[i] for i in bits_of(left)} == {w.domain[i] for i in bits_of(right)}
        assert not alike or counted == 2 or set(other) != {1, 2, 3, 4}
        others = {v.domain[i] for i in bits_of(15 & ~left)} == {w.domain[i] for i in bits_of(15 & ~right)}
        assert alike or others or counted == 3
        told = list(looks([(Within(v, left), [1]), (Within(w, right), [2])]))
        assert len(told) == counted - 1


@pytest.mark.parametrize("seed", range(12))
def test_every_count_that_is_looked_at_is_true_of_every_world(seed):
    rng = Random(seed)
    problem = Problem("counts")
    size = 2 if seed < 8 else 3
    x = problem.variables(
        "x", range(5), lambda i: [[0, 1, 2, 3][:size], rng.sample([0, 1, 2, 3], size)][i > 0]
    )
    for _ in range(3):
        some = [x[0], *rng.sample([x[i] for i in range(1, 5)], 3)]
        values = [0, 1]
        problem.require(Count(some, values, rng.randint(1, 2), rng.randint(2, 3)))
    s = Structure(problem.scope, problem.rules)
    worlds = [
        dict(zip(x.values(), values, strict=True)) for values in product(*(v.domain for v in x.values()))
    ]
    worlds = [
        w for w in worlds if all(r.content.holds([w[v] for v in r.content.scope]) for r in problem.rules)
    ]
    true = [sum(s.mask_of(v, 1 << v.position(value)) for v, value in world.items()) for world in worlds]
    for count in Packing(s)._every:
        assert all(count.low <= (count.mask & world).bit_count() <= count.high for world in true)


@pytest.mark.parametrize("name", ["usoone", "sudoku", "masyu"])
def test_where_little_is_enough_no_step_needs_more_than_is_seen_at_once(name):
    walk = NamedWalk(pencil.read(name, pencil.family(name).example), {})
    walk.go()
    assert walk.rounds.settled(walk.alive)
    assert all(len(step.statements) + len(step.known) <= MOST for step in walk.made if step.chain is None)
