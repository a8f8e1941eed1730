"""One line an action: what a line like ``play g6 Intel B2: L Q-`` says, as the small moves of the rules.

The words after card and action say what happened, in order: Intel a room and the tokens it showed, Run the rooms
entered, Gather the tokens turned (``+L``: the face-up glyph L was taken), Regroup the action cleared, a special action
what its small moves are about. ``L-`` is a token that was not kept: removed after Intel, left lying after Gather. ``deal
1 y2 g11 b9 g4`` deals several cards, ``draw g4 t1 ?`` is a whole refill. Where a trap takes cards, its own lines follow,
then the rest move by move.
"""

from __future__ import annotations

from collections.abc import Generator

from deduce.records.record import Line
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.state import State

__all__ = ["Step", "steps"]

Step = tuple[Line, int]
"""A line of one small move, and the column of the word it came from (0: it is the line as it was written)."""
_WITH_WORD = {
    phases.INTEL_ROOM: "room",
    phases.RUNNING: "move",
    phases.REGROUPING: "clear",
}


def steps(line: Line, state: State) -> Generator[Step, State, None]:
    """The small lines of `line`; after each the position that it led to is sent back.

    Raises `RecordError` for words that no part of the action can take.
    """
    words = line.words
    verb = words[0][0].lower()
    if state.phase == phases.COLLECT and verb not in ("collect", "leave"):
        # Records may leave out that a glyph just turned was collected.
        state = yield _small(line, "collect", words[0][1])
    if verb == "deal" and len(words) > 3:
        for word, column in words[2:]:
            state = yield _small(line, f"deal {words[1][0]} {word}", column)
    elif verb == "draw" and len(words) > 1:
        for word, column in words[1:]:
            if state.phase == phases.REFILL:
                state = yield _small(line, "draw", column)
            state = yield _small(line, f"card {word}", column)
        if state.phase == phases.REFILL and not state.result:
            yield _small(line, "done", words[-1][1])
    elif verb in ("play", "special") and len(words) > 3:
        first = " ".join(word.rstrip(":,") for word, _ in words[:3])
        state = yield _small(line, first, words[0][1])
        yield from _resolved(line, state)
    else:
        yield line, 0


def _resolved(line: Line, state: State) -> Generator[Step, State, None]:
    """The rest of an action from the words that tell what happened."""
    rest = [(word.rstrip(":,"), column) for word, column in line.words[3:]]
    column, dropped = line.words[2][1], False
    while state.action >= 0 and not state.result and state.phase != phases.GAS:
        if state.phase in (phases.KEEP, phases.COLLECT):
            pair = ("remove", "keep") if state.phase == phases.KEEP else ("leave", "collect")
            text = pair[0] if dropped else pair[1]
        elif not rest:
            if state.phase == phases.REVEAL:
                raise line.error("the token that was turned is missing", column)
            text = "done"
        elif state.phase == phases.MORE:
            text = "more"
        elif state.phase == phases.GATHERING and not rest[0][0].startswith("+"):
            text, column = "turn", rest[0][1]
        else:
            text, dropped = _told(state, rest)
            column = rest[0][1]
            del rest[: max(1, len(text.split()) - 1)]
        state = yield _small(line, text, column)
    if rest and state.phase != phases.GAS:
        raise line.error(f"{rest[0][0]!r}: the action is over before this", rest[0][1])


def _told(state: State, rest: list[tuple[str, int]]) -> tuple[str, bool]:
    """The small move that the next words tell, and whether its token was not kept."""
    word = rest[0][0]
    if state.phase == phases.REVEAL:
        return f"token {word.removesuffix('-')}", word.endswith("-")
    if state.phase == phases.GATHERING:
        return f"take {word[1:]}", False
    if state.phase in _WITH_WORD:
        return f"{_WITH_WORD[state.phase]} {word}", False
    following = [text.casefold() for text, _ in rest]
    for move in phases.listed(state):
        said = [text.casefold() for text in move.words]
        if said and following[: len(said)] == said:
            return str(move), False
    return word, False


def _small(line: Line, text: str, column: int) -> Step:
    return Line(line.number, " " * (column - 1) + text, line.source), column
