"""Tokens forgotten and false: counted over evenings, integrated, and never mixed with what is proved."""

import json
from itertools import permutations
from math import prod
from types import SimpleNamespace

import numpy as np
import pytest
from command_line import deduce

from deduce.games import read_record
from deduce.ground.errors import ProblemError
from deduce.records.profiles import people_in
from deduce_models.entracte import GAME
from deduce_models.entracte.answers.people import people_rows
from deduce_models.entracte.knowledge.model import SLIPS, knowledge_of
from deduce_models.entracte.knowledge.slips import USUAL, Slips, counted, likely_codes

CODES = ["light alternate", "both on", "type7 repeat", "type8 forward"]
HEAD = """game: entracte
mode: cooperative
players: Ann Bob Cid Dee
me: Ann
{codes}
start: right spring Sat young on female d z

"""
RIGHT = """Ann plays left fall Wed young on female c z ; tokens Bob
Bob plays up fall Sun old off female b x ; tokens Ann
Cid plays down spring Sat young off female c y ; tokens Dee
Dee plays left spring Fri adult on male d y ; tokens Ann
Ann plays up spring Mon old on female c y ; tokens Bob
"""
FORGOTTEN = RIGHT.replace("c y ; tokens Dee", "c y")


def notes(tmp_path, lines, *, shown, people=None):
    head = HEAD.format(codes="codes: " + " / ".join(CODES) if shown else f"code: {CODES[0]}")
    if people is not None:
        (tmp_path / "habits.toml").write_text(people)
        head = head.replace("start:", "habits: habits.toml\nstart:")
    file = tmp_path / f"notes{len(list(tmp_path.iterdir()))}.txt"
    file.write_text(head + lines)
    return file


def evidence(file):
    return GAME.answers().read(read_record(file)).evidence


def test_what_a_shown_code_tells_of_every_token_is_counted(tmp_path):
    right, wrong = (counted(evidence(notes(tmp_path, lines, shown=True))) for lines in (RIGHT, FORGOTTEN))
    assert right[4] == Slips(1, put=1, forgotten=0, held=3, invented=0)
    assert wrong[4] == Slips(1, put=0, forgotten=1, held=3, invented=0)
    assert {seat: right[seat] == wrong[seat] for seat in (1, 2, 3)} == {1: True, 2: True, 3: True}
    assert right[2] == Slips(1, put=2, held=2)
    false = counted(evidence(notes(tmp_path, RIGHT.replace("tokens Dee", "tokens Bob Dee"), shown=True)))
    assert false[2] == Slips(1, put=2, held=1, invented=1)


def chance(did, did_not, yes, no):
    """The chance of events at a Beta rate, by the midpoint rule over its fifth root, since small rates are steep."""
    roots = (np.arange(20000) + 0.5) / 20000
    rates = roots**5
    weight = rates ** (yes - 1) * (1 - rates) ** (no - 1) * roots**4
    return float((weight * rates**did * (1 - rates) ** did_not).sum() / weight.sum())


@pytest.mark.parametrize("lines", [RIGHT, FORGOTTEN, RIGHT.replace("tokens Bob\n", "tokens Bob Cid?\n")])
def test_chances_are_those_of_every_assignment(tmp_path, lines):
    """Against every way to give three others different codes, each token looked at in turn."""
    told = evidence(notes(tmp_path, lines, shown=False))
    people = {2: Slips(), 3: Slips(3, put=20, forgotten=9, held=31), 4: Slips(1, put=4, held=4, invented=2)}
    every = range(len(told.setup.parts.codes))
    likely = {}
    for seat in (2, 3, 4):
        for code in every:
            seen = dict.fromkeys(("put", "forgotten", "held", "invented"), 0)
            barred = 0
            for step in told.steps[:-1]:
                due = bool(step.matched >> code & 1)
                if step.entry.seat == seat:
                    barred += step.barred >> code & 1
                elif not step.entry.unsure >> seat & 1:
                    did = bool(step.entry.tokens >> seat & 1)
                    seen[("put" if did else "forgotten") if due else ("invented" if did else "held")] += 1
            one, usual = people[seat], {kind: USUAL * SLIPS[kind] for kind in ("no token", "token")}
            forgets = (usual["no token"] + one.forgotten, USUAL - usual["no token"] + one.put)
            invents = (usual["token"] + one.invented, USUAL - usual["token"] + one.held)
            likely[seat, code] = (
                SLIPS["card"] ** barred
                * chance(seen["forgotten"], seen["put"], *forgets)
                * chance(seen["invented"], seen["held"], *invents)
            )
    mine = next(code for code in every if told.codes[0] >> code & 1)
    wanted = np.zeros((4, len(every)))
    wanted[0, mine] = 1
    total = 0.0
    for three in permutations([code for code in every if code != mine], 3):
        weight = prod(likely[seat, code] for seat, code in zip((2, 3, 4), three, strict=True))
        total += weight
        for seat, code in zip((2, 3, 4), three, strict=True):
            wanted[seat - 1, code] += weight
    wanted[1:] /= total
    assert likely_codes(told, people) == pytest.approx(wanted, rel=1e-4, abs=1e-9)


def test_who_never_slips_is_as_knowledge_says(tmp_path):
    told = evidence(notes(tmp_path, RIGHT, shown=False))
    known, sure = knowledge_of(told), Slips(100, put=1e5, held=1e5)
    found = likely_codes(told, dict.fromkeys((2, 3, 4), sure))
    for seat, name in enumerate(told.names):
        exact = known.marginals(known.problem["code"][name])
        for code, chance in zip(told.setup.parts.codes, found[seat], strict=True):
            assert chance == pytest.approx(exact.get(code.name, 0.0), abs=0.02)


def test_one_who_forgets_is_blamed_and_its_code_is_found_all_the_same(tmp_path):
    people, blamed = "[entracte.Dee]\ngames = 9\nput = {}\nforgotten = {}\nheld = 60\n", []
    for put, forgotten in ((50, 0), (30, 20)):
        file = notes(tmp_path, FORGOTTEN, shown=True, people=people.format(put, forgotten))
        status, text, _ = deduce("solve", file)
        assert status == 1
        assert f"Dee: forgets {(0.6 + forgotten) / 70:.0%} of tokens" in text
        first = json.loads(deduce("solve", file, "--json")[1])["repairs"]
        blamed.append(sum(each["chance"] for each in first if "Dee put no token" in str(each)))
    # It is the token, or the code that was shown; of one who forgets it is nearly surely the token.
    assert blamed[0] < 0.8 < 0.95 < blamed[1]
    told = evidence(notes(tmp_path, FORGOTTEN, shown=False))
    dee = [code.name for code in told.setup.parts.codes].index(CODES[3])
    careful, careless = (
        likely_codes(told, {4: slips})[3, dee]
        for slips in (Slips(9, put=60, held=60), Slips(9, put=30, forgotten=30, held=60))
    )
    assert careless > 5 * careful


def test_a_stranger_has_the_range_of_people_and_off_is_without(tmp_path):
    people = "[entracte.Cid]\ngames = 2\nput = 14\nforgotten = 6\nheld = 20\n"
    plain = deduce("solve", notes(tmp_path, RIGHT, shown=False), "--json")[1]
    known = notes(tmp_path, RIGHT, shown=False, people=people)
    told = json.loads(deduce("solve", known, "--json")[1])
    assert told["people"]["Cid"]["known"]
    assert told["people"]["Bob"] == {**told["people"]["Dee"], "known": False}
    assert told["sheet"] == json.loads(plain)["sheet"]
    assert sum(told["slips"]["Cid"].values()) == pytest.approx(1)
    known.write_text(known.read_text().replace("habits: habits.toml", "habits: off"))
    assert deduce("solve", known, "--json")[1] == plain


def test_counts_go_to_a_file_and_come_back(tmp_path):
    file = tmp_path / "people.toml"
    for lines in (RIGHT, FORGOTTEN):
        status, _, err = deduce("habits", notes(tmp_path, lines, shown=True), "--to", file)
        assert status == 0, err
    assert people_in(file, "entracte")["Dee"] == {
        "games": 2.0,
        "put": 1.0,
        "forgotten": 1.0,
        "held": 6.0,
        "invented": 0.0,
    }
    status, _, err = deduce("habits", notes(tmp_path, RIGHT, shown=False))
    assert status == 2
    assert "not everybody's code is told" in err
    for wrong in ({"lost": 1}, {"put": -1}, {"put": True}):
        with pytest.raises(ProblemError):
            Slips.of(wrong)
    status, _, err = deduce(
        "solve", notes(tmp_path, RIGHT, shown=False, people="[entracte.Cid]\nlost = 1\n")
    )
    assert status == 2
    assert "a profile has no 'lost'" in err


def test_of_whom_earlier_evenings_tell_it_is_said_how_many_tokens_they_count():
    replay = SimpleNamespace(
        record={"habits": "habits.toml"}, people={2: Slips(9, put=60, forgotten=7, held=60)}
    )
    told = SimpleNamespace(names=("Ann", "Bob", "Cid"), me=1, setup=SimpleNamespace(competitive=True))
    rows, found = people_rows(replay, told)
    assert {name: each["known"] for name, each in found["people"].items()} == {"Bob": True, "Cid": False}
    bob, cid = (str(row) for row in rows[-2:])
    assert "67 counted" in bob
    assert "not known" not in bob
    assert "counted" not in cid
    assert "not known" in cid
