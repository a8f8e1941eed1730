"""Knowledge is the truth: its chances are those of the exact deciphering, alone and together."""

import numpy as np
import pytest
from amount import examples
from hypothesis import given
from hypothesis import strategies as st
from initiative_tools import dealt

from deduce.ciphers.decipher import decipher
from deduce.ground.errors import TooLarge
from deduce.language.variables import Variable
from deduce.vocabulary.lexicons import builtin
from deduce_models.initiative import GAME
from deduce_models.initiative.knowledge import phrases
from deduce_models.initiative.knowledge.model import cell_names
from deduce_models.initiative.knowledge.phrases import outside_names, phrase_alternatives, phrase_worlds
from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.missions.generator import generate
from deduce_models.initiative.missions.uniqueness import shown_windows
from tests.ciphers.test_decipher import ALPHABET, enumerate_all, problems


@given(problems())
def test_the_worlds_of_phrases_equal_enumeration(problem):
    mission, windows, lexicon, injective = problem
    expected = enumerate_all(mission, windows, lexicon, injective=injective, unknown=0.1)
    found = decipher(mission.front, windows, lexicon, injective=injective, unknown=0.1)
    cells = [Variable(name, list(ALPHABET)) for name in cell_names(found.pattern)]
    outside = Variable("outside", outside_names(found))
    card = Variable("card", ["deck", "seat 2"])
    one, other = phrase_worlds(found, outside, cells), phrase_alternatives(found, outside, cells, [], [])
    dealt = phrase_alternatives(found, outside, cells, [card], [])
    assert one.count() == other.count() == dealt.count() // 2
    assert dealt.marginals(card) == pytest.approx({"deck": 0.5, "seat 2": 0.5})
    assert dealt.marginals(outside) == pytest.approx(one.marginals(outside))
    for worlds in (one, other, dealt):
        assert_enumerated(worlds, cells, found, expected)


def assert_enumerated(worlds, cells, found, expected):
    table = worlds.project(cells)
    total = table.weights.sum()
    place = {cell: number for number, cell in enumerate(table.variables)}
    summed = {}
    for column, weight in zip(table.columns.T.tolist(), table.weights.tolist(), strict=True):
        codes = [column[place[cell]] for cell in cells]
        phrase = " ".join(found.pattern.text(word, codes) for word in found.pattern.words)
        summed[phrase] = summed.get(phrase, 0.0) + weight / total
    assert summed.keys() == expected.keys()
    for phrase, share in expected.items():
        assert summed[phrase] == pytest.approx(share, rel=1e-9, abs=1e-300)


def opened(state, glyphs):
    return state._replace(opened=sum(1 << state.setup.ids[glyph] for glyph in glyphs))


def drawn(view, glyphs, size=20_000):
    """What is behind `glyphs` in phrases drawn from the posterior, a row a phrase."""
    found = read_windows(view)
    codes = found.sample(size, np.random.default_rng(1))
    return np.array(list(found.pattern.alphabet))[codes[:, [found.pattern.glyphs[g][0] for g in glyphs]]]


@pytest.mark.parametrize("injective", [False, True])
def test_what_glyphs_hide_together_is_what_the_posterior_draws(injective):
    state = opened(dealt(2, mission="m1_parcel", injective=injective), "CGLQ")
    view = state.view(1)
    known = GAME.knowledge(view)
    behind = {variable.name: variable for variable in known.scope}
    for one, other in (("A", "E"), ("E", "N"), ("A", "J")):
        shown = drawn(view, (one, other))
        for a, b in {tuple(row) for row in shown[:200].tolist()}:
            share = ((shown[:, 0] == a) & (shown[:, 1] == b)).mean()
            fact = (behind[f"behind[{one}]"] == a) & (behind[f"behind[{other}]"] == b)
            assert known.probability(fact) == pytest.approx(share, abs=0.02)
    pairs = {tuple(row) for row in drawn(view, ("A", "E")).tolist()}
    for a, b in (("P", "T"), ("U", "T"), ("P", "D")):
        fact = (behind["behind[A]"] == a) & (behind["behind[E]"] == b)
        if (a, b) not in pairs:
            assert known.probability(fact) < 1e-3


@pytest.mark.parametrize(("mission", "glyphs"), [("m3_vstrecha", ""), ("hard:2", ""), ("m1_parcel", "ACE")])
def test_marginals_are_those_of_deciphering(mission, glyphs):
    view = opened(dealt(2, mission=mission), glyphs).view(1)
    known = GAME.knowledge(view)
    said = GAME.exact_chances(view, known)
    assert said
    for variable, chances in said.items():
        assert known.marginals(variable) == pytest.approx(chances, abs=1e-12)


def test_the_cards_stand_beside_the_phrase():
    view = dealt(3, mission="easy:2").view(2)
    known = GAME.knowledge(view)
    holder = next(variable for variable in known.scope if variable.name.startswith("holder"))
    behind = next(variable for variable in known.scope if variable.name.startswith("behind"))
    value, chance = max(known.marginals(behind).items(), key=lambda item: item[1])
    both = known.probability((holder == "seat 1") & (behind == value))
    assert both == pytest.approx(chance * known.marginals(holder)["seat 1"])


def test_what_does_not_fit_into_a_diagram_is_refused_and_certainties_stay(monkeypatch):
    state = opened(dealt(2, mission="m1_parcel", injective=True), "A")
    monkeypatch.setattr(phrases, "WIDEST", 1_000)
    known = GAME.knowledge(state.view(1))
    behind = {variable.name: variable for variable in known.scope}
    with pytest.raises(TooLarge):
        known.marginals(behind["behind[E]"])
    assert known.holds(behind["behind[A]"] == behind["behind[E]"]) is False


def test_all_layers_together_have_a_bound_too(monkeypatch):
    view = dealt(2, mission="easy:2").view(1)
    known = GAME.knowledge(view)
    shown = next(variable for variable in known.scope if variable.name.startswith("behind"))
    assert len(known.marginals(shown)) > 1
    monkeypatch.setattr(phrases, "MOST", 1_000)
    known = GAME.knowledge(view)
    with pytest.raises(TooLarge):
        known.marginals(next(variable for variable in known.scope if variable.name == shown.name))


def test_found_by_a_campaign_where_one_plays_alone_the_chances_are_refused_too(monkeypatch):
    """No hand to count: the rules alone were laid out, and every letter was said to be as likely as any other."""
    monkeypatch.setattr(phrases, "MOST", 1_000)
    known = GAME.knowledge(dealt(1, mission="easy:2").view(1))
    shown = next(variable for variable in known.scope if variable.name.startswith("behind"))
    for ask in (known.count, known.entropy, known.most_likely, lambda: known.marginals(shown)):
        with pytest.raises(TooLarge, match="how likely it is cannot"):
            ask()
    assert known.is_consistent()
    assert known.possible(shown) == set(shown.domain)
    told = known.observe(shown == shown.domain[0])
    assert told.holds(shown == shown.domain[0]) is True
    with pytest.raises(TooLarge):
        told.count()


def test_injective_with_all_glyphs_closed_is_answered():
    """As one diagram it was refused: 2.5 million nodes, most of which remember symbols of words outside the lexicon."""
    view = dealt(2, injective=True).view(1)
    known = GAME.knowledge(view)
    behind = {variable.name: variable for variable in known.scope if variable.name.startswith("behind")}
    found = read_windows(view)
    assert len(behind) == len(found.pattern.exclusive) >= 8
    for name, variable in behind.items():
        assert known.marginals(variable) == pytest.approx(
            dict(found.letters[name[7:-1]]), rel=1e-9, abs=1e-15
        )
    first, second = list(behind.values())[:2]
    assert known.probability(first == second) == 0.0
    assert known.holds(first != second) is True
    symbol = known.most_likely().world[first]
    told = known.observe(first == symbol)
    assert told.count() < known.count()
    assert symbol not in told.marginals(second)
    assert 0 < told.entropy() < known.entropy()


@examples(6)
@given(st.sampled_from(["easy", "medium", "hard"]), st.integers(0, 10**6), st.integers(0, 2**20))
def test_the_true_mission_is_never_excluded(level, number, mask):
    mission = generate(level, number)
    opened = [glyph for k, glyph in enumerate(mission.front.glyphs) if mask >> k & 1]
    windows = shown_windows(mission, opened)
    found = decipher(mission.front, windows, builtin(mission.front.language), unknown=0.01)
    full = decipher(mission.front, mission.secret, builtin(mission.front.language), unknown=0.01)
    assert full.proved
    for word, texts in zip(mission.front.words, mission.secret, strict=True):
        for window, text in zip(word, texts, strict=True):
            if window.glyph in found.letters:
                assert found.letters[window.glyph].get(text, 0.0) > 0
