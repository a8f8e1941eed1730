"""Which forms are tried, in which order and with how much memory, where rules may take several: the rule said again."""

from types import SimpleNamespace

import pytest

from deduce import AtLeast, Shuffle, Sum, Swap, TooLarge, Variable
from deduce.worlds import assignment, following
from deduce.worlds import compile as compiling
from deduce.worlds.dnnf import DecisionDnnf
from deduce.worlds.following import Premises

SMALL, MIDDLE, WIDE = 1 << 22, 1 << 26, 1 << 30
TRIAL, GLANCE, FEW = compiling.TRIAL_BYTES, compiling.GLANCE_BYTES, compiling.DEAL_BYTES


class Refusing:
    """Every way refused and written down; a way with as much memory as `enough` gives what it found."""

    def __init__(self, monkeypatch, bits, deal=None, enough=None):
        self.tried, self.enough = [], enough
        v = [Variable(f"v{i}", [0, 1]) for i in range(3)]
        self.variables, self.rules = v, [Sum(v, 1, 2)]
        monkeypatch.setattr(compiling, "layer_order", lambda variables, constraints: (tuple(v), bits))
        monkeypatch.setattr(compiling, "deal_of", lambda *_, **__: deal)
        monkeypatch.setattr(compiling, "_product", lambda free, rules, most: self("diagram", most))
        monkeypatch.setattr(DecisionDnnf, "of", lambda *_, max_bytes: self("search", max_bytes))
        if deal is not None:
            deal.prepared = lambda: self("deal", None)

    def __call__(self, way, most):
        self.tried.append((way, most))
        if (way, most) == self.enough:
            return SimpleNamespace(work=0.0)
        raise TooLarge(f"{way} {most}")

    def asked(self, max_bytes, rules=None):
        self.tried.clear()
        try:
            return compiling.compile_constraints(self.variables, rules or self.rules, max_bytes=max_bytes)
        except TooLarge as error:
            return error


def smaller(one, other):
    return one if one < other else other


def expected(bits, cases, most):
    """A small diagram, the deal, a search, a large diagram, a long search; `cases` is None where there is no deal."""
    last = [("diagram", most), ("search", most)]
    if cases is None:
        first = [("diagram", TRIAL), ("search", 2 * TRIAL)] if bits > 20 and most > TRIAL else []
    else:
        first = [("diagram", smaller(most, FEW))] if cases > 12 or bits <= 30 else []
        first += [("search", smaller(most, GLANCE))] if cases > 12 else []
        first += [("deal", None)]
    # What is hopeless by its bits is not begun.
    return [(way, bytes_) for way, bytes_ in [*first, *last] if way != "diagram" or bits <= 60]


@pytest.mark.parametrize("most", [SMALL, MIDDLE, MIDDLE + 1, WIDE])
@pytest.mark.parametrize("cases", [None, 0.0, 12.0, 12.5])
def test_so_much_is_tried_in_this_order_and_the_diagram_says_why_not(cases, most, monkeypatch):
    for bits in (0.0, 20.0, 20.5, 30.0, 30.5, 60.0, 60.5):
        deal = None if cases is None else SimpleNamespace(case_bits=cases)
        every = Refusing(monkeypatch, bits, deal)
        error = every.asked(most)
        assert every.tried == expected(bits, cases, most)
        # A search refuses in fewer words; of the diagrams the last one has tried with all there was.
        wanted = f"diagram {most}" if bits <= 60 else f"a layer may have 2^{bits:.0f} states"
        assert wanted in str(error)
        for number, way in enumerate(expected(bits, cases, most)):
            every.enough = way
            assert not isinstance(every.asked(most), TooLarge)
            first = expected(bits, cases, most).index(way)
            assert every.tried == expected(bits, cases, most)[: min(number, first) + 1]


@pytest.mark.parametrize("most", [SMALL, WIDE])
@pytest.mark.parametrize("work", [compiling.DEAL_WORK, 1.01 * compiling.DEAL_WORK])
def test_a_deal_of_much_work_gives_way_to_what_is_found_in_little_memory(most, work, monkeypatch):
    deal = SimpleNamespace(case_bits=0.0, work=work)
    every = Refusing(monkeypatch, 31.0, deal)
    deal.prepared = lambda: deal
    room = smaller(most, TRIAL)
    others = [("diagram", room), ("search", room)] if work > compiling.DEAL_WORK else []
    assert every.asked(most) is deal
    assert every.tried == others
    for number, way in enumerate(others):
        every.enough = way
        assert every.asked(most) is not deal
        assert every.tried == others[: number + 1]


@pytest.mark.parametrize("most", [SMALL, WIDE])
def test_many_clauses_are_searched_before_an_order_is_sought(most, monkeypatch):
    every = Refusing(monkeypatch, 0.0)
    v = every.variables
    clause, count, alone = (v[0] == 1) | (v[1] == 0), AtLeast(2, v, 1), v[2] == 0
    first = [("search", smaller(most, GLANCE))]
    for rules, short in (
        ([clause] * 100, first),
        ([clause, alone] * 50, first),
        ([clause & clause, *[clause] * 99], first),
        ([clause] * 99, []),
        ([*[clause] * 99, count], []),
        ([*[clause] * 99, clause & count], []),
    ):
        every.asked(most, rules)
        assert every.tried == [*short, *expected(0.0, None, most)]
    every.enough = first[0]
    assert every.asked(most, [clause] * 100).work == 0.0
    assert every.tried == first


def test_an_assignment_is_taken_before_all_others_and_with_an_order_only_a_diagram(monkeypatch):
    every = Refusing(monkeypatch, 0.0, enough=("diagram", WIDE))
    v = every.variables
    assert compiling.compile_constraints(v, every.rules, order=v[::-1], max_bytes=WIDE).work == 0.0
    assert every.tried == [("diagram", WIDE)]


class Layers:
    """A diagram in the making: refused with less memory than it takes, and written down."""

    variables = ()

    def __init__(self, needs, tried=(), put=()):
        self.needs, self.tried, self.put = needs, list(tried), list(put)

    def restrict(self, *rules, max_bytes):
        self.tried.append((*rules, max_bytes))
        made = Layers(self.needs, (), [*self.put, *rules])
        made.tried = self.tried
        if max_bytes < self.needs[len(rules) == len(RULES)]:
            raise TooLarge("")
        return made


RULES = ("x", "y", "rest")
PROBE, STAGE = compiling.PROBE_BYTES, compiling.STAGE_BYTES


@pytest.mark.parametrize("moving", [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("most", [PROBE, PROBE + 1, STAGE + 1])
def test_stages_are_tried_where_one_product_grows_and_given_up_where_they_do(
    most, number, moving, monkeypatch
):
    """Not with little memory, not of one stage, and not where a front moves, which all others narrow."""
    stages = [["x", "y"], ["rest"]] if number == 2 else [list(RULES)]
    monkeypatch.setattr(compiling, "_stages", lambda variables, constraints: stages)
    monkeypatch.setattr(compiling, "fronts", dict(zip(RULES, (*moving, True), strict=True)).get)
    for whole, part in ((1, 1), (PROBE + 1, 1), (PROBE + 1, 1 << 40)):
        free = Layers((part, whole))
        expected = []
        if not any(moving) and number == 2 and most > PROBE:
            expected.append((*RULES, PROBE))
            if whole > PROBE:
                room = smaller(most, STAGE)
                expected += [(*stages[0], room), *([(*stages[1], room)] if part == 1 else [])]
        if not expected or part > 1:
            expected.append((*RULES, most))
        if whole > most:
            with pytest.raises(TooLarge):
                compiling._product(free, RULES, most)
        else:
            assert tuple(compiling._product(free, RULES, most).put) == RULES
        assert free.tried == expected


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("given", ["rules", "rules that keep shuffles", "worlds of one's own"])
@pytest.mark.parametrize("refusals", range(4))
def test_a_change_is_made_in_place_then_in_a_form_that_keeps_it_then_laid_out(
    refusals, given, large, monkeypatch
):
    """With little memory first; too many worlds to lay out are refused in the words of the form that kept them."""
    v = [Variable(f"v{i}", [0, 1]) for i in range(3)]
    own, kept, known = object(), object(), (object(), ())
    log = [SimpleNamespace(content=content) for content in (Swap(v[0], v[1]), v[0] == 1, Shuffle(v[1:]))]
    walked, asked = [], []

    def walk(self, steps, *, changed, max_bytes, known, change_bytes=None):
        assert (steps, changed) == (log, True)
        walked.append((known, max_bytes, change_bytes))
        if len(walked) <= refusals:
            raise TooLarge(f"number {len(walked)}")
        return len(walked)

    def keeping(scope, stated, moved):
        asked.append((scope, stated, [tuple(map(id, move)) for move in moved]))
        return kept if given == "rules that keep shuffles" else None

    monkeypatch.setattr(Premises, "_walked", walk)
    monkeypatch.setattr(assignment, "shuffled_of", keeping)
    monkeypatch.setattr(following, "_MOST_LAID_OUT", 7 if large else 8)
    premises = Premises(v, ["rule"], own if given == "worlds of one's own" else None)
    ways = [(known, WIDE, following._CHANGE_BYTES)]
    ways += [((kept, log), WIDE, None)] if given == "rules that keep shuffles" else []
    ways += [] if large and given == "rules that keep shuffles" else [(known, WIDE, None)]
    if refusals < len(ways):
        assert premises.after(log, changed=True, max_bytes=WIDE, known=known) == refusals + 1
    else:
        with pytest.raises(TooLarge, match=f"number {len(ways)}"):
            premises.after(log, changed=True, max_bytes=WIDE, known=known)
    assert walked == ways[: refusals + 1]
    moves = [tuple(map(id, move.content.scope)) for move in (log[0], log[2])]
    first = [(v, ["rule"], moves)] if refusals and given != "worlds of one's own" else []
    assert asked == first
