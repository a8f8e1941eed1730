"""Who understands whom? ``python -m benchmarks.decrypto_readers``: Encryptors and readers who are not of their kind.

One team plays eight rounds with the same keywords and codes under each Encryptor: `aware` (the game's advice), `naive`
(the nearest clue of the game's reader) and `list` (the nearest clue of the associations alone). Every half is then read
by each reader twice: as a team mate who knows the keywords, and as a rival who knows the sheet. The readers: the game's
own; the associations; a half of them that the Encryptor does not suppose at the table (`half 9`); the vectors. Beside
it, what `aware` said readers of all kinds understand against how often the unsupposed half and the vectors did.
Intervals are 95 %, over games; the games begin at seed `FIRST`, which no tuning has used.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict

from deduce.arena.statistics import mean_of
from deduce_models.decrypto.advice import RISK, SECRECY
from deduce_models.decrypto.advice.advice import ranked_clues
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import built_in
from deduce_models.decrypto.game import start
from deduce_models.decrypto.knowledge.associations import Associations
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.understanding import Mind, read_codes
from deduce_models.decrypto.players.named import nearest_clues
from deduce_models.decrypto.rules.moves import CODES, Clue, Deal, Draw, Guess
from deduce_models.decrypto.rules.setup import Setup

FIRST = 6_000_000
ROUNDS = 8
WORDS = built_in()
READER = Reader(WORDS)
MINDS = {
    "the game's reader": Mind(READER),
    "associations": Mind(READER.associations),
    "half 9": Mind(Associations(WORDS, half=9)),
    "vectors": Mind(READER.near),
}
STRANGERS = ("half 9", "vectors")
ENCRYPTORS = ("aware", "naive", "list")

Seen = tuple[int, str, str, bool]
"""In which game, by which reader, as what, and whether the code was found."""


def play(seed: int, kind: str, said: list[tuple[int, float, float]]) -> list[Seen]:
    """One team's eight rounds, every half read by all readers; `said` takes what `aware` promised."""
    deal, chance = random.Random(seed), random.Random(f"{seed} {kind}")
    setup = Setup(3, Rules(trio_rounds=ROUNDS, interceptions_to_win=99), WORDS)
    state = start(setup)
    for word in deal.sample(WORDS.keywords, 4):
        state = state.play(Deal(word))
    found: list[Seen] = []
    for number in range(1, ROUNDS + 1):
        code = CODES[deal.randrange(24)]
        state = state.play(Draw(code))
        view = state.view(setup.encryptor(number, 0)).face
        promised = None
        if kind == "aware":
            best = ranked_clues(view, MINDS["the game's reader"], risk=RISK, secrecy=SECRECY)[0]
            clues: tuple[str, ...] = best.clues
            promised = best.understood
        else:
            clues = nearest_clues(
                view, MINDS["associations" if kind == "list" else "the game's reader"], chance
            )
        for clue in clues:
            state = state.play(Clue(clue))
        if state.phase == "intercept":
            rival = state.view(setup.interceptor(number, 1)).face
            found += [
                (seed, name, "rival", read_codes(rival, 0, mind).best == code)
                for name, mind in MINDS.items()
            ]
            state = state.play(Guess(code))
        mate = state.view(setup.answerer(number, 0)).face
        right = {name: read_codes(mate, 0, mind).best == code for name, mind in MINDS.items()}
        found += [(seed, name, "mate", hit) for name, hit in right.items()]
        if promised is not None:
            said.append((seed, promised, sum(right[name] for name in STRANGERS) / len(STRANGERS)))
        state = state.play(Guess(code))
    return found


def by_game(values: list[tuple[int, float]]) -> str:
    """The mean with its 95 % interval over games."""
    games: dict[int, list[float]] = defaultdict(list)
    for seed, value in values:
        games[seed].append(value)
    mean = mean_of(sum(each) / len(each) for each in games.values())
    return f"{mean.value:.1%} +- {1.96 * mean.error:.1%}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=FIRST)
    given = parser.parse_args()
    said: list[tuple[int, float, float]] = []
    found = {
        kind: [
            each
            for seed in range(given.first, given.first + given.games)
            for each in play(seed, kind, said)
        ]
        for kind in ENCRYPTORS
    }
    for role, told in (
        ("mate", "decoded by a team mate who is"),
        ("rival", "intercepted by a rival who is"),
    ):
        print(f"\n| {told} | " + " | ".join(ENCRYPTORS) + " |\n|---|" + "---|" * len(ENCRYPTORS))
        for name in MINDS:
            cells = [
                by_game(
                    [
                        (seed, float(hit))
                        for seed, who, as_, hit in found[kind]
                        if who == name and as_ == role
                    ]
                )
                for kind in ENCRYPTORS
            ]
            print(f"| {name} | " + " | ".join(cells) + " |")
    print(
        "\n| aware says readers of all kinds understand | mean said | strangers decoded | halves |\n|---|---|---|---|"
    )
    for low in range(0, 100, 25):
        inside = [each for each in said if low <= 100 * each[1] < low + 25 + (low == 75)]
        if inside:
            mean = sum(promised for _, promised, _ in inside) / len(inside)
            was = by_game([(seed, hit) for seed, _, hit in inside])
            print(f"| {low} to {low + 25} % | {mean:.1%} | {was} | {len(inside)} |")


if __name__ == "__main__":
    main()
