"""Notes of choices made in secret or at once: they agree with what the writer chose, or are refused at their word."""

from itertools import product

import pytest

from deduce.games import read_record
from deduce.ground.errors import RecordError
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.matching import in_words
from deduce.rulebook.notes import read

NAMES = ("Ann", "Bob", "Cid")


class Hats(Rulebook):
    """Ann hides a hat that all see later; all vote at once; Bob asks for a colour or names somebody."""

    name, title, seats = "hats", "Hats", range(3, 4)

    def rules(self, t):
        hat = yield t.choose(1, ("red", "green", "blue"), seen_by=1, name="hat")
        yield t.choose(2, ("look", "wait"))
        t.show(EVERYBODY, hat, name="shown")
        yield t.choose(3, ("look", "wait"))
        votes = yield t.together(dict.fromkeys(t.seats, ("yes", "no")), name="vote")
        yield t.choose(
            2, {**dict.fromkeys(("ask red", "ask blue")), **dict.fromkeys(map("name {}".format, NAMES))}
        )
        yield t.together(dict.fromkeys((2, 3), ("yes", "no")), name="again")
        return [float(each == "yes") for each in votes.values()]


GAME = Hats()


def told(*lines):
    """What was shown, by the words of the rules."""
    record = read_record("game: hats\nplayers: Ann Bob Cid\nme: Ann\n\n" + "\n".join(lines) + "\n")
    return {
        entry.said: entry.value for entry, _ in read(GAME, record).reader.answers if entry.kind == "show"
    }


def refused(*lines):
    with pytest.raises(RecordError) as caught:
        told(*lines)
    return caught.value


@pytest.mark.parametrize("hat", ["red", "green", "blue"])
def test_a_hat_that_is_shown_is_the_one_that_was_hidden(hat):
    for more in ("Bob look", f"Bob look, shown {hat}", f"Bob look, {hat}", f"Bob look, hat {hat}"):
        assert told(hat, more, "Cid look")["hat"] == hat
    for other in {"red", "green", "blue"} - {hat}:
        error = refused(hat, f"Bob look, shown {other}", "Cid look")
        assert f"by this record it is otherwise: hat is {hat}" in error.message
        assert (error.line, error.column) == (6, len("Bob look, ") + 1)


BEGUN = ("red", "Bob look", "Cid look")


@pytest.mark.parametrize("own", ["yes", "no"])
@pytest.mark.parametrize("bob", ["yes", "no"])
@pytest.mark.parametrize("cid", ["yes", "no"])
def test_votes_in_a_row_are_those_of_all_who_are_named(own, bob, cid):
    """Whether the writer's own was said before or not; nobody in a row gets the vote of somebody behind it."""
    cast = {"Ann": own, "Bob": bob, "Cid": cid}
    for order, joined in product((NAMES, ("Bob", "Ann", "Cid"), ("Cid", "Bob", "Ann")), (" and ", ", ")):
        by_vote = {vote: [name for name in order if cast[name] == vote] for vote in ("no", "yes")}
        row = ", ".join(f"{joined.join(names)} {vote}" for vote, names in by_vote.items() if names)
        for lines in ([row], [own, row]):
            votes = told(*BEGUN, *lines)
            assert [votes[f"vote of {name}"] for name in NAMES] == [own, bob, cid], lines


@pytest.mark.parametrize(
    "row", ["Ann no, Bob no, Cid yes", "Bob and Ann no, Cid yes", "Cid yes, Ann and Bob no"]
)
def test_a_row_that_denies_what_was_told_is_refused(row):
    refused(*BEGUN, "yes", row)
    assert told(*BEGUN, row)["vote of Ann"] == "no"


@pytest.mark.parametrize("row", ["Bob and Ann yes, no", "Bob, Ann yes, no", "Bob and I yes, no"])
def test_nobody_is_taken_out_of_a_row_of_which_something_else_is_said_then(row):
    refused(*BEGUN, "yes", row)
    refused(*BEGUN, row)


def test_what_is_said_of_others_between_signs_is_no_row():
    votes = told(*BEGUN, "yes", "Bob (Ann yes) no, Cid yes")
    assert [votes[f"vote of {name}"] for name in NAMES] == ["yes", "no", "yes"]


def test_a_row_names_nobody_who_does_not_vote():
    """Though what that one once chose was the same."""
    begun = (*BEGUN, "yes", "Bob and Cid yes", "Bob ask red")
    assert told(*begun, "Bob yes, Cid no")["again of Cid"] == "no"
    assert told(*begun, "Cid and Bob yes")["again of Bob"] == "yes"
    refused(*begun, "Bob and Ann yes, Cid yes")
    refused(*begun, "Ann and Bob yes, Cid yes")


def test_a_refusal_points_at_the_first_word_that_no_option_with_that_verb_has():
    error = refused(*BEGUN, "yes", "Bob and Cid yes", "Bob ask something else entirely")
    assert error.column == len("Bob ask ") + 1
    error = refused(*BEGUN, "yes", "Bob and Cid yes", "Bob name nobody of those here")
    assert error.column == len("Bob name ") + 1


def test_a_place_names_a_seat_where_the_name_of_one_stands():
    setting = GAME.setting(3, {}, None, NAMES)
    speech = in_words("cid asks Ann, not Bob", setting)
    said = [token.text for token in speech.tokens]
    seats = {"cid": 3, "Ann": 1, "Bob": 2}
    assert [speech.seat(at) for at in range(len(said) + 1)] == [*map(seats.get, said), None]


AVALON = """game: avalon
players: Ann Bob Cid Dee Eve
me: Ann

role[Ann] is servant
Ann team Cid Dee
"""


@pytest.mark.parametrize("own", ["yes", "no"])
@pytest.mark.parametrize("game", ["avalon", "resistance"])
def test_all_are_the_writer_too_who_has_voted_on_an_earlier_line(game, own):
    from benchmarks.hurried import heard

    begun = (
        AVALON if game == "avalon" else AVALON.replace("avalon", "resistance").replace("servant", "loyal")
    )
    cast = f"{begun}Ann {own}\n"
    other = "no" if own == "yes" else "yes"
    alike = heard(f"{cast}Bob {own}, Cid {own}, Dee {own}, Eve {own}\n")
    assert not isinstance(alike, str)
    for line in (
        f"all {own}",
        f"everybody {own}",
        f"Ann {own}, Bob, Cid, Dee and Eve {own}",
        f"the rest {own}",
    ):
        assert heard(f"{cast}{line}\n") == alike, line
    apart = heard(f"{cast}Bob {other}, Cid {other}, Dee {other}, Eve {other}\n")
    for line in (f"all but Ann {other}", f"all others {other}", f"the others {other}"):
        assert heard(f"{cast}{line}\n") == apart, line
    for line in (f"all {other}", f"everybody but Cid {other}", f"Ann {other}, Bob {own}, Cid {own}"):
        assert isinstance(heard(f"{cast}{line}\n"), str), line
