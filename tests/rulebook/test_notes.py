"""Notes mode: what seats heard, written down and read again; wordings that turn a meaning; lines that are refused."""

from __future__ import annotations

import random

import pytest
from amount import amount, some
from games import ALL, Above, Bids, Cups, Missions

from deduce.games import CHANCE, random_history
from deduce.ground.errors import RecordError
from deduce.records.record import read_record
from deduce.rulebook import EVERYBODY, Rulebook

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


def named(game, players, moves):
    """The same game with players who have names: texts name them, so moves are found again by their number."""
    plain = game.new(players=players)
    from deduce.rulebook.run import Run
    from deduce.rulebook.state import State

    state = State(Run.live(game.setting(players, game.checked_options({}), None, NAMES[:players])))
    for move in moves:
        if plain.actor is CHANCE:
            number = [str(each) for each, _ in plain.outcomes()].index(str(move))
            state = state.play(state.outcomes()[number][0])
        else:
            state = state.play(state.moves()[[str(each) for each in plain.moves()].index(str(move))])
        plain = plain.play(move)
    return state


def end_of_deal(state):
    return state.actor is not CHANCE


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_what_a_seat_heard_reads_back_the_same(game):
    players = max(game.seats)
    for seed in range(amount(2, 20)):
        moves = random_history(game, players, seed).moves
        rng = random.Random(seed)
        state = named(game, players, moves[: rng.randint(len(moves) // 2, len(moves))])
        while state.actor is CHANCE:
            state = state.play(state.draw(rng))
        for seat in range(1, players + 1):
            text = game.written([state], [], {}, seat=seat)
            replay = game.answers().read(read_record(text))
            view = state.view(seat)
            assert replay.view(seat).entries == view.entries, text
            assert replay.knowledge().count() == game.knowledge(view).count()


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_whole_game_reads_back_the_same(game):
    players = min(game.seats)
    state = named(game, players, random_history(game, players, 3).moves)
    text = game.written([state], [], {})
    assert game.answers().read(read_record(text)).state == state


HEAD = "game: above\nplayers: Ann Bob Cid\nme: Ann\n\nmy card is 3\n"


ABOVE = Above()


def reading(*lines, head=HEAD, game=ABOVE):
    return [
        said.understood
        for said in game.answers().read(read_record(head + "\n".join(lines) + "\n")).said[1:]
    ]


@pytest.mark.parametrize(
    ("line", "yes"),
    [
        ("Ann asks Bob 2: yes", True),
        ("Ann asks Bob two: no", False),
        ("I ask Bob 2; Bob's card is above 2", True),
        ("ask Bob 2, Bob's card isn't above 2", False),
        ("Ann asked Bob 2 (no)", False),
        ("Ann asks Bob 2 -> not above 2", None),
        ("Ann asks Bob 2: not no", None),
        ("Ann asks Bob 2: Bob's card is not above 2: no", None),
        ("Ann asks Bob 2: yes no", None),
        ("Ann does not ask Bob 2: yes", None),
        ("Bob asks Ann 2: yes", None),
        ("Ann asks Bob 2: Cid's card is above 2", None),
        ("Ann asks Bob 2: yes, Bob", None),
        ("Ann asks Bob 2 3: yes", None),
        ("Ann asks Bob 2: Bob's card is above 3", None),
        ("Ann never asks Bob 2: yes", None),
        ("Ann asks Bob or Cid 2: yes", None),
    ],
)
def test_wordings(line, yes):
    if yes is None:
        with pytest.raises(RecordError):
            reading(line)
    else:
        assert reading(line) == [("Ann: ask Bob 2", f"Bob's card is above 2: {'yes' if yes else 'no'}")]


class Ill(Rulebook):
    """Who is ill is found out in the open."""

    name, title, seats = "ill", "Ill", range(2, 3)

    def rules(self, t):
        ill = t.variables("ill", t.seats, [True, False])
        yield t.deal(ill)
        for seat in t.seats:
            yield t.choose(seat, ["look", "wait"])
            t.tell(EVERYBODY, ill[seat] == True, f"{t.name(seat)} is ill")  # noqa: E712
            t.announce(f"{t.name(seat)} is treated")
            yield t.choose(seat, ["thank", "leave"])
        return [0.0, 0.0]


ILL = Ill()


@pytest.mark.parametrize(
    ("said", "yes"),
    [
        ("Ann is ill", True),
        ("Ann is not ill", False),
        ("I am ill", True),
        ("I am not ill", False),
        ("I'm ill", True),
        ("I’m not ill", False),
        ("I am no ill", False),
        ("I am not not ill", None),
        ("I am never ill", None),
        ("I am hardly ill", None),
        ("I am yet to be ill", None),
        ("I am well", None),
        ("am I ill?", None),
        ("am I ill", None),
        ("am I not ill", None),
        ("Bob am ill", None),
        ("I am", None),
        ("is Ann ill", None),
        ("and is Ann ill", None),
        ("isn't Ann ill", None),
        ("is Ann ill: no", False),
        ("is Ann ill? yes", True),
        ("Ann is to be ill", None),
        ("Ann has to be ill", None),
        ("Ann will be ill", None),
        ("I am to be ill", None),
    ],
)
def test_the_writer_says_of_itself_what_is_told_of_it_by_name(said, yes):
    """Beside the move and on a line of its own; in another's notes, or nobody's, "I" is not Ann."""
    for lines in ([f"Ann looks, {said}"], ["Ann looks", said]):
        # In everybody's record it is known, and no line of its own.
        for me in ("me: Ann\n", "me: Bob\n", "me: 0\n", *([""] if len(lines) == 1 else [])):
            dealt = "" if me else f"ill[Ann] = {yes is not False}\nill[Bob] = True\n"
            head = f"game: ill\nplayers: Ann Bob\n{me}\n{dealt}"
            if yes is None or (me != "me: Ann\n" and "Ann" not in said):
                with pytest.raises(RecordError):
                    reading(*lines, head=head, game=ILL)
            else:
                replay = ILL.answers().read(read_record(head + "\n".join(lines) + "\n"))
                assert not me or f"Ann is ill: {'yes' if yes else 'no'}" in replay.said[-1].understood


@pytest.mark.parametrize(
    ("said", "read"),
    [("Ann is treated", True), ("I am treated", True), ("I'm treated", True), ("I am not treated", False)],
)
def test_the_writer_says_of_itself_what_everybody_hears_of_it(said, read):
    for me in ("Ann", "Bob", "0"):
        line, head = f"Ann looks, Ann is ill, {said}", f"game: ill\nplayers: Ann Bob\nme: {me}\n\n"
        if read and (me == "Ann" or "Ann" in said):
            (told,) = ILL.answers().read(read_record(f"{head}{line}\n")).said
            assert told.understood == ("Ann: look", "Ann is ill: yes", "Ann is treated")
        else:
            with pytest.raises(RecordError):
                reading(line, head=head, game=ILL)


def test_no_two_meanings_read_the_same():
    """Every wording with its negation, figures, a number word and every actor: equal readings only of equal meanings."""
    numbers = {"1": 1, "3": 3, "two": 2}
    found: dict[tuple[str, ...], set[tuple]] = {}
    for actor in some(("Ann", "Bob", "Cid"), 2):
        for whom in some(("Bob", "Ann", "me", "Cid"), 2):
            for word, number in some(numbers.items(), 2):
                for verb in ("asks", "does not ask", "didn't ask", "names", "never asks"):
                    for end, yes in (
                        (": yes", True),
                        (": no", False),
                        (f", {whom}'s card is above {word}", True),
                        (f", {whom}'s card is not above {word}", False),
                        (f", {whom}'s card isn't above {word}", False),
                        (": not yes", None),
                        (": nobody", None),
                    ):
                        line = f"{actor} {verb} {whom} {word}{end}"
                        try:
                            (said,) = reading(line)
                        except RecordError:
                            continue
                        negated = "not" in verb or "n't" in verb or "never" in verb
                        assert not negated, line
                        assert yes is not None, line
                        target = "Ann" if whom == "me" else whom
                        found.setdefault(said, set()).add((actor, target, number, verb.split()[0], yes))
    assert len(found) >= amount(8, 12)
    assert all(len(meanings) == 1 for meanings in found.values()), found


def test_a_line_that_is_not_read_stays_and_nothing_after_it_counts():
    record = read_record(HEAD + "Ann asks Bob 2: yes\nBob mumbles\nCid asks Bob 4: no\n")
    report = Above().solve(record)
    assert report.status == 2
    assert "line 7: Bob mumbles" in report.text
    assert "line 8: Cid asks Bob 4: no: line 7 before it was not read" in report.text
    assert report.data["sheet"] == Above().solve(read_record(HEAD + "Ann asks Bob 2: yes\n")).data["sheet"]
    with pytest.raises(RecordError, match="line 7"):
        Above().answers().read(record)


def test_choices_made_at_once_may_be_noted_in_any_order():
    head = "game: bids\nplayers: Ann Bob\nme: Ann\n\n"
    game = Bids()
    one = reading("prize 2", "Ann 3, Bob 1", head=head, game=game)
    other = reading("prize 2", "Bob 1, Ann 3", head=head, game=game)
    assert one == other


def test_a_spy_notes_whom_he_saw_and_who_is_none_says_nothing():
    head = "game: missions\nplayers: Ann Bob Cid Dee\nme: Ann\n\n"
    game = Missions()
    loyal = game.answers().read(read_record(head + "my role is loyal\n"))
    assert loyal.knowledge().count() == 3
    spy = game.answers().read(
        read_record(head + "my role is spy\nBob is no spy, Cid is a spy, Dee is not a spy\n")
    )
    assert spy.knowledge().count() == 1


def test_what_was_not_read_may_have_moved_what_was_known():
    head = "game: cups\nplayers: Ann Bob\nme: Ann\n\nAnn looks 1, cup[1] is B\n"
    game = Cups()
    assert game.solve(read_record(head)).data["worlds"] < 6
    report = game.solve(read_record(head + "? Bob did something\n"))
    assert report.data["worlds"] == 6
    assert "only the rules are sure" in report.text


def test_whose_turn_it_is_is_said():
    with pytest.raises(RecordError, match=r"expected Ann to choose .*, not Bob"):
        reading("Bob asks Ann 2: yes")


class Patience(Rulebook):
    name, title, seats, alone = "patience", "Patience", range(1, 3), True

    def rules(self, t):
        for seat in t.seats:
            yield t.choose(seat, ["draw", "stop"])
        return [0.0 for _ in t.seats]


@pytest.mark.parametrize(("players", "lines"), [(1, ["draw"]), (2, ["Ann draw", "Bob draw"])])
def test_nobody_is_named_in_the_notes_of_one_who_plays_alone(players, lines):
    state = named(Patience(), players, ["draw"] * players)
    for seat in range(players + 1):
        text = Patience().written([state], [], {}, seat=seat)
        assert text.split("\n\n")[1].splitlines() == lines
        assert not Patience().answers().read(read_record(text)).unread


def test_several_named_in_a_row_choose_alike():
    head = "game: bids\nplayers: Ann Bob Cid\nme: Ann\n\n"
    game = Bids()
    assert reading("prize 2", "Ann and Bob and Cid 3", head=head, game=game) == reading(
        "prize 2", "Ann 3, Bob 3, Cid 3", head=head, game=game
    )
    with pytest.raises(RecordError):
        reading("prize 2", "Ann and Bob 3, Cid 2, Bob 1", head=head, game=game)


def test_what_the_writer_chose_is_not_told_otherwise_when_it_shows():
    class Wagers(Rulebook):
        name, title, seats = "wagers", "Wagers", range(2, 3)

        def rules(self, t):
            yield t.together({seat: ["wager 2", "wager 3", "wager 4"] for seat in t.seats}, name="wager")
            yield t.choose(1, ["stop", "halt"])
            return 0, 0

    head, game = "game: wagers\nplayers: Ann Bob\nme: Ann\n\nAnn wager 2\n", Wagers()
    for line in ("Ann wager 2, Bob wager 4\n", "Bob wager 4\n"):
        replay = game.answers().read(read_record(head + line))
        assert [event.value for event in replay.reader.table.log if event.kind == "show"] == [
            "wager 2",
            "wager 4",
        ]
    with pytest.raises(RecordError, match="line 6"):
        game.answers().read(read_record(head + "Ann wager 3, Bob wager 4\n"))


def test_an_option_may_begin_with_a_name():
    class Points(Rulebook):
        name, title, seats = "points", "Points", range(3, 4)

        def rules(self, t):
            yield t.choose(1, {f"{t.name(seat)} is meant": seat for seat in t.seats})
            return 0, 0, 0

    head = "game: points\nplayers: Ann Bob Cid\nme: Ann\n\n"
    game = Points()
    replay = game.answers().read(read_record(head + "Ann: Bob is meant\n"))
    assert replay.said[0].understood == ("Ann: Bob is meant",)
    with pytest.raises(RecordError):
        game.answers().read(read_record(head + "Bob: Cid is meant\n"))


def test_a_minus_is_read():
    class Differs(Rulebook):
        name, title, seats = "differs", "Differs", range(2, 3)

        def rules(self, t):
            card = t.variables("card", t.seats, (1, 2, 3))
            yield t.deal(card)
            t.tell((1, 2), card[1] - card[2], "the first less the second")
            yield t.choose(1, ["done"])
            return 0, 0

    head = "game: differs\nplayers: Ann Bob\nme: Ann\n\n"
    game = Differs()
    for said, worlds in (("1", 2), ("-1", 2), ("-2", 1), ("0", 3)):
        replay = game.answers().read(read_record(f"{head}the first less the second: {said}\n"))
        assert replay.said[0].understood == (f"the first less the second: {said}",)
        assert replay.knowledge().count() == worlds


def stirred(t, cells):
    return t.shuffle(cells)


def test_hidden_moves_in_a_function_beside_the_class_are_seen():
    class Stirred(Rulebook):
        name, title, seats = "stirred", "Stirred", range(2, 3)

        def rules(self, t):
            cup = t.variables("cup", (1, 2), ("A", "B"))
            yield t.deal(cup)
            yield stirred(t, cup)
            return 0, 0

    assert Stirred().lays_anew
    assert Cups().lays_anew
    assert not Above().lays_anew
