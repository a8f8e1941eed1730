"""What a person means by a fact about the mansion or a player."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.wording import phrase, say, typed
from deduce.knowledge import Knowledge
from deduce.language.facts import Fact
from deduce.records.record import Line
from deduce.records.words import find, number, words_of
from deduce_models.enigma.rules.setup import slot_name
from deduce_models.enigma.rules.views import EnigmaView


def fact_of(
    text: str, knowledge: Knowledge, view: EnigmaView, names: Sequence[str]
) -> tuple[Fact, str, str]:
    """The fact a person means by ``6 Command``, ``cell 6 is not Code`` or ``Bob Ghost``; it and its contrary in words.

    A player's name means the Character that player holds now. Raises `RecordError` with
    the column of what could not be read.
    """
    line = Line(0, text.replace("!=", " not ").replace("=", " "), "the fact")
    words = [word for word in words_of(line) if word.folded not in ("cell", "is", "the", "at")]
    denied = any(word.folded == "not" for word in words)
    words = [word for word in words if word.folded != "not"]
    if len(words) != 2:
        raise line.error(
            say("expected a position and a room, such as '6 Command', or a player and a Character")
        )
    who, what = words
    setup, problem = view.setup, knowledge.problem
    if who.text.isdecimal():
        at = number(who, line, 1, setup.cells, say("a position"))
        room = setup.parts.room_names[find(what, setup.parts.room_names, say("a room"), line)]
        slots = {"who": str(at), "what": typed(room)}
        keys = "card {who} is {what}", "card {who} is not {what}"
        fact: Fact = problem["cell"][at] == room
    else:
        people = setup.parts.character_names
        slot = slot_name(setup, view.held[find(who, names, say("a player's name"), line)], names)
        person = people[find(what, people, say("a Character"), line)]
        fact = problem["dealt"][slot] == person
        slots = {"who": typed(slot), "what": typed(person)}
        keys = "the card dealt to {who} is {what}", "the card dealt to {who} is not {what}"
    fact, keys = (~fact, keys[::-1]) if denied else (fact, keys)
    claim, denial = (
        phrase(each.sentence(), key, **slots) for each, key in zip((fact, ~fact), keys, strict=True)
    )
    return fact, claim, denial
