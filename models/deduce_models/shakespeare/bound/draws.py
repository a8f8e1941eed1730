"""A solo game whose every draw is fixed in advance, so that players and bounds are measured on the same draws.

What a solo game draws does not depend on how it is played: the bags hold just what six days offer, the deck
is never shuffled anew, and the Queen's objectives come in one order whenever she asks for them. Only objectives
that went under the deck come back in an order of the player's own making; they are the script's last resort
and follow the rules. A `Script` therefore is a complete list of the draws, and `play_script` answers every
chance move of the engine from it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deduce.games.base import CHANCE, Player, chance_from
from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.chance import drawn_days
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import State, start
from deduce_models.shakespeare.rules.views import View


@dataclass(frozen=True, slots=True)
class Script:
    """All draws of one solo game.

    Attributes:
        draft: The cards (numbers of `Components.deck`) dealt before the first day.
        displays: The cards of each day.
        sets: The elements of the set offered each day, a count a colour.
        costumes: The same of costumes.
        objectives: The objectives (numbers) in the order in which they are drawn.
    """

    draft: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    sets: tuple[tuple[int, ...], ...]
    costumes: tuple[tuple[int, ...], ...]
    objectives: tuple[int, ...]


def solo_script(seed: int, setup: Setup) -> Script:
    """The draws of the solo game with this seed; every order of cards and elements is equally likely.

    Raises `ProblemError` when the deck or a bag is too small to last the game: then what is drawn depends on
    what was played, and no script exists.
    """
    rng = random.Random(f"shakespeare solo {seed}")
    parts, shown, drawn = setup.parts, setup.shown, setup.drawn
    if setup.seats != 1:
        raise ProblemError(f"scripts are for solo games, not for {setup.seats} players")
    deck = list(range(len(parts.deck)))
    need, elements = shown * (parts.days + 1), drawn * parts.days
    if len(deck) < need:
        raise ProblemError(f"a script of {parts.days} days needs {need} character cards, not {len(deck)}")
    if sum(setup.bag) < elements:
        raise ProblemError(f"a script of {parts.days} days needs bags of {elements} elements")
    rng.shuffle(deck)
    dealt = [tuple(sorted(deck[first : first + shown])) for first in range(0, need, shown)]
    offers = [tuple(drawn_days(setup.bag, drawn, parts.days, rng)) for _ in range(2)]
    objectives = list(range(len(parts.objectives)))
    rng.shuffle(objectives)
    return Script(dealt[0], tuple(dealt[1:]), offers[0], offers[1], tuple(objectives))


def rest_script(state: State | View, rng: random.Random) -> Script:
    """A script of what may still be drawn from a solo position on; what was drawn stands in it for today alone.

    All orders of what the deck, the bags and the objectives still hold are equally likely. Days before today are empty.

    Raises `ProblemError` when the deck (or it with the discard, when it is shuffled anew) or a bag does not last.
    """
    setup, day = state.setup, state.day
    parts, later = setup.parts, setup.parts.days - day
    if setup.seats != 1:
        raise ProblemError(f"scripts are for solo games, not for {setup.seats} players")
    cards = list(state.deck)
    drafting = not day and not state.display
    needed = setup.shown * (later + drafting)
    if len(cards) < needed:
        cards += state.discard
    rng.shuffle(cards)
    shown = [tuple(sorted(cards[at : at + setup.shown])) for at in range(0, len(cards), setup.shown)]
    draft = shown.pop(0) if drafting and shown else ()
    begun = bool(sum(state.set_offer))
    offers = []
    for bag, offer in ((state.set_bag, state.set_offer), (state.costume_bag, state.costume_offer)):
        first = max(0, day - 1)
        days = [(0,) * len(offer)] * first
        # The offers of the first day are drawn before the draft.
        days += [tuple(offer)] if day or begun else []
        missing = parts.days - len(days)
        if sum(bag) < setup.drawn * missing or len(cards) < needed:
            raise ProblemError(
                "deck and bags do not last for the days that are left: there is no script of them"
            )
        offers.append((*days, *drawn_days(bag, setup.drawn, missing, rng)))
    drawn = {item for _, items, _, _ in state.dealings for item in items}
    objectives = [item for item in setup.all_objectives if item not in drawn]
    rng.shuffle(objectives)
    # Those that lie under the deck come back when the others are gone, in an order of their own.
    objectives += sorted(drawn)
    displays = [()] * max(0, day - 1) + ([state.display] if day else []) + shown[:later]
    return Script(draft, tuple(displays), offers[0], offers[1], tuple(objectives))


def scripted(state: State, script: Script) -> Move:
    """The chance move that the script prescribes at a solo position where chance moves."""
    # A day's draws are made while the day before lasts: `day` is also their place in the script.
    made, phase, day = state.setup.moves, state.phase, state.day
    if phase == phases.SET_DRAW:
        return made.draws[0][state.colour][script.sets[day][state.colour]]
    if phase == phases.COSTUME_DRAW:
        return made.draws[1][state.colour][script.costumes[day][state.colour]]
    order: Sequence[int] = script.objectives
    moves = made.objectives
    if phase != phases.OBJECTIVE:
        order = script.draft if phase == phases.DRAFT_DEAL else script.displays[day]
        moves = made.cards
    possible = {move.item for move, _ in state.outcomes()}
    return next(moves[item] for item in order if item in possible)


def play_script(player: Player, setup: Setup, script: Script, *, seed: int = 0) -> State:
    """The end of the solo game that `player` plays on these draws; `seed` is for the player's own chances."""
    *_, end = playing(player, setup, script, seed=seed)
    return end


def playing(player: Player, setup: Setup, script: Script, *, seed: int = 0) -> Iterator[State]:
    """The positions of the game of `play_script`, one by one from the first to the end."""
    rng = chance_from(seed)
    state = start(setup)
    yield state
    while state.actor is not None:
        chance = state.actor is CHANCE
        move = scripted(state, script) if chance else player.choose(state.view(1), rng)
        state = state.play(move)
        yield state


def replayed(setup: Setup, script: Script, moves: Sequence[Move], state: State | None = None) -> int | None:
    """The final prestige of the moves of a solo player on these draws; None when the game is not over after them.

    The moves begin at `state`, without one at the beginning of the game.

    Raises `IllegalMove` naming the rule when they cannot be played.
    """
    state, waiting = start(setup) if state is None else state, iter(moves)
    while state.actor is not None:
        move = scripted(state, script) if state.actor is CHANCE else next(waiting, None)
        if move is None:
            return None
        state = state.play(move)
    return state.boards[0].prestige
