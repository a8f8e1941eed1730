"""`python -m benchmarks.shakespeare_advice`: on plays of one day, where what advice says can be checked."""

from dataclasses import replace

import pytest

from benchmarks import shakespeare_advice as rows
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.rules.phases import ACTION
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import start


@pytest.fixture(autouse=True)
def one_day(monkeypatch):
    """Plays end after the first day, with a rehearsal; without the Queen, who draws objectives, no chance is left."""
    parts = components()
    troupe = tuple(person for person in parts.start if person.kind != "queen")
    parts = replace(parts, days=1, rehearsals=(1,), cylinders=2, start=troupe)

    def begin(seats):
        return start(Setup(parts, seats, GAME.new(players=seats).setup.options))

    monkeypatch.setattr(rows, "begin", begin)


def test_on_the_last_day_what_was_said_happens():
    by_day, by_phase, ends = rows.gaps(range(4))
    assert sorted(by_day) == [0, 1]
    assert len(ends) == 4
    # Nothing is estimated any more: what is off is the fraction that prefers pounds.
    assert by_day[1] == pytest.approx([0] * 4, abs=0.05)
    assert by_phase[ACTION] == pytest.approx([0] * 4, abs=0.05)


def test_both_tables_are_printed(monkeypatch, capsys):
    monkeypatch.setattr(
        "sys.argv", ["rows", "--games", "1", "--deals", "1", "--opponents", "random", "--first", "0"]
    )
    rows.main()
    out = capsys.readouterr().out
    assert "alone, 1 games: final prestige" in out
    assert "  draft: " in out
    assert "  day 1: " in out
    assert "2 seats, 1 deals from both seats: advice against random wins" in out


def test_a_duel_is_played_from_both_seats(monkeypatch):
    met = []

    def play(sitting, deal):
        """The follower wins by three points from every seat."""
        met.append(tuple(type(player) is rows.Follower for player in sitting))
        return tuple(met[-1]), tuple(3 * follows for follows in met[-1])

    monkeypatch.setattr(rows, "play", play)
    assert rows.duel("random", range(2)) == ([2.0, 2.0], [3.0, 3.0])
    assert met == [(True, False), (False, True)] * 2
