"""Which open windows make the answer unique: a mission as a puzzle for `deduce.puzzles.verify`.

Variables are the symbols behind glyphs and windows, each word is one `Relation` (the lexicon's words), the open
windows are observations, and the answer key is the cells of the answer. A SAT solver or a diagram proves
the verdict: another road than the sums of `decipher`, and the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from deduce.ciphers.decipher import decipher
from deduce.ciphers.patterns import pattern
from deduce.ground.errors import ProblemError
from deduce.knowledge import Knowledge
from deduce.language.relations import Relation
from deduce.problem import Problem
from deduce.puzzles import Verdict, verify
from deduce.vocabulary.lexicons import Lexicon
from deduce_models.initiative.components.mission import Front, Mission
from deduce_models.initiative.knowledge.model import cell_names


def shown_windows(mission: Mission, glyphs: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The windows of `mission` when exactly these glyphs are open."""
    chosen = set(glyphs)
    return tuple(
        tuple(
            text if window.shown or window.glyph in chosen else ""
            for window, text in zip(word, texts, strict=True)
        )
        for word, texts in zip(mission.front.words, mission.secret, strict=True)
    )


def verdict(
    front: Front,
    windows: Sequence[Sequence[str]],
    lexicon: Lexicon | None,
) -> Verdict:
    """Whether the open windows leave one answer all of whose words are in the lexicon.

    Words of a length that the lexicon does not have are free. The verdict names two answers and where
    they differ, or what contradicts.
    """
    shape = pattern(front, windows)
    problem = Problem("mission")
    names = cell_names(shape)
    cells = [problem.variable(name, list(front.alphabet)) for name in names]
    for number, word in enumerate(shape.words, 1):
        words = lexicon.of_length(len(word)) if lexicon else None
        if words is None:
            continue
        distinct = list(dict.fromkeys(word))
        rows = {
            tuple(row[word.index(cell)] for cell in distinct)
            for row in words.codes.tolist()
            if all(row[word.index(cell)] == row[place] for place, cell in enumerate(word))
        }
        texts = [tuple(front.alphabet[code] for code in row) for row in sorted(rows)]
        problem.require(
            Relation([cells[cell] for cell in distinct], texts), f"word {number} is in the lexicon"
        )
    known = Knowledge(problem)
    for cell, code in enumerate(shape.known):
        if code >= 0:
            known = known.observe(cells[cell] == shape.alphabet[code], f"{names[cell]} is open")
    key = [cells[cell] for cell in sorted({cell for k in shape.answer for cell in shape.words[k]})]
    return verify(known, key=key)


def is_unique(mission: Mission, opened: Iterable[str], lexicon: Lexicon | None) -> bool:
    """Whether these open glyphs leave one answer, the right one, under the lexicon (by the sums)."""
    found = decipher(mission.front, shown_windows(mission, opened), lexicon, unknown=0.0, top=2)
    if found.proved:
        return True
    return found.unique and found.answers[0].text == mission.answer


def opened_sets(
    mission: Mission, lexicon: Lexicon | None, *, limit: int = 4096, largest: int | None = None
) -> tuple[tuple[str, ...], ...]:
    """The smallest sets of glyphs that, once open, leave one answer under the lexicon.

    All sets of the smallest sufficient size are returned, in alphabetical order; none when even all glyphs do not
    suffice, or no set of up to `largest` does.

    Raises:
        ProblemError: more than `limit` sets would have to be tried.
    """
    glyphs = mission.front.glyphs
    tried = 0
    for size in range((len(glyphs) if largest is None else min(largest, len(glyphs))) + 1):
        found = []
        for chosen in combinations(glyphs, size):
            tried += 1
            if tried > limit:
                raise ProblemError(
                    f"more than limit={limit} sets of glyphs to try; give a smaller `largest`"
                )
            if is_unique(mission, chosen, lexicon):
                found.append(chosen)
        if found:
            return tuple(found)
    return ()
