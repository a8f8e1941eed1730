"""The pieces of the rules by themselves: moves as text and fields, other mansions, unknown cards, and what is told."""

import itertools
import random

import pytest
from options import published

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce_models.enigma import GAME
from deduce_models.enigma.components.parts import shipped
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.overview import EnigmaState
from deduce_models.enigma.rules.refusals import reason
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits, setup
from deduce_models.enigma.rules.telling import sentence
from deduce_models.enigma.rules.tokens import Tokens
from deduce_models.enigma.rules.views import held_slots

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


def start(*, players=3, cards=PEOPLE, rooms=ROOMS, **options) -> EnigmaState:
    """The first turn, with the rooms in their order and these Characters in the slots."""
    state = GAME.new(players=players, **options)
    for at, room in enumerate(rooms, 1):
        state = state.play(GAME.parse(f"room {at} {room}", state))
    for slot, card in enumerate(cards, 1):
        state = state.play(GAME.parse(f"card {slot} {card}", state))
    return state


def play(state, *texts):
    for text in texts:
        state = state.play(GAME.parse(text, state))
    return state


def trusted(state, at, room):
    state = play(state, f"peek {at}", f"claim {room}")
    while "trust" in map(str, state.moves()):
        state = play(state, "trust")
    return state


def said_of(state):
    return [str(move) for move in state.moves()]


def meaning(text, place):
    """Kind, `at` and `what` of a move by its text; `place` is where the naming under way is."""
    word, *rest = text.split()
    kind, numbers = Kind[word.upper()], [int(each) for each in rest if each.isdigit()]
    if word in ("room", "call"):
        return kind, numbers[0] - 1, ROOMS.index(rest[1])
    if word == "card":
        return kind, numbers[0] - 1, PEOPLE.index(rest[1])
    if word == "accuse":
        return kind, numbers[0], PEOPLE.index(rest[1])
    if word == "claim":
        return kind, -1, ROOMS.index(rest[0])
    if word == "icon":
        return kind, -1, ("nothing", "C", "D").index(rest[0])
    if word == "order":
        orders = sorted(map("".join, itertools.permutations("123")))
        return kind, -1, orders.index(rest[0])
    if word in ("ghost", "lay"):
        places = sorted(number - 1 for number in numbers)
        mask = sum(2**cell for cell in places)
        orders = list(itertools.permutations(places))
        return kind, mask, orders.index(tuple(n - 1 for n in numbers)) if word == "lay" else -1
    if word == "shuffle":
        return kind, 2**place + sum(2 ** (number - 1) for number in numbers), place
    if word in ("view", "flip", "swap"):
        return kind, numbers[0], -1
    return kind, numbers[0] - 1 if numbers else -1, -1


@pytest.mark.parametrize("players", range(2, 6))
def test_every_move_says_in_its_text_what_it_is(players):
    made = GAME.new(players=players).setup
    mixes = [(move, place) for place, row in enumerate(made.mixes) for move in row]
    chance = [*itertools.chain(*made.rooms, *made.cards), *made.icon_moves, *made.orders]
    others = [move for move in made.seats_moves() if move.kind is not Kind.SHUFFLE]
    for move, place in [*mixes, *((move, 0) for move in chance + others)]:
        assert move[:3] == meaning(move.text, place), move
        assert str(move) == move.text
    texts = [str(move) for move in others]
    places, seats = range(1, 10), range(1, players + 1)
    triples = list(itertools.combinations(places, 3))
    expected = {
        *(f"{word} {at}" for word in ("peek", "point", "name", "look", "open", "reveal") for at in places),
        *(f"{word} {seat}" for word in ("view", "flip", "swap") for seat in seats),
        *(f"claim {room}" for room in ROOMS),
        *(f"call {at} {room}" for at in places for room in ROOMS),
        *(f"accuse {seat} {person}" for seat in seats for person in PEOPLE),
        *("ghost {} {} {}".format(*three) for three in triples),
        *("lay {} {} {}".format(*order) for three in triples for order in itertools.permutations(three)),
        *("spend", "doubt", "trust", "keep", "renew", "cancel", "allow", "mission", "end", "rest"),
    }
    assert len(texts) == len(expected)
    assert set(texts) == expected
    assert len(mixes) == 9 * 8 * 7 // 2
    assert {str(move) for move in chance} == {
        *(f"room {at} {room}" for at in places for room in ROOMS),
        *(f"card {slot} {person}" for slot in range(1, 8) for person in PEOPLE),
        *("icon nothing", "icon C", "icon D"),
        *(f"order {''.join(order)}" for order in itertools.permutations("123")),
    }
    assert set(GAME.actions(players)) == expected | {str(move) for move, _ in mixes}


def test_kinds_are_numbered_without_gaps():
    """They are kept in vectors and in files by number."""
    assert list(map(int, What)) == list(range(30))
    assert list(map(int, Kind)) == list(range(29))
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
        numbers = {name: value for name, value in state._asdict().items() if type(value) is int}
        nought = dict.fromkeys(numbers, 0)
        assert numbers == {**nought, "at": -1, "room": -1}
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
    assert made.effects == tuple(range(9))
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
    assert setup(None, 3, options) is setup(None, 3, dict(reversed(options.items())))
    assert setup(None, 3, options) is not setup(None, 3, {**options, "slots": 6})


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
    assert [rooms[room] for room in play(after, "order 312").cells] == [
        *["Library", "Machine", "Bombe", "Tome", "Code", "Phantom"]
    ]
    # Nobody is the Saboteur, also not a Character that is not known.
    for cards in ((0, 1, 2), (-1, -1, -1)):
        late = state._replace(time=4, cards=cards)
        assert trusted(late, 1, "Tome").winner == 0
    # A Character that is not known may have any mission, and is no Ghost where there is none.
    unknown = state._replace(cards=(-1, 1, 2))
    assert "mission" in said_of(unknown)
    assert said_of(trusted(unknown, 1, "Phantom")) == ["keep", "renew"]
    tokens = Tokens(state.setup)
    for room in range(6):
        tokens.read(Event(What.NAME, 1, 0, room))
    # The Phantom gave Chaos, which the Bombe took again.
    assert (tokens.chaos, tokens.keys) == (0, 0)
    tokens.read(Event(What.NAME, 2, 0, rooms.index("Bombe")))
    assert (tokens.chaos, tokens.keys) == (0, 0b100)


def test_cards_that_are_not_known():
    """The record of one seat is followed with cards of -1; what they may be is left open."""
    unknown = start(icons="reconstructed")._replace(cells=(-1,) * 9)
    state = play(trusted(unknown, 1, "Library"), "look 5")
    assert (state.actor, [str(move) for move, _ in state.outcomes()]) == (
        CHANCE,
        ["icon nothing", "icon C", "icon D"],
    )
    assert play(state, "icon D").keys == 0b10
    assert play(state, "icon C").chaos == 0b10
    nothing = play(state, "icon nothing")
    assert (nothing.keys, nothing.chaos, nothing.log[-1]) == (0, 0, Event(What.LOOK, 1, 4, 0, 0, -1))
    full = trusted(unknown._replace(chaos=0b10, keys=0b10), 1, "Library")
    assert play(full, "look 5").actor == 1
    assert said_of(play(full, "look 5"))[0] == "end"
    # A known card whose icon is open gives one of two.
    free = play(trusted(start(icons="free"), 1, "Library"), "look 3")
    assert [str(move) for move, _ in free.outcomes()] == ["icon C", "icon D"]
    ghost = start(cards=["Ghost", *PEOPLE[:5], "Saboteur"])._replace(cells=(0, -1, *range(2, 9)))
    taken = trusted(ghost, 1, "Phantom")
    assert play(taken, "ghost 1 2 3").log[-1].seen == -1
    assert play(taken, "ghost 3 4 5").log[-1].seen == 2 + 3 * 16 + 4 * 256
    hand = start()._replace(cards=(-1,) * 7)
    assert "mission" in said_of(hand)
    assert "ghost 1 2 3" in said_of(trusted(hand, 1, "Phantom"))


def test_an_empty_stack_renews_nobody():
    for cards in (PEOPLE, ["Ghost", *PEOPLE[:5], "Saboteur"]):
        for players, expected in ((2, ["keep"]), (3, ["keep", "swap 2", "swap 3"])):
            state = trusted(start(players=players, cards=cards)._replace(stack=()), 1, "Phantom")
            assert said_of(state) == expected


@pytest.mark.parametrize("peeks", [False, True])
@pytest.mark.parametrize("face_up", [False, True])
@pytest.mark.parametrize("up", [0, 0b1, 0b101010101, 0b111111111])
def test_what_decryption_names(peeks, face_up, up):
    state = start(extra_peek=peeks, extra_face_up=face_up)._replace(up=up, keys=0b10, stage=4)
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
            state = begun._replace(
                turn=turn, asked=turn, chaos=2 * chaos, silent=silent & ~(1 << turn), time=3
            )
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
    state = start(players=3)._replace(up=0b1, chaos=0b10, keys=0b1010, silent=0b100, out=0b1000, time=2)
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
    swapped = play(trusted(state._replace(out=0, silent=0), 2, "Phantom"), "swap 2")
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
    lost = state._replace(out=0b1100, chaos=0b10, log=())
    failed = play(lost, "mission", "reveal 1")
    assert (failed.actor, failed.scores, failed.out) == (None, (0.0, 0.0, 0.0), 0b1110)
    assert failed.log[-1] == Event(What.TIMEOUT, 0, 0)
    assert failed.log[-2] == Event(What.FAIL, 1)
    # Seat 1 keeps Time and is out: it moves on before seat 2, in one step.
    state = state._replace(out=0b10, turn=3, asked=3, phase=5)
    after = play(state, "end")
    assert (after.turn, after.time) == (2, 2)
    assert [event.kind for event in after.log[-2:]] == [What.END, What.TIME]


def test_time_that_runs_out_names_who_could_have_won():
    """The Saboteur not silenced and in the game; nobody else."""
    for players, silent, out in itertools.product((2, 4), (0, 0b100), (0, 0b10000)):
        for holder in range(1, 5):
            cards = [name for name in PEOPLE if name != "Saboteur"]
            cards.insert(holder - 1, "Saboteur")
            state = start(players=players, cards=cards)._replace(time=4, silent=silent, out=out)
            state = state._replace(out=out if players == 4 else 0)
            over = trusted(state, 1, "Tome")
            able = {seat for seat in range(1, players + 1) if not (silent | state.out) >> seat & 1}
            winner = holder if holder in able else 0
            assert over.log[-1] == Event(What.TIMEOUT, winner, sum(1 << seat for seat in able))
            assert over.scores == tuple(float(seat == winner) for seat in range(1, players + 1))


def test_reasons_call_players_by_name():
    state = play(start(players=3), "peek 1", "claim Code")
    move = state.setup.plain[Kind.END]
    assert reason(state, move).startswith("seat 2 declares now")
    assert reason(state, move, ("Ann", "Bob", "Cid")).startswith("Bob declares now")
    with pytest.raises(IllegalMove, match="the game is over"):
        start()._replace(phase=18).play(move)


@pytest.mark.parametrize("up", [0b000000001, 0b100000010, 0b111101111])
def test_why_a_card_cannot_be_looked_at_or_named(up):
    """By every kind of move and at every place, before a naming and at an effect that needs another card."""
    state = start(claim_face_up=True)._replace(up=up)
    radio = play(
        state, f"peek {next(at + 1 for at in range(9) if not up >> at & 1)}", "claim Radio", "trust"
    )
    radio = play(radio, "trust")
    down = "the effect needs another card than the one named"
    for at in range(9):
        shown = "that card lies face up already" if up >> at & 1 else "not possible now"
        for kind in (Kind.PEEK, Kind.POINT, Kind.LOOK, Kind.OPEN, Kind.REVEAL):
            move = state.setup.one[kind][at]
            if kind is not Kind.PEEK or up >> at & 1:
                assert reason(state, move) == shown
            if radio.phase == 8:
                assert reason(radio, move) == (down if at == radio.at else shown)
        move = state.setup.one[Kind.NAME][at]
        if not up >> at & 1:
            assert reason(state, move) == "a face-down card is looked at before it is named"
        for seat in range(1, 4):
            assert reason(radio, state.setup.seat_moves[Kind.VIEW][seat]) == "not possible now"


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


def test_every_kind_of_event_is_told():
    assert {event.kind for event, *_ in TOLD} == set(What)


@pytest.mark.parametrize(
    ("doubters", "said", "mine"),
    [
        ([2], "Seat 2 doubts", "You doubt"),
        ([2, 3], "Seat 2 and seat 3 doubt", "You and seat 3 doubt"),
        ([2, 3, 4], "Seat 2 and seat 3 and seat 4 doubt", "You and seat 3 and seat 4 doubt"),
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
        state = trusted(state._replace(up=everything & ~1), 1, room)
        assert (state.actor, [str(move) for move in state.moves()]) == (1, ["end"])
        assert state.up == everything & ~1
    state = trusted(start(), 1, "Command")
    assert all(str(move).startswith("look ") for move in state.moves())


def test_moves_about_a_seat_are_about_nothing_else():
    shared = start().setup
    for kind in (Kind.VIEW, Kind.FLIP, Kind.SWAP):
        assert {move.what for move in shared.seat_moves[kind]} == {-1}
