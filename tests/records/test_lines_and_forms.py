"""Lines and excerpts of records, and forms as plain values, taken apart by another way than they are put together."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import ProblemError, RecordError
from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce.records.header import option_value, spelled_out
from deduce.records.record import Line, read_record
from deduce.records.replay import Replay, last_line, seat_asked
from deduce.records.words import SHOWN, end_of, quote, words_of

# Records.

PIECES = st.sampled_from(["", " ", "a", "me x", "# why", "  b # c", "\r", "x: y", "\tz"])


@given(st.lists(PIECES, max_size=8), st.booleans())
def test_a_record_is_given_back_as_it_was_written(lines, end):
    text = "\n".join(["game: toy", "", *lines]) + ("\n" if end else "")
    record = read_record(text, source="evening.txt")
    assert record.text == text
    assert [line.number for line in record.events] == [
        number
        for number, line in enumerate(text.split("\n"), 1)
        if number > 2 and line.split("#")[0].strip()
    ]
    for line in record.events:
        assert text.split("\n")[line.number - 1].rstrip("\r") == line.text
        assert line.source == "evening.txt"
        assert [word for word, _ in line.words] == line.body.split()
        for word, column in line.words:
            assert line.text[column - 1 :].startswith(word)


def test_the_columns_of_words_that_are_in_one_another():
    assert Line(1, "bab ab b  bab").words == (("bab", 1), ("ab", 5), ("b", 8), ("bab", 11))


def test_a_record_says_what_it_is():
    record = read_record("Game: Toy\nme: Ann\n\nAnn plays\n", source="evening.txt")
    assert (record.game, record.get("me"), record.get("seat"), record.get("seat", "2")) == (
        "toy", "Ann", "", "2",
    )  # fmt: skip
    assert repr(record) == "<toy record: 4 lines of evening.txt>"  # and nothing behind its end
    assert repr(read_record("game: toy")) == "<toy record: 1 line>"
    assert (record.line_of("me").number, record.line_of("seat").number) == (2, 1)
    assert record.allow_files is False
    assert read_record("game: toy", allow_files=True).allow_files is True


def test_a_record_is_read_from_its_file(tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text("game: toy\n\nAnn plays\n")
    assert read_record(path).source == str(path)
    assert read_record(path, source="here").events[0].source == "here"


def test_what_may_come_after_a_header():
    # A line with a comment alone ends no header, an empty one does, and none stands before the first key.
    record = read_record("\n# notes\ngame: toy\n# of mine\nme: Ann\n\nseat: 2\n")
    assert [key for key, _, _ in record.header] == ["game", "me"]
    assert [line.text for line in record.events] == ["seat: 2"]
    with pytest.raises(RecordError, match=r"^here: is empty"):
        read_record("\n# only\n", source="here")


def test_an_excerpt_ends_at_a_line_that_is_there():
    record = read_record("game: toy\n\nAnn plays\nBob plays", source="evening.txt")
    assert last_line(record, None) == 4
    assert [last_line(record, until) for until in ("1", "4", "line 3")] == [1, 4, 3]
    for until in ("0", "5", "turn 2", "-1", ""):
        with pytest.raises(RecordError) as caught:
            last_line(record, until)
        assert str(caught.value) == f"evening.txt: until {until!r}: expected a line number from 1 to 4"


def test_a_seat_without_names_is_called_by_its_number():
    with pytest.raises(
        ProblemError, match=r"^this is the record of seat 2; another seat's view needs all cards"
    ):
        seat_asked(1, seats=3, writer=2, complete="all cards")
    assert seat_asked(2, seats=3, writer=2, public=False) == 2
    assert seat_asked(3, seats=3, writer=None) == 3
    assert seat_asked(None, seats=3, writer=None) == 0
    assert seat_asked(None, seats=3, writer=0) == 0


def test_words_begin_where_they_are_looked_for_and_long_ones_are_cut():
    line = Line(3, "code: ab, cd  # x")
    assert [(word.text, word.column) for word in words_of(line, line.value_at)] == [("ab", 7), ("cd", 11)]
    assert Line(3, "code ab").value_at == 5
    assert Line(3, " code:ab").value_at == 6
    assert end_of(line) == 13
    assert quote(SHOWN * "x") == repr(SHOWN * "x")
    assert quote((SHOWN + 1) * "x") == repr(SHOWN * "x" + "...")


def test_header_keys_may_be_shortened_while_they_are_clear():
    record = read_record("game: toy\nchar: a\nm: b\nme: c\nda: d\ncode: e\n")
    found = spelled_out(record, ["character", "mode", "me", "data", "data2", "code", "codename", "cold"])
    assert [key for key, _, _ in found.header] == ["game", "character", "m", "me", "data", "code"]
    assert [value for _, value, _ in found.header] == ["toy", "a", "b", "c", "d", "e"]
    assert found.lines == record.lines
    # A key that is given in full is not given once more, and one letter is no key.
    twice = spelled_out(read_record("game: toy\ncharacter: a\nchar: b\nc: d\n"), ["character"])
    assert [key for key, _, _ in twice.header] == ["game", "character", "char", "c"]
    # Two keys that go on differently leave it open which is meant.
    other = spelled_out(read_record("game: toy\nco: a\n"), ["code", "cold"])
    assert [key for key, _, _ in other.header] == ["game", "co"]


def test_a_header_goes_on_behind_a_blank_line_until_the_first_event():
    keys = ["game", "players", "me", "code"]
    split = spelled_out(
        read_record("game: toy\nplayers: Ann Bob\n\nme: Ann\n\ncode: e\nAnn plays\nme: Bob\n"), keys, keys
    )
    assert [(key, value) for key, value, _ in split.header][2:] == [("me", "Ann"), ("code", "e")]
    assert [line.body for line in split.events] == ["Ann plays", "me: Bob"]
    # What is no key, or was given, is an event: its game says what is wrong with it.
    for line in ("note: Ann slept", "players: Cid", "Ann: plays", "cards: first last"):
        kept = spelled_out(
            read_record(f"game: toy\nplayers: Ann Bob\n\n{line}\ncode: e\n"), [*keys, "cards"], keys
        )
        assert [each.body for each in kept.events] == [line, "code: e"]


def test_options_without_a_list_of_values_take_the_kind_of_their_default():
    from deduce.games.base import Option

    assert option_value("size", "12", Option(4, None, "")) == 12
    assert option_value("rate", "0.5", Option(1.0, None, "")) == 0.5
    assert option_value("map", "12", Option("plain", None, "")) == "12"
    for typed, meant in {
        "yes": True,
        "True": True,
        "no": False,
        "FALSE": False,
        "y": True,
        "N": False,
    }.items():
        assert option_value("deep", typed, Option(True, (True, False), "")) is meant
    with pytest.raises(ProblemError, match=r"^size: expected a whole number, not 'x'"):
        option_value("size", "x", Option(4, None, ""))
    with pytest.raises(ProblemError, match=r"^rate: expected a number, not 'x'"):
        option_value("rate", "x", Option(1.0, None, ""))
    # What it spells wins over what it begins.
    assert option_value("mode", "all", Option("all", ("all round", "all"), "")) == "all"
    with pytest.raises(ProblemError, match=r"^mode: 'al': .*all round, all$"):
        option_value("mode", "al", Option("all", ("all round", "all"), ""))


class Notes(Replay):
    def __init__(self, me):
        self.names, self.me = ("Ann", "Bob"), me
        self.last = "the end"

    def upto(self, until):
        return self

    def view(self, seat=None):
        return seat


def test_a_replay_says_whose_it_is():
    assert [repr(Notes(me)) for me in (None, 0, 1, 2)] == [
        "<Ann, Bob: complete>",
        "<Ann, Bob: a bystander's notes>",
        "<Ann, Bob: notes of Ann>",
        "<Ann, Bob: notes of Bob>",
    ]
    assert Notes(2).to_dict() == {"players": ["Ann", "Bob"], "me": 2}
    assert Notes(None).played == (("the end",), ())
    assert Notes(1).missing == ()
    for me in (0, 1):
        with pytest.raises(ProblemError, match="one seat's notes"):
            assert Notes(me).played


# Forms.


def test_forms_are_plain_values():
    form = Form(
        ("Ann", "Bob"),
        "Ann",
        (
            Event(
                "ask",
                "asks",
                (
                    Field(
                        "whom", ("Ann", "Bob"), "many", ": ", "-", 2, True, "deck", "hand", "me", True,
                        "suit", "last", {"x": ("y",)}, {"v": ("w",)}, True, "nobody",
                    ),
                ),
                True, True, False, ("deal",), (("Ann", "Bob"),), "?", ", ", "Bob",
            ),
        ),
        {"deck": (("red", "1"),)},
        (Sheet("cards", ("chances", "1"), "{outer} is {inner}", "outer"),),
        True,
        {"en": {"ask": "Ask"}},
        {"red": "M3 12h18"},
    )  # fmt: skip
    assert form.to_dict() == {
        "names": ["Ann", "Bob"],
        "me": "Ann",
        "events": [
            {
                "name": "ask",
                "head": "asks",
                "fields": [
                    {
                        "name": "whom", "words": ["Ann", "Bob"], "kind": "many", "before": ": ", "join": "-",
                        "count": 2, "optional": True, "table": "deck", "part": "hand", "who": "me", "apart": True,
                        "together": "suit", "like": "last", "when": {"x": ["y"]}, "unless": {"v": ["w"]},
                        "sorted": True, "empty": "nobody",
                    }
                ],
                "actor": True,
                "header": True,
                "passes": False,
                "follows": ["deal"],
                "rows": [["Ann", "Bob"]],
                "tail": "?",
                "joins": ", ",
                "who": "Bob",
            }
        ],
        "tables": {"deck": [["red", "1"]]},
        "sheets": [
            {
                "name": "cards", "at": ["chances", "1"], "fact": "{outer} is {inner}",
                "across": "outer", "estimated": False,
            },
        ],
        "turns": True,
        "texts": {"en": {"ask": "Ask"}},
        "signs": {"red": "M3 12h18"},
        "layers": [],
    }  # fmt: skip
    bare = Form((), "", (Event("end", "end", (Field("how"),)),), sheets=(Sheet("s", (), ""),)).to_dict()
    assert bare["events"][0] == {
        "name": "end", "head": "end", "actor": False, "header": False, "passes": True, "follows": [],
        "fields": [
            {
                "name": "how", "words": [], "kind": "one", "before": " ", "join": " ", "count": 0, "optional": False,
                "table": "", "part": "", "who": "", "apart": False, "together": "", "like": "", "when": {},
                "unless": {}, "sorted": False, "empty": "",
            }
        ],
        "rows": [], "tail": "", "joins": "", "who": "",
    }  # fmt: skip
    assert (bare["turns"], bare["tables"], bare["texts"]) == (False, {}, {})
    assert bare["sheets"][0]["across"] == "inner"
    assert form.event("ask") is form.events[0]
    with pytest.raises(KeyError):
        form.event("tell")


def test_what_comes_next_is_plain_values():
    upcoming = Upcoming("Ann", ("ask",), ("Ann asks",), {"hand": (("red", "1"),)}, {"clue": ("sea",)})
    assert upcoming.to_dict() == {
        "actor": "Ann",
        "events": ["ask"],
        "lines": ["Ann asks"],
        "rows": {"hand": [["red", "1"]]},
        "words": {"clue": ["sea"]},
        "asked": [],
    }
    empty = {"actor": "", "events": [], "lines": [], "rows": {}, "words": {}, "asked": []}
    assert Upcoming().to_dict() == empty


WORDS = ("a", "ab", "b c")
FIELDS = (
    Field("one", WORDS),
    Field("said", WORDS, before=" says "),
    Field("many", WORDS, "many", " : ", ", "),
    Field("two", WORDS, "many", " = ", "-", 2),
    Field("counts", WORDS[:2], "counts", " + "),
    Field("text", (), "text", " ; ", "; ", 2),
    Field("note", (), "text", " ! ", " "),
    Field("number", (), "number", " no "),
    Field("dots", ("x", "y"), "many", " @ ", "", 3),
)


def some_value(field, rng):
    """A value that may stand in a field."""
    if field.kind == "one":
        return (rng.choice(field.words),)
    if field.kind == "number":
        return (str(rng.randint(0, 20)),)
    if field.kind == "text":
        return tuple(rng.choice(["u", "vw"]) for _ in range(rng.randint(1, 2)))
    if field.kind == "counts":
        return tuple(f"{word} {rng.randint(0, 12)}" for word in rng.sample(field.words, rng.randint(1, 2)))
    if field.count > len(field.words):
        return tuple(rng.choice(field.words) for _ in range(field.count))
    return tuple(rng.sample(field.words, field.count or rng.randint(1, len(field.words))))


def test_every_line_that_a_form_writes_it_reads():
    rng = random.Random(3)
    for _ in range(150):
        # Free text ends a line: nothing tells its words from what would follow.
        fields = sorted(rng.sample(FIELDS, rng.randint(0, 3)), key=lambda f: f.name == "note")
        optional = rng.random() < 0.5
        fields = tuple(
            Field(**{**{k: getattr(f, k) for k in Field.__slots__}, "optional": optional}) for f in fields
        )
        actor = rng.choice(["", "Ann", "Bob"])
        form = Form(("Ann", "Bob"), "Ann", (Event("act", "does it", fields, actor=bool(actor)),))
        values = {f.name: some_value(f, rng) for f in fields if not (optional and rng.random() < 0.3)}
        line = form.line("act", values, actor=actor)
        by_hand = " ".join(filter(None, [actor, "does it"]))
        by_hand += "".join(f.before + f.join.join(values[f.name]) for f in fields if f.name in values)
        assert line == by_hand
        assert form.parse(f"  {line}  # x") == ("act", actor, values)
        if not optional and values:
            assert form.parse(by_hand.replace(fields[0].before, " ?? ", 1)) is None
        for each in form.variants(line):
            _, who, found = form.parse(each)
            assert who == actor
            assert sum(found.get(f.name) != values.get(f.name) for f in fields) == 1


def test_slips_of_a_list_are_one_name_more_or_less_first():
    fields = (Field("who", ("A", "B", "C"), "many"), Field("what", ("x", "y"), before=" = "))
    form = Form((), "", (Event("hold", "hold", fields),))
    assert list(form.variants("hold A B = x")) == [
        "hold A B C = x", "hold B = x", "hold A = x", "hold A B = y",
    ]  # fmt: skip
    # A list that must not be empty loses no last name; one that may be does.
    assert list(form.variants("hold C = y")) == ["hold C A = y", "hold C B = y", "hold C = x"]
    loose = Form((), "", (Event("hold", "hold", (Field("who", ("A", "B"), "many", optional=True),)),))
    assert list(loose.variants("hold A")) == ["hold A B", "hold"]
    # Of exactly so many, one is another.
    pair = Form((), "", (Event("code", "code", (Field("c", ("1", "2", "3"), "many", join="-", count=2),)),))
    assert sorted(pair.variants("code 1-2")) == ["code 1-3", "code 3-2"]


def test_a_field_is_said_only_where_it_is_shown():
    fields = (
        Field("way", ("in", "out")),
        Field("door", ("1", "2"), before=" by ", when={"way": ("in",)}),
        Field("why", ("p", "q"), before=" for ", unless={"way": ("in",)}, optional=True),
    )
    form = Form((), "", (Event("go", "go", fields),))
    for way, door, why in itertools.product(("in", "out"), ("", "1"), ("", "p")):
        values = {"way": (way,), "door": (door,) if door else (), "why": (why,) if why else ()}
        line = form.line("go", values)
        assert form.parse(line) == ("go", "", {name: value for name, value in values.items() if value})
    assert set(form.variants("go out for p")) == {"go out for q"}
    assert set(form.variants("go out")) == {"go in"}
    assert set(form.variants("go in by 1")) == {"go in by 2"}
