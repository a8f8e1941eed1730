"""People at the table of Enigma: what a profile of earlier evenings is worth, and whether chances of lies are true then.

``python -m benchmarks.enigma_people [--games 90] [--first SEED] [TYPE ...]``. The belief player sits among two of one
human-like type. Two evenings (three games each, to three victories is an evening) are played first and counted
(`profiles_of`), anew for every few fresh deals (`--each`): a profile of some ten claims is a matter of luck itself. The
fresh deals are played twice, from every seat in turn, with those profiles and without. Said is the chance of a lie that
the belief player is told at every claim it may doubt; happened, whether it was one, with the interval of their difference
over the people met. Strength is the share of games won, with the difference by pairs of the same deal and seat (95 %).

The types: ``liar`` (three claims in four are lies, in the name of a room that gains something), ``truthful``,
``effects`` (names the room whose effect it wants most), ``copycat`` (names what was named last), ``library`` (always);
and two that no way of `belief.person` is made for: ``dull`` (tells the truth of a room whose effect it wants, else names
the one it wants most) and ``second`` (every second claim is a lie, in the name of any room).
All doubt what they know to be a lie, three times in four, and one time in ten what they know nothing of; missions and all
else are those of the careful player.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping

import numpy as np

from benchmarks.calibration import Told, table
from deduce.arena.statistics import mean_of, share_of
from deduce.games.base import settle
from deduce.rulebook import State, View
from deduce_models.enigma.advice.advice import decision
from deduce_models.enigma.advice.fitted import usual_lies
from deduce_models.enigma.belief.lying import EXPECTED, LieModel
from deduce_models.enigma.belief.profiles import Profile, profiles_of
from deduce_models.enigma.game import GAME
from deduce_models.enigma.players.careful import Careful, Mind
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.views import EnigmaView, seen

TYPES = ("liar", "truthful", "effects", "copycat", "library", "dull", "second")
SEATS, EVENINGS, AN_EVENING = 3, 2, 3
LONGEST = 600


class Person(Careful):
    """A human-like type; see above."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.name = kind

    def choose(self, view: View | EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        view = seen(view)
        if len(view.moves) == 1:
            return view.moves[0]
        kind = view.moves[0].kind
        if kind is Kind.CLAIM:
            return self._claim(view, rng)
        if kind in (Kind.TRUST, Kind.DOUBT):
            lie = Mind(view).cells[view.at, view.room]
            often = 0.75 if lie <= 0 else 0.0 if lie >= 1 else 0.1
            wanted = Kind.DOUBT if rng.random() < often else Kind.TRUST
            return next(move for move in view.moves if move.kind is wanted)
        return super().choose(view, rng)

    def _claim(self, view: EnigmaView, rng: random.Random) -> EnigmaMove:
        mind = Mind(view)
        truth = max(view.moves, key=lambda move: float(mind.cells[view.at, move.what]))
        rooms = view.setup.parts.room_names
        if self.kind == "liar" and rng.random() < 0.75:
            others = [move for move in view.moves if move is not truth]
            lures = usual_lies(rooms)
            return rng.choices(others, [float(lures[move.what]) + 1e-6 for move in others])[0]
        if self.kind == "second":
            said = sum(event.kind is What.CLAIM and event.seat == view.seat for event in view.log)
            return rng.choice([move for move in view.moves if move is not truth]) if said % 2 else truth
        wants = mind.effect(truth.what) > 1
        if self.kind == "effects" or (self.kind == "dull" and not wants):
            return max(view.moves, key=lambda move: (mind.effect(move.what), rng.random()))
        if self.kind == "copycat":
            last = next((e.what for e in reversed(view.log) if e.kind is What.CLAIM), -1)
            return next((move for move in view.moves if move.what == last), truth)
        if self.kind == "library":
            return next((move for move in view.moves if rooms[move.what] == "Library"), truth)
        return truth


def play(
    kind: str, seat: int, seed: int, model: LieModel, told: list[Told]
) -> tuple[list[State], list[EnigmaMove]]:
    """A game of the belief player at `seat` among people of a type; what it was told of lies goes into `told`."""
    state, rng = GAME.new(players=SEATS, seed=seed), random.Random(f"{seed}/people")
    states, person = [state], Person(kind)
    moves: list[EnigmaMove] = []
    while isinstance(state.actor, int) and len(moves) < LONGEST:
        view = state.view(state.actor)
        if state.actor == seat:
            face = seen(view)
            made = decision(face, rng, model) if len(face.moves) > 1 else None
            move = face.moves[0] if made is None else made.best()
            if made is not None and face.moves[0].kind in (Kind.TRUST, Kind.DOUBT):
                chance = made.lie_chance()
                if 1e-9 < chance < 1 - 1e-9:
                    told.append(Told(seed, chance, state.cells[face.at] != face.room))
        else:
            move = person.choose(view, rng)
        moves.append(move)
        state = settle(state.play(move), rng)
        states.append(state)
    return states, moves


def met(kind: str, first: int) -> Profile:
    """What two evenings tell of a person of a type, who sits left of the player."""
    found = Profile()
    for game in range(EVENINGS * AN_EVENING):
        seat = 1 + game % SEATS
        states, moves = play(kind, seat, first + game, EXPECTED, [])
        found = found.plus(profiles_of(states, moves)[1 + seat % SEATS])
    return found


def compare(kind: str, games: int, first: int, each: int) -> Mapping[str, list[Told]]:
    """Play and print; what was said without profiles and with."""
    said: dict[str, list[Told]] = {"without": [], "with": []}
    wins: dict[str, list[bool]] = {"without": [], "with": []}
    people: list[dict[str, list[Told]]] = []
    profile = Profile()
    for game in range(games):
        if game % each == 0:
            profile = met(kind, first + 10_000 + 100 * game)
            people.append({way: [] for way in said})
        seat = 1 + game % SEATS
        others = {other: profile for other in range(1, SEATS + 1) if other != seat}
        for way, model in (("without", EXPECTED), ("with", EXPECTED.knowing(others))):
            told: list[Told] = []
            states, _ = play(kind, seat, first + game, model, told)
            said[way] += told
            people[-1][way] += told
            wins[way].append(states[-1].winner == seat)
    for way, rows in said.items():
        chance = np.mean([one.said for one in rows]) if rows else float("nan")
        happened = np.mean([one.happened for one in rows]) if rows else float("nan")
        squares = np.mean([(one.said - one.happened) ** 2 for one in rows]) if rows else float("nan")
        apart = mean_of(
            [float(np.mean([one.said - one.happened for one in by[way]])) for by in people if by[way]]
        )
        share = share_of(sum(wins[way]), games)
        print(
            f"{kind:<9}{way:<8} said {chance:.2f}, happened {happened:.2f} of {len(rows)} claims"
            f" (apart {apart.value:+.2f} +- {1.96 * apart.error:.2f} by people, Brier {squares:.3f});"
            f" wins {share.value:.1%} ({share.low:.1%} to {share.high:.1%}) of {games}",
            flush=True,
        )
    gain = mean_of([float(b) - float(a) for a, b in zip(wins["without"], wins["with"], strict=True)])
    low, high = gain.value - 1.96 * gain.error, gain.value + 1.96 * gain.error
    print(f"{kind:<9}with less without: {gain.value:+.1%} ({low:+.1%} to {high:+.1%})", flush=True)
    return said


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("types", nargs="*", default=list(TYPES))
    parser.add_argument("--games", type=int, default=90)
    parser.add_argument("--each", type=int, default=9, help="fresh deals with one person met before")
    parser.add_argument("--first", type=int, default=11_000_000, help="the seed of the first deal")
    parser.add_argument("--tables", action="store_true", help="print said against happened in bins too")
    chosen = parser.parse_args()
    for kind in chosen.types:
        for way, rows in compare(kind, chosen.games, chosen.first, chosen.each).items():
            if chosen.tables:
                table(f"{kind}, {way} profiles: the claim is a lie", rows)


if __name__ == "__main__":
    main()
