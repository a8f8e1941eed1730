"""Do others decode the clues that advice gives first? ``python -m benchmarks.decrypto_clues`` asks who did not choose.

One team plays eight rounds under an Encryptor who gives what `deduce advise` names first, with the plain install, for
strangers (``audience: strangers``) and for readers of the game's kind. Every half is read by the sentence encoders
(extras ``encoder``, ``multilingual``), which the plain install does not hear: as a team mate, who puts each clue to the
keyword that it is nearest to, all three together; and as a rival, to the column whose earlier clues it is nearest to on
average. Beside it the same for the nearest clue of the game's reader. Told as well: what advice said of strangers
against what happened, in bins (``--fit`` prints the two numbers of each). Intervals are 95 %, over games. ``--show N``
prints N clues for strangers for the eye, the keyword beside each.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np

from benchmarks.calibration import Told, table
from benchmarks.decrypto_calibration import lowest
from benchmarks.decrypto_readers import by_game
from benchmarks.decrypto_voices import encoders
from deduce.ground.logits import logit
from deduce.vocabulary.encoders import Encoder
from deduce_models.decrypto.advice.advice import ranked_clues
from deduce_models.decrypto.advice.encryptor import RISK, SECRECY
from deduce_models.decrypto.advice.triples import Triple
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import built_in
from deduce_models.decrypto.game import start
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.understanding import Mind
from deduce_models.decrypto.players.named import nearest_clues
from deduce_models.decrypto.rules.moves import CODES, Clue, Deal, Draw, Guess
from deduce_models.decrypto.rules.setup import Setup

FIRST = 71_000_000
ROUNDS = 8
PLACES = np.array(CODES) - 1
ENCRYPTORS = ("advice for strangers", "advice", "nearest clue")


def put(rows: FloatArray) -> int:
    """Which code the likenesses of three clues to four places, shape (3, 4), speak for."""
    return int(rows[np.arange(3), PLACES].sum(axis=1).argmax())


class Row(NamedTuple):
    """A half: keywords, clues, the code's place and what advice said of them."""

    keywords: tuple[str, ...]
    clues: tuple[str, ...]
    code: int
    said: Triple | None


def halves(seed: int, kind: str, mind: Mind) -> list[Row]:
    """A team's eight rounds."""
    deal, chance = random.Random(seed), random.Random(f"{seed} {kind}")
    words = built_in()
    setup = Setup(3, Rules(trio_rounds=ROUNDS, interceptions_to_win=99), words)
    state = start(setup)
    keywords = tuple(deal.sample(words.keywords, 4))
    for word in keywords:
        state = state.play(Deal(word))
    found = []
    for number in range(1, ROUNDS + 1):
        code = CODES[deal.randrange(24)]
        state = state.play(Draw(code))
        view = state.view(setup.encryptor(number, 0)).face
        best = None
        if kind.startswith("advice"):
            told = replace(mind, strangers=kind == "advice for strangers")
            best = ranked_clues(view, told, risk=RISK, secrecy=SECRECY)[0]
            clues: tuple[str, ...] = best.clues
        else:
            clues = nearest_clues(view, mind, chance)
        for clue in clues:
            state = state.play(Clue(clue))
        found.append(Row(keywords, clues, CODES.index(code), best))
        for _ in range(1 + (state.phase == "intercept")):
            state = state.play(Guess(code))
    return found


def read(
    seed: int, played: Sequence[Row], model: Encoder
) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """For each half whether the stranger decodes it, and from the second round on whether he intercepts it."""
    mates, rivals = [], []
    columns: list[list[FloatArray]] = [[], [], [], []]
    for keywords, clues, code, _ in played:
        given = np.asarray(model.of(clues), float)
        mates.append((seed, float(put(given @ np.asarray(model.of(keywords), float).T) == code)))
        if any(columns):
            empty = np.zeros(given.shape[1])
            heard = np.array([np.mean(column, axis=0) if column else empty for column in columns])
            rivals.append((seed, float(put(given @ heard.T) == code)))
        for clue, digit in zip(given, CODES[code], strict=True):
            columns[digit - 1].append(clue)
    return mates, rivals


def straight(told: FloatArray) -> FloatArray:
    """Shift and slope in logits under which chances, shape (n, 2) with what happened, are likeliest."""
    logits = np.clip(logit(told[:, 0]), -8, 8)

    def loss(at: FloatArray) -> float:
        lines = at[0] + at[1] * logits
        return float(np.mean(np.logaddexp(0, lines) - told[:, 1] * lines))

    return lowest(loss, np.array([0.0, 1.0]))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument(
        "--fit", action="store_true", help="print shift and slope of what is said of strangers"
    )
    parser.add_argument("--show", type=int, default=0)
    given = parser.parse_args()
    mind, models = Mind(Reader(built_in())), encoders()
    seeds = range(given.first, given.first + given.games)
    games = {kind: {seed: halves(seed, kind, mind) for seed in seeds} for kind in ENCRYPTORS}
    print("| reader | who gives clues | decodes | intercepts |\n|---|---|---|---|")
    for _, model in models:
        for kind, played in games.items():
            each = [read(seed, some, model) for seed, some in played.items()]
            mates, rivals = ([pair for told in each for pair in told[side]] for side in (0, 1))
            print(f"| {model.name} | {kind} | {by_game(mates)} | {by_game(rivals)} |", flush=True)
    for kind, (_, model) in product(ENCRYPTORS[:2], models):
        said, read_by = [], []
        for seed, some in games[kind].items():
            for half, (_, hit) in zip(some, read(seed, some, model)[0], strict=True):
                if half.said is not None:
                    said.append(Told(seed, half.said.strangers, bool(hit)))
                    read_by.append((half.said.understood, hit))
        table(f"{kind}: strangers decode, read by {model.name}", said)
        if given.fit:
            print(f"fitted: shift and slope {straight(np.array(read_by)).round(2).tolist()}")
    shown = [
        (clue, keywords[digit - 1])
        for some in games[ENCRYPTORS[0]].values()
        for keywords, clues, code, _ in some
        for clue, digit in zip(clues, CODES[code], strict=True)
    ]
    for clue, keyword in random.Random(given.first).sample(shown, min(given.show, len(shown))):
        print(f"  {keyword}: {clue}")


if __name__ == "__main__":
    main()
