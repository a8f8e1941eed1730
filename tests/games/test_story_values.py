"""What a story says of its lines, held to stories made by hand: what told most, where it turned, what paid."""

from pathlib import Path

import pytest

import deduce
from deduce.games.log import Log, new_record
from deduce.games.story import Moment, Story
from deduce.ground.errors import RecordError

EXAMPLES = Path(__file__).parents[2] / "examples" / "entracte"


def story(*moments, viewers=(1, 2, 0), scores=(1.0, 3.0)):
    return Story("Game", ("Ann", "Bob"), viewers, scores, moments, ())


def test_a_line_is_told_once_for_the_player_whom_it_told_most():
    told = story(
        Moment(0, "start", (4.0, 5.0, 9.0)),
        Moment(1, "one", (3.0, 3.0, 0.0)),  # a bystander's bits are nobody's
        Moment(2, "two", (3.0, 2.5, 0.0)),
        Moment(3, "dealt", (0.0, 2.5, 0.0), decided=False),
        Moment(4, "three", (None, 2.25, 0.0)),
        Moment(5, "four", (1.0, 2.75, 0.0)),
    ).telling()
    assert [(each.line, each.said, each.seat, each.bits) for each in told] == [
        (1, "one", 2, 2.0),
        (2, "two", 2, 0.5),
        (4, "three", 2, 0.25),
    ]
    assert len(story(*(Moment(k, "x", (9.0 - k, 0.0, 0.0)) for k in range(9))).telling(3)) == 3


def test_the_game_turned_where_the_winner_gained_most_beyond_chance():
    turned = story(
        Moment(0, "start", (), (2.0, 1.0), (0.1, 0.1)),
        Moment(1, "loses", (), (9.0, 0.5), (0.1, 0.1)),  # what the other gains turns nothing
        Moment(2, "gains", (), (2.0, 2.0), (0.1, 0.1)),
        Moment(3, "gains more", (), (2.0, 4.0), (0.3, 0.4)),
        Moment(4, "by chance", (), (2.0, 9.0), (3.0, 3.0)),
    ).turn()
    assert (turned.line, turned.seat, turned.before, turned.after) == (3, 2, 2.0, 4.0)
    assert turned.error == pytest.approx((0.4**2 + 0.1**2) ** 0.5)
    first = story(
        Moment(0, "start", (), (0.0, 1.0), (0.1, 0.1)),
        Moment(1, "gains", (), (0.0, 3.0), (0.1, 0.1)),
        Moment(2, "gains less", (), (0.0, 4.0), (0.1, 0.1)),
    ).turn()
    assert first.line == 1
    assert story(Moment(0, "start", ()), Moment(1, "one", ())).turn() is None
    assert story(Moment(0, "start", ()), scores=None).turn() is None


def test_what_a_line_paid_is_the_change_of_that_seats_mean():
    told = story(
        Moment(0, "start", (), (2.0, 1.0), (0.3, 0.1)),
        Moment(1, "one", (), (2.5, 0.0), (0.4, 0.2)),
        Moment(2, "two", ()),
    )
    assert told.paid(1, 1) == (0.5, pytest.approx(0.5))
    assert told.paid(1, 2) == (-1.0, pytest.approx((0.1**2 + 0.2**2) ** 0.5))
    assert told.paid(2, 1) is None
    assert told.paid(7, 1) is None


def test_a_games_own_list_of_actions_is_that_of_ranks_where_its_moves_are_open():
    from deduce.games.base import RANKED, Game, ranked_actions

    assert Game.actions(deduce.game("decrypto"), 4) == ranked_actions(RANKED)
    assert len(ranked_actions(RANKED)) == RANKED


def test_a_log_says_why_as_the_command_does(tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text((EXAMPLES / "evening.txt").read_text())
    game = deduce.game("entracte")
    log = Log(game, path)
    fact = "Dee type8 forward"
    told, wanted = log.why(fact), game.why(log.record, fact)
    assert (told.text, told.data) == (wanted.text, wanted.data)
    assert "Dee" in told.text


def test_a_header_line_without_its_colon_is_taken_but_never_over_a_name(tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text(new_record(deduce.game("entracte"), ["Ann", "Bob"], me="Ann"))
    log = Log(deduce.game("entracte"), path)
    log.add("start right spring Sat young on female d z")
    assert "start: right spring Sat young on female d z" in path.read_text()
    before = path.read_text()
    for line in ("me Bob", "ann code"):
        with pytest.raises(RecordError):
            log.add(line)
        assert path.read_text() == before
