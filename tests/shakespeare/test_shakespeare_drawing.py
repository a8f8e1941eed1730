"""Drawings: every piece, debt and candle is seen, within 80 columns; SVG is well formed and says it in words."""

import itertools
import random
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shakespeare_tools import acting, with_board

import deduce
from deduce.games.speaking import speech_of, told
from deduce.ground.report import Report
from deduce.show import svg
from deduce.web.record_verbs import board
from deduce_models.shakespeare.answers import picture
from deduce_models.shakespeare.answers.boards import _stage
from deduce_models.shakespeare.answers.changed import changed
from deduce_models.shakespeare.answers.picture import _other
from deduce_models.shakespeare.components.blocks import (
    acts_block,
    ambiance_block,
    costumes_block,
    stage_block,
)
from deduce_models.shakespeare.components.drawing import (
    LETTERS,
    acts_text,
    ambiance_text,
    costumes_text,
    offer_text,
    stage_text,
)
from deduce_models.shakespeare.components.elements import COLOURS, JOKER, PINK, YELLOW
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.rules.listing import _person

STAGES = ("I", "A", "B", "D22", "D23")
SVG = "{http://www.w3.org/2000/svg}"
PARTS = components()


def built(stage, rng, pieces):
    """A stage with up to so many pieces, each put where the rules allow it; and the placements in order."""
    found, order = stage.empty, []
    for _ in range(pieces):
        choices = [
            (place, colour)
            for place in range(len(stage.cells))
            for colour in range(1, 7)
            if not stage.refusal(found, place, colour)
        ]
        if not choices:
            break
        place, colour = rng.choice(choices)
        order.append((place, colour))
        found = stage.put(found, place, colour)
    return found, order


def test_a_stage_with_a_proposal_reads_as_on_the_table():
    stage = PARTS.stage
    pieces = bytearray(stage.empty)
    for name, colour in {"1C": 5, "1L1": 2, "1L2": 1, "1R2": 1, "2L1": 1}.items():
        pieces[stage.place(name)] = colour
    placed = [(stage.place("1R1"), PINK), (stage.place("2R1"), YELLOW)]
    lines = stage_text(stage, bytes(pieces), placed).splitlines()
    assert lines[:4] == [
        "              4L2*    4L1     4R1     4R2*",
        "          [#]     3L1*   (3C*)    3R1*    [#]",
        "     (2L3)   (2L2)    [K]     <Y2>   (2R2)   (2R3)",
        "  [#]     [K]     [P]     [G]     <P1>    [K]     [#]",
    ]
    before = stage_text(stage, bytes(pieces)).splitlines()
    assert "(1R1=P)" in before[3]
    assert "2R1=K" in before[2]
    assert "(2R1" not in before[2]


@given(st.sampled_from(STAGES), st.integers(0, 10**6), st.integers(0, 23))
def test_every_space_is_drawn_once_as_what_it_is(name, seed, number):
    stage, rng = components(name).stage, random.Random(seed)
    pieces, order = built(stage, rng, number)
    split = rng.randrange(len(order) + 1)
    before = stage.empty
    for place, colour in order[:split]:
        before = stage.put(before, place, colour)
    drawing = stage_text(stage, before, order[split:])
    assert max(map(len, drawing.splitlines())) <= 80
    shown = drawing.split("\n\n")[0]
    assert shown.count("[#]") == 4
    assert shown.count("[") - 4 == split
    assert shown.count("<") == len(order) - split
    for nth, (_, colour) in enumerate(order[split:], 1):
        assert f"<{LETTERS[colour]}{nth}>" in shown
    # In brackets are exactly the spaces to which some element may go next.
    open_now = sum(
        any(not stage.refusal(pieces, place, colour) for colour in range(1, 7))
        for place in range(len(stage.cells))
    )
    assert shown.count("(") == open_now
    for place, cell in enumerate(stage.cells):
        assert (cell.name in shown) == (not pieces[place])
    root = ElementTree.fromstring(svg.document("stage", [stage_block(stage, pieces)]))
    assert root.find(f"{SVG}desc").text == stage_text(stage, pieces)
    candles = sum(cell.candle and not pieces[place] for place, cell in enumerate(stage.cells))
    assert len(root.findall(f".//{SVG}ellipse")) == candles


def test_costumes_show_slots_sum_and_gain():
    text = costumes_text(PARTS, [("Author", [3]), ("Falstaff", [2, 2, 2]), ("Lady Macbeth", [5, 5, 6])])
    assert text.splitlines() == [
        "Author        [U][ ][ ]  sum 3, 2 to come",
        "Falstaff      [P][P][P]  sum 6, complete: 2 pounds",
        "Lady Macbeth  [G][G][Y]  sum 13, complete: 2 prestige",
    ]
    assert costumes_text(PARTS, []) == "no costumes"


def test_tracks_show_piles_and_prizes():
    piles = [{3: ["1"], 4: ["n", "2"]}, {8: ["n"], 6: ["2", "1"]}, {9: ["1", "2", "n"]}]
    lines = acts_text(PARTS, piles).splitlines()
    assert lines[1].split() == ["Act", "I", ".", ".", "1", "n2", *"....."]
    assert lines[2].split() == ["pounds", "1", "3", "5"]
    assert lines[4] == "  prestige: first 2, second 1"
    assert lines[5].endswith("12n")
    # A prize stands under its space.
    assert lines[2].index("1") == lines[0].index("5")
    text = ambiance_text(PARTS, {"1": 2, "2": 5})
    assert " 5  1 prestige              2" in text.splitlines()
    assert max(map(len, (acts_text(PARTS, piles) + text).splitlines())) <= 80


def test_a_drawing_is_well_formed_and_accessible():
    pictures = [
        stage_block(PARTS.stage, PARTS.stage.empty),
        costumes_block(PARTS, [("<Puck> & co", [1, 2, 3]), ("Author", [])]),
        acts_block(PARTS, [{1: ["1"]}, {9: ["1"]}, {4: ["n", "1"]}]),
        ambiance_block(PARTS, {"1": 2}),
    ]
    document = svg.document("Day 3 & <after>", pictures)
    root = ElementTree.fromstring(document)
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Day 3 & <after>"
    assert "<Puck> & co" in root.find(f"{SVG}desc").text
    assert document == svg.document("Day 3 & <after>", pictures)
    assert "font-face" not in document
    assert "href" not in document


def test_spaces_lie_beside_each_other_and_right_of_their_label():
    """No box crosses another or the edge, each track goes from its label to the edge, and no words are squeezed."""
    acts = acts_block(PARTS, [{1: ["1"]}, {9: ["1"]}, {4: ["n", "1"]}])
    costumes = costumes_block(PARTS, [("Author", [1, 2, 3]), ("Puck", []), ("Falstaff", [5])])
    ambiance = ambiance_block(PARTS, {"1": 2, "2": 4})
    lengths = [act.length for act in PARTS.acts]
    for block, left, right, number in (
        (acts, 42, svg.INNER, sum(lengths)),
        (costumes, 108, 188, 9),
        (ambiance, 0, svg.INNER, len(PARTS.ambiance)),
    ):
        root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{"".join(block.shapes)}</svg>')
        boxes = [
            tuple(float(box.attrib[key]) for key in ("x", "y", "width", "height"))
            for box in root.iter(f"{SVG}rect")
        ]
        assert len(boxes) == number
        assert min(x for x, _, _, _ in boxes) == left
        assert right - 10 <= max(x + wide for x, _, wide, _ in boxes) <= right
        assert max(y + high for _, y, _, high in boxes) <= block.height
        for (x, y, wide, high), (x2, y2, wide2, high2) in itertools.combinations(boxes, 2):
            assert x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y
    texts = [shape for shape in ambiance_block(PARTS, {}).shapes if shape.startswith("<text")]
    assert all('font-size="9"' in text for text in texts)


def test_anothers_board_says_everybody_and_what_they_wear():
    state = acting(2, 1)
    troupe = state.boards[1].troupe
    worn = (bytes([1, 5]), *(b"" for _ in troupe[1:-1]), bytes([6]))
    view = with_board(state, 2, costumes=worn).view(1)
    block = _other(view, ("Ann", "Bob"), 2)[1]
    lines = block.words.splitlines()
    assert lines[0] == "stage: empty"
    assert len(lines) == 1 + len(troupe)
    assert lines[1].endswith(f": {COLOURS[0]} {COLOURS[4]}")
    assert lines[-1].endswith(f": {COLOURS[5]}")
    assert all(":" not in line for line in lines[2:-1])


def test_a_picture_names_ones_own_objectives_and_hides_those_of_others():
    state = acting(2, 1)
    state = state._replace(dealings=((1, (0, 1, 2), 1, (0, 2)), (2, (3, 4, 5), 4, (3, 5))))
    codes = [state.setup.objective_codes[item] for item in (1, 4)]
    for seat in (1, 2):
        root = ElementTree.fromstring(picture.picture(state.view(seat)))
        shown = [node.text for node in root.iter(f"{SVG}text")]
        assert [code in shown for code in codes] == [seat == 1, seat == 2]
        assert shown.count("hidden") == 1


def test_what_a_line_changed_leaves_proposals_out():
    position = ["day 2", "seat 1: 3 pounds", "  troupe: Puck", "Ann decides: 3 cards", "a work of 4"]
    kept = ["hidden from Ann: the wager of Bob", "position code n2 d2"]
    before = Report("\n".join([*position, *kept]), {})
    after = [*position, *kept]
    after[1], after[2], after[4] = "seat 1: 5 pounds", "  troupe: Puck, Falstaff", "a work of 6"
    after[6:] = ["the costumes on offer: K2", "position code n2 d3"]
    told = changed(before, Report("\n".join(after), {}))
    assert list(told) == ["seat 1: 5 pounds", "seat 1, troupe: Puck, Falstaff", "the costumes on offer: K2"]


@pytest.mark.parametrize(
    ("offer", "text"),
    [((2, 0, 1, 0, 0, 1), "K2 U1 Y1"), ((0,) * 6, "nothing"), ((0, 0, 0, 0, 12, 0), "G12")],
)
def test_offers_are_named_by_letters(offer, text):
    assert offer_text(offer) == text


@pytest.mark.parametrize("spaces", [6, 12, 24])
def test_words_of_the_ambiance_stay_in_their_space_however_many_there_are(spaces):
    """Every word below a space is at most as wide as its box, made smaller or cut where it must be."""
    many = replace(
        PARTS,
        ambiance=tuple(
            replace(PARTS.ambiance[0], prestige=1, pounds=number % 3) for number in range(spaces)
        ),
        grey=(1,) * spaces,
    )
    root = ElementTree.fromstring(
        f'<svg xmlns="{SVG[1:-1]}">{"".join(ambiance_block(many, {}).shapes)}</svg>'
    )
    boxes = [(float(each.attrib["x"]), float(each.attrib["width"])) for each in root.iter(f"{SVG}rect")]
    words = [each for each in root.iter(f"{SVG}text") if each.attrib.get("text-anchor") == "middle"]
    assert len(words) >= spaces
    for word in words:
        middle = float(word.attrib["x"])
        ((left, wide),) = [each for each in boxes if each[0] <= middle <= sum(each)]
        assert middle == pytest.approx(left + wide / 2, abs=0.01)
        assert svg.text_width(word.text, float(word.attrib["font-size"])) <= wide


def test_a_disc_of_the_ambiance_stands_in_its_space_beside_the_others():
    there = {"1": 2, "2": 2, "3": 2, "4": 5}
    root = ElementTree.fromstring(
        f'<svg xmlns="{SVG[1:-1]}">{"".join(ambiance_block(PARTS, there).shapes)}</svg>'
    )
    boxes = [(float(each.attrib["x"]), float(each.attrib["width"])) for each in root.iter(f"{SVG}rect")]
    discs = [(float(each.attrib["cx"]), float(each.attrib["r"])) for each in root.iter(f"{SVG}circle")]
    assert len(discs) == 4
    for (middle, radius), space in zip(discs, there.values(), strict=True):
        left, wide = boxes[space]
        assert left <= middle - radius
        assert middle + radius <= left + wide
    for (one, radius), (two, _) in itertools.pairwise(discs[:3]):
        assert two - one >= 1.5 * radius
    first, wide = boxes[2]
    assert sum(middle for middle, _ in discs[:3]) / 3 == pytest.approx(first + wide / 2, abs=0.01)


@pytest.mark.parametrize("name", STAGES)
def test_the_stage_to_be_touched_has_every_space_beside_the_others(name):
    """A piece is two columns wide: none lies over another or beyond the board, and the board is no larger."""
    stage = components(name).stage
    view = SimpleNamespace(setup=SimpleNamespace(stage=stage))
    pieces, _ = built(stage, random.Random(name), 8)
    board = _stage(view, SimpleNamespace(stage=pieces))
    for place, colour in zip(board.places, pieces, strict=False):
        assert (place.about.split(",")[0] in COLOURS) == bool(colour)
        if colour:
            assert place.text.removesuffix("*") == LETTERS[colour]
            assert place.about.split(",")[0] == COLOURS[colour - 1]
            assert place.colour == svg.Print.PIECES[colour - 1]
    spots = {(place.row, place.column) for place in board.places}
    assert len(spots) == len(board.places) == len(stage.cells) + len(stage.printed)
    assert not any((row, column + 1) in spots for row, column in spots)
    assert {min(row for row, _ in spots), min(column for _, column in spots)} == {0}
    assert max(row for row, _ in spots) + 1 == len(board.rows)
    assert max(column for _, column in spots) + 2 == len(board.columns)


@pytest.mark.parametrize("name", STAGES)
@pytest.mark.parametrize("seed", range(6))
def test_a_space_to_be_touched_says_what_it_mirrors_where_a_colour_is_asked(name, seed):
    stage = components(name).stage
    pieces, _ = built(stage, random.Random(seed), 2 * seed)
    board = _stage(SimpleNamespace(setup=SimpleNamespace(stage=stage)), SimpleNamespace(stage=pieces))
    for cell, place, colour in zip(stage.cells, board.places, pieces, strict=False):
        across = pieces[cell.mirror]
        asked = [f"mirrors {COLOURS[across - 1]}"] if across and across != JOKER and not colour else []
        assert [each for each in place.about.split(", ") if each.startswith("mirrors")] == asked


def test_the_position_in_words_names_what_somebody_wears():
    state = acting(2, 1)
    for colour, name in enumerate(COLOURS, 1):
        said = _person(state.setup, state.boards[0], 0, state.boards[0].troupe[0], bytes([colour]))
        assert name in said
        assert not any(other in said for other in COLOURS if other != name)


@pytest.mark.parametrize("used", [False, True])
@pytest.mark.parametrize("resting", [False, True])
def test_the_position_in_words_says_of_each_person_alone_what_it_does(used, resting):
    state = acting(2, 1)
    board = state.boards[0]
    for place, person in enumerate(board.troupe):
        here = 1 << place
        others = sum(1 << other for other in range(len(board.troupe)) if other != place)
        marked = board._replace(used=here if used else others, resting=here if resting else others)
        said = _person(state.setup, marked, place, person, b"")
        assert ("activated" in said, "resting" in said) == (used, resting)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_of_the_table_the_row_of_whoever_acts_is_marked(seat, monkeypatch):
    drawn = {}
    monkeypatch.setattr(
        picture.svg, "columns", lambda heads, rows, widths, **how: drawn.update(how, rows=rows)
    )
    picture._table(acting(3, seat).view(1), ("Ann", "Bob", "Cid"))
    assert [drawn["rows"][row][0] for row in drawn["marked"]] == [("Ann", "Bob", "Cid")[seat - 1]]


def test_under_the_acts_stands_what_shaded_spaces_cost_and_who_of_a_pile_is_ahead():
    root = ElementTree.fromstring(
        svg.document("", [acts_block(PARTS, [{1: ["1"]}, {9: ["1"]}, {4: ["n", "1"]}])])
    )
    words = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert f"shaded: {PARTS.penalty} prestige; of a pile the lowest disc is ahead" in words


@pytest.mark.parametrize(
    ("language", "open_", "candle"), [("de", "frei", "Kerze"), ("ru", "свободно", "свеча")]
)
def test_what_is_said_of_the_places_of_boards_is_said_in_the_language(language, open_, candle):
    """Of spaces, whether they can be filled, and what they mirror; of pieces on offer how many, and their colour."""
    record = (Path(__file__).parents[2] / "examples/shakespeare/position.txt").read_text(encoding="utf-8")
    report = told(board({"record": record}), speech_of(deduce.game("shakespeare"), language))
    about = [place.get("about", "") for each in report.data["boards"] for place in each["places"]]
    assert any(open_ in each for each in about)
    assert any(candle in each for each in about)
    assert not re.search(
        "[a-z]" if language == "ru" else r"\b(open|yet|candle|mirrors|printed|pink|black)\b",
        " ".join(about),
    )
