"""What advice on codes, clues and words says is what was computed: figures and sentences beside a second writing."""

import itertools
import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from deduce.games import read_record
from deduce.ground.errors import ProblemError
from deduce.ground.wording import in_percent
from deduce_models.decrypto import GAME, Associations, built_in
from deduce_models.decrypto.advice import advice as advising
from deduce_models.decrypto.advice import encryptor
from deduce_models.decrypto.advice.triples import Triple
from deduce_models.decrypto.answers import report
from deduce_models.decrypto.answers.report import asked
from deduce_models.decrypto.components.legality import MISSING
from deduce_models.decrypto.knowledge.trust import (
    RIVALS,
    kind_chances,
    trusted_codes,
    trusted_keywords,
    weighed_kinds,
)
from deduce_models.decrypto.knowledge.understanding import Contribution, Mind, keyword_chances
from deduce_models.decrypto.rules.moves import CODES, write_code

WHITE = """game: decrypto
players: Ann Bob Cid Dee
me: Ann
white keywords snow; storm; cat; king

W 4-2-1 lion; lightning; melt = 4-2-1
B 4-3-2 chopin; metal; bee = 4-3-2
W 3-4-2 whisker; throne; ship = 3-4-2 / 1-4-3
B 2-3-4 jar; asimov; pedal = 2-3-4 / 2-3-1
"""
NOTES = {
    "write": WHITE + "W 1-3-2\n",
    "rivals": WHITE + "W 3-1-4 purr; ski; ruler = 3-1-4 / 3-1-2\nB ? river; wax; chip\n",
    "own": WHITE.replace("me: Ann", "me: Cid") + "W ? purr; ski; ruler\n",
}
MIND = Mind(Associations(built_in()))
KNOWN = replace(MIND, styles=((0.2, 0.7, 0.1), (0.5, 0.4, 0.1)))


def view_of(name):
    return asked(GAME.answers().read(read_record(NOTES[name])), None)[0]


def test_clues_that_speak_as_strongly_stand_as_they_were_given(monkeypatch):
    """The order was that of the last digits of sums that are printed alike."""
    words = ["purr", "ski", "ruler"]
    said = [Contribution(word, None, 3, 0.5, 1.0 + 1e-15 * number) for number, word in enumerate(words)]
    monkeypatch.setattr(report, "contributions", lambda *_: said)
    text = GAME.solve(read_record(NOTES["own"])).text
    places = [text.index(f"+1.00  {word} (now): 50.0%") for word in words]
    assert places == sorted(places)


def triple(clues=("ice", "qwert", "zork"), **fields):
    plain = {
        "decode": 0.61,
        "intercept": 0.0,
        "leak": (0.1, 0.1, 0.1),
        "before": (0.05, 0.05, 0.05),
        "value": 0.3,
        "understood": 0.62,
        "feared": 0.2,
        "heard": (0.9, 0.8, 0.7),
        "strangers": 0.61,
    }
    return Triple(clues, **{**plain, **fields})


@pytest.mark.parametrize("name", ["rivals", "own"])
def test_a_code_says_where_each_clue_would_stand_and_how_likely(name):
    view = replace(view_of(name), phase="intercept" if name == "rivals" else "answer")
    view = replace(view, actor=view.seat)
    team = 1 if name == "rivals" else 0
    assert view.turn == team
    trusted = trusted_codes(view, team, MIND)
    found = advising.advise(view, MIND)
    assert {item.move.code for item in found} == {*CODES}
    assert [item.value for item in found] == sorted((item.value for item in found), reverse=True)
    columns = {1: [], 2: ["bee", "jar"], 3: ["metal", "asimov"], 4: ["chopin", "pedal"]}
    for item in found:
        code = item.move.code
        chance = trusted.belief.probability(code)
        assert item.value == pytest.approx(chance)
        assert item.details == {"probability": item.value}
        assert item.unit == "right"
        parts = []
        for place, clue in enumerate(view.clues[team]):
            share = in_percent(
                sum(
                    p
                    for other, p in zip(CODES, trusted.belief.probabilities, strict=True)
                    if other[place] == code[place]
                )
            )
            if name == "own":
                parts.append(f"{clue!r} for {view.keywords[0][code[place] - 1]!r} ({share})")
            elif columns[code[place]]:
                said = ", ".join(map(repr, columns[code[place]]))
                parts.append(f"{clue!r} beside {said} ({share})")
            else:
                parts.append(f"{clue!r} in an empty column ({share})")
        assert item.reason == f"{write_code(code)} with {in_percent(chance, 1)}: {'; '.join(parts)}"
    assert advising.decide(view, MIND) == found[0].move
    with pytest.raises(ProblemError, match="not to move"):
        advising.advise(replace(view, actor=view.seat % 4 + 1), MIND)


def test_a_clue_that_is_missing_stands_nowhere():
    view = view_of("own")
    silent = replace(view, clues=((MISSING,) * 3, ()))
    belief = trusted_codes(view, 0, MIND).belief
    assert advising.beside(silent, belief, (1, 2, 3), 0) == ""


def test_what_chances_rest_on_is_said_by_whether_the_people_are_known():
    view = view_of("rivals")
    for mind, and_before in (
        (MIND, ""),
        (KNOWN, " and on earlier evenings"),
        (replace(KNOWN, styles=(None, None)), ""),
    ):
        trusted = trusted_codes(view, 1, mind)
        plans = in_percent(trusted.kinds[1])
        said = f"by how they wrote so far{and_before} these rivals plan against your reading with {plans}"
        assert advising.claim(view, 1, mind) == said
        best = trusted.reading.best
        alone = in_percent(trusted.reading.probability(best), 1)
        assert advising.trust_line(view, 1, mind) == (
            f"{said}; if each clue was chosen for its keyword alone, {write_code(best)} has {alone}"
        )
        hides = in_percent(trusted_keywords(view, 1, mind)[2][1])
        assert advising.plan_line(view, 1, mind) == (
            f"by how they wrote so far{and_before} these Encryptors hide their keywords with {hides}"
        )
    assert advising.claim(view_of("own"), 0, KNOWN) == "an Encryptor takes care to be understood"


def test_tables_of_a_code_have_the_chances_of_its_digits():
    belief = trusted_codes(view_of("rivals"), 1, MIND).belief
    chances = dict(zip(CODES, belief.probabilities, strict=True))
    rows = advising.digit_table(belief).splitlines()
    assert rows[0].split() == ["1", "2", "3", "4"]
    for place, row in enumerate(rows[1:4]):
        sums = [sum(p for code, p in chances.items() if code[place] == digit) for digit in range(1, 5)]
        assert row.split() == ["clue", str(place + 1), *(in_percent(p, 1) for p in sums)]
    none = [sum(p for code, p in chances.items() if digit not in code) for digit in range(1, 5)]
    assert rows[4].split() == ["absent", *(in_percent(p, 1) for p in none)]
    assert {len(row) for row in rows[1:4]} == {len(rows[1])}
    ranked = sorted(CODES, key=lambda code: -chances[code])
    for limit in (1, 5, 30):
        told = advising.top_codes(belief, limit).split(", ")
        assert len(told) == min(limit, 24)
        assert [row.split()[1] for row in told] == [in_percent(chances[code], 1) for code in ranked[:limit]]
    assert len(advising.top_codes(belief).split(", ")) == 5


def test_a_columns_keywords_are_named_down_to_one_percent():
    view = view_of("rivals")
    notes, chances, _ = trusted_keywords(view, 1, MIND)
    reading = keyword_chances(view, 1, MIND)[1]
    names = [*notes.candidates, "(another word)"]
    for limit in (4, 2):
        lines = advising.keyword_lines(view, 1, MIND, limit)
        for slot, line in enumerate(lines):
            shown = ", ".join(view.columns(1)[slot]) or "no clues yet"
            ranked = sorted(range(len(names)), key=lambda at: -chances[slot, at])[:limit]
            told = [
                f"{names[at]} {in_percent(chances[slot, at])}" for at in ranked if chances[slot, at] >= 0.01
            ]
            first = int(reading[slot].argmax())
            alone = f" (the reading alone: {names[first]} {in_percent(reading[slot, first])})"
            wanted = f"  {slot + 1}  {shown}: {', '.join(told) or 'anything'}"
            assert line == wanted + (alone if first != ranked[0] else "")
    # Where nothing is shown and no clues are open, nothing is said of a column.
    quiet = replace(view, clues=((), ()))
    assert advising.keyword_lines(quiet, 1, MIND)[0] == "  1  no clues yet"


def test_words_to_name_stand_by_their_chance():
    view = view_of("rivals")
    view = replace(view, phase="name", actor=view.seat, turn=0)
    found = advising.advise(view, MIND)
    chances = trusted_keywords(view, 1, MIND)[1]
    index = view.setup.words.keyword_index
    assert [item.value for item in found] == sorted((item.value for item in found), reverse=True)
    assert {item.move.word for item in found}.isdisjoint(view.own)
    for names, shown in (((), "no clues"), (("honey",), "'bee', 'jar'")):
        for item in advising.advise(replace(view, names=names), MIND):
            word = item.move.word
            assert item.value == chances[len(names), index[word]]
            assert item.details == {"probability": item.value}
            assert item.reason == (
                f"{word!r} with {in_percent(item.value, 1)}: column {len(names) + 1} of black shows {shown}"
            )


def test_what_a_triple_is_warned_of():
    """A column is given away from one half on, by this clue or before it; a side shown again; a doubtful decoding."""
    view = view_of("write")
    words = view.setup.words
    assert advising.warnings(view, triple()) == [] == advising.warnings(view, triple(leak=(0.49, 0.2, 0.2)))
    for after, before, said in (
        (0.5, 0.49, "'ice' gives column 1 away: rivals would name 'snow' with 50%"),
        (0.8, 0.1, "'ice' gives column 1 away: rivals would name 'snow' with 80%"),
        (0.7, 0.5, "column 1 is given away already: 'snow' with 50%"),
        (0.7, 0.9, "column 1 is given away already: 'snow' with 90%"),
    ):
        given = triple(leak=(after, 0.1, 0.1), before=(before, 0.1, 0.1))
        assert advising.warnings(view, given) == [said]
        assert advising.same_warning(said) == "column 1 is given away" + (
            " already: 'snow' with " + in_percent(before)
        ) * (before >= 0.5)
    second = triple(leak=(0.1, 0.1, 0.6), before=(0.1, 0.1, 0.2))
    assert advising.warnings(view, second) == [
        "'zork' gives column 2 away: rivals would name 'storm' with 60%"
    ]
    assert advising.warnings(view, triple(understood=0.5)) == []
    assert advising.warnings(view, triple(understood=0.49)) == ["your own team may well miss the code"]
    assert (
        advising.same_warning("your own team may well miss the code")
        == "your own team may well miss the code"
    )
    shown = advising.facets_used(view, 0, 0)
    assert shown == {words.facet("melt", "snow")} - {""}
    again = next(
        item.clue for item in words.associations["snow"] if item.facet in shown and item.clue != "melt"
    )
    side = words.facet(again, "snow")
    assert advising.warnings(view, triple((again, "qwert", "zork"))) == [
        f"{again!r} shows the side {side!r} of 'snow' again"
    ]


def test_what_all_triples_share_is_said_once():
    view = view_of("write")
    one = triple(leak=(0.6, 0.1, 0.1), understood=0.1)
    two = triple(("flake", "qwert", "zork"), leak=(0.9, 0.1, 0.1), understood=0.9)
    three = replace(two, leak=(0.1, 0.1, 0.1))
    assert advising.shared_warnings(view, [one]) == []
    assert advising.shared_warnings(view, [one, two]) == ["column 1 is given away"]
    assert advising.shared_warnings(view, [one, two, three]) == []
    assert advising.shared_warnings(view, [one, replace(one, clues=("flake", "qwert", "zork"))]) == [
        "column 1 is given away",
        "your own team may well miss the code",
    ]


def test_a_triple_says_both_chances_the_sides_of_its_words_and_its_warnings():
    view = view_of("write")
    words, code = view.setup.words, (1, 3, 2)
    shown = advising.facets_used(view, 0, 0)
    first = next(item.clue for item in words.associations["snow"] if item.facet not in {*shown, ""})
    clues = (first, "qwert", "zork")
    sides = []
    for clue, digit in zip(clues, code, strict=True):
        word = view.keywords[0][digit - 1]
        facet = words.facet(clue, word)
        sides.append(f"{clue!r} for {word!r}" + (f" ({facet})" if facet else ""))
    assert ["(" in side for side in sides] == [True, False, False]
    text = ", ".join(sides)
    assert (
        advising.reason_for_triple(view, triple(clues))
        == f"{text}: your team decodes 61%, no interception yet"
    )
    stranger = triple(clues, intercept=0.23, strangers=0.4)
    assert advising.reason_for_triple(view, stranger) == (
        f"{text}: your team decodes 61% (strangers 40%), rivals intercept 23%"
    )
    warned = triple(clues, leak=(0.6, 0.1, 0.1), understood=0.1)
    away, doubt = advising.warnings(view, warned)
    told = advising.reason_for_triple(view, warned)
    assert told == f"{text}: your team decodes 61%, no interception yet; beware: {away}; {doubt}"
    told = advising.reason_for_triple(view, warned, ["column 1 is given away"])
    assert told.endswith(f"; beware: {doubt}")
    with pytest.raises(ProblemError, match="no code to give clues for"):
        advising.reason_for_triple(view_of("own"), warned)
    assert triple(clues).to_dict().keys() == {
        *("clues", "decode", "intercept", "feared", "leak", "leak_before", "value", "understood"),
        *("strangers", "heard", "readers"),
    }


def test_of_clues_that_begin_several_triples_the_best_is_told(monkeypatch):
    view = replace(view_of("write"), phase="clue")
    view = replace(view, actor=view.seat)
    given = [
        triple(("ice", "qwert", "zork"), value=0.9),
        triple(("ice", "qwert", "plonk"), value=0.8),
        triple(("flake", "qwert", "plonk"), value=0.7, leak=(0.9, 0.1, 0.1)),
    ]
    asked_for = {}

    def ranked(*_, **dials):
        asked_for.update(dials)
        return given

    monkeypatch.setattr(encryptor, "rank_triples", ranked)
    found = advising.advise(view, MIND, risk=0.3, secrecy=0.4)
    assert [(item.move.text, item.value) for item in found] == [("ice", 0.9), ("flake", 0.7)]
    assert asked_for == {"risk": 0.3, "secrecy": 0.4, "differ": 2}
    assert found[0].details == {**given[0].to_dict(), "warnings": []}
    assert found[1].details["warnings"] == advising.warnings(view, given[2])
    assert {(item.kind, item.unit) for item in found} == {("heuristic", "compared")}
    assert advising.decide(view, MIND).text == "ice"
    later = replace(view, clues=(("ice", "qwert"), ()))
    assert [item.move.text for item in advising.advise(later, MIND)] == ["zork", "plonk"]
    assert asked_for["differ"] == 1


def test_codes_behind_rows_are_the_products_over_all_codes():
    """P(code) of every triple of rows: its own product among the 24."""
    draw = np.random.default_rng(3)
    rows = [draw.normal(size=(size, 4)) for size in (2, 3, 4)]
    rows[0][0, 2] = -np.inf
    for code in ((1, 2, 3), (4, 1, 3)):
        found = encryptor._chance(rows, code)
        for places in itertools.product(*map(range, (2, 3, 4))):
            logs = [row[place] for row, place in zip(rows, places, strict=True)]
            weight = {
                each: math.exp(sum(log[digit - 1] for log, digit in zip(logs, each, strict=True)))
                for each in CODES
            }
            assert found[places] == pytest.approx(weight[code] / sum(weight.values()))
    shares = encryptor._share(rows[0])
    assert np.exp(shares).sum(axis=1) == pytest.approx([1, 1])
    assert np.exp(shares[1]) == pytest.approx(np.exp(rows[0][1]) / np.exp(rows[0][1]).sum())


@pytest.mark.parametrize("size", [3, 500, 501, 1400])
def test_values_come_from_the_highest_down_equal_ones_in_order(size):
    values = np.round(np.random.default_rng(size).normal(size=size), 1)
    assert list(encryptor._falling(values)) == sorted(range(size), key=lambda at: (-values[at], at))


def test_triples_differ_in_so_many_places():
    for one, two in itertools.product(itertools.product("ab", repeat=3), repeat=2):
        assert encryptor._places(one, two) == sum(map(str.__ne__, one, two))


@pytest.mark.parametrize("differ", [1, 2, 3])
@pytest.mark.parametrize("limit", [2, 10])
def test_triples_are_taken_in_order_that_repeat_no_clue_and_differ_enough(differ, limit, monkeypatch):
    """Each differs from every one taken before in so many clues at least; the best by their exact value come first."""
    view = view_of("write")
    names = [["a", "b", "c"], ["d", "a", "e"], ["f", "g", "d"]]
    order = [*itertools.product(range(3), repeat=3)]
    order = order[5:] + order[:5]
    leak = [np.array([0.1, 0.2, 0.3]), np.array([0.4, 0.5, 0.6]), np.array([0.7, 0.8, 0.9])]
    given = []

    class Fixed:
        def __init__(self, view, mind, code, before, *, intercepted, dials):
            given.append((code, before, intercepted, dials))

        def triple(self, clues, leaks):
            return triple(clues, leak=leaks, value=(hash_of(clues) % 97) / 97)

    def hash_of(clues):
        return sum(ord(clue) * 31**place for place, clue in enumerate(clues))

    monkeypatch.setattr(encryptor, "Weighing", Fixed)
    monkeypatch.setattr(encryptor, "_sifted", lambda *_: [])
    monkeypatch.setattr(encryptor, "_candidates", lambda *_: encryptor._Candidates([], leak, names))
    monkeypatch.setattr(encryptor, "_in_order", lambda *_: iter(order))
    before = np.array([0.11, 0.22, 0.33, 0.44])
    for intercepted, last in itertools.product((False, True), repeat=2):
        given.clear()
        table = SimpleNamespace(intercepted=intercepted, last=last, before=before)
        found = encryptor.rank_triples(
            view, MIND, risk=0.3, secrecy=0.7, differ=differ, limit=limit, table=table
        )
        taken = []
        for i, j, k in order:
            clues = (names[0][i], names[1][j], names[2][k])
            apart = all(sum(map(str.__ne__, clues, old)) >= differ for old, _ in taken)
            if apart and len({*clues}) == 3 and len(taken) < limit:
                taken.append((clues, (leak[0][i], leak[1][j], leak[2][k])))
        taken.sort(key=lambda each: -(hash_of(each[0]) % 97))
        assert [(each.clues, each.leak) for each in found] == taken
        # Code 1-3-2: what is weighed is nothing in rounds without interception, and after the last.
        dialled = (0.3 if intercepted else 0.0, 0.0 if last else 0.7)
        assert given == [((1, 3, 2), (0.11, 0.33, 0.22), intercepted, dialled)]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"risk": -0.1}, "at least 0"),
        ({"secrecy": -0.1}, "at least 0"),
        ({"differ": 0}, "differ is 1, 2 or 3"),
        ({"differ": 4}, "differ is 1, 2 or 3"),
    ],
)
def test_dials_out_of_range_are_refused(wrong, message):
    with pytest.raises(ProblemError, match=message):
        encryptor.rank_triples(view_of("write"), MIND, **wrong)
    with pytest.raises(ProblemError, match="has no code to give clues for"):
        encryptor.rank_triples(view_of("own"), MIND)


def test_a_list_of_associations_is_called_by_what_was_made_of_it():
    words = built_in()
    names = [
        Associations(words, **how).name
        for how in ({}, {"temperature": 2}, {"half": 3}, {"half": 3, "temperature": 0.5})
    ]
    plain = f"associations ({words.name}"
    assert names == [
        f"{plain})",
        f"{plain}) at temperature 2",
        f"{plain}, half 3 of them)",
        f"{plain}, half 3 of them) at temperature 0.5",
    ]


def test_kinds_of_encryptor_are_weighed_by_halves_that_had_earlier_ones_beside_them():
    """The first half of a team is held against nothing; each later one gives every kind its chance by Bayes."""
    view = view_of("rivals")
    for team, rounds in ((0, [2, 3]), (1, [2])):
        found = list(kind_chances(view, team, MIND, RIVALS))
        assert [half.round for half, _ in found] == rounds
        assert {half.team for half, _ in found} == {team}
        weights = np.array(RIVALS.prior)
        for _, chances in found:
            weights = weights * chances
        assert weighed_kinds(view, team, MIND, RIVALS) == pytest.approx(weights / weights.sum())
