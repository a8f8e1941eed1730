"""What to do: the decision of the strongest player, every legal move with its value, a reason and the figures.

Values are chances of winning by the one evaluation the players use (`expectimax`, `evaluation`). That a mission
succeeds is exact for the plan shown, by the belief, and beside it by hard knowledge alone. Everything else rests on an
evaluation fitted to games and is called heuristic; values that are means over drawn worlds carry their standard error.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from deduce.games.base import Advice, chance_from
from deduce.ground.deadline import checked_limit
from deduce.ground.wording import figure, in_percent, listing, person, say
from deduce.rulebook import View
from deduce_models.enigma.advice.expectimax import Decision
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.lying import EXPECTED, LieModel
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView, seen, taken

WHOLE = 0.5
"""Seconds of time limit from which on nothing is made smaller."""

UNKNOWN_WORLDS = 256
"""Worlds for the decision of a seat whose Character is not told."""

Reason = tuple[str, dict[str, Any]]


def advise(
    view: View | EnigmaView, *, rng: int = 0, model: LieModel = EXPECTED, time_limit: float | None = None
) -> list[Advice[EnigmaMove]]:
    """The legal moves of `view`, best first: what the player `belief` weighs with the same seed `rng`.

    `model` says how the others lie. Takes some ten milliseconds, a few times as many after many shuffles. A `time_limit`
    (seconds) below `WHOLE` makes the samples smaller in proportion. Raises `ProblemError` for one below zero.
    """
    checked_limit(time_limit)
    view = seen(view)
    if not view.moves:
        return []
    effort = 1.0 if time_limit is None else min(1.0, time_limit / WHOLE)
    if view.character(view.seat) < 0:
        return _of_unknown_character(view, chance_from(rng), model, effort)
    made = decision(view, chance_from(rng), model, effort=effort)
    # What differs in the tenth place is worth the same, in the ranking and so in what is said.
    return [_told(made, move, round(float(made.values[move]), 9)) for move in made.ranked()]


def decision(
    view: View | EnigmaView, rng: random.Random, model: LieModel = EXPECTED, *, effort: float = 1.0
) -> Decision:
    """The decision of a seat that knows its Character; advice and the player `belief` are this one."""
    return Decision(seen(view), model, random.Random(rng.getrandbits(64)), effort=effort)


def _told(made: Decision, move: EnigmaMove, value: float) -> Advice[EnigmaMove]:
    said, details = _REASONS.get(move.kind, _plain)(made, move)
    error = made.claim_error(move) if move.kind is Kind.CLAIM else 0.0
    return Advice(move, value, said, error, "heuristic", details, unit="win")


def _of_unknown_character(
    view: EnigmaView, rng: random.Random, model: LieModel, effort: float
) -> list[Advice[EnigmaMove]]:
    """For notes that do not tell the writer's own Character: means over all that it may be."""
    worlds = Draws(view, model, round(UNKNOWN_WORLDS * max(0.1, effort)), rng)
    chances = worlds.people[view.held[view.seat - 1]]
    each = {
        card: Decision(view, model, rng, effort=effort, card=card, worlds=worlds)
        for card in np.flatnonzero(chances).tolist()
    }
    values = {
        move: sum(float(chances[card]) * made.values[move] for card, made in each.items())
        for move in view.moves
    }
    likeliest = each[int(chances.argmax())]
    ranked = sorted(view.moves, key=lambda move: -values[move])
    return [_told(likeliest, move, values[move]) for move in ranked]


def _entropy(now: Decision, at: int) -> float:
    return float(-sum(p * np.log2(p) for p in now.worlds.cells[at] if p > 0))


def _look(now: Decision, move: EnigmaMove) -> Reason:
    open_bits = _entropy(now, move.at)
    said = say("{bits} bits to be learned at {place}", bits=figure(open_bits, 1), place=move.at + 1)
    return said, {"bits": open_bits}


def _name(now: Decision, move: EnigmaMove) -> Reason:
    room = now.setup.parts.room_names[now.view.open[move.at]]
    return say("the effect of {room} cannot be doubted", room=room), {}


def _claim(now: Decision, move: EnigmaMove) -> Reason:
    true, caught = float(now.worlds.cells[now.view.at, move.what]), now.doubted(move)
    free, doubted = now.claim_parts(move)
    details = {"caught": caught, "truth": true >= 0.5, "if_trusted": free, "if_doubted": doubted}
    said = say(
        "the truth; worth {free} if nobody doubts it; doubted with a chance of {chance}, which would silence the "
        "doubter: {doubted}"
        if true >= 0.5
        else "a lie; worth {free} if nobody doubts it; doubted with a chance of {chance}, which would silence me and end "
        "the turn: {doubted}",
        free=figure(free, 3),
        chance=in_percent(caught),
        doubted=figure(doubted, 3),
    )
    return said, details


def _doubt(now: Decision, move: EnigmaMove) -> Reason:
    lie = now.lie_chance()
    if move.kind is Kind.DOUBT:
        key = "a lie with a chance of {chance}: if so, its effect does not happen; if it is true, I am silenced"
    else:
        key = "a lie with a chance of {chance}; it takes effect unless somebody else doubts"
    return say(key, chance=in_percent(lie)), {"lie": lie}


def _open(now: Decision, move: EnigmaMove) -> Reason:
    mine = float(now.worlds.cells[move.at, list(bits(now.now.person.rooms))].sum())
    return say("one of my mission's rooms with a chance of {chance}", chance=in_percent(mine)), {
        "mine": mine
    }


def _person(now: Decision, move: EnigmaMove) -> Reason:
    chances = now.worlds.people[now.view.held[move.at - 1]]
    likely = now.setup.parts.character_names[int(chances.argmax())]
    best = float(chances.max())
    said = say(
        "{who} is most likely the {role} ({chance})",
        who=person(move.at),
        role=likely,
        chance=in_percent(best),
    )
    return said, {"chance": best}


def _mission(now: Decision, _move: EnigmaMove) -> Reason:
    plan, rooms = now.plan, now.setup.parts.room_names
    cards = [say("{room} at {place}", room=rooms[room], place=at + 1) for at, room in plan.steps]
    said = say(
        "succeeds with {chance} ({proven} trusting nobody): {cards}",
        chance=in_percent(plan.chance),
        proven=in_percent(plan.proven),
        cards=listing(cards, ",") if cards else "all of it lies face up",
    )
    return said, {"success": plan.chance, "success_hard": plan.proven}


def _reveal(now: Decision, move: EnigmaMove) -> Reason:
    shown = {room for room in now.view.open if room >= 0}
    needed = [room for room in bits(now.now.person.rooms) if room not in shown]
    chance = float(now.worlds.cells[move.at, needed].sum())
    return say("one of the rooms still needed with a chance of {chance}", chance=in_percent(chance)), {
        "chance": chance
    }


def _right(now: Decision, move: EnigmaMove) -> Reason:
    if move.kind is Kind.CALL:
        chance = float(now.worlds.cells[move.at, move.what])
    else:
        chance = float(now.worlds.people[now.view.held[move.at - 1], move.what])
    return say("right with a chance of {chance}", chance=in_percent(chance)), {"chance": chance}


def _spend(now: Decision, _move: EnigmaMove) -> Reason:
    need = now.now.person.token == "D"
    return say("an extra naming, but the mission needs Decryption" if need else "an extra naming"), {}


def _laid(now: Decision, move: EnigmaMove) -> Reason:
    open_bits = sum(_entropy(now, at) for at in taken(now.view, move))
    said = say(
        "three cards known and a Character that can win; {bits} bits of these are open now"
        if move.kind is Kind.GHOST
        else "three cards laid anew; {bits} bits of these are open now",
        bits=figure(open_bits, 1),
    )
    return said, {"bits": open_bits}


def _plain(_now: Decision, move: EnigmaMove) -> Reason:
    return say(_PLAIN.get(move.kind, "")), {}


_PLAIN = {
    Kind.KEEP: "the Character stays",
    Kind.RENEW: "a new Character from the stack",
    Kind.LAY: "only I shall know the order",
    Kind.CANCEL: "Time stands, at the price of Chaos",
    Kind.ALLOW: "Chaos is kept",
    Kind.END: "the turn ends",
    Kind.REST: "there is nothing to look at",
}

_REASONS: dict[Kind, Callable[[Decision, EnigmaMove], Reason]] = {
    Kind.PEEK: _look,
    Kind.POINT: _look,
    Kind.LOOK: _look,
    Kind.NAME: _name,
    Kind.SPEND: _spend,
    Kind.CLAIM: _claim,
    Kind.DOUBT: _doubt,
    Kind.TRUST: _doubt,
    Kind.OPEN: _open,
    Kind.VIEW: _person,
    Kind.FLIP: _person,
    Kind.SWAP: _person,
    Kind.GHOST: _laid,
    Kind.SHUFFLE: _laid,
    Kind.MISSION: _mission,
    Kind.REVEAL: _reveal,
    Kind.CALL: _right,
    Kind.ACCUSE: _right,
}
