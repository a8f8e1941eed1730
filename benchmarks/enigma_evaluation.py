"""How the players of Enigma came to value a position: fitted to their own games. Run by hand.

``python -m benchmarks.enigma_evaluation --games 600`` lets the players that use the values meet each other and the
careful one, keeps for each seat at the end of each of its turns the features of `evaluation` and whether it went on to
win, fits the logistic functions, and measures what effects are worth, what Silence costs and how lies are shared out
among the rooms. ``--write`` replaces these in ``data/evaluation.toml``; since the games depend on the values, it is done
a few times over. What claims tell, and how often they are doubted, is fitted by `enigma_telling`.

The fit is penalised maximum likelihood (a quadratic penalty) with the sign that common sense gives each weight: a surer
mission or one more turn never makes winning less likely, a stronger rival never more.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from deduce.games.base import Player, settle
from deduce.ground.logits import logit
from deduce.rulebook import State, View
from deduce_models.enigma.advice.doubters import OpponentModel, entitled, plain_rooms
from deduce_models.enigma.advice.evaluation import FEATURES, features, outlook_of
from deduce_models.enigma.advice.fitted import DATA, LIMIT, usual_lies
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.lying import EXPECTED
from deduce_models.enigma.components.parts import shipped
from deduce_models.enigma.game import GAME
from deduce_models.enigma.players.named import PLAYERS, Believing
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import DOUBTING
from deduce_models.enigma.rules.views import EnigmaView, seen

Floats = NDArray[np.float64]
LINEUP = ("belief", "belief", "belief", "bluff", "careful", "random")
MORE = (
    *("a second turn", "a third turn", "chance", "guess", "token", "chance and token"),
    "guess and a second turn",
)
LESS = ("rivals", "rivals know", "rivals' turns", "rivals' tokens", "silenced")
PENALTY = 2.0
HEAD = """\
# By what the players value a position: weights of logistic functions of a seat's chance of winning, and averages.
# Fitted to games and measured in them, not set by hand: python -m benchmarks.enigma_evaluation
"""


class Measuring(Believing):
    """Notes at each of its claims what every effect would gain and what being caught would cost."""

    def __init__(self, gains: list[Floats], costs: list[float]) -> None:
        super().__init__()
        self.gains, self.costs = gains, costs

    def choose(self, view: View | EnigmaView, rng: random.Random) -> EnigmaMove:
        """As `Believing`."""
        view = seen(view)
        if len(view.moves) > 1 and view.moves[0].kind is Kind.CLAIM:
            decision = self.decision(view, random.Random(0))
            self.gains.append(decision.effects.gains(view.at))
            self.costs.append(decision.base - decision.silenced(decision.now.setting, ends=True))
        return super().choose(view, rng)


class Claims:
    """The rooms of lies, and what those who guess could say of claims: rows of features, and whether they doubted."""

    def __init__(self, rooms: int) -> None:
        self.lied = np.full(rooms, 3.0)
        self.doubts: list[tuple[Floats, bool]] = []
        self._open: list[tuple[int, Floats]] = []

    def made(self, state: State, liar: bool) -> None:
        """A claim that is about to be judged; `liar` says that the rooms of its lies count."""
        now = state.face
        view, lie = state.view(now.actor).face, now.cells[now.at] != now.room
        able, rooms = entitled(view), usual_lies(now.setup.parts.room_names)
        public = OpponentModel(now.setup, now.log, EXPECTED, claimant=now.turn)
        self.lied[now.room] += lie and liar
        self._open = []
        for seat in able:
            mask = plain_rooms(state.view(seat).face)[now.at]
            if mask >> now.room & 1 and mask & (mask - 1):
                true, rate = 1 / mask.bit_count(), public.lies[now.turn]
                told = rate * rooms[now.room] * (1 - true)
                share = float(logit(told / (told + (1 - rate) * true), limit=LIMIT))
                blank = mask.bit_count() == now.setup.cells
                self._open.append(
                    (seat, np.array([1.0, float(logit(public.doubts[seat], limit=LIMIT)), share, blank]))
                )

    def judged(self, doubters: int) -> None:
        """Who doubted the claim, as a mask of seats."""
        self.doubts += [(row, bool(doubters >> seat & 1)) for seat, row in self._open]
        self._open = []


def gather(
    games: int, seed: int
) -> tuple[dict[str, list[tuple[Floats, bool]]], list[Floats], list[float], Claims]:
    """Features and results by kind of Character; gains by effect; costs of Silence; claims."""
    rng = random.Random(seed)
    claims = Claims(len(shipped().room_names))
    found: dict[str, list[tuple[Floats, bool]]] = defaultdict(list)
    gains: list[Floats] = []
    costs: list[float] = []
    for game in range(games):
        players = rng.choice((2, 3, 4, 5))
        names = [rng.choice(LINEUP) for _ in range(players)]
        seats: list[Player] = [
            Measuring(gains, costs) if name == "belief" else PLAYERS[name]() for name in names
        ]
        state = GAME.new(players=players, seed=seed + game)
        rows: list[tuple[int, str, Floats]] = []
        while isinstance(state.actor, int):
            turn, before = state.turn, state
            move = seats[state.actor - 1].choose(state.view(state.actor), rng)
            state = settle(state.play(move), rng)
            if move.kind is Kind.CLAIM and state.phase == DOUBTING:
                claims.made(state, names[turn - 1] == "belief")
            for event in state.log[len(before.log) :]:
                if event.kind is What.VERDICT:
                    claims.judged(event.more & ~1)
            if state.actor is not None and state.turn != turn and not state.out >> turn & 1:
                now = outlook_of(Draws(state.view(turn).face, EXPECTED, 1024, rng))
                if now.setting.turns < 1 and now.kind != "Saboteur":
                    # Nobody can win a mission without a turn to come: nothing is asked of the functions there.
                    continue
                total = now.progress.chance * (now.accused if now.person.accuses else 1.0)
                ready = now.ready(now.tokens)
                rows.append((turn, *features(now.person, now.setting, total, now.progress.guess, ready)))
        for seat, kind, row in rows:
            found[kind].append((row, state.winner == seat))
    return found, gains, costs, claims


def fit(x: Floats, y: Floats, names: tuple[str, ...]) -> tuple[Floats, float]:
    """Weights with the signs of `MORE` and `LESS`, and the mean log loss; accelerated projected gradient."""
    signs = np.array([(name in MORE) - (name in LESS) for name in names])
    penalty = PENALTY * (np.arange(len(names)) > 0)
    step = 1 / (np.linalg.norm(x, 2) ** 2 / 4 + PENALTY)
    weights = ahead = np.zeros(len(names))
    speed = 1.0
    for _ in range(4000):
        slope = x.T @ (1 / (1 + np.exp(-x @ ahead)) - y) + penalty * ahead
        moved = ahead - step * slope
        moved = np.where(signs * moved < 0, 0.0, moved)
        faster = (1 + np.sqrt(1 + 4 * speed * speed)) / 2
        ahead = moved + (speed - 1) / faster * (moved - weights)
        weights, speed = moved, faster
    chance = 1 / (1 + np.exp(-x @ weights))
    return weights, float(-(y * np.log(chance) + (1 - y) * np.log(1 - chance)).mean())


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--write", action="store_true", help="replace the values the players use")
    chosen = parser.parse_args()
    started = time.process_time()
    found, gains, costs, claims = gather(chosen.games, chosen.seed)
    out = [HEAD]
    for kind, names in FEATURES.items():
        x = np.array([row for row, _ in found[kind]])
        y = np.array([won for _, won in found[kind]], dtype=float)
        weights, loss = fit(x, y, names)
        share = y.mean()
        plain = -(share * np.log(share) + (1 - share) * np.log(1 - share))
        print(f"{kind}: {len(y)} turns, {share:.1%} won, log loss {loss:.4f} (a constant: {plain:.4f})")
        for name, weight in zip(names, weights, strict=True):
            print(f"  {name:<18}{weight:+.3f}")
        rows = (f'"{name}" = {weight:.3f}\n' for name, weight in zip(names, weights, strict=True))
        out.append(f"\n[{kind}]\n" + "".join(rows))
    means = np.mean(gains, axis=0)
    rooms = shipped().room_names
    out.append(
        "\n[gains]\n" + "".join(f"{room} = {gain:.4f}\n" for room, gain in zip(rooms, means, strict=True))
    )
    out.append(f"\n[silence]\ncost = {np.mean(costs):.4f}\n")
    shares = zip(rooms, claims.lied / claims.lied.sum(), strict=True)
    out.append("\n[lies]\n" + "".join(f"{room} = {share:.3f}\n" for room, share in shares))
    before = DATA.read_text(encoding="utf-8")
    out.append("\n" + before[before.index("[lie]") :])
    print(*out[4:], f"\n{time.process_time() - started:.0f} s of processor time", sep="")
    if chosen.write:
        DATA.write_text("".join(out), encoding="utf-8")


if __name__ == "__main__":
    main()
