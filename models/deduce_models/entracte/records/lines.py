"""Lines of notes: put into the words of the rules, which read them; and those that are no event of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import DeduceError, RecordError
from deduce.ground.wording import as_is, say
from deduce.records.record import Line
from deduce.rulebook.deeds import Done
from deduce.rulebook.heard import Entry
from deduce.rulebook.plain import Deeds, read_beside
from deduce.rulebook.reading import Reader
from deduce.rulebook.refusing import Unread
from deduce.rulebook.wanting import due_in
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.knowledge.evidence import DRAWING, Noted
from deduce_models.entracte.records.checks import only
from deduce_models.entracte.records.opening import Opening, noted_card, ways_of
from deduce_models.entracte.records.words import ARTICLE, VOTES, deeds
from deduce_models.entracte.rules.setup import HAND, Setup

if TYPE_CHECKING:
    from deduce_models.entracte.records.reading import Replay

LOGGED = ("draw", "unseen", "choose", "hidden")
"""Kinds of what is heard that stand in the log of a view."""


def is_logged(answer: Entry | str) -> bool:
    """Whether an answer to the rules is an event of the log; of a complete record each is a move."""
    return isinstance(answer, str) or answer.kind in LOGGED


# What the rules read.


def in_rules(said: Done, reader: Reader, made: Deeds) -> str:
    """What is done, in the words of the rules, cards by the names that they have there."""
    setup, said = reader.setting.data, _completed(said, reader)
    card = noted_card(setup, said.thing, said.listed, said.whole).name
    return made.in_rules(said, card, _drawn(said, setup))


def _drawn(said: Done, setup: Setup) -> list[str]:
    return [noted_card(setup, card).name for card in said.drawn]


def _completed(said: Done, reader: Reader) -> Done:
    """What is said, cards completed where only one fits: of the writer's hand, or of a deck that the record names."""
    opening: Opening = reader.foretold["opening"]
    drawn = tuple(only(card, opening.deck) for card in said.drawn)
    card = said.thing
    if said.deed == "play" and (not card or None in card):
        hand = held(reader) if said.seat == reader.seat else ()
        card = only(only(card, opening.deck), hand or ())
    return said._replace(drawn=drawn, thing=card)


def held(reader: Reader) -> tuple[Partial, ...] | None:
    """The writer's hand, as far as it is known; None where it is not.

    A play of which two cards of the hand may be meant leaves the hand open.
    """
    opening: Opening = reader.foretold["opening"]
    setup: Setup = reader.setting.data
    hand = opening.hands[reader.seat - 1] if reader.seat else ()
    cards = hand if len(hand) == HAND else None
    begun = False
    for entry, _ in reader.answers:
        chosen = entry.kind == "choose"
        begun = begun or chosen
        verb, _, name = entry.said.partition(" ")
        if chosen and entry.seat != reader.seat:
            continue
        if begun and verb == "draw" and entry.kind in ("choose", "draw"):
            cards = None if cards is None else (*cards, setup.partial(entry.value))
        elif not chosen:
            continue
        elif verb == "play":
            card = setup.partial(name)
            cards = tuple([each for each in cards if each != card]) if cards and card in cards else None
        elif verb in ("miss", "exchange"):
            cards = None if verb == "miss" else ()
    return cards


# Lines that are no event of the rules, or come when they do not wait for them.


def remark(line: Line, replay: Replay) -> bool:
    """Whether a line tells what stands beside the turns, and is dealt with here. Raises `RecordError`."""
    if replay.slipped and replay.gaps:
        _miss(replay, deeds(replay.setting, replay.me).beginning(line), line)
    replay.slipped = False
    return read_beside(line, replay, deeds(replay.setting, replay.me))


def aside(said: Done, line: Line, replay: Replay) -> None:
    """Deal with what stands beside the turns."""
    noted = Noted(said.deed, said.seat, drawn=said.drawn, sure=said.number, guesses=said.named)
    if said.deed == "draw":
        _drew(said, line, replay)
    elif replay.me is None and said.deed in ("guess", "pile"):
        _told_whole(said, line, replay)
    elif said.deed == "guess" and replay.guesses.begun:
        replay.guesses.read(noted, line, replay)
    else:
        if said.deed == "guess":
            _guessed_once(noted, line, replay)
        if said.deed in ("agree", "refuse") and (wrong := _voted_on(said, line, replay)) is not None:
            raise wrong
        replay.remarks.append((replay.logged, (noted, line)))


def _guessed_once(noted: Noted, line: Line, replay: Replay) -> None:
    """Nobody guesses a code twice while nothing happens. Raises `RecordError`."""
    before = [
        other
        for at, (told, _) in replay.remarks
        if at == replay.logged and told.kind == "guess" and told.seat == noted.seat
        for other, _ in told.guesses
    ]
    for other, _ in noted.guesses:
        if before.count(other) >= replay.setting.data.per_seat:
            who, whose = as_is(replay.names[noted.seat - 1]), as_is(replay.names[other - 1])
            raise line.error(say("{who} has guessed the code of {other} already", who=who, other=whose), 1)


def _voted_on(said: Done, line: Line, replay: Replay) -> RecordError | None:
    """What is told where nobody has proposed to stop: a "no" may be about a token."""
    if any(at == replay.logged and other.kind == "stop" for at, (other, _) in replay.remarks):
        return None
    return line.error(
        say(
            "nobody wants to stop, so nobody agrees; whose token it was stands in the line of the card"
            if said.deed == "agree"
            else "nobody wants to stop, so nobody refuses; whose token it was stands in the line of the card"
        ),
        1,
    )


def _told_whole(said: Done, line: Line, replay: Replay) -> None:
    """Guesses and cards of piles, which a complete record tells where they were."""
    setup: Setup = replay.setting.data
    who = replay.names[said.seat - 1]
    texts = [f"{who} guess {seat} {setup.code_names[code]}" for seat, code in said.named]
    texts += [f"pile {setup.parts.card_text(card)}" for card in said.drawn if said.deed == "pile"]
    for text in texts:
        replay.reader.told(text, f"line {line.number}", line)


def _drew(said: Done, line: Line, replay: Replay) -> None:
    """The cards of a line such as ``draws CARD`` belong to the writer's last play or exchange."""
    reader, setup = replay.reader, replay.setting.data
    drawn = ", ".join(f"draw {name}" for name in _drawn(_completed(said, reader), setup))
    if not replay.gaps:
        reader.told(drawn, f"line {line.number}", line)
        return
    own = [at for at, (answer, _) in enumerate(reader.answers) if _is_own(answer, reader)]
    done = [at for at in own if reader.answers[at][0].said.partition(" ")[0] in DRAWING]
    behind = next((at for at in own if at > done[-1]), len(reader.answers)) if done else 0
    heard = [answer.said for answer, _ in reader.answers[behind : behind + 1]]
    kind = reader.answers[done[-1]][0].said.partition(" ")[0] if done else ""
    if kind not in ("play", "exchange") or heard not in ([], ["silent"]):
        raise line.error(
            say("no play is waiting for a card drawn: it is told already, or the play is not noted"), 1
        )
    wanted = HAND if kind == "exchange" else 1
    if len(said.drawn) != wanted:
        raise line.error(
            say("expected {count} cards drawn, not {number}", count=wanted, number=len(said.drawn)), 1
        )
    text = f"{replay.names[said.seat - 1]} {drawn}"
    place = reader.answers[done[-1]][1] if heard else f"line {line.number}"
    reader.told_late(text, place, line, behind, behind + len(heard))
    if heard:
        at = sum(is_logged(answer) for answer, _ in reader.answers[:behind])
        more = len(said.drawn) - 1
        replay.remarks = [(k + more * (k > at), told) for k, told in replay.remarks]


def _is_own(answer: Any, reader: Reader) -> bool:
    return bool(answer.kind == "choose" and answer.seat == reader.seat)


def missing(replay: Replay) -> Iterator[str]:
    """Values that an "a" before another may have meant, which was read as an article."""
    setup: Setup = replay.setting.data
    kinds = [(at, kind.name) for at, kind in enumerate(setup.parts.types) if "a" in kind.values]
    bodies = {f"line {line.number}": line.body for line in replay.record.events}
    for answer, place in replay.reader.answers:
        if answer.kind == "choose" and re.search(rf"(?i){ARTICLE} ", bodies.get(place, "")):
            verb, _, name = answer.said.partition(" ")
            card = setup.partial(name) if verb == "play" else ()
            yield from (
                f"{place}: {kind}, if the 'a' is its value: '{kind}=a'"
                for at, kind in kinds
                if card and card[at] is None
            )


# What the rules refuse.


def refused(error: RecordError, line: Line, replay: Replay) -> RecordError:
    """Why the rules do not read a line; of notes with gaps reading goes on as if the turn had been missed."""
    told = _refusal(error, line, replay)
    if replay.gaps:
        _miss(replay, 0, line, turns=1)
    replay.slipped = True
    return told


def _miss(replay: Replay, seat: int, line: Line, *, turns: int = 0) -> None:
    """Turns go by: so many, or those before it is `seat`'s."""
    for _ in range(turns or len(replay.names) - 1):
        if turns or (seat and due_in(replay.reader) != seat):
            with suppress(DeduceError):
                replay.reader.told("miss", f"line {line.number}", line)


def _refusal(error: RecordError, line: Line, replay: Replay) -> RecordError:
    reader, made = replay.reader, deeds(replay.setting, replay.me)
    strict = isinstance(error, Unread)  # else the words are none of the game's, or it was said why
    told = ways_of(line, replay.setting, replay.me, lambda: due_in(reader))
    try:
        made.read(line, lambda: due_in(reader))
    except RecordError as other:
        if len(told) != 1:
            return other
        strict = True
    if not strict:
        return error
    said = told[0][0]
    said = _completed(said._replace(seat=said.seat or due_in(reader)), reader)
    if made.beside(said):
        return (_voted_on(said, line, replay) if said.deed in ("agree", "refuse") else None) or error
    if why := _forbidden(said, replay):
        return line.error(why, 1)
    why, column = _unplayed(said, line, replay) if said.deed == "play" else ("", 1)
    return line.error(why or error.message, column).like(made.example(said.deed, said.seat or 1))


def _forbidden(said: Done, replay: Replay) -> str:
    """Why somebody cannot do that now, whatever else the line says."""
    o, names, turn = replay.reader.table.open, replay.names, due_in(replay.reader)
    who = as_is(names[said.seat - 1])
    if said.deed == "declare":
        if not replay.setting.data.competitive:
            return say("nobody declares in the cooperative game; add 'mode: competitive'?")
        return say("{who} has declared already", who=who) if said.seat in o.declared else ""
    if said.deed not in VOTES and said.seat != turn and turn:
        missed = names[turn - 1]
        return say(
            "it is {who}'s turn; for a turn that was missed write {line}",
            who=as_is(missed), line=as_is(f"'{missed} ?'"),
        )  # fmt: skip
    if said.deed == "exchange" and said.seat in o.exchanged:
        return say("{who} has exchanged already: once a game", who=who)
    return ""


def _unplayed(said: Done, line: Line, replay: Replay) -> tuple[str, int]:
    """Why a card is not played so, and at which column; '' where the rules say it."""
    reader, setup = replay.reader, replay.setting.data
    if not replay.gaps and said.thing not in setup.parts.number:
        card = setup.parts.card_text(said.thing)
        called = as_is(repr(card)) if card else say("like this")
        return say("no card of the deck is {card}; all values are needed", card=called), 0
    if not said.told:
        return "", 1
    answered, place = len(reader.answers), f"line {line.number}"
    bare = in_rules(said._replace(told=""), reader, deeds(replay.setting, replay.me))
    try:
        reader.told(f"{replay.names[said.seat - 1]} {bare}", place, line)
    except RecordError as error:
        return error.message, 1
    if replay.me is None:  # reading goes on as if they had been told
        table = reader.table
        who = ", ".join(table.name(seat) for seat in table.open.tokens[-1])
        told = as_is(who) if who else say("nobody")
        return say("the tokens are not what the codes demand: {who}", who=told), 0
    reader.back_to(answered)
    words = as_is(repr(said.told))
    return say(
        "{words}: say who put each token: names, nobody, or ? where it was not noted", words=words
    ), 0
