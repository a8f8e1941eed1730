"""What a program gives by mistake is refused in a sentence: none of it is taken for something else."""

import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pytest

import deduce
from deduce import Count, Knowledge, Predicate, Problem, Replace, Shuffle, Sum, Swap, Transition
from deduce.agents import Situation
from deduce.arena.match import Match
from deduce.arena.schedule import Fixture
from deduce.backends.cpsat import optimise
from deduce.graphs import Connected, Graph, Grid, Loop, Regions, Regular, Runs, Visible
from deduce.ground.errors import GaveUp, NotATruth, ProblemError, TooLarge
from deduce.ground.spreading import checked_jobs
from deduce.puzzles import verify
from deduce.questions import Question, plan, rank
from deduce.questions.ranking import limited
from deduce_models import pencil
from deduce_models.classics import mastermind, mines

NAN = float("nan")


def two():
    problem = Problem("two")
    a, b = problem.variable("a", [1, 2, 3]), problem.variable("b", [1, 2, 3])
    return problem, a, b


def learned():
    problem, a, _ = two()
    return Knowledge(problem).observe(a == 1, "a first"), a


REFUSED = {
    "nan in a domain": (lambda p, a, b: p.variable("n", [1.0, NAN]), "does not equal itself"),
    "nan beside a variable": (lambda p, a, b: a < NAN, "nan cannot be compared"),
    "nan beside a sum": (lambda p, a, b: a + b < NAN, "nan is none"),
    "infinity beside a sum": (lambda p, a, b: a + b < math.inf, "inf is none"),
    "a rule's sentence": (lambda p, a, b: p.require(a == 1, 5), "is a text, not 5"),
    "an observation's place": (lambda p, a, b: Knowledge(p).observe(a == 1, place=5), "a place is a text"),
    "a weight's sentence": (lambda p, a, b: Knowledge(p).weigh(a, {1: 2.0}, 5), "is a text, not 5"),
    "a change's sentence": (lambda p, a, b: Knowledge(p).change(Swap(a, b), 5), "is a text, not 5"),
    "a fact's default": (lambda p, a, b: Knowledge(p).weigh(a == 1, 2.0, default=3.0), "keeps its weight"),
    "a fact learned": (lambda p, a, b: Knowledge(p).learn(a == 1), "observe"),
    "a draw of True": (lambda p, a, b: Knowledge(p).sample(True), "not True"),
    "a seed of True": (lambda p, a, b: Knowledge(p).sample(1, rng=True), "rng is a seed"),
    "a world by names": (lambda p, a, b: Knowledge(p).is_possible_world({"a": 1, "b": 1}), "a variable, not its name"),
    "no world": (lambda p, a, b: Knowledge(p).is_possible_world(None), "a value for each variable"),
    "a world with a stranger": (
        lambda p, a, b: Knowledge(p).is_possible_world({a: 1, b: 1, two()[1]: 1}),
        "another problem",
    ),
    "no repairs": (lambda p, a, b: Knowledge(p).repairs(0), "1 or more, not 0"),
    "repairs in words": (lambda p, a, b: Knowledge(p).repairs("3"), "1 or more, not '3'"),
    "a negative limit": (lambda p, a, b: Knowledge(p).count(time_limit=-1), "at least 0, not -1"),
    "a limit in words": (lambda p, a, b: Knowledge(p).count(time_limit="5"), "at least 0, not '5'"),
    "a limit of True": (lambda p, a, b: verify(p, time_limit=True), "at least 0, not True"),
    "a solver's limit": (lambda p, a, b: optimise(p, a, time_limit="5"), "at least 0, not '5'"),
    "no problem": (lambda p, a, b: optimise(3, a), "expected a Problem"),
    "soft constraints without weights": (lambda p, a, b: optimise(p, a, soft=[a == 1]), "with their weights"),
    "a shuffle's chances": (lambda p, a, b: Shuffle(a, b, weights={(0, 1): "often"}), "must be a number"),
    "a list of chances": (lambda p, a, b: Shuffle(a, b, weights=[1, 2]), "as a mapping"),
    "chances in percent": (lambda p, a, b: Transition(lambda x: {1: 50, 2: 50}, a), "add up to 100"),
    "either way surely": (lambda p, a, b: Transition(lambda x: {1: 1.0, 2: 1.0}, a), "add up to 2"),
    "no pairs": (lambda p, a, b: Transition(lambda x: [x], a), "pairs of new values"),
    "a pool with a value twice": (lambda p, a, b: Replace(a, [1, 2, 2]), "2 twice.*{2: 2, ...}"),
    "a number for a pool": (lambda p, a, b: Replace(a, 5), "the pool of a is 5"),
    "a chance of True": (lambda p, a, b: Replace(a, {1: True}), "positive chances"),
    "nothing to find out": (lambda p, a, b: rank(p, [a], about=[]), "about needs at least one"),
    "a plan about nothing": (lambda p, a, b: plan(p, [a], about=[]), "about needs at least one"),
    "worlds in words": (lambda p, a, b: rank(p, [a], max_worlds="3"), "max_worlds is a whole number"),
    "a text asked about": (lambda p, a, b: Question.whether("a"), "asks for a fact"),
    "a fact's value": (lambda p, a, b: Question.value(a == 1), "asks for a variable"),
    "an answer never given": (lambda p, a, b: Question.whether(a == 1, win="maybe"), "True or False"),
    "a plan without end": (lambda p, a, b: plan(Knowledge(p).observe(a == 1), [Question.value(a, win=2)]), "never end"),
    "fewer than no draws": (lambda p, a, b: Knowledge(p).worlds.sample(-1), "whole number from 0, not -1"),
    "a list for a key": (lambda p, a, b: p.variables("c", [(1, [2])], range(2)), "cannot be hashed"),
    "a variable too late": (lambda p, a, b: late(p, a), "declared after this knowledge"),
    "nan for an answer": (lambda p, a, b: rank(p, [Question.function(lambda x: NAN, a)]), "nothing equals"),
    "nan in a column": (lambda p, a, b: rank(p, [Question.table(lambda t: np.full(t.count(), NAN))]), "nothing equals"),
    "chances in words": (lambda p, a, b: rank(p, [Question.chances(lambda x: {1: "1"}, a)]), "the chance of 1"),
    "chances of nothing": (lambda p, a, b: Question.chances(dict), "needs the variables"),
    "an edge each way": (lambda p, a, b: Loop({(1, 2): a, (2, 1): b}), "given twice, also as"),
    "regions each way": (lambda p, a, b: Regions({(1, 2): a, (2, 1): b}), "given twice, also as"),
    "no value chosen": (lambda p, a, b: Connected({1: a, 2: b}, Graph([(1, 2)]), value=[]), "no value is given"),
    "one size": (lambda p, a, b: Regions({(1, 2): a, (2, 3): b}, sizes=2), "sizes is a collection"),
}  # fmt: skip


def late(problem, a):
    """What is known of a variable that was not there yet."""
    known = Knowledge(problem)
    return known.observe(problem.variable("c", range(3)) == a).count()


def test_a_domain_without_end_is_refused_before_it_fills_the_memory(monkeypatch):
    monkeypatch.setattr("deduce.language.variables.MOST_VALUES", 5)
    assert Problem("five").variable("v", range(5)).domain == (0, 1, 2, 3, 4)
    for make in (Problem.variable, lambda p, name, domain: p.variables(name, "ab", domain)):
        for domain in (itertools.count(), range(10**30)):
            with pytest.raises(TooLarge, match="more than 5 values"):
                make(Problem("endless"), "v", domain)


@pytest.mark.parametrize("slip", REFUSED)
def test_a_slip_is_refused_in_a_sentence(slip):
    make, said = REFUSED[slip]
    with pytest.raises(ProblemError, match=said):
        make(*two())


def test_only_entries_of_the_log_are_taken_back():
    """A sentence, a place in the list, a rule and an entry of other notes were passed over in silence."""
    k, a = learned()
    rule = k.problem.require(a != 3, "a rule")
    for other in ("a first", 0, rule, learned()[0].log[0]):
        with pytest.raises(ProblemError, match="no entry of this log"):
            k.without(other)
    assert k.without(k.log[0]).log == ()


def test_what_is_a_number_is_taken_as_one():
    problem, a, b = two()
    k = Knowledge(problem)
    assert k.observe(a < np.int64(3)).count() == k.observe(a < Fraction(5, 2)).count() == 6
    half = Fraction(1, 2)
    swapped = k.observe(a == 1).change(Transition(lambda x: {x: half, 2: np.float32(0.5)}, a))
    assert swapped.marginals(a) == {1: 0.5, 2: 0.5}
    third = k.observe(a == 1).observe(b == 2).change(Shuffle(a, b, weights={(0, 1): 1, (1, 0): half}))
    assert third.marginals(a) == pytest.approx({1: 2 / 3, 2: 1 / 3})
    assert k.change(Replace(a, {1: half, 2: 1})).marginals(a) == pytest.approx({1: 1 / 3, 2: 2 / 3})
    with pytest.raises(GaveUp):
        k.count(time_limit=Fraction(0))
    assert k.count(time_limit=10**400) == 9


def test_answers_of_any_kind_may_come_in_a_column():
    problem, a, _ = two()
    mixed = Question.table(lambda t: np.array([None, "two", 3], dtype=object)[t.column(a)], a)
    assert rank(problem, [mixed])[0].parts == 3
    assert deduce.questions.plan(problem, [mixed], about=a).worst == 1


def test_values_of_numpy_are_pythons_own():
    """A number of numpy's equals a tuple in several places, and no JSON holds it."""
    problem = Problem("arrays")
    n, flag, word = (problem.variable(*each) for each in (
        ("n", np.arange(1, 3)), ("flag", np.array([True, False])), ("word", np.array(["a", "b"]))
    ))  # fmt: skip
    pair = problem.variable("pair", [(1, 2), (2, 1)])
    assert [type(v.domain[0]) for v in (n, flag, word)] == [int, bool, str]
    assert Knowledge(problem).observe((n != pair) & (n == np.int64(2)) & (flag == np.False_)).count() == 4
    assert Knowledge(problem).observe(n + 1 < np.int64(3)).certain() == {n: 1}
    assert json.loads(json.dumps(verify(problem).to_dict()))["status"] == "several"
    with pytest.raises(ProblemError, match="truth values beside numbers"):
        problem.variable("mixed", [np.False_, 2])


def test_a_variable_stands_in_a_column():
    _, a, _ = two()
    assert f"{a:>4}|{a:<3}|{a}" == "   a|a  |a"


def _one_over(x, y=1):
    return 1 // (x - 2)


BLAMED = {
    "the Predicate '_one_over(a, b)'": (lambda p, a, b: Predicate(_one_over, a, b), "(called with 2, 1)"),
    "the Predicate 'told apart'": (
        lambda p, a, b: Predicate(lambda x: 1 // (x - 2), a, text="told apart"),
        "(called with 2)",
    ),
    "the Transition 'moved'": (
        lambda p, a, b: Transition(lambda x: {x: 1 / (x != 2)}, a, text="moved"),
        "(called with 2)",
    ),
    "a Transition of a": (
        lambda p, a, b: Transition(lambda x: ((x, 1 / (x != 2)) for _ in "."), a),
        "(called with 2)",
    ),
    "the Regular 'in order'": (
        lambda p, a, b: Regular([a, b], lambda state, value: 1 // (value - 2), 0, {0}, text="in order"),
        "(called with 0, 2)",
    ),
    "a Regular over a, b": (
        lambda p, a, b: Regular([a, b], lambda state, value: value, 0, lambda state: 1 // (state - 2)),
        "(called with 2)",
    ),
    "the domains of 'x'": (
        lambda p, a, b: p.variables("x", [1, 2], lambda k: [1 // (k - 2)]),
        "(called with 2)",
    ),
    "the look at _one_over(a)": (
        lambda p, a, b: Situation(p, ["S"]).look("S", _one_over, a),
        "(called with 2)",
    ),
}


@pytest.mark.parametrize("whose", BLAMED)
def test_a_function_that_fails_is_told_by_what_called_it_and_with_what(whose):
    make, given = BLAMED[whose]
    with pytest.raises(ProblemError) as told:
        make(*two())
    assert str(told.value).startswith(f"the function of {whose} failed with ZeroDivisionError: ")
    assert str(told.value).endswith(given)
    assert isinstance(told.value.__cause__, ZeroDivisionError)


def test_states_that_cannot_be_told_apart_are_refused():
    _, a, b = two()
    with pytest.raises(
        ProblemError, match="a Regular over a, b failed with TypeError: unhashable type: 'list'"
    ):
        Regular([a, b], lambda state, value: [value], 0, {0})


def test_what_a_function_refuses_in_our_words_stays_as_it_is():
    """Time that is up, memory that is wanting, and errors that are sentences already."""
    _, a, b = two()

    def up(value):
        raise GaveUp("the time is up")

    with pytest.raises(GaveUp, match=r"^the time is up$"):
        Predicate(up, a)
    with pytest.raises(NotATruth, match="not true or false by itself"):
        Predicate(lambda value: value < a < b, a)


@pytest.mark.parametrize("name", [3, None, ["entracte"], b"entracte"])
def test_a_game_is_asked_for_by_name(name):
    with pytest.raises(ProblemError, match="a game is asked for by its name"):
        deduce.game(name)
    with pytest.raises(ProblemError, match="a family is asked for by its name"):
        pencil.family(name)


WHOLE = {
    "a run": lambda n: Runs(line(), [n]).sentence(),
    "what is seen": lambda n: Visible(line(), n).sentence(),
    "a grid": lambda n: len(Grid(n, 2).nodes),
    "a count": lambda n: Count(line(), 1, n, n).sentence(),
    "a sum": lambda n: Sum(line(), n, n, weights=[n, n, n]).sentence(),
    "jobs": checked_jobs,
    "a match's deal": lambda n: Match.from_dict({**MATCH, "deal": n}).fixture.deal,
    "a match's decisions": lambda n: Match.from_dict({**MATCH, "decisions": [n]}).decisions,
    "a ranking's limit": limited,
    "a soft weight": lambda n: (lambda p, a, b: optimise(p, a, soft={a == 1: n}).value)(*two()),
    "mines": lambda n: mines.board("?1", n).count(),
    "pegs": lambda n: mastermind.game(n, 2).answers,
}
MATCH = Match(Fixture(1, ("x",)), (0.0,), (1,), {}, (0.0,)).to_dict()


def line():
    return Problem("line").variables("x", range(3), [0, 1])


@pytest.mark.parametrize("what", WHOLE)
def test_whole_numbers_are_numpys_too_and_no_truth_values(what):
    ask = WHOLE[what]
    assert ask(np.int64(1)) == ask(1)
    assert type(ask(np.int64(1))) is type(ask(1))
    for no_number in (True, np.True_, 1.0, "1"):
        with pytest.raises(ProblemError):
            ask(no_number)
