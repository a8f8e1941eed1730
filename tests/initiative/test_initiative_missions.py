"""Mission files, their errors, the generator and the campaign log."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from initiative_tools import dealt, do, with_hands

from deduce.ground.errors import ProblemError, RecordError
from deduce.vocabulary.lexicons import WordList, builtin
from deduce_models.initiative import GAME
from deduce_models.initiative.components.mission import loads, mission_names, named_mission
from deduce_models.initiative.components.parts import default_deck, named_board
from deduce_models.initiative.missions.campaign import CampaignLog
from deduce_models.initiative.missions.generator import LEVELS, _generate, _spread, generate, make, needed
from deduce_models.initiative.missions.uniqueness import is_unique, opened_sets, shown_windows, verdict
from deduce_models.initiative.missions.wording import declined, forms, phrase
from deduce_models.initiative.players import grading
from deduce_models.initiative.players.grading import grade

GOOD = """
title = "t"
language = "en"
board = "grid"
tokens = "tan"
question = "?"
phrase = "OAK TREE"
glyphs = "ACE GHJJ"
entrance = "B2"
provenance = "reconstructed"
reason = "a test"
[stacks]
A1 = 30
"""


def test_six_or_more_missions_ship_in_three_alphabets_with_rising_levels():
    missions = [named_mission(name) for name in mission_names()]
    assert len(missions) >= 6
    assert {mission.front.language for mission in missions} == {"en", "ru", "digits"}
    assert sorted(mission.level for mission in missions) == list(range(1, len(missions) + 1))
    assert {mission.board.name for mission in missions} == {"grid", "ring"}
    for mission in missions:
        lexicon = builtin(mission.front.language)
        assert mission.provenance == "reconstructed"
        if lexicon is not None:
            assert all(word in lexicon for word in mission.phrase.split())
        assert is_unique(mission, mission.front.glyphs, lexicon)


def test_a_good_mission_is_read():
    mission = loads(GOOD)
    assert mission.phrase == "OAK TREE"
    assert mission.distances()[mission.entrance] == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('board = "grid"', 'board = "gird"', "did you mean 'grid'"),
        ('board = "grid"', 'bord = "grid"', "bord: is not a key .* did you mean 'board'"),
        ('entrance = "B2"', 'entrance = "B4"', "entrance: 'B4' is unknown"),
        ('entrance = "B2"', "", "entrance: is missing"),
        ("A1 = 30", "A1 = 31", "31 hidden tokens"),
        ("A1 = 30", "A9 = 3", "stacks.A9"),
        ("A1 = 30", "A1 = 4", "4 hidden tokens in all cannot show the 6 glyphs"),
        ("A1 = 30", "A1 = 20\nB1 = -1", r"stacks\.B1: expected 0 or more"),
        ('language = "en"', 'language = "en"\nalphabet = "AEKORTA"', "alphabet: expected distinct symbols"),
        (
            'entrance = "B2"',
            'entrance = "B2"\nwalls = [["A1", "A2"]]\npassages = [["A2", "A1"]]',
            "passages: A2 - A1 is closed by a wall",
        ),
        ("A1 = 30", 'A1 = "x"', "expected a whole number"),
        ('glyphs = "ACE GHJJ"', 'glyphs = "ACE GHJ"', "word 2 has 4 windows"),
        ('glyphs = "ACE GHJJ"', 'glyphs = "ACE GHHJ"', "hides both"),
        ('glyphs = "ACE GHJJ"', 'glyphs = "ABE GHJJ"', "no token shows 'B'"),
        ('glyphs = "ACE GHJJ"', 'glyphs = "... ...."', "no window has a glyph"),
        ('phrase = "OAK TREE"', 'phrase = "OAK TR3E"', "'3' in word 2"),
        ('provenance = "reconstructed"', 'provenance = "invented"', "provenance: 'invented'"),
        ('tokens = "tan"', 'tokens = "tam"', "did you mean 'tan'"),
        ('entrance = "B2"', 'entrance = "B2"\nanswer = [3]', "answer: expected"),
        ('entrance = "B2"', 'entrance = "B2"\nwalls = [["A1", "C3"]]', "no passage A1 - C3"),
        ('entrance = "B2"', 'entrance = "B2"\nwalls = [["A1", "A2"], ["A1", "B1"]]', "no way leads .* A1"),
        ('title = "t"', "title = ", "is not TOML"),
    ],
)
def test_wrong_missions_are_explained(old, new, message):
    assert old in GOOD
    with pytest.raises(ProblemError, match=message):
        loads(GOOD.replace(old, new))


def test_passages_may_be_added_and_a_map_read_from_a_file(tmp_path):
    mission = loads(GOOD.replace('entrance = "B2"', 'entrance = "B2"\npassages = [["A1", "C3"]]'))
    a1, c3 = (mission.board.rooms.index(room) for room in ("A1", "C3"))
    assert c3 in mission.neighbours[a1]
    (tmp_path / "own.toml").write_text(
        'name = "own"\nrooms = ["X", "Y"]\npositions = [[0, 0], [1, 0]]\npassages = [["X", "Y"]]\n'
        'provenance = "reconstructed"\nreason = "a test"\n'
    )
    text = GOOD.replace('"grid"', '"own.toml"').replace('"B2"', '"X"').replace("A1 = 30", "Y = 6")
    (tmp_path / "m.toml").write_text(text)
    state = GAME.new(players=1, mission=str(tmp_path / "m.toml"))
    assert state.setup.rooms == ("X", "Y")
    own = tmp_path / "own.toml"
    own.write_text(own.read_text().replace("[1, 0]", "[0, 0]"))
    with pytest.raises(ProblemError, match=r"positions: X and Y are both at \[0, 0\]"):
        GAME.new(players=1, mission=str(tmp_path / "m.toml"))


def test_injective_is_refused_at_set_up_where_it_cannot_hold(tmp_path):
    path = tmp_path / "m.toml"
    digits = GOOD.replace('"en"', '"digits"').replace("ACE GHJJ", "ACE GHJL")
    path.write_text(digits.replace("OAK TREE", "012 3453"))
    with pytest.raises(
        ProblemError, match="option injective=True: the mission m hides one symbol"
    ) as error:
        GAME.new(players=1, mission=str(path), injective=True)
    assert "3" not in str(error.value)
    path.write_text(digits.replace("OAK TREE", "012345 6789?").replace("ACE GHJL", "ACEGHJ LNQRT"))
    with pytest.raises(ProblemError, match="11 glyphs hide one symbol each, but the alphabet has 10"):
        GAME.new(players=1, mission=str(path), injective=True)
    assert GAME.new(players=1, mission=str(path)).setup.front.lengths == (6, 5)


def test_another_deck_may_be_used(tmp_path):
    path = tmp_path / "deck.toml"
    text = (
        '[deck]\nhand = 4\nloss_symbols = 3\nprovenance = "reconstructed"\nreason = "t"\n'
        '[numbers]\ncolours = ["green", "yellow", "blue", "red"]\nvalues = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n'
        'provenance = "reconstructed"\nreason = "t"\n'
        '[time]\nsymbols = [1, 1, 1, 2]\nprovenance = "rulebook"\nreason = "t"\n'
    )
    path.write_text(text)
    assert len(GAME.new(players=1, data=path).deck) == 36
    path.write_text(text.replace('"red"', '"gold"'))
    with pytest.raises(ProblemError, match="initials must differ"):
        default_deck(path)
    path.write_text(text.replace("9]", "9, 9]"))
    with pytest.raises(ProblemError, match=r"numbers\.values"):
        default_deck(path)


@given(st.sampled_from(sorted(LEVELS)), st.integers(0, 10**6))
def test_generated_missions_are_sound_and_repeatable(level, number):
    mission = generate(level, number)
    assert mission == generate(level, number)
    assert all(distance >= 0 for distance in mission.distances())
    assert len(mission.front.glyphs) <= sum(mission.stacks) <= sum(copies for _, copies in mission.tokens)


def test_opened_sets_are_smallest_and_sufficient():
    lexicon = WordList({"CAT": 1, "COT": 1, "CUT": 1, "DOG": 1}, "en")
    mission = make("m", "CAT", language="en", rng=random.Random(1))
    found = opened_sets(mission, lexicon)
    vowel = mission.front.words[0][1].glyph
    assert found == ((vowel,),)
    assert is_unique(mission, [vowel], lexicon)
    assert not is_unique(mission, [], lexicon)
    with pytest.raises(ProblemError, match="limit=1"):
        opened_sets(mission, lexicon, limit=1)
    assert opened_sets(mission, None, largest=1) == ()


def test_tokens_are_spread_as_evenly_as_can_be_and_none_at_the_entrance():
    for rooms in range(2, 8):
        for entrance in range(rooms):
            for tokens in range(20):
                stacks = _spread(tokens, rooms, entrance)
                others = [stack for room, stack in enumerate(stacks) if room != entrance]
                assert (len(stacks), stacks[entrance], sum(stacks)) == (rooms, 0, tokens)
                assert max(others) - min(others) <= 1


@pytest.mark.parametrize(
    ("won", "label"),
    [(20, "easy"), (17, "easy"), (16, "medium"), (10, "medium"), (9, "hard"), (0, "hard")],
)
def test_a_grade_is_the_share_won(monkeypatch, won, label):
    """Of twenty games 17 are 85 % and 10 are half: the bounds belong to the easier grade."""
    left = iter([True] * won + [False] * (20 - won))
    monkeypatch.setattr(grading, "_played", lambda state, seed: next(left))
    found = grade(named_mission("m1_parcel"), games=20)
    assert (found.won, found.label) == ((won, 20), label)
    assert found.low <= won / 20 <= found.high


def test_missions_are_graded_by_play():
    easy, digits = named_mission("m1_parcel"), named_mission("m7_number")
    assert needed(easy, builtin("en")) < 5
    assert needed(digits, None) == len(digits.front.glyphs)
    found = grade(easy, games=2)
    assert found.won == (2, 2)
    assert found.label == "easy"
    assert found.glyphs == (needed(easy, builtin("en")), 9)
    with pytest.raises(ProblemError, match="at least 1"):
        grade(easy, games=0)


def test_generated_phrases_are_in_agreement_and_in_the_lexicons():
    # Feminine accusative, neuter instrumental, animate genitive-accusative, soft stem, stem in a velar.
    assert declined("СТАРЫЙ", "f", "acc") == "СТАРУЮ"
    assert declined("СИНИЙ", "n", "ins") == "СИНИМ"
    assert declined("СИНИЙ", "f", "gen") == "СИНЕЙ"
    assert declined("ТИХИЙ", "m", "ins") == "ТИХИМ"
    assert declined("ТИХИЙ", "m", "gen") == "ТИХОГО"
    assert declined("БОЛЬШОЙ", "m", "acc") == "БОЛЬШОЙ"
    for language in ("en", "ru"):
        lexicon = builtin(language)
        words = forms(language)
        assert all(word in lexicon for word in words)
        for number in range(60):
            text = phrase(language, ("easy", "medium", "hard")[number % 3], random.Random(number))
            assert words.issuperset(text.split())
            for before, after in pairwise(text.split()):
                assert before not in ("A", "AN") or (before == "AN") == (after[0] in "AEIOU")
    with pytest.raises(ProblemError, match="language="):
        phrase("fr", "easy", random.Random(1))


def test_every_digit_of_a_digit_mission_has_its_glyph_and_hard_has_none():
    for number in range(40):
        mission = generate("medium", number)
        if mission.front.language == "digits":
            assert len(mission.front.glyphs) <= 5
            assert is_unique(mission, mission.front.glyphs, None)
        assert generate("hard", number).front.language != "digits"


def test_a_level_that_is_none():
    with pytest.raises(ProblemError, match="did you mean 'hard'"):
        generate("herd", 1)
    with pytest.raises(ProblemError, match="tokens="):
        make("m", "CAT", language="en", rng=random.Random(1), tokens="tam")
    assert named_board("ring").rooms[0] == "Hall"


def test_the_campaign_log_round_trips():
    state = with_hands(dealt(1), "g1 g2 g3 g4")
    won, lost = do(state, "answer UNDER THE BENCH"), do(state, "answer UNDER SHE BENCH")
    log = CampaignLog().record(lost).record(won).achieve("scout").achieve("scout")
    assert (log.won, log.lost, log.achievements) == (("m1_parcel",), (), ("scout",))
    assert CampaignLog.parse(str(log)) == log
    assert log.to_dict()["outcomes"][0]["won"] is False
    with pytest.raises(ProblemError, match="not over"):
        log.record(state)
    with pytest.raises(ProblemError, match="one word"):
        log.achieve("two words")
    with pytest.raises(RecordError, match="line 2"):
        CampaignLog.parse("won a players 1 turns 2\nwon a players x turns 2")


@given(st.sampled_from(sorted(LEVELS)), st.integers(0, 10**6), st.integers(0, 2**20))
def test_the_prover_and_the_sums_agree_about_uniqueness(level, number, mask):
    mission = generate(level, number)
    opened = [glyph for k, glyph in enumerate(mission.front.glyphs) if mask >> k & 1]
    lexicon = builtin(mission.front.language)
    proved = verdict(mission.front, shown_windows(mission, opened), lexicon)
    assert proved.status in ("unique", "several")
    assert proved.unique == is_unique(mission, opened, lexicon)


def test_the_levels_of_generated_missions_rise_from_one():
    assert [_generate(level, 1).level for level in LEVELS] == list(range(1, len(LEVELS) + 1))
