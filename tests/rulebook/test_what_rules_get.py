"""What rules get back for each thing they ask or tell: its value where everybody knows it, else nothing to look at.

Of the game itself and behind the eyes of every seat alike: that is why a run can be led on by what one seat heard.
"""

import pytest

from deduce.language.variables import Variable
from deduce.rulebook import EVERYBODY, NOBODY, Rulebook
from deduce.rulebook.faults import Untold

FEW = {"everybody": EVERYBODY, "one": [1], "the other": 2, "nobody": NOBODY}


def cups(t):
    cup = t.variables("cup", (1, 2), ("A", "B"))
    yield t.deal(cup)
    return cup


def rolled(t, who):
    return (yield t.roll("die", (1, 2, 3), who))


def chosen(t, who):
    return (yield t.choose(1, {"go": 7, "stay": 8}, who))


def chosen_aside(t, who):
    return (yield t.choose(1, {"go": 7, "stay": 8}, who, aside=True))


def shuffled(t, who):
    cup = yield from cups(t)
    return (yield t.shuffle(cup, who, "swap {}"))


def laid(t, who):
    cup = yield from cups(t)
    return (yield t.rearrange(1, cup, "lay {}", who))


def sensed(t, who):
    cup = yield from cups(t)
    return (yield t.sense(who, cup[1], {"A": {"warm": 1}, "B": {"warm": 0.5, "cold": 0.5}}, "it is"))


def drawn(t, who):
    deck = t.deck("deck", {"ash": 2, "elm": 1})
    return (yield t.draw(deck, t.zone("hand", NOBODY), who))


def drawn_open(t, who):
    deck = t.deck("deck", {"ash": 2, "elm": 1})
    return (yield t.draw(deck, t.zone("hand", NOBODY), who, open=["elm"], text="turn {}"))


def revealed(t, who):
    deck = t.deck("deck", {"ash": 2, "elm": 1})
    hand = t.zone("hand", NOBODY)
    yield t.draw(deck, hand)
    yield t.draw(deck, hand)
    return t.reveal(who, hand)


def shown(t, who):
    cup = yield from cups(t)
    return t.show(who, cup[2])


def shown_where_it_is_so(t, who):
    cup = yield from cups(t)
    return t.show(who, cup[2], when=cup[1] == "A")


def told(t, who):
    cup = yield from cups(t)
    return t.tell(who, cup[2] == "B", "the second is B")


def told_of(t, who):
    cup = yield from cups(t)
    return t.which(who, {key: each == "B" for key, each in cup.items()}, "B: {}")


FIRST_B = ["cup[1] = B", "cup[2] = A"]
CASES = [
    (rolled, ["die 2"], 2, Variable),
    (chosen, ["go"], 7, Variable),
    (chosen_aside, ["stay"], 8, Untold),
    (shuffled, [*FIRST_B, "swap 2 1"], (1, 0), Untold),
    (laid, [*FIRST_B, "lay 1 2"], (0, 1), Untold),
    (sensed, [*FIRST_B, "it is cold"], "cold", Untold),
    (drawn, ["draw elm to hand"], "elm", Untold),
    (drawn_open, ["turn elm"], "elm", str),
    (drawn_open, ["turn ash"], "ash", type(None)),
    (revealed, ["draw elm to hand", "draw ash to hand"], ("ash", "elm"), Untold),
    (shown, FIRST_B, "A", Untold),
    (shown_where_it_is_so, ["cup[1] = A", "cup[2] = B"], "B", Untold),
    (shown_where_it_is_so, FIRST_B, None, Untold),
    (told, FIRST_B, False, Untold),
    (told_of, FIRST_B, (1,), Untold),
]


@pytest.mark.parametrize("who", FEW)
@pytest.mark.parametrize(("ask", "moves", "value", "else_"), CASES)
def test_what_rules_get(ask, moves, value, else_, who):
    got = []

    class Gets(Rulebook):
        name, title, seats = "gets", "Gets", range(2, 3)

        def rules(self, t):
            got.append((t.seat, (yield from ask(t, FEW[who]))))
            yield t.choose(1, ["end"])
            return [0, 0]

    state = Gets().new(players=2)
    for move in moves:
        state = state.play(move)
    for seat in (0, 1, 2):
        assert state.view(seat).behind.wait.actor == 1
    live, *blind = got
    assert live[0] is None
    assert {seat for seat, _ in blind} == {0, 1, 2}
    for _, each in got:
        if who == "everybody":
            assert type(each) is type(value)
            assert each == value
        else:  # and a choice is a variable that stands for it, about which facts can be told later
            assert type(each) is else_
            assert else_ is not str or each == value
    heard = {
        seat
        for seat in (0, 1, 2)
        if any(entry.value == value and entry.kind != "hidden" for entry in state.view(seat).entries)
    }
    if value is not None and ask is not drawn_open:
        seen = {"everybody": {0, 1, 2}, "one": {1}, "the other": {2}, "nobody": set()}[who]
        assert heard == seen | ({1} if ask in (chosen, chosen_aside, laid) else set())
