"""History-aware against naive encryptors: same team, same similarity, an interceptor that adapts.

One team plays eight rounds: an Encryptor (naive or aware), a decoder who reads with the posterior over the
keywords he knows, and an interceptor who reads the published sheet with the full posterior. This is the
game for three with eight rounds and no end before them; a second team's clues would change nothing. Both
encryptors get the same keywords and codes (a paired comparison). A team survives while it has fewer than
two interceptions and fewer than two miscommunications; the eight rounds are played to the end either way,
for the rates by round. A third Encryptor draws its clues from the very model that the posterior assumes: for
its clues the stated probabilities should be the observed ones. With --suspicion above 1 the interceptor flattens his
similarity by that temperature: he has noticed that the rivals mislead him.

    python benchmarks/decrypto_strength.py --games 2000 --similarity associations
    python benchmarks/decrypto_strength.py --games 2000 --similarity vectors      # needs the extra "vectors"
    python benchmarks/decrypto_strength.py --games 2000 --similarity FILE         # vectors of your own
"""

from __future__ import annotations

import argparse
import json
import math
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from deduce.ground.errors import DeduceError
from deduce_models.decrypto.advice import RISK, SECRECY
from deduce_models.decrypto.advice.advice import ranked_clues
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import built_in
from deduce_models.decrypto.game import start
from deduce_models.decrypto.knowledge.associations import Associations
from deduce_models.decrypto.knowledge.similarity import Similarity, Tempered
from deduce_models.decrypto.knowledge.understanding import Mind, read_codes
from deduce_models.decrypto.knowledge.vectors import load_vectors
from deduce_models.decrypto.players.named import nearest_clues, sampled_clues
from deduce_models.decrypto.rules.moves import CODES, Clue, Deal, Draw, Guess
from deduce_models.decrypto.rules.setup import Setup
from deduce_models.decrypto.rules.views import View

ROUNDS = 8
BINS = np.linspace(0, 1, 11)


@dataclass
class Tally:
    """What happened to one kind of encryptor."""

    decoded: np.ndarray = field(default_factory=lambda: np.zeros(ROUNDS, dtype=int))
    caught: np.ndarray = field(default_factory=lambda: np.zeros(ROUNDS, dtype=int))
    survived: list[bool] = field(default_factory=list)
    lasted: list[int] = field(default_factory=list)
    bins: dict[str, np.ndarray] = field(
        default_factory=lambda: {who: np.zeros((10, 3)) for who in ("decoder", "interceptor")}
    )


def wilson(hits: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate."""
    z = 1.96
    rate, n = hits / games, games
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def similarity_of(name: str) -> Similarity:
    """The built-in associations, vectors made from them, or vectors from a file."""
    words = built_in()
    if name == "associations":
        return Associations(words)
    if name != "vectors":
        return load_vectors(name)
    # No vectors come with the project: these are the leading directions of the list itself.
    setup = np.exp(Associations(words).setup[:-1, :-1])
    lift = np.log1p(setup / setup.mean(axis=1, keepdims=True))
    left, size, right = np.linalg.svd(lift, full_matrices=False)
    kept = 60
    names = [*words.vocabulary]
    rows = left[:, :kept] * size[:kept]
    # A keyword's vector is where its clues point, which also replaces its own row as a clue.
    at = {word: number for number, word in enumerate(names)}
    columns = right[:kept].T * size[:kept]
    for number, word in enumerate(words.keywords):
        if word in at:
            rows[at[word]] = columns[number]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "list.txt"
        with file.open("w", encoding="utf-8") as out:
            out.write(f"{len(names)} {kept}\n")
            for word, row in zip(names, rows, strict=True):
                out.write(word.replace(" ", "_") + " " + " ".join(f"{x:.5f}" for x in row) + "\n")
        return load_vectors(file, temperature=0.12)


def suspicious(similarity: Similarity, temperature: float) -> Similarity:
    """The same similarity, flatter."""
    if temperature == 1:
        return similarity
    if isinstance(similarity, Associations):
        return Associations(similarity.words, temperature=temperature)
    return Tempered(similarity, temperature)


def play(
    setup: Setup,
    seed: int,
    minds: tuple[Mind, Mind],
    kind: str,
    dials: tuple[float, float],
    tally: Tally,
) -> None:
    """One team's eight rounds; `minds` are the team's and the interceptor's."""
    mind, rival = minds
    deal = random.Random(seed)
    chance = random.Random(f"{seed} {kind}")
    keywords = deal.sample(setup.words.keywords, 4)
    codes = [CODES[deal.randrange(24)] for _ in range(ROUNDS)]
    state = start(setup)
    for word in keywords:
        state = state.play(Deal(word))
    interceptions = misses = 0
    lasted = ROUNDS
    for number, code in enumerate(codes, 1):
        state = state.play(Draw(code))
        view = state.view(setup.encryptor(number, 0)).face
        clues = encrypt(kind, view, mind, dials, chance)
        for clue in clues:
            state = state.play(Clue(clue))
        if state.phase == "intercept":
            view = state.view(setup.interceptor(number, 1)).face
            belief = read_codes(view, 0, rival)
            count(tally.bins["interceptor"], belief.probabilities, code)
            guess = belief.best
            tally.caught[number - 1] += guess == code
            interceptions += guess == code
            state = state.play(Guess(guess))
        belief = read_codes(state.view(setup.answerer(number, 0)).face, 0, mind)
        count(tally.bins["decoder"], belief.probabilities, code)
        tally.decoded[number - 1] += belief.best == code
        misses += belief.best != code
        state = state.play(Guess(belief.best))
        if lasted == ROUNDS and (interceptions > 1 or misses > 1):
            lasted = number - 1
    tally.survived.append(interceptions < 2 and misses < 2)
    tally.lasted.append(lasted)


def encrypt(
    kind: str, view: View, mind: Mind, dials: tuple[float, float], chance: random.Random
) -> tuple[str, ...]:
    """Three clues by one of the three kinds of Encryptor."""
    if kind == "aware":
        return ranked_clues(view, mind, risk=dials[0], secrecy=dials[1])[0].clues
    return (nearest_clues if kind == "naive" else sampled_clues)(view, mind, chance)


def count(bins: np.ndarray, chances: np.ndarray, code: tuple[int, int, int]) -> None:
    """Every code's stated probability against whether it was the one."""
    places = np.minimum((chances * 10).astype(int), 9)
    np.add.at(bins, (places, 0), 1)
    np.add.at(bins, (places, 1), chances)
    bins[places[CODES.index(code)], 2] += 1


def report(name: str, tally: Tally, games: int) -> dict[str, object]:
    """Print one encryptor's figures."""
    alive = sum(tally.survived)
    low, high = wilson(alive, games)
    decoded = int(tally.decoded.sum())
    d_low, d_high = wilson(decoded, games * ROUNDS)
    lasted = np.array(tally.lasted)
    error = 1.96 * lasted.std(ddof=1) / math.sqrt(games)
    print(f"{name}: survives eight rounds {alive / games:.1%} [{low:.1%}, {high:.1%}]")
    print(f"  decodes {decoded / games / ROUNDS:.2%} [{d_low:.2%}, {d_high:.2%}] of its codes")
    print(f"  rounds survived {lasted.mean():.2f} +- {error:.2f}")
    rates = []
    for number in range(1, ROUNDS):
        one = wilson(int(tally.caught[number]), games)
        rates.append([tally.caught[number] / games, *one])
    shown = "  ".join(f"{n}: {r:.1%} [{a:.1%}, {b:.1%}]" for n, (r, a, b) in enumerate(rates, 2))
    print(f"  interception rate by round  {shown}")
    for who, bins in tally.bins.items():
        print(f"  calibration of the {who} (stated -> observed, number of codes)")
        for total, stated, right in bins:
            if total:
                print(f"    {stated / total:6.1%} -> {right / total:6.1%}  {int(total)}")
    return {
        "survival": [alive / games, low, high],
        "decode": [decoded / games / ROUNDS, d_low, d_high],
        "rounds": [float(lasted.mean()), float(error)],
        "interception": rates,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--similarity", default="associations")
    parser.add_argument("--risk", type=float, default=RISK)
    parser.add_argument("--secrecy", type=float, default=SECRECY)
    parser.add_argument("--suspicion", type=float, default=1.0)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    try:
        mind = Mind(similarity_of(given.similarity))
        rival = Mind(suspicious(mind.similarity, given.suspicion))
    except DeduceError as trouble:
        parser.error(str(trouble))
    # The game for three is one team against one interceptor; no token ends it before all eight rounds.
    setup = Setup(3, Rules(trio_rounds=ROUNDS, interceptions_to_win=99), built_in())
    tallies = {name: Tally() for name in ("naive", "aware", "sampled")}
    started = time.perf_counter()
    for game in range(given.games):
        for name, tally in tallies.items():
            play(setup, given.seed + game, (mind, rival), name, (given.risk, given.secrecy), tally)
    print(f"{given.games} games with {mind.similarity.name}, {time.perf_counter() - started:.0f} s")
    found = {name: report(name, tally, given.games) for name, tally in tallies.items()}
    one, two = (np.array(tallies[name].survived, dtype=float) for name in ("aware", "naive"))
    gap = one - two
    error = 1.96 * gap.std(ddof=1) / math.sqrt(given.games)
    print(f"difference in survival {gap.mean():+.1%} +- {error:.1%} (paired, 95 %)")
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
