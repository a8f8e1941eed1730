"""Notes as people write them: one line an action, positions typed in, cards alone, what was said of hands."""

import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce.games.base import CHANCE
from deduce.ground.errors import Contradiction, ProblemError, RecordError
from deduce.records.record import read_record
from deduce_models.initiative import GAME
from deduce_models.initiative.components.mission import loads as mission_from
from deduce_models.initiative.knowledge.unseen import deal_hidden, fits_sayings, holds, pools
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.saying import is_kind
from deduce_models.initiative.rules.state import hidden

ONE_LINE = Path(__file__).parents[2] / "examples/initiative/one_line.txt"
HEAD = "game: initiative\nmission: {mission}\nplayers: {players}\n"


def complete(moves, mission, players):
    return GAME.answers().read(
        read_record(HEAD.format(mission=mission, players=players) + "\n" + "\n".join(moves))
    )


def short(moves, states):
    """The lines of a game with one line an action, where anything happened in it."""
    lines, at = [], 0
    while at < len(moves):
        words, plain = str(moves[at]).split(), []
        at += 1
        while words[0] in ("play", "special") and at < len(moves) and states[at].action >= 0:
            small = moves[at]
            plain.append(str(small))
            at += 1
            if small.verb == "token":
                kept = moves[at].verb if at < len(moves) else ""
                words.append(small.words[0] + ("-" if kept in ("remove", "leave") else ""))
            elif small.verb == "take" and words[0] == "play":
                words.append("+" + small.words[0])
            elif small.verb in ("room", "move", "clear", "figure", "take"):
                words += small.words
        lines += [" ".join(words)] if len(words) > 3 else [" ".join(words), *plain]
    return lines


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["m1_parcel", "medium:3", "hard:5"]), st.integers(1, 4), st.integers(0, 10**6))
def test_one_line_an_action_says_what_the_small_moves_say(mission, players, seed):
    rng = random.Random(seed)
    state = GAME.new(players=players, mission=mission)
    states, moves = [state], []
    while state.actor is not None and state.phase != phases.GAS and len(moves) < 90:
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())
        moves.append(move)
        state = state.play(move)
        states.append(state)
    # Up to the last action that was resolved to its end: gas takes cards in lines of its own.
    cut = len(moves)
    while states[cut].action >= 0:
        cut -= 1
    assert complete(short(moves[:cut], states), mission, players).state == states[cut]


def test_an_action_a_refill_and_a_deal_in_a_line_each():
    path = Path("examples/initiative/one_line.txt")
    replay = GAME.answers().read(read_record(path))
    view = replay.view()
    assert view.opened.bit_count() == 3
    assert [view.setup.deck.codes[card] for card in view.hand] == ["y5", "b9", "g11", "y11"]
    assert view.faceup[view.setup.room_ids["A1"]] == (view.setup.ids["A"],)
    assert view.told == ((2, "high", 2, 4),)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play y2 Run A1 B2", "column 16: not understood: expected P1 to choose: move B1"),
        ("play y2 Regroup Run Intel", "column 21: not understood: expected P1 to choose: play g4"),
        ("play g4 Intel A1 W-", "column 18: not understood: expected token: A, B, C"),
        ("play g4 Intel A1\nplay b9 Run", "line 7, column 1: not understood: expected token: A, B, C"),
    ],
)
def test_a_line_that_cannot_be_names_its_word(line, message):
    lines = ["deal 1 y2 g11 b9 g4", line]
    with pytest.raises(RecordError, match=message) as error:
        complete(lines, "m7_number", 1)
    assert error.value.line == 6 + line.count("\n")


POSITION = """
game: initiative
mission: m1_parcel
players: 2
seat: 1

position
hand g4 g9 b10 y11
cards 2 3
pile Gather g3 b7
discard y1 y2
figure 2 Tower
faceup Vault Q R
stack Vault 1
stack Study 2
gone T
turn 2
open A U
open E D
play y5 Run
"""


def position(text=POSITION):
    return GAME.answers().read(read_record(text.strip()))


def test_a_position_typed_in_is_what_lies_on_the_table():
    before = position(POSITION.replace("play y5 Run\n", "")).view()
    assert before.actor == 2
    assert before.sizes == (4, 3)
    assert before.left == 36 - 4 - 3 - 2 - 2
    assert [before.setup.deck.codes[card] for card in before.hand] == ["g4", "g9", "b10", "y11"]
    assert before.windows[0][0] == "U"
    assert before.unseen[before.setup.ids["A"]] == 1
    assert before.hidden[before.setup.room_ids["Vault"]] == 1
    after = position().view()
    assert after.piles[1] == (after.setup.deck.ids["y5"],)
    assert GAME.answers().solve(position()).data["answers"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hand g4 g9", "hand g4 g3", "g3 is in two places"),
        ("pile Gather g3 b7", "pile Gather b7 g3", "rise from the lowest"),
        ("figure 2 Tower", "figure 2 Towel", "did you mean 'Tower'"),
        ("cards 2 3", "cards 2 9", "from 0 to 4"),
        ("faceup Vault Q", "faceup Vault QQ", "expected a token, not 'QQ'"),
        ("seat: 1\n", "", "one seat's notes"),
        ("gone T", "gone T T T", "more tokens T"),
    ],
)
def test_what_cannot_lie_on_the_table_is_refused(old, new, message):
    with pytest.raises(RecordError, match=message):
        position(POSITION.replace(old, new))


def test_a_card_alone_is_asked_about_and_not_played(tmp_path):
    card = mission_from('language = "en"\nglyphs = "ACEGH JLG NGCQL"\n')
    assert [len(word) for word in card.front.words] == [5, 3, 5]
    assert card.front.glyphs == tuple("ACEGHJLNQ")
    (tmp_path / "card.toml").write_text('language = "en"\nglyphs = "AB CA"\n', encoding="utf-8")
    with pytest.raises(ProblemError, match="without a map"):
        GAME.new(players=1, mission=str(tmp_path / "card.toml"), seed=1)
    path = Path("examples/initiative/position.txt")
    replay = GAME.answers().read(read_record(path))
    report = GAME.answers().solve(replay)
    assert report.data["answers"][0]["text"] == "UNDER THE BENCH"
    assert "80,038 words (common English)" in report.text


def test_notes_of_a_card_alone_are_its_open_windows(tmp_path):
    (tmp_path / "card.toml").write_text('language = "en"\nglyphs = "ACEGH JLG NGCQL"\n', encoding="utf-8")
    path = tmp_path / "notes.txt"
    path.write_text(
        "game: initiative\nmission: card.toml\nplayers: 2\nlexicon: common\n\nopen A U\nopen J T\nopen E D\n",
        encoding="utf-8",
    )
    replay = GAME.answers().read(read_record(path))
    solved = GAME.answers().solve(replay)
    assert solved.data["answers"][0]["text"] == "UNDER THE BENCH"
    # Nobody holds anything, and there is no map to show.
    assert "A1" not in solved.text
    assert "deck" not in solved.text
    advised = GAME.advise_record(read_record(path))
    assert advised.data["answer"]["text"] == "UNDER THE BENCH"
    assert next(iter(advised.data["open"])) == "N"
    path.write_text(path.read_text(encoding="utf-8").replace("open E D", "open E DD"), encoding="utf-8")
    with pytest.raises(RecordError, match="hide 1 symbol") as caught:
        GAME.answers().read(read_record(path))
    # Told once, though it is read twice.
    assert "lines to mend" not in str(caught.value)


# What was said of hands.


def told(text, players=2):
    return GAME.answers().read(
        read_record(HEAD.format(mission="m1_parcel", players=players) + f"seat: 1\n\n{text}")
    )


DEALT = "deal 1 y2 g11 b9 g4\n" + "deal 2 ? ? ? ?\n"


def test_sayings_count_as_evidence():
    high = lambda card: view.setup.deck.values[card] >= 9  # noqa: E731
    view = told(DEALT).view()
    free = holds(view, 2, high)
    view = told(DEALT + "says 2 no high\n").view()
    assert 0 < free < 1
    assert holds(view, 2, high) == 0
    known = GAME.knowledge(view)
    holder = next(v for v in known.scope if v.name == "holder[g10]")
    assert known.probability(holder == "seat 2") == 0
    view = told(DEALT + "says 2 three high\nplay y2 Run\ndone\nstop\ncard g3\nplay y9 Run\n").view()
    assert view.told == ((2, "high", 2, 2),)
    assert told(DEALT + "says 2 some low\nplay y2 Run\ndone\nstop\ncard g3\n").view().told == (
        (2, "low", 1, 4),
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("says 1 two high", "knows its own cards"),
        ("says 2 five high", "'five'"),
        ("says 2 two red", "'red'"),
        ("says 2", "expected 'says SEAT AMOUNT KIND'"),
    ],
)
def test_sayings_that_say_nothing_are_refused(line, message):
    with pytest.raises(RecordError, match=message):
        told(DEALT + line + "\n")


@pytest.mark.parametrize("said", ["no high", "two high", "some low", "most middle"])
def test_chances_after_a_saying_are_those_of_all_deals(said):
    """Against every deal of a small deck: seat 2 holds two cards of seven, and seat 3 one."""
    view = told(DEALT + "deal 3 ? ? ? ?\n", 3).view()
    pool = pools(view)[0]
    values = view.setup.deck.values
    cards = [card for card in pool.cards if values[card] in (3, 7, 11)][-7:]
    gone = tuple(card for card in pool.cards if card not in cards)
    deck, amount, kind = view.setup.deck, *said.split()
    low = {"no": 0, "two": 2, "some": 1, "most": 1}[amount]
    high = {"no": 0, "two": 2, "some": 2, "most": 2}[amount]
    sayings = ((2, kind, low, high), (3, "high", 0, 1))
    hands = (view.hand, hidden(2), hidden(1))
    view = view.face._replace(discard=(*view.discard, *gone), hands=hands, deck=hidden(4), told=sayings)
    hits = total = 0
    for places in product((2, 3, 0), repeat=len(cards)):
        if places.count(2) != 2 or places.count(3) != 1:
            continue
        hand = [card for card, place in zip(cards, places, strict=True) if place == 2]
        if low <= sum(is_kind(deck, card, kind) for card in hand) <= high:
            total += 1
            hits += any(deck.values[card] >= 5 for card in hand)
    assert holds(view, 2, lambda card: deck.values[card] >= 5) == pytest.approx(hits / total, abs=1e-12)
    rng = random.Random(1)
    for _ in range(20):
        assert fits_sayings(view, deal_hidden(view, rng)[0])


def test_sayings_that_cannot_all_be_true_are_a_contradiction():
    lines = DEALT + "says 2 three high\nsays 2 two low\n"
    with pytest.raises(Contradiction):
        GAME.knowledge(told(lines).view()).count()


@pytest.mark.parametrize("said", ["three high", "no middle", "one middle", "four low", "all high"])
@pytest.mark.parametrize("denied", [True, False])
def test_what_leaves_a_hand_may_deny_what_was_said_of_it(said, denied):
    """Two cards of the middle are played behind the saying, of a hand of four; later two come to it unseen."""
    if not denied:
        said = {"three high": "two high", "no middle": "two middle", "one middle": "some middle"}.get(
            said, "most middle"
        )
    text = ONE_LINE.read_text().replace("says 2 two high", f"says 2 {said}")
    for lines in (text, text.partition("draw ? ?")[0]):
        found = GAME.solve(read_record(lines)).data
        assert (found.get("consistent") is False) == denied
        if denied:
            (because,) = found["conflict"]["because"]
            assert because["text"].startswith("seat 2 said of its ")
