"""Players: greedy and planner (the random one is the library's own).

Greedy takes what gains most now, always draws, and answers when it is sure. The planner weighs every action
by roll-outs in sampled worlds: the rest of the mission is played by habit, and its end is worth the
posterior that the team would then have for its best answer.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from deduce_models.initiative import rules
from deduce_models.initiative.habits import Choice, Habits, plain_weights
from deduce_models.initiative.insight import Oracle, oracle, read_windows, weights
from deduce_models.initiative.moves import Move
from deduce_models.initiative.state import State, View
from deduce_models.initiative.urn import deal_hidden

__all__ = ["GreedyPlayer", "Planner", "Weighed", "answer", "choices", "roll_out", "sample_world"]

SURE = 0.95
"""From this posterior on greedy answers."""
CERTAIN = 0.995
"""From this posterior on the planner does not even think about going on."""


def vote(view: View) -> Move:
    """Agree exactly to the answer that the windows make most probable."""
    best = read_windows(view).answers
    return rules.AGREE if best and best[0].text == " ".join(view.proposal) else rules.OBJECT


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
    """A move with the mean value of its roll-outs and the standard error of that mean."""

    move: Move
    value: float
    error: float
    why: str


@dataclass(frozen=True)
class Planner:
    """Sampled worlds and roll-outs for actions, draws and answers; habits for the small decisions.

    Args:
        worlds: Worlds sampled a decision; each candidate is played out once in each.
        width: How many candidates are played out.
    """

    name: str = "planner"
    worlds: int = 10
    width: int = 4

    def choose(self, view: View, rng: random.Random) -> Move:
        """A move of `view`."""
        if view.voters:
            return vote(view)
        best = answer(view)
        if best is not None and best[1] >= CERTAIN:
            return best[0]
        if view.phase not in (rules.MAIN, rules.REFILL):
            return Habits().choose(view, view.hand, weights(view))
        return choices(view, rng, worlds=self.worlds, width=self.width)[0].move


def candidates(view: View, width: int) -> list[Choice]:
    """What is worth playing out: the likeliest actions, or drawing and stopping."""
    if view.phase == rules.REFILL:
        usual = Habits().choose(view, view.hand, weights(view))
        return [
            Choice(float(usual == rules.DRAW), rules.DRAW, "one more card is one more action"),
            Choice(float(usual == rules.DONE), rules.DONE, "the next card may be the last"),
        ]
    return Habits().actions(view, view.hand, weights(view))[:width]


def choices(view: View, rng: random.Random, *, worlds: int = 10, width: int = 4) -> list[Weighed]:
    """The candidates of `view` (answering now included) by the chance to win, best first.

    The values are means over `worlds` sampled worlds, the same for every candidate; answering now is
    exact (error 0).
    """
    options = candidates(view, width)
    guide = oracle(view)
    wanted = weights(view)
    found = []
    now = answer(view) if _worth_answering(view) else None
    if now is not None:
        found.append(Weighed(now[0], now[1], 0.0, "the most probable answer"))
    if len(options) == 1 and now is None:
        return [Weighed(options[0].move, 0.0, 0.0, options[0].why)]
    starts = [sample_world(view, rng) for _ in range(worlds)]
    seeds = [rng.getrandbits(32) for _ in starts]
    for choice in options:
        values = [
            roll_out(start.play(choice.move), wanted, guide, random.Random(seed))
            for start, seed in zip(starts, seeds, strict=True)
        ]
        mean = sum(values) / worlds
        spread = sum((value - mean) ** 2 for value in values) / max(1, worlds - 1)
        found.append(Weighed(choice.move, mean, (spread / worlds) ** 0.5, choice.why))
    habit = {choice.move: choice.value for choice in options}
    # Equal means are common (all worlds won): then habit decides.
    found.sort(key=lambda w: (-round(w.value, 9), -habit.get(w.move, 2.0)))
    return found


def _worth_answering(view: View) -> bool:
    """Whether waiting can cost anything.

    Nothing but a card turned loses, so a team waits with its answer until a camera would turn one under
    threat, or until this turn would be the last of a round in which nobody acted.
    """
    last = view.idle == view.setup.seats - 1 and not view.active
    if view.phase == rules.REFILL:
        return last
    if view.phase != rules.MAIN:
        return False
    watched = view.threat and view.setup.camera in view.faceup[view.figures[view.turn - 1]]
    return watched or (last and rules.SKIP in view.moves)


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
        if state.phase in rules.CHANCES:
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
