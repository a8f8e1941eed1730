"""Notes that strangers wrote of games of their own: what was known is said again or left out, words stand for others."""

from __future__ import annotations

import importlib
import pickle
import random
from pathlib import Path

import pytest

from deduce.games import read_record
from deduce.games.beginning import new_record
from deduce.ground.errors import ProblemError, RecordError
from deduce.rulebook import EVERYBODY, Rulebook


class Bluff(Rulebook):
    """A number is thrown in secret and said, perhaps falsely; who is doubted shows it, and the next one throws."""

    name, title, seats = "bluff", "Bluff", range(2, 3)

    def rules(self, t):
        t.open.turn, t.open.number = 1, 0
        yield
        return self.turn

    def turn(self, t):
        me, t.open.number = t.open.turn, t.open.number + 1
        roll = t.variable(f"roll {t.open.number}", (11, 12, 22))
        yield t.deal(roll)
        t.show(me, roll)
        yield t.choose(me, {f"say {n}": n for n in (11, 12, 22)})
        if (yield t.choose(3 - me, {"doubt": True, "believe": False})):
            t.show(EVERYBODY, roll)
            if t.open.number == 4:
                return 0, 0
        else:
            t.open.turn = 3 - me
        return self.turn


class Rows(Rulebook):
    """Dice shown in a row, of which one's own are known: these may be left out."""

    name, title, seats = "rows", "Rows", range(2, 3)

    def rules(self, t):
        die = t.variables("die", [(seat, k) for seat in t.seats for k in (1, 2)], range(1, 7), whose=0)
        yield t.deal(die)
        for key, one in die.items():
            t.show(key[0], one)
        yield t.choose(1, ["open"])
        for one in die.values():
            t.show(EVERYBODY, one)
        yield t.choose(1, ["end"])
        return 0, 0


class Books(Rulebook):
    """Who asks gets a card if the other has one; then it is told of which cards there is a pair."""

    name, title, seats = "books", "Books", range(2, 3)
    whole = None

    def rules(self, t):
        o = t.open
        o.deck = t.deck("deck", {"ace": 2, "king": 2, "ten": 2})
        o.hand = {seat: t.zone(f"hand of {t.name(seat)}", seat, of=o.deck) for seat in t.seats}
        for seat in (*t.seats, *t.seats, *t.seats):
            yield t.draw(o.deck, to=o.hand[seat])
        while True:
            self.pairs(t, 1)
            t.open.left = len(o.hand[1])
            if not t.open.left or not o.hand[2]:
                return 0, 0
            card = yield t.choose(1, {f"ask {card}": card for card in ("ace", "king", "ten")})
            if t.tell(EVERYBODY, o.hand[2].any(card), f"{t.name(2)} has {card}"):
                t.move(card, o.hand[2], o.hand[1])

    def pairs(self, t, seat):
        for card in ("ace", "king", "ten"):
            said = f"{t.name(seat)} lays a pair of {card}"
            if t.tell(EVERYBODY, t.open.hand[seat].count(card) == 2, said, unsaid=self.whole):
                t.take(t.open.hand[seat], card)
                t.take(t.open.hand[seat], card)


class Quiet(Books):
    """The same, where no pair is what goes without saying."""

    name, title, whole = "quiet", "Quiet", False


class Lots(Rulebook):
    """Of each lot it is told what it is worth, and how the next one looks."""

    name, title, seats = "lots", "Lots", range(2, 3)

    def rules(self, t):
        worth = t.variables("worth of lot", (1, 2), (1, 2, 5))
        yield t.deal(worth)
        for lot in (1, 2):
            yield t.choose(lot, ["bid"])
            t.show(EVERYBODY, worth[lot])
            if lot == 1:
                yield t.roll("lot 2 looks", ["good", "bad"])
        return 0, 0


ROLLED = ["12", "I say 22"]
DICE = ["I have 3 and 4"]
SHOWN = ["die[Ann,1] is {}", "die[Ann,2] is {}", "die[Bob,1] is {}", "die[Bob,2] is {}"]
HAND = "my cards: ace, ace, king"
DRAWN = [f"draw {card} to hand of Ann" for card in ("ace", "ace", "king")]
READ = [
    (Bluff, "Ann", ROLLED, "Bob doubts, it was 12", ["doubt", "roll 1 is 12"]),
    (Bluff, "Ann", ROLLED, "Bob doubts, 12, roll 2 is 12", ["doubt", "roll 1 is 12", "roll 2 is 12"]),
    (Bluff, "Ann", ROLLED, "Bob doubts, roll 2 is 11", ["doubt", "roll 1 is 12", "roll 2 is 11"]),
    (Bluff, "Bob", ["Ann says 22"], "I doubt, it was 12", ["doubt", "roll 1 is 12"]),
    (Rows, "Bob", DICE, "Ann open: 1 4", ["open", *map(str.format, SHOWN, "1434")]),
    (Rows, "Ann", DICE, "I open: 3 4", ["open", *map(str.format, SHOWN, "3434")]),
    (Lots, "Ann", [], "I bid, lot 2 looks good", None),
    (
        Lots,
        "Ann",
        [],
        "I bid, worth 2, lot 2 looks good",
        ["bid", "worth of lot[1] is 2", "lot 2 looks: good"],
    ),
    (
        Books,
        "Bob",
        ["my cards: king, ten, ten, no, no, no"],
        "Ann asks ace: no, lays a pair of king: no, a pair of ten: no",
        None,
    ),
    (Books, "Bob", [], "my cards: king, ten, ten, Ann lays a pair of ace: yes, yes, yes", None),
    (
        Quiet,
        "Ann",
        [],
        HAND,
        [
            *DRAWN,
            "Ann lays a pair of ace: yes",
            *(f"Ann lays a pair of {each}: no" for each in ("king", "ten")),
        ],
    ),
]


def understood(game, me, lines, line):
    """What a line says behind others, in the game's words; None where it is refused."""
    text = "\n".join([f"game: {game.name}", "players: Ann Bob", f"me: {me}", "", *lines, line, ""])
    try:
        return game.answers().read(read_record(text)).said[-1].understood
    except RecordError:
        return None


@pytest.mark.parametrize(("kind", "me", "lines", "line", "means"), READ)
def test_what_was_known_is_said_again_or_left_out_and_nothing_else_is_taken_for_it(
    kind, me, lines, line, means
):
    said = understood(kind(), me, lines, line)
    if means is None:
        assert said is None
    else:
        assert said is not None
        assert [each.removeprefix("Ann: ").removeprefix("Bob: ") for each in said] == means


class Looks(Rulebook):
    """Each seat has a noisy look at what is dealt before anybody chooses."""

    name, title, seats = "looks", "Looks", range(2, 3)

    def rules(self, t):
        for seat in t.seats:
            worth = t.variable(f"worth {seat}", (1, 5))
            yield t.deal(worth)
            yield t.sense(
                seat, worth, {1: {"bad": 1}, 5: {"bad": 0.5, "good": 0.5}}, f"it looks to {t.name(seat)}"
            )
            yield t.choose(seat, ["bid", "pass"])
        return 0, 0


WAITED_FOR = [
    (Looks, "Ann", "I bid", "it looks to Ann bad"),
    (Rows, "Bob", "Ann opens", "die[Bob,1] is 1"),
]


@pytest.mark.parametrize(("kind", "me", "line", "right"), WAITED_FOR)
def test_a_refusal_shows_what_the_writer_is_to_note_where_chance_dealt_unseen(kind, me, line, right):
    game = kind()
    with pytest.raises(RecordError) as refused:
        game.answers().read(read_record(f"game: {game.name}\nplayers: Ann Bob\nme: {me}\n\n{line}\n"))
    assert refused.value.example == right
    assert kind is not Looks or "expected it looks to Ann: bad, good" in str(refused.value)


def test_games_are_drawn_from_a_position_typed_in_and_go_on_from_there(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples" / "games")
    game = importlib.import_module("laying").GAME
    header = "game: laying\nplayers: Ann Bob Cid\nme: Ann\n\nposition\n"
    typed = f"{header}laid 3 7\nholds Bob 1\nturn Cid\nmy cards: 2, 5\nCid lays 1\n"
    view = game.answers().read(read_record(typed)).view()
    drawn = [game.resample(view, random.Random(seed)) for seed in range(12)]
    assert {state.view(1) for state in drawn} == {view}
    assert len(set(drawn)) == 4  # who of Bob and Cid has the 4 or the 6, and the other card
    for state in drawn:
        assert pickle.loads(pickle.dumps(state)) == state
        one, other = (state.play(move) for move in state.moves())
        assert one != other
        assert one == state.play(state.moves()[0])
        assert game.resample(other.view(2), random.Random(1)).view(2) == other.view(2)
    assert {advice.move.text for advice in game.advise(view)} == {"lay 2", "lay 5"}
    assert state != game.new(players=3, seed=1)
    # The moves alone would be read from the rules' own start: as another game, or as none.
    for seat in (None, 1):
        with pytest.raises(ProblemError, match="began with a position typed in"):
            game.written([state], [], {}, seat=seat)


def test_a_game_of_which_not_all_can_be_noted_is_begun_all_the_same():
    class Alike(Bluff):
        """Two things are told in the same words, so notes cannot say which."""

        name = "alike"

        def turn(self, t):
            for number in (1, 2):
                yield t.choose(1, {f"pass {number}": 1, f"pass {number} ": 2})
            return 0, 0

    assert new_record(Alike(), ("Ann", "Bob"), me="Ann").startswith("# Bluff.")
