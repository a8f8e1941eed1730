"""What the acts of a line do to the position: each becomes moves, with the cards the line tells of.

`ACTS` is the table, by verb. Every function raises `RecordError` at the word that the position contradicts.
"""

from __future__ import annotations

from collections.abc import Callable

from deduce_models.enigma.records.playing import Playing
from deduce_models.enigma.records.verbs import GAINS, NotedClause
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.phases import (
    CALLING,
    DOUBTING,
    ICON,
    LAYING,
    OPENING,
    ORDER,
    QUIET,
    START,
    WINDOW,
)
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits

__all__ = ["ACTS"]


def _peeks(playing: Playing, act: NotedClause) -> None:
    playing.do(playing.setup.one[Kind.PEEK][act.at[0]], act.word, cells={act.at[0]: act.rooms[0]})


def _points(playing: Playing, act: NotedClause) -> None:
    playing.do(playing.setup.one[Kind.POINT][act.at[0]], act.word)


def _names(playing: Playing, act: NotedClause) -> None:
    at, room = act.at[0], act.rooms[0]
    if room >= 0 and playing.state.up >> at & 1 and playing.state.cells[at] != room:
        lies = playing.setup.parts.room_names[playing.state.cells[at]]
        raise playing.line.error(f"at {at + 1} lies {lies}, face up", act.word.column)
    playing.do(playing.setup.one[Kind.NAME][at], act.word)


def _plain(playing: Playing, act: NotedClause) -> None:
    kind = {"spends": Kind.SPEND, "rests": Kind.REST, "keeps": Kind.KEEP, "ends": Kind.END}
    playing.do(playing.setup.plain[kind[act.verb]], act.word)


def _claims(playing: Playing, act: NotedClause) -> None:
    playing.do(playing.setup.claims[act.room], act.word)


def _doubt(playing: Playing, act: NotedClause) -> None:
    state, seen = playing.state, act.rooms[0]
    if state.phase != DOUBTING:
        raise playing.line.error("there is no claim to doubt", act.word.column)
    if act.result == "lie" and seen == state.room:
        raise playing.line.error("a lie was not the room claimed", act.last.column)
    room = state.room if act.result == "true" else seen
    playing.declare(act.seats, act.word, {state.at: room} if room >= 0 else {})
    if act.seat and _verdict(playing).seat != act.seat:
        nearest = playing.names[_verdict(playing).seat - 1]
        raise playing.line.error(
            f"{playing.names[act.seat - 1]} does not check: the nearest clockwise who doubts does, {nearest}",
            act.word.column,
        )
    if act.result and (act.result == "true") != bool(_verdict(playing).more & 1):
        raise playing.line.error(f"the claim was not a {act.result}", act.last.column)


def _verdict(playing: Playing) -> Event:
    return next(event for event in reversed(playing.state.log) if event.kind is What.VERDICT)


def _pending(playing: Playing, act: NotedClause) -> None:
    """``?``: the declarations, or the round of cancelling, are still to come; on to my own."""
    kind = {DOUBTING: Kind.TRUST, WINDOW: Kind.ALLOW}.get(playing.state.phase)
    if kind is None:
        raise playing.line.error("nothing is open here", act.word.column)
    barred = playing.state.silent | playing.state.out | 1 << playing.state.turn
    if kind is Kind.TRUST and playing.me and not barred >> playing.me & 1:
        while playing.state.asked != playing.me:
            playing.do(playing.setup.plain[kind], act.word)


def _looks(playing: Playing, act: NotedClause) -> None:
    at, room = act.at[0], act.rooms[0]
    if playing.state.phase in (START, QUIET):
        _peeks(playing, act)
        return
    gain = GAINS.index(act.result) if act.result else -1
    playing.do(playing.setup.one[Kind.LOOK][at], act.word, cells={at: room})
    if playing.state.phase == ICON:
        if gain == -1:
            raise playing.line.error("expected 'gains C', 'gains D' or 'gains nothing'", act.last.column)
        # Of a card that was seen only the icon is open; one not seen may be the true Library too.
        legal = [move for move, _ in playing.state.outcomes() if move.what or room == -1]
        moves = [move for move in legal if move.what == gain]
        if not moves and gain == 0:
            # Nothing was gained though some icon is there: it is of the kind already held.
            held = playing.state.tokens(playing.state.turn)
            moves = [move for move in legal if move.what == held]
        if not moves:
            raise playing.line.error(f"{GAINS[gain]} cannot be what was gained", act.last.column)
        playing.do(moves[0], act.word, cells={at: room})
    event = next(event for event in reversed(playing.state.log) if event.kind is What.LOOK)
    if gain >= 0 and event.what != gain:
        was = GAINS[event.what] if event.what >= 0 else "nothing, since it was not through the Library"
        raise playing.line.error(f"what is gained here is {was}", act.last.column)


def _opens(playing: Playing, act: NotedClause) -> None:
    if act.verb == "reveals" and playing.state.phase == CALLING and act.rooms[0] >= 0:
        _calls(playing, act._replace(room=act.rooms[0]))  # 'reveals 1 Library, 6 Tome, ...'
        return
    kind = Kind.OPEN if playing.state.phase == OPENING or act.verb == "opens" else Kind.REVEAL
    playing.do(playing.setup.one[kind][act.at[0]], act.word, cells={act.at[0]: act.rooms[0]})


def _seat_move(playing: Playing, act: NotedClause) -> None:
    if act.card >= 0 and act.verb == "views":
        playing.person(playing.state.held[act.seat - 1], act.card, act.word)
    if act.card >= 0 and act.verb == "swaps":
        mine = playing.state.turn if act.seat == playing.me else act.seat
        playing.person(playing.state.held[mine - 1], act.card, act.word)
    kind = {"views": Kind.VIEW, "flips": Kind.FLIP, "swaps": Kind.SWAP}[act.verb]
    playing.do(playing.setup.seat_moves[kind][act.seat], act.word)


def _renews(playing: Playing, act: NotedClause) -> None:
    playing.person(playing.state.held[playing.state.turn - 1], act.card, act.word)
    if act.other >= 0 and playing.state.stack:
        playing.person(playing.state.stack[0], act.other, act.word)
    playing.do(playing.setup.plain[Kind.RENEW], act.word)


def _ghost(playing: Playing, act: NotedClause) -> None:
    mask = sum(1 << at for at in act.at)
    playing.person(playing.state.held[playing.state.turn - 1], playing.setup.ghost, act.word)
    told = dict(zip(act.at, act.rooms, strict=True)) if act.rooms[0] >= 0 else {}
    playing.do(playing.setup.takes[mask], act.word, cells=told)


def _lays(playing: Playing, act: NotedClause) -> None:
    moves = playing.setup.lays.get(playing.state.aux, ()) if playing.state.phase == LAYING else ()
    number = 0
    if not moves:
        raise playing.line.error("nothing was taken to lay again", act.word.column)
    if act.at:
        triple = bits(playing.state.aux)
        if sorted(act.at) != sorted(triple):
            raise playing.line.error("expected the three positions taken, in some order", act.word.column)
        number = PERMUTATIONS.index(tuple(triple.index(at) for at in act.at))
    elif playing.known:
        raise playing.line.error("a complete record says how the cards were laid", act.word.column)
    playing.do(moves[number], act.word)


def _draws(playing: Playing, act: NotedClause) -> None:
    """``draws Saboteur``: the Character the Ghost's player took instead, for who sees it."""
    if not playing.state.log or playing.state.log[-1].kind not in (What.GHOST, What.LAY):
        raise playing.line.error("nothing was drawn here", act.word.column)
    playing.person(playing.state.held[playing.state.log[-1].seat - 1], act.card, act.word)


def _cancelled(playing: Playing, act: NotedClause) -> None:
    playing.cancel(act.seat, act.word)


def _shuffles(playing: Playing, act: NotedClause) -> None:
    at = playing.state.at
    mask = sum(1 << each for each in {at, *act.at}) if at >= 0 else 0
    move = next((move for move in playing.setup.mixes[max(at, 0)] if move.at == mask), None)
    if move is None:
        raise playing.line.error("expected two positions other than the one named", act.word.column)
    playing.do(move, act.word)
    if not act.order and playing.known:
        raise playing.line.error("a complete record says the order: 'order 213'", act.last.column)
    if playing.state.phase == ORDER:
        texts = [move.text.split()[1] for move in playing.setup.orders]
        playing.do(playing.setup.orders[texts.index(act.order) if act.order else 0], act.word)


def _mission(playing: Playing, act: NotedClause) -> None:
    slot = playing.state.held[playing.state.turn - 1]
    card = playing.state.cards[slot] if act.card < 0 else act.card
    if card < 0:
        people = ", ".join(playing.setup.parts.character_names)
        raise playing.line.error(f"expected the Character shown: {people}", act.end)
    playing.person(slot, card, act.word)
    playing.do(playing.setup.plain[Kind.MISSION], act.word)


def _calls(playing: Playing, act: NotedClause) -> None:
    at = act.at[0]
    playing.do(playing.setup.calls[at][act.room], act.word, cells={at: act.rooms[0]})


def _accuses(playing: Playing, act: NotedClause) -> None:
    slot = playing.state.held[act.seat - 1]
    if act.result:
        right = act.result == "right"
        if (playing.state.cards[slot] == act.card) != right:
            if playing.known or playing.state.cards[slot] != -1:
                raise playing.line.error("the Characters say otherwise", act.last.column)
            if right:
                playing.person(slot, act.card, act.word)
    elif not playing.known and playing.state.cards[slot] == -1:
        raise playing.line.error("expected 'right' or 'wrong'", act.end)
    playing.do(playing.setup.accusations[act.seat][act.card], act.word)


def _time(playing: Playing, act: NotedClause) -> None:
    if playing.state.time != act.at[0]:
        raise playing.line.error(f"by these notes Time stands at {playing.state.time}", act.word.column)


def _holds(playing: Playing, act: NotedClause) -> None:
    """``gains D`` behind a claim: what the turn's player holds now, or no longer."""
    held, turn = GAINS.index(act.result), playing.state.turn
    if held and bool(playing.state.tokens(turn) & held) == bool(act.order):
        token = {"C": "Chaos", "D": "Decryption"}[act.result]
        what = "still holds" if act.order else "holds no"
        raise playing.line.error(
            f"by these notes {playing.names[turn - 1]} {what} {token}", act.word.column
        )


def _result(playing: Playing, act: NotedClause) -> None:
    wanted = What.WIN if act.verb == "wins" else What.FAIL
    if wanted not in [event.kind for event in playing.state.log[-6:]]:
        raise playing.line.error("the mission has not come to that", act.word.column)


ACTS: dict[str, Callable[[Playing, NotedClause], None]] = {
    "peeks": _peeks,
    "points": _points,
    "names": _names,
    "spends": _plain,
    "claims": _claims,
    "doubt": _doubt,
    "?": _pending,
    "looks": _looks,
    "opens": _opens,
    "views": _seat_move,
    "flips": _seat_move,
    "swaps": _seat_move,
    "keeps": _plain,
    "renews": _renews,
    "ghost": _ghost,
    "lays": _lays,
    "draws": _draws,
    "cancelled": _cancelled,
    "shuffles": _shuffles,
    "mission": _mission,
    "reveals": _opens,
    "calls": _calls,
    "accuses": _accuses,
    "fails": _result,
    "wins": _result,
    "time": _time,
    "holds": _holds,
    "ends": _plain,
    "rests": _plain,
}
