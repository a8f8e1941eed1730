"""The players: worlds against the exact belief, the search against an exhaustive one, no leak at any decision."""

import random
import tomllib
from contextlib import suppress
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st
from positions import seen_by

from deduce.games.base import CHANCE, settle
from deduce.ground.errors import IllegalMove, ProblemError
from deduce.rulebook import State
from deduce_models.enigma.advice.advice import decision as decision_of
from deduce_models.enigma.advice.doubters import (
    OpponentModel,
    doubt_chances,
    entitled,
    plain_rooms,
    somebody,
)
from deduce_models.enigma.advice.equilibrium import local_equilibrium
from deduce_models.enigma.advice.evaluation import FEATURES, progress
from deduce_models.enigma.advice.expectimax import Decision
from deduce_models.enigma.advice.fitted import DATA, DOUBT, STRAIGHT, usual_gains, usual_lies
from deduce_models.enigma.belief.belief import believe
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.lying import EXPECTED, MODELS
from deduce_models.enigma.game import GAME
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import follow
from deduce_models.enigma.players.named import PLAYERS, Bluffing, public_view
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.phases import AFTER, CLAIMING, DOUBTING
from deduce_models.enigma.rules.setup import bits

SMALL = str(Path(__file__).parent / "mansion6.toml")
SEEDS = st.integers(0, 10**6)


def position(
    seed: int, *, players: int = 3, events: int = 40, phase: int | None = None, data=None
) -> State:
    """A position of random play; of one phase, if it is given and is met."""
    rng = random.Random(seed)
    state = GAME.new(players=players, seed=seed, data=data)
    found = None
    while state.actor is not None and len(state.log) < events:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        found = state if phase in (None, state.phase) else found
        moves = [move for move in state.moves() if move.kind is not Kind.MISSION] or state.moves()
        state = state.play(rng.choice(list(moves)))
    if found is None:
        reject()
    return found


def decide(player, view, seed: int = 5):
    return player.choose(view, random.Random(seed))


# Draws.


@settings(max_examples=15)
@given(SEEDS, st.integers(2, 4), st.integers(5, 60))
def test_worlds_are_drawn_from_the_exact_belief(seed, players, events):
    state = position(seed, players=players, events=events)
    view = seen_by(state, seed % (players + 1))
    found = Draws(view, MODELS["honest"], 300, random.Random(seed))
    expected = believe(view, "honest").cells
    assert found.cells == pytest.approx(expected, abs=1e-9)
    shares = np.array([[np.mean(found.present[:, at] == room) for room in range(9)] for at in range(9)])
    # Five standard errors of a share of 300, and nothing that cannot be.
    assert np.abs(shares - expected).max() < 0.15
    assert (shares[expected < 1e-12] == 0).all()
    for number, world in enumerate(found.states(3, random.Random(seed))):
        assert world.view(view.seat) == view._replace(moves=())
        assert world.cells == tuple(found.present[number])


def test_histories_are_walked_back_through_every_shuffle():
    """Games in which the Machine is named whenever it may be: the drawn histories all lead to this very view."""
    met = 0
    for seed in range(40):
        rng, state = random.Random(seed), GAME.new(players=3, seed=seed)
        last = state
        while state.actor is not None and len(state.log) < 120:
            last, moves = state, list(state.moves())
            machine = [move for move in moves if move.text in ("claim Machine", "trust", "allow")]
            state = settle(state.play(rng.choice(machine or moves)), rng)
        if sum(event.kind is What.SHUFFLE for event in last.log) >= 3:
            met += 1
            view = seen_by(last, 1 + seed % 3)
            found = Draws(view, MODELS["honest"], 50, random.Random(seed))
            assert found.cells == pytest.approx(believe(view, "honest").cells, abs=1e-9)
            assert all(world.view(view.seat) == view._replace(moves=()) for world in found.states(20, rng))
            if met == 4:
                break
    assert met == 4


def test_a_view_that_fits_nothing_is_refused():
    view = seen_by(settle(GAME.new(players=2, seed=3), random.Random(3)), 1)
    event = next(each for each in view.log if each.kind is What.TIME)
    open_twice = (
        event._replace(kind=What.OPEN, at=0, what=1),
        event._replace(kind=What.OPEN, at=1, what=1),
    )
    with pytest.raises(ProblemError, match="contradicts itself"):
        Draws(view._replace(log=(*view.log, *open_twice)), EXPECTED, 10, random.Random(0))


# The local equilibrium.


def payoffs(gains, doubts, silence, catch):
    """The claimant's payoff for each card and claim, when each claim is doubted so often."""
    true = gains + doubts * silence
    lie = gains - doubts * (gains + catch)
    return np.where(np.eye(len(gains), dtype=bool), true[None, :], lie[None, :])


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 5)), min_size=2, max_size=9),
    st.integers(1, 10),
    st.integers(1, 10),
)
def test_nobody_gains_by_leaving_the_local_equilibrium(rows, silence, catch):
    weights = np.array([weight for weight, _ in rows], dtype=float)
    assume(weights.sum() > 0)
    chances, gains = weights / weights.sum(), np.array([gain for _, gain in rows]) / 50
    silence, catch = silence / 100, catch / 100
    found = local_equilibrium(chances, gains, silence=silence, catch=catch)
    assert found.claims.sum(axis=1) == pytest.approx(np.ones(len(gains)))
    worth = payoffs(gains, found.doubts, silence, catch)
    played = (found.claims * worth).sum(axis=1)
    possible = chances > 0
    assert played[possible] == pytest.approx(worth.max(axis=1)[possible], abs=1e-9)
    # What a check of each claim brings the best doubter: nothing wherever it is not sure what to do.
    both = chances[:, None] * found.claims
    true = np.diag(both)
    brings = (both.sum(axis=0) - true) * (gains + catch) - true * silence
    undecided = (found.doubts > 1e-9) & (found.doubts < 1 - 1e-9)
    assert brings[undecided] == pytest.approx(np.zeros(undecided.sum()), abs=1e-9)
    assert (brings[found.doubts <= 1e-9] <= 1e-9).all()
    assert (brings[found.doubts >= 1 - 1e-9] >= -1e-9).all()
    assert found.lying == pytest.approx(float(chances @ (1 - np.diag(found.claims))))


def test_the_lie_share_is_the_doubters_odds():
    chances = np.array([0.5, 0.3, 0.2])
    found = local_equilibrium(chances, np.array([0.10, 0.0, 0.0]), silence=0.06, catch=0.06)
    # Two worthless cards, one name worth lying in: lies to truths as 0.06 to 0.16.
    named = chances * found.claims[:, 0]
    assert 1 - named[0] / named.sum() == pytest.approx(0.06 / (0.06 + 0.16))
    assert found.level == 0.0
    assert found.doubts[0] == pytest.approx(0.10 / 0.16)
    assert found.lying == pytest.approx(0.5 * 0.06 / 0.16)


def test_nobody_lies_to_a_seat_that_knows():
    chances, gains = np.full(3, 1 / 3), np.array([0.1, 0.02, 0.0])
    found = local_equilibrium(chances, gains, silence=0.05, catch=0.05, known=np.ones(3))
    assert found.claims == pytest.approx(np.eye(3))
    shown = local_equilibrium(chances, gains, silence=0.05, catch=0.05, allowed=np.array([0, 1, 1]))
    assert shown.claims[:, 0].sum() == pytest.approx(shown.claims[0, 0])
    assert shown.lying > 0


@pytest.mark.parametrize(
    ("chances", "gains", "silence", "message"),
    [
        ([0.5, 0.5], [0.1, 0.1], 0.0, "above 0"),
        ([0.5, 0.6], [0.1, 0.1], 0.1, "sum to 1"),
        ([1.0], [0.1, 0.1], 0.1, "one number"),
        ([0.5, 0.5], [0.1, -0.2], 0.1, "every gain"),
    ],
)
def test_games_without_sense_are_refused(chances, gains, silence, message):
    with pytest.raises(ProblemError, match=message):
        local_equilibrium(np.array(chances), np.array(gains), silence=silence, catch=0.1)


# Doubters.


@given(SEEDS, st.integers(2, 5), st.integers(5, 60))
def test_a_plain_mind_never_excludes_what_may_be(seed, players, events):
    state = position(seed, players=players, events=events)
    view = seen_by(state, 1 + seed % players)
    masks = plain_rooms(view)
    known = follow(9, evidence_of(view)).marginals()
    for at, mask in enumerate(masks):
        assert mask >> state.cells[at] & 1
        assert all(mask >> room & 1 for room in range(9) if known[at, room] > 0)


@settings(max_examples=6)
@given(SEEDS, st.integers(2, 4))
def test_imagined_doubters_are_not_told_the_imagined_truth(seed, players):
    state = position(seed, players=players, events=30, phase=CLAIMING)
    decision = Decision(seen_by(state, state.turn), EXPECTED, random.Random(1))
    for world in decision.imagined[:2]:
        for place, seat in enumerate(entitled(decision.view)):
            other = Draws(world.view(seat), EXPECTED, 1, random.Random(seed)).states(
                1, random.Random(seed)
            )[0]
            # Another truth, and another mind of the claimant, but all the same to this seat: it doubts every
            # claim exactly as often.
            rows = []
            for each in (world, other):
                view = each.view(state.turn)._replace(moves=decision.view.moves)
                again = Decision(view, EXPECTED, random.Random(1))
                again.imagined = [each]
                rows.append(again.met[0][1][place])
            assert (rows[0] == rows[1]).all()


def test_others_judge_a_claimant_by_the_public_log():
    for seed in range(200):
        rng, state = random.Random(seed), GAME.new(players=3, seed=seed)
        while state.actor is not None and not (state.phase == CLAIMING and len(state.log) > 25):
            moves = [m for m in state.moves() if m.kind not in (Kind.MISSION, Kind.DOUBT)] or list(
                state.moves()
            )
            state = settle(state.play(rng.choice(moves)), rng)
        if state.actor is None:
            continue
        decision = Decision(seen_by(state, state.turn), EXPECTED, random.Random(1))
        if decision.habits.lies[state.turn] > decision.repute.lies[state.turn]:
            break
    # This claimant knows of lies it has told; nobody else does.
    public = OpponentModel(state.setup, seen_by(state, 0).log, EXPECTED, claimant=state.turn)
    assert decision.repute.lies == public.lies
    card, rows = decision.met[0]
    world = decision.imagined[0]
    assert card == world.cells[state.face.at]
    expected = [
        doubt_chances(world.view(s), state.face.at, state.turn, public, decision.lures) for s in (1, 2, 3)
    ]
    assert [expected[seat - 1].tolist() for seat in entitled(decision.view)] == rows.tolist()


def test_doubters_know_what_they_saw():
    state = GAME.new(players=3, seed=1)
    state = state.play(GAME.parse("peek 1", state))
    state = settle(state.play(next(m for m in state.moves() if m.what == state.cells[0])), random.Random(0))
    while state.phase == DOUBTING:
        state = state.play(state.moves()[1])
    rates = OpponentModel(state.setup, state.log, EXPECTED)
    lures = np.full(9, 1 / 9)
    for seat in (2, 3):
        # The card lies face up now: nobody trusts another name for it, nobody doubts its own.
        chances = doubt_chances(seen_by(state, seat), 0, 1, rates, lures)
        assert chances[state.cells[0]] == 0
        assert chances.min() == 0
        assert sorted(chances)[1] > 0.9
    assert rates.doubts[2] > OpponentModel(state.setup, (), EXPECTED).doubts[2]


# The search.


def at_the_end_of_a_turn(seed: int):
    """Ends of turns with another turn to come, in a game of three."""
    state, rng, player = GAME.new(players=3, seed=seed), random.Random(seed), PLAYERS["belief"]()
    while isinstance(state.actor, int):
        view = seen_by(state, state.actor)
        if state.phase == AFTER and any(move.kind is Kind.MISSION for move in view.moves):
            yield view
        state = settle(state.play(player.choose(view, rng)), rng)


def test_no_hopeless_mission_is_tried_with_a_turn_to_come():
    met = tried = 0
    for seed in range(40, 52):
        for view in at_the_end_of_a_turn(seed):
            decision = PLAYERS["belief"]().decision(view, random.Random(seed))
            if decision.now.setting.turns >= 1 and decision.attempt() <= 0.06:
                met += 1
                tried += decision.best().kind is Kind.MISSION
    assert met >= 5
    assert tried == 0


def test_a_plans_chance_is_that_of_all_its_cards_lying_there():
    for seed in range(3):
        for view in at_the_end_of_a_turn(seed):
            decision = PLAYERS["belief"]().decision(view, random.Random(seed))
            if decision.now.person.accuses:
                continue
            plan, drawn = decision.plan, decision.worlds.soft.draw(4000, np.random.default_rng(seed))
            right = np.ones(len(drawn), dtype=bool)
            for at, room in plan.steps:
                right &= drawn[:, at] == room
            # Six standard errors of a share of 4,000.
            assert right.mean() == pytest.approx(plan.chance, abs=6 * 0.5 / 4000**0.5)
            assert decision.values[next(m for m in view.moves if m.kind is Kind.MISSION)] == plan.chance


def small_claim(seed: int) -> State:
    """A claim to be made in the mansion of six rooms, where all worlds can be listed."""
    return position(seed, players=3, events=9, phase=CLAIMING, data=SMALL)


def every_world(state: State) -> list[State]:
    """All positions that look alike to the seat on turn, by playing the same moves after every layout and every deal."""
    view = seen_by(state, state.turn)
    assume(all(event.kind not in (What.SHUFFLE, What.LAY, What.SWAP) for event in state.log))
    names = [text.partition(" = ")[0] for text in state.history[:10]]
    parts = state.setting.data.parts

    def world(cells: tuple[int, ...], cards: tuple[int, ...]) -> State | None:
        dealt = [parts.room_names[cell] for cell in cells] + [parts.character_names[card] for card in cards]
        texts = [f"{name} = {value}" for name, value in zip(names, dealt, strict=True)]
        with suppress(IllegalMove):
            found = State.of(state.setting, [*texts, *state.history[10:]])
            return found if seen_by(found, state.turn) == view else None
        return None

    # Nothing that happens before a mission joins cards and Characters.
    layouts = [c for c in permutations(range(6)) if world(c, state.cards) is not None]
    deals = [c for c in permutations(range(4)) if world(state.cells, c) is not None]
    found = [world(cells, cards) for cells in layouts for cards in deals]
    return [each for each in found if each is not None]


def searched(state: State, move, decision: Decision) -> float:
    """The worth of a claim in one world, through the rules' own tree of declarations."""
    at, turn = state.face.at, state.turn
    after = state.play(move)
    if after.phase == DOUBTING and after.actor != turn:
        ends = {False: [], True: []}
        stack = [(after, 1.0)]
        while stack:
            now, share = stack.pop()
            if now.phase != DOUBTING:
                verdict = next(event for event in reversed(now.log) if event.kind is What.VERDICT)
                ends[verdict.seat != 0].append((share, leaf(decision, move.what, at, verdict)))
                continue
            view = seen_by(state, now.actor)
            doubts = doubt_chances(view, at, turn, decision.repute, decision.lures)[move.what]
            for choice in now.moves():
                stack.append(
                    (now.play(choice), share * (doubts if choice.kind is Kind.DOUBT else 1 - doubts))
                )
        # How likely any of them doubts is set right as a whole; what then becomes of it is the tree's.
        shares = {doubted: sum(share for share, _ in found) for doubted, found in ends.items()}
        able = entitled(seen_by(state, turn))
        chances = [
            doubt_chances(seen_by(state, s), at, turn, decision.repute, decision.lures)[move.what]
            for s in able
        ]
        assert shares[True] == pytest.approx(1 - np.prod(1 - np.array(chances)))
        doubted = somebody(np.array(chances), np.array([1 - decision.worlds.plain[s] for s in able]))
        means = {
            key: sum(share * value for share, value in found) / shares[key] if shares[key] else 0.0
            for key, found in ends.items()
        }
        return doubted * means[True] + (1 - doubted) * means[False]
    verdict = next(event for event in reversed(after.log) if event.kind is What.VERDICT)
    return leaf(decision, move.what, at, verdict)


def leaf(decision: Decision, room: int, at: int, verdict) -> float:
    from deduce_models.enigma.advice.effects import rivals_up

    setting = decision.now.setting
    if not verdict.seat:
        return decision.effects.value(room, at, setting)
    if verdict.more & 1:
        return decision.effects.value(room, at, rivals_up(setting, known=setting.rivals, turns=-1.0))
    return decision.silenced(rivals_up(setting, known=1.0), ends=True)


@settings(max_examples=2)
@given(SEEDS)
def test_expectimax_is_the_exhaustive_expectation(seed):
    state = small_claim(seed)
    every = every_world(state)
    assert state.cells in {world.cells for world in every}
    assume(len(every) <= 200)
    decision = Decision(seen_by(state, state.turn), EXPECTED, random.Random(seed))
    decision.imagined = [world.face for world in every]
    for move in decision.view.moves:
        expected = np.mean([searched(world, move, decision) for world in every])
        assert decision.values[move] == pytest.approx(expected, abs=1e-9)


@settings(max_examples=10)
@given(SEEDS, st.sampled_from(["Decrypter", "Wanderer", "Medium"]))
def test_what_a_look_may_tell_is_counted_right(seed, name):
    view = position(seed, players=2, events=15).view(1)
    card = view.setup.parts.character_names.index(name)
    drawn = Draws(view, EXPECTED, 60, random.Random(seed))
    found = progress(drawn, card)
    needed = [room for room in bits(view.setup.parts.characters[card].rooms) if room not in view.open]
    assume(needed)
    where = [tuple(int(place) for place in row[needed]) for row in drawn.places]
    assert found.chance == pytest.approx(max(where.count(each) for each in where) / 60)
    for at in range(9):
        for room in range(9):
            left = [w for w, now in zip(where, drawn.present, strict=True) if now[at] == room]
            if left and view.open[at] < 0:
                best = max(left.count(each) for each in left) / len(left)
                assert found.chances[at, room] == pytest.approx(best)
                means = [max(sum(w[k] == c for w in left) for c in range(9)) for k in range(len(needed))]
                assert found.guesses[at, room] == pytest.approx(np.mean(means) / len(left))


# The players.


@settings(max_examples=8)
@given(SEEDS, st.integers(2, 4), st.sampled_from(["careful", "belief", "bluff"]))
def test_choices_depend_on_nothing_a_seat_cannot_see(seed, players, name):
    state = position(seed, players=players, events=10 + seed % 30)
    view = seen_by(state, state.actor)
    other = GAME.resample(state.view(state.actor), random.Random(seed))
    assert decide(PLAYERS[name](), view) == decide(PLAYERS[name](), other.view(state.actor))
    assert decide(PLAYERS[name](), view) in view.moves


def play(names, seed: int, **options) -> State:
    state, rng = GAME.new(players=len(names), seed=seed, **options), random.Random(seed)
    seats = [PLAYERS[name]() for name in names]
    while isinstance(state.actor, int):
        state = settle(state.play(seats[state.actor - 1].choose(seen_by(state, state.actor), rng)), rng)
    return state


def test_seeds_reproduce_games():
    names = ("belief", "bluff", "careful")
    assert play(names, 4).log == play(names, 4).log


@pytest.mark.parametrize(
    "options",
    [{"extra_peek": False, "keeper": 2}, {"icons": "free", "late_naming": False}, {"data": SMALL}],
)
def test_players_finish_games_under_every_option(options):
    state = play(("belief", "bluff", "random"), 11, **options)
    assert state.scores is not None


def test_the_careful_player_is_honest_and_sure():
    for seed in range(6):
        rng = random.Random(seed)
        state = GAME.new(players=3, seed=seed)
        player = PLAYERS["careful"]()
        while isinstance(state.actor, int):
            view = seen_by(state, state.actor)
            move = player.choose(view, rng)
            known = follow(9, evidence_of(view)).marginals()
            if move.kind is Kind.CLAIM:
                assert move.what == state.cells[state.face.at]
            if move.kind is Kind.DOUBT:
                assert known[view.at, view.room] == 0
            state = settle(state.play(move), rng)
        assert not any(event.kind is What.FAIL for event in state.log)


@settings(max_examples=5)
@given(SEEDS)
def test_the_bluffer_claims_by_the_equilibrium_of_the_public_belief(seed):
    state = position(seed, players=3, events=12, phase=CLAIMING)
    view = seen_by(state, state.turn)
    public = public_view(view)
    assert public.log == seen_by(state, 0).log
    assert public == public_view(
        seen_by(GAME.resample(state.view(state.turn), random.Random(seed)), state.turn)
    )
    claimed = {decide(Bluffing(), view, number).what for number in range(4)}
    assert claimed <= {move.what for move in view.moves}


@pytest.mark.skipif(settings.get_current_profile_name() != "nightly", reason="nightly: a hundred games")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_belief_player_beats_the_careful_one(players):
    games = 30
    won = 0
    for deal in range(games):
        names = ["careful"] * players
        names[deal % players] = "belief"
        won += play(names, deal).winner == deal % players + 1
    # It wins four in five; half of that would be far above a fair share already.
    assert won / games > max(1 / players + 0.15, 0.4)


def test_time_is_not_moved_back_for_ever():
    seen = 0
    for seed in range(40):
        rng, state = random.Random(seed), GAME.new(players=2, seed=seed)
        machine = state.setup.parts.room_names.index("Machine")
        while state.actor is not None and len(state.log) < 60:
            last = state
            moves = [m for m in state.moves() if m.kind is Kind.CLAIM and m.what == machine]
            moves = moves or [
                m for m in state.moves() if m.kind not in (Kind.MISSION, Kind.DOUBT, Kind.CANCEL)
            ]
            state = settle(state.play(rng.choice(moves or list(state.moves()))), rng)
        view = seen_by(last, last.turn)
        if sum(event.kind is What.SHUFFLE for event in view.log) >= 2:
            now = Decision(view, EXPECTED, rng)
            assert now.effects.value(machine, 0) < now.base
            seen += 1
        if seen == 3:
            break
    assert seen == 3


def test_who_does_anything_doubts_anything():
    rng = random.Random(1)
    for _ in range(200):
        seats = rng.randint(1, 4)
        chances = np.array([rng.choice([0.0, 0.95, rng.random() * 0.9]) for _ in range(seats)])
        minded = np.array([rng.random() for _ in range(seats)])
        assert somebody(chances, np.ones(seats)) == pytest.approx(somebody(chances))
        assert somebody(chances, np.zeros(seats)) == pytest.approx(1 - 0.5**seats)
        # Every way of who minds what it knows.
        total = 0.0
        for kinds in product((False, True), repeat=seats):
            minds = np.array(kinds)
            share = float(np.prod(np.where(minds, minded, 1 - minded)))
            quiet = 0.5 ** (~minds).sum() * (1 - (somebody(chances[minds]) if minds.any() else 0.0))
            total += share * (1 - quiet)
        assert somebody(chances, minded) == pytest.approx(total, abs=0.06)


def test_a_certain_mission_is_tried_and_not_put_off():
    seen = 0
    for seed in range(400):
        state, rng = GAME.new(players=2, seed=seed), random.Random(seed)
        while isinstance(state.actor, int) and seen < 3:
            view = seen_by(state, state.actor)
            if any(move.kind is Kind.MISSION for move in view.moves):
                made = decision_of(view, random.Random(1))
                if made.plan.chance > 1 - 1e-9 and made.now.person.rooms:
                    seen += 1
                    assert made.best().kind is Kind.MISSION
            moves = [move for move in view.moves if move.kind is not Kind.MISSION] or view.moves
            state = settle(state.play(rng.choice(moves)), rng)
    assert seen


def test_the_fitted_values_name_every_feature():
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))
    for kind, names in {**FEATURES, "lie": STRAIGHT, "doubt": DOUBT, "doubted": STRAIGHT}.items():
        assert set(table[kind]) == set(names)
    rooms = GAME.new(players=2, seed=0).setup.parts.room_names
    assert len(usual_gains(rooms)) == 9
    assert usual_lies(rooms).sum() == pytest.approx(1)
    rising = [somebody(np.array([chance, chance / 2])) for chance in np.linspace(0, 1, 21)]
    assert rising[0] == 0
    assert rising[-1] > 0.95
    assert (np.diff(rising) > 0).all()
