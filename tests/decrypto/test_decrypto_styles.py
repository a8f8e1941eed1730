"""How people give clues, over evenings: counted from anybody's notes, and a prior of the reading and nothing else."""

import json
from math import prod

import numpy as np
import pytest
from command_line import deduce

from deduce.games import read_record
from deduce.ground.errors import ProblemError, RecordError
from deduce_models.decrypto import GAME, mind_for
from deduce_models.decrypto.answers.report import asked
from deduce_models.decrypto.knowledge.styles import USUAL, Style, counted, expected_of
from deduce_models.decrypto.knowledge.trust import RIVALS, trusted_codes, weighed_kinds

HEAD = """game: decrypto
players: Ann Bob Cid Dee
me: Bob
{}
black keywords bridge; honey; robot; piano

W 4-2-1 lion; lightning; melt = 4-2-1
B 4-3-2 chopin; metal; bee = 4-3-2
W 3-4-2 whisker; throne; ship = 3-4-2 / 3-4-2
B 2-3-4 jar; asimov; pedal = 2-3-4 / 2-3-1
"""
LAST = """W 3-1-4 purr; ski; ruler = 3-1-4 / 3-1-4
B 1-2-3 river; wax; chip = 1-2-3 / 3-2-1
"""
PLAIN = "[decrypto.Ann]\nplain = 30\n\n[decrypto.Cid]\nplain = 30\n"


def replay(text):
    return GAME.answers().read(read_record(text))


def notes(tmp_path, habits, people=PLAIN):
    (tmp_path / "habits.toml").write_text(people)
    file = tmp_path / f"notes{len(list(tmp_path.iterdir()))}.txt"
    file.write_text(HEAD.format(habits) + "W ? purr; ski; ruler\n")
    return file


def test_strangers_are_people_in_general():
    assert Style().chances == pytest.approx(RIVALS.prior)
    assert Style(plain=3.0).chances == pytest.approx(
        [(USUAL * usual + 3 * (k == 0)) / (USUAL + 3) for k, usual in enumerate(RIVALS.prior)]
    )
    view = replay(HEAD.format("") + LAST).view().face
    assert expected_of({}, view.setup) == ()
    known = expected_of({1: Style(planning=9.0)}, view.setup)
    assert known[1] is None
    assert known[0] == pytest.approx(np.mean([Style(planning=9.0).chances, RIVALS.prior], axis=0))


def test_what_all_of_a_team_tell_is_what_its_codes_tell():
    """Each seat is told of by its own halves; what they tell together is what the game tells of the team."""
    view = replay(HEAD.format("") + LAST).view().face
    mind = mind_for(view.setup.words)
    found = counted(view, mind)
    assert set(found) == {1, 2, 3, 4}
    for team, seats in ((0, (1, 3)), (1, (2, 4))):
        rows = np.array([list(found[seat].to_dict().values()) for seat in seats])
        whole = np.array([prod(column) for column in (rows / RIVALS.prior).T]) * RIVALS.prior
        assert whole / whole.sum() == pytest.approx(weighed_kinds(view, team, mind, RIVALS))
        assert rows.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_a_profile_is_the_prior_of_the_kinds_and_off_by_one_switch(tmp_path):
    files = {habits: notes(tmp_path, habits) for habits in ("", "habits: off", "habits: habits.toml")}
    minds = {habits: asked(GAME.answers().read(read_record(file)), None) for habits, file in files.items()}
    stranger, off, known = (trusted_codes(view, 0, mind) for view, mind in minds.values())
    assert off.kinds == stranger.kinds
    odds = np.array(known.kinds) / stranger.kinds
    chances = np.mean([Style(plain=30.0).chances] * 2, axis=0) / RIVALS.prior
    assert odds / odds[0] == pytest.approx(chances / chances[0])
    assert known.belief.best == known.reading.best == (3, 1, 4)  # plain people mean what they say
    assert known.belief.probability((3, 1, 4)) > 0.4 > stranger.belief.probability((3, 1, 4))
    _, text, _ = deduce("solve", files["habits: habits.toml"])
    assert "and on earlier evenings" in text
    assert "Ann: plans against the reading in 3% of games (0% to 7%; 30 counted)" in text
    assert "Bob:" not in text  # of whom nothing is known
    data = json.loads(deduce("solve", files["habits: habits.toml"], "--json")[1])
    assert data["people"]["Cid"]["known"]
    assert "people" not in json.loads(deduce("solve", files["habits: off"], "--json")[1])


def test_people_are_counted_once_at_the_end_of_a_game(tmp_path):
    over, begun = tmp_path / "over.txt", tmp_path / "begun.txt"
    over.write_text(HEAD.format("") + LAST)
    begun.write_text(HEAD.format(""))
    status, text, _ = deduce("habits", over)
    assert status == 0
    assert "[decrypto.Cid]" in text
    status, _, said = deduce("habits", begun)
    assert status == 2
    assert "not over" in said


@pytest.mark.parametrize("wrong", ["lies = 2", "plain = -1", "plain = true"])
def test_a_profile_that_is_none_is_refused_with_its_place(tmp_path, wrong):
    with pytest.raises(ProblemError):
        Style.of({wrong.partition(" ")[0]: {"2": 2, "-1": -1, "true": True}[wrong.rpartition(" ")[2]]})
    file = notes(tmp_path, "habits: habits.toml", f"[decrypto.Ann]\n{wrong}\n")
    with pytest.raises(RecordError, match=r"decrypto\.Ann") as refused:
        GAME.solve(read_record(file))
    assert refused.value.line == 4
