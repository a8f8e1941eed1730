"""Pictures measured: bars as long as their values, cells and words in their places, read from the finished SVG."""

import itertools
import random
import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import AllDifferent, Knowledge, Problem
from deduce.ground.wording import in_decimals, in_percent
from deduce.language.facts import Or
from deduce.puzzles import steps
from deduce.questions import Question, plan
from deduce.show import svg
from deduce.show.boards import grid, layout
from deduce.show.curves import HIGH, INKS, LEFT, curves
from deduce.show.faces import MOST_NODES, MOST_ROWS, advice_blocks, html, picture
from tests.show.test_pictures import assert_sound

SVG = "{http://www.w3.org/2000/svg}"


def drawn(shapes):
    """Boxes, lines and words of a block, each a namespace of its numbers, in order."""
    root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(shapes)}</svg>')
    boxes, lines, texts = [], [], []
    for node in root.iter():
        has = node.attrib
        classes = has.get("class", "").split()
        if node.tag == f"{SVG}rect":
            numbers = {key: float(has.get(key, 0)) for key in ("x", "y", "width", "height", "rx")}
            fill = next((name[2:] for name in classes if name.startswith("f-")), "")
            edge = next((name[2:] for name in classes if name.startswith("s-")), "")
            opacity = float(has.get("fill-opacity", 1))
            boxes.append(SimpleNamespace(**numbers, fill=fill, edge=edge, opacity=opacity))
        if node.tag == f"{SVG}path":
            ends = [float(number) for number in re.findall(r"[-\d.]+", has["d"])]
            lines.append(
                SimpleNamespace(
                    ends=ends,
                    width=float(has.get("stroke-width", 1)),
                    edge="".join(name[2:] for name in classes),
                    dashes=has.get("stroke-dasharray", ""),
                )
            )
        if node.tag == f"{SVG}text":
            whole = node.find(f"{SVG}title")
            texts.append(
                SimpleNamespace(
                    x=float(has["x"]),
                    y=float(has["y"]),
                    size=float(has["font-size"]),
                    anchor=has.get("text-anchor", "start"),
                    bold="font-weight" in has,
                    ink="".join(name[2:] for name in classes),
                    words=node.text or "",
                    whole=(node.text or "") if whole is None else whole.text,
                )
            )
    return boxes, lines, texts


# Words.


def test_one_mark_is_written_as_it_is_asked_for():
    assert svg.box(1, 2, 3, 4) == (
        '<rect x="1" y="2" width="3" height="4" rx="4" class="f-card s-edge" fill="#ffffff" '
        'stroke="#85827a" stroke-width="1"/>'
    )
    assert svg.box(1, 2, 3, 4, "#abcdef", "", opacity=0.5, radius=0) == (
        '<rect x="1" y="2" width="3" height="4" rx="0" fill-opacity="0.5" fill="#abcdef"/>'
    )
    assert svg.line(1, 2, 3, 4) == (
        '<path d="M1 2L3 4" class="s-edge" fill="none" stroke="#85827a" stroke-width="1"/>'
    )
    assert svg.line(1, 2, 3, 4, "bad", width=2, dashes="3 3").endswith(
        'stroke="#c22626" stroke-width="2" stroke-dasharray="3 3"/>'
    )
    assert svg.text(1, 2, "a<b") == (
        '<text x="1" y="2" font-size="12" class="f-ink" fill="#1f2328">a&lt;b</text>'
    )
    assert svg.text(1, 2, "a", size=9, anchor="end", bold=True, ink="#123456") == (
        '<text x="1" y="2" font-size="9" text-anchor="end" font-weight="bold" fill="#123456">a</text>'
    )


def test_words_are_made_smaller_then_cut_and_told_in_full():
    rng = random.Random(1)
    for _ in range(60):
        words = "".join(rng.choice("aimW B") for _ in range(rng.randint(1, 30))).strip() or "a"
        room, bold = rng.uniform(10, 200), rng.random() < 0.5
        shown, size = svg.fitted(words, room, 12, bold=bold)
        wide = svg.text_width(words, 12, bold=bold)
        assert svg.SMALLEST <= size <= 12
        if wide <= room:
            assert (shown, size) == (words, 12)
        elif shown == words:
            assert svg.text_width(words, size, bold=bold) == pytest.approx(room, abs=0.02)
        else:
            assert size == svg.SMALLEST
            assert svg.text_width(words, size, bold=bold) > room
            kept = shown[:-1]
            assert shown == kept.rstrip() + "…"
            assert words.startswith(kept)
            # One letter more would not fit.
            spaces = len(words[len(kept) :]) - len(words[len(kept) :].lstrip())
            longer = words[: len(kept) + spaces + 1]
            assert svg.text_width(longer + "…", size, bold=bold) > room
        _, _, (told,) = drawn([svg.text(0, 0, words, fit=room, bold=bold)])
        assert (told.words, told.whole) == (shown, words)
    assert svg.fitted("Wide", 1, 6)[1] == 6  # what is small already is not made larger


def test_letters_have_widths_of_their_kind():
    assert svg.text_width("ill", 10) < svg.text_width("abc", 10) < svg.text_width("ABC", 10)
    assert svg.text_width("ABC", 10) < svg.text_width("mmm", 10) == svg.text_width("WWW", 10)
    assert svg.text_width("abc", 20) == pytest.approx(2 * svg.text_width("abc", 10))
    assert svg.text_width("abc", 10, bold=True) == pytest.approx(1.15 * svg.text_width("abc", 10))
    assert svg.text_width("ab", 10) == pytest.approx(svg.text_width("a", 10) + svg.text_width("b", 10))


def test_lines_are_as_full_as_they_can_be():
    rng = random.Random(2)
    for _ in range(40):
        parts = [
            " ".join("x" * rng.randint(1, 12) for _ in range(rng.randint(0, 12)))
            for _ in range(rng.randint(1, 3))
        ]
        room = rng.uniform(40, 200)
        lines = svg.wrapped("\n".join(parts), room, 10)
        assert " ".join(lines).split() == " ".join(parts).split()
        assert all(svg.text_width(each, 10) <= room or " " not in each for each in lines)
        left = list(lines)
        for part in parts:
            mine = [left.pop(0)]
            while " ".join(mine).split() != part.split():
                # The next line's first word would not have fitted.
                assert svg.text_width(f"{mine[-1]} {left[0].split()[0]}", 10) > room
                mine.append(left.pop(0))
        assert left == []


# Blocks.


def test_blocks_stand_one_below_the_other():
    blocks = [svg.Block(30, ("<a/>",), "one"), svg.gap(), svg.Block(20, ("<b/>",)), svg.gap(5)]
    document = svg.document("Title", blocks, note="and a note")
    root = ElementTree.fromstring(document)
    tops = [float(y) for y in re.findall(r"translate\(12 ([\d.]+)\)", document)]
    head, note = svg.heading("Title", size=16), svg.paragraph("and a note")
    expected = [12, 12 + head.height, 12 + head.height + note.height]
    expected.append(expected[-1] + 30 + 8)
    assert tops == pytest.approx(expected)
    high = 12 + head.height + note.height + 30 + 8 + 20 + 5 + 12
    assert root.attrib["viewBox"] == f"0 0 390 {high:g}"
    assert (root[0].text, root[1].text) == ("Title", "and a note\none")
    assert float(root.find(f"{SVG}rect").attrib["height"]) == high
    assert 'width="546"' in document
    assert svg.document("Title", []).count("<g ") == 1


def test_documents_are_stacked_with_a_gap():
    one, two = svg.document("One", [svg.gap(50)]), svg.document("Two", [svg.paragraph("deux")])
    both = svg.stacked(one, two)
    root = ElementTree.fromstring(both)
    highs = [float(ElementTree.fromstring(each).attrib["viewBox"].split()[3]) for each in (one, two)]
    assert root.attrib["viewBox"] == f"0 0 390 {sum(highs) + 8:g}"
    assert (root[0].text, root[1].text) == ("One", "\ndeux")
    assert f"translate(0 {highs[0] + 8:g})" in both
    assert "translate(0 0)" in both


@pytest.mark.parametrize(
    "words", ["short", "a title that is so long that it is wrapped into three lines, " * 3]
)
def test_headings_and_paragraphs_keep_their_lines_apart(words):
    for block, size, step in ((svg.heading(words), 13, 18), (svg.paragraph(words, size=10), 10, 14)):
        _, _, texts = drawn(block.shapes)
        assert block.words == words
        assert " ".join(each.whole for each in texts).split() == words.split()
        assert [each.y - texts[0].y for each in texts] == [step * row for row in range(len(texts))]
        assert size <= texts[0].y <= texts[-1].y <= block.height
        assert {(each.x, each.anchor) for each in texts} == {(0, "start")}
        assert {each.bold for each in texts} == {size == 13}


def test_cards_of_a_strip_stand_side_by_side():
    rng = random.Random(3)
    for _ in range(25):
        items = ["w" * rng.randint(1, 9) for _ in range(rng.randint(0, 14))]
        label = rng.choice(["", "label", "a longer label"])
        now = {place for place in range(len(items)) if rng.random() < 0.3}
        block = svg.strip(items, label=label, now=now)
        boxes, _, texts = drawn(block.shapes)
        words = texts[1:] if label else texts
        assert [each.words for each in words] == items
        assert [each.edge == "accent" for each in boxes] == [place in now for place in range(len(items))]
        for card, word in zip(boxes, words, strict=True):
            assert 0 <= card.x < card.x + card.width <= svg.INNER
            assert 0 <= card.y < card.y + card.height <= block.height
            assert word.x == pytest.approx(card.x + card.width / 2, abs=0.1)
            assert card.y < word.y < card.y + card.height
            assert svg.text_width(word.words, word.size) <= card.width
        for one, other in itertools.pairwise(boxes):
            beside = other.x >= one.x + one.width + 3.9 and other.y == one.y
            assert beside or other.y >= one.y + one.height + 3.9
            if not beside:  # it would not have fitted
                assert one.x + one.width + 4 + other.width > svg.INNER
        if label and boxes:
            assert boxes[0].x >= svg.text_width(label, 11.5, bold=True)
        assert block.words == (f"{label}: " if label else "") + (", ".join(items) or "nothing")


def test_columns_have_their_shares():
    rows = [("a", "b", ""), ("c", "d", "e"), ("f", "g", "h")]
    block = svg.columns(("one", "two", "three"), rows, (1, 2, 3), marked=[1])
    boxes, lines, texts = drawn(block.shapes)
    lefts = [0, svg.INNER / 6, svg.INNER / 2]
    assert [(each.words, each.bold) for each in texts[:3]] == [
        ("one", True),
        ("two", True),
        ("three", True),
    ]
    for number, row in enumerate([("one", "two", "three"), *rows]):
        here = [each for each in texts if each.words in row]
        assert [each.x for each in here] == pytest.approx(
            [left for left, word in zip(lefts, row, strict=True) if word], abs=0.01
        )
        assert len({each.y for each in here}) == 1
        assert 19 * number < here[0].y <= 19 * (number + 1)
    assert [each.ends for each in lines] == [[0, y, svg.INNER, y] for y in (19, 38, 57)]
    (band,) = boxes
    assert (band.x, band.y, band.width, band.height, band.fill) == (-3, 39, svg.INNER + 6, 17, "accent")
    assert block.height == 4 * 19 + 4
    assert block.words.splitlines() == ["one | two | three", "a | b | ", "c | d | e", "f | g | h"]
    bare = svg.columns(("", ""), [("a", "b")], (1, 1))
    assert (bare.height, bare.words) == (19 + 4, "a | b")
    assert [each.words for each in drawn(bare.shapes)[2]] == ["a", "b"]


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (-0.0, "-"), (0.0, "-"), (1e-9, "<1%"), (0.00499, "<1%"), (0.005, "<1%"), (0.0051, "1%"), (0.5, "50%"),
        (0.994, "99%"), (0.9951, ">99%"), (1 - 1e-9, ">99%"), (1 - 1e-13, "yes"), (1.0, "yes"),
    ],
)  # fmt: skip
def test_chances_in_a_cell(chance, said):
    assert svg.percent(chance) == said


@given(st.floats(0, 1), st.integers(0, 3))
def test_nothing_but_the_impossible_is_told_as_0_percent_and_nothing_but_the_certain_as_100(chance, digits):
    told = in_percent(chance, digits)
    number = float(told.strip("<>%")) / 100
    assert (number == 0) == (chance == 0)
    assert (number == 1) == (chance >= 1 - 1e-12)
    assert told[0] not in "<>" or (chance < number if told[0] == "<" else chance > number)
    assert abs(number - chance) <= 10.0 ** -(digits + 2) * (1 if told[0] in "<>" else 0.5 + 1e-9)
    assert float(in_decimals(chance, digits + 2).strip("<>")) == pytest.approx(number)


def test_a_sheet_of_chances_has_a_cell_a_chance():
    rows = [("Ann", [0.0, 0.25, 1.0]), ("Bob", [None, 0.5, 1 - 1e-13]), ("Cid", [0.0, 0.0, 0.0])]
    block = svg.chance_grid(["x", "y", "z"], rows, first=66, high=20, strange=[(1, 1)])
    boxes, _, texts = drawn(block.shapes)
    cells = [each for each in boxes if each.fill == "card"]
    spots = {(66 + 100 * c, 16 + 20 * r): rows[r][1][c] for r in range(3) for c in range(3)}
    spots = {spot: chance for spot, chance in spots.items() if chance is not None}
    assert [(each.x, each.y) for each in cells] == list(spots)
    assert {(each.width, each.height) for each in cells} == {(100, 20)}
    shades = {(each.x, each.y): each.opacity for each in boxes if each.fill == "shade"}
    assert shades == pytest.approx(
        {spot: 0.08 + 0.5 * chance for spot, chance in spots.items() if chance > 0}, abs=1e-3
    )
    (mark,) = (each for each in boxes if each.edge == "accent")
    assert (mark.x, mark.y, mark.width, mark.height) == (167, 37, 98, 18)
    said = [each for each in texts if each.anchor == "middle" and each.y > 16]
    assert [(each.x - 50, each.words) for each in said] == [
        (x, svg.percent(chance)) for (x, _), chance in spots.items()
    ]
    assert [each.bold for each in said] == [chance > 0.9 for chance in spots.values()]
    assert [each.ink for each in said] == ["ink" if chance > 0 else "dim" for chance in spots.values()]
    heads = [(each.x, each.words) for each in texts if each.anchor == "middle" and each.y < 16]
    assert heads == [(116, "x"), (216, "y"), (316, "z")]
    names = [each for each in texts if each.anchor == "start"]
    assert [(each.words, each.y) for each in names] == [("Ann", 31), ("Bob", 51), ("Cid", 71)]
    assert block.height == 16 + 60 + 6
    assert block.words.splitlines() == ["Ann: y 25%, z yes", "Bob: y 50%, z yes", "Cid: none"]


def test_bars_are_as_long_as_their_values():
    rng = random.Random(4)
    for _ in range(30):
        rows = []
        for number in range(rng.randint(1, 6)):
            value = rng.choice([0.0, rng.uniform(-5, 5), rng.uniform(0, 9)])
            rows.append((f"row {number}", value, rng.choice([0.0, rng.uniform(0.1, 2)]), f"{value:.2f}"))
        chosen = {0} if rng.random() < 0.5 else set()
        block = svg.bar_rows(rows, first=120, high=20, marked=chosen)
        boxes, lines, texts = drawn(block.shapes)
        zero, whiskers = lines[0], lines[1:]
        assert zero.ends[0] == zero.ends[2]
        assert zero.ends[1::2] == [0, 20 * len(rows)]
        low = min(0, *(value - error for _, value, error, _ in rows))
        top = max(0, *(value + error for _, value, error, _ in rows))
        room = svg.INNER - 120 - 8 - max(30, *(svg.text_width(word, 10.5) for *_, word in rows))
        scale = room / (top - low) if top > low else 0
        # The least end stands at the left of the room, the greatest at its right.
        assert zero.ends[0] == pytest.approx(120 - low * scale, abs=0.01)
        assert len(boxes) == len(rows)
        for row, (bar, (_, value, _, _)) in enumerate(zip(boxes, rows, strict=True)):
            assert bar.width == pytest.approx(max(0.6, abs(value) * scale), abs=0.01)
            end = bar.x + bar.width if value >= 0 else bar.x
            assert end == pytest.approx(
                zero.ends[0] + (value * scale if value < 0 else max(0.6, value * scale)), abs=0.02
            )
            assert 20 * row <= bar.y < bar.y + bar.height <= 20 * (row + 1)
            assert bar.fill == ("accent" if row in chosen else "shade" if value >= 0 else "bad")
        sure = [(row, value, error) for row, (_, value, error, _) in enumerate(rows) if error > 0]
        assert len(whiskers) == len(sure)
        for each, (row, value, error) in zip(whiskers, sure, strict=True):
            left, y, right, same = each.ends
            assert y == same
            assert 20 * row < y < 20 * (row + 1)
            assert left == pytest.approx(zero.ends[0] + (value - error) * scale, abs=0.02)
            assert right == pytest.approx(zero.ends[0] + (value + error) * scale, abs=0.02)
            assert 119.9 <= left <= right <= 120.1 + room
        names, words = texts[::2], texts[1::2]
        assert [(each.words, each.x) for each in names] == [(name, 0) for name, *_ in rows]
        assert [each.bold for each in names] == [row in chosen for row in range(len(rows))]
        assert [(each.words, each.x, each.anchor) for each in words] == [
            (word, svg.INNER, "end") for *_, word in rows
        ]
        assert block.height == 20 * len(rows) + 6
        assert block.words.splitlines() == [f"{name}: {word}" for name, *_, word in rows]


@pytest.mark.parametrize("words", ["a", "x" * 80, "\n".join(["one", "", "three " * 12])])
def test_a_text_is_drawn_line_by_line(words):
    document = svg.sheet("Title", words)
    assert_sound(document)
    lines = words.split("\n")
    longest = max(map(len, lines))
    found = [
        (float(y), float(size), said)
        for y, size, said in re.findall(
            r'<text x="0" y="([\d.]+)" font-size="([\d.]+)" xml:space="preserve"[^>]*>(.*?)</text>',
            document,
        )
    ]
    size = found[0][1]
    assert size == pytest.approx(max(5, min(11, svg.INNER / (0.61 * longest))), rel=1e-3)
    # A line of so many equally wide letters fits; lines stand in their places, empty ones too.
    assert 0.61 * size * longest <= svg.INNER + 0.5 or size == 5
    assert [said for _, _, said in found] == [each for each in lines if each]
    for y, _, said in found:
        assert y == pytest.approx(1.35 * size * (lines.index(said) + 1), rel=1e-3)


def test_tokens_have_the_colour_and_letter_of_their_seat():
    for seat in range(20):
        token = svg.disc(10, 20, "A", seat)
        assert f'fill="{svg.SEATS[seat % 9]}"' in token
        assert 'cx="10" cy="20" r="8"' in token
        _, _, (letter,) = drawn([token])
        assert (letter.x, letter.anchor, letter.bold) == (10, "middle", True)
        assert 20 < letter.y < 28
    assert drawn([svg.disc(0, 0, "12")])[2][0].size < drawn([svg.disc(0, 0, "1")])[2][0].size
    assert [svg.initial(["Ann", "bob"], seat) for seat in (1, 2)] == ["A", "B"]
    assert [svg.initial(["Ann", "Abe"], seat) for seat in (1, 2)] == ["1", "2"]
    assert svg.group(["<a/>", "<b/>"], "x<y") == "<g><title>x&lt;y</title><a/><b/></g>"


def test_curves_stand_over_one_axis():
    groups = {"seen": [[0.0, 2.0], [1.0, 1.0]], "blind": [[2.0, 0.0]]}
    block = curves(groups, top=2.0, across="looks", levels={"all": 1.5})
    _, lines, texts = drawn(block.shapes)
    right = svg.INNER - LEFT
    assert lines[0].ends == [LEFT, 6, LEFT, 6 + HIGH]
    assert lines[1].ends == [LEFT, 6 + HIGH, svg.INNER, 6 + HIGH]
    assert (lines[2].ends, lines[2].dashes) == ([LEFT, 6 + HIGH / 4, svg.INNER, 6 + HIGH / 4], "3 3")
    places = [LEFT + right / 4, LEFT + 3 * right / 4]
    for each, values, width, ink in zip(
        lines[3:8],
        [[0, 2], [1, 1], [0.5, 1.5], [2, 0], [2, 0]],
        [0.7, 0.7, 2.2, 0.7, 2.2],
        [INKS[0]] * 3 + [INKS[1]] * 2,
        strict=True,
    ):
        expected = [n for x, v in zip(places, values, strict=True) for n in (x, 6 + HIGH * (1 - v / 2))]
        assert each.ends == pytest.approx(expected, abs=0.06)
        assert (each.width, each.edge) == (width, ink)
    axis = [(each.words, each.y - 4) for each in texts[:3]]
    assert axis == [("0", 6 + HIGH), ("1", 6 + HIGH / 2), ("2", 6)]
    assert {(each.x, each.anchor) for each in texts[:3]} == {(LEFT - 4, "end")}
    # A key: a short line, then its name, one group after the other.
    keys = {each.words: each.x for each in texts if each.words in groups}
    ticks = lines[8:]
    assert len(ticks) == len(keys) == 2
    for tick, (name, x), ink in zip(ticks, keys.items(), INKS, strict=False):
        assert (tick.ends[2] - tick.ends[0], tick.edge) == (16, ink)
        assert tick.ends[2] < x
        assert x + svg.text_width(name, 11) < svg.INNER
    assert ticks[1].ends[0] > keys["seen"] + svg.text_width("seen", 11)


def test_long_words_end_before_what_stands_beside_them():
    """Where words are cut, one letter more would reach into the next cell; what was cut is told in full."""
    long = "many words in a row " * 4
    problem = Problem("p")
    pets = problem.variables("pet", [long, "Bob"], domain=["cat"])
    drinks = problem.variables("drink", [long, "Bob"], domain=["tea"])
    where = layout([*pets.values(), *drinks.values()])
    blocks = [
        (svg.chance_grid(["x"], [(long, [0.5])], first=80), 80 - 4),
        (svg.bar_rows([(long, 1.0, 0.0, "1")], first=100), 100 - 6),
        (svg.columns(("a", "b"), [(long, "c")], (1, 1)), svg.INNER / 2 - 4),
        (grid(where, {}), 120 - 4),
        (svg.columns((long, "b"), [("a", "c")], (1, 2)), svg.INNER / 3 - 4),
        (svg.chance_grid([long, "y"], [("a", [0.5, 0.5])], first=66), 150 - 3),
    ]
    for block, room in blocks:
        _, _, texts = drawn(block.shapes)
        (name,) = (each for each in texts if each.whole.strip() == long.strip())
        wide = svg.text_width(name.words, name.size, bold=name.bold)
        assert wide <= room + 0.01
        assert name.words.endswith("…")
        assert wide > room - 2 * svg.text_width("m", name.size, bold=name.bold)
    # Names of a key stand one behind the other, a fixed room apart.
    groups = {name: [[0.5]] for name in ("one", "another", "third")}
    _, _, texts = drawn(curves(groups, top=1.0, across="").shapes)
    keys = [each for each in texts if each.words in groups]
    for one, other in itertools.pairwise(keys):
        assert other.x - one.x == pytest.approx(34 + svg.text_width(one.words, one.size), abs=0.01)
    assert {each.size for each in keys} == {11}
    assert {each.y for each in keys} == {HIGH + 38}


# Boards.


def family(name, keys, domain):
    problem = Problem("p")
    return problem.variables(name, keys, domain=domain)


def test_a_square_family_is_a_grid_of_squares():
    cell = family("cell", [(r, c) for r in (1, 2, 10) for c in (1, 2)], [1, 2, 3])
    where = layout(list(cell.values()))
    assert (where.rows, where.columns, where.plain) == (("1", "2", "10"), ("1", "2"), True)
    values = {cell[1, 1]: 1, cell[10, 2]: 3}
    block = grid(where, values, marked=[cell[10, 2]], second={cell[1, 1]: 2})
    boxes, _, texts = drawn(block.shapes)
    cells = [each for each in boxes if each.fill == "card"]
    assert [(each.x, each.y) for each in cells] == [(34 * c, 34 * r) for r in range(3) for c in range(2)]
    assert {(each.width, each.height) for each in cells} == {(34, 34)}
    (mark,) = (each for each in boxes if each.fill == "accent")
    assert (mark.x, mark.y, mark.width, mark.height) == (35, 69, 32, 32)
    assert [(each.whole, each.x, each.bold, each.ink) for each in texts] == [
        ("1 / 2", 17, False, "ink"), ("3", 51, True, "accent"),
    ]  # fmt: skip
    for each, top in zip(texts, (0, 68), strict=True):
        assert top + 17 < each.y < top + 30
    assert block.words == "cell[1,1] 1 / 2; cell[10,2] 3"
    assert block.height == 3 * 34 + 8
    # More columns than fit at full size are narrower.
    wide = family("cell", [(1, c) for c in range(30)], [1])
    boxes, _, _ = drawn(grid(layout(list(wide.values())), {}).shapes)
    assert {each.width for each in boxes} == {svg.INNER / 30}


def test_families_of_one_key_are_a_table_with_names():
    problem = Problem("p")
    pets = problem.variables("pet", ["Ann", "Bob"], domain=["cat"])
    drinks = problem.variables("drink", ["Ann", "Bob"], domain=["tea"])
    where = layout([*pets.values(), *drinks.values()])
    block = grid(where, {pets["Bob"]: "cat", drinks["Ann"]: "tea"})
    boxes, _, texts = drawn(block.shapes)
    left = 10 + svg.text_width("Ann", 11)
    assert {(round(each.x - left, 3), each.y) for each in boxes} == {
        (110 * c, 16 + 20 * r) for r in range(2) for c in range(2)
    }
    spots = {each.words: (each.x, each.y) for each in texts}
    assert spots["pet"] == pytest.approx((left + 55, 11))
    assert spots["drink"] == pytest.approx((left + 165, 11))
    assert (spots["Ann"], spots["Bob"]) == ((0, 30), (0, 50))
    assert spots["cat"][0] == pytest.approx(left + 55)
    assert 36 < spots["cat"][1] < 56
    assert spots["tea"][0] == pytest.approx(left + 165)
    assert 16 < spots["tea"][1] < 36
    assert block.height == 16 + 40 + 8


@pytest.mark.parametrize(("number", "across"), [(1, 1), (4, 1), (5, 2), (9, 2), (10, 3), (17, 3)])
def test_a_list_goes_down_its_columns(number, across):
    problem = Problem("p")
    items = [problem.variable(f"v{i}", [0, 1]) for i in range(number)]
    block = grid(layout(items), {items[0]: 1}, marked=items[:1], second={items[0]: 0})
    boxes, _, texts = drawn(block.shapes)
    down = -(-number // across)
    wide = svg.INNER / across
    assert [each.x for each in boxes] == pytest.approx([wide * (i // down) for i in range(number)])
    assert [each.y for each in boxes] == [20 * (i % down) for i in range(number)]
    assert all(
        0 < each.height < 20 and 0 < each.width < wide for each in boxes
    )  # none reaches into the next
    assert [each.edge for each in boxes] == ["accent", *["rule"] * (number - 1)]
    names = [each for each in texts if each.anchor == "start"]
    assert [each.words for each in names] == [f"v{i}" for i in range(number)]
    (value,) = (each for each in texts if each.anchor == "end")
    assert (value.words, value.ink) == ("1 / 0", "accent")
    assert boxes[0].x < value.x < boxes[0].x + boxes[0].width
    assert (block.height, block.words) == (20 * down + 6, "v0 1 / 0")


# Faces.


def test_a_tree_hangs_each_node_from_its_parent():
    problem = Problem("pick")
    x = problem.variable("x", range(5))
    tree = plan(
        problem, [Question.whether(x == value, win=True, text=f"is it {value}") for value in range(5)]
    )
    document = picture(tree)
    assert_sound(document)
    _, lines, texts = drawn(re.findall(r"<(?:path|text)[^>]*?(?:/>|>.*?</text>)", document))
    rows = [each for each in texts if each.size == 11.5]
    # Ten nodes, each 16 further in than the one that it answers, in lines of 20.
    assert [(each.x - 2) / 16 for each in rows] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert [each.y - 13 for each in rows] == [20 * row for row in range(10)]
    assert [each.words for each in rows[:4]] == ["is it 0", "True: x 0", "False: is it 1", "True: x 1"]
    assert [each.ink for each in rows[:3]] == ["ink", "good", "ink"]
    assert [each.bold for each in rows[:3]] == [True, False, True]
    links = [each.ends for each in lines]
    assert [link[0] for link in links] == [16 * depth - 9 for depth in (1, 1, 2, 2, 3, 3, 4, 4, 5)]
    assert [link[2] for link in links] == [20 * row + 9 for row in range(1, 10)]
    parents = [0, 0, 2, 2, 4, 4, 6, 6, 8]
    assert [link[1] for link in links] == [20 * row + 17 for row in parents]
    assert [each.words for each in texts if each.size == 10] == [f"{n} left" for n in (5, 4, 3, 2, 1)]


def test_more_nodes_than_are_drawn_are_counted():
    problem = Problem("pick")
    x = problem.variable("x", range(60))
    tree = plan(
        problem, [Question.whether(x == value, win=True, text=f"is it {value}") for value in range(60)]
    )
    document = picture(tree)
    assert document.count('font-size="11.5"') == MOST_NODES
    assert f"and {2 * 60 - MOST_NODES} more nodes" in document


def test_more_notes_than_are_drawn_are_counted():
    problem = Problem("p")
    x = problem.variable("x", [0, 1])
    knowledge = Knowledge(problem)
    for number in range(MOST_ROWS + 3):
        knowledge = knowledge.weigh(x, {0: 1.5 if number else 0.5, 1: 1.0}, f"note {number}")
    ledger = knowledge.ledger(x == 0)
    assert len(ledger) == MOST_ROWS + 3
    document = picture(ledger)
    assert_sound(document)
    assert "and 3 more notes" in document
    told = document.split("<desc>")[1].split("</desc>")[0].splitlines()
    assert len([line for line in told if line.startswith("note ")]) == MOST_ROWS
    # The first note spoke against it, the others for it: the bars go both ways.
    assert document.count('class="f-bad"') == 1


def test_advice_is_bars_then_reasons():
    ranked = [
        {"move": f"move {n}", "value": 3.0 - n, "error": error, "reason": f"reason {n}", "kind": "sampled"}
        for n, error in enumerate((None, *[0.5] * 13))
    ]
    blocks = advice_blocks(ranked)
    assert len(blocks) == 1 + 12 + 1
    boxes, lines, texts = drawn(blocks[0].shapes)
    assert [each.fill for each in boxes[:2]] == ["accent", "shade"]
    assert len(boxes) == 12
    assert len(lines) == 1 + 11
    assert [each.words for each in texts if each.anchor == "end"][:2] == ["3 (sampled)", "2 ± 0.5"]
    assert [block.words for block in blocks[1:3]] == ["1. move 0: reason 0", "2. move 1: reason 1"]
    assert blocks[-1].words == "and 2 more moves"
    # Without a value for the best there is no accent, and without values no bars.
    boxes, _, _ = drawn(advice_blocks([{"move": "a", "reason": "r"}, ranked[0]])[0].shapes)
    assert [each.fill for each in boxes] == ["shade"]
    assert [block.words for block in advice_blocks([{"move": "a", "reason": "r"}])] == ["1. a: r"]


def test_a_diagram_has_a_line_for_each_arc_from_node_to_node():
    problem = Problem("p")
    x = problem.variables("x", ["a", "b", "c"], domain=["u", "v", "w"])
    problem.require(x["a"] != x["b"])
    problem.require(x["b"] != x["c"])
    diagram = Knowledge(problem).worlds.to_diagram()
    document = picture(diagram)
    assert_sound(document)
    boxes, lines, texts = drawn(re.findall(r"<(?:rect|path|text)[^>]*?(?:/>|>.*?</text>)", document))
    nodes = [(each.x + 4, each.y + 4) for each in boxes if each.rx == 4]
    sizes = [len(layer) for layer in diagram.layers]
    assert sorted(y for _, y in nodes) == [
        12 + 46 * row for row, size in enumerate([*sizes, 1]) for _ in range(size)
    ]
    for row, size in enumerate([*sizes, 1]):
        xs = sorted(px for px, py in nodes if py == 12 + 46 * row)
        room = svg.INNER - 78
        assert xs == pytest.approx([78 + room * (n + 0.5) / size for n in range(size)], abs=0.01)
    arcs = {}
    for row, (variable, layer) in enumerate(zip(diagram.variables, diagram.layers, strict=True)):
        following = [*sizes[1:], 1][row]
        for node, targets in enumerate(layer):
            for place, target in enumerate(targets):
                if target != following:
                    arcs.setdefault((row, node, int(target)), []).append(str(variable.domain[place]))
    ends = {tuple(round(n) for n in each.ends): each.width for each in lines}
    assert len(ends) == len(arcs) == len(lines)

    def spot(row, node):
        return 78 + (svg.INNER - 78) * (node + 0.5) / [*sizes, 1][row], 12 + 46 * row

    labels = {(round(each.x), round(each.y)): each.words for each in texts if each.size == 9}
    for (row, node, target), names in arcs.items():
        (x1, y1), (x2, y2) = spot(row, node), spot(row + 1, target)
        assert ends[round(x1), round(y1), round(x2), round(y2)] == pytest.approx(0.6 + 0.3 * len(names))
        assert labels[round(x1 + 0.35 * (x2 - x1) + 2), round(y1 + 0.35 * (y2 - y1) + 5)] == ",".join(names)
    assert [(each.words, each.x, each.y) for each in texts if each.size == 11] == [
        (variable.name, 0, 16 + 46 * row) for row, variable in enumerate(diagram.variables)
    ]


def test_what_single_clues_say_is_one_picture_and_each_further_step_one():
    problem = Problem("square")
    cell = problem.variables("cell", [(r, c) for r in (1, 2, 3) for c in (1, 2, 3)], domain=[1, 2, 3])
    for n in (1, 2, 3):
        problem.require(AllDifferent([cell[n, c] for c in (1, 2, 3)]), f"row {n}")
        problem.require(AllDifferent([cell[r, n] for r in (1, 2, 3)]), f"column {n}")
    puzzle = Knowledge(problem)
    for spot, value in {(1, 1): 1, (1, 2): 2, (2, 1): 2}.items():
        # A condition that leaves one value; a value that is given is there from the beginning.
        puzzle = puzzle.observe(Or(cell[spot] == value), f"cell {spot} is {value}")
    walk = steps(puzzle)
    given = [step for step in walk.steps if step.size == (1, 0) and step.placed]
    assert len(given) == 3
    document = picture(walk)
    assert_sound(document)
    told = document.split("<desc>")[1].split("</desc>")[0].splitlines()
    assert told[0] == "Steps 1 to 3: what single clues say outright"
    assert told[1] == "cell[1,1] 1; cell[1,2] 2; cell[2,1] 2"
    heads = [line for line in told if re.match(r"\d+\. ", line)]
    assert [int(head.split(".")[0]) for head in heads] == list(range(4, len(walk.steps) + 1))
    grids = [line for line in told if line.startswith("cell[1,1] ")]
    assert len(grids) == 1 + len(heads)
    # Each picture has what was known before and what the step placed, the last one all.
    known = set(grids[0].split("; "))
    for line, step in zip(grids[1:], walk.steps[3:], strict=True):
        known |= {f"{variable.name} {value}" for variable, value in step.placed.items()}
        assert set(line.split("; ")) == known
    assert len(known) == 9
    assert told[-1] == "Solved."
    # Three cells are marked in the first picture.
    _, first, *rest = document.split("<g transform")[1:]
    assert first.count('fill-opacity="0.16"') + rest[0].count('fill-opacity="0.16"') == 3


def test_what_has_no_face_is_refused_with_those_that_have():
    with pytest.raises(
        TypeError, match="int is not shown so; Rows, Verdict, Walk, Tree, Diagram, Result are"
    ):
        picture(3)
    with pytest.raises(TypeError, match="int is not shown so; Reason, "):
        html(3)
