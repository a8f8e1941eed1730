"""What people leave out of notes and say beside them: looks not written down, doubts as one set, what all could tell."""

import random

import pytest
from amount import amount

from deduce import AllDifferent
from deduce.conformance import PARTS, check_game
from deduce.ground.errors import RecordError
from deduce.records.record import read_record
from deduce.rulebook import EVERYBODY, IMPLIED, UNNOTED, Rulebook
from deduce.rulebook.notes import Foretold, read

GEMS = ("ruby", "pearl", "opal", "jade")


class Boxes(Rulebook):
    """Look into a box, say what is there; the others may doubt. A truth lies open, and what shines is gained."""

    name, title, seats = "boxes", "Boxes", range(2, 4)
    also = {"peek": ("look",)}  # noqa: RUF012
    unspoken = ("peek", "claim")
    words = {"": ("so",)}  # noqa: RUF012
    joins = True
    begins = ("peek",)
    heads = ("gem", "boxes")

    def reworded(self, text, setting, seat):
        """``=`` is what was seen."""
        return text.replace("=", " sees ").replace("lie", "false")

    def opening(self, record):
        return [(record.get("boxes"), record.line_of("boxes"))] if record.get("boxes") else []

    def foretell(self, record, setting, me):
        return Foretold({f"gem[{setting.names[me - 1]}]": record.get("gem")} if record.get("gem") else {})

    def header(self, position):
        told = [entry.value for entry in position.entries[:1] if entry.kind == "show"]
        return [f"gem: {told[0]}"] if told else []

    def lines_of(self, run):
        return {n: "" for n, event in enumerate(run.table.log[:1]) if event.kind == "show"}

    def missing(self, replay):
        return [event.place for event in replay.reader.table.log if event.value is UNNOTED]

    def rules(self, t):
        box = t.variables("box", range(1, 5), GEMS)
        gem = t.variables("gem", t.seats, GEMS)
        t.require(AllDifferent(box), "each gem lies in one box")
        t.keep.box, t.keep.turn = box, 0
        t.open.up, t.open.held = {}, set()
        yield t.deal(box)
        yield t.deal(gem)
        for seat in t.seats:
            t.show(seat, gem[seat], optional=True)
        return self.turn

    def turn(self, t):
        box, up = t.keep.box, t.open.up
        me, t.keep.turn = t.keep.turn % len(t.seats) + 1, t.keep.turn + 1
        down = [at for at in box if at not in up]
        t.part(f"{t.name(me)}.{(t.keep.turn + len(t.seats) - 1) // len(t.seats)}")
        t.announce("turn", t.keep.turn)
        if t.keep.turn > 6 or not down:
            t.end([seat in t.open.held for seat in t.seats])
        at = yield t.choose(me, {f"peek {at}": at for at in down})
        t.show(me, box[at], name="sees", optional=True)
        said = yield t.choose(me, {f"claim {gem}": gem for gem in GEMS}, alike=box[at])
        others = [seat for seat in t.seats if seat != me]
        answers = yield t.together(dict.fromkeys(others, ("trust", "doubt")), "trust", told="doubt")
        doubters = [seat for seat in others if answers[seat] == "doubt"]
        if doubters:
            checks = f"{t.name(doubters[0])} checks {at} {said}"
            if not t.tell(EVERYBODY, box[at] == said, checks, unsaid=IMPLIED, name="sees"):
                t.show(doubters[0], box[at], name="sees", optional=True)
                return self.turn
            up[at] = said
            if t.which(
                EVERYBODY, {"shine": box[at].is_in(("ruby", "opal"))}, f"{t.name(me)} gains {{}} by {at}"
            ):
                t.open.held.add(me)
        if len(down) > 1 and (yield t.choose(me, ("stay", "mix"), unsaid="stay")) == "mix":
            two = [each for each in down if each not in up][:2]
            yield t.shuffle([box[each] for each in two], text="order {}")
        return self.turn


GAME = Boxes()
HEAD = "game: boxes\nplayers: Ann Bob Cid\n{}\n"


def notes(*lines, head="me: Ann\n"):
    return read(GAME, read_record(HEAD.format(head) + "\n".join(lines)))


def heard(*lines, head="me: Ann\n"):
    return [(each.kind, each.said, each.value) for each, _ in notes(*lines, head=head).reader.answers]


def test_it_is_a_game_that_keeps_its_promises():
    # Its notes leave out the deal, so of a whole game no complete record is written; notes are read back below.
    check_game(GAME, players=3, playouts=amount(1, 10), parts=[part for part in PARTS if part != "records"])


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("1 ruby", "Ann peeks 1 =ruby, claims ruby"),
        ("I look 1, ruby, nobody doubts", "Ann peeks 1 =ruby, claims ruby"),
        ("Ann looks 1 =pearl, so claims ruby", "Ann peeks 1 =pearl, claims ruby"),
        ("1 =pearl ruby", "Ann peeks 1 =pearl, claims ruby"),
        ("1 ruby, Bob and Cid doubt", "Ann peeks 1 =ruby, claims ruby, doubt Bob Cid, true"),
        ("1 =pearl, ruby, Bob doubts, lie", "Ann peeks 1 =pearl, claims ruby, doubt Bob false"),
    ],
)
def test_short_lines_mean_what_the_long_ones_say(typed, plain):
    typed = typed.replace("nobody doubts", "doubt nobody")
    assert heard(typed) == heard(plain)


def test_what_is_seen_is_what_is_said_only_where_no_sign_parts_them():
    """Behind ``=`` stands what was seen; what was claimed is then still to come."""
    assert notes("Ann peeks 1 =ruby").reader.run.wait.alike is not None
    assert notes("Ann 1 ruby").reader.run.wait.alike is None


def test_a_look_may_be_left_out_and_is_then_not_known():
    replay = notes("Ann peeks 1, claims ruby", "Bob 2 opal")
    assert replay.missing == ("", "line 5")
    assert replay.knowledge().marginals(replay.reader.table.keep.box[1])["ruby"] == pytest.approx(0.25)
    known = notes("Ann peeks 1 =jade, claims ruby", "Bob 2 opal").knowledge()
    assert known.certain()


def test_doubts_are_one_set_and_agree_with_what_the_writer_did():
    doubted = heard("1 =ruby ruby", "Bob 2 opal, doubt Ann Cid, lie =jade")
    assert ("which", "doubt {}", (1, 3)) in doubted
    assert ("choose", "doubt", "doubt") in doubted
    assert ("show", "box[2]", "jade") in heard("1 =ruby ruby", "Bob 2 opal, doubt Ann, it is jade")
    assert ("tell", "Ann checks 2 opal", True) in heard(
        "1 =ruby ruby", "Bob 2 opal, doubt Ann, it is opal, gains shine"
    )


def test_the_outcome_may_follow_from_what_is_told_next():
    told = heard("1 =ruby ruby", "Bob 2 opal, doubt Cid, gains shine")
    assert ("tell", "Cid checks 2 opal", True) in told
    assert notes("1 =ruby ruby", "Bob 2 opal, doubt Cid").reader.pending.kind == "tell"


def test_a_question_mark_leaves_the_turn_open():
    wait = notes("1 =ruby ruby", "Bob 2 opal, ?").reader.run.wait
    assert (wait.actor, wait.among) == (1, {1, 3})
    assert notes("1 =ruby ruby", "Bob 2 opal").reader.run.wait.actor == 2


def test_what_everybody_can_tell_is_checked_and_may_be_said_again():
    first = "1 =ruby ruby"
    assert heard(first, "turn 2, Bob 2 opal") == heard(first, "Bob 2 opal")
    assert heard(first, "turn 2") == heard(first, "turn 2", "turn 2") != heard(first)
    with pytest.raises(RecordError, match="by these notes it is turn 2"):
        notes(first, "turn 3, Bob 2 opal")


def test_a_line_may_be_the_rest_of_the_one_before():
    assert heard("1 =pearl ruby", "Bob doubts, lie", "Bob 1 pearl") == heard(
        "1 =pearl ruby, doubt Bob, lie", "Bob 1 pearl"
    )


def test_parts_of_the_game_and_header_lines():
    replay = notes("1 =ruby ruby", "Bob 2 opal", "Cid 3 jade", head="me: Ann\ngem: opal\n")
    assert replay.moments() == {"ann.1": 6, "bob.1": 7, "cid.1": 8}
    assert replay.upto("Bob.1").said[-1].line.number == 7
    assert ("show", "gem[Ann]", "opal") in [(a.kind, a.said, a.value) for a, _ in replay.reader.answers]


class Spoken(Boxes):
    """The same, written as one says it of somebody."""

    spoken = {"peek": "peeks", "claim": "claims"}  # noqa: RUF012
    between = " ; "


@pytest.mark.parametrize("game", [GAME, Spoken()])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_reads_back_the_same(seed, game):
    rng = random.Random(seed)
    state = game.new(players=3, seed=seed)
    for _ in range(seed * 5):
        if state.actor is None:
            break
        legal = [move for move, _ in state.outcomes()] or list(state.moves())
        state = state.play(rng.choice(legal))
    while state.run.wait is not None and getattr(state.run.wait, "among", ()):
        state = state.play(state.moves()[0])
    for seat in (1, 2, 3):
        text = game.written([state], (), {}, seat=seat)
        lines = [line for line in text.splitlines() if "peek" in line]
        assert all((" peeks " in line) == (game is not GAME) for line in lines)
        assert all(("," in line) == (game is GAME) for line in lines if "claim" in line)


def test_chances_that_stand_for_what_is_not_known_do_not_weigh():
    class Glimpse(Rulebook):
        name, title, seats = "glimpse", "Glimpse", range(1, 2)

        def rules(self, t):
            coin = t.variable("coin", ("a", "b", "c"))
            yield t.deal(coin)
            chances = {"a": {"x": 1.0}, "b": {"x": 0.5, "y": 0.5}, "c": {"y": 1.0}}
            yield t.sense(EVERYBODY, coin, chances, "sign", weighs=t.options.weighs)
            return [0]

    from deduce.games.base import Option

    for weighs, share in ((True, 2 / 3), (False, 1 / 2)):
        Glimpse.options = {"weighs": Option(weighs, (True, False), "whether chances weigh")}
        game = Glimpse()
        state = game.new(players=1)
        state = state.play(game.parse("coin = a", state)).play(
            game.parse("sign x", state.play(game.parse("coin = a", state)))
        )
        known = game.knowledge(state.view(0))
        assert known.marginals(known.scope[0])["a"] == pytest.approx(share)
