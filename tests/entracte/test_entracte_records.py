"""The text record: round trips of both kinds, shipped examples, forgiving reading, errors by place."""

from __future__ import annotations

import random
import runpy
from dataclasses import replace

import pytest
from amount import examples
from entracte_notes import text_of
from entracte_tools import (
    EXAMPLES,
    brute_worlds,
    evening,
    noted,
    plays_of,
    random_play_out,
    random_state,
    table,
)
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import ProblemError, RecordError
from deduce.records.record import read_record
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.game import GAME
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.records.reading import parse

MODES = st.sampled_from(["cooperative", "competitive"])


@examples(8)
@given(st.integers(2, 4), MODES, st.integers(0, 2**32), st.integers(0, 60))
def test_one_seat_records_round_trip(players: int, mode: str, seed: int, steps: int) -> None:
    state = random_state(table(players, mode=mode), random.Random(seed), steps=steps)
    for seat in range(players + 1):
        told = evidence_of(state.view(seat))
        text = text_of(told)
        again = parse(read_record(text)).evidence
        assert again == told
        assert text_of(again) == text


@examples(12)
@given(st.integers(2, 4), MODES, st.integers(0, 2**32))
def test_complete_records_round_trip_and_replay(players: int, mode: str, seed: int) -> None:
    state = random_play_out(table(players, mode=mode), random.Random(seed))
    told = evidence_of(state)
    assert told.complete
    again = parse(read_record(text_of(told)))
    assert again.evidence == told
    replayed = again.state
    assert replace(replayed.face, log=()) == replace(state.face, log=())
    assert replayed.scores == state.scores
    assert text_of(evidence_of(replayed)) == text_of(told)


@given(st.integers(2, 4), MODES, st.integers(0, 2**32), st.integers(0, 60))
def test_a_seat_sees_of_a_complete_record_what_its_view_tells(
    players: int, mode: str, seed: int, steps: int
) -> None:
    state = random_state(table(players, mode=mode), random.Random(seed), steps=steps)
    if steps % 3 == 0:
        state = random_play_out(state, random.Random(seed))
    whole = evidence_of(state)
    for seat in range(1, players + 1):
        assert whole.seen_by(seat) == evidence_of(state.view(seat))
    public = evidence_of(state.view(0))
    assert whole.seen_by(0).entries == tuple(e for e in public.entries if e.kind != "guess")
    assert not any(whole.seen_by(0).codes)


def lines_of(text: str) -> tuple[set[str], list[str]]:
    """What a record says: its header in any order, without what goes without saying, and its lines."""
    head, _, body = text.partition("\n\n")
    said = {line for line in head.splitlines() if not line.startswith(("#", "version", "mode: coop"))}
    return said, body.splitlines()


@examples(8)
@given(st.integers(2, 4), MODES, st.integers(0, 2**32), st.integers(0, 60))
def test_the_rulebooks_writer_and_one_by_hand_write_the_same(
    players: int, mode: str, seed: int, steps: int
) -> None:
    state = random_state(table(players, mode=mode), random.Random(seed), steps=steps)
    if steps % 3 == 0:
        state = random_play_out(state, random.Random(seed))
    seat = seed % (players + 2) - 1
    whole = seat < 0
    told = evidence_of(state) if whole else evidence_of(state.view(seat), state.setting.names)
    head, lines = lines_of(GAME.written([state], [], {}, seat=None if whole else seat))
    assert (head - {"seat: 0"}, lines) == lines_of(text_of(told))


@pytest.mark.parametrize("writer", ["me: Bob", "me: 2", "seat: Bob", "seat: 2", "seat: b"])
def test_the_writer_is_named_in_either_way(writer: str) -> None:
    told = parse(read_record(HEAD.replace("me: Ann", writer)))
    assert told.me == 2
    assert told.told().codes[1]
    assert not any(told.told(0).codes)


def test_players_may_be_only_counted() -> None:
    told = parse(
        read_record(HEAD.replace("Ann Bob Cid Dee", "3").replace("me: Ann", "seat: 2") + "P1 passes\n")
    )
    assert told.names == ("P1", "P2", "P3")
    assert noted(text_of(told.evidence)) == told.evidence


def test_shipped_records_are_what_their_script_makes() -> None:
    made = runpy.run_path(str(EXAMPLES / "make_records.py"))["records"]()
    for name, text in made.items():
        assert (EXAMPLES / name).read_text() == text
        assert lines_of(text_of(evening(name).evidence)) == lines_of(text)


def test_the_referees_evening_is_the_evening_ann_saw() -> None:
    state = evening("referee.txt").state
    assert text_of(evidence_of(state.view(1))) == text_of(evening("evening.txt").evidence)
    worlds = list(brute_worlds(state.view(1)))
    assert worlds == [state.codes]


def test_the_forgotten_token_contradicts_and_nothing_else_is_wrong() -> None:
    told, right = evening("forgotten_token.txt").evidence, evening("evening.txt").evidence
    view = evening("referee.txt").state.view(1)
    plays = [entry for entry in told.entries if entry.kind == "play"]
    view_of_notes = tuple([0] + [entry.tokens for entry in plays])
    changed = [i for i in range(len(view_of_notes)) if view_of_notes[i] != view.tokens[i]]
    assert changed == [7]
    assert not list(brute_worlds(replace(view.face, tokens=view_of_notes)))
    assert [e for e in told.entries if e.kind != "play"] == [e for e in right.entries if e.kind != "play"]


def test_the_rulebook_record() -> None:
    told = evening("rulebook.txt").evidence
    pair, unknown = plays_of(told)
    names = [told.setup.parts.codes[i].name for i in bits(pair.matched)]
    assert names == ["day reverse", "age forward", "light alternate", "both male"]
    assert pair.open == 0
    assert unknown.open == told.setup.parts.all_codes
    assert told.me == 1


HEAD = (
    "game: entracte\nplayers: Ann Bob Cid Dee\nme: Ann\ncode: season reverse\n"
    "start: fall Wed off male young\n\n"
)


def entries(*lines: str):
    return noted(HEAD + "\n".join(lines)).entries


def test_typing_is_forgiving() -> None:
    plain = entries(
        "Ann plays spring Tue adult on male ; tokens Bob Dee", "Bob sure 2", "Bob passes", "Cid ?"
    )
    loose = entries(
        "  ann: PLAY adult, on, MALE, spr, tue ;tok bob,dee  # yes",
        "bob is sure of 2 codes",
        "b pass",
        "",
        "# Cid went too fast",
        "ci ?",
    )
    assert plain == loose


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("season reverse", "season reverse"),
        ("rev SEASON", "season reverse"),
        ("both fem", "both female"),
        ("sex both male", "both male"),
        ("light alt", "light alternate"),
        ("both on", "both on"),
        ("type7 fo", "type7 forward"),
    ],
)
def test_codes_as_people_type_them(text: str, code: str) -> None:
    told = noted(HEAD.replace("season reverse", text))
    assert [told.setup.parts.codes[i].name for i in bits(told.codes[0])] == [code]


def test_values_not_stated_are_no_evidence() -> None:
    told = noted(HEAD + "Ann plays spring Tue\nBob plays winter Mon on\n")
    first, second = plays_of(told)
    names = {code.name: 1 << i for i, code in enumerate(told.setup.parts.codes)}
    assert first.matched == names["day reverse"]
    assert first.open & names["hand forward"]
    assert first.open & names["both male"]
    assert not first.open & names["season forward"]
    assert second.matched == names["day reverse"] | names["season reverse"]
    assert second.open & names["light alternate"]


def test_lists_of_codes_whole_or_open() -> None:
    told = noted(
        HEAD + "Ann plays [day reverse, both male] ; tokens Bob?\nBob plays [age fo ...] ; tokens ?"
    )
    whole, some = plays_of(told)
    assert whole.matched.bit_count() == 2
    assert whole.open == 0
    assert some.matched.bit_count() == 1
    assert some.open == told.setup.parts.all_codes & ~some.matched
    assert told.entries[0].unsure == 0b100
    assert told.entries[1].unsure == 0b11010


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("Anne plays spring", 1, "expected a player's name, not 'Anne': did you mean 'Ann'"),
        ("Ann plys spring", 5, "expected what the player does, not 'plys': did you mean 'plays'"),
        ("Ann p spring", 5, "could be plays or passes or piles"),
        ("Ann plays sprng Tue", 11, "not 'sprng': did you mean 'spring'"),
        ("Ann plays f Tue", 11, "could be season=fall or day=Fri or sex=female"),
        ("Ann plays spring fall", 18, "season is given twice"),
        ("Ann plays season=sprig", 18, "expected a value of season, not 'sprig': did you mean 'spring'"),
        ("Ann plays saison=spring", 11, "expected a characteristic, not 'saison'"),
        ("Ann plays spring ; tokens Ann", 27, "puts no token"),
        ("Ann plays spring ; token Bbo", 26, "expected who put a token, not 'Bbo': did you mean 'Bob'"),
        ("Ann plays spring ; tickets Bob", 20, "expected 'tokens' or 'draws'"),
        ("Ann plays", 10, "expected the card played"),
        ("Ann plays [day revers, both mail]", 29, "expected a code, not 'mail': did you mean 'male'"),
        ("Ann plays [day]", 12, "could be day forward or day reverse or day repeat"),
        ("Ann plays [day both]", 12, "no code is called 'day both'"),
        ("Ann plays [day reverse", 11, "expected one list of codes"),
        (
            "Ann plays Wed [day reverse]",
            15,
            "the list in [ ] and the cards disagree about day reverse, day repeat",
        ),
        ("Bob plays spring\nCid plays fall\nAnn passes", 1, "it is Dee's turn"),
        ("Ann sure 5", 10, "a number from 0 to 3"),
        ("Ann passes well", 12, "expected the end of the line"),
        ("Ann exchanges\nAnn exchanges", 1, "Ann has exchanged already"),
        ("Ann exchanges one card", 15, "expected the end of the line, not 'one'"),
        ("Ann exchanges two", 15, "expected the end of the line, not 'two'"),
        ("Ann declares", 1, "nobody declares in the cooperative game"),
        ("Ann guesses Ann day forward", 13, "nobody guesses his own code"),
        ("Ann guesses Bob day forward ; Bob day repeat", 31, "expected a guess"),  # one code each
        (
            "Ann guesses Bob day forward\nAnn guesses Bob day repeat",
            1,
            "Ann has guessed the code of Bob already",
        ),
        ("Ann  # who?", 4, "expected what Ann does"),
        ("Ann exchanges ; draws spring / fall", 17, "expected the 3 cards drawn"),
        ("Ann plays [day rep] ; tokens Bob ; tokens Cid", 36, "'tokens' is given twice"),
        ("Ann plays spring ; tok Bob ; draws fall ; tokens ?", 43, "'tokens' is given twice"),
        ("Ann plays spring ; draws fall ; draws fall", 33, "'draws' is given twice"),
        ("Ann exchanges ; draws fall / fall / fall ; draws up", 44, "'draws' is given twice"),
        ("Ann passes ; draws spring / fall", 14, "expected at most one card drawn"),
        ("Ann sure", 9, "expected the number of codes"),
        ("Ann sure \u00b2", 10, "a number from 0 to 3"),
        ("Ann sure " + 5000 * "9", 10, "a number from 0 to 3, not '" + 60 * "9" + "...'"),
        ("Ann plays [day repeat hand repeat]", 12, "codes in [ ] have commas between them"),
        ("Ann guesses Bob ; Cid both male", 13, "expected a code"),
        ("Ann plays spring ; tokens Bob\nCid refuses", 1, "nobody wants to stop, so nobody refuses"),
        ("Ann wants to stop\nBob plays fall\nCid agrees", 1, "nobody wants to stop, so nobody agrees"),
        (500 * "A", 1, "expected a player's name, not '" + 60 * "A" + "...'"),
    ],
)
def test_errors_name_line_column_and_what_was_expected(line: str, column: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        entries(*line.split("\n"))
    assert message in caught.value.message
    assert caught.value.column == column
    assert caught.value.line == 6 + len(line.split("\n"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "players: Ann Bob Cid Dee",
            "players: Ann",
            "line 2, column 10: Entracte is for 2 to 4 players, not 1",
        ),
        ("players: Ann Bob Cid Dee", "players: Ann Bob ann", "line 2, column 18: two players are called"),
        (
            "players: Ann Bob Cid Dee",
            "players: Ann Nobody Cid Dee",
            "column 14: no player can be called 'Nobody'",
        ),
        (
            "players: Ann Bob Cid Dee",
            "players: Ann Bob none Dee",
            "column 18: no player can be called 'none'",
        ),
        ("me: Ann", "me: Ann\nmode: comp", "column 7: expected two codes with ; between, not 1"),
        ("season reverse", "season rev ; season rev\nmode: comp", "column 20: the two codes must differ"),
        ("me: Ann", "me: Ann\ndata: a\0b", "line 4, column 7: data: 'a.*b' cannot be read"),
        ("me: Ann", "me: Ann\nfirst: \u00b2", "expected a player|first: '\u00b2'"),
        ("me: Ann", "me: Eve", "line 3, column 5: expected a player, not 'Eve'"),
        ("me: Ann", "mine: Ann", "unknown header key 'mine': did you mean 'me'"),
        ("me: Ann\n", "", "whose code is it"),
        ("season reverse", "season revers ; both male", "expected one code, not 2"),
        ("me: Ann", "me: Ann\nmode: competetive", "mode: 'competetive': did you mean 'competitive'"),
        ("me: Ann", "me: Ann\nseason_loops: maybe", "allowed: yes, no"),
        ("me: Ann", "me: Ann\ndata: nowhere.toml", "nowhere.toml: cannot be read"),
        ("me: Ann", "me: Ann\nhand: up ; down", "expected 3 cards with ; between, not 2"),
        ("fall Wed", "fall Wed winter", "season is given twice"),
        ("code: season", "codes: day fo / day fo / age repeat / season", "each code card exists"),
        ("me: Ann", "me: Ann\ncodes: day fo / day rev / age repeat / both on", "leave 'code' out"),
        ("players: Ann Bob Cid Dee\n", "", "the header must name the players"),
    ],
)
def test_header_errors(old: str, new: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse(read_record(HEAD.replace(old, new)))


def test_a_data_file_is_looked_for_beside_the_record(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "evenings"
    folder.mkdir()
    (folder / "mine.toml").write_text(
        '[[types]]\nname = "hat"\nkind = "ordered"\nvalues = ["red", "green", "blue"]\nloops = true\n'
        '[[types]]\nname = "shoe"\nkind = "binary"\nvalues = ["one", "two"]\n'
    )
    file = folder / "evening.txt"
    file.write_text(
        "game: entracte\nplayers: Ann Bob Cid\nme: Ann\ncode: hat forward\nstart: red one\ndata: mine.toml\n\n"
        "Ann plays red two ; tokens Bob\n"
    )
    monkeypatch.chdir(tmp_path)
    told = parse(read_record(file))
    assert told.data == "mine.toml"
    # No deck can be made of 6 different cards, and none is needed to reason.
    assert told.evidence.setup.parts.cards == ()
    # Hat stays and shoe changes: Bob holds one of two codes, Cid one of the three others but Ann's.
    report = GAME.solve(read_record(file))
    assert report.data["worlds"] == 2 * 3
    assert GAME.why(read_record(file), "Bob both one").data["holds"] is False
    with pytest.raises(ProblemError, match=r"a deck of at least 10 cards, not 0: give \[deck\] cards"):
        GAME.new(players=3, data=folder / "mine.toml")


def test_options_and_the_first_player_come_from_the_record() -> None:
    told = noted(HEAD.replace("\nme:", "\nseason_loops: no\nme:") + "Cid passes\nDee passes\n")
    assert told.setup.option("season_loops") is False
    assert told.setup.option("first") == 3
    assert noted(text_of(told)) == told


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("; tokens Ann Dee ;", "; tokens Ann ;", "the tokens are not what the codes demand: Ann, Dee"),
        ("Ann passes\n", "Ann plays up summer Mon old on male b y\n", "is not there, in hand of Ann"),
        (
            "Cid plays down fall Sun young on female b w",
            "Cid plays fall Sun young on female b w",
            "no card of the deck",
        ),
    ],
)
def test_a_complete_record_that_breaks_a_rule_is_refused(old: str, new: str, message: str) -> None:
    text = (EXAMPLES / "referee.txt").read_text()
    assert old in text
    with pytest.raises(RecordError, match=message):
        _ = parse(read_record(text.replace(old, new, 1))).state


def test_a_view_is_not_replayed() -> None:
    with pytest.raises(ProblemError, match="one seat's notes"):
        _ = evening("evening.txt").state
