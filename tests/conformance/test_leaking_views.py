"""Leaks planted by hand into views, of several kinds and in several games, are noticed where they happen."""

from dataclasses import replace
from unittest import mock

import pytest
from amount import amount
from test_conformance import faulty
from toy_games import WhoseState

import deduce
from deduce.games import ConformanceError, check_game
from deduce.rulebook import Entry, State
from deduce.rulebook.run import frozen

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare", "coup", "love_letter")


def another_entry(state, told):
    """The seat hears the last move, in words of its own."""
    if state.history:
        told.entries = (*told.entries, Entry("say", 0, "whisper", state.history[-1]))


def a_hidden_value(state, told):
    """What somebody chose unseen is among the plain values."""
    hidden = [number for number, entry in enumerate(told.entries) if entry.kind == "hidden"]
    for number in hidden[-1:]:
        entry = told.entries[number]._replace(value=state.history[-1])
        told.entries = (*told.entries[:number], entry, *told.entries[number + 1 :])


def what_another_sees(state, told):
    """The cards on the table are those that the next seat sees."""
    told.table = {
        key: frozen(value, told.seat % state.seats + 1) for key, value in vars(state.run.table.open).items()
    }


def another_field(state, told):
    """Something lies on the table that does not lie there."""
    told.table = {**told.table, "secrets": state.history}


def early_scores(state, told):
    """Scores are told before the game is over."""
    told.scores = told.scores or (1.0,) * state.seats


def leaking(leak):
    view = State.view

    def seen(self, seat):
        told = view(self, seat)
        leak(self, told)
        return told

    return mock.patch.object(State, "view", seen)


HIDDEN = {another_entry: GAMES, another_field: GAMES, early_scores: GAMES}
HIDDEN |= {
    a_hidden_value: ("enigma", "shakespeare"),
    what_another_sees: ("entracte", "initiative", "coup", "love_letter"),
}


@pytest.mark.parametrize(
    ("leak", "name"), [(leak, name) for leak, names in HIDDEN.items() for name in names]
)
def test_a_leak_is_noticed_in_a_few_thin_play_outs(leak, name, monkeypatch):
    monkeypatch.setattr("deduce.conformance.check.SHORTER", 0)  # no time for a shorter history
    for seed in range(0, amount(40, 400), 40):
        with leaking(leak), pytest.raises(ConformanceError, match="the view of seat"):
            check_game(
                deduce.game(name), players=4, rng=seed, playouts=40, parts=["views"], thin=True, decisions=0
            )


def a_face_of_all(state, told):
    """What the game's own code reads of the view was made of the position."""
    told._face = state.face


@pytest.mark.parametrize("name", ["enigma", "entracte"])
def test_a_leak_in_what_is_told_as_plain_values_is_noticed(name, monkeypatch):
    monkeypatch.setattr("deduce.conformance.check.SHORTER", 0)
    with leaking(a_face_of_all), pytest.raises(ConformanceError, match="can tell a resampled state"):
        check_game(
            deduce.game(name), players=3, playouts=40, parts=["resample"], thin=True, decisions=1, rng=7
        )


def test_a_leak_in_a_field_that_is_not_compared_is_noticed():
    def view(self, seat):
        return replace(WhoseState.view(self, seat), unseen=self.cards)

    with pytest.raises(ConformanceError, match=r"what is not compared where views are .==.: unseen is"):
        check_game(faulty(view=view), players=3, playouts=20, parts=["resample"], thin=True, decisions=1)


@pytest.mark.parametrize("place", range(3))
def test_a_position_that_a_view_leads_to_is_found_wherever_it_hangs(place):
    """Beside things that it holds twice, which are looked into once."""

    def view(self, seat):
        held = [(seat, "one"), (seat, "other")] * 2
        held.insert(place, self)
        return replace(WhoseState.view(self, seat), extra=(tuple(held),))

    with pytest.raises(ConformanceError, match=rf"\.extra\[0\]\[{place}\]"):
        check_game(faulty(view=view), players=3, playouts=1, parts=["views"])
