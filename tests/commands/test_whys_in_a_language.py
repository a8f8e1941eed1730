"""Why a fact holds, in German and Russian: of facts that the game itself knows and its page asks, without English."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from deduce.games import game, read_record
from deduce.games.speaking import refused, speech_of, told
from deduce.ground.errors import DeduceError
from deduce.ground.phrases import LANGUAGES
from deduce.records.header import names_of
from deduce.web import answer

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = sorted(
    [
        *(
            EXAMPLES / "decrypto" / f"{name}.txt"
            for name in ("encrypt", "finished", "intercept", "russian")
        ),
        *EXAMPLES.glob("*/evening.txt"),
        EXAMPLES / "shakespeare" / "seat2.txt",
        *(EXAMPLES / "tables" / f"{name}.txt" for name in ("avalon", "battleship", "clue", "coup")),
    ]
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|^.* = [^:]*:|(?:erlaubt|можно): .*")
"""What stands for something typed: clues, facts and keywords."""
ENGLISH = {
    "the",
    "is",
    "not",
    "of",
    "has",
    "no",
    "yes",
    "because",
    "open",
    "and",
    "to",
    "expected",
    "how",
    "notes",
}


def facts_of(asked, record, known, seed):
    """What the page asks about places, facts about quantities, each the first of a kind, and such as are none."""
    rng, kinds = random.Random(seed), {}
    sheet = answer({"verb": "solve", "record": record.text, "boards": 1})
    boards = sheet["data"]["boards"] if sheet["ok"] else []  # a record that names a file is not read there
    places = [place for board in boards for place in board["places"] if place["fact"]]
    for place in rng.sample(places, min(3, len(places))):
        yield from {
            place["fact"].replace("{value}", value) for value, _ in place["chances"][:2] or [("", 0)]
        }
    for variable in known.scope if known else ():
        kinds.setdefault(re.sub(r"\\d|\\[.*\\]", "", variable.name), variable)
    for variable in rng.sample(list(kinds.values()), min(5, len(kinds))):
        if "meant" not in variable.name:
            yield from (f"{variable.name} = {value}" for value in rng.sample(list(variable.domain), 2))
            yield f"{variable.name} = xyzzy"
    yield from ("xyzzy", "black keyword 4 = xyzzy", "white digit 4 = 1", "A=XYZZY")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_why_is_said_whole_in_every_language(path):
    record = read_record(path.read_text(encoding="utf-8"), source=str(path))
    asked, said = game(record.game), []
    try:
        known = asked.knowledge(asked.answers().read(record).view(None))
    except DeduceError:
        known = None
    for fact in facts_of(asked, record, known, 1):
        try:
            report = asked.why(record, fact)
        except DeduceError:
            report = None
        for language in LANGUAGES:
            speech = speech_of(asked, language, names_of(asked, record))
            if report:
                found = told(report, speech)
                texts = [found.text, *(each["text"] for each in found.data.get("steps", ()))]
            else:  # an error is told in one language only
                with pytest.raises(DeduceError) as error:
                    asked.why(record, fact)
                texts = [refused(error.value, speech).said]
            assert (speech.english, list(speech.missing), list(speech.kept)) == (0, [], []), fact
            said += [QUOTED.sub("", line) for text in texts for line in text.split("\n")]
    assert len(said) > 7
    for line in said:
        assert not ENGLISH & set(re.findall(r"\w+", line)), line


def test_more_or_fewer_of_a_kind_in_a_hand_need_no_inflection():
    path = EXAMPLES / "tables" / "coup.txt"
    record = read_record(path.read_text(encoding="utf-8"), source=str(path))
    coup = game("coup")
    for fact, language, claim in (
        ("Cid has duke", "de", "Hand von Cid: Herzog ist dabei"),
        ("Cid has no duke", "de", "Hand von Cid: Herzog ist nicht dabei"),
        ("Cid has 2 duke", "ru", "рука: Cid: герцог — не меньше 2"),
    ):
        found = told(coup.why(record, fact), speech_of(coup, language, names_of(coup, record)))
        assert claim in found.text
        assert "in_english" not in found.data
