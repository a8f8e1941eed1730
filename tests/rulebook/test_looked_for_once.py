"""What is remembered while a line is read changes nothing: each word is looked for as if it were the first."""

from hypothesis import given
from hypothesis import strategies as st

from deduce.rulebook.matching import Speech, option_at
from deduce.rulebook.words import Phrases, Token, replaced, same, tokens_of, words_in

WORDS = st.sampled_from(["peek", "peeks", "the", "not", "3", "tea", "Ann", ",", "look", "into", "asks"])
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)


@given(TEXTS, st.lists(TEXTS, max_size=10), st.integers(0, 2))
def test_an_option_ends_where_it_does_alone(line, options, at):
    speech = Speech(tuple(tokens_of(line)), {"ann": 1}, frozenset({"the"}), {"look": frozenset({"peek"})})
    seen = {}
    names = {"i": "ann"}
    for text in options:
        assert option_at(speech, at, text, names, seen) == option_at(speech, at, text, names)


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
