"""Rules that cheat are found by check_game, with their line: planted cases of each kind."""

from __future__ import annotations

import re

import pytest
from amount import amount

from deduce import AllDifferent
from deduce.games import ConformanceError, check_game
from deduce.rulebook import EVERYBODY, Rulebook


class Honest(Rulebook):
    name, title, seats = "honest", "Honest", range(2, 3)

    def rules(self, t):
        card = t.variables("card", t.seats, (1, 2, 3, 4))
        t.require(AllDifferent(card), "each card exists once")
        yield t.deal(card)
        for seat in t.seats:
            t.show(seat, card[seat])
        t.open.asked = 0
        for turn in range(4):
            me = turn % 2 + 1
            n = yield t.choose(me, self.options_of(t, card, me))
            t.open.asked = self.lies(t, card, n)
            if t.tell(EVERYBODY, card[3 - me] > n, f"{t.name(3 - me)}'s card is above {n}") and self.stops(
                t, card
            ):
                return 1, 0
        return 0, 1

    def options_of(self, t, card, me):
        return {f"ask {n}": n for n in (1, 2, 3)}

    def lies(self, t, card, n):
        return n

    def stops(self, t, card):
        return False


class LooksAtTheWorld(Honest):
    def stops(self, t, card):
        return t.world[card[1]] == 2


class ShowsOnTheTable(Honest):
    def lies(self, t, card, n):
        return t.world.get(card[2], 0)


class OffersTooMuch(Honest):
    def options_of(self, t, card, me):
        return {f"ask {n}": n for n in (1, 2, 3) if t.world.get(card[3 - me]) != n}


class KnowsWhatIsLegal(Honest):
    def options_of(self, t, card, me):
        return {f"ask {n}": (card[3 - me] != n, n) for n in (1, 2, 3)}


class BranchesOnTheShown(Honest):
    def stops(self, t, card):
        return t.show(1, card[2]) == 3


def test_honest_rules_pass():
    check_game(Honest(), playouts=amount(3, 20))


@pytest.mark.parametrize(
    "cheat", [LooksAtTheWorld, ShowsOnTheTable, OffersTooMuch, KnowsWhatIsLegal, BranchesOnTheShown]
)
@pytest.mark.parametrize("seed", range(amount(1, 20)))
def test_cheats_are_found_with_their_line(cheat, seed):
    with pytest.raises(ConformanceError) as found:
        check_game(cheat(), playouts=10, rng=100 * seed)
    assert re.search(r"test_cheats\.py:\d+", str(found.value)), str(found.value)
