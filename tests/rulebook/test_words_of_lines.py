"""Words of a line: where each stands, what turns a meaning round, which forms of a word are one and which are not."""

import pytest

from deduce.rulebook.undone import is_asked
from deduce.rulebook.words import (
    FILLERS,
    MARKS,
    NO,
    NOT,
    NUMBERS,
    SELF,
    UNSETTLING,
    YES,
    Phrases,
    folded,
    is_initial,
    replaced,
    same,
    settled,
    stems,
    tokens_of,
    words_in,
)

NAMES = {"ann", "bob", "cid"}


def told(tokens):
    """Tokens as ``word@column``; where the word for comparing is another, ``word=folded@column``."""
    return " ".join(
        f"{each.text}{'' if each.text == each.folded else '=' + each.folded}@{each.column}"
        for each in tokens
    )


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", ""),
        ("peek 2,lie", "peek@1 2@6 ,@7 lie@8"),
        ("  Ann's card", "Ann's=ann@3 card@9"),
        ("Two a_b _ room.2 k.x", "Two=2@1 a_b@5 _@9 room.2@11 k@18 .@19 x@20"),
        ("b+ Tome? x* y-z", "b+@1 Tome?=tome?@4 x*@10 y-z@13"),
        ("it’s", "it’s=it@1"),
        # What denies stands by itself, behind its verb.
        ("doesn't", "does@1 n't=not@5"),
        ("ISN’T so", "IS=is@1 N’T=not@3 so@7"),
        ("didnt", "did@1 nt=not@4"),
        ("cannot go", "can@1 not@4 go@8"),
        ("won’t wont", "will@1 not@5 will@7 not@11"),
        ("paint isn", "paint@1 isn@7"),
        ("no one no-one one", "no one=nobody@1 no-one=nobody@8 one=1@15"),
        # Signs: those that deny, those that compare with a number, those that part.
        ("!Tome Tome! ! x", "not@1 Tome=tome@2 Tome=tome@7 !@11 !@13 x@15"),
        ("a!b a!=b", "a@1 !@2 b@3 a@5 not@6 b@8"),
        ("a !-> b a! -> b", "a@1 not@3 -@4 >@5 b@7 a@9 !@10 -@12 >@13 b@15"),
        ("a -/-> b/c a =/= b", "a@1 -@3 not@4 -@5 >@6 b@8 /@9 c@10 a@12 =@14 not@15 b@18"),
        ("!=3 != x =!x", "not@1 3@3 not@5 x@8 =@10 not@11 x@12"),
        (">2 <=3 >x", ">2@1 2@2 <=3@4 =@5 3@6 >@8 x@9"),
        ("->2 =>2 >>2", "-@1 >@2 2@3 =@5 >@6 2@7 >@9 >@10 2@11"),
    ],
)
def test_tokens(text, tokens):
    assert told(tokens_of(text)) == tokens


VERBS = (
    "could",
    "is",
    "are",
    "was",
    "were",
    "do",
    "does",
    "did",
    "has",
    "have",
    "had",
    "would",
    "should",
    "must",
)


@pytest.mark.parametrize("end", ["n't", "n’t", "nt", "N'T"])
def test_a_negation_that_hangs_on_a_verb_is_heard(end):
    for verb, typed in [*((verb, verb) for verb in VERBS), ("can", "ca"), ("will", "wo")]:
        first, second = tokens_of(f"{typed}{end}")
        assert (first.folded, second.folded, first.column, second.column) == (verb, "not", 1, len(verb) + 1)


def test_no_word_that_turns_a_meaning_round_is_skipped_or_is_another_in_another_form():
    assert not (NOT | YES | NO | {*NUMBERS} | {*SELF}) & FILLERS
    assert NOT <= UNSETTLING
    assert not UNSETTLING & FILLERS
    for word in NOT:
        assert stems(word) == {word}
    assert not MARKS & {"?", "+", "<", "*", "_", "!="}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # A question mark before a name, an answer or oneself is a stop; elsewhere it stays.
        ("4 Tome? Cid doubts", "4 tome cid doubts"),
        ("4 Tome? C doubts", "4 tome c doubts"),
        ("4 Tome? D doubts", "4 tome? d doubts"),
        ("4 Tome? c doubts", "4 tome? c doubts"),
        ("4 Tome? yes", "4 tome yes"),
        ("4 Tome? wrong", "4 tome wrong"),
        ("4 Tome? nobody", "4 tome nobody"),
        ("4 Tome? no", "4 tome no"),
        ("4 x? Cid no", "4 x cid no"),
        ("4 x? Cid", "4 x? cid"),  # of whom nothing follows: the question is about him
        ("4 x? Cid, no", "4 x? cid , no"),
        ("4 now? Cid no", "4 now? cid no"),
        ("4 Tome? y", "4 tome? y"),
        ("4 Tome? n", "4 tome? n"),
        ("4 Tome? only Bob", "4 tome only bob"),
        ("4 Tome? I doubt", "4 tome i doubt"),
        ("4 Tome? 5", "4 tome? 5"),
        ("4 Tome?", "4 tome?"),
        ("4 Ann's? Bob no", "4 ann bob no"),
        ("4 ? Cid", "4 ? cid"),
        # A dash is a minus behind a name, where nothing follows that it could part, or where others have a plus.
        ("Cid +, Dee -", "cid + , dee -"),
        ("Cid -", "cid minus"),
        ("Cid –, Bob", "cid minus , bob"),
        ("Cid - Bob", "cid - bob"),
        ("2 -", "2 -"),
        ("Ann +Bob -Cid", "ann + bob minus cid"),
        ("Ann + Bob -Cid", "ann + bob minus cid"),
        ("Ann + Bob - Cid", "ann + bob - cid"),
        ("Ann -Cid", "ann - cid"),
        ("Ann + 2 -Cid", "ann + 2 minus cid"),
        ("2 + Bob -Cid", "2 + bob minus cid"),
        ("2 + 3 -Cid", "2 + 3 - cid"),
        ("Ann + 2 -3", "ann + 2 - 3"),
        ("-", "-"),
        ("", ""),
    ],
)
def test_what_signs_say_of_somebody_or_of_an_answer(text, words):
    tokens = tokens_of(text)
    found = settled(tokens, NAMES)
    assert " ".join(token.folded for token in found) == words
    assert [token.column for token in found] == [token.column for token in tokens]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("Ann's", "ann"), ("Ann’s", "ann"), ("James'", "james"), ("James’", "james"), ("'s", "'s"), ("'", "'"),
        ("s's", "s"), ("Two", "2"), ("twelve", "12"), ("zero", "0"), ("two's", "2"), ("No-one", "nobody"),
        ("ÄRA", "ära"), ("Tome?", "tome?"),
    ],
)  # fmt: skip
def test_words_are_compared_without_case_and_ends(word, said):
    assert folded(word) == said


def test_words_of_a_text_of_the_rules():
    assert words_in("Ann's card: (two) -> !3 ?") == ("ann", "card", "2", "not", "3", "?")
    assert words_in(", ;") == ()


FORMS = [
    ("peek", "peeks peeked peeking"),
    ("pass", "passes passed passing"),
    ("lie", "lies lied"),
    ("make", "makes making"),
    ("try", "tries tried trying"),
    ("stop", "stops stopped stopping"),
    ("hop", "hops hopped hopping"),
    ("ruby", "rubies"),
    ("go", "goes going"),
    ("see", "sees seeing"),
    ("ski", "skis skiing skied"),
]


@pytest.mark.parametrize(("word", "forms"), FORMS)
def test_a_word_in_another_form_is_the_same(word, forms):
    for form in forms.split():
        assert word in stems(form)
        assert same(form, word)
        assert same(word, form)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("as", "a"), ("ans", "an"), ("is", "i"), ("pass", "pas"), ("class", "clas"), ("bring", "b"), ("red", "r"),
        ("ties", "t"), ("sing", "s"), ("sting", "s"),
        ("nothing", "noth"), ("nothing", "nothe"), ("unless", "unles"), ("x2s", "x2"), ("peeks", "peeked"),
        ("hopping", "hope"), ("two", "too"), ("looking", "loo"), ("added", "ad"), ("card", "care"),
    ],
)  # fmt: skip
def test_other_words_are_not_the_same(one, other):
    assert not same(one, other)
    assert not same(other, one)


def test_other_words_of_a_game_are_put_into_its_own_the_longest_first():
    phrases = Phrases({"Library": ("book", "book store"), "2 Tome": ("pair",), "x": ("",)})

    def put(text, kept=()):
        return told(replaced(tokens_of(text), phrases, kept))

    assert put("a book store.") == "a@1 Library=library@3 .@13"
    assert put("books, books stores") == "Library=library@1 ,@6 Library=library@8"
    assert put("book, store") == "Library=library@1 ,@5 store@7"
    assert put("pair book") == "2@1 Tome=tome@1 Library=library@6"
    assert put("store book") == "store@1 Library=library@7"
    # Names stay what they are.
    assert put("book store", ["store"]) == "Library=library@1 store@6"
    assert put("Book pair", ["book"]) == "Book=book@1 2@6 Tome=tome@6"
    assert put("") == ""


def test_a_single_capital_is_somebodys():
    assert [is_initial(word) for word in ("A", "a", "AB", "1", "")] == [True, False, False, False, False]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("does Bob doubt?", True),
        ("Is it so?", True),
        ("does Bob doubt", True),
        ("has he passed", True),
        ("did you", True),
        ("has passed", False),
        ("does: Bob doubt", False),  # answered behind a colon
        ("does Bob doubt: yes", False),
        ("does Bob doubt? yes", False),
        ("does Bob: doubt?", True),
        ("Bob does doubt?", False),
        ("Bob?", False),
        ("", False),
        ("does", False),
        ("does, Bob, doubt", True),
    ],
)
def test_what_is_asked_from_its_first_word_to_its_last(text, asks):
    assert is_asked(tokens_of(text), NAMES) == asks
    assert not is_asked(tokens_of(text), NAMES | {text.partition(" ")[0].casefold().strip(",:")})
