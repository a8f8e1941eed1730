"""A played solo game as values for the variables of the bound's model: a start for the solver, and its test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from deduce_models.shakespeare.bound.draws import replayed
from deduce_models.shakespeare.bound.ledger import Expression
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.rules.moves import (
    ACTIVATE,
    COSTUME,
    DRAFT,
    KEEP,
    POUNDS,
    RECRUIT,
    SET,
    TOKEN,
    Move,
)

if TYPE_CHECKING:
    from deduce_models.shakespeare.bound.beginning import Beginning
    from deduce_models.shakespeare.components.parts import Character
    from deduce_models.shakespeare.rules.setup import Setup
    from deduce_models.shakespeare.rules.views import View

__all__ = ["Decided", "Decisions", "Played", "played_values", "prestige_of"]

Decisions = Sequence[tuple["View", Move]]
"""What the player saw and chose, from the draft to the end."""


class Played:
    """What was done in a game, or in the rest of one from `beginning` on, in the terms of the model.

    Attributes:
        chosen: The character in each slot of a recruit, None for an Extra.
        active: Who was activated: (slot, day).
        tokens: Where "+3" tokens were spent: (slot, day).
        takes, placed, worn: As in the model.
        pounds: For each day with the Queen whether she was asked for pounds.
        kept: The objectives kept.
    """

    def __init__(self, setup: Setup, decisions: Decisions, beginning: Beginning | None = None) -> None:
        self.chosen: dict[int, Character | None] = {}
        self.active: set[tuple[int, int]] = set()
        self.tokens: set[tuple[int, int]] = set()
        self.takes: dict[tuple[str, int, int, int], int] = {}
        self.worn: dict[tuple[int, int, int], int] = {}
        self.placed: dict[tuple[int, int, int], int] = {}
        self.pounds: dict[int, bool] = {}
        self.kept: set[int] = set()
        self._setup = setup
        begun = beginning.troupe if beginning is not None else range(setup.printed)
        self._beginning, self._slots = beginning, {person: slot for slot, person in enumerate(begun)}
        for view, move in decisions:
            self._add(view, move)
        if beginning is None or not any(beginning.stage):
            self.placed = _left_first(setup, self.placed)

    def _add(self, view: View, move: Move) -> None:
        setup, day = self._setup, view.day
        if move.kind in (DRAFT, RECRUIT):
            begun = self._beginning
            slot = setup.printed + day if begun is None else begun.slot(setup, day)
            self.chosen[slot] = None if move.place else setup.parts.deck[move.item]
            self._slots[setup.person(move.item, move.place)] = slot
        elif move.kind == ACTIVATE:
            self.active.add((self._slots[move.item], day))
            if move.place == TOKEN:
                self.tokens.add((self._slots[move.item], day))
            if setup.people[move.item].kind == "queen":
                self.pounds[day] = move.place == POUNDS
        elif move.kind in (SET, COSTUME):
            key = "set" if move.kind == SET else "costume", self._slots[view.worker], day, move.item
            self.takes[key] = self.takes.get(key, 0) + 1
            if move.kind == SET:
                self.placed[move.place, day, move.item] = 1
            else:
                where = self._slots[move.place], day, move.item
                self.worn[where] = self.worn.get(where, 0) + 1
        elif move.kind == KEEP:
            self.kept.add(move.item)


def _left_first(
    setup: Setup, placed: Mapping[tuple[int, int, int], int]
) -> dict[tuple[int, int, int], int]:
    """The same or its mirror image, so that of the first pair the left space is not filled later."""
    cells = setup.stage.cells
    left = next((place for place, cell in enumerate(cells) if cell.mirror > place), None)
    days = {place: day for place, day, _ in placed}
    never = setup.parts.days + 1
    if left is None or days.get(left, never) <= days.get(cells[left].mirror, never):
        return dict(placed)
    return {(cells[place].mirror, day, colour): 1 for place, day, colour in placed}


class Decided(NamedTuple):
    """A variable of the model with its value in a game.

    Attributes:
        variable: The variable.
        value: Its value.
        day: The day it is about, None: no single one.
        topic: What it is about: ``people`` (who comes, acts, spends a token), the ``set``, a ``costume``, ``queen``.
    """

    variable: Expression
    value: int
    day: int | None
    topic: str


def prestige_of(model: GameModel, game: Decisions) -> int | None:
    """The final prestige of a game from where the model begins; None when it is not over at its end.

    Raises `IllegalMove` naming the rule when it cannot be played.
    """
    return replayed(model.setup, model.script, [move for _, move in game], model.start)


def played_values(model: GameModel, game: Decisions) -> Iterator[Decided]:
    """Variables of the model with their values in the game; quills, rest and what follows are left out."""
    played = Played(model.setup, game, model.beginning)
    for number, slot in enumerate(model.company.slots):
        if slot.recruited and number in played.chosen:
            inside = played.chosen[number]
            for candidate in slot.candidates:
                chosen = int(candidate.character == inside)
                yield Decided(candidate.chosen, chosen, slot.first, "people")
            if inside is None:
                yield Decided(slot.extra, 1, slot.first, "people")
        for candidate in slot.candidates:
            sure = isinstance(candidate.chosen, int)
            there = sure or played.chosen.get(number) == candidate.character
            for day, active in candidate.active.items():
                yield Decided(active, int(there and (number, day) in played.active), day, "people")
    for (number, day), token in model.company.tokens.items():
        yield Decided(token, int((number, day) in played.tokens), day, "people")
    for take, variable in model.company.takes.items():
        yield Decided(variable, played.takes.get(take, 0), take[2], take[0])
    for wearing, variable in model.boards.worn.items():
        yield Decided(variable, played.worn.get(wearing, 0), wearing[1], "costume")
    for piece, variable in model.boards.placed.items():
        yield Decided(variable, played.placed.get(piece, 0), piece[1], "set")
    queens = zip(model.company.activations("queen"), model.queen, strict=True)
    for (_, day, _), (_, paid) in queens:
        yield Decided(paid, int(played.pounds.get(day, False)), None, "queen")
    for item, keep in enumerate(model.kept):
        if not isinstance(keep, int):
            yield Decided(keep, int(item in played.kept), None, "queen")
