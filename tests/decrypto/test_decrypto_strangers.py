"""Clues for people who read each in his own way, against the definitions by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_decrypto_advice import encrypting

from deduce.games import read_record
from deduce.ground.errors import RecordError
from deduce.vocabulary.vectors import english
from deduce_models.decrypto import CODES, GAME, Clue, built_in, mind_for, rank_triples, read_codes
from deduce_models.decrypto.advice.audience import SUPPORT
from deduce_models.decrypto.knowledge.calibration import straightened
from deduce_models.decrypto.knowledge.trust import SUPPOSED, mixed, weighed_kinds
from deduce_models.decrypto.knowledge.understanding import own_rows
from deduce_models.decrypto.knowledge.voices import exponents


def test_clues_for_strangers_have_two_voices_and_fear_who_knows_no_keyword():
    """Both by hand: each voice alone on the clue, and cosines with the mean of a column's earlier clues."""
    state = encrypting()
    mind = replace(mind_for(built_in()), strangers=True)
    view = state.view(state.actor)
    reader = mind.similarity
    shipped, power = english(), exponents()["plain"]["vectors"]
    columns = [
        shipped.of([reader.near.read(clue) for clue in column]).mean(axis=0) if column else np.zeros(100)
        for column in view.columns(0)
    ]
    for triple in rank_triples(view, mind, limit=5):
        assert len(triple.readers) == len(reader.strangers) == 7
        for clue, digit in zip(triple.clues, (1, 3, 2), strict=True):
            speaking = 0
            for voice in (reader.associations, reader.near.only("vectors"), reader.near.only("norms")):
                rows = own_rows(view, 0, [clue], replace(mind, similarity=voice))[0]
                speaking += np.exp(rows[digit - 1] - np.logaddexp.reduce(rows)) >= SUPPORT - 1e-9
            assert speaking >= 2
        after = state
        for clue in (*triple.clues, "qwert one", "qwert ten", "qwert six"):
            after = after.play(Clue(clue))
        public = after.view(0)
        reading = read_codes(public, 0, mind, alone=True)
        doubted = [mixed(reading, weighed_kinds(public, 0, mind, kinds), kinds) for kinds in SUPPOSED]
        known = np.mean([belief.probability((1, 3, 2)) for belief in (reading, *doubted)])
        near = np.exp(
            power * shipped.of([reader.near.read(clue) for clue in triple.clues]) @ np.array(columns).T
        )
        chances = {code: np.prod([near[at, digit - 1] for at, digit in enumerate(code)]) for code in CODES}
        blind = chances[1, 3, 2] / sum(chances.values())
        assert straightened("intercept", (known + blind) / 2) == pytest.approx(triple.feared, rel=1e-5)
        assert triple.strangers == straightened("strangers", triple.understood)


def test_the_audience_is_a_line_of_the_head():
    text = Path("examples/decrypto/encrypt.txt").read_text(encoding="utf-8")
    head = text.replace("seat: 1", "seat: 1\naudience: strangers")
    plain, told = (GAME.advise_record(read_record(each)).data["clues"] for each in (text, head))
    assert min(row["strangers"] for row in told) > max(row["strangers"] for row in plain)
    with pytest.raises(RecordError, match=r"line \d+.*audience: players or strangers"):
        GAME.advise_record(read_record(text.replace("seat: 1", "seat: 1\naudience: people")))
