"""What is fixed and public during a game: components, seats, options, and tables made from them once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from deduce.games.base import Option, options_of
from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.components.elements import COLOURS, JOKER, PRICES, YELLOW
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.components.parts import (
    CRAFTS,
    DATA,
    SLOTS,
    TOKEN_VALUE,
    Act,
    Character,
    Components,
)
from deduce_models.shakespeare.rules.moves import OBJECTIVES, PLAIN, POUNDS, TOKEN, Move, MoveTable

ROLES = ("actor", "mistress", "dresser", "handyman", "jeweler", "queen", "assistant", "extra")
"""Kinds of persons, numbered; `Setup.roles` holds the number."""

ACTOR, MISTRESS, DRESSER, HANDYMAN, JEWELER, QUEEN, ASSISTANT, EXTRA = range(8)

WORKERS = (MISTRESS, DRESSER, HANDYMAN, JEWELER)
"""The roles that take elements."""

SET_MAKERS = (DRESSER, HANDYMAN, JEWELER)
COSTUME_MAKERS = (MISTRESS, HANDYMAN, JEWELER)

Spots = tuple[tuple[int, int], ...]
"""Open spaces of a stage, each with the bit mask of the colours that its mirror allows (bit 1: black)."""

ANY_COLOUR = (1 << len(COLOURS) + 1) - 2


OPTIONS: Mapping[str, Option] = options_of(DATA / "options.toml")

TITLE = "Shakespeare"

SEATS = range(1, 5)
"""How many can play."""


@dataclass(frozen=True, slots=True)
class Options:
    """The values of all options but `stage` and `act3_length`; see data/options.toml."""

    rest: str
    act_tiers_cumulative: bool
    pass_before_recruiting: bool
    grey_into_penalty: bool
    blocked_reorders: bool
    prize_in_penalty: bool
    final_tie: str
    plus3_limit: bool
    stack_at_once: bool
    split_quills: bool
    short_objectives: str
    payment: str
    neutral_ahead: bool
    draft_extras: bool


class Setup:
    """The public frame of one game. Two are equal when components, seats and options are.

    Persons are numbered: first the characters printed on the board, then the deck's cards as characters, then
    the deck's cards as Extras. Cards and objectives are numbered as in the components, acts from 0.

    Attributes:
        parts: The components.
        stage: Their stage.
        seats: Seats.
        options: The options.
        acts: The act tracks (`act3_length` applied).
        discs: Discs on each act track: one a seat; solo one more, the neutral disc (number 2).
        shown: Characters displayed a day.
        drawn: Elements of each kind offered a day.
        people: The character of each person; `codes` their text forms, `roles` their kinds (`ROLES`).
        trades: In whose way each person takes elements: a role of `WORKERS`; -1 for who takes none.
        wears: Whether each person has a costume.
        printed: How many persons are printed on the board; card c is person ``printed + c`` face up and person
            ``printed + cards + c`` as an Extra.
        cards: How many cards the deck has.
        candles: For each space 1 with a candle, else 0.
        moves: All moves.
    """

    def __init__(self, parts: Components, seats: int, options: Options) -> None:
        self.parts, self.stage, self.seats, self.options = parts, parts.stage, seats, options
        self.acts: tuple[Act, Act, Act] = parts.acts
        self.discs = max(2, seats)
        group = max(2, seats)
        self.shown, self.drawn = group + 2, 3 * group
        self.bag = parts.bags[seats]
        self.printed, self.cards = len(parts.start), len(parts.deck)
        extra = Character("Extra", "extra", 0, power=parts.extra)
        self.people = (*parts.start, *parts.deck, *(extra for _ in parts.deck))
        self.codes = (*_start_codes(parts), *parts.codes, *(f"extra-{code}" for code in parts.codes))
        self.roles = tuple(ROLES.index(person.kind) for person in self.people)
        self.trades = tuple(
            ROLES.index(person.trade) if person.trade else role if role in WORKERS else -1
            for person, role in zip(self.people, self.roles, strict=True)
        )
        self.wears = tuple(person.wears for person in self.people)
        self.candles = tuple(int(cell.candle) for cell in self.stage.cells)
        self.objective_codes = tuple(item.name.lower().replace(" ", "-") for item in parts.objectives)
        self.objective_ids = {code: item for item, code in enumerate(self.objective_codes)}
        self.all_objectives = tuple(range(len(parts.objectives)))
        self.moves = MoveTable(
            seats,
            parts.codes,
            self.codes,
            [cell.name for cell in self.stage.cells],
            self.objective_codes,
            parts.cylinders,
            self.drawn,
        )
        self.by_text: dict[str, Move] = {move.text.casefold(): move for move in self.moves.all()}
        self.every = frozenset(self.by_text.values())
        self.person_ids = {code: person for person, code in enumerate(self.codes)}
        self.everybody = tuple(range(1, seats + 1))
        self.colours_in = _colours_in
        self.empty = self.stage.empty
        self._tables()
        self._key = (seats, options, parts)
        self._hash = hash((seats, self.stage.name, options))

    def _tables(self) -> None:
        activations = self.moves.activations
        self.plain: list[tuple[Move, ...]] = []
        self.tokened: list[tuple[Move, ...]] = []
        for person, role in enumerate(self.roles):
            found = activations[person]
            if role in (ASSISTANT, EXTRA):
                plain: tuple[Move, ...] = ()
            elif role == QUEEN:
                plain = (found[POUNDS], found[OBJECTIVES])
            else:
                plain = (found[PLAIN],)
            self.plain.append(plain)
            self.tokened.append((*plain, found[TOKEN]) if ROLES[role] in CRAFTS else plain)
        self.ways = [frozenset(move.place for move in moves) for moves in self.tokened]
        self.taken = [pair if self.options.draft_extras else pair[:1] for pair in self.moves.drafts]
        # By the money in hand: the colours that it buys. Yellow has no price.
        self.affordable = tuple(
            sum(1 << colour for colour in range(1, YELLOW) if PRICES[colour] <= budget)
            for budget in range(40)
        )
        self._menus()

    def _menus(self) -> None:
        """Lists of moves by what they depend on, remembered: the same boards come again and again."""
        cells = self.stage.cells
        sets, costumes = self.moves.sets, self.moves.costumes

        @lru_cache(maxsize=1 << 15)
        def spots(pieces: bytes, before: bytes) -> Spots:
            found = []
            for place, cell in enumerate(cells):
                if pieces[place] or not all(before[under] for under in cell.supports):
                    continue
                across = pieces[cell.mirror]
                allowed = ANY_COLOUR if across in (0, JOKER) else 1 << across | 1 << JOKER
                found.append((place, allowed))
            return tuple(found)

        @lru_cache(maxsize=1 << 15)
        def set_menu(pieces: bytes, before: bytes, colours: int) -> tuple[Move, ...]:
            return tuple(
                moves[place]
                for colour, moves in enumerate(sets, 1)
                if colours >> colour & 1
                for place, allowed in spots(pieces, before)
                if allowed >> colour & 1
            )

        @lru_cache(maxsize=1 << 15)
        def costume_menu(
            people: tuple[int, ...], worn: tuple[bytes, ...], colours: int
        ) -> tuple[Move, ...]:
            free = [
                person
                for person, costume in zip(people, worn, strict=True)
                if self.wears[person] and len(costume) < SLOTS
            ]
            return tuple(
                moves[person]
                for colour, moves in enumerate(costumes, 1)
                if colours >> colour & 1
                for person in free
            )

        self.spots, self.set_menu, self.costume_menu = spots, set_menu, costume_menu

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Setup) and self._key == other._key)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        # Made again from what it was made of: its tables are of no use to anybody but this process.
        return Setup, (self.parts, self.seats, self.options)

    def __repr__(self) -> str:
        return f"Setup(seats={self.seats}, stage={self.stage.name!r})"

    @property
    def solo(self) -> bool:
        """Whether one person plays alone, against neutral discs."""
        return self.seats == 1

    def person(self, card: int, extra: int) -> int:
        """The person that `card` becomes: its character, or an Extra (`extra` 1)."""
        return self.printed + card + (self.cards if extra else 0)

    def budget(self, troupe: tuple[int, ...], person: int, *, token: bool) -> int:
        """What a craft of this troupe can spend: its value, a point an assistant, and a "+3" token.

        A Jeweler spends nothing: it takes one yellow element. Nobody helps an actor.
        """
        if self.roles[person] in (JEWELER, ACTOR):
            return self.people[person].value
        assistants = sum(self.roles[other] == ASSISTANT for other in troupe)
        return self.people[person].value + assistants + TOKEN_VALUE * token

    def card(self, person: int) -> int:
        """The card of a person, -1 for those printed on the board."""
        return (person - self.printed) % self.cards if person >= self.printed else -1


@lru_cache(maxsize=1 << 13)
def _colours_in(offer: tuple[int, ...]) -> int:
    """Bit mask of the colours of which there is an element."""
    return sum(1 << colour for colour, count in enumerate(offer, 1) if count)


def _start_codes(parts: Components) -> tuple[str, ...]:
    found: list[str] = []
    for place, character in enumerate(parts.start):
        slug = character.name.lower().replace(" ", "-")
        copy = [other.name for other in parts.start[:place]].count(character.name)
        # A printed character that is also a single card of the deck has a name of its own.
        clash = slug in parts.codes or copy
        found.append(f"{slug}.0{copy or ''}" if clash else slug)
    return tuple(found)


def setup(seats: int, chosen: Mapping[str, object], data: str | None = None) -> Setup:
    """The `Setup` of these checked options; shared when there is no data file. Raises `ProblemError`."""
    key = tuple(sorted(chosen.items()))
    return _shared(seats, key) if data is None else _make(seats, key, data)


@lru_cache(maxsize=64)
def _shared(seats: int, chosen: tuple[tuple[str, object], ...]) -> Setup:
    return _make(seats, chosen, None)


def _make(seats: int, chosen: tuple[tuple[str, object], ...], data: str | None) -> Setup:
    given = dict(chosen)
    parts = components(str(given.pop("stage")), data)
    if given.pop("act3_length") == 10:
        if parts.acts[2].length > 10:
            raise ProblemError(
                f"{data}: option act3_length=10, but acts.III.length is {parts.acts[2].length}"
            )
        # The act has ten spaces then, its last prize on the tenth.
        one, two, act = parts.acts
        prestige = (*act.prestige[:-1], (10, act.prestige[-1][1])) if act.prestige else ()
        parts = replace(parts, acts=(one, two, replace(act, length=10, prestige=prestige)))
    # The display of the last day, when everybody has drafted one card and recruited on every day before.
    need = parts.days * seats + max(2, seats) + 2
    if len(parts.deck) < need:
        raise ProblemError(
            f"{data}: {seats} players need at least {need} character cards, not {len(parts.deck)} (`copies` adds some)"
        )
    return Setup(parts, seats, Options(**given))  # type: ignore[arg-type]  # values checked by Option
