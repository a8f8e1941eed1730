"""What ``open GLYPH TEXT`` says in the record of one seat, where it may stand, and whether it can all be true."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from deduce.ground.errors import nearest
from deduce.records.gathering import Gathering
from deduce.records.record import Line
from deduce_models.initiative.components.mission import Front
from deduce_models.initiative.rules.state import State

__all__ = ["check_open", "check_told", "consistent", "opened_lines", "opening", "secret_told"]

HIDDEN = "?"
"""A symbol or a card that the writer did not see."""

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
    from deduce.knowledge import Knowledge
    from deduce.language.constraints import AllDifferent
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


def check_told(before: State, after: State, line: Line) -> None:
    """Check that the record says what the windows show which the move in `line` opened.

    Raises `RecordError` where it does not.
    """
    for opened in opened_lines(before, after):
        _, glyph, text = opened.split()
        if HIDDEN in text:
            raise line.error(
                f"{line.body!r} opens the windows of {glyph}: expected a line 'open {glyph} TEXT' after it",
                line.words[0][1],
            )


def secret_told(state: State, lines: Sequence[Line]) -> tuple[tuple[str, ...], ...]:
    """What stands behind the windows as far as the record says; `?` for the rest.

    Raises `RecordError` for words of other lengths or symbols; see also `consistent`.
    """
    front = state.setup.front
    texts = consistent(front, lines, injective=state.setup.options.injective)
    phrase: list[str] = []
    for line in lines:
        verb = line.words[0][0].lower()
        if verb == "phrase":
            phrase = [word.upper() for word, _ in line.words[1:]]
            if [len(word) for word in phrase] != list(front.lengths) or set("".join(phrase)) - set(
                front.alphabet
            ):
                lengths = ", ".join(map(str, front.lengths))
                raise line.error(
                    f"expected words of {lengths} symbols of {front.alphabet}", line.words[-1][1]
                )
    secret = []
    for place, word in enumerate(front.words):
        row = []
        start = 0
        for window in word:
            closed = phrase[place][start : start + window.size] if phrase else "?" * window.size
            row.append(window.shown or texts.get(window.glyph, closed))
            start += window.size
        secret.append(tuple(row))
    return tuple(secret)


def check_open(state: State, line: Line, seat: int | None) -> None:
    """Check that an open line may stand here: in the record of one seat, behind what opened its windows.

    Raises `RecordError` where it may not.
    """
    words = line.words
    if seat is None:
        raise line.error(
            "'open' lines belong to records of one seat: add a line 'seat: N' to the header "
            "(a complete record has the mission)",
            words[0][1],
        )
    if not state.opened >> state.setup.ids[words[1][0]] & 1:
        raise line.error(
            f"nobody has collected {words[1][0]} yet; windows that were opened before what is noted here stand in a "
            "position: a line 'position' before them",
            words[1][1],
        )
