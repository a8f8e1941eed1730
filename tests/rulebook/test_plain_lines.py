"""Plain lines by a table of deeds, in a game of shapes: any word shortened, what is wrong told at its word."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from test_featured import FEATURES, Shapes

from deduce.games import CHANCE
from deduce.ground.errors import RecordError
from deduce.records.features import Called
from deduce.records.record import Line
from deduce.rulebook import State
from deduce.rulebook.deeds import Deed, Done, Lexicon
from deduce.rulebook.plain import Deeds, nobody
from deduce.rulebook.reading import Reader
from deduce.rulebook.refusing import Apart
from deduce.rulebook.run import Run
from deduce.rulebook.wanting import due_in

CARDS = Called(
    tuple(FEATURES.names),
    tuple(tuple(name.split()) for name in FEATURES.names),
    what="a card",
    wanted="expected a card",
    unknown="no card is called {word}",
    apart=" (with commas)",
    lists="expected one list",
    quiet=frozenset(("the",)),
)


def table(names: Sequence[str], me: int) -> Deeds:
    return Deeds(
        (
            Deed("play", ("plays", "lays"), "thing", draws=1, example="red round small", wanted="expected a card"),
            Deed("keep", ("keeps", "waits")),
            Deed("count", ("counts",), "number", most=3, beside=True, wanted="expected how many", example="2"),
            Deed("bet", ("bets",), "named", beside=True, wanted="expected a bet", whose="whose card it is",
                 alone="nobody bets on his own card", example="{other} red round small"),
        ),
        Lexicon(FEATURES, CARDS, ("same", "alike"), ("draws", "draw", "drew"), answers="who has the same",
                wanted="expected who has the same", heads="'same' or 'draws'", itself="{who} is not asked"),
        names,
        me,
    )  # fmt: skip


class Noted(Shapes):
    """Shapes with a table of deeds; what is counted is kept as a remark."""

    name = "noted-shapes"
    own_lines: ClassVar[bool] = True

    def deeds(self, setting: Any, seat: int | None) -> Deeds:
        return table(setting.names, seat or 0)

    def aside(self, done: Done, line: Line, replay: Any) -> None:
        if done.number > 2:
            raise line.error("nobody has so many", 1)
        replay.remarks.append((len(replay.reader.answers), done))


GAME = Noted()


def at_table(seed: int) -> Any:
    """Ann's notes where she is to move first, and the texts of what she can do."""
    setting = GAME.setting(2, GAME.checked_options({}), None, ("Ann", "Bob"))
    state, rng = State(Run.live(setting)), random.Random(seed)
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    reader = Reader(setting, 1)
    for event in state.run.table.log:
        if event.mask & 2:
            reader.told(event.said.replace("{}", str(event.value)), "start", Line(0, ""))
    moves = [str(move) for move in state.moves()]
    return SimpleNamespace(setting=setting, reader=reader, me=1, remarks=[], moves=moves)


def note(notes: Any, text: str) -> list[Any]:
    """The answers that a line gives."""
    answered, line = len(notes.reader.answers), Line(1, text)
    if not GAME.remark(line, notes):
        notes.reader.read(text, "line 1", line)
    return [answer for answer, _ in notes.reader.answers[answered:]]


def told(text: str, me: int = 1) -> Done:
    return table(("Ann", "Bob", "Cid"), me).read(Line(1, text), nobody)


@pytest.mark.parametrize(
    ("short", "plain"),
    [
        ("a pl rd sml rou", "Ann plays red round small"),
        ("bob: grey sq big, cid alike; draws gree", "Bob plays grey square large ; same Cid ; draws green"),
        ("Bob plays red - A C", "Bob plays red ; same Ann Cid"),
        ("Bob red (c)", "Bob plays red ; same Cid"),
        ("Bob red ; same Cid ?", "Bob red ; same Ann? Cid"),
        ("Bob red, two alike, Ann and Cid", "Bob red ; same two Ann Cid"),
        ("Bob red, nobody", "Bob red ; same nobody"),
        ("I wait", "Ann keeps"),
        ("me: red, Bob", "Ann plays red ; same Bob"),
        ("red", "plays red"),
        ("bob counts one", "Bob counts 1"),
        ("Bob: Ann red round small ; C grey sq la", "Bob bets Ann red round small ; Cid grey square large"),
        ("Bob bets A red round small C grey sq la", "Bob bets Ann red round small ; Cid grey square large"),
        ("Bob [red round small, the grey large sq]", "Bob plays [red round small, grey square large]"),
        ("i drew red", "draws red"),
    ],
)
def test_words_may_be_shortened_and_come_otherwise(short, plain):
    said, meant = told(short), told(plain)
    assert {*said.told.casefold().split()} == {*meant.told.casefold().split()}
    assert said._replace(told="") == meant._replace(told="")


def test_what_a_line_tells():
    assert told("Bob plays red ; same Cid? ; draws grey big") == Done(
        "play", 2, (0, None, None), told="same Cid?", drawn=((2, None, 1),)
    )
    assert told("[red round small, red round large ...]") == Done("play", 0, (None,) * 3, 0b11, whole=False)
    assert told("Cid bets A red square small") == Done("bet", 3, named=((1, 2),))
    assert told("draws red / grey") == Done("draw", 1, drawn=((0, None, None), (2, None, None)))


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("Bbo plays red", 1, "expected a player's name, not 'Bbo': did you mean 'Bob'"),
        ("Bob plys red", 5, "expected what the player does, not 'plys': did you mean 'plays'"),
        ("Bob", 4, "expected what Bob does: plays, keeps, counts, bets"),
        ("Bob plays gr", 11, "'gr' could be colour=green or colour=grey"),
        ("Bob plays red green", 15, "colour is given twice"),
        ("Bob plays", 10, "expected a card"),
        ("Bob plays red ; same Bob", 22, "Bob is not asked"),
        ("Bob plays red ; sam Cdi", 21, "expected who has the same, not 'Cdi': did you mean 'Cid'"),
        ("Bob plays red ; some Cid", 17, "expected 'same' or 'draws', not 'some'"),
        ("Bob plays red ; same Ann ; same Cid", 28, "'same' is given twice"),
        ("Bob plays red ; draws grey ; draws red", 30, "'draws' is given twice"),
        ("Bob plays red ; draws", 17, "expected the card that was drawn"),
        ("Bob plays red ; draws grey / red", 15, "expected the one card that was drawn"),
        ("Bob plays red ; same", 17, "expected who has the same"),
        ("Bob plays red ; nobody Cid", 24, "expected who has the same"),
        ("Bob plays [red round", 11, "expected one list"),
        ("Bob plays [red blue]", 16, "expected a card, not 'blue'"),
        ("Bob plays [red]", 12, "'red' could be red round small or red round large"),
        ("Bob keeps it well", 14, "expected the end of the line, not 'well'"),
        ("Bob counts", 11, "expected how many"),
        ("Bob counts 4", 12, "expected a number from 0 to 3"),
        ("Bob bets Bob red", 10, "nobody bets on his own card"),
        ("Bob bets and", 13, "expected a bet"),
        ("Bob bets Ann red grey", 14, "no card is called 'red grey'"),
    ],
)
def test_a_refusal_points_at_its_word_and_shows_a_right_line(text, column, message):
    with pytest.raises(RecordError) as refused:
        told(text)
    assert message in refused.value.message
    assert refused.value.column == column
    assert told(refused.value.example).seat == (2 if text.startswith("Bob") else 1)


@pytest.mark.parametrize(
    ("text", "due", "who"), [("red green", 3, "Cid"), ("red green", 0, "Ann"), ("Bob red green", 3, "Bob")]
)
def test_the_right_line_beside_a_refusal_is_of_who_is_named_or_due_or_the_first(text, due, who):
    with pytest.raises(RecordError) as refused:
        table(("Ann", "Bob", "Cid"), 1).read(Line(1, text), lambda: due)
    assert refused.value.example == f"{who} plays red round small"


@pytest.mark.parametrize("seed", range(4))
def test_rules_read_what_is_put_into_their_words(seed):
    verb, *words = at_table(seed).moves[0].split()
    plain = note(at_table(seed), f"Ann {verb} {' '.join(words)}, same Bob")
    assert [answer.kind for answer in plain] == ["choose", "which"]
    short = f"a {verb[:2]} {' '.join(word[:4] for word in words[::-1])} ; same bo"
    assert note(at_table(seed), short) == plain
    assert note(at_table(seed), f"I play {' '.join(words)} - B") == plain


def test_what_no_rule_asks_for_is_a_remark_or_refused():
    notes = at_table(1)
    assert note(notes, "bob counts 2") == []
    assert [done for _, done in notes.remarks] == [Done("count", 2, number=2)]
    with pytest.raises(RecordError, match="nobody has so many"):
        note(notes, "bob counts 1\nann counts 3")
    assert len(notes.remarks) == 1  # none of a line that is refused
    with pytest.raises(Apart):
        GAME.spelt("bob counts 2", notes.reader)
    with pytest.raises(RecordError, match="this is no event of the rules"):
        notes.reader.read("bob counts 2", "line 1", Line(1, ""))


def test_a_line_says_it_for_whoever_is_due():
    notes = at_table(2)
    assert due_in(notes.reader) == 1
    first = note(notes, "keeps")
    assert first == note(at_table(2), "Ann keeps")
    assert due_in(notes.reader) == 2
    assert note(notes, "waits")[0].seat == 2


def test_what_is_told_late_is_read_where_it_belongs():
    early, late = at_table(3), at_table(3)
    card = early.moves[0].removeprefix("play ")
    seen = set(FEATURES.names) - {move.removeprefix("play ") for move in early.moves}
    new = sorted(seen - {str(event.value) for event in early.reader.table.log})[0]
    for notes in (early, late):
        note(notes, f"Ann plays {card}, draws {new}" if notes is early else f"Ann plays {card}")
    answered = len(late.reader.answers)
    late.reader.told_late(f"draw {new}", "line 1", Line(1, ""), answered, answered)
    assert late.reader.answers == early.reader.answers
    note(late, "Bob keeps")
    whole = list(late.reader.answers)
    late.reader.told_late("Ann keep", "line 1", Line(1, ""), answered - 2, answered + 1)
    assert [str(answer.said) for answer, _ in late.reader.answers[-2:]] == ["keep", "keep"]
    again = at_table(3)
    note(again, f"Ann plays {card}, draws {new}")
    note(again, "Bob keeps")
    with pytest.raises(RecordError):
        again.reader.told_late("Bob play red", "line 1", Line(1, ""), answered - 2, answered + 1)
    assert again.reader.answers == whole
