"""Random missions: the contract, conservation, rising piles, and that nothing hidden shows."""

import itertools
import random

import pytest
from amount import amount, examples
from hypothesis import given, settings
from hypothesis import strategies as st
from initiative_tools import conserved, dealt, do, play_out, with_hands

from deduce.conformance.check import check_game
from deduce.conformance.testing import conformance
from deduce.games import read_record
from deduce.ground.errors import IllegalMove, MissingExtra, ProblemError, RecordError
from deduce_models.initiative import GAME
from deduce_models.initiative.components.parts import REGROUP
from deduce_models.initiative.knowledge.unseen import deal_hidden, pools
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.moves import Move

LEVELS = st.sampled_from(["easy", "medium", "hard"])
MISSIONS = st.builds("{}:{}".format, LEVELS, st.integers(0, 10**6))
CHEAP = ("replay", "rules", "text", "chance", "views")

test_the_contract_under_hypothesis = conformance(
    GAME,
    options={"mission": "hard:5"},
    parts=("rules", "views"),
    playouts=amount(4, 1_600),
)


@settings(max_examples=amount(5, 1_600))
@given(
    MISSIONS,
    st.integers(1, 4),
    st.integers(0, 10**9),
    st.sampled_from([CHEAP, ("resample", "knowledge", "agreement")]),
)
def test_the_contract_on_generated_missions(mission, players, seed, parts):
    check_game(
        GAME,
        players=players,
        playouts=2,
        rng=seed,
        options={"mission": mission},
        parts=parts,
        decisions=1,
        thin=True,
    )


def test_the_contract_of_advice():
    check_game(
        GAME, players=(1, 3), playouts=1, parts=("advice",), decisions=2, options={"mission": "easy:9"}
    )


@examples(12)
@given(MISSIONS, st.integers(1, 4), st.integers(0, 10**9))
def test_cards_are_conserved_piles_rise_and_regroups_are_few(mission, players, seed):
    state = GAME.new(players=players, mission=mission)
    values = state.setup.deck.values
    tokens = sum(state.setup.copies)
    for position in play_out(state, seed):
        assert conserved(position) == 40
        for pile in position.piles:
            assert all(values[a] < values[b] for a, b in itertools.pairwise(pile))
        assert len(position.piles[REGROUP]) <= 12
        assert sum(position.unseen) + sum(map(len, position.faceup)) <= tokens
        assert all(
            0 <= fresh <= len(hand) for fresh, hand in zip(position.fresh, position.hands, strict=True)
        )
        if position.threat and position.result == 0:
            assert sum(values[c] == 0 for c in position.hands[0]) == 0
    assert position.result != 0


@given(st.integers(1, 4), st.integers(0, 10**9), st.integers(0, 4))
def test_unseen_cards_fit_every_seat(players, seed, seat):
    seat = min(seat, players)
    for position in play_out(dealt(players, seed=None), seed)[::25]:
        view = position.view(seat)
        for pool in pools(view):
            assert sum(size for _, size in pool.places) == len(pool.cards)
        hands, deck = deal_hidden(view, random.Random(seed))
        assert [len(hand) for hand in hands] == [len(hand) for hand in position.hands]
        assert view.restore(position.secret, hands, deck).view(seat) == view


def test_a_view_holds_nothing_of_the_answer():
    state = dealt(2)
    view = state.view(1)
    assert "BENCH" not in tuple.__repr__(view).replace("mission='m1_parcel'", "")
    assert Move("answer", ("UNDER", "SHE", "BENCH")) in view.moves
    assert Move("answer", ("UNDER", "THE", "BEACH")) not in view.moves
    assert view.moves.fits.args == (view,)  # which answers fit is asked of the view alone
    assert view.secret == view.windows


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mission": "m1_parcle"}, "did you mean 'm1_parcel'"),
        ({"flip": "never"}, "at once, when needed"),
        ({"characters": "scout,scoot"}, "did you mean 'scout'"),
        ({"characters": "scout"}, "at least 2 different"),
        ({"colour": 1}, "no option 'colour'"),
    ],
)
def test_wrong_options_are_explained(options, message):
    with pytest.raises(ProblemError, match=message):
        GAME.new(players=2, **options)


def test_the_options_change_the_rules():
    late = with_hands(dealt(1, flip="when needed"), "g1 g2 g3 g4")
    ids = late.setup.deck.ids
    rest = [c for c in late.deck if c != ids["b12"]]
    late = late._replace(deck=(ids["b12"],), discard=(*late.setup.deck.times, *rest))
    late = do(late, "play g1 Run", "done", "stop", "card b12")
    assert not late.threat
    assert late.deck == ()
    strict = with_hands(
        dealt(1, special_last_two=False), "g3 g4", Intel="b5", Run="y5", Gather="g5", Regroup="b6"
    )
    assert [str(move) for move in strict.moves()] == ["skip"]
    plain = do(with_hands(dealt(1), "g3 g4 g5 g6"), "play g3 Intel")
    assert Move("room", ("Hall",)) in plain.moves()


@pytest.mark.parametrize("option", ["intel_anywhere", "regroup_empty", "stall"])
def test_what_nobody_can_mean_is_no_option(option):
    with pytest.raises(ProblemError, match=f"no option '{option}'"):
        dealt(1, **{option: False})


def test_a_glyph_turned_by_gather_may_be_left_lying():
    state = with_hands(dealt(1, mission="hard:0"), "g1 g2 g3 g4")
    glyph = state.setup.front.glyphs[0]
    kind, here = state.setup.ids[glyph], state.figures[0]
    hidden = list(state.hidden)
    hidden[here] = 2
    turned = do(state._replace(hidden=tuple(hidden)), "play g1 Gather", "turn", f"token {glyph}")
    assert [str(move) for move in turned.moves()] == ["collect", "leave"]
    taken, left = do(turned, "collect"), do(turned, "leave")
    assert (taken.opened, taken.faceup[here]) == (1 << kind, ())
    assert (left.opened, left.faceup[here]) == (0, (kind,))
    # It was one of the two tokens; the other may be the same glyph, face up now.
    assert do(left, f"take {glyph}").opened == 1 << kind


def test_a_turned_glyph_that_may_not_be_collected_stays_face_up():
    """Found beside the second set of rules: it went away, collected or not."""
    for allowed in (True, False):
        state = with_hands(dealt(1, mission="hard:0", gather_absent=allowed), "g1 g2 g3 g4")
        setup, here = state.setup, state.figures[0]
        absent = next(kind for kind, on in zip(setup.kinds, setup.on_card, strict=True) if not on)
        hidden = list(state.hidden)
        hidden[here] = 2
        state = do(state._replace(hidden=tuple(hidden)), "play g1 Gather", "turn", f"token {absent}")
        state = do(state, "collect") if allowed else state
        assert state.opened == 0
        assert [setup.kinds[kind] for kind in state.faceup[here]] == ([] if allowed else [absent])


def test_gas_and_cameras_under_threat_follow_their_options():
    for gas in (True, False):
        state = with_hands(dealt(1, mission="hard:0", gas_in_threat=gas), "g1 g2 g3 g4")
        hidden = list(state.hidden)
        hidden[state.figures[0]] = 2
        state = state._replace(hidden=tuple(hidden), threat=True)
        state = do(state, "play g1 Gather", "turn", "token gas")
        assert (state.phase == phases.GAS) == gas
    for counts in (True, False):
        state = with_hands(dealt(1, mission="hard:0", camera_time_counts=counts), "g1 g2 g3 g4")
        ids = state.setup.deck.ids
        faceup = list(state.faceup)
        faceup[state.figures[0]] = (state.setup.camera,)
        state = state._replace(
            faceup=tuple(faceup), threat=True, discard=(ids["t4"],), deck=(*state.deck, ids["t1"])
        )
        state = do(state, "play g1 Run", "done", "stop", "camera t1")
        assert (state.result == -1) == counts


def test_a_mission_that_could_go_on_for_ever_is_lost():
    state = with_hands(dealt(2), "", "")._replace(threat=True, discard=())
    state = do(state, "skip", "done", "skip", "done")
    assert (state.result, state.cause) == (-1, "nobody could act or would draw")


def test_special_actions_do_what_they_say():
    state = dealt(4, mission="hard:0")
    hands = ["g1 g2 g3 g4", "y1 y2 y3 y4", "b1 b2 b3 b4", "g5 g6 g7 g8"]
    state = with_hands(state, *hands, Gather="b9")
    here = state.figures[0]
    room = next(r for r in (here, *state.setup.neighbours[here]) if state.hidden[r])
    name = state.setup.rooms[room]
    scout = do(state, "special g1 g2", f"room {name}", "token A")
    assert scout.hidden[room] == state.hidden[room] - 1
    driver = do(state._replace(turn=2), "special y1 y2", "figure 1")
    step = next(move for move in driver.moves() if move.verb == "move")
    assert state.setup.rooms[driver.play(step).figures[0]] == step.words[0]
    glyph = state.setup.front.glyphs[0]
    kind = state.setup.ids[glyph]
    faceup = list(state.faceup)
    near = state.setup.neighbours[here][0]
    faceup[near] = (kind,)
    reach = do(
        state._replace(turn=3, faceup=tuple(faceup)),
        "special b1 b2",
        f"take {glyph} {state.setup.rooms[near]}",
    )
    assert reach.opened == 1 << kind
    fixer = do(state._replace(turn=4), "special g5 g6", "clear Gather")
    assert fixer.piles[2] == ()
    with pytest.raises(IllegalMove):
        do(state._replace(turn=4), "special g5 g6", "clear Regroup")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected one more word: play, special"),
        ("plai g1 Run", 1, "did you mean 'play'"),
        ("play g9 Run", 6, "not 'g9': did you mean 'g4'[?] allowed: g1, g2, g3, g4"),
        ("play g1 Rum", 9, "did you mean"),
        ("room Hall", 1, "not 'room': allowed: play, special"),
        ("answer UNDER THE BEACH", 1, "cannot stand for"),
    ],
)
def test_moves_that_cannot_be_read_are_explained(text, column, message):
    state = do(GAME.new(players=1), *(f"deal 1 g{card}" for card in range(1, 5)))
    with pytest.raises(RecordError, match=message) as caught:
        GAME.parse(text, state)
    assert caught.value.column == column


def test_a_camera_that_empties_the_deck_under_threat_ends_nothing():
    for seed in range(12):
        state = GAME.new(players=2, seed=seed, mission="hard", camera_time_counts=False)
        assert play_out(state, seed)[-1].actor is None


def test_an_empty_deck_under_threat_has_no_card_for_the_camera():
    state = dealt(1, mission="hard:3", camera_time_counts=False)
    ids = state.setup.deck.ids
    camera, here = state.setup.camera, state.figures[0]
    faceup = (*state.faceup[:here], (camera, camera), *state.faceup[here + 1 :])
    gone = tuple(sorted({*state.deck, *state.discard} - {ids["t1"]}))
    state = state._replace(
        threat=True,
        faceup=faceup,
        deck=(ids["t1"],),
        discard=gone,
        reshuffled=frozenset(gone),
        acts=1,
        active=True,
    )
    state = state.play(Move("stop")).play(Move("camera", ("t1",)))
    assert not state.deck
    assert state.spent == 0  # no camera waits for a card any more
    assert state.phase == phases.MAIN


def test_a_volunteer_begins():
    state = GAME.new(players=3, seed=4, begins=3)
    assert state.turn == state.actor == 3
    with pytest.raises(ProblemError, match="only 2 play"):
        GAME.new(players=2, begins=3)


def test_a_lexicon_is_refused_when_the_game_is_made(tmp_path, monkeypatch):
    with pytest.raises(
        ProblemError, match=r"option lexicon='wordfrek': did you mean 'wordfreq'\?.*builtin"
    ):
        GAME.new(players=1, lexicon="wordfrek")
    missing = tmp_path / "words.txt"
    with pytest.raises(ProblemError, match=r"option lexicon: .*words\.txt: cannot be read"):
        GAME.new(players=1, lexicon=str(missing))
    missing.write_text("UNDER often\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"words\.txt, line 1, column 7"):
        GAME.new(players=1, lexicon=str(missing))
    monkeypatch.setattr("deduce.vocabulary.lexicons.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"deduce-games\[words\]"):
        GAME.new(players=1, lexicon="wordfreq")
    for allowed in ("builtin", "alike", "evened", "common", "none"):
        assert GAME.new(players=1, lexicon=allowed).setup.options.lexicon == allowed


def test_a_records_lexicon_is_refused_at_its_line(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text(
        "game: initiative\nmission: m1_parcel\nplayers: 1\nlexicon: comon\n\ndeal 1 y2\n", encoding="utf-8"
    )
    with pytest.raises(RecordError, match=r"line 4: option lexicon='comon': did you mean 'common'"):
        GAME.solve(read_record(path))
