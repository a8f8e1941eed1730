"""Going on behind a turn that nobody could read, against brute force over everything that can have been done in it."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
from games import Above

from deduce import AllDifferent
from deduce.games import CHANCE
from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.records import read_record
from deduce.rulebook import EVERYBODY, Rulebook, RulesError, onward
from deduce.rulebook.notes import read
from deduce.rulebook.run import Run
from deduce.rulebook.state import State
from deduce_models.tables import battleship, clue

NAMES = ("Ann", "Bob", "Cid")


class Marks(Rulebook):
    """What an answer means hangs on a mark that every turn may move, and whose turn it is on what was said before."""

    name, title, seats = "marks", "Marks", range(3, 4)

    def rules(self, t):
        card = t.variables("card", t.seats, range(1, 6))
        t.require(AllDifferent(card), "each card is there once")
        yield t.deal(card)
        for seat in t.seats:
            t.show(seat, card[seat])
        t.open.mark, t.open.turn, t.open.turns = 2, 1, 0
        return self.one_turn

    def one_turn(self, t):
        card, o = t.recall("card"), t.open
        me, left = o.turn, o.turn % 3 + 1
        act = yield t.choose(me, ["lift", "ask", "peek", "count"])
        if act == "lift":
            o.mark = 3
        elif act == "ask":
            above = t.tell(EVERYBODY, card[left] > o.mark, "the left one is above the mark")
            o.mark += not above
        elif act == "peek":
            t.show(me, card[left])
        else:
            t.tell(EVERYBODY, sum(card[s] > 3 for s in t.seats), "cards above 3")
        o.turns += 1
        if o.turns == 6:
            return 0, 0, 0
        o.turn = left
        return self.one_turn


def named(game, seed, most):
    """A game of named players, so far."""
    rng = random.Random(seed)
    state = State(Run.live(game.setting(3, game.checked_options({}), None, NAMES)))
    made = 0
    while state.actor is not None and made < most:
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())
        made += state.actor is not CHANCE
        state = state.play(move)
    return state


@pytest.fixture(autouse=True)
def every_turn_marked(monkeypatch):
    """The begins of turns are found by the marks of live runs, which else lie some turns apart."""
    monkeypatch.setattr("deduce.rulebook.run.APART", 0)


def turns_of(state):
    """How many moves had been made when each turn began, and the states at all times."""
    states = [State.of(state.setting, ())]
    for text in state.history:
        states.append(states[-1].play(text))
    starts = [
        k
        for k, (one, other) in enumerate(zip(states[1:], states, strict=False), 1)
        if len((one.run.mark or [()])[0]) != len((other.run.mark or [()])[0])
    ]
    return starts, states


def any_turn(state):
    """Every way to play on from the begin of a turn to the begin of the next."""
    at = len(state.run.mark[0])
    todo, found = [state], []
    while todo:
        each = todo.pop()
        for move in each.moves() if each.actor is not CHANCE else [m for m, _ in each.outcomes()]:
            after = each.play(move)
            if after.actor is not None:
                (todo if len(after.run.mark[0]) == at else found).append(after)
    return found


def every_reading(state, seat, first, last, names):
    """All worlds of what `seat` heard but for what happened between two moves, which may have been any turn."""
    _, states = turns_of(state)
    level = [states[0]]
    for number, move in enumerate(state.history):
        if first <= number < last:
            if number == first:
                level = [after for each in level for after in any_turn(each)]
            continue
        heard = states[number + 1].view(seat).entries[len(states[number].view(seat).entries) :]
        following = []
        for each in level:
            if each.actor != states[number].actor:
                continue
            options = [m for m, _ in each.outcomes()] if each.actor is CHANCE else each.moves()
            had = len(each.view(seat).entries)
            following += [
                after for after in map(each.play, options) if after.view(seat).entries[had:] == heard
            ]
        level = following
        assert level, move
    found = [{v.name: value for v, value in each.run.table.world.items()} for each in level]
    return {tuple(world[name] for name in names) for world in found}


def held(game, seed, most, seat=1):
    """Every single turn of a game unread, from one seat's notes; gives how often more was known than before the turn."""
    state = named(game, seed, most)
    starts, states = turns_of(state)
    more = 0
    for first, last in pairwise(starts):
        before = game.written([states[first]], [], {}, seat=seat)
        done = game.written([states[last]], [], {}, seat=seat).splitlines()
        whole = game.written([state], [], {}, seat=seat).splitlines()
        # Where the last turn ended unseen, that is written only as long as no later line tells.
        told = next((k for k, (a, b) in enumerate(zip(done, whole, strict=False)) if a != b), len(done))
        text = before + "? something was said\n" + "\n".join(whole[told:]) + "\n"
        replay = game.answers().read(read_record(text))
        assert len(replay.unread) == 1, text
        known = replay.knowledge()
        names = [v.name for v in known.scope]
        got = {tuple(world[v] for v in known.scope) for world in known.worlds}
        true = every_reading(state, seat, first, last, names)
        assert true <= got, text
        more += len(got) < game.answers().read(read_record(before)).knowledge().count()
        exact = len(got) == len(true)
        yield more, exact


@pytest.mark.parametrize("seed", range(4))
def test_what_all_readings_leave_is_known(seed):
    found = list(held(Marks(), seed, 5))
    assert found
    assert found[-1][0]
    assert any(exact for _, exact in found)


class Nods(Marks):
    """Every turn begins with a nod that the others do not see, and that decides what is asked."""

    name, title = "nods", "Nods"

    def one_turn(self, t):
        card, o = t.recall("card"), t.open
        me, left = o.turn, o.turn % 3 + 1
        nod = yield t.choose(me, ["up", "down"], seen_by=me, name=f"nod {o.turns}")
        act = yield t.choose(me, ["ask", "pass"])
        if act == "ask":
            t.tell(EVERYBODY, (nod == "up") == (card[left] > 2), "it is as nodded")
        o.turns += 1
        if o.turns == 3:
            return 0, 0, 0
        o.turn = left
        return self.one_turn


class Named(Marks):
    """Whether all are named in a turn decides what is asked later."""

    name, title = "named", "Named"

    def one_turn(self, t):
        card, o = t.recall("card"), t.open
        me, left = o.turn, o.turn % 3 + 1
        if (yield t.choose(me, ["name", "ask"])) == "name":
            above = t.which(EVERYBODY, {s: card[s] > 1 for s in t.seats}, "above one are {}")
            o.mark = 4 if len(above) == len(t.seats) else 2
        else:
            t.tell(EVERYBODY, card[left] > o.mark, "the left one is above the mark")
        o.turns += 1
        if o.turns == 3:
            return 0, 0, 0
        o.turn = left
        return self.one_turn


@pytest.mark.parametrize(
    ("turn", "left"),
    [("Ann ask, the left one is above the mark: yes", {1}), ("? Ann", {1, 3, 4, 5})],
)
def test_an_unread_turn_may_have_named_all_of_them(turn, left):
    lines = ["game: named", "players: Ann Bob Cid", "me: Ann", "", "card[Ann] is 2", turn]
    lines.append("Bob ask, the left one is above the mark: no")
    replay = Named().answers().read(read_record("\n".join(lines) + "\n"))
    (cid,) = [v for v in replay.knowledge().scope if v.name == "card[Cid]"]
    assert replay.knowledge().possible(cid) == left


@pytest.mark.parametrize("seed", range(3))
def test_what_all_readings_leave_is_known_where_an_unread_turn_had_something_unseen(seed):
    found = list(held(Nods(), seed, 3))
    assert found


def test_clue_goes_on(monkeypatch):
    kinds = {"suspect": ("green", "plum"), "weapon": ("knife", "rope"), "room": ("hall", "study", "attic")}
    monkeypatch.setattr(clue, "KINDS", kinds)
    monkeypatch.setattr(clue, "CARDS", [card for names in kinds.values() for card in names])
    triples = list(product(*kinds.values()))
    choices = {
        f"{verb} {' '.join(each)}": (verb, each) for verb in ("suggest", "accuse") for each in triples
    }
    monkeypatch.setattr(clue, "CHOICES", choices)
    found = list(held(clue.Clue(), 2, 6))
    assert found[-1][0]


HEAD = "game: marks\nplayers: Ann Bob Cid\nme: Ann\n\ncard[Ann] is 1\n"


def worlds(*lines):
    replay = Marks().answers().read(read_record(HEAD + "\n".join(lines) + "\n"))
    return replay.knowledge().count(), replay.front


def test_an_answer_whose_meaning_hangs_on_the_unread_turn_does_not_count():
    assert worlds("Ann count, cards above 3: 2")[0] == 2
    assert worlds("? Ann", "Bob count, cards above 3: 2")[0] == 2
    assert worlds("? Ann", "Bob ask, the left one is above the mark: yes")[0] == 12
    assert (
        worlds("Ann count, cards above 3: 2", "? Bob", "Cid ask, the left one is above the mark: no")[0]
        == 2
    )


def test_a_line_of_somebody_who_cannot_be_next_is_refused():
    with pytest.raises(RecordError, match="nobody can do this now"):
        worlds("? Ann", "Cid count, cards above 3: 2")


def test_a_refusal_behind_an_unread_turn_says_that_it_supposes_one_way_of_it():
    with pytest.raises(
        RecordError, match=r"not understood: .* \(that is by one of several ways in which the turn before"
    ):
        worlds("Ann count, cards above 3: 2", "? Bob", "Cid leaps")


def test_advice_is_not_given_behind_a_turn_that_was_not_read():
    replay = Marks().answers().read(read_record(HEAD + "Ann count, cards above 3: 2\n? Bob\n"))
    with pytest.raises(ProblemError, match="line 7 was not read"):
        Marks().answers().advise(replay)


def test_several_turns_may_be_unread():
    assert worlds("? Ann", "? Bob", "Cid count, cards above 3: 2")[0] == 2


def test_where_rules_do_not_hand_on_nothing_after_counts():
    head = "game: above\nplayers: Ann Bob Cid\nme: Ann\n\nmy card is 3\n"
    report = Above().solve(read_record(head + "? Ann\nBob asks Cid 2: yes\n"))
    assert len(report.data["unread"]) == 2
    assert report.data["worlds"] == Above().solve(read_record(head)).data["worlds"]


def test_what_a_refused_line_began_to_say_does_not_count():
    head = "game: above\nplayers: Ann Bob Cid\nme: Ann\n\nmy card is 3\n"
    before = Above().solve(read_record(head)).data["worlds"]
    assert Above().solve(read_record(head + "Ann asks Bob 2: yes\n")).data["worlds"] < before
    assert Above().solve(read_record(head + "Ann asks Bob 2: yes, Bob mumbles\n")).data["worlds"] == before


def test_what_was_not_declared_is_not_recalled():
    class Forgets(Rulebook):
        name, title, seats = "forgets", "Forgets", range(2, 3)

        def rules(self, t):
            t.recall("card")
            yield t.choose(1, ["a"])
            return 0, 0

    with pytest.raises(RulesError, match=r"test_onward.py:\d+: recall: no variable 'card'"):
        Forgets().new(players=2)


class Votes(Rulebook):
    """A turn is a vote on each of several things, and goes to who is named in the last."""

    name, title, seats, votes = "votes", "Votes", range(2, 3), 3

    def rules(self, t):
        t.open.turn = 1
        yield t.choose(1, ["begin"])
        return self.one_turn

    def one_turn(self, t):
        for _ in range(self.votes):
            said = yield t.choose(t.open.turn, ["one", "two"])
        t.open.turn = 1 if said == "one" else 2
        return self.one_turn


@pytest.mark.parametrize(("votes", "places", "tries"), [(3, 2, 8 + 2), (10, 2, 1024 + 2), (20, 0, 1500)])
def test_that_there_are_too_many_ways_is_seen_before_all_are_tried(monkeypatch, votes, places, tries):
    game, tried, over = Votes(), [], onward.Anything.over
    game.votes = votes
    monkeypatch.setattr(onward.Anything, "over", lambda *a: tried.append(a) or over(*a))
    record = read_record("game: votes\nplayers: Ann Bob\nme: Ann\n\nAnn begin\n? who knows\n")
    later = read(game, record, strict=False).later
    assert [reader.table.open.turn for reader in later] == [1, 2][:places]
    assert len(tried) <= tries


def test_places_that_are_alike_and_where_the_same_is_known_are_one():
    record = read_record(HEAD + "? Ann\n? Bob\n? Cid\n")
    later = read(Marks(), record, strict=False).later
    assert sorted(reader.table.open.mark for reader in later) == [2, 3, 4, 5]


class Shows(Rulebook):
    """A turn may have a choice that nobody needs to know of, and counts only as one more."""

    name, title, seats = "shows", "Shows", range(2, 3)

    def rules(self, t):
        t.open.turn = 1
        yield t.choose(1, ["begin"])
        return self.one_turn

    def one_turn(self, t):
        me = t.open.turn
        if (yield t.choose(me, ["hide", "pass"])) == "hide":
            yield t.choose(3 - me, ["a", "b"], seen_by=3 - me, aside=True)
        yield t.choose(me, ["one", "two", "three", "four"])
        t.open.turn = 3 - me
        return self.one_turn


OVER = onward.Anything.over


def tried_and_read(monkeypatch, *lines, game=None, me="Ann"):
    tried = []
    monkeypatch.setattr(onward.Anything, "over", lambda *a: tried.append(a) or OVER(*a))
    text = f"game: shows\nplayers: Ann Bob\nme: {me}\n\nAnn begin\n" + "\n".join(lines) + "\n"
    return (game or Shows()).answers().read(read_record(text)), tried


def test_ways_from_places_that_are_alike_are_tried_once(monkeypatch):
    replay, tried = tried_and_read(monkeypatch, "? Ann", "? Bob")
    first, second = 8 + 2, 8 + 2 * 2  # from two places, of which only the number of choices differs
    assert len(tried) == first + second
    assert sorted(reader.table.choices for reader in replay.later) == [6, 7, 8]  # with the one that is next
    assert not replay.too_many


def test_what_was_sought_for_a_record_is_not_sought_again_when_it_goes_on(monkeypatch):
    game = Shows()
    first, tried = tried_and_read(monkeypatch, "? Ann", game=game)
    assert len(tried) == 8 + 2
    again, tried = tried_and_read(monkeypatch, "? Ann", "Bob pass, one", game=game)
    assert len(tried) == 2
    assert again.work == first.work
    assert len(again.later) == 2
    other, tried = tried_and_read(monkeypatch, "? Ann", game=game, me="Bob")  # who sees what he shows
    assert len(tried) == 8 + 2
    assert len(other.later) == 2


def test_what_the_writer_alone_chose_is_one_way_however_many_it_could_be(monkeypatch):
    """The set-up of Battleship: 60 berths of a ship, and 60 of the next."""
    tried = []
    monkeypatch.setattr(onward.Anything, "over", lambda *a: tried.append(a) or OVER(*a))
    text = "game: battleship\nplayers: Ann Bob\nme: Ann\n\nAnn cruiser at a5 across\n? Ann\nAnn shoot e5, miss\n"
    replay = battleship.GAME.answers().read(read_record(text))
    assert (len(tried), len(replay.unread), len(replay.later)) == (2, 1, 1)


@pytest.mark.parametrize("what", [(onward.Anything, "over"), (onward.Reader, "read")])
def test_what_there_was_no_time_for_is_no_fault_of_a_line_and_no_way_less(monkeypatch, what):
    whole = getattr(*what)

    def gives_up(self, *given):
        if what[1] == "read" and not given[0].startswith("Bob"):
            return whole(self, *given)
        raise GaveUp("the time limit was reached")

    monkeypatch.setattr(*what, gives_up)
    text = "game: shows\nplayers: Ann Bob\nme: Ann\n\nAnn begin\n? Ann\nBob pass, one\n"
    with pytest.raises(GaveUp):
        read(Shows(), read_record(text), strict=False)


def test_going_through_ways_ends_at_the_time_limit():
    record = read_record("game: shows\nplayers: Ann Bob\nme: Ann\n\nAnn begin\n")
    reader = read(Shows(), record).reader
    with Deadline(0).watch(), pytest.raises(GaveUp):
        onward.behind([reader])
    assert len(onward.behind([reader]).readers) == 2


def test_that_too_many_ways_were_found_is_not_found_again(monkeypatch):
    game = Shows()
    monkeypatch.setattr(onward, "MOST", 5)
    for tries in (2, 0):
        replay, tried = tried_and_read(monkeypatch, "? Ann", game=game)
        assert replay.too_many
        assert len(tried) == tries


def test_what_is_done_for_one_record_has_a_limit_and_it_is_said(monkeypatch):
    replay, tried = tried_and_read(monkeypatch, "? Ann", "? Bob")
    enough, ways = replay.work, len(tried)
    monkeypatch.setattr(onward, "WORK", enough)
    assert tried_and_read(monkeypatch, "? Ann", "? Bob")[0].later
    monkeypatch.setattr(onward, "WORK", enough - 1)
    replay, tried = tried_and_read(monkeypatch, "? Ann", "? Bob")
    assert replay.too_many
    assert not replay.later
    assert len(tried) < ways
    report = Shows().answers().solve(replay)
    assert "too many ways in which the game may have gone on" in report.text
    assert report.data["too_many_ways"] is True


def test_that_there_are_too_many_ways_is_not_said_of_what_cannot_be_gone_through():
    record = read_record("game: above\nplayers: Ann Bob Cid\nme: Ann\n\nmy card is 3\n? Ann\n")
    report = Above().solve(record)
    assert "too many ways" not in report.text
    assert report.data["too_many_ways"] is False


class Keeps(Rulebook):
    """Somebody may keep a number for themselves, of which the game then speaks, or not."""

    name, title, seats = "keeps", "Keeps", range(2, 3)

    def rules(self, t):
        card = t.variables("card", t.seats, (1, 2, 3))
        yield t.deal(card)
        t.show(1, card[1])
        t.open.turns = 0
        return self.one_turn

    def one_turn(self, t):
        t.open.turns += 1
        if (yield t.choose(2, ["keep", "ask"])) == "keep":
            yield t.choose(2, [1, 2], seen_by=2, name=f"number {t.open.turns}")
        t.tell(EVERYBODY, t.recall("card")[2] == 3, f"three {t.open.turns}")
        return self.one_turn


@pytest.mark.parametrize("told", ["", "Bob ask, three 2: no\n"])
def test_that_later_lines_count_is_said_only_where_they_do(told):
    head = "game: keeps\nplayers: Ann Bob\nme: Ann\n\ncard[Ann] is 1\n? Bob\n"
    replay = Keeps().answers().read(read_record(head + told))
    assert len(replay.later) == 2  # of which only one knows of a number
    report = Keeps().answers().solve(replay)
    assert "nothing after it is reckoned with" in report.text
    assert "what came after it counts" not in report.text
    assert report.data["worlds"] == 3
    replay = Marks().answers().read(read_record(HEAD + "? Ann\nBob count, cards above 3: 2\n"))
    assert "what came after it counts" in Marks().answers().solve(replay).text


class Purses(Rulebook):
    """A bid that nobody sees is held in a purse; a noisy look and an unseen liking are weighed, not known."""

    name, title, seats = "purses", "Purses", range(2, 3)

    def rules(self, t):
        purse = t.variables("purse", t.seats, range(1, 6))
        yield t.deal(purse)
        yield t.deal(t.variable("coin", ("heads", "tails")), {"heads": 3, "tails": 1})
        menu = {f"bid {n}": (purse[2] >= n, n) for n in range(1, 6)}
        bid = yield t.choose(2, menu, seen_by=2, name="bid")
        t.tell(EVERYBODY, bid > 2, "the bid is high")
        t.tell(EVERYBODY, purse[2] > 2, "the purse is thick")
        yield t.sense(
            EVERYBODY, purse[1], {n: {"loud": n / 6, "soft": 1 - n / 6} for n in range(1, 6)}, "a shake"
        )
        t.open.turns = t.open.nods = 0
        return self.one_turn

    def one_turn(self, t):
        t.open.nods += (yield t.choose(1, ["wait", "nod"])) == "nod"
        t.open.turns += 1
        return self.one_turn if t.open.turns < 4 else (t.open.nods, 0)


PURSES = "game: purses\nplayers: Ann Bob\nseat: 0\n\nthe bid is high, the purse is thick, a shake: loud\nAnn wait\n"


def test_what_was_legal_or_likely_before_an_unread_turn_still_is():
    game = Purses()
    before, behind = (game.solve(read_record(PURSES + more)).data for more in ("", "? what\nAnn nod\n"))
    assert behind["unread"]
    assert (behind["worlds"], behind["sheet"]) == (before["worlds"], before["sheet"])
    bids = {str(n): (n - 2) / 6 for n in range(3, 6)}
    assert before["sheet"]["purse[Bob]"] == pytest.approx(bids)
    assert before["sheet"]["purse[Ann]"] == pytest.approx({str(n): n / 15 for n in range(1, 6)})


class Later(Rulebook):
    """What is hidden comes after the first choice."""

    name, title, seats = "later", "Later", range(1, 2)

    def rules(self, t):
        for name in ("first", "second"):
            yield t.choose(1, ["look", "go"])
            coin = t.variable(name, ("heads", "tails"))
            yield t.deal(coin)
            t.show(EVERYBODY, coin)
        return (0,)


def test_not_everything_is_certain_behind_a_line_that_was_not_read():
    read_so_far = "game: later\nplayers: Ann\nme: Ann\n\nlook, first is heads\n"
    for more, certain in (("", True), ("lok\n", False)):
        text = Later().solve(read_record(read_so_far + more)).text
        assert ("Everything is certain" in text) == certain


def test_that_an_unseen_choice_was_legal_is_no_slip():
    found = Purses().solve(read_record(PURSES.replace("thick", "thick: no"))).data
    high, thick = "the bid is high: yes", "the purse is thick: no"
    quoted = [each["text"] for each in found["conflict"]["because"]]
    assert quoted == ["Bob chooses unseen (bid)", high, thick]
    assert sorted(each["text"] for repair in found["repairs"] for each in repair["remove"]) == [high, thick]
