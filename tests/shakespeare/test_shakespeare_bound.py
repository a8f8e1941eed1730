"""The clairvoyant bound: equal to brute force on small games, never below what is played on the same draws."""

import itertools
import random
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from amount import amount
from hypothesis import example, given, settings
from hypothesis import strategies as st
from played import Recorder, coarsely_fixed, discs_fixed, fixed
from reduced import OPTION_SETS, optimum, options, reduced

from deduce.backends.relaxation import (
    Relaxed,
    branched,
    integer_bound,
    linear_bound,
)
from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce_models.shakespeare.bound import rest, result
from deduce_models.shakespeare.bound.casting import best_cast, dived, filled
from deduce_models.shakespeare.bound.draws import (
    play_script,
    playing,
    replayed,
    rest_script,
    scripted,
    solo_script,
)
from deduce_models.shakespeare.bound.ledger import Ledger
from deduce_models.shakespeare.bound.model import GameModel, _drawable
from deduce_models.shakespeare.bound.played import Course
from deduce_models.shakespeare.bound.realised import follow
from deduce_models.shakespeare.bound.rest import best_rest
from deduce_models.shakespeare.bound.result import AFTER_CASTS, FOR_GAMES, FOR_SOLUTIONS, Bound, bound
from deduce_models.shakespeare.bound.search import A_STEP, GROWS, SHRINKS, STYLES, TOPICS, _Search, improved
from deduce_models.shakespeare.rules.phases import ACTION, DRAFT
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.setup import setup as set_up
from deduce_models.shakespeare.rules.state import start

SETUP = set_up(1, options())


def moves_of(frame, texts):
    """Moves from their texts; None of no game at all has no prestige."""
    return [frame.by_text[text.casefold()] for text in texts]


@pytest.mark.parametrize("first", [False, True], ids=["ties are behind", "whoever came first leads"])
@pytest.mark.parametrize("arrived", [False, True], ids=["neutral as it stood", "neutral gone ahead"])
@pytest.mark.parametrize("there", [False, True])
def test_the_disc_may_lead_only_where_it_is_ahead_of_the_neutral_one(first, arrived, there):
    """Every place of either disc on a short track, beside the rule; `there`: the player's came to its place first."""
    for neutral, at in itertools.product(range(1, 5), range(1, 4)):
        if neutral > 3 and there:
            continue  # nobody stands beyond the track
        ledger = Ledger()
        here, before = ([ledger.boolean() for _ in range(3)] for _ in range(2))
        for space in range(1, 4):
            ledger.model.add(here[space - 1] == (space == at))
            ledger.model.add(before[space - 1] == (there and space == at))
        model = SimpleNamespace(
            ledger=ledger,
            model=ledger.model,
            setup=SimpleNamespace(options=SimpleNamespace(neutral_ahead=first)),
            arrival=([], [before]) if arrived else None,
            parts=SimpleNamespace(neutral=(1, neutral)),
            beginning=SimpleNamespace(
                neutral=(1 if arrived else neutral,),
                ahead={0} if there and not arrived and at == neutral else set(),
            ),
        )
        ledger.model.maximize(GameModel._leads(model, 0, here))
        solver = ledger.cp.CpSolver()
        solver.solve(ledger.model)
        ahead = at > neutral or (at == neutral and (not first or there))
        assert solver.objective_value == ahead, (neutral, at)


def test_the_most_is_what_every_variable_brings_at_its_best():
    """Nothing less, else it would be no bound."""
    for factors in ((1, 2), (-1, 3), (-2, -1), (0, 5)):
        ledger = Ledger()
        spans = ((0, 3), (-2, 4))
        variables = [ledger.integer(*span) for span in spans]
        ledger.model.maximize(sum(f * v for f, v in zip(factors, variables, strict=True)) + 7)
        best = sum(max(f * low, f * high) for f, (low, high) in zip(factors, spans, strict=True))
        assert GameModel._most(SimpleNamespace(model=ledger.model)) == best + 7


# Scripts.


@given(st.integers(0, 10**6))
def test_a_script_holds_all_draws_of_a_game(seed):
    script = solo_script(seed, SETUP)
    assert script == solo_script(seed, SETUP)
    for offers in (script.sets, script.costumes):
        assert [sum(day) for day in offers] == [6] * 6
        assert tuple(map(sum, zip(*offers, strict=True))) == SETUP.bag
    cards = [*script.draft, *(card for day in script.displays for card in day)]
    assert len(set(cards)) == len(cards) == 28
    assert sorted(script.objectives) == list(range(10))


@given(st.integers(0, 10**6))
def test_a_sampled_rest_of_a_game_can_be_played_from_its_position(seed):
    rng = random.Random(seed)
    states = list(playing(Recorder(), SETUP, solo_script(seed, SETUP), seed=seed))
    state = rng.choice([s for s in states if s.actor == 1 and (not s.day or s.phase == ACTION)])
    script = rest_script(state.view(1), rng)
    today, player = state.day, Recorder()
    while state.actor is not None:
        move = scripted(state, script) if state.actor is CHANCE else player.choose(state.view(1), rng)
        state = state.play(move)
        if state.phase == ACTION and state.day > today:
            today = state.day
            assert state.display == script.displays[today - 1]
            assert (state.set_offer, state.costume_offer) == (
                script.sets[today - 1],
                script.costumes[today - 1],
            )
    assert today == SETUP.parts.days


def test_every_game_on_a_script_has_its_draws():
    script = solo_script(5, SETUP)
    for seed in range(4):
        days = {}
        for state in playing(Recorder(), SETUP, script, seed=seed):
            if state.phase == ACTION and state.day not in days:
                days[state.day] = state
        assert [state.set_offer for state in days.values()] == list(script.sets)
        assert [state.costume_offer for state in days.values()] == list(script.costumes)
        assert [state.display for state in days.values()] == list(script.displays)
        drawn = [item for _, items, _, _ in state.dealings for item in items]
        assert drawn[:10] == list(script.objectives)[: len(drawn)]


def test_a_script_needs_a_solo_game_that_its_deck_and_bags_last():
    short = Setup(replace(SETUP.parts, deck=SETUP.parts.deck[:20]), 1, SETUP.options)
    with pytest.raises(ProblemError, match="28 character cards, not 20"):
        solo_script(0, short)
    long = Setup(replace(SETUP.parts, days=7, deck=SETUP.parts.deck * 2), 1, SETUP.options)
    with pytest.raises(ProblemError, match="bags of 42 elements"):
        solo_script(0, long)
    with pytest.raises(ProblemError, match="not for 2 players"):
        solo_script(0, set_up(2, options()))


# The model.


@settings(max_examples=settings.default.max_examples // 4)
@given(st.integers(0, 10**6), st.sampled_from(OPTION_SETS))
def test_the_model_gives_a_played_game_its_score(seed, chosen):
    """Every decision fixed, the model must allow the game and find at least its prestige."""
    frame = set_up(1, options(**chosen, stage=random.Random(seed).choice(["I", "A", "D23"])))
    script = solo_script(seed, frame)
    player = Recorder()
    states = list(playing(player, frame, script, seed=seed))
    score = states[-1].scores[0]
    model = fixed(frame, script, player.decisions)
    discs_fixed(model, states)
    found = model.solve(time_limit=20)
    assert found.value is not None
    # What is relaxed is worth a point at most once everything else is fixed.
    assert score <= found.value <= score + 1


@settings(max_examples=amount(6, 2_500))
@example(seed=4)  # An Assistant printed on the board was no help in an early model.
@given(st.integers(0, 10**6))
def test_bound_equals_brute_force_on_a_day(seed):
    rng = random.Random(seed)
    frame = reduced(rng, days=1, cylinders=1, crafts=rng.random() < 0.5)
    script = solo_script(seed, frame)
    found = bound(frame, script, time_limit=20)
    best = optimum(start(frame), script)
    assert found.status == "optimal"
    assert found.value == best
    assert found.lower == best
    assert found.lower == replayed(frame, script, moves_of(frame, found.game))
    model = GameModel(frame, script)
    searched = integer_bound(model.model, time_limit=20, start=model.solve(time_limit=20).values)
    assert best - 1e-6 <= searched <= linear_bound(model.model) + 1e-6


def positions(frame, script, seed):
    """The positions of a careless game at which the model can begin, each with the decisions that followed."""
    player = Recorder()
    states = list(playing(player, frame, script, seed=seed))
    found = [state for state in states if state.actor == 1]
    begins = [number for number, state in enumerate(found) if state.phase == ACTION or not state.day]
    return [(found[number], player.decisions[number:]) for number in begins], states


@settings(max_examples=max(1, settings.default.max_examples // 4))
@given(st.integers(0, 10**6), st.sampled_from(OPTION_SETS))
def test_the_model_of_a_position_gives_the_rest_of_a_game_its_score(seed, chosen):
    rng = random.Random(seed)
    frame = set_up(1, options(**chosen, stage=rng.choice(["I", "A", "D23"])))
    script = solo_script(seed, frame)
    begins, states = positions(frame, script, seed)
    state, decisions = rng.choice(begins)
    score = states[-1].scores[0]
    model = fixed(frame, script, decisions, state)
    discs_fixed(model, states[states.index(state) :])
    found = model.solve(time_limit=20)
    assert found.value is not None
    assert score <= found.value <= score + 1
    coarse = coarsely_fixed(frame, script, decisions, state)
    discs_fixed(coarse, states[states.index(state) :])
    assert score <= coarse.solve(time_limit=20).value
    assert replayed(frame, script, [move for _, move in decisions], state) == score


@settings(max_examples=max(1, settings.default.max_examples // 4))
@given(st.integers(0, 10**6))
def test_bound_of_a_position_against_brute_force(seed):
    rng = random.Random(seed)
    days = rng.choice((1, 2))
    frame = reduced(rng, days=days, cylinders=2, crafts=days == 1 and rng.random() < 0.5)
    script = solo_script(seed, frame)
    begins, _ = positions(frame, script, seed)
    state = rng.choice([state for state, _ in begins if state.day == days])
    found = bound(frame, script, time_limit=20, state=state)
    best = optimum(state, script)
    assert found.status == "optimal"
    assert found.value >= best >= found.lower
    assert found.lower == replayed(frame, script, moves_of(frame, found.game), state)
    # The same when today is over: then the next move is to leave the phase.
    passing = moves_of(frame, ["pass"])[0]
    if state.boards[0].recruited and passing in state.moves():
        over = bound(frame, script, time_limit=20, state=state, passed=True)
        assert over.value >= optimum(state.play(passing), script) >= over.lower
        assert over.game[0] == "pass"


def test_the_best_rest_of_a_small_game_is_found():
    frame = reduced(random.Random(11), days=2, cylinders=2, crafts=False)
    script = solo_script(11, frame)
    begins, _ = positions(frame, script, 11)
    for state, decisions in begins:
        if state.day < 2:
            continue
        best = optimum(state, script)
        found = best_rest(state, script, steps=8, bounded=True)
        assert found.prestige <= best <= found.upper
        assert found.prestige == replayed(frame, script, found.moves, state)
        known = best_rest(state, script, steps=0, played=[decisions])
        assert replayed(frame, script, [move for _, move in decisions], state) <= known.prestige <= best


def test_the_best_rest_from_a_day_is_a_game_and_the_same_with_the_same_seed():
    script = solo_script(4, SETUP)
    begins, states = positions(SETUP, script, 2)
    state, decisions = next(each for each in begins if each[0].day == 5)
    found, again = (
        best_rest(state, script, steps=2, played=[decisions], bounded=True, seed=1) for _ in range(2)
    )
    assert states[-1].boards[0].prestige < found.prestige == replayed(SETUP, script, found.moves, state)
    assert found.prestige <= found.upper
    assert found == again


def test_the_best_rest_is_no_worse_than_any_that_is_known(monkeypatch):
    """Where nothing is searched it is the best of them, whichever stands first."""
    monkeypatch.setattr(rest, "A_STEP", 0.0)
    script, games = solo_script(4, SETUP), []
    state = next(state for (state, _) in positions(SETUP, script, 2)[0] if state.day == 5)
    for seed in (1, 2, 5, 6):
        player, rng, at = Recorder(), random.Random(seed), state
        while at.actor is not None:
            at = at.play(scripted(at, script) if at.actor is CHANCE else player.choose(at.view(1), rng))
        games.append((at.scores[0], player.decisions))
    for (one, played), (other, also) in itertools.pairwise(games):
        assert one != other
        assert best_rest(state, script, steps=0, played=[played, also]).prestige == max(one, other)


def test_a_bound_begins_at_an_action_or_before_the_game():
    script = solo_script(2, SETUP)
    for state in playing(Recorder(), SETUP, script, seed=0):
        if state.actor == 1 and state.phase not in (ACTION, DRAFT):
            break
    with pytest.raises(ProblemError, match="begins before the first day or at an action, not at: "):
        bound(SETUP, script, state=state)


def test_what_a_draw_of_objectives_can_bring():
    """Against every way to keep one of three and to put two under the deck."""
    order = list(range(10))
    queues, brought = [tuple(order)], []
    for _ in range(5):
        brought.append(set().union(*(queue[:3] for queue in queues)))
        queues = list({(*q[3:], *under) for q in queues for under in itertools.permutations(q[:3], 2)})
    told = [set(there) for there in _drawable(order, 5)]
    assert told[:4] == brought[:4]
    assert all(some <= more for some, more in zip(brought, told, strict=True))


@settings(max_examples=max(1, settings.default.max_examples // 25))
@given(st.integers(0, 10**6))
def test_bound_is_no_less_than_brute_force_on_two_days(seed):
    rng = random.Random(seed)
    days = rng.choice((1, 2))
    frame = reduced(rng, days=days, cylinders=3 - days, crafts=days == 1)
    script = solo_script(seed, frame)
    found = bound(frame, script, time_limit=20)
    assert found.status == "optimal"
    assert found.value >= optimum(start(frame), script) >= (found.lower or 0)


def test_a_full_game_is_bounded_in_time():
    script = solo_script(1, SETUP)
    player = Recorder()
    played = [play_script(player, SETUP, script, seed=0).scores[0]]
    begun = time.process_time()
    found = bound(SETUP, script, time_limit=amount(2, 4), played=player.decisions)
    # The limit is of processor time; a busy machine may take long.
    assert time.process_time() - begun < 40
    played += [play_script(Recorder(), SETUP, script, seed=seed).scores[0] for seed in range(20)]
    assert max(played) <= found.value
    assert found.status == "bound only"
    assert found.best_found is None or played[0] <= found.best_found < found.value
    assert played[0] <= found.lower <= found.value
    assert found.lower == replayed(SETUP, script, moves_of(SETUP, found.game))
    assert str(found).startswith(f"{found.lower} to {found.value} prestige")
    assert found.to_dict()["value"] == found.value
    assert str(Bound(41, "bound only", 38, 2.0)) == (
        "at most 41 prestige (bound only, best solution of the model 38; 2.0 s)"
    )


@settings(max_examples=settings.default.max_examples // 2)
@given(st.integers(0, 10**6))
def test_the_linear_relaxation_is_no_less_than_brute_force(seed):
    rng = random.Random(seed)
    frame = reduced(rng, days=1, cylinders=1, crafts=rng.random() < 0.5)
    script = solo_script(seed, frame)
    best = optimum(start(frame), script) - 1e-6
    assert linear_bound(GameModel(frame, script).model) >= best
    coarse = GameModel(frame, script, coarse=True)
    whole = branched(coarse.model, time_limit=20)
    cast = branched(coarse.model, time_limit=20, whole=coarse.casting)
    assert whole.ended
    assert linear_bound(coarse.model) + 1e-6 >= cast.bound >= whole.bound - 1e-6 >= best - 1e-6


@pytest.mark.parametrize("seed", range(6))
def test_a_dive_ends_with_a_cast_and_no_better_than_brute_force(seed):
    rng = random.Random(seed)
    frame = reduced(rng, days=1, cylinders=1, crafts=seed % 2 == 0)
    script = solo_script(seed, frame)
    model, best = GameModel(frame, script), optimum(start(frame), script)
    cast = dived(model)
    assert cast.bound >= best - 1e-6
    # A cast of the coarse model: whole, and with it fixed the coarse model has a solution.
    relaxed = Relaxed(cast.coarse.model)
    relaxed.bound()
    values = relaxed.dive(cast.coarse.casting)
    assert all(abs(values[number] - round(values[number])) < 1e-6 for number in cast.coarse.casting)
    variable = cast.coarse.model.get_int_var_from_proto_index
    fixed = [(variable(number), round(values[number])) for number in cast.coarse.casting]
    found = branched(cast.coarse.model, time_limit=20, whole=cast.coarse.casting)
    for each, value in fixed:
        cast.coarse.model.add(each == value)
    assert linear_bound(cast.coarse.model) <= found.bound + 1e-6
    game = filled(model, cast, time_limit=20)
    assert game is None or game[0] <= best


@pytest.mark.parametrize("price", [-2, 0, 3])
def test_a_price_is_taken_off_the_relaxation(price):
    rng = random.Random(1)
    frame = reduced(rng, days=2, cylinders=1, crafts=True)
    model, priced = (GameModel(frame, solo_script(1, frame)) for _ in range(2))
    number = min(model.casting)
    relaxed, variable = Relaxed(model.model), priced.model.get_int_var_from_proto_index(number)
    relaxed.bound({number: 7.0})
    priced.model.maximize(priced.prestige - price * variable)
    assert relaxed.bound({number: price}) == pytest.approx(linear_bound(priced.model), abs=1e-6)
    assert len(relaxed.values) == model.ledger.count


@settings(max_examples=max(1, settings.default.max_examples // 8))
@given(st.integers(0, 10**6))
def test_the_best_cast_of_a_small_game_is_filled(seed):
    rng = random.Random(seed)
    frame = reduced(rng, days=1, cylinders=1, crafts=rng.random() < 0.5)
    script = solo_script(seed, frame)
    model, best = GameModel(frame, script), optimum(start(frame), script)
    cast = best_cast(model, time_limit=20, nodes=100)
    assert cast.ended
    assert cast.bound >= best - 1e-6
    prestige, game = filled(model, cast, time_limit=20)
    assert prestige <= best
    assert prestige == replayed(frame, script, [move for _, move in game])


def test_a_cast_of_the_days_that_are_left_is_filled():
    script = solo_script(6, SETUP)
    begins, states = positions(SETUP, script, 0)
    state, decisions = next(each for each in begins if each[0].day == 5)
    model = GameModel(SETUP, script, state)
    cast = best_cast(model, time_limit=60, nodes=1, played=decisions)
    prestige, game = filled(model, cast, time_limit=60)
    assert prestige == replayed(SETUP, script, [move for _, move in game], state)
    assert states[-1].boards[0].prestige < prestige <= cast.bound


def test_the_linear_relaxation_bounds_a_whole_game_at_once():
    found = linear_bound(GameModel(SETUP, solo_script(0, SETUP)).model)
    assert 40 < found < 50  # the search alone stands at about 51 after some seconds


def test_a_game_is_made_better_by_what_the_rules_allow_and_the_same_again_with_the_same_seed():
    script, player = solo_script(1, SETUP), Recorder()
    begun = play_script(player, SETUP, script, seed=0).scores[0]
    told = []
    model = GameModel(SETUP, script)
    best, game = improved(model, player.decisions, time_limit=600, steps=6, seed=3, progress=told.append)
    assert best > begun  # a careless game leaves much to be improved
    assert told == sorted(told)
    assert told[-1] == best == replayed(SETUP, script, [move for _, move in game])
    again, _ = improved(GameModel(SETUP, script), player.decisions, time_limit=600, steps=6, seed=3)
    assert again == best
    assert improved(model, game, time_limit=600, upper=best)[1] is game


@given(st.integers(0, 10**6))
@settings(max_examples=max(3, settings.default.max_examples // 10))
def test_a_game_put_into_the_model_is_followed_back_to_itself(seed):
    script, player = solo_script(seed, SETUP), Recorder()
    play_script(player, SETUP, script, seed=seed)
    model = fixed(SETUP, script, player.decisions)
    found = model.solve(time_limit=60, effort=5)
    prestige, game = follow(SETUP, script, Course.solved(model, found.values), model.start)
    assert prestige == replayed(SETUP, script, [move for _, move in game])
    # Quills, rest and the order within a day are the solver's: what depends on nothing else is the same.
    mine, others = Course.played(SETUP, player.decisions), Course.played(SETUP, game)
    assert mine.chosen == others.chosen
    assert others.active <= mine.active


def test_a_game_that_cannot_be_played_is_no_lower_bound():
    script, player = solo_script(1, SETUP), Recorder()
    play_script(player, SETUP, script, seed=0)
    moves = [move for _, move in player.decisions]
    assert replayed(SETUP, script, moves[:-3]) is None
    with pytest.raises(IllegalMove):
        replayed(SETUP, solo_script(2, SETUP), moves)


def test_bounds_are_for_solo_games():
    with pytest.raises(ProblemError, match="not for 2 players"):
        bound(set_up(2, options()), solo_script(1, SETUP))
    with pytest.raises(ProblemError, match="above 0"):
        bound(SETUP, solo_script(1, SETUP), time_limit=0)


def test_a_script_answers_the_first_draw():
    script = solo_script(3, SETUP)
    move = scripted(start(SETUP), script)
    assert move.text == f"offer set black {script.sets[0][0]}"


@pytest.mark.parametrize("ends", [True, False])
def test_neighbourhoods_grow_where_they_are_searched_to_their_end_and_shrink_where_not(monkeypatch, ends):
    """Between one pair and all of them, by `GROWS` or `SHRINKS` each time, for the style that was drawn alone."""
    freed, status = [], 4 if ends else 0
    parameters = SimpleNamespace()
    solver = SimpleNamespace(
        parameters=parameters,
        solve=lambda copy, callback: status,
        stop_search=lambda: None,
        response_proto=SimpleNamespace(solution=[7]),
    )
    cp = SimpleNamespace(CpSolver=lambda: solver, OPTIMAL=4, FEASIBLE=2, INFEASIBLE=3)
    search = _Search(SimpleNamespace(cp=cp, days=range(1, 4)), random.Random(2))
    monkeypatch.setattr(search, "_restricted", lambda known, free, least: freed.append(len(free)))
    most, factor = 3 * len(TOPICS), GROWS if ends else SHRINKS
    for _ in range(200):
        before = dict(search.sizes)
        assert search.neighbour((), 0) == ([7] if ends else None)
        (changed,) = [each for each in STYLES if search.sizes[each] != before[each]] or [None]
        if changed is not None:
            assert search.sizes[changed] == pytest.approx(min(most, max(1, factor * before[changed])))
        assert all(1 <= size <= most for size in search.sizes.values())
        assert 1 <= freed[-1] <= most
    assert set(search.sizes.values()) == {most if ends else 1}
    assert (search.whole > 0) == ends


@pytest.mark.parametrize(("effort", "steps"), [(None, None), (4.0, 20), (0.01, 1)])
def test_the_search_for_games_has_its_share_of_the_effort(monkeypatch, effort, steps):
    asked = {}
    monkeypatch.setattr(result, "improved", lambda *args, **more: asked.update(more) or (7, ()))
    model = SimpleNamespace(setup=SETUP, script=None)
    work = result._Budget(time.process_time() + 10.0, effort, 1, seed=5)
    assert result._better(model, (), work, 21.9) == (7, ())
    share = AFTER_CASTS if effort is None else FOR_GAMES / (1 - FOR_SOLUTIONS)
    assert asked["time_limit"] == pytest.approx(10 * share, rel=0.2)
    assert (asked["upper"], asked["seed"]) == (21, 5)
    if steps is None:
        assert asked["steps"] is None
    else:
        assert asked["steps"] == (max(1, round(effort * FOR_GAMES / A_STEP)) if effort > 1 else 1)


def test_the_same_effort_gives_the_same_bound():
    frame = reduced(random.Random(3), days=2, cylinders=2, crafts=True)
    script = solo_script(3, frame)
    first, again = (bound(frame, script, time_limit=60, effort=0.05) for _ in range(2))
    assert replace(first, seconds=0.0) == replace(again, seconds=0.0)
