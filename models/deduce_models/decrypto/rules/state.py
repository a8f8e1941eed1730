"""The engine: deal, draw, write clues, intercept, answer, and break ties, one frozen state after another.

A round is: every encrypting team draws its code (chance), writes three clues (three moves, hidden until the
team's half), then for White and after it Black: the rivals' interception (from round 2) and the team's
answer, hidden from each other until both are written; the code is shown, tokens are given. Tokens are looked
at when the round is over, unless the option ``end_test`` says otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from deduce.errors import IllegalMove
from deduce.games.base import Actor
from deduce.games.plain import brief
from deduce.games.registry import picture_of
from deduce_models.decrypto.components.legality import fold, unwritable, way_out
from deduce_models.decrypto.rules.endings import (
    Outcome,
    Tokens,
    add_tokens,
    compare_names,
    following,
    within,
)
from deduce_models.decrypto.rules.moves import (
    CODES,
    DRAWS,
    GUESSES,
    Clue,
    Code,
    Deal,
    DecryptoMove,
    Draw,
    Guess,
    Name,
    clue_pool,
    deal_pool,
)
from deduce_models.decrypto.rules.setup import Half, Setup, actor_at
from deduce_models.decrypto.rules.views import View, barred_places, clue_moves, clue_violation, names_left

__all__ = ["State", "start"]

_NOTHING: Final[frozenset[int]] = frozenset()
_EXPECTED: Final = {
    "deal": "a keyword card is dealt",
    "draw": "a code card is drawn",
    "clue": "the Encryptor writes a clue",
    "intercept": "the rivals write down their interception",
    "answer": "the team writes down its answer",
    "name": "a team names the rivals' keywords",
    "over": "the game is over",
}


@dataclass(frozen=True, slots=True)
class State:
    """A complete position.

    `turn` is the team (0 White, 1 Black) whose card is dealt or drawn, whose clues are written, or whose
    half is being answered; in the tie-break, the team that names. `codes` and `clues` are those of the round
    that is being played, `past` the finished halves, `written` the interception that is on paper.
    """

    setup: Setup
    phase: str = "deal"
    round: int = 1
    turn: int = 0
    keywords: tuple[str, ...] = ()
    codes: tuple[Code | None, Code | None] = (None, None)
    clues: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    written: Code | None = None
    past: tuple[Half, ...] = ()
    tokens: Tokens = (0, 0, 0, 0)
    names: tuple[str, ...] = ()
    result: Outcome | None = None
    # Which words of the vocabulary each team may not give: derived, and kept for speed.
    barred: tuple[frozenset[int], frozenset[int]] = field(default=(_NOTHING, _NOTHING), compare=False)

    def __repr__(self) -> str:
        return brief("decrypto", self)

    def _repr_svg_(self) -> str:
        return picture_of("decrypto", self)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.players

    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE` while cards are dealt and drawn, None when the game is over."""
        return actor_at(self.setup, self.phase, self.round, self.turn)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """1 for every seat of the winning team, 0 for the others, 0.5 for all when shared."""
        if self.result is None:
            return None
        setup = self.setup
        return tuple(self.result[setup.team(seat) or 0] for seat in range(1, setup.players + 1))

    def moves(self) -> Sequence[DecryptoMove]:
        """The legal moves of the seat to move; clues as a lazy sequence over the word list."""
        phase = self.phase
        if phase == "clue":
            team = self.turn
            own, given = self._own(team), self.clues[team]
            return clue_moves(self.setup, own, self.past, given, team, self.barred[team])
        if phase in ("intercept", "answer"):
            return GUESSES
        if phase == "name":
            return names_left(self.setup, self._own(self.turn), self._named())
        return ()

    def outcomes(self) -> Sequence[tuple[DecryptoMove, float]]:
        """At chance: every card that can come, each equally likely."""
        cards: Sequence[DecryptoMove]
        if self.phase == "deal":
            cards = [card for card in deal_pool(self.setup.words) if card.word not in self.keywords]
        elif self.phase == "draw":
            cards = self._drawable()
        else:
            return ()
        return [(card, 1 / len(cards)) for card in cards]

    def draw(self, rng: random.Random) -> DecryptoMove:
        """At chance: one card."""
        if self.phase == "draw":
            left = self._drawable()
            return left[int(rng.random() * len(left))]
        if self.phase != "deal":
            raise IllegalMove(f"nothing is drawn now: {_EXPECTED[self.phase]}")
        pool = deal_pool(self.setup.words)
        while True:
            card = pool[int(rng.random() * len(pool))]
            if card.word not in self.keywords:
                return card

    def play(self, move: DecryptoMove) -> State:
        """The state after `move`. Raises `IllegalMove` naming the rule that forbids it."""
        phase = self.phase
        if phase == "clue" and type(move) is Clue:
            return self._play_clue(move)
        if phase in ("intercept", "answer") and type(move) is Guess:
            return self._play_guess(move)
        if phase == "draw" and type(move) is Draw:
            return self._play_draw(move)
        if phase == "deal" and type(move) is Deal:
            return self._play_deal(move)
        if phase == "name" and type(move) is Name:
            return self._play_name(move)
        raise IllegalMove(f"{move} is not possible now: {_EXPECTED[phase]}")

    def view(self, seat: int) -> View:
        """What `seat` may use (0: the bystander)."""
        return _look(self, seat)

    def _own(self, team: int) -> tuple[str, ...]:
        return self.keywords[4:] if team else self.keywords[:4]

    def _named(self) -> tuple[str, ...]:
        return self.names[4 * self.turn :]

    def _drawable(self) -> Sequence[Draw]:
        if self.setup.rules.codes == "returned":
            return DRAWS
        gone = {half.code for half in self.past if half.team == self.turn}
        return [card for card in DRAWS if card.code not in gone]

    def _play_deal(self, move: Deal) -> State:
        # Tables play with cards that are not in the list, so any word may be dealt.
        word = fold(move.word)
        if unwritable(move.word) or word != move.word:
            raise IllegalMove(f"{move.word!r} is not a keyword as records write it: lower case, one line")
        if word in self.keywords:
            raise IllegalMove(f"the card of {word!r} has been dealt; every keyword is there once")
        setup = self.setup
        keywords = (*self.keywords, word)
        if len(keywords) < setup.keywords:
            return State(setup, "deal", 1, len(keywords) // 4, keywords)
        own = keywords[:4], keywords[4:]
        barred = tuple(barred_places(setup, own[team], (), (), team) for team in (0, 1))
        first = setup.encrypting(1)[0]
        return State(setup, "draw", 1, first, keywords, barred=(barred[0], barred[1]))

    def _play_draw(self, move: Draw) -> State:
        if move not in self._drawable():
            known = "it has been used up" if move.code in CODES else "there is no such card"
            raise IllegalMove(f"code {move.code} cannot be drawn: {known}")
        codes = (move.code, self.codes[1]) if self.turn == 0 else (self.codes[0], move.code)
        phase, turn = within(self.setup, self.round, "draw", self.turn)
        return self._step(phase, turn, codes, self.clues, None)

    def _play_clue(self, move: Clue) -> State:
        team, setup = self.turn, self.setup
        text = move.text
        barred = self.barred
        place = setup.words.word_index.get(text)
        if place is None or place in barred[team]:
            # Outside the list, or barred: the slow check finds the rule to name.
            self._check_clue(text)
            place = setup.words.word_index.get(fold(text))
        if place is not None and setup.rules.repeated_clues != "free":
            mine = barred[team] | {place}
            barred = (mine, barred[1]) if team == 0 else (barred[0], mine)
        given = (*self.clues[team], text)
        clues = (given, self.clues[1]) if team == 0 else (self.clues[0], given)
        phase, turn = ("clue", team) if len(given) < 3 else within(setup, self.round, "clue", team)
        return self._step(phase, turn, self.codes, clues, None, barred)

    def _check_clue(self, text: str) -> None:
        team = self.turn
        violation = clue_violation(self.setup, self._own(team), self.past, self.clues[team], team, text)
        if violation is not None:
            raise IllegalMove(f"{violation}{way_out(violation)}")

    def _play_guess(self, move: Guess) -> State:
        if move.code not in CODES:
            raise IllegalMove(f"{move.code} is not a code: three different digits from 1 to 4")
        if self.phase == "intercept":
            phase, turn = within(self.setup, self.round, "intercept", self.turn)
            return self._step(phase, turn, self.codes, self.clues, move.code)
        team, setup = self.turn, self.setup
        code = self.codes[team]
        if code is None:
            raise IllegalMove("there is no code to answer")
        half = Half(self.round, team, code, self.clues[team], self.written, move.code)
        past = (*self.past, half)
        tokens = add_tokens(self.tokens, half, setup)
        barred = self.barred
        if setup.rules.repeated_clues == "both":
            index = setup.words.word_index
            seen = {index[fold(clue)] for clue in half.clues if fold(clue) in index}
            barred = (barred[0] | seen, barred[1] | seen)
        # What has been answered is in `past`; only what is still on the table stays.
        codes = (None, self.codes[1] if team == 0 else None)
        clues = ((), self.clues[1] if team == 0 else ())
        phase, number, turn, result = following(setup, self.round, team, tokens)
        return State(
            setup, phase, number, turn, self.keywords, codes, clues, None, past, tokens, (), result, barred
        )

    def _play_name(self, move: Name) -> State:
        word = fold(move.word)
        if unwritable(move.word) or word != move.word:
            raise IllegalMove(f"{move.word!r} is not a word as records write it: lower case, one line")
        if word in self._own(self.turn):
            raise IllegalMove(f"{word!r} is your own keyword; every keyword is there once")
        if word in self._named():
            raise IllegalMove(f"you have named {word!r} already; every keyword is there once")
        names = (*self.names, word)
        result = compare_names(names, self.keywords) if len(names) == 8 else None
        return State(
            self.setup,
            "name" if result is None else "over",
            self.round,
            len(names) // 4 if result is None else 0,
            self.keywords,
            self.codes,
            self.clues,
            None,
            self.past,
            self.tokens,
            names,
            result,
            self.barred,
        )

    def _step(
        self,
        phase: str,
        turn: int,
        codes: tuple[Code | None, Code | None],
        clues: tuple[tuple[str, ...], tuple[str, ...]],
        written: Code | None,
        barred: tuple[frozenset[int], frozenset[int]] | None = None,
    ) -> State:
        """The next state of the same round; `dataclasses.replace` would cost more than the move."""
        return State(
            self.setup,
            phase,
            self.round,
            turn,
            self.keywords,
            codes,
            clues,
            written,
            self.past,
            self.tokens,
            self.names,
            None,
            self.barred if barred is None else barred,
        )


def start(setup: Setup) -> State:
    """The position before the first keyword is dealt."""
    clue_pool(setup.words)
    return State(setup)


def _look(state: State, seat: int) -> View:
    setup = state.setup
    team = setup.team(seat)
    over = state.phase == "over"
    read = state.phase in ("intercept", "answer")
    codes: list[Code | None] = [None, None]
    clues: list[tuple[str, ...]] = [(), ()]
    for side in (0, 1):
        encrypting = seat and team == side and setup.encryptor(state.round, side) == seat
        if over or encrypting:
            codes[side] = state.codes[side]
        if over or encrypting or (read and side <= state.turn):
            clues[side] = state.clues[side]
    return View(
        setup,
        seat,
        state.actor,
        state.phase,
        state.round,
        state.turn,
        tuple(state._own(side) if over or team == side else () for side in (0, 1)),
        (codes[0], codes[1]),
        (clues[0], clues[1]),
        (len(state.clues[0]), len(state.clues[1])),
        state.written if over or team == 1 - state.turn else None,
        state.past,
        state.tokens,
        state.names if over else _own_names(state, team),
        state.result,
        len(state.keywords),
        len(state.names),
    )


def _own_names(state: State, team: int | None) -> tuple[str, ...]:
    if team is None:
        return ()
    return state.names[4:] if team else state.names[:4]
