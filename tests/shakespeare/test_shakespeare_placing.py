"""The best work of a craft by the evaluation of advice: proved against the other writing of actions."""

import random
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace

import pytest
from placement_tools import activation_of, every, wearers
from shakespeare_tools import acting, new, until

from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.advice import decisions, flat
from deduce_models.shakespeare.advice.learned import Search, learned
from deduce_models.shakespeare.advice.placing import best_works
from deduce_models.shakespeare.advice.plain_day import PlainDay
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.placement.activation import Action
from deduce_models.shakespeare.placement.completion import _filled
from deduce_models.shakespeare.placement.finishing import Workday, _limits
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.state import State


def met(seed, players, day):
    """A view of the seat to act on `day` of a random game that builds what it can, its troupe awake."""
    rng = random.Random(seed)
    state = until(new(players=players, seed=seed), {phases.ACTION}, seed)
    while state.day < day or state.phase != phases.ACTION:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        moves = [move for move in state.moves() if move.text not in ("pass", "done")] or state.moves()
        state = state.play(rng.choice(list(moves)))
    # Everybody is awake, so that all crafts can work.
    boards = tuple(board._replace(used=0, resting=0) for board in state.boards)
    return state._replace(boards=boards).view(state.turn)


def left_by(view, person, token, action):
    """The position of the seat after `action` of `person`, by the placement room's own account of it; its day is over."""
    own, seat = view.boards[view.seat - 1], view.seat
    outcome = activation_of(view, seat, person, token=token).outcome(action)
    worn = dict(zip(wearers(view, seat), outcome.costumes, strict=True))
    taken = [[colour for _, colour in each] for each in (action.pieces, action.elements)]
    offers = [
        tuple(count - used.count(colour) for colour, count in enumerate(offer, 1))
        for offer, used in zip((view.set_offer, view.costume_offer), taken, strict=True)
    ]
    board = own._replace(
        prestige=own.prestige + outcome.prestige,
        pounds=own.pounds + outcome.pounds,
        tokens=own.tokens - token + outcome.tokens,
        ambiance=outcome.ambiance,
        stage=outcome.pieces,
        costumes=tuple(worn.get(each, old) for each, old in zip(own.troupe, own.costumes, strict=True)),
        used=own.used | 1 << own.troupe.index(person),
    )
    boards = (*view.boards[: seat - 1], board, *view.boards[seat:])
    after = view._replace(boards=boards, set_offer=offers[0], costume_offer=offers[1])
    return flat.position(after, seat)


@pytest.mark.parametrize(
    ("seed", "players", "day"), [(1, 1, 2), (2, 1, 5), (3, 2, 3), (4, 3, 6), (5, 1, 6)]
)
def test_no_action_is_worth_more_than_the_best_work(seed, players, day):
    view = met(seed, players, day)
    value, found = learned(view.setup), best_works(view, view.seat)
    assert found
    for work in found:
        activation = activation_of(view, view.seat, work.person, token=work.token)
        # Every wearer is another one: powers differ, and this listing does not know them.
        values = [
            value.worth(left_by(view, work.person, work.token, action))[0] for action in every(activation)
        ]
        nothing = value.worth(left_by(view, work.person, False, Action()))[0]
        assert work.gains[0] == pytest.approx(max(values) - nothing, abs=2e-3)
        assert list(work.gains) == sorted(work.gains, reverse=True)
        assert work.proved


@pytest.mark.parametrize("horizon", ["now", "evening"])
def test_the_moves_of_a_work_lead_to_its_board(horizon):
    view = met(3, 2, 3)
    for work in best_works(view, view.seat, horizon=horizon):
        for step in work.steps:
            state = State.restored(view, view.choices, view.dealings)._replace(out=0)
            for move in step.moves:
                state = state.play(move)
            assert state.boards[view.seat - 1]._replace(cylinders=0) == step.board._replace(cylinders=0)


@pytest.mark.parametrize(("seed", "players", "day"), [(1, 1, 2), (3, 2, 3), (5, 1, 6)])
def test_the_best_for_the_evening_is_the_best_plan_behind_its_works(seed, players, day):
    """No plan that begins with one of the works is worth more than what is said of the best of them, by far."""
    view = met(seed, players, day)
    view = view._replace(boards=tuple(each._replace(cylinders=2, recruited=True) for each in view.boards))
    value = learned(view.setup)
    whole = value.plans(flat.position(view, view.seat), Search(300, 30, 60))[0].value
    best = -100.0
    for work, now in zip(*(by_person(view, horizon) for horizon in ("evening", "now")), strict=True):
        assert (work.proved, now.proved, now.after) == (False, True, ())
        assert work.gains[0] >= 0
        assert sum(work.reasons.values()) == pytest.approx(work.gains[0], abs=0.01)
        assert sum(now.reasons.values()) == pytest.approx(now.gains[0], abs=0.01)
        # With nothing to follow, the evening is worth what now is.
        at = left_by(view, work.person, False, Action())
        at[flat.CYLINDERS] = 1
        nothing = value.plans(at, Search(300, 30, 60))[0].value
        best = max(best, nothing + work.gains[0])
    assert best <= whole + 0.3


def by_person(view, horizon):
    return sorted(best_works(view, view.seat, horizon=horizon), key=lambda work: (work.person, work.token))


def test_another_horizon_is_refused():
    with pytest.raises(ProblemError, match=r"horizon 'tomorrow': .*now, evening"):
        best_works(met(1, 1, 2), 1, horizon="tomorrow")


def scarce(seed):
    """A position with a bare stage in which all that is left of the dear colours is on offer, or nearly so."""
    rng, view = random.Random(seed), met(seed, 1, 2 + seed % 3)
    stage = view.setup.stage
    pieces = stage.empty
    for place in stage.rows[0][: rng.randint(0, 3)]:
        pieces = stage.put(pieces, place, rng.choice([1, 2])) if stage.fits(pieces, place, 1) else pieces
    offer = [0] * 6
    for _ in range(6):
        offer[rng.choice([0, 1, 2, 2, 3, 3, 4])] += 1
    bag = (12, 12, *(rng.randint(0, 1) for _ in range(3)), 0)
    board = view.board._replace(stage=stage.empty if stage.consistent(pieces) else pieces)
    return view._replace(boards=(board,), set_bag=bag, set_offer=tuple(offer))


def whole(view, step):
    """Whether the set can still be finished after a work."""
    left = [a + b for a, b in zip(view.set_offer, view.set_bag, strict=True)]
    placed = [step.board.stage.count(colour) - view.board.stage.count(colour) for colour in range(1, 7)]
    rest = [count - number for count, number in zip(left, placed, strict=True)]
    return _filled(view.setup.stage, step.board.stage, rest, 8) is not None


def test_of_equal_works_none_spoils_the_set_that_another_leaves_whole():
    spoilt = level = 0
    for seed in (*range(8), 36):
        view = scarce(seed)
        for work in best_works(view, 1, alternatives=12):
            fine = [whole(view, step) for step in work.steps]
            equal = [each for each, gain in zip(fine, work.gains, strict=True) if gain == work.gains[0]]
            spoilt += not fine[0] and any(equal)
            level += len(set(equal)) > 1
    assert spoilt == 0


def test_what_adds_up_to_a_most_counts_each_day_its_own_activations():
    """Supply over all; a value each craft may take; of an offer what is placed on that day."""
    every = [(word, number) for word in COLOURS for number in range(1, 6)]
    days = [
        Workday((2, 3), 1, (1,) * len(COLOURS)),
        Workday((4,), 0, None),
        Workday((), 1, (2,) * len(COLOURS)),
    ]
    limits = list(_limits(every, [9] * len(COLOURS), days, [2, 3, None, 4, None]))
    own = {1: {1, 2, 3}, 3: {5}}
    for day, numbers in own.items():
        offers = [
            (counts, most) for counts, most, said in limits if said.endswith(f"on offer on day {day}")
        ]
        assert len(offers) == len(COLOURS)
        for word, (counts, most) in zip(COLOURS, offers, strict=True):
            assert most == days[day - 1].offer[0]
            assert {each for each in every if counts[each]} == {(word, number) for number in numbers}
    assert not any(said.endswith("on day 2") for *_, said in limits)


def test_a_place_is_open_to_colours_where_what_carries_it_lies_and_its_mirror_agrees():
    """Beside the stage's own rule, by the table of planning."""
    state = new(players=2, seed=1)
    stage = state.setup.stage
    day = SimpleNamespace(
        cells=[(*(*cell.supports, -1, -1)[:2], cell.mirror, 0, 0) for cell in stage.cells],
        frame={flat.FRAME_APART: 0},
    )
    rng = random.Random(1)
    for _ in range(6):
        pieces = stage.empty
        for _ in range(rng.randint(0, 9)):
            able = [
                (place, colour)
                for place in range(len(stage.cells))
                for colour in range(1, 7)
                if not stage.refusal(pieces, place, colour)
            ]
            if able:
                pieces = stage.put(pieces, *rng.choice(able))
        for place in range(len(stage.cells)):
            for colour in range(1, 7):
                assert PlainDay._open(day, bytes(pieces), place, colour, 0) == (
                    not stage.refusal(pieces, place, colour)
                )


def test_who_stays_awake_is_weighed_with_all_others_resting(monkeypatch):
    state = acting(2, 1)
    board = state.boards[0]._replace(used=0b1011)
    asked = []
    monkeypatch.setattr(decisions, "morning", lambda _view, seat, resting, _: asked.append((seat, resting)))
    stub = SimpleNamespace(
        plans=lambda *_: [SimpleNamespace(value=2.5)], search=None, day_plan=lambda *_: "plan"
    )
    for place in (0, 1, 3):
        move = SimpleNamespace(item=board.troupe[place])
        told = decisions.Decisions._rest(stub, SimpleNamespace(board=board, seat=1), move)
        assert told == (2.5, 0.0, 0, "plan")
    assert asked == [(1, 0b1010), (1, 0b1001), (1, 0b0011)]


def worker(position, person):
    """What a person of the first seat could do now; None where it is no craft."""
    with suppress(ProblemError):
        return activation_of(position, 1, person)


def test_an_activation_may_have_nothing_left_and_never_less():
    position = acting(2, 1)
    persons = position.boards[0].troupe
    activation = next(each for person in persons if (each := worker(position, person)) is not None)
    for field in ("supply", "budget"):
        assert getattr(replace(activation, **{field: 0}), field) == 0
        with pytest.raises(ProblemError, match="at least 0"):
            replace(activation, **{field: -1})
