"""The competitive game: what one's own token tells, how likely all guesses are right, and when to declare."""

import itertools
import math
import random
from collections import Counter
from dataclasses import replace

import pytest
from entracte_notes import text_of

from deduce.games import settle
from deduce.records.record import read_record
from deduce_models.entracte import GAME
from deduce_models.entracte.advice.advice import advise
from deduce_models.entracte.advice.contest import _choices, prospect
from deduce_models.entracte.advice.race import GAIN, SEEN, Race
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import knowledge_of
from deduce_models.entracte.knowledge.sampling import pairs_of
from deduce_models.entracte.rules.setup import DECLARE, EXCHANGE, Kind


def positions(players, seed, **options):
    """Positions of a game played by `greedy`, at decisions about turns and declaring."""
    rng = random.Random(seed)
    greedy = GAME.players["greedy"]()
    state = settle(GAME.new(players=players, seed=seed, mode="competitive", **options), rng)
    while state.moves()[0].kind is not Kind.GUESS:
        yield state
        state = settle(state.play(greedy.choose(state.view(state.actor), rng)), rng)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2)])
def test_the_chance_that_all_is_right_is_one_in_all_worlds(players, seed):
    exact = 0
    for state in list(positions(players, seed))[::4]:
        told = evidence_of(state.view(state.actor))
        found = prospect(told, random.Random(1), len(state.row))
        worlds = knowledge_of(told).count()
        if found.exact:
            exact += 1
            assert found.chance == pytest.approx(1 / worlds)
        else:
            assert worlds > 1000
            assert found.chance == pytest.approx(1 / worlds, rel=0.5)
    assert exact


def test_choices_of_disjoint_pairs_are_counted_or_estimated():
    rng = random.Random(3)
    twos = [1 << a | 1 << b for a, b in itertools.combinations(range(9), 2)]
    for sizes in ((4, 7), (9, 9, 9), (20, 30), (30, 30, 30)):
        pairs = [rng.sample(twos, size) for size in sizes]
        fitting = sum(
            all(not one & two for one, two in itertools.combinations(some, 2))
            for some in itertools.product(*pairs)
        )
        count, exact = _choices(pairs, rng)
        assert exact == (math.prod(sizes) <= 20_000)
        assert count == (fitting if exact else pytest.approx(fitting, rel=0.25))
    # Where no try fits, at most one in as many as were tried is allowed for.
    crossing = [[1 | 2 << k for k in range(30)]] * 3
    assert _choices(crossing, rng) == (30**3 / 400, False)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2)])
def test_the_expected_number_of_right_guesses_is_that_of_all_worlds(players, seed):
    """The two likeliest codes of each rival, over all choices of disjoint pairs; at first any code is as likely."""
    exact = 0
    for state in list(positions(players, seed))[:: 6 * players]:
        told = evidence_of(state.view(state.actor))
        found = prospect(told, random.Random(1), len(state.row))
        rivals = [options for each, options in enumerate(pairs_of(told), 1) if each != told.me]
        if math.prod(map(len, rivals)) > 20_000:
            free = len(state.setup.parts.codes) - 2
            if len(state.row) == 1:
                assert 4 * (players - 1) / free - 0.01 <= found.right < 8 * (players - 1) / free
            continue
        exact += 1
        worlds = [
            some
            for some in itertools.product(*rivals)
            if sum(some).bit_count() == 2 * len(some)
            and all(not one & two for one, two in itertools.combinations(some, 2))
        ]
        right = 0.0
        for rival in range(len(rivals)):
            codes = Counter(code for some in worlds for code in range(24) if some[rival] >> code & 1)
            right += sum(number for _, number in codes.most_common(2)) / len(worlds)
        assert found.right == pytest.approx(right, abs=0.3)
        assert found.right >= 2 * (players - 1) * found.chance
    assert exact


@pytest.mark.parametrize("seed", [3, 4])
def test_what_a_card_tells_others_is_what_they_know_after_it(seed):
    """The bits a card tells of one's own codes, against public knowledge before and after it is played."""
    for state in list(positions(2, seed))[4:20:5]:
        if state.moves()[0].kind is not Kind.PLAY:
            continue
        view = state.view(state.actor)
        own = len(pairs(state, view.seat))
        for item in advise(view, random.Random(1)):
            if item.move.kind is not Kind.PLAY:
                continue
            after = state.play(item.move)
            assert item.details["leak"] == pytest.approx(math.log2(own / len(pairs(after, view.seat))))


def pairs(state, seat):
    """The pairs of codes that everybody still thinks possible for a seat, judged alone by every card of the row."""
    names = range(len(state.setup.parts.codes))
    found = []
    public = state.view(0)
    for one in names:
        for two in range(one):
            mask = 1 << one | 1 << two
            if all(
                bool(mask & state.setup.parts.pairs[public.row[k - 1]][public.row[k]])
                == bool(public.tokens[k] >> seat & 1)
                for k in range(1, len(public.row))
            ):
                found.append(mask)
    return found


def asked_to_declare():
    """Views of seats that may declare, with the number of worlds each has left."""
    for seed in range(2):
        for state in positions(2, seed):
            if state.moves()[0].kind is Kind.SILENT and (len(state.row) > 7 or len(state.row) == 3):
                view = state.view(state.actor)
                yield view, knowledge_of(evidence_of(view)).count()


def test_a_solved_seat_declares_first_and_an_open_one_does_not():
    """Of views and of records, which are advised in another way because notes are no view in this mode."""
    declared = silent = 0
    for view, worlds in asked_to_declare():
        first = advise(view, random.Random(1))[0].move
        told = GAME.advise_record(read_record(text_of(evidence_of(view))), seat=view.seat)
        moves = [each["move"] for each in told.data["advice"]]
        assert "declare" in moves
        values = [each["value"] for each in told.data["advice"] if each["value"] is not None]
        assert values == sorted(values, reverse=True)
        if worlds == 1:
            assert first == DECLARE
            assert moves[0] == "declare"
            declared += 1
        elif worlds > 50:
            assert first != DECLARE
            assert moves[0] != "declare"
            silent += 1
    assert declared
    assert silent


@pytest.mark.parametrize("reading", ["notes", "table"])
def test_what_a_declared_seat_guesses_by_is_an_option(reading):
    """By the table later tokens count, by the notes they do not."""
    changed = 0
    for seed in range(4):
        rng = random.Random(seed)
        options = {"mode": "competitive", "declared_guesses": reading}
        state = settle(GAME.new(players=3, seed=seed, **options), rng)
        while state.moves()[0].kind is not Kind.GUESS:
            declares = state.moves()[0].kind is Kind.SILENT and state.actor == 1 and len(state.row) >= 4
            state = settle(state.play(state.moves()[1 if declares else 0]), rng)
        view = state.view(1)
        told = evidence_of(view)
        now = knowledge_of(told)
        then = knowledge_of(told.first(next(k for k, e in enumerate(told.entries) if e.kind == "declare")))
        for item in advise(view, random.Random(1)):
            name = view.setup.parts.codes[item.move.item].name
            late = now.probability(now.problem["holder"][name] == "Bob")
            early = then.probability(then.problem["holder"][name] == "Bob")
            assert abs(item.value - (late if reading == "table" else early)) < 0.2  # 200 samples
            changed += abs(late - early) > 0.4
    assert changed


def declared_at(state, rng, joins):
    """Play random cards on; who has so many own turns behind since now as `joins` says declares just before the next."""
    turns = dict.fromkeys(joins, 0)
    while state.moves()[0].kind is not Kind.GUESS:
        moves = state.moves()
        if moves[0].kind is Kind.SILENT:
            following = state.turn % state.seats + 1
            while state.declared >> following & 1:
                following = following % state.seats + 1
            due = state.actor == following and turns.get(state.actor, -1) == joins.get(state.actor, -2)
            state = state.play(next(move for move in moves if (move == DECLARE) == due))
        else:
            if state.actor in turns:
                turns[state.actor] += 1
            cards = [move for move in moves if move.kind is Kind.PLAY]
            state = state.play(rng.choice(cards or moves))
        state = settle(state, rng)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("pile_turns", ["own", "every"])
def test_piles_are_foreseen_as_they_come(players, pile_turns):
    """Of the pile cards to come, against games played on with these declarations."""
    compared = 0
    for seed in range(4):
        rng = random.Random(seed)
        options = {"mode": "competitive", "pile_turns": pile_turns}
        state = settle(GAME.new(players=players, seed=seed, **options), rng)
        for _ in range(3 * 5):
            if state.moves()[0].kind is Kind.SILENT:
                state = state.play(state.moves()[0])
            else:
                state = state.play(next(move for move in state.moves() if move.kind is Kind.PLAY))
            state = settle(state, rng)
        while state.moves()[0].kind is not Kind.SILENT or state.actor != state.turn:
            state = settle(state.play(state.moves()[0]), rng)
        following = state.turn % players + 1
        joins = {1 + seed % players: 1, 1 + (seed + 1) % players: 2} if players > 2 else {1: 1}
        told = evidence_of(state.view(1))
        race = Race(
            told,
            len(state.row),
            state.turn,
            following,
            frozenset(),
            {},
            [1.0] * players,
            [1] * players,
            1.0,
        )
        extra, _ = race.ahead(joins)
        piles = declared_at(state, rng, joins).piles
        assert dict(enumerate(piles, 1)) == extra
        compared += sum(piles) > 0
    assert compared


def race_of(state, seat, *, chance, public=(1, 1), declared=(), piles=None):
    told = evidence_of(state.view(seat))
    following = state.turn % state.seats + 1
    each = (1 / chance) ** (1 / (state.seats - 1))
    mine = [1.0 if other == seat else each for other in range(1, state.seats + 1)]
    return Race(told, 8, state.turn, following, frozenset(declared), piles or {}, mine, public, chance)


def test_who_answers_a_declaration_may_still_come_out_even():
    """Found by playing: after a certain rival declares, each own card but the first is one for its pile alone."""
    state = next(s for s in positions(2, 5) if s.moves()[0].kind is Kind.SILENT and len(s.row) == 8)
    rival = state.turn
    race = race_of(state, 3 - rival, chance=0.5, public=(4, 4), declared={rival})
    assert race.winning(1) > race.winning(0, now=True) > max(race.winning(2), race.winning(None))


def test_a_declaration_waits_for_the_own_turn():
    state = next(s for s in positions(3, 5) if s.moves()[0].kind is Kind.SILENT and len(s.row) == 8)
    mover = state.turn
    race = race_of(state, mover, chance=0.3, public=(3, 3, 3))
    assert race.winning(0) > race.winning(0, now=True)
    assert race.right(0) == 0.3
    assert race.right(3) > race.right(1) > 0.3
    nobody = race_of(state, mover, chance=1.0, public=(60, 60, 60))
    assert nobody.winning(0, now=True) > 0.6


def test_how_soon_a_rival_is_certain():
    """By the pairs that all others may hold: each card to come halves them `GAIN` times, of which `SEEN` are open."""
    state = next(s for s in positions(3, 5) if s.moves()[0].kind is Kind.SILENT and len(s.row) == 8)
    race = race_of(state, state.turn, chance=0.3, public=(1, 1, 60))
    for plays in (0, 1, 2.5, 10):
        assert race._certain(3, plays) == 1
        for rival in (1, 2):
            assert race._certain(rival, plays) == pytest.approx(math.exp(-59 * SEEN / 2 ** (GAIN * plays)))
    both = race_of(state, state.turn, chance=0.3, public=(4, 3, 60))
    assert both._certain(3, 0) == pytest.approx(math.exp(-(3 + 2) * SEEN))


def test_a_rival_that_has_not_declared_was_not_certain_before():
    """Its chance to be certain in time is that of those who are not yet: all of it in a long race."""
    state = next(s for s in positions(2, 5) if s.moves()[0].kind is Kind.SILENT and len(s.row) == 8)
    for open_pairs in (2, 3, 6):
        race = race_of(state, state.turn, chance=0.3, public=(open_pairs, open_pairs))
        long = replace(race, row=1)
        for pile in (-1, 0, 2, 50):
            ahead, even = long._rival(3 - state.turn, {}, pile)
            assert min(ahead, even) >= 0
            assert ahead + even <= 1 + 1e-9
            if pile == -1:
                assert (ahead, even) == (pytest.approx(1, abs=0.05), 0)
            if pile == 50:
                assert ahead == even == 0


def test_a_poor_hand_is_exchanged_in_the_competitive_game():
    swaps = kept = 0
    for seed in range(6):
        for state in positions(2, seed):
            view = state.view(state.actor)
            if view.moves[0].kind is Kind.PLAY and EXCHANGE in view.moves:
                found = advise(view, random.Random(1))
                swaps += found[0].move == EXCHANGE
                kept += found[0].move != EXCHANGE
    assert swaps
    assert kept > swaps
