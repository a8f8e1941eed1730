"""The phases of a turn: what may be decided in each, and what chance may do."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from deduce_models.initiative.components.parts import ACTIONS, REGROUP
from deduce_models.initiative.rules.guessing import fits, windows
from deduce_models.initiative.rules.moves import Menu, Move
from deduce_models.initiative.rules.setup import GLYPH

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import Lying

PHASES = (
    "deal", "action", "intel room", "keep or remove", "second token", "run", "gather", "regroup",
    "special", "reveal", "gas", "camera", "refill", "card", "collect or leave",
)  # fmt: skip
(
    DEAL,
    MAIN,
    INTEL_ROOM,
    KEEP,
    MORE,
    RUNNING,
    GATHERING,
    REGROUPING,
    SPECIAL,
    REVEAL,
    GAS,
    CAMERA,
    REFILL,
    CARD,
    COLLECT,
) = range(15)
CHANCES = frozenset({DEAL, REVEAL, GAS, CAMERA, CARD})
SPECIAL_ACTION = len(ACTIONS)
STEPS, TOKENS = 3, 2

DONE, STOP, SKIP, MORE_MOVE = Move("done"), Move("stop"), Move("skip"), Move("more")
KEEP_MOVE, REMOVE, TURN, DRAW = Move("keep"), Move("remove"), Move("turn"), Move("draw")
TAKEN, LEFT = Move("collect"), Move("leave")
AGREE, OBJECT = Move("agree"), Move("object")


# What is legal.


def menu(state: Lying) -> Menu:
    """The legal moves of the seat to move; see `Menu` for answers."""
    if state.result or (not state.voters and state.phase in CHANCES):
        return Menu()
    if state.voters:
        return Menu((AGREE, OBJECT))
    found = _LISTS[state.phase](state)
    if state.refused:
        return Menu(found)
    setup = state.setup
    if setup.spelled_out and state.opened & setup.needed == setup.needed:
        shown = windows(state)
        found.append(Move("answer", tuple("".join(shown[place]) for place in setup.front.answer)))
    return Menu(found, partial(_proposable, state))


def _list_main(state: Lying) -> list[Move]:
    deck, hand = state.setup.deck, state.hands[state.turn - 1]
    tops = [deck.values[pile[-1]] if pile else 0 for pile in state.piles]
    codes, values = deck.codes, deck.values
    found = [
        Move("play", (codes[card], ACTIONS[pile]))
        for card in hand
        for pile in range(4)
        if values[card] > tops[pile] and not state.blocks[pile]
    ]
    if len(hand) > 2 or (len(hand) == 2 and state.setup.options.special_last_two):
        found += [Move("special", (codes[a], codes[b])) for a, b in combinations(hand, 2)]
    if state.acts:
        found.append(STOP)
    elif not found:
        found.append(SKIP)
    return found


def _list_run(state: Lying) -> list[Move]:
    rooms = state.setup.rooms
    here = state.figures[state.turn - 1]
    return [*(Move("move", (rooms[room],)) for room in state.setup.neighbours[here]), DONE]


def _list_gather(state: Lying) -> list[Move]:
    setup, here = state.setup, state.figures[state.turn - 1]
    mixing = setup.options.gather_mix or not state.used
    found = []
    if mixing or state.used[0] == 1:
        found = [Move("take", (setup.kinds[kind],)) for kind in takeable(state, here)]
    if state.hidden[here] and (mixing or state.used[0] == 0):
        found.append(TURN)
    return [*found, DONE]


def takeable(state: Lying, room: int) -> list[int]:
    """The kinds of face-up glyphs in `room` that may be collected."""
    setup = state.setup
    absent = setup.options.gather_absent
    return [
        kind
        for kind in dict.fromkeys(state.faceup[room])
        if setup.effects[kind][0] == GLYPH and (absent or setup.on_card[kind])
    ]


_LISTS: dict[int, Callable[[Lying], list[Move]]] = {
    MAIN: _list_main,
    # A room without hidden tokens may be named too: nothing happens there.
    INTEL_ROOM: lambda state: [*(Move("room", (name,)) for name in state.setup.rooms), DONE],
    KEEP: lambda _: [REMOVE, KEEP_MOVE],
    MORE: lambda _: [MORE_MOVE, DONE],
    RUNNING: _list_run,
    GATHERING: _list_gather,
    REGROUPING: lambda _: [*(Move("clear", (name,)) for name in ACTIONS if name != ACTIONS[REGROUP]), DONE],
    SPECIAL: lambda state: [*state.setup.abilities[state.turn - 1].moves(state), DONE],
    REFILL: lambda _: [DRAW, DONE],
    COLLECT: lambda _: [TAKEN, LEFT],
}


def listed(state: Lying) -> list[Move]:
    """The moves of the present phase, answers apart."""
    return _LISTS[state.phase](state)


# Chance.


def outcomes(state: Lying) -> Sequence[tuple[Move, float]]:
    """At chance: every possible move with its probability, else nothing."""
    if state.result or state.voters or state.phase not in CHANCES:
        return []
    codes = state.setup.deck.codes
    if state.phase == REVEAL:
        total = sum(state.unseen)
        kinds = state.setup.kinds
        return [(Move("token", (kinds[k],)), n / total) for k, n in enumerate(state.unseen) if n]
    verb, cards = _chance_cards(state)
    return [(Move(*_named(verb, state, codes[card])), 1 / len(cards)) for card in cards]


def could_come(state: Lying, move: Move) -> bool:
    """At chance: whether a move has a chance."""
    word = move.words[-1] if move.words else ""
    if state.phase == REVEAL:
        kind = state.setup.ids.get(word)
        return kind is not None and state.unseen[kind] > 0 and move == Move("token", (word,))
    verb, cards = _chance_cards(state)
    return state.setup.deck.ids.get(word) in cards and move == Move(*_named(verb, state, word))


def draw(state: Lying, rng: random.Random) -> Move:
    """At chance: one move drawn by its probability."""
    if state.phase == REVEAL:
        pick = int(rng.random() * sum(state.unseen))
        kind = 0
        while pick >= state.unseen[kind]:
            pick -= state.unseen[kind]
            kind += 1
        return Move("token", (state.setup.kinds[kind],))
    verb, cards = _chance_cards(state)
    card = cards[int(rng.random() * len(cards))]
    return Move(*_named(verb, state, state.setup.deck.codes[card]))


def _chance_cards(state: Lying) -> tuple[str, tuple[int, ...]]:
    if state.phase == GAS:
        return "gas", state.hands[state.queue[0] - 1]
    return {DEAL: "deal", CAMERA: "camera", CARD: "card"}[state.phase], state.deck


def _named(verb: str, state: Lying, code: str) -> tuple[str, tuple[str, ...]]:
    if verb == "deal":
        return verb, (str(dealt_seat(state)), code)
    if verb == "gas":
        return verb, (str(state.queue[0]), code)
    return verb, (code,)


def dealt_seat(state: Lying) -> int:
    """The seat that gets the next card that is dealt."""
    return next(seat for seat, hand in enumerate(state.hands, 1) if len(hand) < state.setup.deck.hand)


def _proposable(state: Lying, words: tuple[str, ...]) -> bool:
    return fits(state.setup, windows(state), words)
