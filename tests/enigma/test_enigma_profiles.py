"""Profiles of people: what is counted, what is reckoned with, and the switch that leaves all as it was."""

import json
import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from command_line import deduce

from deduce.games import read_record
from deduce.ground.errors import ProblemError, RecordError
from deduce.records.profiles import people_in, profiles_in, profiles_text, summed
from deduce_models.enigma import GAME
from deduce_models.enigma.advice.advice import advise
from deduce_models.enigma.answers.people import model_of, people_rows
from deduce_models.enigma.belief import person
from deduce_models.enigma.belief.claiming import SLIP, chances_of_claim, usual_names
from deduce_models.enigma.belief.claims import Claim
from deduce_models.enigma.belief.habits import Habits, Spoken
from deduce_models.enigma.belief.lying import EXPECTED
from deduce_models.enigma.belief.profiles import Profile, profiles_of

EXAMPLES = Path(__file__).parents[2] / "examples/enigma"
ROOMS = GAME.new(players=3, seed=1).setup.parts.room_names


def liar(lies, truths, **rooms):
    return Profile(4.0, lies, truths, 1.0, 9.0, rooms=rooms, order=tuple(ROOMS))


def spoken(*claims):
    """A profile of claims: the room named, whether it was a lie, and the room named before."""
    at = {name: number for number, name in enumerate(ROOMS)} | {"": -1}
    return Profile(order=tuple(ROOMS)).with_claims(
        [Spoken(at[room], float(lie), at[before]) for room, lie, before in claims]
    )


def test_claims_are_counted_by_room_and_by_the_room_named_before():
    rng = random.Random(3)
    claims = [(rng.choice(ROOMS), rng.random() < 0.4, rng.choice(["", *ROOMS[:3]])) for _ in range(60)]
    found = spoken(*claims)
    for what, lie, table in (("lies", True, found.rooms), ("truths", False, found.told)):
        mine = [(room, before) for room, lied, before in claims if lied == lie]
        assert table == Counter(room for room, _ in mine)
        assert getattr(found, what) == len(mine)
        assert getattr(found, f"repeated_{what}") == sum(room == before for room, before in mine)
        assert getattr(found, f"passed_{what}") == sum(before not in ("", room) for room, before in mine)


def test_the_example_game_is_counted_claim_by_claim():
    replay = GAME.answers().read(read_record(EXAMPLES / "rulebook.txt"))
    found = profiles_of(*replay.played)
    assert [(each.lies, each.truths) for _, each in sorted(found.items())] == [
        (2, 0),
        (0, 3),
        (0, 1),
        (0, 0),
    ]
    assert found[1].rooms == {"Bombe": 1.0, "Phantom": 1.0}
    # P4 checks P2's Library; P1 and P3 doubt her Teamwork.
    assert [each.doubts for _, each in sorted(found.items())] == [1, 1, 1, 1]


def test_a_profile_is_three_kinds_more_and_a_stranger_stays_one():
    profile, now = liar(7, 2, Library=5, Tome=2), Habits(lies=1, truths=1)
    model = EXPECTED.knowing({2: profile})
    chances = model.at_table({2: now, 3: Habits()})
    assert len(chances[2]) == len(model.kinds_of(2, now)) == len(EXPECTED.kinds) + 3
    assert sum(chances[2]) == pytest.approx(1)
    assert chances[3] == pytest.approx(EXPECTED.at_table({3: Habits()})[3])
    assert model.kinds_of(3, Habits()) == EXPECTED.kinds
    assert EXPECTED.knowing({2: Profile(3.0, order=tuple(ROOMS))}) is EXPECTED


def integrated(likelihood):
    """The mean of a likelihood over rates of Jeffreys' prior, by the trapezoid rule on another grid."""
    return float(np.mean([likelihood(np.sin(x) ** 2) for x in np.linspace(0, np.pi, 601)[:-1]]))


def drawn_without_an_urn(counts, before):
    """The chance of rooms named in turn, each drawn by the counts so far: no gamma function."""
    chance, urn = 1.0, dict(enumerate(before))
    for room, times in enumerate(counts):
        for _ in range(int(times)):
            chance *= urn[room] / sum(urn.values())
            urn[room] += 1
    return chance


@pytest.mark.parametrize(
    "claims",
    [
        [("Library", 1, ""), ("Library", 1, "Tome"), ("Code", 0, "Tome"), ("Library", 0, "Code")],
        [("Tome", 1, "Tome"), ("Code", 1, "Code"), ("Code", 0, ""), ("Radio", 0, "Bombe")],
        [("Radio", 0, "Tome"), ("Bombe", 0, ""), ("Tome", 0, "Tome")],
        [("Radio", 1, "Tome")],
    ],
)
def test_ways_are_weighed_by_bayes_rule_with_the_rate_integrated(claims):
    """Against the chance of every claim in turn under each kind and way, integrated by quadrature."""
    profile, n = spoken(*claims), len(ROOMS)
    usual = usual_names(tuple(ROOMS))
    false = [sum(lie and room == name for room, lie, _ in claims) for name in ROOMS]
    weights = []
    for kind in EXPECTED.kinds:
        weight = person.EXPECTED_SHARE * kind.share
        for room, lie, _ in claims:
            named = 1 / (n - 1) if kind.plain else usual[ROOMS.index(room)]
            weight *= kind.lies * named if lie else 1 - kind.lies
        weights.append(weight)
    liked = (np.array(false) + person.OWN_LIKING * usual) / (sum(false) + person.OWN_LIKING)

    def way(rate, of_lie, of_truth):
        chance = 1.0
        for room, lie, before in claims:
            chance *= of_lie(rate, room, before) if lie else of_truth(rate, room, before)
        return chance

    liar_way = integrated(lambda rate: way(rate, lambda r, *_: r, lambda r, *_: 1 - r))
    weights.append(person.LIARS * liar_way * drawn_without_an_urn(false, person.OWN_LIES * usual))
    liking = integrated(
        lambda rate: way(rate, lambda r, *_: r, lambda r, m, _: 1 - r + r * liked[ROOMS.index(m)])
    )
    weights.append(person.LIKINGS * liking * drawn_without_an_urn(false, person.OWN_LIKING * usual))
    echo = integrated(
        lambda rate: way(
            rate,
            lambda r, m, b: r if m == b else SLIP / n,
            lambda r, m, b: 1 if m == b or not b else 1 - r,
        )
    )
    weights.append(person.ECHOES * echo)
    found = profile.person(EXPECTED.kinds, Habits())
    assert found.chances == pytest.approx(np.array(weights) / sum(weights), rel=1e-6)
    lied = (np.array(false) + person.OWN_LIES * usual) / (sum(false) + person.OWN_LIES)
    ways = found.kinds[len(EXPECTED.kinds) :]
    assert [kind.rooms for kind in ways] == [pytest.approx(tuple(lied)), pytest.approx(tuple(liked)), ()]


def test_rates_are_exact_means_of_beta_rates():
    for lies, truths in ((0, 12), (7, 4), (30, 1)):
        kinds = liar(lies, truths, Library=lies).person(EXPECTED.kinds, Habits()).kinds
        assert kinds[len(EXPECTED.kinds)].lies == pytest.approx((lies + 0.5) / (lies + truths + 1))


def test_who_is_met_for_long_is_found_out():
    """Of one liar, one who likes a room, one who repeats and one who is honest, each by thirty claims of its own."""
    rng, ways = random.Random(7), {}
    for way in ("truth", "liar", "liking", "echo"):
        claims, before = [], ""
        for _ in range(30):
            card, last = rng.choice(ROOMS), before
            room = card
            if way == "liar" and rng.random() < 0.7:
                usual = usual_names(tuple(ROOMS)) * [name != card for name in ROOMS]
                room = rng.choices(ROOMS, usual)[0]
            elif way == "liking" and rng.random() < 0.7:
                room = "Machine"
            elif way == "echo" and rng.random() < 0.7:
                room = last or card
            claims.append((room, room != card, last))
            before = rng.choice(ROOMS)
        found = spoken(*claims).person(EXPECTED.kinds, Habits())
        ways[way] = (found, sum(lie for _, lie, _ in claims) / 30)
    chances = {
        way: dict(zip(("liar", "liking", "echo"), found.chances[-3:], strict=True))
        for way, (found, _) in ways.items()
    }
    # Who names many rooms falsely is nearly one that likes many rooms.
    for way, least in (("liar", 0.5), ("liking", 0.95), ("echo", 0.95)):
        assert chances[way][way] > least, way
    for found, rate in ways.values():
        mean, low, high = found.lying()
        assert low - 0.001 <= rate <= high
        assert mean == pytest.approx(rate, abs=0.1)


@pytest.mark.parametrize("counts", [(5, 3, {"Library": 4, "Code": 1}), (0, 6, {}), (9, 0, {"Tome": 9})])
def test_what_a_person_says_is_a_chance_for_each_card(counts):
    """Of all rooms together the claims of each of its kinds are one claim, whatever the card."""
    setup = GAME.new(players=3, seed=1).setup
    lies, truths, rooms = counts
    for kind in liar(lies, truths, **rooms).person(EXPECTED.kinds, Habits()).kinds:
        for before in (-1, 3):
            total = sum(
                chances_of_claim(setup, Claim(0, 2, 1, 0, room, 0, 0, 0.0, before=before), [(1.0, kind)])
                for room in range(setup.cells)
            )
            assert np.allclose(total, 1.0)


def test_who_always_says_library_tells_nothing_by_it():
    setup = GAME.new(players=3, seed=1).setup
    library = ROOMS.index("Library")
    claim = Claim(0, 2, 1, 0, library, 0, 0, 0.0)
    ratios = []
    for profile in (liar(400, 40, Library=400), liar(0, 400)):
        found = profile.person(EXPECTED.kinds, Habits())
        row = chances_of_claim(setup, claim, zip(found.chances, found.kinds, strict=True))[0]
        ratios.append(row[library] / row[(library + 1) % setup.cells])
    assert ratios[0] < 1.2
    assert ratios[1] > 100


def test_what_an_echo_says_depends_on_what_was_said():
    setup = GAME.new(players=3, seed=1).setup
    found = spoken(*[("Tome", 1, "Tome"), ("Code", 1, "Code")] * 6).person(EXPECTED.kinds, Habits())
    kinds, library = list(zip(found.chances, found.kinds, strict=True)), ROOMS.index("Library")

    def lie(before):
        """The chance of a lie where each card is as likely."""
        row = chances_of_claim(setup, Claim(0, 2, 1, 0, library, 0, 0, 0.0, before=before), kinds)[0]
        return 1 - row[library] / row.sum()

    assert lie(library) > 0.8
    assert lie(-1) < 0.05
    # With another room named before, it is a slip or a truth.
    assert 0.2 < lie((library + 1) % setup.cells) < 0.6


def test_without_a_profile_everything_is_as_it_was():
    view = GAME.answers().read(read_record(EXAMPLES / "evening.txt")).view()
    assert EXPECTED.knowing({}) is EXPECTED
    same = advise(view, model=EXPECTED.knowing({}))
    assert [each.value for each in same] == [each.value for each in advise(view)]


def evening(tmp_path, head, people=""):
    (tmp_path / "habits.toml").write_text(people)
    record = tmp_path / "evening.txt"
    lines = (EXAMPLES / "evening.txt").read_text()
    record.write_text(
        lines.replace(
            "character: Wanderer", f"character: Wanderer\n{head}" if head else "character: Wanderer"
        )
    )
    return record


def test_a_record_names_the_file_and_off_is_without(tmp_path):
    people = "[enigma.Cid]\ngames = 3\nlies = 9\ntruths = 1\nrooms = { Library = 9 }\n"
    plain, off, known = (
        deduce("advise", evening(tmp_path, head, people), "--json")[1]
        for head in ("", "habits: off", "habits: habits.toml")
    )
    assert plain == off
    assert json.loads(known)["people"]["Cid"]["known"] is True
    assert json.loads(known)["people"]["Bob"]["known"] is False
    _, text, _ = deduce("solve", evening(tmp_path, "habits: habits.toml", people))
    assert "Cid: lies in " in text
    assert "Bob: not known; people lie in 2% to 89% of their claims" in text


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ("[enigma.Cid]\nlies = 'many'\n", "lies of a profile is a number from 0"),
        ("[enigma.Cid]\nlise = 3\n", "a profile has no 'lise'"),
        ("[enigma.Cid]\nrooms = { Cellar = 3 }\n", "names the room 'Cellar'"),
        ("[enigma.Cid]\nrooms = 3\n", "names with numbers"),
        ("[enigma.Cid]\nlies = 1\nrooms = { Tome = 3 }\n", "more rooms than lies"),
        ("[enigma.Cid]\nlies = 1\npassed_lies = 2\n", "more repeated_lies and passed_lies than lies"),
        ("[enigma\n", "is no TOML"),
        ("counted = 3\n", "expected the marks of records"),
        ("enigma = 3\n", "expected a table a person"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, people, said):
    status, _, err = deduce("solve", evening(tmp_path, "habits: habits.toml", people))
    assert status == 2
    assert said in err


def another_evening(number):
    """The example once more, as if of another day."""
    text = (EXAMPLES / "rulebook.txt").read_text()
    return re.sub(r"(?m)^(game:.*)$", r"\1\nhabits: off" if number > 1 else r"\1", text, count=1)


def test_a_record_is_counted_once(tmp_path):
    file, again = tmp_path / "habits.toml", tmp_path / "again.txt"
    spaced = another_evening(1).replace(" ", "  ")
    again.write_text("# the same evening, copied\n" + spaced)
    status, _, _ = deduce("habits", EXAMPLES / "rulebook.txt", "--to", file)
    assert status == 0
    kept = file.read_text()
    status, text, _ = deduce("habits", again, "--to", file)
    assert status == 0
    assert file.read_text() == kept
    assert "again.txt: counted before, passed over" in text
    _, text, _ = deduce("habits", again, EXAMPLES / "rulebook.txt", "--json")
    assert json.loads(text)["passed_over"] == [str(EXAMPLES / "rulebook.txt")]
    assert json.loads(text)["habits"]["enigma"]["P1"]["games"] == 1


def test_counts_are_added_over_evenings_and_read_back(tmp_path):
    file = tmp_path / "habits.toml"
    for games in (1, 2):
        record = tmp_path / f"evening{games}.txt"
        record.write_text(another_evening(games))
        status, _, _ = deduce("habits", record, "--to", file)
        assert status == 0
        assert people_in(file, "enigma")["P1"]["games"] == games
    assert people_in(file, "enigma")["P1"]["rooms"] == {"Bombe": 2.0, "Phantom": 2.0}
    assert profiles_in(file) == {"enigma": people_in(file, "enigma")}
    odd = {"enigma": {"Ann-Lu Ö.": {"lies": 1.0, "rooms": {}}}}
    file.write_text(profiles_text(odd))
    assert profiles_in(file) == odd
    with pytest.raises(RecordError, match="expected a number"):
        summed({"lies": "x"}, {"lies": 1}, "here")


def test_what_cannot_be_counted_is_said():
    status, _, err = deduce("habits", EXAMPLES / "evening.txt")
    assert status == 2
    status, _, err = deduce("habits", EXAMPLES.parent / "tables/kuhn.txt")
    assert status == 2
    assert err
    with pytest.raises(ProblemError, match="number from 0"):
        Profile.of({"lies": -1}, ROOMS)


def test_rows_tell_nothing_without_a_file():
    replay = GAME.answers().read(read_record(EXAMPLES / "evening.txt"))
    assert people_rows(replay) == ([], {})
    assert model_of(replay) is EXPECTED
