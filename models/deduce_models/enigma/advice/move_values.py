"""What each kind of move is worth to the seat that decides: the table behind `expectimax.Decision`.

Claims and doubts are searched there; here are the moves that no doubt can meet. Those within a mission, and a few of
little weight (whom to look at, which cards to shuffle), are only put in order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np

from deduce_models.enigma.advice.effects import rivals_up
from deduce_models.enigma.belief.habits import lookers
from deduce_models.enigma.components.parts import CHAOS
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import taken

if TYPE_CHECKING:
    from deduce_models.enigma.advice.expectimax import Decision


def _peek(now: Decision, move: EnigmaMove) -> float:
    quiet = now.now.setting.silenced or move.kind is Kind.LOOK
    return float(now.effects.looks()[move.at]) if quiet else now.naming(move.at)


def _look(now: Decision, move: EnigmaMove) -> float:
    library = now.setup.parts.room_names[now.view.room] == "Library"
    return float(now.effects.looks(icons=library)[move.at])


def _open(now: Decision, move: EnigmaMove) -> float:
    setting = rivals_up(now.now.setting, known=0.7 * now.now.setting.rivals)
    return float(now.effects.looks(setting)[move.at])


def _view(now: Decision, move: EnigmaMove) -> float:
    chances = now.worlds.people[now.view.held[move.at - 1]]
    open_bits = float(-sum(p * np.log2(p) for p in chances if p > 0))
    worth = now.base
    if now.now.person.accuses:
        has = now.view.chaos >> move.at & 1
        setting = now.now.setting
        worth = float(now.now.here(accused=1.0)) if has else max(worth, now.now.seen_later(setting))
    return worth + 0.001 * open_bits


def _flip(now: Decision, move: EnigmaMove) -> float:
    chances, parts = now.worlds.people[now.view.held[move.at - 1]], now.setup.parts
    has = now.view.chaos >> move.at & 1
    if now.now.person.accuses:
        sure = float(chances.max())
        return float(now.now.here(accused=now.now.accused if has else max(now.now.accused, sure)))
    token = "C" if has else "no C"
    hurt = sum(
        float(p) for p, person in zip(chances, parts.characters, strict=True) if person.token == token
    )
    return now.base + 0.01 * hurt


def _swap(now: Decision, move: EnigmaMove) -> float:
    slot = now.view.held[move.at - 1] if move.kind is Kind.SWAP else now.view.stack[0]
    return now.effects.value_of_character(slot)


def _ghost(now: Decision, move: EnigmaMove) -> float:
    worth = now.effects.value_of_character(now.view.stack[0])
    open_bits = -sum(
        float(p) * float(np.log2(p)) for at in bits(move.at) for p in now.worlds.cells[at] if p > 0
    )
    return worth + 0.01 * open_bits + 0.02


def _allow(now: Decision, _move: EnigmaMove) -> float:
    setting, own = now.now.setting, now.now
    back = now.view.time > 1
    later = setting._replace(turns=setting.turns + back, rounds=setting.rounds + back)
    later = rivals_up(later, known=-0.33 * setting.known, turns=float(back) * setting.rivals)
    return float(own.here(own.progress.chance * 0.8, own.progress.guess * 0.9, None, later))


def _shuffle(now: Decision, move: EnigmaMove) -> float:
    """The three cards of which this seat knows least, and others most."""
    places = taken(now.view, move)
    lost = sum(float(now.worlds.cells[at].max()) for at in places)
    looked = lookers(now.setup, now.view.log)
    seen = sum(looked[at].bit_count() for at in places)
    return now.base - 0.02 * lost + 0.005 * seen


def _reveal(now: Decision, move: EnigmaMove) -> float:
    """The chance of the whole attempt, for a card of the likeliest plan."""
    needed = bits(now.now.person.rooms)
    inside = move.at in [at for at, room in now.plan.steps if room in needed]
    return now.plan.chance if inside else 0.0


VALUES: Final[dict[Kind, Callable[[Decision, EnigmaMove], float]]] = {
    Kind.PEEK: _peek,
    Kind.POINT: lambda now, move: now.naming(move.at, unseen=True),
    Kind.NAME: lambda now, move: now.effects.value(now.view.open[move.at], move.at),
    Kind.SPEND: lambda now, _: now.after_spending(),
    Kind.CLAIM: lambda now, move: now.claim(move),
    Kind.DOUBT: lambda now, _: now.doubting[True],
    Kind.TRUST: lambda now, _: now.doubting[False],
    Kind.LOOK: _look,
    Kind.OPEN: _open,
    Kind.VIEW: _view,
    Kind.FLIP: _flip,
    Kind.SWAP: _swap,
    Kind.KEEP: lambda now, _: now.base,
    Kind.RENEW: _swap,
    Kind.GHOST: _ghost,
    # Three cards are laid and then a Character comes from the stack, whichever the order.
    Kind.LAY: lambda now, _: now.effects.value_of_character(now.view.stack[0]) + 0.02,
    Kind.CANCEL: lambda now, _: float(now.now.here(None, None, now.now.tokens & ~CHAOS)),
    Kind.ALLOW: _allow,
    Kind.SHUFFLE: _shuffle,
    Kind.MISSION: lambda now, _: now.attempt(),
    Kind.REVEAL: _reveal,
    Kind.CALL: lambda now, move: now.call(move),
    Kind.ACCUSE: lambda now, move: float(now.worlds.people[now.view.held[move.at - 1], move.what]),
    Kind.END: lambda now, _: now.left_turn(),
    Kind.REST: lambda now, _: now.base,
}
