"""What to do: every legal move with a value, a reason and the figures behind it.

Values are rough chances of winning. A mission is worth its chance of success; everything else what waiting is worth
(an equal share while time lasts) and a little more or less for what it gains. Chances come from the exact posterior
under a named lie model and, for missions, from hard knowledge beside it. The gains are estimates of ours, so all
advice but a mission's chance is heuristic, and says so.

However many shuffles there were, advice stays under a second: `ways` says how. Under the lie models that ask nothing of
Characters (``honest``, ``equilibrium``) the chances are exact all the same; under ``motive`` they may be sampled, and
every piece of advice then carries the standard error of the chances it rests on.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from deduce.errors import ProblemError, nearest
from deduce.games.base import Advice
from deduce_models.enigma.belief.belief import (
    MODELS,
    Belief,
    LieModel,
    believe,
    lie_rates,
    posterior,
    wanted,
)
from deduce_models.enigma.belief.joint import PAIRS
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.knowledge.resample import evidence_of
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["Situation", "advise"]

CATCH = 0.06
"""What catching a lie is worth: the liar loses an effect and a turn."""
SILENCE = 0.06
"""What being silenced costs: a turn with a look only."""
DOUBT = 0.2
"""How likely a seat that knows nothing of the card doubts a claim."""
WISH = 0.08
EFFECT = {
    "Library": 0.05,
    "Code": 0.04,
    "Radio": 0.02,
    "Tome": 0.0,
    "Teamwork": 0.02,
    "Command": 0.04,
    "Bombe": 0.04,
    "Phantom": 0.01,
    "Machine": -0.01,
}
"""What an effect is worth to who does not need it in particular."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A way through a mission: which card is where, the chance that all of it is right, hard and soft."""

    steps: tuple[tuple[int, int], ...]
    accuse: tuple[int, int] | None
    soft: float
    hard: float


class Situation:
    """A view with everything the advice needs, worked out once."""

    def __init__(self, view: EnigmaView, model: LieModel, *, pairs: int = PAIRS) -> None:
        self.view, self.setup, self.model = view, view.setup, model
        self.seat = view.seat
        self.hard = evidence_of(view)
        self.rooms, self.people = view.setup.parts.room_names, view.setup.parts.character_names
        self.belief = believe(view, model, pairs=pairs)
        self.share = self._share()
        own = dict(view.own)
        self.card = own.get(view.held[view.seat - 1], -1)
        self.tokens = (view.chaos >> self.seat & 1) * CHAOS | (view.keys >> self.seat & 1) * DECRYPTION

    def _share(self) -> float:
        """What waiting is worth: an equal share, less as the last turns run out."""
        left = self.setup.last_time - 1 - self.view.time
        playing = self.setup.players - self.view.out.bit_count()
        return float(1 - 0.5 ** (left + 0.5)) / max(1, playing)

    def gain(self, room: int) -> float:
        """What the effect of a room is worth to this seat now."""
        name = self.rooms[room]
        if self.card >= 0 and room in wanted(self.setup, self.card, self.tokens):
            return WISH
        if name == "Code" and not self.tokens & CHAOS:
            return 0.0
        if name == "Command" and self.tokens & CHAOS:
            return 0.0
        return EFFECT[name]

    def entropy(self, at: int) -> float:
        """How open a position is, in bits."""
        return float(-sum(p * math.log2(p) for p in self.belief.cells[at] if p > 0))

    def plan(self) -> Plan | None:
        """The mission's likeliest cards, taken one after another; the chance is exact for this plan."""
        if self.card < 0 or not self.setup.parts.characters[self.card].rooms:
            return None
        person = self.setup.parts.characters[self.card]
        shown = {room for room in self.view.open if room >= 0}
        needed = [room for room in bits(person.rooms) if room not in shown]
        found: list[tuple[int, int]] = []
        belief, hard = self.belief, posterior(self.setup, self.hard, [], self.model)
        plain = hard.weight
        while needed:
            room = max(needed, key=lambda each: belief.cells[:, each].max())
            at = int(belief.cells[:, room].argmax())
            belief, hard = _given(belief, hard, found, at, room)
            needed.remove(room)
        down = [at for at in range(self.setup.cells) if self.view.open[at] < 0]
        for _ in range(min(person.calls, len(down) - len(found))):
            free = [at for at in down if at not in [place for place, _ in found]]
            at = max(free, key=lambda each: belief.cells[each].max())
            belief, hard = _given(belief, hard, found, at, int(belief.cells[at].argmax()))
        soft = belief.weight / self.belief.weight if belief.weight else 0.0
        proven = hard.weight / plain if soft else 0.0
        accuse = self._accusation() if person.accuses else None
        if accuse is not None:
            chance = float(self.belief.people[self.view.held[accuse[0] - 1], accuse[1]])
            soft, proven = soft * chance, proven * chance
        return Plan(tuple(found), accuse, min(1.0, soft), min(1.0, proven))

    def _accusation(self) -> tuple[int, int] | None:
        """The seat with Chaos whose Character is surest, and that Character."""
        able = bits(self.view.chaos & ~self.view.out & ~(1 << self.seat))
        chances = self.belief.people
        best = [(float(chances[self.view.held[s - 1]].max()), s) for s in able]
        if not best:
            return None
        seat = max(best)[1]
        return seat, int(chances[self.view.held[seat - 1]].argmax())

    def caught(self, at: int, room: int, *, lie: bool) -> float:
        """The chance that somebody checks the claim of `room` at `at`."""
        barred = self.view.silent | self.view.out | 1 << self.seat
        knowers = _lookers(self.view, at)
        quiet = 1.0
        for seat in range(1, self.setup.players + 1):
            if not barred >> seat & 1:
                doubts = DOUBT
                if knowers >> seat & 1:
                    doubts = self.model.vigilance if lie else 0.02
                quiet *= 1 - doubts
        return 1 - quiet

    def lie_chance(self) -> float:
        """The chance that the claim under way is a lie."""
        view = self.view
        rate = lie_rates(self.setup, view.log, self.model)[view.turn]
        true = float(self.belief.cells[view.at, view.room])
        # A lie is one of the other rooms that could be named.
        named = self.setup.cells if self.setup.claim_face_up else sum(room < 0 for room in view.open)
        lie = rate * (1 - true) / max(1, named - 1)
        both = lie + (1 - rate) * true
        return lie / both if both > 0 else 1.0


def _given(
    belief: Belief, hard: Belief, found: list[tuple[int, int]], at: int, room: int
) -> tuple[Belief, Belief]:
    """Soft belief and hard knowledge if one more card of a plan is right."""
    found.append((at, room))
    if belief.cells[at, room] < 1 - 1e-12:
        belief = belief.given(at, room)
    return belief, hard.given(at, room)


def _lookers(view: EnigmaView, at: int) -> int:
    """The mask of seats that have looked at the card at `at` since it was last laid."""
    found = 0
    for event in view.log:
        if event.kind in (What.PEEK, What.QUIET, What.LOOK, What.VERDICT) and event.at == at and event.seat:
            found |= 1 << event.seat
        elif event.kind in (What.SHUFFLE, What.GHOST) and event.at >> at & 1:
            found = 1 << event.seat if event.kind is What.GHOST else 0
    return found


Made = tuple[float, str, dict[str, Any]]


def advise(
    view: EnigmaView,
    *,
    rng: int = 0,
    model: str = "honest",
    time_limit: float | None = None,
) -> list[Advice[EnigmaMove]]:
    """The legal moves of `view`, best first. `rng` breaks ties.

    Takes milliseconds, and at most about a second of processor time. A `time_limit` below a second makes the sums that
    may be exact smaller in proportion; the least that is ever done takes some tenths of a second after many shuffles.
    Raises `ProblemError` for a lie model that does not exist.
    """
    if not view.moves:
        return []
    if model not in MODELS:
        raise ProblemError(f"no lie model is called {model!r}: {nearest(model, MODELS)}")
    pairs = PAIRS if time_limit is None else int(PAIRS * min(1.0, max(0.0, time_limit)))
    situation = Situation(view, MODELS[model], pairs=max(1, pairs))
    off = situation.belief.error
    note = {} if off is None else {"belief": situation.belief.method}
    draw = random.Random(rng)
    found = []
    for move in view.moves:
        value, reason, details = _RATES[move.kind](situation, move)
        advice = Advice(move, value, reason, off or 0.0, "heuristic", {**details, **note})
        found.append((value, draw.random(), advice))
    found.sort(key=lambda each: (-each[0], each[1]))
    return [each for _, _, each in found]


def _peek(now: Situation, move: EnigmaMove) -> Made:
    open_bits = now.entropy(move.at)
    own = sum(
        float(now.belief.cells[move.at, room])
        for room in bits(now.setup.parts.characters[now.card].rooms if now.card >= 0 else 0)
    )
    value = now.share + 0.012 * open_bits + 0.01 * own
    return value, f"{open_bits:.1f} bits to be learned at {move.at + 1}", {"bits": open_bits}


def _name(now: Situation, move: EnigmaMove) -> Made:
    room = now.view.open[move.at]
    return now.share + now.gain(room), f"the effect of {now.rooms[room]} cannot be doubted", {}


def _claim(now: Situation, move: EnigmaMove) -> Made:
    at, room = now.view.at, move.what
    true = float(now.belief.cells[at, room])
    lie = true < 0.5
    caught = now.caught(at, room, lie=lie)
    gain = now.gain(room)
    if lie:
        value = now.share + (1 - caught) * gain - caught * SILENCE
        reason = f"a lie, caught with a chance of {caught:.0%}"
    else:
        value = now.share + gain + caught * CATCH / 2
        reason = f"the truth; doubted with a chance of {caught:.0%}, which would silence the doubter"
    return value, reason, {"caught": caught, "truth": not lie}


def _doubt(now: Situation, move: EnigmaMove) -> Made:
    lie = now.lie_chance()
    threshold = SILENCE / (SILENCE + CATCH)
    details = {"lie": lie, "threshold": threshold}
    said = f"a lie with a chance of {lie:.0%}; doubting pays from {threshold:.0%}"
    if move.kind is Kind.TRUST:
        return now.share, said, details
    return now.share + lie * CATCH - (1 - lie) * SILENCE, said, details


def _look(now: Situation, move: EnigmaMove) -> Made:
    bits_open = now.entropy(move.at)
    return now.share + 0.01 * bits_open, f"{bits_open:.1f} bits to be learned", {"bits": bits_open}


def _open(now: Situation, move: EnigmaMove) -> Made:
    rooms = now.setup.parts.characters[now.card].rooms if now.card >= 0 else 0
    mine = sum(float(now.belief.cells[move.at, room]) for room in bits(rooms))
    return now.share + 0.02 * mine, f"one of my mission's rooms with a chance of {mine:.0%}", {"mine": mine}


def _person(now: Situation, move: EnigmaMove) -> Made:
    chances = now.belief.people[now.view.held[move.at - 1]]
    open_bits = float(-sum(p * math.log2(p) for p in chances if p > 0))
    likely = now.people[int(chances.argmax())]
    said = f"seat {move.at} is most likely the {likely} ({chances.max():.0%}, {open_bits:.1f} bits open)"
    if move.kind is Kind.VIEW:
        return now.share + 0.01 * open_bits, said, {"bits": open_bits}
    if move.kind is Kind.SWAP:
        return now.share + (0.02 if now.card == now.setup.ghost else -0.02), said, {}
    token = "C" if now.view.chaos >> move.at & 1 else "no C"
    needs = sum(
        float(p)
        for p, person in zip(chances, now.setup.parts.characters, strict=True)
        if person.token and person.token == token
    )
    return (
        now.share + 0.04 * needs,
        f"takes away what it needs with a chance of {needs:.0%}",
        {"needs": needs},
    )


def _mission(now: Situation, _move: EnigmaMove) -> Made:
    plan = now.plan()
    if plan is None:
        return 0.0, "this Character has no mission", {}
    cards = (
        ", ".join(f"{now.rooms[room]} at {at + 1}" for at, room in plan.steps) or "all of it lies face up"
    )
    if plan.accuse:
        cards += f"; seat {plan.accuse[0]} is the {now.people[plan.accuse[1]]}"
    reason = f"succeeds with {plan.soft:.0%} ({plan.hard:.0%} trusting nobody): {cards}"
    return plan.soft, reason, {"success": plan.soft, "success_hard": plan.hard}


def _reveal(now: Situation, move: EnigmaMove) -> Made:
    shown = {room for room in now.view.open if room >= 0}
    needed = [room for room in bits(now.setup.parts.characters[now.card].rooms) if room not in shown]
    chance = sum(float(now.belief.cells[move.at, room]) for room in needed)
    return chance, f"one of the rooms still needed with a chance of {chance:.0%}", {"chance": chance}


def _call(now: Situation, move: EnigmaMove) -> Made:
    chance = float(now.belief.cells[move.at, move.what])
    return chance, f"right with a chance of {chance:.0%}", {"chance": chance}


def _accuse(now: Situation, move: EnigmaMove) -> Made:
    chance = float(now.belief.people[now.view.held[move.at - 1], move.what])
    return chance, f"right with a chance of {chance:.0%}", {"chance": chance}


def _fixed(extra: float, reason: str) -> Callable[[Situation, EnigmaMove], Made]:
    def rate(now: Situation, _move: EnigmaMove) -> Made:
        return now.share + extra, reason, {}

    return rate


def _spend(now: Situation, _move: EnigmaMove) -> Made:
    need = now.card >= 0 and now.setup.parts.characters[now.card].token == "D"
    extra = -0.05 if need else 0.03
    return now.share + extra, "an extra naming" + (", but the mission needs Decryption" if need else ""), {}


def _ghost(now: Situation, move: EnigmaMove) -> Made:
    open_bits = sum(now.entropy(at) for at in bits(move.at))
    value = now.share + 0.05 + 0.01 * open_bits
    return (
        value,
        f"three cards known ({open_bits:.1f} bits) and a Character that can win",
        {"bits": open_bits},
    )


def _shuffle(now: Situation, move: EnigmaMove) -> Made:
    open_bits = sum(now.entropy(at) for at in bits(move.at))
    return (
        now.share + 0.002 * open_bits,
        f"{open_bits:.1f} bits of these are open anyway",
        {"bits": open_bits},
    )


_RATES: dict[Kind, Callable[[Situation, EnigmaMove], Made]] = {
    Kind.PEEK: _peek,
    Kind.POINT: _peek,
    Kind.NAME: _name,
    Kind.SPEND: _spend,
    Kind.CLAIM: _claim,
    Kind.DOUBT: _doubt,
    Kind.TRUST: _doubt,
    Kind.LOOK: _look,
    Kind.OPEN: _open,
    Kind.VIEW: _person,
    Kind.FLIP: _person,
    Kind.SWAP: _person,
    Kind.KEEP: _fixed(0.0, "the Character stays"),
    Kind.RENEW: _fixed(-0.01, "a new Character from the stack"),
    Kind.GHOST: _ghost,
    Kind.LAY: _fixed(0.0, "only I shall know the order"),
    Kind.CANCEL: _fixed(-0.01, "Time stands, at the price of Chaos"),
    Kind.ALLOW: _fixed(0.0, "Chaos is kept"),
    Kind.SHUFFLE: _shuffle,
    Kind.MISSION: _mission,
    Kind.REVEAL: _reveal,
    Kind.CALL: _call,
    Kind.ACCUSE: _accuse,
    Kind.END: _fixed(0.0, "the turn ends"),
    Kind.REST: _fixed(0.0, "there is nothing to look at"),
}
