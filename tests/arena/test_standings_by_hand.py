"""Standings, tables and plain values of a tournament written down by hand."""

import json
import math

import pytest
from toy_games import Show

from deduce.arena import Fixture, Match, Result, lineups, run_tournament, schedule
from deduce.arena.ratings import Rating
from deduce.arena.result import Standing
from deduce.arena.statistics import Mean, Share
from deduce.players import Greedy


def match(deal, lineup, scores, decisions, seconds, **measures):
    return Match(Fixture(deal, tuple(lineup)), tuple(scores), tuple(decisions), measures, tuple(seconds))


RESULT = Result(
    "toy", 2, {"rounds": 1}, "round-robin", 2, 0, ("ann", "bob"),
    (
        match(0, ["ann", "bob"], [4.0, 2.0], [3, 1], [0.5, 0.25], hit=1.0, left=2.5),
        match(0, ["bob", "ann"], [2.0, 2.0], [2, 1], [0.5, 0.5], hit=0.0, left=0.5),
        match(1, ["ann", "bob"], [1.0, 3.0], [2, 2], [0.5, 0.5], hit=1.0, left=1.0),
        match(1, ["bob", "ann"], [1.0, 5.0], [1, 2], [0.25, 0.5], hit=1.0, left=1.0),
    ),
)  # fmt: skip


def test_a_standing_is_worked_out_by_deal():
    ann, bob = RESULT.standings
    # ann: deals 3 and 3; seats won, shared, lost and won. bob: deals 2 and 2.
    assert (ann.name, ann.games, ann.score) == ("ann", 4, Mean(3.0, 0.0, 2))
    assert ann.wins.value == pytest.approx(2.5 / 4)
    assert bob.wins.value == pytest.approx(1.5 / 4)
    assert (bob.score, bob.games) == (Mean(2.0, 0.0, 2), 4)
    # 2 s for 8 decisions, 1.5 s for 6.
    assert (ann.milliseconds, bob.milliseconds) == (250.0, 250.0)
    assert ann.measures["hit"].value == 3 / 4
    assert isinstance(ann.measures["hit"], Share)
    assert ann.measures["left"] == Mean(1.25, 0.25, 2)
    assert (RESULT.cooperative, RESULT.measured) == (False, ("hit", "left"))
    assert RESULT.compare("ann", "bob") == Mean(1.0, 0.0, 2)
    assert RESULT.compare("ann", "bob", measure="left") == Mean(0.0, 0.0, 2)
    assert RESULT.cross() == {("ann", "bob"): Mean(3.0, 0.0, 2), ("bob", "ann"): Mean(2.0, 0.0, 2)}
    assert RESULT.cross(measure="hit")["bob", "ann"] == Mean(0.75, 0.25, 2)


def test_tables_are_columns_of_text():
    # That the intervals are Wilson's is shown in test_arena, by the equation they solve.
    head = "player  games           score             wins [95%]                    hit            left  ms/move"
    ann = "ann         4  3.000 +- 0.000   62.5% [21.9%, 90.8%]   75.0% [30.1%, 95.4%]  1.250 +- 0.250   250.00"
    bob = "bob         4  2.000 +- 0.000    37.5% [9.2%, 78.1%]   75.0% [30.1%, 95.4%]  1.250 +- 0.250   250.00"
    assert RESULT.table().splitlines() == [head, ann, bob]
    assert RESULT.cross_table().splitlines() == [
        "                ann             bob",
        "ann               -  3.000 +- 0.000",
        "bob  2.000 +- 0.000               -",
    ]
    assert RESULT.paired().splitlines()[1:] == ["  bob: 1.000 +- 0.000"]
    rated = RESULT.table(ratings=True).splitlines()
    assert all(" +- " in line.rsplit("  ", 2)[1] for line in rated[1:])


def test_plain_values_of_a_result():
    told = RESULT.to_dict()
    told["standings"] = [each["name"] for each in told["standings"]]
    mean = {"error": 0.0, "count": 2}
    assert told == {
        "game": "toy",
        "players": 2,
        "options": {"rounds": 1},
        "pairing": "round-robin",
        "deals": 2,
        "rng": 0,
        "matches": 4,
        "cooperative": False,
        "standings": ["ann", "bob"],
        "comparisons": [{"one": "ann", "other": "bob", "difference": {"value": 1.0, **mean}}],
        "cross": [
            {"row": "ann", "column": "bob", "score": {"value": 3.0, **mean}},
            {"row": "bob", "column": "ann", "score": {"value": 2.0, **mean}},
        ],
    }
    standing = Standing("eve", 0, Mean(math.nan, math.nan, 0), None, {"hit": Mean(1.0, 0.5, 2)}, math.nan)
    assert standing.to_dict() == {
        "name": "eve",
        "games": 0,
        "score": {"value": None, "error": None, "count": 0},
        "wins": None,
        "measures": {"hit": {"value": 1.0, "error": 0.5, "count": 2}},
        "milliseconds": None,
    }
    one = RESULT.standings[0].to_dict()
    assert one["milliseconds"] == 250.0
    assert one["wins"]["value"] == 0.625
    json.dumps(one, allow_nan=False)


def test_numbers_in_words():
    assert (str(Mean(2.0, math.nan, 1)), str(Mean(2.0, 0.25, 2))) == ("2.000", "2.000 +- 0.250")
    assert str(Share(0.5, 0.25, 0.75, 8)) == " 50.0% [25.0%, 75.0%]"
    assert str(Rating(25.04, 8.333)) == "25.0 +- 8.3"
    assert Rating(25.0, 8.0).to_dict() == {"mu": 25.0, "sigma": 8.0}


def test_deals_begin_at_nought_unless_said():
    assert [each.deal for each in schedule("a", 2, pairing="self", deals=2)] == [0, 1]
    high = Greedy(lambda view, move: move.card, name="high")
    result = run_tournament(Show(), [high], deals=2, pairing="self")
    assert [each.fixture.deal for each in result.matches] == [0, 1]
    assert result.rng == 0
    assert run_tournament(Show(), [high], deals=2, pairing="self", rng=5).matches[0].fixture.deal == 5


@pytest.mark.parametrize("count", [1, 2, 3])
def test_fewer_entrants_than_seats_sit_in_turn_in_every_order(count):
    names = "abc"[:count]
    tables = lineups(names, 4, "round-robin")
    for table in tables:
        counts = [table.count(name) for name in names]
        assert sum(counts) == 4
        assert max(counts) - min(counts) <= 1
    by_name = {name: sum(table.count(name) for table in tables) for name in names}
    assert len(set(by_name.values())) == 1


def test_a_match_without_a_move_of_a_seat_has_no_time_for_it():
    still = match(0, ["ann", "bob"], [1.0, 1.0], [0, 2], [0.0, 0.5])
    result = Result("toy", 2, {}, "round-robin", 1, 0, ("ann", "bob"), (still,))
    assert math.isnan(result.standings[0].milliseconds)
    assert result.standings[1].milliseconds == 250.0
    assert result.cooperative
    # A tie is shared by those who tie, in a game where others lose.
    three = match(0, ["ann", "bob", "cid"], [2.0, 2.0, 1.0], [1, 1, 1], [0.0, 0.0, 0.0])
    shared = Result("toy", 3, {}, "round-robin", 1, 0, ("ann", "bob", "cid"), (three,))
    assert [each.wins.value for each in shared.standings] == [0.5, 0.5, 0.0]
