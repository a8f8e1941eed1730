"""The numbers that `benchmarks.climb` finds again: where they stand, and what a game with others in their place comes to.

A score is better when higher, of the seats that have the numbers; a deal is the same for all that are tried on it.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

__all__ = ["SETS", "NumberSet", "Numbers"]

Numbers = dict[str, float]


@dataclass(frozen=True)
class NumberSet:
    """Numbers that players depend on.

    Attributes:
        where: The object that holds them, ``module:name``.
        now: What they are.
        guesses: What they were before any tuning, where that is known; else what they are.
        score: What a deal comes to for seats that have these numbers.
        unit: What a score counts.
    """

    where: str
    now: Callable[[], Numbers]
    guesses: Callable[[], Numbers]
    score: Callable[[Numbers, int], float]
    unit: str


def flat(value: Any, name: str) -> Iterator[tuple[str, float]]:
    """The numbers of nested tuples and dataclasses, in order, with names such as ``trust[1][0]``."""
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from flat(getattr(value, field.name), f"{name}.{field.name}" if name else field.name)
    elif isinstance(value, tuple):
        for place, each in enumerate(value):
            yield from flat(each, f"{name}[{place}]")
    elif isinstance(value, float):
        yield name, value


def shaped(value: Any, numbers: Mapping[str, float], name: str = "") -> Any:
    """The same with the numbers of that name in place of its own."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kept = {
            field.name: shaped(
                getattr(value, field.name), numbers, f"{name}.{field.name}" if name else field.name
            )
            for field in dataclasses.fields(value)
        }
        return dataclasses.replace(value, **kept)
    if isinstance(value, tuple):
        return tuple(shaped(each, numbers, f"{name}[{place}]") for place, each in enumerate(value))
    return numbers[name] if isinstance(value, float) else value


# Decrypto: one team's Encryptors suppose other readers; the rivals are the strongest players.


def _supposed() -> Numbers:
    from deduce_models.decrypto.knowledge.trust import SUPPOSED

    return dict(flat(SUPPOSED, ""))


def _spared(numbers: Numbers, seed: int) -> float:
    from deduce.games.base import CHANCE
    from deduce_models.decrypto import GAME
    from deduce_models.decrypto.advice import triples
    from deduce_models.decrypto.knowledge.trust import SUPPOSED

    chance, rng = random.Random(seed), random.Random(f"{seed} own")
    state, player = GAME.new(players=4), GAME.players[GAME.best]()
    ours, others = seed % 2, shaped(SUPPOSED, numbers)
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(int(state.actor))
        with patch.object(triples, "SUPPOSED", others if view.face.team == ours else SUPPOSED):
            state = state.play(player.choose(view, rng))
    halves = [half for half in state.past if half.team == ours]
    return -float(sum(half.intercepted + half.missed for half in halves))


# The Initiative: missions of one to four by the policy of the play-outs, every glyph worth the same.


def _prices() -> Numbers:
    from deduce_models.initiative.advice.policy import PRICES

    return dict(flat(PRICES, ""))


def _won(numbers: Numbers, seed: int) -> float:
    from benchmarks.initiative_strength import mission_played
    from deduce_models.initiative.advice.policy import PRICES, RolloutPolicy
    from deduce_models.initiative.players.named import GreedyPlayer
    from deduce_models.initiative.rules.moves import Move
    from deduce_models.initiative.rules.state import View

    class Counted(GreedyPlayer):
        decisions = 0

        def choose(self, view: View, rng: random.Random) -> Move:
            Counted.decisions += 1
            return super().choose(view, rng)

    player = Counted(policy=RolloutPolicy(prices=shaped(PRICES, numbers)))
    scores = mission_played(player, f"hard:{seed}", 1 + seed % 4, seed, "builtin").scores
    return (0.0 if scores is None else scores[0]) - Counted.decisions / 1000


# Entracte: the convention without play-outs; seats that would be guessed rightly.

_RANKS = ("NEARNESS", "OWN", "SLIP", "RATE")


def _ranks() -> Numbers:
    from deduce_models.entracte.advice.convention import ranks

    return {name: getattr(ranks, name) for name in _RANKS}


def _told(numbers: Numbers, seed: int) -> float:
    from deduce.games.base import CHANCE
    from deduce_models.entracte import GAME
    from deduce_models.entracte.advice.convention import ranks, understanding
    from deduce_models.entracte.advice.convention.decision import likeliest
    from deduce_models.entracte.rules.setup import QUICK

    player: Any = GAME.players["convention"]()
    players, rng = 2 + seed % 3, random.Random(seed)
    state = GAME.new(players=players, seed=seed)
    with ExitStack() as stack:
        for name, value in numbers.items():
            stack.enter_context(patch.object(ranks, name, value))
        stack.enter_context(patch.object(understanding, "SLIP", numbers["SLIP"]))
        # In time nearly every code is known: two cards before there is something left to gain.
        while len(state.row) < QUICK[players] - 2 and state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
            else:
                state = state.play(player.choose(state.view(int(state.actor)), rng))
        truth = tuple(mask.bit_length() - 1 for mask in state.codes)
        told: list[tuple[int, ...]] = [
            likeliest(state.view(seat).face) for seat in range(1, state.seats + 1)
        ]
    right = [guess == code for row in told for guess, code in zip(row, truth, strict=True)]
    found: float = sum(right) / len(right)
    return found


# Enigma: one seat of three expects other kinds of players than the rest does.


def _kinds() -> Numbers:
    from deduce_models.enigma.belief.lying import EXPECTED

    kept = ("vigilance", "alike", "kinds")
    return {name: value for name, value in flat(EXPECTED, "") if name.startswith(kept)}


def _wins(numbers: Numbers, seed: int) -> float:
    from benchmarks.enigma_strength import game
    from deduce_models.enigma.belief.lying import EXPECTED
    from deduce_models.enigma.players.named import Believing

    bounded = {name: min(value, 0.98) for name, value in numbers.items()}
    ours = seed % 3
    model = shaped(EXPECTED, {**dict(flat(EXPECTED, "")), **bounded})
    state = game([Believing(model) if seat == ours else Believing() for seat in range(3)], seed)
    scores = state.scores
    return 0.0 if scores is None else scores[ours]


SETS = {
    "decrypto.supposed": NumberSet(
        "deduce_models.decrypto.knowledge.trust:SUPPOSED",
        _supposed,
        _supposed,
        _spared,
        "interceptions and miscommunications of the team, less than none",
    ),
    "initiative.prices": NumberSet(
        "deduce_models.initiative.advice.policy:PRICES",
        _prices,
        _prices,
        _won,
        "missions won by greedy players, less a thousandth for each decision",
    ),
    "entracte.ranks": NumberSet(
        "deduce_models.entracte.advice.convention.ranks",
        _ranks,
        _ranks,
        _told,
        "the share of codes guessed rightly two cards before time",
    ),
    "enigma.lying": NumberSet(
        "deduce_models.enigma.belief.lying:EXPECTED", _kinds, _kinds, _wins, "games won by a seat of three"
    ),
}
"""The sets of numbers by name."""
