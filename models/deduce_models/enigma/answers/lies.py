"""The lies of a whole game, for its story."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.games.story import Lie
from deduce.ground.wording import say, typed
from deduce.rulebook import State
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind


def lies(states: Sequence[State], moves: Sequence[EnigmaMove]) -> list[Lie]:
    """Claims of a card that did not lie there; caught are those that somebody checked."""
    found = []
    log = states[-1].face.log
    for number, (before, move) in enumerate(zip(states, moves, strict=False)):
        if getattr(move, "kind", None) is not Kind.CLAIM:
            continue
        at = before.face
        rooms, true = at.setup.parts.room_names, at.cells[at.at]
        if move.what == true:
            continue
        verdict = next((event for event in log[len(at.log) :] if event.kind is What.VERDICT), None)
        said = say("card {who} is {what}", who=str(at.at + 1), what=typed(rooms[move.what]))
        caught = verdict is not None and verdict.seat != 0
        found.append(Lie(number, at.turn, said, rooms[true], caught))
    return found
