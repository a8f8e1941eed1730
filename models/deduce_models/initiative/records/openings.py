"""The ``open GLYPH TEXT`` lines in the record of one seat: what they say, and whether it can all be true."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from deduce.errors import nearest
from deduce.records.gathering import Gathering
from deduce.records.record import Line
from deduce_models.initiative.components.mission import Front
from deduce_models.initiative.rules.state import State

__all__ = ["consistent", "opened_lines", "opening"]

INJECTIVE = "no symbol hides behind two glyphs"


def opening(front: Front, line: Line) -> tuple[str, str]:
    """Glyph and text of an open line. Raises `RecordError` with the column of what is wrong."""
    words = [word for word, _ in line.words]
    columns = [column for _, column in line.words]
    if len(words) != 3:
        raise line.error("expected 'open GLYPH TEXT'", columns[0])
    if words[1] not in front.glyphs:
        raise line.error(
            f"no window shows the glyph {words[1]!r}; {nearest(words[1], front.glyphs)}", columns[1]
        )
    size = next(w.size for word in front.words for w in word if w.glyph == words[1])
    text = words[2].upper()
    if len(text) != size or any(symbol not in front.alphabet for symbol in text):
        raise line.error(
            f"the windows of {words[1]} hide {size} symbol{'s' * (size != 1)} of {front.alphabet}",
            columns[2],
        )
    return words[1], text


def consistent(front: Front, lines: Sequence[Line], *, injective: bool) -> dict[str, str]:
    """The text behind each glyph as the open lines among `lines` tell it.

    Raises `RecordError` for a line that cannot be read, and `Contradiction` with the lines that cannot
    all be true: two texts for one glyph or, if `injective`, one symbol behind two glyphs.
    """
    told, wrong = [], Gathering()
    for line in lines:
        if line.words and line.words[0][0].lower() == "open":
            with wrong.each():
                told.append((line, *opening(front, line)))
    wrong.settle()
    texts = {glyph: text for _, glyph, text in told}
    single = {glyph for glyph, text in texts.items() if len(text) == 1}
    shown = [texts[glyph] for glyph in single]
    clash = injective and len(set(shown)) < len(shown)
    if clash or any(texts[glyph] != text for _, glyph, text in told):
        _contradicted(front, told, single, injective=injective)
    return texts


def _contradicted(
    front: Front, told: Sequence[tuple[Line, str, str]], single: Collection[str], *, injective: bool
) -> None:
    """Raise `Contradiction` with the lines that cannot all be true; `single` are the glyphs that hide one symbol."""
    from deduce.constraints import AllDifferent
    from deduce.knowledge import Knowledge
    from deduce.problem import Problem

    problem = Problem("open windows")
    # The whole alphabet for single symbols: two glyphs that must differ always could.
    behind = {
        glyph: problem.variable(
            f"behind[{glyph}]",
            list(front.alphabet) if glyph in single else sorted({t for _, g, t in told if g == glyph}),
        )
        for glyph in dict.fromkeys(glyph for _, glyph, _ in told)
    }
    if injective and len(single) > 1:
        problem.require(AllDifferent([behind[glyph] for glyph in sorted(single)]), INJECTIVE)
    known = Knowledge(problem)
    for line, glyph, text in told:
        known = known.observe(behind[glyph] == text, f"{glyph} hides {text}", place=f"line {line.number}")
    known.count()


def opened_lines(before: State, after: State) -> list[str]:
    """The lines that say what the windows show which opened between two positions."""
    new = after.opened & ~before.opened
    found = {}
    for word, texts in zip(after.setup.front.words, after.secret, strict=True):
        for window, text in zip(word, texts, strict=True):
            if window.glyph and new >> after.setup.ids[window.glyph] & 1:
                found[window.glyph] = text
    return [f"open {glyph} {text}" for glyph, text in sorted(found.items())]
