"""What rules get back for each thing they ask or tell: its value where everybody knows it, else nothing to look at;
and that the options they give are always the options of their menu.

Of the game itself and behind the eyes of every seat alike: that is why a run can be led on by what one seat heard.
"""

import random

import pytest

from deduce.language.variables import Variable
from deduce.rulebook import EVERYBODY, NOBODY, Rulebook, RulesError, Secret
from deduce.rulebook.faults import Untold
from deduce.rulebook.menus import menu_of
from deduce.rulebook.table import Table

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


def shown_secret(t, who):
    box = t.once("box", lambda: t.box("card", ("ash", "elm")))
    yield t.lot(Secret("card"), box, NOBODY)
    return t.show(who, Secret("card"))


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
    (shown_secret, ["card elm"], "elm", Untold),
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


def test_what_is_apart_from_a_choice_that_was_only_told_of():
    """Nobody was shown what was chosen, but what is left follows from what all were told."""

    class Leaves(Rulebook):
        name, title, seats = "leaves", "Leaves", range(2, 3)

        def rules(self, t):
            taken = yield t.choose(2, [1, 2], 2, name="taken")
            t.tell(EVERYBODY, taken == 1, "it is the first")
            yield t.choose(1, t.option("take {n}", n=(1, 2, 3), apart=[taken]))
            return [0, 0]

    for text, left in (("1", ["take 2", "take 3"]), ("2", ["take 1", "take 3"])):
        state = Leaves().new(players=2).play(text)
        assert [str(move) for move in state.moves()] == left
        for seat in (1, 2):
            run = state.view(seat).behind
            assert list(run.wait.menu.legal(run.table)) == left


class Plain(Rulebook):
    name, title, seats = "plain", "Plain", range(2, 3)

    def rules(self, t):
        yield t.choose(1, ["end"])
        return [0, 0]


WORDS, ONCE, MORE = ("go", "stay"), {"look": 1, "peek": (2, 3)}, {"wait": None}


def forms(t, hand):
    """Options in all forms, alike and nearly alike, each made anew as rules do."""
    once, more = t.once("once", lambda: ONCE), t.once("more", lambda: MORE)
    none, cup = t.once("none", dict), t.recall("cup")
    for options in (
        WORDS,
        ["go", "stay"],
        ["stay", "go"],
        ["1", "2"],
        [1, 2],
        [1, None],
        [True, False],
        {"go": 1, "stay": 2},
        {"go": 2, "stay": 1},
        {"stay": 2, "go": 1},
        {"go": True, "stay": 2},
        {"go": (1, 2), "stay": 2},
        {"go": [1], "stay": 2},
        {"go": (cup == "A", 1), "stay": 2},
        {"go": (cup == "B", 1), "stay": 2},
        once,
        [once],
        [once, more],
        [more, once],
        [once, none],
        [none, more],
        [once, {"go": 1}],
        [once, {"go": 2}],
        [once, "go"],
        [{"go": 1}, {"stay": 2}],
        [{"go": 1}, "stay"],
        [once, t.when(cup == "A", {"jump": 1})],
        [once, t.when(cup == "B", {"jump": 1})],
        [once, t.option("play {card}", card=hand)],
        [{"go": 1}, t.option("play {card}", card=hand)],
        t.option("step {n}", n=(1, 2)),
        [t.option("step {n}", n=(1, 2)), t.option("step {n} back", n=(1, 2), tag="back")],
        t.free("say", lambda text: None, ["a"]),
        [once, t.free("say", lambda text: None, ["a"])],
        [{"go": 1}, t.free("sing", lambda text: None, ["a"])],
    ):
        yield options, ()
        if type(options) is not tuple:
            yield options, ("pass",)
            yield options, {"pass": 1}
            yield options, {"pass": 2}


def items(menu):
    values = [(text, type(value), value) for text, value in menu.all().items()]
    facts = {text: str(fact) for text, (_, fact) in menu.bound.items()}
    free = menu.free.verb if menu.free is not None else ""
    return values, facts, menu.otherwise, free, [cards.text for cards in menu.cards], menu.reasons


@pytest.mark.parametrize("most", [4096, 3])
def test_a_menu_that_is_kept_is_that_of_its_options(monkeypatch, most):
    """However often, in whatever order and beside which others options are asked, they are these and no others."""
    monkeypatch.setattr("deduce.rulebook.setting.MENUS", most)
    setting = Plain().setting(2, {})
    table = Table(setting)
    table.variable("cup", ("A", "B"))
    deck = table.deck("deck", {"ash": 2, "elm": 1})
    hand = table.zone("hand", 1)
    table.put(hand, table.take(deck, "elm"))
    rng = random.Random(1)
    for _ in range(3):
        every = list(forms(table, hand))
        for options, otherwise in rng.sample(every, len(every)):
            kept, again = setting.menu(options, otherwise), setting.menu(options, otherwise)
            assert items(kept) == items(again) == items(menu_of(options, otherwise))
    for options in (WORDS, table.once("once", dict), [table.once("once", dict), table.once("more", dict)]):
        assert setting.lasts(options)
    for options in (
        ["go"],
        {"go": 1},
        [table.once("once", dict), {"go": 1}],
        [[table.once("once", dict)]],
        ("go", 1),
    ):
        assert not setting.lasts(options)
    for wrong, why in (
        (["go", "go"], "two options are called 'go'"),
        ([], "without options"),
        ({" ": 1}, "without a text"),
    ):
        for _ in range(2):  # and what was refused once is not kept
            with pytest.raises(RulesError, match=why):
                setting.menu(wrong, ())
    with pytest.raises(RulesError, match="one kind of free text"):
        setting.menu([table.free("say", str), table.free("sing", str)], ())
