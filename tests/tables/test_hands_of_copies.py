"""What is said of several cards of kinds that come more than once, against every way in which they could lie."""

from __future__ import annotations

import pytest

from deduce.games import CHANCE, read_record
from deduce.ground.errors import RecordError
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.claims import claim_of
from deduce.rulebook.quantities import sheet_of

KINDS = ("bat", "fly", "rat")


class Offered(Rulebook):
    """A card is offered face down under a name; who gets it believes or doubts, and then all see it."""

    name, title, seats = "offered", "Offered", range(3, 4)

    def rules(self, t):
        """Two of each kind, two in each hand."""
        o = t.open
        o.deck = t.deck("deck", dict.fromkeys(KINDS, 2))
        o.hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        for seat in t.seats:
            for _ in range(2):
                yield t.draw(o.deck, to=o.hand[seat])
        o.turn = 1
        return self.turn

    def turn(self, t):
        """A card goes to the next, who may look at it."""
        o = t.open
        me = o.turn
        to = me % len(t.seats) + 1
        card = yield t.choose(me, t.option("offer {card}", card=o.hand[me]), seen_by=me)
        t.take(o.hand[me], card)
        if (yield t.choose(to, ["keep", "doubt"])) == "keep":
            t.put(o.hand[to], card)
        else:
            t.show(EVERYBODY, card)
        if me == 2:
            return [0.0 for _ in t.seats]
        o.turn = to
        return self.turn


GAME = Offered()
DEAL = ["bat", "fly", "fly", "rat", "bat", "rat"]


def after(*moves):
    state, deals = GAME.new(players=3), iter(DEAL)
    while state.actor is CHANCE:
        card = next(deals)
        state = state.play(next(m for m, _ in state.outcomes() if m.text.split()[1] == card))
    for move in moves:
        state = state.play(move)
    return state


def ways(view, seat, length):
    """Every state of so many moves that looks so to the seat, with the weight of its chances."""
    found, waiting = [], [(GAME.new(players=3), 1.0, 0)]
    while waiting:
        state, weight, made = waiting.pop()
        if state.actor is CHANCE:
            waiting += [(state.play(move), weight * chance, made) for move, chance in state.outcomes()]
        elif made < length:
            waiting += [(state.play(move), weight, made + 1) for move in state.moves()]
        elif state.view(seat) == view:
            found.append((state, weight))
    return found


def held(state, seat):
    return state.run.table.open.hand[seat].cards()


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("moves", [("offer fly", "keep"), ("offer fly", "doubt", "offer rat", "keep")])
def test_the_chances_of_a_hand_are_those_of_all_ways(seat, moves):
    state = after(*moves)
    view = state.view(seat)
    known = GAME.knowledge(view)
    sheet = sheet_of(known)
    all_ways = ways(view, seat, len(moves))
    total = sum(weight for _, weight in all_ways)
    for other in {1, 2, 3} - {seat}:
        one = len(held(state, other)) == 1
        row = sheet[f"hand of P{other} {'now' if one else 'has'}"]
        assert sum(row.values()) == pytest.approx(len(held(state, other)))
        for kind in KINDS:
            for least in (1,) if one else (1, 2, 3):
                words = f"P{other} has {least} {kind}s" if least > 1 else f"P{other} has a {kind}"
                true = sum(w for way, w in all_ways if held(way, other).count(kind) >= least) / total
                assert row.get(kind if least == 1 else f"{least} {kind}", 0.0) == pytest.approx(true)
                if least < 3:  # there are two of each kind
                    assert known.probability(claim_of(words, known).fact) == pytest.approx(true)
                    assert known.probability(claim_of(f"hand of {words}", known).fact) == pytest.approx(
                        true
                    )
        assert known.probability(claim_of(f"P{other} has no rat", known).fact) == pytest.approx(
            1 - row.get("rat", 0.0)
        )


def test_a_large_hand_is_spoken_of_and_asked_about():
    notes = "game: offered\nplayers: Ann Bob Cid\nme: Ann\n\ndraw bat, fly\nI offer the fly\nBob keeps\n"
    text = GAME.solve(read_record(notes)).text
    assert "hand of Bob has  fly, rat 83%" in text, text
    assert GAME.why(read_record(notes), "Bob has a fly").text.startswith("yes: hand of Bob has fly")
    assert GAME.why(read_record(notes), "Bob has no fly").text.startswith("no: hand of Bob has fly")
    with pytest.raises(RecordError, match=r"say a quantity and a value; .*hand of Bob has"):
        GAME.why(read_record(notes), "Bob has a unicorn")
