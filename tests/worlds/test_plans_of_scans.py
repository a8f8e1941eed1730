"""In which order items are scanned and what is held meanwhile: a second writing of the plan, and its cost counted out."""

import math
import random
from unittest.mock import patch

import numpy as np
import pytest

from deduce.worlds import scans
from deduce.worlds.scans import Held, planned


def ordered_by_hand(able, caps):
    """Next come all items of the classes that widen least what is held, then of those that open least; ties as given."""
    kinds = {}
    for item, row in enumerate(able):
        kinds.setdefault(frozenset(np.flatnonzero(row).tolist()), []).append(item)
    bits = [math.log2(cap + 1) for cap in caps]
    order, held = [], set()
    while kinds:
        scores = []
        for kind in kinds:
            later = set().union(*(other for other in kinds if other != kind))
            opening = sum(bits[c] for c in kind - held)
            scores.append((opening - sum(bits[c] for c in kind - later), opening))
        best = list(kinds)[scores.index(min(scores))]
        order += kinds.pop(best)
        held |= best
    return order


def plan_by_hand(able, order, caps, picks, loose, implied=None):
    """What is held at each item and closed after it, how many indexes that are, and the multiplications."""
    touched = [set(np.flatnonzero(able[item]).tolist()) - loose - {implied} for item in order]
    held, closes, whole, cost = [], [], 0.0, 0.0
    for at, item in enumerate(order):
        before, after = set().union(*touched[: at + 1]), set().union(*touched[at + 1 :])
        here = before if implied is not None else before & (touched[at] | after)
        held.append(here)
        closes.append(set() if implied is not None else here - after)
        size = math.prod(caps[c] + 1 for c in here)
        whole += size
        cost += size * (1 + int(able[item].sum())) * max(1, picks[item])
    return held, closes, whole, cost


@pytest.mark.parametrize("seed", range(40))
def test_the_cheaper_plan_is_taken_and_holds_what_is_needed(seed):
    rng = random.Random(seed)
    items, classes = rng.randint(1, 7), rng.randint(1, 5)
    able = np.array([[rng.random() < 0.5 for _ in range(classes)] for _ in range(items)])
    caps = [rng.choice([0, 1, 3, 7]) for _ in range(classes)]  # so many bits that no rounding decides
    picks = [rng.randint(0, 3) for _ in range(items)]
    loose = frozenset(rng.sample(range(classes), rng.choice([0, 0, min(1, classes)])))
    single = rng.random() < 0.6
    plan = planned(able, caps, picks, single=single, loose=loose)
    counted = able.copy()
    counted[:, sorted(loose)] = False
    order = ordered_by_hand(counted, caps)
    assert list(plan.items) == order
    held, closes, whole, cost = plan_by_hand(able, order, caps, picks, loose)
    widest = caps.index(max(caps))
    if single and not loose:
        other = plan_by_hand(able, order, caps, picks, loose, widest)
        if other[3] < cost:
            assert plan.implied == widest
            held, closes, whole, cost = other
    assert (plan.implied >= 0) is (cost != plan_by_hand(able, order, caps, picks, loose)[3])
    assert [set(each) for each in plan.held] == held
    assert [set(each) for each in plan.closes] == closes
    assert (plan.whole, plan.cost) == pytest.approx((whole, cost))
    for at in range(1, items):
        # What is new stands in front of what is held on.
        stays = [c for c in plan.held[at - 1] if c not in plan.closes[at - 1]]
        assert list(plan.held[at])[len(plan.held[at]) - len(stays) :] == stays
    with patch.object(scans, "_KINDS", len({tuple(row) for row in counted.tolist()})):
        assert planned(able, caps, picks, single=single, loose=loose).items == plan.items
    with patch.object(scans, "_KINDS", len({tuple(row) for row in counted.tolist()}) - 1):
        assert list(planned(able, caps, picks, single=single, loose=loose).items) == list(range(items))


@pytest.mark.parametrize("caps", [(), (2,), (1, 3, 2)])
def test_an_index_over_what_is_held_counts_like_a_clock(caps):
    held = Held.of(range(len(caps)), caps)
    assert held.classes == tuple(range(len(caps)))
    rows = list(np.ndindex(*(cap + 1 for cap in caps)))
    assert held.size == len(rows)
    for index, row in enumerate(rows):
        assert index == sum(held.strides[c] * taken for c, taken in enumerate(row))
    for c, step in held.strides.items():
        # From the step on: whether one fewer was taken of it.
        assert held.room[c].tolist() == [float(row[c] > 0) for row in rows[step:]]
