"""A record gone through turn by turn: parts of the game by name, earlier moments, and turns that nobody could read."""

import pytest

from deduce.games import read_record
from deduce.ground.errors import ProblemError, RecordError
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.notes import read


class Turns(Rulebook):
    """Rounds, in which each asks, peeks or waits."""

    name, title, seats = "turns", "Turns", range(2, 3)
    marks = False

    def rules(self, t):
        card = t.variables("card", t.seats, (1, 2, 3))
        yield t.deal(card)
        t.show(1, card[1])
        t.open.turns, t.open.mark = 0, 1
        return self.one_turn

    def one_turn(self, t):
        card, o = t.recall("card"), t.open
        me, other = o.turns % 2 + 1, 2 - o.turns % 2
        t.part(f"Round {o.turns // 2 + 1}")
        act = yield t.choose(me, ["ask", "peek", "lift" if self.marks else "wait"])
        if act == "ask":
            t.tell(EVERYBODY, card[other] > o.mark, "it is above")
        if act == "peek":
            t.show(me, card[other])
        o.mark += act == "lift"
        o.turns += 1
        return self.one_turn if o.turns < 6 else [0.0, 0.0]


class Marks(Turns):
    """What an answer means hangs on how often the mark was lifted."""

    name, marks = "marks", True


class Onward(Turns):
    """The same as one generator: nothing tells where a turn ends."""

    name = "onward"

    def rules(self, t):
        follow = yield from super().rules(t)
        while callable(follow):
            follow = yield from follow(t)
        return follow


class Nods(Turns):
    """Before each turn the other one makes a choice that nobody else sees."""

    name = "nods"

    def one_turn(self, t):
        other = 2 - t.open.turns % 2
        yield t.choose(other, ["nod", "frown"], other, name=f"nod {t.open.turns}")
        return (yield from super().one_turn(t))


TURNS, MARKS, ONWARD, NODS = Turns(), Marks(), Onward(), Nods()
LINES = ["my card is 2", "Ann ask: yes", "Bob wait", "Ann peek, card[Bob] is 3; Bob ask: yes", "Ann wait"]
WHOLE = ["card[Ann] = 2", "card[Bob] = 3", "Ann ask: yes", "Bob wait", "Ann peek"]


def noted(lines, me="Ann", game=TURNS, strict=True):
    whose = f"me: {me}\n" if me else ""
    text = f"game: {game.name}\nplayers: Ann Bob\n{whose}\n" + "".join(f"{line}\n" for line in lines)
    return read(game, read_record(text), strict=strict)


def known(replay, seat=None):
    """The worlds: what the two cards can be."""
    worlds = replay.knowledge(seat).worlds
    cards = [each for each in replay.knowledge(seat).scope if each.name.startswith("card")]
    return {tuple(world[variable] for variable in cards) for world in worlds}


def worlds(first, second):
    return {(one, other) for one in first for other in second}


def test_parts_are_called_as_the_rules_do_and_their_lines_by_letters():
    rounds = {"round 1a": 6, "round 1b": 7, "round 1": 7}
    assert noted(LINES).moments() == {**rounds, "round 2": 8, "round 3": 9}
    assert noted([*LINES[:3], "Ann wait", "Bob wait"]).moments() == {
        **rounds,
        "round 2a": 8,
        "round 2b": 9,
        "round 2": 9,
    }
    assert noted(LINES[:1]).moments() == {}
    assert noted(["my card is 2", "Ann ask: yes; Bob wait; Ann wait"]).moments() == {"round 1": 6}
    assert noted(["my card is 2", "Ann wait", "Bob wait; Ann wait"]).moments() == {
        "round 1": 6,
        "round 2": 7,
    }


@pytest.mark.parametrize(("lines", "me"), [(LINES, "Ann"), (LINES[1:3], "Bob"), (WHOLE, "")])
def test_a_record_up_to_a_moment_is_the_record_that_ends_there(lines, me):
    replay = noted(lines, me)
    first = 5 if me else 4
    moments = {f"line {first + k}": k + 1 for k in range(len(lines))} | {str(first): 1}
    moments |= {name: line - first + 1 for name, line in replay.moments().items()}
    moments[" Round 1 "] = moments["round 1"]
    for until, count in moments.items():
        cut, short = replay.upto(until), noted(lines[:count], me)
        assert cut.said == short.said, until
        assert cut.record.events == short.record.events
        assert cut.record.lines == short.record.lines[:-1]  # and no empty one
        assert cut.view().entries == short.view().entries
        assert known(cut) == known(short)
        assert not me or cut.me == ["Ann", "Bob"].index(me) + 1
    assert replay.upto(None) is replay
    for wrong in ("0", str(first + len(lines) + 1), "round 4", "round 1c", "later"):
        with pytest.raises(RecordError, match="expected a line number"):
            replay.upto(wrong)


def test_of_a_complete_record_positions_moves_and_what_each_seat_knows():
    replay = noted(WHOLE, "")
    states, moves = replay.played
    assert [*map(str, moves)] == ["card[Ann] = 2", "card[Bob] = 3", "ask", "wait", "peek"]
    assert [state.at for state in states] == [0, 1, 2, 3, 4, 5]
    assert states[-1] == replay.state
    assert known(replay) == worlds((1, 2, 3), (2, 3)) == known(replay, 0)
    assert known(replay, 1) == {(2, 3)}
    assert known(replay, 2) == worlds((1, 2, 3), (2, 3))  # her own card is not shown to Bob
    for seat in (0, 1, 2):
        assert replay.view(seat) == replay.state.view(seat)
    for one in (noted(LINES), noted(LINES[1:3], "Bob")):
        with pytest.raises(ProblemError, match="one seat's notes"):
            one.state  # noqa: B018
    assert known(noted(LINES)) == {(2, 3)}
    assert known(noted(LINES[:2])) == worlds((2,), (2, 3))


MARKED = "it is marked as a turn that nobody could read"
NOT = "not understood: expected Bob to choose: ask, peek, wait"
ASK = "Ann ask: yes"
UNREAD = [
    # What is read behind a turn counts, and of the turn nothing.
    (TURNS, ["? what"], {5: MARKED}, 1, (1, 2, 3), (1, 2, 3), "Ann", 0),
    (TURNS, [LINES[0], "? what"], {6: MARKED}, 1, (2,), (1, 2, 3), "Bob", 1),
    (TURNS, [LINES[0], ASK, "? what", ASK], {7: MARKED}, 1, (2,), (2, 3), "Bob", 3),
    (TURNS, [LINES[0], ASK, "Bob hums", "Ann ask: no"], {7: NOT}, 1, (2,), (), "Bob", 3),
    (TURNS, [LINES[0], "? what", "Bob ask: no"], {6: MARKED}, 1, (), (1, 2, 3), "Ann", 2),
    (TURNS, [LINES[0], "? what", "Bob wait", "? more", "Bob peek"], {6: MARKED, 8: MARKED}, 1, (2,), (1, 2, 3), "Ann", 3),
    (TURNS, [LINES[0], ASK, "Bob hums", "Ann wait", "? x"], {7: NOT, 9: MARKED}, 1, (2,), (2, 3), "Ann", 3),
    (NODS, [LINES[0], "? what", "Ann nod, Bob ask: no"], {6: MARKED}, 1, (), (1, 2, 3), "Ann", 2),
    (NODS, [LINES[0], ASK, "? what", ASK], {7: MARKED}, 1, (2,), (2, 3), "Ann", 3),
    # Where the rules may stand at two places, what holds at both.
    (MARKS, [LINES[0], ASK, "? what"], {7: MARKED}, 2, (2,), (2, 3), "", 2),
    (MARKS, [LINES[0], "? what", "Bob peek", "Ann ask: no"], {6: MARKED}, 2, (2,), (1, 2, 3), "", 3),
    (MARKS, [LINES[0], "? what", "Bob peek", "Ann peek, card[Bob] is 3"], {6: MARKED}, 2, (2,), (3,), "", 3),
    (MARKS, [LINES[0], "Ann lift", "? what", "Ann ask: no"], {7: MARKED}, 2, (2,), (1, 2, 3), "", 3),
    # Where nothing tells where a turn ends, nothing behind it counts.
    (ONWARD, [LINES[0], ASK, "? what", "Ann wait", "? x"], {7: MARKED, 8: "line 7", 9: "line 7"}, 0, (2,), (2, 3), "", 2),
    (ONWARD, [LINES[0], ASK, "Bob hums", ASK], {7: NOT, 8: "line 7"}, 0, (2,), (2, 3), "", 2),
]  # fmt: skip


@pytest.mark.parametrize(("game", "lines", "unread", "places", "mine", "others", "actor", "read_"), UNREAD)
def test_behind_a_turn_that_nobody_could_read(game, lines, unread, places, mine, others, actor, read_):
    replay = noted(lines, game=game, strict=False)
    reasons = {
        line: f"{why} before it was not read" if why.startswith("line") else why
        for line, why in unread.items()
    }
    assert {line.number: str(why) for line, why in replay.unread} == reasons
    assert [each["line"] for each in replay.to_dict()["unread"]] == [*unread]
    assert len(replay.later) == places
    assert len(replay.said) == read_
    if mine and others:
        assert known(replay) == worlds(mine, others)
    else:
        assert not replay.knowledge().is_consistent()
    assert game.upcoming(replay).actor == actor
    assert (replay.front is None) == (places != 1)
    assert not replay.lasts
    if all("hums" not in line for line in lines):  # marked lines are no mistake
        assert noted(lines, game=game).unread == replay.unread
    report = game.solve(replay.record)
    assert report.status == (2 if mine and others else 1)
    assert ("what came after it counts" in report.text) == bool(places)
    assert ("nothing after it is reckoned with" in report.text) == (not places)


def test_behind_lines_that_nobody_could_read_only_the_words_are_looked_at():
    assert len(noted([LINES[0], "? what", "Bob ask: no"], game=ONWARD).unread) == 2
    for wrong, why in (("Bob asck: no", "'asck' is no word of this game"), ("Cidd wait", "called 'Cidd'")):
        with pytest.raises(RecordError, match=rf"line 7, column \d: .*{why}"):
            noted([LINES[0], "? what", wrong, "? more"], game=ONWARD)


def test_a_record_that_goes_on_is_read_on_and_another_is_not():
    for last in ("Bob wait", "Bob peek", "Bob ask: no"):
        short, whole = noted(LINES[:2]), noted([*LINES[:2], last])
        assert [said.line.body for said in whole.said] == [*LINES[:2], last]
        assert [said.line.body for said in short.said] == LINES[:2]
        assert whole.record.events[-1].body == last
    assert known(noted(["my card is 1", *LINES[1:3]])) == worlds((1,), (2, 3))
    assert known(noted(["my card is 2", "Ann ask: no"])) == {(2, 1)}
