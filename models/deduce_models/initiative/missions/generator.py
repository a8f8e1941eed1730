"""Missions by machine: a phrase, a map and a token set become a card with glyphs and stacks.

Three named difficulties fill them with phrases in two languages (`wording`) and digits, so that thousands of different
missions can be played; `generate("hard", 17)` is the same for everybody. `needed` says how many glyphs its answer
needs, `uniqueness.opened_sets` which sets make it unique under a lexicon, and `players.grading` how often it is won.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from deduce.ciphers.decipher import decipher
from deduce.ground.errors import ProblemError, nearest
from deduce.vocabulary.alphabets import ALPHABETS, fold
from deduce.vocabulary.lexicons import Lexicon
from deduce_models.initiative.components.mission import Mission, build
from deduce_models.initiative.components.parts import default_tokens, named_board
from deduce_models.initiative.missions import wording
from deduce_models.initiative.missions.uniqueness import is_unique, shown_windows


@dataclass(frozen=True, slots=True)
class Level:
    """One difficulty: the map, the token set, how many tokens stay aside, the languages of its phrases.

    `split` is the chance that a further glyph hides a symbol that another glyph already hides; `blank` the
    chance that a window has no glyph (both none in digits, where no lexicon could help).
    """

    board: str
    tokens: str
    aside: int
    languages: tuple[str, ...]
    split: float
    blank: float
    walls: int


LEVELS = {
    "easy": Level("ring", "tan", 0, ("en", "ru"), 0.5, 0.0, 0),
    "medium": Level("grid", "tan", 0, ("en", "ru", "digits"), 1.0, 0.0, 1),
    "hard": Level("grid", "full", 5, ("en", "ru"), 1.0, 0.05, 2),
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
    stacks = _spread(sum(sets[tokens].values()) - aside, len(ground.rooms), entrance)
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


def _spread(tokens: int, rooms: int, entrance: int) -> list[int]:
    """How many tokens lie in each room: as even as can be, none at the entrance."""
    places = [room for room in range(rooms) if room != entrance]
    stacks = [0] * rooms
    for k in range(tokens):
        stacks[places[k % len(places)]] += 1
    return stacks


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
    phrase = wording.phrase(language, level, rng)
    return make(
        f"{level}:{number}",
        phrase,
        language=language,
        rng=rng,
        board=chosen.board,
        tokens=chosen.tokens,
        aside=chosen.aside,
        walls=chosen.walls,
        split=0.0 if language == "digits" else chosen.split,
        blank=0.0 if language == "digits" else chosen.blank,
        level=1 + list(LEVELS).index(level),
    )


def needed(mission: Mission, lexicon: Lexicon | None) -> int:
    """How many glyphs must be open before the lexicon leaves one answer, the most telling opened first.

    An upper bound of the smallest number, as a good team would play; all of them where even those are not enough.
    """
    opened: list[str] = []
    while not is_unique(mission, opened, lexicon) and len(opened) < len(mission.front.glyphs):
        found = decipher(mission.front, shown_windows(mission, opened), lexicon, unknown=0.0, top=2)
        opened.append(max(found.worth, key=lambda glyph: (found.worth[glyph], glyph)))
    return len(opened)
