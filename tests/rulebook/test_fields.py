"""The derived form: what can be composed by fields is what can be said, all of it and nothing else."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from composing import Walk, extended, lines_of, values_of
from declared_games import GAMES, IN_STEPS
from hypothesis import example, given
from hypothesis import strategies as st

from deduce.games import CHANCE, game, read_record
from deduce.rulebook import Rulebook
from deduce.rulebook.asks import Choose
from deduce.rulebook.columns import MANY, Shape, events_of
from deduce.rulebook.fields import OFFERED
from deduce.rulebook.headings import Heading
from deduce.rulebook.notes import read
from deduce.rulebook.sheet_forms import _field
from deduce.rulebook.wanting import choices_of

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve")


def composed(texts, shapes=()):
    return [line for event in events_of(tuple(texts), shapes) for line in lines_of(event)]


WORD = st.sampled_from(("ask", "tell", "Ann", "Bob", "red", "blue", "1", "2", "3"))


@given(st.lists(st.lists(WORD, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=30, unique=True))
@example(["tell tell", "tell ask tell"])
@example(["1", "1 2"])
@example(["ask 1 Ann", "ask Ann", "ask 2 Ann"])
def test_any_texts_can_be_composed_and_no_others(texts):
    assert sorted(composed(texts)) == sorted(texts)


@given(st.sets(st.tuples(*[st.integers(0, 9).map(str)] * 3), min_size=MANY + 1, max_size=60))
def test_long_lists_of_codes_are_composed_sign_by_sign(codes):
    texts = ["".join(code) for code in sorted(codes)]
    (event,) = events_of(tuple(texts))
    assert sorted(lines_of(event)) == texts
    assert len(event.fields) > 1


@given(st.sets(st.tuples(st.sampled_from("abc"), st.sampled_from(("the hall", "hall", "x"))), min_size=1))
def test_a_pattern_gives_a_field_for_each_slot_with_its_name(rows):
    texts = {f"lay {card} at {room} down": (card, room) for card, room in sorted(rows)}
    (event,) = events_of(tuple(texts), [Shape("lay {card} at {room} down", ("card", "room"), texts.get)])
    assert [field.name for field in event.fields] == ["card", "room"]
    assert sorted(lines_of(event)) == sorted(texts)


def test_sets_and_orders_are_one_field_of_several_taps():
    pairs = ["team Ann Bob", "team Ann Cid", "team Bob Cid"]
    (event,) = events_of(tuple(pairs))
    assert (event.fields[0].kind, event.fields[0].count, event.fields[0].sorted) == ("many", 2, True)
    assert event.line({event.fields[0].name: ("Cid", "Ann")}) == "team Ann Cid"
    orders = [f"lay {a} {b}" for a in "abc" for b in "abc" if a != b]
    (event,) = events_of(tuple(orders))
    assert (event.fields[0].kind, event.fields[0].sorted) == ("many", False)
    assert sorted(lines_of(event)) == orders


def position(name, seed, most):
    """A random game after some moves."""
    played = game(name)
    seats = max(played.seats.start, min(3, played.seats.stop - 1))
    setting = played.setting(seats, played.checked_options({}), None, PEOPLE[:seats])
    from deduce.rulebook.state import State

    state, rng = State.of(setting, ()), random.Random(seed)
    while most or getattr(state.run.wait, "row", None) is not None:  # what comes in a row is one line
        if state.actor is None:
            break
        most -= most > 0
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        legal = state.moves()
        verb = rng.choice(sorted({str(move).split()[0] for move in legal})) if len(legal) < 500 else ""
        state = state.play(rng.choice([move for move in legal if str(move).startswith(verb)]))
    return state, f"game: {name}\nplayers: {' '.join(PEOPLE[:seats])}\nme: Ann\n\n"


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_is_composed_by_fields_along_what_happened(name):
    """Every step of a random game can be composed as seat 1 notes it, and is read as what was meant."""
    state, head = position(name, 5, 9)
    walk = Walk(game(name), head, state.view(1).entries)
    assert walk.go(), (walk.text, walk.entries[len(walk.heard(walk.text)[1]) :][:2])


@pytest.mark.parametrize("name", IN_STEPS)
def test_what_can_be_composed_is_legal_and_all_that_is(name):
    state, head = position(name, 7, 8)
    walk = Walk(game(name), head, state.view(1).entries)
    assert walk.go()
    replay, heard = walk.read(walk.text)
    ask, table = replay.reader.run.wait, replay.reader.table
    events = game(name).upcoming(replay).asked
    if (
        replay.reader.pending is None
        and isinstance(ask, Choose)
        and not ask.among
        and table.hears(ask.mask)
    ):
        mine = [event for event in events if event.who == PEOPLE[ask.seat - 1]]
        said = {line.removeprefix(f"{event.who} ") for event in mine for line in lines_of(event)}
        assert set(choices_of(ask, table)) <= said
    rng = random.Random(1)
    ways = [(event, values) for event in events for values in values_of(event, 200)]
    met = {}
    for event, values in rng.sample(ways, min(8, len(ways))):
        line = event.line(values)
        _, now = walk.read(extended(walk.text, event, line))  # read without an error
        assert now not in met, (line, met[now])
        met[now] = line
        if not event.joins:
            assert now[: len(heard)] == heard


def test_words_are_called_as_the_game_says_and_names_are_left_alone(monkeypatch):
    own = type(game("kuhn"))()
    monkeypatch.setattr(
        own, "texts", {"de": {"bet": "setzt", "Bob": "Robert"}, "fr": {"bet": "mise"}}, raising=False
    )
    texts = own.form(("Ann", "Bob"), me="Ann").texts
    assert (texts["de"]["bet"], texts["fr"]["bet"], texts["de"]["nobody"]) == ("setzt", "mise", "niemand")
    assert "Bob" not in texts["de"]


def test_players_are_called_who():
    played = game("coup")
    head = (
        "game: coup\nplayers: Ann Bob Cid\nme: Ann\n\ndraw duke to hand of Ann\ndraw duke to hand of Ann\n"
    )
    upcoming = played.upcoming(played.answers().read(read_record(head)))
    steal = next(event for event in upcoming.asked if event.name == "steal")
    assert [(field.name, field.words) for field in steal.fields] == [("who", ("Bob", "Cid"))]
    assert steal.line({"who": ("Cid",)}) == "Ann steal Cid"


def test_a_complete_record_offers_what_is_chosen_in_secret():
    """Somebody's notes leave it out; without a writer it is told like everything else."""
    skull = game("skull")
    asked = {}
    for me in ("", "me: Ann\n"):
        record = read_record(f"game: skull\nplayers: Ann Bob Cid\n{me}\nskull\n")
        coming = skull.upcoming(skull.answers().read(record))
        asked[me] = {line for event in coming.asked for line in lines_of(event)}
    assert asked[""] == {"Bob skull", "Bob flower"}
    assert not any("skull" in line or "flower" in line for line in asked["me: Ann\n"])


def test_a_field_of_a_sheet_is_called_by_its_word_or_else_by_its_verb():
    for digits in ((), ("1", "2")):
        plain = Heading("White", "clues", "cat", digits=digits)
        assert _field(plain).name == "clues"
        assert _field(replace(plain, word="hints")).name == "hints"


def test_an_event_of_one_line_is_called_as_it_is_said_or_by_its_label():
    assert [event.name for event in events_of(("go home",))] == ["go home"]
    assert [event.name for event in events_of(("go home",), label="way")] == ["way"]


@pytest.mark.parametrize("number", [OFFERED - 1, OFFERED, OFFERED + 1])
def test_words_of_ones_own_are_offered_where_there_are_not_too_many(number):
    class Says(Rulebook):
        name, title, seats = "says", "Says", range(1, 2)

        def rules(self, t):
            yield t.choose(1, t.free("say", lambda text: None, [f"word{k}" for k in range(number)]))
            return [0]

    played = Says()
    (event,) = played.upcoming(read(played, read_record("game: says\nplayers: Ann\n\n"))).asked
    assert event.fields[0].words == (tuple(f"word{k}" for k in range(number)) if number <= OFFERED else ())


@pytest.mark.parametrize(
    ("texts", "sign"),
    [
        (("+1", "+2"), "+"),
        (("#a", "#b", "#c"), "#"),
        (("+", "+1"), ""),  # nothing would be left of it
        (("+1", "-1"), ""),
        (("a1", "a2"), ""),  # no sign
        (("?", "!"), ""),
    ],
)
def test_single_words_that_answer_a_question_are_one_field_without_the_sign_that_all_begin_with(
    texts, sign
):
    (event,) = events_of(texts, label="mark")
    (field,) = event.fields
    assert (event.name, field.before) == ("mark", sign)
    assert [f"{sign}{word}" for word in field.words] == list(texts)
    assert sorted(lines_of(event)) == sorted(texts)
