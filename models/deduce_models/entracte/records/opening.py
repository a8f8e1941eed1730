"""What a record tells before its lines are read: codes and cards of its header, and whether its lines leave gaps.

Of notes with gaps cards are what was noted of them, so these are looked for in all lines first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from deduce.ground.errors import RecordError
from deduce.ground.wording import say
from deduce.records.record import Line, Record
from deduce.records.words import Word, clauses, end_of
from deduce.rulebook.deeds import Done
from deduce.rulebook.notes import Foretold
from deduce.rulebook.plain import Due, nobody, plain_words, ways
from deduce.rulebook.setting import Setting
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.records.words import deeds
from deduce_models.entracte.rules.setup import HAND, Setup
from deduce_models.entracte.rules.sources import UNNOTED, Gaps, NotedCard


class Opening:
    """What the header tells of codes and cards; `errors` is what was refused of it, `deck` the one that it names."""

    def __init__(self, record: Record, setting: Setting, me: int | None) -> None:
        self.setup: Setup = setting.data
        self.deeds = deeds(setting, me)
        self.deck = self.setup.parts.cards if record.get("data") else ()
        self.lines = {key: line for key, _, line in record.header}
        self.errors: list[RecordError] = []
        seats = self.setup.players
        self.codes: tuple[int, ...] = tuple(self._read(self._codes, (0,) * seats))
        self.start: Partial = (None,) * len(self.setup.parts.types)
        self.start = self._read(self._start, self.start)
        self.hands: tuple[tuple[Partial, ...], ...] = tuple(self._read(self._hands, ((),) * seats))

    def _read(self, read: Callable[[], Any], otherwise: Any) -> Any:
        """What one line of the head tells; `otherwise` where it cannot be read."""
        try:
            return read()
        except RecordError as error:
            self.errors.append(error if error.example else error.like(self._example(read.__name__)))
            return otherwise

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Opening) or self.setup is not other.setup:
            return False
        return self.deeds.me == other.deeds.me and self.lines == other.lines

    __hash__ = None  # type: ignore[assignment]

    @property
    def codes_at(self) -> str:
        """The line that tells the codes; empty where there is none."""
        line = self.lines.get("code", self.lines.get("codes"))
        return f"line {line.number}" if line is not None else ""

    @property
    def complete(self) -> bool:
        """Whether every code and hand is told, as a referee tells them."""
        return all(self.codes) and all(self.hands)

    @property
    def clear(self) -> bool:
        """Whether it leaves nothing open that the rules tell the writer."""
        me, number = self.deeds.me, self.setup.parts.number
        cards = [self.start, *(card for hand in self.hands for card in hand)]
        mine = not me or (self.codes[me - 1] and self.hands[me - 1])
        return not self.errors and bool(mine) and all(card in number for card in cards)

    def dealt(self, me: int | None, *, gaps: bool) -> Iterator[tuple[str, Line]]:
        """What it tells, in the words of the rules; of notes with gaps and those of a bystander the first card alone."""
        setup, name = self.setup, self.setup.parts.card_text
        line = next(iter(self.lines.values()))
        seats = range(0) if gaps or me == 0 else range(1, setup.players + 1)
        codes = [[f"code {setup.code_names[code]}" for code in bits(mask)] for mask in self.codes]
        hands = [[f"draw {name(card)}" for card in hand] for hand in self.hands]
        for key, single, texts in (("codes", "code", codes), ("hands", "hand", hands)):
            line = self.lines.get(key, self.lines.get(single, next(iter(self.lines.values()))))
            for seat in seats:
                yield from ((text, line) for text in texts[seat - 1] if me in (None, seat))
        start = noted_card(setup, self.start).name if not seats else name(self.start)
        yield f"draw {start}", self.lines.get("start", line)

    def _value(self, key: str) -> list[Word]:
        return plain_words(self.lines[key], self.lines[key].value_at) if key in self.lines else []

    def _codes(self) -> Sequence[int]:
        codes, me = [0] * self.setup.players, self.deeds.me
        mine = (
            me
            and "code" not in self.lines
            and "codes" in self.lines
            and "/" not in self.lines["codes"].text
        )
        key = "codes" if mine else "code"  # the writer's own two
        if not mine and self._value("codes"):
            codes = [self._mask(words, self.lines["codes"]) for words in self._by_seat("codes")]
        if self._value(key):
            line = self.lines[key]
            if not me:
                raise line.error(say("whose code is it? add 'me: NAME' to the header"), 1)
            if any(codes):
                raise line.error(say("'codes' gives every seat's code already; leave 'code' out"), 1)
            codes[me - 1] = self._mask(self._value(key), line)
        given = [mask for mask in codes if mask]
        if sum(given).bit_count() != self.setup.per_seat * len(given):
            column = self._value("codes")[0].column
            raise self.lines["codes"].error(
                say("one code is given to two seats; each code card exists once"), column
            )
        return codes

    def _mask(self, words: list[Word], line: Line) -> int:
        found: list[int] = []
        wanted = self.setup.per_seat
        told = clauses(words, ";")
        column = words[0].column if words else end_of(line)
        if len(told) <= wanted:
            for part in told:
                found += self.deeds.words.called.read_some(part, line, column, most=wanted)
        if len(found) != wanted:
            codes = say("one code" if wanted == 1 else "two codes with ; between")
            got = max(len(told), len(found))
            raise line.error(say("expected {wanted}, not {got}", wanted=codes, got=got), column)
        if len(set(found)) != wanted:
            raise line.error(say("the two codes must differ"), told[-1][0].column)
        return sum(1 << code for code in found)

    def _start(self) -> Partial:
        if "start" not in self.lines:
            return self.start
        return self.setup.parts.features.read(self._value("start"), self.lines["start"])

    def _hands(self) -> Sequence[tuple[Partial, ...]]:
        hands: list[tuple[Partial, ...]] = [()] * self.setup.players
        if self._value("hands"):
            hands = [self._hand(words, self.lines["hands"]) for words in self._by_seat("hands")]
        if self._value("hand"):
            if not self.deeds.me:
                raise self.lines["hand"].error(say("whose hand is it? add 'me: NAME' to the header"), 1)
            hands[self.deeds.me - 1] = self._hand(self._value("hand"), self.lines["hand"])
        return hands

    def _hand(self, words: list[Word], line: Line) -> tuple[Partial, ...]:
        cards = tuple(self.setup.parts.features.read(part, line) for part in clauses(words, ";"))
        if len(cards) != HAND:
            column = words[0].column if words else end_of(line)
            wanted = say("{number:card} with ; between", number=HAND)
            raise line.error(say("expected {wanted}, not {got}", wanted=wanted, got=len(cards)), column)
        return cards

    def _by_seat(self, key: str) -> list[list[Word]]:
        """The words of each seat, between the slashes of a header line."""
        words, line = self._value(key), self.lines[key]
        told, seats = clauses(words, "/"), self.setup.players
        if len(told) != seats:
            column = words[0].column if words else end_of(line)
            wanted = say(
                "the codes of {seats} seats with / between"
                if key == "codes"
                else "the hands of {seats} seats with / between",
                seats=seats,
            )
            raise line.error(say("expected {wanted}, not {got}", wanted=wanted, got=len(told)), column)
        return told

    def _example(self, what: str) -> str:
        parts = self.setup.parts
        if what == "_codes":
            return f"code: {' ; '.join([parts.codes[1].name, parts.codes[3].name][: self.setup.per_seat])}"
        return f"start: {parts.card_text(tuple(0 for _ in parts.types))}" if what == "_start" else ""


def foretell(record: Record, setting: Setting, me: int | None) -> Foretold:
    """What the header tells; notes that are nobody's and tell not everything are a bystander's."""
    opening = Opening(record, setting, me)
    return Foretold({"opening": opening}, writer=0 if me is None and not opening.complete else None)


def settings_of(record: Record, setting: Setting, me: int | None) -> Sequence[Setting]:
    """That of the game itself, if the notes may leave nothing open; and that of notes with gaps."""
    game, opening = setting.game, Opening(record, setting, me)
    lines = list(_read_ahead(record.events, setting, me))
    if not record.get("first"):
        first = next((said.seat for said in lines if said.deed in ("play", "pass", "miss", "exchange")), 0)
        if first > 1:
            setting = game.setting(
                len(setting.names), setting.chosen | {"first": first}, setting.path, setting.names
            )
    if me is None and opening.complete:
        return (setting,)
    cards = [opening.start, (), *(card for hand in opening.hands for card in hand)]
    noted = [noted_card(setting.data, card) for card in (*cards, *setting.data.parts.cards)]
    for said in lines:
        noted += [noted_card(setting.data, said.thing, said.listed, said.whole)] * (said.deed == "play")
        noted += [noted_card(setting.data, card) for card in said.drawn]
    gaps = Gaps(setting.data.source, tuple({card.name: card for card in noted}.values()))
    with_gaps = game.setting(len(setting.names), setting.chosen, gaps, setting.names)
    open_ = any(said.deed == "miss" or said.listed is not None or "?" in said.told for said in lines)
    return (setting, with_gaps) if opening.clear and not open_ else (with_gaps,)


def ways_of(line: Line, setting: Setting, me: int | None, due: Due = nobody) -> list[list[Done]]:
    """What a line may tell, as it stands or typed in a hurry."""

    def hurried(text: str) -> list[list[str]]:
        from deduce_models.entracte.records.hurried import readings

        return readings(text, setting, me)

    return ways(line, deeds(setting, me), hurried, due)


def _read_ahead(lines: Sequence[Line], setting: Setting, me: int | None) -> Iterator[Done]:
    for line in lines:
        told = ways_of(line, setting, me)
        yield from chain.from_iterable(told) if told else [Done("miss", deeds(setting, me).beginning(line))]


def noted_card(
    setup: Setup, card: Partial, listed: int | None = None, exhaustive: bool = True
) -> NotedCard:
    """A card as it was noted, by a name that says all of it."""
    parts = setup.parts
    card = card or (None,) * len(parts.types)
    words = [parts.card_text(card)] if any(value is not None for value in card) else []
    if listed is not None:
        codes = ", ".join(parts.codes[code].name for code in bits(listed))
        words.append(f"listed {codes or 'nothing'}" + ("" if exhaustive else " and more"))
    return NotedCard(" ".join(words) or UNNOTED, card, listed, exhaustive)
