"""A solo game in the terms of the bound's model, both ways: a start for the solver, and what a solution wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deduce_models.shakespeare.bound.beginning import Beginning
from deduce_models.shakespeare.bound.draws import replayed
from deduce_models.shakespeare.bound.ledger import Expression
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.components.parts import Character
from deduce_models.shakespeare.rules import moves as kinds
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.views import View

Decisions = Sequence[tuple["View", kinds.Move]]
"""What the player saw and chose, from the draft to the end."""


class Course:
    """What is done in a game, or in the rest of one, in the terms of the model: as a player or a solution has it.

    Attributes:
        chosen: The character recruited into each slot, None for an Extra; slots of nobody are left out.
        active: Who is activated: (slot, day).
        tokens: Where "+3" tokens are spent: (slot, day).
        takes, placed, worn: As in the model, but for what is 0.
        pounds: Where the Queen is asked for pounds: (slot, day).
        kept: The objectives kept.
        spaces, rehearsed: Where a solution has the discs, as in the model; of a game nothing.
    """

    def __init__(self) -> None:
        self.chosen: dict[int, Character | None] = {}
        self.active: set[tuple[int, int]] = set()
        self.tokens: Counter[tuple[int, int]] = Counter()
        self.takes: Counter[tuple[str, int, int, int]] = Counter()
        self.worn: Counter[tuple[int, int, int]] = Counter()
        self.placed: Counter[tuple[int, int, int]] = Counter()
        self.pounds: set[tuple[int, int]] = set()
        self.kept: set[int] = set()
        self.spaces: Mapping[tuple[int, int], int] = {}
        self.rehearsed: Mapping[tuple[int, int], int] = {}

    @classmethod
    def played(cls, setup: Setup, decisions: Decisions, beginning: Beginning | None = None) -> Course:
        """A game, or the rest of one from `beginning` on."""
        course = cls()
        begun = beginning.board.troupe if beginning is not None else range(setup.printed)
        slots = {person: slot for slot, person in enumerate(begun)}
        for view, move in decisions:
            day = view.day
            if move.kind in (kinds.DRAFT, kinds.RECRUIT):
                slot = setup.printed + day if beginning is None else beginning.slot(setup, day)
                course.chosen[slot] = None if move.place else setup.parts.deck[move.item]
                slots[setup.person(move.item, move.place)] = slot
            elif move.kind == kinds.ACTIVATE:
                key = slots[move.item], day
                course.active.add(key)
                course.tokens[key] += move.place == kinds.TOKEN
                if move.place == kinds.POUNDS:
                    course.pounds.add(key)
            elif move.kind == kinds.SET:
                course.takes["set", slots[view.worker], day, move.item] += 1
                course.placed[move.place, day, move.item] = 1
            elif move.kind == kinds.COSTUME:
                course.takes["costume", slots[view.worker], day, move.item] += 1
                course.worn[slots[move.place], day, move.item] += 1
            elif move.kind == kinds.KEEP:
                course.kept.add(move.item)
        if beginning is None or not any(beginning.board.stage):
            course.placed = _left_first(setup, course.placed)
        return course

    @classmethod
    def solved(cls, model: GameModel, values: Sequence[int]) -> Course:
        """A solution of the model: `values` by the number of the variable."""

        def value(expression: Expression) -> int:
            return expression if isinstance(expression, int) else int(values[expression.index])

        def counted(table: Mapping[Any, Expression]) -> Counter[Any]:
            return +Counter({key: value(each) for key, each in table.items()})

        course = cls()
        for number, slot in enumerate(model.company.slots):
            if slot.recruited and value(slot.extra):
                course.chosen[number] = None
            for candidate in slot.candidates:
                if slot.recruited and value(candidate.chosen):
                    course.chosen[number] = candidate.character
                course.active |= {(number, day) for day, acts in candidate.active.items() if value(acts)}
        course.tokens, course.takes = counted(model.company.tokens), counted(model.company.takes)
        course.placed, course.worn = counted(model.boards.placed), counted(model.boards.worn)
        course.pounds = {key for key, _, paid in model.queen if value(paid)}
        course.kept = {item for item, keep in enumerate(model.kept) if value(keep)}
        course.spaces, course.rehearsed = counted(model.space), counted(model.rehearsed)
        return course


def _left_first(setup: Setup, placed: Counter[tuple[int, int, int]]) -> Counter[tuple[int, int, int]]:
    """The same or its mirror image, so that of the first pair the left space is not filled later."""
    cells = setup.stage.cells
    left = next((place for place, cell in enumerate(cells) if cell.mirror > place), None)
    days = {place: day for place, day, _ in placed}
    never = setup.parts.days + 1
    if left is None or days.get(left, never) <= days.get(cells[left].mirror, never):
        return placed
    return Counter((cells[place].mirror, day, colour) for place, day, colour in placed)


class Decided(NamedTuple):
    """A variable of the model with its value in a game.

    Attributes:
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
    played = Course.played(model.setup, game, model.beginning)
    for number, slot in enumerate(model.company.slots):
        inside = played.chosen.get(number)
        if slot.recruited and number in played.chosen:
            for candidate in slot.candidates:
                yield Decided(candidate.chosen, int(candidate.character == inside), slot.first, "people")
            if inside is None:
                yield Decided(slot.extra, 1, slot.first, "people")
        for candidate in slot.candidates:
            there = isinstance(candidate.chosen, int) or inside == candidate.character
            for day, active in candidate.active.items():
                yield Decided(active, int(there and (number, day) in played.active), day, "people")
    for token, variable in model.company.tokens.items():
        yield Decided(variable, played.tokens[token], token[1], "people")
    for take, variable in model.company.takes.items():
        yield Decided(variable, played.takes[take], take[2], take[0])
    for wearing, variable in model.boards.worn.items():
        yield Decided(variable, played.worn[wearing], wearing[1], "costume")
    for piece, variable in model.boards.placed.items():
        yield Decided(variable, played.placed[piece], piece[1], "set")
    for key, _, paid in model.queen:
        yield Decided(paid, int(key in played.pounds), None, "queen")
    for item, keep in enumerate(model.kept):
        if not isinstance(keep, int):
            yield Decided(keep, int(item in played.kept), None, "queen")
