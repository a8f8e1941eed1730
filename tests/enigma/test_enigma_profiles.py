"""Profiles of people: what is counted, what is reckoned with, and the switch that leaves all as it was."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from command_line import deduce

from deduce.games import read_record
from deduce.ground.errors import ProblemError, RecordError
from deduce.records.profiles import people_in, profiles_in, profiles_text, summed
from deduce_models.enigma import GAME
from deduce_models.enigma.advice.advice import advise
from deduce_models.enigma.answers.people import model_of, people_rows
from deduce_models.enigma.belief.belief import EXPECTED
from deduce_models.enigma.belief.claiming import chances_of_claim
from deduce_models.enigma.belief.claims import Claim
from deduce_models.enigma.belief.habits import Habits
from deduce_models.enigma.belief.profiles import Profile, profiles_of

EXAMPLES = Path(__file__).parents[2] / "examples/enigma"
ROOMS = GAME.new(players=3, seed=1).setup.parts.room_names


def liar(lies, truths, **rooms):
    return Profile(4.0, lies, truths, 1.0, 9.0, rooms, tuple(ROOMS))


def test_the_example_game_is_counted_claim_by_claim():
    replay = GAME.answers().read(read_record(EXAMPLES / "rulebook.txt"))
    found = profiles_of(*replay.played)
    assert [(each.lies, each.truths) for _, each in sorted(found.items())] == [
        (2, 0),
        (0, 3),
        (0, 1),
        (0, 0),
    ]
    assert found[1].rooms == {"Bombe": 1.0, "Phantom": 1.0}
    # P4 checks P2's Library; P1 and P3 doubt her Teamwork.
    assert [each.doubts for _, each in sorted(found.items())] == [1, 1, 1, 1]


def test_a_profile_is_one_kind_more_whose_chances_are_those_of_its_counts():
    profile, now = liar(7, 2, Library=5, Tome=2), Habits(lies=1, truths=1)
    model = EXPECTED.knowing({2: profile})
    chances = model.at_table({2: now, 3: Habits()})
    assert len(chances[2]) == len(EXPECTED.kinds) + 1
    assert len(chances[3]) == len(EXPECTED.kinds)
    assert sum(chances[2]) == pytest.approx(1)
    assert chances[2][-1] == pytest.approx(11 / 14)
    assert chances[3] == pytest.approx(EXPECTED.at_table({3: Habits()})[3])
    own = model.kinds_of(2, now)[-1]
    # A liking that meets the card is no lie: of claims, as many are lies as were counted.
    expected = (0.7 + 8) / (0.7 + 1.4 + 11)
    assert own.lies * (1 - 1 / 9) == pytest.approx(expected)


def test_what_a_person_of_a_liking_says_is_a_chance_for_each_card():
    """Of all rooms together the claims of such a person are one claim, whatever the card."""
    setup = GAME.new(players=3, seed=1).setup
    kind = liar(5, 3, Library=4, Code=1).kind(Habits())
    total = sum(
        chances_of_claim(setup, Claim(0, 2, 1, 0, room, 0, 0, 0.0), [(1.0, kind)])
        for room in range(setup.cells)
    )
    assert np.allclose(total, 1.0)


def test_who_always_says_library_tells_nothing_by_it():
    setup = GAME.new(players=3, seed=1).setup
    library = ROOMS.index("Library")
    claim = Claim(0, 2, 1, 0, library, 0, 0, 0.0)
    ratios = []
    for profile in (liar(400, 40, Library=400), liar(0, 400)):
        row = chances_of_claim(setup, claim, [(1.0, profile.kind(Habits()))])[0]
        ratios.append(row[library] / row[(library + 1) % setup.cells])
    assert ratios[0] < 1.1
    assert ratios[1] > 100


def test_without_a_profile_everything_is_as_it_was():
    view = GAME.answers().read(read_record(EXAMPLES / "evening.txt")).view()
    assert EXPECTED.knowing({}) is EXPECTED
    same = advise(view, model=EXPECTED.knowing({}))
    assert [each.value for each in same] == [each.value for each in advise(view)]


def evening(tmp_path, head, people=""):
    (tmp_path / "habits.toml").write_text(people)
    record = tmp_path / "evening.txt"
    lines = (EXAMPLES / "evening.txt").read_text()
    record.write_text(
        lines.replace(
            "character: Wanderer", f"character: Wanderer\n{head}" if head else "character: Wanderer"
        )
    )
    return record


def test_a_record_names_the_file_and_off_is_without(tmp_path):
    people = "[enigma.Cid]\ngames = 3\nlies = 9\ntruths = 1\nrooms = { Library = 9 }\n"
    plain, off, known = (
        deduce("advise", evening(tmp_path, head, people), "--json")[1]
        for head in ("", "habits: off", "habits: habits.toml")
    )
    assert plain == off
    assert json.loads(known)["people"]["Cid"]["known"] is True
    assert json.loads(known)["people"]["Bob"]["known"] is False
    _, text, _ = deduce("solve", evening(tmp_path, "habits: habits.toml", people))
    assert "Cid: lies in " in text
    assert "Bob: not known; people lie in 2% to 89% of their claims" in text


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ("[enigma.Cid]\nlies = 'many'\n", "lies of a profile is a number from 0"),
        ("[enigma.Cid]\nlise = 3\n", "a profile has no 'lise'"),
        ("[enigma.Cid]\nrooms = { Cellar = 3 }\n", "names the room 'Cellar'"),
        ("[enigma.Cid]\nrooms = 3\n", "names with numbers"),
        ("[enigma\n", "is no TOML"),
        ("counted = 3\n", "expected the marks of records"),
        ("enigma = 3\n", "expected a table a person"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, people, said):
    status, _, err = deduce("solve", evening(tmp_path, "habits: habits.toml", people))
    assert status == 2
    assert said in err


def another_evening(number):
    """The example once more, as if of another day."""
    text = (EXAMPLES / "rulebook.txt").read_text()
    return re.sub(r"(?m)^(game:.*)$", r"\1\nhabits: off" if number > 1 else r"\1", text, count=1)


def test_a_record_is_counted_once(tmp_path):
    file, again = tmp_path / "habits.toml", tmp_path / "again.txt"
    spaced = another_evening(1).replace(" ", "  ")
    again.write_text("# the same evening, copied\n" + spaced)
    status, _, _ = deduce("habits", EXAMPLES / "rulebook.txt", "--to", file)
    assert status == 0
    kept = file.read_text()
    status, text, _ = deduce("habits", again, "--to", file)
    assert status == 0
    assert file.read_text() == kept
    assert "again.txt: counted before, passed over" in text
    _, text, _ = deduce("habits", again, EXAMPLES / "rulebook.txt", "--json")
    assert json.loads(text)["passed_over"] == [str(EXAMPLES / "rulebook.txt")]
    assert json.loads(text)["habits"]["enigma"]["P1"]["games"] == 1


def test_counts_are_added_over_evenings_and_read_back(tmp_path):
    file = tmp_path / "habits.toml"
    for games in (1, 2):
        record = tmp_path / f"evening{games}.txt"
        record.write_text(another_evening(games))
        status, _, _ = deduce("habits", record, "--to", file)
        assert status == 0
        assert people_in(file, "enigma")["P1"]["games"] == games
    assert people_in(file, "enigma")["P1"]["rooms"] == {"Bombe": 2.0, "Phantom": 2.0}
    assert profiles_in(file) == {"enigma": people_in(file, "enigma")}
    odd = {"enigma": {"Ann-Lu Ö.": {"lies": 1.0, "rooms": {}}}}
    file.write_text(profiles_text(odd))
    assert profiles_in(file) == odd
    with pytest.raises(RecordError, match="expected a number"):
        summed({"lies": "x"}, {"lies": 1}, "here")


def test_what_cannot_be_counted_is_said():
    status, _, err = deduce("habits", EXAMPLES / "evening.txt")
    assert status == 2
    status, _, err = deduce("habits", EXAMPLES.parent / "tables/kuhn.txt")
    assert status == 2
    assert err
    with pytest.raises(ProblemError, match="number from 0"):
        Profile.of({"lies": -1}, ROOMS)


def test_rows_tell_nothing_without_a_file():
    replay = GAME.answers().read(read_record(EXAMPLES / "evening.txt"))
    assert people_rows(replay) == ([], {})
    assert model_of(replay) is EXPECTED
