"""Answers in a notebook: pictures that are well-formed and say what the answer says, texts escaped, tables of rows."""

import re
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from command_line import deduce as command

import deduce
from deduce import AllDifferent, Knowledge, Problem
from deduce.arena import run_tournament
from deduce.games import read_record
from deduce.puzzles import hint, steps, verify
from deduce.puzzles.files import read
from deduce.questions import Question, plan
from deduce.show.answers import why_not
from deduce.show.boards import layout
from tests.show.test_pictures import assert_sound
from tests.toy_games import Show

EXAMPLES = Path(__file__).parents[2] / "examples"
SUDOKU = EXAMPLES / "puzzles" / "sudoku6.toml"


def dinner():
    problem = Problem("dinner")
    seat = problem.variables("seat", ["Ann", "<Bob>", "Cid"], domain=[1, 2, 3])
    problem.require(AllDifferent(seat), "one guest a chair & no more")
    return seat, Knowledge(problem)


def said(document):
    return ElementTree.fromstring(document)[1].text


def marked(document):
    """How many cells have an accent."""
    return len(re.findall(r'class="f-accent s-accent"', document))


def test_rows_become_a_frame_where_pandas_is():
    pandas = pytest.importorskip("pandas")
    seat, k = dinner()
    k = k.observe(seat["Ann"] != 1, "one").observe(seat["Cid"] != 1, "two")
    table = k.to_frame()
    assert [tuple(row) for row in table.itertuples(index=False)] == [
        (variable.name, value, chance)
        for variable in k.scope
        for value, chance in k.marginals(variable).items()
    ]
    frame = k.ledger(seat["Cid"] == 2).to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["after"]) == [entry.after for entry in k.ledger(seat["Cid"] == 2)]
    walk = steps(read(SUDOKU).puzzle)
    assert list(walk.to_frame()["number"]) == [step.number for step in walk.steps]


def test_a_verdict_shows_the_grid_and_marks_where_solutions_differ():
    puzzle = read(SUDOKU).puzzle
    unique = verify(puzzle)
    assert_sound(unique._repr_svg_())
    for variable, value in unique.solution.items():
        assert f"{variable.name} {value}" in said(unique._repr_svg_())
    several = verify(puzzle.without(*puzzle.log[:4]))
    document = several._repr_svg_()
    assert_sound(document)
    assert marked(document) == len(several.difference) > 0
    for variable, one, other in several.difference:
        assert f"{variable.name} {one} / {other}" in said(document)
    seat, k = dinner()
    none = verify(k.observe(seat["Ann"] == 1, "first").observe(seat["Cid"] == 1, "also first"))
    assert "also first" in said(none._repr_svg_())


def test_steps_have_a_picture_each():
    walk = steps(read(SUDOKU).puzzle)
    document = walk._repr_svg_()
    assert_sound(document)
    told = said(document).splitlines()
    for step in walk.steps[:60]:
        assert any(line.startswith(f"{step.number}. {step.sentence}") for line in told)
    assert told[told.index("At the beginning") + 1].startswith("cell[1,3] 4; cell[2,1] 3; ")
    assert "Solved." in told
    html = ElementTree.fromstring(f"<div>{walk.steps[-1]._repr_html_()}</div>")
    assert walk.steps[-1].sentence in html[0][0].text


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_hints_say_no_more_than_asked(strength):
    puzzle = read(SUDOKU).puzzle
    found = hint(puzzle, strength=strength)
    html = found._repr_html_()
    ElementTree.fromstring(f"<div>{html}</div>")
    assert ("<ul>" in html) == (strength > 1)
    assert (" is " in html.split("</p>", 1)[1]) == (strength > 2) or strength == 2
    wrong = hint(puzzle, {"cell[1,1]": 2}, strength=strength)
    assert "cell[1,1]" in wrong._repr_html_()


def test_layouts_follow_the_names():
    problem = Problem("p")
    grid = problem.variables("cell", [(1, 1), (1, 2), (2, 1), (2, 2)], domain=[0, 1])
    assert layout(list(grid.values())).plain
    pets = problem.variables("pet", ["Ann", "Bob"], domain=["cat", "dog"])
    drinks = problem.variables("drink", ["Ann", "Bob"], domain=["tea", "milk"])
    table = layout([*pets.values(), *drinks.values()])
    assert (table.rows, table.columns, table.plain) == (("Ann", "Bob"), ("pet", "drink"), False)
    lone = problem.variable("who", ["x", "y"])
    assert layout([lone, *pets.values()]).rows == ("who", "pet[Ann]", "pet[Bob]")


def test_a_tree_and_a_diagram_are_drawn_and_bounded():
    _, k = dinner()
    tree = plan(k, [Question.value(variable) for variable in k.scope])
    assert_sound(tree._repr_svg_())
    assert tree.root.question in said(tree._repr_svg_())
    diagram = k.worlds.to_diagram()
    document = diagram._repr_svg_()
    assert_sound(document)
    assert document.count('rx="4"') == sum(map(len, diagram.layers)) + 1
    problem = Problem("wide")
    wide = problem.variables("w", range(60), domain=range(40))
    problem.require(AllDifferent(list(wide.values())[:5]), "apart")
    large = Knowledge(problem).worlds.to_diagram()._repr_svg_()
    assert_sound(large)
    assert "and 20 more layers" in said(large)


def test_advice_has_bars_and_reasons():
    game = deduce.game("entracte")
    state = game.new(players=2, seed=3)
    ranked = game.advise(state.view(state.actor), time_limit=0.2)
    document = ranked._repr_svg_()
    assert_sound(document)
    for place, each in enumerate(ranked[:12], 1):
        assert f"{place}. {each.move}: {each.reason}" in said(document)
    assert str(ranked[0].move) in ranked[0]._repr_html_()


def test_a_tournament_is_a_table_and_bars():
    game = Show()
    result = run_tournament(game, ["random", "sampling"], players=2, deals=3)
    document = result._repr_svg_()
    assert_sound(document)
    for standing in result.standings:
        assert f"{standing.name}: {standing.score}" in said(document)


@pytest.mark.parametrize(
    "words",
    [
        ("solve", EXAMPLES / "enigma" / "evening.txt"),
        ("advise", EXAMPLES / "decrypto" / "encrypt.txt"),
        ("advise", EXAMPLES / "enigma" / "evening.txt"),
        ("unique", SUDOKU),
        ("steps", EXAMPLES / "puzzles" / "cinema.toml"),
    ],
    ids=lambda words: f"{words[0]}-{words[1].stem}",
)
def test_commands_write_a_picture_beside_their_answer(words, tmp_path):
    plain = command(*words)
    pictured = command(*words, "--svg", tmp_path / "board.svg")
    assert pictured == plain
    assert_sound((tmp_path / "board.svg").read_text(encoding="utf-8"))


def test_a_picture_that_cannot_be_written_is_an_error(tmp_path):
    status, out, err = command("unique", SUDOKU, "--svg", tmp_path / "no" / "board.svg")
    assert (status, out) == (2, "")
    assert "cannot be written" in err


@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "initiative", "shakespeare"])
def test_positions_are_short_in_a_notebook(name):
    game = deduce.game(name)
    state = game.new(players=game.seats.start + 1, seed=4)
    assert repr(state).startswith(f"<{name} state: seat ")
    view = state.view(1)
    for shown in (view, view.face):
        assert repr(shown).startswith(f"<{name} view of seat 1: seat ")
    assert repr(game.new(players=game.seats.start + 1)) == f"<{name} state: chance moves>"


def test_answers_are_short_at_a_prompt():
    puzzle = read(SUDOKU).puzzle
    for answer in (verify(puzzle), verify(puzzle, limit=3), steps(puzzle)):
        assert len(repr(answer)) < 250


@pytest.mark.parametrize(
    "name", ["entracte/evening", "enigma/evening", "initiative/seat1", "shakespeare/position"]
)
def test_records_and_replays_show_themselves_and_are_short_at_a_prompt(name):
    path = EXAMPLES / f"{name}.txt"
    record = read_record(path)
    face = ElementTree.fromstring(f"<div>{record._repr_html_()}</div>")
    assert face.find("pre").text == record.text
    replay = deduce.game(record.game).answers().read(record)
    assert replay.names[0] in repr(replay)
    assert_sound(replay._repr_svg_())
    assert max(len(repr(record)), len(repr(replay))) < 150


@pytest.mark.parametrize(
    ("less", "one", "other"),
    [(0.3, 0.1, 0.1), (0.2, 0.1, 0.1), (0.5, 0.3, 0.4), (1.5, 0.3, 0.4), (0.0, 1, 1), (0.1, 0, 0)],
)
def test_a_difference_within_twice_its_standard_error_is_said_to_be(less, one, other):
    ranked = [
        SimpleNamespace(value=2 + less, error=one, move="a", reason=""),
        SimpleNamespace(value=2.0, error=other, move="b", reason=""),
    ]
    (said,) = why_not(ranked)
    unsure = 2 * (one**2 + other**2) ** 0.5
    if less:
        assert str(said).startswith(f"Why not b: {less:.3f} less")
        assert (f"within the error ({unsure:.3f})" in str(said)) == (less < unsure)
    else:
        assert str(said) == "Why not b: it is worth the same."
