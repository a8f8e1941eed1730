"""Rules as a stranger writes them: chances that hang on what was done, and every slip that rules can make."""

import json
import pickle
import random
import re
from math import isclose
from pathlib import Path

import pytest
from oracle import worlds

from deduce import AllDifferent, Exactly, ProblemError
from deduce.games import CHANCE, ConformanceError, check_game, game, read_record
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.faults import RulesError
from deduce.rulebook.table import SAID


def moves_of(state):
    return [move for move, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())


class Loaded(Rulebook):
    """What a seat did in the open decides with which chances its coin is laid; a later turn does so again."""

    name, title, seats = "loaded", "Loaded", range(2, 3)
    way = "deal"

    def rules(self, t):
        t.open.turn, t.keep.coins = 0, []
        yield
        return self.turn

    def turn(self, t):
        t.open.turn += 1
        heads = yield t.choose(1, {"fair": 1, "loaded": 3, "never": 0})
        chances = {"heads": heads, "tails": 1}
        if self.way == "deal":
            coin = t.variable(f"coin {t.open.turn}", ("heads", "tails", "edge"))
            yield t.deal(coin, chances)
        elif self.way == "together":  # two coins in one go, which a rule ties
            pair = t.variables(f"coins {t.open.turn}", (1, 2), ("heads", "tails", "edge"))
            t.require(AllDifferent(pair), "never both alike")
            yield t.deal(pair, {**chances, "edge": 2})
            coin = pair[1]
        else:
            coin = yield t.roll("coin", chances, seen_by=2)
        yield t.choose(2, ["go"])
        t.keep.coins.append(coin)
        if t.open.turn < 2:
            return self.turn
        t.tell(EVERYBODY, (t.keep.coins[0] == "heads") | (t.keep.coins[1] == "tails"), "heads or tails")
        return [0, 0]


@pytest.mark.parametrize("way", ["deal", "together", "roll"])
def test_chances_that_hang_on_what_was_done_are_those_of_the_game_at_hand(way):
    game = Loaded()
    game.way = way
    rng = random.Random(5)
    for _ in range(8):  # one after the other, of one game: what one of them did says nothing of the next
        state, moves = game.new(players=2), []
        while state.actor is not None:
            moves.append(rng.choice(moves_of(state)))
            state = state.play(moves[-1])
        for seat in (0, 1, 2):
            known = game.knowledge(state.view(seat))
            found = worlds(game, moves, seat, 2)
            whole = sum(found.values())
            for place, variable in enumerate(known.scope):
                chances = known.marginals(variable)
                for value in variable.domain:
                    counted = (
                        sum(chance for world, chance in found.items() if world[place] == value) / whole
                    )
                    assert isclose(chances.get(value, 0), counted, abs_tol=1e-12), (moves, seat, variable)
            assert game.resample(state.view(seat), rng).view(seat) == state.view(seat)


def test_chances_of_a_branch_and_of_notes_are_those_of_the_branch():
    game = Loaded()
    state = game.new(players=2)
    fair, never = state.play("fair"), state.play("never")  # two branches of one state
    for way, heads in ((never, 0.0), (fair, 0.5), (state.play("loaded"), 0.75)):
        after = way.play(way.outcomes()[-1][0]).play("go")
        known = game.knowledge(after.view(1))
        assert isclose(known.probability(known.problem["coin 1"] == "heads"), heads)
        assert known.holds(known.problem["coin 1"] == "edge") is False
    for act, heads in (("loaded", 0.75), ("never", 0.0), ("fair", 0.5)):
        notes = f"game: loaded\nplayers: Ann Bob\nme: Ann\n\nAnn {act}\nBob go\nAnn fair\n"
        known = game.answers().read(read_record(notes)).knowledge()
        assert isclose(known.probability(known.problem["coin 1"] == "heads"), heads)


def made(rules):
    """A game of these rules for two."""
    said = {"name": "tried", "title": "Tried", "seats": range(2, 3), "rules": lambda self, t: rules(t)}
    return type("Tried", (Rulebook,), said)()


def played(game):
    state, rng = game.new(players=2), random.Random(1)
    while state.actor is not None:
        state = state.play(rng.choice(moves_of(state)))


def refused(rules):
    """What is wrong with rules, as the one who plays or checks them reads it; with the line of `rules` it names."""
    first = rules.__code__.co_firstlineno
    with pytest.raises(RulesError) as error:
        played(made(rules))
    file, _, line = error.value.place.rpartition(":")
    assert file in ("", __file__)
    return error.value.message, int(line or first) - first


def test_chances_that_are_none_of_a_quantity_are_refused_where_they_are_given():
    def named(t):
        coin = t.variable("coin", ("heads", "tails"))
        yield t.deal(coin, {"head": 1})

    def below(t):
        yield t.deal(t.variable("coin", ("heads", "tails")), {"heads": -1, "tails": 2})

    def none(t):
        yield t.deal(t.variable("coin", ("heads", "tails")), {"heads": 0})

    def listed(t):
        yield t.deal(t.variable("coin", ("heads", "tails")), [1, 2])

    def partly(t):
        yield t.choose(1, ["sleep", "look"], seen_by=1, likely={"sleep": 1})

    def seen(t):
        yield t.choose(1, ["sleep", "look"], likely={"sleep": 1, "look": 2})

    def late(t):
        card = t.variables("card", (1, 2), (1, 2, 3))
        t.require(AllDifferent(card), "each once")
        yield t.deal(card[1])
        yield t.deal(card[2], {1: 5, 2: 1, 3: 1})

    assert refused(named) == (
        "weights of coin: 'head' is no value of it: did you mean 'heads'? allowed: heads, tails",
        2,
    )
    assert (
        refused(below)[0] == "weights of coin: the chance of 'heads' is -1; it must be a number from 0 on"
    )
    assert refused(none)[0] == "weights of coin: no value has a chance above 0"
    assert refused(listed)[0] == "weights of coin: expected {value: chance}, not [1, 2]"
    assert refused(partly) == (
        "likely of choice 1 of P1: the chance of 'look' is None; it must be a number above 0",
        1,
    )
    assert refused(seen)[0].startswith("likely={value: chance} is said of a choice that not everybody sees")
    assert refused(late)[0] == SINCE.format("card[2]", "card[1]")


def test_a_choice_that_is_seen_is_evidence_where_its_author_says_so():
    fit = {"bid": {1: 0.5, 2: 2.0}, "pass": {3: 0.25}}  # what is not named is as likely as before

    def rules(t):
        card = t.variables("card", (1, 2), (1, 2, 3))
        t.require(AllDifferent(card), "each once")
        yield t.deal(card)
        t.show(1, card[1], name="own")
        yield t.choose(1, ["bid", "pass", "fold"], likely=(card[1], fit.__getitem__))
        return [0, 0]

    game = made(rules)
    state = game.new(players=2, seed=1)
    for act, chances in (("bid", (1 / 7, 4 / 7, 2 / 7)), ("pass", (4 / 9, 4 / 9, 1 / 9))):
        known = game.knowledge(state.play(act).view(2))
        found = known.marginals(known.problem["card[1]"])
        assert [round(found[value], 12) for value in (1, 2, 3)] == [round(chance, 12) for chance in chances]
    with pytest.raises(
        ProblemError, match=r"the function of likely=\(card\[1\], ...\) failed .* \(called with 'fold'\)"
    ):
        game.knowledge(state.play("fold").view(2))
    fit["fold"] = {2: 0}
    with pytest.raises(
        ProblemError, match=r"ratio of 2 is 0; it must be a positive number .*impossible is observed"
    ):
        game.knowledge(state.play("fold").view(2))


SINCE = (
    "{} is tied to {} by what was said since, so that these would have been dealt with other chances: say t.require "
    "before the first t.deal, and deal what has weights in one"
)


def test_a_rule_said_after_a_deal_is_refused_where_it_would_have_changed_the_chances():
    def below(t):
        die = t.variables("die", (1, 2), (1, 2, 3))
        yield t.deal(die[1], {2: 1, 3: 1})
        t.require(die[2] < die[1], "the second is lower")
        yield t.deal(die[2])
        yield t.choose(1, ["go"])
        return [0, 0]

    def other(t):  # whatever the first is, as many are left: nothing changes
        die = t.variables("die", (1, 2), (1, 2, 3))
        yield t.deal(die[1], {1: 5, 2: 1, 3: 1})
        t.require(die[2] != die[1], "the second is another")
        t.require((die[2] == 1) | (die[2] == 2) | (die[2] == 3), "it is a die")
        yield t.deal(die[2])
        yield t.choose(1, ["go"])
        return [0, 0]

    def pile(t):
        card = t.variables("card", (1, 2, 3), ("sun", "moon"))
        yield t.deal(card[1])
        t.require(Exactly(2, card, "sun"), "there are two suns")
        yield t.deal([card[2], card[3]])

    assert refused(below)[0] == SINCE.format("die[2]", "die[1]")
    assert refused(pile)[0] == SINCE.format("card[2]", "card[1]")
    game = made(other)
    for _ in range(3):
        state, moves = game.new(players=2), []
        while state.actor is CHANCE:
            moves.append(random.Random(len(moves)).choice(moves_of(state)))
            state = state.play(moves[-1])
        known = game.knowledge(state.view(1))
        assert isclose(known.probability(known.problem["die"][1] == 1), 5 / 7)


def test_a_name_given_twice_is_refused_where_it_is_given_again():
    def keys(t):
        yield t.deal(t.variables("die", (1, 2), range(1, 7)))
        yield t.deal(t.variables("die", (3,), range(1, 7)))

    def alone(t):
        yield t.deal(t.variables("die", (1, 2), range(1, 7)))
        yield t.deal(t.variable("die", range(1, 7)))

    def member(t):
        yield t.deal(t.variables("die", (1, 2), range(1, 7)))
        yield t.deal(t.variable("die[2]", range(1, 7)))

    def values(t):
        yield t.choose(1, ["a", "b"], seen_by=1, name="secret")
        yield t.choose(2, ["a", "c"], seen_by=2, name="secret")

    for rules, name in ((keys, "die"), (alone, "die"), (member, "die[2]"), (values, "secret")):
        assert refused(rules) == (f"there is already a variable {name!r}; names are unique in a game", 2)


def test_one_name_may_stand_for_one_thing_or_another_in_different_games():
    def rules(t):
        again = yield t.choose(1, {"one": (1,), "both": (1, 2)})
        die = t.variables("die", again, range(1, 7))
        yield t.deal(die)
        yield t.choose(2, ["go"])
        return {1: 1, 2: 0}

    for act in ("one", "both", "one"):
        state = made(rules).new(players=2).play(act)
        while state.actor is CHANCE:
            state = state.play(state.outcomes()[0][0])
        assert [str(v) for v in state.setting.game.knowledge(state.view(1)).scope] == [
            f"die[{key}]" for key in ((1,) if act == "one" else (1, 2))
        ]
        assert state.play("go").scores == (1, 0)


def test_scores_may_be_told_by_seat_and_nothing_else_is_taken_for_scores():
    def of(scores):
        def rules(t):
            yield t.choose(1, ["go"])
            return scores

        return rules

    assert made(of({2: 3, 1: -1})).new(players=2).play("go").scores == (-1.0, 3.0)
    for wrong in ({1: 1.0}, {"Ann": 1, "Bob": 2}, {1, 0}, "10", None, [float("nan"), 0], []):
        said = f"rules return {wrong!r}; expected a number a seat: a list of 2, or {{seat: number}}"
        assert refused(of(wrong)) == (said, 2)


def test_what_was_made_to_be_yielded_and_was_not_is_found_with_its_line():
    def choice(t):
        act = t.choose(1, {"bet": 1, "pass": 0})
        yield t.choose(2, {"go": 1} if act == 1 else {"stop": 1})
        return [0, 0]

    def again(t):  # the same options once more: the library keeps what it made of them
        menu = t.once("menu", lambda: ["bet", "pass"])
        yield t.choose(1, menu)
        t.choose(1, menu)
        return [0, 0]

    def deal(t):
        t.deal(t.variables("card", (1, 2), (3, 4)))
        yield t.choose(2, ["go"])
        return [0, 0]

    def draw(t):
        deck = t.deck("deck", "abc")
        t.draw(deck, to=t.zone("hand", seen_by=1))
        yield t.choose(2, ["go"])
        t.end([0, 0])

    def roll(t):
        t.roll("die", (1, 2))
        yield t.choose(2, ["go"])
        return later

    def later(t):
        yield t.choose(2, ["go"])
        return [0, 0]

    for rules, line in ((choice, 1), (again, 3), (deal, 1), (draw, 2), (roll, 1)):
        said, place = refused(rules)
        assert said.startswith(
            "what is made here was never yielded, so nobody decides it: value = yield t.choose"
        )
        assert place == line


def test_asks_may_be_made_before_they_are_yielded_in_any_order():
    def rules(t):
        one, other = t.choose(1, ["a", "b"]), t.choose(2, ["c", "d"])
        both = t.deal(t.variables("card", (1, 2), (3, 4)))
        second = yield other
        first = yield one
        yield both
        return [float(first == "a"), float(second == "c")]

    state = made(rules).new(players=2, seed=1).play("c").play("a")
    while state.actor is CHANCE:
        state = state.play(state.outcomes()[0][0])
    assert state.scores == (1, 1)


def test_what_is_yielded_and_is_nothing_to_decide_is_named_with_what_may_be():
    def shown(t):
        card = t.variable("card", (1, 2))
        yield t.deal(card)
        yield t.show(1, card)

    def number(t):
        yield 5

    def several(t):
        yield [t.choose(1, ["a"]), t.choose(2, ["a"])]

    for rules, given, line in ((shown, "<card: not told to everybody>", 3), (number, "5", 1)):
        said, place = refused(rules)
        assert said.startswith(
            f"rules yield {given}, which is nothing to decide; to be yielded is what t.choose, "
        )
        assert place == line
    several_said = (
        "rules yield several things at once; what seats choose at once is t.together({seat: options})"
    )
    assert refused(several) == (several_said, 1)


def test_what_rules_ask_of_the_table_and_it_has_not_is_named_with_what_may_be_meant():
    def call(t):
        yield t.chose(1, ["a"])

    def helped(t):
        yield from call(t)

    def laid(t):
        t.open.won = 1
        yield t.choose(1, ["a"])
        t.open.wom += 1

    def kept(t):
        yield t.choose(1, [t.keep.cards])

    def theirs(t):
        yield t.choose(1, ["a"])
        "text".wrong  # noqa: B018

    assert refused(call) == (
        "t has no 'chose': did you mean 'choose'? allowed: announce, box, bury, choose, data, deal, deck, draw, end, "
        f"free, keep, line_ends, ... ({len(SAID)} in all)",
        1,
    )
    assert refused(laid) == ("t.open has no 'wom': did you mean 'won'? allowed: won", 3)
    assert refused(kept) == ("t.keep has no 'cards': nothing was laid there yet", 1)
    with pytest.raises(AttributeError, match="'str' object has no attribute 'wrong'"):
        made(theirs).new(players=2).play("a")


def test_every_call_that_the_manual_names_can_be_misspelt_and_found():
    manual = (Path(__file__).parents[2] / "docs" / "games.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\bt\.(\w+)", manual.partition("## The contract")[0])) == SAID


def test_a_branch_on_what_is_hidden_is_refused_in_the_words_of_rules():
    def card(t):
        card = t.variable("card", (1, 2))
        yield t.deal(card)
        if card == 1:
            yield t.choose(1, ["a"])

    def choice(t):
        act = yield t.choose(1, ["a", "b"], seen_by=1)
        yield t.choose(2, ["a"] if act != "a" else ["b"])

    for rules, what, line in ((card, "card is 1", 3), (choice, "choice 1 of P1 is b", 2)):
        said, place = refused(rules)
        assert said.startswith(
            f"'{what}' is hidden, so the rules may not ask whether it is so (if, and, or, not, in): "
        )
        assert place == line


def test_slips_of_other_kinds_say_what_is_wrong_and_what_is_allowed():
    def sense(t):
        coin = t.variable("coin", ("heads", "tails"))
        yield t.deal(coin)
        yield t.sense(1, coin, {"heads": {"dark": 0.5}, "tails": {"dark": 1.0}}, "look")

    def row(t):
        coin = t.variable("coin", ("heads", "tails"))
        yield t.deal(coin)
        yield t.sense(1, coin, {"heads": {"dark": 1.0}}, "look")

    def seat(t):
        yield t.together({1: ["a"], 3: ["b"]})

    def late(t):
        coin = t.variable("coin", (1, 2))
        yield t.deal(coin, {1: 1})
        t.require(coin == 2, "it is two")

    def turned(t):
        coin = t.variable("coin", (1, 2))
        yield t.deal(coin)
        t.tell(coin == 2, EVERYBODY, "it is two")

    def unsaid(t):
        coin = t.variable("coin", (1, 2))
        yield t.deal(coin)
        t.tell(EVERYBODY, coin == 2, "")

    def nothing(t):
        yield t.deal(t.variable("coin", None))

    def lists(t):
        yield t.deal(t.variables("coin", (1, 2), [[1], [2]]))

    need = "its outcomes need chances that sum to 1"
    for rules, said, line in (
        (sense, f"sense 'look': where coin is 'heads' {need}, not {{'dark': 0.5}}", 3),
        (row, f"sense 'look': where coin is 'tails' {need}, not None", 3),
        (seat, "3 is no seat: 1 to 2", 1),
        (late, "require: 'it is two' is not so in the game at hand; it is said before t.deal", 3),
        (turned, "coin.is_in([2]) is no seat: expected 1 to 2, EVERYBODY or NOBODY", 3),
        (unsaid, "tell: expected a sentence that says what is told, not ''", 3),
        (nothing, "the domain of coin is None; write a list of values", 1),
        (
            lists,
            "value [1] in the domain of coin[1] cannot be hashed; use a string, a number, a tuple or another frozen "
            "value",
            1,
        ),
    ):
        assert refused(rules) == (said, line)


def complaint(rules):
    with pytest.raises(ConformanceError) as error:
        check_game(made(rules), playouts=1, parts=["views"])
    return str(error.value)


def test_the_check_tells_rules_that_hang_on_something_else_from_rules_that_tell_too_much():
    made_up = iter(range(1000))

    def counted(t):
        yield t.choose(1, ["a", "b"])
        t.open.number = next(made_up)
        yield t.choose(1, ["a", "b"])
        return [0, 0]

    def offered(t):
        yield t.choose(1, ["a", "b"])
        yield t.choose(1, [f"a{next(made_up)}", "b"])
        return [0, 0]

    hang = "rules hang on nothing but what is decided; chance is t.roll, and what they keep from turn to turn lies in"
    assert f"the same moves, made again, lead to another t.open.number: {hang}" in complaint(counted)
    assert f"the same moves, made again, lead to other options: {hang}" in complaint(offered)


@pytest.mark.parametrize("laid", ["card", "[card]", "{1: card}", "t.show(1, card)", "card == 1"])
def test_hidden_things_laid_open_are_named(laid):
    def rules(t):
        card = t.variable("card", (1, 2))
        yield t.deal(card)
        t.open.mine = eval(laid)
        yield t.choose(1, ["a", "b"])
        return [0, 0]

    assert "t.open.mine shows " in complaint(rules)
    assert "which is hidden; what nobody looks at is t.keep.mine" in complaint(rules)


class Hunters(Rulebook):
    """Everybody hunts somebody else; hidden values are seats."""

    name, title, seats = "hunters", "Hunters", range(3, 5)

    def rules(self, t):
        target = t.variables("target", t.seats, t.seats)
        t.require(AllDifferent(target), "each is hunted by one")
        for seat in t.seats:
            t.require(target[seat] != seat, f"{t.name(seat)} does not hunt himself")
        yield t.deal(target)
        for seat in t.seats:
            t.show(seat, target[seat])
        found = dict.fromkeys(t.seats, 0)
        for me in t.seats:
            who = yield t.choose(me, {f"ask {t.name(seat)}": seat for seat in t.seats if seat != me})
            t.tell(me, target[who] == me, f"{t.name(who)} hunts {t.name(me)}")
        for me in t.seats:
            found[t.show(EVERYBODY, target[me])] += me
        return found


def test_seats_as_hidden_values_read_as_names_and_count_as_seats():
    notes = "game: hunters\nplayers: Ann Bob Cid Dee\nme: Bob\n\nmy target is Dee\nAnn asks Cid\nBob asks Ann: no\n"
    report = Hunters().solve(read_record(notes))
    assert report.data["sheet"]["target[Bob]"] == {"Dee": 1.0}
    assert report.data["sheet"]["target[Ann]"] == {"Cid": 1.0}
    assert (
        Hunters()
        .why(read_record(notes), "Ann's target is Cid")
        .text.startswith("yes: target[Ann] is Cid, because")
    )
    state = Hunters().new(players=3)
    assert [str(move) for move in moves_of(state)] == ["target[P1] = P2", "target[P1] = P3"]
    for move in ("target[P1] = P2", "target[P2] = P3", "target[P3] = P1", "ask P2", "ask P1", "ask P1"):
        state = state.play(move)
    assert state.scores == (3, 1, 2)
    view = pickle.loads(pickle.dumps(state.view(1)))
    assert view == state.view(1)
    assert str(view) == str(state.view(1))
    assert "target[P2] is P3" in str(view)
    assert json.loads(json.dumps(view.to_dict()))["heard"][0] == ["show", 0, "target[P1]", 2]
    assert "hold in 1 play-out for 3 players" in str(check_game(Hunters(), players=3, playouts=1))


class Cups(Rulebook):
    """Two dice under each cup, numbered, and their faces are numbers too."""

    name, title, seats = "cups", "Cups", range(2, 3)

    def rules(self, t):
        die = t.variables("die", [(t.name(seat), k) for seat in t.seats for k in (1, 2)], (1, 2, 3))
        yield t.deal(die)
        for seat in t.seats:
            for k in (1, 2):
                t.show(seat, die[t.name(seat), k])
        yield t.choose(1, ["keep"])
        return [0, 0]


@pytest.mark.parametrize(
    ("line", "faces"),
    [
        ("I have 1 and 3", (1, 3)),
        ("1 2", (1, 2)),
        ("2 2", (2, 2)),
        ("die 1 is 3", (3, None)),
        ("Ann's die 1: 3", (3, None)),
        ("die 1: 3, die 2: 1", (3, 1)),
        ("I have 1", (1, None)),
        ("1: 3, 2: 1", (3, 1)),
        ("1 = 3", (3, None)),
        ("die 1: 3, 2: 1", (3, 1)),
        ("die 2, 3", (2, 3)),
        ("Ann 2 3", (2, 3)),
        ("die 2 is 3", None),
        ("die 2: 3", None),
        ("die two is 3", None),
        ("die 2 has 3", None),
        ("die 2 -> 3", None),
        ("die 2 (3)", None),
        ("die 2 3", None),
        ("2: 3", None),
        ("2 is 3", None),
        ("Ann's 2: 3", None),
    ],
)
def test_a_number_alone_is_a_value_sooner_than_the_name_of_one_of_several(line, faces):
    notes = f"game: cups\nplayers: Ann Bob\nme: Ann\n\n{line}\n"
    replay = Cups().answers().read(read_record(notes), strict=False)
    if (
        faces is None
    ):  # it is said of the second, where the first is waited for, and not taken for the first
        assert [said.body for said, _ in replay.unread] == [line]
        return
    known = replay.knowledge()
    assert replay.unread == []
    for k, face in enumerate(faces, 1):
        assert known.possible(known.problem["die"]["Ann", k]) == ({face} if face else {1, 2, 3})


class Numbered(Rulebook):
    """Things with numbers in their names, of which some have numbers in their values; a number of something is told."""

    name, title, seats = "numbered", "Numbered", range(2, 3)

    def rules(self, t):
        room = t.variables("room", (1, 2, 3), ("hall", "bath", "3 oaks"))
        spot = t.variables("spot", ((1, 1), (1, 2), (2, 1)), (0, 1, 2))
        yield t.deal(room)
        yield t.deal(spot)
        for each in (*room.values(), *spot.values()):
            t.show(1, each)
        pits = t.variables("pits", (1, 2), (0, 1, 2))
        yield t.deal(pits)
        for row in (1, 2):
            t.tell(EVERYBODY, pits[row], f"pits in row {row}")
        yield t.choose(1, ["keep"])
        return [0, 0]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("room 1 is bath", ["room[1] is bath"]),
        ("room 1: 3 oaks, room 2 hall", ["room[1] is 3 oaks", "room[2] is hall"]),
        ("1: hall, 2: bath, 3: hall", ["room[1] is hall", "room[2] is bath", "room[3] is hall"]),
        ("room 3 is hall", None),
        ("room 3 is 3 oaks", None),
        ("3: hall", None),
    ],
)
def test_what_is_said_of_one_numbered_room_is_said_of_no_other(line, told):
    assert understood(Numbered(), line) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("spot 1 1: 2", ["spot[1,1] is 2"]),
        ("1 1: 0", ["spot[1,1] is 0"]),
        ("0 1 2", ["spot[1,1] is 0", "spot[1,2] is 1", "spot[2,1] is 2"]),
        ("spot 2 1: 2", None),
        ("1,2: 0", None),
    ],
)
def test_a_place_of_two_numbers_is_said_whole_or_not_at_all(line, told):
    assert understood(Numbered(), f"hall bath hall\n{line}") == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pits in row 1: 2, pits in row 2: 1", (2, 1)),
        ("pits in row 1: 2, 1", (2, 1)),
        ("pits in row 2: 1", None),
        ("row 2: 1", None),
    ],
)
def test_a_number_that_is_told_of_another_row_is_none_of_this(line, told):
    said = told and [f"pits in row {row}: {number}" for row, number in enumerate(told, 1)]
    assert understood(Numbered(), f"hall bath hall\n0 0 1\n{line}") == said


def understood(game, notes):
    """What the last line says; None where it was not read."""
    head = "game: numbered\nplayers: Ann Bob\nme: Ann\n\n"
    replay = game.answers().read(read_record(f"{head}{notes}\n"), strict=False)
    return None if replay.unread else list(replay.said[-1].understood)


class Shaken(Cups):
    """The same, the seat itself in each key."""

    name = "shaken"

    def rules(self, t):
        die = t.variables("die", [(seat, k) for seat in t.seats for k in (1, 2)], (1, 2, 3), whose=0)
        yield t.deal(die)
        for seat in t.seats:
            for k in (1, 2):
                t.show(seat, die[seat, k])
        yield t.choose(1, ["keep"])
        return [0, 0]


@pytest.mark.parametrize(
    ("line", "faces"),
    [
        ("Ann's die 1: 3, die 2: 1", (3, 1)),
        ("die[Ann,1] is 3, die[Ann,2] is 1", (3, 1)),
        ("die[1,1] is 3, die[1,2] is 1", (3, 1)),  # as it was written before the seat had a name
        ("I have 3 and 1", (3, 1)),
        ("die[2,1] is 3", None),
        ("Bob's die 1 is 3", None),
    ],
)
def test_a_key_that_has_a_seat_in_it_is_called_by_its_player(line, faces):
    """In sheets, refusals and sentences; rules go by the seat."""
    text = f"game: shaken\nplayers: Ann Bob\nme: Ann\n\n{line}\n"
    replay = Shaken().answers().read(read_record(text), strict=False)
    assert [said.body for said, _ in replay.unread] == ([] if faces else [line])
    if faces is None:
        assert "what die Ann," in replay.unread[0][1]
        return
    sheet = Shaken().solve(read_record(text)).data["sheet"]
    assert [*sheet] == ["die[Ann,1]", "die[Ann,2]", "die[Bob,1]", "die[Bob,2]"]
    assert [[*sheet[f"die[Ann,{k}]"]] for k in (1, 2)] == [[str(face)] for face in faces]
    assert replay.said[0].understood == tuple(f"die[Ann,{k}] is {face}" for k, face in enumerate(faces, 1))


def test_records_of_dice_that_were_written_by_seat_are_read_for_ever():
    text = (
        "game: liars_dice\nversion: 1\nplayers: Ann Bob\ndice: 1\nrounds: one\n\n"
        "die 1[1,1] = 6, die 1[2,1] = 3\nAnn 1 of 6\nBob liar\n"
    )
    state = game("liars_dice").answers().read(read_record(text)).state
    assert state.history[0] == "die 1[Ann,1] = 6"
    assert state.scores == (1.0, -1.0)


@pytest.mark.parametrize("whose", [1, 2, "seat"])
def test_a_place_of_keys_at_which_no_seat_stands_is_refused(whose):
    class Lost(Rulebook):
        name, title, seats = "lost", "Lost", range(2, 3)

        def rules(self, t):
            yield t.deal(t.variables("die", [(seat, "red") for seat in t.seats], (1, 2), whose=whose))
            return [0, 0]

    with pytest.raises(RulesError, match=f"no seat at place {whose} of the key"):
        Lost().new(players=2)
