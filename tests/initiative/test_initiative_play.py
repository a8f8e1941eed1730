"""Records, drawings, advice and players."""

import random
import statistics
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from amount import examples
from hypothesis import given
from hypothesis import strategies as st
from initiative_tools import dealt, do, record_of, with_hands

from deduce.commands.terminal import read_answer
from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError, RecordError
from deduce.records.record import read_record
from deduce.rulebook.notes import read
from deduce_models.initiative import GAME
from deduce_models.initiative.advice.advice import duties, turn_plan
from deduce_models.initiative.advice.evaluation import evaluation
from deduce_models.initiative.advice.policy import RolloutPolicy
from deduce_models.initiative.advice.rollouts import _mean_and_error
from deduce_models.initiative.answers.picture import _console, _hands, _piles
from deduce_models.initiative.components.parts import ACTIONS, GATHER, INTEL, RUN
from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.players.named import GreedyPlayer, Planner
from deduce_models.initiative.rules.drawing import text
from deduce_models.initiative.rules.phases import CHANCES, REFILL, SKIP
from tests.show.test_boxes_apart import boxes_and_words
from tests.show.test_pictures import assert_sound


def random_moves(players, mission, seed, limit=10_000):
    rng = random.Random(seed)
    state, moves = GAME.new(players=players, mission=mission), []
    while state.actor is not None and len(moves) < limit:
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())
        moves.append(move)
        state = state.play(move)
    return moves, state


@examples(10)
@given(st.integers(1, 4), st.integers(0, 10**9), st.integers(0, 300))
def test_complete_records_round_trip(players, seed, limit):
    moves, state = random_moves(players, "hard:7", seed, limit)
    table = read(GAME, read_record(record_of(moves, mission="hard:7", players=players)))
    assert table.played[1] == moves
    assert table.state == state


@examples(7)
@given(st.integers(1, 4), st.integers(0, 10**9), st.integers(0, 300), st.integers(1, 4))
def test_one_seat_records_give_back_the_view(players, seed, limit, seat):
    seat = min(seat, players)
    moves, state = random_moves(players, "easy:7", seed, limit)
    written = record_of(moves, mission="easy:7", players=players, seat=seat)
    table = read(GAME, read_record(written))
    assert table.view(seat) == state.view(seat)
    assert table.view(seat).face == state.view(seat).face
    own = {str(move) for move in moves if move.verb == "deal" and move.words[0] == str(seat)}
    assert {line for line in written.split("\n") if line.startswith("deal") and "?" not in line} == own


def test_the_answer_at_the_end_of_a_one_seat_record():
    state = with_hands(dealt(2), "g1 g2 g3 g4", "y7 y8 y9 y10")
    moves, _ = random_moves(2, "m1_parcel", 5, 8)
    state = GAME.new(players=2)
    for move in moves:
        state = state.play(move)
    for more in ("answer UNDER SHE BENCH", "agree"):
        moves.append(GAME.parse(more, state))
        state = state.play(moves[-1])
    written = record_of(moves, mission="m1_parcel", players=2, seat=1)
    assert "phrase UNDER THE BENCH" in written
    assert read(GAME, read_record(written)).view() == state.view(1)


HEAD = "game: initiative\nmission: m1_parcel\nplayers: 1\n"


@pytest.mark.parametrize(
    ("body", "line", "column", "message"),
    [
        ("deal 1 g1\ndeal 1 g1", 6, 1, "expected 'deal 1 CARD', a card being y1, b1"),
        ("deal 1 g1\n  deel 1 g2", 6, 3, "did you mean 'deal'"),
        ("deal 1 ?", 5, 1, "no hidden cards"),
        ("open A U", 5, 1, "records of one seat"),
        ("phrase UNDER THE BENCH", 5, 1, "comes after the answer"),
    ],
)
def test_slips_in_records_are_placed(body, line, column, message):
    with pytest.raises(RecordError, match=message) as caught:
        read(GAME, read_record(HEAD + "\n" + body + "\n"))
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("head", "line", "message"),
    [
        ("mission: m1_parcle\nplayers: 1", 2, "did you mean 'm1_parcel'"),
        ("mission: m1_parcel\nplayers: 9", 3, "1 to 4 players"),
        ("mission: m1_parcel\nplayers: Ann Ann", 3, "two players are called"),
        ("mission: m1_parcel\nflip: never", 3, "at once, when needed"),
        ("mission: m1_parcel\nplayers: 1\ngather_mix: maybe", 4, "True, False"),
        ("mission: m1_parcel\nplaiers: 2", 3, "did you mean 'players'"),
        ("mission: m1_parcel\nplayers: 2\nseat: 3", 4, "expected 0 to 2"),
    ],
)
def test_slips_in_headers_are_placed(head, line, message):
    with pytest.raises(RecordError, match=message) as caught:
        read(GAME, read_record(f"game: initiative\n{head}\n\n"))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("open X U", "no window shows"),
        ("open A UU", "hide 1 symbol of"),
        ("open A", "expected 'open"),
        ("open A U", "nobody has"),
    ],
)
def test_slips_about_windows_are_explained(line, message):
    record = read_record(HEAD + "seat: 1\n\ndeal 1 g1\n" + line + "\n")
    with pytest.raises(RecordError, match=message):
        read(GAME, record)


def greedy_record(seed=3, players=2, turns=3):
    state, moves, rng = GAME.new(players=players), [], random.Random(seed)
    player = GreedyPlayer()
    while state.turns <= turns and state.actor is not None:
        move = state.draw(rng) if state.actor is CHANCE else player.choose(state.view(state.actor), rng)
        moves.append(move)
        state = state.play(move)
    while state.actor is CHANCE:
        moves.append(state.draw(rng))
        state = state.play(moves[-1])
    return read_record(record_of(moves, mission="m1_parcel", players=players)), state


def test_the_commands_answer_from_a_record():
    record, state = greedy_record()
    solved = GAME.solve(record)
    assert solved.data["kind"] == "exact"
    assert "answers (exact):" in solved.text
    counsel = GAME.advise_record(record)
    values = [entry["value"] for entry in counsel.data["advice"]]
    assert values == sorted(values, reverse=True)
    assert counsel.data["plan"]
    assert {duty["seat"] for duty in counsel.data["duties"]} == {1, 2}
    glyph = next(g for g in state.setup.front.glyphs if state.opened >> state.setup.ids[g] & 1)
    assert "its windows are open" in GAME.why(record, f"{glyph}=E").text
    closed = next(iter(solved.data["letters"]))
    assert 0 <= GAME.why(record, f"{closed}=E").data["probability"] <= 1
    with pytest.raises(ProblemError, match="GLYPH=TEXT"):
        GAME.why(record, "nonsense")
    for asked in ("not E", "EE", "", "9"):  # of which a chance of 0 would be said, as if it were impossible
        with pytest.raises(ProblemError, match=f"the windows of {closed} hide 1 symbol of ABC"):
            GAME.why(record, f"{closed}={asked}")
    described = GAME.describe()
    assert "reconstructed" in described.text
    assert "m1_parcel" in described.data["missions"]


def test_drawings_show_the_position():
    state = with_hands(dealt(2, mission="m5_groups"), "g1 g2 g3 g4", "y7 y8 y9 y10", Intel="b4")
    drawn = text(state.view(1))
    assert "g1 g2 g3 g4" in drawn
    assert "y7" not in drawn
    assert "Intel    b4" in drawn
    picture = ElementTree.fromstring(GAME.picture(state.view(1)))
    words = [node.text for node in picture.iter() if node.text]
    assert {"g1", "g2", "g3", "g4"} <= set(words)
    assert not any("y7" in word for word in words)
    assert state.view(1)._repr_svg_() == GAME.picture(state.view(1))


def test_the_piles_and_hands_are_said_in_words_beside_the_picture():
    state = with_hands(dealt(2, mission="m5_groups"), "g1 g2", "y7 y8 y9", Intel="b4")
    view = state.view(1)
    blocked = view._replace(blocks=(0, 1, *view.blocks[2:]))
    for each, word in ((view, ""), (blocked, ", blocked")):
        told = _piles(each).words.splitlines()
        assert len(told) == len(ACTIONS)
        for row, name in enumerate(ACTIONS):
            cards = "b4" if name == "Intel" else "no cards"
            assert told[row] == f"{name}: {cards}{word if each.blocks[row] else ''}"
    mine, theirs = _hands(view, ("Ann", "Bob")).words.splitlines()
    assert mine.endswith((": g1 g2", ": g1 g2, to move"))
    assert theirs.endswith((": 3 cards", ": 3 cards, to move"))


def test_many_cards_stay_within_the_picture_and_off_the_words_beside_them():
    whole = {colour: " ".join(f"{colour}{number}" for number in range(1, 13)) for colour in "gy"}
    view = with_hands(dealt(2, mission="m5_groups"), whole["y"], "b1 b2", Run=whole["g"]).view(1)
    for blocks in (view.blocks, (1,) * len(ACTIONS)):
        document = GAME.picture(view._replace(blocks=blocks))
        assert_sound(document)
        boxes, words = boxes_and_words(document)
        beside = [
            (x + wide, left)
            for left, middle, _, word in words if word == "blocked"
            for x, y, wide, high, _ in boxes if wide == 30 and y < middle < y + high
        ]  # fmt: skip
        assert all(right < left for right, left in beside)
        assert len(beside) == 12 * sum(blocks) / len(ACTIONS)


def test_the_console_says_every_window_its_glyph_and_what_is_open():
    for mission in ("m1_parcel", "m7_number"):
        view = GAME.new(players=2, mission=mission).view(1).face
        front = view.setup.front
        opened = tuple(
            tuple("QW"[: window.size] if place % 2 else "" for place, window in enumerate(word))
            for word in front.words
        )
        told = _console(SimpleNamespace(setup=view.setup, windows=opened)).words.splitlines()
        assert len(told) == len(front.words)
        for row, (word, texts) in enumerate(zip(front.words, opened, strict=True)):
            letters = "".join(shown or "_" * window.size for window, shown in zip(word, texts, strict=True))
            asked = " (to be guessed)" if row in front.answer else ""
            glyphs = " ".join(window.glyph if window.glyph else "." for window in word)
            assert told[row] == f"{letters}{asked}, glyphs {glyphs}"
            assert any(window.glyph for window in word)


def test_the_pile_that_gains_most_by_starting_again_is_named():
    for best in (INTEL, RUN, GATHER):
        policy = SimpleNamespace(_relief=lambda _, pile, best=best: float(pile == best))
        assert RolloutPolicy._relieved(policy, None) is best


def test_a_mean_is_told_with_its_standard_error():
    for values in ([1.0, 3.0], [0.0, 0.0, 1.0], [0.25] * 4, [0.5, 1.0, 0.0, 0.75, 0.1]):
        mean, error = _mean_and_error(values)
        assert mean == pytest.approx(statistics.mean(values))
        assert error == pytest.approx(statistics.stdev(values) / len(values) ** 0.5)
    assert _mean_and_error([0.5]) == (0.5, 0.0)


def test_advice_draws_only_while_it_pays():
    state = with_hands(dealt(1), "g5 g6", Intel="b12", Run="y12", Regroup="g12")
    ids = state.setup.deck.ids
    deck = (ids["g1"], ids["t1"], ids["t2"], ids["t3"])
    state = state._replace(
        threat=True, deck=deck, reshuffled=frozenset({*deck, ids["t4"]}), discard=(ids["t4"],),
        phase=REFILL, active=True, hidden=(0,) * 6,
    )  # fmt: skip
    given = GAME.advise(state.view(1))
    assert str(given[0].move) == "done"
    drawing = next(advice for advice in given if str(advice.move) == "draw")
    assert drawing.details["survive_card"] == pytest.approx(1 / 4)
    assert "1/4" in drawing.reason


def test_where_no_roll_out_wins_what_may_open_more_is_done(monkeypatch):
    state = with_hands(dealt(1), "g5 g6", Intel="b12", Run="y12", Regroup="g12")
    ids = state.setup.deck.ids
    deck = (ids["g1"], ids["t1"], ids["t2"], ids["t3"])
    state = state._replace(
        threat=True, deck=deck, reshuffled=frozenset({*deck, ids["t4"]}), discard=(ids["t4"],),
        phase=REFILL, active=True,
    )  # fmt: skip

    def lost(after, *_):
        """Nobody wins, but who draws may know a little more before the end."""
        return 0.0, 0.04 if after.phase in CHANCES else 0.01

    monkeypatch.setattr("deduce_models.initiative.advice.rollouts.roll_out", lost)
    assert str(GAME.advise(state.view(1))[0].move) == "draw"
    assert str(Planner().choose(state.view(1), random.Random(1))) == "draw"


def test_the_last_moment_to_answer_is_not_missed():
    # No card fits, so the next turn without an act ends the mission; what is known is all that will be.
    state = with_hands(dealt(1), "b7", Intel="b12", Run="y12", Gather="g11", Regroup="g12")
    ids = state.setup.deck.ids
    deck = (ids["t1"], ids["t2"], ids["t3"])
    state = state._replace(
        threat=True, deck=deck, reshuffled=frozenset({*deck, ids["t4"]}), discard=(ids["t4"],),
    )  # fmt: skip
    view = state.view(1)
    assert SKIP in view.moves
    given = GAME.advise(view)
    assert given[0].move.verb == "answer"
    assert 0.05 <= given[0].value < 0.97
    assert Planner().choose(view, random.Random(1)) == given[0].move


def test_votes_follow_the_posterior():
    state = with_hands(dealt(2), "g1 g2 g3 g4", "y7 y8 y9 y10")._replace(opened=(1 << 12) - 1)
    right = do(state, "answer UNDER THE BENCH")
    assert str(Planner().choose(right.view(2), random.Random(1))) == "agree"
    assert str(GAME.advise(right.view(2))[0].move) == "agree"
    hidden = with_hands(dealt(2), "g1 g2 g3 g4", "y7 y8 y9 y10")
    wild = do(hidden, "answer QXVZJ KWZ PZXFW")
    assert str(GreedyPlayer().choose(wild.view(2), random.Random(1))) == "object"
    assert str(GAME.advise(wild.view(2))[0].move) == "object"


def test_a_proposal_is_shown_to_those_who_vote():
    hidden = with_hands(dealt(2), "g1 g2 g3 g4", "y7 y8 y9 y10")
    view = do(hidden, "answer UNDER THE BENCH").view(2)
    assert "proposed: UNDER THE BENCH" in str(view)
    assert ">Proposed: UNDER THE BENCH<" in GAME.picture(view)


def test_the_evaluation_grows_with_open_windows():
    view = dealt(1).view(1)
    guide = evaluation(view)
    assert guide.value(0) == pytest.approx(read_windows(view).answers[0].probability)
    assert guide.value((1 << 12) - 1) == 1.0
    assert guide.value(0) <= guide.value(1 << view.setup.ids["A"]) + 0.1


def test_plans_and_duties_are_for_this_turn():
    view = dealt(3, mission="easy:4").view(1)
    plan = turn_plan(view)
    assert plan[0] in view.moves
    assert [duty.seat for duty in duties(view)] == [1, 2, 3]
    assert all(0 <= duty.can_gather <= 1 for duty in duties(view))
    assert plan[0] == GAME.advise(view)[0].move


def team(player, mission, players, seed):
    state, rng, chance = (
        GAME.new(players=players, mission=mission),
        random.Random(seed),
        random.Random(seed),
    )
    while state.actor is not None:
        move = state.draw(chance) if state.actor is CHANCE else player.choose(state.view(state.actor), rng)
        state = state.play(move)
    return state


def test_players_finish_missions_and_greedy_beats_chance():
    greedy = [team(GreedyPlayer(), f"easy:{k}", 1 + k % 4, k) for k in range(12)]
    chance = [team(GAME.players["random"](), f"easy:{k}", 1 + k % 4, k) for k in range(12)]
    assert sum(s.result > 0 for s in greedy) >= 8
    assert sum(s.result > 0 for s in chance) <= 2
    assert team(Planner(worlds=3, width=2), "easy:3", 2, 3).result != 0


def test_an_answer_may_be_typed_at_the_terminal():
    view = do(GAME.new(players=1), *(f"deal 1 g{card}" for card in range(1, 5))).view(1)
    assert view.open_moves
    assert read_answer("answer under the bench", view, GAME) == (
        "move",
        GAME.parse("answer UNDER THE BENCH", view),
    )
    with pytest.raises(RecordError, match="cannot stand for"):
        read_answer("answer UNDER THE BEACH", view, GAME)
    assert not do(with_hands(dealt(2), "g1 g2 g3 g4", "y7"), "answer UNDER THE BENCH").view(2).open_moves
