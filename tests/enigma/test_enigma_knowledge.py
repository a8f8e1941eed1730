"""Hard knowledge and soft belief against brute force over everything, and the contract of games."""

import random
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from amount import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import seen_by
from wandering import wandering

from deduce.changes import Shuffle
from deduce.conformance.testing import conformance
from deduce.games import check_game
from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError
from deduce.knowledge import Knowledge
from deduce.rulebook import State
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.permanents import Passes
from deduce.worlds.vectors import VectorMatchings
from deduce_models.enigma.advice.advice import advise
from deduce_models.enigma.answers.report import _open_cells
from deduce_models.enigma.belief.belief import _story, believe, ledger
from deduce_models.enigma.belief.claims import Claim, claims_of, wanted
from deduce_models.enigma.belief.joint import PAIRS, Joint, joint
from deduce_models.enigma.belief.lying import MODELS
from deduce_models.enigma.components.parts import CHAOS
from deduce_models.enigma.game import GAME
from deduce_models.enigma.knowledge.evidence import HardStep, evidence_of, icon_rooms, steps
from deduce_models.enigma.knowledge.layouts import deals, follow
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits

SMALL = str(Path(__file__).parent / "mansion6.toml")


def random_state(seed: int, *, players: int = 3, events: int = 60, data: str | None = None) -> State:
    """A random position after the deal, at a decision or the end."""
    rng = random.Random(seed)
    state = GAME.new(players=players, seed=seed, data=data)
    while state.actor is not None and (len(state.log) < events or state.actor is CHANCE):
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
    return state


def brute_layouts(cells: int, evidence: list[HardStep]) -> dict[tuple[int, ...], float]:
    """Every layout, one by one, through every way of shuffling: independent of the code under test."""
    worlds = dict.fromkeys(permutations(range(cells)), 1.0)
    for step in evidence:
        if step.kind == "cell":
            worlds = {w: p for w, p in worlds.items() if step.mask >> w[step.at] & 1}
        elif step.kind in ("shuffle", "lay"):
            ways = PERMUTATIONS if step.kind == "shuffle" else (PERMUTATIONS[step.mask],)
            after: dict[tuple[int, ...], float] = {}
            triple = bits(step.at)
            for world, weight in worlds.items():
                for way in ways:
                    new = list(world)
                    for place, source in zip(triple, way, strict=True):
                        new[place] = world[triple[source]]
                    key = tuple(new)
                    after[key] = after.get(key, 0.0) + weight / len(ways)
            worlds = after
    return worlds


@given(st.integers(0, 10**6), st.integers(0, 40))
def test_small_mansion_equals_brute_force(seed: int, events: int):
    state = random_state(seed, players=2, events=events, data=SMALL)
    for seat in range(3):
        evidence = evidence_of(seen_by(state, seat))
        worlds = brute_layouts(6, evidence)
        layouts = follow(6, evidence)
        assert layouts.count() == len(worlds)
        assert layouts.weights_of(np.array([state.cells]))[0] > 0
        total = sum(worlds.values())
        chances = layouts.marginals()
        for cell in range(6):
            for room in range(6):
                expected = sum(p for w, p in worlds.items() if w[cell] == room) / total
                assert chances[cell, room] == pytest.approx(expected, abs=1e-12)
        dense = layouts.dense() if isinstance(layouts, MatrixMatchings) else layouts
        assert dense.count() == layouts.count()
        assert dense.marginals() == pytest.approx(chances, abs=1e-12)
        cards = [
            deal
            for deal in permutations(range(4))
            if all(step.mask >> deal[step.at] & 1 for step in evidence if step.kind == "card")
        ]
        assert deals(4, evidence).count() == len(cards)
        assert state.cards in cards


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.integers(0, 25))
def test_small_mansion_equals_the_library_core(seed: int, events: int):
    state = random_state(seed, players=3, events=events, data=SMALL)
    view = seen_by(state, 1)
    known = GAME.knowledge(state.view(1))
    # Once in the form the library chooses, once as diagrams, which share no code with it.
    plain = Knowledge(known.problem, worlds=known.problem.compile("diagram")).learn(*known.log)
    layouts = follow(6, evidence_of(view))
    chances, rooms = layouts.marginals(), view.setup.parts.room_names
    for at in range(6):
        for core in (known, plain):
            found = core.marginals(core.problem["cell"][at + 1])
            for room in range(6):
                assert found.get(rooms[room], 0.0) == pytest.approx(chances[at, room], abs=1e-9)
    people, characters = deals(view.setup.slots, evidence_of(view)), view.setup.parts.character_names
    assert known.count() == plain.count() == layouts.count() * people.count()
    for slot, variable in enumerate(v for v in known.scope if v.name.startswith("dealt")):
        core = known.marginals(variable)
        for card, chance in enumerate(people.marginals()[slot]):
            assert core.get(characters[card], 0.0) == pytest.approx(chance, abs=1e-9)
    assert known.is_possible_world(GAME.truth(state, known))


NINE = 100 if settings.default.max_examples >= 5_000 else 2
"""Going through 9! layouts in plain Python takes seconds."""


@settings(max_examples=NINE)
@given(st.integers(0, 10**6))
def test_nine_rooms_equal_brute_force(seed: int):
    """Random evidence with a shuffle and a known laying in it, against all 9! layouts one by one."""
    rng = random.Random(seed)
    evidence = [
        HardStep("cell", at, rng.getrandbits(9) | 1 << at, 0) for at in range(9) if rng.random() < 0.8
    ]
    evidence.append(HardStep("shuffle", sum(1 << at for at in rng.sample(range(9), 3)), 0, 1))
    evidence.append(HardStep("cell", rng.randrange(9), rng.getrandbits(9) | 1 << rng.randrange(9), 2))
    evidence.append(HardStep("lay", sum(1 << at for at in rng.sample(range(9), 3)), rng.randrange(6), 3))
    layouts = follow(9, evidence)
    worlds = brute_layouts(9, evidence)
    total = sum(worlds.values())
    assert layouts.count() == len(worlds)
    expected = [[0.0] * 9 for _ in range(9)]
    for world, weight in worlds.items():
        for at, room in enumerate(world):
            expected[at][room] += weight / total if total else 0.0
    assert isinstance(layouts, MatrixMatchings)
    for form in (layouts, layouts.dense()):
        assert form.count() == len(worlds)
        assert form.marginals() == pytest.approx(np.array(expected), abs=1e-9)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(5, 40), st.sampled_from(["honest", "motive", "equilibrium"]))
def test_soft_belief_equals_brute_force_over_layouts_characters_and_shuffles(
    seed: int, events: int, name: str
):
    state = random_state(seed, players=2, events=events, data=SMALL)
    view = seen_by(state, seed % 3)
    model, setup, hard = MODELS[name], state.setup, evidence_of(view)
    found = believe(view, model)
    said = list(found.claims)
    assert found.error is None
    cells = [[0.0] * 6 for _ in range(6)]
    people = [[0.0] * 4 for _ in range(4)]
    for deal in permutations(range(4)):
        if any(not step.mask >> deal[step.at] & 1 for step in hard if step.kind == "card"):
            continue
        for layout, weight in soft_worlds(setup, hard, said, model, deal).items():
            for slot, card in enumerate(deal):
                people[slot][card] += weight
            for at, room in enumerate(layout):
                cells[at][room] += weight
    total = sum(people[0])
    for at in range(6):
        assert found.cells[at] == pytest.approx([p / total for p in cells[at]], abs=1e-9)
    for slot in range(4):
        assert found.people[slot] == pytest.approx([p / total for p in people[slot]], abs=1e-9)
    layouts = follow(6, hard)
    assert ((found.cells > 0) <= (layouts.marginals() > 0)).all()


def soft_worlds(setup, hard, said: list[Claim], model, deal):
    """The weighted present layouts of one deal, claims weighed where and when they were made."""
    items = [(step.when, 0, step) for step in hard] + [(claim.index, 1, claim) for claim in said]
    worlds = dict.fromkeys(permutations(range(setup.cells)), 1.0)
    for _, kind, item in sorted(items, key=lambda each: each[:2]):
        if kind == 1:
            worlds = {
                w: p * claim_weight(setup, model, item, deal[item.slot], w) for w, p in worlds.items()
            }
        elif item.kind == "cell":
            worlds = {w: p for w, p in worlds.items() if item.mask >> w[item.at] & 1}
        elif item.kind in ("shuffle", "lay"):
            ways = PERMUTATIONS if item.kind == "shuffle" else (PERMUTATIONS[item.mask],)
            after: dict[tuple[int, ...], float] = {}
            triple = bits(item.at)
            for w, p in worlds.items():
                for way in ways:
                    new = list(w)
                    for place, source in zip(triple, way, strict=True):
                        new[place] = w[triple[source]]
                    after[tuple(new)] = after.get(tuple(new), 0.0) + p / len(ways)
            worlds = after
    return worlds


def claim_weight(setup, model, claim: Claim, card: int, world: tuple[int, ...]) -> float:
    """The chance of a claim and of its being left unchecked in one world, as the docstrings tell it."""
    quiet_unknowing = max(1 - model.suspicion, 0.05)
    if world[claim.at] == claim.room:
        assert not claim.doubted
        return (1 - claim.rate) / quiet_unknowing ** claim.knew.bit_count()
    wish = [1.0 if claim.options >> room & 1 else 0.0 for room in range(setup.cells)]
    if model.motive != 1.0:
        for room in wanted(setup, card, claim.tokens):
            wish[room] *= model.motive
    others = sum(wish) - wish[world[claim.at]]
    there = claim.seen[world.index(claim.room)] if claim.seen else 0
    if claim.doubted:
        # Who had seen the card itself knew the lie in every world; only the others tell worlds apart.
        chance = wish[claim.room] / others if others else 1e-9
        for seat in bits(there & ~claim.knew):
            if claim.doubted >> seat & 1:
                chance *= model.vigilance / max(model.suspicion, 0.05)
            else:
                chance *= (1 - model.vigilance) / quiet_unknowing
        return chance
    quiet = ((1 - model.vigilance) / quiet_unknowing) ** (claim.knew | there).bit_count()
    return max(claim.rate * wish[claim.room] / others * quiet if others else 0.0, 1e-9)


def story_of(view, model, cards):
    """The story of a view and the likelihoods if whoever claimed is one of `cards`."""
    said = claims_of(view.setup, view.log, model, me=view.seat)
    own = np.array([[claim.likelihood(view.setup, model, card) for claim in said] for card in cards])
    own = own.reshape(len(cards), len(said), view.setup.cells)
    return _story(view.setup, evidence_of(view), said, model, own)


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.integers(5, 40))
def test_matrices_vectors_and_brute_force_are_one_posterior(seed: int, events: int):
    view = random_state(seed, players=3, events=events, data=SMALL).view(1)
    story, likely = story_of(view, MODELS["motive"], range(4))
    prior = np.array([1.0, 2.0, 0.5, 1.0])
    one = joint(6, story, likely, prior)
    other = joint(6, story, likely, prior, pairs=0, vectors=4)
    assert one.error is None
    assert other.error is None
    for at, mask in ((0, 0b111111), (seed % 6, 0b10101), (2, 0b011011)):
        one, other = one.given(at, mask), other.given(at, mask)
        assert one.by_set == pytest.approx(other.by_set, rel=1e-9)
        assert one.cells == pytest.approx(other.cells, rel=1e-9, abs=1e-15)


def test_the_error_of_drawn_sets_is_that_of_a_ratio_of_means():
    """Each draw by itself: how far its weight in a cell is from its weight times the cell's chance."""
    rng = np.random.default_rng(3)
    for draws in ([1, 1], [2, 1, 3], [4, 2]):
        tallies = rng.random((len(draws), 3, 4))
        totals = tallies[:, 0].sum(axis=1)
        found = Joint(SimpleNamespace(tallies=tallies, totals=totals, total=totals.sum()), np.array(draws))
        number, chances = sum(draws), tallies.sum(axis=0) / totals.sum()
        squares = np.zeros((3, 4))
        for often, cells, whole in zip(draws, tallies, totals, strict=True):
            for _ in range(often):
                squares += (cells / often - chances * whole / often) ** 2
        expected = np.sqrt(squares * number / (number - 1)).max() / totals.sum()
        assert found.error == pytest.approx(expected)


def test_too_many_sets_are_drawn_and_the_error_is_told():
    views = (random_state(seed, data=SMALL).view(1) for seed in range(99))
    view = next(view for view in views if len(believe(view, "motive").claims) >= 3)
    story, likely = story_of(view, MODELS["motive"], range(4))
    prior = np.array([1.0, 2.0, 0.5, 1.0])
    exact = joint(6, story, likely, prior)
    assert exact.error is None
    means, told = [], []
    for number in range(200):
        drawn = joint(6, story, likely, prior, pairs=1, vectors=1, seed=number)
        assert drawn.error is not None
        assert (drawn.by_set > 0).all()
        assert drawn.by_set.sum() == pytest.approx(drawn.total)
        means.append(drawn.cells / drawn.total)
        told.append(drawn.error)
    off = np.abs(np.mean(means, axis=0) - exact.cells / exact.total).max()
    assert off < 0.02
    # Systematic draws are better than independent ones, for which the error is told.
    assert np.std(means, axis=0).max() <= 2 * np.mean(told) + 1e-12


def test_a_belief_of_any_model_rests_on_the_claims_that_nobody_has_proved():
    """Not on one under way, nor on one that a check showed to be true: those are known to each model in its own way."""
    start = GAME.new(players=3, seed=2, data=SMALL)
    for _, state in wandering(start, random.Random(2)):
        if state.actor in (1, 2, 3):
            view = seen_by(state, state.actor)
            one, other = (believe(view, name).claims for name in ("expected", "honest"))
            assert [claim.index for claim in one] == [claim.index for claim in other]


def test_no_picture_of_a_game_says_that_what_was_seen_contradicts_itself():
    """Not even where it is known of everybody who he is, as it often is in the end of this small game."""
    known = set()
    for seed in (4, 5):
        state = random_state(seed, data=SMALL, events=999)
        for seat in range(4):
            assert "contradict" not in GAME.picture(state.view(seat))
            view = seen_by(state, seat)
            known.add(deals(view.setup.slots, evidence_of(view)).total == 1)
    assert known == {False, True}


def test_the_ledger_adds_up():
    state = next(
        state
        for state in (random_state(seed, players=4, events=50) for seed in range(50))
        if len(claims_of(state.setup, state.log, MODELS["honest"])) >= 3
    )
    view = seen_by(state, 0)
    claim = claims_of(state.setup, view.log, MODELS["honest"])[0]
    entries = ledger(view, claim.at, claim.room)
    assert len(entries) == len(claims_of(state.setup, view.log, MODELS["honest"]))
    with pytest.raises(ProblemError, match="motive"):
        believe(view, "motives")


def test_icons_when_nothing_is_gained():
    setup = GAME.new(players=4, icons="free").setup
    rooms = setup.parts.room_names

    def names(mask: int) -> set[str]:
        return {rooms[room] for room in bits(mask)}

    unknown = {"Radio", "Teamwork", "Command", "Bombe"}
    assert names(icon_rooms(setup, CHAOS, 0)) == {"Code", "Tome"} | unknown
    assert names(icon_rooms(setup, 0, 0)) == {"Library"}
    assert names(icon_rooms(setup, 0, CHAOS)) == {"Library", "Code", "Tome"} | unknown
    assert names(icon_rooms(setup, 0, 3)) == set(rooms)


def test_permanents_of_a_known_matrix():
    both = Passes(np.arange(1.0, 10.0).reshape(1, 3, 3))
    assert both.totals[0] == 450.0
    assert both.marginals()[0, 0] == pytest.approx([1 * (45 + 48), 2 * (36 + 42), 3 * (32 + 35)])


def test_many_shuffles_fall_back_on_the_table():
    layouts = follow(9, [HardStep("cell", at, 1 << at, 0) for at in range(9)])
    for triple in [(0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (1, 5, 6), (2, 3, 7), (0, 5, 7), (3, 4, 6)]:
        layouts = layouts.shuffled(triple)
    assert isinstance(layouts, VectorMatchings)
    assert layouts.marginals().sum() == pytest.approx(9)
    assert layouts.restrict(0, 1).count() < layouts.count()


def test_advice_after_many_shuffles_is_bounded_and_labelled(monkeypatch):
    """However many shuffles there were, no more than `joint.PAIRS` matrices are summed."""
    largest = 0
    plain = Passes.__init__

    def counted(self, weights):
        nonlocal largest
        largest = max(largest, len(weights))
        plain(self, weights)

    monkeypatch.setattr(Passes, "__init__", counted)
    state = shuffled_often()
    view = seen_by(state, state.actor)
    assert sum(step.kind == "shuffle" for step in evidence_of(view)) >= 6
    (best, *_) = advise(view)
    assert 0 <= best.value <= 1
    exact, sampled = believe(view, "honest"), believe(view, "motive", pairs=10)
    assert exact.error is None
    assert sampled.error is not None
    assert sampled.method.startswith("sampled")
    assert largest <= PAIRS


def shuffled_often() -> State:
    """A position of five after many Machines nobody doubted, lies among them."""
    rng = random.Random(5)
    state = GAME.new(players=5, seed=5)
    while sum(event.kind is What.SHUFFLE for event in state.log) < 6 or not isinstance(state.actor, int):
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        legal = {move.text: move for move in state.moves()}
        wished = [legal[text] for text in ("claim Machine", "trust", "allow", "end") if text in legal]
        if "claim Machine" in legal and rng.random() < 0.3:
            wished = [legal[text] for text in ("claim Library", "claim Bombe") if text in legal]
        state = state.play((wished or [rng.choice(list(state.moves()))])[0])
    while "trust" in {move.text for move in state.moves()}:
        state = state.play(next(move for move in state.moves() if move.text == "trust"))
    return state


test_the_contract_of_games = conformance(
    GAME,
    parts=["replay", "rules", "text", "chance", "views", "resample"],
    max_moves=120,
    playouts=amount(4, 1_600),
)


def test_the_contract_of_knowledge():
    check_game(GAME, players=[2, 5], playouts=1, parts=["knowledge"], decisions=1)


def test_advice_keeps_the_contract():
    check_game(GAME, players=[2, 4], playouts=1, parts=["advice"], decisions=2)


@given(st.integers(0, 10**6), st.integers(2, 5))
def test_tokens_cards_and_truth_are_kept(seed: int, players: int):
    rng = random.Random(seed)
    state = GAME.new(players=players, seed=seed)
    cards = state.cards
    while state.actor is not None:
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
        assert sorted(state.cells) == list(range(9))
        assert state.cards == cards
        assert len({*state.held, *state.stack}) == players + len(state.stack)
        assert not state.out & (state.chaos | state.keys | state.silent)
        assert 1 <= state.time <= state.setup.last_time
    for seat in range(players + 1):
        evidence = evidence_of(seen_by(state, seat))
        assert follow(9, evidence).weights_of(np.array([state.cells]))[0] > 0
        assert deals(7, evidence).weights_of(np.array([state.cards]))[0] > 0
    last = state.log[-1].kind
    assert last in (What.WIN, What.TIMEOUT)
    assert (state.winner != 0) == (sum(state.scores or ()) == 1)


def test_characters_stay_in_knowledge_after_a_shuffle_and_facts_may_join_them_to_cells():
    deal = [HardStep("cell", 0, 0b011, 0), HardStep("card", 0, 0b0011, 0)]
    layouts = follow(6, [*deal, HardStep("shuffle", 0b000111, 0, 1), HardStep("cell", 3, 0b1000, 2)])
    known = GAME.knowledge(GAME.new(players=2, data=SMALL).view(0))
    cell, dealt = known.problem["cell"], known.problem["dealt"]
    rooms, people = cell[1].domain, dealt["P1"].domain
    known = known.observe(cell[1].is_in(rooms[:2])).observe(dealt["P1"].is_in(people[:2]))
    known = known.change(Shuffle(cell[1], cell[2], cell[3])).observe(cell[4] == rooms[3])
    assert known.count() == layouts.count() * 12
    joined = known.observe((cell[1] == "Library") | (dealt["P1"] == "Medium"), "a fact about both")
    chance = known.probability(cell[1] == "Library")
    either = chance + (1 - chance) / 2
    assert joined.probability(cell[1] == "Library") == pytest.approx(chance / either)
    # Joined worlds are shuffled together: the Character still tells what lay there before.
    again = joined.change(Shuffle(cell[1], cell[2]))
    assert again.probability(dealt["P1"] == "Medium") == pytest.approx(0.5 / either)
    assert again.probability((cell[1] == "Library") | (cell[2] == "Library")) == pytest.approx(
        joined.probability((cell[1] == "Library") | (cell[2] == "Library"))
    )


def test_every_open_position_is_listed_once_with_all_rooms_that_may_lie_there():
    setup = GAME.new(players=2).setup
    names = setup.parts.room_names
    chances = np.zeros((setup.cells, setup.cells))
    chances[0, :2] = 0.75, 0.25  # told with its chances
    chances[1, :4] = 0.85, 0.05, 0.05, 0.05
    chances[2, 2] = 1.0  # known: nothing is open
    chances[3, :3] = chances[4, :3] = 1 / 3  # these two say nothing
    chances[5, 3:5] = 0.9, 0.1  # its figure stands elsewhere
    said = {str(row).strip().split(":")[0]: str(row) for row in _open_cells(setup, chances, {5})}
    assert set(said) == {"1", "2", "4 5", "6"}
    for key, at in (("1", 0), ("2", 1), ("4 5", 3), ("6", 5)):
        for room, name in enumerate(names):
            assert (name in said[key]) == (chances[at, room] > 0), (key, name)
            assert said[key].count(name) <= 1


def test_an_accusation_that_was_wrong_leaves_all_other_characters():
    setup = GAME.new(players=3).setup
    for what in range(setup.slots):
        told = [Event(What.ACCUSE, 1, 2, what, 1, int(right)) for right in (False, True)]
        wrong, right = steps(setup, told, [1])
        assert (bits(right.mask), sorted((*bits(wrong.mask), what))) == ((what,), list(range(setup.slots)))
