"""Players: greedy and planner (the random one is the library's own).

Greedy takes what gains most now, always draws, and answers when it is sure. The planner weighs every action
by roll-outs in sampled worlds: the rest of the mission is played by habit, and its end is worth the
posterior that the team would then have for its best answer.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from deduce_models.initiative.advice.policy import Choice, Habits, plain_weights
from deduce_models.initiative.knowledge.insight import Oracle, oracle, read_windows
from deduce_models.initiative.knowledge.unseen import deal_hidden
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import State, View

__all__ = [
    "GreedyPlayer",
    "Planner",
    "Weighed",
    "answer",
    "choices",
    "mean_and_error",
    "roll_out",
    "sample_world",
]

SURE = 0.95
"""From this posterior on greedy answers."""
CERTAIN = 0.97
"""From this posterior on the planner does not even think about going on."""


def vote(view: View) -> Move:
    """Agree exactly to the answer that the windows make most probable."""
    best = read_windows(view).answers
    return phases.AGREE if best and best[0].text == " ".join(view.proposal) else phases.OBJECT


def answer(view: View) -> tuple[Move, float] | None:
    """The most probable answer and its posterior, when one may be proposed now."""
    best = read_windows(view).answers
    if not best or view.refused:
        return None
    move = Move("answer", tuple(best[0].text.split()))
    return (move, best[0].probability) if move in view.moves else None


@dataclass(frozen=True)
class GreedyPlayer:
    """Takes what gains most now: the habits with every glyph worth the same, every card drawn."""

    name: str = "greedy"
    habits: Habits = field(default_factory=lambda: Habits(risk=1.0))

    def choose(self, view: View, rng: random.Random) -> Move:
        """A move of `view`; the same for equal views."""
        if view.voters:
            return vote(view)
        best = answer(view)
        if best is not None and best[1] >= SURE:
            return best[0]
        return self.habits.choose(view, view.hand, plain_weights(view))


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move with the mean value of its roll-outs and the standard error of that mean.

    `gain` is what it surely gains over the habitual move: the mean of the paired differences less one
    standard error (0 for the habitual move itself, which is marked `usual`).
    """

    move: Move
    value: float
    error: float
    why: str
    gain: float = 0.0
    usual: bool = False


@dataclass(frozen=True)
class Planner:
    """Habits before the flip; under threat, sampled worlds and roll-outs for actions, draws and answers.

    Before the flip candidates differ by less than affordable roll-outs can see, so playing them out only
    adds noise (and most of the time); `early` does it nevertheless.

    Args:
        worlds: Worlds sampled a decision; each candidate is played out once in each.
        width: How many candidates are played out.
        early: Roll-outs before the flip too.
    """

    name: str = "planner"
    worlds: int = 24
    width: int = 3
    early: bool = False

    def choose(self, view: View, rng: random.Random) -> Move:
        """A move of `view`."""
        if view.voters:
            return vote(view)
        best = answer(view)
        if best is not None and best[1] >= CERTAIN:
            return best[0]
        if view.phase not in (phases.MAIN, phases.REFILL) or not (view.threat or self.early):
            return Habits().choose(view, view.hand, plain_weights(view))
        found = choices(view, rng, worlds=self.worlds, width=self.width)
        # Roll-outs are noisy: leave the habitual move only for a gain beyond one standard error.
        return max(found, key=lambda weighed: weighed.gain).move


def candidates(view: View, width: int) -> list[Choice]:
    """What is worth playing out: the likeliest actions, or drawing and stopping."""
    if view.phase == phases.REFILL:
        usual = Habits().choose(view, view.hand, plain_weights(view))
        return [
            Choice(float(usual == phases.DRAW), phases.DRAW, "one more card is one more action"),
            Choice(float(usual == phases.DONE), phases.DONE, "the next card may be the last"),
        ]
    return Habits().actions(view, view.hand, plain_weights(view))[:width]


def choices(view: View, rng: random.Random, *, worlds: int = 10, width: int = 4) -> list[Weighed]:
    """The candidates of `view` (answering now included) by the chance to win, best first.

    The values are means over `worlds` sampled worlds, the same for every candidate; answering now is
    exact (error 0).
    """
    options = sorted(candidates(view, width), key=lambda choice: -choice.value)
    guide = oracle(view)
    wanted = plain_weights(view)
    now = answer(view) if _worth_answering(view) else None
    if len(options) == 1 and now is None:
        return [Weighed(options[0].move, guide.value(view.opened), 0.0, options[0].why, 0.0, usual=True)]
    starts = [sample_world(view, rng) for _ in range(worlds)]
    seeds = [rng.getrandbits(32) for _ in starts]
    found: list[Weighed] = []
    usual: list[float] = []
    for choice in options:
        values = [
            roll_out(start.play(choice.move), wanted, guide, random.Random(seed))
            for start, seed in zip(starts, seeds, strict=True)
        ]
        usual = usual or values
        mean, error = mean_and_error(values)
        gain, doubt = mean_and_error([value - base for value, base in zip(values, usual, strict=True)])
        first = choice is options[0]
        found.append(Weighed(choice.move, mean, error, choice.why, gain - doubt, first))
    if now is not None:
        gain, doubt = mean_and_error([now[1] - base for base in usual])
        found.append(Weighed(now[0], now[1], 0.0, "the most probable answer", gain - min(doubt, 0.01)))
    found.sort(key=lambda weighed: -weighed.value)
    return found


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, float((spread / len(values)) ** 0.5)


def _worth_answering(view: View) -> bool:
    """Whether waiting can cost anything.

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


def sample_world(view: View, rng: random.Random) -> State:
    """A position to play on from: hidden cards drawn by their chances, closed windows left blank."""
    hands, deck = deal_hidden(view, rng)
    # Roll-outs never look behind windows: closed ones stay blank, and the oracle judges answers.
    secret = tuple(
        tuple(text or "?" * window.size for window, text in zip(word, texts, strict=True))
        for word, texts in zip(view.setup.front.words, view.windows, strict=True)
    )
    return view.restore(secret, hands, deck)


def roll_out(state: State, wanted: tuple[float, ...], guide: Oracle, rng: random.Random) -> float:
    """Play on by habit until the team would answer, and return its chance to be right then."""
    left = list(wanted)
    opened = -1
    value = guide.value(state.opened)
    habits = Habits()
    while not state.result:
        if state.phase in phases.CHANCES:
            state = state.play(state.draw(rng))
            continue
        if state.opened != opened:
            opened = state.opened
            value = guide.value(opened)
            if value >= CERTAIN:
                return value
            left = [0.0 if opened >> kind & 1 else weight for kind, weight in enumerate(left)]
            # What can still be gained bounds the risk that is worth taking.
            habits = Habits(risk=0.15 * (1 - value))
        state = state.play(habits.choose(state, state.hands[state.turn - 1], left))
    return value if state.cause != "time ran out" else 0.0
