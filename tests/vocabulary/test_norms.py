"""Association norms and slips of the pen: what ships, files of one's own, and links by plain enumeration."""

import random

import numpy as np
import pytest

from deduce.ground.errors import ProblemError, RecordError
from deduce.vocabulary.norms import BACK, FAINT, SETTLED, SHARED, SPREAD, Norms, edinburgh, read_norms
from deduce.vocabulary.spelling import meant


def by_hand(arcs, size, shared=SHARED):
    """Strengths of all pairs, from the definitions: links both ways, then shared neighbours."""
    asked, said = np.zeros(size), np.zeros(size)
    for one, other, count in arcs:
        asked[one] += count
        said[other] += count
    links = np.zeros((size, size))
    for one, other, count in arcs:
        value = count / asked[one] + BACK * count / (said[other] + SETTLED)
        links[one, other] += value
        links[other, one] += value
    telling = (links.sum(axis=0) + 0.5) ** (-2 * SPREAD)
    found = links + shared * (links * telling) @ links.T
    np.fill_diagonal(found, 0)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_strengths_are_those_of_the_definition(seed):
    rng = random.Random(seed)
    size = 9
    pairs = rng.sample([(a, b) for a in range(size) for b in range(size) if a != b], 20)
    arcs = sorted((a, b, rng.randint(1, 40)) for a, b in pairs)
    table = np.array(arcs)
    starts = np.searchsorted(table[:, 0], np.arange(size + 1))
    norms = Norms([f"w{chr(97 + k)}" for k in range(size)], starts, table[:, 1], table[:, 2])
    expected = by_hand(arcs, size)
    for place in range(size):
        assert norms.strengths(place) == pytest.approx(expected[place])
    alone = by_hand(arcs, size, shared=0.0)
    every = np.array([(a, b) for a in range(-1, size) for b in range(-1, size)])
    linked = [alone[a, b] if min(a, b) >= 0 else 0.0 for a, b in every]
    assert norms.links(every) == pytest.approx(linked)
    words = list(norms.words)
    for some in (words[:2], words):  # from the side with fewer words, whichever it is
        assert norms.evidence(words, some) == pytest.approx(np.log1p(expected[:, : len(some)] / FAINT))
        assert norms.evidence(some, words) == pytest.approx(np.log1p(expected[: len(some)] / FAINT))


def test_what_ships_knows_what_people_say_first():
    norms = edinburgh()
    assert "Edinburgh" in norms.title
    assert norms.licence.startswith("OGL-3.0")
    told = norms.evidence(["king", "kinged", "crumpet", "qzxv"], ["queen", "moss", "qzxv"])
    assert told[0, 0] > 4 > told[0, 1]
    assert told[1, 0] == told[0, 0]
    assert not told[3].any()
    assert not told[:, 2].any()


def test_norms_of_ones_own_are_read_with_line_and_column(tmp_path):
    file = tmp_path / "norms.csv"
    file.write_text(
        "cue,response,n\nKing,queen,3\nking,Crown,1\n# a note\nqueen,king,2\n", encoding="utf-8"
    )
    norms = read_norms(file, licence="my own")
    assert (norms.words, norms.title, norms.licence) == (("crown", "king", "queen"), "norms.csv", "my own")
    assert norms.evidence(["queen"], ["king"])[0, 0] > norms.evidence(["crown"], ["king"])[0, 0] > 0
    for text, message in (
        ("king,queen,none\nking,queen,x\n", "line 2"),
        ("king,queen,1\nking,queen\n", "line 2"),
        ("king,queen,1\n,queen,1\n", "line 2"),
        ("king, ,1\n", "line 1"),
        (",,1\n", "line 1"),
        ("king,queen,0\n", "at least 1"),
        ("king,queen,1.5\n", "at least 1"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(RecordError, match=message):
            read_norms(file)
    file.write_text("cue,response,n\n", encoding="utf-8")
    with pytest.raises(ProblemError, match="no association"):
        read_norms(file)
    with pytest.raises(ProblemError):
        read_norms(tmp_path / "none.csv")


def test_lengths_that_do_not_match_are_refused():
    with pytest.raises(ProblemError, match="2 words need"):
        Norms(["a", "b"], np.array([0, 1]), np.array([1]), np.array([1]))


def test_one_slip_is_put_right_and_the_commonest_is_meant():
    ranks = {"horse": 5, "house": 2, "hose": 9, "force": 1}
    assert meant("horse", ranks) == "horse"
    assert meant("hosre", ranks) == "horse"
    assert meant("hrose", ranks) == "horse"
    assert meant("hous", ranks) == "house"
    assert meant("housse", ranks) == "house"
    assert meant("hoose", ranks) == "house"
    assert meant("hse", ranks) is None
    assert meant("xylophone", ranks) is None
