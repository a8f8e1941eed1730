"""Who answers a question: worlds at hand or made in a moment, else a solver; and what is not tried twice."""

import itertools
import time

import pytest

from deduce import (
    Contradiction,
    GaveUp,
    Knowledge,
    Problem,
    ProblemError,
    Sum,
    Swap,
    TooLarge,
    knowledge,
)
from deduce.backends import routing
from deduce.evidence import Statement
from deduce.explain import search
from deduce.ground.deadline import Deadline
from deduce.worlds.following import Premises


@pytest.fixture
def cells():
    problem = Problem("cells")
    cell = problem.variables("cell", range(3), range(3))
    problem.require(cell[0] != cell[1])
    return problem, [cell[i] for i in range(3)]


@pytest.fixture
def asked(monkeypatch):
    """What questions set in motion, in order: worlds are made, or a live solver is asked."""
    seen = []
    made, solver = Knowledge._compiled, Knowledge._explainer.fget

    def compiled(self, max_bytes):
        seen.append("worlds")
        return made(self, max_bytes)

    def explainer(self):
        if seen[-1:] != ["solver"]:
            seen.append("solver")
        return solver(self)

    monkeypatch.setattr(Knowledge, "_compiled", compiled)
    monkeypatch.setattr(Knowledge, "_explainer", property(explainer))
    return seen


def questions(k, v):
    return [k.is_consistent, k.certain, lambda: k.possible(v[2]), lambda: k.holds(v[0] == 1)]


def no_diagrams(monkeypatch):
    monkeypatch.setattr(routing, "_NARROW_ARCS", -1)
    monkeypatch.setattr(routing, "_WIDE_ARCS", -1)


@pytest.mark.parametrize("first", range(4))
def test_small_worlds_are_made_once_and_no_solver_is_asked(cells, asked, first):
    problem, v = cells
    k = Knowledge(problem)
    ask = questions(k, v)
    for question in [*ask[first:], *ask[:first]]:
        question()
        assert asked == ["worlds"]


@pytest.mark.parametrize("first", range(4))
def test_where_a_diagram_is_thought_wide_only_a_solver_is_asked_until_worlds_are_at_hand(
    cells, asked, first, monkeypatch
):
    problem, v = cells
    no_diagrams(monkeypatch)
    k = Knowledge(problem)
    ask = questions(k, v)
    for question in [*ask[first:], *ask[:first]]:
        question()
        assert asked == ["solver"]
    assert k.form == "sat"
    k.count()
    asked.clear()
    for question in ask:
        question()
    assert asked == []
    assert k.form == "diagram"


@pytest.mark.parametrize("room", [0, -1])
def test_worlds_of_what_came_before_are_carried_on_where_they_are_small(cells, asked, room, monkeypatch):
    """As small as said, to the byte."""
    problem, v = cells
    no_diagrams(monkeypatch)
    k = Knowledge(problem)
    k.count()
    monkeypatch.setattr(knowledge, "_NEAR_BYTES", k.worlds.nbytes + room)
    after = k.observe(v[0] == 1).observe(v[2] != 0)
    asked.clear()
    for question in questions(after, v):
        question()
    assert asked == (["worlds"] if room == 0 else ["solver"])
    assert after.certain() == {v[0]: 1}


def test_a_diagram_found_too_large_is_not_tried_again_for_what_is_certain(cells, asked, monkeypatch):
    problem, v = cells
    monkeypatch.setattr(knowledge, "_MOMENT_BYTES", 1)
    k = Knowledge(problem)
    for question in questions(k, v):
        question()
    assert asked == ["worlds", "solver"]
    asked.clear()
    for question in questions(k.observe(v[0] == 1), v):  # nor later in the log
        question()
    assert asked == ["solver"]
    assert k.count() == 18
    asked.clear()
    for question in questions(k, v):
        question()
    assert asked == []


def test_a_diagram_is_held_to_the_memory_that_was_given(cells, asked):
    problem, v = cells
    k = Knowledge(problem, max_bytes=1)
    assert k.possible(v[2]) == {0, 1, 2}
    assert asked == ["worlds", "solver"]


def test_what_was_refused_is_refused_again_at_once(cells, asked, monkeypatch):
    problem, v = cells
    monkeypatch.setattr(knowledge, "_LISTED", 1)
    k = Knowledge(problem, max_bytes=1)
    for ask in (k.count, k.entropy, lambda: k.worlds):
        with pytest.raises(TooLarge):
            ask()
    assert asked.count("worlds") == 1
    asked.clear()
    assert k.holds(v[0] == v[1]) is False
    assert asked == ["solver"]


def refuse(self, *_, **__):
    raise TooLarge("no room")


def test_after_a_change_nothing_is_listed(cells, monkeypatch):
    """A solver knows what is possible, not how likely."""
    problem, v = cells
    monkeypatch.setattr(Knowledge, "_compiled", refuse)
    with pytest.raises(TooLarge):
        Knowledge(problem).change(Swap(v[0], v[1])).count()
    assert Knowledge(problem).count() == 18


def test_no_time_to_list_is_no_room_and_no_time_at_all_is_told(cells, monkeypatch):
    problem, _ = cells
    monkeypatch.setattr(Knowledge, "_compiled", refuse)
    with pytest.raises(GaveUp), Deadline(1e-9).watch():
        Knowledge(problem).worlds  # noqa: B018 - made when asked
    monkeypatch.setattr(knowledge, "_LISTING_SECONDS", 0.0)
    with pytest.raises(TooLarge):
        Knowledge(problem).worlds  # noqa: B018
    # A contradiction is looked for, within its own time and within the caller's.
    with pytest.raises(TooLarge):
        Knowledge(problem).count()
    monkeypatch.setattr(knowledge, "_CONFLICT_SECONDS", 0.0)
    with pytest.raises(TooLarge):
        Knowledge(problem).count()
    monkeypatch.setattr(Knowledge, "_listed", lambda self: None)

    def late(self, max_bytes):
        time.sleep(0.011)
        refuse(self)

    monkeypatch.setattr(Knowledge, "_compiled", late)
    with pytest.raises(GaveUp), Deadline(0.01).watch():
        Knowledge(problem).count()


def test_what_is_learned_of_one_variable_needs_no_room(cells, monkeypatch):
    problem, v = cells
    k = Knowledge(problem)
    k.count()
    monkeypatch.setattr(Premises, "after", refuse)
    monkeypatch.setattr(Knowledge, "_listed", lambda self: None)
    assert k.observe((v[0] == 1) | (v[0] == 2)).count() == 12
    for more in (
        k.observe(v[0] == v[2]),
        k.observe(v[0] == 1).observe(v[1] == 2),
        k.observe(Sum([v[0]], 1)),
        k.weigh(v[0], {1: 2.0}),
    ):
        with pytest.raises(TooLarge):
            more.count()


def test_where_carrying_on_has_no_room_worlds_are_made_anew(cells, monkeypatch):
    problem, v = cells
    after = Premises.after

    def only_anew(self, log, *, known=None, **options):
        if known is not None:
            raise TooLarge("no room")
        return after(self, log, **options)

    k = Knowledge(problem)
    assert k.count() == 18
    monkeypatch.setattr(Premises, "after", only_anew)
    more = k.observe(v[0] == v[2]).observe(v[1] != 0)
    worlds = {w for w in itertools.product(range(3), repeat=3) if w[0] == w[2] and w[0] != w[1] != 0}
    assert {tuple(w[x] for x in v) for w in more.sample(200, 1)} == worlds
    assert more.count() == len(worlds)


def test_several_statements_learned_at_once_are_learned_one_by_one(cells, monkeypatch):
    """A change among notes too, whoever is asked."""
    problem, v = cells
    notes = [
        Statement(v[0] == 1, "first", "observation"),
        Statement(Swap(v[0], v[1]), "then", "change"),
        Statement(v[2] != 1, "last", "observation"),
    ]
    for solver in (False, True):
        if solver:
            no_diagrams(monkeypatch)
        k = Knowledge(problem)
        assert k.is_consistent()  # a solver that is shared, or worlds at hand
        assert k.certain() == {}
        one_by_one = k
        for note in notes:
            one_by_one = one_by_one.learn(note)
        for learned in (k.learn(*notes), one_by_one):
            assert learned.certain() == {v[1]: 1}
            assert learned.possible(v[0]) == {0, 2}
            assert learned.possible(v[2]) == {0, 2}
            assert [s.text for s in learned.why(v[1] == 1).because] == ["first", "then"]
            assert learned.count() == 4
        assert k.certain() == {}


def test_kin_share_one_live_solver_also_when_it_was_built_anew(cells, monkeypatch):
    problem, v = cells
    no_diagrams(monkeypatch)
    monkeypatch.setattr(search, "_ROOM", 0)
    first = Knowledge(problem)
    solvers = []
    for number in range(9):
        late = first.observe(v[0] != number % 3, f"note {number}")
        for k in (late, first):
            assert k.possible(v[2]) == {0, 1, 2}
            solvers.append(k._explainer.solver)
        assert solvers[-1] is solvers[-2]
    assert len({id(solver) for solver in solvers}) > 1


def test_a_stranger_is_refused_even_where_nothing_is_left(cells):
    problem, v = cells
    other = Problem("other").variable("stranger", range(3))
    k = Knowledge(problem).observe(v[0] == 1).observe(v[1] == 1)
    with pytest.raises(Contradiction):
        k.ledger(v[0] == 1)
    for ask in (k.ledger, k.holds, k.why, k.why_not):
        with pytest.raises(ProblemError, match="stranger"):
            ask(other == 1)


@pytest.mark.parametrize("number", [1, 5, 9])
def test_no_more_than_five_strange_variables_are_named(number):
    here, there = Problem("here"), Problem("there")
    there.variables("x", range(number), range(2))
    here.variable("y", range(2))
    with pytest.raises(ProblemError) as error:
        Knowledge(there, worlds=Knowledge(here).worlds)
    names = str(error.value).partition("leave out ")[2].split(", ")
    assert names == [f"x[{i}]" for i in range(min(number, 5))]
