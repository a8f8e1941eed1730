"""Boards as places: what is drawn, said and touched is what the view tells; chances are those of the knowledge."""

import random
from pathlib import Path

import pytest

from deduce import game
from deduce.games import settle
from deduce.records.record import read_record

EXAMPLES = Path(__file__).parents[2] / "examples" / "tables"
GAMES = {"battleship": 2, "minesweeper": 1, "wild_place": 3}


def played(name, plies, seed):
    rng = random.Random(seed)
    state = game(name).new(players=GAMES[name], seed=seed)
    for _ in range(plies):
        if state.actor is None:
            break
        state = settle(state.play(rng.choice(state.moves())), rng)
    return state


def shown(board):
    return {place.say: place for place in board.places}


@pytest.mark.parametrize("name", GAMES)
def test_every_place_has_a_word_of_its_own_and_moves_say_it(name):
    state = played(name, 2, 5)
    (board, *_) = game(name).boards(state.view(1))
    words = [place.say for place in board.places]
    assert len(set(words)) == len(words) == len(board.rows) * len(board.columns)
    said = {word for move in state.moves() for word in str(move).split()}
    assert said & set(words)


@pytest.mark.parametrize("name", GAMES)
def test_a_board_tells_what_its_view_tells(name):
    """Equal views of states with different hidden things have equal boards."""
    state = played(name, 8, 3)
    seat = state.actor or 1
    view = state.view(seat)
    rng = random.Random(1)
    for _ in range(5):
        other = game(name).resample(view, rng)
        assert other.view(seat) == view
        assert game(name).boards(other.view(seat)) == game(name).boards(view)


def test_minesweeper_shows_numbers_and_chances_of_bombs():
    record = read_record(EXAMPLES / "minesweeper.txt")
    (board,) = game("minesweeper").boards_record(record)
    places = shown(board)
    known = game("minesweeper").answers().read(record).knowledge()
    worlds = known.sample(4_000, 1)
    for place in places.values():
        bombs = sum(world[known.problem["ground"][place.say]] == "bomb" for world in worlds) / len(worlds)
        if place.chance is None:
            assert place.text.isdigit()
            assert bombs == 0
        else:
            assert place.chance == pytest.approx(bombs, abs=0.04)
    assert "a1: 14%" in board.drawn().words


def test_the_bomb_that_went_off_lies_where_it_was_dug():
    rng = random.Random(2)
    state = settle(game("minesweeper").new(players=1, seed=1, width=4, height=4, mines=8), rng)
    while state.actor is not None:
        dug = str(rng.choice(state.moves()))
        state = settle(state.play(dug), rng)
    (board,) = game("minesweeper").boards(state.view(1))
    assert [place.say for place in board.places if place.text == "*"] == [dug.removeprefix("dig ")]


def test_battleship_hides_the_other_fleet_and_says_how_likely_it_lies_there():
    state = played("battleship", 14, 2)
    found = game("battleship")
    view = state.view(1)
    known = found.knowledge(view)
    theirs, mine = found.boards(view, known)
    assert (theirs.title, mine.title) == ("P2's waters", "P1's waters")
    assert "■" not in {place.text for place in theirs.places}
    lies, worlds = found.lies(view.setting), known.sample(3_000, 1)
    for place in theirs.places:
        if place.text:
            continue
        share = sum(
            any(place.say in lies[v.name.split()[1]][world[v]] for v in world if v.name.startswith("P2's "))
            for world in worlds
        ) / len(worlds)
        assert (place.chance or 0.0) == pytest.approx(share, abs=0.05)


def test_a_bystander_sees_no_fleet():
    state = played("battleship", 14, 2)
    for board in game("battleship").boards(state.view(0)):
        assert "■" not in {place.text for place in board.places}
