"""Whatever a record is of, `Game.knowledge` answers for the view it gives; and a game by its name has its types."""

import typing
from pathlib import Path

import pytest

import deduce
from deduce.games import read_record
from deduce.games.registry import game as registered
from deduce.ground.errors import TooLarge
from deduce_models.entracte.knowledge.model import codes_left

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")


def records():
    for name in GAMES:
        for path in sorted((EXAMPLES / name).glob("*.txt")):
            record = read_record(path.read_text(), source=str(path))
            if record.game == name:
                yield pytest.param(name, record, id=f"{name}-{path.stem}")


@pytest.mark.parametrize(("name", "record"), list(records()))
def test_knowledge_of_every_view_of_a_record(name, record):
    """Each seat that the record can speak for, and in Entracte the very figure that `solve` prints."""
    game = deduce.game(name)
    told = game.answers().read(record)
    seats = range(len(told.names) + 1) if told.me is None else [told.me]
    for seat in seats:
        known = game.knowledge(told.view(seat))
        solved = game.solve(record, seat=seat)
        assert known.is_consistent() == (solved.status == 0)
        if not known.is_consistent():  # notes that forgot a token
            continue
        try:
            count = known.count()
        except TooLarge:
            continue
        assert count >= 1
        if name == "entracte":  # after a pass its worlds tell where the cards are, too
            assert solved.data["worlds"] == codes_left(known).count() <= count


def test_a_game_by_its_literal_name_has_its_types():
    """mypy reads these; here they are only seen to be there for every game of ours."""
    named = {
        typing.get_args(eval(hint, {"Literal": typing.Literal}))[0]
        for overloaded in typing.get_overloads(registered)
        if "Literal" in (hint := overloaded.__annotations__["name"])
    }
    assert set(GAMES) <= named
