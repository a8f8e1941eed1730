"""The setting of one game: components, seats and options, with every move made once and shared.

Moves are small frozen values with a text form. There are few of them (a card or a code each), so each
`Setup` makes them all in advance: a play-out compares and copies references only.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, unique
from functools import lru_cache

from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.components.parts import OF_COMPONENTS, Card, Components, PairTable, components
from deduce_models.entracte.rules.sources import UNNOTED, DataFile, Gaps, NotedCard

HAND = 3
MANY = 200
"""So many cards are in a deck of which nobody knows how many it has."""
ROW_LIMIT = 12
QUICK = {2: 7, 3: 8, 4: 9}
"""The longest row, starter included, that still earns the best result."""


@unique
class Kind(IntEnum):
    """What a move does. The first three are chance moves, the last is of notes with gaps alone."""

    CODE = 0
    DRAW = 1
    PILE = 2
    PLAY = 3
    PASS = 4
    EXCHANGE = 5
    STOP = 6
    AGREE = 7
    REFUSE = 8
    DECLARE = 9
    SILENT = 10
    GUESS = 11
    MISS = 12


@dataclass(frozen=True, slots=True)
class EntracteMove:
    """One move: its kind, a card or code index (-1: none), the seat guessed about (0: none), its text."""

    kind: Kind
    item: int
    seat: int
    text: str

    @property
    def hidden(self) -> bool:
        """Whether only the kind of the move is seen, and not which it was."""
        return self.text == UNSEEN

    def __str__(self) -> str:
        return self.text


UNSEEN = "?"
"""The text of a move of which a seat sees no more than its kind."""


PASS = EntracteMove(Kind.PASS, -1, 0, "pass")
EXCHANGE = EntracteMove(Kind.EXCHANGE, -1, 0, "exchange")
STOP = EntracteMove(Kind.STOP, -1, 0, "stop")
AGREE = EntracteMove(Kind.AGREE, -1, 0, "agree")
REFUSE = EntracteMove(Kind.REFUSE, -1, 0, "refuse")
DECLARE = EntracteMove(Kind.DECLARE, -1, 0, "declare")
SILENT = EntracteMove(Kind.SILENT, -1, 0, "silent")
HIDDEN: Mapping[Kind, EntracteMove] = {
    kind: EntracteMove(kind, -1, 0, UNSEEN) for kind in (Kind.CODE, Kind.DRAW, Kind.PILE, Kind.GUESS)
}
PLAIN: Mapping[Kind, EntracteMove] = {
    move.kind: move for move in (PASS, EXCHANGE, STOP, AGREE, REFUSE, DECLARE, SILENT)
}
"""The moves that speak of no card and no code."""

MISS = EntracteMove(Kind.MISS, -1, 0, "miss")
"""A turn that nobody noted."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the deal. Two setups with equal components, seats and options are equal.

    `restrict[last][card]` is the mask of codes whose owner may not play `card` after `last`.
    """

    parts: Components
    players: int
    options: tuple[tuple[str, object], ...]
    noted: tuple[NotedCard, ...] = ()
    source: object = field(default=None, compare=False, repr=False)
    chosen: Mapping[str, object] = field(init=False, compare=False, repr=False)
    competitive: bool = field(init=False, compare=False)
    per_seat: int = field(init=False, compare=False)
    limit: int = field(init=False, compare=False)
    must_exchange: bool = field(init=False, compare=False)
    restrict: PairTable = field(init=False, compare=False, repr=False)
    code_moves: tuple[EntracteMove, ...] = field(init=False, compare=False, repr=False)
    draws: tuple[EntracteMove, ...] = field(init=False, compare=False, repr=False)
    piles: tuple[EntracteMove, ...] = field(init=False, compare=False, repr=False)
    plays: tuple[EntracteMove, ...] = field(init=False, compare=False, repr=False)
    guesses: tuple[tuple[EntracteMove, ...], ...] = field(init=False, compare=False, repr=False)
    moves: Mapping[str, EntracteMove] = field(init=False, compare=False, repr=False)
    code_names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    card_names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    deck: tuple[str, ...] | Mapping[str, int] = field(init=False, compare=False, repr=False)
    places: Mapping[str, int] = field(init=False, compare=False, repr=False)
    _names: dict[int, tuple[str, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "chosen", dict(self.options))
        competitive = self.option("mode") == "competitive"
        put(self, "competitive", competitive)
        put(self, "per_seat", 2 if competitive else 1)
        put(self, "limit", ROW_LIMIT if self.option("count_starter") else ROW_LIMIT + 1)
        put(self, "must_exchange", self.option("blocked_exchange") == "required")
        parts = self.parts
        texts = [parts.card_text(card) for card in parts.cards]
        if self.noted:
            texts = [each.name for each in self.noted]
        put(self, "restrict", self._restrict())
        put(self, "draws", tuple(EntracteMove(Kind.DRAW, i, 0, f"draw {t}") for i, t in enumerate(texts)))
        put(self, "piles", tuple(EntracteMove(Kind.PILE, i, 0, f"pile {t}") for i, t in enumerate(texts)))
        put(self, "plays", tuple(EntracteMove(Kind.PLAY, i, 0, f"play {t}") for i, t in enumerate(texts)))
        codes = parts.codes
        dealt = tuple(EntracteMove(Kind.CODE, i, 0, f"code {c.name}") for i, c in enumerate(codes))
        put(self, "code_moves", dealt)
        guesses = [
            tuple(EntracteMove(Kind.GUESS, i, seat, f"guess {seat} {c.name}") for i, c in enumerate(codes))
            for seat in range(self.players + 1)
        ]
        put(self, "guesses", tuple(guesses))
        every = [*dealt, *self.draws, *self.piles, *self.plays, *PLAIN.values()]
        every += [move for row in guesses[1:] for move in row]
        every += [MISS] if self.noted else []
        put(self, "moves", {move.text: move for move in every})
        put(self, "code_names", tuple(code.name for code in codes))
        put(self, "card_names", tuple(texts))
        put(self, "deck", self._deck(texts))
        put(self, "places", {text: place for place, text in enumerate(texts)})
        put(self, "_names", {})

    @property
    def whole(self) -> Setup:
        """The same without what notes tell of cards."""
        return Setup(self.parts, self.players, self.options, source=self.source) if self.noted else self

    def _deck(self, texts: Sequence[str]) -> tuple[str, ...] | Mapping[str, int]:
        """What lies in the deck: its cards; of notes with gaps what was noted, and others that nobody knows."""
        if not self.noted:
            return tuple(texts)
        size = len(self.parts.cards) or MANY
        return {text: (size if text == UNNOTED else 1) for text in texts}

    def _restrict(self) -> PairTable:
        if self.option("both_rule") == "pair":
            return self.parts.pairs
        cards = self.parts.cards
        return tuple(array("Q", [self.barred(before, card) for card in cards]) for before in cards)

    def move(self, text: str) -> EntracteMove:
        """The move of a text; one that is none of this game has no card and no code."""
        return self.moves.get(text) or EntracteMove(Kind.SILENT, -1, 0, text)

    def partial(self, name: str) -> Partial:
        """The values of a card by its name; of notes with gaps those that were noted."""
        place = self.places[name]
        return self.noted[place].card if self.noted else self.parts.cards[place]

    def names_in(self, mask: int) -> tuple[str, ...]:
        """The names of the codes of a mask."""
        found = self._names.get(mask)
        if found is None:
            found = tuple([name for k, name in enumerate(self.code_names) if mask >> k & 1])
            self._names[mask] = found
        return found

    def matched_names(self, before: str, card: str) -> tuple[str, ...]:
        """The codes that a pair matches, cards and codes by name; of notes with gaps all, for nobody asks there."""
        if self.noted:
            return self.code_names
        return self.names_in(self.parts.pairs[self.places[before]][self.places[card]])

    def barred_names(self, before: str, card: str) -> tuple[str, ...]:
        """The codes whose owners may not play a card, by their names."""
        return self.names_in(self.restrict[self.places[before]][self.places[card]])

    def barred(self, before: Card, card: Card) -> int:
        """The codes whose owners may not play `card` after `before` (cards by their values)."""
        return self.parts.matched(before, card) | self.both(card)

    def both(self, card: Partial) -> int:
        """Under the stricter reading of *both* codes: those that forbid this card by itself."""
        mask = 0
        if self.option("both_rule") == "card":
            for index, code in enumerate(self.parts.codes):
                if code.asks == "both" and card and card[code.type] == code.value:
                    mask |= 1 << index
        return mask

    def check_deck(self) -> None:
        """Raise `ProblemError` when the cards are too few to deal; only a game that is dealt needs them."""
        need, have = HAND * self.players + 1, len(self.parts.cards)
        if have < need and not self.noted:
            raise ProblemError(
                f"{self.players} players need a deck of at least {many(need, 'card')}, not {have}: give [deck] cards"
            )

    def option(self, name: str) -> object:
        """The value of an option."""
        return self.chosen[name]

    @property
    def quick(self) -> int:
        """The longest row, starter included, that still earns the best result."""
        return QUICK[self.players]


def setup(
    parts_from: DataFile | Components | Gaps | None, players: int, chosen: Mapping[str, object]
) -> Setup:
    """The shared `Setup` of these (checked) options, with the components of a file, with these or the shipped ones.

    Of `Gaps` that of notes with gaps.

    Raises `ProblemError` when there are too few codes.
    """
    if parts_from is None:
        return _shared(players, tuple(sorted(chosen.items())))
    if isinstance(parts_from, Gaps):
        made = setup(parts_from.source, players, chosen)
        return Setup(made.parts, players, made.options, parts_from.noted, parts_from.source)
    if isinstance(parts_from, Components):
        return _with(parts_from, players, tuple(sorted(chosen.items())), parts_from)
    return _make(parts_from, players, tuple(sorted(chosen.items())))


def _make(parts_from: DataFile | None, players: int, chosen: tuple[tuple[str, object], ...]) -> Setup:
    options = dict(chosen)
    if int(str(options["first"])) > players:
        raise ProblemError(f"option first={options['first']}: there are {players} seats")
    wanted: dict[str, object] = {name: options[name] for name in OF_COMPONENTS}
    parts = components(data=parts_from and parts_from.path, **wanted)
    return _with(parts, players, chosen, parts_from)


def _with(parts: Components, players: int, chosen: tuple[tuple[str, object], ...], source: object) -> Setup:
    made = Setup(parts, players, chosen, source=source)
    if players * made.per_seat > len(parts.codes):
        raise ProblemError(f"{many(len(parts.codes), 'code')} are too few for {players} players")
    return made


@lru_cache(maxsize=64)
def _shared(players: int, chosen: tuple[tuple[str, object], ...]) -> Setup:
    return _make(None, players, chosen)
