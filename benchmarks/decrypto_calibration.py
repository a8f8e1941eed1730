"""Whether Decrypto's advice says true chances: said against happened. ``python -m benchmarks.decrypto_calibration``.

The strongest players (`Game.best`) meet each other and take all three clues at once, as people do. Every chance that
advice shows is compared with what became of it, in ten bins: that the own team decodes the clues given and that the
rivals intercept them, as the Encryptor is told; that the guess at the own code and the guess at the rivals' code are
right, as those who guess are told; that a keyword named in the tie-break is right, and the likeliest one of a column, as
`solve` says. Beside them the likeliest code and keyword under the supposition that each clue was chosen for its keyword
alone. Intervals are over games (95 %).

``--fit`` prints what the games played would have `data/calibration.toml` hold (by maximum likelihood).
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration import Told, table
from deduce.games.base import CHANCE
from deduce.rulebook import State
from deduce_models.decrypto import GAME
from deduce_models.decrypto.advice import RISK, SECRECY
from deduce_models.decrypto.advice.advice import advise, ranked_clues
from deduce_models.decrypto.knowledge.belief import CodeBelief
from deduce_models.decrypto.knowledge.trust import (
    RIVALS,
    Hiding,
    Kinds,
    mixed,
    trusted_codes,
    trusted_keywords,
)
from deduce_models.decrypto.knowledge.understanding import Mind, keyword_chances, mind_for
from deduce_models.decrypto.rules.moves import CODES, Clue, Code, Guess, Name
from deduce_models.decrypto.rules.setup import Half
from deduce_models.decrypto.rules.views import View

Floats = NDArray[np.float64]
FIRST = 36_000_000
CUTS = (0.15, 0.3, 0.45, 0.55, 0.65, 0.8, 0.9, 0.968, 0.98, 0.985)
"""The shares of values at which what is feared is parted for the line of `happening`: much is feared seldom."""

COLUMN = "solve: the likeliest keyword of a column"


class Column(NamedTuple):
    """A rivals' column when their clues are read: its reading, the kinds of Encryptor, its clues, where the truth is."""

    reading: Floats
    kinds: tuple[float, ...]
    clues: int
    truth: int


@dataclass
class Spoken:
    """What was said of one half: chances of decoding, of an interception, and what was made of its code.

    `mine` is how the own team reads it, `rivals` how the rivals do, `shown` what they make of that.
    """

    decode: float = 0.0
    feared: float = 0.0
    intercept: float | None = None
    mine: Floats | None = None
    guess: tuple[Code, float] | None = None
    rivals: Floats | None = None
    shown: Floats | None = None
    caught: tuple[Code, float] | None = None
    columns: list[Column] = field(default_factory=list)


@dataclass
class Games:
    """What was said in all games: by subject, and each team's halves in order for the fits."""

    said: dict[str, list[Told]] = field(default_factory=lambda: defaultdict(list))
    halves: list[list[tuple[Spoken, Half]]] = field(default_factory=list)


def play(seed: int, players: int, into: Games) -> None:
    """One game of the strongest players; what was said goes `into`."""
    chance = random.Random(seed)
    state: State = GAME.new(players=players)
    mind = mind_for(state.setup.words)
    told: dict[tuple[int, int], Spoken] = defaultdict(Spoken)
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(int(state.actor)).face
        if view.phase == "clue":
            best = ranked_clues(view, mind, risk=RISK, secrecy=SECRECY)[0]
            half = told[view.round, view.team or 0]
            half.decode, half.feared = best.decode, best.feared
            half.intercept = best.intercept if view.round >= view.setup.rules.interception_from else None
            for clue in best.clues:
                state = state.play(Clue(clue))
        elif view.phase == "name":
            state = state.play(_named(state, view, mind, seed, into))
        else:
            guess = _guessed(state, view, mind, told[view.round, view.turn], seed, into)
            state = state.play(Guess(guess))
    for team in (0, 1):
        played = [(told[half.round, team], half) for half in state.past if half.team == team]
        for half, end in played:
            _ended(seed, half, end, into)
        into.halves.append(played)


def _named(state: State, view: View, mind: Mind, seed: int, into: Games) -> Name:
    best = advise(view, mind)[0]
    if not isinstance(best.move, Name):
        raise TypeError(best.move)
    truth = state.keywords[4 * (1 - (view.team or 0)) + len(view.names)]
    into.said["a keyword named in the tie-break"].append(Told(seed, best.value, best.move.word == truth))
    return best.move


def _guessed(state: State, view: View, mind: Mind, half: Spoken, seed: int, into: Games) -> Code:
    """What advice names first, the same decision that the player makes."""
    trusted = trusted_codes(view, view.turn, mind)
    best = trusted.belief.best
    if view.turn == view.team:
        half.mine, half.guess = trusted.reading.probabilities, (best, trusted.belief.probability(best))
        return best
    half.rivals, half.caught = trusted.reading.probabilities, (best, trusted.belief.probability(best))
    half.shown = mixed(trusted.reading, trusted.kinds, RIVALS).probabilities
    plain = keyword_chances(view, view.turn, mind)[1]
    notes, chances, kinds = trusted_keywords(view, view.turn, mind)
    words = (*notes.candidates, "")
    for slot, shown in enumerate(view.columns(view.turn)):
        if shown:
            truth = words.index(state.keywords[4 * view.turn + slot])
            half.columns.append(Column(plain[slot], kinds, len(shown), truth))
            for about, row in ((COLUMN, chances[slot]), (f"{COLUMN}, if clues were plain", plain[slot])):
                likeliest = int(row.argmax())
                into.said[about].append(Told(seed, float(row[likeliest]), likeliest == truth))
    return best


def _ended(seed: int, half: Spoken, end: Half, into: Games) -> None:
    """What was said of a half against what it came to."""
    into.said["the own team decodes"].append(Told(seed, half.decode, not end.missed))
    if half.guess is not None:
        into.said["the guess at the own code"].append(Told(seed, half.guess[1], half.guess[0] == end.code))
    if half.rivals is not None and half.caught is not None:
        into.said["the guess at the rivals' code"].append(
            Told(seed, half.caught[1], half.caught[0] == end.code)
        )
        best = int(half.rivals.argmax())
        into.said["solve: the likeliest code if clues were plain"].append(
            Told(seed, float(half.rivals[best]), CODES[best] == end.code)
        )
    if half.intercept is not None:
        into.said["the rivals intercept"].append(Told(seed, half.intercept, end.intercepted))


def fitted(found: Games) -> None:
    """Print the kinds of Encryptor, how they hide, the two straightened chances and the powers of both readings."""

    def kinds(at: Floats) -> Kinds:
        power, avoiding, forced = np.exp(at[:3]).tolist()
        prior = np.exp([at[3], 0.0, at[4]])
        plain, planning, nothing = (prior / prior.sum()).tolist()
        return Kinds(
            (RIVALS.powers[0], (power, avoiding, forced), RIVALS.powers[2]), (plain, planning, nothing)
        )

    # Weakly held to round numbers: few games tell little of what is rare.
    usual, held = np.array([0.0, 1.5, -5.0, -1.0, -2.0]), np.array([2e-3, 6e-4, 2e-4, 2e-3, 2e-3])
    best = lowest(
        lambda at: _log_loss(found.halves, kinds(at)) + float(held @ (at - usual) ** 2), usual.copy()
    )
    print("RIVALS:", kinds(best), f"log loss {_log_loss(found.halves, kinds(best)):.4f}")
    print("  as it is:", RIVALS, f"log loss {_log_loss(found.halves, RIVALS):.4f}")
    columns = [column for played in found.halves for half, _ in played for column in half.columns]

    def hiding(at: Floats) -> Hiding:
        one, two, three, four, five, growth = np.exp(at).tolist()
        return Hiding((one, two), (three, four, five), growth, 2.0, (0.02, 0.04))

    low = lowest(
        lambda at: columns_loss(columns, hiding(at)), np.log([1.13, 10.9, 0.92, 2.27, 0.0049, 1.83])
    )
    print("hiding:", hiding(low), f"log loss {columns_loss(columns, hiding(low)):.4f}")
    for about, key in (("decode", "the own team decodes"), ("intercept", "the rivals intercept")):
        told = np.array([(chance, happened) for _, chance, happened in found.said[key]], dtype=float)
        told = told[(told[:, 0] > 0) & (told[:, 0] < 1)]
        logits = np.log(told[:, 0]) - np.log1p(-told[:, 0])

        def wrong(at: Floats, logits: Floats = logits, told: Floats = told) -> float:
            lines = at[0] + at[1] * logits
            return float(np.mean(np.logaddexp(0, lines) - told[:, 1] * lines))

        print(
            f"{about}: shift and slope upon what is said now", lowest(wrong, np.array([0.0, 1.0])).round(2)
        )
    told = np.array(
        [
            (h.feared, end.intercepted)
            for played in found.halves
            for h, end in played
            if h.intercept is not None
        ]
    )
    said, happened = _line(told[told[:, 0].argsort()])
    print("feared: said", said.round(3).tolist(), "happened", happened.round(3).tolist())
    pairs = {
        "own": [(half.mine, end) for played in found.halves for half, end in played],
        "rivals": [(half.shown, end) for played in found.halves for half, end in played],
    }
    for about, rows in pairs.items():
        for power in (0.4, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 1.8):
            chances = [
                (row**power)[CODES.index(end.code)] / (row**power).sum()
                for row, end in rows
                if row is not None
            ]
            print(f"{about}: power {power}: log loss {-np.mean(np.log(np.maximum(chances, 1e-9))):.4f}")


def _line(told: Floats) -> tuple[Floats, Floats]:
    """Means of what was said and of what happened in parts (`CUTS`) of rows ordered by what was said, never falling."""
    cut = np.split(told, [round(len(told) * share) for share in CUTS])
    parts = [(*part.mean(axis=0), len(part)) for part in cut if len(part)]
    merged: list[tuple[float, float, float]] = []
    for said, happened, size in parts:
        merged.append((said, happened, size))
        # Neighbours that fall are one: their means.
        while len(merged) > 1 and merged[-1][1] <= merged[-2][1]:
            (a, b, m), (c, d, n) = merged[-2:]
            merged[-2:] = [((a * m + c * n) / (m + n), (b * m + d * n) / (m + n), m + n)]
    found = np.array(merged)
    return found[:, 0], found[:, 1]


def lowest(loss: Callable[[Floats], float], at: Floats) -> Floats:
    """Where `loss` is low: a step up or down in each number by turns, halved when none helps."""
    step, best = 0.5, loss(at)
    while step > 0.01:
        before = best
        for number in range(len(at)):
            for sign in (1, -1):
                tried = at.copy()
                tried[number] += sign * step
                if (value := loss(tried)) < best:
                    at, best = tried, value
        if best > before - 1e-6:
            step /= 2
    return at


def _log_loss(halves: Sequence[Sequence[tuple[Spoken, Half]]], kinds: Kinds) -> float:
    """The mean surprise of the codes shown, each kind weighed by the game's past as `weighed_kinds` does."""
    losses = []
    for played in halves:
        weights = np.array(kinds.prior)
        for half, end in played:
            if half.rivals is None:
                continue
            reading, at = CodeBelief(half.rivals), CODES.index(end.code)
            alone = [
                mixed(reading, tuple(map(float, row)), kinds).probabilities[at]
                for row in np.eye(len(kinds.prior))
            ]
            losses.append(-math.log(max(float(weights @ alone), 1e-9)))
            weights = weights * np.maximum(alone, 1e-3)
            weights /= weights.sum()
    return sum(losses) / len(losses)


def columns_loss(columns: Sequence[Column], hiding: Hiding) -> float:
    """The mean surprise of the keywords behind columns."""
    losses = []
    for reading, kinds, clues, truth in columns:
        losses.append(-math.log(max(float(hiding.mixed(reading, clues, kinds)[truth]), 1e-9)))
    return sum(losses) / len(losses)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, choices=range(3, 9), default=4)
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    parser.add_argument("--fit", action="store_true", help="print what the games would have the numbers be")
    parser.add_argument("--every", type=int, default=0, help="print the tables after so many games too")
    chosen = parser.parse_args()
    found = Games()
    for number in range(chosen.games):
        play(chosen.first + number, chosen.players, found)
        last = number + 1 == chosen.games
        if last or (chosen.every and (number + 1) % chosen.every == 0):
            print(f"\nafter {number + 1} games of {chosen.players}, seeds from {chosen.first}", flush=True)
            tables(found.said)
    if chosen.fit:
        fitted(found)


def tables(said: Mapping[str, Sequence[Told]]) -> None:
    """Every table."""
    for about, rows in said.items():
        table(about, rows)


if __name__ == "__main__":
    main()
