"""Rows: what chance or all seats do one after another is one line of notes, read, written and tapped alike."""

import random

import pytest
from composing import lines_of

from deduce.games import read_record
from deduce.games.base import CHANCE
from deduce.ground.errors import RecordError
from deduce.rulebook import Row, Rulebook

COLOURS = ("red", "green", "blue")
DRAWN, SHOWN = 4, 2


class Market(Rulebook):
    """Marbles are drawn from a bag, cards are turned up, all bid at once."""

    name, title, seats = "market", "Market", range(2, 4)

    def rules(self, t):
        bag, left = {"red": 2, "green": 1, "blue": 3}, DRAWN
        for k, colour in enumerate(COLOURS):
            rest = sum(bag[other] for other in COLOURS[k + 1 :])
            few, most = max(0, left - rest), min(left, bag[colour])
            number = few
            if few < most:
                row = Row("marbles", left, COLOURS[k:])
                number = yield t.roll(f"marbles {colour}", range(few, most + 1), row=row)
            elif number:
                t.announce(f"marbles {colour}", number, row="marbles")
            left -= number
        cards = ["ace", "king", "queen"]
        for k in range(SHOWN):
            cards.remove((yield t.roll("card", cards, row=Row("market", SHOWN - k))))
        bids = yield t.together(
            {seat: {f"bid {n}": n for n in range(3)} for seat in t.seats}, name="bid", row="bids"
        )
        return tuple(bids.values())


GAME = Market()
HEAD = "game: market\nplayers: Ann Bob\nme: Ann\n\n"


def read(text):
    return GAME.answers().read(read_record(text))


def played(seed, length=99):
    rng, states = random.Random(seed), [GAME.new(players=2)]
    while states[-1].actor is not None and len(states) <= length:
        state = states[-1]
        states.append(state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())))
    return states


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_every_game_cut_anywhere_reads_back(seat):
    heads = set()
    for seed in range(25):
        for length in range(8):
            text = GAME.written(played(seed, length), (), {}, seat=seat)
            heads |= {line.body.split()[0] for line in read_record(text).events}
            replay = read(text)
            state = played(seed, length)[-1]
            if seat is None:
                assert replay.state == state
            else:
                assert replay.view() == state.view(seat) or "chooses unseen" in text
    assert {"marbles", "market", "bids"} <= heads


def test_a_whole_game_is_three_lines():
    text = GAME.written(played(3), (), {}, seat=0)
    assert [line.body.split()[0] for line in read_record(text).events] == ["marbles", "market", "bids"]


def test_what_is_not_named_is_none_and_what_must_be_is_checked():
    full = read(HEAD + "marbles red 2 green 1 blue 1\nmarket ace queen\nbid 1\nbids 1 2\n")
    assert full.view().scores == (1, 2)
    assert (
        read(HEAD + "marbles green 1 blue 3\n").view()
        == read(HEAD + "marbles red 0 green 1 blue 3\n").view()
    )
    assert (
        read(HEAD + "marbles red 2\nmarbles green 1\n").view()
        == read(HEAD + "marbles red 2 green 1 blue 1\n").view()
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("marbles red 2 green 1 blue 2", "1 blue come here"),
        ("marbles red 3 green 1", "expected marbles red"),
        ("marbles green 1", "3 blue come here"),
        ("marbles blue 3", "1 green come here"),
        ("marbles red 1 red 1", "red is named twice"),
        ("marbles red", "pairs of words"),
        ("marbles rde 2 green 1 blue 1", "did you mean 'red'"),
        ("marbles red 2 green 1 blue 1\nmarket ace king queen", "3 are told; 2 come here"),
        ("marbles red 2 green 1 blue 1\nmarket ace ace", "expected card"),
        ("marbles red 2 green 1 blue 1\nmarket ace king\nbids 1", "1 are told; expected those of Ann Bob"),
        ("marbles red 2 green 1 blue 1\nmarket ace king\nbid 1\nbids 2 0", "Ann chose bid 1"),
        ("marbles red 2 green 1 blue 1\nmarket ace king\nbids 1 7", "expected"),
    ],
)
def test_a_row_that_cannot_be_is_refused_and_leaves_nothing(lines, message):
    with pytest.raises(RecordError, match=message):
        read(HEAD + lines + "\n")
    before = HEAD + "".join(f"{line}\n" for line in lines.split("\n")[:-1])
    kept = GAME.solve(read_record(HEAD + lines + "\n"))
    assert kept.status == 2
    assert len(kept.data["understood"]) == len(read(before).said)


def test_rows_are_tapped_as_one_line():
    (event,) = GAME.upcoming(read(HEAD)).asked
    assert (event.head, event.fields[0].kind, event.fields[0].count) == ("marbles", "counts", DRAWN)
    text = HEAD + event.line({"pieces": ("red 2", "green 1", "blue 1")}) + "\n"
    (event,) = GAME.upcoming(read(text)).asked
    assert {"market ace king", "market queen ace"} <= set(lines_of(event))
    text += "market ace king\nbid 2\n"
    events = {each.head: each for each in GAME.upcoming(read(text)).asked}
    assert set(lines_of(events["bids"])) == {"bids 2 0", "bids 2 1", "bids 2 2"}
    for line in lines_of(events["bids"]):
        read(f"{text}{line}\n")


class Dice(Rulebook):
    name, title, seats = "dice-in-a-row", "Dice", range(1, 2)

    def rules(self, t):
        for left in (3, 2, 1):
            yield t.roll("die", range(1, 4), row=Row("dice", left, again=True))
        yield t.choose(1, ["go"])
        return [0]


def test_a_row_in_which_the_same_may_come_again_is_tapped_place_by_place():
    head = "game: dice-in-a-row\nplayers: Ann\n\n"
    (event,) = Dice().upcoming(Dice().answers().read(read_record(head))).asked
    assert {*lines_of(event)} == {f"dice {a} {b} {c}" for a in "123" for b in "123" for c in "123"}
    told = Dice().answers().read(read_record(f"{head}dice 2 2 1\n"))
    assert told.state.history == ("die 2", "die 2", "die 1")
