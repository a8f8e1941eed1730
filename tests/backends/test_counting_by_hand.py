"""Counting arguments by themselves: whatever they refute no assignment can have, and simple crowds are refuted."""

import random
from itertools import product

import pytest

from deduce import AtMost, Variable
from deduce.backends.counting import Counting
from deduce.backends.sat import SatSolver


def holds(kind, literals, bound, when, true):
    """Whether an assignment keeps a bound; one whose selector is off says nothing."""
    if when is not None and when not in true:
        return True
    number = sum((x in true) if x > 0 else (-x not in true) for x in literals)
    return number >= bound if kind == "demand" else number <= bound


@pytest.mark.parametrize("seed", range(60))
def test_a_lemma_is_true_wherever_the_bounds_are_kept(seed):
    """Whatever is assumed; and refutes what is assumed and false now."""
    rng = random.Random(seed)
    size, whens = 7, [8, 9]
    counting, said = Counting(), []
    for _ in range(rng.randint(2, 6)):
        kind = rng.choice(["demand", "capacity"])
        literals = rng.sample(range(1, size + 1), rng.randint(2, 5))
        bound = rng.randint(1, 3 if kind == "demand" else 2)
        when = rng.choice([None, None, *whens])
        counting.begin()
        getattr(counting, kind)(literals, bound, when)
        said.append((kind, literals, bound, when))
    on = rng.sample(whens, rng.randint(0, 2))
    false = set(rng.sample(range(1, size + 1), rng.randint(0, 3)))
    lemmas, hints = counting.lemmas(on, false)
    assert not (lemmas and hints)
    assert {abs(x) for x in hints} <= set(range(1, size + 1))
    for lemma in lemmas:
        # What it says to be true is false now, and the selectors that it rests on are on.
        assert all(x in false or -x in on for x in lemma), (lemma, on, false)
        for bits in product((False, True), repeat=size + 2):
            true = {x for x, bit in enumerate(bits, 1) if bit}
            if all(holds(*each, true) for each in said):
                assert any((x in true) if x > 0 else (-x not in true) for x in lemma), (said, lemma)


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize(("guests", "chairs"), [(3, 2), (4, 3), (3, 3), (5, 4)])
def test_more_guests_than_chairs_are_refuted_where_every_rule_is_on(guests, chairs, guarded):
    """And are not where a rule is off."""
    counting = Counting()
    sits = {(g, c): 1 + g * chairs + c for g, c in product(range(guests), range(chairs))}
    selector = 100 if guarded else None
    for g in range(guests):
        counting.demand([sits[g, c] for c in range(chairs)], 1, None)
    counting.begin()
    for c in range(chairs):
        counting.capacity([sits[g, c] for g in range(guests)], 1, selector)
    lemmas, _ = counting.lemmas([100], set())
    assert bool(lemmas) == (guests > chairs)
    if lemmas:
        assert lemmas == [[-100] if guarded else []]
    assert bool(counting.lemmas([], set())[0]) == (guests > chairs and not guarded)
    # One chair that nobody may take is one less.
    broken = {sits[g, 0] for g in range(guests)}
    assert counting.lemmas([100], broken)[0]


@pytest.mark.parametrize("chairs", [5, 7])
def test_what_counting_has_refuted_need_not_be_counted_again(monkeypatch, chairs):
    """Nor searched for: a lemma is a clause like any other."""
    lemmas, asked = Counting.lemmas, []
    monkeypatch.setattr(Counting, "lemmas", lambda *given: asked.append(lemmas(*given)) or asked[-1])
    solver, guests = (
        SatSolver(),
        [Variable(f"guest {number}", range(chairs)) for number in range(chairs + 1)],
    )
    for chair in range(chairs):
        solver.add(AtMost(1, guests, chair))
    assert not solver.satisfiable()
    assert asked == [([[]], [])]
