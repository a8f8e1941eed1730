"""Sayings of hands against the hands themselves: what a word means, and that it stays true as cards come and go."""

import itertools
import random
import re
from math import comb, prod

import pytest

import deduce
from deduce.ground.errors import RecordError
from deduce.records.record import Line, read_record
from deduce_models.initiative.records.sayings import said
from deduce_models.initiative.rules import saying as sayings
from deduce_models.initiative.rules.faces import followed
from deduce_models.initiative.rules.saying import AMOUNTS, bounds, drawn, is_kind, left

KINDS = {"low": range(1, 5), "middle": range(5, 9), "high": range(9, 13)}


def meant(amount, number, size):
    """Whether a hand of `size` cards, `number` of them of the kind, is what the word says."""
    exact = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "all": size}
    if amount in exact:
        return number == exact[amount]
    return number >= 1 if amount == "some" else 2 * number >= size


@pytest.fixture(scope="module")
def start():
    return deduce.game("initiative").new(players=3, seed=4)


def test_a_card_is_of_one_kind_by_its_value(start):
    deck = start.setup.deck
    for card, value in enumerate(deck.values):
        assert [kind for kind in KINDS if is_kind(deck, card, kind)] == [
            kind for kind, values in KINDS.items() if value in values
        ]


def test_the_words_for_values_are_those_that_the_guide_of_records_tells():
    """Whoever reads the guide and whoever judges a saying mean the same values, also with a deck of higher ones."""
    guide = " ".join(deduce.game("initiative").record_guide)
    told = {word: (int(low), int(high)) for word, low, high in re.findall(r"(\w+) (\d+)-(\d+)", guide)}
    assert told == {word: (values[0], values[-1]) for word, values in KINDS.items()} == sayings.KINDS


@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize("size", range(5))
def test_words_mean_what_they_say_of_a_hand_of_any_size(amount, size):
    possible = [number for number in range(size + 1) if meant(amount, number, size)]
    said = bounds(size, amount)
    if not possible:
        assert said is None
        return
    low, high = said
    assert [number for number in range(size + 1) if low <= number <= high] == possible


def test_what_is_said_anew_takes_the_place_of_what_was_said_of_the_same(start):
    said = [(1, "low", 1, 4), (2, "low", 1, 1), (1, "high", 0, 0), (1, "low", 0, 0)]
    told = followed(start.setup.deck, (), [(0, each) for each in said], (4, 4, 4))
    assert sorted((seat, kind) for seat, kind, *_ in told) == [(1, "high"), (1, "low"), (2, "low")]
    assert (1, "low", 0, 0) in told


@pytest.mark.parametrize("seed", range(60))
def test_what_was_true_stays_true_while_cards_go_and_come(start, seed):
    rng, deck = random.Random(seed), start.setup.deck
    hands = [list(rng.sample(range(len(deck.values)), 4)) for _ in range(3)]
    told = ()
    for seat in (1, 2, 3):
        kind = rng.choice(list(KINDS))
        number = sum(deck.values[card] in KINDS[kind] for card in hands[seat - 1])
        amount = rng.choice([word for word in AMOUNTS if meant(word, number, 4)])
        told = (*told, (seat, kind, *bounds(4, amount)))
    for _ in range(6):
        seat = rng.randint(1, 3)
        hand = hands[seat - 1]
        if hand and rng.random() < 0.6:
            gone = rng.sample(hand, rng.randint(1, min(2, len(hand))))
            for card in gone:
                hand.remove(card)
            after = left(told, deck, seat, tuple(gone))
            narrower = {told[i][0] for i in range(3) if after[i] != told[i]}
            assert narrower <= {seat}
        else:
            hand.append(rng.randrange(len(deck.values)))
            after = drawn(told, seat)
            assert [(b[3] - a[3]) for a, b in zip(told, after, strict=True)] == [
                int(a[0] == seat) for a in told
            ]
        told = after
        for who, kind, low, high in told:
            number = sum(deck.values[card] in KINDS[kind] for card in hands[who - 1])
            assert low <= number <= high
            assert low >= 0


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_who_says_something_is_at_the_table_and_it_is_said_in_known_words(seats):
    def told(who, amount="some", kind="low"):
        return said(Line(3, f"says {who} {amount} {kind}", "notes"), 2, [4] * seats)

    others = {str(who) for who in range(1, seats + 1)} - {"2"}
    for who in map(str, range(seats + 3)):
        if who in others:
            assert told(who) == (int(who), "low", *bounds(4, "some"))
        else:
            with pytest.raises(RecordError):
                told(who)
    for wrong in (("1", "few", "low"), ("1", "some", "tiny"), ("1", "some low", "low")):
        with pytest.raises(RecordError):
            told(*wrong)


def counted():
    """Of 9 low, 11 middle and 9 high cards one hand of four has one low, another two high: the chances of a card each."""
    whole, found = 0, {card: [0.0, 0.0] for card in ("g1", "g6", "g12")}
    shares = [(one, two, 4 - one - two) for one in range(5) for two in range(5 - one)]
    for first, second in itertools.product(shares, repeat=2):
        if first[0] == 1 and second[2] == 2:
            ways = prod(
                comb(many, a) * comb(many - a, b)
                for many, a, b in zip((9, 11, 9), first, second, strict=True)
            )
            whole += ways
            for held, many, a, b in zip(found.values(), (9, 11, 9), first, second, strict=True):
                held[0] += ways * a / many
                held[1] += ways * b / many
    return {card: [each / whole for each in held] for card, held in found.items()}


def test_what_was_said_of_hands_counts_in_what_a_record_knows():
    header = "game: initiative\nmission: m7_number\nplayers: 3\nseat: 2\ninjective: yes\n\n"
    board = "position\nhand g4 g9 b10 y11\npile Gather g3 b7\ndiscard y3\n"
    record = read_record(header + board + "says 1 one low\nsays 3 two high\n")
    known = deduce.game("initiative").answers().read(record).knowledge()
    held = {variable.name: variable for variable in known.scope}
    for card, chances in counted().items():
        told = known.marginals(held[f"holder[{card}]"])
        assert [told["seat 1"], told["seat 3"]] == pytest.approx(chances)
