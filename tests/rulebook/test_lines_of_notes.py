"""Notes that tell in one line what was done, cards not seen as ``?``, and lines that are no event of the rules."""

import pickle

import pytest

from deduce.ground.errors import DeduceError, RecordError
from deduce.records.record import read_record
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.notes import Foretold, read

CODE = {"A": "B", "I": "C"}
DONE = {"done": ("done",)}


class Walk(Rulebook):
    """Cards pay for steps between rooms; a door that is reached shows its letter; a lamp may be lit."""

    name, title, seats, alone = "walk", "Walk", range(1, 3), True

    def rules(self, t):
        """Two cards a seat, then turns."""
        o = t.open
        o.deck = t.deck("deck", range(1, 7))
        o.hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        o.room, o.doors, o.lamp, o.turn = "Hall", {}, "", 1
        for seat in t.seats:
            for _ in range(2):
                yield t.draw(o.deck, to=o.hand[seat], text=f"deal {seat} {{}}")
        return self.turn

    def turn(self, t):
        """One turn."""
        o = t.open
        door = t.secret("door", CODE, list("ABC")) if o.turn == 1 else t.keep.doors
        t.keep.doors = door
        verb, *card = yield t.choose(
            (o.turn - 1) % len(t.seats) + 1,
            [
                t.option("pay {card}", card=o.hand[(o.turn - 1) % len(t.seats) + 1], tag="pay"),
                {"wait": ("wait",)},
            ],
        )
        steps = 0
        while verb == "pay" and steps < 3:
            if not steps:
                t.take(o.hand[(o.turn - 1) % len(t.seats) + 1], card[0])
            me = (o.turn - 1) % len(t.seats) + 1
            move = yield t.choose(
                me, [t.option("move {room}", room=("A", "I", "Hall"), tag="move"), DONE], rest=DONE["done"]
            )
            if move == DONE["done"]:
                break
            o.room, steps = move[1], steps + 1
            if o.room in CODE and o.room not in o.doors:
                o.doors[o.room] = t.show(EVERYBODY, door[o.room])
            (o.lamp,) = yield t.choose(
                me, {"light": ("light",), "dark": ("dark",)}, unsaid=("dark",), rest=("dark",)
            )
        t.line_ends()
        o.turn += 1
        if o.turn > 4:
            t.end([len(o.doors)] * len(t.seats))
        return self.turn

    def kept(self, setting):
        """Rooms, one of which is called as an article is."""
        return ("A", "I", "Hall")

    def reworded(self, text, setting, seat):
        """A star lights the lamp."""
        return text.replace("*", " light")

    def foretell(self, record, setting, me):
        """What doors show stands in lines of its own."""
        told = [line for line in record.events if line.words[0][0] == "door"]
        return Foretold({f"door[{line.words[1][0]}]": line.words[2][0] for line in told if me is not None})

    def remark(self, line, replay):
        """A line about a door, behind what opened it."""
        if line.words[0][0] == "say":
            replay.remarks.append((len(replay.reader.table.log), line.words[1][0]))
            return True
        if line.words[0][0] != "door":
            return False
        if line.words[1][0] not in replay.reader.table.open.doors:
            raise line.error("nobody has been there", 1)
        return True

    def lines_of(self, run):
        """The way back."""
        shows = {n: e for n, e in enumerate(run.table.log) if e.kind == "show"}
        return {n: f"door {event.about.key} {event.value}" for n, event in shows.items()}


WALK = Walk()
HEAD = "game: walk\nplayers: 2\n{}\n"


def notes(*lines, me="me: P1\n"):
    return read(WALK, read_record(HEAD.format(me) + "\n".join(lines)))


DEALT = ("deal 1 2 5", "deal 2 ? ?")


def small(*lines, me="me: P1\n"):
    """What was answered."""
    return [each for each, _ in notes(*lines, me=me).reader.answers]


def test_what_was_done_is_told_in_one_line_or_step_by_step():
    doors = ("door A B", "door I C")
    step = small(
        "deal 1 2", "deal 1 5", "deal 2 ?", "deal 2 ?", "pay 2", "move A", "light", "move I", *doors, "done"
    )
    assert small(*DEALT, "pay 2: A* I", *doors) == [*step[:-1], step[-1]]
    assert small(*DEALT, "P1 pay 2 A*, I", *doors) == step
    assert small(*DEALT, "pay 2 move A light move I done", *doors) == step


def test_a_line_that_tells_the_first_of_it_alone_says_nothing_of_the_rest():
    replay = notes(*DEALT, "pay 2")
    assert replay.reader.run.wait.actor == 1
    assert notes(*DEALT, "pay 2", "done").reader.run.wait.actor == 2


def test_small_names_are_never_skipped():
    assert notes(*DEALT, "pay 2 I", "door I C").view().table["room"] == "I"
    with pytest.raises(RecordError, match="line 7, column 22"):
        notes(*DEALT, "pay 2 Hall Hall Hall A")
    with pytest.raises(RecordError, match="not understood"):
        notes(*DEALT, "pay a")


def test_what_stands_in_other_lines_is_looked_for_there():
    with pytest.raises(RecordError, match=r"what door A is: A, B, C"):
        notes(*DEALT, "pay 2 A", "wait")
    with pytest.raises(RecordError, match="nobody has been there"):
        notes(*DEALT, "door A B")


def test_cards_not_seen_may_be_noted_or_left_out_and_not_in_a_complete_record():
    assert small(*DEALT, "wait") == small("deal 1 2 5", "wait") == small("deal 1 2 5", "deal 2 ?", "wait")
    with pytest.raises(RecordError, match="not understood"):
        notes("deal 1 2 5", "deal 2 ? ? ?")
    with pytest.raises(RecordError, match="a complete record has no hidden cards"):
        notes("deal 1 2 5", "deal 2 ?", me="")


def test_what_is_written_reads_back_for_everybody():
    state = WALK.new(players=2)
    for text in ("deal 1 2", "deal 1 5", "deal 2 3", "deal 2 1", "pay 2", "move A", "dark", "done", "wait"):
        state = state.play(WALK.parse(text, state))
    for seat in (None, 0, 1, 2):
        text = WALK.answers().write([state], (), {}, seat)
        assert ("deal 1 ?" in text) == (seat in (0, 2))
        assert ("door A B" in text) == (seat is not None)
        again = read(WALK, read_record(text))
        assert again.state == state if seat is None else again.view() == state.view(seat)


def test_who_plays_alone_needs_no_line_of_players():
    assert read(WALK, read_record("game: walk\n\ndeal 1 3\n")).names == ("P1",)


def test_a_view_keeps_its_remarks_and_the_position_it_began_with():
    """What is typed in lives in the view: it hashes, travels and runs as the notes do."""
    view = notes(*DEALT, "say hello", "wait").view()
    assert view.remarks == ((4, "hello"),)
    again = pickle.loads(pickle.dumps(view))
    assert (again, again.remarks, again.run().wait.actor) == (view, view.remarks, 2)


class Stuck(Rulebook):
    """Someone who holds nothing that fits may wait, and may always shout one of two words."""

    name, title, seats = "stuck", "Stuck", range(1, 2)

    def rules(self, t):
        deck = t.deck("deck", (1, 2))
        hand = t.zone("hand", 1)
        yield t.draw(deck, to=hand)
        fits = t.option("play {card}", card=hand, when=lambda card: card == 2)
        shout = t.free("shout", lambda text: None if text in ("yes", "no") else "yes or no", ("yes",))
        yield t.choose(1, [fits, shout], otherwise={"wait": "wait"})
        return (0,)


def test_what_may_be_said_freely_leaves_what_is_legal_where_no_other_option_is():
    for card, listed in ((1, ["wait", "shout yes"]), (2, ["play 2", "shout yes"])):
        state = Stuck().new(players=1).play(f"draw {card} to hand")
        assert list(map(str, state.moves())) == listed
        for text in ("wait", "play 2", "shout no", "shout maybe"):
            legal = text in (*listed, "shout no")
            assert (state.setting.game.move(text) in state.moves()) == legal
            if legal:
                assert state.play(text).scores == (0,)
            else:
                with pytest.raises(DeduceError):
                    state.play(text)
