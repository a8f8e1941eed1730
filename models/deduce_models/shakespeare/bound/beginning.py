"""The position from which the bound's model begins: the whole game, or what is left of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.bound.draws import Script
from deduce_models.shakespeare.components.elements import YELLOW
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.objectives import held, laid_out
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import Board, State


@dataclass(frozen=True)
class Beginning:
    """What is there when the model begins, in the terms of the model.

    Slots number the persons in the order of the troupe; those who come later follow, one a day.

    Attributes:
        script: All draws; those of `day` are what is left on offer and on display.
        day: The first day on which something is decided; the draft is before day 1.
        drafting: Whether the draft is still to come.
        recruiting: The first day on which a card is still to be recruited.
        passed: Whether nobody is activated any more on `day`.
        board: What the player has; on `day` as many cylinders are left as it says.
        used: The slots that were activated on `day`; `resting` those with a Rest token.
        spaces: Where the player's discs stand in the acts, `neutral` the neutral ones.
        ahead: The acts in which the player's disc stands with the neutral one, and is ahead.
        yellow: How many yellow elements the player has.
        kept: The objectives kept.
        objectives: The others, in the order in which they are drawn.
    """

    script: Script
    day: int
    drafting: bool
    recruiting: int
    passed: bool
    board: Board
    used: frozenset[int]
    resting: frozenset[int]
    spaces: tuple[int, ...]
    neutral: tuple[int, ...]
    ahead: frozenset[int]
    yellow: int
    kept: frozenset[int]
    objectives: tuple[int, ...]

    @classmethod
    def of(cls, state: State, script: Script, *, passed: bool = False) -> Beginning:
        """A solo position before the first day or at an action; with `passed` its day is over but for the evening.

        Raises `ProblemError` at any other position.
        """
        setup, board = state.setup, state.boards[0]
        if setup.seats != 1:
            raise ProblemError(f"the bound is for solo games, not for {setup.seats} players")
        if state.day and state.phase != phases.ACTION:
            raise ProblemError(
                f"the bound begins before the first day or at an action, not at: {phases.NAMES[state.phase]}"
            )
        used = frozenset(slot for slot in range(len(board.troupe)) if board.used >> slot & 1)
        resting = frozenset(slot for slot in range(len(board.troupe)) if board.resting >> slot & 1)
        # The deck: those never drawn as the script has them, then those put under it.
        fresh, below = laid_out(setup, state.dealings)
        yellow = board.stage.count(YELLOW) + sum(costume.count(YELLOW) for costume in board.costumes)
        return cls(
            script=_left(state, script),
            day=max(1, state.day),
            drafting=not state.day and len(board.troupe) == setup.printed,
            recruiting=state.day + board.recruited if state.day else 1,
            passed=passed,
            board=board if state.day else board._replace(cylinders=setup.parts.cylinders),
            used=used,
            resting=resting,
            spaces=tuple(row[0] for row in state.spaces),
            neutral=tuple(row[1] for row in state.spaces),
            ahead=frozenset(
                act
                for act, (row, ranks) in enumerate(zip(state.spaces, state.ranking, strict=True))
                if row[0] == row[1] and ranks[0] == 1
            ),
            yellow=yellow,
            kept=frozenset(held(state.dealings, 1)),
            objectives=(*(item for item in script.objectives if item in fresh), *below),
        )

    def slot(self, setup: Setup, day: int) -> int:
        """The slot of the card recruited on `day` (0: of the draft)."""
        there = len(self.board.troupe)
        return setup.printed if not day else there + self.drafting + day - self.recruiting

    def worn(self, slot: int) -> bytes:
        """The colours on the costume of a slot."""
        return self.board.costumes[slot] if slot < len(self.board.costumes) else b""


def _left(state: State, script: Script) -> Script:
    """The script with what is left of today's offers and cards."""
    if not state.day:
        return replace(script, draft=state.display) if state.phase == phases.DRAFT else script

    def today(days: Sequence[tuple[int, ...]], left: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return (*days[: state.day - 1], left, *days[state.day :])

    return replace(
        script,
        displays=today(script.displays, state.display),
        sets=today(script.sets, state.set_offer),
        costumes=today(script.costumes, state.costume_offer),
    )
