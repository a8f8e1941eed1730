"""A position as text, for the table: what is on offer, what everybody has, what is to be decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.games.base import CHANCE
from deduce.ground.wording import many
from deduce_models.shakespeare.components import drawing
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.setup import JEWELER, Setup
from deduce_models.shakespeare.rules.tracks import NEUTRAL

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.views import Board, Lying

__all__ = ["decision", "head", "text"]


def text(state: Lying) -> str:
    """The position in words. What a view hides is left out."""
    seat = getattr(state, "seat", None)
    lines = [head(state)]
    if state.order:
        lines.append(
            f"order: {_seats(state.order)}; initiative: {_seats(state.initiative) or 'nobody yet'}"
        )
    codes = state.setup.parts.codes
    lines.append(f"display: {', '.join(codes[card] for card in state.display) or 'nobody'}")
    lines.append(f"  deck {len(state.deck)}, discarded {len(state.discard)}")
    lines.append(f"set on offer: {_elements(state.set_offer)}  (bag: {_elements(state.set_bag)})")
    lines.append(
        f"costumes on offer: {_elements(state.costume_offer)}  (bag: {_elements(state.costume_bag)})"
    )
    lines += _acts(state)
    for number, board in enumerate(state.boards, 1):
        lines += _board(state, number, board, mine=seat in (None, number))
    lines += ["", drawing.LEGEND, *drawing.STAGE_LEGEND, "", decision(state)]
    return "\n".join(lines)


def head(state: Lying) -> str:
    """The game and its day."""
    if state.phase == phases.OVER:
        return "Shakespeare, the end"
    return (
        f"Shakespeare, day {state.day} of {state.setup.parts.days}"
        if state.day
        else "Shakespeare, the set-up"
    )


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))


def _elements(counts: Sequence[int]) -> str:
    found = [f"{count} {word}" for word, count in zip(COLOURS, counts, strict=True) if count]
    return ", ".join(found) or "none"


def _acts(state: Lying) -> list[str]:
    lines = []
    for name, row, order in zip(ACTS, state.spaces, state.ranking, strict=True):
        discs = [f"{_disc(state.setup, disc)} on {row[disc - 1]}" for disc in order]
        lines.append(f"act {name}: {', '.join(discs)}")
    return lines


def _disc(setup: Setup, disc: int) -> str:
    return "neutral" if setup.solo and disc == NEUTRAL else f"seat {disc}"


def _board(state: Lying, seat: int, board: Board, *, mine: bool) -> list[str]:
    lines = [
        f"seat {seat}: {board.prestige} prestige, {many(board.pounds, 'pound')}, ambiance {board.ambiance}, "
        f'{board.tokens} "+3", {board.cylinders} cylinders'
    ]
    people = [
        _person(state.setup, board, place, person, worn)
        for place, (person, worn) in enumerate(zip(board.troupe, board.costumes, strict=True))
    ]
    lines.append(f"  troupe: {', '.join(people)}")
    if mine or any(board.stage):
        # The legend is the same for all boards and stands once, at the end.
        drawn = drawing.stage_text(state.setup.stage, board.stage).split("\n\n")[0]
        lines += [f"  {row}" for row in drawn.split("\n")]
    own = held(state.dealings, seat)
    if own:
        # A view has numbers below 0 for what its seat may not see.
        names = [state.setup.objective_codes[item] if item >= 0 else "hidden" for item in own]
        lines.append(f"  objectives: {', '.join(names)}")
    return lines


def _person(setup: Setup, board: Board, place: int, person: int, worn: bytes) -> str:
    marks = [COLOURS[colour - 1] for colour in worn]
    if board.used >> place & 1:
        marks.append("activated")
    if board.resting >> place & 1:
        marks.append("resting")
    return setup.codes[person] + (f" ({' '.join(marks)})" if marks else "")


def decision(state: Lying) -> str:
    """What is to be decided, and by whom."""
    name = phases.NAMES[state.phase]
    if state.phase == phases.OVER:
        return "the game is over"
    if state.actor is CHANCE:
        return f"chance: {name}"
    if state.phase == phases.CRAFT:
        person = state.worker
        jewels = state.setup.trades[person] == JEWELER
        spend = "one yellow element" if jewels else f"{state.budget} to spend"
        name = f"{state.setup.codes[person]} at work, {spend}"
    return f"seat {state.turn} decides: {name}"
