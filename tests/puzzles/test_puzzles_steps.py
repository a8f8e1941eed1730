"""Steps, hints, mistakes and difficulty against brute force over sets of statements and cells."""

from __future__ import annotations

import random
import re
from itertools import combinations
from types import SimpleNamespace

import pytest
from amount import seeded
from hypothesis import assume, given
from hypothesis import strategies as st
from puzzles_random import all_worlds, contents, random_puzzle, solvable_puzzle, true_constraint

from deduce import Contradiction, Knowledge, Problem, ProblemError
from deduce.evidence import Statement
from deduce.language.facts import Or, Within
from deduce.puzzles import difficulty, hint, mistake, steps
from deduce.puzzles.chains import chain
from deduce.puzzles.fewest_steps import fewest_steps, walk
from deduce.puzzles.live import Deadline
from deduce.puzzles.stepper import Stepper
from deduce.puzzles.walks import entries_of, givens_of, renumbered

seeds = st.integers(0, 10**6)


def _possible(variables, constraints):
    masks = dict.fromkeys(variables, 0)
    for world in all_worlds(variables, constraints):
        for v in variables:
            masks[v] |= 1 << v.position(world[v])
    return masks


def _strikes(variables, statements, known):
    """Whether statements and known facts strike a candidate beyond what is known of all variables."""
    left = _possible(variables, [*contents(statements), *known])
    return lambda masks: any(masks[v] & ~left[v] for v in variables)


def _follow(knowledge, made):
    """Check every step by brute force; return the candidates at the end."""
    variables, statements = knowledge.scope, knowledge.statements
    masks = {v: v.full_mask for v in variables}
    for clue in knowledge.log:  # what is printed as a value is there from the start
        if isinstance(clue.content, Within) and clue.content.mask.bit_count() == 1:
            masks[clue.content.variable] = clue.content.mask
    for step in made:
        narrowed = [v for v in variables if masks[v] != v.full_mask]
        k, cells = step.size
        # No easier deduction: fewer statements (all cells known), or as many with fewer cells.
        everything = [Within(v, masks[v]) for v in narrowed]
        assert step.smallest
        for size in range(k):
            for chosen in combinations(statements, size):
                assert not _strikes(variables, chosen, everything)(masks)
        if cells:
            for chosen in combinations(statements, k):
                for fewer in combinations(everything, cells - 1):
                    assert not _strikes(variables, chosen, fewer)(masks)
        # The reason forces what is said, with the facts as they stand, and the checker agrees.
        worlds = all_worlds(variables, contents(step.reason.because))
        for fact in step.conclusions:
            assert all(fact.true_in(world) for world in worlds)
        assert step.reason.check()
        for s in step.known:
            assert s.content.mask == masks[s.content.variable]
        struck = False
        for fact in step.conclusions:
            v = fact.scope[0]
            new = masks[v] & fact.support(v)
            struck = struck or new != masks[v]
            masks[v] = new
        assert struck
        for v, value in step.placed.items():
            assert masks[v] == 1 << v.position(value)
    return masks


@given(seed=seeds)
def test_each_step_is_the_easiest_and_forced(seed):
    knowledge = random_puzzle(seed, variables=3, values=3, rules=2, clues=3)
    if not all_worlds(knowledge.scope, contents(knowledge.statements)):
        with pytest.raises(Contradiction):
            fewest_steps(knowledge)
        return
    found = fewest_steps(knowledge)
    masks = _follow(knowledge, found.steps)
    assert masks == _possible(knowledge.scope, contents(knowledge.statements))
    assert found.solved == all(m & (m - 1) == 0 for m in masks.values())
    assert found.proved


@given(seed=seeds)
def test_asking_each_candidate_finds_the_same_sizes(seed):
    knowledge = random_puzzle(seed, variables=3, values=3, rules=1, clues=3)
    assume(all_worlds(knowledge.scope, contents(knowledge.statements)))
    stepper = Stepper(knowledge.scope, knowledge.statements, enumerate_up_to=0)
    made, masks = walk(knowledge, {}, Deadline(None), stepper=stepper)
    assert _follow(knowledge, made) == masks
    assert masks == _possible(knowledge.scope, contents(knowledge.statements))


@seeded(25)
def test_a_clue_more_is_never_harder(seed):
    knowledge, truth = solvable_puzzle(seed, clues=3, unique=True)
    more = true_constraint(random.Random(seed), truth)
    before, after = difficulty(knowledge), difficulty(knowledge.observe(more, "one more"))
    assert after.hardest <= before.hardest
    assert before.solved
    assert after.solved
    assert before == steps(knowledge).grade


@pytest.mark.parametrize("strength", [1, 2, 3])
@seeded(10)
def test_hints_lead_to_the_solution(seed, strength):
    knowledge, truth = solvable_puzzle(seed, clues=3, unique=True)
    # Clues that give a value outright are never hinted at: they count as entered.
    outright = [
        s.content for s in knowledge.log if isinstance(s.content, Within) and len(s.content.values) == 1
    ]
    entered = {fact.variable: truth[fact.variable] for fact in outright}
    while len(entered) < len(knowledge.scope):
        found = hint(knowledge, entered, strength=strength)
        assert found.mistake is None
        assert not found.done
        assert bool(found.statements) <= (strength > 1)
        assert bool(found.steps) == (strength > 2)
        assert found.where
        assert not set(found.where) & set(entered)
        for step in found.steps:
            assert step.reason.check()
        for v in found.where:
            entered[v] = truth[v]
    assert hint(knowledge, entered).done


@given(seed=seeds)
def test_a_mistake_is_one_and_its_reason_holds(seed):
    knowledge, _ = solvable_puzzle(seed, clues=4)
    worlds = all_worlds(knowledge.scope, contents(knowledge.statements))
    entered = {v: v.domain[(seed >> i) % len(v.domain)] for i, v in enumerate(knowledge.scope)}
    found = mistake(knowledge, entered)
    fits = [w for w in worlds if all(w[v] == x for v, x in entered.items())]
    assert (found is None) == bool(fits)
    if found is None:
        return
    assert found.why.check()
    assert found.entered == (entered[found.variable],)
    used = contents(found.why.because)
    assert not any(w[found.variable] == entered[found.variable] for w in all_worlds(knowledge.scope, used))
    for fewer in combinations(used, len(used) - 1):
        ways = all_worlds(knowledge.scope, fewer)
        assert any(w[found.variable] == entered[found.variable] for w in ways)
    shown = hint(knowledge, entered, strength=1)
    assert shown.mistake.variable is found.variable
    assert found.variable.name in str(shown)


def _pets():
    problem = Problem("pets")
    pet = problem.variables("pet", ["Ann", "Bob", "Cleo"], ["cat", "dog", "fish"])
    problem.require(pet["Ann"] != pet["Bob"], "Ann and Bob differ")
    k = Knowledge(problem).observe(pet["Ann"] == "cat", "Ann has the cat", place="line 3")
    k = k.observe(pet["Bob"] != "dog", "Bob has no dog")
    return k.observe(pet["Cleo"] == pet["Bob"], "Cleo has what Bob has"), pet


def test_steps_speak_in_the_clues_own_sentences():
    k, _ = _pets()
    text = str(steps(k))
    assert "Bob has no dog" in text
    assert "knowing that pet[Ann] is cat (given)" in text
    assert text.endswith("solved")
    data = steps(k).to_dict()
    assert data["solution"] == {"pet[Ann]": "cat", "pet[Bob]": "fish", "pet[Cleo]": "fish"}


@pytest.mark.parametrize("fewest", [False, True])
def test_what_is_printed_as_a_value_is_no_step(fewest):
    k, pet = _pets()
    made = steps(k, fewest=fewest).steps
    assert all(pet["Ann"] not in fact.scope for step in made for fact in step.conclusions)
    assert not any("Ann has the cat" in statement.text for step in made for statement in step.statements)
    assert dict(difficulty(k).techniques)["given"] == 1  # Bob has no dog
    # But what a clue leaves only where it stands is one.
    either = Knowledge(k.problem).observe(Or(pet["Ann"] == "cat"), "a cat or nothing")
    assert [step.statements[0].text for step in steps(either, fewest=fewest).steps[:1]] == [
        "a cat or nothing"
    ]


def test_an_entry_may_leave_more_than_the_given_beside_it():
    k, pet = _pets()
    for fewest in (False, True):
        assert steps(k, {pet["Ann"]: {"cat", "dog"}}, fewest=fewest).solution[pet["Ann"]] == "cat"


def test_a_hint_is_never_a_given():
    k, pet = _pets()
    found = hint(k, strength=3)
    assert found.where == (pet["Bob"],)
    assert "pet[Ann] is cat (given)" in str(found)
    assert "pet[Ann] is cat (given)" in str(hint(k, {pet["Ann"]: "cat"}, strength=3))


def test_entries_may_be_names_values_sets_or_facts():
    k, pet = _pets()
    assert mistake(k, {"pet[Ann]": "cat", pet["Bob"]: {"fish", "dog"}}) is None
    assert mistake(k, [pet["Ann"] != "dog"]) is None
    wrong = mistake(k, [pet["Ann"] == "cat", pet["Bob"] == "dog"])
    assert wrong.variable is pet["Bob"]
    assert "Bob has no dog" in str(wrong)
    assert steps(k, {"pet[Ann]": "cat"}).solved


def test_the_fewest_statements_are_counted_in_words():
    k, _ = _pets()
    found = steps(k, fewest=True)
    assert found.grade is None
    assert found.measure == "1 statement at once, 3 in all (3 of 1)"


def test_a_walk_stops_when_the_key_is_settled():
    k, pet = _pets()
    k.problem.ask(pet["Bob"])
    assert [step.placed for step in steps(k).steps] == [{}, {pet["Bob"]: "fish"}]


def test_out_of_time_is_still_correct_but_not_proved():
    k, _ = _pets()
    found = steps(k, fewest=True, time_limit=1e-9)
    assert found.solved
    assert not found.proved
    assert found.measure.startswith("at most")
    assert all(step.reason.check() for step in found.steps)
    assert not difficulty(k, time_limit=1e-9).proved


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda k: hint(k, strength=4), "allowed: 1"),
        (lambda k: hint(k, {"pet[Anna]": "cat"}), "pet"),
        (lambda k: hint(k, {"pet": "cat"}), "family"),
        (lambda k: steps(k, {"pet[Ann]": "dog"}), "no solution has"),
        (lambda k: steps(k, {"pet[Ann]": "cow"}), "cow"),
        (lambda k: mistake(k, [k.scope[0] == k.scope[1]]), "one variable each"),
    ],
)
def test_faulty_entries_say_what_is_wrong(call, message):
    k, _ = _pets()
    with pytest.raises(ProblemError, match=message):
        call(k)


def _chain():
    """A puzzle whose third variable needs the first, and not the unrelated second."""
    problem = Problem("chain")
    a, noise, b, c = (problem.variable(name, [1, 2, 3]) for name in ("a", "noise", "b", "c"))
    k = Knowledge(problem)
    for clue in (a != 1, noise != 1, noise != 2, (a != 2) | (b == 1), a != 3, c > b, c != 2):
        k = k.observe(clue)
    return k


@given(seed=seeds)
def test_the_steps_of_a_hint_are_numbered_from_one(seed):
    _numbered(hint(solvable_puzzle(seed)[0], strength=3))


@pytest.mark.parametrize("seed", range(12))
def test_steps_build_on_the_steps_that_last_struck_what_they_use_and_not_on_what_was_entered(seed):
    """By the fewest statements: every cell used is already there, or comes from the last step about it."""
    knowledge, truth = solvable_puzzle(seed, clues=4, unique=True)
    rng = random.Random(seed)
    entries = {v: 1 << v.position(truth[v]) for v in rng.sample(knowledge.scope, 1)}
    made, _ = walk(knowledge, entries, Deadline(None))
    givens = givens_of(knowledge)
    last = dict.fromkeys(entries, "already there") | dict.fromkeys(givens, "given")
    for step in made:
        for used in step.known:
            (variable,) = used.content.scope
            assert used.place == last.get(variable, "already there")
        numbers = {int(number) for used in step.known for number in re.findall(r"\d+", used.place)}
        assert set(step.builds_on) == numbers
        for fact in step.conclusions:
            last |= dict.fromkeys(fact.scope, f"step {step.number}")


def _numbered(found):
    assert [step.number for step in found.steps] == list(range(1, len(found.steps) + 1))
    for step in found.steps:
        assert all(1 <= before < step.number for before in step.builds_on)
        places = {int(number) for s in step.known for number in re.findall(r"\d+", s.place)}
        assert places == set(step.builds_on)
        assert step.reason.check()


def test_a_hint_that_leaves_steps_out_is_renumbered():
    knowledge = _chain()
    made = steps(knowledge).steps
    last = made[-1]
    chain = renumbered([made[i - 1] for i in last.builds_on] + [last])
    assert [step.number for step in chain] == list(range(1, len(chain) + 1))
    assert len(chain) < len(made)
    assert chain[-1].builds_on == tuple(range(1, len(chain)))
    assert {int(i) for s in chain[-1].known for i in re.findall(r"\d+", s.place)} <= {*chain[-1].builds_on}
    assert f"step {chain[-1].builds_on[-1]}" in str(chain[-1])
    assert last.number == len(made)


@pytest.mark.parametrize("so_far", [3, None, "a=1", b"a"])
def test_what_is_no_entries_is_refused(so_far):
    with pytest.raises(ProblemError, match="a mapping from variables to values, or a list of facts"):
        hint(_chain(), so_far)


def test_entries_name_variables():
    with pytest.raises(ProblemError, match="entries name variables, not 3"):
        hint(_chain(), {3: 1})


def test_a_contradiction_is_told_statement_by_statement_or_not_at_all():
    """Every link follows from its one statement and from what was supposed, known or shown before."""
    problem = Problem("chain")
    a, b, c, d = (problem.variable(name, [0, 1, 2]) for name in "abcd")
    spare = problem.variable("spare", [0, 1, 2])

    def told(conclusion, facts, *rules):
        statements = tuple(Statement(rule, rule.sentence(), "rule") for rule in rules)
        step = SimpleNamespace(
            chain=None, technique="", statements=statements, conclusions=(conclusion,), facts=tuple(facts)
        )
        return chain(step)

    facts = [d == 1, spare == 0]
    following = told(a != 0, facts, a == b, b == c, spare != 1, c == d)
    assert following.supposed.scope == (a,)
    assert following.supposed.mask == 1
    masks = {v: v.full_mask for v in problem.scope}
    for fact in (following.supposed, *facts):
        masks[fact.scope[0]] &= fact.support(fact.scope[0])
    for link in following.links:
        (statement,) = link.statements
        assert all(masks[fact.variable] & ~fact.mask == 0 for fact in link.known)
        scope = tuple(dict.fromkeys((*statement.content.scope, *(fact.variable for fact in link.known))))
        left = all_worlds(scope, [statement.content, *link.known])
        assert bool(link.shown) == bool(left)
        assert all(fact.true_in(world) for fact in link.shown for world in left)
        for fact in link.shown:
            masks[fact.variable] &= fact.mask
    assert spare not in {fact.variable for link in following.links for fact in (*link.known, *link.shown)}
    # Of each pair one value is ruled out only together with the other statement: cases would be needed.
    assert told(a != 0, [], (b == c) | (a != 0), (b != c) | (a != 0)) is None


@pytest.mark.parametrize("entry", ["own", "foreign"])
def test_entries_are_of_the_puzzle_itself(entry):
    problem, other = Problem("one"), Problem("two")
    mine, theirs = problem.variable("x", [0, 1]), other.variable("x", [0, 1])
    if entry == "own":
        assert entries_of(Knowledge(problem), {mine: 1}) == {mine: 2}
    else:
        with pytest.raises(ProblemError):
            entries_of(Knowledge(problem), {theirs: 1})
