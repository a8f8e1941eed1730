"""Moves: small frozen values whose text form is what people type and records hold.

Every move of a game is made once, in its `Setup`, and shared; play-outs compare and copy references.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS

(
    ORDER, SET_DRAW, COSTUME_DRAW, CARD, DRAFT, WAGER, RECRUIT, ACTIVATE, PASS, SET, COSTUME, DONE, QUILL, BACK,
    OBJECTIVE, KEEP, UNDER, AWAKE,
) = range(18)  # fmt: skip

CHANCE_KINDS = frozenset({ORDER, SET_DRAW, COSTUME_DRAW, CARD, OBJECTIVE})
"""What chance decides."""

PLAIN, TOKEN, POUNDS, OBJECTIVES = range(4)
"""How a character is activated: without and with a "+3" token; the Queen for pounds or for objectives."""


class Move(NamedTuple):
    """One move: its kind, what it is about and where (numbers as in `Setup`; 0 where not needed), its text."""

    kind: int
    item: int
    place: int
    text: str

    def __str__(self) -> str:
        return self.text


class MoveTable:
    """All moves of one game, by what they are about.

    Args:
        cards: The codes of the deck's cards.
        people: The codes of all persons (see `Setup.people`).
        cells: The names of the stage's spaces.
        objectives: The codes of the objectives.
        wagers: The most cylinders that can be wagered.
        most: The most elements of one colour that can be drawn at once.
    """

    def __init__(
        self,
        seats: int,
        cards: Sequence[str],
        people: Sequence[str],
        cells: Sequence[str],
        objectives: Sequence[str],
        wagers: int,
        most: int,
    ) -> None:
        self.seatings = tuple(itertools.permutations(range(1, seats + 1)))
        self.orders = tuple(
            Move(ORDER, number, 0, "order " + " ".join(map(str, seating)))
            for number, seating in enumerate(self.seatings)
        )
        self.draws = tuple(
            tuple(
                tuple(
                    Move(kind, colour, count, f"offer {name} {word} {count}") for count in range(most + 1)
                )
                for colour, word in enumerate(COLOURS)
            )
            for kind, name in ((SET_DRAW, "set"), (COSTUME_DRAW, "costume"))
        )
        self.cards = tuple(Move(CARD, number, 0, f"card {code}") for number, code in enumerate(cards))
        self.drafts = _taken(DRAFT, "draft", cards)
        self.recruits = _taken(RECRUIT, "recruit", cards)
        self.wagers = tuple(Move(WAGER, count, 0, f"wager {count}") for count in range(wagers + 1))
        words = ("", " +3", " pounds", " objectives")
        self.activations = tuple(
            tuple(Move(ACTIVATE, person, how, f"activate {code}{word}") for how, word in enumerate(words))
            for person, code in enumerate(people)
        )
        self.passing = Move(PASS, 0, 0, "pass")
        self.done = Move(DONE, 0, 0, "done")
        self.sets = tuple(
            tuple(Move(SET, colour + 1, place, f"set {word} {cell}") for place, cell in enumerate(cells))
            for colour, word in enumerate(COLOURS)
        )
        self.costumes = tuple(
            tuple(
                Move(COSTUME, colour + 1, person, f"costume {word} {code}")
                for person, code in enumerate(people)
            )
            for colour, word in enumerate(COLOURS)
        )
        self.quills = tuple(Move(QUILL, act, 0, f"quill {name}") for act, name in enumerate(ACTS))
        self.backs = tuple(Move(BACK, act, 0, f"back {name}") for act, name in enumerate(ACTS))
        self.objectives, self.keeps, self.unders = (
            tuple(Move(kind, number, 0, f"{word} {code}") for number, code in enumerate(objectives))
            for kind, word in ((OBJECTIVE, "objective"), (KEEP, "keep"), (UNDER, "under"))
        )
        self.awakes = tuple(Move(AWAKE, person, 0, f"awake {code}") for person, code in enumerate(people))

    def all(self) -> list[Move]:
        """Every move, sensible or not (a Jeweler with a token is among them)."""
        found = [
            *self.orders,
            *self.cards,
            *self.wagers,
            self.passing,
            self.done,
            *self.quills,
            *self.backs,
        ]
        found += [*self.objectives, *self.keeps, *self.unders, *self.awakes]
        found += itertools.chain(*self.draws[0], *self.draws[1], *self.drafts, *self.recruits)
        found += itertools.chain(*self.activations, *self.sets, *self.costumes)
        return found


def _taken(kind: int, word: str, cards: Sequence[str]) -> tuple[tuple[Move, Move], ...]:
    return tuple(
        (Move(kind, number, 0, f"{word} {code}"), Move(kind, number, 1, f"{word} {code} extra"))
        for number, code in enumerate(cards)
    )
