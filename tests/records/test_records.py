"""What the records of all games share: words, headers, seats, moments, and the report of reasons."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import IllegalMove, ProblemError, RecordError
from deduce.games.base import Option
from deduce.records import header as header_module
from deduce.records.datafile import note, notes_in
from deduce.records.header import (
    file_of,
    header_lines,
    number_of,
    option_lines,
    options_of,
    player_count,
    player_names,
    seat_of,
)
from deduce.records.record import Line, read_record
from deduce.records.replay import line_limit, seat_asked
from deduce.records.words import (
    CHOICES,
    SHOWN,
    Word,
    clauses,
    either,
    expect_none,
    find,
    number,
    whole_number,
    words_of,
)

OPTIONS = {
    "mode": Option("cooperative", ("cooperative", "competitive", "quick"), "how"),
    "loops": Option(True, (True, False), "whether"),
    "days": Option(7, (3, 5, 7), "how many"),
    "map": Option("plain", None, "a name or a file"),
    "size": Option(4, None, "any number"),
}


def head(*lines):
    return read_record("\n".join(["game: toy", *lines, ""]), source="toys/evening.txt")


NAMES = st.lists(st.text("abcAB", min_size=1, max_size=4), min_size=1, max_size=5, unique_by=str.casefold)


@given(NAMES, st.text("abcABx:", min_size=1, max_size=4))
def test_a_name_is_meant_exactly_or_by_a_beginning_that_fits_once(names, typed):
    plain = typed.casefold().rstrip(":")
    exact = [at for at, name in enumerate(names) if name.casefold() == plain]
    begun = [at for at, name in enumerate(names) if name.casefold()[: len(plain)] == plain]
    meant = exact or (begun if plain else [])
    if len(meant) == 1:
        assert find(Word(typed, 3), names, "a name", Line(2, "", "")) == meant[0]
        return
    with pytest.raises(RecordError, match="line 2, column 3: ") as caught:
        find(Word(typed, 3), names, "a name", Line(2, "", ""))
    if len(meant) > 1:
        assert all(names[at] in str(caught.value) for at in meant)
    else:
        assert "expected a name" in str(caught.value)


@given(st.text(" ab,;#", max_size=20))
def test_words_know_their_columns(text):
    words = words_of(Line(1, text, ""))
    assert [text[word.column - 1 :][: len(word.text)] for word in words] == [word.text for word in words]
    assert "".join(word.text for word in words) == "".join(
        c for c in text.partition("#")[0] if c not in " ,"
    )
    marked = words_of(Line(1, text.replace(";", " ; "), ""))
    parts = clauses(marked, ";")
    assert len(parts) == 1 + sum(word.text == ";" for word in marked)
    assert [word for part in parts for word in part] == [word for word in marked if word.text != ";"]


def test_numbers_are_short_and_in_ascii():
    assert whole_number("0012") == 12
    for text in ("", "-1", "1.0", "\u00b2", "\u0663", 10 * "1", "1_0"):
        assert whole_number(text) is None
    line = Line(4, "peeks 10", "notes.txt")
    assert number(Word("9", 7), line, 1, 9) == 9
    with pytest.raises(RecordError, match="line 4, column 7: expected a cell from 1 to 9, not '10'"):
        number(Word("10", 7), line, 1, 9, "a cell")
    with pytest.raises(RecordError, match="column 1: expected the end of the line, not 'x"):
        expect_none([Word(SHOWN * "x", 1)], line)
    expect_none([], line)


def test_an_illegal_move_is_refused_at_its_line():
    line = Line(12, "Ann plays", "evening.txt")
    with (
        pytest.raises(RecordError, match=r"evening.txt, line 12, column 5: no such card"),
        line.refusing(5),
    ):
        raise IllegalMove("no such card")
    with pytest.raises(ProblemError, match=r"^other"), line.refusing():
        raise ProblemError("other")


def test_header_keys_and_options_are_read_and_written():
    record = head(
        "mode: comp", "loops: No", "days: 5", "map: maps/isle.toml", "size: 12", "data: deck.toml"
    )
    assert set(header_lines(record, ("game", "data", *OPTIONS))) == {"game", "data", *OPTIONS}
    chosen = options_of(record, OPTIONS)
    assert chosen == {"mode": "competitive", "loops": False, "days": 5, "map": "maps/isle.toml", "size": 12}
    assert options_of(head(), OPTIONS) == {}
    assert option_lines(OPTIONS, chosen) == [
        "mode: competitive",
        "loops: no",
        "days: 5",
        "map: maps/isle.toml",
        "size: 12",
    ]
    assert file_of(record, "data").as_posix() == "toys/deck.toml"
    assert file_of(record, "deck") is None
    with pytest.raises(
        RecordError, match="line 7, column 1: unknown header key 'data': did you mean 'days'"
    ):
        header_lines(record, ("game", *OPTIONS))


@given(
    st.fixed_dictionaries(
        {
            "mode": st.sampled_from(OPTIONS["mode"].allowed),
            "loops": st.booleans(),
            "days": st.sampled_from(OPTIONS["days"].allowed),
            "map": st.sampled_from(["plain", "isle"]),
            "size": st.integers(0, 99),
        }
    )
)
def test_options_round_trip(chosen):
    found = options_of(head(*option_lines(OPTIONS, chosen)), OPTIONS)
    assert {key: option.default for key, option in OPTIONS.items()} | found == chosen


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("mode: co", "line 2, column 1: mode: 'co': .*allowed: cooperative, competitive, quick"),
        ("mode:", "line 2, column 1: mode: ''"),
        ("loops: maybe", "loops: 'maybe': .*allowed: yes, no, True, False"),
        ("days: 4", "days: '4': .*allowed: 3, 5, 7"),
    ],
)
def test_option_slips_are_placed(line, message):
    with pytest.raises(RecordError, match=message):
        options_of(head(line), OPTIONS)


def test_players_are_named_or_counted():
    assert player_names(head("players: Ann, Bob Cid-2"), range(2, 5), title="Toy") == (
        "Ann",
        "Bob",
        "Cid-2",
    )
    assert player_count(head("players: 3"), range(2, 5), title="Toy") == 3
    assert player_count(head(), range(2, 5), title="Toy") == 2
    assert number_of(head("seat: 0"), "seat", 0, 3) == 0
    assert number_of(head(), "seat", 0, 3) is None
    named = head("players: Ann Bob", "me: b")
    lines = header_lines(named, ("game", "players", "me"))
    assert seat_of(lines, "me", ("Ann", "Bob")) == 2
    assert seat_of(lines, "first", ("Ann", "Bob")) == 0
    for line, message in [
        ("players:", "line 2, column 9: Toy is for 2 to 4 players, not 0"),
        ("players: A B C D E", "line 2, column 10: Toy is for 2 to 4 players, not 5"),
        ("players: Ann nobody", "column 14: no player can be called 'nobody'"),
        ("players: Ann B/b", "column 14: a player's name is one word of letters and digits, not 'B/b'"),
        ("players: Ann ANN", "column 14: two players are called 'ANN'"),
        ("me: Ann", "line 1: the header must name the players: 'players: Ann Bob Cid'"),
    ]:
        with pytest.raises(RecordError, match=message):
            player_names(head(line), range(2, 5), title="Toy", taken=("Nobody",))
    with pytest.raises(RecordError, match="line 2, column 1: Toy is for 2 to 4 players, not '9'"):
        player_count(head("players: 9"), range(2, 5), title="Toy")
    with pytest.raises(RecordError, match="line 2, column 1: seat: expected 0 to 3, not 'two'"):
        number_of(head("seat: two"), "seat", 0, 3)
    with pytest.raises(RecordError, match="line 3, column 5: expected a player, not 'Eve'"):
        seat_of(header_lines(head("players: Ann", "me: Eve"), ("game", "players", "me")), "me", ("Ann",))


def test_the_seat_asked_for_must_be_told_of_in_the_record():
    assert seat_asked(None, seats=4, writer=None, otherwise=3) == 3
    assert seat_asked(None, seats=4, writer=2, otherwise=3) == 2
    assert seat_asked(4, seats=4, writer=None) == 4
    assert seat_asked(0, seats=4, writer=2) == 0
    for seat, writer, public, message in [
        (5, None, True, r"seat 5: allowed are 0 \(a bystander\) to 4"),
        (-1, 1, True, "seat -1"),
        (1, 2, True, "this is the record of Bob; another seat's view needs a complete record"),
        (1, 0, True, "the record of a bystander"),
        (0, 2, False, "the record of Bob"),
    ]:
        with pytest.raises(ProblemError, match=message):
            seat_asked(seat, seats=4, writer=writer, names=("Ann", "Bob", "Cid", "Dee"), public=public)


def test_lines_are_named_by_number():
    assert [line_limit(text) for text in ("12", " line 7 ", "LINE 0")] == [12, 7, 0]
    assert [line_limit(text) for text in ("", "turn 3", "line", "line -1", "1 2", 5000 * "9")] == 6 * [None]


def test_notes_of_data_are_found_at_every_depth():
    values = {
        "deck": {"provenance": "deduced", "reason": "counted", "cards": ["a"]},
        "acts": {"one": {"provenance": "rulebook", "reason": "page 3"}, "size": 2},
    }
    assert [str(each) for each in notes_in(values)] == [
        "deck  (deduced) counted",
        "acts.one  (rulebook) page 3",
    ]
    assert note({}, "deck", "file.toml: deck").provenance == "reconstructed"
    with pytest.raises(ProblemError, match=r"file.toml: deck.provenance = 'rules'"):
        note({"provenance": "rules"}, "deck", "file.toml: deck")
    with pytest.raises(ProblemError, match="reason must be"):
        note({"reason": 3}, "deck", "file.toml: deck")


@pytest.mark.parametrize(
    ("header", "names", "me"),
    [
        ("players: Ann Bob\nme: Bob", ("Ann", "Bob"), 2),
        ("players: Ann Bob\nseat: B", ("Ann", "Bob"), 2),
        ("players: 3\nseat: 3", ("P1", "P2", "P3"), 3),
        ("players: 3\nme: P2", ("P1", "P2", "P3"), 2),
        ("players: Ann Bob Cid\nseat: 0", ("Ann", "Bob", "Cid"), 0),
        ("players: me Bob\nseat: 1", ("me", "Bob"), 1),
        ("players: 4", ("P1", "P2", "P3", "P4"), None),
    ],
)
def test_one_header_says_who_plays_and_who_writes(header, names, me):
    record = read_record(f"game: toy\n{header}\n\n")
    party = header_module.party_of(record, range(2, 5), title="Toy")
    assert party == names
    assert header_module.writer_of(record, party) == me


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("players: Ann Bob\nme: Ann\nseat: 2", "said twice"),
        ("players: Ann Bob\nme: Zoe", "a player"),
        ("players: Ann Bob\nseat: 3", "expected 0 to 2, not '3'"),
        ("players: 9", "2 to 4 players"),
        (
            "players: Ann I\nme: Ann",
            "line 2, column 14: no player can be called 'I'",
        ),  # else "I pass" is Ann's
        ("players: me Bob\nseat: 2", "no player can be called 'me'"),
    ],
)
def test_a_header_that_does_not_say_who_is_refused_with_its_line(header, message):
    record = read_record(f"game: toy\n{header}\n\n")
    with pytest.raises(RecordError, match=message):
        header_module.writer_of(record, header_module.party_of(record, range(2, 5), title="Toy"))


PEEK = "peeks 5 =Tome, claims Library, looks 2 =Teamwork gains D"


@pytest.mark.parametrize(
    "first", [f"Ann {PEEK}", f"Ann: {PEEK}", f"me {PEEK}", "round 1: a blank line was forgotten"]
)
def test_the_blank_line_before_the_first_event_may_be_forgotten(first):
    head = "game: enigma\nplayers: Ann Bob Cid\nme: Ann"
    apart, together = (read_record(f"{head}{gap}{first}") for gap in ("\n\n", "\n"))
    assert [line.text for line in together.events] == [line.text for line in apart.events] == [first]
    assert together.header == apart.header


def test_header_keys_of_every_game_may_lack_their_colon():
    record = read_record("game enigma\nplayers Ann Bob Cid\nme Ann\nme peeks 5\nkeeper: 2")
    assert (record.game, record.get("players"), record.get("me")) == ("enigma", "Ann Bob Cid", "Ann")
    assert [line.text for line in record.events] == ["me peeks 5", "keeper: 2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("enigma\nplayers: 3", "line 1, column 1: expected the header to begin with 'game: NAME'"),
        *(
            (
                first,
                "line 1, column 1: expected the header to begin with 'game: NAME';"
                " 'deduce unique' and 'deduce steps' read puzzles",
            )
            for first in ("4 4\n- 1 - 3", "53..7....", "title = 'x'", "[[variables]]", "[variables]")
        ),
        (
            "players 3\ngame: enigma",
            "line 1, column 1: the first header line must be 'game: NAME', not 'players'",
        ),
        ("game: enigma\n: Ann", "line 2, column 1: expected a header line 'key: value'"),
        ("game: enigma\ngame: enigma", "line 2, column 1: 'game' is given twice in the header"),
    ],
)
def test_a_header_that_cannot_be_is_refused(text, message):
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert str(refused.value) == message


def test_of_many_names_a_word_could_be_each_is_said_or_counted():
    """However many there are: those that are named and those that are counted are all."""
    for many in range(1, 3 * CHOICES):
        names = [f"name-{number}." for number in range(many)]
        said = either(names)
        named = [name for name in names if name in said]
        more = re.search(r" or (\d+) more$", said)
        assert named == names[: len(named)]
        assert len(named) + (int(more[1]) if more else 0) == many, said


@pytest.mark.parametrize("game", ["enigma", "entracte", "clue", "decrypto"])
@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("players: Ann, Bob and Cid\nme: Ann", "line 2, column 19: no player can be called 'and'"),
        ("players: Ann, Bob und Cid\nme: Ann", "no player can be called 'und'"),
        ("players: 3 or 4\nme: 1", "line 2, column 10: no player can be called '3'"),
        ("players: not 3 4\nme: 1", "line 2, column 10: no player can be called 'not'"),
        (
            "players: Ann Bob Cid\nme: Ann or Bob",
            "line 3, column 9: expected the end of the line, not 'or'",
        ),
        ("players: Ann Bob Cid\nseat: 1 2", "line 3, column 9: expected the end of the line, not '2'"),
    ],
)
def test_who_plays_and_who_writes_is_read_to_the_end(game, header, told):
    """No word between names is one, and of two writers none is dropped."""
    from benchmarks.hurried import heard

    assert told in str(heard(f"game: {game}\n{header}\n\n"))
