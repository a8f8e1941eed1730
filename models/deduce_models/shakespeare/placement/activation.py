"""One activation of a craft stated by hand: what may be taken and placed, and the best under prices of one's own.

What `solve`, advice and players say of placements is `advice.placing`, by the value of the rest of the game. An
*action* is a set of pieces with their spaces and costume elements with their wearers: the order of pieces decides
nothing but legality, so it is written from the lowest space up, an order that is always legal. Values are whole
thousandths of a point. One file because its names are promised, and go, together.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.components.elements import COLOURS, EFFECTS, PRICES, PURPLE, VALUES, YELLOW
from deduce_models.shakespeare.components.parts import CRAFTS, SLOTS
from deduce_models.shakespeare.components.stage import Stage

WORKERS = (*CRAFTS, "jeweler")
SCALE = 1000

Pairs = tuple[tuple[int, int], ...]
"""Spaces or wearers, each with the colour that it gets."""


@dataclass(frozen=True)
class Worth:
    """What a position after an activation is worth, in points; any numbers will do.

    One prestige, one pound, one "+3" token, the own disc and each rival's on each space of the ambiance track, each
    purple set element left in the offer, each yellow element, each piece of the set, a piece whose mirrored space is
    empty by its colour (`debt`; index 0 is not used), each empty candle space that could be filled next, an unfinished
    costume (``partial[elements][sum]``), and beside what its sum pays completing the costume of each wearer (0 for
    those that a shorter tuple leaves out).

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


@dataclass(frozen=True, order=True, slots=True)
class Action:
    """What is placed: (space, colour) on the stage from the lowest space up, and (wearer, colour) on costumes."""

    pieces: Pairs = ()
    elements: Pairs = ()

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
    """A craft at work: ``mistress``, ``dresser``, ``handyman`` or ``jeweler``.

    The colours on the spaces of the stage and on the costume of each wearer (own actors and Extras, complete ones too);
    the sum of values that may be taken (the jeweler needs none); elements on offer by colour, in the order of
    `components.COLOURS`; (pounds, prestige) of a complete costume by its sum; the own space on the ambiance track and
    those of the others; "+3" tokens that can be gained; whether a piece may stand on pieces of the same activation.

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
        if action.pieces and self.kind == "mistress":
            return f"a {self.kind} takes no element of the set"
        if action.elements and self.kind == "dresser":
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
        pieces = self.pieces
        for place, colour in action.pieces:
            if not 0 <= place < len(pieces):
                return f"the stage has no space number {place}"
            cell = self.stage.cells[place]
            if not self.stack and not all(self.pieces[each] for each in cell.supports):
                return f"space {cell.name} needs pieces of an earlier activation under it"
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
        pieces, effects = bytearray(self.pieces), [EFFECTS[colour] for _, colour in action.pieces]
        prestige = sum(self.stage.cells[place].candle for place, _ in action.pieces)
        pounds = sum(effect.pounds for effect in effects)
        for place, colour in action.pieces:
            pieces[place] = colour
        worn = [list(costume) for costume in self.costumes]
        for wearer, colour in action.elements:
            worn[wearer].append(colour)
            if len(worn[wearer]) == SLOTS:
                money, points = self.sums[sum(VALUES[each] for each in worn[wearer])]
                pounds, prestige = pounds + money, prestige + points
        harm = sum(effect.rivals for effect in effects)
        return Outcome(
            pieces=bytes(pieces),
            costumes=tuple(bytes(sorted(costume)) for costume in worn),
            prestige=prestige,
            pounds=pounds,
            tokens=min(self.supply, sum(effect.tokens for effect in effects)),
            ambiance=min(self.top, self.ambiance + sum(effect.ambiance for effect in effects)),
            rivals=tuple(max(0, space + harm) for space in self.rivals),
            purple_left=self.set_offer[PURPLE - 1] - sum(each == PURPLE for _, each in action.pieces),
        )

    def value(self, action: Action, worth: Worth) -> int:
        """The worth of what `action` leaves, in thousandths of a point."""
        after = self.outcome(action)
        total = worth.prestige * after.prestige + worth.pounds * after.pounds + worth.tokens * after.tokens
        total += worth.purple_left * after.purple_left + worth.ambiance[after.ambiance]
        total += sum(worth.rivals[space] for space in after.rivals)
        total += worth.yellow * (
            after.pieces.count(YELLOW) + sum(worn.count(YELLOW) for worn in after.costumes)
        )
        total += worth.piece * (len(after.pieces) - after.pieces.count(0))
        for colour, cell in zip(after.pieces, self.stage.cells, strict=True):
            if colour:
                total += 0 if after.pieces[cell.mirror] else worth.debt[colour]
            elif cell.candle and all(after.pieces[under] for under in cell.supports):
                total += worth.candle_ready
        for wearer, costume in enumerate(after.costumes):
            if len(costume) < SLOTS:
                row = worth.partial[len(costume)]
                total += row[min(sum(VALUES[each] for each in costume), len(row) - 1)]
            elif wearer < len(worth.complete):
                total += worth.complete[wearer]
        return round(total * SCALE)

    def canonical(self, action: Action) -> Action:
        """The one of `action` and its reflection that stands for both, where the stage is alike left and right."""
        cells = self.stage.cells
        if any(self.pieces[place] != self.pieces[cell.mirror] for place, cell in enumerate(cells)):
            return action
        mirrored = sorted((cells[place].mirror, colour) for place, colour in action.pieces)
        return min(action, Action(tuple(mirrored), action.elements))

    def steps(self, action: Action) -> Iterator[str]:
        """The action as one plays it: ``set purple 1C`` for pieces, ``costume pink 2`` for the second wearer."""
        for place, colour in action.pieces:
            yield f"set {COLOURS[colour - 1]} {self.stage.cells[place].name}"
        for wearer, colour in action.elements:
            yield f"costume {COLOURS[colour - 1]} {wearer + 1}"


def _sets(activation: Activation) -> Iterator[Pairs]:
    """Every way to place set elements, nothing included."""
    stage, base = activation.stage, activation.pieces
    colours = () if activation.kind == "mistress" else activation.colours

    def extend(first: int, pieces: bytes, money: int, chosen: Pairs) -> Iterator[Pairs]:
        yield chosen
        for place in range(first, len(base) if not (activation.jewels and chosen) else 0):
            standing = pieces if activation.stack else base
            if pieces[place] or not all(standing[under] for under in stage.cells[place].supports):
                continue
            for colour in colours:
                left = activation.set_offer[colour - 1] - sum(each == colour for _, each in chosen)
                if left and PRICES[colour] <= money and stage.fits(pieces, place, colour):
                    after, rest = stage.put(pieces, place, colour), money - PRICES[colour]
                    yield from extend(place + 1, after, rest, (*chosen, (place, colour)))

    return extend(0, base, activation.money, ())


def _costumes(activation: Activation, worth: Worth) -> Iterator[Pairs]:
    """Every way to place costume elements, of those that differ by equal wearers one; nothing included."""
    colours = () if activation.kind == "dresser" else activation.colours
    alike = [
        (costume, worth.complete[w : w + 1] or (0.0,)) for w, costume in enumerate(activation.costumes)
    ]

    def extend(wearer: int, money: int, chosen: Pairs) -> Iterator[Pairs]:
        if wearer == len(activation.costumes):
            yield chosen
            return
        room = SLOTS - len(activation.costumes[wearer])
        room = min(room, 1 - len(chosen)) if activation.jewels else room
        twins = (each for each in range(wearer) if alike[each] == alike[wearer])
        first = max(twins, default=None)
        before = tuple(colour for each, colour in chosen if each == first)
        for number in range(room + 1):
            for taken in combinations_with_replacement(colours, number):
                if first is not None and taken > before:
                    continue
                more = (*chosen, *((wearer, colour) for colour in taken))
                price, worn = sum(PRICES[colour] for colour in taken), [colour for _, colour in more]
                if price <= money and all(worn.count(c) <= activation.costume_offer[c - 1] for c in taken):
                    yield from extend(wearer + 1, money - price, more)

    return extend(0, activation.money, ())


def _best(activation: Activation, worth: Worth, number: int) -> list[tuple[int, Action]]:
    """The best actions with their values. Sets and costumes share nothing but the budget, so they are rated apart."""
    empty = activation.value(NOTHING, worth)
    sides: list[dict[int, list[tuple[int, Pairs]]]] = []
    for row in (
        [Action(pieces, ()) for pieces in _sets(activation)],
        [Action((), elements) for elements in _costumes(activation, worth)],
    ):
        side: dict[int, list[tuple[int, Pairs]]] = {}
        for action in row:
            if activation.canonical(action) == action:
                gain = activation.value(action, worth) - empty
                side.setdefault(action.cost, []).append((gain, action.pieces or action.elements))
        # One more than asked for: the empty choice may be among them and not count. A jeweler's are few.
        most = len(row) if activation.jewels else number + 1
        sides.append({price: heapq.nsmallest(most, found, key=_order) for price, found in side.items()})
    pairs = (
        (empty + first + second, Action(pieces, elements))
        for price, built in sides[0].items()
        for cost, worn in sides[1].items()
        if price + cost <= activation.money
        for first, pieces in built
        for second, elements in worn
        if not (activation.jewels and pieces and elements)
    )
    return heapq.nsmallest(number, pairs, key=_order)


def _order(found: tuple[int, Any]) -> tuple[int, Any]:
    return -found[0], found[1]


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action with its value in points, what it costs against the best, and what it leaves."""

    action: Action
    value: float
    behind: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Placement:
    """The best action of an activation under a worth, and the next best, in order; reflections count once."""

    activation: Activation
    worth: Worth
    best: Alternative
    others: tuple[Alternative, ...]

    @property
    def value(self) -> float:
        """The value of the best action, in points; no action is worth more."""
        return self.best.value

    @property
    def gain(self) -> float:
        """Points over doing nothing."""
        return round(self.best.value - self.activation.value(NOTHING, self.worth) / SCALE, 3)

    @property
    def steps(self) -> tuple[str, ...]:
        """The best action as it is played, piece by piece."""
        return tuple(self.activation.steps(self.best.action))


def best_activation(
    activation: Activation, worth: Worth | None = None, *, alternatives: int = 0
) -> Placement:
    """The best action of `activation` under `worth`, with the `alternatives` next best, by looking at all of them.

    Raises `ProblemError` for a negative number of alternatives or a worth that does not fit the ambiance track.
    """
    if alternatives < 0:
        raise ProblemError(f"alternatives {alternatives}: expected at least 0")
    worth = worth if worth is not None else Worth()
    for name, track in (("ambiance", worth.ambiance), ("rivals", worth.rivals)):
        if len(track) != activation.top + 1:
            raise ProblemError(f"{name}: expected a worth for each of {activation.top + 1} spaces")
    found = _best(activation, worth, alternatives + 1)
    best, *others = (
        Alternative(action, value / SCALE, (found[0][0] - value) / SCALE, activation.outcome(action))
        for value, action in found
    )
    return Placement(activation, worth, best, tuple(others))
