"""For each thing that rules can ask or tell: what can be written next, what notes wait for, how it is written down.

By plain words; and what is offered is also read, each line as something else.
"""

import re

import pytest
from composing import extended, lines_of

from deduce.games import read_record
from deduce.ground.errors import ProblemError, RecordError
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.advising import decides, more_rows, ranked_rows
from deduce.rulebook.answers import changed, waits_for
from deduce.rulebook.asks import Row
from deduce.rulebook.fields import HANDS, _hands
from deduce.rulebook.notes import read
from deduce.rulebook.run import Run
from deduce.rulebook.state import State

CARDS = {"ash": 2, "elm": 1}


def played(what, **more):
    def rules(self, t):
        yield from what(t)
        yield t.choose(1, ["end"])
        return [0, 0]

    return type(
        "Next", (Rulebook,), {"name": "next", "title": "Next", "seats": range(2, 3), "rules": rules, **more}
    )()


def hands(t, *cards):
    """A deck and a hand for each, cards in Ann's that she sees come."""
    deck = t.deck("deck", CARDS)
    hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
    for card in cards:
        t.put(hand[1], t.take(deck, card))
    return deck, hand


def two(t):
    cup = t.variables("cup", (1, 2), ("A", "B"))
    yield t.deal(cup)
    return cup


def chosen(t):
    yield t.choose(2, {"go up": 1, "go down": 2, "rest": 3})


def unseen(t):
    yield t.choose(2, ["stay", "go"], seen_by=2, name="way")


def silent(t):
    yield t.choose(1, ["pass", "bid"], unsaid="pass")


def whom(t):
    yield t.choose(1, {f"ask {t.name(other)} {n}": (other, n) for other in t.seats for n in (1, 2)})


def free(t):
    yield t.choose(2, [{"hush": 1}, t.free("say", lambda text: None, ["a", "b"])])


def at_once(t):
    yield t.together({seat: ["wager 1", "wager 2"] for seat in t.seats}, name="wager")


def in_a_row(t):
    yield t.together({seat: ["vote yes", "vote no"] for seat in t.seats}, name="vote", row="votes")


def as_a_set(t):
    yield t.together({seat: ["allow", "doubt"] for seat in t.seats}, unsaid="allow", told="doubt")


def rolled(t):
    yield t.roll("die", (1, 2, 3))


def rolled_in_a_row(t):
    for left in (2, 1):
        yield t.roll("offer", ("a", "b"), row=Row("offer", left))


def counted(t):
    words = ("black", "pink")
    black = yield t.roll("offer black", (0, 1, 2, 3), row=Row("offer", 3, words))
    if black < 3:
        yield t.roll("offer pink", (3 - black,), row=Row("offer", 3 - black, words))


def told(t):
    card = t.variables("card", t.seats, (1, 2))
    yield t.deal(card)
    t.show(1, card[2])
    t.tell(EVERYBODY, card[1] + card[2], "sum")
    t.tell(1, card[1] == 2, "mine is high")


def told_of(t):
    card = t.variables("card", t.seats, (1, 2))
    yield t.deal(card)
    t.which(EVERYBODY, {seat: card[seat] == 2 for seat in t.seats}, "high: {} so far")


def told_of_few(t):
    card = t.variables("card", t.seats, (1, 2))
    yield t.deal(card)
    yield t.choose(1, ["look"])
    t.which(EVERYBODY, {2: card[2] == 2}, "high: {}", unsaid=())


def sensed(t):
    cup = t.variable("cup", ("A", "B"))
    yield t.deal(cup)
    yield t.sense(1, cup, {"A": {"warm": 1}, "B": {"warm": 0.5, "cold": 0.5}}, "it is")


def shuffled(t):
    cup = yield from two(t)
    yield t.shuffle(cup, seen_by=1, text="swap {}")


def shuffled_unseen(t):
    cup = yield from two(t)
    yield t.shuffle(cup)


def laid(t):
    cup = yield from two(t)
    yield t.rearrange(1, [cup[1], cup[2]], "lay {}")


def drawn(t):
    deck, hand = hands(t)
    yield t.draw(deck, to=hand[1])


def drawn_of_few(t):
    deck, hand = hands(t, "elm")
    yield t.draw(deck, to=hand[1], text="deal {} to Ann")


def drawn_by_another(t):
    deck, hand = hands(t)
    yield t.draw(deck, to=hand[2], text="deal {} to Bob")


def drawn_open(t):
    deck, hand = hands(t)
    yield t.draw(deck, to=hand[2], open=["elm"], text="turn {}")


def revealed(t):
    deck, hand = hands(t)
    yield t.draw(deck, to=hand[2])
    yield t.draw(deck, to=hand[2])
    t.reveal(EVERYBODY, hand[2])


def held(t):
    deck, hand = hands(t, "ash", "elm")
    del deck
    yield t.choose(1, t.option("play {card}", card=hand[1]))


END = "Ann: Ann end"
ORDERS = "{who}{verb} 1 2 / {who}{verb} 2 1"
CASES = [
    (chosen, "", "", "Bob: Bob go up / Bob go down / Bob rest", "Bob: go up, go down, rest"),
    (chosen, "Ann", "", "Bob: Bob go up / Bob go down / Bob rest", "Bob: go up, go down, rest"),
    (unseen, "", "", "Bob: Bob stay / Bob go", "Bob: stay, go"),
    (unseen, "Ann", "", END, "Bob: stay, go"),
    (unseen, "Bob", "", "Bob: Bob stay / Bob go", "Bob: stay, go"),
    (silent, "Bob", "", "Ann: Ann end / Ann pass / Ann bid", "Ann: pass, bid"),
    (whom, "Ann", "", "Ann: Ann ask Ann 1 / Ann ask Ann 2 / Ann ask Bob 1 / Ann ask Bob 2", ""),
    (free, "", "", "Bob: Bob hush / Bob say a / Bob say b", "Bob: hush, say ..."),
    (free, "Ann", "", "Bob: Bob hush / Bob say a / Bob say b", "Bob: hush, say ..."),
    (at_once, "", "", "Ann: Ann wager 1 / Ann wager 2", "Ann: wager 1, wager 2"),
    (at_once, "", "Ann wager 1\n", "Bob: Bob wager 1 / Bob wager 2", "Bob: wager 1, wager 2"),
    (at_once, "Ann", "Ann wager 1\n", ": +Bob wager 1 / +Bob wager 2", "Bob: wager 1, wager 2"),
    (in_a_row, "", "", ": votes yes yes / votes yes no / votes no yes / votes no no", "Ann: vote yes, vote no"),
    (in_a_row, "Ann", "", "Ann: Ann vote yes / Ann vote no", "Ann: vote yes, vote no"),
    (in_a_row, "Ann", "Ann vote no\n", ": votes no yes / votes no no", "Bob: vote yes, vote no"),
    (in_a_row, "Ann", "votes no yes\n", END, "Ann: end"),
    (as_a_set, "", "", "Ann: Ann end / doubt nobody / doubt Ann / doubt Bob / doubt Ann Bob", ""),
    (as_a_set, "Bob", "", "Ann: Ann end / doubt nobody / doubt Ann / doubt Bob / doubt Ann Bob", ""),
    (rolled, "", "", ": die 1 / die 2 / die 3", "chance: die 1, die 2, die 3"),
    (rolled, "Ann", "", ": die 1 / die 2 / die 3", "chance"),
    (rolled_in_a_row, "", "", ": offer a b / offer b a", "chance: offer a, offer b"),
    (rolled_in_a_row, "Ann", "offer a\n", ": offer a / offer b", "chance"),
    (counted, "", "", ": offer black 3 / offer black 2 pink 1 / offer black 1 pink 2 / offer pink 3", ""),
    (told, "", "", ": card[Ann] = 1 / card[Ann] = 2", "chance: card[Ann] = 1, card[Ann] = 2"),
    (told, "Ann", "", ": card[Bob] is 1 / card[Bob] is 2", "what card Bob is: 1, 2"),
    (told, "Ann", "card[Bob] is 1\n", ": sum 2 / sum 3 / sum 4", "'sum': 2, 3, 4"),
    (told, "Ann", "card[Bob] is 1\nsum 2\n", ": mine is high: yes / mine is high: no", "'mine is high': yes or no"),
    (told, "Bob", "sum 2\n", END, "Ann: end"),
    (told_of, "Ann", "", ": high: nobody so far / high: Ann so far / high: Bob so far / high: Ann Bob so far",
     "'high: ... so far': Ann, Bob, or nobody"),
    (told_of_few, "Ann", "Ann look\n", "Ann: Ann end / +high: nobody / +high: Bob", "Ann: end"),
    (sensed, "", "cup = A\n", ": it is warm", "chance: it is warm"),
    (sensed, "", "cup = B\n", ": it is warm / it is cold", "chance: it is warm, it is cold"),
    (sensed, "Ann", "", ": it is: warm / it is: cold", "chance"),
    (sensed, "Bob", "", END, "Ann: end"),
    (shuffled, "", "cup[1] = A\ncup[2] = A\n", f": {ORDERS.format(who='', verb='swap')}", "chance: swap 1 2, swap 2 1"),
    (shuffled, "Ann", "", f": {ORDERS.format(who='', verb='swap')}", "chance"),
    (shuffled, "Bob", "", END, "Ann: end"),
    (shuffled_unseen, "Ann", "", END, "Ann: end"),
    (laid, "Ann", "", f"Ann: {ORDERS.format(who='Ann ', verb='lay')}", "Ann: lay 1 2, lay 2 1"),
    (laid, "Bob", "", END, "Ann: lay 1 2, lay 2 1"),
    (drawn, "", "", ": draw ash to hand of Ann / draw elm to hand of Ann", ""),
    (drawn, "Ann", "", ": draw ash to hand of Ann / draw elm to hand of Ann", "chance"),
    (drawn, "Bob", "", END, "Ann: end"),
    (drawn_of_few, "Ann", "", ": deal ash to Ann", "chance"),
    (drawn_by_another, "", "", ": deal ash to Bob / deal elm to Bob", ""),
    (drawn_by_another, "Ann", "", END, ""),
    (drawn_open, "Ann", "", "Ann: Ann end / turn elm / turn ?", ""),
    (drawn_open, "Bob", "", ": turn ash / turn elm", ""),
    (revealed, "Ann", "", ": hand of Bob: ash, ash / hand of Bob: ash, elm",
     "what lies in hand of Bob: 2 of ash, elm"),
    (held, "", "", "Ann: Ann play ash / Ann play elm", "Ann: play ash, play elm"),
    (held, "Bob", "", "Ann: Ann play ash / Ann play elm", "Ann: play ash, play elm"),
    (held, "Ann", "Ann play elm\nAnn end\n", ": ", ""),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "me", "lines", "wanted", "waits"), CASES)
def test_what_can_be_written_next(rules, me, lines, wanted, waits):
    game = played(rules)
    text = f"game: next\nplayers: Ann Bob\n{f'me: {me}' if me else ''}\n\n{lines}"
    replay = read(game, read_record(text))
    coming = game.upcoming(replay)
    offered = [(event, line) for event in coming.asked for line in lines_of(event)]
    said = " / ".join(f"{'+' * bool(event.joins)}{line}" for event, line in offered)
    assert f"{coming.actor}: {said}" == wanted
    if waits:
        assert waits_for(replay) == waits
    meant = [str(read(game, read_record(extended(text, *each))).reader.answers) for each in offered]
    assert len(set(meant)) == len(meant)


def led(what):
    """The same behind a first choice."""

    def rules(t):
        yield t.choose(1, ["look"])
        yield from what(t)

    return rules


def turned(t):
    cup = yield from two(t)
    yield t.rearrange(2, [cup[1], cup[2]], "lay {}")


def asked_for(t):
    card = t.variables("card", t.seats, (1, 2))
    yield t.deal(card)
    for seat in t.seats:
        yield t.choose(seat, ["pass", "bid"], unsaid="pass")
        t.tell(EVERYBODY, card[seat] == 2, f"{t.name(seat)} is high", unsaid=False)


MET = "card[Ann] = 1, card[Bob] = 2"
CUPS = "cup[1] = A, cup[2] = B"
SHOWN = "wager of Ann is wager 1, wager of Bob is wager 2"
WRITTEN = [
    # What chance and seats did; the lines of a complete record, and what Ann, Bob and a bystander note.
    (chosen, "go up", "Bob go up", "Bob go up", "Bob go up", "Bob go up"),
    (unseen, "stay", "Bob stay", "Bob chooses unseen", "Bob stay", "Bob chooses unseen"),
    (unseen, "stay, end", "Bob stay / Ann end", "Ann end", "Bob stay / Ann end", "Ann end"),
    (silent, "pass", "Ann pass", "Ann pass", "Ann pass", "Ann pass"),
    (led(silent), "look, pass, end", *["Ann look / Ann end"] * 4),
    (led(silent), "look, bid, end", *["Ann look / Ann bid / Ann end"] * 4),
    (at_once, "wager 1", "Ann wager 1", "Ann wager 1", "Ann chooses unseen", "Ann chooses unseen"),
    (at_once, "wager 1, wager 2, end", "Ann wager 1 / Bob wager 2 / Ann end", f"Ann wager 1, {SHOWN} / Ann end",
     f"Bob wager 2, {SHOWN} / Ann end", f"{SHOWN.replace(', ', ' / ')} / Ann end"),
    (led(at_once), "look, wager 1, wager 2", "Ann look / Ann wager 1 / Bob wager 2", f"Ann look / Ann wager 1, {SHOWN}",
     f"Ann look / Bob wager 2, {SHOWN}", f"Ann look, {SHOWN}"),
    (in_a_row, "vote yes", "Ann vote yes", "Ann vote yes", "Ann chooses unseen", "Ann chooses unseen"),
    (in_a_row, "vote yes, vote no, end", *["votes yes no / Ann end"] * 4),
    (led(in_a_row), "look, vote yes, vote no, end", *["Ann look / votes yes no / Ann end"] * 4),
    (as_a_set, "allow, doubt", *["doubt Bob"] * 4),
    (as_a_set, "allow, allow, end", *["Ann end"] * 4),
    (led(as_a_set), "look", *["Ann look, ?"] * 4),
    (led(as_a_set), "look, doubt", None, *["Ann look, ?"] * 3),
    (led(as_a_set), "look, doubt, doubt", *["Ann look, doubt Ann Bob"] * 4),
    (led(as_a_set), "look, allow, allow", *["Ann look, doubt nobody"] * 4),
    (led(as_a_set), "look, allow, allow, end", *["Ann look / Ann end"] * 4),
    (rolled, "die 3, end", *["die 3 / Ann end"] * 4),
    (rolled_in_a_row, "offer b", *["offer b"] * 4),
    (rolled_in_a_row, "offer b, offer a, end", *["offer b a / Ann end"] * 4),
    (counted, "offer black 2, offer pink 1, end", *["offer black 2 pink 1 / Ann end"] * 4),
    (counted, "offer black 3, end", *["offer black 3 / Ann end"] * 4),
    (told, "card[Ann] = 1, card[Bob] = 2", MET, "card[Bob] is 2 / sum 3 / mine is high: no", "sum 3", "sum 3"),
    (led(told), "look, card[Ann] = 1, card[Bob] = 2, end", f"Ann look / {MET} / Ann end",
     "Ann look, card[Bob] is 2, sum 3, mine is high: no / Ann end", *["Ann look, sum 3 / Ann end"] * 2),
    (told_of, "card[Ann] = 1, card[Bob] = 2", MET, *["high: Bob so far"] * 3),
    (told_of_few, "card[Ann] = 1, card[Bob] = 2, look", f"{MET} / Ann look, high: Bob", *["Ann look, high: Bob"] * 3),
    (told_of_few, "card[Ann] = 2, card[Bob] = 1, look", "card[Ann] = 2, card[Bob] = 1 / Ann look", *["Ann look"] * 3),
    (led(asked_for), "look, card[Ann] = 1, card[Bob] = 2, pass, bid", f"Ann look / {MET} / Bob bid, Bob is high: yes",
     *["Ann look / Bob bid, Bob is high: yes"] * 3),
    (led(asked_for), "look, card[Ann] = 1, card[Bob] = 2, pass", f"Ann look / {MET} / Ann pass",
     *["Ann look / Ann pass"] * 3),
    (sensed, "cup = B, it is cold, end", "cup = B / it is cold / Ann end", "it is: cold / Ann end", "Ann end", "Ann end"),
    (shuffled, "cup[1] = A, cup[2] = B, swap 2 1, end", f"{CUPS} / swap 2 1 / Ann end", "swap 2 1 / Ann end",
     "Ann end", "Ann end"),
    (led(turned), "look, cup[1] = A, cup[2] = B", f"Ann look / {CUPS}, ?", "Ann look, ?", "Ann look", "Ann look, ?"),
    (led(turned), "look, cup[1] = A, cup[2] = B, lay 2 1", f"Ann look / {CUPS} / Bob lay 2 1",
     "Ann look / Bob lays cup[1], cup[2] anew", "Ann look / Bob lay 2 1", "Ann look / Bob lays cup[1], cup[2] anew"),
    (led(turned), "look, cup[1] = A, cup[2] = B, lay 2 1, end", f"Ann look / {CUPS} / Bob lay 2 1 / Ann end",
     "Ann look / Ann end", "Ann look / Bob lay 2 1 / Ann end", "Ann look / Ann end"),
    (drawn, "draw ash to hand of Ann, end", *["draw ash to hand of Ann / Ann end"] * 2, "Ann end", "Ann end"),
    (led(drawn), "look, draw ash to hand of Ann", "Ann look / draw ash to hand of Ann",
     "Ann look, draw ash to hand of Ann", "Ann look", "Ann look"),
    (drawn_by_another, "deal ash to Bob", "deal ash to Bob", "deal ? to Bob", "deal ash to Bob", "deal ? to Bob"),
    (drawn_open, "turn elm, end", *["turn elm / Ann end"] * 4),
    (drawn_open, "turn ash, end", "turn ash / Ann end", "turn ? / Ann end", "turn ash / Ann end", "turn ? / Ann end"),
    (led(revealed), "look, draw ash to hand of Bob, draw elm to hand of Bob",
     "Ann look / draw ash to hand of Bob / draw elm to hand of Bob", "Ann look, hand of Bob: ash, elm",
     "Ann look, draw ash to hand of Bob, draw elm to hand of Bob", "Ann look, hand of Bob: ash, elm"),
    (held, "play elm, end", *["Ann play elm / Ann end"] * 4),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "moves", "whole", "first", "second", "beside"), WRITTEN)
def test_what_happened_is_written_and_reads_back(rules, moves, whole, first, second, beside):
    game = played(rules)
    state = State(Run.live(game.setting(2, {}, None, ("Ann", "Bob"))))
    for move in moves.split(", "):
        state = state.play(move)
    for seat, lines in ((None, whole), (1, first), (2, second), (0, beside)):
        if lines is None:  # half of what is chosen at once is no line of a complete record
            with pytest.raises(ProblemError, match="reads back the same"):
                game.written([state], [], {}, seat=seat)
            continue
        said = game.written([state], [], {}, seat=seat)
        assert said.partition("\n\n")[2] == "".join(f"{line}\n" for line in lines.split(" / "))
        replay = read(game, read_record(said))
        heard = [answer for answer, _ in replay.reader.answers]
        meant = list(state.history if seat is None else state.view(seat).entries)
        assert heard == meant or "?" in lines
        # What notes tell their writer, and a bystander, is what these saw.
        for each in {0, 1, 2} if seat is None else {seat} if replay.reader.table.zones else {seat, 0}:
            assert replay.view(each) == state.view(each) or "?" in lines


def test_an_answer_before_any_choice_and_that_nobody_chose_at_once_are_written():
    """Both were told to be nothing that can be written, found by planted faults."""
    game = played(as_a_set)
    state = State(Run.live(game.setting(2, {}, None, ("Ann", "Bob")))).play("allow").play("allow")
    for seat in (None, 0, 1, 2):
        assert game.written([state], [], {}, seat=seat).endswith("\n\ndoubt nobody\n")


LAID = "Bob lays cup[1], cup[2] anew"
HEARD = [
    # Move by move, what a bystander, Ann and Bob are told; of one's own choice only what else it shows.
    (chosen, "go up", "Bob: go up", "Bob: go up", ""),
    (unseen, "stay, end", "Bob chooses unseen (way) / Ann: end", "Bob chooses unseen (way) /", "/ Ann: end"),
    (at_once, "wager 1, wager 2",
     f"Ann chooses unseen (wager of Ann) / Bob chooses unseen (wager of Bob), {SHOWN}",
     f"/ Bob chooses unseen (wager of Bob), {SHOWN}",
     f"Ann chooses unseen (wager of Ann) / Bob: wager 2, {SHOWN}"),
    (as_a_set, "allow, doubt",
     "Ann chooses unseen (choice 1 of Ann) / Bob chooses unseen (choice 1 of Bob), doubt Bob",
     "/ Bob chooses unseen (choice 1 of Bob), doubt Bob",
     "Ann chooses unseen (choice 1 of Ann) / Bob: doubt, doubt Bob"),
    (rolled, "die 3, end", "die 3 / Ann: end", "die 3 /", "die 3 / Ann: end"),
    (counted, "offer black 2, offer pink 1", *["offer black: 2 / offer pink: 1"] * 3),
    (told, "card[Ann] = 1, card[Bob] = 2", "/ sum 3", "/ card[Bob] is 2, sum 3, mine is high: no", "/ sum 3"),
    (told_of, "card[Ann] = 1, card[Bob] = 1", *["/ high: nobody so far"] * 3),
    (told_of_few, "card[Ann] = 1, card[Bob] = 2, look", *["/ / Ann: look, high: Bob"] * 3),
    (led(asked_for), "look, card[Ann] = 2, card[Bob] = 1, pass", "Ann: look / / / Ann: pass, Ann is high: yes",
     "/ / / Ann: pass, Ann is high: yes", "Ann: look / / / Ann: pass, Ann is high: yes"),
    (sensed, "cup = B, it is cold", "/", "/ it is: cold", "/"),
    (shuffled, "cup[1] = A, cup[2] = B, swap 2 1", "/ / cup[1], cup[2] are shuffled", "/ / swap 2 1",
     "/ / cup[1], cup[2] are shuffled"),
    (led(turned), "look, cup[1] = A, cup[2] = B, lay 2 1", f"Ann: look / / / {LAID}", f"/ / / {LAID}", "Ann: look / / /"),
    (drawn, "draw ash to hand of Ann, end", "/ Ann: end", "draw ash to hand of Ann /", "/ Ann: end"),
    (drawn_by_another, "deal ash to Bob", "deal ? to Bob", "deal ? to Bob", "deal ash to Bob"),
    (drawn_open, "turn elm", *["turn elm"] * 3),
    (drawn_open, "turn ash", "turn ?", "turn ?", "turn ash"),
    (led(revealed), "look, draw ash to hand of Bob, draw elm to hand of Bob", "Ann: look / / hand of Bob: ash, elm",
     "/ / hand of Bob: ash, elm", "Ann: look / draw ash to hand of Bob / draw elm to hand of Bob, hand of Bob: ash, elm"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "moves", "beside", "first", "second"), HEARD)
def test_what_each_is_told_of_what_happened(rules, moves, beside, first, second):
    game = played(rules)
    states = [State(Run.live(game.setting(2, {}, None, ("Ann", "Bob"))))]
    for move in moves.split(", "):
        states.append(states[-1].play(move))
    for seat, wanted in enumerate((beside, first, second)):
        views = [state.view(seat) for state in states]
        assert all(view.seats == 2 for view in views)
        steps = []
        for state, now, move, view in zip(states, views, moves.split(", "), views[1:], strict=False):
            actor = state.actor if isinstance(state.actor, int) else 0
            steps.append(", ".join(game.happened(now, view, actor, move)))
        assert " / ".join(steps).strip().replace("  ", " ") == wanted
        last = next((x for x in reversed(views[-1].entries) if x.kind in ("choose", "roll")), None)
        assert views[-1].latest.startswith(last.said if last else "")
        assert bool(views[-1].latest) == bool(last)
    again = [State.of(states[0].setting, moves.split(", ")[:at]) for at in range(len(states))]
    for at, (one, other) in enumerate(zip(states, again, strict=True)):
        assert one == other
        assert hash(one) == hash(other)
        assert [one == each for each in again] == [at == k for k in range(len(again))]


def test_what_a_bystander_sees_by_notes_that_wait_in_the_middle_of_a_line():
    """And behind what the writer did not see, which lay in between."""
    head = "game: next\nplayers: Ann Bob\nme: {}\n\n"
    replay = read(played(led(told)), read_record(head.format("Ann") + "Ann look\n"))
    assert replay.reader.pending is not None
    assert [entry.said for entry in replay.view(0).entries] == ["look"]
    replay = read(played(led(sensed)), read_record(head.format("Bob") + "Ann look\nAnn end\n"))
    assert [entry.said for entry in replay.view(0).entries] == ["look", "end"]


def offered(game, lines, me="Ann"):
    return game.upcoming(
        read(game, read_record(f"game: next\nplayers: Ann Bob\nme: {me}\n\n{lines}"))
    ).asked


def test_fields_are_called_by_their_slots_or_by_what_they_hold():
    for rules, names in ((whom, ["who", "number"]), (held, ["card"]), (laid, ["number", "number 2"])):
        assert [field.name for field in offered(played(rules), "")[0].fields] == names
    assert [field.name for field in offered(played(in_a_row), "")[0].fields] == ["which"]
    assert [field.name for field in offered(played(in_a_row), "Ann vote no\n")[0].fields] == ["Ann", "Bob"]
    assert [event.name for event in offered(played(told_of), "")] == ["high:"]
    twice = offered(played(two_sets), "Ann look\n")
    assert [event.name for event in twice] == ["end", "high", "high …"]


def two_sets(t):
    card = t.variables("card", t.seats, (1, 2))
    yield t.deal(card)
    yield t.choose(1, ["look"])
    for seat, tail in ((1, ""), (2, " too")):
        t.which(EVERYBODY, {seat: card[seat] == 2}, f"high {{}}{tail}", unsaid=())


def test_what_begins_no_line_goes_on_in_the_one_before():
    def steps(t):
        for seat in (1, 1, 2):
            yield t.choose(seat, ["walk", "stop"])

    game = played(steps, begins=("walk",))
    first = [event.line({}) for event in offered(game, "")]
    assert first == ["Ann walk", "Ann stop"]
    for lines, said in (
        ("Ann walk\n", [("", "Ann walk"), (", ", "stop")]),
        ("Ann walk, stop\n", [("", "Bob walk"), (", ", "Bob stop")]),
    ):
        assert [(event.joins, event.line({})) for event in offered(game, lines)] == said


def test_a_set_whose_words_do_not_show_who_is_in_it_is_offered_set_by_set():
    class Counted(Rulebook):
        name, title, seats = "next", "Next", range(2, 3)

        def rules(self, t):
            yield from told_of(t)
            yield t.choose(1, ["end"])
            return [0, 0]

        def event_sentence(self, event, names):
            who = {0: "nobody", 2: "both"}.get(len(event.value), "one" + "+" * (1 in event.value))
            return f"high: {who}" if event.kind == "which" else super().event_sentence(event, names)

    said = [line for event in offered(Counted(), "") for line in lines_of(event)]
    assert said == ["high: nobody", "high: one+", "high: one", "high: both"]


def test_what_ends_is_waited_for_no_more():
    replay = read(played(chosen), read_record("game: next\nplayers: Ann Bob\n\nBob rest\nAnn end\n"))
    assert waits_for(replay) == ""
    assert played(chosen).upcoming(replay).asked == ()


def test_hands_are_those_that_a_deck_has():
    assert list(_hands(CARDS, 2)) == [("ash", "ash"), ("ash", "elm")]
    assert list(_hands(CARDS, 3)) == [("ash", "ash", "elm")]
    assert list(_hands(CARDS, 0)) == [()]
    assert HANDS >= 1326  # two cards of 52


def test_found_by_a_planted_fault_notes_that_wait_for_a_noisy_look_are_solved():
    record = read_record("game: next\nplayers: Ann Bob\nme: Ann\n\n")
    assert "Next: chance." in played(sensed).solve(record).text
    assert "Next: Bob: hush, say ...." in played(free).solve(record).text


BOB, NOBODY_HAS = "Bob is to move, not {}", "nobody has to decide at the end of this record"
DECIDES = [
    (chosen, "Bob", "", None, 2),
    (chosen, "Bob", "", 2, 2),
    (chosen, "", "", None, 2),
    (chosen, "", "", 2, 2),
    (chosen, "", "", 1, BOB.format("Ann")),
    (chosen, "", "", 0, BOB.format("a bystander")),
    (chosen, "Ann", "", None, BOB.format("Ann")),
    (chosen, "Bob", "Bob rest\n", None, "Ann is to move, not Bob"),
    (chosen, "Bob", "Bob rest\nAnn end\n", None, NOBODY_HAS),
    (unseen, "Ann", "", 1, BOB.format("Ann")),
    (rolled, "Ann", "", None, NOBODY_HAS),
    (told, "Ann", "", None, "the notes wait for what card Bob is: 1, 2"),
    (silent, "Ann", "", None, 1),
    (silent, "Ann", "? what\n", None, "line 5 was not read, so it is not known where the game stands"),
]


@pytest.mark.parametrize(("rules", "me", "lines", "seat", "wanted"), DECIDES)
def test_who_has_to_decide(rules, me, lines, seat, wanted):
    text = f"game: next\nplayers: Ann Bob\n{f'me: {me}' if me else ''}\n\n{lines}"
    replay = read(played(rules), read_record(text))
    if isinstance(wanted, int):
        assert decides(replay, seat) == wanted
    else:
        with pytest.raises(ProblemError, match=re.escape(wanted)):
            decides(replay, seat)


def test_of_ranked_moves_ten_are_told_and_the_others_counted():
    class Ranked:
        def __init__(self, move):
            self.move, self.reason = move, f"since {move}"

        def figure(self):
            return "1.5"

    ranked = [Ranked(f"move {k}") for k in range(1, 13)]
    rows = [*ranked_rows(ranked[:10]), *more_rows(ranked, 10)]
    assert rows == [*(f"{k:>2}. move {k}  [1.5]  since move {k}" for k in range(1, 11)), "  ... 2 more"]
    assert more_rows(ranked[:10], 10) == []
    assert ranked_rows(ranked[:1], str.upper) == [" 1. MOVE 1  [1.5]  since move 1"]


def test_what_a_line_changed_is_told():
    game = played(led(told))
    head = "game: next\nplayers: Ann Bob\nme: {}\n\n"

    def solved(*lines, me="Bob"):
        return game.solve(read_record(head.format(me) + "".join(f"{line}\n" for line in lines)))

    none, looked, summed = solved(), solved("Ann look"), solved("Ann look, sum 2")
    assert [report.text.split("\n")[0] for report in (none, looked, summed)] == [
        "Next, as Bob knows it after 0 lines",
        "Next, as Bob knows it after 1 line",
        "Next, as Bob knows it after 1 line",
    ]
    beside = "game: next\nplayers: Ann Bob\nseat: 0\n\n"
    assert game.solve(read_record(beside)).text.startswith("Next, as a bystander knows it")
    assert changed(none, looked)[0] == "understood: Ann: look"
    assert changed(looked, looked) == []
    rows = changed(none, summed)
    assert rows[0] == "understood: Ann: look, sum 2"
    assert rows[1:] == ["card[Ann]  1", "card[Bob]  1", "Everything is certain"]
    assert changed(looked, summed) == rows[1:]  # the same line, gone on with
    assert (
        solved("Ann look, card[Bob] is 2, sum 3, mine is high: no", me="Ann").text.count("is certain") == 1
    )


def test_that_only_what_goes_together_changed_is_told():
    def together(t):
        card = t.variables("card", ("a", "b"), (1, 2))
        yield t.choose(1, ["go"])
        t.tell(EVERYBODY, card["a"] == card["b"], "alike")

    head = "game: next\nplayers: Ann Bob\nme: Bob\n\n"
    none, alike = (
        played(together).solve(read_record(head + line)) for line in ("", "Ann go, alike: yes\n")
    )
    assert changed(none, alike) == ["understood: Ann: go, alike yes", "2 worlds left (1.0 bits)"]
    assert none.data["sheet"] == alike.data["sheet"]


TWO = "Ann: go, a is low: no, c is high: yes / Ann: go, a is low: yes, c is high: no"


@pytest.mark.parametrize(
    ("lines", "understood"),
    [
        ("sum 4\nAnn go, yes", ("Ann: go", "a is low: no", "c is high: yes")),  # the first one cannot be so
        ("sum 2\nAnn go, yes", ("Ann: go", "a is low: yes", "c is high: no")),  # and must be here
        ("sum 3\nAnn go, yes", f"could be understood in 2 ways: {TWO}"),
        ("sum 3\nAnn go", ("Ann: go", "a is low: no", "c is high: no")),
        ("sum 3\nAnn go, yes, yes", ("Ann: go", "a is low: yes", "c is high: yes")),
        ("sum 3\nAnn go, c is high", ("Ann: go", "a is low: no", "c is high: yes")),
    ],
)
def test_of_two_meanings_the_one_that_can_be_true_is_meant(lines, understood):
    def rules(t):
        card = t.variables("card", ("a", "b", "c"), (1, 2))
        yield t.deal(card)
        t.tell(EVERYBODY, card["a"] + card["b"], "sum")
        yield t.choose(1, ["go"])
        t.tell(EVERYBODY, card["a"] == 1, "a is low", unsaid=False)
        t.tell(EVERYBODY, card["c"] == 2, "c is high", unsaid=False)

    record = read_record(f"game: next\nplayers: Ann Bob\nme: Ann\n\n{lines}\n")
    if isinstance(understood, str):
        with pytest.raises(RecordError, match=re.escape(understood)) as caught:
            read(played(rules), record)
        assert (caught.value.line, caught.value.column) == (6, 1)
        lax = read(played(rules), record, strict=False).to_dict()["unread"][-1]["ways"]
        told = [each.replace("Ann: go", "Ann go") for each in TWO.split(" / ")]
        assert sorted(lax) == told  # each of which is read
    else:
        assert read(played(rules), record).said[-1].understood == understood
