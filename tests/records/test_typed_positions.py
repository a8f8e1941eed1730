"""Typed positions of a made-up game: what is written reads back by lines and in one line; what is wrong is told where."""

import random

import pytest

from deduce.ground.errors import RecordError
from deduce.records.positions import Kind, Part, Told, code_of, lines_of
from deduce.records.record import Line

PARTS = (
    Part("round ROUND", "r"),
    Part("order SEAT+", "o"),
    Part("market COLOUR=COUNT*", "m"),
    Part("field SEAT: PLACE=COLOUR*", "f"),
    Part("track SEAT: COUNT COUNT", "t"),
    Part("hand SEAT: CARD*", "h"),
    Part("purse SEAT: COIN=COUNT*", "p"),
    Part("coat SEAT CARD: COLOUR*", "c"),
    Part("sign SEAT: COUNT SIGN", "q"),
    Part("gone CARD+", again=True),
    Part("over"),
)
COLOURS = {"black": 1, "red": 2, "green": 3}
CARDS = {"king": "K!", "queen": "Q!", "knave": "J!"}
SIGNS = {"sun": "S!", "moon": "M!"}
KINDS = {
    "ROUND": Kind("a round", low=1, high=9),
    "SEAT": Kind("a seat", low=1, high=3),
    "COLOUR": Kind("a colour", COLOURS, letters={"black": "B", "red": "R", "green": "G"}, often=True),
    "COUNT": Kind("a number", high=20),
    "PLACE": Kind("a place", {"a1": 0, "a2": 1}),
    "CARD": Kind("a card", CARDS),
    "SIGN": Kind("a sign", SIGNS, letters={"sun": "X", "moon": "Y"}),
    "COIN": Kind("a coin", {"gold": "gold", "silver": "silver"}),
}
VALUES = COLOURS | CARDS | SIGNS | {"a1": 0, "a2": 1}


def told(*lines, prefix="position", kinds=KINDS):
    found = Told(PARTS, prefix)
    found.read([Line(number, line) for number, line in enumerate(lines, 1)], kinds)
    return found


def sayings(rng):
    """What a random position says, each line at most once."""
    some = [("round", (), [rng.randint(1, 9)]), ("order", (), rng.sample([1, 2, 3], rng.randint(1, 3)))]
    counts = [(c, rng.randint(0, 9)) for c in rng.sample(list(COLOURS), rng.randint(0, 3))]
    some.append(("market", (), [each for pair in counts for each in pair]))
    for seat in (1, 2, 3):
        pieces = [(p, rng.choice(list(COLOURS))) for p in rng.sample(["a1", "a2"], rng.randint(0, 2))]
        some.append(("field", (seat,), [each for pair in pieces for each in pair]))
        some.append(("track", (seat,), [rng.randint(0, 20), rng.randint(0, 20)]))
        some.append(("sign", (seat,), [rng.randint(0, 20), rng.choice(list(SIGNS))]))
        some.append(("hand", (seat,), rng.sample(list(CARDS), rng.randint(0, 3))))
        some.append(("purse", (seat,), ["gold", rng.randint(0, 9), "silver", rng.randint(0, 9)]))
        some += [
            ("coat", (seat, card), rng.choices(list(COLOURS), k=rng.randint(1, 3)))
            for card in rng.sample(list(CARDS), rng.randint(0, 2))
        ]
    rng.shuffle(some)
    return some


def test_what_is_said_reads_back_by_lines_and_in_one_line():
    for seed in range(60):
        said = sayings(random.Random(seed))
        by_lines = told(*lines_of(said, "position"))
        by_code = told(f"position code {code_of(said, PARTS, KINDS)}")
        assert by_lines.found.keys() == by_code.found.keys()
        assert len(by_lines.found) == len(said)
        for head, about, values in said:
            key = tuple(VALUES.get(each, each) for each in about)
            wanted = tuple(VALUES.get(each, each) for each in values)
            assert by_lines.get(head, *key) == by_code.get(head, *key) == wanted
            assert (head, *key) in by_lines
        assert [each.about for each in by_lines.every("hand")] == [a for h, a, _ in said if h == "hand"]


def test_a_code_is_short():
    said = [
        ("round", (), [3]),
        ("order", (), [2, 1]),
        ("market", (), ["black", 2, "red", 1]),
        ("field", (1,), ["a1", "green"]),
        ("track", (2,), [4, 7]),
        ("hand", (2,), ["king", "queen"]),
        ("purse", (3,), ["gold", 1, "silver", 0]),
        ("coat", (1, "king"), ["red", "red"]),
        ("coat", (1, "queen"), ["black"]),
        ("gone", (), ["knave"]),  # has no letter
    ]
    code = "r3 o2,1 m=B2R1 f1=a1:G t2=4,7 h2=king,queen p3=1,0 c1=king:RR,queen:B"
    assert code_of(said, PARTS, KINDS) == code
    assert code_of(said[::-1][:2], PARTS, KINDS) == "c1=queen:B"


def test_without_a_prefix_and_lines_that_add_up():
    found = told("gone king", "gone knave", "over", prefix="")
    assert found.get("gone") == ("K!", "J!")
    assert found.get("over") == ()
    assert found.get("round") is None
    assert found.line("over").number == 3
    assert found.line("round", otherwise=Line(9, "round 1")).number == 9
    with pytest.raises(KeyError):
        found.line("round")


def test_what_needs_other_lines_is_read_after_them():
    order = []

    def late(word, line, before):
        order.append(line.number)
        return (*before, word.text)

    kinds = KINDS | {"COIN": Kind("a coin", late=True, means=late), "CARD": Kind("a card", CARDS)}
    found = told("position purse 2 gold 4", "position hand 2 king", "position round 2", kinds=kinds)
    assert order == [1]
    assert list(found.found) == [("hand", 2), ("round",), ("purse", 2)]
    assert found.get("purse", 2) == ((2, "gold"), 4)


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("position", "expected one of: round, order", 9),
        ("position rund 3", "did you mean 'round'", 10),
        ("position round", "expected a round after 'position round'", 15),
        ("position round 0", "expected a round from 1 to 9, not '0'", 16),
        ("position round 3 4", "expected the end of the line, not '4'", 18),
        ("position order", "expected a seat after 'position order'", 15),
        ("position order 2 2", "2 is named twice", 18),
        ("position market black 2 black 1", "black is named twice", 25),
        ("position market black", "expected pairs of words, such as 'black 2'", 17),
        ("position track 1 4", "expected a number after 'position track 1 4'", 19),
        ("position hand 1 kin", "'kin' could be", 17),
        ("position hand 1 ace", "expected a card, not 'ace'", 17),
        ("position code x3", "begins with one of r o m f t h p c q, not 'x'", 15),
        ("position code r3 f=a1:G", "a seat is missing in this field, as in 'f1='", 18),
        ("position code f1=a1:X", r"expected a place, a colon and a colour \(B R G\), not 'a1:X'", 15),
        ("position code m=B2X1", r"expected a colour \(B R G\) and a number each, such as B2R1", 15),
        ("position code p1=1", "expected 2 numbers: gold, silver", 15),
        ("position code r3 h9=king", "expected a seat from 1 to 3, not '9'", 18),
        ("position code r3 r4", "'position round' is given twice", 18),
    ],
)
def test_what_is_wrong_is_told_where(line, message, column):
    kinds = KINDS | {"CARD": Kind("a card", {**CARDS, "kinsman": "M!"})}
    with pytest.raises(RecordError, match=message) as caught:
        told(line, kinds=kinds)
    assert (caught.value.line, caught.value.column) == (1, column)
    with pytest.raises(RecordError, match="'position hand 1' is given twice") as caught:
        told("position hand 1 king", "position hand 1 queen")
    assert (caught.value.line, caught.value.column) == (2, 10)
