"""Advice: ranked moves with one line of reason each, a plan for the turn, and who should do what next."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from deduce.games.base import CHANCE, Advice
from deduce_models.initiative.advice.policy import Habits, plain_weights
from deduce_models.initiative.advice.threat import survive_playable, survive_turned, threat_of
from deduce_models.initiative.components.parts import ACTIONS, GATHER, RUN
from deduce_models.initiative.knowledge.decipher import Deciphered
from deduce_models.initiative.knowledge.insight import oracle, read_windows
from deduce_models.initiative.knowledge.unseen import holds, token_chances
from deduce_models.initiative.players.named import (
    Weighed,
    answer,
    choices,
    mean_and_error,
    roll_out,
    sample_world,
)
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import View

__all__ = ["Duty", "advise", "duties", "summary", "turn_plan"]

WORLDS = 12
WIDTH = 5


def advise(view: View, *, rng: int = 0, time_limit: float | None = None) -> list[Advice[Move]]:
    """The moves of `view` worth considering, best first; empty when the seat is not to move.

    Values are chances to win. Answering is exact (the posterior of the answer); everything else is the
    mean of roll-outs in sampled worlds, with its standard error; a lead over the usual move that may be
    chance is not counted. With `time_limit` (seconds) worlds are
    added in batches until it is reached; without, the same number is always used.
    """
    if not view.moves:
        return []
    generator = random.Random(rng)
    stop = None if time_limit is None else time.monotonic() + time_limit
    found: dict[Move, list[Weighed]] = {}
    while True:
        for weighed in _batch(view, generator):
            found.setdefault(weighed.move, []).append(weighed)
        if stop is None or time.monotonic() >= stop:
            break
    given = [_advice(view, move, batches) for move, batches in found.items()]
    given.sort(key=lambda advice: -advice.value)
    return given


def _batch(view: View, rng: random.Random) -> list[Weighed]:
    if not view.voters and view.phase in (phases.MAIN, phases.REFILL):
        found = _cautious(choices(view, rng, worlds=WORLDS, width=WIDTH))
        now = answer(view)
        if now is not None and all(weighed.move != now[0] for weighed in found):
            found.append(Weighed(now[0], now[1], 0.0, "the most probable answer"))
        return found
    if view.voters:
        return _vote(view, rng)
    usual = Habits().choose(view, view.hand, plain_weights(view))
    others = [move for move in view.moves if move != usual and move.verb != "answer"]
    return _tried(view, [usual, *others[: WIDTH - 1]], rng, usual)


def _cautious(found: list[Weighed]) -> list[Weighed]:
    """A lead over the usual move within one standard error is not counted; equal moves keep their order."""
    usual = next((weighed for weighed in found if weighed.usual), None)
    if usual is None:
        return found
    kept = [
        weighed
        if weighed.usual or weighed.value <= usual.value or not weighed.error
        else replace(weighed, value=usual.value + max(0.0, weighed.gain))
        for weighed in found
    ]
    return sorted(kept, key=lambda weighed: not weighed.usual)


def _vote(view: View, rng: random.Random) -> list[Weighed]:
    """Agreeing is worth the answer's posterior, objecting what going on is worth."""
    proposed = " ".join(view.proposal)
    found = read_windows(view)
    share = next((guess.probability for guess in found.answers if guess.text == proposed), 0.0)
    agree = Weighed(phases.AGREE, share, 0.0, f"{proposed} is right with probability {share:.3f}")
    return [agree, *_tried(view, [phases.OBJECT], rng, phases.OBJECT)]


def _tried(view: View, moves: Sequence[Move], rng: random.Random, usual: Move) -> list[Weighed]:
    guide, wanted = oracle(view), plain_weights(view)
    starts = [sample_world(view, rng) for _ in range(WORLDS)]
    found = []
    for move in moves:
        values = [
            roll_out(start.play(move), wanted, guide, random.Random(k)) for k, start in enumerate(starts)
        ]
        mean, error = mean_and_error(values)
        why = _small_reason(view, move) + (" (the usual choice)" if move == usual else "")
        found.append(Weighed(move, mean, error, why))
    return found


def _small_reason(view: View, move: Move) -> str:
    chances = token_chances(view)
    useful = sum(share for kind, share in chances.items() if plain_weights(view)[view.setup.ids[kind]] > 0)
    reasons = {
        "room": f"a hidden token there is a useful glyph with probability {useful:.2f}",
        "more": f"the next token is a useful glyph with probability {useful:.2f}",
        "turn": f"the top token is a useful glyph with probability {useful:.2f}",
        "take": "its windows open",
        "move": "on the way to more tokens",
        "figure": "this figure moves",
        "clear": "the pile can start again from low cards",
        "remove": "the glyph is not on the card and only in the way",
        "keep": "nothing is gained by keeping it",
        "object": "go on and learn more first",
        "done": "nothing more is needed",
    }
    return reasons[move.verb]


def _advice(view: View, move: Move, batches: Sequence[Weighed]) -> Advice[Move]:
    # Rounded, so that rounding errors do not rank what is equal.
    value = round(sum(weighed.value for weighed in batches) / len(batches), 9)
    error = sum(weighed.error**2 for weighed in batches) ** 0.5 / len(batches)
    why = batches[0].why
    details: dict[str, Any] = {}
    exact = move.verb in ("answer", "agree")
    if view.threat and move.verb == "draw":
        threat = threat_of(view)
        one, playable = survive_turned(threat, 1), survive_playable(threat, min(1, threat.numbers))
        why = (
            f"{why}: the next card is survived with probability {one}, until a playable one with {playable}"
        )
        details = {"survive_card": float(one), "survive_playable": float(playable)}
    if exact:
        why = f"right with probability {value:.3f}"
    kind = "exact" if exact else "sampled"
    return Advice(
        move, value, f"{why}; {_odds(value, error, exact)}", 0.0 if exact else error, kind, details
    )


def _odds(value: float, error: float, exact: bool) -> str:
    return f"wins {value:.0%}" if exact else f"wins {value:.0%} (+-{error:.0%}) in roll-outs"


def turn_plan(view: View, *, rng: int = 0) -> list[Move]:
    """The rest of this turn as habit would play it after the best action, in one sampled world."""
    generator = random.Random(rng)
    given = advise(view, rng=rng)
    if not given:
        return []
    state = sample_world(view, generator)
    plan = [given[0].move]
    state = state.play(plan[0]) if plan[0].verb != "answer" else state
    while state.turn == view.turn and not state.result and plan[0].verb != "answer":
        if state.actor is CHANCE:
            state = state.play(state.draw(generator))
            continue
        if state.actor != view.seat:
            break
        plan.append(Habits().choose(state, state.hands[view.seat - 1], plain_weights(view)))
        state = state.play(plan[-1])
    return plan


@dataclass(frozen=True, slots=True)
class Duty:
    """What a seat should do in its next turn."""

    seat: int
    room: str
    distance: int
    gather: float
    run: float
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "seat": self.seat,
            "room": self.room,
            "distance": self.distance,
            "can_gather": self.gather,
            "can_run": self.run,
            "text": self.text,
        }


def duties(view: View, plan: Sequence[Move] = ()) -> list[Duty]:
    """Who should work where next: the rooms that promise most are given to the seats nearest to them.

    With the `plan` of the turn, the seat to move has the room to which its moves there lead.
    """
    setup = view.setup
    habits, wanted = Habits(), plain_weights(view)
    worth = habits.rooms(view, wanted)
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
        gather, run = (_can(view, seat, pile) for pile in (GATHER, RUN))
        way = f"go to {setup.rooms[room]} ({distance} away)" if distance else f"stay in {setup.rooms[room]}"
        text = (
            f"seat {seat}: {way}, where a Gather promises {worth[room]:.2f} glyphs; "
            f"it has a card for Gather with probability {gather:.2f}"
        )
        if distance:
            text += f", for Run with {run:.2f}"
        found.append(Duty(seat, setup.rooms[room], distance, gather, run, text))
    return sorted(found, key=lambda duty: duty.seat)


def _can(view: View, seat: int, pile: int) -> float:
    """The probability that a seat holds a card that fits a pile."""
    values = view.setup.deck.values
    cards = view.piles[pile]
    top = values[cards[-1]] if cards else 0
    return 0.0 if view.blocks[pile] else holds(view, seat, lambda card: values[card] > top)


def _share(probability: float) -> str:
    return f"{probability:.4f}" if probability >= 0.0005 else f"{probability:.0e}"


def summary(view: View, found: Deciphered) -> list[str]:
    """The deciphering in lines for people."""
    lines = [
        f"answers ({found.label}{'' if found.exact else f', at least {found.kept:.1%} of each word kept'}):"
    ]
    lines += [f"  {_share(guess.probability)}  {guess.text}" for guess in found.answers]
    if found.proved:
        lines.append("the answer is certain: all its windows are open")
    elif found.unique:
        lines.append("the lexicon leaves one answer")
    lines.append(f"probability that some word is outside the lexicon: {found.outside:.4f}")
    if found.worth:
        best = sorted(found.worth.items(), key=lambda item: (-item[1], item[0]))
        lines.append("glyphs by expected bits: " + ", ".join(f"{glyph} {bits:.2f}" for glyph, bits in best))
    lines += found.reasons
    if view.threat and not view.result:
        threat = threat_of(view)
        chances = ", ".join(
            f"{k}: {survive_playable(threat, k)}" for k in range(1, min(4, threat.numbers) + 1)
        )
        lines.append(f"survival until so many playable cards are drawn: {chances}")
    places = ", ".join(ACTIONS[pile] for pile, block in enumerate(view.blocks) if block)
    if places:
        lines.append(f"blocked by counterintelligence: {places}")
    return lines
