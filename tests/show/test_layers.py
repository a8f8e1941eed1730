"""Cards drawn from their words: one source for the picture and the page; boards of the games that have them."""

import random
from pathlib import Path

import pytest

import deduce
from deduce.games import read_record
from deduce.games.base import CHANCE
from deduce.records.form import Sheet
from deduce.show.known import boards_of
from deduce.show.layers import Layer, Shape, card
from deduce.show.places import Board, Place
from deduce_models.entracte.components.faces import SIGNS, faces
from deduce_models.entracte.components.parts import components, shipped

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_card_is_drawn_by_the_layers_of_its_words_in_their_order():
    layers = (
        Layer(("red",), (Shape("M0 0h9", "#f00"),)),
        Layer(("red", "old"), (Shape(text="o", fill="#000", x=3, y=4, size=9),)),
        Layer((), (Shape("M1 1h2"),)),
    )
    drawn = card(("red", "old"), layers, 10, 20, 31)
    assert drawn.index("M0 0h9") < drawn.index(">o<") < drawn.index("M1 1h2")
    assert 'x="10" y="20" width="31" height="44"' in drawn
    assert ">o<" not in card(("red",), layers, 0, 0, 31)
    assert card(("green",), layers, 0, 0, 31) == ""


@pytest.mark.parametrize(
    "shape",
    [
        Shape("M0 0h9", "#f00"),
        Shape(text="o", fill="#000", x=3, y=4, size=9),
        Shape(path="M1 1", stroke="#00f", width=2.5),
    ],
)
def test_a_shape_comes_back_from_its_plain_values_which_are_those_that_it_has(shape):
    told = shape.to_dict()
    assert Shape(**told) == shape
    assert all(told.values())


def test_every_card_of_the_deck_has_a_face_of_its_own_and_none_lacks_a_part():
    parts = shipped()
    layers = faces(parts)
    drawn = {text: card(text.split(), layers, 0, 0, 62) for text in map(parts.card_text, parts.cards)}
    assert len(set(drawn.values())) == len(drawn) == len(parts.cards)
    kinds = {kind.name: set(kind.values) for kind in parts.types}
    for text in drawn:
        words = set(text.split())
        told = {word for each in layers if words.issuperset(each.words) for word in each.words}
        assert told == words, text
        assert all(len(words & values) == 1 for values in kinds.values())


@pytest.mark.parametrize("options", [{"ages": 2}, {"days": 3}, {"hand_order": "anticlockwise"}])
def test_decks_of_other_options_are_drawn_too(options):
    parts = components(**options)
    texts = {parts.card_text(each) for each in parts.cards}
    assert len({card(text.split(), faces(parts), 0, 0, 62) for text in texts}) == len(texts)


def test_the_display_of_shakespeare_is_what_can_be_recruited():
    game, record = deduce.game("shakespeare"), read_record(EXAMPLES / "shakespeare/seat2.txt")
    boards = {board.title: board for board in game.boards_record(record)}
    shown = {place.say for place in boards["display"].places}
    asked = game.upcoming(game.answers().read(record)).asked
    assert shown == {each.head.split()[1] for each in asked if each.head.startswith("recruit ")}
    assert all(name in game.picture_record(record) for name in shown)
    spaces = {place.say for place in boards["stage"].places if place.marked}
    assert spaces == {"1L2", "1L1", "1C", "1R1", "1R2"}


def test_every_code_has_a_sign():
    board = deduce.game("entracte").boards_record(read_record(EXAMPLES / "entracte/evening.txt"))[1]
    assert {place.text for place in board.places} <= SIGNS.keys()
    assert set(board.columns) <= SIGNS.keys()


def test_what_somebody_holds_is_read_from_a_sheet_by_player():
    board = Board(
        "codes", ("",), ("day",), (Place("day repeat", 0, 0, "repeat"),), kind="holders", shows="codes"
    )
    sheet = Sheet("codes", ("sheet",), "{outer} {inner}", "outer")
    data = {
        "sheet": {"Ann": {"day repeat": 0.25, "x": 0.75}, "Bob": {"day repeat": 0.5}, "Cid": {"x": 1.0}}
    }
    (found,) = boards_of([sheet], data, [board])
    (place,) = found.places
    assert place.chances == (("Bob", 0.5), ("Ann", 0.25))
    assert place.fact.replace("{value}", "Bob") == "Bob day repeat"
    assert "Bob" in found.drawn(names=("Ann", "Bob", "Cid")).words


@pytest.mark.parametrize(("name", "seed"), [("entracte", 3), ("shakespeare", 5)])
def test_places_of_boards_are_words_of_moves_and_hidden_cards_stay_hidden(name, seed):
    game = deduce.game(name)
    rng, state, said = random.Random(seed), game.new(players=3, seed=seed), set()
    for _ in range(40):
        if state.actor is None:
            break
        if state.actor is not CHANCE:
            boards = game.boards(state.view(state.actor))
            moves = list(map(str, state.moves()))
            words = {place.say for board in boards for place in board.places if place.say}
            said |= {word for word in words if any(f" {word} " in f" {move} " for move in moves)}
            other = state.actor % 3 + 1
            theirs = [b for b in game.boards(state.view(other)) if b.title == "hand"]
            mine = [b for b in boards if b.title == "hand"]
            assert not mine or mine != theirs
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
    assert len(said) > 5
