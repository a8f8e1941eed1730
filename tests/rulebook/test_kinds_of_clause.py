"""Clauses of hurried lines: every one that a row of words can be, and none that leaves a word or a need over."""

import pytest

from deduce.rulebook.kinds import ALL, BOTH, HE, NOBODY, Item, Kind, fits_of, goes_with

WORDS = {
    **{name: [("who", name)] for name in ("Ann", "Bob", "Cid")},
    "all": [("who", ALL)],
    "nobody": [("who", NOBODY)],
    "both": [("who", BOTH)],
    "he": [("who", HE)],
    **{verb: [("verb", verb)] for verb in ("put", "lay", "token", "give", "lie")},
    **{card: [("CARD", card)] for card in ("red", "blue")},
    "hall": [("ROOM", "hall")],
    "card": [("verb", "card"), ("fill", "card")],
    "not": [("not", "not")],
    "none": [("not", "none"), ("CARD", "none")],
    "only": [("only", "only")],
    "but": [("but", "but"), ("fill", "but")],
    "by": [("by", "by"), ("fill", "by")],
    "so": [("fill", "so")],
    "just": [("only", "just"), ("fill", "just")],
}


def items(text):
    """Words as a line has them: a comma parts what stands before it from what stands behind."""
    words = text.split()
    return [
        Item(
            tuple(WORDS[word.strip(",")]),
            not at or words[at - 1].endswith(","),
            word.endswith(",") or at + 1 == len(words),
            False,
        )
        for at, word in enumerate(words)
    ]


def whole(kind, row):
    """The clauses that are the whole row."""
    return fits_of(kind, row, {len(row)}).get(len(row), [])


def told(clause):
    """Who > whom: things, and whatever else is said of the clause."""
    marks = [mark for mark in ("denied", "late", "only") if getattr(clause, mark)]
    but = f" but {' '.join(clause.but)}" if clause.but else ""
    things = " ".join(value for _, value in clause.things)
    return f"{' '.join(clause.who)}{but} > {' '.join(clause.whom)}: {' '.join([things, *marks]).strip()}"


PUT = Kind("put", "put token|card, lay", "CARD ROOM?", denied=True)
GIVE = Kind("give", "give", "CARD*", whom=True, denied=True)
LIE = Kind("lie", "|lie", needs="CARD ROOM", takes="CARD? ROOM?", who=False)
ROW = Kind("row", "give", "CARD+", again=True, together=True)
BARE = Kind("bare", "lay", "CARD", bare=True)
YES = Kind("yes", "lie", alone=True, who=False)


@pytest.mark.parametrize(
    ("kind", "text", "clauses"),
    [
        # All words of a way to say it, in any order, and the things that it takes.
        (PUT, "Ann put token red", ["Ann > : red"]),
        (PUT, "red Ann put token", ["Ann > : red late"]),
        (PUT, "token Ann red put", ["Ann > : red"]),
        (PUT, "Ann put card red so", ["Ann > : red"]),
        (PUT, "Ann lay red hall", ["Ann > : red hall"]),
        (PUT, "Ann lay", []),
        (PUT, "Ann lay hall", []),
        (PUT, "Ann lay red blue", []),
        (PUT, "Ann lay red hall hall", []),
        (PUT, "Ann put red", []),
        (PUT, "Ann token red", []),
        (PUT, "Ann lay lay red", []),
        (PUT, "Ann lay token red", []),
        (PUT, "Ann lay put token red", ["Ann > : red"]),
        (PUT, "Ann red", []),
        (PUT, "Ann give red", []),
        # Negations, one at most and where the kind knows any; of one alone it is said of no other.
        (PUT, "Ann not lay red", ["Ann > : red denied"]),
        (PUT, "Ann not not lay red", []),
        (ROW, "Ann not give red", []),
        # Behind a sign nothing is denied any more, but what is no negation alone goes on.
        (PUT, "lay red not, Ann", []),
        (PUT, "lay none, Ann", ["Ann > : none"]),
        (PUT, "only Ann lay red", ["Ann > : red only"]),
        (PUT, "Ann only lay red", ["Ann > : red only"]),
        (PUT, "Ann, only lay red", []),
        (PUT, "only Ann not lay red", []),
        (PUT, "Ann, just lay red", ["Ann > : red"]),
        (PUT, "Ann just lay red", ["Ann > : red", "Ann > : red only"]),
        # Who: before the verb or behind "by"; whom: behind the verb.
        (PUT, "Ann Bob lay red", ["Ann Bob > : red"]),
        (PUT, "Ann Ann lay red", []),
        (PUT, "lay red Ann", ["Ann > : red"]),
        (PUT, "lay red by Ann", ["Ann > : red"]),
        (PUT, "Bob lay red by Ann", ["Bob Ann > : red"]),
        (GIVE, "Ann give red Bob", ["Ann > Bob: red"]),
        (GIVE, "give Bob red", [" > Bob: red"]),
        (GIVE, "give Bob red by Ann", ["Ann > Bob: red", " > Bob Ann: red"]),
        (GIVE, "Bob give red by Ann", ["Ann > Bob: red", "Bob > Ann: red"]),
        (GIVE, "by Ann give red", ["Ann > : red"]),
        (GIVE, "Ann give Bob Cid", ["Ann > Bob Cid: "]),
        (GIVE, "Ann give Bob Bob", []),
        (LIE, "Ann lie red", []),
        (ROW, "Ann give red Bob", ["Ann Bob > : red"]),
        (ROW, "Ann give red he", []),
        (ROW, "he give red Bob", []),
        (ROW, "give red he", ["*he > : red"]),
        (ROW, "give red", [" > : red"]),
        (ROW, "Ann give red Bob give blue", ["Ann Bob > : red blue"]),
        (ROW, "give", []),
        # Everybody, both and nobody stand alone, and may leave some out.
        (PUT, "all lay red", ["*all > : red"]),
        (PUT, "all Bob lay red", []),
        (PUT, "Bob nobody lay red", []),
        (PUT, "both Bob lay red", []),
        (PUT, "both lay red", ["*both > : red"]),
        (PUT, "all but Bob lay red", ["*all but Bob > : red"]),
        (PUT, "all but Bob so Cid lay red", ["*all but Bob Cid > : red"]),
        (PUT, "all but so Bob lay red", ["*all but Bob > : red"]),
        (PUT, "nobody but Bob lay red", ["*nobody but Bob > : red"]),
        (PUT, "all but lay red", []),
        (PUT, "all but red lay", []),
        (PUT, "all but all lay red", []),
        (PUT, "Ann but Bob lay red", []),
        (PUT, "but Ann lay red", ["Ann > : red"]),
        (PUT, "not lay red but", []),
        (PUT, "lay red but", []),
        (GIVE, "give all but red", []),
        (ROW, "all give red", [" > : red"]),  # "we give red": whoever it is
        # What need not be said, of which something must be there; and small words between signs.
        (LIE, "red", [" > : red"]),
        (LIE, "lie hall", [" > : hall"]),
        (LIE, "red hall", [" > : red hall"]),
        (LIE, "lie", []),
        (BARE, "Ann red", ["Ann > : red"]),
        (BARE, "red Ann", ["Ann > : red"]),
        (BARE, "lay red", [" > : red"]),
        (BARE, "Ann", []),
        (ROW, "Ann all give red", []),
        (ROW, "give all red", ["*all > : red"]),
        (YES, "lie red", []),
        (YES, "lie", [" > : "]),
        (YES, "lie so", [" > : "]),
    ],
)
def test_what_a_row_of_words_can_be(kind, text, clauses):
    found = whole(kind, items(text))
    assert sorted(map(told, found)) == sorted(clauses)
    assert all(each.kind == kind.name for each in found)


def test_a_small_word_stands_between_signs():
    line = items("Ann, lie, red lie so, lie red")
    assert whole(YES, line[1:2])
    assert whole(YES, line[3:4]) == whole(YES, line[5:6]) == []
    assert whole(LIE, line[3:4]) == []
    assert [each.parted for each in whole(LIE, line[2:3])] == [True]
    assert [each.parted for each in whole(LIE, line[6:7])] == [False]


def test_which_ways_to_say_it_there_are():
    assert PUT.sayings == ({"put", "token"}, {"put", "card"}, {"lay"})
    assert PUT.verbs == {"put", "token", "card", "lay"}
    assert LIE.sayings == (frozenset(), {"lie"})
    assert BARE.sayings == ({"lay"}, frozenset())
    assert PUT.bounds == {"CARD": (1, 1), "ROOM": (0, 1)}
    assert (GIVE.bounds, ROW.bounds) == ({"CARD": (0, 9)}, {"CARD": (1, 9)})
    assert whole(ROW, items("give" + " red" * 9))
    assert not whole(ROW, items("give" + " red" * 10))


def test_things_of_a_clause_by_their_tags():
    (clause,) = whole(PUT, items("Ann lay red hall"))
    assert (clause.all("CARD"), clause.one("ROOM"), clause.one("who"), clause.all("x")) == (
        ("red",),
        "hall",
        "",
        (),
    )
    assert clause.verbs == {"lay"}


@pytest.mark.parametrize(
    ("text", "at", "goes"),
    [
        ("only Ann lay", 1, True),
        ("only, Ann lay", 1, False),
        ("all but Ann", 1, True),
        ("nobody but Ann", 1, True),
        ("all, but Ann", 1, False),
        ("Ann but Bob", 1, False),
        ("all so Ann", 1, False),
        ("all but Ann", 2, False),
        ("all but", 2, False),
    ],
)
def test_what_goes_with_what_stands_before_it(text, at, goes):
    assert goes_with(items(text), at) == goes
