"""Matches repeat, tournaments are fair, resumable and the same on any number of workers."""

import io
import itertools
import json
import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_games import Show, Whose, Word

from deduce.arena import (
    PAIRINGS,
    Fixture,
    Match,
    lineups,
    mean_of,
    play_match,
    ratings,
    run_tournament,
    schedule,
    share_of,
)
from deduce.arena.result import Result
from deduce.ground.errors import MissingExtra, ProblemError, RecordError, TooLarge
from deduce.ground.journal import Journal
from deduce.ground.progress import Progress
from deduce.players import Greedy, RandomPlayer, random_player


def most_fingers(view, move):
    return move.card


def fewest_fingers(view, move):
    return -move.card


HIGH = Greedy(most_fingers, name="high")
LOW = Greedy(fewest_fingers, name="low")


class Guesser:
    """Names the first card it may."""

    name = "guesser"

    def choose(self, view, rng):
        return view.moves[1]

    def __repr__(self):
        return "Guesser()"


class Cheat:
    name = "cheat"

    def choose(self, view, rng):
        return Word("guess", view.seat, 0)


def hits(state):
    return sum(hit for _, _, hit in state.log)


def any_hit(state):
    return float(hits(state) > 0)


def unseen(result):
    return [
        (match.fixture, match.scores, match.decisions, dict(match.measures)) for match in result.matches
    ]


# One match.


def test_a_match_depends_on_its_deal_alone():
    players = [random_player, Guesser(), random_player]
    one = play_match(Whose(), players, deal=5, measures={"hits": hits})
    assert one == play_match(Whose(), players, deal=5, measures={"hits": hits})
    assert one.fixture == Fixture(5, ("random", "guesser", "random"))
    assert one.decisions == (2, 2, 2)
    assert one.measures["hits"] == sum(one.scores)
    different = {play_match(Whose(), players, deal=deal).scores for deal in range(20)}
    assert len(different) > 1


def test_a_match_reads_back_from_json():
    one = play_match(Whose(), [random_player] * 2, deal=1, measures={"hits": hits})
    assert Match.from_dict(json.loads(json.dumps(one.to_dict()))) == one


def test_an_illegal_move_names_the_player_and_the_deal():
    with pytest.raises(
        ProblemError, match=r"'cheat' at seat 2 of whose, deal 3, made an illegal move: .*name a"
    ):
        play_match(Whose(), [random_player, Cheat()], deal=3)


class Fails:
    name = "fails"

    def __init__(self, error):
        self.error = error

    def choose(self, view, rng):
        raise self.error


@pytest.mark.parametrize("error", [ZeroDivisionError("by nothing"), KeyError("x"), StopIteration()])
def test_a_player_that_fails_is_named_with_the_deal_and_its_error_kept(error):
    """Of a thousand matches nobody knew which; the command line showed where the library stood."""
    with pytest.raises(
        ProblemError, match=rf"^'fails' at seat 2 of whose, deal 3, failed with {type(error).__name__}: "
    ) as told:
        play_match(Whose(), [random_player, Fails(error)], deal=3)
    assert told.value.__cause__ is error


def test_what_a_player_refuses_says_so_itself_and_who_was_asked():
    with pytest.raises(TooLarge, match="too many") as told:
        play_match(Whose(), [Fails(TooLarge("too many")), random_player], deal=4)
    assert told.value.__notes__ == ["asked to move was 'fails' at seat 1 of whose, deal 4"]
    with pytest.raises(MemoryError):
        play_match(Whose(), [Fails(MemoryError()), random_player], deal=4)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"deal": None}, "a seed is a whole number from 0, not None"),
        ({"deal": -1}, "a seed is a whole number from 0, not -1"),
        ({"players": ["high", "low"]}, "'high' is no player"),
        ({"players": [Guesser, Guesser]}, "an object, not its class"),
        ({"players": HIGH}, "players are a list, one for each seat, not"),
        ({"names": ["one"]}, "2 players and 1 name: one for each"),
        ({"names": "ab"}, "names are a list, one for each seat, not 'ab'"),
        ({"options": ["rounds"]}, "given by name, as a mapping"),
        ({"measures": [hits]}, "given by name, as a mapping"),
        ({"max_moves": 0}, "max_moves must be at least 1"),
        ({"max_moves": math.nan}, "max_moves must be at least 1, a whole number, not nan"),
        ({"measures": {"m": lambda state: 1 / 0}}, "the measure 'm' failed with ZeroDivisionError"),
        ({"measures": {"m": lambda state: "x"}}, "the measure 'm' gave 'x'"),
        ({"measures": {"m": lambda state: None}}, "the measure 'm' gave None"),
        ({"measures": {"m": lambda state: math.nan}}, "the measure 'm' gave nan"),
        ({"measures": {"m": lambda state: -math.inf}}, "which no results file holds"),
        ({"measures": {"m": lambda state: 10**400}}, "which no results file holds"),
    ],
)
def test_a_match_is_asked_for_rightly(given, says):
    """A measure of nan went into results files that could not be read again; of few names there were few seats."""
    with pytest.raises(ProblemError, match=says):
        play_match(Whose(), **{"players": [HIGH, LOW], "deal": 1, **given})


def test_a_measure_is_a_number_or_whether_something_is_so():
    measures = {
        "yes": lambda state: True,
        "one": lambda state: np.float32(1.5),
        "no": lambda state: np.False_,
    }
    match = play_match(Whose(), [HIGH, LOW], deal=1, measures=measures)
    assert match.measures == {"yes": 1.0, "one": 1.5, "no": 0.0}


def test_an_endless_match_is_an_error():
    with pytest.raises(ProblemError, match="no end after 2 moves"):
        play_match(Show(), [random_player, random_player], deal=0, max_moves=2)


# Schedules.


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("pairing", list(PAIRINGS))
def test_lineups_are_fair(pairing, count, seats):
    names = "abcd"[:count]
    tables = lineups(names, seats, pairing)
    assert len(set(tables)) == len(tables)
    for seat in range(seats):
        at_seat = [table[seat] for table in tables]
        assert len({at_seat.count(name) for name in names}) == 1


def test_round_robins_rotate_and_cross_pairs_meet():
    assert lineups("abc", 3, "round-robin") == (tuple("abc"), tuple("bca"), tuple("cab"))
    assert set(lineups("ab", 2, "cross")) == {("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")}
    assert lineups("ab", 3, "self") == (tuple("aaa"), tuple("bbb"))
    with pytest.raises(ProblemError, match="did you mean 'cross'"):
        lineups("ab", 2, "croos")


def test_every_lineup_meets_every_deal():
    fixtures = schedule("ab", 2, pairing="round-robin", deals=3, rng=10)
    assert fixtures == tuple(
        Fixture(deal, tuple(table)) for deal, table in itertools.product((10, 11, 12), ("ab", "ba"))
    )


# Error bars.


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=20))
def test_means_agree_with_their_definition(values):
    found = mean_of(values)
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert found.value == pytest.approx(mean)
    assert found.error == pytest.approx(math.sqrt(spread / len(values)), abs=1e-9)
    assert found.count == len(values)


def test_means_of_little_say_so():
    assert mean_of([]).to_dict() == {"value": None, "error": None, "count": 0}
    assert mean_of([2.0]).to_dict() == {"value": 2.0, "error": None, "count": 1}


@given(st.integers(1, 400), st.data())
def test_wilson_bounds_solve_the_score_equation(count, data):
    """The bounds are the shares p at which the observed share is z standard deviations away."""
    successes = data.draw(st.integers(0, count))
    found = share_of(successes, count)
    assert 0 <= found.low <= found.value <= found.high <= 1
    for bound in (found.low, found.high):
        if 0 < bound < 1:
            z = (found.value - bound) / math.sqrt(bound * (1 - bound) / count)
            assert abs(z) == pytest.approx(1.959964, rel=1e-4)


def test_wilson_at_the_ends_and_beyond():
    assert share_of(0, 10).low == 0
    assert share_of(0, 10).high == pytest.approx(0.2775, abs=1e-4)
    assert share_of(10, 10).high == 1
    assert share_of(0, 0).to_dict() == {"value": None, "low": 0.0, "high": 1.0, "count": 0}
    with pytest.raises(ProblemError, match="expected from 0 to 3"):
        share_of(4, 3)
    with pytest.raises(ProblemError, match="between 0 and 1"):
        share_of(1, 3, confidence=95)


# Tournaments.


def test_standings_are_those_of_the_matches():
    result = run_tournament(Show(), [HIGH, LOW, RandomPlayer()], players=3, deals=12)
    assert len(result.matches) == 12 * 3
    assert not result.cooperative
    for standing in result.standings:
        mine = [m.scores[m.fixture.lineup.index(standing.name)] for m in result.matches]
        assert standing.score.value == pytest.approx(sum(mine) / len(mine))
        assert standing.score.count == 12
        assert standing.games == 36
    assert [s.score.value for s in result.standings] == sorted(
        (s.score.value for s in result.standings), reverse=True
    )
    assert sum(standing.wins.value for standing in result.standings) == pytest.approx(1)


def test_comparisons_are_paired_by_deal():
    result = run_tournament(Whose(), [Guesser(), random_player], deals=30, pairing="self")
    mine = {m.fixture.deal: sum(m.scores) / 2 for m in result.matches if m.fixture.lineup[0] == "guesser"}
    theirs = {m.fixture.deal: sum(m.scores) / 2 for m in result.matches if m.fixture.lineup[0] == "random"}
    expected = mean_of([mine[deal] - theirs[deal] for deal in mine])
    assert result.compare("guesser", "random") == expected
    assert result.compare("random", "guesser").value == -expected.value
    with pytest.raises(ProblemError, match="did you mean 'random'"):
        result.compare("guesser", "randon")


def test_the_cross_matrix_is_that_of_the_matches():
    result = run_tournament(Show(), [HIGH, LOW], players=3, deals=4, pairing="cross")
    matrix = result.cross()
    assert set(matrix) == set(itertools.product(("high", "low"), repeat=2))
    # Both are deterministic: alone with three fingers twice makes 6; in company nobody scores.
    assert matrix["high", "low"].value == 6
    assert matrix["low", "high"].value == 2
    assert matrix["high", "high"].value == 0
    assert "6.000 +- 0.000" in result.cross_table()


def test_pairs_that_never_met_are_shown_as_missing():
    result = run_tournament(Show(), [HIGH, LOW], deals=2, pairing="self")
    assert result.cross_table().splitlines()[1].endswith("-")


def test_cooperative_games_have_no_winners():
    result = run_tournament(Show(), [HIGH, LOW], deals=2, pairing="self")
    assert result.cooperative
    assert result.standings[0].wins is None
    assert "wins" not in result.table()


def test_measures_of_zero_and_one_are_shares_and_others_means():
    result = run_tournament(
        Whose(),
        [Guesser(), random_player],
        deals=20,
        pairing="self",
        measures={"hit": any_hit, "hits": hits},
    )
    standing = next(s for s in result.standings if s.name == "guesser")
    mine = [m for m in result.matches if m.fixture.lineup[0] == "guesser"]
    share = sum(m.measures["hit"] for m in mine) / 20
    assert standing.measures["hit"] == share_of(20 * share, 20)
    assert standing.measures["hits"].value == pytest.approx(sum(m.measures["hits"] for m in mine) / 20)
    assert result.compare("guesser", "random", measure="hits").count == 20
    assert ("guesser", "guesser") in result.cross(measure="hit")
    with pytest.raises(ProblemError, match="'hitz' was not measured: did you mean"):
        result.compare("guesser", "random", measure="hitz")


def test_tables_and_json_hold_the_standings():
    result = run_tournament(Show(), [HIGH, LOW], deals=3)
    lines = result.table(ratings=True).splitlines()
    assert lines[0].split() == ["player", "games", "score", "wins", "[95%]", "rating", "ms/move"]
    assert lines[1].startswith("high")
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert data["standings"][0]["name"] == "high"
    assert data["comparisons"][0]["difference"]["value"] == 6 - 2
    assert data["matches"] == 6


def test_ratings_know_the_stronger_and_skip_matches_with_oneself():
    result = run_tournament(Show(), [HIGH, LOW], deals=10, pairing="cross")
    found = result.ratings()
    assert found["high"].mu > found["low"].mu
    assert found["high"].sigma < 25 / 3
    alone = ratings(run_tournament(Show(), [HIGH], deals=3, pairing="self").matches)
    assert (alone["high"].mu, alone["high"].sigma) == (25, 25 / 3)


def test_ratings_are_refused_where_nobody_met_another():
    with pytest.raises(ProblemError, match="pairing 'self' never lets two players meet"):
        run_tournament(Show(), [HIGH, LOW], deals=2, pairing="self").table(ratings=True)
    together = run_tournament(Whose(), [Guesser(), random_player], deals=2, pairing="self")
    shared = replace(
        together, pairing="cross", matches=tuple(replace(m, scores=(1.0, 1.0)) for m in together.matches)
    )
    with pytest.raises(ProblemError, match="all seats of every match scored the same"):
        shared.table(ratings=True)


def test_who_is_behind_is_told_deal_by_deal():
    result = run_tournament(Show(), [LOW, HIGH], deals=3)
    assert result.paired().splitlines() == [
        "high is ahead by (the same deals compared):",
        f"  low: {result.compare('high', 'low')}",
    ]
    assert run_tournament(Show(), [HIGH], deals=1, pairing="self").paired() == ""


def test_who_never_met_is_not_said_to_be_ahead():
    """Of a game in which one wins what the other loses, games among itself say nothing of an entrant's strength."""
    result = run_tournament(Whose(), [Guesser(), random_player], deals=3, pairing="self")
    said = result.paired()
    assert "no two of them met, so this says nothing of who beats whom" in said
    assert "is ahead by" not in said
    alike = tuple(replace(match, scores=(1.0, 1.0)) for match in result.matches)
    assert "is ahead by" in replace(result, matches=alike).paired()  # together they score: higher is better


def test_workers_bring_matches_back_in_short_batches(monkeypatch):
    from deduce.arena import tournament

    sizes = []
    whole = tournament._Work.play
    monkeypatch.setattr(
        tournament._Work,
        "play",
        lambda self, fixtures: sizes.append(len(fixtures)) or whole(self, fixtures),
    )
    run_tournament(Show(), [HIGH], deals=1600, pairing="self", jobs=1, parallel={"backend": "threading"})
    assert sum(sizes) == 1600
    assert max(sizes) == tournament.LONGEST


def test_extras_are_named_when_missing(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "joblib", None)
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match=r"deduce-games\[arena\]"):
        run_tournament(Show(), [HIGH], deals=2, jobs=2)
    with pytest.raises(MissingExtra, match="rating players needs openskill"):
        run_tournament(Show(), [HIGH, LOW], deals=2).ratings()


class Offering(Show):
    players = {"high": lambda: HIGH, "random": RandomPlayer}  # noqa: RUF012 - a test's own class


def test_entrants_by_name_of_the_games_players():
    assert run_tournament(Offering(), ["high", "random"], deals=2).entrants == ("high", "random")
    with pytest.raises(ProblemError, match="did you mean 'high'"):
        run_tournament(Offering(), ["hihg"])


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"entrants": []}, "needs entrants"),
        ({"entrants": [HIGH, HIGH]}, "two entrants are called 'high'"),
        ({"entrants": "high"}, "a list of players"),
        ({"entrants": [Greedy]}, "is no player"),
        ({"entrants": [object()]}, "is no player"),
        ({"entrants": {"high": HIGH.choose}}, "is no player"),
        ({"deals": 0}, "deals must be at least 1"),
        ({"deals": 1.5}, "a whole number, not 1.5"),
        ({"rng": -1}, "whole number from 0, not -1"),
        ({"rng": None}, "whole number from 0, not None"),
        ({"players": 2.0}, "2 to 3 players, not 2.0"),
        ({"jobs": 0}, "jobs must be at least 1"),
        ({"players": 9}, "2 to 3 players"),
        ({"options": {"round": 2}}, "did you mean 'rounds'"),
        ({"pairing": "selves"}, "did you mean 'self'"),
    ],
)
def test_settings_are_checked(settings, says):
    with pytest.raises(ProblemError, match=says):
        run_tournament(Whose(), **{"entrants": [HIGH], **settings})


# Any order, any workers, any interruption.


SETTINGS = {"players": 3, "deals": 6, "pairing": "cross", "measures": {"hits": hits}}


def test_the_order_of_play_changes_nothing(monkeypatch):
    from deduce.arena import tournament

    entrants = [Guesser(), random_player]
    straight = run_tournament(Whose(), entrants, **SETTINGS)
    played = tournament._played

    def shuffled(work, fixtures, jobs, parallel):
        return played(work, random.Random(1).sample(list(fixtures), len(fixtures)), jobs, parallel)

    monkeypatch.setattr(tournament, "_played", shuffled)
    assert unseen(run_tournament(Whose(), entrants, **SETTINGS)) == unseen(straight)


@pytest.mark.parametrize("parallel", [{"backend": "threading"}, None], ids=["threads", "processes"])
def test_workers_change_nothing(parallel):
    entrants = [Guesser(), random_player]
    alone = run_tournament(Whose(), entrants, **SETTINGS)
    together = run_tournament(Whose(), entrants, **SETTINGS, jobs=2, parallel=parallel)
    assert unseen(together) == unseen(alone)


def test_an_installed_game_travels_by_name(tmp_path, monkeypatch):
    from deduce.arena import tournament
    from deduce.games import registry

    info = tmp_path / "toys-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[deduce.games]\nshow = toy_games:Show\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_loaded", {})
    assert tournament._reference(registry.game("show")) == "show"
    other = Show()
    assert tournament._reference(other) is other
    by_name = run_tournament("show", [HIGH, LOW], deals=2, jobs=2, parallel={"backend": "threading"})
    assert unseen(by_name) == unseen(run_tournament(other, [HIGH, LOW], deals=2))


def test_dask_carries_a_tournament_unchanged():
    distributed = pytest.importorskip("dask.distributed")
    entrants = [Guesser(), random_player]
    with (
        # Threads start faster than processes; over TCP everything is pickled as between machines.
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster),
    ):
        carried = run_tournament(Whose(), entrants, **SETTINGS, parallel={"backend": "dask"})
    assert unseen(carried) == unseen(run_tournament(Whose(), entrants, **SETTINGS))


def test_errors_come_back_from_workers():
    with pytest.raises(ProblemError, match="'cheat' at seat 1"):
        run_tournament(
            Whose(), [Cheat()], deals=4, pairing="self", jobs=2, parallel={"backend": "threading"}
        )


def test_a_file_is_resumed_and_extended(tmp_path, monkeypatch):
    path = tmp_path / "arena.jsonl"
    whole = run_tournament(Whose(), [Guesser(), random_player], deals=8)
    run_tournament(Whose(), [Guesser()], deals=3, pairing="self", path=path)
    run_tournament(Whose(), [Guesser(), random_player], deals=5, path=path)
    size = path.stat().st_size
    from deduce.arena import tournament

    played = []
    play = tournament.play_match
    monkeypatch.setattr(tournament, "play_match", lambda *a, **k: played.append(k["deal"]) or play(*a, **k))
    assert unseen(run_tournament(Whose(), [Guesser(), random_player], deals=8, path=path)) == unseen(whole)
    assert sorted(set(played)) == [5, 6, 7]
    assert path.stat().st_size > size


@given(st.integers(0, 2000))
def test_a_file_cut_anywhere_is_completed(tmp_path_factory, cut):
    path = tmp_path_factory.mktemp("cut") / "arena.jsonl"
    whole = run_tournament(Show(), [HIGH, LOW], deals=4, path=path)
    text = path.read_bytes()
    path.write_bytes(text[: cut % (len(text) + 1)])
    assert unseen(run_tournament(Show(), [HIGH, LOW], deals=4, path=path)) == unseen(whole)
    again = [json.loads(line) for line in path.read_text().splitlines()]
    assert sum("scores" in line for line in again) == 8


def test_a_file_of_other_settings_is_refused_and_kept(tmp_path):
    path = tmp_path / "arena.jsonl"
    run_tournament(Whose(), [Guesser()], deals=2, pairing="self", path=path)
    before = path.read_bytes()
    with pytest.raises(ProblemError, match="with players 2, not 3"):
        run_tournament(Whose(), [Guesser()], deals=2, players=3, path=path)
    with pytest.raises(ProblemError, match="with options"):
        run_tournament(Whose(), [Guesser()], deals=2, options={"rounds": 1}, path=path)
    with pytest.raises(ProblemError, match="give the player another name"):
        run_tournament(Whose(), {"guesser": random_player}, deals=2, path=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("line", ["not json", "[]", "{}", '{"deal": 1}', '"arena"', "7"])
def test_a_foreign_file_is_refused_by_line_and_kept(tmp_path, line):
    path = tmp_path / "arena.jsonl"
    run_tournament(Show(), [HIGH], deals=2, pairing="self", path=path)
    path.write_text(path.read_text() + line + "\n")
    before = path.read_bytes()
    with pytest.raises(RecordError, match="line 4"):
        run_tournament(Show(), [HIGH], deals=3, pairing="self", path=path)
    assert path.read_bytes() == before


def _poisoned():
    """Lines that no tournament writes, each from a good one."""
    good = {
        "deal": 7,
        "lineup": ["high", "high"],
        "scores": [1.0, 0.0],
        "decisions": [3, 3],
        "measures": {},
        "seconds": [0.1, 0.1],
    }
    for key, value in (
        ("deal", "7"), ("deal", 1.5), ("deal", True), ("deal", None), ("lineup", "hh"), ("lineup", []),
        ("lineup", [1, 2]),
        ("lineup", ["high", "nobody"]), ("lineup", ["high"] * 3), ("scores", [1.0]), ("scores", [1.0, 0.0, 0.0]),
        ("scores", {"1": 1}), ("scores", ["1", "2"]), ("scores", [True, False]), ("scores", [10**400, 0]),
        ("scores", [None, 0]), ("decisions", [1.5, 2]), ("decisions", [-1, 2]), ("decisions", 6), ("measures", []),
        ("measures", {"x": 1.0}), ("measures", {"x": "y"}), ("seconds", [-1.0, 0.1]), ("seconds", []), ("more", 1),
    ):  # fmt: skip
        yield json.dumps({**good, key: value})
    text = json.dumps(good)
    yield from (
        text.replace("1.0, 0.0", bad)
        for bad in ("NaN, 0.0", "Infinity, 0.0", "-Infinity, 0.0", "1e999, 0.0")
    )
    yield text + "\n" + text
    yield text.replace('"deal": 7', '"deal": 7, "deal": 8')
    yield text[:-1]
    yield "[" * 100_000
    yield '{"arena": 1}'
    yield '{"arena": 1, "entrants": []}'


@pytest.mark.parametrize("line", list(_poisoned()), ids=lambda line: line[:60])
def test_poisoned_lines_of_a_results_file_are_refused_with_their_line(tmp_path, line):
    path = tmp_path / "arena.jsonl"
    run_tournament(Show(), [HIGH], deals=2, pairing="self", path=path)
    path.write_text(path.read_text() + line + "\n")
    before = path.read_bytes()
    with pytest.raises(RecordError, match=r"line [45]: ") as caught:
        run_tournament(Show(), [HIGH], deals=3, pairing="self", path=path)
    assert len(str(caught.value)) < 300
    assert path.read_bytes() == before


def test_entrants_of_a_results_file_are_told_in_words(tmp_path):
    path = tmp_path / "arena.jsonl"
    run_tournament(Show(), [HIGH], deals=1, pairing="self", path=path)
    head = json.loads(path.read_text().splitlines()[0])
    path.write_text(path.read_text() + json.dumps({**head, "entrants": {"high": 3, "low": "LOW"}}) + "\n")
    with pytest.raises(RecordError, match="line 3: does not say who the entrants are"):
        run_tournament(Show(), [HIGH], deals=2, pairing="self", path=path)


@pytest.mark.parametrize(
    "text", ["", "half a note", '{"not": 1', "a\nb\n", "\x00\xff", '{"ar', '{"arena": 1, "ga']
)
def test_a_file_without_a_line_break_is_kept_unless_it_was_begun_here(tmp_path, text):
    path = tmp_path / "arena.jsonl"
    path.write_bytes(text.encode("latin-1"))
    if text in ("", '{"ar', '{"arena": 1, "ga'):
        run_tournament(Show(), [HIGH], deals=1, pairing="self", path=path)
        assert path.read_text().startswith('{"arena":1,')
        return
    with pytest.raises(RecordError, match="line 1: is no line of a file of arena"):
        run_tournament(Show(), [HIGH], deals=1, pairing="self", path=path)
    assert path.read_bytes() == text.encode("latin-1")


def test_a_last_line_whose_break_an_editor_left_out_is_whole(tmp_path):
    path = tmp_path / "arena.jsonl"
    run_tournament(Show(), [HIGH], deals=2, pairing="self", path=path)
    before = path.read_bytes()
    path.write_bytes(before.rstrip(b"\n"))
    run_tournament(Show(), [HIGH], deals=2, pairing="self", path=path)
    assert path.read_bytes() == before


def test_two_runs_do_not_write_to_one_file(tmp_path):
    path = tmp_path / "arena.jsonl"
    with Journal(path, "arena"), pytest.raises(ProblemError, match="is being written by another run"):
        run_tournament(Show(), [HIGH], deals=1, pairing="self", path=path)


def test_a_path_that_cannot_be_written_is_explained(tmp_path):
    with pytest.raises(ProblemError, match="cannot be written"):
        run_tournament(Show(), [HIGH], deals=1, pairing="self", path=tmp_path)


class Patient:
    name = "patient"

    def __init__(self, samples):
        self.samples = samples
        self.tables = {}

    def choose(self, view, rng):
        return view.moves[0]


def test_a_player_with_other_settings_is_another_player(tmp_path):
    path = tmp_path / "arena.jsonl"
    run_tournament(Show(), [Patient(4)], deals=1, pairing="self", path=path)
    assert "Patient(samples=4)" in path.read_text()
    run_tournament(Show(), [Patient(4)], deals=2, pairing="self", path=path)
    with pytest.raises(ProblemError, match=r"holds matches of 'patient' as .*samples=4"):
        run_tournament(Show(), [Patient(5)], deals=2, pairing="self", path=path)
    # A file of an older version, which did not tell the settings.
    old = path.read_text().replace("(samples=4)", " object>")
    path.write_text(old.replace('"patient":"', '"patient":"<'))
    assert "<test_arena.Patient object>" in path.read_text()
    run_tournament(Show(), [Patient(5)], deals=3, pairing="self", path=path)


# Progress.


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_on_terminals_only():
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        progress = Progress(3, done=1, stream=stream)
        progress.step()
        progress.step()
        progress.close()
    assert "3/3 matches" in terminal.getvalue()
    assert terminal.getvalue().endswith("\n")
    assert file.getvalue() == ""


def test_a_shorter_line_of_progress_covers_a_longer_one():
    terminal = Terminal()
    progress = Progress(3, stream=terminal)
    progress.width = 99
    progress.step(3)
    assert len(terminal.getvalue()) == 1 + 99
    assert progress.width < 99


def test_a_result_of_nothing_is_still_a_table():
    empty = Result("show", 2, {}, "self", 1, 0, ("high",), ())
    assert empty.standings[0].games == 0
    assert "high" in empty.table()
