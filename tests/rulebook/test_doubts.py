"""Told sets of which notes are not sure, and what knowledge quotes of each of their keys."""

import pytest

from deduce import AllDifferent
from deduce.ground.errors import RecordError
from deduce.records.record import read_record
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.notes import read

HEAD = "game: {}\nplayers: Ann Bob Cid Dee\nseat: 0\n\n"


class Marks(Rulebook):
    """Hidden numbers; whoever's is not above the number that was called puts a mark."""

    name, title, seats = "marks", "Marks", range(2, 5)
    looks = False

    def rules(self, t):
        """Three calls."""
        number = t.variables("number", t.seats, range(1, 9))
        t.require(AllDifferent(number), "all differ")
        yield t.deal(number)
        for turn in range(3):
            called = yield t.choose(turn % len(t.seats) + 1, {f"call {n}": n for n in range(1, 7)})
            facts = {seat: number[seat] <= called for seat in t.seats}
            said = t.which(EVERYBODY, facts, "marks {}", unsaid=())
            t.open.said = said
            if self.looks and 1 in said:
                break
        return [0.0] * len(t.seats)

    def reason(self, event, key, names):
        """A sentence a key."""
        if event.kind != "which":
            return super().reason(event, key, names)
        return f"{names[key - 1]} {'put a mark' if key in event.value else 'put none'}"

    def slip(self, event, key):
        """A mark is rather overlooked than invented."""
        return 0.2 if event.kind == "which" and key not in event.value else 0.05


class Looking(Marks):
    """Rules that hang on who put a mark."""

    name, looks = "looking", True


def notes(game, *lines):
    return read(game, read_record(HEAD.format(game.name) + "\n".join(lines)))


@pytest.mark.parametrize(
    ("line", "sure", "open_"),
    [
        ("Ann call 3, marks Bob Cid", {2, 3}, set()),
        ("Ann call 3, marks Bob Cid?", {2}, {3}),
        ("Ann call 3, marks Bob? Cid", {3}, {2}),
        ("Ann call 3; Dee?", set(), {4}),
        ("Ann call 3, Bob and Dee?", {2}, {4}),
        ("Ann call 3, marks ?", set(), {1, 2, 3, 4}),
        ("Ann call 3, no marks", set(), set()),
    ],
)
def test_a_key_that_is_not_sure_says_nothing(line, sure, open_):
    known = notes(Marks(), line).knowledge()
    quoted = {statement.text for statement in known.log}
    names = ("Ann", "Bob", "Cid", "Dee")
    assert quoted == {
        f"{name} {'put a mark' if seat in sure else 'put none'}"
        for seat, name in enumerate(names, 1)
        if seat not in open_
    }
    whole = notes(Marks(), f"Ann call 3, marks {' '.join(names[seat - 1] for seat in sure) or 'nobody'}")
    told = whole.knowledge()
    without = [s for s in told.log if s.text.split()[0] in {names[seat - 1] for seat in open_}]
    assert known.count() == told.without(*without).count()


@pytest.mark.parametrize("line", ["Ann call 3, marks nobody?", "Ann call 3, marks all?", "Ann call 3 ?"])
def test_doubts_that_say_nothing_clear_are_refused(line):
    with pytest.raises(RecordError, match="not understood"):
        notes(Marks(), line)


def test_rules_that_hang_on_what_is_not_sure_refuse_it():
    assert notes(Looking(), "Ann call 3, marks Bob", "Bob call 2").said
    with pytest.raises(RecordError, match="expected who it was for certain"):
        notes(Looking(), "Ann call 3, marks Bob?")


def test_slips_are_those_of_each_key():
    known = notes(Marks(), "Ann call 3, marks Bob").knowledge()
    assert {statement.text: statement.error for statement in known.log} == {
        "Ann put none": 0.2,
        "Bob put a mark": 0.05,
        "Cid put none": 0.2,
        "Dee put none": 0.2,
    }


def test_what_is_not_sure_is_told_so():
    assert notes(Marks(), "Ann call 3, marks Bob Dee?").said[0].understood == (
        "Ann: call 3",
        "marks Bob Dee?",
    )
