"""Decrypto's profiles: are rivals who are known read better? ``python -m benchmarks.decrypto_styles``.

``--people N`` of each style, from seed ``--first`` on. They give clues for a team of their own: drawn as the reading
supposes (``sampled``), the nearest word (``nearest``), planned against the reading (``aware``), and ``moody`` ones, who
plan in one game and not in the next. Two evenings of two games are counted (`decrypto.knowledge.styles`), then two fresh
games are read by a bystander with the profile and without: the same codes, and of the code that was shown its surprise
and whether it was the likeliest, over all rounds from the second, and in rounds two and three alone, before the game
itself has told much. Intervals are over people (95 %).
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from dataclasses import replace

import numpy as np

from benchmarks.decrypto_strength import ROUNDS, encrypt
from deduce_models.decrypto.advice import RISK, SECRECY
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import built_in
from deduce_models.decrypto.game import start
from deduce_models.decrypto.knowledge.styles import Style, counted, expected_of
from deduce_models.decrypto.knowledge.trust import outsider, trusted_codes
from deduce_models.decrypto.knowledge.understanding import Mind, mind_for
from deduce_models.decrypto.rules.moves import CODES, Clue, Code, Deal, Draw, Guess
from deduce_models.decrypto.rules.setup import Setup
from deduce_models.decrypto.rules.views import View

STYLES = ("sampled", "nearest", "aware", "moody")
EARLY = 3
EVENINGS = GAMES = 2
FIRST = 71_000_000


def played(setup: Setup, seed: int, kind: str, mind: Mind) -> tuple[list[tuple[View, Code]], View]:
    """A team's eight rounds: what a bystander sees when clues have been read, with the code, and the end."""
    deal, chance = random.Random(seed), random.Random(f"{seed} {kind}")
    state = start(setup)
    for word in deal.sample(setup.words.keywords, 4):
        state = state.play(Deal(word))
    seen = []
    for number in range(1, ROUNDS + 1):
        code = CODES[deal.randrange(24)]
        state = state.play(Draw(code))
        for clue in encrypt(
            kind, state.view(setup.encryptor(number, 0)).face, mind, (RISK, SECRECY), chance
        ):
            state = state.play(Clue(clue))
        if state.phase == "intercept":
            seen.append((outsider(state.view(setup.interceptor(number, 1)).face), code))
            state = state.play(Guess(CODES[0] if code != CODES[0] else CODES[1]))
        state = state.play(Guess(code))
    return seen, state.view(0).face


def kind_of(style: str, number: int) -> str:
    """How somebody of this style gives clues in a game."""
    kind = ("aware", "sampled")[number % 2] if style == "moody" else style
    return {"nearest": "naive"}.get(kind, kind)


def people(style: str, seed: int, setup: Setup, mind: Mind) -> dict[str, list[float]]:
    """What was said of the codes of one person, without and with a profile: chances and surprises."""
    known: dict[int, Style] = {}
    for game in range(EVENINGS * GAMES):
        _, end = played(setup, seed + game, kind_of(style, game), mind)
        for seat, shown in counted(end, mind).items():
            known[seat] = known.get(seat, Style()).plus(shown)
    minds = {"without": mind, "with": replace(mind, styles=expected_of(known, setup))}
    found: dict[str, list[float]] = defaultdict(list)
    for game in range(EVENINGS * GAMES, EVENINGS * GAMES + GAMES):
        for view, code in played(setup, seed + game, kind_of(style, game), mind)[0]:
            for name, each in minds.items():
                chance = trusted_codes(view, 0, each).belief.probability(code)
                best = trusted_codes(view, 0, each).belief.best == code
                for when in ("all", *(["early"] if view.round <= EARLY else [])):
                    found[f"{when} surprise {name}"].append(-math.log(max(chance, 1e-6)))
                    found[f"{when} caught {name}"].append(float(best))
    return found


def main() -> None:
    """Print a row a style."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--people", type=int, default=6)
    ask.add_argument("--first", type=int, default=FIRST)
    asked = ask.parse_args()
    words = built_in()
    mind = mind_for(words)
    rules = Rules(trio_rounds=ROUNDS, interceptions_to_win=ROUNDS + 1, misses_to_lose=ROUNDS + 1)
    setup = Setup(3, rules, words)
    for style in STYLES:
        rows = [people(style, asked.first + 100 * number, setup, mind) for number in range(asked.people)]
        for when in ("all", "early"):
            told = []
            for what in ("surprise", "caught"):
                pairs = np.array(
                    [
                        [np.mean(row[f"{when} {what} {name}"]) for name in ("without", "with")]
                        for row in rows
                    ]
                )
                gain = pairs[:, 1] - pairs[:, 0]
                error = 1.96 * gain.std(ddof=1) / math.sqrt(len(gain))
                told.append(
                    f"{what} {pairs[:, 0].mean():.3f} -> {pairs[:, 1].mean():.3f} ({gain.mean():+.3f} +- {error:.3f})"
                )
            print(f"{style}, {when} rounds: {'; '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
