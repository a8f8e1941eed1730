"""One activation of a craft as a problem of its own: what may be taken and placed, and what an action is worth.

An *action* is a set of pieces with their spaces and costume elements with their wearers. Within one
activation the order of the pieces decides nothing but legality: blue moves the own disc only, purple only the
discs of others, green takes tokens while there are some; so an action is written from the lowest space up, an
order that is always legal, and two orders of it are the same action. This needs no position of the whole
game: `placement.activation_of` makes an `Activation` from one.

Values are whole thousandths of a point, so that every method finds exactly the same number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.components.elements import (
    COLOURS,
    EFFECTS,
    JOKER,
    PRICES,
    PURPLE,
    VALUES,
    YELLOW,
)
from deduce_models.shakespeare.components.parts import CRAFTS, SLOTS
from deduce_models.shakespeare.components.stage import Stage

__all__ = ["NOTHING", "Action", "Activation", "Outcome", "Worth"]

WORKERS = (*CRAFTS, "jeweler")
SCALE = 1000


@dataclass(frozen=True)
class Worth:
    """What a position after an activation is worth, in points; any numbers will do.

    The defaults were set by hand, for who asks about a single activation: no player uses them (`advice.learned` does its
    own).

    Attributes:
        prestige: One prestige.
        pounds: One pound.
        tokens: One "+3" token.
        ambiance: The own disc on each space of the ambiance track.
        rivals: Each rival's disc on each space (usually falling: what harms them helps).
        purple_left: Each purple set element that stays in the offer (it pulls everybody down in the evening).
        yellow: Each yellow element, worth a point at the end of the game.
        piece: Each piece of the set, for what it supports later.
        debt: A piece whose mirrored space is empty, by the number of its colour (index 0 is not used): only
            that colour or yellow can follow there.
        candle_ready: Each empty candle space that could be filled next.
        partial: An unfinished costume by elements (0, 1 or 2) and their sum: ``partial[elements][sum]``.
        complete: Completing the costume of each wearer, beside what its sum pays; shorter tuples are filled
            with 0. For the costume powers at the rehearsals ahead.

    Raises `ProblemError` for a number that is not finite or a table of the wrong length.
    """

    prestige: float = 1.0
    pounds: float = 0.4
    tokens: float = 0.8
    ambiance: tuple[float, ...] = (-1.0, -0.4, 0.0, 0.4, 0.7, 1.0)
    rivals: tuple[float, ...] = (0.3, 0.1, 0.0, -0.1, -0.2, -0.3)
    purple_left: float = 0.0
    yellow: float = 1.0
    piece: float = 0.15
    debt: tuple[float, ...] = (0.0, -0.05, -0.05, -0.1, -0.1, -0.15, 0.0)
    candle_ready: float = 0.3
    partial: tuple[tuple[float, ...], ...] = (
        (0.0,),
        (0.0, 0.1, 0.15, 0.25, 0.35, 0.45),
        (0.0, 0.0, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    )
    complete: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if len(self.debt) != YELLOW + 1:
            raise ProblemError(
                f"debt: expected {YELLOW + 1} numbers (index 0 not used), not {len(self.debt)}"
            )
        if len(self.partial) != SLOTS or not all(self.partial):
            raise ProblemError("partial: expected a row for 0, 1 and 2 elements, none of them empty")
        single = (self.prestige, self.pounds, self.tokens, self.purple_left, self.yellow, self.piece)
        rows = (self.ambiance, self.rivals, self.debt, self.complete, *self.partial)
        if not all(math.isfinite(v) for row in ((*single, self.candle_ready), *rows) for v in row):
            raise ProblemError("a worth is a finite number of points")

    @cached_property
    def scaled(self) -> Worth:
        """The same in whole thousandths (as integers)."""

        def whole(values: Sequence[float]) -> tuple[int, ...]:
            return tuple(round(value * SCALE) for value in values)

        names = ("prestige", "pounds", "tokens", "purple_left", "yellow", "piece", "candle_ready")
        return replace(
            self,
            **{name: round(getattr(self, name) * SCALE) for name in names},
            ambiance=whole(self.ambiance),
            rivals=whole(self.rivals),
            debt=whole(self.debt),
            partial=tuple(whole(row) for row in self.partial),
            complete=whole(self.complete),
        )


@dataclass(frozen=True, order=True, slots=True)
class Action:
    """What is placed: (space, colour) on the stage from the lowest space up, and (wearer, colour) on costumes."""

    pieces: tuple[tuple[int, int], ...] = ()
    elements: tuple[tuple[int, int], ...] = ()

    @property
    def cost(self) -> int:
        """The sum of the values of the elements taken; a yellow one has no price."""
        return sum(PRICES[colour] for _, colour in self.pieces + self.elements)


NOTHING = Action()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action changes: the stage and costumes after it, and gains (tokens are those really gained)."""

    pieces: bytes
    costumes: tuple[bytes, ...]
    prestige: int
    pounds: int
    tokens: int
    ambiance: int
    rivals: tuple[int, ...]
    purple_left: int


@dataclass(frozen=True)
class Activation:
    """A craft at work.

    Attributes:
        stage: The stage.
        pieces: The colours on its spaces.
        costumes: The colours on the costume of each wearer (own actors and Extras), complete ones too.
        kind: ``mistress``, ``dresser``, ``handyman`` or ``jeweler``.
        budget: The sum of values that may be taken: the craft's, assistants and a token included; the
            jeweler needs none.
        set_offer: Set elements on offer by colour, in the order of `components.COLOURS`.
        costume_offer: Costume elements on offer.
        sums: (pounds, prestige) of a complete costume by its sum (`components.Components.costumes`).
        ambiance: The own space on the ambiance track.
        rivals: The spaces of the other players.
        supply: "+3" tokens that can still be gained.
        stack: Whether a piece may stand on pieces of the same activation.

    Raises `ProblemError` when the stage is impossible or a number is out of range.
    """

    stage: Stage
    pieces: bytes
    costumes: tuple[bytes, ...]
    kind: str
    budget: int
    set_offer: tuple[int, ...]
    costume_offer: tuple[int, ...]
    sums: tuple[tuple[int, int], ...]
    ambiance: int = 2
    rivals: tuple[int, ...] = ()
    supply: int = 8
    stack: bool = True
    top: int = field(default=5, kw_only=True)

    def __post_init__(self) -> None:
        if self.kind not in WORKERS:
            raise ProblemError(f"kind {self.kind!r}: expected one of {', '.join(WORKERS)}")
        if len(self.pieces) != len(self.stage.cells):
            raise ProblemError(f"pieces: expected {len(self.stage.cells)} spaces, not {len(self.pieces)}")
        if max(b"".join((self.pieces, *self.costumes)), default=0) > YELLOW or 0 in b"".join(self.costumes):
            raise ProblemError(f"colours: expected 1 to {YELLOW} (0 for an empty space of the stage)")
        why = self.stage.consistent(self.pieces)
        if why:
            raise ProblemError(f"pieces: {why}")
        if len(self.sums) <= SLOTS * max(VALUES):
            raise ProblemError(f"sums: expected an entry for each sum up to {SLOTS * max(VALUES)}")
        for name, offer in (("set_offer", self.set_offer), ("costume_offer", self.costume_offer)):
            if len(offer) != len(COLOURS) or min(offer) < 0:
                raise ProblemError(f"{name}: expected six counts of at least 0, not {offer}")
        if any(len(costume) > SLOTS for costume in self.costumes):
            raise ProblemError(f"costumes: at most {SLOTS} elements each")
        if self.budget < 0 or self.supply < 0:
            raise ProblemError("budget and supply are at least 0")
        if not all(0 <= space <= self.top for space in (self.ambiance, *self.rivals)):
            raise ProblemError(f"ambiance: expected spaces 0 to {self.top}")

    @property
    def builds(self) -> bool:
        """Whether set elements may be taken."""
        return self.kind != "mistress"

    @property
    def dresses(self) -> bool:
        """Whether costume elements may be taken."""
        return self.kind != "dresser"

    @property
    def jewels(self) -> bool:
        """Whether it is the jeweler, who takes one yellow element."""
        return self.kind == "jeweler"

    @property
    def money(self) -> int:
        """The budget in values; 0 for the jeweler, whose one element has no price."""
        return 0 if self.jewels else self.budget

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The colours this craft may take."""
        return (YELLOW,) if self.jewels else tuple(range(1, YELLOW))

    def refusal(self, action: Action) -> str:
        """Why the rules forbid `action`; empty when they allow it."""
        if action.pieces and not self.builds:
            return f"a {self.kind} takes no element of the set"
        if action.elements and not self.dresses:
            return f"a {self.kind} takes no element of a costume"
        if self.jewels and len(action.pieces) + len(action.elements) > 1:
            return "the jeweler takes one element"
        for _, colour in action.pieces + action.elements:
            if not 1 <= colour <= YELLOW:
                return f"there is no colour number {colour}"
        if action.cost > self.money:
            return f"the elements have the value {action.cost}, above {self.money}"
        for offer, taken in ((self.set_offer, action.pieces), (self.costume_offer, action.elements)):
            for colour in range(1, YELLOW + 1):
                wanted = sum(each == colour for _, each in taken)
                if wanted and colour not in self.colours:
                    return f"{COLOURS[colour - 1]} may not be taken by a {self.kind}"
                if wanted > offer[colour - 1]:
                    return f"only {offer[colour - 1]} {COLOURS[colour - 1]} on offer"
        return self._unplaceable(action)

    def _unplaceable(self, action: Action) -> str:
        pieces = self.pieces
        for place, colour in action.pieces:
            if not 0 <= place < len(pieces):
                return f"the stage has no space number {place}"
            under = self.stage.cells[place].supports
            if not self.stack and not all(self.pieces[each] for each in under):
                return (
                    f"space {self.stage.cells[place].name} needs pieces of an earlier activation under it"
                )
            why = self.stage.refusal(pieces, place, colour)
            if why:
                return why
            pieces = self.stage.put(pieces, place, colour)
        for wearer, _ in action.elements:
            if not 0 <= wearer < len(self.costumes):
                return f"there is no wearer number {wearer}"
        for wearer, costume in enumerate(self.costumes):
            if len(costume) + sum(each == wearer for each, _ in action.elements) > SLOTS:
                return f"costume {wearer + 1} has room for {SLOTS - len(costume)}"
        return ""

    def outcome(self, action: Action) -> Outcome:
        """What `action` changes; its legality is not checked."""
        pieces, prestige, pounds = bytearray(self.pieces), 0, 0
        steps = taken = harm = purple = 0
        for place, colour in action.pieces:
            pieces[place] = colour
            prestige += self.stage.cells[place].candle
            gain, raised, tokens, spoilt = EFFECTS[colour]
            pounds, steps, taken, harm = pounds + gain, steps + raised, taken + tokens, harm + spoilt
            purple += colour == PURPLE
        worn = [list(costume) for costume in self.costumes]
        for wearer, colour in action.elements:
            worn[wearer].append(colour)
            if len(worn[wearer]) == SLOTS:
                money, points = self.sums[sum(VALUES[each] for each in worn[wearer])]
                pounds, prestige = pounds + money, prestige + points
        return Outcome(
            pieces=bytes(pieces),
            costumes=tuple(bytes(sorted(costume)) for costume in worn),
            prestige=prestige,
            pounds=pounds,
            tokens=min(self.supply, taken),
            ambiance=min(self.top, self.ambiance + steps),
            rivals=tuple(max(0, space + harm) for space in self.rivals),
            purple_left=self.set_offer[PURPLE - 1] - purple,
        )

    def value(self, action: Action, worth: Worth) -> int:
        """The worth of what `action` leaves, in thousandths of a point."""
        after, scale = self.outcome(action), worth.scaled
        total = scale.prestige * after.prestige + scale.pounds * after.pounds
        total += scale.tokens * after.tokens + scale.purple_left * after.purple_left
        total += scale.ambiance[after.ambiance] + sum(scale.rivals[space] for space in after.rivals)
        total += scale.yellow * after.pieces.count(YELLOW)
        total += self.structure(after.pieces, worth)
        for wearer, costume in enumerate(after.costumes):
            total += self.dress(wearer, costume, worth)
        return int(total)

    def structure(self, pieces: bytes, worth: Worth) -> int:
        """What remains possible on a stage: pieces, symmetry debts and candles ahead, in thousandths."""
        scale, total = worth.scaled, 0
        for place, cell in enumerate(self.stage.cells):
            if pieces[place]:
                total += int(scale.piece)
                if not pieces[cell.mirror]:
                    total += int(scale.debt[pieces[place]])
            elif cell.candle and all(pieces[under] for under in cell.supports):
                total += int(scale.candle_ready)
        return total

    def dress(self, wearer: int, costume: bytes, worth: Worth) -> int:
        """What a costume is worth beside what its sum has paid, in thousandths."""
        scale = worth.scaled
        total = scale.yellow * costume.count(YELLOW)
        if len(costume) == SLOTS:
            return int(total + (scale.complete[wearer] if wearer < len(scale.complete) else 0))
        row = scale.partial[len(costume)]
        return int(total + row[min(sum(VALUES[each] for each in costume), len(row) - 1)])

    # Symmetry.

    @cached_property
    def symmetric(self) -> bool:
        """Whether the stage shows the same pieces left and right, so that actions come in mirrored pairs."""
        return all(
            self.pieces[place] == self.pieces[cell.mirror] for place, cell in enumerate(self.stage.cells)
        )

    def canonical(self, action: Action) -> Action:
        """The one of all equivalent actions that stands for them.

        Equivalent is the reflection on a symmetric stage. Wearers that make no difference (`twins`) are taken
        in one order by whoever lists actions.
        """
        return min(action, self.reflected(action)) if self.symmetric else action

    def reflected(self, action: Action) -> Action:
        """The action with left and right exchanged on the stage."""
        mirrored = sorted((self.stage.cells[place].mirror, colour) for place, colour in action.pieces)
        return Action(tuple(mirrored), action.elements)

    def twins(self, worth: Worth) -> tuple[tuple[int, ...], ...]:
        """Wearers with room in their costume, grouped by what makes a difference."""
        groups: dict[tuple[bytes, int], list[int]] = {}
        scale = worth.scaled
        for wearer, costume in enumerate(self.costumes):
            if len(costume) < SLOTS:
                bonus = int(scale.complete[wearer]) if wearer < len(scale.complete) else 0
                groups.setdefault((costume, bonus), []).append(wearer)
        return tuple(tuple(group) for group in groups.values())

    def steps(self, action: Action) -> Iterator[str]:
        """The action as one plays it: ``set purple 1C`` for pieces, ``costume pink 2`` for the second wearer."""
        for place, colour in action.pieces:
            yield f"set {COLOURS[colour - 1]} {self.stage.cells[place].name}"
        for wearer, colour in action.elements:
            yield f"costume {COLOURS[colour - 1]} {wearer + 1}"


def fits(stage: Stage, pieces: bytes, place: int) -> tuple[int, ...]:
    """The colours that the mirror of an empty space allows."""
    across = pieces[stage.cells[place].mirror]
    if across in (0, JOKER):
        return tuple(range(1, YELLOW + 1))
    return (across, JOKER)
