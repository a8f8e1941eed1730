"""Evidence as values: what was seen of a game, entry by entry, walked once for everybody who asks.

`records` read it from text and write it, `evidence_of` makes it of a view or a position. `Evidence.steps` puts beside
each entry what the table was before it and what a card played there tells; belief, constraint model, passes and
resampling all start from these steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from deduce.ground.errors import ProblemError
from deduce.rulebook import State, View
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.rules.setup import HAND, EntracteMove, Kind, Setup
from deduce_models.entracte.rules.sources import NotedCard
from deduce_models.entracte.rules.views import EntracteView

NAMES = ("Ann", "Bob", "Cid", "Dee")
"""The players of a game that has no record."""


class Noted(NamedTuple):
    """One thing seen. Masks of seats use bit `seat`; `drawn` and `card` hold what is known of the cards.

    `kind` is play, pass, exchange, unseen, sure, declare, pile, stop, agree, refuse or guess. `listed` is the mask
    of the codes said to be matched (None: nothing was said), `exhaustive` whether no others are. `unsure` are seats
    whose token is not known; `guesses` pairs (seat, code index); `sure` is of how many codes somebody says to be sure.
    """

    kind: str
    seat: int
    card: Partial = ()
    listed: int | None = None
    exhaustive: bool = True
    tokens: int = 0
    unsure: int = 0
    drawn: tuple[Partial, ...] = ()
    sure: int = 0
    guesses: tuple[tuple[int, int], ...] = ()

    @property
    def turn(self) -> bool:
        """Whether the entry ends its seat's turn."""
        return self.kind in ("play", "pass", "unseen")


END = Noted("end", 0)
DRAWING = ("play", "pass", "exchange")
"""Kinds of what is done behind which cards are drawn."""


class TableStep(NamedTuple):
    """An entry with the table before it.

    Attributes:
        number: That of the entry, from 0.
        entry: What was seen.
        last: The last card of the row.
        row: All cards of the row that are known to lie there.
        hand: The cards of the writer, as far as they are known.
        size: How many cards the entry's seat holds, at least: a missed turn is taken for a card played.
        draws: How many cards that seat draws afterwards.
        due: The seat whose turn it is.
        exchanged: The mask of seats (bit `seat`) that have exchanged their hands.
        matched: Of a card played the codes it surely matches,
        open: and those it may match, for all that is known;
        wrong: those about which the cards and a list of codes disagree;
        barred: and those whose owners may not play it (cooperative).
    """

    number: int
    entry: Noted
    last: Partial
    row: tuple[Partial, ...]
    hand: tuple[Partial, ...]
    size: int
    draws: int
    due: int
    exchanged: int
    matched: int = 0
    open: int = 0
    wrong: int = 0
    barred: int = 0


@dataclass(frozen=True)
class Evidence:
    """What one seat has seen: who sits where, what is known from the start, and the entries in order.

    `codes` are masks (0: unknown), `hands` empty where unknown, `me` the seat that has seen it, or 0. `places` say
    where each entry was noted, `codes_at` where the codes were, for sentences only; they do not count in comparisons.
    """

    setup: Setup
    names: tuple[str, ...]
    me: int
    codes: tuple[int, ...]
    start: Partial
    hands: tuple[tuple[Partial, ...], ...]
    entries: tuple[Noted, ...]
    places: tuple[str, ...] = field(default=(), compare=False, repr=False)
    slips: tuple[tuple[float, float], ...] = ()
    codes_at: str = field(default="", compare=False, repr=False)

    @property
    def complete(self) -> bool:
        """Whether every code and hand is told, as a referee tells them."""
        return all(self.codes) and all(self.hands)

    @property
    def over(self) -> bool:
        """Whether everybody has made every guess, so that all is shown."""
        made = [0] * len(self.names)
        for entry in self.entries:
            made[entry.seat - 1] += len(entry.guesses)
        return min(made) >= (len(made) - 1) * self.setup.per_seat

    @cached_property
    def steps(self) -> tuple[TableStep, ...]:
        """Every entry with the table before it; the last step is the table now, with an entry of kind "end"."""
        return tuple(_walk(self))

    @property
    def now(self) -> TableStep:
        """The table after the last entry."""
        return self.steps[-1]

    def place(self, index: int) -> str:
        """Where entry `index` was noted."""
        return self.places[index] if index < len(self.places) else f"entry {index + 1}"

    def first(self, count: int) -> Evidence:
        """The first `count` entries."""
        return replace(self, entries=self.entries[:count], places=self.places[:count])

    def seen_by(self, seat: int) -> Evidence:
        """What of it `seat` has seen (0: what everybody has): without the codes, hands and draws of others.

        Guesses of others, and their codes, are seen in the end (option guesses: heard at once); what lies on piles
        never is.
        """
        shown = bool(seat) and self.over
        heard = self.setup.option("guesses") == "in_turn"
        kept = [
            index
            for index, entry in enumerate(self.entries)
            if entry.kind != "pile" and (entry.kind != "guess" or entry.seat == seat or shown or heard)
        ]
        entries = (self.entries[index] for index in kept)
        return replace(
            self,
            me=seat,
            codes=tuple(mask if own == seat or shown else 0 for own, mask in enumerate(self.codes, 1)),
            hands=tuple(hand if own == seat else () for own, hand in enumerate(self.hands, 1)),
            entries=tuple(e if e.seat == seat or not e.drawn else e._replace(drawn=()) for e in entries),
            places=tuple(map(self.place, kept)) if self.places else (),
        )


def _walk(told: Evidence) -> Iterator[TableStep]:
    setup, me, seats = told.setup, told.me, len(told.names)
    sizes, deck = [HAND] * (seats + 1), len(setup.parts.cards) - 1 - HAND * seats
    last: Partial = told.start
    row: tuple[Partial, ...] = (told.start,)
    hand = told.hands[me - 1] if me else ()
    due, declared, exchanged = int(str(setup.option("first"))), 0, 0
    pass_draws = bool(setup.option("pass_draws"))
    for index, entry in enumerate((*told.entries, END)):
        kind, seat = entry.kind, entry.seat
        for _ in range(seats):
            if declared >> due & 1:
                due = due % seats + 1
        size, draws = sizes[seat], 0
        if kind == "exchange":
            # The whole hand goes back, three cards come; only passes that draw make a hand larger.
            draws, deck, sizes[seat] = HAND, deck + size - HAND, HAND
        elif entry.turn:
            draws = min(1, max(0, deck)) if kind != "pass" or pass_draws else 0
            deck, sizes[seat] = deck - draws, size + draws - (kind != "pass")
        deck -= kind == "pile"
        matched, unknown, wrong, barred = matches(setup, last, entry) if kind == "play" else (0, 0, 0, 0)
        yield TableStep(
            index, entry, last=last, row=row, hand=hand, size=size, draws=draws, due=due, exchanged=exchanged,
            matched=matched, open=unknown, wrong=wrong, barred=barred,
        )  # fmt: skip
        if kind == "play":
            last, row = entry.card, (*row, entry.card)
        elif kind == "unseen":
            last = (None,) * len(last)
        elif kind == "exchange":
            exchanged |= 1 << seat
        elif kind == "declare":
            declared |= 1 << seat
        if seat == me and me:
            if kind == "exchange":
                hand = ()
            elif kind == "play":
                hand = tuple([card for card in hand if card != entry.card])
            hand = (*hand, *entry.drawn) if kind != "pile" else hand
        if entry.turn:
            due = seat % seats + 1


def matches(setup: Setup, last: Partial, entry: Noted) -> tuple[int, int, int, int]:
    """What the card of `entry` tells after `last`: `TableStep.matched`, `open`, `wrong` and `barred`.

    A list of codes says more than a partial card.
    """
    parts, number = setup.parts, setup.parts.number
    before, played = number.get(last), number.get(entry.card)
    unknown = 0
    if before is not None and played is not None:
        matched = parts.pairs[before][played]
    else:
        matched = 0
        for index, (step, i, j) in enumerate(zip(parts.steps, last, entry.card, strict=True)):
            if i is None or j is None:
                unknown |= 7 << (3 * index)
            else:
                matched |= step[i][j]
    wrong = 0
    if entry.listed is not None:
        wrong = (entry.listed & ~matched & ~unknown) | (matched & ~entry.listed if entry.exhaustive else 0)
        matched |= entry.listed
        unknown = 0 if entry.exhaustive else unknown & ~matched
    return matched, unknown, wrong, 0 if setup.competitive else matched | setup.both(entry.card)


@dataclass(frozen=True)
class Beside:
    """What a seat's notes tell beside the events of the rules: a remark of a record's view.

    Attributes:
        codes: Everybody's, as masks (0: not noted).
        start: The first card of the row.
        hand: The writer's cards at first; empty where not noted.
        said: What was noted that is no event of the rules, each with the number of the event before which, and its line.
        lines: Where each event was noted.
        slips: How often each seat forgets a token, and puts one that is false; empty for people of whom nothing is known.
        codes_at: Where the codes were noted.
    """

    codes: tuple[int, ...] = ()
    start: Partial = ()
    hand: tuple[Partial, ...] = ()
    said: tuple[tuple[int, Noted, str], ...] = ()
    lines: tuple[str, ...] = ()
    slips: tuple[tuple[float, float], ...] = ()
    codes_at: str = ""


def evidence_of(
    position: State | View | EntracteView | Evidence,
    names: Sequence[str] = (),
    beside: Beside | None = None,
) -> Evidence:
    """What a position tells: everything of a state, what its seat has seen of a view; a record's view is evidence.

    `beside` is what a record tells that the position does not; a view of notes has it.
    """
    if isinstance(position, Evidence):
        return position
    beside = beside or Beside()
    face: EntracteView
    if isinstance(position, EntracteView):
        face = position
    else:
        face, names = position.face, names or position.setting.names
        remarks = position.remarks if isinstance(position, View) else ()
        beside = remarks[0][1] if remarks else beside
    setup = face.setup
    names = tuple(names) or NAMES[: setup.players]
    if len(names) != setup.players:
        raise ProblemError(f"{setup.players} players need {setup.players} names, not {len(names)}")
    return _Gathered(face, names, beside).evidence()


class _Gathered:
    """Evidence under way: the log of a position, with what notes tell beside it."""

    def __init__(self, position: EntracteView, names: tuple[str, ...], beside: Beside) -> None:
        setup = position.setup
        self.position, self.names, self.beside = position, names, beside
        self.whole = setup.whole
        self.noted = setup.noted or [
            NotedCard(name, card) for name, card in zip(setup.card_names, setup.parts.cards, strict=True)
        ]
        self.codes = [0] * setup.players
        self.dealt: list[tuple[Partial, ...]] = [()] * setup.players
        self.start: Partial = (None,) * len(setup.parts.types)
        self.entries: list[Noted] = []
        self.places: list[str] = []
        self.played = 0

    def evidence(self) -> Evidence:
        """All of it."""
        beside, me, log = self.beside, self.position.seat, self.position.log
        said = list(beside.said)
        for number, (seat, move) in enumerate(log):
            while said and said[0][0] <= number:
                self._put(*said.pop(0)[1:])
            if not move.hidden:
                self._event(seat, move, beside.lines[number] if number < len(beside.lines) else "")
        for _, entry, line in said:
            self._put(entry, line)
        if any(beside.codes):
            self.codes = list(beside.codes)
        hands = tuple(tuple(sorted(hand)) for hand in self.dealt)
        if me and beside.hand:
            hands = tuple(beside.hand if seat == me else hand for seat, hand in enumerate(hands, 1))
        places = tuple(self.places) if any(self.places) else ()
        start = beside.start or self.start
        return Evidence(
            self.whole,
            self.names,
            me=me,
            codes=tuple(self.codes),
            start=start,
            hands=hands,
            entries=tuple(self.entries),
            places=places,
            slips=beside.slips,
            codes_at=beside.codes_at,
        )

    def _put(self, entry: Noted, place: str) -> None:
        self.entries.append(entry)
        self.places.append(place)

    def _event(self, seat: int, move: EntracteMove, place: str) -> None:
        kind, position = move.kind, self.position
        if kind is Kind.PLAY:
            self.played += 1
            _, card, listed, exhaustive = self.noted[move.item]
            tokens, unsure = (
                position.tokens[self.played],
                position.unsure[self.played] if position.unsure else 0,
            )
            self._put(Noted("play", seat, card, listed, exhaustive, tokens=tokens, unsure=unsure), place)
        elif kind is Kind.MISS:
            self.played += 1
            self._put(Noted("unseen", seat), place)
        elif kind is Kind.CODE:
            self.codes[seat - 1] |= 1 << move.item
        elif kind is Kind.DRAW:
            self._draw(seat, self.noted[move.item].card)
        elif kind is Kind.PILE:
            self._put(Noted("pile", seat, drawn=(self.noted[move.item].card,)), place)
        elif kind is Kind.GUESS:
            guess = (move.seat, move.item)
            if self.entries and self.entries[-1].kind == "guess" and self.entries[-1].seat == seat:
                self.entries[-1] = self.entries[-1]._replace(guesses=(*self.entries[-1].guesses, guess))
            else:
                self._put(Noted("guess", seat, guesses=(guess,)), place)
        elif kind is not Kind.SILENT:
            self._put(Noted(move.text, seat), place)

    def _draw(self, seat: int, card: Partial) -> None:
        if seat == 0:
            self.start = card
        elif not self.entries:
            self.dealt[seat - 1] = (*self.dealt[seat - 1], card)
        else:
            turns = (
                at for at, each in enumerate(self.entries) if each.seat == seat and each.kind in DRAWING
            )
            at = max(turns, default=len(self.entries) - 1)
            self.entries[at] = self.entries[at]._replace(drawn=(*self.entries[at].drawn, card))
