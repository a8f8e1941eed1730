"""What Enigma's answers say is what was computed: boards, needs, people, lies; and every refusal of its files."""

import itertools
import random
from types import SimpleNamespace

import numpy as np
import pytest
from positions import dealt_to, seen_by

from deduce.ground.errors import ProblemError
from deduce.ground.wording import in_percent
from deduce.rulebook.audience import ALL
from deduce_models.enigma.answers import boards, lies, people, report
from deduce_models.enigma.belief import claims, profiles
from deduce_models.enigma.belief.claims import Claim, wanted
from deduce_models.enigma.belief.habits import Habits
from deduce_models.enigma.belief.lying import EXPECTED, MODELS, LieModel
from deduce_models.enigma.belief.profiles import Profile
from deduce_models.enigma.belief.rivals import Need, RivalMission, rivals, rows_of, told
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION, _components
from deduce_models.enigma.players.careful import Mind
from deduce_models.enigma.records.reasons import reason
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind

ROOMS = ["Library", "Code", "Radio", "Tome", "Teamwork", "Command", "Bombe", "Phantom", "Machine"]
PEOPLE = ["Decrypter", "Messiah", "Medium", "Archivist", "Wanderer", "Ghost", "Saboteur"]


def beginning(mine="Decrypter", players=4):
    others = [name for name in PEOPLE if name != mine]
    return seen_by(dealt_to(ROOMS, [mine, *others], players=players), 1)


VIEW = beginning()
SETUP = VIEW.setup


# Boards.


def random_log(rng):
    """Looks, claims, checks and cards laid anew, in any order: what a board goes by."""
    for _ in range(rng.randint(0, 14)):
        seat, at = rng.randint(1, 4), rng.randrange(9)
        kind = rng.choice(
            (
                What.PEEK,
                What.QUIET,
                What.LOOK,
                What.CLAIM,
                What.VERDICT,
                What.SHUFFLE,
                What.LAY,
                What.GHOST,
                What.END,
            )
        )
        if kind in (What.SHUFFLE, What.LAY, What.GHOST):
            at = sum(1 << cell for cell in rng.sample(range(9), 3))
        yield Event(kind, seat if kind is not What.VERDICT else rng.choice((0, seat)), at, rng.randrange(9))


def test_who_has_looked_and_what_was_claimed_since_a_card_was_laid():
    rng = random.Random(3)
    for _ in range(60):
        log = tuple(random_log(rng))
        cells = tuple(rng.choice((-1, -1, -1, room)) for room in range(9))
        view = SimpleNamespace(setup=SETUP, log=log, open=cells)
        for at in range(9):
            looked, claim = set(), None
            for event in log:
                moved = event.kind in (What.SHUFFLE, What.LAY, What.GHOST) and event.at >> at & 1
                if moved:
                    # Who laid the cards again saw them; who shuffled them did not.
                    looked, claim = set() if event.kind is What.SHUFFLE else {event.seat}, None
                elif (event.kind in (What.PEEK, What.QUIET, What.LOOK) and event.at == at) or (
                    event.kind is What.VERDICT and event.at == at and event.seat
                ):
                    looked.add(event.seat)
                elif event.kind is What.CLAIM and event.at == at:
                    claim = (event.seat, event.what)
            assert boards.lookers_of(view)[at] == (looked if cells[at] < 0 else set())
            assert boards.claims_of(view).get(at) == (claim if cells[at] < 0 else None)


def test_the_board_has_every_card_with_its_chances():
    chances = np.array([[0.0] * 9 for _ in range(9)])
    chances[0, [2, 4, 5]] = 0.25, 0.5, 0.25
    chances[1, 3] = 1.0
    view = VIEW._replace(cells=(-1, 3, -1, -1, -1, -1, -1, -1, 8), at=2)
    assert boards.rooms_at(view, 0, chances) == [("Teamwork", 0.5), ("Radio", 0.25), ("Command", 0.25)]
    assert boards.rooms_at(view, 1, None) == [("Tome", 1.0)]
    assert boards.rooms_at(view, 0, None) == []
    log = (Event(What.PEEK, 3, 4), Event(What.PEEK, 2, 4), Event(What.CLAIM, 3, 4, 6))
    board = boards.mansion(view._replace(log=log))
    assert len(board.places) == 9
    for at, place in enumerate(board.places):
        assert (place.say, place.row, place.column, place.text) == (
            str(at + 1),
            at // 3,
            at % 3,
            str(at + 1),
        )
        assert place.fact == f"{at + 1} {{value}}"
        assert place.marked == (at == 2)
        assert place.open == (at in (1, 8))
        assert place.seen == ((2, 3) if at == 4 else ())
        assert place.claim == ((3, "Bombe") if at == 4 else (0, ""))
    assert (len(board.rows), len(board.columns)) == (3, 3)


# Answers.


@pytest.mark.parametrize(
    ("row", "believed", "rooms"),
    [
        ([0.25, 0.25, 0.25, 0.25], False, []),
        ([0.26, 0.25, 0.25, 0.24], False, [0, 1, 2, 3]),
        ([0.4, 0.2, 0.2, 0.2], True, []),
        ([0.4, 0.2, 0.2, 0.2], False, [0]),
        ([0.35, 0.35, 0.2, 0.1], False, [0, 1]),
        ([0.0, 1.0, 0.0, 0.0], False, []),
        ([0.22, 0.2, 0.2, 0.19, 0.19], False, []),
        ([0.26, 0.2, 0.2, 0.17, 0.17], False, [0]),
        ([0.25, 0.2, 0.2, 0.18, 0.17], False, []),
    ],
)
def test_chances_are_told_where_they_say_something(row, believed, rooms):
    assert report._telling(np.array(row), believed=believed) == rooms


def test_the_mansion_in_rows_of_three():
    chances = np.zeros((9, 9))
    chances[:, 8] = 1.0
    chances[1, [0, 8]] = 0.6, 0.4
    chances[2, [0, 8]] = 0.5, 0.5
    chances[3, [0, 8]] = 0.7, 0.3
    view = VIEW._replace(cells=(8, *[-1] * 8))
    grid, key = report._mansion(SETUP, view, chances, [3])
    cells = " ".join(grid.split())
    assert cells.startswith("1 [Machine]")
    assert "2 Library 60%" in cells
    assert "3 ?" in cells
    assert "4 ?" in cells  # claims say more of it
    assert cells.count("Machine") == 6
    assert len(grid.splitlines()) == 3
    assert key == "[face up]  proven  likely 67%  ? unknown"
    assert report._left(1) == "1 layout left: every card is certain."
    assert report._left(8) == "8 layouts left (3.0 bits)."
    figures = report._figures(SETUP, chances, [3])
    assert figures == {(2, "Library"): "60%", (2, "Machine"): "40%"}
    rows = report._open_cells(SETUP, chances, [3])
    assert rows[0] == "  2: Library 60%, Machine 40%"
    assert rows[1:] == ["  3 4: any of Library, Machine"]


def test_who_is_or_may_be_whom():
    rows = {
        "Ann": {"Ghost": 1.0},
        "Bob": {"Medium": 0.6, "Ghost": 0.2, "Decrypter": 0.2},
        "Cid": {"Medium": 0.34, "Ghost": 0.33, "Decrypter": 0.33},
        "Dee": {"Medium": 0.8, "Ghost": 0.1, "Decrypter": 0.1},
    }
    assert report._person_lines(rows, ["Dee"]) == [
        "Ann is the Ghost",
        "Bob: Medium 60%, Ghost 20%, Decrypter 20%",
        "Cid, Dee: any of Decrypter, Ghost, Medium",
    ]
    assert report._person_lines(rows)[-1] == "Cid: any of Decrypter, Ghost, Medium"


def test_how_people_speak_is_told_of_everybody_else(monkeypatch):
    known = Profile.of({"games": 1, "lies": 3, "truths": 9, "doubts": 2, "trusts": 6}, ROOMS)
    replay = SimpleNamespace(names=("Ann", "Bob", "Cid"), me=1, record={"habits": "file"})
    monkeypatch.setattr(people, "profiles_in", lambda _: {2: known})
    rows, data = people.people_rows(replay)
    assert rows[:2] == ["", "How they speak, by earlier evenings (about 90 % of the chance):"]
    lying, doubting = known.lying(), known.doubting()
    assert rows[2] == (
        f"  Bob: lies in {lying[0]:.0%} of claims ({lying[1]:.0%} to {lying[2]:.0%}; 12 counted), "
        f"doubts {doubting[0]:.0%} of what it knows nothing of ({doubting[1]:.0%} to {doubting[2]:.0%})"
    )
    usual = profiles.ranges()
    rates = [kind.lies for kind in EXPECTED.kinds]
    assert usual[1:] == (min(rates), max(rates))
    assert rows[3] == f"  Cid: not known; people lie in {usual[1]:.0%} to {usual[2]:.0%} of their claims"
    assert data["people"] == {
        "Bob": {"known": True, "lies": list(lying), "doubts": list(doubting)},
        "Cid": {"known": False, "lies": list(usual)},
    }
    assert people.people_rows(SimpleNamespace(**{**vars(replay), "record": {"habits": "off"}})) == ([], {})


@pytest.mark.parametrize(("checker", "caught"), [(None, False), (0, False), (2, True)])
def test_the_lies_of_a_game_are_its_false_claims(checker, caught):
    def state(at, turn, log):
        face = SimpleNamespace(setup=SETUP, at=at, turn=turn, cells=tuple(range(9)), log=log)
        return SimpleNamespace(face=face)

    begun = (Event(What.PEEK, 3, 4),)
    log = (
        *begun,
        Event(What.CLAIM, 3, 4, 2),
        *([] if checker is None else [Event(What.VERDICT, checker, 4, 2)]),
    )
    states = [state(4, 3, begun), state(4, 3, begun), state(4, 3, log)]
    truth, lie = EnigmaMove(Kind.CLAIM, -1, 4, ""), EnigmaMove(Kind.CLAIM, -1, 2, "")
    assert lies.lies(states, [truth, EnigmaMove(Kind.END, -1, -1, "")]) == []
    (found,) = lies.lies(states, [truth, lie])
    assert (found.move, found.seat, found.said, found.truth, found.caught) == (
        1, 3, "card 5 is Radio", "Teamwork", caught,
    )  # fmt: skip


# Needs.


def some_belief(rng):
    return SimpleNamespace(
        cells=rng.dirichlet(np.ones(9), size=9),
        people=rng.dirichlet(np.full(7, 0.3), size=7),
        method="exact",
        claims=(),
    )


def test_a_need_is_the_mission_of_each_character_one_may_be():
    rng, parts = np.random.default_rng(5), SETUP.parts
    for chaos, keys, up in ((0, 0, ()), (0b100, 0b1000, (1, 4)), (0b11110, 0b110, (0,))):
        cells = tuple(at if at in up else -1 for at in range(9))
        view = VIEW._replace(chaos=chaos, keys=keys, cells=cells, out=0b10000)
        belief = some_belief(rng)
        needs = rivals(view, belief)
        assert [need.seat for need in needs] == [2, 3]
        down = [at for at in range(9) if at not in up]
        for need in needs:
            chances = belief.people[view.held[need.seat - 1]]
            by_name = {each.character: each for each in need.missions}
            assert [each.chance for each in need.missions] == sorted(
                chances[chances > 0].tolist(), reverse=True
            )
            total = dict.fromkeys(down, 0.0)
            for card, person in enumerate(parts.characters):
                mission = by_name[person.name]
                assert mission.chance == chances[card]
                rooms = [room for room in range(9) if person.rooms >> room & 1 and room not in up]
                assert list(mission.rooms) == [ROOMS[room] for room in rooms]
                for room in rooms:
                    best = max(down, key=lambda at, room=room: belief.cells[at, room])
                    assert mission.rooms[ROOMS[room]] == (best + 1, belief.cells[best, room])
                    for at in down:
                        total[at] += chances[card] * belief.cells[at, room]
                has = {
                    "C": chaos >> need.seat & 1, "D": keys >> need.seat & 1,
                    "no C": not chaos >> need.seat & 1, "": True,
                }[person.token]  # fmt: skip
                assert mission.token == ("" if has else person.token)
                assert (mission.calls, mission.accuses) == (person.calls, person.accuses)
            assert need.cells == pytest.approx({at + 1: chance for at, chance in total.items()})
    over = VIEW._replace(seat=0)
    assert [need.seat for need in rivals(over, some_belief(rng))] == [1, 2, 3, 4]


def mission(name="Medium", chance=0.5, token="", rooms=None, calls=0, accuses=False):
    return RivalMission(name, chance, token, rooms or {}, calls, accuses)


def test_needs_are_told_where_they_say_something():
    two = Need(2, (mission(chance=0.66), mission("Ghost", 0.34)), {1: 0.5, 2: 0.1, 3: 0.1}, "exact")
    even = Need(3, (mission(chance=0.64), mission("Ghost", 0.36)), {1: 0.1, 2: 0.1, 3: 0.1}, "exact")
    none = Need(4, (), {}, "exact")
    assert told([two, even, none]) == [two]
    view = SimpleNamespace(open=(-1, -1, -1, 4))
    names = ("Ann", "Bob", "Cid", "Dee")
    assert rows_of([], view, names) == []
    assert rows_of([even, none], view, names) == []
    assert rows_of([two], view, names) == [
        "",
        "What they probably need (by claims too, lie model 'expected'; exact):",
        "  Bob: Medium 66%: nothing more; Ghost 34%: to name Phantom uncaught",
        "    its mission's cards, most likely at: 1 (50%)",
    ]
    rooms = {"Radio": (3, 0.31), "Code": (2, 0.3)}
    many = (
        mission("Decrypter", 0.7, "D", rooms), mission("Archivist", 0.2, "", {}, 2, True), mission("Saboteur", 0.1),
    )  # fmt: skip
    flat = Need(3, many, {1: 0.4, 2: 0.3, 3: 0.3}, "sampled")
    row = (
        "  Cid: Decrypter 70%: Radio{}, Code, Decryption; "
        "Archivist 20%: 2 cards to name, a player with Chaos and that one's Character; 1 more"
    )
    assert rows_of([flat], view, names) == ["", rows_of([flat], view, names)[1], row.format(" (at 3, 31%)")]
    assert rows_of([flat], view, names, {(3, "Radio"): "31%"})[2] == row.format(" (at 3, 31%)")
    assert rows_of([flat], view, names, {(3, "Radio"): "40%"})[2] == row.format(" (at 3)")
    assert rows_of([flat], view, names)[1].endswith("sampled):")
    few = Need(2, two.missions, {1: 0.1, 2: 0.0, 3: 0.0}, "exact")  # a tenth and no more is not told
    assert len(rows_of([few], view, names)) == 3
    plain = two.to_dict()
    assert plain["cells"] == {"1": 0.5, "2": 0.1, "3": 0.1}
    assert flat.to_dict()["characters"][0] == {
        "character": "Decrypter", "chance": 0.7, "lacks": "Decryption", "calls": 0, "accuses": False,
        "rooms": {"Radio": {"cell": 3, "chance": 0.31}, "Code": {"cell": 2, "chance": 0.3}},
    }  # fmt: skip


# What is made of claims.


@pytest.mark.parametrize("model", [MODELS["motive"], LieModel("plain", vigilance=0.6, suspicion=0.3)])
def test_a_claim_is_as_likely_as_its_speaker_would_make_it(model):
    """Lies are shared out by what is wanted; who knew a lie mostly doubts, who knew the truth never does."""
    for tokens, doubted, knew, card, options in itertools.product(
        (0, CHAOS, DECRYPTION), (0, 0b100), (0, 0b1000, 0b11000), (None, *range(7)), (-1, 0b101101011)
    ):
        claim = Claim(0, 2, 1, 4, 3, tokens, knew, 0.3, options=options, doubted=doubted)
        wish = {room: 1.0 for room in range(9) if options >> room & 1}
        if card is not None:
            for room in wanted(SETUP, card, tokens):
                if room in wish:
                    wish[room] *= model.motive
        count = bin(knew).count("1")
        found = claim.likelihood(SETUP, model, card)
        for room in range(9):
            if room == 3:
                chance = 0.0 if doubted else 0.7 / (1 - model.suspicion) ** count
            else:
                others = sum(share for other, share in wish.items() if other != room)
                told_so = wish.get(3, 0.0) / others
                quiet = 1.0 if doubted else 0.3 * ((1 - model.vigilance) / (1 - model.suspicion)) ** count
                chance = told_so * quiet
            assert found[room] == pytest.approx(max(chance, 1e-9))


def test_what_silences_say_of_other_positions():
    model = LieModel("plain", vigilance=0.6, suspicion=0.3)
    seen = (0b100, 0b1100, 0, 0, 0b10000, 0b10, 0, 0, 0)
    claim = Claim(0, 1, 0, 4, 3, 0, 0b10000, 0.3, seen=seen, doubted=0b1000)
    found = dict(claim.elsewhere(SETUP, model))
    assert set(found) == {0, 1, 5}
    silent, loud = (1 - 0.6) / (1 - 0.3), 0.6 / 0.3
    for at, ratio in ((0, silent), (1, silent * loud), (5, silent)):
        assert found[at][3] == pytest.approx(ratio)
        assert [*np.delete(found[at], 3)] == [1.0] * 8


def test_unchecked_claims_count_by_what_became_of_them():
    model = LieModel("plain")
    prior = 1.5 / 5
    known = np.full((9, 9), 0.5)
    known[4] = [0, 0, 0, 1, 0, 0, 0, 0, 0]
    for room, laid, knew, wanted_lie in (
        (3, -1, 0, 0.0), (2, -1, 0, 1.0), (2, 5, 0, None), (3, -1, 0b100, 0.0),
        (2, 5, 0b100, "silence"), (2, 5, 0b1100, "silence"),
    ):  # fmt: skip
        claim = Claim(2, 2, 1, 4, room, 0, knew, 0.0, before=7)
        seen = claims.habits_after(SETUP, (), model, [claim], [laid] * 9, known)[2]
        if wanted_lie == "silence":
            lie = prior * 0.25 ** bin(knew).count("1")
            wanted_lie = lie / (lie + 1 - prior)
        if wanted_lie is None:
            assert (seen.lies, seen.truths, seen.spoken) == (0, 0, [])
            continue
        assert (seen.lies, seen.truths) == (pytest.approx(wanted_lie), pytest.approx(1 - wanted_lie))
        assert [(each.room, each.before) for each in seen.spoken] == [(room, 7)]
    for field in ("doubted", "proven", "open"):
        claim = Claim(2, 2, 1, 4, 3, 0, 0b100, 0.0, **{field: 1})
        assert claims.habits_after(SETUP, (), model, [claim], [-1] * 9, known)[2].spoken == []
    quiet = claims.habits_after(SETUP, (), MODELS["equilibrium"], [claim], [-1] * 9, known)
    assert set(quiet) == {1, 2, 3, 4}


def test_the_careful_player_tries_its_mission_when_all_of_it_is_proven():
    view = VIEW._replace(cells=(-1,) * 9)

    def mind(name, cells, people_rows=None, **fields):
        made = object.__new__(Mind)
        made.view, made.setup = view._replace(**fields), SETUP
        made.person = SETUP.parts.characters[PEOPLE.index(name)]
        made.cells = np.array(cells, dtype=float)
        made.needed = [room for room in range(9) if made.person.rooms >> room & 1]
        made.__dict__["people"] = np.eye(7) if people_rows is None else people_rows
        return made

    sure = np.eye(9)
    assert mind("Decrypter", sure).proven()
    for name in ("Decrypter", "Messiah"):
        for room in range(9):
            doubt = sure.copy()
            doubt[:, room] *= 0.9
            assert mind(name, doubt).proven() == (room not in mind(name, sure).needed)
    medium = mind("Medium", sure, chaos=0b100)
    assert medium.proven()
    assert not mind("Medium", sure).proven()  # nobody to accuse
    assert not mind("Medium", sure, chaos=0b10).proven()  # oneself is nobody to accuse
    assert not mind("Medium", sure, chaos=0b100, out=0b100).proven()
    assert not mind("Medium", sure, np.full((7, 7), 1 / 7), chaos=0b100).proven()
    for slot in range(7):
        known = np.full((7, 7), 1 / 7)
        known[slot] = np.eye(7)[0]
        assert mind("Medium", sure, known, chaos=0b100).proven() == (slot == view.held[1])
    for name in PEOPLE:
        person = SETUP.parts.characters[PEOPLE.index(name)]
        if person.calls:
            rooms = mind(name, sure).needed
            others = [room for room in range(9) if room not in rooms]
            for unsure in range(len(others) + 1):
                doubt = sure.copy()
                doubt[:, others[:unsure]] *= 0.9
                doubt[others[:unsure]] *= 0.9
                able = len(others) - unsure >= person.calls
                assert mind(name, doubt).proven() == able


def test_the_careful_player_names_what_brings_its_token_then_what_looks():
    """The Bombe takes Chaos or brings Decryption, the Phantom turns Chaos, and three rooms look."""
    for name, chaos in itertools.product(PEOPLE, (False, True)):
        mind = object.__new__(Mind)
        mind.setup, mind.chaos, mind.person = SETUP, chaos, SETUP.parts.characters[PEOPLE.index(name)]
        token = mind.person.token
        for room in range(9):
            brings = {
                "Bombe": (token == "no C" and chaos) or (token == "D" and not chaos),
                "Phantom": (token == "C" and not chaos) or (token in ("no C", "D") and chaos),
            }.get(ROOMS[room], False)
            looks = ROOMS[room] in ("Library", "Code" if chaos else "Command")
            if ROOMS[room] == "Phantom" and not token:
                assert mind.effect(room) == 0  # it would only lose its Character's place
            else:
                assert mind.effect(room) == (3.0 if brings else 1.5 if looks else 0.5)


@pytest.mark.parametrize("seen", [(0, 0, 0, 0), (2, 1, 3, 4), (0.5, 2.5, 0, 7)])
def test_habits_of_one_kind_of_people_are_counts_beside_usual_ones(seen):
    habits = Habits(*seen)
    model = LieModel("plain", lies=1.0, truths=3.0)
    assert model.lying(habits) == pytest.approx((1 + seen[0]) / (4 + seen[0] + seen[1]))
    assert model.doubting(habits) == pytest.approx((0.6 + seen[2]) / (4 + seen[2] + seen[3]))
    assert model.objection(doubted=True) == pytest.approx(0.75 / 0.2)
    assert model.objection(doubted=False) == pytest.approx(0.25 / 0.8)


# Refusals of files.

ROOM = {"name": "Library", "provenance": "x"}


def table(**changes):
    note = {"provenance": "reconstructed", "reason": "a test"}
    rooms = [{"name": name, **note} for name in ROOMS]
    people_ = [{"name": name, **note} for name in PEOPLE]
    return {"rooms": rooms, "characters": people_, **changes}


def changed(which, at, **fields):
    rows = table()
    rows[which][at] = {**rows[which][at], **fields}
    return rows


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rooms": {}}, r"here: expected a list of tables \[\[rooms\]\]"),
        (table(rooms=[1]), r"here: expected a list of tables \[\[rooms\]\]"),
        (table(characters="x"), r"here: expected a list of tables \[\[characters\]\]"),
        (changed("rooms", 0, ikon="C"), "here: rooms: unknown key 'ikon'"),
        (changed("rooms", 0, name="Two words"), "here: rooms: name must be one word, not 'Two words'"),
        (changed("rooms", 0, name=3), "here: rooms: name must be one word, not 3"),
        (changed("rooms", 0, name="Libary"), "here: rooms: no effect is known for 'Libary'.*Library"),
        (changed("rooms", 0, icon="X"), "here: Library: icon must be one of '', 'C' and 'D', not 'X'"),
        (changed("characters", 1, token="X"), "here: Messiah: token: "),
        (
            changed("characters", 1, rooms="Code"),
            "here: Messiah: rooms must be a list of names, not 'Code'",
        ),
        (changed("characters", 1, rooms=["Cod"]), "here: Messiah: rooms: 'Cod': .*Code"),
        (changed("characters", 1, calls=-1), "here: Messiah: calls must be a whole number, not -1"),
        (changed("characters", 1, calls="2"), "here: Messiah: calls must be a whole number, not '2'"),
        (changed("characters", 1, name="Ghost"), "here: characters: 'Ghost' is there twice"),
        (changed("rooms", 1, name="Library"), "here: rooms: 'Library' is there twice"),
        (
            table(rooms=table()["rooms"][:8]),
            "here: rooms: a mansion has 6 or 9 cards in rows of three, not 8",
        ),
        (
            table(rooms=table()["rooms"][:3]),
            "here: rooms: a mansion has 6 or 9 cards in rows of three, not 3",
        ),
        (table(characters=table()["characters"][:2]), "here: characters: from 3 to 9 are allowed, not 2"),
    ],
)
def test_a_file_of_components_is_refused_with_its_place(wrong, message):
    with pytest.raises(ProblemError, match=message):
        _components(wrong, "here")


def test_a_file_of_components_is_what_it_says():
    rows = table(rooms=table()["rooms"][:6], characters=table()["characters"][:3])
    rows["rooms"][0] |= {"icon": "D", "title": "The Library"}
    rows["rooms"][1] |= {"icon": "C", "provenance": "rulebook"}
    rows["characters"][0] |= {
        "token": "no C",
        "rooms": ["Code", "Tome", "Code"],
        "calls": 2,
        "accuses": True,
    }
    found = _components(rows, "here")
    assert [(room.name, room.title, room.icon, room.known) for room in found.rooms[:3]] == [
        ("Library", "The Library", DECRYPTION, False), ("Code", "Code", CHAOS, True), ("Radio", "Radio", 0, False),
    ]  # fmt: skip
    first = found.characters[0]
    assert (first.token, first.rooms, first.calls, first.accuses) == ("no C", 0b1010, 2, True)
    assert (found.characters[1].token, found.characters[1].rooms, found.characters[1].accuses) == (
        "",
        0,
        False,
    )
    assert (found.character("Messiah"), found.character("Nobody")) == (1, -1)
    assert len(found.notes) == 9


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"lie": 1}, "a profile has no 'lie'"),
        ({"lies": -1}, "lies of a profile is a number from 0, not -1"),
        ({"lies": True}, "lies of a profile is a number from 0, not True"),
        ({"lies": 1e6}, "lies of a profile is a number from 0"),
        ({"rooms": 3}, "rooms of a profile are names with numbers, not 3"),
        ({"lies": 2, "rooms": {"Attic": 1}}, "a profile names the room 'Attic'"),
        ({"lies": 2, "rooms": {"Code": -1}}, "rooms of a profile have numbers from 0, not -1"),
        ({"lies": 2, "rooms": {"Code": 2.1}}, "a profile has more rooms than lies"),
        ({"truths": 2, "told": {"Code": 2.1}}, "a profile has more told than truths"),
        (
            {"lies": 2, "repeated_lies": 1, "passed_lies": 1.1},
            "more repeated_lies and passed_lies than lies",
        ),
        ({"truths": 2, "repeated_truths": 2.1}, "more repeated_truths and passed_truths than truths"),
    ],
)
def test_a_profile_that_is_none_is_refused(wrong, message):
    with pytest.raises(ProblemError, match=message):
        Profile.of(wrong, ROOMS)


def test_a_profile_adds_up():
    one = Profile.of(
        {"games": 1, "lies": 2, "rooms": {"Code": 2}, "repeated_lies": 1, "passed_lies": 1}, ROOMS
    )
    both = one.plus(
        Profile.of({"games": 2, "lies": 1, "truths": 3, "rooms": {"Tome": 1}, "told": {"Code": 3}}, ROOMS)
    )
    assert both.to_dict() == {
        **dict.fromkeys(profiles.COUNTS, 0), "games": 3, "lies": 3, "truths": 3, "repeated_lies": 1,
        "passed_lies": 1, "rooms": {"Code": 2, "Tome": 1}, "told": {"Code": 3},
    }  # fmt: skip
    assert in_percent(0.5) == "50%"


# Why something is known.


def heard(kind, said="", *, part="Bob.turn", **fields):
    plain = {
        "kind": kind,
        "said": said,
        "part": part,
        "name": "",
        "value": True,
        "mask": 0,
        "seat": 2,
        "about": {},
    }
    return SimpleNamespace(**{**plain, **fields})


SCOPE = {2: SimpleNamespace(scope=[SimpleNamespace(name="dealt[Bob]")])}
OTHER = {2: SimpleNamespace(scope=[SimpleNamespace(name="dealt[Cid]")])}


@pytest.mark.parametrize(
    ("event", "key", "sentence"),
    [
        (heard("show", "cell[3]", value="Tome", mask=ALL), None, "Tome lies face up at 3"),
        (heard("show", "cell[3]", value="Tome", mask=0b10), None, "Ann saw Tome at 3"),
        (heard("show", "cell[3]", value="Tome", mask=0b1010), None, "Ann and Cid saw Tome at 3"),
        (heard("show", "dealt[Bob]", value="Ghost", mask=ALL), None, "Bob showed the Ghost"),
        (
            heard("show", "dealt[Cid]", value="Ghost", mask=ALL), None,
            "Bob showed the Ghost, with the Character dealt to Cid",
        ),
        (heard("show", "dealt[Cid]", value="Ghost", part=""), None, "the Character dealt to Cid is seen by its holder"),
        (heard("show", "dealt[Cid]", value="Ghost"), None, "Bob saw the Ghost, the Character dealt to Cid"),
        (heard("sense", value="C"), None, "Bob gained Chaos through the Library"),
        (heard("sense", value="D"), None, "Bob gained Decryption through the Library"),
        (heard("sense", value="nothing"), None, "Bob gained nothing through the Library"),
        (heard("change", seat=0), None, "the Enigma Machine shuffles three cards"),
        (heard("change"), None, "Bob, the Ghost, laid three cards anew"),
        (heard("change", value=None), None, "Bob, the Ghost, laid three cards in an order only Bob knows"),
        (heard("choose", "mission"), None, "Bob showed a Character that has a mission"),
        (heard("choose", "ghost 1 2 3"), None, "Bob showed the Ghost"),
        (heard("choose", "peek 3"), None, "Bob: peek 3"),
        (heard("which", name="together", value=(2,)), 2, "Bob doubted"),
        (heard("which", name="together", value=(1,)), 2, "Bob trusted"),
        (heard("which", name="timeout", value=(2,), about=SCOPE), 2, "Bob won as the Saboteur when time ran out"),
        (
            heard("which", name="timeout", value=(), about=OTHER), 2,
            "Bob did not win as the Saboteur when time ran out, with the Character dealt to Cid",
        ),
        (
            heard("which", "Bob gains {} by 3", value=("C",)), "C",
            "Bob gained Chaos by looking at 3 through the Library",
        ),
        (
            heard("which", "Bob gains {} by 3", value=("C",)), "D",
            "Bob did not gain Decryption by looking at 3 through the Library",
        ),
    ],
)  # fmt: skip
def test_why_something_is_known_is_said_in_a_sentence(event, key, sentence):
    assert reason(event, key, ("Ann", "Bob", "Cid")) == sentence
