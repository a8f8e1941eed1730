"""The reader that comes with the game: listed words, other English words, and words that nobody knows."""

from pathlib import Path

import numpy as np
import pytest

from deduce.games import read_record
from deduce.ground.errors import RecordError
from deduce.vocabulary.encoders import Encoder
from deduce_models.decrypto import GAME, Associations, built_in, mind_for
from deduce_models.decrypto.components.legality import check_clue, plain
from deduce_models.decrypto.components.wordlist import read_words
from deduce_models.decrypto.knowledge.belief import code_belief
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.voices import Voices, exponents


@pytest.fixture(scope="module")
def reader():
    return Reader(built_in())


def test_half_of_the_clues_are_the_lists_and_half_the_voices(reader):
    words = built_in()
    clues, keywords = words.vocabulary[::97], words.keywords[::13]
    told = np.exp(Associations(words).scores(clues, keywords))
    near = np.exp(reader.near.scores(clues, keywords))
    assert np.exp(reader.scores(clues, keywords)) == pytest.approx((told + near) / 2, rel=1e-5)
    # One word at a time, by the way that takes words outside the list: the same.
    for clue, row in zip(clues, reader.scores(clues, keywords), strict=True):
        assert reader.scores([clue.upper()], keywords)[0] == pytest.approx(row, rel=1e-5)


def test_shipped_totals_are_those_of_the_voices(reader):
    """One sum for each built-in keyword, over all clues: word by word, as it is written down."""
    near, keywords = Voices(), sorted(built_in().keywords)
    assert sorted(near._totals) == keywords
    shipped = dict(near._totals)
    assert near.totals(keywords[::9]) == pytest.approx(
        {word: shipped[word] for word in keywords[::9]}, abs=2e-5
    )
    exponent, clues = exponents()["plain"], [word for word in near.choice if word != "storm"]
    logs = exponent["vectors"] * near.vectors.of(clues) @ near.vectors.of(["storm"])[0]
    logs = logs + exponent["norms"] * near.norms.evidence(clues, ["storm"])[:, 0]
    assert np.log(np.exp(logs).sum()) == pytest.approx(shipped["storm"], abs=1e-3)
    assert near.flattened(0.5)._totals == {}


def test_what_is_plain_is_let_pass_one_by_one_too():
    words = built_in()
    assert len(plain(words.vocabulary)) > len(words.vocabulary) * 0.9
    odd = ["two", "2nd", "four three", "ant", "ice cream", "rhymes", "3 4", "sea;", "été", "", "i", "123"]
    for some in (words.vocabulary, odd, [word for word in odd if word != "rhymes"]):
        assert all(check_clue(word, ()) is None for word in plain(some))


def test_the_chances_of_a_keywords_clues_sum_to_one(reader):
    everything = [word for word in reader.near.choice if word not in built_in().word_index]
    clues = [*everything, *built_in().vocabulary]
    storm, glacier = np.exp(reader.scores(clues, ["storm", "glacier"])).sum(axis=0)
    assert storm == pytest.approx(1, abs=0.1)
    # For a keyword outside the list the share of listed clues is an average one: some chance may be nobody's.
    assert 0.5 < glacier < 1.7


def test_clues_for_keywords_outside_the_list_are_understood(reader):
    keywords = ("volcano", "pirate", "glacier", "tax")
    belief = code_belief(reader.scores(("smoke", "boat", "polar"), keywords))
    assert belief.best == (1, 2, 3)
    assert belief.probability((1, 2, 3)) > 0.8


def test_what_nobody_knows_is_no_evidence(reader):
    keywords = ("volcano", "storm", "glacier", "tax")
    assert np.ptp(reader.scores(("qzxv",), keywords)) == 0
    before = code_belief(reader.scores(("lava", "ice"), keywords)[[0, 1, 1]] * [[1], [1], [0]])
    after = code_belief(reader.scores(("lava", "ice", "qzxv"), keywords))
    assert after.probabilities == pytest.approx(before.probabilities)
    assert reader.unknown(["qzxv", "storm", "lava", "qzxv"]) == ["qzxv"]


def test_unknown_words_are_named_in_answers():
    notes = (
        "game: decrypto\nplayers: 4\nseat: 1\n\nwhite keywords volcano; pirate; glacier; qzxv\n\nround 1\n"
    )
    report = GAME.solve(read_record(notes + "white clues smoke; boat; polar\nblack clues ?; ?; ?\n"))
    assert report.data["unknown"] == ["qzxv"]
    assert "unknown words, taken as no evidence: qzxv" in report.text
    assert next(iter(report.data["codes"]["white"]["codes"])) == "1-2-3"


def test_candidates_for_a_keyword_outside_the_list_are_about_it():
    near = set(Reader(built_in()).near.vectors.nearest("glacier", 400))
    for audience, least in (("players", 0.9), ("strangers", 0.8)):
        report = GAME.advise_record(
            read_record(
                f"game: decrypto\nplayers: 4\naudience: {audience}\nseat: 1\n\n"
                "white keywords volcano; pirate; glacier; tax\n\nround 1\nwhite code 3-1-2\n"
            )
        )
        assert report.data["clues"][0]["decode"] > least
        assert sum(clues["clues"][0] in near for clues in report.data["clues"]) >= 5


def test_a_list_in_another_language_is_read_by_its_associations_alone(tmp_path):
    keywords = [f"wort{number:02}" for number in range(60)]
    text = "# provenance: made up\n# licence: MIT\n" + "".join(
        f"= {word}\nx: {word}a/4 {word}b\n" for word in keywords
    )
    path = tmp_path / "worte.txt"
    path.write_text(text, encoding="utf-8")
    assert isinstance(mind_for(read_words(path)).similarity, Associations)
    assert isinstance(mind_for(built_in()).similarity, Reader)


def test_describe_says_where_the_vectors_come_from():
    report = GAME.describe()
    assert report.data["vectors"]["licence"] == "PDDL-1.0"
    assert "GloVe" in report.text


def test_derived_words_are_not_offered(reader):
    keywords = ("glacier", "tax", "storm", "cat")
    nearest = {clue for word in keywords[:2] for clue in reader.near.vectors.nearest(word, 120)}
    derived = {"taxation", "taxes", "taxpayer", "glacial", "glaciers"}
    assert derived | {"slope", "income"} <= nearest
    offered = set(reader.pool(keywords))
    assert {"slope", "income"} <= offered
    assert not derived & offered
    # A list's own clues are as they are: who made it chose them.
    assert reader.pool(keywords[2:]) is None


def test_slips_of_the_pen_are_read_as_meant_and_said(reader):
    keywords = ("volcano", "pirate", "glacier", "horse")
    assert np.array_equal(reader.scores(["saddel"], keywords), reader.scores(["saddle"], keywords))
    assert reader.slips(["saddel", "ship", "qzxv"]) == {"saddel": "saddle"}
    notes = (
        "game: decrypto\nplayers: 4\nseat: 1\n\nwhite keywords volcano; pirate; glacier; horse\n\nround 1\n"
    )
    report = GAME.solve(read_record(notes + "white clues lava; saddel; polar\nblack clues ?; ?; ?\n"))
    assert report.data["slips"] == {"saddel": "saddle"}
    assert "taken as slips of the pen: saddel for saddle" in report.text
    assert next(iter(report.data["codes"]["white"]["codes"])) == "1-4-3"


def test_an_encoder_is_one_more_voice_for_a_teams_own_keywords_only(reader):
    asked = []

    def encode(text):
        asked.append(text)
        return np.array([1.0, "leg" in text or text == "pirate"])

    listening = Reader(built_in(), encoder=("encoder", Encoder("made up", encode)))
    keywords, clue = ("volcano", "pirate", "glacier", "horse"), "wooden leg"
    with_it, without = (np.ptp(each.scores([clue], keywords)) for each in (listening, reader))
    assert with_it > without
    heard = len(asked)
    everyone = built_in().keywords
    assert listening.scores([clue], everyone) == pytest.approx(reader.scores([clue], everyone))
    assert len(asked) == heard


def test_a_reader_that_is_none_is_refused_with_its_line():
    notes = "game: decrypto\nplayers: 4\nseat: 1\nreader: large\n\nwhite keywords volcano; pirate; glacier; horse\n"
    with pytest.raises(RecordError, match=r"line 4.*encoder, multilingual"):
        GAME.solve(read_record(notes + "\nround 1\nwhite clues lava; saddle; polar\nblack clues ?; ?; ?\n"))


def test_held_out_clues_are_not_those_of_the_fit():
    folder = Path(__file__).parents[1] / "data" / "clues"
    held, fitted = (
        {
            line.split("|")[0].strip()
            for line in (folder / name).read_text("utf-8").splitlines()
            if "|" in line
        }
        for name in ("held_out_en.txt", "fitting_en.txt")
    )
    assert (len(held), len(fitted), held & fitted) == (60, 60, set())
