"""Classic puzzles about knowledge against their published answers and against plain enumeration."""

import runpy
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import AtLeast, ProblemError
from deduce.agents import CommonKnowledge, EveryoneKnows, KnowsValue
from deduce_models.classics import cheryl, muddy, russian_cards, sum_product

EXAMPLES = Path(__file__).parents[2] / "examples"


def expected_rounds(n, ones):
    """Nobody for k - 1 rounds, then the muddy ones, then everybody."""
    rounds = [()] * (len(ones) - 1) + [tuple(sorted(ones))]
    return rounds if len(ones) == n else [*rounds, tuple(range(1, n + 1))]


@pytest.mark.parametrize("n", range(1, 11))
def test_muddy_children_know_in_round_k(n):
    for k in range(1, n + 1):
        ones = range(n - k + 1, n + 1)
        assert [r.knows for r in muddy.play(n, ones)] == expected_rounds(n, ones)


def test_muddy_children_whichever_they_are():
    for k in range(1, 5):
        for ones in combinations(range(1, 5), k):
            assert [r.knows for r in muddy.play(4, set(ones))] == expected_rounds(4, ones)


def test_father_makes_common_what_all_knew():
    minds, mud = muddy.situation(3)
    world = {mud[1]: True, mud[2]: True, mud[3]: False}
    somebody = AtLeast(1, mud, True)
    assert minds.holds(EveryoneKnows([1, 2, 3], somebody), at=world) is True
    assert minds.holds(EveryoneKnows([1, 2, 3], EveryoneKnows([1, 2, 3], somebody)), at=world) is False
    assert minds.holds(CommonKnowledge([1, 2, 3], somebody)) is False
    assert minds.announce(somebody).holds(CommonKnowledge([1, 2, 3], somebody)) is True


def test_muddy_children_refuse_what_father_could_not_say():
    with pytest.raises(ProblemError, match="somebody is muddy"):
        muddy.play(3, [])
    with pytest.raises(ProblemError, match="no member 7"):
        muddy.play(3, [7])
    with pytest.raises(ProblemError, match="from 1 to 16"):
        muddy.play(40, [1])


def test_cheryl_was_born_on_july_16():
    assert cheryl.answer() == [("July", 16)]
    situations, _, _ = cheryl.conversation()
    assert [s.count() for s in situations] == [10, 5, 3, 1]


def plain_sum_product(limit):
    """The same by lists, as the puzzle is usually programmed."""
    pairs = [(x, y) for x in range(2, limit) for y in range(x + 1, limit) if x + y <= limit]

    def alone(pairs, key):
        groups = {}
        for pair in pairs:
            groups.setdefault(key(pair), []).append(pair)
        return {group[0] for group in groups.values() if len(group) == 1}

    def total(pair):
        return pair[0] + pair[1]

    def times(pair):
        return pair[0] * pair[1]

    clear = {total(pair) for pair in alone(pairs, times)}
    knew = [pair for pair in pairs if total(pair) not in clear]
    now = [pair for pair in knew if pair in alone(knew, times)]
    return sorted(alone(now, total)), len(pairs), len(knew), len(now)


@pytest.mark.parametrize("limit", [70, 100])
def test_sum_and_product(limit):
    answer, first, knew, now = plain_sum_product(limit)
    situations, x, y = sum_product.conversation(limit)
    assert sorted(sum_product.answer(limit)) == answer == [(4, 13)]
    assert [situations[i].count() for i in (0, 2, 3)] == [first, knew, now]
    if limit == 100:
        assert {w[x] + w[y] for w in situations[2].worlds} == {11, 17, 23, 27, 29, 35, 37, 41, 47, 53}


def test_sum_and_product_refuses_a_silly_limit():
    with pytest.raises(ProblemError, match="from 5 on"):
        sum_product.conversation(4)


HANDS = list(combinations(range(7), 3))


def plain_safe(hands):
    """Checked deal by deal, without any model of knowledge."""
    for anne in hands:
        rest = [card for card in range(7) if card not in anne]
        for eve in rest:
            bill = {card for card in rest if card != eve}
            if sum(not bill & set(hand) for hand in hands) != 1:
                return False
            left = [set(hand) for hand in hands if eve not in hand]
            if set.intersection(*left) or len(set.union(*left)) != 6:
                return False
    return True


def test_the_102_safe_announcements():
    found = [frozenset(hands) for hands in russian_cards.safe_announcements((0, 1, 2))]
    assert len(found) == len(set(found)) == 102
    assert frozenset([(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (2, 4, 6)]) in found
    assert all(plain_safe(hands) for hands in found)
    assert sorted({len(hands) for hands in found}) == [5, 6, 7]


@given(st.lists(st.sampled_from(HANDS), min_size=1, max_size=7, unique=True))
def test_safe_announcements_deal_by_deal(hands):
    assert russian_cards.is_safe(hands) == plain_safe(hands)


def test_russian_cards_safe_in_fact_is_not_enough():
    start, holder = russian_cards.deal()
    world = {holder[card]: "Anne" if card < 3 else "Bill" if card < 6 else "Eve" for card in range(7)}
    works = KnowsValue("Bill", holder) & russian_cards.ignorant(holder)
    without_six = start.announce(holder[6] != "Anne", by="Anne")
    assert without_six.holds(works, at=world) is True
    assert without_six.holds(russian_cards.tells_bill(holder), at=world) is False
    either = russian_cards.holds(holder, "Anne", (0, 1, 2)) | russian_cards.holds(holder, "Bill", (0, 1, 2))
    assert start.announce(either).holds(works, at=world) is True
    assert start.announce(either, by="Anne").holds(works, at=world) is False
    with pytest.raises(ProblemError, match="three different cards"):
        russian_cards.is_safe([(0, 1)])


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("agents/what_b_knows.py", "now knows Anna's: [2]"),
        ("classics/muddy.py", "round 3: who knows? 1, 2, 4"),
        ("classics/cheryl.py", "possible: July 16\n"),
        ("classics/sum_product.py", "The numbers are 4 and 13."),
    ],
)
def test_examples_print_their_answers(script, says, capsys):
    runpy.run_path(str(EXAMPLES / script), run_name="__main__")
    assert says in capsys.readouterr().out


def test_hands_that_may_be_named_together_share_a_card_at_most(monkeypatch):
    """Every set of hands with the own one, pair by pair, is judged once, and what is safe comes."""
    judged = []
    monkeypatch.setattr(
        russian_cards, "_safe", lambda _start, _holder, hands: judged.append(hands) or len(hands) == 2
    )
    found = list(russian_cards.safe_announcements((0, 1, 2)))
    others = [hand for hand in combinations(range(7), 3) if len({*hand} & {0, 1, 2}) <= 1]
    assert {hands[1] for hands in found} == {*others}
    assert len(judged) == len({frozenset(hands) for hands in judged})
    assert all(len({*a} & {*b}) <= 1 for hands in judged for a, b in combinations(hands, 2))
