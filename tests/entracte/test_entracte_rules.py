"""The rules engine: Hypothesis play-outs of both modes and every number of players, and single rules."""

from __future__ import annotations

import itertools
import random

import pytest
from entracte_tools import small, table
from hypothesis import given
from hypothesis import strategies as st

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce.rulebook import State
from deduce_models.entracte.game import GAME
from deduce_models.entracte.knowledge.belief import belief_of
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.passes import told_by_hands
from deduce_models.entracte.rules.setup import EXCHANGE, PASS, STOP, Kind


def settled(state: State, rng: random.Random) -> State:
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    return state


def play_out(state: State, rng: random.Random) -> list[State]:
    states = [state]
    while state.actor is not None:
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves()))
        state = state.play(move)
        states.append(state)
    return states


def to_guesses(state: State, rng: random.Random) -> State:
    """Random decisions up to the guesses; nobody proposes to stop."""
    while state.moves()[0].kind is not Kind.GUESS:
        state = settled(state.play(rng.choice([move for move in state.moves() if move != STOP])), rng)
    return state


OPTION_SETS = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(["cooperative", "competitive"]),
        "both_rule": st.sampled_from(["pair", "card"]),
        "count_starter": st.booleans(),
        "blocked_exchange": st.sampled_from(["optional", "required"]),
        "pile_turns": st.sampled_from(["own", "every"]),
        "last_pile": st.booleans(),
        "pass_draws": st.booleans(),
        "first": st.sampled_from([1, 2]),
    }
)


@given(st.integers(2, 4), OPTION_SETS, st.integers(0, 2**32))
def test_every_play_out_keeps_the_rules(players: int, options: dict[str, object], seed: int) -> None:
    states = play_out(table(players, **options), random.Random(seed))
    setting = states[0].setup
    deck = list(range(len(setting.parts.cards)))
    per_seat = 2 if options["mode"] == "competitive" else 1
    for state, after in itertools.pairwise(states):
        piled = [m.item for _, m in after.log if m.kind is Kind.PILE]
        places, zones = after.setup.places, after.run.table.zones.values()
        left = [places[card] for zone in zones for card in zone.cards() if card in places]
        if after.actor is not CHANCE:  # a hand laid back is nowhere while three cards are drawn for it
            assert sorted([*left, *after.row, *piled]) == deck  # no card is lost or doubled
        assert after.log[: len(state.log)] == state.log
        who, move = after.log[-1]
        if state.actor is CHANCE:
            assert move in [m for m, _ in state.outcomes()]
            assert sum(p for _, p in state.outcomes()) == pytest.approx(1)
            assert not state.moves()
        else:
            assert who == state.actor
            assert move in state.moves()
            assert not state.outcomes()
        if move.kind is Kind.PLAY and not setting.competitive:
            pair = setting.parts.pairs[state.row[-1]][move.item]
            assert not pair & state.codes[who - 1]
    end = states[-1]
    assert end.moves() == ()
    assert [mask.bit_count() for mask in end.codes] == [per_seat] * players
    assert sum(mask.bit_count() for mask in end.codes) == sum(end.codes).bit_count()  # all different
    exchanges = [who for who, m in end.log if m == EXCHANGE]
    assert len(exchanges) == len(set(exchanges))
    assert end.scores is not None
    assert len(end.scores) == players
    assert all(len(made) == (players - 1) * per_seat for made in end.guesses)
    with pytest.raises(IllegalMove, match="the game is over"):
        end.play(PASS)


@given(st.integers(2, 4), st.sampled_from(["cooperative", "competitive"]), st.integers(0, 2**32))
def test_replaying_the_log_gives_the_same_states(players: int, mode: str, seed: int) -> None:
    states = play_out(table(players, mode=mode), random.Random(seed))
    again = table(players, mode=mode)
    for (_, move), expected in zip(states[-1].log, states[1:], strict=True):
        again = again.play(move)
        assert again == expected
        assert hash(again) == hash(expected)
    assert play_out(table(players, mode=mode), random.Random(seed)) == states


@given(st.integers(2, 4), st.sampled_from(["cooperative", "competitive"]), st.integers(0, 2**32))
def test_views_show_tokens_truthfully_and_hide_the_rest(players: int, mode: str, seed: int) -> None:
    rng = random.Random(seed)
    states = play_out(table(players, mode=mode), rng)
    state = states[rng.randrange(len(states))]
    for seat in range(players + 1):
        view = state.view(seat)
        assert view == state.view(seat)
        assert hash(view) == hash(state.view(seat))
        if seat:
            assert view.hand == state.hands[seat - 1]
            assert list(view.moves) == (list(state.moves()) if state.actor == seat else [])
        for index in range(1, len(view.row)):
            pair = state.setup.parts.pairs[view.row[index - 1]][view.row[index]]
            for other, code in enumerate(state.codes, 1):
                silent = mode == "cooperative" and other == view.played[index]
                assert bool(view.tokens[index] >> other & 1) == (bool(code & pair) and not silent)
        if state.actor is None:
            continue
        for (who, move), (_, seen) in zip(state.log, view.log, strict=True):
            private = move.kind in (Kind.CODE, Kind.GUESS) or (move.kind is Kind.DRAW and who != 0)
            assert seen.hidden == ((private and who != seat) or move.kind is Kind.PILE)
        assert view.codes == ()
        assert all(not made for who, made in enumerate(view.guesses, 1) if who != seat)


def test_illegal_moves_are_refused_with_the_rule() -> None:
    deals = (settled(table(4), random.Random(seed)) for seed in range(20))
    state = next(deal for deal in deals if PASS not in deal.moves())
    seat = state.turn
    foreign = next(c for c in range(48) if c not in state.hands[seat - 1])
    with pytest.raises(IllegalMove, match="is not there, in hand of Ann"):
        state.play(state.setup.plays[foreign])
    with pytest.raises(IllegalMove, match="only where no card can be chosen"):
        state.play(PASS)
    with pytest.raises(IllegalMove, match="guess 2 hand forward: not among the choices now"):
        state.play(state.setup.guesses[2][0])
    asked = state.play(STOP)
    assert asked.actor == 2
    refused = asked.play(asked.moves()[1])
    with pytest.raises(IllegalMove, match="stop: not among the choices now"):
        refused.play(STOP)
    swapped = settled(refused.play(EXCHANGE), random.Random(1))
    assert swapped.actor == seat
    assert not set(swapped.hands[0]) & set(state.hands[0])
    with pytest.raises(IllegalMove, match="exchange: not among the choices now"):
        swapped.play(EXCHANGE)
    with pytest.raises(IllegalMove, match="pass: cannot be drawn now"):
        refused.play(EXCHANGE).play(PASS)
    with pytest.raises(IllegalMove, match="chance does not move now"):
        state.draw(random.Random(0))
    with pytest.raises(ProblemError, match="seat 5"):
        state.view(5)


def own_code_play(seed: int) -> tuple[State, int] | None:
    state = settled(table(4), random.Random(seed))
    row = state.setup.parts.pairs[state.row[-1]]
    return next(((state, c) for c in state.hands[0] if row[c] & state.codes[0]), None)


def test_a_card_matching_the_own_code_is_forbidden() -> None:
    state, card = next(found for found in map(own_code_play, range(100)) if found)
    with pytest.raises(IllegalMove, match="matches the player's own code"):
        state.play(state.setup.plays[card])
    assert state.setup.plays[card] not in state.moves()


def test_all_agreeing_ends_the_game_at_once() -> None:
    state = settled(table(3), random.Random(2)).play(STOP)
    for _ in range(2):
        state = state.play(state.moves()[0])
    assert state.actor == 1
    assert state.moves()[0].kind is Kind.GUESS
    assert len(state.row) == 1


def guessed(state: State, mistakes: int) -> State:
    while state.actor is not None:
        right = [m for m in state.moves() if state.codes[m.seat - 1] >> m.item & 1]
        wrong = [m for m in state.moves() if m not in right]
        state = state.play(wrong[0] if mistakes else right[0])
        mistakes = max(0, mistakes - 1)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mistakes", [0, 1, 2])
def test_the_result_table(players: int, mistakes: int) -> None:
    results = set()
    for seed in range(40):
        rng = random.Random(seed)
        state = settled(table(players), rng)
        length = rng.randint(2, 12)
        while state.moves()[0].kind is not Kind.GUESS:
            moves = [m for m in state.moves() if m != STOP]
            if len(state.row) >= length and STOP in state.moves():
                state = state.play(STOP)
                while state.moves()[0].kind is not Kind.GUESS:
                    state = state.play(state.moves()[0])
                break
            state = settled(state.play(rng.choice(moves)), rng)
        end = guessed(state, mistakes)
        quick = len(end.row) <= {4: 9, 3: 8, 2: 7}[players]
        expected = ("best" if quick else "win") if mistakes == 0 else ("fair" if mistakes == 1 else "fail")
        assert end.result == expected
        assert end.scores == ({"best": 3.0, "win": 2.0, "fair": 1.0, "fail": 0.0}[expected],) * players
        results.add(end.result)
    assert len(results) == (2 if mistakes == 0 else 1)


def test_the_twelfth_card_ends_the_game() -> None:
    for count_starter, length in ((True, 12), (False, 13)):
        rng = random.Random(3)
        state = settled(table(4, count_starter=count_starter), rng)
        while state.moves()[0].kind is not Kind.GUESS:
            plays = [m for m in state.moves() if m.kind in (Kind.PLAY, Kind.PASS)]
            state = settled(state.play(plays[0]), rng)
        assert len(state.row) == length


def test_competitive_declaring_piles_and_last_turns() -> None:
    rng = random.Random(4)
    state = settled(table(3, mode="competitive"), rng)
    declared_at = None
    while state.actor is not None and state.moves()[0].kind is not Kind.GUESS:
        if state.moves()[0].kind is Kind.SILENT:
            if state.actor == 2 and declared_at is None:
                declared_at = len(state.row)
                state = settled(state.play(state.moves()[1]), rng)
            else:
                state = settled(state.play(state.moves()[0]), rng)
            continue
        assert state.turn != 2 or declared_at is None
        state = settled(state.play(state.moves()[0]), rng)
    assert state.piles[1] > 0
    assert state.piles[0] == state.piles[2] == 0
    assert (
        len(state.row) == 14
    )  # the starter, the twelfth card, then one turn for the one other seat still playing
    end = guessed(state, 0)
    assert end.scores == (4.0, 4.0 + state.piles[1], 4.0)
    one_wrong = guessed(state, 1)
    assert one_wrong.scores == (3.0, 4.0 + state.piles[1], 4.0)


def test_competitive_own_tokens() -> None:
    """Who plays puts a token too, where it is each for himself: one, however many codes are matched."""
    own = {"competitive": 0, "cooperative": 0}
    for mode in own:
        for state in play_out(table(2, mode=mode), random.Random(5)):
            if state.log and state.log[-1][1].kind is Kind.PLAY:
                seat = state.log[-1][0]
                matched = state.setup.parts.pairs[state.row[-2]][state.row[-1]]
                put = state.tokens[-1] >> seat & 1
                assert put == (mode == "competitive" and bool(matched & state.codes[seat - 1]))
                own[mode] += put
    assert own["competitive"] > 0


def test_a_blocked_player_passes_and_the_log_stops_after_a_round_of_passes() -> None:
    passes = 0
    for seed in range(150):
        states = play_out(table(2), random.Random(seed))
        for state in states:
            if state.actor not in (None, CHANCE) and PASS in state.moves():
                assert not [m for m in state.moves() if m.kind is Kind.PLAY]
                passes += 1
            assert state.actor is CHANCE or len(state.log) < 9 or state.table["passes"] <= 2
    assert passes > 0


def test_a_blocked_player_must_exchange_under_the_option() -> None:
    seen = 0
    for seed in range(300):
        state = settled(table(2, blocked_exchange="required"), random.Random(seed))
        if list(state.moves()) == [EXCHANGE, STOP]:
            seen += 1
            with pytest.raises(IllegalMove, match="pass: not among the choices now"):
                state.play(PASS)
    assert seen > 0


@pytest.mark.parametrize("blocked", ["optional", "required"])
def test_who_has_no_card_left_passes_where_each_is_for_himself(blocked: str) -> None:
    """Hands run out with the deck, so that there is nothing to exchange for."""
    rng = random.Random(1)
    state = settled(table(2, small(2, 8), mode="competitive", blocked_exchange=blocked), rng)
    while state.hands[state.turn - 1] or state.moves()[0].kind is Kind.SILENT:
        state = settled(state.play(state.moves()[0]), rng)
    assert list(state.moves()) == [PASS]


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ProblemError, match="there are 2 seats"):
        table(2, first=3)


def held(knowledge, mode: str, code: str):
    """The fact that the first seat holds a code."""
    if mode == "competitive":
        return knowledge.problem["holder"][code] == "Ann"
    return knowledge.problem["code"]["Ann"] == code


@pytest.mark.parametrize("mode", ["cooperative", "competitive"])
def test_spoken_guesses_are_heard_by_later_seats(mode: str) -> None:
    for seed, way in itertools.product(range(3), ("together", "in_turn")):
        rng = random.Random(seed)
        state = to_guesses(settled(table(3, mode=mode, guesses=way), rng), rng)
        per_guesser = 2 * state.setup.per_seat
        unguessed = state
        for _ in range(per_guesser):
            state = state.play(rng.choice(list(state.moves())))
        view = state.view(2)
        if way == "together":
            assert view.guesses[0] == ()
            assert all(move.hidden for seat, move in view.log[-per_guesser:] if seat == 1)
            continue
        assert view.guesses[0] == state.guesses[0]
        knowledge = GAME.knowledge(view)
        # Nobody guesses a code of one's own, and nothing else follows from a guess.
        before = GAME.knowledge(unguessed.view(2))
        for code in {guess.item for guess in state.guesses[0]}:
            name = state.setup.parts.codes[code].name
            assert knowledge.holds(held(knowledge, mode, name)) is False
            before = before.observe(~held(before, mode, name))
        assert knowledge.count() == before.count()
        assert GAME.resample(view, rng).view(2) == view
        if mode == "cooperative" and not told_by_hands(evidence_of(view)):
            assert belief_of(view).count == knowledge.count()


@pytest.mark.parametrize(("first", "last_player"), [(1, 3), (2, 1), (3, 2)])
def test_who_has_a_turn_after_the_last_card(first: int, last_player: int) -> None:
    """Of the two readings the second ends the round with the seat before the first one."""
    for way in ("others", "behind"):
        rng = random.Random(3)
        state = settled(table(3, mode="competitive", first=first, last_turns=way), rng)
        turns = []
        while state.actor is not None and state.moves()[0].kind is not Kind.GUESS:
            if state.moves()[0].kind is not Kind.SILENT:
                turns.append(state.turn)
            state = settled(state.play(state.moves()[0]), rng)
        last_card = state.setup.limit - 2  # the turn of the last card, counted from 0: no turn was passed
        assert turns[last_card] == (first + last_card - 1) % 3 + 1
        extra = turns[last_card + 1 :]
        assert len(extra) == (2 if way == "others" else (first - turns[last_card] - 1) % 3)
        if way == "behind":
            assert turns[-1] == last_player


def test_by_default_everybody_plays_equally_many_cards() -> None:
    for players in (2, 3, 4):
        rng = random.Random(1)
        state = settled(table(players), rng)
        while state.moves()[0].kind is not Kind.GUESS:
            moves = [move for move in state.moves() if move.kind in (Kind.PLAY, Kind.EXCHANGE)] or [
                state.moves()[0]
            ]
            state = settled(state.play(moves[0]), rng)
        assert len(state.row) - 1 == 12
        assert state.turn == players
