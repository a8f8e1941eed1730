"""Forms by language, and Russian from end to end: a word list and vectors of one's own."""

import re

import pytest

from deduce.games import read_record
from deduce.ground.errors import RecordError
from deduce_models.decrypto import GAME
from deduce_models.decrypto.components.inflection import INFLECTIONS, Inflection
from deduce_models.decrypto.components.legality import check_clue, forms
from deduce_models.decrypto.components.wordlist import read_words

KEYWORDS = ("книга", "море", "день", "кусок", "огонь", "музей", "земля", "красный")
CLUES = {
    "книга": "страница", "море": "волна", "день": "утро", "кусок": "доля",
    "огонь": "дым", "музей": "картина", "земля": "почва", "красный": "алый",
}  # fmt: skip


@pytest.mark.parametrize(
    ("keyword", "clue"),
    [
        ("книга", "книгой"),
        ("книга", "много книг"),
        ("море", "морями"),
        ("день", "дня"),
        ("кусок", "куски"),
        ("рот", "рта"),
        ("огонь", "огнём"),
        ("музей", "музеев"),
        ("земля", "землю"),
        ("красный", "красная"),
    ],
)
def test_a_case_of_a_russian_keyword_is_refused(keyword, clue):
    assert check_clue(clue, (keyword,)).rule == "inflection"


@pytest.mark.parametrize(
    ("keyword", "clue"),
    [("книга", "книжный"), ("дом", "домик"), ("море", "мор"), ("кот", ["коты", "мы"][1])],
)
def test_what_is_derived_or_another_word_is_left_to_the_players(keyword, clue):
    assert check_clue(clue, (keyword,)) is None


def test_a_language_of_ones_own_is_asked_first():
    INFLECTIONS["toki"] = Inflection(re.compile("[aeijklmnopstuw]+"), lambda word: {word, f"{word}x"})
    try:
        forms.cache_clear()
        assert forms("toki") == {"toki", "tokix"}
        assert "books" in forms("book")
    finally:
        del INFLECTIONS["toki"]
        forms.cache_clear()


@pytest.fixture
def setup(tmp_path):
    """A Russian list and a small made-up file of vectors, as a table of one's own has them."""
    blocks = "\n".join(f"= {word}" for word in KEYWORDS)
    (tmp_path / "слова.txt").write_text(
        f"# provenance: made up for this test\n# licence: MIT\n{blocks}\n", encoding="utf-8"
    )
    rows = []
    for place, word in enumerate(KEYWORDS):
        axis = [1.0 if place == other else 0.0 for other in range(len(KEYWORDS))]
        rows += [(word, axis), (CLUES[word], [value + 0.2 for value in axis])]
    lines = [f"{len(rows)} {len(KEYWORDS)}"]
    lines += [" ".join([word, *map(str, row)]) for word, row in rows]
    (tmp_path / "векторы.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def notes(setup, *lines):
    head = ("game: decrypto", "players: 4", "seat: 2", "words: слова.txt", "vectors: векторы.txt", "")
    path = setup / "вечер.txt"
    path.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")
    return read_record(path)


def test_russian_clues_are_decoded_intercepted_and_weighed_with_vectors_of_ones_own(setup):
    pytest.importorskip("gensim")
    own = "black keywords " + "; ".join(KEYWORDS[:4])
    clues = "; ".join(CLUES[KEYWORDS[digit - 1]] for digit in (3, 1, 4))
    first = "W 1-2-3 дым; картина; почва = 1-2-3"
    decoded = GAME.solve(notes(setup, own, first, f"B ? {clues}"), seat=2).data["codes"]["black"]
    assert max(decoded["codes"], key=decoded["codes"].get) == "3-1-4"
    assert decoded["codes"]["3-1-4"] > 0.9
    later = (own, first, f"B 3-1-4 {clues} = 3-1-4", "W ? алый; дымок; почвы")
    read = GAME.solve(notes(setup, *later)).data
    assert max(read["keywords"]["white"][0], key=read["keywords"]["white"][0].get) == "огонь"
    weighed = GAME.weigh_record(notes(setup, own, "B 3-1-4"), clues).data["weighed"]
    assert weighed["decode"] > 0.9


def test_a_list_may_be_a_keyword_a_line_alone_or_with_its_clues():
    short = (
        "# licence: MIT\n"
        + "".join(f"слово{letter}\n" for letter in "абвгдеж")
        + "Море: волна/5 соль, ice_cream/1\n"
    )
    words = read_words(short)
    assert words.keywords == (*(f"слово{letter}" for letter in "абвгдеж"), "море")
    assert words.licence == "MIT"
    listed = words.associations["море"]
    assert [(each.clue, each.facet, each.grade) for each in listed] == [
        ("волна", "", 5),
        ("соль", "", 3),
        ("ice cream", "", 1),
    ]
    for wrong, line, column in (("море: волна/9", 1, 7), ("море\nМоре", 2, 1), (": волна", 1, 1)):
        with pytest.raises(RecordError) as caught:
            read_words(wrong)
        assert (caught.value.line, caught.value.column) == (line, column)
