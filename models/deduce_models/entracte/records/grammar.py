"""The text record of an evening, typed as it is played, for one seat, a bystander or a referee.

The header (``key: value``), a blank line, then one line a turn::

    game: entracte
    mode: cooperative                     # or competitive
    players: Ann Bob Cid Dee              # in table order, clockwise
    me: Ann                               # left out by a bystander
    code: season reverse                  # mine; two in the competitive game: a ; b
    start: fall Wed off male young        # the starter; what was not noted is left out
    hand: up fall Mon on male old a w ; ...     # mine, only needed for advice

    Ann plays spring Tue on male adult    # nobody put a token under it
    Bob plays winter Tue off ; tokens Ann Cid
    Cid exchanges
    Cid plays [hand forward, type7 repeat] ; tokens Bob Dee?
    Dee passes

* A card is its values in any order; ``type=value`` always works. A characteristic not stated on a line was
  not noted: it gives no evidence for this pair nor the next.
* ``[codes]`` lists the codes the pair matches, instead of or beside the card; ``[codes ...]`` ends with
  dots when the list may be incomplete.
* ``; tokens NAMES``: who put a token. Left out, nobody did. ``Dee?``: not noted for Dee; ``tokens ?``: not
  noted at all.
* ``; draws CARD``: the card I drew (three after an exchange, with ``/`` between them).
* ``Bob ?``: a turn that was missed. ``Bob sure 2``: he says of how many codes he is sure. ``Bob declares``.
* ``Ann stops``, ``Bob agrees``, ``Cid refuses``: ending by agreement.
* ``Ann guesses Bob day reverse ; Cid both male``: at the end.
* Every word may be shortened while it stays clear; case and commas do not matter.

A **complete** record (a referee's) has ``codes:`` and ``hands:`` of all seats, with ``/`` between seats,
and every card drawn; it replays move by move. Header keys may also be any option of the game
(``season_loops: no``) and ``data: FILE``, looked for beside the record. `parse` and `text_of` round-trip.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from deduce.errors import ProblemError
from deduce.records.header import file_of, header_lines, option_lines, options_of, player_names, seat_of
from deduce.records.record import Line, Record
from deduce.records.words import Word, clauses, end_of
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.records.entries import Entry, Table, entry_text, read_entry
from deduce_models.entracte.records.words import Partial, card_words, read_card, read_code
from deduce_models.entracte.rules.setup import HAND, OPTIONS, Setup, setup

__all__ = ["Evening", "Pair", "next_turn", "parse", "text_of"]

NO_NAMES = ("nobody", "none")
"""Words of the grammar (``tokens none``) and of the model, so no names of players."""

KEYS = ("game", "players", "me", "code", "start", "hand", "codes", "hands", "data")


@dataclass(frozen=True, slots=True)
class Evening:
    """A record understood: who sat where, what is known from the start, and the entries in order.

    `codes` are masks (0: unknown), `hands` empty where unknown, `me` a seat or 0. Lines are kept for
    messages only and do not count in comparisons.
    """

    setup: Setup
    names: tuple[str, ...]
    me: int
    codes: tuple[int, ...]
    start: Partial
    hands: tuple[tuple[Partial, ...], ...]
    entries: tuple[Entry, ...]
    lines: dict[str, Line] = field(default_factory=dict, compare=False, repr=False)
    data: str = ""

    @property
    def complete(self) -> bool:
        """Whether this is a referee's record, with every code and hand."""
        return all(self.codes) and all(self.hands)

    @property
    def pairs(self) -> tuple[Pair | None, ...]:
        """For each entry the pair it made, as far as it was noted; None for entries that play no card."""
        found: list[Pair | None] = []
        last: Partial = self.start
        for entry in self.entries:
            if entry.kind == "play":
                found.append(make_pair(self.setup, last, entry))
                last = entry.card
            else:
                found.append(None)
                last = (None,) * len(last) if entry.kind == "unseen" else last
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Pair:
    """The codes a pair of cards matches: surely (`matched`), or perhaps (`open`, not noted)."""

    matched: int
    open: int


def make_pair(setup: Setup, last: Partial, entry: Entry) -> Pair:
    """The codes matched by an entry's card after `last`; a list of codes says more than a partial card.

    Raises `RecordError` when list and cards contradict each other.
    """
    parts = setup.parts
    matched = unknown = 0
    for index, (step, i, j) in enumerate(zip(parts.steps, last, entry.card, strict=True)):
        if i is None or j is None:
            unknown |= 7 << (3 * index)
        else:
            matched |= step[i][j]
    if entry.listed is None:
        return Pair(matched, unknown)
    wrong = (entry.listed & ~matched & ~unknown) | (matched & ~entry.listed if entry.exhaustive else 0)
    if wrong:
        names = ", ".join(parts.codes[i].name for i in bits(wrong))
        column = entry.line.text.index("[") + 1 if entry.line else 0
        raise entry.error(f"the list in [ ] and the cards disagree about {names}", column)
    listed = entry.listed | matched
    return Pair(listed, 0 if entry.exhaustive else unknown & ~listed)


def parse(record: Record) -> Evening:
    """Understand a record. Raises `RecordError` naming line, column and what was expected."""
    lines = header_lines(record, (*KEYS, *OPTIONS))
    names = player_names(record, range(2, 5), title="Entracte", taken=NO_NAMES)
    setting = _setup(record, lines, names)
    me = seat_of(lines, "me", names)
    table = Table(setting, names)
    entries = tuple(read_entry(line, table) for line in record.events)
    first = next((entry.seat for entry in entries if entry.turn), int(str(setting.option("first"))))
    if "first" not in lines and first != 1:
        setting = setup(_data(record), len(names), dict(setting.options) | {"first": first})
    evening = Evening(
        setup=setting,
        names=names,
        me=me,
        codes=_codes(setting, lines, me),
        start=_start(setting, lines),
        hands=_hands(setting, lines, me),
        entries=entries,
        lines=lines,
        data=record.get("data"),
    )
    check_order(evening)
    _ = evening.pairs  # a list in [ ] that contradicts the cards is refused here
    return evening


def _column(words: list[Word], line: Line) -> int:
    """The column of the first word, or the end of the line when there is none."""
    return words[0].column if words else end_of(line)


def _data(record: Record) -> str | None:
    file = file_of(record, "data")
    return None if file is None else str(file)


def _value(line: Line) -> list[Word]:
    return card_words(line, line.text.index(":") + 1)


def _has(lines: dict[str, Line], key: str) -> bool:
    return key in lines and bool(_value(lines[key]))


def _setup(record: Record, lines: dict[str, Line], names: tuple[str, ...]) -> Setup:
    named = not record.get("first").isdigit()
    chosen = options_of(record, {k: option for k, option in OPTIONS.items() if k != "first" or not named})
    if named:
        chosen["first"] = seat_of(lines, "first", names) or OPTIONS["first"].default
    try:
        return setup(_data(record), len(names), {k: o.default for k, o in OPTIONS.items()} | chosen)
    except ProblemError as error:
        raise lines.get("data", lines["players"]).error(str(error)) from error


def _codes(setting: Setup, lines: dict[str, Line], me: int) -> tuple[int, ...]:
    codes = [0] * setting.players
    if _has(lines, "codes"):
        line = lines["codes"]
        codes = [_code_mask(setting, words, line) for words in _by_seat(setting, line, "codes")]
    if _has(lines, "code"):
        line = lines["code"]
        if not me:
            raise line.error("whose code is it? add 'me: NAME' to the header", 1)
        if any(codes):
            raise line.error("'codes' gives every seat's code already; leave 'code' out", 1)
        codes[me - 1] = _code_mask(setting, _value(line), line)
    given = [mask for mask in codes if mask]
    if sum(given).bit_count() != setting.per_seat * len(given):
        words = _value(lines["codes"])
        raise lines["codes"].error(
            "one code is given to two seats; each code card exists once", words[0].column
        )
    return tuple(codes)


def _by_seat(setting: Setup, line: Line, what: str) -> list[list[Word]]:
    """The words of each seat, between the slashes of a header line."""
    words = _value(line)
    parts = clauses(words, "/")
    if len(parts) != setting.players:
        raise line.error(
            f"expected the {what} of {setting.players} seats with / between, not {len(parts)}",
            _column(words, line),
        )
    return parts


def _code_mask(setting: Setup, words: list[Word], line: Line) -> int:
    parts = clauses(words, ";")
    if len(parts) != setting.per_seat:
        wanted = "one code" if setting.per_seat == 1 else "two codes with ; between"
        raise line.error(f"expected {wanted}, not {len(parts)}", _column(words, line))
    mask = 0
    for part in parts:
        mask |= 1 << read_code(part, setting.parts, line)
    if mask.bit_count() != setting.per_seat:
        raise line.error("the two codes must differ", parts[1][0].column)
    return mask


def _start(setting: Setup, lines: dict[str, Line]) -> Partial:
    if "start" not in lines:
        return (None,) * len(setting.parts.types)
    return read_card(_value(lines["start"]), setting.parts, lines["start"])


def _hands(setting: Setup, lines: dict[str, Line], me: int) -> tuple[tuple[Partial, ...], ...]:
    hands: list[tuple[Partial, ...]] = [()] * setting.players
    if _has(lines, "hands"):
        line = lines["hands"]
        hands = [_hand(setting, words, line) for words in _by_seat(setting, line, "hands")]
    if _has(lines, "hand"):
        line = lines["hand"]
        if not me:
            raise line.error("whose hand is it? add 'me: NAME' to the header", 1)
        hands[me - 1] = _hand(setting, _value(line), line)
    return tuple(hands)


def _hand(setting: Setup, words: list[Word], line: Line) -> tuple[Partial, ...]:
    cards = tuple(read_card(part, setting.parts, line) for part in clauses(words, ";"))
    if len(cards) != HAND:
        raise line.error(f"expected {HAND} cards with ; between, not {len(cards)}", _column(words, line))
    return cards


def check_order(evening: Evening) -> None:
    """Refuse turns out of order and second exchanges; a line forgotten at the table shows here."""
    seats, names = evening.setup.players, evening.names
    expected, declared, exchanged = int(str(evening.setup.option("first"))), 0, 0
    for entry in evening.entries:
        if entry.kind == "declare":
            if not evening.setup.competitive:
                raise entry.error("nobody declares in the cooperative game; add 'mode: competitive'?", 1)
            if declared >> entry.seat & 1:
                raise entry.error(f"{names[entry.seat - 1]} has declared already", 1)
            declared |= 1 << entry.seat
        if entry.kind == "exchange":
            if exchanged >> entry.seat & 1:
                raise entry.error(f"{names[entry.seat - 1]} has exchanged already: once a game", 1)
            exchanged |= 1 << entry.seat
        if entry.kind not in ("play", "pass", "unseen", "exchange", "stop"):
            continue
        for _ in range(seats):
            if declared >> expected & 1:
                expected = expected % seats + 1
        if entry.seat != expected:
            missed = names[expected - 1]
            raise entry.error(f"it is {missed}'s turn; for a turn that was missed write '{missed} ?'", 1)
        if entry.turn:
            expected = expected % seats + 1


def next_turn(evening: Evening) -> int:
    """The seat whose turn comes after the last entry (clockwise, declared seats left out)."""
    seats, declared = evening.setup.players, 0
    expected = int(str(evening.setup.option("first")))
    for entry in evening.entries:
        if entry.kind == "declare":
            declared |= 1 << entry.seat
        if entry.turn:
            expected = entry.seat % seats + 1
    for _ in range(seats):
        if declared >> expected & 1:
            expected = expected % seats + 1
    return expected


def text_of(evening: Evening) -> str:
    """The record as text, in its canonical spelling; `parse` gives `evening` back."""
    setting, parts = evening.setup, evening.setup.parts
    lines = ["game: entracte", f"mode: {setting.option('mode')}", f"players: {' '.join(evening.names)}"]
    others = {key: option for key, option in OPTIONS.items() if key != "mode"}
    lines += option_lines(others, {key: setting.option(key) for key in others})
    if evening.data:
        lines.append(f"data: {evening.data}")
    if evening.me:
        lines.append(f"me: {evening.names[evening.me - 1]}")

    def code_text(mask: int) -> str:
        return " ; ".join(parts.codes[index].name for index in bits(mask))

    def hand_text(hand: tuple[Partial, ...]) -> str:
        return " ; ".join(map(parts.card_text, hand))

    if all(evening.codes):
        lines.append(f"codes: {' / '.join(map(code_text, evening.codes))}")
    elif evening.me and evening.codes[evening.me - 1]:
        lines.append(f"code: {code_text(evening.codes[evening.me - 1])}")
    if any(value is not None for value in evening.start):
        lines.append(f"start: {parts.card_text(evening.start)}")
    if all(evening.hands):
        lines.append(f"hands: {' / '.join(map(hand_text, evening.hands))}")
    elif evening.me and evening.hands[evening.me - 1]:
        lines.append(f"hand: {hand_text(evening.hands[evening.me - 1])}")
    table = Table(setting, evening.names)
    return "\n".join([*lines, "", *(entry_text(entry, table) for entry in evening.entries), ""])
