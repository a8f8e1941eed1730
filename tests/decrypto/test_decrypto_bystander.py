"""Who knows neither team's keywords: eight different words, against brute force over all of them."""

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from deduce.conformance.agreement import agreement
from deduce.conformance.probes import Examined
from deduce.ground.errors import IllegalMove
from deduce_models.decrypto import CODES, GAME, Associations, contributions, read_codes
from deduce_models.decrypto.components.wordlist import read_words
from deduce_models.decrypto.knowledge.belief import another
from deduce_models.decrypto.knowledge.distinct import DifferentWords, fillable, ways
from deduce_models.decrypto.knowledge.model import exact_chances, knowledge
from deduce_models.decrypto.knowledge.resample import drawn_world
from deduce_models.decrypto.knowledge.similarity import Judgements
from deduce_models.decrypto.knowledge.understanding import (
    Mind,
    allowed_codes,
    clue_rows,
    coded,
    judged,
    keyword_chances,
    sheet,
)
from deduce_models.decrypto.rulebook import guess_secret
from deduce_models.decrypto.rules.moves import Clue, Deal, write_code

SMALL = {
    "ant": "small/4 red/2 hill/5",
    "bat": "night/5 small/2 wing/4",
    "cod": "sea/5 chips/4 cold/2",
    "dew": "wet/5 morning/4 cold/2 small",
    "elm": "wood/5 green/4 hill/2",
    "fir": "wood/4 green/4 cold/2 christmas/5",
    "gem": "red/3 small/3 ring/5 stone/4",
    "hay": "farm/5 dry/4 summer/3",
    "ink": "black/5 pen/5 wet/2",
}


def words_of(count):
    rows = list(SMALL.items())[:count]
    text = "# licence: MIT\n" + "".join(f"= {word}\na: {clues}\n" for word, clues in rows)
    return read_words(text, name=f"small {count}")


def played(seed, phase, *, turn, listed=9, number=2, **options):
    """A random game of the small list, as soon as it comes to `phase` of a team in its second round (or `number`).

    Half of the clues are words of the list, which so are out: few sets of words are left to go through.
    """
    rng = random.Random(seed)
    words = words_of(listed)
    state = GAME.new(players=4, data=words, misses_to_lose=4, interceptions_to_win=4, **options)
    for word in rng.sample(list(words_of(listed).keywords), 8):
        state = state.play(Deal(word))
    while (state.phase, state.turn, state.round) != (phase, turn, number):
        moves = [move for move, _ in state.outcomes()] if state.phase == "draw" else list(state.moves())
        move = rng.choice(moves)
        if state.phase == "clue" and rng.random() < 0.5:
            rivals = state.keywords[4 * (1 - state.turn) :][:4]
            move = rng.choice([Clue(word) for word in rivals if word not in state.clues[state.turn]])
            move = move if legal(state, move) else rng.choice(moves)
        state = state.play(move)
    return state


def legal(state, move):
    try:
        state.play(move)
    except IllegalMove:
        return False
    return True


class Brute:
    """All sets of eight words with the codes of the team whose clues are read, one by one.

    `without` is the number of a clue on that team's sheet that is left out.
    """

    def __init__(self, view, mind, without=None):
        notes = [sheet(view, team, mind) for team in (0, 1)]
        self.count = count = len(notes[0].candidates)
        unknown = notes[0].unknown
        rows, weights = np.empty((1, 0), dtype=int), np.ones(1)
        for column in range(8):
            team, slot = divmod(column, 4)
            own = notes[team]
            gone = without if team == view.pending() else None
            past = [number for number, at in enumerate(own.slots) if at == slot and number != gone]
            chances = np.exp(own.likelihood[past].sum(axis=0)) * (1 - unknown) / count
            made = []
            for word in np.flatnonzero(own.open).tolist():
                free = (rows != word).all(axis=1)
                made.append((rows[free], word, weights[free] * chances[word]))
            if unknown:
                made.append((rows, count + slot, weights * unknown * math.exp(own.stray[past].sum())))
            rows = np.concatenate(
                [np.column_stack([old, np.full(len(old), word)]) for old, word, _ in made]
            )
            weights = np.concatenate([each for _, _, each in made])
        self.words, self.pending = rows, view.pending()
        self.codes, joint = [()], weights[None]
        if self.pending is not None:
            team, clues = self.pending, view.clues[self.pending]
            logs, stray = clue_rows(clues, notes[team], mind.similarity)
            now = np.exp(np.column_stack([logs, *[stray] * 4]))[:, rows[:, 4 * team : 4 * team + 4]]
            said = np.exp(judged(clues, team, mind))
            self.codes = allowed_codes(view, team)
            joint = np.stack(
                [
                    weights * math.prod(now[i, :, d - 1] * said[i, d - 1] for i, d in enumerate(code))
                    for code in self.codes
                ]
            )
        self.joint = joint / joint.sum()

    def keyword(self, column):
        return np.bincount(self.words[:, column], self.joint.sum(axis=0), minlength=self.count + 4)

    def code(self):
        return self.joint.sum(axis=1)

    def meant(self, at):
        found = np.zeros(self.count + 4)
        for code, weights in zip(self.codes, self.joint, strict=True):
            column = 4 * self.pending + code[at] - 1
            found += np.bincount(self.words[:, column], weights, minlength=self.count + 4)
        return found

    def entropy(self):
        some = self.joint[self.joint > 0]
        return float(-(some * np.log2(some)).sum())


def named(values, names):
    return {name: chance for name, chance in zip(names, values.tolist(), strict=True) if chance > 0}


POSITIONS = [
    (1, "answer", {"turn": 0}, {}),
    (2, "answer", {"turn": 1, "codes": "used up"}, {}),
    (3, "draw", {"turn": 0, "repeated_clues": "free"}, {}),
    (4, "clue", {"turn": 1}, {}),
    (5, "intercept", {"turn": 0, "listed": 8}, {"unknown": 0.2}),
    (6, "draw", {"turn": 1, "listed": 8}, {"unknown": 0.4}),
    (7, "intercept", {"turn": 1}, {"judgements": True}),
]


@pytest.mark.parametrize(("seed", "phase", "how", "reader"), POSITIONS)
def test_eight_different_words_against_brute_force(seed, phase, how, reader):
    state = played(seed, phase, **how)
    view, model = state.view(0), Associations(state.setup.words)
    said = Judgements.of({(view.clues[view.turn][0], "black 2"): 5.0}) if "judgements" in reader else None
    mind = Mind(model, said, unknown=reader.get("unknown"))
    brute, known = Brute(view, mind), knowledge(view, mind)
    variables = {variable.name: variable for variable in known.scope}
    listed = state.setup.words.keywords
    for column in range(8):
        team, slot = divmod(column, 4)
        truth = brute.keyword(column)
        names = (*listed, *(another(at) for at in range(1, 5)))
        found = known.marginals(variables[f"{('white', 'black')[team]} keyword[{slot + 1}]"])
        assert found == pytest.approx(named(truth, names), rel=1e-6, abs=1e-12)
        _, chances = keyword_chances(view, team, mind)
        assert chances[slot, :-1] == pytest.approx(truth[: brute.count], rel=1e-6, abs=1e-12)
        assert chances[slot, -1] == pytest.approx(truth[brute.count + slot], rel=1e-6, abs=1e-12)
    free = 1
    for team in coded(view):
        code = variables[f"{('white', 'black')[team]} code"]
        if team == view.pending():
            truth = named(brute.code(), map(write_code, brute.codes))
            for at in range(3):
                found = known.marginals(variables[f"{('white', 'black')[team]} meant[{at + 1}]"])
                assert found == pytest.approx(named(brute.meant(at), names), rel=1e-6, abs=1e-12)
        else:
            allowed = allowed_codes(view, team)
            truth, free = {write_code(code): 1 / len(allowed) for code in allowed}, free * len(allowed)
        assert known.marginals(code) == pytest.approx(truth, rel=1e-6)
        assert read_codes(view, team, mind).probabilities == pytest.approx(
            [truth.get(write_code(code), 0.0) for code in CODES], rel=1e-6, abs=1e-12
        )
    assert known.count() == brute.joint.size * free
    assert known.entropy() == pytest.approx(brute.entropy() + math.log2(free), rel=1e-6)
    exact = exact_chances(view, mind, known)
    assert len(exact) == 8 + len(coded(view))
    for variable, chances in exact.items():
        assert known.marginals(variable) == pytest.approx(
            {v: p for v, p in chances.items() if p > 0}, abs=1e-9
        )
    _check_facts(known, variables, brute, listed)
    _check_samples(known, variables, brute, listed)


def _check_facts(known, variables, brute, listed):
    weights = brute.joint.sum(axis=0)
    white, black = variables["white keyword[2]"], variables["black keyword[4]"]
    pairs = Counter()
    for (a, b), weight in zip(brute.words[:, [1, 7]].tolist(), weights.tolist(), strict=True):
        pairs[a, b] += weight
    (a, b), chance = max(
        ((p, c) for p, c in pairs.items() if max(p) < len(listed)), key=lambda item: item[1]
    )
    both = (white == listed[a]) & (black == listed[b])
    assert known.probability(both) == pytest.approx(chance, rel=1e-6)
    either = sum(c for (one, other), c in pairs.items() if one == a or other == b)
    assert known.probability((white == listed[a]) | (black == listed[b])) == pytest.approx(either, rel=1e-6)
    assert known.holds((white == listed[a]) & (black == listed[a])) is False
    assert known.holds(both) is None
    if all(name < len(listed) for pair in pairs for name in pair):
        assert known.holds(white != black) is True
    learnt = known.observe(white == listed[a])
    assert listed[a] not in learnt.marginals(black)
    assert learnt.marginals(black)[listed[b]] == pytest.approx(
        chance / sum(c for (one, _), c in pairs.items() if one == a), rel=1e-6
    )
    assert learnt.count() == known.count() // len(weights) * int((brute.words[:, 1] == a).sum())


def _check_samples(known, variables, brute, listed):
    draws = known.sample(400, rng=7)
    columns = [variables[f"{team} keyword[{slot}]"] for team in ("white", "black") for slot in range(1, 5)]
    assert all(known.is_possible_world(world) for world in draws[:5])
    for world in draws:
        names = [world[column] for column in columns if world[column] in listed]
        assert len(set(names)) == len(names)
    for number, column in enumerate(columns):
        truth = brute.keyword(number)
        word = int(truth[: len(listed)].argmax())
        share = sum(world[column] == listed[word] for world in draws) / len(draws)
        assert share == pytest.approx(
            truth[word], abs=5 * math.sqrt(truth[word] * (1 - truth[word]) / 400) + 1e-9
        )


def test_few_worlds_are_listed_one_by_one_and_none_where_none_is_left():
    """As a table they have the same chances, value by value; what contradicts itself has no chance of anything."""
    state = played(1, "answer", turn=0, listed=8)
    whole = knowledge(state.view(2), Mind(Associations(state.setup.words))).worlds
    variables = {variable.name: variable for variable in whole.variables}
    mine, other = variables["white keyword[1]"], variables["white keyword[2]"]
    first, second = (name for name in list(whole.marginals(mine))[:2])
    codes = variables["white code"] == "1-2-3", variables["black code"] == "4-2-1"
    few = whole.restrict(mine == first, other == second, *codes)
    table = few.to_table()
    assert table.count() == few.count() == 2
    for before, after in zip(few.arrays(), table.arrays(), strict=True):
        assert after / after.sum() == pytest.approx(before / before.sum())
    none = whole.restrict(mine == first, other == first)
    assert none.count() == 0
    assert [array.tolist() for array in none.arrays()] == [
        [0.0] * len(each.domain) for each in none.variables
    ]


def test_an_interception_on_paper_may_be_any_code():
    state = played(2, "answer", turn=0)
    view, mind = state.view(state.actor), Mind(Associations(state.setup.words))
    assert view.face.written is None
    rng, secret = random.Random(5), guess_secret(1, 2)
    drawn = Counter(drawn_world(view, mind, rng)[secret] for _ in range(480))
    assert set(drawn) == set(CODES)
    assert max(drawn.values()) < 20 + 5 * math.sqrt(20)
    # In the first round nothing is intercepted, so nothing is on paper.
    first = played(2, "answer", turn=0, number=1)
    assert guess_secret(1, 1) not in drawn_world(first.view(first.actor), mind, rng)


def test_contributions_are_those_to_the_reading_with_both_sheets():
    state = played(2, "answer", turn=1, codes="used up")
    view, mind = state.view(0), Mind(Associations(state.setup.words))
    reading, alone = read_codes(view, 1, mind), read_codes(view, 1, mind, alone=True)
    assert np.abs(reading.probabilities - alone.probabilities).max() > 1e-3
    said = [one for one in contributions(view, 1, mind, reading.best) if one.column is not None]
    assert len(said) == 3
    for number, one in enumerate(said):
        left = Brute(view, mind, without=number)
        assert one.without == pytest.approx(left.code()[left.codes.index(reading.best)], rel=1e-6)
        assert one.bits == pytest.approx(math.log2(reading.probability(reading.best) / one.without))


@pytest.mark.parametrize("seed", range(6))
def test_different_words_of_five_columns_one_by_one(seed):
    rng = np.random.default_rng(seed)
    weights = rng.random((3, 5, 7)) * (rng.random((3, 5, 7)) < 0.5 + 0.1 * seed)
    # Columns all but sure of the same word: what is left is far below rounding of the terms.
    weights[2, :3] = 10.0 ** -rng.integers(9, 40, size=(3, 7))
    weights[2, :3, 1] = 1.0
    sums, marginals, count = np.zeros(3), np.zeros_like(weights), np.zeros(3, dtype=int)
    for choice in itertools.permutations(range(7), 5):
        chances = weights[:, range(5), choice].prod(axis=1)
        sums, count = sums + chances, count + (chances > 0)
        for column, word in enumerate(choice):
            marginals[:, column, word] += chances
    words = DifferentWords(weights)
    assert words.sums == pytest.approx(sums, rel=1e-12, abs=0)
    left = sums > 0
    assert words.chances[left] == pytest.approx(
        marginals[left] / sums[left, None, None], rel=1e-12, abs=1e-300
    )
    assert fillable(weights > 0).tolist() == (count > 0).tolist()
    assert ways(weights > 0) == count.sum()
    for case in np.flatnonzero(left):
        drawn = Counter(tuple(words.draw(case, random.Random(number))) for number in range(60))
        assert all(weights[case, range(5), choice].prod() > 0 and len(set(choice)) == 5 for choice in drawn)


MOVES = """keyword letter; keyword plane; keyword theatre; keyword lemon; keyword star; keyword sun; keyword library;
keyword church; code 1-2-3; clue transplant; clue wise; clue eagle; guess 2-3-4; code 2-4-1; clue ares; clue scarecrow;
clue toe; guess 3-4-1; guess 2-1-4; code 1-4-2; clue hunt; clue image; clue unknown; guess 2-4-3; guess 3-2-1;
code 2-4-3; clue orchestra; clue pussycat; clue wall e; guess 2-1-3; guess 3-2-1; code 4-1-2; clue square; clue brave;
clue paparazzi; guess 4-1-2; guess 4-1-2"""


def test_found_by_a_campaign_a_bystander_knows_that_no_word_is_on_both_teams_cards():
    options = {"rounds": 7, "misses_to_lose": 3, "tie_break": "interceptions"}
    state = GAME.new(players=6, **options, codes="used up", encryption="alternate")
    for move in MOVES.replace("\n", " ").split("; "):
        state = state.play(GAME.parse(move, state))
    known = GAME.knowledge(state.view(0))
    (keyword,) = (variable for variable in known.scope if variable.name == "white keyword[2]")
    # Both teams' columns point at the owl: by White's sheet alone 0.660.
    assert known.marginals(keyword)["owl"] == pytest.approx(0.231, abs=0.001)
    drawn = [
        GAME.truth(GAME.resample(state.view(0), random.Random(seed)), known)[keyword] for seed in range(300)
    ]
    assert drawn.count("owl") / 300 == pytest.approx(known.marginals(keyword)["owl"], abs=0.08)
    for seed in range(2):
        agreement(Examined(GAME, state, 6, range(1), (), random.Random(seed), Counter(), {}))
