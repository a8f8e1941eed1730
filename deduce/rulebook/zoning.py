"""What rules say of zones: decks, hands, draws, and cards that go from place to place. A part of `deduce.rulebook.table`.

The words fit both kinds of runs: a live one has the cards, a blind one what its seat knows of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.wording import many
from deduce.language.variables import Variable, is_whole
from deduce.rulebook.account import Account
from deduce.rulebook.audience import ALL, EVERYBODY, NOBODY, Who, audience
from deduce.rulebook.drawing import Draw
from deduce.rulebook.faults import RulesError, Untold, where
from deduce.rulebook.heard import Entry, Event
from deduce.rulebook.zones import Amount, Bag, Drained, Lazy, Slot, Zone

if TYPE_CHECKING:
    from deduce.rulebook.places import Places
    from deduce.rulebook.setting import Setting

NONE: frozenset[Hashable] = frozenset()


class Zoning(Account):
    """The part of a `Table` that moves cards.

    Attributes:
        zones: By name; empty where a run began at a mark.
        unseen: Of a blind table: the draws it did not see, by number, with their names and the stretch of drawing.
        barred: Of a blind table: the cards that an unseen draw would have shown to all.
        drains: Of a blind table: every stretch of drawing.
        asked: Of a blind table: bags of which something was asked that was never said.
        stale: Of a blind table: what happened since nobody could read; nothing is said of hands as they are now.
        slots: Of a blind table: what was left of hands, by when (how many draws there had been, and how many of these).
    """

    __slots__ = (
        "asked", "barred", "drains", "places", "settled", "slots", "stale", "unseen", "zones",
    )  # fmt: skip

    def __init__(self, setting: Setting, seat: int | None = None, entries: Iterable[Entry] = ()) -> None:
        super().__init__(setting, seat, entries)
        self.zones: dict[str, Zone] = {}
        self.settled = 0
        self.unseen: dict[int, tuple[str, Drained]] = {}
        self.drains: list[Drained] = []
        self.places: tuple[int, Places] | None = None
        self.slots: dict[tuple[int, int], list[Slot]] = {}
        self.barred: dict[int, frozenset[Hashable]] = {}
        self.asked: list[Bag] = []
        self.stale = False

    if TYPE_CHECKING:

        def show(self, who: Who, variable: Variable) -> Any: ...  # noqa: D102

    def deck(self, name: str, cards: Iterable[Hashable] | Mapping[Any, int]) -> Zone:
        """Cards face down, from which chance draws: a list with one entry a card, or copies by card.

        Raises `RulesError` for a name in use and for two cards that are written alike.
        """
        given = tuple(cards.items()) if isinstance(cards, Mapping) else tuple(cards)
        counted = isinstance(cards, Mapping)
        copies = self.setting.once(("deck", name, given), lambda: _copies(name, given, counted))
        zone = self._zone(name, 0, copies)
        zone.hand = False
        if zone.live is not None:
            zone.live += [card for card, number in copies.items() for _ in range(number)]
        else:
            zone.bag = Bag(copies)
        return zone

    def zone(self, name: str, seen_by: Who = NOBODY, *, of: Zone | None = None) -> Zone:
        """An empty place for cards that `seen_by` see as they come; `of` is their deck, where there are several."""
        if of is None:
            decks = {id(each.copies): each for each in self.zones.values() if each.copies}
            if len(decks) != 1:
                raise RulesError(f"zone {name!r}: say of which deck its cards are, of=deck", where())
            of = next(iter(decks.values()))
        if not isinstance(of, Zone):
            raise RulesError(f"zone {name!r}: of is the deck itself, not {of!r}", where())
        return self._zone(name, audience(seen_by, self.seats), of.copies)

    def _zone(self, name: str, mask: int, copies: Mapping[Hashable, int]) -> Zone:
        if name in self.zones:
            raise RulesError(f"there is already a zone {name!r}; names are unique in a game", where())
        self.zoned = True
        made = self.zones[name] = Zone(name, mask, copies, self.seat is None)
        return made

    def draw(
        self,
        deck: Zone,
        to: Zone | None = None,
        seen_by: Who | None = None,
        *,
        text: str = "",
        open: Iterable[Hashable] = (),  # noqa: A002 - as rules say it
    ) -> Draw:
        """To be yielded: chance draws a card of `deck` (of any zone) into `to` (out of the game, where there is none).

        Who sees `to` or what it is drawn from sees the card; `seen_by` says otherwise. Seen by everybody, the yield
        gives the card.

        Args:
            deck: Where it is drawn from.
            to: Where it goes.
            seen_by: Who sees it, where not those who see one of the two.
            text: How it is written, with ``{}`` for the card: ``"deal {} to Ann"``. Everybody is told that it was drawn,
                and notes may say so (``deal ? to Ann``).
            open: Cards that everybody sees as soon as they are drawn, and that do not come into `to`: the yield gives
                such a card, and None for any other.
        """
        if not (deck.live or len(deck)):
            raise RulesError(f"there is nothing to draw in {deck.name}", where())
        sight = deck.mask | (to.mask if to is not None else 0)
        mask = sight if seen_by is None else audience(seen_by, self.seats)
        place = to if to is not None else deck
        place.drawn += 1
        if text and text.count("{}") != 1:
            raise RulesError(f"draw: the text {text!r} has one place for the card, {{}}", where())
        return self.owe(
            Draw(
                deck, to, mask, f"{place.name}, card {place.drawn}", text, frozenset(open) if open else NONE
            )
        )

    def drew(self, ask: Draw, card: Any) -> Any:
        """A card has been drawn; None is one that the seat of a blind table did not see."""
        mask, to = ask.mask, ask.to
        if ask.open and card in ask.open:
            mask, to = ALL, None
        if self.seat is None:
            if ask.deck.live:
                ask.deck.live.remove(card)
            else:
                ask.deck.under.pop(0)
            if to is not None and to.live is not None:
                to.live.append(card)
        else:
            self._draw_blind(ask, card, to)
        self.note(Event(mask, "draw", 0, ask.said, card, (to, ask.noticed), name=ask.name))
        if ask.open and ask.mask != ALL:
            return card if mask == ALL else None
        return card if mask == ALL else Untold(ask.name)

    def _draw_blind(self, ask: Draw, card: Any, to: Zone | None) -> None:
        deck = ask.deck
        self.draws += 1
        single: Bag | None = None
        if not len(deck.bag):
            single = deck.under.pop(0)
        elif len(deck.bag) == 1:
            single, deck.bag = deck.bag, Bag()
        if single is not None:
            if card is not None:
                self._held(deck.name, single, card, [card])
            elif ask.open:  # it does not lie open
                barred = [each for each in deck.copies if each in ask.open]
                self._held(deck.name, single, f"no {' or '.join(map(str, barred))}", barred, False)
            piece = single if card is None else Bag.of([card])
        else:
            if deck.drained is None or deck.drained.end is not deck.bag:
                deck.drained = Drained(deck.name, deck.bag, deck.copies)
                self.drains.append(deck.drained)
            if card is None:
                piece = Bag(terms={self.draws: 1})
                self.unseen[self.draws] = (ask.name, deck.drained)
                if ask.open:
                    self.barred[self.draws] = ask.open
            else:
                piece = Bag.of([card])
            deck.bag = deck.drained.end = deck.bag.plus(piece, -1)
            deck.drained.at = self.draws
            if deck.hand:
                deck.bag = self._settled(deck, deck.bag)
        if to is not None:
            to.bag = to.bag.plus(piece)

    def _held(
        self, name: str, bag: Bag, said: Hashable, cards: Sequence[Hashable], held: bool = True
    ) -> None:
        """A blind table learns whether one of these cards was in a bag; `said` is what was."""
        if bag.terms:
            amount = Amount(((1, bag, dict.fromkeys(cards, 1)),))
            fact = amount >= 1 if held else amount <= 0
            self.note(Event(1 << (self.seat or 0), "held", 0, name, said, fact))

    def _settled(self, zone: Zone, bag: Bag) -> Bag:
        """What is left of a hand: its cards in order, in place of all that came and went.

        What happens to it later then hangs on few variables.
        """
        gone = any(number < 0 for numbers in (bag.fixed, bag.terms) for number in numbers.values())
        if not gone or not bag.terms or not zone.hand or max(zone.copies.values()) == 1:
            return bag
        if not len(bag):
            return Bag()
        self.settled += 1
        slots = [
            Slot(f"{zone.name} ({self.settled}), {number + 1}", bag, zone.copies)
            for number in range(len(bag))
        ]
        self.slots[self.draws, self.settled] = slots
        return Bag(terms=dict.fromkeys(slots, 1))

    def take(self, zone: Zone, card: Any) -> Any:
        """A card leaves a zone in the open: a value that everybody knows, or the variable of a choice not seen by all."""
        self._taken(zone, card)
        return card

    def _taken(self, zone: Zone, card: Any) -> Any:
        """Take a card away; gives the card or, in a blind run that does not know it, a bag with it."""
        if zone.under:
            raise RulesError(
                f"cards lie under {zone.name}; shuffle it before something is taken out", where()
            )
        if isinstance(card, Variable):
            card = self.world.get(card, card)
        if zone.live is not None:
            if card not in zone.live:
                raise RulesError(
                    f"{card!r} is not in {zone.name}, so it cannot be taken from there", where()
                )
            zone.live.remove(card)
            return card
        if not len(zone.bag):
            raise RulesError(f"nothing is in {zone.name}, so {card} cannot be taken from there", where())
        if isinstance(card, Variable):
            piece = Bag(terms={card: 1})
        else:
            piece = Bag.of([card])
            self._held(zone.name, zone.bag, card, [card])
        zone.bag = self._settled(zone, zone.bag.plus(piece, -1))
        return piece

    def put(self, zone: Zone, card: Any, under: bool = False) -> None:
        """A card that was taken comes into a zone (`under`: below its cards, to be drawn when they are gone).

        Who sees the zone sees what it is.
        """
        if isinstance(card, Variable):
            if zone.mask:
                self.show(self._seats(zone.mask), card)
            shown = self.hears(zone.mask) and card not in self.world
            known = self.log[-1].value if shown else self.world.get(card)
            piece = Bag.of([known]) if known is not None else Bag(terms={card: 1})
            card = known
        else:
            piece = Bag.of([card])
        if zone.live is not None:
            (zone.under if under else zone.live).append(card)
        elif under:
            zone.under.append(piece)
        else:
            zone.bag = zone.bag.plus(piece)

    def move(self, card: Any, source: Zone, to: Zone, under: bool = False) -> None:
        """A card goes from zone to zone: `take`, then `put`."""
        self._taken(source, card)
        self.put(to, card, under)

    def bury(self, zone: Zone, deck: Zone) -> None:
        """The last card of a zone goes under the cards of another; nobody need know what it is."""
        if len(zone) != 1 or zone.under:
            raise RulesError(f"{many(len(zone), 'card')} of {zone.name} to bury; expected one", where())
        if zone.live is not None:
            deck.under.append(zone.live.pop())
        else:
            deck.under.append(zone.bag)
            zone.bag = Bag()

    def set_aside(self, zone: Zone) -> Zone:
        """All cards leave a zone, unseen; gives the zone in which they lie now."""
        aside = Zone(f"{zone.name}, set aside", 0, zone.copies, self.seat is None)
        self._pour(zone, aside)
        return aside

    @staticmethod
    def _pour(source: Zone, to: Zone) -> None:
        """All cards of one zone come to another."""
        if source.live is not None and to.live is not None:
            to.live += [*source.live, *source.under]
            source.live.clear()
        else:
            held = source.snapshot()
            to.bag = to.bag.plus(held) if isinstance(held, Bag) else to.bag
            source.bag = Bag()
        source.under.clear()

    def shuffle_in(self, deck: Zone, cards: Zone | Iterable[Any] = ()) -> None:
        """All cards of a zone, or these that were taken, come into a deck, which is shuffled."""
        if isinstance(cards, Zone):
            self._pour(cards, deck)
        else:
            for card in cards:
                self.put(deck, card)
        if deck.live is not None:  # what was shuffled has no order: equal cards are drawn alike
            deck.live += deck.under
            copies = deck.copies
            places = self.setting.once(
                ("places", id(copies)), lambda: {card: place for place, card in enumerate(copies)}
            )
            deck.live.sort(key=places.__getitem__)
        else:
            for below in deck.under:
                deck.bag = deck.bag.plus(below)
        deck.under.clear()

    def swap(self, *zones: Zone) -> None:
        """Two zones trade their cards, of several each gets those of the next; who sees a zone sees what came.

        Hands that go round, as in a draft, are passed in one: hands traded two by two would show what goes on.
        Raises `RulesError` for fewer than two, one that comes twice, and cards of different decks.
        """
        if (
            len(zones) < 2
            or len(set(map(id, zones))) < len(zones)
            or any(z.copies is not zones[0].copies for z in zones)
        ):
            said = ", ".join(zone.name for zone in zones) or "nothing"
            raise RulesError(f"swap: expected two or more different zones of one deck, not {said}", where())
        held = [(zone.live, zone.bag, zone.under) for zone in zones]
        for zone, what in zip(zones, [*held[1:], held[0]], strict=True):
            zone.live, zone.bag, zone.under = what
        for zone in zones:
            if zone.mask:
                self.reveal(self._seats(zone.mask), zone)

    def reveal(self, who: Who, zone: Zone) -> Any:
        """`who` sees all cards of a zone. Gives them (a tuple, in the deck's order) where everybody does."""
        mask = audience(who, self.seats)
        held: Any = zone
        if self.seat is None:
            order = {card: place for place, card in enumerate(zone.copies)}
            cards: Any = tuple(sorted((*(zone.live or ()), *zone.under), key=order.__getitem__))
        elif self.hears(mask):
            cards, held = self.heard("reveal", zone.name, zone).value, (zone.snapshot(), zone.copies)
            if not zone.under:
                zone.bag = Bag.of(cards)
        else:
            return Untold(f"what lies in {zone.name}")
        self.note(Event(mask, "reveal", 0, zone.name, cards, held))
        return cards if mask == ALL else Untold(f"what lies in {zone.name}")

    def placed(self) -> Places:
        """The variables of the cards that a blind table did not see, as far as it has come."""
        from deduce.rulebook.places import Places

        seen = 2 * len(self.log) + self.stale
        if self.places is None or self.places[0] != seen:
            self.places = (seen, Places(self))  # type: ignore[arg-type]
        return self.places[1]

    def lowered(self, fact: Any) -> Any:
        """A fact of a blind table as one about variables; True or False where it hangs on none."""
        from deduce.rulebook.stretches import Split

        if not isinstance(fact, Lazy):
            return fact
        while True:
            try:
                return self.placed().lowered(fact)
            except Split as split:
                # Asked of a part of what was one until now: from now on it is told apart.
                self.asked.append(split.bag)
                self.places = None

    def _seats(self, mask: int) -> Who:
        return EVERYBODY if mask == ALL else [seat for seat in self.seats if mask >> seat & 1]


def _copies(name: str, cards: tuple[Any, ...], counted: bool) -> dict[Hashable, int]:
    found: dict[Hashable, int] = {}
    for card, number in cards if counted else ((card, 1) for card in cards):
        if not is_whole(number) or number < 0:
            raise RulesError(f"deck {name!r}: {number!r} copies of {card!r}", where())
        found[card] = found.get(card, 0) + int(number)
    written: dict[str, Hashable] = {}
    for card in found:
        if written.setdefault(str(card), card) is not card or not str(card).strip():
            raise RulesError(
                f"deck {name!r}: two cards are called {str(card)!r}, or one has no name", where()
            )
    if not found:
        raise RulesError(f"deck {name!r} has no cards", where())
    return found
