"""Chains, cases and trials followed link by link, by brute force: what each names is enough, and known by then."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from amount import seeded
from puzzles_random import all_worlds, contents, of_use, random_puzzle

from deduce import Knowledge, Problem
from deduce.language.facts import Or, Within
from deduce.puzzles.cases import Cases
from deduce.puzzles.chains import Chain, chain, links_of
from deduce.puzzles.fewest_steps import fewest_steps
from deduce.puzzles.needed import Needed
from deduce.puzzles.pairs import EITHER, Pairs
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.techniques import Techniques
from deduce.puzzles.trials import Trial


def follow(told, known):
    """Go through a chain as a reader does who knows so much (a bit set of values a variable) before."""
    masks = dict(known)

    def enter(fact):
        v = fact.scope[0]
        masks[v] = masks.get(v, v.full_mask) & fact.support(v)

    def sure(fact):
        v = fact.scope[0]
        return not masks.get(v, v.full_mask) & ~fact.support(v)

    enter(told.supposed)
    last, waiting = 0, []
    for number, link in enumerate(told.links):
        if link.round != last or not link.shown:  # what cannot be kept is seen at once
            assert link.round in (last, last + 1)
            last = link.round
            for fact in waiting:
                enter(fact)
            waiting = []
        assert all(map(sure, link.known))
        said = [*contents(link.statements), *link.known]
        scope = list(dict.fromkeys(v for each in (*said, *link.shown) for v in each.scope))
        worlds = all_worlds(scope, said)
        if not link.shown:
            assert number == len(told.links) - 1
            assert not told.cases
            assert not worlds
        for fact in link.shown:
            assert all(fact.true_in(world) for world in worlds)
            assert not sure(fact)
        waiting += link.shown
    for fact in waiting:
        enter(fact)
    if not told.cases:
        assert told.links
        assert not told.links[-1].shown
        return
    supposed = [case.supposed for case in told.cases]
    (variable,) = {fact.scope[0] for fact in supposed}
    assert not masks.get(variable, variable.full_mask) & ~sum(fact.support(variable) for fact in supposed)
    for case in told.cases:
        follow(case, masks)


def clauses(seed):
    """One of two or three facts each: what a value leads to does not always lead back."""
    rng = random.Random(seed)
    problem = Problem("clauses")
    xs = [problem.variable(f"x{i}", range(2)) for i in range(8)]
    for i in range(rng.randint(18, 24)):
        some = rng.sample(xs, rng.choice([2, 3, 3, 3]))
        problem.require(Or(*(v == rng.choice(v.domain) for v in some)), f"clause {i}")
    return Knowledge(problem)


def known_of(s, alive):
    return {v: s.values_of(i, alive) for i, v in enumerate(s.variables)}


def forced(knowledge, s, found):
    """What goes is in no world of the statements named in which nothing of what was struck before is left."""
    masks = known_of(s, s.full & ~found.gone)
    named = contents(knowledge.statements[i] for i in sorted(found.sources))
    for world in all_worlds(knowledge.scope, named):
        if all(masks[v] >> v.position(x) & 1 for v, x in world.items()):
            assert not any(s.mask_of(v, 1 << v.position(x)) & found.struck for v, x in world.items())
    if found.chain is not None:
        follow(found.chain, masks)


def at_rest(seed):
    """Clauses where no trial that knows only what excludes what is refuted, and what is left of them; None for none."""
    knowledge = clauses(seed)
    s = Structure(knowledge.scope, knowledge.statements)
    techniques = Techniques(s)
    alive = s.full & s.alive
    while True:
        true = techniques.settled(alive)
        trials = [Trial(s, [], alive, true, x) for x in bits_of(alive & ~true)]
        refuted = [trial for trial in trials if trial.go(None)]
        if any(not alive & own for own in s.own):
            return None
        if not refuted:
            return knowledge, s, techniques, alive, trials
        alive &= ~sum(1 << trial.x for trial in refuted)


@seeded(15)
def test_what_refutes_a_trial_is_told_link_by_link(seed):
    told = 0
    for number in range(4 * seed, 4 * seed + 4):
        knowledge = clauses(number) if number % 2 else random_puzzle(number, variables=5, values=4, clues=7)
        s = Structure(knowledge.scope, knowledge.statements)
        techniques, alive = Techniques(s), s.full & s.alive
        true = techniques.settled(alive)
        for x in bits_of(alive & ~true):
            trial = Trial(s, techniques.quick, alive, true, x)
            if trial.go(None):
                sources, gone = trial.rests_on()
                links = links_of(trial.story, s, knowledge.statements, Needed(s, knowledge.statements))
                i = s.owner[x]
                chain = Chain(Within(s.variables[i], s.values_of(i, 1 << x)), links)
                assert chain.depth <= trial.depth
                found = SimpleNamespace(
                    struck=1 << x, sources=sources, gone=gone | s.full & ~s.alive, chain=chain
                )
                forced(knowledge, s, found)
                told += 1
    assert told


@seeded(20)
def test_cases_are_told_of_each_value_that_no_solution_has(seed):
    state = at_rest(seed)
    if state is None:
        return
    knowledge, s, techniques, alive, _ = state
    possible = 0
    for world in all_worlds(knowledge.scope, contents(knowledge.statements)):
        possible |= sum(s.mask_of(v, 1 << v.position(x)) for v, x in world.items())
    found = Cases(techniques, knowledge.statements, Needed(s, knowledge.statements)).next(alive)
    assert (found is None) == (not alive & ~possible)
    if found is not None:
        assert found.struck & alive & ~possible == found.struck
        assert found.chain is not None
        forced(knowledge, s, found)


class _Cases(Pairs):
    """Looks for no more than what leaves a variable nothing."""

    def _either(self):
        return iter(())


@pytest.mark.parametrize(("kind", "name"), [(Pairs, EITHER), (_Cases, "cases")])
@pytest.mark.parametrize("seed", [17, 40, 66, 85, 105, 146, 341, 398])
def test_what_trials_come_to_together_is_told_case_by_case(seed, kind, name):
    """Seeds where they come to something, which is rare."""
    knowledge, s, _, alive, trials = at_rest(seed)
    pairs = kind(trials, s, alive, knowledge.statements, Needed(s, knowledge.statements))
    found = pairs.next()
    assert found.name == name
    assert found.struck & alive == found.struck
    assert not found.gone & alive
    assert of_use(found.chain)
    forced(knowledge, s, found)


@pytest.mark.parametrize("seed", [17, 40, 66, 85, 105, 146, 341, 398])
def test_all_that_trials_come_to_together_is_looked_at_by_its_rounds(seed):
    knowledge, s, techniques, alive, trials = at_rest(seed)
    true = techniques.settled(alive)
    end = {trial.x: trial for trial in trials}

    def struck_in(y, x):
        again = Trial(s, [], alive, true, y)
        while again.left >> x & 1:
            again.go(again.depth + 1)
        return again.depth

    either, clashing = set(), set()
    for i, own in enumerate(s.own):
        ways = [y for y in bits_of(own & alive) if y in end]
        if not 1 < len(ways) <= 4:
            continue
        for x in bits_of(alive):
            if not any(end[y].left >> x & 1 for y in ways):
                either.add((sum(struck_in(y, x) for y in ways), i, x))
        for x, trial in end.items():
            left = [y for y in ways if trial.left >> y & 1]
            clash = [trial.true & ~end[y].left or end[y].true & ~trial.left for y in left]
            if len(left) > 1 and all(clash):
                clashing.add((trial.depth + sum(end[y].depth for y in left), i, x))
    pairs = Pairs(trials, s, alive, knowledge.statements, Needed(s, knowledge.statements))
    assert set(pairs._either()) == either != set()
    assert set(pairs._clashing()) == clashing != set()


@seeded(15)
def test_found_by_following_a_chain_names_what_is_known_once_and_shows_no_more_than_it_names(seed):
    """Of steps of the fewest statements: every link is needed, too."""
    for number in range(10 * seed, 10 * seed + 10):
        knowledge = random_puzzle(number, variables=4, values=3, rules=3, clues=4)
        if not all_worlds(knowledge.scope, contents(knowledge.statements)):
            continue
        for step in fewest_steps(knowledge).steps:
            told = chain(step)
            if told is None:
                continue
            known = {}
            for fact in step.facts:
                v = fact.scope[0]
                known[v] = known.get(v, v.full_mask) & fact.support(v)
            follow(told, known)
            for at, link in enumerate(told.links):
                names = [fact.key() for fact in link.known]
                assert len(set(names)) == len(names)
                later = {fact.scope[0] for other in told.links[at + 1 :] for fact in other.known}
                assert all(fact.scope[0] in later for fact in link.shown)
