"""Does a reader understand clues for words outside the list? Pairs held back from all tuning.

``python -m benchmarks.decrypto_words``: of four keywords the right one, and of 24 codes the right one, by the
associations alone, the voices alone, and the reader that comes with the game; with 95 % intervals. Then how many of the
words of `data/cards.txt` each knows, and in how many hands of four of them it knows all. ``--totals`` prints the
contents of ``data/totals.toml``: what the vectors weigh together for each built-in keyword, anew.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.decrypto_strength import wilson
from deduce_models.decrypto.components.wordlist import built_in
from deduce_models.decrypto.knowledge.belief import code_belief
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.similarity import Similarity

PAIRS = """
volcano lava; pirate parrot; glacier ice; tax income; verdict jury; rocket launch; trumpet brass; orchid flower
surgeon scalpel; desert camel; library shelf; violin orchestra; lobster claw; umbrella rain; wedding bride
passport border; chess pawn; vampire blood; lighthouse coast; perfume scent; hammer nail; satellite orbit
monk temple; barber haircut; casino poker; museum exhibit; tornado wind; kangaroo pouch; oxygen breathe
mustard sausage; parachute jump; refrigerator cold; compass north; skeleton bone; harvest wheat; embassy diplomat
marathon runner; sculptor marble; tuna ocean; judge court; keyboard typing; saddle horse; algebra equation
blanket bed; cathedral bishop; drought dry; elevator floor; fountain water; grammar sentence; helmet soldier
insect beetle; jacket leather; kidney organ; lemon sour; magnet iron; necklace pearl; opera soprano; prison guard
quarry stone; rebel uprising; senate vote; tractor farm
anchor harbor; bakery dough; candle wick; dentist cavity; eagle talon; fiddle folk; gallery portrait; hermit cave
igloo eskimo; jungle vine; kettle boil; lawyer lawsuit; mermaid tail; nurse patient; oyster shell; pumpkin halloween
quilt stitch; raven black; sailor navy; thermometer fever; volcano eruption; walrus tusk; yacht cruise; zebra stripe
"""
"""Keyword and clue; none of the keywords was looked at when temperatures and shares were chosen. The last three lines
were written after the table had been published once, and tried once."""

CARDS = Path(__file__).parent / "data" / "cards.txt"

TRIALS = 40


def pairs() -> list[tuple[str, str]]:
    """The pairs whose keyword is not in the built-in list."""
    words = built_in()
    found = [tuple(pair.split()) for line in PAIRS.strip().splitlines() for pair in line.split(";")]
    return [(keyword, clue) for keyword, clue in found if keyword not in words.keyword_index]


def measured(reader: Similarity, seed: int = 1) -> tuple[int, int, int, int]:
    """Right keywords of four, of how many; right codes, of how many."""
    rng = random.Random(seed)
    every = pairs()
    right = asked = codes = turns = 0
    for keyword, clue in every:
        others = rng.sample([other for other, _ in every if other != keyword], 3)
        scores = reader.scores([clue], [keyword, *others])[0]
        # A tie is no understanding: it counts as a guess among those that are best.
        right += rng.random() < (scores[0] == scores.max()) / max(1, int((scores == scores.max()).sum()))
        asked += 1
    for _ in range(TRIALS * 3):
        hand = rng.sample(every, 4)
        code = tuple(rng.sample(range(1, 5), 3))
        belief = code_belief(
            reader.scores([hand[d - 1][1] for d in code], [keyword for keyword, _ in hand])
        )
        best = belief.probabilities.max()
        ties = [c for c, p in belief.ranked() if p > best - 1e-12]
        codes += rng.choice(ties) == code
        turns += 1
    return right, asked, codes, turns


def totals() -> dict[str, float]:
    """For every built-in keyword the logarithm of its weight over all clues of the voices."""
    return Reader(built_in()).near.totals(sorted(built_in().keywords))


def main() -> None:
    """Print the table."""
    if "--totals" in sys.argv[1:]:
        print("\n".join(["[totals]", *(f'"{word}" = {total:.5f}' for word, total in totals().items())]))
        return
    reader = Reader(built_in())
    readers: tuple[tuple[str, Similarity], ...] = (
        ("associations", reader.associations),
        ("voices", reader.near),
        ("both", reader),
    )
    print("| reader | right keyword of four | right code of 24 |\n|---|---|---|")
    for name, similarity in readers:
        right, asked, codes, turns = measured(similarity)
        shown = []
        for hits, total in ((right, asked), (codes, turns)):
            low, high = wilson(hits, total)
            shown.append(f"{hits / total:.0%} ({low:.0%} to {high:.0%}) of {total}")
        print(f"| {name} | {shown[0]} | {shown[1]} |")
    covered(reader)


def covered(reader: Reader) -> None:
    """Print how many everyday words are known."""
    lines = CARDS.read_text(encoding="utf-8").splitlines()
    cards = [word for line in lines if not line.startswith("#") for word in line.split()]
    rng = random.Random(1)
    hands = [rng.sample(cards, 4) for _ in range(1000)]
    print(
        f"\n| of {len(cards)} everyday words | known | hands of four of which all are known |\n|---|---|---|"
    )
    knows: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("associations", reader.words.keyword_index.__contains__),
        ("both", lambda word: not reader.unknown([word])),
    )
    for name, known in knows:
        whole = sum(all(map(known, hand)) for hand in hands)
        print(f"| {name} | {sum(map(known, cards)) / len(cards):.1%} | {whole / len(hands):.1%} |")


if __name__ == "__main__":
    main()
