"""What knowledge holds on to: large forms of older positions are let go, and come back as they were."""

from __future__ import annotations

import gc
from unittest.mock import patch
from weakref import ref

from deduce import AllDifferent, Knowledge, Problem, knowledge
from deduce.worlds.held import Held


class Tight(Held):
    """A register that lets go from a bound of its own on: too small a one for making anything."""

    bound = 0

    def used(self, owner: object, nbytes: int, most: int) -> None:
        super().used(owner, nbytes, self.bound)


def chain(steps: int) -> list[Knowledge]:
    problem = Problem("chain")
    x = problem.variables("x", range(7), domain=range(8))
    problem.require(AllDifferent(x))
    problem.require(x[0] < x[1])
    found = [Knowledge(problem)]
    for i in range(steps):
        found.append(found[-1].observe(x[i] != i))
    return found


def test_positions_of_a_long_log_hold_no_more_than_the_bound() -> None:
    expected = [k.count() for k in chain(7)]
    sizes = [k.worlds.nbytes for k in chain(7)]
    held = Tight(1, knowledge._let_go)
    held.bound = max(sizes) * 2
    with patch.object(knowledge, "_HELD", held):
        made = chain(7)
        assert [k.count() for k in made] == expected
        assert held.total <= held.bound
        kept = [k for k in made if "worlds" in vars(k)]
        assert made[-1] in kept
        assert len(kept) < len(made)
        # What was let go is made again, from its own log; what is small or young stays.
        assert [k.count() for k in made] == expected
        assert [k.certain() for k in reversed(made)] == [k.certain() for k in reversed(chain(7))]
        assert held.total <= held.bound


def test_what_is_asked_stays_and_what_is_gone_is_not_counted() -> None:
    class Owner:
        pass

    dropped: list[object] = []
    held = Held(10, dropped.append)
    one, two, three = Owner(), Owner(), Owner()
    held.used(one, 40, 100)
    held.used(two, 40, 100)
    held.used(one, 40, 100)  # asked again: younger than the second
    held.used(three, 9, 100)  # too small to count
    held.used(three, 50, 100)
    assert dropped == [two]
    assert held.total == 90
    gone = ref(one)
    del one
    gc.collect()
    assert gone() is None
    assert held.total == 50
    held.used(two, 50, 100)
    assert dropped == [two]


def test_every_way_of_asking_counts_as_use() -> None:
    """Also that of worlds which are carried on; what nobody asked for longest is let go."""
    size = max(k.worlds.nbytes for k in chain(2))
    held = Tight(1, knowledge._let_go)
    held.bound = 2 * size
    asks = (Knowledge.count, Knowledge.certain, lambda k: k.worlds)
    with patch.object(knowledge, "_HELD", held):
        for ask in asks:
            many = [chain(0)[0] for _ in range(4)]
            for k in many:
                ask(k)
            assert ["worlds" in vars(k) for k in many] == [False, False, True, True]
        for ask in asks:
            (first,), (second,) = chain(0), chain(0)
            first.count()
            second.count()
            ask(first.observe(first.scope[3] != 2))
            assert ("worlds" in vars(first), "worlds" in vars(second)) == (True, False)


def test_worlds_of_what_came_before_are_freed_when_nobody_keeps_it() -> None:
    made = chain(7)
    for k in made:
        k.count()
    first = ref(made[0].worlds)
    last = made.pop()
    del made, k
    gc.collect()
    assert first() is None
    assert last.count() > 0
