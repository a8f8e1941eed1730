"""What ``open GLYPH TEXT`` says in the record of one seat, where it may stand, and whether it can all be true."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from deduce.ground.errors import Contradiction, nearest
from deduce.ground.wording import as_is, run, say
from deduce.records.gathering import Gathering
from deduce.records.record import Line
from deduce.records.words import quote
from deduce_models.initiative.components.mission import Front

HIDDEN = "?"
"""A symbol or a card that the writer did not see."""

INJECTIVE = "no symbol hides behind two glyphs"


def opening(front: Front, line: Line) -> tuple[str, str]:
    """Glyph and text of an open line. Raises `RecordError` with the column of what is wrong."""
    words = [word for word, _ in line.words]
    columns = [column for _, column in line.words]
    if len(words) != 3:
        raise line.error(say("expected 'open GLYPH TEXT'"), columns[0])
    if words[1] not in front.glyphs:
        raise line.error(
            run(
                say("no window shows the glyph {glyph}", glyph=quote(words[1])),
                "; ",
                nearest(words[1], front.glyphs),
            ),
            columns[1],
        )
    size = next(w.size for word in front.words for w in word if w.glyph == words[1])
    text = words[2].upper()
    if len(text) != size or any(symbol not in front.alphabet for symbol in text):
        raise line.error(
            say(
                "the windows of {glyph} hide {number:symbol} of {symbols}",
                glyph=as_is(words[1]),
                number=size,
                symbols=as_is(front.alphabet),
            ),
            columns[2],
        )  # fmt: skip
    return words[1], text


def texts_behind(
    front: Front, lines: Sequence[Line], *, injective: bool
) -> tuple[dict[str, str], Contradiction | None]:
    """The text behind each glyph as the last open line about it among `lines` tells it, and what contradicts itself.

    These are the lines that cannot all be true: two texts for one glyph or, if `injective`, one symbol behind two
    glyphs. Raises `RecordError` for a line that cannot be read.
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
        return texts, _contradiction(front, told, single, injective=injective)
    return texts, None


def _contradiction(
    front: Front, told: Sequence[tuple[Line, str, str]], single: Collection[str], *, injective: bool
) -> Contradiction | None:
    """The lines that cannot all be true; `single` are the glyphs that hide one symbol."""
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
    try:
        known.count()
    except Contradiction as error:
        return error
    return None


def told(front: Front, lines: Sequence[Line], texts: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """What stands behind the windows as far as the record says; `?` for the rest.

    `texts` are those behind glyphs. Raises `RecordError` for words of other lengths or symbols.
    """
    phrase: list[str] = []
    for line in lines:
        if line.words[0][0].lower() != "phrase":
            continue
        phrase = [word.upper() for word, _ in line.words[1:]]
        if [len(word) for word in phrase] != list(front.lengths) or set("".join(phrase)) - set(
            front.alphabet
        ):
            lengths = ", ".join(map(str, front.lengths))
            raise line.error(
                say(
                    "expected words of {lengths} symbols of {symbols}",
                    lengths=as_is(lengths),
                    symbols=as_is(front.alphabet),
                ),
                line.words[-1][1],
            )
    secret = []
    for place, word in enumerate(front.words):
        row = []
        start = 0
        for window in word:
            closed = phrase[place][start : start + window.size] if phrase else HIDDEN * window.size
            row.append(window.shown or texts.get(window.glyph, closed))
            start += window.size
        secret.append(tuple(row))
    return tuple(secret)


def check_open(opened: Collection[str], line: Line, seat: int | None) -> None:
    """Check that an open line may stand here: in the record of one seat, behind what opened its windows.

    Raises `RecordError` where it may not.
    """
    words = line.words
    if seat is None:
        raise line.error(
            say(
                "'open' lines belong to records of one seat: add a line 'seat: N' to the header "
                "(a complete record has the mission)"
            ),
            words[0][1],
        )
    if words[1][0] not in opened:
        raise line.error(
            say(
                "nobody has collected {glyph} yet; windows that were opened before what is noted here stand in a "
                "position: a line 'position' before them",
                glyph=as_is(words[1][0]),
            ),
            words[1][1],
        )
