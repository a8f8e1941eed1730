"""Whether a game tells one truth at every door: `Game.knowledge`, `Game.resample`, `Game.exact_chances`.

States drawn by `resample` are counted against what `Knowledge` says: every marginal, the two values of a random
pair of variables together, and a random fact. Chance makes such counts differ a little, so a difference
is a fault only where it is practically impossible: by the Chernoff bound, n draws that show frequency f of a fact of
probability p happen with probability at most exp(-n KL(f, p)). A first sample finds suspects; a fresh and larger
one convicts or clears them, so that looking at many facts convicts nobody.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.conformance.probes import Examined, Fault
from deduce.ground.errors import TooLarge

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.facts import Fact
    from deduce.language.variables import Variable

FIRST = 48
"""States drawn for the first look."""

SECOND = 400
"""Fresh states drawn once something looks wrong."""

SURE = math.log(1e9)
"""From this exponent of the bound on, a difference is no accident."""

ROUNDING = 1e-9
"""How far two exact chances may be apart."""

World = Mapping["Variable", Any]


@dataclass(frozen=True, slots=True)
class _Asked:
    """One fact: its words, its probability by `Knowledge`, and its truth in a drawn world (None: undecided)."""

    words: str
    chance: float
    test: Callable[[World], bool | None]

    def exponent(self, worlds: list[World]) -> tuple[float, float, int]:
        """How surprising the worlds are (in nats; infinite where impossible), the frequency, and of how many."""
        told = [said for said in map(self.test, worlds) if said is not None]
        if len(told) < len(worlds):  # where it is not always decided, it speaks of no one chance
            return 0.0, self.chance, 0
        share = sum(told) / len(told)
        return len(told) * _divergence(share, self.chance), share, len(told)


def agreement(at: Examined) -> None:
    """Knowledge, resampled states and exact beliefs of one seat, drawn at random, say the same chances."""
    seat = at.rng.choice(list(at.minds))
    view = at.view(seat)
    known = at.knowledge(seat)
    truth = at.game.truth(at.state, known)
    if not truth:
        return
    at.tally["agreements"] += 1

    def draw(count: int) -> list[World]:
        return [
            at.game.truth(at.game.resample(view, random.Random(at.rng.getrandbits(32))), known)
            for _ in range(count)
        ]

    try:
        _check_beliefs(at, seat, known)
        asked = _asked(at.rng, known, draw(1)[0])
    except TooLarge:
        return
    worlds = draw(FIRST)
    suspicion = math.log(5 * len(asked) + 1)
    suspects = [each for each in asked if each.exponent(worlds)[0] > suspicion]
    if not suspects:
        return
    worlds = draw(SECOND)
    for each in suspects:
        exponent, share, count = each.exponent(worlds)
        if exponent > SURE:
            raise Fault(
                f"what seat {seat} knows and its resampled states disagree about {each.words}:"
                f" probability {each.chance:.4f}, but true in {share:.4f} of {count} states"
            )


def _asked(rng: random.Random, known: Knowledge, drawn: World) -> list[_Asked]:
    """All marginals of the variables that are decided, and facts about two of them together.

    The values of the pair come from a drawn state once, and once from a world that knowledge holds possible, so that
    neither side can hide what the other never shows.
    """
    variables = list(drawn)
    found = []
    for variable in variables:
        chances = known.marginals(variable)
        found += [_marginal(variable, value, chances.get(value, 0.0)) for value in variable.domain]
    if len(variables) > 1:
        one, other = rng.sample(variables, 2)
        a, b = drawn[one], drawn[other]
        found.append(_joint(known, (one == a) & (other == b), lambda w: w[one] == a and w[other] == b))
        imagined = known.sample(1, rng=rng.getrandbits(32))[0]
        d, e = imagined[one], imagined[other]
        found.append(_joint(known, (one == d) & (other == e), lambda w: w[one] == d and w[other] == e))
        c = rng.choice(other.domain)
        found.append(_joint(known, (one == a) | (other == c), lambda w: w[one] == a or w[other] == c))
    return found


def _marginal(variable: Variable, value: Any, chance: float) -> _Asked:
    return _Asked(
        f"{variable} = {value!r}",
        chance,
        lambda world: world[variable] == value if variable in world else None,
    )


def _joint(known: Knowledge, fact: Fact, holds: Callable[[World], bool]) -> _Asked:
    def test(world: World) -> bool | None:
        return holds(world) if all(variable in world for variable in fact.scope) else None

    return _Asked(f"({fact.sentence()})", known.probability(fact), test)


def _check_beliefs(at: Examined, seat: int, known: Knowledge) -> None:
    """What other parts of the game call exact is what `Knowledge` says, to rounding."""
    for variable, said in at.game.exact_chances(at.view(seat), known).items():
        chances = known.marginals(variable)
        for value in variable.domain:
            ours, theirs = chances.get(value, 0.0), said.get(value, 0.0)
            if abs(ours - theirs) > ROUNDING:
                raise Fault(
                    f"seat {seat}: {variable} = {value!r} has probability {ours:.6f} by knowledge and"
                    f" {theirs:.6f} by the belief the game calls exact"
                )


def _divergence(share: float, chance: float) -> float:
    """KL(share, chance) of two coins, in nats; infinite where `chance` says never (or always) and it happened."""
    total = 0.0
    for f, p in ((share, chance), (1 - share, 1 - chance)):
        if f > 0:
            if p <= ROUNDING:
                return math.inf if p <= 0 else f * math.log(f / ROUNDING)
            total += f * math.log(f / p)
    return total
