"""What happened is composed of what is offered: the examples from their first line, and games as seat 1 notes them."""

import random
from pathlib import Path

import pytest
from composing import Walk, extended

from deduce.games import read_record
from deduce.games.base import CHANCE
from deduce.players.named import player
from deduce_models.enigma import GAME

EVENTS = 45
"""So long are the games that are composed."""
EXAMPLES = Path(__file__).parents[2] / "examples" / "enigma"


def most(line):
    """The taps that a turn may take: more where it is doubted, by the Ghost, and in a mission, card by card."""
    if " ghost " in line:
        return 16
    if " mission" in line:
        return 2 + 2 * (line.count(",") + 1)
    return 7 if " doubt " in line else 5


def check(walk):
    assert walk.go(), (walk.text, walk.entries[len(walk.heard(walk.text)[1]) :][:3])
    lines = walk.text.split("\n\n", 1)[1].strip().split("\n")
    taps = list(zip(walk.turns, lines, strict=True))
    assert not [(count, line) for count, line in taps if count > most(line)]
    return taps


@pytest.mark.parametrize("name", ["evening", "rulebook"])
def test_the_examples_can_be_composed(name):
    """Not in the words of whoever typed them, but meaning the same, move by move and look by look."""
    record = read_record((EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))
    replay = GAME.answers().read(record)
    head = "\n".join([*(line.text for _, _, line in record.header), "", ""])
    walk = Walk(GAME, head, [answer for answer, _ in replay.reader.answers])
    check(walk)
    if record.events[-1].body.endswith(", ?"):
        (event,) = [each for each in GAME.upcoming(walk.read(walk.text)[0]).asked if each.head == "?"]
        walk.text = extended(walk.text, event, event.line({}))
    mine = GAME.answers().read(read_record(walk.text))
    for seat in (1,) if replay.me else range(5):
        assert mine.knowledge(seat).count() == replay.knowledge(seat).count()
        assert mine.view(seat).face.log == replay.view(seat).face.log


@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (2, 2)])
def test_games_are_composed_in_few_taps(seats, seed):
    rng, state = random.Random(seed), GAME.new(players=seats, seed=seed)
    head = GAME.written([state], (), {}, seat=1) + "\n"
    movers = {seat: player(GAME, "careful") for seat in range(1, seats + 1)}
    while state.actor is not None and len(state.log) < EVENTS:
        seat = state.actor
        move = state.draw(rng) if seat is CHANCE else movers[seat].choose(state.view(seat), rng)
        state = state.play(move)
    assert len(check(Walk(GAME, head, state.view(1).entries))) >= EVENTS // 8


def test_what_was_seen_and_claimed_goes_on_in_the_line_of_the_look():
    notes = "game: enigma\nplayers: Ann Bob Cid\nme: Ann\n\nAnn peeks 5\n"
    asked = GAME.upcoming(GAME.answers().read(read_record(notes))).asked
    assert [(event.head, event.joins) for event in asked] == [("", ", "), ("claim", ", ")]
