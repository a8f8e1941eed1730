"""What it is worth to commit oneself: by exact chances, and by what is left to do for whoever was wrong.

A few sampled worlds would pass for certainty: in five worlds an accusation that is right four times out of five is often
right in all. So what a move puts to the test counts by its chance, a world in which it comes out otherwise is looked for
where none was met, and where the seat has no such turn again after being wrong, nothing more is expected of going on.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any, Final

from deduce.games.base import CHANCE, Game, kind_of
from deduce.players.claims import Claims, claim_of
from deduce.players.prospects import LOOKS, Prospect, Survey, look

PRICED: Final = 4
"""Of each kind of move that may end the game, so many are given the exact chance of their claims."""

SEARCHED, LEAST = 12, 4
"""A world in which a claim comes out otherwise is looked for so often; at least so often where time is up."""

FOLLOWED: Final = 24
"""A seat that has no such turn again in so many moves is out of it."""


def settle(
    game: Game[Any, Any, Any], view: Any, seen: Survey, tested: Claims, rng: random.Random, stop: float
) -> None:
    """Give the moves of a survey what is known of their claims, and of their ends.

    Takes a probability for each of a few moves, and some worlds and plays; few of them once it is later than `stop`.
    """
    best = _price(seen.prospects, tested, stop)
    after = {
        id(each): seen.drawn[each.scores.index(None)].play(each.move)
        for each in best
        if None in each.scores
    }
    one_sided = [each for each in best if _one_sided(each)]
    for tried in range(SEARCHED):
        if not one_sided or (tried >= LEAST and time.monotonic() > stop):
            break
        world = game.resample(view, random.Random(rng.getrandbits(64)))
        for each in list(one_sided):
            other = world.play(each.move)
            claim = claim_of(other)
            if claim is not None and claim[1] != each.claims[0]:
                one_sided.remove(each)
                score, later, _, _ = look(other, view.seat, random.Random(0), LOOKS)
                each.missed = later if each.scores is each.later else score
                if each.missed is None:
                    after[id(each)] = other
    _mark_final(seen.prospects, best, after, view.seat)


def _price(found: Sequence[Prospect], tested: Claims, stop: float) -> list[Prospect]:
    """Claims count by their shares in many worlds; those of the best commitments, given back, by their exact chance."""
    kinds: dict[str, list[Prospect]] = {}
    for each in found:
        each.chance = tested.shares.get(each.move)
        if each.scores and each.chance is not None and (each.ends > 0 or _one_sided(each)):
            kinds.setdefault(kind_of(each.move), []).append(each)
    best = [
        each
        for some in kinds.values()
        for each in sorted(some, key=lambda each: (-each.ends * each.ending, -(each.chance or 0.0)))[
            :PRICED
        ]
    ]
    for each in best:
        if time.monotonic() < stop:
            each.chance = tested.chance(each.move, each.chance)
    return best


def _one_sided(each: Prospect) -> bool:
    """Whether a claim came out alike in all worlds, and is not certain: in some it would not."""
    return each.chance is not None and 0 < each.chance < 1 and len(set(each.claims)) == 1


def _mark_final(
    found: Sequence[Prospect], best: Sequence[Prospect], after: dict[int, Any], seat: int
) -> None:
    """Of each kind of move that may end the game see whether the seat has such a turn again where it does not.

    A wrong accusation leaves nothing to learn for: whoever made it only shows cards.
    """
    kinds = {kind_of(each.move) for each in found}
    ending: dict[str, Any] = {}
    for each in best:
        if 0 < each.ends < 1 and id(each) in after:
            ending.setdefault(kind_of(each.move), after[id(each)])
    out = {kind for kind, state in ending.items() if not _turns_again(state, seat, kinds)}
    for each in found:
        each.final = kind_of(each.move) in out
        if each.final:
            each.bits = 0.0  # what it tells is of no use


def _turns_again(state: Any, seat: int, kinds: set[str]) -> bool:
    """Whether a seat can make a move of one of these kinds in a random play-out of so many moves at most."""
    rng = random.Random(0)
    for _ in range(FOLLOWED):
        if state.actor is None:
            return False
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        moves = state.moves()
        if state.actor == seat and any(kind_of(move) in kinds for move in moves):
            return True
        state = state.play(moves[int(rng.random() * len(moves))])
    return True
