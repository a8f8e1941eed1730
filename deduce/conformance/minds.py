"""What `check_game` asks about minds at one position: resampling, knowledge and advice of every seat.

All of it rests on one idea. A state drawn by `Game.resample` looks to the seat exactly like the true
one. Whatever differs between the two (the view, the knowledge, the advice, a second resample) has
therefore looked at what is hidden.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deduce.conformance.probes import Examined, Fault, difference, played, unlike
from deduce.games.base import CHANCE, chance_from
from deduce.ground.errors import ProblemError, TooLarge
from deduce.ground.wording import many

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable

RESAMPLES = 3
"""How many states are drawn for each seat's view; one in thin play-outs."""

VARIED = 24
"""How many states may agree on a fact that is at most even odds before they count as stuck."""

KINDS = ("exact", "sampled", "heuristic")

_Told = dict[tuple["Variable", Any], "bool | None"]
"""What was said of one value of one variable at one position: nothing is asked twice."""


def resample(at: Examined) -> None:
    """States drawn for a view have that view, come from the view alone, and can be played on."""
    for seat in at.minds:
        view = at.view(seat)
        moves = list(view.moves)
        for _ in range(1 if at.thin else RESAMPLES):
            seed = at.rng.getrandbits(32)
            other = _resampled(at, view, seed)
            if other.seats != at.players or other.actor != at.state.actor:
                raise Fault(f"a state resampled for seat {seat} has another number of seats or actor")
            same = other.view(seat)
            if same != view:
                raise Fault(
                    f"seat {seat} can tell a resampled state from the true one (the view leaks, or"
                    f" resample ignores it): {difference(view, same)}",
                    where="view",
                )
            if apart := unlike(view, same):
                raise Fault(
                    f"seat {seat} can tell a resampled state from the true one by what is not compared where views are"
                    f" (==): {apart}",
                    where="view",
                )
            if list(same.moves) != moves:
                raise Fault(
                    f"seat {seat} has other moves in a resampled state: they tell what is hidden",
                    where="moves",
                )
            if other != _resampled(at, same, seed):
                # One draw more tells which of two promises is broken.
                if other != _resampled(at, view, seed):
                    raise Fault(f"resampling for seat {seat} twice with equal generators gives two states")
                raise Fault(f"resampling for seat {seat} depends on more than the view")
            _play_on(other, seed)


def _resampled(at: Examined, view: Any, seed: int) -> Any:
    return at.game.resample(view, chance_from(seed))


def _play_on(state: Any, seed: int) -> None:
    rng = chance_from(seed)
    for _ in range(10_000):
        if state.actor is None:
            return
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves()))
        state = played(state, move)
    raise Fault("a play-out from a resampled state did not end after 10000 moves")


def knowledge(at: Examined) -> None:
    """The truth, and every state drawn for the view, is a possible world; equal views know the same."""
    for seat in at.minds:
        view = at.view(seat)
        known = at.knowledge(seat)
        truth = at.game.truth(at.state, known)
        at.tally["variables"] += len(known.scope)
        at.tally["truths"] += len(truth)
        told: _Told = {}
        _check_possible(seat, known, truth, "the true world", told)
        other = _resampled(at, view, at.rng.getrandbits(32))
        _check_possible(seat, known, at.game.truth(other, known), "a world drawn by resample", told)
        again = at.game.knowledge(other.view(seat))
        _check_same(seat, known, truth, again, at.game.truth(at.state, again))
        _check_varied(at, seat, known, truth, told)


def _check_possible(
    seat: int, known: Knowledge, truth: Mapping[Variable, Any], what: str, told: _Told
) -> None:
    for variable, value in truth.items():
        if (variable, value) not in told:
            told[variable, value] = known.holds(variable == value)
        if told[variable, value] is False:
            raise Fault(f"what seat {seat} knows excludes {what}: {variable} is {value!r} there")
    if not _together(known, truth, what):
        shown = ", ".join(f"{variable} = {value!r}" for variable, value in truth.items())
        raise Fault(f"what seat {seat} knows excludes {what}, taken together: {shown}")


def _together(known: Knowledge, truth: Mapping[Variable, Any], what: str) -> bool:
    """Whether `truth`, which may leave variables open, is possible as a whole."""
    if len(truth) == len(known.scope):
        # Worlds too many to list are asked as the open ones are.
        with suppress(TooLarge):
            return known.is_possible_world(truth)
    for variable, value in truth.items():
        known = known.observe(variable == value, what)
    return known.is_consistent()


def _check_same(
    seat: int,
    known: Knowledge,
    truth: Mapping[Variable, Any],
    again: Knowledge,
    same_truth: Mapping[Variable, Any],
) -> None:
    with suppress(TooLarge):
        if known.count() != again.count():
            raise Fault(
                f"equal views of seat {seat} give unequal knowledge:"
                f" {known.count()} and {many(again.count(), 'world')}"
            )
    # A game may make its variables anew for every view; they are the same if they are called the same.
    names = {variable.name: variable for variable in same_truth}
    for variable in truth:
        other = names.get(variable.name)
        if other is None or known.possible(variable) != again.possible(other):
            raise Fault(f"equal views of seat {seat} give unequal knowledge about {variable}")


def _check_varied(
    at: Examined, seat: int, known: Knowledge, truth: Mapping[Variable, Any], told: _Told
) -> None:
    """A fact of at most even odds must fail in one of the drawn states (2**-24 for a sound sampler)."""
    view = at.view(seat)
    try:
        open_facts = {
            variable: value
            for variable, value in truth.items()
            if told[variable, value] is None and known.probability(variable == value) <= 0.5
        }
    except TooLarge:
        return
    for _ in range(VARIED):
        if not open_facts:
            return
        drawn = at.game.truth(_resampled(at, view, at.rng.getrandbits(32)), known)
        open_facts = {key: value for key, value in open_facts.items() if drawn.get(key, value) == value}
    if open_facts:
        variable, value = next(iter(open_facts.items()))
        raise Fault(
            f"{VARIED} states resampled for seat {seat} all have {variable} = {value!r}, as in the true"
            f" state, though its probability is {known.probability(variable == value):.3f}"
        )


def advice(at: Examined) -> bool:
    """Advice ranks legal moves with a reason each, repeats itself, and depends on the view alone."""
    seat = at.state.actor
    if seat is None or seat is CHANCE:
        return False
    view = at.view(seat)
    given = list(at.game.advise(view))
    _check_ranking(seat, given, view.moves)
    other = view
    with suppress(ProblemError):  # a game that does not resample is checked as far as it goes
        drawn = _resampled(at, view, at.rng.getrandbits(32)).view(seat)
        other = drawn if drawn == view else view  # where they differ, `resample` says so
    if given != list(at.game.advise(other)):
        # One answer more tells which of two promises is broken; advice takes long.
        if given != list(at.game.advise(view)):
            raise Fault(f"asking twice for advice to seat {seat} gives two answers")
        raise Fault(f"advice to seat {seat} depends on more than the view")
    return True


def _check_ranking(seat: int, given: Sequence[Any], legal: Sequence[Any]) -> None:
    if not given:
        raise Fault(f"there is no advice for seat {seat}, which is to move")
    moves = [each.move for each in given]
    if len(set(moves)) != len(moves):
        raise Fault(f"advice to seat {seat} names a move twice")
    for each in given:
        if each.move not in legal:
            raise Fault(f"advice to seat {seat} names {str(each.move)!r}, which is not legal")
        if each.kind not in KINDS or not each.error >= 0 or (each.kind == "exact" and each.error):
            raise Fault(f"advice {str(each.move)!r} is {each.kind!r} with error {each.error!r}")
        if not each.reason.strip():
            raise Fault(f"advice {str(each.move)!r} gives no reason")
    for better, worse in itertools.pairwise(given):
        if not better.value >= worse.value:
            raise Fault(f"advice is not ranked: {str(worse.move)!r} is worth more than the move before it")
