"""The terminal loop: every way of naming a move, every command, and no input that crashes it."""

import random
from types import SimpleNamespace

import pytest
from amount import examples
from approved import assert_approved
from hypothesis import given
from hypothesis import strategies as st
from toy_games import Show, Whose

import deduce
from deduce.commands.tabletalk import changed
from deduce.commands.terminal import COMMANDS, _Table, play_in_terminal, read_answer
from deduce.games import replay
from deduce.ground.errors import DeduceError, ProblemError
from deduce.players import random_player


class Desk:
    """Typed lines one after another, and everything shown."""

    def __init__(self, *lines):
        self.lines, self.shown = list(lines), []

    def ask(self, prompt):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def play(self, game, human=1, players=2, rng=0):
        seats = {seat: random_player for seat in range(1, players + 1) if seat != human}
        return play_in_terminal(game, seats, human, rng, input=self.ask, output=self.shown.append)

    @property
    def text(self):
        return "\n".join(self.shown)


def test_a_game_by_number_and_by_text():
    desk = Desk("2", " SHOW  1 3 ")
    played = desk.play(Show())
    assert played.finished
    assert [str(move) for move in played.moves][::2] == ["show 1 2", "show 1 3"]
    assert "The game is over. seat 1:" in desk.text
    assert played.to_dict()["scores"] == list(played.state.scores)


def test_commands_answer_and_move_nothing():
    desk = Desk("help", "view", "moves", "advise", ":advise", "undo", "3", "quit")
    played = desk.play(Whose(), players=3)
    assert not played.finished
    assert played.to_dict()["scores"] is None
    assert "Type a move or its number, or one of these (':' in front makes sure):\n" in desk.text + "\n"
    assert "take back to your last decision" in desk.text
    assert "nothing to take back" in desk.text
    assert desk.text.count("% of worlds") == 10
    assert sum(move.verb == "guess" for move in played.moves) >= 1


def test_an_advised_move_is_played_by_its_number():
    first = Whose().new(players=3, seed=0).view(1)
    best = [each.move for each in Whose().advise(first)]
    desk = Desk("a2", "advise", "a9", "A 2", "quit")
    played = desk.play(Whose(), players=3)
    assert "a2 plays an advised move: ask for 'advise' first" in desk.shown
    assert f"a2  {best[1]}  (" in desk.text
    assert "the advised moves are a1 to a" in desk.text
    assert desk.text.index("the advised moves") > desk.text.index(
        "a1  "
    )  # before advice, a2 is no move at all
    assert best[1] in played.moves


def test_a_question_mark_is_help():
    desk = Desk("?", "quit")
    desk.play(Whose(), players=3)
    assert "take back to your last decision" in desk.text


def test_the_deal_is_the_seeds_and_the_moves_replay_the_game():
    played = Desk("pass", "pass").play(Whose(), rng=6)
    assert played.state.cards == Whose().new(players=2, seed=6).cards
    assert replay(Whose(), [str(move) for move in played.moves], players=2) == played.state


def test_undo_goes_back_and_the_same_game_comes_again():
    forward = Desk("1", "1").play(Show(), rng=4)
    desk = Desk("1", "undo", "3", "undo", "1", "1")
    played = desk.play(Show(), rng=4)
    assert played.moves == forward.moves
    assert played.state == forward.state


def test_hidden_choices_of_others_are_not_shown():
    desk = Desk()
    desk.play(Show(), human=2, rng=1)
    assert "Seat 1 has moved." in desk.text
    assert "show 1" not in desk.text


@pytest.mark.parametrize(
    "line", ["0", "99", "guess", "guess 1 9", "²", "1 2", "sow 1 2", "", "?", "deal 1 1"]
)
def test_bad_input_is_explained_and_asked_again(line):
    desk = Desk(line, "pass", "quit")
    played = desk.play(Whose())
    assert str(played.moves[2]) == "pass"


@examples(12)
@given(st.text(max_size=30))
def test_no_line_crashes_the_reader(line):
    game = Whose()
    view = game.new(players=3, seed=1).view(1)
    try:
        kind, move = read_answer(line, view, game)
    except DeduceError:
        return
    assert (kind == "move") == (move in view.moves)


@given(
    st.lists(
        st.sampled_from([*COMMANDS, "1", "2", "7", "pass", "guess 2 1", "guess 2 0", "?"]), max_size=12
    ),
    st.integers(0, 3),
)
def test_no_evening_crashes_and_all_that_was_played_was_legal(lines, rng):
    played = Desk(*lines).play(Whose(), rng=rng)
    assert replay(Whose(), [str(move) for move in played.moves], players=2) == played.state
    assert played.finished == (played.state.actor is None)


def test_an_interrupt_and_the_end_of_input_quit():
    def interrupt(prompt):
        raise KeyboardInterrupt

    shown = []
    played = play_in_terminal(Show(), {2: random_player}, 1, input=interrupt, output=shown.append)
    assert not played.finished
    assert not Desk().play(Show()).finished


def test_watching_needs_nobody_at_the_keyboard():
    shown = []
    seats = {1: random_player, 2: random_player}
    assert play_in_terminal(Whose(), seats, None, 3, output=shown.append).finished
    assert sum("has moved" in line for line in shown) == 4


def test_seats_must_fit():
    with pytest.raises(ProblemError, match=r"taken are \[1, 3\]"):
        play_in_terminal(Show(), {3: random_player}, 1)


def test_why_takes_the_seats_as_they_are_told():
    game = deduce.game("enigma")
    desk = Desk("peek 3", "claim Bombe", "why seat 2 is ghost", "why p2 is ghost", "quit")
    desk.play(game)
    assert any(text.startswith("seat 2 is the Ghost: open") for text in desk.shown)
    by_seat, by_name = (text for text in desk.shown if "is the Ghost" in text)
    assert by_seat == by_name


def test_an_advised_move_that_was_not_asked_for_is_no_clue():
    desk = Desk("a1", "clue a1", "quit")
    desk.play(deduce.game("decrypto"), players=3)
    assert desk.shown.count("a1 plays an advised move: ask for 'advise' first") == 1
    assert "White\n  clues a1" in desk.text


def test_sheet_and_reasons_speak_of_seats_and_of_what_happened():
    desk = Desk("1", "sheet", "why seat 2 hand forward", "why nobody", "plays nothing", "quit")
    desk.play(deduce.game("entracte"))
    sheet, why = (text for text in desk.shown if "worlds left" in text or "because" in text)
    # The heads of the table stand over their columns.
    rows = sheet.splitlines()
    heads = next(row for row in rows if row.split() == ["seat", "1", "seat", "2"])
    assert len(heads) == len(next(row for row in rows if row.startswith("hand forward")))
    assert '"seat 2 plays ' in why
    assert "expected a player's name, not 'nobody': allowed: seat 1, seat 2" in desk.shown
    assert "line " not in why
    assert not any("P1" in text or "P2" in text or "column 1:" in text for text in desk.shown)


def test_an_error_of_rounding_is_not_shown():
    game = deduce.game("enigma")
    desk = Desk("peek 5", "advise", "quit")
    desk.play(game)
    assert "heuristic): " in desk.text
    assert "e-1" not in desk.text


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("I peek at 3", "peek 3"),
        ("I 3", "peek 3"),
        ("looks at 3", "peek 3"),
        ("Peeks 3", "peek 3"),
        ("at 3, peek", "peek 3"),
        ("claims", None),
        ("not 3", None),
        ("P2 looks at 3", None),
        ("I peek at 3 or 4", None),
    ],
)
def test_moves_are_taken_as_notes_say_them(typed, move):
    game = deduce.game("enigma")
    view = game.new(players=3, seed=1).view(1)
    if move is None:
        with pytest.raises(DeduceError):
            read_answer(typed, view, game)
    else:
        assert str(read_answer(typed, view, game)[1]) == move


def test_q_leaves_and_at_the_end_the_others_show_what_they_saw():
    game = deduce.game("kuhn")
    shown = []
    answers = iter(["q"])
    left = play_in_terminal(game, {2: random_player}, 1, input=lambda _: next(answers), output=shown.append)
    assert not left.finished
    answers = iter(["bets", "1", "1", "1"])
    ended = play_in_terminal(
        game, {2: random_player}, 1, input=lambda _: next(answers), output=shown.append
    )
    assert ended.finished
    assert any("What seat 2 saw:" in text and "card[P2] is" in text for text in shown)


def test_what_nobody_knew_is_told_at_the_end():
    game, shown = deduce.game("enigma"), []
    left = play_in_terminal(game, {2: random_player}, 1, rng=3, input=lambda _: "1", output=shown.append)
    assert left.finished
    told = next(text for text in shown if text.startswith("What nobody knew: "))
    seen = "\n".join(shown)
    state = left.state
    for place, room in enumerate(state.face.cells, 1):
        name = state.setting.data.parts.room_names[room]
        assert f"cell[{place}] is {name}" in told or name in seen
    known = {each.name for seat in (1, 2) for each in game.knowledge(state.view(seat)).certain()}
    assert not any(f"{name} is " in told for name in known)


def test_seats_have_names_in_what_is_shown_and_typed():
    desk = Desk("moves", "quit")
    seats = {2: random_player, 3: random_player}
    play_in_terminal(
        Whose(), seats, 1, 0, input=desk.ask, output=desk.shown.append, names=["Ann", "Bob", "Cid"]
    )
    assert "you are Ann" in desk.text
    assert "seat 1" not in desk.text
    asked = []
    play_in_terminal(
        deduce.game("coup"),
        seats,
        1,
        3,
        input=lambda prompt: asked.append(prompt) or ("steal bob" if len(asked) == 1 else "quit"),
        output=desk.shown.append,
        names=["Ann", "Bob", "Cid"],
    )
    assert asked[0] == "Ann> "
    assert "steal Bob" in desk.text
    assert "P2" not in desk.text


def test_as_many_names_as_seats():
    with pytest.raises(ProblemError, match="1 name for 2 seats"):
        play_in_terminal(Show(), {2: random_player}, 1, 0, names=["Ann"])


def test_many_guesses_come_in_the_order_of_advice():
    game = deduce.game("entracte")
    state = game.new(players=2, seed=1)
    while not all(str(move).startswith("guess") for move in state.view(1).moves) or state.actor != 1:
        if state.actor == 1 or isinstance(state.actor, int):
            moves = state.moves()
            wanted = [move for move in moves if str(move) in ("stop", "pass")] or moves
            state = state.play(wanted[0])
        else:
            state = state.play(state.draw(random.Random(1)))
    desk = Desk("quit")
    play_in_terminal(
        game, {2: random_player}, 1, 0, input=desk.ask, output=desk.shown.append, played=((state,), ())
    )
    first = next(line for line in desk.text.splitlines() if line.strip().startswith("1  guess"))
    assert str(game.advise(state.view(1))[0].move) in first


def test_a_drawing_is_shown_whole_where_a_line_of_it_has_changed():
    before = ["title", "[Hall]--[Study]", "#    -", "", "     P1", "[Cellar]--[Vault]", "deck 9"]
    after = [*before[:4], "  P1", *before[5:]]
    assert changed(before, after) == after[1:6]
    assert changed(before, [*before[:6], "deck 8"]) == ["deck 8"]
    assert changed(before, before) == []


def test_what_a_seat_saw_is_not_what_nobody_knew():
    """Each holds a card of three: the third is what nobody knew."""
    game, shown = deduce.game("kuhn"), []
    play_in_terminal(game, {2: random_player}, 1, rng=4, input=lambda _: "1", output=shown.append)
    told = [text for text in shown if text.startswith("What nobody knew")]
    assert not any("card[P1]" in text or "card[P2]" in text for text in told)


def test_a_table_of_a_declared_game_is_told_in_words():
    view = deduce.game("coup").new(players=3, seed=5).view(1)
    told = deduce.game("coup").show(view)
    assert "coins: 1 = 2; 2 = 2; 3 = 2" in told
    assert "lost: 1 = -; 2 = -; 3 = -" in told
    assert "[" not in told


@pytest.mark.parametrize("actors", ["1", "121", "1221", "22", "12122", ""])
def test_undo_goes_back_to_the_last_decision_of_the_person(actors):
    """States before each move and after the last; the later ones are gone."""
    table = SimpleNamespace(
        human=1, moves=list(range(len(actors))), _lines=["x"], _menu=["y"], show=lambda _: None,
        states=[SimpleNamespace(actor=int(actor)) for actor in actors] + [SimpleNamespace(actor=1)],
    )  # fmt: skip
    last = actors.rfind("1")
    assert _Table._undo(table) == (last >= 0)
    assert table.moves == list(range(last if last >= 0 else len(actors)))
    assert len(table.states) == len(table.moves) + 1


EVENINGS = {
    "kuhn": ["help", "moves", "pass", "undo", "bet", "7"],
    "love_letter": ["sheet", "view", "why P2 has princess", "1", "1", "2", "1", "1", "quit"],
    "skull": ["rose", "1", "view", "1", "2", "1", "1"],
}


@pytest.mark.parametrize("watched", [False, True], ids=["played", "watched"])
@pytest.mark.parametrize("name", EVENINGS)
def test_a_whole_evening_reads_as_it_was_approved(name, watched):
    desk = Desk(*EVENINGS[name], "quit")
    desk.play(deduce.game(name), None if watched else 1, deduce.game(name).seats.start, 3)
    assert_approved(f"evening_{name}_{'watched' if watched else 'played'}", desk.text.split("\n"))
