"""Clue: a case to check by hand, and small decks against every deal written out."""

import math
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import Contradiction, ProblemError
from deduce.questions import rank
from deduce_models.classics import clue

SMALL = {"suspect": ("S1", "S2", "S3"), "tool": ("T1", "T2"), "room": ("R1", "R2", "R3")}
EVERY = [card for names in SMALL.values() for card in names]


def deals(players, hands, my_hand):
    """Every deal of the small deck in which P1 holds `my_hand`, as a dict from card to holder."""
    found = set()
    for case in product(*SMALL.values()):
        rest = [c for c in EVERY if c not in case and c not in my_hand]
        if set(case) & set(my_hand):
            continue
        others = [p for p, n in list(zip(players, hands, strict=True))[1:] for _ in range(n)]
        for order in set(permutations(others)):
            deal = dict.fromkeys(case, clue.ENVELOPE) | dict.fromkeys(my_hand, "P1")
            found.add(tuple(sorted((deal | dict(zip(rest, order, strict=True))).items())))
    return [dict(deal) for deal in found]


def reply(deal, players, by, cards):
    """Who can show a card first, going round, and which cards."""
    seat = players.index(by)
    for player in [*players[seat + 1 :], *players[:seat]]:
        mine = [card for card in cards if deal[card] == player]
        if mine:
            return player, mine
    return None, []


@given(st.integers(2, 4), st.data())
def test_small_decks_against_every_deal(n, data):
    players = [f"P{i}" for i in range(1, n + 1)]
    hands = [5 // n + (seat < 5 % n) for seat in range(n)]
    full = data.draw(st.permutations(EVERY))
    case = [next(c for c in full if c in names) for names in SMALL.values()]
    rest = [c for c in full if c not in case]
    truth, dealt = dict.fromkeys(case, clue.ENVELOPE), 0
    for player, size in zip(players, hands, strict=True):
        truth |= dict.fromkeys(rest[dealt : dealt + size], player)
        dealt += size
    mine = rest[: hands[0]]
    k = clue.table(n, 1, mine, cards=SMALL)
    left = deals(players, hands, mine)
    for _ in range(data.draw(st.integers(0, 3))):
        by = data.draw(st.sampled_from(players))
        cards = [data.draw(st.sampled_from(names)) for names in SMALL.values()]
        shower, shown = reply(truth, players, by, cards)
        seen = shown[0] if shower not in (None, "P1") and by == "P1" else None
        k = clue.suggested(k, by, cards, shower, seen)
        left = [
            d
            for d in left
            if reply(d, players, by, cards)[0] == shower and (seen is None or d[seen] == shower)
        ]
    assert k.count() == len(left)
    contents = {}
    for deal in left:
        case = tuple(next(c for c in names if deal[c] == clue.ENVELOPE) for names in SMALL.values())
        contents[case] = contents.get(case, 0) + 1 / len(left)
    assert clue.envelope(k) == pytest.approx(contents)
    best = clue.best(k, limit=1)[0]
    bits = max(information(left, players, cards) for cards in product(*SMALL.values()))
    assert best.bits == pytest.approx(bits, abs=1e-9)


def information(left, players, cards):
    """What P1's suggestion tells about the envelope, deal by deal."""
    joint = {}
    for deal in left:
        case = tuple(card for card in EVERY if deal[card] == clue.ENVELOPE)
        player, shown = reply(deal, players, "P1", cards)
        for card in shown or [None]:
            key = case, player, card
            joint[key] = joint.get(key, 0.0) + 1 / len(left) / max(1, len(shown))
    cases, answers = {}, {}
    for (case, *answer), p in joint.items():
        cases[case] = cases.get(case, 0.0) + p
        answers[tuple(answer)] = answers.get(tuple(answer), 0.0) + p
    return sum(p * math.log2(p / cases[key[0]] / answers[key[1:]]) for key, p in joint.items())


def test_a_case_to_check_by_hand():
    """Two players: what I do not hold, and my opponent cannot show, is in the envelope."""
    hand = ["Amber", "Blue", "anvil", "bottle", "attic", "bath", "cellar", "den", "entry"]
    k = clue.table(["me", "Ann"], "me", hand)
    # 4 suspects, 4 tools and 4 rooms are unseen; Ann holds all but one of each.
    assert k.count() == 4 * 4 * 4
    k = clue.suggested(k, "me", ("Coral", "anvil", "attic"), None)
    assert k.count() == 4 * 4
    assert k.certain()[k.problem["case"]["suspect"]] == "Coral"
    k = clue.suggested(k, "me", ("Amber", "cord", "attic"), "Ann", "cord")
    assert k.count() == 3 * 4
    assert max(clue.envelope(k).values()) == pytest.approx(1 / 12)
    # Asking for one of the three tools alone gets no card one time in three, which tells most: a second open
    # card would blur what a card shown means.
    found = clue.best(k, limit=1)[0]
    assert (found.question, found.label, found.parts) == ("Amber, dart, attic", "exact", 2)
    assert found.bits == pytest.approx(-math.log2(1 / 3) / 3 - 2 * math.log2(2 / 3) / 3)


def test_six_players_are_sampled_and_say_so():
    k = clue.table(6, "P2", ["Amber", "anvil", "attic"])
    assert k.count() == 33_633_600_000
    asked = [clue.question(k, cards) for cards in [("Blue", "cord", "bath"), ("Blue", "anvil", "attic")]]
    about = list(k.problem["case"].values())
    found = rank(k, asked, about=about, samples=4000)
    assert {item.label for item in found} == {"sampled"}
    assert all(item.error > 0 for item in found)


def test_errors_of_the_table():
    three = ["Amber", "anvil", "attic", "Blue", "bottle", "bath"]
    with pytest.raises(ProblemError, match="2 to 6 players"):
        clue.table(7, 1, three)
    with pytest.raises(ProblemError, match="seat 4 does not exist"):
        clue.table(3, 4, three)
    with pytest.raises(ProblemError, match="did you mean 'Amber'"):
        clue.table(3, 1, ["Ambre", *three[1:]])
    with pytest.raises(ProblemError, match="holds 6 different cards"):
        clue.table(3, 1, three[:5])
    with pytest.raises(ProblemError, match="do not add up"):
        clue.table(3, 1, three, hands=[6, 6, 5])
    with pytest.raises(ProblemError, match="called 'envelope'"):
        clue.table(["me", "envelope"], "me", three)
    with pytest.raises(ProblemError, match="did you mean 'Ann'"):
        clue.table(["me", "Ann"], "An", three)
    k = clue.table(3, 1, three)
    with pytest.raises(ProblemError, match="one suspect"):
        clue.suggested(k, "P1", ("anvil", "cord", "bath"), "P2")
    with pytest.raises(ProblemError, match="was not named"):
        clue.suggested(k, "P1", ("Coral", "cord", "bath"), "P2", "Dove")
    with pytest.raises(ProblemError, match="cannot show"):
        clue.suggested(k, "P1", ("Coral", "cord", "bath"), "P1")
    with pytest.raises(ProblemError, match="no player is called"):
        clue.suggested(k, "P9", ("Coral", "cord", "bath"), "P1")
    with pytest.raises(ProblemError, match="no player who showed"):
        clue.suggested(k, "P1", ("Coral", "cord", "bath"), None, "cord")
    with pytest.raises(ProblemError, match="no card is called"):
        clue.best(k, room="hal")
    with pytest.raises(Contradiction):
        clue.envelope(clue.suggested(k, "P2", ("Amber", "anvil", "attic"), "P3"))
    assert {r.question.split(", ")[2] for r in clue.best(k, room="hall")} == {"hall"}


@pytest.mark.parametrize("players", [None, 2.5, "xyz"])
def test_players_are_names_or_a_number(players):
    with pytest.raises(ProblemError, match="players is a list of names, or how many there are"):
        clue.table(players, 1, ["S1"], cards=SMALL)


@pytest.mark.parametrize("hand", [None, "S1", 3])
def test_a_hand_is_a_list_of_cards(hand):
    with pytest.raises(ProblemError, match="my_hand is a list of cards"):
        clue.table(2, 1, hand, cards=SMALL)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (("S1", "S2", "R1"), "one suspect"),
        (("S1", "T1"), "one suspect"),
        (("S1", "T1", "R1", "R2"), "one suspect"),
        (("S1", "T1", "T2"), "one tool"),
        (("S1", "T1", "R9"), "no card is called"),
    ],
)
@pytest.mark.parametrize("shower", ["P2", None])
def test_a_suggestion_is_of_one_card_of_each_kind(cards, why, shower):
    k = clue.table(3, 1, ["S3", "R3"], cards=SMALL)
    with pytest.raises(ProblemError, match=why):
        clue.suggested(k, "P1", cards, shower)
    with pytest.raises(ProblemError, match=why):
        clue.question(k, cards)
