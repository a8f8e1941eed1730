"""Things named by their features, in any order and not by all, and lines offered whole; readings against brute force."""

from __future__ import annotations

import pickle
import random
from itertools import product
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.games import CHANCE, read_record
from deduce.ground.errors import RecordError
from deduce.records.features import Features
from deduce.records.record import Line
from deduce.records.words import words_of
from deduce.rulebook import EVERYBODY, Rulebook, State
from deduce.rulebook.featured import in_full
from deduce.rulebook.reading import Reader
from deduce.rulebook.run import Run

KINDS = (("colour", ("red", "green", "grey")), ("shape", ("round", "square")), ("size", ("small", "large")))
THINGS = tuple(product(range(3), range(2), range(2)))
FEATURES = Features(KINDS, THINGS, {"large": ("big",), "grey": ("gray",)}, {"hue": "colour"}, (2, 1))


class Shapes(Rulebook):
    """Two play cards of three features; who holds a card of the same colour says so."""

    name = "shapes"
    title = "Shapes"
    seats = range(2, 4)
    begins: ClassVar = ("play", "keep")
    between: ClassVar = " ; "
    again: ClassVar = {"draw": " / "}
    spoken: ClassVar = {"play": "plays", "keep": "keeps", "draw": "draws"}
    in_turns: ClassVar = True
    dealt: ClassVar = {"start": "", "hand": "hand of"}

    def features(self, setting):
        return (FEATURES,)

    def rules(self, t):
        deck = t.deck("deck", tuple(FEATURES.names))
        hands = {seat: t.zone(f"hand of {t.name(seat)}", seat, of=deck) for seat in t.seats}
        for seat in t.seats:
            for _ in range(2):
                yield t.draw(deck, to=hands[seat], text="draw {}")
        last = yield t.draw(deck, seen_by=EVERYBODY, text="draw {}")
        for turn in range(4):
            me = turn % len(t.seats) + 1
            move = yield t.choose(me, [t.option("play {card}", card=hands[me]), {"keep": "keep"}])
            if move == "keep":
                continue
            t.take(hands[me], move)
            same = [name for name in FEATURES.names if name.split()[0] == str(move).split()[0]]
            t.which(EVERYBODY, {s: hands[s].any(same) for s in t.seats if s != me}, "same {}", unsaid=())
            last = move
            if len(deck):
                yield t.draw(deck, to=hands[me], text="draw {}")
        assert last
        return [0.0] * len(t.seats)


GAME = Shapes()


def dealt(seed: int) -> State:
    state, rng = (
        State(Run.live(GAME.setting(2, GAME.checked_options({}), None, ("Ann", "Bob")))),
        random.Random(seed),
    )
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    return state


WORDS = [word for _, values in KINDS for value in values for word in (value, value[:2], value[:3])]


@given(st.lists(st.sampled_from([*WORDS, "big", "gray", "sml", "hue", "colour=red"]), max_size=3))
def test_words_mean_the_things_that_have_them(words):
    line = Line(1, " ".join(words))
    one_way = {  # what each word can be: spelt so, else begun so, else with letters left out
        "re": {(0, 0)}, "red": {(0, 0)}, "gr": {(0, 1), (0, 2)}, "gre": {(0, 1), (0, 2)}, "green": {(0, 1)},
        "grey": {(0, 2)}, "gray": {(0, 2)}, "ro": {(1, 0)}, "rou": {(1, 0)}, "round": {(1, 0)}, "sq": {(1, 1)},
        "squ": {(1, 1)}, "square": {(1, 1)}, "sm": {(2, 0)}, "sma": {(2, 0)}, "small": {(2, 0)}, "sml": {(2, 0)},
        "la": {(2, 1)}, "lar": {(2, 1)}, "large": {(2, 1)}, "big": {(2, 1)}, "colour=red": {(0, 0)},
    }  # fmt: skip
    spoken = [one_way.get(word, set()) for word in words]
    said = [next(iter(each)) if len(each) == 1 else None for each in spoken]
    if "hue" in words:  # the kind of the word behind it
        return
    if None in said or len({kind for kind, _ in said}) < len(said):
        with pytest.raises(RecordError):
            FEATURES.read(words_of(line), line)
        return
    fits = [thing for thing in THINGS if all(thing[kind] == value for kind, value in said)]
    found = FEATURES.fitting(FEATURES.read(words_of(line), line), THINGS)
    assert [THINGS[k] for k in found] == fits


def test_things_go_to_other_processes_after_they_were_read():
    line = Line(1, "red round")
    assert pickle.loads(pickle.dumps(FEATURES)).read(words_of(line), line) == FEATURES.read(
        words_of(line), line
    )


def test_a_kind_says_whose_value_follows():
    line = Line(1, "hue grey colour")
    assert FEATURES.read(words_of(line)[:2], line) == (2, None, None)
    with pytest.raises(RecordError, match="column 10: expected a value of a card"):
        FEATURES.read(words_of(line), line)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("round colour=gren", "gren"),
        ("colour=blue small", "blue"),
        ("hue blue", "blue"),
        ("small weight=round", "weight=round"),
        ("round gre", "gre"),
        ("red small green", "green"),
        ("large  shape=round square", "square"),
    ],
)
def test_a_refusal_points_at_the_word_that_is_none_or_at_what_stands_behind_its_sign(text, wrong):
    line = Line(1, text)
    with pytest.raises(RecordError) as refused:
        FEATURES.read(words_of(line), line)
    assert refused.value.column == text.index(wrong) + 1


@pytest.mark.parametrize("seed", range(6))
def test_a_move_is_typed_by_as_few_features_as_tell_it(seed):
    state = dealt(seed)
    moves = [move for move in state.moves() if str(move) != "keep"]
    for move in moves:
        words = str(move).split()[1:]
        for some in (words[::-1], words[1:], words[:1], words[2:]):
            fits = [other for other in moves if {*some} <= {*str(other).split()}]
            typed = f"play {' '.join(some)}"
            if len(fits) == 1:
                assert GAME.parse(typed, state) == GAME.parse(typed.upper(), state.view(1)) == move
            else:
                with pytest.raises(RecordError):
                    GAME.parse(typed, state)


def test_a_thing_is_put_in_full_where_it_alone_is_left():
    held = ["play red round small", "play grey round large"]
    assert in_full("Ann play round red", [FEATURES], held) == "Ann play red round small"
    assert in_full("Ann play large", [FEATURES], held) == "Ann play grey round large"
    assert in_full("Ann play round", [FEATURES], held) == "Ann play round"  # of two
    assert (
        in_full("draw small square green", [FEATURES], held) == "draw green square small"
    )  # of all there are


def record_of(state: State, *lines: str) -> Any:
    hand = [event.said.replace("{}", str(event.value)) for event in state.run.table.log if event.mask & 2]
    return read_record("\n".join(["game: shapes", "players: Ann Bob", "me: Ann", "", *hand, *lines, ""]))


def test_a_line_of_notes_names_things_by_features():
    state = dealt(1)
    first, other = (str(move).split()[1:] for move in state.moves()[:2])
    told = next(word for word in first if word not in other)
    new = next(name for name in FEATURES.names if not {name} & {" ".join(first), " ".join(other)})
    read = GAME.answers().read
    plain = read(record_of(state, f"Ann plays {' '.join(first)}, draw {new}")).reader.answers
    short = read(record_of(state, f"Ann plays {told}, draw {' '.join(new.split()[::-1])}")).reader.answers
    assert [answer for answer, _ in short] == [answer for answer, _ in plain]


def test_lines_are_offered_whole():
    form = GAME.form(("Ann", "Bob"), me="Bob")
    assert [event.head for event in form.events] == ["start:", "hand:", "plays", "keeps"]
    hand, plays = form.events[1:3]
    assert [field.before for field in hand.fields] == [" ", " ", " ; ", " "]
    values = {
        "card: colour shape": ("red round",), "card: size": ("large",), "same": ("Bob",),
        "drawn: colour shape": ("grey square",), "drawn: size": ("small",),
    }  # fmt: skip
    line = "Ann plays red round large ; same Bob ; draws grey square small"
    assert plays.line(values, "Ann") == line
    assert form.parse(line) == ("plays", "Ann", values)
    assert {field.who for field in plays.fields if field.part == "drawn"} == {"me"}
    assert ("red round", "large") in form.tables["deck"]
    assert [event.head for event in GAME.form(("Ann", "Bob")).events] == ["start:", "plays", "keeps"]


@pytest.mark.parametrize("rest", ["red xyzzy", "small red then flies", "green square small square"])
def test_a_line_that_names_a_thing_and_says_more_is_refused(rest):
    state = dealt(1)
    reader = Reader(state.setting, 1)
    for event in state.run.table.log:
        if event.mask & 2:
            reader.told(event.said.replace("{}", str(event.value)), "start", Line(0, ""))
    begun = [*reader.answers]
    with pytest.raises(RecordError):
        reader.read(f"Ann plays {rest}", "line 1", Line(1, f"Ann plays {rest}"))
    assert reader.answers == begun
