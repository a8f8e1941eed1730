"""What a wager is worth: the day played out is the engine's, and the model alone decides where playing says nothing."""

import itertools
import random
from types import SimpleNamespace

import pytest
from shakespeare_tools import dealt, new

from deduce.games.base import CHANCE
from deduce.kernels.library import library, using
from deduce_models.shakespeare.advice import flat, wagering, wagers
from deduce_models.shakespeare.advice.decisions import draws, whole_actions
from deduce_models.shakespeare.advice.learned import learned
from deduce_models.shakespeare.advice.table import GLANCE, next_action
from deduce_models.shakespeare.advice.wagering import day_played, first_chance, rated_wagers, usable
from deduce_models.shakespeare.advice.wagers import payoff, seated, solve
from deduce_models.shakespeare.players.named import GreedyPlayer
from deduce_models.shakespeare.rules import phases


def at_the_wager(seed, players, day):
    """The first wager of a day in a game of greedy players."""
    rng, player = random.Random(seed), GreedyPlayer()
    state = new(players=players, seed=seed)
    while (state.day, state.phase) != (day, phases.WAGER):
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
        else:
            state = state.play(player.choose(state.view(state.actor), rng))
    return state


@pytest.mark.parametrize(
    ("seed", "players", "day", "wagers"),
    [(1, 2, 6, (3, 2)), (3, 2, 6, (4, 4)), (2, 3, 6, (2, 5, 1)), (5, 3, 2, (1, 1, 4))],
)
def test_the_day_is_played_as_the_engine_plays_it(seed, players, day, wagers):
    """Whole actions at the table of planning leave what the same moves leave in the game, and turns go alike."""
    begun = at_the_wager(seed, players, day)
    value, state, table = learned(begun.setup), begun, seated(begun, wagers)
    for wager in wagers:
        state = state.play(state.setup.moves.wagers[wager])
    assert (table.state.boards, table.state.order) == (state.boards, state.order)
    while state.phase == phases.ACTION and state.day == day:
        seat = state.turn
        assert not table.out >> seat - 1 & 1
        plan = value.plans(table.position(seat), GLANCE)[0]
        moves = flat.read_moves(plan.codes, state.setup, table.state, state.boards[seat - 1].troupe)
        first = next((each for each in whole_actions(moves) if table.tried(seat, each)), None)
        if first is None:
            state, table = (
                state.play(state.setup.moves.passing),
                table._replace(out=table.out | 1 << seat - 1),
            )
            continue
        table = table.played(seat, first)
        for move in first:
            state = state.play(move)
        if draws(first):
            rng = random.Random(0)
            while state.actor is CHANCE or state.phase in (phases.KEEP, phases.UNDER):
                state = state.play(state.draw(rng) if state.actor is CHANCE else state.moves()[0])
            # At the table a draw is a promise: what is kept changes nothing else of the day.
            state = state._replace(dealings=begun.dealings) if state.phase == phases.ACTION else state
        if state.phase == phases.ACTION:
            assert (table.state.boards, table.state.spaces) == (state.boards, state.spaces)
            assert table.followers(seat)[:1] in ([state.turn], [])
    assert table.out == (1 << players) - 1


def test_the_day_played_ends_with_everybodys_last_action():
    state = at_the_wager(1, 2, 3)
    value = learned(state.setup)
    found = day_played(state, 1, (2, 3), value, 0.5)
    table, order = seated(state, (2, 3)), (1, 2)
    for _ in range(12):
        for seat in order:
            if not table.out >> seat - 1 & 1:
                table, _ = next_action(table, seat, value)
    own, other = (value.worth(table.position(seat))[0] for seat in order)
    assert found == pytest.approx(own - 0.5 * other)


@pytest.mark.skipif(library() is None, reason="without kernels the wager is what can be used")
@pytest.mark.parametrize("players", [2, 3])
def test_the_model_alone_decides_where_playing_says_nothing(players, monkeypatch):
    state = at_the_wager(4, players, 3)
    seat, value = state.turn, learned(state.setup)
    view = state.view(seat)
    game, seats = solve(view, value, 0.5)
    monkeypatch.setattr(wagering, "PLAIN", 0.0)
    monkeypatch.setattr(wagering, "day_played", lambda *given: 7.0)
    rated = rated_wagers(view, value, 0.5)
    model = game.values[seat - 1]
    assert sorted(each.move.item for each in rated) == [1, 2, 3, 4, 5]
    assert model[rated[0].move.item - 1] == max(model)
    assert [each.value for each in rated] == sorted((each.value for each in rated), reverse=True)
    # Against rivals who use all they can the payoffs of that profile are all that counts.
    monkeypatch.setattr(wagering, "PLAIN", 1.0)
    rated = rated_wagers(view, value, 0.5)
    plain = [usable(state, each) for each in state.setup.everybody]

    def simple(wager):
        profile = (*plain[: seat - 1], wager, *plain[seat:])
        return payoff(seats, profile, state.initiative, 0.5)[seat - 1]

    assert simple(rated[0].move.item) == max(map(simple, range(1, 6)))


@pytest.mark.skipif(library() is None, reason="without kernels the wager is what can be used")
def test_playing_decides_between_wagers_that_are_near(monkeypatch):
    state = at_the_wager(4, 2, 3)
    monkeypatch.setattr(wagering, "NEAR", 100.0)
    monkeypatch.setattr(
        wagering, "day_played", lambda at, seat, wagers, *rest: 50.0 * (wagers[seat - 1] == 2)
    )
    monkeypatch.setattr(wagering, "MOST", 5)
    rated = rated_wagers(state.view(state.turn), learned(state.setup), 0.5)
    assert rated[0].move.item == 2


def test_without_kernels_the_wager_is_what_can_be_used():
    state = at_the_wager(4, 2, 3)
    view = state.view(state.turn)
    with using(False):
        rated = rated_wagers(view, learned(state.setup), 0.5)
    assert rated[0].move.item == usable(view, view.seat)
    assert len(rated) == 5


@pytest.mark.parametrize("players", [2, 3])
def test_the_chance_to_be_first_counts_every_combination(players):
    state = at_the_wager(6, players, 4)
    seat = state.turn
    game, _ = solve(state, learned(state.setup), 0.5)
    plain = [usable(state, each) for each in state.setup.everybody]
    rank = state.initiative.index
    for wager in range(1, 6):
        chance = 0.0
        for profile in itertools.product(range(1, 6), repeat=players):
            if profile[seat - 1] != wager:
                continue
            first = min(state.setup.everybody, key=lambda each: (profile[each - 1], rank(each)))
            mixed, simple = 1.0, 1.0
            for each in state.setup.everybody:
                if each != seat:
                    mixed *= game.mixtures[each - 1][profile[each - 1] - 1]
                    simple *= profile[each - 1] == plain[each - 1]
            share = (1 - wagering.PLAIN) * mixed + wagering.PLAIN * simple
            chance += share * (first == seat)
        assert first_chance(state, seat, wager, game) == pytest.approx(chance)


@pytest.mark.parametrize("plain", [1, 2, 3])
def test_the_wager_expected_most_is_that_of_the_game_or_the_plain_one_as_it_is_likelier(plain):
    for mixture in ((0.4, 0.3, 0.3), (0.2, 0.45, 0.35), (0.0, 0.0, 1.0), (1 / 3, 1 / 3, 1 / 3)):
        chances = {wager: 0.8 * chance + 0.2 * (wager == plain) for wager, chance in enumerate(mixture, 1)}
        assert wagering._likely(mixture, plain) == max(chances, key=chances.get)


@pytest.mark.parametrize("wagers", list(itertools.product((1, 2, 3), repeat=3)))
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_mean_of_the_rivals_counts_against_a_seat(seats, wagers):
    """Beside the days played one after another, whoever wagers least first."""
    outlooks = [
        SimpleNamespace(plans=(3.0 + seat, 5.0, 6.5 - seat), loses=0.25 * (seat + 1))
        for seat in range(seats)
    ]
    initiative = (2, 3, 1) if seats == 3 else (2, 1)[-seats:]
    order = sorted(initiative, key=lambda seat: wagers[seat - 1])  # who has the initiative stays before
    own = []
    for seat, outlook in enumerate(outlooks, 1):
        before = order.index(seat)
        own.append(outlook.plans[wagers[seat - 1] - 1] - before * outlook.loses + (1 if before == 0 else 0))
    for share in (0.0, 0.5, 1.0):
        found = payoff(outlooks, wagers[:seats], initiative, share)
        for seat, value in enumerate(found):
            rivals = [other for at, other in enumerate(own) if at != seat]
            assert value == pytest.approx(own[seat] - share * sum(rivals) / max(1, len(rivals)))


@pytest.mark.parametrize(
    ("alone", "robbed"), [((9.0, 7.0, 8.0), (6.5, 7.0, 8.5)), ((5.0,) * 3, (1.0, 0.0, 5.0))]
)
def test_a_rivals_first_pick_takes_something_or_nothing_and_gives_nothing(alone, robbed, monkeypatch):
    """What a seat loses to it is what its plans are worth less behind it, and 0 where they are worth more."""
    value = SimpleNamespace(
        plans=lambda at, _: [SimpleNamespace(value=at[flat.CYLINDERS] if isinstance(at, dict) else at)]
    )
    before, behind = (
        SimpleNamespace(position=lambda seat, worth=worth: worth[seat - 1]) for worth in (alone, robbed)
    )
    monkeypatch.setattr(wagers, "seated", lambda position, each: before)
    monkeypatch.setattr(wagers, "next_action", lambda table, rival, _: (behind, None))
    monkeypatch.setattr(wagers.flat, "position", lambda position, seat: {})
    seats = wagers.outlooks(dealt(3), value)
    assert [seat.loses for seat in seats] == [
        max(0.0, mine - left) for mine, left in zip(alone, robbed, strict=True)
    ]
    assert all(seat.plans == (1, 2, 3, 4, 5) for seat in seats)
