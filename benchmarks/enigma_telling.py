"""How the players of Enigma came to hear what others say: fitted to their own games. Run by hand.

``python -m benchmarks.enigma_telling --games 600 --mixed 200`` lets the strongest players meet each other and, for the
chance of a doubt, other players too. Of every claim it keeps the card, the room named and who spoke, and fits by
penalised maximum likelihood

* the wishes of every Character and the weight of the truth (`belief/claiming.py`), by the claims of `belief`;
* to what power claims speak of Characters;
* how often a claim is a lie where it seems so, a seat that does not know doubts, and any of several (`advice/fitted.py`).

``--write`` replaces data/telling.toml and those two parts of data/evaluation.toml; since games depend on them, it is done
twice over.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from benchmarks.enigma_evaluation import Claims, fit
from deduce.games.base import settle
from deduce.ground.logits import logistic, logit
from deduce.rulebook import State
from deduce_models.enigma.advice import fitted
from deduce_models.enigma.advice.advice import decision
from deduce_models.enigma.advice.doubters import apart, entitled
from deduce_models.enigma.belief import claiming
from deduce_models.enigma.belief.claims import unaware
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.habits import lookers
from deduce_models.enigma.belief.lying import EXPECTED
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION, shipped
from deduce_models.enigma.game import GAME
from deduce_models.enigma.players.named import PLAYERS
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import DOUBTING, START

Floats = NDArray[np.float64]
MIXTURE = ("belief", "belief", "bluff", "careful", "random")
LONGEST = 600
"""Decisions of a game; it has some sixty."""
APART, SMALL = 1.0, 0.1
"""Penalties: of a Character's wishes that are not everybody's, and of all else."""
HEAD = """\
# How the players speak of cards they have seen: the weight of the truth, and what each Character, with the tokens it
# holds, is after. Fitted to {claims} claims of games from the seeds {seeds}: python -m benchmarks.enigma_telling
"""
POWERS = np.arange(0.8, 2.41, 0.2)
FEW = 150
"""So many games are enough for one number."""


class Spoken(NamedTuple):
    """A claim: the row of wishes, which rooms may be named, the card, the room named, the features of the truth."""

    row: str
    may: tuple[bool, ...]
    card: int
    room: int
    features: Floats


class Step(NamedTuple):
    """A decision of a game: the position, who plays there, and the move."""

    state: State
    names: Sequence[str]
    move: EnigmaMove


def played(first: int, games: int, lineup: Sequence[str]) -> Iterator[list[Step]]:
    """Games among players drawn from `lineup`, for two to five in turn."""
    for number in range(games):
        seed = first + number
        rng = random.Random(f"{seed}/g")
        players = 2 + number % 4
        names = [rng.choice(lineup) for _ in range(players)]
        seats = [PLAYERS[name]() for name in names]
        state, steps = GAME.new(players=players, seed=seed), list[Step]()
        while isinstance(state.actor, int) and len(steps) < LONGEST:
            move = seats[state.actor - 1].choose(state.view(state.actor), rng)
            steps.append(Step(state, names, move))
            state = settle(state.play(move), rng)
        steps.append(Step(state, names, EnigmaMove(Kind.END, -1, -1, "end")))
        yield steps


def spoken(step: Step) -> Spoken:
    """What a claim was."""
    state = step.state.face
    seat = state.turn
    tokens = (state.chaos >> seat & 1) * CHAOS | (state.keys >> seat & 1) * DECRYPTION
    row = claiming.row_name(state.setup.parts.characters[state.character(seat)], tokens)
    rooms = {move.what for move in step.state.moves()}
    able, looked = entitled(state.view(seat)), lookers(state.setup, state.log)[state.at]
    blank = not state.up and unaware(lookers(state.setup, state.log), sum(1 << other for other in able))
    told = claiming.truth_features(blank, len(able), any(looked >> other & 1 for other in able))
    may = tuple(room in rooms for room in range(state.setup.cells))
    return Spoken(row, may, state.cells[state.at], step.move.what, told)


def wishes(claims: Sequence[Spoken]) -> tuple[dict[str, Floats], Floats]:
    """The wishes by row, and the weights of the truth; accelerated gradient ascent."""
    rows = sorted({each.row for each in claims})
    row = np.array([rows.index(each.row) for each in claims])
    barred = np.where([each.may for each in claims], 0.0, -1e9)
    card, room = np.array([each.card for each in claims]), np.array([each.room for each in claims])
    told, every = np.array([each.features for each in claims]), np.arange(len(claims))
    n, kinds = barred.shape[1], len(rows)

    def slope(at: Floats) -> Floats:
        common, own = at[:n], at[n : n + kinds * n].reshape(kinds, n)
        lines = common + own[row] + barred
        lines[every, card] += told @ at[n + kinds * n :]
        lines = np.exp(lines - lines.max(axis=1, keepdims=True))
        miss = -lines / lines.sum(axis=1, keepdims=True)
        miss[every, room] += 1
        mine = np.zeros((kinds, n))
        np.add.at(mine, row, miss)
        parts = [
            miss.sum(axis=0) - SMALL * common,
            (mine - APART * own).ravel(),
            told.T @ miss[every, card] - SMALL * at[n + kinds * n :],
        ]
        return np.concatenate(parts)

    at = ahead = np.zeros(n + kinds * n + told.shape[1])
    speed, size = 1.0, 0.5 / len(claims)
    for _ in range(4000):
        moved = ahead + size * slope(ahead)
        faster = (1 + np.sqrt(1 + 4 * speed * speed)) / 2
        ahead, at, speed = moved + (speed - 1) / faster * (moved - at), moved, faster
    own = at[n : n + kinds * n].reshape(kinds, n)
    table = {claiming.ANYBODY: at[:n], **{name: at[:n] + own[k] for k, name in enumerate(rows)}}
    return {name: line - line.mean() for name, line in table.items()}, at[n + kinds * n :]


def character_losses(steps: Sequence[Step]) -> Iterator[float]:
    """The log loss of every rival's Character, at the beginning of every turn."""
    for state, _, _ in steps:
        if state.phase == START and isinstance(state.actor, int):
            view = state.view(state.actor).face
            people = Draws(view, EXPECTED, 1, random.Random(0)).people
            for seat in range(1, view.seats + 1):
                if seat != view.seat and not view.out >> seat & 1:
                    yield -float(np.log(max(1e-9, people[view.held[seat - 1], state.character(seat)])))


def power(games: Sequence[Sequence[Step]]) -> float:
    """To what power claims speak of Characters: the likeliest of `POWERS`."""
    losses = []
    for each in POWERS.tolist():
        with patch.object(claiming, "character_power", return_value=each):
            losses.append(float(np.mean([lost for steps in games for lost in character_losses(steps)])))
        print(f"power {each:.1f}: log loss {losses[-1]:.4f}", flush=True)
    return float(POWERS[int(np.argmin(losses))])


def guesses(games: Sequence[Sequence[Step]]) -> Floats:
    """The line of the doubt of one that guesses."""
    kept = Claims(len(shipped().room_names))
    for steps in games:
        for before, after in pairwise(steps):
            if before.move.kind is Kind.CLAIM and after.state.phase == DOUBTING:
                kept.made(after.state, liar=False)
            for verdict in verdicts(before, after):
                kept.judged(verdict.more & ~1)
    x, y = np.array([row for row, _ in kept.doubts]), np.array([was for _, was in kept.doubts], dtype=float)
    weights, loss = fit(x, y, fitted.DOUBT)
    print(f"doubt: {len(y)} chances, {y.mean():.1%} doubted, log loss {loss:.4f}", flush=True)
    return weights


def lies(games: Sequence[Sequence[Step]]) -> Floats:
    """The line of the chance that a claim is a lie, by what the belief says of it to who may doubt."""
    told = []
    for steps in games:
        for state, _, move in steps:
            if move.kind in (Kind.DOUBT, Kind.TRUST) and isinstance(state.actor, int):
                lie = Draws(state.view(state.actor).face, EXPECTED, 1, random.Random(0)).lie or 0.0
                if 0 < lie < 1:
                    told.append(
                        (float(logit(lie, limit=9.0)), state.face.cells[state.face.at] != state.face.room)
                    )
    x, y = np.array(told, dtype=float).T
    weights, loss = fit(np.column_stack([np.ones(len(x)), x]), y, fitted.STRAIGHT)
    print(f"lie: {len(y)} chances, {y.mean():.1%} lies, log loss {loss:.4f}", flush=True)
    return weights


def verdicts(before: Step, after: Step) -> list[Event]:
    """The verdicts between two decisions."""
    return [event for event in after.state.log[len(before.state.log) :] if event.kind is What.VERDICT]


def together(games: Sequence[Sequence[Step]]) -> Floats:
    """The line for several that guess: the likeliest for what the strongest players say of their own claims."""
    rows, was = [], []
    for steps in games:
        told = False
        for before, after in pairwise(steps):
            state = before.state
            if before.move.kind is Kind.CLAIM and before.names[state.turn - 1] == GAME.best:
                made = decision(state.view(state.turn), random.Random(1))
                row = np.array([apart(chances[:, before.move.what]) for _, chances in made.met])
                told = bool((row != (1.0, 0.0)).any())
                if told:
                    rows.append(row)
            for verdict in verdicts(before, after) if told else []:
                was.append(verdict.seat != 0)
                told = False
    said, happened = np.array(rows), np.array(was, dtype=float)
    unaware, alone = said[..., 0], said[..., 1]
    lines, guessed = logit(alone, limit=9.0), alone > 0
    best = (np.inf, 0.0, 1.0)
    for shift in np.arange(-1.5, 1.51, 0.05).tolist():
        for slope in np.arange(0.4, 1.61, 0.05).tolist():
            some = (1 - unaware * (1 - guessed * logistic(shift + slope * lines))).mean(axis=1)
            some = np.clip(some, 1e-6, 1 - 1e-6)
            loss = -(happened * np.log(some) + (1 - happened) * np.log(1 - some)).mean()
            best = min(best, (float(loss), shift, slope))
    print(f"doubted: {len(was)} claims, {happened.mean():.1%} doubted, log loss {best[0]:.4f}", flush=True)
    return np.array(best[1:])


def section(name: str, names: Sequence[str], values: Floats) -> str:
    """A table of numbers as TOML."""
    rows = (f'"{each}" = {value:.3f}\n' for each, value in zip(names, values.tolist(), strict=True))
    return f"[{name}]\n" + "".join(rows)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=600, help="games of the strongest players")
    parser.add_argument("--mixed", type=int, default=200, help="games with others among them")
    parser.add_argument("--first", type=int, default=39_000_000, help="the seed of the first deal")
    parser.add_argument("--write", action="store_true", help="replace the numbers the players use")
    chosen = parser.parse_args()
    games = list(played(chosen.first, chosen.games, [GAME.best]))
    mixed = list(played(chosen.first + chosen.games, chosen.mixed, MIXTURE))
    claims = [
        spoken(step)
        for steps in (*games, *mixed)
        for step in steps
        if step.move.kind is Kind.CLAIM and step.names[step.state.turn - 1] == GAME.best
    ]
    rows, truth = wishes(claims)
    seeds = f"{chosen.first} to {chosen.first + chosen.games + chosen.mixed - 1}"
    out = HEAD.format(claims=len(claims), seeds=seeds) + "\n" + section("truth", claiming.TRUTH, truth)
    names = shipped().room_names
    told = [section(f'wishes."{name}"', names, row) for name, row in rows.items()]
    straight = section("lie", fitted.STRAIGHT, lies(games)) + "\n"
    straight += section("doubt", fitted.DOUBT, guesses([*games, *mixed]))
    straight += "\n" + section("doubted", fitted.STRAIGHT, together(games))
    told.insert(0, section("characters", ["power"], np.array([power(games[:FEW])])))
    out += "\n" + "\n".join(told)
    print(f"\n{out}\n{straight}")
    if chosen.write:
        claiming.DATA.write_text(out, encoding="utf-8")
        before = fitted.DATA.read_text(encoding="utf-8")
        fitted.DATA.write_text(before[: before.index("[lie]")] + straight, encoding="utf-8")


if __name__ == "__main__":
    main()
