"""Advice: ranked moves with one line of reason each, a plan for the turn, and who should do what next."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deduce.games.base import CHANCE, Advice, chance_from
from deduce.ground.deadline import checked_limit
from deduce.ground.shown import Plain
from deduce.ground.wording import in_decimals, in_percent, listing, person, run, say, typed
from deduce_models.initiative.advice.policy import RatedAction, RolloutPolicy, telling_weights
from deduce_models.initiative.advice.rollouts import (
    CERTAIN,
    Trials,
    Weighed,
    answer,
    choices,
    may_answer,
    sample_world,
)
from deduce_models.initiative.advice.threat import survive_playable, survive_turned, threat_of
from deduce_models.initiative.components.parts import GATHER, RUN
from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.knowledge.unseen import deal_hidden, holds, token_chances
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.faces import compact
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import View

WORLDS, WIDTH = 24, 3
"""Worlds sampled for a decision, and how many candidates are played out in each."""
SHOWN = 5
"""How many moves are played out for people where the decision needs no roll-outs."""
SETS = 150
"""After so many sets of open glyphs no further world is begun there: some two tenths of a second with its roll-outs."""


def decide(
    view: View,
    rng: random.Random,
    *,
    worlds: int = WORLDS,
    width: int = WIDTH,
    stop: float | None = None,
) -> tuple[Move, Trials | None]:
    """The move for the seat to move, and the roll-outs that decided it where there were any.

    Before the flip candidates differ by less than affordable roll-outs can see, so the policy's move is played.
    Under threat the candidates are played out, and the usual move is left only for a gain beyond one standard
    error, or where no roll-out wins for what opens most. `stop` is a time of `time.monotonic` until which further worlds
    are tried.
    """
    if view.voters:
        return vote(view), None
    best = answer(view)
    if best is not None and best[1] >= CERTAIN:
        return best[0], None
    if view.phase not in (phases.MAIN, phases.REFILL) or not view.threat:
        return RolloutPolicy().choose(view, view.hand, telling_weights(view)), None
    trials = Trials(view, choices(view, width))
    now = best if may_answer(view) else None
    if len(trials.candidates) == 1 and now is None:
        return trials.candidates[0].move, trials
    trials.run(rng, worlds)
    while stop is not None and time.monotonic() < stop:
        trials.run(rng, worlds)
    found = trials.weighed()
    if now is not None:
        # First, so that it is chosen where waiting is worth no more: this may be the last moment to answer.
        found.insert(0, trials.answering(now))
    elif not any(weighed.value for weighed in found):
        # Nothing was won in any world: what opens most may still win, for the policy is no bound on play.
        return max(found, key=lambda weighed: weighed.known).move, trials
    return max(found, key=lambda weighed: weighed.gain).move, trials


def vote(view: View) -> Move:
    """Agree exactly to the answer that the windows make most probable."""
    best = read_windows(view).answers
    return phases.AGREE if best and best[0].text == " ".join(view.proposal) else phases.OBJECT


def advise(view: View, *, rng: int = 0, time_limit: float | None = None) -> list[Advice[Move]]:
    """The moves of `view` worth considering, the decision first; empty when the seat is not to move.

    Values are chances to win. Answering is exact (the posterior of the answer); everything else is the mean of
    roll-outs in sampled worlds, with its standard error. No move is shown above the one that `decide` chose: a
    lead that may be chance does not count. With `time_limit` (seconds) worlds are added in batches until it is
    reached; without, the same number is always used.
    """
    checked_limit(time_limit)
    view = compact(view)
    if not view.moves:
        return []
    generator = chance_from(rng)
    stop = None if time_limit is None else time.monotonic() + time_limit
    chosen, trials = decide(view, generator, stop=stop)
    if trials is None:
        trials = Trials(view, _shown(view, chosen))
        if len(trials.candidates) > 1 or view.voters:
            trials.run(generator, WORLDS // 2, sets=SETS)
    found = trials.weighed()
    if view.voters:
        found.append(_agreeing(view))
    elif (now := answer(view)) is not None and all(weighed.move != now[0] for weighed in found):
        found.append(Weighed(now[0], now[1], 0.0, ""))
    first = next(weighed for weighed in found if weighed.move == chosen)
    # Waiting with an answer costs nothing where the decision is to go on: going on is worth as much.
    top = max(
        [first.value, *(w.value for w in found if w.move.verb == "answer" and chosen.verb != "answer")]
    )
    rest = sorted((w for w in found if w.move != chosen), key=lambda weighed: -weighed.value)
    return [
        _advice(view, first, top),
        *(_advice(view, weighed, min(weighed.value, top)) for weighed in rest),
    ]


def _shown(view: View, chosen: Move) -> list[RatedAction]:
    """What is played out for people where the decision needed no roll-outs, the usual move first."""
    if view.voters:
        return [RatedAction(0.0, phases.OBJECT, say("go on and learn more first"))]
    if view.phase in (phases.MAIN, phases.REFILL):
        return choices(view, SHOWN)
    usual = RolloutPolicy().choose(view, view.hand, telling_weights(view))
    others = [move for move in view.moves if move not in (usual, chosen) and move.verb != "answer"]
    return [
        RatedAction(
            0.0, move, run(_small_reason(view, move), say(" (the usual choice)") if move == usual else "")
        )
        for move in (usual, *others[: SHOWN - 1])
    ]


def _agreeing(view: View) -> Weighed:
    proposed = " ".join(view.proposal)
    found = read_windows(view)
    share = next((guess.probability for guess in found.answers if guess.text == proposed), 0.0)
    return Weighed(phases.AGREE, share, 0.0, "")


def _small_reason(view: View, move: Move) -> str:
    chances = token_chances(view)
    weights = telling_weights(view)
    useful = sum(share for kind, share in chances.items() if weights[view.setup.ids[kind]] > 0)
    reasons = {
        "room": "a hidden token there is a useful glyph with probability {chance}",
        "more": "the next token is a useful glyph with probability {chance}",
        "turn": "the top token is a useful glyph with probability {chance}",
        "take": "its windows open",
        "collect": "its windows open, if they are closed",
        "leave": "it stays face up",
        "move": "on the way to more tokens",
        "figure": "this figure moves",
        "clear": "the pile can start again from low cards",
        "remove": "the glyph is not on the card and only in the way",
        "keep": "nothing is gained by keeping it",
        "object": "go on and learn more first",
        "done": "nothing more is needed",
    }
    return say(reasons[move.verb], chance=f"{useful:.2f}")


def _advice(view: View, weighed: Weighed, value: float) -> Advice[Move]:
    # Rounded, so that rounding errors do not rank what is equal.
    move, value, error, why = weighed.move, round(value, 9), weighed.error, weighed.why
    details: dict[str, Any] = {}
    if view.threat and move.verb == "draw":
        threat = threat_of(view)
        one, playable = survive_turned(threat, 1), survive_playable(threat, min(1, threat.numbers))
        survived = say(
            ": the next card is survived with probability {survived}, until a playable one with {playable}",
            survived=str(one),
            playable=str(playable),
        )
        why = run(why, survived)
        details = {"survive_card": float(one), "survive_playable": float(playable)}
    if move.verb in ("answer", "agree"):
        why = say(
            "right with probability {right}, if the words are drawn from the lexicon; wins {chance}",
            right=in_decimals(value, 3),
            chance=in_percent(value),
        )
        return Advice(move, value, why, 0.0, "exact", details, unit="win")
    chance = in_percent(value, sampled=True)
    odds = say("wins {chance} (+-{error}) in roll-outs", chance=chance, error=in_percent(error))
    return Advice(move, value, run(why, "; ", odds), error, "sampled", details, unit="win")


def turn_plan(view: View, *, rng: int = 0) -> list[Move]:
    """The rest of this turn as the policy would play it after the best action, in one sampled world."""
    view = compact(view)
    if not view.moves:
        return []
    generator, weights = chance_from(rng), telling_weights(view)
    state = sample_world(view, generator)
    plan = [decide(view, chance_from(rng))[0]]
    state = state.play(plan[0]) if plan[0].verb != "answer" else state
    while state.turn == view.turn and not state.result and plan[0].verb != "answer":
        if state.actor is CHANCE:
            state = state.play(state.draw(generator))
            continue
        if state.actor != view.seat:
            break
        left = [0.0 if state.opened >> kind & 1 else weight for kind, weight in enumerate(weights)]
        plan.append(RolloutPolicy().choose(state, state.hands[view.seat - 1], left))
        state = state.play(plan[-1])
    return plan


@dataclass(frozen=True, slots=True)
class Duty(Plain):
    """What a seat should do in its next turn."""

    seat: int
    room: str
    distance: int
    can_gather: float
    can_run: float
    text: str


def duties(view: View, plan: Sequence[Move] = ()) -> list[Duty]:
    """Who should work where next: the rooms that promise most are given to the seats nearest to them.

    With the `plan` of the turn, the seat to move has the room to which its moves there lead.
    """
    view = compact(view)
    setup = view.setup
    worth = RolloutPolicy().rooms(view, telling_weights(view))
    seats = list(range(1, setup.seats + 1))
    free = sorted(range(len(worth)), key=lambda room: -worth[room])[: len(seats)]
    walked = [move.words[0] for move in plan if move.verb == "move"]
    given: dict[int, int] = {}
    if walked and all(move.verb not in ("special", "figure") for move in plan):
        given[setup.room_ids[walked[-1]]] = view.turn
        seats.remove(view.turn)
        free = [*given, *[room for room in free if room not in given][: len(seats)]]
    found = []
    for room in free:
        seat = given.get(room, 0)
        if not seat:
            seat = min(seats, key=lambda s: (setup.distance[view.figures[s - 1]][room], s))
            seats.remove(seat)
        distance = setup.distance[view.figures[seat - 1]][room]
        gather, walk = (_can(view, seat, pile) for pile in (GATHER, RUN))
        where = typed(setup.rooms[room])
        way = (
            say("go to {room} ({distance} away)", room=where, distance=distance)
            if distance
            else say("stay in {room}", room=where)
        )
        promise = (
            "{who}: {way}, where a Gather promises {glyphs} glyphs; "
            "it has a card for Gather with probability {chance}"
        )
        slots = {"glyphs": f"{worth[room]:.2f}", "chance": f"{gather:.2f}"}
        text: str = say(promise, who=person(seat), way=way, **slots)
        if distance:
            text = listing([text, say(", for Run with {chance}", chance=f"{walk:.2f}")], "")
        found.append(Duty(seat, setup.rooms[room], distance, gather, walk, text))
    return sorted(found, key=lambda duty: duty.seat)


def beginners(view: View, *, rng: int = 0) -> dict[int, float]:
    """For each seat what its first action would be worth in useful glyphs, as this seat can tell: who should volunteer.

    The own hand is known, the others' are the mean of `WORLDS` sampled deals.
    """
    view = compact(view)
    weights, policy, generator = telling_weights(view), RolloutPolicy(), chance_from(rng)
    deals = [deal_hidden(view, generator)[0] for _ in range(WORLDS)]
    found = {}
    for seat in range(1, view.setup.seats + 1):
        hands = [view.hand] if seat == view.seat else [deal[seat - 1] for deal in deals]
        first = view._replace(turn=seat)
        found[seat] = sum(policy.actions(first, hand, weights)[0].value for hand in hands) / len(hands)
    return found


def _can(view: View, seat: int, pile: int) -> float:
    """The probability that a seat holds a card that fits a pile."""
    values = view.setup.deck.values
    cards = view.piles[pile]
    top = values[cards[-1]] if cards else 0
    return 0.0 if view.blocks[pile] else holds(view, seat, lambda card: values[card] > top)
