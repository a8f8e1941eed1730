"""Stages, costumes and tracks as text for the terminal: pure functions of values; `picture` draws the same.

The text fits 80 columns and needs no colour: every element is shown by the letter of its colour (`LETTERS`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from deduce.ground.errors import ProblemError
from deduce.ground.wording import as_is, listing, passage, run, say, typed
from deduce_models.shakespeare.components.elements import JOKER, VALUES
from deduce_models.shakespeare.components.parts import ACTS, Act, Components, Gain
from deduce_models.shakespeare.components.stage import Set, Stage

LETTERS = " KPUBGY"
"""The letter of each colour by its number (0: no element)."""

LEGEND = say("K black 1, P pink 2, U purple 3, B blue 4, G green 5, Y yellow (3 in a costume)")
"""What the letters mean, and what the elements cost."""

STAGE_LEGEND = (
    say("[K] filled  <K1> proposed, in this order  (1C) open  1C not yet  [#] printed"),
    say("* candle  =K the mirrored piece asks for black or yellow"),
)

Placed = Sequence[tuple[int, int]]
"""Proposed placements in their order: (space, colour), both as numbers."""

Costume = tuple[str, Sequence[int]]
"""A character's name and the colours of the elements of its costume, at most three."""

Piles = Sequence[Mapping[int, Sequence[str]]]
"""For each act, the discs on each occupied space (from 1), lowest first: the lowest is ahead."""


def offer_text(offer: Sequence[int]) -> str:
    """Counts by colour, as in an offer or a bag: ``K2 U1 Y1``; ``nothing`` when empty."""
    shown = [f"{LETTERS[colour]}{count}" for colour, count in enumerate(offer, 1) if count]
    return " ".join(shown) or "nothing"


def asked_colour(stage: Stage, pieces: Set, place: int) -> int:
    """The colour that the mirrored piece asks of an empty space; 0 when any colour fits."""
    colour = pieces[stage.cells[place].mirror]
    return 0 if colour == JOKER else colour


def is_open(stage: Stage, pieces: Set, place: int) -> bool:
    """Whether the space is empty and all pieces under it are there."""
    return not pieces[place] and all(pieces[under] for under in stage.cells[place].supports)


def with_placed(pieces: Set, placed: Placed) -> Set:
    """The pieces with the proposed ones among them."""
    known = dict(placed)
    return bytes(known.get(place, colour) for place, colour in enumerate(pieces))


def stage_text(stage: Stage, pieces: Set | None = None, placed: Placed = ()) -> str:
    """The stage, top row first, with its legend.

    `pieces` has the colour on each space, 0 when empty; by default all are. Placements of `placed` are highlighted with
    their order numbers; they need not be in `pieces`.
    """
    before = stage.empty if pieces is None else pieces
    after = with_placed(before, placed)
    order = {place: number for number, (place, _) in enumerate(placed, 1)}
    rows: dict[int, dict[int, str]] = {}
    for row, column in stage.printed:
        rows.setdefault(row, {})[column] = "[#]"
    for place, cell in enumerate(stage.cells):
        if place in order:
            mark = f"<{LETTERS[after[place]]}{order[place]}>"
        elif after[place]:
            mark = f"[{LETTERS[after[place]]}]"
        else:
            asked = asked_colour(stage, after, place)
            mark = cell.name + "*" * cell.candle + (f"={LETTERS[asked]}" if asked else "")
            mark = f"({mark})" if is_open(stage, after, place) else mark
        rows.setdefault(cell.row, {})[cell.column] = mark
    left = min(column for marks in rows.values() for column in marks)
    lines = []
    for _, marks in sorted(rows.items(), reverse=True):
        line = ""
        for column, mark in sorted(marks.items()):
            line = line.ljust(4 * (column - left)) + mark.center(8)
        lines.append(line.rstrip())
    return passage([*lines, "", LEGEND, *STAGE_LEGEND])


_MARK = re.compile(r"\[([#KPUBGY])\]|<([KPUBGY])\d*>|\(?(\d+(?:C|[LR]\d+))\*?(?:=[KPUBGY])?\)?")


def is_stage_row(text: str) -> bool:
    """Whether a line looks like a row of a drawn stage."""
    return bool(_MARK.match(text.strip()))


def stage_of_row(stage: Stage, row: int, text: str) -> dict[int, int]:
    """The pieces (space, colour) that a drawn row shows, its proposed ones among them: the way back of `stage_text`.

    `row` counts from 1 at the bottom. Raises `ProblemError` for marks that are no row of this stage.
    """
    spots = {cell.column: place for place, cell in enumerate(stage.cells) if cell.row == row}
    spots |= {column: -1 for printed, column in stage.printed if printed == row}
    marks = list(_MARK.finditer(text))
    rest = _MARK.sub("", text).strip()
    if rest or len(marks) != len(spots):
        has = "row {row} of the stage has {number} spaces and printed pieces, as in [K] (1C) [#]; "
        got = say("{number} are drawn", number=len(marks))
        if rest:
            got = say("not understood: {word}", word=as_is(repr(rest.split()[0])))
        raise ProblemError(run(say(has, row=row, number=len(spots)), got))
    found = {}
    for (_, place), mark in zip(sorted(spots.items()), marks, strict=True):
        filled, proposed, name = mark.groups()
        if (place < 0) != (filled == "#"):
            said, drawn = (
                "row {row} of the stage: {mark} stands where a printed piece is, or is none",
                mark.group(),
            )
            raise ProblemError(say(said, row=row, mark=as_is(drawn)))
        if place >= 0 and name is None:
            found[place] = LETTERS.index(filled or proposed)
        elif place >= 0 and name != stage.cells[place].name:
            right = as_is(stage.cells[place].name)
            said = "row {row} of the stage: {mark} stands where {space} is"
            raise ProblemError(say(said, row=row, mark=as_is(name), space=right))
    return found


def costume_state(parts: Components, elements: Sequence[int]) -> str:
    """``sum 7 of 2 elements, 1 to come``, or ``sum 7, complete: 2 pounds``."""
    total = sum(VALUES[colour] for colour in elements)
    if len(elements) < 3:
        return say("sum {total}, {number} to come", total=total, number=3 - len(elements))
    pounds, prestige = parts.costumes[total]
    brought = gain_text(Gain(pounds=pounds, prestige=prestige))
    return say("sum {total}, complete: {gain}", total=total, gain=brought)


def costumes_text(parts: Components, costumes: Sequence[Costume]) -> str:
    """One line a character: three slots, the sum, and what the complete costume brought."""
    if not costumes:
        return say("no costumes")
    width = min(24, max(len(name) for name, _ in costumes))
    lines = []
    for name, elements in costumes:
        slots = "".join(f"[{LETTERS[colour]}]" for colour in [*elements, 0, 0, 0][:3])
        called = typed(f"{name[:24]:<{width}}")
        lines.append(run(called, f"  {slots}  ", costume_state(parts, elements)))
    return passage(lines)


def prizes(act: Act) -> tuple[str, tuple[tuple[int, int], ...]]:
    """What the prizes of an act are, and the spaces from which they are won."""
    return ("pounds", act.pounds) if act.pounds else ("prestige", act.prestige)


def ranks(act: Act) -> str:
    """What the first discs of an act without spaces for prizes win, in words."""
    names = ("first", "second", "third", "fourth")
    return ", ".join(f"{name} {worth}" for name, worth in zip(names, act.ranks, strict=False))


def acts_text(parts: Components, piles: Piles) -> str:
    """The three act tracks with their piles of discs and their prizes."""
    longest = max(act.length for act in parts.acts)
    cell = max(3, min(6, 68 // longest))
    lines = [" " * 10 + "".join(str(space).rjust(cell) for space in range(1, longest + 1))]
    for name, act, discs in zip(ACTS, parts.acts, piles, strict=True):
        marks = ["".join(discs.get(space, ())) or "." for space in range(1, act.length + 1)]
        lines.append(f"Act {name}".ljust(10) + "".join(mark.rjust(cell) for mark in marks))
        word, found = prizes(act)
        if found:
            row = [str(dict(found).get(space, "")).rjust(cell) for space in range(1, act.length + 1)]
            lines.append(f"  {word}".ljust(10) + "".join(row).rstrip())
        if act.ranks:
            lines.append(f"  prestige: {ranks(act)}")
    lines.append(f"{parts.penalty} prestige on spaces 1 to {parts.penalty_spaces} of each act.")
    lines.append("Of discs on one space the one named first lies lowest and is ahead.")
    return "\n".join(line.rstrip() for line in lines)


def gain_text(gain: Gain, grey: int = 0) -> str:
    """A gain in words: ``1 pound, 2 prestige``."""
    found: list[str] = [say("{number:pound}", number=gain.pounds)] if gain.pounds else []
    found += [say("{number} prestige", number=gain.prestige)] if gain.prestige else []
    found += [say("{number:white quill}", number=gain.quills[3])] if gain.quills[3] else []
    found += [say("{number:step} back in an act", number=grey)] if grey else []
    return listing(found, ",") if found else say("nothing")


def ambiance_text(parts: Components, discs: Mapping[str, int]) -> str:
    """The ambiance track, best space first: what each space gives, and whose disc (name to space) is there."""
    lines = []
    for space in reversed(range(len(parts.ambiance))):
        here = " ".join(name for name, at in discs.items() if at == space)
        gain = gain_text(parts.ambiance[space], parts.grey[space])
        lines.append(f"{space:>2}  {gain:<24}{here}".rstrip())
    return "\n".join(["Ambiance", *lines])
