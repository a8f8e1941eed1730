"""What moves do to boards and tracks: said once, for the rulebook and for the search form (`views.Board`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.elements import EFFECTS, VALUES
from deduce_models.shakespeare.components.parts import SLOTS, Gain
from deduce_models.shakespeare.rules.moves import POUNDS, TOKEN, Move
from deduce_models.shakespeare.rules.tracks import advanced

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup
    from deduce_models.shakespeare.rules.state import State
    from deduce_models.shakespeare.rules.views import Board

Boards = tuple["Board", ...]


def with_board(boards: Boards, seat: int, board: Board) -> Boards:
    """The boards with another one of `seat`."""
    return (*boards[: seat - 1], board, *boards[seat:])


def less(offer: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """An offer without one element of a colour."""
    return (*offer[: colour - 1], offer[colour - 1] - 1, *offer[colour:])


def wagered(
    boards: Boards, wagers: Sequence[int], initiative: Sequence[int]
) -> tuple[tuple[int, ...], Boards]:
    """The Order track and the boards with these wagers: the lowest comes first, and gains a point."""
    rank = initiative.index
    order = tuple(sorted(range(1, len(boards) + 1), key=lambda seat: (wagers[seat - 1], rank(seat))))
    laid = [board._replace(cylinders=count) for board, count in zip(boards, wagers, strict=True)]
    first = order[0] - 1
    laid[first] = laid[first]._replace(prestige=laid[first].prestige + 1)
    return order, tuple(laid)


def joined(setup: Setup, board: Board, move: Move) -> Board:
    """A card of the display joins the troupe, as its character or as an Extra."""
    person = setup.person(move.item, move.place)
    return board._replace(troupe=(*board.troupe, person), costumes=(*board.costumes, b""))


def activated(setup: Setup, board: Board, person: int, way: int) -> Board:
    """A cylinder goes on a character, with what this way costs or brings."""
    return board._replace(
        cylinders=board.cylinders - 1,
        used=board.used | 1 << board.troupe.index(person),
        tokens=board.tokens - (way == TOKEN),
        pounds=board.pounds + (setup.parts.queen_pounds if way == POUNDS else 0),
    )


def gained(setup: Setup, board: Board, gain: Gain) -> Board:
    """What somebody, a space of the ambiance track or a costume brings, its quills left out."""
    return board._replace(
        prestige=board.prestige + gain.prestige,
        pounds=board.pounds + gain.pounds,
        ambiance=min(len(setup.parts.ambiance) - 1, board.ambiance + gain.ambiance),
    )


def placed(setup: Setup, boards: Boards, seat: int, colour: int, place: int) -> Boards:
    """An element of the set is placed; its colour and a candle under it work at once."""
    board, (pounds, steps, tokens, harm) = boards[seat - 1], EFFECTS[colour]
    if tokens:
        supply = setup.parts.plus3
        if setup.options.plus3_limit:
            supply -= sum([each.tokens for each in boards])
        tokens = min(tokens, supply)
    if harm:
        boards = tuple([each._replace(ambiance=max(0, each.ambiance + harm)) for each in boards])
    board = board._replace(
        stage=board.stage[:place] + bytes((colour,)) + board.stage[place + 1 :],
        prestige=board.prestige + setup.candles[place],
        pounds=board.pounds + pounds,
        ambiance=min(len(setup.parts.ambiance) - 1, board.ambiance + steps),
        tokens=board.tokens + tokens,
    )
    return with_board(boards, seat, board)


def dressed(setup: Setup, board: Board, colour: int, person: int) -> Board:
    """An element of a costume is placed; the third one completes the costume, which is worth its sum."""
    place = board.troupe.index(person)
    costume = bytes(sorted((*board.costumes[place], colour)))
    board = board._replace(costumes=(*board.costumes[:place], costume, *board.costumes[place + 1 :]))
    if len(costume) < SLOTS:
        return board
    pounds, prestige = setup.parts.costumes[sum([VALUES[each] for each in costume])]
    return board._replace(pounds=board.pounds + pounds, prestige=board.prestige + prestige)


def spoiled(boards: Boards, purple: int) -> Boards:
    """Purple elements left on offer spoil the ambiance."""
    if not purple:
        return boards
    return tuple([board._replace(ambiance=max(0, board.ambiance - purple)) for board in boards])


def rested(board: Board, awake: int) -> Board:
    """The day is over: all who were activated rest, but whoever stays awake (1 + the person; 0: nobody chose)."""
    resting = board.used & ~(1 << board.troupe.index(awake - 1)) if awake else board.resting
    return board._replace(resting=resting, used=0, cylinders=0, recruited=False)


# Positions of the search form.


def with_gain(state: State, seat: int, gain: Gain) -> State:
    """The position after `seat` has got `gain`, its white quills left out."""
    setup, spaces, ranking = state.setup, state.spaces, state.ranking
    for act in range(3):
        if gain.quills[act]:
            spaces, ranking = advanced(setup, spaces, ranking, act, seat, gain.quills[act])
    boards = with_board(state.boards, seat, gained(setup, state.boards[seat - 1], gain))
    return state._replace(boards=boards, spaces=spaces, ranking=ranking)


def write(state: State, act: int, steps: int) -> State:
    """The seat uses `steps` white quills in `act`."""
    spaces, ranking = advanced(state.setup, state.spaces, state.ranking, act, state.turn, steps)
    return state._replace(spaces=spaces, ranking=ranking, quills=state.quills - steps)
