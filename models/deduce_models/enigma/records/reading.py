"""What the header of a record of Enigma tells: the cards of a complete one, the writer's Character."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from deduce.ground.wording import as_is, say
from deduce.records.header import value_words
from deduce.records.record import Line, Record
from deduce.records.words import find_phrase
from deduce.rulebook import UNNOTED, State, View
from deduce.rulebook.heard import Event
from deduce.rulebook.notes import Foretold, NotesReplay
from deduce.rulebook.setting import Setting
from deduce_models.enigma.records import mistakes


def foretold(record: Record, setting: Setting, me: int | None) -> Foretold:
    """The writer's own Character, where the notes tell it; without writer and layout they are a bystander's.

    Raises `RecordError`.
    """
    if me is None and not record.get("layout"):
        return Foretold(writer=0)
    if not record.get("character"):
        return Foretold()
    line = record.line_of("character")
    if not me:
        raise line.error(say("'character' is the writer's own: say who that is with 'me:'"))
    people = [(who.name, who.title) for who in setting.data.parts.characters]
    words = value_words(line)
    found, used = find_phrase(words, people, say("a Character"), line)
    if used < len(words):
        raise line.error(say("expected the end of the line"), words[used].column)
    return Foretold({f"dealt[{setting.names[me - 1]}]": people[found][0]})


def remark(line: Line, replay: NotesReplay) -> bool:
    """Whether a line tells a mistake (see `mistakes`); what it says of who checks and who is silent must be so."""
    _check_checker(line, replay)
    _check_silenced(line, replay)
    return mistakes.remark(line, replay)


def _check_checker(line: Line, replay: NotesReplay) -> None:
    """Who is said to check must be the nearest clockwise of those who doubt. Raises `RecordError`."""
    if "check" not in line.text.casefold():
        return
    names = "|".join(map(re.escape, replay.names))
    wait = replay.reader.run.wait
    text = replay.setting.game.reworded(line.text, replay.setting, replay.me)
    said = re.search(
        rf"(?i)^ *({names})?.*\bdoubt ((?:(?:{names})\b[ ,+&]*(?:and )?)+).*?\b({names}) checks?\b", text
    )
    if said is None:
        return
    seats = {name.casefold(): seat for seat, name in enumerate(replay.names, 1)}
    turn = seats[said[1].casefold()] if said[1] else wait.actor if wait is not None else 0
    doubters = [seats[name.casefold()] for name in re.findall(rf"(?i)\b(?:{names})\b", said[2])]
    if not isinstance(turn, int) or not doubters:
        return
    nearest = min(doubters, key=lambda seat: (seat - turn) % len(seats))
    if seats[said[3].casefold()] != nearest:
        who = replay.names[seats[said[3].casefold()] - 1]
        column = line.text.casefold().rfind(said[3].casefold()) + 1
        raise line.error(
            say(
                "{who} does not check: the nearest clockwise who doubts does, {other}",
                who=as_is(who),
                other=as_is(replay.names[nearest - 1]),
            ),
            column,
        )  # fmt: skip


def _check_silenced(line: Line, replay: NotesReplay) -> None:
    """Who is said to be silenced, in a line without a doubt, must be so already. Raises `RecordError`."""
    if "silen" not in line.text.casefold() and "muted" not in line.text.casefold():
        return
    text = replay.setting.game.reworded(line.text, replay.setting, replay.me)
    said = re.search(rf"(?i)\b({'|'.join(map(re.escape, replay.names))})[ ,:]+silenced\b", text)
    if said is None or "doubt" in text:
        return
    seat = next(k for k, name in enumerate(replay.names, 1) if name.casefold() == said[1].casefold())
    if seat not in replay.reader.table.open.silent:
        column = max(line.text.casefold().find("silen"), line.text.casefold().find("muted")) + 1
        raise line.error(say("{who} is not under Silence", who=as_is(replay.names[seat - 1])), column)


def missing(replay: NotesReplay) -> Iterator[str]:
    """Exchanges after which the writer's new Character was not noted."""
    chosen = ""
    for event in replay.reader.table.log:
        if event.kind == "choose":
            chosen = event.said
            who = event.seat
        elif (
            event.kind == "show"
            and event.value is UNNOTED
            and event.said.startswith("dealt")
            and event.place
        ):
            verb, _, other = chosen.partition(" ")
            if verb == "swap" and replay.me:
                with_whom = other if who == replay.me else replay.names[replay.me - 1]
                clause = f"swaps {with_whom} =CHARACTER"
            elif verb in ("renew", "ghost"):
                clause = "renews OLD =NEW" if verb == "renew" else "draws CHARACTER"
            else:
                continue
            yield f"{event.place}: {replay.names[(replay.me or 1) - 1]}'s new Character: '{clause}'"


def header(position: State | View) -> list[str]:
    """The cards of a whole game, or the writer's Character."""
    setup, shown = position.setting.data, position.face
    if isinstance(position, View):
        own = dict(shown.own).get(position.seat - 1)  # the card dealt, not the one held now
        return [] if own is None else [f"character: {setup.parts.character_names[own]}"]
    rooms = [setup.parts.room_names[room] for room in shown.start]
    rows = [" ".join(rooms[k : k + 3]) for k in range(0, len(rooms), 3)]
    cards = [setup.parts.character_names[card] for card in shown.cards]
    seats = setup.players
    return [
        f"layout: {' / '.join(rows)}",
        f"characters: {' '.join(cards[:seats])} ; {' '.join(cards[seats:])}",
    ]


def noted(event: Event, names: Sequence[str]) -> str:
    """What was told, in few words: ``=Tome``, ``doubt Ann Bob``, ``lie``, ``gains C``, ``wrong``."""
    if event.kind == "show":
        return f"={event.value}"
    if event.kind == "tell":
        right, wrong = ("true", "lie") if event.name == "sees" else ("right", "wrong")
        return right if event.value else wrong
    if event.kind == "sense" or event.name == "gains":
        gained = event.value if event.kind == "sense" else " ".join(event.value)
        return f"gains {gained or 'nothing'}"
    listed = " ".join(names[seat - 1] for seat in event.value)
    return event.said.replace("{}", listed or "nobody")
