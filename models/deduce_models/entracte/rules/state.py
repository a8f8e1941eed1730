"""The rules: complete positions, legal moves, play, results. Cooperative and competitive, 2 to 4 seats.

A position is a named tuple of small integers and tuples, so a play-out creates little: the moves are
shared (`setup.Setup`), the matched codes of all pairs of cards are computed once, and tokens, views and
results are worked out only when asked for.

A turn: an optional exchange (once a game), then a card that matches none of one's own codes (in the
competitive game any card), or a pass when no card qualifies; a draw while the deck lasts; the tokens
follow from the codes. A cooperative game ends after the turn of the twelfth card, or when the seat to move
proposes to stop and all agree; a competitive one after a last turn for each seat that has not declared.
Then everyone guesses. What the rules leave open is an option (see `setup.OPTIONS`). Two endings are ours,
because the game could not go on: a full round of passes, and (competitive) everybody having declared.
An exchange with an empty deck would give the same cards back and is not offered.

One file because a position and its moves are one value, which every play-out steps through.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from deduce.games.base import CHANCE, Actor
from deduce.games.plain import brief
from deduce.games.registry import picture_of
from deduce.ground.errors import IllegalMove, nearest
from deduce_models.entracte.rules.ending import claim, end_turn, guess, pile, put, vote
from deduce_models.entracte.rules.phases import (
    CHANCE_PHASES,
    CLAIM,
    DEAL,
    DRAWING,
    GUESSING,
    OVER,
    PILING,
    SWAP,
    TURN,
    VOTE,
)
from deduce_models.entracte.rules.setup import (
    CLAIMS,
    EXCHANGE,
    HAND,
    PASS,
    STOP,
    VOTES,
    EntracteMove,
    Kind,
    Setup,
)
from deduce_models.entracte.rules.views import EntracteView, make_view

__all__ = ["EntracteState", "Event", "first_state"]

Event = tuple[int, EntracteMove]
"""A move and whose it is: the seat that decides, or that receives what chance gives (0: the row)."""


class EntracteState(NamedTuple):
    """A complete position. Codes are bit masks, cards indices into ``setup.parts.cards``.

    `turn` is the active seat, `asked` the seat that votes, claims or guesses, `queue` the declared seats
    still to take a pile card, `last` the mask of seats with a last turn to come (-1 before the last round).
    """

    setup: Setup
    phase: int
    turn: int
    asked: int
    codes: tuple[int, ...]
    deck: tuple[int, ...]
    bottom: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    row: tuple[int, ...]
    log: tuple[Event, ...]
    exchanged: int
    stopped: bool
    passes: int
    declared: int
    piles: tuple[int, ...]
    queue: tuple[int, ...]
    last: int
    guesses: tuple[tuple[EntracteMove, ...], ...]

    def __repr__(self) -> str:
        return brief("entracte", self)

    def _repr_svg_(self) -> str:
        return picture_of("entracte", self)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE`, or None when the game is over."""
        phase = self.phase
        if phase == TURN:
            return self.turn
        if phase in CHANCE_PHASES:
            return CHANCE
        return None if phase == OVER else self.asked

    def moves(self) -> Sequence[EntracteMove]:
        """The legal moves of the seat to move, in a stable order; empty at chance and at the end."""
        phase = self.phase
        if phase == TURN:
            return self._turn_moves()
        if phase == VOTE:
            return VOTES
        if phase == CLAIM:
            return CLAIMS
        if phase == GUESSING:
            return self._guess_moves()
        return ()

    def _turn_moves(self) -> list[EntracteMove]:
        setup, seat = self.setup, self.turn
        restrict, plays, code = setup.restrict[self.row[-1]], setup.plays, self.codes[seat - 1]
        if setup.competitive:
            moves = [plays[card] for card in self.hands[seat - 1]]
            blocked = not moves
            if blocked or self.last >= 0:
                moves.append(PASS)
        else:
            moves = [plays[card] for card in self.hands[seat - 1] if not restrict[card] & code]
            blocked = not moves
            if blocked:
                moves.append(PASS)
        if not self.exchanged >> seat & 1 and self.deck:
            if blocked and setup.must_exchange:
                moves.remove(PASS)
            moves.append(EXCHANGE)
        if not self.stopped and not setup.competitive:
            moves.append(STOP)
        return moves

    def _guess_slot(self) -> int:
        seat, done = self.asked, len(self.guesses[self.asked - 1])
        index = done // self.setup.per_seat
        return index + 1 if index + 1 < seat else index + 2

    def _not_to_guess(self, slot: int) -> int:
        """The codes not to be guessed of seat `slot` now: one's own, and those guessed of it already."""
        used = self.codes[self.asked - 1]
        for made in self.guesses[self.asked - 1]:
            if made.seat == slot:
                used |= 1 << made.item
        return used

    def _guess_moves(self) -> list[EntracteMove]:
        slot = self._guess_slot()
        used = self._not_to_guess(slot)
        return [move for code, move in enumerate(self.setup.guesses[slot]) if not used >> code & 1]

    def _may_guess(self, move: EntracteMove) -> bool:
        slot, code = self._guess_slot(), move.item
        shared = self.setup.guesses[slot]
        if not 0 <= code < len(shared) or (shared[code] is not move and shared[code] != move):
            return False
        return not self._not_to_guess(slot) >> code & 1

    def outcomes(self) -> Sequence[tuple[EntracteMove, float]]:
        """At `CHANCE`: every possible move with its probability (they sum to 1). Else empty."""
        moves = self._chance_moves()
        return [(move, 1 / len(moves)) for move in moves]

    def _chance_source(self) -> tuple[Sequence[EntracteMove], Sequence[int]]:
        """The table of chance moves that fits the phase, and which of its entries are possible."""
        setup = self.setup
        if self.phase == DEAL and len(self.log) < self.seats * setup.per_seat:
            dealt = sum(self.codes)
            return setup.code_moves, [
                code for code in range(len(setup.code_moves)) if not dealt >> code & 1
            ]
        return setup.piles if self.phase == PILING else setup.draws, self.deck or self.bottom

    def _chance_moves(self) -> list[EntracteMove]:
        if self.phase not in CHANCE_PHASES:
            return []
        table, possible = self._chance_source()
        return [table[item] for item in possible]

    def draw(self, rng: random.Random) -> EntracteMove:
        """At `CHANCE`: one move drawn by its probability."""
        if self.phase not in CHANCE_PHASES:
            raise IllegalMove("there is nothing to draw: it is not chance's turn")
        table, possible = self._chance_source()
        return table[possible[int(rng.random() * len(possible))]]

    def play(self, move: EntracteMove) -> EntracteState:
        """The state after `move`. Raises `IllegalMove` naming the rule that forbids it."""
        kind, phase = move.kind, self.phase
        if kind is Kind.PLAY and phase == TURN:
            return self._play_card(move)
        if kind is Kind.DRAW and phase == DRAWING:
            return self._draw_card(move)
        if phase == OVER:
            raise IllegalMove(f"{move}: the game is over")
        if phase in CHANCE_PHASES:
            table, possible = self._chance_source()
            if move.item not in possible or (table[move.item] is not move and table[move.item] != move):
                raise IllegalMove(f"{move}: chance moves now; {nearest(move, self._chance_moves())}")
        elif not (self._may_guess(move) if phase == GUESSING else _among(move, self.moves())):
            raise IllegalMove(self._refusal(move, self.moves()))
        return _STEPS[phase](self, move)

    def _play_card(self, move: EntracteMove) -> EntracteState:
        setup, seat, card, row = self.setup, self.turn, move.item, self.row
        hand = self.hands[seat - 1]
        if card not in hand or (setup.plays[card] is not move and setup.plays[card] != move):
            raise IllegalMove(f"{move}: that card is not in the hand of seat {seat}")
        if not setup.competitive and setup.restrict[row[-1]][card] & self.codes[seat - 1]:
            raise IllegalMove(f"{move}: with the card before it matches the player's own code")
        hands = self.hands
        kept = tuple([other for other in hand if other != card])
        after: EntracteState = tuple.__new__(
            EntracteState,
            (
                setup,
                DRAWING,
                seat,
                0,
                self.codes,
                self.deck,
                (),
                (*hands[: seat - 1], kept, *hands[seat:]),
                (*row, card),
                (*self.log, (seat, move)),
                self.exchanged,
                False,
                0,
                self.declared,
                self.piles,
                (),
                self.last,
                self.guesses,
            ),
        )
        return after if self.deck else end_turn(after)

    def _draw_card(self, move: EntracteMove) -> EntracteState:
        seat, deck, draws = self.turn, self.deck, self.setup.draws
        try:
            at = deck.index(move.item)
        except ValueError:
            raise IllegalMove(f"{move}: that card is not in the deck") from None
        if draws[move.item] is not move and draws[move.item] != move:
            raise IllegalMove(f"{move}: that is not a card of this game")
        hands = self.hands
        after: EntracteState = tuple.__new__(
            EntracteState,
            (
                self.setup,
                DRAWING,
                seat,
                0,
                self.codes,
                deck[:at] + deck[at + 1 :],
                (),
                (*hands[: seat - 1], tuple(sorted((*hands[seat - 1], move.item))), *hands[seat:]),
                self.row,
                (*self.log, (seat, move)),
                self.exchanged,
                False,
                self.passes,
                self.declared,
                self.piles,
                (),
                self.last,
                self.guesses,
            ),
        )
        return end_turn(after)

    def _refusal(self, move: EntracteMove, legal: Sequence[EntracteMove]) -> str:
        """Which rule forbids `move` here."""
        kind, phase = move.kind, self.phase
        if phase == TURN and kind is Kind.PASS:
            if self.setup.must_exchange and EXCHANGE in legal:
                return "pass: a player who cannot play must exchange first (option blocked_exchange)"
            return "pass: a player who can play a card must play one"
        if phase == TURN and kind is Kind.EXCHANGE:
            if self.exchanged >> self.turn & 1:
                return "exchange: each player may exchange the hand only once a game, before playing"
            return "exchange: the deck is empty"
        if phase == TURN and kind is Kind.STOP:
            return "stop: ending by agreement is proposed once a turn, first, and in the cooperative game"
        if phase == GUESSING and kind is Kind.GUESS:
            seat = self._guess_slot()
            return f"{move}: now guess about seat {seat}, a code neither one's own nor guessed of that seat"
        return f"{move}: not possible now; {nearest(move, legal)}"

    def view(self, seat: int) -> EntracteView:
        """What `seat` may use (0: what everybody sees)."""
        return make_view(self, seat)

    @property
    def wrong(self) -> tuple[int, ...]:
        """How many of each seat's guesses are wrong, once all are made."""
        return tuple(
            sum(not self.codes[guess.seat - 1] >> guess.item & 1 for guess in made) for made in self.guesses
        )

    @property
    def result(self) -> str | None:
        """The result of a cooperative game: best, win, fair or fail; None before the end."""
        if self.phase != OVER or self.setup.competitive:
            return None
        wrong = sum(self.wrong)
        if wrong == 0:
            return "best" if len(self.row) <= self.setup.quick else "win"
        return "fair" if wrong == 1 else "fail"

    @property
    def scores(self) -> tuple[float, ...] | None:
        """When over, a number a seat: best 3, win 2, fair 1, fail 0, or the competitive points."""
        if self.phase != OVER:
            return None
        if not self.setup.competitive:
            return (float(("fail", "fair", "win", "best").index(self.result or "fail")),) * self.seats
        return tuple(
            float(len(made) - wrong + (0 if wrong else pile))
            for made, wrong, pile in zip(self.guesses, self.wrong, self.piles, strict=True)
        )


def first_state(setup: Setup) -> EntracteState:
    """The position before the deal. Raises `ProblemError` when the deck is too small for the players."""
    setup.check_deck()
    seats = setup.players
    return EntracteState(
        setup=setup,
        phase=DEAL,
        turn=int(str(setup.option("first"))),
        asked=0,
        codes=(0,) * seats,
        deck=tuple(range(len(setup.parts.cards))),
        bottom=(),
        hands=((),) * seats,
        row=(),
        log=(),
        exchanged=0,
        stopped=False,
        passes=0,
        declared=0,
        piles=(0,) * seats,
        queue=(),
        last=-1,
        guesses=((),) * seats,
    )


def _among(move: EntracteMove, legal: Sequence[EntracteMove]) -> bool:
    # Moves are shared, so identity settles nearly every case far faster than comparing values.
    for other in legal:
        if other is move:
            return True
    return move in legal


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _deal(state: EntracteState, move: EntracteMove) -> EntracteState:
    dealt, seats, per_seat = len(state.log), state.seats, state.setup.per_seat
    if move.kind is Kind.CODE:
        seat = dealt // per_seat + 1
        codes = put(state.codes, seat, state.codes[seat - 1] | 1 << move.item)
        return state._replace(codes=codes, log=(*state.log, (seat, move)))
    deck = _without(state.deck, move.item)
    place = (dealt - seats * per_seat) // HAND
    if place == seats:
        return state._replace(phase=TURN, deck=deck, row=(move.item,), log=(*state.log, (0, move)))
    hand = tuple(sorted((*state.hands[place], move.item)))
    hands = (*state.hands[:place], hand, *state.hands[place + 1 :])
    return state._replace(deck=deck, hands=hands, log=(*state.log, (place + 1, move)))


def _turn(state: EntracteState, move: EntracteMove) -> EntracteState:
    seat = state.turn
    log = (*state.log, (seat, move))
    if move.kind is Kind.STOP:
        return state._replace(phase=VOTE, asked=seat % state.seats + 1, log=log)
    if move.kind is Kind.EXCHANGE:
        return state._replace(
            phase=SWAP,
            bottom=state.hands[seat - 1],
            hands=put(state.hands, seat, ()),
            exchanged=state.exchanged | 1 << seat,
            stopped=True,
            passes=0,
            log=log,
        )
    passed = state._replace(log=log, passes=state.passes + 1, stopped=False)
    if state.setup.option("pass_draws") and state.deck:
        return passed._replace(phase=DRAWING)
    return end_turn(passed)


def _swap(state: EntracteState, move: EntracteMove) -> EntracteState:
    # Three cards come from the top, then deck and returned cards are shuffled together.
    seat = state.turn
    hand = tuple(sorted((*state.hands[seat - 1], move.item)))
    deck = tuple(card for card in state.deck if card != move.item)
    bottom = tuple(card for card in state.bottom if card != move.item)
    done = len(hand) == HAND
    return state._replace(
        phase=TURN if done else SWAP,
        deck=tuple(sorted((*deck, *bottom))) if done else deck,
        bottom=() if done else bottom,
        hands=put(state.hands, seat, hand),
        log=(*state.log, (seat, move)),
    )


_STEPS: dict[int, Callable[[EntracteState, EntracteMove], EntracteState]] = {
    DEAL: _deal,
    TURN: _turn,
    DRAWING: EntracteState._draw_card,
    SWAP: _swap,
    VOTE: vote,
    CLAIM: claim,
    PILING: pile,
    GUESSING: guess,
}
