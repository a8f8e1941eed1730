"""Hidden quantities of one run of the rules in another: an error where that means something else, harmless where not."""

import random

import pytest

from deduce import AllDifferent
from deduce.games import check_game
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.faults import RulesError

KEPT: dict = {}


class High(Rulebook):
    """Two cards are dealt; whoever has the higher one wins."""

    name, title, seats = "high", "High", range(2, 3)

    def rules(self, t):
        card = t.variables("card", t.seats, (1, 2, 3))
        t.require(AllDifferent(card), "each card exists once")
        yield from self.rest(t, self.of(card))
        first = t.tell(EVERYBODY, self.of(card)[1] > self.of(card)[2], "the first card is higher")
        return (1, -1) if first else (-1, 1)

    def rest(self, t, card):
        yield t.deal(card)
        for seat in t.seats:
            t.show(seat, card[seat])
        yield t.choose(1, ["pass", "bet"])

    def of(self, card):
        return card


class Other(High):
    """The same, with the variables of whichever run came first."""

    def of(self, card):
        return KEPT.setdefault(id(self), card)


class OnItself(High):
    def of(self, card):
        self.card = card
        return card


class Early(High):
    """A run that tells about cards of the run before it has dealt its own."""

    def rules(self, t):
        if "card" in KEPT:
            t.tell(EVERYBODY, KEPT["card"][1] > 1, "it was high")
        card = KEPT["card"] = t.variables("card", t.seats, (1, 2, 3))
        yield from self.rest(t, card)
        return 0, 0


class Undealt(High):
    """The same of a card that this run has declared, and not dealt."""

    def rules(self, t):
        card = t.variables("card", t.seats, (1, 2, 3))
        if "undealt" in KEPT:
            t.tell(EVERYBODY, KEPT["undealt"][1] > 1, "it was high")
        KEPT["undealt"] = card
        yield from self.rest(t, card)
        return 0, 0


def test_rules_that_keep_a_variable_on_themselves_are_refused_with_their_line():
    line = OnItself.of.__code__.co_firstlineno + 1
    with pytest.raises(RulesError, match=rf"test_other_runs.py:{line}: self.card = card: .* t.keep.card"):
        OnItself().new(players=2, seed=1)


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [
        (Early, 2, r"card\[P1\] belongs to another game or another run"),
        (Undealt, 3, r"card\[P1\] is told before it is dealt"),
    ],
)
def test_variables_of_another_run_are_refused_with_the_line_that_uses_them(kind, line, said):
    KEPT.clear()
    game = kind()
    game.new(players=2, seed=1)
    line += kind.rules.__code__.co_firstlineno
    with pytest.raises(RulesError, match=rf"test_other_runs.py:{line}: {said}"):
        game.new(players=2, seed=2)


def test_a_variable_that_this_run_has_dealt_too_is_the_same_one():
    """Runs with the same seats and options share their variables: a name means one thing in a game."""
    KEPT.clear()
    honest, other = High(), Other()
    check_game(other, playouts=3)
    for seed in range(6):
        states = [game.new(players=2, seed=seed) for game in (honest, other)]
        rng = random.Random(seed)
        while states[0].actor is not None:
            moves = [str(move) for move in states[0].moves()] if isinstance(states[0].actor, int) else None
            text = rng.choice(moves) if moves else str(states[0].draw(rng))
            states = [state.play(text) for state in states]
            known = [
                game.knowledge(state.view(1)) for game, state in zip((honest, other), states, strict=True)
            ]
            assert len({str(each) for each in known}) == len({each.count() for each in known}) == 1
        assert states[0].scores == states[1].scores
