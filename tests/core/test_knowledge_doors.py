"""What every question of `Knowledge` refuses, quotes and keeps, whichever way it is answered."""

import math
import pickle
from fractions import Fraction

import pytest

from deduce import AllDifferent, Contradiction, Knowledge, Problem, ProblemError, Swap
from deduce.changes import Replace, Unknown
from deduce.language.variables import Variable
from deduce.show.answers import explanation
from deduce.show.faces import picture


@pytest.fixture
def three():
    problem = Problem("three")
    cell = problem.variables("cell", range(3), range(3))
    problem.require(cell[0] != cell[1], "they differ")
    return Knowledge(problem), [cell[i] for i in range(3)]


STRANGER = Variable("stranger", range(3))


@pytest.mark.parametrize(
    "ask",
    [
        lambda k: k.observe(STRANGER == 1),
        lambda k: k.weigh(STRANGER, {1: 2.0}),
        lambda k: k.weigh(STRANGER == 1, 2.0),
        lambda k: k.change(Swap(STRANGER, Variable("other", range(3)))),
        lambda k: k.change(Replace(k.scope[0], [1], without=[STRANGER])),
        lambda k: k.holds(STRANGER == 1),
        lambda k: k.probability(STRANGER == 1),
        lambda k: k.why(STRANGER == 1),
        lambda k: k.why_not(STRANGER == 1),
        lambda k: k.ledger(STRANGER == 1),
        lambda k: k.possible(STRANGER),
        lambda k: k.marginals(STRANGER),
    ],
)
@pytest.mark.parametrize("wide", [False, True])
def test_variables_of_others_are_refused_at_every_door(three, ask, wide):
    k, _ = three
    k._wide = wide
    with pytest.raises(ProblemError, match="stranger"):
        ask(k)


def test_the_log_quotes_its_own_words_or_those_given(three):
    k, (a, b, _) = three
    for more, words in (
        (k.observe(a == 1), (a == 1).sentence()),
        (k.observe(a == 1, "seen"), "seen"),
        (k.weigh(a == 1, 2.0, "a hint"), "a hint"),
        (k.change(Swap(a, b)), Swap(a, b).sentence()),
        (k.change(Swap(a, b), "they changed"), "they changed"),
    ):
        assert [statement.text for statement in more.log] == [words]
    assert "cell[0]" in k.weigh(a, {1: 2.0}).log[0].text


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("wide", [False, True])
def test_what_travels_to_another_process_knows_the_same(three, asked, wide):
    k, (a, b, c) = three
    k._wide = wide
    k = k.observe(a == 1, "seen").weigh(c, {2: 3.0})
    if asked:
        assert k.certain() == {a: 1}
    there = pickle.loads(pickle.dumps(k))
    assert [s.text for s in there.log] == [s.text for s in k.log]
    far = {v.name: v for v in there.scope}
    assert {v.name: x for v, x in there.certain().items()} == {a.name: 1}
    assert there.possible(far[b.name]) == {0, 2}
    assert there.probability(far[c.name] == 2) == pytest.approx(3 / 5)
    assert len(there.why(far[a.name] == 1).because) == 1


DOORS = {
    "certain": lambda k, v: k.certain(),
    "count": lambda k, v: k.count(),
    "entropy": lambda k, v: k.entropy(),
    "table": lambda k, v: k.table(),
    "possible": lambda k, v: k.possible(v),
    "candidates": lambda k, v: k.candidates(),
    "holds": lambda k, v: k.holds(v == 1),
    "holds, of two": lambda k, v: k.holds(v == k.scope[2]),
    "probability": lambda k, v: k.probability(v == 1),
    "marginals": lambda k, v: k.marginals(v),
}


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("door", DOORS)
def test_no_world_left_is_a_contradiction_at_every_door(three, door, wide):
    """Whoever is asked first: what one question worked out is at hand for the next."""
    k, (a, b, _) = three
    k = k.observe(a == 1).observe(b == 1)
    k._wide = wide
    with pytest.raises(Contradiction) as error:
        DOORS[door](k, a)
    assert len(error.value.conflict.because) == 3
    assert k.is_consistent() is False


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("door", ["holds", "possible", "certain", "candidates", "is_consistent"])
def test_what_is_left_is_the_same_whoever_is_asked_first(three, door, wide):
    k, (a, b, c) = three
    k = k.observe(a == 1).observe(b <= 1)
    k._wide = wide
    said = {
        "holds": lambda: [k.holds(fact) for fact in (a == 1, a == 2, c == 2, b == 0, b == c, a == b)],
        "possible": lambda: [k.possible(v) for v in (a, b, c)],
        "certain": k.certain,
        "candidates": lambda: dict(k.candidates()),
        "is_consistent": k.is_consistent,
    }
    assert (
        said[door]()
        == {
            "holds": [True, False, None, True, None, False],
            "possible": [{1}, {0}, {0, 1, 2}],
            "certain": {a: 1, b: 0},
            "candidates": {a: {1}, b: {0}, c: {0, 1, 2}},
            "is_consistent": True,
        }[door]
    )


def test_bits_of_the_ledger_lead_from_the_first_chance_to_the_last(three):
    k, (a, b, c) = three
    k = k.observe(a != 0).observe(b == 2).weigh(c, {2: 6.0})
    for fact in (a == 1, a == 2, c == 2, b == 0):
        entries = k.ledger(fact)
        assert entries[-1].after == pytest.approx(k.probability(fact))
        for before, entry in zip(
            [k._made((), None).probability(fact), *(e.after for e in entries)], entries, strict=False
        ):
            assert entry.before == pytest.approx(before)
            if entry.before > 0 and entry.after > 0:
                assert entry.before * 2**entry.bits == pytest.approx(entry.after)
            else:
                assert entry.bits == (-math.inf if entry.before > 0 else 0)
    assert [e.bits for e in k.ledger(b == 0)][1] == -math.inf
    assert [e.bits for e in k.ledger(b == 0)][2] == 0


def test_a_change_that_makes_a_fact_possible_again_is_worth_infinitely_many_bits(three):
    """And is told among what moved it; before, it was passed over as if it had moved nothing."""
    k, (a, b, c) = three
    k = k.observe(a == 1, "seen").change(Unknown(a, b), "a moved").observe(c != 0, "else")
    entries = k.ledger(a == 2)
    assert [(e.before, e.after) for e in entries] == [
        (pytest.approx(1 / 3), 0),
        (0, pytest.approx(1 / 3)),
        (pytest.approx(1 / 3), pytest.approx(1 / 3)),
    ]
    assert [e.bits for e in entries] == [-math.inf, math.inf, 0]
    assert entries[1].to_dict()["bits"] is None
    told = explanation(k, a == 2).text
    assert "a moved" in told
    assert "else" not in told
    assert "possible again" in picture(entries)


def test_the_ledger_of_what_cannot_be_quotes_the_smallest_conflict_of_all(three):
    """Not the first that its steps meet."""
    k, (a, b, c) = three
    k = k.observe(a == c).observe(b == c)  # with the rule, three that conflict
    k = k.observe(b == 1, "one").observe(b == 2, "two")
    with pytest.raises(Contradiction) as error:
        k.ledger(c == 0)
    assert len(error.value.conflict.because) == 2


def test_why_not_is_why_of_the_opposite_and_only_facts_are_explained(three):
    k, (a, b, _) = three
    k = k.observe(a == 1, "seen")
    assert k.why_not(b == 1).because == k.why(~(b == 1)).because
    assert [s.text for s in k.why_not(a == 2).because] == ["seen"]
    assert k.why_not(b == 0) is None
    for ask in (k.why, k.why_not):
        with pytest.raises(ProblemError, match="explains facts"):
            ask(AllDifferent([a, b]))


def test_what_makes_no_sense_is_refused(three):
    k, (a, _, _) = three
    for wrong, said in (
        (lambda: k.sample(-1), "whole number of worlds"),
        (lambda: k.sample(1.5), "whole number of worlds"),
        (lambda: k.weigh(a, 2.0), "mapping"),
        (lambda: k.weigh(a == 1, {1: 2.0}), "one number"),
        (lambda: k.weigh("a", 2.0), "only variables and facts"),
        (lambda: k.change(a == 1), "a change such as"),
        (lambda: Knowledge(k.problem, worlds="all"), "a form of Worlds"),
    ):
        with pytest.raises(ProblemError, match=said):
            wrong()
    assert len(k.sample(0)) == 0


def test_worlds_and_frames_and_how_it_looks(three):
    k, (a, b, c) = three
    k = k.observe(a == 1, "seen")
    assert k.is_possible_world({a: 1, b: 0, c: 2})
    assert not k.is_possible_world({a: 1, b: 1, c: 2})
    assert not k.is_possible_world({a: 0, b: 1, c: 2})
    frame = k.to_frame()
    assert list(frame.columns) == ["variable", "value", "probability"]
    assert frame["probability"].groupby(frame["variable"]).sum().to_list() == pytest.approx([1, 1, 1])
    assert repr(k) == "<Knowledge of 'three': 1 log entries>"
    assert "seen" in str(k.observe(b == 1).conflict())
    assert k._repr_html_().startswith("<")
    (entry,) = k.ledger(a == 1)
    assert str(entry).split() == ["+1.58", "bits", "33.3%", "->", "100.0%", "seen"]


def test_repairs_are_printed_with_their_chance_and_add_up(three):
    k, (a, b, _) = three
    k = k.observe(a == 1, "first", error=0.1).observe(b == 1, "second", error=0.2)
    repairs = k.repairs()
    assert [[s.text for s in repair.remove] for repair in repairs] == [["second"], ["first"]]
    assert sum(repair.chance for repair in repairs) == pytest.approx(1)
    assert k.repairs(1)[0].remove in [repair.remove for repair in repairs]
    assert all("first" in str(repair) or "second" in str(repair) for repair in repairs)
    assert k.without(*repairs[0].remove).is_consistent()
    assert list(three[0].repairs()) == []


def test_worlds_of_another_problem_are_refused():
    here, there = Problem("here"), Problem("there")
    here.variable("x", range(2))
    there.variable("x", range(2))
    with pytest.raises(ProblemError, match="leave out x"):
        Knowledge(here, worlds=Knowledge(there).worlds)


@pytest.mark.parametrize("way", ["variable", "fact", "joint fact"])
@pytest.mark.parametrize("asked", ["at the end", "on the way"])
def test_what_many_likelihoods_made_faint_as_many_others_make_up_for(way, asked):
    """A sensor that is right nine times in ten, 400 times for and 395 against: the last were not heard."""
    problem = Problem("sensor")
    state, other = problem.variable("state", ["on", "off"]), problem.variable("other", range(3))
    problem.require((state == "on") | (other != 0))

    def told(k, on):
        off = Fraction(1) - on
        if way == "variable":
            return k.weigh(state, {"on": on, "off": off})
        fact = (
            state == "on" if way == "fact" else (state == "on") & (other < 3) & ((other > 0) | (other == 0))
        )
        return k.weigh(fact, on / off)

    k = Knowledge(problem)
    right = Fraction(9, 10)
    for number in range(795):
        k = told(k, right if number < 400 else 1 - right)
        if asked == "on the way" and number % 60 == 0:
            assert k.count() == 5
    odds = Fraction(3, 2) * 9**5
    assert k.marginals(state) == pytest.approx(
        {"on": float(odds / (1 + odds)), "off": float(1 / (1 + odds))}, rel=1e-9
    )
    if way == "variable":
        total = 3 * right**400 * (1 - right) ** 395 + 2 * right**395 * (1 - right) ** 400
        exact = math.log2(total.numerator) - math.log2(total.denominator)
        assert k.worlds.log2_weight() == pytest.approx(exact, abs=1e-6)
    back = pickle.loads(pickle.dumps(k))
    assert back.marginals(back.problem["state"]) == pytest.approx(k.marginals(state))
