"""Notes as people write them: longer and other forms, all slips at once, and what cannot have been."""

from __future__ import annotations

import pytest
from entracte_tools import EXAMPLES

from deduce.errors import RecordError, RecordErrors
from deduce.records.record import read_record
from deduce_models.entracte.game import GAME
from deduce_models.entracte.records.grammar import parse

HEAD = (
    "game: entracte\nplayers: Ann Bob Cid Dee\nme: Ann\ncode: season reverse\n"
    "start: fall Wed off male young\n\n"
)
HAND = "hand: up spring Mon old on female c y ; up summer Fri adult off male a y ; left winter Sun adult off male b w"
WITH_HAND = HEAD.replace("start:", HAND + "\nstart:")


def entries(*lines: str, head: str = HEAD):
    return parse(read_record(head + "\n".join(lines))).evidence.entries


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Ann plays autumn tuesday light on", "Ann plays fall Tue on"),
        ("Ann: spring Monday, Bob and Cid signal", "Ann plays spring Mon ; tokens Bob Cid"),
        ("spring Tue woman", "Ann plays spring Tue female"),
        ("Ann played season spring, day=Thursday, tokens: Bob", "Ann plays spring Thu ; tokens Bob"),
        ("Ann puts winter Sun, nobody signals", "Ann plays winter Sun"),
        ("Ann plays winter Sun ; no tokens", "Ann plays winter Sun"),
        ("Ann plays winter Sun, token by Bob, Dee?", "Ann plays winter Sun ; tokens Bob Dee?"),
        ("Ann plays winter Sun tokens everybody", "Ann plays winter Sun ; tokens Bob Cid Dee"),
        ("Ann plays [season fwd, day backwards]", "Ann plays [season forward, day reverse]"),
        ("Ann plays [light alternating]", "Ann plays [light alternate]"),
        ("passes", "Ann passes"),
        ("Ann passed her turn", "Ann passes"),
        ("Ann swaps her hand, draws up / down / left", "Ann exchanges ; draws up / down / left"),
        ("Ann says Bob day same ; Cid both men", "Ann guesses Bob day repeat ; Cid both male"),
        ("[day repeat]", "Ann plays [day repeat]"),
    ],
)
def test_longer_and_other_forms(typed: str, plain: str) -> None:
    assert entries(typed) == entries(plain)


def test_a_line_without_a_name_is_of_whom_it_can_only_be() -> None:
    assert [
        entry.seat for entry in entries("spring", "winter", "Cid exchanges", "passes", "?", "fall")
    ] == [
        1,
        2,
        3,
        3,
        4,
        1,
    ]
    competitive = HEAD.replace("me: Ann", "me: Ann\nmode: competitive").replace(
        "season reverse", "season reverse ; day repeat"
    )
    lines = ("spring", "winter", "Bob declares", "fall", "summer", "spring", "fall")
    found = entries(*lines, head=competitive)
    assert [entry.seat for entry in found if entry.kind == "play"] == [1, 2, 3, 4, 1, 3]
    with pytest.raises(RecordError, match="expected a player's name, not 'Zoe'"):
        entries("Zoe spring")


def test_a_card_of_my_own_hand_is_completed() -> None:
    (mine, *_) = entries("Ann plays summer", "Bob plays summer", head=WITH_HAND)
    (whole, *_) = entries("Ann plays up summer Fri adult off male a y", head=WITH_HAND)
    assert mine == whole
    (open_, *_) = entries("Ann plays up", head=WITH_HAND)
    assert None in open_.card  # two cards of the hand fit
    (of_bob,) = entries("Bob plays down winter Thu young", head=WITH_HAND)
    assert None in of_bob.card  # which cards there are is not known


def test_a_card_is_completed_from_a_deck_that_the_record_names(tmp_path) -> None:
    rows = ["red one", "green one", "blue one", "red two", "green two", "blue two"]
    (tmp_path / "mine.toml").write_text(
        '[[types]]\nname = "hat"\nkind = "ordered"\nvalues = ["red", "green", "blue"]\nloops = true\n'
        '[[types]]\nname = "shoe"\nkind = "binary"\nvalues = ["one", "two"]\n'
        f"[deck]\nprovenance = 'rulebook'\nreason = 'a test'\ncards = {rows[:5]}\n"
    )
    file = tmp_path / "evening.txt"
    file.write_text("game: entracte\nplayers: Ann Bob\ndata: mine.toml\n\nAnn plays blue\nBob plays red\n")
    blue, red = parse(read_record(file)).evidence.entries
    assert blue.card == (2, 0)
    assert red.card == (0, None)


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (
            "Ann plays up summer Fri adult off male a y\nBob plays up summer Fri adult off male a y",
            9,
            "lies in the row already: Ann played it on line 8",
        ),
        ("Ann passes\nBob plays up summer Fri adult off male a y", 9, "is in the hand noted for Ann"),
        ("Ann plays down fall", 8, "not in the hand noted for Ann: up spring Mon"),
        (
            "Ann plays summer ; draws down fall Thu young on male b x\nBob passes\nCid passes\nDee passes\n"
            "Ann plays summer",
            12,
            "not in the hand noted for Ann",
        ),
        ("Ann plays summer ; draws left winter Sun adult off male b w", 8, "is in the hand noted already"),
    ],
)
def test_impossible_notes_are_found(lines: str, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        entries(*lines.split("\n"), head=WITH_HAND)
    assert caught.value.line == line


def test_after_an_exchange_my_cards_may_be_drawn_by_others() -> None:
    found = entries(
        "Ann exchanges", "Ann passes", "Bob plays up summer Fri adult off male a y", head=WITH_HAND
    )
    assert len(found) == 3


def test_all_slips_at_once_each_with_a_right_line() -> None:
    text = HEAD.replace("season reverse", "saison reverse").replace("me: Ann", "me: Anna")
    text += (
        "Ann plays sprng Tue\nBob passes\nCid exchnges\nBob plays fall ; tokens Den\nCid ?\nBob passes\n"
    )
    with pytest.raises(RecordErrors) as caught:
        parse(read_record(text))
    assert [(error.line, error.column) for error in caught.value.errors] == [
        (3, 5),
        (4, 7),
        (7, 11),
        (9, 5),
        (10, 25),
        (12, 1),
    ]
    by_line = {error.line: error for error in caught.value.errors}
    assert by_line[7].example.startswith("Ann plays ")
    assert by_line[10].example.startswith("Bob plays ")
    assert "did you mean 'Dee'" in by_line[10].message
    assert by_line[12].message.startswith("it is Dee's turn")


@pytest.mark.parametrize(
    "kind", ["Ann plays", "Ann sure", "Ann guesses Bob", "Ann exchanges ; draws up", "Ann sure many"]
)
def test_the_right_line_shown_is_right(kind: str) -> None:
    with pytest.raises(RecordError) as caught:
        entries(kind)
    assert caught.value.example
    assert len(entries(caught.value.example)) == 1


def test_the_shipped_evening_in_full_words() -> None:
    """The whole evening with days, seasons and codes written out and cards without names of players."""
    text = (EXAMPLES / "evening.txt").read_text()
    longer = {"Sat": "Saturday", "Mon": "monday", "fall": "Autumn", "Wed": "Wednesday", "plays": "played"}
    changed = text
    for short, full in longer.items():
        changed = changed.replace(f" {short} ", f" {full} ")
    assert changed != text
    assert GAME.solve(read_record(changed)).text == GAME.solve(read_record(text)).text
