"""Clues for people who read each in his own way, against the definitions by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_decrypto_advice import encrypting

from deduce.games import read_record
from deduce.ground.errors import RecordError
from deduce.vocabulary.norms import edinburgh
from deduce.vocabulary.vectors import english
from deduce_models.decrypto import CODES, GAME, built_in, mind_for, rank_triples
from deduce_models.decrypto.advice import RISK, SECRECY
from deduce_models.decrypto.advice.audience import SUPPORT, Audience
from deduce_models.decrypto.answers.report import asked
from deduce_models.decrypto.knowledge.calibration import straightened, straightened_all
from deduce_models.decrypto.knowledge.understanding import own_rows
from deduce_models.decrypto.knowledge.voices import exponents


def test_clues_for_strangers_have_two_voices_and_are_weighed_by_who_did_not_choose():
    """All by hand: each voice alone on the clue, the product of all with fitted powers, cosines with a column's mean."""
    state = encrypting()
    mind = replace(mind_for(built_in()), strangers=True)
    view = state.view(state.actor)
    reader, shipped, powers = mind.similarity, english(), exponents()
    code = (1, 3, 2)

    def chance(near):
        """Of `code`, where near[clue, digit] are logarithms."""
        weights = {
            each: np.exp(sum(near[at, digit - 1] for at, digit in enumerate(each))) for each in CODES
        }
        return weights[code] / sum(weights.values())

    def vectors(texts):
        return shipped.of([reader.near.read(text) for text in texts])

    columns = [vectors(column).mean(axis=0) if column else np.zeros(100) for column in view.columns(0)]
    keywords = view.keywords[0]
    floors = reader.associations.scores(["qwert"], keywords)
    for triple in rank_triples(view, mind, limit=5):
        for clue, digit in zip(triple.clues, code, strict=True):
            speaking = 0
            for voice in (reader.associations, reader.near.only("vectors"), reader.near.only("norms")):
                rows = own_rows(view, 0, [clue], replace(mind, similarity=voice))[0]
                speaking += np.exp(rows[digit - 1] - np.logaddexp.reduce(rows)) >= SUPPORT - 1e-9
            assert speaking >= 2
        read = (
            powers["mate"]["vectors"] * vectors(triple.clues) @ vectors(keywords).T
            + powers["mate"]["norms"] * np.sqrt(edinburgh().evidence(triple.clues, keywords))
            + powers["mate"]["list"] * (reader.associations.scores(triple.clues, keywords) - floors)
        )
        assert triple.readers == ((reader.stranger.name, pytest.approx(chance(read), rel=1e-5)),)
        assert triple.decode == triple.strangers == straightened("strangers", triple.understood)
        near = powers["rival"]["vectors"] * vectors(triple.clues) @ np.array(columns).T
        assert triple.intercept == triple.feared
        assert triple.feared == pytest.approx(straightened("overheard", chance(near)), rel=1e-5)
        given = sum(max(after - now, 0) for after, now in zip(triple.leak, triple.before, strict=True))
        assert triple.value == pytest.approx(triple.decode - RISK * triple.intercept - SECRECY * given / 3)


def test_a_clue_is_supported_where_two_voices_alone_give_its_keyword_most():
    mind = replace(mind_for(built_in()), strangers=True)
    view = encrypting().view(encrypting().actor)
    clues = ["cold", "sailor", "winter", "white", "thunder", "whisker", "crown", "qwert", "music", "castle"]
    voices = mind.similarity.single
    counts = np.zeros((len(clues), 4), dtype=int)
    for voice in voices:
        near = np.exp(voice.scores(clues, view.keywords[0]))
        counts += near / near.sum(axis=1, keepdims=True) >= SUPPORT
    audience = Audience(view, mind)
    for slot in range(4):
        assert list(audience.supported(clues, slot)) == [count >= 2 for count in counts[:, slot]]
    assert set(counts.flat) >= {0, 1, 2}
    players = Audience(view, replace(mind, strangers=False))
    assert players.supported(clues, 0).all()


def test_chances_of_any_shape_are_straightened_as_one_by_one():
    chances = np.array([[0.0, 0.02, 0.3], [0.5, 0.99, 1.0]])
    told = [[straightened("strangers", chance) for chance in row] for row in chances.tolist()]
    assert straightened_all("strangers", chances) == pytest.approx(np.array(told))


def test_how_strangers_read_is_said_of_the_voices_that_come_with_the_game_alone():
    """Notes with a Russian list: who knows how strangers read it?"""
    for name, known in (("russian", False), ("encrypt", True)):
        _, mind = asked(GAME.answers().read(read_record(Path(f"examples/decrypto/{name}.txt"))), None)
        assert mind.strangers is known


def test_the_audience_is_a_line_of_the_head():
    text = Path("examples/decrypto/encrypt.txt").read_text(encoding="utf-8")
    head = text.replace("seat: 1", "seat: 1\naudience: strangers")
    players = text.replace("seat: 1", "seat: 1\naudience: players")
    plain, told, usual = (
        GAME.advise_record(read_record(each)).data["clues"] for each in (players, head, text)
    )
    assert told == usual
    assert all(row["strangers"] == row["decode"] for row in told)
    assert np.mean([row["strangers"] for row in told]) > np.mean([row["strangers"] for row in plain])
    with pytest.raises(RecordError, match=r"line \d+.*audience: strangers or players"):
        GAME.advise_record(read_record(text.replace("seat: 1", "seat: 1\naudience: people")))
