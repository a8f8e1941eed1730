"""A record of everybody after one person changed what he reads: each kind of change, with the whole text after it."""

import random

import pytest

from deduce.ground.errors import ProblemError, RecordError
from deduce.records.shared import Shared, shared_in

TEXT = """game: clue
players: Ann Bob Cid
me: everybody
@Bob cards: rope

Ann asks 5, Tome
@Ann = Ann asks 5 =Radio, Tome
@Bob I saw it
Bob asks 6
@Cid = Bob asks 6 =Lamp
@Cid hm
"""


def shared(text: str) -> Shared:
    found = shared_in(text)
    assert found is not None
    return found


def after(who: str | None, old: str, new: str) -> list[str]:
    """What differs in the text after `who` has put `new` in place of `old`: lines taken out with -, lines come with +."""
    made = shared(TEXT)
    notes = made.notes(who)
    assert notes.count(old) == 1
    before, now = TEXT.split("\n"), made.written(who, notes.replace(old, new)).text.split("\n")
    head = next(
        (place for place, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), len(before)
    )
    tail = 0
    while tail < min(len(before), len(now)) - head and before[-1 - tail] == now[-1 - tail]:
        tail += 1
    return [
        f"{head + 1}",
        *(f"-{line}" for line in before[head : len(before) - tail]),
        *(f"+{line}" for line in now[head : len(now) - tail]),
    ]


@pytest.mark.parametrize(
    ("who", "old", "new", "changed"),
    [
        # One's own lines, in the header and behind it.
        ("Bob", "cards: rope", "cards: knife", ["4", "-@Bob cards: rope", "+@Bob cards: knife"]),
        ("Bob", "I saw it\n", "", ["8", "-@Bob I saw it"]),
        ("Bob", "I saw it", "I did", ["8", "-@Bob I saw it", "+@Bob I did"]),
        ("Cid", "me: Cid\n", "me: Cid\ncards: dice\n", ["5", "+@Cid cards: dice"]),
        # One's own wording of a line of all: come, changed, gone.
        ("Bob", "asks 5, T", "asks 5 =Axe, T", ["7", "+@Bob = Ann asks 5 =Axe, Tome"]),
        (
            "Ann", "=Radio", "=Lamp",
            ["7", "-@Ann = Ann asks 5 =Radio, Tome", "+@Ann = Ann asks 5 =Lamp, Tome"],
        ),
        ("Ann", "Ann asks 5 =Radio, Tome\n", "", ["7", "-@Ann = Ann asks 5 =Radio, Tome"]),
        # New lines: behind what one reads above them, and what belongs to others there.
        ("Ann", "=Radio, Tome\n", "=Radio, Tome\nI wonder\n", ["9", "+@Ann I wonder"]),
        ("Bob", "Bob asks 6\n", "Bob asks 6\nso\n", ["12", "+@Bob so"]),
        (None, "Bob asks 6\n", "Bob asks 6\nCid asks 2\n", ["12", "+Cid asks 2"]),
        ("Cid", "\n\nAnn asks", "\n\nthere\nAnn asks", ["6", "+@Cid there"]),
        # What a bystander writes is for all.
        (None, "Bob asks 6", "Bob asks 6 at last", ["9", "-Bob asks 6", "+Bob asks 6 at last"]),
        (None, "players: Ann Bob Cid\n", "players: Ann Bob Cid\nseats: 3\n", ["3", "+seats: 3"]),
        (None, "Bob asks 6\n", "", ["9", "-Bob asks 6", "-@Cid = Bob asks 6 =Lamp"]),
        (
            None, "Ann asks 5, Tome\n", "",
            ["6", "-Ann asks 5, Tome", "-@Ann = Ann asks 5 =Radio, Tome"],
        ),
        # What nobody may do alone.
        ("Cid", "players: Ann Bob Cid", "players: Ann Bob", None),
        ("Cid", "me: Cid", "me: Bob", None),
        (None, "me: 0", "me: 1", None),
        ("Ann", "Bob asks 6", "Bob asks 7", None),
        ("Ann", "Bob asks 6\n", "", None),
    ],
)  # fmt: skip
def test_a_change_by_one_person(who, old, new, changed):
    if changed is None:
        with pytest.raises(ProblemError):
            after(who, old, new)
    else:
        assert after(who, old, new) == changed


def test_what_one_person_writes_in_several_places_is_what_he_reads_and_nobody_else():
    """Lines of all between two changes became wordings of one's own, and a blank one was doubled or lost."""
    made = shared(TEXT + "\nCid asks 2\n@Bob well\n@Cid and\nAnn asks 1\n")

    def read(by, who):
        return [line for line in by.notes(who).split("\n")[5:] if line]

    for seed in range(40):
        rng = random.Random(seed)
        who = rng.choice([*made.names, None])
        rows = made.notes(who).split("\n")
        new = rows[:5]
        for number, line in enumerate(rows[5:], 6):
            able = line and "=" not in line if who is None else number in made.own(who) and "=" not in line
            new.append(rng.choice([line, f"{line} again"]) if able else line)
            new += [f"beside {number}"] * (rng.random() < 0.3)
        now = made.written(who, "\n".join(new))
        assert read(now, who) == [*filter(None, new[5:])]
        assert who is None or all(
            read(now, each) == read(made, each) for each in {*made.names, None} - {who}
        )


def test_a_line_of_all_may_be_changed_under_a_wording_and_only_who_worded_it_is_told():
    """To refuse the change would tell that there is a wording."""
    made = shared(TEXT)
    now = made.written(None, made.notes(None).replace("asks 5, Tome", "asks 7, Tome"))
    assert "Ann asks 7, Tome" in now.notes("Bob")
    with pytest.raises(RecordError, match="adds to what all read, 'Ann asks 7, Tome'") as error:
        now.notes("Ann")
    assert error.value.line == 7


def test_which_lines_are_ones_own_wholly_or_in_part():
    made = shared(TEXT)
    rows = {who: made.notes(who).split("\n") for who in (None, "Ann", "Bob", "Cid")}
    assert {who: [rows[who][number - 1] for number in made.own(who)] for who in rows} == {
        None: [],
        "Ann": ["Ann asks 5 =Radio, Tome"],
        "Bob": ["cards: rope", "I saw it"],
        "Cid": ["Bob asks 6 =Lamp", "hm"],
    }


def test_what_was_not_for_all_is_opened_with_its_line():
    assert [*shared(TEXT).opened()] == [
        (4, "Bob", "cards: rope"),
        (7, "Ann", "Ann asks 5 =Radio, Tome"),
        (8, "Bob", "I saw it"),
        (10, "Cid", "Bob asks 6 =Lamp"),
        (11, "Cid", "hm"),
    ]
    both = shared(TEXT.replace("@Cid hm", "@cid,ann hm # or so"))
    assert [*both.opened()][-1] == (11, "Cid and Ann", "hm")


def test_a_wording_of_the_last_line_that_it_can_be_of():
    made = shared(TEXT)
    assert made.worded("Ann", "Bob asks 6 =Axe").text == TEXT.replace(
        "Bob asks 6\n", "Bob asks 6\n@Ann = Bob asks 6 =Axe\n"
    )
    assert made.worded("Bob", "Ann asks 5 =Axe").text == TEXT.replace(
        "Ann asks 5, Tome\n", "Ann asks 5, Tome\n@Bob = Ann asks 5 =Axe\n"
    )
    for who, line in (
        ("Cid", "Bob asks 6 =Axe"),
        ("Ann", "Cid asks 6"),
        ("Bob", "players: Ann Bob Cid Dee"),
    ):
        with pytest.raises(ProblemError, match="nothing of that line may be left out"):
            made.worded(who, line)


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ("Ann, Bob", ("Ann", "Bob")),
        ("3", ("P1", "P2", "P3")),
        ("12", tuple(f"P{seat}" for seat in range(1, 13))),
        ("123", ("123",)),  # nobody plays with so many: it is a name
    ],
)
def test_who_is_everybody(players, names):
    made = shared(f"game: clue\nplayers: {players}\nme: everybody\n\n")
    assert made.names == names
    assert made.person(f" {names[-1].lower()} ") == made.person(str(len(names))) == names[-1]


def test_a_refusal_is_at_the_line_from_its_beginning():
    with pytest.raises(RecordError) as error:
        shared(TEXT.replace("@Cid hm", "@Zoe hm"))
    assert (error.value.line, error.value.column) == (11, 1)


def test_a_record_without_a_blank_line_has_a_header_down_to_its_writer():
    made = shared("game: clue\nplayers: Ann Bob\nme: everybody\nAnn asks 5")
    with pytest.raises(ProblemError, match="header is changed before the eyes of all"):
        made.written("Bob", made.notes("Bob").replace("clue", "coup"))
    assert made.written("Bob", made.notes("Bob").replace("5", "5 =Axe")).text.endswith(
        "\n@Bob = Ann asks 5 =Axe"
    )
