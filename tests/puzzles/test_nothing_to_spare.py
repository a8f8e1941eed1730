"""What a step names is enough and all of it is needed: its rules, what it knows; the same of every link of a trial."""

import random
import re
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from deduce.evidence import Statement
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.language.facts import And, Or
from deduce.puzzles import cases, steps
from deduce.puzzles.atoms import at_place
from deduce.puzzles.chains import chain
from deduce.puzzles.pieces import OUTRIGHT
from deduce.puzzles.walks import MOST, saying
from deduce_models import pencil
from tests.puzzles.puzzles_random import of_use, solvable_puzzle

FAMILIES = (
    "abcendview", "battleship", "binairo", "chocona", "clouds", "context", "cts", "hanare", "kenken", "nondango",
    "norinori", "numberlink", "starbattle", "stitches", "thermometer", "yajilin",
)  # fmt: skip


def follows(shown, because):
    because = tuple(because)
    return Reason(And(*shown) if shown else Or(), because, False, Timeline((), because)).check()


def arguments(step):
    """What is shown at once, and the statements and facts that it is shown by: of a trial link by link."""
    told = chain(step)
    single = [] if told else [(step.conclusions, step.statements, step.facts)]
    linked = [(link.shown, link.statements, link.known) for link in (told.every if told else ())]
    for shown, statements, known in (*single, *linked):
        facts = [Statement(fact, fact.sentence(), "observation") for fact in known]
        yield shown, [*(at_place(each, shown, known) if told else each for each in statements), *facts]


def nothing_to_spare(walk):
    for step in walk.steps:
        found, given = chain(step), {fact.scope[0] for fact in step.facts}
        if (
            found and not found.cases
        ):  # from what is supposed and known to the one thing that cannot be kept
            assert [bool(link.shown) for link in found.links] == [True] * (len(found.links) - 1) + [False]
            assert [link.round for link in found.links] == sorted(link.round for link in found.links)
            given |= {found.supposed.variable}
        for link in found.every if found else ():
            looks = {saying(fact.variable, fact.support(fact.variable)) for fact in link.known}
            assert link.size == len(link.statements) + len(looks)
            assert {*link.statements} <= {*step.statements}
            assert found.cases or {fact.variable for fact in link.known} <= given
            given |= {fact.variable for fact in link.shown}
        for told in (found, *found.within) if found else ():
            told_at_once(told.links)
        assert found is None or of_use(found)
        for shown, because in arguments(step):
            assert follows(shown, because), str(step)
            for i in range(len(because)):
                assert not follows(shown, because[:i] + because[i + 1 :]), (str(step), because[i].text)


def told_at_once(links):
    """What says the same of other places from the same facts is one link, as far as that is seen at once."""
    for one, other in pairwise(links):
        said = [([x.text for x in link.statements], [x.key() for x in link.known]) for link in (one, other)]
        if other.shown and said[0] == said[1]:
            statements = dict.fromkeys((*one.statements, *other.statements))
            joint = replace(one, statements=tuple(statements), shown=(*one.shown, *other.shown))
            assert max(len(joint.shown), joint.size) > MOST


def _within(left, fact):
    v = fact.variable
    return left.get(v, v.full_mask) & ~fact.mask == 0


@pytest.mark.parametrize("name", FAMILIES)
def test_of_what_a_step_names_nothing_can_be_left_out(name):
    """Found so: a contradiction named every rule about a cell, where one alone could not be kept."""
    walk = steps(pencil.read(name, pencil.family(name).example))
    nothing_to_spare(walk)
    before = []  # what is left after each step
    for step in walk.steps:
        for known in step.known:
            facts = [fact.single() for fact in known.content.all_of() or [known.content]]
            first = {
                next((n for n, left in enumerate(before, 1) if _within(left, fact)), 0) for fact in facts
            }
            assert {int(number) for number in re.findall(r"\d+", known.place)} == first - {0}
            assert first - {0} <= {*step.builds_on}
        left = dict(before[-1]) if before else {}
        for fact in step.conclusions:
            v = fact.scope[0]
            left[v] = left.get(v, v.full_mask) & fact.support(v)
            if step.technique in OUTRIGHT and v in step.placed:
                assert fact.single().mask.bit_count() == 1  # the value itself, not what it is not
        before.append(left)
    assert walk.to_dict()["grade"] == walk.grade.to_dict()


@pytest.mark.parametrize("fewest", [False, True])
def test_of_a_random_puzzle_neither(fewest):
    for seed in range(11, 15):
        walk = steps(solvable_puzzle(seed, clues=4, unique=True)[0], fewest=fewest)
        nothing_to_spare(walk)
        assert ("grade" in walk.to_dict()) == (not fewest)
        for step in walk.steps if fewest else ():
            because = step.reason.because
            for v, value in step.placed.items():
                (fact,) = (each.single() for each in step.conclusions if each.scope == (v,))
                if follows([v == value], because):  # the value itself, not what it is not
                    assert fact.mask == 1 << v.position(value)


@pytest.mark.parametrize("seed", range(12))
def test_of_values_gone_through_in_cases_the_shortest_told_is_taken(seed, monkeypatch):
    """A short one at once; else the shortest that can be told with few trials, or the first that more trials tell."""
    rng = random.Random(seed)
    lengths = [
        {x: (rng.random() < 0.3, rng.randint(15, 40)) for x in range(3) if rng.random() < share}
        for share in ((0.4, 0.6, 0.9) if seed else (0, 0, 0))
    ]

    def telling(_, __, ___, trials):
        known = lengths[cases._TRIALS.index(trials)]

        def told(_, x):
            return (
                x in known and SimpleNamespace(x=x, sources=x, gone=0, chain=x, length=known[x])
            ) or None

        return SimpleNamespace(told=told)

    monkeypatch.setattr(cases, "_Telling", telling)
    monkeypatch.setattr(cases.Cases, "_impossible", lambda *_: [0, 1, 2])
    monkeypatch.setattr(
        cases.Cases, "_smallest", lambda _, __, x: SimpleNamespace(sources="abc"[x:], gone=0)
    )
    needed = SimpleNamespace(live=None)
    found = cases.Cases(SimpleNamespace(s=None), [], needed).next(0)
    first, *more = lengths
    short = [x for x in sorted(first) if first[x] <= (False, 20)]
    if first:
        assert found.chain == (short[0] if short else min(sorted(first), key=first.__getitem__))
    elif any(more):
        assert found.chain == min(next(filter(None, more)))
    else:
        assert found.sources == "c"
