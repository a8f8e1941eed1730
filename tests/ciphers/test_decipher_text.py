"""`deduce.decipher` and `deduce decipher`: what is asked, what is answered, what is refused."""

import json
import random
from types import SimpleNamespace

import numpy as np
import pytest
from command_line import deduce as command

import deduce
from deduce.ciphers import marginals
from deduce.ciphers.lattice import Candidates
from deduce.ciphers.report import report
from deduce.ground.errors import MissingExtra, ProblemError
from deduce.vocabulary import lexicons
from deduce.vocabulary.lexicons import WordList

PLAIN = "nobody knows why the river changed its course"


def enciphered(plain, seed):
    rng = random.Random(seed)
    letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    key = dict(zip(letters, rng.sample(letters, 26), strict=True))
    return "".join(key.get(letter, letter) for letter in plain.upper()), key


def test_open_glyphs_narrow_the_text_and_the_verdict_names_its_lexicon():
    found = deduce.decipher("ACEGH JLG NGCQL", {"A": "U", "N": "B"})
    assert found.kind == "exact"
    assert found.answers[0].text == "UNDER THE BENCH"
    assert found.lexicon == "80,038 words (common English)"
    assert not {"A", "N"} & found.letters.keys()
    assert found.worth[found.next] == pytest.approx(max(found.worth.values()))
    assert sum(found.letters["C"].values()) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(3))
def test_a_cryptogram_is_solved_without_an_open_glyph(seed):
    text, key = enciphered(PLAIN, seed)
    found = deduce.decipher(text.lower(), distinct=True, time_limit=60)
    assert found.answers[0].text == PLAIN.upper()
    assert found.answers[0].probability > 0.999
    assert all(found.letters[key[letter]][letter] > 0.99 for letter in set(PLAIN.upper()) - {" "})


def test_a_word_that_the_lexicon_does_not_have_is_spelt_by_the_others():
    text, _ = enciphered("the doctor told Zredo to drink more water and rest", 1)
    found = deduce.decipher(text, distinct=True, time_limit=60)
    words = found.answers[0].text.split()
    assert words[:3] == ["THE", "DOCTOR", "TOLD"]
    assert words[3][1:] == "REDO"
    assert found.reasons == (
        f"{words[3]} is no word of the lexicon: letters that no other word tells are guesses",
    )


def test_punctuation_and_windows_without_glyph():
    one = deduce.decipher("ABC-D, 'EFG'!", {"A": "t"}, lexicon="builtin")
    assert one.answers == deduce.decipher("abc d efg", {"a": "T"}, lexicon="builtin").answers
    blank = deduce.decipher("A.C", {"A": "T", "C": "E"}, lexicon="builtin")
    assert blank.answers[0].text == "THE"
    assert blank.next is None


def test_digits_and_no_lexicon_are_pure_pattern():
    found = deduce.decipher("ABA", {"A": "3"}, language="digits")
    assert (found.lexicon, found.letters["B"]["7"]) == ("no lexicon", pytest.approx(0.1))
    assert deduce.decipher("AB", lexicon="none").letters["A"]["Q"] == pytest.approx(1 / 26)
    told = report("AB", ("A=3",), language="digits").text
    assert told.startswith("AB with A=3, without a lexicon:\n")
    assert "(exact: every text is weighed; not unique without a lexicon)" in told


def test_a_word_file_and_russian(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("кот 3\nток 1\n", encoding="utf-8")
    found = deduce.decipher("123", lexicon=str(file), language="ru", unknown=1e-6)
    assert [(g.text, round(g.probability, 3)) for g in found.answers[:2]] == [("КОТ", 0.75), ("ТОК", 0.25)]
    assert found.lexicon == "2 words (words.txt)"
    assert found.unique is False


def test_a_word_file_that_changed_is_read_again(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("cat 1\n", encoding="utf-8")
    assert deduce.decipher("ABC", lexicon=str(file)).answers[0].text == "CAT"
    file.write_text("shadow 1\ndog 1\n", encoding="utf-8")
    found = deduce.decipher("ABC", lexicon=str(file))
    assert (found.answers[0].text, found.lexicon) == ("DOG", "2 words (words.txt)")


@pytest.mark.parametrize(
    ("text", "opened", "how", "message"),
    [
        ("ABC", {"Q": "N"}, {}, "there is no glyph Q"),
        ("ABC", {"A": "1"}, {}, "one letter of"),
        ("ABC", {"A": "N", "a": "M"}, {}, "open twice"),
        ("  ", {}, {}, "has no glyphs"),
        ("ABC", {}, {"language": "fr"}, "language='fr': allowed: en, ru, digits"),
        ("ABC", {}, {"language": "rr"}, "language='rr': did you mean 'ru'"),
        ("ABC", {}, {"lexicon": "comon"}, "common"),
        ("ABC", {}, {"lexicon": "common", "language": "digits"}, "has no words"),
        ("ABC", {}, {"unknown": 0.0}, "between 0 and 1"),
        ("ABC", {}, {"top": 0}, "at least 1"),
        ("AB", {"A": "X", "B": "X"}, {"distinct": True}, "injective"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(text, opened, how, message):
    with pytest.raises(ProblemError, match=message):
        deduce.decipher(text, opened, **how)


def test_the_command_prints_what_the_function_says():
    status, out, _ = command("decipher", "ACEGH JLG NGCQL", "A=U", "N=B", "--json")
    data = json.loads(out)
    assert (status, data["answers"][0]["text"], data["kind"]) == (0, "UNDER THE BENCH", "exact")
    assert data["open_next"] in data["letters"]
    text = command("decipher", "ACEGH JLG NGCQL", "A=U", "N=B", "--top", "1")[1]
    assert "among 80,038 words (common English)" in text
    assert "unique among" in text


REPORTED = {
    (): """AB with no glyph open, among 3 words (w.txt):
   88.23%  OX
    9.79%  IT
(exact: every text is weighed; not unique among 3 words (w.txt))
open next: A
  A  0.66 bits  O 88%, I 10%
  B  0.66 bits  X 88%, T 10%""",
    ("A=o",): """AB with A=O, among 3 words (w.txt):
   99.77%  OX
(exact: every text is weighed; unique among 3 words (w.txt))
open next: B
  B  0.03 bits  X >99%
B is X: of the lexicon only OX fits O? (word 1)""",
    ("A=A", "B=T"): """AB with A=A, B=T, among 3 words (w.txt):
  100.00%  AT
(exact: every text is weighed; unique among 3 words (w.txt))""",
}


@pytest.mark.parametrize("opened", REPORTED)
def test_a_report_says_what_is_likely_enough(opened, tmp_path):
    """*AT* has a word of ten thousand: it is told where it is the only one left."""
    words = tmp_path / "w.txt"
    words.write_text("ox 9000\nit 999\nat 1\n", "utf-8")
    said = report("ab", opened, lexicon=str(words))
    assert (said.text, said.status) == (REPORTED[opened], 0)


@pytest.mark.parametrize("there", [True, False])
def test_a_lexicon_is_refused_before_it_is_read(there, monkeypatch, tmp_path):
    monkeypatch.setattr(lexicons, "find_spec", lambda name: there or None)
    for name in lexicons.LEXICONS:
        for language in ("en", "ru", "digits"):
            if there or name != "wordfreq" or language == "digits":
                lexicons.check_lexicon(name, language)
            else:
                with pytest.raises(MissingExtra, match="wordfreq"):
                    lexicons.check_lexicon(name, language)
    words = tmp_path / "w.txt"
    words.write_text("ox 3\n", "utf-8")
    lexicons.check_lexicon(str(words), "en")
    for name, said in (
        ("commom", "did you mean 'common'"),
        (str(tmp_path / "none.txt"), "option lexicon: "),
    ):
        with pytest.raises(ProblemError, match=said):
            lexicons.check_lexicon(name, "en")


def test_a_search_without_time_says_so():
    status, out, _ = command("decipher", "ABC DEF GHI JKL MNO", "--distinct", "--time-limit", "0")
    # The search says so, or the command as a whole where the time was up before the search began.
    said = [part in out for part in ("the time was up", "the time limit of 0 s was reached")]
    assert (status, any(said)) == (3, True)
    status, _, error = command("decipher", "ABC", "A")
    assert status == 2
    assert "expected GLYPH=LETTER" in error


def test_open_glyphs_are_told_as_a_mapping_or_as_at_the_command_line():
    asked = [deduce.decipher("ACE", opened) for opened in ({"A": "N"}, ["A=N"], "A=N")]
    assert asked[0].answers == asked[1].answers == asked[2].answers
    for wrong in ("AN", ["A=N", 7], [("A", "N")]):
        with pytest.raises(ProblemError, match="expected GLYPH=LETTER"):
            deduce.decipher("ACE", wrong)


def test_a_dash_reads_the_text_from_standard_input():
    asked = ("A=U", "N=B", "--json")
    status, typed, _ = command("decipher", "-", *asked, stdin="ACEGH JLG NGCQL\n")
    assert status == 0
    assert (
        json.loads(typed)["answers"]
        == json.loads(command("decipher", "ACEGH JLG NGCQL", *asked)[1])["answers"]
    )


@pytest.mark.parametrize("frequency", [0, -1, float("nan"), float("inf"), "2", None])
def test_a_frequency_is_a_positive_number(frequency):
    """One of infinity made every chance nan."""
    with pytest.raises(ProblemError, match="frequency of 'cat' must be positive"):
        WordList({"the": 1, "cat": frequency}, "en")


@pytest.mark.parametrize("lexicon", [5, ["the", "cat"], {"the": 1}])
def test_what_is_no_lexicon_is_refused(lexicon):
    with pytest.raises(ProblemError, match="a lexicon is one of the names"):
        deduce.decipher("ABC", lexicon=lexicon)
    if lexicon != {"the": 1}:
        with pytest.raises(ProblemError, match="gives each its frequency"):
            WordList(lexicon, "en")
    with pytest.raises(ProblemError, match="words of glyphs"):
        deduce.decipher(None)
    with pytest.raises(ProblemError, match="A=5: expected one letter"):
        deduce.decipher("ABC", {"A": 5})


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([[0, 1, 2]], "of the lexicon only abc fits ??? (word 1)"),
        ([[0, 1, 2], [0, 1, 0]], "of the lexicon only 2 words fit ??? (word 1)"),
        ([[0, 1, 2], [0, 0, 2]], "the only choice that leaves lexicon words for 1 together"),
        ([[0, 1, 2], [1, 0, 2]], "the only choice that leaves lexicon words for 1 together"),
    ],
)
def test_why_a_sign_for_two_letters_has_its_text_is_the_word_only_where_all_that_fit_say_both(rows, said):
    shape = SimpleNamespace(
        alphabet="abc", glyphs={"x": (0, 1)}, words=((0, 1, 2),), known=[-1] * 3,
        text=lambda cells, codes: "".join("abc"[codes[c]] if codes[c] >= 0 else "?" for c in cells),
    )  # fmt: skip
    fitting = Candidates(0, (0, 1, 2), np.array(rows), np.ones(len(rows)))
    layer, sure = SimpleNamespace(candidates=fitting), np.eye(len(rows))[0]
    part = SimpleNamespace(outside=(), lattice=SimpleNamespace(layers=[layer]), posteriors=[sure])
    sums = SimpleNamespace(shape=shape, parts=[part], candidates=[fitting])
    (told,) = marginals.reasons(sums, {"x": {"ab": 1.0}})
    assert str(told) == f"x is ab: {said}"
