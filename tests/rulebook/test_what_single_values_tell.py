"""What a seat is taken to know of single values, by plain sets: after anything told, shown, or laid anew."""

import random
from itertools import product

import pytest

from deduce.rulebook import Rulebook
from deduce.rulebook.heard import UNSHOWN, Unsure
from deduce.rulebook.masks import Masks
from deduce.rulebook.table import Table


class Two(Rulebook):
    name, title, seats = "two", "Two", range(1, 2)

    def rules(self, t):
        yield t.choose(1, ["end"])
        return [0]


VALUES = (1, 2, 3)


class Sets:
    """The same as sets: `alone` is by each value of one variable, whether it is possible."""

    def __init__(self, variables):
        self.possible = {variable: {*VALUES} for variable in variables}

    def narrow(self, parts, true):
        """Facts of one variable each, all of them so (`true`) or none."""
        for variable, values in parts:
            self.possible[variable] &= set(values) if true else {*VALUES} - set(values)

    def seen(self, variable, values):
        left = self.possible[variable]
        return True if left <= set(values) else False if not left & set(values) else None


def fact_of(parts, every):
    """``a in (...) and b in (...)``, or with or."""
    facts = [variable.is_in(values) for variable, values in parts]
    return facts[0] if len(facts) == 1 else facts[0] & facts[1] if every else facts[0] | facts[1]


def decided(seen, every):
    """Of parts that are so, not so or unknown, whether all are (`every`), or any is."""
    if every:
        return False if False in seen else None if None in seen else True
    return True if True in seen else None if None in seen else False


@pytest.mark.parametrize("seed", range(12))
def test_masks_are_sets_of_values(seed):
    rng = random.Random(seed)
    table = Table(Two().setting(1, {}), 1)
    one, other = both = [table.variable(name, VALUES) for name in ("one", "other")]
    masks, sets = Masks(table), Sets(both)
    truth = {variable: rng.choice(VALUES) for variable in both}

    def some():
        return rng.sample(VALUES, rng.choice((1, 2)))

    for _ in range(5):
        what, size, every = (
            rng.choice(("tell", "tell", "show", "which", "laid", "when")),
            rng.choice((1, 1, 2)),
            rng.random() < 0.5,
        )
        parts = [(variable, some()) for variable in rng.sample(both, size)]
        each = [truth[variable] in values for variable, values in parts]
        true = all(each) if every else any(each)
        fact = fact_of(parts, every)
        single = size == 1 or true is every  # "a and b" is so, "a or b" is not: then that of each is known
        variable = parts[0][0]
        if what == "tell":
            masks.heard("tell", fact, true, None)
            if single:
                sets.narrow(parts, true)
        elif what == "show":
            masks.heard("show", variable, truth[variable], None)
            sets.possible[variable] = {truth[variable]}
        elif what == "which":
            facts = {"first": variable.is_in(parts[0][1]), "second": other == 1, "third": one == 2}
            so = [("first", each[0]), ("second", truth[other] == 1)]
            masks.heard("which", facts, (*(key for key, true in so if true), Unsure("third")), None)
            sets.narrow(parts[:1], each[0])
            sets.narrow([(other, (1,))], truth[other] == 1)
        elif what == "when":  # told only where that is so
            shown = rng.random() < 0.5
            kind, about = ("show", variable) if shown else ("tell", one == 2)
            value = truth[variable] if shown else truth[one] == 2
            masks.heard(kind, about, value if true else UNSHOWN, fact)
            if single:
                sets.narrow(parts, true)
            if true and shown:
                sets.possible[variable] = {value}
            elif true:
                sets.narrow([(one, (2,))], value)
        else:
            order = rng.choice(((1, 0), (0, 1), None))
            masks.laid(both, order)
            if order == (1, 0):
                truth = {one: truth[other], other: truth[one]}
                sets.possible = {one: sets.possible[other], other: sets.possible[one]}
            elif order is None:
                sets.possible = {variable: {*VALUES} for variable in both}
        for values in ((1,), (2,), (3,), (1, 2), (2, 3), (1, 3)):
            for variable in both:
                assert masks.seen(variable.is_in(values)) is sets.seen(variable, values)
        for (first, second), every in product(product(VALUES, VALUES), (True, False)):
            seen = [sets.seen(one, (first,)), sets.seen(other, (second,))]
            assert masks.seen(fact_of([(one, (first,)), (other, (second,))], every)) is decided(seen, every)
        for least in (3, 5):  # of a sum only where both are known
            known = [min(left) for left in sets.possible.values() if len(left) == 1]
            wanted = sum(known) >= least if len(known) == 2 else None
            assert masks.seen(one + other >= least) is wanted
            if wanted is not None:
                assert masks.truth(one + other >= least) is wanted


def test_what_a_seat_left_out_of_its_notes_it_may_have_known():
    table = Table(Two().setting(1, {}), 1)
    variable = table.variable("one", VALUES)
    table.unnoted = True
    masks = Masks(table)
    assert masks.truth(variable == 2) is True
    masks.told(variable == 2, False, None)
    assert masks.truth(variable == 2) is False
