"""A position as the lines in which it is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.records.words import NUMBERS, in_words
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.tracks import NEUTRAL

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State
    from deduce_models.shakespeare.rules.views import View

__all__ = ["position_lines"]

HIDDEN = "?"
"""An objective that the writer does not see."""


def position_lines(state: State | View) -> list[str]:
    """The lines of a position before the wagers or at an action; objectives as the seats hold them.

    They read back to the same position, but for the history of the objectives; of a view ``?`` stands for those that
    its seat does not see.
    """
    setup = state.setup
    lines = [f"day {state.day}", "order " + " ".join(map(str, state.order))]
    if state.phase == phases.ACTION:
        lines.append(f"turn {state.turn}")
    if state.initiative:
        lines.append("initiative " + " ".join(map(str, state.initiative)))
    for key, cards in (("display", state.display), ("discard", state.discard)):
        if cards:
            lines.append(f"{key} " + " ".join(setup.parts.codes[card] for card in cards))
    for key, counts in (
        ("offer set", state.set_offer),
        ("offer costume", state.costume_offer),
        ("bag set", state.set_bag),
        ("bag costume", state.costume_bag),
    ):
        lines.append(f"{key} {in_words(counts)}".removesuffix(" none"))
    for disc in range(1, setup.discs + 1):
        name = "neutral" if setup.solo and disc == NEUTRAL else disc
        lines.append(f"acts {name} " + " ".join(str(row[disc - 1]) for row in state.spaces))
    for act, order in zip(ACTS, state.ranking, strict=True):
        names = ["neutral" if setup.solo and disc == NEUTRAL else str(disc) for disc in order]
        lines.append(f"pile {act} " + " ".join(names))
    for seat in setup.everybody:
        lines += _board_lines(state, seat)
    recruited = [str(seat) for seat, board in enumerate(state.boards, 1) if board.recruited]
    gone = [str(seat) for seat in setup.everybody if state.out >> seat - 1 & 1]
    lines += [f"recruited {' '.join(recruited)}"] * bool(recruited) + [f"out {' '.join(gone)}"] * bool(gone)
    return [f"position {line}" for line in lines]


def _board_lines(state: State | View, seat: int) -> list[str]:
    """The lines of one board, its costumes and objectives among them."""
    setup, board = state.setup, state.boards[seat - 1]
    lines = []
    numbers = [f"{name} {getattr(board, name)}" for name in NUMBERS]
    lines.append(f"seat {seat} " + " ".join(numbers))
    people = [setup.codes[person] for person in board.troupe]
    if people[setup.printed :]:
        lines.append(f"troupe {seat} " + " ".join(people[setup.printed :]))
    pieces = [
        f"{cell.name} {COLOURS[colour - 1]}"
        for cell, colour in zip(setup.stage.cells, board.stage, strict=True)
        if colour
    ]
    if pieces:
        lines.append(f"stage {seat} " + " ".join(pieces))
    for code, worn in zip(people, board.costumes, strict=True):
        if worn:
            lines.append(f"costume {seat} {code} " + " ".join(COLOURS[colour - 1] for colour in worn))
    for key, mask in (("used", board.used), ("resting", board.resting)):
        if mask:
            names = [code for place, code in enumerate(people) if mask >> place & 1]
            lines.append(f"{key} {seat} " + " ".join(names))
    own = held(state.dealings, seat)
    if own:
        names = [setup.objective_codes[item] if item >= 0 else HIDDEN for item in own]
        lines.append(f"objectives {seat} " + " ".join(names))
    return lines
