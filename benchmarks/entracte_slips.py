"""People of Entracte who forget tokens: what counting them is worth.

``python -m benchmarks.entracte_slips [--people 60]``.

Each person forgets a token that is due, and puts a false one, at rates of its own, drawn anew for every table (a half, a
quarter and a quarter of people forget one in a hundred, one in twelve, one in four; false ones a fifth of that). Evenings
for four are deals at random, cards by the player `exchange`; then tokens are wrong as people are. After two evenings with
codes shown (`counted`) come two fresh ones, as seat 1 sees them after eight cards, told with what was counted (`with`),
with what people in general do (`without`), and as if no token were ever wrong (`knowledge`, where the notes do not
contradict each other). Printed are the mean chance of the true code, its log loss in bits a code (95 % over tables), how
often the likeliest code was the true one, and for the chances said in three bins what happened.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.calibration import Told, table
from deduce.arena.statistics import mean_of
from deduce.games.base import settle
from deduce_models.entracte.game import GAME
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.knowledge.model import knowledge_of
from deduce_models.entracte.knowledge.slips import Slips, counted, likely_codes

SEATS, EVENINGS, FRESH, CARDS = 4, 2, 2, 8
FORGETS, FALSE = ((0.5, 0.01), (0.25, 0.08), (0.25, 0.25)), 0.2
LEAST = 1e-6
Rates = dict[int, tuple[float, float]]


def evening(seed: int, people: Rates) -> Evidence:
    """A game played rightly, with tokens then wrong as people are."""
    rng = random.Random(f"slips/{seed}")
    state, player = settle(GAME.new(players=SEATS, seed=seed), rng), GAME.players["exchange"]()
    while isinstance(state.actor, int) and len(state.view(0).face.row) <= 12:
        view = state.view(state.actor)
        moves = [move for move in view.moves if str(move).partition(" ")[0] in ("play", "pass", "exchange")]
        if not moves:
            break
        move = player.choose(view, rng)
        state = settle(state.play(move if move in moves else moves[0]), rng)
    told = evidence_of(state)
    entries = []
    for step in told.steps[:-1]:
        entry = step.entry
        if entry.kind == "play":
            tokens = entry.tokens
            for seat, (forgets, invents) in people.items():
                if seat != entry.seat and rng.random() < (forgets if tokens >> seat & 1 else invents):
                    tokens ^= 1 << seat
            entry = entry._replace(tokens=tokens)
        if entry.kind in ("play", "pass", "exchange"):
            entries.append(entry)
    return replace(told, entries=tuple(entries))


def cut(told: Evidence) -> Evidence:
    """What seat 1 knows after so many cards."""
    plays = [at for at, entry in enumerate(told.entries) if entry.kind == "play"]
    return told.first(plays[CARDS - 1] + 1 if len(plays) >= CARDS else len(told.entries)).seen_by(1)


def met(rng: random.Random) -> Rates:
    """Four people."""
    shares, rates = zip(*FORGETS, strict=True)
    forgets = rng.choices(rates, shares, k=SEATS)
    return {seat: (rate, FALSE * rate) for seat, rate in enumerate(forgets, 1)}


def tables(number: int, first: int) -> Iterator[tuple[int, Evidence, dict[int, Slips], tuple[int, ...]]]:
    """Fresh evenings, with what was counted before of each seat, and the true codes."""
    for at in range(number):
        people = met(random.Random(f"people/{first + at}"))
        known = {seat: Slips() for seat in people}
        for one in range(EVENINGS):
            for seat, slips in counted(evening(first + 100 * at + one, people)).items():
                known[seat] = known[seat].plus(slips)
        for one in range(FRESH):
            told = evening(first + 100 * at + 50 + one, people)
            yield at, cut(told), known, told.codes


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, default=60, help="tables of four people")
    parser.add_argument("--first", type=int, default=17_000_000, help="the seed of the first evening")
    given = parser.parse_args()
    lost: dict[str, list[float]] = {"with": [], "without": []}
    said: dict[str, list[Told]] = {way: [] for way in lost}
    right: dict[str, list[bool]] = {way: [] for way in lost}
    contradicted = evenings = 0
    for at, told, known, codes in tables(given.people, given.first):
        evenings += 1
        contradicted += not knowledge_of(told).is_consistent()
        for way, people in (("with", known), ("without", {})):
            chances = likely_codes(told, people)
            for seat in range(2, SEATS + 1):
                true = codes[seat - 1].bit_length() - 1
                lost[way].append(-float(np.log2(max(LEAST, chances[seat - 1, true]))))
                right[way].append(int(chances[seat - 1].argmax()) == true)
                said[way] += [
                    Told(at, float(p), code == true) for code, p in enumerate(chances[seat - 1]) if p > 0.02
                ]
    each = (SEATS - 1) * FRESH
    for way, rows in lost.items():
        mean = mean_of([float(np.mean(rows[k : k + each])) for k in range(0, len(rows), each)])
        print(
            f"{way:<8} {mean.value:.3f} +- {1.96 * mean.error:.3f} bits a code; likeliest right {np.mean(right[way]):.1%}"
        )
    gains = [a - b for a, b in zip(lost["without"], lost["with"], strict=True)]
    gain = mean_of([float(np.mean(gains[k : k + each])) for k in range(0, len(gains), each)])
    print(f"with less without: {-gain.value:+.3f} +- {1.96 * gain.error:.3f} bits a code")
    print(f"knowledge alone: {contradicted} of {evenings} evenings contradict themselves")
    for way, values in said.items():
        table(f"{way}: a code is held", values)


if __name__ == "__main__":
    main()
