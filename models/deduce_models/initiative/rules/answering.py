"""Answers: proposed by one seat, agreed to by the others, compared with the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ground.errors import IllegalMove
from deduce.ground.wording import say
from deduce_models.initiative.rules.checks import refuse
from deduce_models.initiative.rules.guessing import VERDICTS, slip, windows
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.phases import AGREE, CHANCES, OBJECT

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import State

__all__ = ["propose", "vote"]


def propose(state: State, move: Move) -> State:
    """The position once the seat at turn has said its answer. Raises `IllegalMove` where no answer may be given."""
    if state.phase in CHANCES:
        raise refuse(state, move, say("chance moves first"))
    if state.refused:
        raise refuse(state, move, say("an answer was just refused; do something else first"))
    wrong = slip(state.setup, windows(state), move.words)
    if wrong:
        raise refuse(state, move, wrong)
    seats = state.setup.seats
    voters = tuple((state.turn + k) % seats + 1 for k in range(seats - 1))
    return _settle(state._replace(proposal=move.words, voters=voters))


def vote(state: State, move: Move) -> State:
    """The position once the next seat has agreed or objected. Raises `IllegalMove` for any other move."""
    if move == OBJECT:
        return state._replace(proposal=(), voters=(), refused=True)
    if move != AGREE:
        raise refuse(
            state, move, say("seat {seat} says agree or object to the answer", seat=state.voters[0])
        )
    return _settle(state._replace(voters=state.voters[1:]))


def _settle(state: State) -> State:
    """Compare the answer with the card once everybody has agreed."""
    if state.voters:
        return state
    truth = tuple("".join(state.secret[place]) for place in state.setup.front.answer)
    if any("?" in word for word in truth):
        raise IllegalMove(say("the answer cannot be compared: this mission file does not hold it"))
    if truth == state.proposal:
        return state._replace(result=1, cause=VERDICTS[0])
    return state._replace(result=-1, cause=VERDICTS[1])
