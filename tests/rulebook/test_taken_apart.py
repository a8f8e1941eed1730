"""Texts taken apart into events with fields: what is written by itself, what is tapped, and what together."""

from itertools import combinations, permutations, product

import pytest
from composing import lines_of

from deduce.rulebook.columns import FEW, MANY, MOVE, TAPS, Shape, events_of

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def told(event):
    """``name: head[field 'before'words]tail``; a field of several words ``{}``, rows taken together ``#``."""
    fields = []
    for field in event.fields:
        marks = "{}" if field.kind == "many" else "[]"
        fields.append(f"{marks[0]}{field.name} '{field.before}'{'|'.join(field.words)}{marks[1]}")
    rows = f" #{len(event.rows)}" if event.rows else ""
    return f"{event.name}: {event.head}{''.join(fields)}{event.tail}{rows}"


def apart(texts, shapes=(), label=""):
    """The events of texts, of which exactly these can be composed."""
    texts = tuple(texts)
    events = events_of(texts, shapes, label)
    assert sorted(line for event in events for line in lines_of(event)) == sorted(texts)
    return events


@pytest.mark.parametrize(
    ("texts", "events"),
    [
        ("", []),
        ("pass", ["pass: pass"]),
        ("pass, take card", ["pass: pass", "take card: take card"]),
        # What texts have in common at their ends is written by itself.
        ("ask Ann now, ask Bob now", ["ask: ask[which ' 'Ann|Bob] now"]),
        ("ask Ann of it now, ask Bob of it now", ["ask: ask[which ' 'Ann|Bob] of it now"]),
        ("do ask Ann, do ask Bob", ["do ask: do ask[which ' 'Ann|Bob]"]),
        ("ask Ann 1, ask Ann 2, ask Bob 1, ask Bob 2", ["ask: ask[which ' 'Ann|Bob][number ' '1|2]"]),
        ("ask 1 1, ask 1 2, ask 2 1, ask 2 2", ["ask: ask[number ' '1|2][number 2 ' '1|2]"]),
        ("ask -1, ask 2", ["ask: ask[number ' '-1|2]"]),
        ("ask 1, ask b", ["ask: ask[which ' '1|b]"]),
        ("ask Ann of 1, ask Bob of 2", ["ask: ask[which ' 'Ann|Bob][number ' of '1|2] #2"]),
        # Verbs stand nowhere else; without verbs all are one event.
        ("ask Ann, tell Ann, ask Bob", ["ask: ask[which ' 'Ann|Bob]", "tell Ann: tell Ann"]),
        ("a b, b a", [f"{MOVE}: [which ''a|b][which 2 ' 'b|a] #2"]),
        ("a b, b c", [f"{MOVE}: [which ''a|b][which 2 ' 'b|c] #2"]),
        ("1 a, c b", [f"{MOVE}: [which ''1|c][which 2 ' 'a|b] #2"]),
        ("tell, tell tell", ["tell: tell", "tell tell: tell tell"]),
        ("1 a, 2 a", [f"{MOVE}: [number ''1|2] a"]),
        ("1, 2", [f"{MOVE}: [number ''1|2]"]),
        ("a, 2", ["a: a", "2: 2"]),
        # What more can follow is an event of its own; else something is said in each field.
        ("ask, ask Ann, ask Bob", ["ask: ask", "ask: ask[which ' 'Ann|Bob]"]),
        ("ask Ann, ask big Ann", ["ask: ask[which ' 'Ann|big Ann]"]),
        ("ask, ask Ann, tell Ann", ["ask: ask", "ask Ann: ask Ann", "tell Ann: tell Ann"]),
        ("ask Ann now, ask big Bob now", ["ask: ask[which ' 'Ann|big Bob] now"]),
        ("ask a, ask ask a", ["ask: ask[which ' 'a|ask a]"]),
        ("ask a b, ask b a b", ["ask: ask[which ' 'a|b a] b"]),
        ("ask a Ann, ask Ann, ask Bob", ["ask: ask[which ' 'a Ann|Ann|Bob]"]),
        # All the ways to take some are one field.
        ("lay a b, lay a c, lay b c", ["lay: lay{which ' 'a|b|c}"]),
        ("lay a b, lay a c", ["lay a: lay a[which ' 'b|c]"]),
        ("lay a b, lay b a", ["lay: lay[which ' 'a|b][which 2 ' 'b|a] #2"]),
        ("lay 1 2, lay 1 3, lay 2 3", ["lay: lay{number ' '1|2|3}"]),
        ("lay a b, lay c d, lay b c", ["lay: lay[which ' 'a|c|b][which 2 ' 'b|d|c] #3"]),
        ("lay a on b, lay a on c, lay b on c", ["lay: lay{which ' 'a|b|c}"]),
    ],
)
def test_what_is_written_by_itself_and_what_is_tapped(texts, events):
    assert [*map(told, apart(filter(None, texts.split(", "))))] == events


def test_words_of_several_in_order_or_not():
    (event,) = apart(f"lay {a} {b}" for a, b in permutations("cab", 2))
    (field,) = event.fields
    assert (field.words, field.kind, field.count, field.join, field.sorted) == (
        ("c", "a", "b"), "many", 2, " ", False,
    )  # fmt: skip
    (event,) = apart(f"lay {a} on {b}" for a, b in combinations("cab", 2))
    (field,) = event.fields
    assert (field.words, field.kind, field.count, field.join, field.sorted) == (
        ("c", "a", "b"), "many", 2, " on ", True,
    )  # fmt: skip
    # One that cannot be taken, or one twice, and they are rows.
    for texts in (
        [f"lay {a} {b}" for a, b in permutations("abc", 2)][1:],
        [f"lay {a} {b}" for a, b in combinations("abc", 2)] + ["lay a a"],
        [f"lay {a} {b}" for a, b in combinations("abcd", 2)][:-1],
        [f"lay {a} {b}" for a, b in combinations("ab", 2)] + ["lay c d", "lay d c"],
        [f"lay {pair}" for pair in ("a a", "a b", "a c", "b a", "b c", "c a")],
    ):
        (event,) = apart(texts)
        assert len(event.fields) == 2
        assert len(event.rows) == len(texts)
    # The same is written between all of them.
    (event,) = apart(f"lay {a} on {b} on {c}" for a, b, c in combinations("abcd", 3))
    assert [field.count for field in event.fields] == [3]
    (event,) = apart(f"lay {a} on {b} at {c}" for a, b, c in combinations("abcd", 3))
    assert [field.before for field in event.fields] == [" ", " on ", " at "]


@pytest.mark.parametrize(("number", "verbs"), [(FEW, True), (FEW + 1, False)])
def test_a_few_single_words_are_verbs_and_more_are_what_is_tapped(number, verbs):
    texts = [f"w{letter}" for letter in LETTERS[:number]]
    found = [*map(told, apart(texts))]
    assert found == (
        [f"{text}: {text}" for text in texts] if verbs else [f"{MOVE}: [which ''{'|'.join(texts)}]"]
    )
    assert len(apart(["pass", *(f"take {each}" for each in texts)])) == 2
    more = [f"{text} {each}" for text in texts for each in "xy"]
    found = [*map(told, apart(more))]
    assert found == (
        [f"{text}: {text}[which ' 'x|y]" for text in texts]
        if verbs
        else [f"{MOVE}: [which ''{'|'.join(texts)}][which 2 ' 'x|y]"]
    )


def test_single_words_with_a_label_are_one_field():
    assert [*map(told, apart(["yes", "no"], label="lies"))] == ["lies: [which ''yes|no]"]
    assert [*map(told, apart(["1", "2"], label="cups"))] == ["cups: [number ''1|2]"]
    assert [*map(told, apart(["yes"], label="lies"))] == ["lies: yes"]
    assert [*map(told, apart(["yes", "no way"], label="lies"))] == ["lies: yes", "lies: no way"]
    assert [*map(told, apart(["is red", "was red"], label="lies"))] == ["lies: is red", "lies: was red"]
    assert [*map(told, apart(["do ask", "do", "do tell"], label="lies"))] == [
        "lies: do", "lies: do[which ' 'ask|tell]",
    ]  # fmt: skip


@pytest.mark.parametrize(("number", "fields"), [(MANY, 1), (MANY + 1, 2)])
def test_many_values_are_split_by_words_or_signs_where_all_have_equally_many(number, fields):
    pairs = [a + b for a, b in product("abcdef", repeat=2)][:number]
    (event,) = apart(pairs)
    assert [field.before for field in event.fields] == ["", ""][:fields]
    uneven = [*pairs[:-1], "abc"]
    (event,) = apart(uneven)
    assert [field.words for field in event.fields] == [tuple(uneven)]
    # By words where they are the values of one slot.
    rows = {f"see {a} {b}!": (f"{a} {b}",) for a, b in product("abcdef", repeat=2)}
    some = dict([*rows.items()][:number])
    (event,) = apart(some, [Shape("see {at}!", ("at",), some.get)])
    assert [(field.name, field.before) for field in event.fields] == [("at", " "), ("at 2", " ")][:fields]
    assert event.tail == "!"
    # And of neither where some are a word and others two, though as long.
    for order in (1, -1):
        rows = {
            f"see {at}!": (at,)
            for at in [*(f"a{a}b{b}" for a, b in product("abcdef", repeat=2)), "ab c"][::order]
        }
        (event,) = apart(rows, [Shape("see {at}!", ("at",), rows.get)])
        assert len(event.fields) == 1


def test_columns_beyond_three_are_merged_where_that_makes_few_values():
    # Two values each: the first neighbours are merged until three are left.
    (event,) = apart(" ".join(("go", *row)) for row in product("ab", "cd", "ef", "gh", "ij"))
    assert [len(field.words) for field in event.fields] == [4, 4, 2]
    (event,) = apart(" ".join(("go", *row)) for row in product("ab", "cd", "ef"))
    assert len(event.fields) == TAPS
    # Those with the fewest values together, wherever they stand, what is written between them kept.
    (event,) = apart(f"go {a} {b} {c} to {d}" for a, b, c, d in product("abc", "def", "ghi", "jk"))
    assert [field.words[0] for field in event.fields] == ["a", "d", "g to j"]
    (event,) = apart(f"go {a} {b} {c} {d}" for a, b, c, d in product("ab", "cde", "fgh", "ijk"))
    assert [len(field.words) for field in event.fields] == [6, 3, 3]


@pytest.mark.parametrize(("values", "fields"), [(6, 3), (7, 4)])
def test_no_more_than_a_few_values_are_merged(values, fields):
    assert FEW == 2 * 6
    (event,) = apart(" ".join(("go", *row)) for row in product("ab", *[LETTERS[2 : 2 + values]] * 3))
    assert len(event.fields) == fields


def test_what_begins_alike_and_is_longer_is_apart_where_there_is_much_of_it():
    short = [f"lay {a}" for a in LETTERS[: MANY + 1]]
    long = [f"lay {a} on {b}" for a, b in product("αβγ", "δε")]
    assert [told(event).count("[") for event in apart([*short, *long, "pass"])] == [1, 2, 0]
    assert [told(event).count("[") for event in apart([*short[:-1], *long])] == [1]


def test_patterns_stand_where_the_first_text_is_theirs():
    rows = {f"play {a} to {b}": (b, a) for a, b in product("xy", "12")}
    shape = Shape("play {card} to {at}", ("at", "card"), rows.get)
    events = ["play: play[card ' 'x|y][at ' to '1|2]", "pass: pass"]
    assert [*map(told, apart([*rows, "pass"], [shape]))] == events
    assert [*map(told, apart(["pass", *rows], [shape]))] == events[::-1]
    assert [*map(told, apart(["pass"], [shape]))] == events[1:]
    assert [*map(told, apart(rows, [shape], "deed"))] == ["deed: play[card ' 'x|y][at ' to '1|2]"]
    bare = Shape("{card}{at}", ("card", "at"), {f"{a}{b}": (a, b) for a, b in product("xy", "12")}.get)
    assert [*map(told, apart(["x1", "x2", "y1", "y2"], [bare]))] == [f"{MOVE}: [card ''x|y][at ''1|2]"]
    one = dict([*rows.items()][:1])
    assert [*map(told, apart(one, [shape._replace(rows=one.get)]))] == ["play: play[card ' 'x][at ' to '1]"]
    pairs = {f"swap {a} with {b}": (a, b) for a, b in combinations("abc", 2)}
    swap = Shape("swap {one} with {other}", ("one", "other"), pairs.get)
    assert [*map(told, apart(pairs, [swap]))] == ["swap: swap{one ' 'a|b|c}"]
    some = Shape("play {card} to {at}", ("at", "card"), dict([*rows.items()][:3]).get)
    assert [*map(told, apart([*rows][:3], [some]))] == ["play: play[card ' 'x|y][at ' to '1|2] #3"]


def test_signs_of_a_code_are_one_field_in_the_order_of_the_alphabet():
    codes = ["".join(row) for row in permutations("dcba76", 2)] + []
    assert len(codes) == MANY
    (event,) = apart("".join(row) for row in permutations("hgfedcba", 2))
    (field,) = event.fields
    assert (field.kind, field.words, field.join, field.count) == ("many", tuple("abcdefgh"), "", 2)
