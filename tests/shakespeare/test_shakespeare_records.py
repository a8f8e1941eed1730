"""Records and typed positions: they read back what was written, and errors say where."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from amount import amount, examples
from hypothesis import given, settings
from hypothesis import strategies as st
from shakespeare_tools import acting, do, step, until, write

from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError, RecordError
from deduce.records.record import read_record
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.records.position import position_code, position_lines
from deduce_models.shakespeare.records.reading import read
from deduce_models.shakespeare.rules import phases

RESTS = st.sampled_from(["simultaneous", "strategic"])


def history(players, seed, length, **options):
    """The moves of a random game, cut after `length` moves, and the position there; Queens like objectives."""
    rng = random.Random(seed)
    state, moves = GAME.new(players=players, **options), []
    while state.actor is not None and len(moves) < length:
        if state.actor is CHANCE:
            move = state.draw(rng)
        else:
            legal = state.moves()
            royal = [m for m in legal if str(m).endswith("objectives")]
            move = royal[0] if royal and rng.random() < 0.7 else rng.choice(list(legal))
        moves.append(move)
        state = state.play(move)
    return moves, state


@examples(14)
@given(st.integers(1, 4), st.integers(0, 10**6), st.integers(0, 400), RESTS)
def test_a_complete_record_reads_back(players, seed, length, rest):
    moves, state = history(players, seed, length, rest=rest)
    record = read_record(write(moves, players=players, rest=rest))
    table = read(record)
    assert table.last == state.face
    assert list(table.state.history) == list(map(str, moves))
    assert write(table.state.history, players=players, rest=rest) == record.text


@settings(max_examples=amount(4, 2_500))
@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 400), RESTS, st.integers(0, 4))
def test_the_record_of_one_seat_reads_back_to_its_view(players, seed, length, rest, seat):
    seat = min(seat, players)
    moves, state = history(players, seed, length, rest=rest)
    text = write(moves, players=players, seat=seat, rest=rest)
    table = read(read_record(text))
    assert table.me == seat
    assert table.view() == state.view(seat)
    assert table.last.view(seat) == state.view(seat).face


def test_the_record_of_one_seat_holds_no_secret():
    moves, state = history(3, 8, 400)
    text = write(moves, players=3, seat=2)
    events = text.partition("shows")[0]
    drawn = {item for owner, cards, _, _ in state.dealings if owner != 2 for item in cards}
    own = {item for owner, cards, _, _ in state.dealings if owner == 2 for item in cards}
    assert drawn
    for item in drawn - own:
        assert state.setup.objective_codes[item] not in events
    assert "objective ?" in events
    cut, _ = history(3, 8, [str(m).startswith("wager") for m in moves].index(True) + 2)
    assert write(cut, players=3, seat=3).count("chooses unseen") == 2


@given(st.integers(1, 4), st.integers(0, 10**6), st.integers(0, 300))
def test_a_position_reads_back(players, seed, length):
    state = until(history(players, seed, length)[1].face, {phases.ACTION, phases.WAGER}, seed)
    if state.actor is None:
        return
    state = state._replace(choices=(0,) * players)
    if state.phase == phases.WAGER:
        state = state._replace(turn=1)
    text = "\n".join([f"game: shakespeare\nplayers: {players}\n", *position_lines(state)])
    last = read(read_record(text)).last
    assert last._replace(dealings=()) == state._replace(dealings=())
    assert last.scores == state.scores


@given(st.integers(1, 4), st.integers(0, 10**6), st.integers(0, 300), st.booleans())
def test_a_position_code_says_what_the_lines_say(players, seed, length, own):
    state = until(history(players, seed, length)[1].face, {phases.ACTION, phases.WAGER}, seed)
    if state.actor is None:
        return
    shown = state.view(state.turn) if own else state
    header = f"game: shakespeare\nplayers: {players}\n" + f"seat: {state.turn}\n" * own
    code = position_code(shown)
    assert "\n" not in code
    by_code = read(read_record(f"{header}\nposition code {code}\n")).last
    by_lines = read(read_record("\n".join([f"{header}", *position_lines(shown)]))).last
    assert by_code == by_lines
    assert position_code(by_code.view(state.turn) if own else by_code) == code


@pytest.mark.parametrize(
    ("code", "message", "column"),
    [
        ("d3 z4", "a field of a position code begins with", 18),
        ("d3 D=hamlet,hamlet", "hamlet is named twice", 18),
        ("d3  s=K2Q1", r"expected a colour \(K P U B G Y\) and a number each, such as K2P1", 19),
        ("d3 b=1,2", "a seat is missing", 18),
        ("d3 b1=1,2", "expected 5 numbers", 18),
        ("d3 w1=author", r"expected a person, a colon and a colour \(K P U B G Y\), not 'author'", 18),
        ("d3 p4=1,2", "expected an act, not '4': allowed: I, II, III", 18),
        ("d3 u1=romeo", "expected one of the troupe", 18),
        ("d9", "expected a day", 15),
    ],
)
def test_a_position_code_is_refused_at_its_field(code, message, column):
    with pytest.raises(RecordError, match=message) as caught:
        read(read_record(f"game: shakespeare\nplayers: 2\n\nposition code {code}\n"))
    assert (caught.value.line, caught.value.column) == (4, column)


def test_copies_need_no_number():
    text = (
        "game: shakespeare\nplayers: 2\n\nposition day 3\nposition turn 2\nposition display assistant puck assistant\n"
        "position troupe 2 mistress-6 extra-assistant.1\nposition offer costume black 2\nactivate mistress-6\n"
    )
    state = read(read_record(text)).last
    codes = state.setup.parts.codes
    assert [codes[card] for card in state.display] == ["assistant.2", "assistant.3", "puck"]
    assert state.setup.codes[state.worker] == "mistress-6.1"
    with pytest.raises(RecordError, match="all 3 copies of assistant are named already"):
        read(read_record(text.replace("display assistant", "display assistant assistant assistant")))


POSITION = """game: shakespeare
players: 2

position day 3
position turn 2
position offer set black 2 pink 1
position troupe 2 dresser-6.1 extra-romeo
position stage 2 1C black 1L1 pink
position costume 2 extra-romeo black pink
activate dresser-6.1
"""


def test_a_typed_position_is_played_on():
    table = read(read_record(POSITION))
    state = table.last
    assert (state.day, state.turn, state.budget) == (3, 2, 6)
    assert "set pink 1R1" in [str(move) for move in state.moves()]
    assert "set black 1R1" not in [str(move) for move in state.moves()]
    assert sum(state.set_bag) == 36 - 18
    assert [said.split(" ")[1] for said in table.assumed] == ["discarded", "set", "costume"]


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("day 3", "day 7", "expected a day from 1 to 6", 4),
        ("turn 2", "turn 3", "expected a seat from 1 to 2", 5),
        ("pink 1\n", "pnik 1\n", "did you mean 'pink'", 6),
        ("black 2 pink", "black 9 pink", "position has 10 black elements of the set; the game has 8", 6),
        ("dresser-6.1 extra", "dresser-61 extra", "did you mean 'dresser-6.1'", 7),
        ("extra-romeo\n", "romeo extra-romeo\n", "the card romeo is in two places", 7),
        ("1L1 pink", "2L1 pink", "space 2L1 needs a piece on 1L1", 8),
        ("1L1 pink", "1L1 pink 1R1 blue", "which has another colour", 8),
        ("2 extra-romeo black", "2 handyman black", "handyman wears no costume", 9),
        ("black pink\na", "black pink blue green\na", "at most three elements", 9),
        ("position day 3", "position dya 3", "did you mean 'day'", 4),
        ("position day 3", "position day 3\nposition day 4", "given twice", 5),
        ("activate dresser-6.1", "activate dresser-6.1\nposition day 2", "come before everything", 11),
        (
            "activate dresser-6.1",
            "activate mistress-6.1",
            "mistress-6.1 is not in the troupe of seat 2",
            10,
        ),
        ("activate dresser-6.1", "actviate dresser-6.1", "did you mean 'activate dresser-6.1'", 10),
        ("activate dresser-6.1", "wager 3", "no wager is made now", 10),
        ("turn 2", "initiative 2", "before the wagers all seats", 5),
    ],
)
def test_errors_name_line_and_cause(old, new, message, line):
    assert old in POSITION
    with pytest.raises(RecordError, match=message) as error:
        read(read_record(POSITION.replace(old, new, 1)))
    assert error.value.line == line


@pytest.mark.parametrize(
    ("header", "event", "message"),
    [
        ("players: 5", "order 1 2", "for 1 to 4 players, not '5'"),
        ("players: two!", "order 1 2", "a player's name is one word"),
        ("players: 2\nseat: 3", "order 1 2", "expected 0 to 2"),
        ("players: 2\nrest: sometimes", "order 1 2", "allowed: simultaneous, strategic"),
        ("players: 2\ncolour: red", "order 1 2", "unknown header key 'colour'"),
        ("players: 2", "order 1 3", "expected order: 1 2, 2 1"),
        ("players: 2", "offer set black 6", "expected order: 1 2, 2 1"),
        ("players: 2", "order 1 2\noffer set pink 2", "these are 2; 6 come here"),
        ("players: 2", "order 1 2\noffer set black 9", "expected offer set black"),
        ("players: 2", "order 1 2\noffer set black 2 pink 2", "these are 4; 6 come here"),
        ("players: 2", "order 1 2\noffer set green 6", "expected offer set green: 2, 3, 4"),
        ("players: 2", "order ?", "expected order: 1 2, 2 1"),
        ("players: 2\nseat: 1", "order ?", "expected order: 1 2, 2 1"),
    ],
)
def test_wrong_records_are_refused(header, event, message):
    with pytest.raises(RecordError, match=message):
        read(read_record(f"game: shakespeare\n{header}\n\n{event}\n"))


def test_short_forms_at_the_table():
    text = "game: shakespeare\nplayers: 2\nseat: 2\n\nposition day 2\nposition initiative 2 1\n"
    table = read(read_record(text + "wagers 3 3\n"))
    assert table.last.order == (2, 1)
    hidden = read(read_record(text + "wager ?\n"))
    assert hidden.last.view(2).choices == (-2, 0)
    shown = read(read_record(text + "wager ?\nwager 2\nwagers 4 2\n"))
    assert shown.last.order == (2, 1)
    with pytest.raises(RecordError, match="P2 chose wager 2, as the lines before say"):
        read(read_record(text + "wager ?\nwager 2\nwagers 4 3\n"))
    assert read(read_record(text + "wager ?\nwagers 4 2\n")).last == shown.last
    with pytest.raises(RecordError, match="expected what wager 2 of P1 is"):
        read(read_record(text + "wager ?\nwager 2\npass\nwagers 4 2\n"))
    unshown = read(read_record(text.replace("seat: 2", "seat: 1") + "wager 2\nwager ?\n"))
    assert unshown.view().choices == (2, -2)
    assert unshown.last.choices[0] == 2
    with pytest.raises(RecordError, match="1 are told; expected those of P1 P2"):
        read(read_record(text + "wagers 4\n"))


def test_objectives_of_others_are_typed_as_unseen():
    text = "game: shakespeare\nplayers: 2\nseat: 1\n\nposition turn 1\nposition objectives 1 wardrobe\n"
    table = read(read_record(text + "position objectives 2 ? ?\n"))
    view = table.last.view(1)
    assert len(view.objectives) == 1
    known = GAME.knowledge(view)
    assert known.possible(known.problem["place[solid-walls]"]) == {"seat 2.1", "seat 2.2", "deck"}
    with pytest.raises(RecordError, match="stands for objectives of others"):
        read(read_record(text.replace("wardrobe", "?")))


def test_an_offer_that_had_to_be_so_may_be_written_down():
    text = """game: shakespeare
players: 2

position day 5
position turn 1
position offer set pink 1
position bag set pink 2 blue 3 yellow 1
position bag costume black 4 green 2
position initiative 1 2
position seat 1 cylinders 0
position seat 2 cylinders 0
position display juliet viola
recruit juliet
recruit viola
display hamlet puck romeo titania
offer set pink 2 blue 3 yellow 1
offer costume black 4 green 2
wagers 1 2
"""
    last = read(read_record(text)).last
    assert (last.day, last.set_offer, last.costume_bag) == (6, (0, 2, 0, 3, 0, 1), (0,) * 6)
    assert read(read_record(text.replace("offer set pink 2 blue 3 yellow 1\n", "", 1))).last == last
    with pytest.raises(RecordError, match="line 16, column 1"):
        read(read_record(text.replace("\noffer set pink 2 blue 3", "\noffer set pink 3 blue 2")))


def test_the_moment_before_wagers_are_shown():
    text = "game: shakespeare\nplayers: 2\nseat: 1\n\nposition day 2\nwager 2\nwager ?\nwagers 2 4\n"
    early = read(read_record(text)).upto("6").last
    assert (early.phase, early.turn) == (phases.WAGER, 2)
    unshown = read(read_record(text)).upto("7").view()
    assert (unshown.phase, unshown.choices) == (phases.WAGER, (2, -2))
    assert read(read_record(text)).upto("8").last == read(read_record(text)).last


def test_the_own_wager_is_not_told_otherwise():
    text = "game: shakespeare\nplayers: 2\nseat: 1\n\nposition day 2\nwager 2\n"
    shown = read(read_record(text + "P1 wager 2, P2 wager 4\n")).view()
    assert shown == read(read_record(text + "wagers 2 4\n")).view()
    for line in ("P1 wager 3, P2 wager 4\n", "wagers 3 4\n"):
        with pytest.raises(RecordError, match="line 7"):
            read(read_record(text + line))


def test_with_nobody_to_recruit_a_seat_may_pass():
    text = "game: shakespeare\nplayers: 2\n\nposition turn 1\nposition seat 1 cylinders 0\n"
    state = read(read_record(text)).last
    assert [str(move) for move in state.moves()] == ["pass"]
    assert read(read_record(text + "pass\n")).last.turn == 2


def test_moves_are_parsed_in_any_case_and_spacing():
    state = acting(2, 1)
    assert str(GAME.parse("  Activate   AUTHOR ", state)) == "activate author"
    with pytest.raises(RecordError, match="did you mean 'author'") as error:
        GAME.parse("activate autor", state)
    assert error.value.column == 10
    assert do(state, "activate author").phase == phases.QUILL
    assert str(GAME.parse("act aut", state)) == "activate author"
    assert str(GAME.parse("wager 3", state)) == "wager 3"  # whether it is legal is for `play` to say
    with pytest.raises(RecordError, match="expected a move, not an empty line"):
        GAME.parse(" ", state)
    with pytest.raises(RecordError, match="allowed: activate"):
        GAME.parse("frobnicate", state)


def test_until_stops_in_the_middle():
    moves, _ = history(2, 4, 200)
    text = write(moves, players=2)
    early = read(read_record(text)).upto("8")
    assert early.last.day == 0
    with pytest.raises(RecordError, match="expected a line number"):
        read(read_record(text)).upto("0")


@settings(max_examples=5)
@given(st.integers(0, 10**6))
def test_steps_of_the_tools_are_legal(seed):
    state = acting(3, 2)
    assert step(state, random.Random(seed)) != state


EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "shakespeare").glob("*.txt"))


def spoilt(text, rng):
    """A record with a few words or lines left out, doubled, moved or replaced by words from elsewhere."""
    lines = text.split("\n")
    words = [*text.split(), "?", "99", "-1", "wagers", "awakes", "shows", "neutral", "+3", "\u00b2"]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        typed = lines[at].split() or [""]
        place = rng.randrange(len(typed))
        change = rng.randrange(6)
        if change == 0 and len(lines) > 2:
            del lines[at]
        elif change == 1:
            lines.insert(at, rng.choice(lines))
        elif change == 2:
            lines.append(lines.pop(at))
        else:
            typed[place : place + (change != 3)] = [rng.choice(words)] * (change != 4)
            lines[at] = " ".join(typed)
    return "\n".join(lines)


@given(st.sampled_from([path.read_text(encoding="utf-8") for path in EXAMPLES]), st.integers(0, 10**9))
@settings(max_examples=amount(25, 10_000))
def test_spoilt_records_are_read_or_refused(text, seed):
    rng = random.Random(seed)
    try:
        state = read(read_record(spoilt(text, rng))).last
    except RecordError:
        return
    # What was read can be played on.
    while state.actor is not None:
        state = step(state, rng)


@pytest.mark.parametrize("writer", ["me: Bob", "seat: Bo", "seat: 2", "me: 2"])
def test_players_may_have_names(writer):
    text = (
        f"game: shakespeare\nplayers: Ann Bob\n{writer}\n\n"
        "position day 2\nposition order Bob 1\nposition turn bob\nposition seat Ann pounds 4\n"
    )
    table = read(read_record(text))
    assert (table.names, table.me, table.last.order, table.last.turn) == (("Ann", "Bob"), 2, (2, 1), 2)
    assert table.last.boards[0].pounds == 4
    assert table.view().seat == 2
    assert table.upto("5").last.day == 2
    with pytest.raises(ProblemError, match="the record of Bob"):
        table.view(1)


def test_the_plug_in_is_wired_lazily():
    code = (
        "import sys; from deduce_models.shakespeare import GAME; GAME.players, GAME.options, GAME.best\n"
        "heavy = {'numpy', 'ortools', 'deduce.knowledge'} & set(sys.modules)\n"
        "rooms = ('advice', 'players', 'bound', 'placement', 'answers', 'knowledge')\n"
        "print(sorted(heavy) + [room for room in rooms if f'deduce_models.shakespeare.{room}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "line",
    [
        "drew set black 2 pink 4 purple 1 blue 2",
        "costume came black 1 pink 2 purple 2 blue 2 yellow 2",
        "drew dresser-8.1 handyman.3 desdemona romeo handyman.2",
    ],
)
def test_what_is_laid_out_is_nobodys_doing(line):
    """In people's words, who say "we" of it; with somebody's name before it it is not understood."""
    plain = (
        "offer set black 2 pink 4 purple 1 blue 2",
        "offer costume black 1 pink 2 purple 2 blue 2 yellow 2",
        "display dresser-8.1 handyman.3 desdemona romeo handyman.2",
    )
    place = ("drew set", "costume came", "drew dresser-8.1").index(" ".join(line.split()[:2]))
    head = "\n".join(["game: shakespeare\nplayers: Ann Bob Cid\n\norder Bob Ann Cid", *plain[:place], ""])
    laid = read(read_record(head + plain[place])).last
    assert read(read_record(head + line)).last == laid
    assert read(read_record(f"{head}we {line.replace('costume came', 'drew costume')}")).last == laid
    with pytest.raises(RecordError, match="not understood"):
        read(read_record(f"{head}Ann {line}"))


def test_a_misspelt_word_that_no_rule_tells_is_shown_in_a_whole_line_of_the_guide():
    with pytest.raises(RecordError, match="did you mean 'display'") as caught:
        GAME.answers().read(
            read_record("game: shakespeare\nplayers: Ann Bob Cid\nme: Ann\n\ndisplya dresser\n")
        )
    assert caught.value.example in GAME.record_guide
    assert caught.value.example.startswith("display ")
