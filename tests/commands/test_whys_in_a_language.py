"""Why a fact holds, in German and Russian: facts are taken from what the game itself knows, and nothing stays English."""

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

RECORDS = sorted((Path(__file__).parents[2] / "examples" / "decrypto").glob("*.txt"))
QUOTED = re.compile(r"'[^']*'| = [^:]*:|(?:erlaubt|можно): .*")
"""What stands for something typed: clues, facts and keywords."""


def facts_of(known, seed):
    """Facts about some of the quantities of what is known, each the first of a kind, and such as are none."""
    rng, kinds = random.Random(seed), {}
    for variable in known.scope:
        kinds.setdefault(re.sub(r"\d", "", variable.name), variable)
    for variable in kinds.values():
        if "meant" not in variable.name:
            yield from (f"{variable.name} = {value}" for value in rng.sample(list(variable.domain), 2))
            yield f"{variable.name} = xyzzy"
    yield from ("xyzzy", "black keyword 4 = xyzzy", "white digit 4 = 1")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_why_is_said_whole_in_every_language(path):
    record = read_record(path.read_text(encoding="utf-8"), source=str(path))
    asked, said = game(record.game), []
    known = asked.knowledge(asked.answers().read(record).view(None))
    for fact in facts_of(known, 1):
        for language in LANGUAGES:
            speech = speech_of(asked, language, names_of(asked, record))
            try:
                found = told(asked.why(record, fact), speech)
                texts = [found.text, *(each["text"] for each in found.data["steps"])]
            except DeduceError as error:
                texts = [refused(error, speech).said]
            assert (speech.english, list(speech.missing), list(speech.kept)) == (0, [], []), fact
            said += [
                QUOTED.sub("", line) for text in texts for line in text.split("\n") if language == "ru"
            ]
    assert len(said) > 20
    for line in said:
        assert not set(re.findall(r"[A-Za-z]{2,}", line)) - set(names_of(asked, record)), line
