"""Shared by the Entracte tests: play-outs, and brute force that shares no code with the model."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from deduce.games.base import CHANCE, settle
from deduce.knowledge import Knowledge
from deduce.language.facts import Fact
from deduce.records.record import read_record
from deduce.rulebook import State
from deduce.rulebook.run import Run
from deduce_models.entracte.answers.claims import claim_of
from deduce_models.entracte.components.parts import OPTIONS, Components
from deduce_models.entracte.game import GAME
from deduce_models.entracte.knowledge.evidence import Evidence, TableStep
from deduce_models.entracte.records.reading import Replay, parse
from deduce_models.entracte.rules.setup import STOP, Kind, Setup, setup
from deduce_models.entracte.rules.views import EntracteView

EXAMPLES = Path(__file__).parents[2] / "examples" / "entracte"


def evening(name: str) -> Replay:
    return parse(read_record(EXAMPLES / name))


def setting(players: int, parts: Components | None = None, **options: object) -> Setup:
    made = setup(None, players, {name: option.default for name, option in OPTIONS.items()} | options)
    return made if parts is None else setup(parts, players, dict(made.options))


def table(players: int, parts: Components | None = None, **options: object) -> State:
    checked = GAME.checked_options(options)
    return State(Run.live(GAME.setting(players, checked, parts)))


def random_state(start: State, rng: random.Random, *, steps: int = 10**6) -> State:
    """Random decisions (stopping is not proposed) until the guesses, or `steps` decisions."""
    state = settle(start, rng)
    while steps and state.actor is not None and state.moves()[0].kind is not Kind.GUESS:
        moves = [move for move in state.moves() if move != STOP]
        state = settle(state.play(rng.choice(moves)), rng)
        steps -= 1
    return state


def random_play_out(state: State, rng: random.Random) -> State:
    """A random play-out from `state` to the end."""
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
        else:
            moves = state.moves()
            state = state.play(moves[int(rng.random() * len(moves))])
    return state


class Phase(Enum):
    """What a position waits for."""

    DEAL = "code"
    TURN = "play"
    SWAP = "draw for an exchange"
    DRAW = "draw"
    VOTE = "agree"
    CLAIM = "silent"
    PILING = "pile"
    GUESSING = "guess"
    OVER = ""


def phase(state: State) -> Phase:
    """What a position waits for, by what can be done in it."""
    if state.actor is None:
        return Phase.OVER
    able = [move for move, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())
    verb = able[0].kind.name.lower()
    if verb == "draw":
        decided = [move.kind for _, move in state.log if move.kind > Kind.PILE]
        return Phase.SWAP if decided[-1:] == [Kind.EXCHANGE] else Phase.DRAW if decided else Phase.DEAL
    return next((each for each in Phase if each.value == verb), Phase.TURN)


def small(players: int, cards: int) -> Components:
    """The shipped components with a deck of its first cards only."""
    parts = setting(players).parts
    return Components(parts.types, parts.cards[:cards])


def brute_worlds(view: EntracteView) -> Iterator[tuple[int, ...]]:
    """Every assignment of code masks to seats that the tokens and restrictions in a view allow.

    Passes are not used. Each seat's candidates are filtered card by card, then combined.
    """
    per_seat, codes = view.setup.per_seat, range(len(view.setup.parts.codes))
    wanted = [sum(1 << c for c in combo) for combo in itertools.combinations(codes, per_seat)]
    candidates = [list(wanted) for _ in range(view.seats)]
    if view.seat:
        candidates[view.seat - 1] = [view.code]
    for index in range(1, len(view.row)):
        before, card = view.row[index - 1], view.row[index]
        pair = view.setup.parts.pairs[before][card]
        restriction = view.setup.restrict[before][card]
        for seat in range(1, view.seats + 1):
            if seat == view.played[index] and not view.setup.competitive:
                candidates[seat - 1] = [m for m in candidates[seat - 1] if not m & restriction]
                continue
            token = bool(view.tokens[index] >> seat & 1)
            candidates[seat - 1] = [m for m in candidates[seat - 1] if bool(m & pair) == token]
    for masks in itertools.product(*candidates):
        if sum(masks).bit_count() == sum(mask.bit_count() for mask in masks) and not _overlap(masks):
            yield masks


def _overlap(masks: tuple[int, ...]) -> bool:
    union = 0
    for mask in masks:
        if union & mask:
            return True
        union |= mask
    return False


def noted(text: str | Path) -> Evidence:
    """The evidence of a record."""
    return parse(read_record(text)).evidence


def plays_of(told: Evidence) -> list[TableStep]:
    """The cards played, each with what it tells."""
    return [step for step in told.steps if step.entry.kind == "play"]


def fact_of(text: str, told: Evidence, knowledge: Knowledge) -> Fact:
    """What a person claims, as a fact over the variables of `knowledge`."""
    return claim_of(text, told).fact(knowledge)
