"""Points: the acts at a rehearsal, and the end of the game with objectives, yellow elements and pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce_models.shakespeare.components.elements import YELLOW
from deduce_models.shakespeare.components.parts import CRAFTS, SLOTS
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.tracks import NEUTRAL, Tracks, set_disc

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup
    from deduce_models.shakespeare.rules.views import Board


def act_gains(setup: Setup, spaces: Tracks, ranking: Tracks) -> list[tuple[int, int]]:
    """(prestige, pounds) that each seat gets when the acts are scored."""
    prestige, pounds = [0] * setup.discs, [0] * setup.discs
    parts = setup.parts
    cumulative = setup.options.act_tiers_cumulative
    for act, row, order in zip(setup.acts, spaces, ranking, strict=True):
        for disc, space in enumerate(row):
            if space <= parts.penalty_spaces:
                prestige[disc] += parts.penalty
            prestige[disc] += prize(act.prestige, space, cumulative)
            pounds[disc] += prize(act.pounds, space, cumulative)
        for worth, disc in zip(act.ranks, order, strict=False):
            if setup.options.prize_in_penalty or row[disc - 1] > parts.penalty_spaces:
                prestige[disc - 1] += worth
    return list(zip(prestige, pounds, strict=True))[: setup.seats]


def prize(tiers: tuple[tuple[int, int], ...], space: int, cumulative: bool) -> int:
    """What a disc on `space` earns of prizes given by their least space: the highest one, or all together."""
    reached = [prize for least, prize in tiers if space >= least]
    return (sum(reached) if cumulative else reached[-1]) if reached else 0


@dataclass(frozen=True, slots=True)
class Final:
    """How a seat ends: its prestige and pounds after everything, and what they are made of.

    Attributes:
        prestige: Prestige at the end.
        pounds: Pounds left after paying.
        objectives: Prestige for each objective held, in the order of keeping.
        yellow: Prestige for yellow elements.
        paid: How many of the characters with a cost are paid.
        unpaid: How many are not.
    """

    prestige: int
    pounds: int
    objectives: tuple[int, ...]
    yellow: int
    paid: int
    unpaid: int


def metrics(state: Any, seat: int) -> dict[str, int]:
    """The counts that objectives ask for (`components.METRICS`), but for what hangs on who is paid.

    `state` is a `State` or a `View`.
    """
    setup = state.setup
    board = state.boards[seat - 1]
    people = setup.people
    recruited = [people[person] for person in board.troupe if person >= setup.printed]
    filled = [bool(piece) for piece in board.stage]
    return {
        "first places": sum(order[0] == seat for order in state.ranking),
        "complete costumes": sum(len(costume) == SLOTS for costume in board.costumes),
        "candles covered": sum(
            candle for candle, piece in zip(setup.candles, board.stage, strict=True) if piece
        ),
        "full rows": sum(all(filled[place] for place in row) for row in setup.stage.rows),
        "recruited actors": sum(person.kind == "actor" for person in recruited),
        "recruited craftsmen": sum(person.kind in CRAFTS for person in recruited),
        "yellow elements": board.stage.count(YELLOW) + sum(worn.count(YELLOW) for worn in board.costumes),
        "acts on the last prize": sum(
            row[seat - 1] >= act.last_prize for act, row in zip(setup.acts, state.spaces, strict=True)
        ),
    }


def payments(setup: Setup, costs: Sequence[int], pounds: int) -> Iterator[tuple[int, int]]:
    """(how many characters are paid, pounds left) for every way to pay, most of them first.

    Every unpaid character costs the same, so the cheapest are paid first; `costs` are sorted. With the option
    ``payment=forced`` there is one way only.
    """
    paid = 0
    while paid < len(costs) and costs[paid] <= pounds:
        pounds -= costs[paid]
        paid += 1
    yield paid, pounds
    while paid and setup.options.payment != "forced":
        paid -= 1
        pounds += costs[paid]
        yield paid, pounds


def final(state: Any, seat: int) -> Final:
    """How `seat` ends if the game ends now, paying as is best for prestige, then for pounds.

    How many are paid is tried out, since an objective may ask for pounds. `state` is a `State` or a `View`
    (objectives not known count nothing).
    """
    setup = state.setup
    board = state.boards[seat - 1]
    costs = sorted(
        setup.people[person].cost
        for person in board.troupe
        if person >= setup.printed and setup.people[person].cost
    )
    own = [item for item in held(state.dealings, seat) if item >= 0]
    counts = metrics(state, seat)
    best: Final | None = None
    for paid, pounds in payments(setup, costs, board.pounds):
        unpaid = len(costs) - paid
        counts |= {"pounds after paying": pounds, "unpaid characters": unpaid}
        worth = tuple(
            setup.parts.objectives[item].points(counts[setup.parts.objectives[item].metric]) for item in own
        )
        prestige = board.prestige + sum(worth) + counts["yellow elements"] + setup.parts.unpaid * unpaid
        if best is None or (prestige, pounds) > (best.prestige, best.pounds):
            best = Final(prestige, pounds, worth, counts["yellow elements"], paid, unpaid)
    assert best is not None  # noqa: S101 - the loop runs at least once
    return best


def ended(state: Any) -> tuple[Board, ...]:
    """The boards at the end of the game, with every seat's final prestige and pounds; `state` as in `final`."""
    ends = [final(state, seat) for seat in state.setup.everybody]
    return tuple(
        board._replace(prestige=end.prestige, pounds=end.pounds)
        for board, end in zip(state.boards, ends, strict=True)
    )


def scores(setup: Setup, boards: Sequence[Board], order: Sequence[int]) -> tuple[float, ...]:
    """Prestige, and a thousandth a pound to break ties, for each seat at the end.

    With the option ``final_tie=order`` a millionth for each seat behind on the last Order track; a solo score is the
    prestige alone.
    """
    if setup.solo:
        return (float(boards[0].prestige),)
    found = [board.prestige + board.pounds / 1000 for board in boards]
    if setup.options.final_tie == "order":
        for behind, seat in enumerate(reversed(order)):
            found[seat - 1] += behind / 1_000_000
    return tuple(found)


def scored(
    setup: Setup, day: int, boards: Sequence[Board], spaces: Tracks, ranking: Tracks
) -> tuple[tuple[Board, ...], Tracks, Tracks]:
    """Boards, spaces and ranking when the acts are scored; alone the neutral discs go ahead after the first rehearsal."""
    gains = act_gains(setup, spaces, ranking)
    laid = tuple(
        board._replace(prestige=board.prestige + prestige, pounds=board.pounds + pounds)
        for board, (prestige, pounds) in zip(boards, gains, strict=True)
    )
    if setup.solo and day == setup.parts.rehearsals[0]:
        for act in range(len(setup.acts)):
            spaces, ranking = set_disc(setup, spaces, ranking, act, NEUTRAL, setup.parts.neutral[1])
    return laid, spaces, ranking
