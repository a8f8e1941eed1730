"""Do others decode the clues that advice gives first? ``python -m benchmarks.decrypto_clues`` asks who did not choose.

One team plays eight rounds under an Encryptor who gives what `deduce advise` names first, with the plain install, for
strangers (``audience: strangers``) and for players of the game's kind. Every half is read by the sentence encoders
(extras ``encoder``, ``multilingual``), which the plain install does not hear: as a team mate, who puts each clue to the
keyword that it is nearest to, all three together; and as a rival, to the column whose earlier clues it is nearest to on
average. Beside it the same for the nearest clue of the game's reader. Told as well: what advice said of strangers
against what happened, in bins. Intervals are 95 %, over games.

``--fit`` prints instead what the multilingual encoder would have the numbers be: the exponents of `voices.toml`, under
which it finds the keyword or the column that it does behind single clues, and the lines of `calibration.toml`, from what
these say of first rows to what it decodes and intercepts. all-MiniLM-L6-v2 takes no part in that. ``--show N`` prints N
clues for strangers for the eye, the keyword beside each.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration import Told, table
from benchmarks.decrypto_calibration import lowest
from benchmarks.decrypto_readers import by_game
from benchmarks.decrypto_voices import encoders
from deduce.ground.logits import logistic, logit
from deduce.vocabulary.encoders import Encoder
from deduce_models.decrypto.advice import RISK, SECRECY, SECRECY_FROM_STRANGERS
from deduce_models.decrypto.advice.advice import ranked_clues
from deduce_models.decrypto.advice.triples import Triple
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import built_in
from deduce_models.decrypto.game import start
from deduce_models.decrypto.knowledge.calibration import numbers
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
            secrecy = SECRECY_FROM_STRANGERS if told.strangers else SECRECY
            best = ranked_clues(view, told, risk=RISK, secrecy=secrecy)[0]
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


def straight(told: Sequence[tuple[float, float]]) -> FloatArray:
    """Shift and slope in logits under which what happened is likeliest, from chances and what happened."""
    chances, happened = np.array(told).T
    logits = np.clip(logit(chances), -8, 8)

    def loss(at: FloatArray) -> float:
        lines = at[0] + at[1] * logits
        return float(np.mean(np.logaddexp(0, lines) - happened * lines))

    return lowest(loss, np.array([0.0, 1.0]))


def raw(about: str, chance: float) -> float:
    """The chance that was set to this one by the line of `calibration.toml`."""
    row = numbers(about)
    return float(logistic((logit(chance, limit=20) - row["shift"]) / row["slope"]))


def likeliest(features: FloatArray, chosen: NDArray[np.intp]) -> FloatArray:
    """Exponents of features, shape (n, features, 4), under which what was chosen of the four is likeliest."""

    def loss(at: FloatArray) -> float:
        logs = np.einsum("f,nfk->nk", at, features)
        return float(np.mean(np.logaddexp.reduce(logs, axis=1) - logs[np.arange(len(logs)), chosen]))

    return lowest(loss, np.ones(features.shape[1]))


def fit_exponents(model: Encoder, hands: int = 4000) -> None:
    """Print the exponents of a strange mate and a strange rival, from clues that could be given for keywords drawn."""
    words, reader, rng = built_in(), Reader(built_in()), random.Random(FIRST)
    clues, keywords = words.vocabulary, words.keywords
    pulls = reader.near.scores(clues, keywords)
    order = np.argsort(-pulls, axis=0)
    encoded, heard = (np.asarray(model.of(texts), float) for texts in (clues, keywords))
    rows = reader.near.rows(clues).astype(float)
    told = [
        rows @ reader.near.rows(keywords).T,
        np.sqrt(reader.near.linked(clues, keywords)),
        reader.associations.odds(clues, keywords),
    ]
    mates, chosen, rivals, put_to = [], [], [], []
    for _ in range(hands):
        hand = rng.sample(range(len(keywords)), 4)
        clue = order[rng.randrange(100), hand[0]]
        mates.append([each[clue, hand] for each in told])
        chosen.append(int((heard[hand] @ encoded[clue]).argmax()))
        columns = [[order[rng.randrange(60), word] for _ in range(rng.randint(1, 4))] for word in hand]
        rivals.append([[float(rows[column].mean(axis=0) @ rows[clue]) for column in columns]])
        put_to.append(int(np.argmax([encoded[column].mean(axis=0) @ encoded[clue] for column in columns])))
    for name, features, by in (("mate", mates, chosen), ("rival", rivals, put_to)):
        print(f"{name}: {likeliest(np.array(features), np.array(by)).round(3).tolist()}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument(
        "--fit", action="store_true", help="what the numbers would be by the multilingual encoder"
    )
    parser.add_argument("--show", type=int, default=0)
    given = parser.parse_args()
    mind, models = Mind(Reader(built_in())), encoders()
    if given.fit:
        models = [each for each in models if each[0] == "multilingual"]
        fit_exponents(models[0][1])
    seeds = range(given.first, given.first + given.games)
    games = {kind: {seed: halves(seed, kind, mind) for seed in seeds} for kind in ENCRYPTORS}
    print("| reader | who gives clues | decodes | intercepts |\n|---|---|---|---|")
    for _, model in models:
        for kind, played in games.items():
            each = [read(seed, some, model) for seed, some in played.items()]
            mates, rivals = ([pair for told in each for pair in told[side]] for side in (0, 1))
            print(f"| {model.name} | {kind} | {by_game(mates)} | {by_game(rivals)} |", flush=True)
    for kind, (_, model) in product(ENCRYPTORS[:2], models):
        decoded, caught = [], []
        for seed, some in games[kind].items():
            mates, rivals = read(seed, some, model)
            decoded += [
                Told(seed, half.said.strangers, bool(hit))
                for half, (_, hit) in zip(some, mates, strict=True)
                if half.said
            ]
            caught += [
                Told(seed, half.said.intercept, bool(hit))
                for half, (_, hit) in zip(some[1:], rivals, strict=True)
                if half.said
            ]
        table(f"{kind}: strangers decode, read by {model.name}", decoded)
        if kind == ENCRYPTORS[0]:
            table(f"{kind}: strangers intercept, read by {model.name}", caught)
        if given.fit:
            about = "strangers" if kind == ENCRYPTORS[0] else "outsiders"
            for name, said in ((about, decoded), ("overheard", caught if about == "strangers" else [])):
                if said:
                    line = straight([(raw(name, each.said), each.happened) for each in said])
                    print(f"fitted: {name}: shift and slope {line.round(2).tolist()}")
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
