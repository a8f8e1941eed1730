"""Clues of one's own: who understands them, and when their balance may stand beside the best found."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from deduce.games import read_record
from deduce_models.decrypto import GAME, Associations, built_in, mind_for, rank_triples
from deduce_models.decrypto.advice.audience import Audience
from deduce_models.decrypto.advice.encryptor import _FIRST, _falling
from deduce_models.decrypto.advice.triples import ABOUT
from deduce_models.decrypto.answers.own_clues import weigh
from deduce_models.decrypto.components.legality import MISSING
from deduce_models.decrypto.knowledge.belief import code_belief
from deduce_models.decrypto.knowledge.similarity import Judgements
from deduce_models.decrypto.knowledge.understanding import Mind, own_rows

RECORD = Path("examples/decrypto/one_line.txt")


@pytest.fixture(scope="module")
def replay():
    return GAME.answers().read(read_record(RECORD))


def minds():
    words = built_in()
    said = Judgements.of({("cold", "snow"): "strong", ("sailor", "white 3"): 2.5})
    return [mind_for(words), replace(mind_for(words), judgements=said), Mind(Associations(words))]


@pytest.mark.parametrize("mind", minds(), ids=["all kinds", "judged", "one kind"])
@pytest.mark.parametrize("clues", [("cold", "sailor", "hiss"), ("whisker pad", MISSING, "xyzzy")])
def test_all_readers_at_once_hear_what_each_hears(replay, mind, clues):
    view = replay.view(None)
    code = view.codes[0]
    audience = Audience(view, mind)
    rows = audience.rows(clues)
    decoding = audience.decoding(clues, code)
    assert len(audience) == len(rows) == len(decoding) == len(audience.names)
    shares = []
    for reader, all_at_once, chance in zip(audience.readers, rows, decoding, strict=True):
        alone = own_rows(view, 0, clues, replace(mind, similarity=reader))
        assert all_at_once == pytest.approx(alone, abs=1e-5)
        assert chance == pytest.approx(code_belief(alone).probability(code), abs=1e-5)
        weights = np.exp(alone)
        shares.append(weights / weights.sum(axis=1, keepdims=True))
    heard = [np.mean([share[at, digit - 1] for share in shares]) for at, digit in enumerate(code)]
    assert audience.heard(clues, code) == pytest.approx(heard, abs=1e-5)


@pytest.mark.parametrize("audience", ["strangers", "players"])
def test_what_nobody_understands_is_not_set_beside_the_best_found(audience):
    text = RECORD.read_text(encoding="utf-8").replace("seat: ", f"audience: {audience}\nseat: ", 1)
    replay = GAME.answers().read(read_record(text))
    told = weigh(replay, "marble; justice; kettle")
    weighed, best = told.data["weighed"], told.data["best"]
    # Among players it would win: nobody intercepts what nobody understands.
    assert (weighed["value"] > best["value"]) is (audience == "players")
    assert weighed["understood"] < 0.4 * best["understood"]
    # One stranger speaks for all; of players each kind is named, with what it makes of the clues.
    readers = ", ".join(f"{name} {chance:.0%}" for name, chance in weighed["readers"].items())
    kinds = f"  readers of all kinds: {weighed['understood']:.0%} ({readers})"
    assert (kinds in told.text.splitlines()) is (audience == "players")
    assert ("readers of all kinds" in told.text) is (audience == "players")
    # A stranger finds "marble" nearer to "snow" than to storm, cat and king.
    assert told.data["not_about"] == ["marble", "justice", "kettle"][audience == "strangers" :]
    assert "not to be compared" in str(told)
    named = weigh(replay, "cold; justice; sailor")
    assert named.data["not_about"] == ["justice"]
    offered = weigh(replay, "; ".join(best["clues"]))
    assert offered.data["not_about"] == []
    assert "not to be compared" not in str(offered)
    assert offered.data["weighed"]["value"] == pytest.approx(best["value"], abs=1e-6)


def test_all_clues_that_are_offered_are_about_their_keywords(replay):
    view = replay.view(None)
    for triple in rank_triples(view, mind_for(view.setup.words), limit=20):
        assert min(triple.heard) >= ABOUT


def test_places_fall_in_value_and_equal_ones_keep_their_order():
    rng = random.Random(5)
    for size in (1, 7, _FIRST, _FIRST + 1, 4 * _FIRST):
        values = np.array([float(rng.randrange(40)) for _ in range(size)])
        values[rng.randrange(size)] = -np.inf
        assert list(_falling(values)) == sorted(range(size), key=lambda at: (-values[at], at))
