"""Rules drawn at random out of all that can be said of zones, against brute force over whole histories."""

from __future__ import annotations

import random

import pytest
from oracle import alike
from test_notes import named
from test_zones import compare

from deduce.games import random_history
from deduce.records import read_record
from deduce.rulebook import EVERYBODY, Rulebook


class Script(Rulebook):
    """A deal of two cards each, then steps of a script: what happens in zones, and what is said of them."""

    name, title, seats = "script", "Script", range(2, 3)

    def __init__(self, cards, steps):
        super().__init__()
        self.cards, self.steps = cards, steps

    def rules(self, t):
        deck = t.deck("deck", self.cards)
        zone = {"deck": deck, **{seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}}
        zone["pile"], zone["row"] = t.zone("pile"), t.zone("row", EVERYBODY)
        for seat in t.seats:
            for _ in range(2):
                yield t.draw(deck, to=zone[seat])
        for number, (what, one, other, card) in enumerate(self.steps):
            if what == "draw" and len(zone[one]):
                yield t.draw(zone[one], to=zone[other])
            elif what == "out" and len(zone[one]):
                yield t.draw(zone[one], seen_by=card)
            elif what == "open" and len(deck):
                yield t.draw(deck, to=zone[other], open=[card])
            elif what == "lay" and len(zone[one]) and one in (1, 2):
                laid = yield t.choose(
                    one, t.option("lay {card}", card=zone[one]), one, name=f"laid {number}"
                )
                t.move(laid, zone[one], zone[other], under=other == "deck")
            elif what == "back" and len(zone[one]) and one in (1, 2):
                laid = yield t.choose(
                    one, t.option("return {card}", card=zone[one]), one, name=f"back {number}"
                )
                t.take(zone[one], laid)
                t.shuffle_in(deck, [laid])
            elif what == "play" and len(zone[one]) and one in (1, 2):
                t.take(zone[one], (yield t.choose(one, t.option("play {card}", card=zone[one]))))
            elif what == "swap":
                t.swap(zone[one], zone[other])
            elif what == "bury" and len(zone[one]) == 1:
                t.bury(zone[one], deck)
            elif what == "anew":
                aside = t.set_aside(zone[one])
                for _ in range(min(len(aside), len(deck))):
                    yield t.draw(deck, to=zone[one])
                t.shuffle_in(deck, aside)
            elif what == "pour":
                t.shuffle_in(deck, zone[one])
            elif what == "shuffle":
                t.shuffle_in(deck)
            elif what == "show":
                t.reveal(card, zone[one])
            elif what == "any":
                t.tell(EVERYBODY, zone[one].any(card), f"{number}: there is {card}")
            elif what == "more":
                more = zone[one].count(card) > zone[other].count(card)
                t.tell(EVERYBODY, more, f"{number}: more {card}")
        yield t.choose(1, ["finish"])
        return 0.0, 0.0


def script(seed):
    """A game of a few steps, by its seed: single cards or copies."""
    rng = random.Random(seed)
    cards = "KLMNO" if seed % 2 else {"K": 2, "L": 2, "M": 1}
    steps = []
    for _ in range(4):
        what = rng.choice(
            ("draw", "draw", "out", "open", "lay", "lay", "back", "play", "swap", "bury", "anew", "pour", "shuffle",
             "show", "any", "any", "more")
        )  # fmt: skip
        one, other = rng.sample([1, 2, 1, 2, "pile", "row"], 2)
        if what in ("draw", "out", "any") and rng.random() < 0.4:
            one = "deck"
        if what == "lay" and rng.random() < 0.4:
            other = "deck"
        card = rng.choice("KLM")
        if what in ("show", "out"):
            card = rng.choice((1, 2, EVERYBODY, ()) if what == "out" else (1, 2, EVERYBODY))
            card = one if what == "out" and one in (1, 2) else card  # who chooses of a hand knows it
        steps.append((what, one, other, card))
    return Script(cards, steps)


@pytest.mark.parametrize(
    "seed", [*range(20), 441, 567]
)  # in the last two, two cards come to lie under the deck
def test_what_is_known_of_zones_is_what_brute_force_finds(seed):
    assert compare(script(seed), 2, seed, most=300)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 7, 27, 35, 93, 351])  # in the last cards are laid back
def test_games_behind_a_view_are_all_that_look_the_same(seed):
    game = script(seed)
    moves = list(random_history(game, 2, seed).moves)
    state = game.new(players=2)
    for move in moves:
        state = state.play(move)
    for seat in range(3):
        ways = {tuple(each.history): chance for each, chance in alike(game, moves, seat, 2)}
        view, rng = state.view(seat), random.Random(seed)
        number = 60 if len(ways) <= 6 else 15
        found = {tuple(game.resample(view, rng).history) for _ in range(number)}
        assert found <= set(ways)
        assert len(ways) > 6 or found == set(ways)


@pytest.mark.parametrize("seed", range(14))
def test_notes_of_zones_read_back_the_same(seed):
    game = script(seed)
    state = named(game, 2, random_history(game, 2, seed).moves)
    assert game.answers().read(read_record(game.written([state], [], {}))).state == state
    for seat in (1, 2):
        text = game.written([state], [], {}, seat=seat)
        replay = game.answers().read(read_record(text))
        assert replay.view(seat).entries == state.view(seat).entries, text
        assert replay.knowledge().count() == game.knowledge(state.view(seat)).count()


def test_found_by_scripts_the_last_card_is_none_of_those_that_would_lie_open():
    game = Script("KLMNO", [("open", 1, "pile", "L")])
    state = game.new(players=2)
    for card, place in zip(
        "KLMNO", ("hand of P1", "hand of P1", "hand of P2", "hand of P2", "pile"), strict=True
    ):
        state = state.play(f"draw {card} to {place}")
    known = game.knowledge(state.view(0))
    assert known.possible(known.problem["deck"]["L"]) == {"hand of P1", "hand of P2"}
    assert [str(said) for said in known.log] == ["no L was in deck"]


def test_found_by_scripts_notes_leave_out_cards_that_their_writer_knew():
    state = named(Script("KLMNO", [("swap", "row", 1, "K")]), 2, random_history(script(1), 2, 1).moves[:4])
    text = state.setting.game.written([state], [], {}, seat=1)
    assert "row" not in text
    assert [str(entry.value) for entry in state.view(1).entries[-2:]] == ["('K', 'O')", "()"]
