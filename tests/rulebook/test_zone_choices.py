"""Options over several zones in one choice, and a card set aside that nobody saw: in notes and by brute force."""

from __future__ import annotations

import random
from itertools import combinations, product
from types import SimpleNamespace

import pytest
from amount import amount
from rulebook.oracle import worlds

from deduce import AllDifferent, Count, Problem
from deduce.games import check_game, random_history, read_record
from deduce.ground.errors import RecordError
from deduce.rulebook import NOBODY, Rulebook
from deduce.rulebook.apart import apart_of
from deduce.rulebook.asks import Roll
from deduce.rulebook.cards import _too_many
from deduce.rulebook.dealing import _pile_of, _weights
from deduce.rulebook.heard import Move
from deduce.rulebook.setting import Setting
from deduce.rulebook.slips import _texts
from deduce.rulebook.wanting import listed
from deduce.rulebook.zones import Bag, Slot


class Bags(Rulebook):
    """One card is set aside unseen; each turn a card is played or tossed from the hand, or taken out of the bag."""

    name, title, seats = "bags", "Bags", range(2, 3)

    def rules(self, t):
        deck = t.deck("deck", range(1, 7))
        yield t.draw(deck, to=t.zone("aside", seen_by=NOBODY))
        hand = {s: t.zone(f"hand of {t.name(s)}", seen_by=s) for s in t.seats}
        bag = {s: t.zone(f"bag of {t.name(s)}", seen_by=s) for s in t.seats}
        for s in t.seats:
            yield t.draw(deck, to=hand[s])
            yield t.draw(deck, to=bag[s])
        points = dict.fromkeys(t.seats, 0)
        for s in (1, 2, 1, 2):
            verb, card = yield t.choose(
                s,
                [
                    t.option("play {card}", card=hand[s], tag="play", otherwise={"idle": ("idle", 0)}),
                    t.option("toss {card}", card=hand[s], tag="toss"),
                    t.option("pull {card}", card=bag[s], tag="pull"),
                ],
            )
            if verb != "idle":
                t.take(bag[s] if verb == "pull" else hand[s], card)
            points[s] += card * (verb in ("play", "pull"))
        return [float(points[s]) for s in t.seats]


def test_the_contract_is_kept():
    check_game(Bags(), playouts=4)


@pytest.mark.parametrize("seed", range(3))
def test_notes_and_knowledge_are_what_brute_force_finds(seed):
    game = Bags()
    states, moves = [game.new(players=2)], list(random_history(game, 2, seed).moves)
    for move in moves:
        states.append(states[-1].play(move))
    parsed = [Move(move) for move in moves]
    for seat in (0, 1, 2):
        known = game.knowledge(states[-1].view(seat))
        assert known.count() == len(worlds(game, moves, seat, 2))
        text = game.written(states, parsed, {}, seat=seat)
        assert "aside" not in text  # nobody saw it: no line tells of it
        noted = game.answers().read(read_record(text)).view()
        assert game.knowledge(noted).count() == known.count()
    whole = game.written(states, parsed, {})
    assert "to aside" in whole
    assert game.answers().read(read_record(whole)).view().scores == states[-1].scores


class Laid(Rulebook):
    """Cards are laid from hands into a row that is a zone: what lies there has left no zone."""

    name, title, seats = "laid", "Laid", range(2, 3)

    def rules(self, t):
        deck = t.deck("deck", {"ash": 1, "elm": 2, "oak": 3, "fir": 3})
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        row = t.zone("row")
        for seat in (1, 1, 1, 2, 2, 2):
            yield t.draw(deck, to=hand[seat])
        for turn in range(6):
            me = turn % 2 + 1
            t.move((yield t.choose(me, t.option("lay {card}", card=hand[me]))), hand[me], row)
        return [0.0, 0.0]


@pytest.mark.parametrize(
    ("cards", "refused"),
    [
        ("elm elm", ""),  # there are two
        ("elm ash", "lay ash"),  # the only one is Ann's
        ("ash ash", "lay ash"),  # or lies in the row
        ("elm elm oak elm", "lay elm"),
        ("oak oak elm oak", ""),
        ("oak oak ash oak elm oak", "lay oak"),
    ],
)
def test_no_more_copies_are_laid_than_there_are(cards, refused):
    laid = [f"{who} lays {card}" for who, card in zip(("Ann", "Bob") * 3, cards.split(), strict=False)]
    text = "\n".join(["game: laid\nplayers: Ann Bob\nme: Ann\n\nI have ash elm oak", *laid, ""])
    if not refused:
        assert len(Laid().answers().read(read_record(text)).said) == len(laid) + 1
        return
    with pytest.raises(
        RecordError, match=f"{refused}: by what was noted before, Bob cannot have"
    ) as caught:
        Laid().answers().read(read_record(text))
    assert caught.value.line == 5 + len(laid)


def test_what_lies_for_certain_is_too_many_only_where_no_cards_unseen_make_it_up():
    """Beside every way for the cards that were not seen to be this one: none that is possible is refused."""
    rng, refused = random.Random(1), 0
    for _ in range(400):
        copies, terms = {"ash": rng.randint(1, 2)}, [Slot(str(n), Bag(), {}) for n in range(3)]
        bags = [
            Bag(
                {"ash": rng.choice([-1, 0, 0, 1])},
                {term: rng.choice([-1, 1]) for term in terms if rng.random() < 0.4},
            )
            for _ in range(2)
        ]
        zones = {
            n: SimpleNamespace(copies=copies, snapshot=lambda bag=bag: bag) for n, bag in enumerate(bags)
        }
        possible = False
        for some in product((0, 1), repeat=3):
            ash = dict(zip(terms, some, strict=True))
            lying = [bag.fixed["ash"] + sum(n * ash[term] for term, n in bag.terms.items()) for bag in bags]
            possible |= min(lying) >= 0 and sum(lying) <= copies["ash"]
        wrong = _too_many("ash", SimpleNamespace(zones=zones))
        assert not (wrong and possible), bags
        sure = [bag.fixed["ash"] for bag in bags]
        if not any(bag.terms for bag in bags):
            assert wrong == (sum(max(0, each) for each in sure) > copies["ash"] or sum(sure) < 0)
        refused += wrong
    assert refused > 40


@pytest.mark.parametrize("held", [True, False])
def test_options_apart_from_something_unseen_are_allowed_as_the_table_tells(held):
    hidden = Problem("apart").variable("hidden", ["ash", "elm"])
    options = apart_of(
        "take {tree}", {"tree": ["ash", "elm", "oak"]}, hidden, "", lambda _, make: make(), ""
    )
    unknown = SimpleNamespace(world={}, truth=lambda fact: held and fact.true_in({hidden: "elm"}))
    assert [options.allows((tree,), unknown) for tree in ("ash", "elm", "oak")] == [held, False, True]
    known = SimpleNamespace(world={hidden: "ash"})
    assert [options.allows((tree,), known) for tree in ("ash", "elm", "oak")] == [False, True, True]


def test_a_roll_shows_what_a_world_says_and_else_what_comes():
    handle = Problem("roll").variable("die", [1, 2, 3])
    for value in handle.domain:
        assert (
            Roll("die", {1: 0.5, 3: 0.5}, 0, handle).fill({handle: value}, random.Random(0), None)
            == f"die {value}"
        )
    for own in (handle, None):
        assert Roll("die", {3: 1.0}, 0, own).fill({}, random.Random(0), None) == "die 3"


def test_weights_of_a_deal_are_those_of_the_setting_or_of_its_own_group():
    problem = Problem("weights")
    own, beside, told = (problem.variable(name, [*"abc"]) for name in ("own", "beside", "told"))
    table = SimpleNamespace(weights={told: {"b": 2.0}})
    for weights, wanted in (({"a": 3.0, "c": 1.0}, [3.0, 0.0, 1.0]), (None, [])):
        deal = SimpleNamespace(weights=weights, group=(own, told))
        assert _weights(table, own, deal) == wanted
        assert _weights(table, beside, deal) == []
        assert _weights(table, told, deal) == [0.0, 2.0, 0.0]


class Washing(Rulebook):
    """It is said of Bob that he is out, whoever's turn it is."""

    name, title, seats = "washing", "Washing", range(2, 3)

    def rules(self, t):
        for seat in (1, 2):
            yield t.choose(seat, ["wash", "dry"])
            t.announce("out", seat=2)
        return [0.0, 0.0]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Ann wash", True),
        ("Ann wash, Bob out", True),
        ("Ann wash, out", True),
        ("Ann wash, Ann out", False),
    ],
)
def test_what_is_said_of_a_seat_stands_behind_no_other_name(line, read):
    record = read_record(f"game: washing\nplayers: Ann Bob\nme: Ann\n\n{line}\n")
    if read:
        assert len(Washing().answers().read(record).said) == 1
    else:
        with pytest.raises(RecordError):
            Washing().answers().read(record)


@pytest.mark.parametrize("number", [0, 1, 6, 7, 9])
def test_the_first_six_of_what_may_be_said_are_listed_and_the_others_counted(number):
    texts = [f"t{n}" for n in range(number)]
    more = f" or {number - 6} more" if number > 6 else ""
    assert str(listed(texts)) == ", ".join(texts[:6]) + more


def test_a_pile_is_made_of_variables_that_share_all_their_values():
    problem = Problem("pile")
    a, b, c = (problem.variable(name, [1, 2, 3]) for name in "abc")
    other = problem.variable("other", [1, 2])
    assert _pile_of(a, [AllDifferent([a, b, c])]).single
    assert _pile_of(a, [AllDifferent([a, b, other])]) is None
    counts = [Count([a, b, c], [value], n, n) for value, n in ((1, 1), (2, 2))]
    assert _pile_of(a, counts).copies == {1: 1, 2: 2, 3: 0}
    assert _pile_of(a, [Count([a, other], [1], 1, 1)]) is None


def test_menus_are_joined_where_all_options_are_always_legal_and_none_comes_twice():
    def menu(*texts, always=True):
        return SimpleNamespace(plain=dict.fromkeys(texts), always=always)

    parts = [["a"], ["b"], ["a", "c"], ["d"], []]
    menus = (menu("a"), menu("b"), menu("a", "c"), menu("d", always=False), None)
    kept = {id(part): each for part, each in zip(parts, menus, strict=True)}
    for some in (combination for size in range(5) for combination in combinations(range(5), size)):
        found = Setting._joined(SimpleNamespace(_lasting=kept), [parts[n] for n in some])
        texts = [text for n in some for text in parts[n]]
        legal = texts and 3 not in some and len(set(texts)) == len(texts)
        assert (found is not None) == bool(legal)
        if found is not None:
            assert list(found.plain) == texts


class Rolling(Rulebook):
    """A die is rolled, and then somebody chooses."""

    name, title, seats = "rolling", "Rolling", range(2, 3)

    def rules(self, t):
        yield t.roll("die", {1: 0.5, 2: 0.5})
        yield t.choose(1, ["wash", "dry"])
        return [0.0, 0.0]


def test_words_of_a_game_are_those_of_everything_that_can_be_chosen_or_happen():
    setting = Rolling().new(players=2, seed=1).view(1).setting
    assert {*_texts(setting, set())} == {"die 1", "die 2", "wash", "dry"}


class Own(Rulebook):
    """Everybody has a deck of the same cards."""

    name, title, seats = "own", "Own", range(2, 3)

    def rules(self, t):
        deck = {s: t.deck(f"deck of {t.name(s)}", ["ash", "elm", "oak", "fir"]) for s in t.seats}
        hand = {s: t.zone(f"hand of {t.name(s)}", s, of=deck[s]) for s in t.seats}
        row = {s: t.zone(f"row of {t.name(s)}", of=deck[s]) for s in t.seats}
        for s in (1, 1, 2, 2):
            yield t.draw(deck[s], to=hand[s])
        for me in (1, 2, 1, 2):
            t.move((yield t.choose(me, t.option("lay {card}", card=hand[me]))), hand[me], row[me])
        return [0.0, 0.0]


@pytest.mark.parametrize(
    ("cards", "left"), [("ash ash", 3), ("ash oak", 3), ("ash oak elm elm", 1), ("ash fir elm fir", 0)]
)
def test_found_by_a_planted_fault_cards_of_two_decks_are_not_each_others_copies(cards, left):
    """What is known to lie in one's own row kept the other from having the card of that name."""
    laid = [f"{who} lays {card}" for who, card in zip(("Ann", "Bob") * 2, cards.split(), strict=False)]
    record = read_record("\n".join(["game: own\nplayers: Ann Bob\nme: Ann\n\nI have ash elm", *laid, ""]))
    if left:
        assert Own().answers().read(record).knowledge().count() == left
    else:
        with pytest.raises(RecordError, match="Bob cannot have had fir to choose"):
            Own().answers().read(record)


class Rising(Rulebook):
    """Cards are laid face down, each higher than a mark that then goes up: what was high enough hangs on when."""

    name, title, seats = "rising", "Rising", range(2, 3)

    def rules(self, t):
        deck = t.deck("deck", range(1, 7))
        hand = {s: t.zone(f"hand of {t.name(s)}", seen_by=s) for s in t.seats}
        for s in t.seats:
            for _ in range(2):
                yield t.draw(deck, to=hand[s])
        t.open.mark = 0
        laid = []
        for s in (1, 2, 1):
            option = t.option(
                "lay {card}",
                card=hand[s],
                when=lambda card: card > t.open.mark,
                otherwise={"pass": 0} if laid else {},
            )
            laid.append((yield t.choose(s, option, s, name=f"laid {len(laid) + 1}")))
            t.open.mark += 2
        return [0.0, 0.0]


def test_what_could_be_chosen_unseen_hangs_on_the_conditions_of_then():
    game = Rising()
    check_game(game, playouts=amount(1, 20))
    for seed in range(amount(2, 100)):
        moves = list(random_history(game, 2, seed).moves)
        state = game.new(players=2)
        for move in moves:
            state = state.play(move)
        for seat in (0, 1, 2):
            assert game.knowledge(state.view(seat)).count() == len(worlds(game, moves, seat, 2))
