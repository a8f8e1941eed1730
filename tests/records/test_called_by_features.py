"""Things called by their values, kinds and several words, beside a second writing; and where each refusal points."""

import re
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import RecordError
from deduce.records.features import Called, Features
from deduce.records.record import Line
from deduce.records.words import Word, words_of

KINDS = (
    ("colour", ("red", "green", "amber", "black")),
    (
        "light",
        ("red", "amber", "grape", "shape"),
    ),  # two names of another kind, a beginning, and the name of a kind
    ("shape", ("round", "green pod", "square")),
)
SPELT = {"black": ("dark", "noir"), "round": ("ball",), "square": ("roomy",)}
CALLED = {"hue": "colour", "form": "shape"}
FEATURES = Features(KINDS, tuple(product(range(4), range(4), range(3))), SPELT, CALLED)


def spoken(word, kinds):
    """What a word can be among some kinds: spelt so, else begun so, else two or three letters with others left out."""
    ways = [
        (kind, value, spelling)
        for kind in kinds
        for value, name in enumerate(KINDS[kind][1])
        for spelling in (name, *SPELT.get(name, ()))
    ]
    for fits in (
        lambda spelling: spelling == word,
        lambda spelling: spelling.startswith(word),
        lambda spelling: len(word) in (2, 3) and re.match(".*".join(map(re.escape, word)), spelling),
    ):
        found = {(kind, value) for kind, value, spelling in ways if fits(spelling)}
        if found:
            return found
    return set()


def plain(words):
    """The second writing: what the words say, kind by kind, or None where they are refused."""
    names = [kind for kind, _ in KINDS]
    said, doubtful, place = {}, [], 0
    while place < len(words):
        word, behind = words[place], words[place + 1] if place + 1 < len(words) else None
        kind = CALLED.get(word, word)
        a_value = any(word in values for _, values in KINDS)
        if (
            kind in names
            and behind is not None
            and (not a_value or names.index(kind) in {at for at, _ in spoken(behind, range(3))})
        ):
            meant, place = of_kind(names.index(kind), behind), place + 1
        elif "=" in word:
            kind, _, value = word.partition("=")
            fits = [at for at, name in enumerate(names) if kind and name.startswith(kind)]
            meant = of_kind(fits[0], value) if len(fits) == 1 else None
        else:
            found = spoken(word, range(3))
            if len(found) > 1:
                doubtful.append(found)
                place += 1
                continue
            meant = next(iter(found), None)
        place += 1
        if meant is None or meant[0] in said:
            return None
        said[meant[0]] = meant[1]
    for found in doubtful:
        left = [(kind, value) for kind, value in found if kind not in said]
        if len(left) != 1:
            return None
        said[left[0][0]] = left[0][1]
    return tuple(said.get(kind) for kind in range(3))


def of_kind(kind, word):
    spellings = [(name, *SPELT.get(name, ())) for name in KINDS[kind][1]]
    for fits in (str.__eq__, str.startswith):
        found = [at for at, each in enumerate(spellings) if word and any(fits(s, word) for s in each)]
        if len(found) == 1:
            return kind, found[0]
    return None


TYPED = [
    *("red", "green", "amber", "black", "grape", "shape", "round", "square", "dark", "noir", "ball"),
    *("r", "g", "gr", "gre", "a", "b", "s", "sh", "sq", "ro", "bk", "gpe", "blk", "rd", "x", "bck", "grn"),
    *(
        "colour",
        "light",
        "hue",
        "form",
        "shape=sq",
        "shape=ro",
        "rou",
        "light=a",
        "colour=g",
        "c=red",
        "l=gr",
        "hue=red",
        "=red",
    ),
]


@given(st.lists(st.sampled_from(TYPED), min_size=1, max_size=4))
def test_what_words_say_is_what_a_second_writing_says(words):
    line = Line(1, " ".join(words).title())
    wanted = plain(words)
    if wanted is None:
        with pytest.raises(RecordError):
            FEATURES.read(words_of(line), line)
    else:
        assert FEATURES.read(words_of(line), line) == wanted


def test_what_begins_the_name_of_one_value_and_another_word_for_a_second_could_be_both():
    """It was once taken for the first in silence, where the kind was named before it."""
    for text in ("shape ro", "shape=ro"):
        line = Line(1, text)
        with pytest.raises(RecordError, match="'ro' could be round or square"):
            FEATURES.read(words_of(line), line)


@pytest.mark.parametrize("words", [("a", "round", "red"), ("light", "red", "sq"), ("amber", "red", "ball")])
def test_words_that_are_no_names_of_kinds_may_stand_in_any_order(words):
    """But for a word before its kind, which belongs to that."""
    orders = [order for order in permutations(words) if "light" not in order[-1:]]
    assert len({plain(order) for order in orders if plain(order)}) <= 2
    for order in orders:
        line = Line(1, " ".join(order))
        if (wanted := plain(order)) is not None:
            assert FEATURES.read(words_of(line), line) == wanted


def test_a_thing_is_written_with_the_kind_of_a_name_that_another_kind_has():
    assert FEATURES.text((0, 1, None)) == "colour=red light=amber"
    assert FEATURES.text((3, None, 2)) == "black square"
    assert (
        FEATURES.text((None, 3, 0)) == "light=shape round"
    )  # which would be the kind of what is behind it
    assert FEATURES.text((None, None, None)) == ""
    assert FEATURES.names[FEATURES.text((1, 2, 1))] == (1, 2, 1)
    for thing in FEATURES.things:
        if thing[2] != 1:  # a value of two words is written, not read
            line = Line(1, FEATURES.text(thing))
            assert FEATURES.read(words_of(line), line) == thing, line


@pytest.mark.parametrize(
    ("word", "begins"),
    [("red", True), ("blk", True), ("shape", True), ("light=x", True), ("colour", True), ("hue", False),
     ("x", False), ("x=red", False), ("bk", True), ("rdx", False), ("lkcab", False)],
)  # fmt: skip
def test_with_what_a_thing_may_begin(word, begins):
    assert FEATURES.tells(Word(word, 1)) is begins


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("green black", 7, "colour is given twice"),
        ("round red ball", 11, "shape is given twice"),
        ("black red", 7, None),  # light is open
        ("sq colour=purple", 11, "expected a value of colour, not 'purple'"),
        ("sq colour purple", 11, "expected a value of colour, not 'purple'"),
        ("sq weight=3", 4, "expected a characteristic, not 'weight'"),
        ("gre", 1, "'gre' could be colour=green or shape=green pod: write that"),
        ("black ambr", 7, "expected a value of a card, not 'ambr'"),
        ("ball hue", 6, "expected a value of a card, not 'hue'"),
    ],
)
def test_a_refusal_points_at_the_word_and_says_what_it_could_be(text, column, said):
    line = Line(1, text)
    if said is None:
        assert FEATURES.read(words_of(line), line) == (3, 0, None)
        return
    with pytest.raises(RecordError) as error:
        FEATURES.read(words_of(line), line)
    assert error.value.column == column
    assert error.value.message.startswith(said)


SEASONS = ("season forward", "season reverse", "winter", "reverse tide")
CALLS = Called(
    SEASONS,
    tuple(tuple(name.split()) for name in SEASONS),
    what="a season",
    wanted="expected a season here",
    unknown="no season is called {word}",
    apart=" (commas stand between seasons)",
    lists="expected whole seasons",
    quiet=frozenset({"the"}),
)


def test_words_mean_the_one_name_that_has_all_of_them():
    known = {word for name in SEASONS for word in name.split()}
    for length in (1, 2, 3):
        for words in product(
            ("the", "season", "sea", "rev", "reverse", "f", "w", "tide", "xyz"), repeat=length
        ):
            line = Line(1, " ".join(words))
            fits = [
                number
                for number, name in enumerate(SEASONS)
                if all(
                    word == "the"
                    or any(
                        part == word or (word not in known and part.startswith(word))
                        for part in name.split()
                    )
                    for word in words
                )
            ]
            if len(fits) == 1:
                assert CALLS.read(words_of(line), line) == fits[0], words
            else:
                with pytest.raises(RecordError):
                    CALLS.read(words_of(line), line)


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("the", 1, "'the' could be season forward or season reverse or winter or reverse tide"),
        ("season the spring", 12, "expected a season, not 'spring'"),
        ("  winter tide", 3, "no season is called 'winter tide'"),
    ],
)
def test_a_name_of_several_words_is_refused_at_the_word_that_is_wrong(text, column, said):
    line = Line(1, text)
    with pytest.raises(RecordError) as error:
        CALLS.read(words_of(line), line)
    assert error.value.column == column
    assert error.value.message.startswith(said)


def test_where_nothing_stands_a_name_is_expected_there_or_behind_the_line():
    line = Line(1, "play ")
    for given_column, pointed in ((0, 5), (3, 3)):
        with pytest.raises(RecordError, match="expected a season here") as error:
            CALLS.read([], line, given_column)
        assert error.value.column == pointed


def test_two_names_are_read_where_they_part_in_one_way():
    def some(text, most):
        line = Line(1, text)
        return CALLS.read_some(words_of(line), line, most=most)

    assert some("winter", 2) == [2]
    assert some("season rev", 1) == [1]
    assert some("winter tide", 2) == [2, 3]
    assert some("forward winter", 2) == [0, 2]
    assert some("tide season forward", 2) == [3, 0]
    with pytest.raises(RecordError, match="no season is called 'winter tide'"):
        some("winter tide", 1)
    with pytest.raises(RecordError, match="no season is called 'winter tide forward'"):
        some("winter tide forward", 2)


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        ("winter", 0b100),
        ("winter, tide", 0b1100),
        ("rev season , winter", 0b110),
        ("forward,tide,winter", 0b1101),
        ("winter, winter", 0b100),
        ("season forward", 0b1),
    ],
)
def test_a_list_has_commas_between_names(text, mask):
    line = Line(1, text)
    assert CALLS.read_list(words_of(line), line) == mask


def test_a_list_without_commas_says_that_they_are_missing_and_one_wrong_word_does_not():
    for text, column, commas in (("tide, winter forward", 7, True), ("winter, spring", 9, False)):
        line = Line(1, text)
        with pytest.raises(RecordError) as error:
            CALLS.read_list(words_of(line), line)
        assert error.value.column == column
        assert error.value.message.endswith(" (commas stand between seasons)") is commas
