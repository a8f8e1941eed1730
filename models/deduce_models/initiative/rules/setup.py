"""What is fixed and public during a mission: the card, the map, the components, the seats, the options."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce_models.initiative.components.mission import UNKNOWN, Front, Mission, distances
from deduce_models.initiative.components.parts import CAMERA, COUNTER, GAS, Deck

if TYPE_CHECKING:
    from deduce_models.initiative.rules.abilities import Ability

GLYPH, IS_CAMERA, IS_GAS, IS_COUNTER = range(4)


@dataclass(frozen=True, slots=True)
class Options:
    """The open rule questions (see data/options.toml) and what the team knows about language."""

    flip: str = "at once"
    gas_in_threat: bool = True
    camera_time_counts: bool = True
    gather_mix: bool = True
    gather_absent: bool = True
    special_last_two: bool = True
    begins: int = 1
    injective: bool = False
    lexicon: str = "builtin"


@dataclass(frozen=True, eq=True)
class Setup:
    """The public frame of a mission; it holds nothing of the answer.

    `kinds` are the tokens of the set in play by number, `copies` how many of each; `stacks` the hidden
    tokens a room at the start; rooms, seats and kinds are numbered as in these tuples (seats from 1).
    """

    mission: str
    seats: int
    front: Front
    rooms: tuple[str, ...]
    positions: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    walls: tuple[tuple[int, int], ...]
    entrance: int
    stacks: tuple[int, ...]
    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    deck: Deck
    abilities: tuple[Ability, ...]
    options: Options = field(default_factory=Options)

    @property
    def mapped(self) -> bool:
        """Whether there is a map to play on; of a card alone nothing is hidden in rooms."""
        return any(self.stacks)

    def __hash__(self) -> int:
        # Views are hashed often, and two set-ups that differ only elsewhere may share a bucket.
        return hash((self.mission, self.seats))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Setup) and self._key == other._key

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return (
            self.mission, self.seats, self.front, self.rooms, self.neighbours, self.entrance, self.stacks,
            self.kinds, self.copies, self.deck, self.abilities, self.options,
        )  # fmt: skip

    @cached_property
    def effects(self) -> tuple[tuple[int, int], ...]:
        """For each kind what it is (glyph, camera, gas, counterintelligence) and the action it blocks."""
        found = []
        for kind in self.kinds:
            if kind == CAMERA:
                found.append((IS_CAMERA, 0))
            elif kind == GAS:
                found.append((IS_GAS, 0))
            elif kind in COUNTER:
                found.append((IS_COUNTER, COUNTER[kind]))
            else:
                found.append((GLYPH, 0))
        return tuple(found)

    @cached_property
    def camera(self) -> int:
        """The number of the camera token, or -1."""
        return self.kinds.index(CAMERA) if CAMERA in self.kinds else -1

    @cached_property
    def ids(self) -> dict[str, int]:
        """Kind numbers by name."""
        return {kind: number for number, kind in enumerate(self.kinds)}

    @cached_property
    def room_ids(self) -> dict[str, int]:
        """Room numbers by name."""
        return {room: number for number, room in enumerate(self.rooms)}

    @cached_property
    def on_card(self) -> tuple[bool, ...]:
        """For each kind whether the mission card shows that glyph."""
        glyphs = set(self.front.glyphs)
        return tuple(kind in glyphs for kind in self.kinds)

    @cached_property
    def needed(self) -> int:
        """Bit mask of the kinds whose windows stand in the words to be guessed."""
        mask = 0
        for place in self.front.answer:
            for window in self.front.words[place]:
                if window.glyph:
                    mask |= 1 << self.ids[window.glyph]
        return mask

    @cached_property
    def spelled_out(self) -> bool:
        """Whether every window of the answer has a glyph or is printed open."""
        return all(w.glyph or w.shown for place in self.front.answer for w in self.front.words[place])

    @cached_property
    def distance(self) -> tuple[tuple[int, ...], ...]:
        """Passages between any two rooms."""
        return tuple(distances(self.neighbours, room) for room in range(len(self.rooms)))


def prepare(
    mission: Mission, seats: int, deck: Deck, abilities: tuple[Ability, ...], options: Options
) -> Setup:
    """The public frame of `mission` for `seats` players."""
    return Setup(
        mission.name,
        seats,
        front=mission.front,
        rooms=mission.board.rooms,
        positions=mission.board.positions,
        neighbours=mission.neighbours,
        walls=mission.walls,
        entrance=mission.entrance,
        stacks=mission.stacks,
        kinds=tuple(kind for kind, _ in mission.tokens),
        copies=tuple(copies for _, copies in mission.tokens),
        deck=deck,
        abilities=abilities,
        options=options,
    )


def check_injective(mission: Mission) -> None:
    """That no symbol is behind two glyphs. Raises `ProblemError`, which does not tell the symbol."""
    front = mission.front
    behind = {
        window.glyph: text
        for word, texts in zip(front.words, mission.secret, strict=True)
        for window, text in zip(word, texts, strict=True)
        if window.glyph and window.size == 1
    }
    shown = [text for text in behind.values() if text != UNKNOWN]
    if len(behind) > len(front.alphabet):
        raise ProblemError(
            f"option injective=True: {many(len(behind), 'glyph')} hide one symbol each, "
            f"but the alphabet has {len(front.alphabet)}"
        )
    if len(set(shown)) < len(shown):
        raise ProblemError(
            f"option injective=True: the mission {mission.name} hides one symbol behind two glyphs"
        )
