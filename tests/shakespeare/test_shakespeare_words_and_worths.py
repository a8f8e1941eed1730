"""Every refusal of an activation in its words, what actions change and are worth, and what advice says of plans."""

import functools
import itertools
import random
import statistics
from types import SimpleNamespace

import pytest
from shakespeare_tools import acting, do, with_board

from deduce.ground.errors import ProblemError
from deduce.kernels.library import library, using
from deduce_models.shakespeare.advice import advice as advising
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.alone import _awake, _drawn_first, _mean, _next_draws, _others
from deduce_models.shakespeare.advice.decisions import morning, whole_actions
from deduce_models.shakespeare.advice.learned import Search, learned
from deduce_models.shakespeare.advice.rated import DayPlan, RatedMove
from deduce_models.shakespeare.advice.review import Cost
from deduce_models.shakespeare.advice.wagers import DayOutlook, payoff
from deduce_models.shakespeare.answers import placements
from deduce_models.shakespeare.answers.report import _last_offer, _secrets
from deduce_models.shakespeare.answers.review import _between, _cost
from deduce_models.shakespeare.components.elements import COLOURS, ELEMENTS
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.placement.activation import Action, Activation, Worth, best_activation
from deduce_models.shakespeare.placement.completion import Completion, complete_set
from deduce_models.shakespeare.players.named import PlannerPlayer
from deduce_models.shakespeare.rules import moves as kinds
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import Move

PARTS = components()
STAGE = PARTS.stage
BLACK, PINK, PURPLE, BLUE, GREEN, YELLOW = range(1, 7)
FIRST = STAGE.open(STAGE.empty)
"""Spaces that can be filled first."""


def activation(kind="handyman", **fields):
    plain = {
        "stage": STAGE, "pieces": STAGE.empty, "costumes": (b"", bytes((BLACK, BLUE))), "budget": 8,
        "set_offer": (2, 2, 2, 2, 2, 1), "costume_offer": (1, 1, 1, 1, 1, 1), "sums": PARTS.costumes,
    }  # fmt: skip
    return Activation(kind=kind, **{**plain, **fields})


def piece(colour, place=FIRST[0]):
    return Action(((place, colour),), ())


def worn(*pairs):
    return Action((), pairs)


HIGH = next(place for place, cell in enumerate(STAGE.cells) if cell.supports)
UNDER = list(STAGE.cells[HIGH].supports)
LEFT = next(place for place in FIRST if STAGE.cells[place].mirror != place)
RIGHT = STAGE.cells[LEFT].mirror


@pytest.mark.parametrize(
    ("at", "action", "why"),
    [
        (activation("mistress"), piece(BLACK), "a mistress takes no element of the set"),
        (activation("dresser"), worn((0, BLACK)), "a dresser takes no element of a costume"),
        (activation("jeweler"), Action(((FIRST[0], YELLOW),), ((0, YELLOW),)), "the jeweler takes one element"),
        (activation("jeweler"), piece(BLACK), "the elements have the value 1, above 0"),
        (activation("jeweler"), piece(YELLOW), ""),
        (activation(), piece(7), "there is no colour number 7"),
        (activation(), piece(0), "there is no colour number 0"),
        (activation(), worn((0, 7)), "there is no colour number 7"),
        (activation(budget=4), piece(GREEN), "the elements have the value 5, above 4"),
        (activation(budget=5), piece(GREEN), ""),
        (activation(budget=5), Action(((FIRST[0], BLUE),), ((0, PINK),)), "the elements have the value 6, above 5"),
        (activation(), piece(YELLOW), "yellow may not be taken by a handyman"),
        (activation("mistress"), worn((0, YELLOW)), "yellow may not be taken by a mistress"),
        (activation(set_offer=(0,) * 6), piece(PINK), "only 0 pink on offer"),
        (activation(), worn((0, BLACK), (1, BLACK)), "only 1 black on offer"),
        (activation(), piece(BLACK, len(STAGE.cells)), f"the stage has no space number {len(STAGE.cells)}"),
        (activation(), piece(BLACK, -1), "the stage has no space number -1"),
        (activation(), piece(BLACK, HIGH), STAGE.refusal(STAGE.empty, HIGH, BLACK)),
        (
            activation(set_offer=(9,) * 6, stack=False),
            Action((*((place, BLACK) for place in UNDER), (HIGH, BLACK)), ()),
            f"space {STAGE.cells[HIGH].name} needs pieces of an earlier activation under it",
        ),
        (activation(set_offer=(9,) * 6), Action((*((place, BLACK) for place in UNDER), (HIGH, BLACK)), ()), ""),
        (
            activation(),
            Action(((LEFT, BLACK), (RIGHT, PINK)), ()),
            f"space {STAGE.cells[RIGHT].name} mirrors {STAGE.cells[LEFT].name}, which has another colour",
        ),
        (activation(), Action(((LEFT, BLACK), (RIGHT, BLACK)), ()), ""),
        (activation(), worn((2, BLACK)), "there is no wearer number 2"),
        (activation(), worn((-1, BLACK)), "there is no wearer number -1"),
        (activation(), worn((1, BLACK), (1, PINK)), "costume 2 has room for 1"),
        (activation(), worn((1, PINK)), ""),
    ],
)  # fmt: skip
def test_every_refusal_of_an_action_in_its_words(at, action, why):
    assert at.refusal(action) == why


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"kind": "queen"}, "kind 'queen': expected one of"),
        (
            {"pieces": STAGE.empty[1:]},
            f"pieces: expected {len(STAGE.cells)} spaces, not {len(STAGE.cells) - 1}",
        ),
        ({"costumes": (bytes((7,)),)}, "colours: expected 1 to 6"),
        ({"costumes": (bytes((0,)),)}, "colours: expected 1 to 6"),
        ({"pieces": STAGE.put(STAGE.empty, FIRST[0], 7)}, "colours: expected 1 to 6"),
        ({"sums": PARTS.costumes[:15]}, "sums: expected an entry for each sum up to 15"),
        ({"set_offer": (1,) * 5}, "set_offer: expected six counts"),
        ({"costume_offer": (1,) * 5 + (-1,)}, "costume_offer: expected six counts"),
        ({"costumes": (bytes((1, 1, 1, 1)),)}, "costumes: at most 3 elements each"),
        ({"budget": -1}, "budget and supply are at least 0"),
        ({"supply": -1}, "budget and supply are at least 0"),
        ({"ambiance": 6}, "ambiance: expected spaces 0 to 5"),
        ({"rivals": (0, -1)}, "ambiance: expected spaces 0 to 5"),
    ],
)
def test_an_activation_that_cannot_be_is_refused(fields, why):
    with pytest.raises(ProblemError, match=why):
        activation(**fields)
    assert activation(ambiance=5, rivals=(0, 5), budget=0, supply=0, costumes=(bytes((1, 1, 6)),))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"debt": (0.0,) * 6}, "debt: expected 7 numbers .*, not 6"),
        ({"partial": ((0.0,), (0.0,))}, "partial: expected a row for 0, 1 and 2"),
        ({"partial": ((0.0,), (), (0.0,))}, "none of them empty"),
        ({"prestige": float("nan")}, "finite"),
        ({"candle_ready": float("inf")}, "finite"),
        ({"complete": (float("inf"),)}, "finite"),
        ({"rivals": (float("nan"),) * 6}, "finite"),
    ],
)
def test_a_worth_that_is_none_is_refused(fields, why):
    with pytest.raises(ProblemError, match=why):
        Worth(**fields)


def test_best_actions_are_asked_for_with_sense():
    with pytest.raises(ProblemError, match="alternatives -1: expected at least 0"):
        best_activation(activation(), alternatives=-1)
    for name in ("ambiance", "rivals"):
        with pytest.raises(ProblemError, match=f"{name}: expected a worth for each of 6 spaces"):
            best_activation(activation(), Worth(**{name: (0.0,) * 5}))
    found = best_activation(activation(budget=2), alternatives=3)
    values = [each.value for each in (found.best, *found.others)]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    assert [each.behind for each in found.others] == pytest.approx(
        [values[0] - value for value in values[1:]]
    )
    assert found.gain == pytest.approx(found.value - activation().value(Action(), Worth()) / 1000, abs=1e-3)


def some_action(at, rng):
    """A random action that the rules allow."""
    action = Action()
    for _ in range(6):
        more = (rng.randrange(len(STAGE.cells)), rng.randint(1, 6))
        wider = Action(tuple(sorted((*action.pieces, more))), action.elements)
        if rng.random() < 0.5:
            wearer = (rng.randrange(len(at.costumes)), rng.randint(1, 6))
            wider = Action(action.pieces, tuple(sorted((*action.elements, wearer))))
        if not at.refusal(wider):
            action = wider
    return action


@pytest.mark.parametrize("seed", range(4))
def test_what_an_action_changes_and_is_worth_piece_by_piece(seed):
    """By the rules in words: what each colour does, candles, complete costumes, and the ends of the tracks."""
    rng = random.Random(seed)
    worth = Worth(
        prestige=1.1, pounds=0.3, tokens=0.7, ambiance=(-3.0, -1.5, 0.2, 0.9, 1.7, 2.3),
        rivals=(0.5, 0.4, 0.1, -0.2, -0.6, -0.9), purple_left=0.35, yellow=1.3, piece=0.17,
        debt=(0.0, -0.11, -0.13, -0.17, -0.19, -0.23, 0.29), candle_ready=0.37, complete=(0.0, 0.41),
    )  # fmt: skip
    for _ in range(12):
        at = activation(
            rng.choice(("mistress", "dresser", "handyman", "jeweler")), budget=rng.randint(0, 12),
            costumes=(b"", bytes((BLACK, BLUE)), bytes((PINK, PINK)), bytes((PINK,))),
            set_offer=(3,) * 6, costume_offer=(2,) * 6, ambiance=rng.randint(0, 5), supply=rng.randint(0, 1),
            rivals=(rng.randint(0, 5), 0),
        )  # fmt: skip
        action = some_action(at, rng)
        after = at.outcome(action)
        taken = [COLOURS[colour - 1] for _, colour in action.pieces]
        clothes = [[*costume] for costume in at.costumes]
        paid = [0, 0]
        for wearer, colour in action.elements:
            clothes[wearer].append(colour)
        for costume, before in zip(clothes, at.costumes, strict=True):
            if len(costume) == 3 > len(before):
                pounds, prestige = PARTS.costumes[sum(ELEMENTS[colour - 1].value for colour in costume)]
                paid = [paid[0] + pounds, paid[1] + prestige]
        candles = sum(STAGE.cells[place].candle for place, _ in action.pieces)
        stage = bytearray(STAGE.empty)
        for place, colour in action.pieces:
            stage[place] = colour
        assert (after.pieces, after.prestige) == (bytes(stage), candles + paid[1])
        assert after.pounds == taken.count("pink") + paid[0]
        assert after.tokens == min(at.supply, taken.count("green"))
        assert after.ambiance == min(5, at.ambiance + 2 * taken.count("blue"))
        assert after.rivals == tuple(max(0, space - taken.count("purple")) for space in at.rivals)
        assert after.purple_left == 3 - taken.count("purple")
        assert after.costumes == tuple(bytes(sorted(costume)) for costume in clothes)
        assert action.cost == sum(ELEMENTS[c - 1].price for _, c in (*action.pieces, *action.elements))
        total = 1.1 * after.prestige + 0.3 * after.pounds + 0.7 * after.tokens + 0.35 * after.purple_left
        total += worth.ambiance[after.ambiance] + sum(worth.rivals[space] for space in after.rivals)
        total += 1.3 * (taken.count("yellow") + sum(costume.count(YELLOW) for costume in clothes))
        total += 0.17 * len(action.pieces)
        for place, cell in enumerate(STAGE.cells):
            if stage[place] and not stage[cell.mirror]:
                total += worth.debt[stage[place]]
            if not stage[place] and cell.candle and all(stage[under] for under in cell.supports):
                total += 0.37
        for wearer, costume in enumerate(clothes):
            sums = sum(ELEMENTS[colour - 1].value for colour in costume)
            if len(costume) < 3:
                row = worth.partial[len(costume)]
                total += row[sums] if sums < len(row) else row[-1]
            elif wearer == 1:
                total += 0.41
        assert at.value(action, worth) == pytest.approx(1000 * total, abs=0.51)
        said = [
            f"set {word} {STAGE.cells[place].name}"
            for word, (place, _) in zip(taken, action.pieces, strict=True)
        ]
        said += [f"costume {COLOURS[colour - 1]} {wearer + 1}" for wearer, colour in action.elements]
        assert list(at.steps(action)) == said
        mirrored = Action(
            tuple(sorted((STAGE.cells[p].mirror, c) for p, c in action.pieces)), action.elements
        )
        assert at.canonical(action) == at.canonical(mirrored) == min(action, mirrored)
    uneven = activation(pieces=STAGE.put(STAGE.empty, RIGHT, BLACK))
    assert uneven.canonical(piece(BLACK, LEFT)) == piece(BLACK, LEFT)


@pytest.mark.parametrize("jewel", [0, 3, 8])
def test_the_last_spaces_are_filled_as_cheaply_as_trying_all_colours_does(jewel):
    rng = random.Random(jewel)
    for _ in range(6):
        pieces = STAGE.empty
        while pieces.count(0) > 4:
            able = [(p, c) for p in STAGE.open(pieces) for c in range(1, 7) if STAGE.fits(pieces, p, c)]
            pieces = STAGE.put(pieces, *rng.choice(able))
        left = [rng.choice((0, 1, 1, 2)) for _ in range(6)]
        empty = [place for place, colour in enumerate(pieces) if not colour]
        costs = []
        for colours in itertools.product(range(1, 7), repeat=4):
            full = bytearray(pieces)
            for place, colour in zip(empty, colours, strict=True):
                full[place] = colour
            mirrors = ((full[p], full[STAGE.cells[p].mirror]) for p in empty)
            if all(colours.count(c) <= left[c - 1] for c in colours) and all(
                a == b or YELLOW in (a, b) for a, b in mirrors
            ):
                costs.append(sum(jewel if c == YELLOW else ELEMENTS[c - 1].price for c in colours))
        found = complete_set(STAGE, pieces, left, jewel=jewel)
        assert found.possible == bool(costs)
        if costs:
            assert found.cost + jewel * found.jewels == min(costs)
            assert found.jewels == list(found.pieces.values()).count("yellow")
            assert [*found.pieces] == [STAGE.cells[place].name for place in empty]


def test_a_completion_in_words():
    def told(pieces, cost, jewels):
        return str(Completion(True, pieces, cost, jewels, True, None))

    begun = "the set can be finished for a value of"
    assert told({}, 0, 0) == f"{begun} 0: "
    assert told({"1C": "black", "2L1": "pink"}, 3, 0) == f"{begun} 3: 1C black, 2L1 pink"
    assert told({"1C": "yellow"}, 0, 1) == f"{begun} 0 and 1 yellow: 1C yellow"
    no = Completion(False, {}, 0, 0, True, "no blue left")
    assert str(no) == "the set cannot be finished: no blue left"


# Plans of a day.

RECRUIT, WORK, SET, DONE = (Move(kind, 0, 0, word) for kind, word in (
    (kinds.RECRUIT, "recruit romeo"), (kinds.ACTIVATE, "activate author"), (kinds.SET, "set black 1C"),
    (kinds.DONE, "done"),
))  # fmt: skip
DRAW = Move(kinds.ACTIVATE, 0, kinds.OBJECTIVES, "activate queen objectives")


def test_a_plan_is_cut_into_actions_and_the_queen_draws_first():
    assert whole_actions([DONE, RECRUIT, WORK, SET, SET, DONE, DRAW]) == (
        (DONE,), (RECRUIT,), (WORK, SET, SET, DONE), (DRAW,),
    )  # fmt: skip
    assert whole_actions([]) == ()
    assert _drawn_first(((RECRUIT,), (WORK, SET), (DRAW,))) == ((DRAW,), (RECRUIT,), (WORK, SET))
    under_way = ((SET, DONE), (RECRUIT,), (DRAW,))
    assert _drawn_first(under_way) == under_way
    assert _drawn_first(()) == ()


def test_other_plans_begin_otherwise_each():
    plans = [
        RatedMove(move, value)
        for move, value in ((WORK, 5), (RECRUIT, 4), (WORK, 3), (RECRUIT, 2), (DONE, 1))
    ]
    assert _others(plans, 3) == [plans[1], plans[4]]
    assert _others(plans, 1) == [plans[1]]
    assert _mean([2.5]) == (2.5, 0.0)
    values = [1.0, 4.0, 4.0, 9.0]
    assert _mean(values) == pytest.approx((statistics.mean(values), statistics.stdev(values) / 2))


def test_a_next_day_is_drawn_from_what_the_bags_and_the_deck_hold():
    view = acting(1).view(1)
    shown = view.setup.shown
    for deck in (view.deck, view.deck[: shown - 1], view.deck[:shown]):
        short = view._replace(deck=deck, discard=view.deck[-2:])
        for seed in range(4):
            drawn = _next_draws(short, random.Random(seed))
            pool = {*deck} if len(deck) >= shown else {*deck, *short.discard, *short.display}
            assert {*drawn["display"]} <= pool
            assert len({*drawn["display"]}) == len(drawn["display"]) == min(shown, len(pool))
            assert list(drawn["display"]) == sorted(drawn["display"])
            for bag, offer in (
                (view.set_bag, drawn["set_offer"]),
                (view.costume_bag, drawn["costume_offer"]),
            ):
                assert sum(offer) == min(view.setup.drawn, sum(bag))
                assert all(got <= left for got, left in zip(offer, bag, strict=True))


def test_the_two_who_are_worth_most_awake_may_stay_so():
    state = acting(1)
    people = state.boards[0].troupe
    for used in (0b0, 0b1, 0b11, 0b111):
        board = state.boards[0]._replace(used=used)
        row = {person: (7 * place) % 5 for place, person in enumerate(people)}
        value = SimpleNamespace(
            awake=lambda left, row=row: row if left == state.setup.parts.days - state.day else {}
        )
        found = _awake(state._replace(boards=(board,)), value)
        places = [place for place in range(len(people)) if used >> place & 1]
        best = sorted(places, key=lambda place: -row[people[place]])[:2]
        assert found == ([1 << place for place in best] if len(places) > 1 else [used])


def test_a_morning_begins_with_rest_and_cylinders():
    for players, cylinders in ((1, PARTS.cylinders), (2, 4)):
        state = acting(players)
        at = morning(state, 1, 0b1, {})
        board = state.boards[0]._replace(resting=0b1, used=0, cylinders=cylinders, recruited=False)
        wanted = flat.position(
            state._replace(day=state.day + 1, phase=phases.ACTION, boards=(board, *state.boards[1:])), 1
        )
        assert at == wanted
        assert at[flat.CYLINDERS] == cylinders


@pytest.mark.parametrize("solo", [True, False])
def test_a_plan_is_kept_until_something_is_learned(solo):
    """Alone a whole day's plan and the pass after it; among rivals one action."""
    passing = Move(kinds.PASS, 0, 0, "pass")
    setup = SimpleNamespace(solo=solo, moves=SimpleNamespace(passing=passing))
    player, asked = PlannerPlayer(samples=0), []
    plan = DayPlan(1.0, ((WORK, SET, DONE), (RECRUIT,)), {})

    def best(view, seed):
        asked.append(view.day)
        return RatedMove(WORK, 1.0, plan=plan)

    player.planner = SimpleNamespace(best=best)
    every = (WORK, SET, DONE, RECRUIT, passing)
    plain = {
        "deck": (),
        "set_bag": (),
        "costume_bag": (),
        "dealings": (),
        "setup": setup,
        "phase": phases.ACTION,
    }

    def choose(day, moves=every, **fields):
        return player.choose(SimpleNamespace(day=day, moves=moves, **{**plain, **fields}), random.Random(1))

    whole = [WORK, SET, DONE, RECRUIT, passing] if solo else [WORK, SET, DONE]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deduce_models.shakespeare.players.named.compact", lambda view: view)
        assert [choose(1) for _ in whole] == whole
        assert asked == [1]
        assert choose(1) == WORK  # the plan has come to its end
        assert asked == [1, 1]
        assert choose(1) == SET
        assert choose(2) == WORK  # another day
        assert choose(2, deck=(1,)) == WORK  # something was drawn
        assert choose(2, deck=(1,), moves=(WORK, passing)) == WORK  # what was planned may not be played
        assert asked == [1, 1, 2, 2, 2]
        assert choose(3, moves=(passing,)) == passing
        assert len(asked) == 5  # a single move needs no thought
        assert choose(4, phase=phases.WAGER) == WORK
        assert choose(4, phase=phases.WAGER) == WORK
        assert len(asked) == 7  # what is no action begins no plan


# What is said.


def test_costs_are_said_as_far_as_they_are_known():
    assert _between(2, None) == "at least 2, at most what is not known"
    assert _between(2, 2) == "exactly 2"
    assert _between(2, 5) == "at least 2, at most 5"
    assert _cost(Cost(4, 2, 5)) == "at least 2, at most 5 (4 by the games found)"
    assert _cost(Cost(2, 2, 2)) == "exactly 2"
    assert _cost(Cost(4, 2, None)) == "at least 2, at most what is not known (4 by the games found)"


def test_a_plan_is_told_by_what_it_changes_most(monkeypatch):
    now = {"stage": 1.0, "pounds": 2.0, "acts": 3.0, "days ahead": 4.0}
    monkeypatch.setattr(advising, "_now", lambda _: now)
    view = SimpleNamespace(phase=phases.ACTION, setup=SimpleNamespace(solo=True))

    def choice(value, actions=((WORK, SET), (RECRUIT,)), move=WORK, **parts):
        return RatedMove(move, value, plan=DayPlan(value, actions, {**now, **parts}))

    idle = RatedMove(WORK, 1.0, plan=DayPlan(1.0, (), now))
    assert advising._reason(view, idle) == "nothing more today is worth its rest"
    busy = choice(13.0, stage=4.0, pounds=2.5, acts=2.75)
    said = "today's plan brings stage +3.0, pounds +0.5, acts -0.2; then recruit romeo"
    assert advising._reason(view, busy) == said
    alone = choice(10.04, actions=((WORK,),), stage=1.04)
    assert advising._reason(view, alone) == "today's plan brings hardly anything"
    three = choice(13.0, stage=2.0, pounds=3.1, acts=4.2)
    assert advising._reason(view, three) == "today's plan brings acts +1.2, pounds +1.1; then recruit romeo"
    assert advising._parts(view, busy) == {**busy.plan.parts}
    sampled = busy._replace(value=14.5)
    assert advising._parts(view, sampled)["days ahead"] == 5.5
    among = SimpleNamespace(phase=phases.ACTION, setup=SimpleNamespace(solo=False))
    assert advising._parts(among, sampled) == {**busy.plan.parts, "rivals": 1.5}
    assert advising._parts(view, RatedMove(WORK, 3.0)) == {}
    other = choice(10.0, move=RECRUIT)
    against = "stage +3.0, pounds +0.5, acts -0.2"
    assert advising._against(view, busy, other) == f"; 3.00 ahead of recruit romeo: {against}"
    assert (
        advising._against(view, other, busy)
        == "; 3.00 behind activate author: stage -3.0, pounds -0.5, acts +0.2"
    )
    assert (
        advising._against(view, busy, busy._replace(move=RECRUIT))
        == "; level with recruit romeo: the same plan in another order"
    )
    assert (
        advising._against(view, busy, other._replace(value=12.996))
        == "; level with recruit romeo: stage +3.0, days ahead -3.0, pounds +0.5"
    )
    assert advising._against(view, busy, None) == ""
    evening = SimpleNamespace(phase=phases.REST, setup=view.setup)
    assert advising._against(evening, busy, other) == "; 3.00 ahead of recruit romeo"
    assert (
        advising._reason(evening, busy) == "tomorrow, with the offers known: activate author, recruit romeo"
    )
    assert advising._reason(evening, idle) == "tomorrow, with the offers known: nothing better"


def test_the_wagers_bring_plans_picks_and_the_point_for_being_first():
    rng = random.Random(4)
    for players in (2, 3, 4):
        seats = [
            DayOutlook(tuple(rng.random() * 9 for _ in range(5)), rng.random()) for _ in range(players)
        ]
        initiative = rng.sample(range(1, players + 1), players)
        for wagers in itertools.islice(itertools.product((1, 3, 5), repeat=players), 0, None, 4):
            own = []
            for seat in range(1, players + 1):
                before = sum(
                    (wagers[other - 1], initiative.index(other))
                    < (wagers[seat - 1], initiative.index(seat))
                    for other in range(1, players + 1)
                )
                plan = seats[seat - 1].plans[wagers[seat - 1] - 1]
                own.append(plan - before * seats[seat - 1].loses + (before == 0))
            for share in (0.0, 0.7):
                wanted = [mine - share * (sum(own) - mine) / (players - 1) for mine in own]
                assert payoff(seats, wagers, initiative, share) == pytest.approx(wanted)


def test_secrets_and_last_offers_are_told():
    view = acting(3).view(2)
    plain = view._replace(choices=(1, 1, 1), dealings=())
    assert _secrets(plain) == ""
    for phase, secret in ((phases.WAGER, "wagers"), (phases.REST, "who stays awake")):
        assert _secrets(plain._replace(phase=phase, choices=(1, -1, 0))) == secret
    theirs, mine = (3, (), (), ()), (2, (), (), ())
    assert _secrets(plain._replace(dealings=(theirs,))) == "objectives"
    assert _secrets(plain._replace(dealings=(mine,))) == ""
    assert (
        _secrets(plain._replace(phase=phases.WAGER, choices=(-1, 1, 1), dealings=(mine, theirs)))
        == "wagers and objectives"
    )
    days, drawn = view.setup.parts.days, view.setup.drawn
    bags = {"set_bag": (1, 0, 2, 0, 0, 0), "costume_bag": (drawn, 0, 0, 0, 0, 1)}
    for day in (days - 2, days):
        assert _last_offer(view._replace(day=day, **bags)) == {}
    assert _last_offer(view._replace(day=days - 1, **bags)) == {"set": {"black": 1, "purple": 2}}
    assert _last_offer(view._replace(day=days - 1, **{**bags, "costume_bag": (drawn, 0, 0, 0, 0, 0)})) == {
        "set": {"black": 1, "purple": 2},
        "costumes": {"black": drawn},
    }


def test_works_are_told_with_their_worth_their_reasons_and_what_is_less(monkeypatch):
    view = SimpleNamespace(setup=SimpleNamespace(codes=["dresser-6"]))
    steps = [SimpleNamespace(moves=moves) for moves in ((WORK, SET, DONE), (WORK, DONE), (WORK, SET, SET))]
    work = SimpleNamespace(
        person=0, token=False, steps=steps, gains=(2.5, 1.25, -0.5), looked=7,
        reasons={"stage": 1.5, "pounds": -0.05, "acts": 0.049, "tokens": 0.3, "yellow": 0.2},
        after=((RECRUIT,), (WORK, SET)),
    )  # fmt: skip
    assert placements._work_lines(view, work) == [
        "dresser-6: worth +2.50 (proved best by looking at all 7 works)",
        "  activate author; set black 1C; done  (stage +1.5, pounds -0.1, tokens +0.3)",
        "  1.25 less: nothing",
        "  3.00 less: set black 1C; set black 1C",
    ]
    alone = SimpleNamespace(
        **{**vars(work), "token": True, "looked": 1, "reasons": {"acts": 0.049}, "after": ()}
    )
    assert placements._work_lines(view, alone)[:2] == [
        "dresser-6 with a +3 token: worth +2.50 (all it can do)",
        "  activate author; set black 1C; done",
    ]
    assert placements._evening_lines(view, work) == [
        "dresser-6: +2.50  (stage +1.5, pounds -0.1, tokens +0.3)",
        "  activate author; set black 1C; done; then recruit romeo, activate author",
    ]
    assert placements._evening_lines(view, alone)[1] == "  activate author; set black 1C; done"
    drawn = []
    monkeypatch.setattr(
        placements, "stage_text", lambda *words: drawn.append(("stage", words[2])) or "stage"
    )
    monkeypatch.setattr(
        placements, "costumes_text", lambda *words: drawn.append(("costumes", words[1])) or "costumes"
    )
    costume = Move(kinds.COSTUME, BLACK, 0, "costume black puck")
    setup = SimpleNamespace(codes=["dresser-6", "puck"], stage=None, parts=None, wears=[False, True])
    whole = SimpleNamespace(setup=setup, boards=[SimpleNamespace(stage=b"")])
    for moves, wanted in (
        ((WORK, DONE), ["stage"]),
        ((WORK, SET), ["stage"]),
        ((WORK, costume), ["costumes"]),
        ((WORK, SET, costume), ["stage", "costumes"]),
    ):
        drawn.clear()
        board = SimpleNamespace(troupe=(0, 1), costumes=(b"", b"x"))
        best = SimpleNamespace(person=0, token=False, steps=[SimpleNamespace(moves=moves, board=board)])
        lines = placements._drawing(whole, 1, best)
        assert lines == ["the best of them, dresser-6:", *wanted]
        assert [what for what, _ in drawn] == wanted
        assert all(
            told == ([(SET.place, SET.item)] if SET in moves else [])
            for what, told in drawn
            if what == "stage"
        )
        assert all(told == [("puck", b"x")] for what, told in drawn if what == "costumes")


@functools.cache
def busy(players):
    """A day with crafts, actors and elements to choose from."""
    people = ["romeo", "jeweler.1"]
    state = acting(
        players, people=people, set_offer=(2, 1, 1, 1, 0, 1), costume_offer=(1, 1, 0, 1, 1, 1), seed=4
    )
    rng, stage = random.Random(3), state.setup.stage.empty
    for _ in range(9):
        able = [(p, c) for p in STAGE.open(stage) for c in (1, 2, 3, 4) if STAGE.fits(stage, p, c)]
        stage = STAGE.put(stage, *rng.choice(able))
    worn = tuple(bytes((1, 2)) if state.setup.wears[person] else b"" for person in state.boards[0].troupe)
    return with_board(state, 1, tokens=1, cylinders=2, stage=stage, costumes=worn)


@pytest.mark.skipif(library() is None, reason="no compiled kernels")
@pytest.mark.parametrize(
    ("players", "day", "done"),
    [
        (1, 2, ()),
        (1, 2, ("activate handyman",)),
        (1, 6, ("activate handyman +3",)),
        (3, 6, ("activate romeo",)),
        (3, 2, ("activate queen pounds",)),
        (1, 3, ("activate jeweler.1",)),
    ],
)
def test_a_day_is_searched_alike_with_compiled_kernels_and_without(players, day, done):
    """In the midst of a craft too, on the last day and before it: the same plans, values and features."""
    state = busy(players)._replace(day=day, display=busy(players).display[:1])
    state = do(with_board(state, 1, recruited=bool(done)), *done)
    value, at = learned(state.setup), flat.position(state, 1)
    search = Search(3, 2, 3) if done else Search(1, 1, 2)
    told = []
    for compiled in (True, False):
        with using(compiled):
            (worth, features), plans = value.worth(at), value.plans(at, search, 4)
        told.append((worth, [*features], [(plan.value, plan.codes, [*plan.features]) for plan in plans]))
    assert told[0] == told[1]
