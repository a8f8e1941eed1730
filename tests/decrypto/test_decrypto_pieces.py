"""Pieces of Decrypto beside what they promise: warnings and reasons, judgements as typed, clues of the list."""

from __future__ import annotations

import contextlib
from collections import namedtuple
from types import SimpleNamespace

import numpy as np
import pytest

from deduce.ground.errors import RecordError
from deduce.records.record import Line
from deduce_models.decrypto.advice import advice, clue_table
from deduce_models.decrypto.advice.advice import beside, facets_used, reason_for_triple, warnings
from deduce_models.decrypto.answers.picture import _now
from deduce_models.decrypto.components.wordlist import read_words
from deduce_models.decrypto.knowledge import reader
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.strangers import StrangeMate
from deduce_models.decrypto.knowledge.understanding import used_up
from deduce_models.decrypto.knowledge.voices import exponents
from deduce_models.decrypto.players.named import Naive
from deduce_models.decrypto.records.judging import judge
from deduce_models.decrypto.rules.views import MISSING

WORDS = ("ship", "bank", "star", "tree")
FACETS = {"sail": "sea", "coin": "money", "shore": "river", "film": "fame", "leaf": "", "teller": "money"}


def team_view(code: tuple[int, int, int], past: dict[int, tuple[str, ...]]) -> SimpleNamespace:
    """A team of its own words, with clues in the columns of a digit, as the Encryptor of the code sees it."""
    return SimpleNamespace(
        team=0,
        seat=1,
        codes=(code, None),
        keywords=(WORDS, ()),
        columns=lambda _: tuple(past.get(digit, ()) for digit in (1, 2, 3, 4)),
        setup=SimpleNamespace(words=SimpleNamespace(facet=lambda clue, _: FACETS[clue])),
    )


def triple(clues: tuple[str, ...], **more: object) -> SimpleNamespace:
    plain = {
        "leak": (0.0,) * 3,
        "before": (0.0,) * 3,
        "understood": 1.0,
        "intercept": 0.0,
        "decode": 0.5,
        "strangers": 0.5,
    }
    return SimpleNamespace(clues=clues, **{**plain, **more})


def test_a_side_of_a_word_is_warned_of_when_its_own_column_has_shown_it() -> None:
    """Not for the first time, not where another column has shown it, and not where the clue shows none."""
    for past, warned in (
        ({}, []),
        ({2: ("teller",)}, ["'coin' shows the side 'money' of 'bank' again"]),
        ({1: ("teller",)}, []),
        ({2: ("shore",)}, []),
        ({4: ("leaf",)}, []),
        ({1: ("sail",), 2: ("coin",)}, [f"{c!r} shows the side {f!r} of {w!r} again" for c, f, w in
                                        (("sail", "sea", "ship"), ("coin", "money", "bank"))]),
    ):  # fmt: skip
        view = team_view((1, 2, 4), past)
        assert warnings(view, triple(("sail", "coin", "leaf"))) == warned
        assert facets_used(view, 0, 3) == set()


def test_a_column_is_told_as_given_away_by_the_clue_or_before_it() -> None:
    view = team_view((1, 2, 4), {})
    clues = ("sail", "coin", "leaf")
    found = warnings(view, triple(clues, leak=(0.99, 0.99, 0.1), before=(0.1, 0.99, 0.1)))
    assert len(found) == 2
    assert found[0].startswith("'sail' gives column 1 away")
    assert found[1].startswith("column 2 is given away already: 'bank'")
    assert len(warnings(view, triple(clues, understood=0.0))) == 1


@pytest.mark.parametrize("code", [(1, 2, 3), (4, 2, 1), (3, 4, 2)])
def test_the_reason_for_clues_names_the_keyword_of_each_by_the_code(code: tuple[int, int, int]) -> None:
    said = reason_for_triple(team_view(code, {}), triple(("sail", "coin", "leaf")))
    head = said.partition(": ")[0]
    pairs = [
        f"{clue!r} for {WORDS[digit - 1]!r}"
        for clue, digit in zip(("sail", "coin", "leaf"), code, strict=True)
    ]
    assert [head.index(pair) for pair in pairs] == sorted(head.index(pair) for pair in pairs)


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_missing_clue_leaves_the_others_where_they_stand(missing: int) -> None:
    clues = ["sail", "coin", "leaf"]
    clues[missing] = MISSING
    view = SimpleNamespace(clues=(tuple(clues),), keywords=(WORDS,))
    belief = SimpleNamespace(digits=np.eye(4)[:3] * 0.5)
    said = beside(view, belief, (1, 2, 3), 0)
    for at, clue in enumerate(("sail", "coin", "leaf")):
        assert (repr(clue) in said) == (at != missing)
        assert (f"for {WORDS[at]!r}" in said) == (at != missing)


@pytest.mark.parametrize(
    "line",
    [
        "judge ; black 2; strong",
        "judge storm; ; strong",
        "judge storm; black 2;",
        "judge ;;",
        "judge storm",
    ],
)
def test_a_judgement_with_a_part_left_out_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match="expected 'judge CLUE; COLUMN or KEYWORD; STRENGTH'"):
        judge(Line(3, line))
    assert judge(Line(3, "judge storm; black 2; strong")).strength == "strong"


def test_clues_are_heard_where_all_are_of_the_list_the_first_word_of_it_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reader, "_listed", lambda words, keywords, by: np.arange(12.0).reshape(1, 3, 4))
    some = SimpleNamespace(words=SimpleNamespace(word_index={"a": 0, "b": 1, "c": 2}))
    for clues, rows in ((("a",), [0]), (("c", "a"), [2, 0]), (("b", "b"), [1, 1]), ((), [])):
        assert (Reader.heard(some, clues, WORDS, ()) == np.arange(12.0).reshape(1, 3, 4)[:, rows]).all()
    for clues in (("x",), ("a", "x"), ("x", "b")):
        assert Reader.heard(some, clues, WORDS, ()) is None


def test_a_mate_who_had_no_part_weighs_vectors_norms_and_the_list():
    """Twice as sure by the list is twice the weight of the list, and so for each."""
    rng = np.random.default_rng(1)
    vectors = {name: rng.normal(size=3) for name in ("clue", "first", "second")}
    clues, words = ["clue"], ["first", "second"]
    told = exponents()["mate"]
    linked, odds = rng.random((1, 2)), rng.normal(size=(1, 2))
    mate = StrangeMate(
        SimpleNamespace(odds=lambda *_: odds),
        SimpleNamespace(rows=lambda names: np.array([vectors[n] for n in names]), linked=lambda *_: linked),
    )
    for slot, word in enumerate(words):
        wanted = told["vectors"] * vectors["clue"] @ vectors[word]
        wanted += told["norms"] * linked[0, slot] ** 0.5 + told["list"] * odds[0, slot]
        assert mate.scores(clues, words)[0, slot] == pytest.approx(wanted)


@pytest.mark.parametrize("result", [None, "read"])
@pytest.mark.parametrize("count", [0, 2])
@pytest.mark.parametrize("clues", [(), ("a", "b", "c")])
def test_what_a_round_has_brought_is_drawn_until_it_is_read(result, count, clues):
    view = SimpleNamespace(
        result=result, clues=[clues], counts=[count], codes=[None], written=None, pending=lambda: None
    )
    *blocks, _gap = _now(view, 0)
    assert len(blocks) == (result is None and bool(clues or count))
    if blocks and not clues:
        assert "2 of 3 clues are written" in blocks[0].words


@pytest.mark.parametrize("team", [0, 1])
def test_keywords_are_named_by_what_the_others_have_shown(team, monkeypatch):
    """The chances, and what is shown beside them, are the rivals'."""
    Named = namedtuple("Named", "word")
    asked = []
    monkeypatch.setattr(
        advice, "trusted_keywords", lambda _, of, __: asked.append(of) or (None, np.array([[0.25, 0.75]]))
    )
    monkeypatch.setattr(advice, "names_left", lambda *_: [Named("a"), Named("b")])
    view = SimpleNamespace(
        team=team, names=(), own=None, columns=lambda of: asked.append(of) or [("clue",)],
        setup=SimpleNamespace(words=SimpleNamespace(keyword_index={"a": 0, "b": 1})),
    )  # fmt: skip
    with contextlib.suppress(AttributeError, TypeError):  # moves of the stub have no words to show
        advice._names(view, None)
    assert asked == [1 - team, 1 - team]


def test_a_column_without_clues_has_its_line_too(monkeypatch):
    nothing = np.zeros((4, 1))
    monkeypatch.setattr(
        advice, "trusted_keywords", lambda *_: (SimpleNamespace(candidates=()), nothing, None)
    )
    monkeypatch.setattr(advice, "keyword_chances", lambda *_: (None, nothing))
    view = SimpleNamespace(columns=lambda _: [()] * 4, pending=lambda: None, clues=[(), ()])
    told = advice.keyword_lines(view, 0, None)
    assert [str(line) for line in told] == [f"  {slot}  no clues yet" for slot in range(1, 5)]


def test_a_mate_who_had_no_part_knows_no_share_of_clues_used_up():
    """Its scores are no probabilities, so what has been said before takes nothing off the rest."""
    scores = SimpleNamespace(odds=lambda clues, words: np.full((len(clues), len(words)), 2.0))
    near = SimpleNamespace(
        rows=lambda names: np.zeros((len(names), 3)), linked=lambda *names: np.ones((len(names[0]), 4))
    )
    mind = SimpleNamespace(similarity=StrangeMate(scores, near))
    view = SimpleNamespace(
        keywords=(WORDS, ()),
        history=lambda team: [SimpleNamespace(clues=("sail", "coin", "leaf"))],
        setup=SimpleNamespace(rules=SimpleNamespace(repeated_clues="forbidden")),
    )
    assert used_up(view, 0, mind).tolist() == [0.0] * 4


@pytest.mark.parametrize(
    ("sure", "common"), [((), False), ((0.1,), False), ((0.1, 0.2, 0.3), True), ((0.1, 1.0), False)]
)
def test_a_warning_is_common_where_every_one_of_several_has_it(
    sure: tuple[float, ...], common: bool
) -> None:
    """A single one has nothing in common with others: its warnings stand with it."""
    triples = [triple(("sail", "coin", "leaf"), understood=each) for each in sure]
    found = advice.shared_warnings(team_view((1, 2, 4), {}), triples)
    assert [str(each) for each in found] == ([str(advice.say(advice.DOUBT))] if common else [])


def test_words_of_another_vocabulary_are_those_that_no_keyword_is_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clue_table, "used_clues", lambda *_: ["Cup"])
    view = SimpleNamespace(
        team=0, keywords=(("king", "ice cream", "snow", "cat"), ()), past=(), clues=((), ()),
        setup=SimpleNamespace(words=None),
    )  # fmt: skip
    legal = ["queen", "paw", "white storm", "milk"]
    barred = ["king", "kings", "King", "old king", "ice cream", "snow", "cat food", "cup"]
    assert list(clue_table.legal_words(view, [*legal[:2], *barred, *legal[2:]])) == legal


def test_a_player_is_shown_as_it_is_made() -> None:
    for name in ("naive", "somebody else"):
        again = eval(repr(Naive(name=name)), {"Naive": Naive})
        assert again.name == name


def test_a_list_is_called_by_its_name_or_where_it_was_read(tmp_path) -> None:
    text = "".join(f"= word{number}\n" for number in "abcdefgh")
    path = tmp_path / "own.txt"
    path.write_text(text, encoding="utf-8")
    assert read_words(text).name == "words"
    assert read_words(text, name="ours").name == "ours"
    assert read_words(path).name == str(path)
    assert read_words(path, name="ours").name == "ours"
