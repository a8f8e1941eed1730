"""What is remembered while a line is read changes nothing: each word is looked for as if it were the first."""

from hypothesis import given
from hypothesis import strategies as st

from deduce.rulebook.matching import Speech, option_at
from deduce.rulebook.secrets import Rows, behind, spelt
from deduce.rulebook.words import FILLERS, Phrases, Token, replaced, same, tokens_of, words_in

WORDS = st.sampled_from(
    ["peek", "peeks", "the", "not", "3", "tea", "Ann", "I", ",", "look", "into", "asks"]
)
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)


def ends_at(line, at, text, names):
    """Word after word looked for among the tokens, as if nothing were known of the line."""
    for word in words_in(text):
        k = at
        while k < len(line.tokens):
            token = line.tokens[k]
            others = line.also.get(word, ())
            if names.get(token.folded) == word or any(same(token.folded, each) for each in (word, *others)):
                break
            k = k + 1 if line.void[k] else len(line.tokens)
        if k < len(line.tokens):
            at = k + 1
        elif word not in FILLERS or word in line.kept:
            return None
    return at


@given(TEXTS, st.lists(TEXTS, max_size=10), st.integers(0, 2), st.lists(st.integers(0, 8), max_size=2))
def test_an_option_ends_where_it_does_alone(line, options, at, gone):
    speech = Speech(tuple(tokens_of(line)), {"ann": 1}, frozenset({"the"}), {"look": frozenset({"peek"})})
    for place in gone:
        speech = speech.without(place, place + 1) if place < len(speech.tokens) else speech
    for names in ({"i": "ann"}, {}):
        for text in options:
            assert option_at(speech, at, text, names) == ends_at(speech, at, text, names)
            found = option_at(speech, at, text, names)
            assert found is None or found == at or speech.holds(text, names)


def slowly(tokens, words, kept):
    """Every phrase tried at every place, the longest first."""
    phrases = [(words_in(said), own) for own, several in words.items() for said in several]
    found, at = [], 0
    while at < len(tokens):
        here = [
            (phrase, own)
            for phrase, own in sorted(phrases, key=lambda pair: -len(pair[0]))
            if phrase
            and len(tokens) >= at + len(phrase)
            and all(
                same(t.folded, w) and t.folded not in kept
                for t, w in zip(tokens[at:], phrase, strict=False)
            )
        ]
        if here:
            phrase, own = here[0]
            found += [Token(token.text, token.folded, tokens[at].column) for token in tokens_of(own)]
            at += len(phrase)
        else:
            found.append(tokens[at])
            at += 1
    return found


@given(st.lists(TEXTS, max_size=4), st.dictionaries(TEXTS, st.lists(TEXTS, max_size=3), max_size=4))
def test_other_words_are_replaced_as_if_all_were_tried(lines, words):
    phrases = Phrases(words)
    for line in lines:
        tokens = tokens_of(line)
        assert replaced(tokens, phrases, ["ann"]) == slowly(tokens, words, ["ann"])


def row_meant(text, texts):
    """The first text whose values are typed, every text looked at."""

    def bare(said):
        return "".join(sign for sign in said.casefold() if sign not in "-, ")

    for each, value in texts.items():
        verb, _, rest = each.partition(" ")
        if type(value) is tuple and rest == spelt(value) and bare(behind(text, verb)) == bare(rest):
            return each
    return None


ROWS = st.lists(st.sampled_from("12a"), min_size=1, max_size=3).map(tuple)
VERBS = st.sampled_from(["code", "guess", "4"])


@given(
    st.lists(st.tuples(VERBS, ROWS, st.booleans()), max_size=8),
    st.sampled_from(["", "code", "Guess", "4", "code code"]),
    ROWS,
    st.sampled_from(["", "-", " ", ", "]),
)
def test_a_row_of_values_is_the_one_that_is_found_when_all_are_looked_at(options, verb, row, between):
    texts = {
        f"{each} {spelt(values)}": values if whole else spelt(values) for each, values, whole in options
    }
    rows = Rows(texts)
    for text in (f"{verb} {between.join(row)}".strip(), *texts):
        assert rows.meant(text) == row_meant(text, texts)
