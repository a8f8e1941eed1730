"""The pieces of the rules by themselves: moves as text and fields, other mansions, unknown cards, and what is told."""

import itertools
import random

import pytest
from options import published
from positions import dealt_to, lying, play

from deduce.games.base import CHANCE
from deduce.games.speaking import speech_of
from deduce.ground.errors import IllegalMove, ProblemError
from deduce.ground.phrases import LANGUAGES
from deduce.rulebook import State
from deduce_models.enigma import GAME
from deduce_models.enigma.components.parts import shipped
from deduce_models.enigma.rulebook import EFFECTS
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.phases import DONE
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits
from deduce_models.enigma.rules.setup import setup as set_up
from deduce_models.enigma.rules.telling import sentence
from deduce_models.enigma.rules.tokens import Tokens
from deduce_models.enigma.rules.views import held_slots, seen_cells

ROOMS = ["Library", "Code", "Radio", "Tome", "Teamwork", "Command", "Bombe", "Phantom", "Machine"]
PEOPLE = ["Decrypter", "Messiah", "Medium", "Archivist", "Wanderer", "Ghost", "Saboteur"]


def mansion(folder, rooms, people):
    """A file with these rooms and Characters, as the shipped ones are; its path."""
    icons = {**dict.fromkeys(["Code", "Tome", "Radio", "Command"], "C"), "Library": ""}
    text = "".join(f'[[rooms]]\nname = "{name}"\nicon = "{icons.get(name, "D")}"\n' for name in rooms)
    text += "".join(
        f'[[characters]]\nname = "{name}"\nrooms = [{", ".join(repr(room) for room in wanted)}]\n'
        for name, wanted in people.items()
    )
    path = folder / "mansion.toml"
    path.write_text(text.replace("'", '"'), encoding="utf-8")
    return path


def start(*, players=3, cards=PEOPLE, rooms=ROOMS, **options) -> State:
    """The first turn, with the rooms in their order and these Characters in the slots."""
    return dealt_to(rooms, cards, players=players, **options)


def trusted(state, at, room):
    state = play(state, f"peek {at}", f"claim {room}")
    while "trust" in map(str, state.moves()):
        state = play(state, "trust")
    return state


def said_of(state):
    return [str(move) for move in state.moves()]


def meaning(text, names):
    """Kind, `at` and `what` of a move by its text."""
    word, *rest = text.split()
    kind, numbers = Kind[word.upper()], [int(each) for each in rest if each.isdigit()]
    if word == "call":
        return kind, numbers[0] - 1, ROOMS.index(rest[1])
    if word == "accuse":
        return kind, names.index(rest[0]) + 1, PEOPLE.index(rest[1])
    if word == "claim":
        return kind, -1, ROOMS.index(rest[0])
    if word in ("ghost", "lay", "shuffle"):
        places = sorted(number - 1 for number in numbers)
        mask = sum(2**cell for cell in places)
        orders = list(itertools.permutations(places))
        return kind, mask, orders.index(tuple(n - 1 for n in numbers)) if word == "lay" else -1
    if word in ("view", "flip", "swap"):
        return kind, names.index(rest[0]) + 1, -1
    return kind, numbers[0] - 1 if numbers else -1, -1


@pytest.mark.parametrize("players", range(2, 6))
def test_every_move_says_in_its_text_what_it_is(players):
    setting = GAME.new(players=players).setting
    names = [f"P{seat}" for seat in range(1, players + 1)]
    texts = list(GAME.actions(players))
    for text in texts:
        move = setting.move(text)
        assert move[:3] == meaning(text, names), move
        assert str(move) == move.text == text
    places = range(1, 10)
    triples = list(itertools.combinations(places, 3))
    expected = {
        *(f"{word} {at}" for word in ("peek", "point", "name", "look", "open", "reveal") for at in places),
        *(f"{word} {name}" for word in ("view", "flip", "swap") for name in names),
        *(f"claim {room}" for room in ROOMS),
        *(f"call {at} {room}" for at in places for room in ROOMS),
        *(f"accuse {name} {person}" for name in names for person in PEOPLE),
        *("ghost {} {} {}".format(*three) for three in triples),
        *("lay {} {} {}".format(*order) for three in triples for order in itertools.permutations(three)),
        *("shuffle {} {}".format(*pair) for pair in itertools.combinations(places, 2)),
        *("spend", "doubt", "trust", "keep", "renew", "cancel", "allow", "mission", "end", "rest"),
    }
    assert len(texts) == len(expected)
    assert set(texts) == expected
    for text in ("cell[1] = Tome", "dealt[stack 1] = Ghost", "gains C", "order 1 3 2"):
        assert setting.move(text)[:3] == (Kind.CHANCE, -1, -1)


def test_kinds_are_numbered_without_gaps():
    """They are kept in vectors and in files by number."""
    assert list(map(int, What)) == list(range(30))
    assert list(map(int, Kind)) == [
        0,
        *range(4, 29),
    ]  # 0 to 3 were the kinds of chance's moves, which are one now
    assert tuple(itertools.permutations((0, 1, 2))) == PERMUTATIONS


def test_options_are_those_that_are_published():
    listed, found = published("enigma")
    assert found == listed
    assert [name for name, option in GAME.options.items() if option.of_seat] == ["keeper"]


def test_what_an_event_does_not_say_is_nothing():
    for kind in What:
        assert tuple(Event(kind, 3)) == (kind, 3, -1, -1, 0, -1)


def test_bits_of_a_mask():
    for mask in range(600):
        assert list(bits(mask)) == [k for k in range(12) if format(mask, "012b")[11 - k] == "1"]


def test_before_the_deal_nothing_is():
    for players in range(2, 6):
        state = GAME.new(players=players)
        numbers = {name: value for name, value in state.face._asdict().items() if type(value) is int}
        nought = dict.fromkeys(numbers, 0)
        assert numbers == {**nought, "at": -1, "room": -1, "seat": -1}
        assert state.held == tuple(range(players))
        assert state.stack == tuple(range(players, 7))
        assert (state.cells, state.start, state.cards, state.log) == ((), (), (), ())
        assert state.actor is CHANCE
        tokens = Tokens(state.setup)
        assert (tokens.chaos, tokens.keys, tokens.silent, tokens.out, tokens.claimant) == (0,) * 5
        assert tuple(tokens.held) == state.held


@pytest.mark.parametrize("players", range(2, 6))
def test_the_setting_of_a_game(players):
    made = GAME.new(players=players).setup
    assert set(bits(made.all_seats)) == set(range(1, players + 1))
    assert set(bits(made.all_cells)) == set(range(9))
    assert [PEOPLE[made.ghost], PEOPLE[made.saboteur]] == ["Ghost", "Saboteur"]
    assert tuple(EFFECTS) == made.parts.room_names
    # The icons that were found, and those that were made up: 0 none, 1 Chaos, 2 Decryption.
    assert dict(zip(ROOMS, made.icons, strict=True)) == {
        "Library": 0, "Code": 1, "Radio": 1, "Tome": 1, "Teamwork": 2, "Command": 1, "Bombe": 2, "Phantom": 2,
        "Machine": 2,
    }  # fmt: skip
    free = GAME.new(players=players, icons="free").setup.icons
    left_open = [ROOMS[room] for room, icon in enumerate(free) if icon == -1]
    assert left_open == ["Radio", "Teamwork", "Command", "Bombe"]
    for keeper in range(1, 6):
        if keeper > players:
            with pytest.raises(ProblemError, match=f"keeper={keeper}: there are {players} seats"):
                GAME.new(players=players, keeper=keeper)
        else:
            state = start(players=players, keeper=keeper)
            assert (state.turn, state.actor, state.time) == (keeper, keeper, 1)


def test_equal_settings_are_shared():
    options = {name: option.default for name, option in GAME.options.items()}
    assert set_up(shipped(), 3, options) is set_up(shipped(), 3, dict(reversed(options.items())))
    assert set_up(shipped(), 3, options) is not set_up(shipped(), 3, {**options, "slots": 6})


@pytest.mark.parametrize("players", range(2, 6))
def test_there_must_be_more_characters_than_players(players, tmp_path):
    for people in range(3, 7):
        data = mansion(tmp_path, ROOMS, {name: [] for name in PEOPLE[:people]})
        path = data.rename(tmp_path / f"people{people}.toml")
        if people > players:
            assert GAME.new(players=players, data=path).setup.slots == people
        else:
            with pytest.raises(ProblemError, match=f"{players} players need more than {people} characters"):
                GAME.new(players=players, data=path)


def test_a_mansion_of_six_with_other_effects_and_people(tmp_path):
    rooms = ["Machine", "Phantom", "Bombe", "Tome", "Code", "Library"]
    people = {"Medium": ["Phantom"], "Wanderer": ["Tome", "Machine"], "Decrypter": []}
    data = mansion(tmp_path, rooms, people)
    state = start(players=2, data=data, rooms=rooms, cards=list(people))
    assert (state.setup.ghost, state.setup.saboteur) == (-1, -1)
    assert said_of(state)[:6] == [f"peek {at}" for at in range(1, 7)]
    assert trusted(state, 6, "Bombe").keys == 0b10
    assert trusted(state, 1, "Phantom").chaos == 0b10
    assert said_of(trusted(state, 1, "Phantom")) == ["keep", "renew"]
    after = play(trusted(state, 1, "Machine"), "shuffle 2 6")
    assert after.aux == 0b100011
    assert [rooms[room] for room in play(after, "order 6 1 2").cells] == [
        *["Library", "Machine", "Bombe", "Tome", "Code", "Phantom"]
    ]
    # Nobody is the Saboteur, and nobody the Ghost.
    assert trusted(lying(state, time=4), 1, "Tome").winner == 0
    tokens = Tokens(state.setup)
    for room in range(6):
        tokens.read(Event(What.NAME, 1, 0, room))
    # The Phantom gave Chaos, which the Bombe took again.
    assert (tokens.chaos, tokens.keys) == (0, 0)
    tokens.read(Event(What.NAME, 2, 0, rooms.index("Bombe")))
    assert (tokens.chaos, tokens.keys) == (0, 0b100)


def test_an_icon_that_is_left_open_is_drawn_at_the_look():
    free = play(trusted(start(icons="free"), 1, "Library"), "look 3")
    assert [(str(move), chance) for move, chance in free.outcomes()] == [("gains C", 0.5), ("gains D", 0.5)]
    assert play(free, "gains D").keys == 0b10
    assert play(free, "gains C").chaos == 0b10
    held = play(trusted(lying(start(icons="free"), chaos=0b10, keys=0b10), 1, "Library"), "look 3")
    assert said_of(held)[0] == "end"
    ghost = start(cards=["Ghost", *PEOPLE[:5], "Saboteur"])
    assert play(trusted(ghost, 1, "Phantom"), "ghost 3 4 5").log[-1].seen == 2 + 3 * 16 + 4 * 256


def test_an_empty_stack_renews_nobody():
    for cards in (PEOPLE, ["Ghost", *PEOPLE[:5], "Saboteur"]):
        for players, expected in ((2, ["keep"]), (3, ["keep", "swap P2", "swap P3"])):
            state = trusted(lying(start(players=players, cards=cards), stack=()), 1, "Phantom")
            assert said_of(state) == expected


def test_whoever_holds_the_ghost_after_an_exchange_lays_any_three_cards_and_remembers_them():
    people = ["Decrypter", "Ghost", *(each for each in PEOPLE if each not in ("Decrypter", "Ghost"))]
    swapped = play(trusted(start(cards=people), 1, "Phantom"), "swap P3", "end")
    state = trusted(swapped, 2, "Phantom")
    ghosts = ["ghost {} {} {}".format(*three) for three in itertools.combinations(range(1, 10), 3)]
    assert said_of(state) == ["keep", "swap P1", "swap P3", *ghosts]
    laid = play(state, "ghost 1 2 9", "lay 9 1 2")
    for seat, places in ((1, ()), (2, (0, 1, 8)), (3, ())):
        assert seen_cells(laid.view(seat)) == {cell: laid.cells[cell] for cell in places}


@pytest.mark.parametrize("peeks", [False, True])
@pytest.mark.parametrize("face_up", [False, True])
@pytest.mark.parametrize("up", [0, 0b1, 0b101010101, 0b111111111])
def test_what_decryption_names(peeks, face_up, up):
    state = lying(start(extra_peek=peeks, extra_face_up=face_up), up=up, keys=0b10, stage=4)
    down = [at + 1 for at in range(9) if not up >> at & 1]
    assert ("spend" in said_of(state)) == bool(face_up or down)
    if "spend" in said_of(state):
        spent = play(state, "spend")
        word = "peek" if peeks else "point"
        names = [f"name {at}" for at in range(1, 10) if at not in down] if face_up else []
        assert said_of(spent) == [f"{word} {at}" for at in down] + names
        if down and not peeks:
            pointed = play(spent, f"point {down[0]}")
            assert pointed.log[-1] == Event(What.POINT, 1, down[0] - 1)
            assert all("see" not in line for line in GAME.happened(spent.view(1), pointed.view(1), 1, None))


def test_the_machine_asks_in_order_from_every_seat():
    for players, turn in ((2, 1), (2, 2), (3, 3), (4, 2), (5, 4)):
        begun = start(players=players)
        for chaos, silent in (
            (c, s) for c in range(1 << players) for s in (0, 0b110) if c.bit_count() > 2 * bool(s)
        ):
            state = lying(begun, turn=turn, chaos=2 * chaos, silent=silent & ~(1 << turn), time=3)
            order = [(turn - 1 + k) % players + 1 for k in range(players)]
            able = [seat for seat in order if chaos >> seat - 1 & 1 and not state.silent >> seat & 1]
            state = trusted(state, 1, "Machine")
            for number, seat in enumerate(able):
                assert state.actor == seat
                assert said_of(state) == ["allow", "cancel"]
                cancelled = play(state, "cancel")
                assert cancelled.chaos == 2 * chaos & ~(1 << seat)
                assert (cancelled.actor, cancelled.time, cancelled.log[-1].seat) == (turn, 3, seat)
                state = play(state, "allow")
                assert [event.seat for event in state.log if event.kind is What.ALLOW] == able[: number + 1]
            assert (state.actor, state.time, said_of(state)[0]) == (turn, 2, "shuffle 2 3")


def test_views_of_seats_that_do_not_play():
    state = start(players=3)
    for seat in (-1, 4):
        with pytest.raises(ProblemError, match=rf"seat {seat}: allowed are 0 \(a bystander\) to 3"):
            state.view(seat)


def test_what_a_position_shows_as_text():
    state = lying(start(players=3), up=0b1, chaos=0b10, keys=0b1010, silent=0b100, out=0b1000, time=2)
    lines = str(state.view(1)).splitlines()
    assert lines[0].split("  ")[0] == "1 [Library]"
    assert [line.split() for line in lines[:3]] == [
        ["1", "[Library]", "2", "?", "3", "?"],
        ["4", "?", "5", "?", "6", "?"],
        ["7", "?", "8", "?", "9", "?"],
    ]
    assert lines[3:] == [
        "seat 1 is the Decrypter",
        "Time 2 of 5",
        "seat 1 (to move): Chaos, Decryption",
        "seat 2: Silence",
        "seat 3: Decryption, out",
    ]
    assert str(state.view(0)).splitlines()[3] == "seat 0"
    swapped = play(trusted(lying(state, out=0, silent=0), 2, "Phantom"), "swap P2")
    assert str(swapped.view(1)).splitlines()[3] == "seat 1 is the Messiah"
    assert str(swapped.view(2)).splitlines()[3] == "seat 2 is the Decrypter"
    assert str(swapped.view(3)).splitlines()[3] == "seat 3 is the Medium"
    assert str(swapped.view(1)).splitlines()[0].split()[2:4] == ["2", "Code"]
    assert str(swapped.view(2)).splitlines()[0].split()[2:4] == ["2", "?"]
    before = GAME.new(players=3)
    assert str(before.view(1)).splitlines()[3] == "seat 1"


def test_which_slots_a_seat_has_held():
    log = (
        Event(What.SWAP, 1, 2, 0, 1),
        Event(What.SWAP, 3, 1, 2, 1),
        Event(What.LAY, 2, 7, more=4),
        Event(What.RENEW, 1, 1, 3, 5),
        Event(What.FLIP, 1, 2),
    )
    assert [held_slots(log, seat) for seat in (1, 2, 3)] == [[0, 1, 2, 5], [1, 0, 4], [2, 1]]


def test_the_time_keeper_out_of_the_game_and_nobody_left():
    state = start(players=3, cards=["Messiah", "Decrypter", *PEOPLE[2:]])
    lost = lying(state, out=0b1100, chaos=0b10)
    failed = play(lost, "mission", "reveal 1")
    assert (failed.actor, failed.scores, failed.out) == (None, (0.0, 0.0, 0.0), 0b1110)
    assert [event.kind for event in failed.log[-2:]] == [What.FAIL, What.TIMEOUT]
    # Seat 1 keeps Time and is out: it moves on before seat 2, in one step.
    state = lying(state, out=0b10, turn=3, stage=DONE)
    after = play(state, "end")
    assert (after.turn, after.time) == (2, 2)
    assert [event.kind for event in after.log[-2:]] == [What.END, What.TIME]


def test_time_that_runs_out_names_who_could_have_won():
    """The Saboteur not silenced and in the game; nobody else."""
    for players, silent, out in itertools.product((2, 4), (0, 0b100), (0, 0b10000)):
        for holder in range(1, 5):
            cards = [name for name in PEOPLE if name != "Saboteur"]
            cards.insert(holder - 1, "Saboteur")
            state = lying(start(players=players, cards=cards), time=4, silent=silent, out=out)
            state = lying(state, out=out if players == 4 else 0)
            over = trusted(state, 1, "Tome")
            able = {seat for seat in range(1, players + 1) if not (silent | state.out) >> seat & 1}
            winner = holder if holder in able else 0
            assert over.log[-1][:2] == (What.TIMEOUT, winner)
            assert over.scores == tuple(float(seat == winner) for seat in range(1, players + 1))


def why_not(state, text):
    """What is said of a move that is refused, up to what is allowed."""
    with pytest.raises(IllegalMove) as refusal:
        state.play(text)
    return str(refusal.value).partition(";")[0]


def test_reasons_call_players_by_name():
    state = play(start(players=3), "peek 1", "claim Code")
    assert why_not(state, "end") == "end: P2 declares now whether it is doubted"
    called = State.of(GAME.setting(3, state.setting.chosen, None, ("Ann", "Bob", "Cid")), ())
    for move in state.history[:9]:
        called = called.play(move)
    for at, person in enumerate(PEOPLE):
        called = called.play(
            f"dealt[{['Ann', 'Bob', 'Cid', 'stack 1', 'stack 2', 'stack 3', 'stack 4'][at]}] = {person}"
        )
    called = called.play("peek 1").play("claim Code")
    assert why_not(called, "end") == "end: Bob declares now whether it is doubted"
    over = trusted(lying(start(), time=4), 1, "Tome")
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play("end")


@pytest.mark.parametrize("up", [0b000000001, 0b100000010, 0b111101111])
def test_why_a_card_cannot_be_looked_at_or_named(up):
    """By every kind of move and at every place, before a naming and at an effect that needs another card."""
    state = lying(start(claim_face_up=True), up=up)
    radio = play(
        state,
        f"peek {next(at + 1 for at in range(9) if not up >> at & 1)}",
        "claim Radio",
        "trust",
        "trust",
    )
    another = "the effect needs another card than the one named"
    opening = "open" in said_of(radio)[0]
    for at in range(1, 10):
        shown = "that card lies face up already" if up >> at - 1 & 1 else "not possible now"
        for verb in ("peek", "point", "look", "open", "reveal"):
            move = f"{verb} {at}"
            if move not in said_of(state):
                assert why_not(state, move) == f"{move}: {shown}"
            if opening and move not in said_of(radio):
                assert why_not(radio, move) == f"{move}: {another if at == radio.face.at + 1 else shown}"
        if not up >> at - 1 & 1:
            said = "a face-down card is looked at before it is named"
            assert why_not(state, f"name {at}") == f"name {at}: {said}"
    for name in ("P1", "P2", "P3"):
        assert why_not(radio, f"view {name}") == f"view {name}: not possible now"


A, B = 1, 2
TOLD = [
    # (event, to who did it, to a third, to whom it was done or None)
    (Event(What.TIME, 1, what=3), "Time is now 3 of 5.", "Time is now 3 of 5.", None),
    (
        Event(What.REST, A),
        "You return Silence: there is nothing to look at.",
        "Seat 1 returns Silence: there is nothing to look at.",
        None,
    ),
    (Event(What.PEEK, A, 4, seen=3), "You look at 5 and see Tome.", "Seat 1 looks at 5.", None),
    (
        Event(What.QUIET, A, 0, seen=0),
        "You look at 1 and see Library; Silence is returned.",
        "Seat 1 looks at 1; Silence is returned.",
        None,
    ),
    (
        Event(What.NAME, A, 8, 8),
        "You name Machine, which lies face up at 9.",
        "Seat 1 names Machine, which lies face up at 9.",
        None,
    ),
    (
        Event(What.SPEND, A),
        "You return Decryption for an extra naming.",
        "Seat 1 returns Decryption for an extra naming.",
        None,
    ),
    (Event(What.POINT, A, 2), "You point to 3.", "Seat 1 points to 3.", None),
    (Event(What.CLAIM, A, 2, 0), "You name 3 as Library.", "Seat 1 names 3 as Library.", None),
    (Event(What.VERDICT, 0, 2, 0), "Nobody doubts.", "Nobody doubts.", None),
    (
        Event(What.LOOK, A, 2, 1, 2, 3),
        "You look at 3 and see Tome and gain Chaos.",
        "Seat 1 looks at 3 and gains Chaos.",
        None,
    ),
    (
        Event(What.LOOK, A, 2, 2, 0, 8),
        "You look at 3 and see Machine and gain Decryption.",
        "Seat 1 looks at 3 and gains Decryption.",
        None,
    ),
    (
        Event(What.LOOK, A, 2, 0, 0, 0),
        "You look at 3 and see Library and gain nothing.",
        "Seat 1 looks at 3 and gains nothing.",
        None,
    ),
    (Event(What.LOOK, A, 2, seen=0), "You look at 3 and see Library.", "Seat 1 looks at 3.", None),
    (Event(What.OPEN, A, 2, 0), "You turn up 3: Library.", "Seat 1 turns up 3: Library.", None),
    (
        Event(What.VIEW, A, B, 1, seen=0),
        "You look at the Character of seat 2: the Decrypter.",
        "Seat 1 looks at the Character of seat 2.",
        "Seat 1 looks at your Character.",
    ),
    (
        Event(What.FLIP, A, B),
        "You flip the Chaos of seat 2.",
        "Seat 1 flips the Chaos of seat 2.",
        "Seat 1 flips your Chaos.",
    ),
    (
        Event(What.SWAP, A, B, 0, 1),
        "You exchange Characters with seat 2.",
        "Seat 1 exchanges Characters with seat 2.",
        "Seat 1 exchanges Characters with you.",
    ),
    (Event(What.KEEP, A), "You keep the Character.", "Seat 1 keeps the Character.", None),
    (
        Event(What.RENEW, A, 0, 0, 4),
        "You lay the Decrypter open and draw a new Character.",
        "Seat 1 lays the Decrypter open and draws a new Character.",
        None,
    ),
    (
        Event(What.GHOST, A, 0b111, 0, seen=0x210),
        "You show the Ghost and take the cards at 1 2 3.",
        "Seat 1 shows the Ghost and takes the cards at 1 2 3.",
        None,
    ),
    (
        Event(What.LAY, A, 0b100000101, more=4, seen=3),
        "You lay three cards at 1 3 9, those of 3 9 1; the Ghost leaves and a new Character is drawn from the stack.",
        "Seat 1 lays three cards at 1 3 9; the Ghost leaves and a new Character is drawn from the stack.",
        None,
    ),
    (
        Event(What.LAY, A, 0b111, more=4, seen=0),
        "You lay three cards at 1 2 3, those of 1 2 3; the Ghost leaves and a new Character is drawn from the stack.",
        "Seat 1 lays three cards at 1 2 3; the Ghost leaves and a new Character is drawn from the stack.",
        None,
    ),
    (
        Event(What.CANCEL, A),
        "You return Chaos: the Enigma Machine is cancelled.",
        "Seat 1 returns Chaos: the Enigma Machine is cancelled.",
        None,
    ),
    (Event(What.ALLOW, A), "", "", None),
    (
        Event(What.SHUFFLE, A, 0b111, seen=100),
        "The cards at 1 2 3 are shuffled and lie face down.",
        "The cards at 1 2 3 are shuffled and lie face down.",
        None,
    ),
    (
        Event(What.MISSION, A, 0, 0),
        "You show the Decrypter and try the mission.",
        "Seat 1 shows the Decrypter and tries the mission.",
        None,
    ),
    (Event(What.REVEAL, A, 8, 0), "You reveal 9: Library.", "Seat 1 reveals 9: Library.", None),
    (
        Event(What.CALL, A, 8, 0, 1),
        "You call 9 Code: it is Library.",
        "Seat 1 calls 9 Code: it is Library.",
        None,
    ),
    (
        Event(What.ACCUSE, A, B, 0, 1, 1),
        "You name seat 2 as the Decrypter, which is right.",
        "Seat 1 names seat 2 as the Decrypter, which is right.",
        "Seat 1 names you as the Decrypter, which is right.",
    ),
    (
        Event(What.ACCUSE, A, B, 6, 1, 0),
        "You name seat 2 as the Saboteur, which is wrong.",
        "Seat 1 names seat 2 as the Saboteur, which is wrong.",
        "Seat 1 names you as the Saboteur, which is wrong.",
    ),
    (
        Event(What.FAIL, A),
        "You fail the mission: out of the game.",
        "Seat 1 fails the mission: out of the game.",
        None,
    ),
    (Event(What.WIN, A), "You win by the mission.", "Seat 1 wins by the mission.", None),
    (Event(What.END, A), "You end the turn.", "Seat 1 ends the turn.", None),
    (
        Event(What.TIMEOUT, A, 0b10),
        "Time has run out: You win as the Saboteur.",
        "Time has run out: Seat 1 wins as the Saboteur.",
        None,
    ),
    (
        Event(What.TIMEOUT, 0, 0b10),
        "Chaos breaks through: the game is over, and nobody has won.",
        "Chaos breaks through: the game is over, and nobody has won.",
        None,
    ),
    (
        Event(What.SHOWN, A, 0, 0),
        "You show the Decrypter by mistake.",
        "Seat 1 shows the Decrypter by mistake.",
        None,
    ),
]


@pytest.mark.parametrize(("event", "own", "third", "whom"), TOLD)
def test_what_each_seat_is_told(event, own, third, whom):
    made = GAME.new(players=4).setup
    assert sentence(event.masked(A), made, A) == own
    for seat in (0, 4):
        assert sentence(event.masked(seat), made, seat) == third
    assert sentence(event.masked(B), made, B) == (whom or third)
    names = ("Ann", "Bob", "Cid", "Dan")
    called = third.replace("Seat 1", "Ann").replace("seat 2", "Bob")
    assert sentence(event.masked(4), made, 4, names) == called


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_in_a_language(language):
    made, speech = GAME.new(players=4).setup, speech_of(GAME, language)
    for event, *_ in TOLD:
        for seat in (0, A, B):
            said = sentence(event.masked(seat), made, seat)
            assert speech(said) != said or not said
    assert (speech.english, list(speech.missing)) == (0, [])


def test_every_kind_of_event_is_told():
    assert {event.kind for event, *_ in TOLD} == set(What)


@pytest.mark.parametrize(
    ("doubters", "said", "mine"),
    [
        ([2], "Seat 2 doubts", "You doubt"),
        ([2, 3], "Seat 2 and seat 3 doubt", "You and seat 3 doubt"),
        ([2, 3, 4], "Seat 2, seat 3 and seat 4 doubt", "You, seat 3 and seat 4 doubt"),
    ],
)
def test_what_is_told_of_a_check(doubters, said, mine):
    made = GAME.new(players=4).setup
    mask = sum(1 << seat for seat in doubters)
    lie = Event(What.VERDICT, 2, 4, 0, mask, 3)
    truth = Event(What.VERDICT, 2, 4, 0, mask | 1, 0)
    end = "Silence for who named it, and the turn is over."
    assert sentence(lie.masked(0), made, 0) == f"{said}. Seat 2 checks: a lie. {end}"
    assert sentence(lie.masked(2), made, 2) == f"{mine}. You check: a lie, at 5 lies Tome. {end}"
    lies = "it is Library, which lies face up at 5 now; Silence for"
    assert sentence(truth.masked(0), made, 0) == f"{said}. Seat 2 checks: {lies} seat 2."
    assert sentence(truth.masked(2), made, 2) == f"{mine}. You check: {lies} you."


def test_time_that_cannot_go_back_stays():
    made = GAME.new(players=4).setup
    assert sentence(Event(What.TIME, 1, what=1), made, 2, time=1) == "Time stays at 1 of 5."
    assert sentence(Event(What.TIME, 1, what=1), made, 2, time=2) == "Time is now 1 of 5."
    assert sentence(Event(What.TIME, 1, what=1), made, 2) == "Time is now 1 of 5."
    # What is not the Time marker never stays, whatever its number.
    assert sentence(Event(What.OPEN, 1, 2, 1), made, 2, time=1) == "Seat 1 turns up 3: Code."


def test_what_is_hidden_of_an_event():
    """What was seen only by who looked; the order of a shuffle by nobody; what is said, by all."""
    private = {What.PEEK, What.QUIET, What.LOOK, What.VIEW, What.GHOST, What.LAY}
    for kind in What:
        for seen in (0, 1, 5, 100):
            if kind in (What.SHUFFLE, What.VERDICT) or (seen == 100 and kind is not What.GHOST):
                continue
            event = Event(kind, 2, 1, 1, 4, seen)
            for seat in range(4):
                hidden = kind in private and seat != 2
                assert event.masked(seat) == event._replace(seen=-1 if hidden else seen), kind
    for order in range(6):
        shuffle = Event(What.SHUFFLE, 2, 7, seen=100 + order)
        assert {shuffle.masked(seat).seen for seat in range(4)} == {-1}
    assert shipped().room_names == tuple(ROOMS)


def test_random_draws_cover_the_deal():
    """A shuffle has six orders, and each comes."""
    state = play(trusted(start(), 1, "Machine"), "shuffle 2 3")
    rng = random.Random(1)
    assert {str(state.draw(rng)) for _ in range(100)} == {str(move) for move, _ in state.outcomes()}
    assert [chance for _, chance in state.outcomes()] == [1 / 6] * 6


def test_an_effect_that_needs_another_card_ends_where_all_others_lie_open():
    everything = (1 << 9) - 1
    for room in ("Command", "Radio"):
        state = start(claim_face_up=True)
        state = trusted(lying(state, up=everything & ~1), 1, room)
        assert (state.actor, [str(move) for move in state.moves()]) == (1, ["end"])
        assert state.up == everything & ~1
    state = trusted(start(), 1, "Command")
    assert all(str(move).startswith("look ") for move in state.moves())
