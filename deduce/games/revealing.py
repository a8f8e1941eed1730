"""What was hidden, told when a game is over."""

from __future__ import annotations

from typing import Any

from deduce.games.base import Game
from deduce.ground.errors import DeduceError
from deduce.ground.wording import lines_of, listing, passage, person, run, say, typed


def revealed(game: Game[Any, Any, Any], state: Any, seat: int) -> list[str]:
    """What the others saw and `seat` did not (0: what was not public), a text a seat, and what nobody knew."""
    own = set(lines_of(game.show(state.view(seat))))
    found: list[str] = []
    for other in range(1, state.seats + 1):
        lines = lines_of(game.show(state.view(other)))
        # What differs only by who looks says nothing new.
        mine = [line.replace(f"seat {other}", f"seat {seat}") for line in lines]
        rows = [
            line
            for line, alike in zip(lines, mine, strict=True)
            if line.strip() and not own & {line, alike}
        ]
        if rows and other != seat:
            head = say("What {who} saw:", who=person(other))
            found.append(passage([head, *(run("  ", row) for row in rows)]))
    if unseen := _unseen(game, state):
        found.append(say("What nobody knew: {facts}", facts=listing(unseen, ",")))
    return found


def _unseen(game: Game[Any, Any, Any], state: Any) -> list[str]:
    """The hidden things that were proved to nobody; none where the game has no sheet, or it would take long."""
    try:
        known = [game.knowledge(state.view(seat)) for seat in range(1, state.seats + 1)]
        truth = game.truth(state, known[0])
        # What a seat sees is no question in its knowledge.
        open_to = [
            {each.name for each in seen.problem.scope} - {each.name for each in seen.certain()}
            for seen in known
        ]
    except (DeduceError, NotImplementedError):
        return []
    hidden = set[str].intersection(*open_to)
    return [
        say("{what} is {worth}", what=typed(variable.name), worth=typed(value))
        for variable, value in truth.items()
        if variable.name in hidden
    ]
