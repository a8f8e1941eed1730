"""What explaining does with its solvers and its time: one is shared while small, all are closed, limits kept."""

import inspect
import itertools
import random

import pytest
from test_crowding import crowd

from deduce import Contradiction, GaveUp, Knowledge, Problem, Sum
from deduce.backends import live
from deduce.explain import search
from deduce.explain.crowding import _Rotation, _Said
from deduce.explain.reasons import Conflict, Reason
from deduce.explain.search import Explainer
from deduce.ground.deadline import Deadline, left


def pigeons(number=4, holes=3):
    problem = Problem("pigeons")
    hole = problem.variables("hole", range(number), range(holes))
    for one, other in itertools.combinations(range(number), 2):
        problem.require(hole[one] != hole[other])
    return problem


@pytest.mark.parametrize("room", [0, 1, 5])
def test_a_solver_is_shared_while_others_left_little_in_it(room, monkeypatch):
    """What others stated may be thrice what is stated here, and a little more; then it is built anew."""
    monkeypatch.setattr(search, "_ROOM", room)
    start = Knowledge(pigeons(3, 4))
    cells = start.problem.scope
    before, held, fresh = Explainer(start._timeline), 3, 0
    for number in range(60):
        k = start
        for extra in range(number % 3):
            k = k.observe(cells[extra] != number % 2, f"{number} {extra}")
        mine = len(k.statements)
        after = Explainer(k._timeline, before)
        if held >= 4 * mine + room:
            assert after.solver is not before.solver
            held, fresh = mine, fresh + 1
        else:
            assert after.solver is before.solver
            held += mine - 3  # the rules are known
        assert after.consistent()
        before = after
    assert fresh > 1


def test_what_is_too_wide_for_clauses_goes_to_another_solver(monkeypatch):
    problem = pigeons(3, 4)
    start = Knowledge(problem)
    more = start.observe(Sum(problem.scope, 6))
    first = Explainer(start._timeline)
    monkeypatch.setattr(live, "MAX_CLAUSES", 1)
    monkeypatch.setattr("deduce.backends.chains.MAX_CLAUSES", 1)
    second = Explainer(more._timeline, first)
    assert type(second.solver) is not type(first.solver)
    assert second.consistent()
    assert not second.allows(problem.scope[0] == problem.scope[1])


def test_every_solver_made_for_one_question_is_closed(monkeypatch):
    made, closed = [], []
    solver_for = search.solver_for

    def made_for(constraints):
        solver = solver_for(constraints)
        monkeypatch.setattr(solver, "close", lambda: closed.append(solver), raising=False)
        made.append(solver)
        return solver

    monkeypatch.setattr(search, "solver_for", made_for)
    problem = pigeons(3, 3)
    k = Knowledge(problem)
    x, y, z = problem.scope
    known = k.observe(x == 1).observe(y == 2)
    wrong = known.observe(z == 2)
    for ask in (
        lambda: known.why(z == 0),
        lambda: known.why_not(z == 2),
        lambda: known.why(z == 1) is None,
        known.conflict,
        wrong.conflict,
        wrong.repairs,
        known.repairs,
    ):
        ask()
        assert closed == made
    with pytest.raises(Contradiction):
        wrong.why(z == 1)
    assert len(made) > 5


@pytest.mark.parametrize(
    ("whole", "soft", "share"),
    [(30.0, None, 20.0), (30.0, 3.0, 3.0), (30.0, 50.0, 20.0), (None, 3.0, 3.0), (None, None, None)],
)
def test_two_thirds_of_the_time_go_to_the_search(whole, soft, share, monkeypatch):
    """All of a soft limit, after which a set that is only minimal is found."""
    seen = []

    def searched(self):
        seen.append(left())
        assert self.solver.satisfiable(self.selectors[1:])  # what was answered last is no conflict
        raise GaveUp("too long")

    monkeypatch.setattr(Explainer, "_searched", searched)
    with Deadline(whole).watch():
        found, smallest = Explainer(Knowledge(pigeons())._timeline).smallest(soft=soft)
    assert seen == ([None] if share is None else [pytest.approx(share, abs=2.5)])
    assert share is None or seen[0] <= share
    assert (len(found), smallest) == (6, False)


@pytest.mark.parametrize(
    "prepare",
    [
        lambda k: lambda: _Said(k._timeline).apart,
        lambda k: (lambda said: lambda: list(said.cliques()))(_Said(k._timeline)),
        lambda k: (lambda said: lambda: said.conflict(list(said.number)))(seen(k)),
        lambda k: _Rotation(seen(k), k.rules).complete,
        lambda k: (lambda one: lambda: one.worlds(k.scope, 9))(Explainer(k._timeline)),
        lambda k: Explainer(k._timeline).smallest,
        lambda k: (lambda one: lambda: list(one.corrections(limit=9)))(Explainer(k._timeline)),
    ],
)
def test_no_piece_goes_on_when_the_time_is_over(prepare):
    work = prepare(Knowledge(pigeons()))
    with pytest.raises(GaveUp), Deadline(0.0).watch():
        work()


def seen(k):
    """What is said, sorted; who says so has been looked up."""
    said = _Said(k._timeline)
    assert said.apart
    return said


def test_a_repair_that_is_asked_for_too_late_asks_nobody(monkeypatch):
    problem = pigeons(3, 3)
    k = Knowledge(problem)
    for hole in problem.scope:
        k = k.observe(hole == 1)
    explainer, asked = Explainer(k._timeline), []
    satisfiable = explainer.solver.satisfiable

    def counted(chosen, **limits):
        asked.append(chosen)
        return satisfiable(chosen, **limits)

    repairs = explainer.corrections(limit=9)
    next(repairs)
    monkeypatch.setattr(explainer.solver, "satisfiable", counted)
    with pytest.raises(GaveUp), Deadline(0.0).watch():
        next(repairs)
    assert not asked
    with pytest.raises(GaveUp):
        next(explainer.corrections(limit=9, time_limit=0.0))
    # Whether the rules alone can be true; then the clock is looked at.
    assert len(asked) == 1


@pytest.mark.parametrize("seed", range(40))
def test_a_shrunk_core_is_one_of_which_nothing_can_be_left_out(seed):
    explainer = Explainer(Knowledge(crowd(random.Random(seed)))._timeline)
    if explainer.consistent():
        return
    core = explainer._shrunk(explainer.selectors)
    assert not explainer.solver.satisfiable(core)
    for one in core:
        assert explainer.solver.satisfiable([s for s in core if s != one])


def test_a_conjunction_is_proved_part_by_part():
    problem = pigeons(3, 3)
    x, y, z = problem.scope
    k = Knowledge(problem).observe(x == 1).observe(y == 2)
    reason = k.why((z == 0) & (z != 1))
    assert reason.check()
    for because in itertools.combinations(reason.because, len(reason.because) - 1):
        assert not Reason(reason.fact, because, False, k._timeline).check()
    half = k.why(z != 1)
    assert not Reason(reason.fact, half.because, False, k._timeline).check()
    assert not Conflict(half.because, False, k._timeline).check()
    with pytest.raises(GaveUp):
        reason.check(max_nodes=3)
    for kind in (Reason, Conflict):
        assert inspect.signature(kind.check).parameters["max_nodes"].default == 1_000_000
