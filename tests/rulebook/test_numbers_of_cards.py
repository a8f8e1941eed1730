"""Numbers of the cards in a hand, told to everybody: noted, read back, and held against the cards that one saw."""

from __future__ import annotations

import random

import pytest
from amount import amount

from deduce.games import CHANCE, check_game
from deduce.ground.errors import RecordError
from deduce.records import read_record
from deduce.rulebook import EVERYBODY, Rulebook, RulesError


class Fishing(Rulebook):
    """Ask for a rank that you hold: all cards of it are handed over."""

    name, title, seats = "fishing", "Fishing", range(2, 4)

    def rules(self, t):
        pond = t.deck("pond", {"ace": 1, "king": 3, "jack": 3})
        hand = {s: t.zone(f"hand of {t.name(s)}", s) for s in t.seats}
        for s in (*t.seats, *t.seats):
            yield t.draw(pond, to=hand[s])
        for me in (*t.seats, *t.seats):
            others = {t.name(s): s for s in t.seats if s != me}
            if not hand[me]:
                continue
            ask = t.option("ask {who} for {rank}", rank=hand[me], who=others)
            rank, name = yield t.choose(me, ask)
            who = others[name]
            number = t.tell(EVERYBODY, hand[who].count(rank), f"{t.name(who)} hands over")
            for _ in range(number):
                t.move(rank, hand[who], hand[me])
            full = t.which(
                EVERYBODY, {r: hand[me].count(r) == 3 for r in ("king", "jack")}, "book of {}", unsaid=()
            )
            if full and not len(hand[me]) - 3:
                return [float(s == me) for s in t.seats]
        return [0.0] * len(t.seats)


HEAD = "game: fishing\nplayers: Ann Bob Cid\nme: Ann\n\nI draw king, I draw jack\n"


def notes(*lines):
    game = Fishing()
    return game.answers().read(read_record(HEAD + "\n".join(lines) + "\n"))


def told(replay):
    return [answer.value for answer, _ in replay.reader.answers if answer.kind == "tell"]


def test_numbers_told_are_written_and_read_back():
    for players in (2, 3):
        assert "records" in check_game(Fishing(), players=players, playouts=amount(1, 20), rng=4).parts


@pytest.mark.parametrize("said", ["Bob hands over: 2", "Bob hands over 2", "2"])
def test_a_number_of_cards_is_read(said):
    assert told(notes(f"Ann asks Bob for king, {said}")) == [2]


@pytest.mark.parametrize(
    "said", ["Bob hands over: 0", "none", "nothing", "Bob hands over none", "Bob hands over: no"]
)
def test_none_of_a_number_is_none(said):
    assert told(notes(f"Ann asks Bob for king, {said}")) == [0]


@pytest.mark.parametrize("said", ["yes", "Bob hands over: yes", "Bob hands over no king, 2"])
def test_a_verdict_is_no_number(said):
    with pytest.raises(RecordError):
        notes(f"Ann asks Bob for king, {said}")


def test_what_ones_own_cards_deny_is_refused_with_what_they_say():
    with pytest.raises(RecordError, match=r"line 7.*'Ann hands over': 1"):
        notes("Ann asks Bob for king, 0", "Bob asks Ann for jack, 0")


class Boasting(Rulebook):
    """One card each; whoever says so has the only ace."""

    name, title, seats = "boasting", "Boasting", range(2, 3)

    def rules(self, t):
        deck = t.deck("deck", {"ace": 1, "king": 3})
        hand = {s: t.zone(f"hand of {t.name(s)}", s) for s in t.seats}
        for s in t.seats:
            yield t.draw(deck, to=hand[s])
        t.tell(EVERYBODY, hand[2].any("ace"), f"{t.name(2)} has the ace")
        yield t.choose(1, ("on", "off"))
        return [0.0, 0.0]


def test_what_no_card_left_can_say_is_a_contradiction_with_its_line():
    """Ann holds the one ace: that Bob has it cannot be."""
    text = "game: boasting\nplayers: Ann Bob\nme: Ann\n\nI draw ace\nBob has the ace\n"
    said = Boasting().solve(read_record(text)).text
    assert "cannot all be true:\n  line 6: Bob has the ace" in said
    right = text.replace("has the", "does not have the")
    assert "contradict" not in Boasting().solve(read_record(right)).text


class Emptying(Rulebook):
    """Who says nothing of a full hand goes on drawing, though nothing may be left."""

    name, title, seats = "emptying", "Emptying", range(2, 3)

    def rules(self, t):
        deck = t.deck("deck", {"ace": 2, "king": 1})
        hand = {s: t.zone(f"hand of {t.name(s)}", s) for s in t.seats}
        for s in (1, 2):
            yield t.draw(deck, to=hand[s])
        for me in (1, 2, 1):
            yield t.choose(me, ("draw", "stay"))
            aces = hand[1].count("ace") + hand[2].count("ace")
            if t.tell(EVERYBODY, aces == 2, "both aces are out", unsaid=False):
                return [0.0, 0.0]
            yield t.draw(deck, to=hand[me])
        return [0.0, 0.0]


def test_a_reading_in_which_the_rules_break_does_not_hide_the_right_one():
    """Of two readings of the last line one leaves out that both aces are out, and goes on to draw where nothing is."""
    game = Emptying()
    for seed in range(6):
        state = game.new(players=2, seed=seed)
        states = [state]
        while state.actor is not None:
            move = state.moves()[0] if state.actor is not CHANCE else state.draw(random.Random(seed))
            states.append(state := state.play(move))
        for seat in (1, 2):
            text = game.written(states, [], {}, seat=seat)
            assert game.answers().read(read_record(text)).view(seat).entries == state.view(seat).entries


def test_what_notes_mean_that_say_nothing_is_one_of_the_options():
    class Silent(Rulebook):
        name, title, seats = "silent", "Silent", range(2, 3)

        def rules(self, t):
            yield t.together(dict.fromkeys(t.seats, ("stay", "go")), "vote")
            return [0.0, 0.0]

    with pytest.raises(
        RulesError, match=r"test_numbers_of_cards.py:\d+: unsaid='vote' is none of the values"
    ):
        Silent().new(players=2)


class Laying(Rulebook):
    """One card each of cards that are there once; each lays it."""

    name, title, seats = "laying", "Laying", range(2, 4)

    def rules(self, t):
        deck = t.deck("deck", ["one", "two", "three", "four"])
        hand = {s: t.zone(f"hand of {t.name(s)}", s) for s in t.seats}
        for s in t.seats:
            yield t.draw(deck, to=hand[s])
        for s in t.seats:
            t.take(hand[s], (yield t.choose(s, t.option("lay {card}", card=hand[s]))))
        return [0.0] * len(t.seats)


def test_of_a_hand_that_ran_out_the_sheet_tells_nothing():
    text = "game: laying\nplayers: Ann Bob Cid\nme: Ann\n\nI draw one\nAnn lay one\nBob lay two\n"
    said = Laying().solve(read_record(text)).text
    assert "hand of Cid now" in said
    assert "hand of Bob" not in said
    whole = Laying().solve(read_record(text + "Cid lay three\n")).text
    assert "hand of Cid has" not in whole
    assert "Line 8 was read as: Cid: lay three." in whole
