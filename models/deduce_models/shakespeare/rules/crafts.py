"""The crafts at work: elements are taken from the offers one at a time and placed at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.elements import EFFECTS, PRICES, VALUES
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.rules.actions import end_turn
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.setup import JEWELER

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import Board, State

__all__ = ["done", "put_costume", "put_set"]


def put_set(state: State, move: Move) -> State:
    """An element of the set is placed; its colour and a candle under it work at once."""
    setup = state.setup
    seat, colour, place = state.turn, move.item, move.place
    boards = state.boards
    board = boards[seat - 1]
    stage = board.stage
    stage = stage[:place] + colour.to_bytes(1, "little") + stage[place + 1 :]
    prestige, pounds, ambiance, tokens = board[:4]
    prestige += setup.candles[place]
    gain, steps, taken, harm = EFFECTS[colour]
    pounds += gain
    if steps:
        ambiance = min(len(setup.parts.ambiance) - 1, ambiance + steps)
    if taken:
        tokens += min(taken, _supply(state))
    board = board._replace(prestige=prestige, pounds=pounds, ambiance=ambiance, tokens=tokens, stage=stage)
    if harm:
        boards = tuple(
            other._replace(ambiance=max(0, other.ambiance + harm)) if other.ambiance else other
            for other in boards
        )
    offer = state.set_offer
    state = state._replace(
        boards=(*boards[: seat - 1], board, *boards[seat:]),
        set_offer=(*offer[: colour - 1], offer[colour - 1] - 1, *offer[colour:]),
        budget=max(0, state.budget - PRICES[colour]),
    )
    return end_turn(state) if setup.trades[state.worker] == JEWELER else state


def _supply(state: State) -> int:
    """How many "+3" tokens can still be taken."""
    setup = state.setup
    if not setup.options.plus3_limit:
        return setup.parts.plus3
    return setup.parts.plus3 - sum(board.tokens for board in state.boards)


def put_costume(state: State, move: Move) -> State:
    """An element of a costume is placed; the third one completes the costume, which is worth its sum."""
    setup = state.setup
    seat, colour, person = state.turn, move.item, move.place
    board = state.boards[seat - 1]
    place = board.troupe.index(person)
    costume = bytes(sorted((*board.costumes[place], colour)))
    board = board._replace(costumes=(*board.costumes[:place], costume, *board.costumes[place + 1 :]))
    if len(costume) == SLOTS:
        board = _completed(board, setup.parts.costumes[sum(VALUES[each] for each in costume)])
    offer = state.costume_offer
    state = state._replace(
        boards=(*state.boards[: seat - 1], board, *state.boards[seat:]),
        costume_offer=(*offer[: colour - 1], offer[colour - 1] - 1, *offer[colour:]),
        budget=max(0, state.budget - PRICES[colour]),
    )
    return end_turn(state) if setup.trades[state.worker] == JEWELER else state


def _completed(board: Board, gain: tuple[int, int]) -> Board:
    pounds, prestige = gain
    return board._replace(pounds=board.pounds + pounds, prestige=board.prestige + prestige)


def done(state: State, _: Move) -> State:
    """The craft stops working."""
    return end_turn(state)
