"""What the header of a record of Enigma tells: the cards of a complete one, the writer's Character."""

from __future__ import annotations

from deduce.records.header import value_words
from deduce.records.record import Record
from deduce.records.words import find_phrase
from deduce.rulebook.notes import Foretold
from deduce.rulebook.setting import Setting

__all__ = ["foretold"]


def foretold(record: Record, setting: Setting, me: int | None) -> Foretold:
    """The writer's own Character, where the notes tell it. Raises `RecordError`."""
    if not record.get("character"):
        return Foretold()
    line = record.line_of("character")
    if not me:
        raise line.error("'character' is the writer's own: say who that is with 'me:'")
    people = [(who.name, who.title) for who in setting.data.parts.characters]
    words = value_words(line)
    found, used = find_phrase(words, people, "a Character", line)
    if used < len(words):
        raise line.error("expected the end of the line", words[used].column)
    return Foretold({f"dealt[{setting.names[me - 1]}]": people[found][0]})
