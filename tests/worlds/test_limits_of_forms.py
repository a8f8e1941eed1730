"""What forms allow and refuse: each limit is kept to the last, and told in words."""

import math

import numpy as np
import pytest

from deduce import AllDifferent, ProblemError, Sum, TooLarge, Variable
from deduce.worlds import Alternatives, cases, deal, sharing
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import deal_of
from deduce.worlds.dnnf import DecisionDnnf
from deduce.worlds.sharing import SharedMatchings

TWICE = ((0, 2), (0, 2), (0, 1))


def seen(ranges=TWICE):
    """Three variables, of the first two of which something is known: two values each, not the same."""
    return SharedMatchings.sharing(3, ranges).restrict(0, 0b011).restrict(1, 0b110)


def moved(state, chances=((0, 1, 2), (1, 2, 0), (2, 0, 1))):
    return state.shuffled([0, 1, 2], dict.fromkeys(chances, 1 / len(chances)))


def laid_by_hand():
    """The ways in which the three may lie after `moved`."""
    found = set()
    for row in np.ndindex(3, 3, 3):
        before = [[row[p.index(i)] for i in range(3)] for p in ((0, 1, 2), (1, 2, 0), (2, 0, 1))]
        fits = any(old[0] in (0, 1) and old[1] in (1, 2) for old in before)
        if fits and row.count(2) <= 1 and max(row.count(0), row.count(1)) <= 2:
            found.add(row)
    return found


def at_limit(monkeypatch, name, value, ask, words):
    """What is asked is told with the limit at `value`, and refused with one less."""
    monkeypatch.setattr(sharing, name, value)
    found = ask()
    monkeypatch.setattr(sharing, name, value - (1 if isinstance(value, int) else 1e-6))
    with pytest.raises(TooLarge, match=words):
        ask()
    monkeypatch.undo()
    return found


def test_so_many_ways_of_moving_are_followed(monkeypatch):
    words = "what is known of 3 variables may have been moved about in more than 2 ways that differ"
    assert len(at_limit(monkeypatch, "MOST_BRANCHES", 3, lambda: moved(seen()), words).branches) == 3
    # Ways that are alike are one.
    monkeypatch.setattr(sharing, "MOST_BRANCHES", 1)
    assert len(moved(SharedMatchings.sharing(3, TWICE)).branches) == 1


def test_weights_of_ways_are_so_far_apart_at_most(monkeypatch):
    words = "ways of moving 3 variables about differ in weight by more than a float spans"
    chances = {(0, 1, 2): 1 / 1024, (1, 2, 0): 1023 / 1024}
    made = at_limit(
        monkeypatch,
        "_MOST_SPREAD",
        math.log2(1023) + 1e-9,
        lambda: seen().shuffled([0, 1, 2], chances),
        words,
    )
    assert len(made.branches) == 2


def test_orders_are_laid_out_up_to_so_many(monkeypatch):
    pooled = seen().shuffled([0, 1, 2])
    words = "6 orders of what was shuffled are too many to lay out"
    laid = at_limit(monkeypatch, "_MOST_ORDERS", 6, pooled._expand, words)
    assert len(laid) == 6
    assert sum(float(weight[0]) for weight in laid.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("orders", [((0, 1, 2), (1, 0, 2)), ((0, 1, 2), (1, 2, 0), (2, 0, 1))])
def test_ways_are_listed_up_to_so_many(orders, monkeypatch):
    state = moved(seen(), orders)
    each = 0
    for a, b in [order[:2] for order in orders]:
        each += sum(
            row[a] in (0, 1)
            and row[b] in (1, 2)
            and row.count(2) <= 1
            and max(row.count(0), row.count(1)) <= 2
            for row in np.ndindex(3, 3, 3)
        )
    at_limit(
        monkeypatch,
        "_MOST_LISTED",
        each,
        state.listable,
        f"{each:,} ways of 3 variables that were shuffled",
    )
    # One matrix is laid out as a product, however many ways it has.
    monkeypatch.setattr(sharing, "_MOST_LISTED", 0)
    seen().listable()


def test_ways_that_overlap_are_counted_up_to_so_many_states(monkeypatch):
    state = moved(seen())
    least = next(n for n in range(1, 100) if counted(state, n, monkeypatch) is not None)
    assert counted(state, least, monkeypatch) == state.count() == len(laid_by_hand())
    words = f"more than {least - 1} states of a count of overlapping ways"
    monkeypatch.setattr(sharing, "_MOST_ORDERS", least - 1)
    with pytest.raises(TooLarge, match=words):
        state._union(state.supports)


def counted(state, limit, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sharing, "_MOST_ORDERS", limit)
        try:
            return state._union(state.supports)
        except TooLarge:
            return None


@pytest.mark.parametrize("power", [40, -40])
def test_the_weight_of_everything_has_so_many_bits_at_most(power, monkeypatch):
    state = seen(((0, 3),) * 3).weigh(2, np.full(3, 2.0**power))
    bits = math.log2(2 * 2 * 3) + power
    words = f"weights of {bits:,.0f} bits are too long for shuffles"

    def total():
        return SharedMatchings(3, 3, state.branches, state.ratios, state.ranges).total

    assert at_limit(monkeypatch, "_MOST_BITS", abs(bits) + 1e-7, total, words) == pytest.approx(2.0**bits)


def dealt(max_bytes=1 << 30):
    """Four cards that differ, two of them tied to each other and one to a mode."""
    v, mode = [Variable(f"v{i}", range(5)) for i in range(4)], Variable("mode", range(3))
    rules = [AllDifferent(v), Sum([v[0], v[1], mode], 2, 6), Sum([v[2], mode], 1, 4)]
    return deal_of([*v, mode], rules, compile_diagram, max_bytes=max_bytes)


def test_a_deal_takes_so_much_work_and_memory_and_no_more(monkeypatch):
    found = dealt()
    work, matrices = found.work, [shares.bunches for shares in found._shares]
    needed = found._cases.columns.nbytes + sum(each.weights.nbytes for each in matrices)
    assert found.nbytes == needed
    needed += max(each.scan_bytes for each in matrices)
    assert dealt(int(needed)).prepared().count() == found.count()
    words = f"{len(found._cases):,} cases, {work:,.0f} multiplications a scan"
    with pytest.raises(TooLarge, match=words):
        dealt(int(needed) - 1).prepared()
    monkeypatch.setattr(deal, "MOST_WORK", work)
    assert found.prepared() is found
    monkeypatch.setattr(deal, "MOST_WORK", work - 1)
    with pytest.raises(TooLarge, match=words):
        found.prepared()


def test_so_many_cases_and_variables_are_gone_through(monkeypatch):
    found = dealt()
    number, cut = len(found._cases), len(found._split[1])
    assert cut == 1
    for name, value, words in (
        ("MOST_CASES", number, f"more than {number - 1} cases of "),
        ("MOST_CUT", cut, f"{cut} variables would have to be gone through case by case"),
    ):
        monkeypatch.setattr(cases, name, value)
        assert len(dealt()._cases) == number
        monkeypatch.setattr(cases, name, value - 1)
        with pytest.raises(TooLarge, match=words):
            dealt().count()
        monkeypatch.undo()


def parted(v, rules, logs=None):
    """The worlds by the value of the first variable, each part weighed besides by two to a power."""
    whole = compile_diagram(v, rules)
    parts = [whole.restrict(v[0] == value).project(v[1:]) for value in v[0].domain]
    return Alternatives(v[0], {i: (part, logs[i] if logs else 0.0) for i, part in enumerate(parts)})


@pytest.mark.parametrize("form", ["diagram", "deal", "search", "apart"])
def test_a_table_has_so_many_bytes_a_world(form):
    """A number and two words for each world of a form that packs them; of others its numbers are words."""
    v = [Variable(f"v{i}", range(4)) for i in range(3)]
    rules = [AllDifferent(v)]
    made = {
        "diagram": lambda: compile_diagram(v, rules),
        "deal": lambda: deal_of(v, rules, compile_diagram),
        "search": lambda: DecisionDnnf.of(v, rules),
        "apart": lambda: parted(v, rules),
    }[form]()
    most = 24 * ((8 if form in ("search", "apart") else 1) * 3 + 16)
    assert made.to_table(max_bytes=most).count() == 24
    with pytest.raises(TooLarge, match="a table of 24 worlds of 3 variables does not fit in 0 MB"):
        made.to_table(max_bytes=most - 1)


def test_a_projection_of_a_search_has_so_many_bytes_a_row():
    v = [Variable(f"v{i}", range(4)) for i in range(3)]
    made = DecisionDnnf.of(v, [AllDifferent(v)], max_bytes=1 << 20)
    most = 12 * (8 * 2 + 16)
    assert made.project(v[:2], max_bytes=most).count() == 12
    with pytest.raises(TooLarge, match="more than 12 assignments of 2 variables do not fit in 0 MB"):
        made.project(v[:2], max_bytes=most - 1)


@pytest.mark.parametrize("common", [-5000.0, 0.0, 5000.0])
def test_parts_far_from_one_have_their_shares_and_those_without_worlds_none(common):
    v = [Variable(f"v{i}", range(3)) for i in range(2)]
    made = parted(v, [v[0] != 1, v[0] <= v[1]], [common, 0.0, common + 2.0])
    # Of 0 three worlds are left, of 2 one, which weighs four times as much.
    assert made.arrays()[0].tolist() == pytest.approx([3 / 7, 0.0, 4 / 7])
    assert made.log2_weight() == pytest.approx(math.log2(7) + common)
    switch, parts = made.apart()
    assert switch is v[0]
    assert [(value, worlds.count(), pytest.approx(share)) for value, worlds, share in parts] == [
        (0, 3, 3 / 7),
        (2, 1, 4 / 7),
    ]
    assert made.nbytes == sum(worlds.nbytes for worlds, _ in made._parts.values()) > 0
    for rules, left in (([v[0] == 2], 1), ([v[0] == 0], 3)):
        some = parted(v, [v[0] <= v[1], *rules])
        assert some.to_table().count() == some.count() == left
        assert some.to_table().log2_weight() == pytest.approx(math.log2(left))
    nothing = made.restrict(v[1] > 2)
    assert nothing.count() == 0
    for worlds in (made, nothing):
        with pytest.raises(ProblemError, match="w is no variable of these worlds"):
            worlds.project([Variable("w", range(3))])
        with pytest.raises(ProblemError, match="w is no variable of these worlds"):
            worlds.weigh(Variable("w", range(3)), [1.0, 2.0, 3.0])


def test_parts_are_of_the_same_variables_and_not_of_the_switch():
    a, b, c = (Variable(name, range(2)) for name in "abc")
    one, other = compile_diagram([a, b], []), compile_diagram([b, a], [])
    assert Alternatives(c, {0: (one, 0.0), 1: (other, 0.0)}).count() == 8
    with pytest.raises(ProblemError, match="Alternatives need at least one part"):
        Alternatives(c, {})
    for switch, parts in ((a, [one]), (a, [one, other]), (c, [one, compile_diagram([a], [])])):
        with pytest.raises(ProblemError, match=f"over the same variables, {switch} not among them"):
            Alternatives(switch, {i: (part, 0.0) for i, part in enumerate(parts)})
