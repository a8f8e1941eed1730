"""Every sentence of an Entracte answer says what was computed: evidence, changes, advice on records, boards, people."""

import math
import random
from types import SimpleNamespace

import pytest
from entracte_tools import evening, random_state, small, table

from deduce.games.base import Advice
from deduce.ground.errors import ProblemError
from deduce.ground.report import Report
from deduce.records.record import read_record
from deduce_models.entracte import GAME
from deduce_models.entracte.advice.contest import Prospect
from deduce_models.entracte.answers import advice as answers
from deduce_models.entracte.answers import boards, people, report
from deduce_models.entracte.answers.changed import changed
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import _Model
from deduce_models.entracte.knowledge.slips import Slips
from deduce_models.entracte.records import writing
from deduce_models.entracte.rules.setup import DECLARE, EntracteMove, Kind


def listed(text, last):
    """The codes that a sentence names, by the word before the last of them."""
    before, _, end = text.rpartition(last)
    return {*before.split(", "), end} if before else {text}


def entry_of(statement):
    """The number of the entry that told a statement, from 1."""
    return int(statement.place.rpartition(" ")[2])


def left_by(sentence, codes):
    """The codes that a sentence about one player leaves it."""
    if " does not hold " in sentence or "'s code is not " in sentence:
        named = sentence.partition(
            " does not hold " if " does not hold " in sentence else "'s code is not "
        )[2]
        return codes - listed(named, " or ")
    return listed(sentence.rpartition(" holds ")[2], " or ")


@pytest.mark.parametrize("seed", [1, 2, 5, 21])
def test_what_is_said_of_codes_is_what_is_known_of_them(seed):
    """Each sentence names the codes that its constraint leaves; and these follow from the cards by the rule of pairs."""
    state = random_state(table(3, small(3, 16) if seed % 2 else None), random.Random(seed), steps=30)
    parts, setup, seen = state.setup.parts, state.setup, set()
    names = [code.name for code in parts.codes]
    for seat in (1, 2):
        told = evidence_of(state.view(seat))
        model = _Model(told)
        lines = {index + 1: entry for index, entry in enumerate(told.entries)}
        before = {}
        last = told.start
        for index, entry in lines.items():
            before[index] = last
            last = entry.card if entry.kind == "play" else last
        assert [statement.text for statement in model.own()] == [
            f"{told.names[seat - 1]}'s own: {names[state.face.codes[seat - 1].bit_length() - 1]}"
        ]
        for statement in model.statements():
            (variable,) = statement.content.scope
            support = statement.content.support(variable)
            left = {name for code, name in enumerate(names) if support >> code & 1}
            assert left_by(statement.text, {*names}) == left
            player = variable.name[len("code[") : -1]
            assert statement.text.startswith(player)
            entry = lines[entry_of(statement)]
            who = told.names[entry.seat - 1]
            if "played this card" in statement.text or " token under " in statement.text:
                matched = parts.matched(before[entry_of(statement)], entry.card)
                pair = {name for code, name in enumerate(names) if matched >> code & 1}
                put = bool(entry.tokens >> told.names.index(player) + 1 & 1)
                if player == who:
                    barred = setup.barred(before[entry_of(statement)], entry.card)
                    assert {*names} - left == {
                        name for code, name in enumerate(names) if barred >> code & 1
                    }
                    seen.add("played")
                else:
                    assert ("put a token" in statement.text) == put
                    assert f" under {who}'s card" in statement.text
                    assert left == (pair if put else {*names} - pair)
                    seen.add(put)
            else:
                assert (entry.kind, player) == ("pass", who)
                seen.add("pass")
                if "next card played" in statement.text:
                    number = entry_of(statement)
                    later = next(
                        each
                        for i, each in lines.items()
                        if i > number and (each.kind, each.seat) == ("play", entry.seat)
                    )
                    barred = setup.barred(before[number], later.card)
                    assert left == {name for code, name in enumerate(names) if barred >> code & 1}
            assert (
                statement.content.support(variable)
                >> state.face.codes[told.names.index(player)].bit_length() - 1
                & 1
            )
    assert seen >= {"played", True, False}
    assert "pass" in seen or not seed % 2


# What a line changed.


def told_of(worlds, **sheets):
    """A report of `solve` with so much in its data; shares are in percent."""
    data = {"worlds": worlds, "bits": math.log2(worlds)}
    sheet = {
        name: {code: share / 100 for code, share in zip("abcdefgh", row, strict=False)}
        for name, row in sheets.items()
    }
    return Report("", {**data, "sheet": sheet})


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ([25, 25, 25, 25], [25, 25, 25, 25], ""),
        ([25, 25, 25, 25], [100, 0, 0, 0], "certain: a"),
        ([25, 25, 25, 25], [50, 50, 0, 0], "2 possible: a, b"),
        ([12.5] * 8, [20, 20, 20, 20, 20, 0, 0, 0], "5 possible, no longer f, g, h"),
        ([25, 25, 25, 25], [40, 20, 20, 20], "likeliest a (40%)"),
        ([40, 20, 20, 20], [20, 40, 20, 20], "likeliest b (40%)"),
        ([40, 20, 20, 20], [40, 30, 30, 0], "3 possible, no longer d"),
        ([30, 30, 20, 20], [40, 40, 20, 0], "3 possible, no longer d"),
        ([50, 50, 0, 0], [25, 25, 25, 25], "4 possible: a, b, c, d"),
        ([50, 50, 50, 50], [100, 50, 50, 0], "certain: a; 2 more possible, no longer d"),
        ([100, 50, 50, 0], [100, 0, 100, 0], "certain: a, c"),
        ([100, 40, 30, 30], [100, 30, 40, 30], "likeliest c (40%)"),
    ],
)
def test_what_a_line_changed_is_what_is_new(before, after, line):
    """Codes that are out are named where fewer are than are left; equal chances make no likeliest code."""
    found = changed(told_of(4, Ann=before), told_of(4, Ann=after))
    assert list(found) == ([f"Ann: {line}"] if line else [])


def test_players_with_one_answer_share_a_line_and_worlds_are_counted():
    before = told_of(16, Ann=[50, 50], Bob=[50, 50], Cid=[50, 50])
    after = told_of(8, Ann=[100, 0], Bob=[100, 0], Cid=[0, 100])
    assert list(changed(before, after)) == [
        "8 worlds left (3.0 bits)",
        "Ann, Bob: certain: a",
        "Cid: certain: b",
    ]
    assert list(changed(before, told_of(1, Ann=[50, 50]))) == ["1 world left (everything is certain)"]
    assert list(changed(before, told_of(16, Dee=[50, 50]))) == ["Dee: 2 possible: a, b"]


# The sheet.


@pytest.mark.parametrize(
    ("row", "sure", "per_seat", "line"),
    [
        ([100, 0, 0], ["a"], 1, "certain: a"),
        ([100, 100, 0], ["a", "b"], 2, "certain: a and b"),
        ([50, 25, 25], [], 1, "3 codes possible, likeliest a, b, c"),
        ([25, 25, 25, 25], [], 1, "4 codes possible: a, b, c, d"),
        ([20, 20, 20, 20, 20], [], 1, "5 codes possible, all alike"),
        ([100, 50, 50], ["a"], 2, "certain: a; 2 more codes possible: b, c"),
        ([10, 20, 30, 40], [], 1, "4 codes possible, likeliest d, c, b"),
    ],
)
def test_a_players_line_of_the_sheet(row, sure, per_seat, line):
    chances = {code: share / 100 for code, share in zip("abcde", row, strict=False)}
    assert report._summary(chances, sure, per_seat) == line
    assert report._sure({"Ann": chances}, per_seat) == {"Ann": sure}


@pytest.mark.parametrize(
    ("chance", "cell"),
    [(0.0, "-"), (1.0, "YES"), (0.004, "1%"), (0.996, "99%"), (0.256, "26%"), (-1e-15, "-")],
)
def test_a_cell_of_the_sheet_is_certain_only_where_it_is(chance, cell):
    assert report._cell(chance) == cell
    assert report._left(1, 0.0) == "1 world left: everything is certain."
    assert report._left(8, 3.0) == "8 worlds left (3.0 bits)."


# Advice on records.


def guess(seat, code, value):
    return Advice(
        EntracteMove(Kind.GUESS, code, seat, f"guess {seat} code {code}"), value, "r", unit="right"
    )


def test_advice_names_players_and_counts_what_cannot_be():
    told = answers._report("Ann", [guess(2, 0, 0.5), guess(2, 1, 0.5), guess(2, 2, 0.0)], ("Ann", "Bob"))
    lines = told.text.splitlines()
    assert lines[0] == "Advice for Ann:"
    assert "guess Bob code 0" in lines[1]
    assert "guess Bob code 1" in lines[2]
    assert "(Another 1 guess cannot be right.)" in lines
    assert len(told.data["advice"]) == 3
    none = answers._report("Ann", [guess(2, 0, 0.0)], ("Ann", "Bob"))
    assert "guess Bob code 0" in none.text
    assert "cannot be right" not in none.text
    sure = answers._report(
        "Ann", [Advice(EntracteMove(Kind.STOP, -1, 0, "stop"), math.inf, "r")], ("Ann", "Bob")
    )
    assert sure.data["advice"][0]["value"] is None
    assert (
        answers._said(EntracteMove(Kind.PLAY, 1, 0, "play guess 0 x"), ("Ann", "Bob")) == "play guess 0 x"
    )


def test_declaring_stands_first_or_last_beside_the_cards(monkeypatch):
    told = SimpleNamespace(entries=[SimpleNamespace(kind="play", seat=1)], me=1, names=("Ann", "Bob"))
    cards = [
        Advice(EntracteMove(Kind.PLAY, 1, 0, "play x"), value, "r", unit="bits") for value in (1.5, 0.25)
    ]
    monkeypatch.setattr(answers, "by_cards", lambda *_: cards)
    asked = []
    for now, later in ((0.6, 0.4), (0.4, 0.6)):
        found = Prospect(0.5, True, 2.0, now, later)
        monkeypatch.setattr(
            answers, "prospect", lambda told, rng, row, found=found: asked.append(row) or found
        )
        ranked = answers._competing(told, (), (), random.Random(1))
        place = 0 if now > later else 2
        assert ranked[place].move == DECLARE
        assert ranked[place].value == (math.inf if now > later else -0.75)
        assert ranked[place].unit == ("win" if now > later else "compared")
        assert [item for item in ranked if item.move != DECLARE] == cards
    assert asked == [2, 2]  # the starter and one card
    declared = SimpleNamespace(
        entries=[SimpleNamespace(kind="declare", seat=1)], me=1, names=("Ann", "Bob")
    )
    assert answers._competing(declared, (), (), random.Random(1)) == cards


HEAD = "game: entracte\nplayers: Ann Bob\nme: Ann\ncode: season reverse\nstart: up fall Wed young off male a x\n"
HAND = "hand: right fall Tue adult on female b y ; down winter Mon old off male c z ; left spring Sun young on male a x\n"


@pytest.mark.parametrize(
    ("text", "seat", "message"),
    [
        (HEAD + HAND, 2, "advice is for the writer"),
        (HEAD, 1, "which cards you hold"),
        (HEAD.replace("code: season reverse\n", "") + HAND, None, "own code"),
    ],
    ids=["another seat", "no hand", "no code"],
)
def test_advice_needs_the_writers_code_and_hand(text, seat, message):
    with pytest.raises(ProblemError, match=message):
        GAME.advise_record(read_record(text), seat=seat)


# Boards and people.


def test_the_row_and_the_hand_as_boards():
    told = evening("evening.txt").evidence
    board = boards.row(told)
    plays = [entry for entry in told.entries if entry.kind in ("play", "unseen")]
    text = told.setup.parts.card_text
    assert (board.places[0].text, board.places[0].about) == (text(told.start), f"start: {text(told.start)}")
    assert len(board.places) == len(board.columns) == len(plays) + 1
    for number, (place, entry) in enumerate(zip(board.places[1:], plays, strict=True), 1):
        put = [seat for seat in range(1, len(told.names) + 1) if entry.tokens >> seat & 1]
        unsure = [
            f"{told.names[seat - 1]}?" for seat in range(1, len(told.names) + 1) if entry.unsure >> seat & 1
        ]
        said = ", ".join([*(told.names[seat - 1] for seat in put), *unsure]) or "nobody"
        card = text(entry.card) if entry.card else ""
        assert (place.text, place.column, place.row, place.by) == (card, number, 0, entry.seat)
        assert (
            place.about
            == f"{told.names[entry.seat - 1]}: {card or 'a card nobody noted'}; tokens of {said}"
        )
        assert (place.seen, place.below) == (tuple(put), tuple(unsure))
        assert place.marked == (number == len(plays))
    hand = boards.hand(told)
    assert [(place.say, place.row, place.column, place.text) for place in hand.places] == [
        (text(card), 0, number, text(card)) for number, card in enumerate(told.now.hand)
    ]
    codes = boards.codes(told.setup.parts)
    assert [place.say for place in codes.places] == [code.name for code in told.setup.parts.codes]
    for place, code in zip(codes.places, told.setup.parts.codes, strict=True):
        assert place.column == code.type
        alike = [other.name for other in told.setup.parts.codes if other.type == code.type]
        assert place.row == alike.index(code.name)
        values = told.setup.parts.types[code.type].values
        assert place.text == (f"both {values[code.value]}" if code.asks == "both" else code.asks)
    assert (len(codes.rows), codes.columns) == (3, tuple(kind.name for kind in told.setup.parts.types))


def test_what_earlier_evenings_tell_of_slips_is_told_of_everybody_else():
    replay = evening("evening.txt")
    told = replay.evidence
    known = Slips(put=30.0, forgotten=10.0, held=50.0, invented=5.0)
    record = {"habits": "file"}
    rows, data = people.people_rows(SimpleNamespace(record=record, people={2: known}), told)
    others = [(seat, name) for seat, name in enumerate(told.names, 1) if seat != told.me]
    for row, (seat, name) in zip(rows[2 : 2 + len(others)], others, strict=True):
        slips = known if seat == 2 else Slips()
        (forgets, low, high), (invents, least, most) = slips.rates()
        if seat == 2:
            assert row == (
                f"  {name}: forgets {forgets:.0%} of tokens ({low:.0%} to {high:.0%}; "
                f"{slips.put + slips.forgotten:g} counted), puts a false one {invents:.0%} of times "
                f"({least:.0%} to {most:.0%})"
            )
        else:
            assert row == (
                f"  {name}: not known; people forget {forgets:.0%} of tokens ({low:.0%} to {high:.0%}), "
                f"put a false one {invents:.0%} of times ({least:.0%} to {most:.0%})"
            )
        assert data["people"][name] == {
            "known": seat == 2, "forgets": [forgets, low, high], "invents": [invents, least, most],
        }  # fmt: skip
    heading = rows.index("With slips reckoned with, not proved (each token has its chance to be wrong):")
    for row, (_, name) in zip(rows[heading + 1 :], others, strict=True):
        ranked = sorted(data["slips"][name].items(), key=lambda pair: -pair[1])[:3]
        said = ", ".join(
            f"{code} {min(99, round(100 * chance))}%" for code, chance in ranked if chance >= 0.005
        )
        assert row == f"  {name}: {said}"
        assert sum(data["slips"][name].values()) == pytest.approx(1)
    assert people.people_rows(SimpleNamespace(record={"habits": "off"}, people={}), told) == ([], {})


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_the_header_tells_the_codes_and_cards_at_first(seat):
    state = random_state(table(2), random.Random(3), steps=2)
    parts = state.setup.parts
    codes = [parts.codes[mask.bit_length() - 1].name for mask in state.face.codes]
    told = evidence_of(state if seat is None else state.view(seat))
    hands = [" ; ".join(map(parts.card_text, hand)) for hand in told.hands]
    start = f"start: {parts.card_text(told.start)}"
    rows = writing.header(state if seat is None else state.view(seat))
    if seat is None:
        assert rows == [f"codes: {' / '.join(codes)}", start, f"hands: {' / '.join(hands)}"]
    elif seat:
        assert rows == [f"code: {codes[1]}", start, f"hand: {hands[1]}"]
    else:
        assert rows == [start]
    assert all(len(hand.split(" ; ")) == 3 for hand in hands if hand)
