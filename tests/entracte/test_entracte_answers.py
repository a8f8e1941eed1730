"""What a player sees in the terminal."""

import random
from dataclasses import replace

from entracte_notes import text_of
from entracte_tools import random_state, table

from deduce.games import settle
from deduce.records.record import read_record
from deduce.rulebook import State
from deduce_models.entracte import GAME
from deduce_models.entracte.answers.boards import row
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import counted_hands
from deduce_models.entracte.knowledge.passes import told_by_hands


def test_a_view_reads_as_a_table():
    state = GAME.new(players=3, seed=5)
    rng = random.Random(5)
    start = GAME.show(state.view(2))
    assert start.splitlines()[0] == "Row of 1 (it ends at 13), 38 cards in the deck:"
    assert "You hold " in start
    assert "Seat 1 may hold one of 23 codes." in start
    assert "Seat 2" not in start
    while state.actor is not None:
        text = GAME.show(state.view(1))
        assert len([line for line in text.splitlines() if line[4:6] == "  "]) == len(state.row)
        state = settle(state.play(rng.choice(list(state.moves()))), rng)
    assert "The codes were: seat 1 " in GAME.show(state.view(0))


def test_only_what_a_seat_may_see_is_shown():
    state = GAME.new(players=2, seed=1)
    own = GAME.new(players=2, seed=1).setup.parts.codes[state.codes[0].bit_length() - 1].name
    assert f"You hold {own}." in GAME.show(state.view(1))
    assert own not in GAME.show(state.view(2)).split("You hold")[0]
    assert "You hold" not in GAME.show(state.view(0))


def test_competitive_views_name_both_codes():
    state = GAME.new(players=2, seed=1, mode="competitive")
    assert " and " in GAME.show(state.view(1)).splitlines()[-1]


def told_to(seat, before, after):
    return GAME.happened(before.view(seat), after.view(seat), 0, None)


def test_what_was_done_last_is_told_without_what_is_hidden():
    state = GAME.new(players=2, seed=4)
    said = []
    for text in ("stop", "refuse", "exchange"):
        after = state.play(GAME.parse(text, state))
        said += told_to(2, state, after)
        state = settle(after, random.Random(1))
    assert said == [
        "Seat 1 proposes to stop and guess.",
        "You refuse to stop.",
        "Seat 1 exchanges the hand.",
    ]
    assert told_to(2, after, state) == []  # cards were drawn since, hidden ones
    assert len(told_to(1, after, state)) == 3
    card = state.moves()[0]
    (said,) = told_to(2, state, state.play(card))
    assert said.startswith(f"Seat 1 plays {card.text.removeprefix('play ')}. ")


def test_the_end_tells_who_was_right():
    state = GAME.new(players=2, seed=4)
    for text in ("stop", "agree"):
        state = state.play(GAME.parse(text, state))
    codes = [state.setup.parts.codes[mask.bit_length() - 1].name for mask in state.codes]
    wrong = next(code.name for code in state.setup.parts.codes if code.name not in codes)
    before, state = state, state.play(GAME.parse(f"guess 2 {wrong}", state))
    assert told_to(2, before, state) == ["Seat 1 has made a guess."]  # which one stays hidden
    assert told_to(1, before, state) == []
    assert wrong not in GAME.show(state.view(2))
    state = state.play(GAME.parse(f"guess 1 {codes[0]}", state))
    assert GAME.show(state.view(0)).splitlines()[-4:] == [
        f"The codes were: seat 1 {codes[0]}; seat 2 {codes[1]}.",
        f"Seat 1 guessed wrong: seat 2 {wrong}.",
        "Seat 2 guessed every code.",
        "That is a fair result.",
    ]


def test_the_row_lies_in_order_and_its_last_card_is_marked() -> None:
    state = random_state(table(3), random.Random(1), steps=6)
    told = evidence_of(state.view(2))
    plays = [entry for entry in told.entries if entry.kind == "play"]
    places = row(told).places
    assert [place.column for place in places] == list(range(len(plays) + 1))
    assert [place.marked for place in places] == [False] * len(plays) + [True]
    for entry, place in zip(plays, places[1:], strict=True):
        assert place.by == entry.seat
        assert place.seen == tuple(seat for seat in (1, 2, 3) if entry.tokens >> seat & 1)
        assert place.about.startswith(
            f"{told.names[entry.seat - 1]}: {told.setup.parts.card_text(entry.card)}; "
        )


def test_hands_are_counted_only_where_ones_own_cards_are_known() -> None:
    """What the writer drew must be known, what others drew never is."""
    state = random_state(table(4), random.Random(3), steps=random.Random(3).randint(8, 26))
    told = evidence_of(state.view(1))
    assert told_by_hands(told)
    unread = (None,) * len(told.start)

    def noted(mine, **values):
        at = next(
            number
            for number, entry in enumerate(told.entries)
            if entry.kind == "play" and (entry.seat == told.me) == mine and (entry.drawn or not mine)
        )
        entry = told.entries[at]._replace(**values)
        return replace(told, entries=(*told.entries[:at], entry, *told.entries[at + 1 :]))

    assert not told_by_hands(noted(True, drawn=(unread,)))
    assert told_by_hands(noted(False, drawn=(unread,)))
    assert not told_by_hands(noted(False, kind="unseen"))
    assert not told_by_hands(replace(told, hands=((unread,) * 3, *told.hands[1:])))
    nobody = tuple(entry for entry in told.entries if entry.kind != "pass" or entry.seat == told.me)
    assert not told_by_hands(replace(told, entries=nobody))


def test_hands_that_are_too_many_to_count_are_told_so() -> None:
    """Four hands laid back and a pass: what passes say of one seat at a time, with a line that says so."""
    state = random_state(table(4), random.Random(3), steps=random.Random(3).randint(8, 26))
    told = evidence_of(state.view(1))
    assert told_by_hands(told)
    assert counted_hands(told) is None
    report = GAME.solve(read_record(text_of(told)))
    assert "too many to count" in report.text
    assert report.data["exact"] is False
    assert all(
        report.data["sheet"][name][code_of(state, seat)] > 0 for seat, name in enumerate(told.names, 1)
    )
    assert GAME.resample(state.view(1), random.Random(1)).view(1) == state.view(1)


def code_of(state: State, seat: int) -> str:
    return state.setup.parts.codes[state.codes[seat - 1].bit_length() - 1].name
