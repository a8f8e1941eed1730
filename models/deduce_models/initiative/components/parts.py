"""The components: resource cards, clue token sets and boards, each read from a data file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from deduce.ground.errors import ProblemError
from deduce.records.datafile import DataTable, read_toml

DATA = Path(__file__).parents[1] / "data"
"""The folder of the shipped data files."""

ACTIONS = ("Intel", "Run", "Gather", "Regroup")
INTEL, RUN, GATHER, REGROUP = range(4)


@dataclass(frozen=True)
class Deck:
    """The resource cards, numbered from 0; the time cards come last.

    `codes` are the text forms (colour initial and value, ``g6``; time cards ``t1``, ``t2``, ...),
    `values` the numbers played on piles (0 for a time card), `symbols` the time symbols of each card.
    """

    codes: tuple[str, ...]
    values: tuple[int, ...]
    symbols: tuple[int, ...]
    hand: int = 4
    loss: int = 3

    @cached_property
    def ids(self) -> dict[str, int]:
        """Card number by code."""
        return {code: card for card, code in enumerate(self.codes)}

    @property
    def numbers(self) -> range:
        """The numbered cards."""
        return range(len(self.codes) - sum(s > 0 for s in self.symbols))

    @property
    def times(self) -> range:
        """The time cards."""
        return range(len(self.numbers), len(self.codes))


@dataclass(frozen=True, slots=True)
class RoomMap:
    """Rooms with passages (pairs of room positions) and a place for each in drawings."""

    name: str
    rooms: tuple[str, ...]
    passages: tuple[tuple[int, int], ...]
    positions: tuple[tuple[int, int], ...]


def deck(table: DataTable) -> Deck:
    """The deck described by a data table (``deck``, ``numbers``, ``time``).

    Raises `ProblemError` naming the key when the cards are not all distinct.
    """
    head, numbers, time = table.table("deck"), table.table("numbers"), table.table("time")
    for part in (head, numbers, time):
        part.provenance()
    head.only("hand", "loss_symbols", "provenance", "reason")
    numbers.only("colours", "values", "provenance", "reason")
    time.only("symbols", "provenance", "reason")
    colours = numbers.strings("colours")
    initials = [colour[:1] for colour in colours]
    if len(set(initials)) < len(initials) or "t" in initials or "" in initials:
        raise ProblemError(
            f"{numbers.where('colours')}: initials must differ, and 't' stands for time cards"
        )
    values = numbers.integers("values")
    if not values or min(values) < 1 or len(set(values)) < len(values):
        raise ProblemError(
            f"{numbers.where('values')}: expected distinct numbers of at least 1, not {list(values)}"
        )
    symbols = time.integers("symbols")
    if not symbols or min(symbols) < 1:
        raise ProblemError(f"{time.where('symbols')}: every time card has at least one symbol")
    hand, loss = head.get("hand", int), head.get("loss_symbols", int)
    if not 1 <= hand <= 8:
        raise ProblemError(f"{head.where('hand')}: expected 1 to 8, not {hand}")
    if not 1 <= loss <= sum(symbols):
        raise ProblemError(
            f"{head.where('loss_symbols')}: expected 1 to {sum(symbols)} (all symbols), not {loss}"
        )
    cards = [(f"{initial}{value}", value) for value in sorted(values) for initial in initials]
    return Deck(
        tuple(code for code, _ in cards) + tuple(f"t{k + 1}" for k in range(len(symbols))),
        tuple(value for _, value in cards) + (0,) * len(symbols),
        (0,) * len(cards) + symbols,
        hand,
        loss,
    )


def token_sets(table: DataTable) -> dict[str, dict[str, int]]:
    """The token sets of a data table: copies by token, for each set by name.

    Raises `ProblemError` for data that is no such table, naming the key.
    """
    sets = table.table("sets")
    found: dict[str, dict[str, int]] = {}
    for name in sets.values:
        part = sets.table(name).only("glyphs", "copies", "traps", "provenance", "reason")
        part.provenance()
        copies = part.get("copies", int)
        glyphs = part.get("glyphs", str)
        if copies < 1 or len(set(glyphs)) < len(glyphs) or not glyphs.isalnum():
            raise ProblemError(
                f"{part.where('glyphs')}: expected distinct letters or digits, at least one copy each"
            )
        tokens = dict.fromkeys(glyphs, copies)
        traps = part.table("traps")
        for trap in traps.values:
            traps.one_of(trap, trap, TRAPS)
            tokens[trap] = traps.get(trap, int)
        found[name] = tokens
    return found


CAMERA, GAS = "camera", "gas"
COUNTER = {f"ci-{action}": place for place, action in enumerate(ACTIONS) if place != REGROUP}
TRAPS = (CAMERA, GAS, *COUNTER)


def default_deck(path: Path | None = None) -> Deck:
    """The deck of the file at `path`, or the shipped one."""
    return _shipped_deck() if path is None else deck(read_toml(path))


@lru_cache(maxsize=1)
def _shipped_deck() -> Deck:
    return deck(read_toml(DATA / "deck.toml"))


@lru_cache(maxsize=1)
def default_tokens() -> dict[str, dict[str, int]]:
    """The shipped token sets."""
    return token_sets(read_toml(DATA / "tokens.toml"))


def board(table: DataTable) -> RoomMap:
    """The board of a map file: distinct rooms, one position a room, passages between known rooms.

    Raises `ProblemError` for data that is none, naming the key.
    """
    table.only("name", "rooms", "positions", "passages", "provenance", "reason").provenance()
    rooms = table.strings("rooms")
    if len(set(rooms)) < len(rooms) or not rooms or any(" " in room or not room for room in rooms):
        raise ProblemError(
            f"{table.where('rooms')}: expected distinct names without blanks, not {list(rooms)}"
        )
    positions = table.get("positions", list)
    if len(positions) != len(rooms) or not all(
        isinstance(p, list) and len(p) == 2 and all(isinstance(c, int) for c in p) for p in positions
    ):
        raise ProblemError(
            f"{table.where('positions')}: expected one pair [column, row] a room ({len(rooms)})"
        )
    for place, position in enumerate(positions):
        if position in positions[:place]:
            other = rooms[positions.index(position)]
            raise ProblemError(
                f"{table.where('positions')}: {other} and {rooms[place]} are both at {position}"
            )
    return RoomMap(
        table.get("name", str),
        rooms,
        table.pairs("passages", rooms),
        tuple((column, row) for column, row in positions),
    )


@lru_cache(maxsize=16)
def named_board(name: str) -> RoomMap:
    """The shipped board called `name`. Raises `ProblemError` with the nearest name."""
    known = tuple(sorted(path.stem for path in (DATA / "maps").glob("*.toml")))
    DataTable({}, "board").one_of("name", name, known)
    return board(read_toml(DATA / "maps" / f"{name}.toml"))
