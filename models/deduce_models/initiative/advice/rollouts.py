"""Roll-outs: the rest of a mission played by the rollout policy in sampled worlds.

A roll-out never looks behind closed windows: it ends where the team would answer, and its value is the chance to be
right then (`advice.evaluation`), or 0 where time runs out before.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.games.base import chance_from
from deduce.ground.shares import error_of_share
from deduce.ground.wording import say
from deduce_models.initiative.advice.policy import RatedAction, RolloutPolicy, telling_weights
from deduce_models.initiative.knowledge.posterior import OFFERED, read_windows
from deduce_models.initiative.knowledge.unseen import deal_hidden
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import State, View

if TYPE_CHECKING:
    from deduce_models.initiative.advice.evaluation import Evaluation

CERTAIN = 0.97
"""From this posterior on nobody thinks about going on."""


def answer(view: View) -> tuple[Move, float] | None:
    """The most probable answer and its posterior, when one may be proposed now and is worth it."""
    best = read_windows(view).answers
    if not best or view.refused or best[0].probability < OFFERED:
        return None
    move = Move("answer", tuple(best[0].text.split()))
    return (move, best[0].probability) if move in view.moves else None


def may_answer(view: View) -> bool:
    """Whether waiting with the answer can cost anything.

    Nothing but a card turned loses, so a team waits with its answer until a camera would turn one under
    threat, or until this turn would be the last of a round in which nobody acted.
    """
    last = view.idle == view.setup.seats - 1 and not view.active
    if view.phase == phases.REFILL:
        return last
    if view.phase != phases.MAIN:
        return False
    watched = view.threat and view.setup.camera in view.faceup[view.figures[view.turn - 1]]
    return watched or (last and phases.SKIP in view.moves)


def choices(view: View, width: int) -> list[RatedAction]:
    """What is worth playing out, the usual move first: the likeliest actions, or drawing and stopping."""
    policy, wanted = RolloutPolicy(), telling_weights(view)
    if view.phase == phases.REFILL:
        usual = policy.choose(view, view.hand, wanted)
        found = [
            RatedAction(float(usual == phases.DRAW), phases.DRAW, say("one more card is one more action")),
            RatedAction(float(usual == phases.DONE), phases.DONE, say("the next card may be the last")),
        ]
        return sorted(found, key=lambda choice: -choice.value)
    return policy.actions(view, view.hand, wanted)[:width]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move with the mean value of its roll-outs and the standard error of that mean.

    `gain` is what it surely gains over the usual move: the mean of the paired differences less one
    standard error (0 for the usual move itself). `known` is the mean chance to be right with what was open at the end
    of a roll-out, whether or not time had run out by then.
    """

    move: Move
    value: float
    error: float
    why: str
    gain: float = 0.0
    known: float = 0.0


FEWEST, PAIR = 4, 2
"""So many worlds are tried beyond the sets that were to be enough; and so many however long they take."""


class Trials:
    """The candidates of one decision, played out in the same sampled worlds. The first one is the usual move."""

    def __init__(self, view: View, candidates: Sequence[RatedAction]) -> None:
        self.view, self.candidates = view, candidates
        self.values: list[list[float]] = [[] for _ in candidates]
        self.known: list[list[float]] = [[] for _ in candidates]

    def run(self, rng: random.Random, worlds: int, *, sets: int | None = None) -> None:
        """Play every candidate out in `worlds` further worlds.

        With `sets`, no further world is begun once roll-outs have come to so many sets of open glyphs, each of which
        takes a pass over the sampled phrases; `FEWEST` worlds are tried unless they come to twice as many, `PAIR` in any
        case.
        """
        from deduce_models.initiative.advice.evaluation import evaluation

        guide, wanted = _Met(evaluation(self.view)), telling_weights(self.view)
        starts = [sample_world(self.view, rng) for _ in range(worlds)]
        seeds = [rng.getrandbits(32) for _ in starts]
        for at, (start, seed) in enumerate(zip(starts, seeds, strict=True)):
            if sets is not None and at >= PAIR and len(guide.sets) >= (sets if at >= FEWEST else 2 * sets):
                return
            for choice, values, known in zip(self.candidates, self.values, self.known, strict=True):
                value, open_ = roll_out(start.follow(choice.move), wanted, guide, chance_from(seed))
                values.append(value)
                known.append(open_)

    def weighed(self) -> list[Weighed]:
        """Every candidate weighed, in their order; with the usual move alone and no roll-out, as things stand."""
        usual = self.values[0]
        if not usual:
            from deduce_models.initiative.advice.evaluation import evaluation

            (only,) = self.candidates
            return [Weighed(only.move, evaluation(self.view).value(self.view.opened), 0.0, only.why)]
        found = []
        for choice, values, known in zip(self.candidates, self.values, self.known, strict=True):
            mean, error = _mean_and_error(values)
            error = max(error, error_of_share(0.0, len(values)))  # that all are alike says little of others
            gain, doubt = _mean_and_error([a - b for a, b in zip(values, usual, strict=True)])
            found.append(
                Weighed(choice.move, mean, error, choice.why, gain - doubt, sum(known) / len(known))
            )
        return found

    def answering(self, now: tuple[Move, float]) -> Weighed:
        """Answering `now`, whose chance is exact, against the usual move."""
        gain, doubt = _mean_and_error([now[1] - base for base in self.values[0]])
        return Weighed(now[0], now[1], 0.0, "the most probable answer", gain - min(doubt, 0.01))


class _Met:
    """An evaluation that notes which sets it was asked about: the same whatever was asked of it before."""

    def __init__(self, guide: Evaluation) -> None:
        self._guide = guide
        self.sets: set[int] = set()

    def value(self, mask: int) -> float:
        """See `Evaluation.value`."""
        self.sets.add(mask)
        return self._guide.value(mask)


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, float((spread / len(values)) ** 0.5)


def sample_world(view: View, rng: random.Random) -> State:
    """A position to play on from: hidden cards drawn by their chances, closed windows left blank."""
    hands, deck = deal_hidden(view, rng)
    # Roll-outs never look behind windows: closed ones stay blank, and the evaluation judges answers.
    secret = tuple(
        tuple(text or "?" * window.size for window, text in zip(word, texts, strict=True))
        for word, texts in zip(view.setup.front.words, view.windows, strict=True)
    )
    return view.restore(secret, hands, deck)


def roll_out(
    state: State, wanted: tuple[float, ...], guide: Evaluation | _Met, rng: random.Random
) -> tuple[float, float]:
    """Play on by the policy until the team would answer: its chance to be right then, 0 where it would not come to that.

    The second number is the chance to be right with what was open at the end in any case.
    """
    left = list(wanted)
    opened = -1
    value = guide.value(state.opened)
    policy = RolloutPolicy()
    while not state.result:
        if state.phase in phases.CHANCES:
            state = state.follow(state.draw(rng))
            continue
        if state.opened != opened:
            opened = state.opened
            value = guide.value(opened)
            if value >= CERTAIN:
                return value, value
            left = [0.0 if opened >> kind & 1 else weight for kind, weight in enumerate(left)]
            # What can still be gained bounds the risk that is worth taking.
            policy = RolloutPolicy(risk=0.15 * (1 - value))
        state = state.follow(policy.choose(state, state.hands[state.turn - 1], left))
    # Where nobody may act any more the team answers at last, unless that would be a blind guess.
    return (value if state.cause != "time ran out" and value >= OFFERED else 0.0), value
