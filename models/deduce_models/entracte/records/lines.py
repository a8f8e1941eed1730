"""Lines of notes: put into the words of the rules, which read them; and those that are no event of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import DeduceError, RecordError
from deduce.ground.wording import as_is, say
from deduce.records.record import Line
from deduce.rulebook.asks import Choose
from deduce.rulebook.heard import Entry
from deduce.rulebook.reading import Reader
from deduce.rulebook.refusing import Unread
from deduce.rulebook.setting import Setting
from deduce.rulebook.table import Table
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.knowledge.evidence import DRAWING, Noted
from deduce_models.entracte.records.checks import only
from deduce_models.entracte.records.opening import Opening, known_of, noted_card
from deduce_models.entracte.records.wording import (
    BESIDE,
    VOTES,
    example_of,
    hurried,
    saying,
    sayings,
    seat_named,
)
from deduce_models.entracte.rules.setup import HAND, Setup

if TYPE_CHECKING:
    from deduce_models.entracte.records.reading import Replay

LOGGED = ("draw", "unseen", "choose", "hidden")
"""Kinds of what is heard that stand in the log of a view."""


def is_logged(answer: Entry | str) -> bool:
    """Whether an answer to the rules is an event of the log; of a complete record each is a move."""
    return isinstance(answer, str) or answer.kind in LOGGED


def due(reader: Reader) -> int:
    """Whose turn it is, where all goes unsaid that may; 0 for nobody's."""
    wait: Any = reader.run.wait
    if not isinstance(wait, Choose) or wait.unsaid is not None:
        wait = reader.ahead()[2]
    actor = getattr(wait, "actor", 0)
    return actor if isinstance(actor, int) else 0


def plain_lines(text: str, setting: Setting, seat: int | None, _: Table) -> Sequence[Sequence[str]]:
    """The plain lines that a line typed in a hurry may mean."""
    return hurried(text, known_of(setting, seat))


# What the rules read.


def spelt(text: str, reader: Reader) -> str:
    """Plain lines in the words of the rules, cards by the names that they have there. Raises `RecordError`."""
    known, setup = known_of(reader.setting, reader.seat), reader.setting.data
    rows = []
    for row in text.split("\n"):
        said = saying(Line(0, row, ""), known, lambda: due(reader))
        seat = said.seat or due(reader)
        who = known.names[seat - 1] if seat else ""
        apart = said.kind in beside(reader)  # no rule reads that: it is left to `remark`
        rows.append(f"{who} {'beside' if apart else _text(_completed(said, seat, reader), setup)}")
    return ", ".join(rows).strip()


def beside(reader: Reader) -> Sequence[str]:
    """Kinds of what is said beside the turns; of notes with gaps votes, too."""
    return [kind for kind in BESIDE if reader.setting.data.noted or kind not in VOTES]


def _text(said: Noted, setup: Setup) -> str:
    """What is done, in the words of the rules."""
    done = {"unseen": "miss"}.get(said.kind, said.kind)
    if said.kind == "play":
        done = f"play {noted_card(setup, said.card, said.listed, said.exhaustive).name}"
    return ", ".join([done, *filter(None, [said.words]), *_draws(said, setup)])


def _draws(said: Noted, setup: Setup) -> list[str]:
    return [f"draw {noted_card(setup, card).name}" for card in said.drawn]


def _completed(said: Noted, seat: int, reader: Reader) -> Noted:
    """What is said, cards completed where only one fits: of the writer's hand, or of a deck that the record names."""
    opening: Opening = reader.foretold["opening"]
    drawn = tuple(only(card, opening.deck) for card in said.drawn)
    card = said.card
    if said.kind == "play" and (not card or None in card):
        hand = held(reader) if seat == reader.seat else ()
        card = only(only(card, opening.deck), hand or ())
    return said._replace(drawn=drawn, card=card)


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
    reader, known = replay.reader, known_of(replay.setting, replay.me)
    if replay.slipped and replay.gaps:
        _miss(replay, seat_named(line, known), line)
    replay.slipped = False
    kept = [*replay.remarks]
    try:
        told = [
            saying(replace(line, text=row), known, lambda: due(reader)) for row in line.text.split("\n")
        ]
        if not all(said.kind in beside(reader) for said in told):
            return False
    except RecordError:  # the rules may still read it as one typed in a hurry
        return False
    try:
        for said in told:
            _dealt_with(said if said.seat else said._replace(seat=due(reader)), line, replay)
    except RecordError:
        replay.remarks = kept
        raise
    return True


def _dealt_with(said: Noted, line: Line, replay: Replay) -> None:
    if said.kind == "draw":
        _drew(said, line, replay)
    elif replay.me is None and said.kind in ("guess", "pile"):
        _told_whole(said, line, replay)
    elif said.kind == "guess" and replay.guesses.begun:
        replay.guesses.read(said, line, replay)
    else:
        if said.kind in ("agree", "refuse") and (wrong := _voted_on(said, line, replay)) is not None:
            raise wrong
        replay.remarks.append((replay.logged, (said, line)))


def _voted_on(said: Noted, line: Line, replay: Replay) -> RecordError | None:
    """What is told where nobody has proposed to stop: a "no" may be about a token."""
    if any(at == replay.logged and other.kind == "stop" for at, (other, _) in replay.remarks):
        return None
    return line.error(
        say(
            "nobody wants to stop, so nobody agrees; whose token it was stands in the line of the card"
            if said.kind == "agree"
            else "nobody wants to stop, so nobody refuses; whose token it was stands in the line of the card"
        ),
        1,
    )


def _told_whole(said: Noted, line: Line, replay: Replay) -> None:
    """Guesses and cards of piles, which a complete record tells where they were."""
    setup: Setup = replay.setting.data
    who = replay.names[said.seat - 1]
    texts = [f"{who} guess {seat} {setup.code_names[code]}" for seat, code in said.guesses]
    texts += [f"pile {setup.parts.card_text(card)}" for card in said.drawn if said.kind == "pile"]
    for text in texts:
        replay.reader.told(text, f"line {line.number}", line)


def _drew(said: Noted, line: Line, replay: Replay) -> None:
    """The cards of a line such as ``draws CARD`` belong to the writer's last play or exchange."""
    reader, setup = replay.reader, replay.setting.data
    said = _completed(said, said.seat, reader)
    if not replay.gaps:
        reader.told(", ".join(_draws(said, setup)), f"line {line.number}", line)
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
    if not heard:
        text = f"{replay.names[said.seat - 1]} {', '.join(_draws(said, setup))}"
        reader.told(text, f"line {line.number}", line)
        return
    names = [noted_card(setup, card).name for card in said.drawn]
    place = reader.answers[done[-1]][1]
    reader.answers[behind : behind + 1] = [
        (Entry("choose", said.seat, f"draw {name}", name), place) for name in names
    ]
    at = sum(is_logged(answer) for answer, _ in reader.answers[:behind])
    replay.remarks = [(k + (len(names) - 1) * (k > at), told) for k, told in replay.remarks]
    reader.back_to(len(reader.answers))


def _is_own(answer: Any, reader: Reader) -> bool:
    return bool(answer.kind == "choose" and answer.seat == reader.seat)


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
        if turns or (seat and due(replay.reader) != seat):
            with suppress(DeduceError):
                replay.reader.told("miss", f"line {line.number}", line)


def _refusal(error: RecordError, line: Line, replay: Replay) -> RecordError:
    reader, known = replay.reader, known_of(replay.setting, replay.me)
    strict = isinstance(error, Unread)  # else the words are none of the game's, or it was said why
    ways = sayings(line, known, lambda: due(reader))
    try:
        saying(line, known, lambda: due(reader))
    except RecordError as other:
        if len(ways) != 1:
            return other
        strict = True
    if not strict:
        return error
    said = ways[0][0]
    said = _completed(said if said.seat else said._replace(seat=due(reader)), said.seat, reader)
    if said.kind in beside(reader):
        return (_voted_on(said, line, replay) if said.kind in ("agree", "refuse") else None) or error
    if why := _forbidden(said, replay):
        return line.error(why, 1)
    why, column = _unplayed(said, line, replay) if said.kind == "play" else ("", 1)
    return line.error(why or error.message, column).like(example_of(said.kind, said.seat or 1, known))


def _forbidden(said: Noted, replay: Replay) -> str:
    """Why somebody cannot do that now, whatever else the line says."""
    o, names, turn = replay.reader.table.open, replay.names, due(replay.reader)
    who = as_is(names[said.seat - 1])
    if said.kind == "declare":
        if not replay.setting.data.competitive:
            return say("nobody declares in the cooperative game; add 'mode: competitive'?")
        return say("{who} has declared already", who=who) if said.seat in o.declared else ""
    if said.kind not in VOTES and said.seat != turn and turn:
        missed = names[turn - 1]
        return say(
            "it is {who}'s turn; for a turn that was missed write {line}",
            who=as_is(missed), line=as_is(f"'{missed} ?'"),
        )  # fmt: skip
    if said.kind == "exchange" and said.seat in o.exchanged:
        return say("{who} has exchanged already: once a game", who=who)
    return ""


def _unplayed(said: Noted, line: Line, replay: Replay) -> tuple[str, int]:
    """Why a card is not played so, and at which column; '' where the rules say it."""
    reader, setup = replay.reader, replay.setting.data
    if not replay.gaps and said.card not in setup.parts.number:
        card = setup.parts.card_text(said.card)
        called = as_is(repr(card)) if card else say("like this")
        return say("no card of the deck is {card}; all values are needed", card=called), 0
    if not said.words:
        return "", 1
    answered, place = len(reader.answers), f"line {line.number}"
    try:
        reader.told(f"{replay.names[said.seat - 1]} {_text(said._replace(words=''), setup)}", place, line)
    except RecordError as error:
        return error.message, 1
    if replay.me is None:  # reading goes on as if they had been told
        table = reader.table
        who = ", ".join(table.name(seat) for seat in table.open.tokens[-1])
        told = as_is(who) if who else say("nobody")
        return say("the tokens are not what the codes demand: {who}", who=told), 0
    reader.back_to(answered)
    words = as_is(repr(said.words))
    return say(
        "{words}: say who put each token: names, nobody, or ? where it was not noted", words=words
    ), 0
