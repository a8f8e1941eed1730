"""What games, their logs, stories and players refuse, in words, and the same on the right side of each bound."""

import random
from types import SimpleNamespace

import pytest
from toy_games import Whose

from deduce.games import Game, game, read_record
from deduce.games.log import _player, words_after
from deduce.games.registry import _load
from deduce.games.retelling import story_of
from deduce.ground.errors import ProblemError
from deduce.players import InformationSetSearch, Sampling, player, players_of
from deduce.players.sampling import own_score
from deduce.players.thinking import Inquirer, Thinker
from deduce.players.weighing import weigh

WHOSE = Whose()
KUHN = "game: kuhn\nplayers: Ann Bob\n\ncard[Ann] = 1\ncard[Bob] = 3\n"


def state(seed=1, moves=0):
    found = WHOSE.new(players=2, seed=seed, rounds=1)
    for _ in range(moves):
        found = found.play(found.moves()[0])
    return found


def watching():
    """The view of a seat that is not to move."""
    return state().view(2)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (WHOSE.answers, "Whose card has no records"),
        (lambda: WHOSE.written([state()], [], {}), "Whose card writes no records of its own"),
        (WHOSE.exported, "whose has no data file of its box to be edited"),
        (
            lambda: WHOSE.habits_told(SimpleNamespace(played=([state()], []))),
            "this game is not over, so not all is known of how it was played",
        ),
        (
            lambda: game("kuhn").weigh_record(read_record(KUHN), "a; b; c"),
            "Kuhn poker has no clues of one's own to weigh",
        ),
        (
            lambda: story_of(game("kuhn"), read_record(KUHN.partition("card")[0])),
            "this record has no lines, so there is no story to tell",
        ),
        (
            lambda: story_of(game("kuhn"), read_record(KUHN)),
            "this game is not over; its story is told when it is",
        ),
        (lambda: player(WHOSE, "sampler"), "whose has no player 'sampler': did you mean 'sampling'"),
        (
            lambda: own_score(state(), 1),
            "a play-out stopped before the end: give Sampling a value for such states",
        ),
        (
            lambda: Sampling(WHOSE).estimates(watching(), random.Random(1)),
            "seat 2 has no move to value: it is not to move",
        ),
        (
            lambda: InformationSetSearch(WHOSE).search(watching(), random.Random(1)),
            "seat 2 has no move to search: it is not to move",
        ),
        (
            lambda: weigh(WHOSE, watching(), random.Random(1)),
            "seat 2 has no move to weigh: it is not to move",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused_with_why(ask, told):
    with pytest.raises(ProblemError) as refused:
        ask()
    assert told in str(refused.value)


def test_what_can_be_asked_is_answered():
    assert WHOSE.habits_told(SimpleNamespace(played=([state(moves=2)], []))) == {}
    assert own_score(state(moves=2), 1) == 0.0
    assert player(WHOSE, "sampling").name == "sampling"
    assert {*players_of(WHOSE)} == {"random", "inquirer", "thinker", "sampling", "search"}


@pytest.mark.parametrize("maker", [Sampling, InformationSetSearch, Thinker, Inquirer])
@pytest.mark.parametrize(
    ("setting", "least", "words"),
    [
        ("samples", 1, "samples must be at least 1, not 0"),
        ("horizon", 0, "horizon must be at least 0, not -1"),
        ("iterations", 1, "iterations must be at least 1, not 0"),
        ("exploration", 0, "exploration must be at least 0, not -1"),
        ("worlds", 2, "worlds must be at least 2, not 1"),
        ("descents", 0, "descents must be at least 0, not -1"),
    ],
)
def test_the_least_of_each_setting_of_a_player(maker, setting, least, words):
    takes = {
        Sampling: ("samples", "horizon"),
        InformationSetSearch: ("iterations", "exploration"),
        Thinker: ("worlds", "descents"),
        Inquirer: ("worlds",),
    }
    if setting not in takes[maker]:
        with pytest.raises(TypeError):
            maker(WHOSE, **{setting: least})
        return
    assert getattr(maker(WHOSE, **{setting: least}), setting) == least
    with pytest.raises(ProblemError, match=f"^{maker.__name__}: {words}$"):
        maker(WHOSE, **{setting: least - 1})


@pytest.mark.parametrize("maker", [Sampling, InformationSetSearch, Thinker, Inquirer])
def test_a_time_limit_is_above_nothing(maker):
    for limit in (0, -1.0, float("nan")):
        with pytest.raises(
            ProblemError, match=f"^{maker.__name__}: time_limit must be above 0 seconds, not "
        ):
            maker(WHOSE, time_limit=limit)
    assert maker(WHOSE, time_limit=1e-9).time_limit == 1e-9
    assert maker(WHOSE).time_limit is None


@pytest.mark.parametrize("lacking", ["name", "title", "seats", "options", "players"])
def test_a_game_that_leaves_out_what_every_game_has_is_refused(lacking):
    given = {"name": "made", "title": "Made", "seats": range(2, 3), "options": {}, "players": {}}
    taken = [each for each in given if each != lacking and not hasattr(Game, each)]
    made = type("Made", (Whose,), {})()
    point = SimpleNamespace(load=lambda: made, value="made:Made", distribution=None)

    class Bare(Whose):
        def __getattribute__(self, name):
            if name == lacking:
                raise AttributeError(name)
            return given.get(name) or super().__getattribute__(name)

    point.load = Bare
    with pytest.raises(ProblemError, match=f"^Bare sets no '{lacking}'$"):
        _load("made", point)
    assert taken


def test_a_player_of_a_record_of_everybody_is_of_no_other_record(tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text(KUHN)
    with pytest.raises(
        ProblemError, match=r"evening\.txt is no record of everybody: its header does not say 'me: "
    ):
        _player(path, "Ann")


def test_words_that_may_come_next_are_those_of_the_record_and_of_what_its_writer_can_do():
    mine = "game: kuhn\nplayers: Ann Bob\nme: Ann\n\ncard[Ann] is 1\n"
    words = words_after(game("kuhn"), read_record(mine))
    assert words == sorted(words)
    assert {"kuhn", "Ann", "Bob", "card", "1", "pass", "bet"} <= {*words}
    for text in (KUHN, mine.replace("is 1", "is 7")):  # nobody's notes, and such as cannot be read
        assert not {"pass", "bet"} & {*words_after(game("kuhn"), read_record(text))}
