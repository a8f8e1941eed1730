"""Positions for tests: dealt, played on by the texts of moves, or changed by hand."""

import random

from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.rules import phases


def new(**how):
    """A new game in the search form, which is changed by hand; `test_shakespeare_rulebook` holds it to the rules."""
    return GAME.new(**how).face


def dealt(players, seed=1, **options):
    """The first position in which somebody acts or wagers: the draft taken at random."""
    return until(new(players=players, **options), {phases.WAGER, phases.ACTION}, seed)


def until(state, wanted, seed=1):
    """`state` played on at random until its phase is one of `wanted`."""
    rng = random.Random(seed)
    while state.phase not in wanted and state.actor is not None:
        state = step(state, rng)
    return state


def step(state, rng):
    """One random move."""
    if state.actor is CHANCE:
        return state.play(state.draw(rng))
    legal = state.moves()
    return state.play(legal[int(rng.random() * len(legal))])


def do(state, *texts):
    """The position after the moves written `texts`."""
    for text in texts:
        state = state.play(GAME.parse(text, state))
    return state


def texts(state):
    """The texts of the legal moves."""
    return [str(move) for move in state.moves()]


def with_board(state, seat, **changes):
    """`state` with fields of one board changed."""
    board = state.boards[seat - 1]._replace(**changes)
    return state._replace(boards=(*state.boards[: seat - 1], board, *state.boards[seat:]))


def troupe(state, *codes):
    """Fields `troupe` and `costumes` of a board: the printed characters and those of `codes`."""
    setup = state.setup
    people = (*range(setup.printed), *(setup.person_ids[code] for code in codes))
    return {"troupe": people, "costumes": (b"",) * len(people)}


def acting(players=4, seat=1, *, people=(), set_offer=None, costume_offer=None, seed=1, **options):
    """The action phase on day 1 with `seat` to move first, then the others by number; five cylinders each."""
    state = dealt(players, seed, **options)
    codes = {state.setup.person_ids[code] for code in people}
    order = (*range(seat, players + 1), *range(1, seat))
    state = state._replace(phase=phases.ACTION, order=order, turn=seat, initiative=(), out=0)
    for each in range(1, players + 1):
        state = with_board(state, each, cylinders=5)
    # A card that somebody was given by hand is nowhere else.
    given = {state.setup.card(person) for person in codes}
    state = state._replace(
        deck=tuple(card for card in state.deck if card not in given),
        display=tuple(card for card in state.display if card not in given),
        discard=tuple(card for card in state.discard if card not in given),
    )
    if people:
        state = with_board(state, seat, **troupe(state, *people))
    if set_offer is not None:
        state = state._replace(set_offer=tuple(set_offer))
    if costume_offer is not None:
        state = state._replace(costume_offer=tuple(costume_offer))
    return state


def write(moves, *, players, seat=None, **options):
    """The record of a game from the texts of its moves; for one seat what it heard."""
    states = [GAME.new(players=players, **options)]
    for move in moves:
        states.append(states[-1].play(str(move)))
    return GAME.answers().write(states, moves, options, seat)
