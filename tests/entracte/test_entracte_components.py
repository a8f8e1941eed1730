"""Codes and components: the pair examples of the rulebook, the count of codes, users' files."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import ProblemError
from deduce.records.record import Line
from deduce.records.words import Word
from deduce_models.entracte.components.codes import CharType, bits, type_masks
from deduce_models.entracte.components.faces import _figures
from deduce_models.entracte.components.parts import (
    DATA,
    Components,
    balanced_deck,
    components,
    load,
    shipped,
)


def matched(kind: str, before: str, played: str, parts: Components | None = None) -> str | None:
    """The one code of type `kind` matched by this step of values, without the type's name."""
    parts = parts or shipped()
    index = next(i for i, t in enumerate(parts.types) if t.name == kind)
    values = parts.types[index].values
    mask = parts.steps[index][values.index(before)][values.index(played)]
    names = [parts.codes[i].name for i in bits(mask)]
    assert len(names) <= 1
    return names[0] if names else None


@pytest.mark.parametrize(
    ("kind", "before", "played", "code"),
    [
        ("season", "winter", "summer", None),
        ("season", "fall", "summer", "season reverse"),
        ("season", "fall", "spring", None),
        ("day", "Wed", "Tue", "day reverse"),
        ("light", "off", "on", "light alternate"),
        ("sex", "male", "male", "both male"),
        ("age", "young", "adult", "age forward"),
        ("hand", "up", "right", "hand forward"),
        ("sex", "female", "female", "both female"),
    ],
)
def test_pair_examples(kind: str, before: str, played: str, code: str | None) -> None:
    assert matched(kind, before, played) == code


def test_four_colour_picture() -> None:
    # Red has hand reverse, and the pair is hand forward: legal. Teal (both female) and purple (age forward)
    # signal; green (sex alternate) does not.
    parts = shipped()
    name = {code.name: 1 << i for i, code in enumerate(parts.codes)}
    pair = parts.matched((0, 0, 0, 0, 0, 1, 0, 0), (1, 2, 3, 1, 1, 1, 2, 2))
    assert not pair & name["hand reverse"]
    assert pair & name["both female"]
    assert pair & name["age forward"]
    assert not pair & name["sex alternate"]


def test_a_female_may_follow_a_male_for_the_owner_of_both_female() -> None:
    assert matched("sex", "male", "female") == "sex alternate"


@pytest.mark.parametrize(
    ("kind", "before", "played", "code"),
    [
        ("hand", "left", "up", "hand forward"),
        ("season", "winter", "fall", "season reverse"),
        ("day", "Sun", "Mon", "day forward"),
        ("age", "old", "young", None),
        ("age", "young", "old", None),
        ("light", "on", "on", "both on"),
    ],
)
def test_looping_is_stated_type_by_type(kind: str, before: str, played: str, code: str | None) -> None:
    assert matched(kind, before, played) == code


def test_24_codes_as_the_data_lists_them() -> None:
    parts = shipped()
    listed = tomllib.loads((DATA / "codes.toml").read_text())["codes"]["names"]
    assert [code.name for code in parts.codes] == listed
    assert len(set(listed)) == 24
    assert {note.datum for note in parts.notes} == {f"type {t.name}" for t in parts.types} | {
        "codes",
        "deck",
    }
    assert all(note.reason for note in parts.notes)


def test_shipped_deck_is_the_documented_construction_and_balanced() -> None:
    parts = shipped()
    assert parts.cards == balanced_deck(parts.types)
    assert [len(t.values) for t in parts.types] == [4, 4, 7, 3, 2, 2, 4, 4]
    for index, kind in enumerate(parts.types):
        column = [card[index] for card in parts.cards]
        counts = {column.count(value) for value in range(len(kind.values))}
        assert max(counts) - min(counts) <= 1


@given(st.data())
def test_every_pair_matches_two_to_eight_codes_at_most_one_a_type(data: st.DataObject) -> None:
    parts = shipped()
    a, b = (data.draw(st.integers(0, len(parts.cards) - 1)) for _ in range(2))
    mask = parts.pairs[a][b]
    assert 2 <= mask.bit_count() <= 8
    for index, kind in enumerate(parts.types):
        of_type = (mask >> (3 * index)) & 7
        assert of_type.bit_count() <= 1
        assert kind.kind == "ordered" or of_type


@given(st.integers(0, 7), st.integers(0, 6))
def test_rotating_a_looping_type_changes_nothing(index: int, turn: int) -> None:
    kind = shipped().types[index]
    masks, size = type_masks(shipped().types)[index], len(kind.values)
    if kind.loops:
        for i in range(size):
            for j in range(size):
                assert masks[(i + turn) % size][(j + turn) % size] == masks[i][j]


def test_options_about_components() -> None:
    other = components(hand_order="anticlockwise")
    assert matched("hand", "up", "right", other) == "hand reverse"
    assert {other.card_text(card) for card in other.cards} == {
        shipped().card_text(c) for c in shipped().cards
    }
    assert matched("season", "fall", "winter", components(season_loops=False)) is None
    assert matched("age", "old", "young", components(age_loops=True)) == "age forward"
    assert len(components(days=5, ages=4).types[2].values) == 5
    assert components(days=5, ages=4).types[3].values[0] == "child"


GOOD = """
[[types]]
name = "hat"
kind = "ordered"
values = ["red", "green", "blue"]
loops = true
[[types]]
name = "mask"
kind = "binary"
values = ["yes", "no"]
[[types]]
name = "shoe"
kind = "ordered"
values = ["one", "two", "three"]
[deck]
provenance = "rulebook"
cards = ["red yes one", "red yes two", "red no one", "red no two", "green yes one", "green no one",
         "blue yes one", "blue no one", "blue yes two", "blue no two"]
"""


def test_a_users_file_takes_the_place_of_ours(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    parts = load(path)
    assert [c.name for c in parts.codes][3:6] == ["mask alternate", "both yes", "both no"]
    assert len(parts.cards) == 10
    path.write_text(GOOD.partition("[deck]")[0])
    without = load(path)
    assert without.cards == ()
    assert "18 different cards cannot fill a deck of 48" in without.notes[-1].reason


def test_a_deck_that_chance_does_not_find_is_no_endless_search() -> None:
    values = ("one", "two", "three", "four")
    kinds = [CharType(name, "ordered", values) for name in ("hat", "shoe")]
    kinds.append(CharType("mask", "ordered", values[:3]))
    with pytest.raises(ProblemError, match="no balanced deck of 48 cards was found"):
        balanced_deck(kinds)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'kind = "binary"',
            'kind = "binry"',
            r"types\[2\] \(mask\)\.kind = 'binry': did you mean 'binary'",
        ),
        ('["yes", "no"]', '["yes", "no", "so"]', "a binary type has 2 values, not 3"),
        ('["one", "two", "three"]', '["one", "two"]', "at least 3 values, not 2"),
        ("loops = true", 'loops = "yes"', r"\(hat\)\.loops must be true or false"),
        ("loops = true", "lops = true", "unknown key 'lops': did you mean 'loops'"),
        ('name = "shoe"', 'name = "hat"', "two types are called 'hat'"),
        ("red yes one", "red yes once", r"cards\[1\]: shoe 'once': did you mean 'one'"),
        ("red yes one", "red yes", r"cards\[1\]: 2 values, expected 3: hat mask shoe"),
        ("red yes two", "red yes one", r"cards\[2\] is the same card as cards\[1\]"),
        ('provenance = "rulebook"', 'provenance = "rules"', "deck.provenance = 'rules'"),
        ("[deck]", "[dekc]", "unknown key 'dekc': did you mean 'deck'"),
        ("[deck]", "[deck", "is not TOML"),
        ('"red", "green"', '"red", "Red"', "must differ"),
        ('name = "hat"', 'name = "top hat"', "one word"),
    ],
)
def test_a_wrong_file_is_refused_by_key(tmp_path, old: str, new: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(ProblemError, match=message):
        load(path)


def test_a_value_may_be_called_as_its_type(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace('"hat"', '"green"'))
    parts, line = load(path), Line(1, "x")

    def read(*words: str) -> tuple[int | None, ...]:
        return parts.features.read([Word(word, 1) for word in words], line)

    assert read("green", "yes") == read("yes", "green") == read("green=green", "yes") == (1, 0, None)
    assert read("green", "red", "yes") == (0, 0, None)  # the type, and its value


def test_a_file_decides_about_its_types(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    with pytest.raises(ProblemError, match="cannot be combined"):
        components(data=path, days=5)
    with pytest.raises(ProblemError, match="cannot be read"):
        load(tmp_path / "none.toml")


def test_of_three_ages_the_oldest_has_a_stick_in_every_light():
    for ages in (("young",), ("young", "old"), ("young", "middle", "old")):
        sticks = [
            layer.words
            for layer in _figures(ages)
            if len(layer.shapes) == 1 and layer.shapes[0].path.startswith("M-13 0V-17")
        ]
        assert sticks == ([(ages[-1], light) for light in ("on", "off")] if len(ages) > 1 else [])
