"""The small pieces that every game stands on, each by itself: plain values, lines held, histories, what is revealed."""

import json
from collections import OrderedDict, namedtuple
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from types import SimpleNamespace

import pytest

from deduce.games import CHANCE, ConformanceError, History, game, random_history, read_record, replay
from deduce.games.holding import is_a_turn, mends, readings
from deduce.games.plain import as_dict, brief, in_line, information_state, plain
from deduce.games.revealing import revealed
from deduce.games.typed import typed_move
from deduce.ground.errors import DeduceError, ProblemError


class Colour(Enum):
    RED = 1


class Whole(int, Enum):
    ONE = 1


Row = namedtuple("Row", "left right")
Played = namedtuple("Played", "seat text")
Played.__str__ = lambda self: self.text


@dataclass(frozen=True)
class Seen:
    hand: tuple = ("a", "b")
    setup: str = "left out"
    moves: tuple = ("left out",)
    cache: int = field(default=3, compare=False)


class Told:
    def to_dict(self):
        return {"said": 1}


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (None, None),
        (True, True),
        (7, 7),
        (0.5, 0.5),
        ("text", "text"),
        (Colour.RED, "RED"),
        (Whole.ONE, "ONE"),
        (b"\x00\x02", [0, 2]),
        (bytearray(b"\x01"), [1]),
        (Told(), {"said": 1}),
        ({1: (2, 3)}, {"1": [2, 3]}),
        (OrderedDict(a=Colour.RED), {"a": "RED"}),
        (Row(1, (2,)), {"left": 1, "right": [2]}),
        (Played(2, "play 3"), "play 3"),
        ([Row(1, 2)], [{"left": 1, "right": 2}]),
        ({3, 10, 1}, [1, 10, 3]),
        (frozenset("ba"), ["a", "b"]),
        (Seen(), {"hand": ["a", "b"]}),
        (1 + 2j, "(1+2j)"),
    ],
)
def test_plain_values_are_dictionaries_lists_texts_and_numbers(value, wanted):
    assert plain(value) == wanted
    assert json.loads(json.dumps(plain(value))) == wanted
    assert information_state(value) == json.dumps(wanted, separators=(",", ":"))


def test_fields_are_told_by_name_and_what_is_no_part_of_the_position_is_left_out():
    assert as_dict(Row(1, Told())) == {"left": 1, "right": {"said": 1}}
    assert as_dict(Seen(("c",), "x")) == {"hand": ["c"]}
    assert information_state({"b": 1, "a": "é"}) == '{"a":"é","b":1}'


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ((), "-"),
        ([], "-"),
        (frozenset(), "-"),
        (("a", "b"), "a, b"),
        ({2, 1}, "1, 2"),
        ((("a", 1), ("b", ("x", "y"))), "a = 1; b = x, y"),
        ((("a", 1), ("a", 2)), "a, 1, a, 2"),  # one key twice is no table
        ((("a", 1), "b"), "a, 1, b"),
        ((("a", 1, 2),), "a, 1, 2"),
        (7, "7"),
        (Colour.RED, "RED"),
        (Played(1, "play 3"), "play 3"),
        (None, "-"),
        ((("said", None),), "said = -"),
    ],
)
def test_a_value_in_a_line(value, wanted):
    assert in_line(value) == wanted


def test_a_position_in_a_few_words():
    state = game("kuhn").new(players=2)
    assert brief("kuhn", state) == "<kuhn state: chance moves>"
    over = random_history(game("kuhn"), 2, 1).states()
    assert brief("kuhn", over[-1]) == "<kuhn state: the game is over>"
    turn = next(each for each in over if each.actor not in (None, CHANCE))
    assert brief("kuhn", turn.view(2)) == f"<kuhn view of seat 2: seat {turn.actor} moves>"


# Lines that were refused while notes were typed.


@pytest.mark.parametrize(
    ("refused", "line", "wanted"),
    [
        ("Ann plais 3", "Ann plays 3", True),
        ("Ann: plais 3", "ann, plays 3", True),
        ("Ane plays 3", "Ann plays 3", True),
        ("Ann plays 3", "Bob plays 3", False),
        ("Bob plays 3 # Ann", "Ann plays 3", False),
    ],
)
def test_a_line_may_be_the_refused_one_typed_anew(refused, line, wanted):
    assert mends(refused, line) is wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Ann plais 3", True),
        ("Anm plays 3", True),  # misspelt
        ("I play 3", True),
        ("me: play 3", True),
        ("deal 3", True),  # as a line before begins
        ("deal", False),  # one word tells no turn
        ("help me", False),
        ("# Ann plays", False),
        ("? what now", False),
    ],
)
def test_what_tells_of_a_turn(line, wanted):
    assert is_a_turn(line, ["Ann", "Bob"], ["deal 2", "? 5"]) is wanted


def test_what_may_be_written_when_lines_were_refused():
    def marked(line):
        return None if "!" in line else f"<{line}>"

    assert readings([], "Ann plays", marked) == [["Ann plays"]]
    # Typed anew: completed by the next, in its place, kept as a mark before it, or nothing of it.
    assert readings(["Ann plais"], "Ann plays", marked) == [
        ["Ann plais", "Ann plays"],
        ["Ann plays"],
        ["<Ann plais>", "Ann plays"],
        ["Ann plays"],
    ]
    assert readings(["Ann plais"], "Bob plays", marked) == [
        ["Ann plais", "Bob plays"],
        ["<Ann plais>", "Bob plays"],
        ["Bob plays"],
    ]
    assert readings(["Cid x", "Ann plais"], "Ann plays", marked) == [
        ["<Cid x>", "Ann plais", "Ann plays"],
        ["<Cid x>", "Ann plays"],
        ["<Cid x>", "<Ann plais>", "Ann plays"],
        ["Ann plays"],
    ]
    # What cannot be kept as a mark is not written.
    assert readings(["Cid!", "Ann plais"], "Bob plays", marked) == [["Bob plays"]]
    assert readings(["Ann plais!"], "Bob plays", marked) == [["Ann plais!", "Bob plays"], ["Bob plays"]]


# Histories.


def test_a_history_is_its_moves_and_the_start():
    kuhn = game("kuhn")
    found = random_history(kuhn, 2, 4)
    assert found.seed == 4
    states = found.states()
    assert len(states) == len(found.moves) + 1
    assert states[0].actor is CHANCE
    assert states[-1].actor is None
    cut = found.to(2)
    assert (cut.moves, cut.players, cut.seed, cut.options) == (found.moves[:2], 2, 4, found.options)
    assert str(cut) == f"kuhn, 2 players, after 2 moves:\n    1  {found.moves[0]}\n    2  {found.moves[1]}"
    assert str(found.to(0)) == "kuhn, 2 players, before any move"
    assert str(History(kuhn, 1, (), {"a": "b"})) == "kuhn, 1 player, a='b', before any move"
    told = found.to_dict()
    assert told == {
        "game": "kuhn",
        "players": 2,
        "options": {},
        "seed": 4,
        "moves": [str(each) for each in found.moves],
    }
    assert replay(kuhn, told["moves"], players=2).scores == states[-1].scores


class Stuck:
    """A game that breaks off in one of the ways that are looked for."""

    name, seats = "stuck", range(1, 2)

    def __init__(self, moves, refused=False):
        self.legal, self.refused = moves, refused

    def new(self, *, players):
        return SimpleNamespace(actor=1, moves=lambda: self.legal, play=self.play)

    def play(self, move):
        if self.refused:
            raise ValueError("no")
        return self.new(players=1)


@pytest.mark.parametrize("seed", [-1, True, 1.0, "1"])
def test_a_seed_is_a_whole_number_from_nought(seed):
    """To Python's chance -1 is 1: deals of negative seeds came twice."""
    for name in ("enigma", "initiative", "goofspiel"):
        with pytest.raises(ProblemError, match="a seed is a whole number from 0"):
            game(name).new(players=2, seed=seed)


@pytest.mark.parametrize("seed", [-1, True, 1.0, "1"])
@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "initiative", "shakespeare", "kuhn"])
def test_advice_takes_no_seed_that_is_another(name, seed):
    """``advise(rng=-1)`` was ``rng=1``, and True was 1 as well."""
    made = game(name)
    state = made.new(players=max(made.seats[0], 2), seed=1)
    with pytest.raises(ProblemError, match="a seed is a whole number from 0"):
        made.advise(state.view(state.actor), rng=seed)


@pytest.mark.parametrize("seed", [-1, True])
def test_records_are_advised_on_from_a_seed_that_is_none_other(seed):
    record = read_record("game: kuhn\nplayers: Ann, Bob\nme: Ann\n\nAnn gets 2\n")
    with pytest.raises(ProblemError, match="a seed is a whole number from 0"):
        game("kuhn").advise_record(record, rng=seed)


def test_play_outs_take_no_seed_that_is_another():
    with pytest.raises(ProblemError, match="a seed is a whole number from 0"):
        random_history(game("kuhn"), 2, -1)


@pytest.mark.parametrize("seat", [1.0, True, "1", None, -1, 3])
def test_a_seat_is_a_whole_number_of_one_that_plays(seat):
    state = game("enigma").new(players=2, seed=1)
    with pytest.raises(ProblemError, match=f"seat {seat!r}: allowed are"):
        state.view(seat)
    with pytest.raises(ProblemError, match=r"2 to 5 players, not 2\.0"):
        game("enigma").new(players=2.0)


@pytest.mark.parametrize(
    ("name", "players"),
    [("enigma", 2), ("entracte", 2), ("shakespeare", 2), ("decrypto", 4), ("initiative", 2), ("clue", 3)],
)
def test_a_whole_position_is_no_view(name, players):
    """Given where a view is wanted it was answered: nothing was known, and no move advised."""
    one = game(name)
    state = one.new(players=players, seed=1)
    for ask in (one.knowledge, one.advise, lambda whole: one.resample(whole, Random(1))):
        with pytest.raises(ProblemError, match="give state"):
            ask(state)
    view = state.view(state.actor)
    with pytest.raises(ProblemError, match="chance is drawn from"):
        one.resample(view, 1)
    assert one.resample(view, Random(1)).view(state.actor) == view


def test_a_game_without_end_without_a_move_or_that_refuses_its_own_is_told():
    with pytest.raises(
        ConformanceError, match=r"seat 1 is to move and has no move\nin stuck, 1 player, bef"
    ) as told:
        random_history(Stuck([]), 1, 5)
    assert (told.value.part, told.value.repeats, told.value.history.seed) == ("rules", True, 5)
    with pytest.raises(
        ConformanceError, match="'go' is offered, and playing it raises ValueError: no"
    ) as told:
        random_history(Stuck(["go"], refused=True), 1, 5)
    assert "to repeat: check_history(error.history, parts=['rules'], last_only=True)" in str(told.value)
    with pytest.raises(ConformanceError, match="no end after 12 moves, which began as shown") as told:
        random_history(Stuck(["go"]), 1, 5, max_moves=12)
    assert (told.value.part, told.value.repeats) == ("ends", False)
    assert len(told.value.history.moves) == 10
    assert "to repeat" not in str(told.value)
    # Who chooses is asked in place of the draw.
    with pytest.raises(ConformanceError, match="no end after 2") as told:
        random_history(Stuck(["go", "halt"]), 1, 5, max_moves=2, choose=lambda state, legal, rng: legal[1])
    assert told.value.history.moves == ("halt", "halt")


# What a person types, and what is told in the end.


class Typing:
    def parse(self, text, view):
        if not text.startswith("p"):
            raise DeduceError("expected p")
        return f"play {text[1:].strip()}"


@pytest.mark.parametrize(
    ("text", "wanted"), [(" PLAY   3 ", "play 3"), ("p3", "play 3"), ("p 12", "play 12")]
)
def test_a_move_is_its_own_text_or_what_the_game_reads(text, wanted):
    view = SimpleNamespace(moves=("play 3", "play 12"))
    assert typed_move(text, view, Typing()) == wanted


def test_a_move_that_is_not_legal_is_refused_unless_the_view_leaves_that_to_the_rules():
    closed = SimpleNamespace(moves=("play 3",))
    with pytest.raises(ProblemError, match="'play 4' is not a legal move now; 'moves' lists them"):
        typed_move("p4", closed, Typing())
    with pytest.raises(DeduceError, match="expected p"):
        typed_move("x", closed, Typing())
    assert typed_move("p4", SimpleNamespace(moves=("play 3",), open_moves=True), Typing()) == "play 4"


def test_what_was_hidden_is_told_when_a_game_is_over():
    kuhn = game("kuhn")
    state = random_history(kuhn, 2, 3).states()[-1]
    found = revealed(kuhn, state, 1)
    mine, theirs = (set(kuhn.show(state.view(seat)).splitlines()) for seat in (1, 2))
    (rows,) = [each for each in found if each.startswith("What seat 2 saw:")]
    told = [row.strip() for row in rows.splitlines()[1:]]
    assert told
    assert {row.strip() for row in theirs} >= set(told)
    assert not {row.strip() for row in mine} & set(told)
    # To nobody in particular both are told; what somebody knew is no answer to what nobody knew.
    both = revealed(kuhn, state, 0)
    assert [each.splitlines()[0] for each in both if each.startswith("What seat")] == [
        "What seat 1 saw:",
        "What seat 2 saw:",
    ]


def test_what_nobody_knew_is_told_where_the_game_is_over_and_was_not_found_out():
    bulls = game("bulls_and_cows")
    state = bulls.new(players=1, digits=2, highest=3, guesses=1, seed=4)
    truth = bulls.truth(state, bulls.knowledge(state.view(1)))
    right = "".join(map(str, truth.values()))
    unknown = ", ".join(f"{variable.name} is {digit}" for variable, digit in truth.items())
    half = next(str(move) for move in state.moves() if str(move)[0] == right[0] and str(move) != right)
    assert revealed(bulls, state.play(half), 1) == [f"What nobody knew: {unknown}"]
    assert revealed(bulls, state.play(right), 1) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kuhn", "Kuhn poker (kuhn), 2 players\n"),
        ("minesweeper", "Minesweeper (minesweeper), 1 player\n\n"
         "  width = 6  (rulebook) columns, called a, b, c ...\n  height = 6  (rulebook) rows, called 1, 2, 3 ...\n"
         "  mines = 6  (rulebook) mines; fewer than places\n"
         "  safe = True  (varies) whether the first place is never a mine"),
        ("skull", "Skull (skull), 3-6 players\n"),
    ],
)  # fmt: skip
def test_a_game_is_described_by_its_seats_and_options(name, text):
    report = game(name).describe()
    assert report.text == text
    assert report.data["players"] == list(game(name).seats)
    assert [*report.data["options"]] == [*game(name).options]
