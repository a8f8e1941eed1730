"""Beyond one activation: can the set be finished, at what cost, and if not, why?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from deduce.ground.shown import Plain
from deduce.ground.wording import listing, run, say, typed
from deduce.knowledge import Knowledge
from deduce_models.shakespeare.components.elements import COLOURS, PRICES, YELLOW
from deduce_models.shakespeare.components.stage import Stage
from deduce_models.shakespeare.placement.finishing import set_problem

if TYPE_CHECKING:
    from deduce.explain.reasons import Conflict

JEWEL = 8
"""The price of a yellow element in `complete_set`: a whole activation, as much as the dearest craft takes."""


@dataclass(frozen=True, slots=True)
class Completion(Plain):
    """Whether a set can still be finished.

    Attributes:
        possible: Whether the elements left suffice.
        pieces: The colours to put on each empty space, by its name; empty when impossible.
        cost: The sum of the values of those that have a price.
        jewels: How many of them are yellow.
        proved: Whether the completion is proved cheapest.
        conflict: When impossible: the fewest statements that cannot all be true.
    """

    possible: bool
    pieces: dict[str, str]
    cost: int
    jewels: int
    proved: bool
    conflict: Conflict | None

    def sentence(self) -> str:
        """The completion in words."""
        if self.conflict is not None:
            return run(say("the set cannot be finished"), ": ", str(self.conflict))
        yellow = say(" and {number} yellow", number=self.jewels) if self.jewels else ""
        told = run(say("the set can be finished for a value of {cost}", cost=self.cost), yellow)
        if not self.pieces:
            return run(told, ": ")
        return run(
            told, ": ", listing([typed(f"{name} {colour}") for name, colour in self.pieces.items()], ",")
        )

    def __str__(self) -> str:
        return self.sentence()


def complete_set(stage: Stage, pieces: bytes, left: Sequence[int], *, jewel: int = JEWEL) -> Completion:
    """The cheapest way to fill every space with the elements `left` (offer and bag), by colour.

    Cheapest by the sum of values, a yellow element counted as `jewel`. What others will take is not foreseen: with
    rivals this is what can at best be done. Proved, by dynamic programming over colours in a few milliseconds.
    Raises `ProblemError` for an impossible stage.
    """
    problem, space = set_problem(stage, pieces, left)
    if not space:
        return Completion(True, {}, 0, 0, True, None)
    chosen = _filled(stage, pieces, left, jewel)
    if chosen is None:
        return Completion(False, {}, 0, 0, True, Knowledge(problem).conflict())
    jewels = sum(colour == YELLOW for colour in chosen.values())
    cost = sum(PRICES[colour] for colour in chosen.values() if colour != YELLOW)
    words = {name: COLOURS[chosen[name] - 1] for name in space}
    return Completion(True, words, cost, jewels, True, None)


_Choice = tuple[int, int, int]


def _filled(stage: Stage, pieces: bytes, left: Sequence[int], jewel: int) -> dict[str, int] | None:
    """The colour of each empty space in a cheapest way; None without any.

    A space whose mirror holds a colour asks for that or yellow, two mirrored ones for one colour or yellow in place of
    either, one on the axis for any. Where colour c fills `asked` spaces, `pairs` pairs and `alone` on the axis, it takes
    ``asked + 2 pairs + alone`` elements but for those in whose place a yellow one stands. So colour by colour it
    suffices to know how many pairs, spaces on the axis and yellow elements are left.
    """
    cells = stage.cells
    asked: dict[int, list[str]] = {colour: [] for colour in range(1, YELLOW)}
    pairs, alone = [], []
    for place, cell in enumerate(cells):
        across = pieces[cell.mirror]
        if pieces[place]:
            continue
        if cell.mirror == place or across == YELLOW:
            alone.append(cell.name)
        elif across:
            asked[across].append(cell.name)
        elif place < cell.mirror:
            pairs.append((cell.name, cells[cell.mirror].name))
    # What is left for the colours to come: (pairs, alone, yellow); the cheapest cost so far, and what it chose.
    level: dict[_Choice, tuple[int, tuple[_Choice, ...]]] = {
        (len(pairs), len(alone), left[YELLOW - 1]): (0, ())
    }
    for colour in range(1, YELLOW):
        after: dict[_Choice, tuple[int, tuple[_Choice, ...]]] = {}
        for (two, one, yellow), (cost, made) in level.items():
            for here, there in product(range(two + 1), range(one + 1)):
                need = len(asked[colour]) + 2 * here + there
                least = max(0, need - left[colour - 1])
                most = min(yellow, len(asked[colour]) + here)
                for jewels in range(least, most + 1 if jewel < PRICES[colour] else min(least, most) + 1):
                    if jewels > most:
                        break
                    total = cost + PRICES[colour] * (need - jewels) + jewel * jewels
                    state = (two - here, one - there, yellow - jewels)
                    if state not in after or total < after[state][0]:
                        after[state] = (total, (*made, (here, there, jewels)))
        level = after
    ends = [
        (cost + jewel * (2 * two + one), made)
        for (two, one, yellow), (cost, made) in level.items()
        if 2 * two + one <= yellow
    ]
    return _laid(asked, pairs, alone, min(ends)[1]) if ends else None


def _laid(
    asked: Mapping[int, Sequence[str]],
    pairs: Sequence[tuple[str, str]],
    alone: Sequence[str],
    made: Sequence[tuple[int, int, int]],
) -> dict[str, int]:
    """What was chosen of each colour (pairs, alone, yellow in its place), space by space; the rest is yellow."""
    found: dict[str, int] = {}
    open_pairs, open_alone = list(pairs), list(alone)
    for colour, (two, one, jewels) in enumerate(made, 1):
        mine = [(name,) for name in asked[colour]] + [open_pairs.pop(0) for _ in range(two)]
        for names in mine:
            found |= dict.fromkeys(names, colour)
            if jewels:
                found[names[-1]] = YELLOW
                jewels -= 1
        found |= {open_alone.pop(0): colour for _ in range(one)}
    rest = [name for pair in open_pairs for name in pair] + open_alone
    return found | dict.fromkeys(rest, YELLOW)
