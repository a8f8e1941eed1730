"""What a person means by a fact about the mansion or a player."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.wording import phrase, run, say, typed
from deduce.knowledge import Knowledge
from deduce.language.facts import Fact
from deduce.records.record import Line
from deduce.records.words import find, number, person, words_of
from deduce_models.enigma.rules.setup import slot_name
from deduce_models.enigma.rules.views import EnigmaView


def fact_of(
    text: str, knowledge: Knowledge, view: EnigmaView, names: Sequence[str]
) -> tuple[Fact, str, str]:
    """The fact a person means by ``6 Command``, ``cell 6 is not Code`` or ``Bob Ghost``; it and its contrary in words.

    A player's name means the Character that player holds now, "I" the seat that looks. Raises `RecordError` with
    the column of what could not be read.
    """
    line = Line(0, text.replace("!=", " not ").replace("=", " "), say("the fact"))
    words = [word for word in words_of(line) if word.folded not in ("cell", "is", "am", "the", "at")]
    denied = any(word.folded == "not" for word in words)
    words = [word for word in words if word.folded != "not"]
    if len(words) != 2:
        raise line.error(
            say("expected a position and a room, such as '6 Command', or a player and a Character")
        )
    who, what = words[::-1] if words[1].text.isdecimal() else words  # "Radio at 3"
    setup, problem = view.setup, knowledge.problem
    is_so: str
    is_not: str
    if who.text.isdecimal():
        at = number(who, line, 1, setup.cells, say("a position"))
        room = setup.parts.room_names[find(what, setup.parts.room_names, say("a room"), line)]
        fact: Fact = problem["cell"][at] == room
        is_so, is_not = (
            phrase(each.sentence(), key, who=str(at), what=typed(room))
            for each, key in ((fact, "card {who} is {what}"), (~fact, "card {who} is not {what}"))
        )
    else:
        people = setup.parts.character_names
        seat = person(who, names, view.seat, say("a player's name"), line)
        character = people[find(what, people, say("a Character"), line)]
        name, slot = typed(names[seat]), slot_name(setup, view.held[seat], names)
        fact = problem["dealt"][slot] == character
        dealt = say(" (whose card was dealt to {slot})", slot=typed(slot)) if slot != names[seat] else ""
        is_so = run(say("{who} is the {character}", who=name, character=typed(character)), dealt)
        is_not = run(say("{who} is not the {character}", who=name, character=typed(character)), dealt)
    return (~fact, is_not, is_so) if denied else (fact, is_so, is_not)
