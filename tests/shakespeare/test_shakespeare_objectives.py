"""Where objectives may be, against all histories of small decks."""

import itertools
import random
from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shakespeare_tools import acting, do, new, step, until, with_board

from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components.parts import Objective
from deduce_models.shakespeare.knowledge.model import resample
from deduce_models.shakespeare.knowledge.objectives import places_of
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.views import HIDDEN, masked_dealings


def position(size, dealings):
    setup = SimpleNamespace(objective_codes=tuple(f"o{number}" for number in range(size)), options=None)
    return SimpleNamespace(setup=setup, dealings=dealings, phase=phases.ACTION)


def histories(size, owners, drawn):
    """All histories of draws by `owners`, each of up to `drawn` cards: what the deck was, and every choice."""

    def on(deck, number, made):
        if number == len(owners):
            yield tuple(made)
            return
        hand, rest = deck[:drawn], deck[drawn:]
        if not hand:
            return
        for order in itertools.permutations(hand):
            kept, *under = order
            yield from on(
                rest + tuple(under), number + 1, [*made, (owners[number], hand, kept, tuple(under))]
            )

    for deck in itertools.permutations(range(size)):
        yield from on(deck, 0, [])


def masked(dealings, seat):
    return masked_dealings(SimpleNamespace(dealings=dealings, phase=phases.ACTION), seat)


@given(
    st.integers(3, 4),
    st.lists(st.sampled_from([1, 2]), min_size=1, max_size=3),
    st.integers(2, 3),
    st.integers(0, 10**6),
    st.sampled_from([0, 1, 2]),
)
@example(3, [1, 2, 1], 2, 0, 1)
@example(3, [1, 2, 1], 2, 1, 1)
@example(3, [1, 2, 1], 2, 2, 1)
@settings(max_examples=max(12, settings.default.max_examples // 2))
def test_places_and_weights_are_those_of_all_histories(size, owners, drawn, seed, seat):
    every = list(histories(size, owners, drawn))
    if not every:
        return
    view = masked(random.Random(seed).choice(every), seat)
    found = places_of(position(size, view))
    counts = Counter()
    for dealings in every:
        if masked(dealings, seat) == view:
            truth = places_of(position(size, dealings))
            (places,) = truth.ways
            lying = dict(zip(truth.seen, places, strict=True))
            counts[tuple(lying.get(item, "deck") for item in found.seen)] += 1
            assert truth.places == found.places
    total, weights = sum(counts.values()), sum(found.ways.values())
    assert {key: count / total for key, count in counts.items()} == {
        key: count / weights for key, count in found.ways.items()
    }


def long_history(seed, draws, players=2):
    """A position after many draws of objectives by all seats in turn."""
    rng = random.Random(seed)
    state = acting(players, 1)
    while len(state.dealings) < draws or state.phase != phases.ACTION:
        if state.phase == phases.ACTION:
            state = with_board(state, state.turn, used=0, cylinders=5)
            state = do(state, "activate queen objectives")
        else:
            state = step(state, rng)
    return state


@given(st.integers(0, 10**6), st.integers(1, 7), st.integers(2, 4), st.integers(0, 2))
def test_knowledge_fits_the_truth_and_every_resample(seed, draws, players, seat):
    state = long_history(seed, draws, players)
    view = state.view(seat)
    known = GAME.knowledge(view)
    assert known.is_possible_world(GAME.truth(state, known))
    for number in range(3):
        other = resample(view, random.Random(number))
        assert other.view(seat) == view
        assert known.is_possible_world(GAME.truth(other, known))


@pytest.mark.parametrize(
    ("seed", "draws", "players", "seat", "drawing"), [(5, 6, 2, 1, False), (119, 6, 3, 3, True)]
)
def test_chances_are_those_of_resampling(seed, draws, players, seat, drawing):
    state = long_history(seed, draws, players)
    if drawing:
        # Seat 2 holds cards in its hand some of which the seat may have seen.
        state = with_board(state._replace(turn=2), 2, used=0, cylinders=5)
        state = until(do(state, "activate queen objectives"), {phases.KEEP}, seed)
    view = state.view(seat)
    known = GAME.knowledge(view)
    variables = [variable for variable in known.scope if variable.name.startswith("place")]
    counts = {variable: Counter() for variable in variables}
    number = 800
    for seed in range(number):
        truth = GAME.truth(resample(view, random.Random(seed)), known)
        for variable in variables:
            counts[variable][truth[variable]] += 1
    opened = 0
    for variable in variables:
        chances = known.marginals(variable)
        opened += max(chances.values()) < 1
        for value, chance in chances.items():
            assert abs(counts[variable][value] / number - chance) < 0.07
    assert opened > 2


@pytest.mark.parametrize(
    ("seed", "draws", "hand", "seat", "ways"),
    [
        (0, 4, None, 1, 1),
        (0, 4, phases.UNDER, 1, 1),
        (0, 6, None, 1, 6),
        (0, 4, phases.UNDER, 3, 2),
        (1, 6, phases.KEEP, 3, 2),
        (0, 6, phases.UNDER, 1, 10),
    ],
)
def test_places_are_as_likely_as_the_histories_that_lead_there(seed, draws, hand, seat, ways):
    """`places_of` is held to all histories above, and here the chances of the whole model to it."""
    state = long_history(seed, draws, 3)
    if hand is not None:  # seat 2 holds two or three cards in its hand
        state = with_board(state._replace(turn=2), 2, used=0, cylinders=5)
        state = until(do(state, "activate queen objectives"), {hand}, seed)
    view = state.view(seat)
    found, known = places_of(view), GAME.knowledge(view)
    assert len(found.ways) == ways
    total = sum(found.ways.values())
    for number, item in enumerate(found.seen):
        expected = Counter()
        for places, histories_there in found.ways.items():
            expected[places[number]] += histories_there / total
        place = next(v for v in known.scope if v.name == f"place[{state.setup.objective_codes[item]}]")
        chances = {where: chance for where, chance in known.marginals(place).items() if chance}
        assert chances == pytest.approx(expected)
    for number in range(4):
        assert resample(view, random.Random(number)).view(seat) == view
    # Where there is but one way, nothing is asked of it.
    assert sum(variable.name.startswith("way[") for variable in known.scope) == (ways > 1)


@pytest.mark.parametrize("phase", [phases.WAGER, phases.REST])
def test_a_choice_that_was_made_and_is_hidden_may_be_any(phase):
    """A wager any number of cylinders, who stays awake anyone who acted today; the truth among them."""
    state, rng = until(new(players=3, seed=2), {phases.ACTION}, 2), random.Random(4)
    for _ in range(4000):
        made = [seat for seat, choice in enumerate(state.choices, 1) if choice]
        if state.phase == phase and len(made) == 2:
            break
        state = step(state, rng)
    seat = next(seat for seat in (1, 2, 3) if seat not in made)
    known = GAME.knowledge(state.view(seat))
    truth = GAME.truth(state, known)
    for other in made:
        name = f"{'wager' if phase == phases.WAGER else 'awake'}[{other}]"
        variable = next(each for each in known.scope if each.name == name)
        board, choice = state.boards[other - 1], state.choices[other - 1]
        if phase == phases.WAGER:
            possible, chosen = set(range(1, state.setup.parts.cylinders + 1)), choice
        else:
            acted = [person for place, person in enumerate(board.troupe) if board.used >> place & 1]
            possible = {state.setup.codes[person] for person in acted}
            chosen = state.setup.codes[choice - 1]
        assert known.marginals(variable) == pytest.approx(dict.fromkeys(possible, 1 / len(possible)))
        assert truth[variable] == chosen


def test_hidden_cards_are_those_of_other_seats():
    state = long_history(3, 4)
    for seat, drawn, kept, under in state.view(2).dealings:
        assert (HIDDEN in (*drawn, kept, *under)) == (seat != 2)


def test_an_objective_is_worth_what_its_thresholds_say():
    rising = Objective("a crowd", "actors", (2, 4, 5))
    assert [rising.points(count) for count in range(7)] == [0, 0, 1, 1, 2, 3, 3]
    empty = Objective("an empty stage", "actors", (3,), none=2)
    assert [empty.points(count) for count in range(5)] == [2, 0, 0, 1, 1]
