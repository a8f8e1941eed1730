"""A box of one's own: what a data file may change, and everything that is wrong in it, told at once."""

import itertools
import random
import re
import tomllib
from pathlib import Path

import pytest
from command_line import deduce
from shakespeare_tools import new

from deduce.games.base import CHANCE, settle
from deduce.ground.errors import ProblemError, RecordError
from deduce.records.record import read_record
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components.export import exported, key_lines
from deduce_models.shakespeare.components.keys import TABLES
from deduce_models.shakespeare.components.loading import _over, _read, components
from deduce_models.shakespeare.components.parts import ACTS, DATA, FILES, Gain
from deduce_models.shakespeare.players.named import PLAYERS
from deduce_models.shakespeare.records.assembly import reachable
from deduce_models.shakespeare.records.reading import read
from deduce_models.shakespeare.rules import phases

PAGE = Path(__file__).parents[2] / "docs" / "shakespeare-box.md"


@pytest.fixture
def box(tmp_path):
    """The path of a data file with these lines."""

    def written(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def wrong(path, stage="I"):
    with pytest.raises(ProblemError) as raised:
        components(stage, path)
    return str(raised.value)


def test_one_card_one_stage_one_objective_are_changed_by_naming_them(box):
    path = box(
        '[[character]]\nname = "Hamlet"\ncost = 3\n'
        '[[character]]\nname = "Ghost"\nkind = "actor"\ncopies = 2\ncost = 1\n'
        '[[objective]]\nname = "Wardrobe"\nthresholds = [1, 2, 3]\n'
        '[[objective]]\nname = "Solid walls"\ncopies = 0\n'
        '[stages.B]\ncandles = ["3C"]\n'
        "[box]\nqueen_pounds = 5\n[acts.I]\npounds = { 9 = 7 }\n"
    )
    mine, shipped = components("B", path), components("B")
    changed = {card.name: card for card in mine.deck}
    before = {card.name: card for card in shipped.deck}
    assert (changed["Hamlet"].cost, changed["Hamlet"].power) == (3, before["Hamlet"].power)
    assert set(changed) - set(before) == {"Ghost"}
    assert len(mine.deck) == len(shipped.deck) + 2
    goals = {each.name: each for each in mine.objectives}
    assert goals["Wardrobe"].thresholds == (1, 2, 3)
    assert {each.name for each in shipped.objectives} - set(goals) == {"Solid walls"}
    assert [cell.name for cell in mine.stage.cells if cell.candle] == ["3C"]
    assert mine.stage.rows == shipped.stage.rows
    assert (mine.queen_pounds, mine.days, mine.acts[0].pounds) == (5, shipped.days, ((9, 7),))
    assert mine.acts[1:] == shipped.acts[1:]


def test_all_data_are_exported_and_read_back(box):
    status, text, _ = deduce("games", "shakespeare", "--export")
    assert status == 0
    path = box(text)
    for stage in tomllib.loads(text)["stages"]:
        assert components(stage, path) == components(stage)
    # What is deleted from a file that says all there is, is gone.
    path = box(re.sub(r'\[\[character\]\]\nname = "Puck"\n(?:\w.*\n)+', "", text))
    assert {card.name for card in components().deck} - {
        card.name for card in components("I", path).deck
    } == {"Puck"}
    assert "[acts]" in text
    path = box(text.replace("[box]", "[bux]"))
    assert re.search(r"bux: is no table.*\n *box: is missing", wrong(path))


@pytest.mark.parametrize("words", [["--export"], ["decrypto", "--export"]])
def test_what_cannot_be_exported_is_said(words):
    status, _, told = deduce("games", *words)
    assert status == 2
    assert "--export needs the name" in told or "decrypto has no data file" in told


def tables_of(key, value):
    if isinstance(value, list):
        return value
    return (
        list(value.values())
        if key == "stages"
        else [value, *(part for act, part in value.items() if act in ACTS)]
    )


def test_every_shipped_table_says_where_it_comes_from():
    for name in FILES:
        for key, value in tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8")).items():
            for table in tables_of(key, value):
                assert table["reason"]
                assert table["provenance"] in ("rulebook", "deduced", "reconstructed")


def test_a_stage_of_ones_own_has_a_name_of_its_own(box):
    path = box('[stages.garden]\nrows = ["voooov", "vooooov", "oooo"]\n')
    assert "row 1 has 4 spaces" in wrong(path)
    path = box('[stages.garden]\nrows = ["ooooo", "voooov", "vooov"]\ncandles = ["3C"]\n')
    record = f"game: shakespeare\nplayers: 1\nstage: garden\ndata: {path}\n\nposition turn 1\n"
    state = read(read_record(record, allow_files=True)).last
    assert (state.setup.stage.name, len(state.setup.stage.cells)) == ("garden", 12)
    with pytest.raises(ProblemError, match=r"option stage='gardn': did you mean 'garden'"):
        new(players=1, data=path, stage="gardn")
    with pytest.raises(RecordError, match="stage='gorden'"):
        read(read_record(record.replace("stage: garden", "stage: gorden"), allow_files=True))
    with pytest.raises(ProblemError, match=r"option stage='garden': .*allowed: I, A, B, D22, D23"):
        new(players=1, stage="garden")


def test_everything_wrong_is_told_at_once_and_names_the_users_file(box):
    path = box(
        '[[character]]\nname = "Hamlt"\ncost = -3\nkind = "act"\n'
        '[[character]]\nname = "Puck"\nactivation = { white = 1, set = 2, costume = 2 }\nvalue = 3\n'
        '[[objective]]\nname = "Wardrobe"\nthresholds = [3, 2]\n[[objective]]\nname = "wardrobe"\n'
        '[box]\ndays = "x"\nfoo = 1\n[acts.I]\nlength = 4\n[stages.M]\nrows = ["oo"]\n'
    )
    told = wrong(path)
    head, *lines = told.split("\n  ")
    assert head == f"{path}: {len(lines)} things are wrong:"
    for piece in (
        "character[Hamlt].kind: 'act' is unknown; did you mean 'actor'",
        "character[Hamlt].copies: is missing (expected a whole number); a new character? Else did you mean 'Hamlet'",
        "character[Hamlt].cost: expected at least 0, not -3",
        "character[Puck].value: mistress, dresser, handyman have a value",
        "character[Puck].activation: one of set, costume, elements",
        "objective[Wardrobe].thresholds: expected up to three rising",
        "objective[wardrobe].name: 'wardrobe' is given twice",
        "box.foo: is not a key",
        "box.days: expected a whole number, not 'x'",
        "acts.I.length: expected at least 8, not 4",
        "stages.M: rows: row 1 has 2 spaces",
    ):
        assert any(line.startswith(piece) for line in lines), piece
    assert len(lines) == 11
    assert wrong(box("[ambiance]\nprestige = [1]\n")).startswith(f"{path}: ambiance: all rows")
    few = box('[[character]]\nname = "Handyman"\ncopies = 0\n')
    with pytest.raises(
        ProblemError, match=r"mine\.toml: 4 players need at least 30 character cards, not 27"
    ):
        new(players=4, data=few)


def test_no_value_is_too_strange_for_an_error():
    """Every key of every table with values of every kind: an error, or a box."""
    strange = [-1, 0, 1, 10**9, "x", "", [], [1], ["x"], {}, {"x": 1}, True, 1.5, {"5": "x"}, [[1]], None]
    rng = random.Random(4)
    shipped = {
        key: value
        for name in FILES
        for key, value in tomllib.loads((DATA / f"{name}.toml").read_text()).items()
    }
    refused = 0
    for table in shipped:
        for key in (*TABLES.get(table, {}), "I", "name", "provenance", "reason"):
            given = {key: rng.choice(strange)}
            if isinstance(shipped[table], list):
                given = [{"name": shipped[table][3]["name"], **given}]
            mixed = {each: _over(each, value, {table: given}) for each, value in shipped.items()}
            try:
                _read(mixed, "I", "mine.toml")
            except ProblemError as error:
                assert str(error).startswith("mine.toml: ")  # noqa: PT017
                refused += 1
    assert refused > 40


# Actors who take elements.

TAKERS = (
    '[[character]]\nname = "Falstaff"\nactivation = { white = 1, elements = 5 }\n'
    '[[character]]\nname = "Author"\nactivation = { red = 1, costume = 5 }\n'
)


def test_an_actor_takes_elements_after_its_quills(box):
    path = box(TAKERS)
    assert components("I", path).start[1].activation == Gain((0, 0, 0, 1))
    record = f"game: shakespeare\nplayers: 1\ndata: {path}\n\n" + "\n".join((
        "position turn 1", "position offer set black 2 pink 1 purple 1", "position offer costume pink 2 green 1",
        "position day 2", "position seat 1 tokens 2",
        "position troupe 1 assistant extra-romeo", "activate falstaff", "quill II",
        "set black 1C", "costume pink extra-romeo",
    ))  # fmt: skip
    state = read(read_record(record, allow_files=True)).last
    # Neither assistants nor tokens help an actor: five to spend, three spent.
    assert (state.phase, state.budget, state.boards[0].ambiance) == (phases.CRAFT, 2, 2)
    assert state.initiative == (1,)
    told = {move.text for move in state.moves()}
    assert {"set black 1L1", "set pink 1L1", "costume pink author", "done"} <= told
    assert not any("purple" in text or "green" in text or "yellow" in text for text in told)
    with pytest.raises(RecordError, match="author takes elements of costumes only"):
        read(read_record(record + "\ndone\nactivate author\nset black 1L1\n", allow_files=True))
    with pytest.raises(RecordError, match="line 11, column 19"):
        read(read_record(record.replace("activate falstaff", "activate falstaff +3"), allow_files=True))


@pytest.mark.parametrize("players", [1, 2])
def test_the_planner_plays_with_actors_who_take_elements(box, players):
    from deduce_models.shakespeare.advice.planning import Planner

    state = settle(new(players=players, data=box(TAKERS), seed=2), random.Random(1))
    rng, quick, took = random.Random(3), Planner(samples=0, leaves=0), 0
    while state.actor is not None and state.day < 3:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        taking = state.phase == phases.CRAFT and state.setup.roles[state.worker] == 0
        took += taking and len(state.moves()) > 1
        state = state.play(quick.best(state.view(state.actor)).move)
    assert took > 2
    assert "planner" in PLAYERS


def test_the_bound_says_that_it_knows_no_such_actors(box):
    pytest.importorskip("ortools")
    from deduce_models.shakespeare.bound.draws import solo_script
    from deduce_models.shakespeare.bound.result import bound

    setup = new(players=1, data=box(TAKERS)).setup
    with pytest.raises(ProblemError, match="the bound knows no actors who take elements, such as Author"):
        bound(setup, solo_script(1, setup), effort=0.1)


# The page, and numbers that no seat can have.


def test_the_page_explains_every_key():
    page = PAGE.read_text(encoding="utf-8")
    assert "\n".join(key_lines()) in page
    assert exported().count("\n[[character]]") == len(
        tomllib.loads((DATA / "characters.toml").read_text())["character"]
    )
    for block in re.findall(r"```toml\n(.*?)```", page, re.S):
        assert tomllib.loads(block)


@pytest.mark.parametrize("words", ["prestige -50", "pounds 999", "prestige 90", "pounds -1"])
def test_numbers_that_no_seat_can_have_are_refused(words):
    record = f"game: shakespeare\nplayers: Ann Bob\n\nposition day 4\nposition turn Ann\nposition seat Ann {words}\n"
    with pytest.raises(RecordError, match=r"line 6, column 1[5-9]|line 6, column 2\d"):
        read(read_record(record))


@pytest.mark.parametrize(("players", "other"), [(1, False), (2, True), (4, False)])
def test_what_games_reach_is_never_refused(players, other):
    data = Path(__file__).parent / "other_box.toml" if other else None
    for seed in range(6):
        rng = random.Random(seed)
        state = new(players=players, data=data)
        while state.actor is not None:
            moves = list(state.moves()) if state.actor is not CHANCE else [state.draw(rng)]
            rich = [
                move
                for move in moves
                if move.text.startswith(("activate queen pounds", "set pink", "costume"))
            ]
            state = state.play(rng.choice(rich or moves))
            if state.phase in (phases.WAGER, phases.ACTION):
                ends = reachable(state.setup, state.day)
                for board in state.boards:
                    for name, (least, most) in ends.items():
                        assert least <= getattr(board, name) <= most


def test_a_line_of_a_named_player_is_one_of_the_seat():
    record = (
        "game: shakespeare\nplayers: Ann Bob\n\nposition seat Ann prestige 7\nposition seat 1 pounds 3\n"
    )
    with pytest.raises(RecordError, match="given twice"):
        read(read_record(record))
    many = "position troupe Ann assistant.1 assistant.2 assistant.3 jeweler.1\nposition turn Ann\n"
    with pytest.raises(RecordError, match="seat 1 has not recruited today"):
        read(read_record(f"game: shakespeare\nplayers: Ann Bob\n\n{many}"))


def test_the_only_work_is_not_called_proved():
    record = "game: shakespeare\nplayers: 1\n\nposition turn 1\nposition offer set yellow 1\n"
    assert GAME.name == "shakespeare"
    assert "looking at its only" not in GAME.solve(read_record(record)).text
    assert "all it can do" in GAME.solve(read_record(record)).text


@pytest.mark.parametrize("count", [0, 12, 14])
def test_costumes_have_a_number_for_each_sum(box, count):
    for key in ("pounds", "prestige"):
        told = wrong(box(f"[costumes]\n{key} = {[0] * count}\n"))
        assert "costumes: expected 13 numbers, for the sums 3 to 15" in told


def test_an_objective_has_up_to_three_rising_thresholds(box):
    """Every list of up to four numbers from 1 to 3: those that do not rise, and those of four, are refused."""
    lines = '[[objective]]\nname = "Wardrobe"\nthresholds = {}\n'
    for counts in ([1], [1, 2], [1, 2, 5], [2, 1], [1, 1], [1, 2, 3, 4], [1, 3, 2], [2, 3, 5, 8]):
        path = box(lines.format(counts))
        if len(counts) <= 3 and all(a < b for a, b in itertools.pairwise(counts)):
            kept = next(item for item in components("I", path).objectives if item.name == "Wardrobe")
            assert kept.thresholds == tuple(counts)
        else:
            assert f"expected up to three rising numbers from 1, not {counts}" in wrong(path)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (3, 0), (3, 2), (2, 2)])
def test_an_act_of_ranks_is_one_that_gives_any_of_them_something(box, first, second):
    act = components("I", box(f"[acts.II]\nfirst = {first}\nsecond = {second}\n")).acts[1]
    assert act.ranks == ((first, second) if first or second else ())


def test_what_no_icon_shows_is_not_given():
    """Whoever has no activation in the data gives nothing; of an activation, what is left out."""
    nothing = ((0, 0, 0, 0), 0, 0, 0)
    shipped = tomllib.loads((DATA / "characters.toml").read_text())["character"]
    plain = {each["name"] for each in shipped if "activation" not in each}
    people = [*components().start, *components().deck]
    assert plain & {person.name for person in people}
    for person in people:
        gain = person.activation
        told = (gain.quills, gain.ambiance, gain.pounds, gain.prestige)
        assert (told == nothing) == (person.name in plain)
    author = next(person for person in people if person.name == "Author")
    assert author.activation == Gain(quills=(0, 0, 0, 2))
    assert Gain(quills=(0, 0, 0, 2)).pounds == 0
