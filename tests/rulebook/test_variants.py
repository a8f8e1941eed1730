"""What a line of notes may have been meant to say: one thing told otherwise, and nothing else."""

from games import Above

from deduce.records.record import read_record
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.notes import read
from deduce.web import answer

HEAD = "game: above\nplayers: Ann Bob Cid\nme: Ann\n\ncard[Ann] is 3\n"


class Tokens(Rulebook):
    """Who holds less than what is called puts a token; nobody puts one where nothing is said."""

    name, title, seats = "tokens", "Tokens", range(2, 4)

    def rules(self, t):
        """Three calls."""
        card = t.variables("card", t.seats, range(1, 4))
        yield t.deal(card)
        for me in t.seats:
            called = yield t.choose(me, {f"call {n}": n for n in range(1, 4)}, EVERYBODY)
            t.which(EVERYBODY, {seat: card[seat] < called for seat in t.seats}, "tokens {}", unsaid=())
        return [0] * len(t.seats)


def test_what_was_told_is_told_otherwise():
    replay = read(Above(), read_record(HEAD + "I ask Bob 3: no\nBob asks Cid 1, yes\n"))
    assert list(replay.variants(5)) == [f"card[Ann] is {n}" for n in (1, 2, 4, 5)]
    assert list(replay.variants(6)) == ["Ann ask Bob 3, Bob's card is above 3: yes"]
    assert list(replay.variants(7)) == ["Bob ask Cid 1, Cid's card is above 1: no"]
    assert list(replay.variants(4)) == list(replay.variants(8)) == []


def test_each_is_read_as_the_line_was_but_for_one_thing():
    text = HEAD + "Ann ask Bob 3, no\nBob ask Cid 1, yes\n"
    was = read(Above(), read_record(text)).reader.answers
    for number in (5, 6, 7):
        lines = text.split("\n")
        for each in read(Above(), read_record(text)).variants(number):
            lines[number - 1] = each
            now = read(Above(), read_record("\n".join(lines))).reader.answers
            assert sum(a != b for a, b in zip(was, now, strict=True)) == 1


def test_a_name_more_or_less_among_those_of_a_told_set():
    head = "game: tokens\nplayers: Ann Bob Cid\nme: 0\n\n"
    replay = read(Tokens(), read_record(head + "Ann call 2, tokens Bob\nBob call 1\n"))
    assert list(replay.variants(5)) == [
        "Ann call 2, tokens Ann Bob",
        "Ann call 2, tokens Bob Cid",
        "Ann call 2",
    ]
    assert list(replay.variants(6)) == [f"Bob call 1, tokens {name}" for name in replay.names]


def test_a_complete_record_has_none():
    text = "game: tokens\nplayers: Ann Bob\n\ncard[Ann] = 1, card[Bob] = 2\nAnn call 2\n"
    assert list(read(Tokens(), read_record(text)).variants(5)) == []


def test_the_page_mends_notes_of_a_declared_game_by_one_tap():
    text = "game: guess_who\nplayers: Ann Bob\nme: Ann\n\nperson[Ann] is Finn\n"
    text += "Ann ask beard, yes\nBob ask beard, no\nAnn ask beard, no\n"
    assert answer({"verb": "solve", "record": text})["status"] == 1
    mends = answer({"verb": "mend", "record": text, "time_limit": 20})["data"]["mends"]
    lines = text.split("\n")
    told = [(each["line"], text) for each in mends for text in each["texts"] if text]
    assert {line for line, _ in told} >= {6, 8}
    for line, text in told:
        changed = [*lines]
        changed[line - 1] = text
        assert answer({"verb": "solve", "record": "\n".join(changed)})["status"] == 0


class Claims(Rulebook):
    """What lies in the other's hand, and how often."""

    name, title, seats = "claims", "Claims", range(2, 3)

    def rules(self, t):
        deck = t.deck("deck", {"ace": 2, "king": 3})
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        for seat in (1, 2, 2):
            yield t.draw(deck, to=hand[seat])
        for _ in range(2):
            card = yield t.choose(1, ("ace", "king"))
            t.tell(EVERYBODY, hand[2].any(card), f"{t.name(2)} has it")
            t.tell(EVERYBODY, hand[2].count(card), "so many")
        return [0, 0]


def test_what_was_told_of_a_hand_is_told_otherwise():
    head = "game: claims\nplayers: Ann Bob\nme: Ann\n\nI draw ace\n"
    replay = read(Claims(), read_record(head + "Ann king, Bob has it: yes, so many: 2\n"))
    assert list(replay.variants(6)) == [
        "Ann king, Bob has it: no, so many: 2",
        "Ann king, Bob has it: yes, so many: 0",
        "Ann king, Bob has it: yes, so many: 1",
    ]
