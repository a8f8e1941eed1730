"""Missions by machine: a phrase, a map and a token set become a card with glyphs and stacks.

Three named difficulties fill them with phrases of our own grammar, so that thousands of different missions can be
played; `generate("hard", 17)` is the same for everybody. `grade` says how hard a mission is, and
`uniqueness.opened_sets` which sets of opened glyphs make the answer unique under a lexicon.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from deduce.ciphers.decipher import decipher
from deduce.errors import ProblemError, nearest
from deduce.vocabulary.alphabets import ALPHABETS, fold
from deduce.vocabulary.lexicons import Lexicon, builtin
from deduce_models.initiative.components.mission import Mission, build
from deduce_models.initiative.components.parts import default_tokens, named_board
from deduce_models.initiative.missions.uniqueness import is_unique, shown_windows

__all__ = ["LEVELS", "Grade", "Level", "generate", "glyphs_for", "grade", "make"]


@dataclass(frozen=True, slots=True)
class Level:
    """One difficulty: the map, the token set, how many tokens stay aside, how phrases are made.

    `split` is the chance that a further glyph hides a symbol that another glyph already hides; `blank` the
    chance that a window has no glyph (none in digits, where no lexicon could help).
    """

    board: str
    tokens: str
    aside: int
    shapes: tuple[str, ...]
    languages: tuple[str, ...]
    split: float
    blank: float
    walls: int


LEVELS = {
    "easy": Level("ring", "tan", 0, ("PAN", "VPN", "ANP"), ("en", "ru"), 0.5, 0.0, 0),
    "medium": Level("grid", "tan", 0, ("VPN", "ANP"), ("en", "ru", "digits"), 1.0, 0.0, 1),
    "hard": Level("grid", "full", 5, ("VPAN", "ANPA"), ("en", "ru", "digits"), 1.0, 0.05, 2),
}
"""The named difficulties."""

QUESTIONS = {
    "en": "What does the note say?",
    "ru": "Что написано в записке?",
    "digits": "Which numbers open the lock?",
}


def glyphs_for(
    phrase: str, labels: Sequence[str], rng: random.Random, *, split: float = 0.0, blank: float = 0.0
) -> str:
    """A glyph sign for every window of `phrase`: the same symbol mostly gets the same glyph.

    Where the labels run out, windows stay without glyph.
    """
    free = list(labels)
    rng.shuffle(free)
    means: dict[str, list[str]] = {}
    words = []
    for word in phrase.split():
        signs = ""
        for symbol in word:
            known = means.setdefault(symbol, [])
            if rng.random() < blank and known:
                signs += "."
                continue
            if free and (not known or rng.random() < split):
                known.append(free.pop())
            signs += rng.choice(known) if known else "."
        words.append(signs)
    return " ".join(words)


def make(
    name: str,
    phrase: str,
    *,
    language: str,
    rng: random.Random,
    board: str = "grid",
    tokens: str = "tan",
    aside: int = 0,
    walls: int = 0,
    split: float = 0.0,
    blank: float = 0.0,
    level: int = 0,
) -> Mission:
    """A mission with this phrase: glyphs, walls and stacks are drawn from `rng`.

    Raises `ProblemError` for an unknown map, token set, language or a phrase outside the alphabet.
    """
    ground = named_board(board)
    sets = default_tokens()
    if tokens not in sets:
        raise ProblemError(f"tokens={tokens!r}: {nearest(tokens, sets)}")
    if language not in ALPHABETS:
        raise ProblemError(f"language={language!r}: {nearest(language, ALPHABETS)}")
    labels = [token for token in sets[tokens] if len(token) == 1]
    entrance = rng.randrange(len(ground.rooms))
    placed = sum(sets[tokens].values()) - aside
    stacks = [0] * len(ground.rooms)
    rooms = [room for room in range(len(stacks)) if room != entrance]
    for k in range(placed):
        stacks[rooms[k % len(rooms)]] += 1
    signs = glyphs_for(fold(phrase, language), labels, rng, split=split, blank=blank)
    ways = list(ground.passages)
    rng.shuffle(ways)
    closed: list[tuple[int, int]] = []
    while True:
        try:
            return build(
                name,
                title=name,
                question=QUESTIONS[language],
                language=language,
                phrase=phrase,
                glyphs=signs,
                ground=ground,
                entrance=entrance,
                walls=closed + ways[:1] if len(closed) < walls and ways else closed,
                stacks=stacks,
                tokens=sets[tokens],
                level=level,
                reason="generated",
            )
        except ProblemError as error:
            # A wall that cuts the map in two is not built; anything else is the caller's mistake.
            if "no way leads" not in str(error):
                raise
            ways.pop(0)


def generate(level: str, number: int) -> Mission:
    """The mission ``level:number``, the same on every machine. Raises `ProblemError` for an unknown level."""
    if level not in LEVELS:
        raise ProblemError(f"there is no level {level!r}: {nearest(level, LEVELS)}")
    return _generate(level, number)


@lru_cache(maxsize=256)
def _generate(level: str, number: int) -> Mission:
    chosen = LEVELS[level]
    rng = random.Random(f"initiative {level} {number}")
    language = chosen.languages[rng.randrange(len(chosen.languages))]
    phrase = _phrase(language, rng.choice(chosen.shapes), rng)
    return make(
        f"{level}:{number}",
        phrase,
        language=language,
        rng=rng,
        board=chosen.board,
        tokens=chosen.tokens,
        aside=chosen.aside,
        walls=chosen.walls,
        split=chosen.split,
        blank=0.0 if language == "digits" else chosen.blank,
        level=1 + list(LEVELS).index(level),
    )


def _phrase(language: str, shape: str, rng: random.Random) -> str:
    """Words of the built-in lexicon with the lengths that such phrases have (not grammar: patterns)."""
    lengths = {"P": (2, 4), "A": (4, 6), "N": (5, 8), "V": (4, 6), "W": (5, 7), "T": (4, 6), " ": (0, 0)}
    words = []
    for letter in shape.replace(" ", ""):
        low, high = lengths[letter]
        size = rng.randint(low, high)
        if language == "digits":
            words.append("".join(rng.choice(ALPHABETS["digits"]) for _ in range(size)))
        else:
            words.append(_word(language, size, rng))
    return " ".join(words[:2] if language == "digits" else words)


def _word(language: str, size: int, rng: random.Random) -> str:
    lexicon = builtin(language)
    words = lexicon.of_length(size) if lexicon else None
    if lexicon is None or words is None:
        raise ProblemError(f"the built-in lexicon has no word of {size} letters in {language!r}")
    row = rng.choices(range(len(words.weights)), words.weights.tolist())[0]
    return "".join(lexicon.alphabet[code] for code in words.codes[row])


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a mission is: glyphs that must be opened at least, mean distance to tokens, traps.

    `score` = glyphs needed + mean distance + traps per ten hidden tokens; `label` sorts it into three.
    """

    glyphs: int
    distance: float
    traps: float
    score: float
    label: str

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "glyphs": self.glyphs,
            "distance": self.distance,
            "traps": self.traps,
            "score": self.score,
            "label": self.label,
        }


def grade(mission: Mission, lexicon: Lexicon | None) -> Grade:
    """The difficulty of a mission for a team with this lexicon.

    `glyphs` is found greedily (open what is worth most until the answer is unique): an upper bound of the
    smallest number, as a good team would play.
    """
    opened: list[str] = []
    while not is_unique(mission, opened, lexicon) and len(opened) < len(mission.front.glyphs):
        found = decipher(mission.front, shown_windows(mission, opened), lexicon, unknown=0.0, top=2)
        opened.append(max(found.worth, key=lambda glyph: (found.worth[glyph], glyph)))
    placed = sum(mission.stacks)
    distance = sum(d * n for d, n in zip(mission.distances(), mission.stacks, strict=True)) / placed
    traps = 10 * sum(n for token, n in mission.tokens if len(token) > 1) / sum(n for _, n in mission.tokens)
    score = len(opened) + distance + traps
    label = "easy" if score < 8 else "medium" if score < 11 else "hard"
    return Grade(len(opened), distance, traps, score, label)
