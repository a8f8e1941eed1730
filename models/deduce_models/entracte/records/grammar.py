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
* Every word may be shortened while it stays clear; case and commas do not matter. A line without a name is of whose
  turn it is. Other forms are listed in docs/notes.md.

A **complete** record (a referee's) has ``codes:`` and ``hands:`` of all seats, with ``/`` between seats,
and every card drawn; it replays move by move. Header keys may also be any option of the game
(``season_loops: no``) and ``data: FILE``, looked for beside the record. `parse` and `writing.text_of` round-trip.
"""

from __future__ import annotations

from deduce.ground.errors import ProblemError
from deduce.records.gathering import Gathering
from deduce.records.header import (
    WRITER_KEYS,
    file_of,
    header_lines,
    options_of,
    party_of,
    seat_of,
    spelled_out,
    writer_of,
)
from deduce.records.record import Line, Record
from deduce.records.words import Word, clauses, end_of
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.knowledge.evidence import Evidence, Noted
from deduce_models.entracte.records.announcing import announcements
from deduce_models.entracte.records.checks import check_notes, completed
from deduce_models.entracte.records.entries import read_entry, seat_named
from deduce_models.entracte.records.replay import Replay
from deduce_models.entracte.records.speech import Vocabulary, agreeing, drawn_words, stopping
from deduce_models.entracte.records.words import card_words, parting, read_card, read_code
from deduce_models.entracte.rules.setup import HAND, OPTIONS, Setup, setup
from deduce_models.entracte.rules.sources import DataFile

__all__ = ["parse"]

NO_NAMES = ("nobody", "none")
"""Words of the grammar (``tokens none``) and of the model, so no names of players."""

KEYS = ("game", "players", *WRITER_KEYS, "code", "start", "hand", "codes", "hands", "data")


def parse(record: Record) -> Replay:
    """Understand a record.

    Raises `RecordError` naming line, column, what was expected and a right line; `RecordErrors` where several lines
    are wrong.
    """
    wrong = Gathering()
    record = spelled_out(record, (*KEYS, *OPTIONS))
    with wrong.each():
        header_lines(record, (*KEYS, *OPTIONS))
    lines = {key: line for key, _, line in record.header}
    names: tuple[str, ...] = ()
    with wrong.each("players: Ann Bob Cid"):
        names = party_of(record, range(2, 5), title="Entracte", taken=NO_NAMES)
    if not names:
        wrong.settle()
    setting = _setup(record, lines, names)
    # Where the writer's name is refused, code and hand are read as the first player's, for the slips in them.
    writer: int | None = 1
    with wrong.each(f"me: {names[0]}"):
        writer = writer_of(record, names)
    me = writer or 0
    events, entries, unread = _entries(record, Vocabulary(setting, names, me), wrong)
    first = next((entry.seat for entry in entries if entry.turn), int(str(setting.option("first"))))
    if "first" not in lines and first != 1:
        setting = setup(_data(record), len(names), dict(setting.options) | {"first": first})
    codes: tuple[int, ...] = (0,) * len(names)
    hands: tuple[tuple[Partial, ...], ...] = ((),) * len(names)
    start: Partial = (None,) * len(setting.parts.types)
    with wrong.each(_code_example(setting)):
        codes = _codes(setting, lines, me)
    with wrong.each(_start_example(setting)):
        start = _start(setting, lines)
    with wrong.each():
        hands = _hands(setting, lines, me)
    evidence = Evidence(
        setup=setting,
        names=names,
        me=me,
        codes=codes,
        start=start,
        hands=hands,
        entries=tuple(completed(entries, hands[me - 1] if me else (), me, _deck_known(setting, record))),
        places=tuple(f"line {line.number}" for line in events),
    )
    if writer is None:
        writer = None if evidence.complete else 0
    replay = Replay(names, writer, evidence, lines, events, record.get("data"))
    check_notes(replay, wrong, unread)
    wrong.settle()
    return replay


def _entries(
    record: Record, known: Vocabulary, wrong: Gathering
) -> tuple[tuple[Line, ...], list[Noted], frozenset[int]]:
    """The lines, their entries, and the numbers of those that could not be read: missed turns stand in for them.

    A line that tells only what the writer drew belongs to the play before it and has no entry of its own.
    """
    due, declared = int(str(known.setup.option("first"))), 0
    lines: list[Line] = []
    entries: list[Noted] = []
    unread: set[int] = set()
    for line in (part for whole in record.events for part in announcements(whole, known)):
        for _ in known.names:
            due = due % len(known.names) + 1 if declared >> due & 1 else due
        drawn = drawn_words(line, known)
        if drawn:
            with wrong.each():
                _draw_late(entries, drawn, line, known)
            continue
        if several := agreeing(line, known):
            entries += [Noted("agree", seat) for seat in several]
            lines += [line] * len(several)
            continue
        said, agreed = stopping(line, known)
        entry = Noted("unseen", seat_named(line, known) or due)
        with wrong.each():
            entry = read_entry(said, known, due=due)
        if any(error.line == line.number for error in wrong.errors):
            unread.add(len(entries))
        entries += [entry, *(Noted("agree", seat) for seat in agreed)]
        lines += [line] * (1 + len(agreed))
        declared |= (entry.kind == "declare") << entry.seat
        if entry.turn:
            due = entry.seat % len(known.names) + 1
    return tuple(lines), entries, frozenset(unread)


def _draw_late(entries: list[Noted], drawn: list[Word], line: Line, known: Vocabulary) -> None:
    """Put the cards of a line such as ``draws CARD`` into the writer's last play or exchange."""
    last = next((k for k in reversed(range(len(entries))) if entries[k].seat == known.me), -1)
    if last < 0 or entries[last].kind not in ("play", "exchange") or entries[last].drawn:
        raise line.error(
            "no play is waiting for a card drawn: it is told already, or the play is not noted", 1
        )
    cards = tuple(read_card(part, known.setup.parts, line) for part in clauses(drawn, "/"))
    wanted = HAND if entries[last].kind == "exchange" else 1
    if len(cards) != wanted:
        raise line.error(f"expected {wanted} cards drawn, not {len(cards)}", drawn[0].column)
    entries[last] = entries[last]._replace(drawn=cards)


def _deck_known(setting: Setup, record: Record) -> tuple[Partial, ...]:
    """The cards of the deck where the record says which deck lies on the table; the shipped one is only a guess."""
    return setting.parts.cards if record.get("data") else ()


def _code_example(setting: Setup) -> str:
    names = [setting.parts.codes[1].name, setting.parts.codes[3].name][: setting.per_seat]
    return f"code: {' ; '.join(names)}"


def _start_example(setting: Setup) -> str:
    return f"start: {setting.parts.card_text(tuple(0 for _ in setting.parts.types))}"


def _column(words: list[Word], line: Line) -> int:
    """The column of the first word, or the end of the line when there is none."""
    return words[0].column if words else end_of(line)


def _data(record: Record) -> DataFile | None:
    file = file_of(record, "data")
    return None if file is None else DataFile.of(file)


def _value(line: Line) -> list[Word]:
    return card_words(line, line.value_at)


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
    if me and "code" not in lines and _has(lines, "codes") and "/" not in lines["codes"].text:
        lines = {**lines, "code": lines["codes"]}  # the writer's own two
        del lines["codes"]
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
    if len(parts) == 1 and setting.per_seat > 1 and (place := parting(words, setting.parts, line)):
        parts = [words[:place], words[place:]]  # 'season repeat, sex alternate'
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
