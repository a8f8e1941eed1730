"""Posteriors against brute force, over random small word lists and histories."""

import itertools
import math

import numpy as np
import pytest
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce.ground.errors import ProblemError
from deduce_models.decrypto import CODES, GAME, Associations, built_in, contributions, mind_for, read_codes
from deduce_models.decrypto.components.legality import forms
from deduce_models.decrypto.components.wordlist import read_words
from deduce_models.decrypto.knowledge.belief import code_belief, different_chances, distinct_sums
from deduce_models.decrypto.knowledge.distinct import ways
from deduce_models.decrypto.knowledge.model import exact_chances, knowledge
from deduce_models.decrypto.knowledge.similarity import Combination, Judgements, Tempered, calibrate
from deduce_models.decrypto.knowledge.understanding import (
    Mind,
    allowed_codes,
    clue_rows,
    keyword_chances,
    own_rows,
    sheet,
)
from deduce_models.decrypto.knowledge.vectors import Embeddings, load_sentences
from deduce_models.decrypto.rules.moves import Clue, Deal, Draw, Guess, write_code

TOY = "# licence: MIT\n" + "".join(
    f"= {word}\na: {clues}\n"
    for word, clues in {
        "ant": "small/4 red/2 hill/5",
        "bat": "night/5 small/2 wing/4",
        "cod": "sea/5 chips/4 cold/2",
        "dew": "wet/5 morning/4 cold/2 small",
        "elm": "wood/5 green/4 hill/2",
        "fir": "wood/4 green/4 cold/2 christmas/5",
        "gem": "red/3 small/3 ring/5 stone/4",
        "hay": "farm/5 dry/4 summer/3",
        "ink": "black/5 pen/5 wet/2",
    }.items()
)


def toy():
    return read_words(TOY, name="toy")


def weights_of(draw, count):
    number = st.one_of(st.just(0.0), st.floats(1e-6, 1.0))
    return np.array(
        draw(st.lists(st.lists(number, min_size=count, max_size=count), min_size=4, max_size=4))
    )


@given(st.data())
def test_sums_over_different_words(data):
    count = data.draw(st.integers(4, 6))
    weights = weights_of(data.draw, count)
    expected = sum(
        math.prod(weights[column, place] for column, place in enumerate(places))
        for places in itertools.permutations(range(count), 4)
    )
    assert distinct_sums(weights) == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_sums_survive_cancellation():
    # Two columns all but sure of the same word: what is left is far below rounding of the terms.
    weights = np.full((4, 6), 1e-12)
    weights[0, 0] = weights[1, 0] = weights[2, 1] = weights[3, 2] = 1.0
    expected = sum(
        math.prod(weights[column, place] for column, place in enumerate(places))
        for places in itertools.permutations(range(6), 4)
    )
    assert distinct_sums(weights) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_ways_of_four_different_words_are_counted_one_by_one(seed):
    able = np.random.default_rng(seed).random((2, 4, 6)) < (0.3 + 0.06 * seed)
    expected = sum(
        all(case[column, word] for column, word in enumerate(words))
        for case in able
        for words in itertools.permutations(range(6), 4)
    )
    assert ways(able) == expected
    wide = np.ones((1, 4, 30_000), dtype=bool)
    assert ways(wide) == 30_000 * 29_999 * 29_998 * 29_997  # beyond what a float or 63 bits hold


@given(st.data())
def test_keyword_marginals(data):
    count = data.draw(st.integers(4, 6))
    weights = weights_of(data.draw, count) + 1e-3
    setup = np.zeros((4, count))
    for places in itertools.permutations(range(count), 4):
        chance = math.prod(weights[column, place] for column, place in enumerate(places))
        for column, place in enumerate(places):
            setup[column, place] += chance
    assert different_chances(weights[None])[0] == pytest.approx(
        setup / setup.sum(axis=1, keepdims=True), rel=1e-6
    )


@pytest.mark.parametrize("tiny", [1e-5, 1e-9, math.exp(-40)])
def test_keyword_marginals_survive_cancellation(tiny):
    # Two columns all but sure of the same word, whose runners-up are far behind.
    weights = np.full((4, 7), tiny * 1e-3)
    weights[0, 0] = weights[1, 0] = weights[2, 1] = weights[3, 2] = 1.0
    weights[0, 3] = weights[1, 4] = tiny
    setup = np.zeros((4, 7))
    for places in itertools.permutations(range(7), 4):
        chance = math.prod(weights[column, place] for column, place in enumerate(places))
        for column, place in enumerate(places):
            setup[column, place] += chance
    expected = setup / setup.sum(axis=1, keepdims=True)
    assert expected[0, 0] == pytest.approx(0.5, abs=1e-4)
    easy = np.full((4, 7), 0.5)
    both = different_chances(np.stack([weights, easy]))
    assert both[0] == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert both[1] == pytest.approx(np.full((4, 7), 1 / 7))


def distinct_keywords_and_codes(view, mind):
    """P(keyword of White's column) by plain loops over the 24 codes and four different words."""
    notes = sheet(view, 0, mind)
    likelihood = np.zeros((4, len(notes.candidates)))
    for number, slot in enumerate(notes.slots):
        likelihood[slot] += notes.likelihood[number]
    rows, _ = clue_rows(view.clues[0], notes, mind.similarity)
    setup = np.zeros(likelihood.shape)
    open_places = [int(place) for place in np.flatnonzero(notes.open)]
    for places in itertools.permutations(open_places, 4):
        past = math.exp(sum(likelihood[column, place] for column, place in enumerate(places)))
        now = sum(
            math.exp(sum(rows[position, places[digit - 1]] for position, digit in enumerate(code)))
            for code in CODES
        )
        for column, place in enumerate(places):
            setup[column, place] += past * now
    return setup / setup.sum(axis=1, keepdims=True)


@examples(10)
@given(st.data())
def test_keywords_after_reading_clues_against_brute_force(data):
    words = toy()
    state = GAME.new(players=4, data=words)
    for word in data.draw(st.permutations(words.keywords))[:8]:
        state = state.play(Deal(word))
    for code in data.draw(st.tuples(st.sampled_from(CODES), st.sampled_from(CODES))):
        state = state.play(Draw(code))
    for _ in range(6):
        moves = state.moves()
        state = state.play(moves[data.draw(st.integers(0, len(moves) - 1))])
    mind = mind_for(words)
    view = state.view(0)
    if sheet(view, 0, mind).open.sum() < 4:
        return
    _, found = keyword_chances(view, 0, mind)
    assert found[:, :-1] == pytest.approx(distinct_keywords_and_codes(view, mind), rel=1e-6, abs=1e-12)


@st.composite
def positions(draw, rounds=2):
    """A state of the toy list at a read set of clues, after some rounds."""
    words = toy()
    rule = draw(st.sampled_from(["team", "free"]))
    codes = draw(st.sampled_from(["returned", "used up"]))
    state = GAME.new(players=4, data=words, repeated_clues=rule, codes=codes)
    for word in draw(st.permutations(words.keywords))[:8]:
        state = state.play(Deal(word))
    for number in range(draw(st.integers(0, rounds)) + 1):
        for _ in range(2):
            state = state.play(draw(st.sampled_from([move for move, _ in state.outcomes()])))
        for _ in range(6):
            moves = state.moves()
            state = state.play(moves[draw(st.integers(0, len(moves) - 1))])
        if state.phase == "answer":
            assert number == 0
        if number == rounds or draw(st.booleans()):
            return state
        for _ in range(2):
            if state.phase == "intercept":
                state = state.play(Guess(draw(st.sampled_from(CODES))))
            state = state.play(Guess(draw(st.sampled_from(CODES))))
        if state.phase != "draw":
            break
    return state


def chance_of(words, clue, keyword, gone):
    """P(clue | keyword) among the clues not in `gone`, straight from the definition."""
    model = Associations(words)
    setup = {word: math.exp(model.scores([word], [keyword])[0, 0]) for word in words.vocabulary}
    return setup[clue] / (1 - sum(setup[word] for word in gone))


def brute_codes(state, team, seat):
    """The posterior by summing over all keywords and codes, with plain loops."""
    words, view = state.setup.words, state.view(seat)
    halves = view.history(team)
    clues = view.clues[team]
    once = state.setup.rules.repeated_clues != "free"
    shown = [clue for half in halves for clue in half.clues] + list(clues)
    known = view.keywords[team]
    if known:
        choices = [known]
    else:
        taboo = set(view.own)
        words_left = [
            word
            for word in words.keywords
            if word not in taboo and not any(forms(word) & set(clue.split()) for clue in shown)
        ]
        choices = list(itertools.permutations(words_left, 4))
    totals = dict.fromkeys(CODES, 0.0)
    gone_codes = {half.code for half in halves} if state.setup.rules.codes == "used up" else set()
    cache = {}

    def chance(clue, word, gone):
        key = clue, word, gone
        if key not in cache:
            cache[key] = chance_of(words, clue, word, gone)
        return cache[key]

    for keywords in choices:
        past, gone = 1.0, ()
        for half in halves:
            for digit, clue in zip(half.code, half.clues, strict=True):
                past *= chance(clue, keywords[digit - 1], gone)
            if once:
                gone += half.clues
        for code in CODES:
            if code not in gone_codes:
                now = math.prod(chance(c, keywords[d - 1], gone) for d, c in zip(code, clues, strict=True))
                totals[code] += past * now
    whole = sum(totals.values())
    return np.array([totals[code] / whole for code in CODES])


@given(positions())
def test_code_posteriors_against_brute_force(state):
    if state.phase not in ("intercept", "answer"):
        return
    team = state.turn
    mind = Mind(Associations(state.setup.words))
    rival = next(seat for seat in range(1, 5) if state.setup.team(seat) != team)
    mate = state.setup.answerer(state.round, team)
    for seat in (rival, mate):
        found = read_codes(state.view(seat), team, mind)
        assert found.probabilities == pytest.approx(brute_codes(state, team, seat), rel=1e-6, abs=1e-12)
        assert found.digits.sum(axis=1) == pytest.approx(np.ones(3))
        assert found.digits.sum(axis=0) + found.absent == pytest.approx(np.ones(4))


@given(st.data())
def test_codes_are_assignments(data):
    fit = np.array(
        data.draw(st.lists(st.lists(st.floats(-8, 8), min_size=4, max_size=4), min_size=3, max_size=3))
    )
    allowed = data.draw(st.lists(st.sampled_from(CODES), min_size=1, unique=True))
    totals = {code: math.exp(sum(fit[i, d - 1] for i, d in enumerate(code))) for code in allowed}
    belief = code_belief(fit, allowed)
    for code in CODES:
        assert belief.probability(code) == pytest.approx(totals.get(code, 0) / sum(totals.values()))
    assert belief.ranked()[0][0] == belief.best
    assert 0 <= belief.entropy <= math.log2(24) + 1e-9


def position(history=(), now=("cold", "loud", "paw"), keywords=("snow", "storm", "cat", "king")):
    """White's clues `now` on the table after halves of (code, clues); Black's clues are of no interest."""
    state = GAME.new(players=4, interceptions_to_win=4, misses_to_lose=4)
    for word in (*keywords, "bed", "cup", "pen", "egg"):
        state = state.play(Deal(word))
    serial = iter(range(1000))
    for code, clues in (*history, ((1, 2, 3), now)):
        state = state.play(Draw(code)).play(Draw((1, 2, 3)))
        for clue in clues:
            state = state.play(Clue(clue))
        for _ in range(3):
            state = state.play(Clue(f"noise {next(serial)}x"))
        if clues is now:
            return state
        while state.phase != "draw":
            state = state.play(Guess((1, 2, 3)))
    return state


HISTORY = (((2, 3, 4), ("thunder", "whisker", "throne")), ((1, 4, 3), ("ski", "royal", "purr")))


def test_interceptors_read_the_sheet():
    view = position(HISTORY).view(2)
    mind = mind_for(built_in())
    belief = read_codes(view, 0, mind)
    assert belief.best == (1, 2, 3)
    columns = sheet(view, 0, mind).columns().keywords
    names = built_in().keywords
    assert names[int(columns[1, :-1].argmax())] == "storm"
    assert names[int(columns[3, :-1].argmax())] in ("king", "queen", "crown")
    told = contributions(view, 0, mind, belief.best)
    assert {one.clue for one in told} == {
        "thunder",
        "whisker",
        "throne",
        "ski",
        "royal",
        "purr",
        "cold",
        "loud",
        "paw",
    }
    for one in told:
        assert one.bits == pytest.approx(math.log2(belief.probability(belief.best) / one.without))
    by_clue = {one.clue: one for one in told}
    assert by_clue["thunder"].column == 2
    assert by_clue["thunder"].bits > 0


def test_each_clue_of_the_turn_counts_for_what_the_code_had_without_it():
    """Of the own team: the product over two clues in place of three, over all codes; earlier rounds tell nothing."""
    state = position(HISTORY, now=("cold", "loud", "paw"))
    view, mind = state.view(state.setup.answerer(1, 0)), mind_for(built_in())
    near = np.exp(own_rows(view, 0, view.clues[0], mind))
    full = read_codes(view, 0, mind)
    for code in (full.best, (4, 2, 1)):
        said = contributions(view, 0, mind, code)
        assert [(one.clue, one.column, one.round) for one in said] == [
            (clue, None, 3) for clue in ("cold", "loud", "paw")
        ]
        for place, one in enumerate(said):
            kept = [at for at in range(3) if at != place]
            weights = {each: math.prod(near[at, each[at] - 1] for at in kept) for each in CODES}
            assert one.without == pytest.approx(weights[code] / sum(weights.values()))
            assert one.bits == pytest.approx(math.log2(full.probability(code) / one.without))


def test_a_clue_rules_its_keyword_out():
    view = position((((1, 2, 3), ("ice", "lightning", "lion")),)).view(2)
    notes = sheet(view, 0, mind_for(built_in()))
    possible = dict(zip(notes.candidates, notes.open, strict=True))
    assert not possible["ice"]
    assert not possible["lion"]
    assert not possible["bed"]  # our own card
    assert possible["snow"]


def test_judgements_count_for_both_sides():
    view = position(HISTORY, now=("qwerty", "asdf", "zxcv")).view(2)
    blank = read_codes(view, 0, mind_for(built_in()))
    judged = Mind(
        Associations(built_in()), Judgements.of({("asdf", "white 4"): "sure", ("zxcv", "white 1"): 9.0})
    )
    told = read_codes(view, 0, judged)
    assert blank.best != (3, 4, 1)
    assert told.best in ((3, 4, 1), (2, 4, 1))
    mate = position(HISTORY, now=("qwerty", "asdf", "zxcv")).view(3)
    own = Mind(
        Associations(built_in()), Judgements.of({("asdf", "king"): "strong", ("asdf", "white 4"): "strong"})
    )
    # 12 for the keyword and 12 for its column, against 1 for each of the other three.
    assert read_codes(mate, 0, own).digits[1, 3] == pytest.approx(144 / 147, abs=0.01)
    with pytest.raises(ProblemError, match="strong"):
        Judgements.of({("a", "b"): "strnog"})
    with pytest.raises(ProblemError, match="above 0"):
        Judgements.of({("a", "b"): 0.0})


def test_unknown_words_do_not_mislead():
    view = position(HISTORY).view(2)
    mind = Mind(Associations(built_in()), unknown=0.4)
    columns = sheet(view, 0, mind).columns().keywords
    assert columns.sum(axis=1) == pytest.approx(np.ones(4))
    assert (columns[:, -1] > 0).all()
    # A column whose clues hang together is explained by the list, not by an unknown word.
    assert columns[3, -1] < 0.05
    assert read_codes(view, 0, mind).best == (1, 2, 3)


def test_the_encryptor_knows_and_others_wait():
    state = GAME.new(players=4, seed=3)
    mind = mind_for(built_in())
    assert read_codes(state.view(1), 0, mind).probability(state.codes[0]) == 1
    assert read_codes(state.view(3), 0, mind).probabilities == pytest.approx(np.full(24, 1 / 24))
    with pytest.raises(ProblemError, match="no code"):
        read_codes(GAME.new(players=4).view(1), 0, mind)


def test_missing_clues_say_nothing():
    fit = np.zeros((3, 4))
    fit[0] = [5, 0, 0, 0]
    belief = code_belief(fit)
    assert belief.digits[1, 1] == pytest.approx(belief.digits[2, 1])


def test_associations_are_probabilities():
    for heat in (0.5, 1.0, 2.0):
        model = Associations(built_in(), temperature=heat)
        scores = model.scores(built_in().vocabulary, ["snow", "no such word"])
        assert np.exp(scores).sum(axis=0) == pytest.approx(np.ones(2))
    outside = model.scores(["no such clue"], ["snow", "cat"])
    assert outside[0, 0] == outside[0, 1]
    assert model.scores(["Thunder"], ["STORM"]) == model.scores(["thunder"], ["storm"])
    with pytest.raises(ProblemError):
        Associations(built_in(), stray=0)


def test_combining_and_tempering():
    base = Associations(built_in())
    clues, words = ["thunder", "cold"], ["storm", "snow", "cat"]
    double = Combination(((base, 1.0), (base, 1.0)))
    assert double.scores(clues, words) == pytest.approx(2 * base.scores(clues, words))
    assert Tempered(double, 2.0).scores(clues, words) == pytest.approx(base.scores(clues, words))
    assert Combination(((base, 1.0),)).normalised
    assert Tempered(base, 1.0).normalised
    for model in (double, Tempered(base, 2.0), Tempered(double, 1.0)):
        assert np.exp(model.scores(built_in().vocabulary, words)).sum(axis=0) != pytest.approx(1.0)
        assert not model.normalised
    with pytest.raises(ProblemError, match="temperature"):
        Tempered(base, 0)


def test_calibration_finds_the_temperature_again():
    rng = np.random.default_rng(5)
    vectors = rng.normal(size=(40, 8))
    model = Embeddings("random", [f"w{n}" for n in range(40)], vectors, temperature=1.0)
    examples = []
    for _ in range(600):
        names = rng.permutation(40)[:24]
        words = [f"w{n}" for n in names[:4]]
        pool = [f"w{n}" for n in names[4:]]
        code = CODES[rng.integers(24)]
        clues = []
        for digit in code:
            scores = model.scores(pool, [words[digit - 1]])[:, 0] / 0.3
            chances = np.exp(scores - scores.max())
            clues.append(pool[rng.choice(20, p=chances / chances.sum())])
        examples.append((clues, words, code))
    assert calibrate(model, examples) == pytest.approx(0.3, rel=0.25)
    with pytest.raises(ProblemError, match="example"):
        calibrate(model, [])


@pytest.mark.parametrize(("meant", "least"), [((1, 2, 3), 0.05), ((2, 3, 1), 20.0)])
def test_calibration_goes_no_further_than_a_twentieth_and_twenty(meant, least):
    """Clues that are the keywords themselves: always right, and always wrong."""
    model = Embeddings("letters", "abcd", np.eye(4), temperature=1.0)
    assert calibrate(model, [("abc", "abcd", meant)]) == pytest.approx(least, rel=2e-3)


def test_embeddings():
    model = Embeddings(
        "tiny", ["Hot_dog", "dog", "cat"], np.array([[1.0, 0], [1, 0], [0, 2]]), temperature=0.5
    )
    assert model.scores(["hot dog", "DOG", "cat"], ["dog", "cat"]) == pytest.approx(
        np.array([[2.0, 0], [2, 0], [0, 2]]), abs=1e-6
    )
    assert model.scores(["unheard of"], ["dog"])[0, 0] == 0
    assert model.scores(["dog cat"], ["cat"])[0, 0] == pytest.approx(2 * math.sqrt(0.5), rel=1e-5)
    for wrong in ({"temperature": 0}, {"words": ["one"]}):
        with pytest.raises(ProblemError):
            Embeddings(
                "x", wrong.get("words", ["a", "b"]), np.eye(2), temperature=wrong.get("temperature", 1)
            )


def test_sentence_models_are_asked_once():
    asked = []

    class Letters:
        def encode(self, sentences):
            asked.extend(sentences)
            return np.array([[text.count("a"), text.count("b"), 1.0] for text in sentences])

    model = load_sentences(Letters(), ["aa"])
    first = model.scores(["bbb", "aa"], ["aa"])
    assert first[1, 0] > first[0, 0]
    model.scores(["bbb"], ["aa"])
    assert asked.count("bbb") == 1


@settings(max_examples=15, deadline=None)
@given(positions())
def test_knowledge_is_the_joint_posterior(state):
    view, mind = state.view(2), Mind(Associations(state.setup.words))
    notes = sheet(view, 0, mind)
    if view.keywords[0] or notes.open.sum() < 4 or (view.clues[0] and len(view.clues[0]) < 3):
        return
    known = knowledge(view, mind)
    columns = {v.name: v for v in known.scope}
    one, two = columns["white keyword[1]"], columns["white keyword[2]"]
    assert known.holds(one == two) is False
    assert known.holds(one != two) is True
    likelihood = np.zeros((4, len(notes.candidates)))
    for number, slot in enumerate(notes.slots):
        likelihood[slot] += notes.likelihood[number]
    waiting = "white meant[1]" in columns
    rows = clue_rows(view.clues[0], notes, mind.similarity)[0] if waiting else None
    codes = allowed_codes(view, 0) if waiting else [(1, 2, 3)]
    joint = {}
    for places in itertools.permutations(np.flatnonzero(notes.open).tolist(), 4):
        past = sum(likelihood[column, place] for column, place in enumerate(places))
        for code in codes:
            now = sum(rows[i, places[d - 1]] for i, d in enumerate(code)) if waiting else 0.0
            joint[places, code] = math.exp(past + now)
    whole, words = sum(joint.values()), notes.candidates
    pairs = {}
    for (places, _), weight in joint.items():
        pairs[places[0], places[1]] = pairs.get((places[0], places[1]), 0.0) + weight / whole
    for (a, b), chance in itertools.islice(pairs.items(), 0, None, 7):
        fact = (one == words[a]) & (two == words[b])
        assert known.probability(fact) == pytest.approx(chance, rel=1e-6, abs=1e-12)
    (a, b), _ = max(pairs.items(), key=lambda item: item[1])
    either = sum(chance for pair, chance in pairs.items() if pair[0] == a or pair[1] == b)
    assert known.probability((one == words[a]) | (two == words[b])) == pytest.approx(either, rel=1e-6)
    if waiting:
        code, first = columns["white code"], {}
        for (places, drawn), weight in joint.items():
            first[drawn, places[0]] = first.get((drawn, places[0]), 0.0) + weight / whole
        (drawn, a), chance = max(first.items(), key=lambda item: item[1])
        fact = (code == write_code(drawn)) & (one == words[a])
        assert known.probability(fact) == pytest.approx(chance, rel=1e-6)
    for variable, said in exact_chances(view, mind, known).items():
        assert known.marginals(variable) == pytest.approx(
            {k: p for k, p in said.items() if p > 0}, abs=1e-9
        )
    bits = -sum(w / whole * math.log2(w / whole) for w in joint.values())
    if "black code" in columns:
        bits -= sum(p * math.log2(p) for p in known.marginals(columns["black code"]).values())
    if waiting or "white code" not in columns:
        assert known.entropy() == pytest.approx(bits, rel=1e-6, abs=1e-9)
    for world in known.sample(3, rng=1):
        assert known.is_possible_world(world)


def test_reasons_about_different_keywords():
    view, mind = position(HISTORY).view(2), mind_for(built_in())
    known = knowledge(view, mind)
    columns = {v.name: v for v in known.scope}
    one, four = columns["white keyword[1]"], columns["white keyword[4]"]
    assert known.holds(one == four) is False
    reason = known.why(one != four)
    assert reason is not None
    assert "White's four keywords are different words" in str(reason)
    code = columns["white code"]
    steps = known.ledger(code == "1-2-3")
    assert steps[0].before == pytest.approx(1 / 24)
    assert steps[-1].after == pytest.approx(read_codes(view, 0, mind).probability((1, 2, 3)))
    assert any("'cold'" in step.statement.text and step.bits > 0 for step in steps)
