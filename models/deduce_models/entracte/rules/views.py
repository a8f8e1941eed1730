"""What a position shows, as values of the game's own: cards and codes by their numbers, tokens as masks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deduce.games.base import Actor
from deduce.games.registry import picture_of
from deduce.rulebook import Entry, State, View
from deduce_models.entracte.rules.setup import HAND, HIDDEN, EntracteMove, Kind, Setup
from deduce_models.entracte.rules.sources import UNNOTED

Event = tuple[int, EntracteMove]
"""A move and whose it is: the seat that decides, or that receives what chance gives (0: the row)."""


@dataclass(frozen=True, slots=True)
class EntracteView:
    """All that one seat may use; seat 0 is a bystander. Of a whole position (`whole`) all that there is.

    `code` is the mask of the seat's own codes (0 for a bystander), `codes` those of everybody once the game
    is over (else empty). `played[i]` is the seat that played ``row[i]`` (0 for the starter) and `tokens[i]`
    the mask of seats (bit `seat`) with a token under it. `log` is the history with hidden moves blanked. `hands` are
    everybody's of a whole position, which also has all `codes`. `unsure` are masks of seats of which notes do not tell
    whether they put a token. Of notes with gaps cards are those of `setup.noted`.
    """

    setup: Setup
    seat: int
    actor: Actor
    turn: int
    code: int
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    deck_size: int
    row: tuple[int, ...]
    played: tuple[int, ...]
    tokens: tuple[int, ...]
    log: tuple[Event, ...]
    exchanged: int
    declared: int
    piles: tuple[int, ...]
    codes: tuple[int, ...]
    guesses: tuple[tuple[EntracteMove, ...], ...]
    scores: tuple[float, ...] | None
    moves: tuple[EntracteMove, ...]
    hands: tuple[tuple[int, ...], ...] = ()
    unsure: tuple[int, ...] = ()

    def __repr__(self) -> str:
        from deduce.games.plain import brief

        return brief("entracte", self)

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        from deduce.games.plain import as_dict

        return as_dict(self)

    def _repr_svg_(self) -> str:
        return picture_of("entracte", self)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hand_sizes)

    def __str__(self) -> str:
        from deduce_models.entracte.rules.telling import position_text

        return position_text(self)

    @property
    def result(self) -> str | None:
        """How a cooperative game went: "best", "win", "fair" or "fail"; None while it goes on, and for any other."""
        if self.scores is None or self.setup.competitive:
            return None
        return ("fail", "fair", "win", "best")[int(self.scores[0])]

    @property
    def over(self) -> bool:
        """Whether the game is over and everything is revealed."""
        return self.actor is None


def face(position: State | View) -> EntracteView:
    """A view, or a whole position, with the fields of this game."""
    setup: Setup = position.setting.data
    whole = isinstance(position, State)
    if isinstance(position, State):
        table = position.run.table
        entries: Sequence[Entry] = [Entry(e.kind, e.seat, e.said, e.value) for e in table.log]
        o: Any = vars(table.open)
        pairs = {
            key: [(seat, o[key][seat].cards() or ()) for seat in table.seats] for key in ("hand", "code")
        }
        lying: Mapping[str, Any] = {**position.table, **pairs}
        seat, moves = 0, ()
    else:
        entries, lying, seat, moves = position.entries, position.table, position.seat, tuple(position.moves)
    over = position.actor is None
    log = tuple(_log(entries, setup, lying["taken"], position.setting.names))
    # What the rules were told of tokens notes may leave open, so it is looked up where it was heard.
    tokens = [entry.value if entry.kind == "which" else () for entry in entries if _of_tokens(entry)]
    put = [(), *tokens] if lying["row"] else []
    held = [
        tuple(sorted(map(setup.places.__getitem__, cards))) if type(cards) is tuple else ()
        for _, cards in lying["hand"]
    ]
    places = setup.places
    codes = [_mask(setup, cards) if type(cards) is tuple else 0 for _, cards in lying["code"]]
    if over:
        codes = [_mask(setup, entry.value) for entry in entries if entry.kind == "reveal"]
    sizes = [cards if type(cards) is int else len(cards) for _, cards in lying["hand"]]
    return EntracteView(
        setup=setup,
        seat=seat,
        actor=position.actor,
        turn=lying["turn"],
        code=codes[seat - 1] if seat else 0,
        hand=held[seat - 1] if seat else (),
        hand_sizes=tuple(sizes),
        # In a deck of notes with gaps a card lies once more for each that was noted, whichever it was.
        deck_size=lying["cards"] - len(setup.card_names[1:] if setup.noted else ()),
        row=tuple([places[UNNOTED if card == "miss" else card] for card in lying["row"]]),
        played=lying["played"],
        tokens=tuple([sum([1 << seat for seat in told if type(seat) is int]) for told in put]),
        unsure=tuple([sum([1 << seat.key for seat in told if type(seat) is not int]) for told in put]),
        log=log,
        exchanged=sum([1 << each for each in lying["exchanged"]]),
        declared=sum([1 << each for each in lying["declared"]]),
        piles=tuple([count for _, count in lying["piles"]]),
        codes=tuple(codes) if over or whole else (),
        guesses=tuple(
            tuple(
                [move for who, move in log if who == other and move.kind is Kind.GUESS and not move.hidden]
            )
            for other in range(1, len(held) + 1)
        ),
        scores=position.scores,
        moves=moves,
        hands=tuple(held) if whole else (),
    )


def _of_tokens(entry: Entry) -> bool:
    """Whether an entry tells who put a token under a card, or that nobody noted which card."""
    return entry.kind == "which" or (entry.kind == "choose" and entry.said == "miss")


def _mask(setup: Setup, names: Sequence[str]) -> int:
    return sum([1 << setup.moves[f"code {name}"].item for name in names])


def _log(
    entries: Sequence[Entry], setup: Setup, taken: Sequence[int], names: Sequence[str]
) -> Iterator[Event]:
    """What was done, in order; guesses that were shown in the end in their places."""
    seats = range(1, setup.players + 1)
    dealt = iter([seat for each in (setup.per_seat, HAND) for seat in seats for _ in range(each)] + [0])
    piles, last, moves = iter(taken), 0, setup.moves
    shown = {entry.said: entry.value for entry in entries if entry.kind == "show"}
    held = [iter(entry.value) for entry in entries if entry.kind == "reveal"]
    for kind, seat, said, value in entries:
        if kind in ("draw", "unseen"):
            verb = said.partition(" ")[0]
            who = next(dealt, last) if verb != "pile" else next(piles)
            if verb == "code" and value is None and held:
                value = next(held[who - 1])
            what = HIDDEN[Kind[verb.upper()]] if value is None else moves[said.replace("{}", value)]
            yield who, what
        elif kind == "choose":
            move = moves[said]
            if move.kind in (Kind.PLAY, Kind.PASS, Kind.EXCHANGE, Kind.MISS):
                last = seat
            yield seat, move
        elif kind == "hidden":
            named = shown.get(said)
            about = said.rpartition(" about ")[2]
            yield (
                seat,
                HIDDEN[Kind.GUESS] if named is None else moves[f"guess {names.index(about) + 1} {named}"],
            )
