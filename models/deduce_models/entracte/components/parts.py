"""The components: types, codes and the deck, shipped or from a user's file, always validated.

The shipped files are `data/types.toml`, `data/codes.toml` and `data/deck.toml`. A user's file has the
same keys in one file: ``[[types]]`` and, optionally, ``[deck]`` with ``cards``. Without a deck a balanced
one of 48 cards is made by `balanced_deck`, the construction that also made the shipped deck. Types of too few
different cards for that stay without a deck: records can be read and solved, but no game can be dealt.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from deduce.games.base import chance_from, options_of
from deduce.ground.errors import ProblemError, nearest
from deduce.ground.reading import shipped_toml
from deduce.ground.wording import many
from deduce.records.datafile import Note, note, read_toml
from deduce.records.features import Features
from deduce_models.entracte.components.codes import CharType, Code, Partial, derive_codes, type_masks

Card = tuple[int, ...]
"""A character card: the index of its value for each type."""

PairTable = tuple[Sequence[int], ...]
"""A mask of codes for each ordered pair of cards; nobody changes its rows."""

DECK_SIZE = 48
DECK_SEED = 1
DECK_TRIES = 10_000
DATA = Path(__file__).parents[1] / "data"
TYPE_KEYS = ("name", "kind", "values", "loops", "provenance", "reason")
_AGES = ("child", "young", "adult", "old")
SPELLINGS = {
    "Sun": ("Sunday",),
    "Mon": ("Monday",),
    "Tue": ("Tuesday",),
    "Wed": ("Wednesday",),
    "Thu": ("Thursday",),
    "Fri": ("Friday",),
    "Sat": ("Saturday",),
    "fall": ("autumn",),
    "male": ("man", "men", "boy", "guy"),
    "female": ("woman", "women", "girl", "lady"),
    "forward": ("fwd", "forwards"),
    "reverse": ("backward", "backwards", "reversed"),
    "repeat": ("same", "repeated"),
    "alternate": ("alternating", "alternates", "alternation", "different"),
}
"""Other words for values and for what codes ask, where those exist."""
TYPES = {"lamp": "light", "lights": "light", "gender": "sex", "weekday": "day"}
"""Other words for types, where those exist."""
OPTIONS: Final = options_of(DATA / "options.toml")
"""All rule options."""
OF_COMPONENTS: Final = (
    "hand_order", "days", "ages", "season_loops", "day_loops", "age_loops", "type7_loops", "type8_loops",
)  # fmt: skip
"""Those about the components."""
TAPPED = (2, 2, 2, 2)
"""How many characteristics share a tap: eight characteristics are four taps."""


@dataclass(frozen=True, slots=True)
class Components:
    """Types, codes and cards of one game, with the matched codes of every ordered pair of cards.

    `steps[t][i][j]` is the mask of codes matched when type `t` goes from value `i` to `j`;
    `pairs[a][b]` that of card `a` followed by card `b` (indices into `cards`); `number[card]` is its index.
    """

    types: tuple[CharType, ...]
    cards: tuple[Card, ...]
    notes: tuple[Note, ...] = field(default=(), compare=False, repr=False)
    codes: tuple[Code, ...] = field(init=False, compare=False, repr=False)
    steps: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False, compare=False, repr=False)
    pairs: PairTable = field(init=False, compare=False, repr=False)
    number: Mapping[Partial, int] = field(init=False, compare=False, repr=False)
    features: Features = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", derive_codes(self.types))
        object.__setattr__(self, "steps", type_masks(self.types))
        # Arrays: compact, and a row is one object to whoever walks through a view.
        pairs = tuple(array("Q", [self.matched(a, b) for b in self.cards]) for a in self.cards)
        object.__setattr__(self, "pairs", pairs)
        object.__setattr__(self, "number", {card: index for index, card in enumerate(self.cards)})
        kinds = tuple((kind.name, kind.values) for kind in self.types)
        object.__setattr__(self, "features", Features(kinds, self.cards, SPELLINGS, TYPES, TAPPED))

    def matched(self, before: Sequence[int], played: Sequence[int]) -> int:
        """The mask of codes matched by card `played` put after card `before`."""
        mask = 0
        for step, i, j in zip(self.steps, before, played, strict=True):
            mask |= step[i][j]
        return mask

    @property
    def all_codes(self) -> int:
        """The mask of all codes."""
        return (1 << len(self.codes)) - 1

    def card_text(self, card: Sequence[int | None]) -> str:
        """A card as it is typed: the names of its values; what is not known (None) is left out."""
        return self.features.text(card)


def components(*, data: str | Path | None = None, **options: Any) -> Components:
    """The components of a game: the shipped ones under these options (`OF_COMPONENTS`), or those of a user's file.

    A file decides about its types itself, so with `data` the other options must be left alone. Raises
    `ProblemError` otherwise, and for a file that is wrong (naming the key).
    """
    usual = {name: OPTIONS[name].default for name in OF_COMPONENTS}
    if data is None:
        return _shipped_with(tuple((usual | options).items()))
    if usual | options != usual:
        raise ProblemError(
            f"options about the components cannot be combined with the file {data}: change the file"
        )
    return load(data)


@lru_cache(maxsize=64)
def _shipped_with(options: tuple[tuple[str, Any], ...]) -> Components:
    base, chosen = shipped(), dict(options)
    types: list[CharType] = []
    for kind in base.types:
        values = kind.values
        if kind.name == "hand" and chosen["hand_order"] == "anticlockwise":
            values = (values[0], *reversed(values[1:]))
        elif kind.name == "day":
            values = values[: chosen["days"]]
        elif kind.name == "age" and chosen["ages"] == len(_AGES):
            values = _AGES
        types.append(replace(kind, values=values, loops=chosen.get(f"{kind.name}_loops", kind.loops)))
    if tuple(types) == base.types:
        return base
    if all(chosen[name] == OPTIONS[name].default for name in ("days", "ages")):
        names = [[kind.values[v] for kind, v in zip(base.types, card, strict=True)] for card in base.cards]
        cards = tuple(
            tuple(kind.values.index(name) for kind, name in zip(types, card, strict=True)) for card in names
        )
    else:
        cards = balanced_deck(types)
    return Components(tuple(types), cards, base.notes)


@lru_cache(maxsize=1)
def shipped() -> Components:
    """The shipped components under the default options."""
    tables: dict[str, Any] = {}
    for name in ("types", "codes", "deck"):
        tables |= shipped_toml(DATA / f"{name}.toml")
    return _build(tables, "data")


def load(path: str | Path) -> Components:
    """The components of a user's file. Raises `ProblemError` naming the key and what is allowed."""
    return _build(dict(read_toml(Path(path)).values), str(path))


def balanced_deck(
    types: Sequence[CharType], *, size: int = DECK_SIZE, seed: int = DECK_SEED
) -> tuple[Card, ...]:
    """`size` different cards in which the values of each type occur equally often (as near as can be).

    Each type's values are written round and round down a column of `size` rows and the column is shuffled
    by one ``random.Random(seed)``, type after type; a deck with equal cards is made again. Raises `ProblemError`
    when there are not enough different cards, or so few that chance finds no such deck.
    """
    kinds = 1
    for kind in types:
        kinds *= len(kind.values)
    if kinds < size:
        raise ProblemError(
            f"types with {kinds} different cards cannot fill a deck of {size}: give [deck] cards"
        )
    rng = chance_from(seed)
    for _ in range(DECK_TRIES):
        columns = []
        for kind in types:
            column = [row % len(kind.values) for row in range(size)]
            rng.shuffle(column)
            columns.append(column)
        cards = tuple(zip(*columns, strict=True))
        if len(set(cards)) == size:
            return cards
    raise ProblemError(f"no balanced deck of {many(size, 'card')} was found: give [deck] cards")


def _build(tables: Mapping[str, Any], where: str) -> Components:
    for key in tables:
        if key not in ("types", "deck", "codes"):
            raise ProblemError(f"{where}: unknown key {key!r}: {nearest(key, ('types', 'deck'))}")
    rows = tables.get("types")
    if not isinstance(rows, list) or not 1 <= len(rows) <= 20:
        raise ProblemError(f"{where}: expected 1 to 20 tables [[types]], one for each characteristic")
    types = tuple(_type(row, f"{where}: types[{number}]") for number, row in enumerate(rows, 1))
    names = [kind.name for kind in types]
    for name in names:
        if names.count(name) > 1:
            raise ProblemError(f"{where}: two types are called {name!r}; names must differ")
    notes = [Note(f"type {kind.name}", kind.provenance, kind.reason) for kind in types]
    codes = tables.get("codes")
    if isinstance(codes, dict):
        notes.append(note(codes, "codes", f"{where}: codes"))
    deck = tables.get("deck")
    if deck is None:
        made = f"{DECK_SIZE} balanced cards made from the types (seed {DECK_SEED})"
        try:
            cards = balanced_deck(types)
        except ProblemError as error:
            cards, made = (), str(error)
        return Components(types, cards, (*notes, Note("deck", "reconstructed", made)))
    if not isinstance(deck, dict):
        raise ProblemError(f"{where}: deck must be a table [deck] with cards = [...]")
    notes.append(note(deck, "deck", f"{where}: deck"))
    return Components(types, _cards(deck, types, f"{where}: deck"), tuple(notes))


def _type(row: object, where: str) -> CharType:
    if not isinstance(row, dict):
        raise ProblemError(f"{where}: expected a table with {', '.join(TYPE_KEYS)}")
    for key in row:
        if key not in TYPE_KEYS:
            raise ProblemError(f"{where}: unknown key {key!r}: {nearest(key, TYPE_KEYS)}")
    name, kind, values = row.get("name"), row.get("kind"), row.get("values")
    if not _word(name):
        raise ProblemError(f"{where}.name must be one word of letters and digits, not {name!r}")
    where = f"{where} ({name})"
    if kind not in ("ordered", "binary"):
        raise ProblemError(f"{where}.kind = {kind!r}: {nearest(kind, ('ordered', 'binary'))}")
    if not isinstance(values, list) or not all(map(_word, values)):
        raise ProblemError(f"{where}.values must be a list of words")
    if len({value.casefold() for value in values}) < len(values):
        raise ProblemError(f"{where}.values must differ (case does not count): {', '.join(values)}")
    if kind == "binary" and len(values) != 2:
        raise ProblemError(f"{where}.values: a binary type has 2 values, not {len(values)}")
    if kind == "ordered" and len(values) < 3:
        raise ProblemError(f"{where}.values: an ordered type has at least 3 values, not {len(values)}")
    loops = row.get("loops", False)
    if not isinstance(loops, bool) or (loops and kind == "binary"):
        raise ProblemError(f"{where}.loops must be true or false, and a binary type does not loop")
    told = note(row, str(name), where)
    return CharType(str(name), kind, tuple(values), loops, told.provenance, told.reason)


def _word(value: object) -> bool:
    return isinstance(value, str) and value.replace("_", "").replace("-", "").isalnum()


def _cards(deck: Mapping[str, Any], types: Sequence[CharType], where: str) -> tuple[Card, ...]:
    for key in deck:
        if key not in ("provenance", "reason", "cards"):
            raise ProblemError(
                f"{where}: unknown key {key!r}: {nearest(key, ('provenance', 'reason', 'cards'))}"
            )
    rows = deck.get("cards")
    if (
        not isinstance(rows, list)
        or not all(isinstance(row, str) for row in rows)
        or not 1 <= len(rows) <= 400
    ):
        raise ProblemError(
            f"{where}.cards must be a list of 1 to 400 lines, each naming one value of each type"
        )
    found: list[Card] = []
    for number, row in enumerate(rows, 1):
        words = row.split()
        if len(words) != len(types):
            order = " ".join(kind.name for kind in types)
            raise ProblemError(
                f"{where}.cards[{number}]: {len(words)} values, expected {len(types)}: {order}"
            )
        card: list[int] = []
        for kind, word in zip(types, words, strict=True):
            if word not in kind.values:
                raise ProblemError(
                    f"{where}.cards[{number}]: {kind.name} {word!r}: {nearest(word, kind.values)}"
                )
            card.append(kind.values.index(word))
        if tuple(card) in found:
            raise ProblemError(
                f"{where}.cards[{number}] is the same card as cards[{found.index(tuple(card)) + 1}]"
            )
        found.append(tuple(card))
    return tuple(found)
