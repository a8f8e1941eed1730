"""From one seat's evidence back to its view, where the notes tell all that a view holds."""

from __future__ import annotations

from collections.abc import Sequence

from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Evidence, TableStep
from deduce_models.entracte.rules.phases import TURN
from deduce_models.entracte.rules.setup import (
    AGREE,
    EXCHANGE,
    HAND,
    HIDDEN,
    PASS,
    REFUSE,
    STOP,
    EntracteMove,
    Kind,
    Setup,
)
from deduce_models.entracte.rules.state import Event, first_state
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["view_of"]

_PLAIN = {"pass": PASS, "exchange": EXCHANGE, "stop": STOP, "agree": AGREE, "refuse": REFUSE}


def view_of(told: Evidence) -> EntracteView | None:
    """The view of the seat whose evidence it is, were it to play now; None where the notes have gaps.

    For the cooperative game. Gaps are cards, tokens or turns that were not noted, and statements of what somebody is
    sure of, which a view does not hold.
    """
    setup, me, number = told.setup, told.me, told.setup.parts.number
    steps = told.steps[:-1]
    own = told.hands[me - 1] if me else ()
    cards = [told.start, *own, *(card for step in steps for card in _cards(step, me))]
    if setup.competitive or not me or not told.codes[me - 1] or len(own) != HAND:
        return None
    if not all(card in number for card in cards) or any(_gap(step, me) for step in steps):
        return None
    sizes, log = _course(told, steps)
    now = told.now
    plays = [step.entry for step in steps if step.entry.kind == "play"]
    row = tuple(number[card] for card in now.row)
    hand = tuple(sorted(number[card] for card in now.hand))
    deck_size = len(setup.parts.cards) - len(row) - sum(sizes)
    state = first_state(setup)._replace(
        phase=TURN,
        turn=me,
        codes=told.codes,
        hands=tuple(hand if seat == me else () for seat in range(1, len(sizes) + 1)),
        row=row,
        deck=tuple(range(deck_size)),
        exchanged=now.exchanged,
        stopped=bool(steps)
        and (steps[-1].entry.kind == "refuse" or steps[-1].entry[:2] == ("exchange", me)),
    )
    return EntracteView(
        setup=setup,
        seat=me,
        actor=me,
        turn=me,
        code=told.codes[me - 1],
        hand=hand,
        hand_sizes=tuple(sizes),
        deck_size=deck_size,
        row=row,
        played=(0, *(entry.seat for entry in plays)),
        tokens=(0, *(entry.tokens for entry in plays)),
        log=tuple(log),
        exchanged=now.exchanged,
        declared=0,
        piles=state.piles,
        codes=(),
        guesses=state.guesses,
        scores=None,
        moves=tuple(state.moves()),
    )


def _course(told: Evidence, steps: Sequence[TableStep]) -> tuple[list[int], list[Event]]:
    """How many cards each seat holds after these steps, and the log of a view that saw them."""
    setup, number = told.setup, told.setup.parts.number
    sizes, log = [HAND] * len(told.names), _deal(told)
    for step in steps:
        entry = step.entry
        log.append(
            (entry.seat, setup.plays[number[entry.card]] if entry.kind == "play" else _PLAIN[entry.kind])
        )
        log += ((entry.seat, move) for move in _draws(setup, step, told.me))
        sizes[entry.seat - 1] = step.size + step.draws - (entry.kind == "play")
        if entry.kind == "exchange":
            sizes[entry.seat - 1] = HAND
    return sizes, log


def _cards(step: TableStep, me: int) -> tuple[Partial, ...]:
    drawn = step.entry.drawn if step.entry.seat == me else ()
    return (step.entry.card, *drawn) if step.entry.kind == "play" else drawn


def _gap(step: TableStep, me: int) -> bool:
    """Whether an entry leaves open what a view holds."""
    entry = step.entry
    if entry.kind == "play" and entry.card not in step.hand and entry.seat == me:
        return True
    draws_missing = entry.seat == me and len(entry.drawn) != step.draws
    return entry.kind not in (*_PLAIN, "play") or bool(entry.unsure) or draws_missing


def _deal(told: Evidence) -> list[Event]:
    """The deal as the seat saw it."""
    setup = told.setup
    log: list[Event] = []
    for seat, mask in enumerate(told.codes, 1):
        codes = [setup.code_moves[code] for code in bits(mask)] if seat == told.me else [HIDDEN[Kind.CODE]]
        log += ((seat, move) for move in codes)
    for seat in range(1, len(told.names) + 1):
        hand: list[EntracteMove] = [HIDDEN[Kind.DRAW]] * HAND
        if seat == told.me:
            hand = [setup.draws[setup.parts.number[card]] for card in told.hands[seat - 1]]
        log += ((seat, move) for move in hand)
    return [*log, (0, setup.draws[setup.parts.number[told.start]])]


def _draws(setup: Setup, step: TableStep, me: int) -> list[EntracteMove]:
    if step.entry.seat != me:
        return [HIDDEN[Kind.DRAW]] * step.draws
    return [setup.draws[setup.parts.number[card]] for card in step.entry.drawn]
